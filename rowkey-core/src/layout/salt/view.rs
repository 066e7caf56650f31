//! Views: the part of a field's value that a salt takes.

pub(crate) mod steps;
mod units;

use super::{Calendar, Civil, InputKind};
use crate::bytes::{KeyBuf, Sink};
use crate::error::ValueError;
use crate::language::message::{Line, display_description};
use crate::language::{ByteSet, is_below};
use alloc::borrow::Cow;
use alloc::string::String;

/// A view of a field's value: the part of it that a salt uses, such as `caller.from(7).int` or `at.div(60_000)`.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum View {
    /// The first characters of a text, this many. A shorter text is used in full.
    ///
    /// In a `java_hash` salt, and before `java_int`, this view and the next two count UTF-16 units and reject shorter
    /// texts.
    First(usize),
    /// The last characters of a text, this many. A shorter text is used in full.
    Last(usize),
    /// The characters from this index on, counted from 0.
    From(usize),
    /// The text without any occurrence of this other text.
    Without(&'static str),
    /// The number spelled by 1 to 18 decimal digits.
    Int,
    /// The `i32` that Java's `Integer.parseInt` reads: an optional sign, then digits of any script.
    JavaInt,
    /// A number as decimal text: `-5`. It is the text of `"" + number` in Java.
    Text,
    /// A number divided by this number, rounded down.
    Div(i128),
    /// A number rounded down to a multiple of this number.
    Floor(i128),
    /// A number from the calendar, for a date, a civil time or a clock.
    Calendar(Calendar),
}

/// The maximum number of digits that [`View::Int`] reads.
pub(crate) const INT_DIGITS: usize = 18;

impl View {
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::First(_) => "first",
            Self::Last(_) => "last",
            Self::From(_) => "from",
            Self::Without(_) => "without",
            Self::Int => "int",
            Self::JavaInt => "java_int",
            Self::Text => "text",
            Self::Div(_) => "div",
            Self::Floor(_) => "floor",
            Self::Calendar(calendar) => calendar.name(),
        }
    }

    /// Returns `true` if two lists of views are the same.
    pub(crate) const fn all_same(a: &[Self], b: &[Self]) -> bool {
        let mut same = a.len() == b.len();
        let mut i = 0;
        while same && i < a.len() {
            same = match (&a[i], &b[i]) {
                (Self::First(a), Self::First(b)) | (Self::Last(a), Self::Last(b)) | (Self::From(a), Self::From(b)) => {
                    *a == *b
                }
                (Self::Without(a), Self::Without(b)) => {
                    !is_below(a.as_bytes(), b.as_bytes()) && !is_below(b.as_bytes(), a.as_bytes())
                }
                (Self::Int, Self::Int) | (Self::JavaInt, Self::JavaInt) | (Self::Text, Self::Text) => true,
                (Self::Div(a), Self::Div(b)) | (Self::Floor(a), Self::Floor(b)) => *a == *b,
                (Self::Calendar(a), Self::Calendar(b)) => *a as u8 == *b as u8,
                _ => false,
            };
            i += 1;
        }
        same
    }

    /// Returns `true` if the view removes every text in full, or divides by or rounds to a number below 1.
    pub(crate) const fn is_nothing(&self) -> bool {
        matches!(self, Self::First(0) | Self::Last(0) | Self::Div(..=0) | Self::Floor(..=0))
    }

    /// Returns the kind of the result for a value of kind `of`, or `None` if the view does not take such values.
    pub(crate) const fn kind(&self, of: InputKind) -> Option<InputKind> {
        let of = match (self, of) {
            // The text of an id is not that of its milliseconds.
            (Self::Text, InputKind::TimeId) => return None,
            (_, InputKind::TimeId) => InputKind::Number { per_second: of.per_second(), least: 0 },
            _ => of,
        };
        match (self, of) {
            (Self::Int, InputKind::Text) => Some(InputKind::Number { per_second: 0, least: 0 }),
            (Self::JavaInt, InputKind::Text) => Some(InputKind::Number { per_second: 0, least: i32::MIN as i128 }),
            (Self::Text, InputKind::Number { .. }) => Some(InputKind::Text),
            (Self::Div(by), InputKind::Number { per_second, least }) => {
                Some(InputKind::Number { per_second: divided(per_second, *by), least })
            }
            (Self::Floor(by), InputKind::Number { per_second, least }) => {
                Some(InputKind::Number { per_second, least: floored(least, *by) })
            }
            (Self::Calendar(_), InputKind::Civil) => Some(InputKind::Number { per_second: 0, least: 0 }),
            (Self::Calendar(_), InputKind::Number { per_second: 1.., .. }) => {
                Some(InputKind::Number { per_second: 0, least: i64::MIN as i128 })
            }
            (Self::Int | Self::JavaInt | Self::Text | Self::Div(_) | Self::Floor(_) | Self::Calendar(_), _) => None,
            (_, InputKind::Text) => Some(InputKind::Text),
            _ => None,
        }
    }
}

