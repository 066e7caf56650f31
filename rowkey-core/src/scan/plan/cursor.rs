//! Cursors: the position of a scan as text, and the ranges that remain after it.
//!
//! A merge returns the rows of all buckets in one order, as if the keys had no salt. So a page can end in the middle of
//! one bucket, and the next page begins at another byte string in each bucket. An example with three buckets and the
//! key `bucket | device | at`, both one byte:
//!
//! ```text
//! the page ended at       01 07 05     bucket 1, device 7, at 5
//! range of bucket 0       00 .. 01     remains 00 07 05 00 .. 01: a row 00 07 05 would have come before 01 07 05
//! range of bucket 1       01 .. 02     remains 01 07 05 00 .. 02: the rows after the row itself
//! range of bucket 2       02 .. 03     remains 02 07 05 .. 03: a row 02 07 05 comes after 01 07 05
//! ```
//!
//! `07 05 00` is the first key after `07 05`, so a pushed zero byte excludes the position itself. In descending order,
//! the position is the stop of each range, and the zero byte includes it.
//!
//! The text of a cursor is hex digits of: 4 bytes for the order, 16 for the fingerprint of the layout, 8 for the
//! fingerprint of the query, the key, and 4 for a checksum. Read `resume` for the checks, then `Resumed::cut_off` for
//! one range.

use super::row_order::{ReadMode, ReadOrder, RowOrder};
use super::{Lanes, ScanPlan};
use crate::bytes::{KeyRange, hex};
use crate::error::{CursorError, ScanError};
use crate::key::leads;
use crate::layout::Layout;
use crate::scan::query::UntypedKey;
use crate::scan::query::filter::Filter;
use crate::scan::query::predicate::Predicate;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Bound;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// The rest of a scan after one of its rows.
#[derive(Clone, Debug)]
pub(super) struct Resumed {
    /// The order of the pages so far. In another order, other rows would remain.
    order: ReadOrder,
    /// The key of the row.
    key: Vec<u8>,
    /// The prefix and label under which each version of the salt would store the row. Empty if there is only one
    /// version.
    leads: Vec<Vec<u8>>,
    /// The section of the row. 0 in a plan without sections.
    section: usize,
    /// The numbers of the unfinished ranges, ascending.
    ranges: Vec<usize>,
}

impl ReadOrder {
    /// Returns two letters for the order, then the index of its field. Rows in key order are `6D 6B 00 00` (`mk`). The
    /// second letter is in upper case if the scan is reversed.
    fn to_bytes(self) -> [u8; ORDER] {
        let mode = match self.mode {
            ReadMode::Merged => b'm',
            ReadMode::ByRange => b'u',
        };
        let (rows, field) = match self.rows {
            RowOrder::ByKey => (b'k', 0),
            RowOrder::ByField(field) => (b's', field),
            RowOrder::FirstOfEach(field) => (b'd', field),
        };
        let [high, low] = (field as u16).to_be_bytes();
        [mode, if self.reversed { rows.to_ascii_uppercase() } else { rows }, high, low]
    }

    /// Returns `None` for bytes that `to_bytes` never returns.
    fn of_bytes([mode, rows, high, low]: [u8; ORDER]) -> Option<Self> {
        let field = usize::from(u16::from_be_bytes([high, low]));
        let order = Self {
            mode: if mode == b'm' { ReadMode::Merged } else { ReadMode::ByRange },
            rows: match rows.to_ascii_lowercase() {
                b's' => RowOrder::ByField(field),
                b'd' => RowOrder::FirstOfEach(field),
                _ => RowOrder::ByKey,
            },
            reversed: rows.is_ascii_uppercase(),
        };
        // Unknown letters became a default above, so they do not come back.
        (order.to_bytes() == [mode, rows, high, low]).then_some(order)
    }
}

