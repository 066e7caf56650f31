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

/// The gateway's calls.
pub(crate) type Client =
    THBaseServiceSyncClient<TBinaryInputProtocol<BufReader<Shared>>, TBinaryOutputProtocol<Requests>>;

/// A connection, and the times of its creation and last use.
pub(crate) struct Connection {
    client: Client,
    wire: Shared,
    made: Instant,
    used: Instant,
}

impl Connection {
    /// Connects to the gateway with the configured transport.
    pub(crate) fn open(address: &str, options: &Builder, deadline: Instant) -> io::Result<Self> {
        /// The size of the read buffer under the protocol.
        const BUFFER: usize = 64 << 10;
        // The protocol compares the sizes in an answer with these limits before it allocates memory.
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

    /// Makes one call, within the timeouts and sizes of `options`.
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

    /// Returns the failure for a Thrift error, which depends on the progress of the call.
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
            // An exception of HBase, in an answer that was read to its end.
            error @ thrift::Error::User(_) => Failure::of(error),
            error => match (Peer::of(&wire.head), &wire.nonsense) {
                (Some(peer), _) if peer != expected => Failure::Nonsense(peer.to_string()),
                (_, Some(nonsense)) => Failure::nonsense(nonsense.clone()),
                _ => Failure::of(error),
            },
        }
    }

    /// Requests the type of the gateway, which is the cheapest call and changes nothing. Returns `None` if the server
    /// does not know the call.
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

    /// Returns the first bytes of the last answer.
    pub(crate) fn head(&self) -> Vec<u8> {
        self.wire.lock().head.clone()
    }

    /// Returns `true` if the connection was used recently, and is younger than `max_age`.
    pub(crate) fn is_young(&self, max_age: Duration) -> bool {
        /// By default, the gateway closes a connection that is idle for a minute.
        const IDLE: Duration = Duration::from_secs(45);
        let now = host::now();
        now.duration_since(self.used) < IDLE && now.duration_since(self.made) < max_age
    }

    /// Returns `true` if the gateway has answered a call on this connection within the last second.
    pub(crate) fn is_proven(&self) -> bool {
        const PROOF: Duration = Duration::from_secs(1);
        host::now().duration_since(self.used) < PROOF
    }

    /// Returns `true` unless the gateway has closed the connection or sent unrequested bytes.
    pub(crate) fn is_open(&self) -> bool {
        self.wire.lock().is_ready()
    }
}
