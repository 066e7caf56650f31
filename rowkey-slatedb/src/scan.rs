//! The rows of a range.

use rowkey_core::KeyRange;
use rowkey_core::scan::engine::ScanRequest;
use rowkey_store::{AsyncScan, Direction};
use slatedb::config::ScanOptions;
use slatedb::{DbIterator, DbSnapshot, IterationOrder, KeyValue};
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio_util::sync::ReusableBoxFuture;

use crate::SlateError;
use crate::span::Span;

/// The rows of a range of a [`SlateStore`](crate::SlateStore). They do not need the reader, and dropping them cancels
/// their reads.
///
/// # Design
///
/// The futures of SlateDB's iterator borrow it. Here, a future owns the iterator and returns it with the row, so a
/// pending read is never dropped and restarted. All rows share one allocation for their futures. `benches/slatedb`
/// measures it.
pub struct SlateScan {
    /// The read in flight if `is_reading` is `true`, else a completed one.
    read: ReusableBoxFuture<'static, Read>,
    is_reading: bool,
    /// The iterator over the rows that are still to be read. It is `None` at the end, and while a read owns it.
    rows: Option<Box<DbIterator>>,
    row: Option<KeyValue>,
    /// The result of a read-ahead.
    ahead: Option<Read>,
    /// `true` if the scan may read ahead.
    reads_ahead: bool,
    /// The key to seek to before the next read.
    target: Option<Vec<u8>>,
    /// The range of the remaining rows.
    range: KeyRange,
    /// `true` if the iterator continues after the end of `range`.
    is_narrowed: bool,
    direction: Direction,
}

/// The result of a read: the iterator, unless it is at its end, and the row.
type Read = (Option<Box<DbIterator>>, Result<Option<KeyValue>, slatedb::Error>);

impl SlateScan {
    pub(crate) fn new(
        snapshot: Arc<DbSnapshot>,
        range: KeyRange,
        options: ScanOptions,
        (direction, reads_ahead): (Direction, bool),
    ) -> Self {
        let order = match direction {
            Direction::Forward => IterationOrder::Ascending,
            Direction::Reverse => IterationOrder::Descending,
        };
        let read = ReusableBoxFuture::new(first(snapshot, Span::of(&range), options.with_order(order)));
        let (rows, row, ahead, target) = (None, None, None, None);
        Self { read, is_reading: true, rows, row, ahead, reads_ahead, target, range, is_narrowed: false, direction }
    }

    /// Returns the next row, from the read-ahead or from a new read.
    fn poll_read(&mut self, context: &mut Context<'_>) -> Poll<Read> {
        if let Some(ahead) = self.ahead.take() {
            return Poll::Ready(ahead);
        }
        if !self.is_reading {
            let Some(rows) = self.rows.take() else { return Poll::Ready((None, Ok(None))) };
            self.read.set(next(rows, self.target.take()));
            self.is_reading = true;
        }
        let read = ready!(self.read.poll(context));
        self.is_reading = false;
        Poll::Ready(read)
    }

    /// Seeks to `range`, which must be after the current row and within the remaining range. Returns `false` if it is
    /// not, or if the scan is in reverse, because SlateDB seeks only forward.
    fn seek_to(&mut self, range: &KeyRange) -> bool {
        let is_left = match &self.row {
            Some(row) => range.start() > &row.key[..] && self.range.contains(range.start()),
            None => false,
        };
        let ends_inside = self.range.stop().is_none_or(|stop| range.stop().is_some_and(|new| new <= stop));
        if self.direction == Direction::Reverse || !is_left || !ends_inside || !self.go_on_at(range.start()) {
            return false;
        }
        self.is_narrowed |= range.stop() != self.range.stop();
        self.range = range.clone();
        true
    }

