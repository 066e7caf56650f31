//! Keys from stores, behind features of the crate. Values are not requested if a store can leave them out.

#[cfg(feature = "hbase")]
mod pages;
#[cfg(feature = "redb")]
mod redb_file;

use crate::failure::Failure;
use std::path::Path;

/// The keys of a table in a store, in ascending order.
pub(crate) struct StoredKeys {
    next: Box<NextKey>,
    number: u64,
    split_keys: Option<Vec<Vec<u8>>>,
}

/// Reads the next key, or returns `None` at the end.
type NextKey = dyn FnMut() -> Result<Option<Vec<u8>>, Failure>;

impl StoredKeys {
    /// Opens the table of a redb file or of an HBase address. A redb file with several tables needs a name. Returns
    /// `None` for other files.
    pub(crate) fn open(file: &Path, table: Option<&str>) -> Result<Option<Self>, Failure> {
        match file.to_str().and_then(|name| name.strip_prefix("hbase://")) {
            Some(address) => open_hbase(address).map(Some),
            None if is_redb(file) => open_redb(file, table).map(Some),
            None => Ok(None),
        }
    }

    /// Reads the next key, or returns `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        let key = (self.next)()?;
        self.number += u64::from(key.is_some());
        Ok(key)
    }

    /// Returns the number of the last key, from 1.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// Returns the split keys of the table, or `None` if the store does not split tables.
    pub(crate) fn split_keys(&self) -> Option<&[Vec<u8>]> {
        self.split_keys.as_deref()
    }
}

/// Returns `true` if the file starts like a redb file.
fn is_redb(file: &Path) -> bool {
    use std::io::Read;
    const MAGIC: &[u8] = b"redb\x1A\x0A\xA9\x0D\x0A";
    let mut start = [0; MAGIC.len()];
    let is_read = std::fs::File::open(file).and_then(|mut file| file.read_exact(&mut start));
    is_read.is_ok() && start == MAGIC
}

#[cfg(feature = "redb")]
use redb_file::open as open_redb;

#[cfg(not(feature = "redb"))]
fn open_redb(_: &Path, _: Option<&str>) -> Result<StoredKeys, Failure> {
    Err(Failure::Usage("expected a file of lines: this tool is built without the feature `redb`".to_owned()))
}

#[cfg(feature = "hbase")]
fn open_hbase(address: &str) -> Result<StoredKeys, Failure> {
    let parts: Vec<&str> = address.split('/').collect();
    let [address, table, family] = parts[..] else {
        return Err(Failure::Usage(format!("expected hbase://HOST:PORT/TABLE/FAMILY, found `hbase://{address}`")));
    };
    let hbase = rowkey_hbase::HBase::connect(address).map_err(|error| Failure::Wrong(error.to_string()))?;
    pages::keys_of(hbase.table(table, family).with_filter("KeyOnlyFilter()"))
}

#[cfg(not(feature = "hbase"))]
fn open_hbase(_: &str) -> Result<StoredKeys, Failure> {
    Err(Failure::Usage("expected a file: this tool is built without the feature `hbase`".to_owned()))
}
