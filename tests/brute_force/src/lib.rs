//! Compares scan plans with every key of a small, dense universe.
//!
//! A key must match the query exactly if it is in one of the plan's ranges and the plan accepts it. Ranges must ascend
//! and never overlap. Every way to read a plan must return the same rows.
//!
//! This is a separate crate, because scan tests spend most of their time here. It is not generic, so this crate is
//! optimized (`[profile.test.package.brute-force]`). The tests around it are not, because they take longer to compile
//! than to run.

mod costs;
mod orders;
mod waited;

use self::costs::Costs;
use rowkey::language::Order;
use rowkey::salt::Label;
use rowkey::scan::{Direction, Known, Next, Term, TermCondition};
use rowkey::{ExplainedElement, Field, KeyRange, Layout, ScanPlan};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound::{Excluded, Included, Unbounded};

/// A form of a query.
#[derive(Debug)]
pub enum QueryForm<'a> {
    /// All rows.
    Whole,
    /// Up to this many rows.
    Limit(usize),
    /// A page of up to this many rows, from a cursor on.
    Page(usize, Option<&'a str>),
    /// The rows of one bucket.
    Bucket(u32),
}

/// The keys of a universe, and counts of the checks.
#[derive(Debug)]
pub struct Keys {
    layout: &'static Layout,
    /// For each key, its value as `{:?}` shows it, and its elements as `explain` shows them.
    pub rows: BTreeMap<Vec<u8>, (String, Vec<ExplainedElement>)>,
    /// The keys, sorted without their salt.
    pub order: Vec<Vec<u8>>,
    /// The element of each field value that `explain` shows.
    elements: BTreeMap<(&'static str, String), Vec<u8>>,
    /// The number of ranges compared with their terms.
    told: usize,
    plans: usize,
    /// The number of queries.
    pub queries: usize,
    found: usize,
    /// The number of keys passed to `next` in order to find the rows.
    asked: Cell<usize>,
    /// The number of rows compared with fuzzy patterns.
    let_through: Cell<usize>,
    dense: bool,
    /// The number of queries with a known salt, although an input is not bound.
    pub listed: usize,
    /// The number of rows read in the order of a later field, and of rows read as the first of a value.
    sorted: usize,
    distinct: usize,
    costs: Costs,
}

/// Returns `true` if a field is a nested key, or an option or a list of one: `(1-byte number | 1-byte number, complemented)`.
fn is_nested(field: &Field) -> bool {
    let language = field.language().to_string();
    let is_key = |rest: &str| rest.starts_with('(') || rest.starts_with("key of one record type");
    ["", "optional ", "list of "].iter().any(|of| language.strip_prefix(of).is_some_and(is_key))
}

impl Keys {
    /// Creates a universe from the keys of a layout, each with the output of `{:?}` for its value and of `explain`.
    pub fn of(layout: &'static Layout, rows: BTreeMap<Vec<u8>, (String, Vec<ExplainedElement>)>) -> Self {
        assert!(rows.len() > 20, "a universe of {} keys", rows.len());
        let mut order: Vec<Vec<u8>> = rows.keys().cloned().collect();
        order.sort_by(|a, b| a[layout.fields_at()..].cmp(&b[layout.fields_at()..]));
        let element = |part: &ExplainedElement| {
            ((part.name(), part.value().unwrap_or_default().to_owned()), part.bytes().to_vec())
        };
        let elements = rows.values().flat_map(|(_, parts)| parts).map(element).collect();
        Self {
            layout,
            rows,
            order,
            elements,
            told: 0,
            plans: 0,
            queries: 0,
            found: 0,
            asked: Cell::new(0),
            let_through: Cell::new(0),
            dense: false,
            listed: 0,
            sorted: 0,
            distinct: 0,
            costs: Costs::default(),
        }
    }

