//! Compares derived row keys with careful hand-written code for the same work.
//!
//! Each module has one workload: derived code in `derived`, and hand-written code in `hand`. The hand-written code
//! makes the same checks, and its errors are as detailed. Keys and records come from another crate. Every measured
//! function is `inline(never)`, to separate its instructions from its caller's.

pub mod allocations;
pub mod arrays;
pub mod bounds;
pub mod call;
pub mod callgrind;
pub mod cases;
pub mod hashed;
pub mod hex_salted;
pub mod numbers;
pub mod padded;
pub mod readings;
pub mod table;
pub mod texts;
pub mod utf8;
