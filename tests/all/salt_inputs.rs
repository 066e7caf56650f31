//! The bytes that a digest salt takes of every kind of field: of text and byte strings their own, of all else the element as
//! it is written. The bytes stand here by hand, and the digests are of other crates' making than the keys.

use md5::{Digest, Md5};
use rowkey::codec::{UuidV7, phoenix};
use rowkey::{KeyCode, OwnedKey, RowKey};
use std::fmt::Debug;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::num::NonZero;

/// The most buckets that are a power of two: the label is the first 31 bits of the digest.
const BUCKETS: i64 = 1 << 31;

/// An input beside the field, since a `bool` alone would not fill the buckets; big endian.
const OTHER: u64 = 0x0102_0304_0506_0708;

/// The label must be made of these bytes and those of [`OTHER`].
#[track_caller]
fn salted<K: OwnedKey<EncodeError: Debug> + PartialEq + Debug>(key: K, input: &[u8], first_64_bits: fn(&[u8]) -> u64) {
    let encoded = key.encode().unwrap();
    let expected = first_64_bits(&[input, &[1, 2, 3, 4, 5, 6, 7, 8]].concat()) >> 33;
    assert_eq!(encoded.as_ref()[..4], (expected as u32).to_be_bytes(), "{key:?} takes other bytes than {input:02X?}");
    assert_eq!(K::decode(encoded.as_ref()), Ok(key), "decode computes the same");
}

fn md5(bytes: &[u8]) -> u64 {
    let digest = Md5::digest(bytes);
    u64::from_be_bytes(digest[..8].try_into().unwrap())
}

fn xxh3(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}

/// A field by both digests.
macro_rules! takes {
    ($([$($item:tt)*] $ty:ty: $value:expr => $input:expr;)*) => {$({
        #[derive(RowKey, Debug, PartialEq, Clone)]
        #[rowkey(salt(md5, buckets = BUCKETS, of(field, other), u32))]
        struct ByMd5 {
            other: u64,
            #[rowkey($($item)*)]
            field: $ty,
        }
        #[derive(RowKey, Debug, PartialEq, Clone)]
        #[rowkey(salt(xxh3, buckets = BUCKETS, of(field, other), u32))]
        struct ByXxh3 {
            other: u64,
            #[rowkey($($item)*)]
            field: $ty,
        }
        let input: &[u8] = $input;
        salted(ByMd5 { other: OTHER, field: $value }, input, md5);
        salted(ByXxh3 { other: OTHER, field: $value }, input, xxh3);
    })*};
}

#[derive(KeyCode, Debug, PartialEq, Clone, Copy)]
enum Side {
    #[code("in")]
    Caller,
    #[code("out")]
    Callee,
}

#[derive(RowKey, Debug, PartialEq, Clone)]
struct Place {
    #[pad(3)]
    town: String,
    #[rowkey(desc)]
    street: u8,
}

fn place() -> Place {
    Place { town: "ab".into(), street: 1 }
}

#[test]
fn numbers_as_written() {
    takes! {
        [] u16: 258 => b"\x01\x02";
        [desc] u16: 258 => b"\xFE\xFD";
        [] i16: -2 => b"\x7F\xFE";
        [desc] i16: -2 => b"\x80\x01";
        [] u128: 5 => b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x05";
        [desc] NonZero<u128>: NonZero::new(5).unwrap() => b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFA";
        [] NonZero<i8>: NonZero::new(-1).unwrap() => b"\x7F";
        [raw] i64: -5 => b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFB";
        [raw, desc] i64: -5 => b"\0\0\0\0\0\0\0\x04";
        [le] i64: -5 => b"\xFB\xFF\xFF\xFF\xFF\xFF\xFF\xFF";
        [bytes(3), le] u32: 258 => b"\x02\x01\0";
        [le, desc] u16: 258 => b"\xFD\xFE";
        [digits(5)] u16: 42 => b"00042";
        [digits(5), desc] u16: 42 => b"65493";
        [digits(4), desc] u16: 42 => b"9957";
        [hex(2, upper)] i32: 171 => b"AB";
        [hex(4), desc] u16: 15 => b"fff0";
        [decimal] i8: -5 => b"-5";
        [decimal, desc] i8: -5 => b"-124";
        [] bool: true => b"\x01";
        [desc] bool: true => b"\xFE";
        [] char: 'é' => b"\0\0\0\xE9";
        [desc] char: 'é' => b"\xFF\xFF\xFF\x16";
        [] f64: 1.5 => b"\xBF\xF8\0\0\0\0\0\0";
        [desc] f64: 1.5 => b"\x40\x07\xFF\xFF\xFF\xFF\xFF\xFF";
        [] f32: -1.5 => b"\x40\x3F\xFF\xFF";
        [raw] f32: -1.5 => b"\xBF\xC0\0\0";
        [with = phoenix::Float] f32: 1.0 => b"\xBF\x80\0\x01";
    }
}

