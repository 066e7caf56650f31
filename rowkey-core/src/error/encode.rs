//! A struct that cannot be written as a row key, and why one of its values cannot.

use super::shown::{Bytes, SaltedField};
use crate::bytes::Literal;
use crate::language::ByteSet;
use core::fmt;
use thiserror::Error;

/// An error of [`RowKey::encode`](crate::RowKey::encode): the struct cannot be written as a row key.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::{EncodeError, ValueError};
///
/// let error = EncodeError::Value {
///     key: "Call",
///     field: "phone",
///     reason: ValueError::TooLong { found: 21, most: 20 },
/// };
/// assert_eq!(error.to_string(), "`Call.phone` cannot be written: expected at most 20 bytes, found 21");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The codec of a field cannot write its value.
    #[error("`{key}.{field}` cannot be written: {reason}")]
    Value {
        /// The struct that holds the field.
        key: &'static str,
        /// The field.
        field: &'static str,
        /// The reason, from the codec.
        reason: ValueError,
    },
    /// The salt cannot be computed from its inputs.
    #[error("the salt of `{key}` cannot be computed{}: {reason}", SaltedField(*.field))]
    Salt {
        /// The struct that is salted.
        key: &'static str,
        /// The input; `None` if the error is not about one input but about what they give together.
        field: Option<&'static str>,
        /// The reason.
        reason: ValueError,
    },
    /// Every element is empty; no store takes an empty row key.
    #[error("`{key}` would be an empty row key")]
    Empty {
        /// The struct.
        key: &'static str,
    },
    /// The key of a row of no kind begins as those of a kind do, as which it would be read back.
    #[error("these bytes are a key of `{kind}`, so they cannot be stored as the `other` variant of `{key}`")]
    RecordType {
        /// The enum.
        key: &'static str,
        /// The kind.
        kind: &'static str,
    },
    /// The key of a row of no kind does not begin with the prefix of the enum.
    #[error("expected a key of `{key}` that begins with {}", Literal(.expected))]
    Prefix {
        /// The enum.
        key: &'static str,
        /// Its prefix.
        expected: &'static [u8],
    },
    /// The key is longer than the engine takes that the struct names by `store = ..`.
    #[error("a key of `{key}` would have {found} bytes: {engine} takes at most {most}")]
    TooLong {
        /// The struct.
        key: &'static str,
        /// The engine.
        engine: &'static str,
        /// The width of the key, in bytes.
        found: usize,
        /// The width of the longest key that the engine takes, in bytes.
        most: usize,
    },
}

