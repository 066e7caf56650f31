//! The clock of a key: its first element, if that is a time.
//!
//! A clock decides two things that the width of its bytes does not show:
//!
//! - All writes of a moment go to one region, because their keys begin with the same time.
//! - Rows have times from 1970 to 2100. Eight bytes of milliseconds have room for 584 million years, so most regions
//!   stay empty if the numbers are split evenly.
//!
//! An example with `#[reverse_ts] at: i64`, which writes `i64::MAX - at`:
//!
//! ```text
//! time        milliseconds       key
//! 1970-01-01  0                  7F FF FF FF FF FF FF FF
//! 2100-01-01  4,102,444,800,000  7F FF FC 44 D3 3C 27 FF
//! ```
//!
//! With the split keys `20 00 ..`, `40 00 ..` to `E0 00 ..`, all rows are in the region from `60 00 ..` to `80 00 ..`.
//!
//! The first id of a millisecond has the number `milliseconds << 80`. The ids of 2100-01-01 begin with
//! `03 BB 2C C3 D8 00`, so the usual ones have first bytes from `00` to `03`.

use crate::language::{Atom, Leaf, Order, is_below};
use crate::layout::salt::{Civil, InputKind};
use crate::layout::{Field, Parts};

/// The maximum width in bytes of a number: the decimal digits of a `u128`.
const WIDEST: usize = 39;

/// The number of bits after the milliseconds in an id that begins with a time.
const ID_BITS: u32 = 80;

/// The first element of a key, if it is a time, or if it is computed from a time and keeps its order.
#[derive(Clone, Copy)]
pub(crate) struct Clock {
    /// The first element.
    pub(crate) field: &'static Field,
    /// The field with the time: the first element itself, or the field that it is computed from.
    pub(crate) source: &'static Field,
    /// The index of its first atom.
    pub(crate) at: usize,
    /// `true` if the number falls while the time grows, apart from a complement of its bytes.
    falls: bool,
}

impl Clock {
    /// Returns `None` if the first element is not a time, or if a salt comes before it.
    pub(crate) const fn of(parts: &Parts, atoms: &[Atom]) -> Option<Self> {
        let mut fields = parts.fields;
        while let [Field { key: Some(key), .. }, ..] = fields {
            fields = key.parts.fields;
        }
        let [field, ..] = fields else { return None };
        let source = match field.computed {
            Some(computed) if computed.is_monotonic() => &fields[computed.field()],
            Some(_) => return None,
            None => field,
        };
        let falls = match (field.computed, field.order()) {
            (Some(computed), _) => computed.descending,
            (None, Order::Ascending) => field.language.is_complemented(),
            (None, Order::Descending) => !field.language.is_complemented(),
            (None, Order::Unordered) => return None,
        };
        let at = first_element(atoms);
        if !source.is_time || field.hashed || parts.salt.is_some() || at == atoms.len() {
            return None;
        }
        Some(Self { field, source, at, falls })
    }

    /// Returns `true` if the bytes of the element fall while the time grows.
    pub(crate) const fn descends(&self, atoms: &[Atom]) -> bool {
        self.falls != atoms[self.at].complemented
    }

    /// Returns the usual years of rows, without the last one: 1970 to 2100, or 1900 to 2100 in calendar text.
    pub(crate) const fn usual_years(&self) -> (i32, i32) {
        if matches!(self.source.input, InputKind::Civil) { (1900, 2100) } else { (1970, 2100) }
    }

