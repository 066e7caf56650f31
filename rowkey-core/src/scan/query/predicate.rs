//! Conditions as bytes: predicates on one field, and the bounds of ranges.
//!
//! A bound is a position between elements: before some bytes, or after all bytes that begin with them. This is the
//! range `10..20` on different fields:
//!
//! ```text
//! field         start             stop
//! u16           before 00 0A      before 00 14
//! u16, desc     after FF EB       after FF F5        FF EC (19) .. FF F5 (10)
//! digits(4)     before "0010"     before "0020"
//! ```
//!
//! A query keeps the bytes of all conditions in one buffer, those of the start before those of the stop. [`BoundParts`]
//! and [`TextMatch`] have the widths.

use super::scan_field::ScanField;
use crate::bytes::{KeyBuf, Sink};
use crate::codec::{Edge, FindFloats, Place, TextPart};
use crate::key::RowRank;
use crate::layout::{Cut, Layout, shortened};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::{Bound, RangeBounds};

/// Returns the text of an element, without padding and escapes.
pub(super) type TextOf = for<'b> fn(&'b [u8]) -> Cow<'b, [u8]>;

/// Returns the bytes by which the value of a field's element sorts.
pub(super) type RankOf = fn(usize, &[u8]) -> Option<RowRank>;

/// A condition on one field.
#[derive(Clone, Debug)]
pub(in crate::scan) struct FieldPredicate {
    pub(in crate::scan) field: usize,
    pub(in crate::scan) predicate: Predicate,
}

/// A condition on the value of a field. Elements have the bytes that the key stores.
#[derive(Clone, Debug)]
pub(in crate::scan) enum Predicate {
    /// This element. `None` for a value that no key can hold.
    Equal(Option<KeyBuf>),
    /// One of these elements, ascending.
    OneOf(Vec<KeyBuf>),
    /// Between two bounds, with their bytes.
    Between(BoundBuf, KeyBounds),
    /// Between two bounds by value, because the elements do not sort like the values.
    Ranked(Ranks, RankOf),
    /// A text with a part, with the bytes of both.
    Text(BoundBuf, TextMatch),
    /// One of several ranges or parts.
    AnyOf(Vec<Self>),
    /// The key has the record type of the scan.
    RecordType(fn(&[u8]) -> bool),
    /// The key has a label of the salt.
    Label,
}

impl Predicate {
    /// Returns `true` if no key can meet it.
    pub(super) fn is_impossible(&self) -> bool {
        match self {
            Self::Equal(element) => element.is_none(),
            Self::OneOf(elements) => elements.is_empty(),
            Self::Text(_, text) => text.element.is_none(),
            Self::AnyOf(all) => all.iter().all(Self::is_impossible),
            Self::Between(..) | Self::Ranked(..) | Self::RecordType(_) | Self::Label => false,
        }
    }

    /// Returns `true` if every key of the layout meets it. Only keys of other tables lack a label.
    pub(in crate::scan) fn is_always_met(&self) -> bool {
        match self {
            Self::Between(_, bounds) => bounds.start.is_none() && bounds.stop.is_none(),
            Self::Ranked(ranks, _) => (&ranks.start, &ranks.stop) == (&Bound::Unbounded, &Bound::Unbounded),
            Self::AnyOf(all) => all.iter().any(Self::is_always_met),
            Self::Label => true,
            Self::Equal(_) | Self::OneOf(_) | Self::Text(..) | Self::RecordType(_) => false,
        }
    }

    /// Returns `true` if it leaves one value, or one of several.
    pub(in crate::scan) const fn is_of_values(&self) -> bool {
        matches!(self, Self::Equal(_) | Self::OneOf(_))
    }
}

/// A buffer for the bound values and two bounds of a key of up to 64 bytes, without an allocation.
pub type BoundBuf = KeyBuf<134>;

/// A position between elements: before `bytes`, or after everything that begins with them.
#[derive(Clone, Copy, Debug)]
pub(in crate::scan) struct KeyBound<'b> {
    pub(in crate::scan) bytes: &'b [u8],
    pub(in crate::scan) after: bool,
}

