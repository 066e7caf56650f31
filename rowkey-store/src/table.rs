//! Tables: rows under typed keys.

use rowkey_core::scan::{Merge, OpenRange, RowCursor, Step};
use rowkey_core::{DecodeError, EncodeError, KeyBatch, KeyRange, Layout, OwnedKey, RowKey, ScanPlan};
use std::borrow::Borrow;
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;

use crate::{Batch, Reader, Scan, Store};

/// A store whose keys are of type `K`.
///
/// Values are bytes: encode them as you like. Several tables may share a store if their keys cannot meet, for example
/// because each layout has its own `prefix`.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_store::{MemoryStore, Table};
///
/// #[derive(RowKey, Debug, PartialEq)]
/// struct Call {
///     #[salt(buckets = 6)]
///     #[pad(20)]
///     phone: String,
///     #[reverse_ts]
///     at: i64,
/// }
///
/// let call = |phone: &str, at| Call { phone: phone.into(), at };
/// let calls = Table::new(MemoryStore::new());
/// calls.put(&call("13362666677", 5), "to anna")?;
/// calls.put_all([(call("13362666677", 9), "to bert"), (call("13800138000", 7), "to carl")])?;
/// assert_eq!(calls.get(&call("13362666677", 9))?, Some(b"to bert".to_vec()));
///
/// let plan = Call::scan().phone("13362666677").limit(1).plan()?;
/// let newest: Vec<_> = calls.scan(&plan)?.collect::<Result<_, _>>()?;
/// assert_eq!(newest, [(call("13362666677", 9), b"to bert".to_vec())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table<K, S> {
    store: S,
    key: PhantomData<fn() -> K>,
}

/// The error of a [`Table`] over a store whose error is `E`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError<E: Error + 'static> {
    /// A key cannot be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The store holds a key of another layout, or a damaged one.
    #[error("expected a key of the table, found the row \"{}\"", key.escape_ascii())]
    Decode {
        /// The key.
        key: Vec<u8>,
        /// The reason why the key cannot be decoded.
        source: Box<DecodeError>,
    },
    /// The plan scans keys of another layout.
    #[error("expected a plan for keys `{}`, found one for `{}`", show(table), show(plan))]
    OtherLayout {
        /// The layout that the plan was made for.
        plan: &'static Layout,
        /// The layout of the table's keys.
        table: &'static Layout,
    },
    /// The store failed.
    #[error(transparent)]
    Store(E),
}

impl<K, S> Table<K, S> {
    /// A table of all rows of `store`.
    pub const fn new(store: S) -> Self {
        Self { store, key: PhantomData }
    }

    /// The store under the table.
    pub const fn store(&self) -> &S {
        &self.store
    }

    /// Gives the store back.
    pub fn into_store(self) -> S {
        self.store
    }
}

