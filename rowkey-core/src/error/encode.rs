//! The errors of encoding: why a struct has no row key, and why a codec cannot write a value.

use super::shown::{Bytes, SaltedField, ShownByte, ShownBytes};
use crate::language::ByteSet;
use core::fmt;
use thiserror::Error;

/// The error of [`RowKey::encode`](crate::RowKey::encode): the struct has no row key.
///
/// The same struct always gives the same error, so a retry does not help. Change the value that the error names, reject
/// the input that it came from, or give the field a layout that can hold it.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::{EncodeError, ValueError};
///
/// /// The status and the text for the client of a web service.
/// fn response(error: &EncodeError) -> (u16, String) {
///     match error {
///         // The client sent a value that the field cannot hold.
///         EncodeError::Value { field, reason, .. } => (400, format!("{field}: {reason}")),
///         error => (500, error.to_string()),
///     }
/// }
///
/// let reason = ValueError::TooLong { found: 21, most: 20 };
/// let error = EncodeError::Value { key: "Call", field: "phone", reason };
/// assert_eq!(error.to_string(), "`Call.phone` cannot be written: expected at most 20 bytes, found 21");
/// assert_eq!(response(&error), (400, "phone: expected at most 20 bytes, found 21".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The codec of a field cannot write the field's value. The reason states what the codec accepts.
    #[error("`{key}.{field}` cannot be written: {reason}")]
    Value {
        /// The struct that has the field.
        key: &'static str,
        /// The field.
        field: &'static str,
        /// The reason, from the codec.
        reason: ValueError,
    },
    /// The salt cannot be computed from its inputs. Change the input, or write the row with a struct whose salt accepts
    /// it.
    #[error("the salt of `{key}` cannot be computed{}: {reason}", SaltedField(*.field))]
    Salt {
        /// The salted struct.
        key: &'static str,
        /// The input, or `None` if the error is about several inputs together.
        field: Option<&'static str>,
        /// The reason.
        reason: ValueError,
    },
    /// Every element is empty, and no store accepts an empty row key. Require a value in at least one field.
    #[error("`{key}` encodes to an empty key, which no store accepts")]
    Empty {
        /// The struct.
        key: &'static str,
    },
    /// The bytes of an `other` variant begin like the keys of another variant, so `decode` would return that variant.
    /// Decode the bytes first, and store the variant that you get.
    #[error("these bytes are a `{kind}` key, so they cannot be stored as the `other` variant of `{key}`")]
    RecordType {
        /// The enum.
        key: &'static str,
        /// The variant that the bytes belong to.
        kind: &'static str,
    },
    /// The bytes of an `other` variant do not begin with the prefix of the enum. Add the prefix, or store the bytes in
    /// another table.
    #[error("the `other` variant of `{key}` must begin with the prefix {}", ShownBytes(.expected))]
    Prefix {
        /// The enum.
        key: &'static str,
        /// Its prefix.
        expected: &'static [u8],
    },
    /// The key is longer than the engine accepts. The struct names the engine in `store = ..`. Shorten the values.
    #[error("this key of `{key}` has {found} bytes, but {engine} accepts at most {most}")]
    TooLong {
        /// The struct.
        key: &'static str,
        /// The engine.
        engine: &'static str,
        /// The width of the key, in bytes.
        found: usize,
        /// The width of the longest key that the engine accepts, in bytes.
        most: usize,
    },
}

