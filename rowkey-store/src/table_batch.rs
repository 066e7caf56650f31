//! A batch over several tables.

use rowkey_core::RowKey;
use std::fmt;

use crate::table::{add_delete, add_put, write_value};
use crate::{Batch, Part, Store, Table, TableError, Transact, ValueCodec, WriteValue};

/// Puts and deletes in several tables of one engine, to be written in one transaction.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_store::{MemoryStore, Table, TableBatch};
///
/// #[derive(RowKey)]
/// struct Order(u64);
/// #[derive(RowKey)]
/// struct Stock(u32);
///
/// let (orders, stock) = (Table::new(MemoryStore::new()), Table::new(MemoryStore::new()));
/// stock.put(&Stock(1), "3 lamps")?;
///
/// let mut batch = TableBatch::new();
/// batch.put(&orders, &Order(7), "a lamp")?;
/// batch.expect(&stock, &Stock(1), Some("3 lamps"))?.put(&stock, &Stock(1), "2 lamps")?;
/// assert!(batch.write()?);
/// assert!(!batch.write()?, "there are no 3 lamps any more, so nothing is written");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TableBatch<'t, S> {
    /// A part of each store that was named, by its address.
    parts: Vec<OwnPart<'t, S>>,
}

struct OwnPart<'t, S> {
    store: &'t S,
    expected: Vec<(Vec<u8>, Option<Vec<u8>>)>,
    batch: Batch,
}

impl<'t, S> TableBatch<'t, S> {
    /// No changes yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { parts: Vec::new() }
    }

    fn part(&mut self, store: &'t S) -> &mut OwnPart<'t, S> {
        let at = self.parts.iter().position(|part| std::ptr::eq(part.store, store)).unwrap_or_else(|| {
            self.parts.push(OwnPart { store, expected: Vec::new(), batch: Batch::new() });
            self.parts.len() - 1
        });
        &mut self.parts[at]
    }
}

impl<'t, S: Store> TableBatch<'t, S> {
    /// Stores a row of `table`, as [`Table::put`] does.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if the key cannot be written, [`TableError::WriteValue`] if the value cannot: then the batch is
    /// as it was.
    pub fn put<K: RowKey, V: WriteValue<T>, T>(
        &mut self,
        table: &'t Table<K, S, V>,
        key: &K,
        value: T,
    ) -> Result<&mut Self, TableError<S::Error>> {
        add_put::<K, V, T, _>(&mut self.part(table.store()).batch, key, value)?;
        Ok(self)
    }

    /// Removes a row of `table`, as [`Table::delete`] does.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if the key cannot be written: then the batch is as it was.
    pub fn delete<K: RowKey, V: ValueCodec>(
        &mut self,
        table: &'t Table<K, S, V>,
        key: &K,
    ) -> Result<&mut Self, TableError<S::Error>> {
        add_delete(&mut self.part(table.store()).batch, key)?;
        Ok(self)
    }
}

impl<'t, S: Transact> TableBatch<'t, S> {
    /// Has the batch be written only if a row of `table` has this value when it is, or is not there if that is `None`. The value
    /// is compared by the bytes that the codec writes.
    ///
    /// If the salt says `was(..)`, a row at its place in an older generation moves to its present place right away.
    ///
    /// # Errors
    ///
    /// [`TableError::Encode`] if the key cannot be written, [`TableError::WriteValue`] if the value cannot,
    /// [`TableError::Store`] if the row cannot be moved: then the batch is as it was.
    pub fn expect<K: RowKey, V: WriteValue<T>, T>(
        &mut self,
        table: &'t Table<K, S, V>,
        key: &K,
        value: Option<T>,
    ) -> Result<&mut Self, TableError<S::Error>> {
        let (present, mut bytes) = (table.settle(key)?, Vec::new());
        let is_there = value.is_some();
        if let Some(value) = value {
            write_value::<V, T, _>(present.as_ref(), value, &mut bytes)?;
        }
        let mut value = Some(bytes).filter(|_| is_there);
        let places = key.keys_of_all_generations()?.into_iter();
        self.part(table.store()).expected.extend(places.map(|place| (place.into(), value.take())));
        Ok(self)
    }

    /// Writes all changes in one transaction; `false` if a row is not as [expected](Self::expect): then nothing is written.
    /// The batch stays as it is, and can be written again.
    ///
    /// # Errors
    ///
    /// [`TableError::Store`] if the store fails, or if no transaction covers the tables. Then nothing is written.
    pub fn write(&self) -> Result<bool, TableError<S::Error>> {
        let parts = self.parts.iter();
        let parts = parts.map(|part| Part { store: part.store, expected: &part.expected, batch: &part.batch });
        S::transact(&parts.collect::<Vec<_>>()).map_err(TableError::Store)
    }
}

impl<S> Default for TableBatch<'_, S> {
    fn default() -> Self {
        Self::new()
    }
}

/// Shows the number of changes of each table.
impl<S> fmt::Debug for TableBatch<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.parts.iter().map(|part| part.batch.len())).finish()
    }
}
