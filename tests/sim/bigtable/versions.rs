//! The versions of rows, without faults: what the store reads, writes, and rejects.

use rowkey_core::KeyRange;
use rowkey_store::versions::{
    AsyncVersioned, Cell, Swap, SwapValue, Swapped, TimedDelete, TimedPut, TimedRow, VersionedRow,
};
use rowkey_store::{Batch, Change, Direction};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use super::machine::Machine;
use super::network::Network;
use crate::{Bigtable, BigtableError, BigtableStore, Config, Family, VERSION_FAMILY};

/// A version of 24 bytes, most of which a filter must quote.
fn version(number: u8) -> Vec<u8> {
    (0..24).map(|at: u8| at.wrapping_mul(11).wrapping_add(number)).collect()
}

fn put(key: &[u8], expected: Option<u8>, at: i64, new: u8) -> Swap {
    let (expected, new_version) = (expected.map(version), Some(version(new)));
    Swap { key: key.into(), expected, at, version: new_version, value: SwapValue::Put(vec![new]) }
}

fn row(version_at: Option<(u8, i64)>, value_at: Option<(u8, i64)>) -> VersionedRow {
    VersionedRow {
        version: version_at.map(|(number, at)| Cell { at, bytes: version(number) }),
        value: value_at.map(|(value, at)| Cell { at, bytes: vec![value] }),
    }
}

/// A table without faults, and its network.
struct Calm {
    network: Arc<Network>,
    store: BigtableStore,
}

impl Calm {
    async fn new(machine: Arc<Machine>, config: Config) -> Self {
        let network = Network::new(&machine, fastrand::Rng::with_seed(0), &config);
        machine.set_network(&network);
        let bigtable = Bigtable::connect(config).await.unwrap();
        bigtable.create_split_table("t", &["f"], &[[2_u8]]).await.unwrap();
        bigtable.add_version_family("t").await.unwrap();
        network.service.take_calls();
        Self { network, store: bigtable.table("t", "f") }
    }

    async fn swap(&self, swap: Swap) -> bool {
        match &self.store.swap(&[swap]).await.unwrap()[..] {
            [Swapped::Done] => true,
            [Swapped::Differs] => false,
            other => panic!("{other:?}"),
        }
    }

    async fn read(&self, key: &[u8]) -> VersionedRow {
        self.store.read_rows(&[key.to_vec()]).await.unwrap().remove(0)
    }

    /// Returns the number of calls of a method since the last time.
    fn calls(&self) -> BTreeMap<String, usize> {
        self.network.service.take_calls()
    }

    fn calls_of(&self, method: &str) -> usize {
        self.calls().get(method).copied().unwrap_or_default()
    }
}

fn calm<F: Future<Output = ()>>(test: impl FnOnce(Calm) -> F) {
    run(Config::emulator("bigtable:8086", "p", "i"), |_, calm| test(calm));
}

fn run<F: Future<Output = ()>>(config: Config, test: impl FnOnce(Arc<Machine>, Calm) -> F) {
    let (events, failure) = Machine::run(0, |machine| async move {
        let calm = Calm::new(Arc::clone(&machine), config).await;
        test(machine, calm).await;
    });
    assert_eq!(failure, None, "{}", events.join("\n"));
}

#[test]
fn a_swap_needs_exactly_the_version_that_it_expects() {
    calm(async |calm| {
        assert_eq!(calm.read(b"k").await, row(None, None));
        assert!(!calm.swap(put(b"k", Some(1), 10, 2)).await);
        assert!(calm.swap(put(b"k", None, 10, 1)).await);
        assert!(!calm.swap(put(b"k", None, 11, 2)).await);
        assert!(!calm.swap(put(b"k", Some(3), 11, 2)).await);
        assert_eq!(calm.read(b"k").await, row(Some((1, 10)), Some((1, 10))));
        assert!(calm.swap(put(b"k", Some(1), 11, 2)).await);
        assert_eq!(calm.read(b"k").await, row(Some((2, 11)), Some((2, 11))));
        // A fence keeps the value.
        let fence = Swap { value: SwapValue::Keep, ..put(b"k", Some(2), 12, 3) };
        assert!(calm.swap(fence).await);
        assert_eq!(calm.read(b"k").await, row(Some((3, 12)), Some((2, 11))));
        let cells = calm.store.get_cells(b"k").await.unwrap();
        assert_eq!(cells.iter().filter(|cell| cell.family == VERSION_FAMILY).count(), 1);
    });
}

