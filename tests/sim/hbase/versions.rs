//! Versions of rows on a gateway without faults: what the store sees of them, and the calls that an indexed table makes.

use fastrand::Rng;
use rowkey::RowKey;
use rowkey_core::KeyRange;
use rowkey_store::versions::{Swap, SwapValue, Swapped, TimedDelete, TimedPut, TimedRow, Versioned, VersionedRow};
use rowkey_store::{
    Batch, CompareAndSet, Direction, IndexedTable, KeyOf, Reader, Store, Table, TableError, WriteClock,
};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use store_suite::moving::{InOrder, Salted, VersionedBlocks, Widened, history};

use super::machine::Machine;
use super::network::Network;
use crate::{Builder, Family, HBase, HBaseError, HBaseStore, VERSION_FAMILY, host};

#[derive(RowKey, Debug, Clone, Copy, PartialEq)]
#[rowkey(index(#[derive(Debug, Clone, Copy)] BySeller(seller, order)))]
struct Order {
    order: u16,
    #[rowkey(skip)]
    seller: u16,
}

rowkey::laws!(Order, BySeller);

#[expect(clippy::ptr_arg, reason = "the type of the values")]
fn by_width(order: &Order, value: &Vec<u8>) -> BySeller {
    BySeller { seller: value.len() as u16, order: order.order }
}

/// Runs a test on a machine whose network has no faults.
fn calmly(options: Builder, test: impl Fn(&HBase, &Network) + Send + Sync + 'static) {
    let test = Arc::new(test);
    let (events, failure) = Machine::run(7, move |machine| {
        let network = Network::new(machine, Rng::with_seed(7), false);
        machine.set_network(&network);
        let hbase = options.clone().connect("gateway:9090").expect("a gateway without faults");
        test(&hbase, &network);
    });
    assert_eq!(failure, None, "{}", events.join("\n"));
}

/// Creates a table that keeps versions.
fn table(hbase: &HBase, name: &str) -> HBaseStore {
    hbase.create_split_table(name, &["f", "g"], &[[0x80_u8]]).unwrap();
    hbase.add_version_family(name).unwrap();
    // The regions reopen.
    host::sleep(Duration::from_secs(1));
    hbase.table(name, "f").with_versions()
}

fn swap(key: &[u8], expected: Option<&str>, at: i64, version: Option<&str>, value: SwapValue) -> Swap {
    let [expected, version] = [expected, version].map(|text| text.map(Into::into));
    Swap { key: key.to_vec(), expected, at, version, value }
}

fn put(value: &str) -> SwapValue {
    SwapValue::Put(value.into())
}

/// Makes one swap.
fn is_done(store: &HBaseStore, swap: Swap) -> bool {
    match &store.swap(&[swap]).unwrap()[..] {
        [Swapped::Done] => true,
        [Swapped::Differs] => false,
        other => panic!("{other:?}"),
    }
}

fn read(store: &HBaseStore, key: &[u8]) -> VersionedRow {
    store.read_rows(&[key.to_vec()]).unwrap().remove(0)
}

/// Returns the timestamps and bytes of a row as text: its version and its value.
fn shown(row: &VersionedRow) -> [String; 2] {
    [&row.version, &row.value].map(|cell| match cell {
        Some(cell) => format!("{} {}", cell.at, cell.bytes.escape_ascii()),
        None => String::new(),
    })
}

