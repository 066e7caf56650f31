//! How the rows of a store spread over the regions of a table.

use rowkey_core::KeyRange;
use rowkey_core::split::to_string_binary;
use std::fmt;

use crate::{Direction, Store};

/// A region, and how many rows it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// From the split key at its start, empty for the first region, to the one at its end.
    pub range: KeyRange,
    /// The number of rows.
    pub rows: u64,
}

/// The rows of a store, region by region. `Display` draws a bar for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionReport {
    regions: Vec<Region>,
}

impl RegionReport {
    /// The regions, ascending.
    #[must_use]
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }
}

/// Counts the rows of each region that `split_keys` cut a store into, by reading all of them.
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
    let starts = [&b""[..]].into_iter().chain(split_keys.iter().copied());
    let stops = split_keys.iter().copied().map(Some).chain([None]);
    let mut regions = Vec::new();
    for (start, stop) in starts.zip(stops) {
        let range = KeyRange::new(start, stop.map(<[u8]>::to_vec));
        let mut rows = 0;
        for row in store.scan(range.clone(), Direction::Forward)? {
            row?;
            rows += 1;
        }
        regions.push(Region { range, rows });
    }
    Ok(RegionReport { regions })
}

/// The width of the longest bar.
const BAR: u64 = 50;

impl fmt::Display for RegionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = self.regions.iter().map(|region| region.rows).max().unwrap_or(0);
        let start = |region: &Region| match region.range.start() {
            [] => "start".to_owned(),
            start => to_string_binary(start),
        };
        let stop = |region: &Region| region.range.stop().map_or_else(|| "end".to_owned(), to_string_binary);
        let widest =
            |of: &dyn Fn(&Region) -> String| self.regions.iter().map(|region| of(region).len()).max().unwrap_or(0);
        let (starts, stops, digits) = (widest(&start), widest(&stop), most.to_string().len() + 2);
        for region in &self.regions {
            let bar = "█".repeat((region.rows * BAR / most.max(1)) as usize);
            let line = format!("{:>starts$} .. {:<stops$} {:>digits$} {bar}", start(region), stop(region), region.rows);
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
