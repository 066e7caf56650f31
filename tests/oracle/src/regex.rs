//! Sets of byte strings as regular expressions: the elements and keys that `SPEC.md` describes.

use crate::layout::{Clock, Computed, Encoding, End, Field, Form, Id, Int, Key, Pad, Pattern, Salt, Text, Type};

/// A regular expression over bytes.
#[derive(Clone, Debug)]
pub enum Regex {
    /// One byte of a set.
    Class(Vec<(u8, u8)>),
    /// One after the other.
    Concat(Vec<Self>),
    /// One of these; none if it is empty.
    Union(Vec<Self>),
    /// Union number of times.
    Star(Box<Self>),
}

/// How near the expressions are to what is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Precision {
    /// Texts are UTF-8.
    Exact,
    /// As the proofs promise to know them: texts are any bytes that occur in UTF-8, decimal numbers any digits of their widths, a
    /// `NonZero` of a signed type can be 0 outside of tuples, where 0 has a code of its own, and a `char` a surrogate.
    Bytes,
}

use Regex::{Class, Concat, Star, Union};

/// A literal.
pub fn literal(bytes: &[u8]) -> Regex {
    Concat(bytes.iter().map(|byte| Class(vec![(*byte, *byte)])).collect())
}

fn of(first: u8, last: u8) -> Regex {
    Class(vec![(first, last)])
}

fn times(words: &Regex, count: usize) -> Regex {
    Concat(vec![words.clone(); count])
}

impl Regex {
    /// The same words with every byte complemented.
    pub fn complemented(&self) -> Self {
        let each = |all: &[Self]| all.iter().map(Self::complemented).collect();
        match self {
            Class(runs) => Class(runs.iter().map(|(first, last)| (!last, !first)).collect()),
            Concat(all) => Concat(each(all)),
            Union(all) => Union(each(all)),
            Star(words) => Star(Box::new(words.complemented())),
        }
    }

    /// The words whose bytes are all in a set.
    fn within(&self, set: &dyn Fn(u8) -> bool) -> Self {
        let each = |all: &[Self]| all.iter().map(|words| words.within(set)).collect();
        match self {
            Class(runs) => {
                let bytes = runs.iter().flat_map(|(first, last)| *first..=*last).filter(|byte| set(*byte));
                Class(bytes.map(|byte| (byte, byte)).collect())
            }
            Concat(all) => Concat(each(all)),
            Union(all) => Union(each(all)),
            Star(words) => Star(Box::new(words.within(set))),
        }
    }

    /// The same words with `00 FF` for each `00`.
    fn escaped(&self) -> Self {
        let each = |all: &[Self]| all.iter().map(Self::escaped).collect();
        match self {
            Class(runs) => {
                let mut all = vec![self.within(&|byte| byte != 0)];
                all.extend(runs.iter().any(|(first, _)| *first == 0).then(|| literal(&[0, 0xFF])));
                Union(all)
            }
            Concat(all) => Concat(each(all)),
            Union(all) => Union(each(all)),
            Star(words) => Star(Box::new(words.escaped())),
        }
    }

    /// The expression in the syntax of `regex`.
    pub fn pattern(&self) -> String {
        match self {
            // An empty class: nothing matches it.
            Class(runs) if runs.is_empty() => r"[\x00&&\x01]".to_owned(),
            Class(runs) => {
                let runs: String = runs.iter().map(|(a, b)| format!(r"\x{a:02X}-\x{b:02X}")).collect();
                format!("[{runs}]")
            }
            Concat(all) => all.iter().map(Self::pattern).collect(),
            Union(all) if all.is_empty() => r"[\x00&&\x01]".to_owned(),
            Union(all) => format!("(?:{})", all.iter().map(Self::pattern).collect::<Vec<_>>().join("|")),
            Star(words) => format!("(?:{})*", words.pattern()),
        }
    }
}

/// The characters of so many bytes.
fn character(width: usize) -> Regex {
    let next = || of(0x80, 0xBF);
    match width {
        1 => of(0, 0x7F),
        2 => Concat(vec![of(0xC2, 0xDF), next()]),
        3 => Union(vec![
            Concat(vec![of(0xE0, 0xE0), of(0xA0, 0xBF), next()]),
            Concat(vec![of(0xE1, 0xEC), next(), next()]),
            Concat(vec![of(0xED, 0xED), of(0x80, 0x9F), next()]),
            Concat(vec![of(0xEE, 0xEF), next(), next()]),
        ]),
        _ => Union(vec![
            Concat(vec![of(0xF0, 0xF0), of(0x90, 0xBF), next(), next()]),
            Concat(vec![of(0xF1, 0xF3), next(), next(), next()]),
            Concat(vec![of(0xF4, 0xF4), of(0x80, 0x8F), next(), next()]),
        ]),
    }
}

