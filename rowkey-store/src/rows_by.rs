//! The rows of a table in the order of a secondary key.

use rowkey_core::{OwnedKey, RowKey};
use std::collections::VecDeque;
use std::error::Error;
use std::fmt;

use crate::rows::Found;
use crate::secondary_keys::{Entry, RowBy, SecondaryKeys};
use crate::{Bytes, Reader, Scan, Store, TableError, ValueCodec};

/// The number of secondary keys whose rows are read together, if the engine is on another machine.
pub(crate) const PAGE: usize = 100;

/// The rows of [`IndexedTable::rows_by`](crate::IndexedTable::rows_by): a secondary key, the key of its row, and the
/// value. Over a network, it reads up to 100 rows ahead, but none after the limit of the plan.
pub struct RowsBy<'s, K: RowKey, F, S: Store + 's, V: ValueCodec = Bytes> {
    entries: Found<S::Reader<'s>>,
    rows: S::Reader<'s>,
    secondary: &'s SecondaryKeys<K, S, V>,
    /// The number of the secondary key's table.
    table: usize,
    limit: Limit,
    page: EntryPage<K, F, S::Error>,
    /// The error after the entries of the page.
    failed: Option<TableError<S::Error>>,
    ready: VecDeque<Ready<K, F, V, S::Error>>,
    /// The stored secondary key of the last row.
    last: Option<Vec<u8>>,
}

/// A row to return, with its stored secondary key.
pub(crate) type Ready<K, F, V, E> = (Vec<u8>, StoredRowBy<K, F, V, E>);

/// A row, and its value as stored.
pub(crate) type StoredRowBy<K, F, V, E> = Result<(RowBy<K, F, V>, Vec<u8>), TableError<E>>;

/// Entries whose rows are read together.
pub(crate) struct EntryPage<K: RowKey, F, E: Error + 'static> {
    most: usize,
    entries: Vec<PageEntry<K, F, E>>,
    /// The number of storage locations of each row that were read.
    read: usize,
}

struct PageEntry<K: RowKey, F, E: Error + 'static> {
    /// The stored secondary key.
    key: Vec<u8>,
    entry: Result<Entry<K, F>, TableError<E>>,
    /// The value of its row, once it is found.
    value: Option<Vec<u8>>,
}

impl<K: OwnedKey, F: OwnedKey, E: Error> PageEntry<K, F, E> {
    /// Returns a storage location of its row, if the row is not found.
    fn unread(&self, nth: usize) -> Option<&[u8]> {
        self.entry.as_ref().ok().filter(|_| self.value.is_none())?.places().nth(nth)
    }
}

impl<K: OwnedKey, F: OwnedKey, E: Error> EntryPage<K, F, E> {
    pub(crate) const fn new(most: usize) -> Self {
        Self { most, entries: Vec::new(), read: 0 }
    }

    /// Sets the number of entries of the next pages.
    pub(crate) const fn set_most(&mut self, most: usize) {
        self.most = most;
    }

