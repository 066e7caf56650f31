//! The time types of `jiff`, `chrono` and `time`: milliseconds since the epoch.

use super::epoch::{BEYOND, Count, Epoch, unit};
use super::{Codec, Input, InputKind, Piece, Place, show_as};
use crate::error::{ElementError, ValueError};
use crate::language::Language;
use crate::sink::Sink;
use core::fmt;

const NANOS: i128 = 1_000_000_000;

/// Of a default field of a time type: milliseconds.
const PER_SECOND: u64 = 1_000;

fn floor(nanos: i128, per_second: u64) -> Count {
    let unit = NANOS / i128::from(per_second);
    match i64::try_from(nanos.div_euclid(unit)) {
        Ok(count) if nanos.rem_euclid(unit) == 0 => Count::Exact(count),
        Ok(count) => Count::Between(count),
        Err(_) if nanos < 0 => Count::Below,
        Err(_) => Count::Above,
    }
}

fn count(nanos: i128, per_second: u64) -> Result<i64, ValueError> {
    match floor(nanos, per_second) {
        Count::Exact(count) => Ok(count),
        Count::Between(_) => Err(ValueError::Finer { per_second }),
        Count::Below | Count::Above => Err(ValueError::Range {
            found: nanos.div_euclid(NANOS / i128::from(per_second)),
            least: i128::from(i64::MIN),
            greatest: i128::from(i64::MAX),
        }),
    }
}

macro_rules! times {
    ($($feature:literal $time:ty, |$value:ident| $nanos:expr, |$count:ident| $from:expr;)*) => {$(
        #[cfg(feature = $feature)]
        #[diagnostic::do_not_recommend]
        impl Epoch for $time {
            const LEAST: i64 = i64::MIN;
            type Error = ValueError;

            fn floor(&self, per_second: u64) -> Count {
                let $value = self;
                floor($nanos.0, per_second)
            }

            fn count(&self, per_second: u64) -> Result<i64, ValueError> {
                let $value = self;
                match $nanos {
                    (nanos, None) => count(nanos, per_second),
                    (_, Some(problem)) => Err(ValueError::Other(problem)),
                }
            }

            fn from_count(count: i64, per_second: u64) -> Option<Self> {
                let $count = i128::from(count) * (NANOS / i128::from(per_second));
                $from
            }
        }

        /// Milliseconds since the epoch as an `i64`, 8 bytes; a finer part is an error.
        #[cfg(feature = $feature)]
        #[diagnostic::do_not_recommend]
        impl<'k> Codec<'k> for $time {
            const LANGUAGE: Language = <i64 as Codec>::LANGUAGE;
            const NAME: &'static str = unit(PER_SECOND);
            const INPUT: InputKind = InputKind::Number { per_second: PER_SECOND, least: i64::MIN as i128 };
            type Error = ValueError;

            fn write<S: Sink>(value: &Self, out: &mut S) -> Result<(), ValueError> {
                let Ok(()) = i64::write(&value.count(PER_SECOND)?, out);
                Ok(())
            }

            fn read(element: Piece<'k, '_>) -> Result<Self, ElementError> {
                Self::from_count(i64::read(element)?, PER_SECOND).ok_or(BEYOND)
            }

            fn input(value: &Self) -> Input<'_> {
                value.count(PER_SECOND).map_or(Input::Written, |count| Input::Number(i128::from(count)))
            }

            fn place<S: Sink>(value: &Self, out: &mut S) -> Result<Place, ValueError> {
                let (place, count) = value.floor(PER_SECOND).place();
                if let Some(count) = count {
                    let Ok(()) = i64::write(&count, out);
                }
                Ok(place)
            }

            fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show_as::<Self, Self>(element, f)
            }
        }
    )*};
}

times! {
    "jiff" jiff::Timestamp, |value| (value.as_nanosecond(), None::<&str>),
        |nanos| jiff::Timestamp::from_nanosecond(nanos).ok();
    "chrono" chrono::DateTime<chrono::Utc>, |value| chrono_nanos(value), |nanos| chrono_from(nanos);
    "time" time::OffsetDateTime, |value| time_nanos(value),
        |nanos| time::OffsetDateTime::from_unix_timestamp_nanos(nanos).ok();
}

/// The nanoseconds since the epoch, and why the value would not come back from them. `chrono` writes a leap second
/// as a second of up to two thousand million nanoseconds.
#[cfg(feature = "chrono")]
fn chrono_nanos(time: &chrono::DateTime<chrono::Utc>) -> (i128, Option<&'static str>) {
    let subsecond = i128::from(time.timestamp_subsec_nanos());
    let leap = (subsecond >= NANOS).then_some("a leap second, which no count of seconds has");
    (i128::from(time.timestamp()) * NANOS + subsecond.min(NANOS - 1), leap)
}

#[cfg(feature = "chrono")]
fn chrono_from(nanos: i128) -> Option<chrono::DateTime<chrono::Utc>> {
    let seconds = i64::try_from(nanos.div_euclid(NANOS)).ok()?;
    chrono::DateTime::from_timestamp(seconds, u32::try_from(nanos.rem_euclid(NANOS)).ok()?)
}

#[cfg(feature = "time")]
fn time_nanos(time: &time::OffsetDateTime) -> (i128, Option<&'static str>) {
    let elsewhere = (!time.offset().is_utc()).then_some("a time that is not in UTC, whose offset would be lost");
    (time.unix_timestamp_nanos(), elsewhere)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::ReverseTs;
    use alloc::vec::Vec;

    /// Writes, reads back, and compares with a count of milliseconds.
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
