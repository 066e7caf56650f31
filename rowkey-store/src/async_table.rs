//! Async tables.

use rowkey_core::{KeyRange, OwnedKey, Plan, RowKey};
use std::borrow::Borrow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::async_rows::{AsyncFound, AsyncKeys, AsyncRows};
use crate::async_store::advance_in_order;
use crate::delete_all::Deletes;
use crate::places::{Copies, MovesToPresent, Places, SeveralPlaces, has_moved};
use crate::rekey::{Phase, RekeyStep, Rekeyed, behind, older, rest_of};
use crate::rows::{Order, Parts, check_full_scan, owned_value};
use crate::table::{add_put, batch_of, written};
use crate::trace::{Operation, traced_async};
use crate::{
    AsyncCompareAndSet, AsyncReader, AsyncScan, AsyncStore, Batch, Bytes, Change, Direction, Move, TableError,
    ValueCodec, WriteValue,
};

/// The async version of [`Table`](crate::Table), with the same methods and guarantees. It needs no particular runtime.
///
/// There is one difference. A scan reads one snapshot only if the engine's reader does, and the reader of
/// [`Blocking`](crate::Blocking) does not. Without a snapshot, while a salt or a tag changes:
///
/// - A scan can [miss a row](crate::Table::scan) that a put moves at the same time, until
///   [`rekey`](Self::rekey) has copied that row.
/// - Let your scans finish between `rekey` and [`finish_rekey`](Self::finish_rekey).
///
/// # Dropped futures
///
/// If you drop a future before it is ready, it may have written all of its changes, no change, or some of them:
///
/// - [`delete_all`](Self::delete_all), [`rekey`](Self::rekey), and [`finish_rekey`](Self::finish_rekey) keep their
///   first batches.
/// - On an engine that is atomic per row only, any rows of a batch may be written.
/// - With `was(..)`, the move before a [`compare_and_set`](Self::compare_and_set) may be complete.
///
/// The engine may still apply a request after you drop the future that sent it.
///
/// # Example
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
    /// The number of rows per batch in operations that split their work into batches.
    pub(crate) batch_rows: usize,
    pub(crate) allows_full_scans: bool,
    types: PhantomData<fn() -> (K, V)>,
}

impl<K, S: AsyncStore> AsyncTable<K, S> {
    /// Creates a table over all rows of `store`, with bytes as values. A blocking [`Store`](crate::Store) does not
    /// compile here:
    ///
    /// ```compile_fail,E0277
    /// # use rowkey_store::{AsyncTable, MemoryStore};
    /// let calls = AsyncTable::<u64, _>::new(MemoryStore::new());
    /// ```
    ///
    /// Wrap it in [`Blocking`](crate::Blocking), which calls it on its own threads:
    ///
    /// ```
    /// # use rowkey_store::{AsyncTable, Blocking, MemoryStore};
    /// let calls = AsyncTable::<u64, _>::new(Blocking::new(MemoryStore::new(), 4)?);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub const fn new(store: S) -> Self {
        Self { store, batch_rows: 1_000, allows_full_scans: false, types: PhantomData }
    }
}

impl<K, S, V> AsyncTable<K, S, V> {
    /// Returns the same table with another value codec.
    pub fn with_values<W: ValueCodec>(self) -> AsyncTable<K, S, W> {
        let Self { store, batch_rows, allows_full_scans, .. } = self;
        AsyncTable { store, batch_rows, allows_full_scans, types: PhantomData }
    }

    /// Sets the number of rows to delete, move, or reindex in one batch:
    /// [`Table::with_batch_rows`](crate::Table::with_batch_rows).
    #[must_use]
    pub const fn with_batch_rows(mut self, rows: usize) -> Self {
        self.batch_rows = if rows == 0 { 1 } else { rows };
        self
    }

    /// Allows scans that read every row and filter it: [`Table::allow_full_scans`](crate::Table::allow_full_scans).
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

impl<K: RowKey, S: AsyncStore, V: ValueCodec> AsyncTable<K, S, V> {
    /// Returns the value of the row `key`, or `None` if the table has no such row: [`Table::get`](crate::Table::get).
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded, [`TableError::ReadValue`] if the value is damaged,
    /// and [`TableError::Store`] if the store fails.
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

    /// Returns `true` if the table has a row with this key: [`Table::contains`](crate::Table::contains).
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded, and [`TableError::Store`] if the store fails.
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

    /// Writes a row and replaces an existing row with the same key: [`Table::put`](crate::Table::put).
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded, [`TableError::WriteValue`] if the value cannot be
    /// encoded, and [`TableError::Store`] if the store fails.
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

    /// Writes rows in one batch: [`Table::put_all`](crate::Table::put_all).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncTable::put`].
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

    /// Deletes the row `key`, if it exists.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded, and [`TableError::Store`] if the store fails.
    pub async fn delete(&self, key: &K) -> Result<(), TableError<S::Error>> {
        traced_async("delete", K::LAYOUT.name(), async {
            let mut batch = Batch::new();
            Places::of(key)?.add_delete(&mut batch);
            self.write(&batch).await
        })
        .await
    }

