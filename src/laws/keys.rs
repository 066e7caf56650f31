//! Generates random rows of a key type.

use crate::__private0::sample_key;
use crate::{DecodeError, ElementError, EncodeError, Layout, OwnedKey};
use core::fmt::Debug;
use proptest::collection::vec;
use proptest::prelude::{Rng, Strategy, any};
use proptest::test_runner::{RngAlgorithm, TestRng};
use std::vec::Vec;

/// The maximum number of attempts to generate a row.
const MOST_TRIES: usize = 100;

/// Returns a strategy for rows of the key type `K`, for your own tests with [`proptest`](https://docs.rs/proptest).
///
/// ```
/// use proptest::prelude::*;
/// use rowkey::RowKey;
///
/// #[derive(RowKey, Debug)]
/// struct Reading {
///     device: u32,
///     at: i64,
/// }
///
/// proptest!(|(reading in rowkey::laws::keys::<Reading>())| {
///     prop_assert_eq!(reading.key().len(), 12);
/// });
/// ```
pub fn keys<K: OwnedKey + Debug>() -> impl Strategy<Value = K> {
    choices(K::LAYOUT).prop_filter_map("no row has such a key", |choices| Some(row(&choices, &[])?.0))
}

/// The choices that generate several rows. Each has a number, from which follows how many bytes the row shares with the
/// row before.
pub(super) type RowChoices = Vec<(Choices, u16)>;

/// Returns a strategy for the choices of several rows.
pub(super) fn some_choices(layout: &Layout) -> impl Strategy<Value = RowChoices> + use<> {
    vec((choices(layout), any::<u16>()), 1..12)
}

/// Generates several rows, with the bytes they were decoded from. Many share a prefix with the row before.
pub(super) fn some_rows<K: OwnedKey>(choices: &[(Choices, u16)]) -> (Vec<K>, Vec<Vec<u8>>) {
    let (mut rows, mut read, mut key) = (Vec::new(), Vec::new(), Vec::new());
    for (choices, at) in choices {
        key.truncate(usize::from(*at) % (2 * key.len() + 1));
        if let Some((row, bytes)) = row(choices, &key) {
            key.clone_from(&bytes);
            rows.push(row);
            read.push(bytes);
        }
    }
    (rows, read)
}

/// The choices that generate a key, and a seed for further attempts. The seed stays the same while choices shrink, so
/// that smaller choices generate smaller keys.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    first: Vec<u16>,
    seed: u64,
}

fn choices(layout: &Layout) -> impl Strategy<Value = Choices> + use<> {
    let longest = layout.width().1.unwrap_or(96).clamp(16, 512);
    let both = (vec(any::<u16>(), 0..3 * longest), any::<u64>().no_shrink());
    both.prop_map(|(first, seed)| Choices { first, seed })
}

/// Generates a row from choices. Its key begins with `start` if possible.
///
/// The grammar of a layout accepts more bytes than rows can have, such as February 30 or half a character. If a key
/// does not decode, it is generated again from the first wrong element on.
fn row<K: OwnedKey>(choices: &Choices, start: &[u8]) -> Option<(K, Vec<u8>)> {
    let mut key = sample_key(K::LAYOUT, start, &mut chooser(&choices.first));
    let mut random = TestRng::from_seed(RngAlgorithm::XorShift, &[choices.seed.to_le_bytes(); 2].concat());
    for _ in 0..MOST_TRIES {
        match row_of(key) {
            Ok(row) => return Some(row),
            Err((wrong, at)) => {
                let right = wrong.get(..at).unwrap_or_default();
                key = sample_key(K::LAYOUT, right, &mut |below| random.next_u32() as usize % below.max(1));
            }
        }
    }
    None
}

/// Decodes a key with any label. Returns the row and the key, in which wrong computed elements are corrected.
///
/// # Errors
/// Returns the key and the offset of its first wrong element if the key does not decode to a row.
pub(super) fn row_of<K: OwnedKey>(mut key: Vec<u8>) -> Result<(K, Vec<u8>), (Vec<u8>, usize)> {
    for _ in 0..MOST_TRIES {
        match K::decode_lenient(&key) {
            Ok(row) => match row.encode() {
                Ok(_) => return Ok((row, key)),
                // A user-defined codec may decode values that it rejects when encoding. A salt may not accept the value
                // of a field.
                Err(EncodeError::Value { field, .. } | EncodeError::Salt { field: Some(field), .. }) => {
                    let explained = K::explain(&key);
                    let part = explained.parts().iter().find(|part| part.name() == field);
                    return Err((key, part.map_or(0, |part| part.offset())));
                }
                Err(_) => return Err((key, 0)),
            },
            Err(DecodeError::Element { offset, reason: ElementError::Computed { found, expected }, .. })
                if found.len() == expected.len() =>
            {
                key.splice(offset..offset + found.len(), expected);
            }
            Err(_) => break,
        }
    }
    let explained = K::explain(&key);
    let wrong = explained.parts().iter().find(|part| part.value().is_err());
    let at = wrong.map_or(0, |part| part.offset());
    Err((key, at))
}

/// Returns a function that makes choices from random numbers: each choice is below its argument. After the last number,
/// it always chooses 0.
pub(super) fn chooser(choices: &[u16]) -> impl FnMut(usize) -> usize {
    let mut choices = choices.iter();
    move |below| choices.next().map_or(0, |&choice| usize::from(choice) % below.max(1))
}
