//! The rows of a scan.

use rowkey_core::scan::Merge;
use rowkey_core::scan::engine::{OpenRange, RowCursor, Step};
use rowkey_core::{KeyRange, OwnedKey, ScanPlan};
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;

use crate::trace::{Operation, Scanned};
use crate::{Bytes, Reader, Scan, Store, TableError, ValueCodec};

/// The rows of [`Table::scan`](crate::Table::scan) and [`Table::scan_by_range`](crate::Table::scan_by_range). It also
/// counts the rows that the scan reads.
pub struct Rows<'s, K, S: Store + 's, V = Bytes> {
    pub(crate) found: Found<S::Reader<'s>>,
    returned: usize,
    types: PhantomData<fn() -> (K, V)>,
}

/// The keys of [`Table::keys`](crate::Table::keys).
pub struct Keys<'s, K, S: Store + 's> {
    found: Found<S::Reader<'s>>,
    key: PhantomData<fn() -> K>,
}

/// The rows of a plan, as the engine lends them.
pub(crate) struct Found<R: Reader> {
    /// The plan is boxed so that moving this type stays cheap.
    merge: Merge<Box<ScanPlan>, Scans<R>>,
    order: Order,
    /// `true` after the store has failed.
    failed: bool,
    /// The key of the last row, even if it did not decode. It is empty before the first row.
    last: Vec<u8>,
    /// The number of returned rows.
    returned: usize,
    operation: Operation,
}

/// The order of the rows.
#[derive(Clone, Copy)]
pub(crate) enum Order {
    /// Sorted by the key without its salt.
    Merged,
    /// One range after the other.
    ByRange,
    /// Any order, whichever is the cheapest to read.
    Any,
}

/// The parts of the rows to read.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Parts {
    /// Keys and values.
    Rows,
    /// Only keys.
    Keys,
}

/// Rejects a plan that reads every row and filters it, if the table does not allow this.
pub(crate) fn check_full_scan<E: Error>(plan: &ScanPlan, is_allowed: bool) -> Result<(), TableError<E>> {
    if is_allowed { Ok(()) } else { plan.check_full_scan().map_err(Into::into) }
}

/// The key of a row, and the scan at that row.
type AtRow<'f, R> = (&'f [u8], &'f <R as Reader>::Scan);

impl<R: Reader> Found<R> {
    pub(crate) fn new(
        reader: R,
        plan: &ScanPlan,
        order: Order,
        parts: Parts,
        operation: Operation,
    ) -> Result<Self, TableError<R::Error>>
    where
        R::Error: Error,
    {
        let (plan, scans) = (Box::new(plan.clone()), Scans { reader, parts });
        let merge = match order {
            Order::Merged => Merge::new(plan, scans),
            Order::ByRange => Merge::by_range(plan, scans),
            Order::Any => Merge::in_any_order(plan, scans),
        };
        let merge = merge.check().map_err(Box::new)?;
        Ok(Self { merge, order, failed: false, last: Vec::new(), returned: 0, operation })
    }

    /// Returns the next row. After a store error, the rows end.
    pub(crate) fn advance(&mut self) -> Option<Result<AtRow<'_, R>, TableError<R::Error>>>
    where
        R::Error: Error,
    {
        if self.failed {
            return None;
        }
        let row = match self.merge.advance()? {
            Ok(row) => row,
            Err(error) => return Some(Err(self.operation.failed(error.into()))),
        };
        if let Some(error) = row.error.take() {
            self.failed = true;
            return Some(Err(self.operation.failed(TableError::Store(error))));
        }
        let key = row.rows.key();
        self.last.clear();
        self.last.extend_from_slice(key);
        self.returned += 1;
        Some(Ok((key, &row.rows)))
    }

