//! Wrong protocols. The checks must find each of them.

use super::server::Engine;

/// A step that goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mutant {
    // With transactions.
    /// The proposal of the issue: `NewFirst` reads both tables, writes the new one, and deletes the old row.
    AsProposed,
    /// `OldFirst` writes the old table alone.
    WritesOldAlone,
    /// `NewFirst` writes the new table alone.
    WritesNewAlone,
    /// A delete removes the row from the table that decides.
    DeletesInOneTable,
    /// A compare-and-set compares the old row.
    ComparesOld,
    /// A scan of `NewFirst` reads both tables.
    ScansBothTables,
    /// The copy leaves rows that are there, as `put_if_absent` does.
    CopyKeepsRows,
    /// The copy deletes no rows.
    CopyKeepsDeletedRows,
    /// The copy reads and writes in two transactions.
    CopiesInTwoTransactions,
    /// The copy begins while programs of `OldOnly` run.
    PassBesideOldOnly,
    /// `NewFirst` begins before the copy has ended.
    NewFirstBeforeCopy,
    /// A step is left out: `OldOnly` and `NewFirst` run together.
    LeavesOutOldFirst,
    /// The programs go back to `OldFirst` without a copy, after `NewOnly`.
    GoesBackWithoutCopy,
    /// `finish` runs before `NewOnly`.
    FinishesEarly,
    /// `finish` deletes rows that cannot move.
    FinishDeletesUnmovable,
    /// A row without an old key is written before `NewOnly`.
    WritesRowsWithoutOldKey,
    // Without transactions.
    /// A row is marked before it is copied.
    MarksBeforeCopy,
    /// The old row is read before the new one.
    ReadsOldBeforeNew,
    /// A row is handed over although a program has written the new row.
    HandsOverWrittenRows,
    /// The mark leaves the value of the old row.
    MarkKeepsValue,
    /// The mark has no condition.
    MarksWithoutCondition,
    /// The copy of a single row has no condition.
    CopiesWithoutCondition,
    /// A write has no condition.
    WritesWithoutCondition,
    /// The batch of copies has the time of the clock.
    CopiesAtNow,
    /// A pass marks a row without a look at its copy.
    MarksWithoutLook,
    /// A pass marks a row that has a newer copy, of whatever version.
    ComparesTimesOfCopies,
    /// A row without a value is marked without a tombstone in the new table.
    HandsOverNoTombstones,
    /// A pass marks only rows with a value.
    PassSkipsTombstones,
    /// A delete leaves no tombstone in the new table.
    NoTombstones,
    /// A get reads the new row before the old one.
    ReadsNewBeforeOld,
    /// A scan in order reads the page of the new table before that of the old one.
    ScansNewPageFirst,
    /// A scan by range reads the new rows before the old ones.
    ScansNewRowsFirst,
    /// A copy counts without a mark.
    BelievesCopies,
    /// Each value counts, whatever the stamp says.
    BelievesCells,
    /// A row without a mark is in the old table, even if a program has written the new row.
    TrustsMarksAlone,
    /// `OldFirst` knows no marks.
    IgnoresMarks,
    /// `NewFirst` writes the new row without a hand-over.
    WritesNewAtOnce,
    /// `NewOnly` begins before all rows are handed over.
    NewOnlyBeforeHandOver,
    /// The pass before `NewOnly` does not wait for late messages of `OldFirst`.
    DoesNotWaitForLateMessages,
    /// The programs go back to `OldFirst` while messages of `NewOnly` are on their way.
    GoesBackWithoutWait,
    /// The programs go back to `NewFirst` after `finish`. With transactions, this is right.
    GoesBackAfterFinish,
    /// The next stamp is the time of the clock, even if the row already has a later one.
    StampIsNow,
    /// Stamps are times without random bytes.
    StampWithoutNonce,
    /// A lost answer to a swap counts as done.
    LostSwapIsDone,
    /// A lost answer to a swap counts as not done.
    LostSwapIsNotDone,
    /// A write with an unknown outcome begins again without a fence.
    NoFence,
}

impl Mutant {
    /// The mutants of the protocol with transactions.
    pub(super) const WITH_TRANSACTIONS: [Self; 16] = [
        Self::AsProposed,
        Self::WritesOldAlone,
        Self::WritesNewAlone,
        Self::DeletesInOneTable,
        Self::ComparesOld,
        Self::ScansBothTables,
        Self::CopyKeepsRows,
        Self::CopyKeepsDeletedRows,
        Self::CopiesInTwoTransactions,
        Self::PassBesideOldOnly,
        Self::NewFirstBeforeCopy,
        Self::LeavesOutOldFirst,
        Self::GoesBackWithoutCopy,
        Self::FinishesEarly,
        Self::FinishDeletesUnmovable,
        Self::WritesRowsWithoutOldKey,
    ];

    /// The mutants of the protocol without transactions. Only a schedule finds
    /// [`GoesBackWithoutWait`](Self::GoesBackWithoutWait): all programs must go back while one message is on its way.
    pub(super) const WITHOUT_TRANSACTIONS: [Self; 29] = [
        Self::MarksBeforeCopy,
        Self::ReadsOldBeforeNew,
        Self::HandsOverWrittenRows,
        Self::MarkKeepsValue,
        Self::MarksWithoutCondition,
        Self::CopiesWithoutCondition,
        Self::WritesWithoutCondition,
        Self::CopiesAtNow,
        Self::MarksWithoutLook,
        Self::ComparesTimesOfCopies,
        Self::HandsOverNoTombstones,
        Self::PassSkipsTombstones,
        Self::NoTombstones,
        Self::ReadsNewBeforeOld,
        Self::ScansNewPageFirst,
        Self::ScansNewRowsFirst,
        Self::BelievesCopies,
        Self::BelievesCells,
        Self::TrustsMarksAlone,
        Self::IgnoresMarks,
        Self::WritesNewAtOnce,
        Self::NewOnlyBeforeHandOver,
        Self::DoesNotWaitForLateMessages,
        Self::GoesBackAfterFinish,
        Self::StampIsNow,
        Self::StampWithoutNonce,
        Self::LostSwapIsDone,
        Self::LostSwapIsNotDone,
        Self::NoFence,
    ];

    /// Returns the engines on which the mutant differs.
    pub(super) fn engines(self) -> &'static [Engine] {
        if Self::WITH_TRANSACTIONS.contains(&self) {
            &[Engine::Transactions]
        } else {
            &[Engine::HBase, Engine::Bigtable]
        }
    }
}
