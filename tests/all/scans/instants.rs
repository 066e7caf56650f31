//! Scans up to instants that no key holds: leap seconds, times between two units, times in other offsets. By brute force over
//! the instants around a leap second and around the borders of units: what a query finds is what comparing the values finds.

use chrono::{NaiveDateTime, Timelike, Utc};
use jiff::Timestamp;
use rowkey::{Plan, RowKey, ScanError, one_of};
use std::fmt::Debug;
use std::ops::Bound::{self, Excluded, Included, Unbounded};
use std::time::{Duration, SystemTime};
use time::{OffsetDateTime, PrimitiveDateTime, UtcOffset};

/// The last second of 2016, which a leap second follows, and seconds beside it; the epoch and a second beside it.
const SECONDS: [i64; 5] = [-1, 0, 1_483_228_798, 1_483_228_799, 1_483_228_800];

/// On both sides of every border of a unit, and between.
const NANOS: [u32; 10] = [0, 1, 999, 1_000, 1_000_000, 500_000_000, 999_000_000, 999_999_000, 999_999_998, 999_999_999];

/// What `chrono` has beyond these in a leap second.
const LEAP_NANOS: [u32; 3] = [1_000_000_000, 1_500_000_000, 1_999_999_999];

fn moments() -> impl Iterator<Item = (i64, u32)> {
    SECONDS.into_iter().flat_map(|seconds| NANOS.map(|nanos| (seconds, nanos)))
}

trait Instant: Copy + Debug + Ord {
    fn all() -> Vec<Self>;

    /// `true` if it lies in a leap second, which no key holds and no rounding makes another time.
    fn is_leap(&self) -> bool {
        false
    }

    /// Without the nanoseconds that are no whole number of `unit`.
    fn floor(&self, unit: u32) -> Self;
}

impl Instant for Timestamp {
    fn all() -> Vec<Self> {
        moments().map(|(seconds, nanos)| Self::new(seconds, nanos as i32).unwrap()).collect()
    }

    fn floor(&self, unit: u32) -> Self {
        let nanos = self.as_nanosecond();
        Self::from_nanosecond(nanos - nanos.rem_euclid(unit.into())).unwrap()
    }
}

impl Instant for Duration {
    fn all() -> Vec<Self> {
        let moments = moments().filter(|(seconds, _)| *seconds >= 0);
        moments.map(|(seconds, nanos)| Self::new(seconds as u64, nanos)).collect()
    }

    fn floor(&self, unit: u32) -> Self {
        Self::new(self.as_secs(), self.subsec_nanos() - self.subsec_nanos() % unit)
    }
}

impl Instant for SystemTime {
    fn all() -> Vec<Self> {
        // From two seconds before the epoch on, since durations have no sign.
        let start = Self::UNIX_EPOCH - Duration::from_secs(2);
        moments().map(|(seconds, nanos)| start + Duration::new((seconds + 2) as u64, nanos)).collect()
    }

    fn floor(&self, unit: u32) -> Self {
        let start = Self::UNIX_EPOCH - Duration::from_secs(2);
        start + Instant::floor(&self.duration_since(start).unwrap(), unit)
    }
}

impl Instant for chrono::DateTime<Utc> {
    fn all() -> Vec<Self> {
        let leap = LEAP_NANOS.map(|nanos| (1_483_228_799, nanos));
        moments().chain(leap).map(|(seconds, nanos)| Self::from_timestamp(seconds, nanos).unwrap()).collect()
    }

    fn is_leap(&self) -> bool {
        self.nanosecond() >= 1_000_000_000
    }

    fn floor(&self, unit: u32) -> Self {
        self.with_nanosecond(self.nanosecond() - self.nanosecond() % unit).unwrap()
    }
}

impl Instant for NaiveDateTime {
    fn all() -> Vec<Self> {
        chrono::DateTime::<Utc>::all().into_iter().map(|at| at.naive_utc()).collect()
    }

    fn is_leap(&self) -> bool {
        self.and_utc().is_leap()
    }

    fn floor(&self, unit: u32) -> Self {
        self.and_utc().floor(unit).naive_utc()
    }
}

impl Instant for OffsetDateTime {
    fn all() -> Vec<Self> {
        let utc = |(seconds, nanos)| Self::from_unix_timestamp(seconds).unwrap().replace_nanosecond(nanos).unwrap();
        let east = UtcOffset::from_hms(8, 0, 0).unwrap();
        let west = UtcOffset::from_hms(-3, -30, 0).unwrap();
        moments().map(utc).flat_map(|at| [at, at.to_offset(east), at.to_offset(west)]).collect()
    }

