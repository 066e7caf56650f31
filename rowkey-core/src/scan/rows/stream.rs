//! The async form of [`Merge`](crate::scan::Merge): polls many scans at once, and never blocks.
//!
//! Each poll settles the lanes that the machine needs, at most `concurrency` pending ones at a time, and then chooses.
//! While it waits, it also polls other scans that may read ahead. An example with 3 buckets and a concurrency of 2:
//!
//! ```text
//! poll 1    opens and polls lanes 0 and 1, both pending. Lane 2 waits
//! poll 2    lane 0 is ready. Lane 1 is pending. Opens and polls lane 2
//! poll 3    lanes 1 and 2 are ready: returns the first of the three rows
//! ```

mod pages;
mod read_ahead;
mod reopening;
#[cfg(feature = "futures")]
mod streams;

pub use self::pages::{IntoPage, Page, PageCursor, Pages};
use self::read_ahead::ReadAhead;
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

/// The number of rows that a poll may pass over before it yields to other tasks on the thread.
const ROWS_PASSED_PER_POLL: usize = 256;

/// The rows of a plan in key order, for async engines.
///
/// [`ScanPlan::pages`] and `ScanPlan::stream` return it, as do `into_pages` and `into_stream` of [`Plan`](crate::Plan).
/// It works with any runtime. With the feature `futures` it implements `Stream`. It is `Send` if the scans of the
/// engine are.
///
/// ```
/// # extern crate rowkey_core as rowkey;
/// use rowkey::{KeyRange, Plan};
///
/// # struct Error;
/// # struct Client;
/// # impl Client {
/// #     async fn scan(&self, _: KeyRange, _: usize) -> Result<Vec<(Vec<u8>, Vec<u8>)>, Error> { Ok(vec![]) }
/// # }
/// async fn first_value<K>(client: &Client, plan: &Plan<K>) -> Option<Vec<u8>> {
///     let mut rows = plan.pages(|range, _direction, rows| client.scan(range, rows)).with_page_rows(100);
///     let (_key, value) = rows.next().await?.ok()?.ok()?;
///     Some(value)
/// }
/// ```
///
/// # How it reads
///
/// All buckets are opened at once, and each row is returned as soon as it is known. At most
/// [`with_concurrency`](Self::with_concurrency) reads run at the same time. Nothing is read until you poll the stream,
/// and dropping the stream drops its reads.
///
/// The state is in the stream, not in the future that [`next`](Self::next) returns. You can drop that future, for
/// example in a `select!`, and lose no row. The stream ends at the first error and drops all other reads.
///
/// A poll that reads past many rows without a match wakes itself and returns `Pending`, so that other tasks on the
/// thread can run.
pub struct MergeStream<P, O: OpenAsync> {
    plan: P,
    open: O,
    machine: MergeMachine<ReadAhead<O::Rows>>,
    concurrency: usize,
    /// The number of failures of each lane since its last row.
    failures: Vec<usize>,
}

impl<P: Borrow<ScanPlan>, O: OpenAsync> MergeStream<P, O> {
    /// Reads the rows in key order, without the salt, up to the limit of the plan.
    pub fn new(plan: P, open: O) -> Self {
        let machine = MergeMachine::new(plan.borrow(), plan.borrow().start_merged());
        Self::of(plan, open, machine)
    }

    /// Reads the rows range by range, like [`ScanPlan::by_range`].
    pub fn by_range(plan: P, open: O) -> Self {
        let machine = MergeMachine::new(plan.borrow(), plan.borrow().start_by_range());
        Self::of(plan, open, machine)
    }

    /// Reads the rows in any order, like [`Merge::in_any_order`](crate::scan::Merge::in_any_order).
    pub fn in_any_order(plan: P, open: O) -> Self {
        let machine = MergeMachine::new(plan.borrow(), plan.borrow().start_in_any_order());
        Self::of(plan, open, machine)
    }

