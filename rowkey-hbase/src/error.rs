//! What can go wrong between here and the rows.

use rowkey_core::split::to_string_binary;
use std::error::Error;
use std::time::Duration;
use std::{fmt, io};

use crate::MAX_KEY;
use crate::thrift2::{TIOError, TIllegalArgument};

/// What can go wrong in an [`HBase`](crate::HBase) and its tables.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HBaseError {
    /// What was given as the address of the gateway is none.
    #[error("`{address}` is no address of a gateway: that is `host:port`, such as `localhost:9090`")]
    Address {
        /// What was given.
        address: String,
    },
    /// No connection can be made: the name is not known, or nobody listens there.
    #[error("cannot reach the Thrift 2 gateway of HBase at `{address}`")]
    Unreachable {
        /// The address.
        address: String,
        /// Why not.
        source: io::Error,
    },
    /// There is no such table.
    #[error("HBase has no table `{table}`")]
    NoTable {
        /// Its name.
        table: String,
    },
    /// The table has no such column family.
    #[error("the HBase table `{table}` has no column family `{family}`")]
    NoFamily {
        /// The table.
        table: String,
        /// The column family, as the HBase shell writes it.
        family: String,
    },
    /// A table of that name is there already.
    #[error("HBase has a table `{table}` already")]
    TableExists {
        /// Its name.
        table: String,
    },
    /// The table is disabled: no row can be read or written.
    #[error("the HBase table `{table}` is disabled")]
    Disabled {
        /// The table.
        table: String,
    },
    /// The table is enabled, and only a disabled one can be deleted.
    #[error("the HBase table `{table}` is enabled: disable it first")]
    Enabled {
        /// The table.
        table: String,
    },
    /// A row key needs a byte. Nothing was sent.
    #[error("a row key of the HBase table `{table}` cannot be empty")]
    EmptyKey {
        /// The table.
        table: String,
    },
    /// A row key has at most [`MAX_KEY`] bytes. Nothing was sent.
    #[error(
        "a row key of the HBase table `{table}` can have {MAX_KEY} bytes, and this one has {}: {}",
        key.len(),
        printable(key)
    )]
    KeyTooLong {
        /// The table.
        table: String,
        /// The key.
        key: Vec<u8>,
    },
    /// HBase refuses values above a size of its configuration, 10 MiB unless set. Nothing was sent.
    #[error(
        "a value of the HBase table `{table}` can have {most} bytes, and that of row {} has {bytes}",
        printable(key)
    )]
    ValueTooLong {
        /// The table.
        table: String,
        /// The row.
        key: Vec<u8>,
        /// The size of the value.
        bytes: usize,
        /// The most that it can have: [`max_value`](crate::Builder::max_value).
        most: usize,
    },
    /// A single row is larger than the most that is read at once.
    #[error("cannot {task}: the answer is larger than {most} bytes")]
    AnswerTooLong {
        /// What was being done.
        task: Task,
        /// The most that is read: [`max_answer`](crate::Builder::max_answer).
        most: usize,
    },
    /// The gateway did not answer in time.
    #[error("cannot {task}: no answer within {after:?}")]
    Timeout {
        /// What was being done.
        task: Task,
        /// How long it was waited for.
        after: Duration,
    },
    /// The connection was lost, and so were those that were made in its place.
    #[error("cannot {task}: the connection to the gateway was lost")]
    Connection {
        /// What was being done.
        task: Task,
        /// How.
        source: io::Error,
    },
    /// What answers is no Thrift 2 gateway, or one with another transport or protocol: wanted is the unframed binary one.
    #[error("cannot {task}: the gateway's answer makes no sense: {message}")]
    Protocol {
        /// What was being done.
        task: Task,
        /// What is wrong with it.
        message: String,
    },
    /// The gateway fails on a [filter](crate::HBaseStore::with_filter): most often its text is none of HBase's language.
    #[error("the gateway cannot scan the HBase table `{table}` with the filter `{filter}`: its log tells why")]
    Filter {
        /// The table.
        table: String,
        /// The filter.
        filter: String,
    },
    /// HBase says no.
    #[error("cannot {task}: HBase says: {message}")]
    Server {
        /// What was being done.
        task: Task,
        /// The first line of what it says.
        message: String,
    },
}

/// Something that HBase was asked to do: `scan the HBase table "calls" from row \x01`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Task {
    /// What to do, in the infinitive.
    pub what: &'static str,
    /// With which table; empty where with none.
    pub table: String,
    /// At which row, or the first of many.
    pub key: Option<Vec<u8>>,
}

impl Task {
    pub(crate) fn new(what: &'static str, table: &str) -> Self {
        Self { what, table: table.into(), key: None }
    }

    pub(crate) fn at(what: &'static str, table: &str, key: &[u8]) -> Self {
        Self { what, table: table.into(), key: Some(key.into()) }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)?;
        if !self.table.is_empty() {
            write!(f, " the HBase table `{}`", self.table)?;
        }
        match &self.key {
            Some(key) if !key.is_empty() => write!(f, " from row {}", printable(key)),
            _ => Ok(()),
        }
    }
}

/// A key as the HBase shell writes it, cut where it would fill the screen.
fn printable(key: &[u8]) -> String {
    const MOST: usize = 64;
    let rest = if key.len() > MOST { ".." } else { "" };
    to_string_binary(&key[..key.len().min(MOST)]) + rest
}

