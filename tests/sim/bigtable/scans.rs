//! Scans of a [caller](super::caller): complete, limited, reversed, of several ranges, abandoned, merged over buckets,
//! and page by page.

use rowkey::RowKey;
use rowkey_core::{KeyRange, Plan};
use rowkey_store::{AsyncRows, AsyncTable, Direction, RowBytes};
use simulation::scans::{Found, Scan};
use std::time::Duration;
use tokio::time::{sleep, timeout};

use super::caller::{Caller, Key, ROWS, bytes, key, store_error};
use super::deadlines::{Span, is_passing};
use crate::{BigtableError, BigtableReader, BigtableScan};

/// The number of buckets of a [`Key`].
const BUCKETS: u8 = 4;

/// The maximum size of a row set in one request, in bytes.
pub(super) const ROW_SET: usize = 512 << 10;

/// A source of rows.
enum Rows {
    Scan(BigtableScan),
    Merged(Box<AsyncRows<Key, BigtableReader>>),
}

impl Rows {
    async fn next(&mut self) -> Result<Option<RowBytes>, BigtableError> {
        match self {
            Self::Scan(rows) => rows.next().await,
            Self::Merged(rows) => match rows.next().await.transpose() {
                Ok(row) => Ok(row.map(|(key, value)| (bytes(key), value))),
                Err(error) => Err(store_error(error)),
            },
        }
    }
}

impl Caller {
    pub(super) async fn scan(&mut self) {
        let direction = self.direction();
        let count = if self.rng.u8(..3) == 0 { self.rng.usize(1..5) } else { 1 };
        let ranges: Vec<_> = (0..count).map(|_| self.range()).collect();
        let limit = if self.rng.u8(..3) > 0 || count > 1 { usize::MAX } else { self.rng.usize(1..12) };
        let from = self.model().moment();
        let rows = match limit {
            usize::MAX => self.store.scan_ranges(ranges.clone(), direction),
            _ => self.store.scan_first(limit, ranges[0].clone(), direction),
        };
        let mut scan = Scan { limit, ..Scan::new(from, ranges, direction) };
        let found = self.read(&mut scan, &mut Rows::Scan(rows)).await;
        self.check_scan(&scan, &found);
    }

    /// Scans more ranges than fit into one request, of some rows and of keys between them.
    pub(super) async fn scan_many(&mut self) {
        let direction = self.direction();
        // Many short bounds, or some long ones.
        let (between, width) = if self.rng.u8(..4) == 0 { (110..150, 1) } else { (2..4, 3_500) };
        let mut ranges = Vec::new();
        for row in (0..ROWS).map(key) {
            if self.rng.u8(..4) > 0 {
                ranges.push(KeyRange::new(row.clone(), Some([&*row, &[0]].concat())));
            }
            for number in 0..self.rng.u8(between.clone()) {
                let start = [&*row, &[1, number], &vec![0xAB; width]].concat();
                ranges.push(KeyRange::new(start.clone(), Some([&*start, &[1]].concat())));
            }
        }
        self.rng.shuffle(&mut ranges);
        let from = self.model().moment();
        let rows = self.store.scan_ranges(ranges.clone(), direction);
        let mut scan = Scan::new(from, ranges, direction);
        let found = self.read(&mut scan, &mut Rows::Scan(rows)).await;
        self.check_scan(&scan, &found);
    }

    fn direction(&mut self) -> Direction {
        if self.rng.u8(..3) > 0 { Direction::Forward } else { Direction::Reverse }
    }

