//! Reports the number of rows in each region, and the regions that differ from the expected split keys.

use rowkey_core::split::to_short_string_binary;
use rowkey_core::{KeyRange, Layout};
use std::collections::BTreeSet;
use std::fmt;

#[cfg(feature = "async")]
use crate::AsyncStore;
use crate::Store;

/// A region, and the number of rows in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The key range, from the split key at its start to the split key at its end. The start of the first region is
    /// empty.
    pub range: KeyRange,
    /// The number of rows.
    pub rows: u64,
}

/// The number of rows in each region of a store. `keys share` of `rowkey-inspect` draws it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionReport {
    regions: Vec<Region>,
    difference: Option<SplitDifference>,
}

impl RegionReport {
    /// Returns the regions in ascending order.
    #[must_use]
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Returns how the regions of the store differ from the expected ones, or `None` if they do not differ.
    #[must_use]
    pub const fn difference(&self) -> Option<&SplitDifference> {
        self.difference.as_ref()
    }
}

/// Counts the rows in each region of a store.
///
/// A store with regions, such as an HBase table, reports its own split keys. The result then includes the
/// [difference](split_difference) from `split_keys`. Any other store is split at `split_keys` for the count.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_store::{MemoryStore, Table, region_report};
///
/// #[derive(RowKey)]
/// struct Call {
///     #[salt(modulo, buckets = 3)]
///     caller: u32,
/// }
///
/// let calls = Table::new(MemoryStore::new());
/// calls.put_all([3, 4, 7].map(|caller| (Call { caller }, "")))?;
/// let report = region_report(calls.store(), Call::LAYOUT, Call::SPLIT_KEYS)?;
/// let rows: Vec<u64> = report.regions().iter().map(|region| region.rows).collect();
/// assert_eq!(rows, [1, 2, 0]);
/// assert_eq!(report.regions()[1].range.start(), [1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the error of the store.
pub fn region_report<S: Store>(store: &S, layout: &Layout, split_keys: &[&[u8]]) -> Result<RegionReport, S::Error> {
    let (ranges, difference) = cut(store.split_keys()?, layout, split_keys);
    let mut regions = Vec::new();
    for range in ranges {
        let rows = store.count(range.clone())?;
        regions.push(Region { range, rows });
    }
    Ok(RegionReport { regions, difference })
}

/// Counts the rows in each region of an async store, like [`region_report`].
///
/// # Errors
///
/// Returns the error of the store.
#[cfg(feature = "async")]
pub async fn async_region_report<S: AsyncStore>(
    store: &S,
    layout: &Layout,
    split_keys: &[&[u8]],
) -> Result<RegionReport, S::Error> {
    let (ranges, difference) = cut(store.split_keys().await?, layout, split_keys);
    let mut regions = Vec::new();
    for range in ranges {
        let rows = store.count(range.clone()).await?;
        regions.push(Region { range, rows });
    }
    Ok(RegionReport { regions, difference })
}

/// Returns the regions between the store's own split keys, and how those differ from `split_keys`. A store without its
/// own split keys is split at `split_keys`.
fn cut(own: Option<Vec<Vec<u8>>>, layout: &Layout, split_keys: &[&[u8]]) -> (Vec<KeyRange>, Option<SplitDifference>) {
    let difference = own.as_ref().and_then(|own| SplitDifference::between(layout, split_keys, own));
    let split_keys = own.unwrap_or_else(|| split_keys.iter().map(|key| key.to_vec()).collect());
    let starts = [Vec::new()].into_iter().chain(split_keys.iter().cloned());
    let stops = split_keys.iter().cloned().map(Some).chain([None]);
    (starts.zip(stops).map(|(start, stop)| KeyRange::new(start, stop)).collect(), difference)
}

/// The difference between the regions of a store and the expected split keys.
///
/// Treat it as a warning: reads and writes still work, but the rows are less evenly spread than planned. `Display`
/// writes each key in the notation of the HBase shell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SplitDifference {
    /// The expected split keys at which the store is not split, in ascending order.
    pub missing: Vec<Vec<u8>>,
    /// The unexpected keys at which the store is split, in ascending order.
    pub extra: Vec<Vec<u8>>,
}

