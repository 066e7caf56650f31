//! A field's value as a salt sees it.

use super::Civil;

/// The kind of a field's value as a salt sees it. The field's codec states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputKind {
    /// An integer, or a clock: a count of time units.
    Number {
        /// For a clock, how many units make a second; 0 for other integers.
        per_second: u64,
        /// The least value.
        least: i128,
    },
    /// Text.
    Text,
    /// A byte string.
    Octets,
    /// An integer wider than the numbers of a salt: `u128`. A salt takes its bytes; views cannot be taken of it.
    Wide {
        /// The least value.
        least: u128,
    },
    /// A date or civil time. A salt takes its bytes, or a number by a calendar view.
    Civil,
    /// Anything else: a salt takes the bytes that the codec writes.
    Written,
}

impl InputKind {
    /// For a clock, how many units make a second; else 0.
    pub(crate) const fn per_second(self) -> u64 {
        match self {
            Self::Number { per_second, .. } => per_second,
            _ => 0,
        }
    }
}

/// A field's value as a salt sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Input<'a> {
    /// An integer in natural order, also if the codec writes it descending.
    Number(i128),
    /// Text, without padding, escapes or complement.
    Text(&'a str),
    /// A byte string, without padding, escapes or complement.
    Octets(&'a [u8]),
    /// A date or civil time, with the precision in which it is written.
    Civil(Civil),
    /// The bytes that the codec writes.
    Written,
}
