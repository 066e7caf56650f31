//! Scans: typed queries on row keys, the plans that they become, and the rows that a plan reads from any engine.
//!
//! # What a scan is
//!
//! A scan reads the rows whose keys meet your conditions on fields. A store keeps rows sorted by key bytes, so
//! conditions on the first fields of a key become ranges of keys. The engine reads these ranges and skips the rest of
//! the table.
//!
//! A scan has three steps:
//!
//! 1. **Query.** `Event::scan()` returns a builder, which takes the conditions. The derive generates one builder per
//!    key, with two methods for each field.
//! 2. **Plan.** `plan()` turns the conditions into a [`Plan`](crate::Plan): ranges of keys, and the checks left for
//!    each row. A plan is plain data. It knows no engine and does no I/O.
//! 3. **Rows.** [`merge`](crate::ScanPlan::merge) and its variants read the plan. You pass the engine's range scan as a
//!    closure.
//!
//! ```
//! use rowkey::RowKey;
//! use std::collections::BTreeMap;
//!
//! #[derive(RowKey)]
//! #[rowkey(separator = "/")]
//! struct Event {
//!     #[rowkey(chars("a-z"))]
//!     tenant: String,
//!     #[rowkey(digits(4))]
//!     day: u32,
//!     #[rowkey(digits(3))]
//!     number: u32,
//! }
//!
//! // Any store that sorts rows by key bytes works like this map. A key is `acme/0012/001`.
//! let mut table: BTreeMap<Vec<u8>, &str> = BTreeMap::new();
//! for (day, number, value) in [(12, 1, "order"), (12, 2, "refund"), (40, 1, "order")] {
//!     let event = Event { tenant: "acme".into(), day, number };
//!     table.insert(event.encode()?, value);
//! }
//!
//! let plan = Event::scan().tenant("acme").day(10..20).plan()?;
//! assert_eq!(plan.ranges().next().unwrap().to_string(), r#""acme/0010" .. "acme/0020""#);
//!
//! let mut found = Vec::new();
//! for row in plan.merge(|range, direction| direction.of(table.range::<[u8], _>(range))) {
//!     let (key, value) = row?;
//!     let event = plan.decode(key)?;
//!     found.push((event.number, *value));
//! }
//! assert_eq!(found, [(1, "order"), (2, "refund")]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A secondary index (`#[rowkey(index(..))]`) is a key type like any other, so you scan it with its own builder. Each
//! record type of an enum has its own builder as well: `Row::scan_post()` scans the rows of one variant, and
//! `Row::scan()` scans the rows of all variants.
//!
//! # Conditions on fields
//!
//! Each field has two methods. Both take a value of the field, or one of the conditions below.
//!
//! - `day(..)` **binds** the field: it narrows the ranges. You bind fields in key order, each field only after the
//!   fields before it are bound to values. The first range, or part of a text, is the last condition that binds. A call
//!   out of order does not compile.
//! - `filter_day(..)` **filters** by the field: it drops rows that are in the ranges. You can filter by any field, at
//!   any time. The engine still reads the rows, except where [a merge seeks](#limit-order-and-skip) past them.
//!
//! The examples in this table are calls on `Event::scan()` from above. Conditions on `day` follow `tenant("acme")`.
//! `place` is a field of another key, and holds a nested key of type `Place`.
//!
//! | condition | example | bytes it becomes |
//! |---|---|---|
//! | one value | `tenant("acme")` | `acme/` .. `acme0` |
//! | a range scan: `a..b`, `a..=b`, `a..`, or `..b` | `day(10..20)` | `acme/0010` .. `acme/0020` |
//! | one of several values: [`one_of`](crate::one_of) | `day(one_of([3, 7]))` | `acme/0003/` .. `acme/00030` and `acme/0007/` .. `acme/00070` |
//! | one of several ranges | `day(one_of([3..5, 7..9]))` | `acme/0003` .. `acme/0005` and `acme/0007` .. `acme/0009` |
//! | a prefix scan: [`starts_with`](crate::starts_with) | `tenant(starts_with("ac"))` | `ac` .. `ad` |
//! | the end of a text: [`ends_with`](crate::ends_with) | `tenant(ends_with("me"))` | no range: each row is checked |
//! | a part of a text: [`contains`](crate::contains) | `tenant(contains("cm"))` | no range: each row is checked |
//! | the times of ids: [`made`](crate::made) | `id(made(from..to))` | one range of ids |
//! | the first fields of a nested key | `place(Place::scan().country(7))` | the ranges of the inner scan |
//! | an optional condition: [`If`](crate::If) | `tenant(If(name))` | the range of the inner condition, or all rows for `None` |
//!
//! A value has the type of the field, or is a reference to it or a borrowed form: `&str` for a `String`, `Some("a")` for an
//! `Option<String>`. To search for `None`, write `None::<&str>`, because the type of a bare `None` is ambiguous. A pair of
//! [`Bound`](core::ops::Bound)s is a range too.
//!
//! Some conditions depend on the field:
//!
//! - Values compare in their natural order, also where the key stores them in descending order. An `unordered` field
//!   takes ranges only as filters. Your own unordered codec needs a [`rank`](crate::codec::Codec::rank) for that.
//! - Values of a nested key compare field by field, each in its natural order, as `#[derive(PartialOrd)]` compares them.
//!   If the key stores some of these fields in descending order, a range of values is up to one range of keys for each
//!   field and end.
//! - `None` is less than any `Some`, so `until(..Some(now))` includes the rows without a value, and `explain` adds "or
//!   None". To leave them out, start at the minimum: `until(Some(i64::MIN)..Some(now))`. Think of this before
//!   `delete_all` on such a range.
//! - `starts_with`, `ends_with`, and `contains` work on texts and bytes. `starts_with` and `contains` also work on
//!   lists (`repeated`), where the part is a list of values. Parts of texts compare by bytes, so a part does not need
//!   to be whole characters.
//! - A field of `reverse_text` or `length_prefixed`, or one padded on the left, takes `starts_with` only as a filter.
//!   On a field of `reverse_text`, `ends_with` is one range, because the keys store the end of the text first.
//! - A field with a nested key takes a scan of that key, with conditions on its first fields. The field must not be
//!   `desc`.
//! - A bound of a range does not need to be a value that the field can hold. `day(10..90_000)` scans up to the last
//!   day. A value that no key can hold, such as `tenant("ACME")`, gives a plan without ranges.
//!
//! # Optional conditions
//!
//! A search form often leaves conditions open. Wrap such a condition in [`If`](crate::If): `If(Some(condition))`
//! applies it, and `If(None)` matches every row. The type of the builder stays the same, so you do not need a branch
//! for each combination.
//!
//! A range of keys needs a value for every field before it. After an absent condition, conditions on later fields
//! therefore become filters. [`explain`](crate::ScanPlan::explain) lists them. If all conditions are absent, the plan
//! reads the whole table. If only the first is absent, the plan is a [full scan](#cost), which tables refuse.
//!
//! # Limit, order, and skip
//!
//! The builder has more methods. The plan has most of them, too:
//!
//! | method | on | effect |
//! |---|---|---|
//! | `limit(n)` | builder, [plan](crate::Plan::limit) | returns at most `n` rows |
//! | `reversed()` | builder, [plan](crate::Plan::reversed) | reads from the last row to the first |
//! | `resume(cursor)` | builder, [plan](crate::Plan::resume) | starts after the row of a [cursor](#paging) |
//! | `at_most(n)` | builder, [plan](crate::Plan::at_most) | is an error if more than `n` ranges are left to read |
//! | `refuse_full_scan()` | builder, [plan](crate::Plan::refuse_full_scan) | is an error for a [full scan](#cost) with conditions |
//! | `bucket(b)` | builder | reads only one bucket of the salt, for parallel readers |
//! | `max_ranges(n)` | builder | allows at most `n` ranges. The default is [4,096](MAX_RANGES) |
//!
//! If a field has such a name, the field keeps it, and the builder's method gets the prefix `with_`: `with_limit`,
//! `with_bucket`, and so on.
//!
//! Rows come in key order, without the salt. The plan has methods for other orders:
//!
//! - [`sorted_by`](crate::Plan::sorted_by) sorts by a later field, across several values of the fields before it: the
//!   latest five rows of a device, whatever their metric.
//! - [`distinct`](crate::Plan::distinct) is a skip scan (also called a loose index scan). It returns the first row for
//!   each value of a field, and seeks past the rows between.
//!
//! Every merge skips in this way. If the filters rule out many keys, the merge seeks to the next possible row. It does
//! not read all rows between. There is no offset to skip the first `n` rows, since the engine would have to read them.
//! Use a cursor.
//!
//! # What to do with a plan
//!
//! A [`Plan`](crate::Plan) has all methods of the [`ScanPlan`](crate::ScanPlan) in it.
//!
//! | task | method |
//! |---|---|
//! | read rows in key order | [`merge`](crate::ScanPlan::merge) |
//! | read rows range by range, one range open at a time | [`by_range`](crate::ScanPlan::by_range) |
//! | return an iterator that owns the plan | [`into_merge`](crate::Plan::into_merge) |
//! | read from an async client, page by page | [`pages`](crate::ScanPlan::pages), [`into_pages`](crate::Plan::into_pages) |
//! | read from async streams (feature `futures`) | `stream`, `into_stream` |
//! | drive the engine yourself | [`ranges`](crate::ScanPlan::ranges), [`try_for_each_range`](crate::ScanPlan::try_for_each_range), [`matches`](crate::ScanPlan::matches), and [`next`](crate::ScanPlan::next) if the engine can seek |
//! | resume after a row | [`cursor`](crate::ScanPlan::cursor) |
//! | read from the last row to the first | [`reversed`](crate::Plan::reversed) |
//! | sort the rows of several values by a later field | [`sorted_by`](crate::Plan::sorted_by) |
//! | find the distinct values of a field | [`distinct`](crate::Plan::distinct) |
//! | see which ranges and buckets are read | [`explain`](crate::ScanPlan::explain) |
//! | know what it costs, and limit that | [`cost`](crate::ScanPlan::cost), [`at_most`](crate::Plan::at_most) |
//! | choose between the keys of a record | [`best`](crate::ScanPlan::best) |
//! | write the scan for the HBase shell, Hive, or Phoenix | [`shell_scan`](crate::ScanPlan::shell_scan), [`sql`](crate::ScanPlan::sql) |
//! | filter pushdown to HBase region servers | [`fuzzy`](crate::ScanPlan::fuzzy) |
//!
//! # Paging
//!
//! For pagination, set a limit and hand out a cursor. [`cursor`](crate::ScanPlan::cursor) returns the position after a
//! row as text for a URL. The next request makes the same query and passes the text to `resume`. The server keeps no
//! state between pages.
//!
//! ```
//! use rowkey::RowKey;
//! use std::collections::BTreeMap;
//!
//! #[derive(RowKey)]
//! struct Order {
//!     customer: u32,
//!     number: u32,
//! }
//!
//! let keys = (1..=3).map(|number| Order { customer: 7, number }.key().to_vec());
//! let table: BTreeMap<Vec<u8>, ()> = keys.map(|key| (key, ())).collect();
//!
//! let page = |cursor: Option<&str>| -> Result<_, Box<dyn std::error::Error>> {
//!     let plan = Order::scan().customer(7).limit(2).resume(cursor).plan()?;
//!     let rows = plan.merge(|range, direction| direction.of(table.range::<[u8], _>(range)));
//!     let rows = rows.collect::<Result<Vec<_>, _>>()?;
//!     Ok((rows.len(), rows.last().map(|(key, ())| plan.cursor(key))))
//! };
//!
//! let (rows, cursor) = page(None)?;
//! assert_eq!(rows, 2);
//! let (rows, _) = page(cursor.as_deref())?;
//! assert_eq!(rows, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! These pages are for your users. [`ScanPlan::pages`](crate::ScanPlan::pages) is about other pages: the replies of an
//! async client that returns a limited number of rows per call.
//!
//! # Several ranges and buckets
//!
//! A plan has one range for each combination of bound values, in each bucket that can hold it. Two tenants and three
//! days are six ranges.
//!
//! With a salt, the number of buckets depends on the query. If the query fixes the inputs of the salt, by values or by
//! filters for one value, the plan reads only the buckets of these values. If an input has only a few possible values
//! left, the plan computes the salt for each of them. Otherwise it reads all buckets, and the merge combines them into
//! one order.
//!
//! A salt can have more buckets than [`MAX_RANGES`]. A plan for all of them is one range over all labels, and the
//! conditions are checked per row. You can read it [range by range](crate::ScanPlan::by_range), but not as a merge.
//!
//! # Cost
//!
//! [`cost`](crate::ScanPlan::cost) returns what a plan costs on any table: the number of ranges and buckets, the
//! conditions that are left as filters, and whether the plan is a full scan. [`at_most`](crate::Plan::at_most) rejects a
//! plan with more ranges, and [`refuse_full_scan`](crate::Plan::refuse_full_scan) a full scan with conditions. If a record has several keys, [`best`](crate::ScanPlan::best) returns the cheapest of their
//! plans.
//!
//! A full scan with conditions reads every row, only to drop most of them. The tables of `rowkey-store` refuse it,
//! unless you call `allow_full_scans()` on the table. A plan without conditions is allowed.
//!
//! # Explain
//!
//! [`explain`](crate::ScanPlan::explain) describes a plan: its conditions, its buckets and why they are read, each
//! range in bytes, the filters, and the order of the rows. Print it before you run a new query on a large table.
//!
//! ```
//! # use rowkey::RowKey;
//! # #[derive(RowKey)]
//! # struct Order {
//! #     customer: u32,
//! #     number: u32,
//! # }
//! println!("{}", Order::scan().customer(7).number(..100).plan()?.explain());
//! # Ok::<(), rowkey::ScanError>(())
//! ```

