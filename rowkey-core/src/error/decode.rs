//! Bytes that are not a key, and why one of their elements is not one of its codec.

use super::shown::{Bytes, Found, HexDigits, SaltedField};
use super::{NestedError, ValueError};
use crate::bytes::{Hex, Literal, ParseBytesError};
use crate::language::ByteSet;
use alloc::vec::Vec;
use core::fmt;
use thiserror::Error;

/// An error of [`RowKey::decode`](crate::RowKey::decode): the bytes are not a row key of the layout.
///
/// Offsets count from the start of the key, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The key ends inside an element.
    #[error(
        "the key ends at offset {found}, inside `{key}.{field}`, which begins at offset {offset} and {}",
        Needs(*.expected, found.saturating_sub(*.offset))
    )]
    Truncated {
        /// The struct.
        key: &'static str,
        /// The element.
        field: &'static str,
        /// The offset of the element.
        offset: usize,
        /// The offset at which the key ends.
        found: usize,
        /// The least width of the element, with its end mark or separator. If the key holds as many bytes of it, it has no end there.
        expected: usize,
    },
    /// Bytes follow the last element.
    #[error("expected the end of `{key}` at offset {offset}, found {found} more byte{}", if *.found == 1 { "" } else { "s" })]
    Trailing {
        /// The struct.
        key: &'static str,
        /// The offset at which the key should end.
        offset: usize,
        /// The number of bytes that follow.
        found: usize,
    },
    /// The prefix or a separator is not at its place.
    #[error("expected {} at offset {offset} of `{key}`, found {}", Hex(.expected), Found(.found))]
    Literal {
        /// The struct.
        key: &'static str,
        /// The offset of the prefix or separator.
        offset: usize,
        /// The bytes at that place; fewer than expected if the key ends before.
        found: Vec<u8>,
        /// The prefix or separator.
        expected: &'static [u8],
    },
    /// The label of the salt is not one that the layout writes.
    #[error("expected {} at offset {offset} of `{key}`, found {}", Labels(*.buckets), Found(.found))]
    Label {
        /// The struct.
        key: &'static str,
        /// The offset of the label.
        offset: usize,
        /// The bytes of the label.
        found: Vec<u8>,
        /// The number of buckets; 0 if the label is the first digits of a digest.
        buckets: u32,
    },
    /// The label is well formed, but the salt's inputs give another one.
    #[error("expected bucket {expected} by the salt of `{key}`, found bucket {found} in the label at offset {offset}")]
    Salt {
        /// The struct.
        key: &'static str,
        /// The offset of the label.
        offset: usize,
        /// The bucket that the label says.
        found: u32,
        /// The bucket computed from the inputs.
        expected: u32,
    },
    /// The label is well formed, but it is not the first digits of the digest of the salt's inputs.
    #[error(
        "expected the digest {} by the salt of `{key}`, found {} in the label at offset {offset}",
        HexDigits(*.expected, *.digits),
        HexDigits(*.found, *.digits)
    )]
    Digest {
        /// The struct.
        key: &'static str,
        /// The offset of the label.
        offset: usize,
        /// The number that the digits of the label spell.
        found: u128,
        /// The number that the first digits of the digest spell.
        expected: u128,
        /// The number of hex digits; a byte has two.
        digits: usize,
    },
    /// The salt cannot be computed from the values that were read.
    #[error("the salt of `{key}` cannot be computed{}: {reason}", SaltedField(*.field))]
    Unsalted {
        /// The struct.
        key: &'static str,
        /// The input; `None` if the error is not about one input but about what they give together.
        field: Option<&'static str>,
        /// The reason.
        reason: ValueError,
    },
    /// The key holds more separators than the layout writes: a value holds one, although none may. Such a key cannot be
    /// split back.
    #[error(
        "expected {expected} separators \"{}\" in `{key}`, found {found}: a value holds one, so this key cannot be split back",
        .separator.escape_ascii()
    )]
    Separators {
        /// The struct.
        key: &'static str,
        /// The separator.
        separator: &'static [u8],
        /// The number of separators in the key.
        found: usize,
        /// The number of separators that the layout writes.
        expected: usize,
    },
    /// The bytes of an element are not a value of its field.
    #[error("`{key}.{field}` at offset {offset}: {reason}")]
    Element {
        /// The struct that holds the field.
        key: &'static str,
        /// The field.
        field: &'static str,
        /// The offset of the element.
        offset: usize,
        /// The reason, from the codec.
        reason: ElementError,
    },
    /// The key is of no kind of the enum.
    #[error("expected {}, found {}", Tags(.key, *.offset, .expected), .found)]
    RecordType {
        /// The enum.
        key: &'static str,
        /// The offset of the tag.
        offset: usize,
        /// The bytes at that place, at most as many as the widest tag has.
        found: FoundTag,
        /// The tags of all kinds, ascending; a kind that is told by the rest of its keys has none.
        expected: &'static [&'static [u8]],
    },
    /// The key is empty; no store takes an empty row key.
    #[error("expected a `{key}`, found an empty row key")]
    Empty {
        /// The struct.
        key: &'static str,
    },
}

