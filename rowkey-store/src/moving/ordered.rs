//! A scan of both tables in the order of the new keys, on an engine without transactions. This module does no I/O.
//!
//! The key functions keep the order, so both tables are read side by side, window by window:
//!
//! ```text
//! old page                 1 2 3         read first
//! window                   up to 3       the new key of its last row
//! new rows up to 3         2 3           read after the old page
//! rows of the window       1 2 3         one row for each key
//! ```
//!
//! A row moves to the new table only. If it is not in the old page any more, it is in the new rows, which are read later. So
//! the new rows after the window must not be kept: a row that is still in the next old page could move before that is read.
//!
//! A row of the old page that has moved meanwhile is in both. Its keys are equal and next to each other, so it is one row. The
//! new one counts, because it was read later.
//!
//! # Order
//!
//! The new key of each old row must come after that of the row before. If a row breaks this rule, it is an error, and its key
//! ends no window. Rows that have moved and deleted rows are checked too: a mark out of order shows that the new row may be
//! before a window that is over.

use rowkey_core::ScanPlan;
use rowkey_core::bytes::{hex, parse};
use std::cmp::Ordering;
use std::collections::VecDeque;
use std::error::Error;
use std::iter;
use xxhash_rust::xxh3::xxh3_64;

use super::calls::{Page, RowsThatCount};
use super::lanes::{KeyOrder, Lanes, WindowEnd};
use super::one_page::{Cells, FoundRow, PageToRead, matching};
use super::protocol::Place;
use super::way::{MakePlan, NewRow, Tables};
use crate::TableError;
use crate::move_step::MoveStep;

/// A scan of both tables in the order of the new keys.
pub(crate) struct OrderedScan<E: Error + 'static> {
    /// The name of the old key type.
    name: &'static str,
    /// The plans of the old table, unless the scan needs no old row, and of the new one.
    plans: (Option<ScanPlan>, ScanPlan),
    old: Lanes<OldRow<E>>,
    new: Lanes<Result<Vec<u8>, TableError<E>>>,
    /// The old rows of the window.
    window: VecDeque<(Vec<u8>, OldRow<E>)>,
    /// The end of the window.
    end: WindowEnd,
    /// The new key of the last old row of the window that is in order.
    last_new: Option<Vec<u8>>,
    /// The keys of the old page that is read: each old key with its new one.
    keys_of_page: Vec<(Vec<u8>, Vec<u8>)>,
    position: Position,
    /// The number of rows that are still to return.
    left: usize,
    /// The numbers of rows that were read and returned.
    pub(crate) counts: [usize; 2],
}

/// A row of a page of the old table.
struct OldRow<E: Error + 'static> {
    /// The key in the new table, or `None` if the row has no place in its order.
    new: Option<Vec<u8>>,
    /// The value or the error, or `None` if the row does not count.
    value: Option<Result<Vec<u8>, TableError<E>>>,
}

impl<E: Error> OrderedScan<E> {
    /// Begins a scan.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Unordered`] if a plan has an order of its own, and [`TableError::Scan`] if it has too many ranges
    /// to merge.
    pub(crate) fn new<S>(
        tables: &Tables<'_, S, E>,
        plans: (Option<ScanPlan>, ScanPlan),
        position: Position,
    ) -> Result<Self, TableError<E>> {
        for plan in plans.0.iter().chain([&plans.1]) {
            if !plan.is_in_key_order() {
                return Err(TableError::Unordered);
            }
            // One range over all labels has no lanes.
            plan.merge(|_, _| iter::empty::<Vec<u8>>()).check().map_err(Box::new)?;
        }
        let (old, new) = &plans;
        let left = old.as_ref().unwrap_or(new).row_limit().unwrap_or(usize::MAX);
        let order_of_old = KeyOrder::of(old.as_ref().unwrap_or(new));
        Ok(Self {
            name: tables.keys.old.layout.name(),
            old: Lanes::new(order_of_old, old.iter().flat_map(ScanPlan::ranges), tables.batch_rows),
            new: Lanes::new(KeyOrder::of(new), new.ranges(), tables.batch_rows),
            plans,
            window: VecDeque::new(),
            end: WindowEnd::Start,
            last_new: position.last_new.clone(),
            keys_of_page: Vec::new(),
            position,
            left,
            counts: [0; 2],
        })
    }

    /// Returns the next page, or `None` if a row is there, or the scan is over.
    pub(crate) fn page(&mut self) -> Option<PageToRead> {
        while self.left > 0 {
            if let Some(range) = self.new.page(&self.end) {
                return Some(PageToRead { place: Place::New, range });
            }
            self.pass_rows_that_do_not_count();
            if self.next_of_old().is_some() || self.end == WindowEnd::Open {
                return None;
            }
            if let Some(range) = self.old.page_before_window() {
                return Some(PageToRead { place: Place::Old, range });
            }
            self.begin_window();
        }
        None
    }

