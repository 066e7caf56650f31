//! `call_record`: a call record, salted by the caller's last four digits xor the number of the month.

use crate::arrow;
use crate::contender;
use crate::contender::{Contender, Set};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, UInt8Type, UInt32Type};
use arrow_array::{BooleanArray, Int64Array, StringArray, UInt8Array, UInt32Array};
use arrow_schema::DataType;
use bonsaidb_core::key::{CompositeKeyEncoder, CompositeKeyError};
use rowkey_benches::call::{BUCKETS, Call, MONTH, calls, derived, hand};
use rowkey_benches::utf8::utf8;
use std::cmp::Reverse;
use std::hint::black_box;
use std::sync::Arc;

type Owned = (u8, String, i64, String, bool, u32);

/// Returns the number of a phone's last four digits, or `None` if the phone is not 11 digits.
#[inline]
pub fn phone(text: &str) -> Option<i64> {
    let digits: &[u8; 11] = text.as_bytes().try_into().ok()?;
    digits.iter().fold(true, |all, byte| all & byte.is_ascii_digit()).then(|| spelt(text))
}

#[inline]
fn spelt(caller: &str) -> i64 {
    let digits = &caller.as_bytes()[caller.len().saturating_sub(4)..];
    digits.iter().fold(0, |number, digit| number * 10 + i64::from(digit.wrapping_sub(b'0')))
}

#[inline]
fn bucket(number: i64, at: i64) -> u8 {
    (number ^ at.div_euclid(MONTH)).rem_euclid(i64::from(BUCKETS)) as u8
}

/// Computes the salt. Both phones must be 11 digits, as the key type requires.
#[inline]
fn salt(caller: &str, at: i64, callee: &str) -> Option<u8> {
    phone(callee)?;
    Some(bucket(phone(caller)?, at))
}

fn parts<'r>(call: &'r Call<'_>) -> (u8, &'r str, i64, &'r str, bool, u32) {
    let Call { caller, at, callee, flag, seconds } = *call;
    (salt(caller, at, callee).expect("digits"), caller, i64::MAX.wrapping_sub(at), callee, flag, seconds)
}

/// Checks the salt and the digits, like `decode`.
fn accept(back: &Owned) -> bool {
    salt(&back.1, i64::MAX.wrapping_sub(back.2), &back.3) == Some(back.0)
}

/// Appends the elements of a call, for bonsaidb-core.
pub fn append(bucket: u8, call: &Call<'_>, key: &mut CompositeKeyEncoder) -> Result<(), CompositeKeyError> {
    let Call { caller, at, callee, flag, seconds } = *call;
    let at = i64::MAX.wrapping_sub(at);
    key.encode::<u8, _>(&bucket)?;
    key.encode::<String, _>(caller)?;
    key.encode::<i64, _>(&at)?;
    key.encode::<String, _>(callee)?;
    key.encode::<bool, _>(&flag)?;
    key.encode::<u32, _>(&seconds)
}

fn same(call: &Call<'_>, back: &Owned) -> bool {
    parts(call) == (back.0, &*back.1, back.2, &*back.3, back.4, back.5)
}

fn equal(call: &Call<'_>, back: &Call<'_>) -> bool {
    call == back
}

fn append_salted(call: &Call<'_>, key: &mut CompositeKeyEncoder) -> Result<(), CompositeKeyError> {
    append(parts(call).0, call, key)
}

