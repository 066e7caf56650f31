//! Secondary keys in transactions: the design is in [`secondary_keys`](crate::secondary_keys).

use rowkey_core::OwnedKey;
use std::ops::ControlFlow;

use crate::built::Step;
use crate::indexed_deletes::IndexedDeletes;
use crate::part::lent;
use crate::secondary_keys::{Changes, LoadedRow, NewRows, ReadRows, ReindexPlace, TableKeys, TransactionSize};
use crate::trace::traced;
use crate::way::{Expected, Tables, Way, read_unread};
use crate::{Direction, Reindexed, Scan, ScanOf, TableError, Transact, Transactions, ValueCodec};

impl<S: Transact> Way<S> for Transactions {
    type Metadata = S::Metadata;
    const REMEMBERS_BUILT: bool = false;
    const HAS_ALL_LAYOUTS: bool = true;

    fn prefix_in(store: &S, other: &S) -> Option<Vec<u8>> {
        store.prefix_in(other)
    }

    fn metadata(store: &S) -> Result<S::Metadata, S::Error> {
        store.metadata()
    }

    fn readers<'s>(stores: [&'s S; 2]) -> Result<[S::Reader<'s>; 2], S::Error> {
        S::readers(stores)
    }

    fn write<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        rows: NewRows,
        expected: Option<Expected<K>>,
    ) -> Result<bool, TableError<S::Error>> {
        let change = |read: &ReadRows| match &expected {
            Some(Expected { places, value }) => tables.secondary.change_row_if(&rows, places, value.as_deref(), read),
            None => tables.secondary.change_rows(&rows, read),
        };
        Ok(!commit(tables, change)?.differs)
    }

    fn load<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        rows: Vec<LoadedRow>,
    ) -> Result<(), TableError<S::Error>> {
        let mut changes = tables.secondary.load(&rows).outcome()?;
        tables.record_write::<Self>()?;
        let parts = changes.parts(tables.stores(), ReadRows::new());
        S::transact(&lent(&parts)).map(|_| ()).map_err(TableError::Store)
    }

    fn delete_batch<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        deletes: &mut IndexedDeletes<K>,
    ) -> Result<(), TableError<S::Error>> {
        while let Some(rows) = deletes.next()? {
            deletes.add_outcome(try_commit(tables, |read| tables.secondary.change_rows(&rows, read)))?;
        }
        Ok(())
    }

    fn reindex<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        cursor: Option<&str>,
        progress: &mut dyn FnMut(&Reindexed) -> ControlFlow<()>,
    ) -> Result<Reindexed, TableError<S::Error>> {
        let mut place = ReindexPlace::of(cursor, tables.begin_reindex::<Self>(cursor)?)?;
        let (mut done, mut size) = (Reindexed::begin(&place), TransactionSize::new(tables.batch_rows));
        for (table, store, of) in tables.secondary.tables(tables.rows) {
            let Some(range) = place.rest_of(table, of) else { continue };
            let mut rows = store.scan(range, Direction::Forward).map_err(TableError::Store)?;
            while let Some(keys) = next_keys::<S>(&mut rows, of, tables.batch_rows)? {
                let mut rest = &keys[..];
                while !rest.is_empty() {
                    let (now, later) = rest.split_at(size.first_of(rest.len()));
                    let changes = try_commit(tables, |read| tables.secondary.reindex(table, now, read))?;
                    let is_made = changes.is_some();
                    done.add(&mut place, table, now, changes);
                    // A smaller transaction follows a conflict, if there is one.
                    if (is_made || now.len() == 1) && progress(&done).is_break() {
                        return Ok(done);
                    }
                    size.adapt(now.len(), is_made);
                    rest = if is_made { later } else { rest };
                }
            }
        }
        tables.end_reindex::<Self>(place.identity)?;
        Ok(Reindexed { cursor: None, ..done })
    }

    fn record<K: OwnedKey, V: ValueCodec>(
        tables: &Tables<'_, K, S, V>,
        step: Step,
    ) -> Result<Changes, TableError<S::Error>> {
        let metadata = tables.metadata::<Self>()?;
        let metadata: Vec<_> = metadata.iter().collect();
        loop {
            if let Some(changes) = transact(&metadata, &|read| Ok(tables.secondary.record(step, read)))? {
                return Ok(changes);
            }
        }
    }
}

/// Makes the changes that follow from the rows that were read, and returns them. If another writer changes one of these
/// rows in the meantime, it starts again.
fn commit<K: OwnedKey, S: Transact, V: ValueCodec>(
    tables: &Tables<'_, K, S, V>,
    change: impl Fn(&ReadRows) -> Result<Changes, TableError<S::Error>>,
) -> Result<Changes, TableError<S::Error>> {
    traced("commit", K::LAYOUT.name(), || {
        loop {
            if let Some(changes) = transact(&tables.stores().collect::<Vec<_>>(), &change)? {
                return Ok(changes);
            }
        }
    })
}

/// Makes the changes like [`commit`], but returns `None` if another writer changes one of the rows.
fn try_commit<K: OwnedKey, S: Transact, V: ValueCodec>(
    tables: &Tables<'_, K, S, V>,
    change: impl Fn(&ReadRows) -> Result<Changes, TableError<S::Error>>,
) -> Result<Option<Changes>, TableError<S::Error>> {
    traced("commit", K::LAYOUT.name(), || transact(&tables.stores().collect::<Vec<_>>(), &change))
}

/// Returns the next keys of a table, at most one batch of them, or `None` at the end.
fn next_keys<S: Transact>(
    rows: &mut ScanOf<'_, S>,
    keys: TableKeys,
    batch_rows: usize,
) -> Result<Option<Vec<Vec<u8>>>, TableError<S::Error>> {
    let mut next = Vec::new();
    while next.len() < batch_rows && rows.advance().map_err(TableError::Store)? {
        if (keys.has)(rows.key()) {
            next.push(rows.key().to_vec());
        }
    }
    Ok(Some(next).filter(|next| !next.is_empty()))
}

/// Makes the changes that follow from the rows that were read, if nobody changes one of these rows in the meantime. The
/// stores are those of all tables in their order.
fn transact<S: Transact>(
    stores: &[&S],
    change: &impl Fn(&ReadRows) -> Result<Changes, TableError<S::Error>>,
) -> Result<Option<Changes>, TableError<S::Error>> {
    let mut read = ReadRows::new();
    let mut changes = change(&read)?;
    while !changes.unread.is_empty() {
        read_unread(stores, &changes, &mut read)?;
        changes = change(&read)?;
    }
    let parts = changes.parts(stores.iter().copied(), read);
    let is_made = changes.is_empty() || S::transact(&lent(&parts)).map_err(TableError::Store)?;
    if is_made { changes.outcome().map(Some) } else { Ok(None) }
}
