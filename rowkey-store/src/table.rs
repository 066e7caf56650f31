//! Rows under typed keys.

use rowkey_core::scan::{Merge, Open};
use rowkey_core::{DecodeError, EncodeError, KeyRange, Layout, OwnedKey, RowKey, ScanPlan};
use std::borrow::Borrow;
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::ptr;

use crate::{Batch, Reader, Store};

/// A store whose keys are `K`s.
///
/// Values are bytes: encode them as you like. Several tables may share a store where their keys cannot meet, by a
/// `prefix` for example.
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

/// What can go wrong in a [`Table`] over a store whose error is `E`.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError<E: Error + 'static> {
    /// A key cannot be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The store holds a key of another kind, or a damaged one.
    #[error("the row under \"{}\" has no key of the table", key.escape_ascii())]
    Decode {
        /// The key.
        key: Vec<u8>,
        /// What is wrong with it.
        source: Box<DecodeError>,
    },
    /// The plan scans keys of another layout.
    #[error("the plan scans `{}`, and the keys of the table are `{}`", show(plan), show(table))]
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
    /// The table of all rows of `store`.
    pub const fn new(store: S) -> Self {
        Self { store, key: PhantomData }
    }

    /// The store.
    pub const fn store(&self) -> &S {
        &self.store
    }

    /// The store, and no table any more.
    pub fn into_store(self) -> S {
        self.store
    }
}

impl<K: RowKey, S: Store> Table<K, S> {
    /// The value of the row `key`; where the salt says `was(M)`, also of one that was written with M buckets.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`], [`TableError::Store`].
    pub fn get(&self, key: &K) -> Result<Option<Vec<u8>>, TableError<S::Error>> {
        for key in keys(key)? {
            if let Some(value) = self.store.get(key.as_ref()).map_err(TableError::Store)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Stores a row, in place of one that may be there. Where the salt says `was(M)`, the row moves: it is written
    /// with the present number of buckets, and removed where M put it.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`], [`TableError::Store`].
    pub fn put(&self, key: &K, value: impl Into<Vec<u8>>) -> Result<(), TableError<S::Error>> {
        let mut batch = Batch::new();
        put(&mut batch, &keys(key)?, value);
        self.store.write(&batch).map_err(TableError::Store)
    }

    /// Stores rows in one batch: all of them or, where one cannot be encoded or written, none. Of two with the same
    /// key, the later counts.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`], [`TableError::Store`].
    pub fn put_all<V: Into<Vec<u8>>>(
        &self,
        rows: impl IntoIterator<Item = (impl Borrow<K>, V)>,
    ) -> Result<(), TableError<S::Error>> {
        let mut batch = Batch::new();
        for (key, value) in rows {
            put(&mut batch, &keys(key.borrow())?, value);
        }
        self.store.write(&batch).map_err(TableError::Store)
    }

    /// Removes the row `key`, if there is one.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`], [`TableError::Store`].
    pub fn delete(&self, key: &K) -> Result<(), TableError<S::Error>> {
        let mut batch = Batch::new();
        for key in keys(key)? {
            batch.delete(key.as_ref());
        }
        self.store.write(&batch).map_err(TableError::Store)
    }
}

impl<K: RowKey, S: Store> Table<K, S> {
    /// The rows of a plan, in the order of the key without its salt; from the last to the first where the plan is
    /// [reversed](ScanPlan::reversed). All of them as of one moment, where the engine has snapshots. Rows are read as
    /// the iterator is driven, and no further than the plan's limit asks for. No row outside the plan's ranges is read,
    /// and where its filters tell that the next row lies further on, the scan [goes there](ScanPlan::merge).
    ///
    /// A row whose key does not decode, its salt included, is an error among the items, and the scan goes on behind it.
    /// An error of the store is the last item.
    ///
    /// A key that borrows, such as `Call<'_>`, cannot be read out of the rows: scan a table of the same key with fields
    /// that it owns. Writing and getting rows by it is fine.
    ///
    /// # Errors
    ///
    /// [`TableError::OtherLayout`] where the plan is not of this table's keys, [`TableError::Store`] where the engine
    /// cannot begin to read.
    pub fn scan<'s>(&'s self, plan: &ScanPlan) -> Result<Rows<'s, K, S>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        // Two structs may have one layout: one that owns its fields, and one that borrows them.
        if !ptr::eq(plan.layout(), K::LAYOUT) && plan.layout().lock() != K::LAYOUT.lock() {
            return Err(TableError::OtherLayout { plan: plan.layout(), table: K::LAYOUT });
        }
        let reader = self.store.reader().map_err(TableError::Store)?;
        let merged = Merge::new(plan.clone(), Scans { reader, plan: plan.clone() });
        Ok(Rows { merged, failed: false, last: None, returned: 0, key: PhantomData })
    }
}

