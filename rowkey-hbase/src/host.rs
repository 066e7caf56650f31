//! The machine under the client: its clock, its threads, and their waits.
//!
//! The unit tests put a simulated one in its place (`sim`): its time passes without waiting, and its threads take turns by a
//! seed. Each function asks for it first in them, and is a plain call of the standard library otherwise.

use std::sync::mpsc::{Receiver, RecvError};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use threadpool::ThreadPool;

#[cfg(test)]
use crate::sim::machine::{Bell, Machine};

/// The name of the client's threads.
const NAME: &str = "rowkey-hbase";

pub(crate) fn now() -> Instant {
    #[cfg(test)]
    if let Some(machine) = Machine::current() {
        return machine.now();
    }
    Instant::now()
}

/// The moment that lies `wait` from now; a year from now if the clock cannot count that far.
pub(crate) fn after(wait: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    let now = now();
    now.checked_add(wait).unwrap_or_else(|| now + YEAR)
}

/// The time that is left until `deadline`.
pub(crate) fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(now())
}

pub(crate) fn sleep(wait: Duration) {
    #[cfg(test)]
    if let Some(machine) = Machine::current() {
        return machine.sleep(wait);
    }
    thread::sleep(wait);
}

/// Locks. A poisoned lock does no harm in this crate: nothing that runs under one leaves its value half changed.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    #[cfg(test)]
    if let Some(machine) = Machine::current() {
        return machine.lock(mutex);
    }
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wakes a thread that waits for a change of what a mutex holds.
#[derive(Default)]
pub(crate) struct Signal {
    changed: Condvar,
    #[cfg(test)]
    bell: Bell,
}

impl Signal {
    /// Lets go of the lock until [`notify`](Self::notify) is called, `wait` is over, or for no reason.
    pub(crate) fn wait<'m, T>(
        &self,
        mutex: &'m Mutex<T>,
        guard: MutexGuard<'m, T>,
        wait: Duration,
    ) -> MutexGuard<'m, T> {
        #[cfg(test)]
        if let Some(machine) = Machine::current() {
            drop(guard);
            self.bell.wait(&machine, Some(machine.now() + wait));
            return machine.lock(mutex);
        }
        let _ = mutex;
        self.changed.wait_timeout(guard, wait).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Wakes one of those that wait.
    pub(crate) fn notify(&self) {
        self.changed.notify_one();
        #[cfg(test)]
        self.bell.ring();
    }
}

/// The value that a worker sends; an error if it ends without.
pub(crate) fn receive<T>(receiver: &Receiver<T>) -> Result<T, RecvError> {
    #[cfg(test)]
    if let Some(machine) = Machine::current() {
        return machine.receive(receiver);
    }
    receiver.recv()
}

/// Threads that work in the background. They start with the first work.
#[derive(Default)]
pub(crate) struct Workers {
    threads: OnceLock<ThreadPool>,
}

impl Workers {
    /// Does `work` when one of `threads` threads is free.
    pub(crate) fn execute(&self, threads: usize, work: impl FnOnce() + Send + 'static) {
        #[cfg(test)]
        if let Some(machine) = Machine::current() {
            return machine.execute(threads, Box::new(work));
        }
        let start = || threadpool::Builder::new().num_threads(threads).thread_name(NAME.into()).build();
        self.threads.get_or_init(start).execute(work);
    }
}

/// Does `work` in so many threads, of which this one is the first, and waits for all of them.
pub(crate) fn together(threads: usize, work: impl Fn() + Sync) {
    #[cfg(test)]
    if Machine::current().is_some() {
        return Machine::together(threads, work);
    }
    thread::scope(|scope| {
        for _ in 1..threads {
            // A thread that cannot be started is not needed: this one does all that is left.
            let _ = thread::Builder::new().name(NAME.into()).spawn_scoped(scope, &work);
        }
        work();
    });
}
