//! Tables: rows under typed keys.

use rowkey_core::{KeyBatch, OwnedKey, Plan, RowKey};
#[cfg(doc)]
use rowkey_core::{ScanError, ScanPlan};
use std::borrow::Borrow;
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;

use crate::delete_all::Deletes;
use crate::places::{MovesToPresent, Places, has_moved};
use crate::rows::{Found, Keys, Order, Parts, Rows, check_full_scan, owned_value};
use crate::trace::{Operation, traced};
use crate::{Batch, Bytes, Change, CompareAndSet, Move, Reader, Store, TableError, ValueCodec, WriteValue};

/// A typed table over a [`Store`]: keys of type `K`, and values that the [`ValueCodec`] `V` reads and writes.
///
/// Values are [`Bytes`] by default. [`with_values`](Self::with_values) sets another codec. Several tables can share a
/// store if their keys are disjoint, for example because each layout has its own `prefix`. `rowkey::disjoint!` proves
/// it at compile time. [`TableBatch`](crate::TableBatch) writes to several tables in one transaction.
/// [`IndexedTable`](crate::IndexedTable) keeps secondary keys (`index(..)`) in sync with the rows. `AsyncTable`
/// (feature `async`) is the same table for async engines.
///
/// A table does not retry. If the store fails, the method returns [`TableError::Store`]. You can safely repeat reads, puts,
/// and deletes. After a failed compare-and-set, read the row first.
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
/// assert!(!calls.put_if_absent(&call("13362666677", 9), "to dora")?);
///
/// // One bucket of six, newest first.
/// let plan = Call::scan().phone("13362666677").plan()?;
/// let rows: Vec<(Call, Vec<u8>)> = calls.scan(&plan)?.collect::<Result<_, _>>()?;
/// assert_eq!(rows, [(call("13362666677", 9), b"to bert".to_vec()), (call("13362666677", 5), b"to anna".to_vec())]);
///
/// // The same rows in pages of one row: pass the cursor of each page to the next.
/// let page = |cursor: Option<&str>| Call::scan().phone("13362666677").limit(1).resume(cursor).plan();
/// let mut rows = calls.scan(&page(None)?)?;
/// assert_eq!(rows.next().transpose()?, Some((call("13362666677", 9), b"to bert".to_vec())));
/// let cursor = rows.cursor();
/// let mut rows = calls.scan(&page(cursor.as_deref())?)?;
/// assert_eq!(rows.next().transpose()?, Some((call("13362666677", 5), b"to anna".to_vec())));
/// assert!(!rows.has_more()?, "this was the last page");
///
/// let old = Call::scan().phone("13362666677").at(..8).plan()?;
/// assert_eq!((calls.count(&old)?, calls.delete_all(&old)?, calls.count(&old)?), (1, 1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table<K, S, V = Bytes> {
    store: S,
    /// The number of rows per batch in operations that split their work into batches.
    pub(crate) batch_rows: usize,
    pub(crate) allows_full_scans: bool,
    types: PhantomData<fn() -> (K, V)>,
}

impl<K, S: Store> Table<K, S> {
    /// Creates a table over all rows of `store`, with bytes as values.
    pub const fn new(store: S) -> Self {
        Self { store, batch_rows: 1_000, allows_full_scans: false, types: PhantomData }
    }
}

impl<K, S, V> Table<K, S, V> {
    /// Returns the same table with another value codec.
    pub fn with_values<W: ValueCodec>(self) -> Table<K, S, W> {
        let Self { store, batch_rows, allows_full_scans, .. } = self;
        Table { store, batch_rows, allows_full_scans, types: PhantomData }
    }

    /// Sets the number of rows to delete, move, or reindex in one batch. The minimum is 1, and the default is 1,000.
    /// Larger batches need fewer disk syncs and more memory.
    #[must_use]
    pub const fn with_batch_rows(mut self, rows: usize) -> Self {
        self.batch_rows = if rows == 0 { 1 } else { rows };
        self
    }

