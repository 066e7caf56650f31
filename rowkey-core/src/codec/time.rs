//! The date and time types of `jiff`, `chrono` and `time`. Instants are milliseconds since the epoch unless an attribute
//! says otherwise; all other types need an attribute.

#[cfg(feature = "jiff")]
use super::Civil;
use super::moment::midnight;
#[cfg(feature = "chrono")]
use super::stored::Stored;
use super::{Codec, Counted, Input, InputKind, Moment, MomentKind, Piece, Place, show_as};
use crate::bytes::Sink;
use crate::error::{ElementError, ValueError};
use crate::language::Language;
use core::convert::Infallible;
use core::fmt;

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

/// `jiff` rounds the seconds toward zero, so its nanoseconds are negative before 1970.
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

/// `chrono` gives a leap second as [`Moment::since_epoch`] does.
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
    (!time.offset().is_utc()).then_some("a time that is not in UTC, whose offset would be lost")
}

macro_rules! instants {
    ($($feature:literal $type:ty;)*) => {$(
        /// Milliseconds since the epoch as an `i64`, in 8 bytes; a finer part is an error.
        #[cfg(feature = $feature)]
        #[diagnostic::do_not_recommend]
        impl<'k> Codec<'k> for $type {
            const TRUSTED: bool = true;
            const LANGUAGE: Language = <Counted as Codec<$type>>::LANGUAGE;
            const NAME: &'static str = <Counted as Codec<$type>>::NAME;
            const INPUT: InputKind = <Counted as Codec<$type>>::INPUT;
            type Error = ValueError;

            fn write<S: Sink>(value: &Self, out: &mut S) -> Result<(), ValueError> {
                <Counted as Codec<$type>>::write(value, out)
            }

            fn read(element: Piece<'k, '_>) -> Result<Self, ElementError> {
                <Counted as Codec<$type>>::read(element)
            }

            fn input(value: &Self) -> Input<'_> {
                <Counted as Codec<$type>>::input(value)
            }

            fn place<S: Sink>(value: &Self, out: &mut S) -> Result<Place, ValueError> {
                <Counted as Codec<$type>>::place(value, out)
            }

            fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show_as::<Self, Self>(element, f)
            }
        }
    )*};
}

instants! {
    "jiff" jiff::Timestamp;
    "chrono" chrono::DateTime<chrono::Utc>;
    "time" time::OffsetDateTime;
}

