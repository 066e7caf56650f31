//! Text and byte strings in ordered code: their bytes, with 00 as 00 FF.

use super::{OrderedCode, OrderedCodeValue, value_of};
use crate::bytes::Sink;
use crate::codec::terminated::escape;
use crate::codec::text::{each_text, input_of, kind_of, show_text};
use crate::codec::{Input, InputKind, Piece, Start, Terminated, Text, TextCodec, TextPart};
use crate::error::ElementError;
use crate::language::{ByteSet, EndMark};
use alloc::borrow::Cow;
use core::fmt;

macro_rules! texts {
    ($($(#[$cfg:meta])* $type:ty;)*) => {$(
        $(#[$cfg])*
        #[diagnostic::do_not_recommend]
        impl<'k> OrderedCodeValue<'k> for $type {
            const ALPHABET: ByteSet = <$type as Text<'k>>::ALPHABET;
            const MOST: Option<usize> = None;
            const BORROWS: bool = <$type as Text<'k>>::BORROWS;
            const NAME: &'static str =
                if <$type as Text<'k>>::UTF8 { "ordered_code str" } else { "ordered_code bytes" };
            const INPUT: InputKind = kind_of::<$type>();

            #[inline]
            fn is_empty(&self) -> bool {
                self.bytes().is_empty()
            }

            #[inline]
            fn write<S: Sink>(&self, out: &mut S) {
                escape(self.bytes(), EndMark::NUL, out);
            }

            #[inline]
            fn read(bytes: Cow<'_, [u8]>) -> Result<Self, ElementError> {
                match bytes {
                    Cow::Borrowed(text) => Self::from_piece(Piece::Copy(text)),
                    Cow::Owned(text) => Self::from_copy(text),
                }
            }

            #[inline]
            fn input(&self) -> Input<'_> {
                input_of(self)
            }

            fn show(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show_text(bytes, f)
            }
        }
    )*};
}

each_text! { texts }

impl<'k, T: Text<'k> + OrderedCodeValue<'k>, const PLACE: char> TextCodec<'k, T> for OrderedCode<PLACE> {
    fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start {
        // The escapes are the same. The end mark, which differs, is not part of a start.
        <Terminated as TextCodec<'k, T>>::start(part, text, out)
    }

    fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
        value_of::<PLACE>(element).unwrap_or(Cow::Borrowed(element))
    }
}
