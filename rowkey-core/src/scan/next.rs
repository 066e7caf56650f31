//! Skip scans: where the next row can be, so that an engine jumps there instead of reading what lies between.

use super::ScanPlan;
use super::filter::Filter;
use super::upto::Upto;
use crate::bytes::{KeyRange, prefix_successor};
use crate::layout::Cut;
use alloc::vec::Vec;
use core::ops::Range;

/// The answer of [`ScanPlan::next`] about a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The key is a row of the scan.
    Match,
    /// It is none, and no row lies between it and this key, from which it goes on. The key is above it and in a range of
    /// the plan. In a plan that [is reversed](ScanPlan::is_reversed) it goes on below this key, which is the stop of a
    /// part of a range, and at most `key`.
    Seek(Vec<u8>),
    /// It is none, and neither is any key further on.
    Done,
}

impl ScanPlan {
    /// Tells if a key is a row of the scan, and if not, where the next row can be: for engines that seek.
    ///
    /// The key to seek is the least byte string at or above `key` that ranges and filters leave possible. What lies
    /// behind an element of variable width is only known once the element is: by a filter for its value, or since it is
    /// that of `key`. So in a layout of fixed width it is the least key of that width of which every field passes; in
    /// others a scan may take two steps to the next row. `filter_f_in` on an `unordered` field, and all that follows a
    /// text that is read from the back, tell nothing.
    ///
    /// A plan that is reversed looks downward, and tells as much: its key is the least byte string above all those below
    /// `key` that ranges and filters leave possible.
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
        let at = self.at_or_above(0..self.count(), key);
        if !at.is_empty() && self.range(at.start).contains(key) && self.matches(key) {
            return Next::Match;
        }
        match self.behind(0..self.count(), key).map(|(_, range)| range.into_parts()) {
            Some((_, Some(stop))) if self.is_reversed() => Next::Seek(stop),
            Some((start, _)) => Next::Seek(start),
            None => Next::Done,
        }
    }

    /// The ranges, out of some given by number, that do not end at or below `key`.
    fn at_or_above(&self, ranges: Range<usize>, key: &[u8]) -> Range<usize> {
        self.first(&ranges, |range| range.stop().is_none_or(|stop| stop > key))..ranges.end
    }

    /// The first of some ranges that is as wanted, as are all that follow it.
    fn first(&self, ranges: &Range<usize>, wanted: impl Fn(&KeyRange) -> bool) -> usize {
        let Range { mut start, mut end } = ranges.clone();
        while start < end {
            let middle = start + (end - start) / 2;
            if wanted(&self.range(middle)) {
                end = middle;
            } else {
                start = middle + 1;
            }
        }
        start
    }

    /// The part of some ranges, given by number, where the next row behind `key` can be: a range, cut off there, and its
    /// number.
    pub(super) fn behind(&self, ranges: Range<usize>, key: &[u8]) -> Option<(usize, KeyRange)> {
        if self.is_reversed() { self.below(&ranges, key) } else { self.above(ranges, key) }
    }

    fn above(&self, ranges: Range<usize>, key: &[u8]) -> Option<(usize, KeyRange)> {
        let lead = self.layout().fields_at();
        let after = [key, &[0]].concat();
        self.at_or_above(ranges, &after).find_map(|index| {
            let (start, stop) = self.range(index).into_parts();
            let mut from = if after > start { after.clone() } else { start };
            let fields = from.split_off(lead.min(from.len()));
            from.extend_from_slice(&self.least(0, fields)?);
            let range = KeyRange::new(from, stop);
            (!range.is_empty()).then_some((index, range))
        })
    }

    fn below(&self, ranges: &Range<usize>, key: &[u8]) -> Option<(usize, KeyRange)> {
        let end = self.first(ranges, |range| range.start() >= key);
        (ranges.start..end).rev().find_map(|index| {
            let (start, stop) = self.range(index).into_parts();
            let upto = Upto::below(stop.as_deref().filter(|stop| *stop < key).unwrap_or(key))?;
            let lead = start.get(..self.layout().fields_at())?;
            let stop = self.most(0, upto.behind(lead)?)?.put_behind(lead).stop();
            let range = KeyRange::new(start, stop);
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
            if layout.is_cut_from_end(index) {
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

    /// As [`ScanPlan::least`], downward: the greatest end of a key of `upto`. Where an element of variable width is not
    /// known, up to where it can be.
    fn most(&self, index: usize, mut upto: Upto) -> Option<Upto> {
        let layout = self.layout();
        let Some(field) = layout.fields().get(index) else { return Some(Upto::EMPTY) };
        let cut = layout.cut(index);
        let is_last = index + 1 == layout.fields().len();
        loop {
            if self.lower(index, &mut upto)? {
                continue;
            }
            // Longer elements begin with the same bytes.
            if layout.is_cut_from_end(index) || is_last && !matches!(cut, Cut::Fixed(_)) {
                return Some(upto);
            }
            upto.extend(field.language().width().0 + 1);
            let Some(width) = layout.width_in(cut, index, &upto.bytes) else {
                if upto.is_endless {
                    return Some(upto);
                }
                // In every key the element ends: none is this, or this with fewer zeros behind it.
                let last = upto.bytes.iter().rposition(|&byte| byte != 0)?;
                upto = Upto::below(&upto.bytes[..=last])?;
                continue;
            };
            let start = [&upto.bytes[..width], field.separator()].concat();
            if let Some(rest) = upto.behind(&start) {
                let is_any = rest.is_any();
                match self.most(index + 1, rest) {
                    Some(rest) => return Some(rest.put_behind(&start)),
                    // Not behind any element.
                    None if is_any => return None,
                    None => {}
                }
            }
            // Below all that begins with this element; an open text ends only with the first byte of the separator.
            let ended = upto.bytes.get(width).is_some_and(|byte| field.separator().first() == Some(byte));
            upto = Upto::below(&upto.bytes[..width + usize::from(ended)])?;
        }
    }

    /// Raises `from` to the next place where a filter of field `index` leaves an element and what follows it possible;
    /// returns whether it had to, or `None` if there is none.
    fn raise(&self, index: usize, from: &mut Vec<u8>) -> Option<bool> {
        let mut raised = false;
        for Filter { possible: ranges, .. } in self.filters().iter().filter(|filter| filter.field == index) {
            let next = ranges.partition_point(|range| range.stop().is_some_and(|stop| stop <= from.as_slice()));
            let start = ranges.get(next)?.start();
            if start > from.as_slice() {
                *from = start.to_vec();
                raised = true;
            }
        }
        Some(raised)
    }

    /// As [`ScanPlan::raise`], downward.
    fn lower(&self, index: usize, upto: &mut Upto) -> Option<bool> {
        let mut lowered = false;
        for Filter { possible: ranges, .. } in self.filters().iter().filter(|filter| filter.field == index) {
            let last = ranges.partition_point(|range| upto.holds(range.start())).checked_sub(1)?;
            if let Some(stop) = ranges[last].stop().filter(|stop| upto.holds(stop)) {
                *upto = Upto::below(stop)?;
                lowered = true;
            }
        }
        Some(lowered)
    }
}
