//! One stream of rows out of the streams of all ranges.

use super::ScanPlan;
use super::direction::Direction;
use super::loser_tree::LoserTree;
use super::plan::Lanes;
use crate::bytes::KeyRange;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::ops::Range;

/// An item of an engine's scan: a key with its value, a key alone, or an error in place of either.
pub trait Row {
    /// The key; of an error `None`.
    fn row_key(&self) -> Option<&[u8]>;
}

impl<K: AsRef<[u8]>, V> Row for (K, V) {
    fn row_key(&self) -> Option<&[u8]> {
        Some(self.0.as_ref())
    }
}

impl Row for Vec<u8> {
    fn row_key(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl Row for &[u8] {
    fn row_key(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl Row for &Vec<u8> {
    fn row_key(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl<R: Row, E> Row for Result<R, E> {
    fn row_key(&self) -> Option<&[u8]> {
        self.as_ref().ok().and_then(Row::row_key)
    }
}

/// The error of a merge whose engine gave rows in another order than it was asked for. No rows follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfOrder {
    /// The order that was asked for.
    pub expected: Direction,
    /// The key of a row.
    pub key: Vec<u8>,
    /// The key of the row that came after it.
    pub next: Vec<u8>,
}

impl fmt::Display for OutOfOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = match self.expected {
            Direction::Forward => "above",
            Direction::Reverse => "below",
        };
        write!(
            f,
            "expected a row {order} \"{}\", found \"{}\": the engine must read a range in the direction of the plan",
            self.key.escape_ascii(),
            self.next.escape_ascii()
        )
    }
}

impl core::error::Error for OutOfOrder {}

/// The rows of a range, shown one after the other where the engine holds them.
pub trait RowCursor {
    /// Goes on, and tells to what.
    fn advance(&mut self) -> Step;

    /// The key of the row; empty for an error.
    fn key(&self) -> &[u8];
}

/// The item that a [`RowCursor`] has gone on to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A row.
    Row,
    /// An error in place of a row.
    Error,
    /// None: all were read.
    End,
}

/// A [`RowCursor`] over an iterator: it keeps one item, for whoever wants it.
#[derive(Clone, Debug)]
pub struct IterCursor<I: Iterator> {
    rows: I,
    row: Option<I::Item>,
}

impl<I: Iterator> IterCursor<I> {
    /// Before the first row.
    pub const fn new(rows: I) -> Self {
        Self { rows, row: None }
    }
}

impl<I: Iterator<Item: Row>> RowCursor for IterCursor<I> {
    fn advance(&mut self) -> Step {
        self.row = self.rows.next();
        match &self.row {
            Some(row) if row.row_key().is_some() => Step::Row,
            Some(_) => Step::Error,
            None => Step::End,
        }
    }

    fn key(&self) -> &[u8] {
        self.row.as_ref().and_then(Row::row_key).unwrap_or_default()
    }
}

/// Starts an engine's own scan of a range: a closure from [`KeyRange`] and [`Direction`] to rows, or a type, where that must have a name.
pub trait OpenRange {
    /// `true` if the rows come in the order that was asked for whatever the engine holds, so that no one need compare each key
    /// with a copy of the one before.
    const IS_SORTED: bool = false;

    /// The rows of a range: ascending, or descending where the plan [is reversed](ScanPlan::is_reversed).
    type Rows: RowCursor;

    /// Starts the scan of a range of `plan`, or of a part of one.
    fn open(&mut self, plan: &ScanPlan, range: KeyRange) -> Self::Rows;

    /// The cost of starting a scan, as a number of rows that can be read instead: so many are passed over before a range
    /// is opened again further on. 8 by default, which is right for redb and a `BTreeMap`.
    fn seek_cost_in_rows(&self) -> usize {
        8
    }

    /// How many scans are read side by side. With more than one per bucket, ranges further on in a bucket are opened
    /// before the rows of the one before are read, so that an engine behind a network is not waited for range by range. 1
    /// by default: each range is opened when the one before it ends.
    fn concurrency(&self) -> usize {
        1
    }
}

impl<F: FnMut(KeyRange, Direction) -> I, I: IntoIterator<Item: Row>> OpenRange for F {
    type Rows = IterCursor<I::IntoIter>;

    fn open(&mut self, plan: &ScanPlan, range: KeyRange) -> Self::Rows {
        IterCursor::new(self(range, plan.direction()).into_iter())
    }
}

impl ScanPlan {
    /// The order in which the rows of each range are wanted.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        if self.is_reversed() { Direction::Reverse } else { Direction::Forward }
    }

    /// The rows of the scan as one stream, in the order of the key without its salt, at most `limit` of them.
    /// `open` starts the engine's own scan of a range in the given direction; rows in another order are an [`OutOfOrder`]. Ranges of one bucket are opened one after the other, unless `open` is of a type
    /// that [says more](OpenRange::concurrency); errors are passed through as they come.
    ///
    /// If the filters tell that the next row lies further on, a few rows are passed over ([`OpenRange::seek_cost_in_rows`]); then the range
    /// is opened again there, as [`ScanPlan::next`] says.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use std::collections::BTreeMap;
    ///
    /// use rowkey::scan::OutOfOrder;
    ///
    /// fn rows(table: &BTreeMap<Vec<u8>, String>, plan: &ScanPlan) -> Result<Vec<String>, OutOfOrder> {
    ///     let rows = plan.merge(|range, direction| direction.of(table.range::<[u8], _>(range)));
    ///     rows.map(|row| row.map(|(_, value)| value.clone())).collect()
    /// }
    /// ```
    pub fn merge<I, F>(&self, open: F) -> Merge<&Self, F>
    where
        F: FnMut(KeyRange, Direction) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::new(self, open)
    }

