//! A key inside another key. Its elements follow one another, those of an enum after its tag.

use super::fields::{FieldRanges, WriteRank, show_element};
use super::row_key::{NestedForm, RowKey};
use super::struct_key::StructKey;
use super::write::{write_key, write_prefix};
use crate::bytes::Sink;
use crate::codec::{Codec, ElementRange, FindFloats, Piece, Place, RangeEnd, StoredBytes};
use crate::error::{DecodeError, ElementError, ValueError};
use crate::language::Language;
use crate::layout::Layout;
use alloc::vec::Vec;
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
        K::Form::write(value, out)
    }

    #[inline]
    fn read(element: Piece<'k, '_>) -> Result<K, ElementError> {
        K::Form::read(element).map_err(ElementError::from)
    }

    /// Finds the element of an equal key. The position of any other key is not one place, because its fields can sort
    /// in different orders.
    fn place<S: Sink>(value: &K, out: &mut S) -> Result<Place, K::EncodeError> {
        let end = RangeEnd { is_start: true, is_included: true };
        if let Ok(StoredBytes::Element(element)) = K::Form::ranges(value, end, &mut Vec::new()) {
            out.put(&element);
            return Ok(Place::At);
        }
        K::Form::write(value, out)?;
        Ok(Place::After)
    }

    fn ranges(value: &K, end: RangeEnd, out: &mut Vec<ElementRange>) -> Result<StoredBytes, ValueError> {
        K::Form::ranges(value, end, out)
    }

    /// Sorts like the tuple of the fields, each in its natural order.
    fn rank<S: Sink>(value: &K, out: &mut S) -> Result<(), K::EncodeError> {
        K::Form::rank(value, out)
    }

    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        K::Form::show(element, f)
    }
}

impl<K: RowKey> NestedForm<K> for StructKey {
    #[inline]
    fn write<S: Sink>(key: &K, out: &mut S) -> Result<(), K::EncodeError> {
        write_key(key, out)
    }

    #[inline]
    fn read<'k>(element: Piece<'k, '_>) -> Result<K::Decoded<'k>, DecodeError> {
        K::read_fields::<K>(element, true)
    }

    fn ranges(key: &K, end: RangeEnd, out: &mut Vec<ElementRange>) -> Result<StoredBytes, ValueError> {
        let mut fields = FieldRanges { end, element: Vec::new(), out };
        write_prefix::<K, _>(&mut fields.element);
        match key.each_field::<K, _, _>(&mut fields) {
            Ok(()) => Ok(StoredBytes::Element(fields.element)),
            Err(cut) => cut,
        }
    }

    fn rank<S: Sink>(key: &K, out: &mut S) -> Result<(), K::EncodeError> {
        key.each_field::<K, _, _>(&mut WriteRank(out))
    }

    /// Shows the fields in parentheses, and `..` in place of those that are not in the bytes.
    fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for index in 0..K::LAYOUT.fields().len() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            let Some((_, bytes)) = K::LAYOUT.element_of(element, index) else {
                f.write_str("..")?;
                break;
            };
            f.write_str(show_element::<K>(index, bytes).as_deref().unwrap_or("?"))?;
        }
        f.write_str(")")
    }
}
