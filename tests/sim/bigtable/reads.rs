//! `ReadRows`: it returns each row as it is when it is read. Chunks and messages can be split anywhere.

use fastrand::Rng;
use futures_util::stream::{self, StreamExt};
use prost::Message;
use simulation::draws::{late, latency};
use std::collections::VecDeque;
use std::future::ready;
use std::mem;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;
use tonic::Code;
use tonic::body::Body;
use tonic::codegen::http::Response;

use super::faults::{Ending, Fate, Lie};
use super::filters;
use super::frames::{self, Frame};
use super::network::Link;
use super::scans::ROW_SET;
use super::service::{NO_FAMILY, Service};
use crate::MAX_KEY;
use crate::chunks::{CELL_OVERHEAD, Cell};
use crate::proto::v2::read_rows_response::CellChunk;
use crate::proto::v2::read_rows_response::cell_chunk::RowStatus;
use crate::proto::v2::row_range::{EndKey, StartKey};
use crate::proto::v2::{ReadRowsRequest, ReadRowsResponse, RowRange};

/// A stream of rows on its way to the client.
struct Sending {
    reads: Reads,
    fate: Fate,
    rng: Rng,
    /// The time before the next message.
    wait: Duration,
    link: Arc<Link>,
}

/// Answers a request with a stream of rows.
pub(super) fn answer(
    service: Arc<Service>,
    request: ReadRowsRequest,
    fate: Fate,
    mut rng: Rng,
    link: Arc<Link>,
) -> Response<Body> {
    let (reads, wait) = (Reads::new(service, request, rng.fork()), fate.to + fate.back);
    let sending = Some(Sending { reads, fate, rng, wait, link });
    let frames = stream::unfold(sending, |sending| async { Some(sending?.next().await) });
    frames::response(frames.flat_map(stream::iter), ready(None))
}

impl Sending {
    /// Returns the frames of the next message, or of the end.
    async fn next(mut self) -> (Vec<Frame>, Option<Self>) {
        sleep(self.wait).await;
        if let Some(lie) = self.fate.lie.take()
            && let Some(message) = self.reads.lie(lie, &mut self.rng)
        {
            let frames = self.reads.frames(&message, &mut self.rng);
            if matches!(lie, Lie::Endless) {
                (self.fate.messages, self.fate.ending) = (0, Ending::Hangs);
            }
            return (frames, Some(self));
        }
        let next = if self.fate.messages == 0 { Ok(None) } else { self.reads.next_message() };
        self.fate.messages = self.fate.messages.saturating_sub(1);
        let ending = match next {
            Ok(Some(message)) => {
                let frames = self.reads.frames(&message, &mut self.rng);
                self.wait = self.reads.pause(&mut self.rng);
                return (frames, Some(self));
            }
            Ok(None) => self.fate.ending,
            Err((code, message)) => Ending::Says(code, message),
        };
        (frames::end(ending, self.link).await.into_iter().collect(), None)
    }
}

/// The rows of a request, as they are when they are read.
struct Reads {
    service: Arc<Service>,
    request: ReadRowsRequest,
    rng: Rng,
    /// The last row that was examined.
    last: Option<Vec<u8>>,
    /// The number of rows that may still be sent.
    left: u64,
    /// Chunks that have not been sent yet.
    chunks: VecDeque<CellChunk>,
    /// `true` if the last row was not sent, and its progress was not reported.
    has_passed: bool,
}

impl Reads {
    fn new(service: Arc<Service>, request: ReadRowsRequest, rng: Rng) -> Self {
        let left = if request.rows_limit == 0 { u64::MAX } else { request.rows_limit.unsigned_abs() };
        check(&request);
        Self { service, request, rng, last: None, left, chunks: VecDeque::new(), has_passed: false }
    }