    /// As [`ScanPlan::merge`], and the plan goes along: for iterators that outlive the place where it was made.
    pub fn into_merge<I, F>(self, open: F) -> Merge<Self, F>
    where
        F: FnMut(KeyRange, Direction) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::new(self, open)
    }

    /// The rows of the scan range by range, at most `limit` of them, as [`ScanPlan::merge`] reads them: for those who
    /// do not need the buckets in one order. Only one range is open at a time.
    pub fn by_range<I, F>(&self, open: F) -> Merge<&Self, F>
    where
        F: FnMut(KeyRange, Direction) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::by_range(self, open)
    }
}

/// How many rows may be read at most without a look further on, where the looks before were of no use: one costs about
/// as much as reading a few rows.
const PAUSE: usize = 63;

/// The ranges of one bucket, read one after the other.
struct Lane<R> {
    /// The ranges of the plan that are not opened yet, by number.
    ranges: Range<usize>,
    /// The one that is read, by number, and its rows.
    open: Option<(usize, R)>,
    /// The item at which it is.
    step: Step,
    /// The first 16 bytes of the row's fields. Most matches of a merge are decided by these: to ask both engines for their
    /// keys took a third of the time (`benches/engines`).
    head: u128,
    /// The next ones, where they are opened ahead.
    ahead: VecDeque<(usize, R)>,
    /// How many were begun to be read.
    begun: usize,
    skip: Skip,
    /// The key of the row before, once there was one.
    last: Option<Vec<u8>>,
}

/// The look further on in a lane, from rows that are none of the scan.
#[derive(Default)]
struct Skip {
    /// The least place at which the next row can be.
    seek: Option<Seek>,
    /// After how many rows that are none it is looked for again, and how many that were the last time.
    wait: usize,
    pause: usize,
}

/// The rest of a lane from where its next row can be.
struct Seek {
    /// The range it lies in, by number, cut off there.
    index: usize,
    range: KeyRange,
    /// How many rows before it were read.
    passed: usize,
}

impl<R: RowCursor> Lane<R> {
    fn new(ranges: Range<usize>) -> Self {
        Self {
            ranges,
            open: None,
            step: Step::End,
            head: 0,
            ahead: VecDeque::new(),
            begun: 0,
            skip: Skip::default(),
            last: None,
        }
    }

    /// The key of the row without the `lead` bytes before its fields.
    fn fields(&self, lead: usize) -> &[u8] {
        self.open.as_ref().and_then(|(_, rows)| rows.key().get(lead..)).unwrap_or_default()
    }

    /// The order of two lanes by their rows: an error comes before all keys, the end after them.
    fn compare(&self, other: &Self, lead: usize) -> Ordering {
        match (self.step, other.step) {
            (Step::Row, Step::Row) => {
                self.head.cmp(&other.head).then_with(|| self.fields(lead).cmp(other.fields(lead)))
            }
            (step, other) => (step != Step::Error, step == Step::End).cmp(&(other != Step::Error, other == Step::End)),
        }
    }

