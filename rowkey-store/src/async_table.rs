//! Tables whose calls are waited for.

use rowkey_core::{KeyRange, OwnedKey, Plan, RowKey};
use std::borrow::Borrow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::async_rows::{AsyncFound, AsyncKeys, AsyncRows};
use crate::async_store::advance_in_order;
use crate::places::{Copies, MovesToPresent, Places, SeveralPlaces, has_moved};
use crate::rekey::{Phase, RekeyStep, Rekeyed, behind, older, rest_of};
use crate::rows::{Order, Parts, owned_value};
use crate::table::{add_delete, add_delete_of, add_put, batch_of, written};
use crate::trace::{Operation, traced_async};
use crate::{
    AsyncCompareAndSet, AsyncReader, AsyncScan, AsyncStore, Batch, Bytes, Change, Direction, Move, TableError,
    ValueCodec, WriteValue,
};

/// A [`Table`](crate::Table) over a store whose calls are waited for: the same methods, and the same promises. One differs: a scan
/// is one snapshot only if the engine's reader is, which that of [`Blocking`](crate::Blocking) is not. So wait for your scans between
/// [`rekey`](Self::rekey) and [`finish_rekey`](Self::finish_rekey).
///
/// A future that is dropped before it is ready may have written what it would have, nothing of it, or a part: the first of the batches
/// of [`delete_all`](Self::delete_all), [`rekey`](Self::rekey) and [`finish_rekey`](Self::finish_rekey); any rows of a batch, on an engine that is atomic per row only; with
/// `was(..)`, the move that comes before [`compare_and_set`](Self::compare_and_set). What it has sent may be written later.
///
/// ```
/// # fn run<F: std::future::Future>(future: F) -> F::Output {
/// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// #     let mut future = std::pin::pin!(future);
/// #     loop { if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) { break output } }
/// # }
/// use rowkey::RowKey;
/// use rowkey_store::{AsyncTable, Blocking, MemoryStore};
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
/// # run(async {
/// let call = |phone: &str, at| Call { phone: phone.into(), at };
/// let calls = AsyncTable::new(Blocking::new(MemoryStore::new(), 4)?);
/// calls.put(&call("13362666677", 5), "to anna").await?;
/// calls.put_all([(call("13362666677", 9), "to bert"), (call("13800138000", 7), "to carl")]).await?;
///
/// let plan = Call::scan().phone("13362666677").limit(1).plan()?;
/// let mut newest = calls.scan(&plan).await?;
/// assert_eq!(newest.next().await.transpose()?, Some((call("13362666677", 9), b"to bert".to_vec())));
/// assert!(newest.next().await.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
pub struct AsyncTable<K, S, V = Bytes> {
    store: S,
    /// The number of rows of a batch, where the table makes batches itself.
    pub(crate) batch_rows: usize,
    types: PhantomData<fn() -> (K, V)>,
}

impl<K, S: AsyncStore> AsyncTable<K, S> {
    /// A table of all rows of `store`, whose values are bytes. A [`Store`](crate::Store), whose calls are not awaited, is not taken as it
    /// is:
    ///
    /// ```compile_fail,E0277
    /// # use rowkey_store::{AsyncTable, MemoryStore};
    /// let calls = AsyncTable::<u64, _>::new(MemoryStore::new());
    /// ```
    ///
    /// It goes behind [`Blocking`](crate::Blocking), which calls it on threads of its own:
    ///
    /// ```
    /// # use rowkey_store::{AsyncTable, Blocking, MemoryStore};
    /// let calls = AsyncTable::<u64, _>::new(Blocking::new(MemoryStore::new(), 4)?);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub const fn new(store: S) -> Self {
        Self { store, batch_rows: 1_000, types: PhantomData }
    }
}

impl<K, S, V> AsyncTable<K, S, V> {
    /// The same table with values that another codec reads and writes.
    pub fn with_values<W: ValueCodec>(self) -> AsyncTable<K, S, W> {
        AsyncTable { store: self.store, batch_rows: self.batch_rows, types: PhantomData }
    }

