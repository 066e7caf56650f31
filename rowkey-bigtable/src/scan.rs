//! Scans, which return rows one by one as they arrive.

use rowkey_store::RowBytes;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::task::{Context, Poll, ready};
use std::{fmt, mem};

use crate::chunks::CellRow;
use crate::error::BigtableError;
use crate::rows::{ReadSpec, RowReader, ScannedRow};

/// A scan of ranges that keeps `R` of each row.
struct RowScan<R> {
    state: State,
    /// Rows that have arrived and have not been returned yet.
    rows: VecDeque<R>,
    /// The position of a seek: rows before it are left out. It may be far after the rows that have arrived.
    sought: Option<Vec<u8>>,
    /// The maximum number of rows that are still to be returned.
    left: Option<u64>,
    reversed: bool,
}

enum State {
    /// Boxed, because scans are moved.
    Reading(Box<RowReader>),
    /// An error from reading ahead. It has not been returned yet.
    Failed(Box<BigtableError>),
    /// The scan is after its last row, or after an error.
    Done,
}

impl<R: ScannedRow> RowScan<R> {
    fn new(spec: ReadSpec) -> Self {
        let (reversed, left) = (spec.spans.is_reversed(), spec.limit);
        let state = State::Reading(Box::new(RowReader::new(spec)));
        Self { state, rows: VecDeque::new(), sought: None, left, reversed }
    }

    /// Waits for a row, which [`pop`](Self::pop) then takes. Returns `false` after the last row. After an error, no row
    /// is available.
    fn poll_row(&mut self, cx: &Context<'_>) -> Poll<Result<bool, BigtableError>> {
        while self.rows.is_empty() {
            match mem::replace(&mut self.state, State::Done) {
                // An error is returned once. After it, the scan has ended.
                State::Done => return Poll::Ready(Ok(false)),
                State::Failed(error) => return Poll::Ready(Err(*error)),
                reading => self.state = reading,
            }
            ready!(self.poll_rows(cx));
        }
        Poll::Ready(Ok(true))
    }

    /// Takes the row that is available.
    fn pop(&mut self) -> Option<R> {
        let row = self.rows.pop_front()?;
        self.left = self.left.map(|left| left.saturating_sub(1));
        Some(row)
    }

    /// Reads the next rows, if none are available.
    fn poll_ahead(&mut self, cx: &Context<'_>) {
        if self.rows.is_empty() {
            let _ = self.poll_rows(cx);
        }
    }

    /// Resumes at `key`.
    fn seek(&mut self, key: &[u8]) {
        // A reverse scan ends before the key that follows `key`.
        self.seek_to(if self.reversed { [key, &[0]].concat() } else { key.to_vec() });
    }

    /// Resumes at a start, or below an end if the scan is in reverse.
    fn seek_to(&mut self, end: Vec<u8>) {
        self.sought = Some(end);
        if !self.is_waiting() {
            self.leave_out();
        }
    }

    /// Leaves out the rows before the position of the seek, which do not count toward the limit. If no available row
    /// remains, it reads from that position with a new call.
    fn leave_out(&mut self) {
        let Some(sought) = self.sought.take() else { return };
        let is_before = |key: &[u8]| if self.reversed { key >= sought.as_slice() } else { key < sought.as_slice() };
        while self.rows.front().is_some_and(|row| is_before(row.key())) {
            self.rows.pop_front();
        }
        let State::Reading(reader) = &mut self.state else { return };
        if self.rows.is_empty() {
            reader.seek(&sought);
        }
        reader.set_limit(self.left.map(|left| left.saturating_sub(self.rows.len() as u64)));
    }

    /// Waits for the next rows, the end, or an error, unless the end or an error has already arrived.
    fn poll_rows(&mut self, cx: &Context<'_>) -> Poll<()> {
        let State::Reading(reader) = &mut self.state else { return Poll::Ready(()) };
        match ready!(reader.poll_rows(&mut self.rows, cx)) {
            Ok(()) if self.rows.is_empty() => self.state = State::Done,
            Ok(()) => self.leave_out(),
            Err(error) => self.state = State::Failed(error.into()),
        }
        Poll::Ready(())
    }

    /// Returns `true` if a wait for rows has begun and has not ended.
    fn is_waiting(&self) -> bool {
        matches!(&self.state, State::Reading(reader) if reader.is_waiting())
    }
}

