//! `readings`: measurements of devices, 19 bytes.
//!
//! | bytes | element |
//! |---|---|
//! | 0 | bucket: the top four bits of xxh3 of the device |
//! | 1..9 | device |
//! | 9..17 | `i64::MAX - at` |
//! | 17..19 | metric |

use crate::Values;
use rowkey::RowKey;

/// The width of a key.
pub const WIDTH: usize = 19;

/// The number of buckets.
pub const BUCKETS: u32 = 16;

/// The number of metrics.
pub const METRICS: u16 = 8;

/// The number of readings per device and day, so 12 or 13 per hour.
pub const OF_A_DEVICE: u64 = 300;

/// The first millisecond of the day.
pub const MIDNIGHT: i64 = 1_700_006_400_000;

/// An hour in milliseconds.
pub const HOUR: i64 = 3_600_000;

/// One reading.
#[derive(RowKey, Clone, Copy, Debug, PartialEq, Eq)]
#[rowkey(salt(buckets = BUCKETS, of(device)))]
pub struct Reading {
    /// The device.
    pub device: u64,
    /// The time, in milliseconds since 1970.
    #[reverse_ts]
    pub at: i64,
    /// The metric.
    pub metric: u16,
}

/// Returns the readings of a day in the order of their times, to within a few minutes. Readings of a device have
/// different times.
#[must_use]
pub fn readings(devices: u64) -> Vec<Reading> {
    let mut values = Values::default();
    let slot = 24 * HOUR as u64 / OF_A_DEVICE;
    let all = (0..OF_A_DEVICE).flat_map(|turn| (0..devices).map(move |device| (turn, device)));
    let mut reading = |(turn, device)| {
        let at = MIDNIGHT + (turn * slot + values.below(slot)) as i64;
        Reading { device, at, metric: values.below(METRICS.into()) as u16 }
    };
    all.map(&mut reading).collect()
}