    /// The number of the range that is behind so many others of those that are left.
    fn number(&self, behind: usize, reversed: bool) -> Option<usize> {
        let mut ranges = self.ranges.clone();
        if reversed { ranges.nth_back(behind) } else { ranges.nth(behind) }
    }

    /// The rows of the range `index`, the next one, if it was opened ahead. What was passed over is dropped.
    fn take_ahead(&mut self, index: usize) -> Option<R> {
        while let Some((number, rows)) = self.ahead.pop_front() {
            if number == index {
                return Some(rows);
            }
        }
        None
    }

    /// Opens the next range, and those behind it that are to be read side by side with it.
    fn open_next<O: OpenRange<Rows = R>>(&mut self, plan: &ScanPlan, open: &mut O, most: usize) {
        let next = if plan.is_reversed() { self.ranges.next_back() } else { self.ranges.next() };
        let Some(index) = next else { return };
        let rows = self.take_ahead(index).unwrap_or_else(|| open.open(plan, plan.range(index)));
        self.open = Some((index, rows));
        // The first ranges may hold all rows that a limit asks for: no more are opened in vain than were needed.
        let most = if plan.limit().is_some() { most.min(self.begun) } else { most };
        self.begun += 1;
        while self.ahead.len() < most {
            let Some(index) = self.number(self.ahead.len(), plan.is_reversed()) else { return };
            self.ahead.push_back((index, open.open(plan, plan.range(index))));
        }
    }

    /// Refuses a row that is before the one before it. Of a row that comes twice, for example in several versions, nothing is said.
    fn check_order(&mut self, expected: Direction) -> Result<(), OutOfOrder> {
        let key = self.open.as_ref().map_or(&[][..], |(_, rows)| rows.key());
        let Some(last) = &mut self.last else {
            self.last = Some(key.to_vec());
            return Ok(());
        };
        let wrong = match expected {
            Direction::Forward => Ordering::Less,
            Direction::Reverse => Ordering::Greater,
        };
        if key.cmp(last) == wrong {
            return Err(OutOfOrder { expected, key: last.clone(), next: key.to_vec() });
        }
        last.clear();
        last.extend_from_slice(key);
        Ok(())
    }

    /// Decides about the row, which may have to be passed over.
    fn judge(&mut self, plan: &ScanPlan, cost: usize) -> Verdict {
        let Self { open, ranges, skip, .. } = self;
        let Some((index, rows)) = open.as_ref().filter(|_| !plan.is_exact()) else { return Verdict::Take };
        let key = rows.key();
        if !skip.seek.as_ref().is_some_and(|seek| seek.passes(plan, key)) {
            if plan.matches(key) {
                return Verdict::Take;
            }
            let left = if plan.is_reversed() { ranges.start..*index + 1 } else { *index..ranges.end };
            if !skip.look_ahead(plan, left, key) {
                return Verdict::End;
            }
        }
        skip.jump(*index, cost).map_or(Verdict::Pass, |(index, range)| Verdict::Jump(index, range))
    }
}

/// The first 16 bytes as a number that sorts as they do; zeros stand behind fewer.
fn head(bytes: &[u8]) -> u128 {
    match bytes.first_chunk() {
        Some(head) => u128::from_be_bytes(*head),
        None => {
            let mut head = [0; 16];
            head.iter_mut().zip(bytes).for_each(|(head, byte)| *head = *byte);
            u128::from_be_bytes(head)
        }
    }
}

/// The decision about a row.
enum Verdict {
    /// It is a row of the scan.
    Take,
    /// The next one is read.
    Pass,
    /// The next one is read in this range, by number.
    Jump(usize, KeyRange),
    /// No row of the lane is left.
    End,
}

impl Skip {
    /// Looks where the next row can be in the ranges that are left, behind a key that is none: the less often, the more often
    /// the row behind it was not before that place. `false` if there is no such place.
    fn look_ahead(&mut self, plan: &ScanPlan, left: Range<usize>, key: &[u8]) -> bool {
        if let Some(seek) = self.seek.take() {
            self.pause = if seek.passed > 1 { 0 } else { (2 * self.pause + 1).min(PAUSE) };
            self.wait = self.pause;
        }
        if self.wait > 0 {
            self.wait -= 1;
            return true;
        }
        self.seek = plan.behind(left, key).map(|(index, range)| Seek { index, range, passed: 0 });
        self.seek.is_some()
    }

