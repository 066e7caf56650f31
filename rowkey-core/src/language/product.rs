//! Finds a key that two layouts have in common: walks both at once, byte by byte.
//!
//! This proves that two record types of a table, or two keys of `disjoint!`, never meet. An example, where a `Post` is the tag `P` and a `u8`, and a
//! `Page` is the prefix `P`, one of the codes `a` and `b`, and a `u8`:
//!
//! ```text
//! pair 0   both at the start          both allow 50 ('P')
//! pair 1   after 50                   Post allows 00 to FF, Page allows 61 and 62: both allow 61 and 62
//! pair 2   after 50 61                Post can end, Page cannot; Post allows no byte: no step
//! ```
//!
//! No pair has both at an end, so no key is common. A scan of all posts would still read pages, because both can begin with `50 61`
//! (`common_beginning`).
//!
//! A *pair* is the position in each layout that the same bytes lead to. The search is breadth-first over pairs. There are finitely many, because positions with the
//! same future are equal, and each pair is visited once. So the answer is exact, except for leaves whose walk allows more than the codec: text that is not
//! UTF-8 or is counted in UTF-16 units, and ordered code.
//!
//! rustc evaluates this for every two record types of a table. Types with different tags end after a few steps. Others take one step per pair and
//! class of bytes that both walks treat alike, which is one or two for most leaves.

use super::walk::Walk;
use super::{Atom, ByteSet};

/// The maximum number of pairs. Beyond it, the layouts count as meeting. Most layouts have a few pairs per byte of a key.
const MOST: usize = 2_048;
/// The size of the hash table of pairs: a power of two, at most half full.
const SLOTS: usize = 2 * MOST;

/// The first bytes of a key, as an example.
#[derive(Clone, Copy)]
pub(crate) struct Example {
    bytes: [u8; 24],
    width: usize,
    /// `true` if the key has more bytes.
    pub(crate) goes_on: bool,
}

impl Example {
    const EMPTY: Self = Self { bytes: [0; 24], width: 0, goes_on: false };

    pub(crate) const fn bytes(&self) -> &[u8] {
        self.bytes.split_at(self.width).0
    }

    const fn with(&self, byte: u8) -> Self {
        let mut bytes = self.bytes;
        if self.width == bytes.len() {
            return Self { bytes, goes_on: true, ..*self };
        }
        bytes[self.width] = byte;
        Self { bytes, width: self.width + 1, ..*self }
    }
}

/// Returns a complete key of both layouts, or `None` if they have none in common. The empty byte string does not count as a key. If the
/// search takes too many pairs, returns the start of a key that may belong to both.
pub(crate) const fn common_key(a: &[Atom], b: &[Atom]) -> Option<Example> {
    match meeting(a, b, &Goal::Ends) {
        Some((_, key)) => Some(key),
        None => None,
    }
}

/// Returns a key of `a` that agrees with some key of `b` on their heads: the first `head_a` atoms of `a`, and the first `head_b` atoms of `b`. Returns
/// `None` if no two keys agree that far. If the search takes too many pairs, returns a key of `a` that may agree with one of `b`.
///
/// A head of 0 atoms is passed at once. A key that can end is past its head. No head ends inside an option.
pub(crate) const fn common_beginning(a: &[Atom], head_a: usize, b: &[Atom], head_b: usize) -> Option<Example> {
    match meeting(a, b, &Goal::Heads(head_a, head_b)) {
        Some((walk, beginning)) => Some(least_key(walk, &beginning)),
        None => None,
    }
}

/// The position that both walks must reach.
enum Goal {
    /// The end of a key of each.
    Ends,
    /// After this number of atoms of each.
    Heads(usize, usize),
}

/// The walks of both layouts over the same bytes.
#[derive(Clone, Copy)]
struct Pair<'a> {
    a: Walk<'a>,
    b: Walk<'a>,
    /// The pair before this one, and the byte that leads here from it, `times` times.
    from: usize,
    byte: u8,
    times: usize,
}

