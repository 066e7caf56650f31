//! The places of a row: where each generation of the salt of its key has put it.

use rowkey_core::{EncodeError, RowKey};
use std::iter;

use crate::Move;

/// The places where a row may be stored.
pub(crate) struct Places<K: RowKey> {
    pub(crate) present: K::Bytes,
    /// The places that older generations gave it, the newest first.
    pub(crate) older: Vec<K::Bytes>,
}

impl<K: RowKey> Places<K> {
    pub(crate) fn of(key: &K) -> Result<Self, EncodeError> {
        let present = key.encode()?;
        let older = match has_moved::<K>() {
            true => key.keys_of_all_generations()?.into_iter().skip(1).collect(),
            false => Vec::new(),
        };
        Ok(Self { present, older })
    }

    /// The places in the order in which they are read: the oldest first. Whoever writes to a place removes the row from those
    /// of older generations, so a row in an older place was written later, by a program that does not know the newer one.
    ///
    /// All but the present one are read a second time, for engines without snapshots. A row is at its new place before it
    /// leaves the old one, so one that is moved to its present place is found; one that a program of the step before moves the
    /// other way is found the second time.
    pub(crate) fn in_read_order(&self) -> impl Iterator<Item = &[u8]> {
        let older = || self.older.iter().rev();
        older().chain(iter::once(&self.present)).chain(older()).map(AsRef::as_ref)
    }
}

/// `true` if rows may be stored in places of older generations.
pub(crate) fn has_moved<K: RowKey>() -> bool {
    const { K::LAYOUT.has_older_rows() }
}

/// The moves of a row to its present place. That from the oldest place comes last, because it has the newest row.
pub(crate) fn moves_to_present<K: RowKey>(key: &K) -> Result<Vec<Move>, EncodeError> {
    let Places { present, older } = Places::of(key)?;
    Ok(older.into_iter().map(|older| (older.into(), present.clone().into())).collect())
}
