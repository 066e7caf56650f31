//! A literal at the end of a key: golden bytes, what tells record types apart, and what decode says of a wrong one.

use super::golden::golden;
use rowkey::{DecodeError, ElementError, Layout, RowKey, Subspace};

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(prefix = "db/", separator = "/", suffix = ".sst")]
struct Table {
    #[rowkey(digits(4))]
    level: u16,
    #[rowkey(chars("a-z0-9"))]
    name: String,
}

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(suffix = b"\x00\x01")]
struct Fixed {
    id: u16,
    #[rowkey(desc)]
    at: u8,
}

/// Every text, whose end is found from the end of the key.
#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(suffix = "..")]
struct Open {
    #[rowkey(allow(unordered))]
    path: String,
}

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(suffix = "$", salt(buckets = 4, of(..)))]
struct Salted {
    id: u32,
    #[rowkey(terminated, desc)]
    name: String,
}

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(suffix = ";")]
struct Number {
    #[rowkey(decimal)]
    number: i32,
}

fn table(level: u16, name: &str) -> Table {
    Table { level, name: name.into() }
}

#[test]
fn a_key_ends_with_its_suffix() {
    golden(&table(3, "a7"), b"db/0003/a7.sst");
    golden(&table(0, ""), b"db/0000/.sst");
    golden(&Fixed { id: 258, at: 1 }, &[1, 2, 0xFE, 0, 1]);
    golden(&Open { path: "a..b..".into() }, b"a..b....");
    golden(&Open { path: String::new() }, b"..");
    golden(&Number { number: -12 }, b"-12;");
    let salted = Salted { id: 7, name: "a".into() };
    let key = salted.encode().unwrap();
    assert_eq!(key[1..], [0, 0, 0, 7, !b'a', 0xFF, 0xFE, b'$']);
    golden(&salted, &key);
    assert_eq!(Fixed { id: 258, at: 1 }.key(), [1, 2, 0xFE, 0, 1]);
    assert_eq!((Fixed::LAYOUT.width(), Table::LAYOUT.width()), ((5, Some(5)), (12, None)));
}

fn literal<K: RowKey>(offset: usize, found: &[u8], expected: &'static [u8]) -> DecodeError {
    DecodeError::Literal { key: K::LAYOUT.name(), offset, found: found.into(), expected }
}

#[track_caller]
fn refused<'k, K: RowKey<Decoded<'k> = K> + PartialEq + std::fmt::Debug>(key: &'k [u8], error: DecodeError) {
    assert_eq!(K::decode(key), Err(error.clone()));
    assert_eq!(K::decode_lenient(key), Err(error.clone()));
    assert_eq!(K::explain(key).error(), Some(&error));
}

#[test]
fn another_end_is_an_error_at_its_offset() {
    refused::<Table>(b"db/0003/a7.ssx", literal::<Table>(10, b".ssx", b".sst"));
    refused::<Table>(b"db/0003/a7.s", literal::<Table>(10, b".s", b".sst"));
    refused::<Table>(b"db/0003/a7.", literal::<Table>(10, b".", b".sst"));
    let trailing = |key, offset| DecodeError::Trailing { key, offset, found: 1 };
    refused::<Table>(b"db/0003/a7.sst_", trailing("Table", 14));
    refused::<Fixed>(&[1, 2, 3, 0, 2], literal::<Fixed>(3, &[0, 2], &[0, 1]));
    refused::<Fixed>(&[1, 2, 3, 0, 1, 9], trailing("Fixed", 5));
    refused::<Open>(b"ab.", literal::<Open>(1, b"b.", b".."));
    refused::<Number>(b"7;;", trailing("Number", 2));
    for key in [&b"db/0003/a7"[..], &[1, 2, 3, 0], b"."] {
        assert!(Table::decode(key).is_err() && Fixed::decode(key).is_err() && Open::decode(key).is_err());
    }
}

#[test]
fn a_layout_shows_it_as_a_literal() {
    let shown = Table::LAYOUT.to_string();
    assert!(shown.contains("\n     -      4  suffix     \".sst\"\n"), "{shown}");
    assert_eq!(
        Fixed::LAYOUT.lock(),
        "id: u16 as 2-byte number | at: u8 as 1-byte number, complemented desc | '\\x00\\x01'"
    );
    assert_eq!(Table::LAYOUT.to_json().matches(r#""separator":"2e737374""#).count(), 1);
    let explained = Table::explain(b"db/0003/a7.sst");
    let last = explained.parts().last().unwrap();
    assert_eq!((last.name(), last.offset(), last.value()), ("suffix", 10, Ok("\".sst\"")));
    let names = |layout: &'static Layout| layout.elements().map(|it| it.name()).collect::<Vec<_>>();
    assert_eq!(names(Fixed::LAYOUT), ["id", "at", "suffix"]);
}

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(suffix = ";")]
struct Word {
    #[rowkey(chars("a-z"))]
    word: String,
}

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(separator = ",")]
struct Inside {
    first: Word,
    #[rowkey(chars("a-z"))]
    path: String,
    last: Table,
}

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(suffix = "!")]
struct Around {
    #[rowkey(desc)]
    pair: (u8, u8),
    maybe: Option<Fixed>,
    last: Table,
}

