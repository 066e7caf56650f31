//! Keys that are read from stores, behind features of the crate. Values are not asked for where a store can leave them out.

use crate::failure::Failure;
#[cfg(any(feature = "hbase", feature = "redb"))]
use rowkey_store::{Direction, Reader, Scan, Store};
use std::path::Path;

/// The keys of a table of a store, ascending.
pub(crate) struct StoredKeys {
    next_page: Box<NextPage>,
    /// The keys that are read, the last one first.
    page: Vec<Vec<u8>>,
    /// The last key of that page.
    last: Option<Vec<u8>>,
    number: u64,
    split_keys: Option<Vec<Vec<u8>>>,
}

/// Reads the keys behind one, or the first ones; none at the end.
type NextPage = dyn FnMut(Option<&[u8]>) -> Result<Vec<Vec<u8>>, Failure>;

impl StoredKeys {
    /// Opens the table that the argument names: a redb file, whose table has a name if there are several, or an address of HBase.
    /// `None` if it is a file of another sort.
    pub(crate) fn open(file: &Path, table: Option<&str>) -> Result<Option<Self>, Failure> {
        match file.to_str().and_then(|name| name.strip_prefix("hbase://")) {
            Some(address) => open_hbase(address).map(Some),
            None if is_redb(file) => open_redb(file, table).map(Some),
            None => Ok(None),
        }
    }

    /// Reads the next key; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        if self.page.is_empty() {
            self.page = (self.next_page)(self.last.as_deref())?;
            self.last = self.page.last().cloned().or_else(|| self.last.take());
            self.page.reverse();
        }
        let key = self.page.pop();
        self.number += u64::from(key.is_some());
        Ok(key)
    }

    /// The number of the key that was read last, counted from 1.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// The keys at which the store is cut; `None` if it does not divide its rows.
    pub(crate) fn split_keys(&self) -> Option<&[Vec<u8>]> {
        self.split_keys.as_deref()
    }
}

/// `true` if the file begins as redb's own do.
fn is_redb(file: &Path) -> bool {
    use std::io::Read;
    const MAGIC: &[u8] = b"redb\x1A\x0A\xA9\x0D\x0A";
    let mut start = [0; MAGIC.len()];
    let is_read = std::fs::File::open(file).and_then(|mut file| file.read_exact(&mut start));
    is_read.is_ok() && start == MAGIC
}

/// The number of keys of a page.
#[cfg(any(feature = "hbase", feature = "redb"))]
const PAGE: usize = 20_000;

/// The keys of a store, which is read by pages: a scan borrows its reader, and a page is a scan of its own.
#[cfg(any(feature = "hbase", feature = "redb"))]
fn keys_of<S: Store + 'static>(store: S) -> Result<StoredKeys, Failure> {
    let wrong = |error: S::Error| Failure::Wrong(error.to_string());
    let split_keys = store.split_keys().map_err(wrong)?;
    let next_page = move |last: Option<&[u8]>| {
        let start = last.map_or_else(Vec::new, |last| [last, &[0]].concat());
        let reader = store.reader().map_err(wrong)?;
        let mut scan = reader.scan(rowkey_core::KeyRange::new(start, None), Direction::Forward);
        let mut page = Vec::new();
        while page.len() < PAGE && scan.advance().map_err(wrong)? {
            page.push(scan.key().to_vec());
        }
        Ok(page)
    };
    Ok(StoredKeys { next_page: Box::new(next_page), page: Vec::new(), last: None, number: 0, split_keys })
}

#[cfg(feature = "redb")]
fn open_redb(file: &Path, table: Option<&str>) -> Result<StoredKeys, Failure> {
    let open =
        |table: &str| rowkey_store::RedbStore::open(file, table).map_err(|error| Failure::Wrong(error.to_string()));
    if let Some(table) = table {
        return keys_of(open(table)?);
    }
    // Any name will do to ask for those that are there.
    let store = open("any")?;
    match &store.tables().map_err(|error| Failure::Wrong(error.to_string()))?[..] {
        [only] => keys_of(store.with_table(only).map_err(|error| Failure::Wrong(error.to_string()))?),
        names => Err(Failure::Usage(format!("expected `--table`, one of {}", names.join(", ")))),
    }
}

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
    keys_of(hbase.table(table, family).with_filter("KeyOnlyFilter()"))
}

#[cfg(not(feature = "hbase"))]
fn open_hbase(_: &str) -> Result<StoredKeys, Failure> {
    Err(Failure::Usage("expected a file: this tool is built without the feature `hbase`".to_owned()))
}

#[cfg(test)]
#[cfg(any(feature = "hbase", feature = "redb"))]
mod tests {
    use super::*;
    use rowkey_store::{Batch, MemoryStore};

    #[test]
    fn each_key_of_several_pages_is_read_once() {
        for rows in [0, 1, PAGE, PAGE + 1, 2 * PAGE + 7] {
            let (store, mut batch) = (MemoryStore::new(), Batch::new());
            // Of several lengths: one key begins the next.
            let key = |row: usize| [&(row / 2).to_be_bytes()[..], &[0][..row % 2]].concat();
            for row in 0..rows {
                batch.put(key(row), "");
            }
            store.write(&batch).unwrap();
            let mut keys = keys_of(store).unwrap();
            for row in 0..rows {
                assert_eq!(keys.next().unwrap(), Some(key(row)));
                assert_eq!(keys.number(), row as u64 + 1);
            }
            for _ in 0..2 {
                assert_eq!((keys.next().unwrap(), keys.number()), (None, rows as u64));
            }
        }
    }
}
