//! Times as counts since the epoch, and the integers that already are such counts.

use super::{Civil, Moment, MomentKind, Place};
use crate::error::{CodecError, ElementError, ValueError};
use crate::language::Language;
use crate::layout::salt::NANOS;
use core::convert::Infallible;
use core::fmt;
use core::marker::PhantomData;
use core::time::Duration;

/// A type with values that can be written as a count of units since the epoch, 1970-01-01 00:00.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected a time that can be counted, found `{Self}`",
    label = "`reverse_ts` and `time(millis)` take a count since the epoch (`i64` or `u64`), a `Duration` or an instant, such as `jiff::Timestamp`",
    note = "to reverse the order of another type: `#[rowkey(desc)]`",
    note = "times of other crates are those of `jiff` 1, `chrono` 0.4 and `time` 0.3, each with the feature of its name, and `SystemTime` with `std`: `cargo add rowkey --features chrono` for a type of `chrono`",
    note = "see RK611 in rowkey::_compile_errors"
)]
pub trait Epoch: Sized {
    /// The minimum count.
    const LEAST: i64;
    /// The finest unit of the type, as the number of units per second. It is 1 if every value is a count in any unit.
    const PER_SECOND: u64 = 1;
    /// `true` if a count is a point in time, so that `explain` can show its date.
    const IS_DATED: bool = true;
    /// The error of [`Epoch::count`]: [`Infallible`] if every value is a count in the range of `i64`.
    type Error: CodecError;

    /// Returns the position of the value among the counts of `per_second` units per second.
    fn place(&self, per_second: u64) -> Count;

    /// Returns the count to write. With `floor`, it is rounded down.
    ///
    /// # Errors
    /// Returns an error in three cases:
    ///
    /// - The value has a part finer than the unit, and `floor` is `false`.
    /// - The value has a part that no count can represent, such as an offset or a leap second.
    /// - The count is out of the range of `i64`.
    fn count(&self, per_second: u64, floor: bool) -> Result<i64, Self::Error>;

    /// Returns the value of a count, or `None` if the type has no such value. The count must not be below
    /// [`Epoch::LEAST`].
    fn from_count(count: i64, per_second: u64) -> Option<Self>;
}

/// The position of a value among the counts that can be written.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Count {
    /// At this count.
    Exact(i64),
    /// Between this count and the next. Rounded down, the value is written as this count.
    Between(i64),
    /// A leap second, between this count and the next. Rounding does not make it a count.
    Leap(i64),
    /// Below all counts.
    Below,
    /// Above all counts.
    Above,
}

impl Count {
    /// Returns the place among the counts in ascending order, and the count at or below it. The count is `None` below
    /// and above all counts.
    pub(super) const fn place(self) -> (Place, Option<i64>) {
        match self {
            Self::Exact(count) => (Place::At, Some(count)),
            Self::Between(count) | Self::Leap(count) => (Place::After, Some(count)),
            Self::Below => (Place::Below, None),
            Self::Above => (Place::Above, None),
        }
    }
}

/// Takes an integer as the count, in the unit of the attribute.
#[diagnostic::do_not_recommend]
impl Epoch for i64 {
    const LEAST: i64 = i64::MIN;
    type Error = Infallible;

    #[inline]
    fn place(&self, _: u64) -> Count {
        Count::Exact(*self)
    }

    #[inline]
    fn count(&self, _: u64, _: bool) -> Result<i64, Infallible> {
        Ok(*self)
    }

    #[inline]
    fn from_count(count: i64, _: u64) -> Option<Self> {
        Some(count)
    }
}

#[diagnostic::do_not_recommend]
impl Epoch for u64 {
    const LEAST: i64 = 0;
    type Error = ValueError;

    #[inline]
    fn place(&self, _: u64) -> Count {
        i64::try_from(*self).map_or(Count::Above, Count::Exact)
    }

    #[inline]
    fn count(&self, _: u64, _: bool) -> Result<i64, ValueError> {
        let beyond = |_| ValueError::Range { found: i128::from(*self), least: 0, greatest: i128::from(i64::MAX) };
        i64::try_from(*self).map_err(beyond)
    }

    #[inline]
    fn from_count(count: i64, _: u64) -> Option<Self> {
        Self::try_from(count).ok()
    }
}

/// Counts a duration from zero.
#[diagnostic::do_not_recommend]
impl Epoch for Duration {
    const LEAST: i64 = 0;
    const PER_SECOND: u64 = NANOS;
    const IS_DATED: bool = false;
    type Error = ValueError;

