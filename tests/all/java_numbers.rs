//! Every codec of integers against two oracles that know nothing of it: what Java writes (`vectors/java_numbers.tsv`), and
//! the digits that `format!` gives.

use rowkey::RowKey;
use rowkey::codec::{Codec, Counted, Decimal, Desc, Digits, InputKind, Piece, Place, Raw, ReverseTs};
use std::any::type_name;
use std::fmt::{Debug, Display, LowerHex, UpperHex};
use std::num::NonZero;
use std::str::FromStr;

/// The element of `value` and its place as the bound of a scan are these bytes, which are read back; complemented under `desc`.
fn written<C: for<'k> Codec<'k, T>, T: Debug + PartialEq>(value: &T, expected: &[u8]) {
    written_by::<C, T>(value, expected);
    let complement: Vec<u8> = expected.iter().map(|byte| !byte).collect();
    written_by::<Desc<C>, T>(value, &complement);
}

fn written_by<C: for<'k> Codec<'k, T>, T: Debug + PartialEq>(value: &T, expected: &[u8]) {
    let (mut element, mut bound, codec) = (Vec::new(), Vec::new(), type_name::<C>());
    assert!(C::write(value, &mut element).is_ok(), "{codec}: {value:?}");
    assert_eq!(element.escape_ascii().to_string(), expected.escape_ascii().to_string(), "{codec}: {value:?}");
    assert!(matches!(C::place(value, &mut bound), Ok(Place::At)), "{codec}: {value:?}");
    assert_eq!(bound, element, "{codec}: {value:?}");
    assert_eq!(C::read(Piece::Copy(expected)).as_ref(), Ok(value), "{codec}");
    let (least, most) = <C as Codec<'_, T>>::LANGUAGE.width();
    assert!((least..=most.unwrap()).contains(&expected.len()), "{codec}: {value:?}");
}

/// The value cannot be written, and the text that it would be is read as none.
fn refused<C: for<'k> Codec<'k, T>, T: Debug + PartialEq>(value: &T, text: &str) {
    let codec = type_name::<C>();
    assert!(C::write(value, &mut Vec::new()).is_err(), "{codec}: {value:?}");
    assert!(C::read(Piece::Copy(text.as_bytes())).is_err(), "{codec}: {text}");
}

trait Integer: Copy + Debug + Display + PartialEq + FromStr + LowerHex + UpperHex + for<'k> Codec<'k> {}

impl<T: Copy + Debug + Display + PartialEq + FromStr + LowerHex + UpperHex + for<'k> Codec<'k>> Integer for T {}

/// A line of the vectors: what Java writes of one number in so many bits.
struct Line<'a> {
    bits: usize,
    value: &'a str,
    digits: &'a str,
    hex: &'a str,
    upper_hex: &'a str,
    binary: Vec<u8>,
    reverse_ts: Vec<u8>,
    reverse_decimal: &'a str,
    reverse_hex: &'a str,
}

fn lines(bits: usize) -> impl Iterator<Item = Line<'static>> {
    let bytes = |hex: &str| -> Vec<u8> {
        let pairs = hex.as_bytes().chunks_exact(2);
        pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
    };
    let line = move |line: &'static str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [bits, value, digits, hex, upper_hex, binary, reverse_ts, reverse_decimal, reverse_hex] = cells[..] else {
            panic!("{line}")
        };
        let (bits, binary, reverse_ts) = (bits.parse().unwrap(), bytes(binary), bytes(reverse_ts));
        Line { bits, value, digits, hex, upper_hex, binary, reverse_ts, reverse_decimal, reverse_hex }
    };
    include_str!("../vectors/java_numbers.tsv").lines().skip(1).map(line).filter(move |line| line.bits == bits)
}

