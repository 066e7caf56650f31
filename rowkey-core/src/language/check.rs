//! Checks at run time that bytes are an element of a language, for codecs from other crates.

use super::walk::Walk;
use super::{Atom, Language};
use alloc::vec;

/// The reason why bytes are not an element of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// There are too many bytes, or too few.
    Width,
    /// The byte at this offset is not allowed there.
    Byte(usize),
    /// Its codec finds another end.
    End,
}

impl Language {
    /// Returns the reason why `element` is not in this language, or `None` if it can be.
    pub(crate) fn wrong(&self, element: &[u8]) -> Option<Wrong> {
        let (least, most) = self.width();
        if element.len() < least || most.is_some_and(|most| element.len() > most) {
            return Some(Wrong::Width);
        }
        // Most codecs write numbers or text.
        if self.as_leaf().is_some_and(|leaf| leaf.is_seen_to_hold(element)) { None } else { self.first_wrong(element) }
    }

    /// Walks along the atoms of the language, up to the first byte that is not allowed.
    #[cold]
    #[inline(never)]
    fn first_wrong(&self, element: &[u8]) -> Option<Wrong> {
        let mut atoms = vec![Atom::NOTHING; self.atoms()];
        self.flatten(Atom::NOTHING, &mut atoms, 0);
        let mut walk = Walk::new(&atoms);
        for (at, &byte) in element.iter().enumerate() {
            if !walk.next().0.contains(byte) {
                return Some(Wrong::Byte(at));
            }
            walk = walk.step(byte);
        }
        match walk.can_end() {
            false => Some(Wrong::Width),
            // Where the walk allows more than a leaf holds, the ends decide.
            true if atoms.iter().any(|atom| !atom.leaf.is_exact()) => wrong_end(&atoms, element),
            true => None,
        }
    }
}

