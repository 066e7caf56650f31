//! One field of a key in ordered code, as Bigtable writes the fields of a row key schema (`StructEncoding.OrderedCodeBytes`).
//!
//! An element is the bytes of a value, with 00 written as 00 FF, and the end mark 00 01. An empty value is 00 00
//! before its end mark. `"a"` is `61 00 01`, `""` is `00 00 00 01`, and 5 is `85 00 01`.
//!
//! This is the full element. At the end of a key, Bigtable omits the end mark and fields with empty text
//! (`layout/ordered_code.rs`).

use super::ByteSet;
use crate::language::message::Line;

/// The end mark of an element.
pub(crate) const END: [u8; 2] = [0, 1];
/// The bytes of the empty text, before its end mark.
pub(crate) const EMPTY: [u8; 2] = [0, 0];

/// The values that a field in ordered code can hold.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OrderedCodeKind {
    /// Bytes of a set, as they are.
    Text(ByteSet),
    /// An integer from `-below` to `greatest`, as a [`SignedNumber`]. `greatest` is at least `below` - 1.
    Integer { below: u64, greatest: u64 },
}

/// A number in the variable width of ordered code: a 1 bit for each byte, a 0 bit, and the number. A negative number
/// `n` is the complement of the bytes of `!n`.
///
/// 5 is `85`, 64 is `C0 40`, and -1 is `7F`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SignedNumber {
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
    pub(crate) const fn of(number: i64) -> Self {
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

    pub(crate) fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.width).unwrap_or_default()
    }

    /// Returns the number that [`SignedNumber::of`] writes as these bytes, or `None` if there is no such number.
    pub(crate) fn read(bytes: &[u8]) -> Option<i64> {
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

impl OrderedCodeKind {
    /// Returns the bytes that a value can begin with.
    pub(crate) const fn first(&self) -> ByteSet {
        match *self {
            Self::Text(alphabet) => alphabet,
            Self::Integer { below, greatest } => {
                let least = if below > 0 { !((below - 1) as i64) } else { 0 };
                ByteSet::range(SignedNumber::of(least).bytes[0], SignedNumber::of(greatest as i64).bytes[0])
            }
        }
    }

    /// Returns the bytes that can follow the first one of a value. For integers, this is more than can occur.
    pub(crate) const fn others(&self) -> ByteSet {
        match *self {
            Self::Text(alphabet) => alphabet,
            Self::Integer { .. } => ByteSet::ALL,
        }
    }

    /// Returns `true` if a value can have no bytes.
    pub(crate) const fn can_be_empty(&self) -> bool {
        matches!(self, Self::Text(_))
    }

    /// Returns the minimum and the maximum width of a full element. In a number of several bytes, two bytes are never
    /// 00, so they need no escape.
    pub(crate) const fn width(&self) -> (usize, Option<usize>) {
        let least = 1 + END.len();
        match *self {
            Self::Text(_) => (least, None),
            Self::Integer { greatest, .. } => {
                (least, Some(2 * SignedNumber::of(greatest as i64).width - 2 + END.len()))
            }
        }
    }

    /// Writes a description of the values: `ordered code of text`.
    pub(crate) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.text("ordered code of ");
        match *self {
            Self::Text(alphabet) => out.text(if alphabet.contains(0xFF) { "bytes" } else { "text" }),
            Self::Integer { below, greatest } => {
                out.text(if below > 0 { "an integer from -" } else { "an integer from " });
                out.number(below as u128);
                out.text(" to ");
                out.number(greatest as u128);
            }
        }
    }
}

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
    fn an_integer_is_as_wide_as_it_says_and_begins_so() {
        for bits in [7u32, 8, 15, 16, 31, 32, 63] {
            let (below, greatest) = (if bits % 8 == 7 { 1 << bits } else { 0 }, (1 << bits) - 1);
            let kind = OrderedCodeKind::Integer { below, greatest };
            let is_held = |&number: &i64| (-i128::from(below)..=greatest.into()).contains(&number.into());
            let held: Vec<i64> = numbers().into_iter().filter(is_held).collect();
            let widest = held.iter().map(|&number| escaped(number)).max();
            assert_eq!(kind.width(), (3, widest.map(|widest| widest + 2)), "{bits} bits");
            let firsts = || held.iter().map(|&number| SignedNumber::of(number).bytes[0]);
            assert_eq!((kind.first().least(), kind.first().greatest()), (firsts().min(), firsts().max()));
        }
    }
}
