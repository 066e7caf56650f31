//! A key inside a tuple: a tuple inside a tuple.

use super::TupleValue;
use crate::bytes::{Scratch, Sink};
use crate::codec::{Codec, Piece};
use crate::error::ElementError;
use crate::key::{NestedKey, RowKey};
use crate::language::tuple::nested;
use crate::language::{Atom, Language, Leaf};
use crate::layout::Layout;
use core::fmt;

/// Null at the top of a tuple, and inside a nested one.
const NULLS: [&[u8]; 2] = [b"\0", b"\0\xFF"];

/// A nested tuple is 05, the elements of the key, and 00; only null is written otherwise than at the top.
#[diagnostic::do_not_recommend]
impl<'k, K: RowKey<Decoded<'k> = K>> TupleValue<'k> for K {
    const LANGUAGE: Language = K::LAYOUT.nested_tuple();
    const NAME: &'static str = K::LAYOUT.name();
    const KEY: Option<&'static Layout> = Some(K::LAYOUT);
    type Error = K::EncodeError;

    fn write<S: Sink>(&self, out: &mut S) -> Result<(), K::EncodeError> {
        let mut top = Scratch::new();
        NestedKey::write(self, &mut top)?;
        out.put(&[5]);
        // The bytes just written have the elements of the layout, so they can be taken apart.
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

/// `true` if the element, which is not inside a nested tuple yet, can be null.
fn is_optional(atom: &Atom) -> bool {
    matches!(atom.leaf, Leaf::Tuple(element) if element.optional && !element.nested)
}

/// Copies the elements of a tuple: of a nested one as at the top, or the other way round. `None` if they are not those of the
/// layout, whose atoms are as at the top.
fn rewrite<S: Sink>(atoms: &[Atom], from: &[u8], is_nested: bool, out: &mut S) -> Option<()> {
    let mut rest = from;
    for atom in atoms {
        let read = if is_nested { nested(*atom) } else { *atom };
        let width = match read.leaf {
            Leaf::Tuple(element) => element.width_in(rest)?,
            leaf => leaf.fixed_width()?,
        };
        let (element, behind) = rest.split_at_checked(width)?;
        if !is_optional(atom) || element.first() != Some(&0) {
            out.put(element);
        } else if element == NULLS[usize::from(is_nested)] {
            out.put(NULLS[usize::from(!is_nested)]);
        } else {
            return None;
        }
        rest = behind;
    }
    rest.is_empty().then_some(())
}
