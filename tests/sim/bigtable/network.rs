//! The network between the client and the [service], and the servers that accept its connections.

use fastrand::Rng;
use hyper::rt::Executor;
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use simulation::draws::{late, latency};
use std::convert::Infallible;
use std::future::{pending, poll_fn};
use std::io::{self, ErrorKind};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::io::{DuplexStream, duplex};
use tokio::time::{sleep, timeout};
use tonic::codegen::http::Uri;
use tonic::transport::{Channel, Endpoint};

use super::faults::Faults;
use super::machine::Machine;
use super::pipe::{Fault, Pipe, Traffic, Trouble};
use super::service::Service;
use crate::Config;

/// The number of bytes in transit in each direction of a connection.
const IN_FLIGHT: usize = 64 << 10;

pub(crate) struct Network {
    pub(super) machine: Arc<Machine>,
    pub(super) service: Arc<Service>,
    /// The maximum time to open a connection.
    connect_timeout: Duration,
    traffic: Arc<Mutex<Traffic>>,
    inner: Mutex<Inner>,
}

struct Inner {
    rng: Rng,
    faults: Faults,
    /// The number of connections so far, and the number of open connections.
    connections: usize,
    open: usize,
}

/// The server's end of a connection, which the service can end.
#[derive(Default)]
pub(super) struct Link {
    state: Mutex<LinkState>,
}

#[derive(Default)]
struct LinkState {
    is_cut: bool,
    goes_away: bool,
    waker: Option<Waker>,
}

impl Network {
    pub(super) fn new(machine: &Arc<Machine>, mut rng: Rng, config: &Config) -> Arc<Self> {
        let service = Arc::new(Service::new(Arc::clone(machine), rng.fork(), config));
        let connect_timeout = config.connect_timeout;
        let inner = Mutex::new(Inner { rng, faults: Faults::default(), connections: 0, open: 0 });
        Arc::new(Self { machine: Arc::clone(machine), service, connect_timeout, traffic: Arc::default(), inner })
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_faults(&self, faults: Faults) {
        self.inner().faults = faults;
        self.service.set_faults(faults);
        self.traffic().is_calm = faults == Faults::default();
    }

    /// Returns the number of open connections.
    pub(super) fn open_connections(&self) -> usize {
        self.inner().open
    }

    /// Returns the number of bytes that the client has read from all connections.
    pub(super) fn received(&self) -> usize {
        self.traffic().received
    }

    /// Stalls all connections silently, as if a device between the client and its servers forgot them.
    pub(super) fn forget_connections(&self) {
        self.machine.note(|| "all connections stall".into());
        self.traffic().stall(None, self.machine.elapsed());
    }

    /// Returns the kept connection that has been stalled for the longest time, and the time when it stalled.
    pub(super) fn longest_stall(&self) -> Option<(usize, Duration)> {
        self.traffic().longest_stall()
    }

    fn traffic(&self) -> MutexGuard<'_, Traffic> {
        self.traffic.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a token, if the source has one.
    pub(super) async fn token(self: Arc<Self>) -> Result<String, &'static str> {
        let (draw, rate) = {
            let mut inner = self.inner();
            (inner.rng.f64(), inner.faults.no_token)
        };
        if draw < rate / 2.0 {
            return Err("no token");
        }
        if draw < rate {
            pending::<()>().await;
        }
        Ok("token".into())
    }

    /// Returns a channel that connects on demand.
    pub(crate) fn channel(self: &Arc<Self>, endpoint: &Endpoint) -> Channel {
        endpoint.connect_with_connector_lazy(self.connector())
    }

    /// Returns a channel, and connects it.
    pub(crate) async fn connect(self: &Arc<Self>, endpoint: &Endpoint) -> Result<Channel, tonic::transport::Error> {
        endpoint.connect_with_connector(self.connector()).await
    }

    fn connector(self: &Arc<Self>) -> Connector {
        Connector(Arc::clone(self))
    }

