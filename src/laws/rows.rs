//! The laws of single rows, of pairs of rows, and of byte strings.

use super::{Outcome, same};
use crate::__private0::false_end;
use crate::salt::Label;
use crate::{KeyBatch, OwnedKey};
use core::cmp::Ordering;
use core::fmt::Debug;
use proptest::test_runner::TestCaseError;
use std::format;
use std::vec::Vec;

/// Encodes a row, decodes it, and returns its key.
pub(super) fn round_trip<K>(row: &K) -> Result<Vec<u8>, TestCaseError>
where
    K: OwnedKey<EncodeError: Debug> + Debug,
{
    let fail = |error| TestCaseError::fail(format!("round trip: a decoded row cannot be encoded: {error:?}"));
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
        same_row(&back, row, "the decoded row")?;
    }
    let text = row.to_text().map_err(fail)?;
    same_row(&K::from_text(&text), row, "the row decoded from the text form of the key")?;
    for older in row.keys_of_all_versions().map_err(fail)? {
        same_row(&K::decode(older.as_ref()), row, "the row decoded from an older key")?;
    }
    Ok(key.to_vec())
}

fn same_row<K: Debug, E: Debug>(found: &Result<K, E>, row: &K, what: &str) -> Outcome {
    // Rows need not implement `PartialEq`, but they implement `Debug` for the message.
    let (found, expected) = (format!("{found:?}"), format!("Ok({row:?})"));
    match found == expected {
        true => Ok(()),
        false => Err(TestCaseError::fail(format!("round trip: {what}: expected {expected}, found {found}"))),
    }
}

/// Checks that the label is a valid bucket of the salt, and that `explain` names the region between the split keys
/// around the key.
pub(super) fn region<K: OwnedKey>(key: &[u8]) -> Outcome {
    if let Some(buckets) = K::LAYOUT.salt().and_then(|salt| salt.buckets()) {
        let bucket = bucket::<K>(key);
        let is_one = bucket.is_some_and(|bucket| bucket < u128::from(buckets));
        same(&is_one, &true, format_args!("regions: the bucket {bucket:?} of {key:02X?} is one of {buckets}"))?;
    }
    let below = K::SPLIT_KEYS.iter().filter(|split| **split <= key).count();
    let explained = K::explain(key);
    same(&explained.region(), &below, format_args!("regions: the region named by `explain`"))?;
    same(&explained.error(), &None, format_args!("round trip: the error of `explain` for a valid key"))
}

/// Returns the bucket in the label of a key.
fn bucket<K: OwnedKey>(key: &[u8]) -> Option<u128> {
    let form = K::LAYOUT.salt()?.label();
    let at = K::LAYOUT.prefix().len();
    let label = key.get(at..at + form.width())?;
    let number = |radix| u128::from_str_radix(core::str::from_utf8(label).ok()?, radix).ok();
    match form {
        Label::Digits(_) => number(10),
        Label::Hex(_) => number(16),
        _ => Some(label.iter().fold(0, |number, &byte| number << 8 | u128::from(byte))),
    }
}

/// Checks that each element that shows its own end does so, also before the bytes of any other key.
pub(super) fn ends<K: OwnedKey>(keys: &[Vec<u8>]) -> Outcome {
    for key in keys {
        for next in keys.iter().map(Vec::as_slice).chain([&b""[..]]) {
            let Some((field, element)) = false_end(K::LAYOUT, key, next) else { continue };
            return Err(TestCaseError::fail(format!(
                "ends: the end of `{field}`, {element:02X?}, is found in its first bytes, or not before {next:02X?}"
            )));
        }
    }
    Ok(())
}

/// Checks that two rows have the same key only if they are the same row.
pub(super) fn one_key<K: Debug>(rows: &[K], keys: &[Vec<u8>]) -> Outcome {
    for (a, key_of_a) in rows.iter().zip(keys) {
        for (b, key_of_b) in rows.iter().zip(keys) {
            // Rows with the same `Debug` output can have different keys: two NaNs with different bits.
            let is_one = key_of_a != key_of_b || format!("{a:?}") == format!("{b:?}");
            same(
                &is_one,
                &true,
                format_args!("one key: {a:?} and {b:?} have the key {key_of_a:02X?}: they are the same row"),
            )?;
        }
    }
    Ok(())
}

/// Checks that a batch contains the same keys as encoding each row alone.
pub(super) fn batch<K: OwnedKey<EncodeError: Debug>>(rows: &[K], keys: &[Vec<u8>]) -> Outcome {
    let mut batch = KeyBatch::new();
    let encoded = K::encode_batch(rows, &mut batch);
    let fail = |error| TestCaseError::fail(format!("batch: these rows cannot be encoded: {error:?}"));
    encoded.map_err(fail)?;
    let (found, expected): (Vec<_>, Vec<_>) = (batch.iter().collect(), keys.iter().map(Vec::as_slice).collect());
    same(&found, &expected, format_args!("batch: the keys of the rows"))
}

