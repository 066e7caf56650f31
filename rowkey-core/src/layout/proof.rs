//! The four proofs: a layout that is ambiguous, unordered, irreversible or leaves a region dead does not compile.
//!
//! Each runs in a const of the user's crate, one per field, so that rustc points at the field.

use super::{Field, Layout, Rule};
use crate::language::walk::region_is_alive;
use crate::language::{Atom, Form, Order, Owner};
use crate::message::{Message, refuse};
use crate::split::check::check_split;
use crate::split::{derived, label};
use alloc::vec::Vec;

const ADMIT: &str = "admit it: `#[rowkey(unordered)]`";
const OR_ADMIT: &str = "or admit it: `#[rowkey(unordered)]`";

/// Proves all of one field that concerns itself and what follows it.
#[track_caller]
pub(crate) const fn check_field(layout: &Layout, index: usize) {
    let field = &layout.parts.fields[index];
    if let Some((fact, help)) = field.language.refusal() {
        refuse!(Message::new().name(field.name).text(" cannot be part of a row key: ").text(fact).help().text(help));
    }
    let (first, end) = layout.atoms_of(index);
    // What concerns a nested key alone, its own proof has said already.
    let nested = field.language.is_key();
    let mut at = first;
    while at < end {
        let (atom, last) = (&layout.atoms[at], at + 1 == end);
        if !nested {
            check_width(field, atom);
            check_padding(field, atom);
            check_padded_order(field, atom);
        }
        if !nested || last {
            check_decodable(layout, field, at);
        } else if atom.admitted {
            check_read_back(layout, field, at, end);
        }
        if !nested || last {
            check_open_text(layout, field, at);
        }
        at += 1;
    }
    if let (Order::Unordered, false) = (field.language.order(), field.unordered) {
        let message = Message::new().text("keys do not sort by ").name(field.name).note();
        refuse!(match layout.atoms[first].form {
            _ if nested => message.text("one of its own fields is `unordered`").help().text(ADMIT),
            Form::Codes(_) => message
                .text("its codes do not ascend in the order of the variants")
                .help()
                .text("declare the variants in the order of their codes")
                .help()
                .text(OR_ADMIT),
            Form::Parts(_) => message
                .text("its pattern does not run from large to small")
                .help()
                .text("write the year first, then month, day, hour, minute, second: `%Y-%m-%d %H:%M:%S`")
                .help()
                .text(OR_ADMIT),
            _ => message.text("its codec says that the bytes are in no order of the values").help().text(ADMIT),
        });
    }
}

/// An element that is always empty, or whose alphabet is, is a slip of the pen.
#[track_caller]
const fn check_width(field: &Field, atom: &Atom) {
    if let Some(0) = atom.form.fixed_width() {
        refuse!(
            Message::new()
                .name(field.name)
                .text(" is less than 1 byte wide")
                .help()
                .text("give it a width of 1 or more")
        );
    }
    if let Form::Text { alphabet, .. } | Form::Padded { alphabet, .. } | Form::Terminated { alphabet } = atom.form {
        if alphabet.is_empty() {
            refuse!(
                Message::new()
                    .text("no text has the alphabet of ")
                    .name(field.name)
                    .help()
                    .text("`chars` must leave bytes that the type can hold")
            );
        }
    }
}

/// Reversible: what padding adds must come off again. An alphabet that was written down and holds the pad byte
/// says that values may end with it; the alphabet of all text holds every byte, and encode checks.
#[track_caller]
const fn check_padding(field: &Field, atom: &Atom) {
    let Form::Padded { alphabet, pad, left, .. } = atom.form else { return };
    if alphabet.is_any() || !alphabet.contains(pad) || atom.admitted {
        return;
    }
    let message = Message::new().text("the pad byte ").bytes(&[pad]).text(" is in the alphabet of ").name(field.name);
    let message = message.note().text(if left { "a value that begins with it" } else { "a value that ends with it" });
    let message = message.text(" would not come back");
    refuse!(if alphabet.contains(0) {
        message.help().text("take it out of `chars`: `#[rowkey(chars(\"..\"))]`")
    } else {
        message
            .help()
            .text("pad with a byte that no value holds: `#[pad(.., with = 0)]`")
            .help()
            .text("or take it out of `chars`")
    });
}

