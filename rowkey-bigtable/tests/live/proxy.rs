//! A proxy in front of the emulator, which breaks connections as the test specifies.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::emulator;

/// The fault of a connection after a number of answer bytes.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    /// The connection ends.
    Cut,
    /// No more bytes pass, in either direction.
    Stall,
    /// Bytes that are not HTTP/2 appear between two frames.
    Garbage,
}

/// The proxy, which runs until the runtime of its test ends.
pub struct Proxy {
    pub address: SocketAddr,
    faults: Arc<Mutex<VecDeque<(usize, Fault)>>>,
    holds: watch::Sender<bool>,
}

impl Proxy {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let faults = Arc::<Mutex<VecDeque<_>>>::default();
        let (holds, held) = watch::channel(false);
        let of_next = Arc::clone(&faults);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let fault = of_next.lock().unwrap().pop_front();
                tokio::spawn(pass(client, fault, held.clone()));
            }
        });
        Self { address, faults, holds }
    }

    /// Adds the faults of the next connections, one for each.
    pub fn fail(&self, faults: impl IntoIterator<Item = (usize, Fault)>) {
        self.faults.lock().unwrap().extend(faults);
    }

    /// Returns the number of faults that have not occurred yet.
    pub fn left(&self) -> usize {
        self.faults.lock().unwrap().len()
    }

    /// Starts or stops holding the bytes that clients send. It applies to current and later connections. The held bytes
    /// are forwarded even if the client has disconnected.
    pub fn hold(&self, holds: bool) {
        self.holds.send_replace(holds);
    }
}

async fn pass(client: TcpStream, fault: Option<(usize, Fault)>, held: watch::Receiver<bool>) {
    let server = TcpStream::connect(emulator::address()).await.unwrap();
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    tokio::spawn(requests(from_client, to_server, held));
    answers(from_server, to_client, fault).await;
}

async fn requests(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut held: watch::Receiver<bool>) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(bytes @ 1..) = from.read(&mut buffer).await {
        let is_held = *held.borrow();
        if held.wait_for(|holds| !holds).await.is_err() || to.write_all(&buffer[..bytes]).await.is_err() {
            break;
        }
        // A client that has given up sends a reset after its request, which would stop the server before it has
        // executed the request.
        if is_held {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}

async fn answers(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut fault: Option<(usize, Fault)>) {
    let mut buffer = vec![0; 4 << 10];
    let mut frames = Frames::default();
    while let Ok(bytes @ 1..) = from.read(&mut buffer).await {
        let mut answer = &buffer[..bytes];
        if let Some((left, kind)) = &mut fault {
            let mut sound = bytes.min(*left);
            *left -= sound;
            let is_due = match kind {
                // Inside a frame, the bytes could be in a value, where they would not be detected.
                Fault::Garbage => {
                    frames.pass(&answer[..sound]);
                    let boundary = (*left == 0).then(|| frames.pass_to_boundary(&answer[sound..])).flatten();
                    sound += boundary.unwrap_or(if *left == 0 { answer.len() - sound } else { 0 });
                    boundary.is_some()
                }
                Fault::Cut | Fault::Stall => *left == 0,
            };
            if to.write_all(answer.split_off(..sound).unwrap()).await.is_err() {
                return;
            }
            match *kind {
                Fault::Cut if is_due => return,
                Fault::Stall if is_due => std::future::pending().await,
                Fault::Garbage if is_due => {
                    let _ = to.write_all(&[0xA5; 64]).await;
                    fault = None;
                }
                _ => {}
            }
        }
        if to.write_all(answer).await.is_err() {
            return;
        }
    }
}

/// Finds the ends of HTTP/2 frames. Each frame has a length of three bytes, six more bytes, and a body of that length.
#[derive(Default)]
struct Frames {
    head: Vec<u8>,
    left: usize,
}

impl Frames {
    fn pass(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.pass_byte(byte));
    }

    /// Returns the number of bytes up to the next end of a frame.
    fn pass_to_boundary(&mut self, bytes: &[u8]) -> Option<usize> {
        if self.is_at_boundary() {
            return Some(0);
        }
        bytes
            .iter()
            .position(|&byte| {
                self.pass_byte(byte);
                self.is_at_boundary()
            })
            .map(|at| at + 1)
    }

    fn pass_byte(&mut self, byte: u8) {
        if self.head.len() == 9 {
            self.left -= 1;
        } else {
            self.head.push(byte);
            if let [a, b, c, _, _, _, _, _, _] = self.head[..] {
                self.left = usize::from(a) << 16 | usize::from(b) << 8 | usize::from(c);
            }
        }
        if self.head.len() == 9 && self.left == 0 {
            self.head.clear();
        }
    }

    fn is_at_boundary(&self) -> bool {
        self.head.is_empty()
    }
}
