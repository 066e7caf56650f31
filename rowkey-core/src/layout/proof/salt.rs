//! Salted: every row has a bucket, every bucket can hold a row, and every label can be read.
//!
//! **Inputs** (`inputs.rs`). A view takes values of one kind: `int`, `first`, `last`, `from` and `without` take text, `div`
//! takes a number, a calendar view takes a date or a count whose unit is known. `int` can read at least one value of its
//! field. The algorithm takes what the views leave: `modulo` takes one number, `java_hash` takes text and numbers, `xor` takes
//! anything but a `u128`, and a hash of bytes takes anything. `xor` and `modulo` of one clock do not lose whole seconds to a
//! factor that its unit shares with the number of buckets. No input is given twice.
//!
//! **Buckets** (`buckets.rs`). The values of the inputs reach every bucket. If they are few, each combination is tried; if
//! they are many, or if they cannot be counted, the salt is taken to reach all. With `allow(empty)`, some may stay empty.
//!
//! **Labels** (`label.rs`). The label holds the number of the last bucket.
//!
//! **Older generations** (`was.rs`). The labels of all generations of a table have one width, no generation is named twice, and the
//! algorithm of each takes the inputs.
//!
//! Nothing is said about an input whose field is refused: the error stands at the field.

mod buckets;
mod inputs;
mod label;
mod was;

pub use buckets::check_buckets;
pub(super) use buckets::needs_empty;
pub(crate) use inputs::computed_flaw;
pub use inputs::{check_input, check_rest};
pub use label::check_label;
pub(crate) use was::check_was;

#[cfg(test)]
pub(crate) use buckets::{bucket_of, combinations};

use crate::language::ByteSet;
use crate::layout::Field;

const ALLOW_EMPTY: &str = "or, for an existing table, opt out: `salt(.., allow(empty))`";

/// `true` if a field cannot hold any value. The error stands at the field.
const fn is_refused(field: &Field) -> bool {
    field.language.refusal().is_some() || matches!(field.language.text_width(), (0, Some(0)))
}

/// `true` if every character of the alphabet is a single byte.
const fn is_ascii(alphabet: ByteSet) -> bool {
    alphabet.minus(ByteSet::range(0, 0x7F)).is_empty()
}

const fn smaller(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}
