//! Plans: every way to read a plan returns the rows of a plain filter.

use rowkey::hbase::SqlKey;
use rowkey::scan::{Direction, Merge, MergeError, Next};
use rowkey::{CursorError, KeyRange, Layout, RowKey, ScanError, ScanPlan};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::ops::Range;

/// The keys of a table, each with its row.
pub(crate) type Table<V> = BTreeMap<Vec<u8>, Stored<V>>;

/// A row, and the positions of the elements in its key.
pub(crate) struct Stored<V> {
    pub(crate) row: V,
    elements: Vec<(&'static str, Range<usize>)>,
}

impl<V> Stored<V> {
    pub(crate) fn new<K: RowKey>(row: V, key: &[u8]) -> Self {
        let explained = K::explain(key);
        let elements = explained.parts().iter();
        let elements = elements.map(|part| (part.name(), part.offset()..part.offset() + part.bytes().len()));
        Self { row, elements: elements.collect() }
    }
}

/// Makes the plan of a query, with a maximum number of rows and a cursor.
pub(crate) type Ask<'a> = &'a dyn Fn(Option<usize>, Option<&str>) -> Result<ScanPlan, ScanError>;

/// A query and its rows, sorted without their salt.
pub(crate) struct Question<'a, V> {
    pub(crate) ask: Ask<'a>,
    pub(crate) shown: &'a dyn Debug,
    pub(crate) table: &'a Table<V>,
    pub(crate) expected: Vec<&'a [u8]>,
    pub(crate) layout: &'static Layout,
    /// The number of rows of a page.
    pub(crate) page: usize,
    /// A field to sort rows by, if the plan supports that.
    pub(crate) field: &'a str,
    /// Returns `true` if bytes are the key of a row, whether the row is in the table or not.
    pub(crate) is_key: fn(&[u8]) -> bool,
}

/// Returns `true` if a plan can be merged, because it does not have too many buckets.
pub(crate) fn is_merged(plan: &ScanPlan) -> bool {
    Merge::new(plan, |_: KeyRange, _| Vec::<Vec<u8>>::new()).check().is_ok()
}

/// Returns `true` if a scan of all rows reads the rows of a record type together, because they also have older
/// positions.
///
/// A scan of that record type alone checks the order.
pub(crate) fn has_sections(layout: &Layout) -> bool {
    layout.salt().is_none() && layout.record_types().iter().any(|kind| kind.layout().has_older_rows())
}

/// Sorts keys as a merge reads them.
pub(crate) fn in_order<'k>(keys: impl Iterator<Item = &'k [u8]>, layout: &Layout) -> Vec<&'k [u8]> {
    let mut keys: Vec<&[u8]> = keys.collect();
    keys.sort_by_key(|key| (key.get(layout.fields_at()..), *key));
    keys
}

impl<'a, V> Question<'a, V> {
    /// Compares the plan with the rows.
    pub(crate) fn check(mut self) {
        let plan = match (self.ask)(None, None) {
            Ok(plan) => plan,
            // Too many values for one scan.
            Err(ScanError::TooManyRanges { found, most, .. }) => {
                return assert!(found > most as u128, "{:?}: {found} ranges of {most}", self.shown);
            }
            // Bounds that are not values of the field, or a bucket that the salt does not have.
            Err(ScanError::Bound { .. } | ScanError::Bucket { .. }) => return,
            Err(error) => panic!("no plan for {:?}: {error}", self.shown),
        };
        self.check_ranges(&plan);
        self.check_words(&plan);
        if has_sections(self.layout) {
            let found = self.read(&plan);
            self.expected.sort_by_key(|row| found.iter().position(|it| it == row));
        }
        for plan in [plan.clone(), plan.reversed()] {
            self.check_next(&plan, &self.table.keys().cloned().collect());
            self.check_by_range(&plan);
            if is_merged(&plan) {
                assert_eq!(self.read(&plan), self.rows(&plan), "{:?}, reversed: {}", self.shown, plan.is_reversed());
                self.check_among_strangers(&plan);
                self.check_pages(&plan, &|plan| plan, &self.rows(&plan));
                self.check_orders(&plan);
            }
            self.check_orders_of_pages(&plan);
        }
    }

