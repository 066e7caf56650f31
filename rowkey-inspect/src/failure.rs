//! The failures of a command, and the exit status of each.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;

/// The exit status of the tool.
///
/// ```
/// use rowkey_inspect::Status;
///
/// assert_eq!(Status::Usage as u8, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The command is complete, and every key is valid.
    Done = 0,
    /// A key, a row or a query is wrong, or a file cannot be read.
    Failed = 1,
    /// The command line is wrong.
    Usage = 2,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// The reason for the failure of a command.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// The tool does not know the type.
    #[error("expected a key type, one of {expected}, found `{found}`")]
    Type { found: String, expected: String },
    /// Arguments that clap accepts, but that cannot be combined.
    #[error("{0}")]
    Usage(String),
    /// A file cannot be read or written.
    #[error("{}: {reason}", .file.display())]
    File { file: PathBuf, reason: io::Error },
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
    /// A row of a sample is wrong.
    #[error("{}: line {line}: {reason}", .file.display())]
    Row { file: PathBuf, line: u64, reason: String },
    /// A key, a value or a query is wrong.
    #[error("{0}")]
    Wrong(String),
}

impl Failure {
    /// Returns the failure for an I/O error of a file.
    pub(crate) fn file(file: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        move |reason| Self::File { file: file.to_owned(), reason }
    }

    /// Returns `true` if the reader of the output has closed it: `keys layout | head -1`.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(reason) if reason.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Returns the exit status.
    pub(crate) const fn status(&self) -> Status {
        match self {
            Self::Type { .. } | Self::Usage(_) => Status::Usage,
            Self::File { .. } | Self::Output(_) | Self::Row { .. } | Self::Wrong(_) => Status::Failed,
        }
    }
}
