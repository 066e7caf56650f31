//! A store in a [fjall](https://docs.rs/fjall) database: embedded, a log-structured merge tree, with transactions.

mod error;

use fjall::{Iter, KeyspaceCreateOptions, KvPair, PersistMode, Readable, SingleWriterTxDatabase};
use fjall::{SingleWriterTxKeyspace, SingleWriterWriteTx, Snapshot, UserValue};
use rowkey_core::{KeyRange, Subspace};
use std::ops::Bound;
use std::path::{self, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{fmt, fs, process};

pub use error::FjallError;

use crate::store::copied;
use crate::{
    Batch, Change, CompareAndSet, Direction, IndexedStore, Move, Part, Reader, RowBytes, Scan, Store, Transact,
    Transactions, Within,
};

/// The longest key that fjall stores. It panics at a longer one, also at one that it only looks for.
const LONGEST_KEY: usize = u16::MAX as usize;
/// The longest value. fjall takes 4 GiB, but counts the bytes of a block in 32 bits, without a check. A block is a value
/// with its key, and up to 4 MiB before it.
const LONGEST_VALUE: usize = u32::MAX as usize - (16 << 20);

/// A table of a [fjall](https://docs.rs/fjall) database: a keyspace.
///
/// A [`Reader`] is a snapshot. A [batch](Store::write) is one transaction, synced to disk. A clone is the same table, and
/// [`with_table`](Self::with_table) returns another table of the same database. While the database is open, a second
/// process cannot open it. A second [`open`](Self::open) in this process also fails. The database closes when you drop
/// its last store, reader, and scan.
///
/// ```
/// use rowkey_store::{Batch, FjallStore, Store};
///
/// # let dir = tempfile::tempdir()?;
/// # let path = dir.path().join("calls");
/// let calls = FjallStore::open(&path, "calls")?;
/// calls.write(Batch::new().put("k", "v"))?;
/// let notes = calls.with_table("notes")?;
/// assert_eq!(notes.get(b"k")?, None);
/// drop((calls, notes));
///
/// let calls = FjallStore::open(&path, "calls")?;
/// assert_eq!(calls.get(b"k")?, Some(b"v".to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Transactions
///
/// One transaction runs at a time, so none conflicts. A reader can see a batch while its write still waits for the
/// disk. Write only through stores, or through transactions of the database. fjall does not order its plain writes with
/// transactions and snapshots.
///
/// An [`IndexedTable`](crate::IndexedTable) records in the table `rowkey metadata` which secondary keys are built.
///
/// # Limits
///
/// A key has 1 to 65,535 bytes, and a value at most 4,079 MiB. Others are an error before any write.
///
/// # Open scans
///
/// A reader or a scan pins its snapshot. As long as it exists, fjall does not remove the rows that were deleted or
/// replaced since then, so the files grow. A scan also pins the memory and the files that it began with, even if fjall
/// has merged them into others. So drop the scans that you do not use. A scan that has returned its last row releases
/// all of this itself.
#[derive(Clone)]
pub struct FjallStore {
    table: Arc<NamedTable>,
    waits: bool,
    /// Held by the write that waits for the disk, so that the next one does not hold fjall's lock meanwhile.
    disk: Arc<Mutex<()>>,
}

/// The table of the metadata of all tables.
const METADATA: &str = "rowkey metadata";

/// A table of a database. It is shared, because each reader and each scan keeps the database open.
struct NamedTable {
    rows: SingleWriterTxKeyspace,
    name: Arc<str>,
    /// The folder of the table, in a folder of the database.
    folder: PathBuf,
    database: SingleWriterTxDatabase,
}

type Changes<'d> = SingleWriterWriteTx<'d>;

impl FjallStore {
    /// Opens the table `table` in the database at the folder `path`. Creates what does not exist.
    ///
    /// # Errors
    ///
    /// Returns [`FjallError::Open`] if fjall cannot open the database, and the errors of [`new`](Self::new).
    pub fn open(path: impl AsRef<Path>, table: &str) -> Result<Self, FjallError> {
        let path = path.as_ref();
        check_name(table)?;
        if !path.exists() {
            make_whole(path);
        }
        // fjall panics if it cannot make a path absolute.
        let database = path::absolute(path).map_err(fjall::Error::from);
        let database = database.and_then(|path| SingleWriterTxDatabase::builder(path).open());
        Self::new(database.map_err(|source| FjallError::Open { path: path.to_owned(), source })?, table)
    }

    /// Creates a store from a database that you opened with fjall yourself, for example to set its cache size. Creates
    /// the table if the database does not have it.
    ///
    /// To set the options of a table, create it with fjall before.
    ///
    /// # Errors
    ///
    /// Returns [`FjallError::TableName`] if `table` is not a name of 1 to 255 bytes, and [`FjallError::OpenTable`] if
    /// fjall cannot open or create the table.
    pub fn new(database: SingleWriterTxDatabase, table: &str) -> Result<Self, FjallError> {
        check_name(table)?;
        let name: Arc<str> = table.into();
        let rows = database.keyspace(table, KeyspaceCreateOptions::default);
        let rows = rows.map_err(|source| FjallError::OpenTable { table: Arc::clone(&name), source })?;
        let folder = rows.path();
        Ok(Self { table: Arc::new(NamedTable { rows, name, folder, database }), waits: true, disk: Arc::default() })
    }

    /// Returns another table of the same database. Creates the table if the database does not have it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new`](Self::new).
    pub fn with_table(&self, table: &str) -> Result<Self, FjallError> {
        let other = Self::new(self.table.database.clone(), table)?;
        Ok(Self { table: other.table, ..self.clone() })
    }

    /// Returns a store whose writes do not wait for the disk. A crash of the machine then loses the last writes. It
    /// loses whole batches, and only the last ones. A crash of the program alone loses none.
    #[must_use]
    pub fn without_waiting(mut self) -> Self {
        self.waits = false;
        self
    }

    /// Takes a snapshot of all tables, between two transactions.
    ///
    /// fjall also numbers its changes of files, and shows the rows up to the number of the last one. If such a change
    /// comes after the number of a batch and before its rows, a snapshot of that moment sees none of them, and later
    /// all. So the snapshot is taken under fjall's lock, which each transaction holds until its rows are there.
    fn snapshot(&self) -> Snapshot {
        let _changes = self.table.database.write_tx();
        self.table.database.read_tx()
    }

    /// Runs `change` in a transaction, and commits it if the result says so. Otherwise, and after an error, dropping the
    /// transaction undoes the change.
    fn in_transaction<T>(
        &self,
        change: impl FnOnce(&mut Changes<'_>) -> Result<Outcome<T>, FjallError>,
    ) -> Result<T, FjallError> {
        let database = &self.table.database;
        let _disk = self.disk.lock().unwrap_or_else(PoisonError::into_inner);
        let mut transaction = database.write_tx().durability(Some(PersistMode::Buffer));
        let outcome = match change(&mut transaction)? {
            Outcome::Keep(outcome) => return Ok(outcome),
            Outcome::Commit(outcome) => outcome,
        };
        // The commit releases fjall's lock. Readers take it too, so they do not wait for the disk.
        transaction.commit().map_err(|source| self.commit_error(source))?;
        if self.waits {
            database.persist(PersistMode::SyncAll).map_err(|source| self.commit_error(source))?;
        }
        Ok(outcome)
    }

    /// Returns the value of a row.
    fn value(&self, key: &[u8], rows: &impl Readable) -> Result<Option<UserValue>, FjallError> {
        if !is_key(key) {
            return Ok(None);
        }
        rows.get(&self.table.rows, key).map_err(|source| self.read_error(source))
    }

    fn put(&self, key: &[u8], value: &[u8], transaction: &mut Changes<'_>) -> Result<(), FjallError> {
        self.check_key(key)?;
        self.check_length("value", value.len(), LONGEST_VALUE)?;
        transaction.insert(&self.table.rows, key, value);
        Ok(())
    }

    fn delete(&self, key: &[u8], transaction: &mut Changes<'_>) -> Result<(), FjallError> {
        self.check_key(key)?;
        transaction.remove(&self.table.rows, key);
        Ok(())
    }

    fn apply(&self, batch: &Batch, transaction: &mut Changes<'_>) -> Result<(), FjallError> {
        batch.iter().try_for_each(|(key, change)| match change {
            Change::Put(value) => self.put(key, value, transaction),
            Change::Delete => self.delete(key, transaction),
        })
    }

    /// Rejects keys at which fjall panics.
    fn check_key(&self, key: &[u8]) -> Result<(), FjallError> {
        if key.is_empty() {
            return Err(FjallError::EmptyKey { table: Arc::clone(&self.table.name) });
        }
        self.check_length("key", key.len(), LONGEST_KEY)
    }

    fn check_length(&self, what: &'static str, length: usize, limit: usize) -> Result<(), FjallError> {
        match length > limit {
            true => Err(FjallError::TooLong { table: Arc::clone(&self.table.name), what, length, limit }),
            false => Ok(()),
        }
    }

    /// Returns the folder of all tables of the database. fjall locks it, so two open databases do not have the same.
    fn tables(&self) -> Option<&Path> {
        self.table.folder.parent()
    }

    /// Returns `true` if both stores are tables of one database.
    fn is_of_database_of(&self, other: &Self) -> bool {
        self.tables() == other.tables()
    }

    fn several_databases(&self, other: &Self) -> FjallError {
        FjallError::SeveralDatabases { first: Arc::clone(&self.table.name), other: Arc::clone(&other.table.name) }
    }

    fn read_error(&self, source: fjall::Error) -> FjallError {
        FjallError::Read { table: Arc::clone(&self.table.name), source }
    }

    fn commit_error(&self, source: fjall::Error) -> FjallError {
        let path = self.tables().and_then(Path::parent).unwrap_or(&self.table.folder).to_owned();
        FjallError::Commit { path, source }
    }
}

/// What to do with a transaction, and the result of its change.
enum Outcome<T> {
    Commit(T),
    /// Nothing has changed.
    Keep(T),
}

/// Creates a new database under a temporary name, and renames it when it is complete. fjall creates a folder in several
/// steps. A process that is killed between them would leave a folder that fjall does not open. If this function fails,
/// fjall opens the folder in its own way, or reports why it cannot.
fn make_whole(path: &Path) {
    let mut aside = path.as_os_str().to_owned();
    aside.push(format!(".{}.new", process::id()));
    let Ok(()) = fs::create_dir(&aside) else { return };
    let Ok(absolute) = path::absolute(&aside) else { return };
    if SingleWriterTxDatabase::builder(absolute).open().is_ok() {
        // It does not replace the database of a process that was faster, because that folder is not empty.
        let _ = fs::rename(&aside, path);
    }
    let _ = fs::remove_dir_all(&aside);
}

/// Rejects names at which fjall panics.
fn check_name(table: &str) -> Result<(), FjallError> {
    match table.len() {
        1..=255 => Ok(()),
        _ => Err(FjallError::TableName { table: table.to_owned() }),
    }
}

/// Returns `false` if no row can have this key.
fn is_key(key: &[u8]) -> bool {
    (1..=LONGEST_KEY).contains(&key.len())
}

/// Shows the name of the table only, because fjall's database does not implement `Debug`.
impl fmt::Debug for FjallStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FjallStore").field("table", &self.table.name).finish_non_exhaustive()
    }
}

