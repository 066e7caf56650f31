//! Values of a type, and their order as `SPEC.md` defines it.

use crate::layout::{Clock, End, Field, Form, Int, Key, Pad, Pattern, Text, Type};
use fastrand::Rng;
use serde_json::{Value as Json, json};
use std::cmp::Ordering;

/// A value of a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer, a count, the nanoseconds of a time, a `bool`, a `char`, or the number of a variant.
    Number(i128),
    /// The bits of a float.
    Bits(u64),
    /// A text, a byte string, or an array of bytes.
    Bytes(Vec<u8>),
    /// An `Option`.
    Option(Option<Box<Self>>),
    /// A tuple, an array, a list, or a nested key.
    All(Vec<Self>),
    /// The number of a record type, and its fields.
    Kind(usize, Vec<Self>),
}

/// Returns values at the limits of a type, and some that cannot be encoded.
pub fn pool(of: &Type, random: &mut Rng) -> Vec<Value> {
    let number = |all: &[i128]| all.iter().map(|number| Value::Number(*number)).collect();
    match of {
        Type::Int(int, form) => number(&integers(*int, *form, random)),
        Type::Bool => number(&[0, 1]),
        Type::OwnCodec => number(&[0, 1, 59, 60, 781, 1_439, 1_440, 65_535]),
        Type::Char => number(&[0, 0x61, 0xFF, 0xD7FF, 0xE000, 0x10_FFFF]),
        Type::Float(32, _) => {
            [-1.5_f32, -0.0, 0.0, 2.0, f32::MAX, f32::NEG_INFINITY].map(|f| Value::Bits(f.to_bits().into())).into()
        }
        Type::Float(..) => {
            [-1.5_f64, -0.0, 0.0, 2.0, f64::MAX, f64::NEG_INFINITY].map(|f| Value::Bits(f.to_bits())).into()
        }
        Type::Bytes(count) => {
            let some: Vec<u8> = (0..*count).map(|_| random.u8(..)).collect();
            [vec![0; *count], vec![0xFF; *count], some].map(Value::Bytes).into()
        }
        Type::Id(id) => {
            let some: Vec<u8> = (0..id.width()).map(|_| random.u8(..)).collect();
            [vec![0; id.width()], vec![0xFF; id.width()], some].map(Value::Bytes).into()
        }
        Type::Text(text) => texts(text, random),
        Type::Codes(codes) => number(&(0..codes.len() as i128).collect::<Vec<_>>()),
        Type::Count(clock, unit, _) | Type::Reversed(clock, unit, _) if clock.is_count() => {
            let is_signed = *clock == Clock::Signed;
            let now = 1_512_101_400_000_000_000 / unit.nanoseconds();
            let least = if is_signed { i128::from(i64::MIN) } else { 0 };
            // The last two are just below and above the limit of 13 digits.
            let last = 9_999_999_999_999;
            number(&[least, if is_signed { -1 } else { 1 }, 0, now, now + 1, i64::MAX.into(), last, last + 1])
        }
        Type::Count(clock, ..) | Type::Reversed(clock, ..) => number(&times(*clock, random)),
        Type::Date(clock, pattern) => {
            let mut all = times(*clock, random);
            // Midnights of the offset, which a pattern of days represents exactly.
            let offset = pattern.offset.map_or(0, |(_, seconds)| i128::from(seconds) * 1_000_000_000);
            let midnights: Vec<i128> = all.iter().filter(|time| *time % DAY == 0).map(|time| time - offset).collect();
            all.extend(midnights);
            all.retain(|time| *time < 253_402_207_200_000_000_000);
            number(&all)
        }
        Type::Option(some) => {
            let mut all = vec![Value::Option(None)];
            all.extend(pool(some, random).into_iter().map(|value| Value::Option(Some(Box::new(value)))));
            all
        }
        Type::Tuple(parts) => {
            (0..5).map(|_| Value::All(parts.iter().map(|part| one(part, random)).collect())).collect()
        }
        Type::Array(item, count) => {
            (0..4).map(|_| Value::All((0..*count).map(|_| one(item, random)).collect())).collect()
        }
        Type::Repeated(item) => {
            let items: Vec<Value> = (0..3).map(|_| one(item, random)).collect();
            (0..=3).map(|count| Value::All(items[..count].to_vec())).collect()
        }
        Type::Key(key) => rows(key, 12, random).into_iter().map(Value::All).collect(),
        Type::Kinds(kinds) => {
            let rows =
                |(i, (_, key)): (usize, &(Vec<u8>, Key))| rows(key, 5, random).into_iter().map(move |row| (i, row));
            kinds.iter().enumerate().flat_map(rows).map(|(i, row)| Value::Kind(i, row)).collect()
        }
    }
}

