//! Lanes: the ranges of a merge that are read one after the other.

use super::first_rows::FirstRows;
use super::reading::{LaneStep, NextScan, Reading};
use crate::scan::plan::ScanPlan;
use crate::scan::rows::open_range::{OutOfOrder, RowCursor, Step};
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use core::cmp::Ordering;
use core::ops::Range;

/// Ranges that are read one after the other by scans of the type `R`, which a driver opens and reads.
pub(in crate::scan) struct Lane<R> {
    reading: Reading,
    /// `true` if there is no other lane.
    is_alone: bool,
    /// How many bytes of each key stand before those by which lanes are compared.
    lead: usize,
    /// The first 16 bytes behind `lead`. Most matches of a merge are decided by these: to ask both engines for their
    /// keys took a third of the time (`benches/engines`). Two numbers, not one of 128 bits:
    /// LLVM compared that with others as 16 bytes at once, a load that waits for the two stores which have just set it.
    head: (u64, u64),
    /// The open scan.
    scan: Option<R>,
    /// The next ones by the number of their range, where they are opened ahead.
    ahead: VecDeque<(usize, R)>,
    /// How many ranges were begun to be read.
    begun: usize,
}

impl<R> Lane<R> {
    pub(super) const fn new(ranges: Range<usize>, lead: usize, is_alone: bool) -> Self {
        Self {
            reading: Reading::new(ranges),
            is_alone,
            lead,
            head: (0, 0),
            scan: None,
            ahead: VecDeque::new(),
            begun: 0,
        }
    }

    /// `true` if the item is a row.
    #[inline]
    pub(super) fn is_at_row(&self) -> bool {
        self.reading.at() == Some(Step::Row)
    }

    /// `true` if the item is an error.
    pub(in crate::scan) fn is_at_error(&self) -> bool {
        self.reading.at() == Some(Step::Error)
    }

    /// `true` if all its rows are read.
    pub(super) fn is_at_end(&self) -> bool {
        self.reading.at() == Some(Step::End)
    }

    /// How many rows were read, those included that were passed over.
    pub(super) const fn rows_read(&self) -> usize {
        self.reading.rows_read()
    }

    /// The open scan.
    #[inline]
    pub(in crate::scan) const fn scan(&mut self) -> Option<&mut R> {
        self.scan.as_mut()
    }

    /// The scans that are opened ahead.
    pub(in crate::scan) fn ahead(&mut self) -> impl Iterator<Item = &mut R> {
        self.ahead.iter_mut().map(|(_, scan)| scan)
    }

    /// The key of the open scan's row.
    #[inline]
    pub(super) fn key(&self, key_of: impl Fn(&R) -> &[u8]) -> &[u8] {
        self.scan.as_ref().map_or(&[], |scan| key_of(scan))
    }

    /// The key of the open scan's row without the bytes before those that are compared.
    fn compared(&self, key_of: impl Fn(&R) -> &[u8]) -> &[u8] {
        self.key(key_of).get(self.lead..).unwrap_or_default()
    }

    /// The order of two lanes, ascending, if they are at rows whose heads differ.
    #[inline]
    pub(super) fn compare_heads(&self, other: &Self) -> Option<Ordering> {
        let order = self.head.cmp(&other.head);
        (order.is_ne() && self.is_at_row() && other.is_at_row()).then_some(order)
    }

    /// The order of two lanes that are at rows.
    pub(super) fn compare_rows(&self, other: &Self, key_of: impl Fn(&R) -> &[u8]) -> Ordering {
        self.head.cmp(&other.head).then_with(|| self.compared(&key_of).cmp(other.compared(&key_of)))
    }

    /// The order of two lanes not both of which are at rows: an error comes before all keys, the end after them.
    pub(super) fn compare_steps(&self, other: &Self) -> Ordering {
        let rank = |lane: &Self| (lane.reading.at() != Some(Step::Error), lane.is_at_end());
        rank(self).cmp(&rank(other))
    }

    /// The step that brings it to its next item.
    #[inline]
    pub(in crate::scan) fn step(&self) -> LaneStep {
        self.reading.step()
    }

