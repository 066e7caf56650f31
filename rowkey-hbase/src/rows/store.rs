//! An HBase table as a [`Store`].

use rowkey_core::{KeyRange, ScanPlan};
use rowkey_store::{Batch, Direction, OwnedScan, Reader, Store};
use std::fmt;
use std::iter::Take;
use std::sync::Arc;

use crate::error::Task;
use crate::rows::check::cells_of;
use crate::rows::column::Column;
use crate::rows::filter::Filter;
use crate::rows::page::Select;
use crate::rows::request::Request;
use crate::rows::row::{Columns, columns, observe};
use crate::rows::scan::{ColumnScan, HBaseScan, Results};
use crate::thrift2::{TColumnValue, TGet, TTHBaseServiceSyncClient};
use crate::{HBase, HBaseError, clock};

/// A table of HBase, as a [`Store`].
///
/// Each row has its value in one cell: the column `v` of the family, or [another one](Self::with_qualifier). A row
/// without that cell does not exist for the store. For rows with several columns, use
/// [`put_columns`](Self::put_columns), [`get_columns`](Self::get_columns), and [`scan_columns`](Self::scan_columns).
/// Deleting a row removes it from all families, unless the table [keeps versions](Self::with_versions).
///
/// Rows are atomic, [batches](Store::write) are not. A batch is sent in parts of limited size, and after an error, any
/// of its rows may be written. There are no snapshots. The [crate documentation](crate) describes the guarantees, and
/// [`HBase`] the retries.
///
/// To share a table between tenants, use one [`Within`](rowkey_store::Within) for each:
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
    pub(crate) keeps_versions: bool,
}

impl HBase {
    /// Returns a table as a [`Store`](rowkey_store::Store). Values are in the column `v` of the family, or in [another
    /// one](HBaseStore::with_qualifier). This call does not contact HBase. If the table or the family does not exist,
    /// the first read or write returns an error.
    #[must_use]
    pub fn table(&self, name: &str, family: &str) -> HBaseStore {
        HBaseStore { column: Column::new(self.clone(), name, family), filter: None, keeps_versions: false }
    }
}

impl HBaseStore {
    /// Returns the same table, with the values in another column of the family.
    #[must_use]
    pub fn with_qualifier(mut self, qualifier: impl AsRef<[u8]>) -> Self {
        self.column.qualifier = qualifier.as_ref().into();
        self
    }

    /// Returns the same table with a filter in HBase's filter language, which the region servers apply to scans.
    ///
    /// It affects [`Store::scan`], plans, [`scan_columns`](Self::scan_columns), and [`Store::count`]. It replaces a
    /// previous filter, and does not affect `get` or writes.
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
    /// The filter sees the requested columns: the store's column, or all columns of the family with `scan_columns`. The
    /// [HBase book] documents the language. If the text is invalid, reads return [`HBaseError::Filter`].
    ///
    /// A stateful filter, such as `PageFilter`, starts again at each region and each page. To limit the number of rows,
    /// use [`scan_first`](Self::scan_first) or the limit of a plan. The gateway accepts only one filter, so the client
    /// then checks the filters of plans itself.
    ///
    /// [HBase book]: https://hbase.apache.org/book.html#thrift.filter_language
    #[must_use]
    pub fn with_filter(mut self, filter: &str) -> Self {
        self.filter = Some(filter.into());
        self
    }

    /// Returns the same table, whose rows have versions. An [`IndexedTable`](rowkey_store::IndexedTable) needs this for
    /// the table of its rows and for the tables of its secondary keys. This call does not contact HBase.
    ///
    /// ```no_run
    /// use rowkey::RowKey;
    /// use rowkey_store::{IndexedTable, KeyOf, Table};
    ///
    /// #[derive(RowKey, Debug)]
    /// #[rowkey(index(#[derive(Debug)] BySeller(seller, order)))]
    /// struct Order {
    ///     order: u64,
    ///     seller: u64,
    /// }
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let hbase = rowkey_hbase::HBase::connect("127.0.0.1:9090")?;
    /// for table in ["orders", "orders_by_seller"] {
    ///     hbase.add_version_family(table)?; // once, also for a table in use
    /// }
    /// let table = |name: &str| hbase.table(name, "f").with_versions();
    /// let by_seller = Table::new(table("orders_by_seller")).with_values::<KeyOf<Order>>();
    /// let orders = IndexedTable::new(Table::new(table("orders"))).with_index(&by_seller);
    /// orders.put(&Order { order: 1, seller: 7 }, "a lamp")?;
    /// for row in orders.rows_by(&by_seller, &BySeller::scan().seller(7).plan()?)? {
    ///     println!("{:?}", row?);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A version is a cell in the column family [`VERSION_FAMILY`](crate::VERSION_FAMILY), which
    /// [`HBase::add_version_family`] adds. No read of the store returns it. So a row with only a version does not exist
    /// for the store: it is the trace of a deleted row, until a [sweep](rowkey_store::IndexedTable::sweep) removes it.
    ///
    /// A delete must not remove the version. So [`Store::write`], [`check_and_delete`](Self::check_and_delete), and the
    /// moves of [`rekey`](rowkey_store::Table::rekey) delete and move only the store's column, and leave all other
    /// columns and families. If other programs delete rows of the table, they must do the same.
    #[must_use]
    pub const fn with_versions(mut self) -> Self {
        self.keeps_versions = true;
        self
    }

