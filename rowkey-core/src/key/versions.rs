//! The keys of a row in all salt versions, computed from any one of them.
//!
//! An example with `#[salt(buckets = 16, was(4))]` on the field `id`, and the key `label | id` of one byte each:
//!
//! ```text
//! key      version   reason
//! 09 07    0         the present salt puts id 7 into bucket 9 of 16
//! 02 07    1         the older salt puts it into bucket 2 of 4
//! 05 07    none      no version puts it into bucket 5: the label is wrong
//! ```
//!
//! This code is untyped, because a salt has a list of versions, and each can convert the same inputs differently. Only
//! the present salt is compiled for its algorithm (`salter.rs`).

use super::fields::{FieldOf, Visit, input_of_element};
use super::key_bytes::WriteBytes;
use super::row_key::{RowKey, write_label};
use super::salter::InputValue;
use crate::bytes::{Patch, Sink};
use crate::codec::{Codec, Piece};
use crate::layout::Layout;
use crate::layout::salt::{Bucket, Salt};
use alloc::vec::Vec;

/// A function that returns the value that a field's element gives to a salt as input `slot`, or `None` if the salt
/// rejects it.
pub(crate) type InputOf = fn(&Salt, usize, &[u8]) -> Option<InputValue>;

/// Returns `true` if rows of `K` can have older keys: from an older salt, or with an older tag.
pub(crate) const fn has_older<K: RowKey>() -> bool {
    has_older_salt::<K>() || !K::LAYOUT.older_prefixes().is_empty()
}

/// Returns `true` if the salt of `K` has older versions.
pub(crate) const fn has_older_salt<K: RowKey>() -> bool {
    match &K::LAYOUT.parts.salt {
        Some(salt) => salt.has_older(),
        None => false,
    }
}

/// Returns the function that reads the inputs of the salt of `K`. A salt without older versions has a function of its
/// own, so that no code is compiled for other versions.
pub(crate) const fn input_of<K: RowKey>() -> InputOf {
    if has_older_salt::<K>() { older_input_of_element::<K> } else { input_of_element::<K> }
}

/// Returns the value that an element gives to a version of the salt of `K` as input `slot`, or `None` if the version
/// rejects it.
fn older_input_of_element<K: RowKey>(salt: &Salt, slot: usize, element: &[u8]) -> Option<InputValue> {
    K::visit_field(salt.inputs.get(slot)?.field, GiveOlderInput { salt, slot, element })?
}

/// Reads the value that an element gives to a salt as input `slot`.
struct GiveOlderInput<'v, 's> {
    salt: &'s Salt,
    slot: usize,
    element: &'v [u8],
}

impl<'v> Visit<'v> for GiveOlderInput<'v, '_> {
    type Out = Option<InputValue>;

    fn field<F: FieldOf<'v>>(self) -> Self::Out
    where
        F::Codec: Codec<'v, F::Value>,
    {
        let value = F::Codec::read(Piece::Key(self.element)).ok()?;
        self.salt.value_of::<F::Codec, F::Value>(self.slot, &value).ok()
    }
}

/// Returns the bucket that `salt`, a version of the layout's salt, gives to the row `key`. Returns `None` if that
/// version could not write such a row.
fn bucket_in(layout: &Layout, salt: &Salt, key: &[u8], input_of: InputOf) -> Option<Bucket> {
    if salt.rest {
        return salt.bucket_of_rest(key.get(layout.fields_at()..)?).ok();
    }
    let mut values = Vec::with_capacity(salt.inputs.len());
    for (slot, input) in salt.inputs.iter().enumerate() {
        let (_, element) = layout.element_of(key, input.field)?;
        values.push(input_of(salt, slot, element)?);
    }
    salt.bucket_of_values(values.iter()).ok()
}

/// Returns the version of the row `key`: 0 for the present one, then the older ones, the newest first. All salt
/// versions under one tag come before those under an older tag.
///
/// If several versions give the row this key, returns the oldest. Returns `None` if no version does, because the label
/// is wrong or the key is damaged.
pub(crate) fn version_of(layout: &Layout, key: &[u8], input_of: InputOf) -> Option<usize> {
    let tag = layout.prefix_of(key)?;
    match layout.salt() {
        Some(salt) => Some(tag * (1 + salt.was().len()) + salt_versions_of(layout, key, input_of).last()?),
        None => Some(tag),
    }
}

