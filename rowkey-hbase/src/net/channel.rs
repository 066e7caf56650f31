//! The byte channel below the messages.

use std::io::{Read, Write};
use std::time::Instant;

/// A connection that carries bytes in both directions and fails at its deadline. It is a socket, TLS on a socket, or a
/// simulated network in unit tests.
pub(crate) trait Channel: Read + Write + Send {
    /// Sets the time at which reads and writes fail with [`TimedOut`](std::io::ErrorKind::TimedOut).
    fn set_deadline(&mut self, deadline: Instant);

    /// Returns `true` if the connection is open and has no bytes to read, as between two calls.
    fn is_quiet(&self) -> bool;
}
