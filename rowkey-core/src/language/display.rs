//! A language in words, for people and for the lock.

use super::{Language, Node};
use crate::language::message::{Line, display_words};

impl Language {
    /// Writes the language in words: `8-byte number`, `text padded to 20 bytes with 00`.
    pub(crate) const fn words<const N: usize>(&self, out: &mut Line<N>) {
        match self.kind {
            Node::Leaf(leaf) => leaf.words(out),
            Node::Decimal { .. } => out.text("decimal text"),
            Node::Pair(first, second) => {
                first.words(out);
                out.text(", ");
                second.words(out);
            }
            Node::Array(inner, count) => {
                out.number(count as u128);
                out.text(" times ");
                inner.words(out);
            }
            Node::Repeated(inner) => {
                out.text("list of ");
                inner.words(out);
            }
            Node::Option(inner) => {
                out.text("optional ");
                inner.words(out);
            }
            Node::Complement(inner) => {
                inner.words(out);
                out.text(", complemented");
            }
            Node::Chars(inner, alphabet) => {
                inner.words(out);
                out.text(", of `");
                alphabet.words(out);
                out.text("`");
            }
            Node::Sequence(atoms) => {
                out.text("(");
                let mut i = 0;
                while i < atoms.len() {
                    out.text(if i > 0 { " | " } else { "" });
                    atoms[i].leaf.words(out);
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

display_words! {
    /// Shows the language in words: `8-byte number`, `text padded to 20 bytes with 00`.
    Language;
}
