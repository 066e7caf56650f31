//! Random times.

use fastrand::Rng;
use std::time::Duration;

/// Draws the time that a message takes on a good day.
pub fn latency(rng: &mut Rng) -> Duration {
    Duration::from_micros(rng.u64(50..3_000))
}

/// Draws the time that a message takes on a bad day: from milliseconds to minutes, with the same probability for each
/// order of magnitude.
pub fn late(rng: &mut Rng) -> Duration {
    Duration::from_millis(1 << rng.u32(2..18)) + latency(rng)
}

/// Draws a change of the wall clock, up to a day forward or back, in milliseconds.
pub fn clock_change(rng: &mut Rng) -> i64 {
    let by = 1_i64 << rng.u32(..27);
    if rng.bool() { by } else { -by }
}
