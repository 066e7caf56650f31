//! Lanes: ranges of a merge that are read one after the other.
//!
//! Lanes are compared by the first 16 bytes of their keys after `compared_from`, as two numbers:
//!
//! ```text
//! key 01 | 07 05         from 1    head (0x0705_0000_0000_0000, 0)
//! key 00 | 07 04 FF      from 1    head (0x0704_FF00_0000_0000, 0)     comes first
//! ```
//!
//! If the heads are equal, the rest of the keys decides.

use super::distinct::Distinct;
use super::lane_state::{LaneState, LaneStep, NextScan};
use crate::scan::plan::ScanPlan;
use crate::scan::rows::open_range::{OutOfOrder, RowCursor, Step};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use core::cmp::Ordering;
use core::ops::Range;

/// Ranges that are read one after the other, by scans of the type `R`. A driver opens and reads the scans.
pub(in crate::scan) struct Lane<R> {
    state: LaneState,
    /// `true` if the merge has no other lane, so that heads are not needed.
    is_alone: bool,
    /// The number of bytes at the start of each key that the comparison leaves out.
    compared_from: usize,
    /// The first 16 bytes after `compared_from`.
    ///
    /// # Design
    ///
    /// Heads decide most comparisons of a merge. Asking both engines for their keys took a third of the time
    /// (`benches/engines`). There are two numbers instead of a `u128`, because LLVM compared `u128`s by a 16-byte load,
    /// which stalls on the two stores that have just written it.
    head: (u64, u64),
    /// The open scan.
    scan: Option<R>,
    /// The scans opened ahead, with the numbers of their ranges.
    ahead: VecDeque<(usize, R)>,
    /// The number of ranges whose reading has begun.
    begun: usize,
}

impl<R> Lane<R> {
    pub(super) const fn new(ranges: Range<usize>, compared_from: usize, is_alone: bool) -> Self {
        Self {
            state: LaneState::new(ranges),
            is_alone,
            compared_from,
            head: (0, 0),
            scan: None,
            ahead: VecDeque::new(),
            begun: 0,
        }
    }

    /// Returns `true` if the lane is at a row.
    #[inline]
    pub(super) fn is_at_row(&self) -> bool {
        self.state.at() == Some(Step::Row)
    }

    /// Returns `true` if the lane is at an error.
    pub(in crate::scan) fn is_at_error(&self) -> bool {
        self.state.at() == Some(Step::Error)
    }

    /// Returns `true` if the lane is at its end.
    pub(super) fn is_at_end(&self) -> bool {
        self.state.at() == Some(Step::End)
    }

    /// Returns the number of rows read, including those that did not match.
    pub(super) const fn rows_read(&self) -> usize {
        self.state.rows_read()
    }

    /// Returns the open scan.
    #[inline]
    pub(in crate::scan) const fn scan(&mut self) -> Option<&mut R> {
        self.scan.as_mut()
    }

    /// Returns the scans opened ahead.
    pub(in crate::scan) fn ahead(&mut self) -> impl Iterator<Item = &mut R> {
        self.ahead.iter_mut().map(|(_, scan)| scan)
    }

    /// Returns the key of the open scan's row.
    #[inline]
    pub(super) fn key(&self, key_of: impl Fn(&R) -> &[u8]) -> &[u8] {
        self.scan.as_ref().map_or(&[], |scan| key_of(scan))
    }

    /// Returns the compared part of the key.
    fn compared(&self, key_of: impl Fn(&R) -> &[u8]) -> &[u8] {
        self.key(key_of).get(self.compared_from..).unwrap_or_default()
    }

    /// Compares two lanes by their heads. Returns `None` if the heads are equal, or if one lane is not at a row.
    #[inline]
    pub(super) fn compare_heads(&self, other: &Self) -> Option<Ordering> {
        let order = self.head.cmp(&other.head);
        (order.is_ne() && self.is_at_row() && other.is_at_row()).then_some(order)
    }

    /// Compares two lanes that are at rows.
    pub(super) fn compare_rows(&self, other: &Self, key_of: impl Fn(&R) -> &[u8]) -> Ordering {
        self.head.cmp(&other.head).then_with(|| self.compared(&key_of).cmp(other.compared(&key_of)))
    }

    /// Compares two lanes if at least one is not at a row: an error comes before all keys, the end after them.
    pub(super) fn compare_steps(&self, other: &Self) -> Ordering {
        // An error must not wait until the rows of other lanes are read.
        let rank = |lane: &Self| (lane.state.at() != Some(Step::Error), lane.is_at_end());
        rank(self).cmp(&rank(other))
    }

    /// Returns the step that advances the lane to its next item.
    #[inline]
    pub(in crate::scan) fn step(&self) -> LaneStep {
        self.state.step()
    }

    /// Moves past the current item. In a `distinct` scan, also moves past all rows of the same value.
    #[inline]
    pub(super) fn leave_item(&mut self, plan: &ScanPlan, distinct: Option<&Distinct>) {
        if let Some(distinct) = distinct {
            self.state.skip_value(plan, distinct);
        }
        self.state.leave_item();
    }

