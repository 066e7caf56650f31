//! The inside of `rowkey`.
#![no_std]
extern crate alloc;
mod range;
pub use range::KeyRange;
