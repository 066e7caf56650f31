//! The Bigtable tables of an example.

use rowkey::RowKey;
use rowkey_bigtable::{Bigtable, BigtableStore};
use rowkey_store::Batch;
use std::error::Error;

/// Opens the table `name` for keys `K`. Creates it with their split keys if it does not exist.
pub async fn table<K: RowKey>(bigtable: &Bigtable, name: &str) -> Result<BigtableStore, Box<dyn Error>> {
    if !bigtable.table_exists(name).await? {
        bigtable.create_table::<K>(name, FAMILY).await?;
    }
    Ok(bigtable.table(name, FAMILY))
}

/// Stores rows. Rows of an earlier run are overwritten with the same bytes.
pub async fn load(
    store: &BigtableStore,
    rows: impl Iterator<Item = (impl AsRef<[u8]>, impl AsRef<[u8]>)>,
) -> Result<(), Box<dyn Error>> {
    let mut batch = Batch::new();
    for (key, value) in rows {
        batch.put(key, value);
    }
    Ok(store.write(&batch).await?)
}

const FAMILY: &str = "f";
