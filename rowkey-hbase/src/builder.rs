//! The options of a connection.

#[cfg(feature = "tls")]
use std::sync::Arc;
use std::time::Duration;

/// The way to separate messages on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transport {
    /// The content of a message shows where it ends.
    Unframed,
    /// Each message follows its length.
    Framed,
    /// A message is the body of an HTTP request or response.
    Http,
}

/// The options of a connection to HBase: transport, timeouts, retries, and sizes. All options have defaults.
///
/// [`HBase::builder`](crate::HBase::builder) creates a builder, and [`connect`](Self::connect) connects:
///
/// ```no_run
/// use rowkey_hbase::HBase;
/// use std::time::Duration;
///
/// let hbase = HBase::builder()
///     .framed(true)
///     .read_timeout(Duration::from_secs(10))
///     .retry_for(Duration::from_secs(30))
///     .connect("127.0.0.1:9090")?;
/// # Ok::<(), rowkey_hbase::HBaseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    pub(crate) transport: Transport,
    pub(crate) max_frame: usize,
    #[cfg(feature = "tls")]
    pub(crate) tls: Option<Arc<rustls::ClientConfig>>,
    pub(crate) connections: usize,
    pub(crate) max_age: Duration,
    pub(crate) connect_timeout: Duration,
    pub(crate) read_timeout: Duration,
    pub(crate) write_timeout: Duration,
    pub(crate) retries: u32,
    pub(crate) retry_for: Duration,
    pub(crate) parallel: usize,
    pub(crate) page_rows: usize,
    pub(crate) page_bytes: usize,
    pub(crate) scan_bytes: usize,
    pub(crate) batch_rows: usize,
    pub(crate) batch_bytes: usize,
    pub(crate) max_answer: usize,
    pub(crate) max_value: usize,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            transport: Transport::Unframed,
            max_frame: 2 << 20,
            #[cfg(feature = "tls")]
            tls: None,
            connections: 64,
            max_age: Duration::from_secs(10 * 60),
            connect_timeout: Duration::from_secs(10),
            read_timeout: Duration::from_secs(60),
            write_timeout: Duration::from_secs(60),
            retries: u32::MAX,
            retry_for: Duration::from_secs(60),
            parallel: 16,
            page_rows: 4_000,
            page_bytes: 2 << 20,
            scan_bytes: 64 << 20,
            batch_rows: 2_000,
            batch_bytes: 2 << 20,
            max_answer: 64 << 20,
            max_value: 10 << 20,
        }
    }
}

impl Builder {
    /// Sets framed transport, for a gateway that you start with `--framed`, `--nonblocking`, `--hsha`, or `--selector`.
    /// The default is unframed. The protocol is the binary one.
    ///
    /// With framed transport, a batch is sent in parts of at most half of [`max_frame`](Self::max_frame).
    #[must_use]
    pub const fn framed(mut self, framed: bool) -> Self {
        self.transport = if framed { Transport::Framed } else { Transport::Unframed };
        self
    }

    /// Sets HTTP transport, for a gateway in HTTP mode (`hbase.regionserver.thrift.http`). It replaces framed and
    /// unframed transport. With `Builder::tls` (cargo feature `tls`), it uses HTTPS, the only TLS that the gateway
    /// itself supports.
    #[must_use]
    pub const fn http(mut self, http: bool) -> Self {
        self.transport = if http { Transport::Http } else { Transport::Unframed };
        self
    }

    /// Sets the maximum size of a request with framed transport. The default is 2 MiB, like the gateway's
    /// `hbase.regionserver.thrift.framed.max_frame_size_in_mb`. The gateway silently closes the connection at a larger
    /// request.
    #[must_use]
    pub const fn max_frame(mut self, bytes: usize) -> Self {
        self.max_frame = bytes;
        self
    }

    /// Sets the maximum number of open connections. The default is 64, and the minimum is [`parallel`](Self::parallel).
    /// If all are in use, a call waits up to [`connect_timeout`](Self::connect_timeout), and for as long as it may be
    /// retried.
    #[must_use]
    pub const fn connections(mut self, most: usize) -> Self {
        self.connections = most;
        self
    }

    /// Sets the age at which a connection is closed. The default is 10 minutes. Its replacement may reach another
    /// gateway at the same address.
    #[must_use]
    pub const fn max_age(mut self, age: Duration) -> Self {
        self.max_age = age;
        self
    }

    /// Sets the maximum time to open a connection, including the TLS handshake. The default is 10 seconds.
    /// [`connect`](Self::connect) identifies the server within the same time. It does not limit the time of the name
    /// lookup by the operating system.
    #[must_use]
    pub const fn connect_timeout(mut self, wait: Duration) -> Self {
        self.connect_timeout = wait;
        self
    }

    /// Sets the maximum time from the request to the end of its answer. The default is 60 seconds. Creating a table
    /// with hundreds of regions takes as long as HBase needs to open them.
    #[must_use]
    pub const fn read_timeout(mut self, wait: Duration) -> Self {
        self.read_timeout = wait;
        self
    }

