//! The steps of each operation, without I/O.
//!
//! Each operation is a [`Machine`]. It asks for one [`Request`] at a time, and continues with its [`Answer`]. So the same
//! steps can run on a blocking table, on an async table, and here against a server in memory. Read [`write`](self::write)
//! first: the other operations follow from it.

mod build;
mod load;
mod read;
mod sweep;
mod write;

pub(super) use build::Build;
pub(super) use load::Load;
pub(super) use read::{Found, ReadBy};
pub(super) use sweep::Sweep;
pub(super) use write::{Write, Written};

use std::collections::BTreeSet;

/// A time in milliseconds.
pub(super) type Millis = i64;

/// The key of a primary row.
pub(super) type Row = Vec<u8>;

/// A row of the table of a secondary key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    /// The number of the table.
    pub(super) table: usize,
    /// The secondary key.
    pub(super) key: Vec<u8>,
    /// The key of the primary row, which is the value of the entry.
    pub(super) row: Row,
}

/// The version of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Version {
    pub(super) at: Millis,
    /// Random bytes. Two writers may choose the same time.
    pub(super) nonce: u64,
    /// The digest of the value that has all its entries, or `None` if the row has no such value.
    pub(super) value: Option<u64>,
}

impl Version {
    /// Returns the time and the random bytes, which no two versions share.
    pub(super) const fn id(&self) -> (Millis, u64) {
        (self.at, self.nonce)
    }
}

/// The value cell of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) at: Millis,
    pub(super) bytes: Vec<u8>,
}

/// The version and the value of a row, from one read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stored {
    pub(super) version: Option<Version>,
    pub(super) value: Option<Cell>,
}

impl Stored {
    /// Returns the time of the newest cell, or `None` if the row has no cell.
    fn newest(&self) -> Option<Millis> {
        self.version.map(|version| version.at).max(self.value.as_ref().map(|value| value.at))
    }

    /// Returns the time for the next version: `now`, or a later one if a cell of the row has `now`.
    fn next(&self, now: Millis) -> Millis {
        self.newest().map_or(now, |newest| now.max(newest + 1))
    }

    /// Returns the digest of the value, if the row has the value that its version names.
    fn own_value(&self) -> Option<u64> {
        let found = self.value.as_ref().map(|value| digest(&value.bytes));
        found.filter(|_| found == self.version.and_then(|version| version.value))
    }

    /// Returns `true` if the version names a value that the row no longer has. The value has expired, or a plain write
    /// has replaced it.
    fn has_lost_value(&self) -> bool {
        self.version.is_some_and(|version| version.value.is_some()) && self.own_value().is_none()
    }

    fn entries(&self, row: &[u8], env: &Env<'_>) -> BTreeSet<Entry> {
        self.value.iter().flat_map(|value| (env.entries)(row, &value.bytes)).collect()
    }
}

/// Returns a digest of a value: FNV-1a.
pub(super) fn digest(value: &[u8]) -> u64 {
    value.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// The change of the value in a swap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The value stays: a fence.
    Keep,
    /// The value is put at the time of the new version.
    Put(Vec<u8>),
    /// The value is deleted up to the time of the new version.
    Delete,
}

/// One atomic step of a row: sets the version and changes the value, if the version is the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Swap {
    pub(super) row: Row,
    pub(super) expected: Option<Version>,
    pub(super) version: Version,
    pub(super) change: Change,
}

impl Swap {
    /// Returns `true` if the new version names the same value.
    pub(super) fn keeps_value(&self) -> bool {
        self.expected.and_then(|expected| expected.value) == self.version.value
    }
}

/// A request to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// Reads the version and the value of a row together. The answer is [`Answer::Stored`].
    Read(Row),
    /// Puts entries at a time, in any order, and waits for all. The answer is [`Answer::Done`].
    PutEntries(Vec<Entry>, Millis),
    /// Deletes the cells of entries up to a time, in any order. The answer is [`Answer::Done`].
    DeleteEntries(Vec<Entry>, Millis),
    /// The answer is [`Answer::Swapped`].
    Swap(Swap),
    /// Puts a version and a value without a condition. The answer is [`Answer::Done`].
    PutRow(Row, Version, Vec<u8>),
    /// Deletes the version of a row up to its time, if it is the expected one. The answer is [`Answer::Swapped`].
    Bury(Row, Version),
    /// Reads the next entry, with its newest time. The answer is [`Answer::Entry`].
    NextEntry(Option<Entry>),
    /// Reads the next row that has a version or a value. The answer is [`Answer::Row`].
    NextRow(Option<Row>),
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Stored(Stored),
    Done,
    /// `true` if the row had the expected version.
    Swapped(bool),
    Entry(Option<(Entry, Millis)>),
    Row(Option<(Row, Stored)>),
    /// It is not known whether the request was executed, or will be.
    Lost,
}

/// The world outside of the steps, at the time of an answer.
pub(super) struct Env<'e> {
    /// The clock of the client.
    pub(super) now: Millis,
    /// New random bytes.
    pub(super) nonce: u64,
    /// The time after which no operation and no message of the past is still on its way.
    pub(super) grace: Millis,
    pub(super) entries: &'e EntriesOf<'e>,
}

/// Computes the entries of a row from its key and its value.
pub(super) type EntriesOf<'e> = dyn Fn(&[u8], &[u8]) -> Vec<Entry> + 'e;

/// An operation.
pub(super) trait Machine {
    /// Returns the first request.
    fn begin(&mut self) -> Request;

    /// Takes the answer to the last request. Returns the next request, or `None` at the end.
    ///
    /// An answer of another kind than the request asks for is an error of the store. The operation then asks again.
    fn next(&mut self, answer: Answer, env: &Env<'_>) -> Option<Request>;
}
