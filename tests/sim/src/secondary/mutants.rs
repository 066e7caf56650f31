//! Wrong protocols. The checks must find each of them.

use super::client::{Job, Role, Task};
use super::message::Message;
use super::passes::{PassAnswer, PassRequest};
use super::protocol::{Answer, Change, Entry, Millis, Request, Stored, Version, digest};
use super::server::{Engine, Swap};
use super::world::World;

/// A step that goes wrong.
///
/// The steps of the [protocol](super::protocol) know nothing of mutants. A mutant changes a request on its way to the
/// server, the answer, or the clock. See [`World`](super::world::World).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mutant {
    /// The row is written before its entries, and without a condition: the draft of the FAQ.
    Naive,
    /// The row is written before its entries.
    RowBeforeEntries,
    /// The swap does not wait for the entries.
    SwapDoesNotWait,
    /// The swap has no condition.
    SwapWithoutCondition,
    /// The swap compares the times of versions: a later one wins.
    SwapComparesTimes,
    /// Versions are times without random bytes.
    VersionWithoutNonce,
    /// The next version is the time of the clock, even if the row already has a later one.
    VersionIsNow,
    /// The next version is later than the last one, but maybe not than the value.
    VersionIgnoresValue,
    /// The value is read before the version.
    ReadsValueBeforeVersion,
    /// A put expects that every old value has its entries.
    PutTrustsEveryValue,
    /// A sweep deletes an entry without a fence, although the value of the version has expired.
    SweepTrustsEveryValue,
    /// A delete of a row without a version writes nothing, even if the row has a value.
    DeleteNeedsVersion,
    /// A delete removes the version.
    NoTombstones,
    /// A lost answer to a swap counts as done.
    LostSwapIsDone,
    /// A lost answer to a swap counts as not done.
    LostSwapIsNotDone,
    /// A put with an unknown outcome begins again without a fence.
    NoFenceWhenUnknown,
    /// A put deletes its stale entries up to the time of the arrival.
    DeletesUpToNow,
    /// A put deletes its stale entries, however new.
    DeletesEverything,
    /// A sweep does not fence a row whose entries are newer.
    NoFence,
    /// A sweep deletes the cells that are there when its delete arrives.
    SweepDeletesMoreThanSeen,
    /// A sweep deletes an entry, however new.
    SweepDeletesEverything,
    /// A sweep leaves all entries.
    SweepDeletesNothing,
    /// A sweep leaves all tombstones.
    SweepBuriesNothing,
    /// A sweep waits only 3 ms.
    ShortGrace,
    /// A load does not read.
    LoadWithoutRead,
    /// A load on Bigtable puts rows without a condition.
    LoadPutsOnBigtable,
    /// A load on HBase begins while the put of one that has crashed may still be on its way.
    LoadsAgainAtOnce,
    /// A lost answer to the put of a load counts as done.
    LostLoadIsDone,
    /// A load that finds the row of another writer counts as done.
    TakenLoadIsDone,
    /// A load fences the row after a lost answer, although the fence does not stop a put without a condition.
    FencesLostLoad,
    /// A build does not fence a row whose value has expired.
    BuildDoesNotFence,
    /// A build puts entries at the lowest time.
    BuildWithoutTime,
    /// A build begins while programs run that do not know the key.
    BuildBeforeWriters,
    /// A build is complete when it begins.
    CompleteTooEarly,
    /// A reader deletes the entries that it skips.
    ReaderRepairs,
    /// A reader returns the row of each entry.
    ReaderBelievesEntries,
    /// A put puts all its entries, also those that the old value has, and no step uses the digest of the value. It is not
    /// in [`ALL`](Self::ALL), because so few histories find it.
    PutsAllEntries,
}

impl Mutant {
    /// Those that 40,000 histories find.
    pub(super) const ALL: [Self; 36] = [
        Self::Naive,
        Self::RowBeforeEntries,
        Self::SwapDoesNotWait,
        Self::SwapWithoutCondition,
        Self::SwapComparesTimes,
        Self::VersionWithoutNonce,
        Self::VersionIsNow,
        Self::VersionIgnoresValue,
        Self::ReadsValueBeforeVersion,
        Self::PutTrustsEveryValue,
        Self::SweepTrustsEveryValue,
        Self::DeleteNeedsVersion,
        Self::NoTombstones,
        Self::LostSwapIsDone,
        Self::LostSwapIsNotDone,
        Self::NoFenceWhenUnknown,
        Self::DeletesUpToNow,
        Self::DeletesEverything,
        Self::NoFence,
        Self::SweepDeletesMoreThanSeen,
        Self::SweepDeletesEverything,
        Self::SweepDeletesNothing,
        Self::SweepBuriesNothing,
        Self::ShortGrace,
        Self::LoadWithoutRead,
        Self::LoadPutsOnBigtable,
        Self::LoadsAgainAtOnce,
        Self::LostLoadIsDone,
        Self::TakenLoadIsDone,
        Self::FencesLostLoad,
        Self::BuildDoesNotFence,
        Self::BuildWithoutTime,
        Self::BuildBeforeWriters,
        Self::CompleteTooEarly,
        Self::ReaderRepairs,
        Self::ReaderBelievesEntries,
    ];
}

