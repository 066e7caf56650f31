//! What can go wrong at run time: each error names the field, the place, what was found and what was expected.

mod nested;

pub use nested::NestedError;

use crate::bytes::Hex;
use crate::language::ByteSet;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use thiserror::Error;

/// Why a struct cannot be written as a row key.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::{EncodeError, ValueError};
///
/// let error = EncodeError::Value {
///     key: "Call",
///     field: "phone",
///     problem: ValueError::TooLong { found: 21, most: 20 },
/// };
/// assert_eq!(error.to_string(), "`Call.phone` cannot be written: 21 bytes, and there is room for 20");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// A field's value has no place in its element.
    #[error("`{key}.{field}` cannot be written: {problem}")]
    Value {
        /// The struct that holds the field.
        key: &'static str,
        /// The field.
        field: &'static str,
        /// What is wrong with the value.
        problem: ValueError,
    },
    /// The salt cannot be computed from the value of one of its inputs.
    #[error("the salt of `{key}` cannot be computed{}: {problem}", SaltedField(*.field))]
    Salt {
        /// The struct that is salted.
        key: &'static str,
        /// The input; none where it is what the user's own function makes of all of them.
        field: Option<&'static str>,
        /// What is wrong with the value.
        problem: ValueError,
    },
    /// Every element is empty, and no store takes an empty row key.
    #[error("`{key}` would be an empty row key")]
    Empty {
        /// The struct.
        key: &'static str,
    },
}

/// Why a value cannot be written by its codec.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ValueError {
    /// More bytes than the element has.
    #[error("{found} bytes, and there is room for {most}")]
    TooLong {
        /// The width of the value in bytes.
        found: usize,
        /// The width of the element in bytes.
        most: usize,
    },
    /// Not the exact number of bytes.
    #[error("{} where exactly {expected} must stand", Bytes(*.found))]
    Width {
        /// The width of the value in bytes.
        found: usize,
        /// The width of the element in bytes.
        expected: usize,
    },
    /// A byte outside the alphabet.
    #[error("byte {} at offset {at} is not in the alphabet `{allowed}`", Hex(&[*.found]))]
    Alphabet {
        /// The offset of the byte in the value.
        at: usize,
        /// The byte.
        found: u8,
        /// The alphabet.
        allowed: ByteSet,
    },
    /// A right-padded value that ends, or a left-padded one that begins, with the pad byte.
    #[error("it {} with the pad byte {}, which would not come back", if *.left { "begins" } else { "ends" }, Hex(&[*.pad]))]
    Padding {
        /// The pad byte.
        pad: u8,
        /// Whether the padding stands on the left.
        left: bool,
    },
    /// A number beyond what can be written.
    #[error("{found} is not between {least} and {greatest}")]
    Range {
        /// The number.
        found: i128,
        /// The least that can be written.
        least: i128,
        /// The greatest that can be written.
        greatest: i128,
    },
    /// A year that four digits cannot write.
    #[error("its year is {found}, and a pattern writes the years 0 to 9999")]
    Year {
        /// The year, in the offset of the pattern.
        found: i32,
    },
    /// A time with a part finer than the unit that is written.
    #[error("it has a part finer than a {}, which would be lost", Unit(*.per_second))]
    Finer {
        /// The units per second that are written.
        per_second: u64,
    },
    /// A date or time with a part finer than its pattern.
    #[error("its {part} is {found}, which the pattern {pattern:?} would lose")]
    Lost {
        /// The part, in a word: `day`, `minute`.
        part: &'static str,
        /// What it is.
        found: u32,
        /// The pattern.
        pattern: &'static str,
    },
    /// Text that the `int` view of a salt cannot read.
    #[error("the view `int` needs 1 to 18 digits, found {}{}", Bytes(*.found), if *.digits { "" } else { ", not all of them digits" })]
    Int {
        /// The width of the text in bytes.
        found: usize,
        /// Whether all of it was digits.
        digits: bool,
    },
    /// A bucket that the user's own salt function must not give.
    #[error("the salt function gave bucket {found}, and there are {buckets}")]
    Bucket {
        /// The bucket.
        found: u32,
        /// The number of buckets.
        buckets: u32,
    },
    /// A codec outside this crate wrote an element of a width that its language does not have: the codec is to be mended.
    #[error(
        "its codec wrote {}, and the `LANGUAGE` of the codec has {}: correct one of them",
        Bytes(*.found),
        Widths(*.least, *.most)
    )]
    CodecWidth {
        /// The width that was written, in bytes.
        found: usize,
        /// The least width of the language.
        least: usize,
        /// The greatest width of the language, if there is one.
        most: Option<usize>,
    },
    /// A codec outside this crate wrote a byte that its language does not have there: the codec is to be mended.
    #[error(
        "its codec wrote byte {} at offset {at}, where the `LANGUAGE` of the codec does not have it: correct one of them",
        Hex(&[*.found])
    )]
    CodecByte {
        /// The offset of the byte in the element.
        at: usize,
        /// The byte.
        found: u8,
    },
    /// What a codec outside this crate has to say.
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

