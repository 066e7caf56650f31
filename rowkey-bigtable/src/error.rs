//! The errors of the client, the server, and Bigtable.

use googleapis_tonic_google_bigtable_v2::google::rpc;
use prost::Message;
use rowkey_core::split::to_short_string_binary;
use std::error::Error;
use std::fmt;
use std::time::Duration;
use tonic::{Code, ConnectError, Status, TimeoutExpired};

use crate::{MAX_KEY, VERSION_FAMILY};

/// The error of a [`Bigtable`](crate::Bigtable) or its tables.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BigtableError {
    /// An address is invalid.
    #[error("expected the address of Bigtable as `host:port`, such as `localhost:8086`, found `{address}`")]
    Address {
        /// The address.
        address: String,
        /// The reason.
        source: tonic::transport::Error,
    },
    /// The client cannot connect. The host name is unknown, or no server answers at the address. Bigtable has made no
    /// change.
    #[error("cannot reach Bigtable at `{address}`")]
    Unreachable {
        /// The address.
        address: String,
        /// The reason.
        source: Box<dyn Error + Send + Sync>,
    },
    /// Tokens would go to another machine without TLS, where others can read them. No request was sent.
    #[error(
        "expected TLS to `{address}`, because the client sends tokens, found none: use `Config::google` or `Config::tls_trusting` \
         (cargo feature `tls`), or `Config::allow_cleartext_tokens` on a trusted network"
    )]
    CleartextTokens {
        /// The address.
        address: String,
    },
    /// The trusted certificates are invalid.
    #[cfg(feature = "tls")]
    #[error("cannot set up TLS to Bigtable at `{address}`")]
    Tls {
        /// The address.
        address: String,
        /// The reason.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The server at the address does not use HTTP/2 without TLS.
    #[error("expected Bigtable at `{address}`, found {server}")]
    OtherServer {
        /// The address.
        address: String,
        /// The server at the address, with a hint.
        server: String,
    },
    /// The token source has no token, or did not answer in time. No request was sent to Bigtable.
    #[error("cannot {task}: there is no token")]
    Token {
        /// The failed task.
        task: Task,
        /// The error of the source, its timeout, or the reason why its token is not a valid header.
        source: Box<dyn Error + Send + Sync>,
    },
    /// The table, its instance, or its project does not exist.
    #[error("Bigtable has no table `{table}`: {message}")]
    NoTable {
        /// The name of the table.
        table: String,
        /// Bigtable's message.
        message: String,
    },
    /// The table does not have the column family.
    #[error("the Bigtable table `{table}` has no column family `{family}`{}", hint(family))]
    NoFamily {
        /// The name of the table.
        table: String,
        /// The column family.
        family: String,
    },
    /// The column family deletes cells by age. Versions, and entries of secondary keys, must not expire.
    #[error(
        "expected a column family without a maximum age to keep secondary keys in the Bigtable table `{table}`, found \
         `{family}`, which deletes cells by age"
    )]
    FamilyExpires {
        /// The name of the table.
        table: String,
        /// The column family.
        family: String,
    },
    /// The application profile does not allow compare-and-set, which needs single-cluster routing and transactional
    /// writes.
    #[error(
        "cannot {task}: expected an application profile with single-cluster routing and transactional writes, found `{profile}`: \
         {message}"
    )]
    AppProfile {
        /// The failed task.
        task: Task,
        /// The application profile. If the client sets none, it is `default`.
        profile: String,
        /// Bigtable's message.
        message: String,
    },
    /// A table with this name already exists.
    #[error("the Bigtable table `{table}` already exists")]
    TableExists {
        /// The name of the table.
        table: String,
    },
    /// Bigtable cannot split a table at this key. The request was not sent.
    #[error("the Bigtable table `{table}` cannot be split at `{}`: {flaw}", to_short_string_binary(key))]
    SplitKey {
        /// The name of the table.
        table: String,
        /// The split key.
        key: Vec<u8>,
        /// The reason.
        flaw: String,
    },
    /// The row key is empty, which Bigtable does not accept. The request was not sent.
    #[error("a row key of the Bigtable table `{table}` cannot be empty")]
    EmptyKey {
        /// The name of the table.
        table: String,
    },
    /// The row key is longer than [`MAX_KEY`] bytes. The request was not sent.
    #[error(
        "expected a row key of at most {MAX_KEY} bytes for the Bigtable table `{table}`, found {}: {}",
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
        "expected keys of at most {MAX_KEY} bytes for the Bigtable table `{table}`, found `{key}`, whose keys have {} bytes",
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
    /// The expected value of a compare-and-set does not fit into a Bigtable filter. The request was not sent.
    #[error(
        "cannot compare row {} of the Bigtable table `{table}`: expected a value of at most {most} bytes, found {bytes}",
        to_short_string_binary(key)
    )]
    ComparedTooLong {
        /// The name of the table.
        table: String,
        /// The key of the row.
        key: Vec<u8>,
        /// The size of the value in bytes.
        bytes: usize,
        /// The maximum size in bytes.
        most: usize,
    },
    /// A cell has the timestamp of the server (`-1`), or another one before 1970. The request was not sent.
    #[error(
        "expected a timestamp of 0 or more for a cell of row {} of the Bigtable table `{table}`, found {timestamp_micros}",
        to_short_string_binary(key)
    )]
    CellTime {
        /// The name of the table.
        table: String,
        /// The key of the row.
        key: Vec<u8>,
        /// The timestamp.
        timestamp_micros: i64,
    },
    /// A cell of an indexed table has a timestamp more than an hour ahead of this machine's clock. It would hide later
    /// writes of the row.
    #[error(
        "expected a cell of row {} of the Bigtable table `{table}` at most an hour ahead of the clock, found the timestamp {at} ms",
        to_short_string_binary(key)
    )]
    CellInFuture {
        /// The name of the table.
        table: String,
        /// The key of the row.
        key: Vec<u8>,
        /// The timestamp in milliseconds.
        at: i64,
    },
    /// Some rows of a batch were not written. All other rows that were sent are written.
    #[error(
        "cannot write {} of the rows sent to the Bigtable table `{table}`, the first one {}: {}",
        rows.len(),
        rows.first().map(|it| to_short_string_binary(&it.key)).unwrap_or_default(),
        rows.first().map(|it| it.message.as_str()).unwrap_or_default()
    )]
    Rows {
        /// The name of the table.
        table: String,
        /// The unwritten rows, in key order.
        rows: Vec<RowError>,
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
    /// Bigtable did not answer in time. It may still execute the request.
    #[error("cannot {task}: no response from `{address}` within {after:?}")]
    Timeout {
        /// The failed task.
        task: Task,
        /// The address.
        address: Box<str>,
        /// The time that the client waited, including all attempts.
        after: Duration,
    },
    /// The connection was lost before the answer arrived. Bigtable may have executed the request.
    #[error("cannot {task}: the connection to Bigtable at `{address}` was lost")]
    Connection {
        /// The failed task.
        task: Task,
        /// The address.
        address: Box<str>,
        /// The reason.
        source: Box<Status>,
    },
    /// Bigtable may or may not have executed a write.
    #[error("unknown outcome, Bigtable may have done this or may still do it: {task}")]
    OutcomeUnknown {
        /// The failed task.
        task: Task,
        /// The reason.
        source: Box<BigtableError>,
    },
    /// The answer violates Bigtable's protocol.
    #[error("cannot {task}: `{address}` sent a malformed response")]
    Malformed {
        /// The failed task.
        task: Task,
        /// The address.
        address: Box<str>,
        /// The fault.
        source: Box<dyn Error + Send + Sync>,
    },
    /// Bigtable returned an error.
    #[error("cannot {task}: Bigtable returned {code:?}: {message}")]
    Server {
        /// The failed task.
        task: Task,
        /// The gRPC code.
        code: Code,
        /// Bigtable's message.
        message: String,
    },
}

