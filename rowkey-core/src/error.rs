//! Errors at run time. Each names the field, the place, what was found and what was expected.

mod nested;

pub use nested::NestedError;

use crate::bytes::Hex;
use crate::language::ByteSet;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::marker::PhantomData;
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
    #[error("byte {} at offset {at} is not in the alphabet `{allowed}`", Hex(&[*.found]))]
    Alphabet {
        /// The offset of the byte in the value.
        at: usize,
        /// The byte.
        found: u8,
        /// The alphabet.
        allowed: ByteSet,
    },
    /// The value ends (padded on the left: begins) with the pad byte, so it would not come back.
    #[error("it {} with the pad byte {}, which decode would strip", if *.left { "begins" } else { "ends" }, Hex(&[*.pad]))]
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
        "its {part} is {found}, which the pattern {pattern:?} would lose: round it, or add `floor`: `time({pattern:?}, floor)`"
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
    /// A view before `java_int` cuts beyond the end of the text: `substring` would throw.
    #[error("the view `{view}` before `java_int` expected {least} or more UTF-16 units, found {found}")]
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
        "its codec wrote byte {} at offset {at}, but its `LANGUAGE` does not have it there: correct one of them",
        Hex(&[*.found])
    )]
    CodecByte {
        /// The offset of the byte in the element.
        at: usize,
        /// The byte.
        found: u8,
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

/// A number of bytes.
struct Bytes(usize);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} byte{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

/// Bytes that were found, in hex; `nothing` if there are none.
struct Found<'a>(&'a [u8]);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("nothing") } else { write!(f, "{}", Hex(self.0)) }
    }
}

/// A part of a time that is finer than its unit, and the ways out. `time(millis, floor), desc` writes the bytes of
/// `reverse_ts(millis)`. The number is that of the units in a second.
struct Precision(u64);

impl fmt::Display for Precision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, item) = match self.0 {
            1 => ("second", "secs"),
            1_000 => ("millisecond", "millis"),
            1_000_000 => ("microsecond", "micros"),
            1_000_000_000 => ("nanosecond", "nanos"),
            per_second => {
                return write!(f, "a part finer than a second divided by {per_second}, which would be lost: round it");
            }
        };
        write!(
            f,
            "sub-{unit} precision, which would be lost: round it, or write `time({item}, floor)`, \
             for `reverse_ts` `time({item}, floor), desc`"
        )
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

/// A number in so many hex digits.
pub(crate) struct HexDigits(pub u128, pub usize);

impl fmt::Display for HexDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:0width$x}", self.0, width = self.1)
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

/// The input of a salt that an error is about, if it is about one.
struct SaltedField(Option<&'static str>);

impl fmt::Display for SaltedField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |field| write!(f, " from `{field}`"))
    }
}

/// An error of [`RowKey::decode`](crate::RowKey::decode): the bytes are not a row key of the layout.
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
        /// The offset of the element.
        offset: usize,
        /// The offset at which the key ends.
        found: usize,
        /// The least width of the element, with its end mark or separator.
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
    /// The key is empty; no store takes an empty row key.
    #[error("expected a `{key}`, found an empty row key")]
    Empty {
        /// The struct.
        key: &'static str,
    },
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
    #[error("expected {expected} at offset {at} of the element, found byte {}", Hex(&[*.found]))]
    Byte {
        /// The offset of the byte.
        at: usize,
        /// The byte.
        found: u8,
        /// The bytes that can stand there, in words.
        expected: &'static str,
    },
    /// The text holds a byte outside the alphabet.
    #[error("byte {} at offset {at} of the element is not in the alphabet `{allowed}`", Hex(&[*.found]))]
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
    /// Another reason, in words: codecs of your own return this.
    #[error("{0}")]
    Other(&'static str),
}

