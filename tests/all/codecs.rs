//! Golden bytes of every type and every item, written by hand, and the refusal of all that is not canonical.

use super::golden::{golden, hex, refused, unwritable};
use rowkey::codec::{Codec, Piece, UuidV7};
use rowkey::language::{Language, Order};
use rowkey::{DecodeError, ElementError, EncodeError, KeyCode, RowKey, Sink, ValueError};
use std::borrow::Cow;
use std::convert::Infallible;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::num::{NonZeroI8, NonZeroU16};
use ulid::Ulid;
use uuid::Uuid;

fn byte(at: usize, found: u8, expected: &'static str) -> ElementError {
    ElementError::Byte { at, found, expected }
}

keys! {
    U8 { f: u8 } U16 { f: u16 } U32 { f: u32 } U64 { f: u64 } U128 { f: u128 }
    I8 { f: i8 } I16 { f: i16 } I32 { f: i32 } I64 { f: i64 } I128 { f: i128 }
    Bool { f: bool } Char { f: char } F32 { f: f32 } F64 { f: f64 }
    V4 { f: Ipv4Addr } V6 { f: Ipv6Addr } Octets { f: [u8; 3] }
    NonZeroUnsigned { f: NonZeroU16 } NonZeroSigned { f: NonZeroI8 }
}

#[test]
fn integers() {
    golden(&U8 { f: 0xFE }, &hex("FE"));
    golden(&U16 { f: 0x0102 }, &hex("0102"));
    golden(&U32 { f: u32::MAX - 1 }, &hex("FFFFFFFE"));
    golden(&U64 { f: 1 }, &hex("0000000000000001"));
    golden(&U128 { f: u128::MAX << 64 }, &hex("FFFFFFFFFFFFFFFF 0000000000000000"));
    golden(&I8 { f: i8::MIN }, &hex("00"));
    golden(&I8 { f: -1 }, &hex("7F"));
    golden(&I8 { f: 0 }, &hex("80"));
    golden(&I16 { f: -2 }, &hex("7FFE"));
    golden(&I32 { f: i32::MAX }, &hex("FFFFFFFF"));
    golden(&I64 { f: -1 }, &hex("7FFFFFFFFFFFFFFF"));
    golden(&I64 { f: 180 }, &hex("80000000000000B4"));
    golden(&I128 { f: i128::MIN + 1 }, &hex("00000000000000000000000000000001"));
    let cut = |key, found, expected| DecodeError::Truncated { key, field: "f", offset: 0, found, expected };
    assert_eq!(U32::decode(&[0; 3]), Err(cut("U32", 3, 4)));
    assert_eq!(U32::decode(&[0; 5]), Err(DecodeError::Trailing { key: "U32", offset: 4, found: 1 }));
    assert_eq!(U8::decode(&[]), Err(cut("U8", 0, 1)));
}

#[test]
fn other_fixed_types() {
    golden(&Bool { f: false }, &hex("00"));
    golden(&Bool { f: true }, &hex("01"));
    refused::<Bool>(&hex("02"), byte(0, 2, "0x00 or 0x01"));
    golden(&Char { f: 'é' }, &hex("000000E9"));
    golden(&Char { f: char::MAX }, &hex("0010FFFF"));
    refused::<Char>(&hex("0000D800"), ElementError::Other("the number is not a Unicode scalar value"));
    refused::<Char>(&hex("00110000"), ElementError::Other("the number is not a Unicode scalar value"));
    golden(&V4 { f: Ipv4Addr::new(10, 0, 255, 1) }, &hex("0A00FF01"));
    golden(&V6 { f: Ipv6Addr::LOCALHOST }, &hex("00000000000000000000000000000001"));
    golden(&Octets { f: [3, 0, 255] }, &hex("0300FF"));
    golden(&NonZeroUnsigned { f: NonZeroU16::MIN }, &hex("0001"));
    refused::<NonZeroUnsigned>(&hex("0000"), ElementError::Other("expected a nonzero number, found 0"));
    golden(&NonZeroSigned { f: NonZeroI8::new(-1).unwrap() }, &hex("7F"));
    refused::<NonZeroSigned>(&hex("80"), ElementError::Other("expected a nonzero number, found 0"));
}

