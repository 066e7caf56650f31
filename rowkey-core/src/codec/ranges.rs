//! The elements of a nested key that are in a range of its values.
//!
//! Values of a nested key compare field by field, each in its natural order, as `#[derive(PartialOrd)]` compares them.
//! The key can store some fields in descending order. Then the values from a bound on are several ranges of elements:
//! one for each field that can be the first one to differ.
//!
//! An example with the fields `x: u8` and `#[rowkey(desc)] y: u8`. 3 is stored as FC:
//!
//! ```text
//! from (2, 3) on     x > 2               from 02 on, without those that begin with it
//!                    x = 2 and y >= 3    02 .. 02 FC, with the second end
//! ```
//!
//! A key stores less than the value if a field is cut, such as a time that is rounded down to its second. Then the range
//! includes all elements of that unit, and the fields after it do not count.

use super::{FindFloats, Place};
use crate::layout::{Layout, ends_open, is_open_text, shortened};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// One end of a range of values, in natural order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeEnd {
    /// `true` for the values from a value on, `false` for those up to a value.
    pub(crate) is_start: bool,
    /// `true` if the value itself is in the range.
    pub(crate) is_included: bool,
}

/// A position between elements: before `bytes`, or after everything that begins with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub(crate) bytes: Vec<u8>,
    pub(crate) after: bool,
    /// For `explain`: the number of bytes that are elements of the value, and `after` relative to them. `None` if no key
    /// can hold the value.
    pub(crate) shown: Option<(usize, bool)>,
    kind: EdgeKind,
}

/// The meaning of the bytes of an [`Edge`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EdgeKind {
    /// A whole element. Without an end mark, it needs a separator to end.
    Element,
    /// A text that is no element. It is compared with elements and their separators.
    Text,
    /// The start of elements.
    Start,
}

/// Neighboring elements. `None` is an open end.
#[derive(Clone, Debug)]
pub struct ElementRange {
    pub(crate) start: Option<Edge>,
    pub(crate) stop: Option<Edge>,
    /// `true` if elements of values outside the range are in it, so each row needs a check by value.
    pub(crate) is_wider: bool,
}

/// The bytes that a key stores for a value.
#[derive(Clone, Debug)]
pub enum StoredBytes {
    /// The element of the value itself.
    Element(Vec<u8>),
    /// The element of another value up to the part that is cut. A row is of the same unit if its element begins with
    /// these bytes.
    Unit(Vec<u8>),
    /// No key can hold the value.
    None,
}

impl Edge {
    /// The end of all elements that begin with `bytes`, on one side.
    pub(crate) fn of_prefix(bytes: Vec<u8>, after: bool) -> Self {
        Self { shown: Some((bytes.len(), after)), bytes, after, kind: EdgeKind::Start }
    }

    /// The position just after the element `bytes`, before all that it begins.
    pub(crate) fn next(mut bytes: Vec<u8>) -> Self {
        let shown = Some((bytes.len(), true));
        bytes.push(0);
        Self { shown, ..Self::of_prefix(bytes, false) }
    }

    /// Returns `true` if a range that starts or stops here includes the value that `explain` shows.
    pub(crate) const fn is_included(&self, is_start: bool) -> bool {
        matches!(self.shown, Some((_, after)) if after != is_start)
    }

    /// Puts `prefix` before the bytes.
    pub(crate) fn prepend(&mut self, prefix: &[u8]) {
        self.bytes.splice(0..0, prefix.iter().copied());
        self.shown = self.shown.map(|(width, after)| (width + prefix.len(), after));
    }

