//! The rows that a scan must return.

use rowkey_core::KeyRange;
use rowkey_store::{Direction, RowBytes};

use crate::Journal;
use crate::model::Value;

/// The maximum number of ranges in the name of a scan.
const MOST_NAMED: usize = 4;

/// A scan as it was requested.
pub struct Scan {
    /// The moment before the scan began.
    pub from: u64,
    pub ranges: Vec<KeyRange>,
    pub direction: Direction,
    pub limit: usize,
    /// `true` if rows are in the order of their keys without the bucket.
    pub is_merged: bool,
    /// The last byte of the requested keys, if only these are requested.
    pub id: Option<u8>,
    /// The seeks, each with the last key before it and the key to seek.
    pub sought: Vec<(Vec<u8>, Vec<u8>)>,
}

/// The rows that have arrived, and `true` if there are no more.
pub type Found = (Vec<RowBytes>, bool);

impl Scan {
    /// Creates a scan of all rows of these ranges, in the order of their keys.
    pub const fn new(from: u64, ranges: Vec<KeyRange>, direction: Direction) -> Self {
        Self { from, ranges, direction, limit: usize::MAX, is_merged: false, id: None, sought: Vec::new() }
    }

    pub fn name(&self) -> String {
        let Self { ranges, direction, limit, id, .. } = self;
        let ranges: Vec<_> = ranges.iter().take(MOST_NAMED).map(ToString::to_string).collect();
        let most = if *limit == usize::MAX { String::new() } else { format!(", {limit} rows") };
        format!("{} {ranges:?} {direction:?} {id:?}{most}", if self.is_merged { "merge" } else { "scan" })
    }

    /// Returns the part of a key that determines the order of the rows.
    fn order<'k>(&self, key: &'k [u8]) -> &'k [u8] {
        if self.is_merged { &key[1..] } else { key }
    }

    /// Returns `true` if row `a` comes before row `b`.
    pub fn is_before(&self, a: &[u8], b: &[u8]) -> bool {
        match self.direction {
            Direction::Forward => self.order(a) < self.order(b),
            Direction::Reverse => self.order(a) > self.order(b),
        }
    }

    fn contains(&self, key: &[u8]) -> bool {
        let is_left_out = |(from, to): &(Vec<u8>, Vec<u8>)| self.is_before(from, key) && self.is_before(key, to);
        self.ranges.iter().any(|range| range.contains(key))
            && self.id.is_none_or(|id| key.ends_with(&[id]))
            && !self.sought.iter().any(is_left_out)
    }

    /// Checks that every row is returned once and in order, and that no row is missing. `check` compares the value of a
    /// row, or its absence, with the model. `written` has the keys of the model.
    pub fn check(
        &self,
        journal: &Journal,
        written: &[Vec<u8>],
        (found, is_over): &Found,
        check: impl Fn(&[u8], &Value),
    ) {
        let name = self.name();
        journal.note(|| format!("{name} found {} rows, over: {is_over}", found.len()));
        let keys: Vec<_> = found.iter().map(|(key, _)| key).collect();
        if !keys.is_sorted_by(|a, b| self.is_before(a, b)) {
            journal.fail(&format!("{name} yields rows twice or in another order: {keys:?}"));
        }
        if let Some(key) = keys.iter().find(|key| !self.contains(key)) {
            journal.fail(&format!("{name} yields {key:?}, which is outside"));
        }
        if found.len() > self.limit {
            journal.fail(&format!("{name} yields {} rows", found.len()));
        }
        for (key, value) in found {
            check(key, &Some(value.clone()));
        }
        let is_over = *is_over && found.len() < self.limit;
        let is_passed = |key: &[u8]| is_over || keys.last().is_some_and(|last| self.is_before(key, last));
        for key in written.iter().filter(|key| self.contains(key) && is_passed(key) && !keys.contains(key)) {
            check(key, &None);
        }
    }
}