impl Store for FjallStore {
    const JOINS_WRITES: bool = true;
    type Error = FjallError;
    type Reader<'s> = FjallReader;

    fn reader(&self) -> Result<FjallReader, FjallError> {
        Ok(FjallReader { snapshot: self.snapshot(), store: self.clone() })
    }

    /// Writes the batch in one transaction. An empty batch does not start one.
    fn write(&self, batch: &Batch) -> Result<(), FjallError> {
        let part = Part { store: self, expected: &[], batch };
        if batch.is_empty() { Ok(()) } else { Self::transact(&[part]).map(|_| ()) }
    }
}

impl CompareAndSet for FjallStore {
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, FjallError> {
        let expected = [(key.to_vec(), expected.map(<[u8]>::to_vec))];
        Self::transact(&[Part { store: self, expected: &expected, batch: &Batch::of(key, change) }])
    }

    fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, FjallError> {
        self.in_transaction(|transaction| {
            let Some(value) = self.value(from, transaction)? else { return Ok(Outcome::Keep(false)) };
            self.delete(from, transaction)?;
            self.put(to, &value, transaction)?;
            Ok(Outcome::Commit(true))
        })
    }

    /// Copies the rows in one transaction.
    fn copy_rows(&self, moves: &[Move]) -> Result<u64, FjallError> {
        self.in_transaction(|transaction| {
            let mut copied = 0;
            for (from, to) in moves {
                let Some(value) = self.value(from, transaction)? else { continue };
                if self.value(to, transaction)?.as_ref() != Some(&value) {
                    self.put(to, &value, transaction)?;
                    copied += 1;
                }
            }
            Ok(if copied > 0 { Outcome::Commit(copied) } else { Outcome::Keep(0) })
        })
    }