    /// Ends the position as field `index` of the key ends there, so that it differs from longer elements.
    ///
    /// ```text
    /// text with the separator `/`              at "ab"     "ab/"         not "ab", since "ab" also begins "abc/"
    /// the same, as the last field, after "ab"              before 61 62 00, the next byte string
    /// ```
    pub(crate) fn end(&mut self, layout: &Layout, index: usize) {
        let separator = layout.fields()[index].separator();
        let is_open = match core::mem::replace(&mut self.kind, EdgeKind::Start) {
            EdgeKind::Element => ends_open(layout, index),
            EdgeKind::Text => is_open_text(layout, index),
            EdgeKind::Start => return,
        };
        if is_open && is_open_text(layout, index) {
            // No text holds the separator, or a byte that sorts before it.
            if let Some((width, short)) = shortened(layout, index, &self.bytes) {
                self.bytes.truncate(width);
                self.after = short == Place::After;
                self.shown = None;
            }
        }
        if is_open {
            if layout.fields().len() > index + 1 || !separator.is_empty() {
                self.bytes.extend_from_slice(separator);
            } else if self.after {
                // The next byte string, not the position after all that begins with the element.
                self.bytes.push(0);
                self.after = false;
            }
        } else if self.after && layout.ends_below_ff(index) {
            self.bytes.push(0xFF);
            self.after = false;
        }
    }

    /// Like [`Edge::end`], with the separator after any element, so that it meets the prefix of the next field.
    pub(crate) fn end_inside(&mut self, layout: &Layout, index: usize) {
        let is_closed = self.kind == EdgeKind::Element && !ends_open(layout, index);
        self.end(layout, index);
        if is_closed {
            self.bytes.extend_from_slice(layout.fields()[index].separator());
        }
    }

    fn complemented(mut self) -> Self {
        self.bytes.iter_mut().for_each(|byte| *byte = !*byte);
        self.after = !self.after;
        self.shown = self.shown.map(|(width, after)| (width, !after));
        self
    }
}

impl PartialOrd for Edge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By position. "After 01" comes after every position whose bytes begin with 01.
impl Ord for Edge {
    fn cmp(&self, other: &Self) -> Ordering {
        let side = |edge: &Self| if edge.after { Ordering::Greater } else { Ordering::Less };
        let both = self.bytes.len().min(other.bytes.len());
        match (self.bytes[..both].cmp(&other.bytes[..both]), self.bytes.len().cmp(&other.bytes.len())) {
            (Ordering::Equal, Ordering::Equal) => self.after.cmp(&other.after),
            (Ordering::Equal, Ordering::Less) => side(self),
            (Ordering::Equal, Ordering::Greater) => side(other).reverse(),
            (order, _) => order,
        }
    }
}

impl ElementRange {
    /// All elements.
    pub(crate) const ALL: Self = Self { start: None, stop: None, is_wider: false };

    /// Returns the elements on one side of an edge.
    pub(crate) const fn beside(edge: Edge, is_start: bool) -> Self {
        match is_start {
            true => Self { start: Some(edge), ..Self::ALL },
            false => Self { stop: Some(edge), ..Self::ALL },
        }
    }

    /// Returns the range among the complemented elements.
    pub(crate) fn complemented(self) -> Self {
        let Self { start, stop, is_wider } = self;
        Self { start: stop.map(Edge::complemented), stop: start.map(Edge::complemented), is_wider }
    }

    /// Returns the range among the elements that begin with `prefix`.
    pub(crate) fn after(mut self, prefix: &[u8]) -> Self {
        for (edge, after) in [(&mut self.start, false), (&mut self.stop, true)] {
            match edge {
                Some(edge) => edge.prepend(prefix),
                None => *edge = Some(Edge::of_prefix(prefix.to_vec(), after)),
            }
        }
        self
    }

    /// Limits the range to elements that begin with `prefix`.
    pub(crate) fn limit_to(&mut self, prefix: &[u8]) {
        self.start.get_or_insert_with(|| Edge::of_prefix(prefix.to_vec(), false));
        self.stop.get_or_insert_with(|| Edge::of_prefix(prefix.to_vec(), true));
    }

    /// Returns the range of all lists that go on with an item in the range.
    pub(crate) fn of_items(mut self) -> Self {
        self.start.get_or_insert_with(|| Edge::next(Vec::new()));
        self.edges_mut().for_each(|edge| edge.kind = EdgeKind::Start);
        self
    }

    /// Returns the range among elements that all begin with `prefix`.
    pub(crate) fn after_start(mut self, prefix: &[u8]) -> Self {
        self.edges_mut().for_each(|edge| edge.prepend(prefix));
        self
    }

    pub(crate) fn edges_mut(&mut self) -> impl Iterator<Item = &mut Edge> {
        [&mut self.start, &mut self.stop].into_iter().flatten()
    }

