//! The shortcut of the proofs: languages that need no proof, for any neighbors.
//!
//! rustc runs the proofs once for each field of each key in every build, and most fields have such a language. Without
//! the shortcut, a key of six numbers takes 5.2 million more instructions of `rustc`, of 91 million
//! (`benches/README.md`, Compile time).

use crate::language::{Language, Order};

/// Returns `true` if the elements of the language are not empty, have a known end, sort, and can be decoded. This
/// holds for numbers, and for text of any bytes that is padded with NUL or terminated. `false` has no meaning.
pub(super) const fn is_proven(language: &Language) -> bool {
    match (language.as_leaf(), language.order()) {
        (_, Order::Unordered) => false,
        (Some(leaf), _) => leaf.is_flawless(),
        (None, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::flaw;
    use super::*;
    use crate::language::{Atom, ByteSet, Radix};
    use crate::layout::{Field, Layout, Parts, Placement, Split, SplitRule};
    use alloc::boxed::Box;
    use alloc::vec::Vec;

    /// Languages of all forms, wide and empty, of all alphabets and pads that make a difference, in every order.
    fn languages() -> Vec<Language> {
        let mut all = Vec::new();
        let (digits, none) = (ByteSet::range(b'0', b'9'), ByteSet::ALL.minus(ByteSet::ALL));
        let alphabets = [ByteSet::ALL, ByteSet::ALL.minus(ByteSet::one(0)), digits, none];
        for width in 0..4 {
            for radix in [Radix::Bytes, Radix::Decimal, Radix::Hex, Radix::UpperHex] {
                all.extend([(0, 1), (3, 9)].map(|(least, greatest)| Language::digits(radix, width, least, greatest)));
            }
            for alphabet in alphabets {
                all.push(Language::fixed(alphabet, width));
                for pad in [0, b' ', b'0', 0xFF] {
                    all.extend([true, false].map(|left| Language::padded(alphabet, width, pad, left)));
                }
            }
        }
        all.extend(alphabets.map(Language::terminated));
        all.extend(alphabets.map(Language::open));
        all.extend([Language::codes(&[b"a", b"b"]), Language::codes(&[b"b", b"a"]), Language::codes(&[b"a", b"bc"])]);
        all.extend([Language::decimal(0, 0, 9), Language::refused("it is not", "use another")]);
        let plain: Vec<&'static Language> = all.iter().map(|language| &*Box::leak(Box::new(*language))).collect();
        all.extend(plain.iter().map(|language| Language::complement(language)));
        all.extend(plain.iter().map(|language| Language::option(language)));
        all.extend(plain.iter().map(|language| Language::chars(language, ByteSet::range(b'a', b'z'))));
        let ordered = all.iter().flat_map(|language| [*language, language.descending(), language.unordered()]);
        ordered.collect()
    }

    fn field(language: Language, separator: &'static [u8], unordered: bool, borrows: bool) -> Field {
        Field { name: "f", language, separator, unordered, borrows, ..Field::NOTHING }
    }

    fn layout(fields: &[Field], placement: Placement) -> Layout {
        let fields = Box::leak(fields.to_vec().into_boxed_slice());
        let parts = Parts { name: "Key", fields, placement, ..Parts::EMPTY };
        let atoms: &[Atom] = match parts.atoms() {
            1 => Box::leak(Box::new(parts.flatten::<1>())),
            2 => Box::leak(Box::new(parts.flatten::<2>())),
            3 => Box::leak(Box::new(parts.flatten::<3>())),
            4 => Box::leak(Box::new(parts.flatten::<4>())),
            atoms => panic!("{atoms} atoms"),
        };
        let split = Split { keys: &[], rule: SplitRule::Default, allow_dead: false, allow_uneven: false };
        Layout { parts, atoms, split, width: crate::language::width_of(atoms) }
    }

    /// Layouts with the language alone, and before elements of all forms, with and without every separator.
    fn layouts(language: Language) -> impl Iterator<Item = Layout> {
        const NEXT: [Language; 4] = [
            Language::number(1, 0, 255),
            Language::open(ByteSet::ALL),
            Language::terminated(ByteSet::ALL),
            Language::codes(&[b"a", b"bc"]),
        ];
        static SEPARATORS: [[u8; 1]; 256] = {
            let (mut all, mut byte) = ([[0]; 256], 0);
            while byte < 256 {
                all[byte] = [byte as u8];
                byte += 1;
            }
            all
        };
        let separators = || SEPARATORS.iter().map(|byte| &byte[..]).chain([&b""[..]]);
        let behind = NEXT.into_iter().flat_map(move |next| separators().map(move |separator| (next, separator)));
        [false, true].into_iter().flat_map(move |flag| {
            let alone = layout(&[field(language, b"", flag, !flag)], Placement::Own);
            let placement = if flag { Placement::Moved } else { Placement::Own };
            let followed = behind.clone().map(move |(next, separator)| {
                layout(&[field(language, separator, flag, flag), field(next, b"", false, false)], placement)
            });
            followed.chain([alone])
        })
    }

    #[test]
    fn nothing_is_left_to_prove_of_what_is_proven() {
        let (proven, others): (Vec<_>, Vec<_>) = languages().into_iter().partition(is_proven);
        assert!(proven.len() > 50 && others.len() > 500, "{} proven, {} others", proven.len(), others.len());
        for language in proven {
            assert!(layouts(language).all(|layout| flaw(&layout, 0).is_none()));
        }
    }
}
