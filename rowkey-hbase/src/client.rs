//! The connections to a gateway, and the calls on them.

use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{fmt, io};

use crate::budget::Budget;
use crate::error::Task;
use crate::host::{self, Workers, after};
use crate::name::table_name;
use crate::net::connection::{Client, Connection};
use crate::net::failure::Failure;
use crate::net::peer::Peer;
use crate::net::pool::{Lease, Pool};
use crate::net::retry::Retries;
#[cfg(feature = "tls")]
use crate::net::socket::Socket;
use crate::thrift2::{TTHBaseServiceSyncClient, TThriftServerType};
use crate::trace;
use crate::{Builder, HBaseError};

/// A connection to HBase, through its Thrift 2 gateway. It keeps a pool of TCP connections.
///
/// ```no_run
/// use rowkey::RowKey;
/// use rowkey_hbase::HBase;
/// use rowkey_store::Table;
///
/// #[derive(RowKey)]
/// struct Call {
///     #[salt(buckets = 16)]
///     #[pad(20)]
///     phone: String,
///     #[reverse_ts]
///     at: i64,
/// }
///
/// let hbase = HBase::connect("127.0.0.1:9090")?;
/// hbase.create_table::<Call>("calls", "f")?;
/// let calls = Table::<Call, _>::new(hbase.table("calls", "f"));
/// calls.put(&Call { phone: "13362666677".into(), at: 5 }, "to anna")?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Connections
///
/// The client opens connections on demand and keeps them for later calls, at most [`connections`](Builder::connections)
/// of them. Clones share the pool. It replaces a connection that has been idle for 45 seconds, is older than
/// [`max_age`](Builder::max_age), or was closed by the gateway.
///
/// # How long a call takes
///
/// The client sends a call within [`write_timeout`](Builder::write_timeout), and reads the whole answer within
/// [`read_timeout`](Builder::read_timeout). A gateway that sends one byte at a time does not extend the limit. A call
/// that times out is not retried, because HBase may still be working on it. The client may then send one more call, to
/// distinguish a disabled table from a slow one. It takes at most one eighth of `read_timeout`, and at most 2 seconds.
///
/// A compare-and-set and other writes of its row [wait for each other](crate#guarantees-and-their-limits). The wait takes
/// at most `connect_timeout`, `write_timeout`, `read_timeout`, and `retry_for` together. Then the error is
/// [`HBaseError::RowBusy`].
///
/// # Which calls are repeated
///
/// Reads and idempotent writes are retried for [`retry_for`](Builder::retry_for) after the first failure, in these
/// cases:
///
/// - The connection is lost or cannot be opened.
/// - HBase reports a moving region, or a starting or overloaded server, for example with `NotServingRegionException` or
///   `RegionTooBusyException`. If HBase sends `canRetry = false`, the client does not retry.
///
/// Calls that create, delete, enable, or disable a table are sent once, on a verified connection. They wait for such a
/// connection for at most [`connect_timeout`](Builder::connect_timeout). If the answer is lost, the client checks the
/// table for up to `retry_for`. The call succeeds if the table is in the requested state.
#[derive(Clone)]
pub struct HBase {
    inner: Arc<Inner>,
    options: Arc<Builder>,
}

struct Inner {
    address: String,
    pool: Pool,
    /// The memory for the pages of all scans.
    budget: Arc<Budget>,
    /// The threads that request the pages of scans. They start with the first scan.
    workers: Workers,
}

impl HBase {
    /// Connects to the gateway at `address` (`host:port`), with the defaults of [`Builder`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Builder::connect`].
    pub fn connect(address: &str) -> Result<Self, HBaseError> {
        Self::builder().connect(address)
    }

    /// Connects with the given options.
    pub(crate) fn open(address: &str, options: Builder) -> Result<Self, HBaseError> {
        let (pool, budget, workers) = (Pool::default(), Budget::new(options.scan_bytes), Workers::default());
        let inner = Inner { address: address.into(), pool, budget, workers };
        let hbase = Self { inner: Arc::new(inner), options: Arc::new(options) };
        hbase.meet()?;
        Ok(hbase)
    }

