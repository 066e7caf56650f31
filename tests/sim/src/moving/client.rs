//! Clients, and the operations that they run.

use std::convert::Infallible;

use rowkey_store::__moving::{Get, Machine, Write};
use rowkey_store::__protocol::{Stored, Written as WrittenRow};

use super::message::{Answer, Millis, Request, RowEnv};
use super::ordered_scan::OrderedScan;
use super::passes::{Pass, Phase};
use super::scans::{Covered, Read, Scan, ScanByRange};
use super::steps::{Row, Step};
use super::transactions::{Outcome, Transaction};
use crate::model::Begun;

/// The outcome of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Done,
    Differs,
    /// The step cannot write this row, because the step before could not read it.
    Refused,
    Unknown,
}

/// A client, which runs one operation at a time.
pub(super) struct Client {
    /// The number of milliseconds by which its clock is ahead.
    pub(super) ahead: Millis,
    pub(super) step: Step,
    pub(super) task: Option<Task>,
    /// The outcome of its last write.
    pub(super) written: Option<Written>,
    /// The value of its last read.
    pub(super) read: Option<Read>,
}

/// An operation of a client.
pub(super) enum Job {
    Get(Row, Get),
    Write(Write),
    Scan(Scan),
    OrderedScan(OrderedScan),
    ScanByRange(ScanByRange),
    Pass(Pass),
    /// A get or a write in one transaction.
    Call(Transaction),
}

/// An operation that has begun.
pub(super) struct Task {
    pub(super) job: Job,
    /// Its call in the model, until its outcome is known.
    pub(super) call: Option<Begun>,
    /// The next message.
    pub(super) request: Option<Request>,
    /// The last request, before a mutant altered it.
    pub(super) asked: Option<Request>,
    /// A message that follows a read that only a mutant sends.
    pub(super) detour: Option<Request>,
    /// What a mutant has read and not told.
    pub(super) kept: Option<Stored>,
    /// The last old row that was read.
    pub(super) old: Option<(Row, Stored)>,
    /// The moment before the first request of the row or page that it reads now.
    pub(super) since: u64,
    /// The moment at which it began.
    pub(super) begun: u64,
    /// The number of changes of steps before it began.
    pub(super) epoch: u64,
    /// `true` if no message of an earlier step was on its way.
    pub(super) has_no_late_messages: bool,
}

/// The steps of an operation, in which mutants go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Get,
    Write,
    HandOver,
    Mark,
    Other,
}

/// What an answer leads to.
#[derive(Default)]
pub(super) struct Progress {
    pub(super) request: Option<Request>,
    pub(super) read: Option<Read>,
    pub(super) covered: Option<Covered>,
    pub(super) written: Option<Written>,
}

impl Job {
    pub(super) fn begin(&mut self) -> Option<Request> {
        match self {
            Self::Get(_, get) => Machine::<Infallible>::begin(get).map(Request::Row),
            Self::Write(write) => Machine::<Infallible>::begin(write).map(Request::Row),
            Self::Scan(scan) => Some(scan.begin()),
            Self::OrderedScan(scan) => Some(scan.begin()),
            Self::ScanByRange(scan) => Some(scan.begin()),
            Self::Pass(pass) => Some(pass.begin()),
            Self::Call(transaction) => Some(Request::Transact(transaction.clone())),
        }
    }

    pub(super) const fn role(&self) -> Role {
        match self {
            Self::Get(..) | Self::Scan(_) | Self::OrderedScan(_) | Self::ScanByRange(_) => Role::Get,
            Self::Write(write) if write.hands_over() => Role::HandOver,
            Self::Write(_) => Role::Write,
            Self::Pass(pass) if pass.hands_over() => Role::HandOver,
            Self::Pass(Pass { phase: Phase::Mark, .. }) => Role::Mark,
            Self::Pass(_) | Self::Call(_) => Role::Other,
        }
    }

    pub(super) fn next(&mut self, answer: Answer, env: &RowEnv) -> Progress {
        match self {
            Self::Get(row, get) => {
                let Ok(request) = get.next(answer.into_row(), env);
                let read = request.is_none().then(|| (*row, get.found().value.clone()));
                Progress { request: request.map(Request::Row), read, ..Progress::default() }
            }
            Self::Write(write) => {
                let Ok(request) = write.next(answer.into_row(), env);
                let written = write.written().map(|written| match written {
                    WrittenRow::Done => Written::Done,
                    WrittenRow::Differs => Written::Differs,
                    WrittenRow::Unknown => Written::Unknown,
                });
                Progress { request: request.map(Request::Row), written, ..Progress::default() }
            }
            Self::Scan(scan) => {
                let (request, covered) = scan.next(answer);
                Progress { request, covered, ..Progress::default() }
            }
            Self::OrderedScan(scan) => {
                let (request, covered) = scan.next(answer, env);
                Progress { request, covered, ..Progress::default() }
            }
            Self::ScanByRange(scan) => {
                let (request, read) = scan.next(answer, env);
                Progress { request, read, ..Progress::default() }
            }
            Self::Pass(pass) => Progress { request: pass.next(answer, env), ..Progress::default() },
            Self::Call(transaction) => Self::end_call(transaction, answer),
        }
    }

    fn end_call(transaction: &Transaction, answer: Answer) -> Progress {
        match (transaction, answer) {
            (Transaction::Get(_, row), Answer::Outcome(Outcome::Value(value))) => {
                Progress { read: Some((*row, value)), ..Progress::default() }
            }
            (Transaction::Get(..), _) => {
                Progress { request: Some(Request::Transact(transaction.clone())), ..Progress::default() }
            }
            (_, Answer::Outcome(outcome)) => {
                let written = match outcome {
                    Outcome::Differs => Written::Differs,
                    Outcome::Refused => Written::Refused,
                    _ => Written::Done,
                };
                Progress { written: Some(written), ..Progress::default() }
            }
            _ => Progress { written: Some(Written::Unknown), ..Progress::default() },
        }
    }
}
