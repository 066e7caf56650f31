//! Binds fields in key order: to values, then at most one field to a range or to a part of a text.
//!
//! A condition appends its bytes after the values. Then one method per form decides whether these bytes become a value,
//! a tail condition, or a filter. An example with the key `a: u8 | b: u16 | c: u8`:
//!
//! ```text
//! call        bytes                                 bound     tail
//! a(1)        01                                    [1]
//! b(2..5)     01 | 00 02 00 05                      [1]       Between: two ends of 2 bytes
//! c(7)        does not compile: only filters can follow a range
//!
//! a(If(None)) nothing                               []        `a` is the first absent field
//! b(2..5)     nothing: the bytes move to a filter   []
//! ```
//!
//! Some bindings also need a check of each row, because a range of bytes can hold rows of other values: ranges between
//! widened bounds, texts whose element begins like that of another text, and fields parsed from the end of the key.

use super::condition::{Condition, UntypedCondition};
use super::filter::Filter;
use super::predicate::{BoundBuf, KeyBounds, Predicate, Ranks, TextMatch};
use super::scan_field::ScanField;
use super::{Binding, FirstSkipped, MAX_RANGES, Query, TailCondition};
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
    pub fn bind<'v, F: FieldOf<'v>, As, Of, C: Condition<'v, F, As, Of>>(mut self, condition: C) -> Self {
        self.bind_field((self.key.field)(F::INDEX), condition);
        self
    }

    #[inline(always)]
    pub(super) fn bind_field<'v, F, As, Of, C: Condition<'v, F, As, Of>>(&mut self, field: &ScanField, condition: C) {
        let start = self.bytes.len();
        match condition.untyped(field, &mut self.bytes) {
            UntypedCondition::Nothing => self.skip_field(field),
            UntypedCondition::Value(is_held) => self.bind_value(field, start, is_held),
            UntypedCondition::Values(elements) => self.bind_list(field, elements),
            UntypedCondition::Range { bounds, ranks } => {
                if let Some(ranks) = ranks {
                    self.add_rank_check(field, *ranks);
                }
                self.bind_range(field, bounds);
            }
            UntypedCondition::Part(text) => self.bind_text(field, text),
            UntypedCondition::AnyOf(alternatives) => self.bind_any_of(field, alternatives),
        }
    }

    /// Leaves out a field without a condition.
    #[cold]
    fn skip_field(&mut self, field: &ScanField) {
        let absent = FirstSkipped { field: field.index, filtered: SmallVec::new() };
        self.options().absent.get_or_insert(absent);
    }

    /// Returns `true` if an earlier field has no condition. Then the condition on `next` must be a filter.
    #[inline(always)]
    fn note_if_filtered(&mut self, next: &ScanField) -> bool {
        match &mut self.options {
            Some(options) => options.note_filtered(next.index),
            None => false,
        }
    }

    /// Takes the bytes of the current condition out of the buffer, for a filter.
    fn take_bytes(&mut self) -> BoundBuf {
        let bytes = BoundBuf::of(self.tail_bytes());
        self.bytes.truncate(self.values as usize);
        bytes
    }

    /// Binds a field to one value, whose element was appended at `start`. If no key can hold it, the query has no rows.
    #[inline(always)]
    fn bind_value(&mut self, field: &ScanField, start: usize, is_held: bool) {
        if self.note_if_filtered(field) {
            // The element is in the buffer already, so move it to a filter.
            let element = KeyBuf::of(&self.take_bytes());
            return self.add_filter(field, Predicate::Equal(is_held.then_some(element)));
        }
        if is_held && field.floats.is_some() && self.bind_both_zeros(field, start) {
            return;
        }
        // The range of this value can hold rows of other values, so check each row.
        if field.is_cut_from_end || is_held && self.overlaps_other_prefixes(field) {
            let element = self.bytes.get(start..).map(KeyBuf::of).filter(|_| is_held);
            self.add_value_check(field, element.into_iter().collect());
        }
        // An element of 4 GiB would need a mark as its width. No key holds one.
        let bound = match u32::try_from(self.bytes.len() - start) {
            Ok(width) if is_held => Binding(width.min(Binding::IMPOSSIBLE.0)),
            _ => Binding::IMPOSSIBLE,
        };
        self.bind_computed_before(field);
        self.bound.push(bound);
        self.is_impossible |= bound == Binding::IMPOSSIBLE;
        // The separator is part of every longer prefix.
        self.bytes.put(field.separator());
        self.values = self.bytes.len() as u32;
    }

    /// Binds a float field to both zeros if the value holds a zero: 0.0 and -0.0 are one value with two elements.
    /// Returns `false` if it holds no zero.
    #[cold]
    fn bind_both_zeros(&mut self, field: &ScanField, start: usize) -> bool {
        let element = KeyBuf::of(self.bytes.get(start..).unwrap_or_default());
        // 0.0 and -0.0 have different elements.
        let holds_zeros = field.floats_in(&element).iter().any(|float| float.is_zero(&element));
        if holds_zeros {
            self.bytes.truncate(start);
            self.bind_list(field, vec![element]);
        }
        holds_zeros
    }

    /// Adds the elements of all equal values to a list: for 0.0 also the element of -0.0.
    pub(super) fn with_equal_elements(&mut self, field: &ScanField, elements: Vec<KeyBuf>) -> Vec<KeyBuf> {
        if field.floats.is_none() {
            return elements;
        }
        let mut equal = Vec::with_capacity(elements.len());
        for element in elements {
            match field.with_equal_elements(element) {
                Ok(mut elements) => equal.append(&mut elements),
                Err(found) => self.fail(ScanError::TooManyRanges { key: field.layout.name(), found, most: MAX_RANGES }),
            }
        }
        // Lists are searched by bisection, and equal values may have given the same elements.
        equal.sort_unstable();
        equal.dedup();
        equal
    }

    /// Binds the next field to one of several values.
    fn bind_list(&mut self, field: &ScanField, elements: Vec<KeyBuf>) {
        let elements = self.with_equal_elements(field, elements);
        if self.note_if_filtered(field) {
            return self.add_filter(field, Predicate::OneOf(elements));
        }
        if field.is_cut_from_end || self.overlaps_other_prefixes(field) {
            self.add_value_check(field, elements.clone());
        }
        self.is_impossible |= elements.is_empty();
        self.bind_computed_before(field);
        self.bound.push(Binding::LIST);
        self.options().lists.push(elements);
    }

    /// Marks the computed elements before the next bound field. They have no method on the builder.
    #[inline(always)]
    fn bind_computed_before(&mut self, field: &ScanField) {
        if field.follows_computed {
            while self.bound.len() < field.index {
                self.bound.push(Binding::COMPUTED);
            }
        }
    }

    /// Adds a check of a bound field, because the bytes of its element can also begin a longer value.
    fn add_value_check(&mut self, field: &ScanField, elements: Vec<KeyBuf>) {
        self.options().filters.push(Filter::new(field, Predicate::OneOf(elements), field.is_cut_from_end));
    }

    /// Returns `true` if a range can hold rows of another combination of values. The condition on the next field then
    /// needs a check.
    ///
    /// That happens after several values of a text that is parsed from the end of the key. An example with `name | n:
    /// u8`, the names `a` and `a1`, and `n(..0x80)`: the range of `a` is `61 00` .. `61 80`. It also holds the row `a1`
    /// with n = 0x90, whose key is `61 31 90`.
    #[inline]
    fn overlaps_other_prefixes(&self, next: &ScanField) -> bool {
        !self.lists().is_empty()
            && self.combinations() > 1
            && (0..next.index).any(|before| next.layout.is_cut_from_end(before))
    }

    /// Adds a check by value to a range, because elements of other values are between its bounds.
    #[cold]
    pub(super) fn add_rank_check(&mut self, field: &ScanField, ranks: Result<Ranks, ValueError>) {
        match ranks {
            Ok(ranks) => {
                let predicate = self.rank_predicate(field, ranks);
                self.options().filters.push(Filter::new(field, predicate, true));
            }
            Err(reason) => self.fail_bound(field, reason),
        }
    }

    #[inline(always)]
    fn bind_range(&mut self, field: &ScanField, bounds: Result<KeyBounds, ValueError>) {
        if self.note_if_filtered(field) {
            let bytes = self.take_bytes();
            return match bounds {
                Ok(bounds) => self.add_filter(field, Predicate::Between(bytes, bounds)),
                Err(reason) => self.fail_bound(field, reason),
            };
        }
        self.bind_computed_before(field);
        match bounds {
            Ok(bounds) => {
                // Also check the range, for rows of another combination whose bytes are in it.
                if self.overlaps_other_prefixes(field) {
                    self.add_filter(field, Predicate::Between(BoundBuf::of(self.tail_bytes()), bounds));
                }
                self.tail = TailCondition::Between(bounds);
            }
            Err(reason) => self.fail_bound(field, reason),
        }
    }

    /// Binds the next field to the texts with a part, or to the lists with a part.
    fn bind_text(&mut self, field: &ScanField, text: TextMatch) {
        if self.note_if_filtered(field) {
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
        // The condition narrows the range in any case. What the range cannot exclude is left to a filter.
        let overlaps_other_prefixes = self.overlaps_other_prefixes(field);
        self.is_impossible |= !text.can_be(self.tail_bytes(), field);
        if text.is_wider || field.is_cut_from_end || overlaps_other_prefixes {
            let predicate = Predicate::Text(BoundBuf::of(self.tail_bytes()), text);
            self.options().filters.push(Filter::new(field, predicate, text.part == TextPart::Start));
        }
        self.tail = TailCondition::Text(text);
    }

    /// Binds the next field to any of several ranges or parts. Each is a tail, and the plan makes one query per
    /// tail.
    ///
    /// If one of the ranges needs a check of its rows, the filter checks all alternatives.
    #[cold]
    fn bind_any_of(&mut self, field: &ScanField, mut alternatives: Vec<(KeyBuf, UntypedCondition)>) {
        if self.note_if_filtered(field) {
            return self.filter_untyped(field, BoundBuf::EMPTY, UntypedCondition::AnyOf(alternatives));
        }
        self.bind_computed_before(field);
        let mut is_checked = self.overlaps_other_prefixes(field);
        let mut tails = Vec::with_capacity(alternatives.len());
        for (bytes, condition) in &mut alternatives {
            let tail = match condition {
                UntypedCondition::Range { bounds, ranks } => {
                    is_checked |= ranks.is_some();
                    bounds.as_ref().ok().map(|bounds| TailCondition::Between(*bounds))
                }
                UntypedCondition::Part(text) => {
                    // Each alternative has its own bytes, so zeros are replaced in each.
                    let one_zero;
                    (one_zero, *text) = text.with_one_zero(BoundBuf::of(bytes), field);
                    *bytes = KeyBuf::of(&one_zero);
                    is_checked |= text.is_wider || field.is_cut_from_end;
                    text.can_be(bytes, field).then_some(TailCondition::Text(*text))
                }
                _ => None,
            };
            match (tail, condition) {
                (Some(tail), _) => tails.push((bytes.clone(), tail)),
                (None, UntypedCondition::Range { bounds: Err(reason), .. }) => self.fail_bound(field, reason.clone()),
                (None, _) => {}
            }
        }
        if is_checked {
            let checks =
                alternatives.into_iter().filter_map(|(bytes, condition)| self.predicate_of(field, &bytes, condition));
            let checks = Predicate::AnyOf(checks.collect());
            self.options().filters.push(Filter::new(field, checks, true));
        }
        // An empty list, or only parts that no text can have.
        self.is_impossible |= tails.is_empty();
        self.tail = TailCondition::AnyOf;
        self.options().tails = tails;
    }
}