#[test]
fn a_swap_changes_a_row_that_has_the_version() {
    calmly(HBase::builder(), |hbase, _| {
        let store = table(hbase, "t");
        let key = b"row";
        assert_eq!(read(&store, key), VersionedRow::default());
        assert!(!is_done(&store, swap(key, Some("v0"), 5, Some("v1"), put("a"))));
        assert!(is_done(&store, swap(key, None, 5, Some("v1"), put("a"))));
        assert!(!is_done(&store, swap(key, None, 6, Some("v2"), put("b"))));
        assert_eq!(shown(&read(&store, key)), ["5 v1", "5 a"]);
        assert!(is_done(&store, swap(key, Some("v1"), 7, Some("v2"), SwapValue::Keep)));
        assert_eq!(shown(&read(&store, key)), ["7 v2", "5 a"]);
        assert!(is_done(&store, swap(key, Some("v2"), 9, Some("v3"), SwapValue::Delete)));
        assert_eq!(shown(&read(&store, key)), ["9 v3", ""]);
        // A late put of the value is hidden.
        store.put_at(&[TimedPut { key: key.to_vec(), value: b"late".into(), at: 9 }]).unwrap();
        assert_eq!(shown(&read(&store, key)), ["9 v3", ""]);
        assert!(is_done(&store, swap(key, Some("v3"), 9, None, SwapValue::Keep)));
        assert_eq!(read(&store, key), VersionedRow::default());
        let rows = [swap(b"x", None, 5, Some("v1"), put("1")), swap(b"y", None, 6, Some("v1"), put("2"))];
        assert!(matches!(store.create(&rows).unwrap()[..], [Swapped::Done, Swapped::Done]));
        assert_eq!(shown(&read(&store, b"y")), ["6 v1", "6 2"]);
    });
}

/// The gateway's own client sends a swap again if the answer of the region server is lost. The second copy finds another
/// version.
#[test]
fn a_swap_that_the_gateway_sends_twice_is_done() {
    calmly(HBase::builder(), |hbase, network| {
        let store = table(hbase, "t");
        network.gateway.repeat_swaps();
        assert!(is_done(&store, swap(b"a", None, 5, Some("v1"), put("1"))));
        assert!(is_done(&store, swap(b"a", Some("v1"), 6, Some("v2"), SwapValue::Delete)));
        assert!(!is_done(&store, swap(b"a", Some("v1"), 7, Some("v3"), put("3"))));
        assert_eq!(shown(&read(&store, b"a")), ["6 v2", ""]);
        // Without a version, there is nothing to see. The next sweep does not find the tombstone.
        assert!(!is_done(&store, swap(b"a", Some("v2"), 6, None, SwapValue::Keep)));
        assert_eq!(read(&store, b"a"), VersionedRow::default());
    });
}

#[test]
fn a_row_with_only_a_version_does_not_exist() {
    calmly(HBase::builder(), |hbase, _| {
        let store = table(hbase, "t");
        for (key, value) in [(b"a", put("1")), (b"b", SwapValue::Delete), (b"c", put("3")), (b"d", SwapValue::Keep)] {
            assert!(is_done(&store, swap(key, None, 5, Some("v1"), value)));
        }
        let metadata = store.metadata().unwrap();
        metadata.write(Batch::new().put("b", "of the table").put("e", "of the table")).unwrap();
        let keys = |direction| -> Vec<Vec<u8>> {
            store.scan(KeyRange::all(), direction).unwrap().map(|row| row.unwrap().0).collect()
        };
        assert_eq!(keys(Direction::Forward), [b"a", b"c"]);
        assert_eq!(keys(Direction::Reverse), [b"c", b"a"]);
        assert_eq!(store.count(KeyRange::all()).unwrap(), 2);
        assert_eq!(store.get(b"b").unwrap(), None);
        assert!(!store.reader().unwrap().contains(b"d").unwrap());
        assert_eq!(store.get_all(&["a", "b"]).unwrap(), [Some(b"1".to_vec()), None]);
        assert_eq!(store.get_columns(b"b").unwrap(), None);
        assert_eq!(store.scan_columns(KeyRange::all(), Direction::Forward).count(), 2);
        assert_eq!(store.scan_cells(KeyRange::all(), Direction::Forward).count(), 2);
        // For the protocol it does, but the metadata does not.
        let rows = store.first_rows(&KeyRange::all(), 9).unwrap();
        assert_eq!(rows.iter().map(|(key, _)| &key[..]).collect::<Vec<_>>(), [b"a", b"b", b"c", b"d"]);
        assert_eq!(shown(&rows[1].1), ["5 v1", ""]);
        assert_eq!(metadata.count(KeyRange::all()).unwrap(), 2);
        // The metadata keeps its row when the row of the table is deleted, and the other way around.
        store.write(Batch::new().delete("b")).unwrap();
        assert_eq!(metadata.get(b"b").unwrap(), Some(b"of the table".to_vec()));
        metadata.write(Batch::new().delete("a")).unwrap();
        assert_eq!(shown(&read(&store, b"a")), ["5 v1", "5 1"]);
    });
}

