//! The walk over keys in ordered code as they are written: an ascending field that is last is without end mark, and empty ones at
//! the end are left out.

use super::Walk;
use crate::language::ordered_code::OrderedCodeKind;
use crate::language::{ByteSet, Leaf};

impl Walk<'_> {
    /// `true` if a value has begun. An escape alone is one only with its second byte.
    const fn has_begun(&self) -> bool {
        self.offset > self.mark as usize
    }

    /// `true` if nothing can follow the value but the end of the key.
    const fn is_last_without_mark(&self) -> bool {
        self.at + 1 == self.atoms.len() && !self.atoms[self.at].complemented
    }

    /// The bytes that can come next, not complemented.
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

    /// The walk after `byte`, not complemented, which [`Walk::in_ordered_code`] must allow.
    pub(super) const fn after_ordered_code(self, byte: u8) -> Self {
        if self.mark && byte == 1 {
            return self.enter(self.at + 1);
        }
        let code = if self.mark && byte == 0 { EMPTY } else { self.code };
        Self { offset: self.offset + 1, mark: !self.mark && byte == 0, code, ..self }
    }

    /// `true` if a key can end here, because nothing of what is left is written: behind a value that ascends, or behind the end mark of
    /// one that descends.
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

    /// `true` if all atoms from `at` on are left out where their values are empty.
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

/// The `code` of a walk that is inside an empty value.
pub(super) const EMPTY: usize = 1;

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::ordered_code::SignedNumber;
    use crate::language::walk::region_is_alive;
    use crate::language::{Atom, Source};
    use std::vec::Vec;
    use std::{println, vec};

    const AB: ByteSet = ByteSet::range(b'a', b'b');
    const ENDS: ByteSet = ByteSet::range(0, 1).union(ByteSet::one(0xFF));

    /// The bytes of some values of a field; of text, all up to two bytes.
    fn values(kind: &OrderedCodeKind) -> Vec<Vec<u8>> {
        match *kind {
            OrderedCodeKind::Text(alphabet) => {
                let bytes: Vec<u8> = (0..=0xFF).filter(|&byte| alphabet.contains(byte)).collect();
                let two = bytes.iter().flat_map(|&a| bytes.iter().map(move |&b| vec![a, b]));
                [Vec::new()].into_iter().chain(bytes.iter().map(|&byte| vec![byte])).chain(two).collect()
            }
            OrderedCodeKind::Integer { .. } => {
                [-128, -65, -64, 0, 63, 64, 127].map(|number| SignedNumber::of(number).as_slice().to_vec()).into()
            }
        }
    }

    /// The key of such values, by the steps of Bigtable's reference.
    fn key(mut values: Vec<(Vec<u8>, bool)>) -> Vec<u8> {
        while values.last().is_some_and(|(value, is_desc)| value.is_empty() && !is_desc) {
            values.pop();
        }
        let last = values.len().wrapping_sub(1);
        let element = |(index, (value, is_desc)): (usize, &(Vec<u8>, bool))| -> Vec<u8> {
            let mut element: Vec<u8> = match value.is_empty() {
                true => vec![0, 0],
                false => value.iter().flat_map(|&byte| if byte == 0 { vec![0, 0xFF] } else { vec![byte] }).collect(),
            };
            element.extend(if index < last || *is_desc { &[0, 1][..] } else { &[] });
            element.iter().map(|byte| if *is_desc { !byte } else { *byte }).collect()
        };
        if values.is_empty() { vec![0, 0] } else { values.iter().enumerate().flat_map(element).collect() }
    }

    /// All keys of such atoms.
    fn keys(atoms: &[Atom]) -> Vec<Vec<u8>> {
        let mut rows = vec![Vec::new()];
        for atom in atoms {
            let Leaf::OrderedCode(kind) = atom.leaf else { unreachable!("all atoms are in ordered code") };
            let all = values(&kind);
            let with = |row: Vec<(Vec<u8>, bool)>| {
                let more = all.iter().map(|value| (value.clone(), atom.complemented));
                more.map(|value| [&row[..], &[value]].concat()).collect::<Vec<_>>()
            };
            rows = rows.into_iter().flat_map(with).collect();
        }
        let mut keys: Vec<Vec<u8>> = rows.into_iter().map(key).collect();
        keys.sort();
        keys
    }

    /// Starts of some keys, and the byte strings beside these. None is so wide that longer texts than those of [`values`] matter.
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
        let text = |alphabet| Leaf::OrderedCode(OrderedCodeKind::Text(alphabet));
        let number = Leaf::OrderedCode(OrderedCodeKind::Integer { below: 128, greatest: 127 });
        let atom = |leaf, complemented| Atom { complemented, ..Atom::new(leaf, Source::Field(0)) };
        let turns = |leaf| [atom(leaf, false), atom(leaf, true)];
        let atoms: Vec<Atom> = [text(AB), text(ENDS), number].into_iter().flat_map(turns).collect();
        let two = atoms.iter().flat_map(|a| atoms.iter().map(|b| vec![*a, *b]));
        let ends = turns(text(AB)).into_iter().flat_map(|last| turns(text(ENDS)).map(|before| [before, last]));
        let three = ends.flat_map(|[a, b]| atoms.iter().map(move |first| vec![*first, a, b]));
        let (mut regions, mut dead) = (0, 0);
        for atoms in atoms.iter().map(|a| vec![*a]).chain(two).chain(three) {
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
}