crate::tuples!(Call<'_>, parts, Owned, accept, append_salted);

mod ours {
    use super::*;
    use rowkey::RowKey;
    #[inline(always)]
    pub fn encode(call: &Call<'_>) -> [u8; 36] {
        derived::encode(call).expect("digits")
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Call<'_>> {
        Call::decode(key).ok()
    }
}

mod by_hand {
    use super::*;
    #[inline(always)]
    pub fn encode(call: &Call<'_>) -> [u8; 36] {
        hand::encode(call).expect("digits")
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Call<'_>> {
        hand::read(key, true).ok()
    }
}

mod zerocopy {
    use super::*;
    use ::zerocopy::byteorder::big_endian::{U32, U64};
    use ::zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

    #[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, Copy)]
    #[repr(C)]
    pub struct Row {
        bucket: u8,
        caller: [u8; 11],
        at: U64,
        callee: [u8; 11],
        flag: u8,
        seconds: U32,
    }

    impl AsRef<[u8]> for Row {
        fn as_ref(&self) -> &[u8] {
            self.as_bytes()
        }
    }

    fn salt<const CHECKED: bool>(call: &Call<'_>) -> Option<u8> {
        if CHECKED { super::salt(call.caller, call.at, call.callee) } else { Some(bucket(spelt(call.caller), call.at)) }
    }

    #[inline(never)]
    pub fn encode<const CHECKED: bool>(call: &Call<'_>) -> Row {
        Row {
            bucket: salt::<CHECKED>(call).expect("digits"),
            caller: call.caller.as_bytes().try_into().expect("11 digits"),
            at: U64::new(i64::MAX.wrapping_sub(call.at) as u64),
            callee: call.callee.as_bytes().try_into().expect("11 digits"),
            flag: call.flag.into(),
            seconds: U32::new(call.seconds),
        }
    }

    #[inline(always)]
    fn text<const ASCII: bool>(bytes: &[u8; 11]) -> Option<&str> {
        if ASCII { utf8(bytes).ok() } else { str::from_utf8(bytes).ok() }
    }

    #[inline(never)]
    pub fn decode<const CHECKED: bool, const ASCII: bool>(key: &[u8]) -> Option<Call<'_>> {
        let row = Row::ref_from_bytes(key).ok()?;
        let caller = text::<ASCII>(&row.caller)?;
        let at = i64::MAX.wrapping_sub(row.at.get() as i64);
        let callee = text::<ASCII>(&row.callee)?;
        let call = Call { caller, at, callee, flag: row.flag == 1, seconds: row.seconds.get() };
        (row.flag <= 1 && salt::<CHECKED>(&call) == Some(row.bucket)).then_some(call)
    }
}

mod db_key {
    use super::*;
    use db_key_macro::db_key;

    #[db_key]
    pub struct Row {
        bucket: u8,
        caller: [u8; 11],
        at: u64,
        callee: [u8; 11],
        flag: u8,
        seconds: u32,
    }

    #[inline(never)]
    pub fn encode(call: &Call<'_>) -> Row {
        Row::new(
            parts(call).0,
            call.caller.as_bytes().try_into().expect("11 digits"),
            i64::MAX.wrapping_sub(call.at) as u64,
            call.callee.as_bytes().try_into().expect("11 digits"),
            call.flag.into(),
            call.seconds,
        )
    }

    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Owned> {
        let row = Row::from(<[u8; 36]>::try_from(key).ok()?);
        let text = |text: &[u8]| String::from_utf8(text.to_vec()).ok();
        let back =
            (row.bucket(), text(row.caller())?, row.at() as i64, text(row.callee())?, row.flag() == 1, row.seconds());
        Some(back).filter(accept)
    }
}

mod foundationdb {
    use super::*;
    use foundationdb_tuple::{pack, unpack};
    #[inline(never)]
    pub fn encode(call: &Call<'_>) -> Vec<u8> {
        let (bucket, caller, at, callee, flag, seconds) = parts(call);
        pack(&(u16::from(bucket), caller, at, callee, flag, seconds))
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Owned> {
        let (bucket, caller, at, callee, flag, seconds): (u16, String, i64, String, bool, u32) = unpack(key).ok()?;
        Some((bucket.try_into().ok()?, caller, at, callee, flag, seconds)).filter(accept)
    }
}

mod redb_derived {
    use super::*;
    use redb::Value as _;

    #[derive(redb_derive::Key, redb_derive::Value, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Row<'a> {
        bucket: u8,
        caller: &'a str,
        at: i64,
        callee: &'a str,
        flag: bool,
        seconds: u32,
    }

    #[inline(never)]
    pub fn encode(call: &Call<'_>) -> Vec<u8> {
        let (bucket, caller, at, callee, flag, seconds) = parts(call);
        Row::as_bytes(&Row { bucket, caller, at, callee, flag, seconds })
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Call<'_>> {
        let Row { bucket: found, caller, at, callee, flag, seconds } = Row::from_bytes(key);
        let at = i64::MAX.wrapping_sub(at);
        (salt(caller, at, callee) == Some(found)).then_some(Call { caller, at, callee, flag, seconds })
    }
}

