//! `digits(N)`, `hex(N)`, `HEX(N)`, `bytes(N)`: a number in digits, or bytes, of one width.

use super::numbers::{NumberRange, digits, name_of, no_digit, number, show};
use super::{Codec, Input, InputKind, Piece, Place, Written};
use crate::bytes::{Array, Sink};
use crate::codec;
use crate::error::{CodecError, ElementError, ErrorIf, MayFail, ValueError};
use crate::language::{Language, Radix};
use core::fmt;
use core::marker::PhantomData;

/// The number that `C` writes in binary, as `N` digits with leading zeros. `FORM` is a letter: `d` for decimal, `x` for lower-case
/// and `X` for upper-case hex, `b` for bytes, big endian.
///
/// `C` is the codec of an integer, [`Counted`](super::Counted) or [`ReverseTs`](super::ReverseTs). A number below zero,
/// or of more digits, is an error of encode; a bound of a scan has its place below or above all elements then. Of a reversed
/// time, `N` digits must hold 1970: every usual time would be such an error otherwise.
#[derive(Debug)]
pub struct Digits<C, const N: usize, const FORM: char = 'd'>(PhantomData<C>);

/// The most digits that can be asked for: more than any number has, few enough to compute with in a const; as many bytes as a
/// `u128` has.
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

/// The numbers of a codec, and those of them that fit their digits.
#[derive(Debug)]
pub struct DigitRange<'k, C, T, const N: usize, const FORM: char>(PhantomData<(C, T, &'k ())>);

impl<'k, C: Codec<'k, T>, T, const N: usize, const FORM: char> DigitRange<'k, C, T, N, FORM> {
    /// The numbers of `C`.
    const ALL: NumberRange = NumberRange::known::<C, T>();
    /// The numbers that fit the digits.
    const FITTING: NumberRange = Self::ALL.up_to(radix(FORM).greatest(N));
    const ALL_FIT: bool = Self::ALL.below == 0 && Self::ALL.greatest == Self::FITTING.greatest;

    /// The refusal of digits that are too many for any number, or too few.
    const fn refusal() -> Option<Language> {
        if N > most(FORM) {
            return Some(Language::refused(
                "it would be wider than any number",
                "write as many digits as the type has, of a `u64`: `digits(20)`, `hex(16)` or `bytes(8)`",
            ));
        }
        let greatest = radix(FORM).greatest(N);
        match (C::INPUT, Self::ALL.last) {
            // The number of 1970, whose count is 0.
            (InputKind::Number { per_second: 1.., .. }, Some(last)) if last > greatest => {
                Some(narrow(radix(FORM), last))
            }
            _ if Self::ALL.least > greatest => Some(NOTHING_FITS),
            _ => None,
        }
    }
}

/// The refusal of a reversed time in fewer digits than `last` has, the number of 1970. Times that such digits hold begin in 2225, in
/// nanoseconds; in milliseconds, millions of years later.
const fn narrow(radix: Radix, last: u128) -> Language {
    macro_rules! needs {
        (digits($width:literal) of $last:literal) => {
            needs!(
                $last, $width, "digits", "digits",
                "\n  help: or, if old keys hold `9999999999999 - millis`, let the field be that: `#[rowkey(digits(13))]`"
            )
        };
        ($last:literal, $width:literal, $digits:literal, $item:literal $(, $help:literal)?) => {
            Language::refused(
                concat!(
                    concat!("it is `", $last, "` minus the time, which has ", $width, " ", $digits, " in this century\n  "),
                    concat!("note: fewer ", $digits, " hold no time of this century: `encode` would refuse each")
                ),
                concat!(
                    concat!("write all of them: `", $item, "(", $width, ")`\n  "),
                    concat!("help: or in binary: leave out `", $item, "`", $($help)?)
                ),
            )
        };
    }
    match (radix, last > i64::MAX as u128) {
        (Radix::Decimal, false) => needs!(digits("19") of "i64::MAX"),
        (Radix::Decimal, true) => needs!(digits("20") of "u64::MAX"),
        (Radix::Hex, false) => needs!("i64::MAX", "16", "digits", "hex"),
        (Radix::Hex, true) => needs!("u64::MAX", "16", "digits", "hex"),
        (Radix::UpperHex, false) => needs!("i64::MAX", "16", "digits", "HEX"),
        (Radix::UpperHex, true) => needs!("u64::MAX", "16", "digits", "HEX"),
        (Radix::Bytes, _) => needs!("i64::MAX", "8", "bytes", "bytes"),
    }
}

