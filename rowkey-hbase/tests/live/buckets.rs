//! A table with 16 buckets and 200,000 rows. They are loaded with a progress bar, evenly distributed, and scanned with
//! plans.

use super::server::Fresh;
use indicatif::{ProgressBar, ProgressStyle};
use rowkey::{Plan, RowKey, one_of};
use rowkey_hbase::{HBase, HBaseStore};
use rowkey_store::{Table, region_report};
use std::cmp::Reverse;
use std::collections::BTreeMap;

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Reading {
    #[salt(buckets = 16)]
    device: u32,
    #[reverse_ts]
    at: i64,
    kind: u8,
}

/// The rows in the order of the key without its salt: newest first.
type Model = BTreeMap<(u32, Reverse<i64>, u8), String>;

const ROWS: u32 = 200_000;
const DEVICES: u32 = 20_000;
const KINDS: u8 = 4;
/// The exclusive upper limit of `at`.
const TIMES: i64 = 1_000;

fn readings() -> Model {
    let mut random = fastrand::Rng::with_seed(5);
    let mut rows = Model::new();
    while rows.len() < ROWS as usize {
        let device = random.u32(..DEVICES);
        let value = format!("{} of {device}", rows.len());
        rows.insert((device, Reverse(random.i64(0..TIMES)), random.u8(..KINDS)), value);
    }
    rows
}

#[test]
fn buckets() {
    let fresh = Fresh::start(&[]);
    let hbase = HBase::connect(&fresh.server.gateway).unwrap();
    hbase.create_table::<Reading>("readings", "f").unwrap();
    let starts: Vec<_> = hbase.regions("readings").unwrap().iter().map(|it| it.range.start().to_vec()).collect();
    assert_eq!((starts.len(), starts[0].as_slice()), (16, &[][..]));
    assert_eq!(starts[1..], *Reading::SPLIT_KEYS);

    let model = readings();
    let table = Table::new(hbase.table("readings", "f")).allow_full_scans();
    load(&table, &model);
    regions_are_even(&table);
    all_buckets_are_merged_in_order(&table, &model);
    random_plans_find_what_the_model_has(&table, &model);
    filters_are_left_to_hbase(&table, &model);
}

fn load(table: &Table<Reading, HBaseStore>, model: &Model) {
    let style = "{bar:40} {human_pos} of {human_len} rows, {per_sec}";
    let progress = ProgressBar::new(model.len() as u64).with_style(ProgressStyle::with_template(style).unwrap());
    let rows = model.iter().map(|(&(device, Reverse(at), kind), value)| (Reading { device, at, kind }, value.as_str()));
    let rows: Vec<_> = rows.collect();
    for batch in rows.chunks(10_000) {
        table.put_all(batch.iter().map(|(key, value)| (key, *value))).unwrap();
        progress.inc(batch.len() as u64);
    }
    progress.finish();
}

fn regions_are_even(table: &Table<Reading, HBaseStore>) {
    let report = region_report(table.store(), Reading::LAYOUT, Reading::SPLIT_KEYS).unwrap();
    assert_eq!(report.difference(), None);
    let rows: Vec<u64> = report.regions().iter().map(|region| region.rows).collect();
    assert_eq!((rows.len(), rows.iter().sum::<u64>()), (16, u64::from(ROWS)));
    let mean = u64::from(ROWS) / 16;
    assert!(rows.iter().all(|rows| rows.abs_diff(mean) * 10 <= mean), "{rows:?}");
}

type Found = Vec<(Reading, Vec<u8>)>;

fn scan(table: &Table<Reading, HBaseStore>, plan: &Plan<Reading>) -> Found {
    table.scan(plan).unwrap().collect::<Result<_, _>>().unwrap()
}

fn wanted(model: &Model, matches: impl Fn(u32, i64, u8) -> bool, reversed: bool, limit: usize) -> Found {
    let rows = model.iter().filter(|((device, at, kind), _)| matches(*device, at.0, *kind));
    let row = |(&(device, Reverse(at), kind), value): (&(u32, Reverse<i64>, u8), &String)| {
        (Reading { device, at, kind }, value.clone().into_bytes())
    };
    if reversed { rows.rev().take(limit).map(row).collect() } else { rows.take(limit).map(row).collect() }
}

fn all_buckets_are_merged_in_order(table: &Table<Reading, HBaseStore>, model: &Model) {
    let plan = Reading::scan().plan().unwrap();
    assert_eq!(plan.ranges().len(), 16);
    assert!(scan(table, &plan) == wanted(model, |_, _, _| true, false, usize::MAX));
    assert!(scan(table, &plan.reversed()) == wanted(model, |_, _, _| true, true, usize::MAX));
}

fn random_plans_find_what_the_model_has(table: &Table<Reading, HBaseStore>, model: &Model) {
    let mut random = fastrand::Rng::with_seed(7);
    let mut some = 0;
    for number in 0..100 {
        let (device, time, kind) = (random.u32(..DEVICES), random.i64(0..TIMES), random.u8(..KINDS));
        let (devices, times) = (device..device + random.u32(..3_000), time..time + random.i64(0..TIMES));
        let any = [device, random.u32(..DEVICES), random.u32(..DEVICES)];
        let limit = if random.bool() { usize::MAX } else { random.usize(..40) };
        let plan = match number % 8 {
            0 => Reading::scan().device(device).limit(limit).plan(),
            1 => Reading::scan().device(device).at(times.clone()).limit(limit).plan(),
            2 => Reading::scan().device(one_of(any)).at(times.clone()).limit(limit).plan(),
            3 => Reading::scan().device(devices.clone()).limit(limit).plan(),
            4 => Reading::scan().device(devices.clone()).filter_kind(kind).limit(limit).plan(),
            5 => Reading::scan().filter_at(time).limit(limit).plan(),
            6 => Reading::scan().filter_at(times.clone()).filter_kind(kind).limit(limit).plan(),
            _ => Reading::scan().device(one_of(any)).filter_kind(kind..).limit(limit).plan(),
        };
        let matches = |d: u32, at: i64, k: u8| match number % 8 {
            0 => d == device,
            1 => d == device && times.contains(&at),
            2 => any.contains(&d) && times.contains(&at),
            3 => devices.contains(&d),
            4 => devices.contains(&d) && k == kind,
            5 => at == time,
            6 => times.contains(&at) && k == kind,
            _ => any.contains(&d) && k >= kind,
        };
        let plan = if random.bool() { plan.unwrap() } else { plan.unwrap().reversed() };
        let wanted = wanted(model, matches, plan.is_reversed(), limit);
        println!("plan {number}: {} rows", wanted.len());
        some += usize::from(!wanted.is_empty());
        assert!(scan(table, &plan) == wanted, "plan {number}: {}", plan.explain());
    }
    assert!(some > 60, "{some} of 100 plans found rows");
}

/// A filter on a later field, over all devices. HBase skips the rows that do not match, and the result is the same.
fn filters_are_left_to_hbase(table: &Table<Reading, HBaseStore>, model: &Model) {
    let plan = Reading::scan().filter_at(500).filter_kind(2).plan().unwrap();
    let mut rows = table.scan(&plan).unwrap();
    let found: Found = rows.by_ref().collect::<Result<_, _>>().unwrap();
    assert!(!found.is_empty());
    assert!(found == wanted(model, |_, at, kind| at == 500 && kind == 2, false, usize::MAX));
    assert_eq!(rows.rows_read(), found.len());
}

rowkey::laws!(Reading);
