//! All devices between two times: hand-written code seeks to the later time of each device, and stops at the earlier
//! time.

use rowkey_benches::readings::{Key, hand};
use std::ops::Range;

/// The position of a row relative to the times.
pub enum Place {
    /// Between the times.
    Inside,
    /// The next row between the times is at or after this key.
    Before(Key),
    /// Its bucket has no more rows between the times.
    Last,
}

/// Returns the position of the row of `key`. Newer rows come first.
pub fn place(key: &Key, times: &Range<i64>) -> Place {
    let at = hand::at(key);
    if times.contains(&at) {
        return Place::Inside;
    }
    let device = if at >= times.end { Some(hand::device(key)) } else { hand::device(key).checked_add(1) };
    device.map_or(Place::Last, |device| Place::Before(hand::newest(key[0], device, times)))
}
