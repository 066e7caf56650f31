//! What a value is to a salt.

use super::Civil;

/// What a field's value is to a salt, as its codec states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputKind {
    /// An integer. Of a clock, so many units make a second; 0 where it is none.
    Number {
        /// Units per second of a clock, else 0.
        per_second: u64,
        /// The least value.
        least: i128,
    },
    /// Text.
    Text,
    /// A byte string.
    Octets,
    /// An integer wider than the numbers of a salt: `u128`. Its bytes are, no view of it can be taken.
    Wide {
        /// The least value.
        least: u128,
    },
    /// A date or civil time. Its bytes are, the calendar views of it are numbers.
    Civil,
    /// Anything else: the bytes that are written.
    Written,
}

impl InputKind {
    /// Units per second of a clock, else 0.
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
    /// An integer, in natural order.
    Number(i128),
    /// Text, without padding, escapes or complement.
    Text(&'a str),
    /// A byte string, likewise.
    Octets(&'a [u8]),
    /// A date or civil time, as precise as it is written.
    Civil(Civil),
    /// The bytes that the codec writes.
    Written,
}
