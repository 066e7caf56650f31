//! Engines that read several scans side by side have ranges opened ahead, and not many in vain.

use rowkey::scan::engine::{IterCursor, OpenRange};
use rowkey::scan::{Merge, MergeError};
use rowkey::{KeyRange, RowKey, ScanPlan, one_of};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

#[derive(RowKey, Debug)]
struct Plain {
    id: u8,
    a: u8,
    b: u8,
}

#[derive(RowKey, Debug)]
struct Salted {
    #[salt(buckets = 3)]
    id: u8,
    a: u8,
    b: u8,
}

type Rows = BTreeMap<Vec<u8>, ()>;

fn in_order(rows: &Rows, range: KeyRange, reversed: bool) -> Vec<Vec<u8>> {
    let rows = rows.range::<[u8], _>(range).map(|(key, ())| key.clone());
    if reversed { rows.rev().collect() } else { rows.collect() }
}

/// Notes what is opened.
struct Engine<'t> {
    rows: &'t Rows,
    reversed: bool,
    concurrency: usize,
    opened: Vec<KeyRange>,
}

impl OpenRange for &mut Engine<'_> {
    type Rows = IterCursor<std::vec::IntoIter<Vec<u8>>>;

    fn open(&mut self, _: &ScanPlan, range: KeyRange) -> Self::Rows {
        self.opened.push(range.clone());
        IterCursor::new(in_order(self.rows, range, self.reversed).into_iter())
    }

    fn concurrency(&self) -> usize {
        self.concurrency
    }
}

/// The rows of a plan and the ranges that are opened for them: for the first row alone, and for all.
fn read(plan: &ScanPlan, rows: &Rows, concurrency: usize) -> (Vec<Vec<u8>>, usize, Vec<KeyRange>) {
    let engine = || Engine { rows, reversed: plan.is_reversed(), concurrency, opened: Vec::new() };
    let (mut first, mut all) = (engine(), engine());
    let _ = Merge::new(plan, &mut first).next();
    let found = Merge::new(plan, &mut all).map(Result::unwrap).collect();
    (found, first.opened.len(), all.opened)
}

/// Some ids have no row, and others many.
fn rows<K: RowKey>(row: impl Fn(u8, u8, u8) -> K) -> Rows {
    let ids = (0..60_u8).flat_map(|id| (0..id % 4).flat_map(move |a| (0..9).map(move |b| (id, a, b))));
    ids.map(|(id, a, b)| (row(id, a, b).encode().unwrap().as_ref().to_vec(), ())).collect()
}

/// The plan of a scan with a limit, or without.
macro_rules! plan {
    ($scan:expr, $limit:expr) => {{
        match $limit {
            Some(limit) => $scan.limit(limit).plan(),
            None => $scan.plan(),
        }
        .unwrap()
    }};
}

const IDS: [u8; 23] = [3, 4, 7, 8, 9, 11, 12, 16, 20, 23, 27, 28, 31, 35, 39, 43, 44, 47, 48, 51, 55, 59, 200];

/// Plans with their rows: of many ranges, both ways; the odd ones of three buckets.
fn plans(limit: Option<usize>, filtered: bool) -> Vec<(ScanPlan, Rows)> {
    let (plain, salted) = (Plain::scan().id(one_of(IDS)), Salted::scan().id(one_of(IDS)));
    let (plain, salted) = if filtered {
        (plan!(plain.filter_b(7), limit), plan!(salted.filter_b(7), limit))
    } else {
        (plan!(plain, limit), plan!(salted, limit))
    };
    let (of_plain, of_salted) = (rows(|id, a, b| Plain { id, a, b }), rows(|id, a, b| Salted { id, a, b }));
    vec![
        (plain.clone().into(), of_plain.clone()),
        (salted.clone().into(), of_salted.clone()),
        (plain.reversed().into(), of_plain),
        (salted.reversed().into(), of_salted),
    ]
}

const LIMITS: [Option<usize>; 7] = [None, Some(0), Some(1), Some(5), Some(40), Some(100), Some(usize::MAX)];

#[test]
fn the_rows_are_the_same() {
    for (limit, filtered) in LIMITS.into_iter().flat_map(|limit| [(limit, false), (limit, true)]) {
        for (plan, rows) in plans(limit, filtered) {
            let wanted: Vec<_> =
                plan.merge(|range, _| in_order(&rows, range, plan.is_reversed())).map(Result::unwrap).collect();
            for concurrency in [0, 1, 2, 3, 5, 6, 7, 16, 100] {
                let (found, _, opened) = read(&plan, &rows, concurrency);
                assert_eq!(found, wanted, "{concurrency} at once: {}", plan.explain());
                let inside =
                    |range: &KeyRange| plan.ranges().any(|it| it.start() <= range.start() && it.stop() >= range.stop());
                assert!(opened.iter().all(inside));
            }
        }
    }
}

