//! Plans over RocksDB compared with plans in memory, over rows in several files, with prefixes and without.

use crate::{creating, scratch};
use rocksdb::{DB, SliceTransform};
use rowkey::{Plan, RowKey};
use rowkey_rocksdb::RocksOptions;
use rowkey_store::{MemoryStore, Table};

/// The recipe of `rowkey::_engines`, which reads a plan without a store.
#[path = "../../../src/_engines/rocksdb.rs"]
mod recipe;

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Reading {
    #[salt(buckets = 5)]
    sensor: u16,
    #[reverse_ts]
    at: i64,
    metric: u8,
}

fn plans() -> Vec<Plan<Reading>> {
    let mut plans = vec![
        Reading::scan().plan().unwrap(),
        Reading::scan().sensor(7).plan().unwrap(),
        Reading::scan().sensor(7).at(10..30).plan().unwrap(),
        Reading::scan().sensor(3..9).filter_at(10..30).plan().unwrap(),
        Reading::scan().filter_at(20..23).plan().unwrap(),
        Reading::scan().sensor(2).filter_metric(1).limit(4).plan().unwrap(),
        Reading::scan().filter_metric(2).limit(9).plan().unwrap(),
        Reading::scan().limit(1).plan().unwrap(),
        Reading::scan().sensor(1_000).plan().unwrap(),
    ];
    plans.extend(plans.clone().into_iter().map(Plan::reversed));
    plans
}

#[test]
fn plans_find_the_rows_that_they_find_in_memory() {
    let memory = Table::new(MemoryStore::new()).allow_full_scans();
    for fields in 0..3 {
        let scratch = scratch();
        let options = match fields {
            0 => RocksOptions::default(),
            fields => RocksOptions::default().with_prefix_of::<Reading>(fields).unwrap(),
        };
        let store = options.open(&scratch.path, "readings").unwrap().without_waiting();
        assert_eq!(store.prefix_width(), [None, Some(3), Some(11)][fields]);
        let rocks = Table::<Reading, _>::new(store).allow_full_scans();
        for part in 0..3 {
            let readings =
                (0..20).flat_map(|sensor| (0..40).map(move |at| Reading { sensor, at, metric: (at % 3) as u8 }));
            let rows =
                readings.filter(|it| (it.at + i64::from(it.sensor)) % 3 == part).map(|it| (it, [part as u8; 90]));
            let rows: Vec<_> = rows.collect();
            rocks.put_all(rows.iter().map(|(reading, value)| (reading, value))).unwrap();
            memory.put_all(rows).unwrap();
            if part < 2 {
                let database = rocks.store().database();
                database.flush_cf(&database.cf_handle("readings").unwrap()).unwrap();
            }
        }
        for plan in plans() {
            let expected: Vec<_> = memory.scan(&plan).unwrap().collect::<Result<_, _>>().unwrap();
            let found: Vec<_> = rocks.scan(&plan).unwrap().collect::<Result<_, _>>().unwrap();
            assert_eq!(found, expected, "{fields} fields, {}", plan.explain());
            assert_eq!(rocks.count(&plan).unwrap(), expected.len() as u64);
        }
        let gone = rocks.delete_all(&Reading::scan().sensor(3).plan().unwrap()).unwrap();
        assert_eq!((gone, rocks.count(&Reading::scan().plan().unwrap()).unwrap()), (40, 760));
    }
}

/// The recipe over a database without an extractor, and with ones that are shorter and longer than the bound fields.
#[test]
fn the_recipe_finds_the_rows_that_are_found_in_memory() {
    for width in [0, 2, 3, 9] {
        let (scratch, mut options) = (scratch(), creating());
        if width > 0 {
            options.set_prefix_extractor(SliceTransform::create_fixed_prefix(width));
        }
        let (database, memory) = (DB::open(&options, &scratch.path).unwrap(), Table::new(MemoryStore::new()));
        for (sensor, at) in (0..20).flat_map(|sensor| (0..40).map(move |at| (sensor, at))) {
            let reading = Reading { sensor, at, metric: (at % 3) as u8 };
            database.put(reading.key(), "row").unwrap();
            memory.put(&reading, "row").unwrap();
        }
        database.flush().unwrap();
        let memory = memory.allow_full_scans();
        for plan in plans() {
            let found = recipe::rows(&database, &plan).map(|row| row.unwrap());
            let found: Vec<_> = found.map(|(key, value)| (Reading::decode(&key).unwrap(), value.to_vec())).collect();
            let expected: Vec<_> = memory.scan(&plan).unwrap().collect::<Result<_, _>>().unwrap();
            assert_eq!(found, expected, "{width}, {}", plan.explain());
        }
    }
}

rowkey::laws!(Reading);
