//! The rows of an async scan.

use futures_core::Stream;
use rowkey_core::scan::engine::{AsyncCursor, OpenAsync, ScanRequest, Step};
use rowkey_core::scan::{MergeStream, OutOfOrder};
use rowkey_core::{OwnedKey, ScanPlan};
use std::fmt;
use std::future::poll_fn;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use crate::rows::{Order, Parts, decoded, value};
use crate::trace::{Operation, Scanned};
use crate::{AsyncReader, AsyncScan, Bytes, TableError, ValueCodec};

/// The rows of [`AsyncTable::scan`](crate::AsyncTable::scan) and
/// [`AsyncTable::scan_by_range`](crate::AsyncTable::scan_by_range).
///
/// Read them one by one with [`next`](Self::next), or as a
/// [`Stream`](https://docs.rs/futures-core/latest/futures_core/stream/trait.Stream.html). It also counts the rows that
/// the scan reads.
///
/// It owns everything it needs, and resumes from its position whenever you poll it. Dropping it cancels its reads.
pub struct AsyncRows<K, R: AsyncReader, V = Bytes> {
    pub(crate) found: AsyncFound<R>,
    returned: usize,
    types: PhantomData<fn() -> (K, V)>,
}

/// The keys of [`AsyncTable::keys`](crate::AsyncTable::keys). Read them one by one with [`next`](Self::next), or as a
/// [`Stream`](https://docs.rs/futures-core/latest/futures_core/stream/trait.Stream.html).
pub struct AsyncKeys<K, R: AsyncReader> {
    found: AsyncFound<R>,
    key: PhantomData<fn() -> K>,
}

/// A key and its value.
type TypedRow<K, V> = (K, <V as ValueCodec>::Value);

/// The next item, or `None` at the end.
pub(crate) type Next<T, E> = Option<Result<T, TableError<E>>>;

/// The rows of a plan, as the engine lends them.
pub(crate) struct AsyncFound<R: AsyncReader> {
    /// The plan is boxed so that moving this type stays cheap.
    merge: MergeStream<Box<ScanPlan>, Scans<R>>,
    order: Order,
    /// The key of the last row, even if it did not decode. It is empty before the first row.
    last: Vec<u8>,
    /// The number of returned rows.
    returned: usize,
    operation: Operation,
}

impl<R: AsyncReader> AsyncFound<R> {
    pub(crate) fn new(
        reader: R,
        plan: &ScanPlan,
        order: Order,
        parts: Parts,
        operation: Operation,
    ) -> Result<Self, TableError<R::Error>> {
        let (plan, scans) = (Box::new(plan.clone()), Scans { reader, parts });
        let merge = match order {
            Order::Merged => MergeStream::new(plan, scans),
            Order::ByRange => MergeStream::by_range(plan, scans),
            Order::Any => MergeStream::in_any_order(plan, scans),
        };
        let merge = merge.check().map_err(Box::new)?;
        Ok(Self { merge, order, last: Vec::new(), returned: 0, operation })
    }

    /// Returns the next row. After an error, the rows end.
    fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Next<&R::Scan, R::Error>> {
        let Some(row) = ready!(self.merge.poll_advance(context)) else { return Poll::Ready(None) };
        let row = match row {
            Ok(row) => row,
            Err(error) => return Poll::Ready(Some(Err(self.operation.failed(error.into())))),
        };
        if let Some(error) = row.error.take() {
            return Poll::Ready(Some(Err(self.operation.failed(TableError::Store(error)))));
        }
        self.last.clear();
        self.last.extend_from_slice(row.rows.key());
        self.returned += 1;
        Poll::Ready(Some(Ok(&row.rows)))
    }

    /// Returns the next row as `read` gives it. After an error, the rows end.
    pub(crate) async fn next<T>(&mut self, mut read: impl FnMut(&R::Scan) -> T) -> Next<T, R::Error> {
        poll_fn(|context| self.poll_advance(context).map(|row| row.map(|row| row.map(&mut read)))).await
    }

    /// Returns the key of the next row. After an error, the rows end.
    pub(crate) async fn next_key(&mut self) -> Result<Option<&[u8]>, TableError<R::Error>> {
        Ok(self.next(|_| ()).await.transpose()?.map(|()| &self.last[..]))
    }

    /// Records the result of the operation that read these rows, and returns it.
    pub(crate) fn end<T>(&mut self, result: Result<T, TableError<R::Error>>) -> Result<T, TableError<R::Error>> {
        self.operation.end(&result);
        result
    }

    /// Removes the limit of the plan.
    pub(crate) fn lift_limit(&mut self) {
        self.merge.lift_limit();
    }

    pub(crate) fn rows_read(&self) -> usize {
        self.merge.rows_read()
    }

    pub(crate) fn cursor(&self) -> Option<String> {
        (self.returned > 0).then(|| self.cursor_after(&self.last))
    }

    /// Returns the cursor after the row `key`.
    pub(crate) fn cursor_after(&self, key: &[u8]) -> String {
        self.order.cursor(self.merge.plan(), key)
    }
}

impl<R: AsyncReader> Drop for AsyncFound<R> {
    fn drop(&mut self) {
        let Self { merge, returned, operation, .. } = self;
        operation.scanned(|| Scanned {
            ranges: merge.plan().ranges().len(),
            rows_read: merge.rows_read(),
            rows_returned: *returned,
        });
    }
}

/// Starts the scans of a plan.
struct Scans<R> {
    reader: R,
    parts: Parts,
}

impl<R: AsyncReader> OpenAsync for Scans<R> {
    type Rows = Lent<R::Scan>;

