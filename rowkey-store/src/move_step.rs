//! The steps of a move, and the error of a row that cannot move.

use std::fmt;

/// The step of a program in a [move](crate::MovingTable). Programs of two neighboring steps can run at the same time.
///
/// The program before the move uses the old [`Table`](crate::Table) alone. The program after it uses the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveStep {
    /// The old row counts, until it has moved. Programs that only know the old table may still run.
    OldFirst,
    /// The new row counts. Without transactions, a row moves before it is written. The step before can still follow.
    NewFirst,
    /// Only the new table is read and written. Programs that only know the new table may run.
    NewOnly,
}

/// The reason why a row cannot move: its key in the other table does not give its own key back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the row \"{}\" of `{from}` has the key \"{}\" in `{to}`, which gives {} back: `new_key` and `old_key` must undo each other",
    row.escape_ascii(), other.escape_ascii(), Quoted(back.as_deref())
)]
#[non_exhaustive]
pub struct CannotMove {
    /// The key type of the row.
    pub from: &'static str,
    /// The key of the row.
    pub row: Vec<u8>,
    /// The other key type.
    pub to: &'static str,
    /// The key of the row in the other table.
    pub other: Vec<u8>,
    /// The key that the other key gives back, or `None` for none.
    pub back: Option<Vec<u8>>,
}

/// Shows a key in quotes, or `no key`.
struct Quoted<'k>(Option<&'k [u8]>);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(key) => write!(f, "\"{}\"", key.escape_ascii()),
            None => f.write_str("no key"),
        }
    }
}
