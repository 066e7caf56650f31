//! Rows and tables on a real HBase, including all edge cases.

use super::server::Fresh;
use super::tables::{Model, fill};
use rowkey::{KeyRange, RowKey, one_of};
use rowkey_hbase::{Bloom, Columns, Compression, Family, HBase, HBaseError, HBaseStore, MAX_KEY, TableSpec};
use rowkey_store::{
    AsyncTable, Batch, Blocking, Direction, MemoryStore, Store, Table, region_report, split_difference,
};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use store_suite::waited::{Park, WaitedTable};
use store_suite::{conformance, typed};

/// One server for all tests, which run one after the other, so that it ends when they have ended.
#[test]
fn rows() {
    let fresh = Fresh::start(&[]);
    let hbase = HBase::connect(&fresh.server.gateway).unwrap();
    typed_rows_are_put_got_and_scanned(&hbase);
    tables_may_be_waited_for(&hbase);
    filters_with_a_gap_find_all_rows(&hbase);
    many_ranges_of_one_bucket_are_read_side_by_side(&hbase, &fresh.server.gateway);
    rows_that_a_filter_of_the_user_leaves_out_are_none(&hbase);
    all_ranges_of_binary_keys_hold_their_rows(&hbase);
    pages_of_every_size_give_all_rows(&hbase, &fresh.server.gateway);
    values_are_kept_from_empty_to_a_megabyte(&hbase, &fresh.server.gateway);
    cells_have_up_to_ten_mebibytes(&hbase, &fresh.server.gateway);
    row_keys_have_one_to_32767_bytes(&hbase);
    batches_write_and_delete_the_last_change_of_each_key(&hbase);
    rows_that_were_just_deleted_can_be_put_again(&hbase);
    rows_are_compared_and_moved(&hbase);
    rows_may_have_several_columns(&hbase);
    tables_are_made_listed_disabled_and_deleted(&hbase);
    families_have_the_options_they_were_made_with(&hbase);
    names_and_split_keys_that_hbase_refuses_are_told(&hbase);
    missing_tables_and_families_are_named(&hbase);
    regions_that_do_not_match_the_key_are_a_warning(&hbase);
}

/// Creates a table with the column family `f`, split at these keys.
fn table(hbase: &HBase, name: &str, split_keys: &[&[u8]]) -> HBaseStore {
    hbase.create_split_table(name, &["f"], split_keys).unwrap();
    hbase.table(name, "f")
}

/// Compares the rows of a range with the model, in both directions.
fn assert_scans(store: &HBaseStore, model: &Model, range: &KeyRange) {
    let wanted: Vec<_> =
        model.iter().filter(|(key, _)| range.contains(key)).map(|(k, v)| (k.clone(), v.clone())).collect();
    let scan = |direction| store.scan(range.clone(), direction).unwrap().collect::<Result<Vec<_>, _>>().unwrap();
    assert!(scan(Direction::Forward) == wanted, "{range}");
    let mut reversed = scan(Direction::Reverse);
    reversed.reverse();
    assert!(reversed == wanted, "{range}, reversed");
}

#[derive(RowKey, Debug, PartialEq, Clone)]
struct Call {
    #[salt(buckets = 6)]
    #[pad(20)]
    phone: String,
    #[reverse_ts]
    at: i64,
}

fn call(phone: u64, at: i64) -> Call {
    Call { phone: phone.to_string(), at }
}

