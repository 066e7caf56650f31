//! Text and bytes in a `Box`, an `Rc` or an `Arc`, and those of other crates, are written, read, salted and scanned as a `String`
//! and a `Vec<u8>` are.

use rowkey::{OwnedKey, RowKey, ends_with};
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

macro_rules! alike {
    ($mod:ident, $text:ty, $bytes:ty) => {
        mod $mod {
            use super::*;

            #[derive(RowKey, Debug, PartialEq)]
            #[rowkey(salt(md5, buckets = 7, of(padded, ended)))]
            pub struct Key {
                #[pad(4)]
                pub padded: $text,
                #[rowkey(terminated, desc)]
                pub ended: $bytes,
                #[rowkey(reverse_text)]
                pub last: $text,
            }

            pub fn keys() -> Vec<Key> {
                let key = |padded: &str, ended: &[u8], last: &str| Key {
                    padded: padded.into(),
                    ended: ended.to_vec().into(),
                    last: last.into(),
                };
                vec![key("", b"", ""), key("ab", b"\0\xFF", "xyz"), key("é", &[1; 80], "é\0")]
            }

            pub fn plans() -> Vec<String> {
                let first = || Key::scan().padded("ab").ended(&b"\0\xFF"[..]);
                let plans = [
                    first().last("xyz").plan(),
                    first().last(ends_with("z")).plan(),
                    Key::scan().padded("a".."b").plan(),
                ];
                plans.map(|plan| format!("{:?}", plan.unwrap().ranges().collect::<Vec<_>>())).into()
            }
        }
    };
}

alike!(owned, String, Vec<u8>);
alike!(boxed, Box<str>, Box<[u8]>);
alike!(counted, Rc<str>, Rc<[u8]>);
alike!(shared, Arc<str>, Arc<[u8]>);
alike!(smol, smol_str::SmolStr, bytes::Bytes);
alike!(compact, compact_str::CompactString, bytes::Bytes);

/// The bytes of the keys, which come back.
fn written<K: OwnedKey + Debug + PartialEq>(keys: Vec<K>) -> Vec<Vec<u8>> {
    let key = |key: K| {
        let bytes: Vec<u8> = key.encode().unwrap().into();
        assert_eq!(K::decode(&bytes), Ok(key));
        bytes
    };
    keys.into_iter().map(key).collect()
}

#[test]
fn all_write_the_same() {
    let expected = written(owned::keys());
    assert_eq!(written(boxed::keys()), expected);
    assert_eq!(written(counted::keys()), expected);
    assert_eq!(written(shared::keys()), expected);
    assert_eq!(written(smol::keys()), expected);
    assert_eq!(written(compact::keys()), expected);
    let lock = owned::Key::LAYOUT.lock();
    assert_eq!([boxed::Key::LAYOUT.lock(), counted::Key::LAYOUT.lock(), shared::Key::LAYOUT.lock()], [&*lock; 3]);
    assert_eq!([smol::Key::LAYOUT.lock(), compact::Key::LAYOUT.lock()], [&*lock; 2]);
}

#[test]
fn all_scan_the_same() {
    assert_eq!(boxed::plans(), owned::plans());
    assert_eq!(counted::plans(), owned::plans());
    assert_eq!(shared::plans(), owned::plans());
    assert_eq!(smol::plans(), owned::plans());
    assert_eq!(compact::plans(), owned::plans());
}
