//! The memory that inputs cost, by an allocator that counts: the bounds that the table in SECURITY.md names.
//!
//! One test, so that nothing else allocates beside what is measured. All that is asked for counts, not only what is held at once.

use cap::Cap;
use rowkey::{KeyBatch, RowKey, one_of};
use std::alloc::System;
use std::hint::black_box;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

#[derive(RowKey, Debug, PartialEq)]
struct Texts {
    #[rowkey(terminated)]
    escaped: String,
    #[rowkey(terminated, desc)]
    turned: Vec<u8>,
    rest: String,
}

#[derive(RowKey, Debug, PartialEq)]
struct Call {
    phone: u64,
    at: u64,
    seconds: u32,
}

/// The bytes that are asked for in a task.
fn bytes_of<T>(task: impl FnOnce() -> T) -> usize {
    let before = ALLOCATOR.total_allocated();
    drop(black_box(task()));
    ALLOCATOR.total_allocated() - before
}

/// Fails unless a task takes at most so many bytes for each of a number of units.
#[track_caller]
fn within<T>(most: usize, units: usize, task: impl FnOnce() -> T) {
    let bytes = bytes_of(task);
    assert!(bytes <= most * units, "{bytes} bytes for {units} units: {} each", bytes / units);
}

#[test]
fn memory_is_in_proportion() {
    for width in [1 << 16, 1 << 20] {
        let texts = Texts { escaped: "\0".repeat(width), turned: vec![0; width], rest: "x".repeat(width) };
        let key = texts.encode().unwrap();
        within(2, key.len(), || texts.encode().unwrap());
        within(3, key.len(), || Texts::decode(&key).unwrap());
        within(1, key.len(), || Texts::decode(&key[..key.len() / 2]).unwrap_err());
        within(16, key.len(), || Texts::explain(&key).to_string());
        within(4, key.len(), || Texts::scan().escaped(&texts.escaped).turned(&texts.turned).plan().unwrap());
    }
    for values in [10_000, 1_000_000] {
        // A refused list has a buffer for each value; up to 65,536 values are made prefixes, and no range.
        within(if values > 65_536 { 80 } else { 384 }, values, || {
            Call::scan().phone(one_of(0..values as u64)).max_ranges(100).plan().unwrap_err()
        });
        within(80, 2 * values, || {
            Call::scan()
                .phone(one_of(0..values as u64))
                .at(one_of(0..values as u64))
                .max_ranges(100)
                .plan()
                .unwrap_err()
        });
        within(256, values, || Call::scan().filter_at(one_of(0..values as u64)).plan().unwrap());
    }
    // A range is kept as given, and as the suffix of a query; a plan has a query and a range of each.
    let ranges = |count: u64| Call::scan().phone(one_of((0..count).map(|phone| 3 * phone..3 * phone + 2)));
    within(600, 1_000_000, || ranges(1_000_000).plan().unwrap_err());
    within(2_500, 4_096, || ranges(4_096).plan().unwrap());
    // Of keys of one width a batch keeps their bytes alone, also behind others of that width.
    let calls: Vec<Call> = (0..1_000).map(|phone| Call { phone, at: 9, seconds: 1 }).collect();
    let mut batch = KeyBatch::new();
    for _ in 0..2 {
        within(20, batch.len() + calls.len(), || Call::encode_batch(&calls, &mut batch).unwrap());
    }
    assert_eq!(batch.len(), 2_000);
    let plan = Call::scan().filter_at(one_of((0..1_000_000).map(|at| 3 * at))).plan().unwrap();
    let key = Call { phone: 7, at: 9, seconds: 1 }.key();
    // A search among the values allocates nothing.
    assert_eq!(bytes_of(|| plan.matches(&key)), 0);
}
