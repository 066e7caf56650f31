//! A store in a [redb](https://docs.rs/redb) database: embedded, in one file, with ACID transactions.

mod error;

use redb::backends::FileBackend;
use redb::{AccessGuard, Database, DatabaseError, Range, ReadOnlyTable, ReadTransaction, ReadableDatabase};
use redb::{ReadableTable, StorageError, TableDefinition, TableError, TableHandle, WriteTransaction};
use rowkey_core::KeyRange;
use std::fs::File;
use std::ops::RangeBounds;
use std::path::Path;
use std::sync::Arc;
use std::{fmt, fs, io, process};

pub use error::RedbError;

use crate::store::copied;
use crate::{
    Batch, Change, CompareAndSet, Direction, IndexedStore, Move, Part, Reader, RowBytes, Scan, Store, Transact,
    Transactions,
};

/// A named table of a [redb](https://docs.rs/redb) database, which is an embedded database in one file.
///
/// A table that has never been written to reads as empty. A [`Reader`] is a read transaction: it sees a snapshot of the
/// rows. A [batch](Store::write) is one transaction, synced to disk. For a bulk load, put many thousand rows into one
/// batch.
///
/// A clone is the same table, and [`with_table`](Self::with_table) returns another table of the same database. While
/// the database is open, a second process cannot open it. A second [`open`](Self::open) in this process also fails.
///
/// ```
/// use rowkey_store::{Batch, RedbStore, Store};
///
/// # let dir = tempfile::tempdir()?;
/// # let path = dir.path().join("calls.redb");
/// let calls = RedbStore::open(&path, "calls")?;
/// calls.write(Batch::new().put("k", "v"))?;
/// let notes = calls.with_table("notes")?;
/// assert_eq!(notes.get(b"k")?, None);
/// drop((calls, notes));
///
/// let calls = RedbStore::open(&path, "calls")?;
/// assert_eq!(calls.get(b"k")?, Some(b"v".to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct RedbStore(Arc<NamedTable>);

/// The end of the name of a table's metadata.
const METADATA: &str = ": metadata";

/// The rows of a table, in a write transaction.
type Rows<'t> = redb::Table<'t, &'static [u8], &'static [u8]>;

/// A table of a database. It is shared, because each reader and each scan keeps the database open.
struct NamedTable {
    database: Arc<Database>,
    name: Arc<str>,
}

impl RedbStore {
    /// Opens the table `table` in the database file `path`. Creates the database if the file does not exist or is
    /// empty.
    ///
    /// # Errors
    ///
    /// Returns [`RedbError::NotADatabase`] if the file has other contents, [`RedbError::Open`] if redb cannot open it,
    /// and [`RedbError::EmptyTableName`] if `table` is empty.
    pub fn open(path: impl AsRef<Path>, table: &str) -> Result<Self, RedbError> {
        let path = path.as_ref();
        if !path.exists() {
            make_whole(path);
        }
        let database = Database::create(path).map_err(|source| open_error(path, source))?;
        Self::new(Arc::new(database), table)
    }

    /// Creates a store from a database that you opened with redb yourself, for example to set its cache size.
    ///
    /// # Errors
    ///
    /// Returns [`RedbError::EmptyTableName`] if `table` is empty.
    pub fn new(database: Arc<Database>, table: &str) -> Result<Self, RedbError> {
        if table.is_empty() {
            return Err(RedbError::EmptyTableName);
        }
        Ok(Self(Arc::new(NamedTable { database, name: table.into() })))
    }

    /// Returns another table of the same database.
    ///
    /// # Errors
    ///
    /// Returns [`RedbError::EmptyTableName`] if `table` is empty.
    pub fn with_table(&self, table: &str) -> Result<Self, RedbError> {
        Self::new(Arc::clone(&self.0.database), table)
    }