/// The characters or bytes that a text consists of, each with its size.
struct Letters {
    all: Vec<(usize, Regex)>,
}

impl Letters {
    /// The characters, or bytes, of a text, sized in bytes, or under `units` in UTF-16 units.
    fn of(text: &Text, precision: Precision, units: bool) -> Self {
        let set = |byte: u8| text.chars.is_none_or(|(_, set)| set(byte));
        let all = match (text.utf8, precision) {
            (false, _) => vec![(1, of(0, 0xFF))],
            (true, Precision::Bytes) if !units => vec![(1, Class(vec![(0, 0xBF), (0xC2, 0xF4)]))],
            (true, _) => (1..=4).map(|width| (if !units { width } else { 1 + width / 4 }, character(width))).collect(),
        };
        Self { all: all.into_iter().map(|(size, words)| (size, words.within(&set))).collect() }
    }

    /// All texts of exactly this size, whose first and last letter pass.
    fn sized(&self, size: usize, first: &dyn Fn(u8) -> bool, last: &dyn Fn(u8) -> bool) -> Regex {
        if size == 0 {
            return Concat(vec![]);
        }
        let mut of_size: Vec<Regex> = Vec::new();
        for left in 0..=size {
            // Texts of `left` that begin as they may: the last letter is cut at the end below.
            let words = self.all.iter().filter(|(width, _)| *width <= left);
            let words = words.map(|(width, letter)| {
                let letter = if left == size { restricted(letter, last, true) } else { letter.clone() };
                let letter = if left == *width { restricted(&letter, first, false) } else { letter };
                Concat(vec![of_size[left - width].clone(), letter])
            });
            of_size.push(if left == 0 { Concat(vec![]) } else { Union(words.collect()) });
        }
        of_size.swap_remove(size)
    }

    fn many(&self) -> Regex {
        Star(Box::new(Union(self.all.iter().map(|(_, letter)| letter.clone()).collect())))
    }
}

/// The letter, if its first or last byte passes.
fn restricted(letter: &Regex, pass: &dyn Fn(u8) -> bool, last: bool) -> Regex {
    match letter {
        Class(_) => letter.within(pass),
        Union(all) => Union(all.iter().map(|letter| restricted(letter, pass, last)).collect()),
        Concat(all) => {
            let mut all = all.clone();
            let at = if last { all.len() - 1 } else { 0 };
            all[at] = restricted(&all[at], pass, last);
            Concat(all)
        }
        Star(_) => unreachable!("a letter is of one width"),
    }
}

fn text(text: &Text, precision: Precision) -> Regex {
    let any = |_: u8| true;
    let letters = Letters::of(text, precision, false);
    match text.end {
        End::Open => letters.many(),
        End::Len(width) => letters.sized(width, &any, &any),
        End::Terminated => Concat(vec![letters.many().escaped(), literal(&[0, 1])]),
        End::Pad(size, pad, how) => {
            let letters = Letters::of(text, precision, how == Pad::Units);
            let differs = |byte: u8| byte != pad;
            let padded = (0..=size).map(|own| {
                let padding = literal(&vec![pad; size - own]);
                match how {
                    Pad::Left => Concat(vec![padding, letters.sized(own, &differs, &any)]),
                    _ => Concat(vec![letters.sized(own, &any, &differs), padding]),
                }
            });
            Union(padded.collect())
        }
    }
}

/// The digits of a number.
fn digits(mut number: u128, base: u128, width: usize) -> Vec<u8> {
    let mut digits = vec![0; width];
    for digit in digits.iter_mut().rev() {
        *digit = (number % base) as u8;
        number /= base;
    }
    digits
}

