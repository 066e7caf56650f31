//! Reads ahead: polls a scan before its first row is needed.

use crate::scan::rows::open_async::AsyncCursor;
use crate::scan::rows::open_range::Step;
use core::task::{Context, Poll};

/// A scan, and the first item if it was read ahead.
pub(in crate::scan) struct ReadAhead<R> {
    pub(super) rows: R,
    /// `true` after the first row was requested.
    is_begun: bool,
    /// The first item, if it was read ahead.
    first: Option<Step>,
}

impl<R: AsyncCursor> ReadAhead<R> {
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

    /// Reads ahead: the first item of a scan that has not begun, or the rows that a running scan reads ahead by itself.
    pub(super) fn poll_ahead(&mut self, context: &mut Context<'_>) {
        if self.is_begun || self.first.is_some() {
            self.rows.poll_ahead(context);
        } else if let Poll::Ready(step) = self.rows.poll_advance(context) {
            self.first = Some(step);
        }
    }
}
