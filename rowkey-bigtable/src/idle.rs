//! The time in which nobody asks a scan for rows.
//!
//! A wait for rows has an end, and a scan can be left alone in the middle of one: a merge reads ahead, and its caller takes an hour for
//! a row. The time from the moment at which something has come up to the next poll is nobody's fault.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Wake, Waker};
use std::time::Duration;
use tokio::time::Instant;

/// Counts the time between the wake of a scan and its next poll.
#[derive(Debug, Default)]
pub(crate) struct Idle {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The one that waits.
    waker: Option<Waker>,
    /// When it was woken, if it has not polled since.
    woken: Option<Instant>,
    total: Duration,
}

impl Idle {
    /// Counts the time since the wake, if there was one, because the scan is polled now; and returns the waker for all that it waits for.
    pub(crate) fn waker(self: &Arc<Self>, cx: &Context<'_>) -> Waker {
        let mut state = self.state();
        if let Some(woken) = state.woken.take() {
            state.total = state.total.saturating_add(woken.elapsed());
        }
        state.waker = Some(cx.waker().clone());
        Waker::from(Arc::clone(self))
    }

    /// All that was counted.
    pub(crate) fn total(&self) -> Duration {
        self.state().total
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that runs under the lock leaves it half changed.
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
}
