//! How the rows of a store spread over the regions of a table.

use rowkey_core::KeyRange;
use rowkey_core::split::to_string_binary;
use std::collections::BTreeSet;
use std::fmt;

use crate::Store;

/// A region, and how many rows it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// From the split key at its start, empty for the first region, to the one at its end.
    pub range: KeyRange,
    /// The number of rows.
    pub rows: u64,
}

/// The rows of a store, region by region. `Display` draws a bar for each, and says below where the store is cut at other
/// keys than asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionReport {
    regions: Vec<Region>,
    difference: Option<SplitDifference>,
}

impl RegionReport {
    /// The regions, ascending.
    #[must_use]
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// How the regions of the store differ from those that were asked about.
    #[must_use]
    pub const fn difference(&self) -> Option<&SplitDifference> {
        self.difference.as_ref()
    }
}

/// Counts the rows of each region of a store. A store that knows its regions, such as a table of HBase, tells where
/// they begin; any other is taken to be cut at `split_keys`.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_store::{Batch, MemoryStore, Store, region_report};
///
/// let store = MemoryStore::new();
/// let mut batch = Batch::new();
/// batch.put("00_anna", "").put("01_bert", "").put("01_carl", "");
/// store.write(&batch)?;
/// assert_eq!(
///     region_report(&store, &[b"00|", b"01|"])?.to_string(),
///     "\
/// start .. 00|   1 █████████████████████████
///   00| .. 01|   2 ██████████████████████████████████████████████████
///   01| .. end   0
/// "
/// );
/// # Ok::<(), std::convert::Infallible>(())
/// ```
///
/// # Errors
///
/// Those of the store.
pub fn region_report<S: Store>(store: &S, split_keys: &[&[u8]]) -> Result<RegionReport, S::Error> {
    let own = store.split_keys()?;
    let difference = own.as_ref().and_then(|own| SplitDifference::between(split_keys, own));
    let split_keys = own.unwrap_or_else(|| split_keys.iter().map(|key| key.to_vec()).collect());
    let starts = [Vec::new()].into_iter().chain(split_keys.iter().cloned());
    let stops = split_keys.iter().cloned().map(Some).chain([None]);
    let mut regions = Vec::new();
    for (start, stop) in starts.zip(stops) {
        let range = KeyRange::new(start, stop);
        let rows = store.count(range.clone())?;
        regions.push(Region { range, rows });
    }
    Ok(RegionReport { regions, difference })
}

/// How the regions of a store differ from those that split keys make: worth a warning, as rows are found all the same, but
/// not as evenly spread as meant. `Display` names each key as the HBase shell writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SplitDifference {
    /// The split keys at which the store is not cut, ascending.
    pub missing: Vec<Vec<u8>>,
    /// The keys at which it is cut and should not be, ascending.
    pub extra: Vec<Vec<u8>>,
}

impl SplitDifference {
    /// What is `wanted` and not `found`, and the other way round; `None` where there is no difference.
    #[must_use]
    pub fn between(wanted: &[impl AsRef<[u8]>], found: &[impl AsRef<[u8]>]) -> Option<Self> {
        let set = |keys: &mut dyn Iterator<Item = &[u8]>| keys.map(<[u8]>::to_vec).collect::<BTreeSet<_>>();
        let wanted = set(&mut wanted.iter().map(AsRef::as_ref));
        let found = set(&mut found.iter().map(AsRef::as_ref));
        let less = |a: &BTreeSet<Vec<u8>>, b: &BTreeSet<Vec<u8>>| a.difference(b).cloned().collect();
        (wanted != found).then(|| Self { missing: less(&wanted, &found), extra: less(&found, &wanted) })
    }
}

impl fmt::Display for SplitDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missing = self.missing.iter().map(|key| ("missing", key));
        let extra = self.extra.iter().map(|key| ("extra", key));
        for (i, (what, key)) in missing.chain(extra).enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}{what} split {}", shown(key))?;
        }
        Ok(())
    }
}

/// How the regions of a store differ from those that `split_keys` make; `None` where they do not, or where the store has
/// no regions of its own.
///
/// # Errors
///
/// Those of the store.
pub fn split_difference<S: Store>(store: &S, split_keys: &[&[u8]]) -> Result<Option<SplitDifference>, S::Error> {
    Ok(store.split_keys()?.and_then(|own| SplitDifference::between(split_keys, &own)))
}

/// A key as the HBase shell writes it, a long one without its middle: `caller..4444 (60 bytes)`.
fn shown(key: &[u8]) -> String {
    /// The most bytes that are shown whole: escaped, each takes four columns.
    const WHOLE: usize = 40;
    if key.len() <= WHOLE {
        return to_string_binary(key);
    }
    let (start, end) = (&key[..WHOLE / 2], &key[key.len() - WHOLE / 4..]);
    format!("{}..{} ({} bytes)", to_string_binary(start), to_string_binary(end), key.len())
}

/// The width of the longest bar.
const BAR: u64 = 50;

impl fmt::Display for RegionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = self.regions.iter().map(|region| region.rows).max().unwrap_or(0);
        let start = |region: &Region| match region.range.start() {
            [] => "start".to_owned(),
            start => shown(start),
        };
        let stop = |region: &Region| region.range.stop().map_or_else(|| "end".to_owned(), shown);
        let widest =
            |of: &dyn Fn(&Region) -> String| self.regions.iter().map(|region| of(region).len()).max().unwrap_or(0);
        let (starts, stops, digits) = (widest(&start), widest(&stop), most.to_string().len() + 2);
        for region in &self.regions {
            let bar = "█".repeat((region.rows * BAR / most.max(1)) as usize);
            let line = format!("{:>starts$} .. {:<stops$} {:>digits$} {bar}", start(region), stop(region), region.rows);
            writeln!(f, "{}", line.trim_end())?;
        }
        self.difference.as_ref().map_or(Ok(()), |difference| writeln!(f, "{difference}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_keys_are_shown_without_their_middle() {
        // As wide as keys of HBase get: escaped, 131,068 columns.
        let longest = [b"a".as_slice(), &[1; 32_766]].concat();
        let regions = vec![Region { range: KeyRange::new(longest, None), rows: 1 }];
        let report = RegionReport { regions, difference: None }.to_string();
        let (start, end) = (r"\x01".repeat(19), r"\x01".repeat(10));
        assert!(report.starts_with(&format!("a{start}..{end} (32767 bytes) .. end")), "{report}");
    }

    #[test]
    fn differences_name_what_is_missing_and_what_is_extra() {
        let difference = SplitDifference::between(&[[1], [3]], &[[1], [5], [7]]).unwrap();
        assert_eq!(difference.to_string(), r"missing split \x03, extra split \x05, extra split \x07");
        assert_eq!(SplitDifference::between(&[[1], [3]], &[[1], [3]]), None);
    }
}