/// A number of bytes.
struct Bytes(usize);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// A unit of time, of which so many make a second.
struct Unit(u64);

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("second"),
            1_000 => f.write_str("millisecond"),
            1_000_000 => f.write_str("microsecond"),
            1_000_000_000 => f.write_str("nanosecond"),
            per_second => write!(f, "second divided by {per_second}"),
        }
    }
}

/// Why a salt has no bucket.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaltError {
    /// The input.
    pub(crate) field: Option<&'static str>,
    /// What is wrong with its value.
    pub(crate) problem: ValueError,
}

/// What a salt is computed from, where that is known.
struct SaltedField(Option<&'static str>);

impl fmt::Display for SaltedField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |field| write!(f, " from `{field}`"))
    }
}

/// Why bytes are no row key of a layout.
///
/// Offsets count from the start of the key, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The key ends inside an element.
    #[error(
        "the key ends at offset {found}, inside `{key}.{field}`, which begins at offset {offset} and needs {expected} or more bytes"
    )]
    Truncated {
        /// The struct.
        key: &'static str,
        /// The element.
        field: &'static str,
        /// Where it begins.
        offset: usize,
        /// The width of the key.
        found: usize,
        /// The least width of the element, its end mark or separator included.
        expected: usize,
    },
    /// Bytes after the last element.
    #[error("`{key}` ends at offset {offset}, and {} follow{} it", Bytes(*.found), if *.found == 1 { "s" } else { "" })]
    Trailing {
        /// The struct.
        key: &'static str,
        /// Where the key should end.
        offset: usize,
        /// How many bytes follow.
        found: usize,
    },
    /// The prefix, or a separator, is not what it must be.
    #[error("{} expected at offset {offset} of `{key}`, found {}", Hex(.expected), Hex(.found))]
    Literal {
        /// The struct.
        key: &'static str,
        /// Where it should stand.
        offset: usize,
        /// What stands there, as far as the key goes.
        found: Vec<u8>,
        /// What must stand there.
        expected: &'static [u8],
    },
    /// The salt's label is none of those that are written.
    #[error("the label at offset {offset} of `{key}` must be one of {buckets} buckets, found {}", Hex(.found))]
    Label {
        /// The struct.
        key: &'static str,
        /// Where the label stands.
        offset: usize,
        /// Its bytes.
        found: Vec<u8>,
        /// The number of buckets.
        buckets: u32,
    },
    /// The label is well formed but not what the salt's inputs give.
    #[error("the label at offset {offset} of `{key}` says bucket {found}, and the salt gives {expected}")]
    Salt {
        /// The struct.
        key: &'static str,
        /// Where the label stands.
        offset: usize,
        /// The bucket found.
        found: u32,
        /// The bucket computed.
        expected: u32,
    },
    /// The salt cannot be computed from the values that were read.
    #[error("the salt of `{key}` cannot be computed{}: {problem}", SaltedField(*.field))]
    Unsalted {
        /// The struct.
        key: &'static str,
        /// The input; none where it is what the user's own function makes of all of them.
        field: Option<&'static str>,
        /// What is wrong with an input.
        problem: ValueError,
    },
    /// More separators than the layout has, where no value can hold one: such a key cannot be split back.
    #[error(
        "a value holds the separator \"{}\", so this key cannot be split back: `{key}` writes {expected} separators, and {found} stand here",
        .separator.escape_ascii()
    )]
    Separators {
        /// The struct.
        key: &'static str,
        /// The separator.
        separator: &'static [u8],
        /// How many stand in the key.
        found: usize,
        /// How many the layout writes.
        expected: usize,
    },
    /// An element's bytes are no value of its field.
    #[error("`{key}.{field}` at offset {offset}: {problem}")]
    Element {
        /// The struct that holds the field.
        key: &'static str,
        /// The field.
        field: &'static str,
        /// Where the element begins.
        offset: usize,
        /// What is wrong with its bytes.
        problem: ElementError,
    },
    /// The empty key, which no store takes.
    #[error("an empty row key is no `{key}`")]
    Empty {
        /// The struct.
        key: &'static str,
    },
}

