//! The error of a [`HeedStore`](super::HeedStore).

use std::path::PathBuf;
use std::sync::Arc;

/// The error of a [`HeedStore`](super::HeedStore).
///
/// A table is a named database of an LMDB environment.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HeedError {
    /// A table cannot be opened or created. If the error is `MDB_DBS_FULL`, open the environment with a higher `max_dbs`.
    #[error("cannot open the table `{table}` of the LMDB environment `{}`", path.display())]
    OpenTable {
        /// The folder of the environment.
        path: PathBuf,
        /// The name of the table.
        table: Arc<str>,
        /// The error of heed.
        source: heed::Error,
    },
    /// The name is not one of a database.
    #[error("expected the name of an LMDB database, of 1 to 511 bytes without NUL, found {table:?}")]
    TableName {
        /// The name.
        table: String,
    },
    /// A key is empty, which LMDB rejects. No part of the batch was stored.
    #[error("expected a key of at least 1 byte for the LMDB table `{table}`, found an empty key")]
    EmptyKey {
        /// The name of the table.
        table: Arc<str>,
    },
    /// A key is longer than LMDB stores. No part of the batch was stored.
    ///
    /// `#[rowkey(store = lmdb)]` rejects such layouts at compile time.
    #[error("expected a key of at most {limit} bytes for the LMDB table `{table}`, found {length} bytes")]
    KeyTooLong {
        /// The name of the table.
        table: Arc<str>,
        /// The length in bytes.
        length: usize,
        /// The maximum length in bytes.
        limit: usize,
    },
    /// Rows cannot be read.
    #[error("cannot read from the table `{table}` of the LMDB environment `{}`", path.display())]
    Read {
        /// The folder of the environment.
        path: PathBuf,
        /// The name of the table.
        table: Arc<str>,
        /// The error of heed.
        source: heed::Error,
    },
    /// A change cannot be added to a transaction. No part of the batch was stored. If the error is `MDB_MAP_FULL`, open
    /// the environment with a larger `map_size`.
    #[error("cannot write to the table `{table}` of the LMDB environment `{}`", path.display())]
    Write {
        /// The folder of the environment.
        path: PathBuf,
        /// The name of the table.
        table: Arc<str>,
        /// The error of heed.
        source: heed::Error,
    },
    /// A transaction cannot be started, committed, or synced to disk.
    #[error("cannot commit to the LMDB environment `{}`", path.display())]
    Commit {
        /// The folder of the environment.
        path: PathBuf,
        /// The error of heed.
        source: heed::Error,
    },
    /// The tables of a transaction are not all in one environment.
    #[error(
        "the LMDB tables `{first}` and `{other}` are in different environments, so one transaction cannot cover both"
    )]
    SeveralEnvironments {
        /// The name of the first table.
        first: Arc<str>,
        /// The name of a table in another environment.
        other: Arc<str>,
    },
}
