//! The rows of a scan over both tables.

use rowkey_core::OwnedKey;
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;

use super::keys::Keys;
use super::values::Values;
use super::way::Side;
use crate::rows::{Found, decoded, owned_value};
use crate::{Bytes, Scan, Store, TableError, ValueCodec};

/// The rows of [`MovingTable::scan`](crate::MovingTable::scan), as rows of the new table.
pub struct MovingRows<'s, N, S: Store + 's, W = Bytes> {
    found: Found<S::Reader<'s>>,
    side: Side,
    keys: &'s Keys<S::Error>,
    values: &'s Values<S::Error>,
    types: PhantomData<fn() -> (N, W)>,
}

impl<'s, N, S: Store, W> MovingRows<'s, N, S, W> {
    pub(crate) const fn new(
        found: Found<S::Reader<'s>>,
        side: Side,
        keys: &'s Keys<S::Error>,
        values: &'s Values<S::Error>,
    ) -> Self {
        Self { found, side, keys, values, types: PhantomData }
    }

    /// Returns the cursor after the last row, or `None` before the first one: [`Rows::cursor`](crate::Rows::cursor). Pass it
    /// to the [`scan`](crate::MovingTable::scan) of the next page.
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        Some(self.side.mark(&self.found.cursor()?))
    }

    /// Returns `true` if the scan has a row after the returned rows: [`Rows::has_more`](crate::Rows::has_more).
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the engine cannot continue to read.
    pub fn has_more(mut self) -> Result<bool, TableError<S::Error>> {
        self.found.lift_limit();
        Ok(self.found.advance().transpose()?.is_some())
    }
}

impl Side {
    /// Returns the cursor of a scan of this table.
    pub(crate) fn mark(self, cursor: &str) -> String {
        format!("{}{cursor}", self.letter())
    }

    /// Returns the cursor of the table, from a cursor of the scan. Without a cursor, there is none.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Cursor`] if it is a cursor of the other table, or none.
    pub(crate) fn unmark<E: Error>(self, cursor: Option<&str>) -> Result<Option<&str>, TableError<E>> {
        let Some(found) = cursor else { return Ok(None) };
        let inner = found.strip_prefix(self.letter());
        inner.map(Some).ok_or_else(|| TableError::Cursor { found: found.to_owned() })
    }

    /// Returns a letter that no hexadecimal digit is equal to.
    const fn letter(self) -> char {
        match self {
            Self::Old => 'o',
            Self::New => 'n',
        }
    }
}

/// Returns a row of the new table for a row that was read from one of both.
///
/// # Errors
///
/// Returns an error if the row cannot be read, or cannot move.
pub(crate) fn as_new<N: OwnedKey, W: ValueCodec, E: Error>(
    side: Side,
    (key, value): (&[u8], &[u8]),
    keys: &Keys<E>,
    values: &Values<E>,
) -> Result<(N, W::Value), TableError<E>> {
    if side == Side::New {
        return Ok((decoded(key)?, owned_value::<W, E>(key, value.to_vec())?));
    }
    let row = (keys.of_scanned)(key)?;
    let value = values.to_new(key, value.to_vec())?;
    Ok((decoded(&row.new)?, owned_value::<W, E>(&row.new, value)?))
}

impl<N: OwnedKey, S: Store, W: ValueCodec> Iterator for MovingRows<'_, N, S, W> {
    type Item = Result<(N, W::Value), TableError<S::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = match self.found.advance()? {
            Ok((key, row)) => as_new::<N, W, _>(self.side, (key, row.value()), self.keys, self.values),
            Err(error) => Err(error),
        };
        Some(row)
    }
}

impl<N, S: Store, W> fmt::Debug for MovingRows<'_, N, S, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MovingRows").field("read", &self.found.rows_read()).finish_non_exhaustive()
    }
}
