//! `le`: an integer with its least significant byte first. `258_u32` is `02 01 00 00`, and `-2_i16` is `FE FF`.

use super::numbers::{self, NumberRange};
use super::{Codec, Input, InputKind, Piece};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::{Language, Radix};
use byteorder::{ByteOrder, LE};
use core::fmt;
use core::marker::PhantomData;

/// A codec of integers in little endian, as Rust's `to_le_bytes` writes them. Signed integers are in two's complement.
/// The elements do not sort: 1 is `01 00`, and comes after 256, which is `00 01`.
///
/// `C` is the codec of the binary number: an integer, or [`Digits`](super::Digits) in the form `b`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Le<C>(PhantomData<C>);

const NO_INTEGER: Language =
    Language::refused_by("RK611", "only an integer has a least significant byte", "make the field an integer: `u64`");

const ONE_BYTE: Language =
    Language::refused_by("RK611", "it has one byte, which is first in any order", "leave out `le`");

const ONE_SIGNED_BYTE: Language = Language::refused_by(
    "RK611",
    "it has one byte, which is first in any order",
    "for two's complement, write `raw` in place of `le`",
);

/// Returns the bytes of the numbers, read as numbers in big endian.
///
/// ```text
/// numbers               bytes                    language
/// u32                   00 00 00 00 to FF ..     0 to FFFFFFFF
/// NonZero<u16>          01 00 to FF FF           1 to FFFF: only 00 00 is left out
/// u16 in `bytes(3)`     00 00 00 to FF FF 00     0 to FFFF00
/// ```
///
/// The numbers of a signed `NonZero` include 0, because its binary form has it in the middle. [`Codec::read`] rejects it.
const fn language(numbers: NumberRange) -> Language {
    let (width, all) = (numbers.width(), Radix::Bytes.greatest(numbers.width()));
    let greatest = match numbers.greatest {
        _ if numbers.below > 0 => all,
        // All bits up to the highest one can be set, so these bits in reverse are the greatest element.
        greatest if greatest & greatest.wrapping_add(1) == 0 => greatest.swap_bytes() >> (8 * (16 - width)),
        _ => all,
    };
    let least = (numbers.below == 0 && numbers.least > 0) as u128;
    Language::number(width, least, greatest).unordered()
}

impl<'k, C: Codec<'k, T>, T> Codec<'k, T> for Le<C> {
    const TRUSTED: bool = C::TRUSTED;
    const LANGUAGE: Language = match NumberRange::of::<C, T>() {
        Ok(NumberRange { last: Some(_), .. }) => NO_INTEGER,
        Ok(numbers) if numbers.width() == 1 => {
            if numbers.below > 0 {
                ONE_SIGNED_BYTE
            } else {
                ONE_BYTE
            }
        }
        Ok(numbers) => language(numbers),
        // A type that no key can hold has its own reason.
        Err(_) if C::LANGUAGE.refusal().is_some() => C::LANGUAGE,
        Err(_) => NO_INTEGER,
    };
    const NAME: &'static str = numbers::name_in_le::<C, T>();
    const INPUT: InputKind = C::INPUT;
    type Error = C::Error;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), C::Error> {
        let numbers = const { NumberRange::known::<C, T>() };
        let Some((negative, number)) = numbers.of_value::<C, T>(value)? else { return Ok(()) };
        let mut bytes = [0; 16];
        // Two's complement in 128 bits. Its first bytes are the two's complement of the width.
        LE::write_u128(&mut bytes, if negative { number.wrapping_neg() } else { number });
        out.put(&bytes[..numbers.width()]);
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let numbers = const { NumberRange::known::<C, T>() };
        numbers.with_binary(number(numbers, &element)?, |binary| C::read(Piece::Copy(binary)))
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        C::input(value)
    }

    #[inline]
    fn rank<S: Sink>(value: &T, out: &mut S) -> Result<(), C::Error> {
        C::rank(value, out)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = NumberRange::known::<C, T>();
        numbers::show::<C, T>(numbers, element, number(numbers, element).unwrap_or((false, None)), f)
    }
}