    /// Declares the universe dense: it has every value that a query can contain or a range can end at. So every range
    /// must contain a row if the salt is known.
    pub fn dense(self) -> Self {
        Self { dense: true, ..self }
    }

    /// Checks a plan that knows the salt. Every range must contain a row. Each bucket must have at most one range per
    /// combination of bound values.
    fn check_known(&mut self, plan: &ScanPlan, ranges: &[KeyRange], paths: usize, what: &str) {
        let known: Vec<Known> = plan.explain().inputs().iter().map(|(.., known)| *known).collect();
        if !self.dense || known.contains(&Known::Open) {
            return;
        }
        self.listed += usize::from(known.iter().any(|known| matches!(known, Known::Listed(_))));
        let mut buckets = BTreeMap::new();
        for range in ranges {
            let row = self.rows.range::<[u8], _>(range.clone()).next();
            let (key, _) = row.unwrap_or_else(|| panic!("{what}: {range} holds no row\n{}", plan.explain()));
            *buckets.entry(self.bucket(key)).or_insert(0) += 1;
        }
        assert!(buckets.values().all(|ranges| *ranges <= paths), "{what}: {}", plan.explain());
    }

    /// Checks that the terms of a range hold exactly for those keys of its bucket that are in the range.
    fn check_terms(&mut self, plan: &ScanPlan, what: &str) {
        for range in plan.explain().ranges() {
            let (terms, checked) = (range.terms(), plan.explain().filters());
            // Such a range also contains other texts, so each row is checked once more.
            let is_wider =
                |term: &&Term| matches!(term.condition(), TermCondition::EndsWith(_)) && checked.contains(term);
            if terms.iter().any(|term| is_wider(&term)) {
                continue;
            }
            // A range belongs to one tag, if there are older tags.
            let tag = &range.range().start()[..self.layout.prefix().len()];
            let in_bucket =
                |key: &[u8]| key.starts_with(tag) && range.bucket().is_none_or(|bucket| bucket == self.bucket(key));
            let told = |key: &Vec<u8>| terms.iter().map(|term| self.holds(term, key)).collect::<Option<Vec<bool>>>();
            let Some(told) = self.rows.keys().map(told).collect::<Option<Vec<_>>>() else { continue };
            for (key, holds) in self.rows.keys().zip(told) {
                let expected = in_bucket(key) && !holds.contains(&false);
                let found = range.range().contains(key);
                assert_eq!(found, expected, "{what}: {key:02X?} in {range:?}\n{}", plan.explain());
            }
            self.told += 1;
        }
    }

    /// Returns `true` if a term holds for a key, or `None` if the output of `explain` is not enough to decide.
    fn holds(&self, term: &Term, key: &[u8]) -> Option<bool> {
        let own = self.rows[key].1.iter().find(|part| part.name() == term.field())?;
        let field = self.layout.fields().iter().find(|field| field.name() == term.field())?;
        let compare = |other: &String| {
            let ended = |element: &[u8]| [element, field.separator()].concat();
            let order = ended(own.bytes()).cmp(&ended(self.elements.get(&(term.field(), other.clone()))?));
            Some(if field.order() == Order::Descending { order.reverse() } else { order })
        };
        match term.condition() {
            // The fields of a nested key can sort in different orders, so its bytes do not decide.
            TermCondition::In(..) | TermCondition::NoneOrTo(_) if is_nested(field) => None,
            TermCondition::Equal(value) => Some(own.value() == Ok(value)),
            // Text with escapes does not look like the end of the text that `explain` shows.
            TermCondition::EndsWith(text) if text.contains('\\') => None,
            TermCondition::EndsWith(text) => Some(own.value().ok()?.strip_prefix('"')?.ends_with(&text[1..])),
            TermCondition::In(..) | TermCondition::StartsWith(_) if field.order() == Order::Unordered => None,
            TermCondition::In(start, stop) => {
                let is_above = match start {
                    Included(value) => compare(value)?.is_ge(),
                    Excluded(value) => compare(value)?.is_gt(),
                    Unbounded => true,
                };
                let is_below = match stop {
                    Included(value) => compare(value)?.is_le(),
                    Excluded(value) => compare(value)?.is_lt(),
                    Unbounded => true,
                };
                Some(is_above && is_below)
            }
            TermCondition::NoneOrTo(Included(value)) => Some(compare(value)?.is_le()),
            TermCondition::NoneOrTo(Excluded(value)) => Some(compare(value)?.is_lt()),
            TermCondition::StartsWith(text) => Some(own.value().ok()?.starts_with(text.strip_suffix('"')?)),
            _ => None,
        }
    }

