//! `md5_salted_text`: a host name of up to 20 bytes and a number, salted by md5 of the name.

use crate::arrow;
use crate::contender;
use crate::contender::{Contender, Set};
use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt64Type};
use arrow_array::{StringArray, UInt8Array, UInt64Array};
use arrow_schema::DataType;
use bonsaidb_core::key::{CompositeKeyEncoder, CompositeKeyError};
use md5::{Digest, Md5};
use rowkey_benches::hashed::{Hashed, derived, hand};
use std::hint::black_box;
use std::sync::Arc;

type Owned = (u8, String, u64);

/// Returns the first hex digit of md5.
fn bucket(name: &str) -> u8 {
    Md5::digest(name.as_bytes())[0] >> 4
}

fn parts<'r>(host: &'r Hashed<'_>) -> (u8, &'r str, u64) {
    (bucket(host.name), host.name, host.id)
}

/// Checks the salt, like `decode`.
fn accept(back: &Owned) -> bool {
    back.0 == bucket(&back.1)
}

fn append(host: &Hashed<'_>, key: &mut CompositeKeyEncoder) -> Result<(), CompositeKeyError> {
    let (bucket, name, id) = parts(host);
    key.encode::<u8, _>(&bucket)?;
    key.encode::<String, _>(name)?;
    key.encode::<u64, _>(&id)
}

fn same(host: &Hashed<'_>, back: &Owned) -> bool {
    parts(host) == (back.0, &*back.1, back.2)
}

fn equal(host: &Hashed<'_>, back: &Hashed<'_>) -> bool {
    host == back
}

/// Pads a name. A name that ends in NUL would decode as a shorter one.
fn padded(name: &str) -> [u8; 20] {
    assert!(!name.ends_with('\0'), "padding");
    let mut text = [0; 20];
    text[..name.len()].copy_from_slice(name.as_bytes());
    text
}

fn unpadded(text: &[u8; 20]) -> Option<&str> {
    let width = text.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    str::from_utf8(&text[..width]).ok()
}

crate::tuples!(Hashed<'_>, parts, Owned, accept, append);

mod ours {
    use super::*;
    use rowkey::RowKey;
    #[inline(always)]
    pub fn encode(host: &Hashed<'_>) -> [u8; 29] {
        derived::encode(host).expect("a good name")
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Hashed<'_>> {
        Hashed::decode(key).ok()
    }
}

mod by_hand {
    use super::*;
    #[inline(always)]
    pub fn encode(host: &Hashed<'_>) -> [u8; 29] {
        hand::encode(host).expect("a good name")
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Hashed<'_>> {
        hand::read(key, true).ok()
    }
}

mod zerocopy {
    use super::*;
    use ::zerocopy::byteorder::big_endian::U64;
    use ::zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

    #[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, Copy)]
    #[repr(C)]
    pub struct Row {
        bucket: u8,
        name: [u8; 20],
        id: U64,
    }

    impl AsRef<[u8]> for Row {
        fn as_ref(&self) -> &[u8] {
            self.as_bytes()
        }
    }

    #[inline(never)]
    pub fn encode(host: &Hashed<'_>) -> Row {
        Row { bucket: bucket(host.name), name: padded(host.name), id: U64::new(host.id) }
    }

    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Hashed<'_>> {
        let row = Row::ref_from_bytes(key).ok()?;
        let name = unpadded(&row.name)?;
        (row.bucket == bucket(name)).then_some(Hashed { name, id: row.id.get() })
    }
}

mod db_key {
    use super::*;
    use db_key_macro::db_key;

    #[db_key]
    pub struct Row {
        bucket: u8,
        name: [u8; 20],
        id: u64,
    }

    #[inline(never)]
    pub fn encode(host: &Hashed<'_>) -> Row {
        Row::new(bucket(host.name), padded(host.name), host.id)
    }

    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Owned> {
        let row = Row::from(<[u8; 29]>::try_from(key).ok()?);
        let name = unpadded(row.name()[..].try_into().ok()?)?.to_owned();
        Some((row.bucket(), name, row.id())).filter(accept)
    }
}