/// Returns the number of an element: `true` if it is below zero, and its distance from zero.
#[inline]
fn number(numbers: NumberRange, element: &[u8]) -> Result<(bool, Option<u128>), ElementError> {
    // The language rejects a width of 0, for which byteorder would panic.
    let width = numbers.width();
    if element.len() != width || width == 0 {
        return Err(ElementError::Width { found: element.len(), expected: width });
    }
    if numbers.below > 0 {
        let number = LE::read_int128(element, width);
        return Ok((number < 0, Some(number.unsigned_abs())));
    }
    Ok((false, Some(LE::read_uint128(element, width))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::Digits;
    use alloc::vec::Vec;
    use core::num::NonZero;

    /// The elements of all numbers are those of the language, and each is read back.
    fn is_language<C: for<'k> Codec<'k, T>, T>(values: impl IntoIterator<Item = T>) {
        let language = <C as Codec<'_, T>>::LANGUAGE;
        let (width, least, greatest) = language.as_binary().unwrap();
        let mut written: Vec<Vec<u8>> = Vec::new();
        for value in values {
            let mut out = Vec::new();
            if C::write(&value, &mut out).is_ok() {
                written.push(out);
            }
        }
        written.sort();
        written.dedup();
        assert_eq!(written.first().unwrap(), &least.to_be_bytes()[16 - width..]);
        assert_eq!(written.last().unwrap(), &greatest.to_be_bytes()[16 - width..]);
        for number in 0..=Radix::Bytes.greatest(width).min(0x2_0000) {
            let element = &number.to_be_bytes()[16 - width..];
            let mut again = Vec::new();
            match C::read(Piece::Copy(element)) {
                Ok(value) => assert!(C::write(&value, &mut again).is_ok() && again == element, "{element:02X?}"),
                Err(_) => assert!(written.binary_search(&element.to_vec()).is_err(), "{element:02X?}"),
            }
        }
    }

    #[test]
    fn the_language_has_every_number() {
        is_language::<Le<u16>, u16>(0..=u16::MAX);
        is_language::<Le<i16>, i16>(i16::MIN..=i16::MAX);
        is_language::<Le<NonZero<u16>>, NonZero<u16>>((0..=u16::MAX).filter_map(NonZero::new));
        is_language::<Le<Digits<u16, 2, 'b'>>, u16>(0..=u16::MAX);
        is_language::<Le<Digits<i16, 2, 'b'>>, i16>(i16::MIN..=i16::MAX);
        is_language::<Le<Digits<u16, 3, 'b'>>, u16>(0..=u16::MAX);
        is_language::<Le<Digits<u32, 2, 'b'>>, u32>(0..=0x1_0000);
        is_language::<Le<Digits<NonZero<u32>, 2, 'b'>>, NonZero<u32>>((0..=0x1_0000).filter_map(NonZero::new));
    }

    #[test]
    fn what_is_no_integer_of_several_bytes_is_refused() {
        let refusals = [
            <Le<u8> as Codec<'_, u8>>::LANGUAGE.refusal(),
            <Le<i8> as Codec<'_, i8>>::LANGUAGE.refusal(),
            <Le<Digits<u32, 1, 'b'>> as Codec<'_, u32>>::LANGUAGE.refusal(),
            <Le<bool> as Codec<'_, bool>>::LANGUAGE.refusal(),
            <Le<f64> as Codec<'_, f64>>::LANGUAGE.refusal(),
            <Le<usize> as Codec<'_, usize>>::LANGUAGE.refusal(),
        ];
        assert!(refusals.iter().all(Option::is_some));
        assert!(<Le<u8> as Codec<'_, u8>>::read(Piece::Copy(&[])).is_err());
        assert!(<Le<bool> as Codec<'_, bool>>::read(Piece::Copy(&[])).is_err());
    }
}
