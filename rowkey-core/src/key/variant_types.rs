//! The types that a variant of an enum can hold: the row key of its kind, or the bytes of every other key.
//!
//! Generated code checks each type here once, and names it through [`CheckedBy`](super::CheckedBy) everywhere else. So
//! a wrong type is one error.

use super::RowKey;

/// A type that a variant holds as the key of its kind.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a row key",
    label = "a variant with one field and no name for it holds the row key of its record type",
    note = "a struct becomes one by `#[derive(RowKey)]`; the variant's own fields have names: `Post {{ id: {Self} }}`",
    note = "see RK905 in rowkey::_compile_errors"
)]
#[doc(hidden)]
pub trait HeldKey {
    /// Always `()`.
    const IS_KEY: () = ();
}

#[diagnostic::do_not_recommend]
impl<K: RowKey> HeldKey for K {}

/// A type that holds every other key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold the bytes of every other key",
    label = "expected a type that converts from bytes and back",
    note = "these are `Vec<u8>`, and in an enum with a lifetime `&'a [u8]` and `Cow<'a, [u8]>`",
    note = "see RK907 in rowkey::_compile_errors"
)]
#[doc(hidden)]
pub trait OtherKey<'k> {
    /// Always `()`.
    const IS_OTHER: () = ();
}

#[diagnostic::do_not_recommend]
impl<'k, T: AsRef<[u8]> + From<&'k [u8]>> OtherKey<'k> for T {}
