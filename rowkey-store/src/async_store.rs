//! The interface of an engine that is waited for.

use futures_core::Stream;
use futures_util::future::{join_all, try_join_all};
use rowkey_core::KeyRange;
use rowkey_core::scan::{AsyncCursor, IntoPage, ItemCursor, OutOfOrder, PageCursor, ScanRequest, Step, StreamCursor};
use std::error::Error;
use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use crate::part::parts_behind;
use crate::{Batch, Change, Direction, Move, Part, Row, TableError, independent_moves};

/// The number of rows that are copied, or deleted, side by side.
const MOVED_AT_ONCE: usize = 16;

/// A [`Store`](crate::Store) whose calls are waited for: behind a network, or over object storage.
///
/// Its futures and its readers can be sent between threads, as runtimes want them; which runtime they need, the engine says.
/// `&S` and `Arc<S>` are stores if `S` is one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an `AsyncStore`",
    note = "a `Store`, whose calls are not awaited, goes into a `Table`, or as `Blocking::new(store, threads)` into an `AsyncTable`",
    note = "see RK617 in rowkey::_compile_errors"
)]
pub trait AsyncStore: Send + Sync {
    /// The error of the engine. Its message says what was being done, and to what.
    type Error: Error + Send + Sync + 'static;

    /// The reader of this store: a handle of its own.
    type Reader: AsyncReader<Error = Self::Error>;

    /// Returns a reader of the rows as they are now.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot begin to read.
    fn reader(&self) -> impl Future<Output = Result<Self::Reader, Self::Error>> + Send;

    /// Writes all changes of a batch or none, and a reader sees all or none. An engine that cannot promise this (Bigtable is
    /// atomic per row only) says so in its documentation, and writes all puts of a batch before the first delete: so a row that
    /// moves from one key to another is never lost.
    ///
    /// The batch is only borrowed, so that it can be written again after an error. Writing it twice does no harm. If the future is
    /// dropped, the batch may be written or not.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot write.
    fn write(&self, batch: &Batch) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Returns the value stored under `key`; `None` if no row has this key.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read.
    fn get(&self, key: &[u8]) -> impl Future<Output = Result<Option<Vec<u8>>, Self::Error>> + Send {
        async move { self.reader().await?.get(key).await }
    }

    /// Returns the keys at which the store is cut into regions, ascending; `None` if the engine does not have regions.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot tell.
    fn split_keys(&self) -> impl Future<Output = Result<Option<Vec<Vec<u8>>>, Self::Error>> + Send {
        async { Ok(None) }
    }

    /// Returns the number of rows of `range`. An engine that can count without moving the values does so.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read.
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

/// Goes on to the next row of a scan; `false` at the end.
///
/// # Errors
///
/// The engine's error if it cannot read on.
pub(crate) async fn advance<S: AsyncScan>(scan: &mut S) -> Result<bool, S::Error> {
    poll_fn(|context| scan.poll_advance(context)).await
}

/// Goes on to the next row of a scan of a table; `false` at the end.
pub(crate) async fn advance_in_order<S: AsyncScan<Error: Error + 'static>>(
    scan: &mut S,
) -> Result<bool, TableError<S::Error>> {
    let is_row = advance(scan).await.map_err(TableError::Store)?;
    match scan.out_of_order() {
        Some(error) if !is_row => Err(error.into()),
        _ => Ok(is_row),
    }
}

