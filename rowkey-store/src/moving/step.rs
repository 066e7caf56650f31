//! The steps of a move.

/// The step of a program in a [move](crate::moving). Programs of two neighboring steps can run at the same time.
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
