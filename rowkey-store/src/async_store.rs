//! The interface of an async engine.

use futures_core::Stream;
use futures_util::future::{join_all, try_join_all};
use rowkey_core::KeyRange;
use rowkey_core::scan::OutOfOrder;
use rowkey_core::scan::engine::{AsyncCursor, IntoPage, ItemCursor, PageCursor, ScanRequest, Step, StreamCursor};
use std::error::Error;
use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use crate::{Batch, Change, Direction, Move, RowBytes, TableError, independent_moves};

/// The maximum number of rows that are copied or deleted concurrently.
const MOVED_AT_ONCE: usize = 16;

/// The interface of an async engine, such as one over a network or over object storage. The async version of
/// [`Store`](crate::Store).
///
/// Its futures and readers are `Send`, so that runtimes can move them between threads. The engine documents the runtime
/// that it needs, if any. `&S` and `Arc<S>` are stores if `S` is a store. [`Blocking`](crate::Blocking) turns a `Store`
/// into an `AsyncStore`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an `AsyncStore`",
    note = "a `Store`, whose calls are not awaited, goes into a `Table`, or as `Blocking::new(store, threads)?` into an `AsyncTable`",
    note = "see RK617 in rowkey::_compile_errors"
)]
pub trait AsyncStore: Send + Sync {
    /// The error type of the engine. Its messages name the operation and its subject.
    type Error: Error + Send + Sync + 'static;

    /// The reader of this store. It owns its handle to the engine.
    type Reader: AsyncReader<Error = Self::Error>;

    /// Returns a reader of the current rows.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot start to read.
    fn reader(&self) -> impl Future<Output = Result<Self::Reader, Self::Error>> + Send;

    /// Writes a batch atomically. Readers see either all of its changes or no change.
    ///
    /// An engine that cannot promise this documents it. Bigtable, for example, is atomic per row only. Such an engine
    /// writes the rows of [`Batch::puts`], and then those of [`Batch::deletes`].
    ///
    /// After an error, you can write the same batch again. Writing it twice has the same effect as writing it once. If
    /// you drop the future, the engine may still write the batch.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot write.
    fn write(&self, batch: &Batch) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Returns the value of the row `key`, or `None` if the store has no such row.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read.
    fn get(&self, key: &[u8]) -> impl Future<Output = Result<Option<Vec<u8>>, Self::Error>> + Send {
        async move { self.reader().await?.get(key).await }
    }

    /// Returns the keys at which the engine splits the store into regions, in ascending order. Returns `None` if the
    /// engine does not have regions.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read the regions.
    fn split_keys(&self) -> impl Future<Output = Result<Option<Vec<Vec<u8>>>, Self::Error>> + Send {
        async { Ok(None) }
    }

    /// Returns the number of rows in `range`. An engine that can count without moving the values does so.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read.
    fn count(&self, range: KeyRange) -> impl Future<Output = Result<u64, Self::Error>> + Send {
        async move {
            let mut scan = self.reader().await?.scan(range, Direction::Forward);
            let mut rows = 0;
            while advance(&mut scan).await? {
                rows += 1;
            }
            Ok(rows)
        }
    }
}

/// Advances to the next row of a scan, or returns `false` at the end.
///
/// # Errors
///
/// Returns the engine's error if it cannot continue to read.
pub(crate) async fn advance<S: AsyncScan>(scan: &mut S) -> Result<bool, S::Error> {
    poll_fn(|context| scan.poll_advance(context)).await
}

/// Advances to the next row of a table's scan, or returns `false` at the end. Reports rows in the wrong order as an
/// error.
pub(crate) async fn advance_in_order<S: AsyncScan<Error: Error + 'static>>(
    scan: &mut S,
) -> Result<bool, TableError<S::Error>> {
    let is_row = advance(scan).await.map_err(TableError::Store)?;
    match scan.out_of_order() {
        Some(error) if !is_row => Err(error.into()),
        _ => Ok(is_row),
    }
}

/// An async engine that can compare and change one row in a single atomic step. The async version of
/// [`CompareAndSet`](crate::CompareAndSet).
pub trait AsyncCompareAndSet: AsyncStore {
    /// Changes the row `key` only if its value is `expected`, where `None` means that the row does not exist. Returns
    /// `true` if it changed the row: [`CompareAndSet::compare_and_set`](crate::CompareAndSet::compare_and_set).
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read or write.
    fn compare_and_set(
        &self,
        key: &[u8],
        expected: Option<&[u8]>,
        change: Change<'_>,
    ) -> impl Future<Output = Result<bool, Self::Error>> + Send;

