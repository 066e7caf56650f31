//! Salted: every row has a bucket, every bucket can hold a row, and every label can be read.
//!
//! **Inputs** (`inputs.rs`)
//!
//! - A view takes values of one kind. `int`, `first`, `last`, `from` and `without` take text. `div` takes a number. A
//!   calendar view takes a date, or a count whose unit is known. `int` can read at least one value of its field.
//! - The algorithm takes the results of the views. `modulo` takes one number, and `java_hash` takes texts and numbers.
//!   `xor` takes everything except a `u128`. A hash of bytes takes everything.
//! - No input appears twice.
//!
//! **Buckets** (`buckets.rs`). The values of the inputs reach every bucket. If there are few combinations, each is tried.
//! If there are many, or if they cannot be counted, the salt is assumed to reach all buckets. With `allow(empty)`, some
//! may stay empty. `xor` and `modulo` of many numbers leave buckets empty if the numbers have a common factor, such as
//! milliseconds that are all whole seconds. So the source may say `allow(empty)` for them.
//!
//! **Labels** (`label.rs`). The label holds the number of the last bucket.
//!
//! **Older versions** (`was.rs`). The labels of all versions have one width, no version is named twice, and the algorithm
//! of each takes the inputs.
//!
//! An input whose field is rejected has no error of its own, because the error is at the field.

mod buckets;
mod inputs;
mod label;
mod was;

pub use buckets::check_buckets;
pub(super) use buckets::needs_empty;
pub use inputs::{check_input, check_rest};
pub(crate) use inputs::{computed_flaw, views_flaw};
pub use label::check_label;
pub(crate) use was::check_was;

#[cfg(test)]
pub(crate) use buckets::{bucket_of, combinations};

use crate::language::ByteSet;
use crate::layout::Field;

const ALLOW_EMPTY: &str = "or, for an existing table, opt out: `salt(.., allow(empty))`";

/// Returns `true` if a field is rejected. The error is at the field.
const fn is_refused(field: &Field) -> bool {
    field.language.refusal().is_some() || matches!(field.language.text_width(), (0, Some(0)))
}

/// Returns `true` if every character of the alphabet is a single byte.
const fn is_ascii(alphabet: ByteSet) -> bool {
    alphabet.minus(ByteSet::range(0, 0x7F)).is_empty()
}

const fn smaller(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}