/// The values stored under some keys, read side by side, as many at once as the reader asks for.
pub(crate) async fn get_each<R: AsyncReader>(reader: &R, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, R::Error> {
    let mut values = Vec::with_capacity(keys.len());
    for keys in keys.chunks(reader.concurrency().max(1)) {
        values.extend(try_join_all(keys.iter().map(|key| reader.get(key))).await?);
    }
    Ok(values)
}

/// An engine that compares a row and changes it in one step, whatever other writers do:
/// [`CompareAndSet`](crate::CompareAndSet), waited for.
pub trait AsyncCompareAndSet: AsyncStore {
    /// Changes the row `key` if its value is `expected`, or if it is not there and `expected` is `None`; returns `true` if it
    /// did.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read or write.
    fn compare_and_set(
        &self,
        key: &[u8],
        expected: Option<&[u8]>,
        change: Change<'_>,
    ) -> impl Future<Output = Result<bool, Self::Error>> + Send;

    /// Moves the row `from` to the key `to`, in place of a row that is there; returns `true` if there was a row `from`. In one
    /// step if the engine can; the default does it in two, as [`CompareAndSet::move_row`](crate::CompareAndSet::move_row) says.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read or write. The row may then be under both keys.
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
                // If the row was deleted meanwhile, it must not stand at `to`.
                let before = replaced.as_deref().map_or(Change::Delete, Change::Put);
                self.compare_and_set(to, Some(&value), before).await?;
            }
        }
    }

    /// Copies rows in this order, over rows that are there: [`CompareAndSet::copy_rows`](crate::CompareAndSet::copy_rows). The
    /// default copies 16 side by side where they are [independent](crate::independent_moves).
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read or write. Some of the rows may have been copied.
    fn copy_rows(&self, moves: &[Move]) -> impl Future<Output = Result<u64, Self::Error>> + Send {
        async move {
            let mut copied = 0;
            for moves in independent_moves(moves).iter().flat_map(|part| part.chunks(MOVED_AT_ONCE)) {
                // All are waited for, also after an error: a copy that is dropped may be one of a row that was deleted meanwhile.
                let are_copied = join_all(moves.iter().map(|(from, to)| copy_row(self, from, to))).await;
                copied += are_copied.into_iter().map(|is_copied| is_copied.map(u64::from)).sum::<Result<u64, _>>()?;
            }
            Ok(copied)
        }
    }

    /// Deletes rows whose copies are at other keys: [`CompareAndSet::delete_copied`](crate::CompareAndSet::delete_copied). The
    /// default deletes 16 side by side.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read or write. Some of the rows may have been deleted.
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

/// Copies a row; `true` if it was written.
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
        let before = there.as_deref().map_or(Change::Delete, Change::Put);
        store.compare_and_set(to, Some(&value), before).await?;
    }
}

/// Deletes the row `from` if its copy is at `to`; `true` if it did.
async fn delete_copy<S: AsyncCompareAndSet + ?Sized>(store: &S, from: &[u8], to: &[u8]) -> Result<bool, S::Error> {
    let Some(value) = store.get(from).await? else { return Ok(false) };
    if from == to || store.get(to).await?.as_ref() != Some(&value) {
        return Ok(false);
    }
    store.compare_and_set(from, Some(&value), Change::Delete).await
}

