//! The error of a [`SlateStore`](crate::SlateStore).

use slatedb::{CloseReason, ErrorKind, object_store};
use std::path::PathBuf;

/// The error of a [`SlateStore`](crate::SlateStore).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SlateError {
    /// The folder cannot be created, or cannot be used as an object store.
    #[error("cannot use the folder `{}` as an object store", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The reason.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The database cannot be opened.
    #[error("cannot open the SlateDB database `{path}`")]
    Open {
        /// The path in the object store.
        path: object_store::path::Path,
        /// The SlateDB error.
        source: slatedb::Error,
    },
    /// Another writer has opened the database, so this one can no longer use it. A batch in flight is stored as a whole
    /// or not at all. Open the database again, and read it to find out.
    #[error(
        "cannot {task}: another writer has opened the database, which allows only one. Stop the other writer, then open the \
         database again"
    )]
    Fenced {
        /// The failed operation, in the infinitive.
        task: String,
        /// The SlateDB error.
        source: slatedb::Error,
    },
    /// Rows cannot be read.
    #[error("cannot read from SlateDB")]
    Read {
        /// The SlateDB error.
        source: slatedb::Error,
    },
    /// A batch cannot be written. No part of it is stored.
    #[error("cannot write to SlateDB")]
    Write {
        /// The SlateDB error.
        source: slatedb::Error,
    },
    /// A batch was written, and readers can see it, but SlateDB could not confirm that it is in the object store. After
    /// a crash, the whole batch is there, or no part of it.
    #[error("cannot confirm that the write is in the object store")]
    Durable {
        /// The SlateDB error.
        source: slatedb::Error,
    },
    /// The database cannot be closed.
    #[error("cannot close the SlateDB database")]
    Close {
        /// The SlateDB error.
        source: slatedb::Error,
    },
    /// The key of a row is empty, which SlateDB rejects. The batch was not stored.
    #[error("SlateDB does not accept an empty key")]
    EmptyKey,
    /// A key or a value is longer than the 4,294,967,295 bytes that SlateDB accepts. The batch was not stored.
    #[error("SlateDB does not accept a {part} of {found} bytes")]
    TooLong {
        /// `key` or `value`.
        part: &'static str,
        /// Its length in bytes.
        found: usize,
    },
    /// The stores of a transaction are not in one database. The transaction was not stored.
    #[error(
        "parts 0 and {other} of the transaction are in different SlateDB databases, so one transaction cannot cover both: keep \
         their tables in one database, each `Within` its own subspace"
    )]
    SeveralDatabases {
        /// The index of the first part in another database.
        other: usize,
    },
}

/// Converts the error of a read.
impl From<slatedb::Error> for SlateError {
    fn from(source: slatedb::Error) -> Self {
        or_fenced(source, "read from SlateDB", |source| Self::Read { source })
    }
}

/// Returns [`SlateError::Fenced`] if another writer has opened the database, or else the error that `other` makes of
/// `source`.
pub(crate) fn or_fenced(
    source: slatedb::Error,
    task: &str,
    other: impl FnOnce(slatedb::Error) -> SlateError,
) -> SlateError {
    match source.kind() {
        ErrorKind::Closed(CloseReason::Fenced) => SlateError::Fenced { task: task.into(), source },
        _ => other(source),
    }
}
