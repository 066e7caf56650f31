//! The law of scans for dates and times.

use super::universe::{SMALL, Table, between};
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use rowkey::RowKey;

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Unsigned {
    #[reverse_ts]
    a: u64,
    b: char,
    c: std::net::Ipv4Addr,
}

#[test]
fn times_that_cannot_be_written() {
    let times = [0, 1, 1_512_101_400_000, i64::MAX as u64 - 1, i64::MAX as u64];
    let chars = ['\0', 'a', '\u{D7FF}', '\u{E000}', char::MAX];
    let address = std::net::Ipv4Addr::from;
    let mut t = Table::of(product!(times, chars, [0u32, u32::MAX], |a, b, c| Unsigned { a, b, c: address(c) }));
    let all = |_: &Unsigned| true;
    let bounds = [0, 1, 5, i64::MAX as u64, i64::MAX as u64 + 1, u64::MAX];
    equals!(t, Unsigned::scan(), 1, Unsigned, all, |k: &Unsigned| k.a, bounds, a);
    ranges!(t, Unsigned::scan(), 1, Unsigned, all, |k: &Unsigned| k.a, bounds, a);
    let base = |k: &Unsigned| k.a == 0;
    ranges!(t, Unsigned::scan().a(0u64), 1, Unsigned, base, |k: &Unsigned| k.b, chars, b);
    let base = |k: &Unsigned| k.a == 1 && k.b == char::MAX;
    let start = || Unsigned::scan().a(1u64).b(char::MAX);
    let bounds = [0, 1, u32::MAX - 1, u32::MAX].map(address);
    ranges!(t, start(), 1, Unsigned, base, |k: &Unsigned| k.c, bounds, c);
    t.done("times");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "_", salt(xor, buckets = 3, of(at.year_month, turned.hour)))]
struct Dated {
    #[rowkey(time("%Y-%m-%d %H:%M", exact))]
    at: DateTime,
    #[rowkey(time("%Y%j", offset = "-03:30", exact), desc)]
    turned: Timestamp,
}

/// Finer than a minute, in other months, and beyond the years that are written.
fn bounds() -> Vec<DateTime> {
    let texts = [
        "-000001-12-31T23:59",
        "0000-01-01T00:00",
        "2017-11-30T23:59:59.999999999",
        "2017-12-01T00:00",
        "2017-12-01T00:00:00.000000001",
        "2017-12-01T00:01",
        "2018-01-01T00:00",
        "9999-12-31T23:59",
        "9999-12-31T23:59:59",
    ];
    texts.map(|text| text.parse().unwrap()).to_vec()
}

#[test]
fn dates() {
    let instants = |texts: [&str; 8]| texts.map(|text| text.parse::<Timestamp>().unwrap()).to_vec();
    // Only those at midnight in the offset can be written, and only those in years of four digits.
    let days = instants([
        "-000001-12-31T03:30:00Z",
        "0000-01-01T03:30:00Z",
        "2017-12-01T03:30:00Z",
        "2017-12-01T03:30:01Z",
        "2017-12-02T03:29:59Z",
        "2017-12-02T03:30:00Z",
        "2018-01-01T03:30:00Z",
        "9999-12-30T03:30:00Z",
    ]);
    let minutes: Vec<DateTime> = bounds();
    let mut t = Table::of(product!(minutes, days, |at, turned| Dated { at, turned }));
    let all = |_: &Dated| true;
    let (at, turned) = (|k: &Dated| k.at, |k: &Dated| k.turned);
    equals!(t, Dated::scan(), 3, Dated, all, at, bounds(), at);
    ranges!(t, Dated::scan(), 3, Dated, all, at, bounds(), at);
    filters!(t, Dated::scan(), Dated, all, turned, days, filter_turned, ranges);
    let day = bounds()[3];
    let base = |k: &Dated| k.at == day;
    equals!(t, Dated::scan().at(day), 1, Dated, base, turned, days, turned);
    ranges!(t, Dated::scan().at(day), 3, Dated, base, turned, days, turned);
    t.done("dates");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Counts {
    #[rowkey(time(secs, exact), desc)]
    at: DateTime,
    #[rowkey(time(millis))]
    since: u64,
}

#[test]
fn counts_of_seconds() {
    let values = [0, 1, i64::MAX as u64, 1 << 63, u64::MAX];
    let mut t = Table::of(product!(bounds(), values, |at, since| Counts { at, since }));
    let all = |_: &Counts| true;
    equals!(t, Counts::scan(), 1, Counts, all, |k: &Counts| k.at, bounds(), at);
    ranges!(t, Counts::scan(), 1, Counts, all, |k: &Counts| k.at, bounds(), at);
    let day = bounds()[3];
    let base = |k: &Counts| k.at == day;
    equals!(t, Counts::scan().at(day), 1, Counts, base, |k: &Counts| k.since, values, since);
    ranges!(t, Counts::scan().at(day), 1, Counts, base, |k: &Counts| k.since, values, since);
    t.done("counts of seconds");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct DateOfEuropeans {
    #[rowkey(time("%d.%m.%Y"), allow(unordered))]
    day: Date,
    id: u8,
}

#[test]
fn dates_in_no_order() {
    let days: Vec<Date> = bounds().into_iter().map(DateTime::date).chain([Date::MIN, Date::MAX]).collect();
    let mut distinct = days.clone();
    distinct.sort();
    distinct.dedup();
    let mut t = Table::of(product!(distinct, SMALL, |day, id| DateOfEuropeans { day, id }));
    let all = |_: &DateOfEuropeans| true;
    equals!(t, DateOfEuropeans::scan(), 1, DateOfEuropeans, all, |k: &DateOfEuropeans| k.day, distinct, day);
    let get = |k: &DateOfEuropeans| k.day;
    filters!(t, DateOfEuropeans::scan(), DateOfEuropeans, all, get, days, filter_day, ranges);
    let base = |k: &DateOfEuropeans| k.day == days[3];
    ranges!(t, DateOfEuropeans::scan().day(days[3]), 1, DateOfEuropeans, base, |k: &DateOfEuropeans| k.id, SMALL, id);
    t.done("dates in no order");
}

rowkey::laws!(Unsigned, Dated, Counts, DateOfEuropeans);
