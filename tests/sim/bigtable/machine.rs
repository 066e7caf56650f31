//! A machine whose time passes without waiting: tokio's clock stands still while any task can go on, and jumps when all wait.

use futures_util::FutureExt;
use rowkey_store::WriteClock;
use std::cell::RefCell;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::time::{Instant, timeout};

use super::network::Network;

thread_local! {
    /// The machine of the history that runs. All of its tasks run on one thread.
    static CURRENT: RefCell<Option<Arc<Machine>>> = const { RefCell::new(None) };
}

/// The time of day at which each history begins.
const DAY: i64 = 1_800_000_000_000;

/// No history takes so long.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

pub(crate) struct Machine {
    began: Instant,
    write_clock: WriteClock,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    network: Option<Arc<Network>>,
    /// The milliseconds that the time of day is ahead.
    ahead: i64,
    events: Vec<String>,
    /// The first broken promise.
    failure: Option<String>,
}

impl Machine {
    /// The machine that the calling thread runs on; `None` for a real one.
    pub(crate) fn current() -> Option<Arc<Self>> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Runs a history, and gives its events, and the promise that was broken first.
    pub(super) fn run<F>(seed: u64, history: impl FnOnce(Arc<Self>) -> F) -> (Vec<String>, Option<String>)
    where
        F: Future<Output = ()>,
    {
        // The pauses between attempts.
        fastrand::seed(seed);
        let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().expect("a runtime");
        let machine = runtime.block_on(async { Arc::new(Self::new()) });
        CURRENT.set(Some(Arc::clone(&machine)));
        let done = catch_unwind(AssertUnwindSafe(|| {
            runtime.block_on(async { timeout(LONGEST, history(Arc::clone(&machine))).await.is_ok() })
        }));
        match done {
            Ok(true) => {}
            Ok(false) => machine.fail("a week has passed"),
            Err(_) => machine.fail("the history panics"),
        }
        drop(runtime);
        CURRENT.set(None);
        let mut state = machine.state();
        // The network holds the machine.
        state.network = None;
        (mem::take(&mut state.events), state.failure.take())
    }

    fn new() -> Self {
        Self { began: Instant::now(), write_clock: WriteClock::new(), state: Mutex::default() }
    }

    /// Held for a moment only.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    pub(crate) fn write_clock(&self) -> &WriteClock {
        &self.write_clock
    }

    pub(crate) fn time_of_day(&self) -> i64 {
        DAY + self.state().ahead + self.elapsed().as_millis() as i64
    }

    /// How many milliseconds the clock on the wall is ahead of where it would be.
    pub(super) fn ahead(&self) -> i64 {
        self.state().ahead
    }

    /// Sets the clock on the wall so many milliseconds ahead of where it would be, or behind.
    pub(super) fn set_ahead(&self, milliseconds: i64) {
        self.state().ahead = milliseconds;
    }

    pub(super) fn set_network(&self, network: &Arc<Network>) {
        self.state().network = Some(Arc::clone(network));
    }

    pub(crate) fn network(&self) -> Arc<Network> {
        self.state().network.clone().expect("a network")
    }

    /// Notes an event, for whoever reads why a history failed.
    pub(super) fn note(&self, event: impl FnOnce() -> String) {
        let event = format!("{:>12.6} {}", self.elapsed().as_secs_f64(), event());
        self.state().events.push(event);
    }

    pub(super) fn fail(&self, failure: &str) {
        self.state().events.push(format!("FAILS: {failure}"));
        self.state().failure.get_or_insert_with(|| failure.into());
    }

    pub(super) fn has_failed(&self) -> bool {
        self.state().failure.is_some()
    }

    /// Starts a task; a panic of it fails the history.
    pub(super) fn spawn(self: &Arc<Self>, task: impl Future<Output = ()> + Send + 'static) {
        let machine = Arc::clone(self);
        tokio::spawn(async move {
            if AssertUnwindSafe(task).catch_unwind().await.is_err() {
                machine.fail("a task panics");
            }
        });
    }
}