/// The reason why a scan cannot be planned.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScanError {
    /// The plan would have more ranges than allowed.
    #[error(
        "the scan of `{key}` would take {found} ranges, and {most} are allowed: bind fewer values, bind the salt's inputs, or raise `max_ranges`"
    )]
    TooManyRanges {
        /// The struct.
        key: &'static str,
        /// The number of ranges.
        found: u128,
        /// The greatest number allowed.
        most: usize,
    },
    /// The salt does not have the bucket that was asked for.
    #[error("expected one of the {buckets} buckets of `{key}`, found bucket {found}")]
    Bucket {
        /// The struct.
        key: &'static str,
        /// The bucket asked for.
        found: u32,
        /// The number of buckets; 0 without a salt.
        buckets: u32,
    },
    /// The field's codec cannot place a bound of a range among its values.
    #[error("a bound for `{key}.{field}` cannot be placed: {reason}")]
    Bound {
        /// The struct.
        key: &'static str,
        /// The field.
        field: &'static str,
        /// The reason, from the codec.
        reason: ValueError,
    },
    /// The scan cannot resume from the cursor.
    #[error("the scan of `{key}` cannot resume from this cursor: {reason}")]
    Cursor {
        /// The struct.
        key: &'static str,
        /// The reason.
        reason: CursorError,
    },
}

/// The reason why a scan cannot resume from a cursor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CursorError {
    /// The text is not one that [`ScanPlan::cursor`](crate::ScanPlan::cursor) returned.
    #[error("it is damaged")]
    Damaged,
    /// The cursor was made for keys of another layout.
    #[error("expected a cursor for the layout {expected:016x}, found one for {found:016x}")]
    Layout {
        /// The [fingerprint](crate::Layout::fingerprint) of the layout that the cursor was made for.
        found: u128,
        /// The fingerprint of the layout that is scanned.
        expected: u128,
    },
    /// The cursor was made by a scan with another query.
    #[error(
        "expected a cursor for the query {expected:016x}, found one for {found:016x}: ask for the same as before the cursor"
    )]
    Query {
        /// The fingerprint of the query that the cursor was made for.
        found: u64,
        /// The fingerprint of this query.
        expected: u64,
    },
}

/// An error type of a codec: [`core::convert::Infallible`], [`ValueError`], or the [`EncodeError`] of a nested key.
///
/// This trait is sealed.
pub trait CodecError: RaiseError {
    /// `true` if a value of this type can exist.
    const CAN_FAIL: bool;
    /// The reason why the value cannot be written.
    fn into_reason(self) -> ValueError;
}

/// How an error of a codec becomes another error.
pub trait RaiseError: Sized {
    /// Passes a [`ValueError`] through `value`: a codec that writes another form of a value restates the error for the
    /// value itself.
    fn map(self, value: impl FnOnce(ValueError) -> ValueError) -> Self;
    /// The error of a key, about its field `field`; `None` if the key cannot fail.
    fn raise<E: KeyError>(self, key: &'static str, field: &'static str) -> Option<E>;
}

impl CodecError for Infallible {
    const CAN_FAIL: bool = false;

    fn into_reason(self) -> ValueError {
        match self {}
    }
}

impl RaiseError for Infallible {
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

impl CodecError for ValueError {
    const CAN_FAIL: bool = true;

    fn into_reason(self) -> ValueError {
        self
    }
}

impl RaiseError for ValueError {
    fn map(self, value: impl FnOnce(ValueError) -> ValueError) -> Self {
        value(self)
    }

    #[inline(always)]
    fn raise<E: KeyError>(self, key: &'static str, field: &'static str) -> Option<E> {
        E::of(EncodeError::Value { key, field, reason: self })
    }
}

/// States if a codec can fail, where that follows from numbers.
pub trait MayFail {
    /// `true` if some value cannot be written.
    const CAN_FAIL: bool;
}

/// The error of a codec of which only a constant knows if it can fail: [`MayFail`] of `F`.
#[derive(Debug)]
pub struct ErrorIf<F> {
    reason: ValueError,
    of: PhantomData<F>,
}

impl<F> From<ValueError> for ErrorIf<F> {
    fn from(reason: ValueError) -> Self {
        Self { reason, of: PhantomData }
    }
}

impl<F: MayFail> CodecError for ErrorIf<F> {
    const CAN_FAIL: bool = F::CAN_FAIL;

    fn into_reason(self) -> ValueError {
        self.reason
    }
}

impl<F: MayFail> RaiseError for ErrorIf<F> {
    fn map(self, value: impl FnOnce(ValueError) -> ValueError) -> Self {
        value(self.reason).into()
    }

    #[inline(always)]
    fn raise<E: KeyError>(self, key: &'static str, field: &'static str) -> Option<E> {
        self.reason.raise(key, field)
    }
}

impl CodecError for EncodeError {
    const CAN_FAIL: bool = true;

