//! From a number or a hash to a bucket: the frozen arithmetic that proofs, encoders and scans share.

/// The number of a bucket. Labels count to 2^32; the digits of a whole digest count to 2^128.
pub(crate) type Bucket = u128;

/// In place of a number of buckets: the label is the first digits of the digest.
pub(crate) const DIGEST: u32 = 0;

/// `hash * buckets / 2^64`. Buckets are even, follow the order of the hash, and are each cut in two when their number
/// doubles.
#[inline]
pub(crate) const fn scaled(hash: u64, buckets: u32) -> u32 {
    ((hash as u128 * buckets as u128) >> 64) as u32
}

/// `number.rem_euclid(buckets)`, computed in 64 bits if the number fits, as nearly all do.
#[inline]
pub(crate) const fn remainder(number: i128, buckets: u32) -> u32 {
    if number == number as i64 as i128 {
        (number as i64).rem_euclid(buckets as i64) as u32
    } else {
        number.rem_euclid(buckets as i128) as u32
    }
}
