//! Split keys over a span of time: compared with the keys of rows at the times of the cuts, and with the rows of each
//! region.

use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};
use rowkey::RowKey;
use rowkey::split::{SplitError, region_of, span};
use std::fmt::Debug;

macro_rules! keys {
    ($($(#[$struct:meta])* $name:ident { $($(#[$meta:meta])* $field:ident: $ty:ty),+ $(,)? })*) => {
        $(
            #[derive(RowKey, Debug, PartialEq, Clone)]
            $(#[$struct])*
            struct $name { $($(#[$meta])* $field: $ty),+ }
        )*

        mod laws {
            use super::*;

            rowkey::laws!($($name),*);
        }
    };
}

keys! {
    #[rowkey(split(regions = 8, span("2020".."2040")), allow(hot))]
    Signed { #[rowkey(time(millis))] at: i64, id: u8 }
    #[rowkey(split(regions = 8, span("2020".."2040")), allow(hot), prefix = "e:")]
    Newest { #[reverse_ts(secs)] at: i64, id: u8 }
    #[rowkey(split(regions = 5, span("2020-02-29".."2020-03-02")), allow(hot))]
    Text { #[rowkey(time(secs), digits(10))] at: u64, id: u8 }
    #[rowkey(split(regions = 9, span("1975".."2095")), allow(hot))]
    Turned { #[rowkey(time(nanos), desc)] at: i64, id: u8 }
    #[rowkey(split(regions = 7, span("2020".."2040")), allow(hot))]
    NewestText { #[rowkey(reverse_ts, digits(19))] at: i64, id: u8 }
    #[rowkey(split(regions = 8, span("2020".."2040")), allow(hot))]
    Day { #[rowkey(element(at.year_month_day))] id: u8, #[rowkey(time(secs))] at: i64 }
    #[rowkey(split(regions = 8, span("2020".."2040")), allow(hot))]
    NewestHour { #[rowkey(element(at.div(3600), bytes(3), desc))] id: u8, #[rowkey(time(secs))] at: i64 }
    #[rowkey(split(regions = 8, span("2020".."2040")), allow(hot))]
    Nested { signed: Signed, id: u8 }
    #[rowkey(split(regions = 8, span("2020".."2040")), allow(hot))]
    TurnedNested { #[rowkey(desc)] prefixed: Newest, id: u8 }
    #[rowkey(split(regions = 8, span("2020".."2040")), allow(hot))]
    Optional { #[rowkey(time(millis))] at: Option<i64>, id: u8 }
    #[rowkey(split(regions = 8, span("2020".."2040")), allow(hot), prefix = "o")]
    TurnedOptional { #[rowkey(time(secs), desc)] at: Option<i64>, id: u8 }
    #[rowkey(split(regions = 8, span("2020".."2040")), allow(hot))]
    AfterKind { #[rowkey(desc)] kind: Kind, #[rowkey(time(secs))] at: i64, id: u8 }
    #[rowkey(split(regions = 6, span("2020".."2040")), allow(hot))]
    Civil { #[rowkey(time("%Y-%m-%d %H:%M", floor))] at: Timestamp, id: u8 }
    #[rowkey(split(regions = 6, span("2020".."2040")), allow(hot), prefix = "c")]
    TurnedCivil { #[rowkey(time("%Y%j%H", floor), desc)] at: Timestamp, id: u8 }
    #[rowkey(split(regions = 20, span("2020".."2040")), allow(hot))]
    Year { #[rowkey(time("%Y", floor))] at: Timestamp, id: u8 }
    #[rowkey(split(regions = 4, span("2023".."2024")), allow(hot))]
    Month { #[rowkey(time("y%Y.%m", floor, offset = "+08:00"))] at: Timestamp, id: u8 }
}

/// A code with a single value, which does not change where keys are.
#[derive(rowkey::KeyCode, Debug, PartialEq, Clone, Copy, PartialOrd)]
enum Kind {
    #[rowkey(code = "ev")]
    Event,
}

fn time(text: &str) -> Timestamp {
    let date = text.to_owned() + if text.len() == 4 { "-01-01" } else { "" } + if text.len() == 7 { "-01" } else { "" };
    format!("{date}T00:00:00Z").parse().unwrap()
}

/// Compares the split keys with the keys of rows at the cuts. `descends` is `true` if keys fall while their time grows,
/// and `cut_at_days` if split keys end with the day. The rows at the start and the end of the span are in the first and
/// the last region.
#[track_caller]
fn is_cut<K: RowKey<EncodeError: Debug>>(
    (from, to): (&str, &str),
    (descends, cut_at_days): (bool, bool),
    row: impl Fn(Timestamp) -> K,
) {
    let regions = K::SPLIT_KEYS.len() as i64 + 1;
    let (from_time, to_time) = (time(from), time(to));
    let length = to_time.as_second() - from_time.as_second();
    let key = |second: i64| row(Timestamp::from_second(second).unwrap()).encode().unwrap().as_ref().to_vec();
    let (from_date, to_date) = (Offset::UTC.to_datetime(from_time), Offset::UTC.to_datetime(to_time));
    let months = i64::from(to_date.year() - from_date.year()) * 12 + i64::from(to_date.month() - from_date.month());
    let cut = |index: i64| {
        if from_date.day() > 1 || to_date.day() > 1 {
            return from_time.as_second() + length * index / regions;
        }
        let month = |after: i64| {
            let date = from_date.checked_add(jiff::Span::new().months(after)).unwrap();
            Offset::UTC.to_timestamp(date).unwrap().as_second()
        };
        let (whole, rest) = (months * index / regions, months * index % regions);
        month(whole) + (month(whole + 1) - month(whole)) * rest / regions
    };
    for (index, split_key) in (1..).zip(K::SPLIT_KEYS) {
        let second = cut(if descends { regions - index } else { index });
        let second = if cut_at_days { second - second.rem_euclid(86_400) } else { second };
        assert!(key(second).starts_with(split_key), "{}: {index}", K::LAYOUT.name());
    }
    assert!(K::SPLIT_KEYS.is_sorted_by(|a, b| a < b));
    assert_eq!(span(K::LAYOUT, regions as u32, from..to).unwrap(), K::SPLIT_KEYS, "the same at run time");
    assert_eq!(K::LAYOUT.region_shares(), Some(vec![1.0 / regions as f64; regions as usize]));
    assert_eq!(K::LAYOUT.dead_regions(), []);
    // Rows at even steps: each region gets its share of them.
    let rows = 10_000;
    let mut held = vec![0; regions as usize];
    for step in 0..rows {
        held[region_of(&key(from_time.as_second() + length * step / rows), K::SPLIT_KEYS)] += 1;
    }
    // A cut at a day, a month or a year moves it by at most that much.
    let mean = rows / regions;
    assert!(held.iter().all(|held| (mean * 6 / 10..=mean * 14 / 10).contains(held)), "{}: {held:?}", K::LAYOUT.name());
}

#[test]
fn split_keys_are_keys_of_the_cuts() {
    let usual = ("2020", "2040");
    let (millis, secs) = (|at: Timestamp| at.as_millisecond(), |at: Timestamp| at.as_second());
    is_cut(usual, (false, false), |at| Signed { at: millis(at), id: 0 });
    is_cut(usual, (true, false), |at| Newest { at: secs(at), id: 0 });
    is_cut(("2020-02-29", "2020-03-02"), (false, false), |at| Text { at: secs(at) as u64, id: 0 });
    is_cut(("1975", "2095"), (true, false), |at| Turned { at: at.as_nanosecond() as i64, id: 0 });
    is_cut(usual, (true, false), |at| NewestText { at: millis(at), id: 0 });
    is_cut(usual, (false, false), |at| Day { at: secs(at), id: 0 });
    is_cut(usual, (true, false), |at| NewestHour { at: secs(at), id: 0 });
    is_cut(usual, (false, false), |at| Nested { signed: Signed { at: millis(at), id: 0 }, id: 0 });
    is_cut(usual, (false, false), |at| TurnedNested { prefixed: Newest { at: secs(at), id: 0 }, id: 0 });
    is_cut(usual, (false, false), |at| Optional { at: Some(millis(at)), id: 0 });
    is_cut(usual, (true, false), |at| TurnedOptional { at: Some(secs(at)), id: 0 });
    is_cut(usual, (false, false), |at| AfterKind { kind: Kind::Event, at: secs(at), id: 0 });
    is_cut(usual, (false, true), |at| Civil { at, id: 0 });
    is_cut(usual, (true, true), |at| TurnedCivil { at, id: 0 });
    is_cut(usual, (false, true), |at| Year { at, id: 0 });
    // A civil time of the offset is eight hours behind the moment of the same text in UTC.
    let behind = SignedDuration::from_hours(8);
    is_cut(("2023", "2024"), (false, true), |at| Month { at: at - behind, id: 0 });
}

#[test]
fn split_keys_end_with_the_day() {
    assert_eq!(Civil::SPLIT_KEYS[..3], [b"2023-05-01", b"2026-09-01", b"2030-01-01"]);
    assert_eq!(Year::SPLIT_KEYS[..2], [b"2021", b"2022"]);
    assert_eq!(Month::SPLIT_KEYS, [b"y2023.04", b"y2023.07", b"y2023.10"]);
    assert_eq!(Day::SPLIT_KEYS[..2], [b"20220701", b"20250101"]);
    let complement = |text: &str| [b"c", &*text.bytes().map(|byte| !byte).collect::<Vec<_>>()].concat();
    assert_eq!(TurnedCivil::SPLIT_KEYS[0], complement("2036245"));
}

#[test]
fn spans_that_cannot_be_cut() {
    #[derive(RowKey)]
    struct Plain {
        id: u64,
    }
    #[derive(RowKey)]
    struct Decimal {
        #[rowkey(time(secs), decimal)]
        at: u64,
    }
    let error = |layout, regions, from: &str, to: &str| span(layout, regions, from..to).unwrap_err();
    assert_eq!(error(Plain::LAYOUT, 2, "2020", "2040"), SplitError::NoTime { key: "Plain" });
    assert_eq!(error(Decimal::LAYOUT, 2, "2020", "2040"), SplitError::NoTime { key: "Decimal" });
    assert_eq!(error(Signed::LAYOUT, 0, "2020", "2040"), SplitError::TooFew { regions: 0, least: 1 });
    for found in ["20", "2020-13", "2021-02-29", "2020-1", "2020-01-01T00", "+020"] {
        assert_eq!(error(Signed::LAYOUT, 2, found, "2040"), SplitError::NoDay { found: found.into() });
        assert_eq!(error(Signed::LAYOUT, 2, "2020", found), SplitError::NoDay { found: found.into() });
    }
    let (from, to) = ("2040".to_owned(), "2020".to_owned());
    assert_eq!(error(Signed::LAYOUT, 2, "2040", "2020"), SplitError::Span { from, to });
    let narrow =
        |key, regions, from: &str, to: &str| SplitError::NarrowSpan { key, regions, from: from.into(), to: to.into() };
    assert_eq!(error(Year::LAYOUT, 30, "2020", "2040"), narrow("Year", 30, "2020", "2040"));
    assert_eq!(error(Text::LAYOUT, 2, "2020", "2400"), narrow("Text", 2, "2020", "2400"));
    assert_eq!(error(Text::LAYOUT, 2, "1960", "2000"), narrow("Text", 2, "1960", "2000"));
    assert_eq!(span(Signed::LAYOUT, 10_000, "2020".."2040").unwrap().len(), 9_999);
}

/// A duration is no time of a write, so it needs no opt-out, and its numbers are split over their whole width.
#[test]
fn durations_are_no_times() {
    #[derive(RowKey)]
    #[rowkey(store = hbase, split(regions = 4))]
    struct Lasted {
        #[rowkey(time(millis, floor))]
        lasted: std::time::Duration,
        id: u8,
    }
    assert_eq!(Lasted::SPLIT_KEYS[0], [0x20, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(span(Lasted::LAYOUT, 2, "2020".."2040"), Err(SplitError::NoTime { key: "Lasted" }));
}

/// The regions without rows of 1970 to 2100 are those in which no such row is encoded.
#[test]
fn regions_without_usual_times_are_dead() {
    #[derive(RowKey)]
    #[rowkey(split(regions = 16, allow(dead)), allow(hot))]
    struct Wide {
        #[rowkey(time(millis), digits(13))]
        at: u64,
        id: u8,
    }
    let mut held = [0; 16];
    for second in (0..4_102_444_800).step_by(86_400) {
        held[Wide { at: 1_000 * second, id: 0 }.region().unwrap()] += 1;
    }
    let dead = held.iter().filter(|rows| **rows == 0).count();
    assert_eq!((dead, Wide::LAYOUT.dead_regions().len(), Wide::LAYOUT.region_shares()), (9, 9, None));
    // The keys of other times exist.
    let last = Wide::SPLIT_KEYS[14];
    assert!(Wide::LAYOUT.has_key_between(last, b"999") && !Wide::LAYOUT.has_row_between(last, None));
    assert!(Wide::LAYOUT.has_row_between(b"", Some(Wide::SPLIT_KEYS[0])));
}

/// Rows without a time count: a region that holds only them is alive, next to regions that hold no row.
#[test]
fn rows_without_a_time_are_in_a_region() {
    #[derive(RowKey)]
    #[rowkey(split(keys(b"\x01", b"\x01\x60", b"\x01\xA0"), allow(dead)), allow(hot))]
    struct Paid {
        #[rowkey(time(millis))]
        at: Option<i64>,
        id: u8,
    }
    #[derive(RowKey)]
    #[rowkey(split(keys(b"\xFE\x40", b"\xFE\xA0", b"\xFF"), allow(dead)), allow(hot))]
    struct Newest {
        #[rowkey(time(millis), desc)]
        at: Option<i64>,
        id: u8,
    }
    fn held<K: RowKey<EncodeError: Debug>>(row: impl Fn(Option<i64>) -> K) -> Vec<bool> {
        let mut held = vec![false; K::SPLIT_KEYS.len() + 1];
        let days = (0..4_102_444_800).step_by(86_400).map(|second| Some(1_000 * second));
        for at in days.chain([None]) {
            held[row(at).region().unwrap()] = true;
        }
        let ends = |region: usize| {
            let start = region.checked_sub(1).map_or(&[][..], |before| K::SPLIT_KEYS[before]);
            (start, K::SPLIT_KEYS.get(region).copied())
        };
        let dead: Vec<_> = (0..held.len()).filter(|region| !held[*region]).map(ends).collect();
        assert_eq!(K::LAYOUT.dead_regions(), dead);
        held
    }
    assert_eq!(held(|at| Paid { at, id: 0 }), [true, false, true, false]);
    assert_eq!(held(|at| Newest { at, id: 0 }), [false, true, false, true]);
}
