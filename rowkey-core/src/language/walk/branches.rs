//! The walk as branches that can be compared, for a search over two layouts at once (`language/product.rs`).
//!
//! If a byte can belong to an open text or to the element after it, [`Walk::step`] allows anything from there on.
//! Here, both cases are branches with their own walks: a byte string is the start of a key exactly if some branch
//! takes its bytes. If a text can hold `_`, and the separator after it is `_`, the byte `5F` has two branches: one
//! inside the text, and one after the separator.
//!
//! [`Walk::settled`] makes walks equal if they differ only in state that does not affect the bytes to come. So there
//! are few different walks, for texts of any width. Bytes that lead to equal walks need only one step.
//! [`Branch::marks`] are the bytes that need their own step.

use super::Walk;
use crate::language::ByteSet;
use crate::language::state::{NextBytes, State};
use alloc::vec::Vec;
use core::iter;

/// One atom that the next byte of a key can belong to.
pub(crate) struct Branch<'a> {
    /// The walk inside that atom.
    walk: Walk<'a>,
    /// The bytes that the atom takes next.
    pub(crate) bytes: ByteSet,
    /// The bytes that may each lead to a different walk. All others of `bytes` lead to the same walk.
    pub(in crate::language) marks: ByteSet,
    /// The number of bytes of `bytes` that the atom takes in a row. After each of them but the last, it takes the same
    /// bytes, without marks, and cannot end.
    pub(in crate::language) run: usize,
    /// `true` if the next byte can belong to the atom after this one instead.
    can_leave: bool,
}

impl<'a> Branch<'a> {
    const fn new(walk: Walk<'a>) -> Self {
        if walk.is_past_all() {
            return Self { walk, bytes: ByteSet::NONE, marks: ByteSet::NONE, run: 1, can_leave: false };
        }
        let NextBytes { bytes, over } = walk.within();
        Self { walk, bytes, marks: walk.marks(bytes), run: walk.run(), can_leave: over }
    }

    /// Returns the branch that leaves the atom here. Returns `None` if the atom cannot end here, or if it is the last
    /// one.
    pub(in crate::language) const fn later(&self) -> Option<Self> {
        if self.can_leave { Some(Self::new(self.walk.enter(self.walk.at + 1))) } else { None }
    }

    /// Returns the index of the atom.
    pub(crate) const fn atom_index(&self) -> usize {
        self.walk.at
    }

    /// Returns the walk after `times` times `byte`, which must be one of `bytes`. `times` is at most [`Branch::run`].
    pub(crate) const fn after(&self, byte: u8, times: usize) -> Walk<'a> {
        // All but the last byte of a run only move the position.
        let walk = match self.walk.zeros {
            0 => {
                let state = State { offset: self.walk.state.offset + (times - 1), ..self.walk.state };
                Walk { state, ..self.walk }
            }
            zeros => Walk { zeros: zeros - (times - 1), ..self.walk },
        };
        walk.advanced(byte).settled()
    }
}

