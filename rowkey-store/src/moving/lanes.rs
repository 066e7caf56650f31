//! The rows of one table in the order of its keys, page by page. This module does no I/O.
//!
//! The ranges of a plan form lanes, one per bucket, like those of a [merge](rowkey_core::scan::Merge). Keys are compared
//! without their prefix and label. An example with two buckets and the key `bucket | device | at`, one byte each:
//!
//! ```text
//! lane 0                  00 07 02, 00 07 09
//! lane 1                  01 07 05
//! rows in their order     00 07 02, 01 07 05, 00 07 09
//! ranges up to 01 07 05   00 to 00 07 05, and 01 to 01 07 05 00
//! ```
//!
//! The label breaks the tie of keys with the same fields. So a range stops before its key with the fields of the bound if its
//! label is higher, and after it otherwise.

use rowkey_core::{KeyRange, ScanPlan};
use std::cmp::Ordering;
use std::collections::VecDeque;

use super::one_page::{Cells, RangeOfPage};
use crate::rekey::behind;

/// The order of the keys of a plan: by their fields, and then by their prefix and label.
#[derive(Clone, Copy)]
pub(crate) struct KeyOrder {
    /// The width of the prefix and the label.
    fields_at: usize,
}

impl KeyOrder {
    pub(crate) const fn of(plan: &ScanPlan) -> Self {
        Self { fields_at: plan.layout().fields_at() }
    }

    pub(crate) fn compare(self, a: &[u8], b: &[u8]) -> Ordering {
        let [(lead, fields), (other_lead, other_fields)] = [a, b].map(|key| self.split(key));
        fields.cmp(other_fields).then_with(|| lead.cmp(other_lead))
    }

    /// Returns the prefix and the label of a key, and its fields.
    fn split(self, key: &[u8]) -> (&[u8], &[u8]) {
        key.split_at(self.fields_at.min(key.len()))
    }

    /// Returns the part of a range up to the end of a window, or `None` if no key can be in it. All keys of the range have
    /// one label.
    fn cut(self, range: &KeyRange, end: &WindowEnd) -> Option<KeyRange> {
        let bound = match end {
            WindowEnd::Start => return None,
            WindowEnd::Key(bound) => bound,
            WindowEnd::Open => return Some(range.clone()),
        };
        let ((lead, _), (lead_of_bound, fields)) = (self.split(range.start()), self.split(bound));
        let mut stop = [lead, fields].concat();
        if lead <= lead_of_bound {
            stop.push(0);
        }
        let stop = range.stop().filter(|end| *end < &*stop).map_or_else(|| stop.clone(), <[u8]>::to_vec);
        let part = KeyRange::new(range.start(), Some(stop));
        (!part.is_empty()).then_some(part)
    }
}

/// The end of the part of the new table that a scan may read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WindowEnd {
    /// Nothing may be read.
    Start,
    /// The rows up to this key, and the row with this key.
    Key(Vec<u8>),
    /// All rows.
    Open,
}

/// The lanes of a table, with the rows that were read ahead.
pub(crate) struct Lanes<T> {
    pub(crate) order: KeyOrder,
    lanes: Vec<Lane<T>>,
    /// The maximum number of rows of a lane. All lanes together have the rows of one page.
    lane_rows: usize,
    /// The number of the lane that is read.
    at: usize,
}

/// The rows of one bucket.
struct Lane<T> {
    /// The ranges that are not read yet.
    rest: VecDeque<KeyRange>,
    /// The rows that are read and not taken yet.
    rows: VecDeque<(Vec<u8>, T)>,
    /// `true` if this lane was read since the last window began.
    is_read: bool,
}

impl<T> Lane<T> {
    fn is_empty(&self) -> bool {
        self.rows.is_empty() && !self.rest.is_empty()
    }
}

impl<T> Lanes<T> {
    /// Creates the lanes of the ranges of a plan. They keep `page_rows` rows, or one per lane.
    pub(crate) fn new(order: KeyOrder, ranges: impl Iterator<Item = KeyRange>, page_rows: usize) -> Self {
        let mut lanes: Vec<Lane<T>> = Vec::new();
        // Ranges are ascending, so those of a bucket are next to each other.
        for range in ranges.filter(|range| !range.is_empty()) {
            let lead = |range: &KeyRange| order.split(range.start()).0.to_vec();
            match lanes.last_mut() {
                Some(lane) if lane.rest.front().map(lead) == Some(lead(&range)) => lane.rest.push_back(range),
                _ => lanes.push(Lane { rest: VecDeque::from([range]), rows: VecDeque::new(), is_read: false }),
            }
        }
        let lane_rows = (page_rows / lanes.len().max(1)).max(1);
        Self { order, lanes, lane_rows, at: 0 }
    }