/// The reason why a text is not a key: see [`RowKey::from_text`](crate::RowKey::from_text).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyTextError {
    /// The text is not a byte string.
    #[error(transparent)]
    Text(#[from] ParseBytesError),
    /// The bytes are not a key.
    #[error(transparent)]
    Key(#[from] DecodeError),
}

/// The reason why an element does not end in a key: the least width that it has, if it is above the width that is there.
struct Needs(usize, usize);

impl fmt::Display for Needs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(least, found) if found < least => write!(f, "needs {least} or more bytes"),
            Self(..) => f.write_str("has not ended"),
        }
    }
}

/// The labels of so many buckets, in words.
struct Labels(u32);

impl fmt::Display for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("the first digits of a digest"),
            buckets => write!(f, "the label of one of {buckets} buckets"),
        }
    }
}

/// The tags that can stand at an offset in words: "a tag of `Row` at offset 1, one of "P" and "U"".
struct Tags<'t>(&'t str, usize, &'t [&'static [u8]]);

impl fmt::Display for Tags<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(key, offset, tags) = self;
        match tags {
            [] => write!(f, "a key of some record type of `{key}`"),
            [only] => write!(f, "the tag {} of `{key}` at offset {offset}", Literal(only)),
            [first, between @ .., last] => {
                write!(f, "a tag of `{key}` at offset {offset}, one of {}", Literal(first))?;
                between.iter().try_for_each(|tag| write!(f, ", {}", Literal(tag)))?;
                write!(f, " and {}", Literal(last))
            }
        }
    }
}

/// The first bytes, at most 8, that stand at the place of a tag; none at the end of the key.
///
/// # Design
///
/// No `Vec`: with one more variant of [`DecodeError`] that owns memory, its drop is not inlined any more (14 of 33 instructions of a decode
/// whose error is dropped; `four_integers: decode, ok` in `benches/instructions`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundTag {
    bytes: [u8; 8],
    width: u8,
}

impl FoundTag {
    pub(crate) fn of(found: &[u8]) -> Self {
        let mut bytes = [0; 8];
        let width = found.len().min(bytes.len());
        bytes.iter_mut().zip(found).for_each(|(byte, found)| *byte = *found);
        Self { bytes, width: width as u8 }
    }

    /// The bytes.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.width.into()).unwrap_or_default()
    }
}

impl fmt::Display for FoundTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_slice() {
            [] => f.write_str("the end of the key"),
            tag => write!(f, "{}", Literal(tag)),
        }
    }
}

impl DecodeError {
    /// The same error with its offsets counted from `base` bytes earlier.
    #[must_use]
    pub(crate) fn shifted(mut self, base: usize) -> Self {
        match &mut self {
            Self::Truncated { offset, found, .. } => {
                *offset += base;
                *found += base;
            }
            Self::Trailing { offset, .. }
            | Self::Literal { offset, .. }
            | Self::Label { offset, .. }
            | Self::Salt { offset, .. }
            | Self::Digest { offset, .. }
            | Self::RecordType { offset, .. }
            | Self::Element { offset, .. } => *offset += base,
            Self::Unsalted { .. } | Self::Separators { .. } | Self::Empty { .. } => {}
        }
        self
    }
}