/// Returns the units per second of a clock after `div(by)`. Returns 0 if the result no longer counts whole parts of a
/// second. For milliseconds, `div(10)` counts 100 per second, and `div(60_000)` counts minutes, so 0.
const fn divided(per_second: u64, by: i128) -> u64 {
    let exact = by > 0 && per_second as i128 % by == 0;
    if exact { per_second / by as u64 } else { 0 }
}

/// Returns the number of units of a clock for which the result of the views stays the same, or a lower bound of it. A
/// calendar view stays the same for an hour or longer. For milliseconds, `div(60_000)` stays the same for 60,000 units,
/// and `div(500).floor(3)` for 1,500. `floor(700).floor(1_000)` is 0 for 1,400 units, and then 1,000 for only 700.
pub(crate) const fn same_for(views: &[View], per_second: u64) -> u128 {
    // One number counts `unit` units, and the result changes at most every `same` units. The next view joins whole runs
    // of the same number.
    let (mut unit, mut same) = (1u128, 1u128);
    let mut i = 0;
    while i < views.len() {
        let step = match views[i] {
            View::Div(by) if by > 0 => {
                unit = unit.saturating_mul(by as u128);
                unit
            }
            View::Floor(by) if by > 0 => unit.saturating_mul(by as u128),
            View::Calendar(_) => (per_second as u128).saturating_mul(3_600),
            // The views after it take the digits of the number, which are not in its order.
            View::Text => return same,
            _ => 1,
        };
        same = if step > same { step - step % same } else { same };
        i += 1;
    }
    same
}

impl View {
    /// Returns `true` if the result is a number, and a greater value never gives a smaller one.
    pub(crate) const fn ascends(&self) -> bool {
        matches!(self, Self::Div(_) | Self::Floor(_) | Self::Calendar(_))
    }

    /// Writes the view as in `of(..)`: `first(4)`.
    pub(crate) const fn describe<const N: usize>(&self, out: &mut Line<N>) {
        out.text(self.name());
        match self {
            Self::First(count) | Self::Last(count) | Self::From(count) => {
                out.text("(");
                out.number(*count as u128);
                out.text(")");
            }
            Self::Without(text) => {
                out.text("(");
                out.quoted(text.as_bytes());
                out.text(")");
            }
            Self::Div(by) | Self::Floor(by) => {
                out.text(if *by < 0 { "(-" } else { "(" });
                out.number(by.unsigned_abs());
                out.text(")");
            }
            Self::Int | Self::JavaInt | Self::Text | Self::Calendar(_) => {}
        }
    }
}

display_description! {
    /// Shows the view as in `of(..)`: `first(4)`.
    View;
}