    /// Returns the name of the table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.column.table
    }

    /// Returns the connection of the table.
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

    /// Returns all columns of the row `key` in the family, or `None` if it has no columns there.
    ///
    /// # Errors
    ///
    /// Returns an error if HBase does not accept the key, or if the row cannot be read.
    pub fn get_columns(&self, key: &[u8]) -> Result<Option<Columns>, HBaseError> {
        let columns = columns(self.read_family(key, Select::Family)?);
        Ok(Some(columns).filter(|columns| !columns.is_empty()))
    }

    /// Returns the rows of `range` in order, with all their columns in the family. To read a plan, use
    /// `plan.merge(|range, direction| calls.scan_columns(range, direction))`.
    #[must_use]
    pub fn scan_columns(&self, range: KeyRange, direction: Direction) -> ColumnScan {
        let request = Request { select: Select::Family, ..self.request(direction) };
        ColumnScan(Results::new(request, range))
    }

    /// Returns the first `rows` rows of `range`, or fewer if it has no more. It requests no more rows than that at
    /// once.
    pub fn scan_first(&self, rows: usize, range: KeyRange, direction: Direction) -> Take<HBaseScan> {
        let request = Request { limit: Some(rows), ..self.request(direction) };
        HBaseScan(Results::new(request, range)).take(rows)
    }

    pub(crate) fn request(&self, direction: Direction) -> Request {
        let filter = self.filter.clone().map_or(Filter::None, Filter::Text);
        Request { column: self.column.clone(), direction, select: Select::Value, filter, limit: None }
    }

    /// Returns a request for rows without their values.
    fn request_of_keys(&self, direction: Direction) -> Request {
        let filter = self.filter.clone().map_or(Filter::Values, Filter::TextAndValues);
        Request { filter, ..self.request(direction) }
    }

    fn read_family(&self, key: &[u8], select: Select) -> Result<Vec<TColumnValue>, HBaseError> {
        self.check_key(key)?;
        self.read(key, select)
    }

    /// Reads the selected cells of the row `key`.
    pub(crate) fn read(&self, key: &[u8], select: Select) -> Result<Vec<TColumnValue>, HBaseError> {
        let get = TGet::new(key.to_vec(), self.column.selected(select), None, None, None);
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

    /// Writes a batch in parts of limited size, of which [several](crate::Builder::parallel) are in flight at the same
    /// time. Each row is atomic. All puts come before the first delete, so a row that moves to another key is never
    /// lost. A row that can be stored under several keys (`was(..)`) is deleted at one after the other. If that fails, a
    /// get finds the row as it was, or none.
    ///
    /// If HBase does not accept a key or a value of the batch, no row is written. If a part fails, the client sends no
    /// other part, lets the parts in flight finish, and returns the first error. Any puts of the batch may then be
    /// written, in any order. Deletes may be written only if all puts are. You can write the same batch again.
    fn write(&self, batch: &Batch) -> Result<(), HBaseError> {
        self.write_batch(batch)
    }

    fn split_keys(&self) -> Result<Option<Vec<Vec<u8>>>, HBaseError> {
        self.column.hbase.split_keys(&self.column.table).map(Some)
    }

    /// Counts the rows without transferring their values.
    fn count(&self, range: KeyRange) -> Result<u64, HBaseError> {
        Results::new(self.request_of_keys(Direction::Forward), range).try_fold(0, |rows, row| row.map(|_| rows + 1))
    }
}

/// Shows the table, the family, and the column.
impl fmt::Debug for HBaseStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = format!("{}:{}", self.column.family.escape_ascii(), self.column.qualifier.escape_ascii());
        f.debug_struct("HBaseStore").field("table", &self.column.table).field("column", &column).finish_non_exhaustive()
    }
}

/// Reads an [`HBaseStore`]. HBase has no snapshots, so each page of a scan has the rows as they are when it is read.
#[derive(Clone, Debug)]
pub struct HBaseReader {
    store: HBaseStore,
}

impl Reader for HBaseReader {
    type Error = HBaseError;
    type Scan = OwnedScan<HBaseScan>;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, HBaseError> {
        let mut cells = self.store.read_family(key, Select::Value)?;
        Ok(cells.pop().map(|cell| cell.value))
    }

    fn get_all(&self, keys: &[&[u8]]) -> Result<Vec<Option<Vec<u8>>>, HBaseError> {
        self.store.get_all(keys)
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> Self::Scan {
        OwnedScan::new(HBaseScan(Results::new(self.store.request(direction), range)))
    }

    /// Passes the plan's filters to HBase, as far as its `FuzzyRowFilter` supports them. It requests no more rows at
    /// once than the plan's limit.
    fn scan_of(&self, plan: &ScanPlan, range: KeyRange) -> Self::Scan {
        let direction = plan.direction();
        let mut request = self.store.request(direction);
        request.limit = plan.row_limit();
        let mut range = range;
        // In reverse, HBase's fuzzy filter skips rows that match, if the pattern has fixed bytes after a byte that may
        // have any value. This was observed with HBase 2.6.
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

    /// Does not transfer the values. The client checks the plan's filters itself.
    fn keys_of(&self, plan: &ScanPlan, range: KeyRange) -> Self::Scan {
        let direction = plan.direction();
        let request = Request { limit: plan.row_limit(), ..self.store.request_of_keys(direction) };
        OwnedScan::new(HBaseScan(Results::new(request, range)))
    }

    /// Returns about the number of rows that HBase sends in the time of one page request.
    fn seek_cost_in_rows(&self) -> usize {
        500
    }

    /// Returns the number of [concurrent ranges](crate::Builder::parallel).
    fn concurrency(&self) -> usize {
        self.store.column.hbase.options().parallel
    }
}
