//! Opens a connection with the configured transport.

use std::io;
use std::time::Instant;

use crate::Builder;
use crate::net::channel::Channel;
use crate::net::socket::Socket;

/// Connects, and makes a TLS handshake if TLS is configured.
pub(crate) fn dial(address: &str, options: &Builder, deadline: Instant) -> io::Result<Box<dyn Channel>> {
    #[cfg(test)]
    if let Some(machine) = crate::sim::machine::Machine::current() {
        return machine.connect(deadline);
    }
    let socket = Socket::connect(address, deadline)?;
    #[cfg(feature = "tls")]
    if let Some(config) = &options.tls {
        return Ok(Box::new(crate::net::tls::shake_hands(socket, address, config)?));
    }
    #[cfg(not(feature = "tls"))]
    let _ = options;
    Ok(Box::new(socket))
}