#[test]
fn each_byte_of_a_version_is_compared() {
    calm(async |calm| {
        for byte in 0..=u8::MAX {
            let bytes = |last: u8| [[byte; 23].as_slice(), &[last]].concat();
            let swap =
                |expected, at, last| Swap { version: Some(bytes(last)), expected, ..put(&[1, byte], None, at, 0) };
            assert!(calm.swap(swap(None, 1, byte)).await);
            assert!(!calm.swap(swap(Some(bytes(byte.wrapping_add(1))), 2, 0)).await);
            assert!(!calm.swap(swap(Some(vec![byte; 23]), 2, 0)).await);
            assert!(calm.swap(swap(Some(bytes(byte)), 2, byte.wrapping_add(1))).await);
        }
    });
}

#[test]
fn a_tombstone_is_no_row_of_the_store() {
    calm(async |calm| {
        let store = &calm.store;
        assert!(calm.swap(put(b"k", None, 10, 1)).await && calm.swap(put(b"z", None, 10, 5)).await);
        let delete = Swap { value: SwapValue::Delete, ..put(b"k", Some(1), 11, 2) };
        assert!(calm.swap(delete).await);
        assert_eq!(calm.read(b"k").await, row(Some((2, 11)), None));
        assert_eq!(store.get(b"k").await.unwrap(), None);
        assert_eq!(store.get_all(&[b"z", b"k"]).await.unwrap(), [Some(vec![5]), None]);
        assert!(!store.contains(b"k").await.unwrap());
        assert_eq!(store.count(KeyRange::all()).await.unwrap(), 1);
        let mut rows = store.scan(KeyRange::all(), Direction::Reverse);
        assert_eq!(rows.next().await.unwrap(), Some((b"z".to_vec(), vec![5])));
        assert_eq!(rows.next().await.unwrap(), None);
        assert!(!store.move_row(b"k", b"l").await.unwrap());
        assert!(store.compare_and_set(b"k", None, Change::Delete).await.unwrap());
        // The version stays until it is removed.
        assert_eq!(calm.read(b"k").await, row(Some((2, 11)), None));
        let bury = Swap { version: None, value: SwapValue::Keep, ..put(b"k", Some(2), 11, 0) };
        assert!(calm.swap(bury).await);
        assert!(store.get_cells(b"k").await.unwrap().is_empty());
    });
}

#[test]
fn a_plain_write_leaves_the_version() {
    calm(async |calm| {
        let at = calm.store.now();
        assert!(calm.swap(put(b"k", None, at + 5_000, 1)).await);
        // The clock of this process is behind, and still its write is the newest.
        calm.store.write(Batch::new().put("k", [9])).await.unwrap();
        assert_eq!(calm.read(b"k").await, row(Some((1, at + 5_000)), Some((9, at + 5_001))));
        calm.store.write(Batch::new().delete("k")).await.unwrap();
        assert_eq!(calm.read(b"k").await, row(Some((1, at + 5_000)), None));
    });
}

