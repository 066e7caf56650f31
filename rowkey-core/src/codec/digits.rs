//! `digits(N)`, `hex(N)`, `HEX(N)`: a number as text of one width.

use super::numbers::{NumberRange, digits, name_of, no_digit, number, show};
use super::{Codec, Input, InputKind, Piece, Place, Written};
use crate::bytes::{Array, Sink};
use crate::codec;
use crate::error::{ElementError, ValueError};
use crate::language::message::Message;
use crate::language::{Language, Radix};
use core::fmt;
use core::marker::PhantomData;

/// The number that `C` writes in binary, as `N` digits with leading zeros. `FORM` is a letter as in a format string: `d`
/// for decimal, `x` for lower-case and `X` for upper-case hex.
///
/// `C` is the codec of an integer or of a time without attributes, or [`ReverseTs`](super::ReverseTs). Every number that it
/// can write must fit the digits.
#[derive(Debug)]
pub struct Digits<C, const N: usize, const FORM: char = 'd'>(PhantomData<C>);

/// The numbers of `C`, as `C` writes them, from zero to the greatest that `N` digits hold. Other numbers are an error of
/// encode.
#[derive(Debug)]
pub struct Fitting<C, const N: usize, const FORM: char = 'd'>(PhantomData<C>);

/// The most digits that can be asked for: more than any number has, few enough to compute with in a const.
const MOST: usize = 64;

const fn radix(form: char) -> Radix {
    match form {
        'x' => Radix::Hex,
        'X' => Radix::UpperHex,
        _ => Radix::Decimal,
    }
}

/// Appends the item as the source writes it: `digits(5)`.
const fn item(message: Message, form: char, width: usize) -> Message {
    let word = match form {
        'x' => "hex",
        'X' => "HEX",
        _ => "digits",
    };
    message.text(word).text("(").number(width as u128).text(")")
}

/// The reason why numbers do not fit their digits, and what to write instead.
struct DigitsRefusal {
    fact: Message,
    help: Message,
}

/// The refusal of `width` digits for these numbers; `None` if they fit.
const fn unfit(numbers: NumberRange, form: char, width: usize) -> Option<DigitsRefusal> {
    let needed = radix(form).width(numbers.greatest);
    let (fact, help) = (Message::new(), Message::new());
    if width > MOST {
        let fact = fact.number(width as u128).text(" digits are wider than any number");
        return Some(DigitsRefusal { fact, help: item(help.text("write `"), form, needed).text("`") });
    }
    if numbers.below > 0 {
        let fact = fact.text("its type has negative numbers, and digits are written without a sign");
        let help = help.text("use an unsigned type: `u64`").help();
        let help = item(help.text("or have negative numbers refused at encode: `#[rowkey("), form, width);
        return Some(DigitsRefusal { fact, help: help.text(", unordered)]`") });
    }
    if needed <= width {
        return None;
    }
    let fact = fact.text("its type needs ").number(needed as u128).text(" digits, and ");
    let fact = fact.number(width as u128).text(if width == 1 { " is written" } else { " are written" });
    let help = item(help.text("write them all: `#[rowkey("), form, needed).text(")]`").help();
    let help = item(help.text("or have greater numbers refused at encode: `#[rowkey("), form, width);
    Some(DigitsRefusal { fact, help: help.text(", unordered)]`") })
}

impl<'k, C: Codec<'k, T>, T, const N: usize, const FORM: char> Codec<'k, T> for Digits<C, N, FORM> {
    const TRUSTED: bool = C::TRUSTED;
    const LANGUAGE: Language = match NumberRange::of::<C, T>() {
        // In a const of its own, so that the texts are `'static`.
        Ok(numbers) => match const { &unfit(NumberRange::known::<C, T>(), FORM, N) } {
            Some(DigitsRefusal { fact, help }) => Language::refused(fact.as_str(), help.as_str()),
            None => numbers.in_order(Language::digits(radix(FORM), N, numbers.least, numbers.greatest)),
        },
        Err(refused) => refused,
    };
    const NAME: &'static str = name_of::<C, T>();
    const INPUT: InputKind = C::INPUT;
    type Error = C::Error;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), C::Error> {
        if let Some((_, number)) = const { NumberRange::known::<C, T>() }.of_value::<C, T>(value)? {
            out.put(&digits::<N>(radix(FORM), number));
        }
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let text: [u8; N] = element.array()?;
        let number = number(radix(FORM), &text).map_err(|at| no_digit(radix(FORM), at, text[at]))?;
        const { NumberRange::known::<C, T>() }.with_binary((false, number), |binary| C::read(Piece::Copy(binary)))
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        C::input(value)
    }

    #[inline]
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, C::Error> {
        let (place, number) = const { NumberRange::known::<C, T>() }.place::<C, T>(value)?;
        if let Some(number) = number {
            out.put(&digits::<N>(radix(FORM), number));
        }
        Ok(place)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = (false, number(radix(FORM), element).ok().flatten());
        show::<C, T>(NumberRange::known::<C, T>(), element, number, f)
    }
}

