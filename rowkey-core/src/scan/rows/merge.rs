//! One stream of rows out of the streams of all ranges.

mod copies;
mod first_rows;
mod lane;
mod loser_tree;
mod machine;
mod reading;

pub(super) use self::machine::{Choice, MergeMachine};
pub(super) use self::reading::{LaneStep, NextScan};
use super::direction::Direction;
use super::open_range::{IterCursor, OpenRange, OutOfOrder, Row, RowCursor};
use crate::bytes::KeyRange;
use crate::error::ScanError;
use crate::scan::plan::ScanPlan;
use crate::scan::plan::typed::Plan;
use alloc::boxed::Box;
use core::borrow::Borrow;
use core::fmt;
use thiserror::Error;

impl ScanPlan {
    /// The rows of the scan as one stream, in the order of the key without its salt, at most `limit` of them.
    /// `open` starts the engine's own scan of a range in the given direction. Ranges of one bucket are opened one after the other, unless `open` is of a type
    /// that [says more](OpenRange::concurrency); errors are passed through as they come.
    ///
    /// A [`MergeError`] ends the rows. It is the first item if the plan cannot be merged: the ranges of its buckets are more than
    /// `max_ranges`, or it goes on after a [cursor](ScanPlan::cursor) of another order.
    ///
    /// If the filters tell that the next row lies further on, a few rows are passed over ([`OpenRange::seek_cost_in_rows`]); then the range
    /// is opened again there, as [`ScanPlan::next`] says.
    ///
    /// If the salt has older generations (`was(..)`), a row that stands at its places in several comes once: that in the oldest,
    /// which was written last. Only a plan of one `bucket(b)` cannot tell. A scan of all rows of an enum reads such a variant as the
    /// scan of that variant does, where the first of its new keys can be. Of two variants without tags whose salts both say `was(..)`, that
    /// holds for the first: scan the other by its own scan.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use std::collections::BTreeMap;
    ///
    /// use rowkey::scan::MergeError;
    ///
    /// fn rows(table: &BTreeMap<Vec<u8>, String>, plan: &ScanPlan) -> Result<Vec<String>, MergeError> {
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

    /// The rows of the scan range by range, at most `limit` of them, as [`ScanPlan::merge`] reads them: for those who
    /// do not need the buckets in one order. Only one range is open at a time. If the ranges of all buckets would be more than
    /// `max_ranges`, all labels are one range, so a table can be read as a whole whatever its salt.
    ///
    /// If the salt has older generations (`was(..)`), it is a merge, because no range alone tells if its rows are the newest. Then it
    /// needs as many ranges as a merge.
    pub fn by_range<I, F>(&self, open: F) -> Merge<&Self, F>
    where
        F: FnMut(KeyRange, Direction) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::by_range(self, open)
    }
}

impl<K> Plan<K> {
    /// As [`ScanPlan::merge`], and the plan goes along: for iterators that outlive the place where it was made.
    pub fn into_merge<I, F>(self, open: F) -> Merge<Self, F>
    where
        F: FnMut(KeyRange, Direction) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::new(self, open)
    }
}

/// The rows of a plan in order: what [`ScanPlan::merge`] gives, as an iterator if the engine's scans are iterators.
pub struct Merge<P, O: OpenRange> {
    plan: P,
    open: O,
    machine: MergeMachine<O::Rows>,
}

