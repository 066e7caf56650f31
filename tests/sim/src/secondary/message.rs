//! Messages to the server. Each has one effect, and several may be on their way at the same time.

use super::passes::PassRequest;
use super::protocol::{Entry, Millis, Request, RowKey, Version};
use super::server::Swap;

#[derive(Clone, Debug)]
pub(super) enum Message {
    Read(RowKey),
    /// Reads the value alone, for [`ReadsValueBeforeVersion`](super::mutants::Mutant::ReadsValueBeforeVersion).
    ReadValue(RowKey),
    PutEntry(Entry, Millis),
    DeleteEntry(Entry, Millis),
    Swap(Swap),
    PutRow(RowKey, Version, Vec<u8>),
    Bury(RowKey, Version),
    /// Reads the next entry of the first tables.
    NextEntry(Option<Entry>, usize),
    NextRow(Option<RowKey>),
    /// A put by a program that knows neither versions nor entries.
    PutValue(RowKey, Vec<u8>, Millis),
    /// A delete by such a program.
    DeleteValue(RowKey, Millis),
}

impl Message {
    /// Returns the messages of a request. The client reads the first `tables` tables of entries.
    pub(super) fn of(request: PassRequest, tables: usize) -> Vec<Self> {
        match request {
            PassRequest::Machine(request) => Self::of_machine(request),
            PassRequest::NextEntry(after) => vec![Self::NextEntry(after, tables)],
            PassRequest::NextRow(after) => vec![Self::NextRow(after)],
        }
    }

    fn of_machine(request: Request) -> Vec<Self> {
        match request {
            Request::Read(row) => vec![Self::Read(row)],
            Request::PutEntries(entries, at) => entries.into_iter().map(|entry| Self::PutEntry(entry, at)).collect(),
            Request::DeleteEntries(entries, up_to) => {
                entries.into_iter().map(|entry| Self::DeleteEntry(entry, up_to)).collect()
            }
            Request::Swap { row, expected, version, change } => {
                vec![Self::Swap(Swap { row, expected, version, change })]
            }
            Request::PutRow(row, version, value) => vec![Self::PutRow(row, version, value)],
            Request::Bury(row, version) => vec![Self::Bury(row, version)],
        }
    }

    pub(super) const fn is_write(&self) -> bool {
        !matches!(self, Self::Read(_) | Self::ReadValue(_) | Self::NextEntry(..) | Self::NextRow(_))
    }
}

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Arrives,
    /// A copy of it arrives later.
    ArrivesTwice,
    /// It arrives later, and its answer is lost.
    IsLate,
    /// It never arrives, and its answer is lost.
    IsLost,
    /// Its answer is lost.
    LosesAnswer,
}
