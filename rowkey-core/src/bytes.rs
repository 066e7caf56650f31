//! Byte strings: sinks that codecs write to, short buffers, ranges of keys, and bytes as text.

pub(crate) mod key_buf;
mod parse;
pub(crate) mod range;
pub(crate) mod show;
pub(crate) mod sink;

pub(crate) use key_buf::KeyBuf;
pub use parse::{ParseBytesError, parse};
pub(crate) use range::{KeyRange, greatest_below, prefix_successor};
pub use show::hex;
pub(crate) use show::{Hex, Literal, padding, to_short_string_binary, to_string_binary, without_middle};
pub(crate) use sink::{Array, Complemented, Patch, RankBytes, Scratch, Sink};
