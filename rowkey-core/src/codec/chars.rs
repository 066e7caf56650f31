//! `chars("0-9")`: text of an alphabet, checked at encode and decode.

mod class;

pub use class::check_class;
use class::class;

use super::{Codec, Input, InputKind, Piece, Place, Start, Text, TextCodec, TextPart, TextSearch};
use crate::bytes::Sink;
use crate::error::{CodecError, ElementError, ValueError};
use crate::language::{ByteCheck, ByteSet, Language};
use crate::layout::Layout;
use alloc::borrow::Cow;
use core::fmt;
use core::marker::PhantomData;

/// An alphabet as a type, for [`Chars`].
#[doc(hidden)]
pub trait Alphabet {
    /// The characters, in the syntax of `#[rowkey(chars(".."))]`.
    const CHARS: &'static str;
}

/// A codec of texts written by `C`, with only the characters of the alphabet `A`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Chars<C, A>(PhantomData<(C, A)>);

/// Returns the number of bytes before the text of an element, which are padding on the left or a length. A text with
/// escapes is not a part of the element, and begins with it.
#[cold]
fn before(element: &[u8], text: Option<Cow<'_, [u8]>>) -> usize {
    match text {
        Some(Cow::Borrowed(text)) => text.as_ptr().addr().saturating_sub(element.as_ptr().addr()),
        _ => 0,
    }
}

impl<C, A: Alphabet> Chars<C, A> {
    const ALPHABET: ByteSet = class(A::CHARS);
    const CHECK: ByteCheck = ByteCheck::new(Self::ALPHABET);
}

impl<'k, T: Text<'k>, C: Codec<'k, T>, A: Alphabet> Codec<'k, T> for Chars<C, A> {
    const TRUSTED: bool = C::TRUSTED;
    const LANGUAGE: Language = Language::chars(&C::LANGUAGE, Self::ALPHABET);
    const NAME: &'static str = C::NAME;
    const KEY: Option<&'static Layout> = C::KEY;
    const INPUT: InputKind = C::INPUT;
    const TEXT: Option<TextSearch> = match C::TEXT {
        Some(search) => Some(TextSearch {
            start: |part, text, out| match (Self::CHECK.first_outside(text), C::TEXT) {
                (None, Some(search)) => (search.start)(part, text, out),
                _ => Start::None,
            },
            ..search
        }),
        None => None,
    };
    const BORROWS: bool = C::BORROWS;
    const CUTS: bool = C::CUTS;
    type Error = ValueError;

    #[inline(always)]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        // Written first, because the check below then knows the width of the text, which is the width of the element
        // (39 of 155 instructions of an encode, `call_record` in `benches/instructions`).
        C::write(value, out).map_err(CodecError::into_reason)?;
        match Self::CHECK.first_outside(value.bytes()) {
            None => Ok(()),
            Some((at, found)) => Err(ValueError::Alphabet { at, found, allowed: Self::ALPHABET }),
        }
    }

    #[inline(always)]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let value = C::read(element)?;
        match Self::CHECK.first_outside(value.bytes()) {
            None => Ok(value),
            Some((at, found)) => {
                // `at` counts from the start of the text, but the error counts from the start of the element.
                let before = before(&element, C::text_of_element(&element));
                Err(ElementError::Alphabet { at: before + at, found, allowed: Self::ALPHABET })
            }
        }
    }

    #[inline]
    fn text_of_element(element: &[u8]) -> Option<Cow<'_, [u8]>> {
        C::text_of_element(element)
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        C::input(value)
    }

    /// Finds the position by the bytes of the text. A text with other characters is just before the element that it
    /// would have.
    #[inline]
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, ValueError> {
        let place = C::place(value, out).map_err(CodecError::into_reason)?;
        let inside = Self::CHECK.first_outside(value.bytes()).is_none();
        Ok(if place == Place::At && !inside { Place::Before } else { place })
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        C::show(element, f)
    }
}

impl<'k, T, C: TextCodec<'k, T>, A: Alphabet> TextCodec<'k, T> for Chars<C, A> {
    const FORWARD: bool = C::FORWARD;

    fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start {
        match Self::CHECK.first_outside(text) {
            None => C::start(part, text, out),
            Some(_) => Start::None,
        }
    }

    fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
        C::text_of(element)
    }
}
