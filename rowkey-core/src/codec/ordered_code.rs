//! `encoding = ordered_code`: a field as Bigtable writes it in a key with a row key schema.
//!
//! The codec writes the element in full, with its end mark; what Bigtable leaves out at the end of a key is left out there
//! (`key/ordered_code.rs`).

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

    /// `true` for the empty text.
    fn is_empty(&self) -> bool;

    /// Appends the bytes of the value, with 00 as 00 FF.
    fn write<S: Sink>(&self, out: &mut S);

    /// Reads the value whose bytes these are.
    ///
    /// # Errors
    /// [`OrderedCodeValue::write`] writes these bytes for no value.
    fn read(bytes: Cow<'_, [u8]>) -> Result<Self, ElementError>;

    /// The text, if it is one: the room that a key needs is guessed from its width.
    fn input(&self) -> Input<'_> {
        Input::Written
    }

    /// Shows the value of such bytes.
    ///
    /// # Errors
    /// The formatter fails.
    fn show(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The bytes of a value, of its element in full.
///
/// # Errors
/// The element is not as [`OrderedCode`] writes it.
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
