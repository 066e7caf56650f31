//! The places of a row: the key that each generation of its salt gives it, computed from the elements of any of them.
//!
//! Untyped, because the generations of a salt are a list, and each may take other values of the same inputs: what is
//! compiled for one algorithm is the present salt alone (`salter.rs`).

use super::fields::{FieldOf, Visit, input_of_element};
use super::key_bytes::WriteBytes;
use super::row_key::{RowKey, write_label};
use super::salter::InputValue;
use crate::bytes::{Patch, Sink};
use crate::codec::{Codec, Piece};
use crate::layout::Layout;
use crate::layout::salt::{Bucket, Salt};
use alloc::vec::Vec;

/// The value that a field's element gives to a salt as input `slot`; `None` if the salt refuses it.
pub(crate) type InputOf = fn(&Salt, usize, &[u8]) -> Option<InputValue>;

/// `true` if rows of `K` may stand at older places: those of an older salt, or behind an older tag.
pub(crate) const fn has_older<K: RowKey>() -> bool {
    has_older_salt::<K>() || !K::LAYOUT.older_prefixes().is_empty()
}

/// `true` if the salt of `K` has older generations.
pub(crate) const fn has_older_salt<K: RowKey>() -> bool {
    match &K::LAYOUT.parts.salt {
        Some(salt) => salt.has_older(),
        None => false,
    }
}

/// How the inputs of the salt of `K` are read: of any generation, or if there is one only, of that, so that nothing is compiled
/// for others.
pub(crate) const fn input_of<K: RowKey>() -> InputOf {
    if has_older_salt::<K>() { older_input_of_element::<K> } else { input_of_element::<K> }
}

/// The value that an element gives to a generation of the salt of `K` as input `slot`; `None` if it refuses the element.
fn older_input_of_element<K: RowKey>(salt: &Salt, slot: usize, element: &[u8]) -> Option<InputValue> {
    K::visit_field(salt.inputs.get(slot)?.field, GiveOlderInput { salt, slot, element })?
}

/// The value that an element gives to a salt as input `slot`.
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

/// The bucket of the row `key` by `salt`, a generation of the layout's; `None` if that could not write such a row.
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

/// The generation that has the row `key` at its place: 0 for the present one, then the newest of the older ones; those of each tag
/// before those of an older one. Of several that have it there, it is the oldest. `None` if no generation has: the label is wrong, or
/// the key is damaged.
pub(crate) fn generation_of(layout: &Layout, key: &[u8], input_of: InputOf) -> Option<usize> {
    let tag = layout.prefix_of(key)?;
    match layout.salt() {
        Some(salt) => Some(tag * (1 + salt.was().len()) + salt_generations_of(layout, key, input_of).last()?),
        None => Some(tag),
    }
}

/// The generations of the salt alone that have the row `key` at its place, the newest first.
pub(crate) fn salt_generations_of(layout: &Layout, key: &[u8], input_of: InputOf) -> impl Iterator<Item = usize> {
    let at = layout.parts.label_at();
    let bucket = |salt: &Salt| salt.label.read(key.get(at..at + salt.label.width())?, salt.most_buckets());
    let found = layout.salt().and_then(|salt| Some((salt, bucket(salt)?)));
    found.into_iter().flat_map(move |(salt, found)| {
        let all = core::iter::once(*salt).chain(salt.older()).enumerate();
        all.filter(move |(_, salt)| bucket_in(layout, salt, key, input_of) == Some(found)).map(|(number, _)| number)
    })
}

/// The bytes before the fields of the row `key` at its place in each generation; empty if the key is damaged.
pub(crate) fn leads(layout: &Layout, key: &[u8], input_of: InputOf) -> Vec<Vec<u8>> {
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

/// `true` if `bucket` is that of the row `key` in an older generation.
#[cold]
#[inline(never)]
pub(crate) fn is_older_bucket<K: RowKey>(key: &[u8], bucket: Bucket) -> bool {
    let Some(salt) = K::LAYOUT.salt() else { return false };
    let input_of = const { input_of::<K>() };
    salt.older().any(|salt| bucket_in(K::LAYOUT, &salt, key, input_of) == Some(bucket))
}

/// The keys of a row in all generations, each once: `present`, then those of older ones, the newest first; or `oldest_first`.
/// Labels 1, 2 and 1 again give the keys of 1 and 2, and the oldest first these, too.
pub(crate) fn keys_of<K: RowKey>(present: K::Bytes, oldest_first: bool) -> Vec<K::Bytes> {
    // Every get asks this: most keys have one place, and nothing is written again for them.
    if const { !has_older::<K>() } {
        return Vec::from([present]);
    }
    let older = K::LAYOUT.salt().into_iter().flat_map(Salt::older);
    let buckets: Vec<Bucket> =
        older.filter_map(|salt| bucket_in(K::LAYOUT, &salt, present.as_ref(), const { input_of::<K>() })).collect();
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
        if keys.iter().all(|other| other.as_ref() != key.as_ref()) {
            keys.push(key);
        }
    }
    keys
}
