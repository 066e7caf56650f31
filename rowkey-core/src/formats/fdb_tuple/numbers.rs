//! Integers, floats, `bool` and ids in a tuple.

use super::{TupleValue, after_code};
use crate::bytes::Sink;
use crate::codec::{Codec, FindFloats, Input, InputKind, Piece};
use crate::error::ElementError;
use crate::language::leaf::tuple_element::{BOOLS, ZERO, bytes_of};
use crate::language::{Language, TupleKind};
use core::convert::Infallible;
use core::fmt;
use core::num::NonZero;

/// Writes an integer in as many bytes as it needs: big endian, complemented if it is negative. The code counts the bytes,
/// up from 0x14 or down from it: 300 is 16 01 2C, -300 is 12 FE D3, and 0 is 14.
fn put_integer<S: Sink>(negative: bool, distance: u64, out: &mut S) {
    let width = bytes_of(distance);
    let (code, number) = if negative { (ZERO - width as u8, !distance) } else { (ZERO + width as u8, distance) };
    let mut element = [code, 0, 0, 0, 0, 0, 0, 0, 0];
    for (to, from) in element.iter_mut().skip(1).zip(number.to_be_bytes().into_iter().skip(8 - width)) {
        *to = from;
    }
    out.put(element.get(..=width).unwrap_or_default());
}

/// Reads an integer of `least ..= greatest`.
fn integer(element: &[u8], least: i128, greatest: i128) -> Result<i128, ElementError> {
    let Some((&found, digits)) = element.split_first() else {
        return Err(ElementError::Width { found: 0, expected: 1 });
    };
    let (negative, width) = (found < ZERO, usize::from(found.abs_diff(ZERO)));
    if width > 8 {
        return Err(ElementError::Byte { at: 0, found, expected: "the code of an integer (0x0C to 0x1C)" });
    }
    if digits.len() != width {
        return Err(ElementError::Width { found: element.len(), expected: 1 + width });
    }
    let distance =
        digits.iter().fold(0, |number, &digit| number << 8 | u64::from(if negative { !digit } else { digit }));
    if bytes_of(distance) != width {
        return Err(ElementError::Other("expected an integer in the minimum number of bytes, found leading zeros"));
    }
    let found = if negative { -i128::from(distance) } else { i128::from(distance) };
    match (least..=greatest).contains(&found) {
        true => Ok(found),
        false => Err(ElementError::Range { found, least, greatest }),
    }
}

macro_rules! integers {
    ($($int:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'k> TupleValue<'k> for $int {
            const LANGUAGE: Language = Language::tuple(TupleKind::Integer {
                below: $int::MIN.abs_diff(0) as u64,
                zero: true,
                greatest: $int::MAX as u64,
            });
            const NAME: &'static str = stringify!($int);
            const INPUT: InputKind = <$int as Codec<'k>>::INPUT;
            type Error = Infallible;

            #[inline]
            fn write<S: Sink>(&self, out: &mut S) -> Result<(), Infallible> {
                put_integer((*self as i128) < 0, self.abs_diff(0) as u64, out);
                Ok(())
            }

            #[inline]
            fn read(element: Piece<'k, '_>) -> Result<Self, ElementError> {
                integer(&element, $int::MIN as i128, $int::MAX as i128).map(|number| number as $int)
            }

            #[inline]
            fn input(&self) -> Input<'_> {
                <$int as Codec<'k>>::input(self)
            }

            fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show::<$int>(element, f)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'k> TupleValue<'k> for NonZero<$int> {
            const LANGUAGE: Language = Language::tuple(TupleKind::Integer {
                below: $int::MIN.abs_diff(0) as u64,
                zero: false,
                greatest: $int::MAX as u64,
            });
            const NAME: &'static str = concat!("NonZero<", stringify!($int), ">");
            const INPUT: InputKind = <Self as Codec<'k>>::INPUT;
            type Error = Infallible;

            #[inline]
            fn write<S: Sink>(&self, out: &mut S) -> Result<(), Infallible> {
                TupleValue::write(&self.get(), out)
            }

            #[inline]
            fn read(element: Piece<'k, '_>) -> Result<Self, ElementError> {
                let number = <$int as TupleValue>::read(element)?;
                Self::new(number).ok_or(crate::codec::int::ZERO)
            }

            #[inline]
            fn input(&self) -> Input<'_> {
                <Self as Codec<'k>>::input(self)
            }

            fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show::<Self>(element, f)
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 i8 i16 i32 i64 }

/// Shows an element as the value that it is.
pub(super) fn show<'b, T: TupleValue<'b> + fmt::Debug>(element: &'b [u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match T::read(Piece::Key(element)) {
        Ok(value) => write!(f, "{value:?}"),
        Err(_) => write!(f, "{}", crate::bytes::Hex(element)),
    }
}

/// The code is the value.
#[diagnostic::do_not_recommend]
impl<'k> TupleValue<'k> for bool {
    const LANGUAGE: Language = Language::tuple(TupleKind::Bool);
    const NAME: &'static str = "bool";
    type Error = Infallible;

    #[inline]
    fn write<S: Sink>(&self, out: &mut S) -> Result<(), Infallible> {
        out.put(&[BOOLS[usize::from(*self)]]);
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<bool, ElementError> {
        match element.array()? {
            [found] if found == BOOLS[0] => Ok(false),
            [found] if found == BOOLS[1] => Ok(true),
            [found] => Err(ElementError::Byte { at: 0, found, expected: "0x26 or 0x27" }),
        }
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show::<bool>(element, f)
    }
}

macro_rules! plain {
    ($($(#[$cfg:meta])? $type:ty, $code:literal, $width:literal, $name:literal;)*) => {$(
        /// A code, and the bytes of a key without encoding.
        $(#[$cfg])?
        #[diagnostic::do_not_recommend]
        impl<'k> TupleValue<'k> for $type {
            const LANGUAGE: Language = Language::tuple(TupleKind::Fixed { code: $code, width: $width });
            const NAME: &'static str = $name;
            const FLOATS: Option<FindFloats> = match <$type as Codec<'k>>::FLOATS {
                // After the code. Null is the code 00 alone.
                Some(_) => Some(|element| {
                    let float = element.get(1..).filter(|float| float.len() == $width);
                    let floats = float.zip(<$type as Codec<'_>>::FLOATS).map(|(float, find)| find(float));
                    floats.into_iter().flatten().map(|float| float.shifted(1)).collect()
                }),
                None => None,
            };
            type Error = Infallible;

            #[inline]
            fn write<S: Sink>(&self, out: &mut S) -> Result<(), Infallible> {
                out.put(&[$code]);
                <$type as Codec<'k>>::write(self, out)
            }

            fn rank<S: Sink>(&self, out: &mut S) -> Result<(), Infallible> {
                out.put(&[$code]);
                <$type as Codec<'k>>::rank(self, out)
            }

            #[inline]
            fn read(element: Piece<'k, '_>) -> Result<Self, ElementError> {
                <$type as Codec<'k>>::read(after_code(element, $code)?).map_err(|error| error.shifted(1))
            }

            fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show::<$type>(element, f)
            }
        }
    )*};
}

plain! {
    f32, 0x20, 4, "f32";
    f64, 0x21, 8, "f64";
    #[cfg(feature = "uuid")] ::uuid::Uuid, 0x30, 16, "Uuid";
}
