//! The digits of numbers: bytes, decimal, and hex.

use super::ByteSet;

/// The digits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Radix {
    /// Big-endian bytes.
    Bytes,
    /// `0-9`
    Decimal,
    /// `0-9a-f`
    Hex,
    /// `0-9A-F`
    UpperHex,
}

impl Radix {
    pub(crate) const fn base(self) -> u128 {
        match self {
            Self::Bytes => 256,
            Self::Decimal => 10,
            Self::Hex | Self::UpperHex => 16,
        }
    }

    pub(crate) const fn byte(self, digit: u8) -> u8 {
        match self {
            Self::Bytes => digit,
            Self::Hex if digit >= 10 => b'a' + digit - 10,
            Self::UpperHex if digit >= 10 => b'A' + digit - 10,
            Self::Decimal | Self::Hex | Self::UpperHex => b'0' + digit,
        }
    }

    /// Returns the value of a digit, or `None` if `byte` is not a digit.
    pub(crate) const fn value(self, byte: u8) -> Option<u8> {
        match (self, byte) {
            (Self::Bytes, _) => Some(byte),
            (_, b'0'..=b'9') => Some(byte - b'0'),
            (Self::Hex, b'a'..=b'f') => Some(byte - b'a' + 10),
            (Self::UpperHex, b'A'..=b'F') => Some(byte - b'A' + 10),
            _ => None,
        }
    }

    /// Returns the maximum number of `width` digits, or `u128::MAX` if it does not fit.
    pub(crate) const fn greatest(self, width: usize) -> u128 {
        let count = if width > 128 { None } else { self.base().checked_pow(width as u32) };
        match count {
            Some(count) => count - 1,
            None => u128::MAX,
        }
    }

    /// Returns the number of digits of `number`, at least one.
    pub(crate) const fn width(self, number: u128) -> usize {
        let (mut width, mut rest) = (1, number / self.base());
        while rest > 0 {
            width += 1;
            rest /= self.base();
        }
        width
    }

    /// Returns the digit of `value` at `place`, counted from the left in `width` digits.
    pub(crate) const fn digit(self, value: u128, width: usize, place: usize) -> u8 {
        // The number of digits after this one. In bytes and hex, they are bits to shift out.
        let mut right = width - 1 - place;
        match self {
            Self::Bytes => return (value >> (8 * right)) as u8,
            Self::Hex | Self::UpperHex => return if right < 32 { (value >> (4 * right)) as u8 & 15 } else { 0 },
            Self::Decimal => {}
        }
        let mut rest = value;
        while right > 0 && rest > 0 {
            rest /= self.base();
            right -= 1;
        }
        (rest % self.base()) as u8
    }

    /// Writes a number in `width` digits into `out` at `at`, and returns the offset after it.
    pub(crate) const fn write(self, number: u128, width: usize, out: &mut [u8], at: usize) -> usize {
        let (mut rest, mut place) = (number, width);
        while place > 0 {
            place -= 1;
            let digit;
            (digit, rest) = match self {
                Self::Bytes => (rest as u8, rest >> 8),
                Self::Hex | Self::UpperHex => (rest as u8 & 15, rest >> 4),
                Self::Decimal => ((rest % 10) as u8, rest / 10),
            };
            out[at + place] = self.byte(digit);
        }
        at + width
    }

    /// The name in JSON.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Decimal => "decimal",
            Self::Hex => "hex",
            Self::UpperHex => "HEX",
        }
    }

    /// Returns the bytes of the digits from `low` to `high`.
    pub(crate) const fn digits(self, low: u8, high: u8) -> ByteSet {
        match self {
            Self::Bytes => ByteSet::range(low, high),
            Self::Decimal => ByteSet::range(b'0' + low, b'0' + high),
            Self::Hex | Self::UpperHex if high < 10 || low > 9 => ByteSet::range(self.byte(low), self.byte(high)),
            Self::Hex | Self::UpperHex => {
                ByteSet::range(b'0' + low, b'9').union(ByteSet::range(self.byte(10), self.byte(high)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    #[test]
    fn digits_are_counted_from_the_left() {
        assert_eq!((0..4).map(|at| Radix::Decimal.digit(1_203, 4, at)).collect::<Vec<_>>(), [1, 2, 0, 3]);
        assert_eq!(Radix::Bytes.digit(u128::MAX, 16, 0), 0xFF);
        assert_eq!(Radix::Decimal.digit(7, 39, 0), 0);
    }

    #[test]
    fn a_byte_is_the_digit_that_is_written_so() {
        for radix in [Radix::Bytes, Radix::Decimal, Radix::Hex, Radix::UpperHex] {
            let last = (radix.base() - 1) as u8;
            let written: Vec<u8> = (0..=last).map(|digit| radix.byte(digit)).collect();
            for byte in 0..=0xFF {
                let digit = written.iter().position(|&other| other == byte).map(|digit| digit as u8);
                assert_eq!(radix.value(byte), digit, "{radix:?} {byte:02X}");
                assert_eq!(radix.digits(0, last).contains(byte), digit.is_some());
            }
        }
    }

    #[test]
    fn a_width_holds_what_needs_it() {
        for radix in [Radix::Bytes, Radix::Decimal, Radix::Hex, Radix::UpperHex] {
            for width in 1..16 {
                assert_eq!(radix.width(radix.greatest(width)), width);
                assert_eq!(radix.width(radix.greatest(width) + 1), width + 1);
            }
            assert_eq!((radix.width(0), radix.greatest(0), radix.greatest(4_000)), (1, 0, u128::MAX));
        }
        assert_eq!((Radix::Decimal.width(u128::MAX), Radix::Hex.width(u128::MAX)), (39, 32));
    }
}
