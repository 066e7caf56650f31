//! A store in an LMDB environment, through [heed](https://docs.rs/heed): embedded, a memory-mapped B+ tree.

mod error;

use heed::types::Bytes;
use heed::{CommitOrAbort, Database, Env, RoRange, RoRevRange, RoTxn, RwTxn, WithoutTls};
use rowkey_core::{KeyRange, Subspace};
use self_cell::self_cell;
use std::convert::Infallible;
use std::fmt;
use std::ops::Bound;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

pub use error::HeedError;

use crate::store::copied;
use crate::{
    Batch, Change, CompareAndSet, Direction, IndexedStore, Move, Part, Reader, RowBytes, Scan, Store, Transact,
    Transactions, Within,
};

/// The table of the metadata of all tables.
const METADATA: &str = "rowkey metadata";

type OfEnv<'e> = Database<'e, Bytes, Bytes>;

/// A snapshot, which keeps its environment open.
type Snapshot = RoTxn<'static, WithoutTls>;

self_cell! {
    /// A database beside its environment, which it borrows from.
    struct Opened {
        owner: Env<WithoutTls>,
        #[covariant]
        dependent: OfEnv,
    }
}

/// A table of an LMDB environment, through [heed](https://docs.rs/heed): a named database.
///
/// A [`Reader`] is a snapshot. A [batch](Store::write) is one transaction, synced to disk. A clone is the same table, and
/// [`with_table`](Self::with_table) returns another table of the same environment.
///
/// You open the environment yourself, because heed requires `unsafe` for it: LMDB maps the file into memory, so no other
/// program may change it except through LMDB. Its `max_dbs` must count all tables, and one more if an
/// [`IndexedTable`](crate::IndexedTable) uses them. It records in the table `rowkey metadata` which secondary keys are
/// built.
///
/// ```
/// use heed::EnvOpenOptions;
/// use rowkey_store::{Batch, HeedStore, Store};
///
/// # let dir = tempfile::tempdir()?;
/// # let path = dir.path();
/// let mut options = EnvOpenOptions::new().read_txn_without_tls();
/// options.map_size(64 << 20).max_dbs(3);
/// // SAFETY: no other program changes the files.
/// let env = unsafe { options.open(path)? };
/// let calls = HeedStore::new(env, "calls")?;
/// calls.write(Batch::new().put("k", "v"))?;
/// let notes = calls.with_table("notes")?;
/// assert_eq!(notes.get(b"k")?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Transactions
///
/// One transaction writes at a time, so none conflicts. Other processes on the same machine can have the environment open.
///
/// # Limits
///
/// A key has 1 to 511 bytes. Others are an error, and no part of their batch is stored. `#[rowkey(store = lmdb)]` rejects
/// layouts with longer keys at compile time. A table that another program created must not have flags such as `DUP_SORT`
/// or `REVERSE_KEY`, which heed does not report. The file cannot grow beyond the `map_size` of the environment: a write that would exceed it
/// fails as a whole with [`HeedError::Write`] or [`HeedError::Commit`], and its source is `MDB_MAP_FULL`.
///
/// # Open scans
///
/// A reader or a scan pins its snapshot. As long as it exists, LMDB does not reuse the pages that were freed since then,
/// so the file grows with each write, up to the `map_size`. It never shrinks. LMDB has room for 126 readers at a time,
/// unless you set `max_readers`. So drop the scans that you do not use. A scan that has returned its last row releases its
/// snapshot itself.
#[derive(Clone)]
pub struct HeedStore(Arc<NamedTable>);

/// A table of an environment. It is shared, because each reader and each scan keeps the environment open.
struct NamedTable {
    rows: Opened,
    name: Arc<str>,
}

impl HeedStore {
    /// Creates a store from an environment that you opened with heed. Creates the table if the environment does not have
    /// it.
    ///
    /// The environment is opened `read_txn_without_tls`, so that a thread can have several readers.
    ///
    /// # Errors
    ///
    /// Returns [`HeedError::TableName`] if `table` is not a name, and [`HeedError::OpenTable`] if LMDB cannot open or
    /// create the table.
    pub fn new(env: Env<WithoutTls>, table: &str) -> Result<Self, HeedError> {
        if !is_key(&env, table.as_bytes()) || table.contains('\0') {
            return Err(HeedError::TableName { table: table.to_owned() });
        }
        let name: Arc<str> = table.into();
        let path = env.path().to_owned();
        let rows = Opened::try_new(env, |env| opened(env, table));
        let rows = rows.map_err(|source| HeedError::OpenTable { path, table: Arc::clone(&name), source })?;
        Ok(Self(Arc::new(NamedTable { rows, name })))
    }

