//! Split keys of several kinds: between each two kinds with tags, and those of each kind's own key behind its tag.

use super::table::Key;
use crate::language::is_below;
use crate::layout::kinds::Kind;

/// The most split keys that are computed in a constant, as many as a salt can have.
const MOST: usize = super::MOST_CONST_KEYS;

/// `true` if every kind has a tag: rows of others lie at no one place.
const fn are_tagged(kinds: &[Kind]) -> bool {
    let mut i = 0;
    while i < kinds.len() {
        if kinds[i].tag.is_empty() {
            return false;
        }
        i += 1;
    }
    true
}

/// The number of split keys.
pub const fn kind_split_count(kinds: &[Kind]) -> usize {
    if !are_tagged(kinds) || kinds.is_empty() {
        return 0;
    }
    let (mut count, mut i) = (kinds.len() - 1, 0);
    while i < kinds.len() {
        count += kinds[i].split_keys.len();
        i += 1;
    }
    if count > MOST { 0 } else { count }
}

/// The width in bytes of the widest split key; `prefix` is that of the enum.
pub const fn kind_split_width(kinds: &[Kind], prefix: &[u8]) -> usize {
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

/// The split keys, ascending: `M` is [`kind_split_count`], `W` is [`kind_split_width`].
#[must_use]
pub const fn kind_split_table<const W: usize, const M: usize>(kinds: &[Kind], prefix: &[u8]) -> [Key<W>; M] {
    let (mut keys, mut count, mut i) = ([Key::<W>::EMPTY; M], 0, 0);
    while i < kinds.len() && M > 0 {
        let lead = Key::EMPTY.with(prefix).with(kinds[i].tag);
        if i > 0 {
            keys = inserted(keys, count, lead);
            count += 1;
        }
        let mut own = 0;
        while own < kinds[i].split_keys.len() {
            keys = inserted(keys, count, lead.with(kinds[i].split_keys[own]));
            (count, own) = (count + 1, own + 1);
        }
        i += 1;
    }
    keys
}

/// The keys, of which `count` are there, and one more, ascending: a tag may lie among the keys of a kind whose tag begins it.
const fn inserted<const W: usize, const M: usize>(mut keys: [Key<W>; M], count: usize, key: Key<W>) -> [Key<W>; M] {
    let mut at = count;
    while at > 0 && is_below(key.as_slice(), keys[at - 1].as_slice()) {
        keys[at] = keys[at - 1];
        at -= 1;
    }
    keys[at] = key;
    keys
}
