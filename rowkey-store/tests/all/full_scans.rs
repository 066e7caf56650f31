//! Tables reject plans that read every row and filter it, unless they allow full scans.

use rowkey::{If, Plan, RowKey, ScanError, Subspace, one_of};
use rowkey_store::{
    AsyncIndexedTable, AsyncTable, Blocking, IndexedTable, KeyOf, MemoryStore, Store, Table, TableError, Within,
};
use std::fmt;
use store_suite::waited::{Park, Run};

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(index(#[derive(Debug)] ByTower(tower, phone, at)))]
struct Call {
    #[salt(buckets = 4)]
    phone: u64,
    at: u32,
    tower: u8,
}

fn calls() -> Vec<(Call, String)> {
    let call = |n: u32| Call { phone: u64::from(n % 5), at: n, tower: (n % 3) as u8 };
    (0..30).map(|n| (call(n), format!("call {n}"))).collect()
}

fn table() -> Table<Call, MemoryStore> {
    let table = Table::new(MemoryStore::new());
    table.put_all(calls()).unwrap();
    table
}

/// Returns the field in the way of a rejected plan.
fn refused<T, E: std::error::Error>(result: Result<T, TableError<E>>) -> &'static str {
    match result {
        Err(TableError::Scan(error)) => match *error {
            ScanError::FullScan { field, .. } => field,
            other => panic!("another error: {other}"),
        },
        Err(other) => panic!("another error: {other}"),
        Ok(_) => panic!("not refused"),
    }
}

#[test]
fn a_function_that_returns_the_error_of_a_table_plans() {
    type Result<T> = std::result::Result<T, TableError<std::convert::Infallible>>;
    fn count(table: &Table<Call, MemoryStore>, towers: &[u8], ranges: usize) -> Result<u64> {
        table.count(&Call::scan().phone(3).filter_tower(one_of(towers)).at_most(ranges).plan()?)
    }
    assert_eq!(count(&table(), &[0, 1, 2], 1).unwrap(), 6);
    let error = count(&table(), &[1], 0).unwrap_err();
    assert!(matches!(&error, TableError::Scan(error) if matches!(**error, ScanError::TooManyRanges { .. })), "{error}");
}

#[test]
fn every_method_that_takes_a_plan_rejects_it() {
    let table = table();
    let of_tower = Call::scan().filter_tower(1u8).plan().unwrap();
    assert_eq!(refused(table.scan(&of_tower)), "phone");
    assert_eq!(refused(table.scan_by_range(&of_tower)), "phone");
    assert_eq!(refused(table.keys(&of_tower)), "phone");
    assert_eq!(refused(table.keys_by_range(&of_tower)), "phone");
    assert_eq!(refused(table.count(&of_tower)), "phone");
    assert_eq!(refused(table.delete_all(&of_tower)), "phone");
    assert_eq!(refused(table.scan(&of_tower.clone().reversed())), "phone");
    // A limit is no help: the scan reads on until it has enough rows.
    assert_eq!(refused(table.scan(&Call::scan().filter_tower(1u8).limit(1).plan().unwrap())), "phone");

    let indexed = IndexedTable::new(table);
    assert_eq!(refused(indexed.delete_all(&of_tower)), "phone");
    let table = indexed.table().clone().allow_full_scans();
    let rows = table.scan(&of_tower).unwrap().map(|row| row.unwrap().0);
    assert_eq!(rows.filter(|call| call.tower == 1).count(), 10);
    assert_eq!(table.scan_by_range(&of_tower).unwrap().count(), 10);
    assert_eq!((table.keys(&of_tower).unwrap().count(), table.keys_by_range(&of_tower).unwrap().count()), (10, 10));
    // The setting stays with another value codec.
    assert_eq!(table.clone().with_values::<rowkey_store::Bytes>().count(&of_tower).unwrap(), 10);
    let indexed = IndexedTable::new(table);
    assert_eq!(indexed.delete_all(&of_tower).unwrap(), 10);
    assert_eq!(indexed.table().count(&Call::scan().plan().unwrap()).unwrap(), 20);
}

#[test]
fn async_tables_have_the_same_rule() {
    let store = MemoryStore::new();
    Table::new(&store).put_all(calls()).unwrap();
    let of_tower = Call::scan().filter_tower(1u8).plan().unwrap();
    Park.run(async {
        let table = AsyncTable::<Call, _>::new(Blocking::new(store, 2).unwrap());
        assert_eq!(refused(table.scan(&of_tower).await), "phone");
        assert_eq!(refused(table.scan_by_range(&of_tower).await), "phone");
        assert_eq!(refused(table.keys(&of_tower).await), "phone");
        assert_eq!(refused(table.keys_by_range(&of_tower).await), "phone");
        assert_eq!(refused(table.count(&of_tower).await), "phone");
        assert_eq!(refused(table.delete_all(&of_tower).await), "phone");
        assert_eq!(table.count(&Call::scan().plan().unwrap()).await.unwrap(), 30);

        let indexed = AsyncIndexedTable::new(table);
        assert_eq!(refused(indexed.delete_all(&of_tower).await), "phone");
        let table = indexed.table().clone().allow_full_scans().with_values::<rowkey_store::Bytes>();
        assert_eq!(table.count(&of_tower).await.unwrap(), 10);
        assert_eq!(AsyncIndexedTable::new(table).delete_all(&of_tower).await.unwrap(), 10);
    });
}

#[test]
fn other_plans_pass() {
    let table = table();
    let count = |plan: Plan<Call>| table.count(&plan).unwrap();
    // Without conditions, every row is wanted.
    assert_eq!(count(Call::scan().plan().unwrap()), 30);
    assert_eq!(count(Call::scan().limit(3).plan().unwrap()), 3);
    assert_eq!(count(Call::scan().phone(If(None::<u64>)).filter_at(..).plan().unwrap()), 30);
    // A bound field narrows the ranges, also by several values or a range.
    assert_eq!(count(Call::scan().phone(2u64).filter_tower(1u8).plan().unwrap()), 2);
    assert_eq!(count(Call::scan().phone(one_of([2u64, 3])).filter_tower(1u8).plan().unwrap()), 4);
    assert_eq!(count(Call::scan().phone(..3).filter_tower(1u8).plan().unwrap()), 6);
    // A filter for one value of the salt's input leaves one bucket.
    assert_eq!(count(Call::scan().filter_phone(2u64).plan().unwrap()), 6);
    // A reader of one bucket has its part of the table.
    let parts = (0..4).map(|bucket| count(Call::scan().bucket(bucket).filter_tower(1u8).plan().unwrap()));
    assert_eq!(parts.sum::<u64>(), 10);
    // No key can meet the condition, so nothing is read.
    assert_eq!(count(Call::scan().filter_tower(one_of::<[u8; 0]>([])).plan().unwrap()), 0);
    // A skip scan reads the first row of each value. With a filter, it reads on until a row matches.
    let phones = Call::scan().plan().unwrap().distinct(Call::fields().phone).unwrap();
    assert_eq!(table.keys(&phones).unwrap().count(), 5);
    let phones = Call::scan().filter_tower(1u8).plan().unwrap().distinct(Call::fields().phone).unwrap();
    assert_eq!(refused(table.keys(&phones)), "phone");
}

#[test]
fn absent_conditions_leave_a_full_scan() {
    let table = table();
    let find = |phone: Option<u64>, at: Option<u32>| Call::scan().phone(If(phone)).at(If(at)).plan().unwrap();
    assert_eq!(table.count(&find(Some(2), Some(7))).unwrap(), 1);
    assert_eq!(table.count(&find(Some(2), None)).unwrap(), 6);
    assert_eq!(table.count(&find(None, None)).unwrap(), 30);
    assert_eq!(refused(table.count(&find(None, Some(7)))), "phone");
}

#[test]
fn each_page_of_a_full_scan_is_one() {
    let table = table();
    let page = |cursor: Option<&str>| Call::scan().filter_tower(1u8).limit(4).resume(cursor).plan().unwrap();
    let allowed = table.clone().allow_full_scans();
    let (mut found, mut cursor): (usize, Option<String>) = (0, None);
    loop {
        let plan = page(cursor.as_deref());
        assert!(plan.cost().full_scan && plan.cost().filters == 1);
        assert_eq!(refused(table.scan(&plan)), "phone");
        let mut rows = allowed.scan(&plan).unwrap();
        found += rows.by_ref().map(Result::unwrap).count();
        cursor = rows.cursor();
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(found, 10);
}

#[test]
fn a_secondary_key_answers_instead() {
    let by_tower = Table::new(MemoryStore::new()).with_values::<KeyOf<Call>>();
    let calls = IndexedTable::new(Table::new(MemoryStore::new())).with_index(&by_tower);
    calls.put_all(self::calls()).unwrap();
    assert_eq!(refused(calls.table().count(&Call::scan().filter_tower(1u8).plan().unwrap())), "phone");
    assert_eq!(by_tower.count(&ByTower::scan().tower(1u8).plan().unwrap()).unwrap(), 10);
    assert_eq!(refused(by_tower.count(&ByTower::scan().filter_at(7u32).plan().unwrap())), "tower");
    // Reading all rows in order to write them is no scan of a plan.
    let done = calls.reindex(None, |_| std::ops::ControlFlow::Continue(())).unwrap();
    assert_eq!((done.rows, done.added, done.removed), (30, 0, 0));
}

#[derive(RowKey, Debug, PartialEq)]
enum Row {
    #[rowkey(tag = "p")]
    Post { author: u32, at: u32 },
    #[rowkey(tag = "u")]
    User { name: u32, since: u32 },
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(under(tenant))]
enum Shared {
    #[rowkey(tag = "p")]
    Post { tenant: u8, at: u32 },
    #[rowkey(tag = "u")]
    User { tenant: u8, name: u32 },
}

#[test]
fn the_rows_of_a_record_type_are_a_full_scan_of_it() {
    let rows = Table::<Row, _>::new(MemoryStore::new());
    let all = (0..9).flat_map(|n| [Row::Post { author: n, at: n }, Row::User { name: n, since: n }]);
    rows.put_all(all.map(|row| (row, ""))).unwrap();
    assert_eq!(rows.count(&Row::scan().plan().unwrap()).unwrap(), 18);
    assert_eq!(rows.count(&Row::scan_post().plan().unwrap()).unwrap(), 9);
    assert_eq!(rows.count(&Row::scan_post().author(3u32).filter_at(3u32).plan().unwrap()).unwrap(), 1);
    assert_eq!(refused(rows.count(&Row::scan_post().filter_at(3u32).plan().unwrap())), "author");
    assert_eq!(refused(rows.count(&Row::scan_user().filter_since(3u32).plan().unwrap())), "name");

    let rows = Table::<Shared, _>::new(MemoryStore::new());
    let all = (0..9).flat_map(|n| [Shared::Post { tenant: 1, at: n }, Shared::User { tenant: 2, name: n }]);
    rows.put_all(all.map(|row| (row, ""))).unwrap();
    assert_eq!(rows.count(&Shared::scan().plan().unwrap()).unwrap(), 18);
    assert_eq!(rows.count(&Shared::scan_post().tenant(1u8).plan().unwrap()).unwrap(), 9);
    // The tag comes after the tenant, so this reads the rows of all record types.
    let posts = Shared::scan_post().plan().unwrap();
    assert_eq!(refused(rows.count(&posts)), "tenant");
    assert_eq!(posts.cost().to_string(), "1 range, full scan, filtered by record type");
    assert_eq!(rows.allow_full_scans().count(&posts).unwrap(), 9);
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(separator = "::")]
struct Wide {
    #[salt(md5, buckets = 1 << 27, hex(7), of(id, part))]
    #[rowkey(chars("a-z"))]
    id: String,
    part: u32,
}

#[derive(RowKey, Debug, PartialEq)]
struct ByHour {
    #[rowkey(element(at.div(3_600), bytes(4)))]
    device: u32,
    at: u32,
}

#[test]
fn the_field_in_the_way_is_named() {
    // With all labels as one range, `id` is only a filter, although it is bound. The salt also needs `part`.
    let wide = Table::<Wide, _>::new(MemoryStore::new());
    wide.put_all((0..9).map(|part| (Wide { id: "a".into(), part }, ""))).unwrap();
    assert_eq!(wide.count(&Wide::scan().plan().unwrap()).unwrap(), 9);
    let of_id = Wide::scan().id("a").plan().unwrap();
    assert_eq!((of_id.cost().ranges, of_id.cost().buckets), (1, 1 << 27));
    assert_eq!(refused(wide.count(&of_id)), "part");
    assert_eq!(wide.count(&Wide::scan().id("a").part(3u32).plan().unwrap()).unwrap(), 1);

    // The hour comes first, and it is computed from `at`.
    let hours = Table::<ByHour, _>::new(MemoryStore::new());
    hours.put_all((0..9).map(|hour| (ByHour { device: 7, at: 3_600 * hour }, ""))).unwrap();
    assert_eq!(refused(hours.count(&ByHour::scan().device(7u32).plan().unwrap())), "at");
    assert_eq!(hours.count(&ByHour::scan().device(7u32).at(..7_200).plan().unwrap()).unwrap(), 2);
    assert_eq!(hours.count(&ByHour::scan().filter_at(..7_200).plan().unwrap()).unwrap(), 2);
}

fn holds_in<S: Store>(store: S)
where
    S::Error: fmt::Debug,
{
    let table = Table::<Call, _>::new(store);
    table.put_all(calls()).unwrap();
    assert_eq!(refused(table.count(&Call::scan().filter_at(7u32).plan().unwrap())), "phone");
    assert_eq!(table.allow_full_scans().count(&Call::scan().filter_at(7u32).plan().unwrap()).unwrap(), 1);
}

#[test]
fn a_part_of_a_store_has_the_same_rule() {
    holds_in(MemoryStore::new());
    holds_in(Within::new(MemoryStore::new(), Subspace::new(b"acme/")));
}

rowkey::laws!(Call, Row, Shared, Wide, ByHour);
