//! The laws of one row, of two rows, and of bytes.

use super::{Outcome, same};
use crate::{DecodeError, KeyBatch, OwnedKey};
use core::cmp::Ordering;
use core::fmt::Debug;
use proptest::test_runner::TestCaseError;
use std::format;
use std::vec::Vec;

/// Encodes a row, and reads it back.
pub(super) fn round_trip<K>(row: &K) -> Result<Vec<u8>, TestCaseError>
where
    K: OwnedKey<EncodeError: Debug> + Debug,
{
    let fail = |error| TestCaseError::fail(format!("round trip: a row that was decoded cannot be encoded: {error:?}"));
    let key = row.encode().map_err(fail)?;
    let key = key.as_ref();
    let mut appended = Vec::from(*b"before");
    row.encode_into(&mut appended).map_err(fail)?;
    same(
        &appended.strip_prefix(b"before"),
        &Some(key),
        format_args!("round trip: the key that `encode_into` appends"),
    )?;
    if let Some(width) = K::LAYOUT.fixed_width() {
        same(&key.len(), &width, format_args!("round trip: the width of the key"))?;
    }
    for back in [K::decode(key), K::decode_lenient(key)] {
        same_row(&back, row, "the row that comes back")?;
    }
    for older in row.keys_of_all_generations().map_err(fail)? {
        same_row(&K::decode(older.as_ref()), row, "the row that an older key gives")?;
    }
    Ok(key.to_vec())
}

fn same_row<K: Debug>(found: &Result<K, DecodeError>, row: &K, what: &str) -> Outcome {
    // A row need not be comparable; `Debug` is needed to show it.
    let (found, expected) = (format!("{found:?}"), format!("Ok({row:?})"));
    match found == expected {
        true => Ok(()),
        false => Err(TestCaseError::fail(format!("round trip: {what}: expected {expected}, found {found}"))),
    }
}

/// `explain` names the region between whose split keys the key lies.
pub(super) fn region<K: OwnedKey>(key: &[u8]) -> Outcome {
    let below = K::SPLIT_KEYS.iter().filter(|split| **split <= key).count();
    let explained = K::explain(key);
    same(&explained.region(), &below, format_args!("regions: the region that `explain` names"))?;
    same(&explained.error(), &None, format_args!("round trip: the error that `explain` finds in a key"))
}

/// Two rows have one key only if they are the same row.
pub(super) fn one_key<K: Debug>(rows: &[K], keys: &[Vec<u8>]) -> Outcome {
    for (a, key_of_a) in rows.iter().zip(keys) {
        for (b, key_of_b) in rows.iter().zip(keys) {
            // Rows that look alike may have two keys: two NaNs with other bits.
            let is_one = key_of_a != key_of_b || format!("{a:?}") == format!("{b:?}");
            same(
                &is_one,
                &true,
                format_args!("one key: {a:?} and {b:?} have the key {key_of_a:02X?}: they are one row"),
            )?;
        }
    }
    Ok(())
}

/// A batch holds the keys that its rows have alone.
pub(super) fn batch<K: OwnedKey<EncodeError: Debug>>(rows: &[K], keys: &[Vec<u8>]) -> Outcome {
    let mut batch = KeyBatch::new();
    let encoded = K::encode_batch(rows, &mut batch);
    let fail = |error| TestCaseError::fail(format!("round trip: a batch of these rows cannot be encoded: {error:?}"));
    encoded.map_err(fail)?;
    let (found, expected): (Vec<_>, Vec<_>) = (batch.iter().collect(), keys.iter().map(Vec::as_slice).collect());
    same(&found, &expected, format_args!("round trip: the keys of a batch"))
}

/// Keys sort behind their labels as the rows do.
pub(super) fn order<K: OwnedKey + Debug>(rows: &[K], keys: &[Vec<u8>], order: fn(&K, &K) -> Ordering) -> Outcome {
    let fields_at = K::LAYOUT.fields_at();
    for (a, key_of_a) in rows.iter().zip(keys) {
        for (b, key_of_b) in rows.iter().zip(keys) {
            let found = key_of_a.get(fields_at..).cmp(&key_of_b.get(fields_at..));
            same(&found, &order(a, b), format_args!("order: the keys of {a:?} and {b:?}"))?;
        }
    }
    Ok(())
}

/// A key with a byte written over, put in or taken out, or cut off.
pub(super) fn changed(key: &[u8], choose: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
    let (mut bytes, at) = (key.to_vec(), choose(key.len() + 1));
    let byte = match choose(4) {
        0 => 0,
        1 => 0xFF,
        _ => choose(256) as u8,
    };
    match choose(5) {
        0 => bytes.truncate(at),
        1 if at < key.len() => drop(bytes.remove(at)),
        2 | 3 if at < key.len() => bytes[at] = byte,
        _ => bytes.insert(at, byte),
    }
    bytes
}

/// Bytes that decode are a key of what they decode to.
pub(super) fn strictness<K>(bytes: &[u8]) -> Outcome
where
    K: OwnedKey<EncodeError: Debug> + Debug,
{
    let explained = K::explain(bytes);
    let of_parts: Vec<u8> = explained.parts().iter().flat_map(|part| part.bytes()).copied().collect();
    same(&&of_parts[..], &bytes, format_args!("strictness: the bytes of the parts that `explain` shows"))?;
    match K::decode(bytes) {
        Ok(row) => {
            let keys = row.keys_of_all_generations();
            let is_one = keys.as_ref().is_ok_and(|keys| keys.iter().any(|key| key.as_ref() == bytes));
            let law = format_args!("strictness: {bytes:02X?} decode to {row:?}, whose keys are {keys:02X?}");
            same(&is_one, &true, format_args!("{law}: it is one of them"))?;
            same(&explained.error(), &None, format_args!("strictness: the error that `explain` finds in what decodes"))
        }
        Err(error) => {
            same(&explained.error(), &Some(&error), format_args!("strictness: the error that `explain` finds"))
        }
    }
}
