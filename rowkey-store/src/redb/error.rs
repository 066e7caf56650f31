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
        /// The file.
        path: PathBuf,
        /// The error of redb.
        source: DatabaseError,
    },
    /// The database cannot be opened: no permission, already open, an old format, damaged, ...
    #[error("cannot open the redb database `{}`", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The error of redb.
        source: DatabaseError,
    },
    /// The name of a table is empty, which redb does not take.
    #[error("expected the name of a redb table, found an empty one")]
    EmptyTableName,
    /// The names of the tables cannot be read.
    #[error("cannot list the tables of the redb database")]
    List {
        /// The error of redb.
        source: Box<redb::Error>,
    },
    /// A row cannot be read.
    #[error("cannot read from the redb table `{table}`")]
    Read {
        /// The table.
        table: Arc<str>,
        /// The error of redb.
        source: Box<redb::Error>,
    },
    /// A table cannot be written to. Nothing of the batch was stored.
    #[error("cannot write to the redb table `{table}`")]
    Write {
        /// The table.
        table: Arc<str>,
        /// The error of redb.
        source: Box<redb::Error>,
    },
    /// The transaction of a write cannot begin or be committed. After an I/O error, redb wants the database to be opened
    /// again; it then holds all of the batch or none of it.
    #[error("cannot commit to the redb database")]
    Commit {
        /// The error of redb.
        source: Box<redb::Error>,
    },
    /// The tables to be written together are not of one database.
    #[error("the redb tables `{first}` and `{other}` are in different databases, so one transaction cannot cover both")]
    SeveralDatabases {
        /// The first table.
        first: Arc<str>,
        /// A table of another database.
        other: Arc<str>,
    },
}
