//! Tables that keep the secondary keys of their rows in sync.

use rowkey_core::{IndexOf, OwnedKey, Plan, RowKey, SecondaryKey};
use std::borrow::Borrow;
use std::fmt;
use std::ops::ControlFlow;

use crate::indexed_deletes::IndexedDeletes;
use crate::places::Places;
use crate::rows::{Found, Order, Parts, check_full_scan};
use crate::secondary_keys::{NewRows, SecondaryKeys};
use crate::table::written;
use crate::trace::{Operation, traced};
use crate::versions::Versioned;
use crate::versions::way::sweep;
use crate::way::{Expected, Tables, Way, check_layouts};
use crate::{
    Bytes, IndexedStore, KeyOf, Keys, KeysOfRow, Reindexed, Rows, RowsBy, Swept, Table, TableError, Transact,
    ValueCodec, WriteValue,
};

/// A [`Table`] with secondary keys (secondary indexes). Each write covers a row and its secondary keys: in one
/// transaction, or on [engines without transactions](#engines-without-transactions), in steps that never leave the row
/// without them.
///
/// The derive creates a secondary key for each `index(..)` of a struct, with a `From` conversion. You can also compute
/// one from the value, with [`with_key`](Self::with_key). Each secondary key has its own table, whose values are the
/// keys of the rows ([`KeyOf`]). A secondary key contains the key of its row, or is declared `unique`.
///
/// These tables can share a store only if all their layouts are [disjoint](rowkey_core::Layout::is_disjoint), for
/// example because each has its own `prefix`. Otherwise a secondary key could replace a row. So every call returns
/// [`TableError::SharedStore`] and changes nothing.
///
/// # New secondary keys
///
/// If you add a secondary key to a table that has rows, deploy it to all programs that write the table. Then call
/// [`reindex`](Self::reindex). Until it ends, [`rows_by`](Self::rows_by) returns [`TableError::NotBuilt`] instead of an
/// incomplete result. For a table without rows, you need not call it.
///
/// The database records which secondary keys are built. Call `reindex` again after one of these changes:
///
/// - A program without the secondary key has written the table, for example a previous version. Its first write removes
///   the record. A reindex that runs meanwhile fails at its end, and its cursors are invalid.
/// - The layout of the secondary key has changed, except for a change with `was(..)`, or it has a new table.
/// - The function of `with_key` has changed, or a program has written rows without an indexed table. No record shows
///   these two. [`Reindexed::added`] tells how many secondary keys were missing.
///
/// # Engines without transactions
///
/// HBase and Bigtable change one row atomically, and no more. There, a write puts the secondary keys first, and then the
/// row, with a version that tells whether another writer was faster. The module [`versions`](crate::versions) describes
/// the steps. What is different there:
///
/// - You can find each row by each of its secondary keys, as everywhere. But a crash can leave secondary keys that no
///   row has. Reads skip them. [`sweep`](Self::sweep) deletes them: call it every few days.
/// - A batch is not atomic. After an error, any of its rows may be written, each with its secondary keys.
/// - [`load`](Self::load) expects that nobody else writes its rows until it has returned.
/// - A compare-and-set compares with writes of indexed tables. A write of a plain table, or of another program, that
///   overlaps it can be lost without an error.
/// - [`reindex`](Self::reindex) adds secondary keys, and `sweep` removes them. A program that has found a secondary key
///   built does not look again.
/// - There are no [unique](Self::with_unique_key) secondary keys, and no layouts with older versions (`was(..)`). Both are
///   compile errors.
///
/// # Other writers
///
/// If other writers change the same rows, a call reads the rows again and repeats its transaction until there is no
/// conflict. The more rows a transaction has, the more often it is repeated. [`delete_all`](Self::delete_all) and
/// [`reindex`](Self::reindex) use smaller transactions after a conflict. It does not retry errors of the store.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_store::{IndexedTable, KeyOf, MemoryStore, Table};
///
/// #[derive(RowKey, Debug, PartialEq)]
/// #[rowkey(index(#[derive(Debug)] BySeller(seller, at, order)))]
/// struct Order {
///     order: u64,
///     seller: u64,
///     #[reverse_ts]
///     at: i64,
/// }
///
/// let by_seller = Table::new(MemoryStore::new()).with_values::<KeyOf<Order>>();
/// let orders = IndexedTable::new(Table::new(MemoryStore::new())).with_index(&by_seller);
/// orders.put(&Order { order: 1, seller: 7, at: 5 }, "a lamp")?;
/// orders.put(&Order { order: 2, seller: 7, at: 9 }, "a chair")?;
///
/// let newest = by_seller.scan(&BySeller::scan().seller(7).limit(1).plan()?)?.next().unwrap()?;
/// assert_eq!(newest.1, Order { order: 2, seller: 7, at: 9 });
/// assert_eq!(orders.get(&newest.1)?, Some(b"a chair".to_vec()));
/// assert_eq!(orders.count(&Order::scan().plan()?)?, 2);
///
/// orders.delete(&newest.1)?;
/// assert_eq!(by_seller.count(&BySeller::scan().plan()?)?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct IndexedTable<K, S, V: ValueCodec = Bytes> {
    table: Table<K, S, V>,
    pub(crate) secondary: SecondaryKeys<K, S, V>,
}

