//! The four proofs: a layout that is ambiguous, unordered, irreversible or leaves a region dead does not compile.
//!
//! Each runs in a const of the user's crate, one per field, so that rustc points at the field.

pub(crate) mod salt;
pub(crate) mod split;

use super::{Field, Layout, Rule, Stand};
use crate::language::message::{Message, refuse};
use crate::language::walk::region_is_alive;
use crate::language::{Atom, ByteSet, Form, Order, Owner};
use crate::layout::split::{after, even};
use alloc::vec::Vec;
use split::check_split;

const ADMIT: &str = "admit it: `#[rowkey(unordered)]`";
const OR_ADMIT: &str = "or admit it: `#[rowkey(unordered)]`";

/// Proves all of one field that concerns itself and what follows it.
#[track_caller]
pub const fn check_field(layout: &Layout, index: usize) {
    let field = &layout.parts.fields[index];
    // Most fields are such, and rustc runs this for each of them, each time.
    if field.language.is_proven() {
        return;
    }
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

/// Begins a fact about a field and what follows it: with the name of the key, where the struct has them in another order.
const fn of(layout: &Layout) -> Message {
    match layout.parts.stand {
        Stand::Own => Message::new(),
        Stand::Moved | Stand::Skipped => Message::new().text("in ").name(layout.parts.name).text(", "),
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
                .text("give it a width of 1 or more, for short texts of any width: `#[pad(20)]`")
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
    let Form::Padded { alphabet, pad, left, width, .. } = atom.form else { return };
    if alphabet.is_any() || !alphabet.contains(pad) || atom.admitted {
        return;
    }
    let message = Message::new().text("the pad byte ").bytes(&[pad]).text(" is in the alphabet of ").name(field.name);
    let message = message.note().text(if left { "a value that begins with it" } else { "a value that ends with it" });
    let message = message.text(" would not come back").help();
    // On the right, what is left must sort, too.
    let side = if left { ByteSet::ALL } else { ByteSet::range(pad, 0xFF) };
    let rest = among(alphabet, side.minus(ByteSet::one(pad)));
    let message = match (alphabet.contains(0), left) {
        (true, _) => message,
        (false, true) => {
            message.text("pad with NUL: `#[rowkey(pad(").number(width as u128).text(", left), unordered)]`")
        }
        (false, false) => message.text("pad with NUL, the default: `#[pad(").number(width as u128).text(")]`"),
    };
    let message = match rest {
        Some(_) if !alphabet.contains(0) => message.help().text("or "),
        _ => message,
    };
    refuse!(match rest {
        Some(rest) => message.text("leave it out of the alphabet: `#[rowkey(").chars(rest).text(")]`"),
        None if alphabet.contains(0) => message.text("mark its end instead: `#[rowkey(terminated)]`"),
        None => message,
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
                refuse!(separator_inside(layout, field, at, byte));
            }
        }
        Some(_) => {}
        None if matches!(atom.form, Form::Codes(_)) && atom.admitted => {}
        None if matches!(atom.form, Form::Codes(_)) => refuse!(
            of(layout)
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

const fn separator_inside(layout: &Layout, field: &Field, at: usize, byte: u8) -> Message {
    let atom = &layout.atoms[at];
    let message = of(layout).text("the separator after ").name(field.name).text(" begins with ").bytes(&[byte]);
    let message = message.text(", which ").name(field.name).text(" can hold").note();
    let message = message.text("a key could be cut at several places");
    if field.language.is_key() {
        return end_of_nested(layout, field, at, message);
    }
    if matches!(atom.form, Form::Codes(_)) {
        let message = message.help().text("end it with a byte that no code holds");
        let message = match outside(atom.alphabet()) {
            Some(separator) => message.text(": `#[rowkey(separator = ").bytes(&[separator]).text(")]`"),
            None => message,
        };
        return message.help().text("or give all codes one width").help().text(OR_ADMIT);
    }
    if let Some(decimal) = field.language.as_decimal() {
        return end_of_decimal(layout, field, at, decimal, message);
    }
    if matches!(layout.parts.stand, Stand::Skipped) {
        return ways_without_items(layout, field, at, message);
    }
    let message = match sorting(atom, byte) {
        Some(set) => message.help().text("keep such bytes out: `#[rowkey(").chars(set).text(")]`").help().text("or "),
        None => message.help(),
    };
    message.text("give it a width: `#[pad(20)]`").help().text("or ").text(mark_end(field))
}

/// A separator that people use and no value of this alphabet holds.
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

/// The part of what an open text can hold that would sort before a separator with this first byte; of any text, a usual one.
const fn sorting(atom: &Atom, separator: u8) -> Option<ByteSet> {
    let (held, side) = if atom.complemented {
        // Where the separator is 00, no complement is below it.
        (atom.alphabet().complemented(), ByteSet::range(0, separator).minus(ByteSet::one(separator)).complemented())
    } else {
        (atom.alphabet(), ByteSet::range(separator, 0xFF).minus(ByteSet::one(separator)))
    };
    among(held, side)
}

/// What is left of an alphabet inside `side`; of the alphabet of any text, what is usual there.
const fn among(held: ByteSet, side: ByteSet) -> Option<ByteSet> {
    if !held.is_any() {
        let left = held.intersect(side);
        return if left.intersect(ByteSet::range(0, 0x7F)).is_empty() { None } else { Some(left) };
    }
    let (digits, small, great) = (ByteSet::range(b'0', b'9'), ByteSet::range(b'a', b'z'), ByteSet::range(b'A', b'Z'));
    let usual = [digits.union(small).union(great), digits.union(small), small.union(great), small, digits];
    let mut i = 0;
    while i < usual.len() {
        if usual[i].minus(side).is_empty() {
            return Some(usual[i]);
        }
        i += 1;
    }
    None
}

const fn no_end(layout: &Layout, field: &Field, at: usize) -> Message {
    let message = of(layout).name(field.name).text(" has no fixed width, and ");
    let message = message.name(next_name(layout, at)).text(" follows it").note();
    if let Some(decimal) = field.language.as_decimal() {
        return end_of_decimal(
            layout,
            field,
            at,
            decimal,
            message.text("1 before 23 and 12 before 3 would be the same bytes"),
        );
    }
    let message = message.text("keys would not sort by ").name(field.name);
    let message = message.text(", and a scan for \"host1\" would also find \"host12\"");
    if field.language.is_key() {
        return end_of_nested(layout, field, at, message);
    }
    if matches!(layout.parts.stand, Stand::Skipped) {
        return ways_without_items(layout, field, at, message);
    }
    let message = message.help().text("give it a width: `#[pad(20)]`").help().text("or ").text(mark_end(field));
    or_last(layout, field, at, message)
}

/// What is left to an open text that can have no items, since `skip` excludes them.
const fn ways_without_items(layout: &Layout, field: &Field, at: usize, message: Message) -> Message {
    let message = match first_open(layout, at + 1) {
        Some(_) => message.help(),
        None => {
            message.help().text("name ").name(field.name).text(" last in ").name(layout.parts.name).help().text("or ")
        }
    };
    message.text("give ").name(layout.parts.name).text(" a struct of its own, and this field `#[pad(20)]` there")
}

/// How an open text marks its end; one that borrows from the key could not be read back then.
const fn mark_end(field: &Field) -> &'static str {
    if field.borrows {
        "own it, as `String` or `Cow<str>`, and mark its end: `#[rowkey(terminated)]`"
    } else {
        "mark its end: `#[rowkey(terminated)]`"
    }
}

/// The last field may be open, unless another would then stand in the middle.
const fn or_last(layout: &Layout, field: &Field, at: usize, message: Message) -> Message {
    match first_open(layout, at + 1) {
        Some(_) => message,
        None if matches!(layout.parts.stand, Stand::Own) => {
            message.help().text("or make ").name(field.name).text(" the last field")
        }
        None => message.help().text("or name ").name(field.name).text(" last in ").name(layout.parts.name),
    }
}

const fn end_of_decimal(
    layout: &Layout,
    field: &Field,
    at: usize,
    (digits, signed): (usize, bool),
    message: Message,
) -> Message {
    let message = message.help().text("end it with a byte that no number holds: `#[rowkey(separator = \"_\")]`");
    let message = if signed {
        message
    } else {
        message.help().text("or give it a width: `#[rowkey(digits(").number(digits as u128).text("))]`")
    };
    or_last(layout, field, at, message)
}

const fn end_of_nested(layout: &Layout, field: &Field, at: usize, message: Message) -> Message {
    let message = message.help().text("in the nested key, give the last field a width: `#[pad(20)]`");
    let message = message.help().text("or mark its end there: `#[rowkey(terminated)]`");
    or_last(layout, field, at, message)
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
    let message = of(layout).text("a text in ").name(field.name).text(" is read from the back, and ");
    let message = message.name(next_name(layout, open - 1)).text(", which follows, has no fixed width");
    let message = message.help().text("in the nested key, give the text a width: `#[pad(20)]`");
    let message = message.help().text("or mark its end there: `#[rowkey(terminated)]`");
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
                    refuse!(below_pad(Message::new(), field, alphabet, pad, width));
                }
            }
        }
        _ => {}
    }
}