    /// Deletes the copied rows in one transaction.
    fn delete_copied(&self, moves: &[Move]) -> Result<u64, FjallError> {
        self.in_transaction(|transaction| {
            let mut deleted = 0;
            for (from, to) in moves.iter().filter(|(from, to)| from != to) {
                let Some(value) = self.value(from, transaction)? else { continue };
                if self.value(to, transaction)?.as_ref() == Some(&value) {
                    self.delete(from, transaction)?;
                    deleted += 1;
                }
            }
            Ok(if deleted > 0 { Outcome::Commit(deleted) } else { Outcome::Keep(0) })
        })
    }
}

/// Covers tables of one database. Tables of different databases return [`FjallError::SeveralDatabases`].
impl IndexedStore for FjallStore {
    type Way = Transactions;
}

impl Transact for FjallStore {
    type Metadata = Within<Self>;

    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, FjallError> {
        let Some(Part { store: first, .. }) = parts.first() else { return Ok(true) };
        if let Some(part) = parts.iter().find(|part| !part.store.is_of_database_of(first)) {
            return Err(first.several_databases(part.store));
        }
        first.in_transaction(|transaction| {
            for (part, (key, expected)) in
                parts.iter().flat_map(|part| part.expected.iter().map(move |row| (part, row)))
            {
                if part.store.value(key, transaction)?.as_deref() != expected.as_deref() {
                    return Ok(Outcome::Keep(false));
                }
            }
            parts.iter().try_for_each(|part| part.store.apply(part.batch, transaction))?;
            Ok(Outcome::Commit(true))
        })
    }

