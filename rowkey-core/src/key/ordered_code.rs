//! Keys in ordered code are written without the empty fields at their end, and read with them.

use super::fields::{Each, FieldOf};
use super::row_key::RowKey;
use crate::bytes::{Scratch, Sink};
use crate::codec::{self, Codec, Piece};
use crate::error::DecodeError;
use crate::language::ordered_code::{EMPTY, END};

/// Writes each field when it is known that it is not left out.
struct WriteOrderedCode<'o, S> {
    out: &'o mut S,
    /// The end mark of the field written last, if that ascends, and the elements of the empty fields behind it.
    behind: Scratch,
    is_empty: bool,
}

impl<K: RowKey, S: Sink> Each<K> for WriteOrderedCode<'_, S> {
    type Stop = K::EncodeError;

    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), K::EncodeError>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        let field = const { &K::LAYOUT.parts.fields[F::INDEX] };
        let mut element = Scratch::new();
        if let Err(error) = codec::write::<F::Codec, F::Value, _>(value, &mut element) {
            if let Some(error) = error.raise(K::LAYOUT.name(), field.name) {
                return Err(error);
            }
        }
        let element = element.as_slice();
        let value = match element.strip_suffix(&END) {
            _ if field.language.is_complemented() => element,
            Some(value) if *value == EMPTY => {
                self.behind.put(element);
                return Ok(());
            }
            value => value.unwrap_or(element),
        };
        self.out.put(self.behind.as_slice());
        self.out.put(value);
        self.behind = Scratch::new();
        self.behind.put(&element[value.len()..]);
        self.is_empty = false;
        Ok(())
    }
}

/// Writes a key. Its parts are written as they are in the middle of a key, except at the end.
pub(super) fn write<K: RowKey, S: Sink>(key: &K, out: &mut S) -> Result<(), K::EncodeError> {
    let mut each = WriteOrderedCode { out, behind: Scratch::new(), is_empty: true };
    key.each_field::<K, _, _>(&mut each)?;
    if each.is_empty {
        each.out.put(&EMPTY);
    }
    Ok(())
}

/// Reads a key. It may not end with what is left out.
pub(super) fn read<K: RowKey>(key: &[u8], strict: bool) -> Result<K::Decoded<'_>, DecodeError> {
    let layout = K::LAYOUT;
    let full = layout.in_full(key).map_err(|(index, offset)| {
        let field = &layout.fields()[index];
        let expected = field.language.width().0;
        DecodeError::Truncated { key: layout.name(), field: field.name, offset, found: key.len(), expected }
    })?;
    let value = K::read_fields::<K>(Piece::Copy(&full), strict)?;
    match layout.written(&full) {
        Some(written) if written < key.len() => {
            Err(DecodeError::Trailing { key: layout.name(), offset: written, found: key.len() - written })
        }
        _ => Ok(value),
    }
}
