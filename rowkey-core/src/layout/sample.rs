//! Any key of a layout, for tests that know nothing of the types of its fields.

use super::Layout;
use crate::language::ByteSet;
use crate::language::walk::{Branch, Walk};
use alloc::vec::Vec;

/// Characters of two, three and four bytes.
const CHARS: [&str; 4] = ["é", "ß", "€", "😀"];

/// The bytes at the ends and in the middle of the numbers.
const BORDERS: [u8; 4] = [0, 0x7F, 0x80, 0xFF];

/// The width from which on a key ends as soon as it can.
const LONG: usize = 96;

/// The width at which a key is given up.
const TOO_LONG: usize = 4_096;

/// Returns a key that the layout's language holds and that begins with `start`, if one does. `choose` makes each choice: of a number,
/// it returns one below it. Zeros make the rest of the key short and simple.
///
/// A label and a computed element are chosen like any element, and a text may not be UTF-8: lenient decoding tells if the key is one,
/// and its value has the right ones.
pub fn sample_key(layout: &Layout, start: &[u8], choose: &mut dyn FnMut(usize) -> usize) -> Vec<u8> {
    let kinds = layout.record_types();
    let atoms = kinds.get(choose(kinds.len().max(1))).map_or(layout.atoms, |kind| kind.layout.atoms);
    let (mut walk, mut key) = (Walk::new(atoms), Vec::new());
    for &byte in start {
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

/// The walk after `byte` in one of the atoms that take it; `None` if none does.
fn step<'a>(walk: &Walk<'a>, byte: u8, choose: &mut dyn FnMut(usize) -> usize) -> Option<Walk<'a>> {
    let branches: Vec<_> = walk.branches().filter(|branch| branch.bytes.contains(byte)).collect();
    let chosen = if branches.len() > 1 { choose(branches.len()) } else { 0 };
    branches.get(chosen).map(|branch| branch.after(byte, 1))
}

/// Now and then, a character of several bytes and the walk after it, if they can follow one another.
fn choose_char<'a>(walk: &Walk<'a>, choose: &mut dyn FnMut(usize) -> usize) -> Option<(&'static str, Walk<'a>)> {
    if choose(16) != 1 {
        return None;
    }
    let char = CHARS[choose(CHARS.len())];
    let after = char.bytes().try_fold(*walk, |walk, byte| step(&walk, byte, choose))?;
    Some((char, after))
}

/// An atom for the next byte. An element that can end does so now and then, and in a long key at once.
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

/// One of `bytes`, which stands behind the byte `before`.
fn choose_byte(
    bytes: ByteSet,
    before: u8,
    is_complemented: bool,
    choose: &mut dyn FnMut(usize) -> usize,
) -> Option<u8> {
    // The end mark of a text is the least byte, as written before it is complemented.
    let (least, greatest) = match is_complemented {
        false => (bytes.least(), bytes.greatest()),
        true => (bytes.greatest(), bytes.least()),
    };
    let chosen = match choose(16) {
        0 => least,
        1 => greatest,
        // Most numbers that mean something are near the ends and the middle of those that so many bytes hold: a time, for one.
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

/// The bytes of a UTF-8 alphabet, complemented or not, that are a character alone; all bytes of other sets.
fn one_byte_chars(bytes: ByteSet) -> ByteSet {
    let (ascii, others) = (ByteSet::range(0, 0x7F), ByteSet::range(0x80, 0xFF));
    let part = match bytes {
        _ if bytes.contains(0x80) && !bytes.contains(0xC0) => bytes.intersect(ascii),
        _ if bytes.contains(0x7F) && !bytes.contains(0x3F) => bytes.intersect(others),
        _ => bytes,
    };
    if part.is_empty() { bytes } else { part }
}
