//! Lanes: the ranges of a merge that are read one after the other, up to a row of the scan.

use super::ScanPlan;
use super::direction::Direction;
use super::open_range::{OpenRange, OutOfOrder, RowCursor, Step};
use crate::bytes::KeyRange;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

/// How many rows may be read at most without a look further on, where the looks before were of no use: one costs about
/// as much as reading a few rows.
const PAUSE: usize = 63;

/// Ranges that are read one after the other.
pub(super) struct Lane<R> {
    /// The ranges of the plan that are not opened yet, by number.
    ranges: Range<usize>,
    /// How many bytes of each key stand before those by which lanes are compared.
    lead: usize,
    /// The one that is read, by number, and its rows.
    open: Option<(usize, R)>,
    /// The item at which it is.
    step: Step,
    /// The first 16 bytes behind `lead`. Most matches of a merge are decided by these: to ask both engines for their
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
    pub(super) fn new(ranges: Range<usize>, lead: usize) -> Self {
        Self {
            ranges,
            lead,
            open: None,
            step: Step::End,
            head: 0,
            ahead: VecDeque::new(),
            begun: 0,
            skip: Skip::default(),
            last: None,
        }
    }

    /// The key of the row.
    pub(super) fn key(&self) -> &[u8] {
        self.open.as_ref().map_or(&[], |(_, rows)| rows.key())
    }

    /// The cursor at the item.
    pub(super) fn rows(&mut self) -> Option<&mut R> {
        self.open.as_mut().map(|(_, rows)| rows)
    }

    /// `true` if the item is a row.
    pub(super) fn is_at_row(&self) -> bool {
        self.step == Step::Row
    }

    /// The key of the row without the bytes before those that are compared.
    fn compared(&self) -> &[u8] {
        self.key().get(self.lead..).unwrap_or_default()
    }

    /// The order of two lanes that are at rows.
    #[inline]
    pub(super) fn compare_rows(&self, other: &Self) -> Ordering {
        self.head.cmp(&other.head).then_with(|| self.compared().cmp(other.compared()))
    }

    /// The order of two lanes not both of which are at rows: an error comes before all keys, the end after them.
    pub(super) fn compare_steps(&self, other: &Self) -> Ordering {
        let rank = |step| (step != Step::Error, step == Step::End);
        rank(self.step).cmp(&rank(other.step))
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

    /// Opens the next range, and those behind it that are to be read side by side with it, as one of so many lanes, of which
    /// so many rows are wanted.
    pub(super) fn open_next<O: OpenRange<Rows = R>>(
        &mut self,
        plan: &ScanPlan,
        open: &mut O,
        (lanes, left): (usize, usize),
    ) {
        let most = (open.concurrency() / lanes).saturating_sub(1).min(left);
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
    fn check_order(&mut self, expected: Direction) -> Result<(), Box<OutOfOrder>> {
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
            return Err(OutOfOrder { expected, key: last.clone(), next: key.to_vec() }.into());
        }
        last.clear();
        last.extend_from_slice(key);
        Ok(())
    }

    /// Reads on up to a row of the scan, an error, or the end, as one of so many lanes, of which so many rows are wanted; `read`
    /// counts the rows.
    pub(super) fn read_on<O: OpenRange<Rows = R>>(
        &mut self,
        plan: &ScanPlan,
        open: &mut O,
        (lanes, left): (usize, usize),
        read: &mut usize,
    ) -> Result<(), Box<OutOfOrder>> {
        loop {
            if self.open.is_none() {
                self.open_next(plan, open, (lanes, left));
            }
            self.step = self.open.as_mut().map_or(Step::End, |(_, rows)| rows.advance());
            match self.step {
                Step::Row => {}
                Step::End if self.open.take().is_some() => continue,
                Step::End | Step::Error => return Ok(()),
            }
            *read += 1;
            let order = if const { O::IS_SORTED } { Ok(()) } else { self.check_order(plan.direction()) };
            if let Err(wrong) = order {
                self.step = Step::Error;
                return Err(wrong);
            }
            match self.judge(plan, open.seek_cost_in_rows()) {
                Verdict::Take => {
                    if lanes > 1 {
                        self.head = head(self.compared());
                    }
                    return Ok(());
                }
                Verdict::Pass => {}
                Verdict::Jump(index, range) => {
                    if plan.is_reversed() {
                        self.ranges.end = index;
                    } else {
                        self.ranges.start = index + 1;
                    }
                    self.open = Some((index, open.open(plan, range)));
                }
                Verdict::End => self.end(),
            }
        }
    }

    /// Goes on behind all rows that have the values of `key`, the row that it is at, up to a field, whose end is given with it.
    pub(super) fn pass_value(&mut self, plan: &ScanPlan, key: &[u8], field: (usize, usize)) {
        let Some((index, _)) = &self.open else { return };
        let left = if plan.is_reversed() { self.ranges.start..*index + 1 } else { *index..self.ranges.end };
        match plan.behind_value(left, key, field) {
            Some((index, range)) => self.skip.seek = Some(Seek { index, range, passed: 0 }),
            None => self.end(),
        }
    }

    /// Leaves all that is not read yet.
    fn end(&mut self) {
        (self.ranges.start, self.open) = (self.ranges.end, None);
        self.ahead.clear();
    }

    /// Decides about the row, which may have to be passed over.
    fn judge(&mut self, plan: &ScanPlan, cost: usize) -> Verdict {
        let Self { open, ranges, skip, .. } = self;
        let is_judged = !plan.is_exact() || skip.seek.is_some();
        let Some((index, rows)) = open.as_ref().filter(|_| is_judged) else { return Verdict::Take };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::IterCursor;
    use alloc::vec;

    /// A lane at its only row.
    fn at(key: Vec<u8>) -> Lane<IterCursor<vec::IntoIter<Vec<u8>>>> {
        let mut rows = IterCursor::new(vec![key].into_iter());
        let step = rows.advance();
        let mut lane = Lane { open: Some((0, rows)), step, ..Lane::new(0..0, 1) };
        lane.head = head(lane.compared());
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
                assert_eq!(at(a.clone()).compare_rows(&at(b.clone())), expected, "{a:02X?} {b:02X?}");
            }
        }
        let (row, end) = (at(vec![7]), Lane::new(0..0, 1));
        assert_eq!((row.compare_steps(&end), end.compare_steps(&row)), (Ordering::Less, Ordering::Greater));
    }
}
