//! Byte strings: how they are written, kept, compared and shown. Nothing here knows of keys.

mod key_buf;
mod range;
mod show;
mod sink;

pub use key_buf::KeyBuf;
pub(crate) use range::greatest_below;
pub use range::{KeyRange, prefix_successor};
pub(crate) use show::{Hex, Literal, padding, without_middle};
pub use show::{to_bytes_binary, to_short_string_binary, to_string_binary};
pub use sink::{Array, Patch, Sink};
pub(crate) use sink::{Complemented, Scratch};