/// The strings of digits from `least` to `greatest`, which are of one width.
fn between(least: &[u8], greatest: &[u8], digit: &dyn Fn(u8, u8) -> Regex, top: u8) -> Regex {
    let Some((&low, &high)) = least.first().zip(greatest.first()) else { return Concat(vec![]) };
    let (least, greatest) = (&least[1..], &greatest[1..]);
    let (zeros, tops) = (vec![0; least.len()], vec![top; least.len()]);
    if low == high {
        return Concat(vec![digit(low, low), between(least, greatest, digit, top)]);
    }
    let mut all = Vec::new();
    let (from, to) = (if least == zeros { low } else { low + 1 }, if greatest == tops { high } else { high - 1 });
    if least != zeros {
        all.push(Concat(vec![digit(low, low), between(least, &tops, digit, top)]));
    }
    if from <= to {
        all.push(Concat(vec![digit(from, to), times(&digit(0, top), least.len())]));
    }
    if greatest != tops {
        all.push(Concat(vec![digit(high, high), between(&zeros, greatest, digit, top)]));
    }
    Union(all)
}

/// The numbers from `least` to `greatest` in so many digits of a base: `b` bytes, `d` decimal, `x` and `X` hex.
fn numbers(least: u128, greatest: u128, kind: char, width: usize) -> Regex {
    let base = match kind {
        'b' => 256,
        'd' => 10,
        _ => 16,
    };
    let digit = move |low: u8, high: u8| match kind {
        'b' => of(low, high),
        'd' => of(b'0' + low, b'0' + high),
        _ => {
            let letter = if kind == 'x' { b'a' } else { b'A' };
            let mut runs = Vec::new();
            if low < 10 {
                runs.push((b'0' + low, b'0' + high.min(9)));
            }
            if high >= 10 {
                runs.push((letter + low.max(10) - 10, letter + high - 10));
            }
            Class(runs)
        }
    };
    between(&digits(least, base, width), &digits(greatest, base, width), &digit, (base - 1) as u8)
}

/// The numbers from `least` to `greatest` in decimal, without leading zeros.
fn decimals(least: u128, greatest: u128) -> Regex {
    let widths = least.to_string().len()..=greatest.to_string().len();
    let of_width = |width: usize| {
        let (low, high) =
            (10_u128.pow(width as u32 - 1), 10_u128.checked_pow(width as u32).map_or(u128::MAX, |n| n - 1));
        numbers(least.max(if width == 1 { 0 } else { low }), greatest.min(high), 'd', width)
    };
    Union(widths.map(of_width).collect())
}

/// The greatest number of so many digits.
fn greatest_of(base: u128, width: u32) -> u128 {
    base.checked_pow(width).map_or(u128::MAX, |n| n - 1)
}

/// A number in a form, of those from `least` to `greatest`, which are 0 or above.
fn formed(least: u128, greatest: u128, form: Form) -> Regex {
    let (base, kind, width) = match form {
        Form::Digits(width) => (10, 'd', width),
        Form::Hex(width) => (16, 'x', width),
        Form::UpperHex(width) => (16, 'X', width),
        Form::Bytes(width) => (256, 'b', width),
        Form::Plain | Form::Raw | Form::Decimal => return decimals(least, greatest),
    };
    numbers(least, greatest.min(greatest_of(base, width)), kind, width as usize)
}

fn int(int: Int, form: Form, reversed: bool) -> Regex {
    let (least, greatest) = int.range();
    let (bits, bytes) = (int.bits, int.bits as usize / 8);
    let most = if bits == 128 { u128::MAX } else { (1 << bits) - 1 };
    let most_of_type = if int.signed { greatest as u128 } else { most };
    let zero = u128::from(int.nonzero);
    match form {
        Form::Plain | Form::Raw => {
            let at_zero = if int.signed && form == Form::Plain { 1 << (bits - 1) } else { 0 };
            if !int.nonzero {
                return numbers(0, most, 'b', bytes);
            }
            let mut all = vec![numbers(at_zero + 1, most, 'b', bytes)];
            if at_zero > 0 {
                all.push(numbers(0, at_zero - 1, 'b', bytes));
            }
            Union(all)
        }
        // The greatest of the type minus the number.
        Form::Digits(_) | Form::Hex(_) | Form::UpperHex(_) if reversed => {
            // A number below zero is refused where 19 digits would hold only some of them.
            let is_cut = (bits, form) == (64, Form::Digits(19));
            let spread = if int.signed && !is_cut { most } else { most_of_type };
            if !int.nonzero {
                return formed(0, spread, form);
            }
            let beyond = match form {
                Form::Digits(width) => greatest_of(10, width),
                Form::Hex(width) | Form::UpperHex(width) => greatest_of(16, width),
                _ => u128::MAX,
            };
            let mut all = vec![formed(0, most_of_type - 1, form)];
            if int.signed && !is_cut && most_of_type < beyond {
                all.push(formed(most_of_type + 1, spread, form));
            }
            Union(all)
        }
        // The subtraction of a negative number wraps, to all that are below 0.
        Form::Decimal => {
            let low = if reversed { 0 } else { zero };
            let high = if reversed { most_of_type - zero } else { most_of_type };
            let mut all = vec![decimals(low, high)];
            if int.signed {
                all.push(Concat(vec![literal(b"-"), decimals(1, least.unsigned_abs())]));
            }
            Union(all)
        }
        _ => formed(zero, most_of_type, form),
    }
}

