//! `[u8; N]`, written as it is.

use super::{Codec, Input, InputKind, Piece};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::{ByteSet, Language};
use core::convert::Infallible;

#[diagnostic::do_not_recommend]
impl<'k, const N: usize> Codec<'k> for [u8; N] {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = Language::fixed(ByteSet::ALL, N);
    const NAME: &'static str = "bytes";
    const INPUT: InputKind = InputKind::Octets;
    type Error = Infallible;

    #[inline]
    fn write<S: Sink>(value: &[u8; N], out: &mut S) -> Result<(), Infallible> {
        out.put(value);
        Ok(())
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<[u8; N], ElementError> {
        element.array()
    }

    #[inline]
    fn input(value: &[u8; N]) -> Input<'_> {
        Input::Octets(value)
    }
}