    /// Returns the elements in both ranges, or `None` if there are none.
    pub(crate) fn in_both(&self, other: &Self) -> Option<Self> {
        // An open start is below every other, and an open stop above.
        let start = self.start.as_ref().max(other.start.as_ref()).cloned();
        let stop = match (&self.stop, &other.stop) {
            (Some(stop), Some(other)) => Some(stop.min(other).clone()),
            (stop, other) => stop.as_ref().or(other.as_ref()).cloned(),
        };
        let is_empty = matches!((&start, &stop), (Some(start), Some(stop)) if start >= stop);
        (!is_empty).then_some(Self { start, stop, is_wider: self.is_wider || other.is_wider })
    }

    /// Joins the next range in key order if nothing is between them.
    pub(crate) fn join(&mut self, next: &Self) -> bool {
        let touches = match (&self.stop, &next.start) {
            (Some(stop), Some(start)) => stop >= start,
            _ => true,
        };
        if touches {
            self.stop = self.stop.take().zip(next.stop.clone()).map(|(stop, other)| stop.max(other));
            self.is_wider |= next.is_wider;
        }
        touches
    }
}

impl StoredBytes {
    /// Returns the bytes after `prefix`.
    pub(crate) fn after(self, prefix: &[u8]) -> Self {
        let after = |bytes: Vec<u8>| [prefix, &bytes].concat();
        match self {
            Self::Element(bytes) => Self::Element(after(bytes)),
            Self::Unit(bytes) => Self::Unit(after(bytes)),
            Self::None => Self::None,
        }
    }

    /// Returns the complemented bytes.
    pub(crate) fn complemented(mut self) -> Self {
        if let Self::Element(bytes) | Self::Unit(bytes) = &mut self {
            bytes.iter_mut().for_each(|byte| *byte = !*byte);
        }
        self
    }
}

/// Appends the elements on one side of a value at a place, and returns what a key stores for it.
pub(super) fn ranges_at(
    (place, mut bytes): (Place, Vec<u8>),
    stored: StoredBytes,
    (end, is_descending): (RangeEnd, bool),
    floats: Option<FindFloats>,
    out: &mut Vec<ElementRange>,
) -> StoredBytes {
    let starts_keys = end.is_start != is_descending;
    let range = |edge, is_wider| ElementRange { is_wider, ..ElementRange::beside(edge, starts_keys) };
    if place != Place::At {
        if let Place::Below | Place::Above = place {
            bytes.clear();
        }
        let after = matches!(place, Place::After | Place::Above);
        let edge = Edge { bytes, after, shown: None, kind: EdgeKind::Text };
        if let StoredBytes::Unit(unit) = &stored {
            let at_unit = Edge { kind: EdgeKind::Element, ..Edge::of_prefix(unit.clone(), !starts_keys) };
            // The unit is on the other side of the value: a range from 0.9 s on includes second 0.
            if if starts_keys { edge > at_unit } else { edge < at_unit } {
                out.push(range(at_unit, edge.bytes != *unit));
                return stored;
            }
        }
        out.push(range(edge, false));
        return stored;
    }
    let floats = floats.map(|find| find(&bytes)).unwrap_or_default();
    if floats.iter().any(|float| float.is_nan(&bytes) || float.is_zero(&bytes)) {
        // 0.0 and -0.0 are one value with two elements, and NaN is in no range. The check by value decides.
        for zero in floats.iter().filter(|float| float.is_zero(&bytes)).collect::<Vec<_>>() {
            zero.put_zero(if starts_keys { Ordering::Less } else { Ordering::Greater }, &mut bytes);
        }
        let nan = floats.iter().find(|float| float.is_nan(&bytes));
        bytes.truncate(nan.map_or(bytes.len(), |nan| nan.range().start));
        out.push(range(Edge::of_prefix(bytes, !starts_keys), true));
        return if nan.is_some() { StoredBytes::None } else { stored };
    }
    let after = (end.is_included != end.is_start) != is_descending;
    out.push(range(Edge { kind: EdgeKind::Element, ..Edge::of_prefix(bytes, after) }, !floats.is_empty()));
    stored
}
