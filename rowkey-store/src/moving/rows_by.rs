//! The rows of a move in the order of a secondary key.

use rowkey_core::{OwnedKey, RowKey};
use std::error::Error;
use std::fmt;

use super::protocol::Place;
use super::rows::{as_new, typed};
use super::way::Tables;
use crate::rows_by::{RowsBy, StoredRowBy};
use crate::{Bytes, Store, TableError, ValueCodec};

/// The rows of [`MovingTable::rows_by`](crate::MovingTable::rows_by), as rows of the new table. `F` and `G` are the secondary
/// keys of the old and the new rows.
pub struct MovingRowsBy<'s, O: RowKey, N: RowKey, F, G, S: Store + 's, V: ValueCodec = Bytes, W: ValueCodec = V> {
    rows: Rows<'s, O, N, F, G, S, V, W>,
    tables: Tables<'s, S, S::Error>,
}

/// The rows of the table that decides.
pub(crate) enum Rows<'s, O: RowKey, N: RowKey, F, G, S: Store + 's, V: ValueCodec, W: ValueCodec> {
    Old(RowsBy<'s, O, F, S, V>),
    New(RowsBy<'s, N, G, S, W>),
}

impl<'s, O: OwnedKey, N: OwnedKey, F: OwnedKey, G: OwnedKey, S: Store, V: ValueCodec, W: ValueCodec>
    MovingRowsBy<'s, O, N, F, G, S, V, W>
{
    pub(crate) const fn new(rows: Rows<'s, O, N, F, G, S, V, W>, tables: Tables<'s, S, S::Error>) -> Self {
        Self { rows, tables }
    }

    /// Returns the cursor after the last row, or `None` before the first one. Pass it to the
    /// [`rows_by`](crate::MovingTable::rows_by) of the next page.
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        match &self.rows {
            Rows::Old(rows) => rows.cursor().map(|cursor| Place::Old.mark(&cursor)),
            Rows::New(rows) => rows.cursor().map(|cursor| Place::New.mark(&cursor)),
        }
    }

    /// Returns `true` if there is a row after the returned rows: [`RowsBy::has_more`](crate::RowsBy::has_more).
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the engine cannot continue to read.
    pub fn has_more(self) -> Result<bool, TableError<S::Error>> {
        match self.rows {
            Rows::Old(rows) => rows.has_more(),
            Rows::New(rows) => rows.has_more(),
        }
    }
}

impl<O: OwnedKey, N: OwnedKey, F: OwnedKey, G: OwnedKey, S: Store, V: ValueCodec, W: ValueCodec> Iterator
    for MovingRowsBy<'_, O, N, F, G, S, V, W>
{
    type Item = Result<(N, W::Value), TableError<S::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        let Self { rows, tables } = self;
        Some(match rows {
            Rows::Old(rows) => of_old::<O, N, F, S, V, W, _>(rows.next_stored()?, tables),
            Rows::New(rows) => rows.next()?.map(|(_, key, value)| (key, value)),
        })
    }
}

/// Returns an old row as the new table has it.
///
/// # Errors
///
/// Returns the error of the row, or an error if it cannot move.
pub(crate) fn of_old<O: RowKey, N: OwnedKey, F, S, V: ValueCodec, W: ValueCodec, E: Error + 'static>(
    row: StoredRowBy<O, F, V, E>,
    tables: &Tables<'_, S, E>,
) -> Result<(N, W::Value), TableError<E>> {
    let ((_, key, _), value) = row?;
    typed::<N, W, E>(as_new(Place::Old, (key.encode()?.as_ref(), &value), tables)?)
}

impl<O: RowKey, N: RowKey, F, G, S: Store, V: ValueCodec, W: ValueCodec> fmt::Debug
    for MovingRowsBy<'_, O, N, F, G, S, V, W>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MovingRowsBy").finish_non_exhaustive()
    }
}
