//! Patterns, read while the user compiles: their parts, and the reasons to refuse them.
#![allow(
    clippy::result_large_err,
    reason = "texts of refusals are put together in place, and only in const evaluation"
)]

use crate::codec::{Civil, MomentKind};
use crate::language::message::Message;
use crate::language::{Leaf, Radix};

/// The most parts of a pattern.
pub(super) const MOST: usize = 32;

/// The digits of the widest number, `%9f`.
pub(super) const DIGITS: usize = 9;

/// One piece of a pattern.
#[derive(Clone, Copy)]
pub(super) enum PatternPart {
    Literal(&'static [u8]),
    Number(CalendarUnit),
}

/// The unit of a number in a pattern.
#[derive(Clone, Copy)]
pub(super) enum CalendarUnit {
    Year,
    Month,
    Day,
    DayOfYear,
    Hour,
    Minute,
    Second,
    /// A fraction in 3, 6 or 9 digits.
    Fraction(usize),
}

impl CalendarUnit {
    pub(super) const fn width(self) -> usize {
        match self {
            Self::Year => 4,
            Self::DayOfYear => 3,
            Self::Fraction(digits) => digits,
            _ => 2,
        }
    }

    pub(super) const fn bounds(self) -> (u32, u32) {
        match self {
            Self::Year => (0, 9_999),
            Self::Month => (1, 12),
            Self::Day => (1, 31),
            Self::DayOfYear => (1, 366),
            Self::Hour => (0, 23),
            Self::Minute | Self::Second => (0, 59),
            Self::Fraction(digits) => (0, 10u32.pow(digits as u32) - 1),
        }
    }

    /// The levels of the coarsest and of the finest part that the unit says, from 0 for the year. The day of the year says
    /// the month, too.
    const fn levels(self) -> (usize, usize) {
        match self {
            Self::Year => (0, 0),
            Self::Month => (1, 1),
            Self::Day => (2, 2),
            Self::DayOfYear => (1, 2),
            Self::Hour => (3, 3),
            Self::Minute => (4, 4),
            Self::Second => (5, 5),
            Self::Fraction(_) => (6, 6),
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::DayOfYear => "day of the year",
            _ => LEVELS[self.levels().0],
        }
    }

    #[inline]
    pub(super) const fn of(self, civil: &Civil) -> u32 {
        match self {
            Self::Year => civil.year.unsigned_abs(),
            Self::Month => civil.month as u32,
            Self::Day => civil.day as u32,
            Self::DayOfYear => civil.day_of_year() as u32,
            Self::Hour => civil.hour as u32,
            Self::Minute => civil.minute as u32,
            Self::Second => civil.second as u32,
            Self::Fraction(digits) => civil.nanosecond / 10u32.pow((DIGITS - digits) as u32),
        }
    }

    /// Sets the unit to a number within its bounds. The day of the year is left to the caller, because it needs the year.
    pub(super) const fn set(self, civil: &mut Civil, number: u32) {
        match self {
            Self::Year => civil.year = number as i32,
            Self::Month => civil.month = number as u8,
            Self::Day => civil.day = number as u8,
            Self::DayOfYear => {}
            Self::Hour => civil.hour = number as u8,
            Self::Minute => civil.minute = number as u8,
            Self::Second => civil.second = number as u8,
            Self::Fraction(digits) => civil.nanosecond = number * 10u32.pow((DIGITS - digits) as u32),
        }
    }

    /// The name and the value of the first part of a time that is finer than this unit and not at its start; `None` if
    /// there is none.
    pub(super) const fn lost(self, civil: &Civil) -> Option<(&'static str, u32)> {
        let fraction = match self {
            Self::Fraction(digits) => civil.nanosecond % 10u32.pow((DIGITS - digits) as u32),
            _ => civil.nanosecond,
        };
        let finer = [
            (1, civil.month as u32, 1),
            (2, civil.day as u32, 1),
            (3, civil.hour as u32, 0),
            (4, civil.minute as u32, 0),
            (5, civil.second as u32, 0),
            (7, fraction, 0),
        ];
        let mut i = 0;
        while i < finer.len() {
            let (level, found, start) = finer[i];
            if level > self.levels().1 && found != start {
                return Some((LEVELS[level], found));
            }
            i += 1;
        }
        None
    }

