//! A field's value as a salt sees it.

use super::Civil;

/// The kind of value that a field gives to a salt. The codec of the field states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputKind {
    /// An integer, or a clock: a count of time units.
    Number {
        /// The number of units per second for a clock, or 0 for other integers.
        per_second: u64,
        /// The minimum value.
        least: i128,
    },
    /// A text.
    Text,
    /// A byte string.
    Octets,
    /// An integer wider than the numbers of a salt: `u128`. A salt uses its bytes, and it has no views.
    Wide {
        /// The minimum value.
        least: u128,
    },
    /// A date or a civil time. A salt uses its bytes, or a number from a calendar view.
    Civil,
    /// An id that begins with the time of its creation, such as a ULID or a UUID of version 7: 48 bits of milliseconds
    /// since the epoch, then 80 other bits. A salt uses its bytes, or a number from views of the milliseconds.
    TimeId,
    /// Any other value. A salt uses the bytes that the codec writes.
    Written,
}

impl InputKind {
    /// Returns `true` for a time, and for an id that begins with one.
    pub(crate) const fn is_time(self) -> bool {
        matches!(self, Self::Number { per_second: 1.., .. } | Self::Civil | Self::TimeId)
    }

    /// Returns the number of units in a second for a clock and for an id that begins with a time, else 0.
    pub(crate) const fn per_second(self) -> u64 {
        match self {
            Self::Number { per_second, .. } => per_second,
            Self::TimeId => 1_000,
            _ => 0,
        }
    }
}

/// The value that a field gives to a salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Input<'a> {
    /// An integer in natural order, also if the codec writes it in descending order.
    Number(i128),
    /// A text without padding, escapes or complement.
    Text(&'a str),
    /// A byte string without padding, escapes or complement.
    Octets(&'a [u8]),
    /// A date or a civil time, with the precision of its element.
    Civil(Civil),
    /// The milliseconds since the epoch that an id begins with.
    TimeId(u64),
    /// The bytes that the codec writes.
    Written,
}
