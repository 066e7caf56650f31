//! The connections to one address.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::time::{Instant, sleep};
use tonic::transport::{Channel, Endpoint};

use crate::transport;

/// The bytes that Bigtable may send of a scan before they are read.
pub(crate) const STREAM_WINDOW: u32 = 256 << 10;

/// The most calls on one connection at once: as many as Google's front ends take. A call beyond waits there until another ends,
/// and a merge that waits for the first row of that call ends none.
pub(crate) const MOST_STREAMS: u32 = 100;

/// Connections, made when they are needed and kept. Those beyond the first one are closed when they were idle for a while.
#[derive(Debug)]
pub(crate) struct Pool {
    endpoint: Endpoint,
    times: Times,
    inner: Arc<Mutex<Inner>>,
}

/// How long connections are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    /// How long one beyond the first is kept without a call.
    pub(crate) idle: Duration,
    /// How long one is silent before it is given up: no call of its own has an earlier end.
    pub(crate) patience: Duration,
}

#[derive(Debug, Default)]
struct Inner {
    connections: Vec<Arc<Connection>>,
    /// `true` if a task looks for connections that are idle.
    is_swept: bool,
}

/// A connection, and the calls on it.
#[derive(Debug)]
struct Connection {
    channel: Channel,
    usage: Mutex<Usage>,
}

#[derive(Debug)]
struct Usage {
    calls: u32,
    /// When the first of the calls began that were not answered in time, if none has ended otherwise since.
    silent_since: Option<Instant>,
    /// When the last call ended, if there is none.
    idle_since: Instant,
}

/// A call on a connection, until this is dropped.
#[derive(Debug)]
pub(crate) struct Call {
    connection: Arc<Connection>,
    began: Instant,
    /// `true` if it was not answered in time.
    is_silent: AtomicBool,
}

impl Pool {
    /// A pool that has made its first connection.
    pub(crate) async fn connect(endpoint: Endpoint, times: Times) -> Result<Self, tonic::transport::Error> {
        let first = Connection::new(transport::connect(&endpoint).await?);
        let pool = Self::lazy(endpoint, times);
        lock(&pool.inner).connections.push(first);
        Ok(pool)
    }

    /// A pool that makes its first connection when it is needed.
    pub(crate) fn lazy(endpoint: Endpoint, times: Times) -> Self {
        Self { endpoint, times, inner: Arc::default() }
    }

    /// Begins a call: on the connection with the fewest calls, or on a new one if all have as many as they can.
    pub(crate) fn call(&self) -> Call {
        let mut inner = lock(&self.inner);
        let calls = |connection: &&Arc<Connection>| connection.usage().calls;
        let free = inner.connections.iter().min_by_key(calls).filter(|it| calls(it) < MOST_STREAMS);
        let connection = free.cloned().unwrap_or_else(|| {
            let fresh = Connection::new(transport::connect_lazy(&self.endpoint));
            inner.connections.push(Arc::clone(&fresh));
            fresh
        });
        // Under the lock, so that no two calls take the last place.
        connection.usage().calls += 1;
        if inner.connections.len() > 1 && !inner.is_swept {
            inner.is_swept = true;
            tokio::spawn(sweep(Arc::downgrade(&self.inner), self.times.idle));
        }
        Call { connection, began: Instant::now(), is_silent: AtomicBool::new(false) }
    }

    /// Takes note that a call was not answered in time. If its connection was silent for too long, it is left to the calls that are on
    /// it. A call with a short [timeout](crate::Bigtable::with_timeout) is no reason alone: the next one would have to connect first, and
    /// might time out for that.
    pub(crate) fn time_out(&self, call: &Call) {
        call.is_silent.store(true, Ordering::Relaxed);
        let since = *call.connection.usage().silent_since.get_or_insert(call.began);
        if since.elapsed() >= self.times.patience {
            self.retire(call);
        }
    }

    fn retire(&self, call: &Call) {
        lock(&self.inner).connections.retain(|it| !Arc::ptr_eq(it, &call.connection));
    }

    /// The connections that are kept, and the calls on them.
    #[cfg(test)]
    pub(crate) fn held(&self) -> (usize, u32) {
        let inner = lock(&self.inner);
        (inner.connections.len(), inner.connections.iter().map(|it| it.usage().calls).sum())
    }
}

