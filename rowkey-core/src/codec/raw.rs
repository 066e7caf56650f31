//! `raw`: the bytes that Java's `Bytes.toBytes` writes.

use super::int::ZERO;
use super::{Codec, FindFloats, Float, Input, InputKind, Piece, show_as};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::Language;
use alloc::vec;
use core::convert::Infallible;
use core::fmt;
use core::num::NonZero;

/// A codec of signed integers in two's complement, and of floats as IEEE bits. Both are in big endian, as Java's
/// `Bytes.toBytes` writes them. The elements do not sort: negative values come last.
#[doc(hidden)]
#[derive(Debug)]
pub enum Raw {}

/// A type whose raw form differs from its usual form: a signed integer or a float.
///
/// This trait is sealed.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected a signed integer or a float, found `{Self}`",
    label = "`raw` takes a signed integer or a float",
    note = "leave out `raw` on an unsigned integer, which Java's `Bytes.toBytes` writes in the same way; make a time its count, an `i64`; for a `bool` write a codec: `#[rowkey(with = path)]`",
    note = "see RK611 in rowkey::_compile_errors"
)]
pub trait RawForm: RawBytes + for<'k> Codec<'k, Self, Error = Infallible> + fmt::Debug {}

/// The raw form of a number.
pub trait RawBytes: Sized {
    /// The name in the lock of a layout.
    const RAW: &'static str;
    /// The array of its bytes.
    type Bytes: AsRef<[u8]>;
    /// Returns the bytes of the number.
    fn to_raw(&self) -> Self::Bytes;
    /// Returns the number of the bytes.
    fn from_raw(raw: Piece<'_, '_>) -> Result<Self, ElementError>;
}

impl<'k, T: RawForm> Codec<'k, T> for Raw {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::number(size_of::<T>(), 0, u128::MAX >> (128 - 8 * size_of::<T>())).unordered();
    const NAME: &'static str = T::RAW;
    const INPUT: InputKind = <T as Codec<'k>>::INPUT;
    const FLOATS: Option<FindFloats> = match <T as Codec<'k>>::FLOATS {
        Some(_) => Some(|element| vec![Float::raw(element.len())]),
        None => None,
    };
    type Error = Infallible;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), Infallible> {
        out.put(value.to_raw().as_ref());
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        T::from_raw(element)
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        <T as Codec<'k>>::input(value)
    }

    #[inline]
    fn rank<S: Sink>(value: &T, out: &mut S) -> Result<(), Infallible> {
        <T as Codec<'k>>::rank(value, out)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_as::<Raw, T>(element, f)
    }
}

macro_rules! raw {
    ($($type:ty, $number:ty, |$value:ident| $to:expr, |$raw:ident| $from:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl RawForm for $type {}

        impl RawBytes for $type {
            const RAW: &'static str = concat!("raw ", stringify!($type));
            type Bytes = [u8; size_of::<$number>()];

            #[inline]
            fn to_raw(&self) -> Self::Bytes {
                let $value = *self;
                <$number>::to_be_bytes($to)
            }

            #[inline]
            fn from_raw(raw: Piece<'_, '_>) -> Result<Self, ElementError> {
                let $raw = <$number>::from_be_bytes(raw.array()?);
                $from
            }
        }
    )*};
}

raw! {
    i8, i8, |value| value, |raw| Ok(raw);
    i16, i16, |value| value, |raw| Ok(raw);
    i32, i32, |value| value, |raw| Ok(raw);
    i64, i64, |value| value, |raw| Ok(raw);
    i128, i128, |value| value, |raw| Ok(raw);
    f32, f32, |value| value, |raw| Ok(raw);
    f64, f64, |value| value, |raw| Ok(raw);
    NonZero<i8>, i8, |value| value.get(), |raw| Self::new(raw).ok_or(ZERO);
    NonZero<i16>, i16, |value| value.get(), |raw| Self::new(raw).ok_or(ZERO);
    NonZero<i32>, i32, |value| value.get(), |raw| Self::new(raw).ok_or(ZERO);
    NonZero<i64>, i64, |value| value.get(), |raw| Self::new(raw).ok_or(ZERO);
    NonZero<i128>, i128, |value| value.get(), |raw| Self::new(raw).ok_or(ZERO);
}
