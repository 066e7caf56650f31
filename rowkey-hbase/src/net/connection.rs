//! One connection to the gateway.

use std::io::{self, BufReader};
use std::time::{Duration, Instant};
use thrift::protocol::{TBinaryInputProtocol, TBinaryOutputProtocol};
use thrift::{ApplicationErrorKind, ProtocolErrorKind, TConfiguration, TransportErrorKind};

use crate::net::failure::Failure;
use crate::net::peer::Peer;
use crate::net::wire::{Requests, Shared, Wire};
use crate::thrift2::{THBaseServiceSyncClient, TTHBaseServiceSyncClient, TThriftServerType};
use crate::{Builder, host};

/// The calls of the gateway.
pub(crate) type Client =
    THBaseServiceSyncClient<TBinaryInputProtocol<BufReader<Shared>>, TBinaryOutputProtocol<Requests>>;

/// A connection, and its age.
pub(crate) struct Connection {
    client: Client,
    wire: Shared,
    made: Instant,
    used: Instant,
}

impl Connection {
    /// Connects to the gateway, by the transport that `options` choose.
    pub(crate) fn open(address: &str, options: &Builder, deadline: Instant) -> io::Result<Self> {
        /// The bytes that are read ahead of the protocol.
        const BUFFER: usize = 64 << 10;
        // The protocol holds the sizes that an answer claims against these, before it reserves memory.
        let most = Some(options.max_answer);
        let limits = TConfiguration::builder().max_frame_size(None).max_message_size(most).max_string_size(most);
        let limits = limits.build().map_err(io::Error::other)?;
        let wire = Shared::new(Wire::open(address, options, deadline)?);
        let input = BufReader::with_capacity(BUFFER, wire.clone());
        let input = TBinaryInputProtocol::with_config(input, true, limits);
        let client = Client::new(input, TBinaryOutputProtocol::new(Requests::new(wire.clone()), true));
        let now = host::now();
        Ok(Self { client, wire, made: now, used: now })
    }

    /// One call, within the times and the bytes of `options`.
    pub(crate) fn call<T>(
        &mut self,
        options: &Builder,
        call: impl FnOnce(&mut Client) -> thrift::Result<T>,
    ) -> Result<T, Failure> {
        self.wire.lock().begin(options.write_timeout, options.read_timeout, options.max_answer);
        let result = call(&mut self.client).map_err(|error| self.failure(error));
        if matches!(result, Ok(_) | Err(Failure::Said(_))) {
            self.wire.lock().end();
        }
        self.used = host::now();
        result
    }

    /// The failure that an error of thrift's stands for, given how far the call came.
    fn failure(&self, error: thrift::Error) -> Failure {
        let wire = self.wire.lock();
        let expected = Peer::by(wire.transport);
        if let Some(bytes) = wire.too_long {
            return Failure::RequestTooLong(bytes);
        }
        match error {
            thrift::Error::Transport(error) if error.kind == TransportErrorKind::TimedOut => {
                if wire.sent {
                    Failure::TimedOut
                } else {
                    Failure::NotTaken
                }
            }
            thrift::Error::Transport(error) if !wire.sent => Failure::Unsent(io::Error::other(error.message)),
            thrift::Error::Transport(_) if wire.answer_left == 0 => Failure::TooLong,
            thrift::Error::Transport(error) if error.kind == TransportErrorKind::EndOfFile => {
                Failure::Lost(io::Error::new(io::ErrorKind::UnexpectedEof, "the gateway closed it"))
            }
            thrift::Error::Protocol(error) if error.kind == ProtocolErrorKind::SizeLimit => Failure::TooLong,
            // HBase's own words, in an answer that was read to its end.
            error @ thrift::Error::User(_) => Failure::of(error),
            error => match (Peer::of(&wire.head), &wire.nonsense) {
                (Some(peer), _) if peer != expected => Failure::Nonsense(peer.to_string()),
                (_, Some(nonsense)) => Failure::nonsense(nonsense.clone()),
                _ => Failure::of(error),
            },
        }
    }

    /// Asks the gateway what it is: the cheapest call, which changes nothing. `None` if it does not know the call.
    pub(crate) fn ask_type(&mut self, options: &Builder) -> Result<Option<TThriftServerType>, Failure> {
        let mut knows = true;
        let answer = self.call(options, |client| {
            let answer = client.get_thrift_server_type();
            if let Err(thrift::Error::Application(error)) = &answer {
                knows = error.kind != ApplicationErrorKind::UnknownMethod;
            }
            answer
        });
        if knows { answer.map(Some) } else { Ok(None) }
    }

    /// The first bytes of the last answer.
    pub(crate) fn head(&self) -> Vec<u8> {
        self.wire.lock().head.clone()
    }

    /// `true` if the connection was used not long ago, and is younger than `max_age`.
    pub(crate) fn is_young(&self, max_age: Duration) -> bool {
        /// The gateway closes a connection that is idle for a minute, unless it is configured otherwise.
        const IDLE: Duration = Duration::from_secs(45);
        let now = host::now();
        now.duration_since(self.used) < IDLE && now.duration_since(self.made) < max_age
    }

    /// `true` unless the gateway has closed the connection, or sent something that nobody asked for.
    pub(crate) fn is_open(&self) -> bool {
        self.wire.lock().is_ready()
    }
}