#[test]
fn a_plain_delete_leaves_the_version() {
    calmly(HBase::builder(), |hbase, _| {
        let store = table(hbase, "t");
        let other = hbase.table("t", "g");
        for key in [b"a", b"b", b"c", b"d"] {
            assert!(is_done(&store, swap(key, None, 5, Some("v1"), put("1"))));
            other.write(Batch::new().put(key, "other")).unwrap();
        }
        store.write(Batch::new().delete("a")).unwrap();
        assert!(store.check_and_delete(b"b", b"1").unwrap());
        assert!(store.move_row(b"c", b"moved").unwrap());
        store.copy_rows(&[(b"d".to_vec(), b"copied".to_vec())]).unwrap();
        store.delete_copied(&[(b"d".to_vec(), b"copied".to_vec())]).unwrap();
        for key in [b"a", b"b", b"c", b"d"] {
            assert_eq!(shown(&read(&store, key)), ["5 v1", ""]);
            assert_eq!(other.get(key).unwrap(), Some(b"other".to_vec()));
        }
        // A version belongs to its key.
        for key in ["moved", "copied"] {
            let row = read(&store, key.as_bytes());
            assert_eq!((row.version, row.value.unwrap().bytes), (None, b"1".to_vec()));
            assert_eq!(other.get(key.as_bytes()).unwrap(), None);
        }
        // Without versions, a delete removes everything.
        hbase.table("t", "f").write(Batch::new().delete("a")).unwrap();
        assert_eq!(read(&store, b"a"), VersionedRow::default());
        assert_eq!(other.get(b"a").unwrap(), None);
    });
}

#[test]
fn entries_are_put_and_deleted_at_their_times() {
    calmly(HBase::builder().batch_rows(3), |hbase, _| {
        let store = table(hbase, "t");
        let put = |key: u8, at| TimedPut { key: vec![key], value: format!("{at}").into_bytes(), at };
        store.put_at(&(1..=9).map(|key| put(key, i64::from(key))).collect::<Vec<_>>()).unwrap();
        store.put_at(&[put(3, 2), put(4, 40)]).unwrap();
        let deletes: Vec<_> = (1..=9).map(|key| TimedDelete { key: vec![key], up_to: 5 }).collect();
        store.delete_up_to(&deletes).unwrap();
        let rows = store.first_rows(&KeyRange::all(), 9).unwrap();
        let found: Vec<_> = rows.iter().map(|(key, row)| (key[0], row.value.clone().unwrap().at)).collect();
        assert_eq!(found, [(4, 40), (6, 6), (7, 7), (8, 8), (9, 9)]);
    });
}

#[test]
fn versions_and_values_are_put_at_their_times() {
    calmly(HBase::builder().batch_rows(3), |hbase, _| {
        let store = table(hbase, "t");
        let row = |key: u8, at: i64| {
            let [version, value] = ["v", "a"].map(|cell| format!("{cell}{at}").into_bytes());
            TimedRow { key: vec![key], version, value, at }
        };
        store.put_rows_at(&(1..=9).map(|key| row(key, 5)).collect::<Vec<_>>()).unwrap();
        // A late put changes nothing, and a repeated one is the same cells.
        store.put_rows_at(&[row(1, 4), row(2, 5), row(3, 6)]).unwrap();
        assert_eq!(
            [1, 2, 3].map(|key| shown(&read(&store, &[key]))),
            [["5 v5", "5 a5"], ["5 v5", "5 a5"], ["6 v6", "6 a6"]]
        );
        assert!(is_done(&store, swap(&[1], Some("v5"), 7, Some("v7"), SwapValue::Delete)));
        store.put_rows_at(&[row(1, 6)]).unwrap();
        assert_eq!(shown(&read(&store, &[1])), ["7 v7", ""]);
        assert_eq!(store.first_rows(&KeyRange::all(), 20).unwrap().len(), 9);
    });
}

