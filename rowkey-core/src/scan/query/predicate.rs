//! The questions that a scan asks of fields, as bytes.

use super::scan_field::ScanField;
use crate::bytes::{KeyBuf, Sink};
use crate::codec::{FindFloats, Place, TextPart};
use crate::key::RowRank;
use crate::layout::{Cut, Layout, shortened};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::{Bound, RangeBounds};

/// The text of an element, as its codec cuts it out.
pub(super) type TextOf = for<'b> fn(&'b [u8]) -> Cow<'b, [u8]>;

/// The bytes that the value of a field's element sorts by.
pub(super) type RankOf = fn(usize, &[u8]) -> Option<RowRank>;

/// A question about one field.
#[derive(Clone, Debug)]
pub(in crate::scan) struct FieldPredicate {
    pub(in crate::scan) field: usize,
    pub(in crate::scan) predicate: Predicate,
}

/// A question about the value of a field. Elements are as written.
#[derive(Clone, Debug)]
pub(in crate::scan) enum Predicate {
    /// This one; `None` for a value that no key can hold.
    Equal(Option<KeyBuf>),
    /// One of these, ascending.
    OneOf(Vec<KeyBuf>),
    /// Between two bounds, whose bytes are given.
    Between(BoundBuf, KeyBounds),
    /// Between two bounds by value: the elements do not sort.
    Ranked(Ranks, RankOf),
    /// A text with a part, whose bytes are given.
    Text(BoundBuf, TextMatch),
    /// One of several ranges or parts.
    AnyOf(Vec<Self>),
    /// The whole key is of the kind that is scanned.
    RecordType(fn(&[u8]) -> bool),
    /// The key has a label of the salt.
    Label,
}

impl Predicate {
    /// `true` if no key can meet it.
    pub(super) fn is_impossible(&self) -> bool {
        match self {
            Self::Equal(element) => element.is_none(),
            Self::OneOf(elements) => elements.is_empty(),
            Self::Text(_, text) => text.element.is_none(),
            Self::AnyOf(all) => all.iter().all(Self::is_impossible),
            Self::Between(..) | Self::Ranked(..) | Self::RecordType(_) | Self::Label => false,
        }
    }
}

/// The bytes of values and of two bounds behind them, of a key of up to 64 bytes, without an allocation.
pub type BoundBuf = KeyBuf<134>;

/// A place between elements: before `bytes`, or after everything that begins with them.
#[derive(Clone, Copy, Debug)]
pub(in crate::scan) struct KeyBound<'b> {
    pub(in crate::scan) bytes: &'b [u8],
    pub(in crate::scan) after: bool,
}

/// All of a bound but its bytes, which a query keeps in one buffer.
#[derive(Clone, Copy, Debug)]
pub(in crate::scan) struct BoundParts {
    /// How many bytes it has.
    width: u32,
    /// How many of these are the element of the value that was asked for; `None` if no key can hold it.
    element: Option<u32>,
    after: bool,
    /// `true` if the range holds that value.
    is_included: bool,
    /// `true` if values on the other side of the bound are beside it in byte order, so rows are checked by value.
    is_wider: bool,
}

/// The bounds of a field's elements in key order; `None` at an open end. Their bytes, those of the start before those of the
/// stop, are kept beside them.
#[derive(Clone, Copy, Debug)]
pub struct KeyBounds {
    pub(in crate::scan) start: Option<BoundParts>,
    pub(in crate::scan) stop: Option<BoundParts>,
}

/// A bound as asked: its element, or `None` for a value that no key can hold.
pub(in crate::scan) type AskedBound = Bound<Option<Vec<u8>>>;

/// The bounds of a range in natural order, as what values sort by.
#[derive(Clone, Debug)]
pub struct Ranks {
    pub(in crate::scan) start: Bound<Vec<u8>>,
    pub(in crate::scan) stop: Bound<Vec<u8>>,
    /// The rank of what is stored of each bound, if that is another value. It is in the range.
    stored: [Option<Vec<u8>>; 2],
    pub(in crate::scan) asked: (AskedBound, AskedBound),
}

