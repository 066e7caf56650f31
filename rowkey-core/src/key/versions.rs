//! The keys of a row in all versions, computed from any one of them. See `layout/version.rs`.
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

use super::key_bytes::KeyBytes;
use crate::bytes::{Patch, Sink};
use crate::layout::Layout;
use crate::layout::salt::{Bucket, InputValue, Salt};
use crate::layout::version::Version;
use alloc::vec::Vec;

/// A function that returns the value that a field's element gives to a salt as input `slot`, or `None` if the salt
/// rejects it.
pub(crate) type InputOf = fn(&Salt, usize, &[u8]) -> Option<InputValue>;

/// Returns the bucket that `salt`, a version of the layout's salt, gives to the row `key`. Returns `None` if that
/// version could not write such a row.
pub(super) fn bucket_in(layout: &Layout, salt: &Salt, key: &[u8], input_of: InputOf) -> Option<Bucket> {
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

/// Returns the bytes before the fields of the row `key` in a version. Returns `None` if that version could not write
/// such a row.
fn lead_in(layout: &Layout, version: &Version, key: &[u8], input_of: InputOf) -> Option<Vec<u8>> {
    let mut lead = key.get(..layout.fields_at())?.to_vec();
    Patch(&mut lead).put(version.prefix);
    if let Some(salt) = &version.salt {
        let bucket = bucket_in(layout, salt, key, input_of)?;
        salt.label.write_over(bucket, &mut lead, layout.parts.label_at());
    }
    Some(lead)
}

/// Returns the versions that give the row `key` this key, with their numbers, the newest first. There is none if the
/// label is wrong, or the key is damaged.
pub(super) fn versions_of(layout: &Layout, key: &[u8], input_of: InputOf) -> impl Iterator<Item = (usize, Version)> {
    let versions = layout.versions().enumerate().filter(|(_, version)| key.starts_with(version.prefix));
    versions.filter(move |(_, it)| lead_in(layout, it, key, input_of).is_some_and(|lead| key.starts_with(&lead)))
}

/// Returns the number of the oldest version that gives the row `key` this key.
pub(crate) fn version_of(layout: &Layout, key: &[u8], input_of: InputOf) -> Option<usize> {
    versions_of(layout, key, input_of).last().map(|(number, _)| number)
}

/// Returns `true` if some version gives the row `key` this key.
#[cold]
#[inline(never)]
pub(super) fn is_of_version(layout: &Layout, key: &[u8], input_of: InputOf) -> bool {
    version_of(layout, key, input_of).is_some()
}

/// Returns the bytes before the fields of the row `key` in each version, or an empty list if the key is damaged.
pub(crate) fn leads(layout: &Layout, key: &[u8], input_of: InputOf) -> Vec<Vec<u8>> {
    layout.versions().filter_map(|version| lead_in(layout, &version, key, input_of)).collect()
}

/// Returns the keys of a row in all versions, each once: `present`, then the older ones, the newest first. With
/// `oldest_first`, the order is reversed.
///
/// If the labels of the versions are 1, 2 and 1 again, the keys are those with 1 and 2, in both directions.
pub(super) fn keys_of<B: KeyBytes>(layout: &Layout, input_of: InputOf, present: &B, oldest_first: bool) -> Vec<B> {
    let key = present.as_ref();
    let older = layout.versions().skip(1).filter_map(|version| lead_in(layout, &version, key, input_of));
    let lead = key.get(..layout.fields_at()).unwrap_or(key).to_vec();
    let mut leads: Vec<Vec<u8>> = core::iter::once(lead).chain(older).collect();
    if oldest_first {
        leads.reverse();
    }
    let mut keys: Vec<B> = Vec::with_capacity(leads.len());
    for lead in leads {
        // There are few versions, so a linear search is enough.
        if keys.iter().all(|key| !key.as_ref().starts_with(&lead)) {
            // Versions differ only in the prefix and the label, so each key is a patched copy of the present one.
            let mut key = present.clone();
            Patch(key.written()).put(&lead);
            keys.push(key);
        }
    }
    keys
}
