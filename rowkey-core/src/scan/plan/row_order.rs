//! The order in which a plan's rows are merged, and which of them: by a field behind those that have values, or the first row of
//! each value of a field.

use super::{Buckets, Lanes, ScanPlan};
use crate::bytes::{KeyBuf, Sink};
use crate::error::{CursorError, RowOrderError, ScanError};
use crate::layout::Layout;
use crate::layout::salt::Salt;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The order in which rows are read: what a cursor binds beside the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scan) struct ReadOrder {
    pub(super) stream: Stream,
    pub(super) rows: RowOrder,
    pub(super) reversed: bool,
}

/// The way from the ranges of a plan to its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scan) enum Stream {
    /// All ranges at once, into one order.
    Merged,
    /// One range after the other.
    ByRange,
}

/// The rows that a merge returns, and their order.
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

    /// The same rows in the order that `order` makes of the index of a field.
    fn with_order(mut self, field: &str, order: fn(usize) -> RowOrder) -> Result<Self, ScanError> {
        let (layout, key) = (self.layout(), self.layout().name());
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
        // In sections, the one field is the whole rest of the key: this is the order that they have anyway.
        if self.sections.is_none() {
            self.order = order;
        }
        Ok(self)
    }

    /// Refuses the order of a field if keys cannot be cut before and behind it.
    pub(super) fn check_order(&self, order: RowOrder) -> Result<(), RowOrderError> {
        let layout = self.layout();
        let (RowOrder::ByField(index) | RowOrder::FirstOfEach(index)) = order else { return Ok(()) };
        if layout.is_ordered_code() {
            return Err(RowOrderError::OrderedCode);
        }
        if let Some(cut) = (0..=index).find(|index| layout.is_cut_from_end(*index)) {
            return Err(RowOrderError::CutFromEnd { field: layout.fields()[cut].name() });
        }
        // What is bound is not seen in a range over all labels, which is not merged.
        let is_merged = matches!(order, RowOrder::ByField(_)) && !self.covers_labels();
        if is_merged { self.check_leads(index) } else { Ok(()) }
    }

    /// Refuses a range that holds several values of a field before field `index`.
    fn check_leads(&self, index: usize) -> Result<(), RowOrderError> {
        let layout = self.layout();
        for range in (0..self.whole_count()).map(|range| self.whole_range(range)) {
            let holds_one = |field: &usize| {
                let Some(end) = layout.end_of_value(range.start(), *field) else { return false };
                let stop = layout.behind_value(range.start(), *field, end);
                stop.is_none_or(|end| range.stop().is_some_and(|stop| stop <= &*end))
            };
            if let Some(unbound) = (0..index).find(|field| !holds_one(field)) {
                return Err(RowOrderError::Unbound { field: layout.fields()[unbound].name() });
            }
        }
        Ok(())
    }

    /// The lanes of a merge.
    ///
    /// # Errors
    /// A [`ScanError`] if there are too many ranges to merge, or if the plan goes on after a cursor of another order.
    pub(in crate::scan) fn start_merged(&self) -> Result<Lanes, Box<ScanError>> {
        self.start(Stream::Merged)
    }

    /// The lanes of a scan range by range: all ranges in one, if none needs the others.
    ///
    /// # Errors
    /// As [`ScanPlan::start_merged`].
    pub(in crate::scan) fn start_by_range(&self) -> Result<Lanes, Box<ScanError>> {
        self.start(self.stream_by_range())
    }

    /// The lanes of a scan whose rows may come in any order: range by range, or as the rows before the cursor came.
    ///
    /// # Errors
    /// As [`ScanPlan::start_merged`].
    pub(in crate::scan) fn start_in_any_order(&self) -> Result<Lanes, Box<ScanError>> {
        self.start(self.resumed_order().map_or_else(|| self.stream_by_range(), |order| order.stream))
    }

    fn start(&self, stream: Stream) -> Result<Lanes, Box<ScanError>> {
        let key = self.layout().name();
        let order = self.read_order(stream);
        if let Some(found) = self.resumed_order().filter(|found| *found != order) {
            return Err(ScanError::Cursor { key, reason: self.other_order(found, order) }.into());
        }
        match (stream, &self.buckets) {
            (Stream::Merged, Buckets::OneRange { found, most }) => {
                Err(ScanError::TooManyToMerge { key, found: *found, most: *most }.into())
            }
            (Stream::ByRange, _) if !self.query.key.has_older => Ok(core::iter::once(0..self.count()).collect()),
            _ => Ok(self.lanes()),
        }
    }

    /// The order of the rows, read so.
    pub(super) const fn read_order(&self, stream: Stream) -> ReadOrder {
        ReadOrder { stream, rows: self.order, reversed: self.reversed }
    }

    /// The reason why a plan cannot go on in an order after rows in another.
    pub(super) fn other_order(&self, found: ReadOrder, expected: ReadOrder) -> CursorError {
        CursorError::Order { found: self.in_words(found), expected: self.in_words(expected) }
    }

    /// How many bytes of the keys of a range, given by number, stand before those that they are sorted by; `None` if that is
    /// the first field.
    #[inline]
    pub(in crate::scan) fn lead(&self, range: usize) -> Option<usize> {
        match self.order {
            // Each range has all labels of a tag. A row has the same label with each tag, so its copies meet.
            RowOrder::ByKey if self.covers_labels() => Some(self.layout().parts.label_at()),
            RowOrder::ByKey | RowOrder::FirstOfEach(_) => None,
            RowOrder::ByField(field) => self.layout().start_of(self.uncut_range(range).start(), field),
        }
    }

    /// How a scan range by range reads: it is a merge if no range can be read without the others.
    pub(super) fn stream_by_range(&self) -> Stream {
        let has_older_salt = self.layout().salt().is_some_and(Salt::has_older);
        let has_copies = if self.covers_labels() { has_older_salt } else { self.query.key.has_older };
        let is_merged = self.order != RowOrder::ByKey || has_copies || self.sections.is_some();
        if is_merged { Stream::Merged } else { Stream::ByRange }
    }

    /// The order in words, as `explain` has it.
    pub(in crate::scan) fn order_in_words(&self) -> String {
        self.in_words(self.read_order(if self.covers_labels() { self.stream_by_range() } else { Stream::Merged }))
    }

    fn in_words(&self, order: ReadOrder) -> String {
        let name = |field: usize| self.layout().fields()[field].name();
        match (order.rows, order.reversed) {
            (RowOrder::ByKey, false) if order.stream == Stream::ByRange => "range by range".into(),
            (RowOrder::ByKey, true) if order.stream == Stream::ByRange => "range by range, in reverse".into(),
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

    /// The field of whose values only the first row each is wanted.
    pub(in crate::scan) const fn distinct_field(&self) -> Option<usize> {
        if let RowOrder::FirstOfEach(field) = self.order { Some(field) } else { None }
    }
}

impl Layout {
    /// The end of the element of field `index` and of its separator in `key`; `None` if it does not end.
    pub(in crate::scan) fn end_of_value(&self, key: &[u8], index: usize) -> Option<usize> {
        self.start_of(key, index + 1)
    }

    /// The least byte string above all keys that have the values of `key` up to field `index`, which ends at `end`; `None` if
    /// there is none.
    pub(super) fn behind_value(&self, key: &[u8], index: usize, end: usize) -> Option<KeyBuf> {
        let mut stop = KeyBuf::of(key.get(..end)?);
        if index + 1 == self.fields().len() {
            stop.put(&[0]);
            return Some(stop);
        }
        // Null, the code 00, does not go on.
        let is_null = || self.start_of(key, index).is_some_and(|at| key.get(at) == Some(&0));
        if self.ends_below_ff(index) && !is_null() {
            stop.put(&[0xFF]);
            return Some(stop);
        }
        stop.succeed(0).then_some(stop)
    }
}