impl<K: OwnedKey, S: IndexedStore, V: ValueCodec> IndexedTable<K, S, V> {
    /// Creates an indexed table without secondary keys.
    pub const fn new(table: Table<K, S, V>) -> Self {
        Self { table, secondary: SecondaryKeys::new() }
    }

    /// Returns the table of the rows, for all other reads. Writes through it bypass the secondary keys. Without
    /// transactions, such a write can also be lost without an error, if a write of an indexed table overlaps it.
    pub const fn table(&self) -> &Table<K, S, V> {
        &self.table
    }

    /// Adds secondary keys, which `keys` stores. `of` computes those of a row from its key and its value: one, an
    /// `Option`, or a `Vec` of them ([`KeysOfRow`]). If the table already has rows, call [`reindex`](Self::reindex) to
    /// write their secondary keys.
    ///
    /// Each contains the key of its row ([`SecondaryKey`]), so no two rows have the same one. For other secondary keys,
    /// use [`with_unique_key`](Self::with_unique_key).
    #[must_use]
    pub fn with_key<F: OwnedKey + SecondaryKey<K>, R: KeysOfRow<F>>(
        mut self,
        keys: &Table<F, S, KeyOf<K>>,
        of: impl Fn(&K, &V::Value) -> R + Send + Sync + 'static,
    ) -> Self
    where
        S: Clone,
    {
        const { check_layouts::<K, F>(S::Way::HAS_ALL_LAYOUTS, false) };
        self.secondary.add(self.table.store(), keys.store().clone(), S::Way::prefix_in, of);
        self
    }

