//! The rounds of operations on rows that move. This module does no I/O.

use std::error::Error;
use std::time::Duration;

use super::protocol::{Env, Machine, Place, Request, ToNew};
use crate::TableError;
use crate::versions::operations::{Operation, Operations, RowAnswers, RowRequests, Surroundings};
use crate::versions::protocol::{Answer, Millis, RowKey, Stored, VersionError};
use crate::versions::{TimedRow, VersionedRow};

/// Operations of one kind.
pub(crate) struct Rounds<M, E: Error + 'static> {
    operations: Operations<M, Request, E>,
}

/// The requests of a round, by table.
#[derive(Default)]
pub(crate) struct Round {
    pub(crate) old: RowRequests,
    pub(crate) new: RowRequests,
    /// The copies to put into the new table.
    pub(crate) copies: Vec<TimedRow>,
    copiers: Vec<usize>,
}

/// The answers to the requests of a round. The copies are put.
pub(crate) struct Answers<E> {
    pub(crate) old: RowAnswers<E>,
    pub(crate) new: RowAnswers<E>,
}

impl<E> Answers<E> {
    /// Returns the answers to a round of reads of the old table.
    pub(crate) const fn of_old_rows(reads: Vec<VersionedRow>) -> Self {
        Self { old: RowAnswers::of_reads(reads), new: RowAnswers::of_reads(Vec::new()) }
    }
}

/// What the operations need from outside.
pub(crate) struct Outside<'o, E: Error + 'static> {
    pub(crate) now: Millis,
    pub(crate) retry_for: Duration,
    pub(crate) to_new: &'o ToNew<'o, TableError<E>>,
}

impl<M: Machine<TableError<E>>, E: Error> Surroundings<M, Request, E> for Outside<'_, E> {
    fn now(&self) -> Millis {
        self.now
    }

    fn retry_for(&self) -> Duration {
        self.retry_for
    }

    fn stored(&self, row: VersionedRow) -> Result<Stored, VersionError> {
        Stored::of(row)
    }

    fn next(&self, machine: &mut M, answer: Answer) -> Result<Option<Request>, TableError<E>> {
        let &Self { now, to_new, .. } = self;
        machine.next(answer, &Env { now, nonce: fastrand::u64(..), to_new })
    }

    fn attempts(&self, machine: &M) -> u32 {
        machine.retries().saturating_add(1)
    }

    fn row_to_read<'r>(&self, request: &'r Request) -> Option<&'r RowKey> {
        if let Request::Read(_, row) = request { Some(row) } else { None }
    }
}

impl<M: Machine<TableError<E>>, E: Error> Rounds<M, E> {
    pub(crate) fn new(machines: impl IntoIterator<Item = M>, now: Millis) -> Self {
        Self { operations: Operations::new(machines, now, M::begin) }
    }

    /// Returns the next requests of all operations, or `None` at the end.
    pub(crate) fn next(&mut self) -> Option<Round> {
        let mut round = Round::default();
        self.operations.take_requests().into_iter().for_each(|(number, request)| round.add(number, request));
        (!round.is_empty()).then_some(round)
    }

    /// Continues each operation with its answer.
    pub(crate) fn answer(&mut self, round: &Round, answers: Answers<E>, outside: &Outside<'_, E>) {
        let operations = &mut self.operations;
        operations.begin_answers(outside);
        operations.answer_rows(&round.old, answers.old, outside);
        operations.answer_rows(&round.new, answers.new, outside);
        for &number in &round.copiers {
            operations.answer(number, Answer::Done, outside);
        }
    }

    /// Returns the error of all operations, after a store has failed.
    pub(crate) fn into_error(self, error: E) -> TableError<E> {
        self.operations.into_error(error)
    }

    /// Returns the operations, which are over.
    pub(crate) fn into_operations(self) -> Vec<Operation<M, E>> {
        self.operations.into_all()
    }
}

impl Round {
    fn is_empty(&self) -> bool {
        self.old.is_empty() && self.new.is_empty() && self.copiers.is_empty()
    }

    const fn table(&mut self, place: Place) -> &mut RowRequests {
        match place {
            Place::Old => &mut self.old,
            Place::New => &mut self.new,
        }
    }

    fn add(&mut self, number: usize, request: Request) {
        match request {
            Request::Read(place, row) => self.table(place).read(number, row),
            Request::Swap { place, row, expected, version, change } => {
                self.table(place).swap(number, row, expected, version, change);
            }
            Request::Bury(row, version) => self.old.bury(number, row, version),
            Request::PutCopy(key, version, value) => {
                self.copies.push(TimedRow { key, version: version.to_bytes(), value, at: version.at });
                self.copiers.push(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::protocol::{BothValues, MarkRow, MovingRow, Write};
    use super::*;
    use crate::MoveStep;
    use crate::versions::{Cell, Swapped};
    use std::fmt;

    /// Runs an operation on a store whose old row has a plain value, and whose swaps all have unknown outcomes or fail.
    /// Returns its error, and the number of its rounds.
    fn run<M: Machine<TableError<fmt::Error>>>(
        machine: M,
        is_unknown: bool,
    ) -> (Option<TableError<fmt::Error>>, usize) {
        run_for(machine, is_unknown, Duration::ZERO)
    }

    /// Runs an operation like [`run`], on a store whose clock ticks once in a round.
    fn run_for<M: Machine<TableError<fmt::Error>>>(
        machine: M,
        is_unknown: bool,
        retry_for: Duration,
    ) -> (Option<TableError<fmt::Error>>, usize) {
        let (mut rounds, mut number) = (Rounds::new([machine], 5), 0);
        let row = VersionedRow { version: None, value: Some(Cell { at: 1, bytes: b"value".to_vec() }) };
        while let Some(round) = rounds.next() {
            let table = |table: &RowRequests, row: &VersionedRow| RowAnswers {
                reads: table.reads.iter().map(|_| row.clone()).collect(),
                swaps: table
                    .swaps
                    .iter()
                    .map(|_| if is_unknown { Swapped::Unknown(fmt::Error) } else { Swapped::Differs })
                    .collect(),
            };
            let answers = Answers { old: table(&round.old, &row), new: table(&round.new, &VersionedRow::default()) };
            let now = 5 + number as Millis;
            let outside = Outside { now, retry_for, to_new: &|_, value| Ok(value.to_vec()) };
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

    #[test]
    fn the_time_of_an_operation_is_that_of_the_store() {
        let row = MovingRow { old: Some(b"old".to_vec()), new: b"new".to_vec() };
        let value = BothValues { old: b"1".to_vec(), new: b"2".to_vec() };
        let write = Write::new(MoveStep::OldFirst, row, None, Some(value)).unwrap();
        // 10 times a read and a swap, and the swap that ends at 5 + 21.
        let (error, rounds) = run_for(write, false, Duration::from_millis(20));
        assert!(matches!(error, Some(TableError::Contended { attempts: 11, .. })), "{error:?}");
        assert_eq!(rounds, 22);
    }
}
