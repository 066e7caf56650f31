//! Codecs of users that break their word: what they write is not what their `LANGUAGE` says. Each is an error of encode that
//! names the field, and no scan reads rows for such a value.

use rowkey::codec::{Codec, Input, InputKind, Piece};
use rowkey::language::{ByteSet, Language};
use rowkey::{ElementError, EncodeError, KeyBatch, RowKey, ScanError, Sink, ValueError, one_of};
use std::convert::Infallible;
use std::fmt::Debug;

/// What is written, whatever the language says.
type Bytes = &'static [u8];

macro_rules! codecs {
    ($($name:ident $language:expr;)*) => {$(
        #[derive(Debug)]
        enum $name {}

        impl<'k> Codec<'k, Bytes> for $name {
            const LANGUAGE: Language = $language;
            type Error = Infallible;

            fn write<S: Sink>(value: &Bytes, out: &mut S) -> Result<(), Infallible> {
                // In two parts, of which the first may fit where both do not.
                let (first, rest) = value.split_at(value.len() / 2);
                out.put(first);
                out.put(rest);
                Ok(())
            }

            fn read(element: Piece<'k, '_>) -> Result<Bytes, ElementError> {
                KNOWN.into_iter().find(|known| **known == *element).ok_or(ElementError::Other("not known"))
            }
        }
    )*};
}

/// What can be read back.
const KNOWN: [Bytes; 4] = [b"\x01\x02", b"ab", b"abc", b""];

codecs! {
    Two Language::number(2, 0, 1_000);
    Letters Language::open(ByteSet::range(b'a', b'z'));
}

