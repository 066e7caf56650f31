//! Enums of record types inside other keys. Their bytes are those of TiDB's datums, of graph edges, and of the enums by
//! themselves. The order of their ranges is in `scans/field_orders.rs`.

use super::golden::{golden, hex};
use rowkey::{DecodeError, KeyRange, Plan, RowKey, one_of};
use std::collections::BTreeMap;

/// A column of an index of TiDB: null, or a number.
#[derive(RowKey, Debug, PartialEq, PartialOrd, Clone)]
enum Datum {
    #[rowkey(tag = 0)]
    Null,
    #[rowkey(tag = 3)]
    Int { value: i64 },
    #[rowkey(tag = 5)]
    Text {
        #[rowkey(terminated)]
        text: String,
        #[rowkey(desc)]
        version: u8,
    },
    #[rowkey(tag = "\x07\x01")]
    Both { pair: (bool, bool), inner: Inner },
}

/// Inside the enum inside the key.
#[derive(RowKey, Debug, PartialEq, PartialOrd, Clone)]
#[rowkey(prefix = "<", separator = ",", suffix = ">")]
struct Inner {
    #[rowkey(chars("a-z"))]
    name: String,
    #[rowkey(chars("a-z"))]
    unit: String,
}

/// The last fields of its record types do not show their ends, so it is the last field.
#[derive(RowKey, Debug, PartialEq, PartialOrd, Clone)]
enum Open {
    #[rowkey(tag = "b")]
    Bytes { all: Vec<u8> },
    #[rowkey(tag = "t")]
    Text { text: String },
}

