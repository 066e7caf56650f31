//! The law of scans, by brute force over small, dense universes: a key that `encode` writes is a row of the query
//! exactly if it lies in one of the plan's ranges and matches; ranges ascend and never overlap.

use jiff::civil::{Date, DateTime};
use jiff::{Timestamp, ToSpan};
use rowkey::codec::{Codec, Input, InputKind, Piece};
use rowkey::language::{Language, Order};
use rowkey::scan::{Condition, Known, Next, Term};
use rowkey::{KeyCode, KeyRange, Part, RowKey, ScanPlan};
use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt::Debug;
use std::num::NonZero;
use std::ops::Bound::{self, Excluded, Included, Unbounded};

/// Every key of a small universe, and how many queries it was asked.
struct Table<K> {
    rows: BTreeMap<Vec<u8>, K>,
    /// The keys in the order of the key without its salt.
    order: Vec<Vec<u8>>,
    /// Of each key, what `explain` shows; and the element of each value of a field that it shows.
    parts: BTreeMap<Vec<u8>, Vec<Part>>,
    elements: BTreeMap<(&'static str, String), Vec<u8>>,
    /// How many ranges were held against their terms.
    told: usize,
    queries: usize,
    found: usize,
    /// How many keys `next` was asked of to find the rows.
    asked: Cell<usize>,
    /// How many of the rows were held against patterns.
    let_through: Cell<usize>,
    /// Whether every value that a query can ask for, or a range can end at, is there: so every range must hold a row
    /// wherever the salt is known.
    dense: bool,
    /// How many queries were asked whose salt was known though an input was not bound.
    listed: usize,
}

impl<K: RowKey + Debug> Table<K> {
    fn of(values: impl IntoIterator<Item = K>) -> Self {
        let mut rows = BTreeMap::new();
        for value in values {
            if let Ok(key) = value.encode() {
                let key = key.as_ref().to_vec();
                if let Some(other) = rows.get(&key) {
                    panic!("{value:?} and {other:?} have one key");
                }
                rows.insert(key, value);
            }
        }
        assert!(rows.len() > 20, "a universe of {} keys", rows.len());
        let mut order: Vec<Vec<u8>> = rows.keys().cloned().collect();
        order.sort_by(|a, b| a[K::LAYOUT.fields_at()..].cmp(&b[K::LAYOUT.fields_at()..]));
        let parts: BTreeMap<_, _> = rows.keys().map(|key| (key.clone(), K::explain(key).parts().to_vec())).collect();
        let shown = |part: &Part| ((part.name(), part.value().unwrap_or_default().to_owned()), part.bytes().to_vec());
        let elements = parts.values().flatten().map(shown).collect();
        let (asked, let_through) = (Cell::new(0), Cell::new(0));
        Self {
            rows,
            order,
            parts,
            elements,
            told: 0,
            queries: 0,
            found: 0,
            asked,
            let_through,
            dense: false,
            listed: 0,
        }
    }

    fn dense(values: impl IntoIterator<Item = K>) -> Self {
        Self { dense: true, ..Self::of(values) }
    }

    /// Of a plan that knows the salt: every range holds a row, and no bucket has more than one for each combination of
    /// bound values.
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

