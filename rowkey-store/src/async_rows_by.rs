//! The rows of an async table in the order of a secondary key.

use futures_core::Stream;
use rowkey_core::OwnedKey;
use std::collections::VecDeque;
use std::fmt;

use crate::async_rows::AsyncFound;
use crate::async_store::get_first_of_each;
use crate::rows_by::Limit;
use crate::secondary_keys::{Entry, RowBy, SecondaryKeys};
use crate::{AsyncScan, AsyncStore, Bytes, TableError, ValueCodec};

/// The number of secondary keys whose rows are read together.
const PAGE: usize = 100;

/// The rows of [`AsyncIndexedTable::rows_by`](crate::AsyncIndexedTable::rows_by): a secondary key, the key of its row,
/// and the value. It reads up to 100 rows ahead, but none after the limit of the plan.
pub struct AsyncRowsBy<'s, K, F, S: AsyncStore, V: ValueCodec = Bytes> {
    entries: AsyncFound<S::Reader>,
    rows: S::Reader,
    secondary: &'s SecondaryKeys<K, S, V>,
    /// The number of the secondary key's table.
    table: usize,
    limit: Limit,
    page: usize,
    /// The secondary keys of the page whose rows are still to be read, each with its value.
    unread: Vec<(Vec<u8>, Vec<u8>)>,
    /// The error after these secondary keys.
    failed: Option<TableError<S::Error>>,
    ready: VecDeque<Ready<K, F, S, V>>,
    /// The stored secondary key of the last row.
    last: Option<Vec<u8>>,
}

/// A row to return, with its stored secondary key.
type Ready<K, F, S, V> = (Vec<u8>, Row<K, F, S, V>);

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
        let (limit, unread, ready) = (Limit::of(limit), Vec::new(), VecDeque::new());
        Self { entries, rows, secondary, table, limit, page: PAGE, unread, failed: None, ready, last: None }
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
        self.page = 1;
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
        if self.limit.is_reached() {
            return None;
        }
        let (key, row) = loop {
            if let Some(ready) = self.ready.pop_front() {
                break ready;
            }
            if let Err(error) = self.read_keys().await {
                self.limit.end();
                return Some(Err(error));
            }
            if self.unread.is_empty() {
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

    /// Returns the rows as a [`Stream`](https://docs.rs/futures-core/latest/futures_core/stream/trait.Stream.html).
    pub fn into_stream(self) -> impl Stream<Item = Row<K, F, S, V>> + use<'s, K, F, S, V> {
        futures_util::stream::unfold(self, async |mut rows| rows.next().await.map(|row| (row, rows)))
    }

    /// Reads the secondary keys of a page. Returns the error after the last page.
    async fn read_keys(&mut self) -> Result<(), TableError<S::Error>> {
        while self.failed.is_none() && self.unread.len() < self.limit.page(self.page) {
            match self.entries.next(|row| (row.key().to_vec(), row.value().to_vec())).await {
                Some(Ok(entry)) => self.unread.push(entry),
                Some(Err(error)) => self.failed = Some(error),
                None => break,
            }
        }
        match self.failed.take_if(|_| self.unread.is_empty()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Reads the rows of these secondary keys.
    async fn read_rows(&mut self) -> Result<(), TableError<S::Error>> {
        let entries: Vec<_> = self.unread.iter().map(|(key, value)| Entry::<K, F>::of(key, value)).collect();
        let places_of = |entry: &Result<Option<Entry<K, F>>, _>| match entry {
            Ok(Some(entry)) => entry.places().map(<[u8]>::to_vec).collect(),
            _ => Vec::new(),
        };
        let places: Vec<Vec<Vec<u8>>> = entries.iter().map(places_of).collect();
        let values = get_first_of_each(&self.rows, &places).await.map_err(TableError::Store)?;
        for (((key, _), entry), value) in self.unread.drain(..).zip(entries).zip(values) {
            let row = match (entry, value) {
                (Err(error), _) => Some(Err(error)),
                (Ok(Some(entry)), Some(value)) => self.secondary.row_of(self.table, entry, &value).transpose(),
                _ => None,
            };
            self.ready.extend(row.map(|row| (key, row)));
        }
        Ok(())
    }
}

impl<K, F, S: AsyncStore, V: ValueCodec> fmt::Debug for AsyncRowsBy<'_, K, F, S, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncRowsBy").field("read", &self.entries.rows_read()).finish_non_exhaustive()
    }
}