/// A request that a mutant does not send as it is.
pub(super) enum Skipped {
    /// The client gets this answer.
    Answered(PassAnswer),
    /// The entries are put after the row.
    KeptBack,
    /// The entries arrive later.
    NotAwaited,
}

impl Task {
    /// Returns the request as a mutant sends it.
    pub(super) fn altered(&mut self, mutant: Option<Mutant>, request: PassRequest) -> PassRequest {
        match request {
            PassRequest::Machine(request) => PassRequest::Machine(self.altered_step(mutant, request)),
            request => request,
        }
    }

    fn altered_step(&mut self, mutant: Option<Mutant>, request: Request) -> Request {
        let role = self.job.role();
        match (mutant, request) {
            (Some(Mutant::BuildWithoutTime), Request::PutEntries(entries, _)) if role == Role::Builder => {
                Request::PutEntries(entries, 1)
            }
            (Some(Mutant::VersionIsNow), Request::PutEntries(entries, at)) if role == Role::Writer => {
                Request::PutEntries(entries, at.min(self.read_at))
            }
            (Some(Mutant::VersionIsNow), Request::Swap { row, expected, mut version, change })
                if role == Role::Writer && change != Change::Keep =>
            {
                version.at = version.at.min(self.read_at);
                Request::Swap { row, expected, version, change }
            }
            // The first put has the time of the read.
            (Some(Mutant::FencesLostLoad), Request::PutRow(row, version, _)) if self.read_at > version.at => {
                let version = Version { at: self.read_at, value: None, ..version };
                Request::Swap { row, expected: None, version, change: Change::Keep }
            }
            (Some(Mutant::ReadsValueBeforeVersion), Request::Read(row)) if role == Role::Writer => {
                self.outbox.push_back(Message::ReadValue(row.clone()));
                Request::Read(row)
            }
            (_, request) => {
                // After a lost put, a load reads whether it was made.
                if matches!(request, Request::Read(_)) && !self.puts_row() {
                    self.kept_back.clear();
                }
                request
            }
        }
    }

    /// Returns what a mutant does instead of sending a request.
    pub(super) fn skipped(&self, mutant: Option<Mutant>, request: &PassRequest) -> Option<Skipped> {
        let PassRequest::Machine(request) = request else { return None };
        let is_put = self.job.is_write() && matches!(request, Request::PutEntries(..));
        let (is_fence, keeps_value) = match request {
            Request::Swap { expected, version, change: Change::Keep, .. } => {
                (true, expected.and_then(|expected| expected.value) == version.value)
            }
            _ => (false, false),
        };
        match (mutant?, self.job.role()) {
            (Mutant::Naive | Mutant::RowBeforeEntries, _) if is_put => Some(Skipped::KeptBack),
            (Mutant::SwapDoesNotWait, _) if is_put => Some(Skipped::NotAwaited),
            (Mutant::NoFence, Role::Sweeper) if keeps_value => Some(Skipped::Answered(PassAnswer::SWAPPED)),
            (Mutant::SweepDeletesNothing, Role::Sweeper) if matches!(request, Request::DeleteEntries(..)) => {
                Some(Skipped::Answered(PassAnswer::DONE))
            }
            (Mutant::SweepBuriesNothing, Role::Sweeper) if matches!(request, Request::Bury(..)) => {
                Some(Skipped::Answered(PassAnswer::SWAPPED))
            }
            (Mutant::NoFenceWhenUnknown, Role::Writer) if is_fence => Some(Skipped::Answered(PassAnswer::SWAPPED)),
            _ => None,
        }
    }

    /// Adds the answer to a message, or `None` if it is lost.
    pub(super) fn add_answer(&mut self, answer: Option<PassAnswer>) {
        self.answer = match (std::mem::replace(&mut self.answer, PassAnswer::LOST), answer) {
            (PassAnswer::LOST, _) | (_, None) => PassAnswer::LOST,
            (PassAnswer::Machine(Answer::Stored(value)), Some(PassAnswer::Machine(Answer::Stored(version)))) => {
                PassAnswer::Machine(Answer::Stored(Stored { version: version.version, value: value.value }))
            }
            (_, Some(answer)) => answer,
        };
        if self.answer == PassAnswer::SWAPPED {
            self.outbox.extend(self.kept_back.drain(..));
        }
    }

    /// Returns `true` if the last request is the swap of a write.
    fn swaps_row(&self) -> bool {
        let is_swap = matches!(&self.request, Some(PassRequest::Machine(Request::Swap { change, .. })) if *change != Change::Keep);
        is_swap && self.job.role() == Role::Writer
    }

    /// Returns `true` if the last request is the put of a load.
    const fn puts_row(&self) -> bool {
        matches!(&self.request, Some(PassRequest::Machine(Request::PutRow(..))))
    }