/// Why the bytes of one element are no value. Offsets count from the start of the element, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ElementError {
    /// Not the width that the codec writes.
    #[error("{} where {expected} must stand", Bytes(*.found))]
    Width {
        /// The width found.
        found: usize,
        /// The width that is written.
        expected: usize,
    },
    /// Text that is not UTF-8.
    #[error("no UTF-8 at offset {at} of the element")]
    Utf8 {
        /// The offset of the first wrong byte.
        at: usize,
    },
    /// A byte that cannot stand where it stands.
    #[error("byte {} at offset {at} of the element, expected {expected}", Hex(&[*.found]))]
    Byte {
        /// The offset of the byte.
        at: usize,
        /// The byte.
        found: u8,
        /// What could stand there.
        expected: &'static str,
    },
    /// A byte outside the alphabet.
    #[error("byte {} at offset {at} of the element is not in the alphabet `{allowed}`", Hex(&[*.found]))]
    Alphabet {
        /// The offset of the byte.
        at: usize,
        /// The byte.
        found: u8,
        /// The alphabet.
        allowed: ByteSet,
    },
    /// None of the codes of a `KeyCode`.
    #[error("{} is none of the codes", Hex(.found))]
    Code {
        /// The bytes.
        found: Vec<u8>,
    },
    /// A number beyond what is written.
    #[error("{found} is not between {least} and {greatest}")]
    Range {
        /// The number.
        found: i128,
        /// The least that is written.
        least: i128,
        /// The greatest that is written.
        greatest: i128,
    },
    /// A part of a date or time beyond what it can be.
    #[error("its {part} is {found}, and it goes from {least} to {greatest}")]
    Part {
        /// The part, in a word: `day`, `minute`.
        part: &'static str,
        /// The number.
        found: u32,
        /// The least that it can be.
        least: u32,
        /// The greatest that it can be.
        greatest: u32,
    },
    /// A type that borrows from the key, read out of bytes that do not stand in it.
    #[error("the value is not in the key as it is, and the field's type can only borrow it")]
    Borrowed,
    /// A key inside the element is wrong.
    #[error(transparent)]
    Nested(NestedError),
    /// What a codec outside this crate has to say.
    #[error("{0}")]
    Other(&'static str),
}

/// Why a scan has no plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScanError {
    /// More ranges than allowed.
    #[error(
        "the scan of `{key}` would take {found} ranges, and {most} are allowed: bind fewer values, bind the salt's inputs, or raise `max_ranges`"
    )]
    TooManyRanges {
        /// The struct.
        key: &'static str,
        /// The number of ranges.
        found: u128,
        /// The most allowed.
        most: usize,
    },
    /// A bucket that the salt does not have.
    #[error("`{key}` has {buckets} buckets, and {found} is none of them")]
    Bucket {
        /// The struct.
        key: &'static str,
        /// The bucket asked for.
        found: u32,
        /// The number of buckets; 0 without a salt.
        buckets: u32,
    },
    /// A bound of a range that the field's codec cannot place among its values.
    #[error("a bound for `{key}.{field}` cannot be placed: {problem}")]
    Bound {
        /// The struct.
        key: &'static str,
        /// The field.
        field: &'static str,
        /// Why the bound cannot be written.
        problem: ValueError,
    },
    /// A cursor that the scan cannot go on from.
    #[error("the scan of `{key}` cannot go on from this cursor: {problem}")]
    Cursor {
        /// The struct.
        key: &'static str,
        /// What is wrong with the cursor.
        problem: CursorError,
    },
}

/// Why a scan cannot go on from a cursor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CursorError {
    /// No text that [`ScanPlan::cursor`](crate::ScanPlan::cursor) gave.
    #[error("it is damaged")]
    Damaged,
    /// It was made for keys of another layout.
    #[error("it is of keys with the layout {found:016x}, and those of this scan have {expected:016x}")]
    Layout {
        /// The [fingerprint](crate::Layout::fingerprint) of the layout that the cursor was made for.
        found: u64,
        /// That of the layout that is scanned.
        expected: u64,
    },
    /// It was made by a scan that asked for something else.
    #[error("it is of the query {found:016x}, and this is {expected:016x}: ask for the same as before the cursor")]
    Query {
        /// The fingerprint of the query that the cursor was made for.
        found: u64,
        /// That of this query.
        expected: u64,
    },
}

/// An error of a codec: [`core::convert::Infallible`], [`ValueError`], or the [`EncodeError`] of a key inside a key.
pub trait Fault: Sized {
    /// Whether there is such an error at all.
    const CAN_FAIL: bool;
    /// What is wrong with the value.
    fn problem(self) -> ValueError;
    /// The same error, of a value that was written as another.
    #[doc(hidden)]
    fn map(self, value: impl FnOnce(ValueError) -> ValueError) -> Self;
    /// The error of a key whose field `field` this is about; `None` where that key cannot fail.
    #[doc(hidden)]
    fn raise<E: KeyError>(self, key: &'static str, field: &'static str) -> Option<E>;
}

