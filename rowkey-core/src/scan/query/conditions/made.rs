//! `made(from..to)`: ids by the time at which they are made.
//!
//! An id begins with 48 bits of milliseconds. So the ids of some milliseconds are a range of ids, each bound of which
//! is the lowest id of a millisecond:
//!
//! ```text
//! made(0.0015 s .. 0.003 s)
//! 00 00 00 00 00 02  00 ..    the first whole millisecond at or after the start
//! 00 00 00 00 00 03  00 ..    the first one at or after the stop, excluded
//! ```

use crate::codec::{Codec, Desc, Moment};
use crate::key::FieldOf;
use crate::scan::query::condition::{Condition, InRange, UntypedCondition};
use crate::scan::query::predicate::BoundBuf;
use crate::scan::query::scan_field::ScanField;
use alloc::vec::Vec;
use core::ops::{Bound, RangeBounds};

/// The number of milliseconds that an id can hold.
const END: i128 = 1 << 48;

/// A condition on the time at which an id is made. [`made`] creates it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Made {
    /// The first millisecond in the range, and the first one after it.
    start: Option<i128>,
    stop: Option<i128>,
}

/// Matches ids that are made in a range of times: a `Ulid`, or a `Uuid` of version 7.
///
/// An id holds milliseconds, and its time is the start of its millisecond. The ids of a range of times are one range of
/// keys.
///
/// ```
/// # #[cfg(feature = "jiff")] {
/// use jiff::Timestamp;
/// use rowkey::{RowKey, made};
/// use uuid::Uuid;
///
/// #[derive(RowKey)]
/// struct Event {
///     device: u8,
///     #[rowkey(with = rowkey::codec::UuidV7)]
///     id: Uuid,
/// }
///
/// let (from, to): (Timestamp, Timestamp) = ("2022-02-22T19:00Z".parse()?, "2022-02-22T20:00Z".parse()?);
/// let plan = Event::scan().device(7).id(made(from..to)).plan()?;
/// let id: Uuid = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f".parse()?; // 19:22:22
/// assert!(plan.only_range().unwrap().contains(&Event { device: 7, id }.encode()?));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn made<T: Moment>(times: impl RangeBounds<T>) -> Made {
    let start = match times.start_bound() {
        Bound::Included(time) => Some(ceiled(time)),
        Bound::Excluded(time) => Some(floored(time).0 + 1),
        Bound::Unbounded => None,
    };
    let stop = match times.end_bound() {
        Bound::Included(time) => Some(floored(time).0 + 1),
        Bound::Excluded(time) => Some(ceiled(time)),
        Bound::Unbounded => None,
    };
    Made { start, stop }
}

/// Returns the millisecond of a time, and `true` if the time is its start. A leap second extends the second before it.
fn floored(time: &impl Moment) -> (i128, bool) {
    let (seconds, nanos) = time.since_epoch();
    let within = nanos.min(999_999_999);
    (i128::from(seconds) * 1_000 + i128::from(within / 1_000_000), nanos == within && nanos % 1_000_000 == 0)
}

/// Returns the first millisecond that starts at a time or later.
fn ceiled(time: &impl Moment) -> i128 {
    let (millis, is_exact) = floored(time);
    if is_exact { millis } else { millis + 1 }
}

/// A codec of ids that begin with the milliseconds since 1970 at which they are made, in 48 bits. The condition
/// [`made`](crate::made) takes times in place of such ids.
#[doc(hidden)]
pub trait TimedId<'k, T>: Codec<'k, T> {
    /// Returns the lowest id of a millisecond, which is below 2^48.
    fn first_of(millis: u64) -> T;
}

impl<'k, T, C: TimedId<'k, T>> TimedId<'k, T> for Desc<C> {
    fn first_of(millis: u64) -> T {
        C::first_of(millis)
    }
}

#[cfg(feature = "ulid")]
#[diagnostic::do_not_recommend]
impl TimedId<'_, ulid::Ulid> for ulid::Ulid {
    fn first_of(millis: u64) -> Self {
        Self::from_parts(millis, 0)
    }
}

#[cfg(feature = "uuid")]
impl TimedId<'_, uuid::Uuid> for crate::codec::UuidV7 {
    fn first_of(millis: u64) -> uuid::Uuid {
        uuid::Uuid::from_u128(u128::from(millis) << 80)
    }
}

#[diagnostic::do_not_recommend]
impl<'v, F, Of> Condition<'v, F, InRange, Of> for Made
where
    F: FieldOf<'v, Codec: TimedId<'v, F::Value>>,
    (Bound<F::Value>, Bound<F::Value>): Condition<'v, F, InRange>,
{
    fn untyped(self, field: &ScanField, out: &mut BoundBuf) -> UntypedCondition {
        // No id is made before 1970, or after the last millisecond that it can hold.
        let (start, stop) = (self.start.filter(|start| *start > 0), self.stop.filter(|stop| *stop < END));
        if start.is_some_and(|start| start >= END) || stop.is_some_and(|stop| stop <= 0) {
            return UntypedCondition::Values(Vec::new());
        }
        let first = |millis: i128| F::Codec::first_of(millis as u64);
        let ids = (
            start.map_or(Bound::Unbounded, |start| Bound::Included(first(start))),
            stop.map_or(Bound::Unbounded, |stop| Bound::Excluded(first(stop))),
        );
        ids.untyped(field, out)
    }
}
