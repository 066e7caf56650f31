//! The requests of the steps, their answers, and the stamps of rows.

use super::mutants::Mutant;
use super::steps::{Place, Row};
use super::transactions::{Outcome, Transaction};
use crate::model::Value;

pub(super) type Millis = i64;

/// The kind of a stamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A program wrote the row here. In the new table, no old row counts any more.
    Written,
    /// A copy in the new table. It counts if the old row is marked.
    Copied,
    /// A mark in the old table: the row has moved.
    Moved,
}

/// The version of a row, with its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) at: Millis,
    pub(super) nonce: u64,
    pub(super) kind: Kind,
    /// The hash of the value that counts, or 0 for none.
    pub(super) digest: u64,
}

/// What tells stamps apart.
pub(super) type StampId = (Millis, u64);

impl Stamp {
    pub(super) const fn id(self) -> StampId {
        (self.at, self.nonce)
    }
}

pub(super) fn digest(value: &Value) -> u64 {
    value.as_deref().map_or(0, rowkey_store::__protocol::digest)
}

/// The newest cells of a row in one table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stored {
    pub(super) stamp: Option<Stamp>,
    pub(super) value: Option<(Millis, Vec<u8>)>,
}

impl Stored {
    /// Returns the value that the stamp names. A row from before the move has no stamp.
    pub(super) fn value(&self) -> Value {
        let value = self.value.as_ref().map(|(_, value)| value.clone());
        value.filter(|value| self.stamp.is_none_or(|stamp| digest(&Some(value.clone())) == stamp.digest))
    }

    pub(super) fn has_moved(&self) -> bool {
        self.stamp.is_some_and(|stamp| stamp.kind == Kind::Moved)
    }

    pub(super) fn is_written(&self) -> bool {
        self.stamp.is_some_and(|stamp| stamp.kind == Kind::Written)
    }

    pub(super) fn newest(&self) -> Option<Millis> {
        self.stamp.map(|stamp| stamp.at).max(self.value.as_ref().map(|(at, _)| *at))
    }

    /// Returns the stamp of a copy that keeps the time of the row. Each copy of one version has the same stamp.
    pub(super) fn stamp_of_copy(&self, value: &Value) -> Stamp {
        let nonce = self.stamp.map_or(0, |stamp| stamp.nonce);
        Stamp { at: self.newest().unwrap_or_default(), nonce, kind: Kind::Copied, digest: digest(value) }
    }
}

/// The change of the value in a swap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Keep,
    Put(Vec<u8>),
    /// Deletes the value up to the time of the stamp.
    Delete,
}

impl Change {
    pub(super) fn of(value: Value) -> Self {
        value.map_or(Self::Delete, Self::Put)
    }
}

/// One atomic step of a row: sets the stamp and changes the value, if the row has the expected stamp.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Swap {
    pub(super) place: Place,
    pub(super) row: Row,
    pub(super) expected: Option<StampId>,
    pub(super) stamp: Stamp,
    pub(super) change: Change,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    Read(Place, Row),
    Swap(Swap),
    /// Puts a copy at its own time, without a condition.
    PutCopy(Row, Stamp, Vec<u8>),
    /// Deletes the mark of a row.
    DropMark(Row),
    /// Reads the first row after another one, of both tables.
    Next(Option<Row>),
    /// Reads the first row after another one that has a value in this table.
    NextIn(Place, Option<Row>),
    Transact(Transaction),
}

impl Request {
    pub(super) const fn is_write(&self) -> bool {
        matches!(self, Self::Swap(_) | Self::PutCopy(..) | Self::DropMark(_))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Stored(Stored),
    Swapped(bool),
    Done,
    Next(Option<Row>),
    Outcome(Outcome),
    /// It is not known whether the request was executed, or will be.
    Lost,
}

/// The world outside of the steps, at the time of an answer.
#[derive(Clone, Copy)]
pub(super) struct Env {
    /// The clock of the client.
    pub(super) now: Millis,
    pub(super) nonce: u64,
    pub(super) mutant: Option<Mutant>,
}

impl Env {
    pub(super) fn is(&self, mutant: Mutant) -> bool {
        self.mutant == Some(mutant)
    }

    /// Returns the stamp of the next change of a row that has these cells.
    pub(super) fn stamp(&self, cells: &[&Stored], kind: Kind, value: &Value) -> Stamp {
        let newest = cells.iter().filter_map(|stored| stored.newest()).max();
        let next = newest.filter(|_| !self.is(Mutant::StampIsNow)).map_or(self.now, |newest| self.now.max(newest + 1));
        let nonce = if self.is(Mutant::StampWithoutNonce) { 0 } else { self.nonce };
        Stamp { at: next, nonce, kind, digest: digest(value) }
    }
}

/// The next request of a machine, or what it has found.
pub(super) enum Next<T> {
    Send(Request),
    Over(T),
}

/// The next request of a pass or a scan, or `None` at its end.
pub(super) type NextOfPass = Option<Request>;