    async fn open(self: &Arc<Self>) -> io::Result<Pipe> {
        let (number, wait, draw, rng, fault, faults) = {
            let mut inner = self.inner();
            inner.connections += 1;
            let (number, faults) = (inner.connections, inner.faults);
            let fault = fault(&faults, &mut inner.rng);
            (number, latency(&mut inner.rng), inner.rng.f64(), inner.rng.fork(), fault, faults)
        };
        sleep(wait).await;
        if draw < faults.refuse {
            self.machine.note(|| format!("connection {number} is refused"));
            return Err(ErrorKind::ConnectionRefused.into());
        }
        if draw < faults.refuse + faults.deaf {
            self.machine.note(|| format!("connection {number} is not answered"));
            pending::<()>().await;
        }
        self.machine.note(|| format!("connection {number} is made: {fault:?}"));
        let (near, far) = duplex(IN_FLIGHT);
        self.inner().open += 1;
        let network = Arc::clone(self);
        self.machine.spawn(async move {
            serve(Arc::clone(&network.service), number, far).await;
            network.inner().open -= 1;
        });
        Ok(Pipe::new(Arc::clone(&self.machine), number, near, rng, fault, Arc::clone(&self.traffic)))
    }
}

/// The connector through which tonic opens connections.
struct Connector(Arc<Network>);

impl tonic::codegen::Service<Uri> for Connector {
    type Response = TokioIo<Pipe>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<TokioIo<Pipe>>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Uri) -> Self::Future {
        let network = Arc::clone(&self.0);
        Box::pin(async move {
            // As in the TCP connector, a timeout is an error of the connector.
            let opened = timeout(network.connect_timeout, network.open()).await;
            opened.unwrap_or_else(|_| Err(ErrorKind::TimedOut.into())).map(TokioIo::new)
        })
    }
}

/// Draws the fault of a connection.
fn fault(faults: &Faults, rng: &mut Rng) -> Option<Fault> {
    let magnitude = rng.u32(4..18);
    let (is_of_reads, after, draw) = (rng.bool(), rng.usize(..1 << magnitude), rng.f64());
    let trouble = if draw < faults.cut {
        Trouble::Cut { is_reset: rng.bool() }
    } else if draw < faults.cut + faults.stall {
        Trouble::Stall
    } else if draw < faults.cut + faults.stall + faults.pause {
        return Some(Fault { trouble: Trouble::Pause(late(rng)), is_of_reads: true, after });
    } else {
        return None;
    };
    Some(Fault { trouble, is_of_reads, after })
}

/// Runs the tasks of a server.
#[derive(Clone)]
struct Tasks(Arc<Machine>);

impl<F: Future<Output: Send> + Send + 'static> Executor<F> for Tasks {
    fn execute(&self, task: F) {
        self.0.spawn(async move {
            task.await;
        });
    }
}

/// Serves a connection until it ends.
async fn serve(service: Arc<Service>, number: usize, stream: DuplexStream) {
    let (machine, link) = (Arc::clone(&service.machine), Arc::<Link>::default());
    let answered = Arc::clone(&link);
    let answer = service_fn(move |request| {
        let (service, link) = (Arc::clone(&service), Arc::clone(&answered));
        async move { Ok::<_, Infallible>(service.answer(request, link).await) }
    });
    // The date would differ in each run.
    let connection = http2::Builder::new(Tasks(Arc::clone(&machine)))
        .timer(TokioTimer::new())
        .auto_date_header(false)
        .max_concurrent_streams(100)
        .serve_connection(TokioIo::new(stream), answer);
    let mut connection = pin!(connection);
    poll_fn(|cx| {
        let (is_cut, goes_away) = link.ends(cx.waker());
        if is_cut {
            return Poll::Ready(());
        }
        if goes_away {
            connection.as_mut().graceful_shutdown();
        }
        connection.as_mut().poll(cx).map(|_| ())
    })
    .await;
    machine.note(|| format!("connection {number} is over"));
}

impl Link {
    fn state(&self) -> MutexGuard<'_, LinkState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the requested ends of the connection for the server.
    fn ends(&self, waker: &Waker) -> (bool, bool) {
        let mut state = self.state();
        state.waker = Some(waker.clone());
        (state.is_cut, std::mem::take(&mut state.goes_away))
    }

    /// Breaks the connection.
    pub(super) fn cut(&self) {
        self.end(|state| state.is_cut = true);
    }

    /// Makes the server accept no more calls on the connection.
    pub(super) fn go_away(&self) {
        self.end(|state| state.goes_away = true);
    }

    fn end(&self, change: impl FnOnce(&mut LinkState)) {
        let mut state = self.state();
        change(&mut state);
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    }
}
