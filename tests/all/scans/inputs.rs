//! The law of scans where what the salt's inputs can be is listed.

use super::universe::{Excluded, Included, Shop, Table, between};
use jiff::civil::{Date, DateTime};
use jiff::{Timestamp, ToSpan};
use rowkey::{KeyRange, Plan, RowKey, ScanError, one_of, starts_with};
use std::cell::Cell;
use std::num::NonZero;

/// A bool that is small, and a number that a view makes small.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 11, of(kind, at.div(10))))]
struct Tens {
    kind: bool,
    at: i8,
}

/// The same, the other way around in the key.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xxh3, buckets = 9, of(at.div(20), kind), digits(2)), separator = "_", prefix = b"\xFF")]
struct Twenties {
    #[rowkey(desc)]
    at: i8,
    kind: bool,
}

/// A range between every two bounds, of a query that binds one combination of values.
macro_rules! pairs {
    ($table:ident, $query:expr, $key:ty, $base:expr, $get:expr, $bounds:expr, $in:ident) => {{
        let base: &dyn Fn(&$key) -> bool = &$base;
        for a in $bounds.iter().cloned() {
            for b in $bounds.iter().cloned() {
                for (low, high) in [
                    (Included(a.clone()), Excluded(b.clone())),
                    (Included(a.clone()), Included(b.clone())),
                    (Excluded(a.clone()), Excluded(b.clone())),
                    (Excluded(a.clone()), Included(b.clone())),
                ] {
                    let asked = (low.clone(), high.clone());
                    run!($table, $query.$in(asked.clone()), usize::MAX, 1, |key: &$key| base(key)
                        && between(&low, &high, &$get(key)));
                }
            }
        }
    }};
}

/// The same, and with one bound or none.
macro_rules! listed {
    ($table:ident, $query:expr, $key:ty, $base:expr, $get:expr, $bounds:expr, $in:ident) => {{
        let base: &dyn Fn(&$key) -> bool = &$base;
        pairs!($table, $query, $key, base, $get, $bounds, $in);
        run!($table, $query.$in(..), usize::MAX, 1, |key: &$key| base(key));
        for a in $bounds.iter().cloned() {
            run!($table, $query.$in(a.clone()..), usize::MAX, 1, |key: &$key| base(key) && $get(key) >= a);
            run!($table, $query.$in(..a.clone()), usize::MAX, 1, |key: &$key| base(key) && $get(key) < a);
            run!($table, $query.$in(..=a.clone()), usize::MAX, 1, |key: &$key| base(key) && $get(key) <= a);
        }
    }};
}

#[test]
fn ranges_of_inputs_are_listed() {
    let ats: Vec<i8> = (i8::MIN..=i8::MAX).collect();
    let bounds = [i8::MIN, -127, -100, -31, -30, -1, 0, 9, 10, 11, 126, i8::MAX];
    let mut t = Table::dense(product!([false, true], ats, |kind, at| Tens { kind, at }));
    let at = |k: &Tens| k.at;
    for kind in [false, true] {
        listed!(t, Tens::scan().kind(kind), Tens, |k: &Tens| k.kind == kind, at, bounds, at);
    }
    let any = || Tens::scan().kind(one_of([true, false]));
    for low in bounds {
        for high in bounds {
            run!(t, any().at(low..high), usize::MAX, 2, |k: &Tens| (low..high).contains(&k.at));
            run!(t, Tens::scan().filter_at(low..=high), usize::MAX, 1, |k: &Tens| (low..=high).contains(&k.at));
            let tail = Tens::scan().filter_at(low..0).kind(true).at(..high);
            run!(t, tail, usize::MAX, 1, |k: &Tens| k.kind && k.at < high && (low..0).contains(&k.at));
        }
    }
    // All values of an input that is not bound are few.
    equals!(t, Tens::scan(), 11, Tens, |_: &Tens| true, |k: &Tens| k.kind, [false, true], kind);
    run!(t, Tens::scan(), 11, 1, |_: &Tens| true);
    assert!(t.keys.listed > 1_000);
    assert_eq!(Tens::scan().kind(true).at(-3i8..=9).plan().unwrap().ranges().len(), 2, "-1 and 0");
    assert_eq!(Tens::scan().kind(true).at(0i8..10).plan().unwrap().ranges().len(), 1, "0, and not 1");
    assert_eq!(Tens::scan().kind(true).at(0i8..11).plan().unwrap().ranges().len(), 2, "0 and 1");
    t.done("ranges of inputs");

    let mut t = Table::dense(product!(ats, [false, true], |at, kind| Twenties { at, kind }));
    listed!(t, Twenties::scan(), Twenties, |_: &Twenties| true, |k: &Twenties| k.at, bounds, at);
    let base = |k: &Twenties| k.kind;
    listed!(t, Twenties::scan().filter_kind(true), Twenties, base, |k: &Twenties| k.at, bounds, at);
    equals!(t, Twenties::scan(), 2, Twenties, |_: &Twenties| true, |k: &Twenties| k.at, bounds, at);
    assert!(t.keys.listed > 1_000);
    t.done("ranges of descending inputs");
}

