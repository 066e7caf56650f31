//! `readings`: queries on a table of device readings, in derived and hand-written code.

pub use rowkey_bench_keys::readings::{BUCKETS, HOUR, METRICS, MIDNIGHT, OF_A_DEVICE, Reading, WIDTH, readings};

use rowkey::{Plan, RowKey};
use rowkey_store::{MemoryStore, Table};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Range;

/// A reading, and the value stored with it.
pub type Row = (Reading, Vec<u8>);

/// The key of a row.
pub type Key = [u8; WIDTH];

/// Returns a value of 40 bytes that is different for each reading.
#[must_use]
pub fn value(reading: &Reading) -> [u8; 40] {
    let mut value = [0x2E; 40];
    value[..8].copy_from_slice(&reading.device.to_le_bytes());
    value[8..16].copy_from_slice(&reading.at.to_le_bytes());
    value
}

/// The same rows in a [`Table`] and in a `BTreeMap`.
#[derive(Debug)]
pub struct Tables {
    /// The table for derived code.
    pub derived: Table<Reading, MemoryStore>,
    /// The map for hand-written code.
    pub by_hand: BTreeMap<Key, Vec<u8>>,
}

impl Tables {
    /// Creates the tables of some readings.
    ///
    /// # Panics
    /// If a reading has no key.
    #[must_use]
    pub fn of(readings: &[Reading]) -> Self {
        let derived = Table::new(MemoryStore::new());
        derived.put_all(readings.iter().map(|reading| (reading, value(reading)))).expect("good readings");
        let by_hand = readings.iter().map(|reading| (hand::key(reading), value(reading).to_vec())).collect();
        Self { derived, by_hand }
    }
}

/// A scan of an hour of one device in a table, already planned.
#[derive(Debug)]
pub struct Hour<'t> {
    tables: &'t Tables,
    plan: Plan<Reading>,
    range: Range<Key>,
}

impl<'t> Hour<'t> {
    /// Returns the scan of the hour that starts at `reading`, or of the last hour of the day.
    ///
    /// # Panics
    /// If there is no plan.
    #[must_use]
    pub fn of(tables: &'t Tables, reading: &Reading) -> Self {
        let from = reading.at.min(MIDNIGHT + 23 * HOUR);
        let times = from..from + HOUR;
        let plan = Reading::scan().device(reading.device).at(times.clone()).plan().expect("a plan");
        Self { tables, plan, range: hand::times(reading.device, &times) }
    }
}

/// A lookup of the next position where a reading of a metric can be, from another reading's key.
#[derive(Debug)]
pub struct Look {
    plan: Plan<Reading>,
    filter: hand::Filter,
    key: Key,
}

impl Look {
    /// Creates the lookup for `metric` of `device` at the row of `reading`.
    ///
    /// # Panics
    /// If there is no plan.
    #[must_use]
    pub fn at(device: u64, metric: u16, reading: &Reading) -> Self {
        let plan = Reading::scan().device(device).filter_metric(metric).plan().expect("a plan");
        Self { plan, filter: hand::Filter::new(device, metric), key: hand::key(reading) }
    }

    /// Creates the lookup for the metric after that of `reading`. After the last metric comes the first.
    ///
    /// # Panics
    /// If there is no plan.
    #[must_use]
    pub fn behind(reading: &Reading) -> Self {
        Self::at(reading.device, (reading.metric + 1) % METRICS, reading)
    }
}

/// Simulates a user who takes row after row.
#[inline(never)]
pub fn take(row: Row) {
    drop(std::hint::black_box(row));
}

/// Derived code.
pub mod derived {
    use super::{Hour, Infallible, Look, Row, take};
    use rowkey::scan::Next;
    use rowkey_store::TableError;

    /// Reads the rows of an hour.
    ///
    /// # Errors
    /// Never with these rows.
    #[inline(never)]
    pub fn hour(hour: &Hour<'_>) -> Result<(), TableError<Infallible>> {
        hour_by(hour, take)
    }

    /// The same, for any user.
    ///
    /// # Errors
    /// Never with these rows.
    #[inline(always)]
    pub fn hour_by(hour: &Hour<'_>, mut take: impl FnMut(Row)) -> Result<(), TableError<Infallible>> {
        for row in hour.tables.derived.scan(&hour.plan)? {
            take(row?);
        }
        Ok(())
    }

    /// Returns the position of the next possible row.
    #[inline(never)]
    #[must_use]
    pub fn next(look: &Look) -> Next {
        look.plan.next(&look.key)
    }
}

/// Hand-written code.
pub mod hand {
    use super::{BUCKETS, Hour, Key, Look, Reading, Row, WIDTH, take};
    use std::fmt;
    use std::ops::{Range, RangeInclusive};
    use xxhash_rust::xxh3::xxh3_64;

    /// The width of bucket and device together.
    const DEVICE: usize = 9;

