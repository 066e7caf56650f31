//! A plan of one span is written without a search. It must be the plan that a search finds, which any mention of
//! `max_ranges` asks for: the same ranges to the byte, the same words.

use rowkey::{KeyRange, RowKey, ScanPlan, one_of};
use std::convert::Infallible;

macro_rules! keys {
    ($($(#[$attribute:meta])* $key:ident { $($field:ident: $of:ty),* })*) => {$(
        #[derive(RowKey)]
        $(#[$attribute])*
        struct $key {
            $($field: $of,)*
        }
    )*};
}

keys! {
    Plain { a: u16, b: u64, c: [u8; 2] }
    #[rowkey(prefix = b"p\xFF")] Prefixed { a: u16, b: u64, c: [u8; 2] }
    #[rowkey(salt(xxh3, buckets = 6, of(a, b)))] Salted { a: u16, b: u64, c: [u8; 2] }
    #[rowkey(salt(xxh3, buckets = 6, of(c)))] Later { a: u16, b: u64, c: [u8; 2] }
    #[rowkey(salt(xxh3, buckets = 256, of(c)))] AllBytes { a: u16, b: u64, c: [u8; 2] }
    #[rowkey(salt(xxh3, buckets = 300, of(c)), prefix = b"\xFF")] TwoBytes { a: u16, b: u64, c: [u8; 2] }
    #[rowkey(salt(xxh3, buckets = 300, of(a, b, c)))] TwoBytesKnown { a: u16, b: u64, c: [u8; 2] }
    // Of 65,535 the bucket is 255: its label is 00 FF.
    #[rowkey(salt(modulo, buckets = 320, of(a)))] Carried { a: u16, b: u64, c: [u8; 2] }
    #[rowkey(salt(xxh3, buckets = 12, of(c), digits(2)), separator = "_")] Digits { a: u16, b: u64, c: [u8; 2] }
    #[rowkey(salt(xxh3, buckets = 20, of(c), hex(2)), prefix = "k")] Hex { a: u16, b: u64, c: [u8; 2] }
    Narrow { a: [u8; 20], b: u128, c: [u8; 3] }
    Middle { a: [u8; 20], b: u128, c: [u8; 4] }
    Wide { a: [u8; 20], b: u128, c: [u8; 28] }
    Widest { a: [u8; 40], b: u128, c: [u8; 16] }
    TooWide { a: [u8; 40], b: u128, c: [u8; 17] }
}

/// Whether a key of the one width of all keys can lie between both ends. A search leaves the range up to the least key.
fn holds_a_key(plan: &ScanPlan, range: &KeyRange) -> bool {
    let mut start = range.start().to_vec();
    start.resize(plan.layout().fixed_width().unwrap().max(start.len()), 0);
    range.contains(&start)
}

/// Both plans, and the ranges by each way to read them.
fn compare(written: &ScanPlan, found: &ScanPlan) {
    let mut ranges: Vec<KeyRange> = found.ranges().collect();
    if ranges.len() == written.ranges().len() {
        assert_eq!(written.explain().to_string(), found.explain().to_string());
    } else {
        ranges.retain(|range| holds_a_key(found, range));
    }
    assert_eq!(written.ranges().len(), ranges.len());
    assert_eq!(written.ranges().collect::<Vec<_>>(), ranges);
    assert_eq!(written.ranges().rev().collect::<Vec<_>>(), ranges.iter().rev().cloned().collect::<Vec<_>>());
    let mut lent = Vec::new();
    let Ok(()) = written.try_for_each_range(|start, stop| {
        lent.push(KeyRange::new(start, stop.map(<[u8]>::to_vec)));
        Ok::<(), Infallible>(())
    });
    assert_eq!(lent, ranges);
    let (mut rest, mut handed) = (written.ranges(), Vec::new());
    handed.extend(rest.next());
    let last = rest.next_back();
    rest.for_each(|range| handed.push(range));
    handed.extend(last);
    assert_eq!(handed, ranges);
    let mut all = written.ranges();
    assert!(
        all.by_ref().count() == ranges.len() && all.next().is_none() && all.len() == 0 && all.next_back().is_none()
    );
}

macro_rules! compare {
    ($($scan:expr;)*) => {$(
        compare(&$scan.plan().unwrap(), &$scan.max_ranges(4_096).plan().unwrap());
    )*};
}

/// Each shape of a range on the second field, behind each value of the first.
macro_rules! compare_all {
    ($key:ident, $firsts:expr, $seconds:expr, $third:expr) => {
        compare! { $key::scan(); }
        for a in $firsts {
            compare! { $key::scan().a(a); $key::scan().a(a..); $key::scan().a(..=a); $key::scan().a(..a); }
            for b in $seconds {
                compare! {
                    $key::scan().a(a).b(b);
                    $key::scan().a(a).b(b).c($third);
                    $key::scan().a(a).b(b).c(..=$third);
                    $key::scan().a(a).b(b).c($third..);
                    $key::scan().a(a).b(b..);
                    $key::scan().a(a).b(..b);
                    $key::scan().a(a).b(..=b);
                    $key::scan().a(a).b(b..=b);
                }
                for other in $seconds {
                    compare! { $key::scan().a(a).b(b..other); $key::scan().a(a).b(b..=other); }
                }
            }
        }
    };
}

#[test]
fn a_plan_is_what_a_search_finds() {
    let firsts = [0, 0x12FF, 0xFFFF];
    let seconds = [0, 0xFF, 0xFEFF_FFFF_0000_0000, u64::MAX - 1, u64::MAX];
    compare_all!(Plain, firsts, seconds, [255; 2]);
    compare_all!(Prefixed, firsts, seconds, [255; 2]);
    compare_all!(Salted, firsts, seconds, [255; 2]);
    compare_all!(Later, firsts, seconds, [255; 2]);
    compare_all!(AllBytes, firsts, seconds, [255; 2]);
    compare_all!(TwoBytes, firsts, seconds, [255; 2]);
    compare_all!(TwoBytesKnown, firsts, seconds, [255; 2]);
    compare_all!(Carried, firsts, seconds, [255; 2]);
    compare_all!(Digits, firsts, seconds, [255; 2]);
    compare_all!(Hex, firsts, seconds, [255; 2]);
}

#[test]
fn of_wide_elements_too() {
    let seconds = [0, u128::from(u64::MAX), u128::MAX - 1, u128::MAX];
    compare_all!(Narrow, [[0; 20], [255; 20]], seconds, [255; 3]);
    compare_all!(Middle, [[0; 20], [255; 20]], seconds, [255; 4]);
    compare_all!(Wide, [[0; 20], [255; 20]], seconds, [255; 28]);
    compare_all!(Widest, [[0; 40], [255; 40]], seconds, [255; 16]);
    compare_all!(TooWide, [[0; 40], [255; 40]], seconds, [255; 17]);
}

#[test]
fn one_range_is_what_an_engine_takes() {
    let rows: std::collections::BTreeMap<Vec<u8>, u16> =
        (0..50).map(|a| (Plain { a, b: 1, c: [0; 2] }.key().to_vec(), a)).collect();
    fn count(rows: &std::collections::BTreeMap<Vec<u8>, u16>, range: impl std::ops::RangeBounds<[u8]>) -> usize {
        rows.range::<[u8], _>(range).count()
    }
    let range = Plain::scan().a(7..10).plan().unwrap().only_range().unwrap();
    let slices = rows.range::<[u8], _>(range.bounds()).count();
    assert_eq!([count(&rows, &range), slices, rows.range(range.into_bounds()).count()], [3; 3]);
    assert!(Salted::scan().a(7u16).plan().unwrap().only_range().is_none(), "six ranges");
    assert!(Plain::scan().a(one_of([0u16; 0])).plan().unwrap().only_range().is_none(), "no range");
}
