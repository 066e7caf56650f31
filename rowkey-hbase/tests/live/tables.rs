//! Tables with rows, and a model of their contents.

use rowkey_hbase::HBaseStore;
use rowkey_store::{Batch, Store};
use std::collections::BTreeMap;

/// The rows of a table, in the order of their keys.
pub type Model = BTreeMap<Vec<u8>, Vec<u8>>;

/// Writes the rows in one batch.
pub fn fill(store: &HBaseStore, rows: impl IntoIterator<Item = (Vec<u8>, Vec<u8>)>) -> Model {
    let rows: Model = rows.into_iter().collect();
    let mut batch = Batch::new();
    for (key, value) in &rows {
        batch.put(key.as_slice(), value.as_slice());
    }
    store.write(&batch).unwrap();
    rows
}
