//! Several record types in one table: the variants of an enum that derives `RowKey`.
//!
//! Each record type has its own layout: the layout of its fields, with the tag inserted after the prefix, or after the
//! fields that all record types share (`under(..)`). The layout of the enum has the shared fields, and then the rest
//! of the key as one field.
//!
//! With `under(author)` of one byte and the tags `P` and `U`, the key `07 50 01 02` is the record type `P`: author 7,
//! the tag, and the fields of a post.

use super::{Field, Layout, Parts};
use crate::language::product::common_beginning;
use crate::language::{Atom, Source, is_same};
use crate::layout::engine::Engine;
use crate::layout::salt::Salt;

/// One record type of an enum: a variant, with its tag and the layout of its keys.
#[derive(Clone, Copy, Debug)]
pub struct RecordType {
    pub(crate) name: &'static str,
    /// Empty if the rest of the key identifies the record type.
    pub(crate) tag: &'static [u8],
    pub(crate) layout: &'static Layout,
    /// The split keys of its key without the tag.
    pub(crate) split_keys: &'static [&'static [u8]],
    /// The number of the variant in the source.
    pub(crate) declared: usize,
}

impl RecordType {
    /// Returns the name of the variant.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the bytes that identify the record type. They are empty if the rest of the key identifies it.
    #[must_use]
    pub const fn tag(&self) -> &'static [u8] {
        self.tag
    }

    /// Returns the layout of the keys of this record type, with the tag.
    #[must_use]
    pub const fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// Returns `true` if a key has this record type, or is damaged and has no other: it has the tag in its position.
    /// Without a tag, the width decides.
    pub(crate) fn is_of(&self, key: &[u8]) -> bool {
        let (least, most) = self.layout.width();
        match self.tag {
            [] => key.len() >= least && most.is_none_or(|most| key.len() <= most),
            _ => self.layout.has_tag(key),
        }
    }
}

/// Returns the record type with this number in the source.
pub(crate) const fn numbered(kinds: &'static [RecordType], declared: usize) -> Option<&'static RecordType> {
    let mut i = 0;
    while i < kinds.len() {
        if kinds[i].declared == declared {
            return Some(&kinds[i]);
        }
        i += 1;
    }
    None
}

/// The tag of a record type as a part of its layout.
#[derive(Clone, Copy, Debug)]
pub struct Tag {
    /// The number of fields before it.
    pub(crate) under: usize,
    pub(crate) bytes: &'static [u8],
    /// The prefixes of older rows, with their tags, the newest first. Each is as wide as the present prefix.
    pub(crate) older: &'static [&'static [u8]],
}

/// The facts about a record type that the enum states.
#[derive(Clone, Copy, Debug)]
pub struct KindSpec {
    /// Its name in messages: `Row::Post`.
    pub(crate) name: &'static str,
    /// The salt of the enum.
    pub(crate) salt: Option<Salt>,
    pub(crate) engine: Option<Engine>,
    pub(crate) tag: Tag,
}

impl Parts {
    /// Returns the minimum and the maximum width of the keys of all record types.
    pub(crate) const fn width_of_kinds(&self) -> (usize, Option<usize>) {
        if self.has_other {
            return (1, None);
        }
        let (mut least, mut most) = (usize::MAX, Some(0));
        let mut i = 0;
        while i < self.kinds.len() {
            let (narrow, wide) = self.kinds[i].layout.width;
            least = if narrow < least { narrow } else { least };
            most = match (most, wide) {
                (Some(most), Some(wide)) if wide < most => Some(most),
                (Some(_), wide) => wide,
                (None, _) => None,
            };
            i += 1;
        }
        (least, most)
    }

