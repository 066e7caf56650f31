//! Ranges of numbers as regular expressions, digit by digit.

use super::Regex::{self, Class, Concat, Union};
use super::{literal, of, times};
use crate::layout::{Form, Int};

/// Returns the digits of a number.
fn digits(mut number: u128, base: u128, width: usize) -> Vec<u8> {
    let mut digits = vec![0; width];
    for digit in digits.iter_mut().rev() {
        *digit = (number % base) as u8;
        number /= base;
    }
    digits
}

/// Returns the digit strings from `least` to `greatest`, which have the same width.
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

/// Returns the numbers from `least` to `greatest` with `width` digits of a base: `b` is bytes, `d` decimal, `x` and `X`
/// hex.
pub(super) fn numbers(least: u128, greatest: u128, kind: char, width: usize) -> Regex {
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

/// Returns the numbers from `least` to `greatest` in decimal, without leading zeros.
fn decimals(least: u128, greatest: u128) -> Regex {
    let widths = least.to_string().len()..=greatest.to_string().len();
    let of_width = |width: usize| {
        let (low, high) =
            (10_u128.pow(width as u32 - 1), 10_u128.checked_pow(width as u32).map_or(u128::MAX, |n| n - 1));
        numbers(least.max(if width == 1 { 0 } else { low }), greatest.min(high), 'd', width)
    };
    Union(widths.map(of_width).collect())
}

/// Returns the maximum number of `width` digits.
pub(super) fn greatest_of(base: u128, width: u32) -> u128 {
    base.checked_pow(width).map_or(u128::MAX, |n| n - 1)
}

/// Returns the base, its letter and the number of digits of a form, or `None` if it has no fixed width.
fn digits_of(form: Form) -> Option<(u128, char, u32)> {
    match form {
        Form::Digits(width) => Some((10, 'd', width)),
        Form::Hex(width) => Some((16, 'x', width)),
        Form::UpperHex(width) => Some((16, 'X', width)),
        Form::Bytes(width) => Some((256, 'b', width)),
        Form::Plain | Form::Raw | Form::Decimal | Form::Le(_) => None,
    }
}

/// Returns the maximum number with the digits of a form.
fn greatest_of_form(form: Form) -> u128 {
    digits_of(form).map_or(u128::MAX, |(base, _, width)| greatest_of(base, width))
}

/// Returns the numbers from `least` to `greatest` in a form. Both are 0 or above.
pub(super) fn formed(least: u128, greatest: u128, form: Form) -> Regex {
    match digits_of(form) {
        Some((_, kind, width)) => numbers(least, greatest.min(greatest_of_form(form)), kind, width as usize),
        None => decimals(least, greatest),
    }
}

/// Returns the counts from 0 to `most`, subtracted from `last`, or from the maximum of the digits if that is smaller.
pub(super) fn reversed_counts(most: u128, last: u128, form: Form) -> Regex {
    let last = last.min(greatest_of_form(form));
    formed(last - most.min(last), last, form)
}

pub(super) fn int(int: Int, form: Form, reversed: bool) -> Regex {
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
        // All bytes can be set, so the numbers from last to first byte are the same set. Zero is the same in both.
        Form::Le(width) => numbers(zero, greatest_of(256, width), 'b', width as usize),
        // The digits cannot hold the maximum of the type, so the number is subtracted from the maximum of the digits.
        Form::Digits(_) | Form::Hex(_) | Form::UpperHex(_) if reversed && greatest_of_form(form) < most_of_type => {
            formed(0, greatest_of_form(form) - zero, form)
        }
        // The maximum of the type minus the number.
        Form::Digits(_) | Form::Hex(_) | Form::UpperHex(_) if reversed => {
            // 19 digits could hold only some of the numbers below zero, so all of these are rejected.
            let is_cut = (bits, form) == (64, Form::Digits(19));
            let spread = if int.signed && !is_cut { most } else { most_of_type };
            if !int.nonzero {
                return formed(0, spread, form);
            }
            let mut all = vec![formed(0, most_of_type - 1, form)];
            if int.signed && !is_cut && most_of_type < greatest_of_form(form) {
                all.push(formed(most_of_type + 1, spread, form));
            }
            Union(all)
        }
        // The subtraction of a negative number wraps, and results in all numbers below 0.
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

/// Returns a `decimal` as the proofs know it, for numbers from `least` to `greatest`: only its digits and its widths.
pub(super) fn wide_decimal(least: u128, greatest: u128) -> Regex {
    let widths = least.to_string().len()..=greatest.to_string().len();
    Union(widths.map(|width| times(&of(b'0', b'9'), width)).collect())
}

/// Returns the same for signed numbers of `bits` bits.
pub(super) fn wide_signed_decimal(bits: u32) -> Regex {
    let least = 1_u128 << (bits - 1);
    let digit = Class(vec![(b'-', b'-'), (b'0', b'9')]);
    Union((1..=least.to_string().len() + 1).map(|width| times(&digit, width)).collect())
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
