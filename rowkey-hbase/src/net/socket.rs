//! A TCP connection with one deadline for all its reads and writes.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use crate::host;
use crate::net::channel::Channel;

/// A TCP stream that fails at its deadline. A timeout of the stream alone would start again with each byte, so a server
/// that sends single bytes could block a call forever.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: TcpStream,
    deadline: Instant,
}

impl Socket {
    /// Connects to the first address of `address` that accepts. Each address gets an equal share of the remaining time.
    pub(crate) fn connect(address: &str, deadline: Instant) -> io::Result<Self> {
        let mut failure = io::Error::new(ErrorKind::NotFound, "the name does not resolve to an address");
        let addresses: Vec<_> = address.to_socket_addrs()?.collect();
        for (tried, address) in addresses.iter().enumerate() {
            let share = time_left(deadline)? / (addresses.len() - tried) as u32;
            match TcpStream::connect_timeout(address, share.max(LEAST)) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    return Ok(Self { stream, deadline });
                }
                Err(error) => failure = error,
            }
        }
        Err(failure)
    }
}

impl Channel for Socket {
    fn set_deadline(&mut self, deadline: Instant) {
        self.deadline = deadline;
    }

    fn is_quiet(&self) -> bool {
        let peek = || {
            self.stream.set_nonblocking(true)?;
            let peeked = self.stream.peek(&mut [0]);
            self.stream.set_nonblocking(false)?;
            peeked
        };
        peek().is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
    }
}

impl Read for Socket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(time_left(self.deadline)?))?;
        self.stream.read(buffer).map_err(timeout)
    }
}

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(time_left(self.deadline)?))?;
        self.stream.write(bytes).map_err(timeout)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush().map_err(timeout)
    }
}

/// The minimum timeout for the operating system, where 0 would mean no timeout.
const LEAST: Duration = Duration::from_millis(1);

fn time_left(deadline: Instant) -> io::Result<Duration> {
    match host::left(deadline) {
        Duration::ZERO => Err(ErrorKind::TimedOut.into()),
        left => Ok(left.max(LEAST)),
    }
}

/// Converts the error of a timeout. On Unix, a socket that times out returns `WouldBlock`.
fn timeout(error: io::Error) -> io::Error {
    if error.kind() == ErrorKind::WouldBlock { ErrorKind::TimedOut.into() } else { error }
}