    /// Leaves its item behind, and if only the first row of each value is wanted, all rows of this one.
    #[inline]
    pub(super) fn pass(&mut self, plan: &ScanPlan, first_rows: Option<&FirstRows>) {
        if let Some(first_rows) = first_rows {
            self.reading.pass_value(plan, first_rows);
        }
        self.reading.pass();
    }

    /// Opens its next scan by `open`, and those that are to be read side by side with it, `ahead` at most. If there is none, it
    /// comes to the end. If it goes on further on, `open` is given the open scan, which may be able to go there.
    pub(in crate::scan) fn open(
        &mut self,
        plan: &ScanPlan,
        (reads_whole_lanes, ahead): (bool, usize),
        mut open: impl FnMut(NextScan, Option<R>) -> R,
    ) {
        let Some(next) = self.reading.take_next(plan, reads_whole_lanes) else {
            return self.close();
        };
        let is_wanted = |index: &usize| next.ranges.contains(index) || self.reading.ranges().contains(index);
        while self.ahead.front().is_some_and(|(index, _)| !is_wanted(index)) {
            self.ahead.pop_front();
        }
        if next.is_part {
            let scan = self.scan.take();
            self.scan = Some(open(next, scan));
            return;
        }
        let is_ahead = self.ahead.front().is_some_and(|(index, _)| next.ranges.contains(index));
        let scan = if is_ahead { self.ahead.pop_front() } else { None };
        self.scan = Some(scan.map_or_else(|| open(next, None), |(_, scan)| scan));
        // The first ranges may hold all rows that a limit asks for: no more are opened in vain than were needed.
        let most = if plan.limit().is_some() { ahead.min(self.begun) } else { ahead };
        self.begun += 1;
        while self.ahead.len() < most {
            let Some(index) = self.behind(self.ahead.len(), plan.is_reversed()) else { return };
            let scan = NextScan { ranges: index..index + 1, first: plan.range(index), is_part: false };
            self.ahead.push_back((index, open(scan, None)));
        }
    }

    /// Closes its scans.
    pub(super) fn close(&mut self) {
        self.scan = None;
        self.close_ahead();
    }

    /// Closes the scans that are opened ahead.
    pub(super) fn close_ahead(&mut self) {
        self.ahead.clear();
    }

    /// The number of the range that is behind so many others of those that are left.
    fn behind(&self, others: usize, is_reversed: bool) -> Option<usize> {
        let mut ranges = self.reading.ranges().clone();
        if is_reversed { ranges.nth_back(others) } else { ranges.nth(others) }
    }

    /// Reads on in the open scan, up to a row of the plan, or to where another scan must be opened.
    ///
    /// # Errors
    /// [`OutOfOrder`] if keys are checked, and a row is before the one before it.
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
            self.reading.stop(Step::End);
            return Ok(());
        };
        loop {
            let step = scan.advance();
            if step != Step::Row {
                self.reading.stop(step);
                return Ok(());
            }
            let key = scan.key();
            if self.reading.stops_at::<IS_CHECKED>(plan, key, seek_cost_in_rows)? {
                // The engine is not asked for the key again: that takes 25 of 1,131 instructions of a row of redb.
                if !self.is_alone {
                    self.head = head(key.get(self.lead..).unwrap_or_default());
                }
                return Ok(());
            }
        }
    }

    /// Takes the next item of the open scan, of whose row `key_of` has the key.
    ///
    /// # Errors
    /// [`OutOfOrder`] if the row is before the one before it.
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
                self.reading.stops_at::<true>(plan, key, seek_cost_in_rows)?;
                self.head = head(key.get(self.lead..).unwrap_or_default());
            }
            step => self.reading.stop(step),
        }
        Ok(())
    }

    /// Has its rest opened again behind the last row that was read of it, after an error. Its keys must have been checked.
    pub(in crate::scan) fn reopen(&mut self, plan: &ScanPlan) {
        self.scan = None;
        self.reading.reopen(plan);
    }
}

/// The first 16 bytes as two numbers that sort as they do; zeros stand behind fewer.
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
        // Its scan is a key.
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