    /// Bytes that are not a key of a reading.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Unreadable {
        /// The width.
        pub found: usize,
    }

    impl fmt::Display for Unreadable {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "expected a key of {WIDTH} bytes, found {}", self.found)
        }
    }

    impl std::error::Error for Unreadable {}

    /// Encodes a reading.
    #[inline]
    #[must_use]
    pub fn key(reading: &Reading) -> Key {
        let device = reading.device.to_be_bytes();
        let mut key = [bucket(&device); WIDTH];
        key[1..9].copy_from_slice(&device);
        key[9..17].copy_from_slice(&i64::MAX.wrapping_sub(reading.at).to_be_bytes());
        key[17..].copy_from_slice(&reading.metric.to_be_bytes());
        key
    }

    #[inline]
    fn bucket(device: &[u8]) -> u8 {
        ((u128::from(xxh3_64(device)) * u128::from(BUCKETS)) >> 64) as u8
    }

    /// Decodes a reading. Does not compare the bucket with the device.
    ///
    /// # Errors
    /// If the key has another width.
    #[inline]
    pub fn read(key: &[u8]) -> Result<Reading, Unreadable> {
        let key: &Key = key.try_into().map_err(|_| Unreadable { found: key.len() })?;
        Ok(Reading { device: device(key), at: at(key), metric: metric(key) })
    }

    /// Returns the device of a key.
    #[inline]
    #[must_use]
    pub fn device(key: &Key) -> u64 {
        u64::from_be_bytes(*key[1..].first_chunk().expect("the key is wide enough"))
    }

    /// Returns the time of a key.
    #[inline]
    #[must_use]
    pub fn at(key: &Key) -> i64 {
        i64::MAX.wrapping_sub(i64::from_be_bytes(*key[9..].first_chunk().expect("the key is wide enough")))
    }

    /// Returns the metric of a key.
    #[inline]
    #[must_use]
    pub fn metric(key: &Key) -> u16 {
        u16::from_be_bytes(*key[17..].first_chunk().expect("the key is wide enough"))
    }

    /// Returns the key range of a device between two times. Newer readings come first, so the later time is the start.
    #[inline]
    #[must_use]
    pub fn times(device: u64, times: &Range<i64>) -> Range<Key> {
        let start = newest(bucket(&device.to_be_bytes()), device, times);
        let mut stop = start;
        stop[9..17].copy_from_slice(&i64::MAX.wrapping_sub(times.start - 1).to_be_bytes());
        start..stop
    }

    /// Returns a key without its bucket as numbers that sort like its bytes, and compare faster.
    #[inline]
    #[must_use]
    pub fn order(key: &Key) -> (u128, u32) {
        (u128::from_be_bytes(*key[1..].first_chunk().expect("the key is wide enough")), metric(key).into())
    }

    /// Returns the first possible key of a device between two times.
    #[inline]
    #[must_use]
    pub fn newest(bucket: u8, device: u64, times: &Range<i64>) -> Key {
        let mut key = [bucket; WIDTH];
        key[1..9].copy_from_slice(&device.to_be_bytes());
        key[9..17].copy_from_slice(&i64::MAX.wrapping_sub(times.end - 1).to_be_bytes());
        key[17..].fill(0);
        key
    }

    /// Returns the range of all keys of a device.
    #[inline]
    #[must_use]
    pub fn of_device(device: u64) -> RangeInclusive<Key> {
        let mut start = key(&Reading { device, at: i64::MAX, metric: 0 });
        start[DEVICE..].fill(0);
        let mut last = start;
        last[DEVICE..].fill(0xFF);
        start..=last
    }

    /// Returns the range of all keys of a bucket.
    #[inline]
    #[must_use]
    pub fn of_bucket(bucket: u8) -> RangeInclusive<Key> {
        let mut start = [0; WIDTH];
        start[0] = bucket;
        let mut last = [0xFF; WIDTH];
        last[0] = bucket;
        start..=last
    }

    /// Reads the rows of an hour.
    ///
    /// # Errors
    /// Never with these rows.
    #[inline(never)]
    pub fn hour(hour: &Hour<'_>) -> Result<(), Unreadable> {
        hour_by(hour, take)
    }

    /// The same, for any user.
    ///
    /// # Errors
    /// Never with these rows.
    #[inline(always)]
    pub fn hour_by(hour: &Hour<'_>, mut take: impl FnMut(Row)) -> Result<(), Unreadable> {
        for (key, value) in hour.tables.by_hand.range(hour.range.clone()) {
            take((read(key)?, value.clone()));
        }
        Ok(())
    }

    /// A filter for the readings of one metric of a device.
    #[derive(Debug)]
    pub struct Filter {
        range: RangeInclusive<Key>,
        metric: u16,
    }

    impl Filter {
        /// Creates the filter for `metric` of `device`.
        #[must_use]
        pub fn new(device: u64, metric: u16) -> Self {
            Self { range: of_device(device), metric }
        }
    }

    /// The result for a key.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Next {
        /// The key is a match.
        Match,
        /// The next match is at or after this key.
        Seek(Key),
        /// There are no more matches.
        Done,
    }

    /// Returns the position of the next possible row: at the time of the key, or at the next older one.
    #[inline(never)]
    #[must_use]
    pub fn next(look: &Look) -> Next {
        let Look { filter: Filter { range, metric }, key, .. } = look;
        if key < range.start() {
            return Next::Seek(with_metric(range.start(), *metric));
        }
        if key > range.end() {
            return Next::Done;
        }
        let found = self::metric(key);
        if found == *metric {
            return Next::Match;
        }
        let mut seek = with_metric(key, *metric);
        if found > *metric {
            let Some(older) =
                u64::from_be_bytes(*key[9..].first_chunk().expect("the key is wide enough")).checked_add(1)
            else {
                return Next::Done;
            };
            seek[9..17].copy_from_slice(&older.to_be_bytes());
        }
        Next::Seek(seek)
    }

    #[inline]
    fn with_metric(key: &Key, metric: u16) -> Key {
        let mut key = *key;
        key[17..].copy_from_slice(&metric.to_be_bytes());
        key
    }
}
