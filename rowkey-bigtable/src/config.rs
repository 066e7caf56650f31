//! The options of a connection to Bigtable.

#[cfg(feature = "tls")]
use rustls::RootCertStore;
#[cfg(feature = "tls")]
use rustls::pki_types::{CertificateDer, pem::PemObject};
use std::error::Error;
use std::fmt;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tonic::transport::Endpoint;

use crate::error::BigtableError;
use crate::pool::Times;

/// A token, or the reason why there is none.
pub(crate) type Token = Result<String, Box<dyn Error + Send + Sync>>;

/// A source of tokens.
pub(crate) type Tokens = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Token> + Send>> + Send + Sync>;

/// The scopes of a token of [`Config::google_credentials`]: rows and tables.
#[cfg(feature = "credentials")]
const SCOPES: &[&str] =
    &["https://www.googleapis.com/auth/bigtable.data", "https://www.googleapis.com/auth/bigtable.admin.table"];

/// The name of this client in the header `user-agent`, before tonic's own name.
const USER_AGENT: &str = concat!("rowkey-bigtable/", env!("CARGO_PKG_VERSION"));

/// The TLS configuration, or the reason why its certificates cannot be read.
#[cfg(feature = "tls")]
pub(crate) type Tls = Result<tonic::transport::ClientTlsConfig, String>;

/// The options of a [`Bigtable`](crate::Bigtable) client: address, project, timeouts, and sizes. All options except for
/// the address, project, and instance have defaults.
///
/// ```
/// use rowkey_bigtable::Config;
/// use std::time::Duration;
///
/// let config = Config::emulator("localhost:8086", "project", "instance")
///     .timeout(Duration::from_secs(10))
///     .attempt_timeout(Duration::from_secs(2));
/// ```
#[derive(Clone)]
pub struct Config {
    /// The address of the data service. The service for tables has another one.
    pub(crate) data: String,
    pub(crate) admin: String,
    pub(crate) project: String,
    pub(crate) instance: String,
    pub(crate) app_profile: String,
    pub(crate) tokens: Option<Tokens>,
    pub(crate) allows_cleartext_tokens: bool,
    /// `true` if the client sends no tokens, because the environment names an emulator.
    pub(crate) needs_no_tokens: bool,
    #[cfg(feature = "tls")]
    pub(crate) tls: Option<Tls>,
    pub(crate) keep_alive: Option<Duration>,
    pub(crate) connect_timeout: Duration,
    pub(crate) idle_timeout: Duration,
    pub(crate) attempt_timeout: Duration,
    pub(crate) timeout: Duration,
    pub(crate) parallel: usize,
    pub(crate) batch_rows: usize,
    pub(crate) batch_bytes: usize,
    pub(crate) max_row: usize,
}

impl Config {
    /// Creates a configuration for Google's emulator at `host:port`, or for any other server without TLS and tokens.
    ///
    /// ```
    /// use rowkey_bigtable::Config;
    ///
    /// let config = Config::emulator("localhost:8086", "project", "instance");
    /// ```
    #[must_use]
    pub fn emulator(address: &str, project: &str, instance: &str) -> Self {
        Self {
            data: address.into(),
            admin: address.into(),
            project: project.into(),
            instance: instance.into(),
            app_profile: String::new(),
            tokens: None,
            allows_cleartext_tokens: false,
            needs_no_tokens: false,
            #[cfg(feature = "tls")]
            tls: None,
            keep_alive: None,
            connect_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(60),
            attempt_timeout: Duration::from_secs(20),
            timeout: Duration::from_secs(60),
            parallel: 4,
            batch_rows: 1_000,
            batch_bytes: 4 << 20,
            max_row: 256 << 20,
        }
    }

    /// Creates a configuration for Google's service, over TLS. It trusts the certificate authorities of Mozilla's list.
    /// Call [`tokens`](Self::tokens) to add the tokens that the service requires.
    ///
    /// ```
    /// # use rowkey_bigtable::Config;
    /// # async fn token_of_the_metadata_server() -> Result<String, std::io::Error> { Ok(String::new()) }
    /// let config = Config::google("project", "instance").tokens(token_of_the_metadata_server);
    /// ```
    #[cfg(feature = "tls")]
    #[cfg_attr(docsrs, doc(cfg(feature = "tls")))]
    #[must_use]
    pub fn google(project: &str, instance: &str) -> Self {
        Self {
            data: "bigtable.googleapis.com:443".into(),
            admin: "bigtableadmin.googleapis.com:443".into(),
            tls: Some(Ok(tonic::transport::ClientTlsConfig::new().with_webpki_roots())),
            keep_alive: Some(Duration::from_secs(30)),
            ..Self::emulator("", project, instance)
        }
    }

