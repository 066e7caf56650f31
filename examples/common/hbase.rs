//! The HBase tables of an example.

use rowkey::RowKey;
use rowkey_hbase::{HBase, HBaseStore};
use rowkey_store::split_difference;
use std::error::Error;

/// Opens the table `name` for keys `K`. Creates it with their split keys if it does not exist.
pub fn table<K: RowKey>(hbase: &HBase, name: &str) -> Result<HBaseStore, Box<dyn Error>> {
    if !hbase.table_exists(name)? {
        hbase.create_table::<K>(name, FAMILY)?;
    }
    let store = hbase.table(name, FAMILY);
    if let Some(difference) = split_difference(&store, K::LAYOUT, K::SPLIT_KEYS)? {
        eprintln!("warning: the regions of the table `{name}` differ from the split keys of its key: {difference}");
    }
    Ok(store)
}

/// Opens the table `name` for several key types. Creates it with the split keys of all of them if it does not exist.
pub fn shared_table(hbase: &HBase, name: &str, split_keys: &[&[&[u8]]]) -> Result<HBaseStore, Box<dyn Error>> {
    if !hbase.table_exists(name)? {
        hbase.create_split_table(name, &[FAMILY], &split_keys.concat())?;
    }
    Ok(hbase.table(name, FAMILY))
}

/// Opens the table `name` for an `IndexedTable` of keys `K`. Creates it if it does not exist.
pub fn indexed_table<K: RowKey>(hbase: &HBase, name: &str) -> Result<HBaseStore, Box<dyn Error>> {
    let store = table::<K>(hbase, name)?.with_versions();
    hbase.add_version_family(name)?;
    Ok(store)
}

const FAMILY: &str = "f";
