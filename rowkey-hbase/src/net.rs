//! Connections to the gateway, from bytes on a socket to one attempt at a call. This module is independent of rows.

pub(crate) mod channel;
pub(crate) mod connection;
pub(crate) mod dial;
pub(crate) mod failure;
pub(crate) mod http;
pub(crate) mod peer;
pub(crate) mod pool;
pub(crate) mod retry;
pub(crate) mod socket;
#[cfg(feature = "tls")]
pub(crate) mod tls;
pub(crate) mod wire;
