//! The cost of a plan, from facts that hold for every table: its ranges, its buckets, and the conditions that are left
//! to check for each row.
//!
//! A plan keeps a filter for each condition that its ranges may not express. Some of these filters pass every row in
//! the ranges, and cost nothing. An example with the key `device | metric | at`, one byte each, and two filters:
//!
//! ```text
//! query                                                     range                 filters that count
//! device(7).filter_device(5..9).filter_at(..3)              07 .. 08              at: rows 07 01 09 are in the range
//! device(7).metric(2).at(1..3).filter_at(..5)               07 02 01 .. 07 02 03  none: 01 .. 03 is within 00 .. 05
//! ```
//!
//! Read `ScanPlan::cost`, then `proves` for one filter and one range.

use super::expand::check_count;
use super::{ScanPlan, Span, put_label};
use crate::bytes::KeyRange;
use crate::error::ScanError;
use crate::layout::salt::{Bucket, Salt, SaltInput};
use crate::scan::query::filter::Filter;
use crate::scan::query::predicate::Predicate;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;

/// The cost of a plan, from [`ScanPlan::cost`]. It holds for every table, because it is computed from the query and the
/// layout alone. `Display` writes ``16 ranges in 16 buckets, filtered by `at` ``.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScanCost {
    /// The number of [ranges](ScanPlan::ranges). Each costs the engine a seek.
    pub ranges: usize,
    /// The number of buckets that the ranges are in: at most 1 without a salt. A plan that reads
    /// [all labels as one range](crate::scan::MAX_RANGES) counts all of them.
    pub buckets: u64,
    /// The number of conditions that the ranges do not express. The scan reads the rows in its ranges, and drops those
    /// that do not meet these conditions. With 0, each row that it reads is a row of the scan.
    pub filters: usize,
    /// The first field with such a condition. `None` if there is none, or only the condition on the record type.
    pub filtered_by: Option<&'static str>,
    /// `true` if the ranges hold every key that the record type can have. For a `u8`, `id(0..)` is a full scan, and
    /// `id(1..)` is not.
    pub full_scan: bool,
}

impl fmt::Display for ScanCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ranges, buckets, filters, filtered_by, full_scan } = self;
        write!(f, "{ranges} range{}", if *ranges == 1 { "" } else { "s" })?;
        if *buckets > 1 {
            write!(f, " in {buckets} buckets")?;
        }
        if *full_scan {
            write!(f, ", full scan")?;
        }
        match (filters, filtered_by) {
            (0, _) => return Ok(()),
            (_, Some(field)) => write!(f, ", filtered by `{field}`")?,
            (_, None) => write!(f, ", filtered by record type")?,
        }
        if *filters > 1 { write!(f, " and {} more", filters - 1) } else { Ok(()) }
    }
}

impl ScanPlan {
    /// Returns the cost of the plan as data: its ranges, its buckets, and the conditions that are left as filters.
    ///
    /// Use it in a test to hold a query to its cost, or to log the cost of a query that your users compose. It needs no
    /// table and no statistics.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct Call {
    ///     #[salt(buckets = 6)]
    ///     phone: u64,
    ///     at: u64,
    ///     seconds: u32,
    /// }
    ///
    /// // One bucket, and every row in the range is a row of the scan.
    /// let cost = Call::scan().phone(7).at(..100).plan()?.cost();
    /// assert_eq!((cost.ranges, cost.buckets, cost.filters), (1, 1, 0));
    ///
    /// // A condition on a later field does not narrow the range.
    /// let cost = Call::scan().phone(7).filter_seconds(60..).plan()?.cost();
    /// assert_eq!(cost.to_string(), "1 range, filtered by `seconds`");
    ///
    /// let cost = Call::scan().filter_at(..100).plan()?.cost();
    /// assert_eq!(cost.to_string(), "6 ranges in 6 buckets, full scan, filtered by `at`");
    /// # Ok::<(), rowkey::ScanError>(())
    /// ```
    ///
    /// # Details
    ///
    /// - **Filters.** A filter that every row in the ranges passes does not count, such as `filter_at(..)`, or a filter
    ///   on a field that is bound to a value. So `filters` can be 0 for a plan that is not
    ///   [exact](ScanPlan::is_exact). Two conditions on one field count once.
    /// - **Full scans.** For a record type of an enum, all rows of that record type are a full scan. The rows of one
    ///   bucket (`bucket(b)`) are not. The plan knows the values of a field, but not those of a computed element or
    ///   the buckets of a hash. So it can miss a full scan if some of these have no rows.
    /// - **Cursors.** In a plan that resumes after a row, `ranges` and `buckets` count what is left. `full_scan` and
    ///   `filters` describe the query, so they are the same for every page.
    #[must_use]
    pub fn cost(&self) -> ScanCost {
        let filters = self.unproven_filters();
        let mut conditions: Vec<Option<usize>> = filters.iter().map(|filter| filter.conditioned_field()).collect();
        conditions.sort_unstable();
        conditions.dedup();
        // `None` sorts first.
        let first = conditions.iter().flatten().next();
        ScanCost {
            ranges: self.count(),
            buckets: self.count_buckets(),
            filters: conditions.len(),
            filtered_by: first.map(|field| self.layout().fields()[*field].name()),
            full_scan: self.is_full_scan(),
        }
    }

