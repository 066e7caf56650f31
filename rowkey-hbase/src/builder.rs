//! The options of a connection.

#[cfg(feature = "tls")]
use std::sync::Arc;
use std::time::Duration;

/// How messages are told apart on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transport {
    /// A message ends by its own content.
    Unframed,
    /// A message follows its length.
    Framed,
    /// A message is the body of an HTTP request or response.
    Http,
}

/// The options of a connection to HBase: transport, waits, tries and sizes, all with a default that fits most.
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
    /// Uses framed transport, which a gateway has that was started with `--framed`, `--nonblocking`, `--hsha` or
    /// `--selector`: unframed unless set. The protocol is the binary one.
    ///
    /// A batch is then sent in parts of at most half a [`max_frame`](Self::max_frame).
    #[must_use]
    pub const fn framed(mut self, framed: bool) -> Self {
        self.transport = if framed { Transport::Framed } else { Transport::Unframed };
        self
    }

    /// Talks to a gateway in HTTP mode (`hbase.regionserver.thrift.http`), in place of framed or unframed transport. With
    /// `Builder::tls` (cargo feature `tls`) that is HTTPS, the only TLS that the gateway has of its own.
    #[must_use]
    pub const fn http(mut self, http: bool) -> Self {
        self.transport = if http { Transport::Http } else { Transport::Unframed };
        self
    }

    /// The most bytes of a request with framed transport: 2 MiB unless set, the gateway's own
    /// `hbase.regionserver.thrift.framed.max_frame_size_in_mb`. It closes the connection at a larger one, without a word.
    #[must_use]
    pub const fn max_frame(mut self, bytes: usize) -> Self {
        self.max_frame = bytes;
        self
    }

    /// The most connections that are open at a time: 64 unless set, and as many as [`parallel`](Self::parallel) at
    /// least. A further call waits until one is free, for [`connect_timeout`](Self::connect_timeout) and as long as it
    /// may be tried again.
    #[must_use]
    pub const fn connections(mut self, most: usize) -> Self {
        self.connections = most;
        self
    }

    /// The age at which a connection is closed: 10 minutes unless set. A new one may reach another gateway behind the same address.
    #[must_use]
    pub const fn max_age(mut self, age: Duration) -> Self {
        self.max_age = age;
        self
    }

    /// The time to wait for a connection, TLS handshake included: 10 seconds unless set. [`connect`](Self::connect) finds
    /// out within the same time who is there. The time that the system takes to look the name up is not bounded.
    #[must_use]
    pub const fn connect_timeout(mut self, wait: Duration) -> Self {
        self.connect_timeout = wait;
        self
    }

    /// The time to wait for the whole answer to a call that was sent: 60 seconds unless set. Creating a table of hundreds
    /// of regions takes as long as HBase needs to open them.
    #[must_use]
    pub const fn read_timeout(mut self, wait: Duration) -> Self {
        self.read_timeout = wait;
        self
    }

    /// The time to wait until the gateway has taken all that is sent: 60 seconds unless set.
    #[must_use]
    pub const fn write_timeout(mut self, wait: Duration) -> Self {
        self.write_timeout = wait;
        self
    }

    /// The most times that a call is tried again: as often as [`retry_for`](Self::retry_for) allows unless set.
    #[must_use]
    pub const fn retries(mut self, retries: u32) -> Self {
        self.retries = retries;
        self
    }

    /// The time after its first failure in which a call is tried again, if it [may be](crate::HBase#which-calls-are-repeated): 60 seconds
    /// unless set; a server that is killed and started again is back after 20 to 30. The first pause is 50 ms at most, each
    /// further one twice as long, up to 2 seconds, and up to half of each is left out at random.
    #[must_use]
    pub const fn retry_for(mut self, budget: Duration) -> Self {
        self.retry_for = budget;
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

    /// The most rows that a scan asks for at once: 4,000 unless set, whose keys alone can have 128 MiB. The gateway gathers
    /// all of them before it answers, and looks for the first of them anew: a scan begins with 1,000 at most, and its
    /// pages grow.
    #[must_use]
    pub fn page_rows(mut self, rows: usize) -> Self {
        self.page_rows = rows.clamp(1, i32::MAX as usize - 1);
        self
    }

    /// The most bytes that a page of a scan has in memory: 2 MiB unless set, 8 KiB at least. The region servers keep to
    /// it, whatever the rows before it were; only a single row can have more, and is then read by itself. A scan has two
    /// pages at most, one that is read and one that is asked for, and a row.
    #[must_use]
    pub const fn page_bytes(mut self, bytes: usize) -> Self {
        self.page_bytes = bytes;
        self
    }

    /// The most bytes that the pages of all scans of this connection have in memory together: 64 MiB unless set. Many
    /// scans at a time, such as those of a plan with a range for each of 256 buckets, have smaller pages, of 8 KiB at
    /// least: no scan waits for another. Beside its pages each scan holds the row that it was asked for.
    #[must_use]
    pub const fn scan_bytes(mut self, bytes: usize) -> Self {
        self.scan_bytes = bytes;
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

    /// The most bytes of a value together with its key, family, qualifier and 24 bytes of HBase's: 10 MiB unless set, as
    /// HBase's own `hbase.client.keyvalue.maxsize` and `hbase.server.keyvalue.maxsize`. The gateway does not say what is
    /// wrong with a longer one, so it is not sent.
    #[must_use]
    pub const fn max_value(mut self, bytes: usize) -> Self {
        self.max_value = bytes;
        self
    }

    /// `true` if TLS was chosen.
    #[cfg(feature = "tls")]
    pub(crate) const fn has_tls(&self) -> bool {
        self.tls.is_some()
    }

    #[cfg(not(feature = "tls"))]
    pub(crate) const fn has_tls(&self) -> bool {
        false
    }

    /// The transport, as messages name it.
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