    fn range(&mut self) -> KeyRange {
        let start = if self.rng.bool() { Vec::new() } else { self.edge() };
        let stop = if self.rng.bool() { None } else { Some(self.edge()) };
        KeyRange::new(start, stop)
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
    pub(super) async fn merge(&mut self) {
        let limit = self.rng.usize(1..ROWS * 2);
        let mut scan = self.merged(limit);
        scan.id = self.rng.bool().then(|| self.rng.u8(..8));
        let query = match scan.id {
            Some(id) => Key::scan().filter_id(id).limit(limit).plan(),
            None => Key::scan().limit(limit).plan(),
        };
        let plan = in_direction(query.expect("a plan"), scan.direction);
        let table = AsyncTable::<Key, _>::new(self.store.clone()).allow_full_scans();
        let Ok(rows) = table.scan(&plan).await else { return };
        let found = self.read(&mut scan, &mut Rows::Merged(rows.into())).await;
        self.check_scan(&scan, &found);
    }

    /// Scans all rows page by page. The plan of each page resumes after the page before.
    pub(super) async fn pages(&mut self) {
        let limit = self.rng.usize(1..ROWS);
        let mut scan = self.merged(limit);
        let (mut found, mut cursor) = (Vec::new(), None::<String>);
        let table = AsyncTable::<Key, _>::new(self.store.clone());
        let is_over = loop {
            let query = Key::scan().limit(limit);
            let query = query.resume(cursor.as_deref());
            let plan = in_direction(query.plan().expect("a plan"), scan.direction);
            let Ok(rows) = table.scan(&plan).await else { return };
            let mut rows = Rows::Merged(rows.into());
            let (page, is_over) = self.read(&mut scan, &mut rows).await;
            if let Rows::Merged(rows) = rows {
                cursor = rows.cursor();
            }
            let is_last = page.len() < limit;
            found.extend(page);
            if is_last || !is_over {
                break is_over;
            }
        };
        scan.limit = usize::MAX;
        self.check_scan(&scan, &(found, is_over));
    }

    fn merged(&mut self, limit: usize) -> Scan {
        let direction = self.direction();
        let from = self.model().moment();
        // Without the rows that have a prefix.
        let ranges = vec![KeyRange::new([], Some(vec![BUCKETS]))];
        Scan { limit, is_merged: true, ..Scan::new(from, ranges, direction) }
    }

    /// Scans all rows, which must succeed except for connections that are still broken.
    pub(super) async fn scan_all(&mut self) {
        let from = self.model().moment();
        let scan = Scan::new(from, vec![KeyRange::all()], Direction::Forward);
        for _ in 0..4 {
            let found = self.read_all().await;
            match found {
                Ok(found) => return self.check_scan(&scan, &(found, true)),
                Err(error) if self.is_too_wide(&error) => return self.get_all().await,
                Err(error) => self.machine.note(|| format!("the last scan fails: {error}")),
            }
        }
        self.machine.fail("the last scan fails");
    }

    /// Gets each row, which must succeed unless the row is wider than the client accepts.
    async fn get_all(&mut self) {
        let keys: Vec<_> = self.model().keys().cloned().collect();
        for key in keys {
            let from = self.model().moment();
            let mut found = self.store.get(&key).await;
            for _ in 0..4 {
                if found.as_ref().is_err_and(is_passing) {
                    found = self.store.get(&key).await;
                }
            }
            match found {
                Ok(found) => self.check(&key, from, &found),
                Err(error) if self.is_too_wide(&error) && self.network.service.has_wide_row(Some(&key)) => {}
                Err(error) => self.machine.fail(&format!("the last get of {key:?} fails: {error:?}")),
            }
        }
    }

    async fn read_all(&self) -> Result<Vec<RowBytes>, BigtableError> {
        let (mut rows, mut found) = (self.store.scan(KeyRange::all(), Direction::Forward), Vec::new());
        while let Some(row) = rows.next().await? {
            found.push(row);
        }
        Ok(found)
    }

    pub(super) async fn count(&mut self) {
        let range = self.range();
        let from = self.model().moment();
        // The wait for a row may take as long as a call.
        let span = Span::several(self.timeout, ROWS + 1);
        let Ok(counted) = self.timed("count", span, self.store.count(range.clone())).await else { return };
        let mut model = self.model();
        let to = model.moment();
        self.machine.check(model.check_count(&range, from, to, counted));
    }

    /// Reads rows. The reader may take its time, drop a wait, seek, and stop before the end.
    async fn read(&mut self, scan: &mut Scan, rows: &mut Rows) -> Found {
        let (mut found, name) = (Vec::<RowBytes>::new(), scan.name());
        let ends_after = if self.rng.u8(..6) == 0 { self.rng.usize(..ROWS) } else { usize::MAX };
        let mut span = self.span_of(scan);
        let mut waits = 1;
        while found.len() < ends_after {
            let patience = self.patience();
            let next = timeout(patience, self.timed(&name, span.times(waits), rows.next())).await;
            let is_waiting = next.is_err();
            match next {
                Err(_) => {}
                Ok(Ok(Some(row))) => {
                    found.push(row);
                    waits = 1;
                }
                Ok(Ok(None)) => return (found, true),
                Ok(Err(_)) => return (found, false),
            }
            // A failure may have come with the rows, or in the dropped wait.
            span.least = Duration::ZERO;
            match (self.rng.u8(..16), found.last()) {
                (0, _) => sleep(Duration::from_millis(1 << self.rng.u32(..17))).await,
                (1, Some((last, _))) => {
                    let has_sought = self.seek(scan, rows, last.clone());
                    // The rows of a wait that was dropped are left out when they arrive, and a second wait follows.
                    if has_sought && is_waiting {
                        waits = 2;
                    }
                }
                _ => {}
            }
        }
        (found, false)
    }

    /// Returns the time limits of a wait for a row.
    fn span_of(&self, scan: &Scan) -> Span {
        match (scan.id, scan.is_merged) {
            // Reports about skipped rows start the wait again.
            (Some(_), _) => Span::several(self.timeout, ROWS + 1),
            // A merge reads ahead, so a failure may be older than the wait for it.
            (None, true) => Span { least: Duration::ZERO, ..Span::of_row(self.timeout) },
            (None, false) => Span::of_row(self.timeout),
        }
    }

    /// Makes a scan seek a key after its last row and its last seek. Returns `false` if the drawn key is not later, or if the
    /// scan cannot seek.
    fn seek(&mut self, scan: &mut Scan, rows: &mut Rows, last: Vec<u8>) -> bool {
        let key = self.edge();
        let Rows::Scan(rows) = rows else { return false };
        let has_sought_further = scan.sought.last().is_some_and(|(_, sought)| !scan.is_before(sought, &key));
        let is_later = scan.is_before(&last, &key) && !has_sought_further;
        if is_later {
            self.machine.note(|| format!("{}: seek {key:?} behind {last:?}", self.number));
            rows.seek(&key);
            scan.sought.push((last, key));
        }
        is_later
    }

    fn check_scan(&self, scan: &Scan, found: &Found) {
        let written: Vec<_> = self.model().keys().cloned().collect();
        scan.check(&self.machine, &written, found, |key, value| self.check(key, scan.from, value));
    }
}

fn in_direction<K>(plan: Plan<K>, direction: Direction) -> Plan<K> {
    if direction == Direction::Reverse { plan.reversed() } else { plan }
}
