//! The elements of a layout: prefix, label, fields, separators, suffix and tag, each with its position.

use crate::layout::salt::Salt;
use crate::layout::{Field, Layout};

/// One element of a [`Layout`], with its offset and width.
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
    /// The literal at the start of every key.
    Prefix(&'static [u8]),
    /// The label of the salt.
    Salt(Salt),
    /// A field, or an element computed from a field.
    Field(&'static Field),
    /// A literal after the label or after a field.
    Separator(&'static [u8]),
    /// The literal at the end of every key.
    Suffix(&'static [u8]),
    /// The tag of a record type, together with the prefix or separator before it.
    Tag(&'static [u8]),
}

impl Element {
    /// Returns the name of the field, or `prefix`, `salt`, `separator`, `suffix` or `tag` for other elements.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self.kind {
            ElementKind::Prefix(_) => "prefix",
            ElementKind::Salt(_) => "salt",
            ElementKind::Field(field) => field.name,
            ElementKind::Separator(_) => "separator",
            ElementKind::Suffix(_) => "suffix",
            ElementKind::Tag(_) => "tag",
        }
    }

    /// Returns the kind of the element, with its content.
    #[must_use]
    pub const fn kind(&self) -> &ElementKind {
        &self.kind
    }

    /// Returns the offset in bytes from the start of the key, or `None` if the offset differs from key to key.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        self.offset
    }

    /// Returns the minimum and the maximum width in bytes. The maximum is `None` if the width has no limit.
    #[must_use]
    pub const fn width(&self) -> (usize, Option<usize>) {
        self.width
    }
}

impl Layout {
    /// Returns all elements in key order.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(prefix = "u:")]
    /// struct User {
    ///     id: u64,
    ///     name: String,
    /// }
    ///
    /// let elements: Vec<_> = User::LAYOUT.elements().map(|it| (it.name(), it.offset(), it.width())).collect();
    /// assert_eq!(
    ///     elements,
    ///     [
    ///         ("prefix", Some(0), (2, Some(2))),
    ///         ("id", Some(2), (8, Some(8))),
    ///         ("name", Some(10), (0, None)), // any number of bytes
    ///     ]
    /// );
    /// ```
    pub fn elements(&self) -> impl Iterator<Item = Element> + '_ {
        let parts = &self.parts;
        let literal = |bytes: &'static [u8]| (!bytes.is_empty()).then_some(bytes);
        // The tag is the end of the prefix, or of the separator after the last shared field. That literal is shown as
        // the tag.
        let under = parts.tag.filter(|tag| !tag.bytes.is_empty()).map(|tag| tag.under);
        let prefix = literal(parts.prefix).map(if under == Some(0) { ElementKind::Tag } else { ElementKind::Prefix });
        let salt = parts.salt.map(ElementKind::Salt);
        let separator = salt.and(literal(parts.separator)).map(ElementKind::Separator);
        let fields = parts.fields.iter().enumerate().flat_map(move |(index, field)| {
            let kind = match index + 1 {
                next if under == Some(next) => ElementKind::Tag,
                next if next == parts.fields.len() => ElementKind::Suffix,
                _ => ElementKind::Separator,
            };
            [Some(ElementKind::Field(field)), literal(field.separator).map(kind)]
        });
        let mut offset = Some(0);
        [prefix, salt, separator].into_iter().chain(fields).flatten().map(move |kind| {
            let width = match kind {
                ElementKind::Prefix(bytes)
                | ElementKind::Separator(bytes)
                | ElementKind::Suffix(bytes)
                | ElementKind::Tag(bytes) => (bytes.len(), Some(bytes.len())),
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
