//! A key inside a tuple: a tuple inside a tuple.
//!
//! For a key with the values `None` and 7, the tuple is 00 15 07 at the top, and 05 00 FF 15 07 00 inside another
//! tuple. The end of a nested tuple is 00, so null has a form of its own inside: 00 FF.

use super::TupleValue;
use crate::bytes::{Scratch, Sink};
use crate::codec::{Codec, FindFloats, Float, Piece};
use crate::error::ElementError;
use crate::key::{NestedKey, RowKey};
use crate::language::tuple::nested;
use crate::language::{Atom, Language};
use crate::layout::Layout;
use alloc::vec::Vec;
use core::fmt;

/// Null at the top of a tuple, and inside a nested one.
const NULLS: [&[u8]; 2] = [b"\0", b"\0\xFF"];

/// Writes 05, the elements of the key, and 00. Of the elements, only null differs from the one at the top.
#[diagnostic::do_not_recommend]
impl<'k, K: RowKey<Decoded<'k> = K>> TupleValue<'k> for K {
    const LANGUAGE: Language = K::LAYOUT.nested_tuple();
    const NAME: &'static str = K::LAYOUT.name();
    const KEY: Option<&'static Layout> = Some(K::LAYOUT);
    const FLOATS: Option<FindFloats> =
        if K::LAYOUT.has_floats() { Some(|element| floats_in(K::LAYOUT, element).unwrap_or_default()) } else { None };
    type Error = K::EncodeError;

    /// Sorts like the tuple of the fields.
    fn rank<S: Sink>(&self, out: &mut S) -> Result<(), K::EncodeError> {
        <NestedKey as Codec<'k, K>>::rank(self, out)
    }

    fn write<S: Sink>(&self, out: &mut S) -> Result<(), K::EncodeError> {
        let mut top = Scratch::new();
        NestedKey::write(self, &mut top)?;
        out.put(&[5]);
        // The bytes were just written from the layout, so `rewrite` finds its elements in them.
        let _ = rewrite(K::LAYOUT.atoms, top.as_slice(), false, out);
        out.put(&[0]);
        Ok(())
    }

    fn read(element: Piece<'k, '_>) -> Result<Self, ElementError> {
        const NONE: ElementError = ElementError::Other("expected a nested tuple: 0x05, its elements, 0x00");
        let inside = match &*element {
            [5, inside @ .., 0] => element.part(1..1 + inside.len()),
            _ => return Err(NONE),
        };
        if !K::LAYOUT.atoms.iter().any(is_optional) {
            return NestedKey::read(inside).map_err(|error| error.shifted(1));
        }
        let mut top = Scratch::new();
        rewrite(K::LAYOUT.atoms, &inside, true, &mut top).ok_or(NONE)?;
        NestedKey::read(Piece::Copy(top.as_slice())).map_err(|error| error.shifted(1))
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut top = Scratch::new();
        let inside = element.get(1..element.len().saturating_sub(1)).unwrap_or_default();
        let _ = rewrite(K::LAYOUT.atoms, inside, true, &mut top);
        <NestedKey as Codec<'k, K>>::show(top.as_slice(), f)
    }
}

/// Returns the floats in a nested tuple: 05, the elements, and 00. Each null is a byte longer here than at the top.
fn floats_in(layout: &'static Layout, element: &[u8]) -> Option<Vec<Float>> {
    let [5, inside @ .., 0] = element else { return None };
    let mut top = Scratch::new();
    rewrite(layout.atoms, inside, true, &mut top)?;
    let mut ends_of_nulls = Vec::new();
    let mut at = 0;
    for atom in layout.atoms {
        let rest = top.as_slice().get(at..)?;
        at += atom.leaf.width_in(rest, false)?;
        if is_optional(atom) && rest.first() == Some(&0) {
            ends_of_nulls.push(at);
        }
    }
    let floats = layout.floats_of(top.as_slice()).into_iter().map(|float| {
        let nulls = ends_of_nulls.iter().filter(|end| **end <= float.range().start).count();
        float.shifted(1 + nulls)
    });
    Some(floats.collect())
}

/// Returns `true` if the element can be null and is not in a deeper tuple, where null is 00 FF already.
fn is_optional(atom: &Atom) -> bool {
    atom.leaf.as_tuple_element().is_some_and(|element| element.optional && !element.nested)
}

/// Copies the elements of a tuple, with each null in the other form: 00 becomes 00 FF, or the other way round if
/// `is_nested`. Returns `None` if the bytes are not the elements of `atoms`, which have their form at the top.
fn rewrite<S: Sink>(atoms: &[Atom], from: &[u8], is_nested: bool, out: &mut S) -> Option<()> {
    let mut rest = from;
    for atom in atoms {
        let read = if is_nested { nested(*atom) } else { *atom };
        let width = read.leaf.width_in(rest, false)?;
        let (element, after) = rest.split_at_checked(width)?;
        if !is_optional(atom) || element.first() != Some(&0) {
            out.put(element);
        } else if element == NULLS[usize::from(is_nested)] {
            out.put(NULLS[usize::from(!is_nested)]);
        } else {
            return None;
        }
        rest = after;
    }
    rest.is_empty().then_some(())
}