/// A bound without its bytes, which the query keeps in its buffer.
#[derive(Clone, Copy, Debug)]
pub(in crate::scan) struct BoundParts {
    /// The number of bytes.
    width: u32,
    /// The number of bytes that are the element of the requested value. `None` if no key can hold it.
    element: Option<u32>,
    after: bool,
    /// `true` if the range includes the requested value.
    is_included: bool,
    /// `true` if values outside the range have elements inside the bound, so each row needs a check by value.
    is_wider: bool,
}

/// The bounds of the elements of a field, in key order. `None` is an open end. The query keeps their bytes.
#[derive(Clone, Copy, Debug)]
pub struct KeyBounds {
    pub(in crate::scan) start: Option<BoundParts>,
    pub(in crate::scan) stop: Option<BoundParts>,
}

/// A bound as the scan requested it: its element, or `None` for a value that no key can hold. In a nested key, it can be
/// the element of only the first fields.
pub(in crate::scan) type RequestedBound = Bound<Option<Vec<u8>>>;

/// The bounds of a range in natural order, as the bytes by which values sort.
#[derive(Clone, Debug)]
pub struct Ranks {
    pub(in crate::scan) start: Bound<Vec<u8>>,
    pub(in crate::scan) stop: Bound<Vec<u8>>,
    /// What a key stores for each bound, if that is another value. Its rows are in the range as well.
    units: [Option<Unit>; 2],
    pub(in crate::scan) requested: (RequestedBound, RequestedBound),
}

/// The value of a bound, as the bytes by which it sorts.
#[derive(Clone, Debug)]
pub struct Rank {
    pub(super) bytes: Vec<u8>,
    /// The element that a key stores for it. `None` if no key can hold it.
    pub(super) element: Option<Vec<u8>>,
    /// The element of another value, if a key stores that: a time is rounded down, a text is shortened. In a nested key,
    /// it ends after the field that is cut.
    pub(super) unit: Option<Vec<u8>>,
}

/// The elements that a key stores for a value that it cannot hold as it is.
#[derive(Clone, Debug)]
struct Unit {
    bytes: Vec<u8>,
    /// `true` if the element has more bytes, of fields that do not count.
    is_start: bool,
}

impl Unit {
    /// Both zeros of a float are one value.
    fn holds(&self, element: &[u8], floats: Option<FindFloats>) -> bool {
        let Some(start) = element.get(..self.bytes.len()) else { return false };
        (self.is_start || start.len() == element.len())
            && with_one_zero(floats, start) == with_one_zero(floats, &self.bytes)
    }
}

impl Ranks {
    /// The range of all values.
    pub(super) const ALL: Self = Self {
        start: Bound::Unbounded,
        stop: Bound::Unbounded,
        units: [None, None],
        requested: (Bound::Unbounded, Bound::Unbounded),
    };

    pub(super) fn new((start, stop): (Bound<Rank>, Bound<Rank>)) -> Self {
        let mut units = [None, None];
        let mut split = |bound: Bound<Rank>, side: usize| {
            let is_included = matches!(bound, Bound::Included(_));
            let (Bound::Included(rank) | Bound::Excluded(rank)) = bound else {
                return (Bound::Unbounded, Bound::Unbounded);
            };
            let (bytes, element) = (rank.bytes, rank.element);
            units[side] =
                rank.unit.map(|bytes| Unit { is_start: element.as_ref().is_some_and(|it| *it != bytes), bytes });
            let requested = if is_included || units[side].is_some() { Bound::Included } else { Bound::Excluded };
            (if is_included { Bound::Included(bytes) } else { Bound::Excluded(bytes) }, requested(element))
        };
        let ((start, requested_start), (stop, requested_stop)) = (split(start, 0), split(stop, 1));
        Self { start, stop, units, requested: (requested_start, requested_stop) }
    }