/// What is alike of signed and unsigned numbers. `D` digits are those of the widest number of the type, `H` hex digits.
fn texts<T: Integer, const D: usize, const H: usize>(line: &Line) {
    let Ok(value) = line.value.parse::<T>() else { return };
    assert_eq!(value.to_string(), line.value, "Java and `format!`");
    written::<Decimal<T>, T>(&value, line.value.as_bytes());
    if line.value.starts_with('-') {
        refused::<Digits<T, D>, T>(&value, line.value);
        refused::<Digits<T, H, 'x'>, T>(&value, line.value);
        return;
    }
    assert_eq!(format!("{value:0D$}"), line.digits, "Java and `format!`");
    assert_eq!(format!("{value:0H$x}"), line.hex, "Java and `format!`");
    assert_eq!(format!("{value:0H$X}"), line.upper_hex, "Java and `format!`");
    written::<Digits<T, D>, T>(&value, line.digits.as_bytes());
    written::<Digits<T, H, 'x'>, T>(&value, line.hex.as_bytes());
    written::<Digits<T, H, 'X'>, T>(&value, line.upper_hex.as_bytes());
    // Only numbers that fit are written.
    match format!("{value:02}") {
        text if text.len() > 2 => refused::<Digits<T, 2>, T>(&value, &text),
        text => written::<Digits<T, 2>, T>(&value, text.as_bytes()),
    }
    match format!("{value:X}") {
        text if text.len() > 1 => refused::<Digits<T, 1, 'X'>, T>(&value, &text),
        text => written::<Digits<T, 1, 'X'>, T>(&value, text.as_bytes()),
    }
}

/// Unsigned numbers are written as Java writes them, and need no opt-out.
fn unsigned<T: Integer, const D: usize, const H: usize>(line: &Line) {
    texts::<T, D, H>(line);
    let Ok(value) = line.value.parse::<T>() else { return };
    written::<T, T>(&value, &line.binary);
    written::<Digits<T, D>, T>(&value, line.digits.as_bytes());
    written::<Digits<T, H, 'x'>, T>(&value, line.hex.as_bytes());
    written::<Digits<T, H, 'X'>, T>(&value, line.upper_hex.as_bytes());
    written::<Digits<T, 45>, T>(&value, format!("{value:045}").as_bytes());
    written::<Digits<T, 40, 'x'>, T>(&value, format!("{value:040x}").as_bytes());
}

/// Signed numbers are written with the sign bit flipped; `raw` is Java's form.
fn signed<T: Integer, const D: usize, const H: usize>(line: &Line)
where
    Raw: for<'k> Codec<'k, T>,
{
    texts::<T, D, H>(line);
    let Ok(value) = line.value.parse::<T>() else { return };
    written::<Raw, T>(&value, &line.binary);
    let mut flipped = line.binary.clone();
    flipped[0] ^= 0x80;
    written::<T, T>(&value, &flipped);
}

