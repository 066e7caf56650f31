//! Clients, and the operations that they run.

use std::collections::VecDeque;

use super::message::Message;
use super::protocol::{Answer, Build, Env, Load, Machine, Millis, ReadBy, Request, Row, Sweep, Write, Written};
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
    Sweep(Sweep),
    Build(Build),
    ReadBy(ReadBy),
    /// A read of a row by its key.
    Get(Row),
    /// A put or a delete by a program that keeps no entries. The message does it all.
    Plain(Message),
}

/// An operation that has begun.
pub(super) struct Task {
    pub(super) job: Job,
    /// The row that it writes.
    pub(super) row: Option<Row>,
    /// Its call in the model, until its outcome is known.
    pub(super) call: Option<Begun>,
    /// The last request.
    pub(super) request: Option<Request>,
    /// The messages of the last request that have not been sent.
    pub(super) outbox: VecDeque<Message>,
    /// The answer to the messages that have been sent.
    pub(super) answer: Answer,
    /// The moment of the last message that was sent.
    pub(super) sent: u64,
    /// The client's time when it read the row.
    pub(super) read_at: Millis,
    /// The entries that a mutant puts after the row.
    pub(super) kept_back: Vec<Message>,
}

impl Task {
    pub(super) fn new(job: Job, row: Option<Row>, call: Option<Begun>) -> Self {
        let outbox = match &job {
            Job::Plain(message) => VecDeque::from([message.clone()]),
            _ => VecDeque::new(),
        };
        let answer = Answer::Done;
        Self { job, row, call, request: None, outbox, answer, sent: 0, read_at: 0, kept_back: Vec::new() }
    }
}

impl Job {
    const fn machine(&mut self) -> Option<&mut dyn Machine> {
        Some(match self {
            Self::Write(write) => write,
            Self::Load(load) => load,
            Self::Sweep(sweep) => sweep,
            Self::Build(build) => build,
            Self::ReadBy(read) => read,
            Self::Get(_) | Self::Plain(_) => return None,
        })
    }

    pub(super) fn begin(&mut self) -> Option<Request> {
        match self {
            Self::Get(row) => Some(Request::Read(row.clone())),
            _ => self.machine().map(Machine::begin),
        }
    }

    pub(super) fn next(&mut self, answer: Answer, env: &Env<'_>) -> Option<Request> {
        self.machine()?.next(answer, env)
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