/// Returns one value of the pool.
pub fn one(of: &Type, random: &mut Rng) -> Value {
    let mut all = pool(of, random);
    all.swap_remove(random.usize(..all.len()))
}

/// Returns all values that can be encoded, if they are few numbers, codes or `bool`.
pub fn all(of: &Type) -> Option<Vec<Value>> {
    let (least, greatest) = match of {
        Type::Bool => (0, 1),
        Type::Codes(codes) => (0, codes.len() as i128 - 1),
        Type::Int(int, Form::Plain) if int.bits <= 8 && !int.nonzero => int.range(),
        Type::Int(int, Form::Digits(width)) if !int.nonzero => (0, int.range().1.min(10_i128.pow(*width) - 1)),
        Type::Int(int, Form::Hex(width)) if !int.nonzero => (0, int.range().1.min(16_i128.pow(*width) - 1)),
        _ => return None,
    };
    (greatest - least < 4_096).then(|| (least..=greatest).map(Value::Number).collect())
}

/// Returns a row of random values.
pub fn row(key: &Key, random: &mut Rng) -> Vec<Value> {
    key.fields.iter().map(|field| one(&field.of, random)).collect()
}

/// Returns groups of rows that differ in one field and perhaps the next, and then random rows.
pub fn rows(key: &Key, count: usize, random: &mut Rng) -> Vec<Vec<Value>> {
    let mut rows = Vec::new();
    for at in 0..key.fields.len() {
        let mut of_field = rows_of(key, at, random);
        random.shuffle(&mut of_field);
        rows.extend(of_field.into_iter().take(count / key.fields.len()));
    }
    if key.fields.is_empty() {
        return vec![vec![]];
    }
    rows.extend((rows.len()..count).map(|_| row(key, random)));
    rows
}

/// Returns rows that differ in this field, with random values after it.
fn rows_of(key: &Key, at: usize, random: &mut Rng) -> Vec<Vec<Value>> {
    let others = [row(key, random), row(key, random), row(key, random)];
    rows_around(key, at, &others, random)
}

/// Returns rows that differ in this field and in the next one. All other values come from the first of `others`.
pub fn rows_around(key: &Key, at: usize, others: &[Vec<Value>], random: &mut Rng) -> Vec<Vec<Value>> {
    let of = &key.fields[at].of;
    let mut values = pool(of, random);
    if let Type::Key(inner) = of {
        // Two random values of a nested key rarely differ in only one field, and then one of them often cannot be
        // encoded.
        let inside = |row: &Vec<Value>| if let Value::All(inside) = &row[at] { Some(inside.clone()) } else { None };
        let inside: Vec<Vec<Value>> = others.iter().filter_map(inside).collect();
        let around = (0..inner.fields.len()).flat_map(|field| rows_around(inner, field, &inside, random));
        values.extend(around.map(Value::All).collect::<Vec<_>>());
    }
    let times = if matches!(of, Type::Key(_)) { 2 } else { 6 };
    let each = values.into_iter().flat_map(|value| vec![value; others.len().min(times)]);
    let mut rows = Vec::new();
    for value in each {
        let mut row = others[0].clone();
        row[at] = value;
        // The following bytes decide if keys sort by a text.
        if let Some(next) = row.get_mut(at + 1) {
            *next = others[random.usize(..others.len())][at + 1].clone();
        }
        rows.push(row);
    }
    rows
}

fn integers(int: Int, form: Form, random: &mut Rng) -> Vec<i128> {
    let (least, greatest) = int.range();
    let most = match form {
        Form::Digits(width) => 10_i128.checked_pow(width),
        Form::Hex(width) | Form::UpperHex(width) => 16_i128.checked_pow(width),
        Form::Bytes(width) | Form::Le(width) => 256_i128.checked_pow(width),
        _ => None,
    };
    let some = random.i128(least / 2..greatest / 2);
    let mut all =
        vec![least, greatest, greatest - 1, greatest - random.i128(2..=9), 0, 1, random.i128(2..=9), 10, some];
    all.extend(int.signed.then_some(-1));
    // The numbers at which tuples and ordered code need one more byte.
    let shift = random.u32(0..int.bits.min(127));
    all.extend([1 << shift, (1 << shift) - 1]);
    all.extend(int.signed.then_some(-1 << shift));
    all.extend(int.signed.then_some(!(1 << shift)));
    all.extend(most.map(|most| most.min(greatest)));
    all.extend(most.map(|most| (most - 1).min(greatest)));
    all.retain(|number| (least..=greatest).contains(number) && (!int.nonzero || *number != 0));
    all
}