/// The rows that [`Table::scan`] finds, and how many it had to read for them.
pub struct Rows<'s, K, S: Store + 's> {
    merged: Merge<ScanPlan, Scans<S::Reader<'s>>>,
    /// Whether the store has failed.
    failed: bool,
    /// The key of the last row.
    last: Option<Vec<u8>>,
    returned: usize,
    key: PhantomData<fn() -> K>,
}

/// Starts the scans of ranges. A type and no closure, so that [`Rows`] can be sent wherever the reader can.
struct Scans<R> {
    reader: R,
    plan: ScanPlan,
}

impl<R: Reader> Open for Scans<R> {
    type Rows = R::Scan;

    fn open(&mut self, range: KeyRange) -> R::Scan {
        self.reader.scan_of(&self.plan, range)
    }

    fn cost(&self) -> usize {
        self.reader.scan_cost()
    }

    fn at_once(&self) -> usize {
        self.reader.scans_at_once()
    }
}

impl<K, S: Store> Rows<'_, K, S> {
    /// How many rows the engine has read so far. More than were returned where rows in the ranges do not match, and
    /// where several buckets are merged: each of them is read one row ahead.
    pub fn rows_read(&self) -> usize {
        self.merged.rows_read()
    }

    /// How many rows were returned so far.
    pub const fn rows_returned(&self) -> usize {
        self.returned
    }

    /// Where the scan stands after the last item that was a row, or a row that does not decode: the
    /// [cursor](ScanPlan::cursor) that `resume` of the scan's builder takes. `None` before the first.
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
        self.last.as_deref().map(|key| self.merged.plan().cursor(key))
    }
}

impl<K: OwnedKey, S: Store> Iterator for Rows<'_, K, S> {
    type Item = Result<(K, Vec<u8>), TableError<S::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let (key, value) = match self.merged.next()? {
            Ok(row) => row,
            Err(error) => {
                self.failed = true;
                return Some(Err(TableError::Store(error)));
            }
        };
        let row = match K::decode(&key) {
            Ok(decoded) => {
                self.returned += 1;
                Ok((decoded, value))
            }
            Err(error) => Err(TableError::Decode { key: key.clone(), source: error.into() }),
        };
        self.last = Some(key);
        Some(row)
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

/// The keys that the row may stand under, the present one first.
fn keys<K: RowKey>(key: &K) -> Result<Vec<K::Bytes>, EncodeError> {
    key.keys_of_all_generations().map_err(Into::into)
}

/// Stores under the first key, and leaves nothing under the others.
fn put(batch: &mut Batch, keys: &[impl AsRef<[u8]>], value: impl Into<Vec<u8>>) {
    if let Some((key, old)) = keys.split_first() {
        for key in old {
            batch.delete(key.as_ref());
        }
        batch.put(key.as_ref(), value);
    }
}

fn show(layout: &Layout) -> String {
    format!("{}: {}", layout.name(), layout.lock())
}