/// Rows of all widths, more than a page holds.
#[test]
fn rows_of_any_width_are_read_with_their_versions() {
    let options = HBase::builder().page_bytes(8 << 10).page_rows(7).scan_bytes(64 << 10).parallel(3);
    calmly(options, |hbase, _| {
        let store = table(hbase, "t");
        let mut expected = BTreeMap::new();
        for key in 0..60_u8 {
            // Some have the width of a length, or look like one.
            let width = [0, 3, 4, 24, 300, 5_000][usize::from(key) % 6];
            let value = SwapValue::Put(vec![key; width]);
            let change = [value.clone(), value, SwapValue::Keep][usize::from(key) % 3].clone();
            let row = VersionedRow {
                version: Some(cell(&[b'v'; 24])),
                value: match &change {
                    SwapValue::Put(value) => Some(cell(value)),
                    _ => None,
                },
            };
            let version = "v".repeat(24);
            assert!(is_done(&store, swap(&[key], None, 5, Some(&version), change)));
            expected.insert(vec![key], row);
        }
        store.put_at(&[TimedPut { key: vec![99], value: b"plain".into(), at: 5 }]).unwrap();
        expected.insert(vec![99], VersionedRow { version: None, value: Some(cell(b"plain")) });
        let keys: Vec<_> = (0..110).map(|key| vec![key]).collect();
        let found = store.read_rows(&keys).unwrap();
        for (key, row) in keys.iter().zip(found) {
            assert_eq!(Some(row).filter(|row| *row != VersionedRow::default()), expected.get(key).cloned());
        }
        for most in [1, 2, 10, 60, 61, 100] {
            let found = store.first_rows(&KeyRange::new([1], None), most).unwrap();
            let rows = expected.range(vec![1]..).take(most).map(|(key, row)| (key.clone(), row.clone()));
            assert_eq!(found, rows.collect::<Vec<_>>());
        }
        assert_eq!(store.read_rows(&[]).unwrap(), []);
        assert_eq!(store.first_rows(&KeyRange::prefix(b"x"), 5).unwrap(), []);
    });
}

fn cell(bytes: &[u8]) -> rowkey_store::versions::Cell {
    rowkey_store::versions::Cell { at: 5, bytes: bytes.to_vec() }
}

#[test]
fn a_table_that_keeps_no_versions_is_named() {
    calmly(HBase::builder(), |hbase, _| {
        hbase.create_split_table("t", &["f"], &[] as &[&[u8]]).unwrap();
        let named = "the HBase table `t` keeps no versions of its rows: call `HBase::add_version_family` for it, and \
                     `HBaseStore::with_versions`";
        let (plain, store) = (hbase.table("t", "f"), hbase.table("t", "f").with_versions());
        let swaps = [swap(b"a", None, 5, Some("v1"), put("1"))];
        let errors = |store: &HBaseStore| {
            let read = store.read_rows(&[b"a".to_vec()]).map(|_| ());
            let read_all = store.read_rows(&[b"a".to_vec(), b"b".to_vec()]).map(|_| ());
            let read_new = store.read_new_rows(&(0..20).map(|key| vec![key]).collect::<Vec<_>>()).map(|_| ());
            let first = store.first_rows(&KeyRange::all(), 5).map(|_| ());
            let (swapped, created) = (store.swap(&swaps).map(|_| ()), store.create(&swaps).map(|_| ()));
            let metadata = store.metadata().and_then(|metadata| metadata.get(b"a")).map(|_| ());
            [read, read_all, read_new, first, swapped, created, metadata, store.check_entries()]
        };
        for done in errors(&plain).into_iter().chain(errors(&store)) {
            assert_eq!(done.unwrap_err().to_string(), named);
        }
        hbase.add_version_family("t").unwrap();
        hbase.add_version_family("t").unwrap();
        // The regions reopen.
        host::sleep(Duration::from_secs(1));
        for done in errors(&store) {
            done.unwrap();
        }
        for done in errors(&plain).into_iter().chain(errors(&hbase.table("t", VERSION_FAMILY).with_versions())) {
            assert_eq!(done.unwrap_err().to_string(), named);
        }
        let by_seller = Table::new(plain.clone()).with_values::<KeyOf<Order>>();
        let orders = IndexedTable::new(Table::new(hbase.table("s", "f"))).with_key(&by_seller, by_width);
        let error = orders.put(&Order { order: 1, seller: 1 }, "a lamp").unwrap_err();
        assert!(matches!(error, TableError::Store(HBaseError::NoVersions { .. })), "{error:?}");
        assert!(matches!(hbase.add_version_family("none"), Err(HBaseError::NoTable { .. })));
        assert_eq!(hbase.families("t").unwrap()[1], Family::new(VERSION_FAMILY).max_versions(1));
    });
}