    /// Allows scans that read every row and filter it. Without it, the table rejects such a plan with
    /// [`ScanError::FullScan`], before it reads a row.
    ///
    /// A full scan with conditions is a trap: the query looks narrow, and its time grows with the table. Bind a field at
    /// the start of the key, or scan a secondary key that begins with a field of your conditions. Allow full scans where
    /// the table stays small, or where reading all of it is the point, such as an export.
    ///
    /// The rule covers each method that takes a plan: scans, [`count`](Self::count), and
    /// [`delete_all`](Self::delete_all). A plan without conditions is never rejected, because it says that it reads all
    /// rows, and returns each row that it reads. A limit makes no difference: if few rows match, the scan reads all rows
    /// to find them. In a scan of one record type of an enum, the record type is a condition if the ranges also hold rows
    /// of other types. They do so if the tag comes after a field that is not bound.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_store::{MemoryStore, Table};
    ///
    /// #[derive(RowKey, Debug, PartialEq)]
    /// struct Call {
    ///     phone: u64,
    ///     at: u64,
    /// }
    ///
    /// let calls = Table::new(MemoryStore::new());
    /// calls.put_all([(Call { phone: 7, at: 3 }, "to anna"), (Call { phone: 8, at: 9 }, "to bert")])?;
    ///
    /// let early = Call::scan().filter_at(..5).plan()?;
    /// let error = calls.count(&early).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the scan of `Call` reads every row and filters it: bind `phone`, scan a secondary key, or call \
    ///      `allow_full_scans()` on the table"
    /// );
    ///
    /// assert_eq!(calls.count(&Call::scan().plan()?)?, 2); // all rows, without conditions
    /// let calls = calls.allow_full_scans();
    /// assert_eq!(calls.count(&early)?, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn allow_full_scans(mut self) -> Self {
        self.allows_full_scans = true;
        self
    }

    /// Returns the underlying store.
    pub const fn store(&self) -> &S {
        &self.store
    }

    /// Returns the underlying store by value.
    pub fn into_store(self) -> S {
        self.store
    }
}

impl<K: RowKey, S: Store, V: ValueCodec> Table<K, S, V> {
    /// Returns the value of the row `key`, or `None` if the table has no such row.
    ///
    /// If the salt or the tag has older versions (`was(..)`), it also looks at the storage locations that those
    /// versions give the row. If several locations hold the row, the most recently written one counts.
    ///
    /// # Floats
    ///
    /// A row is found by its bytes. `0.0` and `-0.0` are equal in Rust and have different bytes, so a float field gives
    /// two rows: `get`, [`contains`](Self::contains), [`put`](Self::put), and [`delete`](Self::delete) act on the row
    /// with the sign of the key. A scan compares values, and finds both. Normalize the sign before you build the key if
    /// you want one row: `-0.0 + 0.0` is `0.0`.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded, [`TableError::ReadValue`] if the value is damaged,
    /// and [`TableError::Store`] if the store fails.
    pub fn get(&self, key: &K) -> Result<Option<V::Value>, TableError<S::Error>> {
        traced("get", K::LAYOUT.name(), || {
            let places = Places::of(key)?;
            // One location needs no snapshot.
            if !has_moved::<K>() {
                let place = places.present.as_ref();
                let bytes = self.store.get(place).map_err(TableError::Store)?;
                return bytes.map(|bytes| owned_value::<V, _>(place, bytes)).transpose();
            }
            let reader = self.store.reader().map_err(TableError::Store)?;
            for place in places.in_read_order() {
                if let Some(bytes) = reader.get(place).map_err(TableError::Store)? {
                    return Ok(Some(owned_value::<V, _>(place, bytes)?));
                }
            }
            Ok(None)
        })
    }