    /// Returns the layout of a record type, made from the layout of its fields. Its prefix or a separator already has
    /// the tag.
    pub(crate) const fn of_kind(self, spec: &KindSpec, prefix: &'static [u8], fields: &'static [Field]) -> Self {
        let (salt, separator): (_, &[u8]) = match spec.salt {
            // A salt of the enum comes first, before the tag, and its label has no separator.
            Some(salt) => (Some(salt), &[]),
            // A salt of its own cannot come before the fields of `under`, and is rejected.
            None if spec.tag.under > 0 => (None, &[]),
            None => (self.salt, self.separator),
        };
        Self { name: spec.name, prefix, salt, separator, fields, engine: spec.engine, tag: Some(spec.tag), ..self }
    }
}

impl Layout {
    /// Returns the record types of an enum in ascending order of their tags. For a struct, the slice is empty.
    #[must_use]
    pub const fn record_types(&self) -> &'static [RecordType] {
        self.parts.kinds
    }

    /// Returns `true` if this is the layout of an enum's keys.
    pub(crate) const fn has_kinds(&self) -> bool {
        !self.parts.kinds.is_empty()
    }

    /// Returns the number of fields before the tag, or 0 without a tag.
    pub(crate) const fn under(&self) -> usize {
        match self.parts.tag {
            Some(tag) => tag.under,
            None => 0,
        }
    }

    /// Returns the literal after field `index`, without the tag.
    pub(crate) const fn separator_of(&self, index: usize) -> &'static [u8] {
        let separator = self.parts.fields[index].separator;
        match self.parts.tag {
            Some(tag) if index + 1 == tag.under => separator.split_at(separator.len() - tag.bytes.len()).0,
            _ => separator,
        }
    }

    /// Returns the atoms after the fields before the tag, which all record types share, and how many of these atoms
    /// include the tag. Without shared fields, returns all atoms.
    pub(crate) const fn behind_under(&self) -> (&'static [Atom], usize) {
        let from = match self.under() {
            0 => 0,
            under => self.atoms_of(under - 1).1,
        };
        (self.atoms.split_at(from).1, self.head().saturating_sub(from))
    }

    /// Returns the number of atoms at the start of every key, including the tag: prefix, label, and the fields before
    /// the tag.
    pub(crate) const fn head(&self) -> usize {
        let under = self.under();
        let mut at = 0;
        while at < self.atoms.len() {
            // Atoms of separators count, too, so the tag is included.
            if let Source::Field(field) = self.atoms[at].owner {
                if field >= under {
                    return at;
                }
            }
            at += 1;
        }
        at
    }

    /// Returns `true` if this is a record type of `table`, and no key of another record type begins like its own keys
    /// up to the tag.
    pub(crate) const fn is_alone(&self, table: &Self) -> bool {
        let mut i = 0;
        while i < table.parts.kinds.len() {
            let kind = &table.parts.kinds[i];
            let ((of, _), (own, head)) = (kind.layout.behind_under(), self.behind_under());
            if !is_same(kind.layout.parts.name.as_bytes(), self.parts.name.as_bytes())
                && common_beginning(of, 0, own, head).is_some()
            {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Returns `true` if a key has the tag of this record type in its position, or an older tag.
    pub(crate) fn has_tag(&self, key: &[u8]) -> bool {
        let Some(tag) = self.parts.tag.filter(|tag| tag.under == 0 || key.starts_with(self.parts.prefix)) else {
            return false;
        };
        // Without shared fields, the tag is the end of the prefix.
        let Some(last) = tag.under.checked_sub(1) else { return self.has_prefix(key) };
        let separator = self.parts.fields.get(last).map_or(&[][..], Field::separator);
        // Otherwise it is the end of the separator after the last shared field.
        let behind = self.element_of(key, last).and_then(|(at, element)| key.get(at + element.len()..));
        behind.is_some_and(|rest| rest.starts_with(separator))
    }

    /// Returns the offset after the fields that all record types share, or the offset of the first field if `key` ends
    /// before.
    pub(crate) fn rest_at(&self, key: &[u8]) -> usize {
        let rest = self.parts.fields.len().saturating_sub(1);
        self.start_of(key, rest).unwrap_or(self.fields_at()).min(key.len())
    }
}
