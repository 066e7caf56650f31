//! Months of one subscriber in the table, as Java scanned them, without naming a bucket.

use super::{CallRow, OldCallRow, Side};
use crate::tables::rows::Rows;
use jiff::Timestamp;
use jiff::civil::date;
use rowkey::scan::{Known, Term, TermCondition};
use rowkey::{KeyRange, RowKey, ScanPlan, one_of, starts_with};
use std::convert::Infallible;

/// The steered form over a time type.
#[derive(RowKey, Debug, PartialEq)]
struct Call {
    #[salt(xxh3, buckets = 6, of(caller, at.year_month))]
    caller: u64,
    #[reverse_ts(millis, exact)]
    at: Timestamp,
    callee: u64,
}

fn texts(plan: &ScanPlan) -> Vec<(String, String)> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    plan.ranges().map(|range| (text(range.start()), text(range.stop().unwrap()))).collect()
}

#[test]
fn a_month_is_one_range() {
    let refused = Rows::read("a_telecom_month_scans").check(|row| {
        let [caller, month, label] = ["call1", "month", "salt"].map(|column| row.text(column));
        let plan = OldCallRow::scan().caller(caller).at(starts_with(month)).plan().unwrap();
        assert_eq!(texts(&plan), [(row.text("start_text").to_owned(), row.text("stop_text").to_owned())]);

        let first = date(month[..4].parse().unwrap(), month[5..].parse().unwrap(), 1);
        let next = first.last_of_month().tomorrow().unwrap();
        let strict = CallRow::scan().caller(caller).at(first.at(0, 0, 0, 0)..next.at(0, 0, 0, 0)).plan().unwrap();
        let ends = [first, next].map(|day| format!("{label}_{caller}_{day} 00:00"));
        assert_eq!(texts(&strict), [ends.into()]);

        let key = |at| {
            let call = CallRow { caller: caller.into(), at, callee: "1".repeat(11), side: Side::Caller, seconds: 1 };
            call.encode().unwrap()
        };
        for (at, in_month) in
            [(first.at(0, 0, 0, 0), true), (first.last_of_month().at(23, 59, 0, 0), true), (next.at(0, 0, 0, 0), false)]
        {
            for plan in [&*plan, &*strict] {
                assert_eq!(plan.ranges().any(|range| range.contains(&key(at))), in_month, "{at}");
            }
        }
        Ok::<(), Infallible>(())
    });
    refused.are(&[]);
}

#[test]
fn november_to_february_is_a_range_in_each_bucket_that_occurs() {
    let (from, to) = (date(2017, 11, 1).at(0, 0, 0, 0), date(2018, 3, 1).at(0, 0, 0, 0));
    let plan = CallRow::scan().caller("13362666677").at(from..to).plan().unwrap();
    // November and January lie in bucket 4, December and February in bucket 1: from the first to the last of them.
    assert_eq!(
        texts(&plan),
        [("01", "2017-12-01 00:00", "2018-03-01 00:00"), ("04", "2017-11-01 00:00", "2018-02-01 00:00")]
            .map(|(label, from, to)| (format!("{label}_13362666677_{from}"), format!("{label}_13362666677_{to}")))
    );
    let known: Vec<Known> = plan.explain().inputs().into_iter().map(|(.., known)| known).collect();
    assert_eq!(known, [Known::Bound, Known::Listed(4)]);
    let said = r#"scan of CallRow: 2 ranges
  caller = "13362666677"
  at >= "2017-11-01 00:00" and < "2018-03-01 00:00"
  buckets 1, 4 of 6: xor of caller.from(7).int, at.year_month; caller is known, at has 4 possible values
  bucket 1: caller = "13362666677", at >= "2017-12-01 00:00" and < "2018-03-01 00:00"
    "01_13362666677_2017-12-01 00:00" .. "01_13362666677_2018-03-01 00:00"
  bucket 4: caller = "13362666677", at >= "2017-11-01 00:00" and < "2018-02-01 00:00"
    "04_13362666677_2017-11-01 00:00" .. "04_13362666677_2018-02-01 00:00"
  in key order"#;
    assert_eq!(plan.explain().to_string(), said);
}