/// A `decimal` as the proofs know it, of numbers from `least` to `greatest`: its digits and its widths.
fn wide_decimal(least: u128, greatest: u128) -> Regex {
    let widths = least.to_string().len()..=greatest.to_string().len();
    Union(widths.map(|width| times(&of(b'0', b'9'), width)).collect())
}

/// The same of the signed numbers of so many bits.
fn wide_signed_decimal(bits: u32) -> Regex {
    let least = 1_u128 << (bits - 1);
    let digit = Class(vec![(b'-', b'-'), (b'0', b'9')]);
    Union((1..=least.to_string().len() + 1).map(|width| times(&digit, width)).collect())
}

/// A date by its pattern, apart from the calendar: 30 February is one.
fn date(pattern: Pattern) -> Regex {
    let part = |part: Result<char, String>| match part {
        Ok('Y') => numbers(0, 9_999, 'd', 4),
        Ok('m') => numbers(1, 12, 'd', 2),
        Ok('d') => numbers(1, 31, 'd', 2),
        Ok('j') => numbers(1, 366, 'd', 3),
        Ok('H') => numbers(0, 23, 'd', 2),
        Ok('M' | 'S') => numbers(0, 59, 'd', 2),
        Ok(digits) => times(&of(b'0', b'9'), digits.to_digit(10).unwrap_or(0) as usize),
        Err(text) => literal(text.as_bytes()),
    };
    Concat(pattern.parts().into_iter().map(part).collect())
}

/// The words of a value, before `desc` complements them; a number that is reversed as text is, already.
fn value(of_type: &Type, desc: bool, precision: Precision) -> Regex {
    let most = i64::MAX as u128;
    match of_type {
        Type::Int(Int { bits, signed, .. }, Form::Decimal) if precision == Precision::Bytes => match signed {
            true => wide_signed_decimal(*bits),
            false => wide_decimal(0, u128::MAX >> (128 - bits)),
        },
        Type::Count(clock, _, Form::Decimal) | Type::Reversed(clock, _, Form::Decimal)
            if precision == Precision::Bytes =>
        {
            match (of_type, clock) {
                // The greatest `u64` minus a count of at most 63 bits.
                (Type::Count(..), Clock::Unsigned) if desc => wide_decimal(most + 1, u64::MAX.into()),
                (_, Clock::Unsigned) => wide_decimal(0, most),
                _ => wide_signed_decimal(64),
            }
        }
        Type::Int(number, form) if precision == Precision::Bytes && number.signed => {
            int(Int { nonzero: false, ..*number }, *form, desc)
        }
        Type::Int(number, form) => int(*number, *form, desc),
        Type::Bool => of(0, 1),
        Type::Char if precision == Precision::Bytes => numbers(0, 0x10_FFFF, 'b', 4),
        Type::Char => Union(vec![numbers(0, 0xD7FF, 'b', 4), numbers(0xE000, 0x10_FFFF, 'b', 4)]),
        Type::Float(bits, _) => times(&of(0, 0xFF), *bits as usize / 8),
        Type::Bytes(count) => times(&of(0, 0xFF), *count),
        Type::Id(id) => times(&of(0, 0xFF), id.width()),
        Type::Text(of_text) => text(of_text, precision),
        Type::OwnCodec if precision == Precision::Bytes => numbers(0, 0x17_3B, 'b', 2),
        Type::OwnCodec => Concat(vec![of(0, 23), of(0, 59)]),
        Type::Codes(codes) => Union(codes.iter().map(|code| literal(code)).collect()),
        Type::Count(clock, _, Form::Plain) | Type::Reversed(clock, _, Form::Plain) => {
            numbers(0, if *clock == Clock::Unsigned { most } else { u64::MAX.into() }, 'b', 8)
        }
        // The greatest `u64` minus the number.
        Type::Count(Clock::Unsigned, _, form) if desc => formed(most + 1, u64::MAX.into(), *form),
        Type::Count(Clock::Unsigned, _, form) => formed(0, most, *form),
        Type::Count(_, _, form) => int(Int { bits: 64, signed: true, nonzero: false }, *form, desc),
        // Before 1970 the number has 20 digits or is refused: `_attributes`.
        Type::Reversed(_, _, Form::Digits(19)) => numbers(0, most, 'd', 19),
        Type::Reversed(Clock::Unsigned, _, form) => formed(0, most, *form),
        Type::Reversed(_, _, Form::Decimal) => int(Int { bits: 64, signed: true, nonzero: false }, Form::Decimal, true),
        Type::Reversed(_, _, form) => formed(0, u64::MAX.into(), *form),
        Type::Date(_, pattern) => date(*pattern),
        Type::Option(some) => {
            let some = value(some, false, precision);
            let width = width(of_type).unwrap_or(1) - 1;
            Union(vec![literal(&vec![0; width + 1]), Concat(vec![of(1, 1), some])])
        }
        Type::Tuple(parts) => Concat(parts.iter().map(|part| value(part, false, precision)).collect()),
        Type::Array(item, count) => times(&value(item, false, precision), *count),
        Type::Repeated(item) => Star(Box::new(value(item, false, precision))),
        Type::Key(key) => Concat(elements(key, precision)),
    }
}

