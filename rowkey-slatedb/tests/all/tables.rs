//! Tables over SlateDB beside tables in memory: plans of many buckets, filters that seek, both directions, limits and pages.

use crate::rows::in_memory;
use rowkey::{Plan, RowKey};
use rowkey_store::{AsyncTable, MemoryStore, Table};
use slatedb::config::{FlushOptions, FlushType};

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

#[tokio::test]
async fn plans_find_the_rows_that_they_find_in_memory() {
    let slate = AsyncTable::new(in_memory().await).allow_full_scans();
    let memory = Table::new(MemoryStore::new()).allow_full_scans();
    for part in 0..3 {
        let readings = (0..20).flat_map(|sensor| (0..40).map(move |at| Reading { sensor, at, metric: (at % 3) as u8 }));
        let rows = readings.filter(|it| (it.at + i64::from(it.sensor)) % 3 == part).map(|it| (it, [part as u8; 90]));
        let rows: Vec<_> = rows.collect();
        slate.put_all(rows.iter().map(|(reading, value)| (reading, value))).await.unwrap();
        memory.put_all(rows).unwrap();
        if part < 2 {
            slate.store().db().flush_with_options(FlushOptions { flush_type: FlushType::MemTable }).await.unwrap();
        }
    }
    for plan in plans() {
        let expected: Vec<_> = memory.scan(&plan).unwrap().collect::<Result<_, _>>().unwrap();
        let (mut rows, mut found) = (slate.scan(&plan).await.unwrap(), Vec::new());
        while let Some(row) = rows.next().await {
            found.push(row.unwrap());
        }
        assert_eq!(found, expected, "{}", plan.explain());
        // What a merge passes over is not read row by row: scans seek.
        assert!(rows.rows_read() <= found.len() + 15 * (plan.ranges().count() + found.len()), "{}", plan.explain());
        assert_eq!(slate.count(&plan).await.unwrap(), expected.len() as u64);
    }
    let gone = slate.delete_all(&Reading::scan().sensor(3).plan().unwrap()).await.unwrap();
    assert_eq!((gone, slate.count(&Reading::scan().plan().unwrap()).await.unwrap()), (40, 760));
}

rowkey::laws!(Reading);
