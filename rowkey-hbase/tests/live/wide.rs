//! Rows of all widths in one table. A scan returns every row, and its memory is limited, whatever row comes next. This
//! is a separate program, because it measures the memory of the process.

mod server;
mod tables;

use rowkey::{KeyRange, RowKey};
use rowkey_hbase::{Columns, HBase, HBaseStore};
use rowkey_store::{Batch, Direction, Reader, Store, Table};
use server::Fresh;
use std::collections::BTreeMap;
use tables::{Model, fill};

/// One server for all tests, which run one after the other, so that it ends when they have ended.
#[test]
fn wide() {
    let fresh = Fresh::start(&[]);
    let gateway = &fresh.server.gateway;
    let hbase = HBase::connect(gateway).unwrap();
    values_of_all_widths_come_as_they_are(&hbase, gateway);
    values_that_look_like_stubs_come_as_they_are(&hbase, gateway);
    plans_and_filters_find_wide_rows(&hbase, gateway);
    rows_of_many_columns_come_whole(&hbase, gateway);
    wide_rows_behind_narrow_ones_are_read_in_bounded_memory(&hbase);
}

fn table(hbase: &HBase, name: &str) -> HBaseStore {
    hbase.create_split_table(name, &["f"], &[[4], [9]]).unwrap();
    hbase.table(name, "f")
}

const WAYS: [Direction; 2] = [Direction::Forward, Direction::Reverse];

/// Scans in both directions, twice. The second time, the store has learned the widths.
fn assert_scans(store: &HBaseStore, model: &Model) {
    for direction in [WAYS, WAYS].concat() {
        let rows = store.scan(KeyRange::all(), direction).unwrap().map(Result::unwrap);
        let wanted: Vec<_> = model.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        let mut found: Vec<_> = rows.collect();
        if direction == Direction::Reverse {
            found.reverse();
        }
        assert_eq!(found.len(), wanted.len());
        for (found, wanted) in found.iter().zip(&wanted) {
            let shown = |(key, value): &(Vec<u8>, Vec<u8>)| format!("{key:?}: {} bytes", value.len());
            assert!(found == wanted, "{direction:?}: {} is {}", shown(wanted), shown(found));
        }
    }
}

/// Returns clients with pages so small that most values are wide, and one with the default size.
fn clients(gateway: &str) -> [HBase; 3] {
    let builder = HBase::builder;
    [builder().page_bytes(20_000), builder().page_bytes(0).page_rows(7), builder()]
        .map(|builder| builder.connect(gateway).unwrap())
}

fn values_of_all_widths_come_as_they_are(hbase: &HBase, gateway: &str) {
    let mut random = fastrand::Rng::with_seed(13);
    let mut value = |i: u16| {
        let most = 1 << random.u32(..18);
        let width = if i.is_multiple_of(3) { i as usize % 9 } else { random.usize(..most) };
        (0..width).map(|_| random.u8(..)).collect()
    };
    let model = fill(&table(hbase, "widths"), (0..600_u16).map(|i| ([(i / 40) as u8, i as u8].to_vec(), value(i))));
    for hbase in clients(gateway) {
        assert_scans(&hbase.table("widths", "f"), &model);
        assert_eq!(hbase.table("widths", "f").count(KeyRange::all()).unwrap(), model.len() as u64);
    }
}

