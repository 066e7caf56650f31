//! Reads the rows of a scan, and opens a new stream when one breaks.

use futures_util::{FutureExt, StreamExt};
use googleapis_tonic_google_bigtable_v2::google::bigtable::v2::{ReadRowsRequest, ReadRowsResponse, RowFilter};
use rowkey_store::RowBytes;
use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep, sleep_until};
use tonic::{Response, Status, Streaming};

use crate::chunks::{CellRow, ChunkError, Committed, RowMerger};
use crate::client::{Bigtable, CallHead, CallSpec, Service};
use crate::clock;
use crate::error::{BigtableError, Failure, Task};
use crate::idle::Idle;
use crate::path::TablePath;
use crate::pool::Call;
use crate::retry::Retries;
use crate::span::Spans;
use crate::trace;

/// The maximum number of rows to take at once, if they have arrived.
///
/// It is small because glibc keeps up to 7 freed blocks of a size ready, and searches for more. An hour of 12 rows,
/// with one message per row, takes 211,000 instructions with 4 and 214,000 with 64 (`valgrind --tool=callgrind` on the
/// scans of `benches/bigtable`).
const MOST_AT_ONCE: usize = 4;

/// The number of bytes after which no more messages are taken at once. A stream may hold the same number unread.
const MOST_BYTES_AT_ONCE: usize = crate::pool::STREAM_WINDOW as usize;

/// The maximum number of messages to take at once, with or without rows. After that, the reader looks at the time.
const MOST_MESSAGES_AT_ONCE: usize = 64;

/// The part of a row that a scan keeps until it is returned.
pub(crate) trait ScannedRow: Send + 'static {
    /// Takes the part of `row` to keep. The rest is dropped at once, so that the next row reuses its memory.
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

/// Reads the key, and the value of the only requested column.
impl ScannedRow for RowBytes {
    fn of(Committed { key, last, .. }: Committed) -> Self {
        (key, last.value)
    }

    fn key(&self) -> &[u8] {
        &self.0
    }
}

/// Rows that are taken at once, and the bytes of their keys and values.
struct Taken<'r, R> {
    rows: &'r mut VecDeque<R>,
    bytes: usize,
    /// The time of day, in milliseconds.
    now: i64,
}

/// A message of a stream, or the reason why the stream broke. `None` is the end of the stream.
type Message = Option<Result<ReadRowsResponse, Status>>;

/// The rows that a scan reads: table, ranges, and filter.
#[derive(Clone, Debug)]
pub(crate) struct ReadSpec {
    pub(crate) bigtable: Bigtable,
    /// The verb of the task.
    pub(crate) what: &'static str,
    pub(crate) path: Arc<TablePath>,
    pub(crate) family: Arc<str>,
    pub(crate) filter: Arc<RowFilter>,
    pub(crate) spans: Spans,
    /// The maximum number of rows of the scan.
    pub(crate) limit: Option<u64>,
    /// The maximum number of rows of the first request. Later requests have more.
    pub(crate) page: Option<u64>,
}

/// Reads the rows of a [`ReadSpec`].
///
/// If a stream breaks, it opens another one, which begins after the last complete row. So no row is lost, and no row is
/// returned twice.
pub(crate) struct RowReader {
    spec: ReadSpec,
    merger: RowMerger,
    /// The stream that is open, or that is being opened.
    stream: Option<Stream>,
    /// A failure after rows that were returned.
    failure: Option<Failure>,
    /// The attempts of the current wait for rows.
    wait: Option<Retries>,
    /// The end of the current attempt, or of the pause before the next one.
    timer: Option<Pin<Box<Sleep>>>,
    idle: Arc<Idle>,
    reading: trace::Reading,
}

/// A call that returns rows.
struct Stream {
    messages: Messages,
    /// Occupies a stream of the connection.
    call: Call,
    /// The number of ranges that the stream reads, and of those before the rows that have arrived.
    ranges: usize,
    passed: usize,
    /// The number of rows that the stream may still return, or `None` without a limit.
    left: Option<u64>,
}

