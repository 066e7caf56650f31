//! Keys of enums. An enum is written as the key of its variant, and read as the record type whose tag the key has.

use super::explain::Explanation;
use super::key_bytes::WriteBytes;
use super::row_key::{KeyForm, RowKey, VisitKind, VisitKindType};
use super::struct_key::StructKey;
use crate::bytes::Sink;
use crate::error::{DecodeError, EncodeError, FoundTag, KeyErrorOf};
use crate::layout::Layout;
use alloc::vec::Vec;

/// The form of a key that is the key of one of several record types.
#[derive(Debug)]
pub enum EnumKey {}

impl<K: RowKey> KeyForm<K> for EnumKey {
    #[inline]
    fn encode(row: &K) -> Result<K::Bytes, K::EncodeError> {
        let mut key = Vec::with_capacity(const { Layout::SHORT + K::LAYOUT.width().0 });
        Self::encode_into(row, &mut key)?;
        Ok(K::Bytes::of(key))
    }

    #[inline]
    fn encode_into(row: &K, out: &mut Vec<u8>) -> Result<(), K::EncodeError> {
        let written = row.visit_kind(WriteKind { layout: K::LAYOUT, out });
        written.or_else(|error| K::EncodeError::of(error).map_or(Ok(()), Err))
    }

    fn keys_of(row: &K, oldest_first: bool) -> Result<Vec<K::Bytes>, EncodeError> {
        let keys = row.visit_kind(AllKeys { layout: K::LAYOUT, oldest_first })?;
        Ok(keys.into_iter().map(K::Bytes::of).collect())
    }

    fn decode(key: &[u8], strict: bool) -> Result<K::Decoded<'_>, DecodeError> {
        if key.is_empty() {
            return Err(DecodeError::Empty { key: K::LAYOUT.name() });
        }
        // A record type without a tag is recognized by its elements, so a damaged key can match several record types.
        // An error is only helpful if exactly one matches.
        let mut only = None;
        for (index, kind) in K::LAYOUT.record_types().iter().enumerate() {
            if !kind.is_of(key) {
                continue;
            }
            match K::visit_kind_type(index, ReadAs { key, strict }) {
                Some(Ok(row)) => return Ok(row),
                Some(Err(error)) if only.is_none() => only = Some(Ok(error)),
                _ => only = Some(Err(())),
            }
        }
        match only {
            // The key matches one record type only, so it is a damaged key of that type.
            Some(Ok(error)) => Err(error),
            Some(Err(())) => Err(no_kind::<K>(key, strict)),
            None if !key.starts_with(K::LAYOUT.prefix()) => Err(unknown(K::LAYOUT, key)),
            None => K::read_other(key).ok_or_else(|| no_kind::<K>(key, strict)),
        }
    }

    /// Explains bytes as a key of their record type. If they have no record type, or are damaged and could have
    /// several, explains the elements that all record types share.
    fn explain(key: &[u8]) -> Explanation {
        let kinds = K::LAYOUT.record_types().iter().enumerate().filter(|(_, kind)| !key.is_empty() && kind.is_of(key));
        let mut all: Vec<_> = kinds.filter_map(|(index, _)| K::visit_kind_type(index, ExplainAs(key))).collect();
        // Damaged bytes of several candidates say little. A valid key has one.
        if all.len() > 1 {
            all.retain(|explanation| explanation.error().is_none());
        }
        match all.pop() {
            Some(explanation) => explanation.in_table(K::LAYOUT),
            None => <StructKey as KeyForm<K>>::explain(key),
        }
    }
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

/// Collects the keys of a row in all versions: all salt versions, with the present tag and with older tags.
struct AllKeys {
    layout: &'static Layout,
    oldest_first: bool,
}

impl VisitKind for AllKeys {
    type Out = Result<Vec<Vec<u8>>, EncodeError>;

    fn kind<K: RowKey>(self, key: &K) -> Self::Out {
        Ok(K::Form::keys_of(key, self.oldest_first)?.into_iter().map(Into::into).collect())
    }

    fn other(self, key: &[u8]) -> Self::Out {
        let mut out = Vec::new();
        WriteKind { layout: self.layout, out: &mut out }.other(key)?;
        Ok(Vec::from([out]))
    }
}

/// Reads a key as one record type.
struct ReadAs<'k> {
    key: &'k [u8],
    strict: bool,
}

impl<'k, R> VisitKindType<'k, R> for ReadAs<'k> {
    type Out = Result<R, DecodeError>;

    #[inline]
    fn kind<K: RowKey<Decoded<'k> = R>>(self) -> Self::Out {
        K::Form::decode(self.key, self.strict)
    }
}

/// Explains a key as one record type.
struct ExplainAs<'k>(&'k [u8]);

impl<'k, R> VisitKindType<'k, R> for ExplainAs<'_> {
    type Out = Explanation;

    fn kind<K: RowKey<Decoded<'k> = R>>(self) -> Explanation {
        K::explain(self.0)
    }
}

/// Returns the error for a key that is no key of any record type. Without tags, it is the error of the record type that
/// the key is read furthest as, if there is one.
#[cold]
fn no_kind<K: RowKey>(key: &[u8], strict: bool) -> DecodeError {
    let unknown = unknown(K::LAYOUT, key);
    if !K::LAYOUT.parts.tags.is_empty() {
        return unknown;
    }
    let read = |kind| K::visit_kind_type(kind, ReadAs { key, strict })?.err();
    let mut errors: Vec<_> = (0..K::LAYOUT.record_types().len()).filter_map(read).collect();
    let furthest = errors.iter().map(DecodeError::read_until).max();
    errors.retain(|error| Some(error.read_until()) == furthest);
    // The label is one element of all record types, which salt the enum or have the same salt.
    let are_labels = errors.iter().all(|error| matches!(error, DecodeError::Label { .. }));
    match (errors.len(), errors.pop()) {
        (1, Some(error)) => error,
        (_, Some(DecodeError::Label { offset, found, buckets, .. })) if are_labels => {
            DecodeError::Label { key: K::LAYOUT.name(), offset, found, buckets }
        }
        _ => unknown,
    }
}

/// Returns the error for a key without a record type.
#[cold]
pub(super) fn unknown(layout: &'static Layout, key: &[u8]) -> DecodeError {
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
