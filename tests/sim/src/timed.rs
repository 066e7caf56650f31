//! A column of a server whose cells have timestamps.

use std::collections::BTreeMap;

/// A column, which has several cells.
pub(crate) struct Column<T> {
    pub(crate) cells: BTreeMap<i64, T>,
    /// The time up to which HBase hides cells, whenever they arrive.
    pub(crate) deleted: Option<i64>,
}

impl<T> Default for Column<T> {
    fn default() -> Self {
        Self { cells: BTreeMap::new(), deleted: None }
    }
}

impl<T> Column<T> {
    pub(crate) fn put(&mut self, at: i64, value: T) {
        if self.deleted.is_none_or(|deleted| deleted < at) {
            self.cells.insert(at, value);
        }
    }

    pub(crate) fn delete(&mut self, up_to: i64, leaves_marker: bool) {
        self.cells.retain(|at, _| *at > up_to);
        if leaves_marker {
            self.deleted = self.deleted.max(Some(up_to));
        }
    }

    pub(crate) fn newest(&self) -> Option<(i64, &T)> {
        self.cells.last_key_value().map(|(at, value)| (*at, value))
    }
}
