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

use super::{NextBytes, Walk};
use crate::language::tuple::Behind;
use crate::language::{ByteSet, Leaf, TextForm};
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

    /// Returns the walk after `times` times `byte`, which must be one of `bytes`. `times` is at most [`Branch::run`].
    pub(crate) const fn after(&self, byte: u8, times: usize) -> Walk<'a> {
        // All but the last byte of a run only move the position.
        let walk = match self.walk.zeros {
            0 => Walk { offset: self.walk.offset + (times - 1), ..self.walk },
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
        while walk.at < walk.atoms.len() && walk.has_filled_atom() {
            walk = walk.enter(walk.at + 1);
        }
        if walk.at < walk.atoms.len() { walk.settled_within() } else { walk }
    }

    /// Returns `true` if the current atom can end here, and takes no more bytes.
    const fn has_filled_atom(&self) -> bool {
        match self.atoms[self.at].leaf {
            // The most common leaves need no call, because rustc evaluates this at every step.
            Leaf::Number { width, .. } | Leaf::Padded { width, .. } => self.offset == width,
            Leaf::Literal(bytes) => self.offset == bytes.len(),
            Leaf::Text { max, .. } => matches!(max, Some(max) if self.offset == max),
            Leaf::Terminated { .. } | Leaf::Tag { .. } => false,
            _ => {
                let next = self.within();
                next.over && next.bytes.is_empty()
            }
        }
    }

    /// Returns `true` if the key can end here.
    pub(crate) const fn can_end(&self) -> bool {
        let mut walk = *self;
        while walk.at < walk.atoms.len() && walk.zeros == 0 {
            // As in `has_filled_atom`, common leaves need no call.
            let can_leave = match walk.atoms[walk.at].leaf {
                Leaf::Number { width, .. } | Leaf::Padded { width, .. } => walk.offset == width,
                _ => walk.within().over,
            };
            if !can_leave {
                return false;
            }
            walk = walk.enter(walk.at + 1);
        }
        walk.zeros == 0
    }

    /// Returns the value of [`Branch::run`].
    const fn run(&self) -> usize {
        if self.zeros > 0 {
            return self.zeros;
        }
        match self.atoms[self.at].leaf {
            Leaf::Number { width, .. } if !self.low && !self.high && self.offset < width => width - self.offset,
            Leaf::Text { min, form: TextForm::Any, .. } if self.offset < min => min - self.offset,
            Leaf::Padded { alphabet, width, pad, .. } if self.offset < width && alphabet.contains(pad) => {
                width - self.offset
            }
            _ => 1,
        }
    }

    const fn settled_within(self) -> Self {
        let mut walk = self;
        match walk.atoms[walk.at].leaf {
            // A bound that is the lowest or the highest number of the width does not restrict the digits. If the width
            // has more digits than `u128::MAX`, `Radix::greatest` is not its highest number. The first digit of the
            // bound is small then.
            Leaf::Number { radix, width, least, greatest } if walk.offset == 0 => {
                walk.low = least > 0;
                let is_first_bounded = (radix.digit(greatest, width, 0) as u128) < radix.base() - 1;
                walk.high = is_first_bounded || greatest < radix.greatest(width);
            }
            // Once the text is wide enough, its width does not matter if it has no upper bound.
            Leaf::Text { min, max: None, form: TextForm::Any, .. } if walk.offset > min => walk.offset = min,
            // The positions in all values of a list are those in one value.
            Leaf::Text { form: TextForm::List(item), .. } => walk.offset %= item.width().0,
            // Pad bytes that the text can hold are text.
            Leaf::Padded { alphabet, pad, .. } if alphabet.contains(pad) => walk.mark = false,
            // The width does not matter if a mark ends the element.
            Leaf::Terminated { .. } => walk.offset = 0,
            // After the code of a tuple's text, all positions are the same.
            Leaf::Tuple(element) if walk.offset > 1 && matches!(element.behind(walk.code as u8), Behind::Text(_)) => {
                walk.offset = 1;
            }
            _ => {}
        }
        walk
    }

    /// Returns the bytes that may each lead to a different walk, among `bytes`, which the current atom takes.
    /// [`Walk::advanced`] does not distinguish the others.
    const fn marks(&self, bytes: ByteSet) -> ByteSet {
        if self.zeros > 0 || bytes.is_empty() {
            return ByteSet::NONE;
        }
        let atom = &self.atoms[self.at];
        let marks = match atom.leaf {
            // Only the number of bytes counts.
            Leaf::Literal(_) | Leaf::Text { form: TextForm::Any, .. } | Leaf::PaddedUnits { .. } => ByteSet::NONE,
            Leaf::Text { .. } => ByteSet::ALL,
            Leaf::Padded { alphabet, pad, .. } if !alphabet.contains(pad) => ByteSet::one(pad),
            Leaf::Padded { .. } => ByteSet::NONE,
            // 00 begins an escape or the end mark, and 01 ends that mark.
            Leaf::Terminated { .. } => ByteSet::range(0, 1),
            // Each byte can belong to another code.
            Leaf::Codes(_) | Leaf::Tag { .. } => ByteSet::ALL,
            Leaf::Tuple(_) if self.offset == 0 => ByteSet::ALL,
            Leaf::Tuple(element) if matches!(element.behind(self.code as u8), Behind::Text(_)) => ByteSet::one(0),
            // Only the lowest or the highest byte can be the digit of a bound, in ascending and in complemented
            // digits.
            Leaf::Number { .. } | Leaf::Tuple(_) => {
                return if self.low || self.high { ends(bytes) } else { ByteSet::NONE };
            }
        };
        if atom.complemented { marks.complemented() } else { marks }
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
        count == 0 || walk.at > count || walk.zeros == 0 || walk.offset > 0
    }

    /// Returns `true` if both walks over the same layout are in the same position.
    pub(in crate::language) const fn is_at(&self, other: &Self) -> bool {
        self.at == other.at
            && self.offset == other.offset
            && self.low == other.low
            && self.high == other.high
            && self.mark == other.mark
            && self.code == other.code
            && self.zeros == other.zeros
            && self.turned == other.turned
    }

    /// Returns a hash of the position. Walks in different positions rarely have the same hash, because few differ only
    /// in flags.
    pub(in crate::language) const fn place_hash(&self) -> u32 {
        let hash = (self.at as u32).wrapping_mul(0x9E37_79B1).wrapping_add(self.offset as u32);
        hash.wrapping_mul(0x85EB_CA6B).wrapping_add(self.code as u32)
    }
}

