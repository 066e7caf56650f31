//! The secondary keys of both tables of a move. This module does no I/O.
//!
//! Each transaction of a move writes rows in both tables. The secondary keys of a table follow from its rows, as in an
//! [`IndexedTable`](crate::IndexedTable), so they are added to the transaction at its end: the rows that it writes are
//! known then, whichever call they come from.

use rowkey_core::OwnedKey;
use std::error::Error;
use std::mem;

use super::protocol::Place;
use crate::part::OwnedPart;
use crate::secondary_keys::{Changes, NewRows, PrefixIn, ROWS, ReadRows, SecondaryKeys, TableKeys, meet};
use crate::{TableError, ValueCodec};

/// The secondary keys of both tables.
pub struct KeysOfBoth<'t, O, N, S, V: ValueCodec, W: ValueCodec> {
    pub(crate) old: &'t SecondaryKeys<O, S, V>,
    pub(crate) new: &'t SecondaryKeys<N, S, W>,
}

/// The part of a transaction in one table, and what follows for its secondary keys.
pub(crate) struct KeyedPart<'t, S> {
    place: Place,
    rows: NewRows,
    /// The stores of the rows and of the secondary keys.
    pub(crate) stores: Vec<&'t S>,
    pub(crate) read: ReadRows,
    pub(crate) changes: Changes,
}

impl<'t, S> KeyedPart<'t, S> {
    fn new<K: OwnedKey, V: ValueCodec, E: Error>(
        place: Place,
        part: OwnedPart<&'t S>,
        keys: &'t SecondaryKeys<K, S, V>,
    ) -> Result<Self, TableError<E>> {
        let rows = NewRows::of_batch(keys, &part.batch)?;
        let read = ReadRows::from([(ROWS, part.expected.into_iter().collect())]);
        Ok(Self { place, rows, stores: keys.stores(part.store).collect(), read, changes: Changes::default() })
    }
}

impl<'t, O: OwnedKey, N: OwnedKey, S, V: ValueCodec, W: ValueCodec> KeysOfBoth<'t, O, N, S, V, W> {
    /// Returns `true` if no table has secondary keys.
    pub(crate) const fn are_empty(&self) -> bool {
        self.old.is_empty() && self.new.is_empty()
    }

    /// Returns the parts of a transaction, without the changes of their secondary keys.
    ///
    /// # Errors
    ///
    /// Returns the error of a row whose secondary keys cannot be computed.
    pub(crate) fn keyed<E: Error>(
        &self,
        [old, new]: [OwnedPart<&'t S>; 2],
    ) -> Result<[KeyedPart<'t, S>; 2], TableError<E>> {
        Ok([KeyedPart::new(Place::Old, old, self.old)?, KeyedPart::new(Place::New, new, self.new)?])
    }

    /// Computes the changes of a part. Returns `false` if rows are still to be read.
    ///
    /// # Errors
    ///
    /// Returns the error of a row that is replaced, whose secondary keys cannot be computed.
    pub(crate) fn compute<E: Error>(&self, part: &mut KeyedPart<'t, S>) -> Result<bool, TableError<E>> {
        let KeyedPart { place, rows, read, changes, .. } = part;
        *changes = match place {
            Place::Old => self.old.change_rows(rows, read)?,
            Place::New => self.new.change_rows(rows, read)?,
        };
        Ok(changes.unread.is_empty())
    }

    /// Returns the names of two tables that share a store without being disjoint. The rows are in these stores.
    pub(crate) fn shared(&self, [old, new]: [&S; 2], prefix_in: PrefixIn<S>) -> Option<(&'static str, &'static str)> {
        let across = || {
            self.old.tables(old).find_map(|(_, old, old_keys)| {
                let is_met = |&(_, new, keys): &(usize, &S, TableKeys)| {
                    meet((old, old_keys.layout), (new, keys.layout), prefix_in)
                };
                let (.., keys) = self.new.tables(new).find(is_met)?;
                Some((old_keys.layout.name(), keys.layout.name()))
            })
        };
        self.old.shared().or(self.new.shared()).or_else(across)
    }
}

/// Returns the parts of the transaction with all secondary keys. If one of these is not unique, the transaction writes no
/// change, and only checks that the rows are still as they were read.
pub(crate) fn together<'t, S>(keyed: &mut [KeyedPart<'t, S>; 2]) -> Vec<OwnedPart<&'t S>> {
    let are_refused = keyed.iter().any(|part| part.changes.are_refused());
    let parts = keyed.iter_mut().flat_map(|part| {
        let read = mem::take(&mut part.read);
        part.changes.parts(part.stores.iter().copied(), read)
    });
    let mut parts: Vec<_> = parts.collect();
    if are_refused {
        parts.iter_mut().for_each(|part| part.batch.clear());
    }
    parts
}

/// What became of a transaction.
pub(crate) enum Made<E: Error + 'static> {
    Done,
    /// Another writer has changed one of its rows.
    Overtaken,
    /// A secondary key in this table is not unique: [`TableError::NotUnique`].
    Refused(Place, TableError<E>),
}

impl<E: Error> Made<E> {
    /// Returns the outcome of a transaction that was written.
    pub(crate) fn of<S>(keyed: [KeyedPart<'_, S>; 2]) -> Self {
        let refused = |KeyedPart { place, changes, .. }: KeyedPart<'_, S>| {
            changes.outcome().err().map(|error| Self::Refused(place, error))
        };
        keyed.into_iter().find_map(refused).unwrap_or(Self::Done)
    }
}
