//! The errors of the client, the gateway, and HBase.

use rowkey_core::split::{to_short_string_binary, to_string_binary};
#[cfg(feature = "tls")]
use std::path::PathBuf;
use std::time::Duration;
use std::{fmt, io};

use crate::exception::Exception;
use crate::net::failure::Failure;
use crate::net::peer::Peer;
use crate::{Builder, MAX_KEY, VERSION_FAMILY};

/// The error of an [`HBase`](crate::HBase) or its tables.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HBaseError {
    /// The address of the gateway is invalid.
    #[error("expected the address of a gateway as `host:port`, such as `localhost:9090`, found `{address}`")]
    Address {
        /// The address.
        address: String,
    },
    /// The client cannot connect or send the request. The host name is unknown, no server listens at the address, or
    /// the server does not read the request. HBase has made no change.
    #[error("cannot reach the Thrift 2 gateway of HBase at `{address}`")]
    Unreachable {
        /// The address.
        address: String,
        /// The reason.
        source: io::Error,
    },
    /// The server at the address is not a Thrift 2 gateway, or it uses another transport.
    #[error("expected a Thrift 2 gateway of HBase ({wanted}) at `{address}`, found {found}")]
    NotAGateway {
        /// The address.
        address: String,
        /// The configured transport.
        wanted: &'static str,
        /// The server at the address.
        found: Peer,
    },
    /// The file with the trusted certificates cannot be read.
    #[cfg(feature = "tls")]
    #[error("cannot trust the certificates of `{}`", file.display())]
    Certificates {
        /// The file.
        file: PathBuf,
        /// The reason.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The table does not exist.
    #[error("HBase has no table `{table}`")]
    NoTable {
        /// The name of the table.
        table: String,
    },
    /// The table does not have the column family.
    #[error("the HBase table `{table}` has no column family `{family}`")]
    NoFamily {
        /// The name of the table.
        table: String,
        /// The column family, in the notation of the HBase shell.
        family: String,
    },
    /// The rows of the table have no versions, so an [`IndexedTable`](rowkey_store::IndexedTable) cannot use it.
    #[error(
        "the HBase table `{table}` keeps no versions of its rows: call `HBase::add_version_family` for it, and \
         `HBaseStore::with_versions`"
    )]
    NoVersions {
        /// The name of the table.
        table: String,
    },
    /// Cells of the column family expire, so it cannot hold versions of rows or secondary keys.
    #[error(
        "the column family `{family}` of the HBase table `{table}` has a TTL of {after:?}, but versions of rows and \
         secondary keys must not expire"
    )]
    FamilyExpires {
        /// The name of the table.
        table: String,
        /// The column family.
        family: String,
        /// Its TTL.
        after: Duration,
    },
    /// HBase does not accept this table name. The request was not sent.
    #[error("HBase does not allow the table name `{}`: {flaw}", name.escape_debug())]
    TableName {
        /// The name.
        name: String,
        /// The reason.
        flaw: String,
    },
    /// HBase does not accept this name for a column family. The request was not sent.
    #[error("HBase does not allow the column family `{}` of the table `{table}`: {flaw}", name.escape_debug())]
    FamilyName {
        /// The name of the table.
        table: String,
        /// The name of the family.
        name: String,
        /// The reason.
        flaw: String,
    },
    /// Table options cannot be sent with framed transport. The gateway would read the whole frame as their value, and
    /// create the table without them. Family options work. The request was not sent.
    #[error(
        "cannot create the HBase table `{table}` with table options: a gateway with framed transport drops them, so use a \
         gateway without it"
    )]
    FramedOptions {
        /// The name of the table.
        table: String,
    },
    /// A table needs at least one column family. The request was not sent.
    #[error("expected at least one column family for the HBase table `{table}`")]
    NoFamilies {
        /// The name of the table.
        table: String,
    },
    /// HBase cannot split a table at this key. The request was not sent.
    #[error("the HBase table `{table}` cannot be split at `{}`: {flaw}", to_short_string_binary(key))]
    SplitKey {
        /// The name of the table.
        table: String,
        /// The split key.
        key: Vec<u8>,
        /// The reason.
        flaw: String,
    },
    /// A table with this name already exists.
    #[error("the HBase table `{table}` already exists")]
    TableExists {
        /// The name of the table.
        table: String,
    },
    /// The table is disabled, so rows cannot be read or written.
    #[error("the HBase table `{table}` is disabled")]
    Disabled {
        /// The name of the table.
        table: String,
    },
    /// The table is enabled. You can only delete a disabled table.
    #[error("the HBase table `{table}` is enabled: disable it first")]
    Enabled {
        /// The name of the table.
        table: String,
    },
    /// The row key is empty, which HBase does not accept. The request was not sent.
    #[error("a row key of the HBase table `{table}` cannot be empty")]
    EmptyKey {
        /// The name of the table.
        table: String,
    },
    /// The row key is longer than [`MAX_KEY`] bytes. The request was not sent.
    #[error(
        "expected a row key of at most {MAX_KEY} bytes for the HBase table `{table}`, found {}: {}",
        key.len(),
        to_short_string_binary(key)
    )]
    KeyTooLong {
        /// The name of the table.
        table: String,
        /// The key.
        key: Vec<u8>,
    },
    /// Keys of the type can be longer than [`MAX_KEY`] bytes. The request was not sent.
    #[error(
        "expected keys of at most {MAX_KEY} bytes for the HBase table `{table}`, found `{key}`, whose keys have {} bytes",
        match most {
            None => format!("at least {least}"),
            Some(most) if most == least => most.to_string(),
            Some(most) => format!("{least} to {most}"),
        }
    )]
    KeysTooLong {
        /// The name of the table.
        table: String,
        /// The name of the key type.
        key: &'static str,
        /// The width of the shortest key.
        least: usize,
        /// The width of the longest key, or `None` if it is unbounded.
        most: Option<usize>,
    },
    /// The value is larger than the configured limit of HBase, which is 10 MiB by default. The request was not sent.
    #[error(
        "expected a value of at most {most} bytes for this key and column in row {} of the HBase table `{table}`, found {bytes}",
        to_short_string_binary(key)
    )]
    ValueTooLong {
        /// The name of the table.
        table: String,
        /// The key of the row.
        key: Vec<u8>,
        /// The size of the value in bytes.
        bytes: usize,
        /// The maximum size in this row and column, from [`max_value`](crate::Builder::max_value).
        most: usize,
    },
    /// A cell with a timestamp more than an hour in the future would hide the put. The request was not sent.
    #[error(
        "row {} of the HBase table `{table}` has the timestamp {timestamp}, which is too far in the future: new writes get at \
         most {most}, so this cell would hide them",
        to_short_string_binary(key)
    )]
    CellInFuture {
        /// The name of the table.
        table: String,
        /// The key of the row.
        key: Vec<u8>,
        /// The timestamp of the cell.
        timestamp: i64,
        /// The highest timestamp of writes: an hour ahead of the local clock.
        most: i64,
    },
    /// Other writes of the row were on their way for too long. A compare-and-set and other writes of this process wait
    /// for each other. The request was not sent.
    #[error("cannot {task}: other writes of the row did not end within {after:?}")]
    RowBusy {
        /// The failed task.
        task: Task,
        /// The time that the client waited.
        after: Duration,
    },
    /// A single row is larger than the maximum size of an answer.
    #[error("cannot {task}: the response is larger than {most} bytes")]
    AnswerTooLong {
        /// The failed task.
        task: Task,
        /// The maximum size in bytes: [`max_answer`](crate::Builder::max_answer).
        most: usize,
    },
    /// The request is larger than a frame of the gateway's framed transport. The request was not sent.
    #[error(
        "cannot {task}: the request has {bytes} bytes, but a frame has at most {most}: raise \
         `hbase.regionserver.thrift.framed.max_frame_size_in_mb` in the gateway, and `Builder::max_frame`"
    )]
    RequestTooLong {
        /// The failed task.
        task: Task,
        /// The size of the request in bytes.
        bytes: usize,
        /// The maximum size of a frame in bytes: [`max_frame`](crate::Builder::max_frame).
        most: usize,
    },
    /// The gateway did not answer in time. HBase may still execute the request.
    #[error("cannot {task}: no response from `{address}` within {after:?}")]
    Timeout {
        /// The failed task.
        task: Task,
        /// The address.
        address: Box<str>,
        /// The time that the client waited.
        after: Duration,
    },
    /// The connection was lost before the answer arrived. HBase may have executed the request.
    #[error("cannot {task}: the connection to the gateway at `{address}` was lost")]
    Connection {
        /// The failed task.
        task: Task,
        /// The address.
        address: Box<str>,
        /// The reason.
        source: io::Error,
    },
    /// A write was sent, but its outcome is unknown. HBase may have executed it, or may execute it later. It has the
    /// timestamp with which it was sent, so it never hides a later write of this process.
    #[error("unknown outcome, HBase may have done this or may still do it: {task}")]
    OutcomeUnknown {
        /// The failed task.
        task: Task,
        /// The reason.
        source: Box<HBaseError>,
    },
    /// The answer does not belong to this call. The server at the address is not the gateway that the client first
    /// connected to.
    #[error("cannot {task}: `{address}` sent a malformed response: {message}")]
    Protocol {
        /// The failed task.
        task: Task,
        /// The address.
        address: Box<str>,
        /// The fault.
        message: String,
    },
    /// The gateway fails on a [filter](crate::HBaseStore::with_filter). Usually, its text is not valid in HBase's
    /// filter language.
    #[error("the gateway cannot scan the HBase table `{table}` with the filter `{filter}`: see the gateway's log")]
    Filter {
        /// The name of the table.
        table: String,
        /// The filter.
        filter: String,
    },
    /// HBase reported an error.
    #[error("cannot {task}: HBase reported: {message}")]
    Server {
        /// The failed task.
        task: Task,
        /// The first line of HBase's message. If it has more than 1,000 bytes, its middle is left out.
        message: String,
    },
}

