//! The facts of a field that a scan needs, computed at compile time.

use super::MAX_RANGES;
use crate::bytes::KeyBuf;
use crate::codec::{Codec, FindFloats, Float};
use crate::key::{FieldOf, RowKey, Visit};
use crate::language::Order;
use crate::layout::{Cut, Field, Layout, Parts, Split, SplitRule, ends_open, is_open_text};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::marker::PhantomData;

/// A field of a key as untyped code sees it.
#[derive(Debug)]
pub struct ScanField {
    pub(super) layout: &'static Layout,
    pub(super) index: usize,
    /// The rule that finds the end of the element.
    pub(in crate::scan) cut: Cut,
    /// The offsets at which the element begins and ends, if they are the same in every key.
    pub(super) place: Option<(usize, usize)>,
    /// `true` if the end of the element is found from the end of the key.
    pub(in crate::scan) is_cut_from_end: bool,
    /// `true` if the element is one text without an end mark: a separator or the end of the key ends it.
    pub(super) is_open_text: bool,
    /// `true` if only a separator or the end of the key ends the element.
    pub(super) ends_open: bool,
    pub(super) is_descending: bool,
    /// `true` if the field is a nested key, or an option or a list of one.
    pub(super) holds_key: bool,
    /// `true` if a computed element comes before the field.
    pub(super) follows_computed: bool,
    /// `true` if longer elements continue with FF. All keys with an element then sort below the element followed by FF.
    pub(in crate::scan) ends_below_ff: bool,
    /// Finds the floats in the element. `None` if the field has no floats.
    pub(super) floats: Option<FindFloats>,
}

impl ScanField {
    pub(super) const fn of<K: RowKey>(index: usize) -> Self {
        if K::LAYOUT.parts.fields.is_empty() {
            return Self::new(&ONE_FIELD, 0);
        }
        // A visit of an enum's first fields uses its first variant, which has more fields. No query uses the others.
        Self::new(K::LAYOUT, if index < K::LAYOUT.parts.fields.len() { index } else { 0 })
    }

    pub(super) const fn new(layout: &'static Layout, index: usize) -> Self {
        Self {
            layout,
            index,
            cut: layout.cut(index),
            place: layout.fixed_place(index),
            is_cut_from_end: layout.is_cut_from_end(index),
            is_open_text: is_open_text(layout, index),
            ends_open: ends_open(layout, index),
            is_descending: matches!(layout.parts.fields[index].order(), Order::Descending),
            holds_key: layout.parts.fields[index].key.is_some(),
            follows_computed: index > 0 && layout.parts.fields[index - 1].computed.is_some(),
            ends_below_ff: layout.ends_below_ff(index),
            floats: layout.parts.fields[index].floats,
        }
    }

    /// Returns the positions of the floats in an element.
    pub(super) fn floats_in(&self, element: &[u8]) -> Vec<Float> {
        self.floats.map(|find| find(element)).unwrap_or_default()
    }

    /// Returns the float that fills the whole element, and its width.
    pub(super) fn whole_float(&self) -> Option<(Float, usize)> {
        let width = self.layout.fields()[self.index].language().fixed_width().filter(|width| *width <= 8)?;
        match self.floats_in([0; 8].get(..width)?)[..] {
            [float] if float.range() == (0..width) => Some((float, width)),
            _ => None,
        }
    }

    /// Returns the elements of all values equal to this one: both zeros are one value.
    ///
    /// # Errors
    /// Returns the number of elements if it is above [`MAX_RANGES`].
    pub(super) fn with_equal_elements(&self, element: KeyBuf) -> Result<Vec<KeyBuf>, u128> {
        let floats = self.floats_in(&element);
        let zeros: Vec<&Float> = floats.iter().filter(|float| float.is_zero(&element)).collect();
        // A tuple of n zeros has 2^n elements.
        let count = 1u128.checked_shl(zeros.len() as u32).unwrap_or(u128::MAX);
        if count > MAX_RANGES as u128 {
            return Err(count);
        }
        let mut elements = vec![element];
        // Each zero doubles the list: once with 0.0 there, and once with -0.0.
        for zero in zeros {
            let mut others = elements.clone();
            elements.iter_mut().for_each(|element| zero.put_zero(Ordering::Less, element.as_mut_slice()));
            others.iter_mut().for_each(|element| zero.put_zero(Ordering::Greater, element.as_mut_slice()));
            elements.append(&mut others);
        }
        Ok(elements)
    }

    pub(super) const fn order(&self) -> Order {
        self.layout.parts.fields[self.index].order()
    }

    pub(in crate::scan) const fn separator(&self) -> &'static [u8] {
        self.layout.parts.fields[self.index].separator
    }

    /// Returns `true` if the key ends with the element of this field.
    pub(super) const fn ends_key(&self) -> bool {
        self.index + 1 == self.layout.parts.fields.len() && self.separator().is_empty()
    }
}

/// A layout with one field, for the facts of a record type without fields. They are computed, but not used.
static ONE_FIELD: Layout = Layout {
    parts: Parts { fields: &[Field::NOTHING], ..Parts::EMPTY },
    atoms: &Parts { fields: &[Field::NOTHING], ..Parts::EMPTY }.flatten::<1>(),
    split: Split { keys: &[], rule: SplitRule::Default, allow_dead: false, allow_uneven: false },
    width: (1, Some(1)),
};

/// Returns the field of this index of the key `K`. Its facts are constants, which rustc computes only for fields that
/// some scan uses.
pub(super) fn scan_field<K: RowKey>(index: usize) -> &'static ScanField {
    // Builders only use fields that the key has.
    K::visit_field(index, AsScanField::<K>(PhantomData)).unwrap_or(const { &ScanField::of::<K>(0) })
}

struct AsScanField<K>(PhantomData<K>);

impl<'v, K: RowKey> Visit<'v> for AsScanField<K> {
    type Out = &'static ScanField;

    fn field<F: FieldOf<'v>>(self) -> Self::Out
    where
        F::Codec: Codec<'v, F::Value>,
    {
        const { &ScanField::of::<K>(F::INDEX) }
    }
}
