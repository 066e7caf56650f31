//! A Thrift gateway that answers with the bytes of an input.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The framing of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// Messages end by their content.
    Unframed,
    /// Each message follows its length.
    Framed,
    /// Messages are bodies of HTTP.
    Http,
}

/// The answers to all calls, except to the call for the type of the server.
#[derive(Debug)]
pub struct Answers {
    /// The transport of the client.
    pub transport: Transport,
    /// `true` if an answer has a head with the name of the call, and `bytes` as its result. Otherwise, an answer
    /// consists of `bytes` only.
    pub has_head: bool,
    /// The answer to each call.
    pub bytes: Vec<u8>,
    /// The number of calls that a connection answers. Then it ends, so that a client does not wait for the rest of an
    /// answer.
    pub calls: usize,
}

/// The server of the process. It serves one connection after another.
pub struct Gateway {
    address: String,
    answers: Arc<Mutex<Arc<Answers>>>,
}

impl Gateway {
    /// Returns the server.
    ///
    /// # Panics
    /// If no port on loopback is available.
    #[must_use]
    pub fn get() -> &'static Self {
        static GATEWAY: LazyLock<Gateway> = LazyLock::new(|| {
            let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
            let address = listener.local_addr().expect("its address").to_string();
            let none = Answers { transport: Transport::Unframed, has_head: false, bytes: Vec::new(), calls: 0 };
            let answers = Arc::new(Mutex::new(Arc::new(none)));
            let of_server = Arc::clone(&answers);
            thread::spawn(move || serve(&listener, &of_server));
            Gateway { address, answers }
        });
        &GATEWAY
    }

    /// Sets the answers from now on, and returns the address.
    pub fn answer(&self, answers: Answers) -> &str {
        *lock(&self.answers) = Arc::new(answers);
        &self.address
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn serve(listener: &TcpListener, answers: &Mutex<Arc<Answers>>) {
    for stream in listener.incoming().flatten() {
        let answers = Arc::clone(&lock(answers));
        // The server continues if a client disconnects.
        let _ = serve_one(&stream, &answers);
        let _ = stream.shutdown(Shutdown::Both);
    }
}

fn serve_one(mut stream: &TcpStream, answers: &Answers) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(Duration::from_secs(1)))?;
    let mut reader = BufReader::new(stream);
    let mut answered = 0;
    while answered < answers.calls {
        let head = read_head(&mut reader, answers.transport)?;
        // Answers with the type of a Thrift 2 server.
        if head.windows(19).any(|name| name == b"getThriftServerType") {
            let message = framed(&[&head[..], &[8, 0, 0, 0, 0, 0, 2, 0]].concat(), answers.transport);
            stream.write_all(&message)?;
            continue;
        }
        let message = match answers.has_head {
            true => framed(&[&head[..], &answers.bytes].concat(), answers.transport),
            false => answers.bytes.clone(),
        };
        stream.write_all(&message)?;
        answered += 1;
    }
    Ok(())
}

fn framed(message: &[u8], transport: Transport) -> Vec<u8> {
    let head = match transport {
        Transport::Unframed => Vec::new(),
        Transport::Framed => (message.len() as u32).to_be_bytes().to_vec(),
        Transport::Http => format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", message.len()).into_bytes(),
    };
    [&head, message].concat()
}

/// Reads a request, and returns the head of its answer: a reply with the name and the number of the call.
fn read_head(reader: &mut BufReader<&TcpStream>, transport: Transport) -> io::Result<Vec<u8>> {
    let message = match transport {
        // A client sends a request at once, and then waits.
        Transport::Unframed => {
            let message = reader.fill_buf()?.to_vec();
            reader.consume(message.len());
            message
        }
        Transport::Framed => {
            let mut width = [0; 4];
            reader.read_exact(&mut width)?;
            read(reader, u32::from_be_bytes(width) as usize)?
        }
        Transport::Http => {
            let mut width = 0;
            loop {
                let mut line = String::new();
                reader.read_line(&mut line)?;
                if let Some(value) = line.strip_prefix("Content-Length: ") {
                    width = value.trim().parse().unwrap_or(0);
                }
                if line.trim().is_empty() {
                    break;
                }
            }
            read(reader, width)?
        }
    };
    let width = message.get(4..8).map_or(0, |width| width.iter().fold(0, |all, &byte| all << 8 | usize::from(byte)));
    let call = message.get(4..12 + width).ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok([&[0x80, 1, 0, 2], call].concat())
}

/// Reads a request of this width. Rejects large widths: a client with another transport sends bytes that are not a
/// width.
fn read(reader: &mut impl Read, width: usize) -> io::Result<Vec<u8>> {
    const MOST: usize = 1 << 16;
    if width > MOST {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut message = vec![0; width];
    reader.read_exact(&mut message)?;
    Ok(message)
}
