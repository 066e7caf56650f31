//! Random fields, and the field types of each encoding.

use super::{SEPARATORS, one_in, pick};
use crate::layout::{Chars, Clock, Encoding, End, Field, Form, Id, Int, Key, Pad, Pattern, Text, Type, Unit};
use fastrand::Rng;

const SETS: &[Chars] = &[
    ("0-9", |byte| byte.is_ascii_digit()),
    ("1-9", |byte| matches!(byte, b'1'..=b'9')),
    ("a-z", |byte| byte.is_ascii_lowercase()),
    ("0-9a-f", |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')),
    ("^\0", |byte| byte != 0),
    ("^_", |byte| byte != b'_'),
    ("^|", |byte| byte != b'|'),
    ("A-Z_", |byte| matches!(byte, b'A'..=b'Z' | b'_')),
    ("ab", |byte| matches!(byte, b'a' | b'b')),
    // Around the byte `b`, which is a separator and a pad byte, and around its complement.
    ("ac-f", |byte| matches!(byte, b'a' | b'c'..=b'f')),
    ("!-~", |byte| matches!(byte, b'!'..=b'~')),
];

pub(super) fn fields(random: &mut Rng, most: usize, nests: bool) -> Vec<Field> {
    let count = random.usize(1..=most);
    let each = (0..count).map(|i| {
        let of = a_type(random, nests, i + 1 == count);
        let desc = can_descend(&of) && one_in(random, 4);
        let own = (i + 1 < count && one_in(random, 5)).then(|| pick(random, SEPARATORS).to_vec());
        Field { desc, unordered: one_in(random, 5), separator: own.filter(|own| !own.is_empty()), ..plain_field(of) }
    });
    each.collect()
}

fn can_descend(of: &Type) -> bool {
    match of {
        Type::Reversed(..) | Type::Repeated(_) => false,
        Type::Option(some) => can_descend(some),
        _ => true,
    }
}

pub(super) fn plain_field(of: Type) -> Field {
    Field {
        of,
        desc: false,
        unordered: false,
        separator: None,
        computed: None,
        via: None,
        behind_skipped: false,
        hashed: false,
    }
}

/// Draws the container type of a text.
fn held(random: &mut Rng) -> &'static str {
    pick(random, &["String", "String", "String", "Box", "Arc"])
}

fn open_text(random: &mut Rng) -> Type {
    Type::Text(Text { utf8: random.u32(..3) > 0, held: held(random), end: End::Open, chars: None, reversed: false })
}

/// Draws an element type of a FoundationDB tuple.
pub(super) fn tuple_element(random: &mut Rng, nests: bool) -> Type {
    match random.u32(..10) {
        0 => Type::Bool,
        1 => Type::Float(pick(random, &[32, 64]), false),
        2 => Type::Id(Id::Uuid),
        3 | 4 => open_text(random),
        5 if nests => {
            let fields = (0..random.usize(1..=3)).map(|_| plain_field(tuple_element(random, false))).collect();
            Type::Key(Key { encoding: Encoding::FdbTuple, fields, ..Key::default() })
        }
        6 | 7 => {
            let some = loop {
                let some = tuple_element(random, false);
                if !matches!(some, Type::Option(_)) {
                    break some;
                }
            };
            Type::Option(Box::new(some))
        }
        _ => number(random),
    }
}

/// Draws a field type for ordered code.
pub(super) fn ordered_code(random: &mut Rng) -> Type {
    loop {
        match number(random) {
            _ if random.bool() => return open_text(random),
            Type::Int(int, form) if !int.nonzero && (int.signed || int.bits < 64) => return Type::Int(int, form),
            _ => {}
        }
    }
}

