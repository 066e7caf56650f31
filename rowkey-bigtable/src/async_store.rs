//! A table of Bigtable as an asynchronous store.

use futures_util::future::{join_all, try_join_all};
use rowkey_core::KeyRange;
use rowkey_core::scan::ScanRequest;
use rowkey_store::{
    AsyncCompareAndSet, AsyncReader, AsyncScan, AsyncStore, Batch, Change, Direction, Move, independent_moves,
};
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

    /// A row at the new key that was written after the one to be copied stays as it is. [Several](crate::Config::parallel) rows are copied
    /// at a time, where they are [independent](independent_moves).
    async fn copy_rows(&self, moves: &[Move]) -> Result<u64, BigtableError> {
        let mut copied = 0;
        for moves in independent_moves(moves).iter().flat_map(|part| part.chunks(self.bigtable().config().parallel)) {
            // All are waited for, also after an error: a copy that is dropped may be one of a row that was deleted meanwhile.
            let are_copied = join_all(moves.iter().map(|(from, to)| self.copy_row(from, to))).await;
            copied += are_copied.into_iter().map(|is_copied| is_copied.map(u64::from)).sum::<Result<u64, _>>()?;
        }
        Ok(copied)
    }

    /// [Several](crate::Config::parallel) rows are deleted at a time.
    async fn delete_copied(&self, moves: &[Move]) -> Result<u64, BigtableError> {
        let mut deleted = 0;
        for moves in moves.chunks(self.bigtable().config().parallel) {
            let are_deleted = try_join_all(moves.iter().map(|(from, to)| self.delete_copy(from, to))).await?;
            deleted += are_deleted.into_iter().map(u64::from).sum::<u64>();
        }
        Ok(deleted)
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