/// The reason why a codec cannot write a value.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The value has more bytes than the element.
    #[error("expected at most {}, found {found}", Bytes(*.most))]
    TooLong {
        /// The width of the value in bytes.
        found: usize,
        /// The width of the element in bytes.
        most: usize,
    },
    /// The value does not have the exact number of bytes.
    #[error("expected exactly {}, found {found}", Bytes(*.expected))]
    Width {
        /// The width of the value in bytes.
        found: usize,
        /// The width of the element in bytes.
        expected: usize,
    },
    /// The value holds a byte outside the alphabet.
    #[error("byte {found:#04X} at offset {at} is not in the alphabet `{allowed}`")]
    Alphabet {
        /// The offset of the byte in the value.
        at: usize,
        /// The byte.
        found: u8,
        /// The alphabet.
        allowed: ByteSet,
    },
    /// The value ends (padded on the left: begins) with the pad byte, so it would not come back.
    #[error("it {} with the pad byte {pad:#04X}, which decode would strip", if *.left { "begins" } else { "ends" })]
    Padding {
        /// The pad byte.
        pad: u8,
        /// `true` if the padding stands on the left.
        left: bool,
    },
    /// The text has too many characters.
    #[error("expected at most {most} UTF-16 units, found {found}")]
    Units {
        /// The number of UTF-16 units, as Java counts characters.
        found: usize,
        /// The most that fit.
        most: usize,
    },
    /// The number is beyond what can be written.
    #[error("expected {least} to {greatest}, found {found}")]
    Range {
        /// The number.
        found: i128,
        /// The least that can be written.
        least: i128,
        /// The greatest that can be written.
        greatest: i128,
    },
    /// The year does not fit four digits.
    #[error("expected a year from 0 to 9999, found {found}")]
    Year {
        /// The year, in the offset of the pattern.
        found: i32,
    },
    /// The time has a part finer than the unit that is written.
    #[error("it has {}", Precision(*.per_second))]
    Finer {
        /// The number of units in a second.
        per_second: u64,
    },
    /// The date or time has a part finer than its pattern.
    #[error(
        "its {part} is {found}, which the pattern {pattern:?} would lose: round it, or write `floor` in place of `exact`"
    )]
    Lost {
        /// The name of the part: `day`, `minute`.
        part: &'static str,
        /// The value of the part.
        found: u32,
        /// The pattern.
        pattern: &'static str,
    },
    /// The `int` view of a salt cannot read the text.
    #[error("the view `int` expected 1 to 18 digits, found {}{}", Bytes(*.found), if *.digits { "" } else { ", not all of them digits" })]
    Int {
        /// The width of the text in bytes.
        found: usize,
        /// `true` if all of the text is digits.
        digits: bool,
    },
    /// The `java_int` view of a salt cannot read the text: `Integer.parseInt` would throw.
    #[error(
        "the view `java_int` expected a sign or none, then digits, of -2147483648 to 2147483647, found {found} UTF-16 unit{} that are not that",
        if *.found == 1 { "" } else { "s" }
    )]
    JavaInt {
        /// The width of the text in UTF-16 units.
        found: usize,
    },
    /// A view before `java_int`, or in a salt of `java_hash`, cuts beyond the end of the text: Java's `substring` would throw.
    #[error("the view `{view}` expected {least} or more UTF-16 units, as Java's `substring` does, found {found}")]
    JavaCut {
        /// The name of the view.
        view: &'static str,
        /// The width of the text in UTF-16 units.
        found: usize,
        /// How many it must have.
        least: usize,
    },
    /// The number of a salt of `java_int` is negative, and so is its remainder by Java's `%`: its label has a sign. Such a row is
    /// one of another struct, whose prefix is the sign and whose salt is
    /// [`negative_xor`](crate::salt::negative_xor).
    #[error(
        "{found} % {buckets} is negative in Java: write the row by a struct with `prefix = \"-\"` and `salt(with = rowkey::salt::negative_xor, ..)`"
    )]
    JavaRemainder {
        /// The number.
        found: i128,
        /// The number of buckets.
        buckets: u32,
    },
    /// The user's own salt function returned a bucket that does not exist.
    #[error("expected a bucket below {buckets} from the salt function, found {found}")]
    Bucket {
        /// The bucket.
        found: u32,
        /// The number of buckets.
        buckets: u32,
    },
    /// A codec outside this crate wrote an element of a width that its language does not have. Correct the codec.
    #[error(
        "its codec wrote {}, but its `LANGUAGE` has {}: correct one of them",
        Bytes(*.found),
        Widths(*.least, *.most)
    )]
    CodecWidth {
        /// The width that was written, in bytes.
        found: usize,
        /// The least width of the language.
        least: usize,
        /// The greatest width of the language; `None` if the width is unbounded.
        most: Option<usize>,
    },
    /// A codec outside this crate wrote a byte that its language does not have at this place. Correct the codec.
    #[error(
        "its codec wrote byte {found:#04X} at offset {at}, but its `LANGUAGE` does not have it there: correct one of them"
    )]
    CodecByte {
        /// The offset of the byte in the element.
        at: usize,
        /// The byte.
        found: u8,
    },
    /// The value does not convert into the type in `via`.
    #[error("this `{from}` does not convert into `{into}`")]
    Conversion {
        /// The field's type.
        from: &'static str,
        /// The type in `via`.
        into: &'static str,
    },
    /// Another reason, in words: codecs of your own return this.
    #[error("{0}")]
    Other(&'static str),
}

/// The least and the greatest width of a language.
struct Widths(usize, Option<usize>);

impl fmt::Display for Widths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(least, Some(most)) if least == most => write!(f, "exactly {}", Bytes(least)),
            Self(0, Some(most)) => write!(f, "at most {}", Bytes(most)),
            Self(least, Some(most)) => write!(f, "{least} to {}", Bytes(most)),
            Self(least, None) => write!(f, "at least {}", Bytes(least)),
        }
    }
}

/// A part of a time that is finer than its unit, and the ways out. The number is that of the units in a second.
struct Precision(u64);

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("sub-second precision"),
            1_000 => f.write_str("sub-millisecond precision"),
            1_000_000 => f.write_str("sub-microsecond precision"),
            1_000_000_000 => f.write_str("sub-nanosecond precision"),
            per_second => write!(f, "a part finer than a second divided by {per_second}"),
        }?;
        f.write_str(", which would be lost: round it, or write `floor` in place of `exact`")
    }
}

/// The error of a salt whose bucket cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaltError {
    /// The input; `None` as in [`EncodeError::Salt`].
    pub(crate) field: Option<&'static str>,
    /// The reason.
    pub(crate) reason: ValueError,
}
