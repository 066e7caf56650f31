//! The conditions of a plan and the contents of its ranges, as terms about fields. The terms of a range are read back
//! from its two ends.

use crate::bytes::{Hex, KeyRange, Literal, greatest_below, prefix_successor};
use crate::codec::TextPart;
use crate::error::in_words;
use crate::language::Order;
use crate::layout::Cut;
use crate::scan::plan::ScanPlan;
use crate::scan::query::TailCondition;
use crate::scan::query::predicate::{Predicate, RequestedBound};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Bound;

/// The maximum number of values to show. The others are counted.
const SHOWN: usize = 8;

/// A condition on one field, or a fact about it that holds for all keys of a range. `Display` writes `at >= 3 and < 5`.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub(super) field: &'static str,
    pub(super) condition: TermCondition,
}

impl Term {
    /// Returns the field's name. It is `record type` or `label` for a condition on these.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        self.field
    }

    /// Returns the condition that its value meets.
    #[must_use]
    pub const fn condition(&self) -> &TermCondition {
        &self.condition
    }
}

/// The condition that the value of a field meets.
///
/// Values look as in [`RowKey::explain`](crate::RowKey::explain), with text in quotes. A bound that is not a value
/// appears as its bytes.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TermCondition {
    /// The value is this one.
    Equal(String),
    /// The value is one of these.
    OneOf(Vec<String>),
    /// The value is between two bounds in natural order, also if keys sort in the opposite order.
    In(Bound<String>, Bound<String>),
    /// The value is `None`, which is less than any other, or up to this bound.
    NoneOrTo(Bound<String>),
    /// The text begins with this one.
    StartsWith(String),
    /// The text ends with this one.
    EndsWith(String),
    /// The text contains this one.
    Contains(String),
    /// The value is in one of several ranges, or has one of several parts of a text.
    AnyOf(Vec<Self>),
    /// The key is of this record type of an enum.
    RecordType(&'static str),
    /// The salt can write the label.
    Label,
    /// The value meets the condition on its field, which the ranges alone do not guarantee: they also contain keys with
    /// longer values.
    Ends {
        /// `true` for a condition on the beginning of a text, which padding can look like.
        in_padding: bool,
    },
}

impl TermCondition {
    pub(super) const ANY: Self = Self::In(Bound::Unbounded, Bound::Unbounded);
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.field, self.condition)
    }
}

impl fmt::Display for TermCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Equal(value) => write!(f, "= {value}"),
            Self::StartsWith(text) => write!(f, "starts with {text}"),
            Self::EndsWith(text) => write!(f, "ends with {text}"),
            Self::Contains(text) => write!(f, "contains {text}"),
            Self::OneOf(values) => {
                f.write_str("in (")?;
                for (number, value) in values.iter().take(SHOWN).enumerate() {
                    write!(f, "{}{value}", if number > 0 { ", " } else { "" })?;
                }
                match values.len() {
                    count if count > SHOWN => write!(f, ", .. and {} more)", count - SHOWN),
                    _ => f.write_str(")"),
                }
            }
            Self::AnyOf(all) => {
                for (number, condition) in all.iter().enumerate() {
                    if number > 0 {
                        f.write_str(" or ")?;
                    }
                    if number == SHOWN {
                        return f.write_str("..");
                    }
                    write!(f, "{condition}")?;
                }
                Ok(())
            }
            Self::RecordType(kind) => write!(f, "= {kind}"),
            Self::Label => f.write_str("is valid"),
            Self::In(Bound::Unbounded, Bound::Unbounded) => f.write_str("has any value"),
            Self::In(start, stop) => {
                let start = match start {
                    Bound::Included(value) => Some(format!(">= {value}")),
                    Bound::Excluded(value) => Some(format!("> {value}")),
                    Bound::Unbounded => None,
                };
                let stop = match stop {
                    Bound::Included(value) => Some(format!("<= {value}")),
                    Bound::Excluded(value) => Some(format!("< {value}")),
                    Bound::Unbounded => None,
                };
                f.write_str(&in_words(start.iter().chain(&stop), "and"))
            }
            Self::NoneOrTo(stop) => {
                write!(f, "{} or None", Self::In(Bound::Unbounded, stop.clone()))
            }
            Self::Ends { .. } => f.write_str("(the ranges also contain other values)"),
        }
    }
}

