//! A table of Bigtable as a store.

use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::RowFilter;
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::row_filter::Filter;
use rowkey_core::{KeyRange, ScanPlan};
use rowkey_store::{Batch, Direction};
use std::collections::VecDeque;
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

/// The rows of a table of Bigtable.
///
/// A row has its value in one cell, the newest of the column `v` of the family unless [another](Self::with_qualifier) is named; a row
/// without that column is none. Deleting a row removes that column, and the row if it has no other.
/// [`get_cells`](Self::get_cells), [`put_cells`](Self::put_cells) and [`scan_cells`](Self::scan_cells) have all of a row.
///
/// A [batch](Self::write) is sent in parts of bounded size. Each row of it is written whole or not at all; where writing fails, other
/// rows may have been written. Bigtable does not make snapshots: a scan sees each row as it is when it is read.
///
/// A clone is the same table, through the same connections.
#[derive(Clone)]
pub struct BigtableStore {
    bigtable: Bigtable,
    path: Arc<TablePath>,
    family: Arc<str>,
    qualifier: Arc<[u8]>,
    /// The filter that lets the newest cell of the column through, as most scans ask for it.
    newest: Arc<RowFilter>,
}

impl Bigtable {
    /// The rows of a table whose values are in the column `v` of a family. Bigtable is not asked whether they exist.
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

    /// The same table, with the values in another column of the family.
    #[must_use]
    pub fn with_qualifier(mut self, qualifier: impl AsRef<[u8]>) -> Self {
        self.qualifier = qualifier.as_ref().into();
        self.newest = chain(newest(&self.family, &self.qualifier).into()).into();
        self
    }

    /// The same table, through the same connections, with another [`timeout`](crate::Config::timeout) of calls: as
    /// [`Bigtable::with_timeout`].
    #[must_use]
    pub fn with_timeout(mut self, most: Duration) -> Self {
        self.bigtable = self.bigtable.with_timeout(most);
        self
    }