    /// Returns the rows in the direction of a plan.
    fn rows(&self, plan: &ScanPlan) -> Vec<&'a [u8]> {
        let mut rows = self.expected.clone();
        if plan.is_reversed() {
            rows.reverse();
        }
        rows
    }

    /// Checks that ranges ascend, and that a key is a row exactly if it is in one of them and matches.
    fn check_ranges(&self, plan: &ScanPlan) {
        let ranges: Vec<_> = plan.ranges().collect();
        for pair in ranges.windows(2) {
            assert!(pair[0].stop().is_some_and(|stop| stop <= pair[1].start()), "{:?}: {pair:?}", self.shown);
        }
        let mut downward: Vec<_> = plan.ranges().rev().collect();
        downward.reverse();
        assert_eq!(downward, ranges, "{:?}: the ranges from the last to the first", self.shown);
        let has_buckets = plan.explain().buckets().is_some();
        for explained in plan.explain().ranges() {
            assert_eq!(
                explained.bucket().is_some(),
                has_buckets,
                "{:?}: the bucket of {}",
                self.shown,
                explained.range()
            );
        }
        for key in self.table.keys() {
            let is_row = ranges.iter().any(|range| range.contains(key)) && plan.matches(key);
            assert_eq!(is_row, self.expected.contains(&&key[..]), "{:?} reads {key:02X?}", self.shown);
        }
        let patterns = plan.fuzzy();
        for row in &self.expected {
            let passes = |(pattern, mask): &(Vec<u8>, Vec<u8>)| {
                row.iter().zip(pattern).zip(mask).all(|((byte, given), any)| *any == 1 || byte == given)
            };
            let is_passed = patterns.as_ref().is_none_or(|patterns| patterns.iter().any(passes));
            assert!(is_passed, "the fuzzy patterns of {:?} pass {row:02X?} over", self.shown);
        }
    }

    /// Displays a plan, as text and for other programs, without a panic.
    fn check_words(&self, plan: &ScanPlan) {
        assert!(!plan.explain().to_string().is_empty());
        assert!(plan.shell_scan("t").is_ok());
        for key in [SqlKey::HiveString, SqlKey::HiveBinary, SqlKey::Phoenix] {
            let sql = plan.sql("key", key);
            assert!(plan.is_exact() || sql.is_err());
        }
    }

    fn read(&self, plan: &ScanPlan) -> Vec<&'a [u8]> {
        let open = |range, direction: Direction| {
            direction.of(self.table.range::<[u8], _>(range)).map(|(key, _)| (&key[..], ())).collect::<Vec<_>>()
        };
        let rows = plan.merge(open).map(|row| row.expect("rows in order").0);
        rows.collect()
    }

    /// Returns byte strings near the rows that are not keys, as other programs may write them into the same store.
    fn strangers(&self) -> BTreeSet<Vec<u8>> {
        const TAILS: [&[u8]; 7] = [&[], &[0], &[0, 0], &[0, 1], &[0, 0xFF], &[0xFF], b"_"];
        let starts = self.table.keys().flat_map(|key| [&key[..], &key[..key.len() - 1], &key[..key.len() / 2]]);
        let beside = starts.flat_map(|start| TAILS.map(|tail| [start, tail].concat()));
        beside.filter(|key| !key.is_empty() && !(self.is_key)(key)).collect()
    }

    /// Checks that a plan returns each row, in order, from a store that also has such byte strings.
    fn check_among_strangers(&self, plan: &ScanPlan) {
        let mut keys = self.strangers();
        keys.extend(self.table.keys().cloned());
        let open = |range: KeyRange, direction: Direction| {
            direction.of(keys.range::<[u8], _>(range)).map(|key| (&key[..], ())).collect::<Vec<_>>()
        };
        let mut found: Vec<&[u8]> = plan.merge(open).map(|row| row.expect("rows in order").0).collect();
        found.retain(|key| self.table.contains_key(*key));
        assert_eq!(found, self.rows(plan), "{:?} among others, reversed: {}", self.shown, plan.is_reversed());
        self.check_next(plan, &keys);
    }

    /// Checks the rows range by range, and in pages.
    fn check_by_range(&self, plan: &ScanPlan) {
        let Some(whole) = self.read_as(plan, true) else {
            return assert!(self.layout.salt().is_some_and(|salt| !salt.was().is_empty()), "{:?}", self.shown);
        };
        let mut found = whole.clone();
        found.sort_unstable();
        let mut expected = self.expected.clone();
        expected.sort_unstable();
        assert_eq!(found, expected, "{:?} range by range, reversed: {}", self.shown, plan.is_reversed());
        let (mut found, mut cursor): (Vec<&[u8]>, Option<String>) = (Vec::new(), None);
        while found.len() <= whole.len() {
            let page = (self.ask)(Some(self.page), cursor.as_deref()).expect("the plan of a page");
            let page = if plan.is_reversed() { page.reversed() } else { page };
            let rows = self.read_as(&page, true).expect("a page in the order of the one before");
            let Some(last) = rows.last() else { break };
            cursor = Some(page.cursor_by_range(last));
            found.extend(rows);
        }
        assert_eq!(found, whole, "{:?} range by range in pages, reversed: {}", self.shown, plan.is_reversed());
    }

    /// Returns the rows of a plan, merged or range by range, or `None` if the plan cannot be read this way.
    fn read_as(&self, plan: &ScanPlan, is_by_range: bool) -> Option<Vec<&'a [u8]>> {
        let open = |range, direction: Direction| {
            direction.of(self.table.range::<[u8], _>(range)).map(|(key, _)| (&key[..], ())).collect::<Vec<_>>()
        };
        let rows = if is_by_range { plan.by_range(open) } else { plan.merge(open) };
        match rows.map(|row| row.map(|(key, ())| key)).collect() {
            Ok(rows) => Some(rows),
            Err(MergeError::Plan(error)) => {
                match *error {
                    ScanError::TooManyToMerge { found, most, .. } => assert!(found > most as u128),
                    ScanError::Cursor { reason: CursorError::Order { found, expected }, .. } => {
                        assert_ne!(found, expected)
                    }
                    error => panic!("{:?}: {error}", self.shown),
                }
                None
            }
            Err(error) => panic!("{:?}: {error}", self.shown),
        }
    }

    /// Checks that a page resumes exactly where a page in the same order stopped. A page in another order is rejected,
    /// unless it has the same rest.
    fn check_orders_of_pages(&self, plan: &ScanPlan) {
        let orders: [&dyn Fn(ScanPlan) -> Option<ScanPlan>; 3] =
            [&|plan| Some(plan), &|plan| plan.sorted_by(self.field).ok(), &|plan| plan.distinct(self.field).ok()];
        let all = || (0..3).flat_map(|order| [false, true].map(|is_by_range| (order, is_by_range)));
        for (first, is_by_range) in all() {
            let Some(plan) = orders[first](plan.clone()) else { continue };
            let Some(rows) = self.read_as(&plan, is_by_range) else { continue };
            let Some(at) = rows.len().checked_sub(1) else { continue };
            // The first page stops in the middle. The next page is tried in each order.
            let at = at / 2;
            let cursor = if is_by_range { plan.cursor_by_range(rows[at]) } else { plan.cursor(rows[at]) };
            for (second, is_turned) in all() {
                for is_by_range_again in [false, true] {
                    let next = (self.ask)(None, Some(&cursor)).expect("the plan of the next page");
                    let Some(next) = orders[second](next) else { continue };
                    let next = if is_turned != plan.is_reversed() { next.reversed() } else { next };
                    let found = self.read_as(&next, is_by_range_again);
                    if (second, is_turned, is_by_range_again) == (first, false, is_by_range) {
                        assert!(found.is_some(), "{:?}: the same order again", self.shown);
                    }
                    if let Some(found) = found {
                        assert_eq!(found, rows[at + 1..], "{:?}: order {second} after {first}", self.shown);
                    }
                }
            }
        }
    }

    /// Checks that a scan that follows `next` finds each row, in the order of the whole key, whatever else the store
    /// contains.
    fn check_next(&self, plan: &ScanPlan, keys: &BTreeSet<Vec<u8>>) {
        let mut expected: Vec<&[u8]> = self.expected.clone();
        expected.sort_unstable();
        let (mut found, mut from, mut steps): (Vec<&[u8]>, Option<Vec<u8>>, usize) = (Vec::new(), None, 0);
        loop {
            let next = match (plan.is_reversed(), &from) {
                (false, None) => keys.first(),
                (false, Some(from)) => keys.range::<Vec<u8>, _>(from..).next(),
                (true, None) => keys.last(),
                (true, Some(from)) => keys.range::<Vec<u8>, _>(..from).next_back(),
            };
            let Some(key) = next else { break };
            from = Some(match plan.next(key) {
                Next::Match => {
                    found.push(key);
                    if plan.is_reversed() { key.clone() } else { [&key[..], &[0]].concat() }
                }
                Next::Seek(place) => {
                    let goes_on = if plan.is_reversed() { place[..] <= key[..] } else { place[..] > key[..] };
                    assert!(goes_on, "{:?}: `next` seeks {place:?} from {key:02X?}", self.shown);
                    place.to_vec()
                }
                Next::Done => break,
            });
            steps += 1;
            assert!(steps <= 2 * keys.len() + 2, "{:?}: `next` does not go on at {key:02X?}", self.shown);
        }
        if plan.is_reversed() {
            found.reverse();
        }
        found.retain(|key| self.table.contains_key(*key));
        assert_eq!(found, expected, "{:?} by `next` in {keys:02X?}, reversed: {}", self.shown, plan.is_reversed());
        // A prefix of a key is not a key of the table. From there, `next` must not skip a row either.
        for key in self.table.keys() {
            for start in (0..key.len()).map(|width| &key[..width]).filter(|start| !self.table.contains_key(*start)) {
                let is_passed = |row: &[u8]| match (plan.next(start), plan.is_reversed()) {
                    (Next::Match, _) => false,
                    (Next::Seek(place), false) => start <= row && row < &*place,
                    (Next::Seek(place), true) => &*place <= row && row < start,
                    (Next::Done, false) => start <= row,
                    (Next::Done, true) => row < start,
                };
                let passed = expected.iter().find(|row| is_passed(row));
                assert_eq!(
                    passed,
                    None,
                    "{:?}: `next` from {start:02X?}, reversed: {}",
                    self.shown,
                    plan.is_reversed()
                );
            }
        }
    }

    /// Reads page by page, in the direction of `like` and in an order. Each page resumes at the cursor of the last row.
    fn check_pages(&self, like: &ScanPlan, order: &dyn Fn(ScanPlan) -> ScanPlan, expected: &[&[u8]]) {
        let (mut found, mut cursor): (Vec<&[u8]>, Option<String>) = (Vec::new(), None);
        loop {
            let plan = (self.ask)(Some(self.page), cursor.as_deref()).expect("the plan of a page");
            let plan = order(if like.is_reversed() { plan.reversed() } else { plan });
            let page = self.read(&plan);
            assert!(page.len() <= self.page, "{:?}: a page of {} rows", self.shown, page.len());
            let Some(last) = page.last() else { break };
            cursor = Some(plan.cursor(last));
            found.extend(page);
            assert!(found.len() <= expected.len(), "{:?}: pages have a row twice: {found:02X?}", self.shown);
        }
        assert_eq!(found, expected, "{:?} in pages of {}, reversed: {}", self.shown, self.page, like.is_reversed());
    }

    /// Checks the rows in the order of a later field, and the first row of each value.
    fn check_orders(&self, plan: &ScanPlan) {
        let field = self.field;
        if let Ok(distinct) = plan.clone().distinct(field) {
            let mut rows = self.rows(plan);
            rows.dedup_by(|next, first| self.up_to(next, field).1 == self.up_to(first, field).1);
            assert_eq!(self.read(&distinct), rows, "{:?}, distinct by {field}", self.shown);
            self.check_pages(plan, &|plan| plan.distinct(field).expect("the same order"), &rows);
        }
        if let Ok(sorted) = plan.clone().sorted_by(field) {
            let mut rows = self.expected.clone();
            // The sort is stable, so rows with equal values stay in the order of the whole key.
            rows.sort_by(|a, b| a[self.up_to(a, field).0..].cmp(&b[self.up_to(b, field).0..]));
            if plan.is_reversed() {
                rows.reverse();
            }
            assert_eq!(self.read(&sorted), rows, "{:?}, sorted by {field}", self.shown);
            self.check_pages(plan, &|plan| plan.sorted_by(field).expect("the same order"), &rows);
        }
    }

    /// Returns the offset of a field in a key, and the elements of the fields up to it.
    fn up_to(&self, key: &[u8], field: &str) -> (usize, Vec<Vec<u8>>) {
        let is_field = |name: &str| self.layout.fields().iter().any(|field| field.name() == name);
        let (mut offset, mut elements) = (0, Vec::new());
        for (name, place) in self.table[key].elements.iter().filter(|(name, _)| is_field(name)) {
            elements.push(key[place.clone()].to_vec());
            offset = place.start;
            if *name == field {
                break;
            }
        }
        (offset, elements)
    }
}
