//! One page of a table, on an engine without transactions. This module does no I/O.

use rowkey_core::{KeyRange, ScanPlan};
use std::error::Error;

use super::calls::Page;
use super::protocol::Place;
use super::way::{NewRow, Tables};
use crate::TableError;
use crate::versions::VersionedRow;

/// A range to read, and the maximum number of its rows.
pub(crate) type RangeOfPage = (KeyRange, usize);

/// A page to read.
pub(crate) struct PageToRead {
    pub(crate) place: Place,
    /// The range, and the maximum number of rows.
    pub(crate) range: RangeOfPage,
}

/// The rows of a page as a store returns them.
pub(crate) type Cells = Vec<(Vec<u8>, VersionedRow)>;

/// A row: its table, its key there, and the key and the value that the new table has.
pub(crate) type FoundRow<E> = (Place, Vec<u8>, Result<NewRow, TableError<E>>);

/// Returns the rows of a page that match a plan, and the errors of those that cannot be read.
pub(crate) fn matching<S, E: Error>(
    tables: &Tables<'_, S, E>,
    place: Place,
    plan: &ScanPlan,
    cells: &Cells,
) -> (Page, Vec<FoundRow<E>>) {
    let (mut page, mut errors) = (Page::new(), Vec::new());
    for (key, row) in cells.iter().filter(|(key, _)| plan.matches(key)) {
        match tables.keys.scanned(place, key) {
            Ok(keys) => page.push((keys, row.clone())),
            // A row that cannot move has no marks, and counts as it is.
            Err(error) if row.value.is_some() => errors.push((place, key.clone(), Err(error))),
            Err(_) => {}
        }
    }
    (page, errors)
}