#[test]
fn a_family_whose_cells_expire_is_named() {
    calmly(HBase::builder(), |hbase, _| {
        let day = Duration::from_secs(24 * 3_600);
        let families = [Family::new("f").time_to_live(day), Family::new("g")];
        hbase.create_split_table("t", &families, &[] as &[&[u8]]).unwrap();
        hbase.add_version_family("t").unwrap();
        let named = |family: &str| {
            format!(
                "the column family `{family}` of the HBase table `t` has a TTL of 86400s, but versions of rows and \
                 secondary keys must not expire"
            )
        };
        let check = |family: &str| hbase.table("t", family).with_versions().check_entries();
        assert_eq!(check("f").unwrap_err().to_string(), named("f"));
        check("g").unwrap();
        let families = [Family::new("f"), Family::new(VERSION_FAMILY).time_to_live(day)];
        hbase.create_split_table("u", &families, &[] as &[&[u8]]).unwrap();
        let error = named(VERSION_FAMILY).replace("`t`", "`u`");
        assert_eq!(hbase.add_version_family("u").unwrap_err().to_string(), error);
        let check = hbase.table("u", "f").with_versions().check_entries();
        assert_eq!(check.unwrap_err().to_string(), error);
    });
}

#[test]
fn a_cell_of_the_future_is_named() {
    calmly(HBase::builder(), |hbase, _| {
        let store = table(hbase, "t");
        let (now, key) = (store.now(), b"a".to_vec());
        let at = now + WriteClock::FARTHEST + 1_000;
        store.put_at(&[TimedPut { key: key.clone(), value: b"1".into(), at: now + 5_000 }]).unwrap();
        store.read_rows(std::slice::from_ref(&key)).unwrap();
        store.put_at(&[TimedPut { key: key.clone(), value: b"1".into(), at }]).unwrap();
        let is_named =
            |error: HBaseError| matches!(error, HBaseError::CellInFuture { timestamp, .. } if timestamp == at);
        assert!(is_named(store.read_rows(std::slice::from_ref(&key)).unwrap_err()));
        assert!(is_named(store.read_rows(&[key, b"b".to_vec()]).unwrap_err()));
        assert!(is_named(store.first_rows(&KeyRange::all(), 5).unwrap_err()));
    });
}

/// A plain write after a swap gets a higher timestamp, although the swap has one of the future.
#[test]
fn a_plain_write_after_a_swap_is_not_lost() {
    calmly(HBase::builder(), |hbase, _| {
        let store = table(hbase, "t");
        let at = store.now() + 60_000;
        assert!(is_done(&store, swap(b"a", None, at, Some("v1"), put("1"))));
        store.write(Batch::new().put("a", "2")).unwrap();
        assert_eq!(store.get(b"a").unwrap(), Some(b"2".to_vec()));
        store.put_at(&[TimedPut { key: b"b".to_vec(), value: b"1".to_vec(), at }]).unwrap();
        store.write(Batch::new().delete("b")).unwrap();
        assert_eq!(store.get(b"b").unwrap(), None);
    });
}

