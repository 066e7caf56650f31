//! Tables of an example in HBase.

use rowkey::RowKey;
use rowkey_hbase::{HBase, HBaseStore};
use rowkey_store::split_difference;
use std::error::Error;

/// The table `name` for keys `K`, pre-split at their split keys where it has to be created.
pub fn table<K: RowKey>(hbase: &HBase, name: &str) -> Result<HBaseStore, Box<dyn Error>> {
    if !hbase.table_exists(name)? {
        hbase.create_table::<K>(name, FAMILY)?;
    }
    let store = hbase.table(name, FAMILY);
    if let Some(difference) = split_difference(&store, K::LAYOUT, K::SPLIT_KEYS)? {
        eprintln!("warning: the regions of the table `{name}` are not those of its key: {difference}");
    }
    Ok(store)
}

/// The table `name` for several types of keys, pre-split at the split keys of all of them where it has to be created.
pub fn shared_table(hbase: &HBase, name: &str, split_keys: &[&[&[u8]]]) -> Result<HBaseStore, Box<dyn Error>> {
    if !hbase.table_exists(name)? {
        hbase.create_split_table(name, &[FAMILY], &split_keys.concat())?;
    }
    Ok(hbase.table(name, FAMILY))
}

const FAMILY: &str = "f";
