//! The state of the reading of a lane: which range is read, and which follows; without the rows.

use super::first_rows::FirstRows;
use crate::bytes::KeyRange;
use crate::scan::plan::ScanPlan;
use crate::scan::rows::direction::Direction;
use crate::scan::rows::open_range::{OutOfOrder, Step};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

/// How many rows may be read at most without a look further on, where the looks before were of no use: one costs about
/// as much as reading a few rows.
const PAUSE: usize = 63;

/// The state of the reading of ranges one after the other.
pub(super) struct Reading {
    /// The ranges of the plan that are not opened yet, by number.
    ranges: Range<usize>,
    /// The ranges that the open scan reads, by number.
    open: Option<Range<usize>>,
    /// The scan that must be opened next, if that is not the next range. Boxed, because few scans jump: without it, a lane of redb takes
    /// more than the 1 KiB up to which malloc of glibc keeps what is freed at hand (2,400 instructions of a question;
    /// `benches/engines` under callgrind).
    next: Option<Box<NextScan>>,
    /// The item at which it is; `None` while it is looked for.
    step: Option<Step>,
    skip: Skip,
    /// The key of the row before, once there was one, if keys are checked.
    last: Option<Vec<u8>>,
    /// How many rows were read, those included that were passed over.
    rows_read: usize,
}

/// The step that brings a lane to its next item.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::scan) enum LaneStep {
    /// Its next scan, in place of the one before.
    Open,
    /// The next item of its open scan.
    Read,
    /// Nothing: it is at an item.
    Settled,
}

/// The ranges of a scan that is to be opened.
pub(in crate::scan) struct NextScan {
    /// Their numbers, in the order of the plan.
    pub(in crate::scan) ranges: Range<usize>,
    /// The one that is read first, or what is left of it.
    pub(in crate::scan) first: KeyRange,
    /// `true` if that is a part of it.
    pub(in crate::scan) is_part: bool,
}

/// The look further on in a lane, from rows that are none of the scan.
struct Skip {
    /// The least place at which the next row can be.
    seek: Option<Seek>,
    /// After how many rows that are none it is looked for again, and how many that were the last time.
    wait: usize,
    pause: usize,
    /// How many looks in a row ended with a jump over more rows than were to be passed over.
    jumps: usize,
}

/// The rest of a lane from where its next row can be.
struct Seek {
    /// The range it lies in, by number, cut off there.
    index: usize,
    range: KeyRange,
    /// How many rows before it were read.
    passed: usize,
}

impl Reading {
    pub(super) const fn new(ranges: Range<usize>) -> Self {
        let skip = Skip { seek: None, wait: 0, pause: 0, jumps: 0 };
        Self { ranges, open: None, next: None, step: None, skip, last: None, rows_read: 0 }
    }

    /// The item at which it is; `None` while it is looked for.
    #[inline]
    pub(super) const fn at(&self) -> Option<Step> {
        self.step
    }

    /// How many rows were read, those included that were passed over.
    pub(super) const fn rows_read(&self) -> usize {
        self.rows_read
    }

    /// The ranges that are not opened yet, by number.
    pub(super) const fn ranges(&self) -> &Range<usize> {
        &self.ranges
    }

    /// The step that brings the lane to its next item.
    #[inline]
    pub(super) fn step(&self) -> LaneStep {
        match () {
            () if self.step.is_some() => LaneStep::Settled,
            () if self.next.is_some() || self.open.is_none() => LaneStep::Open,
            () => LaneStep::Read,
        }
    }

    /// Leaves the item behind.
    pub(super) const fn pass(&mut self) {
        self.step = None;
    }

