//! Java's arithmetic, for salts that Java code computed: hash codes, each step of which is `31 * hash + unit` in wrapping 32-bit
//! arithmetic; `Integer.parseInt` of a part of a text; and `%`, whose remainder has the sign of the number.

use super::view::{Seen, int, of_number};
use super::{Salt, View};
use crate::error::ValueError;
use crate::language::Radix;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// Computes Apache Phoenix's salt of `rest`, the row key after its salt byte: `abs(hash % buckets)`. The hash is Java's
/// `Arrays.hashCode(byte[])`. Returns 0 if `buckets` is 0.
///
/// The result is the same as with `salt(phoenix, ..)`, but this function takes any number of buckets. The attribute
/// rejects multiples of 31, because they leave buckets empty. Use this function to read a table with such a number:
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// assert_eq!(rowkey::salt::phoenix(b"host1", 8), 0);
/// assert_eq!(rowkey::salt::phoenix(b"host1", 31), 18);
/// // In the struct's attribute: salt(with = rowkey::salt::phoenix, buckets = 31, of(..))
/// ```
#[must_use]
pub const fn phoenix(rest: &[u8], buckets: u32) -> u32 {
    if buckets == 0 {
        return 0;
    }
    let mut hash = 1;
    let mut i = 0;
    while i < rest.len() {
        // Bytes are signed in Java.
        hash = step(hash, rest[i] as i8 as i32);
        i += 1;
    }
    // In 64 bits, which hold all of `u32`, and the absolute value of `i32::MIN`.
    (hash as i64 % buckets as i64).unsigned_abs() as u32
}

/// Computes the salt of rows with a negative label, from Java's `%` of a negative number: the xor of the inputs, then
/// the absolute value of the remainder.
///
/// Each input is 8 bytes: a number from a view. The sign of the label is the prefix of the key. If the remainder is not
/// negative, the function returns `buckets`, which encode and decode reject. Such a row belongs to a second struct with
/// the same inputs and the salt `xor`, or `modulo` for one input. The two structs share the table:
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// assert_eq!(rowkey::salt::negative_xor(&(-9_i64).to_be_bytes(), 6), 3);
/// assert_eq!(rowkey::salt::negative_xor(&9_i64.to_be_bytes(), 6), 6);
/// // `-03_..`, in the struct's attributes:
/// // prefix = "-", separator = "_", salt(with = rowkey::salt::negative_xor, buckets = 6, of(a.java_int, b.java_int), digits(2))
/// ```
#[must_use]
pub const fn negative_xor(inputs: &[u8], buckets: u32) -> u32 {
    let (mut number, mut rest) = (0, inputs);
    while let Some((input, after)) = rest.split_first_chunk() {
        number ^= i64::from_be_bytes(*input);
        rest = after;
    }
    match number.checked_rem(buckets as i64) {
        Some(remainder @ ..0) if rest.is_empty() => remainder.unsigned_abs() as u32,
        _ => buckets,
    }
}

/// Continues a hash with `text`, by its [UTF-16 units](next_char).
pub(crate) const fn with_text(hash: i32, text: &[u8]) -> i32 {
    let (mut hash, mut rest) = (hash, text);
    while let Some((first, second, after)) = next_char(rest) {
        hash = step(hash, first as i32);
        if let Some(second) = second {
            hash = step(hash, second as i32);
        }
        rest = after;
    }
    hash
}

/// Continues a hash with `number` in decimal, with leading zeros up to `digits` digits.
pub(crate) const fn with_number(hash: i32, number: i128, digits: usize) -> i32 {
    let mut hash = if number < 0 { step(hash, b'-' as i32) } else { hash };
    let number = number.unsigned_abs();
    let width = match number.checked_ilog10() {
        Some(log) if log as usize >= digits => log as usize + 1,
        _ => digits,
    };
    let mut place = 0;
    while place < width {
        hash = step(hash, Radix::Decimal.byte(Radix::Decimal.digit(number, width, place)) as i32);
        place += 1;
    }
    hash
}

/// Each step multiplies by this, so modulo it only the last unit counts until the hash wraps.
pub(crate) const FACTOR: i32 = 31;

const fn step(hash: i32, unit: i32) -> i32 {
    hash.wrapping_mul(FACTOR).wrapping_add(unit)
}

