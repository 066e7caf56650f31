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

    /// Copies the array straight from the key. The result of [`Codec::read`] shares its bytes with the error, so LLVM
    /// would take the array apart along the fields of the error, and put it together on the stack. The wide loads of
    /// the array would then wait for narrow stores (10 ns of a decode with two `[u8; 11]`, `call_arrays` in
    /// `benches/instructions`).
    #[inline(always)]
    fn read_first(
        rest: Piece<'k, '_>,
        _: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> Option<(usize, Result<[u8; N], ElementError>)> {
        Some((N, Ok(*rest.first_chunk()?)))
    }

    #[inline]
    fn input(value: &[u8; N]) -> Input<'_> {
        Input::Octets(value)
    }
}
