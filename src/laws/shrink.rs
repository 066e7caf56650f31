//! Shrinks the rows of a failure. A row is smaller if its `Debug` output is shorter, or sorts first.
//!
//! The types of fields are unknown here, so this module changes the bytes of keys and decodes them. [`proptest`] alone
//! leaves values large. It shrinks the choices that generated a row, but a row of a second attempt hardly depends on
//! them.

use super::keys::row_of;
use crate::__private0::sample_key;
use crate::{Explanation, Layout, OwnedKey};
use core::fmt::Debug;
use core::panic::AssertUnwindSafe;
use std::format;
use std::panic::catch_unwind;
use std::string::String;
use std::vec::Vec;

/// The maximum width of an element that is treated as a number.
const WIDEST: usize = 16;

/// The size of a row's `Debug` output: its length, then the text itself.
type Size = (usize, String);

fn size(row: &impl Debug) -> Size {
    let shown = format!("{row:?}");
    (shown.len(), shown)
}

/// Returns smaller rows with similar bytes, smallest first, each with the bytes it was decoded from.
pub(super) fn smaller<K: OwnedKey + Debug>(row: &K, read: &[u8]) -> Vec<(K, Vec<u8>)> {
    let least = size(row);
    // A codec that panics breaks a law. Skip such candidates, so that the original failure stays visible.
    let row_of = |key| catch_unwind(AssertUnwindSafe(|| row_of::<K>(key))).ok()?.ok();
    let rows = candidates(K::LAYOUT, K::explain, read).into_iter().filter_map(row_of);
    let mut rows: Vec<_> = rows.map(Some).collect();
    let sizes = rows.iter().flatten().map(|(row, _)| size(row)).collect();
    smallest_first(sizes, &least).into_iter().filter_map(|at| rows[at].take()).collect()
}

/// Returns the indices of the sizes below `least`, smallest first, each size once.
fn smallest_first(sizes: Vec<Size>, least: &Size) -> Vec<usize> {
    let mut sizes: Vec<(Size, usize)> = sizes.into_iter().zip(0..).filter(|(size, _)| size < least).collect();
    sizes.sort_unstable();
    sizes.dedup_by(|(a, _), (b, _)| a == b);
    sizes.into_iter().map(|(_, at)| at).collect()
}

/// Returns keys that may decode to smaller rows.
fn candidates(layout: &Layout, explain: fn(&[u8]) -> Explanation, key: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    // The simplest end of a key, for each record type.
    for kind in 0..layout.record_types().len().max(1) {
        for end in 0..=key.len() {
            let mut choices = core::iter::once(kind);
            all.push(sample_key(layout, &key[..end], &mut |_| choices.next().unwrap_or(0)));
        }
    }
    for part in explain(key).parts() {
        let (start, element) = (part.offset(), part.bytes());
        for at in 0..element.len() {
            all.push([&key[..start + at], &key[start + at + 1..]].concat());
        }
        if element.len() <= WIDEST {
            let changed = numbers_near(element).into_iter();
            all.extend(
                changed.map(|element| [&key[..start], &element[..], &key[start + part.bytes().len()..]].concat()),
            );
        }
    }
    all
}

/// Returns elements of the same width for other numbers: zero in each form, and numbers that differ by a power of two.
///
/// Such steps reach any number in at most as many steps as it has bits: from above, or from below if a number is
/// complemented or negative.
fn numbers_near(element: &[u8]) -> Vec<Vec<u8>> {
    let from = WIDEST - element.len();
    let number = element.iter().fold(0_u128, |number, &byte| number << 8 | u128::from(byte));
    let bits = 8 * element.len() as u32;
    let middle = 1_u128 << bits.saturating_sub(1);
    let steps = (0..bits).flat_map(|bit| [number.wrapping_sub(1 << bit), number.wrapping_add(1 << bit)]);
    // Zero and one: unsigned, with the sign bit flipped, and the complements of these.
    // In one byte: 00 and 01, 80 and 81, 7F and 7E, FF and FE.
    let zeros = [0, 1, middle, middle + 1, middle - 1, middle.wrapping_sub(2), u128::MAX, u128::MAX - 1];
    zeros.into_iter().chain(steps).map(|number| number.to_be_bytes()[from..].to_vec()).collect()
}
