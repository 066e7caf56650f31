//! The order of the rows in a merge: by key, by a later field, or the first row for each value of a field.
//!
//! Lanes are compared by the bytes of their keys from an offset on, [`ScanPlan::compared_from`]. An example with two
//! buckets and the key `bucket | device | metric | at`, one byte each:
//!
//! ```text
//! plan                                       rows in their order                      compared from
//! device(7), by key                          01 07 01 30, 00 07 02 10, 01 07 02 20    offset 1, the first field
//! device(7).metric(one_of([1, 2])),          00 07 02 10, 01 07 02 20, 01 07 01 30    offset 3, `at`
//! sorted by `at`
//! device(7), distinct `metric`               01 07 01 30, 00 07 02 10                 offset 1
//! ```
//!
//! Sorting by `at` needs ranges with one device and one metric each. In a range with several metrics, the rows are not
//! in the order of `at`.

use super::{Buckets, Lanes, ScanPlan};
use crate::bytes::{KeyBuf, KeyRange, Sink};
use crate::error::{CursorError, RowOrderError, ScanError};
use crate::layout::Layout;
use crate::layout::salt::Salt;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The full order in which rows are read. A cursor stores it, because the rest of a scan depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scan) struct ReadOrder {
    pub(super) mode: ReadMode,
    pub(super) rows: RowOrder,
    pub(super) reversed: bool,
}

/// The way to read the ranges of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scan) enum ReadMode {
    /// All ranges at once, merged into one order.
    Merged,
    /// One range after the other.
    ByRange,
}

/// The rows of a merge, and their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scan) enum RowOrder {
    /// Every row, in the order of the key without its salt.
    ByKey,
    /// Every row, in the order of the key from this field on.
    ByField(usize),
    /// The first row of each value of this field and of those before it, in the order of the key.
    FirstOfEach(usize),
}

impl ScanPlan {
    /// Sorts the rows by `field` and the fields after it, whatever values the fields before it have.
    ///
    /// Use it for "the latest five rows of a device, whatever their metric". Keys are sorted by metric first, so
    /// without this method all rows of the first metric come first. Rows with equal values from `field` on come in the
    /// order of the whole key.
    ///
    /// Each range of the plan must hold one value of each field before `field`. Bind these fields, for example with
    /// `metric(one_of(..))`. If you do not know the values, [`distinct`](Self::distinct) finds them.
    ///
    /// A merge keeps every range open. It reads one row ahead in each, and no further than the limit needs.
    /// [`ranges`](Self::ranges) do not change. A [cursor](Self::cursor) resumes only in the order of the page before,
    /// so sort the plan of each page.
    ///
    /// [`Plan::sorted_by`](crate::Plan::sorted_by) has a full example. It takes the field as a typed value.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::{ScanError, ScanPlan};
    /// /// The plan is `Reading::scan().device(7).metric(one_of([1, 2, 3])).limit(5).plan()?`.
    /// fn latest(plan: ScanPlan) -> Result<ScanPlan, ScanError> {
    ///     Ok(plan.sorted_by("at")?.reversed())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// - [`ScanError::NoField`] if the key has no field of this name.
    /// - [`ScanError::RowOrder`] with the [reason](RowOrderError), for example an unbound field before it.
    pub fn sorted_by(self, field: &str) -> Result<Self, ScanError> {
        self.with_order(field, RowOrder::ByField)
    }

    /// Keeps only the first row for each value of `field`: the distinct values that the table holds.
    ///
    /// If fields before `field` are not bound, there is one row for each combination of their values. In a
    /// [reversed](Self::reversed) plan, it is the last row of each.
    ///
    /// This is a skip scan (also called a loose index scan). A merge seeks from one value to the next, as
    /// [`ScanPlan::next`] does. It does not read the rows between, except for the few that cost less than a seek. The
    /// limit counts values. [`ranges`](Self::ranges) and [`matches`](Self::matches) do not change.
    ///
    /// [`Plan::distinct`](crate::Plan::distinct) has a full example. It takes the field as a typed value.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::{ScanError, ScanPlan};
    /// /// The plan is `Reading::scan().device(7).plan()?`. The result has one row of each metric of the device.
    /// fn metrics(plan: ScanPlan) -> Result<ScanPlan, ScanError> {
    ///     plan.distinct("metric")
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// - [`ScanError::NoField`] if the key has no field of this name.
    /// - [`ScanError::RowOrder`] with the [reason](RowOrderError), for example a plan that already has another order.
    pub fn distinct(self, field: &str) -> Result<Self, ScanError> {
        self.with_order(field, RowOrder::FirstOfEach)
    }

