//! The connections to one address.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::time::{Instant, sleep};
use tonic::transport::{Channel, Endpoint};

use crate::transport;

/// The maximum number of unread bytes of a scan that Bigtable may send.
pub(crate) const STREAM_WINDOW: u32 = 256 << 10;

/// The maximum number of concurrent calls on one connection, as on Google's front ends. There, one more call waits
/// until another call ends. A merge that waits for the first row of that call never ends another one, so it would wait
/// forever.
pub(crate) const MOST_STREAMS: u32 = 100;

/// Connections that are opened on demand and kept. Idle connections are closed after a while, except for the first one.
#[derive(Debug)]
pub(crate) struct Pool {
    endpoint: Endpoint,
    times: Times,
    inner: Arc<Mutex<Inner>>,
}

/// How long connections are kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    /// The time that a connection without calls is kept, unless it is the only one.
    pub(crate) idle: Duration,
    /// The time after which a silent connection is abandoned. With the timeouts of the configuration, no call ends
    /// earlier.
    pub(crate) patience: Duration,
}

#[derive(Debug, Default)]
struct Inner {
    connections: Vec<Arc<Connection>>,
    /// `true` if a task looks for idle connections.
    is_swept: bool,
}

/// A connection, and its calls.
#[derive(Debug)]
struct Connection {
    channel: Channel,
    usage: Mutex<Usage>,
}

#[derive(Debug)]
struct Usage {
    calls: u32,
    /// The start of the first call that timed out, if no call has been answered since.
    silent_since: Option<Instant>,
    /// The end of the last call, if there is no current call.
    idle_since: Instant,
}

/// A call on a connection. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Call {
    connection: Arc<Connection>,
    began: Instant,
    /// `true` if the call timed out.
    is_silent: AtomicBool,
}

impl Pool {
    /// Creates a pool, and opens its first connection.
    pub(crate) async fn connect(endpoint: Endpoint, times: Times) -> Result<Self, tonic::transport::Error> {
        let first = Connection::new(transport::connect(&endpoint).await?);
        let pool = Self::lazy(endpoint, times);
        lock(&pool.inner).connections.push(first);
        Ok(pool)
    }

    /// Creates a pool that opens its first connection on demand.
    pub(crate) fn lazy(endpoint: Endpoint, times: Times) -> Self {
        Self { endpoint, times, inner: Arc::default() }
    }

    /// Begins a call on the connection with the fewest calls, or on a new one if all connections are full.
    pub(crate) fn call(&self) -> Call {
        let mut inner = lock(&self.inner);
        let calls = |connection: &&Arc<Connection>| connection.usage().calls;
        let free = inner.connections.iter().min_by_key(calls).filter(|it| calls(it) < MOST_STREAMS);
        let connection = free.cloned().unwrap_or_else(|| {
            let fresh = Connection::new(transport::connect_lazy(&self.endpoint));
            inner.connections.push(Arc::clone(&fresh));
            fresh
        });
        // This is done under the lock, so that two calls cannot take the last free stream.
        connection.usage().calls += 1;
        if inner.connections.len() > 1 && !inner.is_swept {
            inner.is_swept = true;
            tokio::spawn(sweep(Arc::downgrade(&self.inner), self.times.idle));
        }
        Call { connection, began: Instant::now(), is_silent: AtomicBool::new(false) }
    }

    /// Records that a call timed out. If its connection has been silent for too long, no new call uses it.
    ///
    /// A single call with a short [timeout](crate::Bigtable::with_timeout) is not a sufficient reason. The next call
    /// would have to connect first, and might time out because of that.
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

    /// Returns the number of connections, and the number of their calls.
    #[cfg(test)]
    pub(crate) fn held(&self) -> (usize, u32) {
        let inner = lock(&self.inner);
        (inner.connections.len(), inner.connections.iter().map(|it| it.usage().calls).sum())
    }
}

/// Closes idle connections after `idle_timeout`, until only one remains.
async fn sweep(pool: Weak<Mutex<Inner>>, idle_timeout: Duration) {
    loop {
        // A connection is closed after one to two times its idle time. The interval is at least one second.
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
    /// Closes idle connections. Calls begin under the lock of the pool, so no call begins on a connection that is
    /// closed here.
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

/// Locks a mutex. A poisoned lock is harmless, because no code leaves a value half changed under a lock of this module.
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

    /// Locks the usage. The lock is held only briefly.
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
        // A call on an abandoned connection ends without harm.
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
        // An answer resets the silence.
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
