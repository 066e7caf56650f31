//! The rows that a server may return, given the calls and their outcomes.

use rowkey_core::KeyRange;
use std::collections::BTreeMap;
use std::time::Duration;

use crate::linear;

/// The value of a row, or `None` if the row does not exist.
pub type Value = Option<Vec<u8>>;

/// The calls on all rows.
pub struct Model {
    writers: Writers,
    /// Counts the begins and ends of calls.
    moment: u64,
    rows: BTreeMap<Vec<u8>, Vec<Call>>,
}

/// The writers of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writers {
    /// One caller. A finished write permanently hides the writes before it, whatever their outcomes.
    One,
    /// Any number of callers. Concurrent writes take effect in any order.
    Many,
}

/// The change that a call makes to a row, or the value that it sees.
pub enum Action {
    Write(Value),
    Set {
        expected: Value,
        value: Value,
    },
    Read(Value),
    /// The row had another value.
    ReadsOther(Value),
}

pub struct Call {
    pub action: Action,
    /// The moment at which the call began.
    pub begun: u64,
    pub outcome: Outcome,
    /// The time at which the call ended.
    ended: Option<Duration>,
    /// `true` if it is a copy of another call.
    is_copy: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is not known whether the call has taken effect, or will.
    Unknown,
    /// The call took effect by this moment.
    Done(u64),
    /// The client reported that the server has not executed the call, and will not.
    Never,
}

/// A call that has begun: the row, and the index of the call on that row.
pub type Begun = (Vec<u8>, usize);

/// The time between the end of a call and the arrival of requests that were sent before.
const FLIGHT: Duration = Duration::from_millis(100);

impl Action {
    fn show(&self) -> String {
        match self {
            Self::Write(value) => format!("write {}", show(value)),
            Self::Set { expected, value } => format!("set {} to {}", show(expected), show(value)),
            Self::Read(value) => format!("read {}", show(value)),
            Self::ReadsOther(value) => format!("not {}", show(value)),
        }
    }
}

impl Call {
    /// Returns the value that the call writes.
    fn written(&self) -> Option<&Value> {
        match &self.action {
            Action::Write(value) | Action::Set { value, .. } => Some(value),
            Action::Read(_) | Action::ReadsOther(_) => None,
        }
    }
}

impl Model {
    pub const fn new(writers: Writers) -> Self {
        Self { writers, moment: 0, rows: BTreeMap::new() }
    }

    /// Returns the current moment, which is after all earlier ones.
    pub fn moment(&mut self) -> u64 {
        self.moment += 1;
        self.moment
    }

    pub fn begin(&mut self, key: &[u8], action: Action) -> Begun {
        let begun = self.moment();
        let calls = self.rows.entry(key.to_vec()).or_default();
        calls.push(Call { action, begun, outcome: Outcome::Unknown, ended: None, is_copy: false });
        (key.to_vec(), calls.len() - 1)
    }

    /// Ends a call. Returns an error if its effect was already seen, although the call failed.
    pub fn end(&mut self, (key, at): &Begun, outcome: Outcome, now: Duration) -> Result<(), String> {
        let Some(call) = self.rows.get_mut(key).and_then(|calls| calls.get_mut(*at)) else { return Ok(()) };
        call.ended = Some(now);
        match (call.outcome, outcome) {
            (Outcome::Done(_), Outcome::Never) => Err(format!("{} of {key:?} was seen, and fails", call.action.show())),
            (Outcome::Done(_), _) => Ok(()),
            _ => {
                call.outcome = outcome;
                Ok(())
            }
        }
    }

    /// Ends a comparison that found another value.
    pub fn end_otherwise(&mut self, (key, at): &Begun, now: Duration) {
        let to = self.moment();
        if let Some(call) = self.rows.get_mut(key).and_then(|calls| calls.get_mut(*at))
            && let Action::Set { expected, .. } = &call.action
        {
            let action = Action::ReadsOther(expected.clone());
            *call = Call { action, begun: call.begun, outcome: Outcome::Done(to), ended: Some(now), is_copy: false };
        }
    }

    /// Records that a copy of a write has changed the row. It is a copy of a put after a delete, or a copy of the
    /// delete after the copy of the put.
    pub fn repeat(&mut self, key: &[u8], value: Value) {
        let (begun, to) = (self.moment(), self.moment());
        let (action, outcome) = (Action::Write(value), Outcome::Done(to));
        let call = Call { action, begun, outcome, ended: None, is_copy: true };
        self.rows.entry(key.to_vec()).or_default().push(call);
    }

    /// Returns `true` if a call that began after a moment put the value.
    pub fn is_put_since(&self, key: &[u8], value: &[u8], moment: u64) -> bool {
        let is_put = |call: &Call| {
            let is_same = call.written().is_some_and(|written| written.as_deref() == Some(value));
            is_same && !call.is_copy && call.begun > moment
        };
        !value.is_empty() && self.rows.get(key).is_some_and(|calls| calls.iter().any(is_put))
    }

