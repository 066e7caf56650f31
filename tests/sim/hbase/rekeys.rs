//! Rows whose salt has changed. One [caller](super::caller) moves them, and all callers scan them. A scan returns every
//! row that is not written while the scan runs.

use rowkey::RowKey;
use rowkey_store::{Rekeyed, Table};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use super::caller::Caller;
use crate::{HBase, HBaseStore};

mod before {
    #[derive(rowkey::RowKey, Debug)]
    pub(super) struct Moved {
        #[salt(buckets = 4)]
        pub(super) id: u8,
    }

    rowkey::laws!(Moved);
}

#[derive(RowKey, Debug, Clone, Copy)]
struct Moved {
    #[salt(buckets = 8, was(4))]
    id: u8,
}

/// The table of these rows.
const TABLE: &str = "moved";

/// The maximum number of rows.
const IDS: u8 = 24;

/// The only thread that writes and moves them.
const MOVER: usize = 0;

/// The time limit of a put, a rekey, or a scan. Their calls are timed elsewhere.
const ANY_TIME: Duration = Duration::from_secs(1 << 30);

/// The known state of the rows.
#[derive(Default)]
pub(super) struct MovedRows {
    /// The rows that exist, each with the number of its last put.
    kept: BTreeMap<u8, u64>,
    puts: u64,
    /// The number of rekeys that have copied the rows.
    rekeys: usize,
    /// The running scans, each with the number of rekeys when it began.
    scans: Vec<usize>,
}

/// Creates the table.
pub(super) fn make_table(hbase: &HBase, splits: &[[u8; 1]]) {
    hbase.create_split_table(TABLE, &["f"], splits).expect("a table");
}

impl Caller {
    fn moved(&self) -> MutexGuard<'_, MovedRows> {
        self.moved_rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn moved_store(&self) -> HBaseStore {
        self.store.hbase().table(TABLE, "f")
    }

    fn moved_table(&self) -> Table<Moved, HBaseStore> {
        Table::new(self.moved_store())
    }

    /// Writes the first rows with the previous key type, while there are no faults.
    pub(super) fn fill_moved(&self) {
        if self.number == MOVER {
            let table = Table::new(self.moved_store());
            table.put_all((0..IDS).map(|id| (before::Moved { id }, "before"))).expect("a write without faults");
            self.moved().kept = (0..IDS).map(|id| (id, 0)).collect();
        }
    }

    pub(super) fn use_moved(&mut self) {
        match self.rng.u8(..6) {
            0 if self.number == MOVER => self.put_moved(),
            1 | 2 if self.number == MOVER => self.rekey(),
            3 if self.number == MOVER => self.finish_rekey(),
            _ => self.scan_moved(),
        }
    }

    fn put_moved(&mut self) {
        let id = self.rng.u8(..IDS);
        self.moved().kept.remove(&id);
        let (table, call) = (self.moved_table(), format!("put moved {id}"));
        match self.timed(&call, ANY_TIME, || table.put(&Moved { id }, "now")) {
            Ok(()) => {
                let mut moved = self.moved();
                moved.puts += 1;
                let put = moved.puts;
                moved.kept.insert(id, put);
            }
            Err(error) => self.judge(&call, &error),
        }
    }

    fn rekey(&mut self) {
        let (is_cut, table) = (self.rng.u8(..4) == 0, self.moved_table());
        let progress = |_: &Rekeyed| if is_cut { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let done = self.timed("rekey", ANY_TIME, || table.rekey(None, progress));
        self.machine.note(|| format!("{}: rekey gives {done:?}", self.number));
        // A failed rekey has also copied rows.
        self.moved().rekeys += 1;
        if let Err(error) = done {
            self.judge("rekey", &error);
        }
    }

    /// Deletes the copied rows, once no scan runs that began before the copies.
    fn finish_rekey(&self) {
        let is_early = {
            let moved = self.moved();
            moved.scans.iter().any(|began| *began < moved.rekeys)
        };
        if is_early {
            return;
        }
        let table = self.moved_table();
        let done = self.timed("finish rekey", ANY_TIME, || table.finish_rekey(None, |_| ControlFlow::Continue(())));
        self.machine.note(|| format!("{}: finish rekey gives {done:?}", self.number));
        if let Err(error) = done {
            self.judge("finish rekey", &error);
        }
    }

    fn scan_moved(&mut self) {
        let (expected, began) = {
            let mut moved = self.moved();
            let began = moved.rekeys;
            moved.scans.push(began);
            (moved.kept.clone(), began)
        };
        let is_reversed = self.rng.bool();
        let found = self.read_moved(is_reversed);
        let kept = {
            let mut moved = self.moved();
            if let Some(at) = moved.scans.iter().position(|it| *it == began) {
                moved.scans.swap_remove(at);
            }
            moved.kept.clone()
        };
        let Some(mut found) = found else { return };
        if is_reversed {
            found.reverse();
        }
        let missing: Vec<u8> = expected
            .iter()
            .filter(|(id, put)| kept.get(id) == Some(*put) && !found.contains(id))
            .map(|(id, _)| *id)
            .collect();
        if !found.is_sorted_by(|a, b| a < b) || !missing.is_empty() {
            self.machine.fail(&format!("a scan beside rekey finds {found:?}, without {missing:?}"));
        }
    }

    /// Returns the rows of a scan, or `None` if it fails. The reader may take its time.
    fn read_moved(&mut self, is_reversed: bool) -> Option<Vec<u8>> {
        let plan = Moved::scan().plan().expect("a plan");
        let (table, plan, mut found) =
            (self.moved_table(), if is_reversed { plan.reversed() } else { plan }, Vec::new());
        let mut rows = table.scan(&plan).ok()?;
        while let Some(row) = self.timed("scan moved", ANY_TIME, || rows.next()) {
            match row {
                Ok((key, _)) => found.push(key.id),
                Err(error) => {
                    self.judge("scan moved", &error);
                    return None;
                }
            }
            if self.rng.u8(..8) == 0 {
                self.machine.sleep(Duration::from_millis(1 << self.rng.u32(..17)));
            }
        }
        Some(found)
    }

    /// Moves the remaining rows when there are no more faults. Then every row is stored only at its current key.
    pub(super) fn rekey_all(&mut self) {
        // All writes before the clock was set back are now in the past.
        self.machine.set_ahead(1 << 28);
        let table = self.moved_table();
        table.rekey(None, |_| ControlFlow::Continue(())).expect("a rekey without faults");
        table.finish_rekey(None, |_| ControlFlow::Continue(())).expect("a rekey without faults");
        let (left, rows) = (table.count_older().expect("a count"), table.count(&Moved::scan().plan().expect("a plan")));
        let kept = self.moved().kept.len() as u64;
        if left != 0 || rows.as_ref().is_ok_and(|rows| *rows < kept) {
            self.machine
                .fail(&format!("{left} rows are at older places after the last rekey; {rows:?} in all, {kept} kept"));
        }
        self.scan_moved();
    }
}

rowkey::laws!(Moved);
