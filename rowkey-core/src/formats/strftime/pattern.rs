//! Patterns, read at compile time: their parts.
#![allow(
    clippy::result_large_err,
    reason = "texts of refusals are put together in place, and only in const evaluation"
)]

use super::refusal::{PatternRefusal, incomplete, refused};
use super::unit::{CalendarUnit, PatternPart};
use crate::codec::MomentKind;
use crate::language::message::message;
use crate::language::{Atom, Literal, Number, Radix};

/// The most parts of a pattern.
pub(super) const MOST: usize = 32;

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
        // `len` also counts the parts that do not fit, so that the caller rejects the pattern.
        self.len += 1;
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

/// The atoms of the parts.
pub(super) const fn atoms(parts: &[PatternPart]) -> [Atom; MOST] {
    let mut atoms = [Atom::NOTHING; MOST];
    let mut i = 0;
    while i < parts.len() {
        atoms[i].leaf = match parts[i] {
            PatternPart::Literal(text) => Literal(text).leaf(),
            PatternPart::Number(unit) => {
                let (least, greatest) = unit.bounds();
                Number { radix: Radix::Decimal, width: unit.width(), least: least as u128, greatest: greatest as u128 }
                    .leaf()
            }
        };
        i += 1;
    }
    atoms
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
        let fact = message!(RK607, "its pattern has more than " {#MOST} " parts");
        return Err(PatternRefusal::new(fact, "write a shorter pattern"));
    }
    if let Some(refusal) = incomplete(parts.as_slice(), kind) {
        return Err(refusal);
    }
    match (offset, kind) {
        (None, _) | (Some(-1_439..=1_439), MomentKind::Instant) => Ok(parts),
        (Some(_), MomentKind::Instant) => {
            let fact = message!(RK607, "its offset is a day or more");
            Err(PatternRefusal::new(fact, "use less than 24 * 60 minutes"))
        }
        _ => Err(PatternRefusal {
            fact: message!(RK607, "its type is not an instant, and only an instant has a time in every offset"),
            help: message!(RK607, "leave out `offset`"; help "or use an instant, such as `jiff::Timestamp`"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use alloc::vec::Vec;

    fn outcome(pattern: &'static str, kind: MomentKind) -> Result<(usize, bool), String> {
        match read(pattern, None, kind) {
            Ok(parts) => {
                let width = crate::language::width_of(&atoms(parts.as_slice())).0;
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
            ("", "its pattern has no year"),
            ("%m-%d", "its pattern has no year"),
            ("%Y-%d", "its pattern has the day but not the month"),
            ("%Y %H", "its pattern has the hour but not the month"),
            ("%Y%j%M", "its pattern has the minute but not the hour"),
            ("%F %R %3f", "its pattern has the fraction of the second but not the second"),
            ("%F%j", "its pattern has the month twice"),
            ("%F %T %S", "its pattern has the second twice"),
            ("%F %T %3f%6f", "its pattern has the fraction of the second twice"),
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
