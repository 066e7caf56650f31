//! A layout: the elements of a key as data, known while the user compiles.

pub(crate) mod computed;
mod cut;
pub(crate) mod disjoint;
pub(crate) mod display;
mod element;
pub(crate) mod engine;
mod field;
mod json;
pub(crate) mod kinds;
pub(crate) mod lock;
pub(crate) mod ordered_code;
mod prefix_width;
pub(crate) mod proof;
pub(crate) mod salt;
pub(crate) mod sample;
pub(crate) mod split;
mod tuple;
mod versionstamp;

pub(crate) use cut::{Cut, ends_open, is_open_text, shortened};
pub use element::{Element, ElementKind};
pub use field::Field;
pub(crate) use lock::check_lock;
pub use proof::check_field;
pub(crate) use proof::{
    check_computed, check_engine, check_hashed, check_moved_field, check_prefix_free, check_regions,
};

use crate::language::float::Float;
use crate::language::{Atom, Language, Leaf, Order, Source};
use crate::layout::engine::Engine;
use crate::layout::kinds::{RecordType, Tag};
use crate::layout::salt::Salt;
use crate::layout::split::hbase::HBaseSplit;
use alloc::vec::Vec;

/// The layout of a key: its elements, the language of each, the salt and the split keys. `Display` is a byte map.
pub struct Layout {
    pub(crate) parts: Parts,
    pub(crate) atoms: &'static [Atom],
    pub(crate) split: Split,
    /// The width of a key. Kept, because the proofs ask for it often.
    pub(crate) width: (usize, Option<usize>),
}

/// The facts that the source states about a key, before anything is computed from it.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    pub(crate) name: &'static str,
    pub(crate) prefix: &'static [u8],
    pub(crate) salt: Option<Salt>,
    /// The literal after the label; empty if there is none.
    pub(crate) separator: &'static [u8],
    pub(crate) fields: &'static [Field],
    /// The engine that `store = ..` names.
    pub(crate) engine: Option<Engine>,
    /// How the checked field is placed, compared with the struct.
    pub(crate) placement: Placement,
    /// The kinds of an enum's keys, ascending by tag; none of a struct.
    pub(crate) kinds: &'static [RecordType],
    /// The tags of the kinds, ascending.
    pub(crate) tags: &'static [&'static [u8]],
    /// `true` if a row of an enum may have any other key.
    pub(crate) has_other: bool,
    /// `true` of the layout of a stub, whose derive has an error.
    pub(crate) is_stub: bool,
    /// The tag, if these are the keys of one kind.
    pub(crate) tag: Option<Tag>,
}

/// How a field is placed in its key, compared with the struct. rustc points at the field in the struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// In the struct's own key.
    Own,
    /// Among the first fields of a record type, which all others of the enum begin with too (`under`).
    Shared,
    /// In a secondary key (`index(..)`) and in the struct's own, where other fields may follow it.
    Moved,
    /// In a secondary key only: `skip`, which excludes all other items, leaves the field out of the struct's own key.
    Skipped,
}

/// The split keys of a layout.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    pub(crate) keys: &'static [&'static [u8]],
    pub(crate) rule: SplitRule,
    /// `true` with `allow(dead)`: some regions may be dead.
    pub(crate) allow_dead: bool,
    /// `true` with `allow(uneven)`: some regions may get more than their share.
    pub(crate) allow_uneven: bool,
}

/// The rule that makes the split keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SplitRule {
    /// One region per bucket; without a salt, or with too many buckets, one region in all.
    Default,
    /// This many even regions.
    Regions(u128),
    /// A cut after each label: the label, then the literal. The number is that of the regions; `None` is one per bucket.
    After(&'static [u8], Option<u128>),
    /// One of HBase's algorithms.
    HBaseSplit(HBaseSplit<'static>),
    /// The split keys are these.
    Keys(&'static [&'static [u8]]),
}

// rustc evaluates the functions below for each key that is derived. Its interpreter spends most of its time on calls, also
// calls of `len()`, so the loops take slices apart by patterns.

/// 1 if there are bytes, else 0: the number of atoms of a literal.
const fn has(bytes: &[u8]) -> usize {
    if let [_, ..] = bytes { 1 } else { 0 }
}

impl Parts {
    /// The facts of a key without elements.
    pub(crate) const EMPTY: Self = Self {
        name: "",
        prefix: &[],
        salt: None,
        separator: &[],
        fields: &[],
        engine: None,
        placement: Placement::Own,
        kinds: &[],
        tags: &[],
        has_other: false,
        is_stub: false,
        tag: None,
    };

    /// `true` if some field cannot be part of a row key, or if the derive has refused the key. The error stands there; checks of the
    /// whole key stay silent then.
    pub(crate) const fn is_refused(&self) -> bool {
        if self.is_stub {
            return true;
        }
        let mut i = 0;
        while i < self.fields.len() {
            if self.fields[i].language.refusal().is_some() {
                return true;
            }
            i += 1;
        }
        false
    }

    /// The number of atoms of the layout.
    #[must_use]
    pub const fn atoms(self) -> usize {
        let mut count = has(self.prefix);
        if self.salt.is_some() {
            count += 1 + has(self.separator);
        }
        let mut fields = self.fields;
        while let [field, rest @ ..] = fields {
            count += field.language.atoms();
            if let [_, ..] = field.separator {
                count += 1;
            }
            fields = rest;
        }
        count
    }

