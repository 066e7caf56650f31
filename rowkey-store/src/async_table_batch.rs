//! A batch over several tables whose calls are waited for.

use rowkey_core::RowKey;
use std::fmt;

use crate::table_batch::{TableChanges, expected_rows};
use crate::trace::traced_async;
use crate::{AsyncStore, AsyncTable, AsyncTransact, TableError, ValueCodec, WriteValue};

/// A [`TableBatch`](crate::TableBatch) over tables whose calls are waited for: the same methods, and the same promises.
///
/// Nothing is written before [`write`](Self::write), but for the moves of [`expect`](Self::expect). If the future of either is
/// dropped, the batch is as it was, and can be written.
///
/// ```
/// # fn run<F: std::future::Future>(future: F) -> F::Output {
/// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// #     let mut future = std::pin::pin!(future);
/// #     loop { if let std::task::Poll::Ready(output) = future.as_mut().poll(&mut context) { break output } }
/// # }
/// use rowkey::RowKey;
/// use rowkey_store::{AsyncTable, AsyncTableBatch, Blocking, MemoryStore};
///
/// #[derive(RowKey)]
/// struct Order(u64);
/// #[derive(RowKey)]
/// struct Stock(u32);
///
/// # run(async {
/// let orders = AsyncTable::new(Blocking::new(MemoryStore::new(), 1)?);
/// let stock = AsyncTable::new(Blocking::new(MemoryStore::new(), 1)?);
/// stock.put(&Stock(1), "3 lamps").await?;
///
/// let mut batch = AsyncTableBatch::new();
/// batch.put(&orders, &Order(7), "a lamp")?;
/// batch.expect(&stock, &Stock(1), Some("3 lamps")).await?.put(&stock, &Stock(1), "2 lamps")?;
/// assert!(batch.write().await?);
/// assert!(!batch.write().await?, "only 2 lamps are left, so nothing is written");
/// # Ok::<(), Box<dyn std::error::Error>>(()) }).unwrap();
/// ```
pub struct AsyncTableBatch<'t, S> {
    changes: TableChanges<'t, S>,
}

impl<S> AsyncTableBatch<'_, S> {
    /// No changes yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { changes: TableChanges::new() }
    }
}

impl<'t, S: AsyncStore> AsyncTableBatch<'t, S> {
    /// Stores a row of `table`, as [`AsyncTable::put`] does.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if the key cannot be written, [`TableError::WriteValue`] if the value cannot: then the batch is
    /// as it was.
    pub fn put<K: RowKey, V: WriteValue<T>, T>(
        &mut self,
        table: &'t AsyncTable<K, S, V>,
        key: &K,
        value: T,
    ) -> Result<&mut Self, TableError<S::Error>> {
        self.changes.put::<K, V, T, _>(table.store(), key, value)?;
        Ok(self)
    }

    /// Removes a row of `table`, as [`AsyncTable::delete`] does.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if the key cannot be written: then the batch is as it was.
    pub fn delete<K: RowKey, V: ValueCodec>(
        &mut self,
        table: &'t AsyncTable<K, S, V>,
        key: &K,
    ) -> Result<&mut Self, TableError<S::Error>> {
        self.changes.delete(table.store(), key)?;
        Ok(self)
    }
}

impl<'t, S: AsyncTransact> AsyncTableBatch<'t, S> {
    /// Has the batch be written only if a row of `table` has this value when it is, or is not there if that is `None`:
    /// [`TableBatch::expect`](crate::TableBatch::expect).
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if the key cannot be written, [`TableError::WriteValue`] if the value cannot,
    /// [`TableError::Store`] if the row cannot be moved: then the batch is as it was.
    pub async fn expect<K: RowKey, V: WriteValue<T>, T>(
        &mut self,
        table: &'t AsyncTable<K, S, V>,
        key: &K,
        value: Option<T>,
    ) -> Result<&mut Self, TableError<S::Error>> {
        let rows = expected_rows::<K, V, T, _>(key, value)?;
        table.settle(key).await?;
        self.changes.expect(table.store(), rows);
        Ok(self)
    }

    /// Writes all changes in one transaction; `false` if a row is not as [expected](Self::expect): then nothing is written.
    /// The batch stays as it is, and can be written again. If the future is dropped, all changes may be written, or none.
    ///
    /// # Errors
    ///
    /// [`TableError::Store`] if the store fails, or if no transaction covers the tables. Then nothing is written, unless the
    /// engine's error says otherwise.
    pub async fn write(&self) -> Result<bool, TableError<S::Error>> {
        let write = async { S::transact(&self.changes.parts()).await.map_err(TableError::Store) };
        traced_async("batch", "several", write).await
    }
}

impl<S> Default for AsyncTableBatch<'_, S> {
    fn default() -> Self {
        Self::new()
    }
}

/// Shows the number of changes of each table.
impl<S> fmt::Debug for AsyncTableBatch<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.changes.counts()).finish()
    }
}