fn texts(text: &Text, random: &mut Rng) -> Vec<Value> {
    let set = |byte: u8| text.chars.is_none_or(|(_, set)| set(byte));
    let letters: Vec<Vec<u8>> = if text.utf8 {
        let all = (0..0x80_u8).filter(|byte| set(*byte)).map(|byte| vec![byte]);
        let more = ["é", "主", "😀"].iter().map(|letter| letter.as_bytes().to_vec());
        all.chain(more.filter(|letter| letter.iter().all(|byte| set(*byte)))).collect()
    } else {
        (0..=0xFF_u8).filter(|byte| set(*byte)).map(|byte| vec![byte]).collect()
    };
    let Some((least, greatest)) = letters.first().zip(letters.last()) else { return vec![Value::Bytes(vec![])] };
    let some = &letters[random.usize(..letters.len())];
    let middle = &letters[letters.len() / 2];
    let width = match text.end {
        End::Len(width) | End::Pad(width, ..) => width,
        // Three characters are the longest text: `regex::texts::LONGEST`.
        End::Length(_) => 2,
        _ => 3,
    };
    let mut all = vec![
        vec![],
        some.clone(),
        middle.clone(),
        greatest.clone(),
        [&some[..], least].concat(),
        [&some[..], greatest].concat(),
        [&some[..], middle].concat(),
        [&middle[..], some].concat(),
        least.repeat(width),
        greatest.repeat(width),
        some.repeat(width),
        [&some.repeat(width - 1)[..], least].concat(),
        [&some.repeat(width - 1)[..], greatest].concat(),
        middle.repeat(width + 1),
    ];
    // Numbers for the views of a salt.
    let of_numbers = ["7", "13", "-12", "+5", "2017", "－7", "１３"].iter().map(|number| number.as_bytes().to_vec());
    all.extend(of_numbers.filter(|number| number.iter().all(|byte| set(*byte))));
    if let End::Pad(_, pad, _) = text.end {
        let next = letters.iter().find(|letter| letter[0] == pad);
        all.extend(next.map(|next| [&some[..], next].concat()));
        all.extend(next.map(|next| [&next[..], some].concat()));
    }
    all.into_iter().map(Value::Bytes).collect()
}

const DAY: i128 = 86_400_000_000_000;

/// Returns the nanoseconds since 1970 of times that a type can hold.
fn times(clock: Clock, random: &mut Rng) -> Vec<i128> {
    let second = 1_000_000_000;
    let mut all = vec![
        // The years 0, 1, 1969 and 1970, a 29 February, the hour around a new year, and the years 2300 and 9999.
        -62_167_219_200 * second,
        -62_135_596_800 * second + 1,
        -86_400 * second,
        -1,
        0,
        1,
        951_782_400 * second,
        1_512_086_400 * second,
        951_827_696 * second + 500_000_000,
        1_512_101_400 * second,
        1_512_101_400 * second + 1_000_000,
        1_514_761_199 * second + 999_999_999,
        1_514_764_800 * second,
        10_413_792_000 * second,
        253_402_207_200 * second - second,
    ];
    all.push(random.i128(0..1 << 61));
    if matches!(clock, Clock::Day(_)) {
        all.iter_mut().for_each(|time| *time = time.div_euclid(DAY) * DAY);
    }
    all.sort();
    all.dedup();
    all
}

