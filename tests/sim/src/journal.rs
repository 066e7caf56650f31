//! The events of a history.

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::histories::History;

/// The time of day at which each history begins, in milliseconds.
pub const DAY: i64 = 1_800_000_000_000;

/// The events of a history, the first broken promise, and the wall clock, which can be set.
pub struct Journal {
    elapsed: Box<dyn Fn() -> Duration + Send + Sync>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The number of milliseconds by which the wall clock is ahead.
    ahead: i64,
    events: Vec<String>,
    failure: Option<String>,
}

impl Journal {
    /// Creates a journal for a machine with this clock, which counts from the beginning of the history.
    pub fn new(elapsed: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self { elapsed: Box::new(elapsed), state: Mutex::default() }
    }

    /// Locks the state. The lock is held only briefly.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the time since the history began.
    pub fn elapsed(&self) -> Duration {
        (self.elapsed)()
    }

    /// Adds an event, which helps to find out why a history failed.
    pub fn note(&self, event: impl FnOnce() -> String) {
        let event = format!("{:>12.6} {}", self.elapsed().as_secs_f64(), event());
        self.state().events.push(event);
    }

    /// Fails the history.
    pub fn fail(&self, failure: &str) {
        self.note(|| format!("FAILS: {failure}"));
        self.state().failure.get_or_insert_with(|| failure.into());
    }

    /// Fails the history if a check failed.
    pub fn check(&self, checked: Result<(), String>) {
        if let Err(failure) = checked {
            self.fail(&failure);
        }
    }

    pub fn has_failed(&self) -> bool {
        self.state().failure.is_some()
    }

    /// Returns the client's time of day, in milliseconds.
    pub fn time_of_day(&self) -> i64 {
        DAY + self.state().ahead + self.elapsed().as_millis() as i64
    }

    /// Returns the number of milliseconds by which the wall clock is ahead.
    pub fn ahead(&self) -> i64 {
        self.state().ahead
    }

    /// Sets the wall clock this number of milliseconds ahead, or back if it is negative.
    pub fn set_ahead(&self, milliseconds: i64) {
        self.note(|| format!("the clock is set {milliseconds} ms ahead"));
        self.state().ahead = milliseconds;
    }

    /// Returns the events, and the failure.
    pub fn end(&self) -> History {
        let mut state = self.state();
        (mem::take(&mut state.events), state.failure.take())
    }
}
