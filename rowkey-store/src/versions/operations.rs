//! Operations that run at the same time, in rounds. This module does no I/O.
//!
//! Each operation is a machine that returns one request at a time. A round has the requests of all operations, so it needs
//! few calls. [Secondary keys](super::rounds) and [moves](crate::moving) run their operations here.

use std::error::Error;
use std::time::Duration;

use super::protocol::{Answer, Change, Millis, RowKey, Stored, Version, VersionError};
use super::store::{Swap, SwapValue, Swapped, VersionedRow};
use crate::TableError;

/// Operations of one kind, and their next requests.
pub(crate) struct Operations<M, R, E: Error + 'static> {
    all: Vec<Operation<M, E>>,
    /// The requests of the next round, each with the number of its operation.
    requests: Vec<(usize, R)>,
    /// The time at which they began, by the clock of the store, which a test can set.
    begun: Millis,
}

/// An operation, with its outcome so far.
pub(crate) struct Operation<M, E: Error + 'static> {
    pub(crate) machine: M,
    /// The error of a row that it cannot read, or that others write all the time.
    pub(crate) failed: Option<TableError<E>>,
    /// The error of its last swap whose outcome is unknown.
    pub(crate) lost: Option<E>,
}

/// What operations of one kind need from outside, and how they continue.
pub(crate) trait Surroundings<M, R, E: Error + 'static> {
    /// Returns the time, by the clock of the store.
    fn now(&self) -> Millis;

    /// Returns the time after which no operation begins again.
    fn retry_for(&self) -> Duration;

    /// Reads the cells of a row.
    fn stored(&self, row: VersionedRow) -> Result<Stored, VersionError>;

    /// Returns the next request of an operation, or `None` at its end.
    fn next(&self, machine: &mut M, answer: Answer) -> Result<Option<R>, TableError<E>>;

    /// Returns the number of times that an operation has begun.
    fn attempts(&self, machine: &M) -> u32;

    /// Returns the row that a request reads.
    fn row_to_read<'r>(&self, request: &'r R) -> Option<&'r RowKey>;
}

impl<M, R, E: Error> Operations<M, R, E> {
    pub(crate) fn new(machines: impl IntoIterator<Item = M>, now: Millis, begin: impl Fn(&mut M) -> Option<R>) -> Self {
        let (mut all, mut requests) = (Vec::new(), Vec::new());
        for (number, mut machine) in machines.into_iter().enumerate() {
            requests.extend(begin(&mut machine).map(|request| (number, request)));
            all.push(Operation { machine, failed: None, lost: None });
        }
        Self { all, requests, begun: now }
    }

    /// Returns the requests of the next round, in the order of their operations. There are none at the end.
    pub(crate) fn take_requests(&mut self) -> Vec<(usize, R)> {
        let mut requests = std::mem::take(&mut self.requests);
        requests.sort_by_key(|(number, _)| *number);
        requests
    }

    /// Begins to answer a round. If the clock is set back, the time of the operations begins again. Without this, it would
    /// not end until the clock is where it was.
    pub(crate) fn begin_answers(&mut self, outside: &impl Surroundings<M, R, E>) {
        self.begun = self.begun.min(outside.now());
    }

    /// Continues the operations that requested rows or swaps. If the store leaves out an answer, the operation repeats its
    /// request, until the time of the operations is over.
    pub(crate) fn answer_rows(
        &mut self,
        requests: &RowRequests,
        answers: RowAnswers<E>,
        outside: &impl Surroundings<M, R, E>,
    ) {
        let mut reads = answers.reads.into_iter();
        for (&number, key) in requests.readers.iter().zip(&requests.reads) {
            match reads.next().map(|row| outside.stored(row)) {
                Some(Ok(stored)) => self.answer(number, Answer::Stored(stored), outside),
                Some(Err(source)) => {
                    self.fail(number, TableError::ReadValue { key: key.clone(), source: source.into() });
                }
                None => self.answer(number, Answer::Lost, outside),
            }
        }
        self.answer_swaps(&requests.swappers, answers.swaps, outside);
    }

    /// Continues the operations that requested swaps.
    pub(crate) fn answer_swaps(
        &mut self,
        numbers: &[usize],
        swaps: Vec<Swapped<E>>,
        outside: &impl Surroundings<M, R, E>,
    ) {
        let mut swaps = swaps.into_iter();
        for &number in numbers {
            match swaps.next() {
                Some(Swapped::Done) => self.answer(number, Answer::Swapped(true), outside),
                Some(Swapped::Differs) | None => self.answer(number, Answer::Swapped(false), outside),
                Some(Swapped::Unknown(error)) => self.lose(number, error, outside),
            }
        }
    }

