//! Hashes the joined inputs of a salt of bytes. `layout/salt/evaluate.rs` computes the bucket of the hash: its first 64 bits, scaled to the
//! number of buckets.
//!
//! The md5 digest of `abc` is `90 01 50 98 3C D2 4F B0 ..`. As a fraction, its first byte is 144 / 256, so `abc` is in
//! bucket 9 of 16.

use super::md5_lanes::{self, LANES, Messages};
use crate::error::ValueError;
use crate::layout::salt::{Algorithm, Bucket, InputKind, Salt, SaltInput, java, scaled};
use md5::{Digest, Md5};

/// Returns the bucket of `bytes`. Fails only if the user's own function returns a bucket that is out of range.
// Always inlined, because the salt is a constant where a key is encoded. Out of line, an md5 salt takes 75 more
// instructions (`benches/instructions`).
#[inline(always)]
pub(crate) fn bucket(salt: &Salt, bytes: &[u8]) -> Result<Bucket, ValueError> {
    let buckets = salt.buckets;
    // The first bits of the digest are the highest.
    let digest = match salt.algorithm {
        Algorithm::Md5 => md5(bytes),
        Algorithm::With(function, _) => {
            return match function(bytes, buckets) {
                found if found < buckets => Ok(found.into()),
                found => Err(ValueError::Bucket { found, buckets }),
            };
        }
        Algorithm::Phoenix => return Ok(java::phoenix(bytes, buckets).into()),
        Algorithm::Xxh3 | Algorithm::Number | Algorithm::Xor | Algorithm::Modulo | Algorithm::JavaHash => {
            u128::from(if is_of_text(salt) { xxh3_of_any(bytes) } else { xxh3(bytes) }) << 64
        }
    };
    Ok(salt.bucket_of_digest(digest))
}

/// Returns the buckets of many messages by `md5`.
pub(crate) fn buckets_of(inputs: &Messages, buckets: u32) -> [u32; LANES] {
    md5_lanes::md5(inputs).map(|hash| scaled(hash, buckets))
}

/// Returns `true` if the salt has one input, a text or byte string. Such an input rarely has eight bytes. The check
/// for eight bytes would take two of 90 instructions of an encode, and add twenty to its code (`hex_salted_text` in
/// `benches/instructions`).
#[inline]
const fn is_of_text(salt: &Salt) -> bool {
    matches!(salt.inputs, [SaltInput { kind: InputKind::Text | InputKind::Octets, views: [], .. }])
}

/// Returns xxh3-64 of `bytes`, with seed 0.
///
/// Only the case of eight bytes is inlined. Most numbers have this width, and little code is left of it. With all of
/// xxh3 inlined, the closures that call this would be too large to be inlined (74 of 178 instructions of an encode,
/// `hex_salted_text` in `benches/instructions`).
#[inline]
pub(crate) fn xxh3(bytes: &[u8]) -> u64 {
    match <&[u8; 8]>::try_from(bytes) {
        Ok(number) => xxhash_rust::xxh3::xxh3_64(number),
        Err(_) => xxh3_of_any(bytes),
    }
}

fn xxh3_of_any(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}

/// Returns the md5 digest, big endian.
///
/// Converts byte by byte, so that only the bytes that the bucket needs are loaded, usually one or two. A load of eight
/// bytes would wait until the hash has stored them, four by four (6 of 121 ns of an encode with a label of four hex
/// digits).
#[inline]
fn md5(bytes: &[u8]) -> u128 {
    Md5::digest(bytes).iter().fold(0, |digest, &byte| digest << 8 | u128::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::salt::Label;

    #[test]
    fn the_first_hex_digits_of_md5_are_its_buckets() {
        // md5("abc") = 900150983cd24fb0..
        let salt = |buckets| Salt::new(Algorithm::Md5, buckets, &[], true, Label::U32);
        assert_eq!(bucket(&salt(16), b"abc"), Ok(0x9));
        assert_eq!(bucket(&salt(65_536), b"abc"), Ok(0x9001));
        assert_eq!(bucket(&salt(1 << 27), b"abc"), Ok(0x9001_5098 >> 5));
    }

    #[test]
    fn doubling_the_buckets_cuts_each_in_two() {
        for hash in [0, 1, u64::MAX, u64::MAX / 3, 0x1234_5678_9ABC_DEF0] {
            assert_eq!(scaled(hash, 12) / 2, scaled(hash, 6));
        }
    }

    #[test]
    fn the_const_and_the_fast_xxh3_agree() {
        for width in 0..=8 {
            let bytes = &[7, 1, 0, 255, 9, 13, 2, 8][..width];
            assert_eq!(xxh3(bytes), xxhash_rust::const_xxh3::xxh3_64(bytes));
        }
    }
}
