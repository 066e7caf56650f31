//! Random layouts of the whole grammar. A seed determines a layout.

mod fields;
mod salts;
mod splits;

use crate::layout::{Encoding, End, Field, Form, Id, Int, Key, Salt, Split, Type};
use fastrand::Rng;
use fields::{codes, fields, ordered_code, plain_field, time, tuple_element};
use salts::{computed, salt_of_first};
use splits::{listed, split};

pub use salts::{fills_surely, salt};
pub use splits::nearby;

fn pick<T: Clone>(random: &mut Rng, of: &[T]) -> T {
    of[random.usize(..of.len())].clone()
}

fn one_in(random: &mut Rng, count: u32) -> bool {
    random.u32(..count) == 0
}

const SEPARATORS: &[&[u8]] =
    &[b"", b"", b"", b"_", b"\0", b"|", b"::", b"\xFF", b"0", b"-", b"~\0", b"\x80", b"b", b"\x9D"];

/// Draws a salted key whose fields have few values, so that it may not reach all buckets.
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
    let mut fields = vec![plain_field(narrow(random)), plain_field(narrow(random))];
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

/// Draws a key whose rows are evenly spread, with split keys close together or far apart.
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
    // The labels of a thousand buckets go up to `03 E7`.
    let most = pick(random, &[20, 200, if salt.is_some() { 999 } else { 0xFFFF }]);
    let mut literals: Vec<Vec<u8>> = (0..9).map(|_| random.u16(1..=most).to_be_bytes().to_vec()).collect();
    literals.sort();
    literals.dedup();
    let (allow_dead, allow_uneven) = (false, one_in(random, 4));
    let split = Some(Split { rule: "keys", literals, regions: None, allow_dead, allow_uneven });
    Key { salt, split, fields: vec![field], ..Key::default() }
}

/// Draws a key that begins with codes of several widths.
fn codes_key(random: &mut Rng) -> Key {
    let all: [&[&[u8]]; 3] = [&[b"a", b"bc"], &[b"x", b"yy", b"zzz"], &[b"\0\x01", b"\x02"]];
    let codes = Type::Codes(pick(random, &all).iter().map(|code| code.to_vec()).collect());
    let mut fields = vec![Field { unordered: one_in(random, 3), desc: one_in(random, 4), ..plain_field(codes) }];
    fields.extend(self::fields(random, 2, false));
    let separator = if one_in(random, 3) { pick(random, SEPARATORS).to_vec() } else { vec![] };
    Key { separator, fields, ..Key::default() }
}

/// Draws a split key that begins with a time, or with an element computed from one.
fn clock_key(random: &mut Rng) -> Key {
    let of = if one_in(random, 4) { Type::Id(Id::Ulid) } else { time(random) };
    let falls = matches!(of, Type::Reversed(..));
    let is_optional = one_in(random, 4) && crate::regex::width(&of).is_some();
    let of = match of {
        of if is_optional => Type::Option(Box::new(of)),
        id @ Type::Id(_) => match random.u32(..6) {
            0 => Type::Tuple(vec![id, Type::Bytes(1)]),
            1 => Type::Array(Box::new(id), 2),
            2 => Type::Repeated(Box::new(id)),
            _ => id,
        },
        of => of,
    };
    let is_list = matches!(of, Type::Repeated(_));
    // Many times do not sort: in a pattern with the day first, in decimal, or optional and falling.
    let time = Field { desc: one_in(random, 4) && !is_list, unordered: random.bool(), ..plain_field(of) };
    let time = Field { desc: time.desc && !falls, ..time };
    let int = plain_field(Type::Int(Int { bits: 32, signed: false, nonzero: false }, Form::Plain));
    let separator = if one_in(random, 3) { b"|".to_vec() } else { vec![] };
    let prefix = if one_in(random, 4) { b"p".to_vec() } else { vec![] };
    let fields = if is_list { vec![time] } else { vec![time, int] };
    let mut key = Key { prefix, separator, fields, ..Key::default() };
    match random.u32(..6) {
        _ if is_list => {}
        0 => {
            key.fields.reverse();
            key.fields[0].computed = (0..9).find_map(|_| computed(&key, 1, random));
            let whole = key.fields[0].computed.as_ref().is_some_and(|of| of.algorithm.is_some());
            key.fields[0].computed.take_if(|_| whole);
        }
        1 => {
            let desc = random.bool();
            let prefix = if random.bool() { b"n".to_vec() } else { vec![] };
            let inner = Key { prefix, fields: std::mem::take(&mut key.fields), ..Key::default() };
            key.fields.push(Field { desc, ..plain_field(Type::Key(inner)) });
        }
        2 => key.salt = salt_of_first(&key, random),
        _ => {}
    }
    if key.salt.is_none() && one_in(random, 6) {
        let code = Type::Codes(vec![pick::<&[u8]>(random, &[b"e", b"\0\xFF"]).to_vec()]);
        key.fields.insert(0, Field { desc: random.bool(), ..plain_field(code) });
        // The fields after it have moved.
        key.fields.iter_mut().filter_map(|field| field.computed.as_mut()).for_each(|of| of.input += 1);
    }
    key.split = Some(split(&key, random));
    key
}

