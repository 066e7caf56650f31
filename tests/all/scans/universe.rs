//! What the tests of scans share: universes of typed values, and the queries over them that `brute_force` checks.

use brute_force::Keys;
pub use brute_force::QueryForm;
use rowkey::{KeyCode, RowKey, ScanPlan};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
pub use std::ops::Bound::{self, Excluded, Included, Unbounded};

/// Every value of a small universe.
pub struct Table<K> {
    /// In the order of their keys.
    pub values: Vec<K>,
    pub keys: Keys,
}

impl<K: RowKey + Debug> Table<K> {
    pub fn of(values: impl IntoIterator<Item = K>) -> Self {
        let mut values: Vec<Option<K>> = values.into_iter().map(Some).collect();
        let (mut places, mut rows) = (BTreeMap::new(), BTreeMap::new());
        for (place, value) in values.iter().enumerate() {
            let value = value.as_ref().unwrap();
            if let Ok(key) = value.encode() {
                let key = key.as_ref().to_vec();
                if let Some(other) = places.insert(key.clone(), place) {
                    panic!("{value:?} and {:?} have one key", values[other]);
                }
                let shown = (format!("{value:?}"), K::explain(&key).parts().to_vec());
                rows.insert(key, shown);
            }
        }
        let values = places.into_values().map(|place| values[place].take().unwrap()).collect();
        Self { values, keys: Keys::of(K::LAYOUT, rows) }
    }

    pub fn dense(values: impl IntoIterator<Item = K>) -> Self {
        let Self { values, keys } = Self::of(values);
        Self { values, keys: keys.dense() }
    }

    /// As `Keys::run`, of the values that a query wants.
    pub fn run(
        &mut self,
        plan: &dyn Fn(QueryForm) -> ScanPlan,
        most: usize,
        paths: usize,
        wants: &dyn Fn(&K) -> bool,
        what: &str,
    ) {
        let mut wanted = BTreeSet::new();
        for (key, value) in self.keys.rows.keys().zip(&self.values) {
            if wants(value) {
                wanted.insert(key.clone());
            }
        }
        self.keys.run(plan, most, paths, &wanted, what);
    }

    pub fn done(self, name: &str) {
        self.keys.done(name);
    }
}

/// Whether a value is between two bounds, in natural order.
pub fn between<T: Ord>(low: &Bound<T>, high: &Bound<T>, value: &T) -> bool {
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

/// Runs a query. With `most`, there may be no more ranges; with `paths`, in no bucket more than these.
macro_rules! run {
    ($table:ident, $query:expr, $wants:expr) => {
        run!($table, $query, usize::MAX, $wants)
    };
    ($table:ident, $query:expr, $most:expr, $wants:expr) => {
        run!($table, $query, $most, usize::MAX, $wants)
    };
    ($table:ident, $query:expr, $most:expr, $paths:expr, $wants:expr) => {{
        let query = $query;
        let plan = |asked: $crate::scans::universe::QueryForm| {
            use $crate::scans::universe::QueryForm;
            let query = query.clone();
            let plan = match asked {
                QueryForm::Whole => query.plan(),
                QueryForm::Limit(rows) | QueryForm::Page(rows, None) => query.limit(rows).plan(),
                QueryForm::Page(rows, Some(cursor)) => query.limit(rows).resume(Some(cursor)).plan(),
                QueryForm::Bucket(bucket) => query.bucket(bucket).plan(),
            };
            plan.unwrap().into_untyped()
        };
        $table.run(&plan, $most, $paths, &$wants, stringify!($query));
    }};
}

/// `f(v)` for every value, and `f(one_of(..))` for every single value, every pair, all, none, and with repeats.
macro_rules! equals {
    ($table:ident, $query:expr, $most:expr, $key:ty, $base:expr, $get:expr, $values:expr, $f:ident) => {{
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
            run!($table, $query.$f(rowkey::one_of(set.clone())), most, |key: &$key| base(key)
                && set.contains(&$get(key)));
        }
    }};
}

/// Every range with these bounds.
pub fn every_range<T: Clone>(bounds: &[T]) -> Vec<(Bound<T>, Bound<T>)> {
    let each = || bounds.iter().cloned();
    let ends: Vec<_> = each().map(Included).chain(each().map(Excluded)).chain([Unbounded]).collect();
    ends.iter().flat_map(|low| ends.iter().map(|high| (low.clone(), high.clone()))).collect()
}

/// `f(range)` for every range with these bounds, and `f(one_of([range, other]))` for some pairs.
macro_rules! ranges {
    ($table:ident, $query:expr, $most:expr, $key:ty, $base:expr, $get:expr, $bounds:expr, $f:ident) => {{
        let base: &dyn Fn(&$key) -> bool = &$base;
        let ranges = $crate::scans::universe::every_range(&$bounds);
        for range in &ranges {
            run!($table, $query.$f(range.clone()), $most, |key: &$key| base(key)
                && between(&range.0, &range.1, &$get(key)));
        }
        let most = if $most == usize::MAX { usize::MAX } else { 2 * $most };
        for (number, range) in ranges.iter().enumerate().step_by(5) {
            let other = &ranges[(7 * number + 3) % ranges.len()];
            run!($table, $query.$f(rowkey::one_of([range.clone(), other.clone()])), most, |key: &$key| base(key)
                && [range, other].iter().any(|range| between(&range.0, &range.1, &$get(key))));
        }
    }};
}

