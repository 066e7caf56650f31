//! Split keys of several kinds: between each two kinds with tags, and those of each kind's own key behind its tag.

use super::table::Key;
use crate::language::is_below;
use crate::layout::kinds::RecordType;

/// The most split keys that are computed in a constant, as many as a salt can have.
const MOST: usize = super::MOST_CONST_KEYS;

/// `true` if every kind has a tag: rows of others lie at no one place.
const fn are_tagged(kinds: &[RecordType]) -> bool {
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
pub const fn kind_split_count(kinds: &[RecordType]) -> usize {
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

/// The split keys, ascending: `M` is [`kind_split_count`], `W` is [`kind_split_width`].
#[must_use]
pub const fn kind_split_table<const W: usize, const M: usize>(kinds: &[RecordType], prefix: &[u8]) -> [Key<W>; M] {
    let (mut keys, mut count, mut i) = ([Key::<W>::EMPTY; M], 0, 0);
    while i < kinds.len() && M > 0 {
        let lead = Key::EMPTY.with(prefix).with(kinds[i].tag);
        (keys, count) = merged(keys, count, lead, i > 0, kinds[i].split_keys);
        i += 1;
    }
    keys
}

/// The keys, of which `count` are there, and those of one more kind: `lead`, unless it is the first kind, and `own` behind it. A tag
/// may lie among the keys of a kind whose tag begins it.
///
/// Merged from the back, so that each key that is there moves once at most. Inserted one by one, 999 keys below 255 of a kind with the
/// same tag took more steps than rustc lets a constant take (`long_running_const_eval`), and the enum did not compile.
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

    /// The split keys of kinds, each with its tag and its own split keys.
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
        // Keys of one tag are merged, and so are those of a tag that lies among the keys of another.
        let twice: [(&[u8], &[&[u8]]); 3] =
            [(b"a", &[b"5", b"c", b"x"]), (b"a", &[b"4", b"d"]), (b"ab", &[b"1", b"2"])];
        let merged = keys(&[b"a", b"a4", b"a5", b"ab", b"ab1", b"ab2", b"ac", b"ad", b"ax"]);
        assert_eq!(table::<9>(&twice, b""), merged);
    }
}