    /// The name of the table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.path.table
    }

    /// The Bigtable that the table is of.
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

    /// The value of the row `key`; `None` if it is not there.
    ///
    /// # Errors
    ///
    /// A key that Bigtable cannot have, or the row cannot be read.
    pub async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, BigtableError> {
        Ok(self.newest_cell(key).await?.map(|cell| cell.value))
    }

    /// `true` if the row `key` is there. Its value is not sent.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get).
    pub async fn contains(&self, key: &[u8]) -> Result<bool, BigtableError> {
        Ok(self.read_row(key, self.of_column(None, true)).await?.is_some())
    }

    /// The cells of the row `key` in all families, in the order of families and columns, the newest of a column first; none if the row
    /// is not there.
    ///
    /// # Errors
    ///
    /// As [`get`](Self::get).
    pub async fn get_cells(&self, key: &[u8]) -> Result<Vec<Cell>, BigtableError> {
        Ok(self.read_row(key, filter(Filter::PassAllFilter(true)).into()).await?.unwrap_or_default())
    }

    /// The newest cell of the store's column in the row `key`.
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

    /// Writes a batch in parts of bounded size, [several](crate::Config::parallel) of them in flight together: each row whole or not at
    /// all, and all puts before the first delete, so that a row that moves from one key to another is never lost. If a key of it cannot be
    /// one of Bigtable's, nothing is written. If a part fails, no further one is sent, those in flight are waited for, and the error is
    /// returned: then any puts of the batch may be written, in no order, or all of them and any deletes. Writing it again does no harm.
    ///
    /// # Errors
    ///
    /// [`BigtableError::EmptyKey`], [`BigtableError::KeyTooLong`]; [`BigtableError::Rows`] names the rows that Bigtable refuses.
    pub async fn write(&self, batch: &Batch) -> Result<(), BigtableError> {
        self.write_batch(batch).await
    }

    /// The rows of `range`.
    #[must_use]
    pub fn scan(&self, range: KeyRange, direction: Direction) -> BigtableScan {
        self.scan_ranges([range], direction)
    }

    /// The rows of several ranges in one call, in the order of their keys.
    #[must_use]
    pub fn scan_ranges(&self, ranges: impl IntoIterator<Item = KeyRange>, direction: Direction) -> BigtableScan {
        BigtableScan::new(self.spec(ranges, direction, self.of_column(None, false)))
    }

    /// The first `rows` rows of `range`, or fewer if it has no more; no more are asked for. Rows that a
    /// [seek](BigtableScan::seek) leaves out do not count.
    #[must_use]
    pub fn scan_first(&self, rows: usize, range: KeyRange, direction: Direction) -> BigtableScan {
        let spec = self.spec([range], direction, self.of_column(None, false));
        BigtableScan::new(ReadSpec { limit: Some(rows as u64), ..spec })
    }

    /// The rows of `ranges`, which are of `plan` and in one bucket, or in any if the plan has only one: in one call, without the rows
    /// that the plan's [patterns](ScanPlan::fuzzy) leave out, and as many at once as the plan's limit.
    #[must_use]
    pub fn scan_of(&self, plan: &ScanPlan, ranges: impl IntoIterator<Item = KeyRange>) -> BigtableScan {
        BigtableScan::new(self.spec_of_plan(plan, ranges, false))
    }

    /// As [`scan_of`](Self::scan_of), for one who needs the keys alone: values are empty.
    #[must_use]
    pub fn keys_of(&self, plan: &ScanPlan, ranges: impl IntoIterator<Item = KeyRange>) -> BigtableScan {
        BigtableScan::new(self.spec_of_plan(plan, ranges, true))
    }

    /// The rows of `range` with the cells of all families.
    #[must_use]
    pub fn scan_cells(&self, range: KeyRange, direction: Direction) -> CellScan {
        CellScan::new(self.spec([range], direction, filter(Filter::PassAllFilter(true)).into()))
    }

    /// The number of rows of `range`, counted here: Bigtable sends their keys.
    ///
    /// # Errors
    ///
    /// The rows cannot be read.
    pub async fn count(&self, range: KeyRange) -> Result<u64, BigtableError> {
        let mut scan = BigtableScan::new(self.spec([range], Direction::Forward, self.of_column(None, true)));
        let mut rows = 0;
        while scan.advance().await? {
            rows += 1;
        }
        Ok(rows)
    }

    /// The keys at which Bigtable would cut the table, ascending, as it [samples](Bigtable::sample_row_keys) them: about as many rows
    /// lie between any two.
    ///
    /// # Errors
    ///
    /// [`BigtableError::NoTable`].
    pub async fn split_keys(&self) -> Result<Vec<Vec<u8>>, BigtableError> {
        let samples = self.bigtable.sample_row_keys(self.table()).await?;
        Ok(samples.into_iter().map(|it| it.key).filter(|key| !key.is_empty()).collect())
    }

    fn spec_of_plan(&self, plan: &ScanPlan, ranges: impl IntoIterator<Item = KeyRange>, keys_only: bool) -> ReadSpec {
        let patterns = if plan.is_exact() { None } else { plan.fuzzy() };
        // No pattern means no row.
        let is_none = patterns.as_deref().is_some_and(<[_]>::is_empty);
        let filter = self.of_column(patterns.as_deref().and_then(fuzzy), keys_only);
        let ranges = ranges.into_iter().filter(|_| !is_none);
        // A plan of no rows is asked if there are more.
        let page = plan.limit().map(|rows| rows.max(1) as u64);
        ReadSpec { page, ..self.spec(ranges, plan.direction(), filter) }
    }

    fn spec(
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

    /// The newest cell of the store's column, of the rows that a filter of row keys lets through.
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

/// Shows the table, the family and the column.
impl fmt::Debug for BigtableStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = format!("{}:{}", self.family, self.qualifier.escape_ascii());
        f.debug_struct("BigtableStore").field("table", &self.table()).field("column", &column).finish_non_exhaustive()
    }
}
