//! The errors of scans: why a scan has no plan, and why it cannot resume from a cursor.

use super::ValueError;
use alloc::string::String;
use core::fmt;
use thiserror::Error;

/// The reason why a scan cannot be planned, or cannot read its rows in the requested way.
///
/// The same call always gives the same error, so a retry does not help. The scan has read no row yet.
/// [`ScanError::TooManyRanges`] and [`ScanError::TooManyToMerge`] depend on the number of bound values,
/// [`ScanError::Bound`] on the values, and [`ScanError::Cursor`] on the client that sends the cursor. The other errors
/// are mistakes in the code. A cursor of the same query in another order is an error of the call that reads the plan.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::{CursorError, ScanError};
///
/// /// The status and the text for the client of a web service.
/// fn response(error: &ScanError) -> (u16, String) {
///     match error {
///         // The client sent a cursor of another query, or changed it.
///         ScanError::Cursor { .. } => (400, "start again from the first page".into()),
///         // The client sent too many values.
///         ScanError::TooManyRanges { most, .. } => (400, format!("at most {most} values")),
///         error => (500, error.to_string()),
///     }
/// }
///
/// let error = ScanError::Cursor { key: "Call", reason: CursorError::Damaged };
/// assert_eq!(error.to_string(), "the scan of `Call` cannot resume from this cursor: it is damaged");
/// assert_eq!(response(&error).0, 400);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScanError {
    /// The plan has more ranges than allowed, because the scan binds many values. Split the values over several scans,
    /// or raise `max_ranges` of the builder, or the limit of [`ScanPlan::at_most`](crate::ScanPlan::at_most).
    #[error(
        "the scan of `{key}` needs {found} ranges, but at most {most} are allowed: bind fewer values, bind the salt's inputs, or \
         allow more ranges"
    )]
    TooManyRanges {
        /// The struct.
        key: &'static str,
        /// The number of ranges.
        found: u128,
        /// The maximum number of ranges.
        most: usize,
    },
    /// The rows cannot be merged into one order, because all buckets together have more ranges than allowed. Read the
    /// plan [range by range](crate::ScanPlan::by_range) instead, which reads all labels as one range.
    #[error(
        "a merge of the rows of `{key}` needs {found} ranges, but at most {most} are allowed: read range by range, bind the \
         salt's inputs, or raise `max_ranges`"
    )]
    TooManyToMerge {
        /// The struct.
        key: &'static str,
        /// The number of ranges, or `u128::MAX` if there are more.
        found: u128,
        /// The maximum number of ranges.
        most: usize,
    },
    /// The scan would read every row, and drop those that do not meet its conditions. Bind the field, scan a secondary
    /// key that begins with a field of your conditions, or allow full scans on the table.
    #[error(
        "the scan of `{key}` reads every row and filters it: bind `{field}`, scan a secondary key, or call \
         `allow_full_scans()` on the table"
    )]
    FullScan {
        /// The struct.
        key: &'static str,
        /// The first field that is not bound.
        field: &'static str,
    },
    /// The salt does not have the requested bucket.
    #[error("{}", BucketText(.key, *.found, *.buckets))]
    Bucket {
        /// The struct.
        key: &'static str,
        /// The requested bucket.
        found: u32,
        /// The number of buckets, or 0 without a salt.
        buckets: u32,
    },
    /// The codec of a field cannot find the position of a bound among the field's values.
    #[error("this bound for `{key}.{field}` cannot be used: {reason}")]
    Bound {
        /// The struct.
        key: &'static str,
        /// The field.
        field: &'static str,
        /// The reason, from the codec.
        reason: ValueError,
    },
    /// The plan is for keys of another struct or layout.
    #[error("expected a plan for `{expected}`, found one for `{found}`")]
    OtherKey {
        /// The expected struct, and the [lock](crate::Layout::lock) of its layout.
        expected: String,
        /// The struct of the plan, and the lock of its layout.
        found: String,
    },
    /// The struct has no field of this name.
    #[error("`{key}` has no field `{found}`: its fields are {fields}")]
    NoField {
        /// The struct.
        key: &'static str,
        /// The name.
        found: String,
        /// The names of the fields: `` `device`, `at` ``.
        fields: String,
    },
    /// The rows cannot be [sorted](crate::ScanPlan::sorted_by) by the field, or cannot be
    /// [reduced to one row](crate::ScanPlan::distinct) for each of its values.
    #[error("the rows of `{key}` cannot be sorted or made distinct by `{field}`: {reason}")]
    RowOrder {
        /// The struct.
        key: &'static str,
        /// The field.
        field: &'static str,
        /// The reason.
        reason: RowOrderError,
    },
    /// The scan cannot resume from the cursor. Start again from the first page.
    #[error("the scan of `{key}` cannot resume from this cursor: {reason}")]
    Cursor {
        /// The struct.
        key: &'static str,
        /// The reason.
        reason: CursorError,
    },
}

/// A bucket that does not exist.
struct BucketText<'a>(&'a str, u32, u32);

impl fmt::Display for BucketText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self(key, found, 0) => {
                write!(f, "expected a salted key, found bucket {found} of `{key}`, which has no salt")
            }
            Self(key, found, buckets) => {
                write!(f, "expected a bucket of `{key}` below {buckets}, found bucket {found}")
            }
        }
    }
}

/// The reason why rows cannot be sorted or made distinct by a field.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RowOrderError {
    /// A range can have several values of an earlier field. Bind that field.
    #[error(
        "`{field}` comes before it in the key and is not bound: bind it, for example with `{field}(one_of(..))` to the values that \
         `distinct` finds"
    )]
    Unbound {
        /// The earlier field.
        field: &'static str,
    },
    /// This field, or one before it, is parsed from the end of the key, so keys with the same value are not adjacent.
    #[error("`{field}` is parsed from the end of the key")]
    CutFromEnd {
        /// The field parsed from the end.
        field: &'static str,
    },
    /// The plan is already sorted or distinct by a field.
    #[error("the plan already has another order")]
    Twice,
}

/// The reason why a scan cannot resume from a cursor. Start again from the first page.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CursorError {
    /// [`ScanPlan::cursor`](crate::ScanPlan::cursor) did not return this text.
    #[error("it is damaged")]
    Damaged,
    /// The cursor belongs to keys of another layout.
    #[error("expected a cursor for the layout {expected:016x}, found one for {found:016x}")]
    Layout {
        /// The [fingerprint](crate::Layout::byte_fingerprint) of the cursor's layout.
        found: u128,
        /// The fingerprint of the plan's layout.
        expected: u128,
    },
    /// The cursor belongs to another query.
    #[error(
        "expected a cursor for the query {expected:016x}, found one for {found:016x}: run the same query for every page"
    )]
    Query {
        /// The fingerprint of the cursor's query.
        found: u64,
        /// The fingerprint of this query.
        expected: u64,
    },
    /// The cursor belongs to a scan that reads its rows in another order.
    #[error(
        "expected a cursor for the order \"{expected}\", found one for \"{found}\": read every page in the same order"
    )]
    Order {
        /// The order of the rows before the cursor: ``sorted by `at`, in reverse``.
        found: String,
        /// The order of this plan.
        expected: String,
    },
}
