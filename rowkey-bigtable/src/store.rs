//! A Bigtable table as a store.

use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::RowFilter;
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::row_filter::Filter;
use rowkey_core::{KeyRange, ScanPlan};
use rowkey_store::{Batch, Direction};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use crate::MAX_KEY;
use crate::chunks::{Cell, CellRow};
use crate::client::Bigtable;
use crate::error::BigtableError;
use crate::filter::{chain, filter, fuzzy, newest};
use crate::path::TablePath;
use crate::rows::{ReadSpec, RowReader};
use crate::scan::{BigtableScan, CellScan};
use crate::span::Spans;

/// A table of Bigtable, as an `AsyncStore`.
///
/// Each row has its value in one cell: the newest cell of the column `v` of the family, or of [another
/// column](Self::with_qualifier). A row without that column does not exist for the store. Deleting a row removes that
/// column, and the whole row if it has no other column. To work with all cells of a row, use
/// [`get_cells`](Self::get_cells), [`put_cells`](Self::put_cells), and [`scan_cells`](Self::scan_cells).
///
/// Rows are atomic, [batches](Self::write) are not. A batch is sent in parts of limited size, and after an error, any
/// of its rows may be written. There are no snapshots, so a scan sees each row as it is when it is read. [`Bigtable`]
/// documents the retries, and the [crate documentation](crate) has an example.
///
/// An `AsyncIndexedTable` over this store keeps secondary keys. It adds a [version](Bigtable::add_version_family) to each
/// row, in a column that this store does not see.
///
/// A clone is the same table, through the same connections.
#[derive(Clone)]
pub struct BigtableStore {
    bigtable: Bigtable,
    path: Arc<TablePath>,
    family: Arc<str>,
    qualifier: Arc<[u8]>,
    /// The filter for the newest cell of the column, which most scans use.
    newest: Arc<RowFilter>,
}

impl Bigtable {
    /// Returns a table whose values are in the column `v` of a family. This call does not check that the table and the
    /// family exist.
    #[must_use]
    pub fn table(&self, table: &str, family: &str) -> BigtableStore {
        BigtableStore::new(self.clone(), table, family)
    }
}

impl BigtableStore {
    fn new(bigtable: Bigtable, table: &str, family: &str) -> Self {
        let path = TablePath::new(bigtable.config(), table).into();
        let qualifier = b"v".as_slice();
        let newest = chain(newest(family, qualifier).into()).into();
        Self { bigtable, path, family: family.into(), qualifier: qualifier.into(), newest }
    }

    /// Returns the same table, with the values in another column of the family.
    #[must_use]
    pub fn with_qualifier(mut self, qualifier: impl AsRef<[u8]>) -> Self {
        self.qualifier = qualifier.as_ref().into();
        self.newest = chain(newest(&self.family, &self.qualifier).into()).into();
        self
    }

    /// Returns the same table, with the values in another family.
    pub(crate) fn with_family(mut self, family: &str) -> Self {
        self.family = family.into();
        self
    }

    /// Returns the same table, with the same connections and another [`timeout`](crate::Config::timeout) for calls,
    /// like [`Bigtable::with_timeout`].
    #[must_use]
    pub fn with_timeout(mut self, most: Duration) -> Self {
        self.bigtable = self.bigtable.with_timeout(most);
        self
    }

