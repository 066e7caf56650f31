//! What a cursor is refused for, and what it takes along. That pages lose and double no row, `scans` shows.

use rowkey::scan::{Direction, MergeError};
use rowkey::{CursorError, KeyRange, Plan, RowKey, ScanError, ScanPlan, contains, ends_with, one_of, starts_with};
use std::collections::BTreeMap;

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Call {
    #[salt(buckets = 4)]
    #[pad(3)]
    phone: String,
    #[reverse_ts]
    at: i64,
    price: i16,
}

/// Another layout of the same name and width.
mod other {
    use rowkey::RowKey;

    #[derive(RowKey, Clone, Debug)]
    pub struct Call {
        #[salt(buckets = 5)]
        #[pad(3)]
        pub phone: String,
        #[reverse_ts]
        pub at: i64,
        pub price: i16,
    }
}

fn key() -> Vec<u8> {
    Call { phone: "007".into(), at: 5, price: 3 }.encode().unwrap().to_vec()
}

fn reason<K>(plan: Result<Plan<K>, ScanError>) -> CursorError {
    assert!(matches!(plan, Err(ScanError::Cursor { key: "Call", .. })));
    reason_of(plan)
}

fn reason_of<K>(plan: Result<Plan<K>, ScanError>) -> CursorError {
    match plan.unwrap_err() {
        ScanError::Cursor { reason, .. } => reason,
        error => panic!("{error}"),
    }
}