    fn readers([first, second]: [&Self; 2]) -> Result<[FjallReader; 2], FjallError> {
        if !second.is_of_database_of(first) {
            return Err(first.several_databases(second));
        }
        let snapshot = first.snapshot();
        Ok([first, second].map(|store| FjallReader { snapshot: snapshot.clone(), store: store.clone() }))
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        (self.table.folder == other.table.folder).then(Vec::new)
    }

    /// Returns the rows of this table in the table `rowkey metadata`, after its name and a zero byte.
    fn metadata(&self) -> Result<Within<Self>, FjallError> {
        Ok(Within::new(self.with_table(METADATA)?, Subspace::new(format!("{}\0", self.table.name))))
    }
}

/// A snapshot of a [`FjallStore`], taken when the reader was created. As long as the reader or a scan of it exists, the
/// database stays open, and fjall keeps the rows of the snapshot.
#[derive(Clone)]
pub struct FjallReader {
    snapshot: Snapshot,
    store: FjallStore,
}

impl Reader for FjallReader {
    type Error = FjallError;
    type Scan = FjallScan;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, FjallError> {
        Ok(self.store.value(key, &self.snapshot)?.map(|value| value.to_vec()))
    }

    /// Does not copy the value.
    fn contains(&self, key: &[u8]) -> Result<bool, FjallError> {
        Ok(self.store.value(key, &self.snapshot)?.is_some())
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> FjallScan {
        let rows = ends(&range).map(|ends| self.snapshot.range::<&[u8], _>(&self.store.table.rows, ends));
        FjallScan { row: None, rows, direction, store: self.store.clone() }
    }
}

/// Shows the table.
impl fmt::Debug for FjallReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FjallReader").field("store", &self.store).finish_non_exhaustive()
    }
}

