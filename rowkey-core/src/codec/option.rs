//! `Option<T>` of a `T` of fixed width: 00 and zeros, or 01 and the value. `None` sorts first. `Some(7_u16)` is `01 00
//! 07`, and `None` is `00 00 00`. If the width of `T` varies, no zeros follow: `None` is `00`.

use super::float::floats_of;
use super::ranges::{Edge, ElementRange, RangeEnd, StoredBytes};
use super::stored::Stored;
use super::{Codec, FindFloats, InputKind, Piece, Place, ranges_of_one};
use crate::bytes::{Scratch, Sink};
use crate::error::{ElementError, ValueError};
use crate::language::Language;
use crate::layout::Layout;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

const ZEROS: [u8; 64] = [0; 64];

/// A codec of `Option<T>`, where `C` is the codec of `T`. `None` is 0x00 and zeros up to the width of `C`, if it is fixed.
/// `Some` is 0x01 and the element of `C`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Optional<C>(PhantomData<C>);

#[diagnostic::do_not_recommend]
impl<T> Stored<'_> for Option<T> {
    type Codec = Optional<T>;
}

impl<'k, C: Codec<'k, T>, T> Codec<'k, Option<T>> for Optional<C> {
    const TRUSTED: bool = C::TRUSTED;
    const LANGUAGE: Language = Language::optional(&C::LANGUAGE, C::BORROWS);
    const NAME: &'static str = C::NAME;
    const VARIANTS: &'static [&'static str] = C::VARIANTS;
    const KEY: Option<&'static Layout> = C::KEY;
    const BORROWS: bool = C::BORROWS;
    const CUTS: bool = C::CUTS;
    const TIME: Option<InputKind> = C::TIME;
    const FLOATS: Option<FindFloats> = match C::FLOATS {
        Some(_) => Some(|element| match element.split_first() {
            Some((1, value)) => floats_of::<C, T>(value, 1),
            _ => Vec::new(),
        }),
        None => None,
    };
    type Error = C::Error;

    #[inline]
    fn write<S: Sink>(value: &Option<T>, out: &mut S) -> Result<(), C::Error> {
        match value {
            Some(value) => {
                out.put(&[1]);
                C::write(value, out)
            }
            None => {
                out.put(&[0]);
                // In blocks, because the zeros come from an array.
                let mut remaining = const { C::LANGUAGE.width_of_none() };
                while remaining > 0 {
                    let zeros = remaining.min(ZEROS.len());
                    out.put(&ZEROS[..zeros]);
                    remaining -= zeros;
                }
                Ok(())
            }
        }
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<Option<T>, ElementError> {
        let value = element.part(1..element.len());
        match element.first() {
            Some(1) => C::read(value).map(Some).map_err(|error| error.shifted(1)),
            // Only zeros, so that `None` has one element.
            Some(0) => match value.iter().position(|&byte| byte != 0) {
                None if value.len() == const { C::LANGUAGE.width_of_none() } => Ok(None),
                None => Err(ElementError::Width { found: element.len(), expected: 1 + C::LANGUAGE.width_of_none() }),
                Some(at) => {
                    Err(ElementError::Byte { at: at + 1, found: value[at], expected: "0x00 (the value is `None`)" })
                }
            },
            Some(&found) => Err(ElementError::Byte { at: 0, found, expected: "0x00 or 0x01" }),
            None => Err(ElementError::Width { found: 0, expected: 1 }),
        }
    }

    fn place<S: Sink>(value: &Option<T>, out: &mut S) -> Result<Place, C::Error> {
        match value {
            Some(value) => {
                let mut inner = Scratch::new();
                match C::place(value, &mut inner)? {
                    // Below all values of `C`, but above `None`.
                    Place::Below => {
                        Self::write(&None::<T>, out)?;
                        Ok(Place::After)
                    }
                    place => {
                        out.put(&[1]);
                        out.put(inner.as_slice());
                        Ok(place)
                    }
                }
            }
            None => {
                Self::write(value, out)?;
                Ok(Place::At)
            }
        }
    }

    fn ranges(value: &Option<T>, end: RangeEnd, out: &mut Vec<ElementRange>) -> Result<StoredBytes, ValueError> {
        let Some(value) = value else { return ranges_of_one::<Self, Option<T>>(value, end, out) };
        let mut inner = Vec::new();
        let stored = C::ranges(value, end, &mut inner)?;
        out.extend(inner.into_iter().map(|range| range.after(&[1])));
        if !end.is_start {
            // `None` is less than any value.
            out.push(ElementRange::beside(Edge::of_prefix(vec![1], false), false));
        }
        Ok(stored.after(&[1]))
    }

    fn rank<S: Sink>(value: &Option<T>, out: &mut S) -> Result<(), C::Error> {
        out.put(&[u8::from(value.is_some())]);
        value.as_ref().map_or(Ok(()), |value| C::rank(value, out))
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match element.split_first() {
            Some((1, value)) => {
                f.write_str("Some(")?;
                C::show(value, f)?;
                f.write_str(")")
            }
            _ => f.write_str("None"),
        }
    }
}