/// The reason why the bytes of one element are not a value. Offsets count from the start of the element, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ElementError {
    /// The element does not have the width that the codec writes.
    #[error("expected {}, found {found}", Bytes(*.expected))]
    Width {
        /// The width of the element in bytes.
        found: usize,
        /// The width that the codec writes, in bytes.
        expected: usize,
    },
    /// A computed element is not what its field gives.
    #[error("expected {} from the field that it is computed from, found {}", Hex(.expected), Found(.found))]
    Computed {
        /// The bytes of the element.
        found: Vec<u8>,
        /// The bytes computed from the field.
        expected: Vec<u8>,
    },
    /// The list does not end with a whole value.
    #[error("expected a list of values of {} each, found {found} bytes", Bytes(*.width))]
    Repeated {
        /// The width of the list in bytes.
        found: usize,
        /// The width of a value in bytes.
        width: usize,
    },
    /// The text is not UTF-8.
    #[error("invalid UTF-8 at offset {at} of the element")]
    Utf8 {
        /// The offset of the first invalid byte.
        at: usize,
    },
    /// A byte cannot stand at its place.
    #[error("expected {expected} at offset {at} of the element, found byte {found:#04X}")]
    Byte {
        /// The offset of the byte.
        at: usize,
        /// The byte.
        found: u8,
        /// The bytes that can stand there, in words.
        expected: &'static str,
    },
    /// The text holds a byte outside the alphabet.
    #[error("byte {found:#04X} at offset {at} of the element is not in the alphabet `{allowed}`")]
    Alphabet {
        /// The offset of the byte.
        at: usize,
        /// The byte.
        found: u8,
        /// The alphabet.
        allowed: ByteSet,
    },
    /// The bytes are not a code of the `KeyCode`.
    #[error("expected one of the codes, found {}", Found(.found))]
    Code {
        /// The bytes.
        found: Vec<u8>,
    },
    /// The number is beyond what the codec writes.
    #[error("expected {least} to {greatest}, found {found}")]
    Range {
        /// The number.
        found: i128,
        /// The least that is written.
        least: i128,
        /// The greatest that is written.
        greatest: i128,
    },
    /// A part of a date or time is out of its bounds.
    #[error("expected its {part} to be {least} to {greatest}, found {found}")]
    Part {
        /// The name of the part: `day`, `minute`.
        part: &'static str,
        /// The value of the part.
        found: u32,
        /// The least value of the part.
        least: u32,
        /// The greatest value of the part.
        greatest: u32,
    },
    /// The field's type can only borrow from the key, but the value does not stand in the key as it is.
    #[error("the field's type can only borrow from the key, which holds the value in another form")]
    Borrowed,
    /// The nested key in the element is wrong.
    #[error(transparent)]
    Nested(NestedError),
    /// The value does not convert out of the type in `via`. The error of the conversion is not kept: one more variant with a text
    /// of its own makes every decode slower (37 instructions become 76; `call_arrays` in `benches/instructions`).
    #[error("this `{from}` does not convert into `{into}`")]
    Conversion {
        /// The type in `via`.
        from: &'static str,
        /// The field's type.
        into: &'static str,
    },
    /// Another reason, in words: codecs of your own return this.
    #[error("{0}")]
    Other(&'static str),
}

impl ElementError {
    /// The same error with its offsets counted from `base` bytes earlier.
    #[must_use]
    #[cold]
    pub(crate) fn shifted(mut self, base: usize) -> Self {
        match &mut self {
            Self::Utf8 { at } | Self::Byte { at, .. } | Self::Alphabet { at, .. } => *at += base,
            Self::Nested(error) => *error = DecodeError::clone(error).shifted(base).into(),
            _ => {}
        }
        self
    }
}
