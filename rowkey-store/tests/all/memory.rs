//! The reference model against the conformance suite.

use rowkey_store::MemoryStore;

fn with_store(check: impl FnOnce(MemoryStore)) {
    check(MemoryStore::new());
}

store_suite::conformance!(with_store);