keys! {
    #[rowkey(prefix = "t")]
    Index { table: u16, first: Datum, second: Datum, handle: u32 }
    #[rowkey(separator = "/")]
    Edge { from: Id, #[rowkey(desc)] to: Id, weight: Option<Id> }
    Last { id: u8, last: Open }
    #[rowkey(salt(of(datum), buckets = 4))]
    Salted { datum: Datum, #[rowkey(repeated)] path: Vec<Id> }
    Deep { tree: Option<Tree>, end: u8 }
}

/// Record types of one width.
#[derive(RowKey, Debug, PartialEq, PartialOrd, Clone)]
#[rowkey(prefix = "#")]
enum Id {
    #[rowkey(tag = "n")]
    Number { number: u16 },
    #[rowkey(tag = "t")]
    Text {
        #[rowkey(pad(2), chars("a-z"))]
        text: String,
    },
}

/// An enum inside a record type of an enum.
#[derive(RowKey, Debug, PartialEq, PartialOrd, Clone)]
enum Tree {
    #[rowkey(tag = 1)]
    Leaf { id: Id },
    #[rowkey(tag = 2)]
    Node { left: Datum, right: Datum },
}

rowkey::laws!(Datum, Inner, Open, Index, Edge, Last, Salted, Deep, Id, Tree);

fn text(text: &str, version: u8) -> Datum {
    Datum::Text { text: text.into(), version }
}

fn both() -> Datum {
    Datum::Both { pair: (true, false), inner: Inner { name: "ab".into(), unit: String::new() } }
}

fn int(value: i64) -> Datum {
    Datum::Int { value }
}

fn number(number: u16) -> Id {
    Id::Number { number }
}

#[test]
fn the_tag_and_the_fields_of_the_record_type() {
    let index = |first: Datum, second: Datum| Index { table: 1, first, second, handle: 9 };
    let key = |elements: &str| hex(&["74 0001", elements, "00000009"].concat());
    golden(&index(Datum::Null, Datum::Null), &key("00 00"));
    golden(&index(int(-1), Datum::Null), &key("03 7FFFFFFFFFFFFFFF 00"));
    golden(&index(text("a\0", 1), int(7)), &key("05 6100FF0001 FE 03 8000000000000007"));
    golden(&index(both(), text("", 0)), &key("0701 01 00 3C 6162 2C 3E 05 0001 FF"));
    // As by themselves.
    for datum in [Datum::Null, int(5), text("ab", 3), both()] {
        let own = datum.encode().unwrap();
        let inside = index(datum.clone(), datum).encode().unwrap();
        assert_eq!(inside, [b"t\0\x01", &own[..], &own, b"\0\0\0\x09"].concat());
    }
}

#[test]
fn record_types_of_one_width_have_a_width() {
    assert_eq!((Id::LAYOUT.fixed_width(), Edge::LAYOUT.fixed_width()), (Some(4), Some(15)));
    let to = Id::Text { text: "a".into() };
    golden(&Edge { from: number(258), to, weight: None }, &hex("236E 0102 2F DC8B 9EFF 2F 00 00000000"));
    let edge = Edge { from: number(1), to: number(2), weight: Some(number(3)) };
    golden(&edge, &hex("236E 0001 2F DC91 FFFD 2F 01 236E 0003"));
    let salted = Salted { datum: int(1), path: vec![number(1), number(2)] };
    assert_eq!(Salted::decode(&salted.encode().unwrap()).as_ref(), Ok(&salted));
}

#[test]
fn the_last_field_needs_no_end() {
    golden(&Last { id: 1, last: Open::Bytes { all: vec![0, 0xFF] } }, &hex("01 62 00FF"));
    golden(&Last { id: 1, last: Open::Text { text: "é".into() } }, &hex("01 74 C3A9"));
    golden(&Last { id: 1, last: Open::Text { text: String::new() } }, &hex("01 74"));
    assert!(!Last::LAYOUT.is_prefix_free() && Index::LAYOUT.is_prefix_free());
}

#[test]
fn enums_in_enums() {
    golden(&Deep { tree: None, end: 5 }, &hex("00 05"));
    golden(&Deep { tree: Some(Tree::Leaf { id: number(7) }), end: 5 }, &hex("01 01 236E 0007 05"));
    let node = Tree::Node { left: Datum::Null, right: text("a", 0) };
    golden(&Deep { tree: Some(node), end: 5 }, &hex("01 02 00 05 610001 FF 05"));
}

/// The error names the element inside, and its offset in the whole key.
#[test]
fn errors_name_the_element_inside() {
    let wrong = |key: &str| Index::decode(&hex(key)).unwrap_err().to_string();
    let tags = "expected the tag 0x00, 0x03, 0x05, or 0x07 0x01 of `Datum`";
    assert_eq!(wrong("74 0001 09 00 00000009"), format!("{tags} at offset 3, found 0x09 0x00"));
    assert_eq!(wrong("74 0001 00 0700 00000009"), format!("{tags} at offset 4, found 0x07 0x00"));
    assert_eq!(wrong("74 0001 00"), format!("{tags} at offset 4, found the end of the key"));
    let cut = |key, field, offset, found, expected| DecodeError::Truncated { key, field, offset, found, expected };
    assert_eq!(Index::decode(&hex("74 0001 03 80")), Err(cut("Datum::Int", "value", 4, 5, 8)));
    assert_eq!(Index::decode(&hex("74 0001 00 05 61")), Err(cut("Datum::Text", "text", 5, 6, 2)));
    let literal =
        |key, offset, found: &[u8], expected| DecodeError::Literal { key, offset, found: found.to_vec(), expected };
    let key = hex("236F 0001 2F DC91 FFFD 2F 00 00000000");
    assert_eq!(
        Edge::decode(&key).unwrap_err().to_string(),
        "expected the tag 0x6E ('n') or 0x74 ('t') of `Id` at offset 1, found 0x6F ('o')"
    );
    assert_eq!(Edge::decode(&hex("246E 0001 2F DC91 FFFD 2F 00 00000000")), Err(literal("Id", 0, b"$", b"#")));
    assert_eq!(Edge::decode(&hex("236E 0001 2F DD91 FFFD 2F 00 00000000")), Err(literal("Id", 5, b"\"", b"#")));
    let explained = Index::explain(&hex("74 0001 03 8000000000000007 05 6162 0001 FC 00000009"));
    let expected = "22 bytes as Index
     0  prefix  74                          \"t\"
     1  table   00 01                       1
     3  first   03 80 00 00 00 00 00 00 07  Int(7)
    12  second  05 61 62 00 01 FC           Text(\"ab\", 3)
    18  handle  00 00 00 09                 9
a valid key";
    assert_eq!(explained.to_string(), expected);
}

/// Every string of up to five of these bytes that decodes is the key of the value that it decodes to, and no two values
/// have one key.
#[test]
fn every_short_key() {
    let bytes = [0, 1, 2, 3, 5, 7, b'#', b'n', b't', b'a', 0xFF];
    let (mut strings, mut found) = (vec![Vec::new()], BTreeMap::new());
    for width in 1..=5 {
        let longer = |start: &Vec<u8>| bytes.map(|byte| [&start[..], &[byte]].concat());
        strings = strings.iter().filter(|start| start.len() + 1 == width).flat_map(longer).collect();
        for key in &strings {
            if let Ok(row) = Deep::decode(key) {
                assert_eq!(&row.encode().unwrap(), key);
                assert!(found.insert(format!("{row:?}"), key.clone()).is_none_or(|other| other == *key));
            }
        }
    }
    // `None` and the node of two nulls, each before every byte.
    assert_eq!(found.len(), 2 * bytes.len());
}

fn ranges<K: RowKey>(plan: &Plan<K>) -> Vec<KeyRange> {
    plan.ranges().collect()
}

#[test]
fn scans_take_whole_values() {
    let plan = Index::scan().table(1).first(Datum::Null).second(text("a", 1)).plan().unwrap();
    assert_eq!(ranges(&plan), [KeyRange::prefix(&hex("74 0001 00 05 610001 FE"))]);
    let plan = Index::scan().table(1).first(one_of([int(1), Datum::Null])).plan().unwrap();
    let starts = ["74 0001 00", "74 0001 03 8000000000000001"];
    assert_eq!(ranges(&plan), starts.map(|start| KeyRange::prefix(&hex(start))));
    let plan = Index::scan().table(1).first(int(1)..).plan().unwrap();
    assert_eq!(ranges(&plan), [KeyRange::new(hex("74 0001 03 8000000000000001"), Some(hex("74 0002")))]);
    let plan = Index::scan().table(1).first(int(i64::MIN)..=int(i64::MAX)).plan().unwrap();
    assert_eq!(ranges(&plan), [KeyRange::new(hex("74 0001 03 0000000000000000"), Some(hex("74 0001 04")))]);
    // The texts at or above "a", whose versions sort the other way.
    let plan = Index::scan().table(1).first(text("a", 1)..).plan().unwrap();
    assert_eq!(ranges(&plan)[0], KeyRange::new(hex("74 0001 05 610001"), Some(hex("74 0001 05 610001 FF"))));
    let plan = Edge::scan().from(number(1)).to(number(2)).plan().unwrap();
    assert_eq!(ranges(&plan), [KeyRange::prefix(&hex("236E 0001 2F DC91 FFFD 2F"))]);
}

#[test]
fn locks_and_json_have_the_record_types() {
    #[derive(RowKey, Debug, PartialEq)]
    #[rowkey(
        layout = r"id: ('#' | {Number: '#n' | number: u16 as 2-byte number; Text: '#t' | text: str as text padded to 2 bytes with 00, of `a-z`}) as key of one record type | at: u8 as 1-byte number"
    )]
    struct Locked {
        id: Id,
        at: u8,
    }
    let json = Locked::LAYOUT.to_json();
    let expected = r#""element":{"form":"key","order":"ascending","key":{"name":"Id","prefix":"23","salt":null,"separator":"","fields":[],"record_types":[{"name":"Number","tag":"6e","#;
    assert!(json.contains(expected), "{json}");
}
