//! Questions about fields that are chosen while the program runs: a tool takes the name of a field and its values from a person, and has
//! no type for them at the place where it asks.

use super::Query;
use super::arg::ArgElement;
use super::predicate::{BoundBuf, BoundParts, KeyBounds, Predicate, Rank, Ranks, TextMatch};
use super::scan_field::ScanField;
use crate::bytes::{KeyBuf, Sink};
use crate::codec::{Codec, Place, Start, TextPart};
use crate::error::ValueError;
use crate::key::FieldOf;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Bound;

/// A value of one field without its type: all that a question needs of it.
#[derive(Clone, Debug)]
pub struct AskedValue {
    /// `None` if no key can hold it.
    element: Option<KeyBuf>,
    place: Result<(Place, BoundBuf), ValueError>,
    /// The value as what it sorts by.
    rank: Result<Rank, ValueError>,
    /// `true` if it is NaN or holds one.
    has_nan: bool,
}

/// A part of the texts of one field, without the type of the field.
#[derive(Clone, Debug)]
pub struct AskedText {
    text: TextMatch,
    bytes: BoundBuf,
}

impl AskedText {
    /// The texts of the field `F` with `text` at `part`; `None` if the field is not a text that is searched.
    pub fn of<'v, F: FieldOf<'v>>(part: TextPart, text: &[u8]) -> Option<Self>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        let search = F::Codec::TEXT?;
        let mut element = Vec::new();
        let start = (search.start)(part, text, &mut element);
        let mut bytes = BoundBuf::EMPTY;
        let mut match_of =
            TextMatch { part, element: None, is_wider: start == Start::Wider, text_of: search.text_of, item_width: 0 };
        if start != Start::None {
            match_of.element = u32::try_from(element.len()).ok();
            Sink::put(&mut bytes, &element);
        }
        match start {
            Start::Cut => Sink::put(&mut bytes, &(search.text_of)(&element)),
            _ => Sink::put(&mut bytes, text),
        }
        Some(Self { text: match_of, bytes })
    }

    /// `true` if the elements of these texts begin alike, so that a range can hold them.
    #[must_use]
    pub fn is_range(&self) -> bool {
        !self.text.is_wider || self.text.element.is_some_and(|width| width > 0)
    }
}

impl AskedValue {
    /// A value of the field `F`.
    pub fn of<'v, F: FieldOf<'v>>(value: &F::Value) -> Self
    where
        F::Codec: Codec<'v, F::Value>,
    {
        let (mut element, mut bytes) = (KeyBuf::EMPTY, BoundBuf::EMPTY);
        let is_held = ArgElement::<F>::put(&value, &mut element);
        let place = ArgElement::<F>::place(&value, &mut bytes);
        let floats = F::Codec::FLOATS.filter(|_| is_held).map(|find| find(&element)).unwrap_or_default();
        Self {
            has_nan: floats.iter().any(|float| float.is_nan(&element)),
            element: is_held.then_some(element),
            place: place.map(|place| (place, bytes)),
            rank: ArgElement::<F>::rank(&value),
        }
    }

    /// The element of the value; `None` if no key can hold it.
    #[must_use]
    pub fn element(&self) -> Option<&[u8]> {
        self.element.as_deref()
    }

    /// The order of two values of one field; `None` if one of them holds NaN, or the codec cannot tell its place.
    #[must_use]
    pub fn order(&self, other: &Self) -> Option<Ordering> {
        match (&self.rank, &other.rank) {
            (Ok(rank), Ok(other_rank)) if !self.has_nan && !other.has_nan => Some(rank.bytes.cmp(&other_rank.bytes)),
            _ => None,
        }
    }
}

/// The methods of a builder for the field of a number. A number of another key asks nothing.
impl Query {
    /// As [`Query::equal`].
    #[must_use]
    pub fn asked_equal(mut self, field: usize, value: &AskedValue) -> Self {
        let field = (self.key.field)(field);
        let start = self.bytes.len();
        if let Some(element) = &value.element {
            Sink::put(&mut self.bytes, element);
        }
        self.bind_value(field, start, value.element.is_some());
        self
    }

    /// As [`Query::any`].
    #[must_use]
    pub fn asked_any(mut self, field: usize, values: &[AskedValue]) -> Self {
        self.bind_list((self.key.field)(field), Some(elements(values)));
        self
    }