#[test]
fn entries_are_put_and_deleted_at_their_timestamps() {
    calm(async |calm| {
        let put = |key: &str, value: u8, at| TimedPut { key: key.into(), value: vec![value], at };
        let delete = |key: &str, up_to| TimedDelete { key: key.into(), up_to };
        calm.store.put_at(&[put("a", 1, 10), put("b", 2, 20), put("a", 3, 11)]).await.unwrap();
        assert_eq!(calm.calls_of("MutateRows"), 1);
        let read = async || calm.store.read_rows(&[b"b".to_vec(), b"a".to_vec(), b"b".to_vec()]).await.unwrap();
        let b = row(None, Some((2, 20)));
        assert_eq!(read().await, [b.clone(), row(None, Some((3, 11))), b]);
        assert_eq!(calm.calls_of("ReadRows"), 1);
        calm.store.delete_up_to(&[delete("a", 10), delete("b", 20), delete("c", 9)]).await.unwrap();
        assert_eq!(read().await, [row(None, None), row(None, Some((3, 11))), row(None, None)]);
        // A late put is no newer than a later one.
        calm.store.put_at(&[put("a", 7, 10)]).await.unwrap();
        assert_eq!(read().await[1], row(None, Some((3, 11))));
    });
}

#[test]
fn versions_and_values_are_put_at_their_timestamps() {
    calm(async |calm| {
        let put_row = |key: &[u8], id: u8, at| TimedRow { key: key.into(), version: version(id), value: vec![id], at };
        calm.store.put_rows_at(&[put_row(b"a", 1, 10), put_row(b"b", 2, 20), put_row(b"a", 3, 11)]).await.unwrap();
        assert_eq!(calm.calls_of("MutateRows"), 1);
        assert_eq!(calm.read(b"a").await, row(Some((3, 11)), Some((3, 11))));
        assert_eq!(calm.read(b"b").await, row(Some((2, 20)), Some((2, 20))));
        // A late put changes nothing, and a repeated one is the same cells.
        calm.store.put_rows_at(&[put_row(b"a", 1, 10), put_row(b"b", 2, 20)]).await.unwrap();
        assert_eq!(calm.read(b"a").await, row(Some((3, 11)), Some((3, 11))));
        assert!(calm.swap(put(b"b", Some(2), 21, 4)).await);
        calm.store.put_rows_at(&[put_row(b"b", 2, 20)]).await.unwrap();
        assert_eq!(calm.read(b"b").await, row(Some((4, 21)), Some((4, 21))));
    });
}

#[test]
fn pages_have_all_rows_but_those_of_other_columns() {
    calm(async |calm| {
        let swaps: Vec<_> = (0..40).map(|id| put(&[id], None, 10, id)).collect();
        calm.store.swap(&swaps).await.unwrap();
        assert_eq!(calm.calls_of("CheckAndMutateRow"), 40);
        let metadata = calm.store.metadata().await.unwrap();
        let other = calm.store.clone().with_qualifier("w");
        for id in 0..40 {
            assert!(metadata.compare_and_set(&[id, 0], None, Change::Put(b"list")).await.unwrap());
            other.write(Batch::new().put([id, 1], "x")).await.unwrap();
        }
        // Of three rows each, one has only a version, and one only a value.
        for id in (0..40).step_by(3) {
            calm.store.write(Batch::new().delete([id])).await.unwrap();
        }
        for most in [1, 7, 40, 41] {
            let (mut keys, mut rest) = (Vec::new(), KeyRange::all());
            loop {
                let page = calm.store.first_rows(&rest, most).await.unwrap();
                let is_full = page.len() == most;
                assert!(page.len() <= most);
                assert!(
                    page.iter().all(|(key, row)| row.version.is_some() && row.value.is_some() == (key[0] % 3 != 0))
                );
                keys.extend(page.into_iter().map(|(key, _)| key));
                let Some(last) = keys.last().filter(|_| is_full) else { break };
                rest = KeyRange::new([&last[..], &[0]].concat(), None);
            }
            assert_eq!(keys, (0..40).map(|id| vec![id]).collect::<Vec<_>>(), "{most}");
        }
        assert_eq!(metadata.get(&[7, 0]).await.unwrap(), Some(b"list".to_vec()));
        assert_eq!(calm.store.get(&[7, 0]).await.unwrap(), None);
    });
}