    /// Returns the plan if it has at most this many [ranges](ScanPlan::ranges), or else an error.
    ///
    /// It checks a finished plan, and does not change it. Use it where a query must stay cheap: for a page of a web
    /// service, or in a test. `max_ranges` of the builder is different: the planner works with it. With a lower
    /// `max_ranges`, the plan may list fewer values of the salt's inputs, or read all buckets as one range.
    ///
    /// ```
    /// use rowkey::{RowKey, one_of};
    ///
    /// #[derive(RowKey)]
    /// struct Order {
    ///     customer: u32,
    ///     number: u32,
    /// }
    ///
    /// let orders = |customers: &[u32]| Order::scan().customer(one_of(customers)).plan()?.at_most(2);
    /// assert!(orders(&[7, 9]).is_ok());
    /// let error = orders(&[7, 8, 9]).unwrap_err();
    /// assert!(error.to_string().starts_with("the scan of `Order` needs 3 ranges, but at most 2 are allowed"));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ScanError::TooManyRanges`] if the plan has more ranges.
    pub fn at_most(self, ranges: usize) -> Result<Self, ScanError> {
        match self.check_at_most(ranges) {
            Ok(()) => Ok(self),
            Err(error) => Err(*error),
        }
    }

    /// Rejects more than `ranges` ranges.
    pub(super) fn check_at_most(&self, ranges: usize) -> Result<(), Box<ScanError>> {
        check_count(self.layout(), self.count(), ranges)
    }

    /// Returns the plan, or an error if it reads every row, only to drop those that do not meet its conditions.
    ///
    /// The tables of `rowkey-store` call it before each scan. Call it yourself if you read the plan in another way. A
    /// plan without conditions passes, because it returns each row that it reads. A limit makes no difference.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// struct Call {
    ///     phone: u64,
    ///     at: u64,
    /// }
    ///
    /// assert!(Call::scan().plan()?.refuse_full_scan().is_ok());
    /// assert!(Call::scan().phone(7).filter_at(..100).plan()?.refuse_full_scan().is_ok());
    /// assert!(Call::scan().filter_at(..100).plan()?.refuse_full_scan().is_err());
    /// # Ok::<(), rowkey::ScanError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ScanError::FullScan`] with the first field that is not bound.
    pub fn refuse_full_scan(self) -> Result<Self, ScanError> {
        match self.check_full_scan() {
            Ok(()) => Ok(self),
            Err(error) => Err(*error),
        }
    }

    /// Checks what [`ScanPlan::refuse_full_scan`] does, for tables, which borrow their plans.
    #[doc(hidden)]
    pub fn check_full_scan(&self) -> Result<(), Box<ScanError>> {
        // Most plans have no filter. They pay for one comparison.
        if self.is_exact() || !self.is_full_scan() || self.unproven_filters().is_empty() {
            return Ok(());
        }
        Err(ScanError::FullScan { key: self.layout().name(), field: self.first_open_field() }.into())
    }

