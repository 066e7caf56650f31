//! The time of an id as an input of salts and elements.

use jiff::Timestamp;
use rowkey::{RowKey, one_of};
use std::collections::BTreeMap;
use ulid::Ulid;
use uuid::Uuid;

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(buckets = 50, of(shop, id.year_month)))]
#[rowkey(answers(shop, id.year_month), answers(shop, id.hour), answers(shop, id in ..; buckets))]
struct ByMonth {
    shop: u8,
    id: Ulid,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(answers(id.year_month), answers(shop, id.year_month_day), store = hbase, split(regions = 4, span("2020".."2040")), allow(hot))]
struct ByDay {
    #[rowkey(element(id.year_month_day))]
    shop: u8,
    #[rowkey(with = rowkey::codec::UuidV7, desc)]
    id: Uuid,
}

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(salt(xor, buckets = 9, of(id.div(3_600_000), id.year)), answers(id.floor(60_000)))]
struct TwoViews {
    #[rowkey(with = rowkey::codec::UuidV7)]
    id: Uuid,
}

fn millis(time: &str) -> u64 {
    time.parse::<Timestamp>().unwrap().as_millisecond().try_into().unwrap()
}

fn v7(millis: u64, rest: u8) -> Uuid {
    let [_, _, a, b, c, d, e, f] = millis.to_be_bytes();
    Uuid::from_bytes([
        a,
        b,
        c,
        d,
        e,
        f,
        0x70 | rest & 15,
        rest,
        0x80 | rest & 63,
        rest,
        rest,
        rest,
        rest,
        rest,
        rest,
        rest,
    ])
}

/// The bounds of queries: ids of any version, with zeros after the milliseconds.
fn start(time: &str) -> Uuid {
    Uuid::from_u128(u128::from(millis(time)) << 80)
}

const TIMES: [&str; 8] = [
    "1970-01-01T00:00:00Z",
    "2023-12-31T23:59:59.999Z",
    "2024-01-01T00:00:00Z",
    "2024-01-31T23:59:59.999Z",
    "2024-02-01T00:00:00Z",
    "2024-02-29T12:34:56.789Z",
    "2024-03-01T00:00:00Z",
    "2024-03-01T00:59:59.999Z",
];

/// Compares a query with a filter of all rows. Returns the number of ranges.
macro_rules! rows_of {
    ($rows:ident, $query:expr, |$row:ident| $filter:expr) => {{
        let plan = $query.plan().unwrap();
        let read = plan.ranges().flat_map(|range| $rows.iter().filter(move |(key, _)| range.contains(key)));
        let mut found: Vec<_> = read.filter(|(key, _)| plan.matches(key)).map(|(key, _)| key).collect();
        found.sort();
        let wanted: Vec<_> = $rows.iter().filter(|(_, $row)| $filter).map(|(key, _)| key).collect();
        assert_eq!(found, wanted);
        plan.ranges().len()
    }};
}

#[test]
fn the_element_is_the_day_of_the_id() {
    let row = ByDay { shop: 7, id: v7(millis(TIMES[5]), 3) };
    let key = row.encode().unwrap();
    assert_eq!(key[..9], *b"20240229\x07");
    assert!(row.id.as_bytes().iter().zip(&key[9..]).all(|(id, byte)| *id == !byte));
    assert_eq!(ByDay::decode(&key), Ok(row));
    let mut other = key.to_vec();
    other[7] = b'8';
    assert!(ByDay::decode(&other).unwrap_err().to_string().contains("id.year_month_day"));
    assert_eq!(ByDay::SPLIT_KEYS, [b"20250101", b"20300101", b"20350101"]);
}

#[test]
fn a_month_of_ids_is_one_range() {
    let rows: BTreeMap<Vec<u8>, ByMonth> = (0..3)
        .flat_map(|shop| TIMES.map(|time| ByMonth { shop, id: Ulid(u128::from(millis(time)) << 80 | 77) }))
        .map(|row| (row.encode().unwrap().to_vec(), row))
        .collect();
    let from = |time: &str| Ulid(u128::from(millis(time)) << 80);
    let february = from("2024-02-01T00:00:00Z")..from("2024-03-01T00:00:00Z");
    assert_eq!(
        rows_of!(rows, ByMonth::scan().shop(1u8).id(february.clone()), |row| row.shop == 1
            && february.contains(&row.id)),
        1
    );
    let winter = from("2023-12-01T00:00:00Z")..from("2024-03-01T00:00:00Z");
    assert_eq!(
        rows_of!(rows, ByMonth::scan().shop(1u8).id(winter.clone()), |row| row.shop == 1 && winter.contains(&row.id)),
        3
    );
    // A day before the end of the last month that an id can have. The last id is the one that has no number.
    let last = Ulid(((1 << 48) - 86_400_000) << 80);
    assert_eq!(ByMonth::scan().shop(1u8).id(last..).plan().unwrap().ranges().len(), 1);
    assert_eq!(ByMonth::scan().shop(1u8).id(from(TIMES[4])..).plan().unwrap().ranges().len(), 50);
}

#[test]
fn ids_of_other_versions_are_bounds() {
    let rows: BTreeMap<Vec<u8>, TwoViews> = TIMES
        .into_iter()
        .flat_map(|time| [0, 1, 200, 255].map(|rest| TwoViews { id: v7(millis(time), rest) }))
        .map(|row| (row.encode().unwrap().to_vec(), row))
        .collect();
    assert_eq!(rows.len(), 32);
    for from in TIMES {
        for to in TIMES {
            let range = start(from)..start(to);
            rows_of!(rows, TwoViews::scan().id(range.clone()), |row| range.contains(&row.id));
        }
    }
    let minute = start("2024-03-01T00:59:00Z")..start("2024-03-01T01:00:00Z");
    assert_eq!(rows_of!(rows, TwoViews::scan().id(minute.clone()), |row| minute.contains(&row.id)), 1);
    let ids = [v7(millis(TIMES[1]), 1), v7(millis(TIMES[5]), 0)];
    assert!(rows_of!(rows, TwoViews::scan().id(one_of(ids)), |row| ids.contains(&row.id)) <= 2);

    let rows: BTreeMap<Vec<u8>, ByDay> = (0..3)
        .flat_map(|shop| TIMES.map(|time| ByDay { shop, id: v7(millis(time), 9) }))
        .map(|row| (row.encode().unwrap().to_vec(), row))
        .collect();
    let month = start("2024-01-01T00:00:00Z")..start("2024-02-01T00:00:00Z");
    assert_eq!(rows_of!(rows, ByDay::scan().filter_id(month.clone()), |row| month.contains(&row.id)), 1);
    let day = start("2024-03-01T00:00:00Z")..start("2024-03-02T00:00:00Z");
    assert_eq!(
        rows_of!(rows, ByDay::scan().shop(2u8).id(day.clone()), |row| row.shop == 2 && day.contains(&row.id)),
        1
    );
}

rowkey::laws!(ByMonth, ByDay, TwoViews);
