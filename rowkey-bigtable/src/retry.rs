//! The duration of retries, and the pauses between them.

use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

use crate::error::Failure;
use crate::idle::Idle;

/// The attempts at one call, and the time that remains for them.
#[derive(Clone, Debug)]
pub(crate) struct Retries {
    began: Instant,
    /// The maximum time of the call, with all its attempts and pauses.
    most: Duration,
    tries: u32,
    /// The idle time, which does not count, and its total when the call began.
    idle: Option<(Arc<Idle>, Duration)>,
}

impl Retries {
    pub(crate) fn new(most: Duration) -> Self {
        Self { began: Instant::now(), most, tries: 0, idle: None }
    }

    /// Creates the retries of a scan, whose idle time does not count.
    pub(crate) fn of_scan(most: Duration, idle: &Arc<Idle>) -> Self {
        Self { idle: Some((Arc::clone(idle), idle.total())), ..Self::new(most) }
    }

    /// Returns the end of all attempts.
    pub(crate) fn deadline(&self) -> Instant {
        // A clock can represent some centuries, and a wait of more than a year is not realistic.
        self.began + self.most.saturating_add(self.idle()).min(Duration::from_secs(365 * 24 * 3600))
    }

    /// Returns the end of an attempt that begins now and takes at most `most`.
    pub(crate) fn attempt_end(&self, most: Duration) -> Instant {
        let deadline = self.deadline();
        Instant::now().checked_add(most).map_or(deadline, |end| end.min(deadline))
    }

    /// Returns the time since the call began, without idle time.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed().saturating_sub(self.idle())
    }

    fn idle(&self) -> Duration {
        self.idle.as_ref().map_or(Duration::ZERO, |(idle, before)| idle.total().saturating_sub(*before))
    }

    /// Returns the number of failed attempts.
    #[cfg(feature = "tracing")]
    pub(crate) const fn tries(&self) -> u32 {
        self.tries
    }

    /// Returns the pause before the next retry, which is at least the delay that Bigtable requests. Returns `None` if
    /// the time of the call ends before that.
    pub(crate) fn next_pause(&mut self, failure: &Failure) -> Option<Duration> {
        let pause = pause(self.tries, fastrand::f64()).max(failure.retry_delay().unwrap_or_default());
        self.tries = self.tries.saturating_add(1);
        (pause < self.deadline().saturating_duration_since(Instant::now())).then_some(pause)
    }
}

/// Returns the pause after `tries` attempts: up to 10 ms, then twice as long each time, up to 2.56 seconds. `random`,
/// from 0 to 1, takes up to half of it away, so that clients that failed together do not retry together.
fn pause(tries: u32, random: f64) -> Duration {
    Duration::from_millis(10 << tries.min(8)).mul_f64(1.0 - random / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_and_are_spread() {
        let longest: Vec<_> = (0..10).map(|tries| pause(tries, 0.0).as_millis()).collect();
        assert_eq!(longest, [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 2_560]);
        assert_eq!(pause(u32::MAX, 1.0), Duration::from_millis(1_280));
    }

    #[test]
    fn tries_end_with_their_time() {
        assert_eq!(Retries::new(Duration::ZERO).next_pause(&Failure::TimedOut), None);
        let mut long = Retries::new(Duration::MAX);
        assert!((0..100).all(|_| long.next_pause(&Failure::TimedOut).is_some()));
    }
}