    /// The terms of a range say of each key of its bucket whether it lies in the range.
    fn check_terms(&mut self, plan: &ScanPlan, what: &str) {
        for range in plan.explain().ranges() {
            let terms = range.terms();
            let in_bucket = |key: &[u8]| range.bucket().is_none_or(|bucket| bucket == self.bucket(key));
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

    /// Whether a term holds of a key, where that can be told from what is shown of the keys.
    fn holds(&self, term: &Term, key: &[u8]) -> Option<bool> {
        let own = self.parts[key].iter().find(|part| part.name() == term.field())?;
        let field = K::LAYOUT.fields().iter().find(|field| field.name() == term.field())?;
        let compare = |other: &String| {
            let ended = |element: &[u8]| [element, field.separator()].concat();
            let order = ended(own.bytes()).cmp(&ended(self.elements.get(&(term.field(), other.clone()))?));
            Some(if field.order() == Order::Descending { order.reverse() } else { order })
        };
        match term.condition() {
            Condition::Equal(value) => Some(own.value() == Ok(value)),
            Condition::In(..) | Condition::StartsWith(_) if field.order() == Order::Unordered => None,
            Condition::In(start, stop) => {
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
            Condition::StartsWith(text) => Some(own.value().ok()?.starts_with(text.strip_suffix('"')?)),
            _ => None,
        }
    }

    /// The keys of a range, as an engine gives them.
    fn read(&self, range: &KeyRange, reversed: bool) -> Vec<Vec<u8>> {
        assert!(range.stop().is_none_or(|stop| range.start() < stop), "{range} is empty or reversed");
        let keys = self.rows.range::<[u8], _>(range.clone()).map(|(key, _)| key.clone());
        if reversed { keys.rev().collect() } else { keys.collect() }
    }

    fn wanted(&self, wants: &dyn Fn(&K) -> bool) -> Vec<Vec<u8>> {
        self.order.iter().filter(|key| wants(&self.rows[*key])).cloned().collect()
    }

    /// Checks the plan of a query that binds so many combinations of values.
    fn check(&mut self, plan: &ScanPlan, paths: usize, wants: &dyn Fn(&K) -> bool, what: &str) {
        self.queries += 1;
        let ranges: Vec<KeyRange> = plan.ranges().collect();
        self.check_known(plan, &ranges, paths, what);
        // Not of every query: that would take minutes.
        if self.queries % 11 == 0 {
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
        for (key, value) in &self.rows {
            let found = ranges.iter().any(|range| range.contains(key)) && plan.matches(key);
            assert_eq!(found, wants(value), "{what}: {value:?} {key:02X?} in {ranges:?}\n{}", plan.explain());
        }
        let mut wanted = self.wanted(wants);
        self.found += wanted.len();
        let rows =
            |plan: &ScanPlan| -> Vec<Vec<u8>> { plan.merge(|range| self.read(&range, plan.is_reversed())).collect() };
        assert_eq!(rows(plan), wanted, "{what}: merged");
        let mut any_order: Vec<Vec<u8>> = plan.unordered(|range| self.read(&range, false)).collect();
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
        assert_eq!(rows(&plan.clone().reversed()), wanted, "{what}: merged and reversed");
    }

    /// Goes from row to row as `next` says, and asks it of what lies beside the rows too.
    fn walk(&self, plan: &ScanPlan, wanted: &[Vec<u8>], what: &str) {
        let least_at = |from: &[u8]| wanted.get(wanted.partition_point(|key| key.as_slice() < from));
        let ask = |key: &[u8]| {
            let next = plan.next(key);
            let passed: Option<&[u8]> = match &next {
                Next::Match => None,
                Next::Seek(to) => {
                    assert!(to.as_slice() > key, "{what}: from {key:02X?} back to {to:02X?}");
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
                Next::Seek(to) => to,
                Next::Done => break,
            };
            self.asked.set(self.asked.get() + 1);
        }
        assert_eq!(found, wanted, "{what}: walked");
        // Not on every row of every query: that would take minutes.
        for (key, _) in self.rows.iter().skip(self.queries % 7).step_by(self.rows.len() / 5 + 1) {
            let cut = &key[..key.len() * (self.queries % 4) / 4];
            for beside in [cut, &[key, &[0][..]].concat(), &[cut, &[0xFF]].concat(), &[cut, &[b'_', 0]].concat()] {
                if !self.rows.contains_key(beside) {
                    ask(beside);
                }
            }
        }
    }

    /// As `walk`, downward.
    fn walk_back(&self, plan: &ScanPlan, wanted: &[Vec<u8>], what: &str) {
        let ask = |key: &[u8]| {
            let next = plan.next(key);
            let passed: Option<&[u8]> = match &next {
                Next::Match => None,
                Next::Seek(to) => {
                    assert!(to.as_slice() <= key, "{what}: from {key:02X?} back to {to:02X?}");
                    let in_range = |range: KeyRange| {
                        to.as_slice() > range.start() && range.stop().is_none_or(|it| to.as_slice() <= it)
                    };
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
                Next::Seek(to) => to,
                Next::Done => break,
            };
            self.asked.set(self.asked.get() + 1);
        }
        found.reverse();
        assert_eq!(found, wanted, "{what}: walked back");
        for (key, _) in self.rows.iter().skip(self.queries % 7).step_by(self.rows.len() / 5 + 1) {
            let cut = &key[..key.len() * (self.queries % 4) / 4];
            for beside in [cut, &[key, &[0][..]].concat(), &[cut, &[0xFF]].concat(), &[cut, &[b'_', 0]].concat()] {
                if !self.rows.contains_key(beside) {
                    ask(beside);
                }
            }
        }
    }

    /// A plan of the same query with a limit.
    fn check_limit(&mut self, plan: &ScanPlan, wants: &dyn Fn(&K) -> bool, what: &str) {
        self.queries += 1;
        let limit = plan.limit().expect("a limit");
        let mut wanted = self.wanted(wants);
        let all = wanted.len();
        let rows: Vec<Vec<u8>> = plan.merge(|range| self.read(&range, false)).collect();
        assert_eq!(rows, wanted[..limit.min(all)], "{what}: limit {limit}");
        assert_eq!(plan.unordered(|range| self.read(&range, false)).count(), limit.min(all), "{what}: limit {limit}");
        wanted.reverse();
        let reversed = plan.clone().reversed();
        let rows: Vec<Vec<u8>> = reversed.merge(|range| self.read(&range, true)).collect();
        assert_eq!(rows, wanted[..limit.min(all)], "{what}: reversed, limit {limit}");
    }

    /// Reads a query page by page, in both directions, merged and range by range.
    fn check_pages(&mut self, page: &dyn Fn(usize, Option<&str>) -> ScanPlan, wants: &dyn Fn(&K) -> bool, what: &str) {
        self.queries += 1;
        let mut merged = self.wanted(wants);
        let mut sorted = merged.clone();
        sorted.sort();
        let all = merged.len();
        for reversed in [false, true] {
            let sizes = (1..=all.min(3)).chain([all / 2 + 1, all + 1]);
            for size in sizes {
                for (stream, wanted) in [(Stream::Merged, &merged), (Stream::Unordered, &sorted)] {
                    let (mut found, mut cursor) = (Vec::new(), None);
                    loop {
                        let plan = turned(page(size, cursor.as_deref()), reversed);
                        let rows = stream.read(&plan, |range| self.read(&range, reversed));
                        cursor = rows.last().map(|key| stream.cursor(&plan, key));
                        found.extend(rows);
                        if cursor.is_none() || found.len() > wanted.len() {
                            break;
                        }
                    }
                    assert_eq!(found, *wanted, "{what}: {stream:?} pages of {size}, reversed: {reversed}");
                }
            }
            self.check_pages_while_rows_change(page, wants, reversed, what);
            merged.reverse();
            sorted.reverse();
        }
    }

    /// Between two pages rows come and go, that of the cursor among them.
    fn check_pages_while_rows_change(
        &self,
        page: &dyn Fn(usize, Option<&str>) -> ScanPlan,
        wants: &dyn Fn(&K) -> bool,
        reversed: bool,
        what: &str,
    ) {
        for stream in [Stream::Merged, Stream::Unordered] {
            let mut random = self.queries as u32;
            let mut there: BTreeMap<&Vec<u8>, bool> = self.rows.keys().map(|key| (key, key.len() % 2 == 0)).collect();
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
                    assert!(there[key] && wants(&self.rows[key]), "{what}: {key:02X?} is no row");
                    assert!(!found.contains(key), "{what}: {key:02X?} twice");
                }
                found.extend(rows);
                for (key, there) in &mut there {
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    *there ^= random >> 29 == 0 || Some(*key) == found.last();
                    *always.get_mut(key).unwrap() &= *there || found.contains(key);
                }
            }
            for (key, _) in always.iter().filter(|(key, always)| **always && wants(&self.rows[**key])) {
                assert!(found.contains(key), "{what}: {key:02X?} was there all the time, and is lost");
            }
        }
    }

    fn bucket(&self, key: &[u8]) -> u32 {
        let (prefix, salt) = (K::LAYOUT.prefix().len(), K::LAYOUT.salt().expect("a salt"));
        let label = &key[prefix..prefix + salt.label().width()];
        match salt.label().to_string().as_bytes()[0] {
            b'd' => std::str::from_utf8(label).unwrap().parse().unwrap(),
            b'h' => u32::from_str_radix(std::str::from_utf8(label).unwrap(), 16).unwrap(),
            _ => label.iter().fold(0, |bucket, &byte| bucket << 8 | u32::from(byte)),
        }
    }

    /// A plan of one bucket of the same query.
    fn check_bucket(&mut self, plan: &ScanPlan, bucket: u32, wants: &dyn Fn(&K) -> bool, what: &str) {
        let in_bucket: Vec<Vec<u8>> = self.rows.keys().filter(|key| self.bucket(key) == bucket).cloned().collect();
        self.queries += 1;
        let wanted: Vec<Vec<u8>> = self.wanted(wants).into_iter().filter(|key| in_bucket.contains(key)).collect();
        let rows: Vec<Vec<u8>> = plan.merge(|range| self.read(&range, false)).collect();
        assert_eq!(rows, wanted, "{what}: bucket {bucket}");
    }

    fn done(self, name: &str) {
        let Self { rows, queries, found, asked, let_through, told, .. } = &self;
        let (keys, asked, fuzzy) = (rows.len(), asked.get(), let_through.get());
        println!("{name}: {keys} keys, {queries} queries, {found} rows found by asking {asked} keys, {fuzzy} patterns");
        println!("{name}: {told} ranges were what their terms say");
        assert!(*let_through != Cell::new(0) || K::LAYOUT.fixed_width().is_none());
        assert!(self.queries > 100 && self.found > 100);
        assert!(*told > 0 || !K::LAYOUT.is_ordered());
    }
}

/// The two orders in which pages are read.
#[derive(Clone, Copy, Debug)]
enum Stream {
    Merged,
    Unordered,
}

impl Stream {
    fn read(self, plan: &ScanPlan, open: impl FnMut(KeyRange) -> Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        match self {
            Self::Merged => plan.merge(open).collect(),
            Self::Unordered => plan.unordered(open).collect(),
        }
    }

    fn cursor(self, plan: &ScanPlan, key: &[u8]) -> String {
        match self {
            Self::Merged => plan.cursor(key),
            Self::Unordered => plan.cursor_unordered(key),
        }
    }
}

fn turned(plan: ScanPlan, reversed: bool) -> ScanPlan {
    if reversed { plan.reversed() } else { plan }
}

/// What HBase's `FuzzyRowFilter` does with a row.
fn lets_through((pattern, mask): &(Vec<u8>, Vec<u8>), row: &[u8]) -> bool {
    assert!(pattern.len() == row.len() && mask.len() == row.len());
    row.iter().zip(pattern).zip(mask).all(|((byte, given), any)| *any == 1 || byte == given)
}

/// Whether a value is between two bounds, in natural order.
fn between<T: Ord>(low: &Bound<T>, high: &Bound<T>, value: &T) -> bool {
    let low = match low {
        Included(low) => value.cmp(low) != Ordering::Less,
        Excluded(low) => value.cmp(low) == Ordering::Greater,
        Unbounded => true,
    };
    let high = match high {
        Included(high) => value.cmp(high) != Ordering::Greater,
        Excluded(high) => value.cmp(high) == Ordering::Less,
        Unbounded => true,
    };
    low && high
}

/// Runs a query: the plan, plans with limits, and a plan per bucket. With `most`, there may be no more ranges; with
/// `paths`, in no bucket more than these.
macro_rules! run {
    ($table:ident, $query:expr, $wants:expr) => {
        run!($table, $query, usize::MAX, $wants)
    };
    ($table:ident, $query:expr, $most:expr, $wants:expr) => {
        run!($table, $query, $most, usize::MAX, $wants)
    };
    ($table:ident, $query:expr, $most:expr, $paths:expr, $wants:expr) => {{
        let query = $query;
        let wants = $wants;
        let what = stringify!($query);
        let plan = query.clone().plan().unwrap();
        assert!(plan.ranges().len() <= $most, "{what}: {} ranges, and {} are enough", plan.ranges().len(), $most);
        $table.check(&plan, $paths, &wants, what);
        if $table.queries % 5 == 0 {
            for limit in [0, 1, 2, 5, 1_000_000] {
                $table.check_limit(&query.clone().limit(limit).plan().unwrap(), &wants, what);
            }
            if $table.queries % 11 == 0 {
                let page = |size, cursor: Option<&str>| {
                    let query = query.clone().limit(size);
                    cursor.map_or(query.clone(), |cursor| query.resume(cursor)).plan().unwrap()
                };
                $table.check_pages(&page, &wants, what);
            }
            if let Some(salt) = plan.layout().salt() {
                for bucket in 0..salt.buckets() {
                    $table.check_bucket(&query.clone().bucket(bucket).plan().unwrap(), bucket, &wants, what);
                }
            }
        }
    }};
}

/// `f(v)` for every value, `f_any` for every single value, every pair, all, none, and with repeats.
macro_rules! equals {
    ($table:ident, $query:expr, $most:expr, $key:ty, $base:expr, $get:expr, $values:expr, $f:ident, $any:ident) => {{
        let values = $values.clone();
        let base: &dyn Fn(&$key) -> bool = &$base;
        for value in values.iter() {
            run!($table, $query.$f(value.clone()), $most, |key: &$key| base(key) && $get(key) == *value);
        }
        let mut sets: Vec<Vec<_>> = vec![values.to_vec(), Vec::new()];
        for (i, a) in values.iter().enumerate() {
            sets.push(vec![a.clone(), a.clone()]);
            for b in &values[i + 1..] {
                sets.push(vec![b.clone(), a.clone()]);
            }
        }
        for set in sets {
            let most = if $most == usize::MAX { usize::MAX } else { $most * set.len() };
            run!($table, $query.$any(set.clone()), most, |key: &$key| base(key) && set.contains(&$get(key)));
        }
    }};
}

/// `f_in` for every shape of range between every pair of bounds.
macro_rules! ranges {
    ($table:ident, $query:expr, $most:expr, $key:ty, $base:expr, $get:expr, $bounds:expr, $in:ident) => {{
        let bounds = $bounds.clone();
        let base: &dyn Fn(&$key) -> bool = &$base;
        run!($table, $query.$in(..), $most, |key: &$key| base(key));
        macro_rules! shape {
            ($range:expr, $low:expr, $high:expr) => {{
                let (low, high) = ($low, $high);
                let (low, high) = (&low, &high);
                run!($table, $query.$in($range), $most, |key: &$key| base(key) && between(low, high, &$get(key)));
            }};
        }
        for a in bounds.iter().cloned() {
            shape!(a.clone().., Included(a.clone()), Unbounded);
            shape!(..a.clone(), Unbounded, Excluded(a.clone()));
            shape!(..=a.clone(), Unbounded, Included(a.clone()));
            shape!((Excluded(a.clone()), Unbounded), Excluded(a.clone()), Unbounded);
            for b in bounds.iter().cloned() {
                shape!(a.clone()..b.clone(), Included(a.clone()), Excluded(b.clone()));
                shape!(a.clone()..=b.clone(), Included(a.clone()), Included(b.clone()));
                shape!((Excluded(a.clone()), Excluded(b.clone())), Excluded(a.clone()), Excluded(b.clone()));
                shape!((Excluded(a.clone()), Included(b.clone())), Excluded(a.clone()), Included(b.clone()));
            }
        }
    }};
}

/// `f_starts_with` for every start.
macro_rules! starts {
    ($table:ident, $query:expr, $most:expr, $key:ty, $base:expr, $get:expr, $starts:expr, $with:ident) => {{
        let base: &dyn Fn(&$key) -> bool = &$base;
        for start in $starts.iter() {
            let start: &[u8] = start.as_ref();
            run!($table, $query.$with(start.to_vec()), $most, |key: &$key| base(key)
                && <_ as AsRef<[u8]>>::as_ref(&$get(key)).starts_with(start));
        }
    }};
}

/// `filter_f`, `filter_f_any` and, with bounds, `filter_f_in`.
macro_rules! filters {
    ($table:ident, $query:expr, $key:ty, $base:expr, $get:expr, $values:expr, $filter:ident, $any:ident) => {{
        equals!($table, $query, usize::MAX, $key, $base, $get, $values, $filter, $any);
    }};
    ($table:ident, $query:expr, $key:ty, $base:expr, $get:expr, $values:expr, $filter:ident, $any:ident, $in:ident) => {{
        filters!($table, $query, $key, $base, $get, $values, $filter, $any);
        ranges!($table, $query, usize::MAX, $key, $base, $get, $values, $in);
    }};
}

/// All byte strings of an alphabet, up to a width.
fn bytes(alphabet: &[u8], most: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..most {
        last = last.iter().flat_map(|text| alphabet.iter().map(|&byte| [text.as_slice(), &[byte]].concat())).collect();
        all.extend(last.clone());
    }
    all
}

fn texts(alphabet: &str, most: usize) -> Vec<String> {
    bytes(alphabet.as_bytes(), most).into_iter().map(|text| String::from_utf8(text).unwrap()).collect()
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// All structs of two or three lists of values.
macro_rules! product {
    ($a:expr, $b:expr, |$x:ident, $y:ident| $make:expr) => {
        product!($a, $b, [()], |$x, $y, _unit| $make)
    };
    ($a:expr, $b:expr, $c:expr, |$x:ident, $y:ident, $z:ident| $make:expr) => {{
        let mut all = Vec::new();
        for $x in $a.iter() {
            for $y in $b.iter() {
                for $z in $c.iter() {
                    let ($x, $y, $z) = ($x.clone(), $y.clone(), $z.clone());
                    all.push($make);
                }
            }
        }
        all.into_iter()
    }};
}

const SMALL: [u8; 5] = [0, 1, 7, 0xFE, 0xFF];
const SIGNED: [i8; 5] = [i8::MIN, -1, 0, 1, i8::MAX];
const TIMES: [i64; 6] = [i64::MIN, -1, 0, 1, 1_512_101_400_000, i64::MAX];

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Numbers {
    a: i8,
    b: Option<u8>,
    c: bool,
}

#[test]
fn numbers() {
    let optional: Vec<Option<u8>> = [None].into_iter().chain(SMALL.map(Some)).collect();
    let mut t = Table::of(product!(SIGNED, optional, [false, true], |a, b, c| Numbers { a, b, c }));
    let all = |_: &Numbers| true;
    equals!(t, Numbers::scan(), 1, Numbers, all, |k: &Numbers| k.a, SIGNED, a, a_any);
    let bounds = [-128i8, -127, -1, 0, 2, 127];
    ranges!(t, Numbers::scan(), 1, Numbers, all, |k: &Numbers| k.a, bounds, a_in);
    let base = |k: &Numbers| k.a == -1;
    equals!(t, Numbers::scan().a(-1i8), 1, Numbers, base, |k: &Numbers| k.b, optional, b, b_any);
    ranges!(t, Numbers::scan().a(-1i8), 1, Numbers, base, |k: &Numbers| k.b, optional, b_in);
    let base = |k: &Numbers| [-1, 127].contains(&k.a) && k.b.is_none();
    let values = [false, true];
    let start = || Numbers::scan().a_any([127i8, -1]).b(None);
    equals!(t, start(), 2, Numbers, base, |k: &Numbers| k.c, values, c, c_any);
    ranges!(t, start(), 2, Numbers, base, |k: &Numbers| k.c, values, c_in);
    t.done("numbers");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Descending {
    #[rowkey(desc)]
    a: u8,
    #[rowkey(desc)]
    b: Option<i8>,
    #[rowkey(desc, pad(2))]
    c: Vec<u8>,
}

#[test]
fn descending() {
    let optional: Vec<Option<i8>> = [None].into_iter().chain(SIGNED.map(Some)).collect();
    let texts = bytes(&[0, 1, 0xFF], 2);
    let mut t = Table::of(product!(SMALL, optional, texts, |a, b, c| Descending { a, b, c }));
    let all = |_: &Descending| true;
    equals!(t, Descending::scan(), 1, Descending, all, |k: &Descending| k.a, SMALL, a, a_any);
    ranges!(t, Descending::scan(), 1, Descending, all, |k: &Descending| k.a, [0u8, 2, 0xFE, 0xFF], a_in);
    let base = |k: &Descending| k.a == 0xFF;
    let start = || Descending::scan().a(0xFFu8);
    equals!(t, start(), 1, Descending, base, |k: &Descending| k.b, optional, b, b_any);
    ranges!(t, start(), 1, Descending, base, |k: &Descending| k.b, optional, b_in);
    let base = |k: &Descending| k.a == 0 && k.b.is_none();
    let start = || Descending::scan().a(0u8).b(None);
    let get = |k: &Descending| k.c.clone();
    equals!(t, start(), 1, Descending, base, get, bytes(&[0, 1, 0xFF], 2), c, c_any);
    ranges!(t, start(), 1, Descending, base, get, bytes(&[0, 1, 0xFF], 3)[..24].to_vec(), c_in);
    starts!(t, start(), 1, Descending, base, get, bytes(&[0, 1, 0xFF], 3), c_starts_with);
    t.done("descending");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Padded {
    #[salt(xxh3, buckets = 3)]
    #[pad(2)]
    host: Vec<u8>,
    #[reverse_ts]
    at: i64,
}

#[test]
fn padded() {
    let hosts = bytes(&[0, 1, 0xFF], 2);
    let mut t = Table::of(product!(hosts, TIMES, |host, at| Padded { host, at }));
    let all = |_: &Padded| true;
    let (host, at) = (|k: &Padded| k.host.clone(), |k: &Padded| k.at);
    equals!(t, Padded::scan(), 1, Padded, all, host, bytes(&[0, 1, 0xFF], 2), host, host_any);
    ranges!(t, Padded::scan(), 3, Padded, all, host, bytes(&[0, 1, 0xFF], 3)[..22].to_vec(), host_in);
    starts!(t, Padded::scan(), 3, Padded, all, host, bytes(&[0, 1, 0xFF], 3), host_starts_with);
    for value in [&[][..], &[1], &[0, 0xFF], &[0xFF, 0xFF], &[0xFF, 0], &[1, 1, 1]] {
        let base = |k: &Padded| k.host == value;
        equals!(t, Padded::scan().host(value), 1, Padded, base, at, TIMES, at, at_any);
        ranges!(t, Padded::scan().host(value), 1, Padded, base, at, TIMES, at_in);
    }
    let any = [vec![1], vec![0xFF], vec![0xFF, 1]];
    let base = |k: &Padded| any.contains(&k.host);
    ranges!(t, Padded::scan().host_any(any.clone()), 3, Padded, base, at, TIMES, at_in);
    t.done("padded");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Blanks {
    #[rowkey(pad(3, with = b' '), chars("!a-c "), unordered)]
    loose: String,
    #[rowkey(pad(2, with = b' '), chars("!a"))]
    tight: String,
}

#[test]
fn padded_with_blanks() {
    let mut t = Table::of(product!(texts("! a", 3), texts("!a", 2), |loose, tight| Blanks { loose, tight }));
    let all = |_: &Blanks| true;
    let (loose, tight) = (|k: &Blanks| k.loose.clone(), |k: &Blanks| k.tight.clone());
    equals!(t, Blanks::scan(), 1, Blanks, all, loose, texts("! a", 2), loose, loose_any);
    starts!(t, Blanks::scan(), 1, Blanks, all, loose, texts("! a", 3), loose_starts_with);
    let base = |k: &Blanks| k.loose == "a";
    let bounds =
        strings(&["", "!", "a", "!a", "a ", "a\x1F", " ", "\x1F", "aa", "aaa", "aab", "b", "\u{7F}", "é", "! a"]);
    equals!(t, Blanks::scan().loose("a"), 1, Blanks, base, tight, bounds, tight, tight_any);
    ranges!(t, Blanks::scan().loose("a"), 1, Blanks, base, tight, bounds, tight_in);
    starts!(t, Blanks::scan().loose("a"), 1, Blanks, base, tight, bounds, tight_starts_with);
    t.done("padded with blanks");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "_")]
struct Separated {
    #[rowkey(chars("a-z"))]
    a: String,
    b: u8,
    c: String,
}

#[test]
fn separated() {
    let mut t = Table::of(product!(texts("az", 2), SMALL, texts("a\0_", 2), |a, b, c| Separated { a, b, c }));
    let all = |_: &Separated| true;
    let a = |k: &Separated| k.a.clone();
    let bounds =
        strings(&["", "a", "az", "aaa", "a_", "a_a", "a`", "a{", "aA", "_", "z", "zz", "zza", "zz\u{7F}", "é"]);
    equals!(t, Separated::scan(), 1, Separated, all, a, bounds, a, a_any);
    ranges!(t, Separated::scan(), 1, Separated, all, a, bounds, a_in);
    starts!(t, Separated::scan(), 1, Separated, all, a, bounds, a_starts_with);
    let base = |k: &Separated| k.a.is_empty();
    equals!(t, Separated::scan().a(""), 1, Separated, base, |k: &Separated| k.b, SMALL, b, b_any);
    ranges!(t, Separated::scan().a(""), 1, Separated, base, |k: &Separated| k.b, SMALL, b_in);
    let base = |k: &Separated| k.a == "a" && k.b == 0xFF;
    let c = |k: &Separated| k.c.clone();
    let start = || Separated::scan().a("a").b(0xFFu8);
    equals!(t, start(), 1, Separated, base, c, texts("a\0_", 2), c, c_any);
    ranges!(t, start(), 1, Separated, base, c, texts("a\0_", 2), c_in);
    starts!(t, start(), 1, Separated, base, c, texts("a\0_", 3), c_starts_with);
    t.done("separated");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = b"\xFF")]
struct TurnedText {
    #[rowkey(desc, chars("^\0"))]
    a: String,
    #[rowkey(unordered)]
    b: String,
    c: u8,
}

#[test]
fn descending_text_before_its_separator() {
    let mut t = Table::of(product!(texts("\x01az", 2), texts("a", 1), SMALL, |a, b, c| TurnedText { a, b, c }));
    let all = |_: &TurnedText| true;
    let a = |k: &TurnedText| k.a.clone();
    let bounds = strings(&["", "a", "az", "\x01", "\x01\x01", "\0", "a\0", "a\0a", "aaa", "z", "zz", "zzz", "é"]);
    equals!(t, TurnedText::scan(), 1, TurnedText, all, a, bounds, a, a_any);
    ranges!(t, TurnedText::scan(), 1, TurnedText, all, a, bounds, a_in);
    starts!(t, TurnedText::scan(), 1, TurnedText, all, a, bounds, a_starts_with);
    let base = |k: &TurnedText| k.a == "a";
    let b = |k: &TurnedText| k.b.clone();
    let starts = [&b""[..], b"a", b"\xFF", b"a\xFF", b"aa", b"a\xFF\x07"];
    starts!(t, TurnedText::scan().a("a"), 1, TurnedText, base, b, starts, b_starts_with);
    t.done("descending text");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Terminated {
    #[rowkey(terminated)]
    a: Vec<u8>,
    #[rowkey(terminated, desc)]
    b: Vec<u8>,
    c: u8,
}

#[test]
fn terminated() {
    let alphabet = [0, 1, 0xFF];
    let mut t =
        Table::of(product!(bytes(&alphabet, 2), bytes(&alphabet, 2), [0u8, 0xFF], |a, b, c| Terminated { a, b, c }));
    let all = |_: &Terminated| true;
    let (a, b) = (|k: &Terminated| k.a.clone(), |k: &Terminated| k.b.clone());
    let bounds = bytes(&alphabet, 2);
    equals!(t, Terminated::scan(), 1, Terminated, all, a, bounds, a, a_any);
    ranges!(t, Terminated::scan(), 1, Terminated, all, a, bounds, a_in);
    starts!(t, Terminated::scan(), 1, Terminated, all, a, bytes(&alphabet, 3), a_starts_with);
    let base = |k: &Terminated| k.a == [0, 1];
    equals!(t, Terminated::scan().a(&[0, 1]), 1, Terminated, base, b, bounds, b, b_any);
    ranges!(t, Terminated::scan().a(&[0, 1]), 1, Terminated, base, b, bounds, b_in);
    starts!(t, Terminated::scan().a(&[0, 1]), 1, Terminated, base, b, bytes(&alphabet, 3), b_starts_with);
    t.done("terminated");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "_", prefix = b"\xFF\xFF")]
struct Exact {
    #[rowkey(len(2))]
    a: Vec<u8>,
    #[rowkey(len(2), desc)]
    b: Vec<u8>,
    c: u8,
}

#[test]
fn text_of_one_width_before_a_separator_inside_its_alphabet() {
    let pairs: Vec<Vec<u8>> = bytes(b"\0_\xFF", 2).into_iter().filter(|text| text.len() == 2).collect();
    let mut t = Table::of(product!(pairs, pairs, [0u8, b'_', 0xFF], |a, b, c| Exact { a, b, c }));
    let all = |_: &Exact| true;
    let (a, b) = (|k: &Exact| k.a.clone(), |k: &Exact| k.b.clone());
    let bounds = bytes(b"\0_\xFF", 3);
    equals!(t, Exact::scan(), 1, Exact, all, a, bounds[..13].to_vec(), a, a_any);
    ranges!(t, Exact::scan(), 1, Exact, all, a, bounds[..22].to_vec(), a_in);
    starts!(t, Exact::scan(), 1, Exact, all, a, bounds, a_starts_with);
    let base = |k: &Exact| k.a == *b"__";
    equals!(t, Exact::scan().a(b"__"), 1, Exact, base, b, bounds[..13].to_vec(), b, b_any);
    ranges!(t, Exact::scan().a(b"__"), 1, Exact, base, b, bounds[..22].to_vec(), b_in);
    starts!(t, Exact::scan().a(b"__"), 1, Exact, base, b, bounds, b_starts_with);
    t.done("text of one width");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Back {
    #[rowkey(unordered)]
    a: Vec<u8>,
    b: u8,
    #[rowkey(len(1))]
    c: Vec<u8>,
    d: Option<u8>,
}

#[test]
fn text_read_from_the_back() {
    let numbers = [0u8, 1, 7];
    let ones: Vec<Vec<u8>> = numbers.map(|byte| vec![byte]).to_vec();
    let values = product!(bytes(&numbers, 3), numbers, ones, |a, b, c| (a, b, c));
    let mut t = Table::of(
        values.flat_map(|(a, b, c)| [None, Some(0), Some(1)].map(|d| Back { a: a.clone(), b, c: c.clone(), d })),
    );
    let all = |_: &Back| true;
    let a = |k: &Back| k.a.clone();
    let some = bytes(&numbers, 2);
    equals!(t, Back::scan(), 1, Back, all, a, some, a, a_any);
    starts!(t, Back::scan(), 1, Back, all, a, some, a_starts_with);
    let any: Vec<Vec<u8>> = vec![vec![], vec![7], vec![7, 7], vec![0], vec![1, 0], vec![0, 0, 7]];
    let base = |k: &Back| any.contains(&k.a);
    let start = || Back::scan().a_any(any.clone());
    equals!(t, start(), 6, Back, base, |k: &Back| k.b, numbers, b, b_any);
    ranges!(t, start(), 6, Back, base, |k: &Back| k.b, numbers, b_in);
    let base = |k: &Back| any.contains(&k.a) && [0, 7].contains(&k.b);
    let start = || Back::scan().a_any(any.clone()).b_any([0u8, 7]);
    let c = |k: &Back| k.c.clone();
    equals!(t, start(), 12, Back, base, c, bytes(&numbers, 2), c, c_any);
    ranges!(t, start(), 12, Back, base, c, bytes(&numbers, 2), c_in);
    starts!(t, start(), 12, Back, base, c, bytes(&numbers, 2), c_starts_with);
    let base = |k: &Back| any.contains(&k.a) && k.b == 7 && k.c == [7];
    let start = || Back::scan().a_any(any.clone()).b(7u8).c(&[7]);
    let optional = [None, Some(0u8), Some(1), Some(2)];
    equals!(t, start(), 6, Back, base, |k: &Back| k.d, optional, d, d_any);
    ranges!(t, start(), 6, Back, base, |k: &Back| k.d, optional, d_in);
    t.done("text read from the back");
}

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[rowkey(separator = "_")]
struct Inner {
    x: u8,
    #[rowkey(chars("a-z"))]
    y: String,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "::", prefix = "in:")]
struct Outer {
    a: Inner,
    b: u8,
    c: Inner,
}

#[test]
fn nested_keys_of_variable_width() {
    let inner: Vec<Inner> = product!([0u8, b'_', 0xFF], texts("az", 2), |x, y| Inner { x, y }).collect();
    let few: Vec<Inner> = inner.iter().step_by(3).cloned().collect();
    let mut t = Table::of(product!(inner, [0u8, b':'], few, |a, b, c| Outer { a, b, c }));
    let all = |_: &Outer| true;
    let (a, c) = (|k: &Outer| k.a.clone(), |k: &Outer| k.c.clone());
    equals!(t, Outer::scan(), 1, Outer, all, a, inner, a, a_any);
    ranges!(t, Outer::scan(), 1, Outer, all, a, few, a_in);
    let one = inner[3].clone();
    let base = |k: &Outer| k.a == one && k.b == b':';
    let start = || Outer::scan().a(&one).b(b':');
    equals!(t, start(), 1, Outer, base, c, few, c, c_any);
    ranges!(t, start(), 1, Outer, base, c, inner[..9].to_vec(), c_in);
    t.done("nested keys");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct InnerBack {
    #[rowkey(unordered)]
    x: Vec<u8>,
    y: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct OuterBack {
    #[rowkey(unordered)]
    a: InnerBack,
    b: u8,
}

#[test]
fn nested_keys_read_from_the_back() {
    let inner: Vec<InnerBack> = product!(bytes(&[0, 7], 3), [0u8, 7], |x, y| InnerBack { x, y }).collect();
    let mut t = Table::of(product!(inner, [0u8, 7], |a, b| OuterBack { a, b }));
    let all = |_: &OuterBack| true;
    let a = |k: &OuterBack| k.a.clone();
    equals!(t, OuterBack::scan(), 1, OuterBack, all, a, inner, a, a_any);
    let base = |k: &OuterBack| inner[..4].contains(&k.a);
    let start = || OuterBack::scan().a_any(inner[..4].iter());
    ranges!(t, start(), 4, OuterBack, base, |k: &OuterBack| k.b, [0u8, 3, 7], b_in);
    t.done("nested keys read from the back");
}

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    x: u8,
    #[rowkey(desc)]
    y: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Whole {
    #[rowkey(desc)]
    a: Pair,
    b: Option<Pair>,
}

#[test]
fn nested_keys_of_one_width() {
    let pairs: Vec<Pair> = product!([0u8, 1, 0xFF], [0u8, 1, 0xFF], |x, y| Pair { x, y }).collect();
    let optional: Vec<Option<Pair>> = [None].into_iter().chain(pairs.iter().cloned().map(Some)).collect();
    let mut t = Table::of(product!(pairs, optional, |a, b| Whole { a, b }));
    // The order of a key is that of the tuple of its fields, descending ones reversed.
    let order = |pair: &Pair| (pair.x, std::cmp::Reverse(pair.y));
    let get = |k: &Whole| k.a.clone();
    equals!(t, Whole::scan(), 1, Whole, |_: &Whole| true, get, pairs, a, a_any);
    for low in &pairs {
        for high in &pairs {
            run!(t, Whole::scan().a_in(low..high), 1, |k: &Whole| (order(low)..order(high)).contains(&order(&k.a)));
            run!(t, Whole::scan().a_in(low..=high), 1, |k: &Whole| (order(low)..=order(high)).contains(&order(&k.a)));
            let base = |k: &Whole| k.a == *low;
            run!(t, Whole::scan().a(low).b_in(..Some(high.clone())), 1, |k: &Whole| base(k)
                && k.b.as_ref().is_none_or(|b| order(b) < order(high)));
            run!(t, Whole::scan().a(low).b_in(Some(high.clone())..), 1, |k: &Whole| base(k)
                && k.b.as_ref().is_some_and(|b| order(b) >= order(high)));
        }
        equals!(
            t,
            Whole::scan().a(low),
            1,
            Whole,
            |k: &Whole| k.a == *low,
            |k: &Whole| k.b.clone(),
            optional,
            b,
            b_any
        );
    }
    t.done("nested keys of one width");
}

/// Nested keys that end in a text of one width, and in open text.
mod nested_text {
    use rowkey::RowKey;

    #[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Fixed {
        pub x: u8,
        #[rowkey(len(2), chars("a-b"))]
        pub s: String,
    }

    #[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Open {
        #[rowkey(chars("a-b"), separator = "_")]
        pub s: String,
        #[rowkey(chars("a-b"))]
        pub t: String,
    }

    #[derive(RowKey, Debug, Clone, PartialEq)]
    pub struct Outer {
        #[rowkey(desc)]
        pub a: Fixed,
        #[rowkey(separator = "/")]
        pub b: Open,
        pub c: Open,
    }
}

#[test]
fn bounds_of_nested_keys_that_are_no_values() {
    use nested_text::{Fixed, Open, Outer};
    let texts = |alphabet: &[u8], most| bytes(alphabet, most).into_iter().map(|text| String::from_utf8(text).unwrap());
    let short: Vec<String> = texts(b"ab", 2).collect();
    let fixed: Vec<Fixed> = product!([1u8, 0xFF], ["aa", "ab", "bb"], |x, s| Fixed { x, s: s.into() }).collect();
    let open: Vec<Open> = product!(short, short, |s, t| Open { s, t }).collect();
    let mut t = Table::of(product!(fixed, open[..20], open[9..12], |a, b, c| Outer { a, b, c }));
    let all = |_: &Outer| true;
    // Too short, too long, and with bytes on either side of the alphabet and of the separators.
    let odd: Vec<String> = texts(b"\0/_ac", 2).chain(["aab".into(), "abb".into()]).collect();
    let bounds: Vec<Fixed> = product!([0u8, 1, 0xFF], odd, |x, s| Fixed { x, s }).collect();
    ranges!(t, Outer::scan(), 1, Outer, all, |k: &Outer| k.a.clone(), bounds[..40].to_vec(), a_in);
    let bounds: Vec<Open> = product!(odd[..14], ["", "a", "ba"], |s, t| Open { s, t: t.into() }).collect();
    let base = |k: &Outer| k.a == fixed[1];
    ranges!(t, Outer::scan().a(&fixed[1]), 1, Outer, base, |k: &Outer| k.b.clone(), bounds, b_in);
    let base = |k: &Outer| k.a == fixed[1] && k.b == open[3];
    ranges!(t, Outer::scan().a(&fixed[1]).b(&open[3]), 1, Outer, base, |k: &Outer| k.c.clone(), bounds, c_in);
    // Where a text falls that the inner key ends in depends on what follows.
    let end = Open { s: "a".into(), t: "b_".into() };
    let error = Outer::scan().a(&fixed[1]).b_in(end..).plan().unwrap_err();
    assert!(matches!(
        error,
        rowkey::ScanError::Bound { field: "b", problem: rowkey::ValueError::Alphabet { at: 1, .. }, .. }
    ));
    t.done("bounds of nested keys that are no values");
}

#[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shop {
    #[code("a")]
    A,
    #[code("ba")]
    Ba,
    #[code(b"\xFF\xFF\xFF")]
    Last,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Coded {
    #[rowkey(unordered)]
    a: Shop,
    #[rowkey(desc, unordered)]
    b: Shop,
    c: u8,
    d: Shop,
}

#[test]
fn codes_of_several_widths() {
    let shops = [Shop::A, Shop::Ba, Shop::Last];
    let values = product!(shops, shops, [0u8, b'a', 0xFF], |a, b, c| (a, b, c));
    let mut t = Table::of(values.flat_map(|(a, b, c)| shops.map(|d| Coded { a, b, c, d })));
    let all = |_: &Coded| true;
    equals!(t, Coded::scan(), 1, Coded, all, |k: &Coded| k.a, shops, a, a_any);
    let base = |k: &Coded| k.a == Shop::Last;
    equals!(t, Coded::scan().a(Shop::Last), 1, Coded, base, |k: &Coded| k.b, shops, b, b_any);
    let base = |k: &Coded| k.a == Shop::A && k.b == Shop::Ba;
    let start = || Coded::scan().a(Shop::A).b(Shop::Ba);
    ranges!(t, start(), 1, Coded, base, |k: &Coded| k.c, [0u8, b'a', b'b', 0xFF], c_in);
    let base = |k: &Coded| k.a == Shop::A && k.b == Shop::Ba && k.c == 0;
    let start = || Coded::scan().a(Shop::A).b(Shop::Ba).c(0u8);
    equals!(t, start(), 1, Coded, base, |k: &Coded| k.d, shops, d, d_any);
    ranges!(t, start(), 1, Coded, base, |k: &Coded| k.d, shops, d_in);
    t.done("codes");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Unsigned {
    #[reverse_ts]
    a: u64,
    b: char,
    c: std::net::Ipv4Addr,
}

#[test]
fn times_that_cannot_be_written() {
    let times = [0, 1, 1_512_101_400_000, i64::MAX as u64 - 1, i64::MAX as u64];
    let chars = ['\0', 'a', '\u{D7FF}', '\u{E000}', char::MAX];
    let address = std::net::Ipv4Addr::from;
    let mut t = Table::of(product!(times, chars, [0u32, u32::MAX], |a, b, c| Unsigned { a, b, c: address(c) }));
    let all = |_: &Unsigned| true;
    let bounds = [0, 1, 5, i64::MAX as u64, i64::MAX as u64 + 1, u64::MAX];
    equals!(t, Unsigned::scan(), 1, Unsigned, all, |k: &Unsigned| k.a, bounds, a, a_any);
    ranges!(t, Unsigned::scan(), 1, Unsigned, all, |k: &Unsigned| k.a, bounds, a_in);
    let base = |k: &Unsigned| k.a == 0;
    ranges!(t, Unsigned::scan().a(0u64), 1, Unsigned, base, |k: &Unsigned| k.b, chars, b_in);
    let base = |k: &Unsigned| k.a == 1 && k.b == char::MAX;
    let start = || Unsigned::scan().a(1u64).b(char::MAX);
    let bounds = [0, 1, u32::MAX - 1, u32::MAX].map(address);
    ranges!(t, start(), 1, Unsigned, base, |k: &Unsigned| k.c, bounds, c_in);
    t.done("times");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(md5, buckets = 5, of(..), digits(2)), separator = "_", prefix = b"\xFF")]
struct OfRest {
    #[rowkey(chars("0-9"), unordered)]
    a: String,
    #[rowkey(unordered)]
    b: Vec<u8>,
    c: u8,
}

#[test]
fn salted_by_the_rest_of_the_key() {
    let texts = bytes(&[0, b'_', 0xFF], 2);
    let mut t = Table::of(product!(["", "0", "01", "9"], texts, [0u8, b'_'], |a, b, c| OfRest { a: a.into(), b, c }));
    let a = |k: &OfRest| k.a.clone();
    let bounds = strings(&["", "0", "01", "0_", "9", "99", "a", "é", "\0"]);
    equals!(t, OfRest::scan(), 5, OfRest, |_: &OfRest| true, a, bounds, a, a_any);
    starts!(t, OfRest::scan(), 5, OfRest, |_: &OfRest| true, a, bounds, a_starts_with);
    let base = |k: &OfRest| k.a == "0";
    let b = |k: &OfRest| k.b.clone();
    equals!(t, OfRest::scan().a("0"), 5, OfRest, base, b, texts, b, b_any);
    starts!(t, OfRest::scan().a("0"), 5, OfRest, base, b, texts, b_starts_with);
    let base = |k: &OfRest| k.a == "0" && (k.b.is_empty() || k.b == b"_");
    let start = || OfRest::scan().a("0").b_any([vec![], b"_".to_vec()]);
    equals!(t, start(), 2, OfRest, base, |k: &OfRest| k.c, [0u8, b'_', 7], c, c_any);
    ranges!(t, start(), 10, OfRest, base, |k: &OfRest| k.c, [0u8, b'_', 7], c_in);
    t.done("salted by the rest");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 300, of(phone.last(2).int, at), hex(4)), separator = "|")]
struct TwoInputs {
    #[rowkey(chars("0-9a"), desc, separator = b"\xFF")]
    phone: String,
    kind: bool,
    at: i16,
    last: Vec<u8>,
}

#[test]
fn salted_by_two_inputs() {
    let phones = ["0", "01", "99", "999", "a1", "1a"];
    let times = [i16::MIN, -1, 0, 300, i16::MAX];
    let values = product!(phones, [false, true], times, |phone, kind, at| (phone, kind, at));
    let mut t = Table::of(values.flat_map(|(phone, kind, at)| {
        [vec![], vec![0xFF]].map(|last| TwoInputs { phone: phone.into(), kind, at, last })
    }));
    let phone = |k: &TwoInputs| k.phone.clone();
    let bounds = strings(&["0", "01", "99", "999", "9\u{7F}", "9\0", "1a", ""]);
    equals!(t, TwoInputs::scan(), 300, TwoInputs, |_: &TwoInputs| true, phone, bounds, phone, phone_any);
    run!(t, TwoInputs::scan().phone_in("01".."999"), 300, |k: &TwoInputs| ("01".."999").contains(&k.phone.as_str()));
    let any = ["01", "999", "1a", "9999999999999999999"];
    let base = |k: &TwoInputs| any.contains(&k.phone.as_str()) && k.kind;
    let start = || TwoInputs::scan().phone_any(any).kind(true);
    equals!(t, start(), 4, TwoInputs, base, |k: &TwoInputs| k.at, times, at, at_any);
    run!(t, start().at_in(-1i16..), 900, |k: &TwoInputs| base(k) && k.at >= -1);
    let base = |k: &TwoInputs| k.phone == "999" && !k.kind && k.at == 300;
    let start = || TwoInputs::scan().phone("999").kind(false).at(300i16);
    let last = |k: &TwoInputs| k.last.clone();
    ranges!(t, start(), 1, TwoInputs, base, last, bytes(&[0, 0xFF], 2), last_in);
    starts!(t, start(), 1, TwoInputs, base, last, bytes(&[0, 0xFF], 2), last_starts_with);
    t.done("salted by two inputs");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(java_hash, buckets = 7, of(at.div(10), name.without("0")), digits(1)))]
struct JavaHashed {
    #[rowkey(terminated)]
    name: String,
    #[rowkey(desc)]
    at: i16,
}

#[test]
fn salted_by_javas_hash_of_text_and_number() {
    let names = ["", "0", "a", "a0", "é", "淘😀", "\0"];
    let times = [i16::MIN, -11, -1, 0, 9, 10, i16::MAX];
    let mut t = Table::of(product!(names, times, |name, at| JavaHashed { name: name.into(), at }));
    let name = |k: &JavaHashed| k.name.clone();
    equals!(t, JavaHashed::scan(), 7, JavaHashed, |_: &JavaHashed| true, name, strings(&names), name, name_any);
    starts!(t, JavaHashed::scan(), 7, JavaHashed, |_: &JavaHashed| true, name, strings(&names), name_starts_with);
    let base = |k: &JavaHashed| k.name == "淘😀" || k.name.is_empty();
    let start = || JavaHashed::scan().name_any(["淘😀", ""]);
    equals!(t, start(), 2, JavaHashed, base, |k: &JavaHashed| k.at, times, at, at_any);
    ranges!(t, start(), 14, JavaHashed, base, |k: &JavaHashed| k.at, times, at_in);
    t.done("salted by Java's hash");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(phoenix, buckets = 8, of(..)))]
struct Phoenix {
    #[rowkey(chars("^\0"), separator = "\0")]
    host: String,
    at: i64,
}

#[test]
fn salted_as_phoenix_does() {
    let hosts = ["", "a", "ab", "é", "b"];
    let mut t =
        Table::of(product!(hosts, [i64::MIN, -1, 0, 7, i64::MAX], |host, at| Phoenix { host: host.into(), at }));
    let host = |k: &Phoenix| k.host.clone();
    equals!(t, Phoenix::scan(), 8, Phoenix, |_: &Phoenix| true, host, strings(&hosts), host, host_any);
    let base = |k: &Phoenix| k.host == "ab";
    let times = [i64::MIN, -1, 0, 7, i64::MAX];
    equals!(t, Phoenix::scan().host("ab"), 1, Phoenix, base, |k: &Phoenix| k.at, times, at, at_any);
    ranges!(t, Phoenix::scan().host("ab"), 8, Phoenix, base, |k: &Phoenix| k.at, times, at_in);
    t.done("salted as Phoenix does");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(modulo, buckets = 2, of(b), i64))]
struct Late {
    a: u8,
    #[rowkey(desc)]
    b: i32,
    c: f64,
}

#[test]
fn salted_by_a_later_field() {
    let floats = [-f64::NAN, f64::NEG_INFINITY, -0.0, 0.0, 1.5, f64::INFINITY, f64::NAN];
    let numbers = [i32::MIN, -3, 0, 1, i32::MAX];
    let mut t = Table::of(product!(SMALL, numbers, floats, |a, b, c| Late { a, b, c }));
    equals!(t, Late::scan(), 2, Late, |_: &Late| true, |k: &Late| k.a, SMALL, a, a_any);
    ranges!(t, Late::scan(), 2, Late, |_: &Late| true, |k: &Late| k.a, SMALL, a_in);
    let base = |k: &Late| k.a == 1;
    equals!(t, Late::scan().a(1u8), 1, Late, base, |k: &Late| k.b, numbers, b, b_any);
    ranges!(t, Late::scan().a(1u8), 2, Late, base, |k: &Late| k.b, numbers, b_in);
    for low in floats {
        for high in floats {
            let (l, h) = (low, high);
            run!(t, Late::scan().a(1u8).b(-3).c_in(low..high), 1, |k: &Late| base(k)
                && k.b == -3
                && k.c.total_cmp(&l).is_ge()
                && k.c.total_cmp(&h).is_lt());
        }
    }
    t.done("salted by a later field");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xxh3, buckets = 3, of(a, c)))]