    /// The range to open in place of range `index`, of which a row was passed over, where that is worth its cost.
    fn jump(&mut self, index: usize, cost: usize) -> Option<(usize, KeyRange)> {
        let seek = self.seek.as_mut()?;
        seek.passed += 1;
        if seek.index == index && seek.passed <= cost {
            return None;
        }
        let Seek { index, range, .. } = self.seek.take()?;
        self.pause = 0;
        Some((index, range))
    }
}

impl Seek {
    /// `true` if a row is passed over on the way.
    fn passes(&self, plan: &ScanPlan, key: &[u8]) -> bool {
        if plan.is_reversed() { self.range.stop().is_some_and(|stop| key >= stop) } else { key < self.range.start() }
    }
}

/// The rows of a plan in order: what [`ScanPlan::merge`] gives, as an iterator if the engine's scans are iterators.
pub struct Merge<P, O: OpenRange> {
    plan: P,
    open: O,
    lanes: Vec<Lane<O::Rows>>,
    /// The lanes by their rows; `None` before the first is read.
    order: Option<LoserTree>,
    /// How many bytes of each key stand before its fields.
    lead: usize,
    left: usize,
    read: usize,
    /// Rows in the wrong order, to be told in place of the next row.
    wrong: Option<OutOfOrder>,
    /// `true` once they were told.
    failed: bool,
}

impl<P: Borrow<ScanPlan>, O: OpenRange> Merge<P, O> {
    /// As [`ScanPlan::merge`], for an [`OpenRange`] that is not a closure.
    pub fn new(plan: P, open: O) -> Self {
        let lanes = plan.borrow().lanes();
        Self::of(plan, open, lanes)
    }

    /// As [`ScanPlan::by_range`], for an [`OpenRange`] that is not a closure.
    pub fn by_range(plan: P, open: O) -> Self {
        let ranges = 0..plan.borrow().count();
        Self::of(plan, open, core::iter::once(ranges).collect())
    }

    fn of(plan: P, open: O, lanes: Lanes) -> Self {
        let mut merged = Vec::with_capacity(lanes.len());
        merged.extend(lanes.into_iter().map(Lane::new));
        let (lead, left) = (plan.borrow().layout().fields_at(), plan.borrow().limit().unwrap_or(usize::MAX));
        Self { plan, open, lanes: merged, order: None, lead, left, read: 0, wrong: None, failed: false }
    }

    /// The plan whose rows these are.
    pub fn plan(&self) -> &ScanPlan {
        self.plan.borrow()
    }

    /// How many rows the engine has read so far, those included that were passed over.
    pub const fn rows_read(&self) -> usize {
        self.read
    }

    /// Goes on past the limit of the plan, for example to see if there is another page.
    pub fn lift_limit(&mut self) {
        if !self.failed {
            self.left = usize::MAX;
        }
    }

    /// The cursor that stands at the next row of the scan, or at an error in place of it; `None` at the end. It is read on when the one after it is asked for.
    ///
    /// # Errors
    /// [`OutOfOrder`] if a range was read in the wrong order. Then there are no rows any more.
    pub fn advance(&mut self) -> Option<Result<&mut O::Rows, OutOfOrder>> {
        if self.left == 0 {
            return None;
        }
        match self.order.as_ref().map(LoserTree::winner) {
            Some(winner) => self.pull(winner?),
            None => {
                // All buckets are opened before the first row is waited for: an engine behind a network reads them side by
                // side.
                (0..self.lanes.len()).for_each(|lane| self.open_next(lane));
                (0..self.lanes.len()).for_each(|lane| self.pull(lane));
            }
        }
        if let Some(wrong) = self.wrong.take() {
            (self.left, self.failed) = (0, true);
            return Some(Err(wrong));
        }
        let Self { plan, lanes, order, lead, .. } = self;
        let (lead, reversed) = (*lead, P::borrow(plan).is_reversed());
        let is_before = |a: usize, b: usize| {
            let order = lanes[a].compare(&lanes[b], lead);
            let is_turned = reversed && lanes[a].step == Step::Row && lanes[b].step == Step::Row;
            if is_turned { order.reverse() } else { order }.then(a.cmp(&b)).is_lt()
        };
        let order = match order {
            Some(order) => {
                order.replay(is_before);
                order
            }
            None => order.insert(LoserTree::new(lanes.len(), is_before)),
        };
        let lane = lanes.get_mut(order.winner()?)?;
        // An error is not a row, so it does not count against the limit.
        self.left -= usize::from(lane.step == Step::Row);
        lane.open.as_mut().map(|(_, rows)| Ok(rows))
    }

