//! Skip scans: where the next row can be, so that an engine jumps there instead of reading what lies between.

use super::ScanPlan;
use super::arg::Edge;
use super::plan::{Filter, Test};
use crate::layout::{Cut, Layout};
use crate::range::{KeyRange, prefix_successor};
use alloc::vec::Vec;
use core::ops::Range;

/// What [`ScanPlan::next`] says of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The key is a row of the scan.
    Match,
    /// It is none, and no row lies between it and this key, which is above it and in a range of the plan.
    Seek(Vec<u8>),
    /// It is none, and neither is any key above it.
    Done,
}

impl ScanPlan {
    /// Whether a key is a row of the scan, and if not, where the next row can be: for engines that seek.
    ///
    /// The key to seek is the least byte string at or above `key` that the ranges and the filters leave possible, as
    /// far as the fields up to the first one of variable width that has no filter of its own tell it: behind an
    /// unknown element of unknown width, nothing is known of what follows. So in a layout of fixed width it is the
    /// least key of that width whose every field passes. `filter_f_in` on an `unordered` field, and everything behind a
    /// text that is read from the back, give no keys to seek: there the answer is the very next byte string.
    ///
    /// It looks upward only, also where the plan [is reversed](ScanPlan::is_reversed).
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use rowkey::scan::Next;
    /// use std::collections::BTreeMap;
    ///
    /// fn rows(table: &BTreeMap<Vec<u8>, String>, plan: &ScanPlan) -> Vec<String> {
    ///     let (mut rows, mut from) = (Vec::new(), Vec::new());
    ///     while let Some((key, value)) = table.range(from..).next() {
    ///         from = match plan.next(key) {
    ///             Next::Match => {
    ///                 rows.push(value.clone());
    ///                 [key, &[0][..]].concat() // the very next byte string
    ///             }
    ///             Next::Seek(key) => key,
    ///             Next::Done => break,
    ///         };
    ///     }
    ///     rows
    /// }
    /// ```
    #[must_use]
    pub fn next(&self, key: &[u8]) -> Next {
        let ranges = self.at_or_above(0..self.ranges().len(), key);
        if !ranges.is_empty() && self.range(ranges.start).1.contains(key) && self.matches(key) {
            return Next::Match;
        }
        match self.above(ranges, key) {
            Some((_, range)) => Next::Seek(range.into_parts().0),
            None => Next::Done,
        }
    }

    /// Those of some ranges, given by number, that do not end below `key`.
    fn at_or_above(&self, ranges: Range<usize>, key: &[u8]) -> Range<usize> {
        let Range { mut start, end } = ranges;
        let mut known = end;
        while start < known {
            let middle = start + (known - start) / 2;
            if self.range(middle).1.stop().is_some_and(|stop| stop <= key) {
                start = middle + 1;
            } else {
                known = middle;
            }
        }
        start..end
    }

    /// The part of some ranges, given by number, that begins where the next row above `key` can be: a range, cut off
    /// there, and its number.
    pub(super) fn above(&self, ranges: Range<usize>, key: &[u8]) -> Option<(usize, KeyRange)> {
        let lead = self.layout().fields_at();
        let after = [key, &[0]].concat();
        self.at_or_above(ranges, &after).find_map(|index| {
            let (start, stop) = self.range(index).1.into_parts();
            let mut from = if after > start { after.clone() } else { start };
            let fields = from.split_off(lead.min(from.len()));
            from.extend_from_slice(&self.least(0, fields)?);
            let range = KeyRange::new(from, stop);
            (!range.is_empty()).then_some((index, range))
        })
    }

    /// The least end of a key, from field `index` on, at or above `from` that the filters leave possible; `None` where
    /// there is none. Where an element of variable width is not known, only so many bytes of it as are.
    fn least(&self, index: usize, mut from: Vec<u8>) -> Option<Vec<u8>> {
        let layout = self.layout();
        let Some(field) = layout.fields().get(index) else { return from.is_empty().then_some(from) };
        let cut = layout.cut(index);
        loop {
            if let Cut::Fixed(width) = cut {
                from.resize(width.max(from.len()), 0);
            }
            if self.raise(index, &mut from)? {
                continue;
            }
            if layout.is_read_back(index) {
                return Some(from);
            }
            let Some(width) = layout.width_in(cut, index, &from) else { return Some(from) };
            let (element, behind) = from.split_at(width);
            let rest = match behind.strip_prefix(field.separator()) {
                None if behind < field.separator() => Some(&[][..]),
                rest => rest,
            };
            if let Some(rest) = rest {
                match self.least(index + 1, rest.to_vec()) {
                    Some(rest) => return Some([element, field.separator(), &rest].concat()),
                    // Not behind any element.
                    None if rest.is_empty() => return None,
                    None => {}
                }
            }
            // Past all that begins with this element; an open text ends only with the first byte of the separator.
            let ended = !behind.is_empty() && behind.first() == field.separator().first();
            from = prefix_successor(&from[..width + usize::from(ended)])?;
        }
    }

    /// Raises `from` to the next place where a filter of field `index` leaves an element and what follows it possible;
    /// returns whether it had to, or `None` where there is no such place.
    fn raise(&self, index: usize, from: &mut Vec<u8>) -> Option<bool> {
        let mut raised = false;
        for (_, ranges) in self.filters.iter().zip(&self.possible).filter(|(filter, _)| filter.field == index) {
            let next = ranges.partition_point(|range| range.stop().is_some_and(|stop| stop <= from.as_slice()));
            let start = ranges.get(next)?.start();
            if start > from.as_slice() {
                *from = start.to_vec();
                raised = true;
            }
        }
        Some(raised)
    }
}

/// The ranges, ascending and disjoint, of what can stand in a key from the filter's field on.
pub(super) fn possible(layout: &Layout, filter: &Filter) -> Vec<KeyRange> {
    let field = &layout.fields()[filter.field];
    let range = match &filter.test {
        Test::OneOf(elements) => {
            let last = filter.field + 1 == layout.fields().len();
            let ends = |element: &Vec<u8>| match last {
                true => KeyRange::exactly(element),
                false => KeyRange::prefix(&[element, field.separator()].concat()),
            };
            let mut ranges: Vec<KeyRange> = elements.iter().map(ends).collect();
            ranges.sort_unstable_by(|a, b| a.start().cmp(b.start()));
            // A text that is read from the back may begin as another.
            ranges.dedup_by(|next, last| last.contains(next.start()));
            return ranges;
        }
        Test::StartsWith(start) => start.element.as_ref().map(|bytes| KeyRange::prefix(bytes)),
        Test::Between(start, stop) => {
            let end = |edge: &Edge| if edge.after { prefix_successor(&edge.bytes) } else { Some(edge.bytes.clone()) };
            // A start after FF FF is past everything.
            let start = start.as_ref().map_or(Some(Vec::new()), end);
            start.map(|start| KeyRange::new(start, stop.as_ref().and_then(end)))
        }
        Test::Ranked(..) => Some(KeyRange::all()),
    };
    range.into_iter().filter(|range| !range.is_empty()).collect()
}
