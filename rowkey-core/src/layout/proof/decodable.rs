//! Decodable: a key can be split into its elements again.
//!
//! Every element must have a known end. It has one of these forms:
//!
//! - It has a fixed width.
//! - It shows its own end: `terminated`, `length_prefixed`, `pad(.., chars)`, codes, and your own codec with
//!   `Language::delimited`.
//! - A separator or the suffix of the key follows, and the element cannot hold its first byte.
//! - It is the last element.
//! - It is an element of a tuple, followed by another one.
//!
//! With `allow(unordered)`, one more form is possible: one open text with only fixed widths after it, which is read
//! from the end of the key. An element that is always empty, or whose alphabet is empty, is rejected as a mistake.

use super::{about, ends_before_suffix, first_open, mark_end, next_name, sorting};
use crate::language::message::{Message, append, message};
use crate::language::{Atom, ByteSet};
use crate::layout::{Field, Layout, Placement};

/// The reason why an element cannot be read from a key.
#[derive(Clone, Copy)]
pub(super) enum Undecodable {
    /// It is always empty.
    NoWidth,
    /// Its alphabet is empty.
    NoText,
    /// The separator after it begins with this byte, which it can hold.
    SeparatorInside(u8),
    /// Its width is not fixed, and another element follows.
    NoEnd,
}

/// Returns the flaw of an atom by itself.
pub(super) const fn flaw_alone(atom: &Atom) -> Option<Undecodable> {
    if let Some(0) = atom.leaf.fixed_width() {
        return Some(Undecodable::NoWidth);
    }
    match atom.leaf.text_alphabet() {
        Some(alphabet) if alphabet.is_empty() => Some(Undecodable::NoText),
        _ => None,
    }
}

/// Returns the flaw of `atom`, which is at `at`, together with the atoms after it.
pub(super) const fn flaw(layout: &Layout, atom: &Atom, at: usize) -> Option<Undecodable> {
    if at + 1 == layout.atoms.len() || !atom.leaf.is_open() {
        return None;
    }
    // All later elements have fixed widths, so the end of the key gives the end of this one.
    let read_from_back = atom.opted_out && first_open(layout, at + 1).is_none();
    match layout.separator_byte(at) {
        Some(byte) if !atom.alphabet().contains(byte) => None,
        _ if read_from_back => None,
        Some(byte) => Some(Undecodable::SeparatorInside(byte)),
        None => Some(Undecodable::NoEnd),
    }
}

/// Returns the first atom without a fixed width after a nested key that ends at `end`, if the open text at `at` inside
/// that key is read from the end of the key. Then no open atom may follow the text.
///
/// Returns `None` if the text is not read from the end, or if the open atom is inside the nested key, because the
/// proof of that key has reported it.
pub(super) const fn open_behind(layout: &Layout, at: usize, end: usize) -> Option<usize> {
    let atom = &layout.atoms[at];
    // A separator that the text cannot hold ends it. Then it is not read from the end of the key.
    let ended = match layout.separator_byte(at) {
        Some(byte) => !atom.alphabet().contains(byte),
        None => false,
    };
    if ended || !atom.leaf.is_open() {
        return None;
    }
    match first_open(layout, at + 1) {
        Some(open) if open >= end => Some(open),
        _ => None,
    }
}

/// Returns the message for a flaw of the atom at `at`, an atom of `field`.
pub(super) const fn message(layout: &Layout, field: &Field, at: usize, flaw: Undecodable) -> Message {
    match flaw {
        Undecodable::NoWidth => message!(RK105, {field.name} " is less than 1 byte wide";
            help "give it a width of 1 or more; for short texts of any width: `#[pad(20)]`"),
        Undecodable::NoText => message!(RK105, "the alphabet of " {field.name} " is empty";
            help "leave bytes in `chars` that its type can hold: `#[rowkey(chars(\"0-9\"))]`"),
        Undecodable::SeparatorInside(_) | Undecodable::NoEnd if field.language.is_list() => {
            list_inside(layout, field, at)
        }
        Undecodable::SeparatorInside(byte) => separator_inside(layout, field, at, byte),
        Undecodable::NoEnd => no_end(layout, field, at),
    }
}

