//! A scan that may be polled before it is its turn.

use crate::scan::rows::open_async::AsyncCursor;
use crate::scan::rows::open_range::Step;
use core::task::{Context, Poll};

/// A scan, and what it has come to before anybody asked.
pub(in crate::scan) struct Polled<R> {
    pub(super) rows: R,
    /// `true` if a row was asked for, so that the scan is read.
    is_begun: bool,
    /// The first item, where it was read ahead.
    first: Option<Step>,
}

impl<R: AsyncCursor> Polled<R> {
    pub(super) const fn new(rows: R) -> Self {
        Self { rows, is_begun: false, first: None }
    }

    pub(super) fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Step> {
        self.is_begun = true;
        match self.first.take() {
            Some(step) => Poll::Ready(step),
            None => self.rows.poll_advance(context),
        }
    }

    /// Reads ahead: the first item, of a scan whose turn it is not yet.
    pub(super) fn poll_ahead(&mut self, context: &mut Context<'_>) {
        if self.is_begun || self.first.is_some() {
            self.rows.poll_ahead(context);
        } else if let Poll::Ready(step) = self.rows.poll_advance(context) {
            self.first = Some(step);
        }
    }
}
