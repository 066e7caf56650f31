//! Walks over the atoms of a layout, byte by byte. At each position a walk knows which bytes can come next, and whether the key can end.
//!
//! From these two answers follow the lowest key at or above a bound, and whether a region can hold a row (`region_is_alive`). An example for
//! a `u8` from 10 to 25 in two digits, then a terminated text:
//!
//! ```text
//! bytes so far   next bytes             state
//! (none)         31, 32 ('1', '2')      low and high: all digits so far equal the bounds 10 and 25
//! 32             30 to 35 ('0'..'5')    high only: 2 is the first digit of 25
//! 32 35          any                    in the text
//! 32 35 00       01, FF                 mark: 00 01 ends the text, 00 FF is the character NUL
//! 32 35 00 01    none, can end          after the last atom
//! ```
//!
//! A walk is a `Copy` struct of a few numbers, because rustc evaluates it for each boundary of each region.

mod branches;

pub(crate) use branches::Branch;

use super::state::{NextBytes, State};
use super::{Atom, ByteSet};

/// A position inside the keys of a layout, after some of their bytes. If an open text is read from the end of the key, and the next byte
/// could belong to it or to the element after it, the walk allows anything from there on.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a> {
    atoms: &'a [Atom],
    at: usize,
    /// The position inside the current atom.
    state: State,
    /// The zeros that an absent option still has to write. `turned` if they are written complemented, like its tag.
    zeros: usize,
    turned: bool,
    anything: bool,
}

impl<'a> Walk<'a> {
    pub(crate) const fn new(atoms: &'a [Atom]) -> Self {
        Self { atoms, at: 0, state: State::START, zeros: 0, turned: false, anything: false }
    }

    const fn enter(self, at: usize) -> Self {
        Self { at, state: State::START, anything: false, ..self }
    }

    /// Returns the bytes that can come next, and whether the key can end here.
    pub(crate) const fn next(&self) -> (ByteSet, bool) {
        if self.anything {
            return (ByteSet::ALL, true);
        }
        let mut bytes = ByteSet::NONE;
        let mut walk = *self;
        // As long as an atom can end here, the next byte can also be the first of the atom after it.
        loop {
            if walk.at == walk.atoms.len() && walk.zeros == 0 {
                return (bytes, true);
            }
            let next = walk.within();
            bytes = bytes.union(next.bytes);
            if !next.over {
                return (bytes, false);
            }
            walk = walk.enter(walk.at + 1);
        }
    }

    /// Returns `true` inside an atom that is written complemented.
    pub(crate) const fn is_complemented(&self) -> bool {
        self.at < self.atoms.len() && self.atoms[self.at].complemented
    }

    /// Returns the walk after `byte`, which [`Walk::next`] must allow.
    pub(crate) const fn step(&self, byte: u8) -> Self {
        if self.anything {
            return *self;
        }
        let mut walk = *self;
        loop {
            if walk.at == walk.atoms.len() && walk.zeros == 0 {
                return walk;
            }
            let next = walk.within();
            if next.bytes.contains(byte) {
                // The byte could belong to this atom or to a later one.
                if next.over && walk.enter(walk.at + 1).next().0.contains(byte) {
                    walk.anything = true;
                    return walk;
                }
                return walk.advanced(byte);
            }
            walk = walk.enter(walk.at + 1);
        }
    }

    /// Returns the bytes that can come next inside the current atom, as the key holds them.
    const fn within(&self) -> NextBytes {
        if self.zeros > 0 {
            return NextBytes { bytes: ByteSet::one(if self.turned { 0xFF } else { 0 }), over: false };
        }
        let atom = &self.atoms[self.at];
        let next = atom.leaf.next(self.state);
        NextBytes { bytes: if atom.complemented { next.bytes.complemented() } else { next.bytes }, over: next.over }
    }

    /// Returns the walk after `byte`, which belongs to the current atom.
    const fn advanced(self, byte: u8) -> Self {
        if self.zeros > 0 {
            return Self { zeros: self.zeros - 1, ..self };
        }
        let atom = &self.atoms[self.at];
        let step = atom.leaf.step(self.state, if atom.complemented { !byte } else { byte });
        let turned = step.zeros > 0 && atom.complemented != step.turned;
        Self { at: self.at + step.passed, state: step.state, zeros: step.zeros, turned, ..self }
    }
}

