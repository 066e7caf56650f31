//! The connections to a gateway, and how calls go through them.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use std::{fmt, io, thread};
use threadpool::ThreadPool;

use crate::admin::table_name;
use crate::connection::{Client, Connection};
use crate::error::{Failure, Task};
use crate::thrift2::TTHBaseServiceSyncClient;
use crate::{HBaseError, HBaseStore};

/// An HBase, through its Thrift 2 gateway.
///
/// Connections are made when they are needed and kept for the next call. A clone uses the same ones. The gateway closes
/// those that are idle for a minute, and a gateway that is started again closes all: then new ones are made, and what
/// can be done twice without harm (all but creating and deleting tables) is done again.
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
#[derive(Clone)]
pub struct HBase {
    inner: Arc<Inner>,
}

struct Inner {
    address: String,
    options: Builder,
    /// Connections that nobody uses.
    idle: Mutex<Vec<Connection>>,
    /// What asks for the pages of scans. Its threads start with the first scan.
    workers: OnceLock<ThreadPool>,
}

/// How to connect to an HBase: waits, tries and sizes, all with a default that fits most.
#[derive(Clone, Debug)]
pub struct Builder {
    pub(crate) connect_timeout: Duration,
    pub(crate) read_timeout: Duration,
    pub(crate) write_timeout: Duration,
    pub(crate) retries: u32,
    pub(crate) parallel: usize,
    pub(crate) page_rows: usize,
    pub(crate) page_bytes: usize,
    pub(crate) batch_rows: usize,
    pub(crate) batch_bytes: usize,
    pub(crate) max_answer: usize,
    pub(crate) max_value: usize,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(10),
            read_timeout: Duration::from_secs(60),
            write_timeout: Duration::from_secs(60),
            retries: 8,
            parallel: 16,
            page_rows: 8_000,
            page_bytes: 1 << 20,
            batch_rows: 2_000,
            batch_bytes: 2 << 20,
            max_answer: 64 << 20,
            max_value: 10 << 20,
        }
    }
}

impl Builder {
    /// How long to wait for a connection: 10 seconds unless set.
    #[must_use]
    pub const fn connect_timeout(mut self, wait: Duration) -> Self {
        self.connect_timeout = wait;
        self
    }

    /// How long to wait for an answer: 60 seconds unless set. Creating a table of hundreds of regions takes as long as
    /// HBase needs to open them.
    #[must_use]
    pub const fn read_timeout(mut self, wait: Duration) -> Self {
        self.read_timeout = wait;
        self
    }

    /// How long to wait for the gateway to take what is sent: 60 seconds unless set.
    #[must_use]
    pub const fn write_timeout(mut self, wait: Duration) -> Self {
        self.write_timeout = wait;
        self
    }

    /// How often to try again where a connection is lost or cannot be made, or a region is on the move: 8 times unless
    /// set. The first pause is 50 ms, each further one twice as long, up to 2 seconds: 7 seconds for 8.
    #[must_use]
    pub const fn retries(mut self, retries: u32) -> Self {
        self.retries = retries;
        self
    }

    /// How many ranges are read at a time, each through a connection of its own: 16 unless set, and 1 at least. A plan
    /// with more ranges than buckets has so many pages asked for ahead; with a limit, no more ranges than it has read
    /// before.
    #[must_use]
    pub fn parallel(mut self, ranges: usize) -> Self {
        self.parallel = ranges.max(1);
        self
    }

    /// The most rows that a scan asks for at once: 8,000 unless set. The gateway gathers all of them before it answers,
    /// and looks for the first of them anew: a scan begins with 1,000 at most, and its pages grow.
    #[must_use]
    pub fn page_rows(mut self, rows: usize) -> Self {
        self.page_rows = rows.clamp(1, i32::MAX as usize - 1);
        self
    }

    /// How many bytes of keys and values a scan asks for at once: about 1 MiB unless set, as far as the rows before
    /// tell how wide the next ones are. A scan holds two such pages at most.
    #[must_use]
    pub const fn page_bytes(mut self, bytes: usize) -> Self {
        self.page_bytes = bytes;
        self
    }

    /// The most rows that are written by one call: 2,000 unless set.
    #[must_use]
    pub fn batch_rows(mut self, rows: usize) -> Self {
        self.batch_rows = rows.max(1);
        self
    }

    /// The most bytes of keys and values that are written by one call, where it is not a single row: 2 MiB unless set.
    #[must_use]
    pub const fn batch_bytes(mut self, bytes: usize) -> Self {
        self.batch_bytes = bytes;
        self
    }

    /// The most bytes that are read of one answer: 64 MiB unless set. A page of a scan that is larger is asked for
    /// again with fewer rows.
    #[must_use]
    pub const fn max_answer(mut self, bytes: usize) -> Self {
        self.max_answer = bytes;
        self
    }

    /// The most bytes of a value: 10 MiB unless set, HBase's own `hbase.client.keyvalue.maxsize`. The gateway does not
    /// say what is wrong with a longer one, so it is not sent.
    #[must_use]
    pub const fn max_value(mut self, bytes: usize) -> Self {
        self.max_value = bytes;
        self
    }

    /// Connects to the gateway at `address`: `host:port`, most often port 9090.
    ///
    /// # Errors
    ///
    /// [`HBaseError::Address`], [`HBaseError::Unreachable`]; this first time, nothing is tried again.
    pub fn connect(self, address: &str) -> Result<HBase, HBaseError> {
        let port = address.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
        if !matches!(port, Some(Ok(_))) {
            return Err(HBaseError::Address { address: address.into() });
        }
        let first = Connection::open(address, &self).map_err(|source| unreachable(address, source))?;
        let (idle, workers) = (Mutex::new(vec![first]), OnceLock::new());
        Ok(HBase { inner: Arc::new(Inner { address: address.into(), options: self, idle, workers }) })
    }
}