    /// As [`Query::within`].
    #[must_use]
    pub fn asked_within(mut self, field: usize, range: (Bound<&AskedValue>, Bound<&AskedValue>)) -> Self {
        let field = (self.key.field)(field);
        let bounds = key_bounds(range, field, &mut self.bytes);
        self.check_range(field, &bounds, || ranks(range));
        self.bind_range(field, bounds);
        self
    }

    /// As [`Query::text`].
    #[must_use]
    pub fn asked_text(mut self, field: usize, text: &AskedText) -> Self {
        Sink::put(&mut self.bytes, &text.bytes);
        self.bind_text((self.key.field)(field), Some(text.text));
        self
    }

    /// As [`Query::filter_text`].
    #[must_use]
    pub fn asked_filter_text(mut self, field: usize, text: &AskedText) -> Self {
        self.filter((self.key.field)(field), Predicate::Text(text.bytes.clone(), text.text));
        self
    }

    /// As [`Query::filter_equal`].
    #[must_use]
    pub fn asked_filter_equal(mut self, field: usize, value: &AskedValue) -> Self {
        self.filter((self.key.field)(field), Predicate::Equal(value.element.clone()));
        self
    }

    /// As [`Query::filter_any`].
    #[must_use]
    pub fn asked_filter_any(mut self, field: usize, values: &[AskedValue]) -> Self {
        self.filter((self.key.field)(field), Predicate::OneOf(elements(values)));
        self
    }

    /// As [`Query::filter_within`].
    #[must_use]
    pub fn asked_filter_within(mut self, field: usize, range: (Bound<&AskedValue>, Bound<&AskedValue>)) -> Self {
        let field = (self.key.field)(field);
        let mut bytes = BoundBuf::EMPTY;
        let bounds = key_bounds(range, field, &mut bytes);
        self.filter_range(field, bytes, bounds, || ranks(range));
        self
    }
}

/// The elements of the values that keys can hold, ascending.
fn elements(values: &[AskedValue]) -> Vec<KeyBuf> {
    let mut elements: Vec<KeyBuf> = values.iter().filter_map(|value| value.element.clone()).collect();
    elements.sort_unstable();
    elements.dedup();
    elements
}

/// A range in natural order as places among the elements, in key order.
fn key_bounds(
    (start, stop): (Bound<&AskedValue>, Bound<&AskedValue>),
    field: &ScanField,
    out: &mut BoundBuf,
) -> Result<KeyBounds, ValueError> {
    let (from, is_start) = (out.len(), !field.is_descending);
    let (start, stop) = if is_start { (start, stop) } else { (stop, start) };
    let start = bound(start, field, is_start, out)?;
    let bounds = KeyBounds { start, stop: bound(stop, field, !is_start, out)? };
    Ok(if field.floats.is_some() { bounds.without_nan(out, from, field) } else { bounds })
}

fn bound(
    bound: Bound<&AskedValue>,
    field: &ScanField,
    is_start: bool,
    out: &mut BoundBuf,
) -> Result<Option<BoundParts>, ValueError> {
    let (value, is_included) = match bound {
        Bound::Included(value) => (value, true),
        Bound::Excluded(value) => (value, false),
        Bound::Unbounded => return Ok(None),
    };
    let from = out.len();
    let (place, bytes) = value.place.as_ref().map_err(Clone::clone)?;
    Sink::put(out, bytes);
    let put_stored = |stored: &mut BoundBuf| {
        value.element.iter().for_each(|element| Sink::put(stored, element));
        value.element.is_some()
    };
    Ok(Some(BoundParts::of(out, from, *place, put_stored, field, (is_included, is_start))))
}

fn ranks((start, stop): (Bound<&AskedValue>, Bound<&AskedValue>)) -> Result<Ranks, ValueError> {
    let rank = |bound: Bound<&AskedValue>| {
        Ok(match bound {
            Bound::Included(value) => Bound::Included(value.rank.clone()?),
            Bound::Excluded(value) => Bound::Excluded(value.rank.clone()?),
            Bound::Unbounded => Bound::Unbounded,
        })
    };
    Ok(Ranks::new((rank(start)?, rank(stop)?)))
}