struct Digits {
    #[rowkey(digits(6))]
    a: u16,
    #[rowkey(HEX(2), desc)]
    b: u8,
    #[rowkey(reverse_ts, digits(19))]
    c: u64,
}

#[test]
fn numbers_as_text_of_one_width() {
    let (a, b, c) = ([0, 9, 10, 99, 100, u16::MAX], SMALL, [0, 1, 1_512_101_400_000, i64::MAX as u64]);
    let mut t = Table::of(product!(a, b, c, |a, b, c| Digits { a, b, c }));
    let all = |_: &Digits| true;
    equals!(t, Digits::scan(), 3, Digits, all, |k: &Digits| k.a, a, a, a_any);
    ranges!(t, Digits::scan(), 3, Digits, all, |k: &Digits| k.a, a, a_in);
    let base = |k: &Digits| k.a == 10;
    let start = || Digits::scan().a(10u16);
    equals!(t, start(), 3, Digits, base, |k: &Digits| k.b, b, b, b_any);
    ranges!(t, start(), 3, Digits, base, |k: &Digits| k.b, [0u8, 2, 0xFE, 0xFF], b_in);
    let base = |k: &Digits| k.a == 10 && k.b == 7;
    let start = || Digits::scan().a(10u16).b(7u8);
    let times = [0, 1, 5, i64::MAX as u64, i64::MAX as u64 + 1, u64::MAX];
    equals!(t, start(), 1, Digits, base, |k: &Digits| k.c, times, c, c_any);
    ranges!(t, start(), 3, Digits, base, |k: &Digits| k.c, times, c_in);
    t.done("numbers as text of one width");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 5, of(a, b)), separator = "_")]
