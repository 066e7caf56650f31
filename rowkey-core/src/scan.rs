//! Scans: a typed builder that takes fields in key order, and the plan it makes.
//!
//! The builder of a key, `Call::scan()`, has two methods for each field. `phone(..)` binds the field, in key order, up to the first
//! condition that is not a value. `filter_phone(..)` keeps some of the rows that the ranges hold, at any time. Both take a
//! [`Condition`]:
//!
//! | condition | rows with | where |
//! |---|---|---|
//! | `"133"`, `5`, `&value` | this value | everywhere |
//! | `a..b`, `a..=b`, `a..`, `..b` | a value in this range, in natural order | everywhere, but `unordered` fields only filter by it |
//! | [`one_of([a, b])`](crate::one_of) | one of these values or ranges | everywhere |
//! | [`starts_with("13")`](crate::starts_with) | a text that begins so, or a `repeated` field that begins with these values | texts, bytes and lists; fields of `reverse_text`, or padded on the left, only filter by it |
//! | [`ends_with("13")`](crate::ends_with) | a text that ends so: a range of `reverse_text`, else the rows are checked | texts and bytes |
//! | [`contains("13")`](crate::contains) | a text that contains this, or these values side by side: the rows are checked | texts, bytes and lists |
//! | `Inner::scan().x(5)` | a nested key whose first fields are so | fields of this key type, which are not `desc` |
//! | [`If(option)`](crate::If) | what the condition in it says, or all rows if it is `None` | around any of these |
//!
//! A field is bound only after the fields before it are bound to values. A bound need not be a value that the field can hold.
//! A part of a text is compared by its bytes, and need not be whole characters.
//!
//! Besides, the builder has `limit(n)`, `bucket(b)`, `max_ranges(n)` and `resume(cursor)`; then `plan()`. If a field has such a name, the
//! field keeps it, and the builder's own method is called `with_limit`, `with_bucket` and so on.
//!
//! A [`Plan`](crate::Plan) has the methods of the [`ScanPlan`](crate::ScanPlan) in it:
//!
//! | to | use |
//! |---|---|
//! | read rows in key order, or range by range | [`merge`](crate::ScanPlan::merge), [`by_range`](crate::ScanPlan::by_range) |
//! | return an iterator that outlives the plan | [`into_merge`](crate::Plan::into_merge) |
//! | read from an async client, page by page | [`pages`](crate::ScanPlan::pages), [`into_pages`](crate::Plan::into_pages) |
//! | read from streams (feature `futures`) | `stream`, `into_stream` |
//! | read by hand | [`ranges`](crate::ScanPlan::ranges), [`try_for_each_range`](crate::ScanPlan::try_for_each_range), [`matches`](crate::ScanPlan::matches), [`next`](crate::ScanPlan::next) where the engine seeks |
//! | resume behind a row | [`cursor`](crate::ScanPlan::cursor) |
//! | read from the last row to the first | [`reversed`](crate::Plan::reversed) |
//! | sort the rows of several values by a later field | [`sorted_by`](crate::Plan::sorted_by) |
//! | find the values that are there | [`distinct`](crate::Plan::distinct) |
//! | see what is read | [`explain`](crate::ScanPlan::explain) |
//! | write the scan for the HBase shell, Hive or Phoenix | [`shell_scan`](crate::ScanPlan::shell_scan), [`sql`](crate::ScanPlan::sql), [`fuzzy`](crate::ScanPlan::fuzzy) |
//!
//! A table whose salt has more than [`MAX_RANGES`] labels is read as a whole range by range.

pub(crate) mod plan;
pub(crate) mod query;
mod rows;
mod show;
pub(crate) mod subspace;

pub use self::plan::Ranges;
pub use self::plan::next::Next;
pub use self::plan::typed::FieldRef;
pub use self::query::MAX_RANGES;
pub use self::query::condition::{Condition, Contains, EndsWith, OneOf, StartsWith};
pub use self::rows::direction::{Direction, InDirection};
pub use self::rows::merge::{Merge, MergeError};
pub use self::rows::open_async::{AsyncCursor, ItemCursor, OpenAsync, ScanRequest};
pub use self::rows::open_range::{IterCursor, OpenRange, OutOfOrder, Row, RowCursor, Step};
pub use self::rows::stream::{IntoPage, MergeStream, Page, PageCursor, Pages, Reopening};
#[cfg(feature = "futures")]
pub use self::rows::stream::{StreamCursor, Streams};
pub use self::show::explain::{BucketsRead, Known, PlanExplanation, RangeRead};
pub use self::show::sql::{SqlError, SqlKey};
pub use self::show::terms::{Term, TermCondition};
pub use crate::bytes::key_buf::KeyBuf;
