//! Skip scans: finds the next key that can match, so that an engine seeks there instead of reading the rows between.
//!
//! An example with the key `device | metric | at`, one byte each, and the filter `metric = 4` over all devices:
//!
//! ```text
//! key read     first key that can match     why
//! 07 02 09     07 04 00                     metric 2 is below 4: raised to 4, and the rest starts at its minimum
//! 07 04 09     07 04 09                     matches
//! 07 06 01     08 04 00                     no metric from 6 on matches, so the next device follows
//! FF 06 01     none                         there is no device after FF
//! ```
//!
//! `seek_up` goes through the fields from left to right. For each field it raises the key to the next value that the
//! filters allow (`apply_filters_up`), then does the same for the rest. If the rest has no solution, it takes the
//! successor of this field's element and starts over. `seek_down` is the same downward, for reversed plans, where the
//! bound is an [`UpperLimit`]: all byte strings below a stop.

use super::ScanPlan;
use super::upper_limit::UpperLimit;
use crate::bytes::{KeyBuf, KeyRange, Sink};
use crate::layout::Cut;
use crate::scan::query::filter::Filter;
use core::ops::Range;

/// The result of [`ScanPlan::next`] for a key: a row, a place to seek to, or the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The key is a row of the scan.
    Match,
    /// The key is not a row. Seek to this key: no row comes before it.
    ///
    /// In a forward scan, resume at this key. It is above the key that you passed, and in a range of the plan. In a
    /// [reversed](ScanPlan::is_reversed) scan, resume below this key. It is at most the key that you passed.
    Seek(KeyBuf),
    /// The key is not a row, and no row comes after it.
    Done,
}

impl ScanPlan {
    /// Decides whether a key is a row of the scan. If it is not, returns the place where the next row can be.
    ///
    /// Use it to write a skip scan for an engine that can seek. A [merge](ScanPlan::merge) already does so.
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
    ///             Next::Seek(key) => key.to_vec(),
    ///             Next::Done => break,
    ///         };
    ///     }
    ///     rows
    /// }
    /// ```
    ///
    /// # How far it seeks
    ///
    /// The key to seek is the smallest byte string at or above `key` that the ranges and filters still allow. In a
    /// layout of fixed width, that is the smallest key whose every field passes its conditions.
    ///
    /// After an element of variable width, fields can only be checked once that element is known: from a filter for its
    /// value, or from `key`. With such a layout, a scan may need two seeks to reach the next row. Two kinds of filters
    /// never lead to a seek: ranges of an `unordered` field, and filters on the fields after a text read from the end
    /// of the key.
    ///
    /// A reversed plan seeks downward by the same rules. Its key is the smallest byte string above all possible keys
    /// below `key`.
    #[must_use]
    pub fn next(&self, key: &[u8]) -> Next {
        let ranges = 0..self.count();
        if self.matches(key) && self.has(ranges.clone(), key) {
            return Next::Match;
        }
        match self.range_after(ranges, key) {
            Some((_, KeyRange { stop: Some(stop), .. })) if self.is_reversed() => Next::Seek(stop),
            Some((_, range)) => Next::Seek(range.start),
            None => Next::Done,
        }
    }

    /// Returns `true` if `key` is in one of these ranges, given by number.
    fn has(&self, ranges: Range<usize>, key: &[u8]) -> bool {
        let at = self.ending_above(ranges, key);
        !at.is_empty() && self.lend_range(at.start, &mut KeyRange::all()).contains(key)
    }

    /// Returns the ranges among `ranges` that end above `key`. Checks the first one before it searches, because a
    /// reader usually is in it.
    fn ending_above(&self, ranges: Range<usize>, key: &[u8]) -> Range<usize> {
        let is_above = |range: &KeyRange| range.stop().is_none_or(|stop| stop > key);
        match ranges.is_empty() || is_above(self.lend_range(ranges.start, &mut KeyRange::all())) {
            true => ranges,
            false => self.first_range_where(&ranges, is_above)..ranges.end,
        }
    }

    /// Finds the first range for which `wanted` holds, by binary search. `wanted` must hold for all later ranges, too.
    fn first_range_where(&self, ranges: &Range<usize>, wanted: impl Fn(&KeyRange) -> bool) -> usize {
        let mut scratch = KeyRange::all();
        let Range { mut start, mut end } = ranges.clone();
        while start < end {
            let middle = start + (end - start) / 2;
            if wanted(self.lend_range(middle, &mut scratch)) {
                end = middle;
            } else {
                start = middle + 1;
            }
        }
        start
    }

