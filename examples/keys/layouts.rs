//! Four keys for departures. Their fields are columns of `examples/data/flights-2013-01.csv`.

use jiff::civil::DateTime;
use rowkey::RowKey;
use serde::{Deserialize, Serialize};

/// Begins with the time. All current writes go to the region with the largest keys.
///
/// In a table of many servers, rowkey refuses such a key. `allow(hot)` keeps it, because this example shows the hot
/// region that the other keys avoid.
#[derive(RowKey, Debug, Serialize, Deserialize)]
#[rowkey(store = hbase, allow(hot))]
pub struct TimeFirst {
    #[rowkey(time(millis, exact))]
    pub scheduled: DateTime,
    #[rowkey(len(2))]
    pub carrier: String,
    pub flight: u16,
    #[rowkey(len(3))]
    pub origin: String,
    #[pad(6)]
    pub tailnum: String,
}

/// Begins with the plane, and splits the alphabet evenly. But every tail number begins with `N`.
#[derive(RowKey, Debug, Serialize, Deserialize)]
#[rowkey(split(keys("D", "G", "J", "M", "P", "S", "V")))]
pub struct PlaneFirst {
    #[pad(6)]
    pub tailnum: String,
    #[reverse_ts(millis, exact)]
    pub scheduled: DateTime,
    #[rowkey(len(2))]
    pub carrier: String,
    pub flight: u16,
    #[rowkey(len(3))]
    pub origin: String,
}

/// Begins with a salt of the plane. Every region gets its share of the writes, and the rows of a plane stay together.
#[derive(RowKey, Debug, Serialize, Deserialize)]
pub struct Salted {
    #[salt(buckets = 8)]
    #[pad(6)]
    pub tailnum: String,
    #[reverse_ts(millis, exact)]
    pub scheduled: DateTime,
    #[rowkey(len(2))]
    pub carrier: String,
    pub flight: u16,
    #[rowkey(len(3))]
    pub origin: String,
}

/// The same with one split key too many, as in many old tables. No label sorts into the region after it.
#[derive(RowKey, Debug, Serialize, Deserialize)]
#[rowkey(split(keys("1", "2", "3", "4", "5", "6", "7", "8"), allow(dead)))]
pub struct SaltedDead {
    #[salt(buckets = 8, digits(1))]
    #[pad(6)]
    pub tailnum: String,
    #[reverse_ts(millis, exact)]
    pub scheduled: DateTime,
    #[rowkey(len(2))]
    pub carrier: String,
    pub flight: u16,
    #[rowkey(len(3))]
    pub origin: String,
}
