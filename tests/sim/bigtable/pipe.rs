//! The client's end of a connection of the simulated network.

use fastrand::Rng;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf};
use tokio::time::{Sleep, sleep};

use super::machine::Machine;

/// The trouble of a connection, after a number of bytes in one direction.
#[derive(Clone, Copy, Debug)]
pub(super) enum Trouble {
    /// The connection breaks with an error, or as if it had been closed.
    Cut { is_reset: bool },
    /// No more bytes pass.
    Stall,
    /// No bytes reach the client for this time.
    Pause(Duration),
}

/// A trouble, and the number of bytes before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) trouble: Trouble,
    pub(super) is_of_reads: bool,
    pub(super) after: usize,
}

/// The traffic at the client's ends of all connections.
#[derive(Debug, Default)]
pub(super) struct Traffic {
    /// The number of bytes that the client has read.
    pub(super) received: usize,
    /// The connections that the client keeps, by number. The value is the time when the connection stalled, if it did.
    kept: BTreeMap<usize, Option<Duration>>,
    /// `true` if no connection gets into trouble any more.
    pub(super) is_calm: bool,
}

impl Traffic {
    /// Stalls a connection, or all connections.
    pub(super) fn stall(&mut self, number: Option<usize>, now: Duration) {
        for (kept, since) in &mut self.kept {
            if number.is_none_or(|number| number == *kept) {
                since.get_or_insert(now);
            }
        }
    }

    /// Returns the connection that has been stalled for the longest time, and the time when it stalled.
    pub(super) fn longest_stall(&self) -> Option<(usize, Duration)> {
        self.kept.iter().filter_map(|(number, since)| Some((*number, (*since)?))).min_by_key(|(_, since)| *since)
    }
}

pub(super) struct Pipe {
    machine: Arc<Machine>,
    number: usize,
    stream: DuplexStream,
    rng: Rng,
    fault: Option<Fault>,
    traffic: Arc<Mutex<Traffic>>,
    read: usize,
    written: usize,
    /// The current trouble.
    trouble: Option<Trouble>,
    pause: Option<Pin<Box<Sleep>>>,
}

impl Pipe {
    pub(super) fn new(
        machine: Arc<Machine>,
        number: usize,
        stream: DuplexStream,
        rng: Rng,
        fault: Option<Fault>,
        traffic: Arc<Mutex<Traffic>>,
    ) -> Self {
        let pipe =
            Self { machine, number, stream, rng, fault, traffic, read: 0, written: 0, trouble: None, pause: None };
        pipe.count(|traffic, number| traffic.kept.insert(number, None));
        pipe
    }

    /// Begins the trouble of a direction, if its number of bytes has passed.
    fn begin_trouble(&mut self, is_of_reads: bool) {
        if self.trouble.is_none()
            && self.count(|traffic, number| traffic.kept.get(&number).is_some_and(Option::is_some))
        {
            self.trouble = Some(Trouble::Stall);
        }
        if self.count(|traffic, _| traffic.is_calm) {
            self.fault = None;
        }
        let passed = if is_of_reads { self.read } else { self.written };
        let Some(fault) = self.fault.take_if(|it| it.is_of_reads == is_of_reads && it.after <= passed) else { return };
        self.machine.note(|| format!("connection {}: {fault:?}", self.number));
        match fault.trouble {
            Trouble::Pause(wait) => self.pause = Some(Box::pin(sleep(wait))),
            trouble => self.trouble = Some(trouble),
        }
        if let Trouble::Stall = fault.trouble {
            let now = self.machine.elapsed();
            self.count(|traffic, number| traffic.stall(Some(number), now));
        }
    }

    fn count<R>(&self, count: impl FnOnce(&mut Traffic, usize) -> R) -> R {
        count(&mut self.traffic.lock().unwrap_or_else(PoisonError::into_inner), self.number)
    }

    /// Returns the maximum number of bytes that pass at once. It ends at the fault, and is always small, so that
    /// messages arrive in parts.
    fn most(&mut self, is_of_reads: bool) -> usize {
        let passed = if is_of_reads { self.read } else { self.written };
        let before = self.fault.filter(|it| it.is_of_reads == is_of_reads).map_or(usize::MAX, |it| it.after - passed);
        before.min(1 << self.rng.u32(3..16)).max(1)
    }
}

/// Dropping the pipe means that the client abandons the connection.
impl Drop for Pipe {
    fn drop(&mut self) {
        let _ = self.count(|traffic, number| traffic.kept.remove(&number));
    }
}

impl AsyncRead for Pipe {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let pipe = &mut *self;
        pipe.begin_trouble(true);
        if let Some(pause) = &mut pipe.pause {
            ready!(pause.as_mut().poll(cx));
            pipe.pause = None;
        }
        match pipe.trouble {
            Some(Trouble::Cut { is_reset: true }) => return Poll::Ready(Err(ErrorKind::ConnectionReset.into())),
            Some(Trouble::Cut { is_reset: false }) => return Poll::Ready(Ok(())),
            // The client's own timers wake it.
            Some(Trouble::Stall | Trouble::Pause(_)) => return Poll::Pending,
            None => {}
        }
        let mut part = vec![0; pipe.most(true).min(buffer.remaining())];
        let mut part = ReadBuf::new(&mut part);
        ready!(Pin::new(&mut pipe.stream).poll_read(cx, &mut part))?;
        pipe.read += part.filled().len();
        pipe.count(|traffic, _| traffic.received += part.filled().len());
        buffer.put_slice(part.filled());
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Pipe {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let pipe = &mut *self;
        pipe.begin_trouble(false);
        match pipe.trouble {
            Some(Trouble::Cut { .. }) => return Poll::Ready(Err(ErrorKind::BrokenPipe.into())),
            // The operating system accepts bytes that never arrive anywhere.
            Some(Trouble::Stall) => return Poll::Ready(Ok(bytes.len())),
            Some(Trouble::Pause(_)) | None => {}
        }
        let most = pipe.most(false).min(bytes.len());
        let written = ready!(Pin::new(&mut pipe.stream).poll_write(cx, &bytes[..most]))?;
        pipe.written += written;
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