fn typed_rows_are_put_got_and_scanned(hbase: &HBase) {
    hbase.create_table::<Call>("calls", "f").unwrap();
    let starts: Vec<_> = hbase.regions("calls").unwrap().iter().map(|it| it.range.start().to_vec()).collect();
    assert_eq!(starts[0], b"");
    assert_eq!(starts[1..], *Call::SPLIT_KEYS);

    let calls = Table::new(hbase.table("calls", "f"));
    let model = Table::new(MemoryStore::new());
    let rows: Vec<_> = (0..1_000).map(|i| (call(i % 50, i as i64), i.to_string())).collect();
    calls.put_all(rows.iter().map(|(key, value)| (key, value.as_str()))).unwrap();
    model.put_all(rows.iter().map(|(key, value)| (key, value.as_str()))).unwrap();
    assert_eq!(calls.get(&call(7, 7)).unwrap(), Some(b"7".to_vec()));
    assert_eq!(calls.get(&call(7, 8)).unwrap(), None);
    calls.delete(&call(7, 7)).unwrap();
    model.delete(&call(7, 7)).unwrap();
    assert_eq!(calls.get(&call(7, 7)).unwrap(), None);

    for plan in [Call::scan().plan(), Call::scan().phone("7").plan(), Call::scan().phone("7").limit(3).plan()] {
        let plan = plan.unwrap();
        for plan in [plan.clone(), plan.reversed()] {
            let found: Vec<_> = calls.scan(&plan).unwrap().collect::<Result<_, _>>().unwrap();
            let wanted: Vec<_> = model.scan(&plan).unwrap().collect::<Result<_, _>>().unwrap();
            assert_eq!(found, wanted);
        }
    }

    let report = region_report(calls.store(), Call::LAYOUT, Call::SPLIT_KEYS).unwrap();
    assert_eq!(report, region_report(model.store(), Call::LAYOUT, Call::SPLIT_KEYS).unwrap());
    assert_eq!(report.regions().iter().map(|region| region.rows).sum::<u64>(), 999);
}

/// The async API of HBase. A thread pool makes its calls.
fn tables_may_be_waited_for(hbase: &HBase) {
    hbase.create_table::<typed::Call>("waited", "f").unwrap();
    let store = Blocking::new(hbase.table("waited", "f"), 4).unwrap().with_page_rows(7);
    typed::does_what_a_map_does(&WaitedTable(AsyncTable::new(store).allow_full_scans(), Park), 200);
}

#[derive(RowKey, Debug, PartialEq, Clone)]
struct Gap {
    id: u8,
    first: u8,
    any: u8,
    last: u8,
}

/// A fixed byte, any byte, a fixed byte. In reverse, HBase's filter would seek to the wrong row.
fn filters_with_a_gap_find_all_rows(hbase: &HBase) {
    hbase.create_table::<Gap>("gaps", "f").unwrap();
    let gaps = Table::new(hbase.table("gaps", "f")).allow_full_scans();
    let rows = (0..5 * 4 * 6 * 4).map(|i: u16| {
        let [id, first, any, last] = [i / 96, i / 24 % 4, i / 4 % 6, i % 4].map(|part| part as u8);
        Gap { id, first, any, last }
    });
    gaps.put_all(rows.clone().map(|row| (row, ""))).unwrap();
    let plan = Gap::scan().filter_first(2).filter_last(1).plan().unwrap();
    let mut wanted: Vec<_> = rows.filter(|row| row.first == 2 && row.last == 1).collect();
    for plan in [plan.clone(), plan.reversed()] {
        let found: Vec<Gap> = gaps.scan(&plan).unwrap().map(|row| row.unwrap().0).collect();
        assert_eq!(found, wanted);
        wanted.reverse();
    }
}

#[derive(RowKey, Debug, PartialEq, Clone)]
struct Visit {
    user: u32,
    at: u32,
}

