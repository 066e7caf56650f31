//! Split keys of several record types: the tag of each one but the first, and after each tag the split keys of the
//! record type's own key.
//!
//! With the tags `P` and `U`, where the key of `U` is split at `80`, they are `55` and `55 80`. Without tags, the rows of
//! all record types share each region, so the split keys must be the same: both begin with one salt.

use super::table::Key;
use crate::language::{is_below, is_same};
use crate::layout::record_types::RecordType;

/// The maximum number of split keys that are computed in a constant, as many as a salt can have.
const MOST: usize = super::MOST_CONST_KEYS;

/// Returns the number of record types without a tag. Their rows are not in one place.
const fn untagged(kinds: &[RecordType]) -> usize {
    let (mut count, mut i) = (0, 0);
    while i < kinds.len() {
        count += kinds[i].tag.is_empty() as usize;
        i += 1;
    }
    count
}

/// Returns `true` if all record types have the same split keys.
const fn are_same(kinds: &[RecordType]) -> bool {
    let mut i = 1;
    while i < kinds.len() {
        let (first, keys) = (kinds[0].split_keys, kinds[i].split_keys);
        if first.len() != keys.len() {
            return false;
        }
        let mut key = 0;
        while key < keys.len() {
            if !is_same(first[key], keys[key]) {
                return false;
            }
            key += 1;
        }
        i += 1;
    }
    true
}

/// Returns the number of split keys.
pub const fn kind_split_count(kinds: &[RecordType]) -> usize {
    let untagged = untagged(kinds);
    if kinds.is_empty() || untagged > 0 && untagged < kinds.len() {
        return 0;
    }
    if untagged > 0 {
        return if are_same(kinds) { kinds[0].split_keys.len() } else { 0 };
    }
    let (mut count, mut i) = (kinds.len() - 1, 0);
    while i < kinds.len() {
        count += kinds[i].split_keys.len();
        i += 1;
    }
    if count > MOST { 0 } else { count }
}

/// Returns the width in bytes of the widest split key. `prefix` is the prefix of the enum.
pub const fn kind_split_width(kinds: &[RecordType], prefix: &[u8]) -> usize {
    let (mut width, mut i) = (0, 0);
    while i < kinds.len() {
        let mut key = 0;
        let lead = prefix.len() + kinds[i].tag.len();
        width = if lead > width { lead } else { width };
        while key < kinds[i].split_keys.len() {
            let own = lead + kinds[i].split_keys[key].len();
            width = if own > width { own } else { width };
            key += 1;
        }
        i += 1;
    }
    width
}

/// Returns the split keys, ascending. `M` is [`kind_split_count`], and `W` is [`kind_split_width`].
#[must_use]
pub const fn kind_split_table<const W: usize, const M: usize>(kinds: &[RecordType], prefix: &[u8]) -> [Key<W>; M] {
    let (mut keys, mut count, mut i) = ([Key::<W>::EMPTY; M], 0, 0);
    // Without tags, all record types have the split keys of the first one.
    let end = if M == 0 { 0 } else { kinds.len() - untagged(kinds).saturating_sub(1) };
    while i < end {
        let lead = Key::EMPTY.with(prefix).with(kinds[i].tag);
        (keys, count) = merged(keys, count, lead, i > 0, kinds[i].split_keys);
        i += 1;
    }
    keys
}

/// Merges the keys of one more record type into the first `count` keys: `lead`, unless it is the first record type,
/// and `own` after `lead`. A tag can be among the keys of a record type whose tag it begins with.
///
/// Merges from the back, so that each existing key moves at most once. If the keys were inserted one by one, 999 keys
/// below 255 of a record type with the same tag would take more steps than rustc allows in a constant
/// (`long_running_const_eval`).
const fn merged<const W: usize, const M: usize>(
    mut keys: [Key<W>; M],
    count: usize,
    lead: Key<W>,
    with_lead: bool,
    own: &[&[u8]],
) -> ([Key<W>; M], usize) {
    let all = count + with_lead as usize + own.len();
    let (mut at, mut old, mut new) = (all, count, own.len());
    while at > old {
        // The highest key that is not placed yet: the last own key, or at the end the tag itself.
        let key = if new > 0 { lead.with(own[new - 1]) } else { lead };
        while old > 0 && is_below(key.as_slice(), keys[old - 1].as_slice()) {
            (at, old) = (at - 1, old - 1);
            keys[at] = keys[old];
        }
        at -= 1;
        keys[at] = key;
        new = new.saturating_sub(1);
    }
    (keys, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::private::stub;
    use alloc::boxed::Box;
    use alloc::vec::Vec;

    /// Returns the split keys of record types, each with its tag and its own split keys.
    fn table<const M: usize>(kinds: &[(&'static [u8], &'static [&'static [u8]])], prefix: &[u8]) -> Vec<Vec<u8>> {
        let layout = Box::leak(Box::new(stub("Key")));
        let kinds: Vec<RecordType> = kinds
            .iter()
            .map(|(tag, split_keys)| RecordType { name: "Post", tag, layout, split_keys, declared: 0 })
            .collect();
        assert_eq!((kind_split_count(&kinds), kind_split_width(&kinds, prefix) < 9), (M, true));
        kind_split_table::<8, M>(&kinds, prefix).iter().map(|key| key.as_slice().to_vec()).collect()
    }

    #[test]
    fn keys_of_kinds_are_merged() {
        let keys = |all: &[&[u8]]| all.iter().map(|key| key.to_vec()).collect::<Vec<_>>();
        assert_eq!(table::<0>(&[(b"a", &[])], b""), keys(&[]));
        assert_eq!(table::<2>(&[(b"a", &[]), (b"b", &[b"5"])], b"p"), keys(&[b"pb", b"pb5"]));
        // Keys of one tag are merged, and also those of a tag that is among the keys of another.
        let twice: [(&[u8], &[&[u8]]); 3] =
            [(b"a", &[b"5", b"c", b"x"]), (b"a", &[b"4", b"d"]), (b"ab", &[b"1", b"2"])];
        let merged = keys(&[b"a", b"a4", b"a5", b"ab", b"ab1", b"ab2", b"ac", b"ad", b"ax"]);
        assert_eq!(table::<9>(&twice, b""), merged);
    }

    #[test]
    fn kinds_without_tags_have_the_split_keys_that_all_have() {
        let keys = |all: &[&[u8]]| all.iter().map(|key| key.to_vec()).collect::<Vec<_>>();
        let split: (&[u8], &[&[u8]]) = (b"", &[b"\x01", b"\x02"]);
        assert_eq!(table::<2>(&[split, split, split], b"p"), keys(&[b"p\x01", b"p\x02"]));
        // No region of other keys is sure to have rows.
        assert_eq!(table::<0>(&[split, (b"", &[b"\x01", b"\x03"])], b""), keys(&[]));
        assert_eq!(table::<0>(&[split, (b"", &[b"\x01"])], b""), keys(&[]));
        assert_eq!(table::<0>(&[split, (b"t", &[b"\x01", b"\x02"])], b""), keys(&[]));
    }
}
