//! The connection to Bigtable, and the calls on it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE;
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::FeatureFlags;
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::bigtable_client::BigtableClient;
use prost::Message;
use std::fmt;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::Channel;
use tonic::{Request, Response, Status};

use crate::config::Config;
use crate::error::{BigtableError, Failure, Needs, Task};
use crate::path::{Route, TablePath};
use crate::peer::Peer;
use crate::pool::{Call, Pool};
use crate::retry::Retries;
use crate::{trace, transport};

/// The value of the header `bigtable-features`, which lists the features that this client supports:
///
/// - Rows in descending order. Otherwise, Bigtable rejects reverse scans.
/// - Progress without rows. Otherwise, a scan would time out if its filter drops rows for longer than an attempt may
///   take.
/// - The delay before the next attempt, which Bigtable sends with some errors.
static FEATURES: LazyLock<Option<MetadataValue<Ascii>>> = LazyLock::new(|| {
    let flags = FeatureFlags {
        reverse_scans: true,
        last_scanned_row_responses: true,
        retry_info: true,
        ..FeatureFlags::default()
    };
    // Always `Some`, because all Base64 bytes are valid in a header.
    URL_SAFE.encode(flags.encode_to_vec()).parse().ok()
});

/// A connection to a Bigtable instance. It keeps a pool of gRPC connections.
///
/// ```no_run
/// use rowkey::RowKey;
/// use rowkey_bigtable::{Bigtable, Config};
/// use rowkey_store::AsyncTable;
///
/// #[derive(RowKey)]
/// #[rowkey(store = bigtable)]
/// struct Call {
///     #[salt(buckets = 16)]
///     phone: u64,
///     #[reverse_ts]
///     at: i64,
/// }
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let bigtable = Bigtable::connect(Config::emulator("localhost:8086", "project", "instance")).await?;
/// bigtable.create_table::<Call>("calls", "f").await?;
/// let calls = AsyncTable::<Call, _>::new(bigtable.table("calls", "f"));
/// calls.put(&Call { phone: 7, at: 5 }, "to anna").await?;
/// # Ok(())
/// # }
/// ```
///
/// # Connections
///
/// The client opens connections on demand and keeps them for later calls. Clones share the pool. Connections belong to
/// the `tokio` runtime that created them.
///
/// # How long a call takes
///
/// A call takes at most [`timeout`](Config::timeout), including all retries and the wait for
/// [other writes](crate#guarantees-and-their-limits) of the row. In a batch, this applies to each part. One
/// attempt takes at most [`attempt_timeout`](Config::attempt_timeout), which the client also sends to Bigtable in the
/// header `grpc-timeout`. A connection that is silent for that long serves no more calls.
///
/// A scan has no total limit. Each wait for the next row takes at most `timeout`, and the time between waits does not
/// count. If Bigtable reports progress, because a filter drops rows, the wait starts again. It does not start again for
/// reads by key, such as [`get`](crate::BigtableStore::get).
///
/// # Which calls are repeated
///
/// Reads and idempotent writes are retried in these cases:
///
/// - The connection is lost or cannot be opened.
/// - Bigtable does not answer in time.
/// - Bigtable returns `UNAVAILABLE`, `ABORTED`, `DEADLINE_EXCEEDED`, or `RESOURCE_EXHAUSTED`.
/// - Bigtable returns a delay for the next attempt (`google.rpc.RetryInfo`), with any code.
///
/// The first pause takes 10 ms, and each later pause about twice as long, up to 2.56 seconds. A pause is never shorter
/// than the delay that Bigtable returns. If that delay exceeds the rest of [`timeout`](Config::timeout), the call fails
/// at once with Bigtable's error.
///
/// A scan resumes after the last row that it has read. A batch resends the rows with an unknown outcome, with the same
/// timestamps.
///
/// A compare-and-set, a move, and the creation or deletion of a table are sent once. The client retries them only if it
/// could not open a connection. If the answer is lost, or is one of the first three codes, the error is
/// [`BigtableError::OutcomeUnknown`].
#[derive(Clone)]
pub struct Bigtable {
    config: Arc<Config>,
    pools: Arc<Pools>,
}

struct Pools {
    data: Pool,
    admin: Pool,
}

/// One of Bigtable's two services. Each has its own address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Service {
    /// Rows.
    Data,
    /// Tables.
    Admin,
}

/// The description of a call, for its errors and its attempts.
#[derive(Clone, Debug)]
pub(crate) struct CallSpec<'s> {
    pub(crate) head: CallHead,
    pub(crate) task: Task,
    /// The column family that the call needs.
    pub(crate) family: Option<&'s str>,
    /// `true` if the call can be executed twice without harm.
    pub(crate) is_idempotent: bool,
}

