//! The connection below the messages, which carries bytes.

use std::io::{Read, Write};
use std::time::Instant;

/// A connection that carries bytes both ways, and gives up at its deadline: a socket, TLS over one, or in unit tests a simulated
/// network.
pub(crate) trait Channel: Read + Write + Send {
    /// Sets the moment at which reads and writes fail by [`TimedOut`](std::io::ErrorKind::TimedOut).
    fn set_deadline(&mut self, deadline: Instant);

    /// `true` if the connection is open and nothing waits to be read: the state between two calls.
    fn is_quiet(&self) -> bool;
}
