//! A machine whose time passes without waiting. Tokio's clock stops while any task can run, and jumps when all tasks
//! wait.

use futures_util::FutureExt;
use rowkey_store::WriteClock;
use simulation::Journal;
use simulation::histories::History;
use std::cell::RefCell;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::runtime::Builder;
use tokio::time::{Instant, timeout};

use super::network::Network;

thread_local! {
    /// The machine of the current history. All its tasks run on one thread.
    static CURRENT: RefCell<Option<Arc<Machine>>> = const { RefCell::new(None) };
}

tokio::task_local! {
    /// The process of the current task, if there are several.
    static PROCESS: Process;
}

/// A process with its own clocks. Its tasks share the turns at a row.
#[derive(Clone, Default)]
pub(super) struct Process {
    write_clock: Arc<WriteClock>,
    /// The number of milliseconds by which its clock is ahead of the machine's.
    ahead: i64,
}

impl Process {
    pub(super) fn new(ahead: i64) -> Self {
        Self { write_clock: Arc::default(), ahead }
    }

    /// Runs a task in this process.
    pub(super) async fn run<F: Future>(self, task: F) -> F::Output {
        PROCESS.scope(self, task).await
    }
}

/// No history takes that long.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);

pub(crate) struct Machine {
    journal: Journal,
    write_clock: Arc<WriteClock>,
    network: Mutex<Option<Arc<Network>>>,
}

impl Deref for Machine {
    type Target = Journal;

    fn deref(&self) -> &Journal {
        &self.journal
    }
}

impl Machine {
    /// Returns the machine of the calling thread, or `None` on a real machine.
    pub(crate) fn current() -> Option<Arc<Self>> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Runs a history. Returns its events, and the first broken promise.
    pub(super) fn run<F>(seed: u64, history: impl FnOnce(Arc<Self>) -> F) -> History
    where
        F: Future<Output = ()>,
    {
        // The seed determines the pauses between attempts.
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
        // The network holds a reference to the machine.
        *machine.network_lock() = None;
        machine.end()
    }

    fn new() -> Self {
        let began = Instant::now();
        let journal = Journal::new(move || began.elapsed());
        Self { journal, write_clock: Arc::default(), network: Mutex::default() }
    }

    /// Locks the network. The lock is held only briefly.
    fn network_lock(&self) -> MutexGuard<'_, Option<Arc<Network>>> {
        self.network.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the clock of the writes of the current process.
    pub(crate) fn write_clock(&self) -> Arc<WriteClock> {
        PROCESS.try_with(|process| Arc::clone(&process.write_clock)).unwrap_or_else(|_| Arc::clone(&self.write_clock))
    }

    /// Returns the time of day of the current process, in milliseconds.
    pub(crate) fn time_of_process(&self) -> i64 {
        self.time_of_day() + PROCESS.try_with(|process| process.ahead).unwrap_or_default()
    }

    pub(super) fn set_network(&self, network: &Arc<Network>) {
        *self.network_lock() = Some(Arc::clone(network));
    }

    pub(crate) fn network(&self) -> Arc<Network> {
        self.network_lock().clone().expect("a network")
    }

    /// Starts a task. If it panics, the history fails.
    pub(super) fn spawn(self: &Arc<Self>, task: impl Future<Output = ()> + Send + 'static) {
        let machine = Arc::clone(self);
        tokio::spawn(async move {
            if AssertUnwindSafe(task).catch_unwind().await.is_err() {
                machine.fail("a task panics");
            }
        });
    }
}
