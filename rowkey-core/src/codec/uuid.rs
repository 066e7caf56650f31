//! `uuid::Uuid`, written as its 16 bytes.

use super::{Codec, Piece, show_as};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::Language;
use core::convert::Infallible;
use core::fmt;
use uuid::Uuid;

#[diagnostic::do_not_recommend]
impl<'k> Codec<'k> for Uuid {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::number(16, 0, u128::MAX);
    const NAME: &'static str = "Uuid";
    type Error = Infallible;

    #[inline]
    fn write<S: Sink>(value: &Uuid, out: &mut S) -> Result<(), Infallible> {
        out.put(value.as_bytes());
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<Uuid, ElementError> {
        element.array().map(Uuid::from_bytes)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_as::<Uuid, Uuid>(element, f)
    }
}