/// The description of a call for each of its attempts.
#[derive(Clone, Debug)]
pub(crate) struct CallHead {
    pub(crate) service: Service,
    pub(crate) route: Route,
    /// `true` if the call ends with its attempt, whose time the client sends in the header `grpc-timeout`. Scans are
    /// `false`, because they last until their rows are read.
    pub(crate) ends_with_attempt: bool,
}

impl CallHead {
    /// Returns the description of a call on the rows of a table.
    pub(crate) fn of_rows(path: &TablePath, ends_with_attempt: bool) -> Self {
        Self { service: Service::Data, route: path.route.clone(), ends_with_attempt }
    }

    /// Returns the description of a table administration call.
    pub(crate) const fn of_tables(route: Route) -> Self {
        Self { service: Service::Admin, route, ends_with_attempt: true }
    }
}

impl Bigtable {
    /// Connects to an instance.
    ///
    /// ```no_run
    /// use rowkey_bigtable::{Bigtable, Config};
    ///
    /// # async fn connect() -> Result<(), rowkey_bigtable::BigtableError> {
    /// let bigtable = Bigtable::connect(Config::emulator("localhost:8086", "project", "instance")).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`BigtableError::Address`], [`BigtableError::CleartextTokens`], or [`BigtableError::Unreachable`].
    /// Without TLS, it returns [`BigtableError::OtherServer`] for a different server, such as one with TLS.
    pub async fn connect(config: Config) -> Result<Self, BigtableError> {
        let unreachable = |source: tonic::transport::Error| BigtableError::Unreachable {
            address: config.data.clone(),
            source: source.into(),
        };
        let endpoint = config.endpoint(&config.data)?;
        let until = Instant::now() + config.connect_timeout;
        // The TLS handshake has its own timeout, which `connect_timeout` does not limit.
        let data = match timeout_at(until, Pool::connect(endpoint.clone(), config.times())).await {
            Ok(data) => data.map_err(unreachable)?,
            Err(elapsed) => {
                return Err(BigtableError::Unreachable { address: config.data.clone(), source: elapsed.into() });
            }
        };
        // Without TLS, connecting succeeds with any server, and the first call would fail with a lost connection.
        if !config.has_tls()
            && let Some(peer) = transport::other_server(&endpoint, until).await
        {
            let address = config.data.clone();
            return Err(match peer {
                Peer::Mute(reason) => BigtableError::Unreachable { address, source: reason.into() },
                Peer::Stranger(server) => BigtableError::OtherServer { address, server },
            });
        }
        let admin = Pool::lazy(config.endpoint(&config.admin)?, config.times());
        Ok(Self { config: config.into(), pools: Pools { data, admin }.into() })
    }

    /// Creates a client like [`connect`](Self::connect), but the first call opens the connection and returns its
    /// errors. Use it for a program that must start while Bigtable is unavailable.
    ///
    /// # Errors
    ///
    /// Returns [`BigtableError::Address`] or [`BigtableError::CleartextTokens`].
    ///
    /// # Panics
    ///
    /// The first call panics outside of a `tokio` runtime, like all of `tokio`.
    pub fn lazy(config: Config) -> Result<Self, BigtableError> {
        let data = Pool::lazy(config.endpoint(&config.data)?, config.times());
        let admin = Pool::lazy(config.endpoint(&config.admin)?, config.times());
        Ok(Self { config: config.into(), pools: Pools { data, admin }.into() })
    }

    /// Returns the same client, with the same connections and another [`timeout`](Config::timeout) for calls.
    ///
    /// ```no_run
    /// use rowkey_bigtable::Bigtable;
    /// use std::time::Duration;
    ///
    /// # async fn get(bigtable: Bigtable) -> Result<(), rowkey_bigtable::BigtableError> {
    /// let calls = bigtable.table("calls", "f");
    /// let hasty = calls.clone().with_timeout(Duration::from_millis(50));
    /// let value = hasty.get(b"key").await?; // within 50 ms, or an error
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_timeout(&self, most: Duration) -> Self {
        let config = Config::clone(&self.config).timeout(most);
        Self { config: config.into(), pools: Arc::clone(&self.pools) }
    }

