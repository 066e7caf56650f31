//! Rows: the interface to engines, and the merge of all ranges into one sequence of rows.
//!
//! `open_range.rs` and `open_async.rs` are the interface to blocking and async engines. `merge/machine.rs` merges
//! without I/O, and `merge.rs` and `stream.rs` drive it.

pub(super) mod direction;
pub(super) mod merge;
pub(super) mod open_async;
pub(super) mod open_range;
pub(super) mod stream;
