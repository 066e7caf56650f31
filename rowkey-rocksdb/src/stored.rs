//! What a database says about its tables: the comparator and the prefix extractor of each column family.

use std::fs;
use std::io;
use std::path::Path;

use crate::RocksError;

/// The comparator that sorts keys by their bytes, RocksDB's default.
pub(crate) const BYTEWISE: &str = "leveldb.BytewiseComparator";

/// The properties of a column family that decide how it can be read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct StoredTable {
    /// The name of the comparator.
    pub(crate) comparator: Option<String>,
    /// The width of a prefix extractor with a fixed width. `None` if there is no extractor, or one of another kind.
    pub(crate) prefix_width: Option<usize>,
}

/// Returns the properties of the table `table` in the database at `path`. They are empty if RocksDB has not described
/// such a table.
///
/// The bindings have no function for them. RocksDB writes a new options file, with a higher number, whenever it opens a
/// database or creates a column family.
pub(crate) fn read(path: &Path, table: &str) -> Result<StoredTable, RocksError> {
    let options = newest_options(path).map_err(|source| RocksError::Options { path: path.to_owned(), source })?;
    Ok(parse(&options, table).unwrap_or_default())
}

/// Returns the text of the newest options file, which is empty if there is none.
fn newest_options(path: &Path) -> io::Result<String> {
    let mut newest = None;
    for file in fs::read_dir(path)? {
        let file = file?;
        let number = file.file_name().to_str().and_then(|name| name.strip_prefix("OPTIONS-")?.parse::<u64>().ok());
        newest = newest.max(number.map(|number| (number, file.path())));
    }
    match newest {
        Some((_, file)) => fs::read_to_string(file),
        None => Ok(String::new()),
    }
}

/// Reads the section of a table:
///
/// ```text
/// [CFOptions "calls"]
///   prefix_extractor=rocksdb.FixedPrefix.9
///   comparator=leveldb.BytewiseComparator
/// ```
fn parse(options: &str, table: &str) -> Option<StoredTable> {
    let title = format!("[CFOptions \"{table}\"]");
    let mut lines = options.lines().map(str::trim).skip_while(|line| **line != title);
    lines.next()?;
    let mut stored = StoredTable::default();
    for line in lines.take_while(|line| !line.starts_with('[')) {
        match line.split_once('=') {
            Some(("comparator", name)) => stored.comparator = Some(name.to_owned()),
            Some(("prefix_extractor", name)) => {
                stored.prefix_width = name.strip_prefix("rocksdb.FixedPrefix.").and_then(|width| width.parse().ok());
            }
            _ => {}
        }
    }
    Some(stored)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: &str = "[CFOptions \"default\"]\n  prefix_extractor=nullptr\n  comparator=reverse\n\n\
        [TableOptions/BlockBasedTable \"default\"]\n  comparator=none\n\n\
        [CFOptions \"calls\"]\n  memtable_insert_with_hint_prefix_extractor=nullptr\n  \
        prefix_extractor=rocksdb.FixedPrefix.9\n  comparator=leveldb.BytewiseComparator\n";

    #[test]
    fn tables_are_told_apart() {
        let stored = |comparator: &str, prefix_width| {
            Some(StoredTable { comparator: Some(comparator.to_owned()), prefix_width })
        };
        assert_eq!(parse(OPTIONS, "default"), stored("reverse", None));
        assert_eq!(parse(OPTIONS, "calls"), stored(BYTEWISE, Some(9)));
        assert_eq!(parse(OPTIONS, "call"), None);
    }
}