#[test]
fn a_nested_key_brings_its_suffix() {
    let inside = Inside { first: Word { word: "w".into() }, path: "p".into(), last: table(1, "x") };
    golden(&inside, b"w;,p,db/0001/x.sst");
    let around = Around { pair: (1, 2), maybe: Some(Fixed { id: 1, at: 0 }), last: table(2, "y") };
    golden(&around, b"\xFE\xFD\x01\0\x01\xFF\0\x01db/0002/y.sst!");
    golden(&Around { maybe: None, ..around }, b"\xFE\xFD\0\0\0\0\0\0db/0002/y.sst!");
    let wrong = Inside::decode(b"w;,p,db/0001/x.ssx").unwrap_err();
    assert_eq!(wrong, literal::<Table>(14, b".ssx", b".sst"));
    assert!(matches!(
        Around::decode(b"\xFE\xFD\x01\0\x01\xFF\0\x02db/0002/y.sst!"),
        Err(DecodeError::Literal { offset: 6, .. })
    ));
}

/// etcd's revisions: `main`, `_`, `sub`, and a `t` behind those of a deleted key.
#[derive(RowKey, Debug, PartialEq, Clone)]
enum Revision {
    Live {
        #[rowkey(separator = "_")]
        main: u64,
        sub: u64,
    },
    #[rowkey(suffix = "t")]
    Deleted {
        #[rowkey(separator = "_")]
        main: u64,
        sub: u64,
    },
}

/// TiKV's keys of a region: the last byte says which of its states it is.
#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(prefix = b"\x01")]
enum Local {
    RaftState(RaftState),
    ApplyState(ApplyState),
    Snapshot(Snapshot),
}

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(prefix = b"\x02", suffix = b"\x02")]
struct RaftState {
    region: u64,
}

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(prefix = b"\x02", suffix = b"\x03")]
struct ApplyState {
    region: u64,
}

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(prefix = b"\x02", suffix = b"\x04")]
struct Snapshot {
    region: u64,
}

/// Files of a table, by their names.
#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(under(table))]
enum File {
    #[rowkey(tag = "/d/", suffix = ".dat")]
    Data {
        #[rowkey(digits(3))]
        table: u16,
        #[rowkey(chars("a-z"))]
        part: String,
    },
    #[rowkey(tag = "/i/")]
    Index(IndexFile),
    #[rowkey(tag = "/all")]
    All {
        #[rowkey(digits(3))]
        table: u16,
    },
}

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(suffix = ".idx")]
struct IndexFile {
    #[rowkey(digits(3))]
    table: u16,
    part: u8,
}

#[test]
fn record_types_are_told_apart_by_their_suffix() {
    let live = [&1_u64.to_be_bytes()[..], b"_", &258_u64.to_be_bytes()].concat();
    golden(&Revision::Live { main: 1, sub: 258 }, &live);
    golden(&Revision::Deleted { main: 1, sub: 258 }, &[&live[..], b"t"].concat());
    assert!(Revision::decode(&[&live[..], b"u"].concat()).is_err());
    let region = 5_u64.to_be_bytes();
    golden(&Local::RaftState(RaftState { region: 5 }), &[&[1, 2][..], &region, &[2]].concat());
    golden(&Local::ApplyState(ApplyState { region: 5 }), &[&[1, 2][..], &region, &[3]].concat());
    golden(&Local::Snapshot(Snapshot { region: 5 }), &[&[1, 2][..], &region, &[4]].concat());
    golden(&File::Data { table: 7, part: "ab".into() }, b"007/d/ab.dat");
    golden(&File::Index(IndexFile { table: 7, part: 1 }), b"007/i/\x01.idx");
    golden(&File::All { table: 7 }, b"007/all");
    assert_eq!(
        File::decode(b"007/d/ab.idx"),
        Err(DecodeError::Literal { key: "File::Data", offset: 8, found: b".idx"[..].into(), expected: b".dat" })
    );
}

#[derive(RowKey, Debug, PartialEq, Clone)]
#[rowkey(separator = "/", suffix = "#", index(
    #[derive(Debug)]
    ByName(name, id),
    #[derive(Debug)]
    ById(id, name; suffix = "%"),
))]
struct Named {
    id: u8,
    #[rowkey(chars("a-z"))]
    name: String,
}

#[test]
fn secondary_keys_inherit_it() {
    let named = Named { id: b'7', name: "ab".into() };
    golden(&named, b"7/ab#");
    assert_eq!(ByName::from(&named).encode().unwrap(), b"ab/7#");
    assert_eq!(ById::from(&named).encode().unwrap(), b"7/ab%");
}

#[test]
fn a_subspace_needs_no_other_end() {
    let space = Subspace::of(&table(1, "ab")).unwrap();
    assert_eq!(space.prefix(), b"db/0001/ab.sst");
}

/// What a text before a suffix can hold.
#[test]
fn a_text_ends_before_the_suffix() {
    assert!(matches!(
        Table::decode(b"db/0003/A7.sst"),
        Err(DecodeError::Element { offset: 8, reason: ElementError::Alphabet { found: b'A', .. }, .. })
    ));
}

rowkey::laws!(
    Table, Fixed, Open, Salted, Number, Word, Inside, Around, Revision, Local, File, RaftState, ApplyState, Snapshot,
    IndexFile, Named, ByName, ById
);
