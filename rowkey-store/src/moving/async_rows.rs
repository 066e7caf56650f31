//! The rows of an async scan over both tables.

use rowkey_core::OwnedKey;
use std::fmt;
use std::marker::PhantomData;

use super::async_way::{AsyncMovingWay, AsyncNewRows};
use super::protocol::Place;
use super::rows::{as_new, typed};
use super::way::{NewRow, Tables};
use crate::async_rows::AsyncFound;
use crate::{AsyncIndexedStore, AsyncScan, AsyncStore, Bytes, TableError, ValueCodec};

/// The rows of [`AsyncMovingTable::scan`](crate::AsyncMovingTable::scan), as rows of the new table. Read them one by one with
/// [`next`](Self::next).
pub struct AsyncMovingRows<'s, N, S: AsyncIndexedStore<Way: AsyncMovingWay<S>> + 's, W = Bytes> {
    rows: <S::Way as AsyncMovingWay<S>>::Rows<'s>,
    types: PhantomData<fn() -> (N, W)>,
}

impl<'s, N, S: AsyncIndexedStore<Way: AsyncMovingWay<S>>, W> AsyncMovingRows<'s, N, S, W> {
    pub(crate) const fn new(rows: <S::Way as AsyncMovingWay<S>>::Rows<'s>) -> Self {
        Self { rows, types: PhantomData }
    }

    /// Returns the next row as bytes.
    pub(crate) async fn next_row(&mut self) -> Option<Result<NewRow, TableError<S::Error>>> {
        self.rows.next_row().await
    }

    /// Returns the cursor after the last row, or `None` before the first one:
    /// [`MovingRows::cursor`](crate::MovingRows::cursor).
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        self.rows.cursor()
    }

    /// Returns `true` if the scan has a row after the returned rows: [`Rows::has_more`](crate::Rows::has_more).
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the engine cannot continue to read.
    pub async fn has_more(mut self) -> Result<bool, TableError<S::Error>> {
        self.rows.lift_limit();
        match self.rows.next_row().await {
            Some(Err(error @ TableError::Store(_))) => Err(error),
            row => Ok(row.is_some()),
        }
    }
}

impl<N: OwnedKey, S: AsyncIndexedStore<Way: AsyncMovingWay<S>>, W: ValueCodec> AsyncMovingRows<'_, N, S, W> {
    /// Returns the next row, or `None` at the end. A row that cannot be read or moved is an error, and the next call
    /// continues after it. After a store error, the rows end.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Decode`], [`TableError::ReadValue`], [`TableError::CannotMove`], [`TableError::OrderNotKept`], or
    /// [`TableError::Store`].
    pub async fn next(&mut self) -> Option<Result<(N, W::Value), TableError<S::Error>>> {
        Some(self.rows.next_row().await?.and_then(typed::<N, W, _>))
    }
}

impl<N, S: AsyncIndexedStore<Way: AsyncMovingWay<S>>, W> fmt::Debug for AsyncMovingRows<'_, N, S, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncMovingRows").finish_non_exhaustive()
    }
}

/// The rows of the table that decides, on an engine with transactions.
pub struct AsyncRowsOfOne<'s, S: AsyncStore> {
    found: AsyncFound<S::Reader>,
    place: Place,
    tables: Tables<'s, S, S::Error>,
}

impl<'s, S: AsyncStore> AsyncRowsOfOne<'s, S> {
    pub(crate) const fn new(found: AsyncFound<S::Reader>, place: Place, tables: Tables<'s, S, S::Error>) -> Self {
        Self { found, place, tables }
    }
}

impl<S: AsyncStore> AsyncNewRows<S::Error> for AsyncRowsOfOne<'_, S> {
    async fn next_row(&mut self) -> Option<Result<NewRow, TableError<S::Error>>> {
        let Self { found, place, tables } = self;
        let row = found.next(|row| as_new(*place, (row.key(), row.value()), tables)).await?;
        Some(row.and_then(|row| row))
    }

    fn cursor(&self) -> Option<String> {
        Some(self.place.mark(&self.found.cursor()?))
    }

    fn lift_limit(&mut self) {
        self.found.lift_limit();
    }
}