#[test]
fn stores_of_one_table_are_one() {
    calmly(HBase::builder(), |hbase, _| {
        let again = HBase::connect("gateway:9090").unwrap();
        let store = hbase.table("t", "f").with_versions();
        for same in [again.table("t", "f"), hbase.table("default:t", "f"), hbase.table("t", "g").with_qualifier("x")] {
            assert_eq!(store.prefix_in(&same), Some(Vec::new()));
        }
        let other = HBase::connect("other:9090").unwrap();
        for other in [other.table("t", "f"), hbase.table("u", "f"), hbase.table("n:t", "f")] {
            assert_eq!(store.prefix_in(&other), None);
        }
    });
}

#[test]
fn invalid_keys_and_values_are_not_sent() {
    calmly(HBase::builder().max_value(100), |hbase, network| {
        let store = table(hbase, "t");
        network.gateway.take_calls();
        let (empty, long) = (Vec::new(), vec![1; crate::MAX_KEY + 1]);
        for key in [empty, long] {
            let is_named = |error: Option<HBaseError>| {
                let is_named = matches!(error, Some(HBaseError::EmptyKey { .. } | HBaseError::KeyTooLong { .. }));
                assert!(is_named, "{error:?}");
            };
            is_named(store.read_rows(&[b"a".to_vec(), key.clone()]).err());
            is_named(store.read_new_rows(&[b"a".to_vec(), key.clone()]).err());
            is_named(store.put_at(&[TimedPut { key: key.clone(), value: b"1".into(), at: 5 }]).err());
            let row = TimedRow { key: key.clone(), version: b"v".into(), value: b"1".into(), at: 5 };
            is_named(store.put_rows_at(&[row]).err());
            is_named(store.delete_up_to(&[TimedDelete { key: key.clone(), up_to: 5 }]).err());
            is_named(store.swap(&[swap(&key, None, 5, Some("v1"), put("1"))]).err());
            is_named(store.create(&[swap(&key, None, 5, Some("v1"), put("1"))]).err());
        }
        let wide = swap(b"a", None, 5, Some("v1"), SwapValue::Put(vec![1; 100]));
        let is_named = |error: Option<HBaseError>| assert!(matches!(error, Some(HBaseError::ValueTooLong { .. })));
        is_named(store.swap(std::slice::from_ref(&wide)).err());
        is_named(store.create(&[wide]).err());
        is_named(store.put_at(&[TimedPut { key: b"a".to_vec(), value: vec![1; 100], at: 5 }]).err());
        assert_eq!(network.gateway.take_calls(), BTreeMap::new());
    });
}

/// Counts the calls of a task, without those that prove a connection.
fn calls_of(network: &Network, task: impl FnOnce()) -> Vec<(String, usize)> {
    network.gateway.take_calls();
    task();
    network.gateway.take_calls().into_iter().filter(|(method, _)| method != "getThriftServerType").collect()
}

fn calls(expected: &[(&str, usize)]) -> Vec<(String, usize)> {
    expected.iter().map(|(method, calls)| ((*method).to_owned(), *calls)).collect()
}

