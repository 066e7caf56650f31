//! Async tables that keep the secondary keys of their rows in sync.

use rowkey_core::{IndexOf, OwnedKey, Plan, RowKey, SecondaryKey};
use std::borrow::Borrow;
use std::fmt;
use std::ops::ControlFlow;

use crate::async_rows::AsyncFound;
use crate::async_way::AsyncWay;
use crate::indexed_deletes::IndexedDeletes;
use crate::places::Places;
use crate::rows::{Order, Parts, check_full_scan};
use crate::secondary_keys::{NewRows, SecondaryKeys};
use crate::table::written;
use crate::trace::{Operation, traced_async};
use crate::versions::AsyncVersioned;
use crate::versions::async_way::sweep;
use crate::way::{Expected, Tables, check_layouts};
use crate::{
    AsyncIndexedStore, AsyncKeys, AsyncRows, AsyncRowsBy, AsyncTable, AsyncTransact, Bytes, KeyOf, KeysOfRow,
    Reindexed, Swept, TableError, ValueCodec, WriteValue,
};

/// The async version of [`IndexedTable`](crate::IndexedTable), with the same methods and guarantees.
///
/// Dropping a future never leaves a row without its secondary keys. The transaction in flight is written as a whole or
/// not at all. Without transactions, it can leave secondary keys that no row has, until a [`sweep`](Self::sweep). [`delete_all`](Self::delete_all) and [`reindex`](Self::reindex) keep their completed transactions.
///
/// ```
/// # fn run<F: std::future::Future>(future: F) -> F::Output {
/// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// #     let mut future = std::pin::pin!(future);
/// #     loop { if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) { break output } }
/// # }
/// use rowkey::RowKey;
/// use rowkey_store::{AsyncIndexedTable, AsyncTable, Blocking, KeyOf, MemoryStore};
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
/// # run(async {
/// let store = || Blocking::new(MemoryStore::new(), 1);
/// let by_seller = AsyncTable::new(store()?).with_values::<KeyOf<Order>>();
/// let orders = AsyncIndexedTable::new(AsyncTable::new(store()?))
///     .with_index(&by_seller);
/// orders.put(&Order { order: 1, seller: 7, at: 5 }, "a lamp").await?;
/// orders.put(&Order { order: 2, seller: 7, at: 9 }, "a chair").await?;
///
/// let plan = BySeller::scan().seller(7).limit(1).plan()?;
/// let newest = by_seller.scan(&plan).await?.next().await.unwrap()?;
/// assert_eq!(newest.1, Order { order: 2, seller: 7, at: 9 });
/// assert_eq!(orders.get(&newest.1).await?, Some(b"a chair".to_vec()));
///
/// orders.delete(&newest.1).await?;
/// assert_eq!(by_seller.count(&BySeller::scan().plan()?).await?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
pub struct AsyncIndexedTable<K, S, V: ValueCodec = Bytes> {
    table: AsyncTable<K, S, V>,
    pub(crate) secondary: SecondaryKeys<K, S, V>,
}

impl<K: OwnedKey, S: AsyncIndexedStore, V: ValueCodec> AsyncIndexedTable<K, S, V> {
    /// Creates an indexed table without secondary keys.
    pub const fn new(table: AsyncTable<K, S, V>) -> Self {
        Self { table, secondary: SecondaryKeys::new() }
    }

    /// Returns the table of the rows, for all other reads. Writes through it bypass the secondary keys.
    pub const fn table(&self) -> &AsyncTable<K, S, V> {
        &self.table
    }

    /// Adds secondary keys, which `keys` stores, computed from the key and the value of each row:
    /// [`IndexedTable::with_key`](crate::IndexedTable::with_key).
    #[must_use]
    pub fn with_key<F: OwnedKey + SecondaryKey<K>, R: KeysOfRow<F>>(
        mut self,
        keys: &AsyncTable<F, S, KeyOf<K>>,
        of: impl Fn(&K, &V::Value) -> R + Send + Sync + 'static,
    ) -> Self
    where
        S: Clone,
    {
        const { check_layouts::<K, F>(S::Way::HAS_ALL_LAYOUTS, false) };
        self.secondary.add(self.table.store(), keys.store().clone(), S::Way::prefix_in, of);
        self
    }

    /// Adds secondary keys that do not contain the key of their row, but that no two rows share:
    /// [`IndexedTable::with_unique_key`](crate::IndexedTable::with_unique_key).
    #[must_use]
    pub fn with_unique_key<F: RowKey, R: KeysOfRow<F>>(
        mut self,
        keys: &AsyncTable<F, S, KeyOf<K>>,
        of: impl Fn(&K, &V::Value) -> R + Send + Sync + 'static,
    ) -> Self
    where
        S: Clone + AsyncTransact,
    {
        self.secondary.add_unique(self.table.store(), keys.store().clone(), S::Way::prefix_in, of);
        self
    }

