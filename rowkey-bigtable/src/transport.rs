//! Connections over TCP, or over the simulated network of a test.

use tokio::time::Instant;
use tonic::transport::{Channel, Endpoint, Error};

use crate::peer::{self, Peer};

/// Returns a channel, and connects it.
pub(crate) async fn connect(endpoint: &Endpoint) -> Result<Channel, Error> {
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return machine.network().connect(endpoint).await;
    }
    endpoint.connect().await
}

/// Returns the server at an address without TLS, if it does not use HTTP/2.
pub(crate) async fn other_server(endpoint: &Endpoint, until: Instant) -> Option<Peer> {
    #[cfg(test)]
    if crate::sim::Machine::current().is_some() {
        return None;
    }
    let host = endpoint.uri().host()?.trim_start_matches('[').trim_end_matches(']');
    peer::other_server(host, endpoint.uri().port_u16().unwrap_or(80), until).await
}

/// Returns a channel that connects on demand.
pub(crate) fn connect_lazy(endpoint: &Endpoint) -> Channel {
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return machine.network().channel(endpoint);
    }
    endpoint.connect_lazy()
}