    /// `true` if values of this kind, which differ by a unit that is `per_second` a second, can have parts finer than this unit.
    pub(super) const fn is_coarser_than(self, kind: MomentKind, per_second: u64) -> bool {
        let level = self.levels().1;
        match (kind, self) {
            (MomentKind::Date, _) => level < 2,
            (_, Self::Fraction(digits)) => per_second > 10u64.pow(digits as u32),
            _ => level < 5 || per_second > 1,
        }
    }

    /// The time without the parts finer than this unit.
    pub(super) const fn floor(self, civil: Civil) -> Civil {
        let mut floor = Civil { nanosecond: 0, ..civil };
        let level = self.levels().1;
        if let Self::Fraction(digits) = self {
            let unit = 10u32.pow((DIGITS - digits) as u32);
            floor.nanosecond = civil.nanosecond - civil.nanosecond % unit;
        }
        if level < 5 {
            floor.second = 0;
        }
        if level < 4 {
            floor.minute = 0;
        }
        if level < 3 {
            floor.hour = 0;
        }
        if level < 2 {
            floor.day = 1;
        }
        if level < 1 {
            floor.month = 1;
        }
        floor
    }
}

/// The names of the levels. The last is of the digits that a fraction leaves out.
const LEVELS: [&str; 8] = ["year", "month", "day", "hour", "minute", "second", "fraction of the second", "nanosecond"];
const DIRECTIVES: [&str; 7] = ["%Y", "%m", "%d", "%H", "%M", "%S", "%3f"];

/// The parts of a pattern, in order.
#[derive(Clone, Copy)]
pub(super) struct PatternParts {
    parts: [PatternPart; MOST],
    len: usize,
}

impl PatternParts {
    pub(super) const fn as_slice(&self) -> &[PatternPart] {
        self.parts.split_at(self.len).0
    }

    const fn push(&mut self, part: PatternPart) {
        if self.len < MOST {
            self.parts[self.len] = part;
        }
        // `len` counts also the parts that do not fit, so that they are refused.
        self.len += 1;
    }
}

/// The refusal of a pattern: the end of the sentence "`at` cannot be part of a row key: ..", and what to type instead.
pub(super) struct PatternRefusal {
    pub(super) fact: Message,
    pub(super) help: Message,
}

impl PatternRefusal {
    const fn new(fact: Message, help: &str) -> Self {
        Self { fact, help: Message::new().text(help) }
    }