/// A condition on a part of a text, such as `f(starts_with(..))`, for every part, and for some pairs. `is_in` says if a text has it.
macro_rules! parts {
    ($table:ident, $query:expr, $most:expr, $key:ty, $base:expr, $get:expr, $parts:expr, $f:ident, $part:ident, $is_in:expr) => {{
        let base: &dyn Fn(&$key) -> bool = &$base;
        let is_in: fn(&[u8], &[u8]) -> bool = $is_in;
        let parts: Vec<Vec<u8>> = $parts.iter().map(|part| <_ as AsRef<[u8]>>::as_ref(part).to_vec()).collect();
        for part in &parts {
            run!($table, $query.$f(rowkey::$part(part)), $most, |key: &$key| base(key)
                && is_in(<_ as AsRef<[u8]>>::as_ref(&$get(key)), part));
        }
        let most = if $most == usize::MAX { usize::MAX } else { 2 * $most };
        for (number, part) in parts.iter().enumerate().step_by(3) {
            let both = [part, &parts[(7 * number + 3) % parts.len()]];
            run!($table, $query.$f(rowkey::one_of(both.map(rowkey::$part))), most, |key: &$key| base(key)
                && both.iter().any(|part| is_in(<_ as AsRef<[u8]>>::as_ref(&$get(key)), part)));
        }
    }};
}

/// `f(starts_with(..))` for every start.
macro_rules! starts {
    ($table:ident, $query:expr, $most:expr, $key:ty, $base:expr, $get:expr, $starts:expr, $f:ident) => {{
        parts!($table, $query, $most, $key, $base, $get, $starts, $f, starts_with, |text, start| text
            .starts_with(start));
    }};
}

/// `f(ends_with(..))`, and `filter_f` of a start, an end and any part, for every part.
macro_rules! searches {
    (
        $table:ident, $query:expr, $most:expr, $key:ty, $base:expr, $get:expr, $parts:expr,
        $f:ident, $filter:ident
    ) => {{
        parts!($table, $query, $most, $key, $base, $get, $parts, $f, ends_with, |text, end| text.ends_with(end));
        search_filters!($table, $query, $key, $base, $get, $parts, $filter);
    }};
}

/// `filter_f` of a start, an end and any part, for every part.
macro_rules! search_filters {
    (
        $table:ident, $query:expr, $key:ty, $base:expr, $get:expr, $parts:expr,
        $filter:ident
    ) => {{
        use $crate::scans::universe::contains;
        starts!($table, $query, usize::MAX, $key, $base, $get, $parts, $filter);
        parts!($table, $query, usize::MAX, $key, $base, $get, $parts, $filter, ends_with, |text, end| text
            .ends_with(end));
        parts!($table, $query, usize::MAX, $key, $base, $get, $parts, $filter, contains, contains);
    }};
}

/// `true` if `part` stands anywhere in a text.
pub fn contains(text: &[u8], part: &[u8]) -> bool {
    (0..=text.len()).any(|at| text[at..].starts_with(part))
}

/// Every part of some texts, cut inside characters too, and `others`, each once.
pub fn parts_of(texts: &[String], others: &[&[u8]]) -> Vec<Vec<u8>> {
    let mut parts: Vec<Vec<u8>> = others.iter().map(|other| other.to_vec()).collect();
    for text in texts.iter().map(String::as_bytes) {
        for from in 0..=text.len() {
            parts.extend((from..=text.len()).map(|to| text[from..to].to_vec()));
        }
    }
    parts.sort();
    parts.dedup();
    parts
}

/// `filter_f` of values and lists, and with `ranges` of these too.
macro_rules! filters {
    ($table:ident, $query:expr, $key:ty, $base:expr, $get:expr, $values:expr, $filter:ident) => {{
        equals!($table, $query, usize::MAX, $key, $base, $get, $values, $filter);
    }};
    ($table:ident, $query:expr, $key:ty, $base:expr, $get:expr, $values:expr, $filter:ident, ranges) => {{
        filters!($table, $query, $key, $base, $get, $values, $filter);
        ranges!($table, $query, usize::MAX, $key, $base, $get, $values, $filter);
    }};
}

/// All byte strings of an alphabet, up to a width.
pub fn bytes(alphabet: &[u8], most: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..most {
        last = last.iter().flat_map(|text| alphabet.iter().map(|&byte| [text.as_slice(), &[byte]].concat())).collect();
        all.extend(last.clone());
    }
    all
}

pub fn texts(alphabet: &str, most: usize) -> Vec<String> {
    bytes(alphabet.as_bytes(), most).into_iter().map(|text| String::from_utf8(text).unwrap()).collect()
}

pub fn strings(texts: &[&str]) -> Vec<String> {
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

pub const SMALL: [u8; 5] = [0, 1, 7, 0xFE, 0xFF];
pub const SIGNED: [i8; 5] = [i8::MIN, -1, 0, 1, i8::MAX];
pub const TIMES: [i64; 6] = [i64::MIN, -1, 0, 1, 1_512_101_400_000, i64::MAX];

#[derive(RowKey, Debug, Clone, PartialEq)]
pub struct Numbers {
    pub a: i8,
    pub b: Option<u8>,
    pub c: bool,
}

#[derive(RowKey, Debug, Clone, PartialEq)]
pub struct Padded {
    #[salt(xxh3, buckets = 3)]
    #[pad(2)]
    pub host: Vec<u8>,
    #[reverse_ts]
    pub at: i64,
}

#[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shop {
    #[code("a")]
    A,
    #[code("ba")]
    Ba,
    #[code(b"\xFF\xFF\xFF")]
    Last,
}

rowkey::laws!(Numbers, Padded);