/// Returns the year and month of a day since 1970, and its day of the month from 0.
fn civil(day: i128) -> (i128, i128, i128) {
    // Eras of 400 years that start in March.
    let (era, day) = ((day + 719_468).div_euclid(146_097), (day + 719_468).rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let is_next = i128::from(month >= 10);
    (year + era * 400 + is_next, month + 3 - 12 * is_next, day - (153 * month + 2) / 5)
}

/// Returns `true` if a time is finer than its pattern.
fn is_finer(pattern: Pattern, time: i128) -> bool {
    let local = time + i128::from(pattern.offset.map_or(0, |(_, seconds)| seconds)) * 1_000_000_000;
    let (_, month, day) = civil(local.div_euclid(DAY));
    let unit = match pattern.finest() {
        'H' => 3_600_000_000_000,
        'M' => 60_000_000_000,
        'S' => 1_000_000_000,
        '3' => 1_000_000,
        '6' => 1_000,
        '9' => 1,
        _ => DAY,
    };
    let is_within = match pattern.finest() {
        'Y' => month != 1 || day != 0,
        'm' => day != 0,
        _ => false,
    };
    is_within || local.rem_euclid(unit) != 0
}

/// Returns `true` if keys never sort by this type, so that it needs no opt-out.
pub fn is_unordered(of: &Type) -> bool {
    match of {
        Type::Int(_, form) | Type::Count(_, _, form) | Type::Reversed(_, _, form) => {
            matches!(form, Form::Decimal | Form::Raw | Form::Le(_))
        }
        Type::Float(_, raw) => *raw,
        Type::Text(text) => text.reversed || matches!(text.end, End::Length(_)),
        Type::Option(some) => is_unordered(some),
        _ => false,
    }
}

/// Returns the order that keys must have for two values of a field.
pub fn compare(field: &Field, a: &Value, b: &Value) -> Ordering {
    let order = natural(&field.of, a, b);
    if field.desc { order.reverse() } else { order }
}

/// Returns the order of two values without `desc`.
fn natural(of: &Type, a: &Value, b: &Value) -> Ordering {
    match (of, a, b) {
        (Type::Reversed(..), Value::Number(a), Value::Number(b)) => b.cmp(a),
        (_, Value::Number(a), Value::Number(b)) => a.cmp(b),
        (Type::Float(32, _), Value::Bits(a), Value::Bits(b)) => {
            f32::from_bits(*a as u32).total_cmp(&f32::from_bits(*b as u32))
        }
        (_, Value::Bits(a), Value::Bits(b)) => f64::from_bits(*a).total_cmp(&f64::from_bits(*b)),
        (_, Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
        (Type::Option(some), Value::Option(a), Value::Option(b)) => match (a, b) {
            (Some(a), Some(b)) => natural(some, a, b),
            (a, b) => a.is_some().cmp(&b.is_some()),
        },
        (Type::Key(key), Value::All(a), Value::All(b)) => {
            let each = key.fields.iter().zip(a.iter().zip(b));
            each.map(|(field, (a, b))| compare(field, a, b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        }
        (Type::Kinds(kinds), Value::Kind(i, a), Value::Kind(j, b)) => match i.cmp(j) {
            Ordering::Equal => natural(&Type::Key(kinds[*i].1.clone()), &Value::All(a.clone()), &Value::All(b.clone())),
            order => order,
        },
        (Type::Tuple(parts), Value::All(a), Value::All(b)) => {
            let each = parts.iter().zip(a.iter().zip(b));
            each.map(|(part, (a, b))| natural(part, a, b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        }
        (Type::Array(item, _) | Type::Repeated(item), Value::All(a), Value::All(b)) => {
            let each = a.iter().zip(b).map(|(a, b)| natural(item, a, b));
            each.into_iter().find(|order| order.is_ne()).unwrap_or(a.len().cmp(&b.len()))
        }
        _ => unreachable!("values of two types: {a:?} {b:?}"),
    }
}

/// Returns `true` if the encoding loses a part of the value: `cut` or `floor`.
pub fn is_cut(of: &Type, value: &Value) -> bool {
    match (of, value) {
        (Type::Text(Text { end: End::Pad(width, pad, Pad::Cut), .. }), Value::Bytes(text)) => {
            text.len() > *width || text.last() == Some(pad)
        }
        (Type::Count(clock, unit, _) | Type::Reversed(clock, unit, _), Value::Number(time)) => {
            !clock.is_count() && time.rem_euclid(unit.nanoseconds()) != 0
        }
        (Type::Date(_, pattern), Value::Number(time)) => is_finer(*pattern, *time),
        (Type::Option(some), Value::Option(Some(value))) => is_cut(some, value),
        (Type::Key(key), Value::All(all)) => key.fields.iter().zip(all).any(|(field, value)| is_cut(&field.of, value)),
        (Type::Kinds(kinds), Value::Kind(i, all)) => {
            kinds[*i].1.fields.iter().zip(all).any(|(field, value)| is_cut(&field.of, value))
        }
        _ => false,
    }
}

impl Value {
    /// Returns the value as JSON for the model.
    pub fn json(&self) -> Json {
        match self {
            Self::Number(number) => json!(number.to_string()),
            Self::Bits(bits) => json!(bits.to_string()),
            Self::Bytes(bytes) => json!(crate::hex(bytes)),
            Self::Option(None) => Json::Null,
            Self::Option(Some(value)) => json!([value.json()]),
            Self::All(all) => all.iter().map(Self::json).collect(),
            Self::Kind(number, all) => json!([number, all.iter().map(Self::json).collect::<Json>()]),
        }
    }
}
