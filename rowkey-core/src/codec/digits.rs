//! `digits(N)`, `hex(N)`, `hex(N, upper)`, `bytes(N)`: a number in digits, or bytes, of one width.

use super::numbers::{NumberRange, digits, name_of, no_digit, number, show};
use super::{Codec, Input, InputKind, Piece, Place, Written};
use crate::bytes::{Array, Sink};
use crate::codec;
use crate::error::{CodecError, ElementError, ErrorIf, MayFail, ValueError};
use crate::language::{Language, Radix};
use core::fmt;
use core::marker::PhantomData;

/// A codec of integers as `N` digits with leading zeros. `FORM` is a letter: `d` for decimal, `x` for lower-case hex,
/// `X` for upper-case hex, and `b` for big-endian bytes.
///
/// `C` is the codec of the binary number: an integer, [`Counted`](super::Counted) or
/// [`ReverseTs`](super::ReverseTs). A negative number, or a number with more digits, is an encode error. As the bound
/// of a scan, it is before or after all elements.
///
/// Reversed numbers (`Desc<u32>`, `ReverseTs`) count down from the maximum of the type. If the maximum has more digits,
/// they count down from the maximum of `N` digits. For example, 7 as a `u32` in six digits is 999,999 - 7, so `999992`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Digits<C, const N: usize, const FORM: char = 'd'>(PhantomData<C>);

/// Returns the maximum `N`. 64 digits are more than any number has, and few enough to compute with in a const. 16 bytes
/// are a `u128`.
const fn most(form: char) -> usize {
    if form == 'b' { 16 } else { 64 }
}

const fn radix(form: char) -> Radix {
    match form {
        'x' => Radix::Hex,
        'X' => Radix::UpperHex,
        'b' => Radix::Bytes,
        _ => Radix::Decimal,
    }
}

/// The numbers of a codec, and those that fit into the digits.
#[derive(Debug)]
pub struct DigitRange<'k, C, T, const N: usize, const FORM: char>(PhantomData<(C, T, &'k ())>);

impl<'k, C: Codec<'k, T>, T, const N: usize, const FORM: char> DigitRange<'k, C, T, N, FORM> {
    /// The numbers of `C`.
    const ALL: NumberRange = NumberRange::known::<C, T>();
    /// The numbers that fit the digits.
    const FITTING: NumberRange = Self::ALL.up_to(radix(FORM).greatest(N));
    const ALL_FIT: bool = Self::ALL.below == 0 && Self::ALL.greatest == Self::FITTING.greatest;

    /// Returns the language that rejects too many or too few digits.
    const fn refusal() -> Option<Language> {
        if N > most(FORM) {
            return Some(Language::refused_by(
                "RK611",
                "it would be wider than any number",
                "write as many digits as the type has, of a `u64`: `digits(20)`, `hex(16)` or `bytes(8)`",
            ));
        }
        if Self::FITTING.greatest > radix(FORM).greatest(N) { Some(NOTHING_FITS) } else { None }
    }
}

const NOTHING_FITS: Language = Language::refused_by(
    "RK611",
    "none of its numbers fit into that many digits",
    "write more digits, of a `u64` as many as `digits(20)`",
);

impl<'k, C: Codec<'k, T>, T, const N: usize, const FORM: char> MayFail for DigitRange<'k, C, T, N, FORM> {
    const CAN_FAIL: bool = !Self::ALL_FIT || C::Error::CAN_FAIL;
}

