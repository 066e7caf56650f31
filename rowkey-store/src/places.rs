//! The places of a row: where each generation of the salt of its key has put it.

use rowkey_core::{EncodeError, RowKey};
use std::iter;

use crate::Move;

/// The places where a row may be stored.
pub(crate) struct Places<K: RowKey> {
    pub(crate) present: K::Bytes,
    /// The others, which older generations gave it, the newest first.
    pub(crate) older: Vec<K::Bytes>,
    /// How many of these are newer than the oldest generation that gives the present place, too: of labels 1, 2 and 1 again, one.
    newer: usize,
}

impl<K: RowKey> Places<K> {
    pub(crate) fn of(key: &K) -> Result<Self, EncodeError> {
        let present = key.encode()?;
        if !has_moved::<K>() {
            return Ok(Self { present, older: Vec::new(), newer: 0 });
        }
        let mut older = key.keys_in_read_order()?;
        older.reverse();
        let newer = older.iter().take_while(|place| place.as_ref() != present.as_ref()).count();
        older.retain(|place| place.as_ref() != present.as_ref());
        Ok(Self { present, older, newer })
    }

    /// The places in the order in which they are read: the oldest first. Whoever writes to a place removes the row from those
    /// of older generations, so a row in an older place was written later, by a program that does not know the newer one.
    ///
    /// All but the last are read a second time, for engines without snapshots. A row is at its new place before it leaves the
    /// old one, so one that is moved to its present place is found; one that a program of the step before moves the other way
    /// is found the second time.
    pub(crate) fn in_read_order(&self) -> impl Iterator<Item = &[u8]> {
        self.once_in_read_order().chain(self.once_in_read_order().take(self.older.len()))
    }

    /// Each place once, the oldest first.
    fn once_in_read_order(&self) -> impl Iterator<Item = &[u8]> {
        let (newer, older) = self.older.split_at(self.newer);
        older.iter().rev().chain(iter::once(&self.present)).chain(newer.iter().rev()).map(AsRef::as_ref)
    }
}

/// `true` if rows may be stored in places of older generations.
pub(crate) fn has_moved<K: RowKey>() -> bool {
    const { K::LAYOUT.has_older_rows() }
}

/// The rows at older places that a step of a rekey has read, and what it does with them.
///
/// # Design
///
/// A scan that is not one snapshot may have read the present place of a row before it is copied. So the row must stay at its older
/// place until such scans have ended: `rekey` copies, and `finish_rekey` deletes later.
#[derive(Default)]
pub(crate) struct Copies {
    /// From each older place to the present one.
    pub(crate) moves: Vec<Move>,
    /// The places of each row that can be at two older ones, in the order in which they are read. Only the first of these where
    /// it is counts. The others are stale: a program has ended in the middle of a put.
    pub(crate) several: Vec<SeveralPlaces>,
}

/// The places of a row, in the order in which they are read.
pub(crate) struct SeveralPlaces {
    pub(crate) places: Vec<Vec<u8>>,
    /// The number of the present one.
    pub(crate) present: usize,
}

impl Copies {
    pub(crate) fn add<K: RowKey>(&mut self, key: &K) -> Result<(), EncodeError> {
        let places = Places::of(key)?;
        let present = places.present.as_ref();
        self.moves.extend(places.older.iter().map(|older| (older.as_ref().to_vec(), present.to_vec())));
        if places.older.len() > 1 || places.newer > 0 {
            let present = places.older.len() - places.newer;
            self.several
                .push(SeveralPlaces { places: places.once_in_read_order().map(<[u8]>::to_vec).collect(), present });
        }
        Ok(())
    }
}

/// The moves of a row to its present place, in the order in which they must be made.
pub(crate) struct MovesToPresent {
    /// From places that are newer than an older generation's that is the present one, too: a row that is there stays.
    pub(crate) unless_there: Vec<Move>,
    /// From the other places: over a row that is there. That from the oldest place comes last, because it has the newest row.
    pub(crate) over: Vec<Move>,
}

impl MovesToPresent {
    pub(crate) fn of<K: RowKey>(key: &K) -> Result<Self, EncodeError> {
        let Places { present, mut older, newer } = Places::of(key)?;
        let to_present = |place: K::Bytes| (place.into(), present.clone().into());
        let over = older.drain(newer..).map(to_present).collect();
        Ok(Self { over, unless_there: older.into_iter().rev().map(to_present).collect() })
    }
}
