//! Scans of a [caller](super::caller): complete, limited, reversed, abandoned, and merged over buckets.

use rowkey::RowKey;
use rowkey_core::KeyRange;
use rowkey_store::{Direction, RowBytes, Store, Table};
use simulation::scans::{Found, Scan};
use std::fmt::Debug;
use std::time::Duration;

use super::caller::{Caller, Key, ROWS, bytes, key};
use crate::HBaseError;

impl Caller {
    pub(super) fn scan(&mut self) {
        let start = if self.rng.bool() { Vec::new() } else { self.edge() };
        let stop = if self.rng.bool() { None } else { Some(self.edge()) };
        let direction = if self.rng.u8(..3) > 0 { Direction::Forward } else { Direction::Reverse };
        let limit = if self.rng.u8(..3) > 0 { usize::MAX } else { self.rng.usize(1..12) };
        let (from, range) = (self.model().moment(), KeyRange::new(start, stop));
        let scan = Scan { limit, ..Scan::new(from, vec![range.clone()], direction) };
        let found = if limit == usize::MAX {
            let Ok(rows) = self.store.scan(range, direction) else { return };
            self.read(&scan, rows)
        } else {
            let rows = self.store.scan_first(limit, range, direction);
            self.read(&scan, rows)
        };
        self.check_scan(&scan, &found);
    }

    /// Draws a key, the edge of a bucket, or a key directly after a row.
    fn edge(&mut self) -> Vec<u8> {
        match self.rng.u8(..4) {
            0 => vec![self.rng.u8(..5)],
            1 => [key(self.rng.usize(..ROWS)), vec![0]].concat(),
            _ => key(self.rng.usize(..ROWS)),
        }
    }

    /// Scans the first rows with a plan that merges the buckets.
    pub(super) fn merge(&mut self) {
        let limit = self.rng.usize(1..ROWS * 2);
        let plan = Key::scan().limit(limit).plan().expect("a plan");
        let table = Table::<Key, _>::new(self.store.clone());
        let from = self.model().moment();
        let scan = Scan { limit, is_merged: true, ..Scan::new(from, vec![KeyRange::all()], Direction::Forward) };
        let Ok(rows) = table.scan(&plan) else { return };
        let found = self.read(&scan, rows.map(|row| row.map(|(key, value)| (bytes(key), value))));
        self.check_scan(&scan, &found);
    }

    /// Scans all rows, which must succeed.
    pub(super) fn scan_all(&mut self) {
        let from = self.model().moment();
        let scan = Scan::new(from, vec![KeyRange::all()], Direction::Forward);
        let rows = self.store.scan(KeyRange::all(), Direction::Forward);
        let rows: Result<Vec<_>, HBaseError> = rows.and_then(Iterator::collect);
        match rows {
            Ok(rows) => self.check_scan(&scan, &(rows, true)),
            Err(error) => self.machine.fail(&format!("the last scan fails: {error}")),
        }
    }

    /// Reads rows. The reader may take its time, and may stop before the end.
    fn read<E: Debug>(&mut self, scan: &Scan, mut rows: impl Iterator<Item = Result<RowBytes, E>>) -> Found {
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

    fn check_scan(&self, scan: &Scan, found: &Found) {
        let written: Vec<_> = self.model().keys().cloned().collect();
        scan.check(&self.machine, &written, found, |key, value| self.check(key, scan.from, value));
    }
}
