//! The filters of a query: questions about any fields, beside those that are bound.

use super::Query;
use super::arg::{EqualArg, ListArg, RangeArg};
use super::filter::Filter;
use super::predicate::{AskedBound, BoundBuf, KeyBounds, Predicate, Ranks};
use super::scan_field::ScanField;
use super::text_arg::{ItemsArg, TextArg};
use crate::bytes::KeyBuf;
use crate::codec::TextPart;
use crate::error::ValueError;
use crate::key::{FieldOf, RowRank};
use crate::language::Order;
use alloc::vec;
use core::ops::Bound;

/// `F` is always a field of the key `K` with which the query began.
impl Query {
    /// Keeps the rows with one value of any field. If it is an input of the salt, that uses it.
    #[must_use]
    pub fn filter_equal<'v, F: FieldOf<'v>, As, V: EqualArg<'v, F, As>>(mut self, value: V) -> Self {
        let mut element = KeyBuf::EMPTY;
        if let Some(is_held) = value.put_asked(&mut element) {
            self.filter((self.key.field)(F::INDEX), Predicate::Equal(is_held.then_some(element)));
        }
        self
    }

    /// Keeps the rows with one of several values of any field.
    #[must_use]
    pub fn filter_any<'v, F: FieldOf<'v>, L: ListArg<'v, F>>(mut self, values: L) -> Self {
        if let Some(elements) = values.elements() {
            self.filter((self.key.field)(F::INDEX), Predicate::OneOf(elements));
        }
        self
    }

    /// Keeps the rows with a value of any field in a range: where keys do not sort by it, by value.
    #[must_use]
    pub fn filter_within<'v, F: FieldOf<'v>, R: RangeArg<'v, F>>(mut self, range: R) -> Self {
        let field = (self.key.field)(F::INDEX);
        let mut bytes = BoundBuf::EMPTY;
        if let Some(bounds) = range.key_bounds(field, &mut bytes) {
            self.filter_range(field, bytes, bounds, || range.ranks().unwrap_or(Ok(Ranks::ALL)));
        }
        self
    }

    pub(super) fn filter_range(
        &mut self,
        field: &ScanField,
        bytes: BoundBuf,
        bounds: Result<KeyBounds, ValueError>,
        ranks: impl FnOnce() -> Result<Ranks, ValueError>,
    ) {
        let predicate = match field.order() {
            Order::Unordered => ranks().map(|ranks| self.ranked(field, ranks)),
            _ => {
                self.check_range(field, &bounds, ranks);
                bounds.map(|bounds| Predicate::Between(bytes, bounds))
            }
        };
        self.filter_bounds(field, predicate);
    }

    /// A range that is checked by value. A bound that holds NaN is before or after no number in its place.
    pub(super) fn ranked(&self, field: &ScanField, mut ranks: Ranks) -> Predicate {
        if field.floats.is_some() {
            let rank_of = |asked: &AskedBound| match asked {
                Bound::Included(Some(element)) | Bound::Excluded(Some(element)) => {
                    (self.key.rank_of)(field.index, element)
                }
                _ => None,
            };
            if let Some(RowRank { greatest: Some(greatest), .. }) = rank_of(&ranks.asked.0) {
                ranks.start = Bound::Excluded(greatest);
            }
            if let Some(RowRank { least, greatest: Some(_) }) = rank_of(&ranks.asked.1) {
                ranks.stop = Bound::Excluded(least);
            }
        }
        Predicate::Ranked(ranks, self.key.rank_of)
    }

    pub(super) fn filter_bounds(&mut self, field: &ScanField, predicate: Result<Predicate, ValueError>) {
        match predicate {
            Ok(predicate) => self.filter(field, predicate),
            Err(reason) => self.fail_at(field, reason),
        }
    }

    /// Keeps the rows whose text has `text` at `part`, of any field.
    #[must_use]
    pub fn filter_text<'v, F: FieldOf<'v>, S: TextArg<'v, F>>(mut self, part: TextPart, text: S) -> Self {
        let mut bytes = BoundBuf::EMPTY;
        if let Some(text) = text.find(part, &mut bytes) {
            self.filter((self.key.field)(F::INDEX), Predicate::Text(bytes, text));
        }
        self
    }

    /// Keeps the rows whose list has `items` at `part`, one after the other.
    #[must_use]
    pub fn filter_items<'v, F: FieldOf<'v>, S: ItemsArg<'v, F>>(mut self, part: TextPart, items: S) -> Self {
        let mut bytes = BoundBuf::EMPTY;
        if let Some(items) = items.find(part, &mut bytes) {
            self.filter((self.key.field)(F::INDEX), Predicate::Text(bytes, items));
        }
        self
    }

    /// Keeps the rows of the kind that is scanned, if rows of others can lie in the ranges: before the fields in front of the tag have
    /// values, or if the tag does not tell.
    pub(in crate::scan) fn keep_kind(&mut self) {
        let Some(kind) = &self.key.kind else { return };
        if !kind.is_alone || self.bound.len() < self.key.layout.under() {
            self.filter((self.key.field)(0), Predicate::Kind(kind.is_of));
        }
    }

    /// Keeps the rows that have a label of the salt.
    pub(in crate::scan) fn keep_labels(&mut self) {
        self.filter((self.key.field)(0), Predicate::Label);
    }

    pub(super) fn filter(&mut self, field: &ScanField, predicate: Predicate) {
        let predicate = match predicate {
            Predicate::Equal(Some(element)) if field.floats.is_some() => {
                match self.equal_elements(field, vec![element]) {
                    mut one if one.len() == 1 => Predicate::Equal(one.pop()),
                    several => Predicate::OneOf(several),
                }
            }
            Predicate::OneOf(elements) => Predicate::OneOf(self.equal_elements(field, elements)),
            Predicate::Text(bytes, text) if field.floats.is_some() => {
                let (bytes, text) = text.with_one_zero(bytes, field);
                Predicate::Text(bytes, text)
            }
            predicate => predicate,
        };
        self.is_impossible |= match &predicate {
            Predicate::Equal(element) => element.is_none(),
            Predicate::OneOf(elements) => elements.is_empty(),
            Predicate::Text(_, text) => text.element.is_none(),
            Predicate::Between(..) | Predicate::Ranked(..) | Predicate::Kind(_) | Predicate::Label => false,
        };
        self.options().filters.push(Filter::new(field, predicate, false));
    }
}
