//! What is shown of keys, plans and errors, however long what they hold is.

use rowkey::bytes::ParseBytesError;
use rowkey::{If, KeyRange, KeyTextError, RowKey};

#[derive(RowKey, Debug)]
struct Named {
    kind: u8,
    name: String,
}

#[derive(RowKey, Debug)]
struct Byte {
    kind: u8,
}

#[derive(RowKey, Debug)]
struct Coded {
    side: Side,
}

#[derive(rowkey::KeyCode, Debug)]
enum Side {
    #[code("a")]
    Left,
    #[code("bb")]
    Right,
}

/// Texts of every width around what is shown whole, and around what a formatter can pad to.
#[test]
fn keys_of_any_width_are_explained() {
    for width in (0..300).chain([21_845, 21_846, 21_847, 65_534, 65_535, 65_536, 200_000]) {
        let name = "é".repeat(width / 2) + &"x".repeat(width % 2);
        let key = [&[7], name.as_bytes()].concat();
        let explanation = Named::explain(&key);
        let shown = explanation.to_string();
        assert_eq!(explanation.parts()[1].bytes(), name.as_bytes());
        assert_eq!(explanation.parts()[1].value(), Ok(format!("{name:?}").as_str()));
        assert_eq!(shown.contains(&format!("({width} bytes)")), width > 40, "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() < 400), "{shown}");
        // A key that is too long ends in what is no part of it.
        let rest = Byte::explain(&key).to_string();
        assert_eq!(rest.contains(&format!("({width} bytes)")), width > 40, "{rest}");
    }
}

#[test]
fn other_texts_hold_any_width_too() {
    let name = "n".repeat(200_000);
    let key = Named { kind: 7, name: name.clone() }.encode().unwrap();
    let plan = Named::scan().kind(7u8).name(name.as_str()).plan().unwrap();
    assert!(plan.explain().to_string().contains(&name));
    assert!(KeyRange::exactly(&key).to_string().len() > key.len());
    for error in [Byte::decode(&key).unwrap_err().to_string(), Coded::decode(&key[1..]).unwrap_err().to_string()] {
        assert!(!error.is_empty());
    }
    assert!(Coded::explain(name.as_bytes()).to_string().contains("WRONG"));
    assert!(Named::decode(&[7, 0xFF]).is_err());
}

/// The byte map of an enum is that of each kind, and says which elements are computed and turned.
#[test]
fn an_enum_is_shown_kind_by_kind() {
    #[derive(RowKey)]
    enum Row {
        #[rowkey(tag = "m")]
        Meta,
        #[rowkey(tag = "e")]
        Event {
            #[rowkey(element(at.div(10), bytes(1), desc))]
            #[rowkey(desc)]
            id: u16,
            at: u8,
        },
    }
    assert_eq!(
        Row::LAYOUT.to_string(),
        "Row: 2 record types, 1 to 5 bytes
Row::Event: 5 bytes
offset  width  element     content
     0      1  tag         \"e\"
     1      1  at.div(10)  1-byte number, computed as at.div(10), reversed
     2      2  id          2-byte number, complemented, descending
     4      1  at          1-byte number
Row::Meta: 1 byte
offset  width  element  content
     0      1  tag      \"m\"
2 regions, split at \"m\""
    );
}

/// A field that is not asked makes filters of the questions behind it, and the plan says so.
#[test]
fn a_plan_says_which_field_it_reads_over() {
    #[derive(RowKey)]
    struct Three {
        kind: u8,
        side: u8,
        at: u16,
    }
    let scan = |kind: Option<u8>| Three::scan().kind(If(kind)).side(3).at(5..).plan().unwrap();
    let says = |plan: &rowkey::ScanPlan| plan.explain().to_string();
    assert!(says(&scan(None)).contains("\n  kind is not bound, so side and at are filters\n"), "{}", says(&scan(None)));
    assert!(!says(&scan(Some(1))).contains("is not bound"), "{}", says(&scan(Some(1))));
    let one = Three::scan().kind(1).side(If(None::<u8>)).at(7).plan().unwrap();
    assert!(says(&one).contains("\n  side is not bound, so at is a filter\n"), "{}", says(&one));
    let key = |kind, side, at| Three { kind, side, at }.encode().unwrap();
    assert!(one.matches(&key(1, 2, 7)) && !one.matches(&key(1, 2, 8)));
}

/// The offsets of an error count from the start of the whole key.
#[test]
fn errors_of_a_key_inside_a_key() {
    #[derive(RowKey, Debug, PartialEq)]
    struct Inner {
        #[rowkey(terminated)]
        name: String,
        id: u16,
        #[rowkey(desc, len(1))]
        last: String,
    }
    #[derive(RowKey, Debug, PartialEq)]
    struct Outer {
        kind: u16,
        inner: Inner,
    }
    let outer = Outer { kind: 9, inner: Inner { name: "ab".into(), id: 7, last: "x".into() } };
    let key = outer.encode().unwrap();
    assert_eq!(key, b"\0\x09ab\0\x01\0\x07\x87");
    assert_eq!(Outer::decode(&key), Ok(outer));
    let error = |key: &[u8]| Outer::decode(key).unwrap_err().to_string();
    let mut wrong = key.clone();
    wrong[8] = 0;
    assert_eq!(error(&wrong), "`Inner.last` at offset 8: invalid UTF-8 at offset 0 of the element");
    let cut = b"\0\x09abcdef\0\x01\0";
    assert_eq!(
        error(cut),
        "the key ends at offset 11, inside `Inner.id`, which begins at offset 10 and needs at least 2 bytes"
    );
    assert_eq!(error(&[&key[..], b"x"].concat()), "expected the end of `Outer` at offset 9, found 1 more byte");
}

#[test]
fn a_key_as_text() {
    let named = Named { kind: 7, name: "ab".into() };
    assert_eq!(named.to_text().unwrap(), "076162");
    for text in ["076162", "07 61 62", "0x076162", r#""\x07ab""#] {
        assert_eq!(format!("{:?}", Named::from_text(text)), format!("Ok({named:?})"));
    }
    let error = |text: &str| Named::from_text(text).unwrap_err();
    assert!(matches!(error("07616"), KeyTextError::Text(ParseBytesError::HalfByte { at: 4 })), "{:?}", error("07616"));
    assert!(matches!(error(""), KeyTextError::Key(_)));
    let wrong = "expected hex digits or text in quotes, found `x` at offset 2";
    assert_eq!(error("07xx").to_string(), wrong);
    assert_eq!(error("07FF").to_string(), "`Named.name` at offset 1: invalid UTF-8 at offset 0 of the element");
}

rowkey::laws!(Named, Byte, Coded);
