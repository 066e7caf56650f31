//! Cursors: where a scan stopped, as text, and what is left of it from there.

use super::row_order::{ReadOrder, RowOrder, Stream};
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

/// The rest of a scan behind one of its rows.
#[derive(Clone, Debug)]
pub(super) struct Rest {
    /// The order in which the rows before were read. In any other, these would not be the rows that are left.
    order: ReadOrder,
    /// The key of the row.
    key: Vec<u8>,
    /// The bytes before the fields at the place of the row in each generation; empty if there is only one.
    leads: Vec<Vec<u8>>,
    /// The section of the row; 0 if the plan has none.
    section: usize,
    /// The numbers of the ranges that are not read to their end, ascending.
    ranges: Vec<usize>,
}

impl ReadOrder {
    /// Two letters that say the order, then the index of its field: `6D 6B 00 00` (`mk`) of rows in key order. The second letter is
    /// upper case if they are read downward.
    fn to_bytes(self) -> [u8; ORDER] {
        let stream = match self.stream {
            Stream::Merged => b'm',
            Stream::ByRange => b'u',
        };
        let (rows, field) = match self.rows {
            RowOrder::ByKey => (b'k', 0),
            RowOrder::ByField(field) => (b's', field),
            RowOrder::FirstOfEach(field) => (b'd', field),
        };
        let [high, low] = (field as u16).to_be_bytes();
        [stream, if self.reversed { rows.to_ascii_uppercase() } else { rows }, high, low]
    }

    /// `None` for bytes that say no order.
    fn of_bytes([stream, rows, high, low]: [u8; ORDER]) -> Option<Self> {
        let field = usize::from(u16::from_be_bytes([high, low]));
        let order = Self {
            stream: if stream == b'm' { Stream::Merged } else { Stream::ByRange },
            rows: match rows.to_ascii_lowercase() {
                b's' => RowOrder::ByField(field),
                b'd' => RowOrder::FirstOfEach(field),
                _ => RowOrder::ByKey,
            },
            reversed: rows.is_ascii_uppercase(),
        };
        (order.to_bytes() == [stream, rows, high, low]).then_some(order)
    }
}

impl ScanPlan {
    /// The position of a [merged](ScanPlan::merge) scan after the row of `key`, as text that can go into a URL: hex digits,
    /// two for each byte of the key and 64 more. `resume` of the scan's builder takes it, and gives the plan of the rows
    /// after this one: in every bucket those that sort after it without its salt.
    ///
    /// It holds the row's key, fingerprints of the layout and of the query, and the order of the rows, so that no other scan
    /// goes on from it. Fields may be renamed meanwhile. The limit does not belong to the query, and counts anew: it is the
    /// length of a page.
    ///
    /// The order is that of [`sorted_by`](ScanPlan::sorted_by), [`distinct`](ScanPlan::distinct) and
    /// [`reversed`](ScanPlan::reversed), and whether rows are merged or read range by range. Ask for the same on each page. A
    /// plan in another order is refused with [`CursorError::Order`] when a merge of it starts.
    ///
    /// A damaged cursor is rejected, as is one from a version that plans the query differently.
    /// A row need not be there any more when the scan goes on, and what was written meanwhile is found if it lies
    /// further on. It is not signed: who can change it can choose where in this query, and nowhere else, to go on.
    ///
    /// ```
    /// # extern crate rowkey_core as rowkey;
    /// # use rowkey::ScanPlan;
    /// use std::collections::BTreeMap;
    ///
    /// /// One page, and the cursor of the next.
    /// fn page(table: &BTreeMap<Vec<u8>, String>, plan: &ScanPlan) -> (Vec<String>, Option<String>) {
    ///     let rows: Vec<_> = plan.merge(|range, _| table.range::<[u8], _>(range)).map_while(Result::ok).collect();
    ///     let cursor = rows.last().map(|(key, _)| plan.cursor(key));
    ///     (rows.into_iter().map(|(_, value)| value.clone()).collect(), cursor)
    /// }
    /// ```
    #[must_use]
    pub fn cursor(&self, key: &[u8]) -> String {
        self.text(self.read_order(Stream::Merged), key)
    }

    /// As [`ScanPlan::cursor`], of a scan that reads [range by range](ScanPlan::by_range): after this row come the rest
    /// of its range, and the ranges behind it.
    #[must_use]
    pub fn cursor_by_range(&self, key: &[u8]) -> String {
        self.text(self.read_order(self.stream_by_range()), key)
    }

    fn text(&self, order: ReadOrder, key: &[u8]) -> String {
        let mut bytes = Vec::with_capacity(HEAD + key.len() + CHECK);
        bytes.extend_from_slice(&order.to_bytes());
        bytes.extend_from_slice(&self.query.key.fingerprint.to_be_bytes());
        bytes.extend_from_slice(&self.fingerprint().to_be_bytes());
        bytes.extend_from_slice(key);
        bytes.extend_from_slice(&check(&bytes));
        hex(&bytes)
    }

