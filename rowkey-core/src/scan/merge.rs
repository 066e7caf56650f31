//! One stream of rows out of the streams of all ranges.

use super::ScanPlan;
use crate::range::KeyRange;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::ops::Range;

/// What an engine's scan gives: a key with its value, a key alone, or an error in place of either.
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

impl ScanPlan {
    /// The rows of the scan as one stream, in the order of the key without its salt, at most `limit` of them.
    /// `open` starts the engine's own scan of a range: ascending, or descending where the plan
    /// [is reversed](ScanPlan::is_reversed). Ranges of one bucket are opened one after the other; errors are
    /// passed through as they come.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use std::collections::BTreeMap;
    ///
    /// fn rows(table: &BTreeMap<Vec<u8>, String>, plan: &ScanPlan) -> Vec<String> {
    ///     plan.merge(|range| table.range::<[u8], _>(range)).map(|(_, value)| value.clone()).collect()
    /// }
    /// ```
    pub fn merge<I, F>(&self, open: F) -> Merge<&Self, I::IntoIter, F>
    where
        F: FnMut(KeyRange) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::new(self, open)
    }

    /// As [`ScanPlan::merge`], and the plan goes along: for iterators that outlive the place where it was made.
    pub fn into_merge<I, F>(self, open: F) -> Merge<Self, I::IntoIter, F>
    where
        F: FnMut(KeyRange) -> I,
        I: IntoIterator<Item: Row>,
    {
        Merge::new(self, open)
    }

    /// The rows of the scan range by range, in no particular order across buckets, at most `limit` of them.
    pub fn unordered<I, F>(&self, open: F) -> impl Iterator<Item = I::Item>
    where
        F: FnMut(KeyRange) -> I,
        I: IntoIterator<Item: Row>,
    {
        let rows = self.ranges().flat_map(open);
        let rows = rows.filter(|row| row.row_key().is_none_or(|key| self.matches(key)));
        rows.take(self.limit().unwrap_or(usize::MAX))
    }
}

/// The ranges of one bucket, read one after the other.
#[derive(Debug)]
struct Lane<I> {
    /// Those of the plan that are not opened yet, by number.
    ranges: Range<usize>,
    open: Option<I>,
}

/// The rows of a plan in order: what [`ScanPlan::merge`] gives.
#[derive(Debug)]
pub struct Merge<P, I: Iterator, F> {
    plan: P,
    open: F,
    lanes: Vec<Lane<I>>,
    /// The next row of every lane; `None` before the first is read.
    heads: Option<BinaryHeap<Head<I::Item>>>,
    left: usize,
}

impl<P, I, F, J> Merge<P, I, F>
where
    P: Borrow<ScanPlan>,
    I: Iterator<Item: Row>,
    F: FnMut(KeyRange) -> J,
    J: IntoIterator<Item = I::Item, IntoIter = I>,
{
    fn new(plan: P, open: F) -> Self {
        let lanes = plan.borrow().lanes().into_iter().map(|ranges| Lane { ranges, open: None }).collect();
        let left = plan.borrow().limit().unwrap_or(usize::MAX);
        Self { plan, open, lanes, heads: None, left }
    }

    /// Reads on in a lane up to a row that matches, or an error.
    fn pull(&mut self, lane: usize) {
        let plan = self.plan.borrow();
        let reversed = plan.is_reversed();
        let Lane { ranges, open } = &mut self.lanes[lane];
        loop {
            let Some(rows) = open else {
                let Some(range) = (if reversed { ranges.next_back() } else { ranges.next() }) else { return };
                *open = Some((self.open)(plan.range(range).1).into_iter());
                continue;
            };
            match rows.find(|row| row.row_key().is_none_or(|key| plan.matches(key))) {
                None => *open = None,
                Some(row) => {
                    let skip = plan.layout().fields_at();
                    self.heads.get_or_insert_default().push(Head { row, lane, skip, reversed });
                    return;
                }
            }
        }
    }
}

impl<P, I, F, J> Iterator for Merge<P, I, F>
where
    P: Borrow<ScanPlan>,
    I: Iterator<Item: Row>,
    F: FnMut(KeyRange) -> J,
    J: IntoIterator<Item = I::Item, IntoIter = I>,
{
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        if self.left == 0 {
            return None;
        }
        if self.heads.is_none() {
            self.heads = Some(BinaryHeap::new());
            (0..self.lanes.len()).for_each(|lane| self.pull(lane));
        }
        let Head { row, lane, .. } = self.heads.as_mut()?.pop()?;
        // An error is no row, so it does not count against the limit.
        self.left -= usize::from(row.row_key().is_some());
        if self.left > 0 {
            self.pull(lane);
        }
        Some(row)
    }
}

/// The next row of a lane; the greatest of the heap is the next of all.
#[derive(Debug)]
struct Head<R> {
    row: R,
    lane: usize,
    skip: usize,
    reversed: bool,
}

impl<R: Row> Ord for Head<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = match (self.row.row_key(), other.row.row_key()) {
            (Some(a), Some(b)) => {
                let order = a.get(self.skip..).cmp(&b.get(self.skip..));
                if self.reversed { order.reverse() } else { order }
            }
            // An error comes before all rows.
            (a, b) => a.is_some().cmp(&b.is_some()),
        };
        order.then(self.lane.cmp(&other.lane)).reverse()
    }
}

impl<R: Row> PartialOrd for Head<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Row> PartialEq for Head<R> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<R: Row> Eq for Head<R> {}
