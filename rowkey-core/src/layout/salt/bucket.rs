//! The bucket of a number or a hash: frozen arithmetic, shared by proofs, encode and scans.

/// The number of a bucket. Bucket numbers are below 2^32. The digits of a digest are numbers below 2^128.
pub(crate) type Bucket = u128;

/// Used in place of a number of buckets if the label is the first digits of the digest.
pub(crate) const DIGEST: u32 = 0;

/// Returns `hash * buckets / 2^64`.
///
/// Buckets have equal shares of the hashes, and are in the order of the hashes. If their number doubles, each bucket
/// becomes two: the hash 0x9001.. is in bucket 2 of 4, and in bucket 4 of 8.
#[inline]
pub(crate) const fn scaled(hash: u64, buckets: u32) -> u32 {
    ((hash as u128 * buckets as u128) >> 64) as u32
}

/// Returns `number.rem_euclid(buckets)`, computed in 64 bits if the number fits, as nearly all do.
#[inline]
pub(crate) const fn remainder(number: i128, buckets: u32) -> u32 {
    if number == number as i64 as i128 {
        (number as i64).rem_euclid(buckets as i64) as u32
    } else {
        number.rem_euclid(buckets as i128) as u32
    }
}
