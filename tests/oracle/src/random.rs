//! Random layouts over the grammar. A seed names one.

use crate::layout::{
    Chars, Clock, Computed, Encoding, End, Field, Form, Id, Int, Key, Pad, Pattern, Salt, Split, Text, Type, Unit,
};
use fastrand::Rng;

fn pick<T: Clone>(random: &mut Rng, of: &[T]) -> T {
    of[random.usize(..of.len())].clone()
}

fn one_in(random: &mut Rng, count: u32) -> bool {
    random.u32(..count) == 0
}

const SEPARATORS: &[&[u8]] =
    &[b"", b"", b"", b"_", b"\0", b"|", b"::", b"\xFF", b"0", b"-", b"~\0", b"\x80", b"b", b"\x9D"];

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

/// A salted key of fields that have few values, which may not reach all buckets.
fn narrow_key(random: &mut Rng) -> Key {
    let narrow = |random: &mut Rng| match random.u32(..5) {
        0 => Type::Bool,
        1 => codes(random),
        2 => Type::Int(Int { bits: 16, signed: random.bool(), nonzero: false }, Form::Digits(random.u32(1..=3))),
        _ => Type::Int(
            Int { bits: 8, signed: random.bool(), nonzero: false },
            pick(random, &[Form::Plain, Form::Hex(1), Form::Hex(2)]),
        ),
    };
    let field = |of: Type| Field { unordered: true, ..plain_field(of) };
    let mut fields = vec![field(narrow(random)), field(narrow(random))];
    fields[0].desc = random.bool() && !crate::regex::is_subtracted(&fields[0].of);
    let is_number = |at: usize| matches!(fields[at].of, Type::Int(..));
    let both = [(0, String::new()), (1, String::new())];
    let algorithm = match (is_number(0), is_number(1)) {
        (true, true) => pick(random, &["xxh3", "md5", "xor", "java_hash", "modulo"]),
        _ => pick(random, &["xxh3", "md5"]),
    };
    let inputs = if algorithm == "modulo" || random.bool() { both[..1].to_vec() } else { both.to_vec() };
    let buckets = pick(random, &[2, 3, 4, 5, 7, 8, 10, 11, 16, 17, 100, 101, 128, 129, 200, 256, 257, 1_000]);
    let salt = Some(Salt {
        algorithm,
        buckets: Some(buckets),
        inputs,
        label: None,
        was: vec![],
        allow_empty: one_in(random, 5),
        on_field: false,
    });
    Key { salt, fields, ..Key::default() }
}

/// A key whose rows are spread evenly, and cut at keys that lie close together or apart.
fn cut_key(random: &mut Rng) -> Key {
    let number = Type::Int(Int { bits: 32, signed: false, nonzero: false }, Form::Plain);
    let mut field = plain_field(pick(random, &[Type::Bytes(2), number]));
    field.hashed = random.bool();
    let salt = Salt {
        algorithm: pick(random, &["xxh3", "md5"]),
        buckets: Some(1_000),
        inputs: vec![(0, String::new())],
        label: None,
        was: vec![],
        allow_empty: false,
        on_field: random.bool(),
    };
    let salt = (!field.hashed).then_some(salt);
    // A thousand buckets have labels up to `03 E7`.
    let most = pick(random, &[20, 200, if salt.is_some() { 999 } else { 0xFFFF }]);
    let mut literals: Vec<Vec<u8>> = (0..9).map(|_| random.u16(1..=most).to_be_bytes().to_vec()).collect();
    literals.sort();
    literals.dedup();
    let (allow_dead, allow_uneven) = (false, one_in(random, 4));
    let split = Some(Split { rule: "keys", literals, regions: None, allow_dead, allow_uneven });
    Key { salt, split, fields: vec![field], ..Key::default() }
}

/// A key that begins with codes of several widths.
fn codes_key(random: &mut Rng) -> Key {
    let all: [&[&[u8]]; 3] = [&[b"a", b"bc"], &[b"x", b"yy", b"zzz"], &[b"\0\x01", b"\x02"]];
    let codes = Type::Codes(pick(random, &all).iter().map(|code| code.to_vec()).collect());
    let mut fields = vec![Field { unordered: one_in(random, 3), desc: one_in(random, 4), ..plain_field(codes) }];
    fields.extend(self::fields(random, 2, false));
    let separator = if one_in(random, 3) { pick(random, SEPARATORS).to_vec() } else { vec![] };
    Key { separator, fields, ..Key::default() }
}

