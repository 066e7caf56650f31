//! The errors of decoding: why bytes are not a key, and why an element is not a value of its codec.

use super::shown::{Bytes, Found, HexDigits, SaltedField, ShownByte, ShownBytes, in_words};
use super::{NestedError, ValueError};
use crate::bytes::ParseBytesError;
use crate::language::ByteSet;
use alloc::vec::Vec;
use core::fmt;
use thiserror::Error;

/// The error of [`RowKey::decode`](crate::RowKey::decode): the bytes are not a key of the layout.
///
/// The same bytes always give the same error, so a retry does not help. The bytes are damaged, or they belong to
/// another type or an older layout. In a table that several programs write, log the key and skip the row.
/// [`RowKey::explain`](crate::RowKey::explain) shows the key element by element.
///
/// Offsets count from the start of the key, in bytes.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::{DecodeError, ElementError};
///
/// /// The field that a support tool highlights, if the error is about one field.
/// fn field(error: &DecodeError) -> Option<&'static str> {
///     match error {
///         DecodeError::Truncated { field, .. } | DecodeError::Element { field, .. } => Some(field),
///         _ => None,
///     }
/// }
///
/// let reason = ElementError::Byte { at: 3, found: b'x', expected: "a digit" };
/// let error = DecodeError::Element { key: "Call", field: "phone", offset: 1, reason };
/// assert_eq!(
///     error.to_string(),
///     "`Call.phone` at offset 1: expected a digit at offset 3 of the element, found 0x78 ('x')",
/// );
/// assert_eq!(field(&error), Some("phone"));
/// ```
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
        /// The minimum width of the element, with its end mark or separator. If the key has that many bytes of the
        /// element, the end mark or separator is missing.
        expected: usize,
    },
    /// Bytes follow the last element. The key may belong to a struct with more fields.
    #[error("expected the end of `{key}` at offset {offset}, found {found} more byte{}", if *.found == 1 { "" } else { "s" })]
    Trailing {
        /// The struct.
        key: &'static str,
        /// The offset at which the key should end.
        offset: usize,
        /// The number of bytes that follow.
        found: usize,
    },
    /// The key has other bytes in place of the prefix or of a separator. It probably belongs to another type.
    #[error("expected {} at offset {offset} of `{key}`, found {}", ShownBytes(.expected), Found(.found))]
    Literal {
        /// The struct.
        key: &'static str,
        /// The offset of the prefix or separator.
        offset: usize,
        /// The bytes at that offset. There are fewer than expected if the key ends.
        found: Vec<u8>,
        /// The prefix or separator.
        expected: &'static [u8],
    },
    /// The salt never writes this label.
    #[error("expected {} at offset {offset} of `{key}`, found {}", Labels(*.buckets), Found(.found))]
    Label {
        /// The struct.
        key: &'static str,
        /// The offset of the label.
        offset: usize,
        /// The bytes of the label.
        found: Vec<u8>,
        /// The number of buckets, or 0 if the label is the first digits of a digest.
        buckets: u32,
    },
    /// The label is valid, but the salt gives another bucket for this key. The key was written with another salt, or it
    /// is damaged. If you changed the salt, declare the old one with `was`.
    #[error(
        "expected bucket {expected} from the salt of `{key}`, found bucket {found} in the label at offset {offset}"
    )]
    Salt {
        /// The struct.
        key: &'static str,
        /// The offset of the label.
        offset: usize,
        /// The bucket in the label.
        found: u32,
        /// The bucket computed from the inputs.
        expected: u32,
    },
    /// The label is valid, but it is not the beginning of the digest of the salt's inputs. The key was written with
    /// another salt, or it is damaged.
    #[error(
        "expected the digest {} from the salt of `{key}`, found {} in the label at offset {offset}",
        HexDigits(*.expected, *.digits),
        HexDigits(*.found, *.digits)
    )]
    Digest {
        /// The struct.
        key: &'static str,
        /// The offset of the label.
        offset: usize,
        /// The label as a number.
        found: u128,
        /// The first digits of the digest as a number.
        expected: u128,
        /// The number of hex digits. A byte has two.
        digits: usize,
    },
    /// The salt cannot be computed from the decoded values, so the label cannot be checked. No row that `encode` wrote
    /// has such values.
    #[error("the salt of `{key}` cannot be computed{}: {reason}", SaltedField(*.field))]
    Unsalted {
        /// The struct.
        key: &'static str,
        /// The input, or `None` if the error is about several inputs together.
        field: Option<&'static str>,
        /// The reason.
        reason: ValueError,
    },
    /// The key has more separators than the layout writes, because a value contains one. Its fields are ambiguous.
    #[error(
        "expected {expected} separators {} in `{key}`, found {found}: a value contains the separator, so the key is ambiguous",
        ShownBytes(.separator)
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
        /// The struct that has the field.
        key: &'static str,
        /// The field.
        field: &'static str,
        /// The offset of the element.
        offset: usize,
        /// The reason, from the codec.
        reason: ElementError,
    },
    /// The key belongs to no variant of the enum. To keep such keys, give the enum an `other` variant.
    #[error("expected {}, found {}", Tags(.key, *.offset, .expected), .found)]
    RecordType {
        /// The enum.
        key: &'static str,
        /// The offset of the tag.
        offset: usize,
        /// The bytes at that offset, at most as many as the widest tag has.
        found: FoundTag,
        /// The tags of all variants, ascending. Variants without a tag are not in this list.
        expected: &'static [&'static [u8]],
    },
    /// The key is empty. No store accepts an empty row key.
    #[error("expected a key of `{key}`, found an empty key")]
    Empty {
        /// The struct.
        key: &'static str,
    },
}

