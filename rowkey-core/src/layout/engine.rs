//! The engine that keeps the table, with the longest key that it accepts.

/// An engine that limits the width of keys, named by `store = ..`.
#[derive(Clone, Copy, Debug)]
pub struct Engine {
    pub(crate) name: &'static str,
    /// The width in bytes of the longest key.
    pub(crate) longest: usize,
    /// `true` if a table has regions on many servers.
    pub(crate) has_regions: bool,
}

impl Engine {
    /// HBase: `HConstants.MAX_ROW_LENGTH`, the maximum of a Java `short`.
    pub(crate) const HBASE: Self = Self { name: "HBase", longest: 32_767, has_regions: true };
    /// Google Bigtable: 4 KB for a row key.
    pub(crate) const BIGTABLE: Self = Self { name: "Bigtable", longest: 4_096, has_regions: true };
    /// LMDB: `mdb_env_get_maxkeysize`, as it is compiled by default.
    pub(crate) const LMDB: Self = Self { name: "LMDB", longest: 511, has_regions: false };
    /// FoundationDB: 10,000 bytes for a key.
    pub(crate) const FOUNDATIONDB: Self = Self { name: "FoundationDB", longest: 10_000, has_regions: true };
    /// Amazon DynamoDB: 1,024 bytes for a sort key, by which items are ordered.
    pub(crate) const DYNAMODB: Self = Self { name: "DynamoDB", longest: 1_024, has_regions: false };
}
