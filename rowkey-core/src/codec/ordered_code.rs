//! `encoding = ordered_code`: a field as Bigtable writes it in a key with a row key schema.
//!
//! The codec writes the element in full, with its end mark. `key/ordered_code.rs` removes the bytes that Bigtable
//! omits at the end of a key.

mod numbers;
mod text;

use super::terminated::unescape;
use super::{Codec, Input, InputKind, Piece};
use crate::bytes::{Hex, Sink};
use crate::error::ElementError;
use crate::language::Language;
use crate::language::ordered_code::{EMPTY, END};
use alloc::borrow::Cow;
use core::convert::Infallible;
use core::fmt;

/// The codec of each field of a key with the encoding `ordered_code`.
#[derive(Debug)]
pub enum OrderedCode {}

/// A value that can be a field in ordered code.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of Bigtable's row key schemas in ordered code",
    label = "expected a type that can be a field of such a schema",
    note = "these are text (`String`), byte strings (`Vec<u8>`) and integers that an `Int64` holds: `i8` to `i64`, `u8` to `u32`; a `Timestamp` is an `i64` of microseconds",
    note = "see RK612 in rowkey::_compile_errors"
)]
pub trait OrderedCodeValue<'k>: Sized {
    /// The elements of the type.
    const LANGUAGE: Language;
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
    /// Returns the errors of the formatter.
    /// The formatter fails.
    fn show(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Returns the bytes of a value from its full element.
///
/// # Errors
/// Returns an error if [`OrderedCode`] does not write this element.
fn value_of(element: &[u8]) -> Result<Cow<'_, [u8]>, ElementError> {
    match element.strip_suffix(&END) {
        Some(value) if *value == EMPTY => Ok(Cow::Borrowed(&[])),
        Some([]) => Err(ElementError::Other("expected 0x00 0x00 for the empty value before the end mark 0x00 0x01")),
        _ => unescape(element),
    }
}

impl<'k, T: OrderedCodeValue<'k>> Codec<'k, T> for OrderedCode {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = T::LANGUAGE;
    const NAME: &'static str = T::NAME;
    const INPUT: InputKind = T::INPUT;
    type Error = Infallible;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), Infallible> {
        if value.is_empty() {
            out.put(&EMPTY);
        }
        value.write(out);
        out.put(&END);
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        T::read(value_of(&element)?)
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        value.input()
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match value_of(element) {
            Ok(value) => T::show(&value, f),
            Err(_) => write!(f, "{}", Hex(element)),
        }
    }
}