    fn floor(&self, unit: u32) -> Self {
        self.replace_nanosecond(self.nanosecond() - self.nanosecond() % unit).unwrap()
    }
}

impl Instant for PrimitiveDateTime {
    fn all() -> Vec<Self> {
        let in_utc = OffsetDateTime::all().into_iter().filter(|at| at.offset().is_utc());
        in_utc.map(|at| Self::new(at.date(), at.time())).collect()
    }

    fn floor(&self, unit: u32) -> Self {
        self.assume_utc().floor(unit).date().with_time(self.assume_utc().floor(unit).time())
    }
}

fn is_between<T: Ord>(value: &T, (low, high): &(Bound<T>, Bound<T>)) -> bool {
    let low = match low {
        Included(low) => value >= low,
        Excluded(low) => value > low,
        Unbounded => true,
    };
    let high = match high {
        Included(high) => value <= high,
        Excluded(high) => value < high,
        Unbounded => true,
    };
    low && high
}

/// Every range with one end, and every range between a few ends.
fn ranges<T: Instant>(all: &[T]) -> Vec<(Bound<T>, Bound<T>)> {
    let one = all.iter().flat_map(|&at| {
        [(Unbounded, Excluded(at)), (Unbounded, Included(at)), (Included(at), Unbounded), (Excluded(at), Unbounded)]
    });
    let few = || all.iter().rev().step_by(7);
    let two = few().flat_map(|&low| {
        few().flat_map(move |&high| [(Included(low), Excluded(high)), (Excluded(low), Included(high))])
    });
    one.chain(two).collect()
}

type Planned<K> = Result<Plan<K>, ScanError>;

/// The rows of a table, each with its value, and what they are asked.
struct Law<T> {
    rows: Vec<(Vec<u8>, T)>,
    /// The unit of a field that is rounded down.
    floor: Option<u32>,
    found: usize,
}

impl<T: Instant> Law<T> {
    /// Encodes all values, of which those in a leap second must be refused.
    fn new<K: RowKey>(floor: Option<u32>, key: impl Fn(u8, T) -> K) -> Self {
        let mut rows: Vec<(Vec<u8>, T)> = Vec::new();
        for at in T::all() {
            for id in [3, 4] {
                let written = key(id, at).encode().ok();
                assert!(written.is_none() || !at.is_leap(), "{at:?}");
                let Some(written) = written else { continue };
                let stored = floor.map_or(at, |unit| at.floor(unit));
                rows.push((written.as_ref().to_vec(), stored));
            }
        }
        rows.dedup();
        assert!(rows.len() >= 2 * SECONDS.len(), "{} rows", rows.len());
        Self { rows, floor, found: 0 }
    }

    fn stored(&self, at: T) -> T {
        self.floor.filter(|_| !at.is_leap()).map_or(at, |unit| at.floor(unit))
    }

    /// What is stored of a bound inside a unit, which is in the range.
    fn unit_of(&self, bound: Bound<T>) -> Option<T> {
        match bound {
            Included(at) | Excluded(at) => Some(self.stored(at)).filter(|stored| *stored != at),
            Unbounded => None,
        }
    }

    fn finds<K>(&mut self, plan: Planned<K>, holds: impl Fn(&T) -> bool, what: &str) {
        let plan = plan.unwrap();
        for (key, value) in &self.rows {
            let found = plan.ranges().any(|range| range.contains(key)) && plan.matches(key);
            assert_eq!(found, holds(value), "{what}: {value:?}\n{}", plan.explain());
            self.found += usize::from(found);
        }
    }

    fn ranges<K>(&mut self, plan: impl Fn((Bound<T>, Bound<T>)) -> Planned<K>) {
        for range in ranges(&T::all()) {
            let (start, stop) = (self.unit_of(range.0), self.unit_of(range.1));
            let holds = |value: &T| {
                (is_between(value, &(range.0, Unbounded)) || Some(*value) == start)
                    && (is_between(value, &(Unbounded, range.1)) || Some(*value) == stop)
            };
            self.finds(plan(range), holds, &format!("{range:?}"));
        }
    }

    fn equals<K>(&mut self, plan: impl Fn(T) -> Planned<K>) {
        for at in T::all() {
            let stored = self.stored(at);
            self.finds(plan(at), |value| *value == stored, &format!("{at:?}"));
        }
    }
}