    /// The key of the row after which the scan goes on.
    pub(in crate::scan) fn resumed_after(&self) -> Option<&[u8]> {
        self.rest.as_ref().map(|rest| &*rest.key)
    }

    /// The order of the rows before the cursor.
    pub(super) fn resumed_order(&self) -> Option<ReadOrder> {
        self.rest.as_ref().map(|rest| rest.order)
    }

    /// Range number `index` of those that are left, as it is without the cursor.
    pub(in crate::scan) fn uncut_range(&self, index: usize) -> KeyRange {
        self.whole_range(self.whole_index(index))
    }

    /// The ranges that are left of each bucket that is read; of a table without a salt, all in one. Each alone, if the rows are
    /// sorted by a later field, or read in sections: then those of the first section come first.
    pub(in crate::scan) fn lanes(&self) -> Lanes {
        if self.sections.is_some() || matches!(self.order, RowOrder::ByField(_)) {
            let mut lanes: Lanes = (0..self.count()).map(|range| range..range + 1).collect();
            lanes.sort_by(|a, b| {
                let order = self.section(a.start).0.cmp(&self.section(b.start).0);
                if self.reversed { order.reverse() } else { order }
            });
            return lanes;
        }
        let lanes = self.whole_lanes();
        let Some(rest) = &self.rest else { return lanes };
        let left = |whole: usize| rest.ranges.partition_point(|&index| index < whole);
        lanes.into_iter().map(|lane| left(lane.start)..left(lane.end)).filter(|lane| !lane.is_empty()).collect()
    }

    /// The query as a number: its ranges and filters, without limit and direction.
    fn fingerprint(&self) -> u64 {
        let mut hash = Hash(Xxh3::new());
        (0..self.whole_count()).for_each(|index| hash.range(&self.whole_range(index)));
        for filter in self.filters() {
            hash.filter(filter);
            filter.possible.iter().for_each(|range| hash.range(range));
        }
        hash.0.digest()
    }

    /// Goes on after the row of a cursor.
    pub(super) fn resume(&mut self, cursor: &str) -> Result<(), Box<ScanError>> {
        let refuse = |reason| Box::new(ScanError::Cursor { key: self.layout().name(), reason });
        let (order, layout, query, row) = read(cursor).ok_or_else(|| refuse(CursorError::Damaged))?;
        if layout != self.query.key.fingerprint {
            return Err(refuse(CursorError::Layout { found: layout, expected: self.query.key.fingerprint }));
        }
        let expected = self.fingerprint();
        if query != expected {
            return Err(refuse(CursorError::Query { found: query, expected }));
        }
        // An order that the plan cannot have is not one that it has told.
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
        // The rows after another in key order are in no single range over all labels.
        if self.covers_labels() && order.stream == Stream::Merged {
            let expected = self.read_order(Stream::ByRange);
            return Err(refuse(self.other_order(order, expected)));
        }
        self.rest = Some(self.after(order, row));
        Ok(())
    }

    /// The rest behind a row.
    fn after(&self, order: ReadOrder, key: Vec<u8>) -> Box<Rest> {
        let (section, of_row) = match &self.sections {
            Some(sections) => {
                let ranges = self.spans.partition_point(|span| span.range.start() <= &*key);
                sections.of(ranges.saturating_sub(1))
            }
            None => (0, self.query.key),
        };
        let UntypedKey { layout, ref kind, has_older, input_of, .. } = *of_row;
        let is_of_kind = || kind.as_ref().is_none_or(|kind| (kind.is_of)(&key));
        let leads = if has_older && is_of_kind() { leads(layout, &key, input_of) } else { Vec::new() };
        let mut rest = Rest { order, key, leads, section, ranges: Vec::new() };
        let is_left = |index: &usize| !self.cut_off(&rest, *index).is_empty();
        rest.ranges = (0..self.whole_count()).filter(is_left).collect();
        rest.into()
    }

    /// The part of range number `index` of all that is left.
    fn cut_off(&self, rest: &Rest, index: usize) -> KeyRange {
        let range = self.whole_range(index);
        let Some(sections) = &self.sections else { return rest.cut_off(self.layout(), range) };
        let (section, key) = sections.of(index);
        let order = section.cmp(&rest.section);
        match if rest.order.reversed { order.reverse() } else { order } {
            Ordering::Less => KeyRange::of(range.start.clone(), Some(range.start)),
            Ordering::Equal => rest.cut_off(key.layout, range),
            Ordering::Greater => range,
        }
    }

