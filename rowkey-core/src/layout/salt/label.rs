//! The label: the written form of a bucket.

use crate::bytes::{Patch, Sink};
use crate::language::message::{Line, display_description};
use crate::language::{Number, Radix};
use crate::layout::salt::{Bucket, DIGEST};

/// The form of a label: how the key stores the number of a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Label {
    /// One byte.
    U8,
    /// Two bytes, big endian.
    U16,
    /// Four bytes, big endian.
    U32,
    /// Eight bytes, big endian.
    I64,
    /// This number of decimal digits, with leading zeros.
    Digits(usize),
    /// This number of lower-case hex digits, with leading zeros.
    Hex(usize),
    /// This number of bytes from the start of a digest.
    Bytes(usize),
}

impl Label {
    /// Returns the narrowest binary form that holds the labels of `buckets` buckets.
    pub(crate) const fn least_for(buckets: u32) -> Self {
        match buckets - 1 {
            0..=0xFF => Self::U8,
            0x100..=0xFFFF => Self::U16,
            _ => Self::U32,
        }
    }

    /// Returns the width of the label in bytes.
    #[must_use]
    pub const fn width(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::U32 => 4,
            Self::I64 => 8,
            Self::Digits(width) | Self::Hex(width) | Self::Bytes(width) => width,
        }
    }

    pub(crate) const fn radix(self) -> Radix {
        match self {
            Self::Digits(_) => Radix::Decimal,
            Self::Hex(_) => Radix::Hex,
            _ => Radix::Bytes,
        }
    }

    /// Returns the greatest bucket that fits, at most `u32::MAX`.
    pub(crate) const fn capacity(self) -> u32 {
        let greatest = self.radix().greatest(self.width());
        if greatest > u32::MAX as u128 { u32::MAX } else { greatest as u32 }
    }

    /// Returns the labels of `buckets` buckets.
    pub(crate) const fn numbers(self, buckets: u32) -> Number {
        Number { radix: self.radix(), width: self.width(), least: 0, greatest: buckets as u128 - 1 }
    }

    /// Returns all labels of this form.
    pub(crate) const fn all_numbers(self) -> Number {
        let (radix, width) = (self.radix(), self.width());
        Number { radix, width, least: 0, greatest: radix.greatest(width) }
    }

    /// Returns the number of hex digits of the label of a digest, two for each byte.
    pub(crate) const fn hex_digits(self) -> usize {
        match self {
            Self::Hex(width) => width,
            _ => 2 * self.width(),
        }
    }

    /// Returns the number of the first digits of a digest, as many as the label has.
    #[inline]
    pub(crate) const fn first_digits(self, digest: u128) -> Bucket {
        let bits = 4 * self.hex_digits();
        // Other widths are rejected at compile time.
        if bits == 0 || bits > 128 { digest } else { digest >> (128 - bits) }
    }

    /// Returns byte `place` of the label of `bucket`.
    pub(crate) const fn byte(self, bucket: Bucket, place: usize) -> u8 {
        self.radix().byte(self.radix().digit(bucket, self.width(), place))
    }

    /// Writes the label of `bucket`.
    #[inline]
    pub(crate) fn write<S: Sink>(self, bucket: Bucket, out: &mut S) {
        match self {
            Self::U8 => out.put(&[bucket as u8]),
            Self::U16 => out.put(&(bucket as u16).to_be_bytes()),
            Self::U32 => out.put(&(bucket as u32).to_be_bytes()),
            Self::I64 => out.put(&(bucket as i64).to_be_bytes()),
            // Only a digest or a computed number has more digits than a number of 32 bits.
            Self::Digits(width) | Self::Hex(width) if width > 8 => {
                (0..width).for_each(|place| out.put(&[self.byte(bucket, place)]))
            }
            Self::Digits(width) => put_digits(pairs(bucket as u32, 100, &DECIMAL), width, out),
            Self::Hex(width) => put_digits(pairs(bucket as u32, 256, &HEX), width, out),
            Self::Bytes(width) => {
                out.put(bucket.to_be_bytes().get(16usize.saturating_sub(width)..).unwrap_or_default());
            }
        }
    }

    /// Writes the label of `bucket` over the bytes of `key` from `at` on.
    #[inline(always)]
    pub(crate) fn write_over(self, bucket: Bucket, key: &mut [u8], at: usize) {
        // Most labels are one byte: a plan of six ranges writes twelve (500 of its instructions, `benches/instructions`).
        if let Self::U8 = self {
            if let Some(label) = key.get_mut(at) {
                *label = bucket as u8;
            }
        } else {
            self.write(bucket, &mut Patch(key.get_mut(at..).unwrap_or_default()));
        }
    }

    /// Returns the bucket of a label. Returns `None` if `bytes` are not the label of one of `buckets` buckets, or not
    /// digits if `buckets` is [`DIGEST`].
    #[inline]
    pub(crate) fn read(self, bytes: &[u8], buckets: u32) -> Option<Bucket> {
        if buckets == DIGEST {
            return bytes.iter().try_fold(0, |all: Bucket, &byte| {
                Some(all.wrapping_mul(self.radix().base()).wrapping_add(Bucket::from(self.radix().value(byte)?)))
            });
        }
        let base = self.radix().base() as u64;
        let (zeros, digits) = bytes.split_at(bytes.len().saturating_sub(MOST_READ));
        let (mut bucket, mut greatest) = (0u64, 0);
        for &byte in digits {
            let digit = if base > 16 { byte } else { VALUES[usize::from(byte)] };
            bucket = bucket.wrapping_mul(base).wrapping_add(u64::from(digit));
            greatest = greatest.max(digit);
        }
        if u64::from(greatest) >= base || zeros.iter().any(|&byte| byte != b'0') {
            return None;
        }
        (bucket < u64::from(buckets)).then_some(Bucket::from(bucket))
    }
}

