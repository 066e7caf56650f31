//! The filters of a query: questions about any fields, beside those that are bound.

use super::Query;
use super::arg::{EqualArg, ListArg, RangeArg};
use super::filter::Filter;
use super::predicate::{BoundBuf, Predicate};
use super::scan_field::ScanField;
use super::text_arg::{ItemsArg, TextArg};
use crate::bytes::KeyBuf;
use crate::codec::TextPart;
use crate::error::ValueError;
use crate::key::FieldOf;
use crate::language::Order;

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
        let predicate = match field.order() {
            Order::Unordered => {
                range.ranks().map(|ranks| ranks.map(|ranks| Predicate::Ranked(ranks, self.key.rank_of)))
            }
            _ => {
                let mut bytes = BoundBuf::EMPTY;
                let bounds = range.key_bounds(field, &mut bytes);
                bounds.map(|bounds| bounds.map(|bounds| Predicate::Between(bytes, bounds)))
            }
        };
        if let Some(predicate) = predicate {
            self.filter_bounds(field, predicate);
        }
        self
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

    pub(super) fn filter(&mut self, field: &ScanField, predicate: Predicate) {
        self.is_impossible |= match &predicate {
            Predicate::Equal(element) => element.is_none(),
            Predicate::OneOf(elements) => elements.is_empty(),
            Predicate::Text(_, text) => text.element.is_none(),
            Predicate::Between(..) | Predicate::Ranked(..) | Predicate::Kind(_) => false,
        };
        self.options().filters.push(Filter::new(field, predicate, false));
    }
}
