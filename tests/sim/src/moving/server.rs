//! Both tables in memory, with timeversions and without transactions.

use std::collections::{BTreeMap, BTreeSet};

use rowkey_store::__moving::Place;
use rowkey_store::__protocol::{Change, Stored, Version};
use rowkey_store::versions::Cell;

use super::message::{Millis, to_old};
use super::steps::Row;
use crate::timed::Column;

/// The kinds of servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Engine {
    /// Each call is one transaction over both tables.
    Transactions,
    /// A delete leaves a marker until a major compaction. It hides older cells that arrive later.
    HBase,
    /// A delete leaves nothing.
    Bigtable,
}

/// A table with timeversions.
#[derive(Default)]
struct Table {
    versions: BTreeMap<Row, Column<Version>>,
    values: BTreeMap<Row, Column<Vec<u8>>>,
}

/// The tables of one history.
pub(super) struct Server {
    leaves_markers: bool,
    old: Table,
    new: Table,
}

impl Table {
    fn read(&self, row: Row) -> Stored {
        let version = self.versions.get(&row).and_then(Column::newest).map(|(_, version)| *version);
        let value = self.values.get(&row).and_then(Column::newest);
        Stored { version, value: value.map(|(at, value)| Cell { at, bytes: value.clone() }) }
    }

    fn put(&mut self, row: Row, at: Millis, value: Vec<u8>) {
        self.values.entry(row).or_default().put(at, value);
    }
}

impl Server {
    pub(super) fn new(engine: Engine) -> Self {
        Self { leaves_markers: engine == Engine::HBase, old: Table::default(), new: Table::default() }
    }

    const fn table(&self, place: Place) -> &Table {
        match place {
            Place::Old => &self.old,
            Place::New => &self.new,
        }
    }

    const fn table_mut(&mut self, place: Place) -> &mut Table {
        match place {
            Place::Old => &mut self.old,
            Place::New => &mut self.new,
        }
    }

    pub(super) fn read(&self, place: Place, row: Row) -> Stored {
        self.table(place).read(row)
    }

    /// Changes a row without looking at its version.
    pub(super) fn set(&mut self, place: Place, row: Row, version: Version, change: &Change) {
        let leaves_marker = self.leaves_markers;
        let table = self.table_mut(place);
        table.versions.entry(row).or_default().put(version.at, version);
        match change {
            Change::Keep => {}
            Change::Put(value) => table.put(row, version.at, value.clone()),
            Change::Delete => table.values.entry(row).or_default().delete(version.at, leaves_marker),
        }
    }

    pub(super) fn put_copy(&mut self, row: Row, version: Version, value: &[u8]) {
        self.set(Place::New, row, version, &Change::Put(value.to_vec()));
    }

    /// Puts a row as it was before the move.
    pub(super) fn put_old(&mut self, row: Row, at: Millis, value: &[u8]) {
        self.old.put(row, at, to_old(value));
    }

    /// Removes the version of an old row, if it is the expected one.
    pub(super) fn bury(&mut self, row: Row, version: Version) -> bool {
        let is_same = self.old.read(row).version == Some(version);
        if is_same {
            self.old.versions.entry(row).or_default().delete(version.at, self.leaves_markers);
        }
        is_same
    }

    /// Forgets the version of a new row.
    pub(super) fn forget_version(&mut self, row: Row) {
        self.new.versions.remove(&row);
    }

    /// Forgets the markers, as a major compaction does.
    pub(super) fn compact(&mut self) {
        for table in [&mut self.old, &mut self.new] {
            table.values.values_mut().for_each(|column| column.deleted = None);
            table.versions.values_mut().for_each(|column| column.deleted = None);
        }
    }

    /// Returns the first row after another one that has cells in either table.
    pub(super) fn next_row(&self, after: Option<Row>) -> Option<Row> {
        let tables = [&self.old, &self.new];
        let rows: BTreeSet<Row> =
            tables.iter().flat_map(|table| table.versions.keys().chain(table.values.keys())).copied().collect();
        let has_cells = |row: &Row| tables.iter().any(|table| table.read(*row) != Stored::default());
        rows.into_iter().find(|row| after.is_none_or(|after| *row > after) && has_cells(row))
    }

    /// Returns the first row after another one that has a value in this table.
    pub(super) fn next_in(&self, place: Place, after: Option<Row>) -> Option<Row> {
        let has_value = |(row, column): &(&Row, &Column<Vec<u8>>)| {
            after.is_none_or(|after| **row > after) && column.newest().is_some()
        };
        self.table(place).values.iter().find(has_value).map(|(row, _)| *row)
    }

    /// Returns the old rows that have a value.
    pub(super) fn old_rows(&self) -> Vec<Row> {
        let rows = self.old.values.iter().filter(|(_, column)| column.newest().is_some());
        rows.map(|(row, _)| *row).collect()
    }

    /// Returns the old rows that have any cell.
    pub(super) fn old_cells(&self) -> Vec<Row> {
        let rows: BTreeSet<Row> = self.old.versions.keys().chain(self.old.values.keys()).copied().collect();
        rows.into_iter().filter(|row| self.old.read(*row) != Stored::default()).collect()
    }
}
