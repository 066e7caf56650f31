//! The tables of the [gateway](super::gateway): cells with timestamps, delete markers, and regions.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::thrift2::TColumnFamilyDescriptor;

/// A family and a qualifier.
pub(super) type ColumnName = (Vec<u8>, Vec<u8>);

/// A row: its columns, and the delete marker that hides all cells with the same or a lower timestamp.
#[derive(Default)]
pub(super) struct StoredRow {
    columns: BTreeMap<ColumnName, StoredColumn>,
    deleted: Option<i64>,
}

/// A column of a row: its values by timestamp, and its own delete marker.
#[derive(Default)]
struct StoredColumn {
    values: BTreeMap<i64, Vec<u8>>,
    deleted: Option<i64>,
}

impl StoredRow {
    pub(super) fn put(&mut self, column: ColumnName, timestamp: i64, value: Vec<u8>) {
        self.columns.entry(column).or_default().values.insert(timestamp, value);
    }

    pub(super) fn delete(&mut self, timestamp: i64) {
        self.deleted = self.deleted.max(Some(timestamp));
    }

    pub(super) fn delete_column(&mut self, column: ColumnName, timestamp: i64) {
        let deleted = &mut self.columns.entry(column).or_default().deleted;
        *deleted = (*deleted).max(Some(timestamp));
    }

    /// Returns the newest version of a column that no delete marker hides.
    pub(super) fn cell(&self, column: &ColumnName) -> Option<(i64, &[u8])> {
        let StoredColumn { values, deleted } = self.columns.get(column)?;
        let (timestamp, value) = values.last_key_value()?;
        (Some(*timestamp) > self.deleted.max(*deleted)).then_some((*timestamp, value))
    }

    /// Removes all delete markers, and what they hide.
    pub(super) fn compact(&mut self) {
        let of_row = self.deleted.take();
        for column in self.columns.values_mut() {
            let deleted = column.deleted.take().max(of_row);
            column.values.retain(|at, _| Some(*at) > deleted);
        }
    }

    pub(super) fn columns(&self) -> impl Iterator<Item = &ColumnName> {
        self.columns.keys()
    }
}

pub(super) struct StoredTable {
    pub(super) rows: BTreeMap<Vec<u8>, StoredRow>,
    pub(super) is_enabled: bool,
    pub(super) families: Vec<TColumnFamilyDescriptor>,
    /// The regions by their first keys. The value is the time until which a region is not served.
    regions: BTreeMap<Vec<u8>, Duration>,
}

impl StoredTable {
    pub(super) fn new(families: Vec<TColumnFamilyDescriptor>, splits: Vec<Vec<u8>>) -> Self {
        let regions = splits.into_iter().chain([Vec::new()]).map(|start| (start, Duration::ZERO)).collect();
        Self { rows: BTreeMap::new(), is_enabled: true, families, regions }
    }

    /// Returns `true` if the region of `key` is served.
    pub(super) fn serves(&self, key: &[u8], now: Duration) -> bool {
        let region = self.regions.range(..=key.to_vec()).next_back();
        region.is_none_or(|(_, away_until)| *away_until <= now)
    }

    /// Returns `true` if the table has a family.
    pub(super) fn has_family(&self, name: &[u8]) -> bool {
        self.families.iter().any(|family| family.name == name)
    }

    /// Adds a family. All regions are reopened.
    pub(super) fn add_family(&mut self, family: TColumnFamilyDescriptor, until: Duration) {
        self.families.push(family);
        self.regions.values_mut().for_each(|away_until| *away_until = until);
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