/// Many values for a key without a salt, and pages that are smaller than some of the ranges.
fn many_ranges_of_one_bucket_are_read_side_by_side(hbase: &HBase, gateway: &str) {
    hbase.create_table::<Visit>("visits", "f").unwrap();
    let rows: Vec<_> = (0..600).flat_map(|user| (0..user % 7).map(move |at| Visit { user, at })).collect();
    let visits = Table::<Visit, _>::new(hbase.table("visits", "f"));
    visits.put_all(rows.iter().map(|row| (row, row.at.to_string()))).unwrap();
    let users = || (0..600).filter(|user| user % 3 != 0);
    let mut took = BTreeMap::new();
    for (parallel, page) in [(1, 2_000), (4, 3), (16, 2_000)] {
        let hbase = HBase::builder().parallel(parallel).page_rows(page).connect(gateway).unwrap();
        let visits = Table::<Visit, _>::new(hbase.table("visits", "f"));
        for limit in [usize::MAX, 1, 100] {
            let plan = Visit::scan().user(one_of(users())).filter_at(1..).limit(limit).plan().unwrap();
            for plan in [plan.clone(), plan.reversed()] {
                let rows = rows.iter().filter(|row| row.user % 3 != 0 && row.at >= 1).cloned();
                let wanted: Vec<Visit> =
                    if plan.is_reversed() { rows.rev().take(limit).collect() } else { rows.take(limit).collect() };
                let found: Vec<Visit> = visits.scan(&plan).unwrap().map(|row| row.unwrap().0).collect();
                assert_eq!(found, wanted);
            }
        }
        let plan = Visit::scan().user(one_of(users())).plan().unwrap();
        let start = Instant::now();
        assert_eq!(visits.scan(&plan).unwrap().count(), rows.iter().filter(|row| row.user % 3 != 0).count());
        took.insert(parallel, start.elapsed());
    }
    println!("400 ranges of one bucket, by how many are read at a time: {took:?}");
}

fn rows_that_a_filter_of_the_user_leaves_out_are_none(hbase: &HBase) {
    hbase.create_table::<Gap>("filtered", "f").unwrap();
    let store = hbase.table("filtered", "f");
    let rows = (0..3_000_u32).map(|i| {
        let [id, first, any, last] = [i / 600, i / 100 % 6, i / 10 % 10, i % 10].map(|part| part as u8);
        (Gap { id, first, any, last }, format!("{:02}", i * 7 % 100))
    });
    let rows: Vec<_> = rows.collect();
    Table::<Gap, _>::new(&store).put_all(rows.iter().map(|(row, value)| (row, value.as_str()))).unwrap();

    let filtered = store.clone().with_filter("ValueFilter(>=, 'binary:90') OR ValueFilter(=, 'binary:07')");
    let wanted: Vec<_> = rows.iter().filter(|(_, value)| value.as_str() >= "90" || value == "07").cloned().collect();
    let model = wanted.iter().map(|(row, value)| (row.key().to_vec(), value.clone().into_bytes())).collect();
    let ranges = [KeyRange::all(), KeyRange::prefix(&[2]), KeyRange::new([1, 3], Some(vec![3, 2, 5]))];
    for range in ranges {
        assert_scans(&filtered, &model, &range);
        let keys: Vec<_> = model.keys().filter(|key| range.contains(key)).collect();
        assert_eq!(filtered.count(range.clone()).unwrap(), keys.len() as u64);
        for (rows, direction) in [(0, Direction::Forward), (1, Direction::Reverse), (33, Direction::Forward)] {
            let found: Vec<_> = filtered.scan_first(rows, range.clone(), direction).map(|row| row.unwrap().0).collect();
            let keys: Vec<_> = match direction {
                Direction::Forward => keys.iter().copied().take(rows).cloned().collect(),
                Direction::Reverse => keys.iter().copied().rev().take(rows).cloned().collect(),
            };
            assert_eq!(found, keys);
        }
    }
    // Combined with the filters of a plan, and with its limit.
    let plan = Gap::scan().filter_first(one_of([2, 4])).filter_last(7).limit(20).plan().unwrap();
    for plan in [plan.clone(), plan.reversed()] {
        let rows = wanted.iter().filter(|(row, _)| matches!(row.first, 2 | 4) && row.last == 7);
        let rows = rows.map(|(row, value)| (row.clone(), value.clone().into_bytes()));
        let wanted: Vec<_> = if plan.is_reversed() { rows.rev().take(20).collect() } else { rows.take(20).collect() };
        assert!(!wanted.is_empty());
        let table = Table::<Gap, _>::new(&filtered).allow_full_scans();
        let found: Vec<_> = table.scan(&plan).unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(found, wanted);
    }
    // The filter also applies to columns. Reading a single row ignores it.
    store.put_columns(b"one", [("a", "1"), ("b", "2")]).unwrap();
    let named = store.clone().with_filter("QualifierFilter(=, 'binary:b')");
    let found: Vec<_> = named.scan_columns(KeyRange::all(), Direction::Forward).collect::<Result<_, _>>().unwrap();
    assert_eq!(found, [(b"one".to_vec(), Columns::from([(b"b".to_vec(), b"2".to_vec())]))]);
    assert_eq!(filtered.get(&rows[0].0.key()).unwrap(), Some(b"00".to_vec()));

    let none = store.with_filter("ValueFilter(");
    let error = none.count(KeyRange::all()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the gateway cannot scan the HBase table `filtered` with the filter `ValueFilter(`: see the gateway's log"
    );
}