/// Returns `true` if a view can reject a value that the field's codec accepts.
///
/// `int`, `java_int` and views that count UTF-16 units reject some texts. A calendar view rejects clocks outside the
/// calendar.
pub(crate) const fn can_fail(views: &[View], kind: InputKind, counted: TextUnit) -> bool {
    let clock = matches!(kind, InputKind::Number { .. });
    let mut i = 0;
    while i < views.len() {
        let fails = match views[i] {
            View::Int | View::JavaInt => true,
            View::Calendar(_) => clock,
            View::First(_) | View::Last(_) | View::From(_) => matches!(counted, TextUnit::Units),
            View::Without(_) | View::Text | View::Div(_) | View::Floor(_) => false,
        };
        if fails {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns the minimum number of digits of a number as text. Calendar numbers keep their leading zeros.
pub(crate) const fn digits(views: &[View]) -> usize {
    match views {
        [.., View::Calendar(calendar)] => calendar.digits(),
        _ => 1,
    }
}

/// What the views of a text count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextUnit {
    Characters,
    /// UTF-16 units, as in Java's `substring`. A text with too few units is an error.
    Units,
}

/// The result of all views of a text.
pub(crate) enum Seen<'a> {
    Number(i128),
    /// UTF-8, except for half of a surrogate pair at an end, which a view of UTF-16 units can leave (`view/units.rs`).
    Text(Cow<'a, [u8]>),
}

impl Seen<'_> {
    fn into_owned(self) -> Seen<'static> {
        match self {
            Seen::Number(number) => Seen::Number(number),
            Seen::Text(text) => Seen::Text(Cow::Owned(text.into_owned())),
        }
    }
}