impl ScanPlan {
    /// Returns the position after the row of `key`, for pagination of a [merged](ScanPlan::merge) scan.
    ///
    /// The cursor is text for a URL: two hex digits for each byte of the key, and 64 more. Pass it to `resume` of the
    /// builder, and make the same query as before. The new plan then reads the rows after this one: in every bucket,
    /// the rows that sort after it without the salt. The limit counts anew, so it is the length of a page.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use std::collections::BTreeMap;
    ///
    /// /// Returns one page, and the cursor of the next.
    /// fn page(table: &BTreeMap<Vec<u8>, String>, plan: &ScanPlan) -> (Vec<String>, Option<String>) {
    ///     let rows: Vec<_> = plan.merge(|range, _| table.range::<[u8], _>(range)).map_while(Result::ok).collect();
    ///     let cursor = rows.last().map(|(key, _)| plan.cursor(key));
    ///     (rows.into_iter().map(|(_, value)| value.clone()).collect(), cursor)
    /// }
    /// ```
    ///
    /// # What a cursor depends on
    ///
    /// - **Query.** A cursor holds the key of the row, fingerprints of the layout and of the query, and the order of
    ///   the rows. No other scan accepts it. You may rename fields and change the limit between pages.
    /// - **Order.** The order includes [`sorted_by`](ScanPlan::sorted_by), [`distinct`](ScanPlan::distinct),
    ///   [`reversed`](ScanPlan::reversed), and whether rows are merged or read range by range. Use the same order for
    ///   each page. A merge in another order fails at its start, with [`CursorError::Order`].
    /// - **Rows.** The row of the cursor may have been deleted since. Rows written since then appear if they come after
    ///   the cursor.
    /// - **Validity.** A damaged cursor is rejected, as is one from a version that plans the query differently.
    ///
    /// A cursor is not signed. A client that edits one can change the position within this query, but not the query.
    #[must_use]
    pub fn cursor(&self, key: &[u8]) -> String {
        self.text(self.read_order(ReadMode::Merged), key)
    }

    /// Returns the position after the row of `key`, for a scan that reads [range by range](ScanPlan::by_range).
    ///
    /// It works like [`ScanPlan::cursor`]. After this row come the rest of its range, and then the ranges after that.
    #[must_use]
    pub fn cursor_by_range(&self, key: &[u8]) -> String {
        self.text(self.read_order(self.mode_by_range()), key)
    }

    fn text(&self, order: ReadOrder, key: &[u8]) -> String {
        // The checksum is last, and covers all bytes before it.
        let mut bytes = Vec::with_capacity(HEAD + key.len() + CHECK);
        bytes.extend_from_slice(&order.to_bytes());
        bytes.extend_from_slice(&self.query.key.fingerprint.to_be_bytes());
        bytes.extend_from_slice(&self.fingerprint().to_be_bytes());
        bytes.extend_from_slice(key);
        bytes.extend_from_slice(&check(&bytes));
        hex(&bytes)
    }

    /// Returns the key of the row after which the scan resumes.
    pub(in crate::scan) fn resumed_after(&self) -> Option<&[u8]> {
        self.resumed.as_ref().map(|rest| &*rest.key)
    }

    /// Returns the order of the pages before the cursor.
    pub(super) fn resumed_order(&self) -> Option<ReadOrder> {
        self.resumed.as_ref().map(|resumed| resumed.order)
    }

    /// Returns remaining range `index` as it was before the cursor shortened it.
    pub(in crate::scan) fn uncut_range(&self, index: usize) -> KeyRange {
        self.whole_range(self.whole_index(index))
    }

    /// Returns the remaining ranges as lanes, one per bucket, to be merged. Without a salt, all ranges are one lane. If
    /// the rows are sorted by a later field, each range is a lane, because its rows interleave with the rows of every
    /// other range. The same holds for sections (the record types of a scan of all of them), whose lanes are in the
    /// order of the sections.
    pub(crate) fn lanes(&self) -> Lanes {
        if self.sections.is_some() || matches!(self.order, RowOrder::ByField(_)) {
            let mut lanes: Lanes = (0..self.count()).map(|range| range..range + 1).collect();
            lanes.sort_by(|a, b| {
                let order = self.section(a.start).0.cmp(&self.section(b.start).0);
                if self.is_reversed() { order.reverse() } else { order }
            });
            return lanes;
        }
        let lanes = self.whole_lanes();
        let Some(resumed) = &self.resumed else { return lanes };
        // A lane is a span of range numbers. Ranges before the cursor are gone, so the numbers shift.
        let left = |whole: usize| resumed.ranges.partition_point(|&index| index < whole);
        lanes.into_iter().map(|lane| left(lane.start)..left(lane.end)).filter(|lane| !lane.is_empty()).collect()
    }

