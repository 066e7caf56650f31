//! The units of a pattern: what each takes of a time, and what it leaves out.

use crate::codec::{Civil, MomentKind};

/// One piece of a pattern.
#[derive(Clone, Copy)]
pub(super) enum PatternPart {
    Literal(&'static [u8]),
    Number(CalendarUnit),
}

/// The digits of the widest number, `%9f`.
pub(super) const DIGITS: usize = 9;

/// The names of the levels. The last is of the digits that a fraction leaves out.
pub(super) const LEVELS: [&str; 8] =
    ["year", "month", "day", "hour", "minute", "second", "fraction of the second", "nanosecond"];
pub(super) const DIRECTIVES: [&str; 7] = ["%Y", "%m", "%d", "%H", "%M", "%S", "%3f"];

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

    /// Returns the levels of the coarsest and the finest part that the unit determines, from 0 for the year. The day of
    /// the year determines the month and the day: (1, 2).
    pub(super) const fn levels(self) -> (usize, usize) {
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

    /// Returns the name and the value of the first part of a time that is finer than this unit and not at its start, or
    /// `None` if all finer parts are at their start. For `Day` and 2017-12-01 12:10, it returns the hour, 12.
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

    /// Returns the time with all parts finer than this unit at their start.
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
