//! `four_integers`: 22 bytes. Every value can be encoded, and every byte string of this width can be decoded.

use crate::Values;
use rowkey::RowKey;

/// The width of a key.
pub const WIDTH: usize = 22;

/// Four integers.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// 8 bytes.
    pub a: u64,
    /// 8 bytes, with the sign bit flipped.
    pub b: i64,
    /// 4 bytes.
    pub c: u32,
    /// 2 bytes.
    pub d: u16,
}

/// Returns `count` records.
#[must_use]
pub fn numbers(count: usize) -> Vec<Numbers> {
    let mut values = Values::default();
    let mut next = || values.draw();
    (0..count).map(|_| Numbers { a: next(), b: next() as i64, c: next() as u32, d: next() as u16 }).collect()
}