    /// Returns the index of the cheapest of several plans for the same rows, or `None` without plans.
    ///
    /// Use it for a record that has several keys: write the query once per key, and read the plan that costs least. The
    /// plans have keys of different types, so pass them [without types](crate::Plan::into_untyped), or as references.
    ///
    /// ```
    /// use rowkey::{RowKey, ScanPlan};
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(index(BySeller(seller, at, order)))]
    /// struct Order {
    ///     order: u64,
    ///     seller: u64,
    ///     at: u64,
    /// }
    ///
    /// // The orders of a seller: the key `order | seller | at` reads all rows, and the index one range.
    /// let by_order = Order::scan().filter_seller(7).plan()?;
    /// let by_seller = BySeller::scan().seller(7).plan()?;
    /// assert_eq!(ScanPlan::best(&[&*by_order, &*by_seller]), Some(1));
    /// # Ok::<(), rowkey::ScanError>(())
    /// ```
    ///
    /// # Order
    ///
    /// It compares the [costs](ScanPlan::cost), in this order:
    ///
    /// 1. A full scan loses, because its time grows with the table, and not with the result.
    /// 2. Fewer filters win. Each filter leaves rows in the ranges that are read and dropped, and no layout tells how
    ///    many. Without filters, the scan reads only rows that it returns.
    /// 3. Fewer ranges win, because each range costs a seek.
    /// 4. The first plan wins. Put the key that stores the rows first: an index needs another read per row.
    ///
    /// It uses no statistics. A plan that is second here can be faster on a table in which few rows match. A limit does
    /// not count: it ends each of the scans after the same number of matching rows.
    #[must_use]
    pub fn best(plans: &[impl Borrow<Self>]) -> Option<usize> {
        let costs = plans.iter().map(|plan| plan.borrow().cost()).enumerate();
        // The first of several equal plans.
        let best = costs.min_by_key(|(_, cost)| (cost.full_scan, cost.filters, cost.ranges));
        best.map(|(index, _)| index)
    }

    /// Returns the number of buckets in which ranges remain.
    fn count_buckets(&self) -> u64 {
        let count = self.count();
        if let (Some(salt), true) = (self.layout().salt(), self.covers_labels() && count > 0) {
            return u64::try_from(salt.labels()).unwrap_or(u64::MAX);
        }
        let each = (0..count).filter_map(|range| self.span(self.whole_index(range)));
        let mut buckets: Vec<Bucket> = each.map(|(bucket, _)| bucket).collect();
        buckets.sort_unstable();
        buckets.dedup();
        buckets.len() as u64
    }

    /// Returns the filters that some row in the ranges may not pass.
    fn unproven_filters(&self) -> Vec<&Filter> {
        let is_proven = |filter: &Filter| {
            filter.predicate.is_always_met() || self.spans.iter().all(|Span { range, .. }| self.proves(range, filter))
        };
        self.filters().iter().filter(|filter| !is_proven(filter)).collect()
    }

    /// Returns `true` if all keys in a range are known to pass a filter.
    ///
    /// The range must hold one value of each field before the filter's. Then either it holds one value of that field
    /// too, which the filter accepts, or the bytes from that field on are within the bounds of the filter.
    fn proves(&self, range: &KeyRange, filter: &Filter) -> bool {
        let (layout, field) = (self.layout(), filter.field);
        // A record type is not in the bytes of one field. A text that is parsed from the end of the key can be longer
        // than the one in the range.
        if matches!(filter.predicate, Predicate::RecordType(_))
            || (0..=field).any(|field| layout.is_cut_from_end(field))
            || !(0..field).all(|field| layout.holds_one_value(range, field))
        {
            return false;
        }
        if layout.holds_one_value(range, field) {
            return filter.holds(layout, range.start());
        }
        // For `07 02 01 .. 07 02 03` and the third field: `01 .. 03`.
        let ends = layout.start_of(range.start(), field).and_then(|at| {
            let (lead, start) = range.start().split_at_checked(at)?;
            Some((start, range.stop()?.strip_prefix(lead)?))
        });
        let is_within = |(start, stop): (&[u8], &[u8])| {
            let holds = |it: &KeyRange| it.start() <= start && it.stop().is_none_or(|end| stop <= end);
            filter.key_ranges.iter().any(holds)
        };
        matches!(filter.predicate, Predicate::Between(..)) && ends.is_some_and(is_within)
    }

    /// Returns `true` if the ranges, including those before a cursor, hold every key that the record type can have.
    ///
    /// The syntax of the query does not decide it. For a `u8`, `a(0..)` holds every key, and `a(1..)` does not. A filter
    /// can narrow the ranges by fixing the bucket, and a bound field can become a filter in one range over all labels.
    fn is_full_scan(&self) -> bool {
        if !self.holds_all_fields() {
            return false;
        }
        // The bound fields leave out nothing, but a filter or `bucket(b)` can still leave out buckets.
        let mut query = self.query.clone();
        query.drop_filters();
        let Ok(all) = query.plan() else { return false };
        let own: Vec<KeyRange> = (0..self.whole_count()).map(|index| self.whole_range(index)).collect();
        all.ranges().all(|range| {
            let after = own.partition_point(|own| own.start() <= range.start());
            let own = after.checked_sub(1).and_then(|index| own.get(index));
            own.is_some_and(|own| own.stop().is_none_or(|stop| range.stop().is_some_and(|end| end <= stop)))
        })
    }

    /// Returns `true` if, for every key, some range holds its fields, maybe in another bucket.
    ///
    /// No key of the layout may be before the first range, between two ranges, or after the last one. An example with
    /// the key `a: u8 | b: u8` and `salt(xor, buckets = 2, of(a))`, without the label:
    ///
    /// ```text
    /// query                  ranges                          gaps
    /// a(0..)                 00 ..                           .. 00: no key is below 00 00
    /// a(one_of(0..=255))     00 .. 01, 01 .. 02, .. FF ..    none, although each range is in one bucket
    /// a(one_of(0..=254))     00 .. 01, 01 .. 02, .. FE .. FF FF ..: holds the keys of a = 255
    /// ```
    fn holds_all_fields(&self) -> bool {
        let layout = self.layout();
        let salt = layout.salt().filter(|_| !self.covers_labels());
        // Each older tag has the same ranges as the present one.
        let spans = self.spans.iter().filter(|span| span.tag(layout).is_none_or(|tag| tag == layout.prefix()));
        let mut ranges: Vec<KeyRange> = spans.map(|span| span.range.clone()).collect();
        if salt.is_some() {
            for KeyRange { start, stop } in &mut ranges {
                put_label(start, 0, layout);
                stop.iter_mut().for_each(|stop| put_label(stop, 0, layout));
            }
        }
        ranges.sort_unstable_by(|a, b| a.start().cmp(b.start()));
        let Some(first) = ranges.first() else { return false };
        let all = match salt {
            Some(_) => KeyRange::prefix(first.start().get(..layout.fields_at()).unwrap_or_default()),
            None => KeyRange::all(),
        };
        // The start of the next gap.
        let mut at = Some(all.start());
        for range in &ranges {
            let Some(from) = at else { return true };
            if from < range.start() && layout.can_hold_key(from, Some(range.start())) {
                return false;
            }
            at = range.stop().map(|stop| stop.max(from));
        }
        at.is_none_or(|from| all.stop().is_some_and(|stop| stop <= from) || !layout.can_hold_key(from, all.stop()))
    }

    /// Returns the first field that needs a value before the ranges of a full scan can be narrower.
    fn first_open_field(&self) -> &'static str {
        let layout = self.layout();
        let has_value = |field: usize| self.filters().iter().any(|it| it.field == field && it.predicate.is_of_values());
        // In one range over all labels, the conditions on bound fields are filters, and the salt lacks an input.
        let inputs = layout.salt().filter(|_| self.covers_labels()).map_or(&[][..], Salt::inputs);
        let mut fields = inputs.iter().map(SaltInput::field).chain(0..layout.fields().len());
        let index = fields.find(|field| !self.covers_labels() || !has_value(*field)).unwrap_or_default();
        // A computed element takes its value from another field.
        let field = layout.fields().get(index);
        let source = field.and_then(|field| field.computed).map_or(index, |rule| rule.field());
        layout.fields().get(source).map_or(layout.name(), |field| field.name())
    }
}

impl Filter {
    /// Returns the field of the condition, or `None` if the condition is on the record type.
    fn conditioned_field(&self) -> Option<usize> {
        if matches!(self.predicate, Predicate::RecordType(_)) { None } else { Some(self.field) }
    }
}
