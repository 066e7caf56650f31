//! The duration of retries, and the pauses between them.

use std::time::{Duration, Instant};

use crate::{Builder, host};

/// The attempts at one call, and the time that remains for them.
pub(crate) struct Retries {
    tries: u32,
    most: u32,
    budget: Duration,
    /// The end of the retry time, which starts with the first failure.
    end: Option<Instant>,
}

impl Retries {
    pub(crate) const fn new(options: &Builder) -> Self {
        Self { tries: 0, most: options.retries, budget: options.retry_for, end: None }
    }

    /// Returns the pause before the next retry, or `None` if there are no more retries.
    pub(crate) fn next_pause(&mut self) -> Option<Duration> {
        let end = *self.end.get_or_insert_with(|| host::after(self.budget));
        let pause = pause(self.tries, fastrand::f64());
        let fits = self.tries < self.most && pause < host::left(end);
        self.tries = self.tries.saturating_add(1);
        fits.then_some(pause)
    }
}

/// Returns the pause after `tries` attempts: up to 50 ms, then twice as long each time, up to 2 seconds. `random`, from
/// 0 to 1, takes up to half of it away, so that clients that failed together do not retry together.
fn pause(tries: u32, random: f64) -> Duration {
    let most = Duration::from_millis(50 << tries.min(6)).min(Duration::from_secs(2));
    most.mul_f64(1.0 - random / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_two_seconds_and_are_spread() {
        let longest: Vec<_> = (0..8).map(|tries| pause(tries, 0.0).as_millis()).collect();
        assert_eq!(longest, [50, 100, 200, 400, 800, 1_600, 2_000, 2_000]);
        assert_eq!(pause(u32::MAX, 1.0), Duration::from_secs(1));
    }

    #[test]
    fn tries_end_with_their_number_or_their_time() {
        let mut two = Retries::new(&Builder::default().retries(2));
        assert!(two.next_pause().is_some() && two.next_pause().is_some());
        assert_eq!(two.next_pause(), None);
        let mut none = Retries::new(&Builder::default().retry_for(Duration::ZERO));
        assert_eq!(none.next_pause(), None);
        // By default, only time limits the retries. A killed server is back after 20 to 30 seconds.
        assert_eq!(Builder::default().retry_for, Duration::from_secs(60));
        let mut many = Retries::new(&Builder::default());
        assert!((0..1_000).all(|_| many.next_pause().is_some()));
    }
}
