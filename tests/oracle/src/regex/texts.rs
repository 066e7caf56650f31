//! Texts as regular expressions, character by character.

use super::Regex::{self, Class, Concat, Star, Union};
use super::{Precision, literal, of};
use crate::layout::{End, Pad, Text};

/// Returns the characters of `width` bytes in UTF-8.
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

/// The characters or bytes of a text, each with its size.
pub(super) struct Letters {
    pub(super) all: Vec<(usize, Regex)>,
}

impl Letters {
    /// Returns the characters or bytes of a text. Their sizes are in bytes, or in UTF-16 units if `units` is set.
    pub(super) fn of(text: &Text, precision: Precision, units: bool) -> Self {
        let set = |byte: u8| text.chars.is_none_or(|(_, set)| set(byte));
        let all = match (text.utf8, precision) {
            (false, _) => vec![(1, of(0, 0xFF))],
            (true, Precision::Bytes | Precision::Digits) if !units => vec![(1, Class(vec![(0, 0xBF), (0xC2, 0xF4)]))],
            (true, _) => (1..=4).map(|width| (if !units { width } else { 1 + width / 4 }, character(width))).collect(),
        };
        Self { all: all.into_iter().map(|(size, words)| (size, words.within(&set))).collect() }
    }

    /// Returns all texts of exactly this size whose first and last letter are allowed.
    fn sized(&self, size: usize, first: &dyn Fn(u8) -> bool, last: &dyn Fn(u8) -> bool) -> Regex {
        if size == 0 {
            return Concat(vec![]);
        }
        let mut of_size: Vec<Regex> = Vec::new();
        for left in 0..=size {
            // Texts of size `left` with an allowed first letter. Only texts of the full size need an allowed last
            // letter.
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

/// Returns the letters whose first or last byte is allowed.
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

/// The length of the longest text after a length in an expression: the longest that rows have.
///
/// The expression of all texts of UTF-8 of some bytes doubles with each byte.
const LONGEST: usize = 12;

/// Returns a length in its form. A varint has one byte up to 127.
fn length_of(form: &str, length: usize) -> Vec<u8> {
    let (size, is_little) = match form.split_once(", ") {
        Some((size, _)) => (size, true),
        None => (form, false),
    };
    let width = size.strip_prefix('u').and_then(|bits| bits.parse::<usize>().ok()).map_or(1, |bits| bits / 8);
    let mut bytes = length.to_be_bytes()[8 - width..].to_vec();
    if is_little {
        bytes.reverse();
    }
    bytes
}

pub(super) fn text(text: &Text, precision: Precision) -> Regex {
    let any = |_: u8| true;
    let letters = Letters::of(text, precision, false);
    match text.end {
        End::Open => letters.many(),
        End::Len(width) => letters.sized(width, &any, &any),
        End::Terminated(first, escape, end) => {
            Concat(vec![letters.many().escaped(first, escape), literal(&[first, end])])
        }
        // No regular expression counts, so these are the short texts. The proofs allow all: `rules::is_loose`.
        End::Length(form) => {
            let of_length = |length| Concat(vec![literal(&length_of(form, length)), letters.sized(length, &any, &any)]);
            Union((0..=LONGEST).map(of_length).collect())
        }
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
