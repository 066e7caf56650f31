//! Pages of both tables on an engine without transactions. This module does no I/O.

use rowkey_core::{KeyRange, ScanPlan};
use std::collections::VecDeque;
use std::error::Error;

use super::calls::{Page, Passed, RowsThatCount};
use super::moved::Moved;
use super::one_page::{Cells, FoundRow, PageToRead, matching};
use super::pass::{RowFailures, Work};
use super::protocol::Place;
use super::way::{MakePlan, NewRow, Tables};
use crate::TableError;
use crate::move_step::MoveStep;
use crate::rekey::behind;
use crate::rows::Order;
use crate::secondary_keys::ReindexPlace;

/// A phase of a pass over the old table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Puts copies of many rows at once.
    Copy,
    /// Marks each old row, so that its new row counts.
    Mark,
    /// Deletes the marks.
    Finish,
}

/// A pass over the old table, which reads it once for each phase.
pub(crate) struct VersionedPass {
    phases: &'static [Phase],
    at: usize,
    place: ReindexPlace,
    rest: Option<KeyRange>,
    failures: RowFailures,
    pub(crate) done: Moved,
}

impl VersionedPass {
    /// Begins at a cursor.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Cursor`] if it is not a cursor of such a pass.
    pub(crate) fn begin<S, E: Error>(
        work: Work,
        tables: &Tables<'_, S, E>,
        cursor: Option<&str>,
    ) -> Result<Self, TableError<E>> {
        let place = ReindexPlace::of(cursor, tables.identity(work))?;
        let phases: &[Phase] = if work == Work::Copy { &[Phase::Copy, Phase::Mark] } else { &[Phase::Finish] };
        let done = Moved { cursor: Some(place.cursor()), ..Moved::default() };
        let mut pass = Self { phases, at: 0, place, rest: None, failures: RowFailures::default(), done };
        pass.open(tables);
        Ok(pass)
    }

    /// Sets the rest of the current phase, or of the next one that has a rest.
    fn open<S, E: Error>(&mut self, tables: &Tables<'_, S, E>) {
        self.rest = None;
        while self.rest.is_none() && self.at < self.phases.len() {
            self.rest = self.place.rest_of(self.at, tables.keys.old);
            self.at += usize::from(self.rest.is_none());
        }
    }

    /// Returns the phase and the range of the next page, or `None` at the end.
    pub(crate) fn page(&self) -> Option<(Phase, KeyRange)> {
        Some((*self.phases.get(self.at)?, self.rest.clone()?))
    }

    /// Returns the rows of a page that can move, and moves behind it.
    pub(crate) fn rows<S, E: Error>(&mut self, tables: &Tables<'_, S, E>, cells: Cells) -> Result<Page, TableError<E>> {
        let is_last = cells.len() < tables.batch_rows;
        let last = cells.last().map(|(key, _)| key.clone());
        let mut page = Page::new();
        for (key, row) in cells {
            match tables.row(Place::Old, &key) {
                Ok(Some(keys)) => page.push((keys, row)),
                Ok(None) => {}
                Err(error) => self.failures.add(&key, error)?,
            }
        }
        last.iter().for_each(|last| self.place.set(self.at, last));
        if is_last {
            self.at += 1;
            self.place.set(self.at, &[]);
        }
        self.done.rows += page.len() as u64;
        self.open(tables);
        Ok(page)
    }

    /// Adds what a phase has done with the rows of a page. The cursor is then behind the page.
    pub(crate) fn add<E: Error>(&mut self, phase: Phase, passed: Passed<E>) -> Result<(), TableError<E>> {
        match phase {
            // A marked row is copied, if its copy did not exist.
            Phase::Copy => {}
            Phase::Mark => self.done.copied += passed.changed,
            Phase::Finish => self.done.deleted += passed.changed,
        }
        for (row, error) in passed.failures {
            // The next phase reports the row again.
            if phase == Phase::Copy && RowFailures::is_of_row(&error) {
                continue;
            }
            self.failures.add(&row.new, error)?;
        }
        self.done.kept = self.failures.rows();
        self.done.cursor = Some(self.place.cursor());
        Ok(())
    }

    /// Returns the totals at the end.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::NotMoved`] if rows stay.
    pub(crate) fn outcome<E: Error>(self) -> Result<Moved, TableError<E>> {
        self.failures.outcome(self.done)
    }
}

/// A scan of all old rows that count, and then of all new rows that do.
///
/// Rows move to the new table only, so a row that moves meanwhile is found at least once, and at most twice.
pub(crate) struct PagedScan<E: Error + 'static> {
    /// The old plan, unless the scan needs no old row, and the new plan.
    plans: Vec<(Place, ScanPlan)>,
    /// The number of the plan that is read.
    at: usize,
    /// The ranges of this plan that are still to read.
    ranges: VecDeque<KeyRange>,
    /// The rows of the page, in the order of their keys.
    rows: VecDeque<FoundRow<E>>,
    /// The maximum number of rows of a page.
    batch_rows: usize,
    /// The number of rows that are still to return.
    left: usize,
    /// The table and the key of the last row that was returned.
    last: Option<(Place, Vec<u8>)>,
    /// The numbers of rows that were read and returned.
    pub(crate) counts: [usize; 2],
}

