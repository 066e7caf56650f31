//! The connections to one gateway: a bounded number, kept for the next call while they are fresh.
//!
//! `r2d2` is the usual pool. It connects in threads of its own, so a call would learn neither why it cannot connect nor
//! keep to its deadline.

use std::io;
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use crate::Builder;
use crate::host::{self, Signal};
use crate::net::connection::Connection;

#[derive(Default)]
pub(crate) struct Pool {
    state: Mutex<State>,
    /// Told when a connection is kept or closed.
    freed: Signal,
}

#[derive(Default)]
struct State {
    /// Connections that nobody uses, the last used at the end.
    idle: Vec<Connection>,
    /// Connections that somebody uses, or is making.
    leased: usize,
}

impl Pool {
    /// The right to one connection: one that was used before, if there is one that is fresh. Waits until `deadline` if
    /// all are in use.
    pub(crate) fn lease(&self, options: &Builder, deadline: Instant) -> io::Result<Lease<'_>> {
        let most = options.connections.max(options.parallel);
        let mut state = self.state();
        while state.idle.is_empty() && state.leased >= most {
            let wait = host::left(deadline);
            if wait.is_zero() {
                let busy = format!("all {most} connections are in use: allow more by `Builder::connections`");
                return Err(io::Error::new(io::ErrorKind::TimedOut, busy));
            }
            state = self.freed.wait(&self.state, state, wait);
        }
        state.idle.retain(|connection| connection.is_young(options.max_age));
        // The last used first, so that those that are not needed age.
        let connection = loop {
            match state.idle.pop() {
                Some(connection) if !connection.is_open() => {}
                connection => break connection,
            }
        };
        state.leased += 1;
        Ok(Lease { pool: self, connection })
    }

    /// Closes all connections that nobody uses.
    pub(crate) fn clear(&self) {
        self.state().idle.clear();
    }

    /// The connections that nobody uses, and those that somebody does.
    #[cfg(test)]
    pub(crate) fn held(&self) -> (usize, usize) {
        let state = self.state();
        (state.idle.len(), state.leased)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        host::lock(&self.state)
    }
}

/// The right to one connection of a pool.
pub(crate) struct Lease<'p> {
    pool: &'p Pool,
    /// `None` if one is to be made.
    pub(crate) connection: Option<Connection>,
}

impl Lease<'_> {
    /// Gives the connection back for the next call; without it, the connection is closed.
    pub(crate) fn keep(mut self, connection: Connection) {
        self.connection = Some(connection);
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.state();
        state.leased -= 1;
        state.idle.extend(self.connection.take());
        drop(state);
        self.pool.freed.notify();
    }
}