    /// Sets the number of rows that are deleted, moved or reindexed in one batch:
    /// [`Table::with_batch_rows`](crate::Table::with_batch_rows).
    #[must_use]
    pub const fn with_batch_rows(mut self, rows: usize) -> Self {
        self.batch_rows = if rows == 0 { 1 } else { rows };
        self
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

impl<K: RowKey, S: AsyncStore, V: ValueCodec> AsyncTable<K, S, V> {
    /// Returns the value of the row `key`, or `None`: [`Table::get`](crate::Table::get).
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if the key cannot be written, [`TableError::ReadValue`] if the value is damaged,
    /// [`TableError::Store`] if the store fails.
    pub async fn get(&self, key: &K) -> Result<Option<V::Value>, TableError<S::Error>> {
        traced_async("get", K::LAYOUT.name(), async {
            let places = encoded(Places::of(key)?.in_read_order());
            let reader = self.reader().await?;
            for place in places {
                if let Some(bytes) = reader.get(&place).await.map_err(TableError::Store)? {
                    return Ok(Some(owned_value::<V, _>(&place, bytes)?));
                }
            }
            Ok(None)
        })
        .await
    }

    /// Returns `true` if there is a row `key`: [`Table::contains`](crate::Table::contains).
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if the key cannot be written, [`TableError::Store`] if the store fails.
    pub async fn contains(&self, key: &K) -> Result<bool, TableError<S::Error>> {
        traced_async("contains", K::LAYOUT.name(), async {
            let places = encoded(Places::of(key)?.in_read_order());
            let reader = self.reader().await?;
            for place in places {
                if reader.contains(&place).await.map_err(TableError::Store)? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
        .await
    }

    /// Stores a row, in place of one that may be there: [`Table::put`](crate::Table::put).
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if the key cannot be written, [`TableError::WriteValue`] if the value cannot,
    /// [`TableError::Store`] if the store fails.
    pub async fn put<T>(&self, key: &K, value: T) -> Result<(), TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        traced_async("put", K::LAYOUT.name(), async {
            let mut batch = Batch::new();
            add_put::<K, V, T, _>(&mut batch, key, value)?;
            self.write(&batch).await
        })
        .await
    }

    /// Stores rows in one batch: [`Table::put_all`](crate::Table::put_all).
    ///
    /// # Errors
    ///
    /// As [`AsyncTable::put`].
    pub async fn put_all<T>(
        &self,
        rows: impl IntoIterator<Item = (impl Borrow<K>, T)>,
    ) -> Result<(), TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        traced_async("put_all", K::LAYOUT.name(), async {
            let batch = batch_of::<K, V, T, _>(rows)?;
            self.write(&batch).await
        })
        .await
    }

    /// Removes the row `key`, if there is one.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if the key cannot be written, [`TableError::Store`] if the store fails.
    pub async fn delete(&self, key: &K) -> Result<(), TableError<S::Error>> {
        traced_async("delete", K::LAYOUT.name(), async {
            let mut batch = Batch::new();
            add_delete(&mut batch, key)?;
            self.write(&batch).await
        })
        .await
    }

    /// Returns the rows of a plan, in the order of the key without its salt: [`Table::scan`](crate::Table::scan). They are read as
    /// they are asked for; the buckets are read side by side.
    ///
    /// # Errors
    ///
    /// [`TableError::Scan`] if the plan cannot be read in this
    /// order, [`TableError::Store`] if the engine cannot begin to read.
    pub async fn scan(&self, plan: &Plan<K>) -> Result<AsyncRows<K, S::Reader, V>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        Ok(AsyncRows::new(self.found("scan", plan, Order::Merged, Parts::Rows).await?))
    }

    /// Returns the rows of a plan range by range: [`Table::scan_by_range`](crate::Table::scan_by_range).
    ///
    /// # Errors
    ///
    /// As [`AsyncTable::scan`].
    pub async fn scan_by_range(&self, plan: &Plan<K>) -> Result<AsyncRows<K, S::Reader, V>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        Ok(AsyncRows::new(self.found("scan_by_range", plan, Order::ByRange, Parts::Rows).await?))
    }

    /// Returns the keys of the rows of a plan, as [`AsyncTable::scan`] would. Their values are not read, nor sent by an engine
    /// behind a network.
    ///
    /// # Errors
    ///
    /// As [`AsyncTable::scan`].
    pub async fn keys(&self, plan: &Plan<K>) -> Result<AsyncKeys<K, S::Reader>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        Ok(AsyncKeys::new(self.found("keys", plan, Order::Merged, Parts::Keys).await?))
    }