/// Returns the index of the view `text`, if there is one. The views before it take a number, and those after it a text.
#[inline(always)]
pub(crate) const fn text_at(views: &[View]) -> Option<usize> {
    let mut at = 0;
    while at < views.len() {
        if matches!(views[at], View::Text) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// The bytes of a number as decimal text.
pub(crate) const TEXT_OF_NUMBER: ByteSet = ByteSet::range(b'0', b'9').union(ByteSet::range(b'-', b'-'));

/// Returns a number as decimal text, without leading zeros.
#[inline(never)]
pub(crate) fn decimal(number: i128) -> KeyBuf {
    let (mut digits, mut at, mut rest) = ([b'0'; 39], 39, number.unsigned_abs());
    while let (Some(before), true) = (usize::checked_sub(at, 1), rest > 0 || at == 39) {
        digits[before] = b'0' + (rest % 10) as u8;
        (at, rest) = (before, rest / 10);
    }
    let mut text = KeyBuf::EMPTY;
    text.put(if number < 0 { b"-" } else { b"" });
    text.put(digits.get(at..).unwrap_or_default());
    text
}

/// Applies views to a number, none of which is `text`. `per_second` is the unit of a clock, else 0.
#[inline(always)]
pub(crate) const fn of_number(views: &[View], number: i128, per_second: u64) -> Result<i128, ValueError> {
    let (mut number, mut per_second) = (number, per_second);
    let mut i = 0;
    while i < views.len() {
        match views[i] {
            // Rejected at compile time. Without this arm, the next one would divide by 0.
            View::Div(..=0) => {}
            View::Div(by) => (number, per_second) = (div(number, by), divided(per_second, by)),
            View::Calendar(calendar) => {
                number = match calendar.of_count(number, per_second) {
                    Ok(number) => number,
                    Err(reason) => return Err(reason),
                };
            }
            View::Floor(by) => number = floored(number, by),
            _ => {}
        }
        i += 1;
    }
    Ok(number)
}

/// Applies views to a civil time. The first one is a calendar view.
pub(crate) const fn of_civil(views: &[View], civil: &Civil) -> Result<i128, ValueError> {
    match views {
        [View::Calendar(calendar), views @ ..] => of_number(views, calendar.of(civil), 0),
        _ => Err(ValueError::Other("a date is a number only through a view")),
    }
}

/// Returns `number.div_euclid(by)`, computed in 64 bits if both fit, as nearly all do.
#[inline(always)]
const fn div(number: i128, by: i128) -> i128 {
    if number == number as i64 as i128 && by == by as i64 as i128 && by > 0 {
        // Operators, not `div_euclid`: where this is inlined, LLVM turns a constant `by` into a multiplication.
        let (number, by) = (number as i64, by as i64);
        (number / by - (number % by < 0) as i64) as i128
    } else {
        number.div_euclid(by)
    }
}

/// Rounds `number` down to a multiple of `by`.
///
/// Never inlined, so that salts without this view do not grow. If the result is below `i128::MIN`, which no field
/// reaches, it is `i128::MIN`. A `by` of 0 is rejected at compile time.
#[inline(never)]
const fn floored(number: i128, by: i128) -> i128 {
    match number.checked_rem_euclid(by) {
        Some(rest) => number.saturating_sub(rest),
        None => number,
    }
}

/// Applies views to a text. `counted` is what they count. The codec has checked the text, so all its bytes are in
/// `alphabet`.
///
/// Always inlined: views and alphabet are constants at the call, so little code remains.
#[inline(always)]
pub(crate) fn of_text<'a>(
    views: &[View],
    text: &'a [u8],
    alphabet: ByteSet,
    counted: TextUnit,
) -> Result<Seen<'a>, ValueError> {
    let of_units = counted == TextUnit::Units && !views.is_empty();
    // An ASCII character is one byte and one unit.
    let ascii = alphabet.minus(ByteSet::range(0, 0x7F)).is_empty() || of_units && text.is_ascii();
    if views.contains(&View::JavaInt) || of_units && !ascii {
        return units::of_text(views, text);
    }
    let digits = alphabet.minus(ByteSet::range(b'0', b'9')).is_empty();
    let mut text = text;
    for (at, view) in views.iter().enumerate() {
        text = match *view {
            View::Int => return Ok(Seen::Number(of_number(&views[at + 1..], int(text, digits)?, 0)?)),
            View::Without(part) => match without(part, &views[at + 1..], text, counted) {
                Some(seen) => return seen,
                None => text,
            },
            View::JavaInt | View::Text | View::Div(_) | View::Floor(_) | View::Calendar(_) => text,
            View::First(least) | View::Last(least) | View::From(least) if of_units && text.len() < least => {
                return Err(ValueError::JavaCut { view: view.name(), found: text.len(), least });
            }
            View::First(count) => &text[..if ascii { count.min(text.len()) } else { nth(text, count) }],
            View::From(count) => &text[if ascii { count.min(text.len()) } else { nth(text, count) }..],
            View::Last(count) => &text[if ascii { text.len().saturating_sub(count) } else { nth_last(text, count) }..],
        };
    }
    Ok(Seen::Text(Cow::Borrowed(text)))
}

/// Applies views to all texts that begin with `start`. Returns `None` if the result differs from text to text.
///
/// For `first(2)`, the start `abc` is enough: the result is `ab` for each such text. The start `a` is not enough.
pub(crate) fn of_start(views: &[View], start: &str, counted: TextUnit) -> Option<Result<Seen<'static>, ValueError>> {
    let counted = if views.contains(&View::JavaInt) { TextUnit::Units } else { counted };
    let mut start = Cow::Borrowed(start.as_bytes());
    for (at, view) in views.iter().enumerate() {
        let is_held = |count| match counted {
            TextUnit::Characters => starts(&start).count() >= count,
            TextUnit::Units => units::units_in(&start) >= count,
        };
        let seen = |views| of_text(views, &start, ByteSet::ALL, counted).map(Seen::into_owned);
        let rest = match *view {
            View::First(count) if is_held(count) => return Some(seen(&views[at..])),
            View::From(count) if is_held(count) => seen(&views[at..=at]),
            // One character only: a longer `part` could begin in `start` and end after it.
            View::Without(part) if part.chars().count() == 1 => seen(&views[at..=at]),
            _ => return None,
        };
        let Ok(Seen::Text(rest)) = rest else { return None };
        start = rest;
    }
    None
}

