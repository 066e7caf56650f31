//! `encoding = ordered_code` against what Google publishes: the examples of Bigtable's reference, those of its Cassandra proxy, and
//! keys of its library of numbers (`vectors/ordered_code.tsv`, printed by `OrderedCode.go`).

use crate::golden::{golden, hex, refused, vector};
use rowkey::{DecodeError, ElementError, EncodeError, KeyRange, OwnedKey, RowKey};
use std::borrow::Cow;
use std::fmt::Debug;

keys! {
    #[rowkey(encoding = ordered_code)]
    One { f: String }

    #[rowkey(encoding = ordered_code)]
    Two { a: String, b: String }

    #[rowkey(encoding = ordered_code)]
    Three { a: String, b: String, c: String }

    #[rowkey(encoding = ordered_code)]
    Number { f: i64 }

    #[rowkey(encoding = ordered_code)]
    All {
        a: String,
        b: i64,
        #[rowkey(desc)]
        c: Vec<u8>,
        d: Vec<u8>,
        #[rowkey(desc)]
        e: i64,
        f: String,
        g: Vec<u8>,
    }

    #[rowkey(encoding = ordered_code)]
    Last { #[rowkey(desc)] e: i64, f: String, g: Vec<u8> }

    #[rowkey(encoding = ordered_code)]
    Ascending { a: String, f: String, d: Vec<u8>, g: Vec<u8> }
}

const EMPTY_LAST: &str =
    "the last field is empty: Bigtable leaves it out, and with it the end mark of the field before it";
const LEFT_OUT: &str = "the end mark 0x00 0x01 is missing: Bigtable leaves it out before empty fields, and keys without them cannot be read";

/// A key that Bigtable writes without its last field, which is empty.
fn left_out<K: OwnedKey<EncodeError = EncodeError> + Debug>(value: &K, field: &str, key: &[u8]) {
    let error = value.encode().expect_err("the last field is empty");
    assert_eq!(error.to_string(), format!("`{}.{field}` cannot be written: {EMPTY_LAST}", K::LAYOUT.name()));
    assert!(matches!(K::decode(key), Err(DecodeError::Element { .. } | DecodeError::Truncated { .. })), "{key:02X?}");
}

fn two(a: &str, b: &str) -> Two {
    Two { a: a.into(), b: b.into() }
}

fn three(a: &str, b: &str, c: &str) -> Three {
    Three { a: a.into(), b: b.into(), c: c.into() }
}

/// The examples of `GoogleBigtableAdminV2TypeStructEncodingOrderedCodeBytes`, but that of a struct without fields, which is not a
/// key here. Those with an empty text at the end are refused.
#[test]
fn the_examples_of_the_reference() {
    golden(&One { f: String::new() }, b"\0\0");
    left_out(&two("", ""), "b", b"\0\0");
    golden(&two("", "B"), b"\0\0\0\x01B");
    left_out(&two("A", ""), "b", b"A");
    left_out(&three("", "B", ""), "c", b"\0\0\0\x01B");
    golden(&three("A", "", "C"), b"A\0\x01\0\0\0\x01C");

    keys! {
        #[rowkey(encoding = ordered_code)]
        Desc { #[rowkey(desc)] f: String }
        #[rowkey(encoding = ordered_code)]
        DescFirst { #[rowkey(desc)] a: String, b: String }
        #[rowkey(encoding = ordered_code)]
        DescFirstOfThree { #[rowkey(desc)] a: String, b: String, c: String }
        #[rowkey(encoding = ordered_code)]
        DescSecond { a: String, #[rowkey(desc)] b: String, c: String }
        #[rowkey(encoding = ordered_code)]
        DescLast { a: String, #[rowkey(desc)] b: String }
    }
    let text = String::from;
    golden(&Desc { f: text("") }, b"\xFF\xFF\xFF\xFE");
    left_out(&DescFirst { a: text(""), b: text("") }, "b", b"\xFF\xFF\xFF\xFE");
    left_out(&DescFirstOfThree { a: text(""), b: text(""), c: text("") }, "c", b"\xFF\xFF\xFF\xFE");
    golden(&DescFirst { a: text(""), b: text("A") }, b"\xFF\xFF\xFF\xFEA");
    left_out(&DescSecond { a: text("A"), b: text(""), c: text("") }, "c", b"A\0\x01\xFF\xFF\xFF\xFE");
    golden(&DescLast { a: text(""), b: text("A") }, b"\0\0\0\x01\xBE\xFF\xFE");
}

/// Keys in the tests of Google's proxy from Cassandra to Bigtable (`TestCreateOrderedCodeKey` of cloud-bigtable-ecosystem).
#[test]
fn the_examples_of_the_cassandra_proxy() {
    keys! {
        #[rowkey(encoding = ordered_code)]
        Narrow { f: i32 }
        #[rowkey(encoding = ordered_code)]
        Numbers { user_id: i64, other_id: i32 }
        #[rowkey(encoding = ordered_code)]
        NumbersAndText { user_id: i64, other_id: i32, yet_another_id: String }
        #[rowkey(encoding = ordered_code)]
        Team { user_id: String, team_num: i64, city: String, borough: String }
        #[rowkey(encoding = ordered_code)]
        Blobs { user_id: Vec<u8>, team_id: Vec<u8>, city: Vec<u8>, borough: Vec<u8> }
    }
    golden(&One { f: "user1".into() }, b"user1");
    golden(&One { f: "\0\x01".into() }, b"\0\xFF\x01");
    golden(&Number { f: 1 }, b"\x81");
    golden(&Number { f: 0 }, b"\x80");
    golden(&Number { f: -1 }, b"\x7F");
    golden(&Number { f: i64::MIN }, &hex("00FF 3F 80 00FF 00FF 00FF 00FF 00FF 00FF 00FF"));
    golden(&Number { f: -922_337_203_685_473 }, &hex("00FF FC B9 23 A2 9C 77 9F"));
    golden(&Narrow { f: i32::MIN }, &hex("07 80 00FF 00FF 00FF"));
    let least = hex("00FF 3F 80 00FF 00FF 00FF 00FF 00FF 00FF 00FF 0001 07 80 00FF 00FF 00FF 0001 69 64 31 32 33");
    golden(&NumbersAndText { user_id: i64::MIN, other_id: i32::MIN, yet_another_id: "id123".into() }, &least);
    golden(&Numbers { user_id: -43_232_545, other_id: -12_451 }, &hex("0D 6C 52 DF 0001 1F CF 5D"));
    let team = |user_id: &str, team_num, city: &str| Team {
        user_id: user_id.into(),
        team_num,
        city: city.into(),
        borough: String::new(),
    };
    left_out(&team("user1", 1, "new york"), "borough", b"user1\0\x01\x81\0\x01new york");
    left_out(&team("user3", 3, ""), "borough", b"user3\0\x01\x83");
    let blobs = |user_id: &[u8], city: &[u8], borough: &[u8]| Blobs {
        user_id: user_id.into(),
        team_id: vec![],
        city: city.into(),
        borough: borough.into(),
    };
    left_out(&blobs(b"\xA2", b"\xB7", b""), "borough", b"\xA2\0\x01\0\0\0\x01\xB7");
    golden(&blobs(b"\xA2", b"", b"\xB7"), b"\xA2\0\x01\0\0\0\x01\0\0\0\x01\xB7");
    left_out(&blobs(b"\x80\0\x01\x81", b"", b""), "borough", b"\x80\0\xFF\x01\x81");
    golden(&three("nn", "t\0t", "end"), b"nn\0\x01t\0\xFFt\0\x01end");
}

#[test]
fn keys_of_googles_library() {
    let rows = vector("ordered_code");
    assert_eq!(rows.len(), 600);
    for row in rows {
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        let [a, b, c, d, e, f, g, all, last, ascending] = cells[..] else { panic!("{row:?}") };
        let text = |cell| String::from_utf8(hex(cell)).unwrap();
        let (a, b, c, d, e, f, g) = (text(a), b.parse().unwrap(), hex(c), hex(d), e.parse().unwrap(), text(f), hex(g));
        let value = All { a: a.clone(), b, c, d: d.clone(), e, f: f.clone(), g: g.clone() };
        let end = Last { e, f: f.clone(), g: g.clone() };
        let ascend = Ascending { a, f, d, g: g.clone() };
        if g.is_empty() {
            left_out(&value, "g", &hex(all));
            left_out(&end, "g", &hex(last));
            left_out(&ascend, "g", &hex(ascending));
            continue;
        }
        golden(&value, &hex(all));
        golden(&end, &hex(last));
        golden(&ascend, &hex(ascending));
        crate::reader::pend(&value, &hex(all));
    }
    crate::reader::read_pending();
}

#[test]
fn all_integers_that_an_int64_holds() {
    keys! {
        #[rowkey(encoding = ordered_code)]
        Integers { a: i8, b: i16, c: i32, d: i64, e: u8, f: u16, g: u32 }
    }
    let least = Integers { a: i8::MIN, b: i16::MIN, c: i32::MIN, d: i64::MIN, e: 0, f: 0, g: 0 };
    let key =
        "3F80 0001 1F8000FF 0001 078000FF00FF00FF 0001 00FF3F8000FF00FF00FF00FF00FF00FF00FF 0001 80 0001 80 0001 80";
    golden(&least, &hex(key));
    let greatest = Integers { a: i8::MAX, b: i16::MAX, c: i32::MAX, d: i64::MAX, e: u8::MAX, f: u16::MAX, g: u32::MAX };
    let key = "C07F 0001 E07FFF 0001 F87FFFFFFF 0001 FFC07FFFFFFFFFFFFFFF 0001 C0FF 0001 E0FFFF 0001 F8FFFFFFFF";
    golden(&greatest, &hex(key));
    assert_eq!(Integers::LAYOUT.width(), (13, None));
}

#[test]
fn a_key_that_ends_early_is_explained() {
    let shown = format!(
        "1 byte as Three\n     0  a  41       WRONG: the key ends before this element does\n     1  b  (empty)  WRONG: the key ends \
         before this element does\n     1  c  (empty)  WRONG: the last field is empty, which Bigtable leaves out\nnot a valid \
         key: `Three.a` at offset 0: {LEFT_OUT}"
    );
    assert_eq!(Three::explain(b"A").to_string(), shown);
    let explained = Three::explain(b"A\0\x01\0\0\0\x01C");
    let parts: Vec<_> = explained.parts().iter().map(|part| (part.offset(), part.bytes(), part.value())).collect();
    let [a, b, c] = [(0, &b"A\0\x01"[..], Ok("\"A\"")), (3, b"\0\0\0\x01", Ok("\"\"")), (7, b"C", Ok("\"C\""))];
    assert_eq!(parts, [a, b, c]);
}

#[test]
fn regions_between_keys() {
    keys! {
        #[rowkey(encoding = ordered_code, split(keys("A\0", "A\0\x01\x01", "B")))]
        Cut { a: String, b: String }
        #[rowkey(encoding = ordered_code, split(keys("A", "A\0\x02", "A\0\x03"), allow(dead)))]
        Dead { a: String, b: String }
    }
    let region = |a: &str, b: &str| Cut { a: a.into(), b: b.into() }.region().unwrap();
    let found = [("", "a"), ("@", "z"), ("A", "\0"), ("A", "\u{1}"), ("A\0", "a"), ("B", "a")];
    assert_eq!(found.map(|(a, b)| region(a, b)), [0, 0, 1, 2, 2, 3]);
    assert_eq!(Dead::LAYOUT.dead_regions(), [(&b"A\0\x02"[..], Some(&b"A\0\x03"[..]))]);
}

#[test]
fn the_width_of_a_key() {
    keys! {
        #[rowkey(encoding = ordered_code)]
        Descends { #[rowkey(desc)] a: String, #[rowkey(desc)] b: i8 }
    }
    assert_eq!((One::LAYOUT.width(), Three::LAYOUT.width(), Last::LAYOUT.width()), ((1, None), (5, None), (5, None)));
    assert_eq!((Number::LAYOUT.width(), Descends::LAYOUT.width()), ((1, Some(18)), (4, None)));
}

#[test]
fn only_a_key_that_ends_with_an_end_mark_is_prefix_free() {
    keys! {
        #[rowkey(encoding = ordered_code)]
        Descends { a: String, #[rowkey(desc)] b: i8 }
    }
    assert!(Descends::LAYOUT.is_prefix_free() && !Two::LAYOUT.is_prefix_free() && !Number::LAYOUT.is_prefix_free());
}

#[test]
fn what_bigtable_never_writes_is_refused() {
    const NO_LAST: &str = "the last field is empty, which Bigtable leaves out";
    const EMPTY: &str = "expected 0x00 0x00 for the empty value before the end mark 0x00 0x01";
    const ESCAPE: &str = "0xFF after 0x00";
    let other = |field, offset, reason| DecodeError::Element {
        key: "Three",
        field,
        offset,
        reason: ElementError::Other(reason),
    };
    let byte = |offset, at, found| DecodeError::Element {
        key: "Three",
        field: "c",
        offset,
        reason: ElementError::Byte { at, found, expected: ESCAPE },
    };
    for (key, error) in [
        (&b"A"[..], other("a", 0, LEFT_OUT)),
        (b"A\0\x01", other("b", 3, LEFT_OUT)),
        (b"A\0\x01B", other("b", 3, LEFT_OUT)),
        (b"A\0\x01\0\0\0\x01", other("c", 7, NO_LAST)),
        (b"A\0\x01B\0\x01", other("c", 6, NO_LAST)),
        (b"A\0\x01B\0\x01\0\0", byte(6, 1, 0)),
        (b"A\0\x01B\0\x01C\0\x01", byte(6, 2, 1)),
        (b"A\0\x01B\0\x01C\0", other("c", 6, "expected 0xFF after 0x00, found the end of the text")),
        (b"\0\x01B\0\x01C", other("a", 0, EMPTY)),
        (b"", DecodeError::Empty { key: "Three" }),
    ] {
        assert_eq!(Three::decode(key), Err(error), "{}", key.escape_ascii());
    }
    refused::<One>(b"a\0b", ElementError::Byte { at: 2, found: b'b', expected: ESCAPE });
    refused::<One>(b"a\0\0", ElementError::Byte { at: 2, found: 0, expected: ESCAPE });
    refused::<One>(b"\0\0a", ElementError::Byte { at: 1, found: 0, expected: ESCAPE });
    refused::<One>(b"\0\0\0\x01", ElementError::Byte { at: 1, found: 0, expected: ESCAPE });
    refused::<One>(b"\xFF", ElementError::Utf8 { at: 0 });
    for broken in ["c03f", "3fc0", "80ff", "c0", "ffc0800000000000000000", "ff", "0000"] {
        assert!(matches!(Number::decode(&hex(broken)), Err(DecodeError::Element { .. })), "{broken}");
    }
    keys! {
        #[rowkey(encoding = ordered_code)]
        Small { f: u8 }
    }
    refused::<Small>(&[0x7F], ElementError::Range { found: -1, least: 0, greatest: 255 });
    refused::<Small>(&hex("C100FF"), ElementError::Range { found: 256, least: 0, greatest: 255 });
    for broken in ["7F", "7FFF", "7FFFFE", "7FFFFE0000", "7FFFFE61", "7FFFFE610001"] {
        assert!(Last::decode(&hex(broken)).is_err(), "{broken}");
    }
    assert!(Last::decode(&hex("7FFFFE61000162")).is_ok());
}

#[test]
fn text_is_owned_or_copied() {
    #[derive(RowKey, Debug, PartialEq)]
    #[rowkey(encoding = ordered_code)]
    struct Texts<'k> {
        a: Cow<'k, str>,
        b: Box<[u8]>,
    }
    let value = Texts { a: "a\0".into(), b: [1].into() };
    assert_eq!(value.encode().unwrap(), b"a\0\xFF\0\x01\x01");
    assert_eq!(Texts::decode(b"a\0\xFF\0\x01\x01"), Ok(value));
}

#[test]
fn a_range_is_of_whole_fields() {
    let only = |plan: &rowkey::ScanPlan| plan.only_range().unwrap();
    let range = |start: &[u8], stop: &[u8]| KeyRange::new(start, Some(stop.to_vec()));
    assert_eq!(only(&Three::scan().a("A").plan().unwrap()), range(b"A\0\x01", b"A\0\x02"));
    assert_eq!(only(&Three::scan().a("A").b("").plan().unwrap()), range(b"A\0\x01\0\0\0\x01", b"A\0\x01\0\0\0\x02"));
    assert_eq!(only(&Three::scan().a("A").b("").c("C").plan().unwrap()), KeyRange::exactly(b"A\0\x01\0\0\0\x01C"));
    assert_eq!(only(&Three::scan().a("A").b("B".to_owned()..).plan().unwrap()), range(b"A\0\x01B\0\x01", b"A\0\x02"));
    assert_eq!(only(&One::scan().f("").plan().unwrap()), KeyRange::exactly(b"\0\0"));
    // No key has an empty text in last place, and it is below all others.
    assert_eq!(Two::scan().a("A").b("").plan().unwrap().ranges().len(), 0);
    let from_empty = Two::scan().a("A").b(String::new()..).plan().unwrap();
    assert_eq!(only(&from_empty), only(&Two::scan().a("A").plan().unwrap()));
    let explained = "scan of Three: 1 range\n  a = \"A\"\n  b = \"\"\n  41 00 01 00 00 00 01 .. 41 00 01 00 00 00 02\n  in key order";
    assert_eq!(Three::scan().a("A").b("").plan().unwrap().explain().to_string(), explained);
}
