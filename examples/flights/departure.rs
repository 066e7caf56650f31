//! The primary key, the secondary key, and the value of a row.

use jiff::Timestamp;
use rowkey::RowKey;

/// The key of a departure. Its fields are the elements of the key, from left to right.
///
/// The rows of one plane are next to each other, newest first, so queries for its latest departures or for a week only
/// read these rows. The salt spreads planes over eight buckets, so that writes go to all regions. It is only computed
/// from the plane, so a query that binds the plane reads a single bucket. `answers` checks that at compile time.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, Hash)]
#[rowkey(answers(tail), answers(tail, at in ..))]
pub struct Departure {
    /// The plane's tail number: six bytes, padded with NUL.
    #[salt(buckets = 8)]
    #[pad(6)]
    pub tail: String,
    /// The scheduled local time in milliseconds since 1970. Written as `i64::MAX - at`, so the newest time sorts first.
    #[reverse_ts]
    pub at: i64,
    /// The two-letter code of the carrier.
    #[rowkey(len(2))]
    pub carrier: String,
    pub flight: u16,
    /// The three-letter code of the airport.
    #[rowkey(len(3))]
    pub origin: String,
}

/// The secondary key of a departure, for queries by carrier.
///
/// All departures of one carrier from one airport are next to each other, newest first. No salt is needed, because
/// carriers and airports already spread the writes. A query for a carrier and a time, at all airports, seeks from
/// airport to airport: see [`rowkey::scan::Next`].
#[derive(RowKey, Clone, Debug)]
#[rowkey(answers(carrier), answers(carrier, origin, at in ..))]
pub struct ByCarrier {
    #[rowkey(len(2))]
    pub carrier: String,
    #[rowkey(len(3))]
    pub origin: String,
    #[reverse_ts]
    pub at: i64,
    pub flight: u16,
    #[pad(6)]
    pub tail: String,
}

impl From<&Departure> for ByCarrier {
    fn from(departure: &Departure) -> Self {
        let Departure { tail, at, carrier, flight, origin } = departure.clone();
        Self { carrier, origin, at, flight, tail }
    }
}

impl From<ByCarrier> for Departure {
    fn from(ByCarrier { carrier, origin, at, flight, tail }: ByCarrier) -> Self {
        Self { tail, at, carrier, flight, origin }
    }
}

/// The value of a row: columns that are never queried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    pub destination: String,
    /// The distance in miles.
    pub distance: u16,
    /// The delay in minutes: negative if the plane left early, `None` if it never left.
    pub delay: Option<i16>,
}

impl Details {
    /// Encodes distance, delay, and destination. Values are never compared, so any encoding works.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.distance.to_be_bytes().to_vec();
        bytes.extend(self.delay.unwrap_or(NEVER_LEFT).to_be_bytes());
        bytes.extend(self.destination.as_bytes());
        bytes
    }

    /// Decodes a value. Returns `None` if the bytes are not valid.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (distance, rest) = bytes.split_first_chunk()?;
        let (delay, destination) = rest.split_first_chunk()?;
        Some(Self {
            destination: String::from_utf8(destination.to_vec()).ok()?,
            distance: u16::from_be_bytes(*distance),
            delay: Some(i16::from_be_bytes(*delay)).filter(|&delay| delay != NEVER_LEFT),
        })
    }
}

/// The encoding of an unknown delay.
const NEVER_LEFT: i16 = i16::MIN;

/// Milliseconds in a day.
pub const DAY: i64 = 24 * 60 * 60 * 1_000;

/// Formats a time for people.
pub fn show_time(millis: i64) -> String {
    match Timestamp::from_millisecond(millis) {
        Ok(time) => time.strftime("%Y-%m-%d %H:%M").to_string(),
        Err(_) => format!("{millis} ms"),
    }
}
