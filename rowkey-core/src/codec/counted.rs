//! `time(unit)`: a time as a count since the epoch.

use super::epoch::{BEYOND, Counts, show_count, unit};
use super::{Codec, Epoch, Input, InputKind, Piece, Place};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::Language;
use core::fmt;

/// A codec of times: the count of units since the epoch in 8 bytes, big endian. `PER_SECOND` is the number of units per
/// second.
///
/// Date and time types and `i64` are written as an `i64` with the sign bit flipped. A civil time counts as if it were
/// in UTC. A `u64` is written as it is, up to `i64::MAX`.
///
/// `FINER` is the rule for a part finer than the unit: `'f'` rounds it down, and `'e'` makes it an error. Any other
/// letter is rejected for a type that can have such a part.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::codec::{Codec, Counted};
///
/// let mut out = Vec::new();
/// <Counted<1> as Codec<i64>>::write(&180, &mut out)?; // seconds
/// assert_eq!(out, [0x80, 0, 0, 0, 0, 0, 0, 180]);
/// # Ok::<(), core::convert::Infallible>(())
/// ```
#[doc(hidden)]
#[derive(Debug)]
pub enum Counted<const PER_SECOND: u64 = 1_000, const FINER: char = '?'> {}

/// Returns the bytes in the key: the distance of `count` from the minimum count. In an `i64`, -1 is `7F FF FF FF FF FF
/// FF FF`, and 0 is `80 00 00 00 00 00 00 00`.
#[inline]
const fn raised<T: Epoch>(count: i64) -> [u8; 8] {
    count.wrapping_sub(T::LEAST).to_be_bytes()
}

impl<'k, T: Epoch, const PER_SECOND: u64, const FINER: char> Codec<'k, T> for Counted<PER_SECOND, FINER> {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Counts::<T, PER_SECOND, FINER>::language("time");
    const NAME: &'static str = unit(PER_SECOND);
    const INPUT: InputKind = InputKind::Number { per_second: PER_SECOND, least: T::LEAST as i128 };
    const CUTS: bool = Counts::<T, PER_SECOND, FINER>::FLOORS;
    const TIME: Option<InputKind> = if T::IS_DATED { Some(<Self as Codec<'k, T>>::INPUT) } else { None };
    type Error = T::Error;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), T::Error> {
        out.put(&raised::<T>(value.count(PER_SECOND, Counts::<T, PER_SECOND, FINER>::FLOORS)?));
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        let count = i64::from_be_bytes(element.array()?).wrapping_add(T::LEAST);
        // A `u64` or a duration has no counts above `i64::MAX`. Such bytes read as a negative count.
        if count < T::LEAST {
            let (least, greatest) = (i128::from(T::LEAST), i128::from(i64::MAX));
            return Err(ElementError::Range { found: i128::from(count as u64), least, greatest });
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
            out.put(&raised::<T>(count));
        }
        Ok(place)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(bytes) = <[u8; 8]>::try_from(element) else { return write!(f, "{}", crate::bytes::Hex(element)) };
        let count = i64::from_be_bytes(bytes).wrapping_add(T::LEAST);
        show_count::<T>(count, PER_SECOND, f)
    }
}
