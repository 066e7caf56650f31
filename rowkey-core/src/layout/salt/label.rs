//! The label: the written form of a bucket.

use crate::bytes::{Patch, Sink};
use crate::language::message::{Line, display_words};
use crate::language::{Leaf, Radix};

/// The form of a label: how a bucket's number is written.
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
    /// This many decimal digits, with leading zeros.
    Digits(usize),
    /// This many lower-case hex digits, with leading zeros.
    Hex(usize),
}

impl Label {
    /// The narrowest binary form that holds the labels of `buckets` buckets.
    pub(crate) const fn least_for(buckets: u32) -> Self {
        match buckets - 1 {
            0..=0xFF => Self::U8,
            0x100..=0xFFFF => Self::U16,
            _ => Self::U32,
        }
    }

    /// The width in bytes.
    #[must_use]
    pub const fn width(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::U32 => 4,
            Self::I64 => 8,
            Self::Digits(width) | Self::Hex(width) => width,
        }
    }

    const fn radix(self) -> Radix {
        match self {
            Self::Digits(_) => Radix::Decimal,
            Self::Hex(_) => Radix::Hex,
            _ => Radix::Bytes,
        }
    }

    /// The greatest bucket that fits, at most `u32::MAX`.
    pub(crate) const fn capacity(self) -> u32 {
        let greatest = self.radix().greatest(self.width());
        if greatest > u32::MAX as u128 { u32::MAX } else { greatest as u32 }
    }

    /// The form of the labels of `buckets` buckets, for the language.
    pub(crate) const fn leaf(self, buckets: u32) -> Leaf {
        Leaf::Number { radix: self.radix(), width: self.width(), least: 0, greatest: buckets as u128 - 1 }
    }

    /// The byte at `place` of the label of `bucket`.
    pub(crate) const fn byte(self, bucket: u32, place: usize) -> u8 {
        self.radix().byte(self.radix().digit(bucket as u128, self.width(), place))
    }

    /// Writes the label of `bucket`.
    #[inline]
    pub(crate) fn write<S: Sink>(self, bucket: u32, out: &mut S) {
        match self {
            Self::U8 => out.put(&[bucket as u8]),
            Self::U16 => out.put(&(bucket as u16).to_be_bytes()),
            Self::U32 => out.put(&bucket.to_be_bytes()),
            Self::I64 => out.put(&i64::from(bucket).to_be_bytes()),
            Self::Digits(width) | Self::Hex(width) => {
                for place in 0..width {
                    out.put(&[self.byte(bucket, place)]);
                }
            }
        }
    }

    /// Writes the label of `bucket` over the bytes of `key` from `at` on.
    #[inline(always)]
    pub(crate) fn write_over(self, bucket: u32, key: &mut [u8], at: usize) {
        // One byte is most of them: a plan of six ranges writes twelve (500 of its instructions; `benches/instructions`).
        if let Self::U8 = self {
            if let Some(label) = key.get_mut(at) {
                *label = bucket as u8;
            }
        } else {
            self.write(bucket, &mut Patch(key.get_mut(at..).unwrap_or_default()));
        }
    }

    /// The bucket whose label `bytes` are; `None` if they are not the label of one of `buckets` buckets.
    #[inline]
    pub(crate) fn read(self, bytes: &[u8], buckets: u32) -> Option<u32> {
        let mut bucket = 0u64;
        for &byte in bytes {
            let digit = self.radix().value(byte)?;
            bucket = bucket.checked_mul(self.radix().base() as u64)?.checked_add(u64::from(digit))?;
        }
        u32::try_from(bucket).ok().filter(|&bucket| bucket < buckets)
    }
}

impl Label {
    /// Writes the form as in `salt(..)`: `u8`, `digits(2)`.
    pub(crate) const fn words<const N: usize>(self, out: &mut Line<N>) {
        let (word, width) = match self {
            Self::U8 => ("u8", None),
            Self::U16 => ("u16", None),
            Self::U32 => ("u32", None),
            Self::I64 => ("i64", None),
            Self::Digits(width) => ("digits", Some(width)),
            Self::Hex(width) => ("hex", Some(width)),
        };
        out.text(word);
        if let Some(width) = width {
            out.text("(");
            out.number(width as u128);
            out.text(")");
        }
    }
}

display_words! {
    /// The form as in `salt(..)`: `u8`, `digits(2)`.
    Label;
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    #[test]
    fn a_label_reads_back_and_holds_what_its_capacity_says() {
        for label in [Label::U8, Label::U16, Label::U32, Label::I64, Label::Digits(3), Label::Hex(2)] {
            for bucket in [0, 1, 9, 10, 99, 255, 999, 65_535, 1 << 26] {
                if bucket > label.capacity() {
                    continue;
                }
                let mut out = Vec::new();
                label.write(bucket, &mut out);
                assert_eq!(out.len(), label.width());
                assert_eq!(out, (0..out.len()).map(|at| label.byte(bucket, at)).collect::<Vec<_>>());
                assert_eq!(label.read(&out, bucket + 1), Some(bucket));
                assert_eq!(label.read(&out, bucket), None);
            }
        }
        assert_eq!(
            [Label::U8, Label::Digits(2), Label::Hex(7), Label::U32].map(Label::capacity),
            [255, 99, 0xFFF_FFFF, u32::MAX]
        );
    }
}
