//! The lock of a layout: what changes the meaning of a table's bytes changes it.

use jiff::Timestamp;
use jiff::civil::Date;
use rowkey::codec::{Codec, Piece};
use rowkey::language::Language;
use rowkey::{ElementError, RowKey, Sink};
use std::convert::Infallible;
use std::num::NonZero;

fn by_length(bytes: &[u8], buckets: u32) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(0) % buckets
}

macro_rules! key {
    ($($field:tt)*) => {{
        #[derive(RowKey)]
        #[allow(dead_code, reason = "only the layout is looked at")]
        struct Key { $($field)* }
        Key::LAYOUT.lock()
    }};
}

#[derive(RowKey, Debug)]
struct Signed {
    #[rowkey(len(2))]
    kind: String,
    id: i64,
}

#[derive(RowKey, Debug)]
struct Unsigned {
    #[rowkey(len(2))]
    kind: String,
    id: u64,
}

#[test]
fn it_names_what_is_written() {
    assert_eq!(
        key! { #[salt(with = by_length, buckets = 4)] #[pad(8)] host: String, #[reverse_ts] at: i64, },
        "u8 by_length of host / 4 | host: str as text padded to 8 bytes with 00 | at: millis as 8-byte number desc"
    );
    assert_eq!(
        key! { a: Option<bool>, #[rowkey(desc)] b: Signed, },
        "a: bool as optional 1-byte number from 0 to 1 | b: (kind: str as 2 bytes | id: i64 as 8-byte number) \
         as (2 bytes | 8-byte number), complemented desc"
    );
    assert_eq!(
        key! {
            #[rowkey(digits(10))] a: u32, #[rowkey(hex(16))] b: u64, #[rowkey(hex(2, upper))] c: u8,
            #[rowkey(reverse_ts, digits(20))] d: i64, #[rowkey(raw)] e: i32,
            #[rowkey(len(10), reverse_text)] f: String, #[rowkey(decimal)] g: u32,
        },
        "a: u32 as 10 decimal digits from 0 to 4294967295 | b: u64 as 16 hex digits | c: u8 as 2 upper-case hex digits | \
         d: reversed millis as 20 decimal digits from 0 to 18446744073709551615 desc | \
         e: raw i32 as 4-byte number unordered | f: reversed str as 10 bytes unordered | g: u32 as decimal text unordered"
    );
}

#[test]
fn it_names_the_order_of_bytes() {
    assert_eq!(
        key! { #[rowkey(le)] a: u16, #[rowkey(le, desc)] b: i64, #[rowkey(bytes(3), le)] c: i64, #[rowkey(bytes(8), le)] d: i64, },
        "a: le u16 as 2-byte number unordered | b: le i64 as 8-byte number, complemented unordered | \
         c: le i64 as 3-byte number unordered | d: le i64 as 8-byte number from 0 to 18446744073709551487 unordered"
    );
    assert_ne!(key! { #[rowkey(le)] a: u16, }, key! { a: u16, });
}

#[test]
fn it_names_how_times_are_written() {
    assert_eq!(
        key! { #[rowkey(time("%Y%m", offset = "Z", exact))] a: Timestamp, #[rowkey(time("%F %R", offset = "-03:30", exact), desc)] b: Timestamp, },
        "a: time('%Y%m') as text from '000001' to '999912' | b: time('%F %R', offset '-03:30') \
         as text from '0000-01-01 00:00' to '9999-12-31 23:59', complemented desc"
    );
    assert_eq!(
        key! { #[salt(buckets = 4, of(a.year_month))] #[rowkey(time(secs))] a: i64, #[rowkey(time(nanos))] b: u64, },
        "u8 xxh3 of a.year_month / 4 | a: secs as 8-byte number | b: nanos as 8-byte number from 0 to 9223372036854775807"
    );
}

#[test]
fn layouts_of_one_language_differ_by_what_they_hold() {
    let locks = [
        key! { a: u64, },
        key! { a: i64, },
        key! { a: f64, },
        key! { #[rowkey(desc)] a: i64, },
        key! { #[reverse_ts] a: i64, },
        key! { #[reverse_ts(secs)] a: i64, },
        key! { a: u64, #[rowkey(skip)] b: u8, },
        key! { a: Signed, },
        key! { a: Unsigned, },
        key! { #[rowkey(time(secs))] a: i64, },
        key! { #[rowkey(time(millis))] a: i64, },
        key! { #[rowkey(time("%Y%m%d"))] a: Date, },
        key! { #[rowkey(time("%Y%d%m"), allow(unordered))] a: Date, },
        key! { #[rowkey(time("%Y%m%d", offset = "+08:00", exact))] a: Timestamp, },
        key! { #[salt(buckets = 4)] a: u64, },
        key! { #[salt(java_hash, buckets = 4)] a: u64, },
        key! { #[salt(phoenix, buckets = 4, of(..))] a: u64, },
        key! { #[salt(xxh3, buckets = 4, of(..))] a: u64, },
        key! { #[salt(buckets = 4, was(5, md5(4)))] a: u64, },
        key! { #[salt(buckets = 4, digits(1))] a: u64, },
        key! { #[salt(buckets = 4, of(a.div(60)))] a: u64, },
        key! { #[rowkey(raw)] a: i64, },
        key! { #[rowkey(raw)] a: f64, },
        key! { #[rowkey(decimal)] a: u64, },
        key! { #[rowkey(decimal)] a: i64, },
        key! { #[rowkey(decimal, reverse_ts)] a: u64, },
        key! { #[rowkey(digits(20))] a: u64, },
        key! { #[rowkey(digits(20), reverse_ts)] a: u64, },
        key! { #[rowkey(digits(20), reverse_ts)] a: i64, },
        key! { #[rowkey(hex(20))] a: u64, },
        key! { #[rowkey(hex(20, upper))] a: u64, },
        key! { a: String, },
        key! { #[rowkey(reverse_text)] a: String, },
    ];
    for (i, lock) in locks.iter().enumerate() {
        for (j, other) in locks.iter().enumerate() {
            // A skipped field is no part of the key.
            let same = i == j || [(0, 6), (6, 0)].contains(&(i, j));
            assert_eq!(lock == other, same, "{lock}\n{other}");
        }
    }
}

mod one {
    #[derive(rowkey::KeyCode)]
    pub enum Side {
        #[code("a")]
        Caller,
        #[code("b")]
        Callee,
    }
}

/// The variants exchange their codes: the same codes, and every row means another side.
mod exchanged {
    #[derive(rowkey::KeyCode)]
    pub enum Side {
        #[code("a")]
        Callee,
        #[code("b")]
        Caller,
    }
}

/// The variants exchange their places.
mod turned {
    #[derive(rowkey::KeyCode)]
    pub enum Side {
        #[code("b")]
        Callee,
        #[code("a")]
        Caller,
    }
}

mod renamed {
    #[derive(rowkey::KeyCode)]
    pub enum Side {
        #[code("a")]
        From,
        #[code("b")]
        Callee,
    }
}

mod recoded {
    #[derive(rowkey::KeyCode)]
    pub enum Side {
        #[code("a")]
        Caller,
        #[code("c")]
        Callee,
    }
}

mod numbered {
    #[derive(rowkey::KeyCode)]
    pub enum Side {
        #[code(1)]
        Caller,
        #[code(2)]
        Callee,
    }
}

mod in_bytes {
    #[derive(rowkey::KeyCode)]
    pub enum Side {
        #[code(b"\x01\x00")]
        Caller,
        #[code(b"\x02\x00")]
        Callee,
    }
}

/// Two codecs of one language, which do not name themselves; and one that does.
macro_rules! codecs {
    ($($codec:ident $($name:literal)?,)*) => {$(
        struct $codec;

        impl<'k> Codec<'k, u8> for $codec {
            const LANGUAGE: Language = Language::number(1, 0, 255);
            $(const NAME: &'static str = $name;)?
            type Error = Infallible;

            fn write<S: Sink>(value: &u8, out: &mut S) -> Result<(), Infallible> {
                out.put(&[*value]);
                Ok(())
            }

            fn read(element: Piece<'k, '_>) -> Result<u8, ElementError> {
                Ok(u8::from_be_bytes(element.array()?))
            }
        }
    )*};
}

codecs! { Plain, Other, Named "shade", }

fn by_sum(bytes: &[u8], buckets: u32) -> u32 {
    bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>() % buckets
}

/// The locks of layouts, each before the items of its struct.
macro_rules! locks {
    ($($([$($item:tt)*])? { $($field:tt)* })*) => {
        [$({
            #[derive(RowKey)]
            $($($item)*)?
            #[allow(dead_code, reason = "only the layout is looked at")]
            struct Key { $($field)* }
            const FINGERPRINT: u128 = Key::LAYOUT.fingerprint();
            let lock = Key::LAYOUT.lock();
            assert_eq!(FINGERPRINT, xxhash_rust::xxh3::xxh3_128(lock.as_bytes()), "{lock}");
            (lock, stringify!($($($item)*)? $($field)*))
        },)*]
    };
}

/// Each layout of a group differs from the first by one item, option, literal or place of the grammar.
#[track_caller]
fn all_differ(locks: &[(String, &str)]) {
    for (i, (lock, source)) in locks.iter().enumerate() {
        for (other, other_source) in &locks[i + 1..] {
            assert_ne!(lock, other, "\n{source}\n{other_source}");
        }
    }
}

#[test]
fn each_item_of_a_struct_is_locked() {
    all_differ(&locks! {
        { a: u8, b: u8, }
        { b: u8, a: u8, }
        { a: u8, c: u8, }
        { a: u8, }
        [#[rowkey(prefix = "p")]] { a: u8, b: u8, }
        [#[rowkey(prefix = "q")]] { a: u8, b: u8, }
        [#[rowkey(prefix = "p_")]] { a: u8, b: u8, }
        [#[rowkey(separator = "_")]] { a: u8, b: u8, }
        [#[rowkey(separator = "-")]] { a: u8, b: u8, }
        [#[rowkey(separator = b"_\x00")]] { a: u8, b: u8, }
        [#[rowkey(separator = "_", prefix = "p")]] { a: u8, b: u8, }
        [#[rowkey(suffix = "_")]] { a: u8, b: u8, }
        [#[rowkey(suffix = "_x")]] { a: u8, b: u8, }
    });
    all_differ(&locks! {
        [#[rowkey(salt(buckets = 4, of(a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 5, of(a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(b)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a, b)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(b, a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(..)))]] { a: u16, b: u16, }
        [#[rowkey(salt(md5, buckets = 4, of(a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(md5, hex(4), of(a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(md5, hex(5), of(a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(md5, bytes(4), of(a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(md5, buckets = 16, hex(4), of(a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(xxh3, hex(4), of(a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(xor, buckets = 4, of(a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(xor, buckets = 4, of(a, b)))]] { a: u16, b: u16, }
        [#[rowkey(salt(modulo, buckets = 4, of(a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(java_hash, buckets = 4, of(a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(phoenix, buckets = 4, of(..)))]] { a: u16, b: u16, }
        [#[rowkey(salt(with = by_length, buckets = 4, of(a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(with = by_sum, buckets = 4, of(a)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), u16))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), u32))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), i64))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), digits(1)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), digits(2)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), hex(1)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), hex(2)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), was(5)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), was(6)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), was(5, 6)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), was(6, 5)))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), was(md5(5))))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), was(with(by_length, 5))))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a), was(with(by_sum, 5))))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a)), prefix = "p")]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a)), separator = "_")]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a.div(2))))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a.div(3))))]] { a: u16, b: u16, }
        [#[rowkey(salt(buckets = 4, of(a.floor(3))))]] { a: u16, b: u16, }
    });
}

#[test]
fn each_view_is_locked() {
    all_differ(&locks! {
        [#[rowkey(salt(buckets = 4, of(a)))]] { #[pad(9)] a: String, }
        [#[rowkey(salt(buckets = 4, of(a.first(2))))]] { #[pad(9)] a: String, }
        [#[rowkey(salt(buckets = 4, of(a.first(3))))]] { #[pad(9)] a: String, }
        [#[rowkey(salt(buckets = 4, of(a.last(2))))]] { #[pad(9)] a: String, }
        [#[rowkey(salt(buckets = 4, of(a.from(2))))]] { #[pad(9)] a: String, }
        [#[rowkey(salt(buckets = 4, of(a.without("-"))))]] { #[pad(9)] a: String, }
        [#[rowkey(salt(buckets = 4, of(a.without("_"))))]] { #[pad(9)] a: String, }
        [#[rowkey(salt(buckets = 4, of(a.without("-").first(2))))]] { #[pad(9)] a: String, }
        [#[rowkey(salt(buckets = 4, of(a.first(2).without("-"))))]] { #[pad(9)] a: String, }
        [#[rowkey(salt(buckets = 4, of(a.int)))]] { #[pad(9)] a: String, }
        [#[rowkey(salt(buckets = 4, of(a.int.div(2))))]] { #[pad(9)] a: String, }
    });
    all_differ(&locks! {
        [#[rowkey(salt(buckets = 4, of(a)))]] { #[rowkey(time(millis, exact))] a: Timestamp, }
        [#[rowkey(salt(buckets = 4, of(a.year)))]] { #[rowkey(time(millis, exact))] a: Timestamp, }
        [#[rowkey(salt(buckets = 4, of(a.year_month)))]] { #[rowkey(time(millis, exact))] a: Timestamp, }
        [#[rowkey(salt(buckets = 4, of(a.year_month_day)))]] { #[rowkey(time(millis, exact))] a: Timestamp, }
        [#[rowkey(salt(buckets = 4, of(a.hour)))]] { #[rowkey(time(millis, exact))] a: Timestamp, }
    });
}

#[test]
fn each_item_of_a_field_is_locked() {
    all_differ(&locks! {
        { a: String, }
        { a: Vec<u8>, }
        { #[pad(3)] a: String, }
        { #[pad(4)] a: String, }
        { #[pad(3, with = b' ')] #[rowkey(allow(unordered))] a: String, }
        { #[pad(3, with = b'~')] #[rowkey(allow(unordered))] a: String, }
        { #[pad(3, left)] #[rowkey(allow(unordered))] a: String, }
        { #[rowkey(pad(3), desc)] a: String, }
        { #[rowkey(len(3))] a: String, }
        { #[rowkey(len(4))] a: String, }
        { #[rowkey(len(3), chars("a-z"))] a: String, }
        { #[rowkey(len(3), chars("a-y"))] a: String, }
        { #[rowkey(len(3), chars("^a-z"))] a: String, }
        { #[rowkey(len(3), reverse_text)] a: String, }
        { #[rowkey(reverse_text)] a: String, }
        { #[rowkey(terminated)] a: String, }
        { #[rowkey(terminated)] a: Vec<u8>, }
        { #[rowkey(terminated, desc)] a: String, }
        { #[rowkey(terminated, chars("a-z"))] a: String, }
        { #[rowkey(terminated(escape = b"\0\x02", end = b"\0\x01"))] a: String, }
        { #[rowkey(length_prefixed(u16))] a: String, }
        { #[rowkey(length_prefixed(u16, le))] a: String, }
        { #[rowkey(length_prefixed(varint))] a: String, }
        { #[rowkey(chars("a-z"))] a: String, }
        { #[rowkey(desc, len(3))] a: String, }
    });
    all_differ(&locks! {
        { #[rowkey(chars("a-z"), separator = "_")] a: String, b: u8, }
        { #[rowkey(chars("a-z"), separator = "__")] a: String, b: u8, }
        { #[rowkey(chars("a-z"), separator = "-")] a: String, b: u8, }
    });
    all_differ(&locks! {
        { a: i64, }
        { a: u64, }
        { a: i32, }
        { a: NonZero<i64>, }
        { a: Option<i64>, }
        { #[rowkey(desc)] a: i64, }
        { #[rowkey(desc)] a: Option<i64>, }
        { #[rowkey(raw)] a: i64, }
        { #[rowkey(raw, desc)] a: i64, }
        { #[rowkey(decimal)] a: i64, }
        { #[rowkey(decimal)] a: u64, }
        { #[rowkey(decimal, reverse_ts)] a: i64, }
        { #[rowkey(digits(19))] a: i64, }
        { #[rowkey(digits(18))] a: i64, }
        { #[rowkey(bytes(8))] a: i64, }
        { #[rowkey(bytes(7))] a: i64, }
        { #[rowkey(hex(16))] a: i64, }
        { #[rowkey(hex(16, upper))] a: i64, }
        { #[rowkey(hex(16))] a: u64, }
        { #[rowkey(hex(16, upper))] a: u64, }
        { #[rowkey(hex(16), desc)] a: u64, }
        { #[rowkey(digits(20))] a: u64, }
        { #[rowkey(digits(21))] a: u64, }
        { #[rowkey(digits(20), reverse_ts)] a: u64, }
        { #[rowkey(digits(13), reverse_ts)] a: u64, }
        { #[rowkey(digits(13), desc)] a: u64, }
        { #[rowkey(digits(13))] a: u64, }
        { #[reverse_ts] a: i64, }
        { #[reverse_ts(secs)] a: i64, }
        { #[reverse_ts(micros)] a: i64, }
        { #[reverse_ts(nanos)] a: i64, }
        { #[reverse_ts] a: u64, }
        { #[rowkey(time(secs))] a: i64, }
        { #[rowkey(time(millis))] a: i64, }
        { #[rowkey(time(micros))] a: i64, }
        { #[rowkey(time(nanos))] a: i64, }
        { #[rowkey(time(millis), desc)] a: i64, }
        { #[rowkey(digits(13))] a: i64, }
        { #[rowkey(digits(13), desc)] a: i64, }
        { #[rowkey(bytes(6), reverse_ts)] a: u64, }
        { #[rowkey(bytes(6), time(millis), desc)] a: u64, }
    });
    all_differ(&locks! {
        { a: (u8, u16), }
        { a: (u8, i16), }
        { a: (u16, u8), }
        { a: (u8, (u8, u8)), }
        { a: ((u8, u8), u8), }
        { a: [i8; 3], }
        { a: [bool; 3], }
        { a: [(u8, u8); 3], }
        { a: [(u8, u8, u8, u8, u8, u8); 3], }
        { a: [[u8; 1]; 3], }
        { a: [u8; 3], }
        { #[rowkey(repeated)] a: Vec<(u8, u16)>, }
        { #[rowkey(repeated)] a: Vec<(u8, i16)>, }
        { #[rowkey(repeated)] a: Vec<[u8; 3]>, }
        { #[rowkey(repeated)] a: Vec<u8>, }
        { a: Vec<u8>, }
    });
    all_differ(&locks! {
        { a: u8, b: u16, }
        { #[rowkey(element(b.div(5), digits(2)))] a: u8, b: u16, }
        { #[rowkey(element(b.div(6), digits(2)))] a: u8, b: u16, }
        { #[rowkey(element(b.floor(5), digits(2)))] a: u8, b: u16, }
        { #[rowkey(element(a.div(5), digits(2)))] a: u8, b: u16, }
        { a: u8, #[rowkey(element(b.div(5), digits(2)))] b: u16, }
        { #[rowkey(element(b.div(5), digits(2), desc))] a: u8, b: u16, }
        { #[rowkey(element(b.div(5), hex(2)))] a: u8, b: u16, }
        { #[rowkey(element(b.div(5), bytes(2)))] a: u8, b: u16, }
    });
    all_differ(&locks! {
        { a: u8, #[rowkey(element(md5(b), hex(2)))] b: u16, }
        { a: u8, #[rowkey(element(md5(b), hex(3)))] b: u16, }
        { a: u8, #[rowkey(element(xxh3(b), hex(2)))] b: u16, }
        { a: u8, #[rowkey(element(md5(b), bytes(2)))] b: u16, }
    });
    all_differ(&locks! {
        { #[rowkey(time("%Y-%m-%d %H:%M", exact))] a: Timestamp, }
        { #[rowkey(time("%Y-%m-%d %H:%M:%S", exact))] a: Timestamp, }
        { #[rowkey(time("%Y-%m-%d_%H:%M", exact))] a: Timestamp, }
        { #[rowkey(time("%Y-%d-%m %H:%M", exact), allow(unordered))] a: Timestamp, }
        { #[rowkey(time("%Y-%m-%d %H:%M", offset = "+08:00", exact))] a: Timestamp, }
        { #[rowkey(time("%Y-%m-%d %H:%M", offset = "+08:30", exact))] a: Timestamp, }
        { #[rowkey(time("%Y-%m-%d %H:%M", exact), desc)] a: Timestamp, }
    });
}

#[test]
fn each_variant_and_its_code_is_locked() {
    all_differ(&locks! {
        { a: one::Side, }
        { a: exchanged::Side, }
        { #[rowkey(allow(unordered))] a: turned::Side, }
        { a: renamed::Side, }
        { a: recoded::Side, }
        { a: numbered::Side, }
        { a: in_bytes::Side, }
        { #[rowkey(desc)] a: one::Side, }
        { #[rowkey(desc)] a: exchanged::Side, }
        { a: Option<one::Side>, }
        { a: Option<exchanged::Side>, }
        { #[rowkey(desc)] a: Option<one::Side>, }
        { #[rowkey(desc)] a: Option<exchanged::Side>, }
    });
    #[derive(RowKey)]
    struct Inner(one::Side);
    #[derive(RowKey)]
    struct Exchanged(exchanged::Side);
    #[derive(RowKey)]
    struct Outer {
        inner: Inner,
    }
    #[derive(RowKey)]
    struct OuterExchanged {
        inner: Exchanged,
    }
    let (inner, exchanged) = (Outer::LAYOUT.lock(), OuterExchanged::LAYOUT.lock());
    assert_eq!(inner, "inner: (0: code of Caller, Callee as one of 'a' 'b') as (one of 'a' 'b')");
    assert_eq!(exchanged, "inner: (0: code of Callee, Caller as one of 'a' 'b') as (one of 'a' 'b')");
}

#[test]
fn each_codec_of_ones_own_is_locked() {
    let locks = locks! {
        { #[rowkey(with = Plain)] a: u8, }
        { #[rowkey(with = Other)] a: u8, }
        { #[rowkey(with = Named)] a: u8, }
        { #[rowkey(with = self::Plain)] a: u8, }
        { #[rowkey(with = Plain, desc)] a: u8, }
    };
    all_differ(&locks);
    assert_eq!(locks[0].0, "a: Plain as 1-byte number");
    assert_eq!(locks[2].0, "a: shade as 1-byte number");
    assert_eq!(locks[3].0, "a: self::Plain as 1-byte number");
}

#[test]
fn each_element_of_a_tuple_is_locked() {
    #[derive(RowKey)]
    #[rowkey(encoding = fdb_tuple)]
    struct Pair {
        a: Option<i8>,
    }
    let locks = locks! {
        { a: u64, }
        [#[rowkey(encoding = fdb_tuple)]] { a: u64, }
        [#[rowkey(encoding = fdb_tuple)]] { a: Option<u64>, }
        [#[rowkey(encoding = fdb_tuple)]] { a: i64, }
        [#[rowkey(encoding = fdb_tuple)]] { a: u32, }
        [#[rowkey(encoding = fdb_tuple)]] { a: NonZero<u64>, }
        [#[rowkey(encoding = fdb_tuple)]] { a: bool, }
        [#[rowkey(encoding = fdb_tuple)]] { a: f32, }
        [#[rowkey(encoding = fdb_tuple)]] { a: f64, }
        [#[rowkey(encoding = fdb_tuple)]] { a: String, }
        [#[rowkey(encoding = fdb_tuple)]] { a: Vec<u8>, }
        [#[rowkey(encoding = fdb_tuple)]] { a: Pair, }
        [#[rowkey(encoding = fdb_tuple)]] { a: rowkey::Versionstamp, }
        [#[rowkey(encoding = fdb_tuple)]] { a: uuid::Uuid, }
    };
    all_differ(&locks);
    assert_eq!(locks[2].0, "a: u64 as tuple integer from 0 to 18446744073709551615 or null");
    assert_eq!(locks[7].0, "a: f32 as tuple code 20 and 4 bytes");
    assert_eq!(locks[11].0, "a: (a: i8 as tuple integer from -128 to 127 or null) as nested tuple");
}

#[test]
fn each_field_in_ordered_code_is_locked() {
    let locks = locks! {
        { a: u32, }
        [#[rowkey(encoding = ordered_code)]] { a: u32, }
        [#[rowkey(encoding = ordered_code)]] { #[rowkey(desc)] a: u32, }
        [#[rowkey(encoding = ordered_code)]] { a: i32, }
        [#[rowkey(encoding = ordered_code)]] { a: i64, }
        [#[rowkey(encoding = ordered_code)]] { a: String, }
        [#[rowkey(encoding = ordered_code)]] { a: Vec<u8>, }
        [#[rowkey(encoding = ordered_code)]] { #[rowkey(desc)] a: Vec<u8>, }
        { #[rowkey(terminated)] a: Vec<u8>, }
    };
    all_differ(&locks);
    assert_eq!(locks[2].0, "a: ordered_code u32 as text ended by 00 01, complemented desc");
    assert_eq!(locks[3].0, "a: ordered_code i32 as text");
    assert_eq!(locks[5].0, "a: ordered_code str as text");
}

/// The locks of enums, each before its items.
macro_rules! locks_of_enums {
    ($($([$($item:tt)*])? { $($variants:tt)* })*) => {
        [$({
            #[derive(RowKey)]
            $($($item)*)?
            #[allow(dead_code, reason = "only the layout is looked at")]
            enum Key { $($variants)* }
            const FINGERPRINT: u128 = Key::LAYOUT.fingerprint();
            let lock = Key::LAYOUT.lock();
            assert_eq!(FINGERPRINT, xxhash_rust::xxh3::xxh3_128(lock.as_bytes()), "{lock}");
            (lock, stringify!($($($item)*)? $($variants)*))
        },)*]
    };
}

#[test]
fn each_item_of_an_enum_is_locked() {
    let locks = locks_of_enums! {
        { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B, }
        { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "c")] B, }
        { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] C, }
        { #[rowkey(tag = "b")] A { x: u8, y: u8 }, #[rowkey(tag = "a")] B, }
        { #[rowkey(tag = "a")] A { x: u8, y: u8 }, }
        { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B { z: u32 }, }
        { #[rowkey(tag = "a")] A { x: u8, y: u8 }, B { z: u32 }, }
        { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b", was(tag = "d"))] B, }
        { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b", was(tag = "d", tag = "e"))] B, }
        { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b", was(tag = "e", tag = "d"))] B, }
        { #[rowkey(tag = "a", was(tag = "d"))] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B, }
        { #[rowkey(tag = "a")] A { y: u8, x: u8 }, #[rowkey(tag = "b")] B, }
        { #[rowkey(tag = "a")] A { x: u8, y: i8 }, #[rowkey(tag = "b")] B, }
        { #[rowkey(tag = "a", separator = "_")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B, }
        { #[rowkey(tag = "a", salt(buckets = 2, of(x)))] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B, }
        { #[rowkey(tag = "a")] A { #[salt(buckets = 3)] x: u8, y: u8 }, #[rowkey(tag = "b")] B, }
        [#[rowkey(prefix = "p")]] { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B, }
        { #[rowkey(tag = "pa")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B, }
    };
    all_differ(&locks);
    assert_eq!(locks[0].0, "{A: 'a' | x: u8 as 1-byte number | y: u8 as 1-byte number; B: 'b'}");
    assert_eq!(locks[8].0, "{A: 'a' | x: u8 as 1-byte number | y: u8 as 1-byte number; B: 'b' was 'd', 'e'}");
    let locks = locks_of_enums! {
        [#[rowkey(under(x))]] { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B { x: u8 }, }
        [#[rowkey(under(x, y))]] { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B { x: u8, y: u8 }, }
        [#[rowkey(under(x), prefix = "p")]] { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B { x: u8 }, }
        [#[rowkey(under(x), salt(buckets = 2, of(x)))]] { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B { x: u8 }, }
        [#[rowkey(under(x), salt(buckets = 3, of(x)))]] { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B { x: u8 }, }
        { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B { x: u8 }, }
    };
    all_differ(&locks);
    assert_eq!(
        locks[0].0,
        "x: u8 as 1-byte number {A: x: u8 as 1-byte number | 'a' | y: u8 as 1-byte number; B: x: u8 as 1-byte number | 'b'}"
    );
}

/// The order of the variants, tags that no row may have, and the place where a kind's fields are declared change no byte.
#[test]
fn what_changes_no_byte_of_an_enum_is_not_locked() {
    #[derive(RowKey)]
    #[allow(dead_code, reason = "only the layout is looked at")]
    struct Held {
        x: u8,
        y: u8,
    }
    for locks in [
        &locks_of_enums! {
            { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B, }
            { #[rowkey(tag = "b")] B, #[rowkey(tag = "a")] A { x: u8, y: u8 }, }
            { #[rowkey(tag = b'b')] B, #[rowkey(tag = 97)] A(Held), }
            { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B, #[rowkey(other)] Other(Vec<u8>), }
            [#[rowkey(reserved("c", 7))]] { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B, }
            [#[rowkey(store = hbase, crate = rowkey)]] { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b")] B, }
        }[..],
        &locks_of_enums! {
            [#[rowkey(under(x))]] { #[rowkey(tag = "a", separator = "_")] A { x: u8 }, #[rowkey(tag = "b", separator = "_")] B { x: u8, y: u8 }, }
            [#[rowkey(under(x))]] { #[rowkey(tag = "b", separator = "_")] B { x: u8, y: u8 }, #[rowkey(tag = "a", separator = "_")] A { x: u8 }, }
        },
    ] {
        for (lock, source) in locks {
            assert_eq!(*lock, locks[0].0, "{source}");
        }
    }
}

/// What changes no byte of a row, and not what a row means, is not locked.
#[test]
fn what_changes_no_byte_is_not_locked() {
    let plain = &locks! { { #[salt(buckets = 4)] a: u64, #[pad(3)] b: String, } }[0].0;
    for (lock, source) in &locks! {
        [#[rowkey(salt(buckets = 4, of(a)))]] { a: u64, #[pad(3)] b: String, }
        [#[rowkey(salt(xxh3, of(a), buckets = 4, u8))]] { a: u64, #[rowkey(pad(3))] b: String, }
        [#[rowkey(split(regions = 2))]] { #[salt(buckets = 4)] a: u64, #[pad(3, with = b'\0')] b: String, }
        [#[rowkey(store = hbase)]] { #[salt(buckets = 4)] a: u64, #[pad(3)] b: String, }
        [#[rowkey(index(unique Other2(b)))]] { #[salt(buckets = 4)] a: u64, #[pad(3)] b: String, }
        [#[rowkey(answers(a))]] { #[salt(buckets = 4)] a: u64, #[pad(3)] b: String, }
        { #[salt(buckets = 4)] a: u64, #[rowkey(skip)] c: u8, #[pad(3)] b: String, }
        [#[rowkey(crate = rowkey)]] { #[salt(buckets = 4)] a: u64, #[pad(3)] b: String, }
    } {
        assert_eq!(lock, plain, "{source}");
    }
    let hashed = locks! { { a: u64, } { #[rowkey(hashed)] a: u64, } };
    assert_eq!(hashed[0].0, hashed[1].0);
    let tuples = locks! { { a: (u8, i8, bool), } { a: (u8, (i8, bool)), } };
    assert_eq!(tuples[0].0, tuples[1].0);
    let converted = locks! { { #[pad(4)] a: String, } { #[pad(4)] #[rowkey(via = String)] a: Box<str>, } };
    assert_eq!(converted[0].0, converted[1].0);
    let times = locks! {
        { #[rowkey(time("%F %R", exact))] a: Timestamp, }
        { #[rowkey(time("%F %R", floor))] a: Timestamp, }
        { #[rowkey(time("%F %R", offset = "+00:00", exact))] a: Timestamp, }
        { #[rowkey(time(millis, exact))] a: Timestamp, }
        { #[rowkey(time(millis, floor))] a: Timestamp, }
    };
    for (i, (lock, source)) in times.iter().enumerate() {
        assert_eq!(lock, &times[if i < 3 { 0 } else { 3 }].0, "{source}");
    }
}

/// Every item that the reference has stands in a group above: so that a new one is not forgotten.
#[test]
fn the_groups_hold_every_item() {
    let (reference, groups) = (include_str!("../../src/_attributes.rs"), include_str!("lock.rs"));
    let rows = reference.lines().skip_while(|line| !line.starts_with("//! | attribute |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with("//! |")).filter(|line| !line.contains("`code(..)`"));
    let items = rows.flat_map(|row| row.split('|').nth(1).unwrap_or_default().split('`').skip(1).step_by(2));
    let words: Vec<&str> =
        items.filter_map(|item| item.split(|c: char| !c.is_alphanumeric() && c != '_').next()).collect();
    assert!(words.len() > 20, "{words:?}");
    for word in words.into_iter().filter(|word| *word != "layout") {
        assert!(groups.contains(&format!("rowkey({word}")) || groups.contains(&format!(", {word}")), "{word}");
    }
}

/// Keys, each after what numbers stand for in its lock: each text is there once, and the other stands in its place.
macro_rules! hashed {
    ($([$(($name:literal, $number:literal)),*] $([$($item:tt)*])? $kind:ident { $($part:tt)* })*) => {$({
        #[derive(RowKey)]
        $($($item)*)?
        #[allow(dead_code, reason = "only the layout is looked at")]
        $kind Key { $($part)* }
        let mut line = Key::LAYOUT.lock();
        for (name, number) in [$(($name, $number)),*] {
            assert_eq!(line.matches(name).count(), 1, "{name} in {line}");
            line = line.replace(name, number);
        }
        assert_eq!(Key::LAYOUT.byte_fingerprint(), xxhash_rust::xxh3::xxh3_128(line.as_bytes()), "{line}");
    })*};
}

#[derive(RowKey, Debug)]
struct Inner {
    at: u8,
    id: u8,
}

#[test]
fn its_fingerprint_is_frozen() {
    // xxh3-128 of the lock, the same everywhere and for ever.
    assert_eq!(Signed::LAYOUT.lock(), "kind: str as 2 bytes | id: i64 as 8-byte number");
    assert_eq!(Signed::LAYOUT.fingerprint(), 0xE50E_B78B_2E94_6AEB_0369_4836_7230_8AA0);
    assert_ne!(Signed::LAYOUT.fingerprint(), Unsigned::LAYOUT.fingerprint());
}

/// Kept by clients in their cursors, whatever the fields are called.
#[test]
fn the_fingerprint_of_the_bytes_has_no_names() {
    assert_eq!(Signed::LAYOUT.byte_fingerprint(), 0xF8E4_1CC6_DD44_6D4B_96A7_ACBA_380F_8CDB);
    assert_ne!(Signed::LAYOUT.byte_fingerprint(), Unsigned::LAYOUT.byte_fingerprint());
    hashed! {
        [("kind:", "0:"), ("id:", "1:")] struct { kind: u8, id: u8 }
        [("of b, a.div", "of 1, 0.div"), ("a: u8", "0: u8"), ("b: u8", "1: u8")] [
            #[rowkey(prefix = "p", salt(buckets = 4, of(b, a.div(7)), was(3)), separator = "_")]
        ] struct { #[rowkey(separator = "-")] a: u8, b: u8 }
        [("inner: (at:", "0: (0:"), ("id:", "1:"), ("after:", "1:")] struct { inner: Inner, after: u8 }
        // The names of codes are values.
        [("side:", "0:")] struct { side: one::Side }
        [("at.div(5): number of at.div", "0: number of 1.div"), ("| at:", "| 1:")]
            struct { #[rowkey(element(at.div(5), digits(2)))] at: u16 }
        [("{A: ", "{0: "), ("x:", "0:"), ("y:", "1:"), ("B: ", "1: ")]
            enum { #[rowkey(tag = "a")] A { x: u8, y: u8 }, #[rowkey(tag = "b", was(tag = "d"))] B }
    }
}

rowkey::laws!(Signed, Unsigned, Inner);