impl HBase {
    /// Connects to the gateway at `address`, `host:port`, with the defaults of [`Builder`].
    ///
    /// # Errors
    ///
    /// [`HBaseError::Address`], [`HBaseError::Unreachable`].
    pub fn connect(address: &str) -> Result<Self, HBaseError> {
        Self::builder().connect(address)
    }

    /// Sets waits, tries and sizes before connecting.
    #[must_use]
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// The rows of a table as a [`Store`](rowkey_store::Store): each has its value in the column `v` of the family,
    /// unless [another](HBaseStore::with_qualifier) is named. Nothing is asked of HBase yet: where the table or the
    /// family is missing, the first read or write says so.
    #[must_use]
    pub fn table(&self, name: &str, family: &str) -> HBaseStore {
        HBaseStore::new(self.clone(), name, family)
    }

    pub(crate) fn options(&self) -> &Builder {
        &self.inner.options
    }

    /// Calls the gateway, and again where the connection is lost or HBase is busy with itself: for what can be done
    /// twice without harm.
    pub(crate) fn call<T>(
        &self,
        task: impl Fn() -> Task,
        family: Option<&[u8]>,
        mut call: impl FnMut(&mut Client) -> thrift::Result<T>,
    ) -> Result<T, HBaseError> {
        let options = self.options();
        let mut tries = 0;
        loop {
            // Taken in a statement of its own, so that the list is free again.
            let idle = self.idle().pop();
            let (failure, worn) = match idle {
                Some(connection) => (self.try_call(connection, &mut call), true),
                None => match Connection::open(&self.inner.address, options) {
                    Ok(connection) => (self.try_call(connection, &mut call), false),
                    Err(error) if tries == options.retries => return Err(unreachable(&self.inner.address, error)),
                    Err(error) => (Err(Failure::Lost(error)), false),
                },
            };
            let failure = match failure {
                Ok(done) => return Ok(done),
                Err(failure) => failure,
            };
            if worn && matches!(failure, Failure::Lost(_) | Failure::TimedOut) {
                // Closed while it was idle, and so may be the others: that is no failure yet.
                self.idle().clear();
                continue;
            }
            if tries == options.retries || !failure.is_passing() {
                return Err(self.explain(failure, task(), family));
            }
            thread::sleep(pause(tries));
            tries += 1;
        }
    }

    /// The error to return for the last failure.
    fn explain(&self, failure: Failure, task: Task, family: Option<&[u8]>) -> HBaseError {
        if failure.is_vague() && !task.table.is_empty() {
            let name = || table_name(&task.table);
            if let Ok(false) = self.call_once(|client| client.table_exists(name())) {
                return HBaseError::NoTable { table: task.table };
            }
            if let Ok(false) = self.call_once(|client| client.is_table_enabled(name())) {
                return HBaseError::Disabled { table: task.table };
            }
        }
        failure.into_error(task, self.options(), family)
    }

    /// Calls the gateway once, through a connection that was not idle: for what must not be done twice.
    pub(crate) fn call_once<T>(&self, call: impl FnOnce(&mut Client) -> thrift::Result<T>) -> Result<T, Failure> {
        let connection = Connection::open(&self.inner.address, self.options()).map_err(Failure::Lost)?;
        self.try_call(connection, call)
    }

    /// Calls through a connection, and keeps it where it is still good.
    fn try_call<T>(
        &self,
        mut connection: Connection,
        call: impl FnOnce(&mut Client) -> thrift::Result<T>,
    ) -> Result<T, Failure> {
        let result = connection.call(self.options().max_answer, call);
        if matches!(result, Ok(_) | Err(Failure::Said(_))) {
            self.idle().push(connection);
        }
        result
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Connection>> {
        // A poisoned lock does no harm here: nothing that runs under it leaves the list half changed.
        self.inner.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something in the background, when a worker is free.
    pub(crate) fn spawn(&self, work: impl FnOnce() + Send + 'static) {
        let parallel = self.options().parallel;
        let workers = || threadpool::Builder::new().num_threads(parallel).thread_name("rowkey-hbase".into()).build();
        self.inner.workers.get_or_init(workers).execute(work);
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

/// How long to wait before the next try, after so many.
pub(crate) fn pause(tries: u32) -> Duration {
    Duration::from_millis(50 << tries.min(6)).min(Duration::from_secs(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_tries_take_seven_seconds() {
        let pauses: Duration = (0..8).map(pause).sum();
        assert_eq!(pauses, Duration::from_millis(50 + 100 + 200 + 400 + 800 + 1_600 + 2_000 + 2_000));
        assert_eq!(pause(u32::MAX), Duration::from_secs(2));
    }

    #[test]
    fn addresses_where_nobody_listens_are_named() {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let error = HBase::connect(&free.to_string()).unwrap_err();
        assert!(matches!(error, HBaseError::Unreachable { .. }));
        assert_eq!(error.to_string(), format!("cannot reach the Thrift 2 gateway of HBase at `{free}`"));
        for address in ["localhost", "localhost:", "localhost:hbase", "localhost:70000"] {
            let error = HBase::connect(address).unwrap_err().to_string();
            let wanted = "` is no address of a gateway: that is `host:port`, such as `localhost:9090`";
            assert_eq!(error, format!("`{address}{wanted}"));
        }
        assert!(matches!(HBase::connect("no.such.host.invalid:9090"), Err(HBaseError::Unreachable { .. })));
    }
}