    fn place(&self, per_second: u64) -> Count {
        // A unit divides a second, so only the nanoseconds can have a finer part.
        let exact = u64::from(self.subsec_nanos()) % nanos_of(per_second) == 0;
        match i64::try_from(count_of(*self, per_second)) {
            Ok(count) if exact => Count::Exact(count),
            Ok(count) => Count::Between(count),
            Err(_) => Count::Above,
        }
    }

    fn count(&self, per_second: u64, floor: bool) -> Result<i64, ValueError> {
        match self.place(per_second) {
            Count::Exact(count) => Ok(count),
            Count::Between(count) if floor => Ok(count),
            Count::Between(_) => Err(ValueError::Finer { per_second }),
            Count::Leap(_) | Count::Below | Count::Above => {
                let found = count_of(*self, per_second);
                Err(ValueError::Range { found, least: 0, greatest: i128::from(i64::MAX) })
            }
        }
    }

    fn from_count(count: i64, per_second: u64) -> Option<Self> {
        let (seconds, nanos) = parts_of(count, per_second)?;
        Some(Self::new(u64::try_from(seconds).ok()?, nanos))
    }
}

/// Returns the count, rounded down. It is at most 2^64 seconds of 10^9 nanoseconds, which fit.
fn count_of(duration: Duration, per_second: u64) -> i128 {
    let nanos = u64::from(duration.subsec_nanos()) / nanos_of(per_second);
    i128::from(duration.as_secs()) * i128::from(per_second) + i128::from(nanos)
}

/// Returns the seconds of a count, rounded down, and the nanoseconds after them. -1 millisecond is second -1 and
/// 999,000,000 nanoseconds.
fn parts_of(count: i64, per_second: u64) -> Option<(i64, u32)> {
    let units = i64::try_from(per_second).ok()?;
    let (seconds, rest) = (count.checked_div_euclid(units)?, count.checked_rem_euclid(units)?);
    Some((seconds, u32::try_from(rest.unsigned_abs() * nanos_of(per_second)).ok()?))
}

/// Counts dates and times from the epoch. A civil time counts as if it were in UTC.
#[diagnostic::do_not_recommend]
impl<T: Moment> Epoch for T {
    const LEAST: i64 = i64::MIN;
    const PER_SECOND: u64 = match T::KIND {
        MomentKind::Date => 1,
        MomentKind::Civil | MomentKind::Instant => T::PER_SECOND,
    };
    type Error = ValueError;

    fn place(&self, per_second: u64) -> Count {
        let (seconds, nanos) = self.since_epoch();
        match i64::try_from(wide_count(seconds, nanos, per_second)) {
            // First, because the nanoseconds of a leap second can be a multiple of the unit.
            Ok(count) if is_leap(nanos) => Count::Leap(count),
            Ok(count) if u64::from(nanos) % nanos_of(per_second) == 0 => Count::Exact(count),
            Ok(count) => Count::Between(count),
            Err(_) if seconds < 0 => Count::Below,
            Err(_) => Count::Above,
        }
    }

    fn count(&self, per_second: u64, floor: bool) -> Result<i64, ValueError> {
        // A loss is an error in any unit, so it is checked first.
        if let Some(reason) = self.loss() {
            return Err(ValueError::Other(reason));
        }
        match self.place(per_second) {
            Count::Exact(count) => Ok(count),
            Count::Between(count) if floor => Ok(count),
            Count::Between(_) => Err(ValueError::Finer { per_second }),
            Count::Leap(_) => Err(ValueError::LEAP),
            Count::Below | Count::Above => {
                let (seconds, nanos) = self.since_epoch();
                let (least, greatest) = (i128::from(i64::MIN), i128::from(i64::MAX));
                Err(ValueError::Range { found: wide_count(seconds, nanos, per_second), least, greatest })
            }
        }
    }

    fn from_count(count: i64, per_second: u64) -> Option<Self> {
        let (seconds, nanos) = parts_of(count, per_second)?;
        Self::from_epoch(seconds, nanos)
    }
}

/// Returns the count, rounded down. A leap second has the last count of the second before it.
fn wide_count(seconds: i64, nanos: u32, per_second: u64) -> i128 {
    // A leap second has more nanoseconds than fit a second.
    let nanos = u64::from(nanos).min(NANOS - 1);
    i128::from(seconds) * i128::from(per_second) + i128::from(nanos / nanos_of(per_second))
}

