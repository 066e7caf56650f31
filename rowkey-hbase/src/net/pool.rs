//! The connections to one gateway: a limited number, kept for later calls while they are fresh.
//!
//! `r2d2` is the usual pool. It connects in its own threads, so a call could neither report why connecting failed nor
//! meet its deadline.

use std::io;
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use crate::Builder;
use crate::host::{self, Signal};
use crate::net::connection::Connection;

#[derive(Default)]
pub(crate) struct Pool {
    state: Mutex<State>,
    /// Notified when a connection is returned or closed.
    freed: Signal,
}

#[derive(Default)]
struct State {
    /// Idle connections. The most recently used one is at the end.
    idle: Vec<Connection>,
    /// The number of connections in use, including those that are being opened.
    leased: usize,
}

impl Pool {
    /// Returns the right to one connection, with a fresh idle connection if there is one. Waits until `deadline` if all
    /// connections are in use.
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
        // The most recently used connection is first, so that surplus connections age.
        let connection = loop {
            match state.idle.pop() {
                Some(connection) if !connection.is_open() => {}
                connection => break connection,
            }
        };
        state.leased += 1;
        Ok(Lease { pool: self, connection })
    }

    /// Closes all idle connections.
    pub(crate) fn clear(&self) {
        self.state().idle.clear();
    }

    /// Returns the number of idle connections, and the number of connections in use.
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
    /// The connection, or `None` if the caller has to open one.
    pub(crate) connection: Option<Connection>,
}

impl Lease<'_> {
    /// Returns the connection to the pool for the next call. Without this call, the connection is closed.
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