    /// Records the result of the operation that read these rows, and returns it.
    pub(crate) fn end<T>(&mut self, result: Result<T, TableError<R::Error>>) -> Result<T, TableError<R::Error>>
    where
        R::Error: Error,
    {
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

impl<R: Reader> Drop for Found<R> {
    fn drop(&mut self) {
        let Self { merge, returned, operation, .. } = self;
        operation.scanned(|| Scanned {
            ranges: merge.plan().ranges().len(),
            rows_read: merge.rows_read(),
            rows_returned: *returned,
        });
    }
}

impl Order {
    /// Returns the cursor after the row `key`.
    pub(crate) fn cursor(self, plan: &ScanPlan, key: &[u8]) -> String {
        match self {
            Self::Merged => plan.cursor(key),
            Self::ByRange | Self::Any => plan.cursor_by_range(key),
        }
    }
}

/// Starts the scans of ranges. This is a type instead of a closure, so that [`Rows`] is `Send` if the reader is.
struct Scans<R> {
    reader: R,
    parts: Parts,
}

impl<R: Reader> OpenRange for Scans<R> {
    type Rows = Lent<R::Scan>;
    const IS_SORTED: bool = R::IS_SORTED;

    fn open(&mut self, plan: &ScanPlan, range: KeyRange) -> Lent<R::Scan> {
        let rows = match self.parts {
            Parts::Rows => self.reader.scan_of(plan, range),
            Parts::Keys => self.reader.keys_of(plan, range),
        };
        Lent { rows, error: None }
    }

    fn seek_cost_in_rows(&self) -> usize {
        self.reader.seek_cost_in_rows()
    }

    fn concurrency(&self) -> usize {
        self.reader.concurrency()
    }
}

/// The rows of a range. It is at a row, or at an error in place of one.
struct Lent<S: Scan> {
    rows: S,
    error: Option<<S as Scan>::Error>,
}

impl<S: Scan> RowCursor for Lent<S> {
    fn advance(&mut self) -> Step {
        match self.rows.advance() {
            Ok(true) => Step::Row,
            Ok(false) => Step::End,
            Err(error) => {
                self.error = Some(error);
                Step::Error
            }
        }
    }

    fn key(&self) -> &[u8] {
        self.rows.key()
    }

    fn seek(&mut self, range: &KeyRange) -> bool {
        self.rows.seek(range)
    }
}

impl<'s, K, S: Store, V> Rows<'s, K, S, V> {
    pub(crate) const fn new(found: Found<S::Reader<'s>>) -> Self {
        Self { found, returned: 0, types: PhantomData }
    }

    /// Returns the number of rows that the engine has read. It exceeds the number of returned rows if some rows in the
    /// ranges do not match. It also does so if the scan merges several buckets, because it reads each one row ahead.
    pub fn rows_read(&self) -> usize {
        self.found.rows_read()
    }

    /// Returns the number of rows that the scan has returned.
    pub const fn rows_returned(&self) -> usize {
        self.returned
    }

    /// Returns the [cursor](ScanPlan::cursor) after the last row, even if that row did not decode, or `None` before the
    /// first row. Pass it to the `resume` method of the scan builder to read the next page in the same order.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_store::{MemoryStore, Table};
    ///
    /// #[derive(RowKey, Debug, PartialEq)]
    /// struct Call {
    ///     phone: u64,
    ///     at: i64,
    /// }
    ///
    /// let calls = Table::new(MemoryStore::new());
    /// calls.put_all((0..5).map(|at| (Call { phone: 7, at }, "")))?;
    ///
    /// let page = || Call::scan().phone(7).limit(3);
    /// let mut rows = calls.scan(&page().plan()?)?;
    /// assert_eq!(rows.by_ref().count(), 3);
    /// let cursor = rows.cursor().expect("three rows were there");
    ///
    /// let next = calls.scan(&page().resume(Some(&cursor)).plan()?)?;
    /// let next: Vec<i64> = next.map(|row| row.map(|(call, _)| call.at)).collect::<Result<_, _>>()?;
    /// assert_eq!(next, [3, 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        self.found.cursor()
    }

    /// Returns `true` if the scan has a row after the returned rows, regardless of the plan's limit: if there is
    /// another page. It reads no further than to that row. Call [`cursor`](Self::cursor) first, because this takes the
    /// rows.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// # use rowkey_store::{MemoryStore, Table};
    /// # #[derive(RowKey)]
    /// # struct Call { phone: u64, at: i64 }
    /// let calls = Table::new(MemoryStore::new());
    /// calls.put_all((0..5).map(|at| (Call { phone: 7, at }, "")))?;
    ///
    /// for (size, is_last) in [(4, false), (5, true)] {
    ///     let mut page = calls.scan(&Call::scan().phone(7).limit(size).plan()?)?;
    ///     assert_eq!(page.by_ref().count(), size);
    ///     assert_eq!(page.has_more()?, !is_last);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the engine cannot continue to read.
    pub fn has_more(mut self) -> Result<bool, TableError<S::Error>> {
        self.found.lift_limit();
        Ok(self.found.advance().transpose()?.is_some())
    }
}

impl<K: OwnedKey, S: Store, V: ValueCodec> Iterator for Rows<'_, K, S, V> {
    type Item = Result<(K, V::Value), TableError<S::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        // `?` would copy an error of 80 bytes for every row, even for rows without an error (`benches/engines` under
        // callgrind).
        let row = match self.found.advance() {
            Some(Ok((key, row))) => decoded(key).and_then(|decoded| Ok((decoded, value::<V, _>(key, row.value())?))),
            Some(Err(error)) => return Some(Err(error)),
            None => return None,
        };
        self.returned += usize::from(row.is_ok());
        Some(row)
    }
}

impl<'s, K, S: Store> Keys<'s, K, S> {
    pub(crate) const fn new(found: Found<S::Reader<'s>>) -> Self {
        Self { found, key: PhantomData }
    }

    /// Returns the cursor after the last key, like [`Rows::cursor`].
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        self.found.cursor()
    }
}

impl<K: OwnedKey, S: Store> Iterator for Keys<'_, K, S> {
    type Item = Result<K, TableError<S::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.found.advance().map(|row| decoded(row?.0))
    }
}

/// Decodes the key of a row.
pub(crate) fn decoded<K: OwnedKey, E: Error>(key: &[u8]) -> Result<K, TableError<E>> {
    K::decode(key).map_err(|error| TableError::Decode { key: key.to_vec(), source: error.into() })
}

/// Decodes the value of the row `key`. It can reuse the vector.
pub(crate) fn owned_value<V: ValueCodec, E: Error>(key: &[u8], value: Vec<u8>) -> Result<V::Value, TableError<E>> {
    V::read_owned(value).map_err(|error| TableError::ReadValue { key: key.to_vec(), source: error.into() })
}

/// Decodes the value of the row `key`.
pub(crate) fn value<V: ValueCodec, E: Error>(key: &[u8], value: &[u8]) -> Result<V::Value, TableError<E>> {
    V::read(value).map_err(|error| TableError::ReadValue { key: key.to_vec(), source: error.into() })
}

impl<K, S: Store, V> fmt::Debug for Rows<'_, K, S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (read, returned) = (self.rows_read(), self.returned);
        f.debug_struct("Rows").field("read", &read).field("returned", &returned).finish_non_exhaustive()
    }
}

impl<K, S: Store> fmt::Debug for Keys<'_, K, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").field("read", &self.found.rows_read()).finish_non_exhaustive()
    }
}
