//! Rows in a [redb](https://docs.rs/redb) database: one file, ACID transactions, no server.

use redb::backends::FileBackend;
use redb::{Database, DatabaseError, OwnedRange, ReadOnlyTable, ReadableDatabase, StorageError};
use redb::{TableDefinition, TableError, TableHandle, WriteTransaction};
use rowkey_core::KeyRange;
use std::fs::File;
use std::ops::RangeBounds;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, fs, io, process};

use crate::{Batch, Change, Direction, Reader, Row, Store};

/// One named table of a redb database.
///
/// A table that was never written to reads as empty. Reads are transactions, so a [`Reader`] sees the rows as they
/// were when it was made. A [batch](Store::write) is one transaction, synced to disk: for a bulk load, put many
/// thousand rows into one.
///
/// A clone is the same table, and [`with_table`](Self::with_table) another one of the same database. A second process,
/// or a second [`open`](Self::open) in this one, is refused while the database is open.
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
pub struct RedbStore {
    database: Arc<Database>,
    table: Arc<str>,
}

/// What can go wrong in a [`RedbStore`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RedbError {
    /// The file exists, and holds something else.
    #[error("`{}` is not a redb database", path.display())]
    NotADatabase {
        /// The file.
        path: PathBuf,
        /// What redb found.
        source: DatabaseError,
    },
    /// The database cannot be opened: no right to, already open, of an old format, damaged, ...
    #[error("cannot open the redb database `{}`", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: DatabaseError,
    },
    /// A table of redb needs a name.
    #[error("a redb table needs a name, and this one is empty")]
    EmptyTableName,
    /// The names of the tables cannot be read.
    #[error("cannot list the tables of the redb database")]
    List {
        /// Why not.
        source: Box<redb::Error>,
    },
    /// A row cannot be read.
    #[error("cannot read from the redb table `{table}`")]
    Read {
        /// The table.
        table: Arc<str>,
        /// Why not.
        source: Box<redb::Error>,
    },
    /// A table cannot be written to. Nothing of the batch was stored.
    #[error("cannot write to the redb table `{table}`")]
    Write {
        /// The table.
        table: Arc<str>,
        /// Why not.
        source: Box<redb::Error>,
    },
    /// The transaction of a write cannot begin or be committed. After an I/O error redb wants the database to be opened
    /// again; then it holds all of the batch or nothing of it.
    #[error("cannot commit to the redb database")]
    Commit {
        /// Why not.
        source: Box<redb::Error>,
    },
    /// Tables that were to be written together are of several databases.
    #[error("the redb tables `{first}` and `{other}` are not of one database, so no transaction covers both")]
    SeveralDatabases {
        /// The first table.
        first: Arc<str>,
        /// One of another database.
        other: Arc<str>,
    },
}

impl RedbStore {
    /// Opens the database `path`, made where there is no file or an empty one, at its table `table`.
    ///
    /// # Errors
    ///
    /// [`RedbError::NotADatabase`] where the file holds something else, [`RedbError::Open`] where redb cannot open it,
    /// [`RedbError::EmptyTableName`].
    pub fn open(path: impl AsRef<Path>, table: &str) -> Result<Self, RedbError> {
        let path = path.as_ref();
        if !path.exists() {
            make_whole(path);
        }
        let database = Database::create(path).map_err(|source| open_error(path, source))?;
        Self::new(Arc::new(database), table)
    }

    /// The table `table` of a database that was opened by redb's own means, to set its cache size for example.
    ///
    /// # Errors
    ///
    /// [`RedbError::EmptyTableName`].
    pub fn new(database: Arc<Database>, table: &str) -> Result<Self, RedbError> {
        if table.is_empty() {
            return Err(RedbError::EmptyTableName);
        }
        Ok(Self { database, table: table.into() })
    }

    /// Another table of the same database.
    ///
    /// # Errors
    ///
    /// [`RedbError::EmptyTableName`].
    pub fn with_table(&self, table: &str) -> Result<Self, RedbError> {
        Self::new(Arc::clone(&self.database), table)
    }

    /// The names of the tables that the database holds, in their order. A table is there from its first write on.
    ///
    /// # Errors
    ///
    /// [`RedbError::List`].
    pub fn tables(&self) -> Result<Vec<String>, RedbError> {
        let list = || {
            let transaction = self.database.begin_read()?;
            let tables = transaction.list_tables()?;
            Ok(tables.map(|table| table.name().to_owned()).collect())
        };
        list().map_err(|source: redb::Error| RedbError::List { source: Box::new(source) })
    }

    /// Writes to several tables of one database in one transaction: all of the batches or nothing.
    ///
    /// ```
    /// use rowkey_store::{Batch, RedbStore};
    ///
    /// # let dir = tempfile::tempdir()?;
    /// # let path = dir.path().join("orders.redb");
    /// let by_buyer = RedbStore::open(&path, "by_buyer")?;
    /// let by_seller = by_buyer.with_table("by_seller")?;
    /// RedbStore::write_together(&[
    ///     (&by_buyer, Batch::new().put("anna 7", "a lamp")),
    ///     (&by_seller, Batch::new().put("bert 7", "a lamp")),
    /// ])?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RedbError::SeveralDatabases`], and where a table cannot be written to or the transaction not be committed.
    pub fn write_together(batches: &[(&Self, &Batch)]) -> Result<(), RedbError> {
        let Some((first, _)) = batches.first() else { return Ok(()) };
        // Where any step fails, dropping the transaction undoes the steps before.
        let transaction = first.database.begin_write().map_err(commit_error)?;
        for (store, batch) in batches {
            if !Arc::ptr_eq(&store.database, &first.database) {
                let (first, other) = (Arc::clone(&first.table), Arc::clone(&store.table));
                return Err(RedbError::SeveralDatabases { first, other });
            }
            store.apply(batch, &transaction).map_err(|source| store.write_error(source))?;
        }
        transaction.commit().map_err(commit_error)
    }

