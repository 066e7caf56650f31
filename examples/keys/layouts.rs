//! Departures under four keys: the fields of each are columns of `examples/data/flights-2013-01.csv`.

use jiff::civil::DateTime;
use rowkey::RowKey;
use serde::{Deserialize, Serialize};

/// The time leads: all writes of a moment go to the region that has the greatest keys.
#[derive(RowKey, Debug, Serialize, Deserialize)]
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

/// The plane leads, and the regions are even parts of the alphabet: but every tail number begins with `N`.
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

/// A salt of the plane leads: each region gets its part at every moment, and a plane still lies in one place.
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

/// The same with a split key too many, as old tables have it: no label reaches the region behind it.
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