fn a_type(random: &mut Rng, nests: bool, last: bool) -> Type {
    match random.u32(..20) {
        0..=2 => int(random),
        3 => Type::Bool,
        4 => pick(random, &[Type::Char, Type::Float(32, false), Type::Float(64, true), Type::Float(64, false)]),
        5 => pick(
            random,
            &[
                Type::Bytes(1),
                Type::Bytes(2),
                Type::Bytes(4),
                Type::Id(Id::Ipv4),
                Type::Id(Id::Ipv6),
                Type::Id(Id::Uuid),
                Type::Id(Id::Ulid),
            ],
        ),
        6..=11 => Type::Text(text(random)),
        12 => {
            if one_in(random, 4) {
                Type::OwnCodec
            } else {
                codes(random)
            }
        }
        13..=15 => time(random),
        16 if random.bool() => Type::Option(Box::new(with_end(random))),
        16 => Type::Option(Box::new(fixed(random))),
        17 if nests && one_in(random, 3) => kinds(random),
        17 if nests => {
            let separator = pick(random, SEPARATORS).to_vec();
            let suffix = if one_in(random, 6) { pick(random, SEPARATORS).to_vec() } else { vec![] };
            let mut key = Key { separator, suffix, fields: fields(random, 2, false), ..Key::default() };
            key.fields.retain(|field| !matches!(field.of, Type::Repeated(_)));
            if let Some(last) = key.fields.last_mut() {
                last.separator = None;
            }
            if key.fields.is_empty() { int(random) } else { Type::Key(key) }
        }
        18 => match random.u32(..2) {
            0 => Type::Tuple((0..random.usize(2..=6)).map(|_| bare(random)).collect()),
            _ => match (number(random), random.usize(1..=3)) {
                // Encoded unchanged, and bytes for a salt.
                (Type::Int(Int { bits: 8, signed: false, nonzero: false }, _), count) => Type::Bytes(count),
                (item, count) => Type::Array(Box::new(item), count),
            },
        },
        19 if last => Type::Repeated(Box::new(bare(random))),
        _ => int(random),
    }
}

const PATTERNS: &[&str] = &[
    "%Y-%m-%d",
    "%Y%m%d",
    "%F",
    "%d.%m.%Y",
    "%Y-%m-%d %H:%M:%S",
    "%F %T%.3f",
    "%FT%R",
    "%Y%m%d%H%M%S%9f",
    "%Y%m%d%H",
    "%F %T.%6f",
    "%Y-%j",
    "%Y%j%H%M",
    "%m/%Y/%d",
    "%H:%M %F",
    "%Y-%m",
    "%Y",
    "%Y%%%m",
];

/// Draws a time with its attributes.
pub(super) fn time(random: &mut Rng) -> Type {
    let of = pick(random, &["jiff", "jiff", "chrono", "time"]);
    let clock = pick(random, &[Clock::Signed, Clock::Unsigned, Clock::Instant(of), Clock::Civil(of), Clock::Day(of)]);
    if matches!(clock, Clock::Day(_)) || !clock.is_count() && random.bool() {
        return Type::Date(clock, pattern(clock, random));
    }
    let name = pick(random, &["secs", "millis", "micros", "nanos"]);
    let finer = if clock.is_count() || name == "nanos" { "" } else { pick(random, &["floor", "exact"]) };
    let unit = Unit { name, finer };
    let texts =
        [Form::Digits(13), Form::Digits(19), Form::Digits(20), Form::Hex(16), Form::UpperHex(12), Form::Decimal];
    let forms = [&texts[..], &[Form::Plain, Form::Plain, Form::Bytes(6), Form::Bytes(8)]].concat();
    let form = pick(random, &forms);
    if random.bool() { Type::Reversed(clock, unit, form) } else { Type::Count(clock, unit, form) }
}

/// Draws a pattern that fits a type.
fn pattern(clock: Clock, random: &mut Rng) -> Pattern {
    loop {
        let mut pattern = Pattern { text: pick(random, PATTERNS), offset: None, finer: "" };
        let finest = pattern.finest();
        let is_day = matches!(clock, Clock::Day(_));
        if is_day && "HMS369".contains(finest) {
            continue;
        }
        let is_finer = if is_day { "Ym".contains(finest) } else { finest != '9' };
        pattern.finer = if is_finer { pick(random, &["floor", "exact"]) } else { "" };
        if matches!(clock, Clock::Instant(_)) && random.bool() {
            pattern.offset =
                Some(pick(random, &[("+08:00", 28_800), ("-03:30", -12_600), ("+00:00", 0), ("+14:00", 50_400)]));
        }
        return pattern;
    }
}

/// Draws an enum of one to three record types that show their ends.
fn kinds(random: &mut Rng) -> Type {
    const TAGS: [&[u8]; 5] = [b"\0", b"\x01", b"a", b"b\xFF", b"\xFF"];
    let mut tags: Vec<Vec<u8>> = TAGS.iter().map(|tag| tag.to_vec()).collect();
    random.shuffle(&mut tags);
    tags.truncate(random.usize(1..=3));
    tags.sort();
    let mut kind = |tag| loop {
        let key = super::kind(random);
        if key.salt.is_none() && crate::rules::shows_end(&key) {
            return (tag, key);
        }
    };
    Type::Kinds(tags.into_iter().map(&mut kind).collect())
}