    pub(crate) fn is_full(&self, limit: Limit) -> bool {
        self.entries.len() >= limit.page(self.most)
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds an entry, unless its value is not a key of the table.
    pub(crate) fn add(&mut self, key: &[u8], value: &[u8]) {
        let entry = Entry::of(key, value).transpose();
        self.entries.extend(entry.map(|entry| PageEntry { key: key.to_vec(), entry, value: None }));
    }

    /// Returns the next storage location of each row that is not found. The list is empty after the last ones.
    pub(crate) fn unread(&self) -> Vec<&[u8]> {
        self.entries.iter().filter_map(|entry| entry.unread(self.read)).collect()
    }

    /// Adds the values at the locations that were unread.
    pub(crate) fn add_values(&mut self, values: Vec<Option<Vec<u8>>>) {
        let unread = self.entries.iter_mut().filter(|entry| entry.unread(self.read).is_some());
        unread.zip(values).for_each(|(entry, value)| entry.value = value);
        self.read += 1;
    }

    /// Takes the rows of the page that have these secondary keys.
    pub(crate) fn take_rows<S, V: ValueCodec>(
        &mut self,
        secondary: &SecondaryKeys<K, S, V>,
        table: usize,
    ) -> impl Iterator<Item = Ready<K, F, V, E>> {
        self.read = 0;
        self.entries.drain(..).filter_map(move |PageEntry { key, entry, value }| {
            let row = match (entry, value) {
                (Ok(entry), Some(value)) => secondary.row_of(table, entry, &value).transpose()?.map(|row| (row, value)),
                (Ok(_), None) => return None,
                (Err(error), _) => Err(error),
            };
            Some((key, row))
        })
    }
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

impl<'s, K: OwnedKey, F: OwnedKey, S: Store, V: ValueCodec> RowsBy<'s, K, F, S, V> {
    pub(crate) fn new(
        mut entries: Found<S::Reader<'s>>,
        rows: S::Reader<'s>,
        secondary: &'s SecondaryKeys<K, S, V>,
        table: usize,
        limit: Option<usize>,
    ) -> Self {
        entries.lift_limit();
        let page = EntryPage::new(if rows.concurrency() > 1 { PAGE } else { 1 });
        let (limit, ready) = (Limit::of(limit), VecDeque::new());
        Self { entries, rows, secondary, table, limit, page, failed: None, ready, last: None }
    }

    /// Returns the [cursor](rowkey_core::ScanPlan::cursor) after the last row, or `None` before the first row. Pass it
    /// to the `resume` method of the scan builder to read the next page.
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        self.last.as_deref().map(|key| self.entries.cursor_after(key))
    }

    /// Returns `true` if there is a row after the returned rows, regardless of the plan's limit: if there is another
    /// page.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the engine cannot continue to read.
    pub fn has_more(mut self) -> Result<bool, TableError<S::Error>> {
        self.limit.lift();
        self.page.set_most(1);
        match self.next() {
            Some(Err(error @ (TableError::Store(_) | TableError::OutOfOrder(_)))) => Err(error),
            row => Ok(row.is_some()),
        }
    }

    /// Returns the next row with its value as stored.
    pub(crate) fn next_stored(&mut self) -> Option<StoredRowBy<K, F, V, S::Error>> {
        if self.limit.is_reached() {
            return None;
        }
        let (key, row) = loop {
            if let Some(ready) = self.ready.pop_front() {
                break ready;
            }
            match self.read_page() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.limit.end();
                    return Some(Err(error));
                }
            }
        };
        self.last = Some(key);
        self.limit.count_one();
        Some(row)
    }

    /// Reads the entries of a page, and their rows. Returns `false` at the end.
    fn read_page(&mut self) -> Result<bool, TableError<S::Error>> {
        while self.failed.is_none() && !self.page.is_full(self.limit) {
            match self.entries.advance() {
                Some(Ok((key, row))) => self.page.add(key, row.value()),
                Some(Err(error)) => self.failed = Some(error),
                None => break,
            }
        }
        if let Some(error) = self.failed.take_if(|_| self.page.is_empty()) {
            return Err(error);
        }
        let is_more = !self.page.is_empty();
        loop {
            let unread = self.page.unread();
            if unread.is_empty() {
                break;
            }
            let values = self.rows.get_all(&unread).map_err(TableError::Store)?;
            self.page.add_values(values);
        }
        self.ready.extend(self.page.take_rows(self.secondary, self.table));
        Ok(is_more)
    }
}

impl<K: OwnedKey, F: OwnedKey, S: Store, V: ValueCodec> Iterator for RowsBy<'_, K, F, S, V> {
    type Item = Result<RowBy<K, F, V>, TableError<S::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_stored().map(|row| row.map(|(row, _)| row))
    }
}

impl<K: RowKey, F, S: Store, V: ValueCodec> fmt::Debug for RowsBy<'_, K, F, S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowsBy").field("read", &self.entries.rows_read()).finish_non_exhaustive()
    }
}
