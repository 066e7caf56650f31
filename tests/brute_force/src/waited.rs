//! Reads the rows of a plan with async scans: streams, pages, and one call for all ranges of a bucket.
//!
//! Each is ready or pending at random. A future for a row is dropped if it is pending.

use super::Keys;
use futures_core::Stream;
use rowkey::scan::engine::{ItemCursor, OpenAsync, ScanRequest, StreamCursor, Streams};
use rowkey::scan::{Direction, MergeStream, Page};
use rowkey::{KeyRange, ScanPlan};
use std::borrow::Borrow;
use std::cell::Cell;
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

/// Random numbers from a seed (Knuth's MMIX).
#[derive(Clone)]
struct Chance<'c>(&'c Cell<u64>);

impl Chance<'_> {
    /// Returns a number below `most`.
    fn below(&self, most: usize) -> usize {
        self.0.set(self.0.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
        (self.0.get() >> 33) as usize % most
    }

    /// Returns `Ready` in one of two polls on average.
    fn poll(&self) -> Poll<()> {
        if self.below(2) == 0 { Poll::Ready(()) } else { Poll::Pending }
    }
}

/// Rows that are ready or pending at random.
struct Rows<'c> {
    rows: std::vec::IntoIter<Vec<u8>>,
    chance: Chance<'c>,
}

impl Stream for Rows<'_> {
    type Item = Vec<u8>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Vec<u8>>> {
        self.chance.poll().map(|()| self.rows.next())
    }
}

/// An engine that reads all ranges of a bucket with one scan.
struct WholeLanes<'k> {
    keys: &'k Keys,
    chance: Chance<'k>,
}

impl<'k> OpenAsync for WholeLanes<'k> {
    type Rows = StreamCursor<Rows<'k>>;

    fn open(&mut self, request: ScanRequest<'_>) -> Self::Rows {
        let reversed = request.plan.is_reversed();
        let ranges = std::iter::once(request.range).chain(request.more);
        let rows: Vec<Vec<u8>> = ranges.flat_map(|range| self.keys.read(&range, reversed)).collect();
        StreamCursor::new(Rows { rows: rows.into_iter(), chance: self.chance.clone() })
    }

    fn reads_whole_lanes(&self) -> bool {
        true
    }
}

impl Keys {
    /// Checks that each async way to read a plan returns these rows.
    pub(super) fn check_waited(&self, plan: &ScanPlan, wanted: &[Vec<u8>], what: &str) {
        let seed = Cell::new(self.queries as u64);
        let chance = Chance(&seed);
        self.check_streams(plan, wanted, &chance, what);
        self.check_whole_lanes(plan, wanted, &chance, what);
        self.check_fetched(plan, wanted, &chance, what);
    }

    /// Checks one of the async ways at random. This is for the many plans of one query.
    pub(super) fn check_waited_once(&self, plan: &ScanPlan, wanted: &[Vec<u8>], what: &str) {
        let seed = Cell::new((self.queries + wanted.len()) as u64);
        let chance = Chance(&seed);
        match chance.below(3) {
            0 => self.check_streams(plan, wanted, &chance, what),
            1 => self.check_whole_lanes(plan, wanted, &chance, what),
            _ => self.check_fetched(plan, wanted, &chance, what),
        }
    }

    /// Checks that streams return the rows of a plan range by range.
    pub(super) fn check_waited_by_range(&self, plan: &ScanPlan, wanted: &[Vec<u8>], what: &str) {
        let seed = Cell::new((self.queries + wanted.len()) as u64);
        let chance = Chance(&seed);
        let open = |range: KeyRange, direction| self.stream(&range, direction, &chance);
        let streams = MergeStream::by_range(plan, Streams(open)).with_concurrency(1 + chance.below(20));
        assert_eq!(all(streams, &chance), wanted, "{what}: streamed by range");
    }