/// Returns the reason why some atom does not end where the next one begins, or the last one before the end.
fn wrong_end(atoms: &[Atom], element: &[u8]) -> Option<Wrong> {
    let (mut rest, mut at, mut wrong) = (element, 0, Wrong::Width);
    while let Some(atom) = atoms.get(at) {
        at += 1;
        let width = match atom.leaf.as_tag() {
            Some(tag) => tag.taken(rest, atom.complemented).map(|(width, absent)| {
                at += absent;
                width
            }),
            None if atom.leaf.is_open() => Some(rest.len()),
            None => atom.leaf.width_in(rest, atom.complemented),
        };
        let own = atom.leaf.as_delimited();
        wrong = if own.is_some() { Wrong::End } else { Wrong::Width };
        let Some((element, after)) = width.and_then(|width| rest.split_at_checked(width)) else { return Some(wrong) };
        if own.is_some_and(|leaf| !leaf.shows_end(element, atom.complemented)) {
            return Some(wrong);
        }
        rest = after;
    }
    (!rest.is_empty()).then_some(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{ByteSet, Leaf, Literal, Number, Order, Radix};
    use alloc::vec::Vec;

    /// Returns the offset of the first wrong byte, or the width if that is wrong.
    fn wrong(language: Language, element: &[u8]) -> Option<usize> {
        language.wrong(element).map(|wrong| if let Wrong::Byte(at) = wrong { at } else { element.len() })
    }

    fn date(parts: &[Leaf]) -> Language {
        let atoms = parts.iter().map(|leaf| Atom { leaf: *leaf, ..Atom::NOTHING }).collect();
        Language::parts(Vec::leak(atoms), Order::Ascending)
    }

    type Has<'a> = &'a dyn Fn(&[u8]) -> bool;

    /// Each language accepts its elements, and no other byte strings of one or two bytes.
    #[test]
    fn small_languages_byte_by_byte() {
        const LETTERS: ByteSet = ByteSet::range(b'a', b'c');
        const NUMBER: Language = Language::number(2, 0x01FE, 0x0301);
        let number =
            |bytes: &[u8]| matches!(bytes, [a, b] if (0x01FE..=0x0301).contains(&u16::from_be_bytes([*a, *b])));
        let letters = |bytes: &[u8]| bytes.iter().all(|byte| LETTERS.contains(*byte));
        let code = |bytes: &[u8]| matches!(bytes, b"x" | b"xy" | [0xFF]);
        let option = |bytes: &[u8]| matches!(bytes, [0, 0] | [1, b'a'..=b'c']);
        let padded = |bytes: &[u8]| matches!(bytes, [b'a'..=b'c', b'a'..=b'c' | b' '] | b"  ");
        let padded_left = |bytes: &[u8]| matches!(bytes, [b'a'..=b'c' | b' ', b'a'..=b'c'] | b"  ");
        const ANY: Language = Language::open(ByteSet::ALL);
        const ONE: Language = Language::fixed(LETTERS, 1);
        let cases: [(Language, Has<'_>); 9] = [
            (NUMBER, &number),
            (Language::complement(&NUMBER), &|bytes| number(&bytes.iter().map(|byte| !byte).collect::<Vec<_>>())),
            (Language::fixed(LETTERS, 2), &|bytes| bytes.len() == 2 && letters(bytes)),
            (Language::open(LETTERS), &letters),
            (Language::codes(&[b"x", b"xy", b"\xFF"]), &code),
            (Language::option(&ONE), &option),
            (Language::padded(LETTERS, 2, b' ', false), &padded),
            (Language::padded(LETTERS, 2, b' ', true), &padded_left),
            (Language::chars(&ANY, LETTERS), &letters),
        ];
        for (language, has) in cases {
            for first in 0..=0xFF {
                assert_eq!(wrong(language, &[first]).is_none(), has(&[first]), "{language:?} {first:02X}");
                for second in 0..=0xFF {
                    let both = [first, second];
                    assert_eq!(wrong(language, &both).is_none(), has(&both), "{language:?} {both:02X?}");
                }
            }
            assert!(wrong(language, b"a\0a").is_some() && wrong(language, b"d").is_some());
        }
    }

    /// Like [`small_languages_byte_by_byte`], for languages made of others.
    #[test]
    fn languages_of_several_values_byte_by_byte() {
        const LETTERS: ByteSet = ByteSet::range(b'a', b'c');
        const LETTER: Language = Language::fixed(LETTERS, 1);
        const NUMBER: Language = Language::number(1, 3, 9);
        const DIGIT: Leaf = Number { radix: Radix::Bytes, width: 1, least: 3, greatest: 9 }.leaf();
        let parts = date(&[Literal(b"x").leaf(), DIGIT]);
        let letter = |byte: u8| LETTERS.contains(byte);
        let number = |byte: u8| (3..=9).contains(&byte);
        // The walk allows pad characters inside the text.
        let units = |bytes: &[u8]| matches!(bytes, [b'a'..=b'c' | b' ', b'a'..=b'c' | b' ']);
        let cases: [(Language, Has<'_>); 5] = [
            (Language::pair(&LETTER, &NUMBER), &|bytes| matches!(bytes, [a, b] if letter(*a) && number(*b))),
            (Language::array(&LETTER, 2), &|bytes| matches!(bytes, [a, b] if letter(*a) && letter(*b))),
            (Language::repeated(&NUMBER), &|bytes| bytes.iter().all(|byte| number(*byte))),
            (parts, &|bytes| matches!(bytes, [b'x', digit] if number(*digit))),
            (Language::padded_units(LETTERS, 2, b' '), &units),
        ];
        for (language, has) in cases {
            for first in 0..=0xFF {
                assert_eq!(wrong(language, &[first]).is_none(), has(&[first]), "{language:?} {first:02X}");
                for second in 0..=0xFF {
                    let both = [first, second];
                    assert_eq!(wrong(language, &both).is_none(), has(&both), "{language:?} {both:02X?}");
                }
            }
        }
    }

    #[test]
    fn the_first_wrong_byte_of_several_values_is_named() {
        const PAIR: Language =
            Language::pair(&Language::number(2, 0, 300), &Language::fixed(ByteSet::range(b'a', b'z'), 2));
        assert_eq!(wrong(PAIR, b"\x01\x2Cab"), None);
        assert_eq!([wrong(PAIR, b"\x01\x2Dab"), wrong(PAIR, b"\x01\x2CaB")], [Some(1), Some(3)]);
        let array = Language::array(&PAIR, 2);
        assert_eq!([wrong(array, b"\0\0ab\0\0a!"), wrong(array, b"\0\0ab\0\0ab")], [Some(7), None]);
        let list = Language::repeated(&PAIR);
        assert_eq!(list.wrong(b"\0\0ab\0\0a"), Some(Wrong::Width), "the second value is cut");
        assert_eq!([wrong(list, b""), wrong(list, b"\0\0ab\x02\0ab")], [None, Some(4)]);
        let option = Language::option(&PAIR);
        assert_eq!(
            [wrong(option, b"\0\0\0\0\0"), wrong(option, b"\x01\0\0ab"), wrong(option, b"\x02\0\0ab")],
            [None, None, Some(0)]
        );
        assert_eq!(
            [wrong(option, b"\0\0\0\0a"), wrong(option, b"\x01\x01\x2Dab"), wrong(option, b"\x01\0\0aB")],
            [Some(4), Some(2), Some(4)]
        );
        let left = Language::padded(ByteSet::range(b'a', b'z'), 4, b' ', true);
        assert_eq!([wrong(left, b"  ab"), wrong(left, b"  a!"), wrong(left, b"! ab")], [None, Some(3), Some(0)]);
        const DIGIT: Leaf = Number { radix: Radix::Decimal, width: 1, least: 3, greatest: 9 }.leaf();
        const TWO: Leaf = Number { radix: Radix::Decimal, width: 2, least: 3, greatest: 12 }.leaf();
        let parts = date(&[DIGIT, Literal(b"-").leaf(), TWO]);
        let elements = [b"3-12", b"3+12", b"3-20", b"3-13"];
        assert_eq!(elements.map(|element| wrong(parts, element)), [None, Some(1), Some(2), Some(3)]);
        // An emoji is two units of UTF-16, so two units are four bytes.
        let units = Language::padded_units(ByteSet::ALL, 2, b'.');
        assert_eq!([wrong(units, "\u{1F600}".as_bytes()), wrong(units, "é.".as_bytes())], [None, None]);
        assert_eq!(units.wrong("éé.".as_bytes()), Some(Wrong::Width));
        assert_eq!(units.wrong("a\u{1F600}".as_bytes()), Some(Wrong::Width), "half a character");
    }

    #[test]
    fn the_first_wrong_byte_is_named() {
        assert_eq!(wrong(Language::number(2, 0, 10_000), &[0x27, 0x11]), Some(1), "10,001");
        assert_eq!(wrong(Language::codes(&[b"in", b"out"]), b"ox"), Some(1));
        let ends = Language::terminated(ByteSet::ALL);
        for (element, at) in [
            (&b"a\0\x01"[..], None),
            (b"a\0\xFFb\0\x01", None),
            (b"\0\x01", None),
            (b"\0\xFF\0\x01", None),
            (b"ab", Some(2)),
            (b"a\0\x01b", Some(3)),
            (b"a\0b\0\x01", Some(2)),
            (b"a\0", Some(2)),
            (b"a\0\xFF", Some(3)),
        ] {
            assert_eq!(wrong(ends, element), at, "{element:02X?}");
        }
        let letters = Language::terminated(ByteSet::range(b'a', b'z'));
        assert_eq!((wrong(letters, b"a!\0\x01"), wrong(letters, b"a\0\xFF\0\x01")), (Some(1), Some(2)));
    }
}
