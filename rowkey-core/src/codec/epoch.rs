//! Times as counts since the epoch, and the integers that are such counts already.

use super::Place;
use crate::error::{ElementError, Fault, ValueError};
use core::convert::Infallible;

/// A time as a count of `per_second` units since the epoch.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no time, and only a time can be reversed",
    label = "`reverse_ts` takes a count since the epoch: `i64` or `u64`, or a type such as `jiff::Timestamp`",
    note = "to turn the order of another type: `#[rowkey(desc)]`"
)]
pub trait Epoch: Sized {
    /// The least count.
    const LEAST: i64;
    /// [`Infallible`] where every value is a count that fits an `i64`.
    type Error: Fault;

    /// The count, rounded down, and how it stands to the value.
    fn floor(&self, per_second: u64) -> Count;

    /// The count.
    ///
    /// # Errors
    /// Where the value has a part finer than the unit, or no count that fits.
    fn count(&self, per_second: u64) -> Result<i64, Self::Error>;

    /// The value of a count that is not below [`Epoch::LEAST`], where the type goes so far.
    fn from_count(count: i64, per_second: u64) -> Option<Self>;
}

/// How a value stands to the counts that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Count {
    /// It is this one.
    Exact(i64),
    /// It is between this one and the next.
    Between(i64),
    /// It is below all.
    Below,
    /// It is above all.
    Above,
}

impl Count {
    /// The place among counts in ascending order, and the count it is told by.
    pub(super) const fn place(self) -> (Place, Option<i64>) {
        match self {
            Self::Exact(count) => (Place::At, Some(count)),
            Self::Between(count) => (Place::After, Some(count)),
            Self::Below => (Place::Below, None),
            Self::Above => (Place::Above, None),
        }
    }
}

/// Integers are counts already, of whatever unit the source says.
#[diagnostic::do_not_recommend]
impl Epoch for i64 {
    const LEAST: i64 = i64::MIN;
    type Error = Infallible;

    #[inline]
    fn floor(&self, _: u64) -> Count {
        Count::Exact(*self)
    }

    #[inline]
    fn count(&self, _: u64) -> Result<i64, Infallible> {
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
    fn floor(&self, _: u64) -> Count {
        i64::try_from(*self).map_or(Count::Above, Count::Exact)
    }

    #[inline]
    fn count(&self, _: u64) -> Result<i64, ValueError> {
        let beyond = |_| ValueError::Range { found: i128::from(*self), least: 0, greatest: i128::from(i64::MAX) };
        i64::try_from(*self).map_err(beyond)
    }

    #[inline]
    fn from_count(count: i64, _: u64) -> Option<Self> {
        Self::try_from(count).ok()
    }
}

/// What a count of so many units per second counts.
pub(super) const fn unit(per_second: u64) -> &'static str {
    match per_second {
        1 => "secs",
        1_000 => "millis",
        1_000_000 => "micros",
        1_000_000_000 => "nanos",
        _ => "units",
    }
}

/// A count that the type does not reach.
pub(super) const BEYOND: ElementError = ElementError::Other("a time beyond what the field's type can hold");
