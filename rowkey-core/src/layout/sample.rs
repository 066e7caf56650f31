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

/// Returns a key in the layout's language that begins with `start`, if there is one. `choose` makes each choice: for a
/// number, it returns a lower number. Zeros make the rest of the key short and simple.
///
/// A label and a computed element are chosen like any other element, and text may not be UTF-8. Use lenient decoding
/// to check that the key is valid. Encoding its value gives the right label and elements.
pub fn sample_key(layout: &Layout, start: &[u8], choose: &mut dyn FnMut(usize) -> usize) -> Vec<u8> {
    let kinds = layout.record_types();
    let atoms = kinds.get(choose(kinds.len().max(1))).map_or(layout.atoms, |kind| kind.layout.atoms);
    let (mut walk, mut key) = (Walk::new(atoms), Vec::new());
    for &byte in start {
        // No key begins with all of `start`: continue after the part that one begins with.
        let Some(after) = step(&walk, byte, choose) else { break };
        walk = after;
        key.push(byte);
    }
    loop {
        let is_long = key.len() > LONG;
        if key.len() > TOO_LONG || walk.can_end() && (is_long || choose(4) == 0) {
            return key;
        }
        let Some(branch) = choose_branch(&walk, is_long, choose) else { return key };
        // A text of random bytes is rarely UTF-8, so choose whole characters from time to time.
        let char = if is_long { None } else { choose_char(&walk, choose) };
        if let Some((char, after)) = char {
            walk = after;
            key.extend_from_slice(char.as_bytes());
            continue;
        }
        let before = key.last().copied().unwrap_or_default();
        let chosen = match is_long {
            false => choose_byte(branch.bytes, before, walk.is_complemented(), choose),
            true => choose_byte(branch.bytes, before, walk.is_complemented(), &mut |_| 0),
        };
        let Some(byte) = chosen else { return key };
        walk = branch.after(byte, 1);
        key.push(byte);
    }
}

/// Returns the walk after `byte` in one of the atoms that take it, or `None` if there is no such atom.
fn step<'a>(walk: &Walk<'a>, byte: u8, choose: &mut dyn FnMut(usize) -> usize) -> Option<Walk<'a>> {
    let branches: Vec<_> = walk.branches().filter(|branch| branch.bytes.contains(byte)).collect();
    let chosen = if branches.len() > 1 { choose(branches.len()) } else { 0 };
    branches.get(chosen).map(|branch| branch.after(byte, 1))
}

/// Returns a character of several bytes and the walk after it, for some calls, and only if these bytes can follow.
fn choose_char<'a>(walk: &Walk<'a>, choose: &mut dyn FnMut(usize) -> usize) -> Option<(&'static str, Walk<'a>)> {
    if choose(16) != 1 {
        return None;
    }
    let char = CHARS[choose(CHARS.len())];
    let after = char.bytes().try_fold(*walk, |walk, byte| step(&walk, byte, choose))?;
    Some((char, after))
}

/// Returns an atom for the next byte. In some calls, an element that can end does so. In a long key, it always does.
fn choose_branch<'a>(walk: &Walk<'a>, is_long: bool, choose: &mut dyn FnMut(usize) -> usize) -> Option<Branch<'a>> {
    let mut branches = walk.branches().peekable();
    loop {
        let branch = branches.next()?;
        let is_left = branches.peek().is_some() && (is_long || choose(4) == 0);
        if !is_left {
            return Some(branch);
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