/// A key of one or two fields that is not refused, to be a kind among others.
pub fn kind(random: &mut Rng) -> Key {
    loop {
        let prefix = if one_in(random, 4) { pick::<&[u8]>(random, &[b"p", b"a", b"\0"]).to_vec() } else { vec![] };
        let mut key = Key { prefix, fields: fields(random, 2, false), ..Key::default() };
        let is_sound = crate::rules::flaws(&key).is_some_and(|flaws| flaws.iter().all(|flaws| flaws.is_empty()));
        if one_in(random, 4) {
            key.salt = salt(&key, random);
        }
        if is_sound && !crate::rules::is_loose(&key) {
            return key;
        }
    }
}

/// One or two fields that all kinds begin with.
pub fn under(random: &mut Rng) -> Vec<Field> {
    let key = loop {
        let key = kind(random);
        let is_fixed = |field: &Field| crate::regex::width(&field.of).is_some();
        if key.fields.iter().all(is_fixed) {
            break key;
        }
    };
    key.fields
}

/// A tag, or none.
pub fn tag(random: &mut Rng) -> Option<Vec<u8>> {
    let tags: &[&[u8]] = &[b"a", b"ab", b"b", b"p", b"pc", b"\0", b"\x01", b"\xFF", b"1", b"a\0"];
    (!one_in(random, 4)).then(|| pick(random, tags).to_vec())
}

/// A layout of one to four fields.
pub fn key(random: &mut Rng) -> Key {
    let mut key = any_key(random);
    for field in &mut key.fields {
        field.behind_skipped = one_in(random, 8);
        let converts = !matches!(field.of, Type::Key(_) | Type::Repeated(_) | Type::OwnCodec);
        field.via = (converts && one_in(random, 6)).then(|| random.bool());
        if let Type::Text(text) = &mut field.of {
            let is_cow = field.via.is_none() && one_in(random, 6);
            text.held = if is_cow { "Cow" } else { text.held };
        }
    }
    // The struct that it is a further key of has all of its flaws, too.
    let is_sound = || crate::rules::flaws(&key).is_some_and(|flaws| flaws.iter().all(|flaws| flaws.is_empty()));
    if key.salt.as_ref().is_none_or(|salt| !salt.on_field) && one_in(random, 6) && is_sound() {
        key.is_further = true;
    }
    key
}

fn any_key(random: &mut Rng) -> Key {
    match random.u32(..32) {
        0..=3 => return narrow_key(random),
        4..=7 => return encoded_key(random),
        8 => return cut_key(random),
        9 => return codes_key(random),
        _ => {}
    }
    let fields = fields(random, 4, true);
    let separator = pick(random, SEPARATORS).to_vec();
    let prefix =
        if one_in(random, 4) { pick::<&[u8]>(random, &[b"p", b"a:", b"\xFF", b"\0\0"]).to_vec() } else { vec![] };
    let mut key = Key { prefix, separator, fields, ..Key::default() };
    if one_in(random, 3) {
        key.salt = salt(&key, random);
    }
    if one_in(random, 4) {
        let at = random.usize(..key.fields.len());
        key.fields[at].computed = computed(&key, at, random);
    }
    if one_in(random, 3) {
        key.split = Some(split(&key, random));
        let first = &mut key.fields[0];
        first.hashed = key.salt.is_none() && can_be_hashed(first) && random.bool();
    }
    key
}

/// `true` if the values of a field are digits of one width.
fn can_be_hashed(field: &Field) -> bool {
    field.computed.is_none()
        && !field.desc
        && match &field.of {
            Type::Int(int, form) => !int.nonzero && *form != Form::Decimal,
            Type::Bytes(_) => true,
            Type::Text(text) => matches!(text.end, End::Len(_)) && !text.reversed,
            _ => false,
        }
}

fn fields(random: &mut Rng, most: usize, nests: bool) -> Vec<Field> {
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
        // Refused: these hold no time of this century.
        Type::Count(_, _, Form::Digits(13) | Form::UpperHex(_)) | Type::Count(Clock::Unsigned, _, Form::Digits(19)) => {
            false
        }
        Type::Option(some) => can_descend(some),
        _ => true,
    }
}

