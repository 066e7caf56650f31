//! Keys whose fields are elements of a FoundationDB tuple (`encoding = fdb_tuple`), and where keys with an encoding are
//! refused.

use super::Layout;
use crate::language::{End, Language, Node};

/// The language of such a key inside a key of another encoding.
pub(super) const REFUSED_INSIDE: Language = Language::refused_by(
    "RK612",
    "the key inside has the encoding `fdb_tuple`, whose texts end only where another element of a tuple follows",
    "give the outer struct the same encoding: `#[rowkey(encoding = fdb_tuple)]`",
);

/// The language of a key in ordered code inside another key.
pub(super) const ORDERED_CODE_INSIDE: Language = Language::refused_by(
    "RK612",
    "the key inside has the encoding `ordered_code`, and a row key schema describes a whole key",
    "write its fields into the outer struct",
);

/// The language of a key of another encoding, or with a prefix or a salt, inside a tuple.
const REFUSED_OUTSIDE: Language = Language::refused_by(
    "RK612",
    "a key inside a tuple is a tuple itself, without prefix and salt",
    "give the inner struct the encoding: `#[rowkey(encoding = fdb_tuple)]`",
);

impl Layout {
    /// Returns `true` if each field is an element of a tuple.
    pub(crate) const fn is_tuple(&self) -> bool {
        let mut fields = self.parts.fields;
        while let [field, rest @ ..] = fields {
            let is_nested = matches!(field.language.kind, Node::NestedTuple(_));
            if !is_nested && field.language.as_tuple_element().is_none() {
                return false;
            }
            fields = rest;
        }
        true
    }

    /// Returns `true` if this is a key in ordered code. Only messages depend on it.
    pub(crate) const fn is_ordered_code(&self) -> bool {
        match self.parts.fields {
            [first, ..] => matches!(first.codec.as_bytes().first_chunk(), Some(b"ordered_code ")),
            [] => false,
        }
    }

    /// Returns the language of this key inside a tuple, which is a nested tuple.
    pub(crate) const fn nested_tuple(&'static self) -> Language {
        if !self.is_tuple() || !self.parts.prefix.is_empty() || self.parts.salt.is_some() {
            return REFUSED_OUTSIDE;
        }
        Language::nested_tuple(self.atoms)
    }

    /// Returns `true` if a field is text of a tuple.
    pub(crate) const fn has_tuple_text(&self) -> bool {
        let mut index = 0;
        while index < self.parts.fields.len() {
            if self.ends_below_ff(index) {
                return true;
            }
            index += 1;
        }
        false
    }

    /// Returns `true` if field `index` is text of a tuple. Its element ends with 00, and only a longer element
    /// continues with FF there, because no element begins with FF. So all keys with this element are below the element
    /// followed by FF: for `"a"`, below `02 61 00 FF`.
    pub(crate) const fn ends_below_ff(&self, index: usize) -> bool {
        match self.parts.fields[index].language.as_leaf() {
            Some(leaf) => matches!(leaf.end(), End::UnlessFf),
            None => false,
        }
    }
}