/// The value of a bound, as what it sorts by.
#[derive(Clone, Debug)]
pub struct Rank {
    pub(super) bytes: Vec<u8>,
    /// The element that is written for it; `None` if no key can hold it.
    pub(super) element: Option<Vec<u8>>,
    /// The rank of the value of that element, if it is another: a time is rounded down, a text is cut.
    pub(super) stored: Option<Vec<u8>>,
}

impl Ranks {
    /// Every value.
    pub(super) const ALL: Self = Self {
        start: Bound::Unbounded,
        stop: Bound::Unbounded,
        stored: [None, None],
        asked: (Bound::Unbounded, Bound::Unbounded),
    };

    pub(super) fn new((start, stop): (Bound<Rank>, Bound<Rank>)) -> Self {
        let mut stored = [None, None];
        let mut split = |bound: Bound<Rank>, side: usize| match bound {
            Bound::Included(rank) => {
                stored[side] = rank.stored;
                (Bound::Included(rank.bytes), Bound::Included(rank.element))
            }
            Bound::Excluded(rank) => {
                let asked = if rank.stored.is_some() { Bound::Included } else { Bound::Excluded };
                stored[side] = rank.stored;
                (Bound::Excluded(rank.bytes), asked(rank.element))
            }
            Bound::Unbounded => (Bound::Unbounded, Bound::Unbounded),
        };
        let ((start, asked_start), (stop, asked_stop)) = (split(start, 0), split(stop, 1));
        Self { start, stop, stored, asked: (asked_start, asked_stop) }
    }

    /// `true` if the value of a row is in the range, or is what is stored of a bound.
    pub(super) fn hold(&self, rank: &RowRank) -> bool {
        let [start, stop] = &self.stored;
        let is_in = |start, stop, rank| RangeBounds::<Vec<u8>>::contains::<Vec<u8>>(&(start, stop), rank);
        let greatest = rank.greatest.as_ref().unwrap_or(&rank.least);
        (is_in(self.start.as_ref(), Bound::Unbounded, &rank.least) || start.as_ref() == Some(&rank.least))
            && (is_in(Bound::Unbounded, self.stop.as_ref(), greatest) || stop.as_ref() == Some(greatest))
    }
}

/// How the elements of all texts begin that have the part asked for. Its bytes, those of the start of an element before
/// those of the part, are kept beside it.
#[derive(Clone, Copy, Debug)]
pub struct TextMatch {
    pub(in crate::scan) part: TextPart,
    /// How many bytes the start of an element has; `None` if no text can have the part.
    pub(super) element: Option<u32>,
    /// `true` if elements of other texts begin with it, too.
    pub(super) is_wider: bool,
    pub(super) text_of: TextOf,
    /// The width in bytes of the values that it is a list of; 0 of a text.
    pub(in crate::scan) item_width: u32,
}

impl TextMatch {
    /// The same of a list of floats: one zero stands for both, in the part here and in rows as they are checked. Elements of the lists
    /// are alike up to the first zero.
    pub(super) fn with_one_zero(self, bytes: BoundBuf, field: &ScanField) -> (BoundBuf, Self) {
        let part = self.text(&bytes);
        let floats = field.floats_in(part);
        let Some(first) = floats.iter().find(|float| float.is_zero(part)) else { return (bytes, self) };
        let known = if self.part == TextPart::Start { first.range().start } else { 0 };
        let mut one_zero = BoundBuf::of(part.get(..known).unwrap_or_default());
        one_zero.put(&with_one_zero(field.floats, part));
        (one_zero, Self { element: u32::try_from(known).ok(), is_wider: true, ..self })
    }

    /// `true` if the text of an element has the part.
    pub(super) fn holds(&self, bytes: &[u8], element: &[u8]) -> bool {
        if !self.is_wider {
            // Exactly the elements of these texts begin so. A text that is cut has no more than the start asked for.
            return self.element(bytes).is_some_and(|start| element.starts_with(start));
        }
        let (text, part) = (&(self.text_of)(element), self.text(bytes));
        match self.item_width as usize {
            0 | 1 => self.part.is_in(text, part),
            width => {
                let mut lists = (0..=text.len()).step_by(width).filter_map(|at| text.get(at..));
                match self.part {
                    TextPart::Anywhere => lists.any(|list| list.starts_with(part)),
                    anchored => anchored.is_in(text, part),
                }
            }
        }
    }