    /// Returns the next page up to the end of a window, or `None` if the next row is known.
    pub(crate) fn page(&mut self, end: &WindowEnd) -> Option<RangeOfPage> {
        let order = self.order;
        let mut lanes = self.lanes.iter().enumerate().filter(|(_, lane)| lane.is_empty());
        let (at, range) = lanes.find_map(|(at, lane)| Some((at, order.cut(lane.rest.front()?, end)?)))?;
        self.at = at;
        Some((range, self.lane_rows))
    }

    /// Returns the next page before a window, or `None` if each lane has a row or has ended.
    ///
    /// A window ends where the first lane does. So each lane that is at most half full is read once more, and not only the
    /// empty ones. Otherwise, the lanes would end shortly after each other, with a small window for each.
    pub(crate) fn page_before_window(&mut self) -> Option<RangeOfPage> {
        let half = self.lane_rows / 2;
        let wants_page = |lane: &Lane<T>| lane.is_empty() || (!lane.is_read && lane.rows.len() <= half);
        let mut lanes = self.lanes.iter().enumerate().filter(|(_, lane)| wants_page(lane));
        let (at, range, rows) = lanes.find_map(|(at, lane)| Some((at, lane.rest.front()?.clone(), lane.rows.len())))?;
        self.at = at;
        Some((range, self.lane_rows - rows))
    }

    /// Adds a page that was read, and its rows. There are fewer cells than `most` only at the end of the range.
    pub(crate) fn add(&mut self, (range, most): &RangeOfPage, cells: &Cells, rows: impl Iterator<Item = (Vec<u8>, T)>) {
        let Some(lane) = self.lanes.get_mut(self.at) else { return };
        let Some(whole) = lane.rest.pop_front() else { return };
        let rest = match cells.last() {
            Some((last, _)) if cells.len() >= *most => Some(behind(&whole, last)),
            _ => range.stop().map(|stop| KeyRange::new(stop, whole.stop().map(<[u8]>::to_vec))),
        };
        if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
            lane.rest.push_front(rest);
        }
        lane.rows.extend(rows);
        lane.is_read = true;
    }

    /// Begins a window: the lanes may be read again before the next one.
    pub(crate) fn begin_window(&mut self) {
        self.lanes.iter_mut().for_each(|lane| lane.is_read = false);
    }

    /// Returns `true` if a lane must be read before the next row is known.
    pub(crate) fn has_empty_lane(&self) -> bool {
        self.lanes.iter().any(Lane::is_empty)
    }

    /// Returns the key of the next row.
    pub(crate) fn front(&self) -> Option<&[u8]> {
        let lane = self.lanes.get(self.first()?)?;
        lane.rows.front().map(|(key, _)| key.as_slice())
    }

    pub(crate) fn pop(&mut self) -> Option<(Vec<u8>, T)> {
        let first = self.first()?;
        self.lanes.get_mut(first)?.rows.pop_front()
    }

    /// Returns the number of the lane with the next row.
    fn first(&self) -> Option<usize> {
        let fronts = self.lanes.iter().enumerate().filter_map(|(at, lane)| Some((at, &lane.rows.front()?.0)));
        fronts.min_by(|(_, a), (_, b)| self.order.compare(a, b)).map(|(at, _)| at)
    }

    /// Drops all rows and ranges.
    pub(crate) fn clear(&mut self) {
        self.lanes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: &[u8], stop: &[u8]) -> KeyRange {
        KeyRange::new(start, Some(stop.to_vec()))
    }

    /// The example of this module.
    #[test]
    fn a_range_is_cut_at_the_fields_of_a_key() {
        let order = KeyOrder { fields_at: 1 };
        let up_to = |start: &[u8], stop: &[u8]| order.cut(&range(start, stop), &WindowEnd::Key(vec![1, 7, 5]));
        assert_eq!(up_to(&[0], &[1]), Some(range(&[0], &[0, 7, 5, 0])));
        assert_eq!(up_to(&[1], &[2]), Some(range(&[1], &[1, 7, 5, 0])));
        assert_eq!(up_to(&[2], &[3]), Some(range(&[2], &[2, 7, 5])));
        assert_eq!(up_to(&[1], &[1, 7, 3]), Some(range(&[1], &[1, 7, 3])));
        assert_eq!(up_to(&[1, 7, 5], &[2]), Some(range(&[1, 7, 5], &[1, 7, 5, 0])));
        assert_eq!(up_to(&[2, 7, 5], &[3]), None);
        assert_eq!(up_to(&[0, 8], &[1]), None);
        assert_eq!(order.cut(&range(&[0], &[1]), &WindowEnd::Start), None);
        assert_eq!(order.cut(&KeyRange::all(), &WindowEnd::Open), Some(KeyRange::all()));
    }

    #[test]
    fn keys_are_compared_by_their_fields_first() {
        let order = KeyOrder { fields_at: 1 };
        let keys: [&[u8]; 5] = [&[9], &[0, 7, 2], &[1, 7, 5], &[2, 7, 5], &[0, 7, 9]];
        assert!(keys.is_sorted_by(|a, b| order.compare(a, b).is_lt()));
    }
}
