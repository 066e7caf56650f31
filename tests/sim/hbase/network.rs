//! The network between the client and the [gateway](super::gateway), with all the faults that networks have.

use fastrand::Rng;
use simulation::draws::{late, latency};
use std::collections::HashSet;
use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::caller::WIDEST;
use super::gateway::Gateway;
use super::link::{ClientSide, End, Link};
use super::machine::Machine;
use crate::net::channel::Channel;

pub(super) struct Network {
    machine: Arc<Machine>,
    pub(super) gateway: Arc<Gateway>,
    is_framed: bool,
    inner: Mutex<Inner>,
}

struct Inner {
    rng: Rng,
    faults: Faults,
    links: Vec<Weak<Link>>,
    /// The time until which no server listens.
    down_until: Duration,
    /// The writes whose answers the client no longer waits for.
    given_up: HashSet<Vec<u8>>,
    /// The maximum size of an answer, in bytes.
    most_answer: usize,
    /// The processes that have crashed.
    dead: HashSet<usize>,
    /// The client's current and maximum number of connections.
    open: usize,
    most_open: usize,
}

/// The beginning of the names of tables with secondary keys.
const ENTRIES: &[u8] = b"entries";

/// The end of the names of tables whose rows move.
const MOVING: &[u8] = b"items";

/// The calls that write rows. Each has a timestamp, so that no two have the same bytes. Only two puts or deletes of
/// secondary keys may have the same timestamp, of the version of their row. So may two copies of a row that moves,
/// or two deletes of its mark.
const WRITES: [&str; 5] = ["putMultiple", "deleteMultiple", "checkAndPut", "checkAndDelete", "checkAndMutate"];

/// The probability of each fault, per connection or request.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Faults {
    /// A connection is refused, or gets no answer.
    pub(super) no_connection: f64,
    /// The gateway restarts, and is gone for a while.
    pub(super) restart: f64,
    /// The connection breaks while the request is sent.
    pub(super) cut_request: f64,
    /// The gateway does not read the request.
    pub(super) deaf: f64,
    /// The connection breaks before the gateway has received the request.
    pub(super) cut_before: f64,
    /// The same, but the request arrives late after all.
    pub(super) held: f64,
    /// The connection breaks before or in the middle of the answer.
    pub(super) cut_answer: f64,
    /// The request is executed or not, and no answer arrives.
    pub(super) stall: f64,
    /// The request arrives and the answer is sent around the time of the deadlines, or later.
    pub(super) slow: f64,
    /// A region holds the call until the server times out, which the gateway then reports. The call is executed or not.
    pub(super) hold: f64,
    /// A proxy delivers the request again, late.
    pub(super) copy: f64,
    /// Another server answers.
    pub(super) garbage: f64,
    /// The answer is well-formed, but has a row that was not requested.
    pub(super) stray: f64,
}

/// The fate of a request.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Answered,
    CutRequest,
    Deaf,
    CutBefore,
    Held,
    CutAnswer,
    StallBefore,
    StallAfter,
    Slow,
    HeldByRegion,
    Garbage,
    Stray,
}

