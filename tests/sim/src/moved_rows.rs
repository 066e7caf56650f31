//! Rows that move to another table: the value that counts, and the rows that a scan of both tables finds.

use rowkey_store::__moving::{current, decides, has_moved};
use rowkey_store::__protocol::{Kind, Stored, Version};
use std::collections::BTreeMap;

use crate::model::{Model, Value, show};

/// What a row was after the last write of the server.
struct Seen {
    versions: [Option<Version>; 2],
    value: Value,
}

/// The rows after each write of the server. Only a write of a program changes the value of a row: a copy, a mark, or
/// `finish` does not.
#[derive(Default)]
pub struct MovedRows {
    seen: BTreeMap<Vec<u8>, Seen>,
}

impl MovedRows {
    /// Checks a row. Once `finish` has begun, the new table alone counts.
    ///
    /// # Errors
    ///
    /// Returns the reason if the row is not what the protocol allows.
    pub fn check(&mut self, row: &[u8], old: &Stored, new: &Stored, is_finishing: bool) -> Result<(), String> {
        let (has_moved, is_written) = (has_moved(old), new.version.is_some_and(|it| it.kind == Kind::Written));
        if has_moved && new.version.is_none() {
            return Err(format!("row {row:?} has a mark, and its new row was never written"));
        }
        let is_new = is_finishing || !decides(old) && (has_moved || is_written);
        let stored = if is_new { new } else { old };
        let value = current(stored).map(<[u8]>::to_vec);
        let versions = [old.version, new.version];
        let Some(before) = self.seen.insert(row.to_vec(), Seen { versions, value: value.clone() }) else {
            return Ok(());
        };
        let is_write = stored.version.is_some_and(|it| it.kind == Kind::Written)
            && stored.version != before.versions[usize::from(is_new)];
        if is_write || value == before.value {
            return Ok(());
        }
        let (before, value) = (show(&before.value), show(&value));
        Err(format!("row {row:?} was {before}, and is {value} without a write: {old:?}, {new:?}"))
    }
}

/// A scan of both tables between two moments.
#[derive(Clone, Copy)]
pub struct BothScan {
    pub from: u64,
    pub to: u64,
    /// `true` if the rows come in order, each of them once. Otherwise, a row that moves can come twice.
    pub is_ordered: bool,
}

impl BothScan {
    /// Checks that each row was found that existed all the time.
    ///
    /// # Errors
    ///
    /// Returns the first row that is missing, or comes too often.
    pub fn check(self, model: &Model, rows: &[Vec<u8>], found: &[Vec<u8>]) -> Result<(), String> {
        let Self { from, to, is_ordered } = self;
        let exists = |row: &&Vec<u8>| model.candidates(row, from, to).iter().all(|value| value.is_some());
        if let Some(missing) = rows.iter().filter(exists).find(|row| !found.contains(row)) {
            return Err(format!("a scan finds {found:?}, without {missing:?}"));
        }
        let most = if is_ordered { 1 } else { 2 };
        let is_too_often = rows.iter().any(|row| found.iter().filter(|it| *it == row).count() > most);
        let is_in_order = !is_ordered || found.is_sorted_by(|a, b| a < b);
        if is_too_often || !is_in_order {
            Err(format!("a scan finds {found:?}, ordered: {is_ordered}"))
        } else {
            Ok(())
        }
    }

    /// Checks the number of rows.
    ///
    /// # Errors
    ///
    /// Returns the numbers that are possible.
    pub fn check_count(self, model: &Model, rows: &[Vec<u8>], counted: u64) -> Result<(), String> {
        let Self { from, to, is_ordered } = self;
        let (mut least, mut most) = (0, 0);
        for row in rows {
            let candidates = model.candidates(row, from, to);
            least += u64::from(candidates.iter().all(|value| value.is_some()));
            most += u64::from(candidates.iter().any(|value| value.is_some()));
        }
        let most = if is_ordered { most } else { 2 * most };
        let is_right = (least..=most).contains(&counted);
        if is_right { Ok(()) } else { Err(format!("{counted} rows are counted, expected {least} to {most}")) }
    }
}