impl Pair<'_> {
    const fn is_at(&self, other: &Self) -> bool {
        self.a.is_at(&other.a) && self.b.is_at(&other.b)
    }

    const fn has_reached(&self, goal: &Goal, is_start: bool) -> bool {
        match *goal {
            // The empty key does not count.
            Goal::Ends => !is_start && self.a.can_end() && self.b.can_end(),
            Goal::Heads(a, b) => self.a.has_passed(a) && self.b.has_passed(b),
        }
    }
}

/// The pairs found so far, in the order of discovery. The search visits them in this order.
struct Search<'a> {
    pairs: [Option<Pair<'a>>; MOST],
    count: usize,
    /// A hash table with open addressing: the index of each pair but the start. 0 is free.
    slots: [u16; SLOTS],
}

/// Returns the position in `a` and the bytes that lead both layouts to the goal. If there are too many pairs, returns the position and bytes that the
/// search has reached.
const fn meeting<'a>(a: &'a [Atom], b: &'a [Atom], goal: &Goal) -> Option<(Walk<'a>, Example)> {
    if begin_apart(a, b) && !matches!(goal, Goal::Heads(0, 0)) {
        return None;
    }
    let (a, b) = (Walk::new(a).settled(), Walk::new(b).settled());
    let mut search = Search { pairs: [None; MOST], count: 1, slots: [0; SLOTS] };
    search.pairs[0] = Some(Pair { a, b, from: 0, byte: 0, times: 0 });
    let mut at = 0;
    while at < search.count {
        let Some(pair) = search.pairs[at] else { return None };
        if pair.has_reached(goal, at == 0) {
            return Some((pair.a, search.key(at)));
        }
        if !search.step(&pair, at) {
            return Some((pair.a, Example { goes_on: true, ..search.key(at) }));
        }
        at += 1;
    }
    None
}

/// Returns `true` if both begin with different literals, as most record types do.
pub(crate) const fn begin_apart(a: &[Atom], b: &[Atom]) -> bool {
    let ([a, ..], [b, ..]) = (a, b) else { return false };
    let mut at = 0;
    while let (Some(of_a), Some(of_b)) = (a.literal_byte(at), b.literal_byte(at)) {
        if of_a != of_b {
            return true;
        }
        at += 1;
    }
    false
}

impl<'a> Search<'a> {
    /// Adds the pairs one step after `pair`, which is at index `from`. A step is one byte, or several times the same byte. Returns `false` if there are too
    /// many pairs.
    const fn step(&mut self, pair: &Pair<'a>, from: usize) -> bool {
        let mut of_a = Some(pair.a.branch());
        while let Some(a) = of_a {
            let mut of_b = Some(pair.b.branch());
            while let Some(b) = of_b {
                // One byte stands for its class: all bytes after which both walks continue in the same way. The marks are the exceptions.
                let both = a.bytes.intersect(b.bytes);
                let mut bytes = one_of_each(both, a.marks.union(b.marks));
                let times = if a.run < b.run { a.run } else { b.run };
                while let Some(byte) = bytes.least() {
                    let pair = Pair { a: a.after(byte, times), b: b.after(byte, times), from, byte, times };
                    if !self.add(pair) {
                        return false;
                    }
                    bytes = bytes.minus(ByteSet::one(byte));
                }
                of_b = b.later();
            }
            of_a = a.later();
        }
        true
    }

    /// Adds a pair if it is new. Returns `false` if there is no room. The start is not compared: it is not a key, but the same pair after some
    /// bytes can be one.
    const fn add(&mut self, pair: Pair<'a>) -> bool {
        let hash = pair.a.place_hash().wrapping_mul(31).wrapping_add(pair.b.place_hash());
        // The high bits are mixed best.
        let mut slot = (hash >> 16 ^ hash) as usize % SLOTS;
        while self.slots[slot] > 0 {
            match &self.pairs[self.slots[slot] as usize] {
                Some(other) if pair.is_at(other) => return true,
                _ => slot = (slot + 1) % SLOTS,
            }
        }
        if self.count == MOST {
            return false;
        }
        self.slots[slot] = self.count as u16;
        self.pairs[self.count] = Some(pair);
        self.count += 1;
        true
    }