    /// Returns the keys of a range, like an engine.
    pub fn read(&self, range: &KeyRange, reversed: bool) -> Vec<Vec<u8>> {
        assert!(range.stop().is_none_or(|stop| range.start() < stop), "{range} is empty or reversed");
        let keys = self.rows.range::<[u8], _>(range.clone()).map(|(key, _)| key.clone());
        if reversed { keys.rev().collect() } else { keys.collect() }
    }

    /// Returns the keys of a query, sorted without their salt.
    fn in_order(&self, wanted: &BTreeSet<Vec<u8>>) -> Vec<Vec<u8>> {
        self.order.iter().filter(|key| wanted.contains(*key)).cloned().collect()
    }

    /// Checks the plan of a query that binds `paths` combinations of values.
    fn check(&mut self, plan: &ScanPlan, paths: usize, wanted: &BTreeSet<Vec<u8>>, what: &str) {
        self.queries += 1;
        let ranges: Vec<KeyRange> = plan.ranges().collect();
        self.check_known(plan, &ranges, paths, what);
        self.check_cost(plan, &ranges, Some(wanted), what);
        // Only for some plans, because all of them would take minutes. They are counted on their own: each plan is several
        // queries, whose number may never be a multiple of 11.
        self.plans += 1;
        if self.plans % 11 == 0 {
            self.check_terms(plan, what);
        }
        assert_eq!(plan.ranges().len(), ranges.len());
        let mut lent = ranges.iter();
        let same = plan.try_for_each_range(|start, stop| {
            let is_next = lent.next().is_some_and(|range| (range.start(), range.stop()) == (start, stop));
            if is_next { Ok(()) } else { Err((start.to_vec(), stop.map(<[u8]>::to_vec))) }
        });
        assert_eq!((same, lent.next()), (Ok(()), None), "{what}: lent");
        assert!(plan.ranges().rev().eq(ranges.iter().rev().cloned()));
        for pair in ranges.windows(2) {
            assert!(pair[0].stop().is_some_and(|stop| stop <= pair[1].start()), "{what}: {ranges:?} overlap");
        }
        for (key, (value, _)) in &self.rows {
            let found = ranges.iter().any(|range| range.contains(key)) && plan.matches(key);
            assert_eq!(found, wanted.contains(key), "{what}: {value} {key:02X?} in {ranges:?}\n{}", plan.explain());
        }
        let mut wanted = self.in_order(wanted);
        self.found += wanted.len();
        let rows = |plan: &ScanPlan| -> Vec<Vec<u8>> {
            plan.merge(|range, direction| self.read(&range, direction == Direction::Reverse))
                .map(Result::unwrap)
                .collect()
        };
        assert_eq!(rows(plan), wanted, "{what}: merged");
        self.check_among_strangers(plan, &wanted, what);
        self.check_waited(plan, &wanted, what);
        let mut any_order: Vec<Vec<u8>> =
            plan.by_range(|range, _| self.read(&range, false)).map(Result::unwrap).collect();
        self.check_waited_by_range(plan, &any_order, what);
        any_order.sort();
        let mut sorted = wanted.clone();
        sorted.sort();
        assert_eq!(any_order, sorted, "{what}: unordered");
        self.walk(plan, &sorted, what);
        self.walk_back(&plan.clone().reversed(), &sorted, what);
        if let Some(pairs) = plan.fuzzy() {
            for key in &sorted {
                assert!(pairs.iter().any(|pair| lets_through(pair, key)), "{what}: {key:02X?} in none of {pairs:02X?}");
            }
            self.let_through.set(self.let_through.get() + sorted.len());
        } else {
            assert_eq!(plan.layout().fixed_width(), None);
        }
        wanted.reverse();
        let reversed = plan.clone().reversed();
        assert_eq!(rows(&reversed), wanted, "{what}: merged and reversed");
        self.check_among_strangers(&reversed, &wanted, what);
        self.check_waited(&reversed, &wanted, what);
        if self.queries % 31 == 0 {
            wanted.reverse();
            self.check_orders(plan, None, &wanted, what);
        }
    }

