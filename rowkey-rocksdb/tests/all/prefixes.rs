//! Prefix extractors and their Bloom filters.

use crate::{Scratch, Widths, creating, message, options, other_table, scratch, scratch_store};
use rocksdb::statistics::Ticker;
use rocksdb::{BlockBasedOptions, ColumnFamilyDescriptor, Options, SliceTransform};
use rowkey::{KeyRange, RowKey};
use rowkey_rocksdb::{Database, RocksError, RocksOptions, RocksStore};
use rowkey_store::{Batch, Direction, MemoryStore, Reader, Scan, Store, Table};
use std::sync::Arc;
use store_suite::conformance::{check_seek, rows};

fn flush(store: &RocksStore) {
    let database = store.database();
    database.flush_cf(&database.cf_handle("rows").unwrap()).unwrap();
}

/// Writes and deletes keys of up to four bytes from a small alphabet, many of them shorter than the prefix, and reads
/// every kind of range. The rows are in many files.
#[test]
fn every_range_is_read_right() {
    for width in 0..=3 {
        let mut random = fastrand::Rng::with_seed(7);
        let (memory, (rocks, _scratch)) = (MemoryStore::new(), scratch_store(width));
        let mut key = || -> Vec<u8> {
            let bytes = [0x00, 0x01, b'a', 0xFE, 0xFF];
            (0..random.usize(..5)).map(|_| bytes[random.usize(..5)]).collect()
        };
        for round in 0..120 {
            let mut batch = Batch::new();
            for n in 0..round % 20 {
                match n % 3 {
                    0 => batch.delete(key()),
                    _ => batch.put(key(), [round as u8; 30]),
                };
            }
            memory.write(&batch).unwrap();
            rocks.write(&batch).unwrap();
            if round % 10 == 9 {
                flush(&rocks);
            }
            let mut ranges = vec![KeyRange::prefix(&key()), KeyRange::exactly(&key())];
            ranges.extend((0..10).map(|n| KeyRange::new(key(), (n > 0).then(&mut key))));
            for (range, direction) in
                ranges.into_iter().flat_map(|range| [(range.clone(), Direction::Forward), (range, Direction::Reverse)])
            {
                let expected = rows(&memory, range.clone(), direction);
                assert_eq!(rows(&rocks, range.clone(), direction), expected, "{width}, {range}, {direction:?}");
                check_seek(&rocks, &range, &key());
            }
            let key = key();
            assert_eq!(rocks.get(&key).unwrap(), memory.get(&key).unwrap());
            assert_eq!(rocks.reader().unwrap().contains(&key).unwrap(), memory.get(&key).unwrap().is_some());
        }
    }
}

#[test]
fn keys_shorter_than_the_prefix_are_read() {
    let (store, _scratch) = scratch_store(3);
    let keys: [&[u8]; 5] = [b"", b"a", b"ab", b"abc", b"abcd"];
    let mut batch = Batch::new();
    keys.iter().for_each(|key| _ = batch.put(key, key));
    store.write(&batch).unwrap();
    flush(&store);
    let all = rows(&store, KeyRange::all(), Direction::Forward);
    assert_eq!(all.iter().map(|row| &row.0[..]).collect::<Vec<_>>(), keys);
    assert!(keys.iter().all(|key| store.get(key).unwrap().as_deref() == Some(*key)));
    // No key has the prefix of the start.
    let after = rows(&store, KeyRange::new("aaa", None), Direction::Forward);
    assert_eq!(after.iter().map(|row| &row.0[..]).collect::<Vec<_>>(), keys[2..]);
    let short = rows(&store, KeyRange::new("a", Some(b"abc".to_vec())), Direction::Reverse);
    assert_eq!(short.iter().map(|row| &row.0[..]).collect::<Vec<_>>(), [&b"ab"[..], b"a"]);
}

/// Opens a table with prefixes of the first `fields` fields. The options count what its filters do.
fn counting(fields: usize) -> (RocksStore, Options, Scratch) {
    let (scratch, mut counting) = (scratch(), creating());
    counting.enable_statistics();
    let options = RocksOptions::new(counting.clone());
    let options = if fields == 0 { options } else { options.with_prefix_of::<Widths>(fields).unwrap() };
    (options.open(&scratch.path, "rows").unwrap().without_waiting(), counting, scratch)
}

