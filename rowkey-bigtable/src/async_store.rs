//! A table of Bigtable as an asynchronous store.

use rowkey_core::KeyRange;
use rowkey_core::scan::ScanRequest;
use rowkey_store::{AsyncCompareAndSet, AsyncReader, AsyncScan, AsyncStore, Batch, Change, Direction};
use std::task::{Context, Poll};

use crate::error::BigtableError;
use crate::pool::MOST_STREAMS;
use crate::scan::BigtableScan;
use crate::store::BigtableStore;

/// Reads a [`BigtableStore`]: each row of a scan as it is when it is read, because Bigtable does not make snapshots.
#[derive(Clone, Debug)]
pub struct BigtableReader {
    store: BigtableStore,
}

impl AsyncStore for BigtableStore {
    type Error = BigtableError;
    type Reader = BigtableReader;

    async fn reader(&self) -> Result<BigtableReader, BigtableError> {
        Ok(BigtableReader { store: self.clone() })
    }

    fn write(&self, batch: &Batch) -> impl Future<Output = Result<(), BigtableError>> + Send {
        self.write(batch)
    }

    fn get(&self, key: &[u8]) -> impl Future<Output = Result<Option<Vec<u8>>, BigtableError>> + Send {
        self.get(key)
    }

    async fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, BigtableError> {
        self.split_keys().await.map(Some)
    }

    /// Counts without their values being sent.
    fn count(&self, range: KeyRange) -> impl Future<Output = Result<u64, BigtableError>> + Send {
        self.count(range)
    }
}

impl AsyncCompareAndSet for BigtableStore {
    fn compare_and_set(
        &self,
        key: &[u8],
        expected: Option<&[u8]>,
        change: Change<'_>,
    ) -> impl Future<Output = Result<bool, BigtableError>> + Send {
        self.compare_and_set(key, expected, change)
    }

    /// In two steps, of one row each, whatever the size of the value.
    fn move_row(&self, from: &[u8], to: &[u8]) -> impl Future<Output = Result<bool, BigtableError>> + Send {
        self.move_row(from, to)
    }
}

impl AsyncReader for BigtableReader {
    type Error = BigtableError;
    type Scan = BigtableScan;

    fn get(&self, key: &[u8]) -> impl Future<Output = Result<Option<Vec<u8>>, BigtableError>> + Send {
        self.store.get(key)
    }

    /// Asks without the value being sent.
    fn contains(&self, key: &[u8]) -> impl Future<Output = Result<bool, BigtableError>> + Send {
        self.store.contains(key)
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> BigtableScan {
        self.store.scan(range, direction)
    }

    /// Reads all ranges in one call. Leaves the plan's filters to Bigtable as far as they are the same bytes in all rows, and asks for
    /// no more rows at once than the plan's limit.
    fn scan_of(&self, request: ScanRequest<'_>) -> BigtableScan {
        let scan = self.store.scan_of(request.plan, [request.range].into_iter().chain(request.more));
        scan.reading_ahead(request.reads_ahead)
    }

    fn keys_of(&self, request: ScanRequest<'_>) -> BigtableScan {
        let scan = self.store.keys_of(request.plan, [request.range].into_iter().chain(request.more));
        scan.reading_ahead(request.reads_ahead)
    }

    fn reads_whole_lanes(&self) -> bool {
        true
    }

    /// About as many rows as are sent in the time that it takes to begin a call.
    fn seek_cost_in_rows(&self) -> usize {
        500
    }

    /// As many as fit on one connection.
    fn concurrency(&self) -> usize {
        MOST_STREAMS as usize
    }
}

impl AsyncScan for BigtableScan {
    type Error = BigtableError;

    fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, BigtableError>> {
        self.poll_advance(context)
    }

    fn key(&self) -> &[u8] {
        self.key()
    }

    fn value(&self) -> &[u8] {
        self.value()
    }

    fn poll_ahead(&mut self, context: &mut Context<'_>) {
        self.poll_ahead(context);
    }

    fn seek(&mut self, request: &ScanRequest<'_>) -> bool {
        if !request.plan.is_reversed() {
            self.seek_to(request.range.start().to_vec());
        } else if let Some(stop) = request.range.stop() {
            self.seek_to(stop.to_vec());
        }
        true
    }
}