    /// Runs a query. For some queries, also runs plans with limits, pages, and a plan per bucket.
    pub fn run(
        &mut self,
        plan: &dyn Fn(QueryForm) -> ScanPlan,
        most: usize,
        paths: usize,
        wanted: &BTreeSet<Vec<u8>>,
        what: &str,
    ) {
        let whole = plan(QueryForm::Whole);
        assert!(whole.ranges().len() <= most, "{what}: {} ranges, and {most} are enough", whole.ranges().len());
        self.check(&whole, paths, wanted, what);
        if self.queries % 5 != 0 {
            return;
        }
        for limit in [0, 1, 2, 5, 1_000_000] {
            self.check_limit(&plan(QueryForm::Limit(limit)), wanted, what);
        }
        if self.queries % 11 == 0 {
            self.check_pages(&|size, cursor| plan(QueryForm::Page(size, cursor)), wanted, what);
        }
        if let Some(salt) = self.layout.salt() {
            for bucket in 0..salt.buckets().unwrap() {
                self.check_bucket(&plan(QueryForm::Bucket(bucket)), bucket, wanted, what);
            }
        }
    }

    /// Returns byte strings near some of the rows that are not keys of a row. They differ from query to query, because
    /// all of them would take minutes.
    fn strangers(&self) -> BTreeSet<Vec<u8>> {
        const TAILS: [&[u8]; 8] = [&[], &[0], &[0, 0], &[0, 0, b'a'], &[0, 1], &[0, 0xFF], &[0xFF], b"_\0"];
        let some = self.rows.keys().skip(self.queries % 7).step_by(self.rows.len() / 5 + 1);
        let starts = some.flat_map(|key| [&key[..], &key[..key.len() * (self.queries % 4) / 4]]);
        let beside = starts.flat_map(|start| TAILS.map(|tail| [start, tail].concat()));
        // With the fields of a row, they would be copies of it at its older positions.
        let fields = |key: &[u8]| key.get(self.layout.fields_at()..).map(<[u8]>::to_vec);
        let rows = self.layout.has_older_rows().then(|| self.rows.keys().map(|key| fields(key)).collect());
        let rows: BTreeSet<Option<Vec<u8>>> = rows.unwrap_or_default();
        beside.filter(|key| !key.is_empty() && !self.rows.contains_key(key) && !rows.contains(&fields(key))).collect()
    }

    /// Reads a plan from a store that also has byte strings of other programs between the rows. It must return each
    /// row, in order.
    fn check_among_strangers(&self, plan: &ScanPlan, wanted: &[Vec<u8>], what: &str) {
        let strangers = self.strangers();
        let read = |range: KeyRange, direction: Direction| {
            let mut keys = self.read(&range, false);
            keys.extend(strangers.range::<[u8], _>(range).cloned());
            keys.sort();
            direction.of(keys).collect::<Vec<_>>()
        };
        let mut rows: Vec<Vec<u8>> = plan.merge(read).map(Result::unwrap).collect();
        rows.retain(|key| !strangers.contains(key));
        assert_eq!(rows, wanted, "{what}: among {strangers:02X?}");
    }

