//! The record that all old rows are in the new table.
//!
//! A program of a later step that began before would not find some rows, and `finish` would delete them. So `move_rows`
//! records its end in the metadata of the new table, and each later step looks for this record first. It is also written
//! if the old table has no rows, because programs of the next step add rows to it.

use rowkey_core::RowKey;

/// Returns the key of the record in the metadata of the new table.
pub(crate) fn record_key<O: RowKey, N: RowKey>() -> Vec<u8> {
    format!("rows of {} moved to {}", O::LAYOUT.name(), N::LAYOUT.name()).into()
}

/// The value of the record.
pub(crate) const RECORD: &[u8] = b"all";