#[test]
fn an_indexed_table_makes_few_calls() {
    calmly(HBase::builder(), |hbase, network| {
        let by_seller = Table::new(table(hbase, "by_seller")).with_values::<KeyOf<Order>>();
        let orders = IndexedTable::new(Table::new(table(hbase, "orders"))).with_key(&by_seller, by_width);
        let order = |order: u16| Order { order, seller: 0 };
        network.allow_answers(2 << 20);
        // The first write records the secondary keys.
        orders.put(&order(1), "1").unwrap();
        let of_put = |value: &str| calls_of(network, || orders.put(&order(1), value).unwrap());
        assert_eq!(of_put("2"), calls(&[("checkAndMutate", 1), ("get", 1)]));
        assert_eq!(
            of_put("22"),
            calls(&[("checkAndMutate", 1), ("deleteMultiple", 1), ("get", 1), ("putMultiple", 1)])
        );
        let of_new = calls_of(network, || orders.put(&order(2), "1").unwrap());
        assert_eq!(of_new, calls(&[("checkAndMutate", 1), ("get", 1), ("putMultiple", 1)]));
        let of_delete = calls_of(network, || orders.delete(&order(2)).unwrap());
        assert_eq!(of_delete, calls(&[("checkAndMutate", 1), ("deleteMultiple", 1), ("get", 1)]));
        let of_missing = calls_of(network, || orders.delete(&order(3)).unwrap());
        assert_eq!(of_missing, calls(&[("get", 1)]));
        let rows = |value: &'static str| (100..1_100).map(move |id| (Order { order: id, seller: 0 }, value));
        // 1,000 rows: four reads, and the entries in one part.
        let of_all = calls_of(network, || orders.put_all(rows("1")).unwrap());
        assert_eq!(of_all, calls(&[("checkAndMutate", 1_000), ("getMultiple", 4), ("putMultiple", 1)]));
        let of_all = calls_of(network, || orders.put_all(rows("2")).unwrap());
        assert_eq!(of_all, calls(&[("checkAndMutate", 1_000), ("getMultiple", 4)]));
        let of_all = calls_of(network, || orders.put_all(rows("22")).unwrap());
        let expected = [("checkAndMutate", 1_000), ("deleteMultiple", 1), ("getMultiple", 4), ("putMultiple", 1)];
        assert_eq!(of_all, calls(&expected));
        let new = (2_000..3_000).map(|id| (Order { order: id, seller: 0 }, "2"));
        let of_load = calls_of(network, || orders.load(new).unwrap());
        // A scan of 500 keys finds which rows exist.
        let expected = [("getAllRegionLocations", 1), ("getScannerResults", 2), ("putMultiple", 2)];
        assert_eq!(of_load, calls(&expected));
        let plan = BySeller::scan().seller(2_u16).limit(100).plan().unwrap();
        let of_scan = calls_of(network, || assert_eq!(orders.rows_by(&by_seller, &plan).unwrap().count(), 100));
        // Two reads of the metadata, two pages of secondary keys, and one read of their rows.
        assert_eq!(of_scan, calls(&[("get", 2), ("getMultiple", 1), ("getScannerResults", 2)]));
        let swept = orders.sweep(None, |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((swept.deleted, swept.tombstones), (0, 0));
    });
}

/// Only calls that must not be sent twice prove their connection, if it has not just answered another call.
#[test]
fn a_swap_after_a_read_needs_no_proof() {
    calmly(HBase::builder(), |hbase, network| {
        let store = table(hbase, "t");
        network.gateway.take_calls();
        read(&store, b"a");
        assert!(is_done(&store, swap(b"a", None, 5, Some("v1"), put("1"))));
        let made = network.gateway.take_calls().into_iter().collect::<Vec<_>>();
        assert_eq!(made, calls(&[("checkAndMutate", 1), ("get", 1)]));
        host::sleep(Duration::from_secs(2));
        assert!(!is_done(&store, swap(b"a", None, 5, Some("v2"), put("1"))));
        let made = network.gateway.take_calls().into_iter().collect::<Vec<_>>();
        assert_eq!(made, calls(&[("checkAndMutate", 1), ("get", 1), ("getThriftServerType", 1)]));
    });
}

#[test]
fn rows_move_to_other_keys() {
    calmly(HBase::builder(), |hbase, _| {
        let tables = AtomicUsize::new(0);
        let new = || {
            let number = tables.fetch_add(1, Ordering::Relaxed);
            VersionedBlocks(["old", "new"].map(|name| table(hbase, &format!("{name}_{number}"))))
        };
        history::<Widened, _>(3, &new);
        history::<Salted, _>(3, &new);
        history::<InOrder<Salted>, _>(3, &new);
    });
}

/// Compares the read of a load with the other read, for keys in any order, with rows of all kinds at the keys and between
/// them.
#[test]
fn new_rows_are_read_like_others() {
    for batch_bytes in [100, 2 << 20] {
        calmly(HBase::builder().batch_bytes(batch_bytes).parallel(3), |hbase, _| {
            let store = table(hbase, "t");
            let mut rng = Rng::with_seed(5);
            let key = |number: u16| number.to_be_bytes().to_vec();
            for (number, change) in [(1, SwapValue::Delete), (2, SwapValue::Keep), (3, put("3")), (4, put(""))] {
                let keys = (0..60).map(|_| key(rng.u16(..) / 8 * 8 + number));
                let swaps: Vec<_> = keys.map(|key| swap(&key, None, 5, Some("v1"), change.clone())).collect();
                store.swap(&swaps).unwrap();
            }
            let plain: Vec<_> =
                (0..60).map(|_| TimedPut { key: key(rng.u16(..) / 8 * 8 + 5), value: b"5".into(), at: 5 }).collect();
            store.put_at(&plain).unwrap();
            // These rows have neither a version nor a value.
            let metadata = store.metadata().unwrap();
            (0..60).for_each(|_| metadata.write(Batch::new().put(key(rng.u16(..)), "metadata")).unwrap());
            let rows = store.first_rows(&KeyRange::all(), 1_000).unwrap();
            assert!(rows.len() > 250);
            let mut seen = BTreeSet::new();
            // Few keys and many, in one region and in both, few of which exist or nearly all.
            for number in [0, 3, 40, 700].into_iter().cycle().take(24) {
                let range = if rng.bool() { 0..=u16::MAX } else { 0x7000..=0x7fff };
                let mut keys: Vec<_> = (0..number).map(|_| key(rng.u16(range.clone()))).collect();
                let share = rng.usize(0..=rows.len());
                keys.extend(rows.iter().take(share).map(|(key, _)| key.clone()));
                keys.extend(keys.first().cloned());
                rng.shuffle(&mut keys);
                let found = store.read_new_rows(&keys).unwrap();
                assert_eq!(found, store.read_rows(&keys).unwrap());
                seen.extend(found.iter().map(|row| (row.version.is_some(), row.value.is_some())));
            }
            assert_eq!(seen.len(), 4);
        });
    }
}

/// The calls of the read of a load: a scan of up to 500 keys for each region, gets where a region has few of them, and the
/// read of the rows that exist.
#[test]
fn new_rows_are_read_in_few_calls() {
    calmly(HBase::builder(), |hbase, network| {
        let store = table(hbase, "t");
        network.allow_answers(2 << 20);
        let of_reads = |first: Range<u16>, second: Range<u16>| {
            let keys: Vec<_> = first.chain(second).map(|number| number.to_be_bytes().to_vec()).collect();
            calls_of(network, || drop(store.read_new_rows(&keys).unwrap()))
        };
        let of_read = |keys| of_reads(keys, 0..0);
        assert_eq!(of_read(0..0), calls(&[]));
        assert_eq!(of_read(0..1), calls(&[("get", 1)]));
        assert_eq!(of_read(0..15), calls(&[("getMultiple", 1)]));
        // The regions are read once a minute.
        assert_eq!(of_read(0..16), calls(&[("getAllRegionLocations", 1), ("getScannerResults", 1)]));
        assert_eq!(of_read(0..700), calls(&[("getScannerResults", 2)]));
        // The other region begins at 0x8000.
        assert_eq!(of_reads(0x7000..0x7100, 0x9000..0x9100), calls(&[("getScannerResults", 2)]));
        assert_eq!(of_reads(0x7000..0x7100, 0x9000..0x9003), calls(&[("getMultiple", 1), ("getScannerResults", 1)]));
        assert!(is_done(&store, swap(&[0x70, 5], None, 5, Some("v1"), SwapValue::Delete)));
        assert_eq!(of_read(0x7000..0x7100), calls(&[("get", 1), ("getScannerResults", 1)]));
        host::sleep(Duration::from_secs(61));
        assert_eq!(of_read(0..16), calls(&[("getAllRegionLocations", 1), ("getScannerResults", 1)]));
    });
}