const fn below_pad(message: Message, field: &Field, alphabet: ByteSet, pad: u8, width: usize) -> Message {
    let message = message.text("keys do not sort by ").name(field.name).text(": it can hold ");
    let message = match alphabet.least() {
        Some(least) => message.bytes(&[least]),
        None => message,
    };
    let message = message.text(", which is below the pad byte ").bytes(&[pad]).note();
    let message = message.text("a longer value could sort before a shorter one that it begins with");
    let (message, or) = if alphabet.is_any() || !alphabet.contains(0) {
        let message = message.help().text("pad with NUL, the default: `#[pad(").number(width as u128).text(")]`");
        (message, "or ")
    } else {
        (message, "")
    };
    let message = match among(alphabet, ByteSet::range(pad, 0xFF).minus(ByteSet::one(pad))) {
        Some(set) => message.help().text(or).text("keep out the bytes below: `#[rowkey(").chars(set).text(")]`"),
        None => message,
    };
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
                of(layout)
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
                    .text("or ")
                    .text(if field.language.is_key() {
                        "mark its end there: `#[rowkey(terminated)]`"
                    } else {
                        mark_end(field)
                    })
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
        refuse!(beyond_separator(of(layout), field, atom, wrong, byte));
    }
}

const fn beyond_separator(message: Message, field: &Field, atom: &Atom, wrong: u8, separator: u8) -> Message {
    let complemented = atom.complemented;
    let message = message.text("keys do not sort by ").name(field.name).text(": it can hold ").bytes(&[wrong]);
    let message = if complemented {
        message.text(", whose complement is above the separator ").bytes(&[separator])
    } else {
        message.text(", which is below the separator ").bytes(&[separator])
    };
    let message = message.note().text("where one value begins another, the separator decides which sorts first");
    // Where the last byte on the far side is taken, no separator is.
    let taken = atom.alphabet().contains(if complemented { 0xFF } else { 0 });
    let message = match (taken, complemented) {
        (true, _) => message.help().text(mark_end(field)),
        (false, true) => message.help().text("end it with the greatest byte: `#[rowkey(separator = b\"\\xFF\")]`"),
        (false, false) => {
            message.help().text("end it with a byte below its alphabet: `#[rowkey(separator = \"\\0\")]`")
        }
    };
    let message = match sorting(atom, separator) {
        Some(set) => message.help().text("or keep such bytes out: `#[rowkey(").chars(set).text(")]`"),
        None => message,
    };
    message.help().text(OR_ADMIT)
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
    if layout.parts.is_refused() {
        return;
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
        Rule::Hbase(hbase) => match even::values(&layout.parts, layout.atoms) {
            Some(values) if hbase.regions <= values => {
                message.help().text("cut evenly: `split(regions = ").number(hbase.regions).text(")`")
            }
            _ => message.help().text("take bounds between which all is a key"),
        },
        _ => {
            let message = message.help().text("leave out the split key ");
            let message = message.bytes(keys[if first > 0 { first - 1 } else { 0 }]);
            if dead > 1 { message.text(", and one at an end of each other dead region") } else { message }
        }
    };
    message.help().text("or admit it: `split(.., allow_dead)`")
}

const fn is_alive(layout: &Layout, region: usize) -> bool {
    let keys = layout.split.keys;
    if let Rule::After(_, regions) = layout.split.rule {
        return region < keys.len() || after::last_is_alive(&layout.parts, after::regions(&layout.parts, regions));
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
