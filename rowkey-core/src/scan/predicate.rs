//! The questions that a scan asks of fields, as bytes.

use super::scan_field::ScanField;
use super::{RankOf, TextOf};
use crate::bytes::{KeyBuf, Sink};
use crate::codec::Place;
use crate::layout::{Layout, shortened};
use alloc::vec::Vec;
use core::ops::Bound;

/// A question about one field.
#[derive(Clone, Debug)]
pub(super) struct FieldPredicate {
    pub(super) field: usize,
    pub(super) predicate: Predicate,
}

/// A question about the value of a field. Elements are as written.
#[derive(Clone, Debug)]
pub(super) enum Predicate {
    /// This one; `None` for a value that no key can hold.
    Equal(Option<KeyBuf>),
    /// One of these, ascending.
    OneOf(Vec<KeyBuf>),
    /// Between two bounds.
    Between(KeyBounds),
    /// Between two bounds by value: the elements do not sort.
    Ranked(Ranks, RankOf),
    /// A text that begins so.
    StartsWith(TextStart),
}

/// A place between elements: before `bytes`, or after everything that begins with them.
#[derive(Clone, Debug)]
pub struct KeyBound {
    pub(super) bytes: KeyBuf,
    pub(super) after: bool,
    /// How many of the bytes are the element of the value that was asked for; `None` if no key can hold it.
    element: Option<u32>,
    /// `true` if the range holds that value.
    is_included: bool,
}

/// The bounds of a field's elements in key order; `None` at an open end.
#[derive(Clone, Debug)]
pub struct KeyBounds {
    pub(super) start: Option<KeyBound>,
    pub(super) stop: Option<KeyBound>,
}

/// A bound as asked: its element, or `None` for a value that no key can hold.
pub(super) type AskedBound = Bound<Option<Vec<u8>>>;

/// The bounds of a range in natural order, as what values sort by, and as asked.
#[derive(Clone, Debug)]
pub struct Ranks {
    pub(super) start: Bound<Vec<u8>>,
    pub(super) stop: Bound<Vec<u8>>,
    pub(super) asked: (AskedBound, AskedBound),
}

/// How the elements of all texts begin that begin with the text asked for.
#[derive(Clone, Debug)]
pub struct TextStart {
    pub(super) text: KeyBuf,
    /// `None` if no text can begin so.
    pub(super) element: Option<KeyBuf>,
    /// `true` if elements of other texts begin so too.
    pub(super) is_wider: bool,
    pub(super) text_of: TextOf,
}

impl KeyBound {
    /// The place before the element `bytes`.
    pub(super) const fn before(bytes: KeyBuf) -> Self {
        Self { bytes, after: false, element: None, is_included: true }
    }

    /// The bound at a value whose place is `place` of `bytes`: the start or the stop of a range in natural order.
    ///
    /// Inlined, because the field is a constant there: of most fields little is left.
    #[inline(always)]
    pub(super) fn at(bytes: KeyBuf, place: Place, field: &ScanField, is_included: bool, is_start: bool) -> Self {
        let element = if place == Place::At { u32::try_from(bytes.len()).ok() } else { None };
        // In natural order a start goes before its value if included, and a stop after it; key order may turn that.
        let is_after_value = (is_included != is_start) != field.is_descending;
        let after = match place {
            Place::Below | Place::Before => false,
            Place::At => is_after_value,
            Place::After | Place::Above => true,
        };
        let mut bound = Self { bytes, after, element, is_included };
        if let Place::Below | Place::Above = place {
            bound.bytes.truncate(0);
        } else if field.ends_open {
            bound.end_open(place, field);
        }
        bound
    }

    /// Ends a bound in a field that only a separator or the end of the key ends, so that it can be told from longer elements.
    fn end_open(&mut self, mut place: Place, field: &ScanField) {
        if field.is_open_text {
            if let Some((left, short)) = shortened(field.layout, field.index, &self.bytes) {
                self.bytes.truncate(left);
                self.after = short == Place::After;
                place = short;
            }
        }
        // At the end of a nested key, only once that is whole.
        if place != Place::At && !field.is_open_text {
            return;
        }
        if !field.is_last() {
            self.bytes.put(field.separator());
        } else if self.after {
            // The very next byte string, not the end of all that begin with it.
            self.bytes.put(&[0]);
            self.after = false;
        }
    }

    /// `true` if the element, its separator included, lies below the bound.
    pub(super) fn is_after(&self, element: &[u8]) -> bool {
        element < &*self.bytes || self.after && element.starts_with(&self.bytes)
    }

    /// Turns a prefix, which begins with the `lead` bytes of its bucket, into the place behind it; `false` if that is past all
    /// keys of the bucket.
    pub(super) fn go_to(&self, prefix: &mut KeyBuf, lead: usize) -> bool {
        prefix.put(&self.bytes);
        !self.after || prefix.succeed(lead)
    }

    fn asked(&self) -> AskedBound {
        let element = self.element.and_then(|width| self.bytes.get(..width as usize)).map(<[u8]>::to_vec);
        if self.is_included { Bound::Included(element) } else { Bound::Excluded(element) }
    }
}

impl KeyBounds {
    /// The bounds as asked, in natural order.
    pub(super) fn asked(&self, layout: &Layout, field: usize) -> (AskedBound, AskedBound) {
        let asked = |bound: &Option<KeyBound>| bound.as_ref().map_or(Bound::Unbounded, KeyBound::asked);
        match layout.fields()[field].order() {
            crate::language::Order::Descending => (asked(&self.stop), asked(&self.start)),
            _ => (asked(&self.start), asked(&self.stop)),
        }
    }
}