    /// All elements as a flat list of atoms; a nested key gives the atoms of its own elements. `N` is [`Parts::atoms`].
    #[must_use]
    pub const fn flatten<const N: usize>(self) -> [Atom; N] {
        let mut out = [Atom::NOTHING; N];
        let mut at = 0;
        if !self.prefix.is_empty() {
            out[at] = Atom::new(Leaf::Literal(self.prefix), Source::Prefix);
            at += 1;
        }
        if let Some(salt) = self.salt {
            out[at] = Atom::new(salt.leaf(salt.most_buckets()), Source::Label);
            at += 1;
            if !self.separator.is_empty() {
                out[at] = Atom::new(Leaf::Literal(self.separator), Source::Separator);
                at += 1;
            }
        }
        let (mut fields, mut index) = (self.fields, 0);
        while let [field, rest @ ..] = fields {
            let owner = Source::Field(index);
            let base = Atom { leaf: Leaf::Literal(&[]), complemented: false, opted_out: field.unordered, owner };
            at = field.language.flatten(base, &mut out, at);
            if let [_, ..] = field.separator {
                out[at] = Atom::new(Leaf::Literal(field.separator), Source::Separator);
                at += 1;
            }
            (fields, index) = (rest, index + 1);
        }
        out
    }

    /// The offset of the label: the width of the prefix.
    pub(crate) const fn label_at(&self) -> usize {
        self.prefix.len()
    }

    /// The offset of the first field.
    pub(crate) const fn fields_at(&self) -> usize {
        match self.salt {
            Some(salt) => self.prefix.len() + salt.label.width() + self.separator.len(),
            None => self.prefix.len(),
        }
    }
}

impl Layout {
    /// The struct's name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.parts.name
    }

    /// The literal that every key begins with; empty if there is none.
    #[must_use]
    pub const fn prefix(&self) -> &'static [u8] {
        self.parts.prefix
    }

    /// The salt, if the key has one.
    #[must_use]
    pub const fn salt(&self) -> Option<&Salt> {
        self.parts.salt.as_ref()
    }

    /// The fields, in key order, and the computed elements among them.
    #[must_use]
    pub const fn fields(&self) -> &'static [Field] {
        self.parts.fields
    }

    /// The keys at which the table is cut into regions, ascending.
    #[must_use]
    pub const fn split_keys(&self) -> &'static [&'static [u8]] {
        self.split.keys
    }

    /// The least and the greatest width of a key, in bytes; the greatest is `None` if it is not limited.
    #[must_use]
    pub const fn width(&self) -> (usize, Option<usize>) {
        self.width
    }

    /// `true` if a field can only borrow from the key.
    pub(crate) const fn borrows(&self) -> bool {
        let mut i = 0;
        while i < self.parts.fields.len() {
            if self.parts.fields[i].borrows {
                return true;
            }
            i += 1;
        }
        false
    }

    /// The width in bytes, if all keys have the same.
    #[must_use]
    pub const fn fixed_width(&self) -> Option<usize> {
        match self.width() {
            (min, Some(max)) if min == max => Some(min),
            _ => None,
        }
    }

    /// The width in bytes that is assumed for an element of variable width when its value is not looked at.
    pub(crate) const SHORT: usize = 24;

    /// A guess of a key's width in bytes: the least width, and [`Layout::SHORT`] for each atom of variable width.
    pub(crate) const fn usual_width(&self) -> usize {
        let mut width = self.width().0;
        let mut i = 0;
        while i < self.atoms.len() {
            width += if self.atoms[i].leaf.fixed_width().is_none() { Self::SHORT } else { 0 };
            i += 1;
        }
        width
    }

    /// `true` if a field has floats.
    pub(crate) const fn has_floats(&self) -> bool {
        let mut i = 0;
        while i < self.parts.fields.len() {
            if self.parts.fields[i].floats.is_some() {
                return true;
            }
            i += 1;
        }
        false
    }

    /// The floats in a key.
    pub(crate) fn floats_of(&self, key: &[u8]) -> Vec<Float> {
        let fields = self.parts.fields.iter().enumerate();
        let in_fields = fields.filter_map(|(index, field)| {
            let find = field.floats?;
            let (at, element) = self.element_of(key, index)?;
            Some(find(element).into_iter().map(move |float| float.shifted(at)))
        });
        in_fields.flatten().collect()
    }

    /// `true` if some element is computed from a later field.
    pub(crate) const fn has_computed(&self) -> bool {
        let mut fields = self.parts.fields;
        while let [field, rest @ ..] = fields {
            if field.computed.is_some() {
                return true;
            }
            fields = rest;
        }
        false
    }

    /// `true` if keys of one bucket sort like the tuple of all fields.
    #[must_use]
    pub const fn is_ordered(&self) -> bool {
        let mut i = 0;
        while i < self.parts.fields.len() {
            if let Order::Unordered = self.parts.fields[i].order() {
                return false;
            }
            i += 1;
        }
        true
    }

    /// The language of this key inside another key: its elements, one after another.
    #[must_use]
    pub const fn language(&'static self) -> Language {
        if self.has_kinds() {
            return Language::refused_by(
                "RK610",
                "keys of several record types cannot be a part of another key",
                "make a field of the struct that one of its variants holds",
            );
        }
        if self.parts.salt.is_some() {
            return Language::refused_by(
                "RK610",
                "a salted key cannot be a part of another, whose order it would break",
                "salt the outer struct instead: `#[rowkey(salt(of(..), buckets = ..))]`",
            );
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
            return ordered_code::REFUSED_INSIDE;
        }
        Language::sequence(self.atoms, if self.is_ordered() { Order::Ascending } else { Order::Unordered })
    }

    /// The offset of the first field, in bytes: the width of prefix, label and separator together. From here on `of(..)`
    /// hashes a key, and a merge compares keys.
    #[must_use]
    pub const fn fields_at(&self) -> usize {
        self.parts.fields_at()
    }
}
