//! Random times.

use fastrand::Rng;
use std::time::Duration;

/// The time that a message takes on a good day.
pub fn latency(rng: &mut Rng) -> Duration {
    Duration::from_micros(rng.u64(50..3_000))
}

/// The time that a message takes on a bad day: from milliseconds to minutes, each size as probable.
pub fn late(rng: &mut Rng) -> Duration {
    Duration::from_millis(1 << rng.u32(2..18)) + latency(rng)
}

/// A change of the clock on the wall: up to a day forward or back, in milliseconds.
pub fn clock_change(rng: &mut Rng) -> i64 {
    let by = 1_i64 << rng.u32(..27);
    if rng.bool() { by } else { -by }
}
