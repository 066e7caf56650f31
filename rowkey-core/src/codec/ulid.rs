//! `ulid::Ulid`, written as its 16 bytes.

use super::{Codec, Input, InputKind, Piece};
use crate::bytes::{Hex, Sink};
use crate::error::ElementError;
use crate::language::Language;
use core::convert::Infallible;
use core::fmt;
use ulid::Ulid;

#[diagnostic::do_not_recommend]
impl<'k> Codec<'k> for Ulid {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::number(16, 0, u128::MAX);
    const NAME: &'static str = "Ulid";
    const INPUT: InputKind = InputKind::TimeId;
    type Error = Infallible;

    #[inline]
    fn write<S: Sink>(value: &Ulid, out: &mut S) -> Result<(), Infallible> {
        out.put(&value.to_bytes());
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<Ulid, ElementError> {
        element.array().map(Ulid::from_bytes)
    }

    #[inline]
    fn input(value: &Ulid) -> Input<'_> {
        Input::TimeId(value.timestamp_ms())
    }

    /// Shows the 26 characters of `Display`. `Debug` of a ULID is the number.
    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Self::read(Piece::Key(element)) {
            Ok(value) => write!(f, "{value}"),
            Err(_) => write!(f, "{}", Hex(element)),
        }
    }
}