    /// Sets the order that `order` makes of the index of the field.
    fn with_order(mut self, field: &str, order: fn(usize) -> RowOrder) -> Result<Self, ScanError> {
        let (layout, key) = (self.layout(), self.layout().name());
        // Users do not name computed elements.
        let mut fields = layout.fields().iter();
        let Some(index) = fields.position(|it| it.name() == field && !it.is_computed()) else {
            let names = layout.fields().iter().filter(|it| !it.is_computed()).map(|it| format!("`{}`", it.name()));
            let fields = names.collect::<Vec<_>>().join(", ");
            return Err(ScanError::NoField { key, found: field.into(), fields });
        };
        let order = order(index);
        let check = if self.order == RowOrder::ByKey { self.check_order(order) } else { Err(RowOrderError::Twice) };
        let name = layout.fields()[index].name();
        check.map_err(|reason| ScanError::RowOrder { key, field: name, reason })?;
        // With sections, the only field is the whole rest of the key, so the rows already have this order.
        if self.sections.is_none() {
            self.order = order;
        }
        Ok(self)
    }

    /// Rejects the order by a field if keys cannot be split before and after it.
    pub(super) fn check_order(&self, order: RowOrder) -> Result<(), RowOrderError> {
        let layout = self.layout();
        let (RowOrder::ByField(index) | RowOrder::FirstOfEach(index)) = order else { return Ok(()) };
        if let Some(cut) = (0..=index).find(|index| layout.is_cut_from_end(*index)) {
            return Err(RowOrderError::CutFromEnd { field: layout.fields()[cut].name() });
        }
        // A range over all labels is not merged, and does not show the bound fields.
        let is_merged = matches!(order, RowOrder::ByField(_)) && !self.covers_labels();
        if is_merged { self.check_leads(index) } else { Ok(()) }
    }

    /// Rejects a range that holds several values of a field before field `index`.
    /// Returns `true` if the plan has the order of the key: if it is not [reversed](Self::reversed), not
    /// [sorted](Self::sorted_by) by a later field, and not [distinct](Self::distinct). Then you can read its
    /// [ranges](Self::ranges) yourself.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// # fn check(plan: ScanPlan) {
    /// assert!(plan.is_in_key_order() && !plan.reversed().is_in_key_order());
    /// # }
    /// ```
    #[must_use]
    pub fn is_in_key_order(&self) -> bool {
        self.order == RowOrder::ByKey && !self.is_reversed()
    }

    fn check_leads(&self, index: usize) -> Result<(), RowOrderError> {
        let layout = self.layout();
        for range in (0..self.whole_count()).map(|range| self.whole_range(range)) {
            if let Some(unbound) = (0..index).find(|field| !layout.holds_one_value(&range, *field)) {
                return Err(RowOrderError::Unbound { field: layout.fields()[unbound].name() });
            }
        }
        Ok(())
    }

    /// Returns the lanes of a merge.
    ///
    /// # Errors
    /// Returns a [`ScanError`] if there are too many ranges to merge, or if the plan resumes after a cursor of another
    /// order.
    pub(in crate::scan) fn start_merged(&self) -> Result<Lanes, Box<ScanError>> {
        self.start(ReadMode::Merged)
    }

    /// Returns the lanes of a scan range by range: all ranges in one lane, if each can be read alone.
    ///
    /// # Errors
    /// Returns the errors of [`ScanPlan::start_merged`].
    pub(in crate::scan) fn start_by_range(&self) -> Result<Lanes, Box<ScanError>> {
        self.start(self.mode_by_range())
    }

    /// Returns the lanes of a scan whose rows may come in any order: range by range, or in the order of the cursor.
    ///
    /// # Errors
    /// Returns the errors of [`ScanPlan::start_merged`].
    pub(in crate::scan) fn start_in_any_order(&self) -> Result<Lanes, Box<ScanError>> {
        self.start(self.resumed_order().map_or_else(|| self.mode_by_range(), |order| order.mode))
    }

    fn start(&self, mode: ReadMode) -> Result<Lanes, Box<ScanError>> {
        let key = self.layout().name();
        // The rows before the cursor were in one order. The rest of another order would repeat or miss rows.
        let order = self.read_order(mode);
        if let Some(found) = self.resumed_order().filter(|found| *found != order) {
            return Err(ScanError::Cursor { key, reason: self.other_order(found, order) }.into());
        }
        match (mode, &self.buckets) {
            (ReadMode::Merged, Buckets::OneRange { found, max_ranges }) => {
                Err(ScanError::TooManyToMerge { key, found: *found, most: *max_ranges }.into())
            }
            (ReadMode::ByRange, _) if !self.query.key.has_older => Ok(core::iter::once(0..self.count()).collect()),
            _ => Ok(self.lanes()),
        }
    }