    /// Returns another table of the same environment. Creates the table if the environment does not have it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new`](Self::new).
    pub fn with_table(&self, table: &str) -> Result<Self, HeedError> {
        Self::new(self.env().clone(), table)
    }

    fn env(&self) -> &Env<WithoutTls> {
        self.0.rows.borrow_owner()
    }

    fn rows(&self) -> &OfEnv<'_> {
        self.0.rows.borrow_dependent()
    }

    /// Runs `change` in a transaction, and commits it if the result says so. Otherwise, and after an error, dropping the
    /// transaction undoes the change.
    fn in_transaction<T>(
        &self,
        change: impl FnOnce(&mut RwTxn<'_>) -> Result<Outcome<T>, HeedError>,
    ) -> Result<T, HeedError> {
        let mut transaction = self.env().write_txn().map_err(|source| self.commit_error(source))?;
        match change(&mut transaction)? {
            Outcome::Keep(outcome) => Ok(outcome),
            Outcome::Commit(outcome) => {
                transaction.commit().map_err(|source| self.commit_error(source))?;
                Ok(outcome)
            }
        }
    }

    /// Returns the value of a row, borrowed from the memory map.
    fn value<'t>(&self, key: &[u8], transaction: &'t RoTxn<'_>) -> Result<Option<&'t [u8]>, HeedError> {
        if !is_key(self.env(), key) {
            return Ok(None);
        }
        self.rows().get(transaction, key).map_err(|source| self.read_error(source))
    }

    fn put(&self, key: &[u8], value: &[u8], transaction: &mut RwTxn<'_>) -> Result<(), HeedError> {
        self.check_key(key)?;
        self.rows().put(transaction, key, value).map_err(|source| self.write_error(source))
    }

    fn delete(&self, key: &[u8], transaction: &mut RwTxn<'_>) -> Result<(), HeedError> {
        self.check_key(key)?;
        self.rows().delete(transaction, key).map(drop).map_err(|source| self.write_error(source))
    }

    fn apply(&self, batch: &Batch, transaction: &mut RwTxn<'_>) -> Result<(), HeedError> {
        batch.iter().try_for_each(|(key, change)| match change {
            Change::Put(value) => self.put(key, value, transaction),
            Change::Delete => self.delete(key, transaction),
        })
    }

    /// Rejects keys that LMDB does not store.
    fn check_key(&self, key: &[u8]) -> Result<(), HeedError> {
        let (table, limit) = (|| Arc::clone(&self.0.name), self.env().max_key_size());
        match key.len() {
            0 => Err(HeedError::EmptyKey { table: table() }),
            length if length > limit => Err(HeedError::KeyTooLong { table: table(), length, limit }),
            _ => Ok(()),
        }
    }

    /// Takes a snapshot of all tables.
    fn snapshot(&self) -> Result<Rc<Snapshot>, HeedError> {
        self.env().clone().static_read_txn().map(Rc::new).map_err(|source| self.read_error(source))
    }

    /// Returns `true` if both stores are tables of one environment. heed opens a folder only once.
    fn is_of_environment_of(&self, other: &Self) -> bool {
        self.env().path() == other.env().path()
    }

    fn several_environments(&self, other: &Self) -> HeedError {
        HeedError::SeveralEnvironments { first: Arc::clone(&self.0.name), other: Arc::clone(&other.0.name) }
    }

    fn path(&self) -> PathBuf {
        self.env().path().to_owned()
    }

    fn read_error(&self, source: heed::Error) -> HeedError {
        HeedError::Read { path: self.path(), table: Arc::clone(&self.0.name), source }
    }

    fn write_error(&self, source: heed::Error) -> HeedError {
        HeedError::Write { path: self.path(), table: Arc::clone(&self.0.name), source }
    }

    fn commit_error(&self, source: heed::Error) -> HeedError {
        HeedError::Commit { path: self.path(), source }
    }
}

/// What to do with a transaction, and the result of its change.
enum Outcome<T> {
    Commit(T),
    /// Nothing has changed.
    Keep(T),
}

/// Opens a database. Creates it only if it does not exist, because that takes a transaction that writes.
fn opened<'e>(env: &'e Env<WithoutTls>, table: &str) -> Result<OfEnv<'e>, heed::Error> {
    let found = env.open_databases_and_commit(env.read_txn()?, |opener, transaction| {
        let found = opener.open_database::<Bytes, Bytes>(transaction, Some(table))?;
        Ok::<_, heed::Error>(found.map_or(CommitOrAbort::Abort(()), CommitOrAbort::Commit))
    });
    match found? {
        CommitOrAbort::Commit(found) => Ok(found),
        CommitOrAbort::Abort(()) => {
            let created = env.create_databases_and_commit(env.write_txn()?, |opener, transaction| {
                let created = opener.create_database::<Bytes, Bytes>(transaction, Some(table))?;
                Ok::<_, heed::Error>(CommitOrAbort::<_, Infallible>::Commit(created))
            });
            match created? {
                CommitOrAbort::Commit(created) => Ok(created),
                CommitOrAbort::Abort(never) => match never {},
            }
        }
    }
}

