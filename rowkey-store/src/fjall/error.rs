//! The error of a [`FjallStore`](super::FjallStore).

use std::path::PathBuf;
use std::sync::Arc;

/// The error of a [`FjallStore`](super::FjallStore).
///
/// A table is a keyspace.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FjallError {
    /// fjall cannot open the database. Possible causes are missing permissions, a path that is not a folder, another
    /// format, damage, or another process that has the database open.
    #[error("cannot open the fjall database `{}`", path.display())]
    Open {
        /// The folder of the database.
        path: PathBuf,
        /// The fjall error.
        source: fjall::Error,
    },
    /// The name is not one of a keyspace.
    #[error("expected the name of a fjall keyspace, of 1 to 255 bytes, found {table:?}")]
    TableName {
        /// The name.
        table: String,
    },
    /// A keyspace cannot be opened or created.
    #[error("cannot open the fjall table `{table}`")]
    OpenTable {
        /// The name of the table.
        table: Arc<str>,
        /// The fjall error.
        source: fjall::Error,
    },
    /// A key is empty, which fjall rejects. No part of the batch was stored.
    #[error("expected a key of at least 1 byte for the fjall table `{table}`, found an empty key")]
    EmptyKey {
        /// The name of the table.
        table: Arc<str>,
    },
    /// A key or a value is longer than fjall stores. No part of the batch was stored.
    #[error("expected a {what} of at most {limit} bytes for the fjall table `{table}`, found {length} bytes")]
    TooLong {
        /// The name of the table.
        table: Arc<str>,
        /// `key` or `value`.
        what: &'static str,
        /// The length in bytes.
        length: usize,
        /// The maximum length in bytes.
        limit: usize,
    },
    /// Rows cannot be read.
    #[error("cannot read from the fjall table `{table}`")]
    Read {
        /// The name of the table.
        table: Arc<str>,
        /// The fjall error.
        source: fjall::Error,
    },
    /// A transaction cannot be committed or synced to disk. After an I/O error, such as a full disk, fjall rejects
    /// further writes. Open the database again. It then has all of the batch or no part of it.
    #[error("cannot commit to the fjall database `{}`", path.display())]
    Commit {
        /// The folder of the database.
        path: PathBuf,
        /// The fjall error.
        source: fjall::Error,
    },
    /// The tables of a transaction are not all in one database.
    #[error(
        "the fjall tables `{first}` and `{other}` are in different databases, so one transaction cannot cover both"
    )]
    SeveralDatabases {
        /// The name of the first table.
        first: Arc<str>,
        /// The name of a table in another database.
        other: Arc<str>,
    },
}