/// All keys of up to two bytes from a set of five, and some more, in a table with split keys among them.
fn all_ranges_of_binary_keys_hold_their_rows(hbase: &HBase) {
    let bytes = [0, 1, 0x7F, 0xFE, 0xFF];
    let mut keys: Vec<Vec<u8>> = bytes.iter().map(|&byte| vec![byte]).collect();
    keys.extend(bytes.iter().flat_map(|&a| bytes.map(|b| vec![a, b])));
    let ends: Vec<Vec<u8>> =
        keys.iter().cloned().chain([vec![], vec![0, 0, 0], vec![0xFF, 0xFF, 0xFF], vec![2]]).collect();
    for long in [vec![0xFF, 0xFF, 0xFF, 0xFF], vec![0; 9], [vec![0x7E], vec![0xFF; 30]].concat(), vec![1, 0, 0]] {
        keys.push(long);
    }
    let store = table(hbase, "edges", &[b"\x01", b"\x7F\x01", b"\xFF\xFF"]);
    let model = fill(&store, keys.iter().enumerate().map(|(i, key)| (key.clone(), i.to_string().into())));
    for start in &ends {
        for stop in ends.iter().map(Some).chain([None]) {
            assert_scans(&store, &model, &KeyRange::new(start.clone(), stop.cloned()));
        }
    }
    for key in &keys {
        assert_eq!(store.get(key).unwrap().as_ref(), model.get(key));
        assert_scans(&store, &model, &KeyRange::exactly(key));
        assert_scans(&store, &model, &KeyRange::prefix(key));
    }
}

fn pages_of_every_size_give_all_rows(hbase: &HBase, gateway: &str) {
    let model = fill(&table(hbase, "pages", &[b"\x20"]), (0..100).map(|i| (vec![i], vec![i; 3])));
    for rows in [1, 2, 3, 7, 49, 50, 51, 99, 100, 101] {
        let hbase = HBase::builder().page_rows(rows).connect(gateway).unwrap();
        for range in [KeyRange::all(), KeyRange::new([3], Some(vec![97])), KeyRange::new([0x1F], Some(vec![0x21]))] {
            assert_scans(&hbase.table("pages", "f"), &model, &range);
        }
    }
}

fn values_are_kept_from_empty_to_a_megabyte(hbase: &HBase, gateway: &str) {
    let store = table(hbase, "values", &[]);
    let wide = |fill: u8| (0..1 << 20).map(|i| fill.wrapping_add((i % 251) as u8)).collect::<Vec<u8>>();
    let rows = (0..30).map(|i| (vec![i], if i % 3 == 0 { wide(i) } else { vec![] }));
    let model = fill(&store, rows);
    assert_eq!(store.get(&[0]).unwrap(), Some(wide(0)));
    assert_eq!(store.get(&[1]).unwrap(), Some(vec![]));
    assert_scans(&store, &model, &KeyRange::all());
    assert_eq!(store.count(KeyRange::all()).unwrap(), 30);

    // A page above the maximum size of an answer is requested again with fewer rows.
    let small = HBase::builder().max_answer(3 << 20).connect(gateway).unwrap();
    assert_scans(&small.table("values", "f"), &model, &KeyRange::all());
    let tiny = HBase::builder().max_answer(1 << 20).connect(gateway).unwrap().table("values", "f");
    assert!(matches!(tiny.get(&[0]), Err(HBaseError::AnswerTooLong { most: 0x10_0000, .. })));
    assert_eq!(tiny.get(&[1]).unwrap(), Some(vec![]));
    let rows: Vec<_> = tiny.scan(KeyRange::all(), Direction::Forward).unwrap().collect();
    assert!(matches!(rows.as_slice(), [Err(HBaseError::AnswerTooLong { .. })]));
}

