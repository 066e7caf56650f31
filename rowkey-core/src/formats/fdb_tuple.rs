//! `encoding = fdb_tuple`: a field as an element of a tuple of FoundationDB.
//!
//! The bytes are those of the tuple layer (`design/tuple.md` of apple/foundationdb), which all its bindings share. An
//! element is a code and its bytes: the tuple `(300, "a")` is 16 01 2C 02 61 00. Integers of more than 8 bytes differ
//! from binding to binding, so they are rejected. Python writes 2^64 - 1 as one of these.

mod nested_key;
mod numbers;
mod text;
mod versionstamp;

pub use versionstamp::Versionstamp;

use crate::bytes::Sink;
use crate::codec::{Codec, FindFloats, Input, InputKind, Piece};
use crate::error::{CodecError, ElementError};
use crate::language::Language;
use crate::layout::Layout;
use core::fmt;

/// The codec of each field of a key with the encoding `fdb_tuple`.
#[derive(Debug)]
pub enum FdbTuple {}

/// A value that can be an element of a tuple.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an element of FoundationDB's tuples",
    label = "expected a type that the tuple layer has",
    note = "these are integers of up to 64 bits, `bool`, `f32`, `f64`, text, byte strings, `Uuid`, `Versionstamp`, `Option` of these, and keys with the encoding `fdb_tuple`; a time is an `i64` that you count",
    note = "see RK612 in rowkey::_compile_errors"
)]
pub trait TupleValue<'k>: Sized {
    /// The elements of the type.
    const LANGUAGE: Language;
    /// The name in the lock.
    const NAME: &'static str;
    /// The layout of a nested key.
    const KEY: Option<&'static Layout> = None;
    /// The kind of value that a salt sees.
    const INPUT: InputKind = InputKind::Written;
    /// Finds the floats in an element.
    const FLOATS: Option<FindFloats> = None;
    /// The error of [`TupleValue::write`].
    type Error: CodecError;

    /// Appends the element.
    ///
    /// # Errors
    /// The value cannot be written.
    fn write<S: Sink>(&self, out: &mut S) -> Result<(), Self::Error>;

    /// Appends bytes that sort by the value: [`Codec::rank`].
    ///
    /// # Errors
    /// The value cannot be written.
    fn rank<S: Sink>(&self, out: &mut S) -> Result<(), Self::Error> {
        self.write(out)
    }

    /// Reads the value whose element is exactly these bytes.
    ///
    /// # Errors
    /// [`TupleValue::write`] writes these bytes for no value.
    fn read(element: Piece<'k, '_>) -> Result<Self, ElementError>;

    /// The value as a salt sees it.
    fn input(&self) -> Input<'_> {
        Input::Written
    }

    /// Shows the value of an element.
    ///
    /// # Errors
    /// The formatter fails.
    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<'k, T: TupleValue<'k>> Codec<'k, T> for FdbTuple {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = T::LANGUAGE;
    const NAME: &'static str = T::NAME;
    const KEY: Option<&'static Layout> = T::KEY;
    const INPUT: InputKind = T::INPUT;
    const FLOATS: Option<FindFloats> = T::FLOATS;
    type Error = T::Error;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), T::Error> {
        value.write(out)
    }

    fn rank<S: Sink>(value: &T, out: &mut S) -> Result<(), T::Error> {
        value.rank(out)
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        T::read(element)
    }

    /// Checks the code first, so that the error for an element of another type names the code, not a missing end.
    #[inline]
    fn read_first(
        rest: Piece<'k, '_>,
        width: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Option<(usize, Result<T, ElementError>)> {
        if let (Some(element), Some(&found)) = (const { T::LANGUAGE.as_tuple_element() }, rest.first()) {
            if !element.codes().contains(found) {
                return Some((0, Err(ElementError::Byte { at: 0, found, expected: "the code of the field's type" })));
            }
        }
        let width = width(&rest)?;
        Some((width, T::read(rest.part(0..width))))
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        value.input()
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::show(element, f)
    }
}

/// Null is the code 00.
#[diagnostic::do_not_recommend]
impl<'k, T: TupleValue<'k>> TupleValue<'k> for Option<T> {
    const LANGUAGE: Language = T::LANGUAGE.or_null();
    const NAME: &'static str = T::NAME;
    const KEY: Option<&'static Layout> = T::KEY;
    // Null is shorter than any float, so it has none.
    const FLOATS: Option<FindFloats> = T::FLOATS;
    type Error = T::Error;

    #[inline]
    fn write<S: Sink>(&self, out: &mut S) -> Result<(), T::Error> {
        match self {
            Some(value) => value.write(out),
            None => {
                out.put(&[0]);
                Ok(())
            }
        }
    }

    /// Sorts null first.
    fn rank<S: Sink>(&self, out: &mut S) -> Result<(), T::Error> {
        match self {
            Some(value) => {
                out.put(&[1]);
                value.rank(out)
            }
            None => {
                out.put(&[0]);
                Ok(())
            }
        }
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<Self, ElementError> {
        match &*element {
            [0] => Ok(None),
            _ => T::read(element).map(Some),
        }
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if element == [0] {
            return f.write_str("None");
        }
        f.write_str("Some(")?;
        T::show(element, f)?;
        f.write_str(")")
    }
}

/// Returns the bytes after the code of an element.
///
/// # Errors
/// Returns an error if the element has another code, or is empty.
fn after_code<'k, 'b>(element: Piece<'k, 'b>, code: u8) -> Result<Piece<'k, 'b>, ElementError> {
    match element.first() {
        Some(&found) if found == code => Ok(element.part(1..element.len())),
        Some(&found) => Err(ElementError::Byte { at: 0, found, expected: "the code of the field's type" }),
        None => Err(ElementError::Width { found: 0, expected: 1 }),
    }
}