    /// Adds secondary keys like [`with_key`](Self::with_key) that do not contain the key of their row. No two rows can
    /// have the same one: such a put fails with [`TableError::NotUnique`]. To know this, each put reads which row has its
    /// secondary keys. This needs an engine with transactions.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_store::{IndexedTable, KeyOf, MemoryStore, Table, TableError};
    ///
    /// #[derive(RowKey, Debug, PartialEq)]
    /// struct User(u64);
    ///
    /// #[derive(RowKey)]
    /// struct ByEmail(String);
    ///
    /// let by_email = Table::new(MemoryStore::new()).with_values::<KeyOf<User>>();
    /// let users = IndexedTable::new(Table::new(MemoryStore::new()))
    ///     .with_unique_key(&by_email, |_: &User, email: &Vec<u8>| ByEmail(String::from_utf8_lossy(email).into()));
    /// users.put(&User(1), "anna@example.com")?;
    /// let error = users.put(&User(2), "anna@example.com").unwrap_err();
    /// assert!(matches!(error, TableError::NotUnique { name: "ByEmail", .. }));
    /// assert_eq!(by_email.get(&ByEmail("anna@example.com".into()))?, Some(User(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_unique_key<F: RowKey, R: KeysOfRow<F>>(
        mut self,
        keys: &Table<F, S, KeyOf<K>>,
        of: impl Fn(&K, &V::Value) -> R + Send + Sync + 'static,
    ) -> Self
    where
        S: Clone + Transact,
    {
        self.secondary.add_unique(self.table.store(), keys.store().clone(), S::Way::prefix_in, of);
        self
    }

    /// Adds the secondary keys that a struct declares with `index(..)`, which `keys` stores. They follow from the key of
    /// a row alone. If the table has only such secondary keys, [`put_all`](Self::put_all) does not read the rows that it
    /// replaces.
    #[must_use]
    pub fn with_index<F: RowKey + IndexOf<K>>(mut self, keys: &Table<F, S, KeyOf<K>>) -> Self
    where
        S: Clone,
    {
        const { check_layouts::<K, F>(S::Way::HAS_ALL_LAYOUTS, F::IS_UNIQUE) };
        self.secondary.add_of_key::<F>(self.table.store(), keys.store().clone(), S::Way::prefix_in);
        self
    }

    /// Returns the value of the row `key`, or `None` if the table has no such row.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::get`].
    pub fn get(&self, key: &K) -> Result<Option<V::Value>, TableError<S::Error>> {
        self.secondary.checked()?;
        self.table.get(key)
    }

    /// Returns `true` if the table has a row with this key: [`Table::contains`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::contains`], and [`TableError::SharedStore`].
    pub fn contains(&self, key: &K) -> Result<bool, TableError<S::Error>> {
        self.secondary.checked()?;
        self.table.contains(key)
    }

    /// Returns the rows of a plan, sorted by the key without its salt: [`Table::scan`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::scan`], and [`TableError::SharedStore`].
    pub fn scan<'s>(&'s self, plan: &Plan<K>) -> Result<Rows<'s, K, S, V>, TableError<S::Error>> {
        self.secondary.checked()?;
        self.table.scan(plan)
    }

    /// Returns the keys of a plan, without reading values: [`Table::keys`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::keys`], and [`TableError::SharedStore`].
    pub fn keys<'s>(&'s self, plan: &Plan<K>) -> Result<Keys<'s, K, S>, TableError<S::Error>> {
        self.secondary.checked()?;
        self.table.keys(plan)
    }

    /// Returns the rows of a plan over a secondary key, in the order of that key: each with its secondary key, its key,
    /// and its value. `keys` is the table of the secondary key, which [`with_key`](Self::with_key) or
    /// [`with_index`](Self::with_index) added.
    ///
    /// If the engine has snapshots, it reads one: it returns each row of that moment once for each of its secondary keys.
    /// Without snapshots, a row that changes its secondary key during the scan can come twice, or not at all. It never
    /// returns a row under a secondary key that the row no longer has.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// # use rowkey_store::{IndexedTable, KeyOf, MemoryStore, Table};
    /// #[derive(RowKey, Debug, PartialEq)]
    /// #[rowkey(index(#[derive(Debug)] BySeller(seller, at, order)))]
    /// struct Order {
    ///     order: u64,
    ///     seller: u64,
    ///     #[reverse_ts]
    ///     at: i64,
    /// }
    ///
    /// let by_seller = Table::new(MemoryStore::new()).with_values::<KeyOf<Order>>();
    /// let orders = IndexedTable::new(Table::new(MemoryStore::new())).with_index(&by_seller);
    /// orders.put_all((0..5).map(|order| (Order { order, seller: order % 2, at: order as i64 }, "a lamp")))?;
    ///
    /// // The newest two orders of a seller, then the rest.
    /// let page = |cursor: Option<&str>| BySeller::scan().seller(0).limit(2).resume(cursor).plan();
    /// let mut rows = orders.rows_by(&by_seller, &page(None)?)?;
    /// let found: Vec<u64> = rows.by_ref().map(|row| row.map(|(_, order, _)| order.order)).collect::<Result<_, _>>()?;
    /// assert_eq!(found, [4, 2]);
    ///
    /// let cursor = rows.cursor();
    /// assert!(rows.has_more()?);
    /// let (_, last, value) = orders.rows_by(&by_seller, &page(cursor.as_deref())?)?.next().unwrap()?;
    /// assert_eq!((last.order, &value[..]), (0, &b"a lamp"[..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A secondary key whose row is gone, or has another secondary key by now, is skipped: another program left it there.
    /// A row with a damaged value is an error, and the next call continues after it.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::scan`], and:
    ///
    /// - [`TableError::NotBuilt`] if the secondary key is not [built](#new-secondary-keys).
    /// - [`TableError::NotASecondaryKey`] if `keys` is another table, and [`TableError::SharedStore`].
    pub fn rows_by<'s, F: OwnedKey>(
        &'s self,
        keys: &Table<F, S, KeyOf<K>>,
        plan: &Plan<F>,
    ) -> Result<RowsBy<'s, K, F, S, V>, TableError<S::Error>> {
        let mut operation = Operation::begin("rows_by", F::LAYOUT.name());
        let open = || {
            let (table, store) = self.secondary.table_of::<F, _>(keys.store(), S::Way::prefix_in)?;
            self.tables().check_built::<S::Way>(table)?;
            check_full_scan(plan, keys.allows_full_scans)?;
            let readers = S::Way::readers([store, self.table.store()]);
            readers.map(|readers| (table, readers)).map_err(TableError::Store)
        };
        let (table, [entries, rows]) = open().map_err(|error| operation.failed(error))?;
        let entries = Found::new(entries, plan, Order::Merged, Parts::Rows, operation)?;
        Ok(RowsBy::new(entries, rows, &self.secondary, table, plan.row_limit()))
    }

    /// Returns the number of rows of a plan: [`Table::count`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::count`], and [`TableError::SharedStore`].
    pub fn count(&self, plan: &Plan<K>) -> Result<u64, TableError<S::Error>> {
        self.secondary.checked()?;
        self.table.count(plan)
    }

    /// Writes a row and its secondary keys only if the table has no row with this key, as one atomic step. Returns
    /// `true` if it wrote the row.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`IndexedTable::put`].
    pub fn put_if_absent<T>(&self, key: &K, value: T) -> Result<bool, TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        self.compare_and_set(key, None, Some(value))
    }

    /// Changes the row `key` and its secondary keys only if its value is `expected`, as one atomic step. Returns `true` if
    /// it changed the row.
    ///
    /// `None` means that the row does not exist, for `expected`, and that it is deleted, for `value`. It compares the bytes
    /// that the codec writes. With `was(..)`, it compares the row wherever it is stored.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`IndexedTable::put`].
    pub fn compare_and_set<T>(
        &self,
        key: &K,
        expected: Option<T>,
        value: Option<T>,
    ) -> Result<bool, TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        let new = NewRows::of_change(self.secondary.checked()?, key, value)?;
        let places = Places::of(key)?;
        let value = written::<V, T, _>(places.present.as_ref(), expected)?;
        self.write(new, Some(Expected { places, value }))
    }

    /// Writes a row and its secondary keys, and replaces an existing row with the same key.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::put`], and:
    ///
    /// - [`TableError::NotUnique`] if another row has one of its secondary keys.
    /// - [`TableError::NotKept`] if a secondary key depends on a skipped field, so that it cannot be computed from the
    ///   stored row. Compute it from the value instead.
    /// - [`TableError::Decode`] or [`TableError::ReadValue`] if the existing row is damaged.
    /// - [`TableError::SharedStore`] if tables share a store without being disjoint.
    /// - [`TableError::Contended`] if other writers change the row all the time, on an engine without transactions.
    pub fn put<T>(&self, key: &K, value: T) -> Result<(), TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        self.put_all([(key, value)])
    }

    /// Writes rows and their secondary keys in one transaction. If two rows have the same key, the later one wins. For
    /// an initial load, [`load`](Self::load) is faster.
    ///
    /// The transaction starts again if another writer changes one of these rows. Next to such writers, put few rows at
    /// once.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`IndexedTable::put`].
    pub fn put_all<T, B: Borrow<K>>(&self, rows: impl IntoIterator<Item = (B, T)>) -> Result<(), TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        let new = NewRows::from_puts(self.secondary.checked()?, rows)?;
        self.write(new, None).map(|_| ())
    }

    /// Writes new rows and their secondary keys in one transaction, without reading. Use it for an initial load, with
    /// about 50,000 rows per call. [`put_all`](Self::put_all) reads each row and each unique secondary key
    /// first, and takes several times as long. On an [engine without transactions](#engines-without-transactions), it reads
    /// the rows in batches, and puts those that exist one by one.
    ///
    /// The rows and their secondary keys must not exist yet. An existing row is replaced, but its old secondary keys
    /// stay until [`reindex`](Self::reindex) removes them. If another row already has one of the secondary keys, this
    /// row takes it over without an error. If two of these rows have the same key, the later one wins.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`IndexedTable::put`]. Returns [`TableError::NotUnique`] only if two of these rows
    /// have the same secondary key.
    pub fn load<T, B: Borrow<K>>(&self, rows: impl IntoIterator<Item = (B, T)>) -> Result<(), TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        traced("load", K::LAYOUT.name(), || {
            let rows = self.secondary.checked()?.loaded_rows(rows)?;
            S::Way::load(&self.tables(), rows)
        })
    }

    /// Deletes the row `key` and its secondary keys, if the row exists.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`IndexedTable::put`].
    pub fn delete(&self, key: &K) -> Result<(), TableError<S::Error>> {
        self.secondary.checked()?;
        let mut new = NewRows::default();
        new.delete(key)?;
        S::Way::write(&self.tables(), new, None).map(|_| ())
    }

    /// Deletes the rows of a plan and their secondary keys, and returns the number of rows. It works in transactions of
    /// 1,000 rows, or of the size that the table's [`with_batch_rows`](Table::with_batch_rows) sets. After a conflict
    /// with another writer, the next transactions are smaller.
    ///
    /// Like [`Table::delete_all`], it keeps rows whose keys do not decode, deletes all others, and then returns
    /// [`TableError::NotDeleted`]. It also keeps rows whose values cannot be read, because their secondary keys are
    /// unknown.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Table::delete_all`], and [`TableError::SharedStore`].
    pub fn delete_all(&self, plan: &Plan<K>) -> Result<u64, TableError<S::Error>> {
        self.secondary.checked()?;
        let mut deletes = IndexedDeletes::new(self.table.batch_rows);
        for key in self.table.keys(plan)? {
            if deletes.add(key)? {
                S::Way::delete_batch(&self.tables(), &mut deletes)?;
            }
        }
        S::Way::delete_batch(&self.tables(), &mut deletes)?;
        deletes.outcome()
    }

    /// Brings the secondary keys in sync with the rows. It adds the missing ones and removes the stale ones. Use it
    /// after you add a secondary key to a table, or if another program wrote rows without it.
    ///
    /// It works in transactions of 1,000 rows, or of the size that the table's
    /// [`with_batch_rows`](Table::with_batch_rows) sets. After each transaction, it calls `progress` with the totals so
    /// far and a cursor. If `progress` breaks, the call returns, and another call can resume from the cursor. Starting
    /// over is safe. After an error or a crash, call it again.
    ///
    /// Other programs can write at the same time through an [`IndexedTable`] with the same secondary keys. If one of
    /// them changes a row of a transaction, the next transaction has half as many rows, and later ones grow again. A
    /// transaction of a single row is repeated until nobody writes this row in the meantime. It calls `progress` after
    /// each attempt, so that you can stop. [`Reindexed::conflicts`] counts all of these transactions.
    ///
    /// When it ends, all secondary keys are [built](#new-secondary-keys).
    ///
    /// On an engine without transactions, it only adds secondary keys: [`sweep`](Self::sweep) removes the stale ones. There
    /// are no transactions to repeat, so [`Reindexed::conflicts`] is 0.
    ///
    /// It can run during each step of a [`rekey`](Table::rekey). A row with a copy is one row.
    ///
    /// Tables that share a store must be [disjoint](Table). It skips a key that does not decode as a key of the table
    /// or of the secondary key, because that key belongs to another table or is damaged. A key that does decode belongs
    /// to the table. So it rewrites or removes a secondary key with a damaged value, and counts it as
    /// [damaged](Reindexed::damaged). It counts a row with a damaged value as [unreadable](Reindexed::unreadable), and
    /// continues with the other rows.
    ///
    /// ```
    /// # use rowkey::RowKey;
    /// # use rowkey_store::{IndexedTable, KeyOf, MemoryStore, Table};
    /// # use std::ops::ControlFlow;
    /// # use std::time::Instant;
    /// # #[derive(RowKey)]
    /// # #[rowkey(index(BySeller(seller, order)))]
    /// # struct Order { order: u64, seller: u64 }
    /// let orders = Table::new(MemoryStore::new());
    /// orders.put(&Order { order: 1, seller: 7 }, "a lamp")?;
    ///
    /// let by_seller = Table::new(MemoryStore::new()).with_values::<KeyOf<Order>>();
    /// let orders = IndexedTable::new(orders).with_index::<BySeller>(&by_seller);
    /// let (all, begin) = (orders.count(&Order::scan().plan()?)?, Instant::now());
    /// let done = orders.reindex(None, |so_far| {
    ///     let rate = so_far.rows as f64 / begin.elapsed().as_secs_f64();
    ///     println!("{} of {all} rows, {rate:.0} a second, {} entries", so_far.rows, so_far.entries);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((done.rows, done.added, done.removed), (1, 1, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TableError::NotUnique`] if two rows have the same secondary key, and [`TableError::Encode`] if a
    /// secondary key cannot be encoded. Returns [`TableError::NotBuilt`] if a program without a secondary key has written
    /// the table meanwhile: begin again. Returns [`TableError::Store`] if the store fails, [`TableError::Cursor`] if the
    /// cursor is invalid, and [`TableError::SharedStore`] if tables share a store without being disjoint.
    pub fn reindex(
        &self,
        cursor: Option<&str>,
        mut progress: impl FnMut(&Reindexed) -> ControlFlow<()>,
    ) -> Result<Reindexed, TableError<S::Error>> {
        self.secondary.checked()?;
        S::Way::reindex(&self.tables(), cursor, &mut progress)
    }

    /// Writes rows after it has recorded the secondary keys.
    fn write(&self, rows: NewRows, expected: Option<Expected<K>>) -> Result<bool, TableError<S::Error>> {
        let tables = self.tables();
        tables.record_write::<S::Way>()?;
        S::Way::write(&tables, rows, expected)
    }

    pub(crate) const fn tables(&self) -> Tables<'_, K, S, V> {
        Tables { rows: self.table.store(), secondary: &self.secondary, batch_rows: self.table.batch_rows }
    }
}

