//! Tuples of values of fixed width, one after another.

use super::float::floats_of;
use super::stored::Stored;
use super::{Codec, FindFloats, InputKind, Piece, Terminated};
use crate::bytes::{RankBytes, Sink};
use crate::error::{CodecError, ElementError, ErrorIf, MayFail};
use crate::language::Language;
use crate::language::message::Line;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

/// A codec of tuples of two to six values, such as `(u16, [u8; 3])`. `(A, B, C)` has the same bytes and the same lock
/// as `(A, (B, C))`.
#[doc(hidden)]
#[derive(Debug)]
pub enum Tuple {}

/// The languages and the name of a tuple, as constants that others refer to.
struct TupleParts<A, R>(PhantomData<(A, R)>);

impl<'k, A: Codec<'k>, R: Codec<'k>> TupleParts<A, R> {
    const FIRST: Language = of_value::<A>();
    const REST: Language = of_value::<R>();
    /// `(u16, [u8; 3])`
    const NAME: &'static Line<120> = &{
        let mut name = Line::new();
        name.text("(");
        name.text(A::NAME);
        name.text(", ");
        name.text(R::NAME);
        name.text(")");
        name
    };
}

/// Returns the language of a value in a tuple or an array. Rejects keys and codes, because their names would be lost.
pub(super) const fn of_value<'k, C: Codec<'k>>() -> Language {
    if C::KEY.is_some() || !C::VARIANTS.is_empty() {
        return Language::refused_by(
            "RK609",
            "tuples and arrays do not hold keys or codes, whose names a lock of the layout would not record",
            "write a struct of the values that derives `RowKey` in its place",
        );
    }
    C::LANGUAGE
}

/// Each line has the first value, the values between, the last value, and the tuple of all values but the first.
macro_rules! tuples {
    ($($first:ident, $($between:ident,)* .. $last:ident, $rest:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$first, $($between,)* $last> Stored<'_> for ($first, $($between,)* $last) {
            type Codec = Tuple;
        }

        impl<$first: CodecError, $($between: CodecError,)* $last: CodecError> MayFail for ($first, $($between,)* $last) {
            const CAN_FAIL: bool = $first::CAN_FAIL $(|| $between::CAN_FAIL)* || $last::CAN_FAIL;
        }

        impl<'k, $first, $($between,)* $last> Codec<'k, ($first, $($between,)* $last)> for Tuple
        where
            $first: Codec<'k>,
            $($between: Codec<'k>,)*
            $last: Codec<'k>,
            $rest: Codec<'k>,
        {
            const TRUSTED: bool = $first::TRUSTED && <$rest as Codec<'k>>::TRUSTED;
            // A tuple is its first value and the tuple of the others. So all tuples need only one form of language.
            const LANGUAGE: Language = Language::pair(&TupleParts::<$first, $rest>::FIRST, &TupleParts::<$first, $rest>::REST);
            const NAME: &'static str = TupleParts::<$first, $rest>::NAME.as_str();
            const BORROWS: bool = $first::BORROWS || <$rest as Codec<'k>>::BORROWS;
            const TIME: Option<InputKind> = $first::TIME;
            const FLOATS: Option<FindFloats> = match ($first::FLOATS, <$rest as Codec<'k>>::FLOATS) {
                (None, None) => None,
                _ => Some(|element| {
                    let width = $first::LANGUAGE.width().0;
                    let (first, rest) = element.split_at_checked(width).unwrap_or_default();
                    let mut floats = floats_of::<$first, $first>(first, 0);
                    floats.extend(floats_of::<$rest, $rest>(rest, width));
                    floats
                }),
            };
            type Error = ErrorIf<($first::Error, $($between::Error,)* $last::Error)>;

            #[allow(non_snake_case, reason = "values are named as their types")]
            fn write<S: Sink>(value: &($first, $($between,)* $last), out: &mut S) -> Result<(), Self::Error> {
                let ($first, $($between,)* $last) = value;
                $first::write($first, out).map_err(CodecError::into_reason)?;
                $($between::write($between, out).map_err(CodecError::into_reason)?;)*
                Ok($last::write($last, out).map_err(CodecError::into_reason)?)
            }

            fn read(element: Piece<'k, '_>) -> Result<($first, $($between,)* $last), ElementError> {
                let mut at = 0;
                Ok((
                    read_at::<$first>(element, &mut at)?,
                    $(read_at::<$between>(element, &mut at)?,)*
                    $last::read(element.part(at..element.len())).map_err(|error| error.shifted(at))?,
                ))
            }

            #[allow(non_snake_case, reason = "values are named as their types")]
            fn rank<S: Sink>(value: &($first, $($between,)* $last), out: &mut S) -> Result<(), Self::Error> {
                let ($first, $($between,)* $last) = value;
                rank($first, out).map_err(CodecError::into_reason)?;
                $(rank($between, out).map_err(CodecError::into_reason)?;)*
                Ok(rank($last, out).map_err(CodecError::into_reason)?)
            }

            fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("(")?;
                let rest = show_first::<$first>(element, f)?;
                $(let rest = show_first::<$between>(rest, f)?;)*
                $last::show(rest, f)?;
                f.write_str(")")
            }
        }
    )*};
}

tuples! {
    A, .. B, B;
    A, B, .. C, (B, C);
    A, B, C, .. D, (B, C, D);
    A, B, C, D, .. E, (B, C, D, E);
    A, B, C, D, E, .. F, (B, C, D, E, F);
}

/// Reads the value of fixed width at `at`, and moves `at` to its end.
fn read_at<'k, C: Codec<'k>>(element: Piece<'k, '_>, at: &mut usize) -> Result<C, ElementError> {
    let start = *at;
    *at += const { C::LANGUAGE.width().0 };
    C::read(element.part(start..*at)).map_err(|error| error.shifted(start))
}

/// Writes the rank of a value, terminated, so that later values do not change how it sorts.
pub(super) fn rank<'k, C: Codec<'k>, S: Sink>(value: &C, out: &mut S) -> Result<(), C::Error> {
    let mut rank = RankBytes::default();
    C::rank(value, &mut rank)?;
    let Ok(()) = <Terminated as Codec<'_, Vec<u8>>>::write(&rank.bytes, out);
    if rank.is_unranked {
        out.put_unranked();
    }
    Ok(())
}

/// Shows the first value, and returns the bytes after it.
fn show_first<'k, 'e, C: Codec<'k>>(element: &'e [u8], f: &mut fmt::Formatter<'_>) -> Result<&'e [u8], fmt::Error> {
    let (first, rest) = element.split_at_checked(const { C::LANGUAGE.width().0 }).unwrap_or((element, &[]));
    C::show(first, f)?;
    f.write_str(", ")?;
    Ok(rest)
}
