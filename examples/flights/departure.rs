//! The keys and the value of a row.

use jiff::Timestamp;
use rowkey::RowKey;

/// The key of one departure: its fields are the elements of the key, from left to right.
///
/// Rows of one plane lie side by side, newest first: "the latest of this plane" and "its week" read nothing else. The
/// salt spreads the planes over eight buckets, so that no region of the store gets all the writes. It is computed from
/// the plane alone, so that a query that names the plane knows the bucket.
#[derive(RowKey, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Departure {
    /// The plane's tail number: six bytes, shorter ones padded with NUL.
    #[salt(buckets = 8)]
    #[pad(6)]
    pub tail: String,
    /// The scheduled local time, as milliseconds since 1970. Written as `i64::MAX - at`, so newest first.
    #[reverse_ts]
    pub at: i64,
    /// The carrier's two letters.
    #[rowkey(len(2))]
    pub carrier: String,
    pub flight: u16,
    /// The airport's three letters.
    #[rowkey(len(3))]
    pub origin: String,
}

/// The same departure under a second key, for questions about a carrier.
///
/// All departures of one carrier from one airport lie side by side, newest first. A salt is not needed, because the carriers
/// and airports spread the writes already. A query that knows the carrier and the time, and asks for all airports, jumps from
/// airport to airport: see [`rowkey::scan::Next`].
#[derive(RowKey, Clone, Debug)]
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

/// The value of a row: what nobody searches for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    pub destination: String,
    /// In miles.
    pub distance: u16,
    /// In minutes, negative where the plane left early; unknown where it never left.
    pub delay: Option<i16>,
}

impl Details {
    /// Distance, delay and destination. A value is never compared, so any form will do.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = self.distance.to_be_bytes().to_vec();
        bytes.extend(self.delay.unwrap_or(NEVER_LEFT).to_be_bytes());
        bytes.extend(self.destination.as_bytes());
        bytes
    }

    /// `None` where the bytes are not such a value.
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

/// Stands for an unknown delay.
const NEVER_LEFT: i16 = i16::MIN;

/// Milliseconds in a day.
pub const DAY: i64 = 24 * 60 * 60 * 1_000;

/// A time as a person writes it.
pub fn show_time(millis: i64) -> String {
    match Timestamp::from_millisecond(millis) {
        Ok(time) => time.strftime("%Y-%m-%d %H:%M").to_string(),
        Err(_) => format!("{millis} ms"),
    }
}
