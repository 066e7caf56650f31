//! Prefix-free: no key begins with another key, so that each can be the prefix of a subspace.
//!
//! Every element must show its end by its own bytes, also the last one: it has a fixed width or an end mark, or it
//! cannot hold the separator after it. Two forms do not:
//!
//! - Text that ends with the key, or is read from its end.
//! - Text at the end of a tuple. Its end 00 continues as 00 FF in a longer text.
//!
//! For an enum, the rule holds for each record type, and no key of one record type begins with a key of another.

use crate::language::message::{Message, append, message, refuse};
use crate::language::product::{Example, common_beginning};
use crate::language::{End, Source};
use crate::layout::{Cut, Layout};

/// Rejects a layout if one of its keys can begin with another.
#[track_caller]
pub(crate) const fn check_prefix_free(layout: &Layout) {
    if let Some(flaw) = flaw(layout) {
        refuse!(message(layout, flaw));
    }
}

impl Layout {
    /// Returns `true` if no key begins with another key. Such a key can be the prefix of a
    /// [`Subspace`](crate::Subspace).
    ///
    /// This holds if every element has a fixed width or shows its end, and no key of one record type begins with a key
    /// of another. It is always `false` for keys parsed from their end, and for an enum with `other`.
    #[must_use]
    pub const fn is_prefix_free(&self) -> bool {
        flaw(self).is_none()
    }
}

/// The reason why one key can begin another.
enum Flaw<'l> {
    /// A field, given by its index, does not show where it ends.
    Open(&'l Layout, usize),
    /// An enum takes any other key.
    Other,
    /// A key of the second record type can begin with one of the first, for example with these bytes after the fields of
    /// `under`.
    Begins(&'l Layout, &'l Layout, Example),
}

const fn flaw(layout: &Layout) -> Option<Flaw<'_>> {
    if !layout.has_kinds() {
        return match open_field(layout) {
            Some(field) => Some(Flaw::Open(layout, field)),
            None => None,
        };
    }
    if layout.parts.has_other {
        return Some(Flaw::Other);
    }
    let kinds = layout.parts.kinds;
    let mut short = 0;
    while short < kinds.len() {
        // First each record type by itself, then each against every other one.
        if let Some(field) = open_field(kinds[short].layout) {
            return Some(Flaw::Open(kinds[short].layout, field));
        }
        let mut long = 0;
        while long < kinds.len() {
            let (of_short, of_long) = (kinds[short].layout, kinds[long].layout);
            if long != short {
                // The fields of `under` show their end, so they end at the same byte in both keys.
                let ((long, _), (short, _)) = (of_long.behind_under(), of_short.behind_under());
                if let Some(key) = common_beginning(long, 0, short, short.len()) {
                    return Some(Flaw::Begins(of_short, of_long, key));
                }
            }
            long += 1;
        }
        short += 1;
    }
    None
}

/// Returns the index of the first field whose bytes do not show its end.
const fn open_field(layout: &Layout) -> Option<usize> {
    let (mut at, mut field) = (0, 0);
    while at < layout.atoms.len() {
        let atom = &layout.atoms[at];
        if let Source::Field(index) = atom.owner {
            field = index;
        }
        let is_last = at + 1 == layout.atoms.len();
        let ends_itself = match atom.leaf.end() {
            End::Open => matches!(layout.cut_text(at), Cut::Until(_)),
            // The 00 at the end of text is certain only with the code of another element after it.
            End::UnlessFf => !is_last,
            End::Itself => true,
        };
        if !ends_itself {
            return Some(field);
        }
        at += 1;
    }
    None
}

const fn message(layout: &Layout, flaw: Flaw<'_>) -> Message {
    let (message, field) = match flaw {
        Flaw::Open(layout, index) => {
            let message = message!(RK107, "a key of " {layout.parts.name} " can begin another one: "
                {layout.parts.fields[index].name} " does not show where it ends");
            (message, Some((layout, index)))
        }
        Flaw::Other => {
            let name = layout.parts.name;
            (message!(RK107, "a key of " {name} " can begin another one: `other` takes any bytes"), None)
        }
        Flaw::Begins(short, long, key) => {
            let message = message!(RK107, "a key of " {long.parts.name} " can begin with one of " {short.parts.name}
                ": for example");
            let message = match long.under() {
                0 => message,
                under => append!(message, ", after " {long.parts.fields[under - 1].name} ","),
            };
            (append!(message, " " {bytes key.bytes()} {=if key.goes_on { ".." } else { "" }}), None)
        }
    };
    let message = append!(message; note "the rows of one subspace would mix with the rows of another");
    match field {
        Some((layout, index)) => end_mark(message, layout, index),
        None if layout.parts.has_other => {
            append!(message; help "make the subspace of a struct, or of an enum without `other`")
        }
        None => append!(message; help "give each record type its own tag, and let no tag begin with another"),
    }
}