    /// Sets the maximum time to send a whole request. The default is 60 seconds.
    #[must_use]
    pub const fn write_timeout(mut self, wait: Duration) -> Self {
        self.write_timeout = wait;
        self
    }

    /// Sets the maximum number of retries of a call. By default, only [`retry_for`](Self::retry_for) limits them.
    #[must_use]
    pub const fn retries(mut self, retries: u32) -> Self {
        self.retries = retries;
        self
    }

    /// Sets the time after the first failure of a call in which it is retried, if it [can
    /// be](crate::HBase#which-calls-are-repeated). The default is 60 seconds. A server that is killed and restarted is
    /// back after 20 to 30 seconds.
    ///
    /// The first pause is at most 50 ms. Each later pause is twice as long, up to 2 seconds. Up to half of each pause
    /// is randomly left out (jitter).
    #[must_use]
    pub const fn retry_for(mut self, budget: Duration) -> Self {
        self.retry_for = budget;
        self
    }

    /// Sets the number of ranges to read concurrently, each on its own connection. The default is 16, and the minimum
    /// is 1. A plan with more ranges than buckets prefetches that number of pages. With a limit, it prefetches no more
    /// ranges than it has already read.
    #[must_use]
    pub fn parallel(mut self, ranges: usize) -> Self {
        self.parallel = ranges.max(1);
        self
    }

    /// Sets the maximum number of rows of a scan page. The default is 4,000 rows, whose keys alone can take up to 128
    /// MiB. The gateway collects the whole page before it answers, and searches for its first row. So a scan starts
    /// with at most 1,000 rows, and its pages grow.
    #[must_use]
    pub fn page_rows(mut self, rows: usize) -> Self {
        self.page_rows = rows.clamp(1, i32::MAX as usize - 1);
        self
    }

    /// Sets the maximum memory of a scan page in bytes. The default is 2 MiB, and the minimum is 8 KiB. The region
    /// servers enforce the limit, for rows of any width. Only a single row can be larger, and it is
    /// read separately. A scan holds at most two pages, the current one and a requested one, and one row.
    #[must_use]
    pub const fn page_bytes(mut self, bytes: usize) -> Self {
        self.page_bytes = bytes;
        self
    }

    /// Sets the maximum memory of the pages of all scans of this connection, in bytes. The default is 64 MiB. Many
    /// concurrent scans, such as a plan with a range in each of 256 buckets, get smaller pages of at least 8 KiB. No
    /// scan blocks another. Each scan also holds its current row.
    #[must_use]
    pub const fn scan_bytes(mut self, bytes: usize) -> Self {
        self.scan_bytes = bytes;
        self
    }

    /// Sets the maximum number of rows in one write call. The default is 2,000.
    #[must_use]
    pub fn batch_rows(mut self, rows: usize) -> Self {
        self.batch_rows = rows.max(1);
        self
    }

    /// Sets the maximum size of the keys and values in one write call, unless it has a single row. The default is 2
    /// MiB.
    #[must_use]
    pub const fn batch_bytes(mut self, bytes: usize) -> Self {
        self.batch_bytes = bytes;
        self
    }

    /// Sets the maximum size of one answer in bytes. The default is 64 MiB. If a scan page is larger, the client
    /// requests it again with fewer rows.
    #[must_use]
    pub const fn max_answer(mut self, bytes: usize) -> Self {
        self.max_answer = bytes;
        self
    }

    /// Sets the maximum size of a value in bytes, including its key, family, qualifier, and 24 bytes of HBase overhead.
    /// The default is 10 MiB, like HBase's `hbase.client.keyvalue.maxsize` and `hbase.server.keyvalue.maxsize`. The
    /// client does not send a larger value, because the gateway's error does not explain the problem.
    #[must_use]
    pub const fn max_value(mut self, bytes: usize) -> Self {
        self.max_value = bytes;
        self
    }

    /// Returns the maximum time that a write waits for the writes of the same row before it.
    pub(crate) const fn turn_timeout(&self) -> Duration {
        let call = self.connect_timeout.saturating_add(self.write_timeout).saturating_add(self.read_timeout);
        call.saturating_add(self.retry_for)
    }

    /// Returns `true` if TLS is configured.
    #[cfg(feature = "tls")]
    pub(crate) const fn has_tls(&self) -> bool {
        self.tls.is_some()
    }

    #[cfg(not(feature = "tls"))]
    pub(crate) const fn has_tls(&self) -> bool {
        false
    }

    /// Returns the name of the transport for messages.
    pub(crate) const fn transport_name(&self) -> &'static str {
        match (self.transport, self.has_tls()) {
            (Transport::Unframed, false) => "unframed, binary protocol",
            (Transport::Framed, false) => "framed, binary protocol",
            (Transport::Http, false) => "HTTP, binary protocol",
            (Transport::Unframed, true) => "unframed, binary protocol, over TLS",
            (Transport::Framed, true) => "framed, binary protocol, over TLS",
            (Transport::Http, true) => "HTTPS, binary protocol",
        }
    }
}
