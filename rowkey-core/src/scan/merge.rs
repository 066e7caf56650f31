//! One stream of rows out of the streams of all ranges.

use super::ScanPlan;
use crate::bytes::KeyRange;
use alloc::collections::{BinaryHeap, VecDeque};
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::ops::Range;

/// An item of an engine's scan: a key with its value, a key alone, or an error in place of either.
pub trait Row {
    /// The key; of an error `None`.
    fn row_key(&self) -> Option<&[u8]>;
}

impl<K: AsRef<[u8]>, V> Row for (K, V) {
    fn row_key(&self) -> Option<&[u8]> {
        Some(self.0.as_ref())
    }
}

impl Row for Vec<u8> {
    fn row_key(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl Row for &[u8] {
    fn row_key(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl Row for &Vec<u8> {
    fn row_key(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl<R: Row, E> Row for Result<R, E> {
    fn row_key(&self) -> Option<&[u8]> {
        self.as_ref().ok().and_then(Row::row_key)
    }
}

/// Starts an engine's own scan of a range: a closure from [`KeyRange`] to rows, or a type, where that must have a name.
pub trait OpenRange {
    /// The rows of a range: ascending, or descending where the plan [is reversed](ScanPlan::is_reversed).
    type Rows: Iterator<Item: Row>;

    /// Starts the scan.
    fn open(&mut self, range: KeyRange) -> Self::Rows;

    /// The cost of starting a scan, as a number of rows that can be read instead: so many are passed over before a range
    /// is opened again further on. 8 by default, which is right for redb and a `BTreeMap`.
    fn seek_cost_in_rows(&self) -> usize {
        8
    }

    /// How many scans are read side by side. With more than one per bucket, ranges further on in a bucket are opened
    /// before the rows of the one before are read, so that an engine behind a network is not waited for range by range. 1
    /// by default: each range is opened when the one before it ends.
    fn concurrency(&self) -> usize {
        1
    }
}

impl<F: FnMut(KeyRange) -> I, I: IntoIterator<Item: Row>> OpenRange for F {
    type Rows = I::IntoIter;

    fn open(&mut self, range: KeyRange) -> I::IntoIter {
        self(range).into_iter()
    }
}

impl ScanPlan {
    /// The rows of the scan as one stream, in the order of the key without its salt, at most `limit` of them.
    /// `open` starts the engine's own scan of a range: ascending, or descending where the plan
    /// [is reversed](ScanPlan::is_reversed). Ranges of one bucket are opened one after the other, unless `open` is of a type
    /// that [says more](OpenRange::concurrency); errors are passed through as they come.
    ///
    /// If the filters tell that the next row lies further on, a few rows are passed over ([`OpenRange::seek_cost_in_rows`]); then the range
    /// is opened again there, as [`ScanPlan::next`] says.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use std::collections::BTreeMap;
    ///
    /// fn rows(table: &BTreeMap<Vec<u8>, String>, plan: &ScanPlan) -> Vec<String> {
    ///     plan.merge(|range| table.range::<[u8], _>(range)).map(|(_, value)| value.clone()).collect()
    /// }
    /// ```
    pub fn merge<I, F>(&self, open: F) -> Merge<&Self, F>
    where
        F: FnMut(KeyRange) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::new(self, open)
    }

    /// As [`ScanPlan::merge`], and the plan goes along: for iterators that outlive the place where it was made.
    pub fn into_merge<I, F>(self, open: F) -> Merge<Self, F>
    where
        F: FnMut(KeyRange) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::new(self, open)
    }

    /// The rows of the scan range by range, at most `limit` of them, as [`ScanPlan::merge`] reads them: for those who
    /// do not need the buckets in one order. Only one range is open at a time.
    pub fn by_range<I, F>(&self, open: F) -> Merge<&Self, F>
    where
        F: FnMut(KeyRange) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::of(self, open, core::iter::once(0..self.count()).collect())
    }
}

/// How many rows may be read at most without a look further on, where the looks before were of no use: one costs about
/// as much as reading a few rows.
const PAUSE: usize = 63;

/// The ranges of one bucket, read one after the other.
struct Lane<I> {
    /// The ranges of the plan that are not opened yet, by number.
    ranges: Range<usize>,
    /// The one that is read, by number, and its rows.
    open: Option<(usize, I)>,
    /// The next ones, where they are opened ahead.
    ahead: VecDeque<(usize, I)>,
    /// How many were begun to be read.
    begun: usize,
    /// The least place at which the next row can be.
    seek: Option<Seek>,
    /// After how many rows that are none it is looked for again, and how many that were the last time.
    wait: usize,
    pause: usize,
}

/// The rest of a lane from where its next row can be.
struct Seek {
    /// The range it lies in, by number, cut off there.
    index: usize,
    range: KeyRange,
    /// How many rows before it were read.
    passed: usize,
}

impl<I> Lane<I> {
    /// The number of the range that is behind so many others of those that are left.
    fn number(&self, behind: usize, reversed: bool) -> Option<usize> {
        let mut ranges = self.ranges.clone();
        if reversed { ranges.nth_back(behind) } else { ranges.nth(behind) }
    }

    /// The rows of the range `index`, the next one, if it was opened ahead. What was passed over is dropped.
    fn take_ahead(&mut self, index: usize) -> Option<I> {
        while let Some((number, rows)) = self.ahead.pop_front() {
            if number == index {
                return Some(rows);
            }
        }
        None
    }

    /// Looks where the next row can be, behind a key of range `index` that is none: the less often, the more often the
    /// row behind it was not before that place.
    fn look_ahead(&mut self, plan: &ScanPlan, index: usize, key: &[u8]) {
        if let Some(seek) = self.seek.take() {
            self.pause = if seek.passed > 1 { 0 } else { (2 * self.pause + 1).min(PAUSE) };
            self.wait = self.pause;
        }
        if self.wait > 0 {
            self.wait -= 1;
            return;
        }
        let ranges = if plan.is_reversed() { self.ranges.start..index + 1 } else { index..self.ranges.end };
        self.seek = plan.behind(ranges, key).map(|(index, range)| Seek { index, range, passed: 0 });
        if self.seek.is_none() {
            (self.ranges.start, self.open) = (self.ranges.end, None);
            self.ahead.clear();
        }
    }

    /// The range to open in place of range `index`, of which a row was passed over, where that is worth its cost.
    fn jump(&mut self, plan: &ScanPlan, index: usize, cost: usize) -> Option<(usize, KeyRange)> {
        let seek = self.seek.as_mut()?;
        seek.passed += 1;
        if seek.index == index && seek.passed <= cost {
            return None;
        }
        let Seek { index, range, .. } = self.seek.take()?;
        self.pause = 0;
        if plan.is_reversed() {
            self.ranges.end = index;
        } else {
            self.ranges.start = index + 1;
        }
        Some((index, range))
    }
}

impl Seek {
    /// `true` if a row is passed over on the way.
    fn passes(&self, plan: &ScanPlan, key: &[u8]) -> bool {
        if plan.is_reversed() { self.range.stop().is_some_and(|stop| key >= stop) } else { key < self.range.start() }
    }
}

/// The rows of a plan in order: what [`ScanPlan::merge`] gives.
pub struct Merge<P, O: OpenRange> {
    plan: P,
    open: O,
    lanes: Vec<Lane<O::Rows>>,
    /// The next row of every lane; `None` before the first is read.
    heads: Option<BinaryHeap<Head<<O::Rows as Iterator>::Item>>>,
    left: usize,
    read: usize,
}

impl<P: Borrow<ScanPlan>, O: OpenRange> Merge<P, O> {
    /// As [`ScanPlan::merge`], for an [`OpenRange`] that is not a closure.
    pub fn new(plan: P, open: O) -> Self {
        let lanes = plan.borrow().lanes();
        Self::of(plan, open, lanes)
    }

    fn of(plan: P, open: O, lanes: Vec<Range<usize>>) -> Self {
        let lane =
            |ranges| Lane { ranges, open: None, ahead: VecDeque::new(), begun: 0, seek: None, wait: 0, pause: 0 };
        let lanes = lanes.into_iter().map(lane).collect();
        let left = plan.borrow().limit().unwrap_or(usize::MAX);
        Self { plan, open, lanes, heads: None, left, read: 0 }
    }

    /// The plan whose rows these are.
    pub fn plan(&self) -> &ScanPlan {
        self.plan.borrow()
    }

    /// How many rows the engine has read so far, those included that were passed over.
    pub const fn rows_read(&self) -> usize {
        self.read
    }

    /// Opens the next range of a lane, unless one is open, and those behind it that are to be read side by side with it.
    fn open(&mut self, number: usize) {
        let plan = self.plan.borrow();
        let most = (self.open.concurrency() / self.lanes.len()).saturating_sub(1).min(self.left);
        let lane = &mut self.lanes[number];
        if lane.open.is_some() {
            return;
        }
        let next = if plan.is_reversed() { lane.ranges.next_back() } else { lane.ranges.next() };
        let Some(index) = next else { return };
        let rows = lane.take_ahead(index).unwrap_or_else(|| self.open.open(plan.range(index).1));
        lane.open = Some((index, rows));
        // The first ranges may hold all rows that a limit asks for: no more are opened in vain than were needed.
        let most = if plan.limit().is_some() { most.min(lane.begun) } else { most };
        lane.begun += 1;
        while lane.ahead.len() < most {
            let Some(index) = lane.number(lane.ahead.len(), plan.is_reversed()) else { return };
            lane.ahead.push_back((index, self.open.open(plan.range(index).1)));
        }
    }

    /// Reads on in a lane up to a row that matches, or an error.
    fn pull(&mut self, number: usize) {
        loop {
            self.open(number);
            let plan = self.plan.borrow();
            let lane = &mut self.lanes[number];
            let Some((index, rows)) = &mut lane.open else { return };
            let (index, row) = (*index, rows.next());
            let Some(row) = row else {
                lane.open = None;
                continue;
            };
            self.read += usize::from(row.row_key().is_some());
            match row.row_key() {
                Some(key) if lane.seek.as_ref().is_some_and(|seek| seek.passes(plan, key)) => {}
                Some(key) if !plan.matches(key) => lane.look_ahead(plan, index, key),
                // A row of the scan, or an error.
                _ => {
                    let (skip, reversed) = (plan.layout().fields_at(), plan.is_reversed());
                    self.heads.get_or_insert_default().push(Head { row, lane: number, skip, reversed });
                    return;
                }
            }
            if let Some((index, range)) = lane.jump(plan, index, self.open.seek_cost_in_rows()) {
                lane.open = Some((index, self.open.open(range)));
            }
        }
    }
}

impl<P: Borrow<ScanPlan>, O: OpenRange> Iterator for Merge<P, O> {
    type Item = <O::Rows as Iterator>::Item;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        if self.heads.is_none() {
            self.heads = Some(BinaryHeap::new());
            // All buckets are opened before the first row is waited for: an engine behind a network reads them side by side.
            (0..self.lanes.len()).for_each(|lane| self.open(lane));
            (0..self.lanes.len()).for_each(|lane| self.pull(lane));
        }
        let Head { row, lane, .. } = self.heads.as_mut()?.pop()?;
        // An error is not a row, so it does not count against the limit.
        self.left -= usize::from(row.row_key().is_some());
        if self.left > 0 {
            self.pull(lane);
        }
        Some(row)
    }
}

impl<P: Borrow<ScanPlan>, O: OpenRange> fmt::Debug for Merge<P, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Merge").field("plan", self.plan()).field("read", &self.read).finish_non_exhaustive()
    }
}

/// The next row of a lane; the greatest of the heap is the next of all.
struct Head<R> {
    row: R,
    lane: usize,
    skip: usize,
    reversed: bool,
}

impl<R: Row> Ord for Head<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = match (self.row.row_key(), other.row.row_key()) {
            (Some(a), Some(b)) => {
                let order = a.get(self.skip..).cmp(&b.get(self.skip..));
                if self.reversed { order.reverse() } else { order }
            }
            // An error comes before all rows.
            (a, b) => a.is_some().cmp(&b.is_some()),
        };
        order.then(self.lane.cmp(&other.lane)).reverse()
    }
}

impl<R: Row> PartialOrd for Head<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Row> PartialEq for Head<R> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<R: Row> Eq for Head<R> {}
