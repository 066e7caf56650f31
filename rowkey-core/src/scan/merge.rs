//! One stream of rows out of the streams of all ranges.

use super::ScanPlan;
use super::copies::Copies;
use super::direction::Direction;
use super::first_rows::FirstRows;
use super::lane::Lane;
use super::loser_tree::LoserTree;
use super::open_range::{IterCursor, OpenRange, OutOfOrder, Row};
use super::plan::Lanes;
use super::row_order::RowOrder;
use crate::bytes::KeyRange;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;

impl ScanPlan {
    /// The rows of the scan as one stream, in the order of the key without its salt, at most `limit` of them.
    /// `open` starts the engine's own scan of a range in the given direction; rows in another order are an [`OutOfOrder`]. Ranges of one bucket are opened one after the other, unless `open` is of a type
    /// that [says more](OpenRange::concurrency); errors are passed through as they come.
    ///
    /// If the filters tell that the next row lies further on, a few rows are passed over ([`OpenRange::seek_cost_in_rows`]); then the range
    /// is opened again there, as [`ScanPlan::next`] says.
    ///
    /// If the salt has older generations (`was(..)`), a row that stands at its places in several comes once: that in the oldest,
    /// which was written last. Only a plan of one `bucket(b)` cannot tell.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use std::collections::BTreeMap;
    ///
    /// use rowkey::scan::OutOfOrder;
    ///
    /// fn rows(table: &BTreeMap<Vec<u8>, String>, plan: &ScanPlan) -> Result<Vec<String>, OutOfOrder> {
    ///     let rows = plan.merge(|range, direction| direction.of(table.range::<[u8], _>(range)));
    ///     rows.map(|row| row.map(|(_, value)| value.clone())).collect()
    /// }
    /// ```
    pub fn merge<I, F>(&self, open: F) -> Merge<&Self, F>
    where
        F: FnMut(KeyRange, Direction) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::new(self, open)
    }

    /// As [`ScanPlan::merge`], and the plan goes along: for iterators that outlive the place where it was made.
    pub fn into_merge<I, F>(self, open: F) -> Merge<Self, F>
    where
        F: FnMut(KeyRange, Direction) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::new(self, open)
    }

    /// The rows of the scan range by range, at most `limit` of them, as [`ScanPlan::merge`] reads them: for those who
    /// do not need the buckets in one order. Only one range is open at a time. If the salt has older generations, it is a
    /// merge, because no range alone tells if its rows are the newest.
    pub fn by_range<I, F>(&self, open: F) -> Merge<&Self, F>
    where
        F: FnMut(KeyRange, Direction) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::by_range(self, open)
    }
}

/// The rows of a plan in order: what [`ScanPlan::merge`] gives, as an iterator if the engine's scans are iterators.
pub struct Merge<P, O: OpenRange> {
    plan: P,
    open: O,
    lanes: Vec<Lane<O::Rows>>,
    /// The lanes by their rows; `None` before the first is read.
    order: Option<LoserTree>,
    /// The choice among rows of one key; `None` if there can be only one.
    copies: Option<Copies>,
    /// The choice among rows of one value; `None` if all are wanted.
    first_rows: Option<FirstRows>,
    /// `true` if one of these is there.
    is_choosy: bool,
    left: usize,
    read: usize,
    /// Rows in the wrong order, to be told in place of the next row.
    wrong: Option<Box<OutOfOrder>>,
    /// `true` once they were told.
    failed: bool,
}

impl<P: Borrow<ScanPlan>, O: OpenRange> Merge<P, O> {
    /// As [`ScanPlan::merge`], for an [`OpenRange`] that is not a closure.
    pub fn new(plan: P, open: O) -> Self {
        let lanes = plan.borrow().lanes();
        Self::of(plan, open, lanes)
    }

    /// As [`ScanPlan::by_range`], for an [`OpenRange`] that is not a closure.
    pub fn by_range(plan: P, open: O) -> Self {
        if plan.borrow().is_always_merged() {
            return Self::new(plan, open);
        }
        let ranges = 0..plan.borrow().count();
        Self::of(plan, open, core::iter::once(ranges).collect())
    }

    fn of(plan: P, open: O, lanes: Lanes) -> Self {
        let mut merged = Vec::with_capacity(lanes.len());
        let fields_at = plan.borrow().layout().fields_at();
        merged.extend(lanes.into_iter().map(|ranges| {
            let lead = plan.borrow().lead(ranges.start).unwrap_or(fields_at);
            Lane::new(ranges, lead)
        }));
        let (copies, first_rows) = (Copies::of(plan.borrow()), FirstRows::of(plan.borrow()));
        let (is_choosy, left) = (copies.is_some() || first_rows.is_some(), plan.borrow().limit().unwrap_or(usize::MAX));
        let (order, wrong) = (None, None);
        Self { plan, open, lanes: merged, order, copies, first_rows, is_choosy, left, read: 0, wrong, failed: false }
    }

    /// The plan whose rows these are.
    pub fn plan(&self) -> &ScanPlan {
        self.plan.borrow()
    }