impl Fault for Infallible {
    const CAN_FAIL: bool = false;

    fn problem(self) -> ValueError {
        match self {}
    }

    fn map(self, _: impl FnOnce(ValueError) -> ValueError) -> Self {
        self
    }

    fn raise<E: KeyError>(self, _: &'static str, _: &'static str) -> Option<E> {
        match self {}
    }
}

impl From<Infallible> for EncodeError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl Fault for ValueError {
    const CAN_FAIL: bool = true;

    fn problem(self) -> ValueError {
        self
    }

    fn map(self, value: impl FnOnce(ValueError) -> ValueError) -> Self {
        value(self)
    }

    #[inline(always)]
    fn raise<E: KeyError>(self, key: &'static str, field: &'static str) -> Option<E> {
        E::of(EncodeError::Value { key, field, problem: self })
    }
}

impl Fault for EncodeError {
    const CAN_FAIL: bool = true;

    fn problem(self) -> ValueError {
        match self {
            Self::Value { problem, .. } | Self::Salt { problem, .. } => problem,
            Self::Empty { .. } => ValueError::Other("an empty key"),
        }
    }

    /// Of the values of fields, not of the key.
    fn map(self, _: impl FnOnce(ValueError) -> ValueError) -> Self {
        self
    }

    /// The field of the inner key stays named: it is the one to mend.
    #[inline(always)]
    fn raise<E: KeyError>(self, _: &'static str, _: &'static str) -> Option<E> {
        E::of(self)
    }
}

impl ElementError {
    /// The same error of an element that begins `base` bytes earlier.
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

impl DecodeError {
    /// The same error of a key that begins `base` bytes later.
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
            | Self::Element { offset, .. } => *offset += base,
            Self::Unsalted { .. } | Self::Separators { .. } | Self::Empty { .. } => {}
        }
        self
    }
}

/// The error of a key: [`Infallible`] or [`EncodeError`].
///
/// In generic code, `?` takes it to a `Box<dyn Error>` and the like, and `into` to an [`EncodeError`]:
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::{EncodeError, RowKey};
///
/// fn bytes<K: RowKey>(key: &K) -> Result<Vec<u8>, EncodeError> {
///     Ok(key.encode().map_err(Into::into)?.into())
/// }
/// ```
pub trait KeyError: Fault + Into<EncodeError> + core::error::Error + Send + Sync + 'static {
    /// The error of a key that can fail; `None` of one that cannot.
    #[doc(hidden)]
    fn of(error: EncodeError) -> Option<Self>;

    /// The salt cannot be computed.
    #[doc(hidden)]
    #[inline(always)]
    fn unsalted(key: &'static str, error: SaltError) -> Option<Self> {
        Self::of(EncodeError::Salt { key, field: error.field, problem: error.problem })
    }

    /// The key is empty.
    #[doc(hidden)]
    #[inline(always)]
    fn empty(key: &'static str) -> Option<Self> {
        Self::of(EncodeError::Empty { key })
    }
}

impl KeyError for Infallible {
    #[inline(always)]
    fn of(_: EncodeError) -> Option<Self> {
        None
    }
}

impl KeyError for EncodeError {
    #[inline(always)]
    fn of(error: EncodeError) -> Option<Self> {
        Some(error)
    }
}

/// An error that never is: of keys whose every value can be written.
#[diagnostic::on_unimplemented(
    message = "this key can fail to encode, so it has no `key()`",
    label = "some field does not take every value of its type, or has a codec of your own",
    note = "use `encode()?`, which names the field whose value cannot be written"
)]
pub trait CannotFail {
    #[doc(hidden)]
    fn never<T>(self) -> T;
}

#[diagnostic::do_not_recommend]
impl CannotFail for Infallible {
    fn never<T>(self) -> T {
        match self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn units_and_bytes_are_words() {
        let text = |problem: ValueError| problem.to_string();
        assert_eq!(text(ValueError::Width { found: 1, expected: 3 }), "1 byte where exactly 3 must stand");
        assert_eq!(text(ValueError::Finer { per_second: 1 }), "it has a part finer than a second, which would be lost");
        assert_eq!(
            text(ValueError::Finer { per_second: 1_000_000 }),
            "it has a part finer than a microsecond, which would be lost"
        );
        let trailing = |found| DecodeError::Trailing { key: "Call", offset: 8, found }.to_string();
        assert_eq!(trailing(1), "`Call` ends at offset 8, and 1 byte follows it");
        assert_eq!(trailing(2), "`Call` ends at offset 8, and 2 bytes follow it");
    }
}
