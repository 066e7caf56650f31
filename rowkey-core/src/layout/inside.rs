//! A key as a part of another key.
//!
//! The elements of a struct follow one another. The tag of an enum says which record type follows, and so where the element
//! ends. With the record types `a | u8` and `b | u16`, the elements are `61 07` and `62 00 07`.

use super::{Layout, Parts, tuple};
use crate::language::float::Float;
use crate::language::product::common_beginning;
use crate::language::{Atom, ByteSet, Delimited, FindElement, FindEnd, Language, Order, Source, Text, begins};
use crate::layout::record_types::RecordType;
use crate::layout::sample::sample_key;
use alloc::vec::Vec;

/// The reason why a salted key cannot be a part of another, and the help.
const SALTED: (&str, &str) = (
    "a salted key cannot be a part of another, whose order it would break",
    "salt the outer struct instead: `#[rowkey(salt(of(..), buckets = ..))]`",
);

/// A key whose last field does not show its end.
const OPEN: &[Atom] = &[Atom::new(Text { alphabet: ByteSet::ALL, min: 1, max: None }.leaf(), Source::Field(0))];

/// Returns the language of an enum's keys inside another key.
const fn of_kinds(layout: &'static Layout) -> Language {
    if let Some((fact, help)) = obstacle(&layout.parts) {
        return Language::refused_by("RK610", fact, help);
    }
    let kinds = layout.parts.kinds;
    let (mut alphabet, mut order, mut i) = (ByteSet::NONE, Order::Ascending, 0);
    while i < kinds.len() {
        let of = kinds[i].layout;
        if let Some(refused) = refused(of) {
            return refused;
        }
        // Values compare in the order of the source first, and keys in that of their tags.
        if !of.is_ordered() || i > 0 && kinds[i - 1].declared > kinds[i].declared {
            order = Order::Unordered;
        }
        let mut atom = 0;
        while atom < of.atoms.len() {
            alphabet = alphabet.union(of.atoms[atom].alphabet());
            atom += 1;
        }
        i += 1;
    }
    if !layout.is_prefix_free() && !any_meet(kinds) {
        return Language::sequence(OPEN, order);
    }
    let (least, most) = layout.width;
    let leaf = Delimited { alphabet, least, most, by: FindEnd::Of(layout) }.leaf();
    Language::of_leaf(leaf, order)
}

/// Returns the reason why an enum cannot be a part of another key, and the help.
const fn obstacle(parts: &Parts) -> Option<(&'static str, &'static str)> {
    if parts.salt.is_some() {
        return Some(SALTED);
    }
    if parts.has_other {
        return Some((
            "the variant with `other` takes any bytes, and so those of the elements after it",
            "leave out that variant, or use an enum without it",
        ));
    }
    if parts.fields.len() > 1 {
        return Some((
            "the keys of an enum with `under` begin with its fields, and not with a tag",
            "leave out `under`, and write its fields into the outer struct, before this one",
        ));
    }
    let (mut i, kinds) = (0, parts.kinds);
    while i < kinds.len() {
        if !kinds[i].layout.older_prefixes().is_empty() {
            return Some((
                "rows with an older tag would be found by no scan of the outer key",
                "leave out `was`, and give the older tag a variant of its own",
            ));
        }
        let mut other = 0;
        while other < kinds.len() {
            // An empty tag begins each, also its own. The enum itself reports record types that have a key in common.
            if (other != i || kinds[i].tag.is_empty())
                && begins(kinds[other].tag, kinds[i].tag)
                && !(other != i && meet(kinds[i].layout, kinds[other].layout))
            {
                return Some((
                    "the tags of its variants say where the key ends, and one is missing or begins another",
                    "give each variant a tag, and let none begin with another: `#[rowkey(tag = \"..\")]`",
                ));
            }
            other += 1;
        }
        i += 1;
    }
    None
}

/// Returns `true` if some record types have a key in common, which the enum reports.
const fn any_meet(kinds: &[RecordType]) -> bool {
    let mut i = 0;
    while i < kinds.len() {
        let mut other = 0;
        while other < kinds.len() {
            if other != i && meet(kinds[i].layout, kinds[other].layout) {
                return true;
            }
            other += 1;
        }
        i += 1;
    }
    false
}