/// An unwritten row of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RowError {
    /// The key of the row.
    pub key: Vec<u8>,
    /// The gRPC code.
    pub code: Code,
    /// Bigtable's message.
    pub message: String,
}

/// The task of a request, such as `scan the Bigtable table "calls" from row \x01`.
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
            write!(f, " the Bigtable table `{}`", self.table)?;
        }
        match &self.key {
            Some(key) if !key.is_empty() => write!(f, " from row {}", to_short_string_binary(key)),
            _ => Ok(()),
        }
    }
}

/// What a call needs of the table and the instance.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Needs<'n> {
    /// The column family.
    pub(crate) family: Option<&'n str>,
    /// The application profile, or an empty name for the default one.
    pub(crate) profile: &'n str,
}

/// The failure of one attempt at a call.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The connection failed. Bigtable has made no change.
    Unsent(Status),
    /// The token source has no token, or did not return it in time. No request was sent.
    NoToken(Box<dyn Error + Send + Sync>),
    /// The connection was lost after the request was sent. Bigtable may or may not have executed it.
    Lost(Status),
    /// The answer did not arrive in time. Bigtable may or may not have executed the request.
    TimedOut,
    /// The answer violates the protocol.
    Malformed(Box<dyn Error + Send + Sync>),
    /// A status that Bigtable returned.
    Said(Status),
}

