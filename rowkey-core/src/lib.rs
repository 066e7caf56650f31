//! The inside of [`rowkey`](https://docs.rs/rowkey): languages, layouts and their proofs, codecs, salts, scans and
//! split keys, as ordinary code. The derive only writes constants and calls to what stands here.
#![no_std]

extern crate alloc;

mod bytes;
pub mod codec;
mod error;
mod key;
pub mod language;
pub mod layout;
#[doc(hidden)]
pub mod private;
pub mod scan;

pub use bytes::{KeyRange, Sink, prefix_successor};
pub use error::{
    CannotFail, CursorError, DecodeError, ElementError, EncodeError, Fault, KeyError, NestedError, ScanError,
    ValueError,
};
pub use key::{BatchError, Explanation, KeyBatch, KeyBytes, Keys, OwnedKey, Part, RowKey};
pub use layout::Layout;
pub use scan::ScanPlan;

/// Salts: a small number computed from named inputs, whose label leads the key.
///
/// All definitions are frozen: tables outlive programs.
pub mod salt {
    pub use crate::layout::salt::{Algorithm, Calendar, Label, Salt, SaltInput, View, phoenix};
}

/// Split keys: where a table is cut into regions.
pub mod split {
    pub use crate::bytes::{to_bytes_binary, to_string_binary};
    pub use crate::layout::split::{
        SplitError, StringSplit, UniformSplit, after, byte_range, bytes_split, even, hex_range, shell_create,
        splits_file,
    };
}
