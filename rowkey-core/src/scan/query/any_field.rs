//! Conditions on fields chosen at run time. A tool gets the name of a field and its values from a user, and has no type
//! for them where it builds the query.

use super::Query;
use super::arg::ArgElement;
use super::condition::{Condition, InText, UntypedCondition};
use super::predicate::{BoundBuf, Rank, TextMatch};
use super::scan_field::ScanField;
use crate::bytes::{KeyBuf, Sink};
use crate::codec::{Codec, ElementRange, Place, RangeEnd, Start, StoredBytes, TextPart, TextSearch};
use crate::error::ValueError;
use crate::key::FieldOf;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A field chosen at run time. Its values are [`AnyValue`].
#[derive(Debug)]
pub enum AnyField {}

/// A value of one field without its type: the facts that a condition needs.
#[derive(Clone, Debug)]
pub struct AnyValue {
    /// The element. `None` if no key can hold the value.
    element: Option<KeyBuf>,
    place: Result<(Place, BoundBuf), ValueError>,
    /// The bytes by which the value sorts.
    rank: Result<Rank, ValueError>,
    /// The elements on each side of a value of a nested key. Empty for other values.
    ranges: Vec<(RangeEnd, Result<Ranges, ValueError>)>,
    /// `true` if the value is NaN or holds one.
    has_nan: bool,
}

/// The elements on one side of a value, and the bytes that a key stores for it.
type Ranges = (Vec<ElementRange>, StoredBytes);

impl AnyValue {
    /// Creates a value of the field `F`.
    pub fn of<'v, F: FieldOf<'v>>(value: &F::Value) -> Self
    where
        F::Codec: Codec<'v, F::Value>,
    {
        let (mut element, mut bytes) = (KeyBuf::EMPTY, BoundBuf::EMPTY);
        let is_held = ArgElement::<F>::put_element(&value, &mut element);
        let place = ArgElement::<F>::place(&value, &mut bytes);
        let ends = [(true, true), (true, false), (false, true), (false, false)];
        let ends = ends.map(|(is_start, is_included)| RangeEnd { is_start, is_included });
        let ends = if F::Codec::KEY.is_some() { &ends[..] } else { &[] };
        let ranges = |end: &RangeEnd| {
            let mut ranges = Vec::new();
            (*end, ArgElement::<F>::ranges(&value, *end, &mut ranges).map(|stored| (ranges, stored)))
        };
        let floats = F::Codec::FLOATS.filter(|_| is_held).map(|find| find(&element)).unwrap_or_default();
        Self {
            has_nan: floats.iter().any(|float| float.is_nan(&element)),
            element: is_held.then_some(element),
            place: place.map(|place| (place, bytes)),
            rank: ArgElement::<F>::rank(&value),
            ranges: ends.iter().map(ranges).collect(),
        }
    }

    /// Returns the element of the value, or `None` if no key can hold it.
    #[must_use]
    pub fn element(&self) -> Option<&[u8]> {
        self.element.as_deref()
    }

    /// Compares two values of one field. Returns `None` if one of them holds NaN, or if the codec does not know its
    /// order.
    #[must_use]
    pub fn order(&self, other: &Self) -> Option<Ordering> {
        match (&self.rank, &other.rank) {
            (Ok(rank), Ok(other_rank)) if !self.has_nan && !other.has_nan => Some(rank.bytes.cmp(&other_rank.bytes)),
            _ => None,
        }
    }
}

impl ArgElement<'_, AnyField> for &AnyValue {
    fn put_element<const N: usize>(&self, out: &mut KeyBuf<N>) -> bool {
        self.element.iter().for_each(|element| out.put(element));
        self.element.is_some()
    }

    fn place(&self, out: &mut BoundBuf) -> Result<Place, ValueError> {
        let (place, bytes) = self.place.as_ref().map_err(Clone::clone)?;
        out.put(bytes);
        Ok(*place)
    }

    fn rank(&self) -> Result<Rank, ValueError> {
        self.rank.clone()
    }

    const IS_BY_FIELDS: bool = true;

    fn ranges(&self, end: RangeEnd, out: &mut Vec<ElementRange>) -> Result<StoredBytes, ValueError> {
        let Some((_, found)) = self.ranges.iter().find(|(it, _)| *it == end) else { return Ok(StoredBytes::None) };
        let (ranges, stored) = found.clone()?;
        out.extend(ranges);
        Ok(stored)
    }
}

/// A condition on a part of a text, without the type of the field.
#[derive(Clone, Debug)]
pub struct AnyText {
    part: TextPart,
    text: Vec<u8>,
    search: TextSearch,
}

impl AnyText {
    /// Creates the condition that texts of the field `F` have `text` at `part`. Returns `None` if the field cannot be
    /// searched for parts of a text.
    pub fn of<'v, F: FieldOf<'v>>(part: TextPart, text: &[u8]) -> Option<Self>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        Some(Self { part, text: text.to_vec(), search: F::Codec::TEXT? })
    }

    fn put_start(&self, text: &[u8], out: &mut impl Sink) -> Start {
        let mut bytes = Vec::new();
        let start = (self.search.start)(self.part, text, &mut bytes);
        out.put(&bytes);
        start
    }

    /// Returns `true` if the elements of these texts begin with the same bytes, so that one range can hold them.
    #[must_use]
    pub fn is_range(&self) -> bool {
        let mut bytes = Vec::new();
        self.put_start(&self.text, &mut bytes) != Start::Wider || !bytes.is_empty()
    }
}

impl Condition<'_, AnyField, InText> for &AnyText {
    fn untyped(self, _: &ScanField, out: &mut BoundBuf) -> UntypedCondition {
        let start = |text: &[u8], out: &mut BoundBuf| self.put_start(text, out);
        UntypedCondition::Part(TextMatch::of(self.part, &self.text, start, self.search.text_of, out))
    }
}

/// Builder methods for a field, given by its number in the key.
impl Query {
    /// Binds the next field, number `field`. The condition must not be a range if keys do not sort by the field.
    #[must_use]
    pub fn bind_any<As, C: for<'v> Condition<'v, AnyField, As>>(mut self, field: usize, condition: C) -> Self {
        self.bind_field((self.key.field)(field), condition);
        self
    }

    /// Keeps the rows that meet the condition on field number `field`.
    #[must_use]
    pub fn filter_any<As, C: for<'v> Condition<'v, AnyField, As>>(mut self, field: usize, condition: C) -> Self {
        self.filter_field((self.key.field)(field), condition);
        self
    }
}