    fn apply(&self, batch: &Batch, transaction: &WriteTransaction) -> Result<(), redb::Error> {
        let mut rows = transaction.open_table(self.definition())?;
        for (key, change) in batch.iter() {
            match change {
                Change::Put(value) => rows.insert(key, value.as_slice())?,
                Change::Delete => rows.remove(key)?,
            };
        }
        Ok(())
    }

    /// What redb calls the table: its name and the types of its keys and values.
    fn definition(&self) -> TableDefinition<'_, &'static [u8], &'static [u8]> {
        TableDefinition::new(&self.table)
    }

    fn read_error(&self, source: impl Into<redb::Error>) -> RedbError {
        RedbError::Read { table: Arc::clone(&self.table), source: Box::new(source.into()) }
    }

    fn write_error(&self, source: redb::Error) -> RedbError {
        RedbError::Write { table: Arc::clone(&self.table), source: Box::new(source) }
    }
}

/// Shows the table: redb's database does not show itself.
impl fmt::Debug for RedbStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedbStore").field("table", &self.table).finish_non_exhaustive()
    }
}

impl Store for RedbStore {
    type Error = RedbError;
    type Reader<'s> = RedbReader;

    fn reader(&self) -> Result<RedbReader, RedbError> {
        let open = || match self.database.begin_read()?.open_table(self.definition()) {
            Ok(rows) => Ok(Some(rows)),
            Err(TableError::TableDoesNotExist(_)) => Ok(None),
            Err(error) => Err(error.into()),
        };
        let rows = open().map_err(|source: redb::Error| self.read_error(source))?;
        Ok(RedbReader { rows, store: self.clone() })
    }

    /// An empty batch makes no transaction.
    fn write(&self, batch: &Batch) -> Result<(), RedbError> {
        if batch.is_empty() { Ok(()) } else { Self::write_together(&[(self, batch)]) }
    }
}

/// The rows of a [`RedbStore`] at the moment the reader was made: a read transaction, that ends when the reader and
/// its scans are dropped. Until then, they keep the database open.
#[derive(Debug)]
pub struct RedbReader {
    /// `None` while the table was never written to.
    rows: Option<ReadOnlyTable<&'static [u8], &'static [u8]>>,
    /// Dropping the last handle closes the database, also under open transactions.
    store: RedbStore,
}

impl Reader for RedbReader {
    type Error = RedbError;
    type Scan = RedbScan;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, RedbError> {
        let Some(rows) = &self.rows else { return Ok(None) };
        let value = rows.get_owned(key).map_err(|source| self.store.read_error(source))?;
        Ok(value.map(|value| value.value().to_vec()))
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> RedbScan {
        let ends = (range.start_bound(), range.end_bound());
        let opened = self.rows.as_ref().map(|rows| rows.range_owned::<&[u8]>(ends)).transpose();
        let (rows, failed) = match opened {
            Ok(rows) => (rows, None),
            Err(error) => (None, Some(error)),
        };
        RedbScan { rows, failed, direction, store: self.store.clone() }
    }
}

/// The rows of a range of a [`RedbStore`].
pub struct RedbScan {
    /// What is still to be read; `None` at the end.
    rows: Option<OwnedRange<&'static [u8], &'static [u8]>>,
    /// Why the scan could not begin: its only item.
    failed: Option<StorageError>,
    direction: Direction,
    store: RedbStore,
}

impl RedbScan {
    fn step(&mut self) -> Result<Option<Row>, StorageError> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let Some(rows) = &mut self.rows else { return Ok(None) };
        let row = match self.direction {
            Direction::Forward => rows.next(),
            Direction::Reverse => rows.next_back(),
        };
        let row = row.transpose()?;
        Ok(row.map(|(key, value)| (key.value().to_vec(), value.value().to_vec())))
    }
}

/// Shows what is read, and which way.
impl fmt::Debug for RedbScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { store, direction, .. } = self;
        f.debug_struct("RedbScan").field("store", store).field("direction", direction).finish_non_exhaustive()
    }
}

impl Iterator for RedbScan {
    type Item = Result<Row, RedbError>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.step().map_err(|source| self.store.read_error(source));
        if !matches!(row, Ok(Some(_))) {
            self.rows = None;
        }
        row.transpose()
    }
}

/// redb makes a new file in several steps, and a process that is killed between them leaves a file that is no database.
/// So the file is made under another name, and gets its own when it is whole. Where this fails, redb's own way is left
/// to work or to say why not.
fn make_whole(path: &Path) {
    let mut aside = path.as_os_str().to_owned();
    aside.push(format!(".{}.new", process::id()));
    let Ok(file) = File::create_new(&aside) else { return };
    let made = FileBackend::new(file).and_then(|file| Database::builder().create_with_backend(file));
    if made.is_ok() {
        // Not renamed: that would replace the file of a process that was faster.
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
