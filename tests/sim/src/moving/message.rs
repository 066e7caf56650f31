//! The messages between clients and the server, and the rows of the machines.

use std::convert::Infallible;

use rowkey_store::__moving::{BothValues, Env, MovingRow, Place, Request as RowRequest, ToNew};
use rowkey_store::__protocol::{Answer as RowAnswer, Version};

use super::steps::{Row, has_old_key};
use super::transactions::{Outcome, Transaction};
use crate::model::Value;

pub(super) type Millis = i64;

/// The environment of the machines. Each value can be read.
pub(super) type RowEnv = Env<'static, Infallible>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// A request of a machine.
    Row(RowRequest),
    /// Reads the first row after another one, of both tables.
    Next(Option<Row>),
    /// Reads the first row after another one that has a value in this table.
    NextIn(Place, Option<Row>),
    Transact(Transaction),
}

impl Request {
    pub(super) const fn is_write(&self) -> bool {
        matches!(self, Self::Row(RowRequest::Swap { .. } | RowRequest::PutCopy(..) | RowRequest::Bury(..)))
    }

    /// Returns the request that reads a row in one of the tables.
    pub(super) fn read(place: Place, row: Row) -> Self {
        Self::Row(RowRequest::Read(place, key(place, row)))
    }

    /// Returns the table and the version of a swap.
    pub(super) const fn swapped(&self) -> Option<(Place, Version)> {
        match self {
            Self::Row(RowRequest::Swap { place, version, .. }) => Some((*place, *version)),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Row(RowAnswer),
    Next(Option<Row>),
    Outcome(Outcome),
}

impl Answer {
    /// It is not known whether the request was executed, or will be.
    pub(super) const LOST: Self = Self::Row(RowAnswer::Lost);

    /// Returns the answer to a machine.
    pub(super) fn into_row(self) -> RowAnswer {
        match self {
            Self::Row(answer) => answer,
            _ => RowAnswer::Lost,
        }
    }
}

/// Returns the key of a row in one of the tables.
fn key(place: Place, row: Row) -> Vec<u8> {
    let table = match place {
        Place::Old => b'o',
        Place::New => b'n',
    };
    vec![table, row]
}

/// Returns the row of a key.
pub(super) fn row_of(key: &[u8]) -> Row {
    key.last().copied().unwrap_or_default()
}

pub(super) fn moving_row(row: Row) -> MovingRow {
    MovingRow { old: has_old_key(row).then(|| key(Place::Old, row)), new: key(Place::New, row) }
}

/// Returns the value of the old row. It has a prefix, so that a value in the wrong table is another one.
pub(super) fn to_old(value: &[u8]) -> Vec<u8> {
    [b"~", value].concat()
}

pub(super) fn both_values(value: Value) -> Option<BothValues> {
    value.map(|value| BothValues { old: to_old(&value), new: value })
}

#[expect(clippy::unnecessary_wraps, reason = "the machines also run where it can fail")]
fn remove_prefix(_: &MovingRow, value: &[u8]) -> Result<Vec<u8>, Infallible> {
    Ok(value.strip_prefix(b"~").map_or_else(|| [b"not old: ", value].concat(), <[u8]>::to_vec))
}

/// Converts the value of an old row.
pub(super) const TO_NEW: &ToNew<'static, Infallible> = &remove_prefix;

/// The next request of a pass or a scan, or `None` at its end.
pub(super) type NextOfPass = Option<Request>;
