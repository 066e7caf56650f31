//! Any row of a key type.

use crate::__private0::sample_key;
use crate::{DecodeError, ElementError, EncodeError, Layout, OwnedKey};
use core::fmt::Debug;
use proptest::collection::vec;
use proptest::prelude::{Rng, Strategy, any};
use proptest::test_runner::{RngAlgorithm, TestRng};
use std::vec::Vec;

/// How often a row is tried.
const MOST_TRIES: usize = 100;

/// Rows of the key type `K`, for tests of your own by [`proptest`](https://docs.rs/proptest).
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

/// Some rows with the bytes that they were read from, many of which begin as those before.
pub(super) fn some_rows<K: OwnedKey + Debug>() -> impl Strategy<Value = Vec<(K, Vec<u8>)>> {
    let rows = vec((choices(K::LAYOUT), any::<u16>()), 1..12);
    rows.prop_filter_map("no row has such a key", |rows| {
        let mut key = Vec::new();
        let rows = rows.iter().filter_map(|(choices, at)| {
            key.truncate(usize::from(*at) % (2 * key.len() + 1));
            let (row, read): (K, _) = row(choices, &key)?;
            key.clone_from(&read);
            Some((row, read))
        });
        let rows: Vec<_> = rows.collect();
        (!rows.is_empty()).then_some(rows)
    })
}

/// The choices that make a key, and a seed for what they cannot make at once. The seed stays while choices shrink, so that a smaller
/// choice gives a smaller key.
#[derive(Clone, Debug)]
struct Choices {
    first: Vec<u16>,
    seed: u64,
}

fn choices(layout: &Layout) -> impl Strategy<Value = Choices> + use<> {
    let longest = layout.width().1.unwrap_or(96).clamp(16, 512);
    let both = (vec(any::<u16>(), 0..3 * longest), any::<u64>().no_shrink());
    both.prop_map(|(first, seed)| Choices { first, seed })
}

/// The row that some choices make, whose key begins with `start` if one can. The language of a layout holds more than rows have
/// (the 30th of February, half a character), so a key that does not decode is made again, from the first wrong element on.
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

/// The row of a key that has any label, and the key. A computed element that is wrong is set right.
///
/// # Errors
/// The key, if it is not that of a row, and the offset of the first element that is wrong.
pub(super) fn row_of<K: OwnedKey>(mut key: Vec<u8>) -> Result<(K, Vec<u8>), (Vec<u8>, usize)> {
    for _ in 0..MOST_TRIES {
        match K::decode_lenient(&key) {
            Ok(row) => match row.encode() {
                Ok(_) => return Ok((row, key)),
                // A codec of the user's own may read what it does not write, and a salt may not take what a field holds.
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

/// Makes choices out of random numbers: each is below what it is asked for, and 0 when there are no numbers any more.
pub(super) fn chooser(choices: &[u16]) -> impl FnMut(usize) -> usize {
    let mut choices = choices.iter();
    move |below| choices.next().map_or(0, |&choice| usize::from(choice) % below.max(1))
}