    /// Returns the range where the first match after `key` can be, shortened to start there, and its number.
    pub(in crate::scan) fn range_after(&self, ranges: Range<usize>, key: &[u8]) -> Option<(usize, KeyRange)> {
        if self.is_reversed() {
            return self.last_below(&ranges, key);
        }
        let mut after: KeyBuf = KeyBuf::of(key);
        after.put(&[0]);
        self.first_at_or_above(ranges, &after)
    }

    /// Returns the range with the first key after `key`, without regard to filters, shortened to start there, and its
    /// number.
    pub(in crate::scan) fn unfiltered_range_after(
        &self,
        ranges: Range<usize>,
        key: &[u8],
    ) -> Option<(usize, KeyRange)> {
        if self.is_reversed() {
            let end = self.first_range_where(&ranges, |range| range.start() >= key);
            let index = (ranges.start..end).next_back()?;
            let KeyRange { start, stop } = self.range(index);
            let stop = stop.filter(|stop| **stop < *key).unwrap_or_else(|| KeyBuf::of(key));
            return Some((index, KeyRange::of(start, Some(stop))));
        }
        let mut after: KeyBuf = KeyBuf::of(key);
        after.put(&[0]);
        let index = self.ending_above(ranges, &after).next()?;
        let KeyRange { start, stop } = self.range(index);
        Some((index, KeyRange::of(start.max(after), stop)))
    }

    /// Like [`ScanPlan::range_after`], but after all keys with the same values as `key` up to a field, which ends at
    /// `end`.
    pub(in crate::scan) fn range_after_value(
        &self,
        ranges: Range<usize>,
        key: &[u8],
        (field, end): (usize, usize),
    ) -> Option<(usize, KeyRange)> {
        if self.is_reversed() {
            return self.last_below(&ranges, key.get(..end)?);
        }
        self.first_at_or_above(ranges, &self.layout().first_after_value(key, field, end)?)
    }

    /// Returns the range where the first match at or above `after` can be, shortened to start there, and its number.
    fn first_at_or_above(&self, ranges: Range<usize>, after: &KeyBuf) -> Option<(usize, KeyRange)> {
        let (mut scratch, mut left) = (KeyRange::all(), ranges);
        while let Some(index) = left.next() {
            let KeyRange { start, stop } = self.lend_range(index, &mut scratch);
            if stop.as_ref().is_some_and(|stop| stop <= after) {
                left = self.ending_above(left, after);
                continue;
            }
            // The filters apply to the fields, so the prefix and label of the range stay as they are.
            let mut from = if after > start { after.clone() } else { start.clone() };
            let fields = self.layout().fields_at().min(from.len());
            let is_possible = match () {
                () if self.covers_labels() => self.seek_up_in_any_bucket(&mut from),
                () => self.seek_up(0, &mut from, fields),
            };
            if is_possible && stop.as_ref().is_none_or(|stop| from < *stop) {
                return Some((index, KeyRange::of(from, stop.clone())));
            }
        }
        None
    }

    /// Returns the range where the last match below `key` can be, shortened to stop there, and its number.
    fn last_below(&self, ranges: &Range<usize>, key: &[u8]) -> Option<(usize, KeyRange)> {
        let end = self.first_range_where(ranges, |range| range.start() >= key);
        let mut scratch = KeyRange::all();
        (ranges.start..end).rev().find_map(|index| {
            let range = self.lend_range(index, &mut scratch);
            let limit = range.stop().filter(|stop| *stop < key).unwrap_or(key);
            let lead = range.start().get(..self.layout().fields_at())?;
            let stop = match () {
                () if self.covers_labels() => self.seek_down_in_any_bucket(UpperLimit::below(limit)?)?,
                () => self.seek_down(0, UpperLimit::below(limit)?.after(lead)?)?.with_prefix(lead).stop(),
            };
            let is_left = stop.as_ref().is_none_or(|stop| range.start < *stop);
            is_left.then(|| (index, KeyRange::of(range.start.clone(), stop)))
        })
    }