    /// Returns the next message, or `None` at the end.
    fn next_message(&mut self) -> Result<Option<ReadRowsResponse>, (Code, &'static str)> {
        // A message may end in the middle of a row.
        let most = 1 << self.rng.u32(..5);
        while self.chunks.len() < most && self.left > 0 {
            if !self.look()? {
                self.left = 0;
            } else if self.has_passed && self.chunks.is_empty() && self.rng.bool() {
                self.has_passed = false;
                self.service.see_report();
                let last_scanned_row_key = self.last.clone().unwrap_or_default();
                return Ok(Some(ReadRowsResponse { last_scanned_row_key, ..ReadRowsResponse::default() }));
            }
        }
        let chunks: Vec<_> = self.chunks.drain(..self.fitting(most)).collect();
        Ok((!chunks.is_empty()).then(|| ReadRowsResponse { chunks, ..ReadRowsResponse::default() }))
    }

    /// Returns a message with a lie about some row, if this request allows one.
    fn lie(&mut self, lie: Lie, rng: &mut Rng) -> Option<ReadRowsResponse> {
        let progress = |last_scanned_row_key| ReadRowsResponse { last_scanned_row_key, ..ReadRowsResponse::default() };
        if let Lie::Endless = lie {
            let rows = self.request.rows.as_ref()?;
            let key = rows.row_keys.first().filter(|_| rows.row_keys.len() == 1 && rows.row_ranges.is_empty())?.clone();
            // In this case, it is true that the row does not exist.
            let is_missing = matches!(self.next_message(), Ok(None));
            self.restart();
            return is_missing.then(|| progress(key));
        }
        let key = super::caller::key(rng.usize(..super::caller::ROWS));
        if is_asked(&self.request, &key) {
            return None;
        }
        let (family, qualifier) = (super::tables::FAMILY.into(), b"v".to_vec());
        let row = CellChunk {
            row_key: key.clone(),
            family_name: Some(family),
            qualifier: Some(qualifier),
            timestamp_micros: 1_000,
            value: b"of another row".into(),
            row_status: Some(RowStatus::CommitRow(true)),
            ..CellChunk::default()
        };
        Some(match lie {
            Lie::Row => ReadRowsResponse { chunks: vec![row], ..ReadRowsResponse::default() },
            _ => progress(key),
        })
    }

    /// Forgets the rows that were read.
    fn restart(&mut self) {
        *self = Self::new(Arc::clone(&self.service), self.request.clone(), self.rng.fork());
    }

    /// Returns the number of next chunks that fit into one message for the client, which is at least one.
    fn fitting(&self, most: usize) -> usize {
        let mut bytes = 0;
        let fit = self.chunks.iter().take(most).take_while(|chunk| {
            // Each chunk has a tag and a length.
            bytes += chunk.encoded_len() + 8;
            bytes <= self.service.max_row
        });
        fit.count().max(1).min(self.chunks.len())
    }

    fn frames(&self, message: &ReadRowsResponse, rng: &mut Rng) -> Vec<Frame> {
        let message = message.encode_to_vec();
        self.service.see_width(message.len());
        frames::frames(&message, rng)
    }

    /// Draws the time before the next message.
    fn pause(&self, rng: &mut Rng) -> Duration {
        let is_slow = rng.f64() < self.service.inner().faults.slow / 8.0;
        if is_slow { late(rng) } else { latency(rng) / 4 }
    }

    /// Examines the next row. Returns `false` after the last one.
    fn look(&mut self) -> Result<bool, (Code, &'static str)> {
        let (service, request) = (Arc::clone(&self.service), &self.request);
        let found = service.with_table(&request.table_name, |table, now| {
            let named = request.filter.as_ref().map(filters::families).unwrap_or_default();
            if !named.into_iter().all(|family| table.families.contains_key(family)) {
                return Err(NO_FAMILY);
            }
            let mut last = self.last.clone();
            while let Some((key, row)) = table.row_behind(last.as_deref(), request.reversed) {
                let is_asked = is_asked(request, key);
                if is_asked && !table.serves(key, now) {
                    return Err((Code::Unavailable, "the tablet is on its way"));
                }
                if is_asked {
                    let cells = row.cells();
                    return Ok(Some((key.clone(), cells)));
                }
                last = Some(key.clone());
            }
            Ok(None)
        });
        let Some((key, cells)) = found.unwrap_or(Err((Code::NotFound, "table not found")))? else { return Ok(false) };
        let has_cells = !cells.is_empty();
        let cells = match &request.filter {
            Some(filter) => filters::pass(filter, &key, cells),
            None => cells,
        };
        self.has_passed = cells.is_empty() && has_cells;
        if !cells.is_empty() {
            self.left -= 1;
            self.push_row(&key, &cells);
        }
        self.last = Some(key);
        Ok(true)
    }

