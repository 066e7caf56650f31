//! A value, a list, a range and a filter of one field find the rows that a plain filter over the decoded rows finds.
//!
//! Some codecs keep less than a value: `floor` rounds a time down, `cut` cuts a text. Others write two bit patterns of one value: the
//! zeros of a float. The filter here decides from decoded rows alone, by these rules:
//!
//! - A row matches if its decoded value is in the range.
//! - A value that does not come back as it was written also matches the row that is written for it. In a nested key, such a bound
//!   matches all rows of its unit: the fields after the one that is cut do not count.

use rowkey::{Plan, RowKey, ScanPlan, contains, one_of, starts_with};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::{Bound, RangeBounds};

/// The key types of this test: a field, and what a plain filter needs to know of it.
trait Keyed: RowKey + Debug + Sized {
    type Value: PartialOrd + Clone + Debug;

    fn new(value: Self::Value, id: u8) -> Self;
    fn of(key: &[u8]) -> Self::Value;

    /// Whether a row is of the unit of a bound that does not come back: the value that is stored for it, of which only the
    /// fields up to the first one that is cut count.
    fn is_of_unit(_bound: &Self::Value, stored: &Self::Value, row: &Self::Value) -> bool {
        stored == row
    }

    /// The value that is stored for one that does not come back.
    fn stored_for(value: &Self::Value) -> Option<Self::Value> {
        let mut key = Vec::new();
        Self::new(value.clone(), 0).encode_into(&mut key).ok()?;
        Some(Self::of(&key)).filter(|stored| stored != value)
    }
}

/// The plain filter: the keys whose rows are in the range.
fn in_range<K: Keyed>(keys: &[Vec<u8>], range: (Bound<K::Value>, Bound<K::Value>)) -> Vec<Vec<u8>> {
    let stored = |bound: &Bound<K::Value>| match bound {
        Bound::Included(value) | Bound::Excluded(value) => Some((value.clone(), K::stored_for(value)?)),
        Bound::Unbounded => None,
    };
    let (start, stop) = (stored(&range.0), stored(&range.1));
    let is_of_unit = |unit: &Option<(K::Value, K::Value)>, row: &K::Value| {
        unit.as_ref().is_some_and(|(bound, stored)| K::is_of_unit(bound, stored, row))
    };
    let is_in = |key: &&Vec<u8>| {
        let value = K::of(key);
        ((range.0.clone(), Bound::Unbounded).contains(&value) || is_of_unit(&start, &value))
            && ((Bound::Unbounded, range.1.clone()).contains(&value) || is_of_unit(&stop, &value))
    };
    keys.iter().filter(is_in).cloned().collect()
}

fn equal<K: Keyed>(keys: &[Vec<u8>], value: &K::Value) -> Vec<Vec<u8>> {
    let stored = K::stored_for(value);
    let is_equal = |key: &&Vec<u8>| K::of(key) == *value || stored.as_ref() == Some(&K::of(key));
    keys.iter().filter(is_equal).cloned().collect()
}

/// The rows of a plan, read in several ways that must agree. `plan` takes a limit and a cursor.
fn found<K>(keys: &[Vec<u8>], plan: impl Fn(Option<usize>, Option<&str>) -> Plan<K>) -> Vec<Vec<u8>> {
    let table: BTreeMap<&[u8], ()> = keys.iter().map(|key| (&key[..], ())).collect();
    let read = |plan: &ScanPlan| -> Vec<Vec<u8>> {
        let rows = plan.merge(|range, direction| direction.of(table.range::<[u8], _>(range)));
        rows.map(|row| row.unwrap().0.to_vec()).collect()
    };
    let whole = plan(None, None);
    let mut rows = read(&whole);
    let mut by_key = keys.to_vec();
    by_key.retain(|key| whole.ranges().any(|range| range.contains(key)) && whole.matches(key));
    by_key.sort();
    if rows.len() % 4 != 2 {
        rows.sort();
        assert_eq!(rows, by_key, "each key by itself");
        return rows;
    }
    // The slower ways, for a part of the plans.
    let mut reversed = read(&whole.clone().reversed());
    reversed.reverse();
    assert_eq!(reversed, rows, "reversed");
    let mut pages: Vec<Vec<u8>> = Vec::new();
    loop {
        let cursor = pages.last().map(|key| whole.cursor(key));
        let page = read(&plan(Some(2), cursor.as_deref()));
        pages.extend_from_slice(&page);
        if page.len() < 2 {
            break;
        }
    }
    assert_eq!(pages, rows, "pages of two rows");
    let by_range = whole.by_range(|range, direction| direction.of(table.range::<[u8], _>(range)));
    let mut by_range: Vec<Vec<u8>> = by_range.map(|row| row.unwrap().0.to_vec()).collect();
    by_range.sort();
    assert_eq!(by_range, by_key, "range by range");
    rows.sort();
    assert_eq!(rows, by_key, "each key by itself");
    rows
}