    /// Returns the rows of a plan, sorted by the key without its salt: [`Table::scan`](crate::Table::scan). It reads
    /// rows on demand, and reads the buckets concurrently.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Scan`] if the plan cannot be read in this order, or if it is a
    /// [full scan with conditions](Self::allow_full_scans). Returns [`TableError::Store`] if the engine
    /// cannot start to read.
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
    /// Returns the same errors as [`AsyncTable::scan`].
    pub async fn scan_by_range(&self, plan: &Plan<K>) -> Result<AsyncRows<K, S::Reader, V>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        Ok(AsyncRows::new(self.found("scan_by_range", plan, Order::ByRange, Parts::Rows).await?))
    }

    /// Returns the keys of a plan, in the order of [`AsyncTable::scan`]. It does not read the values, and a networked
    /// engine does not send them.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncTable::scan`].
    pub async fn keys(&self, plan: &Plan<K>) -> Result<AsyncKeys<K, S::Reader>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        Ok(AsyncKeys::new(self.found("keys", plan, Order::Merged, Parts::Keys).await?))
    }

    /// Returns the keys of a plan, in the order of [`AsyncTable::scan_by_range`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncTable::scan`].
    pub async fn keys_by_range(&self, plan: &Plan<K>) -> Result<AsyncKeys<K, S::Reader>, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        Ok(AsyncKeys::new(self.found("keys_by_range", plan, Order::ByRange, Parts::Keys).await?))
    }

    /// Returns the number of rows that [`AsyncTable::scan`] would return, at most the plan's limit:
    /// [`Table::count`](crate::Table::count). It does not decode keys, so it also counts the rows that a scan returns as
    /// errors.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Scan`] if the plan cannot be read, and [`TableError::Store`] if the engine fails.
    pub async fn count(&self, plan: &Plan<K>) -> Result<u64, TableError<S::Error>> {
        let (mut found, mut rows) = (self.found("count", plan, Order::Any, Parts::Keys).await?, 0);
        while found.next_key().await?.is_some() {
            rows += 1;
        }
        Ok(rows)
    }

    /// Deletes the rows of a plan in batches and returns their number: [`Table::delete_all`](crate::Table::delete_all).
    /// It keeps rows whose keys do not decode.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Scan`] if the plan cannot be read, or if it has a limit and too many ranges to merge.
    /// Returns [`TableError::NotDeleted`] if some keys do not decode, and [`TableError::Store`] if the engine fails.
    pub async fn delete_all(&self, plan: &Plan<K>) -> Result<u64, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        // A limit means the first rows of the plan, and only a merge returns them in that order.
        let order = if plan.row_limit().is_some() { Order::Merged } else { Order::Any };
        let mut found = self.found("delete_all", plan, order, Parts::Keys).await?;
        let deleted = self.delete_found(&mut found).await;
        found.end(deleted)
    }

    async fn delete_found(&self, found: &mut AsyncFound<S::Reader>) -> Result<u64, TableError<S::Error>>
    where
        K: OwnedKey,
    {
        let mut deletes = Deletes::default();
        while let Some(row) = found.next_key().await? {
            if deletes.add::<K, _>(row, self.batch_rows)? {
                self.write(&deletes.batch).await?;
                deletes.is_written();
            }
        }
        self.write(&deletes.batch).await?;
        deletes.is_written();
        deletes.outcome()
    }

    async fn reader(&self) -> Result<S::Reader, TableError<S::Error>> {
        self.store.reader().await.map_err(TableError::Store)
    }

    async fn write(&self, batch: &Batch) -> Result<(), TableError<S::Error>> {
        self.store.write(batch).await.map_err(TableError::Store)
    }

    /// Starts to read a plan. Each method that takes a plan calls it.
    async fn found(
        &self,
        operation: &'static str,
        plan: &Plan<K>,
        order: Order,
        parts: Parts,
    ) -> Result<AsyncFound<S::Reader>, TableError<S::Error>> {
        let mut operation = Operation::begin(operation, K::LAYOUT.name());
        if let Err(error) = check_full_scan(plan, self.allows_full_scans) {
            return Err(operation.failed(error));
        }
        match self.reader().await {
            Ok(reader) => AsyncFound::new(reader, plan, order, parts, operation),
            Err(error) => Err(operation.failed(error)),
        }
    }
}

impl<K: RowKey, S: AsyncCompareAndSet, V: ValueCodec> AsyncTable<K, S, V> {
    /// Writes a row only if the table has no row with this key, as one atomic step. Returns `true` if it wrote the row.
    ///
    /// On HBase and Bigtable, it can hide a [`put`](Self::put) of another process:
    /// [`Table::compare_and_set`](crate::Table::compare_and_set).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncTable::put`].
    pub async fn put_if_absent<T>(&self, key: &K, value: T) -> Result<bool, TableError<S::Error>>
    where
        V: WriteValue<T>,
    {
        self.compare_and_set(key, None, Some(value)).await
    }

