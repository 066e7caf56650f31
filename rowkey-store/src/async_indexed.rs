//! Async tables that keep the secondary keys of their rows in sync.

use rowkey_core::{IndexOf, OwnedKey, Plan, RowKey, SecondaryKey};
use std::borrow::Borrow;
use std::fmt;
use std::ops::ControlFlow;

use crate::async_rows::AsyncFound;
use crate::async_store::{advance_in_order, get_each};
use crate::built::{Listed, Step};
use crate::indexed_deletes::IndexedDeletes;
use crate::part::lent;
use crate::places::Places;
use crate::rows::{Order, Parts, check_full_scan};
use crate::secondary_keys::{Changes, NewRows, ReadRows, ReindexPlace, SecondaryKeys, TableKeys, TransactionSize};
use crate::table::written;
use crate::trace::{Operation, traced_async};
use crate::{
    AsyncKeys, AsyncReader, AsyncRows, AsyncRowsBy, AsyncScan, AsyncStore, AsyncTable, AsyncTransact, Bytes, Direction,
    KeyOf, KeysOfRow, Reindexed, TableError, ValueCodec, WriteValue,
};

/// The async version of [`IndexedTable`](crate::IndexedTable), with the same methods and guarantees.
///
/// Dropping a future never leaves a row without its secondary keys. The transaction in flight is written as a whole or
/// not at all. [`delete_all`](Self::delete_all) and [`reindex`](Self::reindex) keep their completed transactions.
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
/// let plan = BySeller::scan().seller(7u64).limit(1).plan()?;
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
    secondary: SecondaryKeys<K, S, V>,
}

impl<K: OwnedKey, S: AsyncTransact, V: ValueCodec> AsyncIndexedTable<K, S, V> {
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
        self.secondary.add(self.table.store(), keys.store().clone(), S::prefix_in, of);
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
        S: Clone,
    {
        self.secondary.add_unique(self.table.store(), keys.store().clone(), S::prefix_in, of);
        self
    }

