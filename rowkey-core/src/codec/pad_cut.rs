//! `pad(N, cut)`: text of which only the first N bytes are kept.

use super::text::{kind_of, name_of};
use super::{Codec, Input, InputKind, Pad, Piece, Place, Start, Text, TextCodec, TextPart, TextSearch};
use crate::bytes::Sink;
use crate::error::{ElementError, ValueError};
use crate::language::Language;
use alloc::borrow::Cow;
use core::fmt;

/// [`Pad`] of text that is cut to `N` bytes, at the border of a character. Keys of different values may be the same, and what is
/// read is what was left of the value.
///
/// A value that fits and ends with the pad byte cannot be written, as with [`Pad`]; of one that is cut, pad bytes at its end are
/// left out.
#[derive(Debug)]
pub enum PadCut<const N: usize, const WITH: u8 = 0> {}

impl<const N: usize, const WITH: u8> PadCut<N, WITH> {
    /// Cuts a value that is too long; `None` if it fits.
    fn left_of<'v, 'k, T: Text<'k>>(value: &'v T) -> Option<&'v [u8]> {
        let bytes = value.bytes();
        if bytes.len() <= N {
            return None;
        }
        let mut end = N;
        if let Some(text) = value.text() {
            while !text.is_char_boundary(end) {
                end -= 1;
            }
        }
        let left = bytes.get(..end)?;
        let padding = left.iter().rev().take_while(|&&byte| byte == WITH).count();
        left.get(..end - padding)
    }
}

impl<'k, T: Text<'k>, const N: usize, const WITH: u8> Codec<'k, T> for PadCut<N, WITH> {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::padded(T::ALPHABET, N, WITH, false);
    const NAME: &'static str = name_of::<T>();
    const INPUT: InputKind = kind_of::<T>();
    const TEXT: Option<TextSearch> = TextSearch::of::<Self, T>();
    const BORROWS: bool = T::BORROWS;
    const CUTS: bool = true;
    type Error = ValueError;

    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        let Some(left) = Self::left_of(value) else { return <Pad<N, WITH> as Codec<'k, T>>::write(value, out) };
        out.put(left);
        out.put([WITH; N].get(left.len()..).unwrap_or_default());
        Ok(())
    }

    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        <Pad<N, WITH> as Codec<'k, T>>::read(element)
    }

    fn text_of_element(element: &[u8]) -> Option<Cow<'_, [u8]>> {
        <Pad<N, WITH> as Codec<'k, T>>::text_of_element(element)
    }

    /// The value as it is read: a salt must be the same then.
    fn input(value: &T) -> Input<'_> {
        let left = Self::left_of(value).unwrap_or(value.bytes());
        match T::UTF8 {
            true => Input::Text(core::str::from_utf8(left).unwrap_or_default()),
            false => Input::Octets(left),
        }
    }

    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, ValueError> {
        <Pad<N, WITH> as Codec<'k, T>>::place(value, out)
    }

    /// The whole value: a bound lies after what is left of it, as [`Codec::place`] says.
    fn rank<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        out.put(value.bytes());
        Ok(())
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        <Pad<N, WITH> as Codec<'k, T>>::show(element, f)
    }
}

impl<'k, T: Text<'k>, const N: usize, const WITH: u8> TextCodec<'k, T> for PadCut<N, WITH> {
    fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start {
        <Pad<N, WITH> as TextCodec<'k, T>>::start(part, text, out)
    }

    fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
        <Pad<N, WITH> as TextCodec<'k, T>>::text_of(element)
    }
}
