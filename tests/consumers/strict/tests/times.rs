//! Dates and times, each one step from a refusal.
#![allow(dead_code)]

use rowkey::RowKey;
use rowkey::codec::{Pattern, Strftime};

type When = jiff::civil::DateTime;

#[derive(RowKey, Debug)]
#[rowkey(separator = "_", split(keys("2017-12", "2018")), allow(hot))]
struct Text {
    #[rowkey(time("%Y-%m-%d %H:%M", exact))]
    minute: When,
    #[rowkey(time("%Y%j%H%M%S%9f", exact), desc)]
    nanos: When,
    #[rowkey(time("%d.%m.%Y"), allow(unordered))]
    european: chrono::NaiveDate,
    #[rowkey(time("%Y", floor))]
    year: time::Date,
    #[rowkey(time("%F %T", offset = "+08:00", exact))]
    instant: jiff::Timestamp,
}

#[derive(RowKey, Debug)]
#[rowkey(salt(xor, buckets = 6, of(at.year_month, id.div(2))))]
struct Views {
    #[reverse_ts]
    at: i64,
    id: u8,
}

#[derive(RowKey, Debug)]
#[rowkey(salt(modulo, buckets = 10, of(at.div(1_000).year_month_day)))]
struct Counts {
    #[rowkey(time(millis))]
    at: u64,
    #[rowkey(time(secs, floor), desc)]
    since: chrono::NaiveDateTime,
}

/// Times that count down from the greatest of the type, or from the greatest number of fewer digits.
#[derive(RowKey, Debug)]
struct Reversed {
    #[rowkey(time(secs), digits(20), desc)]
    down: u64,
    #[rowkey(time(millis), hex(16, upper), desc)]
    down_signed: i64,
    #[rowkey(reverse_ts, digits(19))]
    newest: u64,
    #[rowkey(reverse_ts(nanos), bytes(8))]
    newest_nanos: jiff::Timestamp,
    /// `9999999999999 - millis`
    #[rowkey(reverse_ts, digits(13))]
    newest_millis: u64,
    #[rowkey(time(secs), digits(13), desc)]
    down_few: u64,
    #[rowkey(time(millis), hex(12, upper), desc)]
    down_few_signed: i64,
    #[rowkey(reverse_ts(micros, floor), bytes(7))]
    newest_few_micros: jiff::Timestamp,
}

#[derive(RowKey, Debug)]
struct Public {
    #[rowkey(time("%F"))]
    pub at: time::Date,
}

enum Minutes {}

impl Pattern for Minutes {
    const PATTERN: &'static str = "%Y%m%d%H%M";
    const FINER: char = 'f';
}

#[derive(RowKey, Debug)]
pub struct ByHand {
    #[rowkey(with = Strftime<Minutes>)]
    pub at: When,
}

#[test]
fn compiles_and_runs() {
    let from = jiff::civil::date(2017, 12, 1).at(0, 0, 0, 0);
    let _ = Text::scan().minute(from..);
    let _ = ByHand::scan().at(..from);
}

#[test]
fn reversed_times_of_today_are_written() {
    let now = jiff::Timestamp::now();
    let (secs, millis) = (now.as_second() as u64, now.as_millisecond());
    let row = Reversed {
        down: secs,
        down_signed: millis,
        newest: millis as u64,
        newest_nanos: now,
        newest_millis: millis as u64,
        down_few: secs,
        down_few_signed: millis,
        newest_few_micros: now,
    };
    let expected = format!("{:020}{:016X}{:019}", u64::MAX - secs, i64::MAX - millis, i64::MAX - millis);
    let key = row.encode().unwrap();
    assert_eq!(&key[..55], expected.as_bytes());
    assert_eq!(key[55..63], (i64::MAX - now.as_nanosecond() as i64).to_be_bytes());
    let (few_millis, few_secs) = (9_999_999_999_999 - millis, 9_999_999_999_999 - secs);
    let expected = format!("{few_millis:013}{few_secs:013}{:012X}", 0xFFFF_FFFF_FFFF - millis);
    assert_eq!(&key[63..101], expected.as_bytes());
    assert_eq!(key[101..], ((1 << 56) - 1 - now.as_microsecond()).to_be_bytes()[1..]);
}

rowkey::laws!(Text, Views, Counts, Reversed, Public, ByHand);
