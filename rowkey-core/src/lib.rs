//! The inside of [`rowkey`](https://docs.rs/rowkey): languages, layouts and their proofs, codecs, salts, scans and
//! split keys, as ordinary code. The derive only writes constants and calls to what stands here.
#![no_std]

extern crate alloc;

mod batch;
mod bytes;
pub mod codec;
mod error;
mod explain;
mod field;
mod key;
pub mod language;
pub mod layout;
#[doc(hidden)]
pub mod private;
mod read;
mod room;
pub mod salt;
pub mod scan;
pub mod split;

pub use batch::{BatchError, KeyBatch, Keys};
pub use bytes::{KeyRange, Sink, prefix_successor};
pub use error::{
    CannotFail, CursorError, DecodeError, ElementError, EncodeError, Fault, KeyError, NestedError, ScanError,
    ValueError,
};
pub use explain::{Explanation, Part};
pub use key::{KeyBytes, OwnedKey, RowKey};
pub use layout::Layout;
pub use scan::ScanPlan;