    /// The scan to open: of one range, or of all that are left if a scan reads a whole lane. `None` if none is left: it is at the end.
    pub(super) fn take_next(&mut self, plan: &ScanPlan, reads_whole_lanes: bool) -> Option<NextScan> {
        let mut next = match self.next.take() {
            Some(next) => *next,
            None => {
                let index = if plan.is_reversed() { self.ranges.next_back() } else { self.ranges.next() };
                let Some(index) = index else {
                    self.step = Some(Step::End);
                    return None;
                };
                NextScan { ranges: index..index + 1, first: plan.range(index), is_part: false }
            }
        };
        if reads_whole_lanes {
            let left = &mut self.ranges;
            if plan.is_reversed() {
                next.ranges.start = left.start;
                left.end = left.start;
            } else {
                next.ranges.end = left.end;
                left.start = left.end;
            }
        }
        self.open = Some(next.ranges.clone());
        Some(next)
    }

    /// Takes a row of the open scan; `true` if the scan is not read on from there: the row is one of the plan, or another scan
    /// is to be opened. If keys are checked, a row before the one before it is refused; of a row that comes twice, for example
    /// in several versions, nothing is said.
    ///
    /// Inlined into the loop that reads: out of line, a row that a filter drops took 40 instructions more of 780
    /// (`benches/engines` under callgrind).
    #[inline(always)]
    pub(super) fn stops_at<const IS_CHECKED: bool>(
        &mut self,
        plan: &ScanPlan,
        key: &[u8],
        seek_cost_in_rows: usize,
    ) -> Result<bool, Box<OutOfOrder>> {
        self.rows_read += 1;
        if IS_CHECKED {
            self.check_order(key, plan.direction())?;
        }
        let is_on_the_way = self.skip.seek.as_ref().is_some_and(|seek| seek.passes(plan, key));
        if !is_on_the_way && plan.matches(key) {
            self.step = Some(Step::Row);
            return Ok(true);
        }
        if is_on_the_way || !self.skip.waits() {
            self.pass_over(plan, key, is_on_the_way, seek_cost_in_rows);
        }
        Ok(self.step() != LaneStep::Read)
    }

    /// Takes the end of the open scan, or an error in place of a row.
    pub(super) fn stop(&mut self, step: Step) {
        match step {
            Step::Row => {}
            Step::Error => self.step = Some(Step::Error),
            Step::End => self.open = None,
        }
    }

    fn check_order(&mut self, key: &[u8], expected: Direction) -> Result<(), Box<OutOfOrder>> {
        let Some(last) = &mut self.last else {
            self.last = Some(key.to_vec());
            return Ok(());
        };
        let wrong = match expected {
            Direction::Forward => Ordering::Less,
            Direction::Reverse => Ordering::Greater,
        };
        if key.cmp(last) == wrong {
            self.step = Some(Step::Error);
            return Err(OutOfOrder { expected, key: last.clone(), next: key.to_vec() }.into());
        }
        last.clear();
        last.extend_from_slice(key);
        Ok(())
    }

    /// The ranges that are open, and those that are not yet.
    fn left(&self, plan: &ScanPlan) -> Range<usize> {
        match &self.open {
            None => self.ranges.clone(),
            Some(open) if plan.is_reversed() => self.ranges.start.min(open.start)..open.end,
            Some(open) => open.start..self.ranges.end.max(open.end),
        }
    }

    /// Leaves all rows behind that have the value of the last one, if it is at a row.
    pub(super) fn pass_value(&mut self, plan: &ScanPlan, first_rows: &FirstRows) {
        let Some((key, field)) = first_rows.last().filter(|_| self.step == Some(Step::Row)) else { return };
        match plan.behind_value(self.left(plan), key, field) {
            Some((index, range)) => {
                self.skip.reach();
                self.skip.seek = Some(Seek { index, range, passed: 0 });
            }
            None => self.end(),
        }
    }

    /// Has the rest of the lane opened again behind the last row that was read of it, after an error.
    pub(super) fn reopen(&mut self, plan: &ScanPlan) {
        let left = self.left(plan);
        let rest = match &self.last {
            Some(key) => plan.rest_behind(left, key),
            None => {
                let first = if plan.is_reversed() { left.end.checked_sub(1) } else { Some(left.start) };
                first.filter(|index| left.contains(index)).map(|index| (index, plan.range(index)))
            }
        };
        self.step = None;
        match rest {
            Some((index, range)) => self.jump(plan, index, range),
            None => self.end(),
        }
    }