impl<K: RowKey, S: Store> Table<K, S> {
    /// Returns the value of the row `key`, or `None`. If the salt says `was(M)`, a row that was written with M buckets is
    /// found too.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if the key cannot be written, [`TableError::Store`] if the store fails.
    pub fn get(&self, key: &K) -> Result<Option<Vec<u8>>, TableError<S::Error>> {
        for key in key.keys_of_all_generations()? {
            if let Some(value) = self.store.get(key.as_ref()).map_err(TableError::Store)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Stores a row, in place of one that may be there. If the salt says `was(M)`, the row moves: it is written with the
    /// present number of buckets, and removed from its place with M buckets.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if the key cannot be written, [`TableError::Store`] if the store fails.
    pub fn put(&self, key: &K, value: impl AsRef<[u8]>) -> Result<(), TableError<S::Error>> {
        let mut batch = Batch::new();
        if let Some((key, old)) = key.keys_of_all_generations()?.split_first() {
            old.iter().for_each(|key| _ = batch.delete(key));
            batch.put(key, value);
        }
        self.store.write(&batch).map_err(TableError::Store)
    }

    /// Stores rows in one batch: all of them, or none if one cannot be encoded or the store fails. Of two rows with the same
    /// key, the later counts.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if a key cannot be written, [`TableError::Store`] if the store fails.
    pub fn put_all<V: AsRef<[u8]>>(
        &self,
        rows: impl IntoIterator<Item = (impl Borrow<K>, V)>,
    ) -> Result<(), TableError<S::Error>> {
        let (mut batch, mut encoded, mut rows) = (Batch::new(), KeyBatch::new(), rows.into_iter());
        loop {
            let (keys, values): (Vec<_>, Vec<_>) = rows.by_ref().take(ENCODED_AT_ONCE).unzip();
            if keys.is_empty() {
                break;
            }
            encoded.clear();
            K::encode_batch(&keys, &mut encoded).map_err(|error| *error.error)?;
            for ((row, key), value) in keys.iter().zip(&encoded).zip(values) {
                old_keys(row.borrow())?.for_each(|key| _ = batch.delete(key));
                batch.put(key, value);
            }
        }
        self.store.write(&batch).map_err(TableError::Store)
    }

    /// Removes the row `key`, if there is one.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if the key cannot be written, [`TableError::Store`] if the store fails.
    pub fn delete(&self, key: &K) -> Result<(), TableError<S::Error>> {
        let mut batch = Batch::new();
        for key in key.keys_of_all_generations()? {
            batch.delete(key.as_ref());
        }
        self.store.write(&batch).map_err(TableError::Store)
    }
}

impl<K: RowKey, S: Store> Table<K, S> {
    /// Returns the rows of a plan, in the order of the key without its salt; from the last to the first if the plan is
    /// [reversed](ScanPlan::reversed). If the engine has snapshots, all rows are as of one moment.
    ///
    /// Rows are read as the iterator is driven, and no further than the plan's limit needs. No row outside the plan's ranges
    /// is read. If the plan's filters tell that the next row lies further on, the scan [goes there](ScanPlan::merge).
    ///
    /// A row whose key does not decode, its salt included, is an error among the items, and the scan continues after it. An
    /// error of the store is the last item.
    ///
    /// A key that borrows, such as `Call<'_>`, cannot be read out of the rows: scan a table of the same key with fields that
    /// it owns. Such a key can be written, and rows can be got by it.
    ///
    /// # Errors
    ///
    /// [`TableError::OtherLayout`] if the plan is of other keys than the table's, [`TableError::Store`] if the engine cannot
    /// begin to read.
    pub fn scan<'s>(&'s self, plan: &ScanPlan) -> Result<Rows<'s, K, S>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        self.rows(plan, Stream::Merged)
    }

    /// Returns the rows of a plan range by range, each bucket after the one before it: what [`Table::scan`] returns, for
    /// those who do not need the rows of all buckets in one order, and at less cost.
    ///
    /// # Errors
    ///
    /// As [`Table::scan`].
    pub fn scan_by_range<'s>(&'s self, plan: &ScanPlan) -> Result<Rows<'s, K, S>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        self.rows(plan, Stream::ByRange)
    }

    fn rows(&self, plan: &ScanPlan, stream: Stream) -> Result<Rows<'_, K, S>, TableError<S::Error>> {
        if !plan.scans::<K>() {
            return Err(TableError::OtherLayout { plan: plan.layout(), table: K::LAYOUT });
        }
        let scans = Scans { reader: self.store.reader().map_err(TableError::Store)? };
        let plan = Box::new(plan.clone());
        let merge = match stream {
            Stream::Merged => Merge::new(plan, scans),
            Stream::ByRange => Merge::by_range(plan, scans),
        };
        Ok(Rows { merge, stream, failed: false, last: Vec::new(), begun: false, returned: 0, key: PhantomData })
    }
}

/// The rows that [`Table::scan`] and [`Table::scan_by_range`] find, and the number of rows that were read for them.
pub struct Rows<'s, K, S: Store + 's> {
    /// The plan is boxed, because the rows are moved with it.
    merge: Merge<Box<ScanPlan>, Scans<S::Reader<'s>>>,
    stream: Stream,
    /// `true` if the store has failed.
    failed: bool,
    /// The key of the last row, decoded or not; empty before the first.
    last: Vec<u8>,
    /// `true` once there was a row.
    begun: bool,
    returned: usize,
    key: PhantomData<fn() -> K>,
}