#[test]
fn times_as_written() {
    let at: jiff::Timestamp = "2017-12-01T12:10:00.007Z".parse().unwrap(); // 1512130200007 = 0x160_11FB_C1C7
    let chrono = chrono::DateTime::from_timestamp(1_512_130_200, 7_000_000).unwrap();
    let offset = time::OffsetDateTime::from_unix_timestamp(1_512_130_200).unwrap();
    takes! {
        [reverse_ts] i64: 1 => b"\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFE";
        [reverse_ts, digits(19)] u64: 7 => b"9223372036854775800";
        [reverse_ts, digits(13)] u64: 7 => b"9999999999992";
        [time(millis)] i64: 1 => b"\x80\0\0\0\0\0\0\x01";
        [time(millis), desc] u64: 1 => b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFE";
        [time(millis, exact)] jiff::Timestamp: at => b"\x80\x00\x01\x60\x11\xFB\xC1\xC7";
        [reverse_ts(millis, exact)] chrono::DateTime<chrono::Utc>: chrono => b"\x7F\xFF\xFE\x9F\xEE\x04\x3E\x38";
        [time(secs, exact), desc] time::OffsetDateTime: offset => b"\x7F\xFF\xFF\xFF\xA5\xDE\xB9\x67";
        [time("%F %R", offset = "+08:00", floor)] jiff::Timestamp: at.round(jiff::Unit::Minute).unwrap() => b"2017-12-01 20:10";
        [time("%Y%m%d")] jiff::civil::Date: jiff::civil::date(2017, 12, 1) => b"20171201";
        [time("%Y%m", exact), desc] jiff::civil::Date: jiff::civil::date(2017, 12, 1) => b"\xCD\xCF\xCE\xC8\xCE\xCD";
    }
}

#[test]
fn addresses_options_codes_and_nested_keys_as_written() {
    takes! {
        [] Ipv4Addr: Ipv4Addr::new(10, 0, 0, 1) => b"\x0A\0\0\x01";
        [desc] Ipv4Addr: Ipv4Addr::new(10, 0, 0, 1) => b"\xF5\xFF\xFF\xFE";
        [] Ipv6Addr: Ipv6Addr::LOCALHOST => b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01";
        [] uuid::Uuid: uuid::Uuid::from_u128(7) => b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x07";
        [desc] uuid::Uuid: uuid::Uuid::from_u128(7) => b"\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xF8";
        [] ulid::Ulid: ulid::Ulid(7) => b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x07";
        [with = UuidV7] uuid::Uuid: uuid::Uuid::from_u128(0x017F_22E2_79B0_7CC3_98C4_DC0C_0C07_398F)
            => b"\x01\x7F\x22\xE2\x79\xB0\x7C\xC3\x98\xC4\xDC\x0C\x0C\x07\x39\x8F";
        [] Option<u16>: Some(258) => b"\x01\x01\x02";
        [] Option<u16>: None => b"\0\0\0";
        [desc] Option<u16>: Some(258) => b"\xFE\xFE\xFD";
        [] Option<[u8; 2]>: Some([1, 2]) => b"\x01\x01\x02";
        [] Side: Side::Caller => b"in";
        [desc] Side: Side::Callee => b"\x90\x8A\x8B";
        [] Place: place() => b"ab\0\xFE";
        [desc] Place: place() => b"\x9E\x9D\xFF\x01";
        [] Option<Place>: Some(place()) => b"\x01ab\0\xFE";
    }
}

/// Without padding, escapes, end marks or complement, and front to back.
#[test]
fn texts_and_byte_strings_of_their_own() {
    let nul = || b"a\0b".to_vec();
    takes! {
        [] [u8; 3]: [1, 2, 3] => b"\x01\x02\x03";
        [desc] [u8; 3]: [1, 2, 3] => b"\x01\x02\x03";
        [] String: "host1".to_owned() => b"host1";
        [desc, allow(unordered)] String: "host1".to_owned() => b"host1";
        [] Vec<u8>: nul() => b"a\0b";
        [len(5)] String: "host1".to_owned() => b"host1";
        [len(3), desc] Vec<u8>: nul() => b"a\0b";
        [pad(9)] String: "host1".to_owned() => b"host1";
        [pad(9, with = b' ', left), allow(unordered), desc] String: "host1".to_owned() => b"host1";
        [terminated] Vec<u8>: nul() => b"a\0b";
        [terminated, desc] Vec<u8>: nul() => b"a\0b";
        [reverse_text] String: "héllo".to_owned() => "héllo".as_bytes();
        [pad(9), reverse_text, desc] String: "ab".to_owned() => b"ab";
        [chars("a-z")] String: "host".to_owned() => b"host";
        [with = phoenix::LastDesc] String: "host1".to_owned() => b"host1";
        [] String: String::new() => b"";
    }
}

/// A view of a number is an `i64` big endian, in natural order; `int` of a text too.
#[test]
fn views() {
    #[derive(RowKey, Debug, PartialEq)]
    #[rowkey(salt(md5, buckets = BUCKETS, of(number.div(10), text.int, text.first(2), at.year_month, other), u32))]
    struct Viewed {
        #[rowkey(desc)]
        number: i32,
        #[rowkey(pad(9))]
        text: String,
        #[reverse_ts]
        at: i64,
        other: u64,
    }
    let key = Viewed { number: -15, text: "0042".into(), at: 1_512_130_200_000, other: OTHER };
    let input = [(-2_i64).to_be_bytes(), 42_i64.to_be_bytes()].concat();
    salted(key, &[&input, &b"00"[..], &201_712_i64.to_be_bytes()].concat(), md5);
}

rowkey::laws!(Place);
