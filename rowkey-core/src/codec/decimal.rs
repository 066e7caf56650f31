//! `decimal`: a number as text without leading zeros. -120 is `2D 31 32 30`, the text `-120`.

use super::numbers::{NumberRange, digits, name_of, no_digit, number, show};
use super::{Codec, Input, InputKind, Piece};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::{Language, Radix};
use core::fmt;
use core::marker::PhantomData;

/// A codec of integers as decimal text without leading zeros and without a plus sign, as `Display` shows them. The
/// elements do not sort: `10` comes before `9`.
///
/// `C` is the codec of the binary number: an integer, [`Counted`](super::Counted) or
/// [`ReverseTs`](super::ReverseTs).
#[doc(hidden)]
#[derive(Debug)]
pub struct Decimal<C>(PhantomData<C>);

/// Returns the digits without leading zeros, but at least one digit.
#[inline]
fn significant(text: &[u8]) -> &[u8] {
    let first = text.iter().position(|&digit| digit != b'0').unwrap_or(text.len() - 1);
    &text[first..]
}

/// Returns the numbers that the codec writes.
const fn written<'k, C: Codec<'k, T>, T>() -> NumberRange {
    NumberRange::known::<C, T>().wrapping()
}

/// Returns the sign and the number of an element: `-7` is `(true, Some(7))`. The number is `None` if it does not fit a
/// `u128`.
#[inline]
fn parse(element: &[u8]) -> Result<(bool, Option<u128>), ElementError> {
    let (at, text) = match element {
        [b'-', text @ ..] => (1, text),
        text => (0, text),
    };
    match text {
        [] => return Err(ElementError::Width { found: at, expected: at + 1 }),
        // `007` and `-0` would be second spellings of 7 and 0.
        [b'0', ..] if element.len() > 1 => {
            return Err(ElementError::Byte { at, found: b'0', expected: "a first digit from 1 to 9" });
        }
        _ => {}
    }
    let number =
        number(Radix::Decimal, text).map_err(|wrong| no_digit(Radix::Decimal, wrong, text[wrong]).shifted(at))?;
    Ok((at > 0, number))
}

impl<'k, C: Codec<'k, T>, T> Codec<'k, T> for Decimal<C> {
    const TRUSTED: bool = C::TRUSTED;
    const LANGUAGE: Language = match NumberRange::of::<C, T>() {
        Ok(numbers) => {
            let numbers = numbers.wrapping();
            Language::decimal(numbers.below, numbers.least, numbers.greatest)
        }
        Err(refused) => *refused,
    };
    const NAME: &'static str = name_of::<C, T>(written::<C, T>());
    const INPUT: InputKind = C::INPUT;
    const CUTS: bool = C::CUTS;
    const TIME: Option<InputKind> = C::TIME;
    type Error = C::Error;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), C::Error> {
        let Some((negative, number)) = const { written::<C, T>() }.of_value::<C, T>(value)? else { return Ok(()) };
        if negative {
            out.put(b"-");
        }
        // 20 digits hold every `u64`, 39 every `u128`.
        if number <= u128::from(u64::MAX) {
            out.put(significant(&digits::<20>(Radix::Decimal, number)));
        } else {
            out.put(significant(&digits::<39>(Radix::Decimal, number)));
        }
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let number = parse(&element)?;
        const { written::<C, T>() }.with_binary(number, |binary| C::read(Piece::Copy(binary)))
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
        show::<C, T>(written::<C, T>(), element, parse(element).unwrap_or((false, None)), f)
    }
}