mod foundationdb {
    use super::*;
    use foundationdb_tuple::{pack, unpack};
    #[inline(never)]
    pub fn encode(host: &Hashed<'_>) -> Vec<u8> {
        let (bucket, name, id) = parts(host);
        pack(&(u16::from(bucket), name, id))
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Owned> {
        let (bucket, name, id): (u16, String, u64) = unpack(key).ok()?;
        Some((bucket.try_into().ok()?, name, id)).filter(accept)
    }
}

mod redb_derived {
    use super::*;
    use redb::Value as _;

    #[derive(redb_derive::Key, redb_derive::Value, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Row<'a> {
        bucket: u8,
        name: &'a str,
        id: u64,
    }

    #[inline(never)]
    pub fn encode(host: &Hashed<'_>) -> Vec<u8> {
        let (bucket, name, id) = parts(host);
        Row::as_bytes(&Row { bucket, name, id })
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Hashed<'_>> {
        let Row { bucket: found, name, id } = Row::from_bytes(key);
        (found == bucket(name)).then_some(Hashed { name, id })
    }
}

mod formatted {
    use super::*;
    #[inline(never)]
    pub fn encode(host: &Hashed<'_>) -> String {
        let (bucket, name, id) = parts(host);
        format!("{bucket:x}_{name:\0<20}_{id:020}")
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Owned> {
        let key = str::from_utf8(key).ok()?;
        let (bucket, rest) = key.split_once('_')?;
        let (name, id) = rest.rsplit_once('_')?;
        let bucket = u8::from_str_radix(bucket, 16).ok()?;
        Some((bucket, name.trim_end_matches('\0').to_owned(), id.parse().ok()?)).filter(accept)
    }
}

/// Returns the records, and names with common beginnings.
pub fn set(records: Vec<Hashed<'static>>) -> Set<Hashed<'static>> {
    let names = ["", "host1", "host12", "host1\u{1}", "host_1", "hos", "é", "12345678901234567890"];
    let ids = [0, 1, 255, 256, u64::MAX];
    let trials = names.iter().flat_map(|name| ids.map(|id| Hashed { name, id })).collect();
    Set { records, trials, order: |a, b| parts(a).cmp(&parts(b)) }
}

/// Returns all contenders.
pub fn contenders<'r>(set: &'r Set<Hashed<'static>>) -> Vec<Contender<'r>> {
    vec![
        contender!(set, "hand-written", by_hand::encode, by_hand::decode, equal),
        contender!(set, "rowkey", ours::encode, ours::decode, equal),
        contender::batch(set, equal),
        contender!(set, "zerocopy", zerocopy::encode, zerocopy::decode, equal),
        contender!(set, "db-key-macro", db_key::encode, db_key::decode, same),
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

const COLUMNS: arrow::Columns<'static, Hashed<'static>> = arrow::Columns {
    types: &[DataType::UInt8, DataType::Utf8, DataType::UInt64],
    of: |records| {
        vec![
            Arc::new(UInt8Array::from_iter_values(records.iter().map(|it| bucket(it.name)))),
            Arc::new(StringArray::from_iter_values(records.iter().map(|it| it.name))),
            Arc::new(UInt64Array::from_iter_values(records.iter().map(|it| it.id))),
        ]
    },
    same: |it, columns, at| {
        columns[0].as_primitive::<UInt8Type>().value(at) == bucket(it.name)
            && columns[1].as_string::<i32>().value(at) == it.name
            && columns[2].as_primitive::<UInt64Type>().value(at) == it.id
    },
    read: |columns, at| {
        let name = columns[1].as_string::<i32>().value(at);
        black_box(Hashed { name, id: columns[2].as_primitive::<UInt64Type>().value(at) });
        columns[0].as_primitive::<UInt8Type>().value(at) == bucket(name)
    },
};