    fn open(&mut self, request: ScanRequest<'_>) -> Lent<R::Scan> {
        let rows = match self.parts {
            Parts::Rows => self.reader.scan_of(request),
            Parts::Keys => self.reader.keys_of(request),
        };
        Lent { rows, error: None }
    }

    fn reads_whole_lanes(&self) -> bool {
        self.reader.reads_whole_lanes()
    }

    fn seek_cost_in_rows(&self) -> usize {
        self.reader.seek_cost_in_rows()
    }

    fn concurrency(&self) -> usize {
        self.reader.concurrency()
    }
}

/// The rows of a scan. It is at a row, or at an error in place of one.
struct Lent<S: AsyncScan> {
    rows: S,
    error: Option<S::Error>,
}

impl<S: AsyncScan> AsyncCursor for Lent<S> {
    fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Step> {
        Poll::Ready(match ready!(self.rows.poll_advance(context)) {
            Ok(true) => Step::Row,
            Ok(false) if self.rows.out_of_order().is_some() => Step::Error,
            Ok(false) => Step::End,
            Err(error) => {
                self.error = Some(error);
                Step::Error
            }
        })
    }

    fn key(&self) -> &[u8] {
        self.rows.key()
    }

    fn out_of_order(&self) -> Option<OutOfOrder> {
        self.rows.out_of_order()
    }

    fn poll_ahead(&mut self, context: &mut Context<'_>) {
        self.rows.poll_ahead(context);
    }

    fn seek(&mut self, request: &ScanRequest<'_>) -> bool {
        self.rows.seek(request)
    }
}

impl<K, R: AsyncReader, V> AsyncRows<K, R, V> {
    pub(crate) const fn new(found: AsyncFound<R>) -> Self {
        Self { found, returned: 0, types: PhantomData }
    }

    /// Returns the number of rows that the scan has taken from the engine. It exceeds the number of returned rows if
    /// some rows in the ranges do not match. It also does so if the scan merges several buckets, because it reads each
    /// one row ahead.
    pub fn rows_read(&self) -> usize {
        self.found.rows_read()
    }

    /// Returns the number of rows that the scan has returned.
    pub const fn rows_returned(&self) -> usize {
        self.returned
    }

    /// Returns the [cursor](ScanPlan::cursor) after the last row, even if that row did not decode, or `None` before the
    /// first row.
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        self.found.cursor()
    }

    /// Returns `true` if the scan has a row after the returned rows, regardless of the plan's limit: if there is
    /// another page.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the engine cannot continue to read.
    pub async fn has_more(mut self) -> Result<bool, TableError<R::Error>> {
        self.found.lift_limit();
        Ok(self.found.next_key().await?.is_some())
    }
}

impl<K: OwnedKey, R: AsyncReader, V: ValueCodec> AsyncRows<K, R, V> {
    /// Returns the next row, or `None` at the end. A row with a damaged key or value is an error, and the next call
    /// continues after it. After a store error, the rows end. Dropping the future before it is ready loses no row.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Decode`], [`TableError::ReadValue`], or [`TableError::Store`].
    pub async fn next(&mut self) -> Option<Result<(K, V::Value), TableError<R::Error>>> {
        poll_fn(|context| self.poll_row(context)).await
    }

    fn poll_row(&mut self, context: &mut Context<'_>) -> Poll<Next<TypedRow<K, V>, R::Error>> {
        let row = match ready!(self.found.poll_advance(context)) {
            None => return Poll::Ready(None),
            Some(Ok(row)) => decoded(row.key()).and_then(|key| Ok((key, value::<V, _>(row.key(), row.value())?))),
            Some(Err(error)) => Err(error),
        };
        self.returned += usize::from(row.is_ok());
        Poll::Ready(Some(row))
    }
}

// Polling them pins no field.
impl<K, R: AsyncReader, V> Unpin for AsyncRows<K, R, V> {}
impl<K, R: AsyncReader> Unpin for AsyncKeys<K, R> {}

impl<K: OwnedKey, R: AsyncReader, V: ValueCodec> Stream for AsyncRows<K, R, V> {
    type Item = Result<(K, V::Value), TableError<R::Error>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_row(context)
    }
}

impl<K, R: AsyncReader> AsyncKeys<K, R> {
    pub(crate) const fn new(found: AsyncFound<R>) -> Self {
        Self { found, key: PhantomData }
    }

    /// Returns the cursor after the last key, like [`AsyncRows::cursor`].
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        self.found.cursor()
    }
}

impl<K: OwnedKey, R: AsyncReader> AsyncKeys<K, R> {
    /// Returns the next key, or `None` at the end, like [`AsyncRows::next`].
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Decode`] or [`TableError::Store`].
    pub async fn next(&mut self) -> Option<Result<K, TableError<R::Error>>> {
        poll_fn(|context| self.poll_key(context)).await
    }

    fn poll_key(&mut self, context: &mut Context<'_>) -> Poll<Next<K, R::Error>> {
        let row = ready!(self.found.poll_advance(context));
        Poll::Ready(row.map(|row| row.and_then(|row| decoded(row.key()))))
    }
}

impl<K: OwnedKey, R: AsyncReader> Stream for AsyncKeys<K, R> {
    type Item = Result<K, TableError<R::Error>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_key(context)
    }
}

impl<K, R: AsyncReader, V> fmt::Debug for AsyncRows<K, R, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (read, returned) = (self.rows_read(), self.returned);
        f.debug_struct("AsyncRows").field("read", &read).field("returned", &returned).finish_non_exhaustive()
    }
}

impl<K, R: AsyncReader> fmt::Debug for AsyncKeys<K, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncKeys").field("read", &self.found.rows_read()).finish_non_exhaustive()
    }
}
