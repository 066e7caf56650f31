//! The date and time types of `jiff`, `chrono`, `time` and std. All need an attribute that states how they are
//! written.

#[cfg(feature = "jiff")]
use super::Civil;
#[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
use super::moment::midnight;
#[cfg(feature = "chrono")]
use super::stored::Stored;
use super::{Codec, Piece};
#[cfg(any(feature = "std", feature = "jiff", feature = "chrono", feature = "time"))]
use super::{Moment, MomentKind};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::Language;
use core::convert::Infallible;
use core::time::Duration;

macro_rules! moments {
    ($($feature:literal $kind:ident $type:ty, |$value:ident| $since:expr, |$seconds:ident, $nanos:ident| $from:expr
        $(, $loss:expr)?;)*) => {$(
        #[cfg(feature = $feature)]
        #[diagnostic::do_not_recommend]
        impl Moment for $type {
            const KIND: MomentKind = MomentKind::$kind;

            fn since_epoch(&self) -> (i64, u32) {
                let $value = self;
                $since
            }

            fn from_epoch($seconds: i64, $nanos: u32) -> Option<Self> {
                $from
            }

            $(fn loss(&self) -> Option<&'static str> {
                $loss(self)
            })?
        }
    )*};
}

moments! {
    "std" Instant std::time::SystemTime, |it| system_since(*it), |seconds, nanos| system_from(seconds, nanos);
    "jiff" Instant jiff::Timestamp, |it| jiff_since(*it),
        |seconds, nanos| jiff::Timestamp::new(seconds, i32::try_from(nanos).ok()?).ok();
    "jiff" Civil jiff::civil::DateTime, |it| (jiff_seconds(*it), it.subsec_nanosecond().unsigned_abs()),
        |seconds, nanos| jiff_civil(Civil::from_epoch(seconds, nanos)?);
    "jiff" Date jiff::civil::Date, |it| (jiff_seconds(it.at(0, 0, 0, 0)), 0),
        |seconds, nanos| jiff_civil(Civil::from_epoch(midnight(seconds, nanos)?, 0)?).map(|it| it.date());
    "chrono" Instant chrono::DateTime<chrono::Utc>, |it| chrono_since(it),
        |seconds, nanos| chrono::DateTime::from_timestamp(seconds, nanos);
    "chrono" Civil chrono::NaiveDateTime, |it| chrono_since(&it.and_utc()),
        |seconds, nanos| Some(chrono::DateTime::from_timestamp(seconds, nanos)?.naive_utc());
    "chrono" Date chrono::NaiveDate, |it| chrono_since(&it.and_time(chrono::NaiveTime::MIN).and_utc()),
        |seconds, nanos| Some(chrono::DateTime::from_timestamp(midnight(seconds, nanos)?, 0)?.date_naive());
    "time" Instant time::OffsetDateTime, |it| (it.unix_timestamp(), it.nanosecond()),
        |seconds, nanos| time_from(seconds, nanos), time_loss;
    "time" Civil time::PrimitiveDateTime, |it| (it.assume_utc().unix_timestamp(), it.nanosecond()),
        |seconds, nanos| time_from(seconds, nanos).map(|it| time::PrimitiveDateTime::new(it.date(), it.time()));
    "time" Date time::Date, |it| (it.midnight().assume_utc().unix_timestamp(), 0),
        |seconds, nanos| time_from(midnight(seconds, nanos)?, 0).map(time::OffsetDateTime::date);
}

/// Returns the seconds, rounded down, and the nanoseconds after them. std measures times before 1970 as a
/// [`Duration`], which has no sign.
#[cfg(feature = "std")]
fn system_since(time: std::time::SystemTime) -> (i64, u32) {
    match time.duration_since(std::time::SystemTime::UNIX_EPOCH) {
        Ok(after) => (0_i64.saturating_add_unsigned(after.as_secs()), after.subsec_nanos()),
        Err(before) => {
            let before = before.duration();
            // Half a second before 1970 is second -1 and 500,000,000 nanoseconds.
            let below = u32::from(before.subsec_nanos() > 0);
            let seconds = 0_i64.saturating_sub_unsigned(before.as_secs()).saturating_sub_unsigned(below.into());
            (seconds, below * 1_000_000_000 - before.subsec_nanos())
        }
    }
}

#[cfg(feature = "std")]
fn system_from(seconds: i64, nanos: u32) -> Option<std::time::SystemTime> {
    let (epoch, whole) = (std::time::SystemTime::UNIX_EPOCH, Duration::from_secs(seconds.unsigned_abs()));
    let second = if seconds < 0 { epoch.checked_sub(whole) } else { epoch.checked_add(whole) };
    second?.checked_add(Duration::from_nanos(nanos.into()))
}

