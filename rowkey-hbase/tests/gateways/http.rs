//! A gateway in HTTP mode, as Jetty answers: with a length, in chunks, and on connections that it closes.

use rowkey_hbase::{HBase, HBaseError, Peer};
use rowkey_store::{Reader, Store};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::fake::{Fake, NO_ROW, Request, server_type, trickle, wait_for_end};

/// Answers each POST with the response that `respond` makes of the call's answer.
fn serve(respond: impl Fn(&Request, &[u8]) -> Vec<u8> + Send + Sync + 'static) -> Fake {
    Fake::start(move |stream| {
        let mut reader = BufReader::new(stream);
        while let Some(body) = read_post(&mut reader) {
            let request = Request::read(&mut &body[..]).unwrap();
            let fields = if request.method == "get" { &NO_ROW[..] } else { &server_type(2) };
            let response = respond(&request, &request.reply(fields));
            reader.get_mut().write_all(&response).unwrap();
            if String::from_utf8_lossy(&response).contains("Connection: close") {
                // It sends no more answers, and lets the client close the connection first.
                return wait_for_end(reader.get_mut());
            }
        }
    })
}

/// Returns the body of the next request, or `None` at the end.
fn read_post(reader: &mut BufReader<TcpStream>) -> Option<Vec<u8>> {
    let (mut line, mut length) = (String::new(), 0);
    reader.read_line(&mut line).ok().filter(|_| line == "POST / HTTP/1.1\r\n")?;
    while line != "\r\n" {
        line.clear();
        reader.read_line(&mut line).ok()?;
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(body)
}

fn with_length(body: &[u8], head: &str) -> Vec<u8> {
    [format!("HTTP/1.1 200 OK\r\n{head}Content-Length: {}\r\n\r\n", body.len()).as_bytes(), body].concat()
}

/// Returns a body in chunks of 7 bytes, so that they end in the middle of numbers and names.
fn in_chunks(body: &[u8]) -> Vec<u8> {
    let mut response = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    for chunk in body.chunks(7) {
        response.extend([format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat());
    }
    response.extend(b"0\r\n\r\n");
    response
}

#[test]
fn answers_come_with_a_length_or_in_chunks() {
    for fake in [serve(|_, body| with_length(body, "")), serve(|_, body| in_chunks(body))] {
        let store = HBase::builder().http(true).connect(&fake.address).unwrap().table("calls", "f");
        for _ in 0..10 {
            assert_eq!(store.reader().unwrap().get(b"k").unwrap(), None);
        }
        assert_eq!(fake.made(), 1);
    }
}

#[test]
fn a_connection_that_the_server_closes_is_made_anew() {
    let fake = serve(|_, body| with_length(body, "Connection: close\r\n"));
    let hbase = HBase::builder().http(true).retries(0).connect(&fake.address).unwrap();
    for _ in 0..5 {
        assert_eq!(hbase.table("calls", "f").reader().unwrap().get(b"k").unwrap(), None);
    }
    assert_eq!(fake.made(), 6);
}

#[test]
fn other_responses_and_servers_are_told() {
    let found = |fake: &Fake| {
        let builder = HBase::builder().http(true).connect_timeout(Duration::from_secs(8));
        match builder.connect(&fake.address).unwrap_err() {
            HBaseError::NotAGateway { found, .. } => found,
            error => panic!("{error:?}"),
        }
    };
    let denied = serve(|_, _| b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n".to_vec());
    assert_eq!(found(&denied), Peer::Other(b"HTTP/1.1 401 Unauthorized".to_vec()));
    let site = serve(|_, _| with_length(b"<html>", ""));
    assert_eq!(found(&site), Peer::Other(b"HTTP/1.1 200 OK".to_vec()));
    // The same response to a later call is not retried.
    let failing = serve(|request, body| match request.method.as_str() {
        "get" => b"HTTP/1.1 500 Server Error\r\nContent-Length: 0\r\n\r\n".to_vec(),
        _ => with_length(body, ""),
    });
    let hbase = HBase::builder().http(true).connect(&failing.address).unwrap();
    let error = hbase.table("calls", "f").reader().unwrap().get(b"k").unwrap_err();
    let end = format!("`{}` sent a malformed response: HTTP/1.1 500 Server Error", failing.address);
    assert!(error.to_string().ends_with(&end), "{error}");
    // A gateway in the default mode takes `POST` for the length of a name.
    let unframed = Fake::gateway(|_, _| {});
    assert_eq!(found(&unframed), Peer::Unframed);
}

#[test]
fn deadlines_and_limits_hold() {
    let fake = Fake::start(|stream| {
        let mut reader = BufReader::new(stream);
        while let Some(body) = read_post(&mut reader) {
            let request = Request::read(&mut &body[..]).unwrap();
            let stream = reader.get_mut();
            if request.method == "getThriftServerType" {
                stream.write_all(&with_length(&request.reply(&server_type(2)), "")).unwrap();
            } else {
                // A head without an end.
                stream.write_all(b"HTTP/1.1 200 OK\r\nX: ").unwrap();
                trickle(stream);
            }
        }
    });
    let hbase = HBase::builder().http(true).read_timeout(Duration::from_secs(2)).connect(&fake.address).unwrap();
    let start = Instant::now();
    let error = hbase.table("calls", "f").reader().unwrap().get(b"k").unwrap_err();
    assert!(matches!(error, HBaseError::Timeout { .. }), "{error:?}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());

    let long = serve(|request, body| match request.method.as_str() {
        "get" => with_length(&[request.begin(&[12, 0, 0, 11, 0, 1, 0, 0, 8, 0]), vec![0; 4096]].concat(), ""),
        _ => with_length(body, ""),
    });
    let hbase = HBase::builder().http(true).max_answer(1_000).connect(&long.address).unwrap();
    let error = hbase.table("calls", "f").reader().unwrap().get(b"k").unwrap_err();
    assert!(matches!(error, HBaseError::AnswerTooLong { .. }), "{error:?}");
}