/// Returns how many times a filter has spared a file.
fn filtered(counting: &Options) -> u64 {
    [Ticker::LastLevelSeekFiltered, Ticker::NonLastLevelSeekFiltered]
        .map(|ticker| counting.get_ticker_count(ticker))
        .iter()
        .sum()
}

/// A forward scan of a prefix that no file has is answered by the filters. All others read the files.
#[test]
fn filters_answer_scans_of_absent_prefixes() {
    for fields in [0, 2] {
        let (store, counting, _scratch) = counting(fields);
        let mut batch = Batch::new();
        // Only even prefixes.
        (0..250_u8).step_by(2).for_each(|first| _ = batch.put([first, first, 1], "row"));
        store.write(&batch).unwrap();
        flush(&store);
        let scan = |prefix: [u8; 2], direction| {
            let before = filtered(&counting);
            let found = store.scan(KeyRange::prefix(&prefix), direction).unwrap().count();
            (found, filtered(&counting) - before)
        };
        assert_eq!(scan([8, 8], Direction::Forward), (1, 0));
        assert_eq!(scan([9, 9], Direction::Forward), (0, u64::from(fields > 0)));
        assert_eq!(scan([9, 9], Direction::Reverse), (0, 0));
        assert_eq!(scan([8, 8], Direction::Reverse), (1, 0));
    }
}

/// A filter on a later field seeks for each row, and moves one iterator. A scan of another range needs another one.
#[test]
fn a_scan_seeks_with_one_iterator() {
    #[derive(RowKey)]
    struct Reading {
        device: u8,
        at: u16,
    }
    for fields in [0, 2] {
        let (store, counting, _scratch) = counting(fields);
        let table = Table::new(store.clone()).allow_full_scans();
        let readings = (0..20).flat_map(|device| (0..100).map(move |at| (Reading { device, at }, "")));
        table.put_all(readings).unwrap();
        let plan = Reading::scan().filter_at(50).plan().unwrap();
        for plan in [plan.clone(), plan.reversed()] {
            let before = counting.get_ticker_count(Ticker::NoIteratorCreated);
            let mut found = table.scan(&plan).unwrap();
            assert_eq!(found.by_ref().count(), 20);
            assert!(found.rows_read() < 600, "{} rows", found.rows_read());
            assert_eq!(counting.get_ticker_count(Ticker::NoIteratorCreated) - before, 1);
        }

        let range = KeyRange::new([3], Some(vec![5]));
        for (direction, others) in [
            (Direction::Forward, [KeyRange::new([4], Some(vec![6])), KeyRange::new([2], Some(vec![5]))]),
            (Direction::Reverse, [KeyRange::new([2], Some(vec![4])), KeyRange::new([3], Some(vec![6]))]),
        ] {
            let mut scan = store.scan(range.clone(), direction).unwrap();
            assert!(others.iter().all(|other| !scan.seek(other)) && !scan.seek(&KeyRange::all()));
            assert_eq!(scan.count(), 200);
        }
        let mut ended = store.scan(KeyRange::prefix(&[30]), Direction::Forward).unwrap();
        assert!(!ended.advance().unwrap() && !ended.seek(&KeyRange::prefix(&[30])));
    }
}

#[test]
fn a_table_keeps_its_prefixes() {
    let scratch = scratch();
    let store = options(2).open(&scratch.path, "rows").unwrap();
    let other = other_table(&store, "other", 3);
    assert_eq!((store.prefix_width(), other.prefix_width()), (Some(2), Some(3)));
    assert_eq!(store.with_table("other").unwrap().prefix_width(), Some(3));
    assert_eq!(store.with_table("third").unwrap().prefix_width(), None);
    drop((store, other));
    let store = RocksStore::open(&scratch.path, "rows").unwrap();
    assert_eq!((store.prefix_width(), store.with_table("other").unwrap().prefix_width()), (Some(2), Some(3)));
}