impl SplitDifference {
    /// Compares the `wanted` split keys with the `found` ones, and returns `None` if they do not differ.
    ///
    /// Two split keys are equivalent if no key of `layout` is between them, because they put every row into the same
    /// region. Apache Phoenix, for example, pads split keys with zeros to the width of the key.
    #[must_use]
    pub fn between(layout: &Layout, wanted: &[impl AsRef<[u8]>], found: &[impl AsRef<[u8]>]) -> Option<Self> {
        let ascending = |keys: BTreeSet<Vec<u8>>| keys.into_iter().peekable();
        let mut wanted = ascending(wanted.iter().map(|key| key.as_ref().to_vec()).collect());
        let mut found = ascending(found.iter().map(|key| key.as_ref().to_vec()).collect());
        let mut difference = Self { missing: Vec::new(), extra: Vec::new() };
        while let (Some(missing), Some(extra)) = (wanted.peek(), found.peek()) {
            if !layout.has_key_between(missing, extra) && !layout.has_key_between(extra, missing) {
                wanted.next();
                found.next();
            } else if missing < extra {
                difference.missing.extend(wanted.next());
            } else {
                difference.extra.extend(found.next());
            }
        }
        difference.missing.extend(wanted);
        difference.extra.extend(found);
        Some(difference).filter(|it| !it.missing.is_empty() || !it.extra.is_empty())
    }
}

impl fmt::Display for SplitDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missing = self.missing.iter().map(|key| ("missing", key));
        let extra = self.extra.iter().map(|key| ("extra", key));
        for (i, (what, key)) in missing.chain(extra).enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}{what} split {}", to_short_string_binary(key))?;
        }
        Ok(())
    }
}

/// Compares the regions of a store with `split_keys`, for keys of `layout`. Returns `None` if both put every key into
/// the same region, or if the engine does not have regions.
///
/// # Errors
///
/// Returns the error of the store.
pub fn split_difference<S: Store>(
    store: &S,
    layout: &Layout,
    split_keys: &[&[u8]],
) -> Result<Option<SplitDifference>, S::Error> {
    Ok(store.split_keys()?.and_then(|own| SplitDifference::between(layout, split_keys, &own)))
}

/// Compares the regions of an async store with `split_keys`, like [`split_difference`].
///
/// # Errors
///
/// Returns the error of the store.
#[cfg(feature = "async")]
pub async fn async_split_difference<S: AsyncStore>(
    store: &S,
    layout: &Layout,
    split_keys: &[&[u8]],
) -> Result<Option<SplitDifference>, S::Error> {
    Ok(store.split_keys().await?.and_then(|own| SplitDifference::between(layout, split_keys, &own)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Reading {
        device: u8,
        at: u16,
    }

    #[derive(RowKey)]
    struct Page {
        site: u8,
        path: String,
    }

    fn difference(layout: &Layout, wanted: &[&[u8]], found: &[&[u8]]) -> Option<String> {
        SplitDifference::between(layout, wanted, found).map(|it| it.to_string())
    }

    #[test]
    fn differences_name_what_is_missing_and_what_is_extra() {
        let found = difference(Reading::LAYOUT, &[&[1], &[3]], &[&[1], &[5], &[7]]);
        assert_eq!(found.unwrap(), r"missing split \x03, extra split \x05, extra split \x07");
        assert_eq!(difference(Reading::LAYOUT, &[&[1], &[3]], &[&[1], &[3]]), None);
        assert_eq!(difference(Reading::LAYOUT, &[], &[]), None);
    }

    #[test]
    fn split_keys_are_the_same_if_no_key_lies_between_them() {
        let layout = Reading::LAYOUT;
        assert_eq!(difference(layout, &[&[1], &[3]], &[&[1, 0, 0], &[3, 0]]), None);
        assert_eq!(difference(layout, &[&[1, 0, 0], &[3]], &[&[1], &[3, 0, 0]]), None);
        // The key 01 00 00 is between the two.
        let found = difference(layout, &[&[1]], &[&[1, 0, 1]]);
        assert_eq!(found.unwrap(), r"missing split \x01, extra split \x01\x00\x01");
        let found = difference(layout, &[&[1, 0, 0]], &[&[1, 0, 0, 0]]);
        assert_eq!(found.unwrap(), r"missing split \x01\x00\x00, extra split \x01\x00\x00\x00");
        // A region that cannot have any key still counts as an extra one.
        assert_eq!(difference(layout, &[&[1]], &[&[1], &[1, 0, 0]]).unwrap(), r"extra split \x01\x00\x00");
        // A path may be empty, so 01 itself is a key.
        let found = difference(Page::LAYOUT, &[&[1]], &[&[1, 0]]);
        assert_eq!(found.unwrap(), r"missing split \x01, extra split \x01\x00");
    }
}
