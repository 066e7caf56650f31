//! `length_prefixed(u8)`: text after its length in bytes. `"ab"` is `02 61 62`.

use super::text::{input_of, kind_of, name_of, show_text};
use super::{Codec, Input, InputKind, Piece, Start, Text, TextCodec, TextPart, TextSearch};
use crate::bytes::Sink;
use crate::error::{ElementError, ValueError};
use crate::language::{Language, Length};
use alloc::borrow::Cow;
use core::fmt;

/// A codec of texts after their length in bytes. The length has `N` bytes, 1 to 8, big endian or `LITTLE` endian. If `N`
/// is 0, it is a varint: LEB128 in its shortest form.
///
/// The elements sort by the length first, so they do not sort like the texts.
#[doc(hidden)]
#[derive(Debug)]
pub enum LengthPrefixed<const N: usize, const LITTLE: bool> {}

impl<const N: usize, const LITTLE: bool> LengthPrefixed<N, LITTLE> {
    const LENGTH: Length = match (N, LITTLE) {
        (0, _) => Length::Varint,
        (_, true) => Length::LittleEndian(N),
        (_, false) => Length::BigEndian(N),
    };

    /// Returns the offset of the text in an element.
    ///
    /// # Errors
    /// Returns an error if the element does not have the length that it begins with.
    #[inline]
    fn text_at(element: &[u8]) -> Result<usize, ElementError> {
        let Some((at, length)) = Self::LENGTH.read(element) else {
            return Err(ElementError::Other("the length is cut, or not in its shortest form"));
        };
        let found = element.len() - at;
        match usize::try_from(length) {
            Ok(length) if length == found => Ok(at),
            _ => Err(ElementError::Width { found, expected: usize::try_from(length).unwrap_or(usize::MAX) }),
        }
    }

    /// Returns the text of an element, or its bytes if it is not well-formed.
    fn text_of(element: &[u8]) -> &[u8] {
        element.get(Self::text_at(element).unwrap_or_default()..).unwrap_or_default()
    }
}

impl<'k, T: Text<'k>, const N: usize, const LITTLE: bool> Codec<'k, T> for LengthPrefixed<N, LITTLE> {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::length_prefixed(T::ALPHABET, Self::LENGTH);
    const NAME: &'static str = name_of::<T>();
    const INPUT: InputKind = kind_of::<T>();
    const TEXT: Option<TextSearch> = TextSearch::new::<Self, T>();
    const BORROWS: bool = T::BORROWS;
    type Error = ValueError;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        let text = value.bytes();
        let (length, greatest) = (text.len() as u64, const { Self::LENGTH.greatest() });
        if length > greatest {
            return Err(ValueError::TooLong { found: text.len(), most: greatest as usize });
        }
        Self::LENGTH.write(length, out);
        out.put(text);
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let at = Self::text_at(&element)?;
        T::from_piece(element.part(at..element.len())).map_err(|error| error.shifted(at))
    }

    #[inline]
    fn text_of_element(element: &[u8]) -> Option<Cow<'_, [u8]>> {
        Some(Cow::Borrowed(Self::text_of(element)))
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        input_of(value)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_text(Self::text_of(element), f)
    }
}

impl<'k, T: Text<'k>, const N: usize, const LITTLE: bool> TextCodec<'k, T> for LengthPrefixed<N, LITTLE> {
    const FORWARD: bool = false;

    /// The length comes first, and differs from text to text.
    fn start<S: Sink>(_: TextPart, text: &[u8], _: &mut S) -> Start {
        if text.len() as u64 > Self::LENGTH.greatest() { Start::None } else { Start::Wider }
    }

    fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
        Cow::Borrowed(Self::text_of(element))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    fn write<C: Codec<'static, Vec<u8>, Error = ValueError>>(text: &[u8]) -> Result<Vec<u8>, ValueError> {
        let mut out = Vec::new();
        C::write(&text.to_vec(), &mut out).map(|()| out)
    }

    fn read<C: Codec<'static, Vec<u8>>>(element: &'static [u8]) -> Result<Vec<u8>, ElementError> {
        C::read(Piece::Key(element))
    }

    #[test]
    fn a_text_too_long_for_its_length_is_refused() {
        assert_eq!(write::<LengthPrefixed<1, false>>(&[b'a'; 255]).map(|element| element.len()), Ok(256));
        let long = write::<LengthPrefixed<1, false>>(&[b'a'; 256]);
        assert_eq!(long, Err(ValueError::TooLong { found: 256, most: 255 }));
        let element = write::<LengthPrefixed<2, false>>(&[b'a'; 256]);
        assert_eq!(element.map(|element| element[..3].to_vec()), Ok(vec![1, 0, b'a']));
        let long = write::<LengthPrefixed<2, true>>(&vec![0; 0x1_0000]);
        assert_eq!(long, Err(ValueError::TooLong { found: 0x1_0000, most: 0xFFFF }));
    }

    #[test]
    fn another_length_is_refused() {
        for (broken, expected) in [(&b"\x01"[..], 1), (b"\x01ab", 1), (b"\0a", 0)] {
            let found = broken.len() - 1;
            assert_eq!(read::<LengthPrefixed<1, false>>(broken), Err(ElementError::Width { found, expected }));
        }
        for broken in [&b""[..], b"\x80", b"\x81\0a"] {
            assert!(matches!(read::<LengthPrefixed<0, false>>(broken), Err(ElementError::Other(_))), "{broken:?}");
        }
        let text = <LengthPrefixed<1, false> as Codec<'_, alloc::string::String>>::read(Piece::Key(b"\x02a\xFF"));
        assert_eq!(text, Err(ElementError::Utf8 { at: 2 }));
    }
}
