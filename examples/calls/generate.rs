//! Generates calls: the same seed generates the same calls.

use fastrand::Rng;
use jiff::civil::{DateTime, date};
use jiff::{SignedDuration, ToSpan};

use crate::call::{Call, Side};

/// Returns the start and the end of the year of the calls.
pub fn year() -> [DateTime; 2] {
    let start = date(2017, 6, 1).at(0, 0, 0, 0);
    [start, start.saturating_add(1.year())]
}

/// An endless iterator of calls in one year. A few subscribers make most of them, and most calls are short.
pub struct Calls {
    random: Rng,
    subscribers: u64,
}

impl Calls {
    /// Creates a generator with about one subscriber per 400 rows.
    pub fn new(seed: u64, rows: u64) -> Self {
        Self { random: Rng::with_seed(seed), subscribers: (rows / 400).max(10) }
    }

    /// Returns a random subscriber. The first ones are the busiest.
    fn subscriber(&mut self) -> u64 {
        let share = self.random.f64();
        phone((share * share * self.subscribers as f64) as u64)
    }
}

impl Iterator for Calls {
    type Item = Call;

    fn next(&mut self) -> Option<Call> {
        let [start, end] = year();
        let minutes = start.duration_until(end).as_mins();
        let at = start.saturating_add(SignedDuration::from_mins(self.random.i64(0..minutes)));
        let seconds = (-(1.0 - self.random.f64()).ln() * MEAN_SECONDS) as u32;
        let side = if self.random.bool() { Side::Caller } else { Side::Callee };
        let caller = self.subscriber();
        let callee = loop {
            let callee = self.subscriber();
            if callee != caller {
                break callee;
            }
        };
        Some(Call { caller, at, callee, side, seconds })
    }
}

const MEAN_SECONDS: f64 = 150.0;

/// Returns the eleven-digit number of a subscriber. The last four digits take all values.
fn phone(subscriber: u64) -> u64 {
    13_300_000_000 + subscriber * 7_919 % 699_999_999
}
