//! The rows of an async move in the order of a secondary key.

use rowkey_core::{OwnedKey, RowKey};
use std::fmt;

use super::protocol::Place;
use super::rows_by::of_old;
use super::way::Tables;
use crate::async_rows_by::AsyncRowsBy;
use crate::{AsyncStore, Bytes, TableError, ValueCodec};

/// The rows of [`AsyncMovingTable::rows_by`](crate::AsyncMovingTable::rows_by), as rows of the new table. `F` and `G` are the
/// secondary keys of the old and the new rows. Read them one by one with [`next`](Self::next).
pub struct AsyncMovingRowsBy<
    's,
    O: RowKey,
    N: RowKey,
    F,
    G,
    S: AsyncStore + 's,
    V: ValueCodec = Bytes,
    W: ValueCodec = V,
> {
    rows: AsyncRowsOf<'s, O, N, F, G, S, V, W>,
    tables: Tables<'s, S, S::Error>,
}

/// The rows of the table that decides.
pub(crate) enum AsyncRowsOf<'s, O: RowKey, N: RowKey, F, G, S: AsyncStore + 's, V: ValueCodec, W: ValueCodec> {
    Old(AsyncRowsBy<'s, O, F, S, V>),
    New(AsyncRowsBy<'s, N, G, S, W>),
}

impl<'s, O: OwnedKey, N: OwnedKey, F: OwnedKey, G: OwnedKey, S: AsyncStore, V: ValueCodec, W: ValueCodec>
    AsyncMovingRowsBy<'s, O, N, F, G, S, V, W>
{
    pub(crate) const fn new(rows: AsyncRowsOf<'s, O, N, F, G, S, V, W>, tables: Tables<'s, S, S::Error>) -> Self {
        Self { rows, tables }
    }

    /// Returns the cursor after the last row, or `None` before the first one. Pass it to the
    /// [`rows_by`](crate::AsyncMovingTable::rows_by) of the next page.
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        match &self.rows {
            AsyncRowsOf::Old(rows) => rows.cursor().map(|cursor| Place::Old.mark(&cursor)),
            AsyncRowsOf::New(rows) => rows.cursor().map(|cursor| Place::New.mark(&cursor)),
        }
    }

    /// Returns `true` if there is a row after the returned rows: [`RowsBy::has_more`](crate::RowsBy::has_more).
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the engine cannot continue to read.
    pub async fn has_more(self) -> Result<bool, TableError<S::Error>> {
        match self.rows {
            AsyncRowsOf::Old(rows) => rows.has_more().await,
            AsyncRowsOf::New(rows) => rows.has_more().await,
        }
    }

    /// Returns the next row, or `None` at the end. A row that cannot be read or moved is an error, and the next call
    /// continues after it. After a store error, the rows end. Dropping the future before it is ready loses no row.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Decode`], [`TableError::ReadValue`], [`TableError::CannotMove`], or [`TableError::Store`].
    pub async fn next(&mut self) -> Option<Result<(N, W::Value), TableError<S::Error>>> {
        let Self { rows, tables } = self;
        Some(match rows {
            AsyncRowsOf::Old(rows) => of_old::<O, N, F, S, V, W, _>(rows.next_stored().await?, tables),
            AsyncRowsOf::New(rows) => rows.next().await?.map(|(_, key, value)| (key, value)),
        })
    }
}

impl<O: RowKey, N: RowKey, F, G, S: AsyncStore, V: ValueCodec, W: ValueCodec> fmt::Debug
    for AsyncMovingRowsBy<'_, O, N, F, G, S, V, W>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncMovingRowsBy").finish_non_exhaustive()
    }
}
