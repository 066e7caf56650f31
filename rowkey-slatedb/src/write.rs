//! Writes and transactions, in the form that SlateDB accepts.

use futures_util::future::{try_join, try_join_all};
use rowkey_core::Subspace;
use rowkey_store::{
    AsyncCompareAndSet, AsyncIndexedStore, AsyncStore, AsyncTransact, Batch, Change, Move, Part, Transactions, Within,
    independent_moves,
};
use slatedb::{DbTransaction, ErrorKind, IsolationLevel, WriteBatch, WriteHandle};
use std::collections::BTreeSet;

use crate::error::or_fenced;
use crate::{SlateError, SlateReader, SlateStore};

/// The maximum number of bytes of a key or a value in SlateDB.
const MOST: usize = u32::MAX as usize;

/// The number of rows that a transaction reads concurrently. Each read may be a call to the object store.
const READ_AT_ONCE: usize = 16;

impl SlateStore {
    pub(crate) async fn write_batch(&self, batch: &Batch) -> Result<(), SlateError> {
        let mut changes = WriteBatch::new();
        for (key, change) in batch.iter() {
            match checked(key, change)? {
                Some(Change::Put(value)) => changes.put(key, value),
                Some(Change::Delete) => changes.delete(key),
                None => {}
            }
        }
        if changes.is_empty() {
            return Ok(());
        }
        let written = self.db.write(changes).await.map_err(write_error)?;
        self.settle(Some(written)).await
    }

    /// Begins a transaction that fails if another writer changes a row that it has read, even a row that did not exist.
    fn begin(&self) -> Result<DbTransaction, SlateError> {
        self.db.begin(IsolationLevel::SerializableSnapshot).map_err(write_error)
    }

    /// Commits a transaction. Returns `false`, and writes no change, if another writer was faster.
    async fn commit(&self, transaction: DbTransaction) -> Result<bool, SlateError> {
        match transaction.commit().await {
            Ok(written) => self.settle(written).await.map(|()| true),
            Err(error) if error.kind() == ErrorKind::Transaction => Ok(false),
            Err(error) => Err(write_error(error)),
        }
    }

    /// Waits until a write is in the object store, if this store waits for that.
    async fn settle(&self, written: Option<WriteHandle>) -> Result<(), SlateError> {
        match written.filter(|_| self.is_durable) {
            Some(written) => written.await_durable().await.map_err(|source| {
                let task = "confirm that the write is in the object store";
                or_fenced(source, task, |source| SlateError::Durable { source })
            }),
            None => Ok(()),
        }
    }
}

impl AsyncCompareAndSet for SlateStore {
    async fn compare_and_set(
        &self,
        key: &[u8],
        expected: Option<&[u8]>,
        change: Change<'_>,
    ) -> Result<bool, SlateError> {
        loop {
            let transaction = self.begin()?;
            if transaction.get(key).await?.as_deref() != expected {
                return Ok(false);
            }
            put(&transaction, key, change)?;
            if self.commit(transaction).await? {
                return Ok(true);
            }
        }
    }

    async fn move_row(&self, from: &[u8], to: &[u8]) -> Result<bool, SlateError> {
        loop {
            let transaction = self.begin()?;
            let Some(value) = transaction.get(from).await? else { return Ok(false) };
            put(&transaction, from, Change::Delete)?;
            put(&transaction, to, Change::Put(&value))?;
            if self.commit(transaction).await? {
                return Ok(true);
            }
        }
    }

    /// Copies all rows in one transaction.
    async fn copy_rows(&self, moves: &[Move]) -> Result<u64, SlateError> {
        loop {
            let transaction = self.begin()?;
            let mut copied = 0;
            // Each move reads two rows.
            for moves in independent_moves(moves).iter().flat_map(|part| part.chunks(READ_AT_ONCE / 2)) {
                let rows =
                    try_join_all(moves.iter().map(|(from, to)| try_join(transaction.get(from), transaction.get(to))))
                        .await?;
                for ((_, to), (row, there)) in moves.iter().zip(rows) {
                    let Some(row) = row.filter(|row| there.as_ref() != Some(row)) else { continue };
                    put(&transaction, to, Change::Put(&row))?;
                    copied += 1;
                }
            }
            if copied == 0 || self.commit(transaction).await? {
                return Ok(copied);
            }
        }
    }

