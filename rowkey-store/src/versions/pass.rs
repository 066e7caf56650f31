//! Passes over all rows or entries of a table, page by page: the operations of each page, and what they have done. This
//! module does no I/O.

use rowkey_core::{KeyRange, OwnedKey};
use std::collections::BTreeMap;
use std::error::Error;

use super::changes::entries;
use super::operations::Operation;
use super::protocol::{Build, Bury, Entry, Millis, Stored, Sweep, SweptEntry};
use super::store::VersionedRow;
use crate::rekey::behind;
use crate::secondary_keys::{Changes, ReindexPlace, SecondaryKeys, TableKeys};
use crate::{TableError, ValueCodec};

/// The progress of a sweep: [`IndexedTable::sweep`](crate::IndexedTable::sweep).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Swept {
    /// The number of entries that were checked.
    pub entries: u64,
    /// The number of stale entries that were deleted.
    pub deleted: u64,
    /// The number of entries whose value is not the key of their row. They stay.
    pub damaged: u64,
    /// The number of entries whose row has an unreadable value. They stay.
    pub unreadable: u64,
    /// The number of tombstones that were removed, after all entries.
    pub tombstones: u64,
    /// The position to resume from, as text, or `None` at the end.
    pub cursor: Option<String>,
}

/// A page of a table: keys, and the cells of their rows.
pub(crate) type Page = Vec<(Vec<u8>, VersionedRow)>;

/// The operations of a page, and what is to be read for them.
#[derive(Default)]
pub(crate) struct Builds {
    /// One operation for each row.
    pub(crate) builds: Vec<Build>,
    /// The rows that the operations read first.
    pub(crate) rows: Vec<VersionedRow>,
    /// The entries of these rows, by their tables: the keys, and the numbers of their rows.
    entries: BTreeMap<usize, (Vec<Vec<u8>>, Vec<usize>)>,
    /// The numbers of the rows of missing entries.
    missing: Vec<usize>,
    /// The number of rows with readable values.
    readable: u64,
}

impl Builds {
    /// Returns the entries in the table with this number.
    pub(crate) fn entries(&self, table: usize) -> Option<&[Vec<u8>]> {
        self.entries.get(&table).map(|(keys, _)| &keys[..])
    }

    /// Adds the entries of a table, as they were read.
    pub(crate) fn add_entries(&mut self, table: usize, found: &[VersionedRow]) {
        let rows = self.entries.get(&table).map_or(&[][..], |(_, rows)| rows);
        let missing = rows.iter().zip(found).filter(|(_, entry)| entry.value.is_none());
        self.missing.extend(missing.map(|(row, _)| *row));
    }

    /// Returns the keys of the rows of missing entries, to be read again.
    pub(crate) fn doubtful(&self) -> Vec<Vec<u8>> {
        self.missing.iter().filter_map(|&row| Some(self.builds.get(row)?.row().to_vec())).collect()
    }

    /// Returns the number of missing entries, given the rows of these as they are now. If a row has changed meanwhile,
    /// its writer may have deleted the entry.
    pub(crate) fn count_missing(&self, now: &[VersionedRow]) -> u64 {
        let before = self.missing.iter().filter_map(|&row| self.rows.get(row));
        before.zip(now).filter(|(before, now)| before == now).count() as u64
    }

    /// Returns what the operations have done.
    pub(crate) fn outcome<E: Error>(
        &self,
        operations: Vec<Operation<Build, E>>,
        added: u64,
    ) -> Result<Changes, TableError<E>> {
        let mut unreadable = 0;
        for operation in operations {
            match operation.failed {
                Some(TableError::ReadValue { .. }) => unreadable += 1,
                Some(error) => return Err(error),
                None => {}
            }
        }
        Ok(Changes::of_build(self.readable, added, unreadable))
    }
}

/// The entries of a page that a sweep checks.
pub(crate) struct Sweeps {
    pub(crate) sweeps: Vec<Sweep>,
    entries: u64,
    damaged: u64,
}

impl Swept {
    /// Starts at a place, so that the first cursor is the place itself.
    pub(crate) fn begin(place: &ReindexPlace) -> Self {
        Self { cursor: Some(place.cursor()), ..Self::default() }
    }

