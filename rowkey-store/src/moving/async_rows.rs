//! The rows of an async scan over both tables.

use rowkey_core::OwnedKey;
use std::fmt;
use std::marker::PhantomData;

use super::keys::Keys;
use super::rows::as_new;
use super::values::Values;
use super::way::Side;
use crate::async_rows::AsyncFound;
use crate::{AsyncReader, AsyncScan, Bytes, TableError, ValueCodec};

/// The rows of [`AsyncMovingTable::scan`](crate::AsyncMovingTable::scan), as rows of the new table. Read them one by one with
/// [`next`](Self::next).
pub struct AsyncMovingRows<'s, N, R: AsyncReader, W = Bytes> {
    found: AsyncFound<R>,
    side: Side,
    keys: &'s Keys<R::Error>,
    values: &'s Values<R::Error>,
    types: PhantomData<fn() -> (N, W)>,
}

impl<'s, N, R: AsyncReader, W> AsyncMovingRows<'s, N, R, W> {
    pub(crate) const fn new(
        found: AsyncFound<R>,
        side: Side,
        keys: &'s Keys<R::Error>,
        values: &'s Values<R::Error>,
    ) -> Self {
        Self { found, side, keys, values, types: PhantomData }
    }

    /// Returns the cursor after the last row, or `None` before the first one:
    /// [`MovingRows::cursor`](crate::MovingRows::cursor).
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        Some(self.side.mark(&self.found.cursor()?))
    }

    /// Returns `true` if the scan has a row after the returned rows: [`Rows::has_more`](crate::Rows::has_more).
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the engine cannot continue to read.
    pub async fn has_more(mut self) -> Result<bool, TableError<R::Error>> {
        self.found.lift_limit();
        Ok(self.found.next_key().await?.is_some())
    }
}

impl<N: OwnedKey, R: AsyncReader, W: ValueCodec> AsyncMovingRows<'_, N, R, W> {
    /// Returns the next row, or `None` at the end. A row that cannot be read or moved is an error, and the next call
    /// continues after it. After a store error, the rows end.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Decode`], [`TableError::ReadValue`], [`TableError::CannotMove`], or [`TableError::Store`].
    pub async fn next(&mut self) -> Option<Result<(N, W::Value), TableError<R::Error>>> {
        let Self { found, side, keys, values, .. } = self;
        let row = found.next(|row| as_new::<N, W, _>(*side, (row.key(), row.value()), keys, values)).await?;
        Some(row.and_then(|row| row))
    }
}

impl<N, R: AsyncReader, W> fmt::Debug for AsyncMovingRows<'_, N, R, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncMovingRows").field("read", &self.found.rows_read()).finish_non_exhaustive()
    }
}