/// Returns the message for an open text inside the nested key `field` if the atom at `open`, after the key, does not
/// have a fixed width.
pub(super) const fn open_behind_message(layout: &Layout, field: &Field, open: usize) -> Message {
    append!(about("RK101", layout), "a text in " {field.name} " is read from the end of the key, and "
        {next_name(layout, open - 1)} ", which follows, has a variable width";
        help "in the nested key, give the text a width: `#[pad(20)]`";
        help "or mark its end there: `#[rowkey(terminated)]`";
        help "or make " {field.name} " the last field")
}

const fn separator_inside(layout: &Layout, field: &Field, at: usize, byte: u8) -> Message {
    let atom = &layout.atoms[at];
    let is_suffix = ends_before_suffix(layout, at);
    let message = match is_suffix {
        true => append!(about("RK102", layout), "the suffix"),
        false => append!(about("RK102", layout), "the separator after " {field.name}),
    };
    let message = append!(message, " begins with " {bytes &[byte]} ", which " {field.name} " can hold";
        note "a key could be split in several ways");
    if field.language.is_key() {
        return end_of_nested(layout, field, at, message);
    }
    if let Some(decimal) = field.language.as_decimal() {
        return end_of_decimal(layout, field, at, decimal, message);
    }
    if matches!(layout.parts.placement, Placement::Skipped) {
        return ways_without_items(layout, field, at, message);
    }
    if field.own {
        return end_of_own(layout, field, at, message);
    }
    if atom.opted_out {
        return end_in_place_of_opt_out(message);
    }
    let (message, or) = match sorting(atom, byte) {
        Some(set) => (append!(message; help "keep such bytes out: `#[rowkey(" {chars set} ")]`"), "or "),
        None => (message, ""),
    };
    or_opt_out(layout, at, append!(message; help {=or} "give it a width: `#[pad(20)]`"; help "or " {=mark_end(field)}))
}

const fn list_inside(layout: &Layout, field: &Field, at: usize) -> Message {
    let message = append!(about("RK101", layout), {field.name} " is a list, which ends with the key, and ");
    if ends_before_suffix(layout, at) {
        return append!(message, "the suffix follows it"; help "leave out `suffix`");
    }
    let message = append!(message, {next_name(layout, at)} " follows it");
    match layout.parts.placement {
        Placement::Own => append!(message; help "make " {field.name} " the last field"),
        _ => append!(message; help "name " {field.name} " last in " {layout.parts.name}),
    }
}

/// Returns a common separator that the alphabet does not contain.
const fn outside(alphabet: ByteSet) -> Option<u8> {
    let usual = b"_|/#:-";
    let mut i = 0;
    while i < usual.len() {
        if !alphabet.contains(usual[i]) {
            return Some(usual[i]);
        }
        i += 1;
    }
    None
}

const fn no_end(layout: &Layout, field: &Field, at: usize) -> Message {
    let next = next_name(layout, at);
    if let Some(decimal) = field.language.as_decimal() {
        let message = append!(about("RK103", layout), {field.name} " has a variable width, and " {next} " follows it";
            note "1 before 23 and 12 before 3 would be the same bytes");
        return end_of_decimal(layout, field, at, decimal, message);
    }
    let message = append!(about("RK101", layout), {field.name} " has a variable width, and " {next} " follows it");
    let message = match (layout.atoms[at].opted_out, first_open(layout, at + 1)) {
        // A field that opts out is read from the end of the key, by the widths of the elements after it.
        (true, Some(open)) => append!(message;
            note "`allow(unordered)` lets a field be read from the end of the key, but the width of "
            {next_name(layout, open - 1)} " varies too"),
        _ => append!(message;
            note "keys would not sort by " {field.name} ", and a scan for \"host1\" would also find \"host12\""),
    };
    if field.language.is_key() {
        return end_of_nested(layout, field, at, message);
    }
    if matches!(layout.parts.placement, Placement::Skipped) {
        return ways_without_items(layout, field, at, message);
    }
    if field.own {
        return end_of_own(layout, field, at, message);
    }
    if layout.atoms[at].opted_out {
        return end_in_place_of_opt_out(message);
    }
    let message = append!(message; help "give it a width: `#[pad(20)]`"; help "or " {=mark_end(field)});
    let message = or_last(layout, field, at, message);
    or_opt_out(layout, at, or_separator(layout, at, message))
}