/// Inputs of every kind of element that can be counted through, with nothing taken of them.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xxh3, buckets = 100, of(a, b, c, d)))]
struct Small {
    #[rowkey(desc)]
    a: Shop,
    #[rowkey(digits(3))]
    b: u8,
    #[rowkey(desc)]
    c: Option<bool>,
    d: Option<NonZero<i8>>,
}

#[test]
fn small_inputs_are_listed() {
    let shops = [Shop::A, Shop::Ba, Shop::Last];
    let flags = [None, Some(false), Some(true)];
    // A zero would stand between -1 and 1, and is none.
    let around: Vec<Option<NonZero<i8>>> = [None].into_iter().chain([-3, -2, -1, 1, 2, 3].map(NonZero::new)).collect();
    let values = product!(shops, [0u8, 7, 8, 9, 254, 255], flags, |a, b, c| (a, b, c));
    let mut t =
        Table::dense(values.flat_map(|(a, b, c)| around.clone().into_iter().map(move |d| Small { a, b, c, d })));
    let base = |k: &Small| k.a == Shop::Ba;
    let start = || Small::scan().a(Shop::Ba).filter_c(None).filter_d(None);
    pairs!(t, start(), Small, |k: &Small| base(k) && k.c.is_none() && k.d.is_none(), |k: &Small| k.b, [7u8, 8, 9], b);
    let start = || Small::scan().a(Shop::Ba).b(7).filter_d(None);
    listed!(t, start(), Small, |k: &Small| base(k) && k.b == 7 && k.d.is_none(), |k: &Small| k.c, flags, c);
    let base = |k: &Small| base(k) && k.b == 7 && k.c == Some(true);
    pairs!(t, Small::scan().a(Shop::Ba).b(7).c(Some(true)), Small, base, |k: &Small| k.d, around[1..], d);
    equals!(t, Small::scan().a(Shop::Ba).b(7).c(Some(true)), 1, Small, base, |k: &Small| k.d, around, d);
    // Codes and flags that are not bound: 9 combinations.
    let open = Small::scan().filter_b(9).filter_d(None);
    run!(t, open, 9, 1, |k: &Small| k.b == 9 && k.d.is_none());
    // Any flag with each of two numbers.
    let open = || Small::scan().a(Shop::A).b(one_of([7, 9])).filter_d(None);
    run!(t, open(), 6, 2, |k: &Small| k.a == Shop::A && [7, 9].contains(&k.b) && k.d.is_none());
    assert!(t.keys.listed > 100);
    t.done("small inputs");
}

/// Sixteen values of all times, most of them far away.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(modulo, buckets = 7, of(at.div(1_i128 << 60))), separator = "/")]
struct Ages {
    #[rowkey(chars("a-b"), desc, separator = b"\xFF")]
    host: String,
    #[reverse_ts]
    at: i64,
}

