//! The progress of a lane: the range that is read, the next one, and the decision to seek. It does not hold the rows.
//!
//! A row that does not match is passed over, and sometimes the lane looks for the next possible row
//! ([`ScanPlan::next`]). A look costs about as much as reading a few rows, and a seek costs `seek_cost_in_rows`. An
//! example with the key `device | metric`, the filter `metric = 4`, and a cost of 2 rows:
//!
//! ```text
//! row       step
//! 07 01     not a match. Looks: the next possible row is 07 04. Keeps it as `target`, reads on
//! 07 02     on the way to 07 04, not checked
//! 07 03     on the way. It is the third row passed over, above the cost of 2: opens the range again at 07 04
//! 07 04     match
//! 07 05     not a match. Looks: 08 04 is next
//! 08 01     on the way. It is the second row passed over
//! 08 04     match
//! ```
//!
//! - `rows_until_look` and `backoff` make looks rarer if they do not help. After a look that passed over at most one
//!   row, the lane reads 1, then 3, 7, 15, 31, and at most 63 rows before it looks again.
//! - `seeks` makes seeks earlier if they help. After two seeks in a row, the lane reads half as many rows before the
//!   next one, then a quarter, then an eighth.

use super::distinct::Distinct;
use crate::bytes::KeyRange;
use crate::scan::plan::ScanPlan;
use crate::scan::rows::direction::Direction;
use crate::scan::rows::open_range::{OutOfOrder, Step};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

/// The maximum number of rows to read without looking for the next possible row.
const MAX_BACKOFF: usize = 63;

/// The progress of a lane through its ranges.
pub(super) struct LaneState {
    /// The numbers of the unopened ranges.
    ranges: Range<usize>,
    /// The numbers of the ranges that the open scan reads.
    open: Option<Range<usize>>,
    /// The scan to open next, if it is not the next range: a seek.
    ///
    /// Boxed, because few scans seek. Without the box, a lane of redb takes more than 1 KiB, up to which glibc's malloc
    /// keeps freed memory at hand (2,400 instructions of a query, `benches/engines` under callgrind).
    next: Option<Box<NextScan>>,
    /// The current item. `None` while the lane moves to it.
    step: Option<Step>,
    policy: SeekPolicy,
    /// The key of the last row, if keys are checked.
    last: Option<Vec<u8>>,
    /// The number of rows read, including those that did not match.
    rows_read: usize,
}

/// The step that advances a lane to its next item.
#[derive(Clone, Copy, PartialEq)]
pub(in crate::scan) enum LaneStep {
    /// Open the next scan, in place of the last one.
    Open,
    /// Read the next item of the open scan.
    Read,
    /// The lane is at an item.
    Settled,
}

/// The ranges of a scan to open.
pub(in crate::scan) struct NextScan {
    /// The numbers of the ranges, in the order of the plan.
    pub(in crate::scan) ranges: Range<usize>,
    /// The range to read first, or the rest of it.
    pub(in crate::scan) first: KeyRange,
    /// `true` if that is only the rest of the range.
    pub(in crate::scan) is_part: bool,
}

/// Decides when to look for the next possible row, and when to seek to it.
struct SeekPolicy {
    /// The first key at which the next match can be, from the last look.
    target: Option<SeekTarget>,
    /// The number of non-matching rows until the next look, and its last start value.
    rows_until_look: usize,
    backoff: usize,
    /// The number of looks in a row that led to a seek after the full number of rows.
    seeks: usize,
}

/// The rest of a lane from the next possible row on.
struct SeekTarget {
    /// The number of the range of that row, and the rest of this range.
    index: usize,
    range: KeyRange,
    /// The number of rows read on the way to it.
    passed: usize,
}

impl LaneState {
    pub(super) const fn new(ranges: Range<usize>) -> Self {
        let policy = SeekPolicy { target: None, rows_until_look: 0, backoff: 0, seeks: 0 };
        Self { ranges, open: None, next: None, step: None, policy, last: None, rows_read: 0 }
    }

    /// Returns the current item. `None` while the lane moves to it.
    #[inline]
    pub(super) const fn at(&self) -> Option<Step> {
        self.step
    }

    /// Returns the number of rows read, including those that did not match.
    pub(super) const fn rows_read(&self) -> usize {
        self.rows_read
    }

