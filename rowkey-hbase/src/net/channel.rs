//! The connection below the messages, which carries bytes.

use std::io::{self, Read, Write};
use std::time::Instant;

use crate::Builder;
use crate::socket::Socket;

/// A connection that carries bytes both ways, and gives up at its deadline: a socket, TLS over one, or in unit tests a simulated
/// network.
pub(crate) trait Channel: Read + Write + Send {
    /// Sets the moment at which reads and writes fail by [`TimedOut`](io::ErrorKind::TimedOut).
    fn set_deadline(&mut self, deadline: Instant);

    /// `true` if the connection is open and nothing waits to be read: the state between two calls.
    fn is_quiet(&self) -> bool;
}

/// Connects, and shakes hands if `options` choose TLS.
pub(crate) fn open(address: &str, options: &Builder, deadline: Instant) -> io::Result<Box<dyn Channel>> {
    #[cfg(test)]
    if let Some(machine) = crate::sim::machine::Machine::current() {
        return machine.connect(deadline);
    }
    let socket = Socket::connect(address, deadline)?;
    #[cfg(feature = "tls")]
    if let Some(config) = &options.tls {
        return Ok(Box::new(crate::tls::shake_hands(socket, address, config)?));
    }
    #[cfg(not(feature = "tls"))]
    let _ = options;
    Ok(Box::new(socket))
}
