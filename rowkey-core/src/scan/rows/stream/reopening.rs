//! Opens scans again after some errors.

use crate::scan::rows::open_async::{ItemCursor, OpenAsync, ScanRequest};

/// An [`OpenAsync`] that opens failed scans of `O` again, for the errors that `R` accepts.
/// [`MergeStream::reopen_if`](super::MergeStream::reopen_if) creates it.
#[derive(Clone, Debug)]
pub struct Reopening<O, R> {
    open: O,
    reopens: R,
}

impl<O, R> Reopening<O, R> {
    pub(super) const fn new(open: O, reopens: R) -> Self {
        Self { open, reopens }
    }
}

impl<O, R> OpenAsync for Reopening<O, R>
where
    O: OpenAsync<Rows: ItemCursor>,
    R: FnMut(&<O::Rows as ItemCursor>::Item, usize) -> bool,
{
    type Rows = O::Rows;

    fn open(&mut self, request: ScanRequest<'_>) -> O::Rows {
        self.open.open(request)
    }

    fn reads_whole_lanes(&self) -> bool {
        self.open.reads_whole_lanes()
    }

    fn seek_cost_in_rows(&self) -> usize {
        self.open.seek_cost_in_rows()
    }

    fn concurrency(&self) -> usize {
        self.open.concurrency()
    }

    fn reopens(&mut self, rows: &O::Rows, failures: usize) -> bool {
        rows.item().is_some_and(|item| (self.reopens)(item, failures))
    }
}