/// A key in an encoding, which says how all fields are written.
fn encoded_key(random: &mut Rng) -> Key {
    let encoding = pick(random, &[Encoding::FdbTuple, Encoding::OrderedCode]);
    let mut fields: Vec<Field> = (0..random.usize(1..=4))
        .map(|_| match encoding {
            Encoding::FdbTuple => plain_field(tuple_element(random, true)),
            _ => Field { desc: one_in(random, 3), ..plain_field(ordered_code(random)) },
        })
        .collect();
    let mut key = Key { encoding, ..Key::default() };
    if encoding == Encoding::FdbTuple {
        if one_in(random, 4) {
            let at = random.usize(..fields.len());
            fields[at] = plain_field(Type::Id(Id::Versionstamp));
        }
        key.fields = fields;
        key.prefix =
            if one_in(random, 3) { pick::<&[u8]>(random, &[b"p", b"\x02a", b"\xFF"]).to_vec() } else { vec![] };
        key.salt = if one_in(random, 3) { salt(&key, random) } else { None };
    } else {
        key.fields = fields;
    }
    if one_in(random, 3) {
        key.split = Some(Split {
            rule: "keys",
            literals: listed(&key, random),
            regions: None,
            allow_dead: one_in(random, 4),
            allow_uneven: random.bool(),
        });
    }
    key
}

fn plain_field(of: Type) -> Field {
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

/// The type that holds a text.
fn held(random: &mut Rng) -> &'static str {
    pick(random, &["String", "String", "String", "Box", "Arc"])
}

fn open_text(random: &mut Rng) -> Type {
    Type::Text(Text { utf8: random.u32(..3) > 0, held: held(random), end: End::Open, chars: None, reversed: false })
}