    /// Returns the answer as a mutant understands it.
    pub(super) fn altered_answer(&self, mutant: Option<Mutant>, answer: PassAnswer) -> PassAnswer {
        match (mutant, self.job.role(), answer) {
            (mutant, _, PassAnswer::Machine(answer)) => PassAnswer::Machine(self.altered_step_answer(mutant, answer)),
            (
                Some(Mutant::BuildDoesNotFence | Mutant::PutsAllEntries),
                Role::Builder,
                PassAnswer::Row(Some((row, read))),
            ) => PassAnswer::Row(Some((row, trusted(read)))),
            (_, _, answer) => answer,
        }
    }

    fn altered_step_answer(&self, mutant: Option<Mutant>, answer: Answer) -> Answer {
        match (mutant, self.job.role(), answer) {
            (Some(Mutant::LostSwapIsDone), _, Answer::Lost) if self.swaps_row() => Answer::Swapped(true),
            (Some(Mutant::LostSwapIsNotDone), _, Answer::Lost) if self.swaps_row() => Answer::Swapped(false),
            (Some(Mutant::LostLoadIsDone), _, Answer::Lost) if self.puts_row() => Answer::Swapped(true),
            (Some(Mutant::TakenLoadIsDone), _, Answer::Swapped(false)) if self.puts_row() => Answer::Swapped(true),
            // The load now reads the version of the fence.
            (Some(Mutant::FencesLostLoad), Role::Loader, Answer::Swapped(true)) if !self.puts_row() => Answer::Lost,
            (Some(Mutant::LoadWithoutRead), Role::Loader, Answer::Stored(_)) if self.read_at == 0 => {
                Answer::Stored(Stored::default())
            }
            (Some(Mutant::DeleteNeedsVersion), Role::Writer, Answer::Stored(Stored { version: None, .. }))
                if self.is_delete =>
            {
                Answer::Stored(Stored::default())
            }
            (Some(Mutant::VersionIgnoresValue), Role::Writer, Answer::Stored(mut read)) => {
                read.value.iter_mut().for_each(|value| value.at = 0);
                Answer::Stored(read)
            }
            // A load puts a row that has a version like a writer.
            (Some(Mutant::PutsAllEntries), Role::Writer | Role::Loader, Answer::Stored(mut read)) => {
                read.version.iter_mut().for_each(|version| version.value = None);
                Answer::Stored(read)
            }
            (Some(Mutant::PutTrustsEveryValue), Role::Writer, Answer::Stored(read))
            | (Some(Mutant::SweepTrustsEveryValue | Mutant::PutsAllEntries), Role::Sweeper, Answer::Stored(read)) => {
                Answer::Stored(trusted(read))
            }
            (_, _, answer) => answer,
        }
    }

    /// Returns the entry that a reader looks at, its time, and the value of its row, for the mutants of readers.
    pub(super) fn seen(&self, mutant: Option<Mutant>, answer: &PassAnswer) -> Option<(Entry, Millis, Option<Vec<u8>>)> {
        mutant?;
        let (Job::ReadBy(read), PassAnswer::Machine(Answer::Stored(stored))) = (&self.job, answer) else { return None };
        let (entry, at) = read.looked_at()?;
        Some((entry.clone(), at, stored.value.as_ref().map(|value| value.bytes.clone())))
    }
}

/// Returns a row as if its version named the value that it has.
fn trusted(mut read: Stored) -> Stored {
    if let Some(version) = &mut read.version {
        version.value = read.value.as_ref().map(|value| digest(&value.bytes));
    }
    read
}

impl World {
    /// Returns the time up to which a delete deletes an entry when it arrives.
    pub(super) fn altered_delete(&self, role: Role, entry: &Entry, up_to: Millis) -> Millis {
        match (self.mutant, role) {
            (Some(Mutant::DeletesUpToNow), Role::Writer) => self.time,
            (Some(Mutant::DeletesEverything), Role::Writer) | (Some(Mutant::SweepDeletesEverything), Role::Sweeper) => {
                Millis::MAX
            }
            (Some(Mutant::SweepDeletesMoreThanSeen), Role::Sweeper) => self.server.entry(entry).unwrap_or(up_to),
            _ => up_to,
        }
    }

    /// Executes a swap.
    pub(super) fn swap(&mut self, role: Role, swap: &Swap) -> bool {
        let is_write = role == Role::Writer && swap.change != Change::Keep;
        let found = self.server.read(&swap.row).version;
        let is_done = match self.mutant {
            Some(Mutant::Naive | Mutant::SwapWithoutCondition) if is_write => true,
            Some(Mutant::SwapComparesTimes) if is_write => found.is_none_or(|found| found.at <= swap.version.at),
            _ => return self.server.swap(swap) && self.swapped(swap),
        };
        if is_done {
            self.server.set(swap);
        }
        is_done
    }

    fn swapped(&mut self, swap: &Swap) -> bool {
        if self.is(Mutant::NoTombstones) && swap.change == Change::Delete {
            self.server.forget_version(&swap.row);
        }
        true
    }

    /// Returns `true` if a load puts its rows without a condition. Late copies of the put must not appear after a delete.
    pub(super) fn loads_by_put(&self) -> bool {
        self.server.engine() == Engine::HBase || self.is(Mutant::LoadPutsOnBigtable)
    }
}
