//! `via = T`: a value that converts into a `T` and is written as that `T`.

use super::ranges::{ElementRange, RangeEnd, StoredBytes};
use super::{Codec, FindFloats, Input, InputKind, Piece, Place, Start, TextCodec, TextPart, TextSearch};
use crate::bytes::Sink;
use crate::error::{CodecError, ElementError, ErrorIf, MayFail, ValueError};
use crate::language::Language;
use crate::layout::Layout;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

/// A codec of values that convert into a `T` and back, by `From` or `TryFrom`. `C` is the codec of `T`, and `CAN_FAIL`
/// is `true` if the conversion into `T` can fail. `SORTS` is `true` if values sort like their `T`.
///
/// The element has the bytes, the order, the salt input and the `explain` output of the `T`. The bounds of a range are
/// compared in the order of `T`, too. Without `SORTS`, elements have no order, and a range of values is an error.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::codec::{Codec, Piece, Via};
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct CallId(u32);
///
/// impl From<CallId> for u32 {
///     fn from(id: CallId) -> u32 {
///         id.0
///     }
/// }
///
/// impl From<u32> for CallId {
///     fn from(id: u32) -> CallId {
///         CallId(id)
///     }
/// }
///
/// let mut out = Vec::new();
/// Via::<u32, u32>::write(&CallId(7), &mut out).unwrap();
/// assert_eq!(out, [0, 0, 0, 7]);
/// assert_eq!(Via::<u32, u32>::read(Piece::Key(&out)), Ok(CallId(7)));
/// ```
#[doc(hidden)]
#[derive(Debug)]
pub struct Via<T, C, const CAN_FAIL: bool = false, const SORTS: bool = true>(PhantomData<(T, C)>);

/// An error that can occur if `E` can occur, or if `CAN_FAIL` is `true`.
#[derive(Debug)]
pub struct Either<E, const CAN_FAIL: bool>(PhantomData<E>);

impl<E: CodecError, const CAN_FAIL: bool> MayFail for Either<E, CAN_FAIL> {
    const CAN_FAIL: bool = CAN_FAIL || E::CAN_FAIL;
}

/// States whether the conversion of a `V` into a `T` can fail. A derive reads `CAN_FAIL` for types that it can name.
/// If `From` converts, this struct has the constant, and it takes precedence over that of [`MayNotConvert`].
#[derive(Debug)]
pub struct Conversion<V, T>(PhantomData<(V, T)>);

impl<V: Into<T>, T> Conversion<V, T> {
    /// `From` converts the value.
    pub const CAN_FAIL: bool = false;
}

/// The constant of every other [`Conversion`].
pub trait MayNotConvert {
    /// `TryFrom` converts the value.
    const CAN_FAIL: bool = true;
}

impl<V, T> MayNotConvert for Conversion<V, T> {}

/// A value that converts into a `T`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not convert into `{T}`, the type in `via`",
    label = "a field with `via = {T}` needs `Clone`, and `From<{Self}>` or `TryFrom<{Self}>` for `{T}`",
    note = "encode converts a copy of the value, and decode converts back",
    note = "see RK603 in rowkey::_compile_errors"
)]
pub trait IntoVia<T>: Sized {
    /// Returns the value as a `T`.
    ///
    /// # Errors
    /// Returns an error if the value does not convert.
    fn converted(&self) -> Result<T, ValueError>;
}

#[diagnostic::do_not_recommend]
impl<V: Clone, T: TryFrom<V>> IntoVia<T> for V {
    #[inline]
    fn converted(&self) -> Result<T, ValueError> {
        // `TryFrom` takes its value, so the value is cloned.
        T::try_from(self.clone()).map_err(|_| ValueError::Conversion {
            from: core::any::type_name::<V>(),
            into: core::any::type_name::<T>(),
        })
    }
}

/// A value that a `T` converts into.
#[diagnostic::on_unimplemented(
    message = "`{T}`, the type in `via`, does not convert into `{Self}`",
    label = "a field with `via = {T}` needs `From<{T}>` or `TryFrom<{T}>`",
    note = "decode reads a `{T}`, and converts it",
    note = "see RK603 in rowkey::_compile_errors"
)]
pub trait FromVia<T>: Sized {
    /// Returns the value of a `T`.
    ///
    /// # Errors
    /// Returns an error if the value does not convert.
    fn of_converted(read: T) -> Result<Self, ElementError>;
}

#[diagnostic::do_not_recommend]
impl<V: TryFrom<T>, T> FromVia<T> for V {
    #[inline]
    fn of_converted(read: T) -> Result<V, ElementError> {
        V::try_from(read).map_err(|_| ElementError::Conversion {
            from: core::any::type_name::<T>(),
            into: core::any::type_name::<V>(),
        })
    }
}

