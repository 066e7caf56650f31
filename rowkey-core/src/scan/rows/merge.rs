//! Merges the rows of all ranges into one order, and reads the engine while it does.
//!
//! The machine decides which lane to read next (`merge/machine.rs`). A lane is the ranges of one bucket, read one after
//! the other (`merge/lane.rs`, `merge/lane_state.rs`). This file is the blocking driver.

mod distinct;
mod lane;
mod lane_state;
mod loser_tree;
mod machine;
mod version_dedup;

pub(super) use self::lane_state::{LaneStep, NextScan};
pub(super) use self::machine::{Choice, MergeMachine};
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
    /// Reads the rows of the scan in key order, without the salt, as one iterator over all buckets.
    ///
    /// `open` starts the engine's own scan of a range, in the given [`Direction`]. The merge opens all buckets before
    /// it reads the first row, checks each row, and returns at most `limit` rows. Errors of the engine are items of the
    /// iterator, at the place where they occurred.
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
    ///
    /// # What it reads
    ///
    /// - **Ranges.** The ranges of one bucket are opened one after the other. To open more of them at once, pass an
    ///   [`OpenRange`] with a [concurrency](OpenRange::concurrency) to [`Merge::new`].
    /// - **Seeks.** If the filters rule out the next rows, the merge reads past a few of them
    ///   ([`OpenRange::seek_cost_in_rows`]). Then it opens the range again where [`ScanPlan::next`] expects the next
    ///   row.
    /// - **Salt versions.** If the salt has older versions (`was(..)`), a row can be stored in several places. The
    ///   merge returns it once, from the oldest place. That copy was written last, because writers that know the newer
    ///   places remove the older copies. A plan of one `bucket(b)` cannot detect copies.
    /// - **Enums.** If a variant has older versions, a scan of the whole enum reads its rows together, at the position
    ///   of the first of its new keys. If two variants without tags have a salt with `was(..)`, this works only for the
    ///   first of them. Scan the other one with its own builder.
    ///
    /// # Errors
    ///
    /// A [`MergeError`] ends the rows. It is the first item if the plan cannot be merged. Then the ranges of its
    /// buckets are more than `max_ranges`, or the plan resumes after a [cursor](ScanPlan::cursor) of another order.
    pub fn merge<I, F>(&self, open: F) -> Merge<&Self, F>
    where
        F: FnMut(KeyRange, Direction) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::new(self, open)
    }

    /// Reads the rows of the scan range by range, with one range open at a time.
    ///
    /// Use it if you do not need the rows of all buckets in one order. It works like [`ScanPlan::merge`] otherwise, and
    /// returns at most `limit` rows. It reads a table as a whole, also with a salt of millions of labels: if all buckets are
    /// more ranges than `max_ranges`, the plan has one range over all labels.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use rowkey::scan::MergeError;
    /// use std::collections::BTreeMap;
    ///
    /// fn sum(table: &BTreeMap<Vec<u8>, u32>, plan: &ScanPlan) -> Result<u32, MergeError> {
    ///     let rows = plan.by_range(|range, direction| direction.of(table.range::<[u8], _>(range)));
    ///     rows.map(|row| row.map(|(_key, value)| *value)).sum()
    /// }
    /// ```
    ///
    /// Some plans are merged even so, and need as many ranges as a merge: [sorted](ScanPlan::sorted_by) plans,
    /// [distinct](ScanPlan::distinct) plans, and plans of a salt with older versions (`was(..)`). With older versions,
    /// no range alone shows whether its rows are the newest. So a table whose salt has `was(..)` and more labels than
    /// `max_ranges` cannot be read as a whole, unless you raise `max_ranges` to the number of its labels.
    pub fn by_range<I, F>(&self, open: F) -> Merge<&Self, F>
    where
        F: FnMut(KeyRange, Direction) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::by_range(self, open)
    }
}

impl<K> Plan<K> {
    /// Reads the rows like [`ScanPlan::merge`], and owns the plan.
    ///
    /// Use it in a function that makes a plan and returns its rows.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::Plan;
    /// use std::collections::BTreeMap;
    ///
    /// fn values<K>(table: &BTreeMap<Vec<u8>, u32>, plan: Plan<K>) -> impl Iterator<Item = u32> {
    ///     let rows = plan.into_merge(|range, direction| direction.of(table.range::<[u8], _>(range)));
    ///     rows.map_while(Result::ok).map(|(_key, value)| *value)
    /// }
    /// ```
    pub fn into_merge<I, F>(self, open: F) -> Merge<Self, F>
    where
        F: FnMut(KeyRange, Direction) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::new(self, open)
    }
}