/// How many values the language has, and what a salt takes for the least number.
fn facts<T: for<'k> Codec<'k>>(least: i128, values: Option<u128>) {
    let codec = type_name::<T>();
    match <T as Codec<'_>>::INPUT {
        InputKind::Number { least: found, .. } => assert_eq!(found, least, "{codec}"),
        InputKind::Wide { least: found } => assert_eq!(i128::try_from(found), Ok(least), "{codec}"),
        other => panic!("{codec}: {other:?}"),
    }
    assert_eq!(<T as Codec<'_>>::LANGUAGE.count(), values, "{codec}");
    assert_eq!(<Decimal<T> as Codec<'_, T>>::LANGUAGE.count(), values, "{codec}");
}

macro_rules! integers {
    ($($unsigned:ident $signed:ident $bits:literal $digits:literal $hex:literal;)*) => {$(
        #[test]
        fn $unsigned() {
            let mut all = 0;
            for line in lines($bits) {
                unsigned::<$unsigned, $digits, $hex>(&line);
                unsigned::<NonZero<$unsigned>, $digits, $hex>(&line);
                all += 1;
            }
            assert!(all > 20, "{all} lines");
            facts::<$unsigned>(0, ($unsigned::MAX as u128).checked_add(1));
            facts::<NonZero<$unsigned>>(1, Some($unsigned::MAX as u128));
        }

        #[test]
        fn $signed() {
            for line in lines($bits) {
                signed::<$signed, $digits, $hex>(&line);
                signed::<NonZero<$signed>, $digits, $hex>(&line);
            }
            facts::<$signed>($signed::MIN as i128, ($unsigned::MAX as u128).checked_add(1));
            // The zero in the middle stands in the language, and is refused by decode.
            facts::<NonZero<$signed>>($signed::MIN as i128, ($unsigned::MAX as u128).checked_add(1));
            assert!(<NonZero<$signed>>::read(Piece::Copy(&($unsigned::MAX / 2 + 1).to_be_bytes())).is_err());
        }
    )*};
}

integers! {
    u8 i8 8 3 2;
    u16 i16 16 5 4;
    u32 i32 32 10 8;
    u64 i64 64 20 16;
    u128 i128 128 39 32;
}

/// Counts of time: `time(millis)` and `reverse_ts` on the integers that are counts already.
#[test]
fn counts() {
    for line in lines(64) {
        if let Ok(count) = line.value.parse::<i64>() {
            let mut flipped = line.binary.clone();
            flipped[0] ^= 0x80;
            written::<Counted, i64>(&count, &flipped);
            written::<ReverseTs, i64>(&count, &line.reverse_ts);
            written::<Decimal<ReverseTs>, i64>(&count, line.reverse_decimal.as_bytes());
            written::<Digits<ReverseTs, 16, 'x'>, i64>(&count, line.reverse_hex.as_bytes());
            let reversed = i128::from(i64::MAX) - i128::from(count);
            written::<Digits<ReverseTs, 20>, i64>(&count, format!("{reversed:020}").as_bytes());
            match line.value.starts_with('-') {
                false => {
                    assert_eq!(reversed.to_string(), line.reverse_decimal, "Java and `format!`");
                    written::<Digits<ReverseTs, 19>, i64>(&count, format!("{reversed:019}").as_bytes());
                }
                true => refused::<Digits<ReverseTs, 19>, i64>(&count, &reversed.to_string()),
            }
        }
        let Ok(count) = line.value.parse::<u64>() else { continue };
        if i64::try_from(count).is_err() {
            refused::<Counted, u64>(&count, "");
            refused::<ReverseTs, u64>(&count, "");
            continue;
        }
        written::<Counted, u64>(&count, &line.binary);
        written::<ReverseTs, u64>(&count, &line.reverse_ts);
        written::<Decimal<ReverseTs>, u64>(&count, line.reverse_decimal.as_bytes());
        let digits = format!("{:0>19}", line.reverse_decimal);
        written::<Digits<ReverseTs, 19>, u64>(&count, digits.as_bytes());
        written::<Digits<ReverseTs, 16, 'x'>, u64>(&count, line.reverse_hex.as_bytes());
    }
}

/// Numbers as text are made of codecs whose binary forms stand for their numbers. All others are refused, instead of being
/// written by guess.
#[test]
fn digits_of_other_binary_forms_are_refused() {
    enum Turned {}

    impl Codec<'_, u8> for Turned {
        const LANGUAGE: rowkey::language::Language = rowkey::language::Language::number(1, 0, 255).descending();
        const INPUT: InputKind = InputKind::Number { per_second: 0, least: 0 };
        type Error = std::convert::Infallible;

        fn write<S: rowkey::Sink>(value: &u8, out: &mut S) -> Result<(), Self::Error> {
            out.put(&[!value]);
            Ok(())
        }

        fn read(element: Piece) -> Result<u8, rowkey::ElementError> {
            element.array().map(|[byte]| !byte)
        }
    }

    let is_refused = |language: rowkey::language::Language| format!("{language:?}").contains("only an integer");
    assert!(is_refused(<Digits<Raw, 19> as Codec<'_, i64>>::LANGUAGE));
    assert!(is_refused(<Decimal<Raw> as Codec<'_, i32>>::LANGUAGE));
    assert!(is_refused(<Decimal<Turned> as Codec<'_, u8>>::LANGUAGE));
    assert!(!is_refused(<Decimal<u8> as Codec<'_, u8>>::LANGUAGE));
}

/// The attributes name the codecs above.
#[test]
fn attributes() {
    #[derive(RowKey, Debug, PartialEq)]
    struct Id {
        #[rowkey(digits(39))]
        digits: NonZero<u128>,
        #[rowkey(hex(32), desc)]
        hex: NonZero<u128>,
        #[rowkey(hex(2, upper))]
        upper: NonZero<u128>,
        #[rowkey(decimal)]
        decimal: NonZero<u128>,
    }
    let of = |number| NonZero::new(number).unwrap();
    let id = Id { digits: of(5), hex: of(16), upper: of(255), decimal: of(u128::MAX) };
    let hex = format!("{:032x}", u128::MAX - 16);
    let key = [format!("{:039}", 5).as_bytes(), hex.as_bytes(), b"FF", u128::MAX.to_string().as_bytes()].concat();
    assert_eq!(id.encode().unwrap(), key);
    assert_eq!(Id::decode(&key), Ok(id));
    let zero = <Digits<NonZero<u128>, 39> as Codec<'_, _>>::read(Piece::Copy(&[b'0'; 39]));
    assert_eq!(zero, NonZero::<u128>::read(Piece::Copy(&[0; 16])), "the same error");
}
