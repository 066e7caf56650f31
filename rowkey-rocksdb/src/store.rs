//! The store: a table of a database.

use rocksdb::{BoundColumnFamily, DBPinnableSlice, MultiThreaded, OptimisticTransactionDB, ReadOptions, WriteOptions};
use rowkey_core::{RowKey, ScanPlan};
use rowkey_store::{Batch, Part, Store, Transact};
use self_cell::self_cell;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use crate::options::{check_name, prefix_width_of};
use crate::reader::Snapshot;
use crate::{RocksError, RocksOptions, RocksReader, stored};

/// A RocksDB database with optimistic transactions, whose column families can be created while it is shared.
pub type Database = OptimisticTransactionDB<MultiThreaded>;

/// A table of a [RocksDB](https://rocksdb.org) database: a column family.
///
/// A [`RocksReader`] is a snapshot. A [batch](Store::write) is one transaction, synced to disk. A clone is the same
/// table, and [`with_table`](Self::with_table) returns another table of the same database. The database closes when you
/// drop its last store, reader, and scan.
///
/// ```
/// use rowkey_rocksdb::RocksStore;
/// use rowkey_store::{Batch, Store};
///
/// # let dir = tempfile::tempdir()?;
/// # let path = dir.path().join("calls");
/// let calls = RocksStore::open(&path, "calls")?;
/// calls.write(Batch::new().put("k", "v"))?;
/// let notes = calls.with_table("notes")?;
/// assert_eq!(notes.get(b"k")?, None);
/// drop((calls, notes));
///
/// let calls = RocksStore::open(&path, "calls")?;
/// assert_eq!(calls.get(b"k")?, Some(b"v".to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Transactions
///
/// Every write is an optimistic transaction. If it conflicts with another one, it reads its rows again and starts again.
/// So a compare-and-set returns `false` only if it found another value.
///
/// Writes that you make with the [`Database`] itself are atomic too, but RocksDB does not check them against
/// transactions that commit at the same moment. Write rows that a compare-and-set changes through a store.
///
/// An [`IndexedTable`](rowkey_store::IndexedTable) records in the table `rowkey metadata` which secondary keys are built.
///
/// # Open scans
///
/// A reader or a scan pins its snapshot. As long as it exists, RocksDB does not remove the rows that were deleted or
/// replaced since then, so the files grow. A scan also pins the memory and the files that it began with. So drop the
/// scans that you do not use. A scan that has returned its last row drops its snapshot itself.
#[derive(Clone)]
pub struct RocksStore {
    table: Arc<Table>,
    write_options: Arc<WriteOptions>,
    read_options: Arc<dyn Fn() -> ReadOptions + Send + Sync>,
}

/// The table of the metadata of all tables.
const METADATA: &str = "rowkey metadata";

/// An open column family.
pub(crate) struct Table {
    family: Family,
    name: Arc<str>,
    prefix_width: Option<usize>,
    /// For other tables of the database.
    options: Arc<RocksOptions>,
    /// The table of the metadata of all tables, once it is open.
    metadata: OnceLock<RocksStore>,
}

type Handle<'d> = Arc<BoundColumnFamily<'d>>;

self_cell! {
    /// A column family beside its database, which it borrows from.
    struct Family {
        owner: Arc<Database>,
        #[covariant]
        dependent: Handle,
    }
}

impl RocksStore {
    /// Opens the table `table` in the database at the folder `path`. Creates what does not exist.
    ///
    /// It is [`RocksOptions::open`] with the default options.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`RocksOptions::open`].
    pub fn open(path: impl AsRef<Path>, table: &str) -> Result<Self, RocksError> {
        RocksOptions::default().open(path, table)
    }

    /// Creates a store from a database that you opened with RocksDB yourself.
    ///
    /// # Errors
    ///
    /// Returns [`RocksError::NoTable`] if the database has no column family `table`, and [`RocksError::Comparator`] if
    /// it does not sort its keys by their bytes.
    pub fn new(database: Arc<Database>, table: &str) -> Result<Self, RocksError> {
        Self::of(database, table, Arc::default())
    }

    /// Creates the store of an existing column family.
    pub(crate) fn of(database: Arc<Database>, table: &str, options: Arc<RocksOptions>) -> Result<Self, RocksError> {
        check_name(table)?;
        let path = database.path().to_owned();
        let family = Family::try_new(database, |database| match database.cf_handle(table) {
            Some(family) => Ok(family),
            None => {
                let found = Database::list_cf(&options.for_table(None), &path);
                let found = found.map_err(|source| RocksError::Open { path: path.clone(), source })?;
                Err(RocksError::NoTable { path: path.clone(), table: table.into(), found })
            }
        })?;
        let stored = stored::read(&path, table)?;
        options.check(&stored, &path, table)?;
        let mut write_options = WriteOptions::default();
        write_options.set_sync(true);
        let (name, prefix_width, metadata) = (table.into(), stored.prefix_width, OnceLock::new());
        Ok(Self {
            table: Arc::new(Table { family, name, prefix_width, options, metadata }),
            write_options: Arc::new(write_options),
            read_options: Arc::new(ReadOptions::default),
        })
    }