#[test]
fn a_table_takes_prefixes_later() {
    let scratch = scratch();
    let store = RocksStore::open(&scratch.path, "rows").unwrap();
    store.write(Batch::new().put("a", "1").put("abc", "2")).unwrap();
    flush(&store);
    drop(store);
    let store = options(2).open(&scratch.path, "rows").unwrap();
    store.write(Batch::new().put("abd", "3")).unwrap();
    flush(&store);
    let found = rows(&store, KeyRange::prefix(b"ab"), Direction::Forward);
    assert_eq!(found.iter().map(|row| &row.0[..]).collect::<Vec<_>>(), [b"abc", b"abd"]);
}

#[test]
fn another_width_is_refused() {
    let scratch = scratch();
    let store = options(2).open(&scratch.path, "rows").unwrap();
    let error = store.with_table_of::<Widths>("rows", 3).unwrap_err();
    assert!(matches!(error, RocksError::PrefixWidth { found: 2, expected: 3, .. }), "{error:?}");
    drop(store);
    for _ in 0..2 {
        let error = options(3).open(&scratch.path, "rows").unwrap_err();
        let expected = format!(
            "expected a prefix of 3 bytes in the column family `rows` of the RocksDB database `{}`, found one of 2 bytes",
            scratch.path.display()
        );
        assert_eq!(message(&error), expected);
    }
    assert_eq!(options(2).open(&scratch.path, "rows").unwrap().prefix_width(), Some(2));
}

#[derive(RowKey, Debug)]
struct Named {
    #[rowkey(terminated)]
    name: String,
    at: u8,
}

#[test]
fn fields_of_no_fixed_width_are_refused() {
    for fields in 0..3 {
        let error = RocksOptions::default().with_prefix_of::<Named>(fields).unwrap_err();
        assert!(matches!(error, RocksError::NoPrefix { .. }), "{error:?}");
        assert!(error.to_string().contains(&format!("the first {fields} fields of `all::prefixes::Named`")), "{error}");
    }
    let (store, _scratch) = scratch_store(0);
    assert!(matches!(store.with_table_of::<Named>("named", 1), Err(RocksError::NoPrefix { .. })));
}

/// Opens a database with other kinds of extractors. Their prefixes are not known, so every scan is in total order.
#[test]
fn other_extractors_are_read_in_total_order() {
    let scratch = scratch();
    let mut with_extractor = Options::default();
    with_extractor.set_prefix_extractor(SliceTransform::create("first", |key| &key[..key.len().min(1)], None));
    let mut blocks = BlockBasedOptions::default();
    blocks.set_bloom_filter(10.0, false);
    with_extractor.set_block_based_table_factory(&blocks);
    let mut creating = creating();
    creating.create_missing_column_families(true);
    let families = [ColumnFamilyDescriptor::new("rows", with_extractor)];
    let database = Database::open_cf_descriptors(&creating, &scratch.path, families).unwrap();
    let store = RocksStore::new(Arc::new(database), "rows").unwrap();
    assert_eq!(store.prefix_width(), None);
    store.write(Batch::new().put("a", "").put("b", "").put("c", "")).unwrap();
    flush(&store);
    assert_eq!(rows(&store, KeyRange::new("0", Some(b"c".to_vec())), Direction::Forward).len(), 2);
    assert_eq!(rows(&store, KeyRange::new("aa", None), Direction::Forward).len(), 2);
}

/// A scan of a typed table that binds the fields of the prefix.
#[test]
fn a_typed_scan_uses_the_filters() {
    let (store, counting, _scratch) = counting(2);
    let table = Table::<Widths, _>::new(store);
    table.put_all((0..100).step_by(2).map(|n| (Widths { first: n, second: n, third: 0 }, ""))).unwrap();
    flush(table.store());
    let plan = Widths::scan().first(3).second(3).plan().unwrap();
    let before = filtered(&counting);
    assert_eq!((table.count(&plan).unwrap(), filtered(&counting) - before), (0, 1));
}

rowkey::laws!(Named);
