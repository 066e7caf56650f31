//! The time in which the caller of a scan does not request rows.
//!
//! A wait for rows has a deadline, but a caller can leave a scan alone in the middle of a wait. For example, a merge
//! reads ahead, and its caller takes an hour to process a row. So the time between an event and the next poll does not
//! count.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Wake, Waker};
use std::time::Duration;
use tokio::time::Instant;

/// Counts the time between the wake of a scan and its next poll. The time within a poll does not count, even if the scan
/// is woken in the middle of it.
#[derive(Debug, Default)]
pub(crate) struct Idle {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The waker of the waiting task.
    waker: Option<Waker>,
    /// The time of the wake, if the scan has not been polled since.
    woken: Option<Instant>,
    total: Duration,
}

impl Idle {
    /// Counts the time since the last wake, because the scan is polled now. Returns the waker for everything that the
    /// scan waits for.
    pub(crate) fn waker(self: &Arc<Self>, cx: &Context<'_>) -> Waker {
        let mut state = self.state();
        if let Some(woken) = state.woken.take() {
            state.total = state.total.saturating_add(woken.elapsed());
        }
        state.waker = Some(cx.waker().clone());
        Waker::from(Arc::clone(self))
    }

    /// Records that a poll ends.
    pub(crate) fn rest(&self) {
        let mut state = self.state();
        if state.woken.is_some() {
            state.woken = Some(Instant::now());
        }
    }

    /// Returns the total time.
    pub(crate) fn total(&self) -> Duration {
        self.state().total
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A poisoned lock is harmless, because no code leaves the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Wake for Idle {
    fn wake(self: Arc<Self>) {
        let waker = {
            let mut state = self.state();
            state.woken.get_or_insert_with(Instant::now);
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn only_the_time_behind_a_wake_counts() {
        let idle = Arc::<Idle>::default();
        let cx = Context::from_waker(Waker::noop());
        let waker = idle.waker(&cx);
        tokio::time::advance(Duration::from_secs(5)).await;
        idle.waker(&cx);
        assert_eq!(idle.total(), Duration::ZERO);

        waker.wake_by_ref();
        tokio::time::advance(Duration::from_secs(2)).await;
        waker.wake();
        tokio::time::advance(Duration::from_secs(1)).await;
        idle.waker(&cx);
        assert_eq!(idle.total(), Duration::from_secs(3));
    }

    #[tokio::test(start_paused = true)]
    async fn the_time_within_a_poll_does_not_count() {
        let idle = Arc::<Idle>::default();
        let cx = Context::from_waker(Waker::noop());
        idle.waker(&cx).wake();
        tokio::time::advance(Duration::from_secs(5)).await;
        idle.rest();
        tokio::time::advance(Duration::from_secs(1)).await;
        idle.waker(&cx);
        assert_eq!(idle.total(), Duration::from_secs(1));
    }
}