#[test]
fn swaps_of_a_row_wait_for_each_other_and_for_its_puts() {
    calm(async |calm| {
        let at = calm.store.now();
        let swaps: Vec<_> = (0..20).map(|number| put(b"k", None, at + i64::from(number), number)).collect();
        let (swapped, written) =
            tokio::join!(calm.store.swap(&swaps), async { calm.store.write(Batch::new().put("k", "plain")).await });
        written.unwrap();
        let done = swapped.unwrap().iter().filter(|it| matches!(it, Swapped::Done)).count();
        assert_eq!(done, 1);
        assert!(calm.store.swap(&[]).await.unwrap().is_empty());
    });
}

#[test]
fn a_cell_in_the_future_is_an_error_that_names_the_row() {
    calm(async |calm| {
        let at = calm.store.now() + 3_700_000;
        calm.network.service.put("projects/p/instances/i/tables/t", b"k", vec![1], at);
        let error = calm.store.read_rows(&[b"j".to_vec(), b"k".to_vec()]).await.unwrap_err();
        assert!(matches!(error, BigtableError::CellInFuture { .. }), "{error:?}");
        let text = format!(
            "expected a cell of row k of the Bigtable table `t` at most an hour ahead of the clock, found the timestamp {at} ms"
        );
        assert_eq!(error.to_string(), text);
        calm.network.service.put("projects/p/instances/i/tables/t", b"l", vec![1], at - 200_000);
        assert_eq!(calm.read(b"l").await, row(None, Some((1, at - 200_000))));
    });
}

#[test]
fn a_version_family_is_added_once_and_must_not_expire() {
    calm(async |calm| {
        let bigtable = calm.store.bigtable();
        bigtable.add_version_family("t").await.unwrap();
        assert_eq!(calm.calls_of("ModifyColumnFamilies"), 0);
        let families = bigtable.describe_table("t").await.unwrap().column_families;
        assert_eq!(
            families.keys().collect::<BTreeSet<_>>(),
            BTreeSet::from(["f", "rowkey"].map(String::from).each_ref())
        );
        let aged = |name| Family::new(name).max_age(Duration::from_secs(60));
        bigtable.create_split_table("aged", &[Family::new("f"), aged(VERSION_FAMILY)], &["m"]).await.unwrap();
        let text = "expected a column family without a maximum age to keep secondary keys in the Bigtable table `aged`, \
                    found `rowkey`, which deletes cells by age";
        assert_eq!(bigtable.add_version_family("aged").await.unwrap_err().to_string(), text);
        let aged_store = bigtable.table("aged", "f");
        assert!(matches!(aged_store.metadata().await, Err(BigtableError::FamilyExpires { .. })));

        bigtable.create_split_table("entries", &[Family::new("f"), aged("g")], &["m"]).await.unwrap();
        let entries = bigtable.table("entries", "f");
        let text = "the Bigtable table `entries` has no column family `rowkey`, which secondary keys need: call \
                    `Bigtable::add_version_family`";
        for error in [
            entries.metadata().await.unwrap_err(),
            entries.check_entries().await.unwrap_err(),
            entries.read_rows(&[b"k".to_vec()]).await.unwrap_err(),
            entries.swap(&[put(b"k", None, 1, 1)]).await.unwrap_err(),
        ] {
            assert_eq!(error.to_string(), text);
        }
        bigtable.add_version_family("entries").await.unwrap();
        entries.check_entries().await.unwrap();
        let error = bigtable.table("entries", "g").check_entries().await.unwrap_err();
        assert!(matches!(error, BigtableError::FamilyExpires { ref family, .. } if family == "g"), "{error:?}");
        let error = bigtable.add_version_family("none").await.unwrap_err();
        assert!(matches!(error, BigtableError::NoTable { .. }), "{error:?}");
    });
}

#[test]
fn only_the_same_column_of_the_same_table_is_the_same_store() {
    calm(async |calm| {
        let (store, bigtable) = (&calm.store, calm.store.bigtable());
        assert_eq!(store.prefix_in(&bigtable.table("t", "f")), Some(Vec::new()));
        for other in [bigtable.table("u", "f"), bigtable.table("t", "g"), store.clone().with_qualifier("w")] {
            assert_eq!(store.prefix_in(&other), None);
        }
    });
}