impl<'a> Walk<'a> {
    /// Returns the branch that stays in the current atom. [`Branch::later`] returns the others.
    pub(in crate::language) const fn branch(&self) -> Branch<'a> {
        Branch::new(*self)
    }

    /// Returns the branches that take a byte. The first stays in the current atom, and each later one leaves the atom
    /// of the branch before it.
    pub(crate) fn branches(&self) -> impl Iterator<Item = Branch<'a>> + use<'a> {
        iter::successors(Some(self.branch()), Branch::later).filter(|branch| !branch.bytes.is_empty())
    }

    const fn is_past_all(&self) -> bool {
        self.at == self.atoms.len() && self.zeros == 0
    }

    /// Returns the walk without the state that does not affect the bytes to come. So walks with the same future are
    /// equal, if that is easy to see. In `terminated` text, the walks after `61` and after `61 62` become equal.
    ///
    /// If this misses a case, a search takes more steps. If it made different walks equal, a search would lose keys.
    pub(in crate::language) const fn settled(self) -> Self {
        let mut walk = self;
        // The zeros of an absent option come before the atom, which has no state yet.
        if walk.zeros > 0 {
            return walk;
        }
        walk.turned = false;
        // Leave an atom that takes no more bytes. Its state ends with it.
        while walk.at < walk.atoms.len() {
            let leaf = &walk.atoms[walk.at].leaf;
            if !leaf.is_full(walk.state) {
                walk.state = leaf.settled(walk.state);
                return walk;
            }
            walk = walk.enter(walk.at + 1);
        }
        walk
    }

    /// Returns the index of the current atom.
    pub(crate) const fn atom_index(&self) -> usize {
        self.at
    }

    /// Returns whether `element`, the bytes of the current atom so far, is a whole element. Returns `None` if the walk
    /// itself knows where the atom ends.
    pub(crate) fn is_whole(&self, element: &[u8]) -> Option<bool> {
        let atom = self.atoms.get(self.at).filter(|atom| self.zeros == 0 && !atom.leaf.is_exact())?;
        Some(atom.leaf.width_in(element, atom.complemented) == Some(element.len()))
    }

    /// Returns bytes to continue with that random bytes rarely find, as [`Leaf::rare_bytes`](crate::language::Leaf) chooses
    /// them.
    pub(crate) fn rare_bytes(&self, is_long: bool, choose: &mut dyn FnMut(usize) -> usize) -> Option<Vec<u8>> {
        let atom = self.atoms.get(self.at).filter(|_| self.zeros == 0)?;
        let mut bytes = atom.leaf.rare_bytes(self.state, is_long, choose)?;
        bytes.iter_mut().filter(|_| atom.complemented).for_each(|byte| *byte = !*byte);
        Some(bytes)
    }

    /// Returns `true` if the key can end here.
    pub(crate) const fn can_end(&self) -> bool {
        let mut walk = *self;
        while walk.at < walk.atoms.len() && walk.zeros == 0 {
            if !walk.atoms[walk.at].leaf.can_end(walk.state) {
                return false;
            }
            walk = walk.enter(walk.at + 1);
        }
        walk.zeros == 0
    }

    /// Returns the value of [`Branch::run`].
    const fn run(&self) -> usize {
        if self.zeros > 0 { self.zeros } else { self.atoms[self.at].leaf.run(self.state) }
    }

    /// Returns the bytes that may each lead to a different walk, among `bytes`, which the current atom takes.
    /// [`Walk::advanced`] does not distinguish the others.
    const fn marks(&self, bytes: ByteSet) -> ByteSet {
        if self.zeros > 0 || bytes.is_empty() {
            return ByteSet::NONE;
        }
        let atom = &self.atoms[self.at];
        if atom.complemented {
            return atom.leaf.marks(self.state, bytes.complemented()).complemented();
        }
        atom.leaf.marks(self.state, bytes)
    }

    /// Returns `true` if the bytes so far pass the first `count` atoms, or if the key can end here. An option must be
    /// inside these atoms or after them.
    pub(in crate::language) const fn has_passed(&self, count: usize) -> bool {
        let mut walk = *self;
        while walk.at < count {
            if walk.zeros > 0 {
                return false;
            }
            if !walk.within().over {
                return false;
            }
            walk = walk.enter(walk.at + 1);
        }
        // The zeros belong to atoms before this one, unless it is a list.
        count == 0 || walk.at > count || walk.zeros == 0 || walk.state.offset > 0
    }

    /// Returns `true` if both walks over the same layout are in the same position.
    pub(in crate::language) const fn is_at(&self, other: &Self) -> bool {
        self.at == other.at
            && self.state.is_at(&other.state)
            && self.zeros == other.zeros
            && self.turned == other.turned
    }

    /// Returns a hash of the position. Walks in different positions rarely have the same hash, because few differ only
    /// in flags.
    pub(in crate::language) const fn place_hash(&self) -> u32 {
        let hash = (self.at as u32).wrapping_mul(0x9E37_79B1).wrapping_add(self.state.offset as u32);
        hash.wrapping_mul(0x85EB_CA6B).wrapping_add(self.state.code as u32)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::leaf::model::{OPEN, all_keys, atoms, each};
    use crate::language::{Atom, Leaf, Source, Tag};
    use std::collections::{BTreeMap, BTreeSet};
    use std::vec;
    use std::vec::Vec;

    /// Returns the walks after each byte string of at most `most` bytes. One byte represents all bytes but the marks,
    /// and one run represents all of its bytes.
    fn walks(atoms: &[Atom], most: usize) -> BTreeMap<Vec<u8>, Vec<Walk<'_>>> {
        let mut walks: BTreeMap<Vec<u8>, Vec<Walk<'_>>> = BTreeMap::new();
        let mut open = vec![(Walk::new(atoms).settled(), Vec::new())];
        while let Some((walk, so_far)) = open.pop() {
            let there = walks.entry(so_far.clone()).or_default();
            if there.iter().any(|other| walk.is_at(other)) {
                continue;
            }
            there.push(walk);
            for branch in walk.branches() {
                let other = branch.bytes.minus(branch.marks).least();
                for byte in each(branch.bytes) {
                    let taken = if branch.marks.contains(byte) { byte } else { other.unwrap() };
                    let mut ways = vec![[&so_far[..], &[byte]].concat()];
                    for times in 1..=branch.run {
                        if times == 1 || times == branch.run {
                            let after = branch.after(taken, times);
                            open.extend(ways.iter().filter(|way| way.len() <= most).map(|way| (after, way.clone())));
                        }
                        ways = ways
                            .iter()
                            .flat_map(|way| each(branch.bytes).map(move |byte| [&way[..], &[byte]].concat()))
                            .collect();
                    }
                }
            }
        }
        walks
    }

    /// Compares the walks with the keys, and with the byte strings that pass the first `count` atoms.
    fn check(atoms: &[Atom], count: usize) {
        if atoms.iter().any(|atom| !atom.leaf.is_exact()) {
            return;
        }
        let is_wide = |atom: &Atom| atom.leaf.fixed_width().is_none();
        let most = if atoms.iter().any(is_wide) { OPEN } else { usize::MAX };
        let walks = walks(atoms, most);
        let bytes_of = |has_reached: &dyn Fn(&Walk) -> bool| {
            let reached = walks.iter().filter(|(_, walks)| walks.iter().any(has_reached));
            reached.map(|(bytes, _)| bytes.clone()).collect::<BTreeSet<_>>()
        };
        let keys: BTreeSet<Vec<u8>> = all_keys(atoms).into_iter().filter(|key| key.len() <= most).collect();
        assert_eq!(bytes_of(&|walk| walk.can_end()), keys, "{atoms:#?}");
        // Every start of three bytes belongs to a listed key. The keys with a wider start can all be too wide.
        let most = if most == OPEN { OPEN - 2 } else { most };
        let mut passed = BTreeSet::new();
        for head in all_keys(&atoms[..count]) {
            for tail in all_keys(&atoms[count..]) {
                let key = [&head[..], &tail[..]].concat();
                passed.extend((head.len()..=key.len().min(most)).map(|width| key[..width].to_vec()));
            }
        }
        let mut found = bytes_of(&|walk| walk.has_passed(count));
        found.retain(|bytes| bytes.len() <= most);
        assert_eq!(found, passed, "the first {count} of {atoms:#?}");
    }

    #[test]
    fn branches_of_one_leaf_lead_to_its_elements() {
        atoms().iter().for_each(|atom| check(&[*atom], 0));
    }

    /// The search over two layouts ends after 2,048 pairs of positions, so a single element may have a fraction of them.
    #[test]
    fn the_widest_leaves_have_few_positions() {
        for leaf in Leaf::widest() {
            let atoms = [Atom::new(leaf, Source::Prefix)];
            let (mut seen, mut open) = (Vec::<Walk<'_>>::new(), vec![Walk::new(&atoms).settled()]);
            while let Some(walk) = open.pop() {
                if seen.iter().any(|other| walk.is_at(other)) {
                    continue;
                }
                seen.push(walk);
                assert!(seen.len() <= 256, "more than 256 positions in {leaf:?}");
                for branch in walk.branches() {
                    let marked = branch.bytes.intersect(branch.marks);
                    let other = branch.bytes.minus(branch.marks).least();
                    open.extend(each(marked).chain(other).map(|byte| branch.after(byte, branch.run)));
                }
            }
        }
    }

    #[test]
    #[cfg_attr(not(feature = "brute_force"), ignore = "by brute force, which `tests/core` runs")]
    fn branches_lead_to_the_keys_and_to_nothing_else() {
        let atoms = atoms();
        for (i, a) in atoms.iter().enumerate() {
            // Every 13th, each time others.
            for b in atoms.iter().skip(i % 13).step_by(13) {
                // Longer lists take minutes.
                if all_keys(&[*a]).len() * all_keys(&[*b]).len() > 4_000 {
                    continue;
                }
                check(&[*a, *b], 1);
                if let Some(width) = a.leaf.fixed_width() {
                    let tag = Tag { atoms: 1, width }.leaf();
                    let tag = Atom { complemented: b.complemented, ..Atom::new(tag, Source::Prefix) };
                    check(&[tag, *a, *b], 2);
                    check(&[*b, tag, *a], 1);
                }
            }
        }
    }
}
