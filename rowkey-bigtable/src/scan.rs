//! Scans: rows one after the other, as they come.

use rowkey_store::Row;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::{fmt, mem, vec};

use crate::chunks::CellRow;
use crate::error::BigtableError;
use crate::idle::Idle;
use crate::rows::{ReadSpec, RowReader, ScannedRow};

/// A reader that waits for rows, and comes back with them.
type Reading<R> = Pin<Box<dyn Future<Output = (Box<RowReader>, Result<Vec<R>, BigtableError>)> + Send>>;

/// The rows of ranges, as far as they are kept.
struct RowScan<R> {
    state: State<R>,
    /// Rows that have come, and were not asked for yet.
    rows: vec::IntoIter<R>,
    /// Rows before it are left out: an end to go on at, which may be far behind what has come.
    sought: Option<Vec<u8>>,
    /// The most rows that are still handed over.
    left: Option<u64>,
    reversed: bool,
    idle: Arc<Idle>,
}

enum State<R> {
    Idle(Box<RowReader>),
    Reading(Reading<R>),
    /// Read ahead, up to an error that nobody has asked for yet.
    Failed(Box<BigtableError>),
    /// Behind the last row, or an error.
    Done,
}

impl<R: ScannedRow> RowScan<R> {
    fn new(spec: ReadSpec) -> Self {
        let (reversed, left) = (spec.spans.is_reversed(), spec.limit);
        let idle = Arc::<Idle>::default();
        let state = State::Idle(Box::new(RowReader::new(spec, Arc::clone(&idle))));
        Self { state, rows: Vec::new().into_iter(), sought: None, left, reversed, idle }
    }

    fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<R>, BigtableError>> {
        loop {
            if let Some(row) = self.rows.next() {
                self.left = self.left.map(|left| left.saturating_sub(1));
                return Poll::Ready(Ok(Some(row)));
            }
            match mem::replace(&mut self.state, State::Done) {
                State::Done => return Poll::Ready(Ok(None)),
                State::Failed(error) => return Poll::Ready(Err(*error)),
                reading_or_idle => self.state = reading_or_idle,
            }
            ready!(self.poll_rows(cx));
        }
    }

    /// Reads the next rows, if none are here.
    fn poll_ahead(&mut self, cx: &mut Context<'_>) {
        if self.rows.as_slice().is_empty() && matches!(self.state, State::Idle(_) | State::Reading(_)) {
            let _ = self.poll_rows(cx);
        }
    }

    /// Goes on at `key`.
    fn seek(&mut self, key: &[u8]) {
        // A reverse scan ends before the key behind it.
        self.seek_to(if self.reversed { [key, &[0]].concat() } else { key.to_vec() });
    }

    /// Goes on at a start, or below an end if the scan descends.
    fn seek_to(&mut self, end: Vec<u8>) {
        self.sought = Some(end);
        if !matches!(self.state, State::Reading(_)) {
            self.leave_out();
        }
    }

    /// Leaves out the rows before what was sought, which do not count, and asks for it by a call of its own, unless it is among the rows
    /// that are here.
    fn leave_out(&mut self) {
        let Some(sought) = self.sought.take() else { return };
        let is_before = |key: &[u8]| if self.reversed { key >= sought.as_slice() } else { key < sought.as_slice() };
        while self.rows.as_slice().first().is_some_and(|row| is_before(row.key())) {
            self.rows.next();
        }
        let State::Idle(reader) = &mut self.state else { return };
        if self.rows.as_slice().is_empty() {
            reader.seek(&sought);
        }
        reader.set_limit(self.left.map(|left| left.saturating_sub(self.rows.len() as u64)));
    }

    /// Waits for the next rows, the end or an error.
    fn poll_rows(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if let State::Idle(_) = self.state {
            self.read_on();
        }
        let State::Reading(reading) = &mut self.state else { return Poll::Ready(()) };
        let (reader, rows) = ready!(self.idle.poll(reading.as_mut(), cx));
        match rows {
            Ok(rows) if rows.is_empty() => self.state = State::Done,
            Ok(rows) => {
                self.rows = rows.into_iter();
                self.state = State::Idle(reader);
                self.leave_out();
            }
            Err(error) => self.state = State::Failed(error.into()),
        }
        Poll::Ready(())
    }

