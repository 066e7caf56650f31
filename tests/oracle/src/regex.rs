//! Sets of byte strings as regular expressions: the elements and keys that `SPEC.md` describes.

mod encodings;
mod numbers;
mod texts;

use crate::layout::{Clock, Computed, Encoding, End, Field, Form, Int, Key, Pad, Pattern, Salt, Text, Type};
use encodings::{ordered_code_elements, tuple_element};
use numbers::{formed, int, numbers, reversed_counts, wide_decimal, wide_signed_decimal};
use texts::text;

/// A regular expression over bytes.
#[derive(Clone, Debug)]
pub enum Regex {
    /// One byte of a set.
    Class(Vec<(u8, u8)>),
    /// A sequence.
    Concat(Vec<Self>),
    /// Any one of these. An empty union matches nothing.
    Union(Vec<Self>),
    /// Any number of repetitions.
    Star(Box<Self>),
}

/// How closely the expressions match the encoded bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Precision {
    /// Texts are UTF-8.
    Exact,
    /// The precision that searches for keys promise. Texts are any bytes that occur in UTF-8, and a `char` can be a
    /// surrogate. A `NonZero` of a signed type can be 0, except in tuples, where 0 has its own code.
    Bytes,
    /// The precision that proofs of single fields promise. It is `Bytes`, but decimal numbers are any digits of their
    /// widths.
    Digits,
}

use Regex::{Class, Concat, Star, Union};

/// Returns the expression of a literal.
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
    /// Returns the same words with every byte complemented.
    pub fn complemented(&self) -> Self {
        let each = |all: &[Self]| all.iter().map(Self::complemented).collect();
        match self {
            Class(runs) => Class(runs.iter().map(|(first, last)| (!last, !first)).collect()),
            Concat(all) => Concat(each(all)),
            Union(all) => Union(each(all)),
            Star(words) => Star(Box::new(words.complemented())),
        }
    }

    /// Returns the words whose bytes are all in a set.
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

    /// Returns the same words with `first escape` for each byte `first`.
    fn escaped(&self, first: u8, escape: u8) -> Self {
        let each = |all: &[Self]| all.iter().map(|words| words.escaped(first, escape)).collect();
        match self {
            Class(runs) => {
                let mut all = vec![self.within(&|byte| byte != first)];
                let is_held = runs.iter().any(|(least, most)| (*least..=*most).contains(&first));
                all.extend(is_held.then(|| literal(&[first, escape])));
                Union(all)
            }
            Concat(all) => Concat(each(all)),
            Union(all) => Union(each(all)),
            Star(words) => Star(Box::new(words.escaped(first, escape))),
        }
    }

    /// Returns the expression in the syntax of the `regex` crate.
    pub fn pattern(&self) -> String {
        match self {
            // The empty class `[\x00&&\x01]` matches nothing.
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

/// Returns the words of a date pattern. They ignore the calendar: 30 February is one of them.
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

/// Returns the words of a value before `desc` complements them. A number that is reversed as text is already reversed.
fn value(of_type: &Type, desc: bool, precision: Precision) -> Regex {
    let most = i64::MAX as u128;
    match of_type {
        Type::Int(Int { bits, signed, .. }, Form::Decimal) if precision == Precision::Digits => match signed {
            true => wide_signed_decimal(*bits),
            false => wide_decimal(0, u128::MAX >> (128 - bits)),
        },
        Type::Count(clock, _, Form::Decimal) | Type::Reversed(clock, _, Form::Decimal)
            if precision == Precision::Digits =>
        {
            match (of_type, clock) {
                // The maximum `u64` minus a count of at most 63 bits.
                (Type::Count(..), Clock::Unsigned) if desc => wide_decimal(most + 1, u64::MAX.into()),
                (_, Clock::Unsigned) => wide_decimal(0, most),
                _ => wide_signed_decimal(64),
            }
        }
        Type::Int(number, form) if precision != Precision::Exact && number.signed => {
            int(Int { nonzero: false, ..*number }, *form, desc)
        }
        Type::Int(number, form) => int(*number, *form, desc),
        Type::Bool => of(0, 1),
        Type::Char if precision != Precision::Exact => numbers(0, 0x10_FFFF, 'b', 4),
        Type::Char => Union(vec![numbers(0, 0xD7FF, 'b', 4), numbers(0xE000, 0x10_FFFF, 'b', 4)]),
        Type::Float(bits, _) => times(&of(0, 0xFF), *bits as usize / 8),
        Type::Bytes(count) => times(&of(0, 0xFF), *count),
        Type::Id(id) => times(&of(0, 0xFF), id.width()),
        Type::Text(of_text) => text(of_text, precision),
        Type::OwnCodec if precision != Precision::Exact => numbers(0, 0x17_3B, 'b', 2),
        Type::OwnCodec => Concat(vec![of(0, 23), of(0, 59)]),
        Type::Codes(codes) => Union(codes.iter().map(|code| literal(code)).collect()),
        Type::Count(clock, _, Form::Plain) | Type::Reversed(clock, _, Form::Plain) => {
            numbers(0, if *clock == Clock::Unsigned { most } else { u64::MAX.into() }, 'b', 8)
        }
        // The proofs know the number of digits of the minimum.
        Type::Count(Clock::Unsigned, _, Form::Decimal) if desc && precision != Precision::Exact => {
            formed(10_u128.pow(18), u64::MAX.into(), Form::Decimal)
        }
        Type::Count(Clock::Unsigned, _, form) if desc => reversed_counts(most, u64::MAX.into(), *form),
        Type::Count(Clock::Unsigned, _, form) => formed(0, most, *form),
        Type::Count(_, _, form) => int(Int { bits: 64, signed: true, nonzero: false }, *form, desc),
        // Before 1970, the number has 20 digits or is rejected: see `_attributes`.
        Type::Reversed(_, _, Form::Digits(19)) => numbers(0, most, 'd', 19),
        Type::Reversed(Clock::Unsigned, _, form) => formed(0, most, *form),
        Type::Reversed(_, _, Form::Decimal) => int(Int { bits: 64, signed: true, nonzero: false }, Form::Decimal, true),
        Type::Reversed(_, _, form) => formed(0, u64::MAX.into(), *form),
        Type::Date(_, pattern) => date(*pattern),
        Type::Option(some) => {
            let some = value(some, false, precision);
            // Without one width, no zeros follow.
            let width = width(of_type).unwrap_or(1) - 1;
            Union(vec![literal(&vec![0; width + 1]), Concat(vec![of(1, 1), some])])
        }
        Type::Tuple(parts) => Concat(parts.iter().map(|part| value(part, false, precision)).collect()),
        Type::Array(item, count) => times(&value(item, false, precision), *count),
        Type::Repeated(item) => Star(Box::new(value(item, false, precision))),
        Type::Key(key) => Concat([vec![literal(&key.prefix)], elements(key, precision)].concat()),
        Type::Kinds(kinds) => {
            let kind = |(tag, of): &(Vec<u8>, Key)| {
                Concat([vec![literal(tag), literal(&of.prefix)], elements(of, precision)].concat())
            };
            Union(kinds.iter().map(kind).collect())
        }
    }
}

/// Returns `true` if `desc` subtracts the number from the maximum, instead of complementing its bytes.
pub fn is_subtracted(of: &Type) -> bool {
    let is_complemented = |form: &Form| matches!(form, Form::Plain | Form::Raw | Form::Bytes(_) | Form::Le(_));
    matches!(of, Type::Int(_, form) | Type::Count(_, _, form) if !is_complemented(form))
}

/// Returns the words of a field's element.
pub fn element(field: &Field, precision: Precision) -> Regex {
    let words = value(&field.of, field.desc && is_subtracted(&field.of), precision);
    if field.desc && !is_subtracted(&field.of) { words.complemented() } else { words }
}

/// Returns the words of a computed element: everything that its form can hold.
fn computed(of: &Computed) -> Regex {
    let (form, width) = of.form();
    let (kind, base) = match form {
        "digits" => ('d', 10),
        "hex" => ('x', 16),
        _ => ('b', 256),
    };
    times(&numbers(0, base - 1, kind, 1), width as usize)
}

/// Returns the elements and separators of a key after its prefix and label, in order. A computed element is part of its
/// field's element.
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
        Encoding::OrderedCode => {
            ordered_code_elements(key, precision).into_iter().flat_map(|words| [words, literal(&[])]).collect()
        }
    }
}

