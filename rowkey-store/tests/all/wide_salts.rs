//! Tables whose salt has more labels than a plan may have ranges, compared with a map, in both APIs.

use rowkey::{CursorError, OwnedKey, Plan, RowKey, ScanError, starts_with};
use rowkey_store::{AsyncTable, Blocking, MemoryStore, Table, TableError};
use std::collections::BTreeMap;
use std::fmt::Debug;

use crate::rekey_all;
use store_suite::waited::{Park, Run};

/// The table of the fifth founding post.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500)))]
struct IdRow {
    #[salt(md5, buckets = 1 << 27, hex(7))]
    id: String,
}

/// A whole digest as the label. It has more values than a number of 128 bits can count.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(salt(md5, of(user), hex(32)), separator = "_")]
struct Order {
    #[rowkey(terminated)]
    user: String,
    id: u32,
}

/// The label of the design guide: four hex digits, computed from one of two fields.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(salt(md5, of(user), hex(4)))]
struct Event {
    kind: u8,
    #[rowkey(terminated)]
    user: String,
}

/// Keys of another table in the same store. They are among the labels of each of these tables.
#[derive(RowKey, Debug)]
#[rowkey(prefix = "5:")]
struct Setting {
    name: String,
}

/// Checks that both APIs find the rows that a filter over all rows finds.
fn check<K: OwnedKey + Ord + Clone + Debug>(
    rows: &[K],
    plan: impl Fn(Option<usize>, Option<&str>) -> Plan<K>,
    is_row: impl Fn(&K) -> bool,
) {
    let store = MemoryStore::new();
    let settings = Table::<Setting, _>::new(&store);
    settings.put_all(["", "a", "f00d"].map(|name| (Setting { name: name.into() }, ""))).unwrap();
    let table = Table::<K, _>::new(&store).allow_full_scans();
    table.put_all(rows.iter().map(|row| (row.clone(), format!("{row:?}")))).unwrap();
    let waited = AsyncTable::<K, _>::new(Blocking::new(store.clone(), 3).unwrap()).allow_full_scans();

    let whole: BTreeMap<K, Vec<u8>> = rows.iter().map(|row| (row.clone(), format!("{row:?}").into_bytes())).collect();
    let wanted: BTreeMap<K, Vec<u8>> = whole.clone().into_iter().filter(|(row, _)| is_row(row)).collect();
    let all = plan(None, None);
    for plan in [all.clone(), all.clone().reversed()] {
        let found: Vec<(K, Vec<u8>)> = table.scan_by_range(&plan).unwrap().map(Result::unwrap).collect();
        assert_eq!((found.len(), found.into_iter().collect()), (wanted.len(), wanted.clone()));
        let keys: Vec<K> = table.keys_by_range(&plan).unwrap().map(Result::unwrap).collect();
        let keys_again = Park.run(async {
            let (mut keys, mut found) = (Vec::new(), waited.keys_by_range(&plan).await.unwrap());
            while let Some(key) = found.next().await {
                keys.push(key.unwrap());
            }
            let mut rows = waited.scan_by_range(&plan).await.unwrap();
            for key in &keys {
                let row = rows.next().await.unwrap().unwrap();
                assert_eq!(row, (key.clone(), wanted[key].clone()));
            }
            assert!(rows.next().await.is_none());
            keys
        });
        assert_eq!((keys.len(), &keys_again), (wanted.len(), &keys), "as many, in one order");
        assert_eq!(table.count(&plan).unwrap(), wanted.len() as u64);
        assert_eq!(Park.run(waited.count(&plan)).unwrap(), wanted.len() as u64);
        // In key order, the plan is rejected before any row is read.
        let refused =
            |error| matches!(error, TableError::Scan(error) if matches!(*error, ScanError::TooManyToMerge { .. }));
        assert!(refused(table.scan(&plan).unwrap_err()) && refused(table.keys(&plan).unwrap_err()));
        assert!(refused(Park.run(waited.scan(&plan)).unwrap_err()));
        assert!(refused(Park.run(waited.keys(&plan)).unwrap_err()));
    }
    // Pages of 7 rows, each from the cursor of the previous page.
    let (mut pages, mut cursor) = (Vec::new(), None::<String>);
    while pages.len() <= wanted.len() {
        let mut page = table.scan_by_range(&plan(Some(7), cursor.as_deref())).unwrap();
        let rows: Vec<K> = page.by_ref().map(|row| row.unwrap().0).collect();
        assert_eq!(table.count(&plan(Some(7), cursor.as_deref())).unwrap(), rows.len() as u64);
        if rows.is_empty() {
            break;
        }
        cursor = page.cursor();
        assert_eq!(page.has_more().unwrap(), pages.len() + rows.len() < wanted.len());
        pages.extend(rows);
    }
    let keys: Vec<K> = table.keys_by_range(&all).unwrap().map(Result::unwrap).collect();
    assert_eq!(pages, keys);

    // Deletes all of these rows, with both APIs, and no other row.
    assert_eq!(table.delete_all(&all).unwrap(), wanted.len() as u64);
    assert_eq!((table.count(&all).unwrap(), table.delete_all(&all).unwrap()), (0, 0));
    table.put_all(wanted.keys().map(|row| (row.clone(), ""))).unwrap();
    assert_eq!(Park.run(waited.delete_all(&all)).unwrap(), wanted.len() as u64);
    for row in whole.keys() {
        assert_eq!(table.contains(row).unwrap(), !is_row(row), "{row:?}");
    }
    assert_eq!(settings.count(&Setting::scan().plan().unwrap()).unwrap(), 3);
}