/// Returns `true` if these nanoseconds of a [`Moment`] mark a leap second.
pub(crate) const fn is_leap(nanos: u32) -> bool {
    nanos as u64 >= NANOS
}

/// Returns the nanoseconds of a unit, or 1 if they are not a whole number, which [`counts`] rejects.
const fn nanos_of(per_second: u64) -> u64 {
    match NANOS.checked_div(per_second) {
        Some(nanos) if nanos > 0 => nanos,
        _ => 1,
    }
}

/// The rule that rounds a part finer than the unit down. Rules are letters, because a const parameter can be a `char`.
pub(crate) const FLOOR: char = 'f';
/// The rule that makes such a part an encode error. With any other letter, by default `'?'`, a type that can have such
/// a part is rejected.
pub(crate) const EXACT: char = 'e';

/// The facts of a counted type, computed at compile time.
pub(super) struct Counts<T, const PER_SECOND: u64, const FINER: char>(PhantomData<T>);

impl<T: Epoch, const PER_SECOND: u64, const FINER: char> Counts<T, PER_SECOND, FINER> {
    pub(crate) const FLOORS: bool = FINER == FLOOR;

    /// Returns the language of the counts, or the rejection of a finer type. `item` is the attribute that counts.
    pub(super) const fn language(item: &'static str) -> Language {
        let counts = counts(T::LEAST, PER_SECOND);
        match counts.refusal() {
            None if T::PER_SECOND > PER_SECOND && FINER != FLOOR && FINER != EXACT => finer(item, PER_SECOND),
            _ => counts,
        }
    }
}

/// Returns the rejection of a type that is finer than its unit, without a rule for the finer part.
const fn finer(item: &'static str, per_second: u64) -> Language {
    macro_rules! finer_than {
        ($unit:literal, $open:literal $word:literal $close:literal) => {
            Language::refused_by(
                "RK605",
                concat!("its type is finer than a ", $unit, ", and the finer part needs a rule"),
                concat!(
                    concat!("leave it out: `", $open, $word, ", floor", $close, "`\n  help: "),
                    concat!("keep it: `", $open, "nanos", $close, "`\n  help: "),
                    concat!("make it an encode error: `", $open, $word, ", exact", $close, "`"),
                ),
            )
        };
    }
    match (item.as_bytes(), per_second) {
        (b"reverse_ts", 1) => finer_than!("second", "#[reverse_ts(" "secs" ")]"),
        (b"reverse_ts", 1_000) => finer_than!("millisecond", "#[reverse_ts(" "millis" ")]"),
        (b"reverse_ts", 1_000_000) => finer_than!("microsecond", "#[reverse_ts(" "micros" ")]"),
        (_, 1) => finer_than!("second", "#[rowkey(time(" "secs" "))]"),
        (_, 1_000) => finer_than!("millisecond", "#[rowkey(time(" "millis" "))]"),
        (_, 1_000_000) => finer_than!("microsecond", "#[rowkey(time(" "micros" "))]"),
        _ => Language::refused_by(
            "RK605",
            "its type is finer than its unit, and the finer part needs a rule",
            "set the parameter `FINER` of the codec: 'f' leaves it out, 'e' makes it an error",
        ),
    }
}

/// Returns the language of the counts from `least` on: 8-byte numbers, each the distance of a count from `least`.
const fn counts(least: i64, per_second: u64) -> Language {
    if per_second == 0 || NANOS % per_second != 0 {
        return Language::refused_by(
            "RK606",
            "its unit is not a whole number of nanoseconds",
            "use 1, 1_000, 1_000_000 or 1_000_000_000 units per second",
        );
    }
    Language::number(8, 0, i64::MAX.wrapping_sub(least) as u64 as u128)
}

/// Shows the count, and the civil time in UTC if the count is a point in time that the calendar has.
pub(super) fn show_count<T: Epoch>(count: i64, per_second: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match Civil::of_count(count, per_second) {
        Some(civil) if T::IS_DATED => write!(f, "{count} ({civil}Z)"),
        _ => write!(f, "{count}"),
    }
}

/// Returns the name of a unit.
pub(super) const fn unit(per_second: u64) -> &'static str {
    match per_second {
        1 => "secs",
        1_000 => "millis",
        1_000_000 => "micros",
        1_000_000_000 => "nanos",
        _ => "units",
    }
}

/// The error of a count that the field's type does not have.
pub(crate) const BEYOND: ElementError = ElementError::Other("the time is out of range for the field's type");
