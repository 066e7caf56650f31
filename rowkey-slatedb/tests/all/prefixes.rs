//! The prefix of a layout in SlateDB's filters and segments: the same rows, and files that are not read.

use crate::rows::{builder, rows};
use rowkey::{RowKey, ScanPlan};
use rowkey_slatedb::{FieldPrefix, SlateError, SlateStore};
use rowkey_store::{AsyncStore, Batch, Direction, RowBytes};
use slatedb::BloomFilterPolicy;
use slatedb::config::{FlushOptions, FlushType, Settings};
use slatedb::db_stats::SST_FILTER_NEGATIVE_COUNT;
use slatedb::object_store::memory::InMemory;
use slatedb_common::metrics::{DefaultMetricsRecorder, MetricValue};
use std::sync::Arc;

#[derive(RowKey, Debug)]
struct Reading {
    #[rowkey(salt(md5, buckets = 4))]
    sensor: u16,
    at: u32,
}

#[derive(RowKey, Debug)]
struct Named {
    name: String,
}

const SENSOR: FieldPrefix = FieldPrefix::of::<Reading>(1).unwrap();

#[test]
fn only_a_width_that_all_keys_have_is_a_prefix() {
    assert_eq!((SENSOR.width(), FieldPrefix::of::<Reading>(2).map(|it| it.width())), (3, Some(7)));
    assert_eq!(
        (FieldPrefix::of::<Reading>(3), FieldPrefix::of::<Named>(0), FieldPrefix::of::<Named>(1)),
        (None, None, None)
    );
}

/// Four files, each of other sensors.
async fn fill(store: &SlateStore) {
    for file in 0..4 {
        let mut batch = Batch::new();
        for (sensor, at) in (0..50).flat_map(|sensor| (0..4).map(move |at| (sensor * 4 + file, at))) {
            batch.put(Reading { sensor, at }.key(), "");
        }
        store.write(&batch).await.unwrap();
        store.db().flush_with_options(FlushOptions { flush_type: FlushType::MemTable }).await.unwrap();
    }
}

async fn rows_of(store: &SlateStore, plan: &ScanPlan) -> Vec<RowBytes> {
    let reader = store.reader().await.unwrap();
    let mut found = Vec::new();
    for range in plan.ranges() {
        found.extend(rows(&reader, range, Direction::Forward).await);
    }
    found
}

/// A store whose filters have the prefix, and a way to tell how many files the filters have spared.
async fn filtered(segments: bool) -> (SlateStore, impl Fn() -> u64) {
    let recorder = Arc::new(DefaultMetricsRecorder::new());
    let filters = BloomFilterPolicy::new(10).with_prefix_extractor(Arc::new(SENSOR));
    let settings = Settings { min_filter_keys: 1, compactor_options: None, ..Settings::default() };
    let mut builder = builder(Arc::new(InMemory::new()))
        .with_settings(settings)
        .with_filter_policies(vec![Arc::new(filters)])
        .with_metrics_recorder(recorder.clone());
    if segments {
        builder = builder.with_segment_extractor(Arc::new(SENSOR));
    }
    let spared = move || {
        let labels = [("kind", "prefix")];
        let metric = recorder.snapshot().by_name_and_labels(SST_FILTER_NEGATIVE_COUNT, &labels).cloned();
        match metric.map(|metric| metric.value) {
            Some(MetricValue::Counter(count)) => count,
            other => unreachable!("{other:?}"),
        }
    };
    (SlateStore::new(builder.build().await.unwrap()).without_waiting(), spared)
}

/// Every sensor that is there, and some that are not: filters spare the files without it, and no row.
#[tokio::test]
async fn filters_spare_files_and_no_rows() {
    for segments in [false, true] {
        let (store, spared) = filtered(segments).await;
        fill(&store).await;
        for sensor in 0..260 {
            let all: Vec<RowBytes> =
                (0..if sensor < 200 { 4 } else { 0 }).map(|at| (row(sensor, at), vec![])).collect();
            assert_eq!(rows_of(&store, &Reading::scan().sensor(sensor).plan().unwrap()).await, all);
            let some = all.get(1..3).unwrap_or_default();
            assert_eq!(rows_of(&store, &Reading::scan().sensor(sensor).at(1..3).plan().unwrap()).await, some);
        }
        let count = spared();
        assert!(segments || count > 1_000, "{count} files were spared");
        // The sensor is not known: no filter is asked.
        assert_eq!(rows_of(&store, &Reading::scan().plan().unwrap()).await.len(), 800);
        assert_eq!(spared(), count);
        store.close().await.unwrap();
    }
}

fn row(sensor: u16, at: u32) -> Vec<u8> {
    Reading { sensor, at }.key().to_vec()
}

/// All rows of a segment have its prefix; a key that is not one of the layout is refused.
#[tokio::test]
async fn each_prefix_has_a_segment() {
    let (store, _) = filtered(true).await;
    fill(&store).await;
    let segments = store.db().manifest().segments().len();
    assert_eq!(segments, 200);
    let error = store.write(Batch::new().put("no", "")).await.unwrap_err();
    assert!(matches!(error, SlateError::Write { .. }), "{error:?}");
}

rowkey::laws!(Reading, Named);
