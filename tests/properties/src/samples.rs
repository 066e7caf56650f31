//! Random rows of a key type, drawn from its layout.

use crate::keys::Row;
use arbitrary::{Result, Unstructured};
use fastrand::Rng;
use rowkey::__private0::sample_key;

/// Returns up to eight rows. Many of them start like the row before.
///
/// Each row has the key that it is stored under, or `None`. A salt may reject a row that is not stored: queries use its
/// values, but no key has them.
pub(crate) fn rows<K: Row>(input: &mut Unstructured<'_>) -> Result<Vec<(K, Option<Vec<u8>>)>> {
    let (mut rows, mut last) = (Vec::new(), Vec::new());
    for _ in 0..input.int_in_range(1..=8)? {
        let (shared, seed): (u8, u16) = (input.arbitrary()?, input.arbitrary()?);
        last.truncate(usize::from(shared) % (2 * last.len() + 1));
        let any = row::<K>(&last, &mut Rng::with_seed(seed.into()), false);
        let Some(row) = row::<K>(&last, &mut Rng::with_seed(seed.into()), true) else { continue };
        let keys = row.keys_of_all_versions().expect("a row that has a key");
        last = keys[0].as_ref().to_vec();
        let is_stored = input.ratio(6, 8)?;
        let generation = if keys.len() > 1 { input.choose_index(keys.len())? } else { 0 };
        let key = is_stored.then(|| keys[generation].as_ref().to_vec());
        rows.push((any.filter(|_| !is_stored).unwrap_or(row), key));
    }
    // Each row is stored once.
    let mut seen = std::collections::BTreeSet::new();
    rows.retain(|(row, _)| row.encode().map_or(true, |key| seen.insert(key)));
    Ok(rows)
}

/// Returns a row whose key starts with `start`, if possible. Unless `has_key` is set, the salt may reject the row.
pub(crate) fn row<K: Row>(start: &[u8], random: &mut Rng, has_key: bool) -> Option<K> {
    let mut start = start.to_vec();
    for _ in 0..8 {
        let key = sample_key(K::LAYOUT, &start, &mut |below| random.usize(..below.max(1)));
        if let Some(row) = K::decode_lenient(&key).ok().filter(|row| !has_key || row.encode().is_ok()) {
            return Some(row);
        }
        let explained = K::explain(&key);
        let wrong = explained.parts().iter().find(|part| part.value().is_err());
        start = key[..wrong.map_or(0, |part| part.offset())].to_vec();
    }
    None
}