    /// Returns another table of the same database, with the same read and write options. Creates the table if the
    /// database does not have it.
    ///
    /// # Errors
    ///
    /// Returns [`RocksError::TableName`] if `table` is not a name, [`RocksError::CreateTable`] if RocksDB cannot create
    /// the table, and [`RocksError::Comparator`] if it does not sort its keys by their bytes.
    pub fn with_table(&self, table: &str) -> Result<Self, RocksError> {
        self.with_table_of_width(table, None)
    }

    /// Returns another table like [`with_table`](Self::with_table), with
    /// [prefixes](RocksOptions::with_prefix_of) of the first `fields` fields of the key type `K`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`with_table`](Self::with_table), [`RocksError::NoPrefix`] if these fields do not have a
    /// fixed width, and [`RocksError::PrefixWidth`] if the table exists with prefixes of another width.
    pub fn with_table_of<K: RowKey>(&self, table: &str, fields: usize) -> Result<Self, RocksError> {
        self.with_table_of_width(table, Some(prefix_width_of::<K>(fields)?))
    }

    fn with_table_of_width(&self, table: &str, prefix_width: Option<usize>) -> Result<Self, RocksError> {
        check_name(table)?;
        let (database, options) = (self.database(), self.table.options.with_prefix_width(prefix_width));
        if database.cf_handle(table).is_none() {
            let created = database.create_cf(table, &options.for_table(options.prefix_width()));
            // Another thread may have created it in the meantime.
            if let (Err(source), None) = (created, database.cf_handle(table)) {
                return Err(RocksError::CreateTable { path: database.path().to_owned(), table: table.into(), source });
            }
        }
        let other = Self::of(Arc::clone(database), table, Arc::new(options))?;
        Ok(Self { table: other.table, ..self.clone() })
    }

    /// Returns the table of the metadata of all tables. Creates it if the database does not have it.
    pub(crate) fn metadata_table(&self) -> Result<Self, RocksError> {
        if let Some(metadata) = self.table.metadata.get() {
            return Ok(metadata.clone());
        }
        let metadata = self.with_table(METADATA)?;
        Ok(self.table.metadata.get_or_init(|| metadata).clone())
    }

    /// Returns a store whose writes do not wait for the disk. A crash of the machine then loses the last writes. It
    /// loses whole batches, and only the last ones. A crash of the program alone loses none.
    ///
    /// It is [`with_write_options`](Self::with_write_options) with RocksDB's defaults.
    #[must_use]
    pub fn without_waiting(self) -> Self {
        self.with_write_options(WriteOptions::default())
    }

    /// Sets RocksDB's write options. They replace the default, which only sets `sync`. A transaction over several
    /// tables takes those of its first part.
    #[must_use]
    pub fn with_write_options(mut self, options: WriteOptions) -> Self {
        self.write_options = Arc::new(options);
        self
    }

