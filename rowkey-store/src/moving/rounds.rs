//! Runs operations on many rows at the same time: each round has one request of each, in few calls. This module does no
//! I/O. It is the sibling of the rounds of [secondary keys](crate::versions), whose requests have one table of rows.

use std::error::Error;
use std::time::{Duration, Instant};

use super::protocol::{Env, Machine, Place, Request, ToNew};
use crate::TableError;
use crate::versions::protocol::{Answer, Change, Millis, RowKey, Stored, Version};
use crate::versions::{Swap, SwapValue, Swapped, TimedRow, VersionedRow};

/// Operations of one kind.
pub(crate) struct Rounds<M, E: Error + 'static> {
    operations: Vec<Operation<M, E>>,
    begun: Instant,
}

/// An operation, with its outcome so far.
pub(crate) struct Operation<M, E: Error + 'static> {
    pub(crate) machine: M,
    request: Option<Request>,
    /// The error of a row that it cannot read, or that others write all the time.
    pub(crate) failed: Option<TableError<E>>,
    /// The error of its last swap whose outcome is unknown.
    pub(crate) lost: Option<E>,
}

/// The requests of a round. The lists of numbers tell whose requests they are.
#[derive(Default)]
pub(crate) struct Round {
    pub(crate) old: TableRound,
    pub(crate) new: TableRound,
    /// The copies to put into the new table.
    pub(crate) copies: Vec<TimedRow>,
    copiers: Vec<usize>,
}

/// The requests of a round to one table.
#[derive(Default)]
pub(crate) struct TableRound {
    pub(crate) reads: Vec<RowKey>,
    readers: Vec<usize>,
    pub(crate) swaps: Vec<Swap>,
    swappers: Vec<usize>,
}

/// The answers to the requests of a round. The copies are put.
pub(crate) struct Answers<E> {
    pub(crate) old: TableAnswers<E>,
    pub(crate) new: TableAnswers<E>,
}

/// The answers of one table.
pub(crate) struct TableAnswers<E> {
    pub(crate) reads: Vec<VersionedRow>,
    pub(crate) swaps: Vec<Swapped<E>>,
}

impl<E> TableAnswers<E> {
    /// Returns the answers to reads.
    pub(crate) const fn of_rows(reads: Vec<VersionedRow>) -> Self {
        Self { reads, swaps: Vec::new() }
    }
}

impl<E> Answers<E> {
    /// Returns the answers to a round of reads of the old table.
    pub(crate) const fn of_old_rows(reads: Vec<VersionedRow>) -> Self {
        Self { old: TableAnswers::of_rows(reads), new: TableAnswers::of_rows(Vec::new()) }
    }
}

/// What the operations need from outside.
pub(crate) struct Outside<'o, E: Error + 'static> {
    pub(crate) now: Millis,
    pub(crate) retry_for: Duration,
    pub(crate) to_new: &'o ToNew<'o, TableError<E>>,
}

impl<M: Machine<TableError<E>>, E: Error> Rounds<M, E> {
    pub(crate) fn new(machines: impl IntoIterator<Item = M>) -> Self {
        let begin = |mut machine: M| {
            let request = machine.begin();
            Operation { machine, request, failed: None, lost: None }
        };
        Self { operations: machines.into_iter().map(begin).collect(), begun: Instant::now() }
    }