    /// Adds the secondary keys that a struct declares with `index(..)`, which `keys` stores:
    /// [`IndexedTable::with_index`](crate::IndexedTable::with_index).
    #[must_use]
    pub fn with_index<F: RowKey + IndexOf<K>>(mut self, keys: &AsyncTable<F, S, KeyOf<K>>) -> Self
    where
        S: Clone,
    {
        self.secondary.add_of_key::<F>(self.table.store(), keys.store().clone(), S::prefix_in);
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
            let (table, store) = self.secondary.table_of::<F, _>(keys.store(), S::prefix_in)?;
            self.check_built(table).await?;
            check_full_scan(plan, keys.allows_full_scans)?;
            let readers = S::readers([store, self.table.store()]).await;
            readers.map(|readers| (table, readers)).map_err(TableError::Store)
        };
        let (table, [entries, rows]) = open.await.map_err(|error| operation.failed(error))?;
        let entries = AsyncFound::new(entries, plan, Order::Merged, Parts::Rows, operation)?;
        Ok(AsyncRowsBy::new(entries, rows, &self.secondary, table, plan.limit()))
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
        self.record_write().await?;
        let places = Places::of(key)?;
        let expected = written::<V, T, _>(places.present.as_ref(), expected)?;
        let change = |read: &ReadRows| self.secondary.change_row_if(&new, &places, expected.as_deref(), read);
        Ok(!self.commit(change).await?.differs)
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
        self.record_write().await?;
        self.commit(|read| self.secondary.change_rows(&new, read)).await.map(|_| ())
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
            let mut changes = self.secondary.checked()?.load(rows)?.outcome()?;
            self.record_write().await?;
            let parts = changes.parts(self.stores(), ReadRows::new());
            S::transact(&lent(&parts)).await.map(|_| ()).map_err(TableError::Store)
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
        self.commit(|read| self.secondary.change_rows(&new, read)).await.map(|_| ())
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
                self.delete_batch(&mut deletes).await?;
            }
        }
        self.delete_batch(&mut deletes).await?;
        deletes.outcome()
    }

    async fn delete_batch(&self, deletes: &mut IndexedDeletes<K>) -> Result<(), TableError<S::Error>> {
        while let Some(rows) = deletes.next()? {
            deletes.add_outcome(self.try_commit(|read| self.secondary.change_rows(&rows, read)).await)?;
        }
        Ok(())
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
        mut progress: impl FnMut(&Reindexed) -> ControlFlow<()>,
    ) -> Result<Reindexed, TableError<S::Error>> {
        self.secondary.checked()?;
        if cursor.is_none() {
            self.record(Step::BeginReindex).await?;
        }
        let mut place = ReindexPlace::of(cursor, self.listed().await?.identity())?;
        let (mut done, mut size) = (Reindexed::begin(&place), TransactionSize::new(self.table.batch_rows));
        for (table, store, of) in self.secondary.tables(self.table.store()) {
            let Some(range) = place.rest_of(table, of) else { continue };
            let reader = store.reader().await.map_err(TableError::Store)?;
            let mut rows = reader.scan(range, Direction::Forward);
            while let Some(keys) = self.next_keys(&mut rows, of).await? {
                let mut rest = &keys[..];
                while !rest.is_empty() {
                    let (now, later) = rest.split_at(size.first_of(rest.len()));
                    let changes = self.try_commit(|read| self.secondary.reindex(table, now, read)).await?;
                    let is_made = changes.is_some();
                    done.add(&mut place, table, now, changes);
                    // A smaller transaction follows a conflict, if there is one.
                    if (is_made || now.len() == 1) && progress(&done).is_break() {
                        return Ok(done);
                    }
                    size.adapt(now.len(), is_made);
                    rest = if is_made { later } else { rest };
                }
            }
        }
        self.end_reindex(place.identity).await?;
        Ok(Reindexed { cursor: None, ..done })
    }

    /// Returns the next keys of a table, at most one batch of them, or `None` at the end.
    async fn next_keys(
        &self,
        rows: &mut ScanOf<S>,
        keys: TableKeys,
    ) -> Result<Option<Vec<Vec<u8>>>, TableError<S::Error>> {
        let mut next = Vec::new();
        while next.len() < self.table.batch_rows && advance_in_order(rows).await? {
            if (keys.has)(rows.key()) {
                next.push(rows.key().to_vec());
            }
        }
        Ok(Some(next).filter(|next| !next.is_empty()))
    }

    /// Records the secondary keys of this table before its first write.
    async fn record_write(&self) -> Result<(), TableError<S::Error>> {
        if !self.secondary.is_recorded() {
            let has_rows = self.listed().await?.not_built(None).is_some() && !self.is_empty().await?;
            self.record(Step::Write { has_rows }).await?;
            self.secondary.set_recorded();
        }
        Ok(())
    }

    /// Records that the secondary keys are built, if they are those with which the reindex began.
    async fn end_reindex(&self, identity: u64) -> Result<(), TableError<S::Error>> {
        let is_other = self.record(Step::EndReindex { identity }).await?.differs;
        match self.listed().await?.not_built(None).filter(|_| is_other) {
            Some(name) => Err(TableError::NotBuilt { name }),
            None => Ok(()),
        }
    }

    async fn record(&self, step: Step) -> Result<Changes, TableError<S::Error>> {
        let metadata = self.metadata().await?;
        let metadata: Vec<_> = metadata.iter().collect();
        loop {
            if let Some(changes) = transact(&metadata, &|read| Ok(self.secondary.record(step, read))).await? {
                return Ok(changes);
            }
        }
    }

    /// Checks that the secondary keys of the table with this number are built, or that there are no rows.
    async fn check_built(&self, table: usize) -> Result<(), TableError<S::Error>> {
        match self.listed().await?.not_built(Some(table)) {
            Some(name) if !self.is_empty().await? => Err(TableError::NotBuilt { name }),
            _ => Ok(()),
        }
    }

    /// Returns the secondary keys as the metadata lists them.
    async fn listed(&self) -> Result<Listed, TableError<S::Error>> {
        let (metadata, mut read) = (self.metadata().await?, ReadRows::new());
        loop {
            let mut changes = Changes::default();
            let listed = self.secondary.listed(&read, &mut changes);
            if changes.unread.is_empty() {
                return Ok(listed);
            }
            read_unread(&metadata.iter().collect::<Vec<_>>(), &changes, &mut read).await?;
        }
    }

    /// Returns the metadata of all tables in their order.
    async fn metadata(&self) -> Result<Vec<S::Metadata>, TableError<S::Error>> {
        let mut metadata = Vec::new();
        for store in self.stores() {
            metadata.push(store.metadata().await.map_err(TableError::Store)?);
        }
        Ok(metadata)
    }

    /// Returns `true` if the table has no rows.
    async fn is_empty(&self) -> Result<bool, TableError<S::Error>> {
        let keys = TableKeys::of::<K>();
        let reader = self.table.store().reader().await.map_err(TableError::Store)?;
        let mut rows = reader.scan(keys.layout.rows(), Direction::Forward);
        while advance_in_order(&mut rows).await? {
            if (keys.has)(rows.key()) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes the changes that follow from the rows that were read, and returns them. If another writer changes one of
    /// these rows in the meantime, it starts again.
    async fn commit(
        &self,
        change: impl Fn(&ReadRows) -> Result<Changes, TableError<S::Error>>,
    ) -> Result<Changes, TableError<S::Error>> {
        traced_async("commit", K::LAYOUT.name(), async {
            loop {
                if let Some(changes) = transact(&self.stores().collect::<Vec<_>>(), &change).await? {
                    return Ok(changes);
                }
            }
        })
        .await
    }

    /// Makes the changes like [`commit`](Self::commit), but returns `None` if another writer changes one of the rows.
    async fn try_commit(
        &self,
        change: impl Fn(&ReadRows) -> Result<Changes, TableError<S::Error>>,
    ) -> Result<Option<Changes>, TableError<S::Error>> {
        traced_async("commit", K::LAYOUT.name(), transact(&self.stores().collect::<Vec<_>>(), &change)).await
    }

    /// Returns the stores of all tables in their order. The first one holds the rows.
    fn stores(&self) -> impl Iterator<Item = &S> {
        self.secondary.stores(self.table.store())
    }
}

/// Makes the changes that follow from the rows that were read, if nobody changes one of these rows in the meantime. The
/// stores are those of all tables in their order.
async fn transact<S: AsyncTransact>(
    stores: &[&S],
    change: &impl Fn(&ReadRows) -> Result<Changes, TableError<S::Error>>,
) -> Result<Option<Changes>, TableError<S::Error>> {
    let mut read = ReadRows::new();
    let mut changes = change(&read)?;
    while !changes.unread.is_empty() {
        read_unread(stores, &changes, &mut read).await?;
        changes = change(&read)?;
    }
    let parts = changes.parts(stores.iter().copied(), read);
    let is_made = changes.is_empty() || S::transact(&lent(&parts)).await.map_err(TableError::Store)?;
    if is_made { changes.outcome().map(Some) } else { Ok(None) }
}

/// Reads the rows that the changes still need, with one reader per table and concurrent gets.
async fn read_unread<S: AsyncTransact>(
    stores: &[&S],
    changes: &Changes,
    read: &mut ReadRows,
) -> Result<(), TableError<S::Error>> {
    for (table, store) in stores.iter().enumerate() {
        let Some(keys) = changes.unread.get(&table) else { continue };
        let reader = store.reader().await.map_err(TableError::Store)?;
        let places: Vec<&[u8]> = keys.iter().map(Vec::as_slice).collect();
        let values = get_each(&reader, &places).await.map_err(TableError::Store)?;
        read.entry(table).or_default().extend(keys.iter().cloned().zip(values));
    }
    Ok(())
}

/// The scan type of a store's reader.
type ScanOf<S> = <<S as AsyncStore>::Reader as AsyncReader>::Scan;

/// Shows the table and the names of its secondary keys.
impl<K, S: fmt::Debug, V: ValueCodec> fmt::Debug for AsyncIndexedTable<K, S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secondary: Vec<_> = self.secondary.names().collect();
        f.debug_struct("AsyncIndexedTable").field("table", &self.table).field("secondary", &secondary).finish()
    }
}
