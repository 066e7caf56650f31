//! The rows of a scan over both tables.

use rowkey_core::OwnedKey;
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;

use super::protocol::Place;
use super::way::{MovingWay, NewRow, NewRows, Tables};
use crate::rows::{Found, decoded, owned_value};
use crate::{Bytes, IndexedStore, Scan, Store, TableError, ValueCodec};

/// The rows of [`MovingTable::scan`](crate::MovingTable::scan), as rows of the new table.
pub struct MovingRows<'s, N, S: IndexedStore<Way: MovingWay<S>> + 's, W = Bytes> {
    rows: <S::Way as MovingWay<S>>::Rows<'s>,
    types: PhantomData<fn() -> (N, W)>,
}

impl<'s, N, S: IndexedStore<Way: MovingWay<S>>, W> MovingRows<'s, N, S, W> {
    pub(crate) const fn new(rows: <S::Way as MovingWay<S>>::Rows<'s>) -> Self {
        Self { rows, types: PhantomData }
    }

    /// Returns the next row as bytes.
    pub(crate) fn next_row(&mut self) -> Option<Result<NewRow, TableError<S::Error>>> {
        self.rows.next_row()
    }

    /// Returns the cursor after the last row, or `None` before the first one: [`Rows::cursor`](crate::Rows::cursor). Pass it
    /// to the [`scan`](crate::MovingTable::scan) of the next page.
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        self.rows.cursor()
    }

    /// Returns `true` if the scan has a row after the returned rows: [`Rows::has_more`](crate::Rows::has_more).
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Store`] if the engine cannot continue to read.
    pub fn has_more(mut self) -> Result<bool, TableError<S::Error>> {
        self.rows.lift_limit();
        match self.rows.next_row() {
            Some(Err(error @ TableError::Store(_))) => Err(error),
            row => Ok(row.is_some()),
        }
    }
}

impl<N: OwnedKey, S: IndexedStore<Way: MovingWay<S>>, W: ValueCodec> Iterator for MovingRows<'_, N, S, W> {
    type Item = Result<(N, W::Value), TableError<S::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.rows.next_row()?.and_then(typed::<N, W, _>))
    }
}

/// Decodes a row of the new table.
pub(crate) fn typed<N: OwnedKey, W: ValueCodec, E: Error>(
    (key, value): NewRow,
) -> Result<(N, W::Value), TableError<E>> {
    Ok((decoded(&key)?, owned_value::<W, E>(&key, value)?))
}

impl<N, S: IndexedStore<Way: MovingWay<S>>, W> fmt::Debug for MovingRows<'_, N, S, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MovingRows").finish_non_exhaustive()
    }
}

/// The rows of the table that decides, on an engine with transactions.
pub struct RowsOfOne<'s, S: Store> {
    found: Found<S::Reader<'s>>,
    place: Place,
    tables: Tables<'s, S, S::Error>,
}

impl<'s, S: Store> RowsOfOne<'s, S> {
    pub(crate) const fn new(found: Found<S::Reader<'s>>, place: Place, tables: Tables<'s, S, S::Error>) -> Self {
        Self { found, place, tables }
    }
}

impl<S: Store> NewRows<S::Error> for RowsOfOne<'_, S> {
    fn next_row(&mut self) -> Option<Result<NewRow, TableError<S::Error>>> {
        let (key, row) = match self.found.advance()? {
            Ok(row) => row,
            Err(error) => return Some(Err(error)),
        };
        Some(as_new(self.place, (key, row.value()), &self.tables))
    }

    fn cursor(&self) -> Option<String> {
        Some(self.place.mark(&self.found.cursor()?))
    }

    fn lift_limit(&mut self) {
        self.found.lift_limit();
    }
}

/// Returns a row as the new table has it.
///
/// # Errors
///
/// Returns an error if the row cannot be read, or cannot move.
pub(crate) fn as_new<S, E: Error>(
    place: Place,
    (key, value): (&[u8], &[u8]),
    tables: &Tables<'_, S, E>,
) -> Result<NewRow, TableError<E>> {
    if place == Place::New {
        return Ok((key.to_vec(), value.to_vec()));
    }
    let row = tables.keys.scanned(place, key)?;
    Ok((row.new, tables.values.to_new(key, value.to_vec())?))
}

impl Place {
    /// Returns the cursor of a scan, from a cursor in this table.
    pub(crate) fn mark(self, cursor: &str) -> String {
        format!("{}{cursor}", self.letter())
    }

    /// Returns the cursor in this table, from a cursor of a scan. Without a cursor, there is none.
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