    /// Walks from row to row by `next`, and also calls `next` for byte strings near the rows.
    fn walk(&self, plan: &ScanPlan, wanted: &[Vec<u8>], what: &str) {
        let least_at = |from: &[u8]| wanted.get(wanted.partition_point(|key| key.as_slice() < from));
        let ask = |key: &[u8]| {
            let next = plan.next(key);
            // All keys from `key` up to this one are skipped. A matching row must not be among them.
            let passed: Option<&[u8]> = match &next {
                Next::Match => None,
                Next::Seek(to) => {
                    assert!(**to > *key, "{what}: from {key:02X?} back to {to:02X?}");
                    assert!(plan.ranges().any(|range| range.contains(to)), "{what}: to {to:02X?}, outside the ranges");
                    Some(to)
                }
                Next::Done => Some(&[0xFF; 40]),
            };
            if let (Some(to), Some(row)) = (passed, least_at(key)) {
                assert!(
                    row.as_slice() >= to,
                    "{what}: from {key:02X?} to {to:02X?} past {row:02X?}\n{}",
                    plan.explain()
                );
            }
            next
        };
        let (mut found, mut from) = (Vec::new(), Vec::new());
        while let Some((key, _)) = self.rows.range::<Vec<u8>, _>(&from..).next() {
            from = match ask(key) {
                Next::Match => {
                    found.push(key.clone());
                    [key, &[0][..]].concat()
                }
                Next::Seek(to) => to.to_vec(),
                Next::Done => break,
            };
            self.asked.set(self.asked.get() + 1);
        }
        assert_eq!(found, wanted, "{what}: walked");
        self.strangers().iter().for_each(|key| drop(ask(key)));
    }

    /// Like `walk`, but in descending order.
    fn walk_back(&self, plan: &ScanPlan, wanted: &[Vec<u8>], what: &str) {
        let ask = |key: &[u8]| {
            let next = plan.next(key);
            // All keys from `key` down to this one are skipped. A matching row must not be among them.
            let passed: Option<&[u8]> = match &next {
                Next::Match => None,
                Next::Seek(to) => {
                    assert!(**to <= *key, "{what}: from {key:02X?} back to {to:02X?}");
                    let in_range = |range: KeyRange| **to > *range.start() && range.stop().is_none_or(|it| **to <= *it);
                    assert!(plan.ranges().any(in_range), "{what}: to {to:02X?}, outside the ranges");
                    Some(to)
                }
                Next::Done => Some(&[]),
            };
            let greatest = wanted[..wanted.partition_point(|row| row.as_slice() <= key)].last();
            if let (Some(to), Some(row)) = (passed, greatest) {
                assert!(
                    row.as_slice() < to,
                    "{what}: from {key:02X?} to {to:02X?} past {row:02X?}\n{}",
                    plan.explain()
                );
            }
            next
        };
        let (mut found, mut upto) = (Vec::new(), vec![0xFF; 40]);
        while let Some((key, _)) = self.rows.range::<Vec<u8>, _>(..&upto).next_back() {
            upto = match ask(key) {
                Next::Match => {
                    found.push(key.clone());
                    key.clone()
                }
                Next::Seek(to) => to.to_vec(),
                Next::Done => break,
            };
            self.asked.set(self.asked.get() + 1);
        }
        found.reverse();
        assert_eq!(found, wanted, "{what}: walked back");
        self.strangers().iter().for_each(|key| drop(ask(key)));
    }