    /// The refusal of a type that is finer than its pattern, if nothing says what happens to the finer part.
    pub(super) const fn finer() -> Self {
        let fact = "its type is finer than its pattern, and nothing says what happens to the finer part";
        let help = Message::new().text("leave it out: write `floor` after the pattern").help();
        Self { fact: Message::new().text(fact), help: help.text("make it an error of `encode`: write `exact`") }
    }
}

/// The finest unit of the parts.
pub(super) const fn finest(parts: &[PatternPart]) -> CalendarUnit {
    let mut finest = CalendarUnit::Year;
    let mut i = 0;
    while i < parts.len() {
        if let PatternPart::Number(unit) = parts[i] {
            if unit.levels().1 > finest.levels().1 {
                finest = unit;
            }
        }
        i += 1;
    }
    finest
}

/// `true` if the parts run from large to small.
pub(super) const fn is_ascending(parts: &[PatternPart]) -> bool {
    let mut least = 0;
    let mut i = 0;
    while i < parts.len() {
        if let PatternPart::Number(unit) = parts[i] {
            let (coarse, fine) = unit.levels();
            if coarse < least {
                return false;
            }
            least = fine + 1;
        }
        i += 1;
    }
    true
}

/// The leaves of the parts.
pub(super) const fn leaves(parts: &[PatternPart]) -> [Leaf; MOST] {
    let mut leaves = [Leaf::Literal(&[]); MOST];
    let mut i = 0;
    while i < parts.len() {
        leaves[i] = match parts[i] {
            PatternPart::Literal(text) => Leaf::Literal(text),
            PatternPart::Number(unit) => {
                let (least, greatest) = unit.bounds();
                Leaf::Number {
                    radix: Radix::Decimal,
                    width: unit.width(),
                    least: least as u128,
                    greatest: greatest as u128,
                }
            }
        };
        i += 1;
    }
    leaves
}

/// The parts of a pattern on a type of this kind, or the refusal of the pattern.
pub(super) const fn read(
    pattern: &'static str,
    offset: Option<i32>,
    kind: MomentKind,
) -> Result<PatternParts, PatternRefusal> {
    let parts = match split(pattern.as_bytes()) {
        Ok(parts) => parts,
        Err(refusal) => return Err(refusal),
    };
    if parts.len > MOST {
        let fact = Message::new().text("its pattern has more than ").number(MOST as u128).text(" parts");
        return Err(PatternRefusal::new(fact, "write a shorter pattern"));
    }
    if let Some(refusal) = incomplete(parts.as_slice(), kind) {
        return Err(refusal);
    }
    match (offset, kind) {
        (None, _) | (Some(-1_439..=1_439), MomentKind::Instant) => Ok(parts),
        (Some(_), MomentKind::Instant) => Err(PatternRefusal::new(
            Message::new().text("its offset is a day or more"),
            "use less than 24 * 60 minutes",
        )),
        _ => Err(PatternRefusal {
            fact: Message::new().text("its type is not an instant, and only an instant has a time in every offset"),
            help: Message::new().text("leave out `offset`").help().text("or use an instant, such as `jiff::Timestamp`"),
        }),
    }
}

/// Cuts a pattern into its parts.
const fn split(pattern: &'static [u8]) -> Result<PatternParts, PatternRefusal> {
    let mut parts = PatternParts { parts: [PatternPart::Literal(b""); MOST], len: 0 };
    let mut at = 0;
    while at < pattern.len() {
        if pattern[at] != b'%' {
            let mut end = at;
            while end < pattern.len() && pattern[end] != b'%' {
                end += 1;
            }
            parts.push(PatternPart::Literal(slice(pattern, at, end)));
            at = end;
            continue;
        }
        let end = end_of_directive(pattern, at);
        match slice(pattern, at + 1, end) {
            b"Y" => parts.push(PatternPart::Number(CalendarUnit::Year)),
            b"m" => parts.push(PatternPart::Number(CalendarUnit::Month)),
            b"d" => parts.push(PatternPart::Number(CalendarUnit::Day)),
            b"j" => parts.push(PatternPart::Number(CalendarUnit::DayOfYear)),
            b"H" => parts.push(PatternPart::Number(CalendarUnit::Hour)),
            b"M" => parts.push(PatternPart::Number(CalendarUnit::Minute)),
            b"S" => parts.push(PatternPart::Number(CalendarUnit::Second)),
            b"%" => parts.push(PatternPart::Literal(b"%")),
            b"F" => push_all(&mut parts, [CalendarUnit::Year, CalendarUnit::Month, CalendarUnit::Day], b"-"),
            b"T" => push_all(&mut parts, [CalendarUnit::Hour, CalendarUnit::Minute, CalendarUnit::Second], b":"),
            b"R" => push_all(&mut parts, [CalendarUnit::Hour, CalendarUnit::Minute], b":"),
            [b'.', digits @ (b'3' | b'6' | b'9'), b'f'] => {
                parts.push(PatternPart::Literal(b"."));
                parts.push(PatternPart::Number(CalendarUnit::Fraction((*digits - b'0') as usize)));
            }
            [digits @ (b'3' | b'6' | b'9'), b'f'] => {
                parts.push(PatternPart::Number(CalendarUnit::Fraction((*digits - b'0') as usize)));
            }
            directive => return Err(refused(directive)),
        }
        at = end;
    }
    Ok(parts)
}

const fn push_all<const N: usize>(parts: &mut PatternParts, units: [CalendarUnit; N], between: &'static [u8]) {
    let mut i = 0;
    while i < N {
        if i > 0 {
            parts.push(PatternPart::Literal(between));
        }
        parts.push(PatternPart::Number(units[i]));
        i += 1;
    }
}

const fn slice(bytes: &'static [u8], start: usize, end: usize) -> &'static [u8] {
    bytes.split_at(end).0.split_at(start).1
}

/// The end of the directive that begins at `at`: flags, width and modifiers, then its letter.
const fn end_of_directive(pattern: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while end < pattern.len()
        && matches!(pattern[end], b'-' | b'_' | b'^' | b'#' | b'0'..=b'9' | b'.' | b':' | b'E' | b'O')
    {
        end += 1;
    }
    // The letter, which may have several bytes.
    end += (end < pattern.len()) as usize;
    while end < pattern.len() && matches!(pattern[end], 0x80..=0xBF) {
        end += 1;
    }
    end
}

/// The refusal of a directive, given without its `%`.
const fn refused(directive: &[u8]) -> PatternRefusal {
    let [before @ .., letter] = directive else {
        return PatternRefusal::new(
            Message::new().text("its pattern ends in a lone `%`"),
            "write `%%` for a percent sign",
        );
    };
    let fact = Message::new().text("`%").text(text_or_nothing(directive)).text("` in its pattern");
    match (before, *letter) {
        ([flag, ..], b'Y' | b'm' | b'd' | b'j' | b'H' | b'M' | b'S') => {
            let plain = text_or_nothing(directive.split_at(before.len()).1);
            let help = Message::new().text("write `%").text(plain).text("`, which is always of one width");
            let varies = matches!(flag, b'-' | b'_');
            let why = if varies { " varies in width" } else { " has a flag or a width of its own" };
            PatternRefusal { fact: fact.text(why), help }
        }
        _ => {
            let (why, help) = why_refused(*letter);
            PatternRefusal::new(fact.text(why), help)
        }
    }
}

/// The bytes as text; empty if they are not UTF-8.
const fn text_or_nothing(bytes: &[u8]) -> &str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "",
    }
}