    /// Returns a [`Builder`] to set transport, timeouts, retries, and sizes before you connect.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    pub(crate) fn options(&self) -> &Builder {
        &self.options
    }

    pub(crate) fn budget(&self) -> &Arc<Budget> {
        &self.inner.budget
    }

    pub(crate) fn address(&self) -> &str {
        &self.inner.address
    }

    /// Returns the number of idle connections, and the number of connections in use.
    #[cfg(test)]
    pub(crate) fn connections_held(&self) -> (usize, usize) {
        self.inner.pool.held()
    }

    /// Returns a client with the same connections and other options.
    fn with_options(&self, change: impl FnOnce(Builder) -> Builder) -> Self {
        Self { inner: Arc::clone(&self.inner), options: Arc::new(change((*self.options).clone())) }
    }

    /// Returns a client with the same connections and no retries, for calls that the caller retries.
    pub(crate) fn trying_once(&self) -> Self {
        self.with_options(|options| options.retries(0))
    }

    /// Returns a client with the same connections, no retries, and short timeouts, for calls that explain a failure.
    pub(crate) fn hasty(&self) -> Self {
        self.hasty_for(Duration::MAX)
    }

    /// Returns a client like `hasty`, with timeouts of at most `most`.
    fn hasty_for(&self, most: Duration) -> Self {
        let wait = (self.options.read_timeout / 8).min(Duration::from_secs(2)).min(most);
        self.with_options(|options| options.retries(0).connect_timeout(wait).write_timeout(wait).read_timeout(wait))
    }

    /// Opens the first connection, and identifies the server.
    fn meet(&self) -> Result<(), HBaseError> {
        let (address, options) = (self.address(), self.options());
        let deadline = after(options.connect_timeout);
        let stranger =
            |found| Err(HBaseError::NotAGateway { address: address.into(), wanted: options.transport_name(), found });
        let lease = self.inner.pool.lease(options, deadline).map_err(|source| unreachable(address, source))?;
        // If the server is not a gateway, a quarter of the time remains to identify it.
        let patience = after(options.connect_timeout / 4 * 3);
        let mut connection = match Connection::open(address, options, patience) {
            Ok(connection) => connection,
            // The TCP connection succeeds, so the TLS handshake failed.
            #[cfg(feature = "tls")]
            Err(error) if options.has_tls() && Socket::connect(address, deadline).is_ok() => {
                return stranger(Peer::find_behind_tls(address, options, &error, deadline));
            }
            Err(source) => return Err(unreachable(address, source)),
        };
        let wait = host::left(patience);
        let limits = Builder { read_timeout: wait, write_timeout: wait, ..options.clone() };
        match connection.ask_type(&limits) {
            Ok(Some(TThriftServerType::TWO)) => {
                lease.keep(connection);
                Ok(())
            }
            Ok(Some(_)) => stranger(Peer::Thrift1),
            Ok(None) => stranger(Peer::OtherService),
            Err(failure) => {
                let is_silent = matches!(failure, Failure::TimedOut | Failure::NotTaken);
                stranger(Peer::find(address, options, &connection.head(), is_silent, deadline))
            }
        }
    }

    /// Calls the gateway, and retries if the connection is lost or HBase is temporarily unavailable. The call must be
    /// idempotent.
    pub(crate) fn call<T>(
        &self,
        task: impl Fn() -> Task,
        family: Option<&[u8]>,
        call: impl FnMut(&mut Client) -> thrift::Result<T>,
    ) -> Result<T, HBaseError> {
        self.call_in_doubt(task, family, &mut false, call)
    }

    /// Does the same as `call` for a call that changes rows. If any attempt may have been executed, the error is
    /// `OutcomeUnknown`.
    pub(crate) fn change<T>(
        &self,
        task: impl Fn() -> Task,
        family: &[u8],
        call: impl FnMut(&mut Client) -> thrift::Result<T>,
    ) -> Result<T, HBaseError> {
        let mut is_doubtful = false;
        let result = self.call_in_doubt(&task, Some(family), &mut is_doubtful, call);
        result.map_err(|error| if is_doubtful { error.into_unknown(task()) } else { error })
    }

    /// Does the same as `change`, but sends the call once, because it must not be executed twice.
    pub(crate) fn change_once<T>(
        &self,
        task: Task,
        family: &[u8],
        call: impl FnOnce(&mut Client) -> thrift::Result<T>,
    ) -> Result<T, HBaseError> {
        self.change_with(task, family, || self.call_once(call))
    }

    /// Does the same as `change_once`, without the call that proves a connection if it has answered within the last
    /// second. This is for a change that follows a read, and whose caller can find out the outcome.
    pub(crate) fn change_after_read<T>(
        &self,
        task: Task,
        family: &[u8],
        call: impl FnOnce(&mut Client) -> thrift::Result<T>,
    ) -> Result<T, HBaseError> {
        self.change_with(task, family, || self.call_once_if(Connection::is_proven, call))
    }

    fn change_with<T>(
        &self,
        task: Task,
        family: &[u8],
        call: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, HBaseError> {
        let running = trace::Call::begin();
        let result = call().map_err(|failure| {
            let is_doubtful = failure.is_doubtful();
            let error = self.explain(failure, task.clone(), Some(family));
            if is_doubtful { error.into_unknown(task.clone()) } else { error }
        });
        running.end(|| task, &result);
        result
    }

    /// Calls the gateway with retries. Sets `is_doubtful` if any attempt may have been executed.
    fn call_in_doubt<T>(
        &self,
        task: impl Fn() -> Task,
        family: Option<&[u8]>,
        is_doubtful: &mut bool,
        mut call: impl FnMut(&mut Client) -> thrift::Result<T>,
    ) -> Result<T, HBaseError> {
        let (mut retries, mut running) = (Retries::new(self.options()), trace::Call::begin());
        let result = loop {
            let failure = match self.attempt(is_doubtful, &mut call) {
                Ok(done) => break Ok(done),
                Err(failure) => failure,
            };
            *is_doubtful |= failure.is_doubtful();
            match retries.next_pause() {
                Some(pause) if failure.is_passing() => {
                    running.retry(&task, &failure, pause);
                    host::sleep(pause);
                }
                _ => break Err(self.explain(failure, task(), family)),
            }
        };
        running.end(&task, &result);
        result
    }

    /// Calls the gateway once, on a connection that has just answered another call or was just opened. This is for
    /// calls that must not be executed twice. It waits for such a connection for up to `connect_timeout`.
    pub(crate) fn call_once<T>(&self, call: impl FnOnce(&mut Client) -> thrift::Result<T>) -> Result<T, Failure> {
        self.call_once_if(|_| false, call)
    }

    /// Does the same as `call_once`. A connection for which `is_proven` returns `true` needs no call for the proof.
    fn call_once_if<T>(
        &self,
        is_proven: fn(&Connection) -> bool,
        call: impl FnOnce(&mut Client) -> thrift::Result<T>,
    ) -> Result<T, Failure> {
        let options = self.options();
        let deadline = after(options.connect_timeout);
        let mut retries = Retries::new(options);
        loop {
            let error = match self.proven_connection(is_proven, deadline) {
                Ok((lease, connection)) => return self.call_through(lease, connection, call),
                Err(error) => error,
            };
            let left = host::left(deadline);
            match retries.next_pause() {
                Some(pause) if pause < left => host::sleep(pause),
                _ => return Err(Failure::Unsent(error)),
            }
        }
    }

    /// Returns a connection that has just answered a call, or a new one.
    fn proven_connection(
        &self,
        is_proven: fn(&Connection) -> bool,
        deadline: Instant,
    ) -> io::Result<(Lease<'_>, Connection)> {
        let mut lease = self.inner.pool.lease(self.options(), deadline)?;
        // The check takes at most a quarter of the time to send and a quarter to receive. Half remains to open a new
        // connection.
        let wait = host::left(deadline) / 4;
        if let Some(mut connection) = lease.connection.take()
            && (is_proven(&connection) || connection.ask_type(self.hasty_for(wait).options()).is_ok())
        {
            return Ok((lease, connection));
        }
        let connection = Connection::open(self.address(), self.options(), deadline)?;
        Ok((lease, connection))
    }

    /// Makes one attempt at a call. If a pooled connection is lost, the others are probably lost too. It then closes
    /// all idle connections and calls again on a new one, which does not count as a retry.
    fn attempt<T>(
        &self,
        is_doubtful: &mut bool,
        call: &mut impl FnMut(&mut Client) -> thrift::Result<T>,
    ) -> Result<T, Failure> {
        let options = self.options();
        let mut deadline = after(options.connect_timeout);
        let mut lease = self.inner.pool.lease(options, deadline).map_err(Failure::Unsent)?;
        if let Some(connection) = lease.connection.take() {
            match self.call_through(lease, connection, &mut *call) {
                Err(failure @ (Failure::Lost(_) | Failure::Unsent(_))) => {
                    *is_doubtful |= failure.is_doubtful();
                    self.inner.pool.clear();
                }
                result => return result,
            }
            // The lost connection may have taken longer than `connect_timeout` to fail.
            deadline = after(options.connect_timeout);
            lease = self.inner.pool.lease(options, deadline).map_err(Failure::Unsent)?;
            // Another call may have returned a connection to the pool in the meantime.
            lease.connection = None;
        }
        let connection = Connection::open(self.address(), options, deadline).map_err(Failure::Unsent)?;
        self.call_through(lease, connection, call)
    }

    /// Makes a call on a connection, and returns the connection to the pool if it is still usable.
    fn call_through<T>(
        &self,
        lease: Lease<'_>,
        mut connection: Connection,
        call: impl FnOnce(&mut Client) -> thrift::Result<T>,
    ) -> Result<T, Failure> {
        let result = connection.call(self.options(), call);
        if matches!(result, Ok(_) | Err(Failure::Said(_))) {
            lease.keep(connection);
        }
        result
    }

    /// Returns the error for the last failure. For a missing table, HBase reports only its name. For a disabled table,
    /// HBase retries until the call times out. In these cases, the client checks the table.
    fn explain(&self, failure: Failure, task: Task, family: Option<&[u8]>) -> HBaseError {
        let (is_late, is_vague) = match &failure {
            Failure::TimedOut => (true, true),
            Failure::Said(exception) => (false, exception.is_vague()),
            _ => (false, false),
        };
        if is_vague && !task.table.is_empty() {
            let (hasty, name) = (self.hasty(), || table_name(&task.table));
            // HBase reports a missing table at once, so a missing table is not the reason for a timeout.
            if !is_late && let Ok(false) = hasty.call_once(|client| client.table_exists(name())) {
                return HBaseError::NoTable { table: task.table };
            }
            if let Ok(false) = hasty.call_once(|client| client.is_table_enabled(name())) {
                return HBaseError::Disabled { table: task.table };
            }
        }
        failure.into_error(task, self.address(), self.options(), family)
    }

    /// Returns the error for a complete answer that does not belong to the task.
    pub(crate) fn malformed(&self, task: Task, message: String) -> HBaseError {
        HBaseError::Protocol { task, address: self.address().into(), message }
    }

    /// Runs `work` in the background when a worker is free.
    pub(crate) fn spawn(&self, work: impl FnOnce() + Send + 'static) {
        self.inner.workers.execute(self.options().parallel, work);
    }
}

/// Shows the address.
impl fmt::Debug for HBase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HBase").field("address", &self.inner.address).finish_non_exhaustive()
    }
}

fn unreachable(address: &str, source: io::Error) -> HBaseError {
    HBaseError::Unreachable { address: address.into(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_where_nobody_listens_are_named() {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let error = HBase::connect(&free.to_string()).unwrap_err();
        assert!(matches!(error, HBaseError::Unreachable { .. }));
        assert_eq!(error.to_string(), format!("cannot reach the Thrift 2 gateway of HBase at `{free}`"));
        for address in ["localhost", "localhost:", "localhost:hbase", "localhost:70000"] {
            let error = HBase::connect(address).unwrap_err().to_string();
            let wanted = "expected the address of a gateway as `host:port`, such as `localhost:9090`";
            assert_eq!(error, format!("{wanted}, found `{address}`"));
        }
        assert!(matches!(HBase::connect("no.such.host.invalid:9090"), Err(HBaseError::Unreachable { .. })));
    }
}