/// Returns `true` if a key of the atoms is at or above `start` and below `stop`, which must be above `start`. Visits each byte of
/// both at most once.
///
/// The walk follows `start`. A key above `start` leaves it at some depth with a higher byte. The deepest such place gives the lowest key, which
/// must then be below `stop`.
pub(crate) const fn region_is_alive(atoms: &[Atom], start: &[u8], stop: Option<&[u8]>) -> bool {
    let mut walk = Walk::new(atoms);
    // The deepest place where a key can leave `start` upward: the walk there, its depth, and the next byte.
    let mut rise: Option<(Walk<'_>, usize, u8)> = None;
    let mut depth = 0;
    // `true` as long as `stop` begins with the bytes of `start`. Once it does not, every key with these first bytes of
    // `start` is below it.
    let mut alike = true;
    while depth < start.len() {
        let (bytes, _) = walk.next();
        if let Some(byte) = bytes.least_above(start[depth]) {
            // A key with this byte is between the two, for any bytes after it. Most regions are found alive here.
            if !alike || is_before(byte, stop, depth) {
                return true;
            }
            rise = Some((walk, depth, byte));
        }
        alike = alike && is_at(start[depth], stop, depth);
        // No key continues along `start`. The lowest key above it leaves `start` at the deepest place so far.
        if !bytes.contains(start[depth]) {
            return match rise {
                Some((walk, depth, byte)) => least_is_below(walk.step(byte), start, depth, Some(byte), stop),
                None => false,
            };
        }
        walk = walk.step(start[depth]);
        depth += 1;
    }
    least_is_below(walk, start, depth, None, stop)
}

/// Like [`region_is_alive`], for the atoms after a literal: here the empty rest counts as a key.
pub(crate) const fn rest_is_alive(atoms: &[Atom], start: &[u8], stop: Option<&[u8]>) -> bool {
    if start.is_empty() && Walk::new(atoms).next().1 {
        return match stop {
            Some(stop) => !stop.is_empty(),
            None => true,
        };
    }
    region_is_alive(atoms, start, stop)
}

const fn is_before(byte: u8, stop: Option<&[u8]>, at: usize) -> bool {
    match stop {
        Some(stop) => at < stop.len() && byte < stop[at],
        None => true,
    }
}

const fn is_at(byte: u8, stop: Option<&[u8]>, at: usize) -> bool {
    match stop {
        Some(stop) => at < stop.len() && byte == stop[at],
        None => false,
    }
}

/// Returns `true` if the lowest key that begins with `start[..depth]` and `byte` and continues at `walk` is below `stop`. If longer keys sort
/// lower and lower, there is no lowest key. Then their limit is compared, up to the width of `stop`.
const fn least_is_below(mut walk: Walk<'_>, start: &[u8], depth: usize, byte: Option<u8>, stop: Option<&[u8]>) -> bool {
    let Some(stop) = stop else { return true };
    let known = depth + if byte.is_some() { 1 } else { 0 };
    let mut i = 0;
    while i < stop.len() {
        let next = if i < depth {
            start[i]
        } else if i < known {
            match byte {
                Some(byte) => byte,
                None => return false,
            }
        } else {
            let (bytes, end) = walk.next();
            // The empty key does not count.
            if end && i > 0 {
                return true;
            }
            match bytes.least() {
                Some(least) => {
                    walk = walk.step(least);
                    least
                }
                None => return false,
            }
        };
        if next != stop[i] {
            return next < stop[i];
        }
        i += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::leaf::End;
    use crate::language::leaf::model::{OPEN, all_keys, atoms};
    use crate::language::{Literal, Source, Tag, Text};
    use std::vec::Vec;
    use std::{println, vec};

    /// Returns `true` if the walk is not exact for a text: the text can hold the byte after it, so that the walk
    /// allows anything, or the text counts units, which the walk does not.
    fn is_ambiguous(atoms: &[Atom]) -> bool {
        (0..atoms.len()).any(|at| {
            let atom = atoms[at];
            let after = || all_keys(&atoms[at + 1..]).into_iter().filter_map(|rest| rest.first().copied());
            match atom.leaf.end() {
                _ if !atom.leaf.is_exact() => true,
                End::Open => after().any(|byte| atom.alphabet().contains(byte)),
                // No element of a tuple begins with FF.
                End::UnlessFf => after().any(|byte| byte == if atom.complemented { 0 } else { 0xFF }),
                End::Itself => false,
            }
        })
    }

    /// Bounds around the keys: their starts, and the byte strings next to them.
    fn cuts(keys: &[Vec<u8>], most: usize) -> Vec<Vec<u8>> {
        let mut cuts = vec![Vec::new(), vec![0], vec![0xFF], vec![0xFF, 0xFF]];
        let step = (keys.len() / most).max(1);
        for key in keys.iter().step_by(step).chain(keys.last()) {
            for width in 1..=key.len().min(OPEN - 2) {
                let begin = &key[..width];
                let last = begin[width - 1];
                cuts.push(begin.to_vec());
                cuts.push([begin, &[0]].concat());
                cuts.push([&begin[..width - 1], &[last.saturating_add(1)]].concat());
                cuts.push([&begin[..width - 1], &[last.saturating_sub(1), 0xFF]].concat());
            }
        }
        cuts.retain(|cut| cut.len() <= OPEN - 2);
        cuts.sort();
        cuts.dedup();
        cuts
    }

    #[derive(Default)]
    struct Count {
        layouts: usize,
        regions: usize,
        dead: usize,
    }

    fn check(atoms: &[Atom], most: usize, count: &mut Count) {
        let mut keys = all_keys(atoms);
        keys.retain(|key| !key.is_empty());
        keys.sort();
        let exact = !is_ambiguous(atoms);
        let cuts = cuts(&keys, most);
        count.layouts += 1;
        for (i, start) in cuts.iter().enumerate() {
            let least = keys.get(keys.partition_point(|key| key < start));
            for stop in cuts[i + 1..].iter().map(Some).chain([None]) {
                let holds = least.is_some_and(|least| stop.is_none_or(|stop| least < stop));
                let alive = region_is_alive(atoms, start, stop.map(Vec::as_slice));
                assert!(
                    alive == holds || alive && !exact,
                    "{start:02X?} .. {stop:02X?} holds {least:02X?}: {holds}, said to be alive: {alive}\n{atoms:#?}"
                );
                count.regions += 1;
                count.dead += usize::from(!alive);
            }
        }
    }

    #[test]
    #[cfg_attr(not(feature = "brute_force"), ignore = "by brute force, which `tests/core` runs")]
    fn a_region_is_alive_exactly_if_a_key_lies_in_it() {
        let mut count = Count::default();
        let atoms = atoms();
        for a in &atoms {
            check(&[*a], 12, &mut count);
            for b in &atoms {
                check(&[*a, *b], 3, &mut count);
            }
        }
        // Every seventh, each time others.
        let mut at = 0;
        for a in &atoms {
            for separator in [&b"_"[..], b"\0", b"\xFF", b"::"] {
                for b in atoms.iter().skip(at % 7).step_by(7) {
                    let separator = Atom::new(Literal(separator).leaf(), Source::Separator);
                    check(&[*a, separator, *b], 2, &mut count);
                }
                at += 1;
            }
        }
        println!("{} layouts, {} regions, {} of them dead", count.layouts, count.regions, count.dead);
        assert!(count.dead > 1_000);
    }

    #[test]
    #[cfg_attr(not(feature = "brute_force"), ignore = "by brute force, which `tests/core` runs")]
    fn a_region_of_optional_elements_is_alive_exactly_if_a_key_lies_in_it() {
        let mut count = Count::default();
        let fixed: Vec<Atom> = atoms().into_iter().filter(|atom| atom.leaf.fixed_width().is_some()).collect();
        for complemented in [false, true] {
            let tag = |atoms, width| Atom { complemented, ..Atom::new(Tag { atoms, width }.leaf(), Source::Prefix) };
            let width = |atom: &Atom| atom.leaf.fixed_width().unwrap();
            for a in &fixed {
                check(&[tag(1, width(a)), *a], 12, &mut count);
                check(&[tag(2, width(a) + 1), tag(1, width(a)), *a], 12, &mut count);
                for b in &fixed {
                    check(&[tag(2, width(a) + width(b)), *a, *b], 2, &mut count);
                    check(&[tag(1, width(a)), *a, *b], 2, &mut count);
                    check(&[*a, tag(1, width(b)), *b], 2, &mut count);
                }
            }
        }
        println!("{} layouts, {} regions, {} of them dead", count.layouts, count.regions, count.dead);
        assert!(count.dead > 1_000);
    }

    #[test]
    fn behind_a_literal_there_may_be_nothing() {
        let atoms = |leaf| [Atom::new(leaf, Source::Prefix)];
        let open = atoms(Text { alphabet: ByteSet::range(b'a', b'z'), min: 0, max: None }.leaf());
        assert!(rest_is_alive(&open, b"", Some(b"a")) && rest_is_alive(&open, b"", None));
        assert!(!rest_is_alive(&open, b"", Some(b"")));
        let literal = atoms(Literal(b"m").leaf());
        assert!(rest_is_alive(&literal, b"", None) && rest_is_alive(&literal, b"m", Some(b"n")));
        assert!(!rest_is_alive(&literal, b"", Some(b"m")) && !rest_is_alive(&literal, b"n", None));
    }
}
