//! The timestamps of writes.

use std::fmt;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use xxhash_rust::xxh3::xxh3_64;

const LANES: usize = 4_096;

/// Hands out the timestamps of writes, for an engine that keeps several versions of a row and shows the one with the greatest
/// timestamp, as HBase and Bigtable do.
///
/// A write without a timestamp gets one from the server when it arrives. A copy of it that was held up on its way (sent again after
/// the connection was lost, for example) then arrives as the newest version and hides what was acknowledged since. A write with a
/// timestamp of its sender is the same version, however often and however late it arrives.
///
/// Timestamps are milliseconds since 1970. Two writes of one row never get the same one, and those of a row ascend, also if the time
/// of day goes back.
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
/// One counter for the process would run ahead of the time of day above 1,000 writes per second, so there is one counter for each of
/// 4,096 hashes of row keys (32 KiB): a counter runs ahead only while its own rows are written more often than that.
pub struct WriteClock {
    /// The last timestamp of each lane.
    lanes: [AtomicI64; LANES],
}

impl WriteClock {
    /// The farthest that a timestamp that was read may lie ahead of this machine's time of day, in milliseconds, and still be passed by
    /// the writes after it: an hour, far more than clocks that are kept by NTP differ.
    pub const FARTHEST: i64 = 3_600_000;

    /// A clock that has handed out nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self { lanes: [const { AtomicI64::new(i64::MIN) }; LANES] }
    }

    /// The time of day in milliseconds since 1970.
    #[must_use]
    pub fn now() -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }

    /// The timestamp of the next write of row `key`: `now`, or more if the row has had that one.
    pub fn stamp(&self, key: &[u8], now: i64) -> i64 {
        let lane = self.lane(key);
        let next = |last: i64| last.saturating_add(1).max(now);
        let before = lane.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(next(last)));
        next(before.unwrap_or(now))
    }

    /// Has the next write of row `key` pass `timestamp`, which was read of the row. Returns `false` if it lies more than
    /// [`FARTHEST`](Self::FARTHEST) ahead of `now`: then it is not passed, and hides the writes of this process.
    pub fn observe(&self, key: &[u8], timestamp: i64, now: i64) -> bool {
        if timestamp > now.saturating_add(Self::FARTHEST) {
            return false;
        }
        // Also one that `now` has passed: the time of day may go back below it.
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
        // 24 rows a lane, more or less.
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
