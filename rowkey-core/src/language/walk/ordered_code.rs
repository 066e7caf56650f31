//! The walk over keys in ordered code as they are written: the last field has no end mark if it ascends, and empty
//! fields at the end are omitted.

use super::Walk;
use crate::language::ordered_code::OrderedCodeKind;
use crate::language::{ByteSet, Leaf};

impl Walk<'_> {
    /// Returns `true` if a value has begun. An escape begins one only with its second byte.
    const fn has_begun(&self) -> bool {
        self.offset > self.mark as usize
    }

    /// Returns `true` if only the end of the key can follow the value.
    const fn is_last_without_mark(&self) -> bool {
        self.at + 1 == self.atoms.len() && !self.atoms[self.at].complemented
    }

    /// Returns the bytes that can come next, not complemented.
    pub(super) const fn in_ordered_code(&self, kind: &OrderedCodeKind) -> ByteSet {
        let is_last = self.is_last_without_mark();
        let can_be_empty = kind.can_be_empty() && (self.at == 0 || !is_last);
        if self.code == EMPTY {
            return match (is_last, self.mark) {
                (true, _) => ByteSet::NONE,
                (false, false) => ByteSet::one(0),
                (false, true) => ByteSet::one(1),
            };
        }
        let values = if self.has_begun() { kind.others() } else { kind.first() };
        if !self.mark {
            let begins_mark = if self.has_begun() { !is_last } else { can_be_empty };
            return if begins_mark { values.union(ByteSet::one(0)) } else { values };
        }
        let second = if values.contains(0) { ByteSet::one(0xFF) } else { ByteSet::NONE };
        let other = match self.has_begun() {
            true if !is_last => ByteSet::one(1),
            false if can_be_empty => ByteSet::one(0),
            _ => ByteSet::NONE,
        };
        second.union(other)
    }

    /// Returns the walk after `byte`, not complemented, which [`Walk::in_ordered_code`] must allow.
    pub(super) const fn after_ordered_code(self, byte: u8) -> Self {
        if self.mark && byte == 1 {
            return self.enter(self.at + 1);
        }
        let code = if self.mark && byte == 0 { EMPTY } else { self.code };
        Self { offset: self.offset + 1, mark: !self.mark && byte == 0, code, ..self }
    }

    /// Returns `true` if a key can end here, because the remaining fields are omitted: after a value that ascends, or
    /// after the end mark of one that descends.
    pub(super) const fn can_end_early(&self) -> bool {
        if self.zeros > 0 || self.at == self.atoms.len() || !matches!(self.atoms[self.at].leaf, Leaf::OrderedCode(_)) {
            return false;
        }
        if self.offset == 0 {
            return self.at > 0 && self.atoms[self.at - 1].complemented && self.can_leave_out(self.at);
        }
        let has_value = self.has_begun() && !self.mark && (self.code != EMPTY || self.at == 0);
        has_value && !self.atoms[self.at].complemented && self.can_leave_out(self.at + 1)
    }

    /// Returns `true` if all atoms from `at` on are omitted if their values are empty.
    const fn can_leave_out(&self, at: usize) -> bool {
        let mut at = at;
        while at < self.atoms.len() {
            if !self.atoms[at].can_be_left_out() {
                return false;
            }
            at += 1;
        }
        true
    }
}

/// The `code` of a walk inside an empty value.
pub(super) const EMPTY: usize = 1;

#[cfg(test)]
mod tests {
    extern crate std;
    use crate::language::ordered_code::OrderedCodeKind;
    use crate::language::walk::all_keys::ordered_code::{is_key, is_text, keys, layouts};
    use crate::language::walk::{Walk, region_is_alive};
    use crate::language::{Atom, Leaf};
    use std::vec::Vec;
    use std::{println, vec};

    /// Starts of some keys, and the byte strings next to them. All are so short that texts longer than those of the
    /// keys do not matter.
    fn cuts(keys: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let mut cuts = vec![vec![], vec![0xFF, 0xFF]];
        for key in keys.iter().step_by((keys.len() / 12).max(1)) {
            for width in 1..=key.len().min(6) {
                let start = &key[..width];
                cuts.extend([start.to_vec(), [start, &[0]].concat(), [start, &[0xFF]].concat()]);
            }
        }
        cuts.sort();
        cuts.dedup();
        cuts
    }

    #[test]
    fn a_region_is_alive_if_a_key_lies_in_it() {
        let (mut regions, mut dead) = (0, 0);
        for atoms in layouts() {
            let keys = keys(&atoms);
            let cuts = cuts(&keys);
            for (i, start) in cuts.iter().enumerate() {
                let least = keys.get(keys.partition_point(|key| key < start));
                for stop in cuts[i + 1..].iter().map(Some).chain([None]) {
                    let holds = least.is_some_and(|least| stop.is_none_or(|stop| least < stop));
                    let alive = region_is_alive(&atoms, start, stop.map(Vec::as_slice));
                    assert!(alive || !holds, "{start:02X?} .. {stop:02X?} holds {least:02X?}: {atoms:#?}");
                    (regions, dead) = (regions + 1, dead + usize::from(!alive));
                    // Keys of longer texts are not listed.
                    let is_narrow = start.len() <= 2 && stop.is_none_or(|stop| stop.len() <= 2);
                    let is_text =
                        atoms.iter().all(|atom| matches!(atom.leaf, Leaf::OrderedCode(OrderedCodeKind::Text(_))));
                    assert!(alive == holds || !is_narrow || !is_text, "{start:02X?} .. {stop:02X?}: {atoms:#?}");
                }
            }
        }
        println!("{regions} regions, {dead} of them dead");
        assert!(dead > 1_000);
    }

    /// Compares the walks after `bytes`, and after all continuations of up to five bytes.
    fn check(atoms: &[Atom], walks: &[Walk<'_>], bytes: &mut Vec<u8>) {
        let can_end = walks.iter().any(Walk::can_end);
        assert_eq!(can_end, is_key(atoms, bytes), "{bytes:02X?}: {atoms:#?}");
        if bytes.len() == 5 {
            return;
        }
        for byte in [0, 1, b'a', 0xFF, 0xFE, !b'a'] {
            let branches = walks.iter().flat_map(Walk::branches).filter(|branch| branch.bytes.contains(byte));
            let after: Vec<Walk<'_>> = branches.map(|branch| branch.after(byte, 1)).collect();
            bytes.push(byte);
            check(atoms, &after, bytes);
            bytes.pop();
        }
    }

    #[test]
    fn keys_of_texts_are_those_that_read_back() {
        for atoms in layouts() {
            if atoms.iter().all(is_text) {
                check(&atoms, &[Walk::new(&atoms).settled()], &mut Vec::new());
            }
        }
    }
}
