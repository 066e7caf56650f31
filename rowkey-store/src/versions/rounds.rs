//! The rounds of operations on rows with secondary keys. This module does no I/O.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use super::operations::{Operation, Operations, RowAnswers, RowRequests, Surroundings, swap};
use super::protocol::{Answer, EntriesOf, Env, Machine, Millis, Request, RowKey, Stored, VersionError};
use super::store::{Swap, SwapValue, Swapped, TimedDelete, TimedPut, VersionedRow};
use crate::TableError;

/// Operations of one kind.
pub(crate) struct Rounds<M, E: Error + 'static> {
    operations: Operations<M, Request, E>,
    /// The error of the last deletes.
    delete_error: Option<E>,
}

/// The requests of a round, by kind. The lists of numbers tell whose requests they are.
#[derive(Default)]
pub(crate) struct Round {
    pub(crate) rows: RowRequests,
    /// The entries to put, by their tables.
    pub(crate) puts: BTreeMap<usize, Vec<TimedPut>>,
    putters: Vec<usize>,
    /// The entries to delete, by their tables.
    pub(crate) deletes: BTreeMap<usize, Vec<TimedDelete>>,
    deleters: Vec<usize>,
    pub(crate) creates: Vec<Swap>,
    creators: Vec<usize>,
}

/// The answers to the requests of a round. The puts are made.
pub(crate) struct Answers<E> {
    pub(crate) rows: RowAnswers<E>,
    pub(crate) deletes: Result<(), E>,
    pub(crate) creates: Vec<Swapped<E>>,
}

impl<E> Answers<E> {
    /// Returns the answers to a round of reads.
    pub(crate) const fn of_rows(reads: Vec<VersionedRow>) -> Self {
        Self { rows: RowAnswers::of_reads(reads), deletes: Ok(()), creates: Vec::new() }
    }
}

/// What the operations need from outside.
pub(crate) struct Outside<'o, E: Error + 'static> {
    pub(crate) now: Millis,
    pub(crate) grace: Millis,
    pub(crate) retry_for: Duration,
    pub(crate) entries: &'o EntriesOf<'o, TableError<E>>,
}

impl<M: Machine<TableError<E>>, E: Error> Surroundings<M, Request, E> for Outside<'_, E> {
    fn now(&self) -> Millis {
        self.now
    }

    fn retry_for(&self) -> Duration {
        self.retry_for
    }

    fn stored(&self, row: VersionedRow) -> Result<Stored, VersionError> {
        Stored::of_indexed(row)
    }

    fn next(&self, machine: &mut M, answer: Answer) -> Result<Option<Request>, TableError<E>> {
        let &Self { now, grace, entries, .. } = self;
        machine.next(answer, &Env { now, nonce: fastrand::u64(..), grace, entries })
    }

    fn attempts(&self, machine: &M) -> u32 {
        machine.attempts()
    }

    fn row_to_read<'r>(&self, request: &'r Request) -> Option<&'r RowKey> {
        if let Request::Read(row) = request { Some(row) } else { None }
    }
}

impl<M: Machine<TableError<E>>, E: Error> Rounds<M, E> {
    pub(crate) fn new(machines: impl IntoIterator<Item = M>, now: Millis) -> Self {
        let begin = |machine: &mut M| Some(machine.begin());
        Self { operations: Operations::new(machines, now, begin), delete_error: None }
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
        operations.answer_rows(&round.rows, answers.rows, outside);
        for &number in &round.putters {
            operations.answer(number, Answer::Done, outside);
        }
        for &number in &round.deleters {
            let answer = if answers.deletes.is_ok() { Answer::Done } else { Answer::Lost };
            operations.answer(number, answer, outside);
        }
        self.delete_error = answers.deletes.err().or(self.delete_error.take());
        operations.answer_swaps(&round.creators, answers.creates, outside);
    }

    /// Returns the error of all operations, after the store has failed.
    pub(crate) fn into_error(self, error: E) -> TableError<E> {
        self.operations.into_error(error)
    }

    /// Returns the operations, which are over, and the error of the last deletes.
    pub(crate) fn into_outcomes(self) -> (Vec<Operation<M, E>>, Option<E>) {
        (self.operations.into_all(), self.delete_error)
    }
}

impl Round {
    fn is_empty(&self) -> bool {
        let Self { rows, putters, deleters, creators, .. } = self;
        rows.is_empty() && [putters, deleters, creators].iter().all(|list| list.is_empty())
    }

    fn add(&mut self, number: usize, request: Request) {
        match request {
            Request::Read(row) => self.rows.read(number, row),
            Request::PutEntries(entries, at) => {
                for entry in entries {
                    let put = TimedPut { key: entry.key, value: entry.row, at };
                    self.puts.entry(entry.table).or_default().push(put);
                }
                self.putters.push(number);
            }
            Request::DeleteEntries(entries, up_to) => {
                for entry in entries {
                    let delete = TimedDelete { key: entry.key, up_to };
                    self.deletes.entry(entry.table).or_default().push(delete);
                }
                self.deleters.push(number);
            }
            Request::Swap { row, expected, version, change } => self.rows.swap(number, row, expected, version, change),
            Request::Bury(row, version) => self.rows.bury(number, row, version),
            Request::PutRow(row, version, value) => {
                self.creates.push(swap(row, None, version.at, Some(version), SwapValue::Put(value)));
                self.creators.push(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::protocol::{Load, NewValue, Write};
    use super::*;
    use std::fmt;

    /// Runs an operation on a store that never finds a row, and whose swaps all have unknown outcomes. Returns its error,
    /// and the number of its rounds.
    fn run<M: Machine<TableError<fmt::Error>>>(machine: M) -> (Option<TableError<fmt::Error>>, usize) {
        let (mut rounds, mut number) = (Rounds::new([machine], 5), 0);
        while let Some(round) = rounds.next() {
            let unknown = |_: &Swap| Swapped::Unknown(fmt::Error);
            let answers = Answers {
                rows: RowAnswers {
                    reads: round.rows.reads.iter().map(|_| VersionedRow::default()).collect(),
                    swaps: round.rows.swaps.iter().map(unknown).collect(),
                },
                deletes: Ok(()),
                creates: round.creates.iter().map(unknown).collect(),
            };
            let retry_for = Duration::ZERO;
            rounds.answer(
                &round,
                answers,
                &Outside { now: 5, grace: 1_000, retry_for, entries: &|_, _| Ok(Vec::new()) },
            );
            number += 1;
        }
        (rounds.into_outcomes().0.pop().and_then(|operation| operation.failed), number)
    }

    #[test]
    fn an_operation_ends_whose_swaps_all_have_unknown_outcomes() {
        let (row, new) = (b"row".to_vec(), NewValue { bytes: b"value".to_vec(), entries: Vec::new() });
        // A read, a swap, a read that decides, and a fence or the same put again.
        for (error, rounds) in [run(Write::new(row.clone(), Some(new.clone()))), run(Load::new(row, new))] {
            assert!(matches!(error, Some(TableError::Store(fmt::Error))), "{error:?}");
            assert_eq!(rounds, 4);
        }
    }
}
