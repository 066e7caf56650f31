//! `reverse_ts`: `i64::MAX - ts`, so that the newest row comes first.

use super::{Codec, Input, InputKind, Piece, Place};
use crate::error::{ElementError, Fault, ValueError};
use crate::language::{Language, Order};
use crate::sink::Sink;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

/// A time as a count since the epoch, of `PER_SECOND` units a second, written as `i64::MAX - ts` in 8 bytes, big
/// endian: of an `i64`, also below zero, the complement of the sign-flipped value.
#[derive(Debug)]
pub enum ReverseTs<const PER_SECOND: u64 = 1_000> {}

/// A type that `reverse_ts` can turn: a count since the epoch.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no time, and only a time can be reversed",
    label = "`reverse_ts` takes a count since the epoch: `i64` or `u64`",
    note = "to turn the order of another type: `#[rowkey(desc)]`"
)]
pub trait Epoch: Sized {
    /// The least count.
    const LEAST: i64;
    /// [`Infallible`] where every value is a count that fits an `i64`.
    type Error: Fault;

    /// The count, or why it does not fit an `i64`.
    ///
    /// # Errors
    /// [`ValueError::Range`] above `i64::MAX`.
    fn count(&self) -> Result<i64, Self::Error>;

    /// The value of a count that is not below [`Epoch::LEAST`].
    fn from_count(count: i64) -> Self;
}

#[diagnostic::do_not_recommend]
impl Epoch for i64 {
    const LEAST: i64 = i64::MIN;
    type Error = Infallible;

    #[inline]
    fn count(&self) -> Result<i64, Infallible> {
        Ok(*self)
    }

    #[inline]
    fn from_count(count: i64) -> Self {
        count
    }
}

#[diagnostic::do_not_recommend]
impl Epoch for u64 {
    const LEAST: i64 = 0;
    type Error = ValueError;

    #[inline]
    fn count(&self) -> Result<i64, ValueError> {
        i64::try_from(*self).map_err(|_| ValueError::Range {
            found: i128::from(*self),
            least: 0,
            greatest: i128::from(i64::MAX),
        })
    }

    #[inline]
    fn from_count(count: i64) -> Self {
        count as Self
    }
}

/// `i64::MAX - count`, as it stands in the key.
#[inline]
const fn turned(count: i64) -> [u8; 8] {
    i64::MAX.wrapping_sub(count).to_be_bytes()
}

impl<'k, T: Epoch, const PER_SECOND: u64> Codec<'k, T> for ReverseTs<PER_SECOND> {
    const LANGUAGE: Language = Language::number(8, 0, i64::MAX.wrapping_sub(T::LEAST) as u64 as u128).descending();
    const INPUT: InputKind = InputKind::Number { per_second: PER_SECOND, least: T::LEAST as i128 };
    type Error = T::Error;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), T::Error> {
        out.put(&turned(value.count()?));
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let count = i64::MAX.wrapping_sub(i64::from_be_bytes(element.array()?));
        if count < T::LEAST {
            let (least, greatest) = (i128::from(T::LEAST), i128::from(i64::MAX));
            return Err(ElementError::Range { found: i128::from(count), least, greatest });
        }
        Ok(T::from_count(count))
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        value.count().map_or(Input::Written, |count| Input::Number(i128::from(count)))
    }

    /// What is too large to be written would be the newest of all: below every element.
    #[inline]
    fn place(value: &T, out: &mut Vec<u8>) -> Result<Place, T::Error> {
        let Ok(count) = value.count() else { return Ok(Place::Below) };
        out.extend_from_slice(&turned(count));
        Ok(Place::At)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match <[u8; 8]>::try_from(element) {
            Ok(bytes) => write!(f, "{}", i64::MAX.wrapping_sub(i64::from_be_bytes(bytes))),
            Err(_) => write!(f, "{}", crate::range::Hex(element)),
        }
    }
}

const _: () = assert!(matches!(<ReverseTs as Codec<'_, i64>>::LANGUAGE.order(), Order::Descending));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_is_less_also_below_zero() {
        let times = [i64::MIN, -1, 0, 1, 1_357_016_400_000, i64::MAX];
        assert!(times.map(turned).is_sorted_by(|older, newer| older > newer));
        for time in times {
            let flipped = (time as u64 ^ 1 << 63).to_be_bytes();
            assert_eq!(turned(time), flipped.map(|byte| !byte));
            let bytes = turned(time);
            assert_eq!(<ReverseTs as Codec<'_, i64>>::read(Piece::Key(&bytes)), Ok(time));
        }
    }

    #[test]
    fn unsigned_times_stop_at_the_greatest_signed_one() {
        let mut out = Vec::new();
        assert!(<ReverseTs as Codec<'_, u64>>::write(&(1 << 63), &mut out).is_err());
        assert!(<ReverseTs as Codec<'_, u64>>::read(Piece::Key(&[0xFF; 8])).is_err());
        assert_eq!(<ReverseTs as Codec<'_, u64>>::read(Piece::Key(&turned(0))), Ok(0));
    }
}