    /// Raises the key from byte `at` on, where field `index` begins, to the first possible key at or above it. Returns
    /// `false` if no such key exists. The bytes before `at` do not change.
    ///
    /// The fields after an element of variable width are only known once this element is complete. If it is not, the
    /// key ends with the bytes that it has.
    pub(super) fn seek_up(&self, index: usize, key: &mut KeyBuf, at: usize) -> bool {
        let layout = self.layout();
        // After the last field, only the end of the key is a key: more bytes would be a longer one.
        if index == layout.fields().len() {
            return key.len() <= at;
        }
        let field = (self.query.key.field)(index);
        let (cut, separator) = (field.cut, field.separator());
        loop {
            // A shorter start of an element sorts like the element filled up with zeros.
            if let Cut::Fixed(width) = cut {
                key.resize(key.len().max(at + width), 0);
            }
            match self.apply_filters_up(index, key, at) {
                Some(true) => continue,
                Some(false) if field.is_cut_from_end => return true,
                Some(false) => {}
                None => return false,
            }
            let from = key.get(at..).unwrap_or_default();
            let Some(width) = layout.width_in(cut, index, from) else { return true };
            let following = from.get(width..).unwrap_or_default();
            let is_whole = separator.is_empty() || following.starts_with(separator);
            let is_short = !is_whole && following < separator;
            // Text without a fixed width ends at the first byte of the separator, so this byte belongs to its
            // successor.
            let end = at + width + usize::from(!following.is_empty() && following.first() == separator.first());
            if is_short {
                key.truncate(at + width);
                key.put(separator);
            }
            // Past the separator, no key with this element follows. At it or below it, look at the rest.
            if is_whole || is_short {
                let rest = at + width + separator.len();
                let is_all = key.len() == rest;
                if self.seek_up(index + 1, key, rest) {
                    return true;
                }
                if is_all {
                    // The rest was free, and even its minimum failed. It will fail after every other element, too.
                    return false;
                }
            }
            // To the first key after all keys that begin with this element.
            key.truncate(end);
            // Null, the code 00, is a complete element: no byte FF may follow it.
            if field.ends_below_ff && key.get(at) != Some(&0) {
                key.put(&[0xFF]);
            } else if !key.succeed(at) {
                return false;
            }
        }
    }

    /// Like [`ScanPlan::seek_up`], but downward: returns the last possible end of a key within `limit`. If an element
    /// of variable width is not complete, the bound is as high as the element can be.
    pub(super) fn seek_down(&self, index: usize, mut limit: UpperLimit) -> Option<UpperLimit> {
        let layout = self.layout();
        let Some(field) = layout.fields().get(index) else { return Some(UpperLimit::EMPTY) };
        let cut = layout.cut(index);
        let ends_key = index + 1 == layout.fields().len() && field.separator().is_empty();
        loop {
            if self.apply_filters_down(index, &mut limit)? {
                continue;
            }
            // A longer element can begin with the same bytes, so nothing more is known.
            if layout.is_cut_from_end(index) || ends_key && !matches!(cut, Cut::Fixed(_)) {
                return Some(limit);
            }
            limit.extend(field.language().width().0 + 1);
            let Some(width) = layout.width_in(cut, index, &limit.bytes) else {
                if limit.is_endless {
                    return Some(limit);
                }
                // The bound ends inside an element. No key equals it, and none equals it without its trailing zeros.
                let last = limit.bytes.iter().rposition(|&byte| byte != 0)?;
                limit = UpperLimit::below(&limit.bytes[..=last])?;
                continue;
            };
            let mut start: KeyBuf = KeyBuf::of(&limit.bytes[..width]);
            start.put(field.separator());
            if let Some(rest) = limit.after(&start) {
                let is_any = rest.is_any();
                match self.seek_down(index + 1, rest) {
                    Some(rest) => return Some(rest.with_prefix(&start)),
                    // The rest was free and has no solution, so no element has one.
                    None if is_any => return None,
                    None => {}
                }
            }
            // To the last key before all keys that begin with this element, with the separator's first byte as above.
            let ended = limit.bytes.get(width).is_some_and(|byte| field.separator().first() == Some(byte));
            limit = UpperLimit::below(&limit.bytes[..width + usize::from(ended)])?;
        }
    }

    /// Raises the key from byte `at` on to the next element of field `index` that its filters allow. Returns whether it
    /// had to, or `None` if there is no such element.
    fn apply_filters_up(&self, index: usize, key: &mut KeyBuf, at: usize) -> Option<bool> {
        let mut raised = false;
        // Several filters of one field are applied one after the other. The caller repeats until none of them raises
        // the key.
        for Filter { key_ranges: ranges, .. } in self.filters().iter().filter(|filter| filter.field == index) {
            let from = key.get(at..).unwrap_or_default();
            let next = ranges.partition_point(|range| range.stop().is_some_and(|stop| stop <= from));
            let start = ranges.get(next)?.start();
            if start > from {
                key.truncate(at);
                key.put(start);
                raised = true;
            }
        }
        Some(raised)
    }

    /// Like [`ScanPlan::apply_filters_up`], but downward.
    fn apply_filters_down(&self, index: usize, limit: &mut UpperLimit) -> Option<bool> {
        let mut lowered = false;
        for Filter { key_ranges: ranges, .. } in self.filters().iter().filter(|filter| filter.field == index) {
            let last = ranges.partition_point(|range| limit.holds(range.start())).checked_sub(1)?;
            if let Some(stop) = ranges[last].stop().filter(|stop| limit.holds(stop)) {
                *limit = UpperLimit::below(stop)?;
                lowered = true;
            }
        }
        Some(lowered)
    }
}
