//! Rows that the gateway has sent.

use std::collections::BTreeMap;

use crate::clock;
use crate::rows::page::memory;
use crate::thrift2::{TColumnValue, TResult};

/// The columns of a row in one family. It maps their names (*qualifiers*) to their values.
pub type Columns = BTreeMap<Vec<u8>, Vec<u8>>;

/// The cells of a row. For a single column, only the value is kept.
pub(crate) enum Cells {
    One(Vec<u8>),
    All(Vec<TColumnValue>),
}

impl Cells {
    pub(crate) fn into_value(self) -> Vec<u8> {
        match self {
            Self::One(value) => value,
            Self::All(cells) => value(cells),
        }
    }

    pub(crate) fn into_cells(self) -> Vec<TColumnValue> {
        match self {
            Self::One(_) => Vec::new(),
            Self::All(cells) => cells,
        }
    }
}

/// The key and cells of a row.
pub(crate) type KeyAndCells = (Vec<u8>, Cells);

/// A row of a page.
pub(crate) enum PageRow {
    Whole(Vec<u8>, Cells),
    /// The key of a row with a value that was too wide for the page.
    Wide(Vec<u8>),
}

impl PageRow {
    pub(crate) fn memory(&self) -> usize {
        match self {
            Self::Whole(key, Cells::One(value)) => memory(key.len(), [value.len()].into_iter()),
            Self::Whole(key, Cells::All(cells)) => memory(
                key.len(),
                cells.iter().map(|cell| {
                    size_of::<TColumnValue>() + cell.family.len() + cell.qualifier.len() + cell.value.len()
                }),
            ),
            Self::Wide(key) => memory(key.len(), [].into_iter()),
        }
    }
}

/// Makes later writes of a row use timestamps above those that were read.
pub(crate) fn observe(key: &[u8], cells: &[TColumnValue], now: i64) {
    for timestamp in cells.iter().filter_map(|cell| cell.timestamp) {
        clock::observe(key, timestamp, now);
    }
}

pub(crate) fn value(mut cells: Vec<TColumnValue>) -> Vec<u8> {
    cells.pop().map(|cell| cell.value).unwrap_or_default()
}

pub(crate) fn columns(cells: Vec<TColumnValue>) -> Columns {
    cells.into_iter().map(|cell| (cell.qualifier, cell.value)).collect()
}

/// Makes later writes use timestamps above those of the rows of this page.
pub(crate) fn observe_all(page: &[TResult]) {
    let now = clock::now();
    page.iter().for_each(|row| observe(row.row.as_deref().unwrap_or_default(), &row.column_values, now));
}
