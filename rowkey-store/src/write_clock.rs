//! The timestamps of writes, and the turns of writes that are on their way to the same row.
//!
//! # The protocol of turns
//!
//! An engine with timestamps acknowledges a write and hides it, if a write with a higher timestamp has arrived first.
//! Two puts may overtake each other: they overlap, so either may be the last one. A compare-and-set must not overtake a
//! put, because it says what the row was:
//!
//! ```text
//! the row is v1     put v2, timestamp 5  ------------------.
//!                   compare-and-set v1 -> v3, timestamp 6 --+--> v3 at 6, true
//!                                                           '--> v2 at 5, acknowledged and hidden
//! ```
//!
//! No order of the two calls ends with v3. The other way round is no better. A put with a higher timestamp that overtakes
//! the compare-and-set hides it, if the put has written the expected value once more.
//!
//! So each write takes a turn at its row before it takes its timestamp, and gives it back when the outcome is known, or
//! when the client stops to wait for it. Puts and deletes share a turn. A compare-and-set does not share it with them.
//! Turns come in the order in which they were requested, so nobody starves. What follows:
//!
//! | Race | Outcome |
//! |---|---|
//! | a put is on its way, a compare-and-set begins | It waits, then takes its timestamp and compares with the put. |
//! | a compare-and-set is on its way, a put begins | It waits, then takes a higher timestamp. |
//! | a write ends with an unknown outcome, and arrives late | Its timestamp is lower than those of all later turns. They hide it, so it has no effect. |
//! | a write of another process | It takes no turn here. The engine compares values, and clocks decide the rest. |
//!
//! A row is known by the hash of its key. Two rows with the same hash of 64 bits only wait for each other.
//!
//! # Several rows
//!
//! A move needs two rows. It takes their turns one after the other in the order of their hashes, and keeps the first
//! while it waits for the second. Everyone who keeps turns while waiting uses this order, so no two can wait for each
//! other. A large batch does not wait with turns: [`WriteClock::free_turn`] takes the turns of the rows where nobody is in
//! the way, and the batch writes the other rows afterwards.
//!
//! The changes of one row at several keys have one turn at all of them. A compare-and-set between two deletes would find no
//! row, put one, and lose it to the second delete. They also have [one timestamp](WriteClock::stamp_of_all), so a put
//! deletes no newer version of its row that another process has put under another key.

use std::fmt;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{SystemTime, UNIX_EPOCH};
use xxhash_rust::xxh3::xxh3_64;

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

    /// Returns the timestamp for the next write of a row that can be stored under several keys. It is later than all
    /// timestamps of each of them.
    ///
    /// ```
    /// use rowkey_store::WriteClock;
    ///
    /// let clock = WriteClock::new();
    /// clock.observe(b"older", 1_500, 1_000);
    /// assert_eq!(clock.stamp_of_all([b"key".as_slice(), b"older"], 1_000), 1_501);
    /// assert_eq!(clock.stamp(b"key", 1_000), 1_502);
    /// ```
    pub fn stamp_of_all(&self, keys: impl IntoIterator<Item: AsRef<[u8]>>, now: i64) -> i64 {
        let mut lanes: Vec<_> = keys.into_iter().map(|key| self.lane(key.as_ref())).collect();
        lanes.sort_unstable_by_key(|&lane| std::ptr::from_ref(lane));
        lanes.dedup_by_key(|lane| std::ptr::from_ref(*lane));
        loop {
            let next = lanes.iter().map(|lane| lane.load(Ordering::Relaxed).saturating_add(1)).fold(now, i64::max);
            // A write of another row may be faster in a lane. A lane that was already raised then skips a timestamp.
            let raise = |last| (last < next || next == i64::MAX).then_some(next);
            let is_raised = |lane: &AtomicI64| lane.fetch_update(Ordering::Relaxed, Ordering::Relaxed, raise).is_ok();
            if lanes.iter().all(|lane| is_raised(lane)) {
                return next;
            }
        }
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

/// How a write shares the turn at its row with other writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// A put or a delete, which shares its turn with other puts and deletes.
    Writes,
    /// A compare-and-set, which shares its turn with others. This is for engines on which the order of their timestamps
    /// does not matter.
    Comparisons,
    /// A write that shares its turn with no other write.
    Alone,
}

