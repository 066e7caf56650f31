//! Java's arithmetic, for salts that Java code computed.
//!
//! A step of a hash code is `31 * hash + unit`, in wrapping arithmetic of 32 bits. The result of `%` has the sign of the
//! number. For the views of a text, which count UTF-16 units, see `view/units.rs`.

use crate::language::Radix;

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

/// The factor of each step. Until the hash wraps, its remainder by this factor depends on the last unit only.
pub(crate) const FACTOR: i32 = 31;

const fn step(hash: i32, unit: i32) -> i32 {
    hash.wrapping_mul(FACTOR).wrapping_add(unit)
}

/// Splits the first character off a text: its one or two UTF-16 units, and the rest.
///
/// The text is UTF-8, except for half of a surrogate pair that a view left at an end. It is written like a character of
/// three bytes: D83D as ED A0 BD.
#[inline]
pub(super) const fn next_char(text: &[u8]) -> Option<(u16, Option<u16>, &[u8])> {
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