    /// Makes the next read start at `start`. Returns `false`, and changes the scan in no way, if a read is in flight or
    /// the scan is at its end.
    fn go_on_at(&mut self, start: &[u8]) -> bool {
        match self.ahead.take() {
            // The row that was read ahead is before `start`, so it is dropped.
            Some((rows, Ok(Some(row)))) if &row.key[..] < start => self.rows = rows,
            None => {}
            // It is at or after `start`, so it is the next row without a seek. An error, or the end, stays for the next
            // read.
            ahead => {
                self.ahead = ahead;
                return matches!(self.ahead, Some((_, Ok(Some(_)))));
            }
        }
        if self.rows.is_some() {
            self.target = Some(start.to_vec());
        }
        self.rows.is_some()
    }
}

impl AsyncScan for SlateScan {
    type Error = SlateError;

    fn poll_advance(&mut self, context: &mut Context<'_>) -> Poll<Result<bool, SlateError>> {
        let (rows, row) = ready!(self.poll_read(context));
        self.row = None;
        let Some(row) = row? else { return Poll::Ready(Ok(false)) };
        if self.is_narrowed && !self.range.contains(&row.key) {
            return Poll::Ready(Ok(false));
        }
        (self.rows, self.row) = (rows, Some(row));
        Poll::Ready(Ok(true))
    }

    fn key(&self) -> &[u8] {
        self.row.as_ref().map_or(&[], |row| &row.key)
    }

    fn value(&self) -> &[u8] {
        self.row.as_ref().map_or(&[], |row| &row.value)
    }

    fn poll_ahead(&mut self, context: &mut Context<'_>) {
        let may_read = self.is_reading || self.reads_ahead && self.rows.is_some();
        if may_read
            && self.ahead.is_none()
            && let Poll::Ready(read) = self.poll_read(context)
        {
            self.ahead = Some(read);
        }
    }

    fn seek(&mut self, request: &ScanRequest<'_>) -> bool {
        self.seek_to(&request.range)
    }
}

/// Opens the scan and reads its first row.
async fn first(snapshot: Arc<DbSnapshot>, span: Option<Span>, options: ScanOptions) -> Read {
    let rows = match span {
        None => return (None, Ok(None)),
        Some(Span::Key(key)) => return (None, snapshot.get_key_value(key).await),
        Some(Span::Prefix(prefix, bounds)) => snapshot.scan_prefix_with_options(prefix, bounds, &options).await,
    };
    match rows {
        Ok(rows) => next(Box::new(rows), None).await,
        Err(error) => (None, Err(error)),
    }
}

/// Reads the next row, after a seek to `target` if there is one.
async fn next(mut rows: Box<DbIterator>, target: Option<Vec<u8>>) -> Read {
    if let Some(target) = target
        && let Err(error) = rows.seek(target).await
    {
        return (None, Err(error));
    }
    let row = rows.next().await;
    (Some(rows), row)
}