impl ScanPlan {
    /// Returns the condition as a term.
    pub(super) fn term(&self, field: usize, predicate: &Predicate) -> Term {
        match predicate {
            Predicate::RecordType(_) => {
                Term { field: "record type", condition: TermCondition::RecordType(self.layout().name()) }
            }
            Predicate::Label => Term { field: "label", condition: TermCondition::Label },
            _ => Term { field: self.layout().fields()[field].name(), condition: self.condition(field, predicate) },
        }
    }

    fn condition(&self, field: usize, predicate: &Predicate) -> TermCondition {
        let value = |element: Option<&[u8]>| match element {
            None => "a value that no key can have".to_string(),
            Some(element) => self.value(field, element),
        };
        let range = |(start, stop): (RequestedBound, RequestedBound)| {
            let bound = |bound: RequestedBound| bound.map(|element| value(element.as_deref()));
            self.between(field, bound(start), bound(stop))
        };
        match predicate {
            Predicate::RecordType(_) => TermCondition::RecordType(self.layout().name()),
            Predicate::Label => TermCondition::Label,
            Predicate::AnyOf(all) => TermCondition::AnyOf(all.iter().map(|it| self.condition(field, it)).collect()),
            Predicate::Equal(element) => TermCondition::Equal(value(element.as_deref())),
            Predicate::OneOf(elements) => TermCondition::OneOf(elements.iter().map(|it| value(Some(it))).collect()),
            Predicate::Between(bytes, bounds) => range(bounds.requested(bytes, self.layout(), field)),
            Predicate::Ranked(ranks, _) => range(ranks.requested.clone()),
            Predicate::Text(bytes, text) => {
                let condition = match text.part {
                    TextPart::Start => TermCondition::StartsWith,
                    TextPart::End => TermCondition::EndsWith,
                    TextPart::Anywhere => TermCondition::Contains,
                };
                // A part of a list is shown as its values, and a part of a text as text.
                condition(match text.item_width {
                    0 => format!("\"{}\"", text.text(bytes).escape_ascii()),
                    _ => value(Some(text.text(bytes))),
                })
            }
        }
    }

    /// Returns the condition of a range. Without a start, it includes `None` of an optional field.
    fn between(&self, field: usize, start: Bound<String>, stop: Bound<String>) -> TermCondition {
        let field = &self.layout().fields()[field];
        let is_some = matches!(&stop, Bound::Included(stop) | Bound::Excluded(stop) if stop != "None");
        match (start, stop) {
            (Bound::Unbounded, stop) if is_some && field.language().is_option() => TermCondition::NoneOrTo(stop),
            // The first fields of a nested key, with any other fields.
            (Bound::Included(start), Bound::Included(stop)) if start == stop && field.key.is_some() => {
                TermCondition::Equal(start)
            }
            (start, stop) => TermCondition::In(start, stop),
        }
    }

    fn value(&self, field: usize, element: &[u8]) -> String {
        // A bound need not be an element, and then it has no value to show.
        (self.query.key.show_bound)(field, element).unwrap_or_else(|_| Hex(element).to_string())
    }

    /// Returns the terms that hold for all keys of a range: fields with one value, then at most one field with several.
    /// The last term is worded like the condition of the scan if the two are equivalent.
    pub(super) fn terms_of(&self, range: &KeyRange, asked: &[Term]) -> Vec<Term> {
        let mut terms = Vec::new();
        // From left to right, as long as all keys of the range have the same element.
        let mut at = self.layout().fields_at();
        for (index, field) in self.layout().fields().iter().enumerate() {
            let asked = asked.iter().find(|term| term.field == field.name()).map(|term| &term.condition);
            let ends = ShownEnds { plan: self, index, range, at };
            let shared = ends.shared();
            let condition = match &shared {
                Some((element, _)) => TermCondition::Equal(self.value(index, element)),
                None => ends.condition(asked),
            };
            if condition != TermCondition::ANY {
                terms.push(Term { field: field.name(), condition });
            }
            match shared {
                Some((_, end)) => at = end,
                None => break,
            }
        }
        terms
    }
}

/// The two ends of a range whose keys are equal up to offset `at`, where field `index` begins.
struct ShownEnds<'a> {
    plan: &'a ScanPlan,
    index: usize,
    range: &'a KeyRange,
    at: usize,
}