    /// Returns `true` if the value of a row, with this element, is in the range or is stored for one of the bounds.
    pub(super) fn hold(&self, rank: &RowRank, element: &[u8], floats: Option<FindFloats>) -> bool {
        let [is_at_start, is_at_stop] =
            [0, 1].map(|side| self.units[side].as_ref().is_some_and(|unit| unit.holds(element, floats)));
        let is_in = |start, stop, rank| RangeBounds::<Vec<u8>>::contains::<Vec<u8>>(&(start, stop), rank);
        let greatest = rank.greatest.as_ref().unwrap_or(&rank.least);
        (is_in(self.start.as_ref(), Bound::Unbounded, &rank.least) || is_at_start)
            && (is_in(Bound::Unbounded, self.stop.as_ref(), greatest) || is_at_stop)
    }
}

/// The texts with a part, as the start of their elements. The query keeps the bytes: the start of an element, then the
/// part.
#[derive(Clone, Copy, Debug)]
pub struct TextMatch {
    pub(in crate::scan) part: TextPart,
    /// The width of the start. `None` if no text can have the part.
    pub(super) element: Option<u32>,
    /// `true` if elements of other texts also begin with it.
    pub(super) is_wider: bool,
    pub(super) text_of: TextOf,
    /// The width of one value of a list. 0 for a text.
    pub(in crate::scan) item_width: u32,
}

impl TextMatch {
    /// Returns the match of a list of floats with one zero in place of both zeros. Rows get the same zero before the
    /// check. The start of the elements then ends at the first zero.
    pub(super) fn with_one_zero(self, bytes: BoundBuf, field: &ScanField) -> (BoundBuf, Self) {
        let part = self.text(&bytes);
        let floats = field.floats_in(part);
        let Some(first) = floats.iter().find(|float| float.is_zero(part)) else { return (bytes, self) };
        let known = if self.part == TextPart::Start { first.range().start } else { 0 };
        let mut one_zero = BoundBuf::of(part.get(..known).unwrap_or_default());
        one_zero.put(&with_one_zero(field.floats, part));
        (one_zero, Self { element: u32::try_from(known).ok(), is_wider: true, ..self })
    }

    /// Returns `true` if the text of an element has the part.
    pub(super) fn holds(&self, bytes: &[u8], element: &[u8]) -> bool {
        if !self.is_wider {
            // Exactly the elements of the matching texts begin with these bytes. A shortened text may not have the
            // whole part.
            return self.element(bytes).is_some_and(|start| element.starts_with(start));
        }
        // The start alone does not decide: compare the text itself.
        let (text, part) = (&(self.text_of)(element), self.text(bytes));
        match self.item_width as usize {
            0 | 1 => self.part.is_in(text, part),
            width => {
                // A part of a list begins at a value, not at any byte.
                let mut lists = (0..=text.len()).step_by(width).filter_map(|at| text.get(at..));
                match self.part {
                    TextPart::Anywhere => lists.any(|list| list.starts_with(part)),
                    anchored => anchored.is_in(text, part),
                }
            }
        }
    }

    /// Returns `false` if no element of the field has the part, because the separator in it would end the element.
    pub(super) fn can_be(&self, bytes: &[u8], field: &ScanField) -> bool {
        let is_ended = |element: &[u8]| matches!(field.cut, Cut::Until(separator) if element.contains(&separator));
        !self.element(bytes).is_none_or(is_ended)
    }

    /// Returns the part if it is the start of the texts. The salt may depend on the start alone.
    pub(in crate::scan) fn start<'b>(&self, bytes: &'b [u8]) -> Option<&'b [u8]> {
        (self.part == TextPart::Start).then(|| self.text(bytes))
    }

    pub(in crate::scan) fn element<'b>(&self, bytes: &'b [u8]) -> Option<&'b [u8]> {
        bytes.get(..self.element? as usize)
    }

    pub(in crate::scan) fn text<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        bytes.get(self.element.unwrap_or_default() as usize..).unwrap_or_default()
    }
}

/// Returns an element with each float zero replaced by the same zero.
pub(super) fn with_one_zero(find: Option<FindFloats>, element: &[u8]) -> Cow<'_, [u8]> {
    let floats = find.map(|find| find(element)).unwrap_or_default();
    let mut one_zero = Cow::Borrowed(element);
    for zero in floats.iter().filter(|float| float.is_zero(element)) {
        zero.put_zero(Ordering::Less, one_zero.to_mut());
    }
    one_zero
}

