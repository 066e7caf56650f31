//! Messages to the server. Each has one effect, and several may be on their way at the same time.

use super::protocol::{Entry, Millis, Request, Row, Swap, Version};

#[derive(Clone, Debug)]
pub(super) enum Message {
    Read(Row),
    /// Reads the value alone, for [`ReadsValueBeforeVersion`](super::mutants::Mutant::ReadsValueBeforeVersion).
    ReadValue(Row),
    PutEntry(Entry, Millis),
    DeleteEntry(Entry, Millis),
    Swap(Swap),
    PutRow(Row, Version, Vec<u8>),
    Bury(Row, Version),
    /// Reads the next entry of the first tables.
    NextEntry(Option<Entry>, usize),
    NextRow(Option<Row>),
    /// A put by a program that knows neither versions nor entries.
    PutValue(Row, Vec<u8>, Millis),
    /// A delete by such a program.
    DeleteValue(Row, Millis),
}

impl Message {
    /// Returns the messages of a request. The client reads the first `tables` tables of entries.
    pub(super) fn of(request: Request, tables: usize) -> Vec<Self> {
        match request {
            Request::Read(row) => vec![Self::Read(row)],
            Request::PutEntries(entries, at) => entries.into_iter().map(|entry| Self::PutEntry(entry, at)).collect(),
            Request::DeleteEntries(entries, up_to) => {
                entries.into_iter().map(|entry| Self::DeleteEntry(entry, up_to)).collect()
            }
            Request::Swap(swap) => vec![Self::Swap(swap)],
            Request::PutRow(row, version, value) => vec![Self::PutRow(row, version, value)],
            Request::Bury(row, version) => vec![Self::Bury(row, version)],
            Request::NextEntry(after) => vec![Self::NextEntry(after, tables)],
            Request::NextRow(after) => vec![Self::NextRow(after)],
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
