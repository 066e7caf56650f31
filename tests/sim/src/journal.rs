//! The events of a history.

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::histories::History;

/// The time of day at which each history begins, in milliseconds.
pub const DAY: i64 = 1_800_000_000_000;

/// The events of a history, the first broken promise, and the clock on the wall, which can be set.
pub struct Journal {
    elapsed: Box<dyn Fn() -> Duration + Send + Sync>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The milliseconds that the time of day is ahead.
    ahead: i64,
    events: Vec<String>,
    failure: Option<String>,
}

impl Journal {
    /// A journal for a machine with this clock, which counts from the beginning of the history.
    pub fn new(elapsed: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self { elapsed: Box::new(elapsed), state: Mutex::default() }
    }

    /// Locked for a moment only.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time since the history began.
    pub fn elapsed(&self) -> Duration {
        (self.elapsed)()
    }

    /// Adds an event, for whoever reads why a history failed.
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

    /// The time of day of the client, in milliseconds.
    pub fn time_of_day(&self) -> i64 {
        DAY + self.state().ahead + self.elapsed().as_millis() as i64
    }

    /// How many milliseconds the clock on the wall is ahead of where it would be.
    pub fn ahead(&self) -> i64 {
        self.state().ahead
    }

    /// Sets the clock on the wall so many milliseconds ahead of where it would be, or behind.
    pub fn set_ahead(&self, milliseconds: i64) {
        self.note(|| format!("the clock is set {milliseconds} ms ahead"));
        self.state().ahead = milliseconds;
    }

    /// The events, and the failure.
    pub fn end(&self) -> History {
        let mut state = self.state();
        (mem::take(&mut state.events), state.failure.take())
    }
}
