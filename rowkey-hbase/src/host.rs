//! The host of the client: its clock, its threads, and their waits.
//!
//! The unit tests replace it with a simulated host (`sim`), where time passes without waiting and a seed decides the
//! order of the threads. In tests, each function looks for the simulated host first. Otherwise, it only calls the
//! standard library.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvError, SendError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

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

/// Returns the time after `wait`, or in a year if the clock cannot represent it.
pub(crate) fn after(wait: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);
    let now = now();
    now.checked_add(wait).unwrap_or_else(|| now + YEAR)
}

/// Returns the time that remains until `deadline`.
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

/// Locks a mutex. A poisoned lock is harmless in this crate, because no code leaves a value half changed under a lock.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    #[cfg(test)]
    if let Some(machine) = Machine::current() {
        return machine.lock(mutex);
    }
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wakes a thread that waits for a change of the value in a mutex.
#[derive(Default)]
pub(crate) struct Signal {
    changed: Condvar,
    #[cfg(test)]
    bell: Bell,
}

impl Signal {
    /// Releases the lock until [`notify`](Self::notify) is called or `wait` is over. It may also return early without a
    /// reason.
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

    /// Wakes one waiting thread.
    pub(crate) fn notify(&self) {
        self.changed.notify_one();
        #[cfg(test)]
        self.bell.ring();
    }
}

/// Wakes a thread that waits for a waker.
#[derive(Default)]
struct Alarm {
    has_rung: Mutex<bool>,
    signal: Signal,
}

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        *lock(&self.has_rung) = true;
        self.signal.notify();
    }
}

/// Calls `poll` until it is ready, each time that the waker of its context is woken. Returns `None` if it is not ready
/// by `deadline`.
pub(crate) fn wait_for<T>(deadline: Instant, mut poll: impl FnMut(&Context<'_>) -> Poll<T>) -> Option<T> {
    let alarm = Arc::<Alarm>::default();
    let waker = Waker::from(Arc::clone(&alarm));
    loop {
        if let Poll::Ready(value) = poll(&Context::from_waker(&waker)) {
            return Some(value);
        }
        let mut has_rung = lock(&alarm.has_rung);
        while !*has_rung {
            let wait = left(deadline);
            if wait.is_zero() {
                return None;
            }
            has_rung = alarm.signal.wait(&alarm.has_rung, has_rung, wait);
        }
        *has_rung = false;
    }
}

/// Returns the value that a worker sends, or an error if it ends without sending one.
pub(crate) fn receive<T>(receiver: &Receiver<T>) -> Result<T, RecvError> {
    #[cfg(test)]
    if let Some(machine) = Machine::current() {
        return machine.receive(receiver);
    }
    receiver.recv()
}

type Work = Box<dyn FnOnce() + Send>;

/// Background threads. They start with the first work. They end when this value is dropped and all work is done.
#[derive(Default)]
pub(crate) struct Workers {
    queue: OnceLock<Sender<Work>>,
}

impl Workers {
    /// Runs `work` when one of `threads` threads is free.
    pub(crate) fn execute(&self, threads: usize, work: impl FnOnce() + Send + 'static) {
        #[cfg(test)]
        if let Some(machine) = Machine::current() {
            return machine.execute(threads, Box::new(work));
        }
        // If no thread could start, this one does the work.
        if let Err(SendError(work)) = self.queue.get_or_init(|| start(threads)).send(Box::new(work)) {
            work();
        }
    }
}

/// Starts threads that run what is sent to the returned queue, in the order in which it is sent.
fn start(threads: usize) -> Sender<Work> {
    let (sender, receiver) = mpsc::channel::<Work>();
    let receiver = Arc::new(Mutex::new(receiver));
    for _ in 0..threads {
        let receiver = Arc::clone(&receiver);
        let run = move || {
            // One thread waits for work, and the others wait for the lock. It is free again before the work runs.
            while let Ok(work) = next(&receiver) {
                // A panic is the end of this work only. Whoever waits for its result sees that its sender is gone.
                let _ = catch_unwind(AssertUnwindSafe(work));
            }
        };
        // If a thread cannot start, the others do its work.
        let _ = thread::Builder::new().name(NAME.into()).spawn(run);
    }
    sender
}

/// Waits for the next work, or returns an error if no more can come. The lock is held only until then.
fn next(receiver: &Mutex<Receiver<Work>>) -> Result<Work, RecvError> {
    receiver.lock().unwrap_or_else(PoisonError::into_inner).recv()
}

/// Runs `work` in `threads` threads, including this one, and waits for all of them.
pub(crate) fn together(threads: usize, work: impl Fn() + Sync) {
    #[cfg(test)]
    if Machine::current().is_some() {
        return Machine::together(threads, work);
    }
    thread::scope(|scope| {
        for _ in 1..threads {
            // If a thread cannot start, this one does the remaining work.
            let _ = thread::Builder::new().name(NAME.into()).spawn_scoped(scope, &work);
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_only_its_own_work() {
        let (workers, (sender, results)) = (Workers::default(), mpsc::channel());
        for number in 0..8 {
            let sender = sender.clone();
            workers.execute(2, move || {
                assert!(number % 4 > 0, "a panic that the test expects");
                sender.send((number, thread::current().name().map(str::to_owned))).unwrap();
            });
        }
        // The work that is not done yet is done after the drop.
        drop((workers, sender));
        let mut done: Vec<_> = results.iter().collect();
        done.sort_unstable();
        assert!(done.iter().all(|(_, name)| name.as_deref() == Some(NAME)), "{done:?}");
        assert_eq!(done.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [1, 2, 3, 5, 6, 7]);
    }
}