impl HBaseError {
    /// Converts the error of a task that HBase may or may not have executed.
    pub(crate) fn into_unknown(self, task: Task) -> Self {
        Self::OutcomeUnknown { task, source: Box::new(self) }
    }
}

/// The task of a request, such as `scan the HBase table "calls" from row \x01`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Task {
    /// The verb of the task, in the infinitive.
    pub what: &'static str,
    /// The name of the table, or an empty string if the task has no table.
    pub table: String,
    /// The row key, or the first of several.
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
            Some(key) if !key.is_empty() => write!(f, " from row {}", to_short_string_binary(key)),
            _ => Ok(()),
        }
    }
}

impl Failure {
    /// Converts the failure to an error. `family` is the column family that the task needs.
    pub(crate) fn into_error(self, task: Task, address: &str, limits: &Builder, family: Option<&[u8]>) -> HBaseError {
        let address = || Box::<str>::from(address);
        match self {
            Self::Unsent(source) => HBaseError::Unreachable { address: address().into(), source },
            Self::NotTaken => {
                let wait = format!("it did not accept the request within {:?}", limits.write_timeout);
                let source = io::Error::new(io::ErrorKind::TimedOut, wait);
                HBaseError::Unreachable { address: address().into(), source }
            }
            Self::Lost(source) => HBaseError::Connection { task, address: address(), source },
            Self::TimedOut => HBaseError::Timeout { task, address: address(), after: limits.read_timeout },
            Self::RequestTooLong(bytes) => HBaseError::RequestTooLong { task, bytes, most: limits.max_frame },
            Self::TooLong => HBaseError::AnswerTooLong { task, most: limits.max_answer },
            Self::Nonsense(message) => HBaseError::Protocol { task, address: address(), message },
            Self::Said(exception) => said(exception, task, family),
        }
    }
}