    /// Adds the secondary keys that a struct declares with `index(..)`, which `keys` stores:
    /// [`IndexedTable::with_index`](crate::IndexedTable::with_index).
    #[must_use]
    pub fn with_index<F: RowKey + IndexOf<K>>(mut self, keys: &AsyncTable<F, S, KeyOf<K>>) -> Self
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
    /// Returns the same errors as [`AsyncTable::get`].
    pub async fn get(&self, key: &K) -> Result<Option<V::Value>, TableError<S::Error>> {
        self.secondary.checked()?;
        self.table.get(key).await
    }

    /// Returns `true` if the table has a row with this key: [`AsyncTable::contains`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncTable::contains`], and [`TableError::SharedStore`].
    pub async fn contains(&self, key: &K) -> Result<bool, TableError<S::Error>> {
        self.secondary.checked()?;
        self.table.contains(key).await
    }

    /// Returns the rows of a plan, sorted by the key without its salt: [`AsyncTable::scan`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncTable::scan`], and [`TableError::SharedStore`].
    pub async fn scan(&self, plan: &Plan<K>) -> Result<AsyncRows<K, S::Reader, V>, TableError<S::Error>> {
        self.secondary.checked()?;
        self.table.scan(plan).await
    }

    /// Returns the keys of a plan, without reading values: [`AsyncTable::keys`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncTable::keys`], and [`TableError::SharedStore`].
    pub async fn keys(&self, plan: &Plan<K>) -> Result<AsyncKeys<K, S::Reader>, TableError<S::Error>> {
        self.secondary.checked()?;
        self.table.keys(plan).await
    }

