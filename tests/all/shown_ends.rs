//! Elements that show their own end: texts after their length, codecs of users with `Language::delimited`, codes of several
//! widths, other end marks, and optional values of any width.

use super::golden::{golden, hex, refused, unwritable};
use rowkey::codec::{Codec, Piece};
use rowkey::language::{ByteSet, Language};
use rowkey::laws::Laws;
use rowkey::{DecodeError, ElementError, EncodeError, KeyCode, KeyRange, Plan, RowKey, Sink, ValueError, one_of};
use std::convert::Infallible;

/// A number in 1, 3, 5 or 9 bytes: below 252 it is one byte, and else FC, FD or FE begins 2, 4 or 8 bytes.
#[derive(Debug)]
enum Varying {}

impl Codec<'_, u64> for Varying {
    const LANGUAGE: Language = Language::delimited(ByteSet::range(0, 0xFF), 1, |rest| match rest.first()? {
        0xFC => Some(3),
        0xFD => Some(5),
        0xFE => Some(9),
        0xFF => None,
        _ => Some(1),
    });
    type Error = Infallible;

    fn write<S: Sink>(value: &u64, out: &mut S) -> Result<(), Infallible> {
        let bytes = value.to_be_bytes();
        let (first, at): (&[u8], usize) = match *value {
            0..=0xFB => (&[], 7),
            0xFC..=0xFFFF => (&[0xFC], 6),
            0x1_0000..=0xFFFF_FFFF => (&[0xFD], 4),
            _ => (&[0xFE], 0),
        };
        out.put(first);
        out.put(&bytes[at..]);
        Ok(())
    }

    /// Trusts that it reads a whole element.
    fn read(element: Piece<'_, '_>) -> Result<u64, ElementError> {
        let digits = if element[0] < 0xFC { &element[..] } else { &element[1..] };
        let width = match element[0] {
            0xFC => 2,
            0xFD => 4,
            0xFE => 8,
            _ => 1,
        };
        assert_eq!(digits.len(), width, "an element whose end was not found");
        let value = digits.iter().fold(0, |value, byte| value << 8 | u64::from(*byte));
        let least = match width {
            1 => 0,
            2 => 0xFC,
            4 => 0x1_0000,
            _ => 0x1_0000_0000,
        };
        if value < least { Err(ElementError::Other("a number in more bytes than it needs")) } else { Ok(value) }
    }
}

#[derive(KeyCode, Debug, Clone, Copy, PartialEq, PartialOrd)]
enum Kind {
    #[code("a")]
    A,
    #[code("bb")]
    B,
    #[code("bc_")]
    C,
}