/// The messages of a stream.
#[allow(clippy::large_enum_variant, reason = "a reader has one, and is in a box itself")]
enum Messages {
    /// Bigtable has not answered yet.
    Opening(Pin<Box<dyn Future<Output = Result<Streaming<ReadRowsResponse>, Failure>> + Send>>),
    Open(Streaming<ReadRowsResponse>),
}

/// The outcome of one step of a scan.
enum Step {
    /// Rows have arrived, or there are no more rows.
    Done,
    /// Bigtable has passed rows that it does not send.
    Passed,
    /// A stream was opened, has ended, or returned a part of a row.
    Went,
}

impl RowReader {
    pub(crate) fn new(spec: ReadSpec) -> Self {
        let merger = RowMerger::new(spec.spans.is_reversed()).with_most_bytes(spec.bigtable.config().max_row);
        let (idle, reading) = (Arc::default(), trace::Reading::begin(spec.what, &spec.path.table));
        Self { reading, spec, merger, stream: None, failure: None, wait: None, timer: None, idle }
    }

    /// Waits for the next messages with rows, and puts these into `rows`, which is empty. At the end, it adds none.
    ///
    /// If the caller abandons a wait, the next call continues it, and no row is lost.
    pub(crate) fn poll_rows<R: ScannedRow>(
        &mut self,
        rows: &mut VecDeque<R>,
        cx: &Context<'_>,
    ) -> Poll<Result<(), BigtableError>> {
        let waker = self.idle.waker(cx);
        let done = self.poll_steps(rows, &mut Context::from_waker(&waker));
        self.idle.rest();
        done
    }

    fn poll_steps<R: ScannedRow>(
        &mut self,
        rows: &mut VecDeque<R>,
        cx: &mut Context<'_>,
    ) -> Poll<Result<(), BigtableError>> {
        loop {
            match ready!(self.poll_step(rows, cx)) {
                Ok(Step::Done) => {
                    self.wait = None;
                    self.reading.add(rows.len());
                    return Poll::Ready(Ok(()));
                }
                // In a range, Bigtable may pass rows for any length of time, so progress starts the wait again. A wait
                // for single rows keeps its deadline.
                Ok(Step::Passed) if !self.spec.spans.are_keys() => self.wait = None,
                // The timer is only polled when no message is ready, and a server can always have one ready.
                Ok(Step::Passed | Step::Went) if self.is_late() => self.recover(Failure::TimedOut)?,
                Ok(Step::Passed | Step::Went) => {}
                Err(failure) => self.recover(failure)?,
            }
        }
    }

    /// Returns `true` if the current wait for rows is over its time.
    fn is_late(&self) -> bool {
        self.wait.as_ref().is_some_and(|retries| Instant::now() >= retries.deadline())
    }

    /// Returns `true` if a wait for rows has begun and has not ended.
    pub(crate) const fn is_waiting(&self) -> bool {
        self.wait.is_some()
    }

    /// Resumes at a start, or below an end in a reverse scan, with a new stream. All rows before it are left out.
    pub(crate) fn seek(&mut self, end: &[u8]) {
        self.close();
        self.spec.spans.seek(end);
    }

    /// Sets the maximum number of rows that are still to be returned.
    pub(crate) const fn set_limit(&mut self, limit: Option<u64>) {
        self.spec.limit = limit;
    }

    /// Recovers from a broken stream. The next one begins after the last row, after a pause.
    fn recover(&mut self, failure: Failure) -> Result<(), BigtableError> {
        if let (Failure::TimedOut, Some(stream)) = (&failure, &self.stream) {
            self.spec.bigtable.pool(Service::Data).time_out(&stream.call);
        }
        self.close();
        let retries = self.retries();
        let pause = retries.next_pause(&failure).filter(|_| failure.is_passing());
        let (retries, path) = (retries.clone(), &self.spec.path);
        match pause {
            Some(pause) => {
                trace::retry(self.spec.what, &path.table, &retries, &failure, pause);
                self.timer = Some(Box::pin(sleep(pause)));
                Ok(())
            }
            None => {
                let result = Err(self.error(failure, retries.elapsed()));
                trace::end(self.spec.what, &path.table, &retries, &result);
                result
            }
        }
    }