type Ends<'r> = (Bound<&'r [u8]>, Bound<&'r [u8]>);

/// Returns the ends of a range, or `None` if it has no rows.
///
/// fjall panics at an end that is longer than a key can be. If a key could have 2 bytes, then the keys from 01 02 03 on
/// would be those after 01 02, and the keys before 01 02 03 those up to 01 02.
fn ends(range: &KeyRange) -> Option<Ends<'_>> {
    let start = match range.start().split_at_checked(LONGEST_KEY) {
        None | Some((_, [])) => Bound::Included(range.start()),
        Some((longest, _)) => Bound::Excluded(longest),
    };
    let stop = match range.stop().map(|stop| (stop, stop.split_at_checked(LONGEST_KEY))) {
        None => Bound::Unbounded,
        Some((stop, None | Some((_, [])))) => Bound::Excluded(stop),
        Some((_, Some((longest, _)))) => Bound::Included(longest),
    };
    let is_between = matches!((start, stop), (Bound::Excluded(start), Bound::Included(stop)) if start == stop);
    (!range.is_empty() && !is_between).then_some((start, stop))
}

/// The rows of a range of a [`FjallStore`]. It owns its snapshot, so it can outlive its reader and its store.
pub struct FjallScan {
    /// The current row.
    row: Option<KvPair>,
    /// `None` if there are no more rows. The snapshot is then released.
    rows: Option<Iter>,
    direction: Direction,
    /// Keeps the database open.
    store: FjallStore,
}

/// Shows the table and the direction.
impl fmt::Debug for FjallScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { store, direction, .. } = self;
        f.debug_struct("FjallScan").field("store", store).field("direction", direction).finish_non_exhaustive()
    }
}

impl Scan for FjallScan {
    type Error = FjallError;

    #[inline]
    fn advance(&mut self) -> Result<bool, FjallError> {
        let next = self.rows.as_mut().and_then(|rows| match self.direction {
            Direction::Forward => rows.next(),
            Direction::Reverse => rows.next_back(),
        });
        let row = next.map(|row| row.into_inner()).transpose();
        if !matches!(row, Ok(Some(_))) {
            self.rows = None;
        }
        // After an error, there is no row either.
        self.row = None;
        self.row = row.map_err(|source| self.store.read_error(source))?;
        Ok(self.row.is_some())
    }

    #[inline]
    fn key(&self) -> &[u8] {
        self.row.as_ref().map_or(&[], |(key, _)| key)
    }

    #[inline]
    fn value(&self) -> &[u8] {
        self.row.as_ref().map_or(&[], |(_, value)| value)
    }
}

impl Iterator for FjallScan {
    type Item = Result<RowBytes, FjallError>;

    fn next(&mut self) -> Option<Self::Item> {
        copied(self)
    }
}