    fn read_on(&mut self) {
        if let State::Idle(mut reader) = mem::replace(&mut self.state, State::Done) {
            self.state = State::Reading(Box::pin(async move {
                let rows = reader.next_rows().await;
                (reader, rows)
            }));
        }
    }
}

/// Shows how far it is.
impl<R> fmt::Debug for RowScan<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.state {
            State::Idle(_) => "idle",
            State::Reading(_) => "reading",
            State::Failed(_) => "failed",
            State::Done => "done",
        };
        f.debug_struct("RowScan").field("state", &state).field("rows", &self.rows.len()).finish_non_exhaustive()
    }
}

/// The rows of ranges, with the cells of all columns that the scan lets through.
///
/// Nothing is asked for before the first row is. A wait that is given up loses nothing: the next one goes on with it. Dropping the scan
/// ends the call.
#[derive(Debug)]
pub struct CellScan {
    rows: RowScan<CellRow>,
}

impl CellScan {
    pub(crate) fn new(spec: ReadSpec) -> Self {
        Self { rows: RowScan::new(spec) }
    }

    /// The next row, or `None` behind the last; never an item behind an error.
    ///
    /// # Errors
    ///
    /// The rows cannot be read on.
    pub async fn next(&mut self) -> Result<Option<CellRow>, BigtableError> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    /// As [`next`](Self::next), for one who polls.
    ///
    /// # Errors
    ///
    /// The rows cannot be read on.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<CellRow>, BigtableError>> {
        self.rows.poll_next(cx)
    }

    /// Goes on at `key`, which is not before the last row that came: rows before it are left out, and not read if they are not on
    /// their way.
    pub fn seek(&mut self, key: &[u8]) {
        self.rows.seek(key);
    }
}

/// The rows of ranges of a [`BigtableStore`](crate::BigtableStore): keys, and the values of its column. As [`CellScan`].
#[derive(Debug)]
pub struct BigtableScan {
    rows: RowScan<Row>,
    row: Row,
    reads_ahead: bool,
}

impl BigtableScan {
    pub(crate) fn new(spec: ReadSpec) -> Self {
        Self { rows: RowScan::new(spec), row: Row::default(), reads_ahead: false }
    }

    /// Goes on to the next row; `false` at the end.
    ///
    /// # Errors
    ///
    /// The rows cannot be read on. The scan then has no further ones.
    pub async fn advance(&mut self) -> Result<bool, BigtableError> {
        poll_fn(|cx| self.poll_advance(cx)).await
    }

    /// As [`advance`](Self::advance), for one who polls.
    ///
    /// # Errors
    ///
    /// The rows cannot be read on. The scan then has no further ones.
    pub fn poll_advance(&mut self, cx: &mut Context<'_>) -> Poll<Result<bool, BigtableError>> {
        let row = ready!(self.rows.poll_next(cx));
        // Behind an error stands no row either.
        self.row = Row::default();
        let Some(row) = row? else { return Poll::Ready(Ok(false)) };
        self.row = row;
        Poll::Ready(Ok(true))
    }

    /// The key of the row; empty before the first row and after the last.
    #[must_use]
    pub fn key(&self) -> &[u8] {
        &self.row.0
    }

    /// The value of the row; empty before the first row and after the last.
    #[must_use]
    pub fn value(&self) -> &[u8] {
        &self.row.1
    }

    /// The next row, copied out of the scan.
    ///
    /// # Errors
    ///
    /// As [`advance`](Self::advance).
    pub async fn next(&mut self) -> Result<Option<Row>, BigtableError> {
        Ok(self.advance().await?.then(|| mem::take(&mut self.row)))
    }

    /// Goes on at `key`, as [`CellScan::seek`].
    pub fn seek(&mut self, key: &[u8]) {
        self.rows.seek(key);
    }

    /// The same scan, which reads what follows a row while others are read, or does not.
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