/// Returns `false` if no row can have this key.
fn is_key(env: &Env<WithoutTls>, key: &[u8]) -> bool {
    (1..=env.max_key_size()).contains(&key.len())
}

/// Shows the name of the table only.
impl fmt::Debug for HeedStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeedStore").field("table", &self.0.name).finish_non_exhaustive()
    }
}

impl Store for HeedStore {
    const JOINS_WRITES: bool = true;
    type Error = HeedError;
    type Reader<'s> = HeedReader;

    fn reader(&self) -> Result<HeedReader, HeedError> {
        Ok(HeedReader { snapshot: self.snapshot()?, store: self.clone() })
    }

    /// Writes the batch in one transaction. An empty batch does not start one.
    fn write(&self, batch: &Batch) -> Result<(), HeedError> {
        let part = Part { store: self, expected: &[], batch };
        if batch.is_empty() { Ok(()) } else { Self::transact(&[part]).map(|_| ()) }
    }
}

impl CompareAndSet for HeedStore {
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, HeedError> {
        let expected = [(key.to_vec(), expected.map(<[u8]>::to_vec))];
        Self::transact(&[Part { store: self, expected: &expected, batch: &Batch::of(key, change) }])
    }

    fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, HeedError> {
        self.in_transaction(|transaction| {
            let Some(value) = self.value(from, transaction)?.map(<[u8]>::to_vec) else {
                return Ok(Outcome::Keep(false));
            };
            self.delete(from, transaction)?;
            self.put(to, &value, transaction)?;
            Ok(Outcome::Commit(true))
        })
    }

    /// Copies the rows in one transaction.
    fn copy_rows(&self, moves: &[Move]) -> Result<u64, HeedError> {
        self.in_transaction(|transaction| {
            let mut copied = 0;
            for (from, to) in moves {
                let Some(value) = self.value(from, transaction)?.map(<[u8]>::to_vec) else { continue };
                if self.value(to, transaction)? != Some(&value) {
                    self.put(to, &value, transaction)?;
                    copied += 1;
                }
            }
            Ok(if copied > 0 { Outcome::Commit(copied) } else { Outcome::Keep(0) })
        })
    }

    /// Deletes the copied rows in one transaction.
    fn delete_copied(&self, moves: &[Move]) -> Result<u64, HeedError> {
        self.in_transaction(|transaction| {
            let mut deleted = 0;
            for (from, to) in moves.iter().filter(|(from, to)| from != to) {
                let row = self.value(from, transaction)?;
                if row.is_some() && row == self.value(to, transaction)? {
                    self.delete(from, transaction)?;
                    deleted += 1;
                }
            }
            Ok(if deleted > 0 { Outcome::Commit(deleted) } else { Outcome::Keep(0) })
        })
    }
}

/// Covers tables of one environment. Tables of different ones return [`HeedError::SeveralEnvironments`].
impl IndexedStore for HeedStore {
    type Way = Transactions;
}

impl Transact for HeedStore {
    type Metadata = Within<Self>;

    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, HeedError> {
        let Some(Part { store: first, .. }) = parts.first() else { return Ok(true) };
        if let Some(part) = parts.iter().find(|part| !part.store.is_of_environment_of(first)) {
            return Err(first.several_environments(part.store));
        }
        first.in_transaction(|transaction| {
            for (part, (key, expected)) in
                parts.iter().flat_map(|part| part.expected.iter().map(move |row| (part, row)))
            {
                if part.store.value(key, transaction)? != expected.as_deref() {
                    return Ok(Outcome::Keep(false));
                }
            }
            parts.iter().try_for_each(|part| part.store.apply(part.batch, transaction))?;
            Ok(Outcome::Commit(true))
        })
    }

    fn readers([first, second]: [&Self; 2]) -> Result<[HeedReader; 2], HeedError> {
        if !second.is_of_environment_of(first) {
            return Err(first.several_environments(second));
        }
        let snapshot = first.snapshot()?;
        Ok([first, second].map(|store| HeedReader { snapshot: Rc::clone(&snapshot), store: store.clone() }))
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        (self.is_of_environment_of(other) && self.0.name == other.0.name).then(Vec::new)
    }

    /// Returns the rows of this table in the table `rowkey metadata`, after its name and a zero byte.
    fn metadata(&self) -> Result<Within<Self>, HeedError> {
        Ok(Within::new(self.with_table(METADATA)?, Subspace::new(format!("{}\0", self.0.name))))
    }
}

