//! Even regions over a span of time: `split(regions = 8, span("2020".."2040"))`.
//!
//! Split key `i` is the first element at cut `i` of the span, or at cut `regions - i` if the element descends. The span
//! is cut by months, if both ends begin a month, so that years stay whole. Otherwise it is cut by seconds. A date is
//! written up to its day. An example with `#[rowkey(time("%Y-%m-%d %H:%M"))]`, in 5 regions from 2020 to 2023:
//!
//! ```text
//! cut  months after 2020-01  split key
//!   1          36 / 5 = 7.2  2020-08-07
//!   2                  14.4  2021-03-13
//!   3                  21.6  2021-10-19
//!   4                  28.8  2022-05-25
//! ```

use crate::language::{Atom, Number, Radix, Source};
use crate::layout::Parts;
use crate::layout::clock::{Clock, ClockNumber};
use crate::layout::salt::Civil;

/// A span of time, from the start of a day, a month or a year up to that of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSpan<'a> {
    pub(crate) from: &'a str,
    pub(crate) to: &'a str,
}

impl TimeSpan<'_> {
    /// Returns `true` if both ends are from 1970 to 2100.
    pub(crate) const fn is_usual(&self) -> bool {
        match (day(self.from), day(self.to)) {
            (Some(from), Some(to)) => from.year >= 1970 && (to.year < 2100 || to.months() == 2100 * 12 && to.day == 1),
            _ => false,
        }
    }
}

/// The reason why a table cannot be split over a span.
#[derive(Clone, Copy)]
pub(crate) enum SpanFlaw<'a> {
    /// The keys do not begin with a time.
    NoTime,
    /// The text is not a day, a month or a year.
    NoDay(&'a str),
    /// The span ends before it begins, or is empty.
    Backward,
    /// Two split keys are the same, or the element has no value for an end of the span.
    Narrow,
}

/// The split keys of a table whose keys begin with a time.
#[derive(Clone, Copy)]
pub(crate) struct SpanKeys<'a> {
    clock: Clock,
    /// The atoms that a split key has.
    atoms: &'a [Atom],
    from: Civil,
    to: Civil,
    regions: u128,
}

impl<'a> SpanKeys<'a> {
    /// Split keys can be the same, if the element has fewer values in the span than regions.
    pub(crate) const fn new<'s>(
        parts: &Parts,
        atoms: &'a [Atom],
        span: TimeSpan<'s>,
        regions: u128,
    ) -> Result<Self, SpanFlaw<'s>> {
        let Some(clock) = Clock::of(parts, atoms) else { return Err(SpanFlaw::NoTime) };
        let (Some(from), Some(to)) = (day(span.from), day(span.to)) else {
            return Err(SpanFlaw::NoDay(if day(span.from).is_none() { span.from } else { span.to }));
        };
        let (first, last) = (from.seconds_or_epoch(), to.seconds_or_epoch());
        if first >= last {
            return Err(SpanFlaw::Backward);
        }
        let is_narrow = match (clock.number(atoms, first, false), clock.number(atoms, last, true)) {
            (Some(ClockNumber::At(_)), Some(ClockNumber::At(_))) => false,
            (Some(_), Some(_)) => true,
            _ => return Err(SpanFlaw::NoTime),
        };
        let end = if clock.is_date() { end_of_date(atoms, clock.at) } else { clock.at + 1 };
        let keys = Self { clock, atoms: atoms.split_at(end).0, from, to, regions };
        if is_narrow { Err(SpanFlaw::Narrow) } else { Ok(keys) }
    }

    /// Returns the width in bytes of every split key.
    pub(crate) const fn width(&self) -> usize {
        let (mut width, mut i) = (0, 0);
        while i < self.atoms.len() {
            width += self.atoms[i].leaf.width().0;
            i += 1;
        }
        width
    }

    /// Returns the time of split key `index`, from 1, in seconds after the epoch.
    const fn second(&self, index: u128) -> i64 {
        let cut = if self.clock.descends(self.atoms) { self.regions - index } else { index };
        if self.from.day == 1 && self.to.day == 1 {
            let months = (self.to.months() - self.from.months()) as u128 * cut;
            let month = self.from.months() + (months / self.regions) as i32;
            return part_of(Civil::of_month(month), Civil::of_month(month + 1), months % self.regions, self.regions);
        }
        part_of(self.from, self.to, cut, self.regions)
    }

    /// Returns the number of the atom at `at` in the key of this time.
    const fn number(&self, at: usize, second: i64) -> u128 {
        if at == self.clock.at {
            return match self.clock.number(self.atoms, second, false) {
                Some(ClockNumber::At(number) | ClockNumber::Beyond(number)) => number,
                None => 0,
            };
        }
        let Some(civil) = Civil::from_epoch(second, 0) else { return 0 };
        match self.atoms[at].leaf.as_number() {
            Some(Number { greatest: 12, .. }) => civil.month as u128,
            Some(Number { greatest: 31, .. }) => civil.day as u128,
            _ => civil.day_of_year() as u128,
        }
    }

    /// Returns `true` if all split keys differ.
    pub(crate) const fn are_distinct(&self) -> bool {
        let mut index = 2;
        while index < self.regions {
            let (mut at, mut differ) = (self.clock.at, false);
            while at < self.atoms.len() {
                differ |= self.atoms[at].leaf.as_number().is_some()
                    && self.number(at, self.second(index)) != self.number(at, self.second(index - 1));
                at += 1;
            }
            if !differ {
                return false;
            }
            index += 1;
        }
        true
    }

    /// Writes split key `index`, from 1, and returns its width.
    pub(crate) const fn write(&self, index: u128, out: &mut [u8]) -> usize {
        let second = self.second(index);
        let (mut width, mut at) = (0, 0);
        while at < self.atoms.len() {
            let atom = &self.atoms[at];
            width = match atom.leaf.as_number() {
                Some(Number { least, greatest, .. }) if at >= self.clock.at => {
                    let number = self.number(at, second);
                    let place = if atom.complemented { greatest - number } else { number - least };
                    atom.write_nth(place, out, width)
                }
                // Only the elements with a time have a time in the span.
                _ if atom.leaf.as_tag().is_some() => {
                    out[width] = if atom.complemented { !1 } else { 1 };
                    width + 1
                }
                // A constant.
                _ => atom.write_nth(0, out, width),
            };
            at += 1;
        }
        width
    }
}