/// The error of a merge. No rows follow it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MergeError {
    /// The plan cannot be read in this order. Nothing was read.
    #[error(transparent)]
    Plan(#[from] Box<ScanError>),
    /// The engine gave rows in another order than it was asked for.
    #[error(transparent)]
    OutOfOrder(#[from] OutOfOrder),
}

impl From<Box<OutOfOrder>> for MergeError {
    fn from(error: Box<OutOfOrder>) -> Self {
        Self::OutOfOrder(*error)
    }
}

impl<P: Borrow<ScanPlan>, O: OpenRange> Merge<P, O> {
    /// As [`ScanPlan::merge`], for an [`OpenRange`] that is not a closure.
    pub fn new(plan: P, open: O) -> Self {
        let machine = MergeMachine::new(plan.borrow(), plan.borrow().start_merged());
        Self { plan, open, machine }
    }

    /// As [`ScanPlan::by_range`], for an [`OpenRange`] that is not a closure.
    pub fn by_range(plan: P, open: O) -> Self {
        let machine = MergeMachine::new(plan.borrow(), plan.borrow().start_by_range());
        Self { plan, open, machine }
    }

    /// As [`Merge::by_range`], for those who do not need the rows in any order: also where the plan goes on after a cursor of a
    /// merge.
    pub fn in_any_order(plan: P, open: O) -> Self {
        let machine = MergeMachine::new(plan.borrow(), plan.borrow().start_in_any_order());
        Self { plan, open, machine }
    }

    /// The same rows, if the plan can be read in this order.
    ///
    /// # Errors
    /// The [`ScanError`] that the first row would be otherwise.
    pub fn check(mut self) -> Result<Self, ScanError> {
        self.machine.refusal().map_or(Ok(self), |refusal| Err(*refusal))
    }

    /// The plan whose rows these are.
    pub fn plan(&self) -> &ScanPlan {
        self.plan.borrow()
    }

    /// How many rows the engine has read so far, those included that were passed over.
    pub fn rows_read(&self) -> usize {
        self.machine.rows_read()
    }

    /// Goes on past the limit of the plan, for example to see if there is another page.
    pub fn lift_limit(&mut self) {
        self.machine.lift_limit();
    }

    /// The cursor that stands at the next row of the scan, or at an error in place of it; `None` at the end. It is read on when the one after it is asked for.
    ///
    /// # Errors
    /// [`MergeError`] if the plan cannot be read in this order, or if a range was read in the wrong order. Then there are no rows
    /// any more.
    pub fn advance(&mut self) -> Option<Result<&mut O::Rows, MergeError>> {
        let number = loop {
            let lanes = self.machine.unsettled(self.plan.borrow());
            if lanes.len() > 1 {
                // All buckets are opened before the first row is waited for: an engine behind a network reads them side
                // by side.
                lanes.clone().for_each(|number| self.open(number));
            }
            for number in lanes {
                if let Err(wrong) = self.settle(number) {
                    self.machine.fail();
                    return Some(Err(wrong.into()));
                }
            }
            match self.machine.choose(self.plan.borrow(), O::Rows::key) {
                Choice::Item(number) => break number,
                Choice::Passed => {}
                Choice::End => return self.machine.refusal().map(|refusal| Err(refusal.into())),
            }
        };
        self.machine.lanes[number].scan().map(Ok)
    }

    /// Opens the next scan of a lane.
    fn open(&mut self, number: usize) {
        let Self { plan, open, machine } = self;
        let (plan, ahead) = (P::borrow(plan), machine.ahead(open.concurrency()));
        machine.lanes[number].open(plan, (false, ahead), |scan, _| open.open(plan, scan.first));
    }

    /// Reads on in a lane up to a row of the scan, or an error.
    fn settle(&mut self, number: usize) -> Result<(), Box<OutOfOrder>> {
        loop {
            let lane = &mut self.machine.lanes[number];
            match lane.step() {
                LaneStep::Settled => return Ok(()),
                LaneStep::Open => self.open(number),
                LaneStep::Read => {
                    let (plan, cost) = (self.plan.borrow(), self.open.seek_cost_in_rows());
                    if const { O::IS_SORTED } {
                        lane.read_on::<false>(plan, cost)?;
                    } else {
                        lane.read_on::<true>(plan, cost)?;
                    }
                }
            }
        }
    }
}

impl<P, I, O> Iterator for Merge<P, O>
where
    P: Borrow<ScanPlan>,
    I: Iterator<Item: Row>,
    O: OpenRange<Rows = IterCursor<I>>,
{
    type Item = Result<I::Item, MergeError>;

    fn next(&mut self) -> Option<Result<I::Item, MergeError>> {
        self.advance()?.map(IterCursor::take).transpose()
    }
}

impl<P: Borrow<ScanPlan>, O: OpenRange> fmt::Debug for Merge<P, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Merge").field("plan", self.plan()).field("read", &self.rows_read()).finish_non_exhaustive()
    }
}