impl<K: OwnedKey, S: Versioned, V: ValueCodec> IndexedTable<K, S, V> {
    /// Deletes stale secondary keys, which no row has any more, and the versions of rows that were deleted. Crashed programs
    /// leave the former, and each delete leaves the latter. Reads skip both, so a sweep only frees space and time. Every
    /// few days is often enough. It reads all tables once.
    ///
    /// Programs can read and write at the same time. It works in steps of 1,000 rows, or of the size that the table's
    /// [`with_batch_rows`](Table::with_batch_rows) sets. After each step, it calls `progress` with the totals so far and a
    /// cursor. If `progress` breaks, the call returns, and another call can resume from the cursor. Starting over is safe.
    ///
    /// What is younger than [one day](Versioned::grace) may stay: a program may be at work on it. A secondary key with a
    /// damaged value, or of a row with an unreadable value, stays and is counted.
    ///
    /// ```no_run
    /// use rowkey_store::{IndexedTable, TableError};
    /// use rowkey_store::versions::Versioned;
    /// use std::ops::ControlFlow;
    ///
    /// # #[derive(rowkey::RowKey)]
    /// # struct Order(u64);
    /// fn sweep<S: Versioned>(orders: &IndexedTable<Order, S>) -> Result<(), TableError<S::Error>> {
    ///     let done = orders.sweep(None, |so_far| {
    ///         println!("{} entries, {} of them stale", so_far.entries, so_far.deleted);
    ///         ControlFlow::Continue(())
    ///     })?;
    ///     println!("{} tombstones", done.tombstones);
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the store fails, [`TableError::Cursor`] if the cursor is invalid, and
    /// [`TableError::SharedStore`] if tables share a store without being disjoint.
    pub fn sweep(
        &self,
        cursor: Option<&str>,
        mut progress: impl FnMut(&Swept) -> ControlFlow<()>,
    ) -> Result<Swept, TableError<S::Error>> {
        self.secondary.checked()?;
        sweep(&self.tables(), cursor, &mut progress)
    }
}

/// Shows the table and the names of its secondary keys.
impl<K, S: fmt::Debug, V: ValueCodec> fmt::Debug for IndexedTable<K, S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secondary: Vec<_> = self.secondary.names().collect();
        f.debug_struct("IndexedTable").field("table", &self.table).field("secondary", &secondary).finish()
    }
}