/// Decodable: an element has a fixed width, or ends itself, or a separator that it cannot hold follows, or it is last.
/// Two more if the source admits `unordered`: one open text that is read from the back, and codes of several widths.
#[track_caller]
const fn check_decodable(layout: &Layout, field: &Field, at: usize) {
    let atom = &layout.atoms[at];
    let last = at + 1 == layout.atoms.len();
    if last || atom.form.fixed_width().is_some() || matches!(atom.form, Form::Terminated { .. }) {
        return;
    }
    let next = &layout.atoms[at + 1];
    match next.literal_byte(0) {
        Some(byte) if atom.alphabet().contains(byte) => {
            let codes = matches!(atom.form, Form::Codes(_));
            if !(atom.admitted && (codes || first_open(layout, at + 1).is_none())) {
                refuse!(separator_inside(field, atom, byte));
            }
        }
        Some(_) => {}
        None if matches!(atom.form, Form::Codes(_)) && atom.admitted => {}
        None if matches!(atom.form, Form::Codes(_)) => refuse!(
            Message::new()
                .text("the codes of ")
                .name(field.name)
                .text(" have several widths, and ")
                .name(next_name(layout, at))
                .text(" follows")
                .note()
                .text("what follows would stand at no one offset")
                .help()
                .text("give all codes one width")
                .help()
                .text(OR_ADMIT)
        ),
        None if atom.admitted && first_open(layout, at + 1).is_none() => {}
        None => refuse!(no_end(layout, field, at)),
    }
}

const fn separator_inside(field: &Field, atom: &Atom, byte: u8) -> Message {
    let message = Message::new().text("the separator after ").name(field.name).text(" begins with ").bytes(&[byte]);
    let message = message.text(", which ").name(field.name).text(" can hold").note();
    let message = message.text("a key could be cut at several places");
    if field.language.is_key() {
        return end_of_nested(field, message);
    }
    if matches!(atom.form, Form::Codes(_)) {
        let message = message.help().text("take a separator whose first byte no code holds");
        return message.help().text("or give all codes one width").help().text(OR_ADMIT);
    }
    if let Some(decimal) = field.language.as_decimal() {
        return end_of_decimal(field, decimal, message);
    }
    let message = if atom.form.alphabet().is_any() {
        message.help().text("say which bytes it holds: `#[rowkey(chars(\"0-9a-z\"))]`")
    } else {
        message.help().text("take the separator's first byte out of `chars`")
    };
    message.help().text("or give it a width: `#[pad(20)]`").help().text("or mark its end: `#[rowkey(terminated)]`")
}

const fn no_end(layout: &Layout, field: &Field, at: usize) -> Message {
    let message = Message::new().name(field.name).text(" has no fixed width, and ");
    let message = message.name(next_name(layout, at)).text(" follows it").note();
    if let Some(decimal) = field.language.as_decimal() {
        return end_of_decimal(field, decimal, message.text("1 before 23 and 12 before 3 would be the same bytes"));
    }
    let message = message.text("keys would not sort by ").name(field.name);
    let message = message.text(", and a scan for \"host1\" would also find \"host12\"");
    if field.language.is_key() {
        return end_of_nested(field, message);
    }
    let message = message.help().text("give it a width: `#[pad(20)]`");
    let message = message.help().text("or mark its end: `#[rowkey(terminated)]`");
    message.help().text("or make ").name(field.name).text(" the last field")
}

const fn end_of_decimal(field: &Field, (digits, signed): (usize, bool), message: Message) -> Message {
    let message = message.help().text("end it with a byte that no number holds: `#[rowkey(separator = \"_\")]`");
    let message = if signed {
        message
    } else {
        message.help().text("or give it a width: `#[rowkey(digits(").number(digits as u128).text("))]`")
    };
    message.help().text("or make ").name(field.name).text(" the last field")
}

const fn end_of_nested(field: &Field, message: Message) -> Message {
    let message = message.help().text("in the nested key, give the last field a width: `#[pad(20)]`");
    let message = message.help().text("or mark its end: `#[rowkey(terminated)]`");
    message.help().text("or make ").name(field.name).text(" the last field")
}

