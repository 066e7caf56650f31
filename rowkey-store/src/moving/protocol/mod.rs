//! The steps of each operation on a row that moves, on engines without transactions. They do no I/O.
//!
//! Each operation is a [`Machine`], like those of [secondary keys](crate::versions). It asks for one [`Request`] at a time,
//! and continues with its [`Answer`]. Read `cells` first, then `get`, `hand_over`, `write`, and `passes`.
//!
//! # Kinds
//!
//! A row has a [version](crate::versions) in both tables. Its kind says which of its two rows counts:
//!
//! | Kind | Table | Meaning |
//! |---|---|---|
//! | `Written` | both | A program wrote the row here |
//! | `Copied` | new | A copy. It counts if the old row has a mark |
//! | `Moved` | old | The mark: the new row counts, whatever it is |
//!
//! The old row decides until its mark, and the new row from then on. The mark is one swap, so the change is atomic.

mod cells;
mod get;
mod hand_over;
mod passes;
mod write;

pub use cells::{copy_of, current, decides, has_moved};
pub use get::{Found, Get};
pub use hand_over::HandOver;
pub use passes::{CopyRow, DropMark, MarkRow};
pub use write::Write;

use crate::move_step::MoveStep;
use crate::versions::protocol::{Answer, Change, Kind, Millis, RowKey, Stored, Version, Written, digest};

/// A row that moves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MovingRow {
    /// Its key in the old table, or `None` if it can be in the new table only.
    pub old: Option<RowKey>,
    /// Its key in the new table.
    pub new: RowKey,
}

impl MovingRow {
    /// Returns the key in one of the tables.
    #[must_use]
    pub const fn key(&self, place: Place) -> Option<&RowKey> {
        match place {
            Place::Old => self.old.as_ref(),
            Place::New => Some(&self.new),
        }
    }

    /// Returns the request that reads the row in one of the tables.
    fn read(&self, place: Place) -> Option<Request> {
        self.key(place).map(|key| Request::Read(place, key.clone()))
    }

    /// Returns the request that swaps the row in one of the tables.
    fn swap(&self, place: Place, read: &Stored, version: Version, change: Change) -> Option<Request> {
        let row = self.key(place)?.clone();
        Some(Request::Swap { place, row, expected: read.version, version, change })
    }
}

/// A value as the rows of each table have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BothValues {
    /// The value in the old table.
    pub old: Vec<u8>,
    /// The value in the new table.
    pub new: Vec<u8>,
}

impl BothValues {
    /// Returns the value in one of the tables.
    #[must_use]
    pub fn at(&self, place: Place) -> &[u8] {
        match place {
            Place::Old => &self.old,
            Place::New => &self.new,
        }
    }
}

/// One of the two tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The table that rows move from.
    Old,
    /// The table that they move to.
    New,
}

/// A request to the stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Reads the version and the value of a row together. The answer is [`Answer::Stored`].
    Read(Place, RowKey),
    /// Sets the version of a row and changes its value, if the version is the expected one. The answer is
    /// [`Answer::Swapped`].
    Swap {
        /// The table of the row.
        place: Place,
        /// The key of the row.
        row: RowKey,
        /// The version that the row must have.
        expected: Option<Version>,
        /// The new version.
        version: Version,
        /// The change of the value.
        change: Change,
    },
    /// Puts a copy of a row into the new table at the time of its version, without a condition. The answer is
    /// [`Answer::Done`].
    PutCopy(RowKey, Version, Vec<u8>),
    /// Deletes the version of a row of the old table up to its time, if it is the expected one. The answer is
    /// [`Answer::Swapped`].
    Bury(RowKey, Version),
}

/// The world outside of the steps, at the time of an answer. `X` is the error of an unreadable row.
pub struct Env<'e, X> {
    /// The clock of the client.
    pub now: Millis,
    /// New random bytes.
    pub nonce: u64,
    /// Converts the value of an old row to the value of its new row.
    pub to_new: &'e ToNew<'e, X>,
}

/// Converts the value of an old row to the value of its new row. Equal values have equal results.
pub type ToNew<'e, X> = dyn Fn(&MovingRow, &[u8]) -> Result<Vec<u8>, X> + 'e;

impl<X> Env<'_, X> {
    /// Returns the next version of a row that has these cells.
    fn version(&self, cells: &[&Stored], kind: Kind, value: Option<&[u8]>) -> Version {
        let at = cells.iter().map(|stored| stored.next(self.now)).max().unwrap_or(self.now);
        Version { at, nonce: self.nonce, value: value.map(digest), kind }
    }

    /// Returns the value that counts in a row of the old table, as its new row has it.
    fn value_of_old(&self, row: &MovingRow, old: &Stored) -> Result<Option<Vec<u8>>, X> {
        current(old).map(|value| (self.to_new)(row, value)).transpose()
    }
}

/// An operation on one row.
pub trait Machine<X> {
    /// Returns the first request, or `None` if there is nothing to do.
    fn begin(&mut self) -> Option<Request>;

    /// Takes the answer to the last request. Returns the next request, or `None` at the end.
    ///
    /// An answer of another kind than the request asks for is an error of the store. The operation then asks again.
    ///
    /// # Errors
    ///
    /// Returns the error of an unreadable row. The operation is then over, and has not changed what its row is.
    fn next(&mut self, answer: Answer, env: &Env<'_, X>) -> Result<Option<Request>, X>;

    /// Returns the number of times that the operation has begun again.
    fn retries(&self) -> u32 {
        0
    }
}