/// Draws a type of a fixed width, with its attributes.
fn fixed(random: &mut Rng) -> Type {
    loop {
        let of = a_type(random, false, false);
        // `Option` does not support the user-defined codec.
        let is_nested = matches!(of, Type::Option(_) | Type::Key(_) | Type::Kinds(_) | Type::OwnCodec);
        if !is_nested && crate::regex::width(&of).is_some() {
            return of;
        }
    }
}

/// Draws a type of a fixed width that needs no attribute.
fn bare(random: &mut Rng) -> Type {
    match random.u32(..6) {
        0 => Type::Bool,
        1 => Type::Char,
        2 => Type::Float(32, false),
        3 => Type::Bytes(random.usize(1..=3)),
        _ => number(random),
    }
}

fn number(random: &mut Rng) -> Type {
    Type::Int(
        Int { bits: pick(random, &[8, 16, 32, 64]), signed: random.bool(), nonzero: one_in(random, 8) },
        Form::Plain,
    )
}

fn int(random: &mut Rng) -> Type {
    let int =
        Int { bits: pick(random, &[8, 8, 16, 16, 32, 64, 128]), signed: random.bool(), nonzero: one_in(random, 6) };
    let form = match random.u32(..10) {
        0 | 1 => Form::Digits(if int.bits == 64 { pick(random, &[6, 18, 19, 20]) } else { random.u32(1..=6) }),
        2 => Form::Hex(random.u32(1..=5)),
        3 => Form::UpperHex(random.u32(1..=5)),
        4 if int.bits > 8 => Form::Bytes(random.u32(1..int.bits / 8)),
        5 => Form::Decimal,
        6 if int.signed => Form::Raw,
        7 if int.bits > 8 => {
            let few = random.u32(2..=int.bits / 8);
            Form::Le(pick(random, &[int.bits / 8, few]))
        }
        _ => Form::Plain,
    };
    Type::Int(int, form)
}

fn text(random: &mut Rng) -> Text {
    let utf8 = random.u32(..3) > 0;
    let chars = random.bool().then(|| pick(random, SETS));
    let width = random.usize(1..=5);
    let end = match random.u32(..8) {
        0 | 1 => End::Len(width),
        2 => {
            let others = [(0, 2, 1), (0, 1, 2), (1, 2, 0), (b'~', b'!', b'~'), (b'b', b'b', b'a')];
            let (first, escape, end) = if random.bool() { (0, 0xFF, 1) } else { pick(random, &others) };
            End::Terminated(first, escape, end)
        }
        5 => End::Length(pick(random, &["u8", "u16", "u16, le", "u32", "u64, le", "varint"])),
        3 | 4 => {
            let pad = pick(random, &[0, 0, 0, b' ', b'0', b'b', b'z', 0xFF]);
            let how = pick(random, &[Pad::Right, Pad::Right, Pad::Right, Pad::Left, Pad::Units, Pad::Cut]);
            // Padding by characters is for text only, and needs an ASCII pad byte.
            let how = if how == Pad::Units && (!utf8 || pad > 0x7F) { Pad::Right } else { how };
            End::Pad(if how == Pad::Units { width.min(3) } else { width }, pad, how)
        }
        _ => End::Open,
    };
    Text { utf8, held: held(random), end, chars, reversed: one_in(random, 10) }
}

/// Draws a type of variable width that shows its end.
fn with_end(random: &mut Rng) -> Type {
    loop {
        let text = Text { held: "String", ..text(random) };
        match text.end {
            _ if one_in(random, 8) => return Type::Codes(vec![b"a".to_vec(), b"bc".to_vec()]),
            End::Terminated(..) | End::Length(_) => return Type::Text(text),
            _ => {}
        }
    }
}

pub(super) fn codes(random: &mut Rng) -> Type {
    let all: &[&[&[u8]]] = &[
        &[b"0", b"1"],
        &[b"jd", b"tb"],
        &[b"b", b"a"],
        &[b"a", b"bc"],
        &[b"bc", b"a", b"d"],
        &[b"\0", b"\x01", b"\xFF"],
        &[b"x"],
    ];
    Type::Codes(pick(random, all).iter().map(|code| code.to_vec()).collect())
}