/// Returns the labels of a salt, with the labels of older salt versions.
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

/// Returns all keys. It treats each bucket as possible with any values.
pub fn key(key: &Key, precision: Precision) -> Regex {
    let mut all = vec![literal(&key.prefix)];
    if let Some(salt) = &key.salt {
        all.extend([labels(salt), literal(&key.separator)]);
    }
    all.extend(elements(key, precision));
    Concat(all)
}

/// Returns the width of an element, if all values have the same.
pub fn width(of: &Type) -> Option<usize> {
    match of {
        Type::Int(_, Form::Decimal) | Type::Count(_, _, Form::Decimal) | Type::Reversed(_, _, Form::Decimal) => None,
        Type::Int(_, form) | Type::Count(_, _, form) | Type::Reversed(_, _, form)
            if !matches!(form, Form::Plain | Form::Raw) =>
        {
            match form {
                Form::Digits(width)
                | Form::Hex(width)
                | Form::UpperHex(width)
                | Form::Bytes(width)
                | Form::Le(width) => Some(*width as usize),
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
        Type::Kinds(kinds) => {
            let mut widths = kinds.iter().map(|(tag, key)| Some(tag.len() + width(&Type::Key(key.clone()))?));
            let first = widths.next().flatten();
            first.filter(|_| widths.all(|width| width == first))
        }
        Type::Key(key) => {
            let fields: Option<usize> = key.fields.iter().map(|field| width(&field.of)).sum();
            Some(
                key.prefix.len() + fields? + (0..key.fields.len()).map(|i| key.separator_after(i).len()).sum::<usize>(),
            )
        }
    }
}
