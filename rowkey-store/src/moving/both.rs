//! A scan of both tables on an engine without transactions, in one of two orders. This module does no I/O.

use std::error::Error;

use super::calls::{Page, RowsThatCount};
use super::one_page::{Cells, FoundRow, PageToRead};
use super::ordered::{OrderedScan, ordered_scan};
use super::page::{PagedScan, paged_scan};
use super::protocol::Place;
use super::way::{MakePlan, NewRow, Tables};
use crate::TableError;

/// A scan of both tables. A driver reads each [`page`](Self::page), and adds its rows that count.
pub(crate) enum BothScan<E: Error + 'static> {
    /// All old rows, and then all new rows.
    InTurn(PagedScan<E>),
    /// The rows of both, in the order of the new keys.
    Ordered(Box<OrderedScan<E>>),
}

/// Calls a method of either scan.
macro_rules! either {
    ($scan:expr, $name:ident => $call:expr) => {
        match $scan {
            BothScan::InTurn($name) => $call,
            BothScan::Ordered($name) => $call,
        }
    };
}

impl<E: Error> BothScan<E> {
    /// Begins the scan of the plans, from a cursor.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Cursor`] if the cursor is not of such a scan, and [`TableError::Unordered`] if a plan has an order
    /// of its own.
    pub(crate) fn new<S>(
        tables: &Tables<'_, S, E>,
        cursor: Option<&str>,
        plans: [MakePlan<'_, E>; 2],
    ) -> Result<Self, TableError<E>> {
        Ok(match tables.is_ordered {
            true => Self::Ordered(ordered_scan(tables, cursor, plans)?.into()),
            false => Self::InTurn(paged_scan(tables, cursor, plans)?),
        })
    }

    /// Returns the next page, or `None` if a row is there, or the scan is over.
    pub(crate) fn page(&mut self) -> Option<PageToRead> {
        either!(self, scan => scan.page())
    }

    /// Returns the rows of a page that match, and the errors of those that cannot be read.
    pub(crate) fn matching<S>(
        &mut self,
        tables: &Tables<'_, S, E>,
        place: Place,
        cells: &Cells,
    ) -> (Page, Vec<FoundRow<E>>) {
        either!(self, scan => scan.matching(tables, place, cells))
    }

    /// Adds a page: its errors, and its rows that count.
    pub(crate) fn add_page(
        &mut self,
        read: &PageToRead,
        cells: &Cells,
        errors: Vec<FoundRow<E>>,
        rows: RowsThatCount<E>,
    ) {
        either!(self, scan => scan.add_page(read, cells, errors, rows));
    }

    /// Returns the next row that was read.
    pub(crate) fn next_row(&mut self) -> Option<Result<NewRow, TableError<E>>> {
        either!(self, scan => scan.next_row())
    }

    /// Ends the scan after an error of the store.
    pub(crate) fn end(&mut self) {
        either!(self, scan => scan.end());
    }

    pub(crate) fn lift_limit(&mut self) {
        either!(self, scan => scan.lift_limit());
    }

    /// Returns the cursor after the last row.
    pub(crate) fn cursor(&self) -> Option<String> {
        either!(self, scan => scan.cursor())
    }

    /// Returns the numbers of rows that were read and returned.
    pub(crate) fn counts(&self) -> [usize; 2] {
        either!(self, scan => scan.counts)
    }

    pub(crate) fn ranges(&self) -> usize {
        either!(self, scan => scan.ranges())
    }
}
