//! Text and byte strings in a tuple: a code, the bytes with 00 written as 00 FF, and 00. The text `a\0b` is
//! 02 61 00 FF 62 00.

use super::{FdbTuple, TupleValue, after_code};
use crate::bytes::Sink;
use crate::codec::terminated::{escape, unescape_body};
use crate::codec::text::{each_text, input_of, kind_of, name_of, show_text};
use crate::codec::{Input, InputKind, Piece, Start, TAKE_OWNED, Text, TextCodec, TextPart};
use crate::error::ElementError;
use crate::language::{EndMark, Language, TupleKind};
use alloc::borrow::Cow;
use core::convert::Infallible;
use core::fmt;

const END: u8 = 0;

/// The code of byte strings, or of text.
const fn code_of<'k, T: Text<'k>>() -> u8 {
    if T::UTF8 { 2 } else { 1 }
}

/// Returns the text of the bytes after a code, borrowed from them if it holds no escape.
fn unescape(after: &[u8]) -> Result<Cow<'_, [u8]>, ElementError> {
    unescape_body(after.strip_suffix(&[END]).ok_or(ElementError::Other("the end mark 0x00 is missing"))?)
}

/// Returns the text of an element, or its bytes if it is not well-formed.
fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
    let after = element.get(1..).unwrap_or_default();
    unescape(after).unwrap_or(Cow::Borrowed(element))
}

macro_rules! texts {
    ($($(#[$cfg:meta])* $type:ty;)*) => {$(
        $(#[$cfg])*
        #[diagnostic::do_not_recommend]
        impl<'k> TupleValue<'k> for $type {
            const LANGUAGE: Language = if <$type as Text<'k>>::BORROWS {
                Language::refused_by("RK608", "its type borrows from the key, and a tuple escapes bytes there", TAKE_OWNED)
            } else {
                Language::tuple(TupleKind::Text { code: code_of::<$type>(), alphabet: <$type as Text<'k>>::ALPHABET })
            };
            const NAME: &'static str = name_of::<$type>();
            const INPUT: InputKind = kind_of::<$type>();
            type Error = Infallible;

            #[inline]
            fn write<S: Sink>(&self, out: &mut S) -> Result<(), Infallible> {
                out.put(&[code_of::<$type>()]);
                escape(self.bytes(), EndMark::NUL, out);
                out.put(&[END]);
                Ok(())
            }

            #[inline]
            fn read(element: Piece<'k, '_>) -> Result<Self, ElementError> {
                let after = after_code(element, code_of::<$type>())?;
                match unescape(&after)? {
                    Cow::Borrowed(text) => Self::from_piece(after.part(0..text.len())),
                    Cow::Owned(text) => Self::from_copy(text),
                }
                .map_err(|error| error.shifted(1))
            }

            #[inline]
            fn input(&self) -> Input<'_> {
                input_of(self)
            }

            fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show_text(&text_of(element), f)
            }
        }
    )*};
}

each_text! { texts }

impl<'k, T: Text<'k> + TupleValue<'k>> TextCodec<'k, T> for FdbTuple {
    fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start {
        if part != TextPart::Start {
            return Start::Wider;
        }
        out.put(&[code_of::<T>()]);
        escape(text, EndMark::NUL, out);
        Start::Exact
    }

    fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
        text_of(element)
    }
}