    /// Returns the bytes that lead to the pair at index `last`, read backwards along `from`.
    const fn key(&self, last: usize) -> Example {
        let (mut width, mut at) = (0, last);
        // The start has no byte.
        while let (1.., Some(pair)) = (at, &self.pairs[at]) {
            (width, at) = (width + pair.times, pair.from);
        }
        let mut key = Example::EMPTY;
        key.goes_on = width > key.bytes.len();
        key.width = if key.goes_on { key.bytes.len() } else { width };
        at = last;
        while let (1.., Some(pair)) = (at, &self.pairs[at]) {
            let start = width - pair.times;
            while width > start {
                width -= 1;
                if width < key.bytes.len() {
                    key.bytes[width] = pair.byte;
                }
            }
            at = pair.from;
        }
        key
    }
}

/// Returns the marks among `bytes`, and one of the other bytes.
const fn one_of_each(bytes: ByteSet, marks: ByteSet) -> ByteSet {
    if marks.is_empty() {
        return match bytes.least() {
            Some(any) => ByteSet::one(any),
            None => bytes,
        };
    }
    let marked = bytes.intersect(marks);
    match bytes.minus(marks).least() {
        Some(other) => marked.union(ByteSet::one(other)),
        None => marked,
    }
}

/// Completes `so_far` to a key from the position `walk`: takes the lowest byte each time, and ends as soon as it can. If a byte can belong to an open
/// text or to the element after it, the latter takes it.
const fn least_key(mut walk: Walk<'_>, so_far: &Example) -> Example {
    let mut example = *so_far;
    while !example.goes_on && (example.width == 0 || !walk.can_end()) {
        let mut last = None;
        let mut branches = Some(walk.branch());
        while let Some(branch) = branches {
            branches = branch.later();
            if let Some(byte) = branch.bytes.least() {
                last = Some((branch, byte));
            }
        }
        let Some((branch, byte)) = last else { return example };
        walk = branch.after(byte, 1);
        example = example.with(byte);
    }
    example
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::leaf::model::{KeyReader, all_keys, atoms};
    use crate::language::{Leaf, Literal, Number, Padded, Radix, Source, Tag, Text};
    use std::collections::BTreeSet;
    use std::println;
    use std::vec::Vec;

    const fn number(radix: Radix, width: usize, least: u128, greatest: u128) -> Leaf {
        Number { radix, width, least, greatest }.leaf()
    }

    /// Leaves that differ from those of [`atoms`] in a bound.
    const MORE: [Leaf; 13] = [
        Literal(b"5").leaf(),
        number(Radix::Decimal, 3, 178, 221),
        Literal(b"b").leaf(),
        Padded { alphabet: ByteSet::range(b'a', b'b'), width: 2, pad: b'c', left: false }.leaf(),
        Padded { alphabet: ByteSet::range(b'a', b'b'), width: 3, pad: b'c', left: true }.leaf(),
        Literal(b"a").leaf(),
        Literal(b"aaab").leaf(),
        Text { alphabet: ByteSet::range(b'a', b'b'), min: 2, max: None }.leaf(),
        Text { alphabet: ByteSet::range(b'0', b'9'), min: 1, max: Some(1) }.leaf(),
        number(Radix::Bytes, 1, 0, 0xFF),
        number(Radix::Bytes, 1, 0, b'a' as u128),
        number(Radix::Bytes, 1, 0x31, 0xFF),
        number(Radix::Decimal, 2, 11, 99),
    ];

    #[test]
    fn literals_are_compared_as_they_are_written() {
        let plain = |literal| [Atom::new(Literal(literal).leaf(), Source::Prefix)];
        let turned = |literal| plain(literal).map(|atom| Atom { complemented: true, ..atom });
        assert!(!begin_apart(&plain(b"a"), &turned(b"\x9E")) && !begin_apart(&turned(b"ab"), &turned(b"a")));
        assert!(begin_apart(&plain(b"a"), &turned(b"a")) && begin_apart(&turned(b"ab"), &turned(b"aa")));
        assert!(!begin_apart(&plain(b""), &plain(b"a")) && !begin_apart(&[], &plain(b"a")));
    }

    /// Numbers that look random, always the same.
    struct Random(u64);

    impl Random {
        fn below(&mut self, count: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % count
        }

        /// A layout of one to three elements, some of them optional.
        fn layout(&mut self, atoms: &[Atom]) -> Vec<Atom> {
            let mut layout = Vec::new();
            for _ in 0..=self.below(3) {
                self.insert(&mut layout, atoms);
            }
            layout
        }

        /// The same layout but for one element.
        fn like(&mut self, layout: &[Atom], atoms: &[Atom]) -> Vec<Atom> {
            let mut like = layout.to_vec();
            if layout.iter().any(|atom| atom.leaf.as_tag().is_some()) {
                self.insert(&mut like, atoms);
                return like;
            }
            let at = self.below(layout.len());
            match self.below(4) {
                0 => like[at] = atoms[self.below(atoms.len())],
                1 => like.insert(at, atoms[self.below(atoms.len())]),
                2 if layout.len() > 1 => drop(like.remove(at)),
                _ => like.push(atoms[self.below(atoms.len())]),
            }
            like
        }

        fn insert(&mut self, layout: &mut Vec<Atom>, atoms: &[Atom]) {
            let atom = atoms[self.below(atoms.len())];
            if let (Some(width), 0) = (atom.leaf.fixed_width(), self.below(4)) {
                layout.push(Atom { leaf: Tag { atoms: 1, width }.leaf(), ..atom });
            }
            layout.push(atom);
        }
    }

    /// A layout and its keys, with texts up to some width.
    struct Sample {
        reader: KeyReader,
        keys: BTreeSet<Vec<u8>>,
        is_exact: bool,
    }

    impl Sample {
        /// `None` if there are more keys than `most`.
        fn new(atoms: &[Atom], most: usize) -> Option<Self> {
            let count = |atom: &Atom| match atom.leaf.as_tag() {
                Some(_) => 2,
                None => all_keys(&[*atom]).len(),
            };
            if atoms.iter().map(count).product::<usize>() > most {
                return None;
            }
            let keys = all_keys(atoms).into_iter().filter(|key| !key.is_empty()).collect();
            let is_exact = atoms.iter().all(|atom| atom.leaf.is_exact());
            Some(Self { reader: KeyReader::new(atoms), keys, is_exact })
        }

        fn atoms(&self) -> &[Atom] {
            &self.reader.atoms
        }

        /// All starts of keys that hold the first `head` elements.
        fn beginnings(&self, head: usize) -> BTreeSet<Vec<u8>> {
            let (heads, tails) = (all_keys(&self.atoms()[..head]), all_keys(&self.atoms()[head..]));
            let mut all = BTreeSet::new();
            for head in &heads {
                for key in tails.iter().map(|tail| [&head[..], tail].concat()).filter(|key| !key.is_empty()) {
                    all.extend((head.len()..=key.len()).map(|width| key[..width].to_vec()));
                }
            }
            all
        }

        /// A head that does not end inside an option.
        fn head(&self, random: &mut Random) -> usize {
            let head = random.below(self.atoms().len() + 1);
            let is_inside = head > 0 && self.atoms()[head - 1].leaf.as_tag().is_some();
            if is_inside { head - 1 } else { head }
        }
    }

    #[derive(Default)]
    struct Count {
        met: usize,
        disjoint: usize,
    }

    fn check_key(a: &Sample, b: &Sample, count: &mut Count) {
        let found = common_key(a.atoms(), b.atoms());
        let is_exact = a.is_exact && b.is_exact;
        let both = || std::format!("{:#?} and {:#?}", a.atoms(), b.atoms());
        match found {
            Some(example) if is_exact => {
                let key = example.bytes();
                assert!(!example.goes_on, "{}", both());
                assert!(a.reader.is_key(key) && b.reader.is_key(key), "{key:02X?} of {}", both());
            }
            Some(_) => {}
            None => {
                let common = a.keys.intersection(&b.keys).next();
                let common = common.or_else(|| a.keys.iter().find(|key| b.reader.is_key(key)));
                let common = common.or_else(|| b.keys.iter().find(|key| a.reader.is_key(key)));
                assert!(common.is_none(), "{common:02X?} of {}", both());
            }
        }
        *if found.is_some() { &mut count.met } else { &mut count.disjoint } += 1;
    }

    fn check_beginning(a: &Sample, head_a: usize, b: &Sample, head_b: usize, count: &mut Count) {
        let found = common_beginning(a.atoms(), head_a, b.atoms(), head_b);
        let is_exact = a.is_exact && b.is_exact;
        let both = || std::format!("{head_a} of {:#?} and {head_b} of {:#?}", a.atoms(), b.atoms());
        match found {
            Some(example) if is_exact => {
                let key = example.bytes();
                let agrees = |start: &[u8]| a.reader.begins(head_a, start) && b.reader.begins(head_b, start);
                assert!((0..=key.len()).any(|width| agrees(&key[..width])), "{key:02X?} of {}", both());
                assert!(example.goes_on || a.reader.is_key(key), "{key:02X?} of {}", both());
            }
            Some(_) => {}
            None => {
                let (of_a, of_b) = (a.beginnings(head_a), b.beginnings(head_b));
                let common = of_a.intersection(&of_b).next();
                assert!(common.is_none(), "{common:02X?} of {}", both());
            }
        }
        *if found.is_some() { &mut count.met } else { &mut count.disjoint } += 1;
    }

    fn all_atoms() -> Vec<Atom> {
        let turns = |leaf| [false, true].map(|complemented| Atom { complemented, ..Atom::new(leaf, Source::Prefix) });
        atoms().into_iter().chain(MORE.into_iter().flat_map(turns)).collect()
    }

    #[test]
    #[cfg_attr(not(feature = "brute_force"), ignore = "by brute force, which `tests/core` runs")]
    fn two_layouts_of_one_atom_have_a_key_in_common_exactly_if_it_is_found() {
        let samples: Vec<Sample> = all_atoms().iter().filter_map(|atom| Sample::new(&[*atom], usize::MAX)).collect();
        let (mut keys, mut beginnings) = (Count::default(), Count::default());
        for a in &samples {
            for b in &samples {
                check_key(a, b, &mut keys);
                for (head_a, head_b) in [(0, 1), (1, 0), (1, 1)] {
                    check_beginning(a, head_a, b, head_b, &mut beginnings);
                }
            }
        }
        // Behind one or two bytes of any value, each atom is held against the same bytes of others: each class of bytes before it must be
        // tried.
        let any = Atom::new(number(Radix::Bytes, 1, 0, 0xFF), Source::Prefix);
        for (one, atom) in samples.iter().zip(all_atoms()) {
            for before in [&[any][..], &[any, any]] {
                let reader = KeyReader::new(&[before, &[atom]].concat());
                let a = Sample { reader, keys: BTreeSet::new(), is_exact: one.is_exact };
                let is_wider = |b: &&Sample| b.keys.iter().any(|key| key.len() > before.len());
                samples.iter().filter(is_wider).for_each(|b| check_key(&a, b, &mut keys));
            }
        }
        println!("{} and {} met, {} and {} disjoint", keys.met, beginnings.met, keys.disjoint, beginnings.disjoint);
        assert!(keys.met > 200 && keys.disjoint > 200 && beginnings.met > 200 && beginnings.disjoint > 200);
    }

    #[test]
    #[cfg_attr(not(feature = "brute_force"), ignore = "by brute force, which `tests/core` runs")]
    fn two_layouts_of_some_atoms_have_a_key_in_common_exactly_if_it_is_found() {
        const PAIRS: usize = 3_000;
        const MOST: usize = 200;
        let atoms = all_atoms();
        let mut random = Random(1);
        let (mut keys, mut beginnings) = (Count::default(), Count::default());
        while keys.met + keys.disjoint < PAIRS {
            let one = random.layout(&atoms);
            let other = if random.below(8) == 0 { random.layout(&atoms) } else { random.like(&one, &atoms) };
            let (Some(a), Some(b)) = (Sample::new(&one, MOST), Sample::new(&other, MOST)) else { continue };
            check_key(&a, &b, &mut keys);
            check_beginning(&a, a.head(&mut random), &b, b.head(&mut random), &mut beginnings);
        }
        println!("{} and {} met, {} and {} disjoint", keys.met, beginnings.met, keys.disjoint, beginnings.disjoint);
        assert!(keys.met > 200 && keys.disjoint > 200 && beginnings.met > 200 && beginnings.disjoint > 200);
    }

    fn layout(leaves: &[Leaf]) -> Vec<Atom> {
        leaves.iter().map(|leaf| Atom::new(*leaf, Source::Prefix)).collect()
    }

    #[test]
    fn layouts_of_too_many_pairs_are_taken_to_meet() {
        const AB: ByteSet = ByteSet::range(b'a', b'b');
        let open = Text { alphabet: AB, min: 0, max: None }.leaf();
        let ends_with =
            |max, end| layout(&[open, Text { alphabet: AB, min: 0, max: Some(max) }.leaf(), Literal(end).leaf()]);
        assert!(common_key(&ends_with(40, b"x"), &ends_with(40, b"y")).is_none());
        let example = common_key(&ends_with(50, b"x"), &ends_with(50, b"y"));
        assert!(example.is_some_and(|example| example.goes_on));
    }

    #[test]
    fn an_example_is_the_first_bytes_of_a_wide_key() {
        let number = |greatest| number(Radix::Decimal, 15, 0, greatest);
        let wide = layout(&[number(999_999_999_999_999), number(99)]);
        let other = layout(&[number(10), number(999_999_999_999_999)]);
        let example = common_key(&wide, &other).unwrap();
        assert!(example.goes_on && example.bytes() == [b'0'; 24]);
        let beginning = common_beginning(&wide, 1, &other, 1).unwrap();
        assert!(beginning.goes_on && beginning.bytes() == [b'0'; 24]);
    }

    #[test]
    fn numbers_of_all_digits_keep_the_bound_that_they_need() {
        // `u128::MAX` has 39 digits, and no number of 39 digits is as great as 9...9.
        for (radix, width, beyond) in
            [(Radix::Decimal, 39, &[b'3', b'5'][..]), (Radix::Decimal, 40, b"1"), (Radix::Hex, 33, b"1")]
        {
            let all = layout(&[number(radix, width, 0, u128::MAX)]);
            let rest = Text { alphabet: ByteSet::range(b'0', b'9'), min: 0, max: None }.leaf();
            let head = Text { alphabet: ByteSet::one(beyond[0]), min: 1, max: Some(1) }.leaf();
            let behind = beyond.get(1).map(|&byte| Text { alphabet: ByteSet::one(byte), min: 1, max: Some(1) }.leaf());
            let beyond: Vec<Leaf> = [Some(head), behind, Some(rest)].into_iter().flatten().collect();
            assert!(common_key(&all, &layout(&beyond)).is_none(), "{radix:?} {width}");
            assert!(common_key(&all, &layout(&[rest])).is_some());
        }
        for (radix, width) in [(Radix::Bytes, 16), (Radix::Hex, 32)] {
            let all = layout(&[number(radix, width, 0, u128::MAX)]);
            let greatest =
                Text { alphabet: ByteSet::one(radix.byte((radix.base() - 1) as u8)), min: 1, max: None }.leaf();
            assert!(common_key(&all, &layout(&[greatest])).is_some());
        }
    }
}