    /// Returns the options.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    fn address(&self, service: Service) -> &str {
        match service {
            Service::Data => &self.config().data,
            Service::Admin => &self.config().admin,
        }
    }

    pub(crate) fn pool(&self, service: Service) -> &Pool {
        match service {
            Service::Data => &self.pools.data,
            Service::Admin => &self.pools.admin,
        }
    }

    /// Makes a call with one answer, with retries if they are allowed.
    pub(crate) async fn unary<M: Clone, R, F>(
        &self,
        spec: CallSpec<'_>,
        message: M,
        send: impl Fn(Channel, Request<M>) -> F,
    ) -> Result<R, BigtableError>
    where
        F: Future<Output = Result<Response<R>, Status>>,
    {
        self.unary_within(Retries::new(self.config().timeout), spec, message, send).await
    }

    /// Makes a call like `unary`, in the time that remains to `retries`.
    pub(crate) async fn unary_within<M: Clone, R, F>(
        &self,
        mut retries: Retries,
        spec: CallSpec<'_>,
        message: M,
        send: impl Fn(Channel, Request<M>) -> F,
    ) -> Result<R, BigtableError>
    where
        F: Future<Output = Result<Response<R>, Status>>,
    {
        let result = loop {
            let until = self.attempt_end(&retries);
            let failure = match self.attempt(&spec.head, message.clone(), until, &send).await {
                Ok((answer, _)) => break Ok(answer),
                Err(failure) => failure,
            };
            let may_repeat = if spec.is_idempotent { failure.is_passing() } else { failure.is_unsent() };
            match retries.next_pause(&failure) {
                Some(pause) if may_repeat => {
                    trace::retry(spec.task.what, &spec.task.table, &retries, &failure, pause);
                    sleep(pause).await;
                }
                _ => break Err(self.error(spec.clone(), failure, retries.elapsed())),
            }
        };
        trace::end(spec.task.what, &spec.task.table, &retries, &result);
        result
    }

    /// Makes one attempt at a call. Returns the answer, and the guard of the call, which must live as long as the
    /// answer is read.
    pub(crate) async fn attempt<M, R, F>(
        &self,
        head: &CallHead,
        message: M,
        until: Instant,
        send: impl FnOnce(Channel, Request<M>) -> F,
    ) -> Result<(R, Call), Failure>
    where
        F: Future<Output = Result<Response<R>, Status>>,
    {
        let request = self.request(head, message, until).await?;
        let call = self.pool(head.service).call();
        let answer = timeout_at(until, send(call.channel(), request)).await;
        match answer.map_or(Err(Failure::TimedOut), |answer| answer.map_err(Failure::of)) {
            Ok(answer) => Ok((answer.into_inner(), call)),
            Err(failure) => {
                if matches!(failure, Failure::TimedOut) {
                    self.pool(head.service).time_out(&call);
                }
                Err(failure)
            }
        }
    }

    /// Returns the end of an attempt that begins now.
    pub(crate) fn attempt_end(&self, retries: &Retries) -> Instant {
        retries.attempt_end(self.config().attempt_timeout)
    }

    /// Returns the error of a call that took the time `after` with all its attempts.
    pub(crate) fn error(&self, spec: CallSpec<'_>, failure: Failure, after: Duration) -> BigtableError {
        let is_unknown = failure.is_doubtful() && !spec.is_idempotent;
        let needs = Needs { family: spec.family, profile: &self.config().app_profile };
        let error = failure.into_error(spec.task.clone(), self.address(spec.head.service), after, needs);
        if is_unknown { BigtableError::OutcomeUnknown { task: spec.task, source: error.into() } } else { error }
    }

    /// Returns the request of an attempt with its headers, after waiting for the token.
    pub(crate) async fn request<M>(&self, head: &CallHead, message: M, until: Instant) -> Result<Request<M>, Failure> {
        let mut request = Request::new(message);
        let headers = request.metadata_mut();
        if let Some(features) = &*FEATURES {
            headers.insert("bigtable-features", features.clone());
        }
        if let Some(route) = &head.route {
            headers.insert("x-goog-request-params", route.clone());
        }
        if let Some(tokens) = &self.config().tokens {
            let token = timeout_at(until, tokens()).await.map_err(|elapsed| Failure::NoToken(elapsed.into()))?;
            let token = token.map_err(Failure::NoToken)?;
            let mut value: MetadataValue<Ascii> =
                format!("Bearer {token}").parse().map_err(|error| Failure::NoToken(Box::new(error)))?;
            value.set_sensitive(true);
            headers.insert("authorization", value);
        }
        if head.ends_with_attempt {
            request.set_timeout(until.saturating_duration_since(Instant::now()));
        }
        Ok(request)
    }

    /// Returns a client for calls on rows, on the given connection.
    pub(crate) fn data_client(&self, channel: Channel) -> BigtableClient<Channel> {
        // Requests have no limit, because a row is sent in one message at any width.
        let most = self.config().max_row;
        BigtableClient::new(channel).max_decoding_message_size(most).max_encoding_message_size(usize::MAX)
    }
}

/// Shows the address, the project, and the instance.
impl fmt::Debug for Bigtable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Bigtable").field(self.config()).finish()
    }
}