macro_rules! same {
    ($keys:expr, $K:ty, $scan:expr, $expected:expr, $($what:tt)*) => {{
        let found = found($keys, |limit, cursor| {
            let mut scan = $scan;
            if let Some(limit) = limit {
                scan = scan.limit(limit);
            }
            if let Some(cursor) = cursor {
                scan = scan.resume(Some(cursor));
            }
            scan.plan().unwrap()
        });
        let shown = |keys: &[Vec<u8>]| keys.iter().map(|key| format!("{:?}", <$K as Keyed>::of(key))).collect::<Vec<_>>();
        assert!(found == $expected, "{}\n found {:?}\n expected {:?}", format_args!($($what)*), shown(&found), shown(&$expected));
    }};
}

/// Defines a key with the field, `Key`, and one with a salt of it, `Salted`; and compares all conditions on it with the plain filter.
macro_rules! agrees {
    ($name:ident, $order:ident, $(#[$attr:meta])* $type:ty, $values:expr) => {
        mod $name {
            use super::*;

            agrees!(key Key; $(#[$attr])* $type);
            agrees!(key Salted #[rowkey(salt(buckets = 4, of(value)))]; $(#[$attr])* $type);

            #[test]
            fn alone() {
                agrees!($order Key, $values);
            }

            #[test]
            fn as_an_input_of_the_salt() {
                agrees!($order Salted, $values);
            }
        }
    };
    (key $key:ident $(#[$layout:meta])?; $(#[$attr:meta])* $type:ty $(; $unit:expr)?) => {
        #[derive(RowKey, Clone, Debug)]
        $(#[$layout])?
        pub(super) struct $key {
            $(#[$attr])*
            value: $type,
            id: u8,
        }

        impl Keyed for $key {
            type Value = $type;

            fn new(value: $type, id: u8) -> Self {
                Self { value, id }
            }

            fn of(key: &[u8]) -> $type {
                Self::decode(key).unwrap().value
            }

            $(fn is_of_unit(bound: &$type, stored: &$type, row: &$type) -> bool {
                let is_of_unit: fn(&$type, &$type, &$type) -> bool = $unit;
                is_of_unit(bound, stored, row)
            })?
        }
    };
    (ordered $K:ident, $values:expr) => {{
        let (keys, values) = rows::<$K>($values);
        equality!($K, &keys, &values);
        let mut last = None;
        for a in &values {
            for b in &values {
                for range in ranges(a, b) {
                    let expected = in_range::<$K>(&keys, range.clone());
                    same!(&keys, $K, $K::scan().value(range.clone()), expected, "value({range:?})");
                    same!(&keys, $K, $K::scan().filter_value(range.clone()), expected, "filter_value({range:?})");
                    if let Some(last) = last.replace(range.clone()) {
                        let mut expected = [expected, in_range::<$K>(&keys, last.clone())].concat();
                        expected.sort();
                        expected.dedup();
                        let both = one_of([last, range]);
                        same!(&keys, $K, $K::scan().value(both.clone()), expected, "value({both:?})");
                        same!(&keys, $K, $K::scan().filter_value(both.clone()), expected, "filter_value({both:?})");
                    }
                }
            }
        }
    }};
    (unordered $K:ident, $values:expr) => {{
        let (keys, values) = rows::<$K>($values);
        equality!($K, &keys, &values);
        for a in &values {
            for b in &values {
                for range in ranges(a, b) {
                    let expected = in_range::<$K>(&keys, range.clone());
                    same!(&keys, $K, $K::scan().filter_value(range.clone()), expected, "filter_value({range:?})");
                }
            }
        }
    }};
}

/// What holds of every field, also of one that keys do not sort by.
macro_rules! equality {
    ($K:ident, $keys:expr, $values:expr) => {
        for a in $values {
            let of_a = equal::<$K>($keys, a);
            same!($keys, $K, $K::scan().value(a), of_a, "value({a:?})");
            same!($keys, $K, $K::scan().filter_value(a), of_a, "filter_value({a:?})");
            let from_a = in_range::<$K>($keys, (Bound::Included(a.clone()), Bound::Included(a.clone())));
            same!($keys, $K, $K::scan().filter_value(a..=a), from_a, "filter_value({a:?}..={a:?})");
            same!(
                $keys,
                $K,
                $K::scan().filter_value(a).filter_value(..),
                of_a,
                "filter_value({a:?}), filter_value(..)"
            );
            for b in $values {
                let mut of_both = equal::<$K>($keys, b);
                of_both.extend_from_slice(&of_a);
                of_both.sort();
                of_both.dedup();
                same!($keys, $K, $K::scan().value(one_of([a, b])), of_both, "value(one_of([{a:?}, {b:?}]))");
                same!(
                    $keys,
                    $K,
                    $K::scan().filter_value(one_of([a, b])),
                    of_both,
                    "filter_value(one_of([{a:?}, {b:?}]))"
                );
            }
        }
    };
}

/// The keys of all values that can be written, two of each, ascending; and the values.
fn rows<K: Keyed>(values: Vec<K::Value>) -> (Vec<Vec<u8>>, Vec<K::Value>) {
    let mut keys: Vec<Vec<u8>> = Vec::new();
    for value in &values {
        for id in [0, 9] {
            let mut key = Vec::new();
            if K::new(value.clone(), id).encode_into(&mut key).is_ok() {
                keys.push(key);
            }
        }
    }
    keys.sort();
    keys.dedup();
    (keys, values)
}

/// The ranges from `a` to `b`, and those from or up to `a` alone.
fn ranges<T: Clone + PartialEq>(a: &T, b: &T) -> Vec<(Bound<T>, Bound<T>)> {
    let [from, to] = [a, b].map(|end| [Bound::Included(end.clone()), Bound::Excluded(end.clone())]);
    let mut ranges: Vec<_> = from.iter().flat_map(|start| to.clone().map(|stop| (start.clone(), stop))).collect();
    if a == b {
        ranges.extend(from.clone().map(|start| (start, Bound::Unbounded)));
        ranges.extend(from.map(|stop| (Bound::Unbounded, stop)));
    }
    ranges
}

fn times(texts: &[&str]) -> Vec<jiff::Timestamp> {
    texts.iter().map(|text| text.parse().unwrap()).collect()
}

fn around_midnight() -> Vec<jiff::Timestamp> {
    times(&[
        "1969-12-31T23:59:59.5Z",
        "1970-01-01T00:00:00Z",
        "2026-01-07T23:59:59.999Z",
        "2026-01-08T00:00:00Z",
        "2026-01-08T12:00:00Z",
        "2026-01-08T12:00:00.9Z",
        "2026-01-08T15:30:00Z",
        "2026-01-09T00:00:00Z",
        "2026-02-01T00:00:00Z",
    ])
}

fn civil() -> Vec<jiff::civil::DateTime> {
    around_midnight().into_iter().map(|at| at.to_zoned_datetime(jiff::tz::TimeZone::UTC).datetime()).collect()
}

agrees!(
    day,
    ordered,
    #[rowkey(time("%Y%m%d", floor))]
    jiff::Timestamp,
    around_midnight()
);
agrees!(
    day_desc,
    ordered,
    #[rowkey(time("%Y%m%d", floor), desc)]
    jiff::Timestamp,
    around_midnight()
);
agrees!(
    day_in_an_offset,
    ordered,
    #[rowkey(time("%Y%m%d", floor, offset = "+08:00"))]
    jiff::Timestamp,
    around_midnight()
);
agrees!(
    day_first,
    unordered,
    #[rowkey(time("%d.%m.%Y", floor), allow(unordered))]
    jiff::Timestamp,
    around_midnight()
);
agrees!(
    month_of_a_date,
    ordered,
    #[rowkey(time("%Y%m", floor))]
    jiff::civil::Date,
    civil()
        .into_iter()
        .map(|at| at.date())
        .chain([jiff::civil::date(2026, 1, 20), jiff::civil::date(2026, 3, 1)])
        .collect()
);
agrees!(
    civil_minute,
    ordered,
    #[rowkey(time("%Y-%m-%dT%H:%M", floor))]
    jiff::civil::DateTime,
    civil()
);
agrees!(
    exact_seconds,
    ordered,
    #[rowkey(time(secs, exact))]
    jiff::Timestamp,
    around_midnight()
);
agrees!(
    seconds,
    ordered,
    #[rowkey(time(secs, floor))]
    jiff::Timestamp,
    around_midnight()
);
agrees!(
    seconds_desc,
    ordered,
    #[rowkey(time(secs, floor), desc)]
    jiff::Timestamp,
    around_midnight()
);
agrees!(
    newest_first,
    ordered,
    #[reverse_ts(secs, floor)]
    jiff::Timestamp,
    around_midnight()
);
agrees!(
    newest_first_in_digits,
    ordered,
    #[rowkey(reverse_ts(secs, floor), digits(19))]
    jiff::Timestamp,
    around_midnight().split_off(1)
);
agrees!(
    seconds_in_decimal,
    unordered,
    #[rowkey(time(secs, floor), decimal)]
    jiff::Timestamp,
    around_midnight()
);
agrees!(
    seconds_in_digits,
    ordered,
    #[rowkey(time(secs, floor), digits(19))]
    jiff::Timestamp,
    around_midnight()
);
agrees!(seconds_or_none, ordered, #[rowkey(time(secs, floor))] Option<jiff::Timestamp>,
    around_midnight().into_iter().map(Some).chain([None]).collect());
agrees!(chrono_hours, ordered, #[rowkey(time("%Y%m%d%H", floor))] chrono::DateTime<chrono::Utc>,
    around_midnight().iter().map(|at| chrono::DateTime::from_timestamp(at.as_second(), at.subsec_nanosecond().max(0) as u32).unwrap()).collect());
agrees!(
    offset_times,
    ordered,
    #[rowkey(time(secs, floor))]
    time::OffsetDateTime,
    offset_times()
);
agrees!(
    system_times,
    ordered,
    #[rowkey(time(secs, floor), desc)]
    std::time::SystemTime,
    around_midnight().iter().map(|at| (*at).try_into().unwrap()).collect()
);
agrees!(
    durations,
    ordered,
    #[rowkey(time(secs, floor))]
    std::time::Duration,
    [0, 1, 999, 1000, 1001, 1999, 2000].map(std::time::Duration::from_millis).to_vec()
);

fn offset_times() -> Vec<time::OffsetDateTime> {
    let of = |at: jiff::Timestamp| time::OffsetDateTime::from_unix_timestamp_nanos(at.as_nanosecond()).unwrap();
    around_midnight().into_iter().map(of).collect()
}

/// A time in another offset cannot be written. As a condition it is its point of time.
#[test]
fn a_time_in_another_offset_is_asked_as_in_utc() {
    let (keys, times) = rows::<offset_times::Key>(offset_times());
    for utc in times {
        let east = utc.to_offset(time::UtcOffset::from_hms(8, 0, 0).unwrap());
        for at in [utc, east] {
            use offset_times::Key;
            same!(&keys, Key, Key::scan().value(at), equal::<Key>(&keys, &utc), "value({at})");
            same!(&keys, Key, Key::scan().filter_value(at), equal::<Key>(&keys, &utc), "filter_value({at})");
            for (range, in_utc) in ranges(&at, &at).into_iter().zip(ranges(&utc, &utc)) {
                let expected = in_range::<Key>(&keys, in_utc);
                same!(&keys, Key, Key::scan().value(range), expected, "value({range:?})");
                same!(&keys, Key, Key::scan().filter_value(range), expected, "filter_value({range:?})");
            }
        }
    }
}

fn texts() -> Vec<String> {
    let texts = ["", "ab", "abc", "abcd", "ä", "äb", "ääää", "aääz", "abäz", "éb", "éé", "zz\0", "zz\0\0z"];
    texts.map(String::from).to_vec()
}

agrees!(
    cut,
    ordered,
    #[rowkey(pad(3, cut))]
    String,
    texts()
);
agrees!(
    cut_desc,
    ordered,
    #[rowkey(pad(3, cut), desc)]
    String,
    texts()
);
agrees!(cut_or_none, ordered, #[rowkey(pad(3, cut))] Option<String>, texts().into_iter().map(Some).chain([None]).collect());
agrees!(cut_bytes, ordered, #[rowkey(pad(3, cut))] Vec<u8>, texts().into_iter().map(String::into_bytes).collect());
agrees!(
    cut_letters,
    ordered,
    #[rowkey(pad(3, with = b' ', cut), chars("a-d"))]
    String,
    texts()
);
agrees!(
    cut_after_blanks,
    unordered,
    #[rowkey(pad(3, with = b'a', cut), allow(unordered))]
    String,
    texts()
);
agrees!(
    cut_back_to_front,
    unordered,
    #[rowkey(pad(3, cut), reverse_text)]
    String,
    texts()
);
agrees!(
    padded,
    ordered,
    #[rowkey(pad(3))]
    String,
    texts()
);

fn floats() -> Vec<f64> {
    vec![f64::NEG_INFINITY, -1.5, -f64::MIN_POSITIVE, -0.0, 0.0, f64::from_bits(1), 2.0, f64::INFINITY]
}

agrees!(float, ordered, f64, floats());
agrees!(
    float_desc,
    ordered,
    #[rowkey(desc)]
    f64,
    floats()
);
agrees!(small_float, ordered, f32, floats().into_iter().map(|float| float as f32).collect());
agrees!(
    raw_float,
    unordered,
    #[rowkey(raw)]
    f64,
    floats()
);
agrees!(
    phoenix_float,
    ordered,
    #[rowkey(with = rowkey::codec::phoenix::Float)]
    f64,
    floats()
);
agrees!(
    phoenix_float_desc,
    ordered,
    #[rowkey(with = rowkey::codec::phoenix::Float, desc)]
    f64,
    floats()
);
agrees!(float_or_none, ordered, Option<f64>, floats().into_iter().map(Some).chain([None]).collect());
agrees!(
    float_in_a_tuple,
    ordered,
    (f64, u8),
    floats().into_iter().flat_map(|float| [(float, 1), (float, 2)]).collect()
);
agrees!(
    float_at_the_end,
    ordered,
    (u8, f32),
    floats().into_iter().flat_map(|float| [(1, float as f32), (2, float as f32)]).collect()
);
agrees!(
    floats_in_an_array,
    ordered,
    [f32; 2],
    [-1.0, -0.0, 0.0, 1.0].into_iter().flat_map(|first| [-0.0, 0.0, 2.0].map(|second| [first, second])).collect()
);

/// More layouts of times: behind an element that is computed from them, with a salt of a view, inside another key.
macro_rules! agrees_as {
    ($name:ident, $(#[$layout:meta])? { $(#[$attr:meta])* $type:ty $(; $unit:expr)? }, $values:expr) => {
        mod $name {
            use super::*;

            agrees!(key Key $(#[$layout])?; $(#[$attr])* $type $(; $unit)?);

            #[test]
            fn agrees() {
                agrees!(ordered Key, $values);
            }
        }
    };
}

agrees_as!(
    after_its_day,
    {
        #[rowkey(time(secs, floor), element(value.year_month_day))]
        jiff::Timestamp
    },
    around_midnight()
);
agrees_as!(
    after_its_day_desc,
    {
        #[rowkey(time(secs, floor), desc, element(value.year_month_day, desc))]
        jiff::Timestamp
    },
    around_midnight()
);
agrees_as!(
    after_its_month,
    {
        #[rowkey(time("%Y%m%d", floor), element(value.year_month))]
        jiff::Timestamp
    },
    around_midnight()
);
agrees_as!(
    salted_by_hour,
    #[rowkey(salt(xor, buckets = 24, of(value.hour)))]
    {
        #[rowkey(time("%Y%m%d%H", floor))]
        jiff::Timestamp
    },
    around_midnight()
);
agrees_as!(
    newest_first_by_day,
    #[rowkey(salt(modulo, buckets = 5, of(value.year_month_day)))]
    {
        #[reverse_ts(secs, floor)]
        jiff::Timestamp
    },
    around_midnight()
);

#[derive(RowKey, Clone, Debug, PartialEq, PartialOrd)]
struct DayAndNumber {
    #[rowkey(time("%Y%m%d", floor))]
    at: jiff::Timestamp,
    number: u8,
}

#[derive(RowKey, Clone, Debug, PartialEq, PartialOrd)]
struct TextAndFloat {
    #[rowkey(pad(3, cut))]
    text: String,
    float: f32,
}

agrees_as!(
    nested_times,
    {
        DayAndNumber;
        |_, stored, row| row.at == stored.at
    },
    around_midnight().into_iter().flat_map(|at| [1, 7].map(|number| DayAndNumber { at, number })).collect()
);
agrees_as!(
    nested_times_desc,
    {
        #[rowkey(desc)]
        DayAndNumber;
        |_, stored, row| row.at == stored.at
    },
    around_midnight().into_iter().flat_map(|at| [1, 7].map(|number| DayAndNumber { at, number })).collect()
);
#[derive(RowKey, Clone, Debug, PartialEq, PartialOrd)]
struct FloatAndText {
    float: f64,
    #[rowkey(pad(3, cut))]
    text: String,
}

agrees_as!(
    nested_floats_and_texts,
    { FloatAndText },
    ["", "abc", "abcd", "éb", "éé"]
        .iter()
        .flat_map(|text| [-0.0, 0.0, 1.0].map(|float| FloatAndText { float, text: (*text).into() }))
        .collect()
);
agrees_as!(
    nested_texts_and_floats,
    {
        TextAndFloat;
        |_, stored, row| row.text == stored.text
    },
    ["", "ab", "abc", "abcd", "éb", "éé"]
        .iter()
        .flat_map(|text| [-0.0, 0.0, 1.0].map(|float| TextAndFloat { text: (*text).into(), float }))
        .collect()
);

/// Starts of texts that are cut: a start of more than three bytes matches what is stored for it, as a value does.
macro_rules! starts {
    ($($name:ident: $part:ident;)*) => {$(
        #[test]
        fn $name() {
            use $name::Key;
            let (keys, _) = rows::<Key>(texts());
            for start in texts() {
                let stored = (start.len() > 3).then(|| Key::stored_for(&start)).flatten();
                let is_match = |key: &&Vec<u8>| Key::of(key).$part(&start) || stored.as_ref() == Some(&Key::of(key));
                let expected: Vec<Vec<u8>> = keys.iter().filter(is_match).cloned().collect();
                same!(&keys, Key, Key::scan().value(rowkey::$part(&start)), expected, "{}({start:?})", stringify!($part));
                same!(&keys, Key, Key::scan().filter_value(rowkey::$part(&start)), expected, "filter {}({start:?})", stringify!($part));
            }
        }
    )*};
}

starts! {
    cut: starts_with;
    cut_desc: starts_with;
    cut_letters: starts_with;
    cut_back_to_front: ends_with;
    padded: starts_with;
}

/// A salt of the start of a text that is cut takes what is stored, not what is asked for.
#[test]
fn the_salt_of_a_start_that_is_cut_is_that_of_its_rows() {
    #[derive(RowKey, Clone, Debug)]
    #[rowkey(salt(buckets = 16, of(value.first(4))))]
    struct Key {
        #[rowkey(pad(3, cut))]
        value: String,
        id: u8,
    }

    for value in ["abcde", "abc", "ääää"] {
        let key = Key { value: value.into(), id: 1 }.encode().unwrap();
        for start in [value, "abcd", "äää"].into_iter().filter(|start| value.starts_with(start)) {
            let plan = Key::scan().value(starts_with(start)).plan().unwrap();
            assert!(plan.ranges().any(|range| range.contains(&key)) && plan.matches(&key), "{value} {start}");
        }
    }
}

/// NaN is in no range but `..`, and is found by its bits.
#[test]
fn nan_is_found_by_its_bits_alone() {
    let nan = [f64::NAN, -f64::NAN, f64::from_bits(0x7FF0_0000_0000_0001)];
    let values: Vec<f64> = floats().into_iter().chain(nan).collect();
    macro_rules! nan {
        ($Key:ty, $of:expr, $ordered:tt) => {
            nan!($Key, $of, $ordered, nan, values)
        };
        ($Key:ty, $of:expr, $ordered:tt, $nan:expr, $values:expr) => {{
            let (nan, values) = ($nan, &$values);
            let (keys, _) = rows::<$Key>(values.iter().map(|value| $of(*value)).collect());
            for asked in nan {
                let key = |key: &&Vec<u8>| **key == <$Key>::new($of(asked), 0).encode().unwrap() || **key == <$Key>::new($of(asked), 9).encode().unwrap();
                let expected: Vec<Vec<u8>> = keys.iter().filter(key).cloned().collect();
                assert_eq!(expected.len(), 2);
                same!(&keys, $Key, <$Key>::scan().value($of(asked)), expected, "value({asked})");
                same!(&keys, $Key, <$Key>::scan().filter_value($of(asked)), expected, "filter_value({asked})");
            }
            for a in values {
                for b in values {
                    for range in ranges(&$of(*a), &$of(*b)).into_iter().chain((a.is_nan() && b.is_nan()).then(|| ranges(&$of(*a), &$of(*a))).into_iter().flatten()) {
                        let expected: Vec<Vec<u8>> = keys.iter().filter(|key| range.contains(&<$Key>::of(key))).cloned().collect();
                        same!(&keys, $Key, <$Key>::scan().filter_value(range.clone()), expected, "filter_value({range:?})");
                        nan!($ordered $Key, &keys, range, expected);
                    }
                }
            }
            same!(&keys, $Key, <$Key>::scan().filter_value(..), keys, "filter_value(..)");
        }};
        (ordered $Key:ty, $keys:expr, $range:expr, $expected:expr) => {
            same!($keys, $Key, <$Key>::scan().value($range.clone()), $expected, "value({:?})", $range)
        };
        (unordered $Key:ty, $keys:expr, $range:expr, $expected:expr) => {};
    }
    nan!(float::Key, |value| value, ordered);
    nan!(float::Salted, |value| value, ordered);
    nan!(float_desc::Key, |value| value, ordered);
    nan!(raw_float::Key, |value| value, unordered);
    nan!(float_or_none::Key, Some, ordered);
    nan!(float_in_a_tuple::Key, |value| (value, 1), ordered);
    nan!(float_at_the_end::Key, |value| (1, value as f32), ordered);
    // Phoenix has one NaN.
    let values: Vec<f64> = floats().into_iter().chain([f64::NAN]).collect();
    nan!(phoenix_float::Key, |value| value, ordered, [f64::NAN], values);
    nan!(phoenix_float_desc::Salted, |value| value, ordered, [f64::NAN], values);
}

/// A list of floats begins with 0.0 if it begins with -0.0.
#[test]
fn parts_of_lists_of_floats_compare_as_values() {
    #[derive(RowKey, Debug)]
    struct Key {
        id: u8,
        #[rowkey(repeated)]
        values: Vec<(u8, f32)>,
    }

    fn having(keys: &[Vec<u8>], is_match: impl Fn(&[(u8, f32)]) -> bool) -> Vec<Vec<u8>> {
        keys.iter().filter(|key| is_match(&Key::decode(key).unwrap().values)).cloned().collect()
    }

    let items = [(1, 0.0), (1, -0.0), (2, 5.0)];
    let mut lists: Vec<Vec<(u8, f32)>> = vec![vec![]];
    for first in items {
        lists.push(vec![first]);
        lists.extend(items.map(|second| vec![first, second]));
    }
    let mut keys: Vec<Vec<u8>> =
        lists.iter().map(|values| Key { id: 1, values: values.clone() }.encode().unwrap()).collect();
    keys.sort();
    for part in &lists {
        let matching = |plan: Plan<_>| -> Vec<Vec<u8>> {
            let is_read = |key: &&Vec<u8>| plan.ranges().any(|range| range.contains(key)) && plan.matches(key);
            keys.iter().filter(is_read).cloned().collect()
        };
        let starts = having(&keys, |list| list.starts_with(part));
        assert_eq!(matching(Key::scan().id(1).values(starts_with(part)).plan().unwrap()), starts, "{part:?}");
        assert_eq!(matching(Key::scan().filter_values(starts_with(part)).plan().unwrap()), starts, "{part:?}");
        let containing = having(&keys, |list| part.is_empty() || list.windows(part.len()).any(|items| items == part));
        assert_eq!(matching(Key::scan().filter_values(contains(part)).plan().unwrap()), containing, "{part:?}");
        assert_eq!(
            matching(Key::scan().id(1).values(part).plan().unwrap()),
            having(&keys, |list| list == part),
            "{part:?}"
        );
    }
}