/// Returns `true` if a key of `long` can begin with one of `short`.
const fn meet(short: &Layout, long: &Layout) -> bool {
    common_beginning(long.atoms, 0, short.atoms, short.atoms.len()).is_some()
}

/// Returns the refusal of a record type that cannot be a part of another key, as a struct cannot.
const fn refused(of: &'static Layout) -> Option<Language> {
    // A tag alone has no encoding.
    if of.parts.fields.is_empty() {
        return None;
    }
    let language = of.language();
    match language.refusal() {
        Some(_) => Some(language),
        None => None,
    }
}

impl Layout {
    /// Returns the language of this key as a part of another key: the languages of its elements, one after another.
    ///
    /// The language of an enum's keys is that of all its record types.
    ///
    /// A key with a salt or a computed element cannot be a part of another key, and neither can that of an enum with
    /// `other`, `under`, `was`, or a variant without a tag. The result then is [`Language::refused`], with the reason.
    #[must_use]
    pub const fn language(&'static self) -> Language {
        if self.has_kinds() {
            return of_kinds(self);
        }
        if self.parts.salt.is_some() {
            return Language::refused_by("RK610", SALTED.0, SALTED.1);
        }
        if self.has_computed() {
            return Language::refused_by(
                "RK610",
                "a key with a computed element cannot be a part of another, which does not sort by that element",
                "write its fields into the outer struct, and the element there",
            );
        }
        if self.is_tuple() {
            return tuple::REFUSED_INSIDE;
        }
        if self.is_ordered_code() {
            return tuple::ORDERED_CODE_INSIDE;
        }
        Language::sequence(self.atoms, if self.is_ordered() { Order::Ascending } else { Order::Unordered })
    }

    /// Returns `true` if a field can only borrow from the key.
    pub(crate) const fn borrows(&self) -> bool {
        let mut i = 0;
        while i < self.parts.fields.len() {
            if self.parts.fields[i].borrows {
                return true;
            }
            i += 1;
        }
        let mut kinds = self.parts.kinds;
        while let [kind, rest @ ..] = kinds {
            if kind.layout.borrows() {
                return true;
            }
            kinds = rest;
        }
        false
    }

    /// Returns `true` if a field has floats.
    pub(crate) const fn has_floats(&self) -> bool {
        let mut i = 0;
        while i < self.parts.fields.len() {
            if self.parts.fields[i].floats.is_some() {
                return true;
            }
            i += 1;
        }
        let mut kinds = self.parts.kinds;
        while let [kind, rest @ ..] = kinds {
            if kind.layout.has_floats() {
                return true;
            }
            kinds = rest;
        }
        false
    }

    /// Returns the floats in a key.
    pub(crate) fn floats_of(&self, key: &[u8]) -> Vec<Float> {
        if let Some((_, kind)) = self.kind_of_rest(key) {
            return kind.layout.floats_of(key);
        }
        let fields = self.parts.fields.iter().enumerate();
        let in_fields = fields.filter_map(|(index, field)| {
            let find = field.floats?;
            let (at, element) = self.element_of(key, index)?;
            Some(find(element).into_iter().map(move |float| float.shifted(at)))
        });
        in_fields.flatten().collect()
    }

    /// Returns the record type of the key of an enum that `rest` begins with.
    pub(crate) fn kind_of_rest(&self, rest: &[u8]) -> Option<(usize, &'static RecordType)> {
        let mut kinds = self.record_types().iter().enumerate();
        kinds.find(|(_, kind)| !kind.tag.is_empty() && rest.starts_with(kind.layout.parts.prefix))
    }
}

impl FindElement for Layout {
    fn width_in(&self, rest: &[u8]) -> Option<usize> {
        let (_, kind) = self.kind_of_rest(rest)?;
        kind.layout.start_of(rest, kind.layout.parts.fields.len())
    }

    fn sample(&self, choose: &mut dyn FnMut(usize) -> usize) -> Vec<u8> {
        sample_key(self, &[], choose)
    }
}