/// Adds the zero byte that Java programs write after a text.
const fn or_separator(layout: &Layout, at: usize, message: Message) -> Message {
    let is_plain = layout.atoms[at].alphabet().is_any() && !layout.has_kinds() && !ends_before_suffix(layout, at);
    match layout.parts.placement {
        Placement::Own if is_plain => append!(message;
            help "or, for an existing table with a zero byte after it: `#[rowkey(chars(\"^\\0\"), separator = \"\\0\")]`"),
        _ => message,
    }
}

/// Adds the ways to end a text that opts out, because an end alone needs no opt-out.
const fn end_in_place_of_opt_out(message: Message) -> Message {
    append!(message;
        help "write `pad(20)` in place of `allow(unordered)`";
        help "or mark its end: write `terminated` in place of `allow(unordered)`")
}

/// Adds the ways to end a field with the user's own codec. No option that ends a text can be combined with `with`.
const fn end_of_own(layout: &Layout, field: &Field, at: usize, message: Message) -> Message {
    let message = append!(message; help "in its codec, write one width: `Language::fixed(..)`");
    let message = match outside(layout.atoms[at].alphabet()) {
        _ if ends_before_suffix(layout, at) => message,
        Some(separator) => append!(message;
            help "or end it with a byte that it does not hold: `#[rowkey(separator = " {bytes &[separator]} ")]`"),
        None => message,
    };
    or_opt_out(layout, at, or_last(layout, field, at, message))
}

/// Adds the opt-out that reads the field from the end of the key, if no other element of variable width follows. Only
/// its own key is known here, so no secondary key gets this help.
const fn or_opt_out(layout: &Layout, at: usize, message: Message) -> Message {
    match (first_open(layout, at + 1), layout.parts.placement) {
        (None, Placement::Own) => {
            append!(message; help "or, for an existing table, opt out: `#[rowkey(allow(unordered))]`")
        }
        _ => message,
    }
}

/// Adds the help for an open text of a skipped field: `skip` excludes the options that would end it.
const fn ways_without_items(layout: &Layout, field: &Field, at: usize, message: Message) -> Message {
    let (message, or) = match first_open(layout, at + 1) {
        Some(_) => (message, ""),
        None if ends_before_suffix(layout, at) => (message, ""),
        None => (append!(message; help "name " {field.name} " last in " {layout.parts.name}), "or "),
    };
    append!(message; help {=or} "give " {layout.parts.name} " its own struct, and this field `#[pad(20)]` there")
}

/// Adds the help to make the field the last one, unless another open field would then be in the middle, or a tag would
/// follow. If it is the last one, the suffix is in its way.
const fn or_last(layout: &Layout, field: &Field, at: usize, message: Message) -> Message {
    match (first_open(layout, at + 1), layout.parts.placement) {
        (Some(_), _) | (None, Placement::Shared) => message,
        _ if ends_before_suffix(layout, at) => append!(message; help "or leave out `suffix`"),
        (None, Placement::Own) => append!(message; help "or make " {field.name} " the last field"),
        (None, Placement::Moved | Placement::Skipped) => {
            append!(message; help "or name " {field.name} " last in " {layout.parts.name})
        }
    }
}

