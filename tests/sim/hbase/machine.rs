//! A machine whose time passes without waiting, and whose threads run in an order that a seed determines.
//!
//! `shuttle` runs the threads one at a time, and [`Turns`] selects the next one. Time stops while any thread can run.
//! When all threads wait, the clock's thread jumps to the next event.

use shuttle::scheduler::{Schedule, Scheduler, Task, TaskId};
use shuttle::thread::{self, Thread};
use shuttle::{Config, FailurePersistence, MaxSteps, Runner};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::mem;
use std::ops::Deref;
use std::sync::mpsc::{Receiver, RecvError, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError, Weak};
use std::time::{Duration, Instant};

use fastrand::Rng;
use rowkey_store::WriteClock;
use simulation::histories::History;
use simulation::{DAY, Journal};

use super::network::Network;
use crate::net::channel::Channel;

thread_local! {
    /// The machine of the current history. All its threads run on one thread of the operating system.
    static CURRENT: RefCell<Option<Arc<Machine>>> = const { RefCell::new(None) };
}

pub(crate) struct Machine {
    start: Instant,
    /// The time since the start.
    now: Arc<Mutex<Duration>>,
    journal: Journal,
    state: Mutex<State>,
    /// Rings when a worker has finished a job.
    worked: Bell,
    /// The network holds a reference to the machine.
    network: OnceLock<Weak<Network>>,
}

struct State {
    /// The next events, by time and then in the order of their requests.
    timers: BTreeMap<(Duration, u64), Timer>,
    timers_so_far: u64,
    /// The process of each thread, by its number. Threads without a process are in process 0.
    processes: BTreeMap<usize, usize>,
    write_clocks: BTreeMap<usize, Arc<WriteClock>>,
    /// The number of milliseconds by which the clock of each process is ahead of the others.
    ahead: BTreeMap<usize, i64>,
    jobs: VecDeque<Job>,
    workers: usize,
    is_over: bool,
}

impl State {
    /// Removes the events and the jobs that are left.
    fn take_rest(&mut self) -> (BTreeMap<(Duration, u64), Timer>, VecDeque<Job>) {
        (mem::take(&mut self.timers), mem::take(&mut self.jobs))
    }
}

type Job = Box<dyn FnOnce() + Send>;

enum Timer {
    Wake(Thread),
    Act(Job),
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
    pub(super) fn run(seed: u64, history: impl Fn(&Arc<Self>) + Send + Sync + 'static) -> History {
        let mut config = Config::new();
        config.stack_size = 1 << 21;
        config.max_steps = MaxSteps::None;
        config.failure_persistence = FailurePersistence::None;
        config.silence_warnings = true;
        let machine = Arc::new(Self::new());
        let here = Arc::clone(&machine);
        let whole = move || {
            fastrand::seed(seed);
            CURRENT.set(Some(Arc::clone(&here)));
            let clock = Arc::clone(&here);
            let clock = thread::spawn(move || clock.pass_time());
            history(&here);
            here.wait_for_workers();
            here.state().is_over = true;
            clock.join().unwrap();
            CURRENT.set(None);
        };
        let run = std::panic::AssertUnwindSafe(|| Runner::new(Turns::new(seed), config).run(whole));
        let done = std::panic::catch_unwind(run);
        CURRENT.set(None);
        // What is left to do holds references to the machine. It is dropped after the lock.
        let left = machine.state().take_rest();
        drop(left);
        let (events, failure) = machine.journal.end();
        (events, failure.or_else(|| done.is_err().then(|| "a thread panicked".into())))
    }

    fn new() -> Self {
        let state = State {
            timers: BTreeMap::new(),
            timers_so_far: 0,
            processes: BTreeMap::new(),
            write_clocks: BTreeMap::new(),
            ahead: BTreeMap::new(),
            jobs: VecDeque::new(),
            workers: 0,
            is_over: false,
        };
        let now = Arc::new(Mutex::new(Duration::ZERO));
        let clock = Arc::clone(&now);
        let journal = Journal::new(move || *clock.lock().unwrap_or_else(PoisonError::into_inner));
        let (start, worked, network) = (Instant::now(), Bell::default(), OnceLock::new());
        Self { start, now, journal, state: Mutex::new(state), worked, network }
    }