/// Returns the seconds, rounded down, and the nanoseconds after them. `jiff` rounds the seconds toward zero: half a
/// second before 1970 is second 0 and -500,000,000 nanoseconds there, and second -1 and 500,000,000 nanoseconds here.
#[cfg(feature = "jiff")]
fn jiff_since(time: jiff::Timestamp) -> (i64, u32) {
    let (seconds, nanos) = (time.as_second(), time.subsec_nanosecond());
    let below = i64::from(nanos < 0);
    (seconds - below, nanos.rem_euclid(1_000_000_000).unsigned_abs())
}

#[cfg(feature = "jiff")]
fn jiff_seconds(time: jiff::civil::DateTime) -> i64 {
    let (year, month, day) = (i32::from(time.year()), time.month().unsigned_abs(), time.day().unsigned_abs());
    let (hour, minute, second) =
        (time.hour().unsigned_abs(), time.minute().unsigned_abs(), time.second().unsigned_abs());
    // The calendar has every date of `jiff`, so the default is never taken.
    Civil { year, month, day, hour, minute, second, nanosecond: 0 }.seconds().unwrap_or_default()
}

#[cfg(feature = "jiff")]
fn jiff_civil(civil: Civil) -> Option<jiff::civil::DateTime> {
    let small = |number: u8| i8::try_from(number).ok();
    jiff::civil::DateTime::new(
        i16::try_from(civil.year).ok()?,
        small(civil.month)?,
        small(civil.day)?,
        small(civil.hour)?,
        small(civil.minute)?,
        small(civil.second)?,
        i32::try_from(civil.nanosecond).ok()?,
    )
    .ok()
}

/// Returns the seconds and the nanoseconds. `chrono` has leap seconds in the form of [`Moment::since_epoch`].
#[cfg(feature = "chrono")]
fn chrono_since(time: &chrono::DateTime<chrono::Utc>) -> (i64, u32) {
    (time.timestamp(), time.timestamp_subsec_nanos())
}

#[cfg(feature = "time")]
fn time_from(seconds: i64, nanos: u32) -> Option<time::OffsetDateTime> {
    time::OffsetDateTime::from_unix_timestamp(seconds).ok()?.replace_nanosecond(nanos).ok()
}

#[cfg(feature = "time")]
fn time_loss(time: &time::OffsetDateTime) -> Option<&'static str> {
    (!time.offset().is_utc()).then_some("the time is not in UTC, so its offset would be lost")
}

macro_rules! refused {
    ($([$($feature:literal)?] $code:literal $type:ty, $fact:expr, $help:expr;)*) => {$(
        $(#[cfg(feature = $feature)])?
        #[diagnostic::do_not_recommend]
        impl<'k> Codec<'k> for $type {
            const TRUSTED: bool = true;
            const LANGUAGE: Language = Language::refused_by($code, $fact, $help);
            type Error = Infallible;

            fn write<S: Sink>(_: &Self, _: &mut S) -> Result<(), Infallible> {
                Ok(())
            }

            fn read(_: Piece<'k, '_>) -> Result<Self, ElementError> {
                Err(ElementError::Other($fact))
            }
        }
    )*};
}

#[cfg(any(feature = "std", feature = "jiff", feature = "chrono", feature = "time"))]
const INSTANT: &str = "its type is an instant, which can be counted in several units";
#[cfg(any(feature = "std", feature = "jiff", feature = "chrono", feature = "time"))]
const COUNT: &str = "count milliseconds: `#[rowkey(time(millis, floor))]`, the newest first: `#[reverse_ts(millis, floor)]`\n  help: keep every part: `#[rowkey(time(nanos))]`";
#[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
const CIVIL: &str = "its type is civil time, which can be written in many ways";
#[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
const WRITE_CIVIL: &str = "state which: `#[rowkey(time(\"%Y-%m-%d %H:%M:%S\", floor))]`\n  help: or count as if in UTC: `#[rowkey(time(millis, floor))]`";
#[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
const DATE: &str = "its type is a date, which can be written in many ways";
#[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
const WRITE_DATE: &str =
    "state which: `#[rowkey(time(\"%Y-%m-%d\"))]`\n  help: or count as if in UTC: `#[rowkey(time(secs))]`";
#[cfg(any(feature = "jiff", feature = "chrono"))]
const ZONED: &str = "its type carries a time zone, and one moment would have several keys";

refused! {
    [] "RK606" Duration, "its type is a duration, which can be counted in several units", "count milliseconds: `#[rowkey(time(millis, floor))]`\n  help: keep every part: `#[rowkey(time(nanos))]`";
    ["std"] "RK606" std::time::SystemTime, INSTANT, COUNT;
    ["jiff"] "RK606" jiff::Timestamp, INSTANT, COUNT;
    ["chrono"] "RK606" chrono::DateTime<chrono::Utc>, INSTANT, COUNT;
    ["time"] "RK606" time::OffsetDateTime, INSTANT, COUNT;
    ["jiff"] "RK606" jiff::civil::DateTime, CIVIL, WRITE_CIVIL;
    ["jiff"] "RK606" jiff::civil::Date, DATE, WRITE_DATE;
    ["jiff"] "RK604" jiff::ZonedDateTime, ZONED, "use `jiff::Timestamp`, and store the zone in the value";
    ["chrono"] "RK606" chrono::NaiveDateTime, CIVIL, WRITE_CIVIL;
    ["chrono"] "RK606" chrono::NaiveDate, DATE, WRITE_DATE;
    ["time"] "RK606" time::PrimitiveDateTime, CIVIL, WRITE_CIVIL;
    ["time"] "RK606" time::Date, DATE, WRITE_DATE;
}

/// The zones of `chrono` that a codec rejects. Other zones, of its features or of other crates, do not implement this
/// trait. The error below names them.
#[cfg(feature = "chrono")]
#[diagnostic::on_unimplemented(
    message = "`chrono::DateTime<{Self}>` cannot be part of a row key: it carries a time zone, and one moment would have several keys",
    label = "use `chrono::DateTime<Utc>`, and store the zone in the value",
    note = "see RK604 in rowkey::_compile_errors"
)]
pub trait ChronoZone: chrono::TimeZone {}

