//! What the tests of bytes share: structs of a few fields, and what is asked of their keys.

use rowkey::{DecodeError, ElementError, EncodeError, OwnedKey, RowKey, ValueError};
use std::fmt::Debug;

/// Row keys of these fields.
macro_rules! keys {
    ($($(#[$struct:meta])* $name:ident { $($(#[$meta:meta])* $field:ident: $ty:ty),+ $(,)? })*) => {$(
        #[derive(RowKey, Debug, PartialEq, Clone)]
        $(#[$struct])*
        struct $name { $($(#[$meta])* $field: $ty),+ }
    )*};
}

/// Bytes in hex, with blanks anywhere.
pub fn hex(text: &str) -> Vec<u8> {
    let digits: String = text.split_whitespace().collect();
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}

/// The rows of a file of `tests/vectors`, without its header.
pub fn vector(name: &str) -> Vec<Vec<String>> {
    let path = format!("{}/tests/vectors/{name}.tsv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().skip(1).map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Encodes to these bytes, in both ways, and back.
#[track_caller]
pub fn golden<K: OwnedKey<EncodeError: Debug> + PartialEq + Debug>(value: &K, key: &[u8]) {
    assert_eq!(value.encode().unwrap().as_ref(), key, "{value:?}");
    let mut out = vec![9];
    value.encode_into(&mut out).unwrap();
    assert_eq!(out[1..], *key);
    assert_eq!(K::decode(key).as_ref(), Ok(value));
    assert_eq!(K::decode_lenient(key).as_ref(), Ok(value));
    let explained = K::explain(key);
    assert_eq!(explained.error(), None);
    assert!(explained.parts().iter().all(|part| part.value().is_ok()), "{explained}");
    assert_eq!(explained.parts().iter().flat_map(|part| part.bytes()).copied().collect::<Vec<u8>>(), key);
}

/// The element of the field `f`, the first of its key, is wrong.
#[track_caller]
pub fn refused<K: OwnedKey + PartialEq + Debug>(key: &[u8], reason: ElementError) {
    let error = DecodeError::Element { key: K::LAYOUT.name(), field: "f", offset: K::LAYOUT.fields_at(), reason };
    assert_eq!(K::decode(key), Err(error), "{}", key.escape_ascii());
    assert!(K::explain(key).error().is_some());
}

/// A value of the field `f` that cannot be written.
#[track_caller]
pub fn unwritable<K: RowKey<EncodeError = EncodeError> + Debug>(value: &K, reason: ValueError) {
    let error = EncodeError::Value { key: K::LAYOUT.name(), field: "f", reason };
    assert_eq!(value.encode().map(|_| ()), Err(error.clone()), "{value:?}");
    let mut out = vec![1, 2];
    assert_eq!(value.encode_into(&mut out), Err(error));
    assert_eq!(out, [1, 2]);
}