/// Says why the directive of this letter is refused, and what to write instead.
const fn why_refused(letter: u8) -> (&'static str, &'static str) {
    match letter {
        b'f' | b'N' => (
            " is not of one fixed width in all libraries",
            "write `%3f`, `%6f` or `%9f`, or `%.3f` and so on with a point",
        ),
        b'y' | b'g' => (" leaves the century unknown", "write `%Y`, the year in four digits"),
        b'C' | b'G' => (" is not the year of the calendar", "write `%Y`, the year in four digits"),
        b'e' => (" is padded with blanks", "write `%d`, always two digits"),
        b'k' => (" is padded with blanks", "write `%H`, always two digits"),
        b'I' | b'l' | b'p' | b'P' => (" is of a clock of 12 hours, which does not sort", "write `%H`, 00 to 23"),
        b'B' | b'b' | b'h' => {
            (" is a name, whose width varies and which does not sort", "write `%m`, the month in two digits")
        }
        b'A' | b'a' | b'u' | b'w' => (" is a day of the week, which follows from the date", "leave it out"),
        b'U' | b'W' | b'V' => {
            (" is a week, which is not a part of the date", "write `%m%d`, or `%j`, the day of the year")
        }
        b's' => (" is a count, whose width varies", "count the seconds: `#[rowkey(time(secs))]`"),
        b'z' | b'Z' | b'Q' => (
            " is a zone or an offset, which would tell keys of one moment apart",
            "leave it out\n  help: or write all keys of an instant in one offset: `offset = \"+08:00\"`",
        ),
        b'D' => (" leaves the century unknown", "write `%F`, which is `%Y-%m-%d`"),
        b'c' | b'x' | b'X' | b'r' | b'+' | b'v' => {
            (" differs between libraries and locales", "write out its parts: `%F %T`")
        }
        b'n' | b't' => (" is white space", "write it as it is"),
        _ => (
            " is not a directive",
            "write `%Y`, `%m`, `%d`, `%j`, `%H`, `%M`, `%S`, `%3f`, `%6f`, `%9f`, `%F`, `%T`, `%R`, or `%%` for a percent sign",
        ),
    }
}

/// The refusal of a pattern that lacks a part, says one twice, or says one that a type of this kind does not have; `None`
/// if the parts are right.
const fn incomplete(parts: &[PatternPart], kind: MomentKind) -> Option<PatternRefusal> {
    let mut given = [false; 7];
    let mut i = 0;
    while i < parts.len() {
        if let PatternPart::Number(unit) = parts[i] {
            let (coarse, fine) = unit.levels();
            let mut level = coarse;
            while level <= fine {
                if given[level] {
                    let fact = Message::new().text("its pattern says the ").text(LEVELS[level]).text(" twice");
                    return Some(PatternRefusal::new(fact, "leave one of them out"));
                }
                given[level] = true;
                level += 1;
            }
        }
        i += 1;
    }
    let mut level = 6;
    while level > 2 {
        if given[level] && matches!(kind, MomentKind::Date) {
            let fact = Message::new().text("its type is a date, and its pattern has the ").text(LEVELS[level]);
            return Some(PatternRefusal::new(
                fact,
                "end it with the day: `%Y-%m-%d`\n  help: or use a type that has the time of day",
            ));
        }
        level -= 1;
    }
    let mut level = 0;
    while level < given.len() {
        if !given[level] && (level == 0 || finer(&given, level).is_some()) {
            let fact = match finer(&given, level) {
                Some(finer) if level > 0 => {
                    Message::new().text("its pattern says the ").text(LEVELS[finer]).text(" and not the ")
                }
                _ => Message::new().text("its pattern does not say the "),
            };
            let fact = fact.text(LEVELS[level]);
            let help = Message::new().text("add `").text(DIRECTIVES[level]).text("`");
            return Some(PatternRefusal { fact, help });
        }
        level += 1;
    }
    None
}

