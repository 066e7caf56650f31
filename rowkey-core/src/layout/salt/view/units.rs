//! Views that Java code computes: `substring` and `replace`, which count UTF-16 units, and `Integer.parseInt`.

use super::{Seen, View, int, of_number};
use crate::error::ValueError;
use crate::layout::salt::java::next_char;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The UTF-16 units of a text, as Java counts them.
type Units = SmallVec<[u16; 32]>;

/// Calls `take` with each UTF-16 unit of a text.
fn each_unit(text: &[u8], mut take: impl FnMut(u16)) {
    let mut rest = text;
    while let Some((first, second, after)) = next_char(rest) {
        take(first);
        second.into_iter().for_each(&mut take);
        rest = after;
    }
}

/// Returns the number of UTF-16 units of a text.
pub(super) fn units_in(text: &[u8]) -> usize {
    let mut count = 0;
    each_unit(text, |_| count += 1);
    count
}

/// Returns the text of some units, in the form that [`next_char`] reads.
fn text_of(units: &[u16]) -> Vec<u8> {
    let mut text = Vec::with_capacity(units.len());
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok(char) => text.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(half) => {
                let half = half.unpaired_surrogate();
                let bytes = [0xE0 | half >> 12, 0x80 | half >> 6 & 0x3F, 0x80 | half & 0x3F];
                text.extend(bytes.map(|byte| byte as u8));
            }
        }
    }
    text
}

/// Applies views to a text as Java does. With `first(2)`, "a" followed by the emoji D83D DE00 becomes "a" and half of the
/// surrogate pair, D83D.
#[inline(never)]
pub(super) fn of_text(views: &[View], text: &[u8]) -> Result<Seen<'static>, ValueError> {
    let mut units = Units::new();
    each_unit(text, |unit| units.push(unit));
    for (at, view) in views.iter().enumerate() {
        let found = units.len();
        let (cut, least) = match *view {
            View::First(count) => (count..found, count),
            View::From(count) => (0..count, count),
            View::Last(count) => (0..found.saturating_sub(count), count),
            View::Without(part) => {
                units = without(&units, &part.encode_utf16().collect::<Units>());
                continue;
            }
            View::JavaInt => {
                let number = parsed(&units).ok_or(ValueError::JavaInt { found })?;
                return Ok(Seen::Number(of_number(&views[at + 1..], i128::from(number), 0)?));
            }
            View::Int => {
                let number = int(&text_of(&units), false)?;
                return Ok(Seen::Number(of_number(&views[at + 1..], number, 0)?));
            }
            View::Text | View::Div(_) | View::Floor(_) | View::Calendar(_) => continue,
        };
        // `substring` throws.
        if found < least {
            return Err(ValueError::JavaCut { view: view.name(), found, least });
        }
        units.drain(cut);
    }
    Ok(Seen::Text(Cow::Owned(text_of(&units))))
}

/// Removes every occurrence of `part`.
fn without(units: &[u16], part: &[u16]) -> Units {
    let (mut kept, mut rest) = (Units::new(), units);
    while let Some((&unit, after)) = rest.split_first() {
        rest = rest.strip_prefix(part).filter(|_| !part.is_empty()).unwrap_or_else(|| {
            kept.push(unit);
            after
        });
    }
    kept
}

/// Returns the number of an optional sign and one or more digits. Returns `None` for other texts, and for numbers outside
/// of `i32`.
fn parsed(units: &[u16]) -> Option<i32> {
    const MINUS: u16 = b'-' as u16;
    const PLUS: u16 = b'+' as u16;
    let (sign, digits) = match units {
        [MINUS, digits @ ..] => (-1, digits),
        [PLUS, digits @ ..] | digits => (1, digits),
    };
    let mut number = if digits.is_empty() { None } else { Some(0i32) };
    for unit in digits {
        number = number?.checked_mul(10)?.checked_add(sign * digit(*unit)?);
    }
    number
}

/// Returns the value of a decimal digit of any script, like Java's `Character.digit(unit, 10)`.
fn digit(unit: u16) -> Option<i32> {
    let zero = ZEROS.get(ZEROS.partition_point(|zero| *zero <= unit).checked_sub(1)?)?;
    Some(i32::from(unit - zero)).filter(|digit| *digit < 10)
}

/// The zeros of all scripts whose digits are one UTF-16 unit, ascending, as in Java 17.
const ZEROS: [u16; 37] = [
    0x0030, 0x0660, 0x06F0, 0x07C0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6, 0x0C66, 0x0CE6, 0x0D66, 0x0DE6,
    0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40,
    0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_unit_but_a_digit_is_one() {
        let digits = (0..=u16::MAX).filter(|unit| digit(*unit).is_some());
        assert_eq!(digits.clone().count(), 370);
        assert!(digits.map(u32::from).all(|unit| char::from_u32(unit).is_some_and(char::is_numeric)));
    }
}