/// Applies `without(part)` and the views after it. Returns `None` if the text does not contain `part`.
#[inline(never)]
fn without(part: &str, views: &[View], text: &[u8], counted: TextUnit) -> Option<Result<Seen<'static>, ValueError>> {
    // This loses nothing, because the views before it cut between characters.
    let text = String::from_utf8_lossy(text);
    let seen = || of_text(views, text.replace(part, "").as_bytes(), ByteSet::ALL, counted).map(Seen::into_owned);
    text.contains(part).then(seen)
}

/// Returns the offsets at which the characters of a text begin.
fn starts(text: &[u8]) -> impl DoubleEndedIterator<Item = usize> {
    text.iter().enumerate().filter(|(_, byte)| !matches!(byte, 0x80..=0xBF)).map(|(at, _)| at)
}

/// Returns the offset of character `count`, or the end of the text.
#[inline(never)]
fn nth(text: &[u8], count: usize) -> usize {
    starts(text).nth(count).unwrap_or(text.len())
}

/// Returns the offset of the last `count` characters, or 0.
#[inline(never)]
fn nth_last(text: &[u8], count: usize) -> usize {
    match count.checked_sub(1) {
        None => text.len(),
        Some(back) => starts(text).nth_back(back).unwrap_or(0),
    }
}

/// Returns the number that 1 to 18 digits spell. `digits` is `true` if all bytes are known to be digits.
#[inline(always)]
pub(super) fn int(text: &[u8], digits: bool) -> Result<i128, ValueError> {
    let digits = digits || text.iter().all(u8::is_ascii_digit);
    if !digits || !(1..=INT_DIGITS).contains(&text.len()) {
        return Err(ValueError::Int { found: text.len(), digits });
    }
    // Most salts of phone numbers take four digits (10 of 105 instructions of an encode, `call_record` in
    // `benches/instructions`).
    if let Ok(four) = text.try_into() {
        return Ok(of_four(four).into());
    }
    let digit = |byte: &u8| i64::from(byte.wrapping_sub(b'0'));
    Ok(i128::from(text.iter().fold(0i64, |number, byte| number.wrapping_mul(10).wrapping_add(digit(byte)))))
}