impl<E: Error> PagedScan<E> {
    /// Begins a scan.
    ///
    /// # Errors
    ///
    /// Returns [`TableError::Unordered`] if a plan has an order of its own.
    pub(crate) fn new(batch_rows: usize, old: Option<ScanPlan>, new: Option<ScanPlan>) -> Result<Self, TableError<E>> {
        let old = old.map(|old| (Place::Old, old));
        let plans: Vec<_> = old.into_iter().chain(new.map(|new| (Place::New, new))).collect();
        if !plans.iter().all(|(_, plan)| plan.is_in_key_order()) {
            return Err(TableError::Unordered);
        }
        let first = plans.first().map(|(_, plan)| plan);
        let left = first.and_then(|plan| plan.row_limit()).unwrap_or(usize::MAX);
        let ranges = first.map(|plan| plan.ranges().collect()).unwrap_or_default();
        Ok(Self { plans, at: 0, ranges, rows: VecDeque::new(), batch_rows, left, last: None, counts: [0; 2] })
    }

    /// Returns the next page, or `None` if a row is there, or the scan is over.
    pub(crate) fn page(&mut self) -> Option<PageToRead> {
        if !self.rows.is_empty() || self.left == 0 {
            return None;
        }
        loop {
            let (place, _) = self.plans.get(self.at)?;
            if let Some(range) = self.ranges.front() {
                return Some(PageToRead { place: *place, range: (range.clone(), self.batch_rows) });
            }
            self.at += 1;
            let (_, plan) = self.plans.get(self.at)?;
            self.ranges = plan.ranges().collect();
        }
    }

    /// Returns the rows of a page that match, and the errors of those that cannot be read.
    pub(crate) fn matching<S>(
        &self,
        tables: &Tables<'_, S, E>,
        place: Place,
        cells: &Cells,
    ) -> (Page, Vec<FoundRow<E>>) {
        let Some((_, plan)) = self.plans.get(self.at) else { return (Page::new(), Vec::new()) };
        matching(tables, place, plan, cells)
    }

    /// Adds a page: its errors, and its rows that count. There are fewer cells than `batch_rows` only at the end of the
    /// range.
    pub(crate) fn add_page(
        &mut self,
        read: &PageToRead,
        cells: &Cells,
        errors: Vec<FoundRow<E>>,
        rows: RowsThatCount<E>,
    ) {
        let PageToRead { place, range: (range, most) } = read;
        self.ranges.pop_front();
        if let Some((last, _)) = cells.last().filter(|_| cells.len() >= *most) {
            self.ranges.push_front(behind(range, last));
        }
        self.counts[0] += cells.len();
        let found = rows.into_iter().filter_map(|(row, value)| {
            let key = row.key(*place)?.clone();
            Some((*place, key, value.map(|value| (row.new, value))))
        });
        self.rows.extend(errors.into_iter().chain(found));
        // The cursor is the last returned key, so all rows of the page come in the order of their keys.
        self.rows.make_contiguous().sort_by(|(_, a, _), (_, b, _)| a.cmp(b));
    }

    /// Returns the next row of the page.
    pub(crate) fn next_row(&mut self) -> Option<Result<NewRow, TableError<E>>> {
        let (place, key, row) = self.rows.pop_front().filter(|_| self.left > 0)?;
        self.left -= 1;
        self.counts[1] += 1;
        self.last = Some((place, key));
        Some(row)
    }

    /// Ends the scan after an error of the store.
    pub(crate) fn end(&mut self) {
        self.rows.clear();
        self.left = 0;
    }

    pub(crate) const fn lift_limit(&mut self) {
        self.left = usize::MAX;
    }

    /// Returns the cursor after the last row.
    pub(crate) fn cursor(&self) -> Option<String> {
        let (place, key) = self.last.as_ref()?;
        let (_, plan) = self.plans.iter().find(|(it, _)| it == place)?;
        Some(place.mark(&Order::ByRange.cursor(plan, key)))
    }

    pub(crate) fn ranges(&self) -> usize {
        self.plans.iter().map(|(_, plan)| plan.ranges().len()).sum()
    }
}

/// Returns the scan of all old rows and then all new rows, from a cursor.
pub(crate) fn paged_scan<S, E: Error>(
    tables: &Tables<'_, S, E>,
    cursor: Option<&str>,
    [new, old]: [MakePlan<'_, E>; 2],
) -> Result<PagedScan<E>, TableError<E>> {
    // After `finish`, and in programs that know the new table alone, no old row counts.
    let reads_old = tables.step != MoveStep::NewOnly;
    match (reads_old, Place::Old.unmark::<E>(cursor)) {
        (true, Ok(cursor)) => PagedScan::new(tables.batch_rows, Some(old(cursor)?), Some(new(None)?)),
        _ => PagedScan::new(tables.batch_rows, None, Some(new(Place::New.unmark(cursor)?)?)),
    }
}