/// The UTF-16 units of a text, as Java counts them.
type Units = SmallVec<[u16; 32]>;

/// Splits the first character off a text: its one or two UTF-16 units, and the rest. The text is UTF-8, or the result of
/// [`of_text`]. There, half of a surrogate pair is written like a character of three bytes: D83D as ED A0 BD.
#[inline]
const fn next_char(text: &[u8]) -> Option<(u16, Option<u16>, &[u8])> {
    let [first, after @ ..] = text else { return None };
    let (more, mask) = match *first {
        0xF0.. => (3, 0x07),
        0xE0.. => (2, 0x0F),
        0xC0.. => (1, 0x1F),
        _ => (0, 0x7F),
    };
    let (mut more, after) = after.split_at(if more < after.len() { more } else { after.len() });
    let mut code = (*first & mask) as u32;
    while let [byte, rest @ ..] = more {
        code = code << 6 | (*byte & 0x3F) as u32;
        more = rest;
    }
    match code.checked_sub(0x1_0000) {
        Some(beyond) => Some((0xD800 | (beyond >> 10) as u16, Some(0xDC00 | (beyond & 0x3FF) as u16), after)),
        None => Some((code as u16, None, after)),
    }
}

/// Calls `take` with each UTF-16 unit of a text.
fn each_unit(text: &[u8], mut take: impl FnMut(u16)) {
    let mut rest = text;
    while let Some((first, second, after)) = next_char(rest) {
        take(first);
        second.into_iter().for_each(&mut take);
        rest = after;
    }
}

/// How many UTF-16 units a text has.
pub(super) fn units_in(text: &[u8]) -> usize {
    let mut count = 0;
    each_unit(text, |_| count += 1);
    count
}

/// The text of some units, which [`next_char`] reads.
fn text_of(units: &[u16]) -> Vec<u8> {
    let mut text = Vec::with_capacity(units.len());
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok(char) => text.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(half) => {
                let half = half.unpaired_surrogate();
                let bytes = [0xE0 | half >> 12, 0x80 | half >> 6 & 0x3F, 0x80 | half & 0x3F];
                text.extend(bytes.map(|byte| byte as u8));
            }
        }
    }
    text
}

/// A text through views as Java takes them: `substring` and `replace`, which count UTF-16 units, and `Integer.parseInt`.
#[inline(never)]
pub(super) fn of_text(views: &[View], text: &[u8]) -> Result<Seen<'static>, ValueError> {
    let mut units = Units::new();
    each_unit(text, |unit| units.push(unit));
    for (at, view) in views.iter().enumerate() {
        let found = units.len();
        let (cut, least) = match *view {
            View::First(count) => (count..found, count),
            View::From(count) => (0..count, count),
            View::Last(count) => (0..found.saturating_sub(count), count),
            View::Without(part) => {
                units = without(&units, &part.encode_utf16().collect::<Units>());
                continue;
            }
            View::JavaInt => {
                let number = parsed(&units).ok_or(ValueError::JavaInt { found })?;
                return Ok(Seen::Number(of_number(&views[at + 1..], i128::from(number), 0)?));
            }
            View::Int => {
                let number = int(&text_of(&units), false)?;
                return Ok(Seen::Number(of_number(&views[at + 1..], number, 0)?));
            }
            View::Div(_) | View::Floor(_) | View::Calendar(_) => continue,
        };
        // `substring` throws.
        if found < least {
            return Err(ValueError::JavaCut { view: view.name(), found, least });
        }
        units.drain(cut);
    }
    Ok(Seen::Text(Cow::Owned(text_of(&units))))
}

/// The units, with every occurrence of `part` removed.
fn without(units: &[u16], part: &[u16]) -> Units {
    let (mut kept, mut rest) = (Units::new(), units);
    while let Some((&unit, after)) = rest.split_first() {
        rest = rest.strip_prefix(part).filter(|_| !part.is_empty()).unwrap_or_else(|| {
            kept.push(unit);
            after
        });
    }
    kept
}

