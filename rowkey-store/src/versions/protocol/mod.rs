//! The steps of each operation, without I/O.
//!
//! Each operation is a [`Machine`]. It asks for one [`Request`] at a time, and continues with its [`Answer`]. So the same
//! steps run on blocking tables, on async tables, and in a model that checks them. Read `write` first: the other
//! operations follow from it.

mod build;
mod load;
mod sweep;
mod version;
mod write;

pub use build::Build;
pub use load::Load;
pub use sweep::{Bury, Sweep, SweptEntry};
pub use version::{Kind, Stored, Version, VersionError, digest};
pub use write::{NewValue, Write, Written};

/// A time in milliseconds.
pub type Millis = i64;

/// The key of a primary row.
pub type RowKey = Vec<u8>;

/// A row of the table of a secondary key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The number of the table.
    pub table: usize,
    /// The secondary key.
    pub key: Vec<u8>,
    /// The key of the primary row, which is the value of the entry.
    pub row: RowKey,
}

/// The change of the value in a swap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The value stays: a fence.
    Keep,
    /// The value is put at the time of the new version.
    Put(Vec<u8>),
    /// The value is deleted up to the time of the new version.
    Delete,
}

/// A request to the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Reads the version and the value of a row together. The answer is [`Answer::Stored`].
    Read(RowKey),
    /// Puts entries at a time, in any order, and waits for all. The answer is [`Answer::Done`].
    PutEntries(Vec<Entry>, Millis),
    /// Deletes the cells of entries up to a time, in any order. The answer is [`Answer::Done`].
    DeleteEntries(Vec<Entry>, Millis),
    /// Sets the version of a row and changes its value, if the version is the expected one. The answer is
    /// [`Answer::Swapped`].
    Swap {
        /// The key of the row.
        row: RowKey,
        /// The version that the row must have.
        expected: Option<Version>,
        /// The new version.
        version: Version,
        /// The change of the value.
        change: Change,
    },
    /// Puts a version and a value into a row that has neither. The answer is [`Answer::Swapped`].
    PutRow(RowKey, Version, Vec<u8>),
    /// Deletes the version of a row up to its time, if it is the expected one. The answer is [`Answer::Swapped`].
    Bury(RowKey, Version),
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The row that was read.
    Stored(Stored),
    /// The writes are made.
    Done,
    /// `true` if the row had the expected version.
    Swapped(bool),
    /// It is not known whether the request was executed, or will be.
    Lost,
}

/// The world outside of the steps, at the time of an answer. `X` is the error of an unreadable row.
pub struct Env<'e, X> {
    /// The clock of the client.
    pub now: Millis,
    /// New random bytes.
    pub nonce: u64,
    /// The time after which no operation and no message of the past is still on its way.
    pub grace: Millis,
    /// Computes the entries of a row from its key and its value.
    pub entries: &'e EntriesOf<'e, X>,
}

/// Computes the entries of a row from its key and its value, each once.
pub type EntriesOf<'e, X> = dyn Fn(&[u8], &[u8]) -> Result<Vec<Entry>, X> + 'e;

/// An operation.
pub trait Machine<X> {
    /// Returns the first request.
    fn begin(&mut self) -> Request;

    /// Takes the answer to the last request. Returns the next request, or `None` at the end.
    ///
    /// An answer of another kind than the request asks for is an error of the store. The operation then asks again.
    ///
    /// # Errors
    ///
    /// Returns the error of an unreadable row. The operation is then over, and has not changed its row.
    fn next(&mut self, answer: Answer, env: &Env<'_, X>) -> Result<Option<Request>, X>;

    /// Returns the number of times that the operation has begun.
    fn attempts(&self) -> u32 {
        1
    }
}