    fn check_streams(&self, plan: &ScanPlan, wanted: &[Vec<u8>], chance: &Chance<'_>, what: &str) {
        let concurrency = 1 + chance.below(20);
        let streams = plan.stream(|range, direction| self.stream(&range, direction, chance));
        let found = all(streams.with_concurrency(concurrency), chance);
        assert_eq!(found, wanted, "{what}: streamed, {concurrency} at once");
    }

    fn check_whole_lanes(&self, plan: &ScanPlan, wanted: &[Vec<u8>], chance: &Chance<'_>, what: &str) {
        let lanes = MergeStream::new(plan, WholeLanes { keys: self, chance: chance.clone() });
        let found = all(lanes.with_concurrency(1 + chance.below(20)), chance);
        assert_eq!(found, wanted, "{what}: by whole lanes");
    }

    fn check_fetched(&self, plan: &ScanPlan, wanted: &[Vec<u8>], chance: &Chance<'_>, what: &str) {
        let (page_rows, concurrency) = (1 + chance.below(5), 1 + chance.below(20));
        let pages = plan.pages(|range, direction, most| {
            assert!((1..=page_rows).contains(&most));
            let (rows, chance) = (self.read(&range, direction == Direction::Reverse), chance.clone());
            async move {
                poll_fn(|_| chance.poll()).await;
                Ok::<_, Infallible>(page(rows, (range, direction), most, &chance))
            }
        });
        let pages = pages.with_page_rows(page_rows).with_concurrency(concurrency);
        let found: Vec<Vec<u8>> = all(pages, chance).into_iter().map(Result::unwrap).collect();
        assert_eq!(found, wanted, "{what}: by pages of {page_rows}, {concurrency} at once");
    }

    fn stream<'c>(&self, range: &KeyRange, direction: Direction, chance: &Chance<'c>) -> Rows<'c> {
        let rows = self.read(range, direction == Direction::Reverse);
        Rows { rows: rows.into_iter(), chance: chance.clone() }
    }
}

/// Returns a page of the first rows. It can have fewer rows than requested, or only the last key that a call has looked
/// at.
fn page(
    mut rows: Vec<Vec<u8>>,
    (range, direction): (KeyRange, Direction),
    most: usize,
    chance: &Chance<'_>,
) -> Page<Vec<u8>> {
    let Some(last) = rows.len().checked_sub(1) else { return Page::new(rows) };
    let before = just_before(&rows[0], direction);
    match chance.below(4) {
        // An empty page still makes progress, up to `before`.
        0 if range.contains(&before) => Page::up_to(Vec::new(), before),
        1 if most > last => Page::last(rows),
        _ => {
            rows.truncate(1 + chance.below(most));
            Page::new(rows)
        }
    }
}

/// Returns a key that comes just before `key` in this direction.
fn just_before(key: &[u8], direction: Direction) -> Vec<u8> {
    match (direction, key) {
        (Direction::Forward, [before @ .., last]) if *last > 0 => [before, &[last - 1]].concat(),
        (Direction::Forward, key) => key[..key.len() - 1].to_vec(),
        (Direction::Reverse, key) => [key, &[0]].concat(),
    }
}

/// Returns all rows. Polls a new future for each row, and drops it if it is pending.
fn all<P, O>(mut stream: MergeStream<P, O>, chance: &Chance<'_>) -> Vec<<O::Rows as ItemCursor>::Item>
where
    P: Borrow<ScanPlan>,
    O: OpenAsync<Rows: ItemCursor>,
{
    let mut context = Context::from_waker(Waker::noop());
    let mut rows = Vec::new();
    for _ in 0..1_000_000 {
        // Dropping a future that was never polled must not lose a row.
        if chance.below(8) == 0 {
            drop(stream.next());
        }
        match pin!(stream.next()).poll(&mut context) {
            Poll::Pending => {}
            Poll::Ready(Some(row)) => rows.push(row.unwrap()),
            Poll::Ready(None) => return rows,
        }
    }
    panic!("it does not come to an end");
}
