//! Sample keys of any layout, for tests that do not know the types of its fields.

use super::Layout;
use crate::language::ByteSet;
use crate::language::walk::{Branch, Walk};
use alloc::vec::Vec;

/// Characters of two, three and four bytes.
const CHARS: [&str; 4] = ["é", "ß", "€", "😀"];

/// The bytes at the ends and in the middle of the numbers.
const BORDERS: [u8; 4] = [0, 0x7F, 0x80, 0xFF];

/// The width from which on a key ends as soon as possible.
const LONG: usize = 96;

/// The width at which the search for a key stops.
const TOO_LONG: usize = 4_096;

/// The width at which it stops in an element that shows its own end, which can be far away.
const TOO_FAR: usize = 512;

/// Returns a key in the layout's language that begins with `start`, if there is one. `choose` makes each choice: for a
/// number, it returns a lower number. Zeros make the rest of the key short and simple.
///
/// A label and a computed element are chosen like any other element, and text may not be UTF-8. Use lenient decoding
/// to check that the key is valid. Encoding its value gives the right label and elements.
pub fn sample_key(layout: &Layout, start: &[u8], choose: &mut dyn FnMut(usize) -> usize) -> Vec<u8> {
    let kinds = layout.record_types();
    let atoms = kinds.get(choose(kinds.len().max(1))).map_or(layout.atoms, |kind| kind.layout.atoms);
    let mut sample = Sample { walk: Walk::new(atoms), key: Vec::new(), element_at: 0 };
    for &byte in start {
        // No key begins with all of `start`: continue after the part that one begins with.
        let Some(branch) = sample.branch_of(byte, choose) else { break };
        sample.push(&branch, byte);
    }
    loop {
        let is_long = sample.key.len() > LONG;
        let most = if sample.is_whole().is_some() { TOO_FAR } else { TOO_LONG };
        if sample.key.len() > most || sample.can_end() && (is_long || choose(4) == 0) {
            return sample.key;
        }
        if let Some(bytes) = sample.walk.rare_bytes(is_long, choose) {
            if sample.push_all(&bytes, choose) {
                continue;
            }
        }
        let Some(branch) = sample.choose_branch(is_long, choose) else { return sample.key };
        // A text of random bytes is rarely UTF-8, so choose whole characters from time to time.
        if !is_long && sample.push_char(choose) {
            continue;
        }
        let before = sample.key.last().copied().unwrap_or_default();
        let chosen = match is_long {
            false => choose_byte(branch.bytes, before, sample.walk.is_complemented(), choose),
            true => choose_byte(branch.bytes, before, sample.walk.is_complemented(), &mut |_| 0),
        };
        let Some(byte) = chosen else { return sample.key };
        sample.push(&branch, byte);
    }
}

/// A key so far.
#[derive(Clone)]
struct Sample<'a> {
    walk: Walk<'a>,
    key: Vec<u8>,
    /// The offset at which the current atom begins.
    element_at: usize,
}

impl<'a> Sample<'a> {
    /// Adds a byte of a branch of the walk.
    fn push(&mut self, branch: &Branch<'a>, byte: u8) {
        let after = branch.after(byte, 1);
        if branch.atom_index() > self.walk.atom_index() {
            self.element_at = self.key.len();
        }
        self.key.push(byte);
        if after.atom_index() > branch.atom_index() {
            self.element_at = self.key.len();
        }
        self.walk = after;
    }

    /// Returns whether the element so far is whole. Returns `None` if the walk itself knows where it ends.
    fn is_whole(&self) -> Option<bool> {
        self.walk.is_whole(self.key.get(self.element_at..).unwrap_or_default())
    }

    fn can_end(&self) -> bool {
        self.is_whole() != Some(false) && self.walk.can_end()
    }

    /// Returns the branches for the next byte: those that leave an element if it is whole, and else stay in it.
    fn branches(&self) -> impl Iterator<Item = Branch<'a>> + use<'a> {
        let (is_whole, current) = (self.is_whole(), self.walk.atom_index());
        let is_one = move |branch: &Branch<'_>| is_whole.is_none_or(|whole| whole == (branch.atom_index() > current));
        self.walk.branches().filter(is_one)
    }

    /// Returns a branch that takes `byte`, or `None` if there is none.
    fn branch_of(&self, byte: u8, choose: &mut dyn FnMut(usize) -> usize) -> Option<Branch<'a>> {
        let mut branches: Vec<_> = self.branches().filter(|branch| branch.bytes.contains(byte)).collect();
        let chosen = if branches.len() > 1 { choose(branches.len()) } else { 0 };
        (chosen < branches.len()).then(|| branches.swap_remove(chosen))
    }

    /// Adds a character of several bytes, for some calls, and only if these bytes can follow. Returns `true` if it did.
    fn push_char(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> bool {
        choose(16) == 1 && self.push_all(CHARS[choose(CHARS.len())].as_bytes(), choose)
    }

    /// Adds bytes, if all of them can follow. Returns `true` if it did.
    fn push_all(&mut self, bytes: &[u8], choose: &mut dyn FnMut(usize) -> usize) -> bool {
        let mut after = self.clone();
        for &byte in bytes {
            let Some(branch) = after.branch_of(byte, choose) else { return false };
            after.push(&branch, byte);
        }
        *self = after;
        true
    }

    /// Returns a branch for the next byte. In some calls, an element that can end does so. In a long key, it always does.
    fn choose_branch(&self, is_long: bool, choose: &mut dyn FnMut(usize) -> usize) -> Option<Branch<'a>> {
        let mut branches = self.branches().peekable();
        loop {
            let branch = branches.next()?;
            let is_left = branches.peek().is_some() && (is_long || choose(4) == 0);
            if !is_left {
                return Some(branch);
            }
        }
    }
}

/// Returns one of `bytes`, for the position after the byte `before`.
fn choose_byte(
    bytes: ByteSet,
    before: u8,
    is_complemented: bool,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Option<u8> {
    // The end mark of a text is the lowest byte, before it is complemented.
    let (least, greatest) = match is_complemented {
        false => (bytes.least(), bytes.greatest()),
        true => (bytes.greatest(), bytes.least()),
    };
    let chosen = match choose(16) {
        0 => least,
        1 => greatest,
        // Most meaningful numbers, such as times, are near the ends and the middle of the range of their width.
        2..=11 if bytes.count() == 256 => match before {
            0x80 | 0 if choose(8) > 0 => Some(0),
            0x7F | 0xFF if choose(8) > 0 => Some(0xFF),
            _ => BORDERS.get(choose(BORDERS.len())).copied(),
        },
        // A salt or an element may be computed from the number that a text spells.
        2..=5 => Some(b"0123456789"[choose(10)] ^ if is_complemented { 0xFF } else { 0 }),
        _ => {
            let bytes = one_byte_chars(bytes);
            bytes.nth(choose(bytes.count()))
        }
    };
    chosen.filter(|&byte| bytes.contains(byte)).or(least)
}

/// Returns the bytes of a UTF-8 alphabet, complemented or not, that are a whole character. Returns all bytes of other
/// sets.
fn one_byte_chars(bytes: ByteSet) -> ByteSet {
    let (ascii, others) = (ByteSet::range(0, 0x7F), ByteSet::range(0x80, 0xFF));
    let part = match bytes {
        _ if bytes.contains(0x80) && !bytes.contains(0xC0) => bytes.intersect(ascii),
        _ if bytes.contains(0x7F) && !bytes.contains(0x3F) => bytes.intersect(others),
        _ => bytes,
    };
    if part.is_empty() { bytes } else { part }
}