/// The error of [`RowKey::from_text`](crate::RowKey::from_text): the text is not a key. Ask the user for another text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyTextError {
    /// The text is neither hex nor text in quotes.
    #[error(transparent)]
    Text(#[from] ParseBytesError),
    /// The bytes of the text are not a key.
    #[error(transparent)]
    Key(#[from] DecodeError),
}

/// The missing part of an element: its minimum width if the key has fewer bytes of it, or else its end.
struct Needs(usize, usize);

impl fmt::Display for Needs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(least, found) if found < least => write!(f, "needs at least {}", Bytes(least)),
            Self(..) => f.write_str("is incomplete"),
        }
    }
}

/// The labels of a number of buckets.
struct Labels(u32);

impl fmt::Display for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("the first digits of a digest"),
            buckets => write!(f, "the label of one of {buckets} buckets"),
        }
    }
}

/// The tags of an enum at an offset: "the tag 0x50 ('P') or 0x55 ('U') of `Row` at offset 1".
struct Tags<'t>(&'t str, usize, &'t [&'static [u8]]);

impl fmt::Display for Tags<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(key, offset, tags) = self;
        match tags {
            [] => write!(f, "a key of one of the record types of `{key}`"),
            tags => {
                let tags = in_words(tags.iter().map(|tag| ShownBytes(tag)), "or");
                write!(f, "the tag {tags} of `{key}` at offset {offset}")
            }
        }
    }
}

/// The bytes found in place of a tag, at most 8. Empty if the key ends there.
///
/// # Design
/// This is no `Vec`, because the compiler stops inlining the drop of [`DecodeError`] if one more variant owns memory.
/// That is 14 of the 33 instructions of a decode whose caller drops the error (`four_integers: decode, ok` in
/// `benches/instructions`).
#[doc(hidden)]
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

    /// Returns the bytes.
    #[must_use]
    pub fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.width.into()).unwrap_or_default()
    }
}

impl fmt::Display for FoundTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Found(self.as_slice()).fmt(f)
    }
}