impl Failure {
    /// Returns the failure for a status of tonic. It comes from Bigtable, or from this side of the connection, in which
    /// case it has a source.
    pub(crate) fn of(status: Status) -> Self {
        let mut source = Error::source(&status);
        let is_local = source.is_some();
        while let Some(error) = source {
            if error.is::<ConnectError>() {
                return Self::Unsent(status);
            }
            // Tonic also enforces the timeout of the header `grpc-timeout`.
            if error.is::<TimeoutExpired>() {
                return Self::TimedOut;
            }
            source = error.source();
        }
        // Tonic reports two failures without a source. The first is a stream that ends after its last message without a
        // status, or in the middle of a message.
        let says = |texts: &[&str]| texts.iter().any(|it| status.message().contains(it));
        if is_local || says(&["missing grpc-status trailer", "Unexpected EOF"]) {
            return Self::Lost(status);
        }
        // The second is a message that is not valid protobuf.
        if says(&["failed to decode Protobuf", "protocol error: received message", "decoded message length too large"])
        {
            return Self::Malformed(status.into());
        }
        Self::Said(status)
    }

    /// Returns `true` if Bigtable certainly has not executed the call and will not, and the next attempt may succeed.
    pub(crate) const fn is_unsent(&self) -> bool {
        matches!(self, Self::Unsent(_))
    }

    /// Returns `true` if the same call may succeed when it is retried.
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            Self::Unsent(_) | Self::Lost(_) | Self::TimedOut => true,
            Self::NoToken(_) | Self::Malformed(_) => false,
            Self::Said(status) => is_passing(status),
        }
    }

    /// Returns the delay that Bigtable requests before the next attempt, if any.
    pub(crate) fn retry_delay(&self) -> Option<Duration> {
        match self {
            Self::Said(status) => retry_delay(status),
            _ => None,
        }
    }

    /// Returns `true` if Bigtable may have executed the call, or may execute it later.
    pub(crate) fn is_doubtful(&self) -> bool {
        match self {
            Self::Unsent(_) | Self::NoToken(_) => false,
            Self::Lost(_) | Self::TimedOut | Self::Malformed(_) => true,
            Self::Said(status) if is_of_family(status.code(), status.message()) => false,
            // Bigtable may have executed a call before it returned one of these codes.
            Self::Said(status) => matches!(
                status.code(),
                Code::Unavailable
                    | Code::Aborted
                    | Code::DeadlineExceeded
                    | Code::Cancelled
                    | Code::Unknown
                    | Code::Internal
            ),
        }
    }

    /// Converts the failure to an error. `after` is the time of the task with all its attempts. `needs` has the column
    /// family that the task needs, and the application profile.
    pub(crate) fn into_error(self, task: Task, address: &str, after: Duration, needs: Needs<'_>) -> BigtableError {
        match self {
            Self::Unsent(source) => BigtableError::Unreachable { address: address.into(), source: source.into() },
            Self::NoToken(source) => BigtableError::Token { task, source },
            Self::Lost(source) => BigtableError::Connection { task, address: address.into(), source: source.into() },
            Self::TimedOut => BigtableError::Timeout { task, address: address.into(), after },
            Self::Malformed(source) => BigtableError::Malformed { task, address: address.into(), source },
            Self::Said(status) => said(&status, task, needs),
        }
    }
}

/// Returns `true` if a call with this status may succeed when it is retried.
pub(crate) fn is_passing(status: &Status) -> bool {
    let says = |text: &str| status.message().to_lowercase().contains(text);
    match status.code() {
        Code::Unavailable | Code::Aborted | Code::DeadlineExceeded | Code::ResourceExhausted => true,
        // Google's front ends report a lost connection to the server with these messages.
        Code::Internal if ["rst_stream", "rst stream", "unexpected eos"].into_iter().any(says) => true,
        _ => retry_delay(status).is_some(),
    }
}

/// Returns the delay that Bigtable requests before the next attempt: the `google.rpc.RetryInfo` of the status, if there
/// is one.
pub(crate) fn retry_delay(status: &Status) -> Option<Duration> {
    let details = rpc::Status::decode(status.details()).ok()?.details;
    let info = details.iter().find(|detail| detail.type_url.ends_with("/google.rpc.RetryInfo"))?;
    rpc::RetryInfo::decode(info.value.as_slice()).ok()?.retry_delay?.try_into().ok()
}

