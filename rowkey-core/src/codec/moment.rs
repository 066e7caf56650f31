//! Dates and times as a count since the epoch.

/// The kind of a date or time type: the information in a [`Moment`] in addition to its date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MomentKind {
    /// A date without a time of day.
    Date,
    /// A date and a time of day, in no particular time zone.
    Civil,
    /// A point in time: a date and a time of day in UTC, and so in any offset.
    Instant,
}

/// A date, a civil time or an instant.
///
/// The date and time types of the crates `jiff`, `chrono` and `time` implement this trait, with the feature of the same
/// name. Implement it for your own type to use the attributes for times on it.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::codec::{Codec, Moment, MomentKind, Pattern, Strftime};
///
/// /// Seconds since 1970, in the form of an old protocol.
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
    note = "times of other crates are those of `jiff` 1, `chrono` 0.4 and `time` 0.3, each with the feature of its name: `cargo add rowkey --features chrono` for a type of `chrono`",
    note = "a count since the epoch is `#[rowkey(time(millis))]` on an `i64`",
    note = "see RK611 in rowkey::_compile_errors"
)]
pub trait Moment: Sized {
    /// The kind of this type.
    const KIND: MomentKind;

    /// The finest unit of the type, as the number of units per second: 1 to 1,000,000,000.
    ///
    /// If the key counts in a coarser unit, the field must declare the rule for the finer part.
    const PER_SECOND: u64 = 1_000_000_000;

    /// Returns the seconds since 1970-01-01 00:00, rounded down, and the nanoseconds after them. An instant counts in
    /// UTC.
    ///
    /// The nanoseconds are below 1,000,000,000 except in a leap second. A leap second extends the second before it, and
    /// its nanoseconds continue from 1,000,000,000. It cannot be written. As the bound of a scan, it is between the
    /// last nanosecond of that second and the next second.
    fn since_epoch(&self) -> (i64, u32);

    /// Returns the value with this count, or `None` if the type has no such value.
    fn from_epoch(seconds: i64, nanoseconds: u32) -> Option<Self>;

    /// Returns the part of the value that its point in time does not include, such as its offset from UTC. The text
    /// goes into the error. Returns `None` if no part is lost.
    ///
    /// A value with a loss cannot be written, with or without rounding. As the bound of a scan, it counts as its point
    /// in time.
    fn loss(&self) -> Option<&'static str> {
        None
    }
}

/// Returns the seconds if they are midnight of a day, or `None` otherwise.
#[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
pub(super) const fn midnight(seconds: i64, nanoseconds: u32) -> Option<i64> {
    if seconds % 86_400 == 0 && nanoseconds == 0 { Some(seconds) } else { None }
}