/// The largest cell that HBase accepts is the largest that the client sends.
fn cells_have_up_to_ten_mebibytes(hbase: &HBase, gateway: &str) {
    let store = table(hbase, "cells", &[]).with_qualifier("column");
    for key in [vec![b'k'], vec![b'k'; 1_000]] {
        let most = (10 << 20) - 24 - key.len() - "f".len() - "column".len();
        let value = vec![7; most];
        store.write(Batch::new().put(key.as_slice(), value.as_slice())).unwrap();
        assert_eq!(store.get(&key).unwrap(), Some(value));

        // If one value is too long, no row of the batch is written.
        let long = vec![7; most + 1];
        let error = store.write(Batch::new().put("a", "fine").put(key.as_slice(), long.as_slice())).unwrap_err();
        assert!(
            matches!(error, HBaseError::ValueTooLong { bytes, most: found, .. } if bytes == most + 1 && found == most)
        );
        let text = error.to_string();
        assert!(
            text.starts_with(&format!("expected a value of at most {most} bytes for this key and column"))
                && text.ends_with(&format!("found {}", most + 1)),
            "{text}"
        );
        let error = store.put_columns(&key, [("column", long.as_slice())]).unwrap_err();
        assert!(matches!(error, HBaseError::ValueTooLong { .. }), "{error:?}");
        assert_eq!(store.get(b"a").unwrap(), None);

        // HBase rejects it too.
        let trusting = HBase::builder().max_value(64 << 20).connect(gateway).unwrap();
        let trusting = trusting.table("cells", "f").with_qualifier("column");
        let error = trusting.write(Batch::new().put(key.as_slice(), long)).unwrap_err();
        assert!(matches!(error, HBaseError::Server { .. }), "{error:?}");
    }
}

fn row_keys_have_one_to_32767_bytes(hbase: &HBase) {
    let store = table(hbase, "widths", &[]);
    let longest = |last: u8| [vec![7; MAX_KEY - 1], vec![last]].concat();
    let keys = [vec![6], longest(0), longest(7), longest(0xFF), vec![7; 3], vec![0xFF; MAX_KEY]];
    let model = fill(&store, keys.iter().map(|key| (key.clone(), vec![1])));
    for key in &keys {
        assert_eq!(store.get(key).unwrap(), Some(vec![1]));
        assert_scans(&store, &model, &KeyRange::exactly(key));
        assert_scans(&store, &model, &KeyRange::new(key.clone(), None));
        assert_scans(&store, &model, &KeyRange::new([], Some(key.clone())));
    }
    assert_scans(&store, &model, &KeyRange::all());

    let too_long = vec![b'k'; MAX_KEY + 1];
    let refused = [
        store.write(Batch::new().put("a", "").put(too_long.as_slice(), "")).unwrap_err(),
        store.write(Batch::new().put("a", "").delete(too_long.as_slice())).unwrap_err(),
        store.get(&too_long).unwrap_err(),
        store.put_columns(&too_long, [("a", "")]).unwrap_err(),
    ];
    for error in refused {
        assert!(matches!(&error, HBaseError::KeyTooLong { key, .. } if *key == too_long));
        assert!(
            error.to_string().starts_with(
                "expected a row key of at most 32767 bytes for the HBase table `widths`, found 32768: kkkk"
            )
        );
    }
    assert_eq!(store.get(b"a").unwrap(), None);
    let refused = store.write(Batch::new().put("", "")).unwrap_err();
    assert_eq!(refused.to_string(), "a row key of the HBase table `widths` cannot be empty");
}