/// The reason why a codec cannot write a value.
///
/// The same value always gives the same reason, so a retry does not help. [`ValueError::CodecWidth`],
/// [`ValueError::CodecByte`], [`ValueError::CodecEnd`], and [`ValueError::Bucket`] are bugs in your codec or salt function. The other reasons are
/// about the value.
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
    /// The value has fewer or more bytes than the element, whose width is fixed.
    #[error("expected exactly {}, found {found}", Bytes(*.expected))]
    Width {
        /// The width of the value in bytes.
        found: usize,
        /// The width of the element in bytes.
        expected: usize,
    },
    /// The value contains a byte outside the alphabet.
    #[error("byte {} at offset {at} is not in the alphabet `{allowed}`", ShownByte(*.found))]
    Alphabet {
        /// The offset of the byte in the value.
        at: usize,
        /// The byte.
        found: u8,
        /// The alphabet.
        allowed: ByteSet,
    },
    /// The value ends with the pad byte, or begins with it if the padding is on the left. `decode` would strip that
    /// byte.
    #[error(
        "the value {} with the pad byte {}, which `decode` would strip",
        if *.left { "begins" } else { "ends" },
        ShownByte(*.pad)
    )]
    Padding {
        /// The pad byte.
        pad: u8,
        /// `true` if the padding is on the left.
        left: bool,
    },
    /// The text has too many characters.
    #[error("expected at most {most} UTF-16 units, found {found}")]
    Units {
        /// The number of UTF-16 units, which is how Java counts characters.
        found: usize,
        /// The maximum number of UTF-16 units.
        most: usize,
    },
    /// The number is out of the codec's range.
    #[error("expected {least} to {greatest}, found {found}")]
    Range {
        /// The number.
        found: i128,
        /// The minimum that can be written.
        least: i128,
        /// The maximum that can be written.
        greatest: i128,
    },
    /// The year does not fit in four digits.
    #[error("expected a year from 0 to 9999, found {found}")]
    Year {
        /// The year, in the offset of the pattern.
        found: i32,
    },
    /// The time is finer than the unit that the element counts.
    #[error("the time has {}", Precision(*.per_second))]
    Finer {
        /// The number of units in a second.
        per_second: u64,
    },
    /// The date or time is finer than its pattern.
    #[error(
        "the {part} is {found}, which the pattern {pattern:?} does not store: round the value, or use `floor` instead of `exact`"
    )]
    Lost {
        /// The name of the part: `day`, `minute`.
        part: &'static str,
        /// The value of the part.
        found: u32,
        /// The pattern.
        pattern: &'static str,
    },
    /// The `int` view of a salt cannot parse the text.
    #[error("the view `int` expected 1 to 18 digits, found {}", IntText(*.found, *.digits))]
    Int {
        /// The width of the text in bytes.
        found: usize,
        /// `true` if the text consists of digits only.
        digits: bool,
    },
    /// The `java_int` view of a salt cannot parse the text. `Integer.parseInt` would throw.
    #[error(
        "the view `java_int` expected an `i32` in decimal, as `Integer.parseInt` reads it, found other text ({found} UTF-16 unit{})",
        if *.found == 1 { "" } else { "s" }
    )]
    JavaInt {
        /// The width of the text in UTF-16 units.
        found: usize,
    },
    /// The text is too short for a view before `java_int`, or for a view in a `java_hash` salt. Java's `substring`
    /// would throw.
    #[error("the view `{view}` expected at least {least} UTF-16 units, as Java's `substring` does, found {found}")]
    JavaCut {
        /// The name of the view.
        view: &'static str,
        /// The width of the text in UTF-16 units.
        found: usize,
        /// The minimum width of the text in UTF-16 units.
        least: usize,
    },
    /// The number of a `java_int` salt is negative. Java's `%` then gives a negative bucket, so the label has a sign.
    /// Describe such rows with another struct, whose prefix is the sign and whose salt is
    /// [`negative_xor`](crate::salt::negative_xor).
    #[error(
        "{found} % {buckets} is negative in Java: write this row with a struct that has `prefix = \"-\"` and \
         `salt(with = rowkey::salt::negative_xor, ..)`"
    )]
    JavaRemainder {
        /// The number.
        found: i128,
        /// The number of buckets.
        buckets: u32,
    },
    /// Your salt function returned a bucket that does not exist. Fix the function.
    #[error("expected a bucket below {buckets} from the salt function, found {found}")]
    Bucket {
        /// The bucket.
        found: u32,
        /// The number of buckets.
        buckets: u32,
    },
    /// Your codec wrote an element whose end its `LANGUAGE` does not find: `end` of
    /// [`Language::delimited`](crate::language::Language::delimited) gives another width for the element, before other
    /// bytes, or already without its last byte. Fix the codec or its `LANGUAGE`.
    #[error("the codec wrote {}, but `end` of its `LANGUAGE` does not find exactly these: fix one of them", Bytes(*.found))]
    CodecEnd {
        /// The width of the element, in bytes.
        found: usize,
    },
    /// Your codec wrote an element whose width its `LANGUAGE` does not allow. Fix the codec or its `LANGUAGE`.
    #[error(
        "the codec wrote {}, but its `LANGUAGE` allows {}: fix one of them",
        Bytes(*.found),
        Widths(*.least, *.most)
    )]
    CodecWidth {
        /// The width of the element, in bytes.
        found: usize,
        /// The minimum width that the language allows.
        least: usize,
        /// The maximum width that the language allows, or `None` if the width is unbounded.
        most: Option<usize>,
    },
    /// Your codec wrote a byte that its `LANGUAGE` does not allow at this offset. Fix the codec or its `LANGUAGE`.
    #[error(
        "the codec wrote byte {} at offset {at}, which its `LANGUAGE` does not allow there: fix one of them",
        ShownByte(*.found)
    )]
    CodecByte {
        /// The offset of the byte in the element.
        at: usize,
        /// The byte.
        found: u8,
    },
    /// The value cannot be converted into the type in `via`.
    #[error("this `{from}` cannot be converted into `{into}`")]
    Conversion {
        /// The field's type.
        from: &'static str,
        /// The type in `via`.
        into: &'static str,
    },
    /// The value is a bound of a range, and nothing states how the values of its codec sort. Their elements do not sort
    /// like them, and the codec has no [`rank`](crate::codec::Codec::rank) of its own. Or the field has `via = T` with
    /// `allow(unordered)`, which says that values do not sort like their `T`.
    #[error(
        "nothing states how its values sort: add `fn rank` to its codec, or write the field with a codec (`with = ..`) \
         that has one"
    )]
    Unranked,
    /// Another reason as text. Your own codecs return this variant.
    #[error("{0}")]
    Other(&'static str),
}