struct TextOfNumbers {
    #[rowkey(decimal)]
    a: i16,
    #[rowkey(raw)]
    b: i8,
    #[rowkey(hex(2), unordered)]
    c: i64,
    #[rowkey(decimal, reverse_ts)]
    d: i64,
}

#[test]
fn numbers_that_do_not_sort() {
    let (a, c) = ([i16::MIN, -10, -1, 0, 1, 10, 100, 101], [0, 9, 0x5F, 255]);
    let values = product!(a, SIGNED, c, |a, b, c| (a, b, c));
    let mut t = Table::of(values.flat_map(|(a, b, c)| [i64::MIN, 7, i64::MAX].map(|d| TextOfNumbers { a, b, c, d })));
    let all = |_: &TextOfNumbers| true;
    equals!(t, TextOfNumbers::scan(), 5, TextOfNumbers, all, |k: &TextOfNumbers| k.a, [-1i16, 1, 11], a, a_any);
    let base = |k: &TextOfNumbers| k.a == 10;
    let start = || TextOfNumbers::scan().a(10i16);
    equals!(t, start(), 1, TextOfNumbers, base, |k: &TextOfNumbers| k.b, SIGNED, b, b_any);
    let base = |k: &TextOfNumbers| k.a == 10 && k.b == -1;
    let start = || TextOfNumbers::scan().a(10i16).b(-1i8);
    let numbers = [-1i64, 0, 0x5F, 255, 256];
    equals!(t, start(), 1, TextOfNumbers, base, |k: &TextOfNumbers| k.c, numbers, c, c_any);
    let base = |k: &TextOfNumbers| k.a == 10 && k.b == -1 && k.c == 0;
    let start = || TextOfNumbers::scan().a(10i16).b(-1i8).c(0i64);
    let times = [i64::MIN, 7, 8, i64::MAX];
    equals!(t, start(), 1, TextOfNumbers, base, |k: &TextOfNumbers| k.d, times, d, d_any);
    let start = || TextOfNumbers::scan().a(10i16);
    let base = |k: &TextOfNumbers| k.a == 10;
    filters!(t, start(), TextOfNumbers, base, |k: &TextOfNumbers| k.c, numbers, filter_c, filter_c_any);
    filters!(t, start(), TextOfNumbers, base, |k: &TextOfNumbers| k.d, times, filter_d, filter_d_any);
    t.done("numbers that do not sort");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct DecimalBack {
    #[rowkey(decimal)]
    a: u16,
    #[rowkey(digits(2), unordered)]
    b: u8,
    c: bool,
}

#[test]
fn decimal_read_from_the_back() {
    let (a, b) = ([0u16, 1, 10, 11, 100, 101, 1010, u16::MAX], [0u8, 1, 10, 99]);
    let mut t = Table::of(product!(a, b, [false, true], |a, b, c| DecimalBack { a, b, c }));
    let all = |_: &DecimalBack| true;
    equals!(t, DecimalBack::scan(), 1, DecimalBack, all, |k: &DecimalBack| k.a, a, a, a_any);
    let base = |k: &DecimalBack| [1, 10, 101].contains(&k.a);
    let start = || DecimalBack::scan().a_any([1u16, 10, 101]);
    equals!(t, start(), 3, DecimalBack, base, |k: &DecimalBack| k.b, [0u8, 1, 10, 100], b, b_any);
    let base = |k: &DecimalBack| k.a == 1 && k.b == 10;
    let start = || DecimalBack::scan().a(1u16).b(10u8);
    ranges!(t, start(), 1, DecimalBack, base, |k: &DecimalBack| k.c, [false, true], c_in);
    t.done("decimal read from the back");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(buckets = 3, of(a.last(1))), separator = "_")]
