//! One connection to the gateway.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use thrift::protocol::{TBinaryInputProtocol, TBinaryOutputProtocol};
use thrift::transport::{TBufferedReadTransport, TBufferedWriteTransport};

use crate::Builder;
use crate::error::Failure;
use crate::thrift2::THBaseServiceSyncClient;

/// The calls of the gateway.
pub(crate) type Client = THBaseServiceSyncClient<
    TBinaryInputProtocol<TBufferedReadTransport<Socket>>,
    TBinaryOutputProtocol<TBufferedWriteTransport<Socket>>,
>;

pub(crate) struct Connection {
    client: Client,
    left: Arc<AtomicUsize>,
}

/// The bytes that are read ahead of the protocol, and kept before they are sent.
const BUFFER: usize = 64 << 10;

impl Connection {
    /// Tries every address that the name stands for.
    pub(crate) fn open(address: &str, options: &Builder) -> io::Result<Self> {
        let mut failed = io::Error::new(ErrorKind::NotFound, "the name stands for no address");
        for address in address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, options.connect_timeout) {
                Ok(stream) => return Self::over(stream, options),
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }

    fn over(stream: TcpStream, options: &Builder) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(options.read_timeout))?;
        stream.set_write_timeout(Some(options.write_timeout))?;
        let left = Arc::new(AtomicUsize::new(0));
        let socket = |stream| Socket { stream, left: Arc::clone(&left) };
        let input = TBufferedReadTransport::with_capacity(BUFFER, socket(stream.try_clone()?));
        let output = TBufferedWriteTransport::with_capacity(BUFFER, socket(stream));
        let client = Client::new(TBinaryInputProtocol::new(input, true), TBinaryOutputProtocol::new(output, true));
        Ok(Self { client, left })
    }

    /// One call, whose answer has at most so many bytes.
    pub(crate) fn call<T>(
        &mut self,
        max_answer: usize,
        call: impl FnOnce(&mut Client) -> thrift::Result<T>,
    ) -> Result<T, Failure> {
        self.left.store(max_answer, Ordering::Relaxed);
        call(&mut self.client).map_err(|error| match error {
            thrift::Error::Transport(_) if self.left.load(Ordering::Relaxed) == 0 => Failure::TooLong,
            error => Failure::of(error),
        })
    }
}

/// A stream that reads no more than is left of an answer, and calls a timeout so.
pub(crate) struct Socket {
    stream: TcpStream,
    left: Arc<AtomicUsize>,
}

impl Read for Socket {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.load(Ordering::Relaxed);
        let most = buffer.len().min(left);
        if most == 0 && !buffer.is_empty() {
            return Err(io::Error::other("the answer is too long"));
        }
        let read = self.stream.read(&mut buffer[..most]).map_err(timeout)?;
        self.left.store(left - read, Ordering::Relaxed);
        Ok(read)
    }
}

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes).map_err(timeout)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush().map_err(timeout)
    }
}

/// On Unix, a socket that gave up waiting says that it would block.
fn timeout(error: io::Error) -> io::Error {
    if error.kind() == ErrorKind::WouldBlock { ErrorKind::TimedOut.into() } else { error }
}
