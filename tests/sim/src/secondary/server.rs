//! Rows and entries in memory, with timestamps and without transactions.

use std::collections::BTreeMap;

use super::protocol::{Change, Entry, Millis, RowKey, Stored, Version};
use crate::timed::Column;
use rowkey_store::versions::Cell;

/// The two kinds of servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Engine {
    /// A delete leaves a marker until a major compaction. It hides older cells that arrive later.
    HBase,
    /// A delete leaves nothing.
    Bigtable,
}

/// One atomic step of a row: sets the version and changes the value, if the version is the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Swap {
    pub(super) row: RowKey,
    pub(super) expected: Option<Version>,
    pub(super) version: Version,
    pub(super) change: Change,
}

/// The tables of one history.
pub(super) struct Server {
    engine: Engine,
    versions: BTreeMap<RowKey, Column<Version>>,
    values: BTreeMap<RowKey, Column<Vec<u8>>>,
    entries: BTreeMap<Entry, Column<()>>,
}

impl Server {
    pub(super) const fn new(engine: Engine) -> Self {
        Self { engine, versions: BTreeMap::new(), values: BTreeMap::new(), entries: BTreeMap::new() }
    }

    pub(super) const fn engine(&self) -> Engine {
        self.engine
    }

    fn leaves_markers(&self) -> bool {
        self.engine == Engine::HBase
    }

    pub(super) fn read(&self, row: &[u8]) -> Stored {
        let version = self.versions.get(row).and_then(Column::newest).map(|(_, version)| *version);
        let value = self.values.get(row).and_then(Column::newest);
        Stored { version, value: value.map(|(at, bytes)| Cell { at, bytes: bytes.clone() }) }
    }

    pub(super) fn put_entry(&mut self, entry: Entry, at: Millis) {
        self.entries.entry(entry).or_default().put(at, ());
    }

    pub(super) fn delete_entry(&mut self, entry: &Entry, up_to: Millis) {
        let leaves_marker = self.leaves_markers();
        self.entries.entry(entry.clone()).or_default().delete(up_to, leaves_marker);
    }

    /// Returns the newest time of an entry, or `None` if it does not exist.
    pub(super) fn entry(&self, entry: &Entry) -> Option<Millis> {
        self.entries.get(entry).and_then(Column::newest).map(|(at, ())| at)
    }

    /// Changes a row if its version is the expected one. Returns `true` if it changed the row.
    pub(super) fn swap(&mut self, swap: &Swap) -> bool {
        let is_same = self.is_at(&swap.row, swap.expected);
        if is_same {
            self.set(swap);
        }
        is_same
    }

    /// Returns `true` if the row has this version. The random bytes tell versions of the same time apart.
    fn is_at(&self, row: &[u8], expected: Option<Version>) -> bool {
        let id = |version: Version| version.id();
        self.read(row).version.map(id) == expected.map(id)
    }

    /// Changes a row.
    pub(super) fn set(&mut self, swap: &Swap) {
        let at = swap.version.at;
        self.versions.entry(swap.row.clone()).or_default().put(at, swap.version);
        match &swap.change {
            Change::Keep => {}
            Change::Put(value) => self.put_value(&swap.row, value, at),
            Change::Delete => self.delete_value(&swap.row, at),
        }
    }

    /// Puts a version and a value without a condition.
    pub(super) fn put_row(&mut self, row: &[u8], version: Version, value: &[u8]) {
        self.versions.entry(row.to_vec()).or_default().put(version.at, version);
        self.put_value(row, value, version.at);
    }

    pub(super) fn put_value(&mut self, row: &[u8], value: &[u8], at: Millis) {
        self.values.entry(row.to_vec()).or_default().put(at, value.to_vec());
    }

    pub(super) fn delete_value(&mut self, row: &[u8], up_to: Millis) {
        let leaves_marker = self.leaves_markers();
        self.values.entry(row.to_vec()).or_default().delete(up_to, leaves_marker);
    }

    /// Deletes the version of a row up to its time, if it is the expected one.
    pub(super) fn bury(&mut self, row: &[u8], expected: Version) -> bool {
        let is_same = self.is_at(row, Some(expected));
        if is_same {
            self.delete_version(row, expected.at);
        }
        is_same
    }

    pub(super) fn delete_version(&mut self, row: &[u8], up_to: Millis) {
        let leaves_marker = self.leaves_markers();
        self.versions.entry(row.to_vec()).or_default().delete(up_to, leaves_marker);
    }

    /// Forgets the version of a row, as if it had never had one.
    pub(super) fn forget_version(&mut self, row: &[u8]) {
        self.versions.remove(row);
    }

    /// Forgets the markers, as a major compaction does.
    pub(super) fn compact(&mut self) {
        self.versions.values_mut().for_each(|column| column.deleted = None);
        self.values.values_mut().for_each(|column| column.deleted = None);
        self.entries.values_mut().for_each(|column| column.deleted = None);
    }

    /// Returns the first entry after another one in the first `tables` tables, with its newest time.
    pub(super) fn next_entry(&self, after: Option<&Entry>, tables: usize) -> Option<(Entry, Millis)> {
        let found = |(entry, column): (&Entry, &Column<()>)| column.newest().map(|(at, ())| (entry.clone(), at));
        let is_next = |entry: &Entry| entry.table < tables && after.is_none_or(|after| entry > after);
        self.entries.iter().filter(|(entry, _)| is_next(entry)).find_map(found)
    }

    /// Returns the first row after another one.
    pub(super) fn next_row(&self, after: Option<&RowKey>) -> Option<(RowKey, Stored)> {
        let is_next = |row: &&RowKey| after.is_none_or(|after| *row > after);
        let rows = self.rows().into_iter().filter(is_next);
        rows.map(|row| (row.clone(), self.read(row))).find(|(_, stored)| *stored != Stored::default())
    }

    /// Returns the keys of all rows that were ever written, in order.
    pub(super) fn rows(&self) -> Vec<&RowKey> {
        let mut rows: Vec<_> = self.versions.keys().chain(self.values.keys()).collect();
        rows.sort_unstable();
        rows.dedup();
        rows
    }

    /// Returns all entries that exist, in order.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|(_, column)| column.newest().is_some()).map(|(entry, _)| entry)
    }

    /// Removes the values from before a time. Returns the rows that lost the value that they had.
    pub(super) fn expire(&mut self, before: Millis) -> Vec<RowKey> {
        let mut expired = Vec::new();
        for (row, column) in &mut self.values {
            let had_value = column.newest().is_some();
            column.cells.retain(|at, _| *at >= before);
            if had_value && column.newest().is_none() {
                expired.push(row.clone());
            }
        }
        expired
    }
}
