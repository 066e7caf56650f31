//! The regions that rows of a sample are counted in.

use crate::console::Console;
use crate::failure::Failure;
use crate::key_type::KeyType;
use crate::quantiles::Quantiles;
use crate::sample::{Sample, SampleArgs};
use crate::stores::StoredKeys;
use clap::Args;
use std::path::Path;

/// The number of keys that are drawn for each type.
const DRAWN: usize = 1 << 16;

/// How the key space is cut into regions.
#[derive(Args, Debug)]
pub(crate) struct RegionArgs {
    /// Cuts the sample into N regions of as many rows each, instead of at the split keys of
    /// the table of HBase or of the type; the file is read twice
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=4_096))]
    regions: Option<u64>,
}

impl RegionArgs {
    /// The split keys of each type: its own, else those that cut the sample into as few regions as another type has, or
    /// into `without` if none has any. A table of HBase has split keys of its own, of keys of the first type.
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
                "expected a file, which is read twice to cut it into even regions, found the standard input: \
                 choose a type that has split keys"
                    .to_owned(),
            ));
        }
        let mut rows = Sample::open(sample, types, console)?;
        let mut quantiles: Vec<Quantiles> = types.iter().map(|_| Quantiles::new(DRAWN)).collect();
        while let Some(row) = rows.next()? {
            for (number, quantiles) in quantiles.iter_mut().enumerate() {
                quantiles.take(row.key_of(number));
            }
        }
        for (keys, quantiles) in split_keys.iter_mut().zip(quantiles).filter(|(keys, _)| keys.is_empty()) {
            *keys = quantiles.split_keys(regions);
        }
        Ok(split_keys)
    }
}