/// The order of the rows.
#[derive(Clone, Copy)]
enum Stream {
    /// Sorted by the key without its salt.
    Merged,
    /// One range after the other.
    ByRange,
}

/// Starts the scans of ranges. A type, not a closure, so that [`Rows`] can be sent to another thread if the reader can.
struct Scans<R> {
    reader: R,
}

impl<R: Reader> OpenRange for Scans<R> {
    type Rows = Lent<R::Scan>;

    fn open(&mut self, plan: &ScanPlan, range: KeyRange) -> Lent<R::Scan> {
        Lent { rows: self.reader.scan_of(plan, range), error: None }
    }

    fn seek_cost_in_rows(&self) -> usize {
        self.reader.seek_cost_in_rows()
    }

    fn concurrency(&self) -> usize {
        self.reader.concurrency()
    }
}

/// The rows of a range, at one of them or at an error in place of it.
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
}

impl<K, S: Store> Rows<'_, K, S> {
    /// The number of rows that the engine has read so far. It exceeds the rows returned if rows in the ranges do not match,
    /// or if several buckets are merged, each of which is read one row ahead.
    pub fn rows_read(&self) -> usize {
        self.merge.rows_read()
    }

    /// The number of rows that were returned so far.
    pub const fn rows_returned(&self) -> usize {
        self.returned
    }

    /// Returns the [cursor](ScanPlan::cursor) after the last row, also if that row did not decode; `None` before the first.
    /// A builder's `resume` takes it, for a scan that reads in the same order.
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
    /// let next = calls.scan(&page().resume(&cursor).plan()?)?;
    /// let next: Vec<i64> = next.map(|row| row.map(|(call, _)| call.at)).collect::<Result<_, _>>()?;
    /// assert_eq!(next, [3, 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        let (plan, key) = (self.merge.plan(), &self.last);
        self.begun.then(|| match self.stream {
            Stream::Merged => plan.cursor(key),
            Stream::ByRange => plan.cursor_by_range(key),
        })
    }
}

impl<K: OwnedKey, S: Store> Iterator for Rows<'_, K, S> {
    type Item = Result<(K, Vec<u8>), TableError<S::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let row = self.merge.advance()?;
        if let Some(error) = row.error.take() {
            self.failed = true;
            return Some(Err(TableError::Store(error)));
        }
        let key = row.rows.key();
        self.last.clear();
        self.last.extend_from_slice(key);
        self.begun = true;
        Some(match K::decode(key) {
            Ok(decoded) => {
                self.returned += 1;
                Ok((decoded, row.rows.value().to_vec()))
            }
            Err(error) => Err(TableError::Decode { key: key.to_vec(), source: error.into() }),
        })
    }
}

impl<K, S: fmt::Debug> fmt::Debug for Table<K, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("store", &self.store).finish()
    }
}

impl<K, S: Store> fmt::Debug for Rows<'_, K, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (read, returned) = (self.rows_read(), self.returned);
        f.debug_struct("Rows").field("read", &read).field("returned", &returned).finish_non_exhaustive()
    }
}

/// The keys that a row may be stored under, but for the present one.
fn old_keys<K: RowKey>(key: &K) -> Result<impl Iterator<Item = K::Bytes> + use<K>, EncodeError> {
    let moved = K::LAYOUT.salt().is_some_and(|salt| salt.was().is_some());
    Ok(if moved { key.keys_of_all_generations()? } else { Vec::new() }.into_iter().skip(1))
}

/// The number of rows whose keys [`Table::put_all`] encodes together: so few that they stay in the cache.
const ENCODED_AT_ONCE: usize = 256;

fn show(layout: &Layout) -> String {
    format!("{}: {}", layout.name(), layout.lock())
}