    /// Returns the names of the tables in the database, sorted. The first write to a table creates it. It leaves out the
    /// tables that end in `: metadata`, in which an [`IndexedTable`](crate::IndexedTable) records what it needs.
    ///
    /// # Errors
    ///
    /// Returns [`RedbError::List`] if the names cannot be read.
    pub fn tables(&self) -> Result<Vec<String>, RedbError> {
        let list = || {
            let transaction = self.0.database.begin_read()?;
            let tables = transaction.list_tables()?;
            let names = tables.map(|table| table.name().to_owned());
            Ok(names.filter(|name| !name.ends_with(METADATA)).collect())
        };
        list().map_err(|source: redb::Error| RedbError::List { source: Box::new(source) })
    }

    /// Returns `true` if the rows match the expected rows of a transaction's part.
    fn is_as_expected(&self, part: &Part<'_, Self>, transaction: &WriteTransaction) -> Result<bool, redb::Error> {
        if part.expected.is_empty() {
            return Ok(true);
        }
        let rows = transaction.open_table(self.definition())?;
        for (key, expected) in part.expected {
            if rows.get(key.as_slice())?.as_ref().map(|value| value.value()) != expected.as_deref() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn apply(&self, batch: &Batch, transaction: &WriteTransaction) -> Result<(), redb::Error> {
        let mut rows = transaction.open_table(self.definition())?;
        for (key, change) in batch.iter() {
            match change {
                Change::Put(value) => rows.insert(key, value)?,
                Change::Delete => rows.remove(key)?,
            };
        }
        Ok(())
    }

    /// Runs a change in a transaction, and commits it if the change returns more than 0 changed rows.
    fn change_rows(&self, change: impl FnOnce(&mut Rows<'_>) -> Result<u64, redb::Error>) -> Result<u64, RedbError> {
        let transaction = self.0.database.begin_write().map_err(commit_error)?;
        let in_table = || change(&mut transaction.open_table(self.definition())?);
        let changed = in_table().map_err(|source| self.write_error(source))?;
        if changed > 0 {
            transaction.commit().map_err(commit_error)?;
        }
        Ok(changed)
    }

    fn begin_read(&self) -> Result<ReadTransaction, RedbError> {
        self.0.database.begin_read().map_err(|source| self.read_error(source))
    }

    fn reader_in(&self, transaction: &ReadTransaction) -> Result<RedbReader, RedbError> {
        let rows = match transaction.open_table(self.definition()) {
            Ok(rows) => Some(rows),
            Err(TableError::TableDoesNotExist(_)) => None,
            Err(source) => return Err(self.read_error(source)),
        };
        Ok(RedbReader { rows, store: self.clone() })
    }

    /// Returns `true` if both stores are tables of one database.
    fn is_of_database_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0.database, &other.0.database)
    }

    fn several_databases(first: &Self, other: &Self) -> RedbError {
        RedbError::SeveralDatabases { first: Arc::clone(&first.0.name), other: Arc::clone(&other.0.name) }
    }

    /// Returns redb's definition of the table: its name, with the types of its keys and values.
    fn definition(&self) -> TableDefinition<'_, &'static [u8], &'static [u8]> {
        TableDefinition::new(&self.0.name)
    }

    fn read_error(&self, source: impl Into<redb::Error>) -> RedbError {
        RedbError::Read { table: Arc::clone(&self.0.name), source: Box::new(source.into()) }
    }

    fn write_error(&self, source: redb::Error) -> RedbError {
        RedbError::Write { table: Arc::clone(&self.0.name), source: Box::new(source) }
    }
}

/// Shows the name of the table only, because redb's database does not implement `Debug`.
impl fmt::Debug for RedbStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedbStore").field("table", &self.0.name).finish_non_exhaustive()
    }
}

impl Store for RedbStore {
    const JOINS_WRITES: bool = true;
    type Error = RedbError;
    type Reader<'s> = RedbReader;

    fn reader(&self) -> Result<RedbReader, RedbError> {
        self.reader_in(&self.begin_read()?)
    }

    /// Writes the batch in one transaction. An empty batch does not start one.
    fn write(&self, batch: &Batch) -> Result<(), RedbError> {
        let part = Part { store: self, expected: &[], batch };
        if batch.is_empty() { Ok(()) } else { Self::transact(&[part]).map(|_| ()) }
    }
}

impl CompareAndSet for RedbStore {
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, RedbError> {
        let expected = [(key.to_vec(), expected.map(<[u8]>::to_vec))];
        Self::transact(&[Part { store: self, expected: &expected, batch: &Batch::of(key, change) }])
    }

    fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, RedbError> {
        let moved = self.change_rows(|rows| {
            let Some(value) = rows.remove(from)?.map(|value| value.value().to_vec()) else { return Ok(0) };
            rows.insert(to, value.as_slice())?;
            Ok(1)
        })?;
        Ok(moved > 0)
    }

    /// Copies the rows in one transaction. An empty list does not start one.
    fn copy_rows(&self, moves: &[Move]) -> Result<u64, RedbError> {
        if moves.is_empty() {
            return Ok(0);
        }
        self.change_rows(|rows| {
            let mut copied = 0;
            for (from, to) in moves {
                let Some(value) = rows.get(from.as_slice())?.map(|value| value.value().to_vec()) else { continue };
                if rows.get(to.as_slice())?.is_none_or(|there| there.value() != value) {
                    rows.insert(to.as_slice(), value.as_slice())?;
                    copied += 1;
                }
            }
            Ok(copied)
        })
    }

    /// Deletes the copied rows in one transaction. An empty list does not start one.
    fn delete_copied(&self, moves: &[Move]) -> Result<u64, RedbError> {
        if moves.is_empty() {
            return Ok(0);
        }
        self.change_rows(|rows| {
            let mut deleted = 0;
            for (from, to) in moves.iter().filter(|(from, to)| from != to) {
                let is_copied = match (rows.get(from.as_slice())?, rows.get(to.as_slice())?) {
                    (Some(row), Some(copy)) => row.value() == copy.value(),
                    _ => false,
                };
                if is_copied {
                    rows.remove(from.as_slice())?;
                    deleted += 1;
                }
            }
            Ok(deleted)
        })
    }
}

/// Covers tables of one database. Tables of different databases return [`RedbError::SeveralDatabases`].
impl IndexedStore for RedbStore {
    type Way = Transactions;
}

impl Transact for RedbStore {
    type Metadata = Self;

    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, RedbError> {
        let Some(Part { store: first, .. }) = parts.first() else { return Ok(true) };
        if let Some(part) = parts.iter().find(|part| !part.store.is_of_database_of(first)) {
            return Err(Self::several_databases(first, part.store));
        }
        // If a row is not as expected, or a step fails, dropping the transaction undoes the steps before it.
        let transaction = first.0.database.begin_write().map_err(commit_error)?;
        for part in parts {
            let is_expected = part.store.is_as_expected(part, &transaction);
            if !is_expected.map_err(|source| part.store.read_error(source))? {
                return Ok(false);
            }
        }
        for part in parts {
            part.store.apply(part.batch, &transaction).map_err(|source| part.store.write_error(source))?;
        }
        transaction.commit().map_err(commit_error)?;
        Ok(true)
    }

    fn readers([first, second]: [&Self; 2]) -> Result<[RedbReader; 2], RedbError> {
        if !second.is_of_database_of(first) {
            return Err(Self::several_databases(first, second));
        }
        let transaction = first.begin_read()?;
        Ok([first.reader_in(&transaction)?, second.reader_in(&transaction)?])
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        (self.is_of_database_of(other) && self.0.name == other.0.name).then(Vec::new)
    }

    /// Returns the table with this table's name and `: metadata`.
    fn metadata(&self) -> Result<Self, RedbError> {
        self.with_table(&format!("{}{METADATA}", self.0.name))
    }
}

/// A snapshot of a [`RedbStore`], taken when the reader was created. It is a read transaction, which ends when you drop
/// the reader and its scans. The database stays open until then.
#[derive(Debug)]
pub struct RedbReader {
    /// `None` if the table did not exist when the reader was created.
    rows: Option<ReadOnlyTable<&'static [u8], &'static [u8]>>,
    /// Keeps the database open: dropping the last handle closes it, even under open transactions.
    store: RedbStore,
}

impl Reader for RedbReader {
    type Error = RedbError;
    type Scan = RedbScan;
    const IS_SORTED: bool = true;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, RedbError> {
        let Some(rows) = &self.rows else { return Ok(None) };
        // The guard is read in place. A move would load it in larger pieces than it was stored in, and such loads must
        // wait for the stores.
        match rows.get(key) {
            Ok(value) => Ok(value.as_ref().map(|value| value.value().to_vec())),
            Err(source) => Err(self.store.read_error(source)),
        }
    }