    /// Creates a configuration from the environment, like Google's own clients. If `BIGTABLE_EMULATOR_HOST` is set to
    /// `host:port`, it uses that emulator, without TLS and tokens. Otherwise, it uses Google's service, like
    /// [`google`](Self::google).
    ///
    /// Call [`tokens`](Self::tokens) or `google_credentials` in both cases. The client does not send tokens to the
    /// emulator.
    ///
    /// ```
    /// # use rowkey_bigtable::Config;
    /// # async fn token_of_the_metadata_server() -> Result<String, std::io::Error> { Ok(String::new()) }
    /// let config = Config::from_env("project", "instance").tokens(token_of_the_metadata_server);
    /// ```
    #[cfg(feature = "tls")]
    #[cfg_attr(docsrs, doc(cfg(feature = "tls")))]
    #[must_use]
    pub fn from_env(project: &str, instance: &str) -> Self {
        match std::env::var_os("BIGTABLE_EMULATOR_HOST").filter(|address| !address.is_empty()) {
            // A value that is not Unicode is not an address, so connecting rejects it.
            Some(address) => {
                Self { needs_no_tokens: true, ..Self::emulator(&address.to_string_lossy(), project, instance) }
            }
            None => Self::google(project, instance),
        }
    }

    /// Uses TLS, and trusts only the certificates in a PEM text. Connecting fails with [`BigtableError::Tls`] if it
    /// cannot be read or contains no certificate.
    ///
    /// The certificates can belong to authorities or to servers. A server certificate that is also an authority is
    /// rejected (`CaUsedAsEndEntity`). `openssl req -x509` creates such a certificate by default. To avoid it, pass
    /// `-addext basicConstraints=critical,CA:FALSE`.
    #[cfg(feature = "tls")]
    #[cfg_attr(docsrs, doc(cfg(feature = "tls")))]
    #[must_use]
    pub fn tls_trusting(mut self, pem: &str) -> Self {
        let trusting = |roots: RootCertStore| tonic::transport::ClientTlsConfig::new().trust_anchors(roots.roots);
        self.tls = Some(read_roots(pem).map(trusting).map_err(|error| error.to_string()));
        self
    }