/// The numbers from `least` to `greatest` of a tuple, neither of which is on the other side of 0: 0 to 8 bytes behind a code.
fn tuple_numbers(least: u128, greatest: u128, negative: bool) -> Vec<Regex> {
    let of_width = |width: u8| {
        let (low, high) = if width == 0 { (0, 0) } else { (1 << (8 * (width - 1)), greatest_of(256, width.into())) };
        let (low, high) = (low.max(least), high.min(greatest));
        let bytes = (low <= high).then(|| numbers(low, high, 'b', width.into()))?;
        let (code, bytes) = if negative { (0x14 - width, bytes.complemented()) } else { (0x14 + width, bytes) };
        Some(Concat(vec![of(code, code), bytes]))
    };
    (0..=8).filter_map(of_width).collect()
}

/// The elements of a tuple of FoundationDB; `nested` inside of another tuple, where none has two bytes.
fn tuple_element(of_type: &Type, nested: bool, precision: Precision) -> Regex {
    let behind = |code: u8, words: Regex| Concat(vec![of(code, code), words]);
    match of_type {
        Type::Int(int, _) => {
            let (least, greatest) = int.range();
            let mut all = tuple_numbers(u128::from(int.nonzero), greatest as u128, false);
            all.extend(int.signed.then(|| tuple_numbers(1, least.unsigned_abs(), true)).into_iter().flatten());
            Union(all)
        }
        Type::Bool => of(0x26, 0x27),
        Type::Float(bits, _) => behind(if *bits == 32 { 0x20 } else { 0x21 }, value(of_type, false, precision)),
        Type::Id(id) => behind(if *id == Id::Uuid { 0x30 } else { 0x33 }, value(of_type, false, precision)),
        Type::Text(of_text) => {
            let code = if of_text.utf8 { 2 } else { 1 };
            Concat(vec![of(code, code), text(of_text, precision).escaped(), literal(&[0])])
        }
        Type::Option(some) => {
            let none: &[u8] = if nested { &[0, 0xFF] } else { &[0] };
            Union(vec![literal(none), tuple_element(some, nested, precision)])
        }
        Type::Key(key) => {
            let elements = key.fields.iter().map(|field| tuple_element(&field.of, true, precision));
            Concat(vec![of(5, 5), Concat(elements.collect()), literal(&[0])])
        }
        _ => unreachable!("not an element of a tuple: {of_type:?}"),
    }
}