    /// Returns `true` if the table has a row with this key. An engine that can check this without reading the value
    /// does so.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded, and [`TableError::Store`] if the store fails.
    pub fn contains(&self, key: &K) -> Result<bool, TableError<S::Error>> {
        traced("contains", K::LAYOUT.name(), || {
            let reader = self.store.reader().map_err(TableError::Store)?;
            for place in Places::of(key)?.in_read_order() {
                if reader.contains(place).map_err(TableError::Store)? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    /// Writes a row and replaces an existing row with the same key.
    ///
    /// If the salt or the tag has older versions (`was(..)`), the same batch removes the row from the storage locations
    /// of those versions.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded, [`TableError::WriteValue`] if the value cannot be
    /// encoded, and [`TableError::Store`] if the store fails.
    pub fn put<T>(&self, key: &K, value: T) -> Result<(), TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        traced("put", K::LAYOUT.name(), || {
            let mut batch = Batch::new();
            add_put::<K, V, T, _>(&mut batch, key, value)?;
            self.store.write(&batch).map_err(TableError::Store)
        })
    }

    /// Writes rows in one batch. It writes all rows, or no row if one cannot be encoded or the store fails. If two rows
    /// have the same key, the later one wins.
    ///
    /// Engines that are atomic per row only, such as HBase and Bigtable, can fail after some of the rows. You can then
    /// write the same rows again.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::put`].
    pub fn put_all<T>(&self, rows: impl IntoIterator<Item = (impl Borrow<K>, T)>) -> Result<(), TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        traced("put_all", K::LAYOUT.name(), || {
            let batch = batch_of::<K, V, T, _>(rows)?;
            self.store.write(&batch).map_err(TableError::Store)
        })
    }

    /// Deletes the row `key`, if it exists.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded, and [`TableError::Store`] if the store fails.
    pub fn delete(&self, key: &K) -> Result<(), TableError<S::Error>> {
        traced("delete", K::LAYOUT.name(), || {
            let mut batch = Batch::new();
            Places::of(key)?.add_delete(&mut batch);
            self.store.write(&batch).map_err(TableError::Store)
        })
    }

    /// Returns an iterator over the rows of a plan, sorted by the key without its salt. A
    /// [reversed](ScanPlan::reversed) plan returns them from last to first. If the engine has snapshots, all rows come
    /// from one snapshot.
    ///
    /// The iterator reads rows on demand, and no further than the plan's limit needs. It reads only the plan's ranges.
    /// If the plan's filters rule out all keys up to a later one, the scan [seeks to that key](ScanPlan::merge).
    ///
    /// You can [sort the plan by a later field](Plan::sorted_by), to get the latest rows regardless of the fields
    /// before it. You can also return the [first row of each value](Plan::distinct) of a field:
    ///
    /// ```
    /// # use rowkey::{RowKey, one_of};
    /// # use rowkey_store::{MemoryStore, Table};
    /// #[derive(RowKey, Debug, PartialEq)]
    /// struct Reading {
    ///     device: u32,
    ///     metric: u16,
    ///     at: i64,
    /// }
    ///
    /// let reading = |metric, at| Reading { device: 7, metric, at };
    /// let readings = Table::new(MemoryStore::new());
    /// readings.put_all([(reading(1, 10), ""), (reading(2, 30), ""), (reading(2, 15), ""), (reading(5, 20), "")])?;
    ///
    /// let metrics = Reading::scan().device(7).plan()?.distinct(Reading::fields().metric)?;
    /// let metrics: Vec<u16> = readings.keys(&metrics)?.map(|key| key.map(|it| it.metric)).collect::<Result<_, _>>()?;
    /// assert_eq!(metrics, [1, 2, 5]);
    ///
    /// let latest = Reading::scan().device(7).metric(one_of(metrics)).limit(3).plan()?;
    /// let latest = latest.sorted_by(Reading::fields().at)?.reversed();
    /// let latest: Vec<Reading> = readings.keys(&latest)?.collect::<Result<_, _>>()?;
    /// assert_eq!(latest, [reading(2, 30), reading(5, 20), reading(2, 15)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A plan for another key type does not compile:
    ///
    /// ```compile_fail,E0308
    /// # use rowkey::RowKey;
    /// # use rowkey_store::{MemoryStore, Table};
    /// #[derive(RowKey)]
    /// struct Call {
    ///     phone: u64,
    /// }
    ///
    /// #[derive(RowKey)]
    /// struct Reading {
    ///     device: u64,
    /// }
    ///
    /// let calls = Table::<Call, _>::new(MemoryStore::new());
    /// let rows = calls.scan(&Reading::scan().device(7).plan()?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A row with a damaged key, salt, or value is an `Err` item, and the iterator continues with the next row. After a
    /// store error, the iterator ends.
    ///
    /// # Without snapshots
    ///
    /// On an engine without snapshots, a scan finds every row that nobody writes while it runs. Rows that other programs
    /// add or delete in the meantime may or may not be included.
    ///
    /// While a salt or a tag changes (`was(..)`), a put moves its row to another key. A scan that runs at the same time
    /// can miss this row, although the row exists before and after the put. Next to a program that rewrites its rows,
    /// expect every long scan to miss some. This ends when [`rekey`](Self::rekey) has copied all
    /// rows.
    ///
    /// # Borrowing keys
    ///
    /// A scan cannot return keys that borrow, such as `Call<'_>`. Declare a second key type with the same layout and
    /// owned fields, and scan a table of that type. You can still put and get rows with the borrowing key.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Scan`] if the plan cannot be read in this order, or if it is a
    /// [full scan with conditions](Self::allow_full_scans). Returns [`TableError::Store`] if the engine
    /// cannot start to read.
    pub fn scan<'s>(&'s self, plan: &Plan<K>) -> Result<Rows<'s, K, S, V>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        Ok(Rows::new(self.found("scan", plan, Order::Merged, Parts::Rows)?))
    }

