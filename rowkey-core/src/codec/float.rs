//! Floats in `total_cmp` order: IEEE bits with the sign flipped, or all bits complemented below zero. `1.0_f32` is `BF
//! 80 00 00`, and `-1.0_f32` is `40 7F FF FF`.

use super::{Codec, FindFloats, Float, Piece, show_as};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::Language;
use alloc::vec;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;

macro_rules! floats {
    ($($float:ident $bits:ident;)*) => {$(
        /// Preserves every bit pattern, also the payload of a NaN.
        #[diagnostic::do_not_recommend]
        impl<'k> Codec<'k> for $float {
            const TRUSTED: bool = true;
            const LANGUAGE: Language = Language::number(size_of::<$float>(), 0, $bits::MAX as u128);
            const NAME: &'static str = stringify!($float);
            const FLOATS: Option<FindFloats> = Some(|element| vec![Float::new(element.len())]);
            type Error = Infallible;

            #[inline]
            fn write<S: Sink>(value: &$float, out: &mut S) -> Result<(), Infallible> {
                let bits = value.to_bits();
                let sign = 1 << ($bits::BITS - 1);
                out.put(&(if bits & sign == 0 { bits ^ sign } else { !bits }).to_be_bytes());
                Ok(())
            }

            #[inline]
            fn read(element: Piece<'k, '_>) -> Result<$float, ElementError> {
                let bits = $bits::from_be_bytes(element.array()?);
                let sign = 1 << ($bits::BITS - 1);
                Ok($float::from_bits(if bits & sign == 0 { !bits } else { bits ^ sign }))
            }

            /// Writes both zeros as the same bytes.
            fn rank<S: Sink>(value: &$float, out: &mut S) -> Result<(), Infallible> {
                <$float as Codec<'_>>::write(if *value == 0.0 { &0.0 } else { value }, out)
            }

            fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show_as::<$float, $float>(element, f)
            }
        }
    )*};
}

floats! {
    f32 u32;
    f64 u64;
}

/// Returns the floats in an element of `C` that begins at `at`.
pub(super) fn floats_of<'k, C: Codec<'k, T>, T>(element: &[u8], at: usize) -> Vec<Float> {
    let floats = C::FLOATS.map(|find| find(element)).unwrap_or_default();
    floats.into_iter().map(|float| float.shifted(at)).collect()
}

/// Returns the function that finds the floats of values one after another.
pub(super) const fn floats_of_items<'k, T: Codec<'k>>() -> Option<FindFloats> {
    match T::FLOATS {
        Some(_) => Some(|element| {
            let width = T::LANGUAGE.width().0.max(1);
            // Offsets of floats count from the start of the whole list.
            let items = element.chunks(width).enumerate();
            items.flat_map(|(index, item)| floats_of::<T, T>(item, index * width)).collect()
        }),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    #[test]
    fn bytes_follow_total_cmp_and_bits_come_back() {
        let values = [-f64::NAN, f64::NEG_INFINITY, -1.5, -0.0, 0.0, f64::MIN_POSITIVE, 1.5, f64::INFINITY, f64::NAN];
        let written = values.map(|value| {
            let mut out = Vec::new();
            let Ok(()) = f64::write(&value, &mut out);
            assert_eq!(f64::read(Piece::Key(&out)).unwrap().to_bits(), value.to_bits());
            out
        });
        assert!(written.is_sorted_by(|a, b| a < b) && values.is_sorted_by(|a, b| a.total_cmp(b).is_lt()));
    }
}
