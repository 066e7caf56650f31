//! Properties for arbitrary bytes, and the key types to check them with.
//!
//! Each function here is a target of `fuzz`, and panics if a property does not hold. The tests of this crate run it on
//! `fuzz/corpus`, which contains inputs from earlier runs, and on random inputs.

mod batches;
mod count;
mod cursors;
mod decodes;
mod keys;
mod mutate;
mod order;
mod plans;
mod questions;
mod samples;

use arbitrary::Unstructured;

pub use count::decodes;
pub use mutate::change;

/// Decodes bytes as a key of the type that the first byte chooses.
pub fn decode(input: &[u8]) {
    if let Some((choice, key)) = input.split_first() {
        keys::choose(*choice).check_decode(key);
    }
}

/// Compares two keys of the type that the first byte chooses. The second byte is the width of the first key.
pub fn order(input: &[u8]) {
    if let [choice, width, keys @ ..] = input {
        let (left, right) = keys.split_at(usize::from(*width).min(keys.len()));
        keys::choose(*choice).check_order(left, right);
    }
}

/// Runs a query on a few rows of the type that the first byte chooses.
pub fn plan(input: &[u8]) {
    if let Some((choice, input)) = input.split_first() {
        // An input that ends early makes no query.
        let _ = keys::choose(*choice).check_plan(&mut Unstructured::new(input));
    }
}

/// Resumes a scan of a few rows at cursors of any bytes. The first byte chooses the type.
pub fn cursor(input: &[u8]) {
    if let Some((choice, input)) = input.split_first() {
        // An input that ends early makes no query.
        let _ = keys::choose(*choice).check_cursor(&mut Unstructured::new(input));
    }
}

/// Returns the first byte that chooses the type with this name.
#[must_use]
pub fn choice_of(name: &str) -> Option<u8> {
    (0..=u8::MAX).find(|choice| keys::choose(*choice).layout().name() == name)
}

/// Encodes `rows` rows at once, of the type that a byte chooses.
pub fn batch(choice: u8, rows: usize, seed: u64) {
    keys::choose(choice).check_batch(rows, seed);
}