#[test]
fn a_cursor_is_text_that_any_url_takes() {
    let plan = Call::scan().plan().unwrap();
    let (merged, unordered) = (plan.cursor(&key()), plan.cursor_by_range(&key()));
    for cursor in [&merged, &unordered] {
        assert_eq!(cursor.len(), 2 * (key().len() + 32));
        assert!(cursor.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        assert!(Call::scan().resume(Some(cursor)).plan().is_ok());
        assert!(Call::scan().resume(Some(&cursor.to_uppercase())).plan().is_ok());
    }
    assert_ne!(merged, unordered);
}

#[test]
fn a_cursor_of_another_layout_is_refused() {
    let (ours, others) = (Call::scan().plan().unwrap(), other::Call::scan().plan().unwrap());
    let expected = CursorError::Layout {
        found: Call::LAYOUT.byte_fingerprint(),
        expected: other::Call::LAYOUT.byte_fingerprint(),
    };
    assert_eq!(reason(other::Call::scan().resume(Some(&ours.cursor(&key()))).plan()), expected);
    assert!(reason(Call::scan().resume(Some(&others.cursor_by_range(&key()))).plan()) != expected);
    let text = ScanError::Cursor { key: "Call", reason: expected }.to_string();
    let start = "the scan of `Call` cannot resume from this cursor: expected a cursor for the layout ";
    assert!(text.starts_with(start) && text.contains(", found one for "), "{text}");
}

/// Queries that are planned with a cursor or without.
macro_rules! queries {
    ($($query:expr,)*) => {{
        let queries: Vec<Box<dyn Fn(Option<&str>) -> Result<Plan<_>, ScanError>>> = vec![$(Box::new(|cursor| {
            $query.resume(cursor).plan()
        })),*];
        queries
    }};
}

#[test]
fn a_cursor_of_another_query_is_refused() {
    // Each differs from every other in what is asked for.
    let queries = queries![
        Call::scan(),
        Call::scan().bucket(1),
        Call::scan().phone("1"),
        Call::scan().phone("2"),
        Call::scan().phone(one_of(["1", "2"])),
        Call::scan().phone("1".."2"),
        Call::scan().phone(starts_with("1")),
        Call::scan().phone(starts_with("1\0")),
        Call::scan().phone(ends_with("1")),
        Call::scan().phone(ends_with("2")),
        Call::scan().filter_phone(contains("1")),
        Call::scan().filter_phone(starts_with("1")),
        Call::scan().phone("1").at(1..),
        Call::scan().phone("1").at(2..),
        Call::scan().phone("1").at(..=1),
        Call::scan().filter_at(1),
        Call::scan().filter_at(2),
        Call::scan().filter_at(one_of([1, 2])),
        Call::scan().filter_at(1..=1).filter_at(2..),
        Call::scan().filter_at(1..2),
        Call::scan().filter_price(1),
        Call::scan().filter_price(1..2),
        Call::scan().filter_price(1..=2),
        Call::scan().filter_price(1..),
        Call::scan().filter_price(..1),
        Call::scan().filter_price(..),
    ];
    let mut refused = 0;
    for (i, of) in queries.iter().enumerate() {
        let plan = of(None).unwrap();
        for cursor in [plan.cursor(&key()), plan.clone().reversed().cursor_by_range(&key())] {
            for (j, to) in queries.iter().enumerate() {
                let resumed = to(Some(&cursor));
                if i == j {
                    assert!(resumed.is_ok(), "{}", plan.explain());
                } else {
                    assert!(matches!(reason(resumed), CursorError::Query { .. }), "{i} {j}");
                    refused += 1;
                }
            }
        }
    }
    assert_eq!(refused, 2 * 26 * 25);
}

#[test]
fn the_length_of_a_page_is_no_part_of_the_query() {
    let plan = Call::scan().phone("1").limit(7).plan().unwrap();
    let cursor = plan.cursor(&key());
    for limit in [0, 1, 1_000] {
        let resumed = Call::scan().limit(limit).max_ranges(9).phone("1").resume(Some(&cursor)).plan().unwrap();
        assert_eq!(resumed.row_limit(), Some(limit));
        // It is the cursor of a plan that goes on, too.
        assert_eq!(resumed.cursor(&key()), cursor);
    }
}

#[test]
fn damaged_text_is_refused() {
    let cursor = Call::scan().plan().unwrap().cursor(&key());
    let damaged =
        |text: &str| assert_eq!(reason(Call::scan().resume(Some(text)).plan()), CursorError::Damaged, "{text:?}");
    for end in 0..cursor.len() {
        damaged(&cursor[..end]);
        damaged(&cursor[end + 1..]);
        let other = if cursor.as_bytes()[end] == b'0' { "1" } else { "0" };
        for byte in [other, "+", " ", "g", "é", "\0"] {
            damaged(&format!("{}{byte}{}", &cursor[..end], &cursor[end + 1..]));
        }
        damaged(&format!("{}00{}", &cursor[..end], &cursor[end..]));
    }
    damaged(&(cursor.clone() + "0"));
    damaged(&(cursor.clone() + " "));
    damaged(&cursor.repeat(2));
}

#[test]
fn a_key_that_is_none_has_a_cursor_too() {
    for key in [&b""[..], &[2], &[0xFF; 40]] {
        for reversed in [false, true] {
            let turned = |plan: Plan<_>| if reversed { plan.reversed() } else { plan };
            let plan = turned(Call::scan().plan().unwrap());
            for cursor in [plan.cursor(key), plan.cursor_by_range(key)] {
                let resumed = turned(Call::scan().resume(Some(&cursor)).plan().unwrap());
                assert!(resumed.ranges().all(|range| !range.is_empty()));
            }
        }
    }
}

#[derive(RowKey, Clone, Debug)]
struct Grown {
    #[salt(xxh3, buckets = 7, was(3, xor(5)))]
    id: u16,
    part: u8,
}

/// Each row at some of its places, and rows at places of no generation.
fn grown() -> (BTreeMap<Vec<u8>, ()>, Vec<Vec<u8>>) {
    let (mut table, mut once) = (BTreeMap::new(), Vec::new());
    let mut random = fastrand::Rng::with_seed(7);
    for (id, part) in (0..60).flat_map(|id| (0..2).map(move |part| (id, part))) {
        let places = (Grown { id, part }).keys_in_read_order().unwrap();
        let stands: Vec<_> = places.iter().filter(|_| random.bool()).map(|key| key.to_vec()).collect();
        once.extend(stands.first().cloned());
        table.extend(stands.into_iter().map(|key| (key, ())));
        for label in (0..7).filter(|label| places.iter().all(|key| key[0] != *label) && random.u8(..4) == 0) {
            let key = [&[label], &places[0][1..]].concat();
            table.insert(key.clone(), ());
            once.push(key);
        }
    }
    (table, once)
}

/// A row that stands at several places comes once, as the oldest generation has it; a page may end with it.
#[test]
fn rows_of_several_generations_are_neither_lost_nor_doubled() {
    let (table, mut once) = grown();
    assert!(table.len() > once.len() + 30, "{} rows, {} of them once", table.len(), once.len());
    once.sort_unstable();
    for (reversed, by_range) in [(false, false), (false, true), (true, false), (true, true)] {
        let turned = |plan: Plan<_>| if reversed { plan.reversed() } else { plan };
        let rows = |plan: &ScanPlan| -> Vec<Vec<u8>> {
            let open = |range: KeyRange, _| -> Vec<Vec<u8>> {
                let keys = table.range::<[u8], _>(range).map(|(key, ())| key.clone());
                if reversed { keys.rev().collect() } else { keys.collect() }
            };
            let merge = if by_range { plan.by_range(open) } else { plan.merge(open) };
            merge.map(Result::unwrap).collect()
        };
        let all = rows(&turned(Grown::scan().plan().unwrap()));
        let mut sorted = all.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, once);
        assert!(all.is_sorted_by(|a, b| if reversed { a[1..] >= b[1..] } else { a[1..] <= b[1..] }));
        for size in [1, 2, 3, 7] {
            let (mut found, mut cursor) = (Vec::new(), None::<String>);
            loop {
                let page = Grown::scan().limit(size).resume(cursor.as_deref());
                let plan = turned(page.plan().unwrap());
                let page = rows(&plan);
                let Some(last) = page.last() else { break };
                cursor = Some(if by_range { plan.cursor_by_range(last) } else { plan.cursor(last) });
                found.extend(page);
                assert!(found.len() <= all.len(), "pages without end");
            }
            assert_eq!(found, all);
        }
    }
}

