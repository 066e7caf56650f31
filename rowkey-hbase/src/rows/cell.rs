//! Cells with their timestamps, in one or several families.

use std::fmt;
use std::iter::FusedIterator;

use rowkey_core::KeyRange;
use rowkey_store::{Direction, Sharing};

use crate::error::Task;
use crate::rows::check::cells_of;
use crate::rows::page::Select;
use crate::rows::request::Request;
use crate::rows::row::observe;
use crate::rows::scan::Results;
use crate::thrift2::{TColumn, TColumnValue, TDelete, TDeleteType, TGet, TTHBaseServiceSyncClient};
use crate::{HBaseError, HBaseStore, clock};

/// A cell of a row: the value of a column and its timestamp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The column family.
    pub family: Vec<u8>,
    /// The name of the column in its family.
    pub qualifier: Vec<u8>,
    /// The value.
    pub value: Vec<u8>,
    /// The timestamp, in milliseconds since 1970 unless its writers use another convention. It is always `Some` in a
    /// cell that you read. If it is `None` in a cell that you write, the cell gets the timestamp of the write.
    pub timestamp: Option<i64>,
}

impl Cell {
    /// Creates a cell that gets the timestamp of its write.
    #[must_use]
    pub fn new(family: impl Into<Vec<u8>>, qualifier: impl Into<Vec<u8>>, value: impl Into<Vec<u8>>) -> Self {
        Self { family: family.into(), qualifier: qualifier.into(), value: value.into(), timestamp: None }
    }

    /// Returns the same cell with this timestamp.
    #[must_use]
    pub const fn at(mut self, timestamp: i64) -> Self {
        self.timestamp = Some(timestamp);
        self
    }

    fn of(cell: TColumnValue) -> Self {
        Self { family: cell.family, qualifier: cell.qualifier, value: cell.value, timestamp: cell.timestamp }
    }
}

impl HBaseStore {
    /// Returns the cells of the row `key` in all families, in the order of families and columns. The vector is empty if
    /// the row does not exist.
    ///
    /// ```no_run
    /// # let hbase = rowkey_hbase::HBase::connect("127.0.0.1:9090")?;
    /// for cell in hbase.table("calls", "f").get_cells(b"key")? {
    ///     println!("{}: {:?}", cell.qualifier.escape_ascii(), cell.timestamp);
    /// }
    /// # Ok::<(), rowkey_hbase::HBaseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if HBase does not accept the key, or if the row cannot be read.
    pub fn get_cells(&self, key: &[u8]) -> Result<Vec<Cell>, HBaseError> {
        self.read_cells(key, TGet::new(key.to_vec(), None, None, None, None))
    }

    /// Returns up to `most` versions of the store's column in the row `key`, newest first. HBase keeps the number of
    /// versions that the family [declares](crate::Family::max_versions).
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`get_cells`](Self::get_cells).
    pub fn get_versions(&self, key: &[u8], most: u32) -> Result<Vec<Cell>, HBaseError> {
        if most == 0 {
            return Ok(Vec::new());
        }
        let column = TColumn::new(self.family().to_vec(), self.qualifier().to_vec(), None);
        let most = i32::try_from(most).unwrap_or(i32::MAX);
        self.read_cells(key, TGet::new(key.to_vec(), vec![column], None, most, None))
    }

    fn read_cells(&self, key: &[u8], get: TGet) -> Result<Vec<Cell>, HBaseError> {
        self.check_key(key)?;
        let task = || Task::at("get a row of", self.table(), key);
        let row =
            self.hbase().call(task, Some(self.family()), |client| client.get(self.table().into(), get.clone()))?;
        let cells = cells_of(key, row).map_err(|message| self.hbase().malformed(task(), message))?;
        observe(key, &cells, clock::now());
        Ok(cells.into_iter().map(Cell::of).collect())
    }

    /// Writes cells of the row `key`, in one or several families, in one atomic step.
    ///
    /// ```no_run
    /// use rowkey_hbase::Cell;
    ///
    /// # let hbase = rowkey_hbase::HBase::connect("127.0.0.1:9090")?;
    /// let calls = hbase.table("calls", "f");
    /// calls.put_cells(b"key", [
    ///     Cell::new("f", "seconds", "180"),
    ///     Cell::new("billing", "cents", "12").at(1_700_000_000_000),
    /// ])?;
    /// # Ok::<(), rowkey_hbase::HBaseError>(())
    /// ```
    ///
    /// If you set a timestamp, it takes part in HBase's order of versions. A version with a higher timestamp hides the
    /// cell, and so does a delete with the same or a higher timestamp. A timestamp in the future hides later writes,
    /// unless they read the cell first.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`put_columns`](Self::put_columns).
    pub fn put_cells(&self, key: &[u8], cells: impl IntoIterator<Item = Cell>) -> Result<(), HBaseError> {
        let cell = |cell: Cell| TColumnValue::new(cell.family, cell.qualifier, cell.value, cell.timestamp);
        self.put_row(key, cells.into_iter().map(cell).collect())
    }

    /// Deletes columns of the row `key` in the family with all their versions, in one atomic step. Other columns stay.
    ///
    /// ```no_run
    /// # let hbase = rowkey_hbase::HBase::connect("127.0.0.1:9090")?;
    /// hbase.table("calls", "f").delete_columns(b"key", ["seconds", "tower"])?;
    /// # Ok::<(), rowkey_hbase::HBaseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`put_columns`](Self::put_columns).
    pub fn delete_columns<Q: Into<Vec<u8>>>(
        &self,
        key: &[u8],
        qualifiers: impl IntoIterator<Item = Q>,
    ) -> Result<(), HBaseError> {
        self.check_key(key)?;
        let _turn = self.turn("delete rows of", &[key], Sharing::Writes)?;
        let stamp = clock::stamp(key, clock::now());
        let column = |qualifier: Q| TColumn::new(self.family().to_vec(), qualifier.into(), stamp);
        let columns: Vec<_> = qualifiers.into_iter().map(column).collect();
        // Without columns, it would delete the whole row.
        if columns.is_empty() {
            return Ok(());
        }
        let delete = TDelete::new(key.to_vec(), columns, stamp, TDeleteType::DELETE_COLUMNS);
        self.delete_rows(key, || vec![delete.clone()])
    }

    /// Returns the rows of `range` in order, with the cells of all their columns in the family.
    #[must_use]
    pub fn scan_cells(&self, range: KeyRange, direction: Direction) -> CellScan {
        let request = Request { select: Select::Family, ..self.request(direction) };
        CellScan(Results::new(request, range))
    }
}

/// The rows of a range of an [`HBaseStore`], with the cells of all columns of its family.
pub struct CellScan(Results);

impl Iterator for CellScan {
    type Item = Result<(Vec<u8>, Vec<Cell>), HBaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next()?.map(|(key, cells)| (key, cells.into_cells().into_iter().map(Cell::of).collect())))
    }
}

impl FusedIterator for CellScan {}

/// Shows the task and the direction.
impl fmt::Debug for CellScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CellScan").field(&self.0).finish()
    }
}