/// Four-byte lengths and empty values are also values: alone, and among wide values.
fn values_that_look_like_stubs_come_as_they_are(hbase: &HBase, gateway: &str) {
    let length = |i: u16| (u32::from(i) * 7_919).to_be_bytes().to_vec();
    type Value<'v> = &'v dyn Fn(u16) -> Vec<u8>;
    let kinds: [(&str, Value<'_>); 5] = [
        ("lengths", &length),
        ("nothing", &|_| Vec::new()),
        ("both", &|i| if i % 2 == 0 { length(i) } else { Vec::new() }),
        ("lengths_and_wide", &|i| if i % 50 == 7 { vec![7; 7_919 * usize::from(i)] } else { length(i) }),
        ("all", &|i| match i % 50 {
            7 => vec![7; 7_919 * usize::from(i % 100)],
            8..25 => Vec::new(),
            _ => length(i),
        }),
    ];
    for (name, value) in kinds {
        let model = fill(&table(hbase, name), (0..300_u16).map(|i| ([(i / 25) as u8, i as u8].to_vec(), value(i))));
        for hbase in clients(gateway) {
            assert_scans(&hbase.table(name, "f"), &model);
        }
    }
}

#[derive(RowKey, Debug, PartialEq, Clone)]
struct Reading {
    device: u8,
    kind: u8,
    at: u8,
}

/// Combined with `FuzzyRowFilter`, and with a user's filter.
fn plans_and_filters_find_wide_rows(hbase: &HBase, gateway: &str) {
    table(hbase, "filtered");
    let rows: Vec<_> = (0..1_200_u16)
        .map(|i| {
            let [device, kind, at] = [i / 100, i / 20 % 5, i % 20].map(|part| part as u8);
            let width = if i % 11 == 0 { 40_000 } else { usize::from(i % 90) };
            (Reading { device, kind, at }, vec![b"ab\xC3\xA9"[usize::from(i % 4)]; width])
        })
        .collect();
    Table::<Reading, _>::new(hbase.table("filtered", "f"))
        .put_all(rows.iter().map(|(key, value)| (key, value.as_slice())))
        .unwrap();
    let plan = Reading::scan().filter_kind(3).plan().unwrap();
    for hbase in clients(gateway) {
        let store = hbase.table("filtered", "f");
        for plan in [plan.clone(), plan.clone().reversed()] {
            let table = Table::<Reading, _>::new(&store).allow_full_scans();
            let mut found: Vec<_> = table.scan(&plan).unwrap().collect::<Result<_, _>>().unwrap();
            if plan.is_reversed() {
                found.reverse();
            }
            let wanted: Vec<_> = rows.iter().filter(|(row, _)| row.kind == 3).cloned().collect();
            assert!(found == wanted, "{}", plan.explain());
        }
        let filtered = store.with_filter("ValueFilter(=, 'binaryprefix:b')");
        let wanted: Model = rows
            .iter()
            .filter(|(_, value)| value.starts_with(b"b"))
            .map(|(row, value)| (row.key().to_vec(), value.clone()))
            .collect();
        assert_scans(&filtered, &wanted);
    }
}

fn rows_of_many_columns_come_whole(hbase: &HBase, gateway: &str) {
    let store = table(hbase, "columns");
    let mut model = BTreeMap::new();
    for i in 0..60_u8 {
        let columns: usize = if i % 20 == 9 { 900 } else { 1 + usize::from(i % 4) };
        let width = if i % 13 == 5 { 30_000 / columns } else { 4 };
        let row: Columns = (0..columns).map(|at| (format!("c{at:04}").into_bytes(), vec![i; width])).collect();
        store.put_columns(&[i], row.clone()).unwrap();
        model.insert(vec![i], row);
    }
    for hbase in clients(gateway) {
        let store = hbase.table("columns", "f");
        for direction in [WAYS, WAYS].concat() {
            let mut found: Vec<_> = store.scan_columns(KeyRange::all(), direction).collect::<Result<_, _>>().unwrap();
            if direction == Direction::Reverse {
                found.reverse();
            }
            assert!(found.iter().map(|(key, row)| (key, row)).eq(&model), "{direction:?}");
        }
        let named = store.with_filter("QualifierFilter(=, 'binary:c0899')");
        let found: Vec<_> = named.scan_columns(KeyRange::all(), Direction::Forward).map(|row| row.unwrap().0).collect();
        assert_eq!(found, [[9], [29], [49]]);
    }
}

/// 9,000 rows of 20 bytes, then 60 of 5 MB. The first rows do not predict the next ones.
fn wide_rows_behind_narrow_ones_are_read_in_bounded_memory(hbase: &HBase) {
    hbase.create_split_table("mixed", &["f"], &[] as &[&[u8]]).unwrap();
    let store = hbase.table("mixed", "f");
    fill(&store, (0..9_000_u32).map(|i| ([b"a".as_slice(), &i.to_be_bytes()].concat(), vec![1; 20])));
    let wide = |i: u8| vec![i; 5 << 20];
    for i in 0..60 {
        store.write(Batch::new().put([b'b', i], wide(i))).unwrap();
    }
    for direction in WAYS {
        let before = reset_peak();
        let mut rows = 0;
        for row in store.reader().unwrap().scan(KeyRange::all(), direction) {
            let (key, value) = row.unwrap();
            assert!(if key[0] == b'a' { value == [1; 20] } else { value == wide(key[1]) });
            rows += 1;
        }
        assert_eq!(rows, 9_060);
        if let (Some(before), Some(peak)) = (before, memory("VmHWM")) {
            // The current row, the row to compare it with, two pages of one or two rows each, and the memory that
            // allocators keep.
            assert!(peak < before + (80 << 20), "{direction:?}: {} MB before, {} MB at most", before >> 20, peak >> 20);
        }
    }
}

/// Resets the peak memory of this process, and returns its current memory. Returns `None` if the system does not report
/// it.
fn reset_peak() -> Option<usize> {
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    memory("VmRSS")
}

/// Returns a line of `/proc/self/status` in bytes.
fn memory(name: &str) -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    Some(line.split_ascii_whitespace().nth(1)?.parse::<usize>().ok()? << 10)
}

rowkey::laws!(Reading);
