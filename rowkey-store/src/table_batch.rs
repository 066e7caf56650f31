//! A batch over several tables.

use rowkey_core::{EncodeError, RowKey};
use std::error::Error;
use std::{fmt, iter};

use crate::part::{ExpectedRow, OwnedPart, lent};
use crate::places::Places;
use crate::table::{add_put, written};
use crate::trace::traced;
use crate::{Batch, Part, Store, Table, TableError, Transact, ValueCodec, WriteValue};

/// Puts and deletes in several tables of one engine, which [`write`](Self::write) applies in one transaction.
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
    changes: TableChanges<'t, S>,
}

impl<S> TableBatch<'_, S> {
    /// Creates a batch without changes.
    #[must_use]
    pub const fn new() -> Self {
        Self { changes: TableChanges::new() }
    }
}

impl<'t, S: Store> TableBatch<'t, S> {
    /// Adds a put of a row of `table`, like [`Table::put`].
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded, and [`TableError::WriteValue`] if the value cannot
    /// be encoded. The batch does not change after an error.
    pub fn put<K: RowKey, V: WriteValue<T>, T>(
        &mut self,
        table: &'t Table<K, S, V>,
        key: &K,
        value: T,
    ) -> Result<&mut Self, TableError<S::Error>> {
        self.changes.put::<K, V, T, _>(table.store(), key, value)?;
        Ok(self)
    }

    /// Adds a delete of a row of `table`, like [`Table::delete`].
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded. The batch does not change after an error.
    pub fn delete<K: RowKey, V: ValueCodec>(
        &mut self,
        table: &'t Table<K, S, V>,
        key: &K,
    ) -> Result<&mut Self, TableError<S::Error>> {
        self.changes.delete(table.store(), key)?;
        Ok(self)
    }
}

impl<'t, S: Transact> TableBatch<'t, S> {
    /// Adds a condition: [`write`](Self::write) applies the batch only if the row of `table` has this value, or does
    /// not exist if `value` is `None`. It compares the bytes that the codec writes.
    ///
    /// If the salt or the tag has older versions (`was(..)`), this call moves the row to its current storage location
    /// right away.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Encode`] if the key cannot be encoded, [`TableError::WriteValue`] if the value cannot be
    /// encoded, and [`TableError::Store`] if the row cannot be moved. The batch does not change after an error.
    pub fn expect<K: RowKey, V: WriteValue<T>, T>(
        &mut self,
        table: &'t Table<K, S, V>,
        key: &K,
        value: Option<T>,
    ) -> Result<&mut Self, TableError<S::Error>> {
        let rows = expected_rows::<K, V, T, _>(key, value)?;
        table.settle(key)?;
        self.changes.expect(table.store(), rows);
        Ok(self)
    }

    /// Writes all changes in one transaction. Returns `false`, and writes no change, if a row does not match its
    /// [expected](Self::expect) value. The batch keeps its changes, so you can write it again.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the store fails, or if one transaction cannot cover the tables. Then no change
    /// is written.
    pub fn write(&self) -> Result<bool, TableError<S::Error>> {
        traced("batch", "several", || S::transact(&self.changes.parts()).map_err(TableError::Store))
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
        f.debug_list().entries(self.changes.counts()).finish()
    }
}

/// The changes of a batch over several tables, and the rows that they expect. There is one part for each store.
pub(crate) struct TableChanges<'t, S> {
    parts: Vec<OwnedPart<&'t S>>,
}

impl<'t, S> TableChanges<'t, S> {
    pub(crate) const fn new() -> Self {
        Self { parts: Vec::new() }
    }

    /// Returns the part of a store, and adds it if it is new. Stores are compared by their addresses.
    fn part(&mut self, store: &'t S) -> &mut OwnedPart<&'t S> {
        let at = self.parts.iter().position(|part| std::ptr::eq(part.store, store)).unwrap_or_else(|| {
            self.parts.push(OwnedPart { store, expected: Vec::new(), batch: Batch::new() });
            self.parts.len() - 1
        });
        &mut self.parts[at]
    }

    /// Adds a put. The batch does not change after an error.
    pub(crate) fn put<K: RowKey, V: WriteValue<T>, T, E: Error>(
        &mut self,
        store: &'t S,
        key: &K,
        value: T,
    ) -> Result<(), TableError<E>> {
        add_put::<K, V, T, _>(&mut self.part(store).batch, key, value)
    }

    /// Adds a delete. The batch does not change after an error.
    pub(crate) fn delete<K: RowKey>(&mut self, store: &'t S, key: &K) -> Result<(), EncodeError> {
        Places::of(key)?.add_delete(&mut self.part(store).batch);
        Ok(())
    }

    /// Adds expected rows.
    pub(crate) fn expect(&mut self, store: &'t S, rows: Vec<ExpectedRow>) {
        self.part(store).expected.extend(rows);
    }

    pub(crate) fn parts(&self) -> Vec<Part<'_, S>> {
        lent(&self.parts)
    }

    /// Returns the number of changes of each store.
    pub(crate) fn counts(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().map(|part| part.batch.len())
    }
}

/// Returns the expected rows for a row with this value at its current storage location. At its older locations, the row
/// must not exist.
pub(crate) fn expected_rows<K: RowKey, V: WriteValue<T>, T, E: Error>(
    key: &K,
    value: Option<T>,
) -> Result<Vec<ExpectedRow>, TableError<E>> {
    let Places { present, older, .. } = Places::of(key)?;
    let value = written::<V, T, _>(present.as_ref(), value)?;
    Ok(iter::once((present.into(), value)).chain(older.into_iter().map(|older| (older.into(), None))).collect())
}