keys! {
    Length8 { #[rowkey(length_prefixed(u8))] f: String, g: u8 }
    Length16 { #[rowkey(length_prefixed(u16))] f: Vec<u8>, #[rowkey(length_prefixed(u16))] g: String, h: String }
    Length32 { #[rowkey(length_prefixed(u32, le))] f: Vec<u8>, g: Vec<u8> }
    Length64 { #[rowkey(length_prefixed(u64))] f: String }
    LengthVar { #[rowkey(length_prefixed(varint), chars("a-z"))] f: String, g: u16 }
    LengthTurned { #[rowkey(length_prefixed(varint), desc)] f: String, g: u16 }
    Numbers { #[rowkey(with = Varying)] f: u64, #[rowkey(with = Varying)] g: u64, h: String }
    NumbersTurned { #[rowkey(with = Varying, desc)] f: u64, #[rowkey(terminated)] g: String, #[rowkey(desc)] h: u8 }
    #[rowkey(prefix = "n/")]
    Outer { #[rowkey(allow(unordered))] f: Numbered, g: u16, #[rowkey(desc, allow(unordered))] h: Numbered }
    Numbered { #[rowkey(length_prefixed(u8))] f: String, #[rowkey(with = Varying)] g: u64 }
    #[rowkey(salt(buckets = 4, of(f, g)))]
    Salted { #[rowkey(with = Varying)] f: u64, #[rowkey(length_prefixed(u8))] g: String, h: u16 }
    Coded { f: Kind, g: Kind, h: u16 }
    #[rowkey(separator = "_")]
    CodedApart { f: Kind, #[rowkey(desc)] g: Kind, h: u16 }
    Optional { #[rowkey(terminated)] f: Option<String>, g: Option<Kind>, h: u8 }
    OptionalTurned { #[rowkey(terminated, desc)] f: Option<String>, #[rowkey(length_prefixed(u8))] g: Option<String>, h: u8 }
    OptionalKey { f: Option<Marked>, g: u8 }
    Marked { #[rowkey(terminated)] f: String, g: u8 }
    #[rowkey(separator = "/")]
    OtherMark {
        #[rowkey(terminated(escape = b"\x01\x02", end = b"\x01\0"), chars("^\0"))]
        f: Vec<u8>,
        #[rowkey(terminated(escape = b"\x01\x02", end = b"\x01\0"), chars("^\0"), desc)]
        g: Vec<u8>,
    }
    UnorderedMark { #[rowkey(terminated(escape = b"~!", end = b"~~"), allow(unordered))] f: String, g: u8 }
}

/// Every variant begins with a text after its length.
#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(under(f))]
enum Rows {
    #[rowkey(tag = "a")]
    Coded {
        #[rowkey(allow(unordered))]
        f: Numbered,
        g: Kind,
    },
    #[rowkey(tag = "b")]
    Other {
        #[rowkey(allow(unordered))]
        f: Numbered,
        g: String,
    },
}

rowkey::laws! {
    Length8, Length16, Length32, Length64, LengthVar, LengthTurned, Numbers, NumbersTurned, Outer, Numbered, Salted, Coded,
    CodedApart, Optional, OptionalTurned, OptionalKey, Marked, OtherMark, UnorderedMark, Rows
}

#[test]
fn texts_after_their_length() {
    golden(&Length8 { f: "ab".into(), g: 5 }, &hex("02 6162 05"));
    golden(&Length8 { f: String::new(), g: 0 }, &hex("00 00"));
    golden(
        &Length16 { f: vec![0; 256], g: "é".into(), h: "z".into() },
        &[&[1, 0][..], &[0; 256], b"\0\x02\xC3\xA9z"].concat(),
    );
    golden(&Length32 { f: vec![1], g: vec![2] }, &hex("01000000 01 02"));
    golden(&Length64 { f: "a".into() }, &hex("0000000000000001 61"));
    golden(&LengthVar { f: "a".into(), g: 1 }, &hex("01 61 0001"));
    golden(&LengthVar { f: "a".repeat(300), g: 1 }, &[&b"\xAC\x02"[..], &[b'a'; 300], &[0, 1]].concat());
    golden(&LengthTurned { f: "a".into(), g: 1 }, &hex("FE 9E 0001"));
    unwritable(&Length8 { f: "a".repeat(256), g: 5 }, ValueError::TooLong { found: 256, most: 255 });
    unwritable(&LengthVar { f: "a-".into(), g: 5 }, ValueError::Alphabet { at: 1, found: b'-', allowed: LETTERS });
    // The offset counts from the start of the element, also where the length is the same byte as the text.
    refused::<LengthVar>(&hex("02 612D 0001"), ElementError::Alphabet { at: 2, found: b'-', allowed: LETTERS });
    refused::<LengthVar>(&hex("01 01 0001"), ElementError::Alphabet { at: 1, found: 1, allowed: LETTERS });
    refused::<Length8>(&hex("02 61FF 05"), ElementError::Utf8 { at: 2 });
}

const LETTERS: ByteSet = ByteSet::range(b'a', b'z');

#[test]
fn a_length_beyond_the_key_is_refused() {
    let cut = |key, found, expected| DecodeError::Truncated { key, field: "f", offset: 0, found, expected };
    assert_eq!(Length8::decode(&hex("03 6162")), Err(cut("Length8", 3, 1)));
    assert_eq!(Length64::decode(&[0xFF; 20]), Err(cut("Length64", 20, 8)));
    // 1 in two bytes, and a length without an end.
    assert_eq!(LengthVar::decode(&hex("8100 61 0001")), Err(cut("LengthVar", 5, 1)));
    assert_eq!(LengthVar::decode(&[0x80; 12]), Err(cut("LengthVar", 12, 1)));
    let trailing = DecodeError::Trailing { key: "Length64", offset: 9, found: 1 };
    assert_eq!(Length64::decode(&hex("0000000000000001 61 62")), Err(trailing));
}

/// Two record types share a text after its length. Their tags decide that no key begins another.
#[test]
fn record_types_after_a_length_are_prefix_free() {
    #[derive(RowKey, Debug)]
    #[rowkey(under(f))]
    enum Numbers {
        #[rowkey(tag = "a")]
        One {
            #[rowkey(length_prefixed(u16))]
            f: String,
            g: u8,
        },
        #[rowkey(tag = "b")]
        Other {
            #[rowkey(length_prefixed(u16))]
            f: String,
            g: u32,
        },
    }
    assert!(Numbers::LAYOUT.is_prefix_free());
}

fn ranges<K: RowKey>(plan: &Plan<K>) -> Vec<KeyRange> {
    plan.ranges().collect()
}

#[test]
fn a_text_after_its_length_is_one_range() {
    let plan = Length16::scan().f(b"ab").plan().unwrap();
    assert_eq!(ranges(&plan), [KeyRange::prefix(&hex("0002 6162"))]);
    let plan = Length16::scan().f(b"ab").g("é").plan().unwrap();
    assert_eq!(ranges(&plan), [KeyRange::prefix(&hex("0002 6162 0002 C3A9"))]);
    let plan = Length16::scan().f(one_of([&b"ab"[..], b"c"])).plan().unwrap();
    assert_eq!(ranges(&plan), ["0001 63", "0002 6162"].map(|start| KeyRange::prefix(&hex(start))));
    let plan = Length16::scan().f(vec![0; 0x1_0000]).plan().unwrap();
    assert_eq!(ranges(&plan), [], "no key holds it");
}

#[test]
fn a_codec_finds_the_end_anywhere() {
    golden(&Numbers { f: 0xFB, g: 0xFC, h: "z".into() }, &hex("FB FC00FC 7A"));
    golden(&Numbers { f: 0x1_0000, g: 1 << 32, h: String::new() }, &hex("FD00010000 FE0000000100000000"));
    golden(&NumbersTurned { f: 0xFC, g: "a".into(), h: 1 }, &hex("03FF03 610001 FE"));
    let numbered = Numbered { f: "a".into(), g: 0xFC };
    golden(&Outer { f: numbered.clone(), g: 1, h: numbered }, &hex("6E2F 0161FC00FC 0001 FE9E03FF03"));
    golden(&Coded { f: Kind::B, g: Kind::A, h: 1 }, b"bba\0\x01");
    golden(&CodedApart { f: Kind::C, g: Kind::A, h: 1 }, b"bc__\x9E_\0\x01");
    golden(&Rows::Coded { f: Numbered { f: "a".into(), g: 1 }, g: Kind::A }, b"\x01a\x01aa");
}

/// `read` of [`Varying`] panics on bytes whose end was not found.
#[test]
fn a_codec_reads_only_elements_whose_end_was_found() {
    for key in ["FC", "FC00", "FE00000000", "FF", "FF0000", "05FC00", "05FF00"] {
        let key = hex(key);
        let error = Numbers::decode(&key).unwrap_err();
        assert!(matches!(error, DecodeError::Truncated { .. }), "{error}");
        assert_eq!(Numbers::explain(&key).error(), Some(&error));
        assert!(Salted::decode_lenient(&[&[0], &key[..]].concat()).is_err());
        assert!(Outer::decode(&[b"n/\0", &key[..]].concat()).is_err());
        let turned: Vec<u8> = key.iter().map(|byte| !byte).collect();
        assert!(NumbersTurned::decode(&turned).is_err());
    }
    refused::<Numbers>(&hex("FC00FB 00"), ElementError::Other("a number in more bytes than it needs"));
}

#[test]
fn ranges_of_a_number_of_several_widths() {
    let plan = Numbers::scan().f(5).g(7..0x1_0000).plan().unwrap();
    assert_eq!(ranges(&plan), [KeyRange::new(hex("0507"), Some(hex("05FD00010000")))]);
    let plan = Coded::scan().f(Kind::B..).plan().unwrap();
    assert_eq!(ranges(&plan), [KeyRange::new(*b"bb", None)]);
}

#[test]
fn optional_values_of_any_width() {
    golden(&Optional { f: None, g: None, h: 5 }, &hex("00 00 05"));
    golden(&Optional { f: Some(String::new()), g: Some(Kind::C), h: 5 }, &hex("01 0001 01 62635F 05"));
    golden(&Optional { f: Some("a\0".into()), g: Some(Kind::A), h: 5 }, &hex("01 6100FF0001 01 61 05"));
    golden(&OptionalTurned { f: None, g: Some("ab".into()), h: 5 }, &hex("FF 01 026162 05"));
    golden(&OptionalKey { f: None, g: 5 }, &hex("00 05"));
    golden(&OptionalKey { f: Some(Marked { f: "a".into(), g: 7 }), g: 5 }, &hex("01 610001 07 05"));
    // A second zero is the next element.
    assert!(Optional::decode(&hex("00 00 00 05")).is_err());
    refused::<Optional>(&hex("02 0001 00 05"), ElementError::Byte { at: 0, found: 2, expected: "0x00 or 0x01" });
    let plan = Optional::scan().f(None::<&str>).plan().unwrap();
    assert_eq!(ranges(&plan), [KeyRange::prefix(&[0])]);
}

#[test]
fn other_end_marks() {
    golden(&OtherMark { f: b"a\x01".to_vec(), g: b"\x01".to_vec() }, &hex("610102 0100 2F FEFD FEFF"));
    golden(&OtherMark { f: vec![], g: vec![2] }, &hex("0100 2F FD FEFF"));
    golden(&UnorderedMark { f: "a~b".into(), g: 5 }, b"a~!b~~\x05");
    refused::<UnorderedMark>(
        b"a~b~~\x05",
        ElementError::Byte { at: 2, found: b'b', expected: "the second byte of the escape" },
    );
    // The shorter text sorts first.
    let key = |f: &[u8]| OtherMark { f: f.to_vec(), g: vec![] }.encode().unwrap();
    assert!(key(b"") < key(b"\x01") && key(b"\x01") < key(b"\x01\x01") && key(b"\x01\xFF") < key(b"\x02"));
}

/// The alphabet does not have the bound, which sorts between `a` and all longer texts.
#[test]
fn a_bound_below_the_end_mark() {
    for bound in [&b"a\0"[..], b"a\0\xFF"] {
        let plan = OtherMark::scan().f(bound..).plan().unwrap();
        let rows = [&b"a"[..], b"a\x01", b"b"].map(|f| OtherMark { f: f.to_vec(), g: vec![] }.encode().unwrap());
        let found = rows.each_ref().map(|key| plan.ranges().any(|range| range.contains(key)));
        assert_eq!(found, [false, true, true], "{bound:?}");
    }
}

/// A codec whose `end` breaks its promise writes no key.
#[test]
fn a_false_end_is_refused() {
    macro_rules! codecs {
        ($($name:ident $end:expr;)*) => {$({
            #[derive(Debug)]
            enum Own {}

            impl Codec<'_, String> for Own {
                const LANGUAGE: Language = Language::delimited(ByteSet::ALL, 1, $end);
                type Error = Infallible;

                fn write<S: Sink>(value: &String, out: &mut S) -> Result<(), Infallible> {
                    out.put(value.as_bytes());
                    Ok(())
                }

                fn read(element: Piece<'_, '_>) -> Result<String, ElementError> {
                    String::from_utf8(element.to_vec()).map_err(|_| ElementError::Other("not UTF-8"))
                }
            }

            #[derive(RowKey, Debug, PartialEq)]
            struct $name {
                #[rowkey(with = Own)]
                f: String,
                g: u8,
            }
            let error = EncodeError::Value { key: stringify!($name), field: "f", reason: ValueError::CodecEnd { found: 2 } };
            assert_eq!($name { f: "ab".into(), g: 1 }.encode(), Err(error.clone()));
            assert!(error.to_string().contains("the codec wrote 2 bytes, but `end` of its `LANGUAGE` does not find exactly these"));
        })*};
    }
    codecs! {
        Rest |rest| Some(rest.len());
        Early |_| Some(1);
        Late |_| Some(3);
        Nowhere |_| None;
        BeforeNul |rest| rest.iter().position(|&byte| byte == 0);
        // "a" is an element, too, if nothing follows.
        Cut |rest| Some(rest.len().min(2));
    }
}

/// Where encode cannot see it, the laws do: this end is not found before an `A`.
#[test]
fn a_false_end_breaks_a_law() {
    #[derive(Debug)]
    enum Own {}

    impl Codec<'_, u8> for Own {
        const LANGUAGE: Language = Language::delimited(ByteSet::ALL, 1, |rest| {
            (rest.get(1) != Some(&b'A')).then_some(1).filter(|_| !rest.is_empty())
        });
        type Error = Infallible;

        fn write<S: Sink>(value: &u8, out: &mut S) -> Result<(), Infallible> {
            out.put(&[*value]);
            Ok(())
        }

        fn read(element: Piece<'_, '_>) -> Result<u8, ElementError> {
            Ok(element[0])
        }
    }

    #[derive(RowKey, Debug)]
    struct Broken {
        #[rowkey(with = Own)]
        f: u8,
        g: [u8; 2],
    }
    let broken = std::panic::catch_unwind(|| Laws::<Broken>::new().cases(20_000).check()).unwrap_err();
    let message = *broken.downcast::<String>().unwrap();
    assert!(
        message.starts_with("`Broken` breaks a law: ends: the end of `f`, [41], is found in its first bytes"),
        "{message}"
    );
}
