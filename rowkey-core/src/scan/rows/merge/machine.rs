//! The merge of a plan without reading anything: which lanes must be read on, and whose row is the next.
//!
//! It does no I/O. A driver opens and reads the scans of the lanes as they ask for it ([`LaneStep`](super::LaneStep)), and has
//! the machine choose among their rows: [`Merge`](super::Merge) waits for each read,
//! [`MergeStream`](crate::scan::MergeStream) for many at once.

use super::copies::Copies;
use super::first_rows::FirstRows;
use super::lane::Lane;
use super::loser_tree::LoserTree;
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
    /// Those of a section follow each other.
    pub(in crate::scan) lanes: Vec<Lane<R>>,
    /// The lanes that are merged: those of a section. All before them are read.
    pub(in crate::scan) merged: Range<usize>,
    /// The first lane of each section that follows, and the keys of its rows, the next one last.
    sections: SmallVec<[(usize, &'static UntypedKey); 1]>,
    /// The merged lanes by their rows; `None` before the first is read.
    order: Option<LoserTree>,
    /// The choice among rows of one key; `None` if there can be only one.
    copies: Option<Copies>,
    /// The choice among rows of one value; `None` if all are wanted.
    first_rows: Option<FirstRows>,
    /// `true` if one of these is there.
    is_choosy: bool,
    /// How many rows are wanted yet.
    left: usize,
    /// `true` once it has failed.
    failed: bool,
    /// The reason why it did not start, until that is told.
    refusal: Option<Box<ScanError>>,
}

/// The choice that a merge makes once its lanes are settled.
pub(in crate::scan) enum Choice {
    /// This lane has the next row, or an error in place of it.
    Item(usize),
    /// The row of a lane is passed over, or all lanes of a section are read: others must be read on.
    Passed,
    /// No row is left.
    End,
}

impl<R> MergeMachine<R> {
    /// A merge of lanes; or without any, if the plan cannot be read so.
    pub(in crate::scan) fn new(plan: &ScanPlan, lanes: Result<Lanes, Box<ScanError>>) -> Self {
        let (lanes, refusal) = lanes.map_or_else(|refusal| (Lanes::new(), Some(refusal)), |lanes| (lanes, None));
        let section = |lane: &Range<usize>| plan.section(lane.start);
        let (mut made, mut sections) = (Vec::with_capacity(lanes.len()), SmallVec::new());
        for lanes in lanes.chunk_by(|a, b| section(a).0 == section(b).0) {
            let (_, key) = section(&lanes[0]);
            sections.push((made.len(), key));
            made.extend(lanes.iter().map(|ranges| {
                let lead = plan.lead(ranges.start).unwrap_or(key.layout.fields_at());
                Lane::new(ranges.clone(), lead, lanes.len() == 1)
            }));
        }
        sections.reverse();
        let mut machine = Self {
            lanes: made,
            merged: 0..0,
            sections,
            order: None,
            copies: None,
            first_rows: FirstRows::of(plan),
            is_choosy: false,
            left: plan.limit().unwrap_or(usize::MAX),
            failed: false,
            refusal,
        };
        machine.begin_section();
        machine
    }

    /// Goes on to the lanes of the next section; `false` if there is none.
    fn begin_section(&mut self) -> bool {
        let Some((first, key)) = self.sections.pop() else { return false };
        self.merged = first..self.sections.last().map_or(self.lanes.len(), |(next, _)| *next);
        (self.order, self.copies) = (None, Copies::of(key));
        self.is_choosy = self.copies.is_some() || self.first_rows.is_some();
        true
    }

    /// The reason why it did not start, once.
    pub(in crate::scan) const fn refusal(&mut self) -> Option<Box<ScanError>> {
        self.refusal.take()
    }

    /// How many rows were read so far, those included that were passed over.
    pub(in crate::scan) fn rows_read(&self) -> usize {
        self.lanes.iter().map(Lane::rows_read).sum()
    }

    /// How many ranges of each lane are opened ahead of the one that is read, if so many scans are read side by side.
    pub(in crate::scan) fn ahead(&self, concurrency: usize) -> usize {
        (concurrency / self.merged.len().max(1)).saturating_sub(1).min(self.left)
    }

    /// Goes on past the limit of the plan, unless it has failed.
    pub(in crate::scan) const fn lift_limit(&mut self) {
        if !self.failed {
            self.left = usize::MAX;
        }
    }

    /// Has no rows any more.
    pub(in crate::scan) const fn fail(&mut self) {
        (self.left, self.failed) = (0, true);
    }

    /// Has no rows any more behind the error of a lane, whose scan holds it; all other scans are closed.
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

    /// The lanes that must be settled before the next row is known: all that are merged, or the one that had the row before, which
    /// is left behind. None if no row is left. The same ones until the next is [chosen](Self::choose).
    #[inline]
    pub(in crate::scan) fn unsettled(&mut self, plan: &ScanPlan) -> Range<usize> {
        if self.left == 0 {
            return 0..0;
        }
        match &self.order {
            None => self.merged.clone(),
            Some(order) => {
                let Some(winner) = order.winner() else { return 0..0 };
                let winner = self.merged.start + winner;
                self.lanes[winner].pass(plan, self.first_rows.as_ref());
                winner..winner + 1
            }
        }
    }

    /// The lane that has the next item. All that were [unsettled](Self::unsettled) must be settled; `key_of` has the key of
    /// the row that a scan is at.
    #[inline]
    pub(in crate::scan) fn choose(&mut self, plan: &ScanPlan, key_of: impl Fn(&R) -> &[u8]) -> Choice {
        if self.left == 0 {
            return Choice::End;
        }
        let winner = self.play(plan, &key_of).map(|winner| self.merged.start + winner);
        let Some(number) = winner.filter(|number| !self.lanes[*number].is_at_end()) else {
            return if self.begin_section() { Choice::Passed } else { Choice::End };
        };
        if !self.lanes[number].is_at_row() {
            // An error is not a row, so it does not count against the limit.
            return Choice::Item(number);
        }
        if self.is_choosy && !self.is_wanted(number, key_of) {
            return Choice::Passed;
        }
        self.left -= 1;
        Choice::Item(number)
    }

    /// `true` if a row is returned, not passed over: it is not a copy of the row before it, and has another value.
    fn is_wanted(&mut self, number: usize, key_of: impl Fn(&R) -> &[u8]) -> bool {
        let key = self.lanes[number].key(key_of);
        // It keeps the key of every row, from which its lane goes on.
        let is_first = self.first_rows.as_mut().is_none_or(|rows| rows.is_first(key));
        if let Some(copies) = &mut self.copies {
            if copies.is_copy(key) {
                return false;
            }
            copies.keep(key);
        }
        is_first
    }

    /// The lane that has the next item, among those that are merged, after the one that had it before was read on.
    #[inline]
    fn play(&mut self, plan: &ScanPlan, key_of: &impl Fn(&R) -> &[u8]) -> Option<usize> {
        let Self { lanes, merged, order, copies, .. } = self;
        let lanes = &lanes[merged.clone()];
        let is_before = |a: usize, b: usize| match lanes[a].compare_heads(&lanes[b]) {
            Some(order) => order.is_lt() != plan.is_reversed(),
            None => {
                let order = compare(plan, copies.as_ref(), key_of, (&lanes[a], &lanes[b]));
                order.then_with(|| if plan.is_reversed() { b.cmp(&a) } else { a.cmp(&b) }).is_lt()
            }
        };
        match order {
            Some(order) => {
                order.replay(is_before);
                order.winner()
            }
            None => order.insert(LoserTree::new(lanes.len(), is_before)).winner(),
        }
    }
}

/// The order of two lanes whose heads do not decide it.
#[cold]
fn compare<R>(
    plan: &ScanPlan,
    copies: Option<&Copies>,
    key_of: impl Fn(&R) -> &[u8],
    (first, second): (&Lane<R>, &Lane<R>),
) -> Ordering {
    if !first.is_at_row() || !second.is_at_row() {
        return first.compare_steps(second);
    }
    let mut order = first.compare_rows(second, &key_of);
    let (first, second) = (first.key(&key_of), second.key(&key_of));
    if let RowOrder::ByField(_) = plan.order {
        let at = plan.layout().fields_at();
        order = order.then_with(|| first.get(at..).cmp(&second.get(at..)));
    }
    let order = if plan.is_reversed() { order.reverse() } else { order };
    order.then_with(|| copies.map_or(Ordering::Equal, |copies| copies.compare(first, second, plan.is_reversed())))
}