/// Returns the error for an exception of HBase.
fn said(exception: Exception, task: Task, family: Option<&[u8]>) -> HBaseError {
    let table = task.table.clone();
    let says = |text: &str| exception.message.contains(text);
    match family {
        _ if exception.is("TableNotFoundException") => HBaseError::NoTable { table },
        _ if exception.is("TableExistsException") => HBaseError::TableExists { table },
        _ if exception.is("TableNotEnabledException") || says("state=DISABLED") || says(" is disabled.") => {
            HBaseError::Disabled { table }
        }
        _ if exception.is("TableNotDisabledException") || says("state=ENABLED") => HBaseError::Enabled { table },
        // Only a table that should keep versions is asked for this family.
        _ if exception.is("NoSuchColumnFamilyException")
            && says(&format!("family {VERSION_FAMILY} does not exist")) =>
        {
            HBaseError::NoVersions { table }
        }
        Some(family) if exception.is("NoSuchColumnFamilyException") => {
            HBaseError::NoFamily { table, family: to_string_binary(family) }
        }
        _ => HBaseError::Server { task, message: exception.message },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thrift2::TIOError;

    fn error(message: &str) -> String {
        let error = TIOError { message: Some(message.into()), can_retry: None };
        let Failure::Said(exception) = Failure::of(thrift::Error::User(error.into())) else { panic!() };
        said(exception, Task::at("scan", "calls", b"\x01a"), Some(b"f")).to_string()
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
        let versions = "Column family rowkey does not exist in region calls,,1.2. in table 'calls'";
        assert_eq!(
            error(&format!("org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: {versions}")),
            "the HBase table `calls` keeps no versions of its rows: call `HBase::add_version_family` for it, and \
             `HBaseStore::with_versions`"
        );
        assert_eq!(
            error("\n  the disk is full \n\tat org.apache"),
            r"cannot scan the HBase table `calls` from row \x01a: HBase reported: the disk is full"
        );
    }

    #[test]
    fn long_keys_are_cut() {
        let task = Task::at("scan", "calls", &[b'k'; 100]);
        let shown = format!("scan the HBase table `calls` from row {}..{} (100 bytes)", "k".repeat(20), "k".repeat(10));
        assert_eq!(task.to_string(), shown);
    }
}