    /// How many rows the engine has read so far, those included that were passed over.
    pub const fn rows_read(&self) -> usize {
        self.read
    }

    /// Goes on past the limit of the plan, for example to see if there is another page.
    pub fn lift_limit(&mut self) {
        if !self.failed {
            self.left = usize::MAX;
        }
    }

    /// The cursor that stands at the next row of the scan, or at an error in place of it; `None` at the end. It is read on when the one after it is asked for.
    ///
    /// # Errors
    /// [`OutOfOrder`] if a range was read in the wrong order. Then there are no rows any more.
    pub fn advance(&mut self) -> Option<Result<&mut O::Rows, OutOfOrder>> {
        if self.left == 0 {
            return None;
        }
        let number = loop {
            match self.order.as_ref().map(LoserTree::winner) {
                Some(winner) => {
                    let winner = winner?;
                    if self.is_choosy {
                        self.pass_value(winner);
                    }
                    self.pull(winner);
                }
                None => {
                    // All buckets are opened before the first row is waited for: an engine behind a network reads them side
                    // by side.
                    (0..self.lanes.len()).for_each(|lane| self.open_next(lane));
                    (0..self.lanes.len()).for_each(|lane| self.pull(lane));
                }
            }
            if let Some(wrong) = self.wrong.take() {
                (self.left, self.failed) = (0, true);
                return Some(Err(*wrong));
            }
            let number = self.play()?;
            if !self.is_choosy || self.is_wanted(number) {
                break number;
            }
        };
        let lane = self.lanes.get_mut(number)?;
        // An error is not a row, so it does not count against the limit.
        self.left -= usize::from(lane.is_at_row());
        lane.rows().map(Ok)
    }

    /// `true` if the item of a lane is returned, not passed over: it is not a copy of the row before it, and has another value.
    fn is_wanted(&mut self, number: usize) -> bool {
        let Some(lane) = self.lanes.get(number).filter(|lane| lane.is_at_row()) else { return true };
        // It keeps the key of every row, from which its lane goes on.
        let is_first = self.first_rows.as_mut().is_none_or(|rows| rows.is_first(lane.key()));
        if let Some(copies) = &mut self.copies {
            if copies.is_copy(lane.key()) {
                return false;
            }
            copies.keep(lane.key());
        }
        is_first
    }

    /// The lane that has the next item, after the one that had it before was read on.
    fn play(&mut self) -> Option<usize> {
        let Self { plan, lanes, order, copies, .. } = self;
        let plan = P::borrow(plan);
        let (reversed, is_by_field) = (plan.is_reversed(), matches!(plan.order, RowOrder::ByField(_)));
        let is_before = |a: usize, b: usize| {
            let (first, second) = (&lanes[a], &lanes[b]);
            if !first.is_at_row() || !second.is_at_row() {
                return first.compare_steps(second).then(a.cmp(&b)).is_lt();
            }
            let mut order = first.compare_rows(second);
            if is_by_field {
                let at = plan.layout().fields_at();
                order = order.then_with(|| first.key().get(at..).cmp(&second.key().get(at..)));
            }
            let order = if reversed { order.reverse() } else { order };
            let by_age = || copies.as_ref().map_or(Ordering::Equal, |it| it.compare(first.key(), second.key()));
            order.then_with(by_age).then(a.cmp(&b)).is_lt()
        };
        match order {
            Some(order) => {
                order.replay(is_before);
                order.winner()
            }
            None => order.insert(LoserTree::new(lanes.len(), is_before)).winner(),
        }
    }

    fn open_next(&mut self, number: usize) {
        let wanted = (self.lanes.len(), self.left);
        self.lanes[number].open_next(self.plan.borrow(), &mut self.open, wanted);
    }

    /// Leaves the value of the last item behind, if only the first row of each is wanted.
    fn pass_value(&mut self, number: usize) {
        let last = self.first_rows.as_ref().and_then(FirstRows::last);
        if let (Some((key, field)), Some(lane)) = (last, self.lanes.get_mut(number)) {
            if lane.is_at_row() {
                lane.pass_value(self.plan.borrow(), key, field);
            }
        }
    }

    /// Reads on in a lane up to a row of the scan, or an error.
    fn pull(&mut self, number: usize) {
        let wanted = (self.lanes.len(), self.left);
        let pulled = self.lanes[number].read_on(self.plan.borrow(), &mut self.open, wanted, &mut self.read);
        if let Err(wrong) = pulled {
            self.wrong = Some(wrong);
        }
    }
}

impl<P, I, O> Iterator for Merge<P, O>
where
    P: Borrow<ScanPlan>,
    I: Iterator<Item: Row>,
    O: OpenRange<Rows = IterCursor<I>>,
{
    type Item = Result<I::Item, OutOfOrder>;

    fn next(&mut self) -> Option<Result<I::Item, OutOfOrder>> {
        self.advance()?.map(IterCursor::take).transpose()
    }
}

impl<P: Borrow<ScanPlan>, O: OpenRange> fmt::Debug for Merge<P, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Merge").field("plan", self.plan()).field("read", &self.read).finish_non_exhaustive()
    }
}
