//! Scans that are sorted by a later field, or return the first row of each value of a field, over both engines. The
//! tests also check how many rows they read.

use rowkey::{Plan, RowKey, RowOrderError, ScanError, one_of};
use rowkey_store::{Batch, MemoryStore, Store, Table};
use std::collections::{BTreeMap, BTreeSet};

#[derive(RowKey, Debug, PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Reading {
    #[salt(buckets = 4)]
    device: u32,
    #[rowkey(terminated)]
    metric: String,
    at: i64,
}

/// The same rows in buckets by their time, so that each metric is in all buckets. Some rows are also at the storage
/// locations of the older salt version.
#[derive(RowKey, Debug, PartialEq, Eq, PartialOrd, Ord, Clone)]
#[rowkey(salt(buckets = 4, of(at), was(md5(3))))]
struct ByTime {
    device: u32,
    #[rowkey(terminated)]
    metric: String,
    at: i64,
}

const METRICS: [&str; 3] = ["cpu", "cpu\0load", "disk"];

fn readings() -> Vec<(u32, &'static str, i64)> {
    let mut rows = Vec::new();
    for device in 0..5 {
        for (index, metric) in METRICS.into_iter().enumerate() {
            rows.extend((0..200).map(|n| (device, metric, n * 3 + index as i64 * i64::from(device))));
        }
    }
    rows
}

fn filled<S: Store>(store: S) -> Table<Reading, S> {
    let table = Table::new(store).allow_full_scans();
    let rows = readings().into_iter().map(|(device, metric, at)| (Reading { device, metric: metric.into(), at }, ""));
    table.put_all(rows).unwrap();
    table
}

fn keys<K: rowkey::OwnedKey, S: Store>(table: &Table<K, S>, plan: &Plan<K>) -> (Vec<K>, usize) {
    let mut rows = table.scan(plan).unwrap();
    let keys = rows.by_ref().map(|row| row.unwrap().0).collect();
    (keys, rows.rows_read())
}

fn latest_whatever_the_metric<S: Store>(store: S) {
    let table = filled(store);
    let scan = || Reading::scan().device(3).metric(one_of(METRICS));
    let plan = scan().limit(5).plan().unwrap().sorted_by(Reading::fields().at).unwrap().reversed();
    let (found, read) = keys(&table, &plan);
    let mut all: Vec<_> = readings().into_iter().filter(|row| row.0 == 3).map(|row| (row.2, row.1)).collect();
    all.sort_unstable();
    all.reverse();
    let pairs: Vec<_> = found.iter().map(|row| (row.at, row.metric.as_str())).collect();
    assert_eq!(pairs, all[..5]);
    // One row of each metric, and one more for each returned row but the last.
    assert_eq!(read, METRICS.len() + 4);

    let between = scan().at(100..200).plan().unwrap().sorted_by(Reading::fields().at).unwrap();
    let (found, _) = keys(&table, &between);
    assert!(found.is_sorted_by(|a, b| (a.at, &a.metric) < (b.at, &b.metric)));
    assert_eq!(found.len() as u64, table.count(&scan().at(100..200).plan().unwrap()).unwrap());
    assert_eq!(table.scan_by_range(&between).unwrap().map(|row| row.unwrap().0).collect::<Vec<_>>(), found);

    // All pages, each from the cursor of the previous page.
    let (mut pages, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let page = scan().limit(7).resume(cursor.as_deref());
        let plan = page.plan().unwrap().sorted_by(Reading::fields().at).unwrap().reversed();
        let mut rows = table.scan(&plan).unwrap();
        pages.extend(rows.by_ref().map(|row| row.unwrap().0).map(|row| (row.at, row.metric)));
        cursor = rows.cursor();
        if !rows.has_more().unwrap() {
            break;
        }
    }
    assert!(pages.iter().map(|(at, metric)| (*at, metric.as_str())).eq(all.iter().copied()));
}

