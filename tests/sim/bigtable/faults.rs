//! The faults of a history, and the fate of each request.

use fastrand::Rng;
use simulation::draws::{late, latency};
use std::fmt;
use std::time::Duration;
use tonic::Code;

/// The probability of each fault.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Faults {
    /// A connection is refused.
    pub(super) refuse: f64,
    /// A connection gets no answer.
    pub(super) deaf: f64,
    /// A connection breaks after any of its bytes.
    pub(super) cut: f64,
    /// A connection stalls.
    pub(super) stall: f64,
    /// The bytes of a connection pause for a while.
    pub(super) pause: f64,
    /// A server reports that a call cannot be executed now.
    pub(super) says: f64,
    /// A server reports that a call cannot be executed at all.
    pub(super) refuses: f64,
    /// The stream of an answer ends early: reset, without a status, in the middle of a message, or with its connection.
    pub(super) breaks: f64,
    /// No answer arrives, or the rest of it does not arrive.
    pub(super) hangs: f64,
    /// The call is executed and its answer is sent around the time of the deadlines, or later.
    pub(super) slow: f64,
    /// The call fails, but is executed late after all.
    pub(super) held: f64,
    /// A copy of a batch arrives again, late.
    pub(super) copy: f64,
    /// A server accepts no more calls on the connection.
    pub(super) goes_away: f64,
    /// The token source has no token, or does not answer.
    pub(super) no_token: f64,
    /// A server answers with a row that was not requested, or reports progress that does not extend the time.
    pub(super) lies: f64,
    /// A tablet moves to another server, splits, or merges.
    pub(super) moves: f64,
}

/// The end of an answer.
#[derive(Clone, Debug)]
pub(super) enum Ending {
    Ok,
    Says(Code, &'static str),
    /// The stream ends without a status.
    Silent,
    /// The stream ends without a status, in the middle of a message.
    InMessage,
    /// The stream is reset.
    Reset,
    /// The connection breaks.
    Cut,
    /// The stream stalls.
    Hangs,
}

/// A false statement of a server about rows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lie {
    /// The server returns a row that was not requested.
    Row,
    /// The server reports progress at a row that was not requested.
    Progress,
    /// The server reports progress at the last requested row, and never ends the stream.
    Endless,
}

/// The fate of a request.
#[derive(Clone)]
pub(super) struct Fate {
    /// The time before the call is executed, and the time before its answer is sent.
    pub(super) to: Duration,
    pub(super) back: Duration,
    /// `true` if the call is executed.
    pub(super) is_done: bool,
    /// `true` if the answer does not wait until the call is executed.
    pub(super) is_held: bool,
    /// The number of messages of the answer before its end.
    pub(super) messages: usize,
    pub(super) ending: Ending,
    /// The time until a copy of the request arrives.
    pub(super) copy: Option<Duration>,
    pub(super) goes_away: bool,
    /// The lie about rows in the answer.
    pub(super) lie: Option<Lie>,
}

/// Shows only the differences from a request without faults.
impl fmt::Debug for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { to, back, is_done, is_held, messages, ending, copy, goes_away, lie } = self;
        write!(f, "{to:?} {back:?} {ending:?}")?;
        match ending {
            Ending::Ok => {}
            _ => write!(f, " behind {messages} messages, done: {is_done}, held: {is_held}")?,
        }
        if let Some(copy) = copy {
            write!(f, ", again after {copy:?}")?;
        }
        if let Some(lie) = lie {
            write!(f, ", lies: {lie:?}")?;
        }
        f.write_str(if *goes_away { ", goes away" } else { "" })
    }
}

/// The statuses of servers that are busy or gone, or whose tablets are moving.
const PASSING: [(Code, &str); 6] = [
    (Code::Unavailable, "the tablet server is gone"),
    (Code::DeadlineExceeded, "the tablet server is slow"),
    (Code::Aborted, "another change is under way"),
    (Code::ResourceExhausted, "the quota of this minute is used up"),
    (Code::Internal, "Received RST_STREAM with error code 2"),
    (Code::Internal, "Received unexpected EOS on DATA frame from server"),
];

/// The codes of calls that are not retried. After the codes in `DOUBTFUL`, the call may be executed.
const FINAL: [Code; 10] = [
    Code::Internal,
    Code::Unknown,
    Code::Cancelled,
    Code::PermissionDenied,
    Code::Unauthenticated,
    Code::FailedPrecondition,
    Code::InvalidArgument,
    Code::OutOfRange,
    Code::Unimplemented,
    Code::DataLoss,
];
const DOUBTFUL: [Code; 3] = [Code::Internal, Code::Unknown, Code::Cancelled];

impl Faults {
    /// Draws the fate of a request.
    pub(super) fn fate(&self, rng: &mut Rng) -> Fate {
        let (to, back) = (latency(rng), latency(rng));
        let copy = (rng.f64() < self.copy).then(|| late(rng));
        let goes_away = rng.f64() < self.goes_away;
        let lie = (rng.f64() < self.lies).then(|| [Lie::Row, Lie::Progress, Lie::Endless][rng.usize(..3)]);
        let messages = usize::MAX;
        let fate = Fate { to, back, is_done: true, is_held: false, messages, ending: Ending::Ok, copy, goes_away, lie };
        let mut draw = rng.f64();
        let mut is = |rate: f64| {
            let is_drawn = (0.0..rate).contains(&draw);
            draw -= rate;
            is_drawn
        };
        if is(self.says) {
            let (code, message) = PASSING[rng.usize(..PASSING.len())];
            let messages = rng.usize(..4);
            // A call beyond the quota is not executed.
            let is_done = rng.bool() && code != Code::ResourceExhausted;
            return Fate { is_done, messages, ending: Ending::Says(code, message), ..fate };
        }
        if is(self.refuses) {
            let code = FINAL[rng.usize(..FINAL.len())];
            let is_done = DOUBTFUL.contains(&code) && rng.bool();
            return Fate {
                is_done,
                messages: rng.usize(..2),
                ending: Ending::Says(code, "not now, not later"),
                ..fate
            };
        }
        if is(self.breaks) {
            return Fate { is_done: rng.bool(), messages: rng.usize(..6), ending: broken(rng), ..fate };
        }
        if is(self.hangs) {
            return Fate { is_done: rng.bool(), messages: rng.usize(..6), ending: Ending::Hangs, ..fate };
        }
        if is(self.slow) {
            return Fate { to: late(rng), back: late(rng), ..fate };
        }
        if is(self.held) {
            let ending = if rng.bool() { Ending::Hangs } else { broken(rng) };
            return Fate { to: late(rng), is_held: true, messages: 0, ending, ..fate };
        }
        fate
    }
}

fn broken(rng: &mut Rng) -> Ending {
    [Ending::Silent, Ending::InMessage, Ending::Reset, Ending::Cut][rng.usize(..4)].clone()
}
