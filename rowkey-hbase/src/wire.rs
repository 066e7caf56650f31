//! Sends requests and reads answers on a connection: framed or not, over TLS or not, bounded in bytes and time.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::Builder;
use crate::socket::{Socket, after};

/// The first bytes of an answer, which tell who answers.
pub(crate) const HEAD: usize = 32;

/// One connection: sends a request, then reads its answer.
pub(crate) struct Wire {
    channel: Channel,
    /// The most bytes of a request, if messages are framed: each then follows its length.
    max_frame: Option<usize>,
    read_timeout: Duration,
    /// The bytes that are left of the frame that is being read.
    frame_left: usize,
    /// The bytes that the answer may still have.
    pub(crate) answer_left: usize,
    /// `true` if the whole request has been sent: from then on HBase may act on it.
    pub(crate) sent: bool,
    /// The answer, up to [`HEAD`] bytes.
    pub(crate) head: Vec<u8>,
    /// The fault in the framing of the answer.
    pub(crate) nonsense: Option<String>,
    /// The size of the request, if it was not sent because a frame cannot have so many bytes.
    pub(crate) too_long: Option<usize>,
}

impl Wire {
    /// Connects, by the transport that `options` choose.
    pub(crate) fn open(address: &str, options: &Builder, deadline: Instant) -> io::Result<Self> {
        Ok(Self {
            channel: Channel::open(address, options, deadline)?,
            max_frame: options.framed.then_some(options.max_frame),
            read_timeout: Duration::ZERO,
            frame_left: 0,
            answer_left: 0,
            sent: false,
            head: Vec::new(),
            nonsense: None,
            too_long: None,
        })
    }

    /// Makes ready for a call: the request is to be sent within `write`, and answered `read` later, by at most `bytes`
    /// bytes.
    pub(crate) fn begin(&mut self, write: Duration, read: Duration, bytes: usize) {
        self.head.clear();
        (self.nonsense, self.too_long) = (None, None);
        (self.frame_left, self.answer_left, self.sent, self.read_timeout) = (0, bytes, false, read);
        self.channel.socket().deadline = after(write);
    }

    pub(crate) const fn is_framed(&self) -> bool {
        self.max_frame.is_some()
    }

    pub(crate) fn is_quiet(&mut self) -> bool {
        self.channel.socket().is_quiet()
    }

    fn send(&mut self, request: &[u8]) -> io::Result<()> {
        if let Some(most) = self.max_frame {
            let length = i32::try_from(request.len()).ok().filter(|_| request.len() <= most);
            let Some(length) = length else {
                self.too_long = Some(request.len());
                return Err(io::ErrorKind::InvalidInput.into());
            };
            self.channel.write_all(&length.to_be_bytes())?;
        }
        self.channel.write_all(request)?;
        self.channel.flush()?;
        self.sent = true;
        self.channel.socket().deadline = after(self.read_timeout);
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        if self.is_framed() && self.frame_left == 0 {
            self.frame_left = self.read_frame_length()?;
        }
        let frame = if self.is_framed() { self.frame_left } else { usize::MAX };
        let most = buffer.len().min(self.answer_left).min(frame);
        if most == 0 {
            return Err(io::Error::other("the answer is too long"));
        }
        let read = self.channel.read(&mut buffer[..most])?;
        self.note(&buffer[..read]);
        self.answer_left -= read;
        self.frame_left = self.frame_left.saturating_sub(read);
        Ok(read)
    }

    fn read_frame_length(&mut self) -> io::Result<usize> {
        let mut length = [0; 4];
        self.channel.read_exact(&mut length)?;
        self.note(&length);
        match i32::from_be_bytes(length) {
            length @ 1.. => Ok(length as usize),
            length => {
                self.nonsense = Some(format!("a frame of {length} bytes"));
                Err(io::ErrorKind::InvalidData.into())
            }
        }
    }

    /// Keeps the first bytes of the answer.
    fn note(&mut self, bytes: &[u8]) {
        let room = HEAD - self.head.len();
        self.head.extend(bytes.iter().take(room));
    }
}

/// The connection below the messages, which carries bytes.
pub(crate) enum Channel {
    Plain(Socket),
    #[cfg(feature = "tls")]
    Tls(Box<crate::tls::Stream>),
}

impl Channel {
    /// Connects, and shakes hands if `options` choose TLS.
    pub(crate) fn open(address: &str, options: &Builder, deadline: Instant) -> io::Result<Self> {
        let socket = Socket::connect(address, deadline)?;
        #[cfg(feature = "tls")]
        if let Some(config) = &options.tls {
            return Ok(Self::Tls(Box::new(crate::tls::shake_hands(socket, address, config)?)));
        }
        #[cfg(not(feature = "tls"))]
        let _ = options;
        Ok(Self::Plain(socket))
    }

    fn socket(&mut self) -> &mut Socket {
        match self {
            Self::Plain(socket) => socket,
            #[cfg(feature = "tls")]
            Self::Tls(stream) => stream.get_mut(),
        }
    }
}

impl Read for Channel {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(socket) => socket.read(buffer),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => stream.read(buffer),
        }
    }
}

impl Write for Channel {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(socket) => socket.write(bytes),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(socket) => socket.flush(),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => stream.flush(),
        }
    }
}

/// A [`Wire`] that the reading and the writing protocol share, and the connection that looks after both.
#[derive(Clone)]
pub(crate) struct Shared(Arc<Mutex<Wire>>);

impl Shared {
    pub(crate) fn new(wire: Wire) -> Self {
        Self(Arc::new(Mutex::new(wire)))
    }

    /// One thread uses a connection at a time, so nobody waits here.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Wire> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read for Shared {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.lock().receive(buffer)
    }
}

/// Gathers a request, and sends it as a whole: an error while it is encoded sends nothing. The gateway acts on no part of
/// a request.
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
        /// A larger buffer is not kept.
        const KEPT: usize = 1 << 20;
        let sent = self.wire.lock().send(&self.request);
        self.request.clear();
        self.request.shrink_to(KEPT);
        sent
    }
}