    /// Sends a token with each call, as `authorization: Bearer ..`. The client calls `source` before each attempt, so
    /// cache the token there until shortly before it expires. If `source` takes longer than an attempt may take, the
    /// call fails with [`BigtableError::Token`].
    ///
    /// Tokens are secret. Without TLS, the client sends them only to the local machine (`localhost`, `127.0.0.1`,
    /// `[::1]`). For other addresses, connecting fails with [`BigtableError::CleartextTokens`], unless you call
    /// [`allow_cleartext_tokens`](Self::allow_cleartext_tokens).
    ///
    /// With the cargo feature `credentials`, `google_credentials` is a source for most programs. For other methods,
    /// such as workload identity federation, use any library that provides tokens.
    #[must_use]
    pub fn tokens<F, R, E>(mut self, source: F) -> Self
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = Result<String, E>> + Send + 'static,
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        if !self.needs_no_tokens {
            self.tokens = Some(Arc::new(move || {
                let token = source();
                Box::pin(async move { token.await.map_err(Into::into) })
            }));
        }
        self
    }

    /// Sends the tokens of Google Cloud's application default credentials, from the crate `gcp_auth`. The first call
    /// that needs a token searches for them in this order:
    ///
    /// 1. The key file of a service account in the environment variable `GOOGLE_APPLICATION_CREDENTIALS`.
    /// 2. The file in the home directory from `gcloud auth application-default login`.
    /// 3. The metadata server, on Google's machines.
    /// 4. The command `gcloud auth print-access-token`.
    ///
    /// It caches a token until shortly before it expires.
    ///
    /// ```
    /// use rowkey_bigtable::Config;
    ///
    /// let config = Config::from_env("project", "instance").google_credentials();
    /// ```
    #[cfg(feature = "credentials")]
    #[cfg_attr(docsrs, doc(cfg(feature = "credentials")))]
    #[must_use]
    pub fn google_credentials(self) -> Self {
        let provider = Arc::<tokio::sync::OnceCell<Arc<dyn gcp_auth::TokenProvider>>>::default();
        self.tokens(move || {
            let provider = Arc::clone(&provider);
            async move {
                let provider = provider.get_or_try_init(gcp_auth::provider).await?;
                provider.token(SCOPES).await.map(|token| token.as_str().to_owned())
            }
        })
    }

    /// Allows [tokens](Self::tokens) without TLS to other machines. Use it only if you trust the network, for example
    /// to reach a proxy that adds TLS, or in a test.
    #[must_use]
    pub const fn allow_cleartext_tokens(mut self) -> Self {
        self.allows_cleartext_tokens = true;
        self
    }

    /// Sets the application profile of all calls. By default, the instance chooses it.
    #[must_use]
    pub fn app_profile(mut self, name: &str) -> Self {
        self.app_profile = name.into();
        self
    }

    /// Sets another address (`host:port`) for reads and writes of rows, such as a regional or private endpoint of
    /// Google's service, or a proxy. The TLS settings and trusted certificates stay the same.
    #[must_use]
    pub fn data_address(mut self, address: &str) -> Self {
        self.data = address.into();
        self
    }

    /// Sets another address for table administration than for rows.
    #[must_use]
    pub fn admin_address(mut self, address: &str) -> Self {
        self.admin = address.into();
        self
    }

    /// Sets the interval of keep-alive pings on idle connections. A connection that does not answer within 10 seconds
    /// is closed. The default is 30 seconds for Google's service. It is off for the emulator, which treats pings as an
    /// attack.
    #[must_use]
    pub const fn keep_alive(mut self, every: Duration) -> Self {
        self.keep_alive = Some(every);
        self
    }

    /// Sets the maximum time to open a connection. The default is 10 seconds.
    #[must_use]
    pub const fn connect_timeout(mut self, most: Duration) -> Self {
        self.connect_timeout = most;
        self
    }

    /// Sets the time to keep a connection without calls, unless it is the only one. The default is 60 seconds, and it
    /// may take up to twice as long. A connection carries 100 concurrent calls, so more connections open only for more
    /// concurrent calls.
    #[must_use]
    pub const fn idle_timeout(mut self, most: Duration) -> Self {
        self.idle_timeout = most;
        self
    }

    /// Sets the maximum time of one attempt of a call, or of the wait for the next message of a scan. The default is 20
    /// seconds. After that, the connection serves no more calls. A call that can be repeated is retried on another
    /// connection.
    #[must_use]
    pub const fn attempt_timeout(mut self, most: Duration) -> Self {
        self.attempt_timeout = most;
        self
    }

    /// Sets the maximum time of a call or a part of a batch, including all retries, and of each wait for the next row
    /// of a scan. The default is 60 seconds. [`Bigtable::with_timeout`](crate::Bigtable::with_timeout) changes it for
    /// some calls.
    #[must_use]
    pub const fn timeout(mut self, most: Duration) -> Self {
        self.timeout = most;
        self
    }

    /// Sets the number of parts of a batch that are in flight at the same time. The default is 4.
    #[must_use]
    pub const fn parallel(mut self, parts: usize) -> Self {
        self.parallel = if parts == 0 { 1 } else { parts };
        self
    }

    /// Sets the maximum number of rows in a part of a batch. The default is 1,000, and Bigtable accepts up to 100,000.
    #[must_use]
    pub const fn batch_rows(mut self, most: usize) -> Self {
        self.batch_rows = if most == 0 { 1 } else { most };
        self
    }

    /// Sets the maximum size of the keys and values in a part of a batch, unless it has a single row. The default is 4
    /// MiB.
    #[must_use]
    pub const fn batch_bytes(mut self, most: usize) -> Self {
        self.batch_bytes = most;
        self
    }

    /// Sets the maximum memory of a row while it is read, and the maximum size of a message. The default is 256 MiB,
    /// like Bigtable's limit for a row.
    ///
    /// A row takes the bytes of its key, families, columns, values, and labels. On 64-bit machines, it also takes 208
    /// bytes for each cell after the first, and 48 for each label. So a row with millions of small cells reaches the
    /// limit with smaller values. A larger row is [`BigtableError::Malformed`].
    #[must_use]
    pub const fn max_row(mut self, most: usize) -> Self {
        self.max_row = most;
        self
    }

    /// Returns how long the connections of a pool are kept.
    pub(crate) fn times(&self) -> Times {
        Times { idle: self.idle_timeout, patience: self.attempt_timeout.min(self.timeout) }
    }

    /// Returns the endpoint at an address.
    ///
    /// # Design
    ///
    /// A connection carries many streams. HTTP/2 limits the unread bytes of each stream, and of all streams together.
    ///
    /// A merge reads a row from one stream, then a row from another. A stream that it does not read yet keeps its
    /// window full. If such windows fill the window of the connection, the stream that the merge waits for never gets
    /// its bytes. So a connection has at most [`MOST_STREAMS`](crate::pool::MOST_STREAMS) streams, and their windows
    /// fit into its own.
    pub(crate) fn endpoint(&self, address: &str) -> Result<Endpoint, BigtableError> {
        let error = |source| BigtableError::Address { address: address.into(), source };
        let scheme = if self.has_tls() { "https" } else { "http" };
        let endpoint = Endpoint::from_shared(format!("{scheme}://{address}")).map_err(error)?;
        let is_cleartext = self.tokens.is_some() && !self.has_tls() && !is_loopback(endpoint.uri().host());
        if is_cleartext && !self.allows_cleartext_tokens {
            return Err(BigtableError::CleartextTokens { address: address.into() });
        }
        let mut endpoint = endpoint
            .user_agent(USER_AGENT)
            .map_err(error)?
            .connect_timeout(self.connect_timeout)
            .tcp_nodelay(true)
            .initial_stream_window_size(crate::pool::STREAM_WINDOW)
            .initial_connection_window_size(crate::pool::STREAM_WINDOW * crate::pool::MOST_STREAMS);
        if let Some(every) = self.keep_alive {
            endpoint = endpoint
                .http2_keep_alive_interval(every)
                .keep_alive_timeout(Duration::from_secs(10))
                .keep_alive_while_idle(true);
        }
        #[cfg(feature = "tls")]
        if let Some(tls) = &self.tls {
            let error = |source| BigtableError::Tls { address: address.into(), source };
            let tls = tls.clone().map_err(|flaw| error(flaw.into()))?;
            endpoint = endpoint.tls_config(tls).map_err(|source| error(source.into()))?;
        }
        Ok(endpoint)
    }

    #[cfg(feature = "tls")]
    pub(crate) const fn has_tls(&self) -> bool {
        self.tls.is_some()
    }

    #[cfg(not(feature = "tls"))]
    pub(crate) const fn has_tls(&self) -> bool {
        false
    }

    /// Returns `projects/P/instances/I`.
    pub(crate) fn instance_name(&self) -> String {
        format!("projects/{}/instances/{}", self.project, self.instance)
    }

    /// Returns `projects/P/instances/I/tables/T`.
    pub(crate) fn table_name(&self, table: &str) -> String {
        format!("{}/tables/{table}", self.instance_name())
    }
}

/// Parses all certificates of a PEM text. Returns an error if it has none.
#[cfg(feature = "tls")]
fn read_roots(pem: &str) -> Result<RootCertStore, Box<dyn Error>> {
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(pem.as_bytes()) {
        roots.add(certificate?)?;
    }
    if roots.is_empty() { Err("expected a certificate in PEM, found none".into()) } else { Ok(roots) }
}

/// Returns `true` if a host is the local machine.
fn is_loopback(host: Option<&str>) -> bool {
    let host = host.unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || address.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

/// Shows the address, the project, and the instance.
impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("address", &self.data)
            .field("instance", &self.instance_name())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_is_known_by_its_names() {
        for (host, is_this) in [
            ("localhost", true),
            ("LocalHost", true),
            ("127.0.0.1", true),
            ("127.9.9.9", true),
            ("[::1]", true),
            ("localhost.example.org", false),
            ("10.0.0.1", false),
            ("[::2]", false),
            ("0.0.0.0", false),
            ("", false),
        ] {
            assert_eq!(is_loopback(Some(host)), is_this, "{host}");
        }
        assert!(!is_loopback(None));
    }
}