impl Sharing {
    /// Returns `true` if two writes can be on their way at the same time.
    fn shares(self, other: Self) -> bool {
        self == other && self != Self::Alone
    }
}

/// The turn of a write at one or more rows, from [`WriteClock::turn`]. Dropping it gives it back.
pub struct Turn {
    clock: Arc<WriteClock>,
    number: u64,
    sharing: Sharing,
    /// The hashes of the keys, in the order in which it takes their turns.
    rows: Vec<u64>,
    /// The number of rows whose queue it has joined. It has the turn of all of them but the last, and perhaps of that
    /// one too.
    joined: usize,
}

/// A write in the queue of a row. The queues of several rows share one vector.
struct Waiting {
    row: u64,
    turn: u64,
    sharing: Sharing,
    waker: Option<Waker>,
}

impl WriteClock {
    /// Requests the turn of a write at some rows. Call [`Turn::poll`] until it is ready, before you take a timestamp.
    ///
    /// ```
    /// use rowkey_store::{Sharing, WriteClock};
    /// use std::sync::Arc;
    /// use std::task::{Context, Waker};
    ///
    /// let clock = Arc::new(WriteClock::new());
    /// let context = &mut Context::from_waker(Waker::noop());
    ///
    /// let mut put = clock.turn([b"row"], Sharing::Writes);
    /// assert!(put.poll(context).is_ready());
    /// let mut compare = clock.turn([b"row"], Sharing::Alone);
    /// assert!(compare.poll(context).is_pending());
    /// drop(put);
    /// assert!(compare.poll(context).is_ready());
    /// ```
    pub fn turn(self: &Arc<Self>, keys: impl IntoIterator<Item: AsRef<[u8]>>, sharing: Sharing) -> Turn {
        let mut rows: Vec<_> = keys.into_iter().map(|key| xxh3_64(key.as_ref())).collect();
        rows.sort_unstable();
        rows.dedup();
        Turn { clock: Arc::clone(self), number: self.next_turn(), sharing, rows, joined: 0 }
    }

    /// Takes the turn at each of the rows where it does not have to wait. `keys` are the keys of each row, in most cases
    /// one. Returns that turn, which is ready, and `true` for each row that it leaves out, because somebody has the turn
    /// at one of its keys or waits for it. It may have the turn at other keys of such a row.
    pub fn free_turn(
        self: &Arc<Self>,
        keys: impl IntoIterator<Item: IntoIterator<Item: AsRef<[u8]>>>,
        sharing: Sharing,
    ) -> (Turn, Vec<bool>) {
        let (keys, number) = (keys.into_iter(), self.next_turn());
        let (mut rows, mut is_busy) = (Vec::with_capacity(keys.size_hint().0), Vec::with_capacity(keys.size_hint().0));
        for keys in keys {
            let mut is_row_busy = false;
            for key in keys {
                let row = xxh3_64(key.as_ref());
                let mut queue = self.queue(row);
                if queue.iter().any(|other| other.row == row && !other.sharing.shares(sharing)) {
                    is_row_busy = true;
                    break;
                }
                queue.push(Waiting { row, turn: number, sharing, waker: None });
                rows.push(row);
            }
            is_busy.push(is_row_busy);
        }
        let joined = rows.len();
        (Turn { clock: Arc::clone(self), number, sharing, rows, joined }, is_busy)
    }

    fn next_turn(&self) -> u64 {
        self.turns.fetch_add(1, Ordering::Relaxed)
    }

