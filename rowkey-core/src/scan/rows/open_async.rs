//! The engine's part in an async scan: opens ranges, and polls for their rows.

use super::open_range::{OutOfOrder, Step};
use crate::bytes::KeyRange;
use crate::scan::plan::ScanPlan;
use alloc::vec::Vec;
use core::task::{Context, Poll};

/// An async cursor over the rows of a scan, which lends each row where the engine stores it.
///
/// All pending work belongs to the cursor, not to a future per row. You can poll a cursor at any time. To cancel its
/// reads, drop it.
pub trait AsyncCursor {
    /// Advances to the next row or error, and returns which of them it is. While pending, the cursor stays where it
    /// was.
    fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Step>;

    /// Returns the key of the row. It is empty at an error.
    fn key(&self) -> &[u8];

    /// Returns the reason why the scan cannot continue, if it is at an error that the engine did not report: the engine
    /// has not advanced in its range.
    ///
    /// The default is `None`.
    fn out_of_order(&self) -> Option<OutOfOrder> {
        None
    }

    /// Starts or continues to read the rows after this one, and stays at this row. The merge calls it while it waits.
    ///
    /// By default, the scan reads only when the next row is requested.
    fn poll_ahead(&mut self, context: &mut Context<'_>) {
        let _ = context;
    }

    /// Continues in the rest of its ranges, in place of a new scan for the request. Returns `false` if it cannot.
    ///
    /// The default is `false`.
    fn seek(&mut self, request: &ScanRequest<'_>) -> bool {
        let _ = request;
        false
    }
}

/// An [`AsyncCursor`] that returns its item by value: a row, or an error.
pub trait ItemCursor: AsyncCursor {
    /// The type of the items.
    type Item;

    /// Returns the item, or `None` if it was taken before.
    fn take(&mut self) -> Option<Self::Item>;

    /// Returns a reference to the item, or `None` if it was taken.
    fn item(&self) -> Option<&Self::Item>;
}

/// A request for a scan of one range, or of several. The merge of a plan makes it, and an [`OpenAsync`] serves it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ScanRequest<'p> {
    /// The plan. It has the [direction](ScanPlan::direction), and checks which rows [match](ScanPlan::matches).
    pub plan: &'p ScanPlan,
    /// The range to read: one of the plan, or a part of one.
    pub range: KeyRange,
    /// The ranges to read after it, in this order. Empty, unless the engine
    /// [reads whole lanes](OpenAsync::reads_whole_lanes).
    pub more: Vec<KeyRange>,
    /// Whether the scan may read ahead, at most one page. It is `true` if all open scans may read concurrently.
    pub reads_ahead: bool,
}

impl<'p> ScanRequest<'p> {
    /// Creates a request for one range, without reading ahead.
    #[must_use]
    pub const fn new(plan: &'p ScanPlan, range: KeyRange) -> Self {
        Self { plan, range, more: Vec::new(), reads_ahead: false }
    }
}

/// Starts an engine's own async scans.
///
/// Most callers pass a closure to [`ScanPlan::pages`] or `ScanPlan::stream`. Implement this trait for a client with
/// cursors of another kind.
pub trait OpenAsync {
    /// The rows of a scan: ascending, or descending if the plan [is reversed](ScanPlan::is_reversed).
    type Rows: AsyncCursor;

    /// Starts a scan. It may begin to read at its first poll.
    fn open(&mut self, request: ScanRequest<'_>) -> Self::Rows;

    /// Returns `true` if one scan reads all ranges of a bucket, one after the other. Use it for engines that take many
    /// ranges in one call. The default is `false`.
    fn reads_whole_lanes(&self) -> bool {
        false
    }

    /// Returns the cost of a seek, in rows. See
    /// [`OpenRange::seek_cost_in_rows`](crate::scan::engine::OpenRange::seek_cost_in_rows). The default is 8 rows.
    fn seek_cost_in_rows(&self) -> usize {
        8
    }

    /// Returns how many reads may run concurrently. They are used for different buckets first, and then for later
    /// ranges of each bucket. The default is 16.
    fn concurrency(&self) -> usize {
        16
    }

    /// Returns `true` to open a failed scan again after the last row that was read. `failures` counts the failures
    /// since the last row.
    ///
    /// The default is `false`: the error is the last item.
    fn reopens(&mut self, rows: &Self::Rows, failures: usize) -> bool {
        let _ = (rows, failures);
        false
    }
}