/// Returns the number of atoms up to the last unit of a date that is not finer than a day. The year is at `year`.
const fn end_of_date(atoms: &[Atom], year: usize) -> usize {
    let (mut end, mut at) = (year + 1, year + 1);
    while at < atoms.len() && !matches!(atoms[at].owner, Source::Separator) {
        match atoms[at].leaf.as_number() {
            Some(Number { radix: Radix::Decimal, width: 2, least: 1, greatest: 12 }) => end = at + 1,
            Some(Number { radix: Radix::Decimal, least: 1, greatest: 31 | 366, .. }) => return at + 1,
            None if atoms[at].leaf.as_literal().is_some() => {}
            _ => return end,
        }
        at += 1;
    }
    end
}

/// Returns the time after `part` of `parts` equal parts between two times, in seconds after the epoch.
const fn part_of(from: Civil, to: Civil, part: u128, parts: u128) -> i64 {
    let (from, to) = (from.seconds_or_epoch(), to.seconds_or_epoch());
    from + ((to - from) as u128 * part / parts) as i64
}

/// Returns the start of the day, the month or the year in a text: `2020-06-01`, `2020-06` or `2020`. Returns `None` for
/// any other text.
const fn day(text: &str) -> Option<Civil> {
    let text = text.as_bytes();
    let (Some(year), Some(month), Some(day)) = (part(text, 0, 4, 1), part(text, 5, 2, 1), part(text, 8, 2, 1)) else {
        return None;
    };
    if !matches!(text.len(), 4 | 7 | 10) {
        return None;
    }
    let day = Civil { year: year as i32, month: month as u8, day: day as u8, ..Civil::EPOCH };
    if day.seconds().is_some() { Some(day) } else { None }
}

/// Returns the number in `width` digits at an offset, after a hyphen unless it is the first. Returns `absent` at the
/// end of the text, and `None` for other text.
const fn part(text: &[u8], at: usize, width: usize, absent: u32) -> Option<u32> {
    if at > text.len() && at > 0 {
        return Some(absent);
    }
    if at + width > text.len() || at > 0 && text[at - 1] != b'-' {
        return None;
    }
    let (mut number, mut i) = (0, 0);
    while i < width {
        match Radix::Decimal.value(text[at + i]) {
            Some(digit) => number = number * 10 + digit as u32,
            None => return None,
        }
        i += 1;
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_a_month_or_a_year_is_its_first_second() {
        let seconds = |text| day(text).and_then(|day| day.seconds());
        assert_eq!(seconds("1970"), Some(0));
        assert_eq!(seconds("1970-02"), Some(31 * 86_400));
        assert_eq!(seconds("1970-01-02"), Some(86_400));
        assert_eq!(seconds("2020-02-29"), Some(1_582_934_400));
        for wrong in ["", "70", "197O", "1970-", "1970-1", "1970-13", "1970-00", "2021-02-29", "1970-01-01T", "1970/01"]
        {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
    }
}
