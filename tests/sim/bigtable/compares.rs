//! Rows that a [caller](super::caller) changes in one step: compare-and-set, and moves.

use rowkey_store::Change;
use simulation::model::{Action, Outcome, show};
use tokio::time::timeout;

use super::caller::{Caller, SHARED, key};
use super::deadlines::Span;
use super::history::TABLE;
use crate::BigtableError;

impl Caller {
    /// Draws a row for compare-and-set: one of this task, or a shared one.
    fn compared_key(&mut self) -> Vec<u8> {
        match self.rng.u8(..3) {
            0 => self.own_key(),
            _ => key(self.rng.usize(..2) * SHARED),
        }
    }

    pub(super) async fn compare_and_set(&mut self) {
        let key = self.compared_key();
        let expected = {
            let mut model = self.model();
            let now = model.moment();
            model.candidates(&key, now, now).into_iter().cloned().collect::<Vec<_>>()
        };
        let expected = expected[self.rng.usize(..expected.len())].clone();
        // A filter accepts 18 KiB, and some bytes are quoted.
        if expected.as_ref().is_some_and(|value| value.len() > 8 << 10) {
            return;
        }
        let value = if self.rng.u8(..4) > 0 { Some(self.value()) } else { None };
        let action = Action::Set { expected: expected.clone(), value: value.clone() };
        let change = value.as_deref().map_or(Change::Delete, Change::Put);
        let begun = self.model().begin(&key, action);
        let call = format!("compare and set {key:?} from {} to {}", show(&expected), show(&value));
        let patience = self.patience();
        let set = self.store.compare_and_set(&key, expected.as_deref(), change);
        let set = timeout(patience, self.timed(&call, Span::several(self.timeout, 1), set)).await;
        let Ok(done) = set else { return self.give_up(&call, &[begun]) };
        match done {
            Ok(true) => self.end_all(&[begun], |_| None),
            Ok(false) => self.model().end_otherwise(&begun, self.machine.elapsed()),
            Err(BigtableError::OutcomeUnknown { .. }) => self.end_all(&[begun], |_| Some(Outcome::Unknown)),
            Err(_) => self.end_all(&[begun], |_| Some(Outcome::Never)),
        }
    }

    /// Moves a row with a known value to another key.
    pub(super) async fn move_row(&mut self) {
        let (from, to) = (self.own_key(), self.own_key());
        let service = &self.network.service;
        if from == to || service.has_late(&from) || service.has_late(&to) {
            return;
        }
        let moved = {
            let mut model = self.model();
            let now = model.moment();
            if !model.is_known(&from) || !model.is_known(&to) {
                return;
            }
            let [value] = model.candidates(&from, now, now)[..] else { return };
            value.clone()
        };
        // A row at the new key that was written later stays.
        let is_newer = service.with_table(TABLE, |table, _| {
            let written = |key: &Vec<u8>| table.rows.get(key)?.newest().map(|(at, _)| at);
            written(&to) > written(&from)
        });
        let begun = match &moved {
            None => vec![self.model().begin(&from, Action::Read(None))],
            Some(_) => {
                let set = Action::Set { expected: moved.clone(), value: None };
                let put = (is_newer != Some(true)).then(|| self.model().begin(&to, Action::Write(moved.clone())));
                put.into_iter().chain([self.model().begin(&from, set)]).collect()
            }
        };
        let call = format!("move {from:?} with {} to {to:?}", show(&moved));
        // Three reads, the wait for the turn, and one step for each of the rows.
        let span = Span::several(self.timeout, 6);
        let patience = self.patience();
        let moved_row = timeout(patience, self.timed(&call, span, self.store.move_row(&from, &to))).await;
        let Ok(done) = moved_row else { return self.give_up(&call, &begun) };
        match done {
            Ok(found) if found == moved.is_some() => self.end_all(&begun, |_| None),
            Ok(found) => self.machine.fail(&format!("{call} gives {found}")),
            Err(_) => self.end_all(&begun, |_| Some(Outcome::Unknown)),
        }
    }
}
