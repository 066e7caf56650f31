//! The elements of a layout: prefix, label, fields, separators and tag, each with its place.

use crate::layout::salt::Salt;
use crate::layout::{Field, Layout};

/// One element of a layout, in key order.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    kind: ElementKind,
    offset: Option<usize>,
    width: (usize, Option<usize>),
}

/// The kind of an [`Element`], with its content.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ElementKind {
    /// The literal that every key begins with.
    Prefix(&'static [u8]),
    /// The label of the salt.
    Salt(Salt),
    /// A field, or an element that is computed from one.
    Field(&'static Field),
    /// A literal after the label or a field.
    Separator(&'static [u8]),
    /// The tag of a kind, with the prefix or the separator before it.
    Tag(&'static [u8]),
}

impl Element {
    /// Its name: `prefix`, `salt`, `separator`, `tag`, or the name of the field.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self.kind {
            ElementKind::Prefix(_) => "prefix",
            ElementKind::Salt(_) => "salt",
            ElementKind::Field(field) => field.name,
            ElementKind::Separator(_) => "separator",
            ElementKind::Tag(_) => "tag",
        }
    }

    /// Its kind, with its content.
    #[must_use]
    pub const fn kind(&self) -> &ElementKind {
        &self.kind
    }

    /// Its offset in bytes; `None` if the offset differs from key to key.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        self.offset
    }

    /// Its least and its greatest width, in bytes; the greatest is `None` if it is not limited.
    #[must_use]
    pub const fn width(&self) -> (usize, Option<usize>) {
        self.width
    }
}

impl Layout {
    /// All elements, in key order.
    pub fn elements(&self) -> impl Iterator<Item = Element> + '_ {
        let parts = &self.parts;
        let literal = |bytes: &'static [u8]| (!bytes.is_empty()).then_some(bytes);
        let under = parts.tag.filter(|tag| !tag.bytes.is_empty()).map(|tag| tag.under);
        let prefix = literal(parts.prefix).map(if under == Some(0) { ElementKind::Tag } else { ElementKind::Prefix });
        let salt = parts.salt.map(ElementKind::Salt);
        let separator = salt.and(literal(parts.separator)).map(ElementKind::Separator);
        let fields = parts.fields.iter().enumerate().flat_map(move |(index, field)| {
            let kind = if under == Some(index + 1) { ElementKind::Tag } else { ElementKind::Separator };
            [Some(ElementKind::Field(field)), literal(field.separator).map(kind)]
        });
        let mut offset = Some(0);
        [prefix, salt, separator].into_iter().chain(fields).flatten().map(move |kind| {
            let width = match kind {
                ElementKind::Prefix(bytes) | ElementKind::Separator(bytes) | ElementKind::Tag(bytes) => {
                    (bytes.len(), Some(bytes.len()))
                }
                ElementKind::Salt(salt) => (salt.label.width(), Some(salt.label.width())),
                ElementKind::Field(field) => field.language.width(),
            };
            let element = Element { kind, offset, width };
            offset = match (offset, width) {
                (Some(offset), (min, Some(max))) if min == max => Some(offset + min),
                _ => None,
            };
            element
        })
    }
}
