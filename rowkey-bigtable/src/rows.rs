//! The rows of a scan, whatever happens to the streams that bring them.

use futures_util::FutureExt;
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::{ReadRowsRequest, ReadRowsResponse, RowFilter};
use rowkey_store::Row;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout_at};
use tonic::{Status, Streaming};

use crate::chunks::{CellRow, ChunkError, Committed, RowMerger};
use crate::client::{Bigtable, CallSpec, Service};
use crate::clock;
use crate::error::{BigtableError, Failure, Task};
use crate::idle::Idle;
use crate::path::TablePath;
use crate::pool::Call;
use crate::retry::Retries;
use crate::span::Spans;

/// The rows that are taken at once, if so many have come: each wait costs more than a row.
const MOST_AT_ONCE: usize = 64;

/// The bytes behind which no further message is taken at once: as many as a stream may hold unread.
const MOST_BYTES_AT_ONCE: usize = crate::pool::STREAM_WINDOW as usize;

/// The part of a row that a scan keeps until it is asked for.
pub(crate) trait ScannedRow: Send + 'static {
    /// The part of `row`; the rest is dropped at once, so that the next row gets its memory.
    fn of(row: Committed) -> Self;

    fn key(&self) -> &[u8];
}

impl ScannedRow for CellRow {
    fn of(row: Committed) -> Self {
        row.into()
    }

    fn key(&self) -> &[u8] {
        &self.key
    }
}

/// The key and the value of the only column that is asked for.
impl ScannedRow for Row {
    fn of(Committed { key, last, .. }: Committed) -> Self {
        (key, last.value)
    }

    fn key(&self) -> &[u8] {
        &self.0
    }
}

/// Rows that were taken at once, and the bytes of their keys and values.
struct Taken<R> {
    rows: Vec<R>,
    bytes: usize,
    /// The time of day.
    now: i64,
}

/// A message of a stream, its end, or the reason why it is broken.
type Message = Result<Option<ReadRowsResponse>, Status>;

/// The rows that a scan reads: of which table, in which ranges, through which filter.
#[derive(Clone, Debug)]
pub(crate) struct ReadSpec {
    pub(crate) bigtable: Bigtable,
    /// The verb of the task.
    pub(crate) what: &'static str,
    pub(crate) path: Arc<TablePath>,
    pub(crate) family: Arc<str>,
    pub(crate) filter: RowFilter,
    pub(crate) spans: Spans,
    /// The most rows of the scan.
    pub(crate) limit: Option<u64>,
    /// The most rows of the first request: more are asked for if they are wanted.
    pub(crate) page: Option<u64>,
}

/// Reads the rows of a [`ReadSpec`].
///
/// A stream that breaks is followed by another one, which begins behind the last row that came whole: nothing is lost and nothing comes
/// twice.
#[derive(Debug)]
pub(crate) struct RowReader {
    spec: ReadSpec,
    merger: RowMerger,
    open: Option<Open>,
    /// A failure behind rows that were handed over.
    failure: Option<Failure>,
    idle: Arc<Idle>,
}

/// A stream of rows.
#[derive(Debug)]
struct Open {
    stream: Streaming<ReadRowsResponse>,
    /// Keeps the place on its connection.
    call: Call,
    /// The number of ranges that it reads.
    ranges: usize,
    /// The number of rows that it may still bring; `None` without a bound.
    left: Option<u64>,
}

/// The outcome of one step of a scan.
enum Step<R> {
    /// Rows, one at least.
    Rows(Vec<R>),
    /// Bigtable has passed rows that it does not send.
    Passed,
    /// A stream was opened, has ended, or brought a part of a row.
    Went,
    /// There are no further rows.
    End,
}

impl RowReader {
    pub(crate) fn new(spec: ReadSpec, idle: Arc<Idle>) -> Self {
        let merger = RowMerger::new(spec.spans.is_reversed()).with_most_bytes(spec.bigtable.config().max_row);
        Self { spec, merger, open: None, failure: None, idle }
    }

    /// The rows of the next messages that bring any; none at the end.
    pub(crate) async fn next_rows<R: ScannedRow>(&mut self) -> Result<Vec<R>, BigtableError> {
        let most = self.spec.bigtable.config().timeout;
        let mut retries = Retries::of_scan(most, &self.idle);
        loop {
            let until = self.spec.bigtable.attempt_end(&retries);
            match self.step(until).await {
                Ok(Step::Rows(rows)) => return Ok(rows),
                Ok(Step::Passed) => retries = Retries::of_scan(most, &self.idle),
                Ok(Step::Went) => {}
                Ok(Step::End) => return Ok(Vec::new()),
                Err(failure) => self.recover(failure, &mut retries).await?,
            }
        }
    }

    /// Goes on at a start, or below an end if the rows descend, and leaves out all rows before it: by another stream.
    pub(crate) fn seek(&mut self, end: &[u8]) {
        self.close();
        self.spec.spans.seek(end);
    }

    /// Sets the most rows that are still to come.
    pub(crate) const fn set_limit(&mut self, limit: Option<u64>) {
        self.spec.limit = limit;
    }

    /// The stream is broken: the next one begins behind the last row, after a pause.
    async fn recover(&mut self, failure: Failure, retries: &mut Retries) -> Result<(), BigtableError> {
        if let (Failure::TimedOut, Some(open)) = (&failure, &self.open) {
            self.spec.bigtable.pool(Service::Data).retire(&open.call);
        }
        self.close();
        match retries.next_pause().filter(|_| failure.is_passing()) {
            Some(pause) => {
                sleep(pause).await;
                Ok(())
            }
            None => Err(self.error(failure, retries.elapsed())),
        }
    }

