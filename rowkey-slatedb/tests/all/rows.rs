//! Stores to test, and all rows of a range.

use rowkey_core::KeyRange;
use rowkey_slatedb::{SlateError, SlateReader, SlateScan, SlateStore};
use rowkey_store::{AsyncReader, AsyncScan, Direction, RowBytes};
use slatedb::config::Settings;
use slatedb::object_store::ObjectStore;
use slatedb::object_store::memory::InMemory;
use slatedb::{Db, DbBuilder};
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

/// A database that writes what it has every millisecond, so that a test does not wait.
pub fn builder(objects: Arc<dyn ObjectStore>) -> DbBuilder<&'static str> {
    let settings = Settings { flush_interval: Some(Duration::from_millis(1)), ..Settings::default() };
    Db::builder("rows", objects).with_settings(settings)
}

pub async fn open(objects: Arc<dyn ObjectStore>) -> SlateStore {
    SlateStore::new(builder(objects).build().await.unwrap())
}

pub async fn in_memory() -> SlateStore {
    open(Arc::new(InMemory::new())).await
}

pub async fn advance(scan: &mut SlateScan) -> Result<bool, SlateError> {
    poll_fn(|context| scan.poll_advance(context)).await
}

pub async fn rest(mut scan: SlateScan) -> Vec<RowBytes> {
    let mut rows = Vec::new();
    while advance(&mut scan).await.unwrap() {
        rows.push((scan.key().to_vec(), scan.value().to_vec()));
    }
    assert!(!advance(&mut scan).await.unwrap() && scan.key().is_empty() && scan.value().is_empty());
    rows
}

pub async fn rows(reader: &SlateReader, range: KeyRange, direction: Direction) -> Vec<RowBytes> {
    rest(reader.scan(range, direction)).await
}
