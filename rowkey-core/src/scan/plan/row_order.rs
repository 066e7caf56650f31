//! The order in which a plan's rows are merged, and which of them: by a field behind those that have values, or the first row of
//! each value of a field.

use super::{Lanes, ScanPlan};
use crate::bytes::{KeyBuf, Sink};
use crate::error::{RowOrderError, ScanError};
use crate::layout::Layout;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

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
    /// The same rows in the order of the key from `field` on, whatever the fields before it say: the latest five rows of a device,
    /// of several metrics. Rows that are alike from there on come in the order of the whole key.
    ///
    /// Each range of the plan must hold one value of each field before `field`: bind them, for example by `metric_any(..)`. The
    /// values that are there can be found by [`distinct`](Self::distinct). A merge reads one row ahead in each range, and no
    /// further than the limit needs. It is for merges: `ranges()` stay as they are. A cursor does not hold the order: the plan of the
    /// next page, of a builder with `resume(cursor)`, is sorted again.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::{ScanError, ScanPlan};
    /// /// `Reading::scan().device(7).metric_any([1, 2, 3]).limit(5).plan()?`, and its latest rows of all three metrics.
    /// fn latest(plan: ScanPlan) -> Result<ScanPlan, ScanError> {
    ///     Ok(plan.sorted_by("at")?.reversed())
    /// }
    /// ```
    ///
    /// # Errors
    /// [`ScanError::NoField`] if no field has this name, [`ScanError::RowOrder`] if a field before it is not bound, or if keys cannot
    /// be cut there.
    pub fn sorted_by(self, field: &str) -> Result<Self, ScanError> {
        let index = self.field_of_order(field)?;
        self.check_leads(index)?;
        Ok(self.with_order(RowOrder::ByField(index)))
    }

    /// The first of these rows for each value of `field`, and of the fields before it, if these are not bound: the values that
    /// are there. In a plan that is [reversed](Self::reversed) it is the last row of each.
    ///
    /// A merge goes from one value to the next as [`ScanPlan::next`] seeks: the rows between are not read, but for the few that cost
    /// less than a seek. The limit counts values. It is for merges: `ranges()` and `matches()` stay as they are.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::{ScanError, ScanPlan};
    /// /// `Reading::scan().device(7).plan()?`, and one row of each metric that the device has.
    /// fn metrics(plan: ScanPlan) -> Result<ScanPlan, ScanError> {
    ///     plan.distinct("metric")
    /// }
    /// ```
    ///
    /// # Errors
    /// [`ScanError::NoField`] if no field has this name, [`ScanError::RowOrder`] if keys cannot be cut behind it.
    pub fn distinct(self, field: &str) -> Result<Self, ScanError> {
        let index = self.field_of_order(field)?;
        Ok(self.with_order(RowOrder::FirstOfEach(index)))
    }

    fn with_order(mut self, order: RowOrder) -> Self {
        // In sections, the one field is the whole rest of the key: this is the order that they have anyway.
        if self.sections.is_none() {
            self.order = order;
        }
        self.with_rest_again()
    }

    /// The index of a field, of a key that can be cut before and behind it.
    fn field_of_order(&self, field: &str) -> Result<usize, ScanError> {
        let (layout, key) = (self.layout(), self.layout().name());
        let mut fields = layout.fields().iter();
        let Some(index) = fields.position(|it| it.name() == field && !it.is_computed()) else {
            let names = layout.fields().iter().filter(|it| !it.is_computed()).map(|it| format!("`{}`", it.name()));
            let fields = names.collect::<Vec<_>>().join(", ");
            return Err(ScanError::NoField { key, found: field.into(), fields });
        };
        let refuse = |reason| Err(ScanError::RowOrder { key, field: layout.fields()[index].name(), reason });
        if self.order != RowOrder::ByKey {
            return refuse(RowOrderError::Twice);
        }
        if layout.is_ordered_code() {
            return refuse(RowOrderError::OrderedCode);
        }
        match (0..=index).find(|index| layout.is_cut_from_end(*index)) {
            Some(cut) => refuse(RowOrderError::CutFromEnd { field: layout.fields()[cut].name() }),
            None => Ok(index),
        }
    }

    /// Refuses a range that holds several values of a field before field `index`.
    fn check_leads(&self, index: usize) -> Result<(), ScanError> {
        let layout = self.layout();
        for range in (0..self.whole_count()).map(|range| self.whole_range(range)) {
            let holds_one = |field: &usize| {
                let Some(end) = layout.end_of_value(range.start(), *field) else { return false };
                let stop = layout.behind_value(range.start(), *field, end);
                stop.is_none_or(|end| range.stop().is_some_and(|stop| stop <= &*end))
            };
            if let Some(unbound) = (0..index).find(|field| !holds_one(field)) {
                let (key, [field, unbound]) = (layout.name(), [index, unbound].map(|it| layout.fields()[it].name()));
                return Err(ScanError::RowOrder { key, field, reason: RowOrderError::Unbound { field: unbound } });
            }
        }
        Ok(())
    }

    /// The ranges in lanes of which one is read after the other: all in one, if none needs the others.
    pub(in crate::scan) fn lanes_by_range(&self) -> Lanes {
        if self.is_always_merged() { self.lanes() } else { core::iter::once(0..self.count()).collect() }
    }

    /// How many bytes of the keys of a range, given by number, stand before the field that they are sorted by; `None` if that is
    /// the first.
    #[inline]
    pub(in crate::scan) fn lead(&self, range: usize) -> Option<usize> {
        match self.order {
            RowOrder::ByKey | RowOrder::FirstOfEach(_) => None,
            RowOrder::ByField(field) => self.layout().start_of(self.uncut_range(range).start(), field),
        }
    }

    /// `true` if no range can be read without the others: all that reads rows is a merge.
    pub(super) fn is_always_merged(&self) -> bool {
        self.order != RowOrder::ByKey || self.query.key.has_older || self.sections.is_some()
    }

    /// The order in words, as `explain` has it.
    pub(in crate::scan) fn order_in_words(&self) -> String {
        let name = |field: usize| self.layout().fields()[field].name();
        match (self.order, self.is_reversed()) {
            (RowOrder::ByKey, false) => "in key order".into(),
            (RowOrder::ByKey, true) => "last first".into(),
            (RowOrder::ByField(field), false) => format!("in the order of `{}`", name(field)),
            (RowOrder::ByField(field), true) => format!("in the order of `{}`, last first", name(field)),
            (RowOrder::FirstOfEach(field), false) => format!("the first row of each `{}`, in key order", name(field)),
            (RowOrder::FirstOfEach(field), true) => format!("the first row of each `{}`, last first", name(field)),
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
