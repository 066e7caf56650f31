//! Connections by TCP, or in a test by the simulated network that it runs on.

use tonic::transport::{Channel, Endpoint, Error};

/// A channel that has made its connection.
pub(crate) async fn connect(endpoint: &Endpoint) -> Result<Channel, Error> {
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return machine.network().connect(endpoint).await;
    }
    endpoint.connect().await
}

/// A channel that makes its connection when it is needed.
pub(crate) fn connect_lazy(endpoint: &Endpoint) -> Channel {
    #[cfg(test)]
    if let Some(machine) = crate::sim::Machine::current() {
        return machine.network().channel(endpoint);
    }
    endpoint.connect_lazy()
}
