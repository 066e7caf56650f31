//! `pad(N, cut)`: text truncated to its first N bytes.

use super::text::{kind_of, name_of};
use super::{Codec, Input, InputKind, Pad, Piece, Place, Start, Text, TextCodec, TextPart, TextSearch};
use crate::bytes::Sink;
use crate::error::{ElementError, ValueError};
use crate::language::Language;
use alloc::borrow::Cow;
use core::fmt;

/// A codec like [`Pad`] that truncates longer texts to `N` bytes, at the boundary of a character.
///
/// Different values can have the same key, and decode returns the truncated value. A value that fits and ends with the
/// pad byte cannot be written. If a truncated value ends with pad bytes, they are removed from its end.
#[doc(hidden)]
#[derive(Debug)]
pub enum PadCut<const N: usize, const WITH: u8 = 0> {}

impl<const N: usize, const WITH: u8> PadCut<N, WITH> {
    /// Truncates a text that is too long, and removes pad bytes from its end. Returns `None` if the text fits.
    fn kept_of<'k, T: Text<'k>>(text: &[u8]) -> Option<&[u8]> {
        // Truncate before a byte that begins a character. With N = 3, `61 62 C3 BC` ("abü") becomes `61 62`.
        let rest = text.get(..=N)?;
        let end = rest.iter().rposition(|byte| !T::UTF8 || byte & 0xC0 != 0x80).unwrap_or_default();
        let kept = rest.get(..end)?;
        let padding = kept.iter().rev().take_while(|&&byte| byte == WITH).count();
        kept.get(..end - padding)
    }

    fn put_kept<S: Sink>(kept: &[u8], out: &mut S) {
        out.put(kept);
        out.put([WITH; N].get(kept.len()..).unwrap_or_default());
    }
}

impl<'k, T: Text<'k>, const N: usize, const WITH: u8> Codec<'k, T> for PadCut<N, WITH> {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::padded(T::ALPHABET, N, WITH, false);
    const NAME: &'static str = name_of::<T>();
    const INPUT: InputKind = kind_of::<T>();
    const TEXT: Option<TextSearch> = TextSearch::new::<Self, T>();
    const BORROWS: bool = T::BORROWS;
    const CUTS: bool = true;
    type Error = ValueError;

    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        let Some(kept) = Self::kept_of::<T>(value.bytes()) else {
            return <Pad<N, WITH> as Codec<'k, T>>::write(value, out);
        };
        Self::put_kept(kept, out);
        Ok(())
    }

    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        <Pad<N, WITH> as Codec<'k, T>>::read(element)
    }

    fn text_of_element(element: &[u8]) -> Option<Cow<'_, [u8]>> {
        <Pad<N, WITH> as Codec<'k, T>>::text_of_element(element)
    }

    /// Returns the truncated value, so that a decoded row has the same salt.
    fn input(value: &T) -> Input<'_> {
        let kept = Self::kept_of::<T>(value.bytes()).unwrap_or(value.bytes());
        match T::UTF8 {
            true => Input::Text(core::str::from_utf8(kept).unwrap_or_default()),
            false => Input::Octets(kept),
        }
    }

    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, ValueError> {
        <Pad<N, WITH> as Codec<'k, T>>::place(value, out)
    }

    /// Writes the whole value, without truncation.
    fn rank<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        out.put(value.bytes());
        Ok(())
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        <Pad<N, WITH> as Codec<'k, T>>::show(element, f)
    }
}

impl<'k, T: Text<'k>, const N: usize, const WITH: u8> TextCodec<'k, T> for PadCut<N, WITH> {
    /// Truncates a start that is too long. All texts with this start have the same element.
    fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start {
        match Self::kept_of::<T>(text).filter(|_| part == TextPart::Start) {
            Some(_) if T::UTF8 && begins_no_text(text) => Start::None,
            Some(kept) => {
                Self::put_kept(kept, out);
                Start::Cut
            }
            None => <Pad<N, WITH> as TextCodec<'k, T>>::start(part, text, out),
        }
    }

    fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
        <Pad<N, WITH> as TextCodec<'k, T>>::text_of(element)
    }
}

/// Returns `true` if no UTF-8 text begins with these bytes. The last character may be incomplete.
fn begins_no_text(bytes: &[u8]) -> bool {
    core::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_some())
}