macro_rules! refused {
    ($($feature:literal $type:ty, $fact:expr, $help:expr;)*) => {$(
        #[cfg(feature = $feature)]
        #[diagnostic::do_not_recommend]
        impl<'k> Codec<'k> for $type {
            const TRUSTED: bool = true;
            const LANGUAGE: Language = Language::refused($fact, $help);
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

const CIVIL: &str = "its type is civil time, which can be written in many ways";
const WRITE_CIVIL: &str =
    "say which: `#[rowkey(time(\"%Y-%m-%d %H:%M:%S\"))]`\n  help: or count as if in UTC: `#[rowkey(time(millis))]`";
const DATE: &str = "its type is a date, which can be written in many ways";
const WRITE_DATE: &str =
    "say which: `#[rowkey(time(\"%Y-%m-%d\"))]`\n  help: or count as if in UTC: `#[rowkey(time(secs))]`";
#[cfg(any(feature = "jiff", feature = "chrono"))]
const ZONED: &str = "its type carries a time zone, and keys of one moment would differ by it";

refused! {
    "jiff" jiff::civil::DateTime, CIVIL, WRITE_CIVIL;
    "jiff" jiff::civil::Date, DATE, WRITE_DATE;
    "jiff" jiff::Zoned, ZONED, "use `jiff::Timestamp`, and keep the zone beside the key";
    "chrono" chrono::NaiveDateTime, CIVIL, WRITE_CIVIL;
    "chrono" chrono::NaiveDate, DATE, WRITE_DATE;
    "time" time::PrimitiveDateTime, CIVIL, WRITE_CIVIL;
    "time" time::Date, DATE, WRITE_DATE;
}

/// The zones of `chrono` that a codec refuses. Other zones, of its features or of other crates, do not implement this: the
/// error below names them.
#[cfg(feature = "chrono")]
#[diagnostic::on_unimplemented(
    message = "`chrono::DateTime<{Self}>` cannot be part of a row key: it carries a time zone, and keys of one moment would differ by it",
    label = "use `chrono::DateTime<Utc>`, and keep the zone beside the key"
)]
pub trait ChronoZone: chrono::TimeZone {}

#[cfg(feature = "chrono")]
#[diagnostic::do_not_recommend]
impl ChronoZone for chrono::FixedOffset {}

/// The codec that refuses times with a zone.
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
        Language::refused(ZONED, "use `chrono::DateTime<Utc>`, and keep the offset beside the key");
    type Error = Infallible;

    fn write<S: Sink>(_: &chrono::DateTime<Z>, _: &mut S) -> Result<(), Infallible> {
        Ok(())
    }

    fn read(_: Piece<'k, '_>) -> Result<chrono::DateTime<Z>, ElementError> {
        Err(ElementError::Other(ZONED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::ReverseTs;
    use crate::codec::epoch::BEYOND;
    use alloc::vec::Vec;

    /// Writes, reads back, and compares the bytes with those of a count of milliseconds.
    fn comes_back<'k, T: Codec<'k, Error = ValueError> + PartialEq + fmt::Debug>(value: T, millis: i64) {
        let (mut out, mut number) = (Vec::new(), Vec::new());
        T::write(&value, &mut out).unwrap();
        let Ok(()) = i64::write(&millis, &mut number);
        assert_eq!(out, number);
        assert_eq!(T::read(Piece::Copy(&out)), Ok(value));
    }

    #[cfg(feature = "jiff")]
    #[test]
    fn jiff_timestamps_are_milliseconds() {
        let time: jiff::Timestamp = "2017-12-01T12:10:00.007Z".parse().unwrap();
        comes_back(time, 1_512_130_200_007);
        comes_back(jiff::Timestamp::from_second(-1).unwrap(), -1_000);
        let finer: jiff::Timestamp = "2017-12-01T12:10:00.0071Z".parse().unwrap();
        assert_eq!(jiff::Timestamp::write(&finer, &mut Vec::new()), Err(ValueError::Finer { per_second: 1_000 }));
        let mut out = Vec::new();
        assert_eq!(jiff::Timestamp::place(&finer, &mut out), Ok(Place::After));
        assert_eq!(jiff::Timestamp::read(Piece::Copy(&out)), Ok(time));
        assert_eq!(jiff::Timestamp::read(Piece::Copy(&[0xFF; 8])), Err(BEYOND));
        let rank = |time: jiff::Timestamp| {
            let mut rank = Vec::new();
            jiff::Timestamp::rank(&time, &mut rank).unwrap();
            rank
        };
        let next: jiff::Timestamp = "2017-12-01T12:10:00.008Z".parse().unwrap();
        assert!(rank(time) < rank(finer) && rank(finer) < rank(next), "what cannot be written has a rank too");
        let mut out = Vec::new();
        <ReverseTs<1> as Codec<'_, jiff::Timestamp>>::write(&jiff::Timestamp::UNIX_EPOCH, &mut out).unwrap();
        assert_eq!(out, i64::MAX.to_be_bytes());
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn chrono_times_are_milliseconds_and_leap_seconds_are_refused() {
        comes_back(chrono::DateTime::from_timestamp(1_512_130_200, 7_000_000).unwrap(), 1_512_130_200_007);
        comes_back(chrono::DateTime::from_timestamp(-2, 999_000_000).unwrap(), -1_001);
        let leap = chrono::DateTime::from_timestamp(1_483_228_799, 1_500_000_000).unwrap();
        assert!(matches!(chrono::DateTime::write(&leap, &mut Vec::new()), Err(ValueError::Other(_))));
    }

    #[cfg(feature = "time")]
    #[test]
    fn offset_times_are_milliseconds_and_must_be_in_utc() {
        let time = time::OffsetDateTime::from_unix_timestamp(1_512_130_200).unwrap();
        comes_back(time, 1_512_130_200_000);
        let elsewhere = time.to_offset(time::UtcOffset::from_hms(8, 0, 0).unwrap());
        assert!(matches!(time::OffsetDateTime::write(&elsewhere, &mut Vec::new()), Err(ValueError::Other(_))));
        let (mut here, mut there) = (Vec::new(), Vec::new());
        assert_eq!(time::OffsetDateTime::place(&time, &mut here), Ok(Place::At));
        assert_eq!(time::OffsetDateTime::place(&elsewhere, &mut there), Ok(Place::At));
        assert_eq!(here, there);
    }
}
