//! Clients, and the operations that they run.

use super::passes::Pass;
use super::protocol::{Answer, Env, Millis, Next, Request};
use super::read::Get;
use super::scans::{Covered, Read, Scan, ScanByRange};
use super::steps::{Row, Step};
use super::transactions::{Outcome, Transaction};
use super::write::{Write, Written};
use crate::model::Begun;

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
    pub(super) request: Option<Request>,
    /// The moment before the first request of the row or page that it reads now.
    pub(super) since: u64,
    /// The moment at which it began.
    pub(super) begun: u64,
    /// The number of changes of steps before it began.
    pub(super) epoch: u64,
    /// `true` if no message of an earlier step was on its way.
    pub(super) has_no_late_messages: bool,
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
    pub(super) fn begin(&mut self, env: &Env) -> Request {
        match self {
            Self::Get(_, get) => get.begin(env),
            Self::Write(write) => write.begin(),
            Self::Scan(scan) => scan.begin(env),
            Self::ScanByRange(scan) => scan.begin(env),
            Self::Pass(pass) => pass.begin(),
            Self::Call(transaction) => Request::Transact(transaction.clone()),
        }
    }

    pub(super) fn next(&mut self, answer: Answer, env: &Env) -> Progress {
        match self {
            Self::Get(row, get) => match get.next(answer, env) {
                Next::Send(request) => Progress { request: Some(request), ..Progress::default() },
                Next::Over(value) => Progress { read: Some((*row, value)), ..Progress::default() },
            },
            Self::Write(write) => match write.next(answer, env) {
                Next::Send(request) => Progress { request: Some(request), ..Progress::default() },
                Next::Over(written) => Progress { written: Some(written), ..Progress::default() },
            },
            Self::Scan(scan) => {
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
