//! The time limits of calls, and the errors that the faults of a history explain.

use std::time::Duration;
use tonic::Code;

use super::faults::Faults;
use crate::{BigtableError, ChunkError};

/// The longest pause between two attempts. A call with retries does not end before its timeout by more than this.
const PAUSE: Duration = Duration::from_millis(2_560);

/// The precision of tokio's timers, for each of the waits of a call.
const GRAIN: Duration = Duration::from_millis(20);

/// The time of a call. It is at least `least` if the call fails with a transient error, and at most `most`, and `per_report`
/// for each report about rows that Bigtable passes meanwhile: such a report starts the wait of a scan again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) least: Duration,
    pub(super) most: Duration,
    pub(super) per_report: Duration,
}

impl Span {
    /// Returns the time limits of a call with retries.
    pub(super) fn repeated(timeout: Duration) -> Self {
        Self { least: timeout.saturating_sub(PAUSE), most: timeout + GRAIN, per_report: Duration::ZERO }
    }

    /// Returns the time limits of a wait for the next row of a scan.
    pub(super) fn of_row(timeout: Duration) -> Self {
        Self { per_report: timeout + GRAIN, ..Self::repeated(timeout) }
    }

    /// Returns the time limits of this number of successive waits.
    pub(super) fn times(self, waits: u32) -> Self {
        Self { most: self.most * waits, ..self }
    }

    /// Returns the time limits of several successive calls, or of one that is sent once.
    pub(super) fn several(timeout: Duration, calls: usize) -> Self {
        Self { least: Duration::ZERO, most: (timeout + GRAIN) * calls as u32, per_report: Duration::ZERO }
    }
}

/// The kinds of errors that the faults of a history explain.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expects {
    unreachable: bool,
    lost: bool,
    late: bool,
    says: bool,
    refused: bool,
    no_token: bool,
    held: bool,
    stalls: bool,
    lies: bool,
}

/// The time within which a connection must give a sign of life.
pub(super) const SIGN_OF_LIFE: Duration = Duration::from_secs(10);

impl Expects {
    /// Returns the errors that the faults explain. With `keeps_alive`, a connection without a sign of life is
    /// abandoned.
    pub(super) fn of(faults: &Faults, keeps_alive: bool) -> Self {
        let any = |rates: &[f64]| rates.iter().any(|rate| *rate > 0.0);
        let Faults { refuse, deaf, cut, stall, pause, says, refuses, breaks, hangs, slow, held, goes_away, .. } =
            *faults;
        let Faults { no_token, moves, lies, .. } = *faults;
        Self {
            unreachable: any(&[refuse, deaf, cut, breaks, held, goes_away]),
            lost: any(&[cut, breaks, held, goes_away]) || keeps_alive && any(&[stall, pause]),
            late: any(&[deaf, cut, stall, pause, hangs, slow, held, breaks, says, moves, refuse, goes_away, lies]),
            says: any(&[says, moves]),
            refused: any(&[refuses]),
            no_token: any(&[no_token]),
            held: any(&[held, slow, hangs, breaks]),
            stalls: any(&[stall]),
            lies: any(&[lies]),
        }
    }

    /// Returns `true` if a call may be executed after its end.
    pub(super) const fn is_held(&self) -> bool {
        self.held
    }

    /// Returns `true` if connections may stall.
    pub(super) const fn has_stalls(&self) -> bool {
        self.stalls
    }

    /// Returns `true` if the faults of the history explain an error.
    pub(super) fn explain(&self, error: &BigtableError) -> bool {
        match error {
            BigtableError::OutcomeUnknown { source, .. } => self.explain(source),
            BigtableError::Unreachable { .. } => self.unreachable,
            BigtableError::Connection { .. } => self.lost,
            BigtableError::Timeout { .. } => self.late,
            BigtableError::Token { .. } => self.no_token,
            BigtableError::Rows { .. } => self.refused,
            BigtableError::Malformed { source, .. } => self.lies && is_of_lie(source.downcast_ref()),
            BigtableError::Server { .. } if is_passing(error) => self.says,
            BigtableError::Server { .. } => self.refused,
            _ => false,
        }
    }
}

/// Returns `true` if a fault of an answer is a detected lie: about a row that was not requested, or that was already
/// passed.
const fn is_of_lie(fault: Option<&ChunkError>) -> bool {
    use ChunkError::{NotRequested, Order, ProgressNotRequested};
    matches!(fault, Some(NotRequested { .. } | ProgressNotRequested { .. } | Order { .. }))
}

/// Returns `true` if the call may succeed when it is retried.
pub(super) fn is_passing(error: &BigtableError) -> bool {
    match error {
        BigtableError::OutcomeUnknown { source, .. } => is_passing(source),
        BigtableError::Unreachable { .. } | BigtableError::Connection { .. } | BigtableError::Timeout { .. } => true,
        BigtableError::Server { code: Code::Internal, message, .. } => message.starts_with("Received"),
        BigtableError::Server { code, .. } => {
            matches!(code, Code::Unavailable | Code::Aborted | Code::DeadlineExceeded | Code::ResourceExhausted)
        }
        _ => false,
    }
}
