//! The ways in which async engines keep the secondary keys of an indexed table.

use rowkey_core::OwnedKey;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::async_store::advance_in_order;
use crate::built::{Listed, Step};
use crate::indexed_deletes::IndexedDeletes;
use crate::secondary_keys::{Changes, LoadedRow, NewRows, ReadRows, TableKeys};
use crate::way::{Expected, Tables};
use crate::{AsyncCompareAndSet, AsyncReader, AsyncScan, AsyncStore, Direction, Reindexed, TableError, ValueCodec};

/// An async engine whose tables can have secondary keys: [`AsyncIndexedTable`](crate::AsyncIndexedTable). The async version
/// of [`IndexedStore`](crate::IndexedStore).
///
/// An engine with transactions implements `AsyncTransact` and names [`Transactions`](crate::Transactions). An engine that
/// changes one row atomically, and has timestamps, implements `AsyncVersioned` and names [`Versions`](crate::Versions).
#[diagnostic::on_unimplemented(
    message = "an `AsyncIndexedTable` cannot keep secondary keys in `{Self}`",
    label = "expected an engine that keeps secondary keys, such as `Blocking<RedbStore>`",
    note = "implement `AsyncIndexedStore` for an engine of your own",
    note = "see RK619 in rowkey::_compile_errors"
)]
pub trait AsyncIndexedStore: AsyncCompareAndSet + Sized {
    /// [`Transactions`](crate::Transactions) or [`Versions`](crate::Versions).
    type Way: AsyncWay<Self>;
}

impl<'s, S: AsyncIndexedStore<Way: AsyncWay<&'s S>>> AsyncIndexedStore for &'s S {
    type Way = S::Way;
}

impl<S: AsyncIndexedStore<Way: AsyncWay<Self>>> AsyncIndexedStore for Arc<S> {
    type Way = S::Way;
}

/// A way in which the async engine `S` keeps secondary keys. The async version of [`Way`](crate::way::Way).
///
/// Its futures are `Send` if the types of the tables are.
#[allow(async_fn_in_trait)]
pub trait AsyncWay<S: AsyncStore> {
    /// The store of the metadata of a table.
    type Metadata: AsyncStore<Error = S::Error>;

    /// `true` if an indexed table that has found a secondary key built does not look again.
    const REMEMBERS_BUILT: bool;

    /// `true` if a secondary key can be declared unique, and if layouts can have older versions (`was(..)`).
    const HAS_ALL_LAYOUTS: bool;

    /// Returns the bytes that `other` has before each key of `store`, or `None` if `store` is not in `other`.
    fn prefix_in(store: &S, other: &S) -> Option<Vec<u8>>;

    /// Returns the store of the metadata of a table.
    async fn metadata(store: &S) -> Result<Self::Metadata, S::Error>;

    /// Returns readers of two stores, of one moment if the engine has snapshots.
    async fn readers(stores: [&S; 2]) -> Result<[S::Reader; 2], S::Error>;

    /// Puts and deletes rows with their secondary keys. Returns `false` if the row is not as expected.
    async fn write<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        rows: NewRows,
        expected: Option<Expected<K>>,
    ) -> Result<bool, TableError<S::Error>>;

    /// Puts rows that do not exist yet, with their secondary keys.
    async fn load<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        rows: Vec<LoadedRow>,
    ) -> Result<(), TableError<S::Error>>;

    /// Deletes the rows of a batch with their secondary keys.
    async fn delete_batch<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        deletes: &mut IndexedDeletes<K>,
    ) -> Result<(), TableError<S::Error>>;

    /// Brings the secondary keys in sync with the rows, from a cursor to the end.
    async fn reindex<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        cursor: Option<&str>,
        progress: impl FnMut(&Reindexed) -> ControlFlow<()>,
    ) -> Result<Reindexed, TableError<S::Error>>;

    /// Records which secondary keys are built.
    async fn record<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        step: Step,
    ) -> Result<Changes, TableError<S::Error>>;
}

