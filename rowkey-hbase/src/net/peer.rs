//! Identifies the server at an address by the first bytes of its answer, and by requests with other transports.

use std::fmt;
use std::io::{Read, Write};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use rowkey_core::split::to_string_binary;

use crate::Builder;
use crate::builder::Transport;
#[cfg(feature = "tls")]
use crate::exception::cut;
use crate::net::channel::Channel;
use crate::net::dial::dial;
use crate::net::socket::Socket;
use crate::net::wire::HEAD;

/// The server at an address that is not a Thrift 2 gateway with the configured transport.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Peer {
    /// A Thrift server with framed transport.
    Framed,
    /// A Thrift server with unframed transport, although another transport is configured.
    Unframed,
    /// A Thrift server with the compact protocol.
    Compact,
    /// An HTTP server. A gateway in HTTP mode is one.
    Http,
    /// A TLS server, although TLS is not configured.
    Tls,
    /// A server whose certificate or TLS version the client rejects, and the reason.
    TlsRefused(String),
    /// A server without TLS, although TLS is configured.
    NotTls,
    /// A Thrift server that requires SASL, like a gateway with Kerberos.
    Sasl,
    /// HBase's Thrift 1 gateway.
    Thrift1,
    /// A Thrift server that does not answer the first call like HBase. It is the Thrift 1 gateway of an older HBase, or
    /// not a gateway at all.
    OtherService,
    /// A server that accepts connections and does not answer.
    Silent,
    /// A server that closes the connection without an answer.
    Closing,
    /// Another server, with the first bytes of its answer.
    Other(Vec<u8>),
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Framed => "a Thrift server with framed transport: use `Builder::framed(true)`",
            Self::Unframed => "a Thrift server with unframed transport: remove `Builder::framed` and `Builder::http`",
            Self::Compact => {
                "a Thrift server with the compact protocol: start the gateway without `--compact` \
                 (`hbase.regionserver.thrift.compact`)"
            }
            Self::Http => {
                "an HTTP server: use `Builder::http(true)` if it is a gateway in HTTP mode, or check the port"
            }
            Self::Tls => "a TLS server: use `Builder::tls` (cargo feature `tls`)",
            Self::TlsRefused(reason) => return write!(f, "a TLS server that cannot be trusted: {reason}"),
            Self::NotTls => "a server without TLS: remove `Builder::tls`",
            Self::Sasl => "a Thrift server that requires SASL (Kerberos), which this crate does not support",
            Self::Thrift1 => "HBase's Thrift 1 gateway: start `hbase thrift2`",
            Self::OtherService => {
                "a Thrift server that does not support `getThriftServerType`: an old HBase, its Thrift 1 gateway, or another \
                 service. Start `hbase thrift2` from HBase 2.2 or later"
            }
            Self::Silent => {
                "a server that accepts connections but does not respond: check the port, or whether all workers of the \
                 gateway are busy"
            }
            Self::Closing => "a server that closes the connection without a response: check the port",
            Self::Other(bytes) => {
                return write!(f, "an unknown server, which responds `{}`: check the port", to_string_binary(bytes));
            }
        })
    }
}

/// A request that identifies the server.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    Unframed,
    Framed,
    Compact,
    FramedCompact,
    Http,
    Tls,
}

impl Peer {
    /// Returns the type of server whose answer begins with these bytes.
    pub(crate) fn of(answer: &[u8]) -> Option<Self> {
        match answer {
            [b'H', b'T', b'T', b'P', b'/', ..] => Some(Self::Http),
            // A TLS alert or handshake.
            [0x15 | 0x16, 3, ..] => Some(Self::Tls),
            // Version 1 of the binary protocol.
            [0x80, 1, ..] => Some(Self::Unframed),
            // The same after the length of a frame, which is below 16 MiB.
            [0, _, _, _, 0x80, 1, ..] => Some(Self::Framed),
            // Version 1 of the protocol, with any message type.
            [0x82, kind, ..] | [0, _, _, _, 0x82, kind, ..] if kind & 0x1F == 1 => Some(Self::Compact),
            // The SASL status "bad" or "error", followed by the length of its message.
            [3 | 4, 0, 0, _, ..] => Some(Self::Sasl),
            _ => None,
        }
    }

    /// Returns a gateway with this transport.
    pub(crate) const fn by(transport: Transport) -> Self {
        match transport {
            Transport::Unframed => Self::Unframed,
            Transport::Framed => Self::Framed,
            Transport::Http => Self::Http,
        }
    }

