//! Decode: any bytes are a key or an error, without a panic.

use crate::count;
use crate::keys::Row;
use rowkey::{DecodeError, ElementError};
use std::fmt::Debug;

/// Decodes bytes strictly and leniently, decodes each prefix of them, and compares the results:
///
/// - Bytes that decode are one of the keys of their row, and a lenient decode returns the same row.
/// - If only the lenient decode succeeds, the bytes are wrong only in their label or computed elements.
/// - `explain` finds the same error as `decode`, and shows each byte once.
/// - The offsets of an error are within the key.
pub(crate) fn check<K: Row>(key: &[u8]) {
    for end in 0..key.len() {
        if let Err(error) = K::decode(&key[..end]) {
            check_offsets(&error, end);
        }
    }
    count::add(key.len() as u64 + 3);
    let (strict, lenient) = (K::decode(key), K::decode_lenient(key));
    check_explained::<K>(key, strict.as_ref().err());
    match (strict, lenient) {
        (Ok(row), Ok(lenient)) => {
            assert_eq!(shown(&row), shown(&lenient), "the row of a lenient decode");
            check_keys(&row, key);
        }
        (Ok(row), Err(error)) => panic!("{row:?} is decoded, but not leniently: {error}"),
        (Err(error), Ok(row)) => {
            assert!(is_passed_leniently(&error), "a lenient decode gives {row:?} in spite of: {error:?}");
            check_row(&row);
            check_offsets(&error, key.len());
        }
        (Err(error), Err(lenient)) => [error, lenient].iter().for_each(|error| check_offsets(error, key.len())),
    }
}

fn shown(row: &impl Debug) -> String {
    format!("{row:?}")
}

/// Checks that the key is one of the decoded row's keys, and that `encode` returns the first of these.
fn check_keys<K: Row>(row: &K, key: &[u8]) {
    let encoded = row.encode().expect("the key of a row that was decoded");
    if encoded.as_ref() == key {
        return;
    }
    let keys = row.keys_of_all_versions().expect("the keys of a row that was decoded");
    assert!(keys.iter().any(|older| older.as_ref() == key), "{row:?} was decoded from {key:02X?}, has {keys:02X?}");
    assert_eq!(keys[0].as_ref(), encoded.as_ref(), "the newest key");
    if K::LAYOUT.record_types().is_empty() {
        let explained = K::explain(key);
        let label = explained.parts().iter().find(|part| part.name() == "salt").and_then(|part| part.value().ok());
        assert!(label.is_some_and(|label| label.ends_with("from an older salt version")), "an older key: {explained}");
    }
}

/// Checks that a leniently decoded row round-trips, if its salt can be computed.
fn check_row<K: Row>(row: &K) {
    let Ok(encoded) = row.encode() else { return };
    let back = K::decode(encoded.as_ref());
    assert_eq!(back.as_ref().map(shown), Ok(shown(row)), "the row that comes back");
}

/// Returns `true` if a lenient decode ignores this error of a strict decode.
fn is_passed_leniently(error: &DecodeError) -> bool {
    match error {
        DecodeError::Salt { .. } | DecodeError::Digest { .. } | DecodeError::Unsalted { .. } => true,
        DecodeError::Element { reason: ElementError::Computed { .. }, .. } => true,
        DecodeError::Element { reason: ElementError::Nested(inner), .. } => is_passed_leniently(inner),
        _ => false,
    }
}

fn check_explained<K: Row>(key: &[u8], error: Option<&DecodeError>) {
    let explained = K::explain(key);
    assert_eq!(explained.error(), error, "the error that `explain` finds");
    // An error must also be displayed without a panic.
    assert!(error.is_none_or(|error| !error.to_string().is_empty()));
    let mut at = 0;
    for part in explained.parts() {
        assert_eq!(part.offset(), at, "the offset of `{}` in {explained}", part.name());
        assert!(key[at..].starts_with(part.bytes()), "the bytes of `{}` in {explained}", part.name());
        at += part.bytes().len();
    }
    assert_eq!(at, key.len(), "the bytes that {explained} shows");
    assert_eq!(explained.region(), K::SPLIT_KEYS.iter().filter(|split| **split <= key).count(), "{explained}");
}

/// Checks that the offsets of an error are within a key of `width` bytes.
fn check_offsets(error: &DecodeError, width: usize) {
    let is_inside = match error {
        DecodeError::Truncated { offset, found, .. } => offset <= found && *found <= width,
        DecodeError::Trailing { offset, found, .. } => *found > 0 && offset + found <= width,
        DecodeError::Literal { offset, found, .. } | DecodeError::Label { offset, found, .. } => {
            offset + found.len() <= width
        }
        DecodeError::Salt { offset, .. } | DecodeError::Digest { offset, .. } => *offset < width,
        DecodeError::RecordType { offset, found, .. } => offset + found.as_slice().len() <= width,
        DecodeError::Element { offset, reason, .. } => {
            *offset <= width && is_reason_inside(reason, width, width - offset)
        }
        DecodeError::Separators { found, expected, .. } => found > expected,
        DecodeError::Empty { .. } => width == 0,
        _ => true,
    };
    assert!(is_inside, "an error of {width} bytes: {error:?}");
}

/// Returns `true` if the offsets of an element error are within an element of at most `rest` bytes.
fn is_reason_inside(reason: &ElementError, width: usize, rest: usize) -> bool {
    match reason {
        ElementError::Utf8 { at } => *at < rest,
        ElementError::Byte { at, .. } | ElementError::Alphabet { at, .. } => *at < rest,
        ElementError::Nested(inner) => {
            check_offsets(inner, width);
            true
        }
        _ => true,
    }
}
