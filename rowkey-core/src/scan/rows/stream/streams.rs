//! Reads scans that are async streams.

use super::MergeStream;
use crate::bytes::KeyRange;
use crate::scan::plan::ScanPlan;
use crate::scan::plan::typed::Plan;
use crate::scan::rows::direction::Direction;
use crate::scan::rows::merge::MergeError;
use crate::scan::rows::open_async::{AsyncCursor, ItemCursor, OpenAsync, ScanRequest};
use crate::scan::rows::open_range::{Row, Step};
use alloc::boxed::Box;
use core::borrow::Borrow;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use futures_core::Stream;

impl ScanPlan {
    /// Reads the rows of the scan from async streams, in key order, without the salt.
    ///
    /// `open` starts the engine's own scan of a range in the given [`Direction`]. It is [`ScanPlan::merge`] for async
    /// engines, and returns at most `limit` rows.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use futures_core::Stream;
    /// use rowkey::KeyRange;
    /// use rowkey::scan::Direction;
    ///
    /// type Row = Result<(Vec<u8>, String), std::io::Error>;
    ///
    /// async fn print_all<S: Stream<Item = Row>>(
    ///     plan: &ScanPlan,
    ///     scan: impl Fn(KeyRange, Direction) -> S,
    /// ) -> Result<(), Box<dyn std::error::Error>> {
    ///     let mut rows = plan.stream(|range, direction| scan(range, direction));
    ///     while let Some(row) = rows.next().await {
    ///         let (_key, value) = row??;
    ///         println!("{value}");
    ///     }
    ///     Ok(())
    /// }
    /// ```
    pub fn stream<S, F>(&self, open: F) -> MergeStream<&Self, Streams<F>>
    where
        F: FnMut(KeyRange, Direction) -> S,
        S: Stream<Item: Row>,
    {
        MergeStream::new(self, Streams(open))
    }
}

impl<K> Plan<K> {
    /// Reads the rows like [`ScanPlan::stream`], and owns the plan. Use it in a function that makes a plan and returns
    /// its rows.
    pub fn into_stream<S, F>(self, open: F) -> MergeStream<Self, Streams<F>>
    where
        F: FnMut(KeyRange, Direction) -> S,
        S: Stream<Item: Row>,
    {
        MergeStream::new(self, Streams(open))
    }
}

/// An [`OpenAsync`] whose scans are streams. The closure in it opens them.
#[derive(Clone, Debug)]
pub struct Streams<F>(pub F);

impl<F: FnMut(KeyRange, Direction) -> S, S: Stream<Item: Row>> OpenAsync for Streams<F> {
    type Rows = StreamCursor<S>;

    fn open(&mut self, request: ScanRequest<'_>) -> StreamCursor<S> {
        StreamCursor::new((self.0)(request.range, request.plan.direction()))
    }
}

/// An [`AsyncCursor`] over a stream, which it pins. It keeps the current item.
#[derive(Debug)]
pub struct StreamCursor<S: Stream> {
    rows: Pin<Box<S>>,
    row: Option<S::Item>,
}

impl<S: Stream> StreamCursor<S> {
    /// Creates a cursor before the first row.
    pub fn new(rows: S) -> Self {
        Self { rows: Box::pin(rows), row: None }
    }
}

impl<S: Stream<Item: Row>> AsyncCursor for StreamCursor<S> {
    fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Step> {
        self.row = ready!(self.rows.as_mut().poll_next(context));
        Poll::Ready(match &self.row {
            Some(row) if row.row_key().is_some() => Step::Row,
            Some(_) => Step::Error,
            None => Step::End,
        })
    }

    fn key(&self) -> &[u8] {
        self.row.as_ref().and_then(Row::row_key).unwrap_or_default()
    }
}

impl<S: Stream<Item: Row>> ItemCursor for StreamCursor<S> {
    type Item = S::Item;

    fn take(&mut self) -> Option<S::Item> {
        self.row.take()
    }

    fn item(&self) -> Option<&S::Item> {
        self.row.as_ref()
    }
}

// No field is pinned: each stream has its own box, which pins it.
impl<P, O: OpenAsync> Unpin for MergeStream<P, O> {}

impl<P: Borrow<ScanPlan>, O: OpenAsync<Rows: ItemCursor>> Stream for MergeStream<P, O> {
    type Item = Result<<O::Rows as ItemCursor>::Item, MergeError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Self::poll_next(&mut self, context)
    }
}