impl<'k, C: Codec<'k, T>, T, const N: usize, const FORM: char> Codec<'k, T> for Digits<C, N, FORM> {
    const TRUSTED: bool = C::TRUSTED;
    const LANGUAGE: Language = match NumberRange::of::<C, T>() {
        Ok(_) => match DigitRange::<C, T, N, FORM>::refusal() {
            Some(refused) => refused,
            None => {
                let numbers = DigitRange::<C, T, N, FORM>::FITTING;
                numbers.in_order(Language::digits(radix(FORM), N, numbers.least, numbers.greatest))
            }
        },
        Err(refused) => *refused,
    };
    const NAME: &'static str = name_of::<C, T>(DigitRange::<C, T, N, FORM>::FITTING);
    const INPUT: InputKind = DigitRange::<C, T, N, FORM>::FITTING.input(C::INPUT);
    const CUTS: bool = C::CUTS;
    const TIME: Option<InputKind> = match C::TIME {
        Some(kind) => Some(DigitRange::<C, T, N, FORM>::FITTING.input(kind)),
        None => None,
    };
    type Error = ErrorIf<DigitRange<'k, C, T, N, FORM>>;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), Self::Error> {
        let mut binary = Array::<16>::default();
        codec::write::<C, T, _>(value, &mut binary).map_err(Written::into_reason)?;
        let (negative, number) = const { DigitRange::<C, T, N, FORM>::FITTING }.of_binary(&binary);
        let is_beyond = negative || number > const { DigitRange::<C, T, N, FORM>::FITTING.greatest };
        if const { !DigitRange::<C, T, N, FORM>::ALL_FIT } && is_beyond {
            return Err(beyond::<C, T, N, FORM>(value, number).into());
        }
        out.put(&digits::<N>(radix(FORM), number));
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let text: [u8; N] = element.array()?;
        let number = number(radix(FORM), &text).map_err(|at| no_digit(radix(FORM), at, text[at]))?;
        const { DigitRange::<C, T, N, FORM>::FITTING }
            .with_binary((false, number), |binary| C::read(Piece::Copy(binary)))
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        C::input(value)
    }

    /// Finds the position of the number. A number with more digits is below or above all elements.
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, Self::Error> {
        let mut binary = Array::<16>::default();
        let place = codec::place::<C, T, _>(value, &mut binary)?;
        if binary.written().is_empty() {
            return Ok(place);
        }
        let (negative, number) = const { DigitRange::<C, T, N, FORM>::FITTING }.of_binary(&binary);
        if negative {
            return Ok(Place::Below);
        }
        if number > const { DigitRange::<C, T, N, FORM>::FITTING.greatest } {
            return Ok(Place::Above);
        }
        out.put(&digits::<N>(radix(FORM), number));
        Ok(place)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = (false, number(radix(FORM), element).ok().flatten());
        show::<C, T>(const { DigitRange::<C, T, N, FORM>::FITTING }, element, number, f)
    }
}

