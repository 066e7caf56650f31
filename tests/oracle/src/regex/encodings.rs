//! FoundationDB tuples and ordered code as regular expressions.

use super::Regex::{self, Concat, Union};
use super::numbers::{greatest_of, numbers};
use super::texts::{Letters, text};
use super::{Precision, literal, of, value};
use crate::layout::{Field, Id, Key, Type};

/// Returns the numbers of a tuple from `least` to `greatest`, which are both on one side of 0. A code byte precedes 0
/// to 8 bytes.
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

/// Returns the words of an element of a FoundationDB tuple. `nested` is `true` inside another tuple, where `None` has
/// two bytes.
pub(super) fn tuple_element(of_type: &Type, nested: bool, precision: Precision) -> Regex {
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
            Concat(vec![of(code, code), text(of_text, precision).escaped(0, 0xFF), literal(&[0])])
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

/// Returns the bytes of a field in ordered code, escaped, without the empty ones.
fn ordered_code(of_type: &Type, precision: Precision) -> Regex {
    match of_type {
        Type::Text(of_text) => {
            let Letters { all } = Letters::of(of_text, precision, false);
            let first = Union(all.iter().map(|(_, letter)| letter.clone()).collect());
            Concat(vec![first, text(of_text, precision)]).escaped(0, 0xFF)
        }
        Type::Int(int, _) => {
            let (least, greatest) = int.range();
            // The words of a negative number are the complements of the words of its complement: -1 has those of 0.
            let below = if least < 0 { Some(!least as u128) } else { None };
            let of_width = |width: u32, greatest: u128| {
                let (low, high) = if width == 1 { (0, 63) } else { (1 << (7 * width - 8), (1 << (7 * width - 1)) - 1) };
                // `width` one bits, and then a zero bit.
                let ones = ((1 << width) - 1) << (7 * width);
                (low <= greatest).then(|| numbers(ones + low, ones + high.min(greatest), 'b', width as usize))
            };
            let mut all: Vec<Regex> = (1..=10).filter_map(|width| of_width(width, greatest as u128)).collect();
            let below = below.into_iter().flat_map(|below| (1..=10).filter_map(move |width| of_width(width, below)));
            all.extend(below.map(|words| words.complemented()));
            Union(all).escaped(0, 0xFF)
        }
        _ => unreachable!("not a field in ordered code: {of_type:?}"),
    }
}

/// Returns the elements of a key in ordered code.
pub(super) fn ordered_code_elements(key: &Key, precision: Precision) -> Vec<Regex> {
    let element = |(i, field): (usize, &Field)| {
        let is_last = i + 1 == key.fields.len() && !field.desc;
        let mut words = vec![ordered_code(&field.of, precision)];
        let can_be_empty = matches!(field.of, Type::Text(_)) && (!is_last || i == 0);
        words.extend(can_be_empty.then(|| literal(&[0, 0])));
        let words = Concat(vec![Union(words), literal(if is_last { &[] } else { &[0, 1] })]);
        if field.desc { words.complemented() } else { words }
    };
    key.fields.iter().enumerate().map(element).collect()
}
