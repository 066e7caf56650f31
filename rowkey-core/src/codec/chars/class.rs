//! The set in `chars("..")`, like a regex class: characters, ranges such as `a-z`, `-` first or last for itself, and
//! `^` first for all other characters.

use crate::language::ByteSet;
use crate::language::message::{append, message, refuse};

/// The reason why a text is not a set.
enum ClassFlaw<'a> {
    Empty,
    /// A `-` in the middle, outside a range.
    Dash,
    Backwards(u8, u8),
    /// The rest of the text, from its first non-ASCII character on.
    NotAscii(&'a [u8]),
}

/// Returns the set, or all bytes if the text is not a set, which [`check_class`] rejects.
pub(crate) const fn class(text: &str) -> ByteSet {
    match read(text.as_bytes()) {
        Ok(set) => set,
        Err(_) => ByteSet::ALL,
    }
}

const fn read(text: &[u8]) -> Result<ByteSet, ClassFlaw<'_>> {
    let (set, others) = match text {
        [b'^', set @ ..] => (set, true),
        set => (set, false),
    };
    let mut found = ByteSet::NONE;
    let mut rest = set;
    loop {
        rest = match rest {
            [] if set.is_empty() => return Err(ClassFlaw::Empty),
            [] => return Ok(if others { ByteSet::ALL.minus(found) } else { found }),
            [128..=255, ..] => return Err(ClassFlaw::NotAscii(rest)),
            [b'-', _, ..] if rest.len() < set.len() => return Err(ClassFlaw::Dash),
            [first, b'-', last @ 0..=127, tail @ ..] if *first != b'-' => {
                if *first > *last {
                    return Err(ClassFlaw::Backwards(*first, *last));
                }
                found = found.union(ByteSet::range(*first, *last));
                tail
            }
            [byte, tail @ ..] => {
                found = found.union(ByteSet::one(*byte));
                tail
            }
        };
    }
}

/// Rejects a text that is not a set of bytes.
#[track_caller]
pub const fn check_class(text: &str) {
    let message = match read(text.as_bytes()) {
        Ok(_) => return,
        Err(ClassFlaw::Empty) => message!(RK007, "the set of `chars` is empty"),
        Err(ClassFlaw::Dash) => message!(RK007, "`-` stands for itself only as the first or the last character"),
        Err(ClassFlaw::Backwards(first, last)) => {
            message!(RK007, "the range from " {bytes &[first]} " to " {bytes &[last]} " runs backwards")
        }
        Err(ClassFlaw::NotAscii(rest)) => {
            message!(RK007, "\"" {=first_char(rest)} "\" is not ASCII, and `chars` is a set of bytes")
        }
    };
    refuse!(append!(message; help "write `chars(\"0-9a-z\")`"));
}

/// Returns the first character of a text in UTF-8.
const fn first_char(text: &[u8]) -> &str {
    let mut end = 1;
    while end < text.len() && text[end] & 0xC0 == 0x80 {
        end += 1;
    }
    match core::str::from_utf8(text.split_at(end).0) {
        Ok(char) => char,
        Err(_) => "?",
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use alloc::vec::Vec;

    fn set(text: &str) -> Option<Vec<u8>> {
        let set = read(text.as_bytes()).ok()?;
        Some((0..=255).filter(|byte| set.contains(*byte)).collect())
    }

    #[test]
    fn sets() {
        for (text, expected) in [("0-3xa-b", "0123abx"), ("-a", "-a"), ("a-", "-a"), ("-", "-"), ("a^", "^a")] {
            assert_eq!(set(text).as_deref(), Some(expected.as_bytes()), "{text}");
        }
        assert_eq!(set("\0\x7f"), Some([0, 127].into()));
        assert_eq!(set("^\0-\x7e"), Some((127..=255).collect()));
        assert_eq!(set("^-"), Some((0..=255).filter(|byte| *byte != b'-').collect()));
    }

    #[test]
    fn texts_that_are_none() {
        for text in ["", "^", "z-a", "a-c-e", "--a", "ü", "a-ü", "aü"] {
            assert_eq!(set(text), None, "{text}");
        }
    }
}