impl<K: OwnedKey, S: AsyncStore, V: ValueCodec> Tables<'_, K, S, V> {
    /// Records the secondary keys before the first write.
    pub(crate) async fn async_record_write<W: AsyncWay<S>>(&self) -> Result<(), TableError<S::Error>> {
        if !self.secondary.is_recorded() {
            let has_rows = self.async_listed::<W>().await?.not_built(None).is_some() && !self.async_is_empty().await?;
            W::record(self, Step::Write { has_rows }).await?;
            self.secondary.set_recorded();
        }
        Ok(())
    }

    /// Records the begin of a reindex without a cursor. Returns the [identity](Listed::identity) of the secondary keys.
    pub(crate) async fn async_begin_reindex<W: AsyncWay<S>>(
        &self,
        cursor: Option<&str>,
    ) -> Result<u64, TableError<S::Error>> {
        if cursor.is_none() {
            W::record(self, Step::BeginReindex).await?;
        }
        self.async_identity::<W>().await
    }

    /// Returns the identity of the secondary keys, which cursors contain.
    pub(crate) async fn async_identity<W: AsyncWay<S>>(&self) -> Result<u64, TableError<S::Error>> {
        Ok(self.async_listed::<W>().await?.identity())
    }

    /// Records that the secondary keys are built, if they are those with which the reindex began.
    pub(crate) async fn async_end_reindex<W: AsyncWay<S>>(&self, identity: u64) -> Result<(), TableError<S::Error>> {
        W::record(self, Step::EndReindex { identity }).await?;
        match self.async_listed::<W>().await?.not_built(None) {
            Some(name) => Err(TableError::NotBuilt { name }),
            None => Ok(()),
        }
    }

    /// Checks that the secondary keys of the table with this number are built, or that there are no rows.
    pub(crate) async fn async_check_built<W: AsyncWay<S>>(&self, table: usize) -> Result<(), TableError<S::Error>> {
        if W::REMEMBERS_BUILT && self.secondary.is_built(table) {
            return Ok(());
        }
        if self.async_listed::<W>().await?.not_built(Some(table)).is_some() {
            if self.async_is_empty().await? {
                return Ok(());
            }
            // The first write can come between the list and the rows. It has recorded the list before its rows, so a list
            // that is read after them has it.
            if let Some(name) = self.async_listed::<W>().await?.not_built(Some(table)) {
                return Err(TableError::NotBuilt { name });
            }
        }
        self.secondary.set_built(table);
        Ok(())
    }

    /// Returns the secondary keys as the metadata lists them.
    async fn async_listed<W: AsyncWay<S>>(&self) -> Result<Listed, TableError<S::Error>> {
        let (metadata, mut read) = (self.async_metadata::<W>().await?, ReadRows::new());
        loop {
            let mut changes = Changes::default();
            let listed = self.secondary.listed(&read, &mut changes);
            if changes.unread.is_empty() {
                return Ok(listed);
            }
            read_unread(&metadata.iter().collect::<Vec<_>>(), &changes, &mut read).await?;
        }
    }

    /// Returns the metadata of all tables in their order.
    pub(crate) async fn async_metadata<W: AsyncWay<S>>(&self) -> Result<Vec<W::Metadata>, TableError<S::Error>> {
        let mut metadata = Vec::new();
        for store in self.stores() {
            metadata.push(W::metadata(store).await.map_err(TableError::Store)?);
        }
        Ok(metadata)
    }

    /// Returns `true` if the table has no rows.
    async fn async_is_empty(&self) -> Result<bool, TableError<S::Error>> {
        let keys = TableKeys::of::<K>();
        let reader = self.rows.reader().await.map_err(TableError::Store)?;
        let mut rows = reader.scan(keys.layout.rows(), Direction::Forward);
        while advance_in_order(&mut rows).await? {
            if (keys.has)(rows.key()) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Reads the rows that the changes still need, with one reader per table and concurrent gets.
pub(crate) async fn read_unread<S: AsyncStore>(
    stores: &[&S],
    changes: &Changes,
    read: &mut ReadRows,
) -> Result<(), TableError<S::Error>> {
    for (table, store) in stores.iter().enumerate() {
        let Some(keys) = changes.unread.get(&table) else { continue };
        let reader = store.reader().await.map_err(TableError::Store)?;
        let places: Vec<&[u8]> = keys.iter().map(Vec::as_slice).collect();
        let values = reader.get_all(&places).await.map_err(TableError::Store)?;
        read.entry(table).or_default().extend(keys.iter().cloned().zip(values));
    }
    Ok(())
}
