//! What must hold after each step, and what a call may return.

use super::client::Job;
use super::passes::PassAnswer;
use super::protocol::{Answer, Change, Entry, RowKey, Stored, Written};
use super::read::Found;
use super::server::Swap;
use super::world::{KeyState, World, entries_of};
use crate::model::{Outcome, show};

impl World {
    /// Checks what a read by key returns, and the outcome of a plain write.
    pub(super) fn check_answer(&mut self, client: usize, answer: &PassAnswer) {
        let (to, now) = (self.model.moment(), self.now());
        let Some(task) = self.clients[client].task.as_mut() else { return };
        match (&task.job, answer) {
            (Job::Get(row), PassAnswer::Machine(Answer::Stored(read))) => {
                let found = read.value.as_ref().map(|value| value.bytes.clone());
                let checked = self.model.check(row, task.sent, to, &found);
                let row = row.clone();
                self.note(|| format!("{client}: row {row:?} is {}", show(&found)));
                self.require(checked);
            }
            // Its timestamp may be lower than that of the row. Then it is lost.
            (Job::Plain(_), PassAnswer::Machine(Answer::Swapped(true))) => {
                let ended = task.call.take().map_or(Ok(()), |call| self.model.end(&call, Outcome::Done(to), now));
                self.require(ended);
            }
            _ => {}
        }
    }

    /// Checks a row that a reader returns.
    pub(super) fn check_found(&mut self, client: usize, (entry, value): Found) {
        let Some(sent) = self.task(client).map(|task| task.sent) else { return };
        let to = self.model.moment();
        self.note(|| format!("{client} finds {} by {entry:?}", value.escape_ascii()));
        if !entries_of(entry.table + 1, &entry.row, &value).contains(&entry) {
            self.fail(format!("a reader finds {} by {entry:?}, which it does not have", value.escape_ascii()));
        }
        let checked = self.model.check(&entry.row, sent, to, &Some(value));
        self.require(checked);
    }

    /// Reports the outcome of a write to the model, once it is decided.
    pub(super) fn settle(&mut self, client: usize) {
        let (to, now) = (self.model.moment(), self.now());
        let Some(task) = self.clients[client].task.as_mut() else { return };
        let Some(written) = task.job.written().cloned() else { return };
        let Some(call) = task.call.take() else { return };
        self.clients[client].written = Some(written.clone());
        self.note(|| format!("{client}: {written:?}"));
        let ended = match written {
            Written::Done => self.model.end(&call, Outcome::Done(to), now),
            Written::Unknown => self.model.end(&call, Outcome::Unknown, now),
            Written::Differs => {
                self.model.end_otherwise(&call, now);
                Ok(())
            }
        };
        self.require(ended);
    }

    /// Records that a plain delete hides the value of a swap: its clock was ahead, and its marker cannot be read.
    pub(super) fn note_hidden(&mut self, swap: &Swap) {
        let Change::Put(value) = &swap.change else { return };
        let found = self.server.read(&swap.row).value;
        if found.as_ref().is_some_and(|found| found.bytes == *value) {
            return;
        }
        if !self.has_plain_writes {
            return self.fail(format!("{} of row {:?} is swapped in, and hidden", value.escape_ascii(), swap.row));
        }
        // If a plain put came in between, the order of the calls shows whether it may hide the value.
        if found.as_ref().is_none_or(|found| found.at <= swap.version.at) {
            self.model.repeat(&swap.row, found.map(|found| found.bytes));
        }
    }

    /// Checks that each row has a visible entry for each of its secondary keys.
    pub(super) fn check_rows(&mut self) {
        let missing = self.server.rows().into_iter().find_map(|row| self.missing(row));
        if let Some((row, value, entry)) = missing {
            self.fail(format!("row {row:?} is {}, and has no entry {entry:?}", value.escape_ascii()));
        }
    }

    /// Returns an entry that a row should have, and has not.
    fn missing(&self, row: &RowKey) -> Option<(RowKey, Vec<u8>, Entry)> {
        let Stored { value: Some(value), .. } = self.server.read(row) else { return None };
        let is_complete = self.key_state == KeyState::Complete;
        let tables = match value.bytes.first() {
            // Plain writes put no entries. A build does.
            Some(b'o' | b'p') if !is_complete => 0,
            _ => 1 + usize::from(is_complete),
        };
        let mut entries = entries_of(tables, row, &value.bytes).into_iter();
        let missing = entries.find(|entry| self.server.entry(entry).is_none())?;
        Some((row.clone(), value.bytes, missing))
    }

    /// Returns an entry that its row does not have. Nobody knows the entries of an unreadable row.
    pub(super) fn stale(&self) -> Option<&Entry> {
        let is_stale = |entry: &&Entry| {
            let value = self.value(&entry.row).unwrap_or_default();
            !value.starts_with(b"x") && !entries_of(2, &entry.row, &value).contains(entry)
        };
        self.server.entries().find(is_stale)
    }

    pub(super) fn check_order(&mut self) {
        let checked = self.model.check_order();
        self.require(checked);
    }
}
