//! Tests of `encode`.

use super::{answer, assert_shows, error};
use crate::types::{Call, Place, Side, Site, TextKey, User, Visit};
use rowkey::RowKey;
use rowkey_inspect::Status;
use serde_json::Value;

/// Returns the key for arguments.
#[track_caller]
fn key(arguments: &[&str]) -> Vec<u8> {
    let shown: Value = serde_json::from_str(&answer(&[&["encode", "--json"], arguments].concat())).expect("JSON");
    rowkey::bytes::parse(shown["hex"].as_str().expect("hex")).expect("bytes")
}

#[test]
fn a_struct() {
    assert_shows(
        &answer(&["encode", "Call", "phone=13362666677", "at=2017-12-01T04:10"]),
        r#"29 bytes as Call
     0  salt   bucket 3 of 6
               03
     1  phone  "13362666677"
               31 33 33 36 32 36 36 36 36 37 37 00 00 00 00 00
               00 00 00 00
    21  at     1512101400000 (2017-12-01T04:10:00Z)
               7F FF FE 9F EF BB B2 3F
a valid key, in region 3 of 0..=5: 03 .. 04

hex     0331333336323636363637370000000000000000007FFFFE9FEFBBB23F
text    \x0313362666677\x00\x00\x00\x00\x00\x00\x00\x00\x00\x7F\xFF\xFE\x9F\xEF\xBB\xB2?
base64  AzEzMzYyNjY2Njc3AAAAAAAAAAAAf//+n++7sj8="#,
    );
}

#[test]
fn values_are_read_as_their_types() {
    let call = Call { phone: "13362666677".into(), at: 1_512_101_400_000 };
    for at in ["1512101400000", "2017-12-01T04:10", "2017-12-01T04:10:00Z", "2017-12-01T05:10:00+01:00"] {
        assert_eq!(key(&["Call", "phone=13362666677", &format!("at={at}")]), call.encode().unwrap(), "{at}");
    }
    let text = TextKey {
        caller: "13362666677".into(),
        at: jiff::civil::date(2017, 12, 1).at(4, 10, 0, 0),
        callee: "14444445555".into(),
        side: Side::Caller,
        seconds: 180,
    };
    for at in ["2017-12-01 04:10", "2017-12-01T04:10:00Z"] {
        let at = format!("at={at}");
        let words = ["TextKey", "caller=13362666677", &at, "callee=14444445555", "side=Caller", "seconds=180"];
        assert_eq!(key(&words), text.encode().unwrap());
    }
    let day: jiff::Timestamp = "2017-12-01T00:00:00Z".parse().unwrap();
    let visit = |guide| Visit { place: Place { country: "AT".into(), city: 7 }, day, guide, note: "x=y".into() };
    let dotted = ["Visit", "place.country=AT", "place.city=7", "day=2017-12-01", "guide=", "note=x=y"];
    assert_eq!(key(&dotted), visit(None).encode().unwrap());
    let json = ["Visit", r#"place={"country":"AT","city":7}"#, "day=2017-12-01", "guide=3", "note=x=y"];
    assert_eq!(key(&json), visit(Some(3)).encode().unwrap());
}

#[test]
fn the_record_type_of_an_enum_comes_before_its_fields() {
    let thread = Site::Thread { board: "rust".into(), at: 1, thread: 7 };
    assert_eq!(key(&["Site", "Thread", "board=rust", "at=1", "thread=7"]), thread.encode().unwrap());
    assert_eq!(key(&["Site", "Meta"]), Site::Meta.encode().unwrap());
    let user = Site::User(User { user: 7 });
    assert_eq!(key(&["Site", "User", "user=7"]), user.encode().unwrap());
    assert_eq!(key(&["Site", "kind=User", "user=7"]), user.encode().unwrap());
}

#[test]
fn errors_name_the_field() {
    let cases: [(&[&str], &str); 9] = [
        (&["Call", "phone=133", "at=x"], "`at`: expected i64 or a date, found \"x\""),
        (&["Call", "phone=133"], "missing field `at`"),
        (&["Call", "phone=133", "at=1", "x=3"], "`x`: expected one of phone, at"),
        (
            &["Call", "phone=133626666771336266667", "at=1"],
            "`Call.phone` cannot be written: expected at most 20 bytes, found 21",
        ),
        (&["Visit", "place.country=AT", "place.city=x"], "`place.city`: expected u32, found \"x\""),
        (&["Visit", "place=AT"], "`place`: expected a struct as JSON, found \"AT\""),
        (&["Visit", "place.country=AT", "place.town=x"], "`place.town`: expected one of country, city"),
        (
            &["Site", "Use", "user=7"],
            "expected the record type of `Site`, one of Board, Meta, Thread, User, found `Use`",
        ),
        (&["Site", "user=7"], "expected the record type of `Site`, one of Board, Meta, Thread, User, found none"),
    ];
    for (arguments, expected) in cases {
        let found = error(&[&["encode"], arguments].concat(), Status::Failed);
        assert_eq!(found, format!("error: {expected}\n"), "{arguments:?}");
    }
    let twice = error(&["encode", "Call", "at=1", "at=2"], Status::Usage);
    assert_eq!(twice, "error: expected each field once, found `at` twice\n");
    let no_value = error(&["encode", "Call", "at"], Status::Usage);
    assert_eq!(no_value, "error: expected FIELD=VALUE, found `at`\n");
}

#[test]
fn a_rejected_date_is_shown_as_given() {
    let words = ["TextKey", "caller=13362666677", "at=2017-12-01", "callee=1", "side=Caller", "seconds=2017-12-01"];
    let found = error(&[&["encode"], &words[..]].concat(), Status::Failed);
    assert_eq!(found, "error: `seconds`: expected u32, found \"2017-12-01\"\n");
}
