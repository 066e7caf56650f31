//! Dates and times, by what they know and by their count since the epoch.

/// What a [`Moment`] knows beside its date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MomentKind {
    /// Nothing: a day.
    Date,
    /// The time of day, of no place on earth.
    Civil,
    /// The time of day in UTC, and so in any offset: one point of time, everywhere.
    Instant,
}

/// A date, a civil time or an instant: the date and time types of `jiff`, `chrono` and `time` behind the features of
/// these names, and any of your own.
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
    message = "`{Self}` is no date or time that `time(\"..\")` writes",
    label = "`time(\"..\")` takes a type without a zone, such as `jiff::civil::DateTime`, `chrono::NaiveDate` or `time::OffsetDateTime`",
    note = "these are behind the features `jiff`, `chrono` and `time` of `rowkey`; a count since the epoch is `#[rowkey(time(millis))]` on an `i64`"
)]
pub trait Moment: Sized {
    /// What it is.
    const KIND: MomentKind;

    /// Seconds since 1970-01-01 00:00 (of an instant in UTC), rounded down, and the nanoseconds after them. There are less
    /// than 1,000,000,000 of these, but in a leap second: it is told as a second longer than others, and lies between its
    /// last whole nanosecond and the next second. A leap second cannot be written; as the bound of a scan it keeps its place.
    fn since_epoch(&self) -> (i64, u32);

    /// The value of such a count; `None` where the type has none.
    fn from_epoch(seconds: i64, nanoseconds: u32) -> Option<Self>;

    /// What the value has beside its point of time, such as an offset from UTC, and would lose: then it cannot be written,
    /// rounded down or not. `None` if it has no such thing. As the bound of a scan it counts as its point of time.
    fn loss(&self) -> Option<&'static str> {
        None
    }
}

/// Midnight of a day of the epoch, where a count is one.
#[cfg(any(feature = "jiff", feature = "chrono", feature = "time"))]
pub(super) const fn midnight(seconds: i64, nanoseconds: u32) -> Option<i64> {
    if seconds % 86_400 == 0 && nanoseconds == 0 { Some(seconds) } else { None }
}