    /// Returns the next requests of all operations, or `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Round> {
        let mut round = Round::default();
        for (number, operation) in self.operations.iter_mut().enumerate() {
            operation.request.take().into_iter().for_each(|request| round.add(number, request));
        }
        (!round.is_empty()).then_some(round)
    }

    /// Continues each operation with its answer.
    pub(crate) fn answer(&mut self, round: &Round, answers: Answers<E>, outside: &Outside<'_, E>) {
        self.answer_table(&round.old, answers.old, outside);
        self.answer_table(&round.new, answers.new, outside);
        for &number in &round.copiers {
            self.continue_with(number, Answer::Done, outside);
        }
    }

    /// A store that leaves out an answer is asked again, until the time of the operation is over.
    fn answer_table(&mut self, round: &TableRound, answers: TableAnswers<E>, outside: &Outside<'_, E>) {
        let mut reads = answers.reads.into_iter();
        for (&number, key) in round.readers.iter().zip(&round.reads) {
            match reads.next().map(Stored::of) {
                Some(Ok(stored)) => self.continue_with(number, Answer::Stored(stored), outside),
                Some(Err(source)) => {
                    self.fail(number, TableError::ReadValue { key: key.clone(), source: source.into() });
                }
                None => self.continue_with(number, Answer::Lost, outside),
            }
        }
        let mut swaps = answers.swaps.into_iter();
        for &number in &round.swappers {
            match swaps.next() {
                Some(Swapped::Done) => self.continue_with(number, Answer::Swapped(true), outside),
                Some(Swapped::Differs) | None => self.continue_with(number, Answer::Swapped(false), outside),
                Some(Swapped::Unknown(error)) => self.lose(number, error, outside),
            }
        }
    }

    /// Continues an operation whose swap has an unknown outcome. It decides the outcome by another read, and sends a
    /// fence, or the step again, whose outcome may be unknown too.
    fn lose(&mut self, number: usize, error: E, outside: &Outside<'_, E>) {
        let Some(operation) = self.operations.get_mut(number) else { return };
        let is_first = operation.lost.is_none();
        if is_first || self.begun.elapsed() < outside.retry_for {
            operation.lost = Some(error);
            self.continue_with(number, Answer::Lost, outside);
            self.name_lost(number);
        } else {
            operation.failed = Some(TableError::Store(error));
        }
    }

    /// Names the lost answer as the reason that an operation has ended, and not other writers.
    fn name_lost(&mut self, number: usize) {
        let Some(operation) = self.operations.get_mut(number) else { return };
        if let (Some(TableError::Contended { .. }), Some(_)) = (&operation.failed, &operation.lost) {
            operation.failed = operation.lost.take().map(TableError::Store);
        }
    }

    fn continue_with(&mut self, number: usize, answer: Answer, outside: &Outside<'_, E>) {
        let &Outside { now, retry_for, to_new } = outside;
        let Some(operation) = self.operations.get_mut(number) else { return };
        let before = operation.machine.retries();
        match operation.machine.next(answer, &Env { now, nonce: fastrand::u64(..), to_new }) {
            Ok(Some(Request::Read(_, key)))
                if operation.machine.retries() > before && self.begun.elapsed() >= retry_for =>
            {
                operation.failed = Some(TableError::Contended { key, attempts: before.saturating_add(1) });
            }
            Ok(request) => operation.request = request,
            Err(error) => operation.failed = Some(error),
        }
    }

    fn fail(&mut self, number: usize, error: TableError<E>) {
        if let Some(operation) = self.operations.get_mut(number) {
            operation.failed = Some(error);
        }
    }

    /// Returns the error of all operations, after a store has failed. If the outcome of a swap is unknown, that is the
    /// error.
    pub(crate) fn into_error(self, error: E) -> TableError<E> {
        let lost = self.operations.into_iter().find_map(|operation| operation.lost);
        TableError::Store(lost.unwrap_or(error))
    }

    /// Returns the operations, which are over.
    pub(crate) fn into_operations(self) -> Vec<Operation<M, E>> {
        self.operations
    }
}

impl Round {
    fn is_empty(&self) -> bool {
        self.old.is_empty() && self.new.is_empty() && self.copiers.is_empty()
    }

    const fn table(&mut self, place: Place) -> &mut TableRound {
        match place {
            Place::Old => &mut self.old,
            Place::New => &mut self.new,
        }
    }

