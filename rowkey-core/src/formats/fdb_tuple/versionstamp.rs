//! The versionstamp of a transaction of FoundationDB.

use super::{TupleValue, after_code};
use crate::bytes::Sink;
use crate::codec::{Codec, Piece};
use crate::error::ElementError;
use crate::language::leaf::tuple_element::VERSIONSTAMP;
use crate::language::{Language, TupleKind};
use core::convert::Infallible;
use core::fmt;

/// The transaction of a versionstamp that the store is still to write.
const UNSET: [u8; 10] = [0xFF; 10];

/// A FoundationDB versionstamp of 12 bytes: 10 bytes for the version of the transaction, and 2 bytes for the user
/// version.
///
/// FoundationDB writes the version of the transaction when it commits. Your program writes the user version, which
/// orders the rows of one transaction. A versionstamp is a field of a key with `encoding = fdb_tuple`, at most once per
/// key. An incomplete versionstamp sorts after all others.
///
/// The operand of the atomic operation `SET_VERSIONSTAMPED_KEY` is the key, followed by the offset of the versionstamp
/// in 4 bytes, little endian. [`Layout::versionstamp_offset_in`](crate::Layout::versionstamp_offset_in) returns the
/// offset.
///
/// ```
/// use rowkey::Versionstamp;
/// # extern crate rowkey_core as rowkey;
///
/// let stamp = Versionstamp::incomplete(7);
/// assert!(!stamp.is_complete());
/// let written = stamp.completed([0, 0, 0, 0, 1, 2, 3, 4, 0, 0]);
/// assert_eq!((written.transaction(), written.user()), ([0, 0, 0, 0, 1, 2, 3, 4, 0, 0], 7));
/// assert!(written < stamp);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Versionstamp {
    transaction: [u8; 10],
    user: u16,
}

impl Versionstamp {
    /// Creates the versionstamp of a committed transaction. `transaction` is 8 bytes of the version and 2 bytes of the
    /// position among the transactions committed at once.
    #[must_use]
    pub const fn new(transaction: [u8; 10], user: u16) -> Self {
        Self { transaction, user }
    }

    /// Creates a versionstamp for a transaction before its commit: ten bytes 0xFF, which the store replaces.
    #[must_use]
    pub const fn incomplete(user: u16) -> Self {
        Self { transaction: UNSET, user }
    }

    /// Returns the same versionstamp with the version of its committed transaction.
    #[must_use]
    pub const fn completed(self, transaction: [u8; 10]) -> Self {
        Self { transaction, ..self }
    }

    /// Returns `true` if the version of the transaction is known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.transaction != UNSET
    }

    /// Returns the version of the transaction: ten bytes 0xFF if it is not known.
    #[must_use]
    pub const fn transaction(&self) -> [u8; 10] {
        self.transaction
    }

    /// Returns the user version.
    #[must_use]
    pub const fn user(&self) -> u16 {
        self.user
    }
}

#[diagnostic::do_not_recommend]
impl<'k> TupleValue<'k> for Versionstamp {
    const LANGUAGE: Language = Language::tuple(TupleKind::Fixed { code: VERSIONSTAMP, width: 12 });
    const NAME: &'static str = "Versionstamp";
    type Error = Infallible;

    #[inline]
    fn write<S: Sink>(&self, out: &mut S) -> Result<(), Infallible> {
        out.put(&[VERSIONSTAMP]);
        out.put(&self.transaction);
        out.put(&self.user.to_be_bytes());
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<Self, ElementError> {
        let bytes: [u8; 12] = after_code(element, VERSIONSTAMP)?.array()?;
        let [transaction @ .., high, low] = bytes;
        Ok(Self { transaction, user: u16::from_be_bytes([high, low]) })
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::numbers::show::<Self>(element, f)
    }
}

/// Rejects a versionstamp outside a tuple at compile time.
#[diagnostic::do_not_recommend]
impl<'k> Codec<'k> for Versionstamp {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::refused_by(
        "RK612",
        "a versionstamp is an element of a tuple of FoundationDB",
        "give the struct that encoding: `#[rowkey(encoding = fdb_tuple)]`",
    );
    type Error = Infallible;

    fn write<S: Sink>(_: &Self, _: &mut S) -> Result<(), Infallible> {
        Ok(())
    }

    fn read(_: Piece<'k, '_>) -> Result<Self, ElementError> {
        Err(ElementError::Other("a versionstamp is only allowed in a tuple"))
    }
}