#[test]
fn views_of_far_ends_are_listed() {
    let edges: Vec<i64> = (-8..8).map(|age| age << 60).collect();
    let times = edges.iter().flat_map(|&at| [at, at + 1, at + 2, at + ((1 << 60) - 2), at + ((1 << 60) - 1)]);
    let times: Vec<i64> = times.collect();
    let mut t = Table::dense(product!(["", "a", "ab"], times, |host, at| Ages { host: host.into(), at }));
    let bounds =
        [i64::MIN, i64::MIN + 1, (-1 << 60) - 1, -1 << 60, 0, 1, (3 << 60) - 1, 3 << 60, i64::MAX - 1, i64::MAX];
    listed!(t, Ages::scan().host("a"), Ages, |k: &Ages| k.host == "a", |k: &Ages| k.at, bounds, at);
    // The text before the range is not bound, and gives nothing.
    run!(t, Ages::scan().host(starts_with("a")), 7, 1, |k: &Ages| k.host.starts_with('a'));
    run!(t, Ages::scan().filter_at(0), 2, 1, |k: &Ages| k.at == 0);
    assert!(t.keys.listed > 300);
    t.done("far ends");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(modulo, buckets = 7, of(at.div(10)), was(5)))]
struct Grown {
    at: i8,
}

#[test]
fn rows_of_both_generations_are_listed() {
    for (low, high) in [(-128i8, -100), (-30, 31), (0, 9), (0, 10), (0, 11), (9, 10), (100, 127), (5, 5)] {
        let plan = Grown::scan().at(low..=high).plan().unwrap();
        let ranges: Vec<KeyRange> = plan.ranges().collect();
        let mut held = vec![false; ranges.len()];
        for at in i8::MIN..=i8::MAX {
            for key in (Grown { at }).keys_of_all_versions().unwrap() {
                let found: Vec<usize> = (0..ranges.len()).filter(|&range| ranges[range].contains(&key)).collect();
                assert_eq!(found.len(), usize::from((low..=high).contains(&at)), "{at} in {low}..={high}");
                found.iter().for_each(|&range| held[range] = true);
            }
        }
        assert!(held.iter().all(|held| *held), "{low}..={high}: {ranges:?}");
    }
}

/// A number that is written as itself but for a few: 99, 100 and 101 stand between 0 and 1.
#[derive(Debug)]
struct Shuffled;

impl<'k> rowkey::codec::Codec<'k, u8> for Shuffled {
    const LANGUAGE: rowkey::language::Language = rowkey::language::Language::number(1, 0, 255).unordered();
    const INPUT: rowkey::codec::InputKind = rowkey::codec::InputKind::Number { per_second: 0, least: 0 };
    type Error = std::convert::Infallible;

    fn write<S: rowkey::Sink>(value: &u8, out: &mut S) -> Result<(), Self::Error> {
        const SHUFFLED: [(u8, u8); 7] = [(99, 1), (100, 2), (101, 3), (1, 4), (4, 99), (2, 100), (3, 101)];
        out.put(&[SHUFFLED.iter().find(|pair| pair.0 == *value).map_or(*value, |pair| pair.1)]);
        Ok(())
    }

    fn read(element: rowkey::codec::Piece<'k, '_>) -> Result<u8, rowkey::ElementError> {
        let [byte] = element.array()?;
        Ok(match byte {
            1..=3 => byte + 98,
            4 => 1,
            99 => 4,
            100 | 101 => byte - 98,
            byte => byte,
        })
    }

    fn input(value: &u8) -> rowkey::codec::Input<'_> {
        rowkey::codec::Input::Number(i128::from(*value))
    }
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 67, of(a, b.div(3))))]
struct Mixed {
    a: bool,
    #[rowkey(with = Shuffled, allow(unordered))]
    b: u8,
}

#[test]
fn values_in_no_order_are_listed_one_by_one() {
    let mut t = Table::dense(product!([false, true], (0..=255u8).collect::<Vec<_>>(), |a, b| Mixed { a, b }));
    for _ in 0..50 {
        run!(t, Mixed::scan().a(true), 67, 1, |k: &Mixed| k.a);
        run!(t, Mixed::scan().filter_a(false), 67, 1, |k: &Mixed| !k.a);
        run!(t, Mixed::scan(), 67, 1, |_: &Mixed| true);
    }
    t.done("values in no order");
}

