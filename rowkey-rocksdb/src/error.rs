//! The error of a [`RocksStore`](crate::RocksStore).

use std::path::PathBuf;
use std::sync::Arc;

/// The error of a [`RocksStore`](crate::RocksStore).
///
/// A table is a column family.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RocksError {
    /// RocksDB cannot open the database. Possible causes are missing permissions, a path that is not a folder, damage, a
    /// column family with another comparator, or another process that has the database open.
    #[error("cannot open the RocksDB database `{}`", path.display())]
    Open {
        /// The folder of the database.
        path: PathBuf,
        /// The RocksDB error.
        source: rocksdb::Error,
    },
    /// The options that the database was last opened with cannot be read.
    #[error("cannot read the options of the RocksDB database `{}`", path.display())]
    Options {
        /// The folder of the database.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The database has no such column family.
    #[error("expected the column family `{table}` in the RocksDB database `{}`, found {}", path.display(), list(found))]
    NoTable {
        /// The folder of the database.
        path: PathBuf,
        /// The expected column family.
        table: Arc<str>,
        /// The column families of the database.
        found: Vec<String>,
    },
    /// The name is not one of a column family.
    #[error("expected the name of a RocksDB column family, without control characters, found {table:?}")]
    TableName {
        /// The name.
        table: String,
    },
    /// A column family cannot be created.
    #[error("cannot create the column family `{table}` in the RocksDB database `{}`", path.display())]
    CreateTable {
        /// The folder of the database.
        path: PathBuf,
        /// The name of the column family.
        table: Arc<str>,
        /// The RocksDB error.
        source: rocksdb::Error,
    },
    /// The column family does not sort its keys by their bytes.
    #[error(
        "expected the comparator `{expected}` in the column family `{table}` of the RocksDB database `{}`, found `{found}`",
        path.display()
    )]
    Comparator {
        /// The folder of the database.
        path: PathBuf,
        /// The name of the column family.
        table: Arc<str>,
        /// The comparator of the column family.
        found: String,
        /// The comparator that sorts by bytes.
        expected: &'static str,
    },
    /// The column family has a prefix extractor of another width.
    #[error(
        "expected a prefix of {expected} bytes in the column family `{table}` of the RocksDB database `{}`, found one of \
         {found} bytes",
        path.display()
    )]
    PrefixWidth {
        /// The folder of the database.
        path: PathBuf,
        /// The name of the column family.
        table: Arc<str>,
        /// The width that the column family has.
        found: usize,
        /// The width of the options.
        expected: usize,
    },
    /// The first fields of a key type do not have a fixed width, or they have no bytes.
    #[error("the first {fields} fields of `{key}` have no fixed width, so they are no prefix for RocksDB")]
    NoPrefix {
        /// The key type.
        key: &'static str,
        /// The number of fields.
        fields: usize,
    },
    /// A key or a value is longer than RocksDB stores. No part of the batch was stored.
    #[error("expected a {what} of at most {limit} bytes for the RocksDB table `{table}`, found {length} bytes")]
    TooLong {
        /// The name of the column family.
        table: Arc<str>,
        /// `key` or `value`.
        what: &'static str,
        /// The length in bytes.
        length: usize,
        /// The maximum length in bytes.
        limit: usize,
    },
    /// Rows cannot be read.
    #[error("cannot read from the column family `{table}` of the RocksDB database `{}`", path.display())]
    Read {
        /// The folder of the database.
        path: PathBuf,
        /// The name of the column family.
        table: Arc<str>,
        /// The RocksDB error.
        source: rocksdb::Error,
    },
    /// A change cannot be added to a transaction. No part of the batch was stored.
    #[error("cannot write to the column family `{table}` of the RocksDB database `{}`", path.display())]
    Write {
        /// The folder of the database.
        path: PathBuf,
        /// The name of the column family.
        table: Arc<str>,
        /// The RocksDB error.
        source: rocksdb::Error,
    },
    /// A transaction cannot be committed. After an I/O error, such as a full disk, RocksDB rejects further writes. Open
    /// the database again. It then has all of the batch or no part of it.
    #[error("cannot commit to the RocksDB database `{}`", path.display())]
    Commit {
        /// The folder of the database.
        path: PathBuf,
        /// The RocksDB error.
        source: rocksdb::Error,
    },
    /// Ranges cannot be deleted. Some of them may be deleted already.
    #[error("cannot delete ranges of the column family `{table}` of the RocksDB database `{}`", path.display())]
    DeleteRanges {
        /// The folder of the database.
        path: PathBuf,
        /// The name of the column family.
        table: Arc<str>,
        /// The RocksDB error.
        source: rocksdb::Error,
    },
    /// A plan to delete by ranges also has filters or a limit. Nothing was deleted.
    #[error("expected a plan whose ranges contain only its rows, found {found}: use `delete_all` of the table")]
    NotWholeRanges {
        /// What the plan has besides its ranges.
        found: &'static str,
    },
    /// The tables of a transaction are not all in one database.
    #[error(
        "the RocksDB tables `{first}` and `{other}` are in different databases, so one transaction cannot cover both"
    )]
    SeveralDatabases {
        /// The name of the first table.
        first: Arc<str>,
        /// The name of a table in another database.
        other: Arc<str>,
    },
}

/// Lists names, as a message shows them.
fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
