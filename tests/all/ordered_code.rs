//! `encoding = ordered_code` against what Google publishes: the examples of Bigtable's reference, those of its Cassandra proxy, and
//! keys of its library of numbers (`vectors/ordered_code.tsv`, printed by `OrderedCode.go`).

use crate::golden::{golden, hex, refused, vector};
use rowkey::{DecodeError, ElementError, KeyRange, RowKey};
use std::borrow::Cow;

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

fn two(a: &str, b: &str) -> Two {
    Two { a: a.into(), b: b.into() }
}

fn three(a: &str, b: &str, c: &str) -> Three {
    Three { a: a.into(), b: b.into(), c: c.into() }
}

/// The examples of `GoogleBigtableAdminV2TypeStructEncodingOrderedCodeBytes`, but that of a struct without fields, which is not a
/// key here.
#[test]
fn the_examples_of_the_reference() {
    golden(&One { f: String::new() }, b"\0\0");
    golden(&two("", ""), b"\0\0");
    golden(&two("", "B"), b"\0\0\0\x01B");
    golden(&two("A", ""), b"A");
    golden(&three("", "B", ""), b"\0\0\0\x01B");
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
    golden(&DescFirst { a: text(""), b: text("") }, b"\xFF\xFF\xFF\xFE");
    golden(&DescFirstOfThree { a: text(""), b: text(""), c: text("") }, b"\xFF\xFF\xFF\xFE");
    golden(&DescFirst { a: text(""), b: text("A") }, b"\xFF\xFF\xFF\xFEA");
    golden(&DescSecond { a: text("A"), b: text(""), c: text("") }, b"A\0\x01\xFF\xFF\xFF\xFE");
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
    golden(&team("user1", 1, "new york"), b"user1\0\x01\x81\0\x01new york");
    golden(&team("user3", 3, ""), b"user3\0\x01\x83");
    let blobs = |user_id: &[u8], city: &[u8], borough: &[u8]| Blobs {
        user_id: user_id.into(),
        team_id: vec![],
        city: city.into(),
        borough: borough.into(),
    };
    golden(&blobs(b"\xA2", b"\xB7", b""), b"\xA2\0\x01\0\0\0\x01\xB7");
    golden(&blobs(b"\xA2", b"", b"\xB7"), b"\xA2\0\x01\0\0\0\x01\0\0\0\x01\xB7");
    golden(&blobs(b"\x80\0\x01\x81", b"", b""), b"\x80\0\xFF\x01\x81");
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
        golden(&value, &hex(all));
        golden(&Last { e, f: f.clone(), g: g.clone() }, &hex(last));
        golden(&Ascending { a, f, d, g }, &hex(ascending));
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
    assert_eq!(Integers::LAYOUT.width(), (19, Some(58)));
}

#[test]
fn what_is_left_out_is_explained_as_empty() {
    let shown =
        "1 byte as Three\n     0  a  41       \"A\"\n     1  b  (empty)  \"\"\n     1  c  (empty)  \"\"\na valid key";
    assert_eq!(Three::explain(b"A").to_string(), shown);
    let shown = "5 bytes as Three\n     0  a  41 00 01  \"A\"\n     3  b  00 00     \"\"\n     5  c  (empty)   \"\"\nnot a valid key: \
                 expected the end of `Three` at offset 1, found 4 more bytes";
    assert_eq!(Three::explain(b"A\0\x01\0\0").to_string(), shown);
    let explained = Three::explain(b"A\0\x01\0\0\0\x01C");
    let parts: Vec<_> = explained.parts().iter().map(|part| (part.offset(), part.bytes(), part.value())).collect();
    let [a, b, c] = [(0, &b"A\0\x01"[..], Ok("\"A\"")), (3, b"\0\0\0\x01", Ok("\"\"")), (7, b"C", Ok("\"C\""))];
    assert_eq!(parts, [a, b, c]);
}

/// Regions are cut between keys as they are written.
#[test]
fn regions_between_keys_that_end_early() {
    keys! {
        #[rowkey(encoding = ordered_code, split(keys("A", "A\0", "A\0\x01\x01", "B")))]
        Cut { a: String, b: String }
        #[rowkey(encoding = ordered_code, split(keys("A", "A\0\0", "A\0\x01\0\0"), allow(dead)))]
        Dead { a: String, b: String }
    }
    let region = |a: &str, b: &str| Cut { a: a.into(), b: b.into() }.region().unwrap();
    let found = [("", ""), ("@", "z"), ("A", ""), ("A", "\0"), ("A", "\u{1}"), ("A\0", ""), ("B", "")];
    assert_eq!(found.map(|(a, b)| region(a, b)), [0, 0, 1, 2, 3, 3, 4]);
    assert_eq!(Dead::LAYOUT.dead_regions(), [(&b"A\0\0"[..], Some(&b"A\0\x01\0\0"[..]))]);
    let holds = |start: &[u8], stop: &[u8]| Three::LAYOUT.has_key_between(start, stop);
    assert!(holds(b"A", b"A\0") && holds(b"\0\0", b"\0\0\0") && holds(b"A\0\x01\0\0", b"A\0\x01\0\xFF"));
    assert!(!holds(b"A\0", b"A\0\x01") && !holds(b"\0", b"\0\0") && !holds(b"\0\0\0", b"\0\0\0\x01\0"));
}

