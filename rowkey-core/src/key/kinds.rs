//! Keys of several kinds: an enum is written as the key that its variant is, and read as the kind whose tag a key has.

use super::explain::Explanation;
use super::key_bytes::WriteBytes;
use crate::bytes::Sink;
use crate::error::{DecodeError, EncodeError, FoundTag, KeyErrorOf};
use crate::key::RowKey;
use crate::layout::Layout;
use alloc::vec::Vec;

/// A question to the kind of a row.
pub trait VisitKind {
    /// The answer.
    type Out;

    /// Answers it for a row whose variant is this key.
    fn kind<K: RowKey>(self, key: &K) -> Self::Out;

    /// Answers it for a row of no kind, whose key is given.
    fn other(self, key: &[u8]) -> Self::Out;
}

/// A question to the key type of a kind.
pub trait VisitKindType {
    /// The answer.
    type Out;

    /// Answers it for the kind whose keys are `K`.
    fn kind<K: RowKey>(self) -> Self::Out;
}

/// Appends the key of a row of the enum whose layout this is.
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

/// The keys of a row in all generations: of the salt, and behind older tags.
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

/// Reads a key as the kind whose tag it has.
pub(super) fn read<K: RowKey>(key: &[u8], strict: bool) -> Result<K::Decoded<'_>, DecodeError> {
    if key.is_empty() {
        return Err(DecodeError::Empty { key: K::LAYOUT.name() });
    }
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
        // A key of one kind alone is damaged.
        Some(Ok(error)) => Err(error),
        Some(Err(())) => Err(unknown(K::LAYOUT, key)),
        None if !key.starts_with(K::LAYOUT.prefix()) => Err(unknown(K::LAYOUT, key)),
        None => K::read_other(key).ok_or_else(|| unknown(K::LAYOUT, key)),
    }
}

/// Reads a key as one kind.
///
/// # Errors
/// As [`RowKey::decode`].
pub fn read_as<K: RowKey>(key: &[u8], strict: bool) -> Result<K::Decoded<'_>, DecodeError> {
    if strict { K::decode(key) } else { K::decode_lenient(key) }
}

/// The error for a key of no kind.
#[cold]
fn unknown(layout: &'static Layout, key: &[u8]) -> DecodeError {
    let prefix = layout.prefix();
    if !key.starts_with(prefix) {
        let found = key.get(..prefix.len()).unwrap_or(key).to_vec();
        return DecodeError::Literal { key: layout.name(), offset: 0, found, expected: prefix };
    }
    let tags = layout.parts.tags;
    let widest = tags.iter().map(|tag| tag.len()).max().unwrap_or_default();
    let offset = layout.rest_at(key);
    let found = key.get(offset..).unwrap_or_default();
    let found = if widest > 0 { found.get(..widest).unwrap_or(found) } else { found };
    DecodeError::RecordType { key: layout.name(), offset, found: FoundTag::of(found), expected: tags }
}

/// Explains a key as one of a kind.
struct ExplainAs<'k>(&'k [u8]);

impl VisitKindType for ExplainAs<'_> {
    type Out = Explanation;

    #[inline]
    fn kind<K: RowKey>(self) -> Explanation {
        K::explain(self.0)
    }
}

/// Explains bytes as a key of the kind that they are of. `None` if they are of no kind, or damaged and could be of several: then
/// the elements that all kinds have are explained.
pub(super) fn explain<K: RowKey>(key: &[u8]) -> Option<Explanation> {
    let kinds = K::LAYOUT.record_types().iter().enumerate().filter(|(_, kind)| !key.is_empty() && kind.is_of(key));
    let mut all: Vec<Explanation> = kinds.filter_map(|(index, _)| K::visit_kind_type(index, ExplainAs(key))).collect();
    if all.len() > 1 {
        all.retain(|explanation| explanation.error().is_none());
    }
    all.pop().map(|explanation| explanation.in_table(K::LAYOUT))
}
