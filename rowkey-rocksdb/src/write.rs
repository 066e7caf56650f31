//! Writes: optimistic transactions, which start again after a conflict.

use rocksdb::{ErrorKind, OptimisticTransactionOptions, Transaction};
use rowkey_core::Subspace;
use rowkey_store::{Batch, Change, CompareAndSet, IndexedStore, Move, Part, Transact, Transactions, Within};
use std::sync::Arc;

use crate::reader::Snapshot;
use crate::{Database, RocksError, RocksReader, RocksStore};

/// The longest key that RocksDB is made for: 8 MiB. It stores lengths in 32 bits, and some with those of a value.
const LONGEST_KEY: usize = 8 << 20;
/// The longest value that RocksDB is made for: 3 GiB.
const LONGEST_VALUE: usize = 3 << 30;

type Changes<'d> = Transaction<'d, Database>;

impl RocksStore {
    /// Runs `change` in a transaction, and commits it if the result says so. After a conflict, it runs again.
    ///
    /// Even a put without an expected value needs a transaction. A commit locks its keys, compares them, and then
    /// writes. A write outside of transactions takes no lock, so it could come in between and be lost.
    fn in_transaction<T>(
        &self,
        change: impl Fn(&Changes<'_>) -> Result<Outcome<T>, RocksError>,
    ) -> Result<T, RocksError> {
        let options = OptimisticTransactionOptions::default();
        loop {
            let transaction = self.database().transaction_opt(self.write_options(), &options);
            let outcome = match change(&transaction)? {
                Outcome::Keep(outcome) => return Ok(outcome),
                Outcome::Commit(outcome) => outcome,
            };
            match transaction.commit() {
                Ok(()) => return Ok(outcome),
                Err(error) if is_conflict(&error) => {}
                Err(source) => return Err(RocksError::Commit { path: self.path(), source }),
            }
        }
    }

    /// Returns the value of a row. The commit fails if the row changes until then.
    fn value(&self, key: &[u8], transaction: &Changes<'_>) -> Result<Option<Vec<u8>>, RocksError> {
        let value = transaction.get_for_update_cf_opt(self.family(), key, true, &self.read_options());
        value.map_err(|source| self.read_error(source))
    }

    fn put(&self, key: &[u8], value: &[u8], transaction: &Changes<'_>) -> Result<(), RocksError> {
        transaction.put_cf(self.family(), key, value).map_err(|source| self.write_error(source))
    }

    fn delete(&self, key: &[u8], transaction: &Changes<'_>) -> Result<(), RocksError> {
        transaction.delete_cf(self.family(), key).map_err(|source| self.write_error(source))
    }

    fn apply(&self, batch: &Batch, transaction: &Changes<'_>) -> Result<(), RocksError> {
        batch.iter().try_for_each(|(key, change)| match change {
            Change::Put(value) => self.put(key, value, transaction),
            Change::Delete => self.delete(key, transaction),
        })
    }

    /// Rejects keys and values that are too long.
    fn check_lengths(&self, batch: &Batch) -> Result<(), RocksError> {
        let check = |what, length, limit| match length > limit {
            true => Err(RocksError::TooLong { table: Arc::clone(self.name()), what, length, limit }),
            false => Ok(()),
        };
        batch.iter().try_for_each(|(key, change)| {
            check("key", key.len(), LONGEST_KEY)?;
            match change {
                Change::Put(value) => check("value", value.len(), LONGEST_VALUE),
                Change::Delete => Ok(()),
            }
        })
    }

    fn write_error(&self, source: rocksdb::Error) -> RocksError {
        RocksError::Write { path: self.path(), table: Arc::clone(self.name()), source }
    }

    fn several_databases(&self, other: &Self) -> RocksError {
        RocksError::SeveralDatabases { first: Arc::clone(self.name()), other: Arc::clone(other.name()) }
    }
}

/// What to do with a transaction, and the result of its change.
enum Outcome<T> {
    Commit(T),
    /// Nothing has changed.
    Keep(T),
}

/// Returns `true` if another write changed a row of the transaction, or if RocksDB cannot tell because it has written
/// the changes since then to files. Nothing is stored in both cases.
///
/// RocksDB reports a conflict as busy without a text. With a text, it is another problem, which may not go away.
fn is_conflict(error: &rocksdb::Error) -> bool {
    match error.kind() {
        ErrorKind::Busy => error.as_ref().trim_end() == "Resource busy:",
        ErrorKind::TryAgain => true,
        _ => false,
    }
}

impl CompareAndSet for RocksStore {
    fn compare_and_set(&self, key: &[u8], expected: Option<&[u8]>, change: Change<'_>) -> Result<bool, RocksError> {
        let expected = [(key.to_vec(), expected.map(<[u8]>::to_vec))];
        let mut batch = Batch::new();
        match change {
            Change::Put(value) => batch.put(key, value),
            Change::Delete => batch.delete(key),
        };
        Self::transact(&[Part { store: self, expected: &expected, batch: &batch }])
    }

    fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, RocksError> {
        self.in_transaction(|transaction| {
            let Some(value) = self.value(from, transaction)? else { return Ok(Outcome::Keep(false)) };
            self.delete(from, transaction)?;
            self.put(to, &value, transaction)?;
            Ok(Outcome::Commit(true))
        })
    }

    /// Copies the rows in one transaction.
    fn copy_rows(&self, moves: &[Move]) -> Result<u64, RocksError> {
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
    fn delete_copied(&self, moves: &[Move]) -> Result<u64, RocksError> {
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

/// Covers tables of one database. Tables of different databases return [`RocksError::SeveralDatabases`].
impl IndexedStore for RocksStore {
    type Way = Transactions;
}

impl Transact for RocksStore {
    type Metadata = Within<Self>;

    fn transact(parts: &[Part<'_, Self>]) -> Result<bool, RocksError> {
        let Some(Part { store: first, .. }) = parts.first() else { return Ok(true) };
        for part in parts {
            if !part.store.is_of_database_of(first) {
                return Err(first.several_databases(part.store));
            }
            part.store.check_lengths(part.batch)?;
        }
        first.in_transaction(|transaction| {
            for (part, (key, expected)) in
                parts.iter().flat_map(|part| part.expected.iter().map(move |row| (part, row)))
            {
                if part.store.value(key, transaction)? != *expected {
                    return Ok(Outcome::Keep(false));
                }
            }
            parts.iter().try_for_each(|part| part.store.apply(part.batch, transaction))?;
            Ok(Outcome::Commit(true))
        })
    }

    fn readers([first, second]: [&Self; 2]) -> Result<[RocksReader; 2], RocksError> {
        if !second.is_of_database_of(first) {
            return Err(first.several_databases(second));
        }
        let snapshot = Arc::new(Snapshot::of(first.database()));
        Ok([first, second].map(|store| RocksReader::new(Arc::clone(&snapshot), store.clone())))
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        (self.is_of_database_of(other) && self.name() == other.name()).then(Vec::new)
    }

    /// Returns the rows of this table in the table `rowkey metadata`, after its name and a zero byte.
    fn metadata(&self) -> Result<Within<Self>, RocksError> {
        Ok(Within::new(self.metadata_table()?, Subspace::new(format!("{}\0", self.name()))))
    }
}