    fn add(&mut self, number: usize, request: Request) {
        match request {
            Request::Read(place, row) => {
                let table = self.table(place);
                table.reads.push(row);
                table.readers.push(number);
            }
            Request::Swap { place, row, expected, version, change } => {
                let value = match change {
                    Change::Keep => SwapValue::Keep,
                    Change::Put(value) => SwapValue::Put(value),
                    Change::Delete => SwapValue::Delete,
                };
                self.table(place).add_swap(number, row, expected, version.at, Some(version), value);
            }
            Request::Bury(row, version) => {
                self.old.add_swap(number, row, Some(version), version.at, None, SwapValue::Keep);
            }
            Request::PutCopy(key, version, value) => {
                self.copies.push(TimedRow { key, version: version.to_bytes(), value, at: version.at });
                self.copiers.push(number);
            }
        }
    }
}

impl TableRound {
    fn is_empty(&self) -> bool {
        self.readers.is_empty() && self.swappers.is_empty()
    }

    fn add_swap(
        &mut self,
        number: usize,
        key: RowKey,
        expected: Option<Version>,
        at: Millis,
        version: Option<Version>,
        value: SwapValue,
    ) {
        let bytes = |version: Version| version.to_bytes();
        self.swaps.push(Swap { key, expected: expected.map(bytes), at, version: version.map(bytes), value });
        self.swappers.push(number);
    }
}

#[cfg(test)]
mod tests {
    use super::super::protocol::{BothValues, MarkRow, MovingRow, Write};
    use super::*;
    use crate::MoveStep;
    use crate::versions::Cell;
    use std::fmt;

    /// Runs an operation on a store whose old row has a plain value, and whose swaps all have unknown outcomes or fail.
    /// Returns its error, and the number of its rounds.
    fn run<M: Machine<TableError<fmt::Error>>>(
        machine: M,
        is_unknown: bool,
    ) -> (Option<TableError<fmt::Error>>, usize) {
        let (mut rounds, mut number) = (Rounds::new([machine]), 0);
        let row = VersionedRow { version: None, value: Some(Cell { at: 1, bytes: b"value".to_vec() }) };
        while let Some(round) = rounds.next() {
            let table = |table: &TableRound, row: &VersionedRow| TableAnswers {
                reads: table.reads.iter().map(|_| row.clone()).collect(),
                swaps: table
                    .swaps
                    .iter()
                    .map(|_| if is_unknown { Swapped::Unknown(fmt::Error) } else { Swapped::Differs })
                    .collect(),
            };
            let answers = Answers { old: table(&round.old, &row), new: table(&round.new, &VersionedRow::default()) };
            let outside = Outside { now: 5, retry_for: Duration::ZERO, to_new: &|_, value| Ok(value.to_vec()) };
            rounds.answer(&round, answers, &outside);
            number += 1;
        }
        (rounds.into_operations().pop().and_then(|operation| operation.failed), number)
    }

    #[test]
    fn an_operation_ends_whose_swaps_all_fail() {
        let row = MovingRow { old: Some(b"old".to_vec()), new: b"new".to_vec() };
        let value = BothValues { old: b"1".to_vec(), new: b"2".to_vec() };
        let write = |step| Write::new(step, row.clone(), None, Some(value.clone())).unwrap();
        // A read, a swap, a read that decides, and a fence.
        let (error, rounds) = run(write(MoveStep::OldFirst), true);
        assert!(matches!(error, Some(TableError::Store(fmt::Error))), "{error:?}");
        assert_eq!(rounds, 4);
        let (error, rounds) = run(write(MoveStep::OldFirst), false);
        assert!(matches!(error, Some(TableError::Contended { attempts: 1, .. })), "{error:?}");
        assert_eq!(rounds, 2);
        // A read, and a move: two reads, and a copy that fails.
        let (error, rounds) = run(write(MoveStep::NewFirst), false);
        assert!(matches!(error, Some(TableError::Contended { attempts: 1, .. })), "{error:?}");
        assert_eq!(rounds, 4);
        // Two reads, and then the same move.
        let (error, rounds) = run(MarkRow::new(row.clone()), false);
        assert!(matches!(error, Some(TableError::Contended { attempts: 1, .. })), "{error:?}");
        assert_eq!(rounds, 5);
        let (error, rounds) = run(MarkRow::new(row), true);
        assert!(matches!(error, Some(TableError::Store(fmt::Error))), "{error:?}");
        assert_eq!(rounds, 5);
    }
}
