//! The regions for the rows of a sample.

use crate::console::Console;
use crate::failure::Failure;
use crate::key_type::KeyType;
use crate::quantiles::Quantiles;
use crate::sample::{Sample, SampleArgs};
use crate::stores::StoredKeys;
use clap::Args;
use std::path::Path;

/// The maximum number of regions that a command makes.
pub(crate) const MOST_REGIONS: u64 = 4_096;

/// The split of the key space into regions.
#[derive(Args, Debug)]
pub(crate) struct RegionArgs {
    /// Split the sample into N regions with the same number of rows, instead of using the split keys
    /// of the HBase table or of the type. The file is read twice
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_REGIONS))]
    regions: Option<u64>,
}

impl RegionArgs {
    /// Returns the split keys of each type. A type without split keys gets quantiles of the sample: as many regions as
    /// the type with the fewest regions has, or `without` regions if every type lacks split keys. An HBase table has
    /// its own split keys, which are for the first type.
    pub(crate) fn split_keys(
        &self,
        sample: &SampleArgs,
        types: &[KeyType],
        without: usize,
        console: &mut Console<'_>,
    ) -> Result<Vec<Vec<Vec<u8>>>, Failure> {
        let own = |of: &KeyType| -> Vec<Vec<u8>> {
            let keys = if self.regions.is_some() { &[] } else { of.layout().split_keys() };
            keys.iter().map(|key| key.to_vec()).collect()
        };
        let mut split_keys: Vec<Vec<Vec<u8>>> = types.iter().map(own).collect();
        if self.regions.is_none() {
            let stored = StoredKeys::open(&sample.file, sample.table.as_deref())?;
            if let (Some(first), Some(keys)) =
                (split_keys.first_mut(), stored.as_ref().and_then(StoredKeys::split_keys))
            {
                *first = keys.to_vec();
            }
        }
        let fewest = split_keys.iter().map(|keys| keys.len() + 1).filter(|&regions| regions > 1).min();
        let regions = self.regions.map_or(fewest.unwrap_or(without), |regions| regions as usize);
        if regions == 1 || split_keys.iter().all(|keys| !keys.is_empty()) {
            return Ok(split_keys);
        }
        if sample.file == Path::new("-") {
            return Err(Failure::Usage(
                "expected a file, because even regions need to read it twice, found the standard input: \
                 choose a type with split keys"
                    .to_owned(),
            ));
        }
        draw(sample, types, regions, &mut split_keys, console)?;
        Ok(split_keys)
    }
}

/// Splits the sample into regions with the same number of rows, for each type without split keys.
fn draw(
    sample: &SampleArgs,
    types: &[KeyType],
    regions: usize,
    split_keys: &mut [Vec<Vec<u8>>],
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let mut rows = Sample::open(sample, types, console)?;
    let without = split_keys.iter().enumerate().filter(|(_, keys)| keys.is_empty());
    let mut drawn: Vec<(usize, Quantiles)> = without.map(|(of, _)| (of, Quantiles::for_regions(regions))).collect();
    while let Some(row) = rows.next()? {
        drawn.iter_mut().for_each(|(of, quantiles)| quantiles.take(row.key_of(*of)));
    }
    for (of, quantiles) in drawn {
        split_keys[of] = quantiles.split_keys(regions);
    }
    Ok(())
}
