//! Direct calls of fjall.

use super::lent::{Ends, Engine, Rows, Snapshot};
use crate::way::Outcome;
use fjall::{Iter, KeyspaceCreateOptions, KvPair, PersistMode, Readable, SingleWriterTxDatabase};
use fjall::{SingleWriterTxKeyspace, Snapshot as Moment};
use rowkey_benches::readings::Key;
use std::path::Path;

pub struct Fjall {
    database: SingleWriterTxDatabase,
    rows: SingleWriterTxKeyspace,
}

impl Fjall {
    /// Creates a database in a folder.
    pub fn create(path: &Path) -> Outcome<Self> {
        let database = SingleWriterTxDatabase::builder(path).open()?;
        let rows = database.keyspace("readings", KeyspaceCreateOptions::default)?;
        Ok(Self { database, rows })
    }
}

impl Engine for Fjall {
    type Snapshot<'e> = OfFjall<'e>;

    fn write(&self, rows: &[(Key, &[u8])]) -> Outcome<()> {
        let mut transaction = self.database.write_tx().durability(Some(PersistMode::SyncAll));
        rows.iter().for_each(|(key, value)| transaction.insert(&self.rows, key.as_slice(), *value));
        Ok(transaction.commit()?)
    }

    fn get(&self, key: &Key) -> Outcome<Option<Vec<u8>>> {
        Ok(self.database.read_tx().get(&self.rows, key)?.map(|value| value.to_vec()))
    }

    fn snapshot(&self) -> OfFjall<'_> {
        OfFjall { moment: self.database.read_tx(), rows: &self.rows }
    }
}

pub struct OfFjall<'e> {
    moment: Moment,
    rows: &'e SingleWriterTxKeyspace,
}

impl Snapshot for OfFjall<'_> {
    type Rows<'s>
        = FjallRows
    where
        Self: 's;

    fn scan(&self, ends: Ends<'_>) -> FjallRows {
        FjallRows { rows: self.moment.range::<&[u8], _>(self.rows, ends), row: None }
    }
}

pub struct FjallRows {
    rows: Iter,
    row: Option<KvPair>,
}

impl Rows for FjallRows {
    fn next(&mut self) -> Outcome<Option<(&[u8], &[u8])>> {
        self.row = self.rows.next().map(|row| row.into_inner()).transpose()?;
        Ok(self.current())
    }

    fn current(&self) -> Option<(&[u8], &[u8])> {
        self.row.as_ref().map(|(key, value)| (&**key, &**value))
    }
}
