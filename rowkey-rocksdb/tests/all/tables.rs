//! Plans over RocksDB compared with plans in memory, over rows in several files, with prefixes and without.

use crate::scratch;
use rowkey::{Plan, RowKey};
use rowkey_rocksdb::RocksOptions;
use rowkey_store::{MemoryStore, Table};

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

rowkey::laws!(Reading);