    fn into_reason(self) -> ValueError {
        match self {
            Self::Value { reason, .. } | Self::Salt { reason, .. } => reason,
            Self::Empty { .. } => ValueError::Other("an empty key"),
            Self::TooLong { found, most, .. } => ValueError::TooLong { found, most },
        }
    }
}

impl RaiseError for EncodeError {
    /// Returns the error as it is: it is about a field of the nested key.
    fn map(self, _: impl FnOnce(ValueError) -> ValueError) -> Self {
        self
    }

    /// Keeps the name of the nested key's field: its value is the one to correct.
    #[inline(always)]
    fn raise<E: KeyError>(self, _: &'static str, _: &'static str) -> Option<E> {
        E::of(self)
    }
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
            | Self::Element { offset, .. } => *offset += base,
            Self::Unsalted { .. } | Self::Separators { .. } | Self::Empty { .. } => {}
        }
        self
    }
}

/// The error type of a key: [`Infallible`] or [`EncodeError`].
///
/// It says if [`RowKey::key`](crate::RowKey::key) is there. [`RowKey::encode`](crate::RowKey::encode) returns an [`EncodeError`] for every key, so `?` is the same
/// for all, also in generic code:
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::{EncodeError, RowKey};
///
/// #[derive(Debug)]
/// struct AppError(EncodeError);
///
/// impl From<EncodeError> for AppError {
///     fn from(error: EncodeError) -> Self {
///         Self(error)
///     }
/// }
///
/// fn bytes<K: RowKey>(key: &K) -> Result<Vec<u8>, AppError> {
///     Ok(key.encode()?.into())
/// }
/// ```
///
/// This trait is sealed.
pub trait KeyError: KeyErrorOf + CodecError + Into<EncodeError> + core::error::Error + Send + Sync + 'static {}

/// How an error of a field or of the salt becomes that of the key.
pub trait KeyErrorOf: Sized {
    /// The error of a key; `None` if the key cannot fail.
    fn of(error: EncodeError) -> Option<Self>;

    /// The error of a key whose salt cannot be computed; `None` if the key cannot fail.
    #[inline(always)]
    fn unsalted(key: &'static str, error: SaltError) -> Option<Self> {
        Self::of(EncodeError::Salt { key, field: error.field, reason: error.reason })
    }
}

impl KeyError for Infallible {}

impl KeyErrorOf for Infallible {
    #[inline(always)]
    fn of(_: EncodeError) -> Option<Self> {
        None
    }
}

impl KeyError for EncodeError {}

impl KeyErrorOf for EncodeError {
    #[inline(always)]
    fn of(error: EncodeError) -> Option<Self> {
        Some(error)
    }
}

/// An error that cannot occur: every value of the key can be written.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`key()` cannot be called, because this key can fail to encode",
    label = "a field cannot write every value of its type, or has a codec of your own",
    note = "use `encode()?`, which names the field whose value cannot be written"
)]
pub trait IsInfallible: IntoNever {}

/// Turns an error that cannot occur into any value.
pub trait IntoNever {
    /// Any value: there is no error to turn into it.
    fn into_never<T>(self) -> T;
}

#[diagnostic::do_not_recommend]
impl IsInfallible for Infallible {}

impl IntoNever for Infallible {
    fn into_never<T>(self) -> T {
        match self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn units_and_bytes_are_words() {
        let text = |reason: ValueError| reason.to_string();
        assert_eq!(text(ValueError::Width { found: 1, expected: 3 }), "expected exactly 3 bytes, found 1");
        assert_eq!(text(ValueError::TooLong { found: 2, most: 1 }), "expected at most 1 byte, found 2");
        assert_eq!(
            text(ValueError::Finer { per_second: 1_000_000 }),
            "it has sub-microsecond precision, which would be lost: round it, or write `time(micros, floor)`, \
             for `reverse_ts` `time(micros, floor), desc`"
        );
        assert_eq!(
            text(ValueError::Finer { per_second: 50 }),
            "it has a part finer than a second divided by 50, which would be lost: round it"
        );
        let trailing = |found| DecodeError::Trailing { key: "Call", offset: 8, found }.to_string();
        assert_eq!(trailing(1), "expected the end of `Call` at offset 8, found 1 more byte");
        let label = DecodeError::Label { key: "Call", offset: 0, found: Vec::new(), buckets: 6 }.to_string();
        assert_eq!(label, "expected the label of one of 6 buckets at offset 0 of `Call`, found nothing");
        assert_eq!(trailing(2), "expected the end of `Call` at offset 8, found 2 more bytes");
    }
}