/// The first atom of no fixed width from `at` on.
const fn first_open(layout: &Layout, at: usize) -> Option<usize> {
    let mut at = at;
    while at < layout.atoms.len() {
        if layout.atoms[at].form.fixed_width().is_none() {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Decodable, of an open text inside a nested key that ends at `end`: where that key reads it from the back, what follows the
/// key must be of fixed width too. Where what follows it inside the key is not, the key's own proof has said so.
#[track_caller]
const fn check_read_back(layout: &Layout, field: &Field, at: usize, end: usize) {
    let atom = &layout.atoms[at];
    let ended = match layout.atoms[at + 1].literal_byte(0) {
        Some(byte) => !atom.alphabet().contains(byte),
        None => false,
    };
    if ended || !matches!(atom.form, Form::Text { .. }) || atom.form.fixed_width().is_some() {
        return;
    }
    let Some(open) = first_open(layout, at + 1) else { return };
    if open < end {
        return;
    }
    let message = Message::new().text("a text in ").name(field.name).text(" is read from the back, and ");
    let message = message.name(next_name(layout, open - 1)).text(", which follows, has no fixed width");
    let message = message.help().text("in the nested key, give the text a width: `#[pad(20)]`");
    let message = message.help().text("or mark its end: `#[rowkey(terminated)]`");
    refuse!(message.help().text("or make ").name(field.name).text(" the last field"));
}

/// The name of the first field after an atom.
const fn next_name(layout: &Layout, at: usize) -> &'static str {
    let mut next = at + 1;
    while next < layout.atoms.len() {
        if let Owner::Field(index) = layout.atoms[next].owner {
            return layout.parts.fields[index].name;
        }
        next += 1;
    }
    "the end of the key"
}

/// Ordered: keys of one bucket sort like the tuple of fields. Here: padded ones.
#[track_caller]
const fn check_padded_order(field: &Field, atom: &Atom) {
    match atom.form {
        _ if atom.admitted => {}
        Form::Padded { left: true, .. } => refuse!(
            Message::new()
                .name(field.name)
                .text(" is padded on the left, so keys do not sort by it")
                .note()
                .text("values would sort by their widths before anything else")
                .help()
                .text("leave out `left`")
                .help()
                .text(OR_ADMIT)
        ),
        Form::Padded { alphabet, width, pad, .. } => {
            if let Some(least) = alphabet.least() {
                if least < pad {
                    refuse!(below_pad(field, least, pad, width));
                }
            }
        }
        _ => {}
    }
}

const fn below_pad(field: &Field, least: u8, pad: u8, width: usize) -> Message {
    let message = Message::new().text("keys do not sort by ").name(field.name).text(": it can hold ").bytes(&[least]);
    let message = message.text(", which is below the pad byte ").bytes(&[pad]).note();
    let message = message.text("a longer value could sort before a shorter one that it begins with");
    let message = message.help().text("pad with NUL, the default: `pad(").number(width as u128).text(")`");
    let message = message.help().text("or keep out the bytes below: `#[rowkey(chars(\"..\"))]`");
    message.help().text(OR_ADMIT)
}

/// Ordered, of a text that nothing but a separator or the end of the key ends: the separator must sort before all that could go
/// on instead, or (complemented) after it.
#[track_caller]
const fn check_open_text(layout: &Layout, field: &Field, at: usize) {
    let atom = &layout.atoms[at];
    if atom.admitted || !matches!(atom.form, Form::Text { .. }) || atom.form.fixed_width().is_some() {
        return;
    }
    if at + 1 == layout.atoms.len() {
        // That a nested key complements its last text, its own proof has said.
        let said = field.language.is_key() && !field.language.is_complemented();
        if atom.complemented && !said {
            refuse!(
                Message::new()
                    .text("keys do not sort by ")
                    .name(field.name)
                    .text(": it is last, open and descending")
                    .note()
                    .text("a key always sorts before the longer one, and complementing cannot turn that")
                    .help()
                    .text(if field.language.is_key() {
                        "in the nested key, give the last field a width: `#[pad(20)]`"
                    } else {
                        "give it a width: `#[pad(20)]`"
                    })
                    .help()
                    .text("or mark its end: `#[rowkey(terminated)]`")
                    .help()
                    .text(OR_ADMIT)
            );
        }
        return;
    }
    let Some(byte) = layout.atoms[at + 1].literal_byte(0) else { return };
    let wrong = if atom.complemented {
        match atom.alphabet().greatest() {
            Some(greatest) if greatest > byte => Some(!greatest),
            _ => None,
        }
    } else {
        match atom.alphabet().least() {
            Some(least) if least < byte => Some(least),
            _ => None,
        }
    };
    if let Some(wrong) = wrong {
        refuse!(beyond_separator(field, atom, wrong, byte));
    }
}

const fn beyond_separator(field: &Field, atom: &Atom, wrong: u8, separator: u8) -> Message {
    let complemented = atom.complemented;
    let message = Message::new().text("keys do not sort by ").name(field.name).text(": it can hold ").bytes(&[wrong]);
    let message = if complemented {
        message.text(", whose complement is above the separator ").bytes(&[separator])
    } else {
        message.text(", which is below the separator ").bytes(&[separator])
    };
    let message = message.note().text("where one value begins another, the separator decides which sorts first");
    // The last byte on the far side is taken.
    if atom.alphabet().contains(if complemented { 0xFF } else { 0 }) {
        let message = message.help().text("keep such bytes out: `#[rowkey(chars(\"..\"))]`");
        return message.help().text("or mark its end: `#[rowkey(terminated)]`").help().text(OR_ADMIT);
    }
    let message = if complemented {
        message.help().text("end it with the greatest byte: `#[rowkey(separator = b\"\\xFF\")]`")
    } else {
        message.help().text("end it with a byte below its alphabet: `#[rowkey(separator = \"\\0\")]`")
    };
    message.help().text("or keep such bytes out: `#[rowkey(chars(\"..\"))]`").help().text(OR_ADMIT)
}

/// Reachable: for every region there is a key.
#[track_caller]
pub(crate) const fn check_regions(layout: &Layout) {
    let keys = layout.split.keys;
    if let Some(salt) = &layout.parts.salt {
        // Refused at the salt; what such labels cut says nothing more.
        if !salt.fits_label() {
            return;
        }
    }
    check_split(layout);
    if layout.split.allow_dead || layout.splits_live() {
        return;
    }
    let mut dead = 0;
    let mut first = 0;
    let mut region = keys.len() + 1;
    while region > 0 {
        region -= 1;
        if !is_alive(layout, region) {
            dead += 1;
            first = region;
        }
    }
    if dead > 0 {
        refuse!(dead_regions(layout, dead, first));
    }
}

const fn dead_regions(layout: &Layout, dead: usize, first: usize) -> Message {
    let keys = layout.split.keys;
    let message = Message::new().number(dead as u128).text(" of ").number(keys.len() as u128 + 1).text(" regions of ");
    let message = message.name(layout.parts.name).text(" can never hold a row; the first is region ");
    let message = message.number(first as u128).text(", ");
    let message = if first == 0 { message.text("start of table") } else { message.bytes(keys[first - 1]) };
    let message = message.text(" .. ");
    let message = if first < keys.len() { message.bytes(keys[first]) } else { message.text("end of table") };
    let message = message.note().text("no key of this layout lies there (regions count from 0)");
    let message = match layout.split.rule {
        Rule::After(..) => message.help().text("leave out `regions`, for one region per bucket"),
        Rule::Hbase(hbase) => match derived::values(&layout.parts, layout.atoms) {
            Some(values) if hbase.regions <= values => {
                message.help().text("cut evenly: `split(regions = ").number(hbase.regions).text(")`")
            }
            _ => message.help().text("take bounds between which all is a key"),
        },
        _ => message.help().text("leave out the split key at one of its ends"),
    };
    message.help().text("or admit it: `split(.., allow_dead)`")
}

const fn is_alive(layout: &Layout, region: usize) -> bool {
    let keys = layout.split.keys;
    if let Rule::After(_, regions) = layout.split.rule {
        return region < keys.len() || label::last_is_alive(&layout.parts, label::regions(&layout.parts, regions));
    }
    let start: &[u8] = if region == 0 { &[] } else { keys[region - 1] };
    let stop = if region < keys.len() { Some(keys[region]) } else { None };
    region_is_alive(layout.atoms, start, stop)
}

impl Layout {
    /// Whether all regions are alive by how their bounds were made: cuts between values that the first element has.
    const fn splits_live(&self) -> bool {
        matches!(self.split.rule, Rule::Default | Rule::Regions(_))
    }

    /// The start and the stop of every region that no key can fall into: none, unless the source admits them.
    #[must_use]
    pub fn dead_regions(&self) -> Vec<(&'static [u8], Option<&'static [u8]>)> {
        let keys = self.split.keys;
        (0..=keys.len())
            .filter(|&region| self.split.allow_dead && !is_alive(self, region))
            .map(|region| {
                let start = region.checked_sub(1).map_or(&[][..], |last| keys[last]);
                (start, keys.get(region).copied())
            })
            .collect()
    }
}
