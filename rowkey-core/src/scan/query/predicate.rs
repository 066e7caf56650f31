//! The questions that a scan asks of fields, as bytes.

use super::scan_field::ScanField;
use crate::bytes::{KeyBuf, Sink};
use crate::codec::{Place, TextPart};
use crate::layout::{Layout, shortened};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Bound;

/// The text of an element, as its codec cuts it out.
pub(super) type TextOf = for<'b> fn(&'b [u8]) -> Cow<'b, [u8]>;

/// The bytes that the value of a field's element sorts by.
pub(super) type RankOf = fn(usize, &[u8]) -> Option<Vec<u8>>;

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
    /// The whole key is of the kind that is scanned.
    Kind(fn(&[u8]) -> bool),
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

/// The bounds of a range in natural order, as what values sort by, and as asked.
#[derive(Clone, Debug)]
pub struct Ranks {
    pub(in crate::scan) start: Bound<Vec<u8>>,
    pub(in crate::scan) stop: Bound<Vec<u8>>,
    pub(in crate::scan) asked: (AskedBound, AskedBound),
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
    /// `true` if the text of an element has the part.
    pub(super) fn holds(&self, bytes: &[u8], element: &[u8]) -> bool {
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

impl BoundParts {
    /// The place before an element of this width.
    pub(in crate::scan) const fn before(width: u32) -> Self {
        Self { width, element: None, after: false, is_included: true }
    }

    /// The place after everything that begins with an element of this width.
    pub(in crate::scan) const fn after(width: u32) -> Self {
        Self { after: true, ..Self::before(width) }
    }

    /// The bound at a value whose place is `place` of the bytes that were put into `out` from `from` on: the start or the
    /// stop of a range in natural order.
    ///
    /// Inlined, because the field is a constant there: of most fields little is left.
    #[inline(always)]
    pub(super) fn at(
        out: &mut BoundBuf,
        from: usize,
        place: Place,
        field: &ScanField,
        is_included: bool,
        is_start: bool,
    ) -> Self {
        let element = if place == Place::At { u32::try_from(out.len() - from).ok() } else { None };
        // In natural order a start goes before its value if included, and a stop after it; key order may turn that.
        let is_after_value = (is_included != is_start) != field.is_descending;
        let after = match place {
            Place::Below | Place::Before => false,
            Place::At => is_after_value,
            Place::After | Place::Above => true,
        };
        let mut bound = Self { width: 0, element, after, is_included };
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
