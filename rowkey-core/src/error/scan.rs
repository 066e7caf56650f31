//! A scan that has no plan, and a cursor that it cannot go on from.

use super::ValueError;
use alloc::string::String;
use thiserror::Error;

/// The reason why a scan cannot be planned.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScanError {
    /// The plan would have more ranges than allowed, because so many values are bound.
    #[error(
        "the scan of `{key}` would take {found} ranges, and {most} are allowed: bind fewer values, bind the salt's inputs, or raise `max_ranges`"
    )]
    TooManyRanges {
        /// The struct.
        key: &'static str,
        /// The number of ranges.
        found: u128,
        /// The greatest number allowed.
        most: usize,
    },
    /// The rows cannot be merged in one order, because the ranges of all buckets would be more than allowed. The plan can be read
    /// [range by range](crate::ScanPlan::by_range), which reads all labels as one range.
    #[error(
        "a merge of the rows of `{key}` would take {found} ranges, and {most} are allowed: read them range by range, bind the salt's inputs, or raise `max_ranges`"
    )]
    TooManyToMerge {
        /// The struct.
        key: &'static str,
        /// The number of ranges; `u128::MAX` if there are more.
        found: u128,
        /// The greatest number allowed.
        most: usize,
    },
    /// The salt does not have the bucket that was asked for.
    #[error("expected one of the {buckets} buckets of `{key}`, found bucket {found}")]
    Bucket {
        /// The struct.
        key: &'static str,
        /// The bucket asked for.
        found: u32,
        /// The number of buckets; 0 without a salt.
        buckets: u32,
    },
    /// The field's codec cannot place a bound of a range among its values.
    #[error("a bound for `{key}.{field}` cannot be placed: {reason}")]
    Bound {
        /// The struct.
        key: &'static str,
        /// The field.
        field: &'static str,
        /// The reason, from the codec.
        reason: ValueError,
    },
    /// The plan scans other keys.
    #[error("expected a plan for keys `{expected}`, found one for `{found}`")]
    OtherKey {
        /// The struct whose plan it should be, and the [lock](crate::Layout::lock) of its layout.
        expected: String,
        /// The same of the struct whose plan it is.
        found: String,
    },
    /// No field has the name.
    #[error("`{key}` has no field `{found}`: its fields are {fields}")]
    NoField {
        /// The struct.
        key: &'static str,
        /// The name.
        found: String,
        /// The names of the fields: `` `device`, `at` ``.
        fields: String,
    },
    /// The rows cannot be [sorted](crate::ScanPlan::sorted_by) by the field, or be [one for each](crate::ScanPlan::distinct) of its
    /// values.
    #[error("the rows of `{key}` cannot be sorted or chosen by `{field}`: {reason}")]
    RowOrder {
        /// The struct.
        key: &'static str,
        /// The field.
        field: &'static str,
        /// The reason.
        reason: RowOrderError,
    },
    /// The scan cannot resume from the cursor.
    #[error("the scan of `{key}` cannot resume from this cursor: {reason}")]
    Cursor {
        /// The struct.
        key: &'static str,
        /// The reason.
        reason: CursorError,
    },
}

/// The reason why rows cannot be sorted or chosen by a field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RowOrderError {
    /// A field before it can have several values in one range.
    #[error(
        "`{field}` stands before it: bind it, for example by `{field}(one_of(..))` to the values that `distinct` finds"
    )]
    Unbound {
        /// The field before it.
        field: &'static str,
    },
    /// A field up to it is read from the end of the key, so keys that have the same value do not lie together.
    #[error("`{field}` is read from the end of the key")]
    CutFromEnd {
        /// The field.
        field: &'static str,
    },
    /// Keys in ordered code leave out what stands at their end.
    #[error("its keys are in ordered code")]
    OrderedCode,
    /// The plan is sorted by a field, or returns one row for each value of one, already.
    #[error("the plan has another order already")]
    Twice,
}

/// The reason why a scan cannot resume from a cursor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CursorError {
    /// The text is not one that [`ScanPlan::cursor`](crate::ScanPlan::cursor) returned.
    #[error("it is damaged")]
    Damaged,
    /// The cursor was made for keys of another layout.
    #[error("expected a cursor for the layout {expected:016x}, found one for {found:016x}")]
    Layout {
        /// The [fingerprint](crate::Layout::byte_fingerprint) of the layout that the cursor was made for.
        found: u128,
        /// The fingerprint of the layout that is scanned.
        expected: u128,
    },
    /// The cursor was made by a scan with another query.
    #[error(
        "expected a cursor for the query {expected:016x}, found one for {found:016x}: ask for the same as before the cursor"
    )]
    Query {
        /// The fingerprint of the query that the cursor was made for.
        found: u64,
        /// The fingerprint of this query.
        expected: u64,
    },
    /// The cursor was made by a scan that read its rows in another order.
    #[error(
        "expected a cursor for rows {expected}, found one for rows {found}: read each page in the order of the one before"
    )]
    Order {
        /// The order in which the rows before the cursor were read: ``in the order of `at`, last first``.
        found: String,
        /// The order of this plan.
        expected: String,
    },
}
