//! The ways in which engines keep the secondary keys of an indexed table.

use rowkey_core::{OwnedKey, RowKey};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::built::{Listed, Step};
use crate::indexed_deletes::IndexedDeletes;
use crate::places::Places;
use crate::secondary_keys::{Changes, LoadedRow, NewRows, ReadRows, SecondaryKeys, TableKeys};
use crate::{CompareAndSet, Direction, Reader, Reindexed, Scan, Store, TableError, ValueCodec};

/// An engine whose tables can have secondary keys: [`IndexedTable`](crate::IndexedTable).
///
/// An engine with transactions implements `Transact` and names [`Transactions`]. An engine that changes one row
/// atomically, and has timestamps, implements `Versioned` and names [`Versions`].
#[diagnostic::on_unimplemented(
    message = "an `IndexedTable` cannot keep secondary keys in `{Self}`",
    label = "expected an engine that keeps secondary keys, such as `MemoryStore` or `RedbStore`",
    note = "implement `IndexedStore` for an engine of your own",
    note = "see RK619 in rowkey::_compile_errors"
)]
pub trait IndexedStore: CompareAndSet + Sized {
    /// [`Transactions`] or [`Versions`].
    type Way: Way<Self>;
}

impl<'s, S: IndexedStore<Way: Way<&'s S>>> IndexedStore for &'s S {
    type Way = S::Way;
}

impl<S: IndexedStore<Way: Way<Self>>> IndexedStore for Arc<S> {
    type Way = S::Way;
}

/// The way of an engine with transactions: one transaction writes a row together with its secondary keys.
#[derive(Clone, Copy, Debug)]
pub enum Transactions {}

/// The way of an engine without transactions: it writes the secondary keys of a row, and then the row, with a version that
/// tells whether another writer was faster.
#[derive(Clone, Copy, Debug)]
pub enum Versions {}

/// A way in which the engine `S` keeps secondary keys.
pub trait Way<S: Store> {
    /// The store of the metadata of a table.
    type Metadata: Store<Error = S::Error>;

    /// `true` if an indexed table that has found a secondary key built does not look again.
    const REMEMBERS_BUILT: bool;

    /// `true` if a secondary key can be declared unique, and if layouts can have older versions (`was(..)`).
    const HAS_ALL_LAYOUTS: bool;

    /// Returns the bytes that `other` has before each key of `store`, or `None` if `store` is not in `other`.
    fn prefix_in(store: &S, other: &S) -> Option<Vec<u8>>;

    /// Returns the store of the metadata of a table.
    fn metadata(store: &S) -> Result<Self::Metadata, S::Error>;

    /// Returns readers of two stores, of one moment if the engine has snapshots.
    fn readers<'s>(stores: [&'s S; 2]) -> Result<[S::Reader<'s>; 2], S::Error>;

    /// Puts and deletes rows with their secondary keys. Returns `false` if the row is not as expected.
    fn write<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        rows: NewRows,
        expected: Option<Expected<K>>,
    ) -> Result<bool, TableError<S::Error>>;

    /// Puts rows that do not exist yet, with their secondary keys.
    fn load<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        rows: Vec<LoadedRow>,
    ) -> Result<(), TableError<S::Error>>;

    /// Deletes the rows of a batch with their secondary keys.
    fn delete_batch<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        deletes: &mut IndexedDeletes<K>,
    ) -> Result<(), TableError<S::Error>>;

    /// Brings the secondary keys in sync with the rows, from a cursor to the end.
    fn reindex<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        cursor: Option<&str>,
        progress: &mut dyn FnMut(&Reindexed) -> ControlFlow<()>,
    ) -> Result<Reindexed, TableError<S::Error>>;

    /// Records which secondary keys are built.
    fn record<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        step: Step,
    ) -> Result<Changes, TableError<S::Error>>;
}

/// The row that a compare-and-set expects.
pub struct Expected<K: RowKey> {
    pub(crate) places: Places<K>,
    /// The bytes of the value, or `None` if the row must not exist.
    pub(crate) value: Option<Vec<u8>>,
}

/// The tables of an indexed table.
pub struct Tables<'t, K, S, V: ValueCodec> {
    pub(crate) rows: &'t S,
    pub(crate) secondary: &'t SecondaryKeys<K, S, V>,
    pub(crate) batch_rows: usize,
}

impl<'t, K, S, V: ValueCodec> Tables<'t, K, S, V> {
    /// Returns the stores of all tables in their order. The first one holds the rows.
    pub(crate) fn stores(&self) -> impl Iterator<Item = &'t S> + use<'t, K, S, V> {
        self.secondary.stores(self.rows)
    }
}