/// A date as text: not every element that looks like one is one.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 40, of(day.year_month)), separator = "_")]
struct Days {
    shop: bool,
    #[rowkey(time("%Y-%m-%d"))]
    day: Date,
}

/// Months of minutes, newest first.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xxh3, buckets = 50, of(at.year_month_day)))]
struct Minutes {
    #[rowkey(time("%Y-%m-%d %H:%M", exact), desc)]
    at: DateTime,
}

/// Months of instants.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(md5, buckets = 50, of(at.hour, kind)))]
struct Hours {
    #[reverse_ts(millis, exact)]
    at: Timestamp,
    kind: bool,
}

#[test]
fn calendar_views_are_listed() {
    let first = jiff::civil::date(2015, 12, 30);
    let days: Vec<Date> = first.series(1.day()).take(500).collect();
    let mut t = Table::dense(product!([false, true], days, |shop, day| Days { shop, day }));
    let bounds =
        [(2015, 12, 31), (2016, 1, 1), (2016, 2, 28), (2016, 2, 29), (2016, 3, 1), (2016, 12, 31), (2017, 2, 28)];
    let bounds = bounds.map(|(year, month, day)| jiff::civil::date(year, month, day));
    for low in bounds {
        for high in bounds {
            let start = || Days::scan().shop(true);
            run!(t, start().day(low..high), usize::MAX, 1, |k: &Days| k.shop && (low..high).contains(&k.day));
            run!(t, start().day(low..=high), usize::MAX, 1, |k: &Days| k.shop && (low..=high).contains(&k.day));
            let above = (Excluded(low), Excluded(high));
            run!(t, start().day(above), usize::MAX, 1, |k: &Days| k.shop && low < k.day && k.day < high);
        }
    }
    let months = |low, high| Days::scan().shop(true).day(low..high).plan().unwrap().ranges().len();
    assert_eq!((months(bounds[1], bounds[3]), months(bounds[1], bounds[4]), months(bounds[3], bounds[5])), (2, 2, 11));
    assert!(t.keys.listed > 100);
    t.done("months of days");

    let minutes = first.at(0, 0, 0, 0).series(720.minutes()).take(400);
    let ends = minutes.clone().map(|at| at.checked_sub(1.minute()).unwrap());
    let mut t = Table::dense(minutes.chain(ends).map(|at| Minutes { at }));
    let bounds = [(2015, 12, 31), (2016, 1, 1), (2016, 2, 28), (2016, 2, 29), (2016, 3, 1), (2016, 3, 2)];
    let bounds = bounds.map(|(year, month, day)| jiff::civil::date(year, month, day).at(0, 0, 0, 0));
    for low in bounds {
        for high in bounds {
            run!(t, Minutes::scan().at(low..high), 50, 1, |k: &Minutes| (low..high).contains(&k.at));
            run!(t, Minutes::scan().at(low..=high), 50, 1, |k: &Minutes| (low..=high).contains(&k.at));
            let above = (Excluded(low), Included(high));
            run!(t, Minutes::scan().at(above), 50, 1, |k: &Minutes| low < k.at && k.at <= high);
        }
    }
    assert!(t.keys.listed > 90);
    t.done("days of minutes");

    let hours = |hour: i64, plus: i64| Timestamp::from_millisecond(hour * 3_600_000 + plus).unwrap();
    let times: Vec<Timestamp> = (-20..20).flat_map(|hour| [0, 1, 3_599_999].map(|plus| hours(hour, plus))).collect();
    let mut t = Table::dense(product!(times, [false, true], |at, kind| Hours { at, kind }));
    let bounds = [hours(-7, 0), hours(-7, 1), hours(-6, 0), hours(0, 0), hours(5, 3_599_999), hours(6, 0)];
    for low in bounds {
        for high in bounds {
            run!(t, Hours::scan().at(low..high), 50, 1, |k: &Hours| (low..high).contains(&k.at));
            run!(t, Hours::scan().at(low..=high), 50, 1, |k: &Hours| (low..=high).contains(&k.at));
            let query = Hours::scan().at(low..high).filter_kind(true);
            run!(t, query, 50, 1, |k: &Hours| (low..high).contains(&k.at) && k.kind);
        }
    }
    assert!(t.keys.listed > 90);
    t.done("hours of instants");
}