const fn end_of_decimal(
    layout: &Layout,
    field: &Field,
    at: usize,
    (digits, signed): (usize, bool),
    message: Message,
) -> Message {
    let message = match ends_before_suffix(layout, at) {
        true => append!(message; help "begin the suffix with a byte that no number holds"),
        false => append!(message; help "end it with a byte that no number holds: `#[rowkey(separator = \"_\")]`"),
    };
    let message =
        if signed { message } else { append!(message; help "or write `digits(" {#digits} ")` in place of `decimal`") };
    or_last(layout, field, at, message)
}

const fn end_of_nested(layout: &Layout, field: &Field, at: usize, message: Message) -> Message {
    let message = append!(message;
        help "in the nested key, give the last field a width: `#[pad(20)]`";
        help "or mark its end there: `#[rowkey(terminated)]`");
    or_last(layout, field, at, message)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::Source;
    use crate::language::leaf::padded_units::PaddedUnits;
    use crate::language::leaf::terminated::Terminated;
    use crate::language::{Codes, EndMark, Leaf, Literal, Padded, Text};
    use crate::layout::{Parts, Split, SplitRule};
    use std::vec::Vec;

    const OPEN: Leaf = Text { alphabet: ByteSet::range(b'a', b'z'), min: 0, max: None }.leaf();
    const CODES: Leaf = Codes(&[b"ab", b"c"]).leaf();
    const COLON: Atom = Atom::new(Literal(b":").leaf(), Source::Separator);

    const fn opted_out(leaf: Leaf) -> Atom {
        Atom { opted_out: true, ..Atom::new(leaf, Source::Field(0)) }
    }

    fn of(atoms: &'static [Atom]) -> Layout {
        let split = Split { keys: &[], rule: SplitRule::Default, allow_dead: false, allow_uneven: false };
        Layout { parts: Parts::EMPTY, atoms, split, width: (1, None) }
    }

    #[test]
    fn an_element_without_text_is_refused() {
        let flaw = |leaf| flaw_alone(&Atom::new(leaf, Source::Field(0)));
        let (alphabet, none) = (ByteSet::range(b'a', b'z'), ByteSet::NONE);
        for empty in [
            Text { alphabet: none, min: 0, max: None }.leaf(),
            Padded { alphabet: none, width: 2, pad: 0, left: false }.leaf(),
            PaddedUnits { alphabet: none, units: 2, pad: 0 }.leaf(),
            Terminated { alphabet: none, mark: EndMark::NUL, empty: false }.leaf(),
        ] {
            assert!(matches!(flaw(empty), Some(Undecodable::NoText)), "{empty:?}");
        }
        assert!(matches!(flaw(PaddedUnits { alphabet, units: 0, pad: 0 }.leaf()), Some(Undecodable::NoWidth)));
        assert!(flaw(OPEN).is_none());
    }

    #[test]
    fn the_prefix_of_a_nested_key_does_not_end_a_text() {
        let prefix = |owner| Atom::new(Literal(b":").leaf(), owner);
        let flaw = |owner| {
            let atoms = Vec::leak([Atom::new(OPEN, Source::Field(0)), prefix(owner)].to_vec());
            flaw(&of(atoms), &atoms[0], 0)
        };
        assert!(matches!(flaw(Source::Field(1)), Some(Undecodable::NoEnd)));
        assert!(flaw(Source::Separator).is_none());
    }

    #[test]
    fn codes_may_hold_the_byte_behind_them() {
        let codes = Atom::new(CODES, Source::Field(0));
        let literal = Atom::new(Literal(b"a").leaf(), Source::Separator);
        let rest = Atom::new(OPEN, Source::Field(1));
        for atoms in [&[codes, literal, rest][..], &[codes, rest], &[codes, codes]] {
            assert!(flaw(&of(Vec::leak(atoms.to_vec())), &codes, 0).is_none());
        }
    }

    #[test]
    fn nothing_open_may_follow_a_text_that_only_the_end_of_the_key_ends() {
        let (number, rest) = (Atom::new(Literal(b"-").leaf(), Source::Field(0)), Atom::new(OPEN, Source::Field(1)));
        let behind = |first: Atom, second: Atom| open_behind(&of(Vec::leak([first, second, rest].to_vec())), 0, 2);
        let inside = Atom::new(Literal(b"a").leaf(), Source::Separator);
        assert_eq!(behind(opted_out(OPEN), inside), Some(2));
        // The separator ends this text, and codes end themselves.
        assert_eq!(behind(opted_out(OPEN), COLON), None);
        assert_eq!(behind(opted_out(CODES), number), None);
        assert_eq!(behind(opted_out(CODES), inside), None);
    }
}
