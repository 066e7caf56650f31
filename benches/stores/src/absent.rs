//! Scans of devices without rows on RocksDB, with Bloom filters of the device and without.

use crate::way::Outcome;
use rowkey::{Plan, RowKey};
use rowkey_benches::readings::{MIDNIGHT, Reading};
use rowkey_rocksdb::rocksdb::{Options, ReadOptions};
use rowkey_rocksdb::{RocksOptions, RocksStore};
use rowkey_store::Table;
use std::path::Path;
use std::time::Instant;

/// Each file has some rows of each device with an even number.
const FILES: u16 = 6;
const DEVICES: u64 = 2_000;
const ROUNDS: usize = 40;

/// The maximum ratio of the times for absent devices.
const LIMIT: f64 = 0.3;

/// A scan, a number that its devices begin with, the rows that it finds, and whether RocksDB may cache blocks.
const SCANS: [(&str, u64, usize, bool); 4] = [
    ("absent devices, blocks in files", 1, 0, false),
    ("present devices, blocks in files", 0, 100, false),
    ("absent devices, blocks in the cache", 1, 0, true),
    ("present devices, blocks in the cache", 0, 100, true),
];

/// Returns the table of the README of `rowkey-rocksdb`.
pub fn table() -> Outcome<String> {
    let folder = tempfile::tempdir()?;
    let mut options = Options::default();
    options.create_if_missing(true);
    options.set_disable_auto_compactions(true);
    let options = RocksOptions::new(options);
    let stores = [
        filled(&options, &folder.path().join("without"))?,
        filled(&options.with_prefix_of::<Reading>(1)?, &folder.path().join("with"))?,
    ];
    let mut text = "| 100 scans for one row of a device, time in µs | without filters | with filters | ratio |\n\
                    |---|---:|---:|---:|\n"
        .to_owned();
    for (name, first, expected, caches) in SCANS {
        let stores = stores.each_ref().map(|store| {
            store.clone().with_read_options(move || {
                let mut options = ReadOptions::default();
                options.fill_cache(caches);
                options
            })
        });
        let plans = (0..100).map(|n| Reading::scan().device(first + 2 * n).limit(1).plan());
        let [without, with] = times(stores, &plans.collect::<Result<Vec<_>, _>>()?, expected)?;
        text += &format!("| {name} | {without:.1} | {with:.1} | {:.2} |\n", with / without);
        if expected == 0 && !caches && with > LIMIT * without {
            return Err(format!("expected at most {LIMIT} of the time with filters:\n{text}").into());
        }
    }
    Ok(text)
}

/// Returns the minimum time of all plans on each store, in microseconds.
fn times(stores: [RocksStore; 2], plans: &[Plan<Reading>], expected: usize) -> Outcome<[f64; 2]> {
    let (tables, mut least) = (stores.map(Table::<Reading, _>::new), [f64::MAX; 2]);
    for turn in 0..2 * ROUNDS {
        let start = Instant::now();
        let mut found = 0;
        for plan in plans {
            for row in tables[turn % 2].scan(plan)? {
                row?;
                found += 1;
            }
        }
        least[turn % 2] = least[turn % 2].min(start.elapsed().as_secs_f64() * 1e6);
        if found != expected {
            return Err(format!("expected {expected} rows, found {found}").into());
        }
    }
    Ok(least)
}

/// Returns a store with files that RocksDB does not merge.
fn filled(options: &RocksOptions, path: &Path) -> Outcome<RocksStore> {
    let store = options.open(path, "readings")?.without_waiting();
    let table = Table::new(&store);
    for file in 0..FILES {
        let device = |n: u64| (0..50).map(move |at| Reading { device: 2 * n, at: MIDNIGHT + at, metric: file });
        table.put_all((0..DEVICES / 2).flat_map(device).map(|reading| (reading, [b'v'; 40])))?;
        let database = store.database();
        database.flush_cf(&database.cf_handle("readings").ok_or("expected the table")?)?;
    }
    Ok(store)
}