    fn contains(&self, key: &[u8]) -> Result<bool, RedbError> {
        let Some(rows) = &self.rows else { return Ok(false) };
        Ok(rows.get(key).map_err(|source| self.store.read_error(source))?.is_some())
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> RedbScan {
        let ends = (range.start_bound(), range.end_bound());
        let opened = self.rows.as_ref().map(|rows| rows.range::<&[u8]>(ends)).transpose();
        let (rows, failed) = match opened {
            Ok(rows) => (rows, None),
            Err(error) => (None, Some(error)),
        };
        RedbScan { row: None, rows, failed, direction, store: self.store.clone() }
    }
}

type Guard = AccessGuard<'static, &'static [u8]>;

/// The rows of a range of a [`RedbStore`].
pub struct RedbScan {
    /// The current row, in a page of the cache. It is dropped before the range, which keeps the transaction alive.
    /// Guards that keep it alive themselves took a quarter of the time per row (`benches/engines`).
    row: Option<(Guard, Guard)>,
    /// The rows that are still to be read, or `None` if the scan has failed or its table does not exist.
    rows: Option<Range<'static, &'static [u8], &'static [u8]>>,
    /// The error that prevented the scan from starting. It is the scan's only item.
    failed: Option<StorageError>,
    direction: Direction,
    store: RedbStore,
}

/// Shows the table and the direction.
impl fmt::Debug for RedbScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { store, direction, .. } = self;
        f.debug_struct("RedbScan").field("store", store).field("direction", direction).finish_non_exhaustive()
    }
}

impl Scan for RedbScan {
    type Error = RedbError;

    #[inline]
    fn advance(&mut self) -> Result<bool, RedbError> {
        let next = match (&mut self.rows, self.direction) {
            (Some(rows), Direction::Forward) => rows.next(),
            (Some(rows), Direction::Reverse) => rows.next_back(),
            (None, _) => self.failed.take().map(Err),
        };
        match next {
            Some(Ok(row)) => {
                self.row = Some(row);
                Ok(true)
            }
            Some(Err(source)) => {
                (self.row, self.rows) = (None, None);
                Err(self.store.read_error(source))
            }
            None => {
                self.row = None;
                Ok(false)
            }
        }
    }

    #[inline]
    fn key(&self) -> &[u8] {
        self.row.as_ref().map_or(&[], |(key, _)| key.value())
    }

    #[inline]
    fn value(&self) -> &[u8] {
        self.row.as_ref().map_or(&[], |(_, value)| value.value())
    }
}

impl Iterator for RedbScan {
    type Item = Result<RowBytes, RedbError>;

    fn next(&mut self) -> Option<Self::Item> {
        copied(self)
    }
}

/// Creates a new database under a temporary name, and links it to its own name when it is complete. redb creates a file
/// in several steps. A process that is killed between them would leave a file that is not a database. If this function
/// fails, redb opens the file in its own way, or reports why it cannot.
fn make_whole(path: &Path) {
    let mut aside = path.as_os_str().to_owned();
    aside.push(format!(".{}.new", process::id()));
    let Ok(file) = File::create_new(&aside) else { return };
    let made = FileBackend::new(file).and_then(|file| Database::builder().create_with_backend(file));
    if made.is_ok() {
        // A link instead of a rename, because a rename would replace the file of a process that was faster.
        let _ = fs::hard_link(&aside, path);
    }
    let _ = fs::remove_file(&aside);
}

fn open_error(path: &Path, source: DatabaseError) -> RedbError {
    let path = path.to_owned();
    match source {
        DatabaseError::Storage(StorageError::Io(ref error)) if error.kind() == io::ErrorKind::InvalidData => {
            RedbError::NotADatabase { path, source }
        }
        source => RedbError::Open { path, source },
    }
}

fn commit_error(source: impl Into<redb::Error>) -> RedbError {
    RedbError::Commit { source: Box::new(source.into()) }
}
