//! The rows that HBase may show, given the writes that were begun and what became of them.

use std::collections::BTreeMap;

/// A row's value; `None` if it is not there.
pub(super) type Value = Option<Vec<u8>>;

/// The writes of all rows. Each row has one thread that writes it, so its writes are in order.
#[derive(Default)]
pub(super) struct Model {
    /// Counts begins and ends of calls.
    moment: u64,
    rows: BTreeMap<Vec<u8>, Vec<Write>>,
}

struct Write {
    value: Value,
    begun: u64,
    outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Nobody knows whether it is done, or will be.
    Unknown,
    /// It was acknowledged, or read, at this moment: no write before it can be seen from then on.
    Done(u64),
    /// The client told that HBase has not done it, and will not.
    Never,
}

/// A write that was begun: the row, and which of its writes.
pub(super) type Begun = (Vec<u8>, usize);

impl Model {
    /// The moment of now, behind all before.
    pub(super) fn moment(&mut self) -> u64 {
        self.moment += 1;
        self.moment
    }

    pub(super) fn begin(&mut self, key: &[u8], value: Value) -> Begun {
        let begun = self.moment();
        let writes = self.rows.entry(key.to_vec()).or_default();
        writes.push(Write { value, begun, outcome: Outcome::Unknown });
        (key.to_vec(), writes.len() - 1)
    }

    pub(super) fn end(&mut self, (key, at): &Begun, outcome: Outcome) {
        if let Some(write) = self.rows.get_mut(key).and_then(|writes| writes.get_mut(*at)) {
            write.outcome = outcome;
        }
    }

    /// The values that a read of the row between two moments may yield.
    pub(super) fn candidates(&self, key: &[u8], from: u64, to: u64) -> Vec<&Value> {
        let writes = self.rows.get(key).map_or(&[][..], Vec::as_slice);
        let is_done = |write: &Write| matches!(write.outcome, Outcome::Done(at) if at <= from);
        let base = writes.iter().rposition(is_done);
        let later = &writes[base.map_or(0, |at| at + 1)..];
        let may_be = later.iter().filter(|write| write.begun <= to && write.outcome != Outcome::Never);
        [base.map_or(&None, |at| &writes[at].value)].into_iter().chain(may_be.map(|write| &write.value)).collect()
    }

    /// Checks a value that was read between two moments; nothing older can be seen after it.
    pub(super) fn check(&mut self, key: &[u8], from: u64, to: u64, found: &Value) -> Result<(), String> {
        let candidates = self.candidates(key, from, to);
        if !candidates.contains(&found) {
            let candidates: Vec<_> = candidates.into_iter().map(show).collect();
            return Err(format!("row {key:?} is {}, expected one of {candidates:?}", show(found)));
        }
        let Some(writes) = self.rows.get_mut(key).filter(|_| found.is_some()) else { return Ok(()) };
        let mut same = writes.iter_mut().filter(|write| write.value == *found);
        if let (Some(write), None) = (same.next(), same.next())
            && write.outcome == Outcome::Unknown
        {
            write.outcome = Outcome::Done(to);
        }
        Ok(())
    }

    pub(super) fn keys(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.rows.keys()
    }
}

/// The beginning of a value, and its width.
pub(super) fn show(value: &Value) -> String {
    match value {
        None => "not there".into(),
        Some(value) => format!("{}.. ({} bytes)", value[..value.len().min(12)].escape_ascii(), value.len()),
    }
}
