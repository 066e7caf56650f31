//! Scans: a typed builder that takes fields in key order, and the plan it makes.
//!
//! The builder of a key, `Call::scan()`, has these methods for each field `f`, in key order up to the first range:
//!
//! | method | rows with |
//! |---|---|
//! | `f(v)` | this value |
//! | `f_any([v, ..])` | one of these values |
//! | `f_in(range)` | a value in any std range, in natural order; not where keys do not sort by the field |
//! | `f_starts_with(s)` | a text that begins with this; not of `reverse_text`, or padded on the left |
//! | `f_starts_with([v, ..])` | of a `repeated` field: a list that begins with these values |
//! | `f_ends_with(s)` | a text that ends with this: a range of `reverse_text`, else the rows are filtered |
//!
//! A method that binds `f` needs the field before to be bound to values. In any of these, and in any filter, the argument may stand
//! in [`If`](crate::If), which asks nothing if it is `If(None)`. A field named like a method that every builder has, such as `limit`, is bound by
//! `limit_(v)`; its other methods keep their names.
//!
//! These are there at any time; they keep some of the rows that the ranges hold, and compare values: `filter_f(v)`,
//! `filter_f_any([v, ..])`, `filter_f_in(range)` also on `unordered` fields; `filter_f_starts_with(s)`, `filter_f_ends_with(s)`
//! and `filter_f_contains(s)` on every text and byte string; the first and the last of these by values on a `repeated` field. A bound need not be a value that the field can hold. A part of a
//! text is compared by its bytes, and need not be whole characters. Besides, `bucket(b)`, `limit(n)`, `max_ranges(n)` and
//! `resume(cursor)`; then `plan()`.
//!
//! A [`ScanPlan`] is run on any engine by [`ScanPlan::merge`] or [`ScanPlan::by_range`]; on one that is waited for by
//! [`ScanPlan::pages`], or by `ScanPlan::stream` behind the feature `futures`; by hand from
//! [`ScanPlan::ranges`] (or, as slices, [`ScanPlan::try_for_each_range`]) and [`ScanPlan::matches`], or
//! [`ScanPlan::next`] where the engine seeks; on HBase with the help
//! of [`ScanPlan::fuzzy`]. [`ScanPlan::sorted_by`] merges the rows of several values of a field by a later one, and
//! [`ScanPlan::distinct`] finds the values that are there. [`ScanPlan::cursor`] is where the next page begins. A table whose salt has more than [`MAX_RANGES`] labels is read as a whole by [`ScanPlan::by_range`]. [`ScanPlan::shell_scan`] and [`ScanPlan::sql`]
//! say it for the HBase shell, Hive and Phoenix.

pub(crate) mod plan;
pub(crate) mod query;
mod rows;
mod show;
pub(crate) mod subspace;

pub use self::plan::Ranges;
#[cfg(doc)]
use self::plan::ScanPlan;
pub use self::plan::next::Next;
pub use self::query::MAX_RANGES;
pub use self::query::arg::{Arg, EqualArg, ListArg, NoRangeArg, RangeArg};
#[doc(hidden)]
pub use self::query::asked::{AskedText, AskedValue};
pub use self::query::optional::{Given, InIf};
pub use self::query::order::{Binds, BindsFirst};
pub use self::query::text_arg::{ItemsArg, NoStartArg, TextArg};
pub use self::rows::direction::{Direction, InDirection};
pub use self::rows::merge::{Merge, MergeError};
pub use self::rows::open_async::{AsyncCursor, ItemCursor, OpenAsync, ScanRequest};
pub use self::rows::open_range::{IterCursor, OpenRange, OutOfOrder, Row, RowCursor, Step};
pub use self::rows::stream::{IntoPage, MergeStream, Page, PageCursor, Pages, Reopening};
#[cfg(feature = "futures")]
pub use self::rows::stream::{StreamCursor, Streams};
pub use self::show::explain::{BucketsRead, Known, PlanExplanation, RangeRead};
pub use self::show::sql::{SqlError, SqlKey};
pub use self::show::terms::{Condition, Term};
pub use crate::bytes::key_buf::KeyBuf;