    /// Takes the old rows up to the end of the first lane. Its last row ends the window.
    fn begin_window(&mut self) {
        self.old.begin_window();
        while !self.old.has_empty_lane()
            && let Some((key, row)) = self.old.pop()
        {
            let row = self.checked(&key, row);
            self.window.push_back((key, row));
        }
        self.end = match &self.last_new {
            _ if !self.old.has_empty_lane() => WindowEnd::Open,
            Some(last) => WindowEnd::Key(last.clone()),
            None => WindowEnd::Start,
        };
    }

    /// Returns the row if its new key comes after that of the old row before, or else its error.
    fn checked(&mut self, key: &[u8], row: OldRow<E>) -> OldRow<E> {
        let Some(new) = row.new else { return row };
        let order = self.new.order;
        if let Some(after) = self.last_new.as_ref().filter(|last| order.compare(&new, last).is_le()) {
            let (row, after) = (key.to_vec(), after.clone());
            let error = TableError::OrderNotKept { name: self.name, row, key: new, after };
            return OldRow { new: None, value: Some(Err(error)) };
        }
        self.last_new = Some(new.clone());
        // The page before has returned a later row, so this row did not exist then.
        let is_late = self.position.new.as_ref().is_some_and(|last| order.compare(&new, last).is_le());
        OldRow { new: Some(new), value: row.value.filter(|_| !is_late) }
    }

    /// Returns the rows of a page that match, and the errors of those that cannot be read.
    pub(crate) fn matching<S>(
        &mut self,
        tables: &Tables<'_, S, E>,
        place: Place,
        cells: &Cells,
    ) -> (Page, Vec<FoundRow<E>>) {
        let plan = if place == Place::Old { self.plans.0.as_ref() } else { Some(&self.plans.1) };
        let Some(plan) = plan else { return (Page::new(), Vec::new()) };
        let (page, errors) = matching(tables, place, plan, cells);
        if place == Place::Old {
            let keys = page.iter().filter_map(|(row, _)| Some((row.old.clone()?, row.new.clone())));
            self.keys_of_page = keys.collect();
        }
        (page, errors)
    }

    /// Adds a page: its errors, and its rows that count.
    pub(crate) fn add_page(
        &mut self,
        read: &PageToRead,
        cells: &Cells,
        errors: Vec<FoundRow<E>>,
        rows: RowsThatCount<E>,
    ) {
        self.counts[0] += cells.len();
        match read.place {
            Place::Old => {
                let rows = self.old_rows(errors, rows);
                self.old.add(&read.range, cells, rows.into_iter());
            }
            Place::New => {
                let errors = errors.into_iter().map(|(_, key, row)| (key, row.map(|(_, value)| value)));
                let rows = rows.into_iter().map(|(row, value)| (row.new, value));
                let mut rows: Vec<_> = errors.chain(rows).collect();
                rows.sort_by(|(a, _), (b, _)| a.cmp(b));
                self.new.add(&read.range, cells, rows.into_iter());
            }
        }
    }

    /// Returns all rows of an old page that match, in the order of their keys.
    fn old_rows(&mut self, errors: Vec<FoundRow<E>>, rows: RowsThatCount<E>) -> Vec<(Vec<u8>, OldRow<E>)> {
        let mut values = rows.into_iter().peekable();
        let keys = std::mem::take(&mut self.keys_of_page).into_iter();
        // `values` are some of the rows of the page, in its order.
        let rows = keys.map(|(key, new)| {
            let value = values.next_if(|(row, _)| row.new == new).map(|(_, value)| value);
            (key, OldRow { new: Some(new), value })
        });
        let error = |(_, key, row): FoundRow<E>| {
            let value = Some(row.map(|(_, value)| value));
            (key, OldRow { new: None, value })
        };
        let mut rows: Vec<_> = rows.chain(errors.into_iter().map(error)).collect();
        rows.sort_by(|(a, _), (b, _)| a.cmp(b));
        rows
    }

    /// Returns the order of the next old row and the next new row. An old row without a place comes at once, and `None` is
    /// the end of the window.
    fn next_of_old(&self) -> Option<Ordering> {
        match (self.window.front(), self.new.front()) {
            (None, None) => None,
            (None, Some(_)) => Some(Ordering::Greater),
            (Some((_, OldRow { new: Some(old), .. })), Some(new)) => Some(self.new.order.compare(old, new)),
            (Some(_), _) => Some(Ordering::Less),
        }
    }

    /// Moves past old rows that do not count, and have no new row.
    fn pass_rows_that_do_not_count(&mut self) {
        let does_not_count = |scan: &Self| scan.window.front().is_some_and(|(_, row)| row.value.is_none());
        while does_not_count(self) && self.next_of_old() == Some(Ordering::Less) {
            self.take_old();
        }
    }

    /// Returns the next row of the window.
    pub(crate) fn next_row(&mut self) -> Option<Result<NewRow, TableError<E>>> {
        if self.left == 0 {
            return None;
        }
        let row = loop {
            let order = self.next_of_old()?;
            // At equal keys, the row has moved since the old page was read.
            let old = if order.is_le() { self.take_old() } else { None };
            if order.is_ge() {
                let (key, value) = self.new.pop()?;
                self.position.new = Some(key.clone());
                break value.map(|value| (key, value));
            }
            if let Some(OldRow { new, value: Some(value) }) = old {
                break value.map(|value| (new.unwrap_or_default(), value));
            }
        };
        self.left -= 1;
        self.counts[1] += 1;
        Some(row)
    }

