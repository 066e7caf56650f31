//! The buckets that random keys do not reach, for salts with a function of the user.
//!
//! No proof can evaluate such a function. An example of the mistake that sampling finds:
//!
//! ```text
//! salt(with = shard, buckets = 32)     fn shard(bytes, _) -> u32 { u32::from(bytes[0]) % 26 }
//! reached: 0 to 25                     empty: 26 to 31, so six regions never receive a row
//! ```

use super::inputs::input_of;
use super::row_key::{RowKey, VisitKindType};
use super::versions::bucket_in;
use crate::layout::salt::{Algorithm, Bucket};
use crate::layout::sample::sample_key;
use alloc::vec;
use alloc::vec::Vec;

/// The maximum number of buckets for which random keys say enough.
const MAX_BUCKETS: u32 = 4_096;

/// The number of keys per bucket. If each key is in a bucket by chance, a bucket stays empty with a probability of
/// e^-100. Sample keys prefer the borders of numbers, so the real figure is higher, but still below one in a million.
const KEYS_PER_BUCKET: u32 = 100;

/// The minimum number of keys.
const MIN_KEYS: u32 = 10_000;

/// Returns the buckets that no random key is in, with the name of the key. For an enum, there is an item for each record
/// type. `choose` returns a random number below its argument.
///
/// The list is empty for salts whose buckets are proven, with `allow(empty)`, and for more than 4,096 buckets.
pub fn empty_buckets<K: RowKey>(choose: &mut dyn FnMut(usize) -> usize) -> Vec<(&'static str, Vec<u32>)> {
    if K::LAYOUT.has_kinds() {
        let count = K::LAYOUT.record_types().len();
        return (0..count).filter_map(|kind| K::visit_kind_type(kind, EmptyBuckets(&mut *choose))).flatten().collect();
    }
    let empty = empty_buckets_of_struct::<K>(choose);
    if empty.is_empty() { Vec::new() } else { vec![(K::LAYOUT.name(), empty)] }
}

/// Samples one record type.
struct EmptyBuckets<'c>(&'c mut dyn FnMut(usize) -> usize);

impl<R> VisitKindType<'_, R> for EmptyBuckets<'_> {
    type Out = Vec<(&'static str, Vec<u32>)>;

    fn kind<K: RowKey>(self) -> Self::Out {
        empty_buckets::<K>(self.0)
    }
}

fn empty_buckets_of_struct<K: RowKey>(choose: &mut dyn FnMut(usize) -> usize) -> Vec<u32> {
    let salt = match K::LAYOUT.salt() {
        Some(salt) if matches!(salt.algorithm, Algorithm::With(..)) && !salt.allow_empty => salt,
        _ => return Vec::new(),
    };
    if salt.buckets > MAX_BUCKETS {
        return Vec::new();
    }
    let mut empty: Vec<u32> = (0..salt.buckets).collect();
    for _ in 0..(salt.buckets * KEYS_PER_BUCKET).max(MIN_KEYS) {
        let key = sample_key(K::LAYOUT, &[], choose);
        // The grammar of a layout has more keys than rows have. Their values give no bucket.
        let bucket = bucket_in(K::LAYOUT, salt, &key, const { input_of::<K>() });
        empty.retain(|&other| bucket != Some(Bucket::from(other)));
        if empty.is_empty() {
            break;
        }
    }
    empty
}
