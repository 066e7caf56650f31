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

use super::key_bytes::KeyBytes;
use super::salter::InputValue;
use crate::bytes::{Patch, Sink};
use crate::layout::Layout;
use crate::layout::salt::{Bucket, Salt};
use alloc::vec::Vec;

/// A function that returns the value that a field's element gives to a salt as input `slot`, or `None` if the salt
/// rejects it.
pub(crate) type InputOf = fn(&Salt, usize, &[u8]) -> Option<InputValue>;

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
pub(super) fn is_older_bucket(layout: &Layout, key: &[u8], bucket: Bucket, input_of: InputOf) -> bool {
    let mut older = layout.salt().into_iter().flat_map(Salt::older);
    older.any(|salt| bucket_in(layout, &salt, key, input_of) == Some(bucket))
}

/// Returns the keys of a row in all versions, each once: `present`, then the older ones, the newest first. With
/// `oldest_first`, the order is reversed.
///
/// If the labels of the versions are 1, 2 and 1 again, the keys are those with 1 and 2, in both directions.
pub(super) fn keys_of<B: KeyBytes>(layout: &Layout, input_of: InputOf, present: &B, oldest_first: bool) -> Vec<B> {
    let mut leads = leads(layout, present.as_ref(), input_of);
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
