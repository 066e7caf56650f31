//! `connect` identifies the server at the address, if it is not a gateway with the configured transport.

use rowkey_hbase::{HBase, HBaseError, Peer};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use crate::fake::{Fake, Request, server_type, trickle, wait_for_end};

/// Returns the server that `connect` finds, with or without framed transport.
fn found(framed: bool, patience: Duration, serve: impl Fn(TcpStream) + Send + Sync + 'static) -> Peer {
    let fake = Fake::start(serve);
    let error = HBase::builder().framed(framed).connect_timeout(patience).connect(&fake.address).unwrap_err();
    assert!(error.to_string().contains(&fake.address), "{error}");
    match error {
        HBaseError::NotAGateway { found, .. } => found,
        error => panic!("{error:?}"),
    }
}

/// A timeout for servers that answer or close the connection, which takes almost no time.
const PATIENT: Duration = Duration::from_secs(60);

/// A timeout for servers that ignore unknown requests, which take all of it.
const HASTY: Duration = Duration::from_secs(8);

/// Answers framed messages of the binary protocol. A frame with a negative length ends the connection, as in Java.
pub fn framed(mut stream: TcpStream) {
    while let Some(frame) = read_frame(&mut stream)
        && let Some(request) = Request::read(&mut &frame[..])
    {
        let reply = request.reply(&server_type(2));
        stream.write_all(&(reply.len() as u32).to_be_bytes()).unwrap();
        stream.write_all(&reply).unwrap();
    }
}

fn read_frame(stream: &mut TcpStream) -> Option<Vec<u8>> {
    let mut length = [0; 4];
    stream.read_exact(&mut length).ok()?;
    let mut frame = vec![0; usize::try_from(i32::from_be_bytes(length)).ok()?];
    stream.read_exact(&mut frame).ok()?;
    Some(frame)
}

/// Answers messages of the compact protocol, and closes the connection after any other message.
fn compact(mut stream: TcpStream) {
    let mut byte = [0];
    if stream.read_exact(&mut byte).is_ok() && byte[0] == 0x82 {
        // A reply: version 1, no sequence number, the name, the result 2.
        let reply = [&[0x82, 0x41, 0, 19][..], b"getThriftServerType", &[5, 0, 4, 0]].concat();
        stream.write_all(&reply).unwrap();
        wait_for_end(&mut stream);
    }
}

fn framed_compact(mut stream: TcpStream) {
    if let Some(frame) = read_frame(&mut stream)
        && frame[0] == 0x82
    {
        let reply = [&[0, 0, 0, 27, 0x82, 0x41, 0, 19][..], b"getThriftServerType", &[5, 0, 4, 0]].concat();
        stream.write_all(&reply).unwrap();
        wait_for_end(&mut stream);
    }
}

/// Answers calls of the unframed binary protocol. After any other bytes, it waits for more.
fn unframed(mut stream: TcpStream) {
    let mut first = [0];
    while stream.peek(&mut first).is_ok_and(|read| read > 0) && first[0] == 0x80 {
        let Some(request) = Request::read(&mut stream) else { return };
        stream.write_all(&request.reply(&server_type(2))).unwrap();
    }
    wait_for_end(&mut stream);
}

#[test]
fn other_transports_and_protocols() {
    assert_eq!(found(false, PATIENT, framed), Peer::Framed);
    assert_eq!(found(false, PATIENT, compact), Peer::Compact);
    assert_eq!(found(false, PATIENT, framed_compact), Peer::Compact);
    assert_eq!(found(true, PATIENT, compact), Peer::Compact);
    assert_eq!(found(true, PATIENT, framed_compact), Peer::Compact);
    // The client connects to those with the configured transport.
    for is_framed in [false, true] {
        let fake = if is_framed { Fake::start(framed) } else { Fake::start(unframed) };
        HBase::builder().framed(is_framed).connect(&fake.address).unwrap();
    }
}

#[test]
fn http_and_tls() {
    let http = |mut stream: TcpStream| {
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        wait_for_end(&mut stream);
    };
    assert_eq!(found(false, PATIENT, http), Peer::Http);
    assert_eq!(found(true, PATIENT, http), Peer::Http);
    let alert = |mut stream: TcpStream| {
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(&[0x15, 3, 1, 0, 2, 2, 0x46]);
        wait_for_end(&mut stream);
    };
    assert_eq!(found(false, PATIENT, alert), Peer::Tls);
    // A server that only answers the beginning of a TLS handshake.
    let quiet_tls = |mut stream: TcpStream| {
        let mut hello = [0; 50];
        if stream.read_exact(&mut hello[..1]).is_ok() && hello[0] == 0x16 && stream.read_exact(&mut hello[1..]).is_ok()
        {
            let _ = stream.write_all(&[0x15, 3, 3, 0, 2, 2, 0x28]);
        }
    };
    assert_eq!(found(false, PATIENT, quiet_tls), Peer::Tls);
}