    /// Returns the name of the table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.path.table
    }

    /// Returns the connection of the table.
    #[must_use]
    pub const fn bigtable(&self) -> &Bigtable {
        &self.bigtable
    }

    pub(crate) fn path(&self) -> &TablePath {
        &self.path
    }

    pub(crate) fn family(&self) -> &str {
        &self.family
    }

    pub(crate) fn qualifier(&self) -> &[u8] {
        &self.qualifier
    }

    /// Returns the filter for the newest cell of the column.
    pub(crate) fn newest(&self) -> &RowFilter {
        &self.newest
    }

    /// Returns the value of the row `key`, or `None` if the table has no such row.
    ///
    /// # Errors
    ///
    /// Returns an error if Bigtable does not accept the key, or if the row cannot be read.
    pub async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, BigtableError> {
        Ok(self.newest_cell(key).await?.map(|cell| cell.value))
    }

    /// Returns the values of several rows with one call, in the order of the keys.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`get`](Self::get).
    pub async fn get_all(&self, keys: &[impl AsRef<[u8]>]) -> Result<Vec<Option<Vec<u8>>>, BigtableError> {
        let ranges = keys.iter().map(|key| {
            let key = key.as_ref();
            self.check_key(key).map(|()| KeyRange::exactly(key))
        });
        let spec = self.spec(ranges.collect::<Result<Vec<_>, _>>()?, Direction::Forward, Arc::clone(&self.newest));
        let mut scan = BigtableScan::new(ReadSpec { what: "get rows of", ..spec });
        let mut found = BTreeMap::new();
        while let Some((key, value)) = scan.next().await? {
            found.insert(key, value);
        }
        Ok(keys.iter().map(|key| found.get(key.as_ref()).cloned()).collect())
    }

    /// Returns `true` if the row `key` exists. It does not transfer the value.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`get`](Self::get).
    pub async fn contains(&self, key: &[u8]) -> Result<bool, BigtableError> {
        Ok(self.read_row(key, self.of_column(None, true)).await?.is_some())
    }

    /// Returns the cells of the row `key` in all families, in the order of families and columns, with the newest cell
    /// of a column first. The vector is empty if the row does not exist.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`get`](Self::get).
    pub async fn get_cells(&self, key: &[u8]) -> Result<Vec<Cell>, BigtableError> {
        Ok(self.read_row(key, filter(Filter::PassAllFilter(true)).into()).await?.unwrap_or_default())
    }

    /// Returns the newest cell of the store's column in the row `key`.
    pub(crate) async fn newest_cell(&self, key: &[u8]) -> Result<Option<Cell>, BigtableError> {
        Ok(self.read_row(key, self.of_column(None, false)).await?.and_then(|mut cells| cells.pop()))
    }

    async fn read_row(&self, key: &[u8], filter: Arc<RowFilter>) -> Result<Option<Vec<Cell>>, BigtableError> {
        self.check_key(key)?;
        let spec = self.spec([KeyRange::exactly(key)], Direction::Forward, filter);
        let spec = ReadSpec { what: "get a row of", limit: Some(1), ..spec };
        let (mut reader, mut rows) = (RowReader::new(spec), VecDeque::new());
        poll_fn(|cx| reader.poll_rows(&mut rows, cx)).await?;
        Ok(rows.pop_front().map(|CellRow { cells, .. }| cells))
    }

    /// Writes a batch in parts of limited size, of which [several](crate::Config::parallel) are in flight at the same
    /// time. Each row is atomic. All puts come before the first delete, so a row that moves to another key is never
    /// lost. A row that can be stored under several keys (`was(..)`) is deleted at one after the other. If that fails, a
    /// get finds the row as it was, or none.
    ///
    /// If Bigtable does not accept a key of the batch, no row is written. If a part fails, the client sends no other
    /// part, waits until those in flight have ended, and returns the error. Any puts of the batch may then be written,
    /// in any order. Deletes may be written only if all puts are. You can write the same batch again.
    ///
    /// # Errors
    ///
    /// Returns [`BigtableError::EmptyKey`] or [`BigtableError::KeyTooLong`] before it sends a row.
    /// [`BigtableError::Rows`] lists the rows that Bigtable rejects.
    pub async fn write(&self, batch: &Batch) -> Result<(), BigtableError> {
        self.write_batch(batch).await
    }

    /// Returns the rows of `range`.
    #[must_use]
    pub fn scan(&self, range: KeyRange, direction: Direction) -> BigtableScan {
        self.scan_ranges([range], direction)
    }

    /// Returns the rows of several ranges with one call, in key order.
    #[must_use]
    pub fn scan_ranges(&self, ranges: impl IntoIterator<Item = KeyRange>, direction: Direction) -> BigtableScan {
        BigtableScan::new(self.spec(ranges, direction, self.of_column(None, false)))
    }

    /// Returns the first `rows` rows of `range`, or fewer if it has no more. It requests no more than that. Rows that a
    /// [seek](BigtableScan::seek) skips do not count.
    #[must_use]
    pub fn scan_first(&self, rows: usize, range: KeyRange, direction: Direction) -> BigtableScan {
        let spec = self.spec([range], direction, self.of_column(None, false));
        BigtableScan::new(ReadSpec { limit: Some(rows as u64), ..spec })
    }

    /// Returns the rows of `ranges` with one call. The ranges must belong to `plan` and to one bucket, unless `plan`
    /// has only one.
    ///
    /// It leaves out the rows that the plan's [patterns](ScanPlan::fuzzy) exclude, and requests no more rows at once
    /// than the plan's limit.
    #[must_use]
    pub fn scan_of(&self, plan: &ScanPlan, ranges: impl IntoIterator<Item = KeyRange>) -> BigtableScan {
        BigtableScan::new(self.spec_of_plan(plan, ranges, false))
    }

    /// Returns the rows like [`scan_of`](Self::scan_of), for callers that need only the keys. All values are empty.
    #[must_use]
    pub fn keys_of(&self, plan: &ScanPlan, ranges: impl IntoIterator<Item = KeyRange>) -> BigtableScan {
        BigtableScan::new(self.spec_of_plan(plan, ranges, true))
    }

    /// Returns the rows of `range`, with the cells of all families.
    #[must_use]
    pub fn scan_cells(&self, range: KeyRange, direction: Direction) -> CellScan {
        CellScan::new(self.spec([range], direction, filter(Filter::PassAllFilter(true)).into()))
    }

    /// Returns the number of rows in `range`. The client counts the keys that Bigtable sends.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be read.
    pub async fn count(&self, range: KeyRange) -> Result<u64, BigtableError> {
        let mut scan = BigtableScan::new(self.spec([range], Direction::Forward, self.of_column(None, true)));
        let mut rows = 0;
        while scan.advance().await? {
            rows += 1;
        }
        Ok(rows)
    }

    /// Returns the keys at which Bigtable would split the table, in ascending order, with about the same number of rows
    /// between them. They are [samples](Bigtable::sample_row_keys).
    ///
    /// # Errors
    ///
    /// Returns [`BigtableError::NoTable`] if the table does not exist.
    pub async fn split_keys(&self) -> Result<Vec<Vec<u8>>, BigtableError> {
        let samples = self.bigtable.sample_row_keys(self.table()).await?;
        Ok(samples.into_iter().map(|it| it.key).filter(|key| !key.is_empty()).collect())
    }

    fn spec_of_plan(&self, plan: &ScanPlan, ranges: impl IntoIterator<Item = KeyRange>, keys_only: bool) -> ReadSpec {
        let patterns = if plan.is_exact() { None } else { plan.fuzzy() };
        // An empty list of patterns matches no row.
        let is_none = patterns.as_deref().is_some_and(<[_]>::is_empty);
        let filter = self.of_column(patterns.as_deref().and_then(fuzzy), keys_only);
        let ranges = ranges.into_iter().filter(|_| !is_none);
        // A limit of 0 rows still requests one row, so that the caller can find out if there are more.
        let page = plan.row_limit().map(|rows| rows.max(1) as u64);
        ReadSpec { page, ..self.spec(ranges, plan.direction(), filter) }
    }

    pub(crate) fn spec(
        &self,
        ranges: impl IntoIterator<Item = KeyRange>,
        direction: Direction,
        filter: Arc<RowFilter>,
    ) -> ReadSpec {
        ReadSpec {
            bigtable: self.bigtable.clone(),
            what: "scan",
            path: Arc::clone(&self.path),
            family: Arc::clone(&self.family),
            filter,
            spans: Spans::new(ranges, direction == Direction::Reverse),
            limit: None,
            page: None,
        }
    }

    /// Returns the filter for the newest cell of the store's column, in rows whose keys match `rows`.
    fn of_column(&self, rows: Option<RowFilter>, keys_only: bool) -> Arc<RowFilter> {
        if rows.is_none() && !keys_only {
            return Arc::clone(&self.newest);
        }
        let strip = keys_only.then(|| filter(Filter::StripValueTransformer(true)));
        chain(rows.into_iter().chain(newest(&self.family, &self.qualifier)).chain(strip).collect()).into()
    }

    pub(crate) fn check_key(&self, key: &[u8]) -> Result<(), BigtableError> {
        match key.len() {
            0 => Err(BigtableError::EmptyKey { table: self.table().into() }),
            1..=MAX_KEY => Ok(()),
            _ => Err(BigtableError::KeyTooLong { table: self.table().into(), key: key.into() }),
        }
    }
}

/// Shows the table, the family, and the column.
impl fmt::Debug for BigtableStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = format!("{}:{}", self.family, self.qualifier.escape_ascii());
        f.debug_struct("BigtableStore").field("table", &self.table()).field("column", &column).finish_non_exhaustive()
    }
}
