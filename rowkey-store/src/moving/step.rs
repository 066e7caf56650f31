//! The steps of a move.

/// The step of a program in a [move](crate::moving). Programs of two neighboring steps can run at the same time.
///
/// The program before the move uses the old [`Table`](crate::Table) alone. The program after it uses the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveStep {
    /// The old row counts. Programs that only know the old table may still run.
    OldFirst,
    /// The new row counts. The step before can still follow: a rollback loses nothing.
    NewFirst,
    /// Only the new table is read and written. Programs that only know the new table may run.
    NewOnly,
}
