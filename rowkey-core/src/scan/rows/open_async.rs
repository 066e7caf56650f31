//! The engine's part in an asynchronous scan: it opens ranges, and its rows are polled.

use super::open_range::{OutOfOrder, Step};
use crate::bytes::KeyRange;
use crate::scan::plan::ScanPlan;
use alloc::vec::Vec;
use core::task::{Context, Poll};

/// The rows of a scan that are waited for, shown one after the other where the engine holds them.
///
/// All that is under way belongs to the cursor, not to a future that is made for each row: a cursor can be polled at any time, and
/// to drop it ends its reads.
pub trait AsyncCursor {
    /// Goes on, and tells to what. As long as it is pending, the cursor stays where it was.
    fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Step>;

    /// The key of the row; empty for an error.
    fn key(&self) -> &[u8];

    /// The reason why the scan cannot go on, if it is at an error that is not the engine's own: the engine has not gone on in its
    /// range. None by default.
    fn out_of_order(&self) -> Option<OutOfOrder> {
        None
    }

    /// Begins to read what follows the row, or goes on with that, and stays at the row. Called while the merge waits. Does
    /// nothing by default: a scan reads when it is asked for a row.
    fn poll_ahead(&mut self, context: &mut Context<'_>) {
        let _ = context;
    }

    /// Goes on in what is left of its ranges, which a new scan would be asked for else; `false` if it cannot. Cannot by
    /// default.
    fn seek(&mut self, request: &ScanRequest<'_>) -> bool {
        let _ = request;
        false
    }
}

/// An [`AsyncCursor`] that hands over the item it is at: a row, or an error.
pub trait ItemCursor: AsyncCursor {
    /// The rows.
    type Item;

    /// Hands over the item; `None` if it was handed over.
    fn take(&mut self) -> Option<Self::Item>;

    /// The item.
    fn item(&self) -> Option<&Self::Item>;
}

/// A scan that a plan needs: of one range, or of several.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ScanRequest<'p> {
    /// The plan, which says the [direction](ScanPlan::direction), and knows which rows [match](ScanPlan::matches).
    pub plan: &'p ScanPlan,
    /// The range: one of the plan, or a part of one.
    pub range: KeyRange,
    /// The ranges to read behind it, in the order of the reading. None, unless the engine
    /// [reads whole lanes](OpenAsync::reads_whole_lanes).
    pub more: Vec<KeyRange>,
    /// `true` if the scan may begin to read what follows before it is asked for, one page at most: as many scans as are open
    /// may read side by side.
    pub reads_ahead: bool,
}

impl<'p> ScanRequest<'p> {
    /// A scan of one range, which reads nothing before it is asked for.
    #[must_use]
    pub const fn new(plan: &'p ScanPlan, range: KeyRange) -> Self {
        Self { plan, range, more: Vec::new(), reads_ahead: false }
    }
}

/// Starts an engine's own asynchronous scans.
pub trait OpenAsync {
    /// The rows of a scan: ascending, or descending where the plan [is reversed](ScanPlan::is_reversed).
    type Rows: AsyncCursor;

    /// Starts a scan. It may begin to read when it is first polled.
    fn open(&mut self, request: ScanRequest<'_>) -> Self::Rows;

    /// `true` if one scan reads all ranges of a bucket, one after the other: for engines that take many ranges in one call.
    fn reads_whole_lanes(&self) -> bool {
        false
    }

    /// The cost of starting a scan, as a number of rows that can be read instead:
    /// [`OpenRange::seek_cost_in_rows`](crate::scan::OpenRange::seek_cost_in_rows). 8 by default.
    fn seek_cost_in_rows(&self) -> usize {
        8
    }

    /// How many reads may be under way at once: of buckets first, and if some are left, of ranges further on in each. 16 by
    /// default.
    fn concurrency(&self) -> usize {
        16
    }

    /// `true` if a scan that is at an error is opened again behind the last row that was read, after so many failures without a
    /// row between them. Never, by default: the error is the last item.
    fn reopens(&mut self, rows: &Self::Rows, failures: usize) -> bool {
        let _ = (rows, failures);
        false
    }
}