struct BackToFront {
    #[rowkey(reverse_text, chars("ab"))]
    a: String,
    #[rowkey(pad(2, with = b'0'), reverse_text)]
    b: String,
    #[rowkey(reverse_text, desc)]
    c: Vec<u8>,
}

#[test]
fn text_back_to_front() {
    let (texts, numbers) = (texts("ab", 2), strings(&["", "1", "10", "01", "0", "é", "11", "111"]));
    let make = product!(texts, numbers, bytes(b"\0_\xFF", 2), |a, b, c| BackToFront { a, b, c });
    let mut t = Table::of(make);
    let all = |_: &BackToFront| true;
    let a = |k: &BackToFront| k.a.clone();
    equals!(t, BackToFront::scan(), 3, BackToFront, all, a, strings(&["", "a", "ab", "ba", "c"]), a, a_any);
    let base = |k: &BackToFront| k.a == "ab";
    let b = |k: &BackToFront| k.b.clone();
    equals!(t, BackToFront::scan().a("ab"), 1, BackToFront, base, b, numbers, b, b_any);
    let base = |k: &BackToFront| k.a == "ab" && k.b == "10";
    let c = |k: &BackToFront| k.c.clone();
    equals!(t, BackToFront::scan().a("ab").b("10"), 1, BackToFront, base, c, bytes(b"\0_\xFF", 2), c, c_any);
    let base = |k: &BackToFront| k.a == "a";
    filters!(t, BackToFront::scan().a("a"), BackToFront, base, c, bytes(b"\0_", 2), filter_c, filter_c_any);
    t.done("text back to front");
}

mod nested_numbers {
    use rowkey::RowKey;

    #[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Inner {
        #[rowkey(hex(2))]
        pub x: u8,
        #[rowkey(digits(5))]
        pub y: u16,
    }

    #[derive(RowKey, Debug, Clone, PartialEq)]
    pub struct Outer {
        #[rowkey(desc)]
        pub a: Inner,
        pub b: Option<Inner>,
    }
}

#[test]
fn nested_numbers_as_text() {
    use nested_numbers::{Inner, Outer};
    let inner: Vec<Inner> = product!([0u8, 9, 10, 255], [0u16, 99, u16::MAX], |x, y| Inner { x, y }).collect();
    let some: Vec<Option<Inner>> = [None].into_iter().chain(inner.iter().cloned().map(Some)).collect();
    let mut t = Table::of(product!(inner, some, |a, b| Outer { a, b }));
    let all = |_: &Outer| true;
    equals!(t, Outer::scan(), 1, Outer, all, |k: &Outer| k.a.clone(), inner, a, a_any);
    ranges!(t, Outer::scan(), 1, Outer, all, |k: &Outer| k.a.clone(), inner, a_in);
    let base = |k: &Outer| k.a == inner[4];
    ranges!(t, Outer::scan().a(&inner[4]), 1, Outer, base, |k: &Outer| k.b.clone(), some, b_in);
    t.done("nested numbers as text");
}

#[test]
fn filters_on_any_field() {
    let optional: Vec<Option<i8>> = [None].into_iter().chain(SIGNED.map(Some)).collect();
    let texts = bytes(&[0, 1, 0xFF], 2);
    let mut t = Table::of(product!(SMALL, optional, texts, |a, b, c| Descending { a, b, c }));
    let c = |k: &Descending| k.c.clone();
    let base = |k: &Descending| k.a == 7;
    filters!(t, Descending::scan().a(7u8), Descending, base, c, texts, filter_c, filter_c_any, filter_c_in);
    let odd = bytes(&[0, 1, 0xFF], 3)[10..20].to_vec();
    filters!(t, Descending::scan().a(7u8), Descending, base, c, odd, filter_c, filter_c_any, filter_c_in);
    let a = |k: &Descending| k.a;
    let base = |k: &Descending| k.a >= 7 && k.b.is_none();
    let start = || Descending::scan().filter_b(None).a_in(7u8..);
    filters!(t, start(), Descending, base, a, SMALL, filter_a, filter_a_any, filter_a_in);
    t.done("filters on descending fields");

    let mut t = Table::of(product!(texts, TIMES, |host, at| Padded { host, at }));
    let host = |k: &Padded| k.host.clone();
    let base = |k: &Padded| k.at < 0;
    let start = || Padded::scan().filter_at_in(..0i64);
    filters!(t, start(), Padded, base, host, bytes(&[0, 1, 0xFF], 2), filter_host, filter_host_any, filter_host_in);
    for value in &texts {
        // The salt's input is known by the filter, whichever comes first.
        run!(t, Padded::scan().filter_host(value), 1, |k: &Padded| k.host == *value);
        run!(t, Padded::scan().filter_host(value).host(&[1]), 1, |k: &Padded| k.host == *value && k.host == [1]);
        run!(t, Padded::scan().host_any([vec![1], vec![]]).filter_host(value), 2, |k: &Padded| {
            k.host == *value && [vec![1], vec![]].contains(&k.host)
        });
        run!(t, Padded::scan().host_starts_with(b"\x01").filter_host(value), 1, |k: &Padded| {
            k.host == *value && k.host.starts_with(b"\x01")
        });
    }
    let start = || Padded::scan().filter_at_in(0i64..);
    let base = |k: &Padded| k.at >= 0;
    starts!(t, start(), usize::MAX, Padded, base, host, bytes(&[0, 1, 0xFF], 3), filter_host_starts_with);
    t.done("filters on salted fields");

    let alphabet = [0, 1, 0xFF];
    let values = product!(bytes(&alphabet, 2), bytes(&alphabet, 2), [0u8, 0xFF], |a, b, c| Terminated { a, b, c });
    let mut t = Table::of(values.step_by(3));
    let (base, b) = (|k: &Terminated| k.c == 0, |k: &Terminated| k.b.clone());
    let start = || Terminated::scan().filter_c(0u8);
    filters!(t, start(), Terminated, base, b, bytes(&alphabet, 2), filter_b, filter_b_any, filter_b_in);
    starts!(t, start(), usize::MAX, Terminated, base, b, bytes(&alphabet, 2), filter_b_starts_with);
    t.done("filters on terminated fields");

    let mut t =
        Table::of(product!(self::texts("az", 2), SMALL, self::texts("a\0_", 2), |a, b, c| Separated { a, b, c }));
    let bounds = strings(&["", "a", "az", "aaa", "a_", "a_a", "a`", "a{", "aA", "_", "zz", "zza", "é"]);
    let a = |k: &Separated| k.a.clone();
    let all = |_: &Separated| true;
    filters!(t, Separated::scan(), Separated, all, a, bounds, filter_a, filter_a_any, filter_a_in);
    let c = |k: &Separated| k.c.clone();
    let base = |k: &Separated| k.b == 0xFF;
    let bounds = self::texts("a\0_", 2);
    let start = || Separated::scan().filter_b(0xFFu8);
    filters!(t, start(), Separated, base, c, bounds, filter_c, filter_c_any, filter_c_in);
    t.done("filters before separators");

    let values = product!(bytes(&[0, 7], 3), [0u8, 7], [vec![0u8], vec![7]], |a, b, c| (a, b, c));
    let mut t = Table::of(values.map(|(a, b, c)| Back { a, b, c, d: None }));
    let a = |k: &Back| k.a.clone();
    let base = |k: &Back| k.b == 7;
    let values = bytes(&[0, 7], 3);
    filters!(t, Back::scan().filter_b(7u8), Back, base, a, values, filter_a, filter_a_any, filter_a_in);
    t.done("filters on text read from the back");
}

