//! A key inside another key: its elements, one after another.

use crate::bytes::Sink;
use crate::codec::{Codec, Piece, Place};
use crate::error::ElementError;
use crate::key::RowKey;
use crate::language::Language;
use crate::layout::Layout;
use core::fmt;

/// The codec of every key that is a field of another key.
#[derive(Debug)]
pub enum NestedKey {}

impl<'k, K: RowKey<Decoded<'k> = K>> Codec<'k, K> for NestedKey {
    const TRUSTED: bool = true;
    const LANGUAGE: Language = K::LAYOUT.language();
    const NAME: &'static str = K::LAYOUT.name();
    const KEY: Option<&'static Layout> = Some(K::LAYOUT);
    const BORROWS: bool = K::LAYOUT.borrows();
    type Error = K::EncodeError;

    #[inline]
    fn write<S: Sink>(value: &K, out: &mut S) -> Result<(), K::EncodeError> {
        value.__write(out)
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<K, ElementError> {
        K::__read(element, true).map_err(ElementError::from)
    }

    fn place<S: Sink>(value: &K, out: &mut S) -> Result<Place, K::EncodeError> {
        value.__place(out)
    }

    /// Sorts like the tuple of the fields, in key order.
    fn rank<S: Sink>(value: &K, out: &mut S) -> Result<(), K::EncodeError> {
        value.__rank_of(out)
    }

    /// The fields in parentheses.
    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for index in 0..K::LAYOUT.fields().len() {
            let value = K::LAYOUT.element_of(element, index).and_then(|(_, bytes)| K::__show(index, bytes).ok());
            write!(f, "{}{}", if index > 0 { ", " } else { "" }, value.as_deref().unwrap_or("?"))?;
        }
        f.write_str(")")
    }
}