/// An engine with transactions over several rows, of several tables: [`Transact`](crate::Transact), waited for.
pub trait AsyncTransact: AsyncCompareAndSet + Sized {
    /// Writes the batches of all parts, if every row that a part names is as expected: all of them, or none; a reader of a
    /// table sees all changes of its part or none. Returns `false` if a row is not as expected: then nothing is written. If the
    /// future is dropped, all of them may be written, or none.
    ///
    /// ```
    /// # fn run<F: std::future::Future>(future: F) -> F::Output {
    /// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    /// #     let mut future = std::pin::pin!(future);
    /// #     loop { if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) { break output } }
    /// # }
    /// use rowkey_store::{AsyncStore, AsyncTransact, Batch, Blocking, MemoryStore, Part};
    ///
    /// # run(async {
    /// let orders = Blocking::new(MemoryStore::new(), 1)?;
    /// let stock = Blocking::new(MemoryStore::new(), 1)?;
    /// stock.write(Batch::new().put("lamp", "1")).await?;
    ///
    /// let expected = [(b"lamp".to_vec(), Some(b"1".to_vec()))];
    /// let sell = async |order: &str| {
    ///     Blocking::transact(&[
    ///         Part { store: &orders, expected: &[], batch: Batch::new().put(order, "a lamp") },
    ///         Part { store: &stock, expected: &expected, batch: Batch::new().put("lamp", "0") },
    ///     ])
    ///     .await
    /// };
    /// assert!(sell("anna").await?);
    /// assert!(!sell("bert").await?);
    /// assert_eq!(orders.get(b"bert").await?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read or write, or if no transaction covers all of the tables.
    fn transact(parts: &[Part<'_, Self>]) -> impl Future<Output = Result<bool, Self::Error>> + Send;
}

/// Reads the rows of an [`AsyncStore`]: a [`Reader`](crate::Reader) whose rows are waited for.
///
/// If the engine has snapshots, one reader and its scans always see the store as it was when the reader was made.
pub trait AsyncReader: Send + Sync {
    /// The error of the [`AsyncStore`].
    type Error: Error + Send + Sync + 'static;

    /// The rows of a scan. They do not borrow from the reader, so they can outlive it.
    type Scan: AsyncScan<Error = Self::Error> + Send;

    /// Returns the value stored under `key`; `None` if no row has this key.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read.
    fn get(&self, key: &[u8]) -> impl Future<Output = Result<Option<Vec<u8>>, Self::Error>> + Send;

    /// Returns `true` if a row has this key. An engine that can tell without reading the value does so.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read.
    fn contains(&self, key: &[u8]) -> impl Future<Output = Result<bool, Self::Error>> + Send {
        async move { Ok(self.get(key).await?.is_some()) }
    }

    /// Returns the rows of `range`. They are read when they are polled. An error, even of the first step, is told then.
    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan;

    /// Returns the rows of a scan that a plan needs, in the direction of the plan. An engine may leave out rows that the plan does
    /// not [match](rowkey_core::ScanPlan::matches), fetch at most the plan's [limit](rowkey_core::ScanPlan::limit) at once, and read
    /// ahead if the request [says so](ScanRequest::reads_ahead). The default does none of it.
    fn scan_of(&self, request: ScanRequest<'_>) -> Self::Scan {
        self.scan(request.range, request.plan.direction())
    }

    /// As [`AsyncReader::scan_of`], for one who needs the keys alone: what [`AsyncScan::value`] returns is not defined.
    fn keys_of(&self, request: ScanRequest<'_>) -> Self::Scan {
        self.scan_of(request)
    }

    /// `true` if one scan reads all ranges of a bucket, which [`ScanRequest::more`] then holds: for engines that take many ranges
    /// in one call.
    fn reads_whole_lanes(&self) -> bool {
        false
    }

    /// The cost of starting a scan, as the number of rows that can be read in the same time:
    /// [`OpenAsync::seek_cost_in_rows`](rowkey_core::scan::OpenAsync::seek_cost_in_rows).
    fn seek_cost_in_rows(&self) -> usize {
        8
    }

    /// The number of reads of one plan that may be under way at once:
    /// [`OpenAsync::concurrency`](rowkey_core::scan::OpenAsync::concurrency).
    fn concurrency(&self) -> usize {
        16
    }
}

/// The rows of a scan that is waited for, lent one after the other.
///
/// The reads that are under way belong to the scan, so it can be polled at any time, and to drop it ends them. A stream of rows is one
/// in a [`StreamCursor`], calls that return pages are in a [`PageCursor`].
pub trait AsyncScan {
    /// The error of the [`AsyncStore`].
    type Error;

    /// Goes on to the next row; `false` at the end. As long as it is pending, the scan stays where it was.
    ///
    /// # Errors
    ///
    /// The engine's error if it cannot read on. The scan then has no further rows.
    fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, Self::Error>>;

    /// The reason why there are no further rows, if that is neither the end of the range nor an error of the engine:
    /// [`AsyncCursor::out_of_order`].
    fn out_of_order(&self) -> Option<OutOfOrder> {
        None
    }

    /// The key of the row; empty before the first row and after the last.
    fn key(&self) -> &[u8];

    /// The value of the row; empty before the first row and after the last.
    fn value(&self) -> &[u8];

    /// Begins to read what follows the row, or goes on with that: [`AsyncCursor::poll_ahead`].
    fn poll_ahead(&mut self, context: &mut Context<'_>) {
        let _ = context;
    }

    /// Goes on in what is left of its ranges: [`AsyncCursor::seek`].
    fn seek(&mut self, request: &ScanRequest<'_>) -> bool {
        let _ = request;
        false
    }
}

/// The outcome of a step of a cursor, as a scan returns it: `true` at a row.
fn outcome_of<C: ItemCursor<Item = Result<Row, E>>, E>(rows: &mut C, step: Step) -> Result<bool, E> {
    match step {
        Step::Row => Ok(true),
        Step::End => Ok(false),
        Step::Error => rows.take().map_or(Ok(false), |item| item.map(|_| false)),
    }
}

/// The value of an item.
fn value_at<E>(item: Option<&Result<Row, E>>) -> &[u8] {
    item.and_then(|item| item.as_ref().ok()).map_or(&[], |row| &row.1)
}

impl<S: Stream<Item = Result<Row, E>>, E: 'static> AsyncScan for StreamCursor<S> {
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

impl<F, Q, P, E> AsyncScan for PageCursor<F, Q, Row, E>
where
    F: FnMut(KeyRange, Direction, usize) -> Q,
    Q: Future<Output = Result<P, E>>,
    P: IntoPage<Row = Row>,
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

/// A pointer to a store is one.
macro_rules! stores_behind {
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

        impl<S: AsyncTransact> AsyncTransact for $pointer {
            async fn transact(parts: &[Part<'_, Self>]) -> Result<bool, Self::Error> {
                S::transact(&parts_behind(parts)).await
            }
        }
    )*};
}

stores_behind!(&S, Arc<S>);