/// Draws a valid key of one or two fields, for a record type.
pub fn kind(random: &mut Rng) -> Key {
    loop {
        let prefix = if one_in(random, 4) { pick::<&[u8]>(random, &[b"p", b"a", b"\0"]).to_vec() } else { vec![] };
        let suffix = if one_in(random, 5) { pick(random, SEPARATORS).to_vec() } else { vec![] };
        let mut key = Key { prefix, suffix, fields: fields(random, 2, false), ..Key::default() };
        leave_out(&mut key, random);
        let is_sound = crate::rules::flaws(&key).is_some_and(|flaws| flaws.iter().all(|flaws| flaws.is_empty()));
        if one_in(random, 4) {
            key.salt = salt(&key, random).filter(|salt| fills_surely(&key, &salt.inputs));
        }
        if is_sound && !crate::rules::is_loose(&key) {
            return key;
        }
    }
}

/// Draws one or two fields that all record types begin with, or a time before them.
pub fn under(random: &mut Rng) -> Vec<Field> {
    let key = loop {
        let key = kind(random);
        let is_fixed = |field: &Field| crate::regex::width(&field.of).is_some();
        if key.fields.iter().all(is_fixed) {
            break key;
        }
    };
    let mut fields = key.fields;
    if random.bool() {
        let time = loop {
            let of = if one_in(random, 4) { Type::Id(Id::Ulid) } else { time(random) };
            let is_optional = one_in(random, 4) && crate::regex::width(&of).is_some();
            let of = if is_optional { Type::Option(Box::new(of)) } else { of };
            let falls = matches!(of, Type::Reversed(..));
            let time =
                Key { fields: vec![Field { desc: !falls && random.bool(), ..plain_field(of) }], ..Key::default() };
            let is_sound = crate::rules::flaws(&time).is_some_and(|flaws| flaws[0].is_empty());
            if is_sound && crate::regex::width(&time.fields[0].of).is_some() {
                break time.fields;
            }
        };
        fields = if random.bool() { time } else { [time, fields].concat() };
    }
    fields
}

/// Draws the rule of the split keys of an enum, whose keys begin with these fields or with a salt of them.
pub fn split_of_under(key: &Key, random: &mut Rng) -> Split {
    loop {
        let split = Split { allow_uneven: false, ..split(key, random) };
        let is_even = key.salt.is_none() && matches!(split.rule, "span" | "keys") || split.rule == "regions";
        if is_even {
            return split;
        }
    }
}

/// Draws a tag or `None`.
pub fn tag(random: &mut Rng) -> Option<Vec<u8>> {
    let tags: &[&[u8]] = &[b"a", b"ab", b"b", b"p", b"pc", b"\0", b"\x01", b"\xFF", b"1", b"a\0"];
    (!one_in(random, 4)).then(|| pick(random, tags).to_vec())
}

/// Draws a layout of one to four fields.
pub fn key(random: &mut Rng) -> Key {
    let mut key = any_key(random);
    leave_out(&mut key, random);
    for field in &mut key.fields {
        field.behind_skipped = one_in(random, 8);
        let converts = !matches!(field.of, Type::Key(_) | Type::Kinds(_) | Type::Repeated(_) | Type::OwnCodec);
        field.via = (converts && one_in(random, 6)).then(|| random.bool());
        if let Type::Text(text) = &mut field.of {
            let is_cow = field.via.is_none() && one_in(random, 6);
            text.held = if is_cow { "Cow" } else { text.held };
        }
    }
    // Most keys that begin with a time need it, and few others have it.
    let is_needed = key.split.is_some() && crate::rules::has_heat(&key);
    key.allow_hot = if is_needed { !one_in(random, 4) } else { one_in(random, 40) };
    // A secondary key would show all flaws of the struct's own key too.
    let is_sound = || crate::rules::flaws(&key).is_some_and(|flaws| flaws.iter().all(|flaws| flaws.is_empty()));
    if key.salt.as_ref().is_none_or(|salt| !salt.on_field) && one_in(random, 6) && is_sound() {
        key.is_further = true;
    }
    key
}

/// Removes most opt-outs that are not needed. Each of them would be a compile error.
fn leave_out(key: &mut Key, random: &mut Rng) {
    for i in 0..key.fields.len() {
        if let Type::Key(inner) = &mut key.fields[i].of {
            leave_out(inner, random);
        }
        let is_said = crate::value::is_unordered(&key.fields[i].of);
        let is_needed = crate::rules::needs_opt_out(key, i) != Some(false);
        key.fields[i].unordered &= !is_said && (is_needed || one_in(random, 16));
    }
}

/// Draws a key of any form.
fn any_key(random: &mut Rng) -> Key {
    match random.u32(..32) {
        0..=3 => return narrow_key(random),
        4..=7 => return encoded_key(random),
        8 => return cut_key(random),
        9 => return codes_key(random),
        10 | 11 => return clock_key(random),
        _ => {}
    }
    let fields = fields(random, 4, true);
    let separator = pick(random, SEPARATORS).to_vec();
    let prefix =
        if one_in(random, 4) { pick::<&[u8]>(random, &[b"p", b"a:", b"\xFF", b"\0\0"]).to_vec() } else { vec![] };
    let suffix = if one_in(random, 6) { pick(random, SEPARATORS).to_vec() } else { vec![] };
    let mut key = Key { prefix, separator, suffix, fields, ..Key::default() };
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

/// Returns `true` if the values of a field all have the same number of digits or bytes.
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

/// Draws a key with an encoding, which defines how all fields are encoded.
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
            allow_dead: one_in(random, 8),
            allow_uneven: false,
        });
    }
    key
}