/// Rows of a table without a salt, so that each order is that of all keys.
#[derive(RowKey, Clone, Debug)]
struct Reading {
    device: u8,
    metric: u8,
    at: u8,
}

/// The orders of a page: of rows, and whether they are read range by range.
type PageOrder = (&'static str, fn(Plan<Reading>) -> Plan<Reading>, bool);

const ORDERS: [PageOrder; 10] = [
    ("in key order", |plan| plan, false),
    ("in reverse key order", Plan::reversed, false),
    ("range by range", |plan| plan, true),
    ("range by range, in reverse", Plan::reversed, true),
    ("sorted by `at`", |plan| plan.sorted_by(Reading::fields().at).unwrap(), false),
    ("sorted by `at`, in reverse", |plan| plan.sorted_by(Reading::fields().at).unwrap().reversed(), false),
    ("sorted by `metric`", |plan| plan.sorted_by(Reading::fields().metric).unwrap(), false),
    ("first row for each `metric`, in key order", |plan| plan.distinct(Reading::fields().metric).unwrap(), false),
    (
        "first row for each `metric`, in reverse key order",
        |plan| plan.distinct(Reading::fields().metric).unwrap().reversed(),
        false,
    ),
    ("first row for each `at`, in key order", |plan| plan.distinct(Reading::fields().at).unwrap(), false),
];

#[test]
fn a_page_in_another_order_is_refused_by_name() {
    let rows = (0..4).flat_map(|metric| (0..5).map(move |at| Reading { device: 7, metric, at: at * 3 % 5 }));
    let table: BTreeMap<Vec<u8>, ()> = rows.map(|row| (row.encode().unwrap().to_vec(), ())).collect();
    let plan = |cursor: Option<&str>| {
        let scan = Reading::scan().device(7u8).metric(one_of(0..4u8));
        scan.clone().resume(cursor).plan().unwrap()
    };
    let read = |plan: &ScanPlan, is_by_range: bool| -> Result<Vec<Vec<u8>>, MergeError> {
        let open = |range: KeyRange, direction: Direction| -> Vec<Vec<u8>> {
            direction.of(table.range::<[u8], _>(range)).map(|(key, ())| key.clone()).collect()
        };
        if is_by_range { plan.by_range(open).collect() } else { plan.merge(open).collect() }
    };
    for (words, order, is_by_range) in ORDERS {
        let first = order(plan(None));
        let all = read(&first, is_by_range).unwrap();
        for (at, row) in all.iter().enumerate() {
            let cursor = if is_by_range { first.cursor_by_range(row) } else { first.cursor(row) };
            for (other_words, other, is_other_by_range) in ORDERS {
                let found = read(&other(plan(Some(&cursor))), is_other_by_range);
                if words == other_words {
                    assert_eq!(found.unwrap(), all[at + 1..], "{words}");
                    continue;
                }
                let Err(MergeError::Plan(error)) = found else { panic!("{words}, then {other_words}: {found:?}") };
                let (found, expected) = (words.to_owned(), other_words.to_owned());
                let reason = CursorError::Order { found, expected };
                assert_eq!(*error, ScanError::Cursor { key: "Reading", reason });
            }
        }
    }
    let cursor = plan(None).cursor(table.keys().next().unwrap());
    let error = read(&plan(Some(&cursor)).sorted_by(Reading::fields().at).unwrap(), false).unwrap_err().to_string();
    let expected = "the scan of `Reading` cannot resume from this cursor: expected a cursor for the order \"sorted by \
                    `at`\", found one for \"in key order\": read every page in the same order";
    assert_eq!(error, expected);
}

/// A cursor whose order the plan cannot have: the text is whole, and somebody has made it.
#[test]
fn an_order_that_no_plan_has_is_refused() {
    let plan = Reading::scan().plan().unwrap();
    let cursor = plan.clone().distinct(Reading::fields().at).unwrap().cursor(&[7, 1, 1]);
    let refused = |order: [u8; 4]| {
        let mut bytes: Vec<u8> = cursor
            .as_bytes()
            .chunks(2)
            .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect();
        let end = bytes.len() - 4;
        bytes[..4].copy_from_slice(&order);
        let check = (xxhash_rust::xxh3::xxh3_64(&bytes[..end]) as u32).to_be_bytes();
        bytes[end..].copy_from_slice(&check);
        let text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Reading::scan().resume(Some(&text)).plan().map(|_| ())
    };
    assert_eq!(refused(*b"md\0\x02"), Ok(()), "it is the order of this cursor");
    for order in [*b"md\0\x03", *b"mD\xFF\xFF", *b"ms\0\x01", *b"mk\0\x01", *b"xk\0\0", *b"mx\0\0", *b"m\xEB\0\0"] {
        let error = ScanError::Cursor { key: "Reading", reason: CursorError::Damaged };
        assert_eq!(refused(order), Err(error), "{order:?}");
    }
}

mod renamed {
    use rowkey::RowKey;

    /// [`Call`](super::Call) with other names, and the same bytes.
    #[derive(RowKey, Clone, Debug)]
    pub struct Conversation {
        #[salt(buckets = 4)]
        #[pad(3)]
        pub caller: String,
        #[reverse_ts]
        pub begin: i64,
        pub cents: i16,
    }

    /// The bytes of `cents` are as many, and other ones.
    #[derive(RowKey, Clone, Debug)]
    pub struct Unsigned {
        #[salt(buckets = 4)]
        #[pad(3)]
        pub phone: String,
        #[reverse_ts]
        pub at: i64,
        pub price: u16,
    }
}

#[test]
fn a_field_that_is_renamed_keeps_its_cursors() {
    let cursor = Call::scan().plan().unwrap().cursor(&key());
    let renamed = renamed::Conversation::scan().resume(Some(&cursor)).plan().unwrap();
    assert!(renamed.ranges().eq(Call::scan().resume(Some(&cursor)).plan().unwrap().ranges()));
    assert_ne!(Call::LAYOUT.lock(), renamed::Conversation::LAYOUT.lock());
    assert!(Plan::<Call>::of(renamed.clone()).unwrap().ranges().eq(renamed.ranges()));
    let error = Plan::<renamed::Unsigned>::of(renamed).unwrap_err().to_string();
    assert!(error.starts_with("expected a plan for `Unsigned: "), "{error}");
    assert!(matches!(reason_of(renamed::Unsigned::scan().resume(Some(&cursor)).plan()), CursorError::Layout { .. }));
}

/// Elements that are read from the back lie within the ranges of others.
#[test]
fn a_cursor_knows_values_that_its_ranges_do_not_show() {
    #[derive(RowKey)]
    struct Back {
        #[rowkey(allow(unordered))]
        name: Vec<u8>,
        id: u8,
    }
    let plan = |names: [&[u8]; 2], cursor: Option<&str>| {
        let scan = Back::scan().filter_name(one_of(names));
        scan.clone().resume(cursor).plan()
    };
    let cursor = plan([b"a", b"ab"], None).unwrap().cursor(b"a\0");
    assert!(plan([b"ab", b"a"], Some(&cursor)).is_ok(), "the order of values is no part of the query");
    let error = plan([b"a", b"ac"], Some(&cursor)).unwrap_err();
    assert!(matches!(error, ScanError::Cursor { reason: CursorError::Query { .. }, .. }));
}

rowkey::laws!(Call, other::Call, Grown, Reading, renamed::Conversation, renamed::Unsigned);
