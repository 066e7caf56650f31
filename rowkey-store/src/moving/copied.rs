//! The record that all old rows are in the new table.
//!
//! A program of a later step that began before would not find some rows, and `finish` would delete them. So `move_rows`
//! records its end in the metadata of the new table, and each later step looks for this record first. It is also written
//! if the old table has no rows, because programs of the next step add rows to it.
//!
//! The record is of one move: `finish` deletes it, and so does a move back.

use rowkey_core::RowKey;

use crate::Batch;

/// Returns the key of the record in the metadata of the new table. Old and new type often have the same name.
fn record_key<O: RowKey, N: RowKey>() -> Vec<u8> {
    let [old, new] = [O::LAYOUT, N::LAYOUT].map(|it| format!("{} {:016x}", it.name(), it.byte_fingerprint()));
    format!("rows of {old} moved to {new}").into()
}

/// The record of a move from `O` to `N`.
pub(crate) struct Record {
    pub(crate) key: Vec<u8>,
}

impl Record {
    pub(crate) fn of<O: RowKey, N: RowKey>() -> Self {
        Self { key: record_key::<O, N>() }
    }

    /// Returns the batch that writes the record.
    pub(crate) fn written(self) -> Batch {
        let mut batch = Batch::new();
        batch.put(self.key, b"all");
        batch
    }

    /// Returns the batch that deletes the record.
    pub(crate) fn deleted(self) -> Batch {
        let mut batch = Batch::new();
        batch.delete(self.key);
        batch
    }
}