/// Returns the lowest and the highest byte of a set.
const fn ends(bytes: ByteSet) -> ByteSet {
    match (bytes.least(), bytes.greatest()) {
        (Some(least), Some(greatest)) => ByteSet::one(least).union(ByteSet::one(greatest)),
        _ => ByteSet::NONE,
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::walk::all_keys::{self, OPEN, all_keys};
    use crate::language::{Atom, Source};
    use crate::language::{TupleElement, TupleKind};
    use std::collections::{BTreeMap, BTreeSet};
    use std::vec;
    use std::vec::Vec;

    const AB: ByteSet = ByteSet::range(b'a', b'b');

    /// Leaves whose first bytes decide which bytes can follow.
    const MORE: [Leaf; 4] = [
        Leaf::text(AB, 2, None),
        Leaf::Padded { alphabet: AB, width: 3, pad: 0, left: false },
        Leaf::Codes(&[b"a", b"ab", b"abb"]),
        Leaf::Tuple(TupleElement::new(TupleKind::Integer { below: 0x0201, zero: false, greatest: 0x0201 })),
    ];

    fn atoms() -> Vec<Atom> {
        let more = MORE.iter().map(|leaf| Atom::new(*leaf, Source::Prefix));
        all_keys::atoms().into_iter().chain(more).collect()
    }

    fn each(bytes: ByteSet) -> impl Iterator<Item = u8> {
        (0..=0xFF).filter(move |&byte| bytes.contains(byte))
    }

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
        // The walk does not count units.
        if atoms.iter().any(|atom| matches!(atom.leaf, Leaf::PaddedUnits { .. })) {
            return;
        }
        let is_open = |atom: &Atom| atom.leaf.fixed_width().is_none() && !matches!(atom.leaf, Leaf::Tag { .. });
        let most = if atoms.iter().any(is_open) { OPEN } else { usize::MAX };
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
    fn branches_lead_to_the_keys_and_to_nothing_else() {
        let atoms = atoms();
        for (i, a) in atoms.iter().enumerate() {
            check(&[*a], 0);
            // Every 13th, each time others.
            for b in atoms.iter().skip(i % 13).step_by(13) {
                // Longer lists take minutes.
                if all_keys(&[*a]).len() * all_keys(&[*b]).len() > 4_000 {
                    continue;
                }
                check(&[*a, *b], 1);
                if let Some(width) = a.leaf.fixed_width() {
                    let tag = Leaf::Tag { atoms: 1, width };
                    let tag = Atom { complemented: b.complemented, ..Atom::new(tag, Source::Prefix) };
                    check(&[tag, *a, *b], 2);
                    check(&[*b, tag, *a], 1);
                }
            }
        }
    }
}
