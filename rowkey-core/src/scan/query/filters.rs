//! The filters of a query: conditions on any fields, which the plan checks for each row.
//!
//! A filter is a condition without a range. For the key `device: u8 | metric: u8`, `filter_metric(3..5)` gives
//! `Predicate::Between` with the bytes `03 05`. The plan still reads all devices, and drops the row `07 06`.
//!
//! Ranges of elements and ranges of values differ in some codecs. Such a range becomes [`Predicate::Ranked`], which
//! reads the value back from the element and compares that.

use super::Query;
use super::condition::{Condition, UntypedCondition};
use super::filter::Filter;
use super::predicate::{BoundBuf, Predicate, Ranks, RequestedBound};
use super::scan_field::ScanField;
use crate::bytes::KeyBuf;
use crate::key::{FieldOf, RowRank};
use crate::language::Order;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Bound;

/// `F` is always a field of the key `K` with which the query began.
impl Query {
    /// Keeps the rows that meet the condition on any field. If the condition is one value of an input of the salt, the
    /// salt uses it.
    #[must_use]
    pub fn filter<'v, F: FieldOf<'v>, As, Of, C: Condition<'v, F, As, Of>>(mut self, condition: C) -> Self {
        self.filter_field((self.key.field)(F::INDEX), condition);
        self
    }

    pub(super) fn filter_field<'v, F, As, Of, C: Condition<'v, F, As, Of>>(&mut self, field: &ScanField, condition: C) {
        let mut bytes = BoundBuf::EMPTY;
        match condition.untyped(field, &mut bytes) {
            // The common case, with fewer moves than `filter_untyped`.
            UntypedCondition::Value(is_held) => {
                self.add_filter(field, Predicate::Equal(is_held.then(|| KeyBuf::of(&bytes))))
            }
            condition => self.filter_untyped(field, bytes, condition),
        }
    }

    pub(super) fn filter_untyped(&mut self, field: &ScanField, bytes: BoundBuf, condition: UntypedCondition) {
        let predicate = match condition {
            // In an ordered field, the range of elements comes first: it is fast, and skip scans can seek with it.
            UntypedCondition::Range { bounds: Ok(bounds), ranks } if field.order() != Order::Unordered => {
                if let Some(ranks) = ranks {
                    self.add_rank_check(field, *ranks);
                }
                Some(Predicate::Between(bytes, bounds))
            }
            UntypedCondition::AnyOf(alternatives) => {
                let each = alternatives
                    .into_iter()
                    .filter_map(|(bytes, condition)| self.predicate_of(field, &bytes, condition));
                Some(Predicate::AnyOf(each.collect()))
            }
            one => self.predicate_of(field, &bytes, one),
        };
        if let Some(predicate) = predicate {
            self.add_filter(field, predicate);
        }
    }

    /// Returns the predicate of one condition. A range is compared by value if elements of other values are between its
    /// bounds.
    pub(super) fn predicate_of(
        &mut self,
        field: &ScanField,
        bytes: &[u8],
        condition: UntypedCondition,
    ) -> Option<Predicate> {
        Some(match condition {
            UntypedCondition::Value(is_held) => Predicate::Equal(is_held.then(|| KeyBuf::of(bytes))),
            UntypedCondition::Values(elements) => Predicate::OneOf(elements),
            UntypedCondition::Part(text) => Predicate::Text(BoundBuf::of(bytes), text),
            UntypedCondition::Range { bounds, ranks } => match (bounds, ranks.map(|ranks| *ranks)) {
                (_, Some(Ok(ranks))) => self.rank_predicate(field, ranks),
                (Ok(bounds), None) => Predicate::Between(BoundBuf::of(bytes), bounds),
                (_, Some(Err(reason))) | (Err(reason), None) => {
                    self.fail_bound(field, reason);
                    return None;
                }
            },
            UntypedCondition::Nothing | UntypedCondition::AnyOf(_) => return None,
        })
    }

    /// Returns the predicate of a range compared by value. A bound that holds NaN excludes every value that differs
    /// from it only in place of NaN.
    pub(super) fn rank_predicate(&self, field: &ScanField, mut ranks: Ranks) -> Predicate {
        if field.floats.is_some() {
            let rank_of = |bound: &RequestedBound| match bound {
                Bound::Included(Some(element)) | Bound::Excluded(Some(element)) => {
                    (self.key.rank_of)(field.index, element)
                }
                _ => None,
            };
            if let Some(RowRank { greatest: Some(greatest), .. }) = rank_of(&ranks.requested.0) {
                // NaN has a range of ranks. Start after all of them, and stop before all of them.
                ranks.start = Bound::Excluded(greatest);
            }
            if let Some(RowRank { least, greatest: Some(_) }) = rank_of(&ranks.requested.1) {
                ranks.stop = Bound::Excluded(least);
            }
        }
        Predicate::Ranked(ranks, self.key.rank_of)
    }

    /// Keeps only the rows of the scanned record type, if the ranges can hold rows of other types. They can if a field
    /// before the tag has no value, or if the tag does not identify the type.
    pub(in crate::scan) fn filter_by_variant(&mut self) {
        let Some(kind) = &self.key.kind else { return };
        if !kind.is_alone || self.bound.len() < self.key.layout.under() {
            self.add_filter((self.key.field)(0), Predicate::RecordType(kind.is_of));
        }
    }

    /// Keeps the rows that have a label of the salt.
    pub(in crate::scan) fn filter_by_label(&mut self) {
        self.add_filter((self.key.field)(0), Predicate::Label);
    }

    pub(super) fn add_filter(&mut self, field: &ScanField, predicate: Predicate) {
        let predicate = self.with_equal_floats(field, predicate);
        self.is_impossible |= predicate.is_impossible();
        self.options().filters.push(Filter::new(field, predicate, false));
    }

    /// Extends a predicate to the elements of equal values: for a float, to both zeros.
    fn with_equal_floats(&mut self, field: &ScanField, predicate: Predicate) -> Predicate {
        if field.floats.is_none() {
            return predicate;
        }
        match predicate {
            // Most floats are not zero, and stay one element.
            Predicate::Equal(Some(element)) => match self.with_equal_elements(field, vec![element]) {
                mut one if one.len() == 1 => Predicate::Equal(one.pop()),
                several => Predicate::OneOf(several),
            },
            Predicate::OneOf(elements) => Predicate::OneOf(self.with_equal_elements(field, elements)),
            Predicate::Text(bytes, text) => {
                let (bytes, text) = text.with_one_zero(bytes, field);
                Predicate::Text(bytes, text)
            }
            Predicate::AnyOf(all) => {
                let all: Vec<Predicate> = all.into_iter().map(|it| self.with_equal_floats(field, it)).collect();
                Predicate::AnyOf(all)
            }
            predicate => predicate,
        }
    }
}
