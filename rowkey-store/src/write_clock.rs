//! The timestamps of writes.

mod turn;

pub use turn::{Sharing, Turn};

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use xxhash_rust::xxh3::xxh3_64;

use turn::Waiting;

const LANES: usize = 4_096;

const QUEUES: usize = 1_024;

/// Creates the timestamps of writes, for engines that keep several versions of a row and return the one with the newest
/// timestamp. HBase and Bigtable are such engines.
///
/// A server assigns a timestamp when a write without one arrives. A delayed copy of that write, for example a resend
/// after a lost connection, then arrives as the newest version. It hides all writes that the server acknowledged in
/// between. If the sender sets the timestamp, every copy is the same version, however often and however late it
/// arrives.
///
/// Timestamps are milliseconds since 1970. Two writes of one row never get the same timestamp. The timestamps of a row
/// always increase, even if the system clock goes back.
///
/// ```
/// use rowkey_store::WriteClock;
///
/// static CLOCK: WriteClock = WriteClock::new();
///
/// let now = WriteClock::now();
/// let first = CLOCK.stamp(b"row", now);
/// assert!(CLOCK.stamp(b"row", now) > first);
///
/// // A version that another process wrote a second ahead of this machine's time of day.
/// CLOCK.observe(b"row", now + 1_000, now);
/// assert!(CLOCK.stamp(b"row", now) > now + 1_000);
/// ```
///
/// # Design
///
/// A single counter would run ahead of the system clock above 1,000 writes per second. So there is one counter for each
/// of 4,096 hashes of row keys (32 KiB in total). A counter runs ahead only while its own rows receive more writes than
/// that.
///
/// # Compare-and-set
///
/// If the engine can compare and set a row, each write takes a [`turn`](Self::turn) at its row before it takes its
/// timestamp. A compare-and-set and a put that are on their way at the same time could otherwise arrive in another order
/// than that of their timestamps, and one of them would be acknowledged and hidden. The queues take 32 KiB.
pub struct WriteClock {
    /// The last timestamp of each lane.
    lanes: [AtomicI64; LANES],
    /// The writes that have the turn at their row or wait for it, in the order of their requests.
    queues: [Mutex<Vec<Waiting>>; QUEUES],
    /// The number of turns so far.
    turns: AtomicU64,
}

impl WriteClock {
    /// The maximum distance in milliseconds by which a timestamp read from a row may be ahead of the system clock and
    /// still be passed: one hour. Clocks that use NTP differ by far less.
    pub const FARTHEST: i64 = 3_600_000;

    /// Creates a clock.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            lanes: [const { AtomicI64::new(i64::MIN) }; LANES],
            queues: [const { Mutex::new(Vec::new()) }; QUEUES],
            turns: AtomicU64::new(0),
        }
    }

    /// Returns the system time in milliseconds since 1970.
    #[must_use]
    pub fn now() -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }

    /// Returns the timestamp for the next write of row `key`: `now`, or a later one if the row already has `now`.
    pub fn stamp(&self, key: &[u8], now: i64) -> i64 {
        let lane = self.lane(key);
        let next = |last: i64| last.saturating_add(1).max(now);
        let before = lane.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(next(last)));
        next(before.unwrap_or(now))
    }

    /// Makes the next write of row `key` newer than `timestamp`, which you read from the row. Returns `false` if
    /// `timestamp` is more than [`FARTHEST`](Self::FARTHEST) ahead of `now`. The next write is then not newer, and that
    /// version hides it.
    pub fn observe(&self, key: &[u8], timestamp: i64, now: i64) -> bool {
        if timestamp > now.saturating_add(Self::FARTHEST) {
            return false;
        }
        // Also observes a `timestamp` before `now`, because the system clock may go back below it.
        let lane = self.lane(key);
        if lane.load(Ordering::Relaxed) < timestamp {
            lane.fetch_max(timestamp, Ordering::Relaxed);
        }
        true
    }

    fn lane(&self, key: &[u8]) -> &AtomicI64 {
        &self.lanes[xxh3_64(key) as usize % LANES]
    }
}

impl Default for WriteClock {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for WriteClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WriteClock").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::thread;

    #[test]
    fn timestamps_of_a_row_ascend_while_the_time_stands_still_or_goes_back() {
        let clock = WriteClock::new();
        let stamps = [1_000, 1_000, 999, 0, 1_001, 1_010].map(|now| clock.stamp(b"row", now));
        assert_eq!(stamps, [1_000, 1_001, 1_002, 1_003, 1_004, 1_010]);
    }

    #[test]
    fn rows_do_not_drive_each_other_ahead() {
        let clock = WriteClock::new();
        let most = (0..100_000_u32).map(|row| clock.stamp(&row.to_be_bytes(), 0)).max();
        // About 24 rows per lane.
        assert!(most < Some(100), "{most:?}");
    }

    #[test]
    fn threads_never_share_a_timestamp_of_a_row() {
        let clock = WriteClock::new();
        let stamps = thread::scope(|scope| {
            let stamp = || (0..10_000).map(|_| clock.stamp(b"row", 5)).collect::<Vec<_>>();
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(stamp)).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect::<BTreeSet<_>>()
        });
        assert!(stamps.into_iter().eq(5..40_005));
    }

    #[test]
    fn writes_pass_what_was_read_unless_it_lies_too_far_ahead() {
        let clock = WriteClock::new();
        assert!(clock.observe(b"row", 1_500, 1_000));
        assert_eq!(clock.stamp(b"row", 1_000), 1_501);
        assert!(clock.observe(b"row", 900, 1_000));
        assert_eq!(clock.stamp(b"row", 1_000), 1_502);
        assert!(clock.observe(b"past", 1_990, 2_000));
        assert_eq!(clock.stamp(b"past", 1_980), 1_991);
        assert!(clock.observe(b"far", 1_000 + WriteClock::FARTHEST, 1_000));
        assert!(!clock.observe(b"farther", 1_001 + WriteClock::FARTHEST, 1_000));
        assert!(!clock.observe(b"farther", i64::MAX, 1_000));
        assert_eq!(clock.stamp(b"farther", 1_000), 1_000);
    }
}
