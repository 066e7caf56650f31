//! The rows of a plan from scans that are waited for: the same merge as [`Merge`](crate::scan::Merge), which waits for many reads at
//! once, and blocks nothing.

mod pages;
mod polled;
mod reopening;
#[cfg(feature = "futures")]
mod streams;

pub use self::pages::{IntoPage, Page, PageCursor, Pages};
use self::polled::Polled;
pub use self::reopening::Reopening;
#[cfg(feature = "futures")]
pub use self::streams::{StreamCursor, Streams};
use super::merge::{Choice, LaneStep, MergeError, MergeMachine, NextScan};
use super::open_async::{AsyncCursor, ItemCursor, OpenAsync, ScanRequest};
use super::open_range::{OutOfOrder, Step};
use crate::error::ScanError;
use crate::scan::plan::ScanPlan;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::future::poll_fn;
use core::task::{Context, Poll, ready};

/// How many rows a poll passes over before it lets others on its thread have their turn.
const PASSED_PER_POLL: usize = 256;

/// The rows of a plan in order, each as soon as it is known: what [`ScanPlan::pages`] and `ScanPlan::stream` give.
///
/// All buckets are opened at once, and none is waited for before the others were polled; at most
/// [`concurrency`](Self::with_concurrency) reads are under way. Nothing is read unless it is polled, and to drop the stream drops the
/// reads. It can be sent to another thread if its scans can.
///
/// The state is here, not in the future that [`next`](Self::next) returns: to drop that loses no row. The stream ends with the
/// first error, and drops all other reads with it. A poll that passes over many rows without one to return wakes itself and is
/// pending, so that others on its thread have their turn.
pub struct MergeStream<P, O: OpenAsync> {
    plan: P,
    open: O,
    machine: MergeMachine<Polled<O::Rows>>,
    concurrency: usize,
    /// How often each lane has failed since its last row.
    failures: Vec<usize>,
}

impl<P: Borrow<ScanPlan>, O: OpenAsync> MergeStream<P, O> {
    /// The rows in the order of the key without its salt, at most as many as the plan's limit.
    pub fn new(plan: P, open: O) -> Self {
        let machine = MergeMachine::new(plan.borrow(), plan.borrow().start_merged());
        Self::of(plan, open, machine)
    }

    /// The rows range by range, as [`ScanPlan::by_range`] reads them.
    pub fn by_range(plan: P, open: O) -> Self {
        let machine = MergeMachine::new(plan.borrow(), plan.borrow().start_by_range());
        Self::of(plan, open, machine)
    }

    /// The rows in any order, as [`Merge::in_any_order`](crate::scan::Merge::in_any_order) reads them.
    pub fn in_any_order(plan: P, open: O) -> Self {
        let machine = MergeMachine::new(plan.borrow(), plan.borrow().start_in_any_order());
        Self::of(plan, open, machine)
    }

    fn of(plan: P, open: O, machine: MergeMachine<Polled<O::Rows>>) -> Self {
        let (concurrency, failures) = (open.concurrency(), vec![0; machine.lanes.len()]);
        Self { plan, open, machine, concurrency, failures }
    }

    /// The same rows, if the plan can be read in this order.
    ///
    /// # Errors
    /// The [`ScanError`] that the first row would be otherwise.
    pub fn check(mut self) -> Result<Self, ScanError> {
        self.machine.refusal().map_or(Ok(self), |refusal| Err(*refusal))
    }

    /// The same rows with this many reads under way at most, in place of what the engine says.
    #[must_use]
    pub fn with_concurrency(mut self, reads: usize) -> Self {
        self.concurrency = reads;
        self
    }

    /// The plan whose rows these are.
    pub fn plan(&self) -> &ScanPlan {
        self.plan.borrow()
    }

    /// How many rows were taken from the engine's scans so far, those included that were passed over.
    pub fn rows_read(&self) -> usize {
        self.machine.rows_read()
    }

