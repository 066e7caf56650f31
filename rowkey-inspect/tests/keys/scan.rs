//! Tests of `scan`: its plans are the same as those from typed builders.

use super::{TYPES, answer, assert_shows, error};
use crate::types::{Call, Host, Place, Side, Site, TextKey, Thread, Visit};
use rowkey::{RowKey, ScanPlan, contains, ends_with, one_of, starts_with};
use rowkey_inspect::{KeyType, Status};
use serde_json::Value;

const DAY: i64 = 1_512_086_400_000;

/// Checks that a query and a typed builder make the same plan: the same explanation and the same ranges.
#[track_caller]
fn is_planned_as(of: &str, query: &str, typed: &ScanPlan) {
    let shown = answer(&["scan", of, query]);
    let (explained, _) = shown.split_once("\n\nCost\n").expect("an end");
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(explained), words(&typed.explain().to_string()), "{query}");
    let json: Value = serde_json::from_str(&answer(&["scan", of, query, "--json"])).expect("JSON");
    let hex = |bytes: &[u8]| data_encoding::HEXUPPER.encode(bytes);
    let ranges: Vec<_> = typed.ranges().map(|range| (hex(range.start()), range.stop().map(hex))).collect();
    let read = |end: &Value| end.as_str().map(str::to_owned);
    let found = json["ranges"].as_array().expect("a list").iter().map(|it| (read(&it["start"]), read(&it["stop"])));
    assert_eq!(found.map(|(start, stop)| (start.expect("a start"), stop)).collect::<Vec<_>>(), ranges, "{query}");
    assert_eq!(json["seeks"], ranges.len());
}