    /// `false` if no element of the field has the part: it would end before that.
    pub(super) fn can_be(&self, bytes: &[u8], field: &ScanField) -> bool {
        let is_ended = |element: &[u8]| matches!(field.cut, Cut::Until(separator) if element.contains(&separator));
        !self.element(bytes).is_none_or(is_ended)
    }

    /// The text, if it is the start of those asked for: the salt may be known by it.
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

/// An element with its zeros made one.
pub(super) fn with_one_zero(find: Option<FindFloats>, element: &[u8]) -> Cow<'_, [u8]> {
    let floats = find.map(|find| find(element)).unwrap_or_default();
    let mut one_zero = Cow::Borrowed(element);
    for zero in floats.iter().filter(|float| float.is_zero(element)) {
        zero.put_zero(Ordering::Less, one_zero.to_mut());
    }
    one_zero
}

impl BoundParts {
    /// The place before an element of this width.
    pub(in crate::scan) const fn before(width: u32) -> Self {
        Self { width, element: None, after: false, is_included: true, is_wider: false }
    }

    /// The place after everything that begins with an element of this width.
    pub(in crate::scan) const fn after(width: u32) -> Self {
        Self { after: true, ..Self::before(width) }
    }

    /// The bound at a value whose place is `place` of the bytes that were put into `out` from `from` on: the start or the
    /// stop of a range in natural order. `put_stored` puts the element that is written for the value, if there is one.
    ///
    /// Inlined, because the field is a constant there: of most fields little is left.
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

    /// A bound that is not an element itself. If an element is written for it, because a time is rounded down or a text is cut, that
    /// element is in the range.
    ///
    /// With `time("%Y%m%d", floor)`, 15:30 of the 8th lies after `20260108`, which is written for it. A range up to 15:30 ends after
    /// `20260108` in any case. One that starts at 15:30 would start after it, and starts before it instead.
    #[cold]
    fn beside(
        out: &mut BoundBuf,
        from: usize,
        place: Place,
        put_stored: impl FnOnce(&mut BoundBuf) -> bool,
        field: &ScanField,
        (is_included, is_start): (bool, bool),
    ) -> Self {
        let mut stored = BoundBuf::EMPTY;
        let is_stored = put_stored(&mut stored);
        let bytes = match place {
            Place::Below | Place::Above => &[],
            _ => out.get(from..).unwrap_or_default(),
        };
        let is_below = KeyBound { bytes, after: matches!(place, Place::After | Place::Above) }.is_after(&stored);
        let starts_keys = is_start != field.is_descending;
        if !is_stored || is_below != starts_keys {
            return Self::at_element(out, from, place, field, (is_included, is_start));
        }
        // `pad(3, cut)` stores `éé` (C3 A9 C3 A9) as `é` (C3 A9 00), because the second character does not fit. `éb` (C3 A9 62) is
        // after that and below `éé`, so it is in the wider range and only its value tells that it is not asked for.
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

    /// A bound at an element with floats: both zeros are one value, and no range starts or ends at NaN.
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
        let is_whole = matches!(&floats[..], [float] if float.range() == (0..element.len()));
        if let Some(nan) = floats.iter().find(|float| float.is_nan(element)) {
            if is_whole {
                let nowhere = if starts_keys { Place::Above } else { Place::Below };
                return Self::at(out, from, nowhere, field, is_included, is_start);
            }
            let place = if starts_keys { Place::Before } else { Place::After };
            out.truncate(from + nan.range().start);
            return Self { is_wider: true, ..Self::at(out, from, place, field, is_included, is_start) };
        }
        // A bound after the value comes after both zeros, one before it before both. Inside a tuple, other values sort between.
        let is_after_value = (is_included != is_start) != field.is_descending;
        let is_last = if is_whole { is_after_value } else { !starts_keys };
        for zero in floats.iter().filter(|float| float.is_zero(element)).collect::<Vec<_>>() {
            zero.put_zero(if is_last { Ordering::Greater } else { Ordering::Less }, element);
        }
        Self { is_wider: !is_whole, ..Self::at(out, from, place, field, is_included, is_start) }
    }