    /// Goes on past the limit of the plan, for example to see if there is another page.
    pub fn lift_limit(&mut self) {
        self.machine.lift_limit();
    }

    /// The cursor that stands at the next row of the scan, or at an error in place of it, which is the last; `None` at the end.
    ///
    /// # Errors
    /// [`MergeError`] if the plan cannot be read in this order, or if a range was read in the wrong order. Then there are no rows
    /// any more.
    pub async fn advance(&mut self) -> Option<Result<&mut O::Rows, MergeError>> {
        let number = poll_fn(|context| self.poll_choice(context)).await?;
        number.map(|number| self.rows_of(number)).transpose()
    }

    /// As [`advance`](Self::advance), for one who polls. As long as it is pending, nothing is lost.
    pub fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<&mut O::Rows, MergeError>>> {
        let number = ready!(self.poll_choice(context));
        Poll::Ready(number.and_then(|number| number.map(|number| self.rows_of(number)).transpose()))
    }

    fn rows_of(&mut self, number: usize) -> Option<&mut O::Rows> {
        self.machine.lanes[number].scan().map(|scan| &mut scan.rows)
    }

    /// The lane that is at the next item.
    fn poll_choice(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<usize, MergeError>>> {
        let mut left = PASSED_PER_POLL;
        loop {
            match ready!(self.poll_unsettled(&mut left, context)) {
                Ok(()) => {}
                Err(wrong) => {
                    self.machine.fail();
                    self.machine.close();
                    return Poll::Ready(Some(Err(wrong.into())));
                }
            }
            match self.machine.choose(self.plan.borrow(), |scan| scan.rows.key()) {
                Choice::Item(number) => {
                    if self.machine.lanes[number].is_at_error() {
                        self.machine.fail_at(number);
                    }
                    return Poll::Ready(Some(Ok(number)));
                }
                Choice::Passed => ready!(poll_passed(&mut left, context)),
                Choice::End => return Poll::Ready(self.machine.refusal().map(|refusal| Err(refusal.into()))),
            }
        }
    }

    /// Reads on in all lanes whose items must be known.
    fn poll_unsettled(&mut self, left: &mut usize, context: &mut Context<'_>) -> Poll<Result<(), Box<OutOfOrder>>> {
        let mut pending = 0;
        for number in self.machine.unsettled(self.plan.borrow()) {
            match self.poll_settle(number, left, context) {
                Poll::Ready(settled) => settled?,
                Poll::Pending => pending += 1,
            }
            if pending == self.concurrency.max(1) {
                break;
            }
        }
        if pending == 0 {
            return Poll::Ready(Ok(()));
        }
        // Nobody else polls them meanwhile. Those that are waited for were polled just now.
        for lane in &mut self.machine.lanes {
            if let (LaneStep::Settled, Some(scan)) = (lane.step(), lane.scan()) {
                scan.poll_ahead(context);
            }
            lane.ahead().for_each(|scan| scan.poll_ahead(context));
        }
        Poll::Pending
    }

    /// Reads on in a lane up to a row of the scan, or an error, as long as rows may be passed over.
    fn poll_settle(
        &mut self,
        number: usize,
        left: &mut usize,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Box<OutOfOrder>>> {
        loop {
            let lane = &mut self.machine.lanes[number];
            let (LaneStep::Read, Some(scan)) = (lane.step(), lane.scan()) else {
                if lane.step() == LaneStep::Settled {
                    return Poll::Ready(Ok(()));
                }
                self.open_next(number, context);
                continue;
            };
            let step = ready!(scan.poll_advance(context));
            match step {
                Step::Error if self.open.reopens(&scan.rows, self.failures[number]) => {
                    self.failures[number] += 1;
                    lane.reopen(self.plan.borrow());
                    continue;
                }
                Step::Row => self.failures[number] = 0,
                Step::Error => scan.rows.out_of_order().map_or(Ok(()), |wrong| Err(Box::new(wrong)))?,
                Step::End => {}
            }
            lane.read(self.plan.borrow(), step, |scan| scan.rows.key(), self.open.seek_cost_in_rows())?;
            if step == Step::Row && lane.step() != LaneStep::Settled {
                ready!(poll_passed(left, context));
            }
        }
    }

    /// Opens the next scan of a lane, and those that are read side by side with it, which begin at once.
    fn open_next(&mut self, number: usize, context: &mut Context<'_>) {
        let Self { plan, open, machine, concurrency, .. } = self;
        let (plan, ahead) = (P::borrow(plan), machine.ahead(*concurrency));
        let reads_ahead = machine.merged.len() <= *concurrency;
        let lane = &mut machine.lanes[number];
        lane.open(plan, (open.reads_whole_lanes(), ahead), |scan, before| {
            let request = request(plan, scan, reads_ahead);
            let mut before = before.map(|scan| scan.rows);
            let gone = before.take_if(|rows| rows.seek(&request));
            Polled::new(gone.unwrap_or_else(|| open.open(request)))
        });
        lane.ahead().for_each(|scan| scan.poll_ahead(context));
    }
}

/// Passes over a row, if a poll may pass over another one; else has its task polled again.
fn poll_passed(left: &mut usize, context: &mut Context<'_>) -> Poll<()> {
    match left.checked_sub(1) {
        Some(fewer) => {
            *left = fewer;
            Poll::Ready(())
        }
        None => {
            context.waker().wake_by_ref();
            Poll::Pending
        }
    }
}

/// The request for the ranges that a lane reads next.
fn request(plan: &ScanPlan, NextScan { ranges, first, .. }: NextScan, reads_ahead: bool) -> ScanRequest<'_> {
    let range = |index: usize| plan.range(index);
    let more = match plan.is_reversed() {
        false => ranges.skip(1).map(range).collect(),
        true => ranges.rev().skip(1).map(range).collect(),
    };
    ScanRequest { plan, range: first, more, reads_ahead }
}

impl<P: Borrow<ScanPlan>, O: OpenAsync<Rows: ItemCursor>> MergeStream<P, O> {
    /// The next row, or the error that ends the rows; `None` at the end. Dropped before it is ready, it loses nothing.
    ///
    /// # Errors
    /// [`MergeError`] if the plan cannot be read in this order, or if a range was read in the wrong order. Then there are no rows
    /// any more.
    pub async fn next(&mut self) -> Option<Result<<O::Rows as ItemCursor>::Item, MergeError>> {
        poll_fn(|context| self.poll_next(context)).await
    }

    /// As [`next`](Self::next), for one who polls.
    pub fn poll_next(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<<O::Rows as ItemCursor>::Item, MergeError>>> {
        let rows = ready!(self.poll_advance(context));
        Poll::Ready(rows.and_then(|rows| rows.map(ItemCursor::take).transpose()))
    }

    /// The same rows, of which a scan that fails is opened again behind the last row that was read, if `reopens` says so of the
    /// error: for scans that a server closes after a while, and transactions that end after five seconds. It is also told
    /// how often the scan has failed since its last row.
    ///
    /// A row that was written or removed meanwhile may or may not be seen.
    pub fn reopen_if<R>(self, reopens: R) -> MergeStream<P, Reopening<O, R>>
    where
        R: FnMut(&<O::Rows as ItemCursor>::Item, usize) -> bool,
    {
        let Self { plan, open, machine, concurrency, failures } = self;
        MergeStream { plan, open: Reopening::new(open, reopens), machine, concurrency, failures }
    }
}

impl<P: Borrow<ScanPlan>, O: OpenAsync> fmt::Debug for MergeStream<P, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MergeStream")
            .field("plan", self.plan())
            .field("read", &self.rows_read())
            .finish_non_exhaustive()
    }
}
