//! Rare types of fields: each is read from words, and a query has the same plan as the typed builder.

use super::run_types;
use crate::types::Place;
use rowkey::{RowKey, ScanPlan, one_of, starts_with};
use rowkey_inspect::{KeyType, Status};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::net::Ipv4Addr;
use std::num::NonZero;
use std::time::{Duration, SystemTime};

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[rowkey(prefix = "e/")]
pub(super) struct Event {
    #[rowkey(element(at.div(4), bytes(2)))]
    pub(super) place: Place,
    pub(super) at: u16,
}

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub(super) struct Wide {
    id: [u8; 4],
    huge: i128,
    count: NonZero<u32>,
    level: f64,
    flag: bool,
    letter: char,
    address: Ipv4Addr,
    #[rowkey(time(secs, floor))]
    when: SystemTime,
    #[rowkey(terminated)]
    bytes: Vec<u8>,
}

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[rowkey(encoding = fdb_tuple)]
pub(super) struct Packed {
    pub(super) a: i64,
    pub(super) b: Option<u64>,
    pub(super) c: String,
}

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[rowkey(encoding = ordered_code)]
struct Ordered {
    a: String,
    b: i64,
}

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[rowkey(separator = "_", split(regions = 16))]
struct Page {
    #[salt(md5, hex(32))]
    url: String,
}

#[derive(RowKey, Serialize, Deserialize, Clone, Debug, PartialEq)]
enum Row {
    #[rowkey(tag = "B")]
    Board { board: u8 },
    #[rowkey(other)]
    Unknown(Vec<u8>),
}

pub(super) const TYPES: [KeyType; 6] = [
    KeyType::of::<Event>(),
    KeyType::of::<Wide>(),
    KeyType::of::<Packed>(),
    KeyType::of::<Ordered>(),
    KeyType::of::<Page>(),
    KeyType::of::<Row>(),
];

/// Returns the output as JSON.
#[track_caller]
fn answer(arguments: &[&str]) -> Value {
    let found = run_types(&TYPES, &[arguments, &["--json"]].concat(), b"");
    assert_eq!((found.status, &*found.err), (Status::Done, ""), "{arguments:?}: {}", found.out);
    serde_json::from_str(&found.out).expect("JSON")
}

/// Checks that words and a row make the same key.
#[track_caller]
fn is_encoded<K: RowKey>(words: &[&str], row: &K) {
    let key = answer(&[&["encode", K::LAYOUT.name()], words].concat());
    assert_eq!(key["hex"], data_encoding::HEXUPPER.encode(row.encode().expect("a key").as_ref()), "{words:?}");
}

/// Checks that a query has the ranges and the explanation of a typed plan.
#[track_caller]
fn is_planned_as(query: &str, typed: &ScanPlan) {
    let of = typed.layout().name().split(':').next().expect("a name");
    let found = run_types(&TYPES, &["scan", of, query], b"");
    assert_eq!((found.status, &*found.err), (Status::Done, ""), "{of} {query}");
    let (explained, _) = found.out.split_once("\n\nCost\n").expect("an end");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(explained), words(&typed.explain().to_string()), "{of} {query}");
}

pub(super) fn wide() -> Wide {
    Wide {
        id: [1, 2, 3, 255],
        huge: i128::MIN,
        count: NonZero::new(7).expect("not zero"),
        level: -1.5,
        flag: true,
        letter: 'é',
        address: Ipv4Addr::new(10, 0, 0, 1),
        when: SystemTime::UNIX_EPOCH + Duration::from_secs(1_512_086_400),
        bytes: b"a\0b".to_vec(),
    }
}

#[test]
fn rows_are_read_from_words() {
    let words = [
        "id=010203FF",
        "huge=-170141183460469231731687303715884105728",
        "count=7",
        "level=-1.5",
        "flag=true",
        "letter=é",
        "address=10.0.0.1",
        "when=2017-12-01",
        "bytes=610062",
    ];
    is_encoded(&words, &wide());
    let event = Event { place: Place { country: "AT".into(), city: 7 }, at: 9 };
    is_encoded(&["place.country=AT", "place.city=7", "at=9"], &event);
    is_encoded(&["a=-5", "b=", "c=x"], &Packed { a: -5, b: None, c: "x".into() });
    is_encoded(&["a=x", "b=-5"], &Ordered { a: "x".into(), b: -5 });
    is_encoded(&["url=abc"], &Page { url: "abc".into() });
    is_encoded(&["Board", "board=3"], &Row::Board { board: 3 });
}

#[test]
fn queries_are_planned_as_by_the_builder() {
    let place = || Place { country: "AT".into(), city: 7 };
    is_planned_as(
        r#"place = '{"country":"AT","city":7}' and at in 8..12"#,
        &Event::scan().place(place()).at(8..12).plan().unwrap(),
    );
    let row = wide();
    let of_id = || Wide::scan().id(row.id);
    is_planned_as("id = 010203FF and huge < 0", &of_id().huge(..0).plan().unwrap());
    let of_count = || of_id().huge(-1).count(row.count);
    let query = "id = 010203FF and huge = -1 and count = 7";
    is_planned_as(&format!("{query} and level in -1.5..2"), &of_count().level(-1.5..2.0).plan().unwrap());
    let typed = of_count().level(0.5).flag(true).letter('a').address(row.address).when(row.when..).plan().unwrap();
    let asked = "level = 0.5 and flag = true and letter = a and address = 10.0.0.1 and when >= 2017-12-01";
    is_planned_as(&format!("{query} and {asked}"), &typed);
    is_planned_as("a = -5 and b in 3..", &Packed::scan().a(-5).b(Some(3)..).plan().unwrap());
    is_planned_as("a in (7, -5)", &Packed::scan().a(one_of([7, -5])).plan().unwrap());
    is_planned_as("a = x and b < 5", &Ordered::scan().a("x").b(..5).plan().unwrap());
    is_planned_as("url = abc", &Page::scan().url("abc").plan().unwrap());
    is_planned_as("url starts with a", &Page::scan().url(starts_with("a")).plan().unwrap());
    is_planned_as("kind = Board and board <= 3", &Row::scan_board().board(..=3).plan().unwrap());
}

#[test]
fn every_type_has_a_layout_and_explains_any_bytes() {
    for of in TYPES {
        let layout = answer(&["layout", of.name()]);
        assert_eq!(layout[0]["name"], of.name());
        let split = answer(&["splits", of.name()]);
        assert_eq!(split["regions"], of.layout().split_keys().len() + 1);
        let bytes = answer_of_any(&["key", "00FF10", "--type", of.name()]);
        assert_eq!(bytes[0]["type"], of.name());
    }
    let other = answer_of_any(&["key", "585900", "--type", "Row"]);
    assert_eq!((&other[0]["is_key"], &other[0]["type"]), (&true.into(), &"Row".into()));
}

/// Checks the same for bytes that need not be a key.
fn answer_of_any(arguments: &[&str]) -> Value {
    let found = run_types(&TYPES, &[arguments, &["--json"]].concat(), b"");
    serde_json::from_str(&found.out).expect("JSON")
}

#[test]
fn keys_of_one_type_are_rows_of_another() {
    let row = Packed { a: -5, b: Some(u64::MAX), c: "x".into() };
    let hex = data_encoding::HEXUPPER.encode(&row.encode().expect("a key"));
    let found = run_types(&TYPES, &["check", "Packed", "-"], hex.as_bytes());
    assert_eq!((found.status, &*found.out), (Status::Done, "1 key, read as hex\n1 is a key of Packed\n"));
}

rowkey::laws!(Event, Wide, Packed, Ordered, Page, Row);