fn values_that_are_there<S: Store>(store: S) {
    let table = filled(store);
    let metrics = Reading::scan().device(3).plan().unwrap().distinct(Reading::fields().metric).unwrap();
    let (found, read) = keys(&table, &metrics);
    assert_eq!(found.iter().map(|row| row.metric.as_str()).collect::<Vec<_>>(), METRICS);
    assert!(found.iter().all(|row| row.device == 3 && row.at == found[0].at || row.metric != METRICS[0]));
    // Out of 600 rows: a seek costs as much as eight rows.
    assert!(read <= METRICS.len() * 10, "{read} rows read");
    assert_eq!((table.count(&metrics).unwrap(), table.keys(&metrics).unwrap().count()), (3, 3));

    // The latest row of each pair of device and metric, from the last pair on.
    let pairs = Reading::scan().plan().unwrap().distinct(Reading::fields().metric).unwrap().reversed();
    let (found, read) = keys(&table, &pairs);
    let mut last = BTreeMap::new();
    readings().into_iter().for_each(|(device, metric, at)| _ = last.insert((device, metric), at));
    let found: Vec<_> = found.iter().map(|row| ((row.device, row.metric.as_str()), row.at)).collect();
    assert!(found.iter().copied().eq(last.into_iter().rev()), "{found:?}");
    assert!(read <= 15 * 10 + 4, "{read} rows read");

    let devices = Reading::scan().limit(2).plan().unwrap().distinct(Reading::fields().device).unwrap();
    assert_eq!(keys(&table, &devices).0.iter().map(|row| row.device).collect::<Vec<_>>(), [0, 1]);
    // The first row of each that a filter keeps.
    let late = Reading::scan().filter_at(590..).plan().unwrap().distinct(Reading::fields().metric).unwrap();
    let (found, _) = keys(&table, &late);
    let expected: BTreeSet<_> = readings().into_iter().filter(|row| row.2 >= 590).map(|row| (row.0, row.1)).collect();
    assert!(found.iter().map(|row| (row.device, row.metric.as_str())).eq(expected));
    assert!(found.iter().all(|row| (590..593).contains(&row.at)));
}

#[test]
fn the_latest_rows_are_found_whatever_the_metric() {
    latest_whatever_the_metric(MemoryStore::new());
    #[cfg(feature = "redb")]
    {
        let dir = tempfile::tempdir().unwrap();
        latest_whatever_the_metric(rowkey_store::RedbStore::open(dir.path().join("rows.redb"), "rows").unwrap());
    }
}

#[test]
fn the_values_of_a_field_are_found_by_seeks() {
    values_that_are_there(MemoryStore::new());
    #[cfg(feature = "redb")]
    {
        let dir = tempfile::tempdir().unwrap();
        values_that_are_there(rowkey_store::RedbStore::open(dir.path().join("rows.redb"), "rows").unwrap());
    }
}

/// Each value is in all buckets, and rows are at several storage locations.
#[test]
fn buckets_and_generations_make_no_difference() {
    generations(|index, place| index % 3 != place);
    generations(|_, _| true);
}

fn generations(stands_at: fn(usize, usize) -> bool) {
    let store = MemoryStore::new();
    let mut batch = Batch::new();
    let mut copies = 0;
    for (index, (device, metric, at)) in readings().into_iter().enumerate() {
        let places = ByTime { device, metric: metric.into(), at }.keys_of_all_versions().unwrap();
        let stands = places.iter().enumerate().filter(|(place, _)| places.len() == 1 || stands_at(index, *place));
        stands.for_each(|(place, key)| {
            copies += usize::from(place > 0);
            batch.put(key, place.to_string());
        });
    }
    store.write(&batch).unwrap();
    let table = Table::<ByTime, _>::new(store);
    assert!(copies > 1_000, "{copies} copies");
    let scan = || ByTime::scan().device(3).metric(one_of(METRICS));
    for reversed in [false, true] {
        let turned = |plan: Plan<_>| if reversed { plan.reversed() } else { plan };
        let mut all: Vec<_> = readings().into_iter().filter(|row| row.0 == 3).map(|row| (row.2, row.1)).collect();
        all.sort_unstable();
        let mut first: Vec<(&str, i64)> =
            METRICS.map(|metric| (metric, all.iter().find(|row| row.1 == metric).unwrap().0)).into();
        if reversed {
            all.reverse();
            first = METRICS.map(|metric| (metric, all.iter().find(|row| row.1 == metric).unwrap().0)).into();
            first.reverse();
        }
        let (mut pages, mut cursor) = (Vec::new(), None::<String>);
        loop {
            let page = scan().limit(7).resume(cursor.as_deref());
            let mut rows = table.scan(&turned(page.plan().unwrap()).sorted_by(ByTime::fields().at).unwrap()).unwrap();
            pages.extend(rows.by_ref().map(|row| row.unwrap()).map(|(row, value)| ((row.at, row.metric), value)));
            cursor = rows.cursor();
            if !rows.has_more().unwrap() {
                break;
            }
        }
        assert!(pages.iter().map(|((at, metric), _)| (*at, metric.as_str())).eq(all.iter().copied()));
        // A row that is at its older location is read from there.
        assert!(pages.iter().any(|(_, value)| value == b"1") && pages.iter().any(|(_, value)| value == b"0"));
        for ((at, metric), value) in &pages {
            let row = ByTime { device: 3, metric: metric.clone(), at: *at };
            assert_eq!(table.get(&row).unwrap().as_ref(), Some(value));
        }
        // The first row of each device and metric.
        let pairs = turned(ByTime::scan().plan().unwrap()).distinct(ByTime::fields().metric).unwrap();
        let mut ends = BTreeMap::new();
        let all_rows = readings();
        let mut in_order: Vec<_> = all_rows.iter().collect();
        if reversed {
            in_order.reverse();
        }
        in_order.into_iter().for_each(|(device, metric, at)| _ = ends.entry((*device, *metric)).or_insert(*at));
        let mut found: Vec<_> =
            keys(&table, &pairs).0.into_iter().map(|row| ((row.device, row.metric), row.at)).collect();
        if reversed {
            found.reverse();
        }
        assert!(found.iter().map(|((device, metric), at)| ((*device, metric.as_str()), *at)).eq(ends), "{found:?}");
        let distinct = turned(ByTime::scan().device(3).plan().unwrap()).distinct(ByTime::fields().metric).unwrap();
        let (found, read) = keys(&table, &distinct);
        assert!(found.iter().map(|row| (row.metric.as_str(), row.at)).eq(first.iter().copied()), "{found:?}");
        assert!(read <= METRICS.len() * 4 * 11, "{read} rows read");
        assert_eq!(table.count(&distinct).unwrap(), 3);
    }
}

