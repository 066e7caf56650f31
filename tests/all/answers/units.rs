//! Views in declared queries: `answers(device, at.year_month)`.
//!
//! The query of a view binds `at` from the first second of its unit to the first second of the next one. The test finds these seconds
//! by itself, with the calendar of jiff, and compares the proof with all plans, as `answers.rs` does.

#![allow(clippy::needless_update, reason = "only some of the keys have a third field")]

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use rowkey::__private0::{BoundField, Obstacle, obstacle, view};
use rowkey::salt::View;
use rowkey::{Layout, RowKey, ScanPlan};
use std::collections::BTreeMap;

/// Views, and their result in the words of jiff. They never fall while the time grows.
type Unit = (&'static [View], fn(i64) -> i64);

fn civil(second: i64) -> DateTime {
    Offset::UTC.to_datetime(Timestamp::from_second(second).unwrap())
}

fn month(second: i64) -> i64 {
    i64::from(civil(second).year()) * 100 + i64::from(civil(second).month())
}

const UNITS: [Unit; 9] = [
    (&[view::year], |at| civil(at).year().into()),
    (&[view::year_month], month),
    (&[view::year_month_day], |at| month(at) * 100 + i64::from(civil(at).day())),
    (&[view::hour], |at| (month(at) * 100 + i64::from(civil(at).day())) * 100 + i64::from(civil(at).hour())),
    (&[view::floor(60), view::hour], |at| at.div_euclid(3_600)),
    (&[view::div(3_600)], |at| at.div_euclid(3_600)),
    (&[view::floor(1_800)], |at| at.div_euclid(1_800)),
    (&[view::div(86_400)], |at| at.div_euclid(86_400)),
    (&[view::year, view::div(2)], |at| i64::from(civil(at).year()).div_euclid(2)),
];

/// The units that have rows, each from its first second to the first one after it.
fn ranges((_, result): &Unit) -> Vec<(i64, i64)> {
    let first = |least: i64| {
        // Some second before all rows, and some after them.
        let (mut low, mut high) = (-(1 << 31), 1i64 << 33);
        while low < high {
            let middle = (low + high).div_euclid(2);
            if result(middle) < least { low = middle + 1 } else { high = middle }
        }
        low
    };
    let mut units: Vec<i64> = times().into_iter().map(result).collect();
    units.dedup();
    units.into_iter().map(|unit| (first(unit), first(unit + 1))).collect()
}

/// Seconds around the starts of half hours, hours, days, months and years, in order.
fn times() -> Vec<i64> {
    let starts = [
        "1969-12-31T23",
        "1970-01-01T00",
        "2023-12-31T22",
        "2024-01-01T00",
        "2024-02-29T00",
        "2024-02-29T01",
        "2024-03-01T00",
    ];
    let starts = starts.map(|start| format!("{start}:00:00Z").parse::<Timestamp>().unwrap().as_second());
    let mut times: Vec<i64> =
        starts.iter().flat_map(|start| [-1_801, -1_800, -60, -1, 0, 1, 59, 1_799].map(|by| start + by)).collect();
    times.sort_unstable();
    times.dedup();
    times
}

/// How often a view was answered for one value of the other fields, for any value, and in all buckets.
#[derive(Debug, Default, PartialEq)]
struct Answered {
    of_one: usize,
    of_any: usize,
    in_buckets: usize,
}

/// Compares the proof with the plans of all units. `plan` binds the other field to a value or not.
fn check<K>(
    layout: &'static Layout,
    rows: &BTreeMap<Vec<u8>, (u8, i64)>,
    plan: &dyn Fn(Option<u8>, (i64, i64)) -> rowkey::Plan<K>,
) -> Answered {
    let field = |name| layout.fields().iter().position(|field| field.name() == name).unwrap();
    let mut answered = Answered::default();
    for unit in &UNITS {
        for device in [None, Some(1u8)] {
            let mut bound = vec![BoundField::unit(field("at"), unit.0)];
            bound.extend(device.map(|_| BoundField::value(field("device"))));
            let verdicts = [false, true].map(|buckets| obstacle(layout, &bound, buckets));
            // `floor(60)` does not fit a date.
            if matches!(verdicts[0], Some(Obstacle::Unfit(_))) {
                continue;
            }
            let mut has_reason = [false; 2];
            for range in ranges(unit) {
                let plan: ScanPlan = plan(device, range).into_untyped();
                let held: Vec<&(u8, i64)> = rows
                    .iter()
                    .filter(|(key, _)| plan.ranges().any(|range| range.contains(key)))
                    .map(|(_, row)| row)
                    .collect();
                let is_wanted = |row: &(u8, i64)| {
                    (range.0..range.1).contains(&row.1) && device.is_none_or(|device| row.0 == device)
                };
                let is_exact = held.iter().all(|row| is_wanted(row));
                assert_eq!(
                    held.iter().filter(|row| is_wanted(row)).count(),
                    rows.values().filter(|row| is_wanted(row)).count()
                );
                let labels = layout.salt().map_or(1, |salt| salt.labels());
                let is_one = [plan.ranges().len() <= 1, plan.ranges().len() as u128 <= labels];
                for (buckets, verdict) in verdicts.iter().enumerate() {
                    has_reason[buckets] |= !(is_exact && is_one[buckets]);
                    assert!(
                        is_exact && is_one[buckets] || verdict.is_some(),
                        "{} {:?} {device:?} {range:?}: answered, but {} ranges, exact: {is_exact}",
                        layout.name(),
                        unit.0,
                        plan.ranges().len(),
                    );
                }
            }
            for (verdict, reason) in verdicts.iter().zip(has_reason) {
                assert!(
                    verdict.is_none() || reason,
                    "{} {:?} {device:?}: {verdict:?} without a reason",
                    layout.name(),
                    unit.0
                );
            }
            match device {
                Some(_) => answered.of_one += usize::from(verdicts[0].is_none()),
                None => answered.of_any += usize::from(verdicts[0].is_none()),
            }
            answered.in_buckets += usize::from(verdicts[0].is_some() && verdicts[1].is_none());
        }
    }
    answered
}

/// Checks a key of `device` and `at`.
macro_rules! check {
    ($key:ident, $at:ident, $time:expr) => {{
        let time: fn(i64) -> _ = $time;
        let mut rows = BTreeMap::new();
        for device in 0..3 {
            for at in times() {
                let key = $key { device, at: time(at), ..$key::default() }.encode().unwrap();
                rows.insert(<_ as AsRef<[u8]>>::as_ref(&key).to_vec(), (device, at));
            }
        }
        assert_eq!(rows.len(), 3 * times().len());
        check($key::LAYOUT, &rows, &|device, (start, end)| match device {
            Some(device) => $key::scan().device(device).$at(time(start)..time(end)).plan().unwrap(),
            None => $key::scan().filter_at(time(start)..time(end)).plan().unwrap(),
        })
    }};
    ($key:ident, $at:ident) => {
        check!($key, $at, |at| at)
    };
}

macro_rules! keys {
    ($($(#[$attribute:meta])* $key:ident { $($(#[$of:meta])* $field:ident: $type:ty),* })*) => {$(
        #[derive(RowKey, Clone, Debug, Default)]
        $(#[$attribute])*
        struct $key {
            $($(#[$of])* $field: $type,)*
        }
    )*};
}

keys! {
    #[rowkey(answers(device, at.year_month))] Plain { device: u8, #[rowkey(time(secs))] at: i64 }
    #[rowkey(salt(buckets = 50, of(device, at.year_month)), answers(device, at.year_month))]
    Monthly { device: u8, #[rowkey(time(secs))] at: i64 }
    #[rowkey(salt(xor, buckets = 50, of(at.div(86_400), device)), answers(at.year_month_day, device))]
    Daily { device: u8, #[reverse_ts(secs)] at: i64 }
    #[rowkey(salt(md5, buckets = 3, of(at.year, at.div(3_600))), answers(device, at.hour))]
    TwoViews { device: u8, #[rowkey(time(secs))] at: i64 }
    #[rowkey(salt(buckets = 50, of(device, at.year_month.text)))] TextOfMonth { device: u8, #[rowkey(time(secs))] at: i64 }
    #[rowkey(salt(buckets = 50, of(at)))] Salted { device: u8, #[rowkey(time(secs))] at: i64 }
    #[rowkey(salt(buckets = 50, of(..)))] SaltOfRest { device: u8, #[rowkey(time(secs))] at: i64 }
    #[rowkey(salt(buckets = 50, of(at.year_month), was(40)))] OlderSalt { device: u8, #[rowkey(time(secs))] at: i64 }
    #[rowkey(salt(buckets = 50, of(device, at.year_month)), separator = "_")]
    Text { #[rowkey(digits(3))] device: u8, #[rowkey(time("%Y-%m-%d %H:%M:%S", floor))] at: DateTime }
    #[rowkey(salt(buckets = 50, of(at.div(3_600))))] Converted { device: u8, #[rowkey(via = i64, time(secs))] at: Seconds }
    #[rowkey(answers(at.year_month), answers(device, at.year_month))]
    MonthFirst { #[rowkey(element(at.year_month, desc))] device: u8, #[rowkey(time(secs))] at: i64 }
    #[rowkey(answers(at.year_month), answers(at.year))]
    DayFirst { #[rowkey(element(at.year_month_day))] device: u8, #[reverse_ts(secs)] at: i64 }
    DayLast { device: u8, #[rowkey(element(at.year_month_day), time(secs))] at: i64 }
    #[rowkey(answers(device, at.year_month), answers(at.year))]
    YearAndMonth { #[rowkey(element(at.year))] device: u8, #[rowkey(element(at.year_month))] kind: u8, #[rowkey(time(secs))] at: i64 }
    #[rowkey(answers(device, at.year_month))]
    MonthBetween { device: u8, #[rowkey(element(at.year_month))] kind: u8, #[rowkey(time(secs))] at: i64 }
    #[rowkey(salt(buckets = 9, of(at.year)), answers(at.year_month), answers(at.year_month_day))]
    ElementAndSalt { #[rowkey(element(at.year_month_day))] device: u8, #[rowkey(time(secs))] at: i64 }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
struct Seconds(i64);

impl From<Seconds> for i64 {
    fn from(seconds: Seconds) -> Self {
        seconds.0
    }
}

impl From<i64> for Seconds {
    fn from(seconds: i64) -> Self {
        Self(seconds)
    }
}

fn answered(of_one: usize, of_any: usize, in_buckets: usize) -> Answered {
    Answered { of_one, of_any, in_buckets }
}

#[test]
fn the_field_itself() {
    assert_eq!(check!(Plain, at), answered(9, 0, 0));
}

#[test]
fn salts() {
    assert_eq!(check!(Monthly, at), answered(7, 0, 2));
    assert_eq!(check!(Daily, at), answered(6, 0, 3));
    assert_eq!(check!(TwoViews, at), answered(4, 0, 5));
    assert_eq!(check!(Salted, at), answered(0, 0, 9));
    assert_eq!(check!(SaltOfRest, at), answered(0, 0, 9));
    assert_eq!(check!(OlderSalt, at), answered(0, 0, 9));
    assert_eq!(check!(Text, at, civil), answered(3, 0, 2));
}

#[test]
fn elements() {
    assert_eq!(check!(MonthFirst, at), answered(7, 3, 0));
    assert_eq!(check!(DayFirst, at), answered(6, 5, 0));
    assert_eq!(check!(DayLast, at), answered(6, 0, 0));
    assert_eq!(check!(YearAndMonth, filter_at), answered(2, 2, 0));
    assert_eq!(check!(MonthBetween, filter_at), answered(3, 0, 0));
    assert_eq!(check!(ElementAndSalt, at), answered(6, 4, 1));
}

/// A type in `via` may have gaps, which a plan does not count through.
#[test]
fn converted_values() {
    let at = Converted::LAYOUT.fields().iter().position(|field| field.name() == "at").unwrap();
    const HOUR: &[View] = &[view::div(3_600)];
    let bound = [BoundField::value(0), BoundField::unit(at, HOUR)];
    assert_eq!(obstacle(Converted::LAYOUT, &bound, false), Some(Obstacle::OpenSalt(at)));
    assert_eq!(obstacle(Converted::LAYOUT, &bound, true), None);
}

/// The texts of numbers do not sort like the numbers, so a plan counts through few of them.
#[test]
fn texts_of_numbers() {
    const MONTH: &[View] = &[view::year_month];
    let bound = [BoundField::value(0), BoundField::unit(1, MONTH)];
    assert_eq!(obstacle(TextOfMonth::LAYOUT, &bound, false), Some(Obstacle::OpenSalt(1)));
}

rowkey::laws!(Plain, Monthly);