    /// Takes the next old row of the window. All new rows up to its place were returned.
    fn take_old(&mut self) -> Option<OldRow<E>> {
        let (key, row) = self.window.pop_front()?;
        let order = self.new.order;
        self.position.old = Some(OldPosition::Key(key));
        if let Some(new) = &row.new {
            self.position.last_new = Some(new.clone());
            let is_later = |last: &Vec<u8>| order.compare(new, last).is_gt();
            if self.position.new.as_ref().is_none_or(is_later) {
                self.position.new = Some(new.clone());
            }
        }
        Some(row)
    }

    /// Ends the scan after an error of the store.
    pub(crate) fn end(&mut self) {
        self.window.clear();
        self.old.clear();
        self.new.clear();
        self.left = 0;
    }

    pub(crate) const fn lift_limit(&mut self) {
        self.left = usize::MAX;
    }

    /// Returns the cursor after the last row.
    pub(crate) fn cursor(&self) -> Option<String> {
        let (old, new) = &self.plans;
        (self.counts[1] > 0).then(|| self.position.cursor(old.as_ref(), new))
    }

    pub(crate) fn ranges(&self) -> usize {
        let (old, new) = &self.plans;
        old.as_ref().map_or(0, |plan| plan.ranges().len()) + new.ranges().len()
    }
}

/// The position of a scan in both tables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    /// The last old row.
    old: Option<OldPosition>,
    /// The new key of the last old row that is in order.
    last_new: Option<Vec<u8>>,
    /// All rows up to this new key were returned.
    new: Option<Vec<u8>>,
}

/// The last row of the old table.
#[derive(Clone, Debug, PartialEq, Eq)]
enum OldPosition {
    /// Its key.
    Key(Vec<u8>),
    /// The cursor of the page before, if this page has no old row.
    Cursor(String),
}

/// The cursors of both tables, and the position. A table without a row has no cursor.
type Cursors = ([Option<String>; 2], Position);

/// The first letter of the cursors of ordered scans.
const LETTER: char = 'b';

impl Position {
    /// Returns the position as text: the cursors of both plans, both new keys, and a hash of all that.
    fn cursor(&self, old: Option<&ScanPlan>, new: &ScanPlan) -> String {
        let old = match (&self.old, old) {
            (Some(OldPosition::Key(key)), Some(plan)) => plan.cursor(key),
            (Some(OldPosition::Cursor(cursor)), _) => cursor.clone(),
            _ => String::new(),
        };
        let text = |key: &Option<Vec<u8>>| key.as_deref().map(hex).unwrap_or_default();
        let new_cursor = self.new.as_deref().map(|key| new.cursor(key)).unwrap_or_default();
        let parts = [old, new_cursor, text(&self.last_new), text(&self.new)].join(".");
        format!("{LETTER}{parts}.{:016x}", xxh3_64(parts.as_bytes()))
    }

    /// Returns the cursors of both tables and the position, or `None` if the text is not a cursor of an ordered scan.
    fn parse(cursor: &str) -> Option<Cursors> {
        let (parts, hash) = cursor.strip_prefix(LETTER)?.rsplit_once('.')?;
        if format!("{:016x}", xxh3_64(parts.as_bytes())) != hash {
            return None;
        }
        let parts: Vec<_> = parts.split('.').map(|part| Some(part).filter(|part| !part.is_empty())).collect();
        let [old, new_cursor, last_new, new] = parts[..] else { return None };
        let key = |part: Option<&str>| part.map(parse).transpose().ok();
        let position = Self {
            old: old.map(|cursor| OldPosition::Cursor(cursor.to_owned())),
            last_new: key(last_new)?,
            new: key(new)?,
        };
        Some(([old, new_cursor].map(|cursor| cursor.map(str::to_owned)), position))
    }
}

/// Returns the ordered scan of both tables, from a cursor.
///
/// # Errors
///
/// Returns [`TableError::Cursor`] if it is not a cursor of an ordered scan, and the errors of [`OrderedScan::new`].
pub(crate) fn ordered_scan<S, E: Error>(
    tables: &Tables<'_, S, E>,
    cursor: Option<&str>,
    [new, old]: [MakePlan<'_, E>; 2],
) -> Result<OrderedScan<E>, TableError<E>> {
    let ([old_cursor, new_cursor], position) = match cursor {
        Some(found) => Position::parse(found).ok_or_else(|| TableError::Cursor { found: found.to_owned() })?,
        None => ([None, None], Position::default()),
    };
    // After `finish`, and in programs that know the new table alone, no old row counts.
    let reads_old = tables.step != MoveStep::NewOnly;
    let old = reads_old.then(|| old(old_cursor.as_deref())).transpose()?;
    OrderedScan::new(tables, (old, new(new_cursor.as_deref())?), position)
}