    /// How many ranges are left.
    pub(in crate::scan) fn count(&self) -> usize {
        self.rest.as_ref().map_or_else(|| self.whole_count(), |rest| rest.ranges.len())
    }

    /// The number, among all ranges, of range number `index` of those that are left.
    pub(in crate::scan) fn whole_index(&self, index: usize) -> usize {
        self.rest.as_ref().map_or(index, |rest| rest.ranges[index])
    }

    /// Range number `index` of those that are left: as it is kept, or made in `scratch`.
    pub(super) fn lend_range<'r>(&'r self, index: usize, scratch: &'r mut KeyRange) -> &'r KeyRange {
        if self.rest.is_none() {
            return self.lend_whole_range(index, scratch);
        }
        *scratch = self.range(index);
        scratch
    }

    /// Range number `index` of those that are left.
    pub(in crate::scan) fn range(&self, index: usize) -> KeyRange {
        match &self.rest {
            None => self.whole_range(index),
            Some(rest) => self.cut_off(rest, rest.ranges[index]),
        }
    }
}

impl Rest {
    /// `true` if a row comes before another that differs by what stands before its fields alone: those at places of their key,
    /// of which one alone comes, before others, and of these that of the least bucket. In a plan that is reversed it is the
    /// other way round.
    fn comes_before(&self, row: &[u8], other: &[u8]) -> bool {
        match [row, other].map(|lead| self.leads.iter().any(|place| place == lead)) {
            [true, true] => false,
            [false, false] if self.order.reversed => other < row,
            [false, false] => other > row,
            [is_place, _] => is_place != self.order.reversed,
        }
    }

    /// The part of a range after the row, in the direction of the plan.
    fn cut_off(&self, layout: &Layout, range: KeyRange) -> KeyRange {
        let (start, stop) = range.into_parts();
        let ReadOrder { stream, rows, reversed } = self.order;
        let label_at = layout.parts.label_at();
        let (mut place, inclusive) = match (stream, rows) {
            (Stream::ByRange, _) if layout.older_prefixes().is_empty() => (self.key.clone(), false),
            // Each range has all labels of a tag, and they are merged.
            (Stream::ByRange, _) => self.place(layout, &start, label_at, label_at),
            (Stream::Merged, RowOrder::ByKey) => self.place(layout, &start, layout.fields_at(), layout.fields_at()),
            (Stream::Merged, RowOrder::ByField(field)) => {
                let [own, row] = [&start, &self.key].map(|key| layout.start_of(key, field));
                self.place(layout, &start, own.unwrap_or(layout.fields_at()), row.unwrap_or(layout.fields_at()))
            }
            (Stream::Merged, RowOrder::FirstOfEach(field)) => match self.place_of_value(layout, &start, field) {
                Some(place) => (place, !reversed),
                // Above all keys of the bucket.
                None => return KeyRange::new(start.clone(), Some(start)),
            },
        };
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

    /// The place of the row in a range, whose keys differ from it before `own` bytes, and it from them before `row`; and `true`
    /// if a row of the range that stands there comes after it.
    fn place(&self, layout: &Layout, start: &[u8], own: usize, row: usize) -> (Vec<u8>, bool) {
        let ((own, _), (row, sorted)) =
            (start.split_at(own.min(start.len())), self.key.split_at(row.min(self.key.len())));
        let place = [own, sorted].concat();
        let [own_fields, row_fields] = [own, row].map(|lead| lead.get(layout.fields_at()..).unwrap_or_default());
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

    /// The end of the rows of a range that have the value of the row, in the direction of the plan; `None` if no key is above.
    fn place_of_value(&self, layout: &Layout, start: &[u8], field: usize) -> Option<Vec<u8>> {
        let label = start.get(..layout.fields_at()).unwrap_or_default();
        let key = [label, self.key.get(layout.fields_at()..).unwrap_or_default()].concat();
        let end = layout.end_of_value(&key, field).unwrap_or(key.len());
        if self.order.reversed {
            // Up to it, without it.
            return key.get(..end).map(<[u8]>::to_vec);
        }
        layout.behind_value(&key, field, end).map(Into::into)
    }
}

/// Takes pieces, each with its width, so that none runs into the next.
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

    /// The parts of a filter that its ranges do not tell.
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

/// The order of the rows.
const ORDER: usize = 4;

/// Before the key: the order, and both fingerprints.
const HEAD: usize = ORDER + 16 + 8;

/// After the key: what shows that the text is as it was.
const CHECK: usize = 4;

fn check(bytes: &[u8]) -> [u8; CHECK] {
    (xxh3_64(bytes) as u32).to_be_bytes()
}

/// Order, layout, query and key; `None` where the text is damaged.
fn read(text: &str) -> Option<(ReadOrder, u128, u64, Vec<u8>)> {
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