/// Adds the ways to let a field show its end.
const fn end_mark(message: Message, layout: &Layout, index: usize) -> Message {
    let field = &layout.parts.fields[index];
    if layout.is_ordered_code() {
        return append!(message;
            help "leave out `encoding`: keys in ordered code have no end mark at their end";
            help "then mark the end of each text: `#[rowkey(terminated)]`");
    }
    if layout.is_tuple() {
        return append!(message;
            help "end the key with a number: move " {field.name} " before one";
            help "or leave out `encoding`, and mark the end of each text: `#[rowkey(terminated)]`");
    }
    if field.language.is_list() {
        return append!(message; help "make " {field.name} " an array, `[T; 4]`, and leave out `repeated`");
    }
    if field.language.as_decimal().is_some() {
        return append!(message; help "leave out `decimal`: as bytes, " {field.name} " has one width");
    }
    if field.language.is_key() {
        return append!(message;
            help "mark the end of the last text inside " {field.name} ": `#[rowkey(terminated)]`");
    }
    append!(message;
        help "give " {field.name} " a width: `#[pad(20)]`";
        help "or mark its end: `#[rowkey(terminated)]`")
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::message::refusal_of;
    use crate::language::{Atom, ByteSet, Language, TupleKind};
    use crate::layout::record_types::RecordType;
    use crate::layout::{Field, Parts};
    use crate::private::stub;
    use std::boxed::Box;
    use std::string::String;
    use std::vec::Vec;

    /// Returns a layout of one field.
    fn layout(name: &'static str, language: Language) -> &'static Layout {
        let fields = Box::leak(Box::new([Field { name: "name", language, ..Field::NOTHING }]));
        let parts = Parts { name, fields, ..Parts::EMPTY };
        let atoms = Vec::leak(std::vec![Atom::NOTHING; parts.atoms()]);
        parts.fields[0].language.flatten(Atom { owner: Source::Field(0), ..Atom::NOTHING }, atoms, 0);
        Box::leak(Box::new(Layout { parts, atoms, ..stub(name) }))
    }

    fn refusal(language: Language) -> Option<String> {
        refusal_of(|| check_prefix_free(layout("Tenant", language)))
    }

    /// Returns the rejection of an enum with such record types, each of one field.
    fn refusal_of_kinds(languages: &[(&'static str, Language)], has_other: bool) -> Option<String> {
        let kind = |(name, language): &(&'static str, Language)| RecordType {
            name,
            tag: b"",
            layout: layout(name, *language),
            split_keys: &[],
            declared: 0,
        };
        let kinds = Vec::leak(languages.iter().map(kind).collect());
        let of = Layout { parts: Parts { name: "Row", kinds, has_other, ..Parts::EMPTY }, ..stub("Row") };
        refusal_of(|| check_prefix_free(&of))
    }

    #[test]
    fn a_subspace_of_keys_that_begin_another_is_refused() {
        let open = refusal(Language::open(ByteSet::ALL)).unwrap();
        let mut lines = open.lines().map(str::trim);
        assert_eq!(lines.next(), Some("a key of `Tenant` can begin another one: `name` does not show where it ends"));
        let rest = [
            "note: the rows of one subspace would mix with the rows of another",
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

    /// Each help is one that the field can take.
    #[test]
    fn the_help_is_of_the_encoding_and_of_the_type() {
        const BYTE: Language = Language::number(1, 0, 255);
        const TEXT: TupleKind = TupleKind::Text { code: 2, alphabet: ByteSet::ALL };
        for (language, expected) in [
            (Language::tuple(TEXT), "end the key with a number: move `name` before one"),
            (Language::repeated(&BYTE), "make `name` an array, `[T; 4]`, and leave out `repeated`"),
            (Language::decimal(0, 0, 255), "leave out `decimal`: as bytes, `name` has one width"),
        ] {
            let message = refusal(language).unwrap();
            assert!(message.contains(expected) && !message.contains("pad"), "{message}");
        }
    }

    #[test]
    fn the_help_for_ordered_code_leaves_it_out() {
        let plain = layout("Tenant", Language::open(ByteSet::ALL));
        let fields = Box::leak(Box::new([Field { codec: "ordered_code str", ..plain.parts.fields[0] }]));
        let ordered = Layout { parts: Parts { fields, ..plain.parts }, ..*plain };
        let message = refusal_of(|| check_prefix_free(&ordered)).unwrap();
        assert!(message.contains("help: leave out `encoding`: keys in ordered code have no end mark at their end"));
    }

    #[test]
    fn keys_of_record_types_may_not_begin_each_other() {
        let fixed = |byte, width| Language::fixed(ByteSet::one(byte), width);
        assert_eq!(refusal_of_kinds(&[("Row::A", fixed(b'a', 1)), ("Row::B", fixed(b'b', 9))], false), None);
        let message = refusal_of_kinds(&[("Row::A", fixed(b'a', 3)), ("Row::B", fixed(b'a', 2))], false).unwrap();
        let mut lines = message.lines().map(str::trim);
        assert_eq!(lines.next(), Some(r#"a key of `Row::A` can begin with one of `Row::B`: for example "aaa""#));
        assert_eq!(lines.next(), Some("note: the rows of one subspace would mix with the rows of another"));
        let help = "help: give each record type its own tag, and let no tag begin with another";
        assert_eq!((lines.next(), lines.next()), (Some(help), None));
        let message = refusal_of_kinds(&[("Row::A", Language::open(ByteSet::ALL))], false).unwrap();
        assert!(message.starts_with("a key of `Row::A` can begin another one: `name` does not show where it ends"));
        let message = refusal_of_kinds(&[("Row::A", fixed(b'a', 3))], true).unwrap();
        assert!(message.ends_with("help: make the subspace of a struct, or of an enum without `other`"), "{message}");
    }
}