/// The bytes of a field in ordered code, escaped, but not the empty ones.
fn ordered_code(of_type: &Type, precision: Precision) -> Regex {
    match of_type {
        Type::Text(of_text) => {
            let Letters { all } = Letters::of(of_text, precision, false);
            let first = Union(all.iter().map(|(_, letter)| letter.clone()).collect());
            Concat(vec![first, text(of_text, precision)]).escaped()
        }
        Type::Int(int, _) => {
            let (least, greatest) = int.range();
            // Negative numbers are the complements of what their complements are.
            let below = if least < 0 { Some(!least as u128) } else { None };
            let of_width = |width: u32, greatest: u128| {
                let (low, high) = if width == 1 { (0, 63) } else { (1 << (7 * width - 8), (1 << (7 * width - 1)) - 1) };
                // So many ones, and a zero.
                let ones = ((1 << width) - 1) << (7 * width);
                (low <= greatest).then(|| numbers(ones + low, ones + high.min(greatest), 'b', width as usize))
            };
            let mut all: Vec<Regex> = (1..=10).filter_map(|width| of_width(width, greatest as u128)).collect();
            let below = below.into_iter().flat_map(|below| (1..=10).filter_map(move |width| of_width(width, below)));
            all.extend(below.map(|words| words.complemented()));
            Union(all).escaped()
        }
        _ => unreachable!("not a field in ordered code: {of_type:?}"),
    }
}

/// All that a key in ordered code can be.
fn ordered_code_key(key: &Key, precision: Precision) -> Regex {
    let turned = |field: &Field, words: Regex| if field.desc { words.complemented() } else { words };
    let mut all = Vec::new();
    // Each number of fields that are left.
    for count in (0..=key.fields.len()).rev() {
        let mut elements = Vec::new();
        for (i, field) in key.fields[..count].iter().enumerate() {
            let is_last = i + 1 == count;
            let mut words = vec![ordered_code(&field.of, precision)];
            let can_be_empty = matches!(field.of, Type::Text(_)) && (!is_last || field.desc);
            words.extend(can_be_empty.then(|| literal(&[0, 0])));
            let end: &[u8] = if is_last && !field.desc { &[] } else { &[0, 1] };
            elements.push(turned(field, Concat(vec![Union(words), literal(end)])));
        }
        all.push(if count == 0 { literal(&[0, 0]) } else { Concat(elements) });
        let is_left_out = count > 0 && !key.fields[count - 1].desc && matches!(key.fields[count - 1].of, Type::Text(_));
        if !is_left_out {
            break;
        }
    }
    Union(all)
}

/// `true` if `desc` subtracts the number from the greatest, in place of complementing its bytes.
pub fn is_subtracted(of: &Type) -> bool {
    let forms = [Form::Plain, Form::Raw];
    matches!(of, Type::Int(_, form) | Type::Count(_, _, form) if !forms.contains(form) && !matches!(form, Form::Bytes(_)))
}

/// The words of a field's element.
pub fn element(field: &Field, precision: Precision) -> Regex {
    let words = value(&field.of, field.desc && is_subtracted(&field.of), precision);
    if field.desc && !is_subtracted(&field.of) { words.complemented() } else { words }
}

/// The words of a computed element: all that its form can hold.
fn computed(of: &Computed) -> Regex {
    let (form, width) = of.form();
    let (kind, base) = match form {
        "digits" => ('d', 10),
        "hex" => ('x', 16),
        _ => ('b', 256),
    };
    times(&numbers(0, base - 1, kind, 1), width as usize)
}

/// The elements and separators of a key behind its prefix and label, one after the other; in ordered code, one for all.
/// A computed element is part of that of its field.
pub fn elements(key: &Key, precision: Precision) -> Vec<Regex> {
    let fields = key.fields.iter();
    match key.encoding {
        Encoding::Items => {
            let each = fields.enumerate();
            let behind_computed = |field: &Field| match &field.computed {
                Some(of) => Concat(vec![computed(of), literal(&key.separator), element(field, precision)]),
                None => element(field, precision),
            };
            each.flat_map(|(i, field)| [behind_computed(field), literal(key.separator_after(i))]).collect()
        }
        Encoding::FdbTuple => {
            fields.flat_map(|field| [tuple_element(&field.of, false, precision), literal(&[])]).collect()
        }
        Encoding::OrderedCode => vec![ordered_code_key(key, precision)],
    }
}

/// The labels of a salt, those of older generations among them.
pub fn labels(salt: &Salt) -> Regex {
    let (form, width) = salt.form();
    let (kind, base) = match form {
        "digits" => ('d', 10),
        "hex" => ('x', 16),
        _ => ('b', 256),
    };
    let most = salt.buckets.into_iter().chain(salt.was.iter().map(|(_, buckets)| *buckets)).max();
    match most {
        Some(buckets) => numbers(0, u128::from(buckets - 1), kind, width as usize),
        None => times(&numbers(0, base - 1, kind, 1), width as usize),
    }
}

