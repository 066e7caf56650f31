//! The law of scans for `repeated` fields.

use super::universe::{SMALL, Table, between};
use rowkey::RowKey;

/// All lists of these values, up to a length.
fn lists<T: Clone>(values: &[T], most: usize) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = last
            .iter()
            .flat_map(|list| values.iter().map(|value| [list.as_slice(), std::slice::from_ref(value)].concat()));
        last = longer.collect();
        all.extend(last.clone());
    }
    all
}

/// `f` and `filter_f` of a start, and `filter_f` of any part, for every list.
macro_rules! list_searches {
    (
        $table:ident, $query:expr, $most:expr, $key:ty, $base:expr, $get:expr, $parts:expr,
        $f:ident, $filter:ident
    ) => {{
        let base: &dyn Fn(&$key) -> bool = &$base;
        for part in $parts.iter() {
            let starts = |key: &$key| base(key) && $get(key).starts_with(part);
            run!($table, $query.$f(rowkey::starts_with(part)), $most, starts);
            run!($table, $query.$filter(rowkey::starts_with(part)), starts);
            run!($table, $query.$filter(rowkey::contains(part)), |key: &$key| base(key)
                && (0..=$get(key).len()).any(|at| $get(key)[at..].starts_with(part)));
        }
    }};
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xxh3, buckets = 3, of(metric)))]
struct Tagged {
    metric: u8,
    #[rowkey(repeated)]
    tags: Vec<(u8, i8)>,
}

#[test]
fn pairs() {
    // Of one byte, which is the end of one value and the start of another.
    let values = [(0x80, -128i8), (0, 0), (0x80, 0), (0xFF, 127)];
    let all = lists(&values, 3);
    let mut t = Table::of(product!([0u8, 7], all, |metric, tags| Tagged { metric, tags }));
    equals!(t, Tagged::scan(), 1, Tagged, |_: &Tagged| true, |k: &Tagged| k.metric, SMALL, metric);
    let (base, tags) = (|k: &Tagged| k.metric == 7, |k: &Tagged| k.tags.clone());
    let few: Vec<_> = all.iter().step_by(7).cloned().chain([vec![(0xFF, 127); 4], vec![(1, 1)]]).collect();
    equals!(t, Tagged::scan().metric(7u8), 1, Tagged, base, tags, few, tags);
    ranges!(t, Tagged::scan().metric(7u8), 1, Tagged, base, tags, few, tags);
    filters!(t, Tagged::scan(), Tagged, |_: &Tagged| true, tags, few, filter_tags, ranges);
    let parts: Vec<_> = lists(&values, 2).into_iter().chain([vec![(1, 1)]]).collect();
    list_searches!(t, Tagged::scan().metric(7u8), 1, Tagged, base, tags, parts, tags, filter_tags);
    t.done("pairs");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
#[rowkey(salt(xxh3, buckets = 3, of(first)))]
struct Grouped {
    first: (u8, bool, i8),
    #[rowkey(desc)]
    second: [Option<i8>; 2],
}

#[test]
fn tuples_and_arrays() {
    let firsts: Vec<_> = product!([0u8, 0xFF], [false, true], [-128i8, 0, 127], |a, b, c| (a, b, c)).collect();
    let some = [None, Some(-128i8), Some(0), Some(127)];
    let seconds: Vec<_> = product!(some, some, |a, b| [a, b]).collect();
    let mut t = Table::of(product!(firsts, seconds, |first, second| Grouped { first, second }));
    let all = |_: &Grouped| true;
    let (first, second) = (|k: &Grouped| k.first, |k: &Grouped| k.second);
    equals!(t, Grouped::scan(), 1, Grouped, all, first, firsts, first);
    ranges!(t, Grouped::scan(), 3, Grouped, all, first, firsts, first);
    let one = firsts[4];
    let base = |k: &Grouped| k.first == one;
    equals!(t, Grouped::scan().first(one), 1, Grouped, base, second, seconds, second);
    ranges!(t, Grouped::scan().first(one), 1, Grouped, base, second, seconds, second);
    let few: Vec<_> = seconds.iter().step_by(5).copied().collect();
    filters!(t, Grouped::scan(), Grouped, all, second, few, filter_second, ranges);
    t.done("tuples and arrays");
}

#[derive(RowKey, Debug, Clone, PartialEq)]
struct Named {
    #[rowkey(repeated)]
    tags: Vec<Step>,
}

#[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    done: bool,
    at: u16,
}

#[test]
fn keys() {
    let step = |done, at| Step { done, at };
    let values = [step(false, 0), step(true, 0), step(true, 0xFF00), step(false, 0xFFFF)];
    let all = lists(&values, 2);
    // No key is empty.
    let mut t = Table::of(all.iter().cloned().chain([vec![step(true, 1); 3]]).map(|tags| Named { tags }));
    let tags = |k: &Named| k.tags.clone();
    let anything = |_: &Named| true;
    equals!(t, Named::scan(), 1, Named, anything, tags, all, tags);
    ranges!(t, Named::scan(), 1, Named, anything, tags, all, tags);
    list_searches!(t, Named::scan(), 1, Named, anything, tags, all, tags, filter_tags);
    t.done("keys in a list");
}

rowkey::laws!(Tagged, Grouped, Named, Step);
