//! The proof that several key types can share a table: no scan of one type reads the rows of another.
//!
//! The scans of a type read keys that begin like its own keys: with its prefix, and with a label of its salt. So each
//! type is compared with this start of every other type.

use super::Layout;
use crate::language::is_same;
use crate::language::message::{Message, append, message, refuse};
use crate::language::product::{Example, common_beginning};

impl Layout {
    /// Returns `true` if no scan of one layout reads rows of the other, so that a table can hold the rows of both.
    /// `rowkey::disjoint!` proves it at compile time, and shows a key that both would read.
    ///
    /// ```
    /// use rowkey::RowKey;
    ///
    /// #[derive(RowKey)]
    /// #[rowkey(prefix = "u:")]
    /// struct User(u64);
    /// #[derive(RowKey)]
    /// #[rowkey(prefix = "p:")]
    /// struct Post(u64);
    /// #[derive(RowKey)]
    /// struct Comment(u64); // a number can begin with `p:`
    ///
    /// assert!(User::LAYOUT.is_disjoint(Post::LAYOUT));
    /// assert!(!Post::LAYOUT.is_disjoint(Comment::LAYOUT));
    /// ```
    #[must_use]
    pub const fn is_disjoint(&self, other: &Self) -> bool {
        scanned_row(self, other).is_none() && scanned_row(other, self).is_none()
    }
}

/// Rejects key types if the scans of one would read keys of another.
#[track_caller]
pub const fn check_disjoint(kinds: &[&Layout]) {
    let mut scanned = 0;
    while scanned < kinds.len() {
        let mut other = 0;
        while other < kinds.len() {
            if other != scanned {
                if let Some((of, key)) = scanned_row(kinds[other], kinds[scanned]) {
                    refuse!(message(of, kinds[scanned], &key));
                }
            }
            other += 1;
        }
        scanned += 1;
    }
}

/// Returns a key of `of`, or of one of its record types, that the scans of `scanned` would read, and the layout of the
/// key. Returns `None` if there is no such key.
const fn scanned_row<'l>(of: &'l Layout, scanned: &Layout) -> Option<(&'l Layout, Example)> {
    let mut kinds = of.parts.kinds;
    // An enum has the keys of all its record types.
    while let [kind, rest @ ..] = kinds {
        if let Some(found) = scanned_row(kind.layout, scanned) {
            return Some(found);
        }
        kinds = rest;
    }
    // A struct, or an enum with `other`, whose own atoms allow any other key.
    if of.has_kinds() && !of.parts.has_other {
        return None;
    }
    match common_beginning(of.atoms, 0, scanned.atoms, scanned.head()) {
        Some(key) => Some((of, key)),
        None => None,
    }
}

const fn message(of: &Layout, scanned: &Layout, key: &Example) -> Message {
    let name = scanned.parts.name;
    let message = message!(RK909, "scans of " {name} " would read rows of " {of.parts.name} ": for example "
        {bytes key.bytes()} {=if key.goes_on { ".." } else { "" }});
    let message = match (scanned.parts.prefix, &scanned.parts.salt) {
        ([], None) => append!(message; note {name} " has no prefix, so its scans read the whole table"),
        ([], Some(_)) => append!(message; note "every key of " {name} " begins with its salt"),
        (prefix, _) => append!(message; note "every key of " {name} " begins with " {bytes prefix}),
    };
    if is_same(of.parts.name.as_bytes(), name.as_bytes()) {
        return append!(message; help "name each key once");
    }
    append!(message;
        help "give each its own prefix, and let no prefix begin with another: `#[rowkey(prefix = \"a:\")]`";
        help "or, for an existing table whose keys differ in width or in a byte, make them variants of one enum")
}