    /// Records that a put took effect, which may be late because of the network.
    pub fn put(&mut self, key: &[u8], value: &[u8], is_late: bool, now: Duration) -> Result<(), String> {
        let is_put = |call: &&Call| call.written().is_some_and(|written| written.as_deref() == Some(value));
        let call = self.rows.get(key).and_then(|calls| calls.iter().rev().find(is_put));
        // Two calls may write the empty value.
        let Some(call) = call.filter(|_| !value.is_empty()) else { return Ok(()) };
        if call.outcome == Outcome::Never {
            return Err(format!("{} of {key:?} is done, and it was said that it is not", call.action.show()));
        }
        match call.ended.filter(|ended| !is_late && *ended + FLIGHT < now) {
            Some(ended) => Err(format!("{} of {key:?} ended at {ended:?}, and is sent again", call.action.show())),
            None => Ok(()),
        }
    }

    /// Returns the values that a read of the row between two moments may return.
    pub fn candidates(&self, key: &[u8], from: u64, to: u64) -> Vec<&Value> {
        let calls = self.rows.get(key).map_or(&[][..], Vec::as_slice);
        let writes = || calls.iter().filter(|call| call.written().is_some() && call.outcome != Outcome::Never);
        // The latest begin of a write that had ended before.
        let ended = |call: &&Call| matches!(call.outcome, Outcome::Done(at) if at <= from);
        let base = writes().filter(ended).map(|call| call.begun).max();
        let is_over = |call: &&Call| match (call.outcome, base) {
            (Outcome::Done(at), Some(base)) if at < base => true,
            (_, Some(base)) => self.writers == Writers::One && call.begun < base,
            (_, None) => false,
        };
        let may_be = writes().filter(|call| call.begun <= to && !is_over(call)).filter_map(Call::written);
        base.is_none().then_some(&None).into_iter().chain(may_be).collect()
    }

    /// Returns `true` if the outcomes of all writes of the row are known.
    pub fn is_known(&self, key: &[u8]) -> bool {
        let calls = self.rows.get(key).into_iter().flatten();
        calls.into_iter().all(|call| call.outcome != Outcome::Unknown)
    }

    /// Checks a value that was read between two moments.
    pub fn check(&mut self, key: &[u8], from: u64, to: u64, found: &Value) -> Result<(), String> {
        let candidates = self.candidates(key, from, to);
        if !candidates.contains(&found) {
            let candidates: Vec<_> = candidates.into_iter().map(show).collect();
            return Err(format!("row {key:?} is {}, expected one of {candidates:?}", show(found)));
        }
        let calls = self.rows.entry(key.to_vec()).or_default();
        let mut same = calls.iter_mut().filter(|call| found.is_some() && call.written() == Some(found));
        if let (Some(write), None) = (same.next(), same.next())
            && write.outcome == Outcome::Unknown
        {
            write.outcome = Outcome::Done(to);
        }
        let action = Action::Read(found.clone());
        calls.push(Call { action, begun: from, outcome: Outcome::Done(to), ended: None, is_copy: false });
        Ok(())
    }

    /// Checks that the calls on each row fit into an order.
    pub fn check_order(&self) -> Result<(), String> {
        self.rows.iter().try_for_each(|(key, calls)| {
            linear::check(calls).map_err(|failure| format!("row {key:?}: {failure}: {}", show_all(calls)))
        })
    }

    /// Checks the number of rows of a range that was counted between two moments.
    pub fn check_count(&self, range: &KeyRange, from: u64, to: u64, counted: u64) -> Result<(), String> {
        let (mut least, mut most) = (0, 0);
        for key in self.keys().filter(|key| range.contains(key)) {
            let candidates = self.candidates(key, from, to);
            least += u64::from(candidates.iter().all(|value| value.is_some()));
            most += u64::from(candidates.iter().any(|value| value.is_some()));
        }
        let is_right = (least..=most).contains(&counted);
        if is_right { Ok(()) } else { Err(format!("{counted} rows are counted, expected {least} to {most}")) }
    }

    pub fn keys(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.rows.keys()
    }
}

fn show_all(calls: &[Call]) -> String {
    let show = |call: &Call| format!("\n  {} {}: {:?}", call.begun, call.action.show(), call.outcome);
    calls.iter().map(show).collect()
}

/// Returns the beginning of a value, and its width.
pub fn show(value: &Value) -> String {
    match value {
        None => "not there".into(),
        Some(value) => format!("{}.. ({} bytes)", value[..value.len().min(12)].escape_ascii(), value.len()),
    }
}