    /// Moves the row `from` to the key `to`, and replaces an existing row there. Returns `true` if the row `from`
    /// existed.
    ///
    /// An engine that can do so moves the row in one step. The default takes two steps:
    /// [`CompareAndSet::move_row`](crate::CompareAndSet::move_row).
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read or write. The row may then be stored under both keys.
    fn move_row(&self, from: &[u8], to: &[u8]) -> impl Future<Output = Result<bool, Self::Error>> + Send {
        async move {
            if from == to {
                return Ok(self.get(from).await?.is_some());
            }
            loop {
                let replaced = self.get(to).await?;
                let Some(value) = self.get(from).await? else { return Ok(false) };
                if !self.compare_and_set(to, replaced.as_deref(), Change::Put(&value)).await? {
                    continue;
                }
                if self.compare_and_set(from, Some(&value), Change::Delete).await? {
                    return Ok(true);
                }
                // If the row was deleted in the meantime, it must not exist at `to` either.
                let before = replaced.as_deref().map_or(Change::Delete, Change::Put);
                self.compare_and_set(to, Some(&value), before).await?;
            }
        }
    }

    /// Copies rows in this order, and replaces existing rows:
    /// [`CompareAndSet::copy_rows`](crate::CompareAndSet::copy_rows).
    ///
    /// The default makes up to 16 [independent](crate::independent_moves) copies concurrently.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read or write. Some of the rows may have been copied.
    fn copy_rows(&self, moves: &[Move]) -> impl Future<Output = Result<u64, Self::Error>> + Send {
        async move {
            let mut copied = 0;
            for moves in independent_moves(moves).iter().flat_map(|part| part.chunks(MOVED_AT_ONCE)) {
                // Waits for all copies, even after an error. A dropped copy could skip its last check, and so restore a
                // row that was deleted in the meantime.
                let are_copied = join_all(moves.iter().map(|(from, to)| copy_row(self, from, to))).await;
                copied += are_copied.into_iter().map(|is_copied| is_copied.map(u64::from)).sum::<Result<u64, _>>()?;
            }
            Ok(copied)
        }
    }

    /// Deletes rows that have a copy at another key:
    /// [`CompareAndSet::delete_copied`](crate::CompareAndSet::delete_copied).
    ///
    /// The default deletes up to 16 rows concurrently.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read or write. Some of the rows may have been deleted.
    fn delete_copied(&self, moves: &[Move]) -> impl Future<Output = Result<u64, Self::Error>> + Send {
        async move {
            let mut deleted = 0;
            for moves in moves.chunks(MOVED_AT_ONCE) {
                let are_deleted = try_join_all(moves.iter().map(|(from, to)| delete_copy(self, from, to))).await?;
                deleted += are_deleted.into_iter().map(u64::from).sum::<u64>();
            }
            Ok(deleted)
        }
    }
}

/// Copies a row and returns `true` if it wrote the copy.
async fn copy_row<S: AsyncCompareAndSet + ?Sized>(store: &S, from: &[u8], to: &[u8]) -> Result<bool, S::Error> {
    loop {
        let there = store.get(to).await?;
        let value = store.get(from).await?.filter(|value| there.as_ref() != Some(value));
        let Some(value) = value else { return Ok(false) };
        if !store.compare_and_set(to, there.as_deref(), Change::Put(&value)).await? {
            continue;
        }
        if store.get(from).await?.as_ref() == Some(&value) {
            return Ok(true);
        }
        // The row `from` has changed since it was read. Undoes the copy and starts again.
        let before = there.as_deref().map_or(Change::Delete, Change::Put);
        store.compare_and_set(to, Some(&value), before).await?;
    }
}

/// Deletes the row `from` if `to` has its copy. Returns `true` if it deleted the row.
async fn delete_copy<S: AsyncCompareAndSet + ?Sized>(store: &S, from: &[u8], to: &[u8]) -> Result<bool, S::Error> {
    let Some(value) = store.get(from).await? else { return Ok(false) };
    if from == to || store.get(to).await?.as_ref() != Some(&value) {
        return Ok(false);
    }
    store.compare_and_set(from, Some(&value), Change::Delete).await
}

