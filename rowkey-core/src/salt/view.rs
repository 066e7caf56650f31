//! What a salt takes of a field's value.

use crate::codec::InputKind;
use crate::error::ValueError;
use alloc::borrow::Cow;
use core::fmt;

/// A view of a field's value: `caller.from(7).int`, `at.div(60_000)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum View {
    /// The first so many characters of a text; a short text gives what there is.
    First(usize),
    /// The last so many characters.
    Last(usize),
    /// The characters from this one on, counted from 0.
    From(usize),
    /// The text without every occurrence of another.
    Without(&'static str),
    /// The number that 1 to 18 digits spell.
    Int,
    /// A number divided, rounded down.
    Div(i128),
}

impl View {
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::First(_) => "first",
            Self::Last(_) => "last",
            Self::From(_) => "from",
            Self::Without(_) => "without",
            Self::Int => "int",
            Self::Div(_) => "div",
        }
    }

    /// Whether it leaves nothing, or divides by it.
    pub(crate) const fn is_nothing(&self) -> bool {
        matches!(self, Self::First(0) | Self::Last(0) | Self::Div(..=0))
    }

    /// What the view gives of an input of a kind, or `None` where it cannot be taken of it.
    pub(crate) const fn kind(&self, of: InputKind) -> Option<InputKind> {
        match (self, of) {
            (Self::Int, InputKind::Text) => Some(InputKind::Number { per_second: 0, least: 0 }),
            (Self::Div(by), InputKind::Number { per_second, least }) => {
                let exact = *by > 0 && per_second as i128 % *by == 0;
                let per_second = if exact { per_second / *by as u64 } else { 0 };
                Some(InputKind::Number { per_second, least })
            }
            (Self::Int | Self::Div(_), _) => None,
            (_, InputKind::Text) => Some(InputKind::Text),
            _ => None,
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(count) | Self::Last(count) | Self::From(count) => write!(f, "{}({count})", self.name()),
            Self::Without(text) => write!(f, "without({text:?})"),
            Self::Int => f.write_str("int"),
            Self::Div(by) => write!(f, "div({by})"),
        }
    }
}

/// Whether a view can refuse a value.
pub(super) const fn can_fail(views: &[View]) -> bool {
    let mut i = 0;
    while i < views.len() {
        if matches!(views[i], View::Int) {
            return true;
        }
        i += 1;
    }
    false
}

/// What is left of a text after all views.
pub(super) enum Seen<'a> {
    Number(i128),
    Text(Cow<'a, str>),
}

/// A number through views.
#[inline]
pub(super) const fn of_number(views: &[View], number: i128) -> i128 {
    let mut number = number;
    let mut i = 0;
    while i < views.len() {
        if let View::Div(by) = views[i] {
            number = div(number, by);
        }
        i += 1;
    }
    number
}

/// `number.div_euclid(by)`; in 64 bits where both fit, as nearly all do.
#[inline]
const fn div(number: i128, by: i128) -> i128 {
    if number == number as i64 as i128 && by == by as i64 as i128 && by > 0 {
        (number as i64).div_euclid(by as i64) as i128
    } else {
        number.div_euclid(by)
    }
}

/// A text through views.
#[inline]
pub(super) fn of_text<'a>(views: &[View], text: &'a str) -> Result<Seen<'a>, ValueError> {
    let mut text = Cow::Borrowed(text);
    for (at, view) in views.iter().enumerate() {
        text = match *view {
            View::Int => return int(&text).map(|number| Seen::Number(of_number(&views[at + 1..], number))),
            View::Without(part) if text.contains(part) => Cow::Owned(text.replace(part, "")),
            View::Without(_) | View::Div(_) => text,
            View::First(count) => cut(&text, 0, byte_of(&text, count)),
            View::From(count) => cut(&text, byte_of(&text, count), text.len()),
            View::Last(count) => cut(&text, byte_of_last(&text, count), text.len()),
        };
    }
    Ok(Seen::Text(text))
}

/// Where character `count` begins, or the end.
#[inline]
fn byte_of(text: &str, count: usize) -> usize {
    if text.is_ascii() {
        return count.min(text.len());
    }
    text.char_indices().nth(count).map_or(text.len(), |(at, _)| at)
}

/// Where the last `count` characters begin, or the start.
#[inline]
fn byte_of_last(text: &str, count: usize) -> usize {
    match count.checked_sub(1) {
        None => text.len(),
        Some(back) => text.char_indices().rev().nth(back).map_or(0, |(at, _)| at),
    }
}

#[inline]
fn cut<'a>(text: &Cow<'a, str>, start: usize, end: usize) -> Cow<'a, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[start..end]),
        Cow::Owned(text) => Cow::Owned(text[start..end].into()),
    }
}

/// The number that 1 to 18 digits spell.
#[inline]
fn int(text: &str) -> Result<i128, ValueError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || !(1..=18).contains(&text.len()) {
        return Err(ValueError::Int { found: text.len(), digits });
    }
    Ok(i128::from(text.bytes().fold(0i64, |number, digit| number * 10 + i64::from(digit - b'0'))))
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::String;

    fn text(views: &[View], text: &str) -> String {
        match of_text(views, text) {
            Ok(Seen::Text(text)) => text.into_owned(),
            _ => panic!("no text"),
        }
    }

    fn number(views: &[View], text: &str) -> Result<i128, ValueError> {
        match of_text(views, text)? {
            Seen::Number(number) => Ok(number),
            Seen::Text(_) => panic!("no number"),
        }
    }

    #[test]
    fn views_cut_characters() {
        assert_eq!(text(&[View::First(2)], "héllo"), "hé");
        assert_eq!(text(&[View::Last(2)], "hellö"), "lö");
        assert_eq!(text(&[View::Last(0)], "hello"), "");
        assert_eq!(text(&[View::From(7)], "13362666677"), "6677");
        assert_eq!(text(&[View::From(9), View::First(1)], "short"), "");
        assert_eq!(text(&[View::Without("-"), View::First(6)], "2017-12-01"), "201712");
    }

    #[test]
    fn int_takes_1_to_18_digits() {
        assert_eq!(number(&[View::From(7), View::Int], "13362666677"), Ok(6677));
        assert_eq!(number(&[View::Int], "999999999999999999"), Ok(999_999_999_999_999_999));
        assert_eq!(number(&[View::Int, View::Div(10)], "57"), Ok(5));
        for (bad, digits) in [("", true), ("1234567890123456789", true), ("-1", false), ("12a", false)] {
            assert_eq!(number(&[View::Int], bad), Err(ValueError::Int { found: bad.len(), digits }));
        }
    }

    #[test]
    fn div_rounds_down() {
        assert_eq!(of_number(&[View::Div(60)], -1), -1);
        assert_eq!(of_number(&[View::Div(60)], 119), 1);
        assert_eq!(of_number(&[View::Div(10)], i128::from(u64::MAX)), i128::from(u64::MAX / 10));
    }
}