    fn of(plan: P, open: O, machine: MergeMachine<ReadAhead<O::Rows>>) -> Self {
        let (concurrency, failures) = (open.concurrency(), vec![0; machine.lanes.len()]);
        Self { plan, open, machine, concurrency, failures }
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

    /// Sets how many reads may run concurrently, in place of the [engine's default](OpenAsync::concurrency).
    #[must_use]
    pub fn with_concurrency(mut self, reads: usize) -> Self {
        self.concurrency = reads;
        self
    }

    /// Returns the plan of these rows.
    pub fn plan(&self) -> &ScanPlan {
        self.plan.borrow()
    }

    /// Returns how many rows came from the scans of the engine so far, including rows that did not match.
    pub fn rows_read(&self) -> usize {
        self.machine.rows_read()
    }

    /// Lifts the limit of the plan, for example to see whether there is another page.
    pub fn lift_limit(&mut self) {
        self.machine.lift_limit();
    }

    /// Advances to the next row, or to an error in its place, and lends its cursor. Returns `None` at the end.
    ///
    /// An error is the last item.
    ///
    /// # Errors
    ///
    /// Returns a [`MergeError`] if the plan cannot be read in this order, or if the engine read a range in the wrong
    /// order. No rows follow it.
    pub async fn advance(&mut self) -> Option<Result<&mut O::Rows, MergeError>> {
        let number = poll_fn(|context| self.poll_choice(context)).await?;
        number.map(|number| self.rows_of(number)).transpose()
    }

    /// Polls for the next row, like [`advance`](Self::advance). While it is pending, no row is lost.
    pub fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<&mut O::Rows, MergeError>>> {
        let number = ready!(self.poll_choice(context));
        Poll::Ready(number.and_then(|number| number.map(|number| self.rows_of(number)).transpose()))
    }

    fn rows_of(&mut self, number: usize) -> Option<&mut O::Rows> {
        self.machine.lanes[number].scan().map(|scan| &mut scan.rows)
    }

    /// Polls for the lane with the next item.
    fn poll_choice(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<usize, MergeError>>> {
        let mut budget = ROWS_PASSED_PER_POLL;
        loop {
            match ready!(self.poll_unsettled(&mut budget, context)) {
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
                        // The driver still needs the cursor of this lane, since the error is in it.
                        self.machine.fail_at(number);
                    }
                    return Poll::Ready(Some(Ok(number)));
                }
                Choice::Passed => ready!(poll_row_passed(&mut budget, context)),
                Choice::End => return Poll::Ready(self.machine.refusal().map(|refusal| Err(refusal.into()))),
            }
        }
    }

    /// Polls the lanes whose items must be known for the next choice.
    fn poll_unsettled(&mut self, budget: &mut usize, context: &mut Context<'_>) -> Poll<Result<(), Box<OutOfOrder>>> {
        let mut pending = 0;
        for number in self.machine.unsettled(self.plan.borrow()) {
            match self.poll_settle(number, budget, context) {
                Poll::Ready(settled) => settled?,
                Poll::Pending => pending += 1,
            }
            // Each pending lane has a read. Other lanes wait until one of these is ready.
            if pending == self.concurrency.max(1) {
                break;
            }
        }
        if pending == 0 {
            return Poll::Ready(Ok(()));
        }
        // Poll the settled lanes, so that they read ahead. The unsettled lanes were polled just now.
        for lane in &mut self.machine.lanes {
            if let (LaneStep::Settled, Some(scan)) = (lane.step(), lane.scan()) {
                scan.poll_ahead(context);
            }
            lane.ahead().for_each(|scan| scan.poll_ahead(context));
        }
        Poll::Pending
    }

