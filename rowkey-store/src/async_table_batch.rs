//! A batch over several async tables.

use rowkey_core::RowKey;
use std::fmt;

use crate::table_batch::{TableChanges, expected_rows};
use crate::trace::traced_async;
use crate::{AsyncStore, AsyncTable, AsyncTransact, TableError, ValueCodec, WriteValue};

/// The async version of [`TableBatch`](crate::TableBatch), with the same methods and guarantees.
///
/// The batch writes when you call [`write`](Self::write). Only the moves of [`expect`](Self::expect) happen earlier. If
/// you drop the future of either, the batch keeps its changes, and you can write it.
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
    /// Creates a batch without changes.
    #[must_use]
    pub const fn new() -> Self {
        Self { changes: TableChanges::new() }
    }
}

impl<'t, S: AsyncStore> AsyncTableBatch<'t, S> {
    /// Adds a put of a row of `table`, like [`AsyncTable::put`].
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded, and [`TableError::WriteValue`] if the value cannot
    /// be encoded. The batch does not change after an error.
    pub fn put<K: RowKey, V: WriteValue<T>, T>(
        &mut self,
        table: &'t AsyncTable<K, S, V>,
        key: &K,
        value: T,
    ) -> Result<&mut Self, TableError<S::Error>> {
        self.changes.put::<K, V, T, _>(table.store(), key, value)?;
        Ok(self)
    }

    /// Adds a delete of a row of `table`, like [`AsyncTable::delete`].
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded. The batch does not change after an error.
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
    /// Adds a condition: [`write`](Self::write) applies the batch only if the row of `table` has this value, or does
    /// not exist if `value` is `None`. The async version of [`TableBatch::expect`](crate::TableBatch::expect).
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded, [`TableError::WriteValue`] if the value cannot be
    /// encoded, and [`TableError::Store`] if the row cannot be moved. The batch does not change after an error.
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

    /// Writes all changes in one transaction. Returns `false`, and writes no change, if a row does not match its
    /// [expected](Self::expect) value. The batch keeps its changes, so you can write it again. If you drop the future,
    /// the transaction is either written as a whole or not at all.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the store fails, or if one transaction cannot cover the tables. Then no change
    /// is written, unless the engine's error documents otherwise.
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
