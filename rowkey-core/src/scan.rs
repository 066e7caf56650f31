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
//! [`ScanPlan::distinct`] finds the values that are there. [`ScanPlan::cursor`] is where the next page begins. [`ScanPlan::shell_scan`] and [`ScanPlan::sql`]
//! say it for the HBase shell, Hive and Phoenix.

mod arg;
mod asked;
mod computed;
mod cursor;
mod direction;
mod elements;
mod enumerate;
mod explain;
mod filter;
mod fuzzy;
mod known;
mod merge;
mod next;
mod open_async;
mod open_range;
pub(crate) mod optional;
mod order;
mod ordered_code;
pub(crate) mod plan;
mod predicate;
mod prefixes;
pub(crate) mod query;
mod row_order;
mod scan_field;
mod shell;
mod sql;
mod stream;
pub(crate) mod subspace;
mod terms;
pub(crate) mod under;
mod upto;

pub use arg::{Arg, EqualArg, ItemsArg, ListArg, NoRangeArg, NoStartArg, RangeArg, TextArg};
#[doc(hidden)]
pub use asked::{AskedText, AskedValue};
pub use direction::{Direction, InDirection};
pub use explain::{BucketsRead, Known, PlanExplanation, RangeRead};
pub use merge::Merge;
pub use next::Next;
pub use open_async::{AsyncCursor, ItemCursor, OpenAsync, ScanRequest};
pub use open_range::{IterCursor, OpenRange, OutOfOrder, Row, RowCursor, Step};
pub use optional::{Given, InIf};
pub use order::{Binds, BindsFirst};
pub use plan::Ranges;
pub(crate) use plan::ScanPlan;
pub use sql::{SqlError, SqlKey};
pub use stream::{IntoPage, MergeStream, Page, PageCursor, Pages, Reopening};
#[cfg(feature = "futures")]
pub use stream::{StreamCursor, Streams};
pub use terms::{Condition, Term};

use self::scan_field::{ScanField, scan_field};
pub use crate::bytes::key_buf::KeyBuf;
use crate::error::ElementError;
use crate::key::{InputOf, RowKey, computed_of_element, has_older, input_of, rank_of_element, show_element};
use crate::layout::Layout;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// How many ranges a plan may have unless told otherwise.
pub const MAX_RANGES: usize = 4_096;

/// A key without its type: what untyped code asks it.
#[derive(Debug)]
pub(crate) struct UntypedKey {
    pub(crate) layout: &'static Layout,
    pub(crate) fingerprint: u128,
    /// The width of every key, if all have one.
    fixed_width: Option<usize>,
    /// `true` if a field is text of a tuple.
    has_tuple_text: bool,
    /// `true` if keys are written otherwise than the spans of a plan have them: in ordered code, these are of keys in full.
    is_ordered_code: bool,
    /// The field of this index.
    field: fn(usize) -> &'static ScanField,
    /// The kind, if these are keys of one kind of an enum.
    kind: Option<KindScan>,
    /// Shows the value of a field's element.
    show: fn(usize, &[u8]) -> Result<String, ElementError>,
    rank_of: RankOf,
    /// The value that a field's element gives to the salt as an input, by the number of the input; `None` if no key can hold
    /// the element.
    input_of: InputOf,
    /// `true` if the salt has older generations.
    has_older: bool,
    /// `true` if some element is computed.
    has_computed: bool,
    /// The computed element of this index, by the element of the field that it is computed from; `None` if no key can hold that.
    computed_of: fn(usize, &[u8]) -> Option<KeyBuf>,
}

/// A kind of an enum, whose scans do not return rows of others.
#[derive(Debug)]
struct KindScan {
    /// The fingerprint of the enum's layout.
    table: u128,
    /// `true` if no key of another kind begins as the keys of this one up to the tag.
    is_alone: bool,
    /// `true` if a key is of this kind.
    is_of: fn(&[u8]) -> bool,
}

impl KindScan {
    const fn of<K: RowKey>() -> Option<Self> {
        match K::TABLE_OF_KIND {
            Some(table) => Some(match K::LAYOUT.is_alone(table) {
                true => Self { table: table.fingerprint(), is_alone: true, is_of: has_tag::<K> },
                false => Self { table: table.fingerprint(), is_alone: false, is_of: is_kind::<K> },
            }),
            None => None,
        }
    }
}

/// `true` if a key has the tag of the kind: it is of this kind, or damaged.
fn has_tag<K: RowKey>(key: &[u8]) -> bool {
    K::LAYOUT.has_tag(key)
}

/// `true` if a key can be read as of this kind, and so as no other.
fn is_kind<K: RowKey>(key: &[u8]) -> bool {
    K::decode_lenient(key).is_ok()
}

impl UntypedKey {
    #[inline(always)]
    const fn of<K: RowKey>() -> &'static Self {
        const {
            &Self {
                layout: K::LAYOUT,
                fingerprint: K::LAYOUT.fingerprint(),
                fixed_width: K::LAYOUT.fixed_width(),
                has_tuple_text: K::LAYOUT.has_tuple_text(),
                is_ordered_code: K::LAYOUT.is_ordered_code(),
                field: scan_field::<K>,
                kind: KindScan::of::<K>(),
                show: show_element::<K>,
                rank_of: rank_of_element::<K>,
                input_of: input_of::<K>(),
                has_older: has_older::<K>(),
                has_computed: K::LAYOUT.has_computed(),
                computed_of: computed_of_element::<K>,
            }
        }
    }
}

/// The text of an element, as its codec cuts it out.
pub(crate) type TextOf = for<'b> fn(&'b [u8]) -> Cow<'b, [u8]>;

/// The bytes that the value of a field's element sorts by.
pub(crate) type RankOf = fn(usize, &[u8]) -> Option<Vec<u8>>;