    /// Returns the keys of the rows of a plan range by range, as [`AsyncTable::scan_by_range`] would.
    ///
    /// # Errors
    ///
    /// As [`AsyncTable::scan`].
    pub async fn keys_by_range(&self, plan: &Plan<K>) -> Result<AsyncKeys<K, S::Reader>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        Ok(AsyncKeys::new(self.found("keys_by_range", plan, Order::ByRange, Parts::Keys).await?))
    }

    /// Returns the number of rows that [`AsyncTable::scan`] would return, at most the plan's limit:
    /// [`Table::count`](crate::Table::count).
    ///
    /// # Errors
    ///
    /// [`TableError::Scan`] if the plan cannot be read,
    /// [`TableError::Store`] if the engine fails.
    pub async fn count(&self, plan: &Plan<K>) -> Result<u64, TableError<S::Error>> {
        let (mut found, mut rows) = (self.found("count", plan, Order::Any, Parts::Keys).await?, 0);
        while found.next_key().await?.is_some() {
            rows += 1;
        }
        Ok(rows)
    }

    /// Removes the rows of a plan, and returns how many there were, in batches:
    /// [`Table::delete_all`](crate::Table::delete_all).
    ///
    /// # Errors
    ///
    /// [`TableError::Scan`] if the plan cannot be read, or has a
    /// limit and too many ranges to merge, [`TableError::Store`] if the engine fails.
    pub async fn delete_all(&self, plan: &Plan<K>) -> Result<u64, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        // A limit asks for the first rows, which only a merge knows.
        let order = if plan.limit().is_some() { Order::Merged } else { Order::Any };
        let (mut found, mut batch, mut rows) =
            (self.found("delete_all", plan, order, Parts::Keys).await?, Batch::new(), 0);
        while let Some(row) = found.next_key().await? {
            add_delete_of::<K, _>(&mut batch, row)?;
            rows += 1;
            if rows % self.batch_rows as u64 == 0 {
                self.write(&batch).await?;
                batch.clear();
            }
        }
        self.write(&batch).await?;
        Ok(rows)
    }

    async fn reader(&self) -> Result<S::Reader, TableError<S::Error>> {
        self.store.reader().await.map_err(TableError::Store)
    }

    async fn write(&self, batch: &Batch) -> Result<(), TableError<S::Error>> {
        self.store.write(batch).await.map_err(TableError::Store)
    }

    async fn found(
        &self,
        operation: &'static str,
        plan: &Plan<K>,
        order: Order,
        parts: Parts,
    ) -> Result<AsyncFound<S::Reader>, TableError<S::Error>> {
        let mut operation = Operation::begin(operation, K::LAYOUT.name());
        match self.reader().await {
            Ok(reader) => AsyncFound::new(reader, plan, order, parts, operation),
            Err(error) => Err(operation.failed(error)),
        }
    }
}

impl<K: RowKey, S: AsyncCompareAndSet, V: ValueCodec> AsyncTable<K, S, V> {
    /// Stores a row if there is none under its key, in one step; returns `true` if it did.
    ///
    /// # Errors
    ///
    /// As [`AsyncTable::put`].
    pub async fn put_if_absent<T>(&self, key: &K, value: T) -> Result<bool, TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        self.compare_and_set(key, None, Some(value)).await
    }

    /// Changes the row `key` if its value is `expected`, in one step; returns `true` if it did:
    /// [`Table::compare_and_set`](crate::Table::compare_and_set).
    ///
    /// # Errors
    ///
    /// As [`AsyncTable::put`].
    pub async fn compare_and_set<T>(
        &self,
        key: &K,
        expected: Option<T>,
        value: Option<T>,
    ) -> Result<bool, TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        traced_async("compare_and_set", K::LAYOUT.name(), async {
            let place: Vec<u8> = key.encode()?.into();
            let (expected, value) = (written::<V, T, _>(&place, expected)?, written::<V, T, _>(&place, value)?);
            self.settle(key).await?;
            let change = value.as_deref().map_or(Change::Delete, Change::Put);
            self.store.compare_and_set(&place, expected.as_deref(), change).await.map_err(TableError::Store)
        })
        .await
    }

    /// Moves a row from its older places to its present one.
    pub(crate) async fn settle(&self, key: &K) -> Result<(), TableError<S::Error>> {
        if has_moved::<K>() {
            let moves = MovesToPresent::of(key)?;
            for step in &moves.unless_there {
                move_unless_there(&self.store, step).await.map_err(TableError::Store)?;
            }
            for (from, to) in &moves.over {
                self.store.move_row(from, to).await.map_err(TableError::Store)?;
            }
        }
        Ok(())
    }
}

impl<K: OwnedKey, S: AsyncCompareAndSet, V: ValueCodec> AsyncTable<K, S, V> {
    /// Copies the rows at older places to their present places: [`Table::rekey`](crate::Table::rekey), which says in which order
    /// a change is made. A future that is dropped has copied the rows that `progress` was told. On an
    /// engine without transactions, the copies that were under way are then not compared with rows that are deleted at that moment.
    ///
    /// # Errors
    ///
    /// [`TableError::Store`] if the store fails, [`TableError::Cursor`] if the cursor is none.
    pub async fn rekey(
        &self,
        cursor: Option<&str>,
        progress: impl FnMut(&Rekeyed) -> ControlFlow<()>,
    ) -> Result<Rekeyed, TableError<S::Error>> {
        traced_async("rekey", K::LAYOUT.name(), self.each_older(cursor, Phase::Copy, progress)).await
    }

