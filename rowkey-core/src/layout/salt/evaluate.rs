//! Evaluates a salt: combines its inputs, and computes the bucket from the result.
//!
//! Encode, decode, scans, and the proof that every bucket is reached all call these functions. The proof runs inside rustc,
//! so they are `const`. They know no codec: the callers produce the inputs.
//!
//! Inputs come one by one, because encode borrows each of them from its field for one call only. A salt of numbers or texts
//! combines them into one number. A salt of bytes is a hash of the joined bytes. The caller joins and hashes them, because
//! the fast hashes (`key/hash/`) are not `const`, and the hash for the proof is slow.
//!
//! ```text
//! xor, 6 buckets        9, 12      9 ^ 12 = 5                       5 % 6 = bucket 5
//! java_hash, 6 buckets  "a", 7     "a7".hashCode() = 97*31 + 55     3062 % 6 = bucket 2
//! md5, 16 buckets       "a", "bc"  md5("abc") = 0x9001..            0x9001.. * 16 >> 128 = bucket 9
//! ```

use super::{Bucket, Salt, Takes, View, java, remainder, scaled, view};
use crate::bytes::KeyBuf;
use crate::error::ValueError;

/// One input of a salt, after its views.
#[derive(Clone, Copy)]
pub(crate) enum InputRef<'a> {
    /// A number, for a salt that takes numbers or texts.
    Number(i128),
    /// Bytes or a text, for a salt that takes these.
    Bytes(&'a [u8]),
}

/// The value of one input, as the salt takes it. A scan keeps it until all inputs are known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum InputValue {
    /// For a salt that takes numbers; also a number for a salt that takes texts.
    Number(i128),
    /// For a salt that takes bytes or texts.
    Bytes(KeyBuf),
}

impl InputValue {
    #[inline(always)]
    pub(crate) fn of(input: InputRef<'_>) -> Self {
        match input {
            InputRef::Number(number) => Self::Number(number),
            InputRef::Bytes(bytes) => Self::Bytes(KeyBuf::of(bytes)),
        }
    }

    #[inline(always)]
    pub(crate) fn as_ref(&self) -> InputRef<'_> {
        match self {
            Self::Number(number) => InputRef::Number(*number),
            Self::Bytes(bytes) => InputRef::Bytes(bytes),
        }
    }
}

impl Takes {
    /// Combines `number`, which is 0 before the first input, with the next input, whose views are `views`. Bytes for a hash
    /// leave it as it is.
    #[inline(always)]
    pub(crate) const fn combine(self, number: i128, views: &[View], input: InputRef<'_>) -> i128 {
        match (self, input) {
            (Self::Texts, InputRef::Number(value)) => {
                java::with_number(number as i32, value, view::digits(views)) as i128
            }
            (Self::Texts, InputRef::Bytes(text)) => java::with_text(number as i32, text) as i128,
            (Self::Numbers | Self::Bytes, InputRef::Number(value)) => number ^ value,
            (Self::Numbers | Self::Bytes, InputRef::Bytes(_)) => number,
        }
    }
}

impl Salt {
    /// Returns the bucket of the combined inputs of a salt of numbers or texts.
    ///
    /// # Errors
    /// Returns [`ValueError::JavaRemainder`] if Java's label of the number would be negative.
    #[inline(always)]
    pub(crate) const fn bucket_of_number(&self, number: i128) -> Result<Bucket, ValueError> {
        match remainder(number, self.buckets) {
            1.. if number < 0 && self.is_java() && matches!(self.algorithm.takes(), Takes::Numbers) => {
                Err(ValueError::JavaRemainder { found: number, buckets: self.buckets })
            }
            bucket => Ok(bucket as Bucket),
        }
    }

    /// Returns the bucket of a digest: its first 64 bits scaled to the number of buckets, or the digits for the label. The
    /// first bits are the highest of `digest`.
    #[inline]
    pub(crate) const fn bucket_of_digest(&self, digest: u128) -> Bucket {
        if self.is_digest() {
            self.label.first_digits(digest)
        } else {
            scaled((digest >> 64) as u64, self.buckets) as Bucket
        }
    }

    /// Returns `true` if an input is `java_int`, so that the bucket of a negative number is Java's.
    #[inline(always)]
    const fn is_java(&self) -> bool {
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
    use super::*;
    use crate::layout::salt::{Algorithm, Label};

    #[test]
    fn the_examples_above_are_right() {
        const fn salt(algorithm: Algorithm, buckets: u32) -> Salt {
            Salt::new(algorithm, buckets, &[], false, Label::U8)
        }
        const XOR: i128 =
            Takes::Numbers.combine(Takes::Numbers.combine(0, &[], InputRef::Number(9)), &[], InputRef::Number(12));
        const TEXT: i128 =
            Takes::Texts.combine(Takes::Texts.combine(0, &[], InputRef::Bytes(b"a")), &[], InputRef::Number(7));
        assert_eq!((XOR, salt(Algorithm::Xor, 6).bucket_of_number(XOR)), (5, Ok(5)));
        assert_eq!((TEXT, salt(Algorithm::JavaHash, 6).bucket_of_number(TEXT)), (3_062, Ok(2)));
        assert_eq!(salt(Algorithm::Md5, 16).bucket_of_digest(0x9001_5098 << 96), 9);
    }
}
