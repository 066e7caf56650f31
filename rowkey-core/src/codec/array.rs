//! `[T; N]` of values of fixed width, one after another. For bytes, see [`bytes`](super::bytes).

use super::float::floats_of_items;
use super::stored::{DerivedCodec, Stored};
use super::tuple::{of_value, rank};
use super::{Codec, FindFloats, InputKind, Piece};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::Language;
use crate::language::message::Line;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::net::{Ipv4Addr, Ipv6Addr};
use core::num::NonZero;

/// A codec of arrays with items other than bytes, such as `[u16; 4]`. It writes the items one after another.
#[doc(hidden)]
#[derive(Debug)]
pub enum ArrayOf {}

/// A type whose arrays can be a field: any type of fixed width except `u8`, whose arrays are their own codec.
#[doc(hidden)]
pub trait ArrayItem {}

macro_rules! items {
    ($($(#[$cfg:meta])* $type:ty;)*) => {$(
        $(#[$cfg])*
        impl ArrayItem for $type {}
    )*};
}

items! {
    u16; u32; u64; u128; i8; i16; i32; i64; i128; bool; char; f32; f64; usize; isize; Ipv4Addr; Ipv6Addr;
    NonZero<u8>; NonZero<u16>; NonZero<u32>; NonZero<u64>; NonZero<u128>;
    NonZero<i8>; NonZero<i16>; NonZero<i32>; NonZero<i64>; NonZero<i128>;
    #[cfg(feature = "ulid")]
    ::ulid::Ulid;
    #[cfg(feature = "uuid")]
    ::uuid::Uuid;
}

impl<T> ArrayItem for Option<T> {}
impl<T, const N: usize> ArrayItem for [T; N] {}
impl<A, B> ArrayItem for (A, B) {}
impl<A, B, C> ArrayItem for (A, B, C) {}
impl<A, B, C, D> ArrayItem for (A, B, C, D) {}
impl<A, B, C, D, E> ArrayItem for (A, B, C, D, E) {}
impl<A, B, C, D, E, F> ArrayItem for (A, B, C, D, E, F) {}
/// Rejected by its language, with the reason.
impl<'k, T: DerivedCodec<'k>> ArrayItem for T {}

#[diagnostic::do_not_recommend]
impl<T: ArrayItem, const N: usize> Stored<'_> for [T; N] {
    type Codec = ArrayOf;
}

/// The language and the name of an array, as constants that others refer to.
struct ArrayParts<T, const N: usize>(PhantomData<T>);

impl<'k, T: Codec<'k>, const N: usize> ArrayParts<T, N> {
    const ITEM: Language = of_value::<T>();
    /// `[u16; 4]`
    const NAME: &'static Line<120> = &{
        let mut name = Line::new();
        name.text("[");
        name.text(T::NAME);
        name.text("; ");
        name.number(N as u128);
        name.text("]");
        name
    };
}

impl<'k, T: Codec<'k>, const N: usize> Codec<'k, [T; N]> for ArrayOf {
    const TRUSTED: bool = T::TRUSTED;
    const LANGUAGE: Language = Language::array(&ArrayParts::<T, N>::ITEM, N);
    const NAME: &'static str = ArrayParts::<T, N>::NAME.as_str();
    const BORROWS: bool = T::BORROWS;
    const TIME: Option<InputKind> = T::TIME;
    const FLOATS: Option<FindFloats> = floats_of_items::<T>();
    type Error = T::Error;

    fn write<S: Sink>(value: &[T; N], out: &mut S) -> Result<(), T::Error> {
        value.iter().try_for_each(|item| T::write(item, out))
    }

    fn read(element: Piece<'k, '_>) -> Result<[T; N], ElementError> {
        let width = const { T::LANGUAGE.width().0 };
        // Errors of an item count from its own start, so shift them to the start of the array.
        let item = |index: usize| {
            let at = index * width;
            T::read(element.part(at..at + width)).map_err(|error| error.shifted(at))
        };
        let items: Vec<T> = (0..N).map(item).collect::<Result<_, _>>()?;
        let wrong = ElementError::Width { found: element.len(), expected: N * width };
        if element.len() == N * width { items.try_into().map_err(|_| wrong) } else { Err(wrong) }
    }

    fn rank<S: Sink>(value: &[T; N], out: &mut S) -> Result<(), T::Error> {
        value.iter().try_for_each(|item| rank(item, out))
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        // A width of 0 is rejected at compile time.
        for (index, item) in element.chunks(const { T::LANGUAGE.width().0 }.max(1)).enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            T::show(item, f)?;
        }
        f.write_str("]")
    }
}
