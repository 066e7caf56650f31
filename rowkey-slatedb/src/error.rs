//! The error of a [`SlateStore`](crate::SlateStore).

use slatedb::object_store;
use std::path::PathBuf;

/// The error of a [`SlateStore`](crate::SlateStore).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SlateError {
    /// The folder of an object store cannot be made, or cannot be one.
    #[error("cannot make `{}` a folder of objects", folder.display())]
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
        /// The error of SlateDB.
        source: slatedb::Error,
    },
    /// Rows cannot be read.
    #[error("cannot read from SlateDB")]
    Read {
        /// The error of SlateDB.
        #[from]
        source: slatedb::Error,
    },
    /// A batch cannot be written. Nothing of it is stored.
    #[error("cannot write to SlateDB")]
    Write {
        /// The error of SlateDB.
        source: slatedb::Error,
    },
    /// A batch was written, and readers see it, but SlateDB could not tell that it is in the object store. After a crash, all of
    /// it is there or none.
    #[error("cannot wait for the object store to have what was written")]
    Durable {
        /// The error of SlateDB.
        source: slatedb::Error,
    },
    /// The database cannot be closed.
    #[error("cannot close the SlateDB database")]
    Close {
        /// The error of SlateDB.
        source: slatedb::Error,
    },
    /// The key of a row is empty, which SlateDB does not take. Nothing of the batch was stored.
    #[error("SlateDB does not take the empty key")]
    EmptyKey,
    /// A key or a value is longer than the 4,294,967,295 bytes that SlateDB takes. Nothing of the batch was stored.
    #[error("SlateDB does not take a {part} of {found} bytes")]
    TooLong {
        /// `key` or `value`.
        part: &'static str,
        /// Its length in bytes.
        found: usize,
    },
    /// The stores to be written together are not of one database. Nothing was stored.
    #[error(
        "part {other} of the transaction is of another SlateDB database than part 0, so no transaction covers both: keep \
         their tables in one database, each `Within` a subspace of its own"
    )]
    SeveralDatabases {
        /// The number of the first part that is of another database.
        other: usize,
    },
}