    /// Ends the stream, and takes away what it has read.
    fn close(&mut self) {
        (self.open, self.failure) = (None, None);
        self.merger.restart();
        if let Some(key) = self.merger.last_key() {
            self.spec.spans.pass(key);
        }
    }

    async fn step<R: ScannedRow>(&mut self, until: Instant) -> Result<Step<R>, Failure> {
        if self.spec.limit == Some(0) {
            self.open = None;
            return Ok(Step::End);
        }
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let Some(open) = &mut self.open else {
            if self.spec.spans.is_empty() {
                return Ok(Step::End);
            }
            // In a box of its own: else each wait for rows allocates as much as the call that begins their stream.
            self.open = Some(Box::pin(self.spec.open(until)).await?);
            return Ok(Step::Went);
        };
        match timeout_at(until, open.stream.message()).await {
            Err(_) => Err(Failure::TimedOut),
            Ok(message) => self.take_all(message),
        }
    }

    /// Takes a message of the stream, and those behind it that have come already.
    fn take_all<R: ScannedRow>(&mut self, first: Message) -> Result<Step<R>, Failure> {
        let mut taken = Taken { rows: Vec::new(), bytes: 0, now: clock::now() };
        let (mut passes, mut message) = (false, Some(first));
        while let Some(next) = message {
            match self.take(next, &mut taken) {
                Ok(passed) => passes |= passed,
                Err(failure) if taken.rows.is_empty() => return Err(failure),
                Err(failure) => {
                    self.failure = Some(failure);
                    break;
                }
            }
            let has_room = taken.rows.len() < MOST_AT_ONCE && taken.bytes < MOST_BYTES_AT_ONCE;
            let open = self.open.as_mut().filter(|_| has_room);
            message = open.and_then(|open| open.stream.message().now_or_never());
        }
        Ok(match taken.rows.is_empty() {
            false => Step::Rows(taken.rows),
            true if passes => Step::Passed,
            true => Step::Went,
        })
    }

    /// Takes the rows of a message, or the end of the stream; returns `true` if Bigtable has passed rows that it does not send.
    fn take<R: ScannedRow>(&mut self, message: Message, taken: &mut Taken<R>) -> Result<bool, Failure> {
        let Some(message) = message.map_err(Failure::of)? else {
            self.end()?;
            return Ok(false);
        };
        let before = taken.rows.len();
        // Most chunks are a row each.
        taken.rows.reserve(message.chunks.len().min(MOST_AT_ONCE));
        let pushed = message.chunks.into_iter().try_for_each(|chunk| {
            taken.bytes = taken.bytes.saturating_add(chunk.row_key.len() + chunk.value.len());
            if let Some(row) = self.merger.take(chunk)? {
                clock::observe(&row, taken.now);
                taken.rows.push(R::of(row));
            }
            Ok(())
        });
        // The rows before a fault count too.
        let wanted = self.count(taken.rows.len() - before);
        taken.rows.truncate(before + wanted);
        pushed.map_err(malformed)?;
        let passes = !message.last_scanned_row_key.is_empty();
        if passes {
            self.merger.pass(message.last_scanned_row_key).map_err(malformed)?;
        }
        Ok(passes)
    }

    /// Counts rows that came; returns the number of those that are not behind the limit.
    fn count(&mut self, came: usize) -> usize {
        if let Some(left) = self.open.as_mut().and_then(|open| open.left.as_mut()) {
            *left = left.saturating_sub(came as u64);
        }
        let Some(limit) = &mut self.spec.limit else { return came };
        let wanted = usize::try_from(*limit).map_or(came, |limit| limit.min(came));
        *limit -= wanted as u64;
        wanted
    }

    /// The stream has ended, and all it was asked for has come.
    fn end(&mut self) -> Result<(), Failure> {
        self.merger.finish().map_err(malformed)?;
        let open = self.open.take();
        match open {
            // As many rows as were asked for: there may be more.
            Some(Open { left: Some(0), .. }) => {
                self.spec.page = self.spec.page.map(|page| page.saturating_mul(4));
            }
            Some(open) => self.spec.spans.finish(open.ranges),
            None => {}
        }
        self.close();
        Ok(())
    }

    fn error(&self, failure: Failure, after: Duration) -> BigtableError {
        self.spec.bigtable.error(self.spec.call_spec(self.merger.last_key()), failure, after)
    }
}

fn malformed(error: ChunkError) -> Failure {
    Failure::Malformed(error.into())
}

impl ReadSpec {
    async fn open(&self, until: Instant) -> Result<Open, Failure> {
        let (rows, ranges) = self.spans.next_request();
        let most = self.limit.into_iter().chain(self.page).min();
        let request = ReadRowsRequest {
            table_name: self.path.full.clone(),
            app_profile_id: self.bigtable.config().app_profile.clone(),
            rows: Some(rows),
            filter: Some(self.filter.clone()),
            rows_limit: most.map_or(0, |most| i64::try_from(most).unwrap_or(i64::MAX)),
            reversed: self.spans.is_reversed(),
            ..ReadRowsRequest::default()
        };
        let read = |channel, request| {
            let mut client = self.bigtable.data_client(channel);
            async move { client.read_rows(request).await }
        };
        let (stream, call) = self.bigtable.attempt(&self.call_spec(None), request, until, read).await?;
        Ok(Open { stream, call, ranges, left: most })
    }

    /// The call, behind a key that came or from its first key on.
    fn call_spec(&self, last_key: Option<&[u8]>) -> CallSpec<'_> {
        let key = last_key.or(self.spans.start()).unwrap_or_default();
        CallSpec {
            service: Service::Data,
            task: Task::at(self.what, &self.path.table, key),
            route: self.path.route.clone(),
            family: Some(&self.family),
            is_idempotent: true,
            ends_with_attempt: false,
        }
    }
}
