//! Writes of rows at several storage locations, by a program that ends between two steps of a write. The engine is
//! atomic per row only.

use rowkey::{OwnedKey, Plan, RowKey, Subspace};
use rowkey_store::memory::MemoryReader;
use rowkey_store::{Batch, MemoryStore, Store, Table, Within};
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt::Debug;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(RowKey, Debug, Clone)]
struct Moved {
    #[salt(xor, buckets = 5, was(xxh3(7), xxh3(3)))]
    id: u16,
}

/// Some rows are where they were at first.
#[derive(RowKey, Debug, Clone)]
struct ThereAndBack {
    #[salt(xor, buckets = 5, was(xxh3(3), xxh3(5)))]
    id: u16,
}

rowkey::laws!(Moved, ThereAndBack);

/// A store whose program ends after this number of steps: it makes no other.
struct EndsAfter {
    store: MemoryStore,
    steps: AtomicUsize,
}

impl EndsAfter {
    fn step(&self, change: &Batch) -> Result<(), Infallible> {
        let lasts = self.steps.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |steps| steps.checked_sub(1));
        if lasts.is_ok() { self.store.write(change) } else { Ok(()) }
    }
}

impl Store for EndsAfter {
    type Error = Infallible;
    type Reader<'s> = MemoryReader;

    fn reader(&self) -> Result<MemoryReader, Infallible> {
        self.store.reader()
    }

    fn write(&self, batch: &Batch) -> Result<(), Infallible> {
        for row in batch.puts().into_iter().chain(batch.deletes()) {
            for (nth, key) in row.keys.into_iter().enumerate() {
                match row.value.filter(|_| nth == 0) {
                    Some(value) => self.step(Batch::new().put(key, value))?,
                    None => self.step(Batch::new().delete(key))?,
                }
            }
        }
        Ok(())
    }
}

/// A write of a row: its name, the call, and the value that the row has afterwards.
type Write<K, S> = (&'static str, fn(&Table<K, S>, &K, &Plan<K>), Option<&'static str>);

/// Ends each write of the row after each number of steps, in a table of its own and in a subspace.
fn ends_early<K: OwnedKey + Clone + Debug>(key: &K, all: &Plan<K>) {
    ends_early_in(key, all, b"", |store| store, |store| store);
    let within = |store| Within::new(store, Subspace::new(b"acme/"));
    ends_early_in(key, all, b"acme/", within, Within::store);
}

/// Ends each write of the row after each number of steps, with the row at any of its locations before it. A get then
/// returns the row as it was before the write, or as it is after it. The whole write follows.
///
/// The table is in the store that `within` returns. There, the keys have this prefix, and `inner` returns the store.
fn ends_early_in<K: OwnedKey + Clone + Debug, S: Store<Error = Infallible>>(
    key: &K,
    all: &Plan<K>,
    prefix: &[u8],
    within: impl Fn(EndsAfter) -> S,
    inner: impl Fn(&S) -> &EndsAfter,
) {
    let writes: [Write<K, S>; 4] = [
        ("put", |table, key, _| table.put(key, "new").unwrap(), Some("new")),
        ("put_all", |table, key, _| table.put_all([(key, "new")]).unwrap(), Some("new")),
        ("delete", |table, key, _| table.delete(key).unwrap(), None),
        ("delete_all", |table, _, all| _ = table.delete_all(all).unwrap(), None),
    ];
    let places: BTreeSet<Vec<u8>> = key.keys_of_all_versions().unwrap().into_iter().map(Into::into).collect();
    for ((name, write, result), held) in writes.iter().flat_map(|write| (0..8_u32).map(move |held| (write, held))) {
        for steps in 0..5 {
            let store = MemoryStore::new();
            for (at, place) in places.iter().enumerate().filter(|(at, _)| held >> at & 1 == 1) {
                store.write(Batch::new().put([prefix, place].concat(), at.to_string())).unwrap();
            }
            let table = Table::new(within(EndsAfter { store, steps: AtomicUsize::new(steps) }));
            let before = table.get(key).unwrap();
            write(&table, key, all);
            let after = result.map(|result| result.as_bytes().to_vec());
            let found = table.get(key).unwrap();
            assert!(found == before || found == after, "{name} of {key:?} at {held:b}, {steps} steps: {found:?}");
            inner(table.store()).steps.store(usize::MAX, Ordering::Relaxed);
            write(&table, key, all);
            assert_eq!((table.get(key).unwrap(), table.count(all).unwrap()), (after, u64::from(result.is_some())));
        }
    }
}

#[test]
fn a_row_is_as_before_or_as_after_a_write_that_ends_early() {
    let (mut seen, all) = (BTreeSet::new(), Moved::scan().plan().unwrap());
    for id in 0..100 {
        // Rows with one, two, and three locations.
        let key = Moved { id };
        if seen.insert(key.keys_in_read_order().unwrap().len()) {
            ends_early(&key, &all);
        }
    }
    assert_eq!(seen.len(), 3);
    let all = ThereAndBack::scan().plan().unwrap();
    let is_back = |key: &ThereAndBack| {
        let places = key.keys_in_read_order().unwrap();
        places.len() == 2 && places[0] == key.encode().unwrap()
    };
    let back = (0..).map(|id| ThereAndBack { id }).find(is_back).unwrap();
    ends_early(&back, &all);
}
