//! Random histories of faults, each determined by a seed. This crate has the parts that the clients of HBase and
//! Bigtable share.
//!
//! [`histories`] runs them. Callers write rows, and report each call and its outcome to the [`model`]. The model knows
//! which values a read may return. At the end, it checks that all calls on a row fit into one order. [`races`] draws calls
//! of several writers on one row. [`scans`] checks the rows of a scan. The [`Journal`] has the events of a history, and the first broken promise.
//!
//! The module `secondary` checks the protocol of secondary keys on engines without transactions. Its histories need no
//! client. The module `moving` checks the protocol that moves the rows of a live table to other keys. [`deployments`] draws
//! the steps of its programs, for histories with a client.
//!
//! The folders `hbase` and `bigtable` have the rest of each simulation: the machine, the network, the server, and the
//! calls. They use private parts of their client, so they are modules of its unit tests.

pub mod deployments;
pub mod draws;
pub mod histories;
mod journal;
mod linear;
pub mod model;
pub mod moved_rows;
#[cfg(test)]
mod moving;
pub mod races;
pub mod scans;
#[cfg(test)]
mod secondary;
#[cfg(test)]
mod timed;
#[cfg(test)]
mod two_keys;

pub use journal::{DAY, Journal};
