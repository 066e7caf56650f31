//! A key inside another key. Its elements follow one another.

use super::fields::{WritePlace, WriteRank, show_element};
use super::write::{write_key, write_prefix};
use crate::bytes::Sink;
use crate::codec::{Codec, FindFloats, Piece, Place};
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
    const FLOATS: Option<FindFloats> =
        if K::LAYOUT.has_floats() { Some(|element| K::LAYOUT.floats_of(element)) } else { None };
    type Error = K::EncodeError;

    #[inline]
    fn write<S: Sink>(value: &K, out: &mut S) -> Result<(), K::EncodeError> {
        write_key(value, out)
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<K, ElementError> {
        K::read_fields::<K>(element, true).map_err(ElementError::from)
    }

    /// Writes the place of this key among all keys inside another key, up to the first field that cannot be written.
    fn place<S: Sink>(value: &K, out: &mut S) -> Result<Place, K::EncodeError> {
        write_prefix::<K, S>(out);
        value.each_field::<K, _, _>(&mut WritePlace(out)).map_or_else(|place| place, |()| Ok(Place::At))
    }

    /// Sorts like the tuple of the fields, in key order, also if a field cannot be written.
    fn rank<S: Sink>(value: &K, out: &mut S) -> Result<(), K::EncodeError> {
        value.each_field::<K, _, _>(&mut WriteRank(out))
    }

    /// Shows the fields in parentheses.
    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for index in 0..K::LAYOUT.fields().len() {
            let value =
                K::LAYOUT.element_of(element, index).and_then(|(_, bytes)| show_element::<K>(index, bytes).ok());
            write!(f, "{}{}", if index > 0 { ", " } else { "" }, value.as_deref().unwrap_or("?"))?;
        }
        f.write_str(")")
    }
}
