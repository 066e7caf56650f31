//! The places of a row: where each generation of the salt of its key has put it.

use rowkey_core::{EncodeError, RowKey};
use std::error::Error;

use crate::{CompareAndSet, Move, Reader, Row, Table, TableError, ValueCodec};

/// The places where a row may be stored: the present one first, the oldest last.
pub(crate) fn places<K: RowKey>(key: &K) -> Result<impl DoubleEndedIterator<Item = K::Bytes> + use<K>, EncodeError> {
    Ok(key.keys_of_all_generations()?.into_iter())
}

/// The same in the order in which they are read: the oldest first. Whoever writes to a place removes the row from those of older
/// generations, so a row in an older place was written later, by a program that does not know the newer one.
///
/// All but the present one are read a second time, for engines without snapshots. A row is at its new place before it leaves
/// the old one, so one that is moved to its present place is found; one that a program of the step before moves the other
/// way is found the second time.
pub(crate) fn places_to_read<K: RowKey>(key: &K) -> Result<impl Iterator<Item = K::Bytes> + use<K>, EncodeError> {
    let places = key.keys_of_all_generations()?;
    let older = places.get(1..).unwrap_or_default().to_vec();
    Ok(places.into_iter().rev().chain(older.into_iter().rev()))
}

/// `true` if rows may be stored in places of older generations.
pub(crate) fn has_moved<K: RowKey>() -> bool {
    K::LAYOUT.has_older_rows()
}

/// The place of the row `key`, and its value.
///
/// The oldest place is read first: of a row at several places, that in the oldest is the newest.
pub(crate) fn stored<K: RowKey, R: Reader<Error: Error>>(
    reader: &R,
    key: &K,
) -> Result<Option<Row>, TableError<R::Error>> {
    for place in places_to_read(key)? {
        if let Some(value) = reader.get(place.as_ref()).map_err(TableError::Store)? {
            return Ok(Some((place.into(), value)));
        }
    }
    Ok(None)
}

impl<K: RowKey, S: CompareAndSet, V: ValueCodec> Table<K, S, V> {
    /// Moves a row from the places of older generations to its present one, which is returned.
    pub(crate) fn settle(&self, key: &K) -> Result<K::Bytes, TableError<S::Error>> {
        let present = key.encode()?;
        if has_moved::<K>() {
            self.store().move_rows(&moves_to_present(key)?).map_err(TableError::Store)?;
        }
        Ok(present)
    }
}

/// The moves of a row to its present place. That from the oldest place comes last, because it has the newest row.
pub(crate) fn moves_to_present<K: RowKey>(key: &K) -> Result<Vec<Move>, EncodeError> {
    let mut places = places(key)?;
    let Some(present) = places.next() else { return Ok(Vec::new()) };
    Ok(places.map(|older| (older.into(), present.clone().into())).collect())
}
