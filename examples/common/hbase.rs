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

const FAMILY: &str = "f";