/// Checks that keys without their labels sort like the rows.
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

/// Returns a key with one byte replaced, inserted, or removed, or the key truncated.
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

/// Checks that if bytes decode, they are a key of the resulting row.
pub(super) fn strictness<K>(bytes: &[u8]) -> Outcome
where
    K: OwnedKey<EncodeError: Debug> + Debug,
{
    let explained = K::explain(bytes);
    let of_parts: Vec<u8> = explained.parts().iter().flat_map(|part| part.bytes()).copied().collect();
    same(&&of_parts[..], &bytes, format_args!("strictness: the bytes of the parts in `explain`"))?;
    match K::decode(bytes) {
        Ok(row) => {
            let keys = row.keys_of_all_versions();
            let is_one = keys.as_ref().is_ok_and(|keys| keys.iter().any(|key| key.as_ref() == bytes));
            let law = format_args!("strictness: {bytes:02X?} decode to {row:?}, whose keys are {keys:02X?}");
            same(&is_one, &true, format_args!("{law}: the keys include these bytes"))?;
            same(&explained.error(), &None, format_args!("strictness: the error of `explain` for bytes that decode"))
        }
        Err(error) => same(&explained.error(), &Some(&error), format_args!("strictness: the error of `explain`")),
    }
}

/// Checks that all encode methods reject this row, and that they leave their output unchanged.
pub(super) fn refusal<K>(refused: &K, rows: &[K]) -> Outcome
where
    K: OwnedKey<EncodeError: Debug> + Debug,
{
    let mut appended = Vec::from(*b"before");
    let results = [
        ("encode", refused.encode().is_err()),
        ("encode_into", refused.encode_into(&mut appended).is_err()),
        ("keys_of_all_versions", refused.keys_of_all_versions().is_err()),
        ("region", refused.region().is_err()),
    ];
    for (name, is_refused) in results {
        same(&is_refused, &true, format_args!("refusal: `{name}` refuses {refused:?}"))?;
    }
    same(&&appended[..], &&b"before"[..], format_args!("refusal: the buffer after refusing {refused:?}"))?;
    let mut batch = KeyBatch::new();
    let all: Vec<&K> = rows.iter().chain([refused]).collect();
    let found = K::encode_batch(&all, &mut batch).err().map(|error| error.row);
    same(&found, &Some(rows.len()), format_args!("refusal: the index of the refused row in a batch with {refused:?}"))?;
    same(&batch.len(), &0, format_args!("refusal: the number of keys in a batch after refusing {refused:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RowKey;
    use std::string::{String, ToString};

    #[derive(RowKey, Debug)]
    #[rowkey(prefix = "c")]
    struct Call {
        #[rowkey(salt(md5, buckets = 4, digits(2)))]
        phone: u8,
    }

    fn message(outcome: Outcome) -> String {
        outcome.unwrap_err().to_string().trim_start_matches("Case failed: ").into()
    }

    #[test]
    fn two_rows_with_one_key_are_seen() {
        let rows = [Call { phone: 1 }, Call { phone: 2 }];
        let key = || Vec::from(*b"c00\x01");
        assert!(one_key(&rows[..1], &[key()]).is_ok());
        let found = message(one_key(&rows, &[key(), key()]));
        assert!(found.starts_with("one key: Call { phone: 1 } and Call { phone: 2 } have the key ["), "{found}");
    }

    #[test]
    fn a_batch_of_other_keys_is_seen() {
        let rows = [Call { phone: 1 }, Call { phone: 2 }];
        let mut keys: Vec<Vec<u8>> = rows.iter().map(|row| row.key().to_vec()).collect();
        assert!(batch(&rows, &keys).is_ok());
        keys.swap(0, 1);
        let found = message(batch(&rows, &keys));
        assert!(found.starts_with("batch: the keys of the rows: expected ["), "{found}");
    }

    #[test]
    fn a_label_that_no_bucket_has_is_seen() {
        let mut key = Call { phone: 1 }.key();
        assert!(region::<Call>(&key).is_ok());
        key[1..3].copy_from_slice(b"04");
        let found = message(region::<Call>(&key));
        assert!(found.starts_with("regions: the bucket Some(4) of "), "{found}");
        key[1..3].copy_from_slice(b"0x");
        assert!(message(region::<Call>(&key)).starts_with("regions: the bucket None of "));
        // At most one of these is the bucket of the row.
        assert!(region::<Call>(b"c01\x01").is_err() || region::<Call>(b"c02\x01").is_err());
    }
}