/// Shows the remaining range and the direction.
impl fmt::Debug for SlateScan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { range, direction, .. } = self;
        f.debug_struct("SlateScan").field("range", range).field("direction", direction).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SlateStore;
    use rowkey_store::{AsyncStore, Batch};
    use slatedb::config::{FlushOptions, FlushType};
    use slatedb::object_store::memory::InMemory;
    use std::collections::BTreeSet;
    use std::future::poll_fn;
    use std::task::Waker;

    /// Returns a random key of one or two bytes.
    fn key(random: &mut fastrand::Rng) -> Vec<u8> {
        let length = random.usize(1..=2);
        (0..length).map(|_| *random.choice(&[0, 1, 2, 0xFE, 0xFF]).unwrap()).collect()
    }

    fn range(random: &mut fastrand::Rng) -> KeyRange {
        let stop = (random.u8(0..4) > 0).then(|| key(random));
        KeyRange::new(key(random), stop)
    }

    /// Returns a store with random rows. Some of them are in a file, in several blocks.
    async fn filled(random: &mut fastrand::Rng) -> (SlateStore, BTreeSet<Vec<u8>>) {
        let store = SlateStore::open("rows", Arc::new(InMemory::new())).await.unwrap().without_waiting();
        let mut keys = BTreeSet::new();
        for _ in 0..2 {
            store.db().flush_with_options(FlushOptions { flush_type: FlushType::MemTable }).await.unwrap();
            let mut batch = Batch::new();
            for key in (0..12).map(|_| key(random)) {
                batch.put(&key, [7; 1_500]);
                keys.insert(key);
            }
            store.write(&batch).await.unwrap();
        }
        (store, keys)
    }

    async fn rest(mut scan: SlateScan) -> Vec<Vec<u8>> {
        let mut keys = Vec::new();
        while poll_fn(|context| scan.poll_advance(context)).await.unwrap() {
            keys.push(scan.key().to_vec());
        }
        keys
    }

    /// Seeks from any row to any range, with and without a read-ahead. The scan must return the rows of the new range,
    /// or its old rows if it rejects the seek.
    #[tokio::test]
    async fn seeks_to_what_is_left() {
        let mut random = fastrand::Rng::with_seed(3);
        let (store, keys) = filled(&mut random).await;
        let snapshot = store.db().snapshot().unwrap();
        let (mut sought, mut refused, mut kept) = (0, 0, 0);
        for _ in 0..1_500 {
            let (asked, left) = (range(&mut random), range(&mut random));
            let how = (Direction::Forward, random.bool());
            let mut scan = SlateScan::new(snapshot.clone(), asked.clone(), ScanOptions::default(), how);
            let mut at = None;
            for _ in 0..random.usize(0..4) {
                at = poll_fn(|context| scan.poll_advance(context)).await.unwrap().then(|| scan.key().to_vec());
            }
            if random.bool() {
                scan.poll_ahead(&mut Context::from_waker(Waker::noop()));
                kept += usize::from(scan.ahead.is_some());
            }
            assert_eq!(scan.key(), at.as_deref().unwrap_or_default());
            let is_reading = scan.is_reading;
            let inside = at.as_ref().is_some_and(|at| left.start() > &at[..] && asked.contains(left.start()));
            let ends_inside =
                left.stop().map_or(asked.stop().is_none(), |stop| asked.stop().is_none_or(|all| stop <= all));
            let rows: Vec<_> = if scan.seek_to(&left) {
                sought += 1;
                assert!(inside && ends_inside);
                keys.iter().filter(|key| left.contains(key)).cloned().collect()
            } else {
                refused += 1;
                let is_left = |key: &&Vec<u8>| asked.contains(key) && at.as_ref().is_none_or(|at| *key > at);
                assert!(!inside || !ends_inside || is_reading || !keys.iter().any(|key| is_left(&key)));
                let is_begun = scan.row.is_some() || scan.is_reading || scan.ahead.is_some() || scan.rows.is_some();
                keys.iter().filter(|key| is_begun && is_left(key)).cloned().collect()
            };
            assert_eq!(rest(scan).await, rows, "{asked} behind {at:02X?}, then {left}");
        }
        assert!(sought > 50 && refused > 50 && kept > 50, "{sought} {refused} {kept}");
    }

    #[tokio::test]
    async fn a_scan_in_reverse_does_not_seek() {
        let mut random = fastrand::Rng::with_seed(4);
        let (store, keys) = filled(&mut random).await;
        let snapshot = store.db().snapshot().unwrap();
        let mut scan = SlateScan::new(snapshot, KeyRange::all(), ScanOptions::default(), (Direction::Reverse, false));
        for _ in 0..2 {
            assert!(poll_fn(|context| scan.poll_advance(context)).await.unwrap());
        }
        // It seeks neither backward nor forward.
        assert!(!scan.seek_to(&KeyRange::new([0xFF; 9], None)) && !scan.seek_to(&KeyRange::new([1], Some(vec![2]))));
        assert!(rest(scan).await.iter().eq(keys.iter().rev().skip(2)));
    }
}
