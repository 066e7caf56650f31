//! Buckets are frozen: what a salt gave once, it gives for ever, since tables outlive programs. The numbers were
//! computed by Python's hashlib and xxhash.

use rowkey::{EncodeError, RowKey, ValueError};
use std::fmt::Debug;

/// The number of the label, which is a u32 here.
#[track_caller]
fn bucket<K: RowKey<EncodeError: Debug>>(value: &K) -> u32 {
    let key = value.encode().unwrap();
    assert!(K::decode(key.as_ref()).is_ok(), "decode computes the same");
    u32::from_be_bytes(key.as_ref()[..4].try_into().unwrap())
}

macro_rules! keys {
    ($($salt:tt $name:ident { $($(#[$meta:meta])* $field:ident: $ty:ty),+ })*) => {$(
        #[derive(RowKey, Debug, PartialEq, Clone)]
        #[rowkey(salt $salt)]
        struct $name { $($(#[$meta])* $field: $ty),+ }
    )*};
}

keys! {
    (xxh3, buckets = 100, of(a), u32) TextXxh3 { a: String }
    (buckets = 100, of(a), u32) TextDefault { #[rowkey(terminated, desc)] a: String }
    (md5, buckets = 100, of(a), u32) TextMd5 { a: String }
    (md5, buckets = 16, of(a), u32) TextMd5Of16 { a: Vec<u8> }
    (md5, buckets = 65_536, of(a), u32) TextMd5Of65536 { a: String }
    (md5, buckets = 1 << 27, of(a), u32) TextMd5Of27Bits { a: String }
    (xor, buckets = 97, of(a), u32) TextXor { a: String }
    (xor, buckets = 97, of(a), u32) PaddedXor { #[pad(300)] a: String }
}

const LONG: &str = "The quick brown fox jumps over the lazy dog";

#[test]
fn text_gives_its_utf8() {
    let long = LONG.repeat(6);
    let expected: [(&str, [u32; 6]); 7] = [
        ("", [17, 82, 13, 54_301, 111_209_574, 82]),
        ("a", [90, 4, 0, 3_265, 6_687_661, 46]),
        ("host1", [7, 50, 8, 33_114, 67_819_150, 21]),
        ("13362666677", [95, 20, 3, 13_437, 27_520_471, 93]),
        ("淘宝", [35, 7, 1, 4_781, 9_792_227, 28]),
        ("xxxxxxxxxxxxxxxxxxxx", [70, 73, 11, 47_857, 98_012_880, 32]),
        (&long, [80, 35, 5, 23_393, 47_909_307, 19]),
    ];
    for (text, [xxh3, md5, of_16, of_65536, of_27_bits, xor]) in expected {
        let a = text.to_owned();
        assert_eq!(bucket(&TextXxh3 { a: a.clone() }), xxh3);
        assert_eq!(bucket(&TextDefault { a: a.clone() }), xxh3, "not the escapes or complements that are written");
        assert_eq!(bucket(&TextMd5 { a: a.clone() }), md5);
        assert_eq!(bucket(&TextMd5Of16 { a: a.clone().into_bytes() }), of_16);
        assert_eq!(bucket(&TextMd5Of65536 { a: a.clone() }), of_65536);
        assert_eq!(bucket(&TextMd5Of27Bits { a: a.clone() }), of_27_bits);
        assert_eq!(bucket(&TextXor { a: a.clone() }), xor);
        assert_eq!(bucket(&PaddedXor { a }), xor, "not the padding");
    }
}

keys! {
    (xxh3, buckets = 1_000, of(a), u32) Unsigned { a: u64 }
    (xxh3, buckets = 1_000, of(a), u32) Turned { #[rowkey(desc)] a: u64 }
    (md5, buckets = 1_000, of(a), u32) Signed { a: i64 }
    (md5, buckets = 1_000, of(a.div(60)), u32) Minutes { #[rowkey(desc)] a: i64 }
    (xxh3, buckets = 1_000, of(a.div(60)), u32) NewestMinutes { #[reverse_ts] a: i64 }
    (xxh3, buckets = 1_000, of(a), u32) Newest { #[reverse_ts] a: i64 }
    (xxh3, buckets = 1_000, of(a), u32) Wide { a: u128 }
    (xor, buckets = 97, of(a), u32) Float { a: f64 }
    (modulo, buckets = 5, of(a), u32) Modulo { a: i64 }
    (modulo, buckets = 5, of(a), u32) TurnedModulo { #[rowkey(desc)] a: i64 }
    (xor, buckets = 6, of(phone.from(7).int, month), u32) Call { #[rowkey(terminated)] phone: String, month: i32 }
}

#[test]
fn numbers_give_what_is_written_or_a_view() {
    for (a, expected) in [(0, 779), (1, 950), (2, 243), (1_000, 920), (1 << 32, 87), (u64::MAX, 316)] {
        assert_eq!(bucket(&Unsigned { a }), expected);
        assert_eq!(bucket(&Turned { a: !a }), expected, "as written");
    }
    let signed = [
        (i64::MIN, 491, 298, 653),
        (-61, 503, 576, 186),
        (-1, 739, 760, 316),
        (0, 329, 491, 779),
        (59, 519, 491, 779),
        (60, 403, 977, 950),
        (i64::MAX, 760, 30, 286),
    ];
    for (a, written, minutes, newest) in signed {
        assert_eq!(bucket(&Signed { a }), written);
        assert_eq!(bucket(&Minutes { a }), minutes);
        assert_eq!(bucket(&NewestMinutes { a }), newest);
    }
    assert_eq!(bucket(&Newest { a: 0 }), 969);
    assert_eq!(bucket(&Newest { a: 1_512_101_400_000 }), 173);
    assert_eq!(bucket(&Wide { a: 5 }), 984);
    assert_eq!(bucket(&Float { a: 1.5 }), 92);
}

#[test]
fn xor_and_modulo_give_remainders_of_values() {
    for (a, expected) in [(-7, 3), (i64::MAX, 2), (i64::MIN, 2), (0, 0), (4, 4)] {
        assert_eq!(bucket(&Modulo { a }), expected);
        assert_eq!(bucket(&TurnedModulo { a }), expected, "the value, not what is written");
    }
    let call = |phone: &str, month| Call { phone: phone.into(), month };
    assert_eq!(bucket(&call("13362666677", 201_712)), 1);
    assert_eq!(bucket(&call("13362660000", 201_801)), 3);
    assert_eq!(bucket(&call("0000000123", -5)), 4);
    let reason = ValueError::Int { found: 0, digits: true };
    assert_eq!(call("1336266", 1).encode(), Err(EncodeError::Salt { key: "Call", field: Some("phone"), reason }));
    let reason = ValueError::Int { found: 2, digits: false };
    assert_eq!(call("1336266+1", 1).encode(), Err(EncodeError::Salt { key: "Call", field: Some("phone"), reason }));
}

keys! {
    (md5, buckets = 256, of(..), u32) RestMd5 { #[pad(4)] a: String, b: u8 }
    (xxh3, buckets = 256, of(..), u32) RestXxh3 { #[pad(4)] a: String, b: u8 }
    (md5, buckets = 50, of(a, b), u32) Two { #[pad(9)] a: String, b: u32 }
    (xxh3, buckets = 50, of(a, b), u32) TwoDefault { #[pad(9)] a: String, b: u32 }
    (with = last_byte, buckets = 200, of(a), u32) Own { a: String }
}

keys! {
    (md5, buckets = 100, of(a), u32) Digits { #[rowkey(digits(5))] a: u16 }
    (md5, buckets = 100, of(a), u32) Hex { #[rowkey(hex(2))] a: i32 }
    (md5, buckets = 100, of(a), u32) Decimal { #[rowkey(decimal)] a: i32 }
    (md5, buckets = 100, of(a), u32) Raw { #[rowkey(raw)] a: i64 }
    (md5, buckets = 100, of(a), u32) NewestDigits { #[rowkey(reverse_ts, digits(19))] a: u64 }
    (md5, buckets = 100, of(a), u32) BackToFront { #[rowkey(len(10), reverse_text)] a: String }
    (xor, buckets = 7, of(a, b), u32) FewDigits { #[rowkey(digits(4), desc)] a: u32, #[rowkey(reverse_ts, digits(13))] b: i64 }
    (xor, buckets = 7, of(a.hour), u32) Hours { #[rowkey(reverse_ts, digits(13))] a: u64 }
    (xor, buckets = 7, of(a, b), u32) Numbers { #[rowkey(hex(2, upper), desc)] a: u8, #[rowkey(reverse_ts, decimal)] b: i64 }
}

#[test]
fn numbers_as_text_give_a_digest_the_text_and_others_the_number() {
    assert_eq!(bucket(&Digits { a: 42 }), 97);
    assert_eq!(bucket(&Digits { a: u16::MAX }), 23);
    assert_eq!(bucket(&Hex { a: 42 }), 88);
    assert_eq!(bucket(&Decimal { a: 42 }), 63);
    assert_eq!(bucket(&Decimal { a: -5 }), 28);
    assert_eq!(bucket(&Raw { a: -5 }), 99);
    assert_eq!(bucket(&NewestDigits { a: 5 }), 10);
    assert_eq!(bucket(&BackToFront { a: "0000012345".into() }), 41, "the text as it reads");
    assert_eq!(bucket(&Numbers { a: 6, b: -3 }), (6_i64 ^ -3).rem_euclid(7) as u32);
    assert_eq!(bucket(&FewDigits { a: 6, b: 1_512_101_400_000 }), (6 ^ 1_512_101_400_000_u64).rem_euclid(7) as u32);
    // Ten past four on 2017-12-01.
    assert_eq!(bucket(&Hours { a: 1_512_101_400_000 }), 2_017_120_104 % 7);
}

fn last_byte(bytes: &[u8], _: u32) -> u32 {
    bytes.last().map_or(0, |&byte| u32::from(byte))
}

#[test]
fn several_inputs_are_joined_with_nothing_between() {
    for (a, b, xxh3, md5) in [("ab", 1, 14, 18), ("", 0, 14, 47), ("host1", u32::MAX, 24, 21)] {
        assert_eq!(bucket(&TwoDefault { a: a.into(), b }), xxh3);
        assert_eq!(bucket(&Two { a: a.into(), b }), md5);
    }
}

#[test]
fn the_rest_of_the_key_is_as_written() {
    for (a, b, md5, xxh3) in [("ab", 1, 104, 185), ("", 0, 202, 232), ("abcd", 255, 10, 106)] {
        assert_eq!(bucket(&RestMd5 { a: a.into(), b }), md5);
        assert_eq!(bucket(&RestXxh3 { a: a.into(), b }), xxh3);
    }
}

#[test]
fn a_bucket_of_the_users_own_must_be_one() {
    assert_eq!(bucket(&Own { a: "ab".into() }), 98);
    let reason = ValueError::Bucket { found: 233, buckets: 200 };
    #[derive(RowKey, Debug)]
    #[rowkey(salt(with = last_byte, buckets = 200, of(a)))]
    struct Bytes {
        a: Vec<u8>,
    }
    assert_eq!(Bytes { a: vec![233] }.encode(), Err(EncodeError::Salt { key: "Bytes", field: None, reason }));
}

#[derive(RowKey, Debug)]
#[rowkey(salt(md5, buckets = 16, of(a), hex(1)))]
struct SpreadMd5 {
    a: String,
}

#[derive(RowKey, Debug)]
#[rowkey(salt(buckets = 16, of(a), hex(1)))]
struct SpreadXxh3 {
    a: String,
}

fn spread<K: RowKey<EncodeError: Debug>>(make: impl Fn(String) -> K) -> (u32, u32) {
    let mut rows = [0; 16];
    for i in 0..100_000 {
        let key = make(format!("user{i}")).encode().unwrap();
        rows[char::from(key.as_ref()[0]).to_digit(16).unwrap() as usize] += 1;
    }
    (*rows.iter().min().unwrap(), *rows.iter().max().unwrap())
}

/// The same counts as Python finds; each bucket is within 4 % of its share of 6,250.
#[test]
fn buckets_are_even() {
    assert_eq!(spread(|a| SpreadMd5 { a }), (6_090, 6_463));
    assert_eq!(spread(|a| SpreadXxh3 { a }), (6_174, 6_358));
}

rowkey::laws!(SpreadMd5, SpreadXxh3);