keys! {
    First { #[rowkey(with = Two)] f: Bytes, g: u16 }
    Last { g: u16, #[rowkey(with = Two)] f: Bytes }
    Turned { #[rowkey(with = Two, desc)] f: Bytes, g: u16 }
    #[rowkey(salt(buckets = 4, of(f, g)))]
    Salted { #[rowkey(with = Two)] f: Bytes, g: u16 }
    Open { #[rowkey(with = Two)] f: Bytes, g: String }
    #[rowkey(separator = "_")]
    Text { #[rowkey(with = Letters)] f: Bytes, g: u16 }
    Outer { inner: First, h: u8 }
}

#[track_caller]
fn refused<K: RowKey<EncodeError = EncodeError> + Clone + Debug>(value: K, key: &'static str, reason: ValueError) {
    let error = EncodeError::Value { key, field: "f", reason };
    assert_eq!(value.encode().map(|_| ()), Err(error.clone()), "{value:?}");
    let mut out = b"before".to_vec();
    assert_eq!(value.encode_into(&mut out), Err(error.clone()));
    assert_eq!(out, b"before");
    let mut batch = KeyBatch::new();
    assert_eq!(K::encode_batch(&[value], &mut batch).unwrap_err().error, error.into());
    assert!(batch.is_empty());
}

#[test]
fn too_much_and_too_little() {
    for f in [&b""[..], b"\x01", b"\x01\x02\x03", b"\x01\x02\0", &[0; 70]] {
        let reason = ValueError::CodecWidth { found: f.len(), least: 2, most: Some(2) };
        refused(First { f, g: 7 }, "First", reason.clone());
        refused(Last { f, g: 7 }, "Last", reason.clone());
        refused(Turned { f, g: 7 }, "Turned", reason.clone());
        refused(Salted { f, g: 7 }, "Salted", reason.clone());
        refused(Open { f, g: "g".into() }, "Open", reason.clone());
        refused(Outer { inner: First { f, g: 7 }, h: 1 }, "First", reason);
    }
    let error = First { f: b"\x01\x02\x03", g: 7 }.encode().unwrap_err();
    let text = "`First.f` cannot be written: the codec wrote 3 bytes, but its `LANGUAGE` allows exactly 2 bytes: fix one of them";
    assert_eq!(error.to_string(), text);
}

#[test]
fn bytes_that_the_language_does_not_have() {
    // 1,001 is one too many.
    refused(First { f: b"\x03\xE9", g: 7 }, "First", ValueError::CodecByte { at: 1, found: 0xE9 });
    refused(Turned { f: b"\xFF\0", g: 7 }, "Turned", ValueError::CodecByte { at: 0, found: 0 });
    refused(Text { f: b"a_b", g: 7 }, "Text", ValueError::CodecByte { at: 1, found: b'_' });
    let error = Text { f: b"aB", g: 7 }.encode().unwrap_err();
    let text = "`Text.f` cannot be written: the codec wrote byte 0x42 ('B') at offset 1, which its `LANGUAGE` does not allow there: fix one of them";
    assert_eq!(error.to_string(), text);
}

#[test]
fn what_the_language_has_is_written() {
    let first = First { f: b"\x01\x02", g: 7 };
    assert_eq!(first.encode(), Ok([1, 2, 0, 7]));
    assert_eq!(First::decode(&[1, 2, 0, 7]), Ok(first.clone()));
    assert_eq!(Turned { f: b"\x01\x02", g: 7 }.encode(), Ok([0xFE, 0xFD, 0, 7]));
    assert_eq!(Outer { inner: first, h: 1 }.encode(), Ok([1, 2, 0, 7, 1]));
    for f in [&b"ab"[..], b"abc", b""] {
        let key = Text { f, g: 7 }.encode().unwrap();
        assert_eq!(key, [f, b"_\0\x07"].concat());
        assert_eq!(Text::decode(&key), Ok(Text { f, g: 7 }));
    }
}

#[test]
fn scans_read_nothing_for_them() {
    let too_wide: Bytes = b"\x01\x02\x03";
    assert_eq!(First::scan().f(too_wide).plan().unwrap().ranges().len(), 0);
    assert_eq!(First::scan().f(one_of([too_wide, b"\x01\x02"])).plan().unwrap().ranges().len(), 1);
    assert_eq!(Salted::scan().f(too_wide).g(7u16).plan().unwrap().ranges().len(), 0);
    let bound = First::scan().f(too_wide..).plan().map(|_| ());
    let reason = ValueError::CodecWidth { found: 3, least: 2, most: Some(2) };
    assert_eq!(bound, Err(ScanError::Bound { key: "First", field: "f", reason }));
    let inner = First { f: too_wide, g: 7 };
    let bound = Outer::scan().inner(inner..).plan().map(|_| ()).unwrap_err().to_string();
    assert!(bound.contains("`Outer.inner` cannot be used: the codec wrote 3 bytes"), "{bound}");
}

/// A type of a user's own that numbers are made of, which writes as many bytes as it is told to.
#[derive(Debug, PartialEq, Clone, Copy)]
struct Id(u16, usize);

impl<'k> Codec<'k> for Id {
    const LANGUAGE: Language = Language::number(2, 0, 999);
    const INPUT: InputKind = InputKind::Number { per_second: 0, least: 0 };
    type Error = Infallible;

    fn write<S: Sink>(value: &Self, out: &mut S) -> Result<(), Infallible> {
        let wide = [value.0.to_be_bytes().to_vec(), vec![0; 20]].concat();
        out.put(&wide[..1]);
        out.put(&wide[1..value.1]);
        Ok(())
    }

    fn read(element: Piece<'k, '_>) -> Result<Self, ElementError> {
        Ok(Self(u16::from_be_bytes(element.array()?), 2))
    }

    fn input(value: &Self) -> Input<'_> {
        Input::Number(value.0.into())
    }
}

#[test]
fn numbers_and_options_of_own_types() {
    keys! {
        InDigits { #[rowkey(digits(4))] f: Id, g: u8 }
        InDecimal { #[rowkey(decimal)] f: Id }
        Narrow { #[rowkey(hex(1))] f: Id, g: u8 }
        Maybe { f: Option<Id>, g: u8 }
    }
    assert_eq!(InDigits { f: Id(258, 2), g: 1 }.encode(), Ok(*b"0258\x01"));
    assert_eq!(InDecimal { f: Id(258, 2) }.encode(), Ok(b"258".to_vec()));
    assert_eq!(Narrow { f: Id(10, 2), g: 1 }.encode(), Ok(*b"a\x01"));
    assert_eq!(Maybe { f: Some(Id(258, 2)), g: 1 }.encode(), Ok(*b"\x01\x01\x02\x01"));
    for width in [1, 3, 18, 22] {
        let width_of = |found, least| ValueError::CodecWidth { found, least, most: Some(least) };
        refused(InDigits { f: Id(258, width), g: 1 }, "InDigits", width_of(width, 2));
        refused(
            InDecimal { f: Id(258, width) },
            "InDecimal",
            ValueError::CodecWidth { found: 0, least: 1, most: Some(3) },
        );
        refused(Narrow { f: Id(10, width), g: 1 }, "Narrow", width_of(width, 2));
        refused(Maybe { f: Some(Id(258, width)), g: 1 }, "Maybe", width_of(width + 1, 3));
        assert!(InDigits::scan().f(Id(1, width)..).plan().is_err());
    }
    refused(InDigits { f: Id(1_000, 2), g: 1 }, "InDigits", ValueError::CodecByte { at: 1, found: 0xE8 });
}