    /// Deletes the rows at older places that [`rekey`](Self::rekey) has copied:
    /// [`Table::finish_rekey`](crate::Table::finish_rekey), which says for which scans to wait before.
    ///
    /// # Errors
    ///
    /// As [`rekey`](Self::rekey).
    pub async fn finish_rekey(
        &self,
        cursor: Option<&str>,
        progress: impl FnMut(&Rekeyed) -> ControlFlow<()>,
    ) -> Result<Rekeyed, TableError<S::Error>> {
        traced_async("finish_rekey", K::LAYOUT.name(), self.each_older(cursor, Phase::Delete, progress)).await
    }

    /// Returns how many rows are at older places, copied or not. If there is none, `was(..)` can go.
    ///
    /// # Errors
    ///
    /// [`TableError::Store`] if the store fails.
    pub async fn count_older(&self) -> Result<u64, TableError<S::Error>> {
        let Some(all) = K::LAYOUT.older_rows() else { return Ok(0) };
        let mut rows = self.reader().await?.scan(all, Direction::Forward);
        let mut count = 0;
        while advance_in_order(&mut rows).await? {
            count += u64::from(older::<K>(rows.key()).is_some());
        }
        Ok(count)
    }

    /// Changes the rows at older places, step by step.
    async fn each_older(
        &self,
        cursor: Option<&str>,
        phase: Phase,
        mut progress: impl FnMut(&Rekeyed) -> ControlFlow<()>,
    ) -> Result<Rekeyed, TableError<S::Error>> {
        let mut done = Rekeyed::default();
        let Some(all) = K::LAYOUT.older_rows() else { return Ok(done) };
        let mut rest = rest_of(&all, cursor)?;
        while let Some(RekeyStep { copies, last }) = self.read_older(rest).await? {
            done.add(self.change(phase, &copies).await.map_err(TableError::Store)?, &last);
            if progress(&done).is_break() {
                return Ok(done);
            }
            rest = behind(&all, &last);
        }
        Ok(Rekeyed { cursor: None, ..done })
    }

    async fn change(&self, phase: Phase, rows: &Copies) -> Result<u64, S::Error> {
        if phase == Phase::Delete {
            return self.store.delete_copied(&rows.moves).await;
        }
        for row in &rows.several {
            delete_stale(&self.store, row).await?;
        }
        self.store.copy_rows(&rows.moves).await
    }

    /// Reads the next part of the rows in `range`; `None` if it does not hold a row.
    async fn read_older(&self, range: KeyRange) -> Result<Option<RekeyStep>, TableError<S::Error>> {
        let mut rows = self.reader().await?.scan(range, Direction::Forward);
        let mut part = None;
        for _ in 0..self.batch_rows {
            if !advance_in_order(&mut rows).await? {
                break;
            }
            part.get_or_insert_with(RekeyStep::default).add::<K>(rows.key())?;
        }
        Ok(part)
    }
}

/// Deletes a row at the older places where it does not count, because it is at one that is read before.
async fn delete_stale<S: AsyncCompareAndSet>(
    store: &S,
    SeveralPlaces { places, present }: &SeveralPlaces,
) -> Result<(), S::Error> {
    let mut first: Option<(&[u8], Vec<u8>)> = None;
    for (at, place) in places.iter().enumerate() {
        let Some(value) = store.get(place).await? else { continue };
        let Some((counts, its_value)) = &first else {
            first = Some((place, value));
            continue;
        };
        // A put of the row has deleted it there. If it did so before this look, `place` is not stale; if it comes later, the row at
        // `place` is not as it was read.
        if at != *present && store.get(counts).await?.as_ref() == Some(its_value) {
            store.compare_and_set(place, Some(&value), Change::Delete).await?;
        }
    }
    Ok(())
}

/// Moves a row, as [`AsyncCompareAndSet::move_row`] does, but if a row is at the new place, that stays, and this one is removed.
async fn move_unless_there<S: AsyncCompareAndSet>(store: &S, (from, to): &Move) -> Result<(), S::Error> {
    loop {
        let Some(value) = store.get(from).await? else { return Ok(()) };
        let is_put = store.compare_and_set(to, None, Change::Put(&value)).await?;
        if store.compare_and_set(from, Some(&value), Change::Delete).await? {
            return Ok(());
        }
        // If the row was deleted meanwhile, it must not be at `to`.
        if is_put {
            store.compare_and_set(to, Some(&value), Change::Delete).await?;
        }
    }
}

/// The bytes of keys: they can be held while something is waited for, whatever the key is.
fn encoded(places: impl Iterator<Item: Into<Vec<u8>>>) -> Vec<Vec<u8>> {
    places.map(Into::into).collect()
}

impl<K, S: Clone, V> Clone for AsyncTable<K, S, V> {
    fn clone(&self) -> Self {
        Self { store: self.store.clone(), batch_rows: self.batch_rows, types: PhantomData }
    }
}

impl<K, S: fmt::Debug, V> fmt::Debug for AsyncTable<K, S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncTable").field("store", &self.store).finish()
    }
}
