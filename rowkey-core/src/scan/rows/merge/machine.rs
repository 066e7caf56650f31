//! The merge of a plan as a state machine without I/O: it decides which lanes to read, and which row is next.
//!
//! A driver opens and reads the scans of the lanes ([`LaneStep`](super::LaneStep)). [`Merge`](super::Merge) blocks on
//! each read, and [`MergeStream`](crate::scan::MergeStream) polls many at once. An example with two buckets and the key
//! `bucket | device | at`:
//!
//! ```text
//! lane 0    00 07 02, 00 07 09
//! lane 1    01 07 05
//!
//! unsettled   0..2    the driver reads the first row of both lanes
//! choose      lane 0  07 02 is before 07 05
//! unsettled   0..1    only the lane of the last row moves on, to 00 07 09
//! choose      lane 1  07 05 is before 07 09
//! unsettled   1..2    lane 1 reaches its end
//! choose      lane 0  07 09
//! unsettled   0..1    lane 0 reaches its end
//! choose      End
//! ```

use super::distinct::Distinct;
use super::lane::Lane;
use super::loser_tree::LoserTree;
use super::version_dedup::VersionDedup;
use crate::error::ScanError;
use crate::scan::plan::row_order::RowOrder;
use crate::scan::plan::{Lanes, ScanPlan};
use crate::scan::query::UntypedKey;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;
use smallvec::SmallVec;