#[test]
fn other_thrift_servers() {
    let thrift1 = |mut stream: TcpStream| {
        while let Some(request) = Request::read(&mut stream) {
            stream.write_all(&request.reply(&server_type(1))).unwrap();
        }
    };
    assert_eq!(found(false, PATIENT, thrift1), Peer::Thrift1);
    let unknown = |mut stream: TcpStream| {
        while let Some(request) = Request::read(&mut stream) {
            stream.write_all(&request.exception(1, "Invalid method name: 'getThriftServerType'")).unwrap();
        }
    };
    assert_eq!(found(false, PATIENT, unknown), Peer::OtherService);
    // The answer to another call.
    let other = |mut stream: TcpStream| {
        let Some(mut request) = Request::read(&mut stream) else { return };
        request.method = "exists".into();
        stream.write_all(&request.reply(&[2, 0, 0, 1])).unwrap();
        wait_for_end(&mut stream);
    };
    assert_eq!(found(false, PATIENT, other), Peer::OtherService);
    let sasl = |mut stream: TcpStream| {
        let _ = stream.read(&mut [0; 5]);
        let text = b"Invalid status -128";
        let _ = stream.write_all(&[&[4, 0, 0, 0, text.len() as u8], &text[..]].concat());
    };
    assert_eq!(found(false, PATIENT, sasl), Peer::Sasl);
}

#[test]
fn servers_of_no_known_kind() {
    assert_eq!(found(false, PATIENT, drop), Peer::Closing);
    let noise = |mut stream: TcpStream| while stream.write_all(&[0x5A; 1 << 10]).is_ok() {};
    assert_eq!(found(false, PATIENT, noise), Peer::Other(vec![0x5A; 32]));
}

/// Servers that wait for more bytes, or send an endless answer. The requests run concurrently, because each takes all
/// of the time.
#[test]
fn servers_that_wait() {
    // A server that reads lines, and waits for the end of the first line.
    let patient_http = |mut stream: TcpStream| {
        let (mut seen, mut byte) = (Vec::new(), [0]);
        while stream.read_exact(&mut byte).is_ok() {
            seen.push(byte[0]);
            if seen.ends_with(b"\r\n\r\n") {
                let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
            }
        }
    };
    // The answer begins well and never ends.
    let endless = |mut stream: TcpStream| {
        let Some(request) = Request::read(&mut stream) else { return };
        stream.write_all(&request.begin(&[11, 0, 0, 0, 0x10, 0, 0])).unwrap();
        trickle(&mut stream);
    };
    thread::scope(|scope| {
        scope.spawn(|| assert_eq!(found(true, HASTY, unframed), Peer::Unframed));
        scope.spawn(|| assert_eq!(found(false, HASTY, patient_http), Peer::Http));
        scope.spawn(|| assert_eq!(found(false, HASTY, endless), Peer::OtherService));
        scope.spawn(|| assert_eq!(found(false, HASTY, |mut stream| wait_for_end(&mut stream)), Peer::Silent));
        let slow_noise = found(false, HASTY, |mut stream| trickle(&mut stream));
        assert!(matches!(&slow_noise, Peer::Other(bytes) if bytes.starts_with(b"xxxx")), "{slow_noise:?}");
    });
}

/// The message that a user reads.
#[test]
fn messages_say_what_was_expected_what_was_found_and_what_to_do() {
    let fake = Fake::start(framed);
    let error = HBase::connect(&fake.address).unwrap_err().to_string();
    assert_eq!(
        error,
        format!(
            "expected a Thrift 2 gateway of HBase (unframed, binary protocol) at `{}`, found a Thrift server with framed \
             transport: use `Builder::framed(true)`",
            fake.address
        )
    );
}

/// Another server replaces the gateway. Later calls also identify it.
#[test]
fn later_answers_of_another_kind() {
    let fake = Fake::gateway(|_, stream| _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n"));
    let error = HBase::connect(&fake.address).unwrap().table_exists("calls").unwrap_err();
    assert!(matches!(error, HBaseError::Protocol { .. }), "{error:?}");
    let beginning =
        format!("cannot look for the HBase table `calls`: `{}` sent a malformed response: an HTTP", fake.address);
    assert!(error.to_string().starts_with(&beginning), "{error}");
}