    fn open_next(&mut self, lane: usize) {
        let most = (self.open.concurrency() / self.lanes.len()).saturating_sub(1).min(self.left);
        self.lanes[lane].open_next(self.plan.borrow(), &mut self.open, most);
    }

    /// Reads on in a lane up to a row of the scan, or an error.
    fn pull(&mut self, number: usize) {
        let is_merged = self.lanes.len() > 1;
        loop {
            if self.lanes[number].open.is_none() {
                self.open_next(number);
            }
            let (plan, lane) = (self.plan.borrow(), &mut self.lanes[number]);
            lane.step = lane.open.as_mut().map_or(Step::End, |(_, rows)| rows.advance());
            match lane.step {
                Step::Row => {}
                Step::End if lane.open.take().is_some() => continue,
                Step::End | Step::Error => return,
            }
            self.read += 1;
            let order = if const { O::IS_SORTED } { Ok(()) } else { lane.check_order(plan.direction()) };
            if let Err(wrong) = order {
                (self.wrong, lane.step) = (Some(wrong), Step::Error);
                return;
            }
            match lane.judge(plan, self.open.seek_cost_in_rows()) {
                Verdict::Take => {
                    if is_merged {
                        lane.head = head(lane.fields(self.lead));
                    }
                    return;
                }
                Verdict::Pass => {}
                Verdict::Jump(index, range) => {
                    if plan.is_reversed() {
                        lane.ranges.end = index;
                    } else {
                        lane.ranges.start = index + 1;
                    }
                    lane.open = Some((index, self.open.open(plan, range)));
                }
                Verdict::End => {
                    (lane.ranges.start, lane.open) = (lane.ranges.end, None);
                    lane.ahead.clear();
                }
            }
        }
    }
}

impl<P, I, O> Iterator for Merge<P, O>
where
    P: Borrow<ScanPlan>,
    I: Iterator<Item: Row>,
    O: OpenRange<Rows = IterCursor<I>>,
{
    type Item = Result<I::Item, OutOfOrder>;

    fn next(&mut self) -> Option<Result<I::Item, OutOfOrder>> {
        self.advance()?.map(|rows| rows.row.take()).transpose()
    }
}

impl<P: Borrow<ScanPlan>, O: OpenRange> fmt::Debug for Merge<P, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Merge").field("plan", self.plan()).field("read", &self.read).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    /// A lane at its only row.
    fn at(key: Vec<u8>) -> Lane<IterCursor<vec::IntoIter<Vec<u8>>>> {
        let mut rows = IterCursor::new(vec![key].into_iter());
        let step = rows.advance();
        let mut lane = Lane { open: Some((0, rows)), step, ..Lane::new(0..0) };
        lane.head = head(lane.fields(1));
        lane
    }

    #[test]
    fn lanes_are_in_the_order_of_their_keys_behind_the_label() {
        let bytes = |width: usize, last: u8| [&[7; 1][..], &vec![5; width], &[last]].concat();
        let mut keys: Vec<Vec<u8>> = vec![vec![], vec![9], vec![9, 0], vec![9, 0, 0]];
        keys.extend(
            [0, 1, 14, 15, 16, 17, 40].into_iter().flat_map(|width| [0, 5, 0xFF].map(|last| bytes(width, last))),
        );
        let fields = |key: &[u8]| key.get(1..).unwrap_or_default().to_vec();
        for a in &keys {
            for b in &keys {
                let expected = fields(a).cmp(&fields(b));
                assert_eq!(at(a.clone()).compare(&at(b.clone()), 1), expected, "{a:02X?} {b:02X?}");
            }
        }
        let end = Lane::new(0..0);
        assert_eq!((at(vec![7]).compare(&end, 1), end.compare(&at(vec![7]), 1)), (Ordering::Less, Ordering::Greater));
    }
}
