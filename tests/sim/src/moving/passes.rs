//! The passes that move rows.

use rowkey_store::__moving::{CopyRow, DropMark, Machine, MarkRow};

use super::message::{Answer, NextOfPass, Request, RowEnv, moving_row};
use super::mutants::Mutant;
use super::steps::{Row, Step, is_movable};
use super::transactions::{Outcome, Transaction};

/// The work of a pass at each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// With transactions: makes the other table equal. Without: puts copies at the times of the old rows.
    Copy,
    /// Without transactions: marks each old row that has its copy, and hands over the others.
    Mark,
    /// Deletes the old rows, or the marks.
    Finish,
}

/// A pass over the rows of both tables.
pub(super) struct Pass {
    pub(super) phase: Phase,
    step: Step,
    has_transactions: bool,
    mutant: Option<Mutant>,
    state: Passing,
}

enum Passing {
    /// Reads the row after this one.
    Next(Option<Row>),
    /// Runs a transaction whose outcome does not matter.
    Last(Row),
    ReadForCopy(Row),
    Row(Row, RowPass),
    Over,
}

/// The work at one row without transactions.
enum RowPass {
    Copy(CopyRow),
    Mark(MarkRow),
    Finish(DropMark),
}

impl RowPass {
    fn new(phase: Phase, row: Row) -> Self {
        let row = moving_row(row);
        match phase {
            Phase::Copy => Self::Copy(CopyRow::new(row)),
            Phase::Mark => Self::Mark(MarkRow::new(row)),
            Phase::Finish => Self::Finish(DropMark::new(row)),
        }
    }

    fn machine(&mut self) -> &mut dyn Machine<std::convert::Infallible> {
        match self {
            Self::Copy(copy) => copy,
            Self::Mark(mark) => mark,
            Self::Finish(finish) => finish,
        }
    }
}

impl Pass {
    pub(super) const fn new(phase: Phase, step: Step, has_transactions: bool, mutant: Option<Mutant>) -> Self {
        Self { phase, step, has_transactions, mutant, state: Passing::Next(None) }
    }

    pub(super) const fn is_over(&self) -> bool {
        matches!(self.state, Passing::Over)
    }

    /// Returns `true` while a row is handed over.
    pub(super) const fn hands_over(&self) -> bool {
        matches!(&self.state, Passing::Row(_, RowPass::Mark(mark)) if mark.hands_over())
    }

    pub(super) fn begin(&mut self) -> Request {
        self.read_after(None)
    }

    fn read_after(&mut self, after: Option<Row>) -> Request {
        self.state = Passing::Next(after);
        Request::Next(after)
    }

    fn begin_row(&mut self, row: Row) -> Request {
        if self.has_transactions {
            return self.begin_transaction(row);
        }
        if !is_movable(row) {
            return self.read_after(Some(row));
        }
        let mut pass = RowPass::new(self.phase, row);
        let request = pass.machine().begin();
        self.continue_row(row, pass, request.map(Request::Row))
    }

    fn begin_transaction(&mut self, row: Row) -> Request {
        let transaction = match self.phase {
            Phase::Finish => Transaction::Finish(row),
            _ if !is_movable(row) => return self.read_after(Some(row)),
            Phase::Copy | Phase::Mark if self.mutant == Some(Mutant::CopiesInTwoTransactions) => {
                self.state = Passing::ReadForCopy(row);
                return Request::Transact(Transaction::ReadForCopy(self.step, row));
            }
            Phase::Copy | Phase::Mark => Transaction::Copy(self.step, row),
        };
        self.state = Passing::Last(row);
        Request::Transact(transaction)
    }

    fn continue_row(&mut self, row: Row, pass: RowPass, request: NextOfPass) -> Request {
        match request {
            Some(request) => {
                self.state = Passing::Row(row, pass);
                request
            }
            None => self.read_after(Some(row)),
        }
    }

    pub(super) fn next(&mut self, answer: Answer, env: &RowEnv) -> NextOfPass {
        Some(match (std::mem::replace(&mut self.state, Passing::Over), answer) {
            (Passing::Over, _) | (Passing::Next(_), Answer::Next(None)) => return None,
            (Passing::Next(_), Answer::Next(Some(row))) => self.begin_row(row),
            (Passing::Next(after), _) => self.read_after(after),
            (Passing::ReadForCopy(row), Answer::Outcome(Outcome::Value(value))) => {
                self.state = Passing::Last(row);
                Request::Transact(Transaction::PutCopy(self.step, row, value))
            }
            (Passing::Row(row, mut pass), answer) => {
                let Ok(request) = pass.machine().next(answer.into_row(), env);
                self.continue_row(row, pass, request.map(Request::Row))
            }
            (Passing::Last(row), Answer::Outcome(_)) => self.read_after(Some(row)),
            // A transaction whose answer is lost is tried again.
            (Passing::Last(row) | Passing::ReadForCopy(row), _) => self.begin_row(row),
        })
    }

    pub(super) const fn step(&self) -> Step {
        self.step
    }
}
