//! Wrong protocols. The checks must find each of them.

use rowkey_store::__moving::{Place, Request as RowRequest, copy_of, current, decides, has_moved};
use rowkey_store::__protocol::{Answer as RowAnswer, Change, Kind, Stored, Version, digest};
use rowkey_store::versions::Cell;

use super::client::{Role, Task};
use super::message::{Answer, Request, RowEnv, TO_NEW, moving_row, row_of};
use super::server::Engine;
use super::steps::{Row, Step};
use super::world::World;

/// A step that goes wrong.
///
/// The [machines](rowkey_store::__moving) know nothing of mutants. A mutant changes a request on its way to the server, or
/// the answer.
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
    /// A scan in order reads the new rows once, and keeps those after the window for the next ones.
    KeepsNewRows,
    /// A scan in order returns a row of both tables twice.
    ReturnsMovedRowsTwice,
    /// A scan by range reads the new rows before the old ones.
    ScansNewRowsFirst,
    /// A copy counts without a mark.
    BelievesCopies,
    /// Each value counts, whatever the version says.
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
    /// The next version is the time of the clock, even if the row already has a later one.
    VersionIsNow,
    /// Versions are times without random bytes.
    VersionWithoutNonce,
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
    pub(super) const WITHOUT_TRANSACTIONS: [Self; 31] = [
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
        Self::KeepsNewRows,
        Self::ReturnsMovedRowsTwice,
        Self::ScansNewRowsFirst,
        Self::BelievesCopies,
        Self::BelievesCells,
        Self::TrustsMarksAlone,
        Self::IgnoresMarks,
        Self::WritesNewAtOnce,
        Self::NewOnlyBeforeHandOver,
        Self::DoesNotWaitForLateMessages,
        Self::GoesBackAfterFinish,
        Self::VersionIsNow,
        Self::VersionWithoutNonce,
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

/// What becomes of a request.
pub(super) enum Altered {
    /// This message is sent.
    Sent(Request),
    /// The client gets this answer without a message.
    Answered(Answer),
}

const SWAPPED: Altered = Altered::Answered(Answer::Row(RowAnswer::Swapped(true)));

impl Task {
    /// Returns what a mutant does with a request.
    pub(super) fn altered(&mut self, mutant: Option<Mutant>, request: Request, env: &RowEnv) -> Altered {
        match (mutant, request) {
            (Some(mutant), Request::Row(request)) => self.altered_row(mutant, request, env),
            (_, request) => Altered::Sent(request),
        }
    }

    fn altered_row(&mut self, mutant: Mutant, mut request: RowRequest, env: &RowEnv) -> Altered {
        match (self.job.role(), &mut request) {
            (Role::Get, RowRequest::Read(Place::Old, key)) if mutant == Mutant::ReadsNewBeforeOld => {
                let first = Request::read(Place::New, row_of(key));
                self.detour = Some(Request::Row(request));
                return Altered::Sent(first);
            }
            (Role::Get, RowRequest::Read(Place::New, _)) if mutant == Mutant::ReadsNewBeforeOld => {
                if let Some(new) = self.kept.take() {
                    return Altered::Answered(Answer::Row(RowAnswer::Stored(new)));
                }
            }
            (Role::Mark, RowRequest::Read(Place::New, _)) if mutant == Mutant::MarksWithoutLook => {
                return Altered::Answered(Answer::Row(RowAnswer::Stored(self.copy())));
            }
            (_, RowRequest::PutCopy(_, version, _)) if mutant == Mutant::CopiesAtNow => {
                (version.at, version.nonce) = (env.now.max(version.at + 1), env.nonce);
            }
            (role, RowRequest::Swap { row, expected, version, change, .. }) => {
                let is_first = mutant == Mutant::ReadsOldBeforeNew && version.kind == Kind::Copied;
                match mutant {
                    Mutant::MarksBeforeCopy if version.kind == Kind::Copied => return SWAPPED,
                    Mutant::HandsOverNoTombstones if version.kind == Kind::Copied && version.value.is_none() => {
                        return SWAPPED;
                    }
                    Mutant::NoFence if role == Role::Write && *change == Change::Keep => return SWAPPED,
                    Mutant::HandsOverWrittenRows if version.kind == Kind::Copied => {
                        *expected = self.kept.take().map_or(*expected, |new| new.version);
                    }
                    Mutant::MarkKeepsValue if version.kind == Kind::Moved => *change = Change::Keep,
                    Mutant::VersionIsNow => version.at = env.now,
                    _ => {}
                }
                if is_first {
                    let first = Request::read(Place::New, row_of(row));
                    self.detour = Some(Request::Row(request));
                    return Altered::Sent(first);
                }
            }
            _ => {}
        }
        Altered::Sent(Request::Row(request))
    }

    /// Returns what follows the answer to a read that only a mutant has sent.
    pub(super) fn after_detour(&mut self, answer: Answer) -> Altered {
        let Some(mut request) = self.detour.take() else { return Altered::Answered(answer) };
        let Answer::Row(RowAnswer::Stored(new)) = answer else { return Altered::Answered(Answer::LOST) };
        if let Request::Row(RowRequest::Swap { expected, version, .. }) = &mut request {
            if is_written(&new) {
                return Altered::Answered(Answer::Row(RowAnswer::Swapped(false)));
            }
            *expected = new.version;
            version.at = version.at.max(new.newest().map_or(version.at, |newest| newest + 1));
        } else {
            self.kept = Some(new);
        }
        Altered::Sent(request)
    }

    /// Returns the answer as a mutant understands it.
    pub(super) fn altered_answer(&mut self, mutant: Option<Mutant>, step: Step, answer: Answer) -> Answer {
        let (Some(mutant), Some(Request::Row(asked)), Answer::Row(answer)) =
            (mutant, self.asked.clone(), answer.clone())
        else {
            return answer;
        };
        Answer::Row(match (asked, answer) {
            (RowRequest::Read(place, key), RowAnswer::Stored(read)) => {
                let row = row_of(&key);
                let read = self.altered_read(mutant, step, place, row, read);
                if place == Place::Old {
                    self.old = Some((row, read.clone()));
                }
                RowAnswer::Stored(read)
            }
            (RowRequest::Swap { change, .. }, RowAnswer::Lost)
                if self.job.role() == Role::Write && change != Change::Keep =>
            {
                match mutant {
                    Mutant::LostSwapIsDone => RowAnswer::Swapped(true),
                    Mutant::LostSwapIsNotDone => RowAnswer::Swapped(false),
                    _ => RowAnswer::Lost,
                }
            }
            (_, answer) => answer,
        })
    }

    fn altered_read(&mut self, mutant: Mutant, step: Step, place: Place, row: Row, read: Stored) -> Stored {
        let role = self.job.role();
        let reads_where = matches!(role, Role::Get | Role::Write);
        let is_old_first = step == Step::OldFirst && reads_where;
        let is_after_mark = self.old.as_ref().is_some_and(|(old_row, old)| *old_row == row && has_moved(old));
        match (mutant, place) {
            (Mutant::HandsOverWrittenRows, Place::New) if role == Role::HandOver && is_written(&read) => {
                self.kept = Some(read.clone());
                of_kind(read, Kind::Copied)
            }
            (Mutant::ComparesTimesOfCopies, Place::New) if role == Role::Mark => {
                let old = self.old.as_ref().and_then(|(_, old)| old.newest());
                if read.newest() >= old { self.copy() } else { read }
            }
            (Mutant::PassSkipsTombstones, Place::Old) if role == Role::Mark && !decides(&read) => Stored::default(),
            (Mutant::BelievesCopies, Place::Old) if reads_where && !decides(&read) => marked(read),
            (Mutant::WritesNewAtOnce, Place::Old) if role == Role::Write && step == Step::NewFirst => marked(read),
            (Mutant::BelievesCells, Place::New) if role == Role::Get => trusted(read),
            (Mutant::TrustsMarksAlone, Place::New) if reads_where && !is_after_mark && is_written(&read) => {
                Stored::default()
            }
            (Mutant::IgnoresMarks, Place::Old) if is_old_first && has_moved(&read) => of_kind(read, Kind::Written),
            (Mutant::IgnoresMarks, Place::New) if is_old_first => Stored::default(),
            _ => read,
        }
    }

    /// Returns the copy of the old row that was read.
    fn copy(&self) -> Stored {
        let Some((row, old)) = &self.old else { return Stored::default() };
        let Ok(value) = TO_NEW(&moving_row(*row), current(old).unwrap_or_default());
        let version = copy_of(old, &value);
        Stored { version: Some(version), value: Some(Cell { at: version.at, bytes: value }) }
    }
}

fn is_written(read: &Stored) -> bool {
    read.version.is_some_and(|version| version.kind == Kind::Written)
}

fn of_kind(mut read: Stored, kind: Kind) -> Stored {
    read.version.iter_mut().for_each(|version| version.kind = kind);
    read
}

/// Returns an old row as if it had a mark.
fn marked(read: Stored) -> Stored {
    let none = Version { at: 0, nonce: 0, value: None, kind: Kind::Moved };
    Stored { version: Some(Version { kind: Kind::Moved, value: None, ..read.version.unwrap_or(none) }), value: None }
}

/// Returns a row as if its version named the value that it has.
fn trusted(mut read: Stored) -> Stored {
    let value = read.value.as_ref().map(|value| digest(&value.bytes));
    read.version.iter_mut().for_each(|version| version.value = value);
    read
}

impl World {
    /// Returns `true` if a mutant sets a version without a condition.
    pub(super) fn has_no_condition(&self, version: Version) -> bool {
        match version.kind {
            Kind::Moved => self.is(Mutant::MarksWithoutCondition),
            Kind::Copied => self.is(Mutant::CopiesWithoutCondition),
            Kind::Written => self.is(Mutant::WritesWithoutCondition),
        }
    }

    /// Removes the version of a deleted row of the new table, as a mutant does.
    pub(super) fn forget_tombstone(&mut self, place: Place, row: Row, version: Version) {
        if self.is(Mutant::NoTombstones) && place == Place::New && version.value.is_none() {
            self.server.forget_version(row);
        }
    }
}
