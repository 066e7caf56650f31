//! A Bigtable table as an async store.

use futures_util::future::{join_all, try_join_all};
use rowkey_core::KeyRange;
use rowkey_core::scan::engine::ScanRequest;
use rowkey_store::{
    AsyncCompareAndSet, AsyncReader, AsyncScan, AsyncStore, Batch, Change, Direction, Move, independent_moves,
};
use std::task::{Context, Poll};

use crate::error::BigtableError;
use crate::pool::MOST_STREAMS;
use crate::scan::BigtableScan;
use crate::store::BigtableStore;

/// Reads a [`BigtableStore`]. Bigtable has no snapshots, so a scan sees each row as it is when it is read.
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

    /// Counts the rows without transferring their values.
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

    /// Moves the row in two steps, which are atomic for one row each. The value can have any size.
    fn move_row(&self, from: &[u8], to: &[u8]) -> impl Future<Output = Result<bool, BigtableError>> + Send {
        self.move_row(from, to)
    }

    /// Copies rows, but keeps a row at the new key that is newer than the original. It makes
    /// [several](crate::Config::parallel) [independent](independent_moves) copies concurrently.
    async fn copy_rows(&self, moves: &[Move]) -> Result<u64, BigtableError> {
        let mut copied = 0;
        for moves in independent_moves(moves).iter().flat_map(|part| part.chunks(self.bigtable().config().parallel)) {
            // Awaits all copies, even after an error. A copy that is dropped midway is not undone, although its
            // original may have been deleted in the meantime.
            let are_copied = join_all(moves.iter().map(|(from, to)| self.copy_row(from, to))).await;
            copied += are_copied.into_iter().map(|is_copied| is_copied.map(u64::from)).sum::<Result<u64, _>>()?;
        }
        Ok(copied)
    }

    /// Deletes [several](crate::Config::parallel) rows concurrently.
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

    /// Reads all rows in one call.
    fn get_all(&self, keys: &[&[u8]]) -> impl Future<Output = Result<Vec<Option<Vec<u8>>>, BigtableError>> + Send {
        self.store.get_all(keys)
    }

    /// Checks without transferring the value.
    fn contains(&self, key: &[u8]) -> impl Future<Output = Result<bool, BigtableError>> + Send {
        self.store.contains(key)
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> BigtableScan {
        self.store.scan(range, direction)
    }

    /// Reads all ranges in one call. It passes the plan's filters to Bigtable, if they match the same bytes in all
    /// rows, and requests no more rows at once than the plan's limit.
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

    /// Returns about the number of rows that Bigtable sends in the time of starting a call.
    fn seek_cost_in_rows(&self) -> usize {
        500
    }

    /// Returns the number of calls that fit on one connection.
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
