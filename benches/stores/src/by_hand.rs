//! Hand-written code for any engine: sorted batches, cursors, the position of the next device, and the merge of sixteen
//! buckets.

pub mod cursor;
pub mod fjall;
pub mod lent;
pub mod map;
pub mod merge;
pub mod redb;
#[cfg(feature = "rocksdb")]
pub mod rocksdb;
pub mod skip;

use crate::way::Stored;
use rowkey_benches::readings::{Key, hand};

/// Returns the keys and values of a batch in key order, in which a tree fills fastest. Compares numbers, not bytes.
fn sorted(rows: &[Stored]) -> Vec<(Key, &[u8])> {
    let mut sorted: Vec<_> = rows.iter().map(|(reading, value)| (hand::key(reading), value.as_slice())).collect();
    sorted.sort_unstable_by_key(|(key, _)| (key[0], hand::order(key)));
    sorted
}
