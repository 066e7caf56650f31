//! `pad(N)`: text of at most N bytes, with pad bytes after it (or before it). With `pad(4)`, `ab` is `61 62 00 00`.

use super::text::{input_of, kind_of, name_of, show_text};
use super::{Codec, Input, InputKind, Piece, Place, Start, Text, TextCodec, TextPart, TextSearch};
use crate::bytes::Sink;
use crate::error::{ElementError, ValueError};
use crate::language::Language;
use alloc::borrow::Cow;
use core::fmt;

/// A codec of texts of up to `N` bytes, filled to `N` bytes with the byte `WITH`, on the right or with `LEFT` on the
/// left.
///
/// A value that ends with the pad byte cannot be written, because decode would remove it. With `LEFT`, the same holds
/// for a value that begins with it.
#[doc(hidden)]
#[derive(Debug)]
pub enum Pad<const N: usize, const WITH: u8 = 0, const LEFT: bool = false> {}

impl<const N: usize, const WITH: u8, const LEFT: bool> Pad<N, WITH, LEFT> {
    /// Returns the range of the text within the padding.
    #[inline]
    fn text_range(element: &[u8]) -> core::ops::Range<usize> {
        if LEFT {
            element.iter().position(|&byte| byte != WITH).unwrap_or(element.len())..element.len()
        } else {
            0..element.iter().rposition(|&byte| byte != WITH).map_or(0, |last| last + 1)
        }
    }
}

impl<'k, T: Text<'k>, const N: usize, const WITH: u8, const LEFT: bool> Codec<'k, T> for Pad<N, WITH, LEFT> {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::padded(T::ALPHABET, N, WITH, LEFT);
    const NAME: &'static str = name_of::<T>();
    const INPUT: InputKind = kind_of::<T>();
    const TEXT: Option<TextSearch> = TextSearch::new::<Self, T>();
    const BORROWS: bool = T::BORROWS;
    type Error = ValueError;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        let bytes = value.bytes();
        let edge = if LEFT { bytes.first() } else { bytes.last() };
        if edge == Some(&WITH) {
            return Err(ValueError::Padding { pad: WITH, left: LEFT });
        }
        let place = if LEFT { N.saturating_sub(bytes.len())..N } else { 0..bytes.len() };
        // The block is filled with pad bytes, and the text is copied over them.
        let is_written = out.put_block([WITH; N], |element| {
            let place = element.get_mut(place).filter(|place| place.len() == bytes.len())?;
            place.copy_from_slice(bytes);
            Some(N)
        });
        if is_written { Ok(()) } else { Err(ValueError::TooLong { found: bytes.len(), most: N }) }
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let range = Self::text_range(&element);
        let start = range.start;
        T::from_piece(element.part(range)).map_err(|error| error.shifted(start))
    }

    #[inline]
    fn text_of_element(element: &[u8]) -> Option<Cow<'_, [u8]>> {
        Some(Cow::Borrowed(&element[Self::text_range(element)]))
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        input_of(value)
    }

    /// Finds the position of the text. A text that cannot be written is just after its longest writable start. That is
    /// a text that ends with the pad byte, is too long, or has a byte below the pad byte.
    ///
    /// With padding on the left, elements do not sort, and a text that cannot be written has no position.
    #[inline]
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, ValueError> {
        if LEFT {
            return Self::write(value, out).map(|()| Place::At);
        }
        let bytes = value.bytes();
        // A byte below the pad byte would sort before the padding, so the text is compared up to there.
        let sorts = bytes.iter().position(|&byte| byte < WITH).unwrap_or(bytes.len()).min(N);
        let text = &bytes[Pad::<N, WITH, false>::text_range(&bytes[..sorts])];
        out.put(text);
        out.put(&[WITH; N][text.len()..]);
        Ok(if text.len() == bytes.len() { Place::At } else { Place::After })
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_text(&element[Self::text_range(element)], f)
    }
}

impl<'k, T: Text<'k>, const N: usize, const WITH: u8, const LEFT: bool> TextCodec<'k, T> for Pad<N, WITH, LEFT> {
    const FORWARD: bool = !LEFT;

    fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start {
        // No value has the pad byte at the edge next to its padding.
        let (edge, outer) = if LEFT { (text.first(), TextPart::Start) } else { (text.last(), TextPart::End) };
        let is_edge_padding = edge == Some(&WITH);
        if text.len() > N || is_edge_padding && (part == outer || text.len() == N) {
            return Start::None;
        }
        if LEFT || part != TextPart::Start {
            return Start::Wider;
        }
        out.put(text);
        if is_edge_padding { Start::Wider } else { Start::Exact }
    }

    fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
        Cow::Borrowed(&element[Self::text_range(element)])
    }
}