    /// Continues an operation with its answer.
    pub(crate) fn answer(&mut self, number: usize, answer: Answer, outside: &impl Surroundings<M, R, E>) {
        let is_over = self.is_over(outside);
        let Some(operation) = self.all.get_mut(number) else { return };
        let before = outside.attempts(&operation.machine);
        match outside.next(&mut operation.machine, answer) {
            Ok(Some(request)) => match outside.row_to_read(&request) {
                Some(row) if is_over && outside.attempts(&operation.machine) > before => {
                    operation.failed = Some(TableError::Contended { key: row.clone(), attempts: before });
                }
                _ => self.requests.push((number, request)),
            },
            Ok(None) => {}
            Err(error) => operation.failed = Some(error),
        }
    }

    /// Continues an operation whose swap has an unknown outcome. It decides the outcome by another read, and sends a
    /// fence, or the same write again, whose outcome may be unknown too.
    fn lose(&mut self, number: usize, error: E, outside: &impl Surroundings<M, R, E>) {
        let is_over = self.is_over(outside);
        let Some(operation) = self.all.get_mut(number) else { return };
        if is_over && operation.lost.is_some() {
            operation.failed = Some(TableError::Store(error));
            return;
        }
        operation.lost = Some(error);
        self.answer(number, Answer::Lost, outside);
        self.name_lost(number);
    }

    /// Names the lost answer as the reason that an operation has ended, and not other writers.
    fn name_lost(&mut self, number: usize) {
        let Some(operation) = self.all.get_mut(number) else { return };
        if let Some(TableError::Contended { .. }) = &operation.failed {
            operation.failed = operation.lost.take().map(TableError::Store);
        }
    }

    fn fail(&mut self, number: usize, error: TableError<E>) {
        if let Some(operation) = self.all.get_mut(number) {
            operation.failed = Some(error);
        }
    }

    /// Returns `true` if the time of the operations is over.
    fn is_over(&self, outside: &impl Surroundings<M, R, E>) -> bool {
        u128::from(outside.now().abs_diff(self.begun)) >= outside.retry_for().as_millis()
    }

    /// Returns the error of all operations, after the store has failed. If the outcome of a swap is unknown, that is the
    /// error.
    pub(crate) fn into_error(self, error: E) -> TableError<E> {
        let lost = self.all.into_iter().find_map(|operation| operation.lost);
        TableError::Store(lost.unwrap_or(error))
    }

    /// Returns the operations, which are over.
    pub(crate) fn into_all(self) -> Vec<Operation<M, E>> {
        self.all
    }
}

/// The requests of a round to the rows of one table. The lists of numbers tell whose requests they are.
#[derive(Default)]
pub(crate) struct RowRequests {
    pub(crate) reads: Vec<RowKey>,
    readers: Vec<usize>,
    pub(crate) swaps: Vec<Swap>,
    swappers: Vec<usize>,
}

/// The answers to the requests to the rows of one table.
pub(crate) struct RowAnswers<E> {
    pub(crate) reads: Vec<VersionedRow>,
    pub(crate) swaps: Vec<Swapped<E>>,
}

impl<E> RowAnswers<E> {
    /// Returns the answers to reads.
    pub(crate) const fn of_reads(reads: Vec<VersionedRow>) -> Self {
        Self { reads, swaps: Vec::new() }
    }
}

impl RowRequests {
    pub(crate) fn is_empty(&self) -> bool {
        self.readers.is_empty() && self.swappers.is_empty()
    }

    pub(crate) fn read(&mut self, number: usize, row: RowKey) {
        self.reads.push(row);
        self.readers.push(number);
    }

    /// Adds a swap that sets a version, and changes the value at its time.
    pub(crate) fn swap(
        &mut self,
        number: usize,
        row: RowKey,
        expected: Option<Version>,
        version: Version,
        change: Change,
    ) {
        let value = match change {
            Change::Keep => SwapValue::Keep,
            Change::Put(value) => SwapValue::Put(value),
            Change::Delete => SwapValue::Delete,
        };
        self.swaps.push(swap(row, expected, version.at, Some(version), value));
        self.swappers.push(number);
    }

    /// Adds a swap that deletes a version.
    pub(crate) fn bury(&mut self, number: usize, row: RowKey, version: Version) {
        self.swaps.push(swap(row, Some(version), version.at, None, SwapValue::Keep));
        self.swappers.push(number);
    }
}

pub(crate) fn swap(
    key: RowKey,
    expected: Option<Version>,
    at: Millis,
    version: Option<Version>,
    value: SwapValue,
) -> Swap {
    let bytes = |version: Version| version.to_bytes();
    Swap { key, expected: expected.map(bytes), at, version: version.map(bytes), value }
}