    /// Locks the state. The lock is held only briefly, and never while another thread can run.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Jumps to the next event whenever no other thread can run.
    fn pass_time(&self) {
        /// No history takes that long.
        const LONGEST: Duration = Duration::from_secs(7 * 24 * 3600);
        loop {
            let next = {
                let mut state = self.state();
                if state.is_over {
                    return;
                }
                state.timers.pop_first()
            };
            if let Some(((at, _), _)) = &next {
                let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
                *now = (*now).max(*at);
            }
            match next {
                Some((_, Timer::Wake(sleeper))) => sleeper.unpark(),
                Some((_, Timer::Act(act))) => act(),
                None => self.stop("every thread waits, and nothing will happen"),
            }
            if self.elapsed() > LONGEST {
                self.stop("a week has passed");
            }
            thread::yield_now();
        }
    }

    /// Ends the history for a failure after which no thread can continue.
    fn stop(&self, failure: &str) {
        self.fail(failure);
        // The threads that unwind use the real machine.
        CURRENT.set(None);
        panic!("{failure}");
    }

    pub(crate) fn now(&self) -> Instant {
        self.start + self.elapsed()
    }

    /// Returns the servers' time of day, which is never set.
    pub(super) fn time_of_servers(&self) -> i64 {
        DAY + self.elapsed().as_millis() as i64
    }

    pub(crate) fn write_clock(&self) -> Arc<WriteClock> {
        let process = self.process();
        Arc::clone(self.state().write_clocks.entry(process).or_default())
    }

    /// Returns the time of day of this process.
    pub(crate) fn time_of_day(&self) -> i64 {
        let process = self.process();
        self.journal.time_of_day() + self.state().ahead.get(&process).copied().unwrap_or_default()
    }

    /// Moves the current thread, and the threads that it will start, to a process with its own clock.
    pub(super) fn enter(&self, process: usize, ahead: i64) {
        self.set_process(process);
        self.state().ahead.insert(process, ahead);
    }

    fn set_process(&self, process: usize) {
        self.state().processes.insert(thread_number(), process);
    }

    /// Returns the process of the current thread.
    pub(super) fn process(&self) -> usize {
        self.state().processes.get(&thread_number()).copied().unwrap_or_default()
    }

    /// Adds an event with the current thread.
    pub(super) fn note(&self, event: impl FnOnce() -> String) {
        let thread = thread_number();
        self.journal.note(|| format!("[{thread}] {}", event()));
    }

    /// Runs `act` later, on the clock's thread.
    pub(super) fn later(&self, wait: Duration, act: impl FnOnce() + Send + 'static) {
        let at = self.elapsed() + wait;
        self.state().set(at, Timer::Act(Box::new(act)));
    }

    pub(crate) fn sleep(self: &Arc<Self>, wait: Duration) {
        let (end, bell) = (self.now() + wait, Bell::default());
        while self.now() < end {
            bell.wait(self, Some(end));
        }
    }

    /// Locks a mutex after other threads had a chance to run.
    pub(crate) fn lock<'m, T>(&self, mutex: &'m Mutex<T>) -> MutexGuard<'m, T> {
        for _ in 0..100_000 {
            thread::sleep(Duration::ZERO);
            match mutex.try_lock() {
                Ok(guard) => return guard,
                Err(TryLockError::Poisoned(error)) => return error.into_inner(),
                Err(TryLockError::WouldBlock) => {}
            }
        }
        self.stop("a lock is held by a thread that waits");
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn receive<T>(self: &Arc<Self>, receiver: &Receiver<T>) -> Result<T, RecvError> {
        loop {
            match receiver.try_recv() {
                Ok(value) => return Ok(value),
                Err(TryRecvError::Disconnected) => return Err(RecvError),
                Err(TryRecvError::Empty) => self.worked.wait(self, None),
            }
        }
    }

    /// Runs a job on one of `most` workers.
    pub(crate) fn execute(self: &Arc<Self>, most: usize, job: Job) {
        let (machine, process) = (Arc::clone(self), self.process());
        let job = Box::new(move || {
            machine.set_process(process);
            job();
        });
        let is_started = {
            let mut state = self.state();
            state.jobs.push_back(job);
            let is_started = state.workers < most;
            state.workers += usize::from(is_started);
            is_started
        };
        if is_started {
            let machine = Arc::clone(self);
            thread::spawn(move || machine.work());
        }
    }

    fn work(&self) {
        loop {
            let job = {
                let mut state = self.state();
                let job = state.jobs.pop_front();
                state.workers -= usize::from(job.is_none());
                job
            };
            let is_last = job.is_none();
            job.into_iter().for_each(|job| job());
            self.worked.ring();
            if is_last {
                return;
            }
        }
    }

    fn wait_for_workers(self: &Arc<Self>) {
        while self.state().workers > 0 {
            self.worked.wait(self, None);
        }
    }

    pub(crate) fn together(threads: usize, work: impl Fn() + Sync) {
        let Some(machine) = Self::current() else { return };
        let (work, machine, process) = (&work, &machine, machine.process());
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(move || {
                    machine.set_process(process);
                    work();
                });
            }
            work();
        });
    }

    pub(super) fn set_network(&self, network: &Arc<Network>) {
        assert!(self.network.set(Arc::downgrade(network)).is_ok());
    }

    pub(crate) fn connect(self: &Arc<Self>, deadline: Instant) -> io::Result<Box<dyn Channel>> {
        self.network.get().and_then(Weak::upgrade).expect("a network").connect(deadline)
    }
}

