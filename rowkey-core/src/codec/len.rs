//! `len(N)`: text of exactly N bytes.

use super::text::{input_of, kind_of, name_of, show_text};
use super::{Codec, Input, InputKind, Piece, Place, Start, Text, TextCodec, TextPart, TextSearch};
use crate::bytes::Sink;
use crate::error::{ElementError, ValueError};
use crate::language::Language;
use alloc::borrow::Cow;
use core::fmt;

/// A codec of texts of exactly `N` bytes.
#[doc(hidden)]
#[derive(Debug)]
pub enum Len<const N: usize> {}

/// Returns the width of a text, for the error. If it was inlined, the compiler would prepare the error before the
/// comparison (6 of 122 instructions of an encode, `call_record` in `benches/instructions`).
#[cold]
#[inline(never)]
fn width<'k>(text: &impl Text<'k>) -> usize {
    text.bytes().len()
}

impl<'k, T: Text<'k>, const N: usize> Codec<'k, T> for Len<N> {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::fixed(T::ALPHABET, N);
    const NAME: &'static str = name_of::<T>();
    const INPUT: InputKind = kind_of::<T>();
    const TEXT: Option<TextSearch> = TextSearch::new::<Self, T>();
    const BORROWS: bool = T::BORROWS;
    type Error = ValueError;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        let bytes = value.bytes();
        let exact: &[u8; N] = bytes.try_into().map_err(|_| ValueError::Width { found: width(value), expected: N })?;
        out.put(exact);
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        T::from_exact(element)
    }

    #[inline]
    fn text_of_element(element: &[u8]) -> Option<Cow<'_, [u8]>> {
        Some(Cow::Borrowed(element))
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        input_of(value)
    }

    /// Finds the position of the text. A shorter text is before all elements that begin with it. A longer text is just
    /// after the element of its first `N` bytes.
    #[inline]
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, ValueError> {
        let bytes = value.bytes();
        out.put(&bytes[..bytes.len().min(N)]);
        Ok(match bytes.len() {
            width if width < N => Place::Before,
            width if width == N => Place::At,
            _ => Place::After,
        })
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_text(element, f)
    }
}

impl<'k, T: Text<'k>, const N: usize> TextCodec<'k, T> for Len<N> {
    fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start {
        if text.len() > N {
            return Start::None;
        }
        if part != TextPart::Start {
            return Start::Wider;
        }
        out.put(text);
        Start::Exact
    }

    fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
        Cow::Borrowed(element)
    }
}
