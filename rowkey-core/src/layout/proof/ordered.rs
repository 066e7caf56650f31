//! Ordered: keys of one bucket sort like the tuple of fields.
//!
//! An element that does not sort needs an opt-out. These elements sort:
//!
//! - Padded text, if it is padded on the right and every byte of its alphabet is at or above the pad byte.
//! - Text before a separator, if every byte of its alphabet is above the first byte of the separator. For complemented
//!   text, every complement must be below that byte.
//! - Text up to the end of the key, unless it is complemented.
//! - Codes, if they ascend in the order of the variants.
//! - Dates, if their parts go from large to small.
//!
//! An example with text before the separator `_` (5F). `"ab"` sorts after `"a"`, but `"a!"` would sort before it:
//!
//! ```text
//! 61 21 5F    "a!"   21 is below the separator
//! 61 5F       "a"
//! 61 62 5F    "ab"   62 is above the separator
//! ```

use super::{OPT_OUT, OR_OPT_OUT, about, among, ends_before_suffix, literal_name, mark_end, sorting};
use crate::language::message::{Message, append, message};
use crate::language::{Atom, ByteSet, Leaf, Order, Padded};
use crate::layout::{Field, Layout};

/// The reason why keys do not sort by a field.
#[derive(Clone, Copy)]
pub(super) enum Disorder {
    /// It is padded on the left.
    PaddedLeft,
    /// It can hold bytes below the pad byte.
    BelowPad { alphabet: ByteSet, pad: u8, width: usize },
    /// It is the last field, open and complemented.
    OpenAndDescending,
    /// It can hold this byte, which is on the wrong side of the first byte of the separator.
    BeyondSeparator { wrong: u8, separator: u8 },
}

/// Returns the flaw of a padded atom.
pub(super) const fn padded_flaw(atom: &Atom) -> Option<Disorder> {
    match atom.leaf.as_padded() {
        _ if atom.opted_out => None,
        Some(Padded { left: true, .. }) => Some(Disorder::PaddedLeft),
        Some(Padded { alphabet, width, pad, .. }) => match alphabet.least() {
            Some(least) if least < pad => Some(Disorder::BelowPad { alphabet, pad, width }),
            _ => None,
        },
        None => None,
    }
}

/// Returns the flaw of `atom`, which is at `at`, if it is an open text, which only a separator or the end of the key
/// ends.
pub(super) const fn open_flaw(layout: &Layout, field: &Field, atom: &Atom, at: usize) -> Option<Disorder> {
    if atom.opted_out || !atom.leaf.is_open() {
        return None;
    }
    if at + 1 == layout.atoms.len() {
        // If the text is complemented inside a nested key, the proof of that key has reported it.
        let said = field.language.is_key() && !field.language.is_complemented();
        return if atom.complemented && !said { Some(Disorder::OpenAndDescending) } else { None };
    }
    let Some(separator) = layout.separator_byte(at) else { return None };
    // The outermost byte of the alphabet decides. `wrong` is a byte of the text, before it is complemented.
    let wrong = match (atom.complemented, atom.alphabet().least(), atom.alphabet().greatest()) {
        (true, _, Some(greatest)) if greatest > separator => !greatest,
        (false, Some(least), _) if least < separator => least,
        _ => return None,
    };
    Some(Disorder::BeyondSeparator { wrong, separator })
}

/// Returns `true` if the field's language is unordered and the source does not opt out.
pub(super) const fn is_disordered(field: &Field) -> bool {
    matches!((field.language.order(), field.unordered), (Order::Unordered, false))
}

/// Returns the message for a flaw of `atom`, an atom of `field`, which is at `at`.
pub(super) const fn message(layout: &Layout, field: &Field, (atom, at): (&Atom, usize), flaw: Disorder) -> Message {
    match flaw {
        Disorder::PaddedLeft => message!(RK202, {field.name} " is padded on the left, so keys do not sort by it";
            note "values would sort by their width first";
            help "leave out `left`";
            help {=OR_OPT_OUT}),
        Disorder::BelowPad { alphabet, pad, width } => below_pad(field, alphabet, pad, width),
        Disorder::OpenAndDescending => open_and_descending(layout, field),
        Disorder::BeyondSeparator { wrong, separator } => beyond_separator(layout, field, (atom, at), wrong, separator),
    }
}

/// Returns the message for an unordered field whose first atom has this leaf.
pub(super) const fn disordered(field: &Field, leaf: Leaf) -> Message {
    match leaf.why_unordered() {
        _ if field.language.is_option_of_descending() => message!(RK205, "keys do not sort by " {field.name};
            note "`None` sorts first, and the values after it descend";
            help "reverse both, so that `None` is last: `#[rowkey(time(millis, floor), desc)]`";
            help {=OR_OPT_OUT}),
        _ if field.language.is_key() && has_turned_tags(field) => message!(RK205, "keys do not sort by " {field.name};
            note "its variants compare in the order of the source, and their tags do not ascend in it";
            help "write the variants in the order of their tags";
            help {=OR_OPT_OUT}),
        _ if field.language.is_key() => message!(RK205, "keys do not sort by " {field.name};
            note "one of its own fields is unordered";
            help {=OPT_OUT}),
        Some([reason, instead]) => message!(RK205, "keys do not sort by " {field.name};
            note {=reason};
            help {=instead};
            help {=OR_OPT_OUT}),
        _ if field.language.is_date() => message!(RK204, "keys do not sort by " {field.name};
            note "its pattern does not run from large to small";
            help "write the year first, then month, day, hour, minute, second, as in `%Y-%m-%d`";
            help {=OR_OPT_OUT}),
        _ => message!(RK205, "keys do not sort by " {field.name};
            note "its codec states that the bytes do not sort as the values do";
            help {=OPT_OUT}),
    }
}

