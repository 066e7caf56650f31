//! Pairs of values of fixed width: the first, then the second.

use super::stored::Stored;
use super::{Codec, Piece, Terminated};
use crate::bytes::Sink;
use crate::error::{CodecError, ElementError, EncodeError, ValueError};
use crate::language::Language;
use crate::language::message::Line;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::marker::PhantomData;

/// The codec of a pair `(A, B)`. More values are a pair in a pair, or a struct that derives `RowKey`.
#[derive(Debug)]
pub enum Pair {}

#[diagnostic::do_not_recommend]
impl<A, B> Stored<'_> for (A, B) {
    type Codec = Pair;
}

/// The error of two codecs: none if neither fails.
pub trait Either<B>: CodecError {
    /// [`Infallible`] or [`ValueError`].
    type Error: CodecError;

    /// The error of the first.
    fn first(self) -> Self::Error;

    /// The error of the second.
    fn second(error: B) -> Self::Error;
}

impl<B: CodecError> Either<B> for Infallible {
    type Error = B;

    fn first(self) -> B {
        match self {}
    }

    fn second(error: B) -> B {
        error
    }
}

impl<B: CodecError> Either<B> for ValueError {
    type Error = Self;

    fn first(self) -> Self {
        self
    }

    fn second(error: B) -> Self {
        error.into_reason()
    }
}

/// The language refuses a key in a pair; with this impl, that is the only error.
impl<B: CodecError> Either<B> for EncodeError {
    type Error = ValueError;

    fn first(self) -> ValueError {
        self.into_reason()
    }

    fn second(error: B) -> ValueError {
        error.into_reason()
    }
}

/// The languages and the name of a pair, as constants that others refer to.
struct PairParts<A, B>(PhantomData<(A, B)>);

impl<'k, A: Codec<'k, A>, B: Codec<'k, B>> PairParts<A, B> {
    const FIRST: Language = of_value::<A>();
    const SECOND: Language = of_value::<B>();
    /// `(u16, [u8; 3])`
    const NAME: &'static Line<120> = &{
        let mut name = Line::new();
        name.text("(");
        name.text(A::NAME);
        name.text(", ");
        name.text(B::NAME);
        name.text(")");
        name
    };
}

/// The language of a value in a pair. Keys and codes have names, which a pair would lose.
const fn of_value<'k, C: Codec<'k, C>>() -> Language {
    if C::KEY.is_some() || !C::VARIANTS.is_empty() {
        return Language::refused(
            "a pair does not hold keys or codes, whose names the lock of the layout could not tell",
            "write a struct of both values that derives `RowKey` in place of the pair",
        );
    }
    C::LANGUAGE
}

impl<'k, A: Codec<'k, A>, B: Codec<'k, B>> Codec<'k, (A, B)> for Pair
where
    A::Error: Either<B::Error>,
{
    const TRUSTED: bool = A::TRUSTED && B::TRUSTED;
    const LANGUAGE: Language = Language::pair(&PairParts::<A, B>::FIRST, &PairParts::<A, B>::SECOND);
    const NAME: &'static str = PairParts::<A, B>::NAME.as_str();
    const BORROWS: bool = A::BORROWS || B::BORROWS;
    type Error = <A::Error as Either<B::Error>>::Error;

    fn write<S: Sink>((first, second): &(A, B), out: &mut S) -> Result<(), Self::Error> {
        A::write(first, out).map_err(Either::first)?;
        B::write(second, out).map_err(<A::Error as Either<B::Error>>::second)
    }

    fn read(element: Piece<'k, '_>) -> Result<(A, B), ElementError> {
        let width = const { A::LANGUAGE.width().0 };
        let second = element.part(width..element.len());
        Ok((A::read(element.part(0..width))?, B::read(second).map_err(|error| error.shifted(width))?))
    }

    fn rank<S: Sink>((first, second): &(A, B), out: &mut S) -> Result<(), Self::Error> {
        let mut rank = Vec::new();
        A::rank(first, &mut rank).map_err(Either::first)?;
        let Ok(()) = <Terminated as Codec<'_, Vec<u8>>>::write(&rank, out);
        B::rank(second, out).map_err(<A::Error as Either<B::Error>>::second)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = element.split_at_checked(const { A::LANGUAGE.width().0 }).unwrap_or((element, &[]));
        f.write_str("(")?;
        A::show(first, f)?;
        f.write_str(", ")?;
        B::show(second, f)?;
        f.write_str(")")
    }
}