    /// Goes on in a range, or in a part of one.
    fn jump(&mut self, plan: &ScanPlan, index: usize, first: KeyRange) {
        let left = self.left(plan);
        self.ranges = if plan.is_reversed() { left.start..index } else { index + 1..left.end };
        self.next = Some(NextScan { ranges: index..index + 1, first, is_part: true }.into());
    }

    /// Leaves all that is not read yet: it comes to the end.
    fn end(&mut self) {
        (self.ranges.start, self.open, self.next) = (self.ranges.end, None, None);
    }

    /// Leaves a row that is none of the scan behind: the next one is read, or the rest of the lane from where one can be.
    fn pass_over(&mut self, plan: &ScanPlan, key: &[u8], is_on_the_way: bool, seek_cost_in_rows: usize) {
        if !is_on_the_way {
            let left = self.left(plan);
            if !self.skip.look_ahead(plan, left, key) {
                return self.end();
            }
        }
        let is_open = |index: usize| self.open.as_ref().is_some_and(|open| open.contains(&index));
        if let Some(Seek { index, range, .. }) = self.skip.jump(is_open, seek_cost_in_rows) {
            self.jump(plan, index, range);
        }
    }
}

impl Skip {
    /// `true` if it is not the time to look further on: the row that was read counts.
    #[inline]
    const fn waits(&mut self) -> bool {
        let waits = self.seek.is_none() && self.wait > 0;
        self.wait -= waits as usize;
        waits
    }

    /// Looks where the next row can be in the ranges that are left, behind a key that is none: the less often, the more often
    /// the row behind it was not before that place. `false` if there is no such place.
    fn look_ahead(&mut self, plan: &ScanPlan, left: Range<usize>, key: &[u8]) -> bool {
        if let Some(seek) = self.reach() {
            self.pause = if seek.passed > 1 { 0 } else { (2 * self.pause + 1).min(PAUSE) };
            self.wait = self.pause;
        }
        if self.waits() {
            return true;
        }
        self.seek = plan.behind(left, key).map(|(index, range)| Seek { index, range, passed: 0 });
        self.seek.is_some()
    }

    /// Forgets the place that was looked for: the rows before it are read.
    fn reach(&mut self) -> Option<Seek> {
        let seek = self.seek.take()?;
        self.jumps = 0;
        Some(seek)
    }

    /// The place to go on at, where that is worth its cost, after a row was passed over.
    fn jump(&mut self, is_open: impl Fn(usize) -> bool, cost: usize) -> Option<Seek> {
        let patience = self.patience(cost);
        let seek = self.seek.as_mut()?;
        seek.passed += 1;
        let is_far = seek.passed > patience;
        if !is_far && is_open(seek.index) {
            return None;
        }
        (self.pause, self.jumps) = (0, self.jumps + usize::from(is_far));
        self.seek.take()
    }

    /// How many rows are passed over before a jump. At first as many as it costs, so that it takes at most twice as long as
    /// the better of reading on and of jumping at once. After two jumps in a row, the next place is likely far away too, and
    /// fewer are read in vain: half, a quarter, an eighth. Every eighth time it is as many as at first, because places may be
    /// near by again, which only rows that are read can tell.
    ///
    /// # Design
    /// Where a filter keeps one row in 300, redb reads 8 rows for each, not 20, and a row takes 30 % fewer instructions
    /// (`benches/engines`, 5 minutes of all devices).
    fn patience(&self, cost: usize) -> usize {
        if self.jumps % 8 == 0 { cost } else { cost >> (self.jumps - 1).min(3) }
    }
}

impl Seek {
    /// `true` if a row is passed over on the way.
    fn passes(&self, plan: &ScanPlan, key: &[u8]) -> bool {
        if plan.is_reversed() { self.range.stop().is_some_and(|stop| key >= stop) } else { key < self.range.start() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_is_as_small_as_a_lane_of_redb_needs() {
        assert!(size_of::<Reading>() <= 272);
    }
}