    /// Returns the rows of a plan over a secondary key, in the order of that key:
    /// [`IndexedTable::rows_by`](crate::IndexedTable::rows_by). It reads the rows of up to 100 secondary keys
    /// concurrently.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`IndexedTable::rows_by`](crate::IndexedTable::rows_by).
    pub async fn rows_by<F: OwnedKey>(
        &self,
        keys: &AsyncTable<F, S, KeyOf<K>>,
        plan: &Plan<F>,
    ) -> Result<AsyncRowsBy<'_, K, F, S, V>, TableError<S::Error>> {
        let mut operation = Operation::begin("rows_by", F::LAYOUT.name());
        let open = async {
            let (table, store) = self.secondary.table_of::<F, _>(keys.store(), S::Way::prefix_in)?;
            self.tables().async_check_built::<S::Way>(table).await?;
            check_full_scan(plan, keys.allows_full_scans)?;
            let readers = S::Way::readers([store, self.table.store()]).await;
            readers.map(|readers| (table, readers)).map_err(TableError::Store)
        };
        let (table, [entries, rows]) = open.await.map_err(|error| operation.failed(error))?;
        let entries = AsyncFound::new(entries, plan, Order::Merged, Parts::Rows, operation)?;
        Ok(AsyncRowsBy::new(entries, rows, &self.secondary, table, plan.row_limit()))
    }

    /// Returns the number of rows of a plan: [`AsyncTable::count`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncTable::count`], and [`TableError::SharedStore`].
    pub async fn count(&self, plan: &Plan<K>) -> Result<u64, TableError<S::Error>> {
        self.secondary.checked()?;
        self.table.count(plan).await
    }

    /// Writes a row and its secondary keys only if the table has no row with this key, as one atomic step. Returns
    /// `true` if it wrote the row.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncIndexedTable::put`].
    pub async fn put_if_absent<T>(&self, key: &K, value: T) -> Result<bool, TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        self.compare_and_set(key, None, Some(value)).await
    }

    /// Changes the row `key` and its secondary keys only if its value is `expected`, as one atomic step. Returns `true` if
    /// it changed the row.
    ///
    /// `None` means that the row does not exist, for `expected`, and that it is deleted, for `value`. It compares the bytes
    /// that the codec writes. With `was(..)`, it compares the row wherever it is stored.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncIndexedTable::put`].
    pub async fn compare_and_set<T>(
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
        self.write(new, Some(Expected { places, value })).await
    }

    /// Writes a row and its secondary keys, and replaces an existing row with the same key.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncTable::put`]. Also returns [`TableError::NotUnique`], [`TableError::NotKept`],
    /// [`TableError::Decode`], [`TableError::ReadValue`], and [`TableError::SharedStore`], like
    /// [`IndexedTable::put`](crate::IndexedTable::put).
    pub async fn put<T>(&self, key: &K, value: T) -> Result<(), TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        self.put_all([(key, value)]).await
    }

    /// Writes rows and their secondary keys in one transaction. If two rows have the same key, the later one wins. For
    /// an initial load, [`load`](Self::load) is faster.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncIndexedTable::put`].
    pub async fn put_all<T, B: Borrow<K>>(
        &self,
        rows: impl IntoIterator<Item = (B, T)>,
    ) -> Result<(), TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        let new = NewRows::from_puts(self.secondary.checked()?, rows)?;
        self.write(new, None).await.map(|_| ())
    }

    /// Writes new rows and their secondary keys in one transaction, without reading. Use it for an initial load, with
    /// about 50,000 rows per call. [`put_all`](Self::put_all) reads each row and each unique secondary key
    /// first, and takes several times as long.
    ///
    /// The rows and their secondary keys must not exist yet. An existing row is replaced, but its old secondary keys
    /// stay until [`reindex`](Self::reindex) removes them. If another row already has one of the secondary keys, this
    /// row takes it over without an error. If two of these rows have the same key, the later one wins.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncIndexedTable::put`]. Returns [`TableError::NotUnique`] only if two of these
    /// rows have the same secondary key.
    pub async fn load<T, B: Borrow<K>>(
        &self,
        rows: impl IntoIterator<Item = (B, T)>,
    ) -> Result<(), TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        traced_async("load", K::LAYOUT.name(), async {
            let rows = self.secondary.checked()?.loaded_rows(rows)?;
            S::Way::load(&self.tables(), rows).await
        })
        .await
    }

    /// Deletes the row `key` and its secondary keys, if the row exists.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncIndexedTable::put`].
    pub async fn delete(&self, key: &K) -> Result<(), TableError<S::Error>> {
        self.secondary.checked()?;
        let mut new = NewRows::default();
        new.delete(key)?;
        S::Way::write(&self.tables(), new, None).await.map(|_| ())
    }

    /// Deletes the rows of a plan and their secondary keys, in transactions of one batch each, and returns the number
    /// of rows: [`IndexedTable::delete_all`](crate::IndexedTable::delete_all). It keeps rows whose keys or values cannot
    /// be read.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncTable::delete_all`], and [`TableError::SharedStore`].
    pub async fn delete_all(&self, plan: &Plan<K>) -> Result<u64, TableError<S::Error>> {
        self.secondary.checked()?;
        let (mut keys, mut deletes) = (self.table.keys(plan).await?, IndexedDeletes::new(self.table.batch_rows));
        while let Some(key) = keys.next().await {
            if deletes.add(key)? {
                S::Way::delete_batch(&self.tables(), &mut deletes).await?;
            }
        }
        S::Way::delete_batch(&self.tables(), &mut deletes).await?;
        deletes.outcome()
    }

    /// Brings the secondary keys in sync with the rows, batch by batch:
    /// [`IndexedTable::reindex`](crate::IndexedTable::reindex). After an error, or if you drop the future, call it
    /// again.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`IndexedTable::reindex`](crate::IndexedTable::reindex).
    pub async fn reindex(
        &self,
        cursor: Option<&str>,
        progress: impl FnMut(&Reindexed) -> ControlFlow<()>,
    ) -> Result<Reindexed, TableError<S::Error>> {
        self.secondary.checked()?;
        S::Way::reindex(&self.tables(), cursor, progress).await
    }

    /// Writes rows after it has recorded the secondary keys.
    async fn write(&self, rows: NewRows, expected: Option<Expected<K>>) -> Result<bool, TableError<S::Error>> {
        let tables = self.tables();
        tables.async_record_write::<S::Way>().await?;
        S::Way::write(&tables, rows, expected).await
    }

    pub(crate) const fn tables(&self) -> Tables<'_, K, S, V> {
        Tables { rows: self.table.store(), secondary: &self.secondary, batch_rows: self.table.batch_rows }
    }
}

impl<K: OwnedKey, S: AsyncVersioned, V: ValueCodec> AsyncIndexedTable<K, S, V> {
    /// Deletes stale secondary keys and old tombstones: [`IndexedTable::sweep`](crate::IndexedTable::sweep). If you drop
    /// the future, call it again.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`IndexedTable::sweep`](crate::IndexedTable::sweep).
    pub async fn sweep(
        &self,
        cursor: Option<&str>,
        progress: impl FnMut(&Swept) -> ControlFlow<()>,
    ) -> Result<Swept, TableError<S::Error>> {
        self.secondary.checked()?;
        sweep(&self.tables(), cursor, progress).await
    }
}

/// Shows the table and the names of its secondary keys.
impl<K, S: fmt::Debug, V: ValueCodec> fmt::Debug for AsyncIndexedTable<K, S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secondary: Vec<_> = self.secondary.names().collect();
        f.debug_struct("AsyncIndexedTable").field("table", &self.table).field("secondary", &secondary).finish()
    }
}
