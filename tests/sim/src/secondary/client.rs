//! Clients, and the operations that they run.

use std::collections::VecDeque;

use super::message::Message;
use super::passes::{self, Builds, Env, Next, PassAnswer, PassRequest, Sweeps};
use super::protocol::{Load, Millis, Request, RowKey, Write, Written};
use super::read::ReadBy;
use crate::model::Begun;

/// A client, which runs one operation at a time.
pub(super) struct Client {
    /// The number of milliseconds by which its clock is ahead.
    pub(super) ahead: Millis,
    /// The number of secondary keys that it knows.
    pub(super) tables: usize,
    pub(super) task: Option<Task>,
    /// The outcome of its last write.
    pub(super) written: Option<Written>,
}

impl Client {
    pub(super) const fn new(ahead: Millis, tables: usize) -> Self {
        Self { ahead, tables, task: None, written: None }
    }
}

/// An operation of a client.
pub(super) enum Job {
    Write(Write),
    Load(Load),
    Sweep(Sweeps),
    Build(Builds),
    ReadBy(ReadBy),
    /// A read of a row by its key.
    Get(RowKey),
    /// A put or a delete by a program that keeps no entries. The message does it all.
    Plain(Message),
}

/// An operation that has begun.
pub(super) struct Task {
    pub(super) job: Job,
    /// The row that it writes.
    pub(super) row: Option<RowKey>,
    /// `true` if it deletes the row.
    pub(super) is_delete: bool,
    /// Its call in the model, until its outcome is known.
    pub(super) call: Option<Begun>,
    /// The last request.
    pub(super) request: Option<PassRequest>,
    /// The messages of the last request that have not been sent.
    pub(super) outbox: VecDeque<Message>,
    /// The answer to the messages that have been sent.
    pub(super) answer: PassAnswer,
    /// The moment of the last message that was sent.
    pub(super) sent: u64,
    /// The client's time when it read the row.
    pub(super) read_at: Millis,
    /// The entries that a mutant puts after the row.
    pub(super) kept_back: Vec<Message>,
}

impl Task {
    pub(super) fn new(job: Job, row: Option<RowKey>, is_delete: bool, call: Option<Begun>) -> Self {
        let outbox = match &job {
            Job::Plain(message) => VecDeque::from([message.clone()]),
            _ => VecDeque::new(),
        };
        let answer = PassAnswer::DONE;
        Self { job, row, is_delete, call, request: None, outbox, answer, sent: 0, read_at: 0, kept_back: Vec::new() }
    }
}

impl Job {
    pub(super) fn begin(&mut self) -> Option<PassRequest> {
        Some(match self {
            Self::Write(write) => PassRequest::Machine(passes::begin(write)),
            Self::Load(load) => PassRequest::Machine(passes::begin(load)),
            Self::Sweep(sweeps) => sweeps.begin(),
            Self::Build(builds) => builds.begin(),
            Self::ReadBy(read) => read.begin(),
            Self::Get(row) => PassRequest::Machine(Request::Read(row.clone())),
            Self::Plain(_) => return None,
        })
    }

    pub(super) fn next(&mut self, answer: PassAnswer, env: &Env<'_>) -> Next<PassRequest> {
        Ok(match self {
            Self::Write(write) => passes::next(write, answer, env)?.map(PassRequest::Machine),
            Self::Load(load) => passes::next(load, answer, env)?.map(PassRequest::Machine),
            Self::Sweep(sweeps) => sweeps.next(answer, env),
            Self::Build(builds) => builds.next(answer, env),
            Self::ReadBy(read) => read.next(answer, env),
            Self::Get(_) | Self::Plain(_) => None,
        })
    }

    /// Returns the outcome of a write, once it is decided.
    pub(super) fn written(&self) -> Option<&Written> {
        match self {
            Self::Write(write) => write.written(),
            Self::Load(load) => load.written(),
            _ => None,
        }
    }

    /// Returns `true` if the row may have the new value, or may still get it.
    pub(super) fn may_have_written(&self) -> bool {
        match self {
            Self::Write(write) => write.may_have_written(),
            Self::Load(load) => load.may_have_written(),
            _ => true,
        }
    }

    /// Returns `true` for a put, a delete, or a load.
    pub(super) const fn is_write(&self) -> bool {
        matches!(self, Self::Write(_) | Self::Load(_))
    }

    /// Returns the role that decides which mutants change the job.
    pub(super) const fn role(&self) -> Role {
        match self {
            Self::Write(_) => Role::Writer,
            Self::Load(_) => Role::Loader,
            Self::Sweep(_) => Role::Sweeper,
            Self::Build(_) => Role::Builder,
            Self::ReadBy(_) | Self::Get(_) => Role::Reader,
            Self::Plain(_) => Role::Plain,
        }
    }
}

/// The kind of job that sends a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Writer,
    Loader,
    Sweeper,
    Builder,
    Reader,
    Plain,
}