/// Closes connections that have been idle for so long, until only one is left.
async fn sweep(pool: Weak<Mutex<Inner>>, idle_timeout: Duration) {
    loop {
        // A connection is closed after one to two times its idle time. Never more often than each second.
        sleep(idle_timeout.max(Duration::from_secs(1))).await;
        let Some(pool) = pool.upgrade() else { return };
        let mut inner = lock(&pool);
        inner.close_idle(idle_timeout);
        if inner.connections.len() <= 1 {
            inner.is_swept = false;
            return;
        }
    }
}

impl Inner {
    /// Calls begin under the lock of the pool: no call begins on a connection that is closed here.
    fn close_idle(&mut self, idle_timeout: Duration) {
        let mut spare = self.connections.len().saturating_sub(1);
        self.connections.retain(|connection| {
            let usage = connection.usage();
            let closes = spare > 0 && usage.calls == 0 && usage.idle_since.elapsed() >= idle_timeout;
            spare -= usize::from(closes);
            !closes
        });
    }
}

/// Nothing that runs under a lock of this module leaves it half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Connection {
    fn new(channel: Channel) -> Arc<Self> {
        Arc::new(Self {
            channel,
            usage: Mutex::new(Usage { calls: 0, silent_since: None, idle_since: Instant::now() }),
        })
    }

    /// Held for a moment only.
    fn usage(&self) -> MutexGuard<'_, Usage> {
        lock(&self.usage)
    }
}

impl Call {
    pub(crate) fn channel(&self) -> Channel {
        self.connection.channel.clone()
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let mut usage = self.connection.usage();
        usage.calls -= 1;
        usage.idle_since = Instant::now();
        if !self.is_silent.load(Ordering::Relaxed) {
            usage.silent_since = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(20);
    const IDLE: Duration = Duration::from_secs(60);

    fn pool() -> Pool {
        let times = Times { idle: IDLE, patience: PATIENCE };
        Pool::lazy(Endpoint::from_static("http://127.0.0.1:1"), times)
    }

    fn calls(pool: &Pool, calls: u32) -> Vec<Call> {
        (0..calls).map(|_| pool.call()).collect()
    }

    #[tokio::test]
    async fn calls_share_connections_as_far_as_they_fit() {
        let pool = pool();
        let first = calls(&pool, MOST_STREAMS);
        assert_eq!(pool.held().0, 1);
        let one_more = pool.call();
        assert_eq!(pool.held().0, 2);
        drop(first);
        let again = calls(&pool, 2 * MOST_STREAMS - 1);
        assert_eq!(pool.held().0, 2);
        pool.retire(&one_more);
        assert_eq!(pool.held().0, 1);
        drop(again);
        // A call on a connection that was given up ends without harm.
        drop(one_more);
        assert_eq!(pool.held(), (1, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_is_given_up_when_it_was_silent_for_long() {
        let pool = pool();
        let hasty = async || {
            let call = pool.call();
            sleep(PATIENCE / 4).await;
            pool.time_out(&call);
            pool.held().0
        };
        for expected in [1, 1, 1, 0, 1, 1] {
            assert_eq!(hasty().await, expected);
        }
        // An answer, and all is forgotten.
        drop(pool.call());
        for expected in [1, 1, 1, 0] {
            assert_eq!(hasty().await, expected);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn connections_beyond_the_first_are_closed_when_they_are_idle() {
        let pool = pool();
        for _ in 0..2 {
            let mut open = calls(&pool, 3 * MOST_STREAMS);
            assert_eq!(pool.held().0, 3);
            sleep(10 * IDLE).await;
            assert_eq!(pool.held().0, 3, "all have calls");
            // The calls of one connection end.
            let busy = open.split_off(MOST_STREAMS as usize);
            drop(open);
            sleep(IDLE / 2).await;
            assert_eq!(pool.held().0, 3);
            sleep(2 * IDLE).await;
            assert_eq!(pool.held(), (2, 2 * MOST_STREAMS));
            drop(busy);
            sleep(2 * IDLE + IDLE / 2).await;
            assert_eq!(pool.held(), (1, 0));
            sleep(10 * IDLE).await;
            assert_eq!(pool.held(), (1, 0), "one is kept for the next call");
        }
    }
}