fn thread_number() -> usize {
    shuttle::current::get_current_task().map_or(0, usize::from)
}

impl State {
    fn set(&mut self, at: Duration, timer: Timer) -> (Duration, u64) {
        self.timers_so_far += 1;
        let key = (at, self.timers_so_far);
        self.timers.insert(key, timer);
        key
    }
}

/// Wakes the threads that wait for it.
#[derive(Default)]
pub(crate) struct Bell {
    waiting: Mutex<Vec<Thread>>,
}

impl Bell {
    fn waiting(&self) -> MutexGuard<'_, Vec<Thread>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the bell rings or `deadline` passes. It may also return early without a reason.
    pub(crate) fn wait(&self, machine: &Machine, deadline: Option<Instant>) {
        let me = thread::current();
        self.waiting().push(me.clone());
        let timer = deadline.map(|deadline| {
            let at = deadline.saturating_duration_since(machine.start);
            machine.state().set(at, Timer::Wake(me.clone()))
        });
        thread::park();
        if let Some(timer) = timer {
            machine.state().timers.remove(&timer);
        }
        self.waiting().retain(|thread| thread.id() != me.id());
    }

    pub(crate) fn ring(&self) {
        let waiting = mem::take(&mut *self.waiting());
        waiting.iter().for_each(Thread::unpark);
    }
}

/// Shows the number of waiting threads, for the `Debug` output of types with a bell.
impl std::fmt::Debug for Bell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} wait", self.waiting().len())
    }
}

/// Selects the next thread with the seed. The clock's thread runs only when no other thread can.
struct Turns {
    rng: Rng,
    /// The probability that the current thread continues if it can.
    stay: f64,
    has_begun: bool,
}

impl Turns {
    /// The second thread that starts.
    const CLOCK: usize = 1;

    fn new(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed ^ 0x7475_726E_7300_0000);
        let stay = [0.0, 0.5, 0.9][rng.usize(..3)];
        Self { rng, stay, has_begun: false }
    }
}

impl Scheduler for Turns {
    fn new_execution(&mut self) -> Option<Schedule> {
        (!mem::replace(&mut self.has_begun, true)).then(|| Schedule::new(0))
    }

    fn next_task(&mut self, runnable: &[&Task], current: Option<TaskId>, _: bool) -> Option<TaskId> {
        let can_go_on = |task: &&&Task| !task.blocked() && usize::from(task.id()) != Self::CLOCK;
        let count = runnable.iter().filter(can_go_on).count();
        if count == 0 {
            return runnable.iter().find(|task| !task.blocked()).map(|task| task.id());
        }
        let stays = runnable.iter().filter(can_go_on).find(|task| Some(task.id()) == current);
        if let Some(task) = stays
            && self.rng.f64() < self.stay
        {
            return Some(task.id());
        }
        runnable.iter().filter(can_go_on).nth(self.rng.usize(..count)).map(|task| task.id())
    }

    fn next_u64(&mut self) -> u64 {
        self.rng.u64(..)
    }
}
