//! Connections by TCP, or in a test by the simulated network that it runs on.

use tokio::time::Instant;
use tonic::transport::{Channel, Endpoint, Error};

use crate::peer::{self, Peer};

/// A channel that has made its connection.
pub(crate) async fn connect(endpoint: &Endpoint) -> Result<Channel, Error> {
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return machine.network().connect(endpoint).await;
    }
    endpoint.connect().await
}

/// The server at an address without TLS, if it is none of HTTP/2.
pub(crate) async fn other_server(endpoint: &Endpoint, until: Instant) -> Option<Peer> {
    #[cfg(test)]
    if crate::sim::Machine::current().is_some() {
        return None;
    }
    let host = endpoint.uri().host()?.trim_start_matches('[').trim_end_matches(']');
    peer::other_server(host, endpoint.uri().port_u16().unwrap_or(80), until).await
}

/// A channel that makes its connection when it is needed.
pub(crate) fn connect_lazy(endpoint: &Endpoint) -> Channel {
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return machine.network().channel(endpoint);
    }
    endpoint.connect_lazy()
}