mod formatted {
    use super::*;
    #[inline(never)]
    pub fn encode(call: &Call<'_>) -> String {
        let (bucket, caller, at, callee, flag, seconds) = parts(call);
        format!("{bucket:02}_{caller}_{at:019}_{callee}_{}_{seconds:010}", u8::from(flag))
    }
    #[inline(never)]
    pub fn decode(key: &[u8]) -> Option<Owned> {
        let mut parts = str::from_utf8(key).ok()?.split('_');
        let mut next = || parts.next();
        let (bucket, caller, at) = (next()?.parse().ok()?, next()?.to_owned(), next()?.parse().ok()?);
        let (callee, flag, seconds) = (next()?.to_owned(), next()? == "1", next()?.parse().ok()?);
        Some((bucket, caller, at, callee, flag, seconds)).filter(accept)
    }
}

/// Returns the records, and some whose keys are close together.
pub fn set(phones: &'static [String]) -> Set<Call<'static>> {
    let records = calls(phones);
    let mut trials = Vec::new();
    for caller in ["00000000000", "13362666677", "13362666678"] {
        for at in [0, 1, 255, 256, MONTH, 1_500_000_000_000] {
            for (callee, flag, seconds) in
                [("14444445555", false, 9), ("14444445555", true, 256), ("24444445555", false, 1)]
            {
                trials.push(Call { caller, at, callee, flag, seconds });
            }
        }
    }
    let order = |a: &Call<'_>, b: &Call<'_>| {
        let key = |c: &Call<'_>| (parts(c).0, Reverse(c.at), c.flag, c.seconds);
        let ((x, at, flag, seconds), (y, other, flag_2, seconds_2)) = (key(a), key(b));
        (x, a.caller, at, a.callee, flag, seconds).cmp(&(y, b.caller, other, b.callee, flag_2, seconds_2))
    };
    Set { records, trials, order }
}

/// Returns all contenders.
pub fn contenders<'r>(set: &'r Set<Call<'static>>) -> Vec<Contender<'r>> {
    vec![
        contender!(set, "hand-written", by_hand::encode, by_hand::decode, equal),
        contender!(set, "rowkey", ours::encode, ours::decode, equal),
        contender::batch(set, equal),
        contender!(set, "zerocopy", zerocopy::encode::<true>, zerocopy::decode::<true, false>, equal),
        contender!(set, "zerocopy, texts by ascii", zerocopy::encode::<true>, zerocopy::decode::<true, true>, equal),
        contender!(
            set,
            "zerocopy, digits unchecked",
            zerocopy::encode::<false>,
            zerocopy::decode::<false, false>,
            equal
        ),
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

const COLUMNS: arrow::Columns<'static, Call<'static>> = arrow::Columns {
    types: &[DataType::UInt8, DataType::Utf8, DataType::Int64, DataType::Utf8, DataType::Boolean, DataType::UInt32],
    of: |records| {
        vec![
            Arc::new(UInt8Array::from_iter_values(records.iter().map(|it| parts(it).0))),
            Arc::new(StringArray::from_iter_values(records.iter().map(|it| it.caller))),
            Arc::new(Int64Array::from_iter_values(records.iter().map(|it| i64::MAX.wrapping_sub(it.at)))),
            Arc::new(StringArray::from_iter_values(records.iter().map(|it| it.callee))),
            Arc::new(BooleanArray::from_iter(records.iter().map(|it| Some(it.flag)))),
            Arc::new(UInt32Array::from_iter_values(records.iter().map(|it| it.seconds))),
        ]
    },
    same: |it, columns, at| {
        columns[0].as_primitive::<UInt8Type>().value(at) == parts(it).0
            && columns[1].as_string::<i32>().value(at) == it.caller
            && columns[2].as_primitive::<Int64Type>().value(at) == i64::MAX.wrapping_sub(it.at)
            && columns[3].as_string::<i32>().value(at) == it.callee
            && columns[4].as_boolean().value(at) == it.flag
            && columns[5].as_primitive::<UInt32Type>().value(at) == it.seconds
    },
    read: |columns, row| {
        let found = columns[0].as_primitive::<UInt8Type>().value(row);
        let caller = columns[1].as_string::<i32>().value(row);
        let at = i64::MAX.wrapping_sub(columns[2].as_primitive::<Int64Type>().value(row));
        let callee = columns[3].as_string::<i32>().value(row);
        let flag = columns[4].as_boolean().value(row);
        let seconds = columns[5].as_primitive::<UInt32Type>().value(row);
        black_box(Call { caller, at, callee, flag, seconds });
        salt(caller, at, callee) == Some(found)
    },
};