    /// Hashes the query: its ranges and filters, without limit and direction.
    fn fingerprint(&self) -> u64 {
        let mut hash = Hash(Xxh3::new());
        (0..self.whole_count()).for_each(|index| hash.range(&self.whole_range(index)));
        for filter in self.filters() {
            hash.filter(filter);
            filter.key_ranges.iter().for_each(|range| hash.range(range));
        }
        hash.0.digest()
    }

    /// Resumes after the row of a [cursor](ScanPlan::cursor), or starts at the first row if there is no cursor.
    ///
    /// It does the same as `resume` of the builder. Read the rows in the order of the plan that returned the cursor.
    ///
    /// # Errors
    ///
    /// Returns [`ScanError::Cursor`] if the cursor is damaged, or if it belongs to another scan.
    pub fn resume(mut self, cursor: Option<&str>) -> Result<Self, ScanError> {
        self.resumed = None;
        match cursor.map_or(Ok(()), |cursor| self.start_after(cursor)) {
            Ok(()) => Ok(self),
            Err(error) => Err(*error),
        }
    }

    /// Restricts the plan to the rows after the row of a cursor, after all checks that the cursor belongs to this
    /// query.
    pub(super) fn start_after(&mut self, cursor: &str) -> Result<(), Box<ScanError>> {
        let refuse = |reason| Box::new(ScanError::Cursor { key: self.layout().name(), reason });
        let (order, layout, query, row) = read(cursor).ok_or_else(|| refuse(CursorError::Damaged))?;
        if layout != self.query.key.fingerprint {
            return Err(refuse(CursorError::Layout { found: layout, expected: self.query.key.fingerprint }));
        }
        let expected = self.fingerprint();
        if query != expected {
            return Err(refuse(CursorError::Query { found: query, expected }));
        }
        // A cursor names only orders that `sorted_by` or `distinct` accepted.
        let is_of_field = |field: &usize| *field < self.layout().fields().len();
        let is_known = match &order.rows {
            RowOrder::ByKey => true,
            RowOrder::ByField(field) | RowOrder::FirstOfEach(field) => {
                is_of_field(field) && self.check_order(order.rows).is_ok()
            }
        };
        if !is_known {
            return Err(refuse(CursorError::Damaged));
        }
        // One range over all labels has no order to merge in: it must be read range by range.
        if self.covers_labels() && order.mode == ReadMode::Merged {
            let expected = self.read_order(ReadMode::ByRange);
            return Err(refuse(self.other_order(order, expected)));
        }
        self.resumed = Some(self.after(order, row));
        Ok(())
    }

    /// Returns the rest of the scan after a row.
    fn after(&self, order: ReadOrder, key: Vec<u8>) -> Box<Resumed> {
        let (section, of_row) = match &self.sections {
            Some(sections) => {
                let ranges = self.spans.partition_point(|span| span.range.start() <= &*key);
                sections.of(ranges.saturating_sub(1))
            }
            None => (0, self.query.key),
        };
        // A key of another record type has no older places: it is in this scan because the scan covers all record
        // types.
        let UntypedKey { layout, ref kind, has_older, input_of, .. } = *of_row;
        let is_of_kind = || kind.as_ref().is_none_or(|kind| (kind.is_of)(&key));
        let leads = if has_older && is_of_kind() { leads(layout, &key, input_of) } else { Vec::new() };
        let mut resumed = Resumed { order, key, leads, section, ranges: Vec::new() };
        let is_left = |index: &usize| !self.cut_off(&resumed, *index).is_empty();
        resumed.ranges = (0..self.whole_count()).filter(is_left).collect();
        resumed.into()
    }

    /// Returns the part of range `index` that remains.
    ///
    /// Sections come one after the other. Ranges of an earlier section than the row's are done, and ranges of a later
    /// one are complete.
    fn cut_off(&self, resumed: &Resumed, index: usize) -> KeyRange {
        let range = self.whole_range(index);
        let Some(sections) = &self.sections else { return resumed.cut_off(self.layout(), range) };
        let (section, key) = sections.of(index);
        let order = section.cmp(&resumed.section);
        match if resumed.order.reversed { order.reverse() } else { order } {
            Ordering::Less => KeyRange::of(range.start.clone(), Some(range.start)),
            Ordering::Equal => resumed.cut_off(key.layout, range),
            Ordering::Greater => range,
        }
    }

    /// Returns the number of remaining ranges.
    pub(in crate::scan) fn count(&self) -> usize {
        self.resumed.as_ref().map_or_else(|| self.whole_count(), |resumed| resumed.ranges.len())
    }