/// A type in a tuple of FoundationDB.
fn tuple_element(random: &mut Rng, nests: bool) -> Type {
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

/// A type in ordered code.
fn ordered_code(random: &mut Rng) -> Type {
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
        16 => Type::Option(Box::new(fixed(random))),
        17 if nests => {
            let separator = pick(random, SEPARATORS).to_vec();
            let mut key = Key { separator, fields: fields(random, 2, false), ..Key::default() };
            key.fields.retain(|field| !matches!(field.of, Type::Repeated(_)));
            if let Some(last) = key.fields.last_mut() {
                last.separator = None;
            }
            if key.fields.is_empty() { int(random) } else { Type::Key(key) }
        }
        18 => match random.u32(..2) {
            0 => Type::Tuple((0..random.usize(2..=6)).map(|_| bare(random)).collect()),
            _ => match (number(random), random.usize(1..=3)) {
                // Written as it is, and bytes to a salt.
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

/// A time, with its items.
fn time(random: &mut Rng) -> Type {
    let of = pick(random, &["jiff", "jiff", "chrono", "time"]);
    let clock = pick(random, &[Clock::Signed, Clock::Unsigned, Clock::Instant(of), Clock::Civil(of), Clock::Day(of)]);
    if matches!(clock, Clock::Day(_)) || !clock.is_count() && random.bool() {
        return Type::Date(clock, pattern(clock, random));
    }
    let name = pick(random, &["secs", "millis", "micros", "nanos"]);
    let finer = if clock.is_count() || name == "nanos" { "" } else { pick(random, &["floor", "exact"]) };
    let unit = Unit { name, finer };
    let forms = [Form::Plain, Form::Plain, Form::Digits(19), Form::Digits(20), Form::Hex(16), Form::Decimal];
    if random.bool() {
        return Type::Reversed(clock, unit, pick(random, &[forms.as_slice(), &[Form::Bytes(8)]].concat()));
    }
    let more = [forms.as_slice(), &[Form::Digits(13), Form::UpperHex(12), Form::Bytes(6)]].concat();
    Type::Count(clock, unit, pick(random, &more))
}

/// A pattern that a type can have.
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

/// A type of a fixed width, with its items.
fn fixed(random: &mut Rng) -> Type {
    loop {
        let of = a_type(random, false, false);
        // The codec of the user's own is not one of an `Option`.
        let is_nested = matches!(of, Type::Option(_) | Type::Key(_) | Type::OwnCodec);
        if !is_nested && crate::regex::width(&of).is_some() {
            return of;
        }
    }
}

/// A type of a fixed width that needs no item.
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
        2 => End::Terminated,
        3 | 4 => {
            let pad = pick(random, &[0, 0, 0, b' ', b'0', b'b', b'z', 0xFF]);
            let how = pick(random, &[Pad::Right, Pad::Right, Pad::Right, Pad::Left, Pad::Units, Pad::Cut]);
            // Characters are padded with ASCII, and only text has them.
            let how = if how == Pad::Units && (!utf8 || pad > 0x7F) { Pad::Right } else { how };
            End::Pad(if how == Pad::Units { width.min(3) } else { width }, pad, how)
        }
        _ => End::Open,
    };
    Text { utf8, held: held(random), end, chars, reversed: one_in(random, 10) }
}

fn codes(random: &mut Rng) -> Type {
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

const VIEWS_OF_TEXT: &[&str] = &["", "", ".first(2)", ".last(1)", ".from(1)", ".without(\"-\")"];
const NUMBERS_OF_TEXT: &[&str] = &[
    ".int",
    ".last(2).int",
    ".from(1).int.div(3)",
    ".without(\"-\").int.floor(10)",
    ".java_int",
    ".from(1).java_int",
    ".first(2).java_int",
    ".last(2).java_int",
];
const VIEWS_OF_NUMBERS: &[&str] = &["", "", ".div(7)", ".floor(10)", ".div(7).floor(3)"];
const VIEWS_OF_CLOCKS: &[&str] =
    &[".div(1000)", ".floor(3600)", ".year", ".year_month", ".year_month_day", ".hour", ".hour.div(5)"];

/// The views of a field that fit the algorithm; empty if it cannot be an input.
fn views_of(field: &Field, algorithm: &str) -> Vec<&'static str> {
    let takes_all = !matches!(algorithm, "modulo" | "java_hash");
    let digits =
        |text: &Text| matches!(text.end, End::Open | End::Terminated) && text.chars.is_none_or(|(set, _)| set == "0-9");
    let all: Vec<&[&str]> = match &field.of {
        Type::Text(text) if text.utf8 => {
            let of_text = if algorithm == "modulo" { &[][..] } else { VIEWS_OF_TEXT };
            vec![of_text, if digits(text) { NUMBERS_OF_TEXT } else { &[] }]
        }
        Type::Int(int, _) if int.bits <= 64 => vec![VIEWS_OF_NUMBERS],
        // Wider than the numbers of `xor`.
        Type::Int(int, _) if algorithm == "xor" && !int.signed => vec![],
        // The buckets that a bare clock leaves empty are not judged here.
        Type::Count(..) | Type::Reversed(..) => vec![if takes_all { &[""] } else { &[] }, VIEWS_OF_CLOCKS],
        Type::Date(_, pattern) => {
            // The complement of a date is not text.
            let is_refused = algorithm == "modulo" || algorithm == "java_hash" && field.desc;
            let bare: &[&str] = if is_refused { &[] } else { &[""] };
            let known = match pattern.finest() {
                'Y' => 1,
                'm' => 2,
                'd' | 'j' => 3,
                _ => 5,
            };
            vec![bare, &[".year", ".year_month", ".year_month_day", ".hour", ".hour.div(5)"][..known]]
        }
        Type::Repeated(_) => vec![],
        _ if takes_all => vec![&[""]],
        _ => vec![],
    };
    all.concat()
}

/// `true` if the values surely fill all buckets that are drawn.
fn is_wide(of: &Type, views: &str) -> bool {
    match of {
        Type::Int(int, form) => {
            let digits = match form {
                Form::Digits(width) | Form::Hex(width) | Form::UpperHex(width) | Form::Bytes(width) => *width > 3,
                _ => true,
            };
            int.bits >= 32 && digits
        }
        Type::Text(text) => {
            matches!(text.end, End::Open | End::Terminated) && text.chars.is_none() && !views.contains("(2)")
        }
        Type::Id(_) => true,
        _ => false,
    }
}

/// An element in front of a field, if one of the fields from there on can be its input.
fn computed(key: &Key, at: usize, random: &mut Rng) -> Option<Computed> {
    let input = random.usize(at..key.fields.len());
    let views = views_of(&key.fields[input], "md5");
    let desc = one_in(random, 3);
    // A digest that leads the key is a salt.
    if at > 0 && views.contains(&"") && random.bool() {
        let algorithm = Some(pick(random, &["md5", "xxh3"]));
        let form = Some(pick(random, &[("hex", 1), ("hex", 4), ("hex", 16), ("bytes", 1), ("bytes", 8)]));
        return Some(Computed { input, algorithm, views: String::new(), form, desc });
    }
    let of_numbers = |views: &&str| match key.fields[input].of {
        Type::Text(_) => NUMBERS_OF_TEXT.contains(views),
        _ => !views.is_empty(),
    };
    let views: Vec<&str> = views.into_iter().filter(of_numbers).collect();
    if views.is_empty() {
        return None;
    }
    let views = pick(random, &views).to_owned();
    let is_calendar = [".year", ".year_month", ".year_month_day", ".hour"].contains(&views.as_str());
    let forms = [("digits", 3), ("digits", 8), ("digits", 20), ("hex", 4), ("hex", 16), ("bytes", 2), ("bytes", 8)];
    let form = (!is_calendar || random.bool()).then(|| pick(random, &forms));
    Some(Computed { input, algorithm: None, views, form, desc })
}

/// A salt that fits the fields, if there is one.
pub fn salt(key: &Key, random: &mut Rng) -> Option<Salt> {
    let algorithm = pick(random, &["xxh3", "md5", "xor", "modulo", "java_hash", "phoenix", "with = own_salt"]);
    let fitting: Vec<usize> =
        (0..key.fields.len()).filter(|i| !views_of(&key.fields[*i], algorithm).is_empty()).collect();
    let most = if algorithm == "modulo" { 1 } else { 3 };
    let inputs: Vec<(usize, String)> = match fitting.as_slice() {
        _ if algorithm == "phoenix" => vec![],
        [] if matches!(algorithm, "xxh3" | "md5") => vec![],
        [] => return None,
        fitting => {
            let each = (0..random.usize(1..=most)).map(|_| {
                let field = pick(random, fitting);
                (field, pick(random, &views_of(&key.fields[field], algorithm)).to_owned())
            });
            each.collect()
        }
    };
    let mut inputs = inputs;
    inputs.sort();
    inputs.dedup();
    random.shuffle(&mut inputs);
    let allow_empty = !inputs.iter().any(|(field, views)| is_wide(&key.fields[*field].of, views)) && !inputs.is_empty();
    let on_field = matches!(inputs.as_slice(), [(_, views)] if views.is_empty()) && random.bool();
    let mut salt = Salt { algorithm, buckets: None, inputs, label: None, was: vec![], allow_empty, on_field };
    if matches!(algorithm, "xxh3" | "md5") && one_in(random, 4) {
        let bytes = if algorithm == "md5" { 16 } else { 8 };
        salt.label =
            Some(if random.bool() { ("hex", random.u32(1..=2 * bytes)) } else { ("bytes", random.u32(1..=bytes)) });
        salt.allow_empty = false;
        return Some(salt);
    }
    let counts = [2, 3, 4, 6, 16, 100, 200, 256, 300, 1_000];
    let buckets = pick(random, &counts);
    salt.buckets = Some(if algorithm == "phoenix" { buckets.min(256) } else { buckets });
    if algorithm == "phoenix" {
        return Some(salt);
    }
    salt.label = match random.u32(..6) {
        0 => Some(("digits", pick(random, &[4, 5]))),
        1 => Some(("hex", pick(random, &[3, 4]))),
        2 => Some(("u32", 4)),
        3 => Some(("i64", 8)),
        _ => None,
    };
    if one_in(random, 4) {
        let others: &[&str] = match algorithm {
            "modulo" => &["modulo", "xor", "xxh3", "with = own_salt"],
            "java_hash" => &["java_hash", "md5", "xor"],
            _ => &["xxh3", "md5", "xor", "with = own_salt"],
        };
        for _ in 0..random.usize(1..=2) {
            let older = (pick(random, others), pick(random, &counts));
            // Each generation takes the same inputs: `xor` no `u128`.
            let is_taken =
                |(field, views): &(usize, String)| views_of(&key.fields[*field], older.0).contains(&&**views);
            let fits = salt.inputs.iter().all(is_taken);
            if fits && older != (algorithm, buckets) && !salt.was.contains(&older) {
                salt.was.push(older);
            }
        }
        // All labels have one width.
        if salt.label.is_none() && salt.was.iter().any(|(_, older)| (*older > 256) != (buckets > 256)) {
            salt.label = Some(("u16", 2));
        }
    }
    Some(salt)
}

fn split(key: &Key, random: &mut Rng) -> Split {
    let regions = Some(random.u32(2..=9));
    let rule = pick(
        random,
        &[
            "regions",
            "regions",
            "after",
            "hex_range",
            "byte_range",
            "keys",
            "keys",
            "keys",
            "hex_string",
            "md5_string",
            "decimal_string",
            "uniform",
        ],
    );
    let (literals, regions): (Vec<Vec<u8>>, _) = match rule {
        "after" => {
            (vec![pick::<&[u8]>(random, &[b"|", b"~", b"\xFF", b"_"]).to_vec()], regions.filter(|_| random.bool()))
        }
        "hex_range" => {
            (pick(random, &[vec![b"00".to_vec(), b"ff".to_vec()], vec![b"0000".to_vec(), b"ffff".to_vec()]]), regions)
        }
        "byte_range" => (
            pick(random, &[vec![b"\x10".to_vec(), b"\x90".to_vec()], vec![b"a".to_vec(), b"z".to_vec()]]),
            Some(random.u32(3..=9)),
        ),
        "keys" => (listed(key, random), None),
        "regions" => (vec![], regions),
        _ if random.bool() => (vec![], regions),
        splitter => {
            let ends: &[[&[u8]; 2]] = match splitter {
                "hex_string" => &[[b"10", b"ef"], [b"0000", b"7fff"], [b"0", b"fff"]],
                "md5_string" => &[[b"00000000", b"7fffffff"], [b"0000", b"ffff"]],
                "decimal_string" => &[[b"100", b"999"], [b"0", b"500"]],
                _ => &[[b"\x10", b"\x90\0"], [b"a", b"zz"], [b"\0", b"\xFF\xFF\xFF"]],
            };
            (pick(random, ends).map(<[u8]>::to_vec).to_vec(), regions)
        }
    };
    let counted = |field: &Field| {
        field.computed.is_some()
            || !field.desc
                && !matches!(
                    field.of,
                    Type::Float(..)
                        | Type::Char
                        | Type::Option(_)
                        | Type::Key(_)
                        | Type::Tuple(_)
                        | Type::Array(..)
                        | Type::Date(..)
                        | Type::Id(_)
                        | Type::OwnCodec
                )
                && !matches!(field.of, Type::Int(int, _) if int.nonzero)
    };
    let (rule, literals, regions) = match rule {
        "regions" if key.salt.is_none() && !counted(&key.fields[0]) => ("keys", listed(key, random), None),
        // A digest has too many labels to name.
        "after" if key.salt.as_ref().is_some_and(|salt| salt.buckets.is_none()) => ("keys", listed(key, random), None),
        _ => (rule, literals, regions),
    };
    Split { rule, literals, regions, allow_dead: one_in(random, 4), allow_uneven: random.bool() }
}

/// One to three split keys, near keys of the layout.
fn listed(key: &Key, random: &mut Rng) -> Vec<Vec<u8>> {
    let words = crate::regex::key(key, crate::regex::Precision::Bytes);
    let automaton = crate::automaton::Automaton::of(&words);
    let mut all: Vec<Vec<u8>> = (0..random.usize(1..=3))
        .map(|_| {
            let near = automaton.as_ref().and_then(|automaton| automaton.random_word(random, 4)).unwrap_or_default();
            nearby(near, random)
        })
        .filter(|key| !key.is_empty())
        .collect();
    all.push(vec![b'm']);
    all.sort();
    all.dedup();
    all
}

/// A string that differs from another by a byte, a cut, or nothing.
pub fn nearby(mut key: Vec<u8>, random: &mut Rng) -> Vec<u8> {
    let at = random.usize(..key.len().max(1));
    match random.u32(..8) {
        0 => key.truncate(at),
        1 if !key.is_empty() => key[at] = key[at].wrapping_add(1),
        2 if !key.is_empty() => key[at] = key[at].wrapping_sub(1),
        3 => key.push(pick(random, &[0, 1, 0xFF])),
        5 => key.insert(at, pick(random, &[b'0', b'0', b'-', 0, 0xFF])),
        6 if !key.is_empty() => drop(key.remove(at)),
        4 if !key.is_empty() => {
            key.truncate(at + 1);
            key[at] = random.u8(..);
        }
        _ => {}
    }
    key
}