/// A snapshot of a [`HeedStore`], taken when the reader was created. It is a read transaction, which ends when you drop
/// the reader and its scans.
#[derive(Clone)]
pub struct HeedReader {
    snapshot: Rc<Snapshot>,
    store: HeedStore,
}

impl Reader for HeedReader {
    type Error = HeedError;
    type Scan = HeedScan;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, HeedError> {
        Ok(self.store.value(key, &self.snapshot)?.map(<[u8]>::to_vec))
    }

    /// Does not copy the value.
    fn contains(&self, key: &[u8]) -> Result<bool, HeedError> {
        Ok(self.store.value(key, &self.snapshot)?.is_some())
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> HeedScan {
        let opened = (!range.is_empty()).then(|| {
            Rows::try_new(Rc::clone(&self.snapshot), |snapshot| Cursor::open(&self.store, snapshot, &range, direction))
        });
        let (rows, failed) = match opened.transpose() {
            Ok(rows) => (rows, None),
            Err(error) => (None, Some(error)),
        };
        HeedScan { rows, failed, store: self.store.clone() }
    }
}

/// Shows the table.
impl fmt::Debug for HeedReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeedReader").field("store", &self.store).finish_non_exhaustive()
    }
}

self_cell! {
    /// A cursor beside its snapshot, which it borrows from.
    struct Rows {
        owner: Rc<Snapshot>,
        #[covariant]
        dependent: Cursor,
    }
}

/// A row, borrowed from the memory map.
type Lent<'s> = (&'s [u8], &'s [u8]);

/// The rest of a range, and the current row.
struct Cursor<'s> {
    rest: Rest<'s>,
    row: Option<Lent<'s>>,
}

enum Rest<'s> {
    Forward(RoRange<'s, Bytes, Bytes>),
    Reverse(RoRevRange<'s, Bytes, Bytes>),
}

impl<'s> Cursor<'s> {
    fn open(
        store: &HeedStore,
        snapshot: &'s Snapshot,
        range: &KeyRange,
        direction: Direction,
    ) -> Result<Self, heed::Error> {
        // LMDB does not look for the empty key. Every key is after it.
        let start = if range.start().is_empty() { Bound::Unbounded } else { Bound::Included(range.start()) };
        let ends = (start, range.stop().map_or(Bound::Unbounded, Bound::Excluded));
        let rest = match direction {
            Direction::Forward => Rest::Forward(store.rows().range(snapshot, &ends)?),
            Direction::Reverse => Rest::Reverse(store.rows().rev_range(snapshot, &ends)?),
        };
        Ok(Self { rest, row: None })
    }

    /// Advances to the next row. Returns `false` at the end.
    fn advance(&mut self) -> Result<bool, heed::Error> {
        let next = match &mut self.rest {
            Rest::Forward(rows) => rows.next(),
            Rest::Reverse(rows) => rows.next(),
        };
        self.row = next.transpose()?;
        Ok(self.row.is_some())
    }
}

/// The rows of a range of a [`HeedStore`]. It owns its snapshot, so it can outlive its reader and its store. It stays on
/// its thread.
pub struct HeedScan {
    /// `None` if there are no more rows. The snapshot is then released.
    rows: Option<Rows>,
    /// The error that prevented the scan from starting. It is the scan's only item.
    failed: Option<heed::Error>,
    store: HeedStore,
}

impl HeedScan {
    fn row(&self) -> Option<Lent<'_>> {
        self.rows.as_ref().and_then(|rows| rows.borrow_dependent().row)
    }
}

/// Shows the table.
impl fmt::Debug for HeedScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeedScan").field("store", &self.store).finish_non_exhaustive()
    }
}

impl Scan for HeedScan {
    type Error = HeedError;

    #[inline]
    fn advance(&mut self) -> Result<bool, HeedError> {
        let is_row = match (&mut self.rows, self.failed.take()) {
            (Some(rows), _) => rows.with_dependent_mut(|_, cursor| cursor.advance()),
            (None, Some(error)) => Err(error),
            (None, None) => Ok(false),
        };
        if !matches!(is_row, Ok(true)) {
            self.rows = None;
        }
        is_row.map_err(|source| self.store.read_error(source))
    }

    #[inline]
    fn key(&self) -> &[u8] {
        self.row().map_or(&[], |(key, _)| key)
    }

    #[inline]
    fn value(&self) -> &[u8] {
        self.row().map_or(&[], |(_, value)| value)
    }
}

impl Iterator for HeedScan {
    type Item = Result<RowBytes, HeedError>;

    fn next(&mut self) -> Option<Self::Item> {
        copied(self)
    }
}
