//! The fields that a query binds, in key order: to values, then at most one to a range or to a part of a text.

use super::condition::{Asked, Condition};
use super::filter::Filter;
use super::predicate::{BoundBuf, KeyBounds, Predicate, Ranks, TextMatch};
use super::scan_field::ScanField;
use super::{BoundField, FirstAbsent, MAX_RANGES, Query, Suffix};
use crate::bytes::{KeyBuf, Sink};
use crate::codec::TextPart;
use crate::error::{ScanError, ValueError};
use crate::key::FieldOf;
use alloc::vec;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// `F` is always a field of the key `K` with which the query began.
impl Query {
    /// Binds the next field in key order: narrows the ranges of keys by the condition.
    #[inline(always)]
    #[must_use]
    pub fn bind<'v, F: FieldOf<'v>, As, C: Condition<'v, F, As>>(mut self, condition: C) -> Self {
        self.bind_field((self.key.field)(F::INDEX), condition);
        self
    }

    #[inline(always)]
    pub(super) fn bind_field<'v, F, As, C: Condition<'v, F, As>>(&mut self, field: &ScanField, condition: C) {
        let start = self.bytes.len();
        match condition.ask(field, &mut self.bytes) {
            Asked::Nothing => self.leave_out(field),
            Asked::Value(is_held) => self.bind_value(field, start, is_held),
            Asked::Values(elements) => self.bind_list(field, elements),
            Asked::Range { bounds, ranks } => {
                if let Some(ranks) = ranks {
                    self.check_ranks(field, *ranks);
                }
                self.bind_range(field, bounds);
            }
            Asked::Part(text) => self.bind_text(field, text),
            Asked::AnyOf(alternatives) => self.bind_any_of(field, alternatives),
        }
    }

    /// Passes the next field, of which nothing is asked.
    #[cold]
    fn leave_out(&mut self, field: &ScanField) {
        let absent = FirstAbsent { field: field.index, filtered: SmallVec::new() };
        self.options().absent.get_or_insert(absent);
    }

    /// `true` if a field before the next one was passed; then the next one is filtered, and not bound.
    #[inline(always)]
    fn filters_next(&mut self, next: &ScanField) -> bool {
        match &mut self.options {
            Some(options) => options.note_filtered(next.index),
            None => false,
        }
    }

    /// The bytes of the field that is not bound, which are taken back.
    fn take_bytes(&mut self) -> BoundBuf {
        let bytes = BoundBuf::of(self.suffix_bytes());
        self.bytes.truncate(self.values as usize);
        bytes
    }

    /// Binds a field to the element that was put at `start` behind the values, unless no key can hold it. None can hold
    /// 4 GiB.
    #[inline(always)]
    fn bind_value(&mut self, field: &ScanField, start: usize, is_held: bool) {
        if self.filters_next(field) {
            let element = KeyBuf::of(&self.take_bytes());
            return self.add_filter(field, Predicate::Equal(is_held.then_some(element)));
        }
        if is_held && field.floats.is_some() && self.bind_zeros(field, start) {
            return;
        }
        if field.is_cut_from_end || is_held && self.overlaps_other_prefixes(field) {
            let element = self.bytes.get(start..).map(KeyBuf::of).filter(|_| is_held);
            self.check(field, element.into_iter().collect());
        }
        let bound = match u32::try_from(self.bytes.len() - start) {
            Ok(width) if is_held => BoundField(width.min(BoundField::NO_VALUE.0)),
            _ => BoundField::NO_VALUE,
        };
        self.bind_computed_before(field);
        self.bound.push(bound);
        self.is_impossible |= bound == BoundField::NO_VALUE;
        self.bytes.put(field.separator());
        self.values = self.bytes.len() as u32;
    }

    /// Binds a field whose element at `start` holds zeros to the elements of all values that are equal to it.
    #[cold]
    fn bind_zeros(&mut self, field: &ScanField, start: usize) -> bool {
        let element = KeyBuf::of(self.bytes.get(start..).unwrap_or_default());
        let holds_zeros = field.floats_in(&element).iter().any(|float| float.is_zero(&element));
        if holds_zeros {
            self.bytes.truncate(start);
            self.bind_list(field, vec![element]);
        }
        holds_zeros
    }

    /// The elements of all values that are equal to that of one of these.
    pub(super) fn equal_elements(&mut self, field: &ScanField, elements: Vec<KeyBuf>) -> Vec<KeyBuf> {
        if field.floats.is_none() {
            return elements;
        }
        let mut equal = Vec::with_capacity(elements.len());
        for element in elements {
            match field.equal_elements(element) {
                Ok(mut elements) => equal.append(&mut elements),
                Err(found) => self.fail(ScanError::TooManyRanges { key: field.layout.name(), found, most: MAX_RANGES }),
            }
        }
        equal.sort_unstable();
        equal.dedup();
        equal
    }

    /// Binds the next field to one of several values.
    fn bind_list(&mut self, field: &ScanField, elements: Vec<KeyBuf>) {
        let elements = self.equal_elements(field, elements);
        if self.filters_next(field) {
            return self.add_filter(field, Predicate::OneOf(elements));
        }
        if field.is_cut_from_end || self.overlaps_other_prefixes(field) {
            self.check(field, elements.clone());
        }
        self.is_impossible |= elements.is_empty();
        self.bind_computed_before(field);
        self.bound.push(BoundField::LIST);
        self.options().lists.push(elements);
    }

    /// Passes the computed elements before a field that is bound.
    #[inline(always)]
    fn bind_computed_before(&mut self, field: &ScanField) {
        if field.is_behind_computed {
            while self.bound.len() < field.index {
                self.bound.push(BoundField::COMPUTED);
            }
        }
    }

    /// Checks the field that is bound, because the bytes that follow could belong to a longer value.
    fn check(&mut self, field: &ScanField, elements: Vec<KeyBuf>) {
        self.options().filters.push(Filter::new(field, Predicate::OneOf(elements), field.is_cut_from_end));
    }

    /// `true` if the prefixes so far end in several values of a field that is cut from the end. The keys of one may then
    /// lie in the ranges of another, and what is asked of the next field must be checked.
    #[inline]
    fn overlaps_other_prefixes(&self, next: &ScanField) -> bool {
        !self.lists().is_empty()
            && self.combinations() > 1
            && (0..next.index).any(|before| next.layout.is_cut_from_end(before))
    }

    /// Checks the rows of a range by value: elements of other values are between its bounds.
    #[cold]
    pub(super) fn check_ranks(&mut self, field: &ScanField, ranks: Result<Ranks, ValueError>) {
        match ranks {
            Ok(ranks) => {
                let predicate = self.ranked(field, ranks);
                self.options().filters.push(Filter::new(field, predicate, true));
            }
            Err(reason) => self.fail_at(field, reason),
        }
    }

    #[inline(always)]
    fn bind_range(&mut self, field: &ScanField, bounds: Result<KeyBounds, ValueError>) {
        if self.filters_next(field) {
            let bytes = self.take_bytes();
            return match bounds {
                Ok(bounds) => self.add_filter(field, Predicate::Between(bytes, bounds)),
                Err(reason) => self.fail_at(field, reason),
            };
        }
        self.bind_computed_before(field);
        match bounds {
            Ok(bounds) => {
                if self.overlaps_other_prefixes(field) {
                    self.add_filter(field, Predicate::Between(BoundBuf::of(self.suffix_bytes()), bounds));
                }
                self.suffix = Suffix::Between(bounds);
            }
            Err(reason) => self.fail_at(field, reason),
        }
    }

    /// Binds the next field to the texts or lists with a part.
    fn bind_text(&mut self, field: &ScanField, text: TextMatch) {
        if self.filters_next(field) {
            let bytes = self.take_bytes();
            return self.add_filter(field, Predicate::Text(bytes, text));
        }
        let text = match field.floats {
            Some(_) => {
                let (bytes, text) = text.with_one_zero(self.take_bytes(), field);
                self.bytes.put(&bytes);
                text
            }
            None => text,
        };
        self.bind_computed_before(field);
        let overlaps_other_prefixes = self.overlaps_other_prefixes(field);
        self.is_impossible |= !text.can_be(self.suffix_bytes(), field);
        if text.is_wider || field.is_cut_from_end || overlaps_other_prefixes {
            let predicate = Predicate::Text(BoundBuf::of(self.suffix_bytes()), text);
            self.options().filters.push(Filter::new(field, predicate, text.part == TextPart::Start));
        }
        self.suffix = Suffix::Text(text);
    }

    /// Binds the next field to one of several ranges or parts. Each is a suffix of its own: the plan makes a query of each.
    ///
    /// The rows are checked if some range holds others, as they are for each range alone.
    #[cold]
    fn bind_any_of(&mut self, field: &ScanField, mut alternatives: Vec<(KeyBuf, Asked)>) {
        if self.filters_next(field) {
            return self.filter_asked(field, BoundBuf::EMPTY, Asked::AnyOf(alternatives));
        }
        self.bind_computed_before(field);
        let mut is_checked = self.overlaps_other_prefixes(field);
        let mut suffixes = Vec::with_capacity(alternatives.len());
        for (bytes, asked) in &mut alternatives {
            let suffix = match asked {
                Asked::Range { bounds, ranks } => {
                    is_checked |= ranks.is_some();
                    bounds.as_ref().ok().map(|bounds| Suffix::Between(*bounds))
                }
                Asked::Part(text) => {
                    let one_zero;
                    (one_zero, *text) = text.with_one_zero(BoundBuf::of(bytes), field);
                    *bytes = KeyBuf::of(&one_zero);
                    is_checked |= text.is_wider || field.is_cut_from_end;
                    text.can_be(bytes, field).then_some(Suffix::Text(*text))
                }
                _ => None,
            };
            match (suffix, asked) {
                (Some(suffix), _) => suffixes.push((bytes.clone(), suffix)),
                (None, Asked::Range { bounds: Err(reason), .. }) => self.fail_at(field, reason.clone()),
                (None, _) => {}
            }
        }
        if is_checked {
            let checks = alternatives.into_iter().filter_map(|(bytes, asked)| self.alternative(field, &bytes, asked));
            let checks = Predicate::AnyOf(checks.collect());
            self.options().filters.push(Filter::new(field, checks, true));
        }
        self.is_impossible |= suffixes.is_empty();
        self.suffix = Suffix::AnyOf;
        self.options().suffixes = suffixes;
    }
}
