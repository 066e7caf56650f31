//! The error of one attempt at a call.

use std::io;

use crate::exception::{Exception, cut};
use crate::thrift2::TIllegalArgument;

/// The text that is added if the gateway reports an internal error without a reason.
pub(crate) const INTERNAL: &str = ", for a reason that only the gateway's log tells";

/// The failure of one attempt at a call.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The connection failed, or the request was not sent. HBase has made no change.
    Unsent(io::Error),
    /// The gateway did not read the request in time. HBase has made no change.
    NotTaken,
    /// The connection was lost after the request was sent. HBase may or may not have executed it.
    Lost(io::Error),
    /// The answer did not arrive in time. HBase may or may not have executed the request.
    TimedOut,
    /// The request has this many bytes, which is too long. It was not sent, so HBase has made no change.
    RequestTooLong(usize),
    TooLong,
    Nonsense(String),
    /// An exception of HBase. The connection is still usable.
    Said(Exception),
}

impl Failure {
    pub(crate) fn of(error: thrift::Error) -> Self {
        use thrift::ApplicationErrorKind;
        match error {
            thrift::Error::User(error) => match (error.downcast_ref(), error.downcast_ref::<TIllegalArgument>()) {
                (Some(error), _) => Self::Said(Exception::of(error)),
                (_, Some(error)) => {
                    Self::Said(Exception::new(error.message.as_deref().unwrap_or_default(), Some(false)))
                }
                _ => Self::nonsense(error.to_string()),
            },
            thrift::Error::Application(error) if error.kind == ApplicationErrorKind::InternalError => {
                Self::Said(Exception::new(&(error.message + INTERNAL), Some(false)))
            }
            thrift::Error::Application(error) => Self::nonsense(error.message),
            thrift::Error::Protocol(error) => Self::nonsense(error.message),
            thrift::Error::Transport(error) => Self::Lost(io::Error::other(cut(error.message))),
        }
    }

    /// Returns the failure for an answer that does not belong to the call. `words` may come from the server.
    pub(crate) fn nonsense(words: String) -> Self {
        Self::Nonsense(cut(words))
    }

    /// Returns `true` if the same call may succeed when it is retried.
    pub(crate) fn is_passing(&self) -> bool {
        match self {
            Self::Unsent(_) | Self::Lost(_) => true,
            // HBase may still be working on the call, and a retry would only slow it down.
            Self::NotTaken | Self::TimedOut | Self::RequestTooLong(_) | Self::TooLong | Self::Nonsense(_) => false,
            Self::Said(exception) => exception.is_passing(),
        }
    }

    /// Returns `true` if HBase may have executed the call, or may execute it later.
    pub(crate) fn is_doubtful(&self) -> bool {
        match self {
            Self::Unsent(_) | Self::NotTaken | Self::RequestTooLong(_) => false,
            Self::Lost(_) | Self::TimedOut | Self::TooLong | Self::Nonsense(_) => true,
            // The gateway gave up after several retries of its own, and one of these may have been executed.
            Self::Said(exception) => exception.is_passing(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_passes_is_tried_again() {
        let lost = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(Failure::Lost(lost()).is_passing() && Failure::Unsent(lost()).is_passing());
        assert!(!Failure::TimedOut.is_passing() && !Failure::NotTaken.is_passing() && !Failure::TooLong.is_passing());
        let internal =
            thrift::ApplicationError::new(thrift::ApplicationErrorKind::InternalError, "ConnectException: x");
        assert!(!Failure::of(thrift::Error::Application(internal)).is_passing());
    }

    #[test]
    fn a_call_that_was_not_sent_or_is_refused_leaves_no_doubt() {
        let lost = || io::Error::from(io::ErrorKind::BrokenPipe);
        let said = |message: &str| Failure::Said(Exception::new(message, None)).is_doubtful();
        assert!(
            Failure::Lost(lost()).is_doubtful() && Failure::TimedOut.is_doubtful() && Failure::TooLong.is_doubtful()
        );
        assert!(!Failure::Unsent(lost()).is_doubtful() && !Failure::NotTaken.is_doubtful());
        assert!(!Failure::RequestTooLong(9).is_doubtful());
        assert!(said("org.apache.hadoop.hbase.ipc.CallTimeoutException: call 7"));
        assert!(
            !said("org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: f") && !said("the disk is full")
        );
    }
}