#[cfg(feature = "chrono")]
#[diagnostic::do_not_recommend]
impl ChronoZone for chrono::FixedOffset {}

/// The codec that rejects times with a zone.
#[cfg(feature = "chrono")]
#[derive(Debug)]
pub enum Zoned {}

#[cfg(feature = "chrono")]
#[diagnostic::do_not_recommend]
impl<Z: chrono::TimeZone> Stored<'_> for chrono::DateTime<Z> {
    type Codec = Zoned;
}

#[cfg(feature = "chrono")]
impl<'k, Z: ChronoZone> Codec<'k, chrono::DateTime<Z>> for Zoned {
    const TRUSTED: bool = true;
    const LANGUAGE: Language =
        Language::refused_by("RK604", ZONED, "use `chrono::DateTime<Utc>`, and store the offset in the value");
    type Error = Infallible;

    fn write<S: Sink>(_: &chrono::DateTime<Z>, _: &mut S) -> Result<(), Infallible> {
        Ok(())
    }

    fn read(_: Piece<'k, '_>) -> Result<chrono::DateTime<Z>, ElementError> {
        Err(ElementError::Other(ZONED))
    }
}

#[cfg(all(test, any(feature = "std", feature = "jiff", feature = "chrono", feature = "time")))]
mod tests {
    use super::*;
    use crate::codec::{Counted, Place};
    use crate::error::ValueError;
    use alloc::vec::Vec;
    use core::fmt;

    type Millis = Counted<1_000, 'e'>;

    /// Writes a value, reads it back, and compares the bytes with a count of milliseconds.
    fn comes_back<T: Moment + PartialEq + fmt::Debug>(value: T, millis: i64) {
        let (mut out, mut number) = (Vec::new(), Vec::new());
        Millis::write(&value, &mut out).unwrap();
        let Ok(()) = i64::write(&millis, &mut number);
        assert_eq!(out, number);
        assert_eq!(<Millis as Codec<T>>::read(Piece::Copy(&out)), Ok(value));
    }