#[test]
fn times_are_listed_by_months_too() {
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    let calls = |from: &str, to: &str| Call::scan().caller(7).at(at(from)..at(to)).plan().unwrap();
    let month = calls("2017-11-01T00:00:00Z", "2017-12-01T00:00:00Z");
    assert_eq!(month.ranges().len(), 1);
    let months = calls("2017-11-01T00:00:00Z", "2017-12-01T00:00:00.001Z");
    let inputs = months.explain().inputs();
    assert_eq!(
        inputs.iter().map(|(name, _, known)| (*name, *known)).collect::<Vec<_>>(),
        [("caller", Known::Bound), ("at", Known::Listed(2)),]
    );
    // Too many months to list, and no end at all.
    let (all, open) = (
        calls("0000-01-01T00:00:00Z", "9000-01-01T00:00:00Z"),
        Call::scan().caller(7).at(at("2017-11-01T00:00:00Z")..),
    );
    for plan in [all, open.plan().unwrap(), Call::scan().caller(7).plan().unwrap()] {
        assert_eq!((plan.ranges().len(), plan.explain().inputs()[1].2), (6, Known::Open));
    }
    // The law of all: a row lies in one range.
    let call = |text: &str| Call { caller: 7, at: at(text), callee: 1 }.encode().unwrap();
    let holds = |plan: &ScanPlan, key: &[u8]| plan.ranges().filter(|range: &KeyRange| range.contains(key)).count();
    for (text, in_month) in [("2017-11-01T00:00:00Z", 1), ("2017-11-30T23:59:59.999Z", 1), ("2017-12-01T00:00:00Z", 0)]
    {
        assert_eq!(holds(&month, &call(text)), in_month, "{text}");
        assert_eq!(holds(&months, &call(text)), 1, "{text}");
    }
}

#[test]
fn a_plan_says_where_it_goes_on() {
    let (from, to) = (date(2017, 11, 1).at(0, 0, 0, 0), date(2018, 3, 1).at(0, 0, 0, 0));
    let scan = || CallRow::scan().caller("13362666677").at(from..to).filter_callee(one_of(["14444445555"]));
    let row = CallRow {
        caller: "13362666677".into(),
        at: date(2018, 2, 3).at(4, 5, 0, 0),
        callee: "1".repeat(11),
        side: Side::Caller,
        seconds: 180,
    };
    let key = row.encode().unwrap();
    let cursor = scan().plan().unwrap().cursor(&key);
    let plan = scan().limit(3).resume(Some(&cursor)).plan().unwrap();
    let said = r#"scan of CallRow: 1 range
  caller = "13362666677"
  at >= "2017-11-01 00:00" and < "2018-03-01 00:00"
  buckets 1, 4 of 6: xor of caller.from(7).int, at.year_month; caller is known, at has 4 possible values
  resumes after the row caller = "13362666677", at = "2018-02-03 04:05", callee = "11111111111", side = Caller, seconds = 180
  bucket 1: caller = "13362666677", at >= "2017-12-01 00:00" and < "2018-03-01 00:00"
    "01_13362666677_2018-02-03 04:05_11111111111_1_180" 00 .. "01_13362666677_2018-03-01 00:00", without the rows before the cursor
  filter: callee in ("14444445555")
  at most 3 rows, in key order"#;
    assert_eq!(plan.explain().to_string(), said);

    let explained = plan.explain();
    let texts = |terms: &[Term]| terms.iter().map(Term::to_string).collect::<Vec<_>>();
    let buckets = explained.buckets().unwrap();
    assert_eq!((buckets.read(), buckets.of()), (&[1, 4][..], 6));
    let fields: Vec<_> = explained.asked().iter().map(Term::field).collect();
    assert_eq!(fields, ["caller", "at"]);
    assert_eq!(texts(&explained.filters()), ["callee in (\"14444445555\")"]);
    let [range] = &explained.ranges().collect::<Vec<_>>()[..] else { panic!("{explained}") };
    assert_eq!((range.bucket(), range.is_cut(), Some(range.range())), (Some(1), true, plan.ranges().next().as_ref()));
    assert_eq!(range.terms()[0].condition(), &TermCondition::Equal("\"13362666677\"".into()));
    assert_eq!(explained.resumed_after(), Some(key.as_ref()));
    assert_eq!((explained.row_limit(), explained.is_reversed()), (Some(3), false));
    assert_eq!(scan().plan().unwrap().explain().resumed_after(), None);
}

rowkey::laws!(Call);