/// Reads the rows of an [`AsyncStore`]. The async version of [`Reader`](crate::Reader).
///
/// If the engine has snapshots, a reader and its scans always see the store as it was when the reader was created.
pub trait AsyncReader: Send + Sync {
    /// The error type of the [`AsyncStore`].
    type Error: Error + Send + Sync + 'static;

    /// The rows of a scan. They do not borrow from the reader, so they can outlive it.
    type Scan: AsyncScan<Error = Self::Error> + Send;

    /// Returns the value of the row `key`, or `None` if the store has no such row.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read.
    fn get(&self, key: &[u8]) -> impl Future<Output = Result<Option<Vec<u8>>, Self::Error>> + Send;

    /// Returns `true` if the store has a row with this key. An engine that can check this without reading the value
    /// does so.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read.
    fn contains(&self, key: &[u8]) -> impl Future<Output = Result<bool, Self::Error>> + Send {
        async move { Ok(self.get(key).await?.is_some()) }
    }

    /// Returns the values of several rows, in the order of the keys. The default makes as many concurrent gets as
    /// [`concurrency`](Self::concurrency) allows. An engine that gets many rows with one call does so.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot read.
    fn get_all(&self, keys: &[&[u8]]) -> impl Future<Output = Result<Vec<Option<Vec<u8>>>, Self::Error>> + Send {
        async move {
            let mut values = Vec::with_capacity(keys.len());
            for keys in keys.chunks(self.concurrency().max(1)) {
                values.extend(try_join_all(keys.iter().map(|key| self.get(key))).await?);
            }
            Ok(values)
        }
    }

    /// Returns the rows of `range`. Polling the scan reads them, and also returns any error, even one of the first
    /// step.
    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan;

    /// Returns the rows that a plan needs from some of its ranges, in the direction of the plan.
    ///
    /// An engine may use the plan to read less. It can leave out rows that the plan does not
    /// [match](rowkey_core::ScanPlan::matches), and fetch at most the plan's [limit](rowkey_core::ScanPlan::row_limit) at
    /// once. It can also read ahead if the [request allows it](ScanRequest::reads_ahead). The default does not use the
    /// plan.
    fn scan_of(&self, request: ScanRequest<'_>) -> Self::Scan {
        self.scan(request.range, request.plan.direction())
    }

    /// Returns the rows like [`AsyncReader::scan_of`], for callers that need only the keys. The result of
    /// [`AsyncScan::value`] is unspecified.
    fn keys_of(&self, request: ScanRequest<'_>) -> Self::Scan {
        self.scan_of(request)
    }

    /// Returns `true` if one scan reads all ranges of a bucket, for engines that accept many ranges in one call.
    /// [`ScanRequest::more`] then holds the other ranges.
    fn reads_whole_lanes(&self) -> bool {
        false
    }

    /// Returns the cost of starting a scan, as the number of rows that the engine can read in the same time:
    /// [`OpenAsync::seek_cost_in_rows`](rowkey_core::scan::engine::OpenAsync::seek_cost_in_rows).
    fn seek_cost_in_rows(&self) -> usize {
        8
    }

    /// Returns the maximum number of concurrent reads for one plan:
    /// [`OpenAsync::concurrency`](rowkey_core::scan::engine::OpenAsync::concurrency).
    fn concurrency(&self) -> usize {
        16
    }
}

/// The rows of an async scan, one borrowed row at a time.
///
/// The scan owns its reads in flight. You can poll it at any time, and dropping it cancels them. To build one from a
/// stream of rows, use a [`StreamCursor`]. For an engine that returns pages, use a [`PageCursor`].
pub trait AsyncScan {
    /// The error type of the [`AsyncStore`].
    type Error;

    /// Advances to the next row, or returns `false` at the end. While it is pending, the scan keeps its position.
    ///
    /// # Errors
    ///
    /// Returns the engine's error if it cannot continue to read. The scan then has no more rows.
    fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, Self::Error>>;

    /// Returns the reason why the scan ended, if that is neither the end of the range nor an engine error:
    /// [`AsyncCursor::out_of_order`].
    fn out_of_order(&self) -> Option<OutOfOrder> {
        None
    }

    /// Returns the key of the row. It is empty before the first row and after the last.
    fn key(&self) -> &[u8];

    /// Returns the value of the row. It is empty before the first row and after the last.
    fn value(&self) -> &[u8];

    /// Starts or continues to read the rows after the current one: [`AsyncCursor::poll_ahead`].
    fn poll_ahead(&mut self, context: &mut Context<'_>) {
        let _ = context;
    }

