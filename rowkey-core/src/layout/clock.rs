//! The clock of a key: its first element, if that is a time. Elements with a single value do not count.
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
//!
//! An optional time has a tag before its number. With `Option<i64>`, the keys of usual times begin with `01 80` and
//! `01 7F`, and those of `None` with `00 00`.

use crate::language::walk::{region_is_alive, rest_is_alive};
use crate::language::{Atom, Literal, Number, Order, is_below};
use crate::layout::salt::{Civil, InputKind, Salt, View, view};
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
    /// The time that the source begins with.
    time: InputKind,
    /// The index of the first atom of the time.
    pub(crate) at: usize,
    /// Whether the number grows or falls with the time, before its bytes are complemented. `Unordered` if the element
    /// does not begin with a number that follows the time, as with the pattern `%d%m%Y`.
    order: Order,
}

impl Clock {
    /// Returns `None` if the first element is not a time, or if a salt comes before it.
    pub(crate) const fn of(parts: &Parts, atoms: &[Atom]) -> Option<Self> {
        if parts.salt.is_some() {
            return None;
        }
        let Some((fields, index)) = first_varying(parts.fields) else { return None };
        let field = &fields[index];
        let source = match field.computed {
            Some(computed) if computed.is_monotonic() => &fields[computed.field()],
            Some(_) => return None,
            None => field,
        };
        let order = match field.computed {
            Some(computed) if computed.descending => Order::Descending,
            Some(_) => Order::Ascending,
            None => field.language.order_of_first(),
        };
        match source.time {
            Some(time) if !field.hashed => Some(Self { field, source, time, at: first_element(atoms), order }),
            _ => None,
        }
    }

    /// Returns `true` if the element begins with an id that begins with its time.
    pub(crate) const fn is_id(&self) -> bool {
        matches!(self.time, InputKind::TimeId)
    }

    /// Returns `true` if the element is a date as text.
    pub(crate) const fn is_date(&self) -> bool {
        matches!(self.time, InputKind::Civil) && self.field.computed.is_none()
    }

    const fn falls(&self) -> bool {
        matches!(self.order, Order::Descending)
    }

    /// Returns `true` if the bytes of the element fall while the time grows.
    pub(crate) const fn descends(&self, atoms: &[Atom]) -> bool {
        self.falls() != atoms[self.at].complemented
    }

    /// Returns the usual years of rows, without the last one: 1970 to 2100, or 1900 to 2100 in calendar text.
    pub(crate) const fn usual_years(&self) -> (i32, i32) {
        if matches!(self.time, InputKind::Civil) { (1900, 2100) } else { (1970, 2100) }
    }

