//! The same work done by derived row keys and by careful code written by hand, to be compared.
//!
//! Each module holds one workload: what the derive makes of the records (`derived`), and what a person would write
//! (`hand`), which checks all that the derived code checks and says as much about what is wrong. The keys and records come
//! from another crate. Every function that is measured is `inline(never)`, so that its instructions can be told from its
//! caller's.

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