/// The numbers of `C` that fit `width` digits.
const fn fitting<'k, C: Codec<'k, T>, T>(form: char, width: usize) -> NumberRange {
    NumberRange::known::<C, T>().up_to(radix(form).greatest(width))
}

impl<'k, C: Codec<'k, T>, T, const N: usize, const FORM: char> Codec<'k, T> for Fitting<C, N, FORM> {
    const TRUSTED: bool = C::TRUSTED;
    const LANGUAGE: Language = match NumberRange::of::<C, T>() {
        Ok(_) => fitting::<C, T>(FORM, N).binary(),
        Err(refused) => refused,
    };
    const NAME: &'static str = C::NAME;
    const INPUT: InputKind = fitting::<C, T>(FORM, N).input(C::INPUT);
    type Error = ValueError;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        let mut binary = Array::<16>::default();
        codec::write::<C, T, _>(value, &mut binary).map_err(Written::into_reason)?;
        let (negative, number) = const { fitting::<C, T>(FORM, N) }.of_binary(&binary);
        if negative || number > const { fitting::<C, T>(FORM, N).greatest } {
            return Err(Self::beyond(value, number));
        }
        out.put(binary.written());
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        C::read(element)
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        C::input(value)
    }

    /// A number that the digits cannot hold falls below or above all that they can.
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, ValueError> {
        let mut binary = Array::<16>::default();
        let place = codec::place::<C, T, _>(value, &mut binary)?;
        if binary.written().is_empty() {
            return Ok(place);
        }
        let (negative, number) = const { fitting::<C, T>(FORM, N) }.of_binary(&binary);
        if negative {
            return Ok(Place::Below);
        }
        if number > const { fitting::<C, T>(FORM, N).greatest } {
            return Ok(Place::Above);
        }
        out.put(binary.written());
        Ok(place)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        C::show(element, f)
    }
}

impl<C, const N: usize, const FORM: char> Fitting<C, N, FORM> {
    #[cold]
    fn beyond<'k, T>(value: &T, number: u128) -> ValueError
    where
        C: Codec<'k, T>,
    {
        let numbers = fitting::<C, T>(FORM, N);
        match (C::input(value), numbers.input(C::INPUT)) {
            (Input::Number(found), InputKind::Number { least, .. }) => {
                ValueError::Range { found, least, greatest: least + (numbers.greatest - numbers.least) as i128 }
            }
            _ => ValueError::TooLong { found: radix(FORM).width(number), most: N },
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
    fn every_element_is_listed_once() {
        lists::<u8, _>(0..=255u8);
        lists::<Desc<i8>, _>(i8::MIN..=i8::MAX);
        lists::<Digits<u8, 3>, _>(0..=255u8);
        lists::<Desc<Digits<u8, 4>>, _>(0..=255u8);
        lists::<Digits<Fitting<i64, 1, 'X'>, 1, 'X'>, _>(-20..20i64);
        lists::<Digits<Fitting<ReverseTs, 2>, 2>, _>(i64::MAX - 200..=i64::MAX);
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
        assert_eq!(least(<Digits<Fitting<i64, 3>, 3> as Codec<'_, i64>>::INPUT), 0);
        assert_eq!(least(<Digits<Fitting<ReverseTs, 3>, 3> as Codec<'_, i64>>::INPUT), i128::from(i64::MAX) - 999);
        assert_eq!(least(<Digits<Fitting<ReverseTs, 19>, 19> as Codec<'_, i64>>::INPUT), 0);
        assert_eq!(least(<Digits<Fitting<ReverseTs, 20>, 20> as Codec<'_, i64>>::INPUT), i128::from(i64::MIN));
        assert_eq!(least(<Decimal<i16> as Codec<'_, i16>>::INPUT), -32_768);
    }

    #[cfg(feature = "jiff")]
    #[test]
    fn times_are_digits_too() {
        type Newest = Digits<ReverseTs<1_000>, 20>;
        type Millis = Digits<Fitting<jiff::Timestamp, 13>, 13>;
        let time: jiff::Timestamp = "2017-12-01T12:10:00.007Z".parse().unwrap();
        let mut out = Vec::new();
        <Newest as Codec<'_, jiff::Timestamp>>::write(&time, &mut out).unwrap();
        assert_eq!(out, b"09223370524724575800");
        assert_eq!(<Newest as Codec<'_, jiff::Timestamp>>::read(Piece::Copy(&out)), Ok(time));
        let between = jiff::Timestamp::from_nanosecond(time.as_nanosecond() + 1).unwrap();
        let mut at = Vec::new();
        assert_eq!(<Newest as Codec<'_, jiff::Timestamp>>::place(&between, &mut at), Ok(Place::Before));
        assert_eq!(at, out);
        assert_eq!(
            <Newest as Codec<'_, jiff::Timestamp>>::write(&between, &mut at),
            Err(ValueError::Finer { per_second: 1_000 })
        );
        let mut out = Vec::new();
        <Millis as Codec<'_, jiff::Timestamp>>::write(&time, &mut out).unwrap();
        assert_eq!(out, b"1512130200007");
        assert_eq!(<Millis as Codec<'_, jiff::Timestamp>>::read(Piece::Copy(&out)), Ok(time));
    }
}