/// A key of a time, bound and filtered.
macro_rules! laws {
    ($($name:ident: $ty:ty, [$($item:tt)*], $floor:expr;)*) => {$(
        #[test]
        #[allow(non_snake_case)]
        fn $name() {
            #[derive(RowKey, Debug)]
            struct Key {
                #[rowkey($($item)*)]
                at: $ty,
                id: u8,
            }
            #[derive(RowKey, Debug)]
            struct Filtered {
                id: u8,
                #[rowkey($($item)*)]
                at: $ty,
            }
            let mut law = Law::<$ty>::new($floor, |id, at| Key { at, id });
            law.ranges(|range| Key::scan().at(range).plan());
            law.equals(|at| Key::scan().at(at).plan());
            law.equals(|at| Key::scan().at(one_of([at, at])).plan());
            let mut law = Law::<$ty>::new($floor, |id, at| Filtered { at, id });
            law.ranges(|range| Filtered::scan().filter_at(range).plan());
            law.equals(|at| Filtered::scan().filter_at(at).plan());
            assert!(law.found > 100);
        }
    )*};
}

/// The same of a field that keys do not sort by.
macro_rules! unordered_laws {
    ($($name:ident: $ty:ty, [$($item:tt)*], $floor:expr;)*) => {$(
        #[test]
        fn $name() {
            #[derive(RowKey, Debug)]
            struct Key {
                #[rowkey($($item)*)]
                at: $ty,
                id: u8,
            }
            let mut law = Law::<$ty>::new($floor, |id, at| Key { at, id });
            law.equals(|at| Key::scan().at(at).plan());
            law.equals(|at| Key::scan().filter_at(at).plan());
            law.ranges(|range| Key::scan().filter_at(range).plan());
            assert!(law.found > 100);
        }
    )*};
}

const MILLIS: Option<u32> = Some(1_000_000);
const SECS: Option<u32> = Some(1_000_000_000);

laws! {
    jiff_nanos: Timestamp, [time(nanos)], None;
    jiff_millis: Timestamp, [time(millis, exact)], None;
    jiff_millis_floor: Timestamp, [time(millis, floor)], MILLIS;
    jiff_secs_desc: Timestamp, [time(secs, exact), desc], None;
    jiff_text: Timestamp, [time("%F %T.%9f")], None;
    jiff_text_floor: Timestamp, [time("%F %T", offset = "+08:00", floor)], SECS;
    system_nanos: SystemTime, [time(nanos)], None;
    system_newest: SystemTime, [reverse_ts(millis, floor)], MILLIS;
    system_secs: SystemTime, [time(secs, exact)], None;
    system_text: SystemTime, [time("%F %T", floor)], SECS;
    duration_nanos_desc: Duration, [time(nanos), desc], None;
    duration_millis: Duration, [time(millis, exact)], None;
    duration_digits: Duration, [time(secs, floor), digits(10)], SECS;
    duration_digits_desc: Duration, [time(secs, floor), digits(10), desc], SECS;
    duration_newest: Duration, [reverse_ts(millis, exact), digits(13)], None;
    jiff_few_digits: Timestamp, [reverse_ts(millis, exact), digits(13)], None;
    jiff_few_digits_floor: Timestamp, [reverse_ts(millis, floor), digits(13)], MILLIS;
    jiff_few_digits_desc: Timestamp, [time(micros, exact), digits(16), desc], None;
    jiff_few_bytes: Timestamp, [reverse_ts(secs, floor), bytes(4)], SECS;
    system_few_digits: SystemTime, [reverse_ts(millis, floor), digits(13)], MILLIS;
    chrono_few_digits: chrono::DateTime<Utc>, [reverse_ts(millis, exact), digits(13)], None;
    chrono_few_digits_desc: chrono::DateTime<Utc>, [time(secs, floor), hex(8, upper), desc], SECS;
    chrono_naive_few_digits: NaiveDateTime, [reverse_ts(millis, floor), hex(11)], MILLIS;
    time_few_digits: OffsetDateTime, [reverse_ts(millis, exact), digits(13)], None;
    time_primitive_few_digits: PrimitiveDateTime, [time(millis, floor), digits(13), desc], MILLIS;
    chrono_nanos: chrono::DateTime<Utc>, [time(nanos)], None;
    chrono_micros_desc: chrono::DateTime<Utc>, [time(micros, exact), desc], None;
    chrono_millis_floor: chrono::DateTime<Utc>, [time(millis, floor)], MILLIS;
    chrono_secs_floor_desc: chrono::DateTime<Utc>, [time(secs, floor), desc], SECS;
    chrono_newest: chrono::DateTime<Utc>, [reverse_ts(nanos)], None;
    chrono_digits: chrono::DateTime<Utc>, [reverse_ts(millis, exact), digits(20)], None;
    chrono_newest_floor: chrono::DateTime<Utc>, [reverse_ts(secs, floor)], SECS;
    chrono_digits_floor: chrono::DateTime<Utc>, [time(millis, floor), digits(13)], MILLIS;
    chrono_text: chrono::DateTime<Utc>, [time("%F %T.%9f")], None;
    chrono_text_floor: chrono::DateTime<Utc>, [time("%F %T%.3f", offset = "-03:30", floor), desc], MILLIS;
    chrono_naive_nanos: NaiveDateTime, [time(nanos)], None;
    chrono_naive_text: NaiveDateTime, [time("%F %T%.6f", exact)], None;
    chrono_naive_text_floor: NaiveDateTime, [time("%F %T", floor)], SECS;
    time_nanos: OffsetDateTime, [time(nanos)], None;
    time_millis_floor: OffsetDateTime, [time(millis, floor), desc], MILLIS;
    time_newest: OffsetDateTime, [reverse_ts(nanos)], None;
    time_text: OffsetDateTime, [time("%F %T.%9f")], None;
    time_text_floor: OffsetDateTime, [time("%F %T", floor)], SECS;
    time_primitive: PrimitiveDateTime, [time(micros, exact)], None;
}