    /// Returns an iterator over the rows of a plan range by range, one bucket after the other. Use it instead of
    /// [`Table::scan`] if you do not need one order across all buckets: it costs less. If the salt or the tag has older
    /// versions (`was(..)`), it behaves like [`Table::scan`].
    ///
    /// It can read a whole table, however many labels the salt has. [`Table::scan`] fails on such a plan, because it
    /// would have to read all buckets at the same time:
    ///
    /// ```
    /// # use rowkey::{RowKey, ScanError};
    /// # use rowkey_store::{MemoryStore, Table, TableError};
    /// #[derive(RowKey, Debug, PartialEq)]
    /// #[rowkey(separator = "::")]
    /// struct Id {
    ///     #[salt(md5, buckets = 1 << 27, hex(7))]
    ///     id: String,
    /// }
    ///
    /// let ids = Table::new(MemoryStore::new());
    /// ids.put_all(["a", "b", "c"].map(|id| (Id { id: id.into() }, "")))?;
    ///
    /// let all = Id::scan().plan()?;
    /// let found: Vec<(Id, Vec<u8>)> = ids.scan_by_range(&all)?.collect::<Result<_, _>>()?;
    /// assert_eq!((found.len(), ids.count(&all)?), (3, 3));
    /// let error = ids.scan(&all).unwrap_err();
    /// assert!(matches!(error, TableError::Scan(error) if matches!(*error, ScanError::TooManyToMerge { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::scan`].
    pub fn scan_by_range<'s>(&'s self, plan: &Plan<K>) -> Result<Rows<'s, K, S, V>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        Ok(Rows::new(self.found("scan_by_range", plan, Order::ByRange, Parts::Rows)?))
    }

    /// Returns an iterator over the keys of a plan, in the order of [`Table::scan`]. It does not read the values, and a
    /// networked engine does not send them.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::scan`].
    pub fn keys<'s>(&'s self, plan: &Plan<K>) -> Result<Keys<'s, K, S>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        Ok(Keys::new(self.found("keys", plan, Order::Merged, Parts::Keys)?))
    }

    /// Returns an iterator over the keys of a plan, in the order of [`Table::scan_by_range`]. It does not read the
    /// values, and a networked engine does not send them.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::scan`].
    pub fn keys_by_range<'s>(&'s self, plan: &Plan<K>) -> Result<Keys<'s, K, S>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        Ok(Keys::new(self.found("keys_by_range", plan, Order::ByRange, Parts::Keys)?))
    }

    /// Returns the number of rows that [`Table::scan`] would return, at most the plan's limit. A row with several
    /// storage locations counts once.
    ///
    /// It does not decode keys or values. So it also counts the rows that a scan returns as errors, and
    /// [`delete_all`](Self::delete_all) can delete fewer rows than it counts.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Scan`] if the plan cannot be read, and [`TableError::Store`] if the engine fails.
    pub fn count(&self, plan: &Plan<K>) -> Result<u64, TableError<S::Error>> {
        let (mut found, mut rows) = (self.found("count", plan, Order::Any, Parts::Keys)?, 0);
        while found.advance().transpose()?.is_some() {
            rows += 1;
        }
        Ok(rows)
    }

    /// Deletes the rows of a plan and returns their number.
    ///
    /// A row whose key does not decode is no row of this table: its key belongs to another layout or is damaged. A scan
    /// returns it as an error, and `delete_all` keeps it. After it has deleted all other rows, it returns
    /// [`TableError::NotDeleted`] with the number of these rows and the first of their keys. It does not read values,
    /// so it also deletes rows with damaged values.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_store::{Batch, MemoryStore, Store, Table, TableError};
    ///
    /// #[derive(RowKey)]
    /// struct Call(u64);
    ///
    /// let store = MemoryStore::new();
    /// store.write(Batch::new().put("currency of all calls", "EUR"))?; // not the 8 bytes of a call
    /// let calls = Table::<Call, _>::new(&store);
    /// calls.put_all((0..5).map(|id| (Call(id), "")))?;
    ///
    /// let error = calls.delete_all(&Call::scan().plan()?).unwrap_err();
    /// let TableError::NotDeleted { deleted, rows, key, .. } = error else { panic!("{error}") };
    /// assert_eq!((deleted, rows, &key[..]), (5, 1, &b"currency of all calls"[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// It works in batches of 1,000 rows, or of the size that [`with_batch_rows`](Self::with_batch_rows) sets, so it
    /// can delete any number of rows. After an error, the completed batches stay deleted. Call it again to delete the
    /// rest. If the engine has snapshots, rows that another program adds in the meantime under new keys stay.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Scan`] if the plan cannot be read, or if it has a limit and too many ranges to merge.
    /// Returns [`TableError::NotDeleted`] if some keys do not decode, and [`TableError::Store`] if the engine fails.
    pub fn delete_all(&self, plan: &Plan<K>) -> Result<u64, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        // A limit means the first rows of the plan, and only a merge returns them in that order.
        let order = if plan.row_limit().is_some() { Order::Merged } else { Order::Any };
        let mut found = self.found("delete_all", plan, order, Parts::Keys)?;
        let deleted = self.delete_found(&mut found);
        found.end(deleted)
    }

    fn delete_found(&self, found: &mut Found<S::Reader<'_>>) -> Result<u64, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        let mut deletes = Deletes::default();
        while let Some((row, _)) = found.advance().transpose()? {
            if deletes.add::<K, _>(row, self.batch_rows)? {
                self.store.write(&deletes.batch).map_err(TableError::Store)?;
                deletes.is_written();
            }
        }
        self.store.write(&deletes.batch).map_err(TableError::Store)?;
        deletes.is_written();
        deletes.outcome()
    }

    /// Starts to read a plan. Each method that takes a plan calls it.
    fn found(
        &self,
        operation: &'static str,
        plan: &Plan<K>,
        order: Order,
        parts: Parts,
    ) -> Result<Found<S::Reader<'_>>, TableError<S::Error>> {
        let mut operation = Operation::begin(operation, K::LAYOUT.name());
        let checked = check_full_scan(plan, self.allows_full_scans);
        match checked.and_then(|()| self.store.reader().map_err(TableError::Store)) {
            Ok(reader) => Found::new(reader, plan, order, parts, operation),
            Err(error) => Err(operation.failed(error)),
        }
    }
}