/// Returns the number of four digits: first two pairs at once, then both together.
///
/// The text "1234" is the bytes 1, 2, 3, 4 from the lowest. The pairs are 12 and 34, and the result is 12 * 100 + 34.
fn of_four(digits: [u8; 4]) -> u32 {
    let digits = u32::from_le_bytes(digits) & 0x0F0F_0F0F;
    let pairs = (digits * 10 + (digits >> 8)) & 0x00FF_00FF;
    (pairs * 100 + (pairs >> 16)) & 0xFFFF
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    fn text(views: &[View], text: &str) -> String {
        let seen = |alphabet| match of_text(views, text.as_bytes(), alphabet, TextUnit::Characters) {
            Ok(Seen::Text(text)) => String::from_utf8(text.into_owned()).unwrap(),
            _ => panic!("no text"),
        };
        if text.is_ascii() {
            assert_eq!(seen(ByteSet::range(0, 0x7F)), seen(ByteSet::ALL));
        }
        seen(ByteSet::ALL)
    }

    fn number(views: &[View], text: &str) -> Result<i128, ValueError> {
        let seen = |alphabet| match of_text(views, text.as_bytes(), alphabet, TextUnit::Characters)? {
            Seen::Number(number) => Ok(number),
            Seen::Text(_) => panic!("no number"),
        };
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            assert_eq!(seen(ByteSet::range(b'0', b'9')), seen(ByteSet::ALL));
        }
        seen(ByteSet::ALL)
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
    fn numbers_as_text() {
        for number in [0, 1, -1, 9, 10, -10, 1_234_567_890, i128::from(u64::MAX), i128::MIN, i128::MAX] {
            assert_eq!(*decimal(number), *alloc::format!("{number}").as_bytes());
        }
    }

    #[test]
    fn four_digits_at_once_are_their_number() {
        for wanted in 0..10_000 {
            assert_eq!(number(&[View::Int], &alloc::format!("{wanted:04}")), Ok(wanted));
        }
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

    /// `JavaCallKeys.java` has more views. It does not use these.
    #[test]
    fn java_int_reads_units_of_utf16() {
        assert_eq!(number(&[View::Last(3), View::JavaInt], "😀-12"), Ok(-12));
        assert_eq!(number(&[View::From(2), View::JavaInt, View::Div(10)], "😀-12"), Ok(-2));
        assert_eq!(
            number(&[View::Without("淘a"), View::JavaInt], "1淘a淘淘aa2"),
            Err(ValueError::JavaInt { found: 4 })
        );
        assert_eq!(number(&[View::Without("淘a"), View::Without("淘a"), View::JavaInt], "1淘a淘淘aa2"), Ok(12));
        let error = ValueError::JavaCut { view: "last", found: 4, least: 5 };
        assert_eq!(number(&[View::Last(5), View::JavaInt], "😀12"), Err(error));
        // The start of a text is enough where it holds all that the views take, in units.
        let start =
            |text| of_start(&[View::First(2), View::JavaInt], text, TextUnit::Characters).map(|seen| seen.is_ok());
        assert_eq!(["1", "12", "1x", "１２"].map(start), [None, Some(true), Some(false), Some(true)]);
    }

    #[test]
    fn floor_rounds_down_to_a_multiple() {
        assert_eq!(of_number(&[View::Floor(3600)], 7_199, 1), Ok(3_600));
        assert_eq!(of_number(&[View::Floor(3600)], -1, 1), Ok(-3_600));
        // The unit stays, so that a calendar view may follow.
        assert_eq!(
            of_number(&[View::Floor(86_400), View::Calendar(Calendar::YearMonthDay)], 86_399, 1),
            Ok(19_700_101)
        );
    }

    /// Compared with the runs of equal results, counted one by one.
    #[test]
    fn views_stay_the_same_for_a_while() {
        let steps = [1, 2, 3, 5, 7, 10, 12, 20];
        let all = steps.iter().flat_map(|&by| [View::Div(by), View::Floor(by)]);
        let all: Vec<View> = all.collect();
        let mut aligned = 0;
        for views in all.iter().flat_map(|first| all.iter().map(move |second| [*first, *second])) {
            let mut runs = vec![0u128];
            for number in 0..2_000 {
                if number > 0 && of_number(&views, number, 0) != of_number(&views, number - 1, 0) {
                    runs.push(0);
                }
                *runs.last_mut().unwrap() += 1;
            }
            // The last run is cut off.
            runs.pop();
            let (least, said) = (runs.iter().copied().min().unwrap(), same_for(&views, 0));
            assert!(said <= least, "{views:?}: {said}, counted {least}");
            aligned += usize::from(said == least);
        }
        assert!(aligned > 200, "{aligned} of 256");
        assert_eq!(same_for(&[View::Div(500), View::Floor(3)], 1_000), 1_500);
        assert_eq!(same_for(&[View::Floor(7), View::Calendar(Calendar::Hour)], 1), 3_598);
    }

    #[test]
    fn div_rounds_down() {
        assert_eq!(of_number(&[View::Div(60)], -1, 0), Ok(-1));
        assert_eq!(of_number(&[View::Div(60)], 119, 0), Ok(1));
        assert_eq!(of_number(&[View::Div(10)], i128::from(u64::MAX), 0), Ok(i128::from(u64::MAX / 10)));
    }
}
