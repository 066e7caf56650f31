//! A table of HBase as a store.

use rowkey_core::{KeyRange, ScanPlan};
use rowkey_store::{Batch, Direction, OwnedScan, Reader, Store};
use std::fmt;
use std::iter::Take;
use std::sync::Arc;

use crate::error::Task;
use crate::rows::check::cells_of;
use crate::rows::column::Column;
use crate::rows::filter::Filter;
use crate::rows::request::Request;
use crate::rows::row::{Columns, columns, observe};
use crate::rows::scan::{ColumnScan, HBaseScan, Results};
use crate::thrift2::{TColumn, TColumnValue, TGet, TTHBaseServiceSyncClient};
use crate::{HBase, HBaseError, clock};

/// The rows of a table of HBase.
///
/// A row has its value in one cell, the column `v` of the family unless [another](Self::with_qualifier) is named; a row
/// without that cell is none. Where a row has several columns, [`put_columns`](Self::put_columns),
/// [`get_columns`](Self::get_columns) and [`scan_columns`](Self::scan_columns) write and read them. Deleting a row removes
/// all of it, in all families.
///
/// A [batch](Store::write) is sent in parts of bounded size. Each row of it is written whole or not at all; where
/// writing fails, other rows may have been written. A store does not make snapshots.
///
/// Tenants share a table by a [`Within`](rowkey_store::Within) for each:
///
/// ```no_run
/// use rowkey_core::Subspace;
/// use rowkey_hbase::HBaseStore;
/// use rowkey_store::{Store, Within};
///
/// fn rows_of(tenant: &str, store: &HBaseStore) -> Result<u64, rowkey_hbase::HBaseError> {
///     let within = Within::new(store, Subspace::new(format!("{tenant}/")));
///     within.count(rowkey_core::KeyRange::all())
/// }
/// ```
///
/// A clone is the same table, through the same connections.
#[derive(Clone)]
pub struct HBaseStore {
    pub(crate) column: Column,
    filter: Option<Arc<str>>,
}

impl HBase {
    /// The rows of a table as a [`Store`](rowkey_store::Store): each has its value in the column `v` of the family,
    /// unless [another](HBaseStore::with_qualifier) is named. Nothing is asked of HBase yet: where the table or the
    /// family is missing, the first read or write says so.
    #[must_use]
    pub fn table(&self, name: &str, family: &str) -> HBaseStore {
        HBaseStore { column: Column::new(self.clone(), name, family), filter: None }
    }
}

impl HBaseStore {
    /// The same table, with the values in another column of the family.
    #[must_use]
    pub fn with_qualifier(mut self, qualifier: impl AsRef<[u8]>) -> Self {
        self.column.qualifier = qualifier.as_ref().into();
        self
    }

    /// The same table, of which scans yield only the rows that a filter of HBase's own language lets through: those of
    /// [`Store::scan`], of plans, of [`scan_columns`](Self::scan_columns), and what [`Store::count`] counts. It replaces a
    /// filter that was set before; `get` and writes know no filter.
    ///
    /// ```no_run
    /// use rowkey_core::KeyRange;
    /// use rowkey_store::{Direction, Store};
    ///
    /// # let hbase = rowkey_hbase::HBase::connect("127.0.0.1:9090")?;
    /// let long = hbase.table("calls", "f").with_filter("ValueFilter(>=, 'binary:3600')");
    /// for row in long.scan(KeyRange::prefix(b"\x03"), Direction::Forward)? {
    ///     println!("{}", row?.0.escape_ascii());
    /// }
    /// # Ok::<(), rowkey_hbase::HBaseError>(())
    /// ```
    ///
    /// The region servers apply it, to the columns that are read: the store's one, or with `scan_columns` all of the
    /// family. The [HBase book] has the language. A text that is not of it is [`HBaseError::Filter`] when rows are read.
    ///
    /// A filter with a memory, such as `PageFilter`, forgets at each region and each page; for so many rows use
    /// [`scan_first`](Self::scan_first), or the limit of a plan. The filters of a plan are then checked here: the gateway
    /// takes one filter.
    ///
    /// [HBase book]: https://hbase.apache.org/book.html#thrift.filter_language
    #[must_use]
    pub fn with_filter(mut self, filter: &str) -> Self {
        self.filter = Some(filter.into());
        self
    }

