//! A reader: a snapshot.

use rowkey_core::KeyRange;
use rowkey_core::scan::engine::ScanRequest;
use rowkey_store::{AsyncReader, Direction};
use slatedb::DbSnapshot;
use slatedb::config::{ReadOptions, ScanOptions};
use std::fmt;
use std::sync::Arc;

use crate::{SlateError, SlateScan};

/// A snapshot of a [`SlateStore`](crate::SlateStore), taken when the reader was created. SlateDB keeps the files that
/// the snapshot needs.
#[derive(Clone)]
pub struct SlateReader {
    snapshot: Arc<DbSnapshot>,
    options: Arc<ScanOptions>,
}

impl SlateReader {
    pub(crate) const fn new(snapshot: Arc<DbSnapshot>, options: Arc<ScanOptions>) -> Self {
        Self { snapshot, options }
    }

    /// Returns a reader of the same snapshot with other options.
    pub(crate) fn with_options(&self, options: Arc<ScanOptions>) -> Self {
        Self { snapshot: Arc::clone(&self.snapshot), options }
    }

    fn open(&self, range: KeyRange, how: (Direction, bool)) -> SlateScan {
        SlateScan::new(self.snapshot.clone(), range, ScanOptions::clone(&self.options), how)
    }
}

impl AsyncReader for SlateReader {
    type Error = SlateError;
    type Scan = SlateScan;

    async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, SlateError> {
        let ScanOptions { durability_filter, dirty, cache_blocks, .. } = *self.options;
        let options = ReadOptions { durability_filter, dirty, cache_blocks, ..ReadOptions::default() };
        Ok(self.snapshot.get_with_options(key, &options).await?.map(Vec::from))
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> SlateScan {
        self.open(range, (direction, false))
    }

    fn scan_of(&self, request: ScanRequest<'_>) -> SlateScan {
        self.open(request.range, (request.plan.direction(), request.reads_ahead))
    }
}

/// Shows the sequence number of the last visible write.
impl fmt::Debug for SlateReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SlateReader").field("seq", &self.snapshot.seq()).finish_non_exhaustive()
    }
}