    /// Returns the number of the first atom at a second after the epoch, or with `before` at the last moment before
    /// it. A date gives its year. Returns `None` if the atom is not a number that follows the time.
    pub(crate) const fn number(&self, atoms: &[Atom], second: i64, before: bool) -> Option<ClockNumber> {
        let Some(Number { least, greatest, .. }) = self.first_number(atoms) else { return None };
        let per_second = match self.time {
            InputKind::Number { per_second, .. } => per_second,
            InputKind::TimeId => 1_000,
            _ => 1,
        };
        let count = second as i128 * per_second as i128 - before as i128;
        let distance = match (self.field.computed, self.time) {
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
        let nearest_number = if self.falls() { greatest - nearest } else { least + nearest };
        Some(if nearest as i128 == distance {
            ClockNumber::At(nearest_number)
        } else {
            ClockNumber::Beyond(nearest_number)
        })
    }

    /// Returns the first number, or `None` if the element does not begin with a number that follows the time.
    const fn first_number(&self, atoms: &[Atom]) -> Option<Number> {
        match self.order {
            Order::Ascending | Order::Descending if self.at < atoms.len() => atoms[self.at].leaf.as_number(),
            _ => None,
        }
    }

    /// Returns the elements with usual times, or `None` if the element does not begin with a number that follows the
    /// time.
    pub(crate) const fn usual(&self, atoms: &[Atom]) -> Option<UsualElements> {
        let Some(Number { width, least, greatest, .. }) = self.first_number(atoms) else { return None };
        let atom = &atoms[self.at];
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
    /// Returns `true` if a key of `atoms` at or above `start` and below `stop` has a usual time, or none. The first atom
    /// that is neither constant nor a tag is the time.
    ///
    /// The atoms before it are removed from the range, one after another. With `Option<i64>` and the range `01 20` to
    /// `01 90`, the numbers are `20` to `90`, and no key with the tag 00 is in the range.
    pub(crate) const fn are_alive(&self, atoms: &[Atom], start: &[u8], stop: Option<&[u8]>) -> bool {
        let [atom, rest @ ..] = atoms else { return false };
        let rest_of_range = if let Some(tag) = atom.leaf.as_tag() {
            if let Some((start, stop)) = after_bytes(atom, 0, 1 + tag.width, start, stop) {
                if rest_is_alive(rest.split_at(tag.atoms).1, start, stop) {
                    return true;
                }
            }
            after_bytes(atom, 1, 1, start, stop)
        } else if is_constant(atom) {
            after_constant(atom, start, stop)
        } else {
            return match self.limit(start, stop) {
                Some((start, stop)) => region_is_alive(atoms, start, stop),
                None => false,
            };
        };
        match rest_of_range {
            Some((start, stop)) => self.are_alive(rest, start, stop),
            None => false,
        }
    }

    /// Limits a range of keys, without the atoms before the element, to keys with usual times. Returns `None` if there
    /// are none.
    const fn limit<'a>(&'a self, start: &'a [u8], stop: Option<&'a [u8]>) -> Option<(&'a [u8], Option<&'a [u8]>)> {
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

impl Salt {
    /// Returns the time that alone decides the bucket for a second or longer, or `None` if there is no such time: then
    /// rows of one second can be in several buckets.
    ///
    /// With `of(at.hour)` or `of(at.div(60_000))` of milliseconds, all rows of a second have one bucket. With
    /// `of(at.div(100))` or `of(at.hour, device)`, they do not.
    pub(crate) const fn slow_time(&self, fields: &'static [Field]) -> Option<&'static Field> {
        if self.rest {
            return slow_time_of(fields);
        }
        let (mut time, mut i) = (None, 0);
        while i < self.inputs.len() {
            let field = &fields[self.inputs[i].field];
            if !is_constant_field(field) {
                if !is_slow(field, self.inputs[i].views) {
                    return None;
                }
                time = Some(field);
            }
            i += 1;
        }
        time
    }
}

/// Returns the time that alone decides these fields for a second or longer.
const fn slow_time_of(fields: &'static [Field]) -> Option<&'static Field> {
    let (mut time, mut i) = (None, 0);
    while i < fields.len() {
        let field = &fields[i];
        if !is_constant_field(field) {
            if !is_slow(field, &[]) {
                return None;
            }
            time = Some(field);
        }
        i += 1;
    }
    time
}

/// Returns `true` for a field with a single value, and for a computed element, which is no more than its field.
const fn is_constant_field(field: &Field) -> bool {
    field.computed.is_some() || matches!(field.language.count(), Some(1))
}

/// Returns `true` if the views of a field are the same for all times of a second, and nothing but its time decides them.
pub(crate) const fn is_slow(field: &Field, views: &[View]) -> bool {
    if let Some(key) = field.key {
        return !field.language.is_list() && slow_time_of(key.parts.fields).is_some();
    }
    let Some(time) = field.time else { return false };
    // The whole value of a tuple is more than its first time.
    if !field.input.is_time() && !field.language.is_option() {
        return false;
    }
    match (time, views) {
        (_, [View::Calendar(_), ..]) => true,
        (InputKind::Civil, _) => field.language.has_whole_seconds(),
        (InputKind::Number { .. } | InputKind::TimeId, _) => {
            view::same_for(views, time.per_second()) >= time.per_second() as u128
        }
        _ => false,
    }
}

/// Returns the first field with more than one value, as an index into the fields of its key: these, or those of a
/// nested key.
const fn first_varying(fields: &'static [Field]) -> Option<(&'static [Field], usize)> {
    let mut index = 0;
    while index < fields.len() {
        match fields[index].key {
            Some(key) => {
                if let Some(found) = first_varying(key.parts.fields) {
                    return Some(found);
                }
            }
            None if matches!(fields[index].language.count(), Some(1)) => {}
            None => return Some((fields, index)),
        }
        index += 1;
    }
    None
}

/// Returns the index of the first atom that is neither constant nor the tag of an optional value, or the number of
/// atoms.
const fn first_element(atoms: &[Atom]) -> usize {
    let mut at = 0;
    while at < atoms.len() && (is_constant(&atoms[at]) || atoms[at].leaf.as_tag().is_some()) {
        at += 1;
    }
    at
}

/// Returns `true` for a literal, and for a number or a code with a single value.
pub(crate) const fn is_constant(atom: &Atom) -> bool {
    match atom.leaf.last() {
        Some(0) => atom.leaf.as_literal().is_some() || matches!(atom.leaf.fixed_width(), Some(..=WIDEST)),
        _ => false,
    }
}

/// A range of keys: at or above the first key, and below the second one.
type KeysBetween<'a> = (&'a [u8], Option<&'a [u8]>);

/// Returns the part of a range of keys that begins with the bytes of a constant atom, without these bytes. Returns
/// `None` if no key in the range begins with them.
const fn after_constant<'a>(atom: &Atom, start: &'a [u8], stop: Option<&'a [u8]>) -> Option<KeysBetween<'a>> {
    let (mut start, mut stop, mut i) = (start, stop, 0);
    let mut value = [0; WIDEST];
    let bytes: &[u8] = match atom.leaf.as_literal() {
        Some(Literal(bytes)) => bytes,
        None => {
            let width = atom.leaf.write_nth(0, &mut value, 0);
            value.split_at(width).0
        }
    };
    while i < bytes.len() {
        (start, stop) = match after_bytes(atom, bytes[i], 1, start, stop) {
            Some(rest) => rest,
            None => return None,
        };
        i += 1;
    }
    Some((start, stop))
}

/// Returns the part of a range of keys that begins with `count` times this byte, without these bytes. Returns `None` if
/// no key in the range begins with them. The bytes are complemented if the atom is.
const fn after_bytes<'a>(
    atom: &Atom,
    byte: u8,
    count: usize,
    start: &'a [u8],
    stop: Option<&'a [u8]>,
) -> Option<KeysBetween<'a>> {
    let (mut start, mut stop, mut removed) = (start, stop, 0);
    let byte = if atom.complemented { !byte } else { byte };
    while removed < count {
        start = match start {
            [first, rest @ ..] if *first == byte => rest,
            [first, ..] if *first > byte => return None,
            _ => &[],
        };
        stop = match stop {
            Some([first, rest @ ..]) if *first == byte && !rest.is_empty() => Some(rest),
            None => None,
            Some([first, ..]) if *first > byte => None,
            Some(_) => return None,
        };
        removed += 1;
    }
    Some((start, stop))
}