fn batches_write_and_delete_the_last_change_of_each_key(hbase: &HBase) {
    let store = table(hbase, "batches", &[b"m"]);
    // Puts and deletes, both in several parts.
    let rows =
        |from: u32| (0..5_000_u32).map(move |i| (format!("{i:05}").into_bytes(), (from + i).to_string().into_bytes()));
    fill(&store, rows(0));
    let mut batch = Batch::new();
    for (i, (key, value)) in rows(1).enumerate() {
        if i % 2 == 0 {
            batch.delete(key)
        } else {
            batch.put(key, value)
        };
    }
    store.write(&batch).unwrap();
    let model: Model = rows(1).enumerate().filter(|(i, _)| i % 2 == 1).map(|(_, row)| row).collect();
    assert_scans(&store, &model, &KeyRange::all());
    store.write(&Batch::new()).unwrap();
}

/// In HBase, a delete hides a put in the same millisecond, even a later one.
fn rows_that_were_just_deleted_can_be_put_again(hbase: &HBase) {
    let store = table(hbase, "again", &[]);
    for i in 0..300_u32 {
        store.write(Batch::new().delete("row")).unwrap();
        store.write(Batch::new().put("row", i.to_string())).unwrap();
        assert_eq!(store.get(b"row").unwrap(), Some(i.to_string().into_bytes()));
    }
}

/// HBase compares and moves rows like any other store.
fn rows_are_compared_and_moved(hbase: &HBase) {
    conformance::compares_and_sets(&table(hbase, "compared", &[]));
    conformance::counts_up_from_many_threads(&table(hbase, "counted", &[]));
    conformance::moves_rows(&table(hbase, "moved", &[b"m"]));
    conformance::copies_rows(&table(hbase, "copied", &[b"m"]));
}

fn rows_may_have_several_columns(hbase: &HBase) {
    let store = table(hbase, "columns", &[]);
    store.put_columns(b"a", [("seconds", "180"), ("tower", "17")]).unwrap();
    store.put_columns(b"a", [("tower", "18")]).unwrap();
    store.write(Batch::new().put("a", "value").put("b", "other")).unwrap();
    let columns = |columns: &[(&str, &str)]| {
        let columns = columns.iter().map(|(name, value)| (name.as_bytes().to_vec(), value.as_bytes().to_vec()));
        columns.collect::<Columns>()
    };
    let a = columns(&[("seconds", "180"), ("tower", "18"), ("v", "value")]);
    assert_eq!(store.get_columns(b"a").unwrap(), Some(a.clone()));
    assert_eq!(store.get_columns(b"c").unwrap(), None);
    let rows: Vec<_> = store.scan_columns(KeyRange::all(), Direction::Reverse).collect::<Result<_, _>>().unwrap();
    assert_eq!(rows, [(b"b".to_vec(), columns(&[("v", "other")])), (b"a".to_vec(), a)]);

    // The rows of another column.
    let towers = store.clone().with_qualifier("tower");
    let rows: Vec<_> = towers.scan(KeyRange::all(), Direction::Forward).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(rows, [(b"a".to_vec(), b"18".to_vec())]);
    assert_eq!(towers.count(KeyRange::all()).unwrap(), 1);
    towers.write(Batch::new().delete("a")).unwrap();
    assert_eq!(store.get_columns(b"a").unwrap(), None);
}

