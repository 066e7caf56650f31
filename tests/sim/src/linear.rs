//! Checks that the calls on one row fit into an order. Each call takes effect between its begin and its end, and sees
//! the effects of the calls before it.

use std::collections::HashSet;

use crate::model::{Action, Call, Outcome, Value};

/// The maximum number of states to examine.
const MOST_STATES: usize = 1 << 18;

/// A call, with numbers for the values.
struct Step {
    kind: Kind,
    begun: u64,
    /// The moment by which the call took effect, or `None` if it may have no effect.
    ended: Option<u64>,
}

#[derive(Clone, Copy)]
enum Kind {
    Write(usize),
    Set(usize, usize),
    Read(usize),
    ReadsOther(usize),
}

/// The calls that have taken effect, as bits.
type Done = Vec<u64>;

struct Search {
    steps: Vec<Step>,
    seen: HashSet<(Done, usize)>,
}

/// Searches for an order of the calls.
pub(crate) fn check(calls: &[Call]) -> Result<(), String> {
    let mut values: Vec<&Value> = vec![&None];
    let mut number = |value| match values.iter().position(|it| *it == value) {
        Some(at) => at,
        None => {
            values.push(value);
            values.len() - 1
        }
    };
    let mut steps = Vec::new();
    for call in calls {
        let ended = match call.outcome {
            Outcome::Never => continue,
            Outcome::Unknown => None,
            Outcome::Done(at) => Some(at),
        };
        let kind = match &call.action {
            Action::Write(value) => Kind::Write(number(value)),
            Action::Set { expected, value } => Kind::Set(number(expected), number(value)),
            Action::Read(value) => Kind::Read(number(value)),
            Action::ReadsOther(value) => Kind::ReadsOther(number(value)),
        };
        steps.push(Step { kind, begun: call.begun, ended });
    }
    let done = vec![0; steps.len().div_ceil(64)];
    let mut search = Search { steps, seen: HashSet::new() };
    if search.finds(done, 0) {
        return Ok(());
    }
    let is_over = search.seen.len() < MOST_STATES;
    Err(if is_over { "no order of its calls explains them" } else { "too many orders to look at" }.into())
}

impl Search {
    /// Returns `true` if the remaining calls fit into some order, starting with this value.
    fn finds(&mut self, mut done: Done, value: usize) -> bool {
        self.read(&mut done, value);
        let Some(limit) = self.first_end(&done) else { return true };
        if self.seen.len() >= MOST_STATES || !self.seen.insert((done.clone(), value)) {
            return false;
        }
        let next = |step: &Step| match step.kind {
            Kind::Write(value) => Some(value),
            Kind::Set(expected, next) => (expected == value).then_some(next),
            Kind::Read(_) | Kind::ReadsOther(_) => None,
        };
        let can_be = |(at, step): (usize, &Step)| {
            let is_next = !is_done(&done, at) && step.begun < limit;
            is_next.then(|| next(step)).flatten().map(|next| (at, next))
        };
        let follow: Vec<_> = self.steps.iter().enumerate().filter_map(can_be).collect();
        follow.into_iter().any(|(at, next)| {
            let mut done = done.clone();
            done[at / 64] |= 1 << (at % 64);
            self.finds(done, next)
        })
    }

    /// Takes the reads that see the value, which is never too early.
    fn read(&self, done: &mut Done, value: usize) {
        while let Some(limit) = self.first_end(done) {
            let sees = |step: &Step| match step.kind {
                Kind::Read(seen) => seen == value,
                Kind::ReadsOther(other) => other != value,
                Kind::Write(_) | Kind::Set(..) => false,
            };
            let is_next = |at: &usize| !is_done(done, *at) && self.steps[*at].begun < limit && sees(&self.steps[*at]);
            let Some(at) = (0..self.steps.len()).find(is_next) else { return };
            done[at / 64] |= 1 << (at % 64);
        }
    }

    /// Returns the first end among the remaining calls. No call that began after it can come before it.
    fn first_end(&self, done: &Done) -> Option<u64> {
        self.steps.iter().enumerate().filter(|(at, _)| !is_done(done, *at)).filter_map(|(_, step)| step.ended).min()
    }
}

fn is_done(done: &Done, at: usize) -> bool {
    done[at / 64] & (1 << (at % 64)) != 0
}
