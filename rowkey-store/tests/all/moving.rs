//! Tables whose rows move to other keys, with the blocking and the async API.

use rowkey::Subspace;
use rowkey_store::{Blocking, MemoryStore, Within};
use store_suite::moving::{Blocks, Event, Reading, Renamed, SaltedReading, Waits, before};
use store_suite::waited::Park;

mod memory {
    use super::*;

    fn stores() -> Blocks<MemoryStore> {
        Blocks([MemoryStore::new(), MemoryStore::new()])
    }

    store_suite::moving!(stores);
}

mod memory_within {
    use super::*;

    fn stores() -> Blocks<Within<MemoryStore>> {
        let store = MemoryStore::new();
        Blocks(["old", "new"].map(|part| Within::new(store.clone(), Subspace::new(part))))
    }

    store_suite::moving!(stores);
}

mod blocking {
    use super::*;

    fn stores() -> Waits<Blocking<MemoryStore>, Park> {
        let stores = [(); 2].map(|()| Blocking::new(MemoryStore::new(), 2).unwrap());
        Waits { stores, run: Park }
    }

    store_suite::moving!(stores);
}

#[cfg(feature = "redb")]
mod redb {
    use super::*;
    use rowkey_store::RedbStore;
    use std::sync::Arc;

    fn stores() -> Blocks<Arc<RedbStore>> {
        let folder = tempfile::tempdir().unwrap();
        let old = RedbStore::open(folder.path().join("moving.redb"), "old").unwrap();
        let new = old.with_table("new").unwrap();
        Blocks([old, new].map(Arc::new))
    }

    store_suite::moving!(stores);
}

rowkey::laws!(before::Reading, before::Text, before::Prefixed, before::Event, Reading, SaltedReading, Renamed, Event,);

// `before::Text` and `before::Event` have keys that cannot move.
rowkey_store::move_laws!(
    before::Reading => Reading, before::Reading => SaltedReading, before::Prefixed => Renamed,
);