    /// Adds a page of entries.
    pub(crate) fn add_entries<E: Error>(
        &mut self,
        page: &Sweeps,
        (operations, error): (Vec<Operation<Sweep, E>>, Option<E>),
    ) -> Result<(), TableError<E>> {
        self.entries += page.entries;
        self.damaged += page.damaged;
        for operation in operations {
            match (operation.failed, operation.machine.swept()) {
                (Some(TableError::ReadValue { .. }), _) => self.unreadable += 1,
                (Some(error), _) => return Err(error),
                (None, SweptEntry::Deleted) => self.deleted += 1,
                (None, SweptEntry::Kept | SweptEntry::Unknown) => {}
            }
        }
        error.map_or(Ok(()), |error| Err(TableError::Store(error)))
    }

    /// Adds a page of rows.
    pub(crate) fn add_rows<E: Error>(&mut self, operations: Vec<Operation<Bury, E>>) {
        let is_buried = |operation: &&Operation<Bury, E>| operation.machine.is_buried();
        self.tombstones += operations.iter().filter(is_buried).count() as u64;
    }

    /// Moves the cursor to the end of a page.
    pub(crate) fn pass(&mut self, place: &mut ReindexPlace, table: usize, last: &[u8]) {
        place.set(table, last);
        self.cursor = Some(place.cursor());
    }
}

/// Returns the rest of a range after a page, or `None` at the end.
pub(crate) fn rest_behind(range: &KeyRange, page: &Page, most: usize) -> Option<KeyRange> {
    let (last, _) = page.last().filter(|_| page.len() >= most)?;
    Some(behind(range, last))
}

impl<K: OwnedKey, S, V: ValueCodec> SecondaryKeys<K, S, V> {
    /// Returns the entries of a row.
    pub(crate) fn entries_of<E: Error>(&self, row: &[u8], value: &[u8]) -> Result<Vec<Entry>, TableError<E>> {
        Ok(entries(row, self.of_stored(row, value)?))
    }

    /// Returns the operations that build the entries of a page of rows.
    pub(crate) fn builds<E: Error>(&self, page: Page) -> Result<Builds, TableError<E>> {
        let has = TableKeys::of::<K>().has;
        let mut builds = Builds::default();
        for (key, row) in page.into_iter().filter(|(key, _)| has(key)) {
            if let Some(value) = &row.value {
                match self.of_stored::<E>(&key, &value.bytes) {
                    // Its operation fails, after it has fenced a row whose version names another value.
                    Err(TableError::ReadValue { .. }) => {}
                    pointers => {
                        builds.readable += 1;
                        for pointer in pointers? {
                            let (keys, rows) = builds.entries.entry(pointer.table).or_default();
                            keys.push(pointer.key);
                            rows.push(builds.builds.len());
                        }
                    }
                }
            }
            builds.builds.push(Build::new(key));
            builds.rows.push(row);
        }
        Ok(builds)
    }

    /// Returns the operations that sweep a page of entries of the table with this number.
    pub(crate) fn sweeps(&self, table: usize, keys: TableKeys, page: &Page) -> Sweeps {
        let mut sweeps = Sweeps { sweeps: Vec::new(), entries: 0, damaged: 0 };
        for (key, row) in page.iter().filter(|(key, _)| (keys.has)(key)) {
            let Some(cell) = &row.value else { continue };
            sweeps.entries += 1;
            // Only the row of the entry tells whether it is stale.
            if self.is_of_row(table, key, &cell.bytes) {
                let entry = Entry { table, key: key.clone(), row: cell.bytes.clone() };
                sweeps.sweeps.push(Sweep::new(entry, cell.at));
            } else {
                sweeps.damaged += 1;
            }
        }
        sweeps
    }

    /// Returns the operations that remove the tombstones of a page of rows. A row with a damaged version is skipped, as is one
    /// that has moved.
    pub(crate) fn buries(page: Page, now: Millis, grace: Millis) -> Vec<Bury>
    where
        K: OwnedKey,
    {
        let has = TableKeys::of::<K>().has;
        let bury = |(key, row)| Stored::of_indexed(row).ok().and_then(|read| Bury::of(key, &read, now, grace));
        page.into_iter().filter(|(key, _)| has(key)).filter_map(bury).collect()
    }
}