#[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    #[code("s")]
    Small,
    #[code("m")]
    Medium,
    #[code("xl")]
    Huge,
}

/// A number as Java writes it, so that those below zero come last.
#[derive(Debug)]
struct Raw;

impl<'k> Codec<'k, i8> for Raw {
    const LANGUAGE: Language = Language::number(1, 0, 255).unordered();
    const INPUT: InputKind = InputKind::Number { per_second: 0, least: i8::MIN as i128 };
    type Error = Infallible;

    fn write<S: rowkey::Sink>(value: &i8, out: &mut S) -> Result<(), Infallible> {
        out.put(&value.to_be_bytes());
        Ok(())
    }

    fn read(element: Piece<'k, '_>) -> Result<i8, rowkey::ElementError> {
        Ok(i8::from_be_bytes(element.array()?))
    }

    fn input(value: &i8) -> Input<'_> {
        Input::Number(i128::from(*value))
    }
}

/// Fields that keys do not sort by, each for a reason of its own.
#[derive(RowKey, Debug, Clone, PartialEq)]
struct Unsorted {
    #[rowkey(unordered)]
    size: Size,
    #[rowkey(pad(3, with = b'0', left), chars("^0"), unordered)]
    left: String,
    #[rowkey(pad(2, with = b'b'), desc, chars("^b"), unordered)]
    right: String,
    #[rowkey(with = Raw, unordered)]
    number: i8,
    #[rowkey(unordered)]
    inner: Option<Rated>,
    #[rowkey(chars("!a"), separator = b"_", unordered)]
    open: String,
    last: u8,
}

#[derive(RowKey, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Rated {
    #[rowkey(pad(2, with = b' '), chars("^ "), unordered)]
    name: String,
    rating: u8,
    #[rowkey(unordered)]
    size: Option<Size2>,
}

#[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Size2 {
    #[code(9)]
    Nine,
    #[code(8)]
    Eight,
}

#[test]
fn filters_by_value_on_fields_that_do_not_sort() {
    let sizes = [Size::Small, Size::Medium, Size::Huge];
    let rated = |name: &str, rating, size| Some(Rated { name: name.into(), rating, size });
    let inner = [
        None,
        rated("a", 1, None),
        rated("a", 0, Some(Size2::Nine)),
        rated("a\x1F", 0, Some(Size2::Eight)),
        rated("", 0, Some(Size2::Nine)),
        rated("", 0, Some(Size2::Eight)),
    ];
    let (lefts, rights) = (["", "1", "12", "/3"], ["", "a", "c", "ac"]);
    let mut values = Vec::new();
    for (i, size) in sizes.into_iter().enumerate() {
        for (j, left) in lefts.into_iter().enumerate() {
            for (k, right) in rights.into_iter().enumerate() {
                let pick = i + 2 * j + 3 * k;
                values.push(Unsorted {
                    size,
                    left: left.into(),
                    right: right.into(),
                    number: [i8::MIN, -1, 0, 1, i8::MAX][pick % 5],
                    inner: inner[pick % 6].clone(),
                    open: ["", "!", "a", "a!", "aa"][(pick / 2) % 5].into(),
                    last: [0, b'_'][pick % 2],
                });
            }
        }
    }
    let mut t = Table::of(values);
    let base = |k: &Unsorted| k.last == 0;
    let start = || Unsorted::scan().filter_last(0u8);
    let get = |k: &Unsorted| k.size;
    filters!(t, start(), Unsorted, base, get, sizes, filter_size, filter_size_any, filter_size_in);
    // Bounds that are too long, end in the pad byte, or hold what the alphabet has not, fall where they fall as texts.
    let get = |k: &Unsorted| k.left.clone();
    let bounds = strings(&["", "1", "12", "01", "1234", "/", "é", "2"]);
    filters!(t, start(), Unsorted, base, get, bounds, filter_left, filter_left_any, filter_left_in);
    let get = |k: &Unsorted| k.right.clone();
    let bounds = strings(&["", "a", "b", "ab", "abc", "c", "ca", "\x1F"]);
    filters!(t, start(), Unsorted, base, get, bounds, filter_right, filter_right_any, filter_right_in);
    starts!(t, start(), usize::MAX, Unsorted, base, get, bounds, filter_right_starts_with);
    let get = |k: &Unsorted| k.number;
    filters!(t, start(), Unsorted, base, get, SIGNED, filter_number, filter_number_any, filter_number_in);
    let get = |k: &Unsorted| k.inner.clone();
    filters!(t, start(), Unsorted, base, get, inner, filter_inner, filter_inner_any, filter_inner_in);
    let get = |k: &Unsorted| k.open.clone();
    let bounds = strings(&["", "!", "a", "a!", "aa", "a_", "_", "b"]);
    filters!(t, start(), Unsorted, base, get, bounds, filter_open, filter_open_any, filter_open_in);
    starts!(t, start(), usize::MAX, Unsorted, base, get, bounds, filter_open_starts_with);
    // A bound that has no place among the values of a nested key.
    let none = Some(Rated { name: "abc".into(), rating: 0, size: None });
    let error = Unsorted::scan().filter_inner_in(none..).plan().unwrap_err();
    assert!(matches!(error, rowkey::ScanError::Bound { field: "inner", .. }), "{error}");
    let plan = Unsorted::scan().filter_size_in(Size::Medium..).filter_left_in(.."1").plan().unwrap();
    let text = plan.explain().to_string();
    assert!(text.contains("then keeps size from Medium\n  then keeps left below \"1\"\n"), "{text}");
    t.done("filters by value");
}

/// The forms of old tables that sort by nothing but their values.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "_")]
struct Written {
    #[rowkey(decimal)]
    number: i8,
    #[rowkey(decimal)]
    wide: u128,
    #[rowkey(raw)]
    float: f32,
    #[rowkey(reverse_text, chars("a-c"))]
    turned: String,
    #[rowkey(reverse_ts, decimal)]
    at: i64,
}

#[test]
fn filters_by_value_on_what_is_written_as_text() {
    let (wides, floats, turned) =
        ([0, 9, 10, u128::MAX], [f32::NEG_INFINITY, -1.5, -0.5, 0.5, 1.5], ["", "a", "ab", "ba", "c"]);
    let values = product!(SIGNED, wides, floats, |number, wide, float| {
        let pick = (number as u8 as usize) + wide as usize % 7 + float.to_bits() as usize % 11;
        Written { number, wide, float, turned: turned[pick % 5].into(), at: TIMES[pick % 6] }
    });
    let mut t = Table::of(values.clone());
    let all = |_: &Written| true;
    let scan = Written::scan;
    filters!(
        t,
        scan(),
        Written,
        all,
        |k: &Written| k.number,
        SIGNED,
        filter_number,
        filter_number_any,
        filter_number_in
    );
    filters!(t, scan(), Written, all, |k: &Written| k.wide, wides, filter_wide, filter_wide_any, filter_wide_in);
    for low in floats {
        let plan = scan().filter_float_in(low..).plan().unwrap();
        for value in values.clone() {
            assert_eq!(
                plan.matches(&value.encode().unwrap()),
                value.float.total_cmp(&low).is_ge(),
                "{value:?} from {low}"
            );
        }
    }
    let bounds = strings(&["", "a", "ab", "ba", "c", "b", "d", "A"]);
    let get = |k: &Written| k.turned.clone();
    filters!(t, scan(), Written, all, get, bounds, filter_turned, filter_turned_any, filter_turned_in);
    filters!(t, scan(), Written, all, |k: &Written| k.at, TIMES, filter_at, filter_at_any, filter_at_in);
    t.done("filters by value on what is written as text");
}

/// A number whose codec cannot write it above 100; it says that such a number is above all others.
#[derive(Debug)]
struct Share;

impl<'k> rowkey::codec::Codec<'k, Percent> for Share {
    const LANGUAGE: rowkey::language::Language = rowkey::language::Language::number(1, 0, 100);
    type Error = rowkey::ValueError;

    fn write<S: rowkey::Sink>(value: &Percent, out: &mut S) -> Result<(), rowkey::ValueError> {
        if value.0 < 0 || value.0 > 100 {
            return Err(rowkey::ValueError::Other("no share"));
        }
        out.put(&[value.0 as u8]);
        Ok(())
    }

    fn read(element: rowkey::codec::Piece<'k, '_>) -> Result<Percent, rowkey::ElementError> {
        let [percent] = element.array()?;
        if percent > 100 { Err(rowkey::ElementError::Other("no share")) } else { Ok(Percent(i16::from(percent))) }
    }

