//! Typed row keys for stores sorted by key bytes: encode, decode, scans, salts and split keys from one struct.

pub use rowkey_core::*;
pub use rowkey_derive::{KeyCode, RowKey};
