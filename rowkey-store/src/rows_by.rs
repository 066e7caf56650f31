//! The rows of a table in the order of a secondary key.

use rowkey_core::OwnedKey;
use std::fmt;
use std::marker::PhantomData;

use crate::rows::Found;
use crate::secondary_keys::{Entry, RowBy, SecondaryKeys};
use crate::{Bytes, Reader, Scan, Store, TableError, ValueCodec};

/// The rows of [`IndexedTable::rows_by`](crate::IndexedTable::rows_by): a secondary key, the key of its row, and the
/// value.
pub struct RowsBy<'s, K, F, S: Store + 's, V: ValueCodec = Bytes> {
    entries: Found<S::Reader<'s>>,
    rows: S::Reader<'s>,
    secondary: &'s SecondaryKeys<K, S, V>,
    /// The number of the secondary key's table.
    table: usize,
    limit: Limit,
    key: PhantomData<fn() -> F>,
}

/// The number of rows that a scan may still return. An entry that leads to no row does not count, so the plan's own
/// limit cannot be used.
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    rows: Option<usize>,
}

impl Limit {
    pub(crate) const fn of(rows: Option<usize>) -> Self {
        Self { rows }
    }

    /// Returns the number of rows to read at once: `most`, or fewer before the limit.
    #[cfg(feature = "async")]
    pub(crate) fn page(self, most: usize) -> usize {
        self.rows.map_or(most, |rows| rows.min(most))
    }

    pub(crate) fn is_reached(self) -> bool {
        self.rows == Some(0)
    }

    pub(crate) fn count_one(&mut self) {
        self.rows = self.rows.map(|rows| rows.saturating_sub(1));
    }

    /// Ends the rows after an error of the store.
    pub(crate) const fn end(&mut self) {
        self.rows = Some(0);
    }

    pub(crate) const fn lift(&mut self) {
        self.rows = None;
    }
}

/// A row, or `None` at the end.
type OptionalRow<K, F, V, E> = Result<Option<RowBy<K, F, V>>, TableError<E>>;

impl<'s, K: OwnedKey, F: OwnedKey, S: Store, V: ValueCodec> RowsBy<'s, K, F, S, V> {
    pub(crate) fn new(
        mut entries: Found<S::Reader<'s>>,
        rows: S::Reader<'s>,
        secondary: &'s SecondaryKeys<K, S, V>,
        table: usize,
        limit: Option<usize>,
    ) -> Self {
        entries.lift_limit();
        Self { entries, rows, secondary, table, limit: Limit::of(limit), key: PhantomData }
    }

    /// Returns the [cursor](rowkey_core::ScanPlan::cursor) after the last row, or `None` before the first row. Pass it
    /// to the `resume` method of the scan builder to read the next page.
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        self.entries.cursor()
    }

    /// Returns `true` if there is a row after the returned rows, regardless of the plan's limit: if there is another
    /// page.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the engine cannot continue to read.
    pub fn has_more(mut self) -> Result<bool, TableError<S::Error>> {
        self.limit.lift();
        match self.next() {
            Some(Err(error @ (TableError::Store(_) | TableError::OutOfOrder(_)))) => Err(error),
            row => Ok(row.is_some()),
        }
    }

    /// Returns the next row, or `Ok(None)` at the end.
    fn next_row(&mut self) -> OptionalRow<K, F, V, S::Error> {
        while let Some(entry) = self.entries.advance() {
            let (key, row) = entry?;
            let Some(entry) = Entry::<K, F>::of(key, row.value())? else { continue };
            let mut found = None;
            for place in entry.places() {
                found = self.rows.get(place).map_err(TableError::Store)?;
                if found.is_some() {
                    break;
                }
            }
            let Some(bytes) = found else { continue };
            if let Some(row) = self.secondary.row_of(self.table, entry, &bytes)? {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }
}

impl<K: OwnedKey, F: OwnedKey, S: Store, V: ValueCodec> Iterator for RowsBy<'_, K, F, S, V> {
    type Item = Result<RowBy<K, F, V>, TableError<S::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.limit.is_reached() {
            return None;
        }
        let row = self.next_row().transpose()?;
        self.limit.count_one();
        if let Err(TableError::Store(_)) = row {
            self.limit.end();
        }
        Some(row)
    }
}

impl<K, F, S: Store, V: ValueCodec> fmt::Debug for RowsBy<'_, K, F, S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowsBy").field("read", &self.entries.rows_read()).finish_non_exhaustive()
    }
}
