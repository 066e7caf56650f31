//! Runs many operations at the same time: each round has one request of each, in few calls. This module does no I/O.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Duration;

use super::protocol::{Answer, Change, EntriesOf, Env, Machine, Millis, Request, RowKey, Stored, Version};
use super::store::{Swap, SwapValue, Swapped, TimedDelete, TimedPut, VersionedRow};
use crate::TableError;

/// Operations of one kind.
pub(crate) struct Rounds<M, E: Error + 'static> {
    operations: Vec<Operation<M, E>>,
    /// The time at which they began, by the clock of the store, which a test can set.
    begun: Millis,
    /// The error of the last deletes.
    delete_error: Option<E>,
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

/// The requests of a round, by kind. The lists of numbers tell whose requests they are.
#[derive(Default)]
pub(crate) struct Round {
    pub(crate) reads: Vec<RowKey>,
    readers: Vec<usize>,
    /// The entries to put, by their tables.
    pub(crate) puts: BTreeMap<usize, Vec<TimedPut>>,
    putters: Vec<usize>,
    /// The entries to delete, by their tables.
    pub(crate) deletes: BTreeMap<usize, Vec<TimedDelete>>,
    deleters: Vec<usize>,
    pub(crate) swaps: Vec<Swap>,
    swappers: Vec<usize>,
    pub(crate) creates: Vec<Swap>,
    creators: Vec<usize>,
}

/// The answers to the requests of a round. The puts are made.
pub(crate) struct Answers<E> {
    pub(crate) reads: Vec<VersionedRow>,
    pub(crate) deletes: Result<(), E>,
    pub(crate) swaps: Vec<Swapped<E>>,
    pub(crate) creates: Vec<Swapped<E>>,
}

impl<E> Answers<E> {
    /// Returns the answers to a round of reads.
    pub(crate) const fn of_rows(reads: Vec<VersionedRow>) -> Self {
        Self { reads, deletes: Ok(()), swaps: Vec::new(), creates: Vec::new() }
    }
}

/// What the operations need from outside.
pub(crate) struct Outside<'o, E: Error + 'static> {
    pub(crate) now: Millis,
    pub(crate) grace: Millis,
    pub(crate) retry_for: Duration,
    pub(crate) entries: &'o EntriesOf<'o, TableError<E>>,
}

impl<M: Machine<TableError<E>>, E: Error> Rounds<M, E> {
    pub(crate) fn new(machines: impl IntoIterator<Item = M>, now: Millis) -> Self {
        let begin = |mut machine: M| {
            let request = Some(machine.begin());
            Operation { machine, request, failed: None, lost: None }
        };
        Self { operations: machines.into_iter().map(begin).collect(), begun: now, delete_error: None }
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
        // If the clock is set back, the time of the operations begins again. Without this line, it would not end until
        // the clock is where it was.
        self.begun = self.begun.min(outside.now);
        // A store that leaves out an answer is asked again, until the time of the operation is over.
        let mut reads = answers.reads.into_iter();
        for (&number, key) in round.readers.iter().zip(&round.reads) {
            match reads.next().map(Stored::of_indexed) {
                Some(Ok(stored)) => self.continue_with(number, Answer::Stored(stored), outside),
                Some(Err(source)) => {
                    self.fail(number, TableError::ReadValue { key: key.clone(), source: source.into() });
                }
                None => self.continue_with(number, Answer::Lost, outside),
            }
        }
        for &number in &round.putters {
            self.continue_with(number, Answer::Done, outside);
        }
        for &number in &round.deleters {
            let answer = if answers.deletes.is_ok() { Answer::Done } else { Answer::Lost };
            self.continue_with(number, answer, outside);
        }
        self.delete_error = answers.deletes.err().or(self.delete_error.take());
        let (mut swaps, mut creates) = (answers.swaps.into_iter(), answers.creates.into_iter());
        let swapped = round.swappers.iter().map(|number| (*number, swaps.next()));
        let swapped = swapped.chain(round.creators.iter().map(|number| (*number, creates.next())));
        for (number, swapped) in swapped {
            match swapped {
                Some(Swapped::Done) => self.continue_with(number, Answer::Swapped(true), outside),
                Some(Swapped::Differs) | None => self.continue_with(number, Answer::Swapped(false), outside),
                Some(Swapped::Unknown(error)) => self.lose(number, error, outside),
            }
        }
    }

