//! Sends requests and reads answers on a connection, with limits on bytes and time. Messages are framed, unframed, or
//! HTTP, with or without TLS.

use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use crate::Builder;
use crate::builder::Transport;
use crate::host::{self, after};
use crate::net::channel::Channel;
use crate::net::dial::dial;
use crate::net::http::{self, Response};

/// The number of bytes of an answer to keep, so that they identify the server.
pub(crate) const HEAD: usize = 32;

/// One connection: sends a request, then reads its answer.
pub(crate) struct Wire {
    /// The buffer is for heads. The message reader above has a larger buffer, so its reads bypass this one.
    channel: BufReader<Box<dyn Channel>>,
    address: Box<str>,
    pub(crate) transport: Transport,
    max_frame: usize,
    read_timeout: Duration,
    /// The remaining bytes of the current frame.
    frame_left: usize,
    /// The current response, in HTTP mode.
    response: Option<Response>,
    /// The maximum number of bytes that the answer may still have.
    pub(crate) answer_left: usize,
    /// `true` if the whole request has been sent. From then on, HBase may execute it.
    pub(crate) sent: bool,
    /// The first bytes of the answer, up to [`HEAD`].
    pub(crate) head: Vec<u8>,
    /// The fault in the frame or in the head of the answer.
    pub(crate) nonsense: Option<String>,
    /// The size of a request that was not sent because it does not fit into a frame.
    pub(crate) too_long: Option<usize>,
    /// `true` if the connection cannot be used for another call.
    is_over: bool,
}

impl Wire {
    /// Connects with the configured transport.
    pub(crate) fn open(address: &str, options: &Builder, deadline: Instant) -> io::Result<Self> {
        /// The buffer size for heads, in bytes.
        const BUFFER: usize = 4 << 10;
        Ok(Self {
            channel: BufReader::with_capacity(BUFFER, dial(address, options, deadline)?),
            address: address.into(),
            transport: options.transport,
            max_frame: options.max_frame,
            read_timeout: Duration::ZERO,
            frame_left: 0,
            response: None,
            answer_left: 0,
            sent: false,
            head: Vec::new(),
            nonsense: None,
            too_long: None,
            is_over: false,
        })
    }

    /// Prepares a call. The request must be sent within `write`, and the answer must arrive within `read` after that.
    /// The answer has at most `bytes` bytes.
    pub(crate) fn begin(&mut self, write: Duration, read: Duration, bytes: usize) {
        self.head.clear();
        (self.nonsense, self.too_long, self.response) = (None, None, None);
        (self.frame_left, self.answer_left, self.sent, self.read_timeout) = (0, bytes, false, read);
        self.channel.get_mut().set_deadline(after(write));
    }

    /// Ends a call after its answer was read. A chunked response still has its empty last chunk.
    pub(crate) fn end(&mut self) {
        if let Some(mut response) = self.response.take() {
            let rest = response.next_bytes(&mut self.channel);
            self.is_over |= response.closes || rest.ok() != Some(0);
        }
    }

    /// Returns `true` if the connection can be used for another call.
    pub(crate) fn is_ready(&mut self) -> bool {
        !self.is_over && self.channel.buffer().is_empty() && self.channel.get_ref().is_quiet()
    }

    fn send(&mut self, request: &[u8]) -> io::Result<()> {
        let head = match self.transport {
            Transport::Unframed => Vec::new(),
            Transport::Framed => self.frame_head(request.len())?.to_vec(),
            Transport::Http => http::request_head(&self.address, request.len()).into_bytes(),
        };
        let channel = self.channel.get_mut();
        channel.write_all(&head)?;
        channel.write_all(request)?;
        channel.flush()?;
        channel.set_deadline(after(self.read_timeout));
        self.sent = true;
        Ok(())
    }

    /// Returns the length of a frame in its encoded form.
    fn frame_head(&mut self, bytes: usize) -> io::Result<[u8; 4]> {
        match i32::try_from(bytes) {
            Ok(length) if bytes <= self.max_frame => Ok(length.to_be_bytes()),
            _ => {
                self.too_long = Some(bytes);
                Err(io::ErrorKind::InvalidInput.into())
            }
        }
    }

    fn receive(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let next = self.next_bytes().inspect_err(|error| {
            if error.kind() == io::ErrorKind::InvalidData {
                self.nonsense = Some(error.to_string());
            }
        })?;
        if next > 0 && self.answer_left == 0 {
            return Err(io::Error::other("the response is too long"));
        }
        let most = buffer.len().min(self.answer_left).min(next);
        let read = self.channel.read(&mut buffer[..most])?;
        if self.transport != Transport::Http {
            self.note(&buffer[..read]);
        }
        self.answer_left -= read;
        self.frame_left = self.frame_left.saturating_sub(read);
        if let Some(response) = &mut self.response {
            response.count(read);
        }
        Ok(read)
    }

    /// Returns the number of answer bytes that come next without a head in between, or 0 at the end of an HTTP
    /// response.
    fn next_bytes(&mut self) -> io::Result<usize> {
        match (self.transport, &mut self.response) {
            (Transport::Unframed, _) => Ok(usize::MAX),
            (Transport::Framed, _) => {
                if self.frame_left == 0 {
                    self.frame_left = self.read_frame_head()?;
                }
                Ok(self.frame_left)
            }
            (Transport::Http, Some(response)) => response.next_bytes(&mut self.channel),
            (Transport::Http, None) => {
                let mut response = Response::read(&mut self.channel)?;
                self.note(response.status.as_bytes());
                if !response.is_ok() {
                    return Err(io::Error::new(io::ErrorKind::InvalidData, response.status));
                }
                let next = response.next_bytes(&mut self.channel);
                self.response = Some(response);
                next
            }
        }
    }

    fn read_frame_head(&mut self) -> io::Result<usize> {
        let mut length = [0; 4];
        self.channel.read_exact(&mut length)?;
        self.note(&length);
        match i32::from_be_bytes(length) {
            length @ 1.. => Ok(length as usize),
            length => Err(io::Error::new(io::ErrorKind::InvalidData, format!("a frame of {length} bytes"))),
        }
    }

    /// Keeps the first bytes of the answer.
    fn note(&mut self, bytes: &[u8]) {
        let room = HEAD - self.head.len();
        self.head.extend(bytes.iter().take(room));
    }
}

/// A [`Wire`] that the reading protocol, the writing protocol, and the connection share.
#[derive(Clone)]
pub(crate) struct Shared(Arc<Mutex<Wire>>);

impl Shared {
    pub(crate) fn new(wire: Wire) -> Self {
        Self(Arc::new(Mutex::new(wire)))
    }

    /// Locks the wire. Only one thread uses a connection at a time, so this never blocks.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Wire> {
        host::lock(&self.0)
    }
}

impl Read for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.lock().receive(buffer)
    }
}

/// Collects a request, and sends it as a whole. If encoding fails, it sends nothing. The gateway executes only complete
/// requests.
pub(crate) struct Requests {
    wire: Shared,
    request: Vec<u8>,
}

impl Requests {
    pub(crate) const fn new(wire: Shared) -> Self {
        Self { wire, request: Vec::new() }
    }
}

impl Write for Requests {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.request.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        /// The maximum capacity that is kept for the next request.
        const KEPT: usize = 1 << 20;
        let sent = self.wire.lock().send(&self.request);
        self.request.clear();
        self.request.shrink_to(KEPT);
        sent
    }
}
