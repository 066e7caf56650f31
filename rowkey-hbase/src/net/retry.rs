//! How long a call that failed is tried again, and how long it waits in between.

use std::time::{Duration, Instant};

use crate::{Builder, host};

/// The tries of one call, and the time that is left for them.
pub(crate) struct Retries {
    tries: u32,
    most: u32,
    budget: Duration,
    /// The end of the budget: it begins with the first failure.
    end: Option<Instant>,
}

impl Retries {
    pub(crate) const fn new(options: &Builder) -> Self {
        Self { tries: 0, most: options.retries, budget: options.retry_for, end: None }
    }

    /// The pause before the call is tried again; `None` if it has failed for good.
    pub(crate) fn next_pause(&mut self) -> Option<Duration> {
        let end = *self.end.get_or_insert_with(|| host::after(self.budget));
        let pause = pause(self.tries, fastrand::f64());
        let fits = self.tries < self.most && pause < host::left(end);
        self.tries = self.tries.saturating_add(1);
        fits.then_some(pause)
    }
}

/// The pause after `tries` tries: 50 ms at most, each further one twice as long, up to 2 seconds. `random`, of 0 to 1,
/// takes up to half of it away, so that clients that failed together do not come back together.
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
        // By default, only time ends them: a server that was killed is back after 20 to 30 seconds.
        assert_eq!(Builder::default().retry_for, Duration::from_secs(60));
        let mut many = Retries::new(&Builder::default());
        assert!((0..1_000).all(|_| many.next_pause().is_some()));
    }
}
