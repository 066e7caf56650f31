//! The reasons to refuse a pattern, and what to type instead.

use super::unit::{DIRECTIVES, LEVELS, PatternPart};
use crate::codec::MomentKind;
use crate::language::message::{Message, append, message};

/// The refusal of a pattern: the end of the sentence "`at` cannot be part of a row key: ..", and what to type instead.
pub(super) struct PatternRefusal {
    pub(super) fact: Message,
    pub(super) help: Message,
}

impl PatternRefusal {
    pub(super) const fn new(fact: Message, help: &str) -> Self {
        let help = append!(Message::new(fact.code()), {=help});
        Self { fact, help }
    }

    /// The refusal of a type that is finer than its pattern, if nothing says what happens to the finer part.
    pub(super) const fn finer() -> Self {
        Self {
            fact: message!(RK605, "its type is finer than its pattern, and the finer part needs a rule"),
            help: message!(RK605, "leave it out: write `floor` after the pattern";
                help "make it an encode error: write `exact`"),
        }
    }
}

/// The refusal of a directive, given without its `%`.
pub(super) const fn refused(directive: &[u8]) -> PatternRefusal {
    let [before @ .., letter] = directive else {
        let fact = message!(RK607, "its pattern ends in a lone `%`");
        return PatternRefusal::new(fact, "write `%%` for a percent sign");
    };
    let fact = message!(RK607, "`%" {=text_or_nothing(directive)} "` in its pattern");
    match (before, *letter) {
        ([flag, ..], b'Y' | b'm' | b'd' | b'j' | b'H' | b'M' | b'S') => {
            let plain = text_or_nothing(directive.split_at(before.len()).1);
            let help = message!(RK607, "write `%" {=plain} "`, which is always of one width");
            let varies = matches!(flag, b'-' | b'_');
            let why = if varies { " varies in width" } else { " has a flag or a width of its own" };
            PatternRefusal { fact: append!(fact, {=why}), help }
        }
        _ => {
            let (why, help) = why_refused(*letter);
            PatternRefusal::new(append!(fact, {=why}), help)
        }
    }
}

/// Returns the bytes as text, or an empty text if they are not UTF-8.
const fn text_or_nothing(bytes: &[u8]) -> &str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "",
    }
}

/// Returns the reason why the directive of this letter is rejected, and what to write instead.
const fn why_refused(letter: u8) -> (&'static str, &'static str) {
    match letter {
        b'f' | b'N' => (
            " is not of one fixed width in all libraries",
            "write `%3f`, `%6f` or `%9f`, or `%.3f` and so on with a point",
        ),
        b'y' | b'g' => (" leaves the century unknown", "write `%Y`, the year in four digits"),
        b'C' => (" is not the year of the calendar", "write `%Y`, the year in four digits"),
        b'G' => (
            " is the year of a week, which is not a part of the date",
            "write the date in place of year and week: `%Y-%m-%d`",
        ),
        b'e' => (" is padded with blanks", "write `%d`, always two digits"),
        b'k' => (" is padded with blanks", "write `%H`, always two digits"),
        b'I' | b'l' | b'p' | b'P' => (" is of a 12-hour clock, which does not sort", "write `%H`, 00 to 23"),
        b'B' | b'b' | b'h' => {
            (" is a name, whose width varies and which does not sort", "write `%m`, the month in two digits")
        }
        b'A' | b'a' | b'u' | b'w' => (" is a day of the week, which follows from the date", "leave it out"),
        b'U' | b'W' | b'V' => {
            (" is a week, which is not a part of the date", "write `%m%d`, or `%j`, the day of the year")
        }
        b's' => (" is a count, whose width varies", "count the seconds: `#[rowkey(time(secs, floor))]`"),
        b'z' | b'Z' | b'Q' => (
            " is a zone or an offset, so one moment would have several keys",
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

/// Returns the refusal of a pattern that lacks a part, has one twice, or has one that a type of this kind does not have.
/// Returns `None` if the parts are right.
pub(super) const fn incomplete(parts: &[PatternPart], kind: MomentKind) -> Option<PatternRefusal> {
    let mut given = [false; 7];
    let mut i = 0;
    while i < parts.len() {
        if let PatternPart::Number(unit) = parts[i] {
            let (coarse, fine) = unit.levels();
            let mut level = coarse;
            while level <= fine {
                if given[level] {
                    let fact = message!(RK607, "its pattern has the " {=LEVELS[level]} " twice");
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
            let fact = message!(RK607, "its type is a date, and its pattern has the " {=LEVELS[level]});
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
                    message!(RK607, "its pattern has the " {=LEVELS[finer]} " but not the " {=LEVELS[level]})
                }
                _ => message!(RK607, "its pattern has no " {=LEVELS[level]}),
            };
            return Some(PatternRefusal { fact, help: message!(RK607, "add `" {=DIRECTIVES[level]} "`") });
        }
        level += 1;
    }
    None
}

/// Returns the first given level that is finer than `level`, if one is.
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