impl DecodeError {
    /// Returns the offset until which the key was read before this error. A salt is checked after all fields.
    pub(crate) const fn read_until(&self) -> usize {
        match self {
            Self::Truncated { offset, .. }
            | Self::Trailing { offset, .. }
            | Self::Literal { offset, .. }
            | Self::Label { offset, .. }
            | Self::RecordType { offset, .. }
            | Self::Element { offset, .. } => *offset,
            Self::Salt { .. } | Self::Digest { .. } | Self::Unsalted { .. } | Self::Separators { .. } => usize::MAX,
            Self::Empty { .. } => 0,
        }
    }

    /// Returns the same error with `base` added to its offsets.
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

/// The reason why the bytes of an element are not a value of its field.
///
/// The same bytes always give the same reason, so a retry does not help. Offsets count from the start of the element,
/// in bytes.
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
    /// A computed element does not match the field that it is computed from.
    #[error("expected {}, computed from another field, found {}", ShownBytes(.expected), ShownBytes(.found))]
    Computed {
        /// The bytes of the element.
        found: Vec<u8>,
        /// The bytes computed from the field.
        expected: Vec<u8>,
    },
    /// The list ends with an incomplete value.
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
    /// The codec does not allow a byte at its offset.
    #[error("expected {} at offset {at} of the element, found {}", Allowed(.expected), ShownByte(*.found))]
    Byte {
        /// The offset of the byte.
        at: usize,
        /// The byte.
        found: u8,
        /// The bytes allowed there, as text: `a digit`, or the byte itself.
        expected: &'static str,
    },
    /// The text contains a byte outside the alphabet.
    #[error("byte {} at offset {at} of the element is not in the alphabet `{allowed}`", ShownByte(*.found))]
    Alphabet {
        /// The offset of the byte.
        at: usize,
        /// The byte.
        found: u8,
        /// The alphabet.
        allowed: ByteSet,
    },
    /// The bytes are not a code of the field's `KeyCode`.
    #[error("expected a code of the field's type, found {}", ShownBytes(.found))]
    Code {
        /// The bytes.
        found: Vec<u8>,
    },
    /// The number is out of the codec's range.
    #[error("expected {least} to {greatest}, found {found}")]
    Range {
        /// The number.
        found: i128,
        /// The minimum that the codec writes.
        least: i128,
        /// The maximum that the codec writes.
        greatest: i128,
    },
    /// A part of a date or time is out of range.
    #[error("expected the {part} to be {least} to {greatest}, found {found}")]
    Part {
        /// The name of the part: `day`, `minute`.
        part: &'static str,
        /// The value of the part.
        found: u32,
        /// The minimum of the part.
        least: u32,
        /// The maximum of the part.
        greatest: u32,
    },
    /// The field's type can only borrow from the key, but the key stores the value in another form. Use an owned type,
    /// such as `String`.
    #[error("the field's type borrows from the key, but the key stores the value in another form: use an owned type")]
    Borrowed,
    /// The element is not a key of the nested struct.
    #[error(transparent)]
    Nested(NestedError),
    /// The value cannot be converted from the type in `via` into the field's type.
    ///
    /// # Design
    ///
    /// The error of the conversion is not kept. One more variant that owns a text makes every decode slower: 37
    /// instructions become 76 (`call_arrays` in `benches/instructions`).
    #[error("this `{from}` cannot be converted into `{into}`")]
    Conversion {
        /// The type in `via`.
        from: &'static str,
        /// The field's type.
        into: &'static str,
    },
    /// Another reason as text. Your own codecs return this variant.
    #[error("{0}")]
    Other(&'static str),
}

/// The allowed bytes. A single character is the byte itself.
struct Allowed<'a>(&'a str);

impl fmt::Display for Allowed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_bytes() {
            [byte] => ShownByte(*byte).fmt(f),
            _ => f.write_str(self.0),
        }
    }
}

impl ElementError {
    /// Returns the same error with `base` added to its offsets.
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
