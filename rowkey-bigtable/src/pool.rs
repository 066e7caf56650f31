//! The connections to one address.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tonic::transport::{Channel, Endpoint};

use crate::transport;

/// The bytes that Bigtable may send of a scan before they are read.
pub(crate) const STREAM_WINDOW: u32 = 256 << 10;

/// The most calls on one connection at once: as many as Google's front ends take. A call beyond waits there until another ends,
/// and a merge that waits for the first row of that call ends none.
pub(crate) const MOST_STREAMS: u32 = 100;

/// Connections, made when they are needed and kept.
#[derive(Debug)]
pub(crate) struct Pool {
    endpoint: Endpoint,
    connections: Mutex<Vec<Arc<Connection>>>,
}

/// A connection, and the number of calls on it.
#[derive(Debug)]
struct Connection {
    channel: Channel,
    calls: AtomicU32,
}

/// A call on a connection, until this is dropped.
#[derive(Debug)]
pub(crate) struct Call {
    connection: Arc<Connection>,
}

impl Pool {
    /// A pool that has made its first connection.
    pub(crate) async fn connect(endpoint: Endpoint) -> Result<Self, tonic::transport::Error> {
        let first = Connection::new(transport::connect(&endpoint).await?);
        Ok(Self { endpoint, connections: Mutex::new(vec![first]) })
    }

    /// A pool that makes its first connection when it is needed.
    pub(crate) const fn lazy(endpoint: Endpoint) -> Self {
        Self { endpoint, connections: Mutex::new(Vec::new()) }
    }

    /// Begins a call: on the connection with the fewest calls, or on a new one if all have as many as they can.
    pub(crate) fn call(&self) -> Call {
        let mut connections = self.connections();
        let calls = |connection: &&Arc<Connection>| connection.calls.load(Ordering::Relaxed);
        let free = connections.iter().min_by_key(calls).filter(|it| calls(it) < MOST_STREAMS);
        let connection = free.cloned().unwrap_or_else(|| {
            let fresh = Connection::new(transport::connect_lazy(&self.endpoint));
            connections.push(Arc::clone(&fresh));
            fresh
        });
        // Under the lock, so that no two calls take the last place.
        connection.calls.fetch_add(1, Ordering::Relaxed);
        Call { connection }
    }

    /// Leaves the connection of this call to those that are on it: it was silent for too long.
    pub(crate) fn retire(&self, call: &Call) {
        self.connections().retain(|it| !Arc::ptr_eq(it, &call.connection));
    }

    /// The connections that are kept, and the calls on them.
    #[cfg(test)]
    pub(crate) fn held(&self) -> (usize, u32) {
        let connections = self.connections();
        (connections.len(), connections.iter().map(|it| it.calls.load(Ordering::Relaxed)).sum())
    }

    fn connections(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        // Nothing that runs under the lock leaves it half changed.
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    fn new(channel: Channel) -> Arc<Self> {
        Arc::new(Self { channel, calls: AtomicU32::new(0) })
    }
}

impl Call {
    pub(crate) fn channel(&self) -> Channel {
        self.connection.channel.clone()
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.connection.calls.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn calls_share_connections_as_far_as_they_fit() {
        let pool = Pool::lazy(Endpoint::from_static("http://127.0.0.1:1"));
        let count = || pool.connections().len();
        let calls: Vec<_> = (0..MOST_STREAMS).map(|_| pool.call()).collect();
        assert_eq!(count(), 1);
        let one_more = pool.call();
        assert_eq!(count(), 2);
        drop(calls);
        let again: Vec<_> = (0..2 * MOST_STREAMS - 1).map(|_| pool.call()).collect();
        assert_eq!(count(), 2);
        pool.retire(&one_more);
        assert_eq!(count(), 1);
        drop(again);
        // A call on a connection that was given up ends without harm.
        drop(one_more);
        assert_eq!(pool.connections()[0].calls.load(Ordering::Relaxed), 0);
    }
}