    /// Returns the numbers of the unopened ranges.
    pub(super) const fn ranges(&self) -> &Range<usize> {
        &self.ranges
    }

    /// Returns the step that advances the lane to its next item.
    #[inline]
    pub(super) fn step(&self) -> LaneStep {
        match () {
            () if self.step.is_some() => LaneStep::Settled,
            () if self.next.is_some() || self.open.is_none() => LaneStep::Open,
            () => LaneStep::Read,
        }
    }

    /// Moves past the current item.
    pub(super) const fn leave_item(&mut self) {
        self.step = None;
    }

    /// Returns the scan to open: of the next range, or of all remaining ranges if a scan reads a whole lane. Returns
    /// `None` at the end.
    pub(super) fn take_next(&mut self, plan: &ScanPlan, reads_whole_lanes: bool) -> Option<NextScan> {
        let mut next = match self.next.take() {
            Some(next) => *next,
            None => {
                let index = if plan.is_reversed() { self.ranges.next_back() } else { self.ranges.next() };
                // All ranges are done. This is the only way to `Step::End`.
                let Some(index) = index else {
                    self.step = Some(Step::End);
                    return None;
                };
                NextScan { ranges: index..index + 1, first: plan.range(index), is_part: false }
            }
        };
        // One scan takes this range and all remaining ones.
        if reads_whole_lanes {
            let remaining = &mut self.ranges;
            if plan.is_reversed() {
                next.ranges.start = remaining.start;
                remaining.end = remaining.start;
            } else {
                next.ranges.end = remaining.end;
                remaining.start = remaining.end;
            }
        }
        self.open = Some(next.ranges.clone());
        Some(next)
    }

    /// Takes a row of the open scan. Returns `true` if the scan stops there: the row matches, or another scan must be
    /// opened.
    ///
    /// If keys are checked, a row that comes before the row before it is an error. A repeated key is allowed, because
    /// some engines return several versions of a row.
    ///
    /// Inlined into the loop that reads. Out of line, a row that a filter drops took 40 more instructions of 780
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
        // No row before the next possible one can match, so `matches` is not needed.
        let is_before_target = self.policy.target.as_ref().is_some_and(|target| target.is_after(plan, key));
        if !is_before_target && plan.matches(key) {
            self.step = Some(Step::Row);
            return Ok(true);
        }
        if is_before_target || !self.policy.backs_off() {
            self.skip_row(plan, key, is_before_target, seek_cost_in_rows);
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

    #[inline]
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
        // A copy, because the engine may reuse its buffer for the next row.
        last.clear();
        last.extend_from_slice(key);
        Ok(())
    }

    /// Returns the open and the unopened ranges.
    fn remaining(&self, plan: &ScanPlan) -> Range<usize> {
        match &self.open {
            None => self.ranges.clone(),
            Some(open) if plan.is_reversed() => self.ranges.start.min(open.start)..open.end,
            Some(open) => open.start..self.ranges.end.max(open.end),
        }
    }

    /// Moves past all rows with the value of the current row, in a `distinct` scan.
    pub(super) fn skip_value(&mut self, plan: &ScanPlan, distinct: &Distinct) {
        let Some((key, field)) = distinct.last().filter(|_| self.step == Some(Step::Row)) else { return };
        match plan.range_after_value(self.remaining(plan), key, field) {
            Some((index, range)) => {
                // Replaces the result of an earlier look.
                self.policy.forget_target();
                self.policy.target = Some(SeekTarget { index, range, passed: 0 });
            }
            None => self.end(),
        }
    }

    /// Opens the rest of the lane again after the last row that was read, after an error.
    pub(super) fn reopen(&mut self, plan: &ScanPlan) {
        let remaining = self.remaining(plan);
        // Without a row so far, the first remaining range starts again.
        let rest = match &self.last {
            Some(key) => plan.unfiltered_range_after(remaining, key),
            None => {
                let first = if plan.is_reversed() { remaining.end.checked_sub(1) } else { Some(remaining.start) };
                first.filter(|index| remaining.contains(index)).map(|index| (index, plan.range(index)))
            }
        };
        self.step = None;
        match rest {
            Some((index, range)) => self.seek_to(plan, index, range),
            None => self.end(),
        }
    }