    /// Seeks within the rest of its ranges: [`AsyncCursor::seek`].
    fn seek(&mut self, request: &ScanRequest<'_>) -> bool {
        let _ = request;
        false
    }
}

/// Converts a step of a cursor to the result of [`AsyncScan::poll_advance`].
fn outcome_of<C: ItemCursor<Item = Result<RowBytes, E>>, E>(rows: &mut C, step: Step) -> Result<bool, E> {
    match step {
        Step::Row => Ok(true),
        Step::End => Ok(false),
        Step::Error => rows.take().map_or(Ok(false), |item| item.map(|_| false)),
    }
}

/// Returns the value of an item. It is empty without a row.
fn value_at<E>(item: Option<&Result<RowBytes, E>>) -> &[u8] {
    item.and_then(|item| item.as_ref().ok()).map_or(&[], |row| &row.1)
}

impl<S: Stream<Item = Result<RowBytes, E>>, E: 'static> AsyncScan for StreamCursor<S> {
    type Error = E;

    fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, E>> {
        let step = ready!(AsyncCursor::poll_advance(self, context));
        Poll::Ready(outcome_of(self, step))
    }

    fn key(&self) -> &[u8] {
        AsyncCursor::key(self)
    }

    fn value(&self) -> &[u8] {
        value_at(self.item())
    }
}

impl<F, Q, P, E> AsyncScan for PageCursor<F, Q, RowBytes, E>
where
    F: FnMut(KeyRange, Direction, usize) -> Q,
    Q: Future<Output = Result<P, E>>,
    P: IntoPage<Row = RowBytes>,
{
    type Error = E;

    fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, E>> {
        let step = ready!(AsyncCursor::poll_advance(self, context));
        Poll::Ready(outcome_of(self, step))
    }

    fn key(&self) -> &[u8] {
        AsyncCursor::key(self)
    }

    fn value(&self) -> &[u8] {
        value_at(self.item())
    }

    fn poll_ahead(&mut self, context: &mut Context<'_>) {
        AsyncCursor::poll_ahead(self, context);
    }

    fn out_of_order(&self) -> Option<OutOfOrder> {
        AsyncCursor::out_of_order(self)
    }

    fn seek(&mut self, request: &ScanRequest<'_>) -> bool {
        AsyncCursor::seek(self, request)
    }
}

/// Makes pointers to stores into stores, which forward each call.
macro_rules! pointers_to_stores {
    ($($pointer:ty),*) => {$(
        impl<S: AsyncStore + ?Sized> AsyncStore for $pointer {
            type Error = S::Error;
            type Reader = S::Reader;

            fn reader(&self) -> impl Future<Output = Result<Self::Reader, Self::Error>> + Send {
                (**self).reader()
            }

            fn write(&self, batch: &Batch) -> impl Future<Output = Result<(), Self::Error>> + Send {
                (**self).write(batch)
            }

            fn get(&self, key: &[u8]) -> impl Future<Output = Result<Option<Vec<u8>>, Self::Error>> + Send {
                (**self).get(key)
            }

            fn split_keys(&self) -> impl Future<Output = Result<Option<Vec<Vec<u8>>>, Self::Error>> + Send {
                (**self).split_keys()
            }

            fn count(&self, range: KeyRange) -> impl Future<Output = Result<u64, Self::Error>> + Send {
                (**self).count(range)
            }
        }

        impl<S: AsyncCompareAndSet + ?Sized> AsyncCompareAndSet for $pointer {
            fn compare_and_set(
                &self,
                key: &[u8],
                expected: Option<&[u8]>,
                change: Change<'_>,
            ) -> impl Future<Output = Result<bool, Self::Error>> + Send {
                (**self).compare_and_set(key, expected, change)
            }

            fn move_row(&self, from: &[u8], to: &[u8]) -> impl Future<Output = Result<bool, Self::Error>> + Send {
                (**self).move_row(from, to)
            }

            fn copy_rows(&self, moves: &[Move]) -> impl Future<Output = Result<u64, Self::Error>> + Send {
                (**self).copy_rows(moves)
            }

            fn delete_copied(&self, moves: &[Move]) -> impl Future<Output = Result<u64, Self::Error>> + Send {
                (**self).delete_copied(moves)
            }
        }
    )*};
}

pointers_to_stores!(&S, Arc<S>);