/// The first characters of a text, and what follows.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 13, of(at.without("-").first(6).int)), separator = "_")]
struct OldDates {
    #[rowkey(chars("-0-9"), allow(unordered))]
    at: String,
    last: u8,
}

#[test]
fn a_text_is_known_by_its_start_where_the_salt_looks_no_further() {
    let days = ["2017-11-2", "2017-11-20", "2017-12-01", "201711-2", "2017112", "2018-01-1", "2017-1-12", "20-17-11"];
    let mut t = Table::of(product!(days, [0u8, 1, 2], |at, last| OldDates { at: at.into(), last }));
    let at = |k: &OldDates| k.at.clone();
    let starts = ["2017-11", "2017-11-", "2017-11-2", "201711", "20-17-11", "2017-1", "2017", "2017-1-1", "-", "x", ""];
    starts!(t, OldDates::scan(), 13, OldDates, |_: &OldDates| true, at, starts, at);
    let ranges = |start: &str| OldDates::scan().at(starts_with(start)).plan().unwrap().ranges().len();
    assert_eq!(starts.map(ranges), [1, 1, 1, 1, 1, 13, 13, 1, 13, 0, 13]);
}

/// Numbers of 16 bytes, of which there are more than a number counts.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(modulo, buckets = 20, of(n)))]
struct Widest {
    n: i128,
    kind: bool,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(md5, buckets = 20, of(n), digits(3)))]
struct WidestTurned {
    #[rowkey(desc)]
    n: u128,
    kind: bool,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 20, of(n.div(5))))]
struct WidestView {
    n: i128,
    kind: bool,
}

#[test]
fn the_widest_numbers_are_listed() {
    const SIGNED: [i128; 11] = [i128::MIN, i128::MIN + 1, -6, -5, -1, 0, 1, 4, 5, i128::MAX - 1, i128::MAX];
    const UNSIGNED: [u128; 8] = [0, 1, 2, u128::MAX / 2, u128::MAX / 2 + 1, u128::MAX - 2, u128::MAX - 1, u128::MAX];
    let mut t = Table::of(product!(SIGNED, [false, true], |n, kind| Widest { n, kind }));
    listed!(t, Widest::scan(), Widest, |_: &Widest| true, |k: &Widest| k.n, SIGNED, n);
    t.done("signed numbers of 16 bytes");
    let values: Vec<u128> = UNSIGNED.into_iter().chain(3..20).collect();
    let mut t = Table::of(product!(values, [false, true], |n, kind| WidestTurned { n, kind }));
    listed!(t, WidestTurned::scan(), WidestTurned, |_: &WidestTurned| true, |k: &WidestTurned| k.n, UNSIGNED, n);
    t.done("descending numbers of 16 bytes");
    let mut t = Table::of(product!(SIGNED, [false, true], |n, kind| WidestView { n, kind }));
    listed!(t, WidestView::scan(), WidestView, |_: &WidestView| true, |k: &WidestView| k.n, SIGNED, n);
    t.done("quotients of numbers of 16 bytes");

    fn ranges<K>(plan: Result<Plan<K>, ScanError>) -> Result<usize, ScanError> {
        plan.map(|plan| plan.ranges().len())
    }
    assert_eq!(ranges(Widest::scan().n(0..3).plan()), Ok(3));
    assert_eq!(ranges(Widest::scan().n(..i128::MIN + 3).plan()), Ok(3));
    assert_eq!(ranges(Widest::scan().n(i128::MAX - 5..i128::MAX - 2).plan()), Ok(3));
    assert_eq!(ranges(WidestTurned::scan().n(7..=9).plan()), Ok(3));
    assert_eq!(ranges(WidestTurned::scan().n(u128::MAX - 2..).plan()), Ok(3));
    assert_eq!(ranges(WidestView::scan().n(-5..=9).plan()), Ok(3), "-1, 0 and 1");
    // The number that the count leaves out: every bucket is read, and no row is lost.
    assert_eq!(ranges(Widest::scan().n(i128::MAX - 2..).plan()), Ok(20));
}