pub(crate) mod plan;
pub(crate) mod query;
mod rows;
mod show;
pub(crate) mod subspace;

pub use self::plan::Ranges;
pub use self::plan::cost::ScanCost;
pub use self::plan::next::Next;
pub use self::plan::typed::FieldRef;
pub use self::query::MAX_RANGES;
pub use self::query::conditions::types::*;
pub use self::rows::direction::Direction;
pub use self::rows::merge::{Merge, MergeError};
pub use self::rows::open_range::OutOfOrder;
pub use self::rows::stream::{MergeStream, Page};
pub use self::show::explain::{BucketsRead, Known, PlanExplanation, RangeRead};
pub use self::show::terms::{Term, TermCondition};
pub use crate::bytes::key_buf::KeyBuf;

/// Traits and cursors that connect an engine to the merge of a plan. You need them only to write a driver for an engine.
///
/// To read a plan, pass a closure to [`merge`](crate::ScanPlan::merge), [`pages`](crate::ScanPlan::pages), or `stream`.
/// The closure opens a range and returns its rows. The signatures of these methods name some of the types here.
///
/// Write a driver if a closure is not enough:
///
/// - The rows are not an iterator: implement [`RowCursor`](engine::RowCursor), which lends each row where the engine
///   stores it.
/// - A struct must hold the merge: implement [`OpenRange`](engine::OpenRange) for a type that you can name.
/// - The engine is remote: state its cost of a seek and how many reads may run at the same time, with the methods of
///   [`OpenRange`](engine::OpenRange) and [`OpenAsync`](engine::OpenAsync).
/// - The client is async, and is neither a stream nor paged: implement [`AsyncCursor`](engine::AsyncCursor).
///
/// | task | blocking | async |
/// |---|---|---|
/// | open a range | [`OpenRange`](engine::OpenRange) | [`OpenAsync`](engine::OpenAsync), from a [`ScanRequest`](engine::ScanRequest) |
/// | read its rows | [`RowCursor`](engine::RowCursor) | [`AsyncCursor`](engine::AsyncCursor), and [`ItemCursor`](engine::ItemCursor) for rows by value |
/// | wrap the rows of a client | [`IterCursor`](engine::IterCursor) for iterators | [`PageCursor`](engine::PageCursor) for pages, `StreamCursor` for streams |
/// | merge the rows | [`Merge`] | [`MergeStream`] |
///
/// This driver lends the keys of a sorted slice:
///
/// ```
/// use rowkey::scan::Merge;
/// use rowkey::scan::engine::{OpenRange, RowCursor, Step};
/// use rowkey::{KeyRange, RowKey, ScanPlan};
///
/// /// Keys in order.
/// #[derive(Clone, Copy)]
/// struct Keys<'t>(&'t [Vec<u8>]);
///
/// /// The keys of a range that are not read yet. The first one is the current row.
/// struct Cursor<'t> {
///     keys: &'t [Vec<u8>],
///     is_opened: bool,
/// }
///
/// impl RowCursor for Cursor<'_> {
///     fn advance(&mut self) -> Step {
///         if self.is_opened {
///             self.keys = &self.keys[1..];
///         }
///         self.is_opened = true;
///         if self.keys.is_empty() { Step::End } else { Step::Row }
///     }
///
///     fn key(&self) -> &[u8] {
///         &self.keys[0]
///     }
/// }
///
/// impl<'t> OpenRange for Keys<'t> {
///     const IS_SORTED: bool = true;
///     type Rows = Cursor<'t>;
///
///     fn open(&mut self, _: &ScanPlan, range: KeyRange) -> Cursor<'t> {
///         let from = self.0.partition_point(|key| key.as_slice() < range.start());
///         let keys = &self.0[from..];
///         let len = keys.partition_point(|key| range.contains(key));
///         Cursor { keys: &keys[..len], is_opened: false }
///     }
/// }
///
/// #[derive(RowKey)]
/// struct Order {
///     customer: u32,
///     number: u32,
/// }
///
/// let keys: Vec<_> = (1..=9).map(|number| Order { customer: 7, number }.key().to_vec()).collect();
/// let plan = Order::scan().customer(7).number(3..5).plan()?;
/// let mut rows = Merge::new(&plan, Keys(&keys));
/// let mut numbers = Vec::new();
/// while let Some(row) = rows.advance() {
///     numbers.push(plan.decode(row?.key())?.number);
/// }
/// assert_eq!(numbers, [3, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod engine {
    pub use crate::scan::rows::direction::InDirection;
    pub use crate::scan::rows::open_async::{AsyncCursor, ItemCursor, OpenAsync, ScanRequest};
    pub use crate::scan::rows::open_range::{IterCursor, OpenRange, Row, RowCursor, Step};
    pub use crate::scan::rows::stream::{IntoPage, PageCursor, Pages, Reopening};
    #[cfg(feature = "futures")]
    pub use crate::scan::rows::stream::{StreamCursor, Streams};
}
