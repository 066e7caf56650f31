//! `pad(N, chars)`: text of at most N UTF-16 units, with pad characters after it, as Java's `rpad` counts.

use super::text::{input_of, kind_of, name_of};
use super::{Codec, Input, InputKind, Pad, Piece, Start, Text, TextCodec, TextPart, TextSearch};
use crate::bytes::Sink;
use crate::error::{ElementError, ValueError};
use crate::language::Language;
use alloc::borrow::Cow;
use core::fmt;

/// A codec of texts of up to `N` UTF-16 units, as a Java `String` counts them, filled to `N` units with the ASCII
/// character `WITH`. An element has `N` to `3 * N` bytes of UTF-8.
///
/// A value that ends with the pad character cannot be written, because decode would remove it.
#[doc(hidden)]
#[derive(Debug)]
pub enum PadUnits<const N: usize, const WITH: u8 = 0> {}

const ONLY_TEXT: Language = Language::refused_by(
    "RK611",
    "`pad(.., chars)` counts characters, and its type is a byte string",
    "count bytes, as `pad(20)` does, or make the field a `String`",
);

const ONLY_ASCII: Language = Language::refused_by(
    "RK611",
    "the pad byte is not a character by itself",
    "pad with an ASCII character: `pad(20, with = b'x', chars)`",
);

impl<'k, T: Text<'k>, const N: usize, const WITH: u8> Codec<'k, T> for PadUnits<N, WITH> {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = match (T::UTF8, WITH.is_ascii()) {
        (true, true) => Language::padded_units(T::ALPHABET, N, WITH),
        (true, false) => ONLY_ASCII,
        (false, _) => ONLY_TEXT,
    };
    const NAME: &'static str = name_of::<T>();
    const INPUT: InputKind = kind_of::<T>();
    const TEXT: Option<TextSearch> = TextSearch::new::<Self, T>();
    const BORROWS: bool = T::BORROWS;
    type Error = ValueError;

    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        let units: usize = value.text().unwrap_or_default().chars().map(char::len_utf16).sum();
        if value.bytes().last() == Some(&WITH) {
            return Err(ValueError::Padding { pad: WITH, left: false });
        }
        let Some(padding) = N.checked_sub(units) else { return Err(ValueError::Units { found: units, most: N }) };
        out.put(value.bytes());
        // One by one, because the number of pad bytes is only known at run time.
        (0..padding).for_each(|_| out.put(&[WITH]));
        Ok(())
    }

    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        <Pad<N, WITH> as Codec<'k, T>>::read(element)
    }

    fn text_of_element(element: &[u8]) -> Option<Cow<'_, [u8]>> {
        <Pad<N, WITH> as Codec<'k, T>>::text_of_element(element)
    }

    fn input(value: &T) -> Input<'_> {
        input_of(value)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        <Pad<N, WITH> as Codec<'k, T>>::show(element, f)
    }
}

impl<'k, T: Text<'k>, const N: usize, const WITH: u8> TextCodec<'k, T> for PadUnits<N, WITH> {
    /// Works like the method of [`Pad`] without its limit of `N` bytes. No element begins with a text of more than `N`
    /// units.
    fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start {
        let is_padding = text.last() == Some(&WITH);
        if is_padding && part == TextPart::End {
            return Start::None;
        }
        if part != TextPart::Start {
            return Start::Wider;
        }
        out.put(text);
        if is_padding { Start::Wider } else { Start::Exact }
    }

    fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
        <Pad<N, WITH> as TextCodec<'k, T>>::text_of(element)
    }
}