impl Network {
    pub(super) fn new(machine: &Arc<Machine>, mut rng: Rng, is_framed: bool) -> Arc<Self> {
        let gateway = Arc::new(Gateway::new(Arc::clone(machine), rng.fork()));
        let inner = Inner {
            rng,
            faults: Faults::default(),
            links: Vec::new(),
            down_until: Duration::ZERO,
            given_up: HashSet::new(),
            most_answer: (16 << 10) + 2 * WIDEST,
            dead: HashSet::new(),
            open: 0,
            most_open: 0,
        };
        Arc::new(Self { machine: Arc::clone(machine), gateway, is_framed, inner: Mutex::new(inner) })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_faults(&self, faults: Faults) {
        self.inner().faults = faults;
    }

    /// Sets the maximum size of an answer, for tables with larger pages than those of histories.
    pub(super) fn allow_answers(&self, bytes: usize) {
        self.inner().most_answer = bytes;
    }

    /// Returns the client's maximum number of connections.
    pub(super) fn most_open(&self) -> usize {
        self.inner().most_open
    }

    /// Ends a process. From now on, it sends nothing.
    pub(super) fn kill(&self, process: usize) {
        self.machine.note(|| format!("process {process} crashes"));
        self.inner().dead.insert(process);
    }

    /// Returns `true` if a process has crashed.
    pub(super) fn is_dead(&self, process: usize) -> bool {
        self.inner().dead.contains(&process)
    }

    /// Records that the client no longer waits for the answer to a request.
    pub(super) fn give_up(&self, request: &[u8]) {
        let is_of_protocol = [ENTRIES, MOVING].iter().any(|name| request.windows(name.len()).any(|it| it == *name));
        if WRITES.contains(&&*Gateway::method(request)) && !is_of_protocol {
            self.inner().given_up.insert(Gateway::without_number(request));
        }
    }

    /// Records that the client has closed a connection.
    pub(super) fn close(&self) {
        self.inner().open -= 1;
        self.machine.note(|| "close".into());
    }

    pub(super) fn connect(self: &Arc<Self>, deadline: Instant) -> io::Result<Box<dyn Channel>> {
        let (wait, fails, is_down) = {
            let mut inner = self.inner();
            let rates = inner.faults;
            let (fails, wait) = (inner.rng.f64() < rates.no_connection, inner.latency());
            (wait, fails.then(|| inner.rng.bool()), inner.down_until > self.machine.elapsed())
        };
        self.machine.note(|| format!("connect: fails {fails:?}, down {is_down}"));
        if self.is_dead(self.machine.process()) {
            return Err(ErrorKind::ConnectionRefused.into());
        }
        if fails == Some(true) {
            self.machine.sleep(deadline.saturating_duration_since(self.machine.now()));
            return Err(ErrorKind::TimedOut.into());
        }
        self.machine.sleep(wait.min(deadline.saturating_duration_since(self.machine.now())));
        if self.machine.now() >= deadline {
            return Err(ErrorKind::TimedOut.into());
        }
        if fails.is_some() || is_down {
            return Err(ErrorKind::ConnectionRefused.into());
        }
        let link = Arc::<Link>::default();
        link.begin(self.machine.elapsed());
        let mut inner = self.inner();
        inner.links.retain(|link| link.strong_count() > 0);
        inner.links.push(Arc::downgrade(&link));
        inner.open += 1;
        inner.most_open = inner.most_open.max(inner.open);
        let open = inner.open;
        self.machine.note(|| format!("connected, {open} open"));
        drop(inner);
        Ok(Box::new(ClientSide::new(Arc::clone(&self.machine), Arc::clone(self), link, deadline)))
    }

    /// Restarts the gateway, which ends every connection.
    fn restart(&self, gone: Duration) {
        self.machine.note(|| format!("network: the gateway is gone for {gone:?}"));
        let now = self.machine.elapsed();
        let links = {
            let mut inner = self.inner();
            inner.down_until = now + gone;
            std::mem::take(&mut inner.links)
        };
        self.gateway.restart();
        links.iter().filter_map(Weak::upgrade).for_each(|link| link.end(End::Closed, now));
        self.inner().links.extend(links);
    }

    /// Returns a request without its frame.
    pub(super) fn unframed(&self, mut request: Vec<u8>) -> Vec<u8> {
        if self.is_framed {
            request.drain(..4);
        }
        request
    }

    /// Takes a request from the client.
    pub(super) fn send(self: &Arc<Self>, link: &Arc<Link>, request: Vec<u8>, deadline: Instant) -> io::Result<()> {
        let method = Gateway::method(&request);
        if self.is_dead(self.machine.process()) {
            return Err(ErrorKind::BrokenPipe.into());
        }
        if self.inner().given_up.contains(&Gateway::without_number(&request)) {
            self.machine.fail("a write is sent again after its answer was waited for in vain");
        }
        let (fate, restart, to, back, copy) = {
            let mut inner = self.inner();
            let rates = inner.faults;
            let copy = (inner.rng.f64() < rates.copy && WRITES.contains(&&*method)).then(|| inner.late());
            let restart = (inner.rng.f64() < rates.restart).then(|| inner.late() / 20);
            let fate = inner.fate();
            // Some connections break at once, others after a long time.
            let is_late = matches!(fate, Fate::Held | Fate::Slow)
                || matches!(fate, Fate::CutBefore | Fate::CutAnswer) && inner.rng.bool();
            let to = if is_late { inner.late() } else { inner.latency() };
            let back = match fate {
                Fate::Slow => inner.late(),
                Fate::HeldByRegion => inner.server_timeout(),
                _ => inner.latency(),
            };
            (fate, restart, to, back, copy)
        };
        self.machine.note(|| format!("send {method} ({} bytes): {fate:?} {to:?} {back:?} {copy:?}", request.len()));
        if let Some(gone) = restart {
            self.restart(gone);
        }
        let now = self.machine.elapsed();
        if !link.touch(now) {
            self.machine.fail("a request is sent on a connection that had ended");
        }
        match fate {
            Fate::CutRequest => {
                link.end(End::Reset, now);
                return Err(ErrorKind::BrokenPipe.into());
            }
            Fate::Deaf => {
                self.machine.sleep(deadline.saturating_duration_since(self.machine.now()));
                return Err(ErrorKind::TimedOut.into());
            }
            _ if link.is_over() => return Ok(()),
            _ => {}
        }
        self.deliver_later(to, Some(link), request, fate, back, copy);
        if matches!(fate, Fate::Held) {
            link.end(End::Reset, now);
        }
        Ok(())
    }

    fn deliver_later(
        self: &Arc<Self>,
        to: Duration,
        link: Option<&Arc<Link>>,
        request: Vec<u8>,
        fate: Fate,
        back: Duration,
        copy: Option<Duration>,
    ) {
        let (network, link) = (Arc::clone(self), link.map(Arc::downgrade));
        self.machine.later(to, move || network.deliver(link, request, fate, back, copy));
    }

    /// Delivers a request, which arrives on a connection of the client or from elsewhere.
    fn deliver(
        self: Arc<Self>,
        link: Option<Weak<Link>>,
        request: Vec<u8>,
        fate: Fate,
        back: Duration,
        copy: Option<Duration>,
    ) {
        let open = link.as_ref().and_then(Weak::upgrade);
        if matches!(fate, Fate::CutBefore) {
            open.iter().for_each(|link| link.end(End::Closed, self.machine.elapsed()));
        }
        // A connection that the client has closed still delivers the sent bytes. A broken connection does not.
        let is_broken = open.as_ref().is_some_and(|link| link.is_over()) && !matches!(fate, Fate::Held);
        if is_broken || matches!(fate, Fate::StallBefore) {
            return;
        }
        let mut answer = match fate {
            Fate::Garbage => b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n".to_vec(),
            Fate::HeldByRegion => self.gateway.handle_late(&request),
            Fate::Stray => self.gateway.handle_with_stray(&request),
            _ => self.gateway.handle(&request),
        };
        self.machine.note(|| format!("done {} {fate:?} {}", Gateway::method(&request), answer.len()));
        // No proxy repeats a request that HBase has rejected permanently.
        if let Some(copy) = copy.filter(|_| !answer.windows(10).any(|it| it == b"DoNotRetry")) {
            self.deliver_later(copy, None, request, Fate::StallAfter, back, None);
        }
        // A page takes 8 KiB in memory, plus names and lengths, and one row of any width. In reverse, it also includes
        // the previous row.
        if answer.len() > self.inner().most_answer {
            self.machine.fail(&format!("an answer of {} bytes was asked for", answer.len()));
        }
        if self.is_framed {
            answer.splice(0..0, (answer.len() as u32).to_be_bytes());
        }
        if !matches!(fate, Fate::StallAfter | Fate::Held) {
            self.answer(link, &answer, fate, back);
        }
    }

    /// Sends an answer in two parts. The second part may be lost with the connection.
    fn answer(self: &Arc<Self>, link: Option<Weak<Link>>, answer: &[u8], fate: Fate, back: Duration) {
        let (cut, pause) = {
            let mut inner = self.inner();
            (inner.rng.usize(..=answer.len()), inner.latency())
        };
        let (first, second) = (answer[..cut].to_vec(), answer[cut..].to_vec());
        let Some(link) = link else { return };
        let send = |bytes: Vec<u8>| {
            let (machine, link) = (Arc::clone(&self.machine), link.clone());
            move || link.upgrade().iter().for_each(|link| link.answer(&bytes, machine.elapsed()))
        };
        self.machine.later(back, send(first));
        if matches!(fate, Fate::CutAnswer) {
            let end = if pause.as_micros().is_multiple_of(2) { End::Closed } else { End::Reset };
            let (machine, link) = (Arc::clone(&self.machine), link.clone());
            let cut = move || link.upgrade().iter().for_each(|link| link.end(end, machine.elapsed()));
            return self.machine.later(back + pause, cut);
        }
        self.machine.later(back + pause, send(second));
    }
}

impl Inner {
    fn latency(&mut self) -> Duration {
        latency(&mut self.rng)
    }

    fn late(&mut self) -> Duration {
        late(&mut self.rng)
    }

    /// Returns the current timeout of the servers: from a tenth of a second, as in clusters with short timeouts, to
    /// HBase's minute.
    fn server_timeout(&mut self) -> Duration {
        Duration::from_millis([100, 1_000, 10_000, 60_000][self.rng.usize(..4)]) + self.latency()
    }

    fn fate(&mut self) -> Fate {
        let rates = self.faults;
        let stall = if self.rng.bool() { Fate::StallBefore } else { Fate::StallAfter };
        let fates = [
            (rates.cut_request, Fate::CutRequest),
            (rates.deaf, Fate::Deaf),
            (rates.cut_before, Fate::CutBefore),
            (rates.held, Fate::Held),
            (rates.cut_answer, Fate::CutAnswer),
            (rates.stall, stall),
            (rates.slow, Fate::Slow),
            (rates.hold, Fate::HeldByRegion),
            (rates.garbage, Fate::Garbage),
            (rates.stray, Fate::Stray),
        ];
        let mut draw = self.rng.f64();
        for (rate, fate) in fates {
            if draw < rate {
                return fate;
            }
            draw -= rate;
        }
        Fate::Answered
    }
}