impl<'a> ShownEnds<'a> {
    fn separator(&self) -> &'static [u8] {
        self.plan.layout().fields()[self.index].separator()
    }

    fn width_in(&self, rest: &[u8]) -> Option<usize> {
        let layout = self.plan.layout();
        layout.width_in(layout.cut(self.index), self.index, rest)
    }

    /// Returns the element that all keys share, and the offset of the next field.
    fn shared(&self) -> Option<(&'a [u8], usize)> {
        let (start, stop) = (self.range.start(), self.range.stop());
        let rest = start.get(self.at..)?;
        let width = self.width_in(rest)?;
        let end = self.at + width + self.separator().len();
        let path = start.get(..end)?;
        // The range `k` .. `k 00` holds the key `k` alone.
        let is_one_key = || stop.and_then(|stop| stop.strip_prefix(start)) == Some(&[0]);
        // An element that is parsed from the end of the key continues with the bytes that follow.
        let ends_itself = || {
            let behind = [rest.get(..end - self.at).unwrap_or_default(), &[0]].concat();
            !self.plan.layout().is_cut_from_end(self.index) && self.width_in(&behind) == Some(width)
        };
        // A tuple text that continues with FF is a longer text. FF alone ends all keys that have this text.
        let is_longer = |behind: &[u8]| self.plan.layout().ends_below_ff(self.index) && matches!(behind, [0xFF, _, ..]);
        let begins = |stop: &[u8]| stop.strip_prefix(path).is_some_and(|behind| !is_longer(behind));
        // Both ends begin with the same element, or the stop is the end of all keys with it.
        let leads_all = || stop.is_some_and(begins) || prefix_successor(path).as_deref() == stop;
        (is_one_key() || ends_itself() && leads_all()).then_some((rest.get(..width)?, end))
    }

    /// Returns the condition between the two ends.
    fn condition(&self, asked: Option<&TermCondition>) -> TermCondition {
        let layout = self.plan.layout();
        let path = self.range.start().get(..self.at).unwrap_or_default();
        let start = self.range.start().get(self.at..).filter(|start| !start.is_empty());
        let stop =
            self.range.stop().and_then(|stop| stop.strip_prefix(path)).filter(|stop| !self.is_end_of_tuple_text(stop));
        // Of several ranges or parts, this is the one that the range belongs to.
        let asked = match (asked, start) {
            (Some(TermCondition::AnyOf(all)), Some(start)) => self.tail_index(start).and_then(|tail| all.get(tail)),
            _ => asked,
        };
        // A text in reverse: its end is the start of the element, and one range.
        if let (Some(ends @ TermCondition::EndsWith(_)), Some(start)) = (asked, start) {
            if self.tail_index(start).is_some() && prefix_successor(self.range.start()).as_deref() == self.range.stop()
            {
                return ends.clone();
            }
        }
        // The keys with one start of an element are a prefix scan. On fixed widths, bounds read better: `at >= 256`.
        let is_fixed = layout.fields()[self.index].language().fixed_width().is_some()
            && !matches!(asked, Some(TermCondition::StartsWith(_)));
        if let Some(start) = start.filter(|_| !is_fixed) {
            if prefix_successor(self.range.start()).as_deref() == self.range.stop() {
                return TermCondition::StartsWith(Literal(start).to_string());
            }
        }
        let is_descending = self.is_descending(start, stop);
        // The bounds of the scan are in natural order, and the ends of the range in key order.
        let (low, high) = match asked {
            Some(TermCondition::NoneOrTo(high)) if is_descending => (Some(high), None),
            Some(TermCondition::NoneOrTo(high)) => (None, Some(high)),
            Some(TermCondition::In(low, high)) if is_descending => (Some(high), Some(low)),
            Some(TermCondition::In(low, high)) => (Some(low), Some(high)),
            _ => (None, None),
        };
        let start = start.map_or(Bound::Unbounded, |it| self.bound(it, [Bound::Included, Bound::Excluded], low));
        let stop = stop.map_or(Bound::Unbounded, |it| self.bound(it, [Bound::Excluded, Bound::Included], high));
        let (low, high) = if is_descending { (stop, start) } else { (start, stop) };
        self.plan.between(self.index, low, high)
    }

    /// Returns `true` if greater values have smaller bytes between the two ends. In a nested key, the order is that of the
    /// first field that differs.
    fn is_descending(&self, start: Option<&[u8]>, stop: Option<&[u8]>) -> bool {
        let both =
            start.zip(stop).map_or(0, |(start, stop)| start.iter().zip(stop).take_while(|(a, b)| a == b).count());
        self.plan.layout().fields()[self.index].descends_after(&start.unwrap_or_default()[..both])
    }

    /// Returns the number of the requested text part whose elements all begin with `start`.
    fn tail_index(&self, start: &[u8]) -> Option<usize> {
        let query = &self.plan.query;
        let is_of =
            |bytes: &[u8], tail| matches!(tail, TailCondition::Text(text) if text.element(bytes) == Some(start));
        match query.tail {
            TailCondition::AnyOf => query.tails().iter().position(|(bytes, tail)| is_of(bytes, *tail)),
            tail => is_of(query.tail_bytes(), tail).then_some(0),
        }
    }

    /// Returns one end as a bound: the element that begins there, included or excluded, or the last element before it.
    /// The two are equivalent. Prefers the bound that the scan requested, then the one that a half-open range in
    /// natural order has.
    fn bound(
        &self,
        bytes: &[u8],
        [at, after]: [fn(String) -> Bound<String>; 2],
        asked: Option<&Bound<String>>,
    ) -> Bound<String> {
        // The fields of a nested key can sort in different orders, so no value is next to another.
        let field = &self.plan.layout().fields()[self.index];
        if field.direction() != Some(field.order()) {
            // Zeros are `None`, and other bytes after its tag are a position above it.
            let is_option = field.language().is_option() && field.order() == Order::Ascending;
            if is_option && bytes.first() == Some(&0) && bytes.iter().any(|byte| *byte != 0) {
                return after("None".into());
            }
            return at((self.plan.query.key.show_bound)(self.index, bytes).unwrap_or_else(|_| Hex(bytes).to_string()));
        }
        // An end at `0005` of a number is `>= 5` or `> 4`, and as a stop `< 5` or `<= 4`.
        let mut found = [self.element_at(bytes).map(at), self.element_before(bytes).map(after)];
        if field.order() == Order::Descending {
            found.reverse();
        }
        let is_asked = |bound: &&Bound<String>| Some(*bound) == asked;
        let best = found.iter().flatten().find(is_asked).or_else(|| found.iter().flatten().next());
        best.cloned().unwrap_or_else(|| at(Literal(bytes).to_string()))
    }

    /// Returns `true` if the range ends after all keys that share the text before this field.
    fn is_end_of_tuple_text(&self, stop: &[u8]) -> bool {
        let before = self.index.checked_sub(1);
        stop == [0xFF] && before.is_some_and(|before| self.plan.layout().ends_below_ff(before))
    }

    /// Returns the value of an element, or `None` if a key could parse the element differently.
    fn show(&self, element: &[u8]) -> Option<String> {
        // The end of such an element depends on the bytes after it.
        let is_known = !self.plan.layout().is_cut_from_end(self.index);
        is_known.then(|| (self.plan.query.key.show)(self.index, element).ok()).flatten()
    }

    /// Returns the value of the element `bytes`, with or without its separator, and with or without the zeros at its
    /// end.
    fn element_at(&self, bytes: &[u8]) -> Option<String> {
        if let Cut::Fixed(width) = self.plan.layout().cut(self.index) {
            let (element, rest) = bytes.split_at(width.min(bytes.len()));
            // A start can leave out zeros at the end: `01` is the element `01 00`.
            let zeros = core::iter::repeat_n(0, width - element.len());
            let element: Vec<u8> = element.iter().copied().chain(zeros).collect();
            return if rest.is_empty() || rest == self.separator() { self.show(&element) } else { None };
        }
        self.show(bytes.strip_suffix(self.separator()).unwrap_or(bytes))
    }

    /// Returns the largest value whose element, and all keys that begin with it and its separator, sort below `bytes`.
    fn element_before(&self, bytes: &[u8]) -> Option<String> {
        if let Cut::Fixed(width) = self.plan.layout().cut(self.index) {
            // Longer bytes sort above their own element, unless they are the element with its separator.
            let is_element = bytes.len() > width && bytes.get(width..) == Some(self.separator());
            return if is_element { None } else { self.show(&greatest_below(bytes, width)?) };
        }
        if self.plan.layout().ends_below_ff(self.index) {
            let element = bytes.strip_suffix(&[0xFF])?;
            return (self.width_in(element) == Some(element.len())).then(|| self.show(element)).flatten();
        }
        let (last, start) = bytes.split_last()?;
        let Some(last) = last.checked_sub(1) else {
            // The next byte string.
            return if self.plan.layout().cut(self.index) == Cut::Rest { self.show(start) } else { None };
        };
        let before = [start, &[last]].concat();
        let element = before.strip_suffix(self.separator())?;
        // Only if an element marks its own end do all keys that begin with it sort after it.
        (self.width_in(&[&before, &[0][..]].concat()) == Some(element.len())).then(|| self.show(element)).flatten()
    }
}