/// The maximum number of digits that always fit a `u64`. Labels of more digits begin with zeros.
const MOST_READ: usize = 16;

/// The value of each byte as a lower-case hex digit, or FF if it is not one.
const VALUES: [u8; 256] = {
    let mut values = [0xFF; 256];
    let mut digit = 0;
    while digit < 16 {
        values[Radix::Hex.byte(digit) as usize] = digit;
        digit += 1;
    }
    values
};

/// The two decimal digits of each number below 100, and the two hex digits of each below 256.
const DECIMAL: [[u8; 2]; 100] = two_digits(Radix::Decimal);
const HEX: [[u8; 2]; 256] = two_digits(Radix::Hex);

const fn two_digits<const N: usize>(radix: Radix) -> [[u8; 2]; N] {
    let mut all = [[0; 2]; N];
    let mut number = 0;
    while number < N {
        all[number] = [radix.byte(radix.digit(number as u128, 2, 0)), radix.byte(radix.digit(number as u128, 2, 1))];
        number += 1;
    }
    all
}

/// Returns the last ten digits of a number, two at a time from a table. Computed and written one by one, four hex digits
/// take 8 ns of an encode. Reading them by comparisons takes 6 ns.
#[inline(always)]
fn pairs<const N: usize>(number: u32, base: u32, table: &[[u8; 2]; N]) -> [u8; 10] {
    let (mut digits, mut rest) = ([b'0'; 10], number);
    for pair in digits.rchunks_exact_mut(2) {
        pair.copy_from_slice(&table[(rest % base) as usize]);
        rest /= base;
    }
    digits
}

/// Writes the last `width` of ten digits, after zeros if the label is wider.
#[inline(always)]
fn put_digits<S: Sink>(digits: [u8; 10], width: usize, out: &mut S) {
    for _ in digits.len()..width {
        out.put(b"0");
    }
    out.put(digits.get(digits.len().saturating_sub(width)..).unwrap_or_default());
}

impl Label {
    /// Writes the form as in `salt(..)`: `u8`, `digits(2)`.
    pub(crate) const fn describe<const N: usize>(self, out: &mut Line<N>) {
        let (word, width) = match self {
            Self::U8 => ("u8", None),
            Self::U16 => ("u16", None),
            Self::U32 => ("u32", None),
            Self::I64 => ("i64", None),
            Self::Digits(width) => ("digits", Some(width)),
            Self::Hex(width) => ("hex", Some(width)),
            Self::Bytes(width) => ("bytes", Some(width)),
        };
        out.text(word);
        if let Some(width) = width {
            out.text("(");
            out.number(width as u128);
            out.text(")");
        }
    }
}

display_description! {
    /// Shows the form as in `salt(..)`: `u8`, `digits(2)`.
    Label;
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    #[test]
    fn a_label_reads_back_and_holds_what_its_capacity_says() {
        let digits = (1..24).flat_map(|width| [Label::Digits(width), Label::Hex(width)]);
        for label in [Label::U8, Label::U16, Label::U32, Label::I64].into_iter().chain(digits) {
            for bucket in (0..70_000).chain([1 << 20, 1 << 26, 999_999_999, 1_000_000_000, u32::MAX - 1]) {
                if bucket > label.capacity() {
                    continue;
                }
                let mut out = Vec::new();
                label.write(bucket.into(), &mut out);
                assert_eq!(out.len(), label.width());
                assert_eq!(out, (0..out.len()).map(|at| label.byte(bucket.into(), at)).collect::<Vec<_>>());
                assert_eq!(label.read(&out, bucket + 1), Some(bucket.into()));
                if bucket > 0 {
                    assert_eq!(label.read(&out, bucket), None);
                }
            }
        }
        assert_eq!(
            [Label::U8, Label::Digits(2), Label::Hex(7), Label::U32].map(Label::capacity),
            [255, 99, 0xFFF_FFFF, u32::MAX]
        );
    }

    /// md5("abc") = 900150983cd24fb0d6963f7d28e17f72.
    #[test]
    fn a_label_can_be_the_first_digits_of_a_digest() {
        const DIGITS: &str = "900150983cd24fb0d6963f7d28e17f72";
        let digest = u128::from_str_radix(DIGITS, 16).unwrap();
        for (label, width) in
            (1..=32).map(|width| (Label::Hex(width), width)).chain((1..=16).map(|width| (Label::Bytes(width), width)))
        {
            let mut out = Vec::new();
            let bucket = label.first_digits(digest);
            label.write(bucket, &mut out);
            match label {
                Label::Hex(_) => assert_eq!(out, DIGITS.as_bytes()[..width]),
                _ => assert_eq!(out, digest.to_be_bytes()[..width]),
            }
            assert_eq!(label.read(&out, DIGEST), Some(bucket));
            assert_eq!(label.width(), width);
        }
        assert_eq!(Label::Hex(2).read(b"9G", DIGEST), None);
        assert_eq!(Label::Hex(2).read(b"9F", DIGEST), None);
    }
}