impl<'k, V, T, C, const CAN_FAIL: bool, const SORTS: bool> Codec<'k, V> for Via<T, C, CAN_FAIL, SORTS>
where
    V: IntoVia<T> + FromVia<T>,
    C: Codec<'k, T>,
{
    const TRUSTED: bool = C::TRUSTED;
    const LANGUAGE: Language = if SORTS { C::LANGUAGE } else { C::LANGUAGE.unordered() };
    const NAME: &'static str = C::NAME;
    const VARIANTS: &'static [&'static str] = C::VARIANTS;
    const KEY: Option<&'static Layout> = C::KEY;
    const INPUT: InputKind = C::INPUT;
    const TIME: Option<InputKind> = C::TIME;
    const TEXT: Option<TextSearch> = C::TEXT;
    const CUTS: bool = C::CUTS;
    const FLOATS: Option<FindFloats> = C::FLOATS;
    const CONVERTS: bool = true;
    const BORROWS: bool = C::BORROWS;
    type Error = ErrorIf<Either<C::Error, CAN_FAIL>>;

    #[inline]
    fn write<S: Sink>(value: &V, out: &mut S) -> Result<(), Self::Error> {
        C::write(&value.converted()?, out).map_err(|error| error.into_reason().into())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<V, ElementError> {
        V::of_converted(C::read(element)?)
    }

    #[inline]
    fn text_of_element(element: &[u8]) -> Option<Cow<'_, [u8]>> {
        C::text_of_element(element)
    }

    fn with_input<R>(value: &V, take: impl FnOnce(Input<'_>) -> R) -> Result<R, ValueError> {
        C::with_input(&value.converted()?, take)
    }

    fn place<S: Sink>(value: &V, out: &mut S) -> Result<Place, Self::Error> {
        C::place(&value.converted()?, out).map_err(|error| error.into_reason().into())
    }

    fn ranges(value: &V, end: RangeEnd, out: &mut Vec<ElementRange>) -> Result<StoredBytes, ValueError> {
        C::ranges(&value.converted()?, end, out)
    }

    fn rank<S: Sink>(value: &V, out: &mut S) -> Result<(), Self::Error> {
        if !SORTS {
            out.put_unranked();
            return Ok(());
        }
        C::rank(&value.converted()?, out).map_err(|error| error.into_reason().into())
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        C::show(element, f)
    }
}

/// The codec of an `Option` whose value converts into a `T`. It is for a `C` that writes `Option<T>` in its own form,
/// as in FoundationDB tuples.
#[derive(Debug)]
pub struct OptionVia<T, C, const CAN_FAIL: bool>(PhantomData<(T, C)>);

fn optional<V: IntoVia<T>, T>(value: &Option<V>) -> Result<Option<T>, ValueError> {
    value.as_ref().map(V::converted).transpose()
}

impl<'k, V, T, C, const CAN_FAIL: bool> Codec<'k, Option<V>> for OptionVia<T, C, CAN_FAIL>
where
    V: IntoVia<T> + FromVia<T>,
    C: Codec<'k, Option<T>>,
{
    const TRUSTED: bool = C::TRUSTED;
    const LANGUAGE: Language = C::LANGUAGE;
    const NAME: &'static str = C::NAME;
    const VARIANTS: &'static [&'static str] = C::VARIANTS;
    const KEY: Option<&'static Layout> = C::KEY;
    const INPUT: InputKind = C::INPUT;
    const TIME: Option<InputKind> = C::TIME;
    const CONVERTS: bool = true;
    const BORROWS: bool = C::BORROWS;
    type Error = ErrorIf<Either<C::Error, CAN_FAIL>>;

    #[inline]
    fn write<S: Sink>(value: &Option<V>, out: &mut S) -> Result<(), Self::Error> {
        C::write(&optional(value)?, out).map_err(|error| error.into_reason().into())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<Option<V>, ElementError> {
        C::read(element)?.map(V::of_converted).transpose()
    }

    fn with_input<R>(value: &Option<V>, take: impl FnOnce(Input<'_>) -> R) -> Result<R, ValueError> {
        C::with_input(&optional(value)?, take)
    }

    fn place<S: Sink>(value: &Option<V>, out: &mut S) -> Result<Place, Self::Error> {
        C::place(&optional(value)?, out).map_err(|error| error.into_reason().into())
    }

    fn rank<S: Sink>(value: &Option<V>, out: &mut S) -> Result<(), Self::Error> {
        C::rank(&optional(value)?, out).map_err(|error| error.into_reason().into())
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        C::show(element, f)
    }
}

impl<'k, V, T, C, const CAN_FAIL: bool, const SORTS: bool> TextCodec<'k, V> for Via<T, C, CAN_FAIL, SORTS>
where
    C: TextCodec<'k, T>,
{
    const FORWARD: bool = C::FORWARD;

    fn start<S: Sink>(part: TextPart, text: &[u8], out: &mut S) -> Start {
        C::start(part, text, out)
    }

    fn text_of(element: &[u8]) -> Cow<'_, [u8]> {
        C::text_of(element)
    }
}
