//! The proof that several kinds of keys can share a table: no key of one lies where the scans of another read.
//!
//! The scans of a kind read keys that begin as its own do: with its prefix, and with a label of its salt. So each kind is held against
//! that beginning of every other, as the bytes that both allow one after the other.

use super::Layout;
use crate::language::ByteSet;
use crate::language::message::{Message, refuse};
use crate::language::walk::Walk;

/// How many places are looked at before two kinds are taken to meet: labels of several digits have many.
const MOST: usize = 65_536;

/// The first bytes of a key, as an example.
pub(crate) struct Example {
    bytes: [u8; 24],
    width: usize,
    /// `true` if the key goes on.
    goes_on: bool,
}

impl Example {
    const EMPTY: Self = Self { bytes: [0; 24], width: 0, goes_on: false };

    const fn with(&self, byte: u8) -> Self {
        let mut bytes = self.bytes;
        if self.width == bytes.len() {
            return Self { bytes, goes_on: true, ..*self };
        }
        bytes[self.width] = byte;
        Self { bytes, width: self.width + 1, ..*self }
    }
}

/// Refuses keys of one kind where the scans of another read.
#[track_caller]
pub const fn check_disjoint(kinds: &[&Layout]) {
    let mut scanned = 0;
    while scanned < kinds.len() {
        let mut other = 0;
        while other < kinds.len() {
            if other != scanned {
                if let Some(key) = key_in_scans(kinds[other], kinds[scanned]) {
                    refuse!(message(kinds[other], kinds[scanned], &key));
                }
            }
            other += 1;
        }
        scanned += 1;
    }
}

/// A key of one kind that begins as the keys of the kind that is scanned do.
pub(crate) const fn key_in_scans(of: &Layout, scanned: &Layout) -> Option<Example> {
    let (of_from, from) = (of.behind_under(), scanned.behind_under());
    let beginning = scanned.atoms.split_at(scanned.head()).0.split_at(from).1;
    let mut left = MOST;
    meeting(Walk::new(beginning), Walk::new(of.atoms.split_at(of_from).1), &Example::EMPTY, &mut left)
}

/// A key behind `so_far` that both walks allow up to the end of the beginning.
const fn meeting(beginning: Walk<'_>, key: Walk<'_>, so_far: &Example, left: &mut usize) -> Option<Example> {
    if *left == 0 {
        return Some(least_key(key, so_far));
    }
    *left -= 1;
    let (bytes, is_over) = beginning.next();
    if is_over {
        return Some(least_key(key, so_far));
    }
    let mut bytes = bytes.intersect(key.next().0);
    while let Some(byte) = bytes.least() {
        if let Some(found) = meeting(beginning.step(byte), key.step(byte), &so_far.with(byte), left) {
            return Some(found);
        }
        bytes = bytes.minus(ByteSet::one(byte));
    }
    None
}

/// The least key that goes on at `key` behind `so_far`.
const fn least_key(mut key: Walk<'_>, so_far: &Example) -> Example {
    let mut example = Example { ..*so_far };
    while !example.goes_on {
        let (bytes, is_over) = key.next();
        match bytes.least() {
            Some(byte) if !is_over || example.width == 0 => {
                example = example.with(byte);
                key = key.step(byte);
            }
            _ => return example,
        }
    }
    example
}

pub(crate) const fn message(of: &Layout, scanned: &Layout, key: &Example) -> Message {
    let message = Message::new().text("a row of ").name(of.parts.name).text(" would lie in the scans of ");
    let message = message.name(scanned.parts.name).text(": for example ");
    let message = message.bytes(key.bytes.split_at(key.width).0).text(if key.goes_on { ".." } else { "" });
    let message = match (scanned.parts.prefix, &scanned.parts.salt) {
        ([], None) => message.note().name(scanned.parts.name).text(" has no prefix, so its scans read the whole table"),
        ([], Some(_)) => message.note().text("every key of ").name(scanned.parts.name).text(" begins with its salt"),
        (prefix, _) => {
            message.note().text("every key of ").name(scanned.parts.name).text(" begins with ").bytes(prefix)
        }
    };
    message.help().text("give each a prefix, of which none begins with another: `#[rowkey(prefix = \"a:\")]`")
}
