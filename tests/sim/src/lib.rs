//! Random histories of faults, each decided by a seed: the parts that the clients of HBase and Bigtable share.
//!
//! [`histories`] runs them. Callers write rows, and tell the [`model`] of each call and its outcome. The model knows what a read may
//! return, and checks in the end that all calls of a row fit in one order. [`scans`] checks the rows of a scan. The [`Journal`] has the events
//! of a history, and the first promise that was broken.
//!
//! The folders `hbase` and `bigtable` have the rest of each simulation: the machine, the network, the server, and the calls. They use
//! private parts of their client, so they are modules of its unit tests.

pub mod draws;
pub mod histories;
mod journal;
mod linear;
pub mod model;
pub mod scans;

pub use journal::{DAY, Journal};
