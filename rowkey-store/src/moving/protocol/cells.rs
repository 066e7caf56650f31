//! What the cells of a row mean during a move.

use crate::versions::protocol::{Kind, Stored, Version, digest};

/// Returns the value that counts in a row of one table: the one that the version names, or a later one.
///
/// A late copy of an older value does not count:
///
/// | Version | Value | Result |
/// |---|---|---|
/// | none | `a` at 10 | `a`: the row is from before the move |
/// | at 20, names `a` | `a` at 20 | `a` |
/// | at 20, names none | `a` at 10 | none: the row is deleted, and the copy came later |
/// | at 20, names `a` | `b` at 30 | `b`: a program without versions wrote it, before it was replaced |
/// | at 20, names `a` | none | none: such a program deleted it, or it has expired |
#[must_use]
pub fn current(stored: &Stored) -> Option<&[u8]> {
    let value = stored.value.as_ref()?;
    let is_current = |version: Version| version.value == Some(digest(&value.bytes)) || value.at > version.at;
    stored.version.is_none_or(is_current).then_some(&value.bytes)
}

/// Returns `true` if an old row has a mark.
#[must_use]
pub fn has_moved(old: &Stored) -> bool {
    is_of(old, Kind::Moved)
}

/// Returns `true` if a program has written a row in its table.
pub(super) fn is_written(stored: &Stored) -> bool {
    is_of(stored, Kind::Written)
}

fn is_of(stored: &Stored, kind: Kind) -> bool {
    stored.version.is_some_and(|version| version.kind == kind)
}

/// Returns `true` if an old row has the value that counts.
#[must_use]
pub fn decides(old: &Stored) -> bool {
    !has_moved(old) && current(old).is_some()
}

/// Returns `true` if the new row counts, beside an old row that does not decide. Without a mark, a copy does not count: the
/// old row may have been deleted since.
pub(super) fn counts(old: &Stored, new: &Stored) -> bool {
    has_moved(old) || is_written(new)
}

/// Returns the version of a copy that keeps the time and the random bytes of its old row. `value` is the value of the copy.
///
/// All copies of one version of the old row are the same cells, so each of them can arrive late.
#[must_use]
pub fn copy_of(old: &Stored, value: &[u8]) -> Version {
    let nonce = old.version.map_or(0, |version| version.nonce);
    Version { at: old.newest().unwrap_or_default(), nonce, value: Some(digest(value)), kind: Kind::Copied }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::versions::Cell;

    #[test]
    fn the_current_value_is_the_one_of_the_version_or_a_later_one() {
        let version =
            |at, value: Option<&[u8]>| Some(Version { at, nonce: 1, value: value.map(digest), kind: Kind::Written });
        let value = |at, bytes: &[u8]| Some(Cell { at, bytes: bytes.to_vec() });
        let is = |version, value, expected: Option<&[u8]>| {
            assert_eq!(current(&Stored { version, value }), expected);
        };
        is(None, None, None);
        is(None, value(10, b"a"), Some(b"a"));
        is(version(20, Some(b"a")), value(20, b"a"), Some(b"a"));
        is(version(20, None), value(10, b"a"), None);
        is(version(20, Some(b"a")), value(30, b"b"), Some(b"b"));
        is(version(20, Some(b"a")), value(20, b"b"), None);
        is(version(20, Some(b"a")), None, None);
        // A fence keeps the value.
        is(version(40, Some(b"b")), value(30, b"b"), Some(b"b"));
    }
}
