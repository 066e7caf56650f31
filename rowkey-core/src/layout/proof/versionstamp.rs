//! Versionstamp: a key has at most one.
//!
//! FoundationDB writes the version of a transaction at one offset of a key, and a write states this offset.

use crate::language::message::{Message, append};
use crate::layout::versionstamp::is_stamp;
use crate::layout::{Field, Layout};

/// Returns `true` if field `index` has a versionstamp, and an element before it has one, too.
pub(super) const fn is_second(layout: &Layout, index: usize) -> bool {
    if !layout.is_tuple() {
        return false;
    }
    let (first, end) = layout.atoms_of(index);
    let (mut before, mut at) = (false, 0);
    while at < end {
        if is_stamp(&layout.atoms[at]) {
            if before && at >= first {
                return true;
            }
            before = true;
        }
        at += 1;
    }
    false
}

pub(super) const fn message(layout: &Layout, field: &Field) -> Message {
    append!(super::about("RK612", layout), {field.name} " is the second versionstamp of the key";
        note "FoundationDB writes the version of a transaction at one place of a key";
        help "keep it in the value of the row, or as a byte string: `Vec<u8>`")
}