    /// Deletes all copied rows in one transaction.
    async fn delete_copied(&self, moves: &[Move]) -> Result<u64, SlateError> {
        loop {
            let transaction = self.begin()?;
            let mut deleted = BTreeSet::new();
            // Each move reads two rows.
            for moves in moves.chunks(READ_AT_ONCE / 2) {
                let values = moves.iter().map(|(from, to)| try_join(transaction.get(from), transaction.get(to)));
                for ((from, to), (row, copy)) in moves.iter().zip(try_join_all(values).await?) {
                    if from != to && row.is_some() && row == copy && deleted.insert(from) {
                        put(&transaction, from, Change::Delete)?;
                    }
                }
            }
            let deleted = deleted.len() as u64;
            if deleted == 0 || self.commit(transaction).await? {
                return Ok(deleted);
            }
        }
    }
}

/// Covers stores of one database. Stores of different databases return [`SlateError::SeveralDatabases`]. The call waits
/// for the object store if one of the stores does.
impl AsyncIndexedStore for SlateStore {
    type Way = Transactions;
}

impl AsyncTransact for SlateStore {
    type Metadata = Within<Self>;

    async fn transact(parts: &[Part<'_, Self>]) -> Result<bool, SlateError> {
        let Some(first) = parts.first() else { return Ok(true) };
        if let Some(other) = parts.iter().position(|part| !part.store.is_of_database_of(first.store)) {
            return Err(SlateError::SeveralDatabases { other });
        }
        let store = parts.iter().find(|part| part.store.is_durable).unwrap_or(first).store;
        let expected: Vec<_> = parts.iter().flat_map(|part| part.expected).collect();
        loop {
            let transaction = store.begin()?;
            for rows in expected.chunks(READ_AT_ONCE) {
                let found = try_join_all(rows.iter().map(|(key, _)| transaction.get(key))).await?;
                if rows.iter().zip(found).any(|((_, expected), found)| found.as_deref() != expected.as_deref()) {
                    return Ok(false);
                }
            }
            for (key, change) in parts.iter().flat_map(|part| part.batch.iter()) {
                put(&transaction, key, change)?;
            }
            if store.commit(transaction).await? {
                return Ok(true);
            }
        }
    }

    async fn readers([first, second]: [&Self; 2]) -> Result<[SlateReader; 2], SlateError> {
        if !second.is_of_database_of(first) {
            return Err(SlateError::SeveralDatabases { other: 1 });
        }
        let reader = first.reader().await?;
        let of_second = reader.with_options(second.scan_options.clone());
        Ok([reader, of_second])
    }

    fn prefix_in(&self, other: &Self) -> Option<Vec<u8>> {
        self.is_of_database_of(other).then(Vec::new)
    }

    /// Returns the rows whose keys begin with a zero byte and `rowkey metadata/`, because a database has one table.
    async fn metadata(&self) -> Result<Within<Self>, SlateError> {
        Ok(Within::new(self.clone(), Subspace::new(b"\0rowkey metadata/")))
    }
}

fn write_error(source: slatedb::Error) -> SlateError {
    or_fenced(source, "write to SlateDB", |source| SlateError::Write { source })
}

fn put(transaction: &DbTransaction, key: &[u8], change: Change<'_>) -> Result<(), SlateError> {
    match checked(key, change)? {
        Some(Change::Put(value)) => transaction.put(key, value),
        Some(Change::Delete) => transaction.delete(key),
        None => Ok(()),
    }
    .map_err(write_error)
}

/// Checks a change, because SlateDB panics at invalid ones. Returns `None` for a delete of the empty key, because such
/// a row cannot exist.
fn checked<'c>(key: &[u8], change: Change<'c>) -> Result<Option<Change<'c>>, SlateError> {
    let value = if let Change::Put(value) = change { value } else { &[] };
    match (key, change) {
        (_, _) if key.len() > MOST => Err(SlateError::TooLong { part: "key", found: key.len() }),
        (_, _) if value.len() > MOST => Err(SlateError::TooLong { part: "value", found: value.len() }),
        ([], Change::Put(_)) => Err(SlateError::EmptyKey),
        ([], Change::Delete) => Ok(None),
        (_, change) => Ok(Some(change)),
    }
}