    /// Opens the next scan, and at most `ahead` scans of later ranges. If no range is left, the lane is at its end. If
    /// the lane seeks, `open` gets the open scan, which may be able to seek by itself.
    pub(in crate::scan) fn open(
        &mut self,
        plan: &ScanPlan,
        (reads_whole_lanes, ahead): (bool, usize),
        mut open: impl FnMut(NextScan, Option<R>) -> R,
    ) {
        let Some(next) = self.state.take_next(plan, reads_whole_lanes) else {
            return self.close();
        };
        // A seek can skip ranges that were opened ahead.
        let is_wanted = |index: &usize| next.ranges.contains(index) || self.state.ranges().contains(index);
        while self.ahead.front().is_some_and(|(index, _)| !is_wanted(index)) {
            self.ahead.pop_front();
        }
        // A seek: the engine may reuse the open scan.
        if next.is_part {
            let scan = self.scan.take();
            self.scan = Some(open(next, scan));
            return;
        }
        let is_ahead = self.ahead.front().is_some_and(|(index, _)| next.ranges.contains(index));
        let scan = if is_ahead { self.ahead.pop_front() } else { None };
        self.scan = Some(scan.map_or_else(|| open(next, None), |(_, scan)| scan));
        // The first ranges may already hold all rows that a limit allows. So open only as many ahead as were needed so
        // far.
        let max_ahead = if plan.row_limit().is_some() { ahead.min(self.begun) } else { ahead };
        self.begun += 1;
        while self.ahead.len() < max_ahead {
            let Some(index) = self.nth_unopened(self.ahead.len(), plan.is_reversed()) else { return };
            let scan = NextScan { ranges: index..index + 1, first: plan.range(index), is_part: false };
            self.ahead.push_back((index, open(scan, None)));
        }
    }

    /// Closes all scans of the lane.
    pub(super) fn close(&mut self) {
        self.scan = None;
        self.close_ahead();
    }

    /// Closes the scans opened ahead.
    pub(super) fn close_ahead(&mut self) {
        self.ahead.clear();
    }

    /// Returns the number of the unopened range with this number of others before it.
    fn nth_unopened(&self, others: usize, is_reversed: bool) -> Option<usize> {
        let mut ranges = self.state.ranges().clone();
        if is_reversed { ranges.nth_back(others) } else { ranges.nth(others) }
    }

    /// Reads the open scan, up to a matching row, or up to the point where another scan must be opened.
    ///
    /// # Errors
    /// Returns [`OutOfOrder`] if keys are checked, and a row comes before the row before it.
    #[inline]
    pub(super) fn read_on<const IS_CHECKED: bool>(
        &mut self,
        plan: &ScanPlan,
        seek_cost_in_rows: usize,
    ) -> Result<(), Box<OutOfOrder>>
    where
        R: RowCursor,
    {
        let Some(scan) = &mut self.scan else {
            self.state.stop(Step::End);
            return Ok(());
        };
        loop {
            let step = scan.advance();
            if step != Step::Row {
                self.state.stop(step);
                return Ok(());
            }
            let key = scan.key();
            if self.state.stops_at::<IS_CHECKED>(plan, key, seek_cost_in_rows)? {
                // Keep the head while the key is at hand. Another call for the key takes 25 of 1,131 instructions of a
                // row of redb.
                if !self.is_alone {
                    self.head = head(key.get(self.compared_from..).unwrap_or_default());
                }
                return Ok(());
            }
        }
    }

    /// Takes the next item of the open scan. `key_of` returns the key of its row.
    ///
    /// # Errors
    /// Returns [`OutOfOrder`] if the row comes before the row before it.
    pub(in crate::scan) fn read(
        &mut self,
        plan: &ScanPlan,
        step: Step,
        key_of: impl Fn(&R) -> &[u8],
        seek_cost_in_rows: usize,
    ) -> Result<(), Box<OutOfOrder>> {
        let Some(scan) = &self.scan else { return Ok(()) };
        match step {
            Step::Row => {
                let key = key_of(scan);
                self.state.stops_at::<true>(plan, key, seek_cost_in_rows)?;
                self.head = head(key.get(self.compared_from..).unwrap_or_default());
            }
            step => self.state.stop(step),
        }
        Ok(())
    }

    /// Opens the rest of the lane again after the last row that was read, after an error. Keys must have been checked.
    pub(in crate::scan) fn reopen(&mut self, plan: &ScanPlan) {
        self.scan = None;
        self.state.reopen(plan);
    }
}

/// Returns the first 16 bytes as two numbers that sort like them, with zeros after fewer bytes.
fn head(bytes: &[u8]) -> (u64, u64) {
    let head = match bytes.first_chunk() {
        Some(head) => u128::from_be_bytes(*head),
        None => {
            let mut head = [0; 16];
            head.iter_mut().zip(bytes).for_each(|(head, byte)| *head = *byte);
            u128::from_be_bytes(head)
        }
    };
    ((head >> 64) as u64, head as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    #[test]
    fn lanes_are_in_the_order_of_their_keys_behind_the_label() {
        let bytes = |width: usize, last: u8| [&[7; 1][..], &vec![5; width], &[last]].concat();
        let mut keys: Vec<Vec<u8>> = vec![vec![], vec![9], vec![9, 0], vec![9, 0, 0]];
        keys.extend(
            [0, 1, 14, 15, 16, 17, 40].into_iter().flat_map(|width| [0, 5, 0xFF].map(|last| bytes(width, last))),
        );
        // The scan of a test is a key.
        let at = |key: &[u8]| {
            let mut lane = Lane { scan: Some(key.to_vec()), ..Lane::new(0..0, 1, false) };
            lane.head = head(lane.compared(|key| key));
            lane
        };
        let fields = |key: &[u8]| key.get(1..).unwrap_or_default().to_vec();
        for a in &keys {
            for b in &keys {
                let expected = fields(a).cmp(&fields(b));
                assert_eq!(at(a).compare_rows(&at(b), |key| key), expected, "{a:02X?} {b:02X?}");
            }
        }
    }
}
