//! The progress of a move.

/// The progress of a [move](crate::moving): `move_rows` or `finish`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Moved {
    /// The number of rows that were checked, in both tables. A row that both have counts twice.
    pub rows: u64,
    /// The number of rows that were copied.
    pub copied: u64,
    /// The number of rows that were deleted: by `finish`, or because the row that counts was deleted.
    pub deleted: u64,
    /// The number of rows that cannot be moved. They stay where they are.
    pub kept: u64,
    /// The number of transactions that had to start again, because another writer changed one of their rows.
    pub conflicts: u64,
    /// The position to resume from, as text, or `None` at the end.
    pub cursor: Option<String>,
}