    /// The bound at a value whose place is `place` of the bytes that were put into `out` from `from` on.
    #[inline(always)]
    fn at(out: &mut BoundBuf, from: usize, place: Place, field: &ScanField, is_included: bool, is_start: bool) -> Self {
        let element = if place == Place::At { u32::try_from(out.len() - from).ok() } else { None };
        // In natural order a start goes before its value if included, and a stop after it; key order may turn that.
        let is_after_value = (is_included != is_start) != field.is_descending;
        let after = match place {
            Place::Below | Place::Before => false,
            Place::At => is_after_value,
            Place::After | Place::Above => true,
        };
        let mut bound = Self { width: 0, element, after, is_included, is_wider: false };
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

    /// Ends a bound in a field that only a separator or the end of the key ends, so that it can be told from longer elements.
    fn end_open(&mut self, out: &mut BoundBuf, from: usize, mut place: Place, field: &ScanField) {
        if field.is_open_text {
            if let Some((left, short)) = shortened(field.layout, field.index, out.get(from..).unwrap_or_default()) {
                out.truncate(from + left);
                self.after = short == Place::After;
                place = short;
            }
        }
        // At the end of a nested key, only once that is whole.
        if place != Place::At && !field.is_open_text {
            return;
        }
        if !field.ends_key() {
            out.put(field.separator());
        } else if self.after {
            // The very next byte string, not the end of all that begin with it.
            out.put(&[0]);
            self.after = false;
        }
    }

    const fn place<'b>(&self, bytes: &'b [u8]) -> KeyBound<'b> {
        KeyBound { bytes, after: self.after }
    }

    fn asked(&self, bytes: &[u8]) -> AskedBound {
        let element = self.element.and_then(|width| bytes.get(..width as usize)).map(<[u8]>::to_vec);
        if self.is_included { Bound::Included(element) } else { Bound::Excluded(element) }
    }
}

impl KeyBound<'_> {
    /// `true` if the element, its separator included, lies below the bound.
    pub(in crate::scan) fn is_after(&self, element: &[u8]) -> bool {
        element < self.bytes || self.after && element.starts_with(self.bytes)
    }

    /// Turns a prefix, which begins with the `lead` bytes of its bucket, into the place behind it; `false` if that is past all
    /// keys of the bucket.
    pub(in crate::scan) fn go_to(&self, prefix: &mut KeyBuf, lead: usize) -> bool {
        prefix.put(self.bytes);
        !self.after || prefix.succeed(lead)
    }
}

impl KeyBounds {
    /// Open at both ends.
    pub(super) const OPEN: Self = Self { start: None, stop: None };

    /// `true` if elements of other values are between the bounds.
    pub(super) fn are_wider(&self) -> bool {
        [self.start, self.stop].iter().flatten().any(|bound| bound.is_wider)
    }

    /// The same of a float of which only one end was asked: the other is at infinity, because NaN is in no range. Its bytes are in
    /// `out` from `from` on.
    #[cold]
    pub(super) fn without_nan(self, out: &mut BoundBuf, from: usize, field: &ScanField) -> Self {
        let Some((float, width)) = field.whole_float() else { return self };
        let mut infinity = KeyBuf::<8>::EMPTY;
        infinity.resize(width, 0);
        let end = |bound: BoundParts, width| Some(BoundParts { element: Some(width), ..bound });
        match (self.start, self.stop) {
            (None, Some(_)) => {
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

    /// The bytes of the start, and those of the stop.
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

    /// The bounds as asked, in natural order.
    pub(in crate::scan) fn asked(&self, bytes: &[u8], layout: &Layout, field: usize) -> (AskedBound, AskedBound) {
        let asked = |bound: Option<BoundParts>, bytes| bound.map_or(Bound::Unbounded, |bound| bound.asked(bytes));
        let (start, stop) = self.parts(bytes);
        let (start, stop) = (asked(self.start, start), asked(self.stop, stop));
        match layout.fields()[field].order() {
            crate::language::Order::Descending => (stop, start),
            _ => (start, stop),
        }
    }
}
