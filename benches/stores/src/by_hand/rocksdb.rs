//! Direct calls of RocksDB.

use super::lent::{Ends, Engine, Rows, Snapshot};
use crate::way::Outcome;
use rocksdb::{DBRawIteratorWithThreadMode, Options, ReadOptions, SnapshotWithThreadMode};
use rocksdb::{WriteBatchWithTransaction, WriteOptions};
use rowkey_benches::readings::Key;
use rowkey_rocksdb::{Database, rocksdb};
use std::ops::Bound;
use std::path::Path;

pub struct Rocks(Database);

impl Rocks {
    /// Creates a database in a folder, with the options of a `RocksStore`.
    pub fn create(path: &Path) -> Outcome<Self> {
        let mut options = Options::default();
        options.create_if_missing(true);
        options.set_max_write_buffer_size_to_maintain(-1);
        Ok(Self(Database::open(&options, path)?))
    }
}

impl Engine for Rocks {
    type Snapshot<'e> = OfRocks<'e>;

    fn write(&self, rows: &[(Key, &[u8])]) -> Outcome<()> {
        let (mut batch, mut options) = (WriteBatchWithTransaction::<true>::default(), WriteOptions::default());
        rows.iter().for_each(|(key, value)| batch.put(key, value));
        options.set_sync(true);
        Ok(self.0.write_opt(batch, &options)?)
    }

    fn get(&self, key: &Key) -> Outcome<Option<Vec<u8>>> {
        Ok(self.0.get(key)?)
    }

    fn snapshot(&self) -> OfRocks<'_> {
        OfRocks(self.0.snapshot())
    }
}

pub struct OfRocks<'e>(SnapshotWithThreadMode<'e, Database>);

impl Snapshot for OfRocks<'_> {
    type Rows<'s>
        = RocksRows<'s>
    where
        Self: 's;

    fn scan(&self, (start, stop): Ends<'_>) -> RocksRows<'_> {
        let mut options = ReadOptions::default();
        options.set_total_order_seek(true);
        // The next key after another one has one more byte.
        let next = |key: &[u8]| [key, &[0]].concat();
        match start {
            Bound::Included(key) => options.set_iterate_lower_bound(key),
            Bound::Excluded(key) => options.set_iterate_lower_bound(next(key)),
            Bound::Unbounded => {}
        }
        match stop {
            Bound::Included(key) => options.set_iterate_upper_bound(next(key)),
            Bound::Excluded(key) => options.set_iterate_upper_bound(key),
            Bound::Unbounded => {}
        }
        RocksRows { rows: self.0.raw_iterator_opt(options), from: Some(From::Start) }
    }
}

pub struct RocksRows<'s> {
    rows: DBRawIteratorWithThreadMode<'s, Database>,
    /// The next row. `None` if it is the one after the current row.
    from: Option<From>,
}

enum From {
    Start,
    Key(Key),
}

impl Rows for RocksRows<'_> {
    fn next(&mut self) -> Outcome<Option<(&[u8], &[u8])>> {
        match self.from.take() {
            None => self.rows.next(),
            Some(From::Start) => self.rows.seek_to_first(),
            Some(From::Key(key)) => self.rows.seek(key),
        }
        if !self.rows.valid() {
            self.rows.status()?;
        }
        Ok(self.current())
    }

    fn current(&self) -> Option<(&[u8], &[u8])> {
        self.rows.item()
    }

    fn seek(&mut self, key: &Key) -> bool {
        self.from = Some(From::Key(*key));
        true
    }
}
