//! Prefix-free: no key begins another, so that each can stand before the keys of a subspace.
//!
//! Every element shows by its own bytes where it ends, the last one too: it has a fixed width or an end mark, or a separator follows that
//! it cannot hold. Text that ends with the key, or is read from its end, does not. Neither does text at the end of a tuple, whose
//! end 00 goes on as 00 FF in a longer text, nor a key in ordered code, which leaves out its last end mark.

use crate::language::message::{Message, refuse};
use crate::language::tuple::TupleKind;
use crate::language::{Leaf, Source};
use crate::layout::{Cut, Layout};

/// Refuses a layout of whose keys one can begin another.
#[track_caller]
pub(crate) const fn check_prefix_free(layout: &Layout) {
    if let Some(field) = open_field(layout) {
        refuse!(message(layout, field));
    }
}

impl Layout {
    /// `true` if no key begins another, so that each can stand before the keys of a [`Subspace`](crate::Subspace): if every element
    /// has a fixed width or shows its end. Always `false` of keys in ordered code, and of those that are cut from their end.
    #[must_use]
    pub const fn is_prefix_free(&self) -> bool {
        open_field(self).is_none()
    }
}

/// The index of the first field whose end its bytes do not show.
const fn open_field(layout: &Layout) -> Option<usize> {
    let (mut at, mut field) = (0, 0);
    while at < layout.atoms.len() {
        let atom = &layout.atoms[at];
        if let Source::Field(index) = atom.owner {
            field = index;
        }
        let is_last = at + 1 == layout.atoms.len();
        let ends_itself = match atom.leaf {
            Leaf::Text { .. } if atom.leaf.fixed_width().is_none() => matches!(layout.cut_text(at), Cut::Until(_)),
            Leaf::Tuple(element) => !is_last || !matches!(element.kind, TupleKind::Text { .. }),
            Leaf::OrderedCode(_) => false,
            _ => true,
        };
        if !ends_itself {
            return Some(field);
        }
        at += 1;
    }
    None
}

const fn message(layout: &Layout, field: usize) -> Message {
    let name = layout.parts.fields[field].name;
    let message = Message::new().text("a key of ").name(layout.parts.name).text(" can begin another one: ");
    let message = message.name(name).text(" does not show where it ends");
    let message = message.note().text("the rows of one subspace would lie among those of another");
    let message = message.help().text("give ").name(name).text(" a width: `#[pad(20)]`");
    message.help().text("or mark its end: `#[rowkey(terminated)]`")
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::message::refusal_of;
    use crate::language::{ByteSet, Language};
    use crate::layout::{Field, Parts};
    use crate::private::stub;
    use std::boxed::Box;
    use std::string::String;

    /// The refusal of a key of one field.
    fn refusal(language: Language) -> Option<String> {
        let fields = Box::leak(Box::new([Field { name: "name", language, ..Field::NOTHING }]));
        let parts = Parts { name: "Tenant", fields, ..Parts::EMPTY };
        let atoms = Box::leak(Box::new(parts.flatten::<1>()));
        let layout = Layout { parts, atoms, ..stub("Tenant") };
        refusal_of(|| check_prefix_free(&layout))
    }

    #[test]
    fn a_subspace_of_keys_that_begin_another_is_refused() {
        let open = refusal(Language::open(ByteSet::ALL)).unwrap();
        let mut lines = open.lines().map(str::trim);
        assert_eq!(lines.next(), Some("a key of `Tenant` can begin another one: `name` does not show where it ends"));
        let rest = [
            "note: the rows of one subspace would lie among those of another",
            "help: give `name` a width: `#[pad(20)]`",
            "help: or mark its end: `#[rowkey(terminated)]`",
        ];
        assert!(lines.eq(rest), "{open}");
        for ends_itself in [
            Language::terminated(ByteSet::ALL),
            Language::padded(ByteSet::ALL, 20, 0, false),
            Language::fixed(ByteSet::ALL, 3),
            Language::number(8, 0, 9),
        ] {
            assert_eq!(refusal(ends_itself), None);
        }
    }
}
