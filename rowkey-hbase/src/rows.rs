//! The rows of a table: single reads and writes, batches, and scans.

mod atomic;
pub(crate) mod cell;
pub(crate) mod check;
pub(crate) mod column;
mod existing;
pub(crate) mod filter;
mod get;
pub(crate) mod page;
pub(crate) mod request;
pub(crate) mod row;
pub(crate) mod scan;
pub(crate) mod scanner;
pub(crate) mod store;
mod versions;
pub(crate) mod write;