fn tables_are_made_listed_disabled_and_deleted(hbase: &HBase) {
    assert!(!hbase.table_exists("life").unwrap());
    let store = table(hbase, "life", &[b"a", b"b"]);
    assert!(hbase.table_exists("life").unwrap() && hbase.is_enabled("life").unwrap());
    assert!(hbase.tables().unwrap().contains(&"life".to_owned()));
    store.write(Batch::new().put("k", "v")).unwrap();

    let says = |error: HBaseError, text: &str| assert_eq!(error.to_string(), text);
    says(hbase.create_table::<Call>("life", "f").unwrap_err(), "the HBase table `life` already exists");
    says(hbase.delete_table("life").unwrap_err(), "the HBase table `life` is enabled: disable it first");
    says(hbase.enable_table("life").unwrap_err(), "the HBase table `life` is enabled: disable it first");
    hbase.disable_table("life").unwrap();
    assert!(!hbase.is_enabled("life").unwrap());
    says(store.get(b"k").unwrap_err(), "the HBase table `life` is disabled");
    says(store.count(KeyRange::all()).unwrap_err(), "the HBase table `life` is disabled");
    says(hbase.disable_table("life").unwrap_err(), "the HBase table `life` is disabled");
    hbase.enable_table("life").unwrap();
    assert_eq!(store.get(b"k").unwrap(), Some(b"v".to_vec()));
    hbase.disable_table("life").unwrap();
    hbase.delete_table("life").unwrap();
    assert!(!hbase.table_exists("life").unwrap());
    says(hbase.delete_table("life").unwrap_err(), "HBase has no table `life`");
}

fn missing_tables_and_families_are_named(hbase: &HBase) {
    let none = hbase.table("none", "f");
    let errors = [
        none.get(b"a").unwrap_err(),
        none.write(Batch::new().put("a", "")).unwrap_err(),
        none.write(Batch::new().delete("a")).unwrap_err(),
        none.count(KeyRange::all()).unwrap_err(),
        none.scan(KeyRange::all(), Direction::Reverse).unwrap().next().unwrap().unwrap_err(),
        none.split_keys().unwrap_err(),
        hbase.disable_table("none").unwrap_err(),
        hbase.enable_table("none").unwrap_err(),
        hbase.is_enabled("none").unwrap_err(),
    ];
    for (i, error) in errors.iter().enumerate() {
        assert_eq!(error.to_string(), "HBase has no table `none`", "error {i}");
    }
    table(hbase, "families", &[]);
    let other = hbase.table("families", "g");
    let errors = [
        other.get(b"a").unwrap_err(),
        other.write(Batch::new().put("a", "")).unwrap_err(),
        other.put_columns(b"a", [("b", "")]).unwrap_err(),
        other.count(KeyRange::all()).unwrap_err(),
        other.scan(KeyRange::all(), Direction::Forward).unwrap().next().unwrap().unwrap_err(),
    ];
    for (i, error) in errors.iter().enumerate() {
        assert_eq!(error.to_string(), "the HBase table `families` has no column family `g`", "error {i}");
    }
}

fn regions_that_do_not_match_the_key_are_a_warning(hbase: &HBase) {
    let store = table(hbase, "regions", &[b"\x01", b"\x02", b"\x04", b"\x05", b"\x05\x80"]);
    let difference = split_difference(&store, Call::LAYOUT, Call::SPLIT_KEYS).unwrap().unwrap();
    assert_eq!(difference.to_string(), r"missing split \x03, extra split \x05\x80");
    fill(&store, (0..6).map(|i| (vec![i, 0x90], vec![])));
    let report = region_report(&store, Call::LAYOUT, Call::SPLIT_KEYS).unwrap();
    assert_eq!(report.difference(), Some(&difference));
    assert_eq!(report.regions().iter().map(|region| region.rows).collect::<Vec<_>>(), [1, 1, 2, 1, 0, 1]);
}

