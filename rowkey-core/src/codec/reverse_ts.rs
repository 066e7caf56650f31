//! `reverse_ts`: `i64::MAX - ts`, so that the newest row comes first.

use super::epoch::{BEYOND, Counts, show_count, unit};
use super::{Codec, Epoch, Input, InputKind, Piece, Place};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::{Language, Order};
use core::fmt;

/// A codec of times in descending order: `i64::MAX - ts` in 8 bytes, big endian. `ts` is the count of units since the
/// epoch, and `PER_SECOND` is the number of units per second.
///
/// For an `i64`, also below zero, this is the complement of the value with its sign bit flipped. `FINER` is the rule
/// for a finer part, the same as in [`Counted`](super::Counted).
#[doc(hidden)]
#[derive(Debug)]
pub enum ReverseTs<const PER_SECOND: u64 = 1_000, const FINER: char = '?'> {}

/// Returns the bytes in the key: `i64::MAX - count`. 0 is `7F FF FF FF FF FF FF FF`, and 1 is `7F FF FF FF FF FF FF
/// FE`.
#[inline]
const fn turned(count: i64) -> [u8; 8] {
    i64::MAX.wrapping_sub(count).to_be_bytes()
}

impl<'k, T: Epoch, const PER_SECOND: u64, const FINER: char> Codec<'k, T> for ReverseTs<PER_SECOND, FINER> {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Counts::<T, PER_SECOND, FINER>::language("reverse_ts").descending();
    const NAME: &'static str = unit(PER_SECOND);
    const INPUT: InputKind = InputKind::Number { per_second: PER_SECOND, least: T::LEAST as i128 };
    const CUTS: bool = Counts::<T, PER_SECOND, FINER>::FLOORS;
    const TIME: Option<InputKind> = if T::IS_DATED { Some(<Self as Codec<'k, T>>::INPUT) } else { None };
    type Error = T::Error;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), T::Error> {
        out.put(&turned(value.count(PER_SECOND, Counts::<T, PER_SECOND, FINER>::FLOORS)?));
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let count = i64::MAX.wrapping_sub(i64::from_be_bytes(element.array()?));
        if count < T::LEAST {
            let (least, greatest) = (i128::from(T::LEAST), i128::from(i64::MAX));
            return Err(ElementError::Range { found: i128::from(count), least, greatest });
        }
        T::from_count(count, PER_SECOND).ok_or(BEYOND)
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        value
            .count(PER_SECOND, Counts::<T, PER_SECOND, FINER>::FLOORS)
            .map_or(Input::Written, |count| Input::Number(i128::from(count)))
    }

    #[inline]
    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, T::Error> {
        let (place, count) = value.place(PER_SECOND).place();
        if let Some(count) = count {
            out.put(&turned(count));
        }
        Ok(place.reversed())
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match <[u8; 8]>::try_from(element) {
            Ok(bytes) => show_count::<T>(i64::MAX.wrapping_sub(i64::from_be_bytes(bytes)), PER_SECOND, f),
            Err(_) => write!(f, "{}", crate::bytes::Hex(element)),
        }
    }
}

const _: () = assert!(matches!(<ReverseTs as Codec<'_, i64>>::LANGUAGE.order(), Order::Descending));

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

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
