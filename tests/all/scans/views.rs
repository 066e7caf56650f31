//! The law of scans where a salt takes one field in several views.

use super::universe::{Table, between};
use jiff::{Timestamp, ToSpan};
use rowkey::RowKey;

/// A run of what the salt sees ends with ten days, or with a month.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xxh3, buckets = 50, of(at.div(864_000), at.year_month)))]
struct TenDays {
    #[rowkey(time(secs, exact))]
    at: Timestamp,
}

#[test]
fn a_run_ends_where_either_view_changes() {
    const DAY: i64 = 86_400;
    // From the 14th of November, on which no ten days begin.
    let days = (0..60).map(|day| Timestamp::from_second(1_700_000_000 / DAY * DAY + day * DAY).unwrap());
    let last_seconds = days.clone().map(|day| day - 1.second());
    let mut t = Table::dense(days.clone().chain(last_seconds).map(|at| TenDays { at }));
    let all = |_: &TenDays| true;
    let bounds: Vec<_> = days.step_by(7).collect();
    ranges!(t, TenDays::scan(), 50, TenDays, all, |k: &TenDays| k.at, bounds, at);
    // Below the 7th of December: ten days end on the 18th and the 28th, the month on the 30th.
    let plan = TenDays::scan().at(bounds[0]..bounds[0] + 552.hours()).plan().unwrap();
    assert_eq!(plan.ranges().len(), 4);
    assert!(t.keys.listed > 100);
    t.done("two views of one field");
}

rowkey::laws!(TenDays);
