//! `desc`: the bytes of another codec complemented, which reverses the order.

use super::float::floats_of;
use super::ranges::{ElementRange, RangeEnd, StoredBytes};
use super::{
    Codec, FindFloats, Float, Input, InputKind, Piece, Place, Start, TAKE_OWNED, TextCodec, TextPart, TextSearch,
};
use crate::bytes::{Complemented, Scratch, Sink};
use crate::error::{ElementError, ValueError};
use crate::language::Language;
use crate::layout::Layout;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

/// A codec that writes the elements of `C` with each byte complemented, so that values sort in descending order.
/// Padding, escapes and end marks are complemented, too.
#[doc(hidden)]
#[derive(Debug)]
pub struct Desc<C>(PhantomData<C>);

/// Passes the plain bytes of a complemented element to `read`. Allocates only above 64 bytes.
#[inline]
fn plain<R>(element: &[u8], read: impl FnOnce(&[u8]) -> R) -> R {
    let mut bytes = Scratch::new();
    Complemented(&mut bytes).put(element);
    read(bytes.as_slice())
}

impl<'k, T, C: Codec<'k, T>> Codec<'k, T> for Desc<C> {
    const TRUSTED: bool = C::TRUSTED;
    const LANGUAGE: Language = if C::BORROWS {
        Language::refused_by(
            "RK608",
            "its type borrows from the key, and `desc` complements the bytes there",
            TAKE_OWNED,
        )
    } else {
        Language::complement(&C::LANGUAGE)
    };
    const NAME: &'static str = C::NAME;
    const VARIANTS: &'static [&'static str] = C::VARIANTS;
    const KEY: Option<&'static Layout> = C::KEY;
    const INPUT: InputKind = C::INPUT;
    const TIME: Option<InputKind> = C::TIME;
    const TEXT: Option<TextSearch> = match C::TEXT {
        // A closure cannot capture `C::TEXT` of the pattern, so each one reads the constant again.
        Some(_) => Some(TextSearch {
            start: |part, text, out| {
                let mut element = Vec::new();
                let start = C::TEXT.map_or(Start::None, |search| (search.start)(part, text, &mut element));
                Complemented(out).put(&element);
                start
            },
            text_of: |element| {
                let bytes: Vec<u8> = element.iter().map(|byte| !byte).collect();
                C::TEXT.map_or(Cow::Borrowed(element), |search| Cow::Owned((search.text_of)(&bytes).into_owned()))
            },
        }),
        None => None,
    };
    const CUTS: bool = C::CUTS;
    const FLOATS: Option<FindFloats> = match C::FLOATS {
        Some(_) => Some(|element| {
            plain(element, |bytes| floats_of::<C, T>(bytes, 0)).into_iter().map(Float::complemented).collect()
        }),
        None => None,
    };
    const CONVERTS: bool = C::CONVERTS;
    type Error = C::Error;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), C::Error> {
        C::write(value, &mut Complemented(out))
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        plain(&element, |bytes| C::read(Piece::Copy(bytes)))
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        C::input(value)
    }

    #[inline]
    fn with_input<R>(value: &T, take: impl FnOnce(Input<'_>) -> R) -> Result<R, ValueError> {
        C::with_input(value, take)
    }

    #[inline]
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, C::Error> {
        C::place(value, &mut Complemented(out)).map(Place::reversed)
    }

    fn ranges(value: &T, end: RangeEnd, out: &mut Vec<ElementRange>) -> Result<StoredBytes, ValueError> {
        let mut plain = Vec::new();
        let stored = C::ranges(value, end, &mut plain)?;
        out.extend(plain.into_iter().map(ElementRange::complemented));
        Ok(stored.complemented())
    }

    fn rank<S: Sink>(value: &T, out: &mut S) -> Result<(), C::Error> {
        C::rank(value, out)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        plain(element, |bytes| C::show(bytes, f))
    }
}

impl<'k, T, C: TextCodec<'k, T>> TextCodec<'k, T> for Desc<C> {
    const FORWARD: bool = C::FORWARD;

    fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start {
        C::start(part, text, &mut Complemented(out))
    }

    fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
        let bytes: Vec<u8> = element.iter().map(|byte| !byte).collect();
        Cow::Owned(C::text_of(&bytes).into_owned())
    }
}