    /// Checks a plan of the same query with a limit.
    fn check_limit(&mut self, plan: &ScanPlan, wanted: &BTreeSet<Vec<u8>>, what: &str) {
        self.queries += 1;
        let limit = plan.row_limit().expect("a limit");
        let mut wanted = self.in_order(wanted);
        let all = wanted.len();
        let rows: Vec<Vec<u8>> = plan.merge(|range, _| self.read(&range, false)).map(Result::unwrap).collect();
        assert_eq!(rows, wanted[..limit.min(all)], "{what}: limit {limit}");
        self.check_waited(plan, &rows, what);
        assert_eq!(plan.by_range(|range, _| self.read(&range, false)).count(), limit.min(all), "{what}: limit {limit}");
        wanted.reverse();
        let reversed = plan.clone().reversed();
        let rows: Vec<Vec<u8>> = reversed.merge(|range, _| self.read(&range, true)).map(Result::unwrap).collect();
        assert_eq!(rows, wanted[..limit.min(all)], "{what}: reversed, limit {limit}");
        self.check_waited(&reversed, &rows, what);
    }

    /// Reads a query page by page, in both directions, merged and range by range.
    fn check_pages(&mut self, page: &dyn Fn(usize, Option<&str>) -> ScanPlan, wanted: &BTreeSet<Vec<u8>>, what: &str) {
        self.queries += 1;
        let mut merged = self.in_order(wanted);
        let mut sorted = merged.clone();
        // If rows can have older positions, `by_range` also merges all lanes.
        if !self.layout.has_older_rows() {
            sorted.sort();
        }
        if self.queries % 3 == 0 {
            self.check_orders(&page(usize::MAX, None), Some(page), &merged, what);
        }
        let all = merged.len();
        for reversed in [false, true] {
            let sizes = (1..=all.min(3)).chain([all / 2 + 1, all + 1]);
            for size in sizes {
                for (stream, wanted) in [(Stream::Merged, &merged), (Stream::ByRange, &sorted)] {
                    let (mut found, mut cursor) = (Vec::new(), None);
                    loop {
                        let plan = turned(page(size, cursor.as_deref()), reversed);
                        self.check_cost(&plan, &plan.ranges().collect::<Vec<_>>(), None, what);
                        let rows = stream.read(&plan, |range| self.read(&range, reversed));
                        match stream {
                            Stream::Merged => self.check_waited_once(&plan, &rows, what),
                            Stream::ByRange => self.check_waited_by_range(&plan, &rows, what),
                        }
                        cursor = rows.last().map(|key| stream.cursor(&plan, key));
                        found.extend(rows);
                        if cursor.is_none() || found.len() > wanted.len() {
                            break;
                        }
                    }
                    assert_eq!(found, *wanted, "{what}: {stream:?} pages of {size}, reversed: {reversed}");
                }
            }
            self.check_pages_while_rows_change(page, wanted, reversed, what);
            merged.reverse();
            sorted.reverse();
        }
    }

    /// Reads page by page while rows are added and removed between the pages, including the row of the cursor.
    fn check_pages_while_rows_change(
        &self,
        page: &dyn Fn(usize, Option<&str>) -> ScanPlan,
        wanted: &BTreeSet<Vec<u8>>,
        reversed: bool,
        what: &str,
    ) {
        for stream in [Stream::Merged, Stream::ByRange] {
            let mut random = self.queries as u32;
            let mut there: BTreeMap<&Vec<u8>, bool> = self.rows.keys().map(|key| (key, key.len() % 2 == 0)).collect();
            // `true` for each row that existed at all times until the scan found it. Such a row must not be lost.
            let mut always = there.clone();
            let (mut found, mut cursor): (Vec<Vec<u8>>, Option<String>) = (Vec::new(), None);
            loop {
                let plan = turned(page(3, cursor.as_deref()), reversed);
                let rows = stream.read(&plan, |range| {
                    let mut rows = self.read(&range, reversed);
                    rows.retain(|key| there[key]);
                    rows
                });
                let Some(last) = rows.last() else { break };
                cursor = Some(stream.cursor(&plan, last));
                for key in &rows {
                    assert!(there[key] && wanted.contains(key), "{what}: {key:02X?} is no row");
                    assert!(!found.contains(key), "{what}: {key:02X?} twice");
                }
                found.extend(rows);
                for (key, there) in &mut there {
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    // Adds or removes about one row in eight, and always removes the last row found.
                    *there ^= random >> 29 == 0 || Some(*key) == found.last();
                    *always.get_mut(key).unwrap() &= *there || found.contains(key);
                }
            }
            for (key, _) in always.iter().filter(|(key, always)| **always && wanted.contains(**key)) {
                assert!(found.contains(key), "{what}: {key:02X?} was there all the time, and is lost");
            }
        }
    }