keys! {
    ByUlid { f: Ulid }
    ByVersion { #[rowkey(with = UuidV7)] f: Uuid }
    NewestFirst { #[rowkey(with = UuidV7, desc)] f: Uuid }
}

/// The examples of the specification of ULIDs, and of RFC 9562, appendix A.6. Python's `int` decoded the text of the first.
#[test]
fn ids_that_begin_with_a_time() {
    let ulid = ByUlid { f: "01ARZ3NDEKTSV4RRFFQ69G5FAV".parse().unwrap() };
    golden(&ulid, &hex("01563E3AB5D3 D6764C61EFB99302BD5B"));
    assert_eq!(ByUlid::explain(&ulid.key()).parts()[0].value(), Ok("01ARZ3NDEKTSV4RRFFQ69G5FAV"));
    golden(&ByUlid { f: Ulid(u128::MAX) }, &[0xFF; 16]);

    let example = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f".parse().unwrap();
    golden(&ByVersion { f: example }, &hex("017F22E279B0 7CC3 98C4DC0C0C07398F"));
    golden(&NewestFirst { f: example }, &hex("FE80DD1D864F 833C 673B23F3F3F8C670"));
    let found = |byte: usize, value: u8| {
        let mut bytes = *example.as_bytes();
        bytes[byte] = value;
        Uuid::from_bytes(bytes)
    };
    for (id, reason) in [
        (Uuid::nil(), "expected a UUID of version 7, found the nil UUID"),
        (found(6, 0x4C), "expected a UUID of version 7, found version 4"),
        (found(6, 0x8C), "expected a UUID of version 7, found version 8"),
        (found(6, 0x9C), "expected a UUID of version 7, found no known version: byte 6 is not 0x10 to 0x8F"),
        (found(6, 0), "expected a UUID of version 7, found no known version: byte 6 is not 0x10 to 0x8F"),
        (found(8, 0x18), "expected a UUID of version 7, found another variant: byte 8 is not 0x80 to 0xBF"),
        (Uuid::max(), "expected a UUID of version 7, found another variant: byte 8 is not 0x80 to 0xBF"),
    ] {
        unwritable(&ByVersion { f: id }, ValueError::Other(reason));
        unwritable(&NewestFirst { f: id }, ValueError::Other(reason));
        refused::<ByVersion>(id.as_bytes(), ElementError::Other(reason));
    }
}

/// The rows of three moments, by bounds that no row can have.
#[test]
fn scans_of_ids_by_time() {
    let id = |millis, fill| uuid::Builder::from_unix_timestamp_millis(millis, &[fill; 10]).into_uuid();
    let keys: Vec<Uuid> = (999..=1_001).flat_map(|millis| [0, 0xFF].map(|fill| id(millis, fill))).collect();
    let at = |millis: u128| Uuid::from_u128(millis << 80);
    let of_all = |matches: &dyn Fn(&[u8], &[u8]) -> bool| -> Vec<bool> {
        keys.iter()
            .map(|&f| matches(&ByVersion { f }.encode().unwrap(), &NewestFirst { f }.encode().unwrap()))
            .collect()
    };
    for (from, to, expected) in [(1_000, 1_001, 2..4), (0, 1_001, 0..4), (1_001, 1 << 47, 4..6), (1_002, 1_003, 0..0)] {
        let oldest = ByVersion::scan().f(at(from)..at(to)).plan().unwrap();
        let newest = NewestFirst::scan().f(at(from)..at(to)).plan().unwrap();
        let filter = NewestFirst::scan().filter_f(at(from)..at(to)).plan().unwrap();
        assert_eq!((oldest.ranges().len(), newest.ranges().len()), (1, 1));
        let found = of_all(&|oldest_key, newest_key| {
            let found = oldest.ranges().any(|range| range.contains(oldest_key));
            assert_eq!(newest.ranges().any(|range| range.contains(newest_key)), found);
            assert_eq!(filter.matches(newest_key), found);
            found
        });
        assert_eq!(found, (0..6).map(|at| expected.contains(&at)).collect::<Vec<_>>());
    }
    assert_eq!(of_all(&|oldest, _| ByVersion::scan().f(..=Uuid::max()).plan().unwrap().matches(oldest)), [true; 6]);
    let other = keys[2].as_u128() ^ (0xB << 76);
    let none = ByVersion::scan().f(Uuid::from_u128(other)).plan().unwrap();
    assert!(none.ranges().all(|range| !range.contains(Uuid::from_u128(other).as_bytes())), "no row has this id");
}

#[test]
fn floats() {
    golden(&F32 { f: 1.0 }, &hex("BF800000"));
    golden(&F32 { f: -1.0 }, &hex("407FFFFF"));
    golden(&F64 { f: 0.0 }, &hex("8000000000000000"));
    golden(&F64 { f: f64::INFINITY }, &hex("FFF0000000000000"));
    assert_eq!(F64 { f: -0.0 }.key()[..], hex("7FFFFFFFFFFFFFFF"));
    for bits in [0, 1, u64::MAX, 1 << 63, 0x7FF8_0000_0000_0001, 0xFFF8_0000_0000_0001] {
        let key = F64 { f: f64::from_bits(bits) }.key();
        assert_eq!(F64::decode(&key).unwrap().f.to_bits(), bits, "every bit pattern comes back");
    }
}

keys! {
    Opt { f: Option<u16> }
    OptBool { f: Option<bool> }
    OptDesc { #[rowkey(desc)] f: Option<u16> }
    OptDigitsDesc { #[rowkey(digits(2), desc)] f: Option<u8> }
    OptHexDesc { #[rowkey(hex(4), desc)] f: Option<i16> }
    OptOpt { f: Option<Option<u8>> }
    OptCode { f: Option<Side> }
    OptKey { f: Option<Pair> }
}

#[test]
fn options() {
    golden(&Opt { f: None }, &hex("000000"));
    golden(&Opt { f: Some(0) }, &hex("010000"));
    golden(&Opt { f: Some(0x0203) }, &hex("010203"));
    refused::<Opt>(&hex("000001"), byte(2, 1, "0x00 (the value is `None`)"));
    refused::<Opt>(&hex("020000"), byte(0, 2, "0x00 or 0x01"));
    golden(&OptBool { f: Some(true) }, &hex("0101"));
    refused::<OptBool>(&hex("0102"), byte(1, 2, "0x00 or 0x01"));
    golden(&OptDesc { f: None }, &hex("FFFFFF"));
    golden(&OptDesc { f: Some(0x0203) }, &hex("FEFDFC"));
    refused::<OptDesc>(&hex("FFFFFE"), byte(2, 1, "0x00 (the value is `None`)"));
    golden(&OptDigitsDesc { f: None }, &hex("FFFFFF"));
    golden(&OptDigitsDesc { f: Some(42) }, &hex("FECBCD"));
    golden(&OptHexDesc { f: Some(0x2A) }, &hex("FECFCFCD9E"));
    assert!(OptDigitsDesc { f: Some(100) }.encode().is_err() && OptHexDesc { f: Some(-1) }.encode().is_err());
    refused::<OptDigitsDesc>(&hex("FFFFFE"), byte(2, 1, "0x00 (the value is `None`)"));
    golden(&OptOpt { f: None }, &hex("000000"));
    golden(&OptOpt { f: Some(None) }, &hex("010000"));
    golden(&OptOpt { f: Some(Some(5)) }, &hex("010105"));
    refused::<OptOpt>(&hex("010005"), byte(2, 5, "0x00 (the value is `None`)"));
    golden(&OptCode { f: Some(Side::Caller) }, &hex("0131"));
    golden(&OptCode { f: None }, &hex("0000"));
    golden(&OptKey { f: Some(Pair { f: true, g: 1 }) }, &hex("0101FE"));
    golden(&OptKey { f: None }, &hex("000000"));
    let reason = byte(0, 2, "0x00 or 0x01");
    let inner = DecodeError::Element { key: "Pair", field: "f", offset: 1, reason };
    assert_eq!(OptKey::decode(&hex("0102FE")), Err(inner));
}

#[test]
fn options_of_digits_descend_as_a_whole() {
    let values: Vec<Option<u8>> = (0..100).rev().map(Some).chain([None]).collect();
    let keys: Vec<Vec<u8>> = values.iter().map(|f| OptDigitsDesc { f: *f }.encode().unwrap().to_vec()).collect();
    assert!(keys.is_sorted_by(|a, b| a < b), "the greatest first, none last");
    for (low, high) in [(0, 99), (7, 42), (42, 42), (0, 0)] {
        let plan = OptDigitsDesc::scan().f(Some(low)..=Some(high)).plan().unwrap();
        for (value, key) in values.iter().zip(&keys) {
            let is_found = plan.ranges().any(|range| range.contains(key));
            assert_eq!(is_found, (Some(low)..=Some(high)).contains(value), "{value:?} of {low}..={high}");
        }
    }
}

#[derive(KeyCode, Debug, Clone, Copy, PartialEq)]
enum Level {
    Debug = 1,
    #[code("w")]
    Warning = 2,
    Error = 120,
    Fatal = 0xFF,
}

keys! { Levelled { f: Level } }

#[test]
fn discriminants_are_codes() {
    let levels = [(Level::Debug, "01"), (Level::Warning, "77"), (Level::Error, "78"), (Level::Fatal, "FF")];
    for (f, code) in levels {
        golden(&Levelled { f }, &hex(code));
    }
    refused::<Levelled>(&hex("02"), ElementError::Code { found: vec![2] });
}

#[derive(KeyCode, Debug, Clone, Copy, PartialEq)]
enum Side {
    #[code("0")]
    Callee,
    #[code("1")]
    Caller,
}

#[derive(KeyCode, Debug, Clone, Copy, PartialEq)]
enum Shop {
    #[code("tb")]
    Taobao,
    #[code(1)]
    One,
    #[rowkey(code = b"\x02\xFF\x00")]
    Bytes,
}

keys! {
    Sided { f: Side, g: u8 }
    Shopped { #[rowkey(allow(unordered))] f: Shop, g: u8 }
    TurnedShop { #[rowkey(allow(unordered), desc)] f: Shop, g: u8 }
}

#[test]
fn codes() {
    golden(&Sided { f: Side::Callee, g: 1 }, &hex("3001"));
    refused::<Sided>(&hex("3201"), ElementError::Code { found: vec![b'2'] });
    golden(&Shopped { f: Shop::Taobao, g: 1 }, &hex("746201"));
    golden(&Shopped { f: Shop::One, g: 1 }, &hex("0101"));
    golden(&Shopped { f: Shop::Bytes, g: 1 }, &hex("02FF0001"));
    golden(&TurnedShop { f: Shop::Bytes, g: 1 }, &hex("FD00FF01"));
    golden(&TurnedShop { f: Shop::One, g: 1 }, &hex("FE01"));
    for wrong in ["03", "7401", "02FF0101", "74", ""] {
        assert!(Shopped::decode(&hex(wrong)).is_err(), "{wrong}");
    }
    let trailing = DecodeError::Trailing { key: "Shopped", offset: 2, found: 1 };
    assert_eq!(Shopped::decode(&hex("010203")), Err(trailing));
}

const WIDTH: usize = 2;
type Name = String;

keys! {
    Pad { #[pad(3)] f: Name }
    PadBytes { #[rowkey(pad(WIDTH + 1))] f: Vec<u8> }
    PadBlank { #[pad(3, with = b' ')] #[rowkey(chars("!-~"))] f: String }
    PadLeft { #[rowkey(pad(3, with = b'0', left), allow(unordered))] f: String }
    PadLeftChars { #[rowkey(pad(3, with = b'0', left), chars("a-z"), allow(unordered))] f: String }
    PadDesc { #[rowkey(desc, pad(3))] f: String }
    Len { #[rowkey(len(2))] f: String }
    LenChars { #[rowkey(len(WIDTH), chars("0-9a-f"))] f: String }
    LenDesc { #[rowkey(len(2), desc)] f: Vec<u8> }
}

#[test]
fn padding() {
    golden(&Pad { f: "ab".into() }, &hex("616200"));
    golden(&Pad { f: "a\0b".into() }, &hex("610062"));
    golden(&Pad { f: String::new() }, &hex("000000"));
    golden(&Pad { f: "é".into() }, &hex("C3A900"));
    unwritable(&Pad { f: "abcd".into() }, ValueError::TooLong { found: 4, most: 3 });
    unwritable(&Pad { f: "a\0".into() }, ValueError::Padding { pad: 0, left: false });
    unwritable(&Pad { f: "abc\0".into() }, ValueError::Padding { pad: 0, left: false });
    refused::<Pad>(&hex("61C300"), ElementError::Utf8 { at: 1 });
    golden(&PadBytes { f: vec![0, 0xFF] }, &hex("00FF00"));
    golden(&PadBlank { f: "a".into() }, &hex("612020"));
    unwritable(&PadBlank { f: "a a".into() }, alphabet(1, b' ', "!-~"));
    refused::<PadBlank>(&hex("612061"), element_alphabet(1, b' ', "!-~"));
    refused::<PadBlank>(&hex("611F20"), element_alphabet(1, 0x1F, "!-~"));
    golden(&PadLeft { f: "7".into() }, &hex("303037"));
    golden(&PadLeft { f: "70".into() }, &hex("303730"));
    golden(&PadLeft { f: String::new() }, &hex("303030"));
    unwritable(&PadLeft { f: "07".into() }, ValueError::Padding { pad: b'0', left: true });
    unwritable(&PadLeft { f: "1234".into() }, ValueError::TooLong { found: 4, most: 3 });
    refused::<PadLeft>(&hex("3061C3"), ElementError::Utf8 { at: 2 });
    refused::<PadLeftChars>(&hex("306139"), element_alphabet(2, b'9', "a-z"));
    golden(&PadDesc { f: "ab".into() }, &hex("9E9DFF"));
    refused::<PadDesc>(&hex("9E3CFF"), ElementError::Utf8 { at: 1 });
}

/// The alphabet of `chars(..)`, by its display.
fn set(text: &str) -> rowkey::language::ByteSet {
    use rowkey::language::ByteSet;
    match text {
        "!-~" => ByteSet::range(b'!', b'~'),
        "0-9a-f" => ByteSet::range(b'0', b'9').union(ByteSet::range(b'a', b'f')),
        "a-z" => ByteSet::range(b'a', b'z'),
        _ => unreachable!(),
    }
}

fn alphabet(at: usize, found: u8, text: &str) -> ValueError {
    assert_eq!(set(text).to_string(), text);
    ValueError::Alphabet { at, found, allowed: set(text) }
}

fn element_alphabet(at: usize, found: u8, text: &str) -> ElementError {
    ElementError::Alphabet { at, found, allowed: set(text) }
}

#[test]
fn text_of_one_width() {
    golden(&Len { f: "ab".into() }, &hex("6162"));
    golden(&Len { f: "é".into() }, &hex("C3A9"));
    unwritable(&Len { f: "a".into() }, ValueError::Width { found: 1, expected: 2 });
    unwritable(&Len { f: "éa".into() }, ValueError::Width { found: 3, expected: 2 });
    refused::<Len>(&hex("61FF"), ElementError::Utf8 { at: 1 });
    golden(&LenChars { f: "0f".into() }, &hex("3066"));
    unwritable(&LenChars { f: "0F".into() }, alphabet(1, b'F', "0-9a-f"));
    refused::<LenChars>(&hex("3046"), element_alphabet(1, b'F', "0-9a-f"));
    golden(&LenDesc { f: vec![0, 0xFF] }, &hex("FF00"));
}

keys! {
    Term { #[rowkey(terminated)] f: String, g: u8 }
    TermBytes { #[rowkey(terminated)] f: Vec<u8> }
    TermDesc { #[rowkey(terminated, desc)] f: String, g: u8 }
    TermChars { #[rowkey(terminated, chars("a-z"))] f: String }
    Open { f: String }
    OpenBytes { g: u8, f: Vec<u8> }
    Back { #[rowkey(allow(unordered))] f: String, g: u16 }
    #[rowkey(separator = "::", prefix = "k")]
    Separated { #[rowkey(chars("a-z"))] f: String, g: u8, h: String }
    #[rowkey(separator = "_")]
    OwnSeparator { #[rowkey(chars("a-z"), separator = b"\0")] f: String, #[rowkey(separator = "|")] g: u8, h: u8, i: u8 }
    #[rowkey(separator = b"\xFF")]
    TurnedText { #[rowkey(desc, chars("a-z"))] f: String, g: u8 }
}

#[test]
fn terminated() {
    golden(&Term { f: "ab".into(), g: 5 }, &hex("6162 0001 05"));
    golden(&Term { f: String::new(), g: 5 }, &hex("0001 05"));
    golden(&Term { f: "a\0\0\u{1}".into(), g: 5 }, &hex("61 00FF 00FF 01 0001 05"));
    refused::<Term>(&hex("6100020001 05"), byte(2, 2, "0xFF after 0x00"));
    refused::<Term>(&hex("61FF0001 05"), ElementError::Utf8 { at: 1 });
    let cut = |found| DecodeError::Truncated { key: "Term", field: "f", offset: 0, found, expected: 2 };
    assert_eq!(Term::decode(&hex("6162")), Err(cut(2)));
    assert_eq!(Term::decode(&hex("610001").as_slice()[..2]), Err(cut(2)));
    assert_eq!(Term::decode(&hex("610000 01")), Err(cut(4)), "a lone 00 00 ends nothing");
    golden(&TermBytes { f: vec![0, 0xFF, 0] }, &hex("00FF FF 00FF 0001"));
    assert_eq!(
        TermBytes::decode(&hex("0001 00")),
        Err(DecodeError::Trailing { key: "TermBytes", offset: 2, found: 1 })
    );
    golden(&TermDesc { f: "a\0".into(), g: 5 }, &hex("9E FF00 FFFE 05"));
}

#[test]
fn terminated_text_of_an_alphabet() {
    golden(&TermChars { f: "az".into() }, &hex("617A0001"));
    unwritable(&TermChars { f: "a-".into() }, alphabet(1, b'-', "a-z"));
    refused::<TermChars>(&hex("612D0001"), element_alphabet(1, b'-', "a-z"));
    refused::<TermChars>(&hex("00FF0001"), element_alphabet(0, 0, "a-z"));
}

#[test]
fn open_text() {
    golden(&Open { f: "é\0".into() }, &hex("C3A900"));
    assert_eq!(Open { f: String::new() }.encode(), Err(EncodeError::Empty { key: "Open" }));
    assert_eq!(Open::decode(&[]), Err(DecodeError::Empty { key: "Open" }));
    golden(&OpenBytes { g: 1, f: vec![] }, &hex("01"));
    golden(&OpenBytes { g: 1, f: vec![0, 0xFF] }, &hex("01 00FF"));
    golden(&Back { f: String::new(), g: 0x6162 }, &hex("6162"));
    golden(&Back { f: "a".into(), g: 1 }, &hex("61 0001"));
    let cut = DecodeError::Truncated { key: "Back", field: "f", offset: 0, found: 1, expected: 2 };
    assert_eq!(Back::decode(&[1]), Err(cut));
}

#[test]
fn separators() {
    let separated = |f: &str, g, h: &str| Separated { f: f.into(), g, h: h.into() };
    golden(&separated("ab", b':', "::"), &hex("6B 6162 3A3A 3A 3A3A 3A3A"));
    golden(&separated("", 0, ""), &hex("6B 3A3A 00 3A3A"));
    unwritable(&separated("a:", 0, ""), alphabet(1, b':', "a-z"));
    let literal = |offset, found: &[u8], expected| DecodeError::Literal {
        key: "Separated",
        offset,
        found: found.to_vec(),
        expected,
    };
    assert_eq!(Separated::decode(b"x"), Err(literal(0, b"x", b"k")));
    assert_eq!(Separated::decode(b"k:"), Err(literal(1, b":", b"::")));
    assert_eq!(Separated::decode(b"ka:b\0::"), Err(literal(2, b":b", b"::")));
    assert_eq!(Separated::decode(b"ka::b:"), Err(literal(5, b":", b"::")));
    refused::<Separated>(&hex("6B 61 20 3A3A 00 3A3A"), element_alphabet(1, b' ', "a-z"));
    golden(&OwnSeparator { f: "b".into(), g: 1, h: 2, i: 3 }, &hex("62 00 01 7C 02 5F 03"));
    golden(&TurnedText { f: "az".into(), g: 1 }, &hex("9E85 FF 01"));
    golden(&TurnedText { f: String::new(), g: 0xFF }, &hex("FF FF"));
}

keys! {
    Newest { #[reverse_ts] f: i64 }
    NewestSecs { #[rowkey(reverse_ts(secs))] f: i64 }
    NewestUnsigned { #[reverse_ts] f: u64 }
    Desc { #[rowkey(desc)] f: i32, #[rowkey(desc)] g: bool }
}

#[test]
fn turned_numbers() {
    golden(&Newest { f: 1_512_101_400_000 }, &hex("7FFFFE9FEFBBB23F"));
    golden(&Newest { f: i64::MAX }, &hex("0000000000000000"));
    golden(&Newest { f: 0 }, &hex("7FFFFFFFFFFFFFFF"));
    golden(&Newest { f: -1 }, &hex("8000000000000000"));
    golden(&Newest { f: i64::MIN }, &hex("FFFFFFFFFFFFFFFF"));
    golden(&NewestSecs { f: 1 }, &hex("7FFFFFFFFFFFFFFE"));
    golden(&NewestUnsigned { f: i64::MAX as u64 }, &hex("0000000000000000"));
    golden(&NewestUnsigned { f: 0 }, &hex("7FFFFFFFFFFFFFFF"));
    let range = (0, i128::from(i64::MAX));
    let (least, greatest) = range;
    unwritable(&NewestUnsigned { f: 1 << 63 }, ValueError::Range { found: 1 << 63, least, greatest });
    refused::<NewestUnsigned>(&hex("8000000000000000"), ElementError::Range { found: -1, least, greatest });
    golden(&Desc { f: -1, g: true }, &hex("80000000 FE"));
    golden(&Desc { f: i32::MAX, g: false }, &hex("00000000 FF"));
    let error = DecodeError::Element { key: "Desc", field: "g", offset: 4, reason: byte(0, 2, "0x00 or 0x01") };
    assert_eq!(Desc::decode(&hex("00000000 FD")), Err(error));
}

keys! {
    Pair { f: bool, #[rowkey(desc)] g: u8 }
    #[rowkey(separator = "_", prefix = "p:")]
    Tail { f: u8, #[rowkey(chars("a-z"))] g: String }
    #[rowkey(separator = "\0")]
    Nested { a: Pair, #[rowkey(desc)] b: Pair, c: Tail, d: Tail }
    Text { f: String }
    NestedEmpty { a: u8, f: Text }
    #[rowkey(separator = "|")]
    NestedEmptyFirst { #[rowkey(desc)] a: Chars, f: u8 }
    Chars { #[rowkey(terminated)] f: String }
}

#[test]
fn nested_keys() {
    let tail = |f, g: &str| Tail { f, g: g.into() };
    let value = Nested { a: Pair { f: true, g: 1 }, b: Pair { f: true, g: 1 }, c: tail(5, "x"), d: tail(b'|', "") };
    golden(&value, &hex("01FE 00 FE01 00 703A 05 5F 78 00 703A 7C 5F"));
    let wrong = hex("01FE 00 FE01 00 703A 05 5F 78 00 703A 7C 5F 41");
    let reason = element_alphabet(0, b'A', "a-z");
    assert_eq!(Nested::decode(&wrong), Err(DecodeError::Element { key: "Tail", field: "g", offset: 16, reason }));
    let wrong = hex("01FE 00 FD01 00 703A 05 5F 78 00 703A 7C 5F");
    let reason = byte(0, 2, "0x00 or 0x01");
    assert_eq!(Nested::decode(&wrong), Err(DecodeError::Element { key: "Pair", field: "f", offset: 3, reason }));
    golden(&NestedEmpty { a: 1, f: Text { f: "x".into() } }, &hex("0178"));
    golden(&NestedEmpty { a: 1, f: Text { f: String::new() } }, &hex("01"));
    golden(&NestedEmptyFirst { a: Chars { f: "\0".into() }, f: 1 }, &hex("FF00FFFE 7C 01"));
}

#[derive(RowKey, Debug, PartialEq, Clone)]
struct Borrowed<'a> {
    #[pad(4)]
    a: &'a str,
    #[rowkey(terminated)]
    b: Cow<'a, str>,
    #[rowkey(desc, len(1))]
    c: Cow<'a, [u8]>,
    d: &'a [u8],
}

#[test]
fn values_borrow_from_the_key() {
    let value = Borrowed { a: "ab", b: "c\0".into(), c: [1u8].as_slice().into(), d: &[0, 9] };
    let key = value.encode().unwrap();
    assert_eq!(key, hex("61620000 63 00FF 0001 FE 0009"));
    let back = Borrowed::decode(&key).unwrap();
    assert_eq!(back, value);
    assert!(std::ptr::eq(back.a.as_bytes().as_ptr(), key.as_ptr()));
    assert!(matches!(back.b, Cow::Owned(_)), "escapes do not stand in the key");
    let plain = Borrowed { b: "c".into(), ..value }.encode().unwrap();
    assert!(matches!(Borrowed::decode(&plain).unwrap().b, Cow::Borrowed("c")));
}

#[derive(RowKey, Debug, PartialEq)]
struct Tuple(u8, #[rowkey(skip)] u64, #[pad(2)] String);

#[derive(RowKey, Debug, PartialEq)]
struct Several {
    #[rowkey(chars("a-z"))]
    #[rowkey(pad(3, with = b' '))]
    #[rowkey(separator = "/")]
    f: String,
    r#type: u8,
}

#[test]
fn shapes_of_structs() {
    golden(&Tuple(1, 0, "x".into()), &hex("017800"));
    assert_eq!(Tuple(1, 7, "x".into()).encode().unwrap(), [1, b'x', 0]);
    let error = EncodeError::Value { key: "Tuple", field: "2", reason: ValueError::TooLong { found: 3, most: 2 } };
    assert_eq!(Tuple(1, 7, "xyz".into()).encode(), Err(error));
    golden(&Several { f: "a".into(), r#type: 1 }, &hex("612020 2F 01"));
    assert_eq!(Several::LAYOUT.fields()[1].name(), "type");
}

/// A share of 1 as 0 ..= 100 in one byte.
struct Percent;

impl<'k> Codec<'k, f64> for Percent {
    const LANGUAGE: Language = Language::number(1, 0, 100);
    type Error = Infallible;

    fn write<S: Sink>(value: &f64, out: &mut S) -> Result<(), Infallible> {
        out.put(&[(value.clamp(0.0, 1.0) * 100.0).round() as u8]);
        Ok(())
    }

    fn read(element: Piece<'k, '_>) -> Result<f64, ElementError> {
        match element.array()? {
            [percent @ 0..=100] => Ok(f64::from(percent) / 100.0),
            [_] => Err(ElementError::Other("more than 100 percent")),
        }
    }
}

#[test]
fn an_option_of_descending_values_is_in_no_order() {
    const ASCENDING: Language = Language::number(1, 0, 100);
    const DESCENDING: Language = Language::number(1, 0, 100).descending();
    assert_eq!(Language::option(&ASCENDING).order(), Order::Ascending);
    assert_eq!(Language::option(&DESCENDING).order(), Order::Unordered);
}

keys! {
    Own { #[rowkey(with = Percent)] f: f64 }
    OwnDesc { #[rowkey(with = Percent, desc)] f: f64 }
}

#[test]
fn codecs_of_the_user() {
    golden(&Own { f: 0.25 }, &hex("19"));
    refused::<Own>(&hex("65"), ElementError::Other("more than 100 percent"));
    golden(&OwnDesc { f: 1.0 }, &hex("9B"));
}

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(separator = "_", prefix = "x")]
struct Labelled {
    #[rowkey(salt(modulo, buckets = WIDTH * 6, digits(2)))]
    f: u16,
}

#[test]
fn labels_are_checked() {
    golden(&Labelled { f: 23 }, &hex("78 3131 5F 0017"));
    golden(&Labelled { f: 12 }, &hex("78 3030 5F 000C"));
    let label = |found: &[u8]| DecodeError::Label { key: "Labelled", offset: 1, found: found.to_vec(), buckets: 12 };
    for wrong in ["12", "1a", "-1", " 1"] {
        assert_eq!(Labelled::decode(format!("x{wrong}_ab").as_bytes()), Err(label(wrong.as_bytes())));
        assert_eq!(Labelled::decode_lenient(format!("x{wrong}_ab").as_bytes()), Err(label(wrong.as_bytes())));
    }
    let salt = DecodeError::Salt { key: "Labelled", offset: 1, found: 10, expected: 11 };
    assert_eq!(Labelled::decode(b"x10_\0\x17"), Err(salt));
    assert_eq!(Labelled::decode_lenient(b"x10_\0\x17"), Ok(Labelled { f: 23 }));
}

rowkey::laws!(Tuple, Several, Labelled, ByUlid, ByVersion, NewestFirst);
