//! Types whose codec is another type.

use super::ranges::{ElementRange, RangeEnd, StoredBytes};
use super::{Codec, FindFloats, Input, InputKind, Piece, Place};
use crate::bytes::Sink;
use crate::error::{ElementError, ValueError};
use crate::language::Language;
use crate::layout::Layout;
use alloc::vec::Vec;
use core::fmt;

/// A type that can be a field without an attribute, although its codec is another type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored in a row key",
    label = "expected a type that has a codec",
    note = "a key struct derives `RowKey`; an enum derives `KeyCode`, and each variant has a code: `Caller = 1`",
    note = "a list of values, such as `Vec<u32>`, takes `#[rowkey(repeated)]`",
    note = "any other type takes `#[rowkey(via = T)]` if it converts into a `T` and back, by `From` or `TryFrom`, or `#[rowkey(with = MyCodec)]`, your own codec",
    note = "a type that does not convert, such as `IpAddr`, goes into your own struct that does",
    note = "a field that is no part of the key takes `#[rowkey(skip)]` if its type is `Default`, or is stored in the value of the row",
    note = "see RK602 in rowkey::_compile_errors"
)]
#[cfg_attr(
    not(all(
        feature = "bytes",
        feature = "chrono",
        feature = "compact_str",
        feature = "jiff",
        feature = "smol_str",
        feature = "std",
        feature = "time",
        feature = "ulid",
        feature = "uuid"
    )),
    diagnostic::on_unimplemented(
        note = "types of other crates are those of `jiff` 1, `chrono` 0.4, `time` 0.3, `uuid` 1, `ulid` 3, `bytes` 1, `smol_str` 0.3 and `compact_str` 0.10, each with the feature of its name, and `SystemTime` with `std`: `cargo add rowkey --features uuid` for a type of `uuid`"
    )
)]
#[doc(hidden)]
pub trait Stored<'k>: Sized {
    /// The codec that writes the values.
    type Codec;
}

/// The codec that a derive gives its type. The error for a type without a codec should not list such types. The
/// derives cannot write `do_not_recommend` at their impls, because `diagnostic` is not in scope in a crate without the
/// prelude. So it is at the impl below.
pub trait DerivedCodec<'k>: Sized {
    /// The codec that writes the values.
    type Codec;
}

#[diagnostic::do_not_recommend]
impl<'k, T: DerivedCodec<'k>> Stored<'k> for T {
    type Codec = T::Codec;
}

// `T::Codec` has its bound here and not in the trait. So every impl of `Stored` is valid by itself, and rustc shows
// none of them in the error for a type that cannot be stored.
impl<'k, T: Stored<'k>> Codec<'k, T> for T
where
    T::Codec: Codec<'k, T>,
{
    const TRUSTED: bool = T::Codec::TRUSTED;
    const LANGUAGE: Language = T::Codec::LANGUAGE;
    const NAME: &'static str = T::Codec::NAME;
    const VARIANTS: &'static [&'static str] = T::Codec::VARIANTS;
    const KEY: Option<&'static Layout> = T::Codec::KEY;
    const INPUT: InputKind = T::Codec::INPUT;
    const TIME: Option<InputKind> = T::Codec::TIME;
    const BORROWS: bool = T::Codec::BORROWS;
    const FLOATS: Option<FindFloats> = T::Codec::FLOATS;
    type Error = <T::Codec as Codec<'k, T>>::Error;

    #[inline]
    fn write<S: Sink>(value: &T, out: &mut S) -> Result<(), Self::Error> {
        T::Codec::write(value, out)
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<T, ElementError> {
        T::Codec::read(element)
    }

    #[inline]
    fn input(value: &T) -> Input<'_> {
        T::Codec::input(value)
    }

    fn place<S: Sink>(value: &T, out: &mut S) -> Result<Place, Self::Error> {
        T::Codec::place(value, out)
    }

    fn ranges(value: &T, end: RangeEnd, out: &mut Vec<ElementRange>) -> Result<StoredBytes, ValueError> {
        T::Codec::ranges(value, end, out)
    }

    fn rank<S: Sink>(value: &T, out: &mut S) -> Result<(), Self::Error> {
        T::Codec::rank(value, out)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::Codec::show(element, f)
    }
}

#[cfg(test)]
mod tests {
    /// A user with another version of a foreign crate learns which version is meant.
    #[test]
    fn messages_and_docs_name_the_versions_of_foreign_crates() {
        let manifest = include_str!("../../Cargo.toml");
        let times = [include_str!("moment.rs"), include_str!("epoch.rs")];
        let all = [include_str!("stored.rs"), include_str!("../../../src/lib.rs")];
        for name in ["jiff", "chrono", "time", "uuid", "ulid", "bytes", "smol_str", "compact_str"] {
            let start = alloc::format!("\n{name} = {{ version = \"");
            let (_, requirement) = manifest.split_once(&start).unwrap();
            let version = requirement.split('"').next().unwrap();
            // What Cargo takes for another version: the first number, and the second one after a 0.
            let numbers = if version.starts_with("0.") { 2 } else { 1 };
            let major = version.split('.').take(numbers).collect::<alloc::vec::Vec<_>>().join(".");
            let named = alloc::format!("`{name}` {major}");
            let texts = if matches!(name, "jiff" | "chrono" | "time") { &[times, all].concat() } else { &all[..] };
            for text in texts {
                assert!(text.contains(&named), "{named}");
            }
        }
    }
}