    /// Identifies the server at `address`, after the request with the configured transport got only `answer`.
    /// `is_silent` means that the server did not answer in time. It sends all other requests concurrently.
    pub(crate) fn find(address: &str, options: &Builder, answer: &[u8], is_silent: bool, deadline: Instant) -> Self {
        let expected = Self::by(options.transport);
        let chosen = match options.transport {
            Transport::Unframed => Question::Unframed,
            Transport::Framed => Question::Framed,
            Transport::Http => Question::Http,
        };
        // If TLS is configured, its handshake has already succeeded.
        let is_asked = |it: Question| it == chosen || it == Question::Tls && options.has_tls();
        let found = match answer {
            [] => Self::first_answer(Question::ALL.into_iter().filter(|it| !is_asked(*it)), address, options, deadline),
            // The server sent bytes that identify it, or unknown bytes. Another request would not help.
            bytes => Some(Self::of(bytes).unwrap_or_else(|| Self::Other(bytes.to_vec()))),
        };
        match found {
            Some(Self::Http) if expected == Self::Http => Self::Other(answer.to_vec()),
            // The transport is right, but the answer does not match the request.
            Some(peer) if peer == expected => Self::OtherService,
            Some(peer) => peer,
            None if is_silent => Self::Silent,
            None => Self::Closing,
        }
    }

    /// Identifies the server at `address`, after a TLS handshake failed with `error`.
    #[cfg(feature = "tls")]
    pub(crate) fn find_behind_tls(address: &str, options: &Builder, error: &std::io::Error, deadline: Instant) -> Self {
        let plain = Builder { tls: None, ..options.clone() };
        match Self::first_answer(Question::ALL.into_iter(), address, &plain, deadline) {
            Some(Self::Tls) => Self::TlsRefused(cut(error.to_string())),
            None if error.kind() == std::io::ErrorKind::TimedOut => Self::Silent,
            _ => Self::NotTls,
        }
    }

    /// Sends all requests concurrently, each on its own connection. Returns the first answer of a known type.
    fn first_answer(
        questions: impl Iterator<Item = Question>,
        address: &str,
        options: &Builder,
        deadline: Instant,
    ) -> Option<Self> {
        let (found, answers) = mpsc::channel();
        for question in questions {
            let (found, address, options) = (found.clone(), address.to_owned(), options.clone());
            let ask = move || {
                if let Some(peer) = Self::of(&question.ask(&address, &options, deadline)) {
                    // The receiver is gone if another request was answered first.
                    let _ = found.send(peer);
                }
            };
            // If the thread cannot start, this request is left out.
            let _ = thread::Builder::new().name("rowkey-hbase".into()).spawn(ask);
        }
        drop(found);
        answers.recv().ok()
    }
}

impl Question {
    const ALL: [Self; 6] = [Self::Framed, Self::Unframed, Self::Compact, Self::FramedCompact, Self::Http, Self::Tls];

    /// Returns the beginning of the answer, which is empty if none arrives before `deadline`.
    fn ask(self, address: &str, options: &Builder, deadline: Instant) -> Vec<u8> {
        // The TLS request is a TLS handshake itself, so it goes over plain TCP.
        let channel = match self {
            Self::Tls => Socket::connect(address, deadline).map(|socket| Box::new(socket) as Box<dyn Channel>),
            _ => dial(address, options, deadline),
        };
        let mut answer = Vec::new();
        if let Ok(mut channel) = channel
            && channel.write_all(&self.bytes(address)).and_then(|()| channel.flush()).is_ok()
        {
            let mut buffer = [0; HEAD];
            while let Ok(read @ 1..) = channel.read(&mut buffer[..HEAD - answer.len()]) {
                answer.extend_from_slice(&buffer[..read]);
                if Peer::of(&answer).is_some() {
                    break;
                }
            }
        }
        answer
    }

    fn bytes(self, address: &str) -> Vec<u8> {
        const CALL: &[u8] = b"getThriftServerType";
        // The trailing zeros are the sequence number of the call and its empty list of arguments.
        let binary = [&[0x80, 1, 0, 1, 0, 0, 0, CALL.len() as u8], CALL, &[0; 5]].concat();
        let compact = [&[0x82, 0x21, 0, CALL.len() as u8], CALL, &[0]].concat();
        let framed = |message: Vec<u8>| [&(message.len() as u32).to_be_bytes(), &message[..]].concat();
        match self {
            Self::Unframed => binary,
            Self::Framed => framed(binary),
            Self::Compact => compact,
            Self::FramedCompact => framed(compact),
            Self::Http => format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").into_bytes(),
            Self::Tls => client_hello(),
        }
    }
}

/// Returns a TLS 1.2 client hello with one cipher suite. A TLS server answers it with a server hello or an alert.
fn client_hello() -> Vec<u8> {
    // A handshake record of 45 bytes with a client hello of 41 bytes: version 1.2, 32 random bytes, no session, one
    // cipher suite (ECDHE, RSA, AES 128, GCM), no compression.
    [&[0x16, 3, 1, 0, 45, 1, 0, 0, 41, 3, 3][..], &[7; 32], &[0, 0, 2, 0xC0, 0x2F, 1, 0]].concat()
}