/// All keys. Each bucket is taken to be possible with any values.
pub fn key(key: &Key, precision: Precision) -> Regex {
    let mut all = vec![literal(&key.prefix)];
    if let Some(salt) = &key.salt {
        all.extend([labels(salt), literal(&key.separator)]);
    }
    all.extend(elements(key, precision));
    Concat(all)
}

/// The width of an element, if all have the same.
pub fn width(of: &Type) -> Option<usize> {
    match of {
        Type::Int(_, Form::Decimal) | Type::Count(_, _, Form::Decimal) | Type::Reversed(_, _, Form::Decimal) => None,
        Type::Int(_, form) | Type::Count(_, _, form) | Type::Reversed(_, _, form)
            if !matches!(form, Form::Plain | Form::Raw) =>
        {
            match form {
                Form::Digits(width) | Form::Hex(width) | Form::UpperHex(width) | Form::Bytes(width) => {
                    Some(*width as usize)
                }
                _ => None,
            }
        }
        Type::Int(int, _) => Some(int.bits as usize / 8),
        Type::Bool => Some(1),
        Type::Char => Some(4),
        Type::Float(bits, _) => Some(*bits as usize / 8),
        Type::Bytes(count) => Some(*count),
        Type::Id(id) => Some(id.width()),
        Type::OwnCodec => Some(2),
        Type::Text(Text { end: End::Len(width), .. }) => Some(*width),
        Type::Text(Text { end: End::Pad(width, _, how), .. }) if *how != Pad::Units => Some(*width),
        Type::Text(_) | Type::Repeated(_) => None,
        Type::Codes(codes) => codes.iter().all(|code| code.len() == codes[0].len()).then_some(codes[0].len()),
        Type::Count(..) | Type::Reversed(..) => Some(8),
        Type::Date(_, pattern) => {
            let width = |part: Result<char, String>| match part {
                Ok('Y') => 4,
                Ok('j') => 3,
                Ok(digits @ '0'..='9') => digits.to_digit(10).unwrap_or(0) as usize,
                Ok(_) => 2,
                Err(text) => text.len(),
            };
            Some(pattern.parts().into_iter().map(width).sum())
        }
        Type::Option(some) => width(some).map(|width| width + 1),
        Type::Tuple(parts) => parts.iter().map(width).sum(),
        Type::Array(item, count) => width(item).map(|width| width * count),
        Type::Key(key) => {
            let fields: Option<usize> = key.fields.iter().map(|field| width(&field.of)).sum();
            Some(fields? + (0..key.fields.len()).map(|i| key.separator_after(i).len()).sum::<usize>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::Automaton;

    #[test]
    fn all_numbers() {
        for (least, greatest, kind, width) in
            [(0, 255, 'd', 3), (7, 123, 'd', 3), (0, 127, 'x', 2), (1, 4_000, 'X', 3), (3, 70_000, 'b', 3)]
        {
            let automaton = Automaton::of(&numbers(least, greatest, kind, width)).unwrap();
            for number in (0..=greatest + 300).step_by(1 + greatest as usize / 5_000) {
                let word = match kind {
                    'd' => format!("{number:0width$}").into_bytes(),
                    'x' => format!("{number:0width$x}").into_bytes(),
                    'X' => format!("{number:0width$X}").into_bytes(),
                    _ => number.to_be_bytes()[16 - width..].to_vec(),
                };
                let expected = (least..=greatest).contains(&number) && word.len() == width;
                assert_eq!(automaton.accepts(&word), expected, "{number} of {least}..={greatest} {kind}");
            }
        }
    }

    #[test]
    fn all_decimals() {
        for bits in [8, 16, 128] {
            let automaton =
                Automaton::of(&int(Int { bits, signed: false, nonzero: false }, Form::Decimal, false)).unwrap();
            assert!(["0", "7", "10", "255"].iter().all(|word| automaton.accepts(word.as_bytes())), "{bits}");
            assert!(
                !["", "00", "01", "-1", "65536123456789012345678901234567890123456789"]
                    .iter()
                    .any(|word| automaton.accepts(word.as_bytes()))
            );
        }
    }
}