    /// The name of the table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.column.table
    }

    /// The HBase that the table is of.
    #[must_use]
    pub const fn hbase(&self) -> &HBase {
        &self.column.hbase
    }

    pub(crate) fn family(&self) -> &[u8] {
        &self.column.family
    }

    pub(crate) fn qualifier(&self) -> &[u8] {
        &self.column.qualifier
    }

    /// All columns that the row `key` has in the family; `None` where it has none.
    ///
    /// # Errors
    ///
    /// The key cannot be one of HBase's, or the row cannot be read.
    pub fn get_columns(&self, key: &[u8]) -> Result<Option<Columns>, HBaseError> {
        let columns = columns(self.read_family(key, None)?);
        Ok(Some(columns).filter(|columns| !columns.is_empty()))
    }

    /// The rows of `range` with all their columns in the family, in order. A plan reads them by
    /// `plan.merge(|range, direction| calls.scan_columns(range, direction))`.
    #[must_use]
    pub fn scan_columns(&self, range: KeyRange, direction: Direction) -> ColumnScan {
        let request = Request { all_columns: true, ..self.request(direction) };
        ColumnScan(Results::new(request, range))
    }

    /// The first `rows` rows of `range`, or fewer where it has no more; no more are asked for at once.
    pub fn scan_first(&self, rows: usize, range: KeyRange, direction: Direction) -> Take<HBaseScan> {
        let request = Request { limit: Some(rows), ..self.request(direction) };
        HBaseScan(Results::new(request, range)).take(rows)
    }

    pub(crate) fn request(&self, direction: Direction) -> Request {
        let filter = self.filter.clone().map_or(Filter::None, Filter::Text);
        Request { column: self.column.clone(), direction, all_columns: false, filter, limit: None }
    }

    /// A request of rows without their values.
    fn request_of_keys(&self, direction: Direction) -> Request {
        let filter = self.filter.clone().map_or(Filter::Values, Filter::TextAndValues);
        Request { filter, ..self.request(direction) }
    }

    fn read_family(&self, key: &[u8], qualifier: Option<&[u8]>) -> Result<Vec<TColumnValue>, HBaseError> {
        self.check_key(key)?;
        let column = TColumn::new(self.column.family.to_vec(), qualifier.map(<[u8]>::to_vec), None);
        let get = TGet::new(key.to_vec(), vec![column], None, None, None);
        let task = || Task::at("get a row of", &self.column.table, key);
        let call =
            |client: &mut crate::net::connection::Client| client.get(self.column.table.as_bytes().into(), get.clone());
        let row = self.column.hbase.call(task, Some(&self.column.family), call)?;
        let cells = cells_of(key, row).map_err(|message| self.column.hbase.malformed(task(), message))?;
        observe(key, &cells, clock::now());
        Ok(cells)
    }
}

impl Store for HBaseStore {
    type Error = HBaseError;
    type Reader<'s> = HBaseReader;

    fn reader(&self) -> Result<HBaseReader, HBaseError> {
        Ok(HBaseReader { store: self.clone() })
    }

    /// Writes a batch, in parts of bounded size, [several](crate::Builder::parallel) of them in flight together: each row
    /// whole or not at all, and all puts before the first delete, so that a row that moves from one key to another is never
    /// lost. If a key or a value of it cannot be one of HBase's, nothing is written. If a part fails, no further one is sent,
    /// those in flight are waited for, and the first error is returned: then any puts of the batch may be written, in no order,
    /// or all of them and any deletes.
    fn write(&self, batch: &Batch) -> Result<(), HBaseError> {
        self.write_batch(batch)
    }

    fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, HBaseError> {
        self.column.hbase.split_keys(&self.column.table).map(Some)
    }

    /// Counts without their values being sent.
    fn count(&self, range: KeyRange) -> Result<u64, HBaseError> {
        Results::new(self.request_of_keys(Direction::Forward), range).try_fold(0, |rows, row| row.map(|_| rows + 1))
    }
}

/// Shows the table, the family and the column.
impl fmt::Debug for HBaseStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = format!("{}:{}", self.column.family.escape_ascii(), self.column.qualifier.escape_ascii());
        f.debug_struct("HBaseStore").field("table", &self.column.table).field("column", &column).finish_non_exhaustive()
    }
}

/// Reads an [`HBaseStore`]: each page of a scan as the rows are when it is read, because HBase does not make snapshots.
#[derive(Clone, Debug)]
pub struct HBaseReader {
    store: HBaseStore,
}

impl Reader for HBaseReader {
    type Error = HBaseError;
    type Scan = OwnedScan<HBaseScan>;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, HBaseError> {
        let mut cells = self.store.read_family(key, Some(&self.store.column.qualifier))?;
        Ok(cells.pop().map(|cell| cell.value))
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan {
        OwnedScan::new(HBaseScan(Results::new(self.store.request(direction), range)))
    }

    /// Leaves the plan's filters to HBase as far as its `FuzzyRowFilter` can take them, and asks for no more rows at once
    /// than the plan's limit.
    fn scan_of(&self, plan: &ScanPlan, range: KeyRange) -> Self::Scan {
        let direction = plan.direction();
        let mut request = self.store.request(direction);
        request.limit = plan.limit();
        let mut range = range;
        // In reverse the filter seeks past rows that match: given bytes behind any byte, in HBase 2.6.
        let filters = !plan.is_exact() && direction == Direction::Forward;
        if let Some(patterns) = plan.fuzzy().filter(|_| filters) {
            match patterns.as_slice() {
                [] => range = KeyRange::new([], Some(Vec::new())),
                patterns if self.store.filter.is_none() => {
                    request.filter = Filter::fuzzy(patterns).unwrap_or(Filter::None);
                }
                _ => {}
            }
        }
        OwnedScan::new(HBaseScan(Results::new(request, range)))
    }

    /// Leaves the values, and not the plan's filters, to HBase.
    fn keys_of(&self, plan: &ScanPlan, range: KeyRange) -> Self::Scan {
        let direction = plan.direction();
        let request = Request { limit: plan.limit(), ..self.store.request_of_keys(direction) };
        OwnedScan::new(HBaseScan(Results::new(request, range)))
    }

    /// About as many rows as are sent in the time that it takes to ask for a page.
    fn seek_cost_in_rows(&self) -> usize {
        500
    }

    /// As many as there are [connections for](crate::Builder::parallel).
    fn concurrency(&self) -> usize {
        self.store.column.hbase.options().parallel
    }
}