    /// Locks the queue of a row. The lock is held only briefly. A poisoned lock is harmless, because no code leaves a
    /// queue half changed.
    fn queue(&self, row: u64) -> MutexGuard<'_, Vec<Waiting>> {
        let queue = &self.queues[row as usize % self.queues.len()];
        queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// Waits for the turn. It wakes the task of `context` whenever another write gives back the turn at the row for
    /// which it waits.
    pub fn poll(&mut self, context: &Context<'_>) -> Poll<()> {
        loop {
            if let Some(&row) = self.joined.checked_sub(1).and_then(|last| self.rows.get(last)) {
                let mut queue = self.clock.queue(row);
                let in_the_way = |other: &Waiting| other.row == row && !other.sharing.shares(self.sharing);
                let own = queue.iter().position(|it| it.row == row && it.turn == self.number).unwrap_or_default();
                if queue[..own].iter().any(in_the_way) {
                    queue[own].waker = Some(context.waker().clone());
                    return Poll::Pending;
                }
            }
            let Some(&next) = self.rows.get(self.joined) else { return Poll::Ready(()) };
            let (turn, sharing) = (self.number, self.sharing);
            self.clock.queue(next).push(Waiting { row: next, turn, sharing, waker: None });
            self.joined += 1;
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        for &row in &self.rows[..self.joined] {
            let mut queue = self.clock.queue(row);
            if let Some(own) = queue.iter().position(|it| it.row == row && it.turn == self.number) {
                queue.remove(own);
            }
            let wakers: Vec<_> = queue.iter_mut().filter(|it| it.row == row).filter_map(|it| it.waker.take()).collect();
            // A waker may run any code, so it is called without the lock.
            drop(queue);
            wakers.into_iter().for_each(Waker::wake);
        }
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows.len();
        f.debug_struct("Turn").field("sharing", &self.sharing).field("rows", &rows).finish_non_exhaustive()
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
    fn threads_never_share_a_timestamp_of_a_row_with_several_keys() {
        let clock = WriteClock::new();
        let (keys, single) = ([b"first".as_slice(), b"second", b"first"], [b"first".as_slice(), b"second"]);
        let stamps = thread::scope(|scope| {
            let of_all = || (0..10_000).map(|_| clock.stamp_of_all(keys, 5)).collect::<Vec<_>>();
            let of_one = |key| (0..10_000).map(|_| clock.stamp(key, 5)).collect::<Vec<_>>();
            let of_all: Vec<_> = (0..2).map(|_| scope.spawn(of_all)).collect();
            let of_one: Vec<_> = single.into_iter().map(|key| scope.spawn(move || of_one(key))).collect();
            let of_all: Vec<_> = of_all.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
            of_one
                .into_iter()
                .map(|thread| of_all.iter().copied().chain(thread.join().unwrap()).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        });
        for stamps in stamps {
            assert_eq!(stamps.iter().collect::<BTreeSet<_>>().len(), stamps.len());
        }
        // No time is later than this one.
        assert_eq!([0; 2].map(|_| clock.stamp_of_all(keys, i64::MAX)), [i64::MAX; 2]);
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

#[cfg(test)]
mod turn_tests {
    use super::*;
    use Sharing::{Alone, Comparisons, Writes};
    use std::collections::BTreeMap;
    use std::sync::atomic::AtomicUsize;
    use std::task::Wake;

    fn is_ready(turn: &mut Turn) -> bool {
        turn.poll(&Context::from_waker(Waker::noop())).is_ready()
    }

    #[test]
    fn only_writes_of_one_kind_share_a_row() {
        let clock = Arc::new(WriteClock::new());
        for (first, second, shares) in [
            (Writes, Writes, true),
            (Writes, Comparisons, false),
            (Writes, Alone, false),
            (Comparisons, Writes, false),
            (Comparisons, Comparisons, true),
            (Comparisons, Alone, false),
            (Alone, Writes, false),
            (Alone, Comparisons, false),
            (Alone, Alone, false),
        ] {
            let (mut a, mut b, mut other) =
                (clock.turn(["a"], first), clock.turn(["a"], second), clock.turn(["b"], second));
            assert!(is_ready(&mut a) && is_ready(&mut other));
            assert_eq!(is_ready(&mut b), shares, "{first:?} {second:?}");
            drop(a);
            assert!(is_ready(&mut b));
        }
        assert!(clock.queues.iter().all(|queue| queue.lock().unwrap().is_empty()));
    }

    #[test]
    fn turns_come_in_the_order_of_their_requests() {
        let clock = Arc::new(WriteClock::new());
        let mut turns = [Writes, Writes, Alone, Writes, Comparisons, Comparisons].map(|it| Some(clock.turn(["a"], it)));
        let mut ready = || turns.iter_mut().map(|turn| turn.as_mut().is_some_and(is_ready)).collect::<Vec<_>>();
        assert_eq!(ready(), [true, true, false, false, false, false]);
        turns[1] = None;
        // A free turn does not overtake those who wait.
        assert_eq!(clock.free_turn([["a"], ["b"]], Writes).1, [true, false]);
        assert_eq!(clock.free_turn([["b", "a"], ["b", "c"]], Writes).1, [true, false]);
        let mut ready = || turns.iter_mut().map(|turn| turn.as_mut().is_some_and(is_ready)).collect::<Vec<_>>();
        assert_eq!(ready(), [true, false, false, false, false, false]);
        for (ended, next) in [(0, vec![2]), (2, vec![3]), (3, vec![4, 5])] {
            turns[ended] = None;
            let ready = turns.iter_mut().map(|turn| turn.as_mut().is_some_and(is_ready));
            assert_eq!((0..).zip(ready).filter(|it| it.1).map(|it| it.0).collect::<Vec<_>>(), next);
        }
    }

    /// Takes turns at random, by turns that wait for up to three rows. All of them come, and none shares a row with a
    /// write of another kind.
    #[test]
    fn every_turn_comes_and_excludes_the_others() {
        struct Flag(AtomicUsize);
        impl Wake for Flag {
            fn wake(self: Arc<Self>) {
                self.0.fetch_add(1, Ordering::Relaxed);
            }
        }
        for seed in 0..500_u64 {
            let clock = Arc::new(WriteClock::new());
            let mut state = seed;
            let mut draw = |below: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as usize % below
            };
            let mut waiting = Vec::new();
            let mut running: Vec<(Turn, Vec<usize>)> = Vec::new();
            let (mut begun, mut done) = (0, 0);
            while done < 60 {
                if begun < 60 && draw(2) == 0 {
                    begun += 1;
                    let sharing = [Writes, Comparisons, Alone][draw(3)];
                    let rows: Vec<usize> = (0..=draw(3)).map(|_| draw(4)).collect();
                    let turn = clock.turn(rows.iter().map(|row| [*row as u8]), sharing);
                    // It has to be polled once, and then only when it is woken.
                    waiting.push((turn, rows, Arc::new(Flag(AtomicUsize::new(1)))));
                } else if !running.is_empty() {
                    running.swap_remove(draw(running.len()));
                    done += 1;
                } else {
                    assert!(!waiting.is_empty() || begun < 60, "seed {seed}");
                }
                let mut at = 0;
                while at < waiting.len() {
                    let (turn, rows, flag) = &mut waiting[at];
                    let waker = Waker::from(Arc::clone(flag));
                    if flag.0.swap(0, Ordering::Relaxed) > 0 && turn.poll(&Context::from_waker(&waker)).is_ready() {
                        let rows = std::mem::take(rows);
                        running.push((waiting.remove(at).0, rows));
                        at = 0;
                    } else {
                        at += 1;
                    }
                }
                let mut kinds = BTreeMap::<usize, Sharing>::new();
                for (turn, rows) in &running {
                    for row in rows.iter().collect::<std::collections::BTreeSet<_>>() {
                        let other = kinds.insert(*row, turn.sharing);
                        assert!(other.is_none_or(|other| other.shares(turn.sharing)), "seed {seed}");
                    }
                }
                assert!(!running.is_empty() || waiting.is_empty(), "seed {seed}: everyone waits");
            }
        }
    }
}