#[test]
fn an_order_that_cannot_be_is_refused() {
    let plan = |plan: Result<Plan<Reading>, ScanError>| plan.unwrap();
    let refused = plan(Reading::scan().device(3).plan()).sorted_by(Reading::fields().at).unwrap_err();
    assert!(matches!(
        refused,
        ScanError::RowOrder { field: "at", reason: RowOrderError::Unbound { field: "metric" }, .. }
    ));
    assert_eq!(
        refused.to_string(),
        "the rows of `Reading` cannot be sorted or made distinct by `at`: `metric` comes before it in the key and is \
         not bound: bind it, for example with `metric(one_of(..))` to the values that `distinct` finds"
    );
    let refused = plan(Reading::scan().filter_at(3).plan()).sorted_by(Reading::fields().metric).unwrap_err();
    assert!(matches!(refused, ScanError::RowOrder { reason: RowOrderError::Unbound { field: "device" }, .. }));
    // A range with a single value binds the field like a value.
    assert!(plan(Reading::scan().device(1..2).plan()).sorted_by(Reading::fields().metric).is_ok());
    let refused = plan(Reading::scan().plan()).into_untyped().distinct("metrik").unwrap_err();
    assert_eq!(refused.to_string(), "`Reading` has no field `metrik`: its fields are `device`, `metric`, `at`");
    let refused = plan(Reading::scan().plan())
        .distinct(Reading::fields().metric)
        .and_then(|plan| plan.distinct(Reading::fields().device));
    assert!(matches!(refused, Err(ScanError::RowOrder { reason: RowOrderError::Twice, .. })));

    #[derive(RowKey)]
    struct Cut {
        #[rowkey(allow(unordered))]
        name: String,
        at: u8,
    }
    let cut = || Cut::scan().plan().unwrap();
    assert!(matches!(
        cut().distinct(Cut::fields().at),
        Err(ScanError::RowOrder { reason: RowOrderError::CutFromEnd { field: "name" }, .. })
    ));
}

#[test]
fn a_plan_says_its_order() {
    let plan = || Reading::scan().device(3).metric(one_of(["cpu"])).plan().unwrap();
    let said = |plan: Plan<_>| plan.explain().to_string().lines().last().unwrap().to_owned();
    assert_eq!(said(plan()), "  in key order");
    assert_eq!(said(plan().sorted_by(Reading::fields().at).unwrap()), "  sorted by `at`");
    assert_eq!(said(plan().sorted_by(Reading::fields().at).unwrap().reversed()), "  sorted by `at`, in reverse");
    assert_eq!(said(plan().distinct(Reading::fields().metric).unwrap()), "  first row for each `metric`, in key order");
    assert_eq!(
        said(plan().distinct(Reading::fields().metric).unwrap().reversed()),
        "  first row for each `metric`, in reverse key order"
    );
}

rowkey::laws!(Reading, ByTime);
