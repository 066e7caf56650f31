//! The tables of the [gateway](super::gateway): cells with timestamps, delete markers, and regions.

use std::collections::BTreeMap;
use std::time::Duration;

/// The only family of every table.
pub(super) const FAMILY: &[u8] = b"f";

/// A row: its versions by timestamp, and the delete marker that hides those with the same or a lower timestamp.
#[derive(Default)]
pub(super) struct StoredRow {
    /// The values of each column, by timestamp.
    columns: BTreeMap<Vec<u8>, BTreeMap<i64, Vec<u8>>>,
    deleted: Option<i64>,
}

impl StoredRow {
    pub(super) fn put(&mut self, qualifier: Vec<u8>, timestamp: i64, value: Vec<u8>) {
        self.columns.entry(qualifier).or_default().insert(timestamp, value);
    }

    pub(super) fn delete(&mut self, timestamp: i64) {
        self.deleted = self.deleted.max(Some(timestamp));
    }

    /// Returns the newest version of a column that no delete marker hides.
    pub(super) fn cell(&self, qualifier: &[u8]) -> Option<(i64, &[u8])> {
        let (timestamp, value) = self.columns.get(qualifier)?.last_key_value()?;
        (Some(*timestamp) > self.deleted).then_some((*timestamp, value))
    }

    pub(super) fn qualifiers(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.columns.keys()
    }
}

pub(super) struct StoredTable {
    pub(super) rows: BTreeMap<Vec<u8>, StoredRow>,
    pub(super) is_enabled: bool,
    /// The regions by their first keys. The value is the time until which a region is not served.
    regions: BTreeMap<Vec<u8>, Duration>,
}

impl StoredTable {
    pub(super) fn new(splits: Vec<Vec<u8>>) -> Self {
        let regions = splits.into_iter().chain([Vec::new()]).map(|start| (start, Duration::ZERO)).collect();
        Self { rows: BTreeMap::new(), is_enabled: true, regions }
    }

    /// Returns `true` if the region of `key` is served.
    pub(super) fn serves(&self, key: &[u8], now: Duration) -> bool {
        let region = self.regions.range(..=key.to_vec()).next_back();
        region.is_none_or(|(_, away_until)| *away_until <= now)
    }

    /// Returns the first keys of the regions.
    pub(super) fn starts(&self) -> Vec<Vec<u8>> {
        self.regions.keys().cloned().collect()
    }

    /// Makes the region of `key` unavailable for a while.
    pub(super) fn move_region(&mut self, key: &[u8], until: Duration) {
        if let Some((_, away_until)) = self.regions.range_mut(..=key.to_vec()).next_back() {
            *away_until = until;
        }
    }

    /// Splits the region of `key` at `key`. Neither half is served for a while.
    pub(super) fn split_region(&mut self, key: &[u8], until: Duration) {
        self.move_region(key, until);
        self.regions.insert(key.to_vec(), until);
    }

    /// Merges the region of `key` with the one before it.
    pub(super) fn merge_regions(&mut self, key: &[u8], until: Duration) {
        let start = self.regions.range(..=key.to_vec()).next_back().map(|(start, _)| start.clone());
        if let Some(start) = start.filter(|start| !start.is_empty()) {
            self.regions.remove(&start);
            self.move_region(key, until);
        }
    }
}
