//! The storage locations of a row: the keys that the versions of its salt and tag give it.

use rowkey_core::{EncodeError, RowKey};
use std::iter;

use crate::{Batch, Move};

/// The storage locations of a row.
///
/// With `#[salt(buckets = 8, was(4))] device: u32`, device 0 has the current key 02 00 00 00 00 and the older key 01 00
/// 00 00 00. A get reads the older key, the current key, and the older key again.
pub(crate) struct Places<K: RowKey> {
    pub(crate) present: K::Bytes,
    /// The locations of older versions, except for the current one, from the newest to the oldest.
    pub(crate) older: Vec<K::Bytes>,
    /// The number of locations in `older` that are newer than the oldest version that gives the current location. For
    /// labels 1 (current), 2, and again 1 (oldest), it is 1.
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

    /// Returns the locations in read order: the oldest first. A write removes the row from the locations of all older
    /// versions. So if the row is at an older location too, it was written there later, by a program that does not know
    /// the newer version.
    ///
    /// All locations but the last are read twice, for engines without snapshots. A move writes the row at the new
    /// location before it deletes the old one. So a get finds a row that moves to its current location. It finds a row
    /// that moves the other way, by a program of the step before, on the second read.
    pub(crate) fn in_read_order(&self) -> impl Iterator<Item = &[u8]> {
        self.once_in_read_order().chain(self.once_in_read_order().take(self.older.len()))
    }

    /// Returns each location once, the oldest first.
    pub(crate) fn once_in_read_order(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        let (newer, older) = self.older.split_at(self.newer);
        older.iter().rev().chain(iter::once(&self.present)).chain(newer.iter().rev()).map(AsRef::as_ref)
    }

    /// Adds the delete of the row at all its locations, in the reverse of the read order. If the batch fails after some
    /// of them, a get still finds the row as it was, and no older version of it.
    pub(crate) fn add_delete(&self, batch: &mut Batch) {
        batch.delete_in_order(self.once_in_read_order().rev());
    }

    /// Adds the put of the row at its current location, in place of those at its older locations. These are deleted in
    /// the same order. After the last delete, the current location counts.
    pub(crate) fn add_put(&self, batch: &mut Batch, value: &[u8]) {
        let present = self.present.as_ref();
        let older = self.once_in_read_order().rev().filter(|place| *place != present);
        batch.put_in_place_of(older, present, value);
    }
}

/// Returns `true` if rows can be at the storage locations of older versions.
pub(crate) fn has_moved<K: RowKey>() -> bool {
    const { K::LAYOUT.has_older_rows() }
}

/// The rows at older storage locations that a step of a rekey has read, and the changes to make.
///
/// # Design
///
/// A scan without a snapshot may have read a row's current location before the row is copied there. So the row must
/// stay at its older location until such scans have ended. This is why `rekey` copies, and `finish_rekey` deletes
/// later.
#[derive(Default)]
pub(crate) struct Copies {
    /// The moves from each older location to the current one.
    pub(crate) moves: Vec<Move>,
    /// The locations of each row that has several older ones, in read order. Only the first location that has the row
    /// counts. The others are stale: a program has ended in the middle of a put.
    pub(crate) several: Vec<SeveralPlaces>,
}

/// The storage locations of a row, in read order.
pub(crate) struct SeveralPlaces {
    pub(crate) places: Vec<Vec<u8>>,
    /// The index of the current location.
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

/// The moves of a row to its current location, in read order. The first location that has the row counts, so the moves
/// after the first one that finds it keep the row at the current location.
pub(crate) struct MovesToPresent {
    /// The moves from the locations that are read before the current one. The row there replaces an existing row.
    pub(crate) over: Vec<Move>,
    /// The moves from the locations that are read after the current one: those that are newer than its oldest version.
    /// They keep an existing row at the current location.
    pub(crate) unless_there: Vec<Move>,
}

impl MovesToPresent {
    pub(crate) fn of<K: RowKey>(key: &K) -> Result<Self, EncodeError> {
        let Places { present, mut older, newer } = Places::of(key)?;
        let to_present = |place: K::Bytes| (place.into(), present.clone().into());
        let over = older.drain(newer..).rev().map(to_present).collect();
        Ok(Self { over, unless_there: older.into_iter().rev().map(to_present).collect() })
    }
}
