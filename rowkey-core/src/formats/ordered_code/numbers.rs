//! Integers in ordered code: `Int64`, in the variable width of `Type.Int64.Encoding.OrderedCodeBytes`.

use super::OrderedCodeValue;
use crate::bytes::{Hex, Sink};
use crate::codec::terminated::escape;
use crate::error::ElementError;
use crate::language::{ByteSet, EndMark};
use alloc::borrow::Cow;
use core::fmt;

/// A number in the variable width of ordered code: a 1 bit for each byte, a 0 bit, and the number. A negative number
/// `n` is the complement of the bytes of `!n`.
///
/// 5 is `85`, 64 is `C0 40`, and -1 is `7F`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SignedNumber {
    bytes: [u8; 10],
    width: usize,
}

/// Returns the number of bits after the ones and the zero in a number of `width` bytes.
const fn bits(width: usize) -> u32 {
    7 * width as u32 - 1
}

/// Returns the ones at the start of a number of `width` bytes, shifted to their position.
const fn ones(width: usize) -> u128 {
    ((1 << width) - 1) << (bits(width) + 1)
}

impl SignedNumber {
    const fn of(number: i64) -> Self {
        let magnitude = if number < 0 { !number } else { number } as u128;
        let mut width = 1;
        while magnitude >> bits(width) > 0 {
            width += 1;
        }
        let written = ones(width) | magnitude;
        let written = if number < 0 { !written } else { written };
        let (mut bytes, mut at) = ([0; 10], 0);
        while at < width {
            bytes[at] = (written >> (8 * (width - 1 - at))) as u8;
            at += 1;
        }
        Self { bytes, width }
    }

    fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.width).unwrap_or_default()
    }

    /// Returns the number that [`SignedNumber::of`] writes as these bytes, or `None` if there is no such number.
    fn read(bytes: &[u8]) -> Option<i64> {
        let is_negative = bytes.first()? & 0x80 == 0;
        if bytes.len() > 10 {
            return None;
        }
        let plain = bytes.iter().map(|byte| if is_negative { !byte } else { *byte });
        let written = plain.fold(0u128, |written, byte| written << 8 | u128::from(byte));
        let magnitude = i64::try_from(written.checked_sub(ones(bytes.len()))?).ok()?;
        let number = if is_negative { !magnitude } else { magnitude };
        (Self::of(number).as_slice() == bytes).then_some(number)
    }
}

/// Reads an integer from `least` to `greatest`.
fn integer(bytes: &[u8], least: i64, greatest: i64) -> Result<i64, ElementError> {
    const NONE: ElementError =
        ElementError::Other("expected an integer in ordered code, in the minimum number of bytes");
    let found = SignedNumber::read(bytes).ok_or(NONE)?;
    match (least..=greatest).contains(&found) {
        true => Ok(found),
        false => Err(ElementError::Range { found: found.into(), least: least.into(), greatest: greatest.into() }),
    }
}

/// Returns the maximum width of an integer up to `greatest`, with its escapes. In a number of several bytes, two bytes are
/// never 00, so they need no escape.
const fn most_bytes(greatest: i64) -> usize {
    2 * SignedNumber::of(greatest).width - 2
}

macro_rules! integers {
    ($($int:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'k> OrderedCodeValue<'k> for $int {
            const ALPHABET: ByteSet = ByteSet::ALL;
            const MOST: Option<usize> = Some(most_bytes($int::MAX as i64));
            const BORROWS: bool = false;
            const NAME: &'static str = concat!("ordered_code ", stringify!($int));

            #[inline]
            fn is_empty(&self) -> bool {
                false
            }

            #[inline]
            fn write<S: Sink>(&self, out: &mut S) {
                escape(SignedNumber::of(i64::from(*self)).as_slice(), EndMark::NUL, out);
            }

            #[inline]
            fn read(bytes: Cow<'_, [u8]>) -> Result<Self, ElementError> {
                integer(&bytes, $int::MIN.into(), $int::MAX.into()).map(|number| number as $int)
            }

            fn show(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match SignedNumber::read(bytes) {
                    Some(number) => write!(f, "{number}"),
                    None => write!(f, "{}", Hex(bytes)),
                }
            }
        }
    )*};
}

integers! { u8 u16 u32 i8 i16 i32 i64 }

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    fn escaped(number: i64) -> usize {
        let bytes = SignedNumber::of(number).as_slice().to_vec();
        bytes.len() + bytes.iter().filter(|&&byte| byte == 0).count()
    }

    /// Numbers of one bit and their neighbors, of both signs.
    fn numbers() -> Vec<i64> {
        let edges = (0..63).flat_map(|bit| [(1i64 << bit) - 1, 1 << bit, (1 << bit) + 1]).chain([i64::MAX]);
        let mut all: Vec<i64> = edges.flat_map(|number| [number, !number]).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn numbers_come_back_and_sort() {
        let numbers = numbers();
        for pair in numbers.windows(2) {
            assert!(SignedNumber::of(pair[0]).as_slice() < SignedNumber::of(pair[1]).as_slice(), "{pair:?}");
        }
        for number in numbers {
            assert_eq!(SignedNumber::read(SignedNumber::of(number).as_slice()), Some(number));
        }
    }

    #[test]
    fn no_number_is_written_in_two_ways() {
        for first in 0..=0xFF {
            for second in 0..=0xFF {
                for bytes in
                    [&[first][..], &[first, second], &[first, second, 0x40], &[0xFF, first, second, 1, 1, 1, 1, 1]]
                {
                    if let Some(number) = SignedNumber::read(bytes) {
                        assert_eq!(SignedNumber::of(number).as_slice(), bytes);
                    }
                }
            }
        }
        // 63 in two bytes, one more than i64 holds, 11 bytes, none.
        for wrong in [&[0xC0, 0x3F][..], &[0xFF, 0xC0, 0x80, 0, 0, 0, 0, 0, 0, 0], &[0xFF; 11], &[]] {
            assert_eq!(SignedNumber::read(wrong), None, "{wrong:02X?}");
        }
    }

    #[test]
    fn an_integer_is_as_wide_as_it_says() {
        for bits in [7u32, 8, 15, 16, 31, 32, 63] {
            let (below, greatest) = (if bits % 8 == 7 { 1 << bits } else { 0 }, (1i128 << bits) - 1);
            let is_held = |&number: &i64| (-below..=greatest).contains(&number.into());
            let widest = numbers().into_iter().filter(is_held).map(escaped).max();
            assert_eq!(Some(most_bytes(greatest as i64)), widest, "{bits} bits");
        }
    }
}
