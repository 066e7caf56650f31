//! A reader: a snapshot.

use rocksdb::SnapshotWithThreadMode;
use rowkey_core::KeyRange;
use rowkey_store::{Direction, Reader};
use self_cell::self_cell;
use std::fmt;
use std::sync::Arc;

use crate::store::owned;
use crate::{Database, RocksError, RocksScan, RocksStore};

type OfDatabase<'d> = SnapshotWithThreadMode<'d, Database>;

self_cell! {
    /// A snapshot beside its database, which it borrows from.
    pub(crate) struct Snapshot {
        owner: Arc<Database>,
        #[covariant]
        dependent: OfDatabase,
    }
}

impl Snapshot {
    /// Takes a snapshot of all tables.
    pub(crate) fn of(database: &Arc<Database>) -> Self {
        Self::new(Arc::clone(database), |database| database.snapshot())
    }

    pub(crate) fn get(&self) -> &OfDatabase<'_> {
        self.borrow_dependent()
    }
}

/// A snapshot of a [`RocksStore`], taken when the reader was created. As long as the reader or a scan of it exists, the
/// database stays open, and RocksDB keeps the rows of the snapshot.
#[derive(Clone)]
pub struct RocksReader {
    snapshot: Arc<Snapshot>,
    store: RocksStore,
}

impl RocksReader {
    pub(crate) const fn new(snapshot: Arc<Snapshot>, store: RocksStore) -> Self {
        Self { snapshot, store }
    }
}

impl Reader for RocksReader {
    type Error = RocksError;
    type Scan = RocksScan;

    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, RocksError> {
        let (family, options) = (self.store.family(), self.store.read_options());
        let value = self.snapshot.get().get_pinned_cf_opt(family, key, options);
        owned(value).map_err(|source| self.store.read_error(source))
    }

    /// Does not copy the value.
    fn contains(&self, key: &[u8]) -> Result<bool, RocksError> {
        let (family, options) = (self.store.family(), self.store.read_options());
        let value = self.snapshot.get().get_pinned_cf_opt(family, key, options);
        Ok(value.map_err(|source| self.store.read_error(source))?.is_some())
    }

    fn scan(&self, range: KeyRange, direction: Direction) -> RocksScan {
        RocksScan::new(&self.snapshot, &self.store, range, direction)
    }
}

/// Shows the table and the sequence number of the last visible write.
impl fmt::Debug for RocksReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RocksReader")
            .field("store", &self.store)
            .field("sequence_number", &self.snapshot.get().sequence_number())
            .finish()
    }
}