/// Shows the progress.
impl<R: ScannedRow> fmt::Debug for RowScan<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.state {
            State::Reading(_) if self.is_waiting() => "waiting",
            State::Reading(_) => "idle",
            State::Failed(_) => "failed",
            State::Done => "done",
        };
        f.debug_struct("RowScan").field("state", &state).field("rows", &self.rows.len()).finish_non_exhaustive()
    }
}

/// The rows of ranges, with the cells of all columns that the scan selects.
///
/// The scan sends its request when you first read a row. If you drop a future of [`next`](Self::next), the next call
/// continues its wait, and no row is lost. Dropping the scan ends the call.
#[derive(Debug)]
pub struct CellScan {
    rows: RowScan<CellRow>,
}

impl CellScan {
    pub(crate) fn new(spec: ReadSpec) -> Self {
        Self { rows: RowScan::new(spec) }
    }

    /// Returns the next row, or `None` at the end. It also returns `None` after an error.
    ///
    /// # Errors
    ///
    /// Returns an error if the scan cannot continue to read.
    pub async fn next(&mut self) -> Result<Option<CellRow>, BigtableError> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    /// Polls for the next row, like [`next`](Self::next).
    ///
    /// # Errors
    ///
    /// Returns an error if the scan cannot continue to read.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<CellRow>, BigtableError>> {
        ready!(self.rows.poll_row(cx))?;
        Poll::Ready(Ok(self.rows.pop()))
    }

    /// Skips the rows before `key`, which must not be before the last row or the key of the last seek. Rows in transit are
    /// dropped, and others are not read.
    pub fn seek(&mut self, key: &[u8]) {
        self.rows.seek(key);
    }
}

/// The rows of ranges of a [`BigtableStore`](crate::BigtableStore), with their keys and the values of its column. It
/// behaves like [`CellScan`].
#[derive(Debug)]
pub struct BigtableScan {
    rows: RowScan<RowBytes>,
    row: RowBytes,
    reads_ahead: bool,
}

impl BigtableScan {
    pub(crate) fn new(spec: ReadSpec) -> Self {
        Self { rows: RowScan::new(spec), row: RowBytes::default(), reads_ahead: false }
    }

    /// Advances to the next row, or returns `false` at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if the scan cannot continue to read. The scan then has no more rows.
    pub async fn advance(&mut self) -> Result<bool, BigtableError> {
        poll_fn(|cx| self.poll_advance(cx)).await
    }

    /// Polls for the next row, like [`advance`](Self::advance).
    ///
    /// # Errors
    ///
    /// Returns an error if the scan cannot continue to read. The scan then has no more rows.
    pub fn poll_advance(&mut self, cx: &mut Context<'_>) -> Poll<Result<bool, BigtableError>> {
        let is_here = ready!(self.rows.poll_row(cx));
        self.row = self.rows.pop().unwrap_or_default();
        Poll::Ready(is_here)
    }

    /// Returns the key of the row. It is empty before the first row and after the last.
    #[must_use]
    pub fn key(&self) -> &[u8] {
        &self.row.0
    }

    /// Returns the value of the row. It is empty before the first row and after the last.
    #[must_use]
    pub fn value(&self) -> &[u8] {
        &self.row.1
    }

    /// Returns a copy of the next row, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`advance`](Self::advance).
    pub async fn next(&mut self) -> Result<Option<RowBytes>, BigtableError> {
        Ok(self.advance().await?.then(|| mem::take(&mut self.row)))
    }

    /// Skips the rows before `key`, like [`CellScan::seek`].
    pub fn seek(&mut self, key: &[u8]) {
        self.rows.seek(key);
    }

    /// Returns the same scan, which reads ahead if `reads_ahead` is `true`.
    pub(crate) const fn reading_ahead(mut self, reads_ahead: bool) -> Self {
        self.reads_ahead = reads_ahead;
        self
    }

    pub(crate) fn poll_ahead(&mut self, cx: &mut Context<'_>) {
        if self.reads_ahead {
            self.rows.poll_ahead(cx);
        }
    }

    pub(crate) fn seek_to(&mut self, end: Vec<u8>) {
        self.rows.seek_to(end);
    }
}