#[test]
fn of_a_salted_key() {
    let phone = "13362666677";
    let typed = Call::scan().phone(phone).at(DAY..DAY + 86_400_000).limit(3).plan().unwrap();
    is_planned_as("Call", r#"phone = "13362666677" and at in 2017-12-01..2017-12-02 limit 3"#, &typed);
    is_planned_as("Call", "at in 1512086400000..1512172800000 and phone = 13362666677 limit 3", &typed);
    let typed = Call::scan().phone(one_of(["134", "133"])).plan().unwrap().reversed();
    is_planned_as("Call", "phone in (133, '134') reversed", &typed);
    let typed = Call::scan().phone(..="14".to_owned()).plan().unwrap();
    is_planned_as("Call", "phone in ..=14", &typed);
    is_planned_as("Call", "phone <= 14", &typed);
    let typed = Call::scan().phone("13".to_owned()..).bucket(2).plan().unwrap();
    is_planned_as("Call", "phone in 13.. bucket 2", &typed);
    is_planned_as("Call", "phone >= 13 bucket 2", &typed);
    is_planned_as("Call", "*", &Call::scan().plan().unwrap());
    is_planned_as("Call", "", &Call::scan().plan().unwrap());
}

#[test]
fn a_field_after_a_gap_is_a_filter() {
    let typed = Call::scan().filter_at(DAY).plan().unwrap();
    is_planned_as("Call", "at = 2017-12-01", &typed);
    let typed = Call::scan().phone("13".to_owned().."14".to_owned()).filter_at(..DAY).plan().unwrap();
    is_planned_as("Call", "phone in 13..14 and at < 2017-12-01", &typed);
    let typed = Call::scan().phone("133").filter_phone(one_of(["133", "134"])).plan().unwrap();
    is_planned_as("Call", "phone = 133 and phone in (134, 133)", &typed);
}

#[test]
fn a_value_that_no_key_can_hold() {
    let typed = Call::scan().phone("133333333333333333333").plan().unwrap();
    is_planned_as("Call", "phone = 133333333333333333333", &typed);
    // A bound need not be a value of a key.
    let typed = Call::scan().phone("133333333333333333333".to_owned()..).plan().unwrap();
    is_planned_as("Call", "phone >= 133333333333333333333", &typed);
}

#[test]
fn of_a_text_key_with_views() {
    let at = |month| jiff::civil::date(2017, month, 1).at(0, 0, 0, 0);
    let builder = || TextKey::scan().caller("13362666677").at(at(10)..at(12));
    let query = "caller = 13362666677 and at in 2017-10-01..2017-12-01";
    is_planned_as("TextKey", query, &builder().plan().unwrap());
    let typed = builder().filter_seconds(10..).plan().unwrap();
    is_planned_as("TextKey", &format!("{query} and seconds in 10.."), &typed);
    // No caller has this few digits, but the bound still has a position among them.
    let typed = TextKey::scan().caller("13".to_owned().."14".to_owned()).plan().unwrap();
    is_planned_as("TextKey", "caller in 13..14", &typed);
    // All fields before it are bound, but decimal numbers do not sort by value. So it is a filter.
    let bound = TextKey::scan().caller("13362666677").at(at(10)).callee("14444445555").side(Side::Caller);
    let query =
        "caller = 13362666677 and at = 2017-10-01 and callee = 14444445555 and side = Caller and seconds in 9..10";
    is_planned_as("TextKey", query, &bound.filter_seconds(9..10).plan().unwrap());
    let typed = TextKey::scan().filter_seconds(10..=20).plan().unwrap();
    is_planned_as("TextKey", "seconds in 10..=20", &typed);
}

#[test]
fn of_nested_keys_times_and_options() {
    let place = || Place { country: "AT".into(), city: 7 };
    let day: jiff::Timestamp = "2017-12-01T00:00:00Z".parse().unwrap();
    let query = r#"place = '{"country":"AT","city":7}' and day = 2017-12-01 and guide"#;
    let builder = || Visit::scan().place(place()).day(day);
    is_planned_as("Visit", &format!("{query} = 3"), &builder().guide(Some(3)).plan().unwrap());
    is_planned_as("Visit", &format!("{query} = ''"), &builder().guide(None).plan().unwrap());
    is_planned_as("Visit", &format!("{query} >= 3"), &builder().guide(Some(3)..).plan().unwrap());
}

#[test]
fn of_one_kind_and_of_all() {
    let typed = Site::scan_thread().board("rust").at(DAY..).plan().unwrap();
    is_planned_as("Site", "kind = Thread and board = rust and at >= 2017-12-01", &typed);
    is_planned_as("Site", "kind = User and user = 7", &Site::scan_user().user(7).plan().unwrap());
    is_planned_as("Site", "*", &Site::scan().plan().unwrap());
    let typed = Thread::scan().thread(7).post(3..=4).plan().unwrap();
    is_planned_as("Thread", "thread = 7 and post in 3..=4", &typed);
    let typed = Thread::scan_comment().thread(7).filter_number(4).plan().unwrap();
    is_planned_as("Thread", "kind = Comment and thread = 7 and number = 4", &typed);
    let meta = answer(&["scan", "Site", "kind = Meta"]);
    assert!(meta.starts_with("scan of Site::Meta: 1 range\n"), "{meta}");
}

#[test]
fn every_type_is_planned() {
    for of in TYPES {
        let shown = answer(&["scan", of.name()]);
        assert!(shown.starts_with(&format!("scan of {}: ", of.name())), "{shown}");
    }
}

#[test]
fn the_plan_and_its_cost() {
    let shown = "scan of Call: 2 ranges
  phone in (\"133\", \"134\")
  buckets 1, 3 of 6: xor of phone is known
  bucket 1: phone = \"133\"
    01 31 33 33 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 .. 01 31 33
        33 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01
  bucket 3: phone = \"134\"
    03 31 33 34 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 .. 03 31 33
        34 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01
  filter: at = 1512086400000 (2017-12-01T00:00:00Z)
  at most 3 rows, in key order

Cost
  2 seeks, one for each range
  rows that the filters drop are also read
  up to 3 rows of each range are read, to return 3 in all";
    let query = "phone in (133, 134) and at = 1 and at = 2017-12-01 limit 3";
    // Two values of one field: the second is a filter.
    let found = answer(&["scan", "Call", query]);
    assert!(found.contains("filter: at = 1512086400000"), "{found}");
    let query = "phone in (133, 134) and phone >= 13 limit 3";
    assert_shows(
        &answer(&["scan", "Call", query]),
        &shown.replace("at = 1512086400000 (2017-12-01T00:00:00Z)", "phone >= \"13\""),
    );
}

#[test]
fn errors_show_the_place() {
    let cases = [
        ("phone =  and at = 1", "expected a value, found `and`", 9),
        ("phon = 3", "expected a field of Call, one of phone, at, found `phon`", 0),
        ("phone = 13 and at = x", "`at`: expected i64 or a date, found \"x\"", 20),
        (
            "phone 13",
            "expected `=`, `in`, `<`, `<=`, `>`, `>=`, `starts with`, `ends with` or `contains`, found `13`",
            6,
        ),
        ("phone in 13", "expected `(`, `..` or `..=`, found the end", 11),
        ("phone in (13 14)", "expected `,` or `)`, found `14`", 13),
        ("phone = 13 limit x", "expected a number of rows, found `x`", 17),
        ("phone = 13 at = 1", "expected `and`, `limit N`, `bucket N`, `reversed` or the end, found `at`", 11),
        ("phone = \"13", "expected \" at the end of the text, found the end of the query", 8),
        ("kind = Meta", "expected a field of Call, one of phone, at, found `kind`", 0),
        ("= 3", "expected `and`, `limit N`, `bucket N`, `reversed` or the end, found `=`", 0),
    ];
    for (query, expected, at) in cases {
        let found = error(&["scan", "Call", query], Status::Failed);
        assert_eq!(found, format!("error: {expected}\n  {query}\n  {}^\n", " ".repeat(at)));
    }
    let found = error(&["scan", "Site", "kind = Use"], Status::Failed);
    let expected = "error: expected a record type of Site, one of Board, Meta, Thread, User, found `Use`\n";
    assert!(found.starts_with(expected), "{found}");
    let found = error(&["scan", "Thread", "number = 4"], Status::Failed);
    let expected =
        "error: expected a field of Thread, one of thread, post (or `kind = ..` before it), found `number`\n";
    assert!(found.starts_with(expected), "{found}");
    let found = error(&["scan", "Call", "* bucket 9"], Status::Failed);
    assert_eq!(found, "error: expected a bucket of `Call` below 6, found bucket 9\n");
}

#[test]
fn of_parts_of_texts() {
    let typed = Call::scan().phone(starts_with("133")).plan().unwrap();
    is_planned_as("Call", "phone starts with 133", &typed);
    let typed = Call::scan().filter_phone(ends_with("77")).plan().unwrap();
    is_planned_as("Call", "phone ends with 77", &typed);
    let typed = Call::scan().phone(starts_with("133")).filter_phone(contains("66")).plan().unwrap();
    is_planned_as("Call", "phone starts with 133 and phone contains 66", &typed);
    let typed = Host::scan().domain(ends_with(".org")).plan().unwrap();
    is_planned_as("Host", "domain ends with '.org'", &typed);
    let typed = Host::scan().filter_domain(starts_with("www.")).plan().unwrap();
    is_planned_as("Host", "domain starts with 'www.'", &typed);
    let of_domain = || Host::scan().domain("example.org");
    let typed = of_domain().rack(starts_with("r1")).plan().unwrap();
    is_planned_as("Host", "domain = 'example.org' and rack starts with r1", &typed);
    let of_rack = || of_domain().rack("r1");
    let typed = of_rack().filter_unit(starts_with("1")).plan().unwrap();
    is_planned_as("Host", "domain = 'example.org' and rack = r1 and unit starts with 1", &typed);
    let of_unit = || of_rack().unit("12");
    let query = "domain = 'example.org' and rack = r1 and unit = 12";
    is_planned_as(
        "Host",
        &format!("{query} and role starts with db"),
        &of_unit().role(starts_with("db")).plan().unwrap(),
    );
    // No role has a digit.
    is_planned_as(
        "Host",
        &format!("{query} and role starts with 1"),
        &of_unit().role(starts_with("1")).plan().unwrap(),
    );
    let typed = of_unit().role("db1").name(starts_with("a")).plan().unwrap();
    is_planned_as("Host", &format!("{query} and role = db1 and name starts with a"), &typed);
    let typed = of_unit().role("dba").name("a").note(starts_with("n")).plan().unwrap();
    is_planned_as("Host", &format!("{query} and role = dba and name = a and note starts with n"), &typed);
}

#[test]
fn a_part_of_what_is_not_a_text() {
    let found = error(&["scan", "Call", "at starts with 2017"], Status::Failed);
    let expected = "error: expected a value, because `at` is not a searchable text, found a part of a text, \"2017\"\n";
    assert!(found.starts_with(expected), "{found}");
    let found = error(&["scan", "Call", "phone starts 2017"], Status::Failed);
    assert!(found.starts_with("error: expected `with`, found `2017`\n"), "{found}");
}

#[test]
fn of_fields_that_are_named_as_words_of_a_query() {
    #[derive(RowKey, serde::Serialize, serde::Deserialize)]
    struct Quota {
        kind: u8,
        limit: u16,
        bucket: u8,
        reversed: bool,
    }
    let planned = |query: &str| {
        let found = super::run_types(&[KeyType::of::<Quota>()], &["scan", "Quota", query, "--json"], b"");
        assert_eq!((found.status, &*found.err), (Status::Done, ""), "{query}");
        serde_json::from_str::<Value>(&found.out).expect("JSON")
    };
    let start = |plan: &Value| plan["ranges"][0]["start"].as_str().map(str::to_owned);
    let found = planned("kind = 7 and limit = 3 and bucket in (1, 2) and reversed = true limit 5 reversed");
    assert_eq!(
        (start(&found), &found["limit"], &found["reversed"]),
        (Some("0700030101".into()), &5.into(), &true.into())
    );
    assert_eq!(start(&planned("kind = 7 and limit >= 3")), Some("070003".into()));
    let found = planned("limit in 3..9 and kind = 7 reversed");
    assert_eq!((start(&found), &found["reversed"]), (Some("070003".into()), &true.into()));
    assert_eq!(planned("limit 3")["limit"], 3);
}
