//! badger 4.9.0 (Go), a store of versions: the key of its user, which can be any bytes, and then the version.
//!
//! Nothing is between them, so keys do not sort by their user's key: the version of a short key can sort after a longer
//! key. badger compares keys by a function of its own. Its keys are written by `y.KeyWithTs`.

use crate::shared::{rows, same};
use rowkey::RowKey;

const VECTORS: &str = include_str!("../vectors/badger.tsv");

#[derive(RowKey, Clone, Debug, PartialEq)]
struct Versioned {
    #[rowkey(allow(unordered))]
    key: Vec<u8>,
    #[rowkey(desc)]
    version: u64,
}

#[test]
fn keys_with_versions() {
    for row in rows(VECTORS, "version") {
        same(&Versioned { key: row.bytes(0), version: row.number(1) }, &row.key);
    }
}

/// The newest version of a key is the first key at or after its own bytes with the version asked for.
#[test]
fn the_newest_version_comes_first() {
    let rows = rows(VECTORS, "version");
    for row in &rows {
        let (key, version): (Vec<u8>, u64) = (row.bytes(0), row.number(1));
        let newer = Versioned { key, version: version.saturating_add(1) }.encode().unwrap();
        assert!(newer < row.key || version == u64::MAX);
    }
}

rowkey::laws!(Versioned);