    /// Sets RocksDB's read options. The function is called for each read, because RocksDB's options cannot be copied.
    /// Each scan then sets its snapshot, its bounds, and its prefix mode.
    ///
    /// ```
    /// use rowkey_rocksdb::RocksStore;
    /// use rowkey_rocksdb::rocksdb::ReadOptions;
    ///
    /// # let dir = tempfile::tempdir()?;
    /// # let path = dir.path().join("calls");
    /// let calls = RocksStore::open(&path, "calls")?.with_read_options(|| {
    ///     let mut options = ReadOptions::default();
    ///     options.fill_cache(false);
    ///     options
    /// });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_read_options(mut self, options: impl Fn() -> ReadOptions + Send + Sync + 'static) -> Self {
        self.read_options = Arc::new(options);
        self
    }

    /// Deletes every key in the ranges of a plan, also keys that do not decode. RocksDB stores a mark for each range,
    /// so it takes the same time for any number of rows.
    ///
    /// It is not a transaction: a reader can see the first range deleted, and the second not yet. Do not call it beside
    /// other writes to these ranges. RocksDB does not check transactions against it, so a compare-and-set that read a
    /// row before can put it again. [`Table::delete_all`](rowkey_store::Table::delete_all) has neither problem. It
    /// deletes row by row.
    ///
    /// ```
    /// use rowkey::RowKey;
    /// use rowkey_rocksdb::RocksStore;
    /// use rowkey_store::Table;
    ///
    /// #[derive(RowKey, Debug, PartialEq)]
    /// struct Reading {
    ///     day: u32,
    ///     sensor: u64,
    /// }
    ///
    /// # let dir = tempfile::tempdir()?;
    /// # let path = dir.path().join("readings");
    /// let readings = Table::new(RocksStore::open(&path, "readings")?);
    /// readings.put_all((0..9).map(|day| (Reading { day, sensor: 7 }, "")))?;
    ///
    /// let old = Reading::scan().day(..5).plan()?;
    /// readings.store().delete_ranges(&old)?;
    /// assert_eq!(readings.count(&Reading::scan().day(..9).plan()?)?, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`RocksError::NotWholeRanges`] if the plan has filters or a limit, and [`RocksError::DeleteRanges`] if
    /// RocksDB cannot delete a range.
    pub fn delete_ranges(&self, plan: &ScanPlan) -> Result<(), RocksError> {
        if !plan.is_exact() {
            return Err(RocksError::NotWholeRanges { found: "filters" });
        }
        if plan.row_limit().is_some() {
            return Err(RocksError::NotWholeRanges { found: "a limit" });
        }
        for range in plan.ranges().filter(|range| !range.is_empty()) {
            let stop = match range.stop() {
                Some(stop) => stop.to_vec(),
                // RocksDB takes no range without an end. The next key after the last one is such an end.
                None => match self.scan(range.clone(), rowkey_store::Direction::Reverse)?.next().transpose()? {
                    Some((last, _)) => [&last[..], &[0]].concat(),
                    None => continue,
                },
            };
            let deleted =
                self.database().delete_range_cf_opt(self.family(), range.start(), &stop[..], &self.write_options);
            deleted.map_err(|source| RocksError::DeleteRanges {
                path: self.path(),
                table: Arc::clone(&self.table.name),
                source,
            })?;
        }
        Ok(())
    }

    /// Returns the database.
    #[must_use]
    pub fn database(&self) -> &Arc<Database> {
        self.table.family.borrow_owner()
    }

    /// Returns the width of the table's prefixes in bytes, or `None` if it has no prefix extractor of a fixed width.
    #[must_use]
    pub fn prefix_width(&self) -> Option<usize> {
        self.table.prefix_width
    }

    pub(crate) fn table(&self) -> &Arc<Table> {
        &self.table
    }

    pub(crate) fn family(&self) -> &Handle<'_> {
        self.table.family()
    }

    pub(crate) fn name(&self) -> &Arc<str> {
        &self.table.name
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.table.path()
    }

    pub(crate) fn read_options(&self) -> ReadOptions {
        (self.read_options)()
    }

    pub(crate) fn write_options(&self) -> &WriteOptions {
        &self.write_options
    }

    /// Returns `true` if both stores are tables of one database.
    pub(crate) fn is_of_database_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(self.database(), other.database())
    }

    pub(crate) fn read_error(&self, source: rocksdb::Error) -> RocksError {
        self.table.read_error(source)
    }
}

impl Table {
    pub(crate) fn family(&self) -> &Handle<'_> {
        self.family.borrow_dependent()
    }

    pub(crate) const fn prefix_width(&self) -> Option<usize> {
        self.prefix_width
    }

    pub(crate) fn read_error(&self, source: rocksdb::Error) -> RocksError {
        RocksError::Read { path: self.path(), table: Arc::clone(&self.name), source }
    }

    fn path(&self) -> PathBuf {
        self.family.borrow_owner().path().to_owned()
    }
}

impl Store for RocksStore {
    const JOINS_WRITES: bool = true;
    type Error = RocksError;
    type Reader<'s> = RocksReader;

    fn reader(&self) -> Result<RocksReader, RocksError> {
        Ok(RocksReader::new(Arc::new(Snapshot::of(self.database())), self.clone()))
    }

    /// Writes the batch in one transaction. An empty batch does not start one.
    fn write(&self, batch: &Batch) -> Result<(), RocksError> {
        let part = Part { store: self, expected: &[], batch };
        if batch.is_empty() { Ok(()) } else { Self::transact(&[part]).map(|_| ()) }
    }

    /// Reads without a snapshot, which a single row does not need.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, RocksError> {
        let value = self.database().get_pinned_cf_opt(self.family(), key, &self.read_options());
        owned(value).map_err(|source| self.read_error(source))
    }
}

/// Copies a value out of RocksDB's memory.
pub(crate) fn owned(
    value: Result<Option<DBPinnableSlice<'_>>, rocksdb::Error>,
) -> Result<Option<Vec<u8>>, rocksdb::Error> {
    Ok(value?.map(|value| value.to_vec()))
}

/// Shows the table, because RocksDB's database does not implement `Debug`.
impl fmt::Debug for RocksStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RocksStore").field("table", &self.table).finish_non_exhaustive()
    }
}

/// Shows the name and the width of the prefixes.
impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, prefix_width, .. } = self;
        f.debug_struct("Table").field("name", name).field("prefix_width", prefix_width).finish_non_exhaustive()
    }
}
