//! Random salts and computed elements, which depend on the fields of a key.

use super::{one_in, pick};
use crate::layout::{Computed, End, Field, Form, Id, Key, Salt, Text, Type};
use fastrand::Rng;

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
const TEXTS_OF_NUMBERS: &[&str] = &[".text", ".text.last(2)", ".div(7).text.first(1)", ".text.without(\"-\")"];
const VIEWS_OF_CLOCKS: &[&str] = &[
    ".div(1000)",
    ".div(60000)",
    ".floor(3600)",
    ".div(500).floor(3)",
    ".floor(700).floor(1000)",
    ".year",
    ".year_month",
    ".year_month_day",
    ".hour",
    ".hour.div(5)",
];

/// Returns the views of a field that fit the algorithm. The list is empty if the field cannot be an input.
fn views_of(field: &Field, algorithm: &str) -> Vec<&'static str> {
    let takes_all = !matches!(algorithm, "modulo" | "java_hash");
    let digits = |text: &Text| {
        matches!(text.end, End::Open | End::Terminated(..) | End::Length(_))
            && text.chars.is_none_or(|(set, _)| set == "0-9")
    };
    let all: Vec<&[&str]> = match &field.of {
        Type::Text(text) if text.utf8 => {
            let of_text = if algorithm == "modulo" { &[][..] } else { VIEWS_OF_TEXT };
            vec![of_text, if digits(text) { NUMBERS_OF_TEXT } else { &[] }]
        }
        Type::Int(int, _) if int.bits <= 64 => {
            let of_text = if algorithm == "modulo" { &[][..] } else { TEXTS_OF_NUMBERS };
            vec![VIEWS_OF_NUMBERS, of_text, &[".text.last(1).int", ".text.without(\"-\").last(2).int.div(3)"]]
        }
        // Wider than the numbers of `xor`.
        Type::Int(int, _) if algorithm == "xor" && !int.signed => vec![],
        Type::Count(..) | Type::Reversed(..) if algorithm != "java_hash" => vec![&[""], VIEWS_OF_CLOCKS],
        Type::Count(..) | Type::Reversed(..) => vec![VIEWS_OF_CLOCKS],
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
        Type::Id(Id::Ulid) => vec![if takes_all { &[""] } else { &[] }, VIEWS_OF_CLOCKS],
        Type::Repeated(_) => vec![],
        _ if takes_all => vec![&[""]],
        _ => vec![],
    };
    all.concat()
}

/// Returns `true` if the values certainly fill all drawn buckets.
fn is_wide(of: &Type, views: &str) -> bool {
    match of {
        Type::Int(int, form) => {
            let digits = match form {
                Form::Digits(width)
                | Form::Hex(width)
                | Form::UpperHex(width)
                | Form::Bytes(width)
                | Form::Le(width) => *width > 3,
                _ => true,
            };
            int.bits >= 32 && digits
        }
        Type::Text(text) => {
            matches!(text.end, End::Open | End::Terminated(..) | End::Length(_))
                && text.chars.is_none()
                && !views.contains("(2)")
        }
        Type::Id(_) => views.is_empty(),
        _ => false,
    }
}

/// Draws an element before a field, if that field or a later one can be its input.
pub(super) fn computed(key: &Key, at: usize, random: &mut Rng) -> Option<Computed> {
    let input = random.usize(at..key.fields.len());
    let views = views_of(&key.fields[input], "md5");
    let desc = one_in(random, 3);
    // A digest at the start of a key would be a salt.
    if at > 0 && !views.is_empty() && random.bool() {
        let algorithm = Some(pick(random, &["md5", "xxh3", "with = own_element"]));
        let form = match algorithm {
            Some("with = own_element") => Some(("bytes", 5)),
            _ => Some(pick(random, &[("hex", 1), ("hex", 4), ("hex", 16), ("bytes", 1), ("bytes", 8)])),
        };
        return Some(Computed { input, algorithm, views: pick(random, &views).to_owned(), form, desc });
    }
    let of_numbers = |views: &&str| match key.fields[input].of {
        Type::Text(_) => NUMBERS_OF_TEXT.contains(views),
        _ => !views.is_empty() && !TEXTS_OF_NUMBERS.contains(views),
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

/// Draws a salt that fits the fields, if there is one.
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
    // With the attribute on a field, errors about buckets would be at the field. They are expected at the struct.
    let fills = fills_surely(key, &inputs);
    let on_field = fills && matches!(inputs.as_slice(), [(_, views)] if views.is_empty()) && random.bool();
    let allow_empty = !fills && random.bool();
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
            // All salt versions have the same inputs. `xor` does not support `u128`, nor the bytes of the rest of the
            // key (`..`).
            let is_taken =
                |(field, views): &(usize, String)| views_of(&key.fields[*field], older.0).contains(&&**views);
            let fits = salt.inputs.iter().all(is_taken) && !(salt.inputs.is_empty() && older.0 == "xor");
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

/// Draws a salt of the first field alone.
pub(super) fn salt_of_first(key: &Key, random: &mut Rng) -> Option<Salt> {
    let first = Key { fields: key.fields[..1].to_vec(), ..Key::default() };
    (0..9).find_map(|_| salt(&first, random).filter(|salt| !salt.inputs.is_empty()))
}

/// Returns `true` if the inputs have more values than there are buckets, or are the rest of the key.
pub fn fills_surely(key: &Key, inputs: &[(usize, String)]) -> bool {
    inputs.is_empty() || inputs.iter().any(|(field, views)| is_wide(&key.fields[*field].of, views))
}