    /// Returns the number that remaining range `index` has among all ranges.
    pub(in crate::scan) fn whole_index(&self, index: usize) -> usize {
        self.resumed.as_ref().map_or(index, |resumed| resumed.ranges[index])
    }

    /// Lends remaining range `index`: the range of the plan, or a range computed into `scratch`.
    pub(super) fn lend_range<'r>(&'r self, index: usize, scratch: &'r mut KeyRange) -> &'r KeyRange {
        if self.resumed.is_none() {
            return self.lend_whole_range(index, scratch);
        }
        *scratch = self.range(index);
        scratch
    }

    /// Returns remaining range `index`.
    pub(in crate::scan) fn range(&self, index: usize) -> KeyRange {
        match &self.resumed {
            None => self.whole_range(index),
            Some(resumed) => self.cut_off(resumed, resumed.ranges[index]),
        }
    }
}

impl Resumed {
    /// Breaks the tie of two rows that differ only in prefix and label. A row under one of its own labels (`leads`)
    /// comes first, and the merge returns it once, whichever version stored it. Then the lower label comes first. A
    /// reversed plan has the opposite order.
    fn comes_before(&self, row: &[u8], other: &[u8]) -> bool {
        match [row, other].map(|lead| self.leads.iter().any(|place| place == lead)) {
            // Both are the same row, stored by two versions of the salt.
            [true, true] => false,
            [false, false] if self.order.reversed => other < row,
            [false, false] => other > row,
            [is_place, _] => is_place != self.order.reversed,
        }
    }

    /// Returns the part of a range after the row, in the direction of the plan.
    ///
    /// `place` is where the row would be in this range, and `inclusive` is true if a row at exactly this place is still
    /// to come.
    fn cut_off(&self, layout: &Layout, range: KeyRange) -> KeyRange {
        let (start, stop) = range.into_parts();
        let ReadOrder { mode, rows, reversed } = self.order;
        let label_at = layout.parts.label_at();
        let (mut place, inclusive) = match (mode, rows) {
            (ReadMode::ByRange, _) if layout.older_prefixes().is_empty() => (self.key.clone(), false),
            // With older tags, each range covers all labels of one tag, and the ranges are merged.
            (ReadMode::ByRange, _) => self.place(layout, &start, label_at, label_at),
            (ReadMode::Merged, RowOrder::ByKey) => self.place(layout, &start, layout.fields_at(), layout.fields_at()),
            (ReadMode::Merged, RowOrder::ByField(field)) => {
                let [own, row] = [&start, &self.key].map(|key| layout.start_of(key, field));
                self.place(layout, &start, own.unwrap_or(layout.fields_at()), row.unwrap_or(layout.fields_at()))
            }
            (ReadMode::Merged, RowOrder::FirstOfEach(field)) => match self.place_of_value(layout, &start, field) {
                Some(place) => (place, !reversed),
                // The value is the last one of the bucket: an empty range.
                None => return KeyRange::new(start.clone(), Some(start)),
            },
        };
        // A start excludes the place with the zero byte. A stop includes it with the zero byte.
        if inclusive == reversed {
            place.push(0);
        }
        if reversed {
            let stop = match stop {
                Some(stop) if stop < place => stop,
                _ => place,
            };
            KeyRange::new(start, Some(stop))
        } else {
            KeyRange::new(start.max(place), stop)
        }
    }

    /// Returns the place of the row in another range: the first `own` bytes of the range's start, then the row's key
    /// from byte `row` on. The flag is true if a row of the range at this place comes after the row.
    ///
    /// In key order, both are the width of prefix and label: `02` of bucket 2, then `07 05`. If the scan is sorted by
    /// `at`, both are the start of `at`: `02 07` of the range of device 7, then `05`.
    fn place(&self, layout: &Layout, start: &[u8], own: usize, row: usize) -> (Vec<u8>, bool) {
        let ((own, _), (row, sorted)) =
            (start.split_at(own.min(start.len())), self.key.split_at(row.min(self.key.len())));
        let place = [own, sorted].concat();
        let [own_fields, row_fields] = [own, row].map(|lead| lead.get(layout.fields_at()..).unwrap_or_default());
        // Rows with the same `at` are in the order of the fields before it, then of the labels.
        let fields = own_fields.cmp(row_fields);
        let is_after = match if self.order.reversed { fields.reverse() } else { fields } {
            Ordering::Equal => {
                let [place, key] = [&place, &self.key].map(|key| key.get(..layout.fields_at()).unwrap_or(key));
                self.comes_before(key, place)
            }
            fields => fields == Ordering::Greater,
        };
        (place, is_after)
    }

