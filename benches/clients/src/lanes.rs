//! A hand-written merge of lanes.

use crate::Outcome;
use rowkey_benches::readings::{Key, Row, hand};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The rows of a bucket, in order.
pub trait Lane {
    /// Returns the next row.
    fn next(&mut self) -> impl Future<Output = Outcome<Option<(Key, Vec<u8>)>>>;
}

/// Passes on the rows of all lanes, in the order of their keys after the bucket.
///
/// # Errors
/// If a lane fails, or a key is not the key of a reading.
pub async fn merge<L: Lane>(mut lanes: Vec<L>, take: &mut dyn FnMut(Row)) -> Outcome<()> {
    let mut heads = Vec::with_capacity(lanes.len());
    let mut order = BinaryHeap::with_capacity(lanes.len());
    for (number, lane) in lanes.iter_mut().enumerate() {
        let head = lane.next().await?;
        order.extend(head.as_ref().map(|(key, _)| Reverse((hand::order(key), number))));
        heads.push(head);
    }
    while let Some(mut least) = order.peek_mut() {
        let number = least.0.1;
        let next = lanes[number].next().await?;
        match &next {
            // Replaces the head in place, so that the heap is restored once.
            Some((key, _)) => *least = Reverse((hand::order(key), number)),
            None => drop(std::collections::binary_heap::PeekMut::pop(least)),
        }
        if let Some((key, value)) = std::mem::replace(&mut heads[number], next) {
            take((hand::read(&key)?, value));
        }
    }
    Ok(())
}
