//! Keys of structs, and of one record type of an enum: the key is its fields, in order.

use super::explain::Explanation;
use super::fields::{Measure, show_element};
use super::inputs::input_of;
use super::key_bytes::WriteBytes;
use super::row_key::{KeyForm, RowKey};
use super::versions;
use super::write::{write_key, write_label_and_check};
use crate::codec::Piece;
use crate::error::{DecodeError, EncodeError};
use crate::layout::Layout;
use alloc::vec::Vec;

/// The form of a key that is its fields.
#[derive(Debug)]
pub enum StructKey {}

impl<K: RowKey> KeyForm<K> for StructKey {
    #[inline(always)]
    fn encode(key: &K) -> Result<K::Bytes, K::EncodeError> {
        // Reserve the actual width of long texts, so that the vector rarely grows.
        let mut width = Measure(const { K::LAYOUT.usual_width() });
        let Ok(()) = key.each_field::<K, _, _>(&mut width);
        let mut bytes = K::Bytes::of_width(width.0);
        write_key(key, &mut bytes.sink())?;
        write_label_and_check(key, bytes.written())?;
        Ok(bytes)
    }

    #[inline]
    fn encode_into(key: &K, out: &mut Vec<u8>) -> Result<(), K::EncodeError> {
        let start = out.len();
        let written = write_key(key, out).and_then(|()| write_label_and_check(key, &mut out[start..]));
        // A codec can fail after it wrote a part of its element.
        if written.is_err() {
            out.truncate(start);
        }
        written
    }

    fn keys_of(key: &K, oldest_first: bool) -> Result<Vec<K::Bytes>, EncodeError> {
        let present = key.encode()?;
        // Every get calls this. Most keys have one version, and this makes them fast.
        if const { !K::LAYOUT.has_older_keys() } {
            return Ok(Vec::from([present]));
        }
        Ok(versions::keys_of(K::LAYOUT, const { input_of::<K>() }, &present, oldest_first))
    }

    /// Rejects an empty key, which needs a check only if the width is not fixed.
    ///
    /// Always inlined, so that `strict` is a constant.
    #[inline(always)]
    fn decode(key: &[u8], strict: bool) -> Result<K::Decoded<'_>, DecodeError> {
        if const { K::LAYOUT.fixed_width().is_none() } && key.is_empty() {
            return Err(DecodeError::Empty { key: K::LAYOUT.name() });
        }
        // Without a separator to explain, return the result as it is, because matching on it would cost a copy.
        if const { K::LAYOUT.delimiter().is_none() } {
            return K::read_fields::<K>(Piece::Key(key), strict);
        }
        K::read_fields::<K>(Piece::Key(key), strict).map_err(|error| explain_separators(K::LAYOUT, key, error))
    }

    fn explain(key: &[u8]) -> Explanation {
        let input_of = const { if K::LAYOUT.has_older_keys() { Some(input_of::<K>()) } else { None } };
        Explanation::new(K::LAYOUT, key, K::decode(key).err(), input_of, show_element::<K>)
    }
}

/// Explains why a key could not be read. If a value holds the separator, that is the reason, and `error` is only a
/// consequence.
#[cold]
#[inline(never)]
fn explain_separators(layout: &'static Layout, key: &[u8], error: DecodeError) -> DecodeError {
    let Some((separator, expected)) = layout.delimiter() else { return error };
    match layout.delimiters_in(key, separator) {
        found if found > expected => DecodeError::Separators { key: layout.name(), separator, found, expected },
        _ => error,
    }
}