/// What HBase said, in one line.
fn said(error: &(dyn Error + Send + Sync + 'static)) -> String {
    let message = error.downcast_ref::<TIOError>().and_then(|it| it.message.as_deref());
    let message = message.or_else(|| error.downcast_ref::<TIllegalArgument>()?.message.as_deref());
    let message = message.map_or_else(|| error.to_string(), str::to_owned);
    message.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("nothing").to_owned()
}

/// What is added where the gateway says that it failed, and not why.
pub(crate) const INTERNAL: &str = ", for a reason that only the gateway's log tells";

/// An error of one attempt.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The connection is of no more use.
    Lost(io::Error),
    TimedOut,
    TooLong,
    Nonsense(String),
    /// HBase's own words; the connection is fine.
    Said(String),
}

impl Failure {
    pub(crate) fn of(error: thrift::Error) -> Self {
        use thrift::{ApplicationErrorKind, TransportErrorKind};
        match error {
            thrift::Error::User(error) => Self::Said(said(&*error)),
            thrift::Error::Application(error) if error.kind == ApplicationErrorKind::InternalError => {
                Self::Said(error.message + INTERNAL)
            }
            thrift::Error::Application(error) => Self::Nonsense(error.message),
            thrift::Error::Protocol(error) => Self::Nonsense(error.message),
            thrift::Error::Transport(error) if error.kind == TransportErrorKind::TimedOut => Self::TimedOut,
            thrift::Error::Transport(error) => Self::Lost(io::Error::other(error.message)),
        }
    }

    /// Whether the same may succeed when done again.
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            Self::Lost(_) => true,
            // HBase is still at it: to ask again would only make it slower.
            Self::TimedOut | Self::TooLong | Self::Nonsense(_) => false,
            Self::Said(message) => PASSING.iter().any(|it| message.contains(it)),
        }
    }

    /// Whether the state of the table may tell more than HBase does: of a missing one it gives the name, in one way or
    /// another, and with a disabled one it tries until it is not listened to any more.
    pub(crate) fn is_vague(&self) -> bool {
        match self {
            Self::TimedOut => true,
            Self::Said(message) => !message.contains("Exception"),
            _ => false,
        }
    }

    /// The error to return; `family` is the one that the task needs.
    pub(crate) fn into_error(self, task: Task, limits: &crate::Builder, family: Option<&[u8]>) -> HBaseError {
        match self {
            Self::Lost(source) => HBaseError::Connection { task, source },
            Self::TimedOut => HBaseError::Timeout { task, after: limits.read_timeout },
            Self::TooLong => HBaseError::AnswerTooLong { task, most: limits.max_answer },
            Self::Nonsense(message) => HBaseError::Protocol { task, message },
            Self::Said(message) => {
                let says = |texts: &[&str]| texts.iter().any(|text| message.contains(text));
                let table = || task.table.clone();
                match family {
                    _ if says(&["TableNotFoundException"]) => HBaseError::NoTable { table: table() },
                    _ if says(&["TableExistsException"]) => HBaseError::TableExists { table: table() },
                    _ if says(&["TableNotEnabledException", "state=DISABLED", " is disabled."]) => {
                        HBaseError::Disabled { table: table() }
                    }
                    _ if says(&["TableNotDisabledException", "state=ENABLED"]) => {
                        HBaseError::Enabled { table: table() }
                    }
                    Some(family) if says(&["NoSuchColumnFamilyException"]) => {
                        HBaseError::NoFamily { table: table(), family: to_string_binary(family) }
                    }
                    _ => HBaseError::Server { task, message },
                }
            }
        }
    }
}

/// What HBase says while regions move and servers start: the gateway waits and tries again itself, but not for ever.
const PASSING: [&str; 12] = [
    "NotServingRegionException",
    "RegionMovedException",
    "RegionOpeningException",
    "RegionTooBusyException",
    "ServerNotRunningYetException",
    "RegionServerStoppedException",
    "RegionServerAbortedException",
    "PleaseHoldException",
    "CallQueueTooBigException",
    "CallTimeoutException",
    "RetriesExhausted",
    "ConnectException",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Builder;

    fn error(message: &str) -> String {
        let said = TIOError { message: Some(message.into()), can_retry: None };
        let failure = Failure::of(thrift::Error::User(said.into()));
        failure.into_error(Task::at("scan", "calls", b"\x01a"), &Builder::default(), Some(b"f")).to_string()
    }

    #[test]
    fn what_hbase_says_becomes_an_error_of_one_line() {
        assert_eq!(error("org.apache.hadoop.hbase.TableNotFoundException: calls"), "HBase has no table `calls`");
        assert_eq!(error("calls is disabled."), "the HBase table `calls` is disabled");
        assert_eq!(
            error(
                "org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: Column family f does not exist\n\tat x"
            ),
            "the HBase table `calls` has no column family `f`"
        );
        assert_eq!(
            error("\n  the disk is full \n\tat org.apache"),
            r"cannot scan the HBase table `calls` from row \x01a: HBase says: the disk is full"
        );
    }

    #[test]
    fn long_keys_are_cut() {
        let task = Task::at("scan", "calls", &[b'k'; 100]);
        assert_eq!(task.to_string(), format!("scan the HBase table `calls` from row {}..", "k".repeat(64)));
    }

    #[test]
    fn only_what_passes_is_tried_again() {
        let said = |message: &str| Failure::Said(message.into()).is_passing();
        assert!(said("org.apache.hadoop.hbase.NotServingRegionException: calls,,1 is not online"));
        assert!(!said("org.apache.hadoop.hbase.DoNotRetryIOException: no"));
        assert!(Failure::Lost(io::ErrorKind::BrokenPipe.into()).is_passing() && !Failure::TimedOut.is_passing());
    }
}