/// The number that a sign or none, and one or more digits, spell; `None` for other texts, and beyond an `i32`.
fn parsed(units: &[u16]) -> Option<i32> {
    const MINUS: u16 = b'-' as u16;
    const PLUS: u16 = b'+' as u16;
    let (sign, digits) = match units {
        [MINUS, digits @ ..] => (-1, digits),
        [PLUS, digits @ ..] | digits => (1, digits),
    };
    let mut number = if digits.is_empty() { None } else { Some(0i32) };
    for unit in digits {
        number = number?.checked_mul(10)?.checked_add(sign * digit(*unit)?);
    }
    number
}

/// The value of a decimal digit of any script, as Java's `Character.digit(unit, 10)` gives it; `None` if it is not one.
fn digit(unit: u16) -> Option<i32> {
    let zero = ZEROS.get(ZEROS.partition_point(|zero| *zero <= unit).checked_sub(1)?)?;
    Some(i32::from(unit - zero)).filter(|digit| *digit < 10)
}

/// The zeros of all scripts whose digits are one UTF-16 unit, ascending: as in Java 17.
const ZEROS: [u16; 37] = [
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6,
    0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40,
    0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
];

impl Salt {
    /// `true` if an input is `java_int`, so that the bucket of a number is Java's.
    #[inline(always)]
    pub(super) const fn is_java(&self) -> bool {
        let mut inputs = self.inputs;
        while let [input, rest @ ..] = inputs {
            let mut views = input.views;
            while let [view, rest @ ..] = views {
                if matches!(view, View::JavaInt) {
                    return true;
                }
                views = rest;
            }
            inputs = rest;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;
    use std::vec::Vec;

    /// Expected values come from `"..".hashCode()` in Java.
    #[test]
    fn texts_hash_as_in_java() {
        for (text, expected) in
            [("", 0), ("a", 97), ("hello", 99_162_322), ("6677201712", -724_404_315), ("polygenelubricants", i32::MIN)]
        {
            assert_eq!(with_text(0, text.as_bytes()), expected);
            assert_eq!(
                with_text(with_text(0, &text.as_bytes()[..text.len() / 2]), &text.as_bytes()[text.len() / 2..]),
                expected
            );
        }
        // One UTF-16 unit, and two: the surrogates 0xD83D 0xDE00.
        assert_eq!(with_text(0, "淘".as_bytes()), 0x6DD8);
        assert_eq!(with_text(0, "😀".as_bytes()), 31 * 0xD83D + 0xDE00);
    }

    #[test]
    fn a_remainder_that_is_not_negative_has_no_label() {
        let joined = |numbers: &[i64]| numbers.iter().flat_map(|number| number.to_be_bytes()).collect::<Vec<u8>>();
        for (numbers, buckets, expected) in [
            (&[-9][..], 6, 3),
            (&[-12], 6, 6),
            (&[9], 6, 6),
            (&[], 6, 6),
            (&[-123, 201_712], 6, 5),
            (&[-1, -1], 6, 6),
            (&[i64::MIN], 6, 2),
            (&[i64::MIN], u32::MAX, 1 << 31),
            (&[-1], 0, 0),
        ] {
            assert_eq!(negative_xor(&joined(numbers), buckets), expected, "{numbers:?} % {buckets}");
        }
        assert_eq!(negative_xor(b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF-", 6), 6, "a text among the inputs");
    }

    #[test]
    fn no_unit_but_a_digit_is_one() {
        let digits = (0..=u16::MAX).filter(|unit| digit(*unit).is_some());
        assert_eq!(digits.clone().count(), 370);
        assert!(digits.map(u32::from).all(|unit| char::from_u32(unit).is_some_and(char::is_numeric)));
    }

    #[test]
    fn numbers_hash_as_their_decimal_text() {
        for number in [0, 7, 10, -1, 201_712, i128::from(i64::MIN), i128::from(u64::MAX), i128::MIN, i128::MAX] {
            assert_eq!(with_number(5, number, 1), with_text(5, number.to_string().as_bytes()));
        }
        assert_eq!(
            [912, 201_712].map(|month| with_number(5, month, 6)),
            ["000912", "201712"].map(|month| with_text(5, month.as_bytes()))
        );
    }

    #[test]
    fn no_number_of_buckets_is_too_odd_for_phoenix() {
        // The hash of this text is `i32::MIN`, whose absolute value does not fit an `i32`.
        assert_eq!([0, 1, 2, 3, u32::MAX].map(|buckets| phoenix(b"lqlxswv", buckets)), [0, 0, 0, 2, 1 << 31]);
    }
}