unordered_laws! {
    jiff_unordered: Timestamp, [time("%T.%9f %d.%m.%Y"), allow(unordered)], None;
    chrono_unordered: chrono::DateTime<Utc>, [time("%T.%9f %d.%m.%Y"), allow(unordered)], None;
    chrono_unordered_floor: chrono::DateTime<Utc>, [time("%T %d.%m.%Y", floor), allow(unordered)], SECS;
    chrono_unordered_decimal: chrono::DateTime<Utc>, [time(millis, exact), decimal], None;
    time_unordered: OffsetDateTime, [time("%T.%9f %d.%m.%Y"), allow(unordered)], None;
}

/// A time that would not come back is refused by every codec, rounded down or not, whatever finer part it has beside.
#[test]
fn what_would_be_lost_is_refused() {
    macro_rules! refuses {
        ($value:expr, $ty:ty, $why:literal, $([$($item:tt)*])*) => {$({
            #[derive(RowKey, Debug)]
            struct Key {
                #[rowkey($($item)*)]
                at: $ty,
            }
            let error = Key { at: $value }.encode().unwrap_err().to_string();
            assert_eq!(error, concat!("`Key.at` cannot be written: ", $why));
        })*};
    }
    for nanos in [0, 1, 1_000_000, 999_999_999] {
        let east = UtcOffset::from_hms(8, 0, 0).unwrap();
        let at = OffsetDateTime::from_unix_timestamp(0).unwrap().replace_nanosecond(nanos).unwrap().to_offset(east);
        refuses!(at, OffsetDateTime, "the time is not in UTC, so its offset would be lost",
            [time(nanos)] [time(millis, exact)] [time(millis, floor)] [time(secs, floor), desc] [reverse_ts(millis, exact)] [reverse_ts(millis, floor)] [reverse_ts(nanos)]
            [time(millis, exact), decimal]
            [reverse_ts(millis, exact), digits(20)] [time("%F %T", floor)] [time("%F %T.%9f")]);
    }
    for nanos in LEAP_NANOS {
        let at = chrono::DateTime::<Utc>::from_timestamp(1_483_228_799, nanos).unwrap();
        refuses!(at, chrono::DateTime<Utc>, "the time is a leap second, which counts since the epoch omit",
            [time(nanos)] [time(millis, exact)] [time(millis, floor)] [time(secs, floor), desc] [reverse_ts(millis, exact)] [reverse_ts(millis, floor)] [reverse_ts(nanos)]
            [time(millis, exact), decimal] [reverse_ts(millis, exact), digits(20)] [time("%F %T", floor)] [time("%F %T.%9f")]);
        refuses!(
            at.naive_utc(),
            NaiveDateTime,
            "the time is a leap second, which counts since the epoch omit",
            [time(nanos)][time(millis, floor)][time("%F", floor)][time("%F %T.%9f")]
        );
    }
}