    /// Polls a lane up to a matching row or an error. It is pending after `budget` rows were passed over.
    fn poll_settle(
        &mut self,
        number: usize,
        budget: &mut usize,
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
                // The lane goes on after its last row, so the caller sees no error and no row twice.
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
            // A row was passed over. Many can follow, so count it.
            if step == Step::Row && lane.step() != LaneStep::Settled {
                ready!(poll_row_passed(budget, context));
            }
        }
    }

    /// Opens the next scan of a lane, and those that it reads ahead, which start at once.
    fn open_next(&mut self, number: usize, context: &mut Context<'_>) {
        let Self { plan, open, machine, concurrency, .. } = self;
        let (plan, ahead) = (P::borrow(plan), machine.ahead(*concurrency));
        // Reads ahead must not take the place of reads that a lane needs now.
        let reads_ahead = machine.merged.len() <= *concurrency;
        let lane = &mut machine.lanes[number];
        lane.open(plan, (open.reads_whole_lanes(), ahead), |scan, before| {
            let request = request(plan, scan, reads_ahead);
            let mut before = before.map(|scan| scan.rows);
            let sought = before.take_if(|rows| rows.seek(&request));
            ReadAhead::new(sought.unwrap_or_else(|| open.open(request)))
        });
        lane.ahead().for_each(|scan| scan.poll_ahead(context));
    }
}

/// Counts a row that was passed over. If the poll has no rows left, wakes its task and returns `Pending`.
fn poll_row_passed(budget: &mut usize, context: &mut Context<'_>) -> Poll<()> {
    match budget.checked_sub(1) {
        Some(fewer) => {
            *budget = fewer;
            Poll::Ready(())
        }
        None => {
            context.waker().wake_by_ref();
            Poll::Pending
        }
    }
}

/// Returns the request for the ranges that a lane reads next.
fn request(plan: &ScanPlan, NextScan { ranges, first, .. }: NextScan, reads_ahead: bool) -> ScanRequest<'_> {
    let range = |index: usize| plan.range(index);
    let more = match plan.is_reversed() {
        false => ranges.skip(1).map(range).collect(),
        true => ranges.rev().skip(1).map(range).collect(),
    };
    ScanRequest { plan, range: first, more, reads_ahead }
}

impl<P: Borrow<ScanPlan>, O: OpenAsync<Rows: ItemCursor>> MergeStream<P, O> {
    /// Returns the next row, or the error that ends the rows. Returns `None` at the end.
    ///
    /// You can drop the future before it is ready, and lose no row.
    ///
    /// # Errors
    ///
    /// Returns a [`MergeError`] if the plan cannot be read in this order, or if the engine read a range in the wrong
    /// order. No rows follow it.
    pub async fn next(&mut self) -> Option<Result<<O::Rows as ItemCursor>::Item, MergeError>> {
        poll_fn(|context| self.poll_next(context)).await
    }

    /// Polls for the next row, like [`next`](Self::next).
    pub fn poll_next(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<<O::Rows as ItemCursor>::Item, MergeError>>> {
        let rows = ready!(self.poll_advance(context));
        Poll::Ready(rows.and_then(|rows| rows.map(ItemCursor::take).transpose()))
    }

    /// Opens a failed scan again after the last row that was read, if `reopens` returns `true` for its error.
    ///
    /// Use it for scans that a server closes after some time, and for transactions that end after five seconds. The
    /// second argument of `reopens` counts the failures of this scan since its last row, so you can give up after some
    /// retries. Rows written or deleted in the meantime may or may not appear.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// use rowkey::{KeyRange, Plan};
    ///
    /// # #[derive(PartialEq)]
    /// # enum Error { Timeout, Closed }
    /// # struct Client;
    /// # impl Client {
    /// #     async fn scan(&self, _: KeyRange, _: usize) -> Result<Vec<(Vec<u8>, Vec<u8>)>, Error> { Ok(vec![]) }
    /// # }
    /// async fn count<K>(client: &Client, plan: &Plan<K>) -> usize {
    ///     let rows = plan.pages(|range, _direction, rows| client.scan(range, rows));
    ///     let mut rows = rows.reopen_if(|item, failures| matches!(item, Err(Error::Timeout)) && failures < 3);
    ///     let mut count = 0;
    ///     while let Some(Ok(Ok(_row))) = rows.next().await {
    ///         count += 1;
    ///     }
    ///     count
    /// }
    /// ```
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
