//! A key and its query builder, as `#[derive(RowKey)]` generates them, so that you can see the methods that you get.
//!
//! This module exists only in the documentation. Its source is:
//!
//! ```
//! use rowkey::RowKey;
//!
//! #[derive(RowKey)]
//! pub struct Reading {
//!     #[salt(buckets = 8)]
//!     #[pad(12)]
//!     pub device: String,
//!     #[reverse_ts]
//!     pub at: i64,
//! }
//! ```
//!
//! [`ReadingScan`] is the builder that `Reading::scan()` returns. Its type parameter counts the fields that are bound, so that the compiler rejects
//! fields out of order.

use crate::RowKey;
use alloc::string::String;

/// One measurement of a device.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(crate = crate)]
pub struct Reading {
    /// The name of the device, at most 12 bytes.
    #[salt(buckets = 8)]
    #[pad(12)]
    pub device: String,
    /// Milliseconds since 1970. The newest reading sorts first.
    #[reverse_ts]
    pub at: i64,
}