/// The rows of a plan in key order, as an iterator.
///
/// [`ScanPlan::merge`], [`ScanPlan::by_range`], and [`Plan::into_merge`] return it. It is an iterator if the engine's
/// scans are iterators. With another [`OpenRange`], call [`advance`](Merge::advance).
///
/// ```
/// use rowkey::RowKey;
/// use std::collections::BTreeMap;
///
/// #[derive(RowKey)]
/// struct Order {
///     customer: u32,
///     number: u32,
/// }
///
/// let keys = [1, 2, 3].map(|number| Order { customer: 7, number }.key().to_vec());
/// let table = BTreeMap::from(keys.map(|key| (key, "paid")));
///
/// let plan = Order::scan().customer(7).limit(2).plan()?;
/// let mut rows = plan.merge(|range, direction| direction.of(table.range::<[u8], _>(range)));
/// assert_eq!(rows.by_ref().count(), 2);
/// rows.lift_limit();
/// assert!(rows.next().is_some()); // there is another page
/// # Ok::<(), rowkey::ScanError>(())
/// ```
pub struct Merge<P, O: OpenRange> {
    plan: P,
    open: O,
    machine: MergeMachine<O::Rows>,
}

/// The error of a merge. It is the last item: no rows follow it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MergeError {
    /// The plan cannot be read in this order. No row was read.
    #[error(transparent)]
    Plan(#[from] Box<ScanError>),
    /// The engine returned rows in another order than the requested one.
    #[error(transparent)]
    OutOfOrder(#[from] OutOfOrder),
}

impl From<Box<OutOfOrder>> for MergeError {
    fn from(error: Box<OutOfOrder>) -> Self {
        Self::OutOfOrder(*error)
    }
}

impl<P: Borrow<ScanPlan>, O: OpenRange> Merge<P, O> {
    /// Reads the rows like [`ScanPlan::merge`], for [`OpenRange`] types other than closures.
    pub fn new(plan: P, open: O) -> Self {
        let machine = MergeMachine::new(plan.borrow(), plan.borrow().start_merged());
        Self { plan, open, machine }
    }

    /// Reads the rows like [`ScanPlan::by_range`], for [`OpenRange`] types other than closures.
    pub fn by_range(plan: P, open: O) -> Self {
        let machine = MergeMachine::new(plan.borrow(), plan.borrow().start_by_range());
        Self { plan, open, machine }
    }

    /// Reads the rows in any order.
    ///
    /// It works like [`Merge::by_range`], and also takes a plan that resumes after the cursor of a merge.
    pub fn in_any_order(plan: P, open: O) -> Self {
        let machine = MergeMachine::new(plan.borrow(), plan.borrow().start_in_any_order());
        Self { plan, open, machine }
    }

    /// Returns these rows if the plan can be read in this order.
    ///
    /// Without this call, the error is the first item.
    ///
    /// # Errors
    ///
    /// Returns the [`ScanError`] of a plan that cannot be read in this order.
    pub fn check(mut self) -> Result<Self, ScanError> {
        self.machine.refusal().map_or(Ok(self), |refusal| Err(*refusal))
    }

    /// Returns the plan of these rows.
    pub fn plan(&self) -> &ScanPlan {
        self.plan.borrow()
    }

    /// Returns how many rows the engine has read so far, including rows that did not match.
    pub fn rows_read(&self) -> usize {
        self.machine.rows_read()
    }

    /// Lifts the limit of the plan, for example to see whether there is another page.
    pub fn lift_limit(&mut self) {
        self.machine.lift_limit();
    }

    /// Advances to the next row, or to an error in its place, and lends its cursor. Returns `None` at the end.
    ///
    /// The cursor stays at this row until the next call.
    ///
    /// # Errors
    ///
    /// Returns a [`MergeError`] if the plan cannot be read in this order, or if the engine read a range in the wrong
    /// order. No rows follow it.
    pub fn advance(&mut self) -> Option<Result<&mut O::Rows, MergeError>> {
        let number = loop {
            let lanes = self.machine.unsettled(self.plan.borrow());
            if lanes.len() > 1 {
                // Open all buckets before waiting for the first row. An engine on the network then reads them
                // concurrently.
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
                // A dropped row, or the end of a section. Settle again.
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
        machine.lanes[number].open(plan, (false, ahead), |scan, before| {
            let sought = before.and_then(|mut rows| rows.seek(&scan.first).then_some(rows));
            sought.unwrap_or_else(|| open.open(plan, scan.first))
        });
    }

    /// Reads a lane up to a matching row or an error.
    fn settle(&mut self, number: usize) -> Result<(), Box<OutOfOrder>> {
        loop {
            let lane = &mut self.machine.lanes[number];
            match lane.step() {
                LaneStep::Settled => return Ok(()),
                LaneStep::Open => self.open(number),
                LaneStep::Read => {
                    let (plan, cost) = (self.plan.borrow(), self.open.seek_cost_in_rows());
                    // Checking the order takes a copy of each key, so engines that promise it skip the check at compile
                    // time.
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
