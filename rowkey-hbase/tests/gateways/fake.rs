//! Servers on the loopback interface. They speak as much Thrift as a test needs, or something else.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use thrift::protocol::{TBinaryInputProtocol, TInputProtocol, TType};

/// A server on its own port. Its threads end with the test binary.
pub struct Fake {
    pub address: String,
    /// The number of connections so far.
    made: Arc<AtomicUsize>,
}

impl Fake {
    /// Serves each connection in its own thread.
    pub fn start(serve: impl Fn(TcpStream) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let fake = Self { address, made: Arc::default() };
        let (serve, made) = (Arc::new(serve), Arc::clone(&fake.made));
        thread::spawn(move || {
            for stream in listener.incoming().map(Result::unwrap) {
                made.fetch_add(1, Ordering::SeqCst);
                let serve = Arc::clone(&serve);
                thread::spawn(move || serve(stream));
            }
        });
        fake
    }

    /// Starts a Thrift 2 gateway, which answers any call but the first with `answer`.
    pub fn gateway(answer: impl Fn(&Request, &mut TcpStream) + Send + Sync + 'static) -> Self {
        Self::start(move |mut stream| {
            while let Some(request) = Request::read(&mut stream) {
                match request.method.as_str() {
                    "getThriftServerType" => _ = stream.write_all(&request.reply(&server_type(2))),
                    _ => answer(&request, &mut stream),
                }
            }
        })
    }

    pub fn made(&self) -> usize {
        self.made.load(Ordering::SeqCst)
    }
}

/// The method and sequence number of a call.
pub struct Request {
    pub method: String,
    number: i32,
}

impl Request {
    /// Reads a call of the strict binary protocol. Returns `None` at the end, or if it is another protocol.
    pub fn read(stream: &mut impl Read) -> Option<Self> {
        let mut protocol = TBinaryInputProtocol::new(stream, true);
        let head = protocol.read_message_begin().ok()?;
        protocol.skip(TType::Struct).ok()?;
        Some(Self { method: head.name, number: head.sequence_number })
    }

    /// Returns an answer with these fields, without the end of the struct.
    pub fn begin(&self, fields: &[u8]) -> Vec<u8> {
        self.message(2, fields)
    }

    /// Returns an answer with these fields.
    pub fn reply(&self, fields: &[u8]) -> Vec<u8> {
        self.message(2, &[fields, &[0]].concat())
    }

    /// Returns the answer of a Thrift server that fails. Kind 1 is "unknown method", and 6 is "internal error".
    pub fn exception(&self, kind: u8, text: &str) -> Vec<u8> {
        let text_field = [&[11, 0, 1][..], &string(text)].concat();
        self.message(3, &[&text_field[..], &[8, 0, 2, 0, 0, 0, kind, 0]].concat())
    }

    /// Returns a call with another name and the same sequence number.
    pub fn renamed(&self, method: &str) -> Self {
        Self { method: method.into(), number: self.number }
    }

    /// Returns the answer for a failure of HBase: a `TIOError`.
    pub fn io_error(&self, text: &str, can_retry: Option<bool>) -> Vec<u8> {
        let message = [&[11, 0, 1][..], &string(text)].concat();
        let can_retry = can_retry.map_or(vec![], |it| vec![2, 0, 2, u8::from(it)]);
        self.reply(&[&[12, 0, 1][..], &message, &can_retry, &[0]].concat())
    }

    fn message(&self, kind: u8, body: &[u8]) -> Vec<u8> {
        let name = string(&self.method);
        [&[0x80, 1, 0, kind][..], &name, &self.number.to_be_bytes(), body].concat()
    }
}

/// Returns the result of `getThriftServerType`.
pub fn server_type(number: u8) -> [u8; 7] {
    [8, 0, 0, 0, 0, 0, number]
}

/// Returns the result of a call with a boolean.
pub fn boolean(value: bool) -> [u8; 4] {
    [2, 0, 0, u8::from(value)]
}

/// The result of `get` for a row that does not exist.
pub const NO_ROW: [u8; 12] = [12, 0, 0, 15, 0, 2, 12, 0, 0, 0, 0, 0];

/// Returns a row with the value `v` in the column `f:v`.
pub fn row(key: &str) -> Vec<u8> {
    row_of(key, "v")
}

/// Returns a row with a value in the column `f:v`.
pub fn row_of(key: &str, value: &str) -> Vec<u8> {
    let field = |number: u8, text: &str| [&[11, 0, number][..], &string(text)].concat();
    let cell = [&field(1, "f")[..], &field(2, "v"), &field(3, value), &[0]].concat();
    [&field(1, key)[..], &[15, 0, 2, 12, 0, 0, 0, 1], &cell, &[0]].concat()
}

fn string(text: &str) -> Vec<u8> {
    [&(text.len() as u32).to_be_bytes(), text.as_bytes()].concat()
}

/// Reads until the client disconnects. This is for servers that have sent everything.
pub fn wait_for_end(stream: &mut TcpStream) {
    let mut buffer = [0; 1 << 12];
    while stream.read(&mut buffer).is_ok_and(|read| read > 0) {}
}

/// Sends one byte every 50 ms until the client disconnects.
pub fn trickle(stream: &mut TcpStream) {
    while stream.write_all(b"x").is_ok() {
        thread::sleep(Duration::from_millis(50));
    }
}