impl BoundParts {
    /// The position before an element of this width.
    pub(in crate::scan) const fn before(width: u32) -> Self {
        Self { width, element: None, after: false, is_included: true, is_wider: false }
    }

    /// The position after everything that begins with an element of this width.
    pub(in crate::scan) const fn after(width: u32) -> Self {
        Self { after: true, ..Self::before(width) }
    }

    /// Returns an edge without its bytes.
    pub(super) fn of_edge(edge: &Edge, is_start: bool) -> Self {
        Self {
            width: edge.bytes.len() as u32,
            element: edge.shown.map(|(width, _)| width as u32),
            after: edge.after,
            is_included: edge.is_included(is_start),
            is_wider: false,
        }
    }

    /// Returns the bound of a range at a value. `out` has its bytes from `from` on, and `place` is its position
    /// relative to them. `put_stored` appends the element that a key stores for the value, if there is one.
    ///
    /// The flags are in natural order: whether the range includes the value, and whether it is the start.
    ///
    /// Inlined, because the field is a constant there, so little code is left for most fields.
    #[inline(always)]
    pub(super) fn of(
        out: &mut BoundBuf,
        from: usize,
        place: Place,
        put_stored: impl FnOnce(&mut BoundBuf) -> bool,
        field: &ScanField,
        (is_included, is_start): (bool, bool),
    ) -> Self {
        match place {
            Place::At => Self::at_element(out, from, place, field, (is_included, is_start)),
            _ => Self::beside(out, from, place, put_stored, field, (is_included, is_start)),
        }
    }

    /// Returns the bound of a value that has no element of its own. If a key stores another element for it, because a
    /// time is rounded down or a text is shortened, the range includes that element.
    ///
    /// An example with `time("%Y%m%d", floor)`: 15:30 of the 8th is stored as `20260108`, and sorts after it. A range
    /// up to 15:30 ends after `20260108` in any case. A range from 15:30 on starts before `20260108`, not after it.
    #[cold]
    fn beside(
        out: &mut BoundBuf,
        from: usize,
        place: Place,
        put_stored: impl FnOnce(&mut BoundBuf) -> bool,
        field: &ScanField,
        (is_included, is_start): (bool, bool),
    ) -> Self {
        // The element that a key stores, to see on which side of the bound it is.
        let mut stored = BoundBuf::EMPTY;
        let is_stored = put_stored(&mut stored);
        // Below and above all elements, the bytes do not count.
        let bytes = match place {
            Place::Below | Place::Above => &[],
            _ => out.get(from..).unwrap_or_default(),
        };
        let is_below = KeyBound { bytes, after: matches!(place, Place::After | Place::Above) }.is_after(&stored);
        let starts_keys = is_start != field.is_descending;
        if !is_stored || is_below != starts_keys {
            return Self::at_element(out, from, place, field, (is_included, is_start));
        }
        // `pad(3, cut)` stores `éé` (C3 A9 C3 A9) as `é` (C3 A9 00), because the second character does not fit. `éb`
        // (C3 A9 62) sorts between these two. It is in the widened range, and only the check by value excludes it.
        let is_wider = bytes != &*stored;
        out.truncate(from);
        out.put(&stored);
        let bound = Self::at_element(out, from, Place::At, field, (true, is_start));
        Self { is_wider: is_wider || bound.is_wider, ..bound }
    }

    #[inline(always)]
    fn at_element(
        out: &mut BoundBuf,
        from: usize,
        place: Place,
        field: &ScanField,
        (is_included, is_start): (bool, bool),
    ) -> Self {
        match field.floats {
            Some(_) => Self::at_floats(out, from, place, field, (is_included, is_start)),
            None => Self::at(out, from, place, field, is_included, is_start),
        }
    }