/// Returns the error for a status that Bigtable returned.
fn said(status: &Status, task: Task, needs: Needs<'_>) -> BigtableError {
    let (table, message) = (task.table.clone(), status.message().to_owned());
    match (status.code(), needs.family) {
        (Code::AlreadyExists, _) => BigtableError::TableExists { table },
        (code, Some(family)) if is_of_family(code, status.message()) => {
            BigtableError::NoFamily { table, family: family.into() }
        }
        (Code::NotFound, _) if !table.is_empty() => BigtableError::NoTable { table, message },
        // "Single-row transactions are not allowed by this app profile"
        (Code::FailedPrecondition, _) if message.to_lowercase().contains("app profile") => {
            let profile = if needs.profile.is_empty() { "default" } else { needs.profile };
            BigtableError::AppProfile { task, profile: profile.into(), message }
        }
        (code, _) => BigtableError::Server { task, code, message },
    }
}

/// Returns what to do about a missing column family.
fn hint(family: &str) -> &'static str {
    if family == VERSION_FAMILY { ", which secondary keys need: call `Bigtable::add_version_family`" } else { "" }
}

/// Returns `true` if Bigtable reports a missing column family, which has no gRPC code of its own. The emulator returns
/// `UNKNOWN` for a write to a missing family, and `INTERNAL` in a batch.
pub(crate) fn is_of_family(code: Code, message: &str) -> bool {
    let says = |text: &str| message.to_lowercase().contains(text);
    match code {
        Code::NotFound | Code::InvalidArgument | Code::FailedPrecondition => {
            says("unknown family") || says("column family")
        }
        Code::Unknown | Code::Internal => says("unknown family"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(code: Code, message: &str, family: Option<&str>) -> String {
        let failure = Failure::of(Status::new(code, message));
        let needs = Needs { family, profile: "batch" };
        failure.into_error(Task::at("scan", "calls", b"\x01a"), "host:1", Duration::from_secs(9), needs).to_string()
    }

    #[test]
    fn what_bigtable_says_becomes_an_error_that_names_the_task() {
        assert_eq!(
            error(Code::NotFound, "table \"x\" not found", Some("f")),
            "Bigtable has no table `calls`: table \"x\" not found"
        );
        assert_eq!(
            error(Code::InvalidArgument, "unknown family \"f\"", Some("f")),
            "the Bigtable table `calls` has no column family `f`"
        );
        assert_eq!(
            error(Code::PermissionDenied, "no", None),
            r"cannot scan the Bigtable table `calls` from row \x01a: Bigtable returned PermissionDenied: no"
        );
        assert_eq!(
            error(Code::NotFound, "Requested column family not found", Some("rowkey")),
            "the Bigtable table `calls` has no column family `rowkey`, which secondary keys need: call \
             `Bigtable::add_version_family`"
        );
        assert_eq!(
            error(Code::FailedPrecondition, "Single-row transactions are not allowed by this app profile", Some("f")),
            r"cannot scan the Bigtable table `calls` from row \x01a: expected an application profile with single-cluster \
              routing and transactional writes, found `batch`: Single-row transactions are not allowed by this app profile"
                .replace("\\\n              ", "")
        );
        // The message alone does not show that a family is missing.
        assert_eq!(
            error(Code::ResourceExhausted, "a column family has too much data", Some("f")),
            r"cannot scan the Bigtable table `calls` from row \x01a: Bigtable returned ResourceExhausted: a column family has too much data"
        );
    }

    #[test]
    fn a_call_that_may_have_been_done_is_doubtful() {
        let is_doubtful = |code, message: &str| Failure::of(Status::new(code, message)).is_doubtful();
        assert!(is_doubtful(Code::Aborted, "") && is_doubtful(Code::Unavailable, ""));
        assert!(is_doubtful(Code::Internal, "a column family is being moved"));
        assert!(!is_doubtful(Code::Unknown, "unknown family \"f\"") && !is_doubtful(Code::PermissionDenied, ""));
        assert!(!Failure::NoToken("gone".into()).is_doubtful());
    }

    #[test]
    fn only_what_passes_is_tried_again() {
        let passes = |code, message: &str| Failure::of(Status::new(code, message)).is_passing();
        assert!(passes(Code::Unavailable, "") && passes(Code::Aborted, "") && passes(Code::DeadlineExceeded, ""));
        assert!(passes(Code::ResourceExhausted, "out of quota"));
        assert!(passes(Code::Internal, "Received RST_STREAM with code 2") && !passes(Code::Internal, "a bug"));
        assert!(!passes(Code::NotFound, "") && !passes(Code::Unknown, "") && !passes(Code::Unauthenticated, ""));
        assert!(Failure::TimedOut.is_passing());
        assert!(!Failure::of(Status::internal("failed to decode Protobuf message: ..")).is_passing());
    }

    #[test]
    fn a_stream_without_its_end_is_lost_and_not_over() {
        for message in ["protocol error: missing grpc-status trailer, ..", "Unexpected EOF decoding stream."] {
            assert!(matches!(Failure::of(Status::unknown(message)), Failure::Lost(_)));
        }
    }
}
