//! Makes the rows of a failure smaller, as a person reads them: in fewer characters, and then by the first one that differs.
//!
//! Nothing is known of the types of fields, so the bytes of keys are changed and decoded. Shrinking by [`proptest`] alone leaves
//! values large: it knows the choices that a row was made of, and a row that was made at the second try shows little of them.

use super::keys::row_of;
use crate::__private0::sample_key;
use crate::OwnedKey;
use core::fmt::Debug;
use core::panic::AssertUnwindSafe;
use std::format;
use std::panic::catch_unwind;
use std::string::String;
use std::vec::Vec;

/// The widest element that is taken for a number.
const WIDEST: usize = 16;

/// How a row reads: smaller if it has fewer characters, or the lesser ones.
type Size = (usize, String);

fn size(row: &impl Debug) -> Size {
    let shown = format!("{row:?}");
    (shown.len(), shown)
}

/// The rows, with the bytes that they are read from, whose bytes are like these and which are smaller than this row; the smallest first.
pub(super) fn smaller<K: OwnedKey + Debug>(row: &K, read: &[u8]) -> Vec<(K, Vec<u8>)> {
    let least = size(row);
    // A codec that panics breaks a law, and is not to hide how.
    let row_of = |key| catch_unwind(AssertUnwindSafe(|| row_of::<K>(key))).ok()?.ok();
    let rows = candidates::<K>(read).into_iter().filter_map(row_of);
    let mut rows: Vec<_> = rows.map(|row| (size(&row.0), row)).filter(|(size, _)| *size < least).collect();
    rows.sort_by(|(a, _), (b, _)| a.cmp(b));
    rows.dedup_by(|(a, _), (b, _)| a == b);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Keys that may be those of smaller rows.
fn candidates<K: OwnedKey>(key: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    // The simplest rest of a key, of each kind.
    for kind in 0..K::LAYOUT.record_types().len().max(1) {
        for end in 0..=key.len() {
            let mut choices = core::iter::once(kind);
            all.push(sample_key(K::LAYOUT, &key[..end], &mut |_| choices.next().unwrap_or(0)));
        }
    }
    for part in K::explain(key).parts() {
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

/// The elements of other numbers in as many bytes: zero in each form, and those that differ by a power of two. Steps of these sizes
/// reach any number in as many as it has bits, from above and, where a number is complemented or negative, from below.
fn numbers_near(element: &[u8]) -> Vec<Vec<u8>> {
    let from = WIDEST - element.len();
    let number = element.iter().fold(0_u128, |number, &byte| number << 8 | u128::from(byte));
    let bits = 8 * element.len() as u32;
    let middle = 1_u128 << bits.saturating_sub(1);
    let steps = (0..bits).flat_map(|bit| [number.wrapping_sub(1 << bit), number.wrapping_add(1 << bit)]);
    let zeros = [0, 1, middle, middle + 1, middle - 1, middle.wrapping_sub(2), u128::MAX, u128::MAX - 1];
    zeros.into_iter().chain(steps).map(|number| number.to_be_bytes()[from..].to_vec()).collect()
}
