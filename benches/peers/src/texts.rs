//! `two_texts`: two texts of any width, a few with a NUL, and a number. zerocopy and db-key-macro only have fixed
//! widths.

use crate::arrow;
use crate::contender;
use crate::contender::{Contender, Set};
use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{StringArray, UInt64Array};
use arrow_schema::DataType;
use bonsaidb_core::key::{CompositeKeyEncoder, CompositeKeyError};
use rowkey_benches::texts::{Document, derived, documents, hand};
use std::hint::black_box;
use std::sync::Arc;

type Owned = (String, String, u64);

fn parts<'r>(it: &'r Document<'_>) -> (&'r str, &'r str, u64) {
    (&it.user, &it.path, it.version)
}

fn accept(_: &Owned) -> bool {
    true
}

fn append(it: &Document<'_>, key: &mut CompositeKeyEncoder) -> Result<(), CompositeKeyError> {
    let (user, path, version) = parts(it);
    key.encode::<String, _>(user)?;
    key.encode::<String, _>(path)?;
    key.encode::<u64, _>(&version)
}

fn same(it: &Document<'_>, back: &Owned) -> bool {
    parts(it) == (&*back.0, &*back.1, back.2)
}

fn equal(it: &Document<'_>, back: &Document<'_>) -> bool {
    it == back
}

crate::tuples!(Document<'_>, parts, Owned, accept, append);

mod ours {
    use super::*;
    use rowkey::RowKey;
    #[inline(always)]
    pub fn encode(it: &Document<'_>) -> Vec<u8> {
        derived::encode(it)
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Document<'_>> {
        Document::decode(key).ok()
    }
}

mod by_hand {
    use super::*;
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Document<'_>> {
        hand::read(key).ok()
    }
}

mod foundationdb {
    use super::*;
    use foundationdb_tuple::{pack, unpack};
    #[inline(never)]
    pub fn encode(it: &Document<'_>) -> Vec<u8> {
        pack(&parts(it))
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Owned> {
        unpack(key).ok()
    }
}

mod redb_derived {
    use super::*;
    use redb::Value as _;

    #[derive(redb_derive::Key, redb_derive::Value, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Row<'a> {
        user: &'a str,
        path: &'a str,
        version: u64,
    }

    #[inline(never)]
    pub fn encode(it: &Document<'_>) -> Vec<u8> {
        let (user, path, version) = parts(it);
        Row::as_bytes(&Row { user, path, version })
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Document<'_>> {
        let Row { user, path, version } = Row::from_bytes(key);
        Some(Document { user: user.into(), path: path.into(), version })
    }
}

mod formatted {
    use super::*;
    #[inline(never)]
    pub fn encode(it: &Document<'_>) -> String {
        format!("{}\0{}\0{:020}", it.user, it.path, it.version)
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Owned> {
        let mut parts = str::from_utf8(key).ok()?.split('\0');
        let mut next = || parts.next();
        Some((next()?.to_owned(), next()?.to_owned(), next()?.parse().ok()?))
    }
}

/// Returns the records, and texts with common beginnings.
pub fn set() -> Set<Document<'static>> {
    let texts = ["", "a", "a\0", "a\0b", "a\u{1}", "ab", "aaaaaaaa", "aaaaaaaaa", "é"];
    let mut trials = Vec::new();
    for user in texts {
        for path in texts {
            trials.extend([0, 256, u64::MAX].map(|version| Document { user: user.into(), path: path.into(), version }));
        }
    }
    Set { records: documents(rowkey_benches::cases::RECORDS), trials, order: |a, b| parts(a).cmp(&parts(b)) }
}

/// Returns all contenders.
pub fn contenders<'r>(set: &'r Set<Document<'static>>) -> Vec<Contender<'r>> {
    vec![
        contender!(set, "hand-written", hand::encode, by_hand::decode, equal),
        contender!(set, "rowkey", ours::encode, ours::decode, equal),
        contender::batch(set, equal),
        contender!(set, "storekey", storekey::encode, storekey::decode, same),
        contender!(set, "memcomparable", memcomparable::encode, memcomparable::decode, same),
        contender!(set, "bytekey2", bytekey2::encode, bytekey2::decode, same),
        contender!(set, "foundationdb-tuple", foundationdb::encode, foundationdb::decode, same),
        contender!(set, "bonsaidb-core", bonsaidb::encode, bonsaidb::decode, same),
        contender!(set, "redb-derive", redb_derived::encode, redb_derived::decode, equal),
        contender!(set, "bincode 2", bincode::encode, bincode::decode, same),
        contender!(set, "format!", formatted::encode, formatted::decode, same),
        arrow::contender(set, COLUMNS),
    ]
}

const COLUMNS: arrow::Columns<'static, Document<'static>> = arrow::Columns {
    types: &[DataType::Utf8, DataType::Utf8, DataType::UInt64],
    of: |records| {
        vec![
            Arc::new(StringArray::from_iter_values(records.iter().map(|it| &*it.user))),
            Arc::new(StringArray::from_iter_values(records.iter().map(|it| &*it.path))),
            Arc::new(UInt64Array::from_iter_values(records.iter().map(|it| it.version))),
        ]
    },
    same: |it, columns, at| {
        columns[0].as_string::<i32>().value(at) == it.user
            && columns[1].as_string::<i32>().value(at) == it.path
            && columns[2].as_primitive::<UInt64Type>().value(at) == it.version
    },
    read: |columns, at| {
        black_box(columns[0].as_string::<i32>().value(at));
        black_box(columns[1].as_string::<i32>().value(at));
        black_box(columns[2].as_primitive::<UInt64Type>().value(at));
        true
    },
};
