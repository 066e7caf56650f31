//! `digits(N)`, `hex(N)`, `HEX(N)`: a number as text of one width.

use super::numbers::{Numbers, digits, name_of, no_digit, number, show};
use super::{Codec, Input, InputKind, Piece, Place};
use crate::error::{ElementError, Fault, ValueError};
use crate::language::{Language, Radix};
use crate::message::Message;
use crate::sink::{Array, Sink};
use core::fmt;
use core::marker::PhantomData;

/// The number that `C` writes in binary, as `N` digits with leading zeros: decimal, or as `FORM` says it like a format
/// string, `x` in lower-case and `X` in upper-case hex.
///
/// `C` is the codec of an integer or of a time as it is, or [`ReverseTs`](super::ReverseTs); the digits must hold all that it
/// can write.
#[derive(Debug)]
pub struct Digits<C, const N: usize, const FORM: char = 'd'>(PhantomData<C>);

/// Of the numbers of `C` those from zero on that `N` digits hold; the others are refused at encode.
#[derive(Debug)]
pub struct Fitting<C, const N: usize, const FORM: char = 'd'>(PhantomData<C>);

/// The most digits that a number is written in: with two in front, those of the widest.
const MOST: usize = 64;

const fn radix(form: char) -> Radix {
    match form {
        'x' => Radix::Hex,
        'X' => Radix::UpperHex,
        _ => Radix::Decimal,
    }
}

/// The item of the source: `digits(5)`.
const fn item(message: Message, form: char, width: usize) -> Message {
    let word = match form {
        'x' => "hex",
        'X' => "HEX",
        _ => "digits",
    };
    message.text(word).text("(").number(width as u128).text(")")
}

/// What is wrong, and what to write instead.
struct Refusal {
    fact: Message,
    help: Message,
}

/// What is wrong about so many digits for these numbers.
const fn unfit(numbers: Numbers, form: char, width: usize) -> Option<Refusal> {
    let needed = radix(form).width(numbers.greatest);
    let (fact, help) = (Message::new(), Message::new());
    if width > MOST {
        let fact = fact.number(width as u128).text(" digits are more than any number has");
        return Some(Refusal { fact, help: item(help.text("write `"), form, needed).text("`, or some more") });
    }
    if numbers.below > 0 {
        let fact = fact.text("its type has negative numbers, and digits have no sign");
        let help = help.text("take an unsigned type: `u64`").help();
        let help = item(help.text("or have negative numbers refused at encode: `#[rowkey("), form, width);
        return Some(Refusal { fact, help: help.text(", unordered)]`") });
    }
    if needed <= width {
        return None;
    }
    let fact = fact.text("its type needs ").number(needed as u128).text(" digits, and ");
    let fact = fact.number(width as u128).text(if width == 1 { " is written" } else { " are written" });
    let help = item(help.text("write them all: `#[rowkey("), form, needed).text(")]`").help();
    let help = item(help.text("or have greater numbers refused at encode: `#[rowkey("), form, width);
    Some(Refusal { fact, help: help.text(", unordered)]`") })
}

/// The language of digits: a place to keep a refusal, whose words must last.
struct Text<C, T, const N: usize, const FORM: char>(PhantomData<(C, T)>);

impl<'k, C: Codec<'k, T>, T, const N: usize, const FORM: char> Text<&'k C, T, N, FORM> {
    const UNFIT: &'static Option<Refusal> = &match Numbers::of::<C, T>() {
        Ok(numbers) => unfit(numbers, FORM, N),
        Err(_) => None,
    };

    const LANGUAGE: Language = match (Numbers::of::<C, T>(), Self::UNFIT) {
        (Err(refused), _) => refused,
        (_, Some(Refusal { fact, help })) => Language::refused(fact.as_str(), help.as_str()),
        (Ok(numbers), None) => numbers.in_order(Language::digits(radix(FORM), N, numbers.least, numbers.greatest)),
    };
}

impl<'k, C: Codec<'k, T> + 'k, T, const N: usize, const FORM: char> Codec<'k, T> for Digits<C, N, FORM> {
    const LANGUAGE: Language = Text::<&'k C, T, N, FORM>::LANGUAGE;
    const NAME: &'static str = name_of::<C, T>();
    const INPUT: InputKind = C::INPUT;
    type Error = C::Error;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), C::Error> {
        let (_, number) = const { Numbers::known::<C, T>() }.of_value::<C, T>(value)?;
        out.put(&digits::<N>(radix(FORM), number));
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let text: [u8; N] = element.array()?;
        let number = number(radix(FORM), &text).map_err(|at| no_digit(radix(FORM), at, text[at]))?;
        const { Numbers::known::<C, T>() }.with_binary((false, number), |binary| C::read(Piece::Copy(binary)))
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        C::input(value)
    }

    #[inline]
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, C::Error> {
        let (place, number) = const { Numbers::known::<C, T>() }.place::<C, T>(value)?;
        if let Some(number) = number {
            out.put(&digits::<N>(radix(FORM), number));
        }
        Ok(place)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show::<C, T>(element, (false, number(radix(FORM), element).ok().flatten()), f)
    }
}

/// The numbers of `C` that fit.
const fn fitting<'k, C: Codec<'k, T>, T>(form: char, width: usize) -> Numbers {
    Numbers::known::<C, T>().up_to(radix(form).greatest(width))
}

impl<'k, C: Codec<'k, T>, T, const N: usize, const FORM: char> Codec<'k, T> for Fitting<C, N, FORM> {
    const LANGUAGE: Language = match Numbers::of::<C, T>() {
        Ok(_) => fitting::<C, T>(FORM, N).binary(),
        Err(refused) => refused,
    };
    const NAME: &'static str = C::NAME;
    const INPUT: InputKind = fitting::<C, T>(FORM, N).input(C::INPUT);
    type Error = ValueError;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), ValueError> {
        let mut binary = Array::<16>::default();
        C::write(value, &mut binary).map_err(Fault::problem)?;
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