    /// Changes the row `key` only if its value is `expected`, as one atomic step. Returns `true` if it changed the row:
    /// [`Table::compare_and_set`](crate::Table::compare_and_set), which also documents what it can do to a
    /// [`put`](Self::put) of another process on HBase and Bigtable.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`AsyncTable::put`].
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

    /// Moves a row from its older storage locations to its current one.
    pub(crate) async fn settle(&self, key: &K) -> Result<(), TableError<S::Error>> {
        if has_moved::<K>() {
            let (moves, mut has_moved) = (MovesToPresent::of(key)?, false);
            for step in &moves.over {
                if has_moved {
                    move_unless_there(&self.store, step).await.map_err(TableError::Store)?;
                } else {
                    has_moved = self.store.move_row(&step.0, &step.1).await.map_err(TableError::Store)?;
                }
            }
            for step in &moves.unless_there {
                move_unless_there(&self.store, step).await.map_err(TableError::Store)?;
            }
        }
        Ok(())
    }
}

impl<K: OwnedKey, S: AsyncCompareAndSet, V: ValueCodec> AsyncTable<K, S, V> {
    /// Copies rows from older storage locations to their current ones: [`Table::rekey`](crate::Table::rekey), which
    /// also documents the order of a change.
    ///
    /// If you drop the future, the rows that it reported to `progress` are copied. On an engine without transactions,
    /// the copies in flight then skip their last check: a row that another program deletes at that moment may come
    /// back.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the store fails, and [`TableError::Cursor`] if the cursor is invalid.
    pub async fn rekey(
        &self,
        cursor: Option<&str>,
        progress: impl FnMut(&Rekeyed) -> ControlFlow<()>,
    ) -> Result<Rekeyed, TableError<S::Error>> {
        traced_async("rekey", K::LAYOUT.name(), self.each_older(cursor, Phase::Copy, progress)).await
    }

    /// Deletes the rows at older storage locations that [`rekey`](Self::rekey) has copied:
    /// [`Table::finish_rekey`](crate::Table::finish_rekey), which also documents which scans must end first.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`rekey`](Self::rekey).
    pub async fn finish_rekey(
        &self,
        cursor: Option<&str>,
        progress: impl FnMut(&Rekeyed) -> ControlFlow<()>,
    ) -> Result<Rekeyed, TableError<S::Error>> {
        traced_async("finish_rekey", K::LAYOUT.name(), self.each_older(cursor, Phase::Delete, progress)).await
    }

    /// Returns the number of rows at older storage locations, copied or not. If it is 0, you can remove `was(..)`.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the store fails.
    pub async fn count_older(&self) -> Result<u64, TableError<S::Error>> {
        let Some(all) = K::LAYOUT.older_rows() else { return Ok(0) };
        let mut rows = self.reader().await?.scan(all, Direction::Forward);
        let mut count = 0;
        while advance_in_order(&mut rows).await? {
            count += u64::from(older::<K>(rows.key()).is_some());
        }
        Ok(count)
    }

    /// Runs one phase over the rows at older storage locations, batch by batch.
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

    /// Reads the next batch of the rows in `range`, or returns `None` if the range is empty.
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

/// Deletes the stale copies of a row at older storage locations. A copy is stale if a location before it in the read
/// order has the row.
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
        // A put to `place` deletes the row at `counts`. If it came before this check, `place` is not stale, and the
        // check fails. If it comes later, the row at `place` no longer has the value that was read, and the
        // compare-and-set fails.
        if at != *present && store.get(counts).await?.as_ref() == Some(its_value) {
            store.compare_and_set(place, Some(&value), Change::Delete).await?;
        }
    }
    Ok(())
}

/// Moves a row like [`AsyncCompareAndSet::move_row`]. If the new location already has a row, that row stays, and the
/// row `from` is deleted.
async fn move_unless_there<S: AsyncCompareAndSet>(store: &S, (from, to): &Move) -> Result<(), S::Error> {
    loop {
        let Some(value) = store.get(from).await? else { return Ok(()) };
        let is_put = store.compare_and_set(to, None, Change::Put(&value)).await?;
        if store.compare_and_set(from, Some(&value), Change::Delete).await? {
            return Ok(());
        }
        // If the row was deleted in the meantime, it must not exist at `to` either.
        if is_put {
            store.compare_and_set(to, Some(&value), Change::Delete).await?;
        }
    }
}

/// Returns the bytes of keys as vectors, which a future can hold across an `await` for every key type.
fn encoded(places: impl Iterator<Item: Into<Vec<u8>>>) -> Vec<Vec<u8>> {
    places.map(Into::into).collect()
}

impl<K, S: Clone, V> Clone for AsyncTable<K, S, V> {
    fn clone(&self) -> Self {
        let Self { batch_rows, allows_full_scans, .. } = *self;
        Self { store: self.store.clone(), batch_rows, allows_full_scans, types: PhantomData }
    }
}

impl<K, S: fmt::Debug, V> fmt::Debug for AsyncTable<K, S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncTable").field("store", &self.store).finish()
    }
}
