//! The tables of the [service](super::service): rows of cells with timestamps, and tablets.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::time::Duration;

use crate::chunks::Cell;
use crate::proto::admin::ColumnFamily;
use crate::proto::v2::Mutation;
use crate::proto::v2::mutation::Mutation as Kind;

/// The family of the values.
pub(super) const FAMILY: &str = "f";

/// The family and the qualifier of a column.
type Column = (String, Vec<u8>);

/// A row: the cells of each column, by timestamp.
#[derive(Default)]
pub(super) struct StoredRow {
    columns: BTreeMap<Column, BTreeMap<i64, Vec<u8>>>,
}

impl StoredRow {
    /// Applies a mutation. A delete leaves no trace.
    pub(super) fn apply(&mut self, mutation: &Mutation) {
        match &mutation.mutation {
            Some(Kind::SetCell(cell)) => {
                let column = (cell.family_name.clone(), cell.column_qualifier.clone());
                let column = self.columns.entry(column).or_default();
                column.insert(cell.timestamp_micros, cell.value.clone());
            }
            Some(Kind::DeleteFromColumn(delete)) => {
                let column = (delete.family_name.clone(), delete.column_qualifier.clone());
                let Some(column) = self.columns.get_mut(&column) else { return };
                let range = delete.time_range.as_ref();
                let start = range.map_or(0, |range| range.start_timestamp_micros);
                let end = range.map(|range| range.end_timestamp_micros).filter(|end| *end > 0);
                column.retain(|at, _| *at < start || end.is_some_and(|end| *at >= end));
            }
            other => panic!("a mutation that nobody sends: {other:?}"),
        }
    }

    /// Returns the cells, with the newest of a column first.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let cells = |((family, qualifier), column): (&Column, &BTreeMap<i64, Vec<u8>>)| {
            let cell = |(at, value): (&i64, &Vec<u8>)| Cell {
                family: family.clone(),
                qualifier: qualifier.clone(),
                timestamp_micros: *at,
                value: value.clone(),
                labels: Vec::new(),
            };
            column.iter().rev().map(cell).collect::<Vec<_>>()
        };
        self.columns.iter().flat_map(cells).collect()
    }

    /// Returns the newest cell of the value column: its timestamp in microseconds, and its value.
    pub(super) fn newest(&self) -> Option<(i64, &Vec<u8>)> {
        self.columns.get(&(FAMILY.into(), b"v".to_vec()))?.last_key_value().map(|(at, value)| (*at, value))
    }

    pub(super) fn value(&self) -> Option<&Vec<u8>> {
        self.newest().map(|(_, value)| value)
    }
}

pub(super) struct StoredTable {
    pub(super) families: BTreeMap<String, ColumnFamily>,
    pub(super) rows: BTreeMap<Vec<u8>, StoredRow>,
    /// The mutations that were executed on each row.
    pub(super) done: BTreeSet<(Vec<u8>, Vec<Vec<u8>>)>,
    /// The tablets by their first keys. The value is the time until which a tablet is not served.
    tablets: BTreeMap<Vec<u8>, Duration>,
}

impl StoredTable {
    pub(super) fn new(
        families: impl IntoIterator<Item = (String, ColumnFamily)>,
        splits: impl IntoIterator<Item = Vec<u8>>,
    ) -> Self {
        let tablets = splits.into_iter().chain([Vec::new()]).map(|start| (start, Duration::ZERO)).collect();
        Self { families: families.into_iter().collect(), rows: BTreeMap::new(), done: BTreeSet::new(), tablets }
    }

    /// Returns the first row after a key, in either direction.
    pub(super) fn row_behind(&self, last: Option<&[u8]>, is_reversed: bool) -> Option<(&Vec<u8>, &StoredRow)> {
        let bound = last.map_or(Bound::Unbounded, Bound::Excluded);
        match is_reversed {
            true => self.rows.range::<[u8], _>((Bound::Unbounded, bound)).next_back(),
            false => self.rows.range::<[u8], _>((bound, Bound::Unbounded)).next(),
        }
    }

    /// Returns `true` if the tablet of `key` is served.
    pub(super) fn serves(&self, key: &[u8], now: Duration) -> bool {
        let tablet = self.tablets.range(..=key.to_vec()).next_back();
        tablet.is_none_or(|(_, away_until)| *away_until <= now)
    }

    /// Returns the first keys of the tablets.
    pub(super) fn starts(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.tablets.keys()
    }

    /// Makes the tablet of `key` unavailable for a while.
    pub(super) fn move_tablet(&mut self, key: &[u8], until: Duration) {
        if let Some((_, away_until)) = self.tablets.range_mut(..=key.to_vec()).next_back() {
            *away_until = until;
        }
    }

    /// Splits the tablet of `key` at `key`. Neither half is served for a while.
    pub(super) fn split_tablet(&mut self, key: &[u8], until: Duration) {
        self.move_tablet(key, until);
        self.tablets.insert(key.to_vec(), until);
    }

    /// Merges the tablet of `key` with the one before it.
    pub(super) fn merge_tablets(&mut self, key: &[u8], until: Duration) {
        let start = self.tablets.range(..=key.to_vec()).next_back().map(|(start, _)| start.clone());
        if let Some(start) = start.filter(|start| !start.is_empty()) {
            self.tablets.remove(&start);
            self.move_tablet(key, until);
        }
    }
}