impl<K: RowKey, S: CompareAndSet, V: ValueCodec> Table<K, S, V> {
    /// Writes a row only if the table has no row with this key, as one atomic step. Returns `true` if it wrote the row.
    ///
    /// On HBase and Bigtable, it can hide a [`put`](Self::put) of another process:
    /// [`compare_and_set`](Self::compare_and_set).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::put`].
    pub fn put_if_absent<T>(&self, key: &K, value: T) -> Result<bool, TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        self.compare_and_set(key, None, Some(value))
    }

    /// Changes the row `key` only if its value is `expected`, as one atomic step. Returns `true` if it changed the row.
    ///
    /// `None` means that the row does not exist, for `expected`, and that it is deleted, for `value`. It compares the
    /// bytes that the codec writes.
    ///
    /// If the salt or the tag has older versions (`was(..)`), the row first moves to its current storage location, and
    /// only that location is compared. So it misses a concurrent write by a program at another step of the
    /// [change](Self::rekey). [`TableBatch::expect`](crate::TableBatch::expect) compares all locations.
    ///
    /// HBase and Bigtable order writes by the clocks of their writers. If a [`put`](Self::put) or [`delete`](Self::delete)
    /// of the same row by another process overlaps a successful compare-and-set, the engine can acknowledge it and hide
    /// it. Within one process, the two wait for each other. So if several processes write a row, use compare-and-set for
    /// all writes of that row.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_store::{MemoryStore, Table};
    ///
    /// #[derive(RowKey)]
    /// struct Account(u64);
    ///
    /// let accounts = Table::new(MemoryStore::new());
    /// accounts.put(&Account(7), "200")?;
    /// assert!(accounts.compare_and_set(&Account(7), Some("200"), Some("150"))?);
    /// assert!(!accounts.compare_and_set(&Account(7), Some("200"), None)?, "it is 150 by now");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::put`].
    pub fn compare_and_set<T>(
        &self,
        key: &K,
        expected: Option<T>,
        value: Option<T>,
    ) -> Result<bool, TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        traced("compare_and_set", K::LAYOUT.name(), || {
            let place = self.settle(key)?;
            let expected = written::<V, T, _>(place.as_ref(), expected)?;
            let value = written::<V, T, _>(place.as_ref(), value)?;
            let change = value.as_deref().map_or(Change::Delete, Change::Put);
            self.store.compare_and_set(place.as_ref(), expected.as_deref(), change).map_err(TableError::Store)
        })
    }

    /// Moves a row from its older storage locations to its current one, and returns the current one.
    pub(crate) fn settle(&self, key: &K) -> Result<K::Bytes, TableError<S::Error>> {
        let present = key.encode()?;
        if has_moved::<K>() {
            let (moves, mut has_moved) = (MovesToPresent::of(key)?, false);
            for step in &moves.over {
                if has_moved {
                    move_unless_there(self.store(), step).map_err(TableError::Store)?;
                } else {
                    has_moved = self.store().move_row(&step.0, &step.1).map_err(TableError::Store)?;
                }
            }
            for step in &moves.unless_there {
                move_unless_there(self.store(), step).map_err(TableError::Store)?;
            }
        }
        Ok(present)
    }
}