    /// Returns a bound at an element with floats. Both zeros are one value, and no range starts or ends at NaN.
    #[cold]
    fn at_floats(
        out: &mut BoundBuf,
        from: usize,
        place: Place,
        field: &ScanField,
        (is_included, is_start): (bool, bool),
    ) -> Self {
        let starts_keys = is_start != field.is_descending;
        let element = out.as_mut_slice().get_mut(from..).unwrap_or_default();
        let floats = field.floats_in(element);
        // In a tuple, values with the same float can differ in other items.
        let is_whole = matches!(&floats[..], [float] if float.range() == (0..element.len()));
        if let Some(nan) = floats.iter().find(|float| float.is_nan(element)) {
            if is_whole {
                // A range from NaN or up to NaN is empty.
                let nowhere = if starts_keys { Place::Above } else { Place::Below };
                return Self::at(out, from, nowhere, field, is_included, is_start);
            }
            // Keep all tuples with NaN at this position. The check by value decides.
            let place = if starts_keys { Place::Before } else { Place::After };
            out.truncate(from + nan.range().start);
            return Self { is_wider: true, ..Self::at(out, from, place, field, is_included, is_start) };
        }
        // A bound after the value comes after both zeros, and a bound before the value comes before both. In a tuple,
        // other values sort between the zeros, so the bound is always the wider one.
        let is_after_value = (is_included != is_start) != field.is_descending;
        let is_last = if is_whole { is_after_value } else { !starts_keys };
        for zero in floats.iter().filter(|float| float.is_zero(element)).collect::<Vec<_>>() {
            zero.put_zero(if is_last { Ordering::Greater } else { Ordering::Less }, element);
        }
        Self { is_wider: !is_whole, ..Self::at(out, from, place, field, is_included, is_start) }
    }

    /// Returns the bound at the bytes in `out` from `from` on, without special cases.
    #[inline(always)]
    fn at(out: &mut BoundBuf, from: usize, place: Place, field: &ScanField, is_included: bool, is_start: bool) -> Self {
        let element = if place == Place::At { u32::try_from(out.len() - from).ok() } else { None };
        // In natural order, an included start is before its value, and an included stop after it. In a descending
        // field, both are reversed.
        let is_after_value = (is_included != is_start) != field.is_descending;
        let after = match place {
            Place::Below | Place::Before => false,
            Place::At => is_after_value,
            Place::After | Place::Above => true,
        };
        let mut bound = Self { width: 0, element, after, is_included, is_wider: false };
        // A bound without bytes: before or after everything.
        if let Place::Below | Place::Above = place {
            out.truncate(from);
        } else if field.ends_open {
            bound.end_open(out, from, place, field);
        } else if field.ends_below_ff && after {
            out.put(&[0xFF]);
            bound.after = false;
        }
        bound.width = (out.len() - from) as u32;
        bound
    }

    /// Ends a bound in a field without an end mark, so that it differs from longer elements.
    ///
    /// ```text
    /// text with the separator `/`              at "ab"     bound "ab/"   not "ab", since "ab" also begins "abc/"
    /// the same, as the last field, after "ab"              before 61 62 00, the next byte string
    /// letters with the separator `/`           at "a b"    after "a/"    no text has a space: it ends the bound
    /// ```
    fn end_open(&mut self, out: &mut BoundBuf, from: usize, mut place: Place, field: &ScanField) {
        if field.is_open_text {
            // No text holds the separator, or a byte that sorts before it.
            if let Some((left, short)) = shortened(field.layout, field.index, out.get(from..).unwrap_or_default()) {
                out.truncate(from + left);
                self.after = short == Place::After;
                place = short;
            }
        }
        // The end of a nested key is known only if the bytes are the whole element.
        if place != Place::At && !field.is_open_text {
            return;
        }
        if !field.ends_key() {
            out.put(field.separator());
        } else if self.after {
            // The next byte string, not the position after all that begins with the element.
            out.put(&[0]);
            self.after = false;
        }
    }

    const fn place<'b>(&self, bytes: &'b [u8]) -> KeyBound<'b> {
        KeyBound { bytes, after: self.after }
    }

    fn requested(&self, bytes: &[u8]) -> RequestedBound {
        let element = self.element.and_then(|width| bytes.get(..width as usize)).map(<[u8]>::to_vec);
        if self.is_included { Bound::Included(element) } else { Bound::Excluded(element) }
    }
}