/// Returns the salt versions that give the row `key` this label, the newest first.
pub(crate) fn salt_versions_of(layout: &Layout, key: &[u8], input_of: InputOf) -> impl Iterator<Item = usize> {
    let at = layout.parts.label_at();
    // All versions have labels of one width, so one read serves all.
    let bucket = |salt: &Salt| salt.label.read(key.get(at..at + salt.label.width())?, salt.most_buckets());
    let found = layout.salt().and_then(|salt| Some((salt, bucket(salt)?)));
    found.into_iter().flat_map(move |(salt, found)| {
        let all = core::iter::once(*salt).chain(salt.older()).enumerate();
        all.filter(move |(_, salt)| bucket_in(layout, salt, key, input_of) == Some(found)).map(|(number, _)| number)
    })
}

/// Returns the bytes before the fields of the row `key` in each version, or an empty list if the key is damaged.
pub(crate) fn leads(layout: &Layout, key: &[u8], input_of: InputOf) -> Vec<Vec<u8>> {
    // The label and its separator. Each version only replaces the label.
    let Some(lead) = key.get(layout.prefix().len()..layout.fields_at()) else { return Vec::new() };
    let mut behind_tag = Vec::new();
    match layout.salt() {
        None => behind_tag.push(lead.to_vec()),
        Some(salt) => salt.each_generation(|salt| {
            if let Some(bucket) = bucket_in(layout, salt, key, input_of) {
                let mut lead = lead.to_vec();
                salt.label.write_over(bucket, &mut lead, 0);
                behind_tag.push(lead);
            }
        }),
    }
    let prefixes = [layout.prefix()].into_iter().chain(layout.older_prefixes().iter().copied());
    prefixes.flat_map(|prefix| behind_tag.iter().map(move |lead| [prefix, lead].concat())).collect()
}

/// Returns `true` if an older salt version gives `bucket` to the row `key`.
#[cold]
#[inline(never)]
pub(crate) fn is_older_bucket<K: RowKey>(key: &[u8], bucket: Bucket) -> bool {
    let Some(salt) = K::LAYOUT.salt() else { return false };
    let input_of = const { input_of::<K>() };
    salt.older().any(|salt| bucket_in(K::LAYOUT, &salt, key, input_of) == Some(bucket))
}

/// Returns the keys of a row in all versions, each once: `present`, then the older ones, the newest first. With
/// `oldest_first`, the order is reversed.
///
/// If the labels of the versions are 1, 2 and 1 again, the keys are those with 1 and 2, in both directions.
pub(crate) fn keys_of<K: RowKey>(present: K::Bytes, oldest_first: bool) -> Vec<K::Bytes> {
    // Every get calls this. Most keys have one version, and this makes them fast.
    if const { !has_older::<K>() } {
        return Vec::from([present]);
    }
    let older = K::LAYOUT.salt().into_iter().flat_map(Salt::older);
    let buckets: Vec<Bucket> =
        older.filter_map(|salt| bucket_in(K::LAYOUT, &salt, present.as_ref(), const { input_of::<K>() })).collect();
    // Versions differ only in the prefix and the label, so each key is a patched copy of the present one.
    let mut all: Vec<K::Bytes> = Vec::new();
    for prefix in [K::LAYOUT.prefix()].iter().chain(K::LAYOUT.older_prefixes()) {
        for bucket in [None].into_iter().chain(buckets.iter().map(Some)) {
            let mut key = present.clone();
            Patch(key.written()).put(prefix);
            if let Some(bucket) = bucket {
                write_label::<K>(key.written(), *bucket);
            }
            all.push(key);
        }
    }
    if oldest_first {
        all.reverse();
    }
    let mut keys: Vec<K::Bytes> = Vec::with_capacity(all.len());
    for key in all {
        // There are few versions, so a linear search is enough.
        if keys.iter().all(|other| other.as_ref() != key.as_ref()) {
            keys.push(key);
        }
    }
    keys
}
