//! The proof that several key types can share a table: no scan of one type reads the rows of another.
//!
//! The scans of a type read keys that begin like its own keys: with its prefix, and with a label of its salt. So each
//! type is compared with this start of every other type.

use super::Layout;
use crate::language::is_same;
use crate::language::message::{Message, refuse};
use crate::language::product::{Example, common_beginning};

/// Rejects key types if the scans of one would read keys of another.
#[track_caller]
pub const fn check_disjoint(kinds: &[&Layout]) {
    let mut scanned = 0;
    while scanned < kinds.len() {
        let mut other = 0;
        while other < kinds.len() {
            if other != scanned {
                check_scans(kinds[other], kinds[scanned]);
            }
            other += 1;
        }
        scanned += 1;
    }
}

/// Rejects the keys of `of`, or of one of its record types, if the scans of `scanned` would read them.
#[track_caller]
const fn check_scans(of: &Layout, scanned: &Layout) {
    let mut kinds = of.parts.kinds;
    // An enum has the keys of all its record types.
    while let [kind, rest @ ..] = kinds {
        check_scans(kind.layout, scanned);
        kinds = rest;
    }
    // A struct, or an enum with `other`, whose own atoms allow any other key.
    if !of.has_kinds() || of.parts.has_other {
        if let Some(key) = common_beginning(of.atoms, 0, scanned.atoms, scanned.head()) {
            refuse!(message(of, scanned, &key));
        }
    }
}

const fn message(of: &Layout, scanned: &Layout, key: &Example) -> Message {
    let message = Message::new("RK909").text("scans of ").name(scanned.parts.name).text(" would read rows of ");
    let message = message.name(of.parts.name).text(": for example ");
    let message = message.bytes(key.bytes()).text(if key.goes_on { ".." } else { "" });
    let message = match (scanned.parts.prefix, &scanned.parts.salt) {
        ([], None) => message.note().name(scanned.parts.name).text(" has no prefix, so its scans read the whole table"),
        ([], Some(_)) => message.note().text("every key of ").name(scanned.parts.name).text(" begins with its salt"),
        (prefix, _) => {
            message.note().text("every key of ").name(scanned.parts.name).text(" begins with ").bytes(prefix)
        }
    };
    if is_same(of.parts.name.as_bytes(), scanned.parts.name.as_bytes()) {
        return message.help().text("name each key once");
    }
    message.help().text("give each its own prefix, and let no prefix begin with another: `#[rowkey(prefix = \"a:\")]`")
}