    /// Adds the chunks of a row, which are parts of cells. Sometimes a part of the row comes first and is reset.
    fn push_row(&mut self, key: &[u8], cells: &[Cell]) {
        if self.rng.u8(..8) == 0 {
            self.push_cells(key, &cells[..1]);
            let reset = Some(RowStatus::ResetRow(true));
            self.chunks.push_back(CellChunk { row_status: reset, ..CellChunk::default() });
        }
        self.push_cells(key, cells);
        let bytes = cells.iter().map(|cell| cell.family.len() + cell.qualifier.len() + cell.value.len());
        // A message has more bytes than the row in it.
        self.service.see_row(key, key.len() + bytes.sum::<usize>() + cells.len() * (64 + CELL_OVERHEAD));
        let commit = Some(RowStatus::CommitRow(true));
        if let Some(last) = self.chunks.back_mut() {
            last.row_status = commit;
        }
    }

    fn push_cells(&mut self, key: &[u8], cells: &[Cell]) {
        let mut row_key = key.to_vec();
        for cell in cells {
            let mut rest = cell.value.as_slice();
            let mut chunk = CellChunk {
                row_key: mem::take(&mut row_key),
                family_name: Some(cell.family.clone()),
                qualifier: Some(cell.qualifier.clone()),
                timestamp_micros: cell.timestamp_micros,
                ..CellChunk::default()
            };
            while rest.len() > 1 && self.rng.u8(..4) == 0 {
                let (part, behind) = rest.split_at(self.rng.usize(1..rest.len()));
                (chunk.value, chunk.value_size, rest) = (part.into(), cell.value.len() as i32, behind);
                self.chunks.push_back(mem::take(&mut chunk));
            }
            chunk.value = rest.into();
            self.chunks.push_back(chunk);
        }
    }
}

/// Checks that Bigtable would accept the request. The client must not send others.
fn check(request: &ReadRowsRequest) {
    let rows = request.rows.as_ref().expect("a request without rows reads the whole table");
    assert!(!rows.row_ranges.is_empty() || !rows.row_keys.is_empty(), "an empty set reads the whole table");
    assert!(rows.encoded_len() <= ROW_SET, "a row set of {} bytes", rows.encoded_len());
    assert!(request.rows_limit >= 0, "a limit of {}", request.rows_limit);
    let bounds = rows.row_ranges.iter().flat_map(|range| {
        let start = range.start_key.as_ref().map(|start| match start {
            StartKey::StartKeyClosed(start) | StartKey::StartKeyOpen(start) => start,
        });
        let end = range.end_key.as_ref().map(|end| match end {
            EndKey::EndKeyClosed(end) | EndKey::EndKeyOpen(end) => end,
        });
        assert!(start.zip(end).is_none_or(|(start, end)| start <= end), "a range that is the wrong way round");
        start.into_iter().chain(end)
    });
    for bound in bounds.chain(&rows.row_keys) {
        assert!((1..=MAX_KEY).contains(&bound.len()), "a bound of {} bytes", bound.len());
    }
}

fn is_asked(request: &ReadRowsRequest, key: &[u8]) -> bool {
    let rows = request.rows.iter();
    let ranges = rows.clone().flat_map(|rows| &rows.row_ranges);
    rows.flat_map(|rows| &rows.row_keys).any(|it| it == key) || ranges.into_iter().any(|range| holds(range, key))
}

fn holds(range: &RowRange, key: &[u8]) -> bool {
    let is_above = match &range.start_key {
        None => true,
        Some(StartKey::StartKeyClosed(start)) => key >= start.as_slice(),
        Some(StartKey::StartKeyOpen(start)) => key > start.as_slice(),
    };
    is_above
        && match &range.end_key {
            None => true,
            Some(EndKey::EndKeyOpen(end)) => key < end.as_slice(),
            Some(EndKey::EndKeyClosed(end)) => key <= end.as_slice(),
        }
}