    #[cfg(feature = "jiff")]
    #[test]
    fn jiff_timestamps_are_milliseconds() {
        use crate::codec::ReverseTs;
        use crate::codec::epoch::BEYOND;

        let time: jiff::Timestamp = "2017-12-01T12:10:00.007Z".parse().unwrap();
        comes_back(time, 1_512_130_200_007);
        comes_back(jiff::Timestamp::from_second(-1).unwrap(), -1_000);
        let finer: jiff::Timestamp = "2017-12-01T12:10:00.0071Z".parse().unwrap();
        assert_eq!(Millis::write(&finer, &mut Vec::new()), Err(ValueError::Finer { per_second: 1_000 }));
        let mut out = Vec::new();
        assert_eq!(Millis::place(&finer, &mut out), Ok(Place::After));
        assert_eq!(<Millis as Codec<jiff::Timestamp>>::read(Piece::Copy(&out)), Ok(time));
        assert_eq!(<Millis as Codec<jiff::Timestamp>>::read(Piece::Copy(&[0xFF; 8])), Err(BEYOND));
        let rank = |time: jiff::Timestamp| {
            let mut rank = Vec::new();
            Millis::rank(&time, &mut rank).unwrap();
            rank
        };
        let next: jiff::Timestamp = "2017-12-01T12:10:00.008Z".parse().unwrap();
        assert!(rank(time) < rank(finer) && rank(finer) < rank(next), "what cannot be written has a rank too");
        let mut out = Vec::new();
        <ReverseTs<1, 'e'> as Codec<'_, jiff::Timestamp>>::write(&jiff::Timestamp::UNIX_EPOCH, &mut out).unwrap();
        assert_eq!(out, i64::MAX.to_be_bytes());
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn chrono_times_are_milliseconds_and_leap_seconds_are_refused() {
        comes_back(chrono::DateTime::from_timestamp(1_512_130_200, 7_000_000).unwrap(), 1_512_130_200_007);
        comes_back(chrono::DateTime::from_timestamp(-2, 999_000_000).unwrap(), -1_001);
        let leap = chrono::DateTime::from_timestamp(1_483_228_799, 1_500_000_000).unwrap();
        assert!(matches!(Millis::write(&leap, &mut Vec::new()), Err(ValueError::Other(_))));
    }

    #[cfg(feature = "time")]
    #[test]
    fn offset_times_are_milliseconds_and_must_be_in_utc() {
        let time = time::OffsetDateTime::from_unix_timestamp(1_512_130_200).unwrap();
        comes_back(time, 1_512_130_200_000);
        let elsewhere = time.to_offset(time::UtcOffset::from_hms(8, 0, 0).unwrap());
        assert!(matches!(Millis::write(&elsewhere, &mut Vec::new()), Err(ValueError::Other(_))));
        let (mut here, mut there) = (Vec::new(), Vec::new());
        assert_eq!(Millis::place(&time, &mut here), Ok(Place::At));
        assert_eq!(Millis::place(&elsewhere, &mut there), Ok(Place::At));
        assert_eq!(here, there);
    }

    #[cfg(feature = "std")]
    #[test]
    fn the_system_clock_counts_down_before_1970() {
        let at = |seconds: i64, nanos: u32| system_from(seconds, nanos).unwrap();
        comes_back(std::time::SystemTime::UNIX_EPOCH, 0);
        comes_back(at(1_512_130_200, 7_000_000), 1_512_130_200_007);
        comes_back(at(-2, 999_000_000), -1_001);
        for (seconds, nanos) in [(-1, 0), (-1, 1), (-2, 999_999_999), (0, 1), (1 << 33, 999_999_999), (-(1 << 33), 7)] {
            assert_eq!(system_since(at(seconds, nanos)), (seconds, nanos));
        }
        // The first second of a 64-bit clock. Other systems begin later.
        if let Some(first) = system_from(i64::MIN, 0) {
            assert_eq!(system_since(first), (i64::MIN, 0));
        }
    }

    #[test]
    fn durations_are_counted_from_zero() {
        let of = |duration: Duration| {
            let mut out = Vec::new();
            Millis::write(&duration, &mut out).map(|()| out)
        };
        assert_eq!(of(Duration::from_millis(180)), Ok(180_u64.to_be_bytes().to_vec()));
        assert_eq!(of(Duration::from_micros(180)), Err(ValueError::Finer { per_second: 1_000 }));
        let most = Duration::from_millis(i64::MAX as u64);
        assert_eq!(<Millis as Codec<Duration>>::read(Piece::Copy(&of(most).unwrap())), Ok(most));
        let (least, greatest) = (0, i128::from(i64::MAX));
        let found = i128::from(u64::MAX) * 1_000 + 999;
        assert_eq!(
            of(Duration::MAX - Duration::from_nanos(999_999)),
            Err(ValueError::Range { found, least, greatest })
        );
        assert!(<Millis as Codec<Duration>>::read(Piece::Copy(&[0xFF; 8])).is_err());
        let (mut floor, mut between) = (Vec::new(), Vec::new());
        type Floor = Counted<1_000, 'f'>;
        assert_eq!(Floor::write(&Duration::from_micros(1_999), &mut floor), Ok(()));
        assert_eq!(Millis::place(&Duration::from_micros(1_999), &mut between), Ok(Place::After));
        assert_eq!((&floor, floor.as_slice()), (&between, &1_u64.to_be_bytes()[..]));
    }
}