impl KeyBound<'_> {
    /// Returns `true` if the element, with its separator, sorts below the bound.
    pub(in crate::scan) fn is_after(&self, element: &[u8]) -> bool {
        element < self.bytes || self.after && element.starts_with(self.bytes)
    }

    /// Moves a prefix to the bound: `03` and the bound "after 07" give `03 08`. The first `lead` bytes, the prefix and
    /// label of the bucket, do not change. Returns `false` if no key of the bucket follows.
    pub(in crate::scan) fn go_to(&self, prefix: &mut KeyBuf, lead: usize) -> bool {
        prefix.put(self.bytes);
        !self.after || prefix.succeed(lead)
    }
}

impl KeyBounds {
    /// The range without ends.
    pub(super) const OPEN: Self = Self { start: None, stop: None };

    /// Returns `true` if elements of other values are between the bounds.
    pub(super) fn are_wider(&self) -> bool {
        [self.start, self.stop].iter().flatten().any(|bound| bound.is_wider)
    }

    /// Closes the open end of a range of floats at infinity, because NaN is in no range. The bytes are in `out` from
    /// `from` on.
    #[cold]
    pub(super) fn without_nan(self, out: &mut BoundBuf, from: usize, field: &ScanField) -> Self {
        let Some((float, width)) = field.whole_float() else { return self };
        let mut infinity = KeyBuf::<8>::EMPTY;
        // The other end has the width of the float.
        infinity.resize(width, 0);
        let end = |bound: BoundParts, width| Some(BoundParts { element: Some(width), ..bound });
        match (self.start, self.stop) {
            (None, Some(_)) => {
                // The start comes first in the buffer, so move the stop.
                let stop = KeyBuf::<16>::of(out.get(from..).unwrap_or_default());
                float.put_infinity(Ordering::Less, infinity.as_mut_slice());
                out.truncate(from);
                out.put(&infinity);
                out.put(&stop);
                Self { start: end(BoundParts::before(width as u32), width as u32), ..self }
            }
            (Some(_), None) => {
                float.put_infinity(Ordering::Greater, infinity.as_mut_slice());
                out.put(&infinity);
                Self { stop: end(BoundParts::after(width as u32), width as u32), ..self }
            }
            _ => self,
        }
    }

    /// Splits the bytes into those of the start and those of the stop.
    pub(in crate::scan) fn parts<'b>(&self, bytes: &'b [u8]) -> (&'b [u8], &'b [u8]) {
        let width = self.start.map_or(0, |start| start.width) as usize;
        bytes.split_at_checked(width).unwrap_or_default()
    }

    pub(in crate::scan) fn start<'b>(&self, bytes: &'b [u8]) -> Option<KeyBound<'b>> {
        Some(self.start?.place(self.parts(bytes).0))
    }

    pub(in crate::scan) fn stop<'b>(&self, bytes: &'b [u8]) -> Option<KeyBound<'b>> {
        Some(self.stop?.place(self.parts(bytes).1))
    }

    /// Returns the bounds as the scan requested them, in natural order.
    pub(in crate::scan) fn requested(
        &self,
        bytes: &[u8],
        layout: &Layout,
        field: usize,
    ) -> (RequestedBound, RequestedBound) {
        let requested =
            |bound: Option<BoundParts>, bytes| bound.map_or(Bound::Unbounded, |bound| bound.requested(bytes));
        let (from, to) = self.parts(bytes);
        // Two ends in a nested key share the fields before the one that has the range.
        let shared = match (self.start, self.stop) {
            (Some(_), Some(_)) => from.iter().zip(to).take_while(|(a, b)| a == b).count(),
            _ => 0,
        };
        let (start, stop) = (requested(self.start, from), requested(self.stop, to));
        match layout.fields()[field].descends_after(&from[..shared.min(from.len())]) {
            true => (stop, start),
            false => (start, stop),
        }
    }
}