/// Moves a row like [`CompareAndSet::move_row`]. If the new location already has a row, that row stays, and the row
/// `from` is deleted.
fn move_unless_there<S: CompareAndSet>(store: &S, (from, to): &Move) -> Result<(), S::Error> {
    loop {
        let Some(value) = store.get(from)? else { return Ok(()) };
        let is_put = store.compare_and_set(to, None, Change::Put(&value))?;
        if store.compare_and_set(from, Some(&value), Change::Delete)? {
            return Ok(());
        }
        // If the row was deleted in the meantime, it must not exist at `to` either.
        if is_put {
            store.compare_and_set(to, Some(&value), Change::Delete)?;
        }
    }
}

/// The number of keys that [`Table::put_all`] encodes together. It is small enough that they stay in the CPU cache.
const ENCODED_AT_ONCE: usize = 256;

/// Returns the batch that puts rows at their current storage locations and deletes them at the older ones.
pub(crate) fn batch_of<K: RowKey, V: WriteValue<T>, T, E: Error>(
    rows: impl IntoIterator<Item = (impl Borrow<K>, T)>,
) -> Result<Batch, TableError<E>> {
    let (mut batch, mut encoded, mut rows) = (Batch::new(), KeyBatch::new(), rows.into_iter());
    let mut bytes = Vec::new();
    loop {
        let (keys, values): (Vec<_>, Vec<_>) = rows.by_ref().take(ENCODED_AT_ONCE).unzip();
        if keys.is_empty() {
            return Ok(batch);
        }
        encoded.clear();
        K::encode_batch(&keys, &mut encoded).map_err(|error| *error.error)?;
        for ((row, key), value) in keys.iter().zip(&encoded).zip(values) {
            write_value::<V, T, _>(key, value, &mut bytes)?;
            if has_moved::<K>() {
                Places::of(row.borrow())?.add_put(&mut batch, &bytes);
            } else {
                batch.put(key, &bytes);
            }
        }
    }
}

/// Adds the changes that put a row at its current storage location and delete it at the older ones.
pub(crate) fn add_put<K: RowKey, V: WriteValue<T>, T, E: Error>(
    batch: &mut Batch,
    key: &K,
    value: T,
) -> Result<(), TableError<E>> {
    let (places, mut bytes) = (Places::of(key)?, Vec::new());
    write_value::<V, T, E>(places.present.as_ref(), value, &mut bytes)?;
    places.add_put(batch, &bytes);
    Ok(())
}

/// Returns the bytes of a value of the row `key`, or `None` without a value.
pub(crate) fn written<V: WriteValue<T>, T, E: Error>(
    key: &[u8],
    value: Option<T>,
) -> Result<Option<Vec<u8>>, TableError<E>> {
    let mut bytes = Vec::new();
    value.map(|value| write_value::<V, T, _>(key, value, &mut bytes).map(|()| bytes)).transpose()
}

/// Writes the value of the row `key` to `bytes`, in place of their previous content.
pub(crate) fn write_value<V: WriteValue<T>, T, E: Error>(
    key: &[u8],
    value: T,
    bytes: &mut Vec<u8>,
) -> Result<(), TableError<E>> {
    bytes.clear();
    V::write(value, bytes).map_err(|error| TableError::WriteValue { key: key.to_vec(), source: error.into() })
}

impl<K, S: Clone, V> Clone for Table<K, S, V> {
    fn clone(&self) -> Self {
        let Self { batch_rows, allows_full_scans, .. } = *self;
        Self { store: self.store.clone(), batch_rows, allows_full_scans, types: PhantomData }
    }
}

impl<K, S: fmt::Debug, V> fmt::Debug for Table<K, S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("store", &self.store).finish()
    }
}