#[test]
fn without_a_limit_as_many_are_opened_as_are_read_at_once() {
    for (number, (plan, rows)) in plans(None, false).into_iter().enumerate() {
        let buckets = if number % 2 == 0 { 1 } else { 3 };
        for concurrency in [3, 6, 9, 12] {
            let (_, first, mut opened) = read(&plan, &rows, concurrency);
            // The first row of all buckets: of one that begins with an id without rows, the range behind it too.
            assert!(
                (concurrency..=concurrency + buckets).contains(&first),
                "{first} for the first row, {concurrency} at once"
            );
            // Each range once.
            opened.sort_unstable_by(|a, b| a.start().cmp(b.start()));
            assert!(opened.iter().eq(&plan.ranges().collect::<Vec<_>>()));
        }
    }
}

#[test]
fn with_a_limit_no_more_are_opened_in_vain_than_are_needed() {
    for limit in [1, 5, 40, 100] {
        for (number, (plan, rows)) in plans(Some(limit), false).into_iter().enumerate() {
            let (_, _, needed) = read(&plan, &rows, 1);
            let (_, _, opened) = read(&plan, &rows, 100);
            let buckets = if number % 2 == 0 { 1 } else { 3 };
            assert!(opened.len() <= 2 * needed.len() + buckets, "{} opened, {} needed", opened.len(), needed.len());
            // Once a few ranges were read, others are opened ahead.
            assert!(limit < 40 || opened.len() > needed.len(), "{} opened, {} needed", opened.len(), needed.len());
        }
    }
}

#[test]
fn rows_in_the_wrong_order_are_an_error_and_the_last_item() {
    for (plan, rows) in plans(None, false) {
        let right: Vec<_> = plan.merge(|range, _| in_order(&rows, range, plan.is_reversed())).collect();
        assert!(right.len() > 100 && right.iter().all(Result::is_ok));
        for found in [
            plan.merge(|range, _| in_order(&rows, range, !plan.is_reversed())).collect::<Vec<_>>(),
            plan.by_range(|range, _| in_order(&rows, range, !plan.is_reversed())).collect(),
        ] {
            let (last, before) = found.split_last().unwrap();
            let Err(MergeError::OutOfOrder(error)) = last else { panic!("{last:?}") };
            assert_eq!(error.expected, plan.direction());
            assert_eq!(error.key < error.next, plan.is_reversed());
            assert!(before.len() < right.len() && before.iter().all(Result::is_ok));
        }
        // Of all rows but one in order, too; and the direction that is told is that of the plan.
        let swapped = |range: KeyRange, direction| {
            assert_eq!(direction, plan.direction());
            let mut rows = in_order(&rows, range, plan.is_reversed());
            if rows.len() > 25 {
                rows.swap(24, 25);
            }
            rows
        };
        assert_eq!(plan.merge(swapped).filter(Result::is_err).count(), 1);
    }
}

/// A scan of an engine that counts those that are open, and how many were when a row was first asked for.
struct Counted<'t> {
    rows: std::vec::IntoIter<Vec<u8>>,
    open: &'t Cell<usize>,
    open_at_first: &'t Cell<Option<usize>>,
}

impl Iterator for Counted<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        self.open_at_first.set(self.open_at_first.get().or(Some(self.open.get())));
        self.rows.next()
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.open.set(self.open.get() - 1);
    }
}

/// A merge opens the scans of all buckets before it waits for a row, and keeps each open up to its bucket's last row.
#[test]
fn a_bucket_is_open_from_the_first_row_to_its_last() {
    let rows = rows(|id, a, b| Salted { id, a, b });
    for plan in [Salted::scan().plan().unwrap(), Salted::scan().plan().unwrap().reversed()] {
        let mut wanted: Vec<&Vec<u8>> = rows.keys().collect();
        wanted.sort_by_key(|key| &key[1..]);
        if plan.is_reversed() {
            wanted.reverse();
        }
        let (open, open_at_first) = (Cell::new(0), Cell::new(None));
        let mut merge = plan.merge(|range, _| {
            open.set(open.get() + 1);
            let rows = in_order(&rows, range, plan.is_reversed()).into_iter();
            Counted { rows, open: &open, open_at_first: &open_at_first }
        });
        for (number, key) in wanted.iter().enumerate() {
            assert_eq!(merge.next().as_ref(), Some(&Ok((*key).clone())));
            let buckets: BTreeSet<u8> = wanted[number..].iter().map(|key| key[0]).collect();
            assert_eq!(open.get(), buckets.len(), "row {number} of {}", wanted.len());
        }
        assert_eq!((merge.next(), open.get(), open_at_first.get()), (None, 0, Some(3)));
    }
}

rowkey::laws!(Plain, Salted);