    /// Returns the number of the first atom at a second after the epoch, or with `before` at the last moment before
    /// it. A date gives its year. Returns `None` if the atom is not a number.
    pub(crate) const fn number(&self, atoms: &[Atom], second: i64, before: bool) -> Option<ClockNumber> {
        let Leaf::Number { least, greatest, .. } = atoms[self.at].leaf else { return None };
        let per_second = match self.source.input {
            InputKind::Number { per_second, .. } => per_second,
            InputKind::TimeId => 1_000,
            _ => 1,
        };
        let count = second as i128 * per_second as i128 - before as i128;
        let distance = match (self.field.computed, self.source.input) {
            (Some(computed), _) => match computed.number_at(count) {
                Some(number) => number,
                None => return None,
            },
            (None, InputKind::Number { least, .. }) => count.saturating_sub(least),
            (None, InputKind::TimeId) => (count << ID_BITS) + if before { (1 << ID_BITS) - 1 } else { 0 },
            (None, _) => match Civil::from_epoch(count as i64, 0) {
                Some(civil) => civil.year as i128,
                None => return None,
            },
        };
        let nearest = match distance {
            ..0 => 0,
            _ if distance as u128 > greatest - least => greatest - least,
            _ => distance as u128,
        };
        let nearest_number = if self.falls { greatest - nearest } else { least + nearest };
        Some(if nearest as i128 == distance {
            ClockNumber::At(nearest_number)
        } else {
            ClockNumber::Beyond(nearest_number)
        })
    }

    /// Returns the elements with usual times, or `None` if the element does not begin with a number.
    pub(crate) const fn usual(&self, atoms: &[Atom]) -> Option<UsualElements> {
        let atom = &atoms[self.at];
        let Leaf::Number { width, least, greatest, .. } = atom.leaf else { return None };
        let mut i = 0;
        while i < self.at {
            // A nested key that descends and has a prefix. Nothing is known of it.
            if atoms[i].complemented {
                return None;
            }
            i += 1;
        }
        if width > WIDEST {
            return None;
        }
        let (from, to) = self.usual_years();
        let (from, to) = (Civil::of_month(12 * from).seconds_or_epoch(), Civil::of_month(12 * to).seconds_or_epoch());
        // An element without a number for the first usual time is for other times.
        let (Some(ClockNumber::At(first)), Some(ClockNumber::At(last) | ClockNumber::Beyond(last))) =
            (self.number(atoms, from, false), self.number(atoms, to, true))
        else {
            return None;
        };
        let (first, last) = match atom.complemented {
            true => (greatest - first, greatest - last),
            false => (first - least, last - least),
        };
        let (low, high) = if first < last { (first, last) } else { (last, first) };
        let mut usual = UsualElements { width, low: [0; WIDEST], end: None };
        atom.write_nth(low, &mut usual.low, 0);
        if high < greatest - least {
            let mut end = [0; WIDEST];
            atom.write_nth(high + 1, &mut end, 0);
            usual.end = Some(end);
        }
        Some(usual)
    }
}

/// The number that an element has for a time.
#[derive(Clone, Copy)]
pub(crate) enum ClockNumber {
    /// This number.
    At(u128),
    /// None: the time is beyond the numbers of the element. This is the nearest one.
    Beyond(u128),
}

/// The bytes of the elements with usual times.
#[derive(Clone, Copy)]
pub(crate) struct UsualElements {
    width: usize,
    low: [u8; WIDEST],
    /// The lowest element above them, or `None` if there is none.
    end: Option<[u8; WIDEST]>,
}

impl UsualElements {
    /// Limits a range of keys, without the literals before the element, to keys with usual times. Returns `None` if
    /// there are none.
    pub(crate) const fn limit<'a>(
        &'a self,
        start: &'a [u8],
        stop: Option<&'a [u8]>,
    ) -> Option<(&'a [u8], Option<&'a [u8]>)> {
        let low = self.low.split_at(self.width).0;
        let start = if is_below(start, low) { low } else { start };
        let stop = match (&self.end, stop) {
            (None, stop) => stop,
            (Some(end), Some(stop)) if is_below(stop, end.split_at(self.width).0) => Some(stop),
            (Some(end), _) => Some(end.split_at(self.width).0),
        };
        match stop {
            Some(stop) if !is_below(start, stop) => None,
            stop => Some((start, stop)),
        }
    }
}

/// Returns the index of the first atom that is not a literal, or the number of atoms.
const fn first_element(atoms: &[Atom]) -> usize {
    let mut at = 0;
    while at < atoms.len() && matches!(atoms[at].leaf, Leaf::Literal(_)) {
        at += 1;
    }
    at
}