#[cold]
fn beyond<'k, C: Codec<'k, T>, T, const N: usize, const FORM: char>(value: &T, number: u128) -> ValueError {
    let numbers = DigitRange::<C, T, N, FORM>::FITTING;
    match (C::input(value), numbers.input(C::INPUT)) {
        (Input::Number(found), InputKind::Number { least, .. }) => {
            ValueError::Range { found, least, greatest: least + (numbers.greatest - numbers.least) as i128 }
        }
        // A `u128`, which is above `last` if it is reversed.
        _ => {
            ValueError::TooLong { found: radix(FORM).width(numbers.last.unwrap_or(0).saturating_add(number)), most: N }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Decimal, Desc, ReverseTs};
    use alloc::vec::Vec;
    use core::fmt::Debug;

    /// The elements that a const lists for a salt are those that the codec writes, each once.
    fn lists<C: for<'k> Codec<'k, T>, T: Debug>(values: impl IntoIterator<Item = T>) {
        let language = <C as Codec<'_, T>>::LANGUAGE;
        let mut written: Vec<Vec<u8>> = values
            .into_iter()
            .filter_map(|value| {
                let mut out = Vec::new();
                C::write(&value, &mut out).is_ok().then_some(out)
            })
            .collect();
        let mut listed: Vec<Vec<u8>> = (0..language.count().unwrap())
            .map(|index| {
                let mut out = [0xAB; 12];
                let end = language.write_nth(index, &mut out, 2).unwrap();
                assert_eq!(out[..2], [0xAB; 2]);
                out[2..end].to_vec()
            })
            .collect();
        written.sort();
        listed.sort();
        assert_eq!(written, listed);
    }

    #[test]
    fn numbers_wider_than_64_bits_come_back() {
        fn read_back<C: for<'k> Codec<'k, u128>>(number: u128) {
            let mut out = Vec::new();
            assert!(C::write(&number, &mut out).is_ok());
            assert_eq!(C::read(Piece::Copy(&out)), Ok(number), "{out:02X?}");
        }
        for number in [0, 5, u128::from(u64::MAX), 1 << 64, (1 << 70) + 5, (1 << 96) - 1] {
            read_back::<Digits<u128, 12, 'b'>>(number);
            read_back::<Digits<u128, 15, 'b'>>(number);
            read_back::<Digits<u128, 24, 'x'>>(number);
            read_back::<Digits<u128, 29>>(number);
        }
    }

    #[test]
    fn every_element_is_listed_once() {
        lists::<u8, _>(0..=255u8);
        lists::<Desc<i8>, _>(i8::MIN..=i8::MAX);
        lists::<Digits<u8, 3>, _>(0..=255u8);
        lists::<Desc<Digits<u8, 4>>, _>(0..=255u8);
        lists::<Digits<i64, 1, 'X'>, _>(-20..20i64);
        lists::<Digits<Desc<i64>, 2>, _>(-200..200i64);
        lists::<Digits<Desc<u32>, 2, 'x'>, _>(0..1_000u32);
        lists::<Digits<ReverseTs, 2>, _>(-200..200i64);
        lists::<Digits<ReverseTs, 1, 'b'>, _>(0..1_000u64);
        lists::<Digits<Desc<core::num::NonZero<u16>>, 2>, _>((0..1_000).filter_map(core::num::NonZero::new));
        lists::<Decimal<i8>, _>(i8::MIN..=i8::MAX);
        lists::<Desc<Decimal<core::num::NonZero<u8>>>, _>((1..=255).filter_map(core::num::NonZero::new));
        assert_eq!(<Decimal<i8> as Codec<'_, i8>>::LANGUAGE.write_nth(0, &mut [0; 3], 0), None, "no room");
    }

    #[test]
    fn a_salt_knows_the_least_number() {
        let least = |kind| match kind {
            InputKind::Number { least, .. } => least,
            _ => unreachable!("a number"),
        };
        assert_eq!(least(<Digits<i64, 3> as Codec<'_, i64>>::INPUT), 0);
        assert_eq!(least(<Digits<Desc<i64>, 3> as Codec<'_, i64>>::INPUT), 0);
        assert_eq!(least(<Digits<Desc<core::num::NonZero<u64>>, 3> as Codec<'_, _>>::INPUT), 1);
        assert_eq!(least(<Digits<ReverseTs, 13> as Codec<'_, u64>>::INPUT), 0);
        assert_eq!(least(<Digits<ReverseTs, 19> as Codec<'_, i64>>::INPUT), 0);
        assert_eq!(least(<Digits<ReverseTs, 20> as Codec<'_, i64>>::INPUT), i128::from(i64::MIN));
        assert_eq!(least(<Decimal<i16> as Codec<'_, i16>>::INPUT), -32_768);
    }

    /// `N` digits that hold the greatest value of the type count down from it. One digit less counts down from 99..9, or ff..f.
    #[test]
    fn reversed_numbers_count_down_from_the_type_or_from_the_digits() {
        use crate::codec::Counted;
        use alloc::format;
        use alloc::string::String;
        fn text<C: for<'k> Codec<'k, T>, T>(value: T) -> String {
            let mut out = Vec::new();
            assert!(C::write(&value, &mut out).is_ok());
            String::from_utf8(out).unwrap()
        }
        type Down<const PER_SECOND: u64> = Desc<Counted<PER_SECOND>>;
        const AT: i64 = 1_767_225_600_000;
        assert_eq!(text::<Digits<ReverseTs, 19>, i64>(AT), format!("{:019}", i64::MAX - AT));
        assert_eq!(text::<Digits<ReverseTs, 18>, i64>(AT), format!("{:018}", 999_999_999_999_999_999 - AT));
        assert_eq!(text::<Digits<ReverseTs, 13>, u64>(AT as u64), format!("{:013}", 9_999_999_999_999 - AT));
        assert_eq!(text::<Digits<ReverseTs, 16, 'x'>, u64>(AT as u64), format!("{:016x}", i64::MAX - AT));
        assert_eq!(text::<Digits<ReverseTs, 15, 'x'>, u64>(AT as u64), format!("{:015x}", (1 << 60) - 1 - AT));
        assert_eq!(text::<Digits<Down<1_000>, 12, 'X'>, i64>(AT), format!("{:012X}", 0xFFFF_FFFF_FFFF - AT));
        // The greatest value of a `u64` has one digit more than that of an `i64`.
        assert_eq!(text::<Digits<Down<1_000>, 20>, u64>(AT as u64), format!("{:020}", u64::MAX - AT as u64));
        let most: u64 = 9_999_999_999_999_999_999;
        assert_eq!(text::<Digits<Down<1_000>, 19>, u64>(AT as u64), format!("{:019}", most - AT as u64));
        assert_eq!(text::<Digits<Desc<u64>, 19>, u64>(AT as u64), format!("{:019}", most - AT as u64));
        assert_eq!(text::<Digits<Desc<u16>, 5>, u16>(7), "65528");
        assert_eq!(text::<Digits<Desc<u16>, 4>, u16>(7), "9992");
    }

    /// In bytes, a reversed time counts down from the greatest number of the bytes, as `desc` around `bytes(N)` does.
    #[test]
    fn few_bytes_of_a_reversed_time_are_those_of_desc() {
        use crate::codec::Counted;
        for at in [0, 1, 1_767_225_600_000, (1 << 48) - 1] {
            let (mut newest, mut down) = (Vec::new(), Vec::new());
            assert!(<Digits<ReverseTs, 6, 'b'> as Codec<'_, u64>>::write(&at, &mut newest).is_ok());
            assert!(<Desc<Digits<Counted, 6, 'b'>> as Codec<'_, u64>>::write(&at, &mut down).is_ok());
            assert_eq!((&newest, newest.as_slice()), (&down, &(!at).to_be_bytes()[2..]));
        }
    }

    #[test]
    fn a_reversed_number_that_the_digits_do_not_hold_is_an_error_and_has_a_place() {
        fn checked<C: for<'k> Codec<'k, T>, T>(value: T) -> (ValueError, Place) {
            let (mut out, mut at) = (Vec::new(), Vec::new());
            let error = C::write(&value, &mut out).map_err(CodecError::into_reason).unwrap_err();
            let place = C::place(&value, &mut at).map_err(CodecError::into_reason).unwrap();
            assert!(at.is_empty());
            (error, place)
        }
        let beyond = |found| ValueError::Range { found, least: 0, greatest: 999 };
        // A greater value is before all elements, one below zero after them.
        assert_eq!(checked::<Digits<Desc<i64>, 3>, i64>(1_000), (beyond(1_000), Place::Below));
        assert_eq!(checked::<Digits<Desc<i64>, 3>, i64>(i64::MAX), (beyond(i64::MAX.into()), Place::Below));
        assert_eq!(checked::<Digits<Desc<i64>, 3>, i64>(-1), (beyond(-1), Place::Above));
        assert_eq!(checked::<Digits<ReverseTs, 3>, i64>(i64::MIN), (beyond(i64::MIN.into()), Place::Above));
        let wide = |found| (ValueError::TooLong { found, most: 3 }, Place::Below);
        assert_eq!(checked::<Digits<Desc<u128>, 3>, u128>(1_000), wide(4));
        assert_eq!(checked::<Digits<Desc<u128>, 3, 'x'>, u128>(u128::MAX), wide(32));
    }

    /// Numbers from 1,000 on.
    struct Thousands;

    impl Codec<'_, u16> for Thousands {
        const LANGUAGE: Language = Language::number(2, 1_000, 0xFFFF);
        const INPUT: InputKind = InputKind::Number { per_second: 0, least: 1_000 };
        type Error = ValueError;

        fn write<S: Sink>(value: &u16, out: &mut S) -> Result<(), ValueError> {
            out.put(&value.to_be_bytes());
            Ok(())
        }

        fn read(element: Piece<'_, '_>) -> Result<u16, ElementError> {
            element.array().map(u16::from_be_bytes)
        }
    }

    #[test]
    fn digits_that_hold_no_number_are_refused() {
        assert!(<Digits<Thousands, 3> as Codec<'_, u16>>::LANGUAGE.refusal().is_some());
        assert!(<Digits<Thousands, 4> as Codec<'_, u16>>::LANGUAGE.refusal().is_none());
    }

    #[cfg(feature = "jiff")]
    #[test]
    fn times_are_digits_too() {
        type Newest = Digits<ReverseTs<1_000, 'e'>, 20>;
        type Millis = Digits<crate::codec::Counted<1_000, 'e'>, 13>;
        let time: jiff::Timestamp = "2017-12-01T12:10:00.007Z".parse().unwrap();
        let mut out = Vec::new();
        <Newest as Codec<'_, jiff::Timestamp>>::write(&time, &mut out).unwrap();
        assert_eq!(out, b"09223370524724575800");
        assert_eq!(<Newest as Codec<'_, jiff::Timestamp>>::read(Piece::Copy(&out)), Ok(time));
        let between = jiff::Timestamp::from_nanosecond(time.as_nanosecond() + 1).unwrap();
        let mut at = Vec::new();
        let place = <Newest as Codec<'_, jiff::Timestamp>>::place(&between, &mut at);
        assert_eq!(place.map_err(CodecError::into_reason), Ok(Place::Before));
        assert_eq!(at, out);
        assert_eq!(
            <Newest as Codec<'_, jiff::Timestamp>>::write(&between, &mut at).map_err(CodecError::into_reason),
            Err(ValueError::Finer { per_second: 1_000 })
        );
        let mut out = Vec::new();
        <Millis as Codec<'_, jiff::Timestamp>>::write(&time, &mut out).unwrap();
        assert_eq!(out, b"1512130200007");
        assert_eq!(<Millis as Codec<'_, jiff::Timestamp>>::read(Piece::Copy(&out)), Ok(time));
    }
}
