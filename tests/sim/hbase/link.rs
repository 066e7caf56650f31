//! One connection of the simulated network.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::machine::{Bell, Machine};
use super::network::Network;
use crate::net::channel::Channel;

/// The part of a connection that both sides share.
#[derive(Default)]
pub(super) struct Link {
    state: Mutex<State>,
    changed: Bell,
}

#[derive(Default)]
struct State {
    /// The bytes that have arrived at the client, and the number of bytes that it has read.
    inbox: Vec<u8>,
    read: usize,
    /// How and when the connection ended.
    end: Option<(End, Duration)>,
    /// The time at which the gateway last received bytes from the client.
    used: Duration,
}

/// The end of a connection, as the client sees it.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// The connection closes after the last byte.
    Closed,
    /// The connection ends with an error.
    Reset,
}

/// The time after which the gateway closes an idle connection.
const IDLE: Duration = Duration::from_secs(60);

impl Link {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends bytes to the client.
    pub(super) fn answer(&self, bytes: &[u8], now: Duration) {
        let mut state = self.state();
        if state.end.is_none() {
            state.inbox.extend(bytes);
            state.used = now;
        }
        drop(state);
        self.changed.ring();
    }

    pub(super) fn end(&self, end: End, now: Duration) {
        self.state().end.get_or_insert((end, now));
        self.changed.ring();
    }

    pub(super) fn is_over(&self) -> bool {
        self.state().end.is_some()
    }

    /// Records that the client sends bytes, and closes the connection if it was idle for too long. Returns `false` if
    /// it had ended before now, so that the client could have noticed.
    pub(super) fn touch(&self, now: Duration) -> bool {
        let mut state = self.state();
        if now > state.used + IDLE {
            state.end.get_or_insert((End::Reset, now));
        }
        state.used = now;
        state.end.is_none_or(|(_, ended)| ended == now)
    }

    pub(super) fn begin(&self, now: Duration) {
        self.state().used = now;
    }
}

/// The client's side of a connection.
pub(super) struct ClientSide {
    machine: Arc<Machine>,
    network: Arc<Network>,
    link: Arc<Link>,
    deadline: Instant,
    /// The request that is being sent.
    request: Vec<u8>,
    /// The last complete request.
    sent: Vec<u8>,
}

impl ClientSide {
    pub(super) const fn new(machine: Arc<Machine>, network: Arc<Network>, link: Arc<Link>, deadline: Instant) -> Self {
        Self { machine, network, link, deadline, request: Vec::new(), sent: Vec::new() }
    }
}

impl Drop for ClientSide {
    fn drop(&mut self) {
        self.network.close();
    }
}

impl Channel for ClientSide {
    fn set_deadline(&mut self, deadline: Instant) {
        self.deadline = deadline;
    }

    fn is_quiet(&self) -> bool {
        let state = self.link.state();
        state.end.is_none() && state.inbox.len() == state.read && self.machine.elapsed() <= state.used + IDLE
    }
}

impl Read for ClientSide {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            {
                let mut state = self.link.state();
                let rest = &state.inbox[state.read..];
                let count = rest.len().min(buffer.len());
                buffer[..count].copy_from_slice(&rest[..count]);
                if count > 0 {
                    state.read += count;
                    return Ok(count);
                }
                match state.end {
                    Some((End::Closed, _)) => return Ok(0),
                    Some((End::Reset, _)) => return Err(ErrorKind::ConnectionReset.into()),
                    None => {}
                }
            }
            if self.machine.now() >= self.deadline {
                self.network.give_up(&self.sent);
                return Err(ErrorKind::TimedOut.into());
            }
            self.link.changed.wait(&self.machine, Some(self.deadline));
        }
    }
}

impl Write for ClientSide {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.request.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sent = self.network.unframed(std::mem::take(&mut self.request));
        self.network.send(&self.link, self.sent.clone(), self.deadline)
    }
}
