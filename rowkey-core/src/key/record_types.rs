//! Keys of several record types. An enum is written as the key of its variant, and read as the record type whose tag
//! the key has.

use super::explain::Explanation;
use super::key_bytes::WriteBytes;
use crate::bytes::Sink;
use crate::error::{DecodeError, EncodeError, FoundTag, KeyErrorOf};
use crate::key::RowKey;
use crate::layout::Layout;
use alloc::vec::Vec;

/// An operation on the record type of a row.
pub trait VisitKind {
    /// The result.
    type Out;

    /// Runs the operation for a row whose variant is this key.
    fn kind<K: RowKey>(self, key: &K) -> Self::Out;

    /// Runs the operation for a row without a record type, given its key.
    fn other(self, key: &[u8]) -> Self::Out;
}

/// An operation on the key type of a record type.
pub trait VisitKindType {
    /// The result.
    type Out;

    /// Runs the operation for the record type whose keys are `K`.
    fn kind<K: RowKey>(self) -> Self::Out;
}

/// Appends the key of a row. `layout` is the layout of the enum.
struct WriteKind<'o> {
    layout: &'static Layout,
    out: &'o mut Vec<u8>,
}

impl VisitKind for WriteKind<'_> {
    type Out = Result<(), EncodeError>;

    #[inline]
    fn kind<K: RowKey>(self, key: &K) -> Self::Out {
        key.encode_into(self.out)
    }

    fn other(self, key: &[u8]) -> Self::Out {
        let layout = self.layout;
        if key.is_empty() {
            return Err(EncodeError::Empty { key: layout.name() });
        }
        if !key.starts_with(layout.prefix()) {
            return Err(EncodeError::Prefix { key: layout.name(), expected: layout.prefix() });
        }
        // `decode` would return that record type instead.
        if let Some(kind) = layout.record_types().iter().find(|kind| kind.is_of(key)) {
            return Err(EncodeError::RecordType { key: layout.name(), kind: kind.name() });
        }
        self.out.put(key);
        Ok(())
    }
}

/// Appends the key of a row. After an error, `out` is as it was.
#[inline]
pub(super) fn write<K: RowKey>(row: &K, out: &mut Vec<u8>) -> Result<(), K::EncodeError> {
    match row.visit_kind(WriteKind { layout: K::LAYOUT, out }) {
        Some(Err(error)) => K::EncodeError::of(error).map_or(Ok(()), Err),
        _ => Ok(()),
    }
}

/// Encodes the key of a row.
#[inline]
pub(super) fn encode<K: RowKey>(row: &K) -> Result<K::Bytes, K::EncodeError> {
    let mut key = Vec::with_capacity(const { Layout::SHORT + K::LAYOUT.width().0 });
    write(row, &mut key)?;
    Ok(K::Bytes::of(key))
}

/// Collects the keys of a row in all versions: all salt versions, with the present tag and with older tags.
struct AllKeys {
    layout: &'static Layout,
    oldest_first: bool,
}

impl VisitKind for AllKeys {
    type Out = Result<Vec<Vec<u8>>, EncodeError>;

    fn kind<K: RowKey>(self, key: &K) -> Self::Out {
        let keys = if self.oldest_first { key.keys_in_read_order() } else { key.keys_of_all_versions() };
        Ok(keys?.into_iter().map(Into::into).collect())
    }

    fn other(self, key: &[u8]) -> Self::Out {
        let mut out = Vec::new();
        WriteKind { layout: self.layout, out: &mut out }.other(key)?;
        Ok(Vec::from([out]))
    }
}

pub(super) fn keys_of<K: RowKey>(row: &K, oldest_first: bool) -> Result<Vec<K::Bytes>, EncodeError> {
    let keys = row.visit_kind(AllKeys { layout: K::LAYOUT, oldest_first }).unwrap_or_else(|| Ok(Vec::new()))?;
    Ok(keys.into_iter().map(K::Bytes::of).collect())
}

/// Reads a key as the record type whose tag it has.
pub(super) fn read<K: RowKey>(key: &[u8], strict: bool) -> Result<K::Decoded<'_>, DecodeError> {
    if key.is_empty() {
        return Err(DecodeError::Empty { key: K::LAYOUT.name() });
    }
    // A record type without a tag is recognized by its elements, so a damaged key can match several record types. An
    // error is only helpful if exactly one matches.
    let mut only = None;
    for (index, kind) in K::LAYOUT.record_types().iter().enumerate() {
        if !kind.is_of(key) {
            continue;
        }
        match K::read_kind(index, key, strict) {
            Ok(row) => return Ok(row),
            Err(error) if only.is_none() => only = Some(Ok(error)),
            Err(_) => only = Some(Err(())),
        }
    }
    match only {
        // The key matches one record type only, so it is a damaged key of that type.
        Some(Ok(error)) => Err(error),
        Some(Err(())) => Err(unknown(K::LAYOUT, key)),
        None if !key.starts_with(K::LAYOUT.prefix()) => Err(unknown(K::LAYOUT, key)),
        None => K::read_other(key).ok_or_else(|| unknown(K::LAYOUT, key)),
    }
}

/// Reads a key as one record type.
///
/// # Errors
/// Returns the errors of [`RowKey::decode`].
pub fn read_as<K: RowKey>(key: &[u8], strict: bool) -> Result<K::Decoded<'_>, DecodeError> {
    if strict { K::decode(key) } else { K::decode_lenient(key) }
}

/// Returns the error for a key without a record type.
#[cold]
fn unknown(layout: &'static Layout, key: &[u8]) -> DecodeError {
    let prefix = layout.prefix();
    if !key.starts_with(prefix) {
        let found = key.get(..prefix.len()).unwrap_or(key).to_vec();
        return DecodeError::Literal { key: layout.name(), offset: 0, found, expected: prefix };
    }
    let tags = layout.parts.tags;
    // The error shows as many bytes as the widest tag has, from the offset where a tag can be.
    let widest = tags.iter().map(|tag| tag.len()).max().unwrap_or_default();
    let offset = layout.rest_at(key);
    let found = key.get(offset..).unwrap_or_default();
    let found = if widest > 0 { found.get(..widest).unwrap_or(found) } else { found };
    DecodeError::RecordType { key: layout.name(), offset, found: FoundTag::of(found), expected: tags }
}

/// Explains a key as one record type.
struct ExplainAs<'k>(&'k [u8]);

impl VisitKindType for ExplainAs<'_> {
    type Out = Explanation;

    #[inline]
    fn kind<K: RowKey>(self) -> Explanation {
        K::explain(self.0)
    }
}

/// Explains bytes as a key of their record type. Returns `None` if they have no record type, or if they are damaged
/// and could have several. The caller then explains the elements that all record types share.
pub(super) fn explain<K: RowKey>(key: &[u8]) -> Option<Explanation> {
    let kinds = K::LAYOUT.record_types().iter().enumerate().filter(|(_, kind)| !key.is_empty() && kind.is_of(key));
    let mut all: Vec<Explanation> = kinds.filter_map(|(index, _)| K::visit_kind_type(index, ExplainAs(key))).collect();
    // Damaged bytes of several candidates say little. A valid key has one.
    if all.len() > 1 {
        all.retain(|explanation| explanation.error().is_none());
    }
    all.pop().map(|explanation| explanation.in_table(K::LAYOUT))
}
