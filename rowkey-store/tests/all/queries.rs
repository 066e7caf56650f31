//! Random queries on each engine, compared with filters over the rows.

use rowkey::Subspace;
use rowkey_store::{MemoryStore, Within};
use store_suite::queries::Queries;

#[test]
fn queries_of_memory_find_what_filters_find() {
    for seed in 0..8 {
        Queries::load([(); 4].map(|()| MemoryStore::new()), seed).check(500);
    }
}

#[test]
fn queries_of_subspaces_find_what_filters_find() {
    let store = MemoryStore::new();
    let stores = [0, 1, 2, 3].map(|tenant: u8| Within::new(&store, Subspace::new([tenant])));
    Queries::load(stores, 1).check(500);
}

#[cfg(feature = "redb")]
#[test]
fn queries_of_redb_find_what_filters_find() {
    let dir = tempfile::tempdir().unwrap();
    let store = rowkey_store::RedbStore::open(dir.path().join("rows.redb"), "rows").unwrap();
    Queries::load(["a", "b", "c", "d"].map(|table| store.with_table(table).unwrap()), 2).check(500);
}

#[cfg(feature = "fjall")]
#[test]
fn queries_of_fjall_find_what_filters_find() {
    let store = crate::fjall::kept("rows");
    Queries::load(["a", "b", "c", "d"].map(|table| store.with_table(table).unwrap()), 3).check(500);
}
