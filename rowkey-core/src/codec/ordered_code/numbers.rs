//! Integers in ordered code: `Int64`, in the variable width of `Type.Int64.Encoding.OrderedCodeBytes`.

use super::OrderedCodeValue;
use crate::bytes::{Hex, Sink};
use crate::codec::terminated::escape;
use crate::error::ElementError;
use crate::language::Language;
use crate::language::ordered_code::{OrderedCodeKind, SignedNumber};
use alloc::borrow::Cow;
use core::fmt;

/// Reads an integer from `least` to `greatest`.
fn integer(bytes: &[u8], least: i64, greatest: i64) -> Result<i64, ElementError> {
    const NONE: ElementError =
        ElementError::Other("expected an integer in ordered code, in the minimum number of bytes");
    let found = SignedNumber::read(bytes).ok_or(NONE)?;
    match (least..=greatest).contains(&found) {
        true => Ok(found),
        false => Err(ElementError::Range { found: found.into(), least: least.into(), greatest: greatest.into() }),
    }
}

macro_rules! integers {
    ($($int:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'k> OrderedCodeValue<'k> for $int {
            const LANGUAGE: Language = Language::ordered_code(OrderedCodeKind::Integer {
                below: $int::MIN.abs_diff(0) as u64,
                greatest: $int::MAX as u64,
            });
            const NAME: &'static str = stringify!($int);

            #[inline]
            fn is_empty(&self) -> bool {
                false
            }

            #[inline]
            fn write<S: Sink>(&self, out: &mut S) {
                escape(SignedNumber::of(i64::from(*self)).as_slice(), out);
            }

            #[inline]
            fn read(bytes: Cow<'_, [u8]>) -> Result<Self, ElementError> {
                integer(&bytes, $int::MIN.into(), $int::MAX.into()).map(|number| number as $int)
            }

            fn show(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match SignedNumber::read(bytes) {
                    Some(number) => write!(f, "{number}"),
                    None => write!(f, "{}", Hex(bytes)),
                }
            }
        }
    )*};
}

integers! { u8 u16 u32 i8 i16 i32 i64 }
