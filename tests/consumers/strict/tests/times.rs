//! Dates and times, each one step from a refusal.
#![allow(dead_code)]

use rowkey::RowKey;
use rowkey::codec::{Pattern, Strftime};

type When = jiff::civil::DateTime;

#[derive(RowKey)]
#[rowkey(separator = "_", split(keys("2017-12", "2018")))]
struct Text {
    #[rowkey(time("%Y-%m-%d %H:%M", exact))]
    minute: When,
    #[rowkey(time("%Y%j%H%M%S%9f", exact), desc)]
    nanos: When,
    #[rowkey(time("%d.%m.%Y"), unordered)]
    european: chrono::NaiveDate,
    #[rowkey(time("%Y", floor))]
    year: time::Date,
    #[rowkey(time("%F %T", offset = "+08:00", exact))]
    instant: jiff::Timestamp,
}

#[derive(RowKey)]
#[rowkey(salt(xor, buckets = 6, of(at.year_month, id.div(2))))]
struct Views {
    #[reverse_ts]
    at: i64,
    id: u8,
}

#[derive(RowKey)]
#[rowkey(salt(modulo, buckets = 10, of(at.div(1_000).year_month_day)))]
struct Counts {
    #[rowkey(time(millis))]
    at: u64,
    #[rowkey(time(secs, floor), desc)]
    since: chrono::NaiveDateTime,
}

#[derive(RowKey)]
struct Public {
    #[rowkey(time("%F"))]
    pub at: time::Date,
}

enum Minutes {}

impl Pattern for Minutes {
    const PATTERN: &'static str = "%Y%m%d%H%M";
    const FINER: char = 'f';
}

#[derive(RowKey)]
pub struct ByHand {
    #[rowkey(with = Strftime<Minutes>)]
    pub at: When,
}

#[test]
fn compiles_and_runs() {
    let from = jiff::civil::date(2017, 12, 1).at(0, 0, 0, 0);
    let _ = Text::scan().minute_in(from..);
    let _ = ByHand::scan().at_in(..from);
}
