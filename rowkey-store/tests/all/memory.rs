//! The reference model with the conformance suite.

use rowkey_core::KeyRange;
use rowkey_store::{Batch, Direction, MemoryStore, Store};
use std::thread;

fn with_store(check: impl FnOnce(MemoryStore)) {
    check(MemoryStore::new());
}

store_suite::conformance!(with_store);

#[test]
fn a_scan_outlives_its_reader_writes_and_its_thread() {
    let store = MemoryStore::new();
    let Ok(()) = store.write(Batch::new().put("a", "1").put("b", "2"));
    for (direction, expected) in [(Direction::Forward, ["a", "b"]), (Direction::Reverse, ["b", "a"])] {
        let Ok(scan) = store.scan(KeyRange::all(), direction);
        let Ok(()) = store.clone().write(Batch::new().put("a", "3").put("aa", "4").delete("b"));
        let keys = thread::spawn(move || scan.map(|row| row.map(|(key, _)| key)).collect::<Result<Vec<_>, _>>());
        let Ok(keys) = keys.join().expect("no panic");
        assert_eq!(keys, expected.map(|key| key.as_bytes().to_vec()));
        let Ok(()) = store.write(Batch::new().put("b", "2").delete("aa"));
    }
}
