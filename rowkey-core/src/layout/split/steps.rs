//! Keys at even steps between two bounds, computed exactly for any width: digit by digit, in the radix of the keys.
//!
//! The bounds `00` and `ff` in hex text, with `over` in 4 parts, have the step `40`, so the keys are `40`, `80` and
//! `c0`.

use crate::language::Radix;
use alloc::vec;
use alloc::vec::Vec;

/// The keys `low + i * floor((high - low + over) / parts)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps<'a> {
    radix: Radix,
    low: &'a [u8],
    high: &'a [u8],
    /// 1 if `high` itself counts as a value, else 0.
    over: u64,
    parts: u64,
    /// The number of digits. A shorter bound is filled with zeros: text on the left, bytes on the right.
    places: usize,
    /// The minimum width of a text key. Leading zeros beyond it are not written.
    width: usize,
}

/// The limit of differences. It is above any number of parts.
const FAR: u64 = 1 << 40;

impl<'a> Steps<'a> {
    /// Creates steps between numbers in text, which are written with `width` or more digits.
    pub(crate) const fn of_text(
        radix: Radix,
        (low, high): (&'a [u8], &'a [u8]),
        over: bool,
        parts: u64,
        width: usize,
    ) -> Self {
        let longer = if low.len() > high.len() { low.len() } else { high.len() };
        let places = if longer > width { longer } else { width };
        Self { radix, low, high, over: over as u64, parts, places, width }
    }

    /// Creates steps between byte strings like HBase's `Bytes.split`: if there are fewer values than parts, all keys
    /// and both bounds are one byte wider.
    pub(crate) const fn of_bytes(low: &'a [u8], high: &'a [u8], over: bool, parts: u64) -> Self {
        let mut steps = Self::of_text(Radix::Bytes, (low, high), over, parts, 0);
        while steps.is_narrow() && !matches!(steps.spread(), None | Some(0)) {
            steps.places += 1;
        }
        steps.width = steps.places;
        steps
    }

    const fn digit(&self, number: &[u8], place: usize) -> u64 {
        let at = match self.radix {
            Radix::Bytes => place,
            // Wraps for a position before the text, where the digit is 0.
            _ => (place + number.len()).wrapping_sub(self.places),
        };
        if at >= number.len() {
            return 0;
        }
        match value(self.radix, number[at]) {
            Some(digit) => digit,
            None => 0,
        }
    }

    /// Returns `high - low`, at most [`FAR`], or `None` if `high` is below `low`.
    pub(crate) const fn spread(&self) -> Option<u64> {
        let (mut spread, mut place) = (0, 0);
        while place < self.places {
            let (low, high) = (self.digit(self.low, place), self.digit(self.high, place));
            spread = spread * self.radix.base() as u64 + high;
            if spread < low {
                return None;
            }
            spread = if spread - low > FAR { FAR } else { spread - low };
            place += 1;
        }
        Some(spread)
    }

    /// Returns `true` if there are fewer values than parts.
    pub(crate) const fn is_narrow(&self) -> bool {
        match self.spread() {
            Some(spread) => spread + self.over < self.parts,
            None => true,
        }
    }

    /// Returns the number of digits of a step and of a value. It is also the width of the widest key.
    pub(crate) const fn places(&self) -> usize {
        self.places
    }

    /// Computes one step, `floor((high - low + over) / parts)`: subtraction from the last digit on, then long division.
    pub(crate) const fn step(&self, out: &mut [u8]) {
        let base = self.radix.base() as u64;
        let (mut place, mut carry, mut borrow) = (self.places, self.over, 0);
        while place > 0 {
            place -= 1;
            // Add `base`, so that the digit is never negative. Then a digit below `base` is a borrow, and `2 * base`
            // or more is a carry of `over`.
            let digit = base + self.digit(self.high, place) + carry - self.digit(self.low, place) - borrow;
            (carry, borrow) = ((digit >= 2 * base) as u64, (digit < base) as u64);
            out[place] = (digit % base) as u8;
        }
        let mut rest = carry;
        while place < self.places {
            let dividend = rest * base + out[place] as u64;
            (out[place], rest) = ((dividend / self.parts) as u8, dividend % self.parts);
            place += 1;
        }
    }

    /// Writes the digits of key number 0, the lower bound.
    pub(crate) const fn start(&self, value: &mut [u8]) {
        let mut place = 0;
        while place < self.places {
            value[place] = self.digit(self.low, place) as u8;
            place += 1;
        }
    }

    /// Adds one step: writes the digits of the next key.
    pub(crate) const fn advance(&self, step: &[u8], value: &mut [u8]) {
        let base = self.radix.base() as u16;
        let (mut place, mut carry) = (self.places, 0);
        while place > 0 {
            place -= 1;
            let sum = value[place] as u16 + step[place] as u16 + carry;
            carry = (sum >= base) as u16;
            value[place] = if sum >= base { sum - base } else { sum } as u8;
        }
    }

    /// Writes the key with these digits, and returns its width.
    pub(crate) const fn write(&self, value: &[u8], out: &mut [u8]) -> usize {
        let mut zeros = 0;
        while zeros + self.width < self.places && value[zeros] == 0 {
            zeros += 1;
        }
        let mut place = 0;
        while zeros + place < self.places {
            out[place] = self.radix.byte(value[zeros + place]);
            place += 1;
        }
        place
    }

    /// Returns `true` if the bounds are written as given: they are bytes, and one of them is as wide as the keys.
    const fn ends_as_given(&self) -> bool {
        matches!(self.radix, Radix::Bytes) && (self.places == self.low.len() || self.places == self.high.len())
    }

    /// Returns `true` if the lower bound is written as an empty key.
    pub(crate) const fn begins_empty(&self) -> bool {
        self.ends_as_given() && self.low.is_empty()
    }

    /// Writes the lower bound, or the upper one, and returns its width. Bytes are written as given, unless all keys
    /// are wider.
    pub(crate) const fn write_end(&self, upper: bool, value: &mut [u8], out: &mut [u8]) -> usize {
        let end = if upper { self.high } else { self.low };
        if self.ends_as_given() {
            let mut i = 0;
            while i < end.len() {
                out[i] = end[i];
                i += 1;
            }
            return i;
        }
        Self { low: end, ..*self }.start(value);
        self.write(value, out)
    }

    /// Returns keys 1 to `parts - 1`, at run time.
    pub(crate) fn inner(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let [mut step, mut value] = [vec![0; self.places], vec![0; self.places]];
        self.step(&mut step);
        self.start(&mut value);
        (1..self.parts).map(move |_| {
            self.advance(&step, &mut value);
            self.key(|out| self.write(&value, out))
        })
    }

    /// Returns the lower and the upper bound as keys.
    pub(crate) fn ends(&self) -> [Vec<u8>; 2] {
        [false, true].map(|upper| self.key(|out| self.write_end(upper, &mut vec![0; self.places], out)))
    }

    fn key(&self, write: impl FnOnce(&mut [u8]) -> usize) -> Vec<u8> {
        let mut key = vec![0; self.places];
        let width = write(&mut key);
        key.truncate(width);
        key
    }
}

/// Returns the value of a digit, or `None` if the byte is not a digit. Hex digits may be in either case.
pub(crate) const fn value(radix: Radix, byte: u8) -> Option<u64> {
    match radix {
        Radix::Bytes => Some(byte as u64),
        Radix::Decimal | Radix::Hex | Radix::UpperHex => match (byte as char).to_digit(radix.base() as u32) {
            Some(digit) => Some(digit as u64),
            None => None,
        },
    }
}
