//! Both tables in memory, with timestamps and without transactions.

use std::collections::{BTreeMap, BTreeSet};

use super::protocol::{Change, Millis, Stamp, StampId, Stored, Swap};
use super::steps::{Place, Row};
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

/// A table with timestamps.
#[derive(Default)]
struct Table {
    stamps: BTreeMap<Row, Column<Stamp>>,
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
        let stamp = self.stamps.get(&row).and_then(Column::newest).map(|(_, stamp)| *stamp);
        let value = self.values.get(&row).and_then(Column::newest);
        Stored { stamp, value: value.map(|(at, value)| (at, value.clone())) }
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

    pub(super) fn is_at(&self, swap: &Swap) -> bool {
        let id: Option<StampId> = self.read(swap.place, swap.row).stamp.map(Stamp::id);
        id == swap.expected
    }

    /// Changes a row without looking at its stamp.
    pub(super) fn set(&mut self, swap: &Swap) {
        let (row, at, leaves_marker) = (swap.row, swap.stamp.at, self.leaves_markers);
        let table = self.table_mut(swap.place);
        table.stamps.entry(row).or_default().put(at, swap.stamp);
        match &swap.change {
            Change::Keep => {}
            Change::Put(value) => table.put(row, at, value.clone()),
            Change::Delete => table.values.entry(row).or_default().delete(at, leaves_marker),
        }
    }

    pub(super) fn put_copy(&mut self, row: Row, stamp: Stamp, value: &[u8]) {
        self.new.stamps.entry(row).or_default().put(stamp.at, stamp);
        self.new.put(row, stamp.at, value.to_vec());
    }

    /// Puts a row as it was before the move.
    pub(super) fn put_old(&mut self, row: Row, at: Millis, value: &[u8]) {
        self.old.put(row, at, value.to_vec());
    }

    /// Removes the mark or the tombstone of an old row.
    pub(super) fn drop_mark(&mut self, row: Row) {
        if self.old.read(row).value().is_none() {
            self.old.stamps.remove(&row);
            self.old.values.remove(&row);
        }
    }

    /// Forgets the stamp of a new row.
    pub(super) fn forget_stamp(&mut self, row: Row) {
        self.new.stamps.remove(&row);
    }

    /// Forgets the markers, as a major compaction does.
    pub(super) fn compact(&mut self) {
        for table in [&mut self.old, &mut self.new] {
            table.values.values_mut().for_each(|column| column.deleted = None);
        }
    }

    /// Returns the first row after another one that has cells in either table.
    pub(super) fn next_row(&self, after: Option<Row>) -> Option<Row> {
        let tables = [&self.old, &self.new];
        let rows: BTreeSet<Row> =
            tables.iter().flat_map(|table| table.stamps.keys().chain(table.values.keys())).copied().collect();
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
        let rows: BTreeSet<Row> = self.old.stamps.keys().chain(self.old.values.keys()).copied().collect();
        rows.into_iter().filter(|row| self.old.read(*row) != Stored::default()).collect()
    }
}