impl ValueError {
    /// A leap second as a count of units.
    pub(crate) const LEAP: Self = Self::Other("the time is a leap second, which counts since the epoch omit");

    /// Returns `true` if a time was rejected for a part that its point in time does not include, such as its UTC offset.
    pub(crate) fn is_loss(&self) -> bool {
        matches!(self, Self::Other(_)) && *self != Self::LEAP
    }
}

/// The text that the view `int` found: its width in bytes, and `true` if it consists of digits.
struct IntText(usize, bool);

impl fmt::Display for IntText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(0, _) => f.write_str("an empty text"),
            Self(found, true) => write!(f, "{found} digits"),
            Self(found, false) => write!(f, "other text ({})", Bytes(found)),
        }
    }
}

/// The minimum and the maximum width of a language.
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

/// The precision of a time, finer than its unit, and a remedy. The field is the number of units in a second.
struct Precision(u64);

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("sub-second precision"),
            1_000 => f.write_str("sub-millisecond precision"),
            1_000_000 => f.write_str("sub-microsecond precision"),
            1_000_000_000 => f.write_str("sub-nanosecond precision"),
            per_second => write!(f, "precision finer than 1/{per_second} second"),
        }?;
        f.write_str(", which would be lost: round it, or use `floor` instead of `exact`")
    }
}

/// The reason why the bucket of a salt cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaltError {
    /// The input, or `None` as in [`EncodeError::Salt`].
    pub(crate) field: Option<&'static str>,
    /// The reason.
    pub(crate) reason: ValueError,
}
