//! A language as text for people and for the lock.

use super::{Atom, Language, Literal, Node, Number};
use crate::language::message::{Line, display_description};

impl Language {
    /// Writes a description of the language: `8-byte number`, `text padded to 20 bytes with 00`.
    pub(crate) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        match self.kind {
            Node::Leaf(leaf) => leaf.describe(out),
            Node::Decimal { .. } => out.text("decimal text"),
            Node::Pair(first, second) => {
                first.describe(out);
                out.text(", ");
                second.describe(out);
            }
            Node::Array(inner, count) => {
                out.number(count as u128);
                out.text(" times ");
                inner.describe(out);
            }
            Node::Repeated(inner) => {
                out.text("list of ");
                inner.describe(out);
            }
            Node::Option(inner) => {
                out.text("optional ");
                inner.describe(out);
            }
            Node::Complement(inner) => {
                inner.describe(out);
                out.text(", complemented");
            }
            Node::Chars(inner, alphabet) => {
                inner.describe(out);
                out.text(", of `");
                alphabet.describe(out);
                out.text("`");
            }
            Node::Parts(parts) => describe_date(parts, out),
            Node::Sequence(atoms) => {
                out.text("(");
                let mut i = 0;
                while i < atoms.len() {
                    out.text(if i > 0 { " | " } else { "" });
                    atoms[i].leaf.describe(out);
                    out.text(if atoms[i].complemented { ", complemented" } else { "" });
                    i += 1;
                }
                out.text(")");
            }
            Node::NestedTuple(_) => out.text("nested tuple"),
            Node::Refused { fact, .. } => out.text(fact),
        }
    }
}

/// Writes the first and the last text of [`Node::Parts`].
const fn describe_date<const N: usize>(parts: &[Atom], out: &mut Line<N>) {
    out.text("text from '");
    ends(parts, false, out);
    out.text("' to '");
    ends(parts, true, out);
    out.text("'");
}

/// Writes the first or the last text of [`Node::Parts`] in byte order.
const fn ends<const N: usize>(parts: &[Atom], greatest: bool, out: &mut Line<N>) {
    let mut i = 0;
    while i < parts.len() {
        if let Some(Literal(text)) = parts[i].leaf.as_literal() {
            out.push(text);
        }
        if let Some(Number { width, least, greatest: most, .. }) = parts[i].leaf.as_number() {
            out.digits(if greatest { most } else { least }, width);
        }
        i += 1;
    }
}

display_description! {
    /// Shows a description of the language: `8-byte number`, `text padded to 20 bytes with 00`.
    Language;
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::TupleKind;
    use crate::language::{ByteSet, Leaf, Order, Radix, Source, Text};
    use std::string::ToString;

    const fn digits(width: usize, least: u128, greatest: u128) -> Leaf {
        Number { radix: Radix::Decimal, width, least, greatest }.leaf()
    }

    #[test]
    fn a_language_reads_as_what_it_holds() {
        const fn part(leaf: Leaf) -> Atom {
            Atom::new(leaf, Source::Prefix)
        }
        const DAY: [Atom; 4] =
            [part(Literal(b"n").leaf()), part(digits(2, 1, 12)), part(Literal(b"-").leaf()), part(digits(2, 1, 31))];
        const KEY: [Atom; 3] = [
            Atom::new(digits(1, 0, 9), Source::Prefix),
            Atom::new(Literal(b"_").leaf(), Source::Prefix),
            Atom {
                complemented: true,
                ..Atom::new(Text { alphabet: ByteSet::ALL, min: 1, max: Some(2) }.leaf(), Source::Prefix)
            },
        ];
        const NUMBER: Language = Language::number(2, 0, 0xFFFF);
        const TEXT: Language = Language::open(ByteSet::ALL);
        let integer = |below, zero| Language::tuple(TupleKind::Integer { below, zero, greatest: 9 });
        for (language, words) in [
            (NUMBER, "2-byte number"),
            (Language::number(2, 5, 0xFFFF), "2-byte number from 5 to 65535"),
            (Language::number(2, 0, 300), "2-byte number from 0 to 300"),
            (Language::digits(Radix::Decimal, 3, 0, 999), "3 decimal digits"),
            (Language::fixed(ByteSet::ALL, 3), "3 bytes"),
            (TEXT, "text"),
            (Language::complement(&NUMBER), "2-byte number, complemented"),
            (Language::chars(&TEXT, ByteSet::range(b'a', b'z')), "text, of `a-z`"),
            (Language::option(&NUMBER), "optional 2-byte number"),
            (Language::pair(&NUMBER, &NUMBER), "2-byte number, 2-byte number"),
            (Language::array(&NUMBER, 3), "3 times 2-byte number"),
            (Language::repeated(&NUMBER), "list of 2-byte number"),
            (Language::parts(&DAY, Order::Ascending), "text from 'n01-01' to 'n12-31'"),
            (Language::sequence(&KEY, Order::Ascending), "(1 decimal digits | '_' | text, complemented)"),
            (integer(0, true), "tuple integer from 0 to 9"),
            (integer(0, false), "tuple integer from 1 to 9"),
            (integer(5, true).or_null(), "tuple integer from -5 to 9 or null"),
        ] {
            assert_eq!(language.to_string(), words);
        }
    }
}