    /// Returns the end of the rows that share the row's value of `field`, in the direction of the plan. Returns `None`
    /// if there is no key above.
    ///
    /// For `distinct(device)` after `01 07 05`, the place in bucket 2 is `02 08`: all rows of device 7 are done.
    fn place_of_value(&self, layout: &Layout, start: &[u8], field: usize) -> Option<Vec<u8>> {
        let label = start.get(..layout.fields_at()).unwrap_or_default();
        let key = [label, self.key.get(layout.fields_at()..).unwrap_or_default()].concat();
        let end = layout.end_of_value(&key, field).unwrap_or(key.len());
        if self.order.reversed {
            // The stop before the first row with this value.
            return key.get(..end).map(<[u8]>::to_vec);
        }
        layout.first_after_value(&key, field, end).map(Into::into)
    }
}

/// Hashes pieces, each with its width, so that `ab, c` and `a, bc` differ.
struct Hash(Xxh3);

impl Hash {
    fn piece(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_be_bytes());
        self.0.update(bytes);
    }

    fn range(&mut self, range: &KeyRange) {
        self.piece(range.start());
        self.bound(range.stop().map_or(Bound::Unbounded, Bound::Excluded));
    }

    fn bound(&mut self, bound: Bound<&[u8]>) {
        let (kind, bytes): (_, &[u8]) = match bound {
            Bound::Included(bytes) => (1, bytes),
            Bound::Excluded(bytes) => (2, bytes),
            Bound::Unbounded => (0, &[]),
        };
        self.0.update(&[kind]);
        self.piece(bytes);
    }

    /// Adds the parts of a filter that do not show in its ranges.
    fn filter(&mut self, filter: &Filter) {
        self.0.update(&(filter.field as u64).to_be_bytes());
        self.predicate(&filter.predicate);
    }

    fn predicate(&mut self, predicate: &Predicate) {
        match predicate {
            Predicate::AnyOf(all) => all.iter().for_each(|predicate| self.predicate(predicate)),
            Predicate::Equal(element) => element.iter().for_each(|element| self.piece(element)),
            Predicate::OneOf(elements) => elements.iter().for_each(|element| self.piece(element)),
            Predicate::Between(..) | Predicate::RecordType(_) | Predicate::Label => {}
            Predicate::Text(bytes, text) => {
                self.0.update(&[text.part as u8]);
                self.piece(text.text(bytes));
            }
            Predicate::Ranked(ranks, _) => {
                self.bound(ranks.start.as_ref().map(Vec::as_slice));
                self.bound(ranks.stop.as_ref().map(Vec::as_slice));
            }
        }
    }
}

/// The width of a [`ReadOrder`].
const ORDER: usize = 4;

/// The bytes before the key: the order and both fingerprints.
const HEAD: usize = ORDER + 16 + 8;

/// The width of the checksum after the key.
const CHECK: usize = 4;

fn check(bytes: &[u8]) -> [u8; CHECK] {
    (xxh3_64(bytes) as u32).to_be_bytes()
}

/// Reads the order, the layout, the query, and the key out of a cursor. Returns `None` if the text is damaged.
fn read(text: &str) -> Option<(ReadOrder, u128, u64, Vec<u8>)> {
    // Upper and lower case are both accepted, since URLs may be changed on the way.
    let digits = text.chars().map(|digit| digit.to_digit(16)).collect::<Option<Vec<u32>>>()?;
    let pairs = digits.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return None;
    }
    let bytes: Vec<u8> = pairs.map(|pair| (pair[0] << 4 | pair[1]) as u8).collect();
    let (bytes, found) = bytes.split_last_chunk::<CHECK>()?;
    let (order, rest) = bytes.split_first_chunk()?;
    let (layout, rest) = rest.split_first_chunk()?;
    let (query, key) = rest.split_first_chunk()?;
    let order = ReadOrder::of_bytes(*order)?;
    (check(bytes) == *found).then(|| (order, u128::from_be_bytes(*layout), u64::from_be_bytes(*query), key.to_vec()))
}