macro_rules! plan {
    ($query:expr) => {
        &|limit: Option<usize>, cursor: Option<&str>| {
            let query = limit.map_or($query, |limit| $query.limit(limit));
            query.clone().resume(cursor).plan().unwrap()
        }
    };
}

#[test]
fn a_table_with_a_wide_salt_is_read_counted_and_deleted() {
    let ids: Vec<IdRow> =
        (0..2_500).map(|n| IdRow { id: format!("{}{n}", if n % 3 == 0 { "u" } else { "::" }) }).collect();
    check(&ids, plan!(IdRow::scan()), |_| true);
    check(&ids, plan!(IdRow::scan().filter_id(starts_with("u"))), |row| row.id.starts_with('u'));
    let orders: Vec<Order> = (0..200).map(|id| Order { user: format!("u{}", id % 11), id }).collect();
    check(&orders, plan!(Order::scan()), |_| true);
    check(&orders, plan!(Order::scan().filter_id(50..100)), |row| (50..100).contains(&row.id));
    let events: Vec<Event> = (0..200).map(|n| Event { kind: n % 3, user: format!("{n}") }).collect();
    check(&events, plan!(Event::scan()), |_| true);
    check(&events, plan!(Event::scan().kind(2)), |row| row.kind == 2);
}

/// `rekey` reads one range too: the labels that older rows have.
#[test]
fn rows_of_a_narrow_salt_move_to_a_wide_one() {
    mod before {
        use rowkey::RowKey;

        #[derive(RowKey)]
        #[rowkey(separator = "::")]
        pub struct Id(#[salt(md5, buckets = 1 << 12, hex(7))] pub u32);
    }

    #[derive(RowKey, Debug, PartialEq)]
    #[rowkey(separator = "::")]
    struct Id(#[salt(md5, buckets = 1 << 27, hex(7), was(1 << 12))] u32);

    mod after {
        use rowkey::RowKey;

        #[derive(RowKey, Debug, PartialEq)]
        #[rowkey(separator = "::")]
        pub struct Id(#[salt(md5, buckets = 1 << 27, hex(7))] pub u32);
    }

    let store = MemoryStore::new();
    Table::new(&store).put_all((0..1_500).map(|n| (before::Id(n), ""))).unwrap();
    let table = Table::<Id, _>::new(&store);
    // Only a merge knows which of several storage locations of a row counts.
    assert!(matches!(table.count(&Id::scan().plan().unwrap()), Err(TableError::Scan(_))));
    assert_eq!(rekey_all(&table), 1_500);
    let after = Table::<after::Id, _>::new(&store);
    let mut ids: Vec<u32> =
        after.keys_by_range(&after::Id::scan().plan().unwrap()).unwrap().map(|id| id.unwrap().0).collect();
    ids.sort_unstable();
    assert!(ids.into_iter().eq(0..1_500));
}

#[derive(RowKey, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Call {
    #[salt(buckets = 5)]
    phone: u16,
    at: u8,
}

/// The rest after a cursor can be read, counted, and deleted only in the order of its page.
#[test]
fn the_rest_after_a_page_is_read_in_the_order_of_the_page() {
    let store = MemoryStore::new();
    let table = Table::<Call, _>::new(&store);
    let calls: Vec<Call> = (0..40).flat_map(|phone| [1, 2, 3].map(|at| Call { phone, at })).collect();
    let is_refused = |error: TableError<_>| {
        let TableError::Scan(error) = error else { panic!("{error}") };
        assert!(matches!(*error, ScanError::Cursor { reason: CursorError::Order { .. }, .. }), "{error}");
    };
    for (is_by_range, reversed) in [(false, false), (false, true), (true, false), (true, true)] {
        table.put_all(calls.iter().map(|call| (call.clone(), ""))).unwrap();
        let turned = |plan: Plan<_>, reversed: bool| if reversed { plan.reversed() } else { plan };
        let keys = |plan: &Plan<_>, is_by_range| if is_by_range { table.keys_by_range(plan) } else { table.keys(plan) };
        let all: Vec<Call> =
            keys(&turned(Call::scan().plan().unwrap(), reversed), is_by_range).unwrap().map(Result::unwrap).collect();
        let mut page = keys(&turned(Call::scan().limit(50).plan().unwrap(), reversed), is_by_range).unwrap();
        assert_eq!(page.by_ref().count(), 50);
        let cursor = page.cursor().unwrap();
        let rest = turned(Call::scan().resume(Some(&cursor)).plan().unwrap(), reversed);
        let found: Vec<Call> = keys(&rest, is_by_range).unwrap().map(Result::unwrap).collect();
        assert_eq!(found, all[50..]);
        for (other, is_turned) in [(!is_by_range, false), (is_by_range, true), (!is_by_range, true)] {
            is_refused(keys(&turned(rest.clone(), is_turned), other).unwrap_err());
        }
        is_refused(table.count(&rest.clone().reversed()).unwrap_err());
        assert_eq!(table.count(&rest).unwrap(), 70);
        assert_eq!(table.delete_all(&rest).unwrap(), 70);
        let mut left: Vec<Call> = table.keys(&Call::scan().plan().unwrap()).unwrap().map(Result::unwrap).collect();
        let mut expected = all[..50].to_vec();
        left.sort();
        expected.sort();
        assert_eq!(left, expected);
    }
}

rowkey::laws!(IdRow, Order, Event, Setting, Call);
