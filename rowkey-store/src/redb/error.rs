//! The error of a [`RedbStore`](super::RedbStore).

use redb::DatabaseError;
use std::path::PathBuf;
use std::sync::Arc;

/// The error of a [`RedbStore`](super::RedbStore).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RedbError {
    /// The file exists, but it is not a redb database.
    #[error("`{}` is not a redb database", path.display())]
    NotADatabase {
        /// The path of the file.
        path: PathBuf,
        /// The redb error.
        source: DatabaseError,
    },
    /// redb cannot open the database. Possible causes are missing permissions, an old format, damage, or another process
    /// that has it open.
    #[error("cannot open the redb database `{}`", path.display())]
    Open {
        /// The path of the file.
        path: PathBuf,
        /// The redb error.
        source: DatabaseError,
    },
    /// The name of a table is empty, which redb rejects.
    #[error("expected the name of a redb table, found an empty one")]
    EmptyTableName,
    /// The names of the tables cannot be read.
    #[error("cannot list the tables of the redb database")]
    List {
        /// The redb error.
        source: Box<redb::Error>,
    },
    /// A row cannot be read.
    #[error("cannot read from the redb table `{table}`")]
    Read {
        /// The name of the table.
        table: Arc<str>,
        /// The redb error.
        source: Box<redb::Error>,
    },
    /// A table cannot be written. The batch was not stored.
    #[error("cannot write to the redb table `{table}`")]
    Write {
        /// The name of the table.
        table: Arc<str>,
        /// The redb error.
        source: Box<redb::Error>,
    },
    /// A write transaction cannot start or commit. After an I/O error, open the database again. It then has all of the
    /// batch or no part of it.
    #[error("cannot commit to the redb database")]
    Commit {
        /// The redb error.
        source: Box<redb::Error>,
    },
    /// The tables of a transaction are not all in one database.
    #[error("the redb tables `{first}` and `{other}` are in different databases, so one transaction cannot cover both")]
    SeveralDatabases {
        /// The name of the first table.
        first: Arc<str>,
        /// The name of a table in another database.
        other: Arc<str>,
    },
}