fn families_have_the_options_they_were_made_with(hbase: &HBase) {
    let day = Duration::from_secs(24 * 3600);
    let full = Family::new("full").time_to_live(90 * day).compression(Compression::Gzip).bloom(Bloom::RowAndColumn);
    let full = full.max_versions(3).block_size(16 << 10);
    let table = TableSpec::new("options").max_file_size(3 << 30).split_policy(TableSpec::NO_SPLITS);
    hbase.create_split_table(table.clone(), &[full.clone(), Family::new("plain")], &[b"b", b"a"]).unwrap();
    assert_eq!(hbase.table_spec("options").unwrap(), table);
    let plain = Family::new("plain").compression(Compression::None).bloom(Bloom::Row);
    let plain = plain.max_versions(1).block_size(64 << 10);
    assert_eq!(hbase.families("options").unwrap(), [full, plain]);
    assert_eq!(hbase.table("options", "full").split_keys().unwrap().unwrap(), [b"a", b"b"]);
    assert!(matches!(hbase.families("none"), Err(HBaseError::NoTable { .. })));
    let table = TableSpec::new("prefixes").split_by_prefix(const { Call::LAYOUT.prefix_width(0).unwrap() });
    let family = Family::new("f").bloom(Bloom::RowPrefix(const { Call::LAYOUT.prefix_width(1).unwrap() }));
    hbase.create_table::<Call>(table.clone(), family.clone()).unwrap();
    assert_eq!(hbase.table_spec("prefixes").unwrap(), table);
    assert_eq!(hbase.families("prefixes").unwrap()[0].bloom, family.bloom);
    let refused = hbase.create_split_table("refused", &[Family::new("f").bloom(Bloom::RowPrefix(0))], &[b"a"]);
    assert!(matches!(refused, Err(HBaseError::Server { .. })), "{refused:?}");
    hbase.create_split_table("defaults", &["f"], &[b"a"]).unwrap();
    assert_eq!(hbase.table_spec("defaults").unwrap(), TableSpec::new("defaults"));
}

/// These names and keys are rejected before they are sent. HBase accepts all others of this kind.
fn names_and_split_keys_that_hbase_refuses_are_told(hbase: &HBase) {
    let none: &[&[u8]] = &[];
    for name in ["a b", "", ".a", "a:b:c", "zookeeper"] {
        let store = hbase.table(name, "f");
        let errors = [
            hbase.create_split_table(name, &["f"], none).unwrap_err(),
            hbase.table_exists(name).unwrap_err(),
            hbase.families(name).unwrap_err(),
            store.get(b"a").unwrap_err(),
            store.write(Batch::new().put("a", "")).unwrap_err(),
            store.count(KeyRange::all()).unwrap_err(),
            store.split_keys().unwrap_err(),
        ];
        for (i, error) in errors.iter().enumerate() {
            assert!(matches!(error, HBaseError::TableName { .. }), "`{name}`, error {i}: {error:?}");
        }
    }
    for family in ["", "a:b", ".f", "recovered.edits", &"f".repeat(128)] {
        let error = hbase.create_split_table("refused", &[family], none).unwrap_err();
        assert!(matches!(error, HBaseError::FamilyName { .. }), "`{family}`: {error:?}");
    }
    assert!(matches!(hbase.create_split_table("refused", &[] as &[&str], none), Err(HBaseError::NoFamilies { .. })));
    for keys in [&[b"a".as_slice(), b"b", b"a"][..], &[b""], &[&[7; MAX_KEY]]] {
        let error = hbase.create_split_table("refused", &["f"], keys).unwrap_err();
        assert!(matches!(error, HBaseError::SplitKey { .. }), "{error:?}");
    }
    assert!(!hbase.table_exists("refused").unwrap());
    let longest = "f".repeat(127);
    let name = "Änderung-1._a";
    // The name of a region: a comma, the split key, a comma, milliseconds, a dot, 32 digits, a dot.
    let split_key = [7; MAX_KEY - 14 - 49];
    hbase.create_split_table(name, &[longest.as_str(), "a b", "é"], &[&split_key]).unwrap();
    hbase.table(name, &longest).write(Batch::new().put("a", "1")).unwrap();
    assert_eq!(hbase.table(name, &longest).get(b"a").unwrap(), Some(b"1".to_vec()));
}

rowkey::laws!(Call, Gap, Visit);
