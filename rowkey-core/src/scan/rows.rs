//! Rows: what an engine is asked to read, and the rows of all ranges as one.

pub(super) mod direction;
pub(super) mod merge;
pub(super) mod open_async;
pub(super) mod open_range;
pub(super) mod stream;