    fn place<S: rowkey::Sink>(value: &Percent, out: &mut S) -> Result<rowkey::codec::Place, rowkey::ValueError> {
        match value.0 {
            ..0 => Ok(rowkey::codec::Place::Below),
            101.. => Ok(rowkey::codec::Place::Above),
            percent => {
                out.put(&[percent as u8]);
                Ok(rowkey::codec::Place::At)
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Percent(i16);

impl<'k> rowkey::codec::Codec<'k> for Percent {
    const LANGUAGE: rowkey::language::Language = <Share as rowkey::codec::Codec<'k, Self>>::LANGUAGE;
    type Error = rowkey::ValueError;

    fn write<S: rowkey::Sink>(value: &Self, out: &mut S) -> Result<(), rowkey::ValueError> {
        Share::write(value, out)
    }

    fn read(element: rowkey::codec::Piece<'k, '_>) -> Result<Self, rowkey::ElementError> {
        Share::read(element)
    }

    fn place<S: rowkey::Sink>(value: &Self, out: &mut S) -> Result<rowkey::codec::Place, rowkey::ValueError> {
        Share::place(value, out)
    }
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Shares {
    #[rowkey(with = Share)]
    a: Percent,
    b: Option<Percent>,
    #[rowkey(desc)]
    c: Option<Percent>,
    d: u8,
}

#[test]
fn bounds_beyond_all_that_a_codec_can_write() {
    let shares = [0, 1, 100].map(Percent);
    let optional: Vec<Option<Percent>> = [None].into_iter().chain(shares.map(Some)).collect();
    let mut t = Table::of(product!(shares, optional, optional, |a, b, c| Shares { a, b, c, d: 0 }));
    let bounds = [-1, 0, 1, 100, 101].map(Percent);
    let all = |_: &Shares| true;
    ranges!(t, Shares::scan(), 1, Shares, all, |k: &Shares| k.a, bounds, a_in);
    equals!(t, Shares::scan(), 1, Shares, all, |k: &Shares| k.a, bounds, a, a_any);
    let bounds: Vec<Option<Percent>> = [None].into_iter().chain(bounds.map(Some)).collect();
    let base = |k: &Shares| k.a == Percent(1);
    ranges!(t, Shares::scan().a(Percent(1)), 1, Shares, base, |k: &Shares| k.b, bounds, b_in);
    let base = |k: &Shares| k.a == Percent(1) && k.b.is_none();
    ranges!(t, Shares::scan().a(Percent(1)).b(None), 1, Shares, base, |k: &Shares| k.c, bounds, c_in);
    t.done("bounds beyond");
}

#[test]
fn errors_pass_through_and_do_not_count_against_the_limit() {
    let t = Table::of(product!(bytes(&[0, 1, 0xFF], 2), TIMES, |host, at| Padded { host, at }));
    let read = |range: KeyRange| {
        let keys = t.read(&range, false).into_iter().map(Ok::<Vec<u8>, &str>);
        keys.chain([Err("down")]).collect::<Vec<_>>()
    };
    let plan = Padded::scan().plan().unwrap();
    let rows: Vec<_> = plan.merge(read).collect();
    assert_eq!(rows.iter().filter(|row| row.is_err()).count(), 3, "one at the end of each of 3 ranges");
    assert_eq!(rows.iter().filter_map(|row| row.clone().ok()).collect::<Vec<_>>(), t.order);
    let rows: Vec<_> = plan.unordered(read).collect();
    assert_eq!(rows.iter().filter(|row| row.is_err()).count(), 3);

    let broken = |_: KeyRange| vec![Err::<Vec<u8>, _>("down")];
    let plan = Padded::scan().limit(1).plan().unwrap();
    assert_eq!(plan.merge(broken).count(), 3, "no row was given, so the limit is not reached");
}

#[test]
fn a_range_that_is_used_up_holds_nothing() {
    let mut range = 1u8..=7;
    assert_eq!(range.by_ref().count(), 7);
    assert_eq!(Late::scan().a_in(1u8..=7).plan().unwrap().ranges().len(), 2);
    assert_eq!(Late::scan().a_in(range).plan().unwrap().ranges().len(), 0);
}

/// A bool that is small, and a number that a view makes small.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 11, of(kind, at.div(10))))]
struct Tens {
    kind: bool,
    at: i8,
}

/// The same, the other way around in the key.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xxh3, buckets = 9, of(at.div(20), kind), digits(2)), separator = "_", prefix = b"\xFF")]
struct Twenties {
    #[rowkey(desc)]
    at: i8,
    kind: bool,
}

/// `f_in` between every two bounds, of a query that binds one combination of values.
macro_rules! pairs {
    ($table:ident, $query:expr, $key:ty, $base:expr, $get:expr, $bounds:expr, $in:ident) => {{
        let base: &dyn Fn(&$key) -> bool = &$base;
        for a in $bounds.iter().cloned() {
            for b in $bounds.iter().cloned() {
                for (low, high) in [
                    (Included(a.clone()), Excluded(b.clone())),
                    (Included(a.clone()), Included(b.clone())),
                    (Excluded(a.clone()), Excluded(b.clone())),
                    (Excluded(a.clone()), Included(b.clone())),
                ] {
                    let asked = (low.clone(), high.clone());
                    run!($table, $query.$in(asked.clone()), usize::MAX, 1, |key: &$key| base(key)
                        && between(&low, &high, &$get(key)));
                }
            }
        }
    }};
}

/// The same, and with one bound or none.
macro_rules! listed {
    ($table:ident, $query:expr, $key:ty, $base:expr, $get:expr, $bounds:expr, $in:ident) => {{
        let base: &dyn Fn(&$key) -> bool = &$base;
        pairs!($table, $query, $key, base, $get, $bounds, $in);
        run!($table, $query.$in(..), usize::MAX, 1, |key: &$key| base(key));
        for a in $bounds.iter().cloned() {
            run!($table, $query.$in(a.clone()..), usize::MAX, 1, |key: &$key| base(key) && $get(key) >= a);
            run!($table, $query.$in(..a.clone()), usize::MAX, 1, |key: &$key| base(key) && $get(key) < a);
            run!($table, $query.$in(..=a.clone()), usize::MAX, 1, |key: &$key| base(key) && $get(key) <= a);
        }
    }};
}

#[test]
fn ranges_of_inputs_are_listed() {
    let ats: Vec<i8> = (i8::MIN..=i8::MAX).collect();
    let bounds = [i8::MIN, -127, -100, -31, -30, -1, 0, 9, 10, 11, 126, i8::MAX];
    let mut t = Table::dense(product!([false, true], ats, |kind, at| Tens { kind, at }));
    let at = |k: &Tens| k.at;
    for kind in [false, true] {
        listed!(t, Tens::scan().kind(kind), Tens, |k: &Tens| k.kind == kind, at, bounds, at_in);
    }
    let any = || Tens::scan().kind_any([true, false]);
    for low in bounds {
        for high in bounds {
            run!(t, any().at_in(low..high), usize::MAX, 2, |k: &Tens| (low..high).contains(&k.at));
            run!(t, Tens::scan().filter_at_in(low..=high), usize::MAX, 1, |k: &Tens| (low..=high).contains(&k.at));
            let tail = Tens::scan().filter_at_in(low..0).kind(true).at_in(..high);
            run!(t, tail, usize::MAX, 1, |k: &Tens| k.kind && k.at < high && (low..0).contains(&k.at));
        }
    }
    // All values of an input that is not bound are few.
    equals!(t, Tens::scan(), 11, Tens, |_: &Tens| true, |k: &Tens| k.kind, [false, true], kind, kind_any);
    run!(t, Tens::scan(), 11, 1, |_: &Tens| true);
    assert!(t.listed > 1_000);
    assert_eq!(Tens::scan().kind(true).at_in(-3i8..=9).plan().unwrap().ranges().len(), 2, "-1 and 0");
    assert_eq!(Tens::scan().kind(true).at_in(0i8..10).plan().unwrap().ranges().len(), 1, "0, and not 1");
    assert_eq!(Tens::scan().kind(true).at_in(0i8..11).plan().unwrap().ranges().len(), 2, "0 and 1");
    t.done("ranges of inputs");

    let mut t = Table::dense(product!(ats, [false, true], |at, kind| Twenties { at, kind }));
    listed!(t, Twenties::scan(), Twenties, |_: &Twenties| true, |k: &Twenties| k.at, bounds, at_in);
    let base = |k: &Twenties| k.kind;
    listed!(t, Twenties::scan().filter_kind(true), Twenties, base, |k: &Twenties| k.at, bounds, at_in);
    equals!(t, Twenties::scan(), 2, Twenties, |_: &Twenties| true, |k: &Twenties| k.at, bounds, at, at_any);
    assert!(t.listed > 1_000);
    t.done("ranges of descending inputs");
}

/// Inputs of every kind of element that can be counted through, with nothing taken of them.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xxh3, buckets = 100, of(a, b, c, d)))]
struct Small {
    #[rowkey(unordered, desc)]
    a: Shop,
    #[rowkey(digits(3))]
    b: u8,
    #[rowkey(desc)]
    c: Option<bool>,
    d: Option<NonZero<i8>>,
}

#[test]
fn small_inputs_are_listed() {
    let shops = [Shop::A, Shop::Ba, Shop::Last];
    let flags = [None, Some(false), Some(true)];
    // A zero would stand between -1 and 1, and is none.
    let around: Vec<Option<NonZero<i8>>> = [None].into_iter().chain([-3, -2, -1, 1, 2, 3].map(NonZero::new)).collect();
    let values = product!(shops, [0u8, 7, 8, 9, 254, 255], flags, |a, b, c| (a, b, c));
    let mut t =
        Table::dense(values.flat_map(|(a, b, c)| around.clone().into_iter().map(move |d| Small { a, b, c, d })));
    let base = |k: &Small| k.a == Shop::Ba;
    let start = || Small::scan().a(Shop::Ba).filter_c(None).filter_d(None);
    pairs!(
        t,
        start(),
        Small,
        |k: &Small| base(k) && k.c.is_none() && k.d.is_none(),
        |k: &Small| k.b,
        [7u8, 8, 9],
        b_in
    );
    let start = || Small::scan().a(Shop::Ba).b(7).filter_d(None);
    listed!(t, start(), Small, |k: &Small| base(k) && k.b == 7 && k.d.is_none(), |k: &Small| k.c, flags, c_in);
    let base = |k: &Small| base(k) && k.b == 7 && k.c == Some(true);
    pairs!(t, Small::scan().a(Shop::Ba).b(7).c(Some(true)), Small, base, |k: &Small| k.d, around[1..], d_in);
    // Codes and flags that are not bound: 9 combinations.
    let open = Small::scan().filter_b(9).filter_d(None);
    run!(t, open, 9, 1, |k: &Small| k.b == 9 && k.d.is_none());
    // Any flag with each of two numbers.
    let open = || Small::scan().a(Shop::A).b_any([7, 9]).filter_d(None);
    run!(t, open(), 6, 2, |k: &Small| k.a == Shop::A && [7, 9].contains(&k.b) && k.d.is_none());
    assert!(t.listed > 100);
    t.done("small inputs");
}

/// Sixteen values of all times, most of them far away.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(modulo, buckets = 7, of(at.div(1_i128 << 60))), separator = "/")]
struct Ages {
    #[rowkey(chars("a-b"), desc, separator = b"\xFF")]
    host: String,
    #[reverse_ts]
    at: i64,
}

#[test]
fn views_of_far_ends_are_listed() {
    let edges: Vec<i64> = (-8..8).map(|age| age << 60).collect();
    let times = edges.iter().flat_map(|&at| [at, at + 1, at + 2, at + ((1 << 60) - 2), at + ((1 << 60) - 1)]);
    let times: Vec<i64> = times.collect();
    let mut t = Table::dense(product!(["", "a", "ab"], times, |host, at| Ages { host: host.into(), at }));
    let bounds =
        [i64::MIN, i64::MIN + 1, (-1 << 60) - 1, -1 << 60, 0, 1, (3 << 60) - 1, 3 << 60, i64::MAX - 1, i64::MAX];
    listed!(t, Ages::scan().host("a"), Ages, |k: &Ages| k.host == "a", |k: &Ages| k.at, bounds, at_in);
    // The text before the range is not bound, and gives nothing.
    run!(t, Ages::scan().host_starts_with("a"), 7, 1, |k: &Ages| k.host.starts_with('a'));
    run!(t, Ages::scan().filter_at(0), 2, 1, |k: &Ages| k.at == 0);
    assert!(t.listed > 300);
    t.done("far ends");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(modulo, buckets = 7, of(at.div(10)), was(5)))]
struct Grown {
    at: i8,
}

#[test]
fn rows_of_both_generations_are_listed() {
    for (low, high) in [(-128i8, -100), (-30, 31), (0, 9), (0, 10), (0, 11), (9, 10), (100, 127), (5, 5)] {
        let plan = Grown::scan().at_in(low..=high).plan().unwrap();
        let ranges: Vec<KeyRange> = plan.ranges().collect();
        let mut held = vec![false; ranges.len()];
        for at in i8::MIN..=i8::MAX {
            for key in (Grown { at }).keys_of_all_generations().unwrap() {
                let found: Vec<usize> = (0..ranges.len()).filter(|&range| ranges[range].contains(&key)).collect();
                assert_eq!(found.len(), usize::from((low..=high).contains(&at)), "{at} in {low}..={high}");
                found.iter().for_each(|&range| held[range] = true);
            }
        }
        assert!(held.iter().all(|held| *held), "{low}..={high}: {ranges:?}");
    }
}

/// A number that is written as itself but for a few: 99, 100 and 101 stand between 0 and 1.
#[derive(Debug)]
struct Shuffled;

impl<'k> rowkey::codec::Codec<'k, u8> for Shuffled {
    const LANGUAGE: rowkey::language::Language = rowkey::language::Language::number(1, 0, 255).unordered();
    const INPUT: rowkey::codec::InputKind = rowkey::codec::InputKind::Number { per_second: 0, least: 0 };
    type Error = std::convert::Infallible;

    fn write<S: rowkey::Sink>(value: &u8, out: &mut S) -> Result<(), Self::Error> {
        const SHUFFLED: [(u8, u8); 7] = [(99, 1), (100, 2), (101, 3), (1, 4), (4, 99), (2, 100), (3, 101)];
        out.put(&[SHUFFLED.iter().find(|pair| pair.0 == *value).map_or(*value, |pair| pair.1)]);
        Ok(())
    }

    fn read(element: rowkey::codec::Piece<'k, '_>) -> Result<u8, rowkey::ElementError> {
        let [byte] = element.array()?;
        Ok(match byte {
            1..=3 => byte + 98,
            4 => 1,
            99 => 4,
            100 | 101 => byte - 98,
            byte => byte,
        })
    }

    fn input(value: &u8) -> rowkey::codec::Input<'_> {
        rowkey::codec::Input::Number(i128::from(*value))
    }
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 67, of(a, b.div(3))))]
struct Mixed {
    a: bool,
    #[rowkey(with = Shuffled, unordered)]
    b: u8,
}

#[test]
fn values_in_no_order_are_listed_one_by_one() {
    let mut t = Table::dense(product!([false, true], (0..=255u8).collect::<Vec<_>>(), |a, b| Mixed { a, b }));
    for _ in 0..50 {
        run!(t, Mixed::scan().a(true), 67, 1, |k: &Mixed| k.a);
        run!(t, Mixed::scan().filter_a(false), 67, 1, |k: &Mixed| !k.a);
        run!(t, Mixed::scan(), 67, 1, |_: &Mixed| true);
    }
    t.done("values in no order");
}

/// A date as text: not every element that looks like one is one.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 40, of(day.year_month)), separator = "_")]
struct Days {
    shop: bool,
    #[rowkey(time("%Y-%m-%d"))]
    day: Date,
}

/// Months of minutes, newest first.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xxh3, buckets = 50, of(at.year_month_day)))]
struct Minutes {
    #[rowkey(time("%Y-%m-%d %H:%M"), desc)]
    at: DateTime,
}

/// Months of instants.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(md5, buckets = 50, of(at.hour, kind)))]
struct Hours {
    #[reverse_ts]
    at: Timestamp,
    kind: bool,
}

#[test]
fn calendar_views_are_listed() {
    let first = jiff::civil::date(2015, 12, 30);
    let days: Vec<Date> = first.series(1.day()).take(500).collect();
    let mut t = Table::dense(product!([false, true], days, |shop, day| Days { shop, day }));
    let bounds =
        [(2015, 12, 31), (2016, 1, 1), (2016, 2, 28), (2016, 2, 29), (2016, 3, 1), (2016, 12, 31), (2017, 2, 28)];
    let bounds = bounds.map(|(year, month, day)| jiff::civil::date(year, month, day));
    for low in bounds {
        for high in bounds {
            let start = || Days::scan().shop(true);
            run!(t, start().day_in(low..high), usize::MAX, 1, |k: &Days| k.shop && (low..high).contains(&k.day));
            run!(t, start().day_in(low..=high), usize::MAX, 1, |k: &Days| k.shop && (low..=high).contains(&k.day));
            let above = (Excluded(low), Excluded(high));
            run!(t, start().day_in(above), usize::MAX, 1, |k: &Days| k.shop && low < k.day && k.day < high);
        }
    }
    let months = |low, high| Days::scan().shop(true).day_in(low..high).plan().unwrap().ranges().len();
    assert_eq!((months(bounds[1], bounds[3]), months(bounds[1], bounds[4]), months(bounds[3], bounds[5])), (2, 2, 11));
    assert!(t.listed > 100);
    t.done("months of days");

    let minutes = first.at(0, 0, 0, 0).series(720.minutes()).take(400);
    let ends = minutes.clone().map(|at| at.checked_sub(1.minute()).unwrap());
    let mut t = Table::dense(minutes.chain(ends).map(|at| Minutes { at }));
    let bounds = [(2015, 12, 31), (2016, 1, 1), (2016, 2, 28), (2016, 2, 29), (2016, 3, 1), (2016, 3, 2)];
    let bounds = bounds.map(|(year, month, day)| jiff::civil::date(year, month, day).at(0, 0, 0, 0));
    for low in bounds {
        for high in bounds {
            run!(t, Minutes::scan().at_in(low..high), 50, 1, |k: &Minutes| (low..high).contains(&k.at));
            run!(t, Minutes::scan().at_in(low..=high), 50, 1, |k: &Minutes| (low..=high).contains(&k.at));
            let above = (Excluded(low), Included(high));
            run!(t, Minutes::scan().at_in(above), 50, 1, |k: &Minutes| low < k.at && k.at <= high);
        }
    }
    assert!(t.listed > 90);
    t.done("days of minutes");

    let hours = |hour: i64, plus: i64| Timestamp::from_millisecond(hour * 3_600_000 + plus).unwrap();
    let times: Vec<Timestamp> = (-20..20).flat_map(|hour| [0, 1, 3_599_999].map(|plus| hours(hour, plus))).collect();
    let mut t = Table::dense(product!(times, [false, true], |at, kind| Hours { at, kind }));
    let bounds = [hours(-7, 0), hours(-7, 1), hours(-6, 0), hours(0, 0), hours(5, 3_599_999), hours(6, 0)];
    for low in bounds {
        for high in bounds {
            run!(t, Hours::scan().at_in(low..high), 50, 1, |k: &Hours| (low..high).contains(&k.at));
            run!(t, Hours::scan().at_in(low..=high), 50, 1, |k: &Hours| (low..=high).contains(&k.at));
            let query = Hours::scan().at_in(low..high).filter_kind(true);
            run!(t, query, 50, 1, |k: &Hours| (low..high).contains(&k.at) && k.kind);
        }
    }
    assert!(t.listed > 90);
    t.done("hours of instants");
}

/// The first characters of a text, and what follows.
#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xor, buckets = 13, of(at.without("-").first(6).int)), separator = "_")]
struct OldDates {
    #[rowkey(chars("-0-9"), unordered)]
    at: String,
    last: u8,
}

#[test]
fn a_text_is_known_by_its_start_where_the_salt_looks_no_further() {
    let days = ["2017-11-2", "2017-11-20", "2017-12-01", "201711-2", "2017112", "2018-01-1", "2017-1-12", "20-17-11"];
    let mut t = Table::of(product!(days, [0u8, 1, 2], |at, last| OldDates { at: at.into(), last }));
    let at = |k: &OldDates| k.at.clone();
    let starts = ["2017-11", "2017-11-", "2017-11-2", "201711", "20-17-11", "2017-1", "2017", "2017-1-1", "-", "x", ""];
    starts!(t, OldDates::scan(), 13, OldDates, |_: &OldDates| true, at, starts, at_starts_with);
    let ranges = |start: &str| OldDates::scan().at_starts_with(start).plan().unwrap().ranges().len();
    assert_eq!(starts.map(ranges), [1, 1, 1, 1, 1, 13, 13, 1, 13, 0, 13]);
}

/// Salted by both fields, which have no names.
#[derive(RowKey)]
#[rowkey(salt(buckets = 3, of(0, 1)))]
struct Unnamed(u8, u16);

#[test]
fn a_plan_says_which_inputs_of_the_salt_are_not_known() {
    let says = |plan: Result<ScanPlan, rowkey::ScanError>, text: &str| {
        let said = plan.unwrap().explain().to_string();
        assert!(said.contains(text), "{said}");
    };
    says(Unnamed::scan().plan(), "all 3 buckets: xxh3 of 0, 1; 0 is not bound, 1 is not bound");
    says(Unnamed::scan()._0(1).plan(), "all 3 buckets: xxh3 of 0, 1; 0 is bound, 1 is not bound");
    says(Unnamed::scan()._0_in(1..2).filter_1_any([1]).plan(), "xxh3 of 0, 1; 0 is not bound, 1 is not bound");
    says(Unnamed::scan().filter_1(1).plan(), "all 3 buckets: xxh3 of 0, 1; 0 gives 256 values, 1 is bound");
    says(Unnamed::scan()._0_in(1..2).filter_1(1).plan(), "of 3: xxh3 of 0, 1; 0 gives 1 value, 1 is bound");
    says(Unnamed::scan()._0(1)._1_in(7..=300).plan(), "all 3 buckets: xxh3 of 0, 1; 0 is bound, 1 gives 294 values");
    says(Unnamed::scan()._0(1).filter_1(1).plan(), "of 3: xxh3 of 0, 1 is known");
    says(Unnamed::scan()._0_any([1, 2])._1_any([1]).plan(), "of 3: xxh3 of 0, 1 is known");
}

#[test]
fn what_has_no_plan() {
    let error = Padded::scan().bucket(3).plan().unwrap_err();
    assert_eq!(error, rowkey::ScanError::Bucket { key: "Padded", found: 3, buckets: 3 });
    let error = Numbers::scan().bucket(0).plan().unwrap_err();
    assert_eq!(error, rowkey::ScanError::Bucket { key: "Numbers", found: 0, buckets: 0 });
    let all: Vec<i64> = (0..100).collect();
    let error = Padded::scan().max_ranges(99).host(&[1]).at_any(all.clone()).plan().unwrap_err();
    assert_eq!(error, rowkey::ScanError::TooManyRanges { key: "Padded", found: 100, most: 99 });
    assert_eq!(Padded::scan().max_ranges(100).host(&[1]).at_any(all).plan().unwrap().ranges().len(), 100);
    // In any order, up to a number that is kept until the plan is made.
    let many = || Padded::scan().host(&[1]).at_any(0..5_000);
    assert_eq!(many().max_ranges(5_000).plan().unwrap().ranges().len(), 5_000);
    assert!(matches!(many().plan(), Err(rowkey::ScanError::TooManyRanges { found: 5_000, most: 4_096, .. })));
    let error = Padded::scan().host(&[1]).at_any(0..65_537).max_ranges(100_000).plan().unwrap_err();
    assert!(matches!(error, rowkey::ScanError::TooManyRanges { found: 65_537, most: 65_536, .. }));
    let error = TwoInputs::scan().max_ranges(299).plan().unwrap_err();
    assert_eq!(error, rowkey::ScanError::TooManyRanges { key: "TwoInputs", found: 300, most: 299 });
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(separator = "_", salt(xor, buckets = 3, of(at.year_month, turned.hour)))]
struct Dated {
    #[rowkey(time("%Y-%m-%d %H:%M"))]
    at: DateTime,
    #[rowkey(time("%Y%j", offset = "-03:30"), desc)]
    turned: Timestamp,
}

/// Finer than a minute, in other months, and beyond the years that are written.
fn bounds() -> Vec<DateTime> {
    let texts = [
        "-000001-12-31T23:59",
        "0000-01-01T00:00",
        "2017-11-30T23:59:59.999999999",
        "2017-12-01T00:00",
        "2017-12-01T00:00:00.000000001",
        "2017-12-01T00:01",
        "2018-01-01T00:00",
        "9999-12-31T23:59",
        "9999-12-31T23:59:59",
    ];
    texts.map(|text| text.parse().unwrap()).to_vec()
}

#[test]
fn dates() {
    let instants = |texts: [&str; 8]| texts.map(|text| text.parse::<Timestamp>().unwrap()).to_vec();
    // Only those at midnight in the offset can be written, and only those in years of four digits.
    let days = instants([
        "-000001-12-31T03:30:00Z",
        "0000-01-01T03:30:00Z",
        "2017-12-01T03:30:00Z",
        "2017-12-01T03:30:01Z",
        "2017-12-02T03:29:59Z",
        "2017-12-02T03:30:00Z",
        "2018-01-01T03:30:00Z",
        "9999-12-30T03:30:00Z",
    ]);
    let minutes: Vec<DateTime> = bounds();
    let mut t = Table::of(product!(minutes, days, |at, turned| Dated { at, turned }));
    let all = |_: &Dated| true;
    let (at, turned) = (|k: &Dated| k.at, |k: &Dated| k.turned);
    equals!(t, Dated::scan(), 3, Dated, all, at, bounds(), at, at_any);
    ranges!(t, Dated::scan(), 3, Dated, all, at, bounds(), at_in);
    filters!(t, Dated::scan(), Dated, all, turned, days, filter_turned, filter_turned_any, filter_turned_in);
    let day = bounds()[3];
    let base = |k: &Dated| k.at == day;
    equals!(t, Dated::scan().at(day), 1, Dated, base, turned, days, turned, turned_any);
    ranges!(t, Dated::scan().at(day), 3, Dated, base, turned, days, turned_in);
    t.done("dates");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Counts {
    #[rowkey(time(secs), desc)]
    at: DateTime,
    #[rowkey(time(millis))]
    since: u64,
}

#[test]
fn counts_of_seconds() {
    let values = [0, 1, i64::MAX as u64, 1 << 63, u64::MAX];
    let mut t = Table::of(product!(bounds(), values, |at, since| Counts { at, since }));
    let all = |_: &Counts| true;
    equals!(t, Counts::scan(), 1, Counts, all, |k: &Counts| k.at, bounds(), at, at_any);
    ranges!(t, Counts::scan(), 1, Counts, all, |k: &Counts| k.at, bounds(), at_in);
    let day = bounds()[3];
    let base = |k: &Counts| k.at == day;
    equals!(t, Counts::scan().at(day), 1, Counts, base, |k: &Counts| k.since, values, since, since_any);
    ranges!(t, Counts::scan().at(day), 1, Counts, base, |k: &Counts| k.since, values, since_in);
    t.done("counts of seconds");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct DateOfEuropeans {
    #[rowkey(time("%d.%m.%Y"), unordered)]
    day: Date,
    id: u8,
}

#[test]
fn dates_in_no_order() {
    let days: Vec<Date> = bounds().into_iter().map(DateTime::date).chain([Date::MIN, Date::MAX]).collect();
    let mut distinct = days.clone();
    distinct.sort();
    distinct.dedup();
    let mut t = Table::of(product!(distinct, SMALL, |day, id| DateOfEuropeans { day, id }));
    let all = |_: &DateOfEuropeans| true;
    equals!(t, DateOfEuropeans::scan(), 1, DateOfEuropeans, all, |k: &DateOfEuropeans| k.day, distinct, day, day_any);
    let get = |k: &DateOfEuropeans| k.day;
    filters!(t, DateOfEuropeans::scan(), DateOfEuropeans, all, get, days, filter_day, filter_day_any, filter_day_in);
    let base = |k: &DateOfEuropeans| k.day == days[3];
    ranges!(
        t,
        DateOfEuropeans::scan().day(days[3]),
        1,
        DateOfEuropeans,
        base,
        |k: &DateOfEuropeans| k.id,
        SMALL,
        id_in
    );
    t.done("dates in no order");
}