/// The first given level that is finer than `level`; `None` if there is none.
const fn finer(given: &[bool; 7], level: usize) -> Option<usize> {
    let mut finer = level + 1;
    while finer < given.len() {
        if given[finer] {
            return Some(finer);
        }
        finer += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    fn outcome(pattern: &'static str, kind: MomentKind) -> Result<(usize, bool), String> {
        match read(pattern, None, kind) {
            Ok(parts) => {
                let width = leaves(parts.as_slice()).iter().map(|leaf| leaf.width().0).sum();
                Ok((width, is_ascending(parts.as_slice())))
            }
            Err(refusal) => {
                assert!(!refusal.help.as_str().is_empty());
                Err(refusal.fact.as_str().to_string())
            }
        }
    }

    #[test]
    fn width_and_order_follow_from_the_pattern() {
        for (pattern, width, ascending) in [
            ("%Y-%m-%d %H:%M", 16, true),
            ("%Y%j%H", 9, true),
            ("%FT%T.%9f", 29, true),
            ("%F %T%.6f", 26, true),
            ("%R %F", 16, false),
            ("%d%m%Y", 8, false),
            ("%j%Y", 7, false),
            ("%Y%d%m", 8, false),
            ("%%é%Y%%", 8, true),
        ] {
            assert_eq!(outcome(pattern, MomentKind::Civil), Ok((width, ascending)), "{pattern}");
        }
    }

    #[test]
    fn a_pattern_says_all_parts_down_to_its_finest_once() {
        for (pattern, fact) in [
            ("", "its pattern does not say the year"),
            ("%m-%d", "its pattern does not say the year"),
            ("%Y-%d", "its pattern says the day and not the month"),
            ("%Y %H", "its pattern says the hour and not the month"),
            ("%Y%j%M", "its pattern says the minute and not the hour"),
            ("%F %R %3f", "its pattern says the fraction of the second and not the second"),
            ("%F%j", "its pattern says the month twice"),
            ("%F %T %S", "its pattern says the second twice"),
            ("%F %T %3f%6f", "its pattern says the fraction of the second twice"),
        ] {
            assert_eq!(outcome(pattern, MomentKind::Instant), Err(fact.to_string()), "{pattern}");
        }
        let fact = "its type is a date, and its pattern has the second";
        assert_eq!(outcome("%F %T", MomentKind::Date), Err(fact.to_string()));
        assert_eq!(outcome("%Y%j", MomentKind::Date), Ok((7, true)));
    }

    /// Every letter of ASCII, alone and after flags, is read or refused by name.
    #[test]
    fn all_else_is_refused_by_name() {
        let mut read = Vec::new();
        for letter in (b'!'..=b'~').map(char::from) {
            for flags in ["", "-", "_", "0", "2", ".", ".3", "3", ":", "E"] {
                let directive: &'static str = alloc::format!("%{flags}{letter}").leak();
                match split(directive.as_bytes()) {
                    Ok(_) => read.push(directive),
                    Err(refusal) => {
                        let fact = refusal.fact.as_str();
                        assert!(fact.starts_with(&alloc::format!("`{directive}` in its pattern ")), "{fact}");
                    }
                }
            }
        }
        assert_eq!(read, ["%%", "%F", "%H", "%M", "%R", "%S", "%T", "%Y", "%d", "%.3f", "%3f", "%j", "%m"]);
    }

    #[test]
    fn long_patterns_end() {
        let long: &'static str = "%%".repeat(MOST + 1).leak();
        assert_eq!(outcome(long, MomentKind::Date), Err("its pattern has more than 32 parts".to_string()));
    }
}
