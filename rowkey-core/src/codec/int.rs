//! Integers: big endian, signed ones with the sign bit flipped. `1_i16` is `80 01`, and `-1_i16` is `7F FF`. Also
//! `bool`, `char` and `NonZero`.

use super::{Codec, Input, InputKind, Piece, show_as};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::Language;
use core::convert::Infallible;
use core::fmt;
use core::num::NonZero;

const fn number(least: i128) -> InputKind {
    InputKind::Number { per_second: 0, least }
}

pub(crate) const ZERO: ElementError = ElementError::Other("expected a nonzero number, found 0");

macro_rules! integers {
    ($($int:ident as $unsigned:ident $input:expr, $kind:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'k> Codec<'k> for $int {
            const TRUSTED: bool = true;
            const LANGUAGE: Language = Language::number(size_of::<$int>(), 0, $unsigned::MAX as u128);
            const NAME: &'static str = stringify!($int);
            const INPUT: InputKind = $kind;
            type Error = Infallible;

            #[inline]
            fn write<S: Sink>(value: &$int, out: &mut S) -> Result<(), Infallible> {
                // `MIN` is the sign bit of a signed type, and 0 for an unsigned one.
                out.put(&(*value as $unsigned ^ $int::MIN as $unsigned).to_be_bytes());
                Ok(())
            }

            #[inline]
            fn read(element: Piece<'k, '_>) -> Result<$int, ElementError> {
                Ok(($unsigned::from_be_bytes(element.array()?) ^ $int::MIN as $unsigned) as $int)
            }

            #[inline]
            fn input(value: &$int) -> Input<'_> {
                let input: fn($int) -> Input<'static> = $input;
                input(*value)
            }

            fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show_as::<$int, $int>(element, f)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'k> Codec<'k> for NonZero<$int> {
            const TRUSTED: bool = true;
            /// An unsigned type begins at 1. The zero of a signed type is in the middle, so the language includes it, and
            /// [`Codec::read`] rejects it.
            const LANGUAGE: Language =
                Language::number(size_of::<$int>(), ($int::MIN == 0) as u128, $unsigned::MAX as u128);
            const NAME: &'static str = concat!("NonZero<", stringify!($int), ">");
            const INPUT: InputKind = match $kind {
                InputKind::Number { per_second, least: 0 } => InputKind::Number { per_second, least: 1 },
                InputKind::Wide { least: 0 } => InputKind::Wide { least: 1 },
                kind => kind,
            };
            type Error = Infallible;

            #[inline]
            fn write<S: Sink>(value: &Self, out: &mut S) -> Result<(), Infallible> {
                $int::write(&value.get(), out)
            }

            #[inline]
            fn read(element: Piece<'k, '_>) -> Result<Self, ElementError> {
                Self::new($int::read(element)?).ok_or(ZERO)
            }

            #[inline]
            fn input(value: &Self) -> Input<'_> {
                match $int::input(&value.get()) {
                    Input::Number(number) => Input::Number(number),
                    _ => Input::Written,
                }
            }

            fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show_as::<Self, Self>(element, f)
            }
        }
    )*};
}

integers! {
    u8 as u8 |value| Input::Number(value as i128), number(0);
    u16 as u16 |value| Input::Number(value as i128), number(0);
    u32 as u32 |value| Input::Number(value as i128), number(0);
    u64 as u64 |value| Input::Number(value as i128), number(0);
    u128 as u128 |_| Input::Written, InputKind::Wide { least: 0 };
    i8 as u8 |value| Input::Number(value as i128), number(i8::MIN as i128);
    i16 as u16 |value| Input::Number(value as i128), number(i16::MIN as i128);
    i32 as u32 |value| Input::Number(value as i128), number(i32::MIN as i128);
    i64 as u64 |value| Input::Number(value as i128), number(i64::MIN as i128);
    i128 as u128 |value| Input::Number(value), number(i128::MIN);
}

/// Writes a `bool` as 0x00 or 0x01.
#[diagnostic::do_not_recommend]
impl<'k> Codec<'k> for bool {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::number(1, 0, 1);
    const NAME: &'static str = "bool";
    type Error = Infallible;

    #[inline]
    fn write<S: Sink>(value: &bool, out: &mut S) -> Result<(), Infallible> {
        out.put(&[u8::from(*value)]);
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<bool, ElementError> {
        match element.array()? {
            [0] => Ok(false),
            [1] => Ok(true),
            [found] => Err(ElementError::Byte { at: 0, found, expected: "0x00 or 0x01" }),
        }
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_as::<bool, bool>(element, f)
    }
}

/// Writes a `char` as its code point in four bytes, big endian.
#[diagnostic::do_not_recommend]
impl<'k> Codec<'k> for char {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::number(4, 0, char::MAX as u128);
    const NAME: &'static str = "char";
    type Error = Infallible;

    #[inline]
    fn write<S: Sink>(value: &char, out: &mut S) -> Result<(), Infallible> {
        out.put(&u32::from(*value).to_be_bytes());
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<char, ElementError> {
        char::from_u32(u32::from_be_bytes(element.array()?))
            .ok_or(ElementError::Other("the number is not a Unicode scalar value"))
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_as::<char, char>(element, f)
    }
}

macro_rules! machine_integers {
    ($($int:ident => $help:literal;)*) => {$(
        /// Rejects the type at compile time, because its width differs between machines.
        #[diagnostic::do_not_recommend]
        impl<'k> Codec<'k> for $int {
            const TRUSTED: bool = true;
            const LANGUAGE: Language = Language::refused_by(
                "RK601",
                concat!("`", stringify!($int), "` is 4 bytes on some machines and 8 on others"),
                $help,
            );
            type Error = Infallible;

            fn write<S: Sink>(_: &$int, _: &mut S) -> Result<(), Infallible> {
                Ok(())
            }

            fn read(_: Piece<'k, '_>) -> Result<$int, ElementError> {
                Err(ElementError::Other("a type whose width differs between machines"))
            }
        }
    )*};
}

machine_integers! {
    usize => "use `u64`";
    isize => "use `i64`";
}
