//! Keys in ordered code. Empty fields at the end of a key are not written, and reading restores them.
//!
//! With two texts, ("A", "B") is `41 00 01 42`, ("A", "") is `41`, and ("", "") is `00 00`. See
//! `layout/ordered_code.rs`.

use super::fields::{Each, FieldOf};
use super::row_key::RowKey;
use crate::bytes::{Scratch, Sink};
use crate::codec::{self, Codec, Piece};
use crate::error::DecodeError;
use crate::language::ordered_code::{EMPTY, END};

/// Writes the fields of a key, and keeps back the bytes that are omitted if the key ends.
struct WriteOrderedCode<'o, S> {
    out: &'o mut S,
    /// The bytes to write before the next field that is not empty: the end mark of the last written field if it
    /// ascends, and the elements of the empty fields after it.
    pending: Scratch,
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
        // A descending element is always written, with its end mark. An ascending empty text is kept back.
        let value = match element.strip_suffix(&END) {
            _ if field.language.is_complemented() => element,
            Some(value) if *value == EMPTY => {
                self.pending.put(element);
                return Ok(());
            }
            value => value.unwrap_or(element),
        };
        self.out.put(self.pending.as_slice());
        self.out.put(value);
        self.pending = Scratch::new();
        self.pending.put(&element[value.len()..]);
        self.is_empty = false;
        Ok(())
    }
}

/// Writes a key. Its fields are written as in the middle of a key, except at the end.
pub(super) fn write<K: RowKey, S: Sink>(key: &K, out: &mut S) -> Result<(), K::EncodeError> {
    let mut each = WriteOrderedCode { out, pending: Scratch::new(), is_empty: true };
    key.each_field::<K, _, _>(&mut each)?;
    if each.is_empty {
        each.out.put(&EMPTY);
    }
    Ok(())
}

/// Reads a key. It may not end with bytes that are omitted.
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
