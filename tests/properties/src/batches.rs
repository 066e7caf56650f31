//! Batches: encoding many rows at once results in the same keys as encoding each row alone.

use crate::keys::Row;
use fastrand::Rng;
use rowkey::{KeyBatch, RowKey};

/// A key of fixed width, for rows before the others in a batch.
#[derive(RowKey, Debug)]
struct Other {
    id: u32,
}

/// Encodes random rows of the layout in one batch, also after other rows.
pub(crate) fn check<K: Row>(count: usize, seed: u64) {
    let random = &mut Rng::with_seed(seed);
    let rows: Vec<K> = (0..count).filter_map(|_| crate::samples::row(&[], random, true)).collect();
    let keys: Vec<Vec<u8>> = rows.iter().map(|row| row.encode().expect("a row that has a key").into()).collect();
    let (first, rest) = rows.split_at(rows.len() / 3);
    // Alone, and after keys of fixed width.
    for others in [0u32..0, 0..3] {
        let mut batch = KeyBatch::new();
        let others: Vec<Other> = others.map(|id| Other { id }).collect();
        Other::encode_batch(&others, &mut batch).expect("numbers");
        for rows in [first, rest] {
            K::encode_batch(rows, &mut batch).expect("rows that have keys");
        }
        let others: Vec<Vec<u8>> = others.iter().map(|other| other.key().to_vec()).collect();
        assert!(batch.iter().eq(others.iter().chain(&keys).map(Vec::as_slice)), "the batch of {rows:?}");
        assert_eq!(batch.len(), others.len() + keys.len());
        batch.clear();
        assert!(batch.is_empty() && batch.iter().next().is_none());
        K::encode_batch(first, &mut batch).expect("rows that have keys");
        assert!(
            batch.iter().eq(keys[..first.len()].iter().map(Vec::as_slice)),
            "the batch that is cleared of {rows:?}"
        );
    }
}
