//! TLS below the messages, with `rustls`.

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use std::error::Error;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use crate::Builder;
use crate::net::channel::Channel;
use crate::net::socket::Socket;

pub(crate) type Stream = StreamOwned<ClientConnection, Socket>;

impl Channel for Stream {
    fn set_deadline(&mut self, deadline: Instant) {
        self.sock.set_deadline(deadline);
    }

    fn is_quiet(&self) -> bool {
        self.sock.is_quiet()
    }
}

impl Builder {
    /// Uses TLS with a `rustls` configuration. It sets the trusted authorities and the client certificate, if any.
    ///
    /// The gateway itself supports TLS only in [HTTP mode](Self::http). In other modes, use a proxy that terminates
    /// TLS, such as stunnel, HAProxy, or Envoy.
    #[must_use]
    pub fn tls(mut self, config: Arc<ClientConfig>) -> Self {
        self.tls = Some(config);
        self
    }
}

/// Returns a TLS configuration that trusts only certificates signed by the authorities in a PEM file.
pub(crate) fn config_trusting(file: &Path) -> Result<ClientConfig, Box<dyn Error + Send + Sync>> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(config.with_root_certificates(read_roots(file)?).with_no_client_auth())
}

fn read_roots(file: &Path) -> io::Result<RootCertStore> {
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(io::Error::other)? {
        roots.add(certificate.map_err(io::Error::other)?).map_err(io::Error::other)?;
    }
    if roots.is_empty() { Err(io::Error::other("expected a certificate in PEM, found none")) } else { Ok(roots) }
}

/// Makes a TLS handshake. The server certificate must be valid for the host in `address`.
pub(crate) fn shake_hands(mut socket: Socket, address: &str, config: &Arc<ClientConfig>) -> io::Result<Stream> {
    let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    let mut connection = ClientConnection::new(Arc::clone(config), name).map_err(io::Error::other)?;
    while connection.is_handshaking() {
        connection.complete_io(&mut socket)?;
    }
    Ok(StreamOwned::new(connection, socket))
}
