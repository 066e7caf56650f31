//! Dates and times, seen as a count since the epoch.

/// The kind of a date or time: what a [`Moment`] knows beside its date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MomentKind {
    /// Only the date: a day.
    Date,
    /// The time of day, at no particular place.
    Civil,
    /// The time of day in UTC, and so in any offset: a point of time.
    Instant,
}

/// A date, a civil time or an instant. The date and time types of `jiff`, `chrono` and `time` implement it behind the
/// features of these names; a type of your own can, too.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::codec::{Codec, Moment, MomentKind, Pattern, Strftime};
///
/// /// Seconds since 1970, as an old protocol has them.
/// struct Seconds(u32);
///
/// impl Moment for Seconds {
///     const KIND: MomentKind = MomentKind::Instant;
///     const PER_SECOND: u64 = 1;
///
///     fn since_epoch(&self) -> (i64, u32) {
///         (self.0.into(), 0)
///     }
///
///     fn from_epoch(seconds: i64, nanoseconds: u32) -> Option<Self> {
///         u32::try_from(seconds).ok().filter(|_| nanoseconds == 0).map(Self)
///     }
/// }
///
/// enum InShanghai {}
///
/// impl Pattern for InShanghai {
///     const PATTERN: &'static str = "%F %T";
///     const OFFSET: Option<i32> = Some(8 * 60);
/// }
///
/// let mut out = Vec::new();
/// Strftime::<InShanghai>::write(&Seconds(1_512_101_400), &mut out)?;
/// assert_eq!(out, b"2017-12-01 12:10:00");
/// # Ok::<(), rowkey::ValueError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "expected a date or time, found `{Self}`",
    label = "`time(\"..\")` takes a type without a zone, such as `jiff::civil::DateTime`, `chrono::NaiveDate` or `time::OffsetDateTime`",
    note = "times of other crates are those of `jiff` 1, `chrono` 0.4 and `time` 0.3, each with the feature of its name: `cargo add rowkey --features jiff`",
    note = "a count since the epoch is `#[rowkey(time(millis))]` on an `i64`",
    note = "see RK611 in rowkey::_compile_errors"
)]
pub trait Moment: Sized {
    /// The kind of this type.
    const KIND: MomentKind;

    /// The finest unit that values differ by, as its number per second, 1 to 1,000,000,000. If a key counts in a coarser unit,
    /// its field must say what happens to the finer part.
    const PER_SECOND: u64 = 1_000_000_000;

    /// The seconds since 1970-01-01 00:00 (of an instant: in UTC), rounded down, and the nanoseconds after them.
    ///
    /// The nanoseconds are below 1,000,000,000 except in a leap second, which extends the second before it: its nanoseconds
    /// go on from 1,000,000,000. A leap second lies between the last whole nanosecond of that second and the next second.
    /// It cannot be written; as the bound of a scan it keeps its place.
    fn since_epoch(&self) -> (i64, u32);

    /// The value with this count; `None` if the type does not have it.
    fn from_epoch(seconds: i64, nanoseconds: u32) -> Option<Self>;

    /// The part of the value that is lost if only its point of time is written, such as its offset from UTC, in words for
    /// the error; `None` if nothing is lost. A value with a loss cannot be written, rounded down or not. As the bound of a
    /// scan it counts as its point of time.
    fn loss(&self) -> Option<&'static str> {
        None
    }
}

/// The seconds, if they are the midnight of a day; else `None`.
#[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
pub(super) const fn midnight(seconds: i64, nanoseconds: u32) -> Option<i64> {
    if seconds % 86_400 == 0 && nanoseconds == 0 { Some(seconds) } else { None }
}