    /// Returns the full order of the rows if they are read this way.
    pub(super) const fn read_order(&self, mode: ReadMode) -> ReadOrder {
        ReadOrder { mode, rows: self.order, reversed: self.is_reversed() }
    }

    /// Returns the error of a plan that cannot resume in one order after rows in another.
    pub(super) fn other_order(&self, found: ReadOrder, expected: ReadOrder) -> CursorError {
        CursorError::Order { found: self.describe(found), expected: self.describe(expected) }
    }

    /// Returns the offset from which the keys of a range are compared. `None` is the first field.
    #[inline]
    pub(in crate::scan) fn compared_from(&self, range: usize) -> Option<usize> {
        match self.order {
            // Each range has all labels of one tag. A row has the same label with each tag, so its copies meet.
            RowOrder::ByKey if self.covers_labels() => Some(self.layout().parts.label_at()),
            RowOrder::ByKey | RowOrder::FirstOfEach(_) => None,
            RowOrder::ByField(field) => self.layout().start_of(self.uncut_range(range).start(), field),
        }
    }

    /// Returns the way to read a plan range by range: merged, if a range cannot be read without the others.
    pub(super) fn mode_by_range(&self) -> ReadMode {
        let has_older_salt = self.layout().salt().is_some_and(Salt::has_older);
        let has_copies = if self.covers_labels() { has_older_salt } else { self.query.key.has_older };
        let is_merged = self.order != RowOrder::ByKey || has_copies || self.sections.is_some();
        if is_merged { ReadMode::Merged } else { ReadMode::ByRange }
    }

    /// Returns the order as text, for `explain`.
    pub(in crate::scan) fn order_in_words(&self) -> String {
        self.describe(self.read_order(if self.covers_labels() { self.mode_by_range() } else { ReadMode::Merged }))
    }

    fn describe(&self, order: ReadOrder) -> String {
        let name = |field: usize| self.layout().fields()[field].name();
        match (order.rows, order.reversed) {
            (RowOrder::ByKey, false) if order.mode == ReadMode::ByRange => "range by range".into(),
            (RowOrder::ByKey, true) if order.mode == ReadMode::ByRange => "range by range, in reverse".into(),
            (RowOrder::ByKey, false) => "in key order".into(),
            (RowOrder::ByKey, true) => "in reverse key order".into(),
            (RowOrder::ByField(field), false) => format!("sorted by `{}`", name(field)),
            (RowOrder::ByField(field), true) => format!("sorted by `{}`, in reverse", name(field)),
            (RowOrder::FirstOfEach(field), false) => format!("first row for each `{}`, in key order", name(field)),
            (RowOrder::FirstOfEach(field), true) => {
                format!("first row for each `{}`, in reverse key order", name(field))
            }
        }
    }

    /// Returns the field of a `distinct` scan.
    pub(in crate::scan) const fn distinct_field(&self) -> Option<usize> {
        if let RowOrder::FirstOfEach(field) = self.order { Some(field) } else { None }
    }
}

impl Layout {
    /// Returns the end of the element of field `index` and its separator in `key`. `None` if the element does not end.
    pub(in crate::scan) fn end_of_value(&self, key: &[u8], index: usize) -> Option<usize> {
        self.start_of(key, index + 1)
    }

    /// Returns `true` if a range holds one value of field `index`, and one of each field before it. Each of them must not
    /// be [parsed from the end](Layout::is_cut_from_end).
    pub(super) fn holds_one_value(&self, range: &KeyRange, index: usize) -> bool {
        let Some(end) = self.end_of_value(range.start(), index) else { return false };
        // The range stops before all keys with the next value.
        let stop = self.first_after_value(range.start(), index, end);
        stop.is_none_or(|end| range.stop().is_some_and(|stop| stop <= &*end))
    }

    /// Returns the first byte string above all keys with the same values as `key` up to field `index`, which ends at
    /// `end`. `None` if no key follows. For `07 05 30` and the second field, this is `07 06`.
    pub(super) fn first_after_value(&self, key: &[u8], index: usize, end: usize) -> Option<KeyBuf> {
        let mut stop = KeyBuf::of(key.get(..end)?);
        if index + 1 == self.fields().len() {
            stop.put(&[0]);
            return Some(stop);
        }
        // Null is the code 00 alone: nothing continues it with FF.
        let is_null = || self.start_of(key, index).is_some_and(|at| key.get(at) == Some(&0));
        if self.ends_below_ff(index) && !is_null() {
            stop.put(&[0xFF]);
            return Some(stop);
        }
        stop.succeed(0).then_some(stop)
    }
}
