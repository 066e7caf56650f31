//! Hash codes of Java, for salts that Java code computed: each step is `31 * hash + unit`, in wrapping 32-bit arithmetic.

use crate::language::Radix;
use alloc::string::String;

/// Apache Phoenix's salt of `rest`, the whole row key after its salt byte: `abs(hash % buckets)` of the hash that Java's
/// `Arrays.hashCode(byte[])` gives for `rest`. Returns 0 if `buckets` is 0.
///
/// The same as `salt(phoenix, ..)`, but for any number of buckets. `salt(phoenix, ..)` refuses multiples of 31, which leave
/// buckets empty; a table that has such a number is read by this function:
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

/// Continues a hash with `text`, by its UTF-16 units.
pub(crate) fn with_text(hash: i32, text: &[u8]) -> i32 {
    // Lossless: views cut between characters, so `text` is UTF-8.
    String::from_utf8_lossy(text).encode_utf16().fold(hash, |hash, unit| step(hash, i32::from(unit)))
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

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

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
