//! Identifies the server at an address by the first bytes of its answer.

use std::io;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};

/// The preface of an HTTP/2 client, and its settings: a frame without any.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// A server that does not use HTTP/2.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Peer {
    /// A server that does not answer, with a message. It may answer a later connection.
    Mute(&'static str),
    /// A server that answers differently, with its description.
    Stranger(String),
}

/// Returns the server if it does not use HTTP/2. It opens its own connection.
pub(crate) async fn other_server(host: &str, port: u16, until: Instant) -> Option<Peer> {
    let mut answer = Vec::with_capacity(32);
    match timeout_at(until, ask(host, port, &mut answer)).await {
        Ok(Ok(())) => describe(&answer),
        // A connection reset means the same as a closed connection.
        Ok(Err(_)) => describe(&[]),
        Err(_) => Some(Peer::Mute("the server accepts connections but does not respond: check the port")),
    }
}

/// Sends the preface, and reads the beginning of the answer.
async fn ask(host: &str, port: u16, answer: &mut Vec<u8>) -> io::Result<()> {
    let mut stream = TcpStream::connect((host, port)).await?;
    stream.write_all(PREFACE).await?;
    // The length of a frame has three bytes, followed by the type.
    while answer.len() < 4 && stream.read_buf(answer).await? > 0 {}
    Ok(())
}

/// Returns the server that begins its answer like this, or `None` for an HTTP/2 server, whose first frame has its
/// settings.
fn describe(answer: &[u8]) -> Option<Peer> {
    let stranger = match answer {
        [_, _, _, 4, ..] => return None,
        [] => {
            let closes =
                "the server closes the connection without a response: check the port, and whether it needs TLS";
            return Some(Peer::Mute(closes));
        }
        // A TLS alert, because the preface is not a TLS handshake.
        [0x15, 3, ..] => "a TLS server: use `Config::google` or `Config::tls_trusting` (cargo feature `tls`)".into(),
        [b'H', b'T', b'T', b'P', ..] => "an HTTP/1 server: check the port".into(),
        other => format!("an unknown server, which responds `{}`: check the port", other.escape_ascii()),
    };
    Some(Peer::Stranger(stranger))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_known_by_its_first_bytes() {
        assert_eq!(describe(b"\0\0\x12\x04\0\0\0\0\0"), None);
        let is = |answer: &[u8], text: &str| match describe(answer) {
            Some(Peer::Stranger(found)) => found.starts_with(text),
            _ => false,
        };
        assert!(is(&[0x15, 3, 3, 0, 2, 2, 70], "a TLS server: "));
        assert!(is(b"HTTP/1.1 400 Bad Request", "an HTTP/1 server"));
        assert!(matches!(describe(b""), Some(Peer::Mute(_))));
        assert!(is(b"220 mail", "an unknown server, which responds `220 mail`"));
        assert!(is(b"\0", "an unknown server, which responds `\\x00`"));
    }
}