    /// Ends the stream, and removes the rows that it has read from the ranges.
    fn close(&mut self) {
        (self.stream, self.failure, self.timer) = (None, None, None);
        self.merger.restart();
        if let Some(key) = self.merger.last_key() {
            self.spec.spans.pass(key);
        }
    }

    /// Makes one step of the scan: it waits for a pause, opens a stream, takes messages, or times out.
    fn poll_step<R: ScannedRow>(
        &mut self,
        rows: &mut VecDeque<R>,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Step, Failure>> {
        if self.spec.limit == Some(0) {
            self.stream = None;
            return Poll::Ready(Ok(Step::Done));
        }
        if let Some(failure) = self.failure.take() {
            return Poll::Ready(Err(failure));
        }
        let Some(stream) = &mut self.stream else {
            ready!(self.poll_timer(cx));
            if self.spec.spans.is_empty() {
                return Poll::Ready(Ok(Step::Done));
            }
            let until = self.begin_attempt();
            self.stream = Some(self.spec.open(until));
            return Poll::Ready(Ok(Step::Went));
        };
        match &mut stream.messages {
            Messages::Opening(opening) => {
                if let Poll::Ready(messages) = opening.as_mut().poll(cx) {
                    self.timer = None;
                    stream.messages = Messages::Open(messages?);
                    return Poll::Ready(Ok(Step::Went));
                }
            }
            Messages::Open(messages) => {
                if let Poll::Ready(message) = messages.poll_next_unpin(cx) {
                    self.timer = None;
                    return Poll::Ready(self.take_all(message, rows));
                }
            }
        }
        if self.timer.is_none() {
            self.begin_attempt();
        }
        ready!(self.poll_timer(cx));
        Poll::Ready(Err(Failure::TimedOut))
    }

    /// Waits for the timer, if it is set.
    fn poll_timer(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if let Some(timer) = &mut self.timer {
            ready!(timer.as_mut().poll(cx));
            self.timer = None;
        }
        Poll::Ready(())
    }

    /// Sets the timer to the end of an attempt that begins now, and returns this end.
    fn begin_attempt(&mut self) -> Instant {
        let most = self.spec.bigtable.config().attempt_timeout;
        let until = self.retries().attempt_end(most);
        self.timer = Some(Box::pin(sleep_until(until)));
        until
    }

    /// Returns the attempts of the current wait, which begins now if there is none.
    fn retries(&mut self) -> &mut Retries {
        let most = self.spec.bigtable.config().timeout;
        self.wait.get_or_insert_with(|| Retries::of_scan(most, &self.idle))
    }

    /// Takes a message of the stream, and the messages after it that have already arrived.
    fn take_all<R: ScannedRow>(&mut self, first: Message, rows: &mut VecDeque<R>) -> Result<Step, Failure> {
        let mut taken = Taken { rows, bytes: 0, now: clock::now() };
        let (mut passes, mut message, mut messages) = (false, Some(first), 0);
        while let Some(next) = message {
            messages += 1;
            match self.take(next, &mut taken) {
                Ok(passed) => passes |= passed,
                Err(failure) if taken.rows.is_empty() => return Err(failure),
                Err(failure) => {
                    self.failure = Some(failure);
                    break;
                }
            }
            let has_room = taken.rows.len() < MOST_AT_ONCE && taken.bytes < MOST_BYTES_AT_ONCE;
            let has_room = has_room && messages < MOST_MESSAGES_AT_ONCE;
            message = match &mut self.stream {
                Some(Stream { messages: Messages::Open(messages), .. }) if has_room => messages.next().now_or_never(),
                _ => None,
            };
        }
        Ok(match taken.rows.is_empty() {
            false => Step::Done,
            true if passes => Step::Passed,
            true => Step::Went,
        })
    }

    /// Takes the rows of a message, or the end of the stream. Returns `true` if Bigtable has passed rows that it does
    /// not send.
    fn take<R: ScannedRow>(&mut self, message: Message, taken: &mut Taken<'_, R>) -> Result<bool, Failure> {
        let Some(message) = message.transpose().map_err(Failure::of)? else {
            self.end()?;
            return Ok(false);
        };
        let before = taken.rows.len();
        let pushed = message.chunks.into_iter().try_for_each(|chunk| {
            taken.bytes = taken.bytes.saturating_add(chunk.row_key.len() + chunk.value.len());
            // This check comes before the merger records the key as the last one.
            if !chunk.row_key.is_empty() && !self.is_requested(&chunk.row_key) {
                self.merger.check_order(&chunk.row_key)?;
                return Err(ChunkError::NotRequested { key: chunk.row_key });
            }
            if let Some(row) = self.merger.take(chunk)? {
                clock::observe(&row, taken.now);
                taken.rows.push_back(R::of(row));
            }
            Ok(())
        });
        // The rows before a fault also count.
        let wanted = self.count(taken.rows.len() - before);
        taken.rows.truncate(before + wanted);
        pushed.map_err(malformed)?;
        let passes = !message.last_scanned_row_key.is_empty();
        if passes {
            let key = message.last_scanned_row_key;
            if !self.is_requested(&key) {
                self.merger.check_order(&key).map_err(malformed)?;
                return Err(malformed(ChunkError::ProgressNotRequested { key }));
            }
            self.merger.pass(key).map_err(malformed)?;
        }
        Ok(passes)
    }

    /// Returns `true` if the stream's request includes the row `key`. Keys must come in order.
    fn is_requested(&mut self, key: &[u8]) -> bool {
        let Some(Stream { ranges, passed, .. }) = &mut self.stream else { return false };
        self.spec.spans.contains(key, passed, *ranges)
    }

    /// Counts rows that have arrived. Returns the number of rows within the limit.
    fn count(&mut self, came: usize) -> usize {
        if let Some(Stream { left: Some(left), .. }) = &mut self.stream {
            *left = left.saturating_sub(came as u64);
        }
        let Some(limit) = &mut self.spec.limit else { return came };
        let wanted = usize::try_from(*limit).map_or(came, |limit| limit.min(came));
        *limit -= wanted as u64;
        wanted
    }

    /// Ends a stream that has sent all its rows.
    fn end(&mut self) -> Result<(), Failure> {
        self.merger.finish().map_err(malformed)?;
        match self.stream.take() {
            // All requested rows have arrived, so there may be more in the ranges.
            Some(Stream { left: Some(0), .. }) => {
                self.spec.page = self.spec.page.map(|page| page.saturating_mul(4));
            }
            Some(stream) => self.spec.spans.finish(stream.ranges),
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
    /// Starts a call, whose token must arrive before `until`.
    fn open(&self, until: Instant) -> Stream {
        let (rows, ranges) = self.spans.next_request();
        let left = self.limit.into_iter().chain(self.page).min();
        let message = ReadRowsRequest {
            table_name: self.path.full.clone(),
            app_profile_id: self.bigtable.config().app_profile.clone(),
            rows: Some(rows),
            filter: Some(RowFilter::clone(&self.filter)),
            rows_limit: left.map_or(0, |left| i64::try_from(left).unwrap_or(i64::MAX)),
            reversed: self.spans.is_reversed(),
            ..ReadRowsRequest::default()
        };
        let call = self.bigtable.pool(Service::Data).call();
        let mut client = self.bigtable.data_client(call.channel());
        let (bigtable, head) = (self.bigtable.clone(), self.head());
        let opening = Box::pin(async move {
            let request = bigtable.request(&head, message, until).await?;
            client.read_rows(request).await.map(Response::into_inner).map_err(Failure::of)
        });
        Stream { messages: Messages::Opening(opening), call, ranges, passed: 0, left }
    }

    fn head(&self) -> CallHead {
        CallHead::of_rows(&self.path, false)
    }

    /// Returns the description of the call for its errors, with the last key that arrived or with the first key.
    fn call_spec(&self, last_key: Option<&[u8]>) -> CallSpec<'_> {
        let key = last_key.or(self.spans.start()).unwrap_or_default();
        CallSpec {
            head: self.head(),
            task: Task::at(self.what, &self.path.table, key),
            family: Some(&self.family),
            is_idempotent: true,
        }
    }
}