/// Returns `true` if the field is a key of several record types whose tags are not in the order of the source.
const fn has_turned_tags(field: &Field) -> bool {
    let Some(key) = field.key else { return false };
    let mut kinds = key.record_types();
    while let [first, rest @ ..] = kinds {
        match rest {
            [second, ..] if first.declared > second.declared => return true,
            _ => kinds = rest,
        }
    }
    false
}

const fn open_and_descending(layout: &Layout, field: &Field) -> Message {
    let message = append!(about("RK203", layout), "keys do not sort by " {field.name}
        ": it is last, descending and of variable width";
        note "a key always sorts before a longer one that begins with it, and `desc` cannot reverse that");
    let message = if field.language.is_key() {
        append!(message;
            help "in the nested key, give the last field a width: `#[pad(20)]`";
            help "or mark its end there: `#[rowkey(terminated)]`")
    } else {
        append!(message; help "give it a width: `#[pad(20)]`"; help "or " {=mark_end(field)})
    };
    append!(message; help {=OR_OPT_OUT})
}

const fn below_pad(field: &Field, alphabet: ByteSet, pad: u8, width: usize) -> Message {
    let message = message!(RK202, "keys do not sort by " {field.name} ": it can hold ");
    let message = match alphabet.least() {
        Some(least) => append!(message, { bytes & [least] }),
        None => message,
    };
    let message = append!(message, ", which is below the pad byte " {bytes &[pad]};
        note "a longer value could sort before a shorter one that it begins with");
    let (message, or) = if alphabet.is_any() || !alphabet.contains(0) {
        (append!(message; help "pad with NUL, the default: `#[pad(" {#width} ")]`"), "or ")
    } else {
        (message, "")
    };
    let message = match among(alphabet, ByteSet::range(pad, 0xFF).minus(ByteSet::one(pad))) {
        Some(set) => append!(message; help {=or} "keep out the bytes below: `#[rowkey(" {chars set} ")]`"),
        None => message,
    };
    append!(message; help {=OR_OPT_OUT})
}

const fn beyond_separator(
    layout: &Layout,
    field: &Field,
    (atom, at): (&Atom, usize),
    wrong: u8,
    separator: u8,
) -> Message {
    let (complemented, literal) = (atom.complemented, literal_name(layout, at));
    let is = if complemented { "whose complement is above" } else { "which is below" };
    let message = append!(about("RK201", layout), "keys do not sort by " {field.name} ": it can hold " {bytes &[wrong]}
        ", " {=is} " the " {=literal} " " {bytes &[separator]};
        note "if one value begins with another, the " {=literal} " decides which sorts first");
    // If the alphabet has the outermost byte, no separator is beyond it.
    let taken = atom.alphabet().contains(if complemented { 0xFF } else { 0 });
    let message = match (taken, complemented) {
        // The suffix is the same for all keys of the table.
        _ if ends_before_suffix(layout, at) => append!(message; help {=mark_end(field)}),
        (true, _) => append!(message; help {=mark_end(field)}),
        (false, true) => append!(message; help "end it with the highest byte: `#[rowkey(separator = b\"\\xFF\")]`"),
        (false, false) => {
            append!(message; help "end it with a byte below its alphabet: `#[rowkey(separator = \"\\0\")]`")
        }
    };
    let message = match sorting(atom, separator) {
        Some(set) => append!(message; help "or keep such bytes out: `#[rowkey(" {chars set} ")]`"),
        None => message,
    };
    append!(message; help {=OR_OPT_OUT})
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::language::{Literal, Source, Text};
    use crate::layout::{Parts, Split, SplitRule};
    use std::vec::Vec;

    #[test]
    fn an_open_text_sorts_before_a_separator_on_the_right_side_of_its_bytes() {
        let alphabet = ByteSet::range(b'a', b'z');
        let wrong = |complemented, separator: &'static [u8]| {
            let text =
                Atom { complemented, ..Atom::new(Text { alphabet, min: 0, max: None }.leaf(), Source::Field(0)) };
            let atoms = [text, Atom::new(Literal(separator).leaf(), Source::Separator), text];
            let split = Split { keys: &[], rule: SplitRule::Default, allow_dead: false, allow_uneven: false };
            let layout = Layout { parts: Parts::EMPTY, atoms: Vec::leak(atoms.to_vec()), split, width: (1, None) };
            match open_flaw(&layout, &Field::NOTHING, &layout.atoms[0], 0) {
                Some(Disorder::BeyondSeparator { wrong, .. }) => Some(wrong),
                _ => None,
            }
        };
        assert_eq!((wrong(false, b"-"), wrong(false, b"~")), (None, Some(b'a')));
        // The bytes of a descending text are 85 to 9E.
        assert_eq!((wrong(true, b"\xFF"), wrong(true, b"-")), (None, Some(b'a')));
    }
}