    fn bucket(&self, key: &[u8]) -> u32 {
        let (prefix, salt) = (self.layout.prefix().len(), self.layout.salt().expect("a salt"));
        let label = &key[prefix..prefix + salt.label().width()];
        match salt.label() {
            Label::Digits(_) => std::str::from_utf8(label).unwrap().parse().unwrap(),
            Label::Hex(_) => u32::from_str_radix(std::str::from_utf8(label).unwrap(), 16).unwrap(),
            _ => label.iter().fold(0, |bucket, &byte| bucket << 8 | u32::from(byte)),
        }
    }

    /// Checks a plan of the same query for one bucket.
    fn check_bucket(&mut self, plan: &ScanPlan, bucket: u32, wanted: &BTreeSet<Vec<u8>>, what: &str) {
        self.queries += 1;
        let mut wanted = self.in_order(wanted);
        wanted.retain(|key| self.bucket(key) == bucket);
        let rows: Vec<Vec<u8>> = plan.merge(|range, _| self.read(&range, false)).map(Result::unwrap).collect();
        assert_eq!(rows, wanted, "{what}: bucket {bucket}");
        self.check_waited_once(plan, &rows, what);
    }

    /// Prints the number of checks, and asserts that there were enough.
    pub fn done(self, name: &str) {
        let Self { rows, queries, found, asked, let_through, told, .. } = &self;
        let (keys, asked, fuzzy) = (rows.len(), asked.get(), let_through.get());
        println!("{name}: {keys} keys, {queries} queries, {found} rows found by asking {asked} keys, {fuzzy} patterns");
        println!("{name}: {told} ranges were what their terms say");
        println!("{name}: {} rows sorted by a later field, {} rows the first of a value", self.sorted, self.distinct);
        println!("{name}: {:?}", self.costs);
        assert!(*let_through != Cell::new(0) || self.layout.fixed_width().is_none());
        assert!(self.queries > 100 && self.found > 100);
        assert!(*told > 0 || !self.layout.is_ordered());
    }
}

/// The two orders in which pages are read.
#[derive(Clone, Copy, Debug)]
enum Stream {
    Merged,
    ByRange,
}

impl Stream {
    fn read(self, plan: &ScanPlan, mut open: impl FnMut(KeyRange) -> Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        match self {
            Self::Merged => plan.merge(|range, _| open(range)).map(Result::unwrap).collect(),
            Self::ByRange => plan.by_range(|range, _| open(range)).map(Result::unwrap).collect(),
        }
    }

    fn cursor(self, plan: &ScanPlan, key: &[u8]) -> String {
        match self {
            Self::Merged => plan.cursor(key),
            Self::ByRange => plan.cursor_by_range(key),
        }
    }
}

fn turned(plan: ScanPlan, reversed: bool) -> ScanPlan {
    if reversed { plan.reversed() } else { plan }
}

/// Returns `true` if HBase's `FuzzyRowFilter` lets a row through.
fn lets_through((pattern, mask): &(Vec<u8>, Vec<u8>), row: &[u8]) -> bool {
    assert!(pattern.len() == row.len() && mask.len() == row.len());
    row.iter().zip(pattern).zip(mask).all(|((byte, given), any)| *any == 1 || byte == given)
}