impl<K: OwnedKey, S: Store, V: ValueCodec> Tables<'_, K, S, V> {
    /// Records the secondary keys before the first write.
    pub(crate) fn record_write<W: Way<S>>(&self) -> Result<(), TableError<S::Error>> {
        if !self.secondary.is_recorded() {
            let has_rows = self.listed::<W>()?.not_built(None).is_some() && !self.is_empty()?;
            W::record(self, Step::Write { has_rows })?;
            self.secondary.set_recorded();
        }
        Ok(())
    }

    /// Records the begin of a reindex without a cursor. Returns the [identity](Listed::identity) of the secondary keys.
    pub(crate) fn begin_reindex<W: Way<S>>(&self, cursor: Option<&str>) -> Result<u64, TableError<S::Error>> {
        if cursor.is_none() {
            W::record(self, Step::BeginReindex)?;
        }
        self.identity::<W>()
    }

    /// Returns the identity of the secondary keys, which cursors contain.
    pub(crate) fn identity<W: Way<S>>(&self) -> Result<u64, TableError<S::Error>> {
        Ok(self.listed::<W>()?.identity())
    }

    /// Records that the secondary keys are built, if they are those with which the reindex began.
    pub(crate) fn end_reindex<W: Way<S>>(&self, identity: u64) -> Result<(), TableError<S::Error>> {
        W::record(self, Step::EndReindex { identity })?;
        match self.listed::<W>()?.not_built(None) {
            Some(name) => Err(TableError::NotBuilt { name }),
            None => Ok(()),
        }
    }

    /// Checks that the secondary keys of the table with this number are built, or that there are no rows.
    pub(crate) fn check_built<W: Way<S>>(&self, table: usize) -> Result<(), TableError<S::Error>> {
        if W::REMEMBERS_BUILT && self.secondary.is_built(table) {
            return Ok(());
        }
        if self.listed::<W>()?.not_built(Some(table)).is_some() {
            if self.is_empty()? {
                return Ok(());
            }
            // The first write can come between the list and the rows. It has recorded the list before its rows, so a list
            // that is read after them has it.
            if let Some(name) = self.listed::<W>()?.not_built(Some(table)) {
                return Err(TableError::NotBuilt { name });
            }
        }
        self.secondary.set_built(table);
        Ok(())
    }

    /// Returns the secondary keys as the metadata lists them.
    fn listed<W: Way<S>>(&self) -> Result<Listed, TableError<S::Error>> {
        let (metadata, mut read) = (self.metadata::<W>()?, ReadRows::new());
        loop {
            let mut changes = Changes::default();
            let listed = self.secondary.listed(&read, &mut changes);
            if changes.unread.is_empty() {
                return Ok(listed);
            }
            read_unread(&metadata.iter().collect::<Vec<_>>(), &changes, &mut read)?;
        }
    }

    /// Returns the metadata of all tables in their order.
    pub(crate) fn metadata<W: Way<S>>(&self) -> Result<Vec<W::Metadata>, TableError<S::Error>> {
        self.stores().map(W::metadata).collect::<Result<_, _>>().map_err(TableError::Store)
    }

    /// Returns `true` if the table has no rows.
    fn is_empty(&self) -> Result<bool, TableError<S::Error>> {
        let keys = TableKeys::of::<K>();
        let mut rows = self.rows.scan(keys.layout.rows(), Direction::Forward).map_err(TableError::Store)?;
        while rows.advance().map_err(TableError::Store)? {
            if (keys.has)(rows.key()) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Fails to compile if an engine without transactions is to keep the secondary keys `F` of the rows `K`, but cannot.
pub(crate) const fn check_layouts<K: RowKey, F: RowKey>(has_all_layouts: bool, is_unique: bool) {
    assert!(
        has_all_layouts || !is_unique,
        "this engine has no transactions, so it cannot keep a secondary key unique: see RK619 in \
         rowkey::_compile_errors"
    );
    assert!(
        has_all_layouts || !(K::LAYOUT.has_older_rows() || F::LAYOUT.has_older_rows()),
        "this engine has no transactions, so an indexed table cannot have layouts with `was(..)`: see RK619 in \
         rowkey::_compile_errors"
    );
}

/// Reads the rows that the changes still need, with one reader per table.
pub(crate) fn read_unread<S: Store>(
    stores: &[&S],
    changes: &Changes,
    read: &mut ReadRows,
) -> Result<(), TableError<S::Error>> {
    for (table, store) in stores.iter().enumerate() {
        let Some(keys) = changes.unread.get(&table) else { continue };
        let (reader, rows) = (store.reader().map_err(TableError::Store)?, read.entry(table).or_default());
        for key in keys {
            rows.insert(key.clone(), reader.get(key).map_err(TableError::Store)?);
        }
    }
    Ok(())
}
