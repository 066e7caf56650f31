//! `four_integers`.

use crate::arrow;
use crate::contender;
use crate::contender::{Contender, Set};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{Int64Array, UInt16Array, UInt32Array, UInt64Array};
use arrow_schema::DataType;
use bonsaidb_core::key::{CompositeKeyEncoder, CompositeKeyError};
use rowkey_benches::numbers::{Numbers, derived, hand, numbers};
use std::hint::black_box;
use std::sync::Arc;

type Owned = (u64, i64, u32, u16);

fn parts(it: &Numbers) -> Owned {
    (it.a, it.b, it.c, it.d)
}

fn accept(_: &Owned) -> bool {
    true
}

fn append(it: &Numbers, key: &mut CompositeKeyEncoder) -> Result<(), CompositeKeyError> {
    key.encode::<u64, _>(&it.a)?;
    key.encode::<i64, _>(&it.b)?;
    key.encode::<u32, _>(&it.c)?;
    key.encode::<u16, _>(&it.d)
}

fn same(it: &Numbers, back: &Owned) -> bool {
    parts(it) == *back
}

fn equal(it: &Numbers, back: &Numbers) -> bool {
    it == back
}

crate::tuples!(Numbers, parts, Owned, accept, append);

mod ours {
    use super::*;
    use rowkey::RowKey;
    #[inline(always)]
    pub fn encode(it: &Numbers) -> [u8; 22] {
        derived::encode(it)
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Numbers> {
        Numbers::decode(key).ok()
    }
}

mod by_hand {
    use super::*;
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Numbers> {
        hand::read(key).ok()
    }
}

mod zerocopy {
    use super::*;
    use ::zerocopy::byteorder::big_endian::{U16, U32, U64};
    use ::zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

    #[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, Copy)]
    #[repr(C)]
    pub struct Row {
        a: U64,
        b: U64,
        c: U32,
        d: U16,
    }

    impl AsRef<[u8]> for Row {
        fn as_ref(&self) -> &[u8] {
            self.as_bytes()
        }
    }

    #[inline(never)]
    pub fn encode(it: &Numbers) -> Row {
        Row { a: U64::new(it.a), b: U64::new(it.b as u64 ^ 1 << 63), c: U32::new(it.c), d: U16::new(it.d) }
    }

    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Numbers> {
        let row = Row::ref_from_bytes(key).ok()?;
        Some(Numbers { a: row.a.get(), b: (row.b.get() ^ 1 << 63) as i64, c: row.c.get(), d: row.d.get() })
    }
}

mod db_key {
    use super::*;
    use db_key_macro::db_key;

    #[db_key]
    pub struct Row {
        a: u64,
        b: u64,
        c: u32,
        d: u16,
    }

    #[inline(never)]
    pub fn encode(it: &Numbers) -> Row {
        Row::new(it.a, it.b as u64 ^ 1 << 63, it.c, it.d)
    }

    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Owned> {
        let row = Row::from(<[u8; 22]>::try_from(key).ok()?);
        Some((row.a(), (row.b() ^ 1 << 63) as i64, row.c(), row.d()))
    }
}

mod foundationdb {
    use super::*;
    use foundationdb_tuple::{pack, unpack};
    #[inline(never)]
    pub fn encode(it: &Numbers) -> Vec<u8> {
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
    pub struct Row {
        a: u64,
        b: i64,
        c: u32,
        d: u16,
    }

    #[inline(never)]
    pub fn encode(it: &Numbers) -> Vec<u8> {
        Row::as_bytes(&Row { a: it.a, b: it.b, c: it.c, d: it.d })
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Owned> {
        let row = Row::from_bytes(key);
        Some((row.a, row.b, row.c, row.d))
    }
}

mod formatted {
    use super::*;
    #[inline(never)]
    pub fn encode(it: &Numbers) -> String {
        format!("{:020}_{:020}_{:010}_{:05}", it.a, it.b, it.c, it.d)
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Owned> {
        let mut parts = str::from_utf8(key).ok()?.split('_');
        let mut next = || parts.next();
        Some((next()?.parse().ok()?, next()?.parse().ok()?, next()?.parse().ok()?, next()?.parse().ok()?))
    }
}

/// Returns the records, and some around zero and around the limits of each width.
pub fn set() -> Set<Numbers> {
    let mut trials = Vec::new();
    for a in [0, 255, 256, u64::MAX] {
        for b in [i64::MIN, -256, -1, 0, 1, i64::MAX] {
            trials.extend([(0, 0), (0, 256), (256, 0), (u32::MAX, u16::MAX)].map(|(c, d)| Numbers { a, b, c, d }));
        }
    }
    Set { records: numbers(rowkey_benches::cases::RECORDS), trials, order: |a, b| parts(a).cmp(&parts(b)) }
}

/// Returns all contenders.
pub fn contenders(set: &Set<Numbers>) -> Vec<Contender<'_>> {
    vec![
        contender!(set, "hand-written", hand::encode, by_hand::decode, equal),
        contender!(set, "rowkey", ours::encode, ours::decode, equal),
        contender::batch(set, equal),
        contender!(set, "zerocopy", zerocopy::encode, zerocopy::decode, equal),
        contender!(set, "db-key-macro", db_key::encode, db_key::decode, same),
        contender!(set, "storekey", storekey::encode, storekey::decode, same),
        contender!(set, "memcomparable", memcomparable::encode, memcomparable::decode, same),
        contender!(set, "bytekey2", bytekey2::encode, bytekey2::decode, same),
        contender!(set, "foundationdb-tuple", foundationdb::encode, foundationdb::decode, same),
        contender!(set, "bonsaidb-core", bonsaidb::encode, bonsaidb::decode, same),
        contender!(set, "redb-derive", redb_derived::encode, redb_derived::decode, same),
        contender!(set, "bincode 2", bincode::encode, bincode::decode, same),
        contender!(set, "format!", formatted::encode, formatted::decode, same),
        arrow::contender(set, COLUMNS),
    ]
}

const COLUMNS: arrow::Columns<'static, Numbers> = arrow::Columns {
    types: &[DataType::UInt64, DataType::Int64, DataType::UInt32, DataType::UInt16],
    of: |records| {
        vec![
            Arc::new(UInt64Array::from_iter_values(records.iter().map(|it| it.a))),
            Arc::new(Int64Array::from_iter_values(records.iter().map(|it| it.b))),
            Arc::new(UInt32Array::from_iter_values(records.iter().map(|it| it.c))),
            Arc::new(UInt16Array::from_iter_values(records.iter().map(|it| it.d))),
        ]
    },
    same: |it, columns, at| {
        columns[0].as_primitive::<UInt64Type>().value(at) == it.a
            && columns[1].as_primitive::<Int64Type>().value(at) == it.b
            && columns[2].as_primitive::<UInt32Type>().value(at) == it.c
            && columns[3].as_primitive::<UInt16Type>().value(at) == it.d
    },
    read: |columns, at| {
        black_box(columns[0].as_primitive::<UInt64Type>().value(at));
        black_box(columns[1].as_primitive::<Int64Type>().value(at));
        black_box(columns[2].as_primitive::<UInt32Type>().value(at));
        black_box(columns[3].as_primitive::<UInt16Type>().value(at));
        true
    },
};