thread_local! {
    static COMPUTED: Cell<u64> = const { Cell::new(0) };
}

fn counted(input: &[u8], buckets: u32) -> u32 {
    COMPUTED.set(COMPUTED.get() + 1);
    input.iter().fold(7_u32, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % buckets
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(with = counted, buckets = 40, of(at.div(3), kind)))]
struct Counted {
    at: i64,
    kind: bool,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(with = counted, buckets = 10_000, of(at.div(3), kind)))]
struct ManyBuckets {
    at: i64,
    kind: bool,
}

#[test]
fn no_more_values_are_listed_than_could_give_ranges() {
    fn computed<K>(plan: &dyn Fn() -> Result<Plan<K>, ScanError>) -> (Result<usize, ScanError>, u64) {
        COMPUTED.set(0);
        (plan().map(|plan| plan.ranges().len()), COMPUTED.get())
    }
    for most in [4_096, 1_000_000, usize::MAX] {
        for low in [i64::MIN, 0, i64::MAX - 1_000_000] {
            assert_eq!(computed(&|| Counted::scan().max_ranges(most).at(low..).plan()), (Ok(40), 0), "{low} {most}");
        }
        let days = computed(&|| Counted::scan().max_ranges(most).at(0..3 * 2_048).plan());
        assert_eq!(days, (Ok(40), 4_096), "all that may be listed");
        let more = computed(&|| Counted::scan().max_ranges(most).at(0..3 * 2_049).plan());
        assert_eq!(more, (Ok(40), 0), "more than may be listed");
    }
    // As many as there are buckets, where more ranges than by default are allowed.
    let (ranges, count) = computed(&|| ManyBuckets::scan().max_ranges(usize::MAX).at(0..3 * 5_000).plan());
    assert!(ranges.clone().unwrap() < 10_000 && count == 10_000, "{ranges:?} {count}");
    assert_eq!(computed(&|| ManyBuckets::scan().max_ranges(usize::MAX).at(0..3 * 5_001).plan()), (Ok(10_000), 0));
    assert_eq!(computed(&|| ManyBuckets::scan().at(0..3 * 5_000).plan()), (Ok(1), 0), "all labels as one range");
}

/// As many values as ranges are allowed are listed; of one more, all buckets are read, as one range.
#[test]
fn as_many_values_are_listed_as_ranges_are_allowed() {
    for most in 1..=6 {
        // How many ranges; or that the buckets are too many.
        fn ranges<K>(plan: Result<Plan<K>, ScanError>) -> Result<usize, ScanError> {
            let rows = plan.unwrap().into_merge(|_, _| Vec::<Vec<u8>>::new()).check();
            rows.map(|rows| rows.plan().ranges().len())
        }
        let many = |key, most| Err(ScanError::TooManyToMerge { key, found: 20, most });
        let values = |count: i128| ranges(Widest::scan().max_ranges(most).n(0..count).plan());
        assert_eq!((values(most as i128), values(most as i128 + 1)), (Ok(most), many("Widest", most)), "{most} values");
        // Runs of five numbers, the first and the last of them cut short.
        for (low, high) in [(0, 0), (1, 0), (4, 0), (0, 1), (0, 4), (2, 2)] {
            let runs = |count: i128| ranges(WidestView::scan().max_ranges(most).n(low..5 * count - high).plan());
            let found = (runs(most as i128), runs(most as i128 + 1));
            assert_eq!(found, (Ok(most), many("WidestView", most)), "{most} runs, {low} and {high} numbers cut off");
        }
    }
}

rowkey::laws!(
    Tens,
    Twenties,
    Small,
    Ages,
    Grown,
    Mixed,
    Days,
    Minutes,
    Hours,
    OldDates,
    Widest,
    WidestTurned,
    WidestView,
    Counted,
    ManyBuckets,
);
