//! The rows of an async table in the order of a secondary key.

use futures_core::Stream;
use rowkey_core::{OwnedKey, RowKey};
use std::collections::VecDeque;
use std::fmt;

use crate::async_rows::AsyncFound;
use crate::rows_by::{EntryPage, Limit, PAGE, Ready, StoredRowBy};
use crate::secondary_keys::{RowBy, SecondaryKeys};
use crate::{AsyncReader, AsyncScan, AsyncStore, Bytes, TableError, ValueCodec};

/// The rows of [`AsyncIndexedTable::rows_by`](crate::AsyncIndexedTable::rows_by): a secondary key, the key of its row,
/// and the value. It reads up to 100 rows ahead, but none after the limit of the plan.
pub struct AsyncRowsBy<'s, K: RowKey, F, S: AsyncStore, V: ValueCodec = Bytes> {
    entries: AsyncFound<S::Reader>,
    rows: S::Reader,
    secondary: &'s SecondaryKeys<K, S, V>,
    /// The number of the secondary key's table.
    table: usize,
    limit: Limit,
    /// The entries whose rows are still to be read.
    page: EntryPage<K, F, S::Error>,
    /// The error after the entries of the page.
    failed: Option<TableError<S::Error>>,
    ready: VecDeque<Ready<K, F, V, S::Error>>,
    /// The stored secondary key of the last row.
    last: Option<Vec<u8>>,
}

/// A row to return.
type Row<K, F, S, V> = Result<RowBy<K, F, V>, TableError<<S as AsyncStore>::Error>>;

impl<'s, K: OwnedKey, F: OwnedKey, S: AsyncStore, V: ValueCodec> AsyncRowsBy<'s, K, F, S, V> {
    pub(crate) fn new(
        mut entries: AsyncFound<S::Reader>,
        rows: S::Reader,
        secondary: &'s SecondaryKeys<K, S, V>,
        table: usize,
        limit: Option<usize>,
    ) -> Self {
        entries.lift_limit();
        let (limit, page, ready) = (Limit::of(limit), EntryPage::new(PAGE), VecDeque::new());
        Self { entries, rows, secondary, table, limit, page, failed: None, ready, last: None }
    }

    /// Returns the [cursor](rowkey_core::ScanPlan::cursor) after the last row, or `None` before the first row.
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
    pub async fn has_more(mut self) -> Result<bool, TableError<S::Error>> {
        self.limit.lift();
        self.page.set_most(1);
        match self.next().await {
            Some(Err(error @ (TableError::Store(_) | TableError::OutOfOrder(_)))) => Err(error),
            row => Ok(row.is_some()),
        }
    }

    /// Returns the next row, or `None` at the end. A row with a damaged value is an error, and the next call continues
    /// after it. After a store error, the rows end. Dropping the future before it is ready loses no row.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Decode`], [`TableError::ReadValue`], or [`TableError::Store`].
    pub async fn next(&mut self) -> Option<Row<K, F, S, V>> {
        self.next_stored().await.map(|row| row.map(|(row, _)| row))
    }

    /// Returns the rows as a [`Stream`](https://docs.rs/futures-core/latest/futures_core/stream/trait.Stream.html).
    pub fn into_stream(self) -> impl Stream<Item = Row<K, F, S, V>> + use<'s, K, F, S, V> {
        futures_util::stream::unfold(self, async |mut rows| rows.next().await.map(|row| (row, rows)))
    }

    /// Returns the next row with its value as stored.
    pub(crate) async fn next_stored(&mut self) -> Option<StoredRowBy<K, F, V, S::Error>> {
        if self.limit.is_reached() {
            return None;
        }
        let (key, row) = loop {
            if let Some(ready) = self.ready.pop_front() {
                break ready;
            }
            if let Err(error) = self.read_entries().await {
                self.limit.end();
                return Some(Err(error));
            }
            if self.page.is_empty() {
                return None;
            }
            if let Err(error) = self.read_rows().await {
                self.limit.end();
                return Some(Err(error));
            }
        };
        self.last = Some(key);
        self.limit.count_one();
        Some(row)
    }

    /// Reads the entries of a page. Returns the error after the last page.
    async fn read_entries(&mut self) -> Result<(), TableError<S::Error>> {
        while self.failed.is_none() && !self.page.is_full(self.limit) {
            let page = &mut self.page;
            match self.entries.next(|row| page.add(row.key(), row.value())).await {
                Some(Ok(())) => {}
                Some(Err(error)) => self.failed = Some(error),
                None => break,
            }
        }
        match self.failed.take_if(|_| self.page.is_empty()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Reads the rows of these entries.
    async fn read_rows(&mut self) -> Result<(), TableError<S::Error>> {
        loop {
            let unread = self.page.unread();
            if unread.is_empty() {
                break;
            }
            let values = self.rows.get_all(&unread).await.map_err(TableError::Store)?;
            self.page.add_values(values);
        }
        self.ready.extend(self.page.take_rows(self.secondary, self.table));
        Ok(())
    }
}

impl<K: RowKey, F, S: AsyncStore, V: ValueCodec> fmt::Debug for AsyncRowsBy<'_, K, F, S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncRowsBy").field("read", &self.entries.rows_read()).finish_non_exhaustive()
    }
}
