//! Scans of a [caller](super::caller): whole, limited, reversed, given up, merged over buckets.

use rowkey::RowKey;
use rowkey_core::KeyRange;
use rowkey_store::{Direction, Row, Store, Table};
use std::fmt::Debug;
use std::time::Duration;

use super::caller::{Caller, Key, ROWS, bytes, key};
use crate::HBaseError;

/// A scan as it was asked for.
struct Scan {
    /// The moment before.
    from: u64,
    range: KeyRange,
    direction: Direction,
    limit: usize,
    /// `true` if rows come in the order of their ids, not of their keys.
    is_merged: bool,
}

/// The rows that have come, and `true` if there are no more.
type ReadRows = (Vec<Row>, bool);

impl Scan {
    fn name(&self) -> String {
        let Self { range, direction, limit, .. } = self;
        format!("{} {range} {direction:?}, {limit} rows", if self.is_merged { "merge" } else { "scan" })
    }

    /// The part of a key by which rows are ordered.
    fn order<'k>(&self, key: &'k [u8]) -> &'k [u8] {
        if self.is_merged { &key[1..] } else { key }
    }

    fn is_before(&self, a: &[u8], b: &[u8]) -> bool {
        match self.direction {
            Direction::Forward => self.order(a) < self.order(b),
            Direction::Reverse => self.order(a) > self.order(b),
        }
    }
}

impl Caller {
    pub(super) fn scan(&mut self) {
        let start = if self.rng.bool() { Vec::new() } else { self.edge() };
        let stop = if self.rng.bool() { None } else { Some(self.edge()) };
        let direction = if self.rng.u8(..3) > 0 { Direction::Forward } else { Direction::Reverse };
        let limit = if self.rng.u8(..3) > 0 { usize::MAX } else { self.rng.usize(1..12) };
        let from = self.model().moment();
        let scan = Scan { from, range: KeyRange::new(start, stop), direction, limit, is_merged: false };
        let range = scan.range.clone();
        let found = if limit == usize::MAX {
            let Ok(rows) = self.store.scan(range, direction) else { return };
            self.read(&scan, rows)
        } else {
            let rows = self.store.scan_first(limit, range, direction);
            self.read(&scan, rows)
        };
        self.check_scan(&scan, &found);
    }

    /// A key, or the edge of a bucket, or just behind a key.
    fn edge(&mut self) -> Vec<u8> {
        match self.rng.u8(..4) {
            0 => vec![self.rng.u8(..5)],
            1 => [key(self.rng.usize(..ROWS)), vec![0]].concat(),
            _ => key(self.rng.usize(..ROWS)),
        }
    }

    /// Scans the first rows by a plan that merges the buckets.
    pub(super) fn merge(&mut self) {
        let limit = self.rng.usize(1..ROWS * 2);
        let plan = Key::scan().limit(limit).plan().expect("a plan");
        let table = Table::<Key, _>::new(self.store.clone());
        let from = self.model().moment();
        let scan = Scan { from, range: KeyRange::all(), direction: Direction::Forward, limit, is_merged: true };
        let Ok(rows) = table.scan(&plan) else { return };
        let found = self.read(&scan, rows.map(|row| row.map(|(key, value)| (bytes(key), value))));
        self.check_scan(&scan, &found);
    }

    /// Scans all rows, which must succeed.
    pub(super) fn scan_all(&mut self) {
        let from = self.model().moment();
        let (range, direction, limit) = (KeyRange::all(), Direction::Forward, usize::MAX);
        let scan = Scan { from, range, direction, limit, is_merged: false };
        let rows: Result<Vec<_>, HBaseError> = self.store.scan(KeyRange::all(), direction).and_then(Iterator::collect);
        match rows {
            Ok(rows) => self.check_scan(&scan, &(rows, true)),
            Err(error) => self.machine.fail(&format!("the last scan fails: {error}")),
        }
    }

    /// Reads rows. The reader may take its time, and may go away before the end.
    fn read<E: Debug>(&mut self, scan: &Scan, mut rows: impl Iterator<Item = Result<Row, E>>) -> ReadRows {
        let (mut found, name) = (Vec::new(), scan.name());
        let ends_after = if self.rng.u8(..6) == 0 { self.rng.usize(..ROWS) } else { usize::MAX };
        while found.len() < ends_after {
            match self.timed(&name, self.limits.page, || rows.next()) {
                Some(Ok(row)) => found.push(row),
                Some(Err(error)) => {
                    self.judge(&name, &error);
                    return (found, false);
                }
                None => return (found, true),
            }
            if self.rng.u8(..16) == 0 {
                self.machine.sleep(Duration::from_millis(1 << self.rng.u32(..17)));
            }
        }
        (found, false)
    }

    /// Every row is there once, in order, with a value that it had; and no row is left out.
    fn check_scan(&self, scan: &Scan, (found, is_over): &ReadRows) {
        let name = scan.name();
        self.machine.note(|| format!("{}: {name} found {} rows, over: {is_over}", self.number, found.len()));
        let keys: Vec<_> = found.iter().map(|(key, _)| key).collect();
        if !keys.is_sorted_by(|a, b| scan.is_before(a, b)) {
            self.machine.fail(&format!("{name} yields rows twice or in another order: {keys:?}"));
        }
        if let Some(key) = keys.iter().find(|key| !scan.range.contains(key)) {
            self.machine.fail(&format!("{name} yields {key:?}, which is outside"));
        }
        if found.len() > scan.limit {
            self.machine.fail(&format!("{name} yields {} rows", found.len()));
        }
        for (key, value) in found {
            self.check(key, scan.from, &Some(value.clone()));
        }
        let is_over = *is_over && found.len() < scan.limit;
        let is_passed = |key: &[u8]| is_over || keys.last().is_some_and(|last| scan.is_before(key, last));
        let written: Vec<_> = self.model().keys().cloned().collect();
        for key in written.iter().filter(|key| scan.range.contains(key) && is_passed(key) && !keys.contains(key)) {
            self.check(key, scan.from, &None);
        }
    }
}