#[test]
fn the_width_of_a_key() {
    keys! {
        #[rowkey(encoding = ordered_code)]
        Descends { #[rowkey(desc)] a: String, #[rowkey(desc)] b: i8 }
    }
    assert_eq!((One::LAYOUT.width(), Three::LAYOUT.width(), Last::LAYOUT.width()), ((1, None), (1, None), (3, None)));
    assert_eq!((Number::LAYOUT.width(), Descends::LAYOUT.width()), ((1, Some(18)), (6, None)));
    // Texts before the last number are not left out.
    let least = All { a: "a".into(), b: 0, c: vec![1], d: vec![1], e: 0, f: String::new(), g: vec![] };
    assert_eq!(All::LAYOUT.width(), (least.key().len(), None));
    assert_eq!(Last { e: 0, f: String::new(), g: vec![] }.key().len(), 3);
}

#[test]
fn what_bigtable_never_writes_is_refused() {
    let trailing = |offset, found| DecodeError::Trailing { key: "Three", offset, found };
    for (key, error) in [
        (&b"A\0\x01"[..], trailing(1, 2)),
        (b"A\0\x01\0\0", trailing(1, 4)),
        (b"A\0\x01\0\0\0\x01", trailing(1, 6)),
        (b"A\0\x01B\0\x01", trailing(4, 2)),
        (b"A\0\x01B\0\x01\0\0", trailing(4, 4)),
        (b"A\0\x01B\0\x01C\0\x01", trailing(7, 2)),
        (b"\0\0\0\x01", trailing(2, 2)),
        (b"\0\0\0\x01\0\0", trailing(2, 4)),
        (b"A\0\x01B\0\x01C\0\x01D", trailing(9, 1)),
        (b"", DecodeError::Empty { key: "Three" }),
    ] {
        assert_eq!(Three::decode(key), Err(error), "{}", key.escape_ascii());
    }
    const EMPTY: &str = "expected 0x00 0x00 for the empty value before the end mark 0x00 0x01";
    refused::<One>(b"a\0b", ElementError::Byte { at: 2, found: b'b', expected: "0xFF after 0x00" });
    refused::<One>(b"a\0\0", ElementError::Byte { at: 2, found: 0, expected: "0xFF after 0x00" });
    refused::<One>(b"\0\0a", ElementError::Byte { at: 1, found: 0, expected: "0xFF after 0x00" });
    refused::<One>(b"\xFF", ElementError::Utf8 { at: 0 });
    let error = |key| Two::decode(key).unwrap_err().to_string();
    assert_eq!(error(b"\0\x01B"), format!("`Two.a` at offset 0: {EMPTY}"));
    for broken in ["a\0", "\0", "A\0\x01B\0", "A\0\x01\0"] {
        assert!(matches!(Two::decode(broken.as_bytes()), Err(DecodeError::Truncated { .. })), "{broken:?}");
    }
    for broken in ["c03f", "3fc0", "80ff", "c0", "ffc0800000000000000000", "ff"] {
        assert!(matches!(Number::decode(&hex(broken)), Err(DecodeError::Element { .. })), "{broken}");
    }
    keys! {
        #[rowkey(encoding = ordered_code)]
        Small { f: u8 }
    }
    refused::<Small>(&[0x7F], ElementError::Range { found: -1, least: 0, greatest: 255 });
    refused::<Small>(&hex("C100FF"), ElementError::Range { found: 256, least: 0, greatest: 255 });
    // A number and a field that descends are never left out.
    for broken in ["80", "800001", "80 FFFF FFFE"] {
        assert!(All::decode(&hex(broken)).is_err(), "{broken}");
    }
    for broken in ["7F", "7FFF", "7FFFFE0000", "7FFFFE0001"] {
        assert!(Last::decode(&hex(broken)).is_err(), "{broken}");
    }
    assert!(Last::decode(&hex("7FFFFE")).is_ok());
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

/// Where the fields behind a bound one are empty, the range begins at the key that ends there.
#[test]
fn a_range_begins_where_empty_fields_are_left_out() {
    let only = |plan: &rowkey::ScanPlan| plan.only_range().unwrap();
    let range = |start: &[u8], stop: &[u8]| KeyRange::new(start, Some(stop.to_vec()));
    assert_eq!(only(&Three::scan().a("A").plan().unwrap()), range(b"A", b"A\0\x02"));
    assert_eq!(only(&Three::scan().a("A").b("").plan().unwrap()), range(b"A", b"A\0\x01\0\0\0\x02"));
    assert_eq!(only(&Three::scan().a("").plan().unwrap()), range(b"\0\0", b"\0\0\0\x02"));
    assert_eq!(only(&Three::scan().a("A").b("").c("").plan().unwrap()), KeyRange::exactly(b"A"));
    assert_eq!(only(&Three::scan().a("A").b("B".to_owned()..).plan().unwrap()), range(b"A\0\x01B", b"A\0\x02"));
    // A number follows, and so the end mark.
    assert_eq!(only(&All::scan().a("A").plan().unwrap()), range(b"A\0\x01", b"A\0\x02"));
    let plan = Three::scan().a("A").b("").plan().unwrap();
    let explained = "scan of Three: 1 range\n  a = \"A\"\n  b = \"\"\n  \"A\" .. 41 00 01 00 00 00 02\n  in key order";
    assert_eq!(plan.explain().to_string(), explained);
}
