//! The step of a program in a move.

/// The step of a program that moves the rows of a table to other keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveStep {
    /// Writes a row where it is, and an absent row in the old table.
    OldFirst,
    /// Moves a row to the new table before it writes the row.
    NewFirst,
    /// Reads and writes the new table alone.
    NewOnly,
}