const NOTHING_FITS: Language = Language::refused(
    "so few digits hold none of its numbers",
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
        Err(refused) => refused,
    };
    const NAME: &'static str = name_of::<C, T>();
    const INPUT: InputKind = DigitRange::<C, T, N, FORM>::FITTING.input(C::INPUT);
    const CUTS: bool = C::CUTS;
    type Error = ErrorIf<DigitRange<'k, C, T, N, FORM>>;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), Self::Error> {
        let mut binary = Array::<16>::default();
        codec::write::<C, T, _>(value, &mut binary).map_err(Written::into_reason)?;
        let (negative, number) = const { NumberRange::known::<C, T>() }.of_binary(&binary);
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

    /// A number that the digits cannot hold falls below or above all that they can.
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
        _ => ValueError::TooLong { found: radix(FORM).width(number), most: N },
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
        lists::<Digits<Desc<i64>, 2>, _>(i64::MAX - 200..=i64::MAX);
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
        assert_eq!(least(<Digits<Desc<i64>, 3> as Codec<'_, i64>>::INPUT), i128::from(i64::MAX) - 999);
        assert_eq!(least(<Digits<ReverseTs, 19> as Codec<'_, i64>>::INPUT), 0);
        assert_eq!(least(<Digits<ReverseTs, 20> as Codec<'_, i64>>::INPUT), i128::from(i64::MIN));
        assert_eq!(least(<Decimal<i16> as Codec<'_, i16>>::INPUT), -32_768);
    }

    /// `false` if `C` is refused. A usual time, a count of units, is written exactly if it is not.
    fn is_taken<C: for<'k> Codec<'k, T>, T>(usual: T) -> bool {
        let is_taken = <C as Codec<'_, T>>::LANGUAGE.refusal().is_none();
        assert_eq!(C::write(&usual, &mut Vec::new()).is_ok(), is_taken);
        is_taken
    }

    #[test]
    fn the_digits_of_a_reversed_time_hold_this_century() {
        use crate::codec::Counted;
        const SECS: i64 = 1_767_225_600;
        const NANOS: i64 = SECS * 1_000_000_000;
        type Down<const PER_SECOND: u64> = Desc<Counted<PER_SECOND>>;
        assert!(!is_taken::<Digits<Down<1>, 13>, u64>(SECS as u64));
        assert!(!is_taken::<Digits<ReverseTs, 13>, i64>(SECS * 1_000));
        assert!(!is_taken::<Digits<ReverseTs<1_000_000_000>, 18>, i64>(NANOS));
        assert!(is_taken::<Digits<ReverseTs<1_000_000_000>, 19>, i64>(NANOS));
        assert!(!is_taken::<Digits<Down<1_000>, 18>, i64>(SECS * 1_000));
        assert!(is_taken::<Digits<Down<1_000>, 19>, i64>(SECS * 1_000));
        // The greatest number of a `u64` has one digit more.
        assert!(!is_taken::<Digits<Down<1_000_000_000>, 19>, u64>(NANOS as u64));
        assert!(is_taken::<Digits<Down<1_000_000_000>, 20>, u64>(NANOS as u64));
        assert!(!is_taken::<Digits<ReverseTs, 15, 'x'>, u64>(SECS as u64));
        assert!(is_taken::<Digits<ReverseTs, 16, 'x'>, u64>(SECS as u64));
        assert!(!is_taken::<Digits<Down<1>, 15, 'X'>, i64>(SECS));
        assert!(!is_taken::<Digits<ReverseTs, 7, 'b'>, i64>(SECS * 1_000));
        assert!(is_taken::<Digits<ReverseTs, 8, 'b'>, i64>(SECS * 1_000));
        // The count itself, and a number that is not a time, may have any digits.
        assert!(is_taken::<Digits<Counted, 13>, u64>(SECS as u64 * 1_000));
        assert!(is_taken::<Digits<Desc<u16>, 2>, u16>(u16::MAX));
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
        assert!(is_taken::<Digits<Thousands, 4>, u16>(1_000));
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