    /// Seeks to a range, or to a part of one.
    fn seek_to(&mut self, plan: &ScanPlan, index: usize, first: KeyRange) {
        let remaining = self.remaining(plan);
        self.ranges = if plan.is_reversed() { remaining.start..index } else { index + 1..remaining.end };
        self.next = Some(NextScan { ranges: index..index + 1, first, is_part: true }.into());
    }

    /// Drops the unread rest: the lane is at its end.
    fn end(&mut self) {
        (self.ranges.start, self.open, self.next) = (self.ranges.end, None, None);
    }

    /// Moves past a non-matching row: to the next row, or by a seek.
    fn skip_row(&mut self, plan: &ScanPlan, key: &[u8], is_before_target: bool, seek_cost_in_rows: usize) {
        if !is_before_target {
            let remaining = self.remaining(plan);
            // No later key can match, so the rows that are left need not be read.
            if !self.policy.look_for_target(plan, remaining, key) {
                return self.end();
            }
        }
        // A place in a range that is not open is always worth a seek: the rest of the open range has no match.
        let is_open = |index: usize| self.open.as_ref().is_some_and(|open| open.contains(&index));
        if let Some(SeekTarget { index, range, .. }) = self.policy.take_target(is_open, seek_cost_in_rows) {
            self.seek_to(plan, index, range);
        }
    }
}

impl SeekPolicy {
    /// Returns `true` while looks pause, and counts this row.
    #[inline]
    const fn backs_off(&mut self) -> bool {
        let backs_off = self.target.is_none() && self.rows_until_look > 0;
        self.rows_until_look -= backs_off as usize;
        backs_off
    }

    /// Looks for the next possible row after a non-matching key, unless looks pause. Returns `false` if there is no
    /// such row.
    ///
    /// The pause doubles if the last look passed over at most one row, and is reset if it passed over more.
    fn look_for_target(&mut self, plan: &ScanPlan, remaining: Range<usize>, key: &[u8]) -> bool {
        if let Some(target) = self.forget_target() {
            self.backoff = if target.passed > 1 { 0 } else { (2 * self.backoff + 1).min(MAX_BACKOFF) };
            self.rows_until_look = self.backoff;
        }
        if self.backs_off() {
            return true;
        }
        self.target = plan.range_after(remaining, key).map(|(index, range)| SeekTarget { index, range, passed: 0 });
        self.target.is_some()
    }

    /// Forgets the result of the last look: all rows before it were read.
    fn forget_target(&mut self) -> Option<SeekTarget> {
        let target = self.target.take()?;
        self.seeks = 0;
        Some(target)
    }

    /// Returns the place to seek to, if the seek is worth its cost, after a row was passed over.
    fn take_target(&mut self, is_open: impl Fn(usize) -> bool, cost: usize) -> Option<SeekTarget> {
        let threshold = self.seek_threshold(cost);
        let target = self.target.as_mut()?;
        target.passed += 1;
        let is_far = target.passed > threshold;
        if !is_far && is_open(target.index) {
            return None;
        }
        (self.backoff, self.seeks) = (0, self.seeks + usize::from(is_far));
        self.target.take()
    }

    /// Returns the number of rows to pass over before a seek.
    ///
    /// At first, this is the cost of a seek. So reading and then seeking takes at most twice the time of the better
    /// choice. After two seeks in a row, the next row is probably far away as well, so fewer rows are read first: half,
    /// a quarter, an eighth. Every eighth time the number is reset, because rows may be near again, and only reading
    /// shows that.
    ///
    /// # Design
    ///
    /// With a filter that keeps one row in 300, redb reads 8 rows for each, not 20, and a row takes 30 % fewer
    /// instructions (`benches/engines`, 5 minutes of all devices).
    fn seek_threshold(&self, cost: usize) -> usize {
        if self.seeks % 8 == 0 { cost } else { cost >> (self.seeks - 1).min(3) }
    }
}

impl SeekTarget {
    /// Returns `true` if `key` is before this place.
    fn is_after(&self, plan: &ScanPlan, key: &[u8]) -> bool {
        if plan.is_reversed() { self.range.stop().is_some_and(|stop| key >= stop) } else { key < self.range.start() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_state_is_as_small_as_a_lane_of_redb_needs() {
        assert!(size_of::<LaneState>() <= 272);
    }
}