/// The state of a merge of scans of the type `R`.
pub(in crate::scan) struct MergeMachine<R> {
    /// All lanes. The lanes of a section are next to each other.
    pub(in crate::scan) lanes: Vec<Lane<R>>,
    /// The lanes of the current section. All lanes before them are done.
    pub(in crate::scan) merged: Range<usize>,
    /// The first lane of each later section, and the facts of its keys. The next section is the last item.
    sections: SmallVec<[(usize, &'static UntypedKey); 1]>,
    /// The order of the merged lanes. `None` before their first rows are known.
    order: Option<LoserTree>,
    /// Drops copies of a row. `None` if each row is stored once.
    dedup: Option<VersionDedup>,
    /// Drops all but the first row of a value. `None` if the scan is not `distinct`.
    distinct: Option<Distinct>,
    /// `true` if one of these two is present.
    drops_rows: bool,
    /// The number of rows until the limit.
    remaining_rows: usize,
    /// `true` after a failure.
    failed: bool,
    /// The reason why it did not start, until a caller takes it.
    refusal: Option<Box<ScanError>>,
}

/// The choice of a merge whose lanes are settled.
pub(in crate::scan) enum Choice {
    /// The lane with the next row, or with an error in its place.
    Item(usize),
    /// A row was dropped, or a section is done: settle the lanes again.
    Passed,
    /// There are no more rows.
    End,
}

impl<R> MergeMachine<R> {
    /// Creates a merge of the lanes of a plan, or an empty one with the reason if the plan cannot be read this way.
    pub(in crate::scan) fn new(plan: &ScanPlan, lanes: Result<Lanes, Box<ScanError>>) -> Self {
        let (lanes, refusal) = lanes.map_or_else(|refusal| (Lanes::new(), Some(refusal)), |lanes| (lanes, None));
        let section = |lane: &Range<usize>| plan.section(lane.start);
        // Lanes of one section follow each other in the plan.
        let (mut made, mut sections) = (Vec::with_capacity(lanes.len()), SmallVec::new());
        for lanes in lanes.chunk_by(|a, b| section(a).0 == section(b).0) {
            let (_, key) = section(&lanes[0]);
            sections.push((made.len(), key));
            made.extend(lanes.iter().map(|ranges| {
                // Without its prefix and label, a key has the same bytes in each bucket.
                let compared_from = plan.compared_from(ranges.start).unwrap_or(key.layout.fields_at());
                Lane::new(ranges.clone(), compared_from, lanes.len() == 1)
            }));
        }
        // `begin_section` pops the next section from the end.
        sections.reverse();
        let mut machine = Self {
            lanes: made,
            merged: 0..0,
            sections,
            order: None,
            dedup: None,
            distinct: Distinct::of(plan),
            drops_rows: false,
            remaining_rows: plan.row_limit().unwrap_or(usize::MAX),
            failed: false,
            refusal,
        };
        machine.begin_section();
        machine
    }

    /// Starts the next section. Returns `false` after the last one.
    fn begin_section(&mut self) -> bool {
        let Some((first, key)) = self.sections.pop() else { return false };
        self.merged = first..self.sections.last().map_or(self.lanes.len(), |(next, _)| *next);
        (self.order, self.dedup) = (None, VersionDedup::of(key));
        self.drops_rows = self.dedup.is_some() || self.distinct.is_some();
        true
    }

    /// Takes the reason why it did not start.
    pub(in crate::scan) const fn refusal(&mut self) -> Option<Box<ScanError>> {
        self.refusal.take()
    }

    /// Returns the number of rows read so far, including those that did not match.
    pub(in crate::scan) fn rows_read(&self) -> usize {
        self.lanes.iter().map(Lane::rows_read).sum()
    }

    /// Returns the number of ranges to open ahead per lane at this concurrency. With 16 reads and 4 lanes, each lane
    /// has one open scan and 3 ahead.
    pub(in crate::scan) fn ahead(&self, concurrency: usize) -> usize {
        (concurrency / self.merged.len().max(1)).saturating_sub(1).min(self.remaining_rows)
    }

    /// Removes the limit of the plan, unless the merge has failed.
    pub(in crate::scan) const fn lift_limit(&mut self) {
        if !self.failed {
            self.remaining_rows = usize::MAX;
        }
    }

    /// Ends the rows.
    pub(in crate::scan) const fn fail(&mut self) {
        (self.remaining_rows, self.failed) = (0, true);
    }

    /// Ends the rows after the error of a lane, whose scan holds the error. Closes all other scans.
    pub(in crate::scan) fn fail_at(&mut self, number: usize) {
        self.fail();
        let others = self.lanes.iter_mut().enumerate().filter(|(other, _)| *other != number);
        others.for_each(|(_, lane)| lane.close());
        self.lanes[number].close_ahead();
    }

    /// Closes all scans.
    pub(in crate::scan) fn close(&mut self) {
        self.lanes.iter_mut().for_each(Lane::close);
    }

    /// Returns the lanes to settle before the next row is known: all lanes of a section at first, then the lane of the
    /// last row. The range is empty at the end. Repeated calls return the same lanes until [`choose`](Self::choose).
    #[inline]
    pub(in crate::scan) fn unsettled(&mut self, plan: &ScanPlan) -> Range<usize> {
        if self.remaining_rows == 0 {
            return 0..0;
        }
        match &self.order {
            None => self.merged.clone(),
            Some(order) => {
                // All other lanes are still at the rows that lost, so only the winner moves on.
                let Some(winner) = order.winner() else { return 0..0 };
                let winner = self.merged.start + winner;
                self.lanes[winner].leave_item(plan, self.distinct.as_ref());
                winner..winner + 1
            }
        }
    }

    /// Chooses the lane with the next item. All [unsettled](Self::unsettled) lanes must be settled. `key_of` returns
    /// the key of a scan's row.
    #[inline]
    pub(in crate::scan) fn choose(&mut self, plan: &ScanPlan, key_of: impl Fn(&R) -> &[u8]) -> Choice {
        if self.remaining_rows == 0 {
            return Choice::End;
        }
        let winner = self.play(plan, &key_of).map(|winner| self.merged.start + winner);
        // The winner is at its end only if all lanes are.
        let Some(number) = winner.filter(|number| !self.lanes[*number].is_at_end()) else {
            return if self.begin_section() { Choice::Passed } else { Choice::End };
        };
        if !self.lanes[number].is_at_row() {
            // An error is not a row, so it does not count against the limit.
            return Choice::Item(number);
        }
        if self.drops_rows && !self.is_wanted(number, key_of) {
            return Choice::Passed;
        }
        self.remaining_rows -= 1;
        Choice::Item(number)
    }

    /// Returns `true` if the row is neither a copy of the row before it nor a further row of a `distinct` value.
    fn is_wanted(&mut self, number: usize, key_of: impl Fn(&R) -> &[u8]) -> bool {
        let key = self.lanes[number].key(key_of);
        // Also note the key of a dropped row, because its lane seeks from there.
        let is_first = self.distinct.as_mut().is_none_or(|distinct| distinct.is_first(key));
        if let Some(dedup) = &mut self.dedup {
            if dedup.is_copy(key) {
                return false;
            }
            dedup.keep(key);
        }
        is_first
    }

    /// Returns the merged lane with the next item, after the last winner moved on.
    #[inline]
    fn play(&mut self, plan: &ScanPlan, key_of: &impl Fn(&R) -> &[u8]) -> Option<usize> {
        let Self { lanes, merged, order, dedup, .. } = self;
        let lanes = &lanes[merged.clone()];
        // Most comparisons end at the heads. The rest is out of line.
        let is_before = |a: usize, b: usize| match lanes[a].compare_heads(&lanes[b]) {
            Some(order) => order.is_lt() != plan.is_reversed(),
            None => {
                let order = compare(plan, dedup.as_ref(), key_of, (&lanes[a], &lanes[b]));
                order.then_with(|| if plan.is_reversed() { b.cmp(&a) } else { a.cmp(&b) }).is_lt()
            }
        };
        match order {
            Some(order) => {
                order.replay(is_before);
                order.winner()
            }
            // The first choice of a section: all lanes play.
            None => order.insert(LoserTree::new(lanes.len(), is_before)).winner(),
        }
    }
}

/// Compares two lanes if their heads do not decide.
#[cold]
fn compare<R>(
    plan: &ScanPlan,
    dedup: Option<&VersionDedup>,
    key_of: impl Fn(&R) -> &[u8],
    (first, second): (&Lane<R>, &Lane<R>),
) -> Ordering {
    if !first.is_at_row() || !second.is_at_row() {
        return first.compare_steps(second);
    }
    let mut order = first.compare_rows(second, &key_of);
    let (first, second) = (first.key(&key_of), second.key(&key_of));
    // Rows that are equal from the sort field on are in the order of the whole key.
    if let RowOrder::ByField(_) = plan.order {
        let at = plan.layout().fields_at();
        order = order.then_with(|| first.get(at..).cmp(&second.get(at..)));
    }
    // Copies have the same order in both directions: the older version first.
    let order = if plan.is_reversed() { order.reverse() } else { order };
    order.then_with(|| dedup.map_or(Ordering::Equal, |dedup| dedup.compare(first, second, plan.is_reversed())))
}