    /// Returns `true` if the time of the operations is over.
    const fn is_over(&self, outside: &Outside<'_, E>) -> bool {
        outside.now.abs_diff(self.begun) as u128 >= outside.retry_for.as_millis()
    }

    /// Continues an operation whose swap has an unknown outcome. It decides the outcome by another read, and sends a
    /// fence, or the same put again, whose outcome may be unknown too.
    fn lose(&mut self, number: usize, error: E, outside: &Outside<'_, E>) {
        let is_over = self.is_over(outside);
        let Some(operation) = self.operations.get_mut(number) else { return };
        if operation.lost.is_none() || !is_over {
            operation.lost = Some(error);
            self.continue_with(number, Answer::Lost, outside);
        } else {
            operation.failed = Some(TableError::Store(error));
        }
    }

    fn continue_with(&mut self, number: usize, answer: Answer, outside: &Outside<'_, E>) {
        let (&Outside { now, grace, entries, .. }, is_over) = (outside, self.is_over(outside));
        let Some(operation) = self.operations.get_mut(number) else { return };
        let before = operation.machine.attempts();
        match operation.machine.next(answer, &Env { now, nonce: fastrand::u64(..), grace, entries }) {
            Ok(Some(Request::Read(key))) if is_over && operation.machine.attempts() > before => {
                operation.failed = Some(TableError::Contended { key, attempts: before });
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

    /// Returns the error of all operations, after the store has failed. If the outcome of a swap is unknown, that is the
    /// error.
    pub(crate) fn into_error(self, error: E) -> TableError<E> {
        let lost = self.operations.into_iter().find_map(|operation| operation.lost);
        TableError::Store(lost.unwrap_or(error))
    }

    /// Returns the operations, which are over, and the error of the last deletes.
    pub(crate) fn into_outcomes(self) -> (Vec<Operation<M, E>>, Option<E>) {
        (self.operations, self.delete_error)
    }
}

impl Round {
    fn is_empty(&self) -> bool {
        let Self { readers, putters, deleters, swappers, creators, .. } = self;
        [readers, putters, deleters, swappers, creators].iter().all(|list| list.is_empty())
    }

    fn add(&mut self, number: usize, request: Request) {
        match request {
            Request::Read(row) => {
                self.reads.push(row);
                self.readers.push(number);
            }
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
            Request::Swap { row, expected, version, change } => {
                let value = match change {
                    Change::Keep => SwapValue::Keep,
                    Change::Put(value) => SwapValue::Put(value),
                    Change::Delete => SwapValue::Delete,
                };
                self.swaps.push(swap(row, expected, version.at, Some(version), value));
                self.swappers.push(number);
            }
            Request::Bury(row, version) => {
                self.swaps.push(swap(row, Some(version), version.at, None, SwapValue::Keep));
                self.swappers.push(number);
            }
            Request::PutRow(row, version, value) => {
                self.creates.push(swap(row, None, version.at, Some(version), SwapValue::Put(value)));
                self.creators.push(number);
            }
        }
    }
}

fn swap(key: RowKey, expected: Option<Version>, at: Millis, version: Option<Version>, value: SwapValue) -> Swap {
    let bytes = |version: Version| version.to_bytes();
    Swap { key, expected: expected.map(bytes), at, version: version.map(bytes), value }
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
                reads: round.reads.iter().map(|_| VersionedRow::default()).collect(),
                deletes: Ok(()),
                swaps: round.swaps.iter().map(unknown).collect(),
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
