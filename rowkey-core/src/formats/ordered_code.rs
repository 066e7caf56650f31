//! `encoding = ordered_code`: a field of a key with a row key schema, as Bigtable writes it
//! (`StructEncoding.OrderedCodeBytes`).
//!
//! A field is the bytes of its value, with 00 written as 00 FF, and the end mark 00 01. An empty text is 00 00 before
//! its end mark. The last field has no end mark if it ascends.
//!
//! ```text
//! "A", "B"   41 00 01 42
//! "", "B"    00 00 00 01 42
//! "A", ""    an error: see below
//! "A"        41
//! ""         00 00
//! ```
//!
//! Bigtable leaves out empty fields at the end of a key, together with the end mark before them: it writes `"A", ""` as
//! 41. So the end of one field would depend on the values after it, which no codec knows. The last field cannot be empty
//! for this reason, unless it is the only one.

mod numbers;
mod text;

use crate::bytes::{Hex, Sink};
use crate::codec::terminated::unescape_body;
use crate::codec::{Codec, Input, InputKind, Piece, Place, TAKE_OWNED};
use crate::error::{ElementError, ErrorIf, MayFail, ValueError};
use crate::language::{ByteSet, Language};
use alloc::borrow::Cow;
use core::fmt;
use core::marker::PhantomData;

/// The codec of each field of a key with the encoding `ordered_code`. `PLACE` is `'l'` for the last of several fields and
/// `'o'` for the only field, if it ascends. It is `'i'` for every other field.
#[derive(Debug)]
pub enum OrderedCode<const PLACE: char = INNER> {}

/// A field with an end mark, because another one follows or because it descends.
const INNER: char = 'i';
/// The last of several fields.
const LAST: char = 'l';

/// The end mark of an element.
const END: [u8; 2] = [0, 1];
/// The bytes of an empty text.
const EMPTY: [u8; 2] = [0, 0];

/// The reason why an empty last field cannot be written.
const EMPTY_LAST: ValueError = ValueError::Other(
    "the last field is empty: Bigtable leaves it out, and with it the end mark of the field before it",
);
/// The reason why a key without that field cannot be read.
const LEFT_OUT: ElementError = ElementError::Other(
    "the end mark 0x00 0x01 is missing: Bigtable leaves it out before empty fields, and keys without them cannot be read",
);
const NO_LAST: ElementError = ElementError::Other("the last field is empty, which Bigtable leaves out");
const NO_VALUE: ElementError =
    ElementError::Other("expected 0x00 0x00 for the empty value before the end mark 0x00 0x01");

/// A value that can be a field in ordered code.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of Bigtable's row key schemas in ordered code",
    label = "expected a type that can be a field of such a schema",
    note = "these are text (`String`), byte strings (`Vec<u8>`) and integers that an `Int64` holds: `i8` to `i64`, `u8` to `u32`; a `Timestamp` is an `i64` of microseconds",
    note = "see RK612 in rowkey::_compile_errors"
)]
pub trait OrderedCodeValue<'k>: Sized {
    /// The bytes that a value can have.
    const ALPHABET: ByteSet;
    /// The maximum width of a value with its escapes, or `None` for text.
    const MOST: Option<usize>;
    /// `true` if the type borrows from the key, which holds the escapes.
    const BORROWS: bool;
    /// The name in the lock.
    const NAME: &'static str;
    /// The kind of [`OrderedCodeValue::input`].
    const INPUT: InputKind = InputKind::Written;

    /// Returns `true` for the empty text.
    fn is_empty(&self) -> bool;

    /// Appends the bytes of the value, with 00 as 00 FF.
    fn write<S: Sink>(&self, out: &mut S);

    /// Reads the value whose bytes these are.
    ///
    /// # Errors
    /// Returns an error if [`OrderedCodeValue::write`] writes these bytes for no value.
    fn read(bytes: Cow<'_, [u8]>) -> Result<Self, ElementError>;

    /// Returns the text, if the value is one. Encode reserves room for a key by the width of its texts.
    fn input(&self) -> Input<'_> {
        Input::Written
    }

    /// Shows the value of such bytes.
    ///
    /// # Errors
    /// Returns the errors of the formatter.
    fn show(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// States that the last of several fields cannot be an empty text.
#[derive(Debug)]
pub struct Last<T, const PLACE: char>(PhantomData<T>);

impl<'k, T: OrderedCodeValue<'k>, const PLACE: char> MayFail for Last<T, PLACE> {
    const CAN_FAIL: bool = PLACE == LAST && T::MOST.is_none();
}

/// Returns the bytes of a value from its element.
///
/// # Errors
/// Returns an error if [`OrderedCode`] does not write this element.
fn value_of<const PLACE: char>(element: &[u8]) -> Result<Cow<'_, [u8]>, ElementError> {
    let escaped = if PLACE == INNER { element.strip_suffix(&END).ok_or(LEFT_OUT)? } else { element };
    match escaped {
        [] => Err(if PLACE == INNER { NO_VALUE } else { NO_LAST }),
        _ if PLACE != LAST && *escaped == EMPTY => Ok(Cow::Borrowed(&[])),
        _ => unescape_body(escaped),
    }
}

impl<'k, T: OrderedCodeValue<'k>, const PLACE: char> Codec<'k, T> for OrderedCode<PLACE> {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = if T::BORROWS {
        Language::refused_by("RK608", "its type borrows from the key, and ordered code escapes bytes there", TAKE_OWNED)
    } else if PLACE == INNER {
        Language::terminated_or_empty(T::ALPHABET)
    } else {
        // FF is the second byte of an escape.
        Language::text(T::ALPHABET.union(ByteSet::one(0xFF)), 1, T::MOST)
    };
    const NAME: &'static str = T::NAME;
    const INPUT: InputKind = T::INPUT;
    type Error = ErrorIf<Last<T, PLACE>>;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), Self::Error> {
        if value.is_empty() {
            if PLACE == LAST {
                return Err(EMPTY_LAST.into());
            }
            out.put(&EMPTY);
        }
        value.write(out);
        if PLACE == INNER {
            out.put(&END);
        }
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        T::read(value_of::<PLACE>(&element)?)
    }

    /// Explains a missing end mark: a key of Bigtable can end before its last fields.
    #[inline]
    fn read_first(
        rest: Piece<'k, '_>,
        width: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Option<(usize, Result<T, ElementError>)> {
        match width(&rest) {
            Some(width) => Some((width, Self::read(rest.part(0..width)))),
            None => Some((0, Err(LEFT_OUT))),
        }
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        value.input()
    }

    /// An empty text in last place is below all others.
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, Self::Error> {
        if PLACE == LAST && value.is_empty() {
            return Ok(Place::Below);
        }
        Self::write(value, out)?;
        Ok(Place::At)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match value_of::<PLACE>(element) {
            Ok(value) => T::show(&value, f),
            Err(_) => write!(f, "{}", Hex(element)),
        }
    }
}
