//! Formats split keys and rows.

use rowkey::RowKey;
use rowkey::split::to_string_binary;

use crate::departure::{Departure, Details, show_time};

/// Returns the split keys in the notation of the HBase shell.
pub fn split_keys() -> String {
    let keys = Departure::SPLIT_KEYS.iter().map(|key| to_string_binary(key));
    keys.collect::<Vec<_>>().join("  ")
}

/// Formats a row as one line.
pub fn row(departure: &Departure, details: &Details) -> String {
    let Departure { tail, at, carrier, flight, origin } = departure;
    let Details { destination, distance, delay } = details;
    let delay = match delay {
        None => "never left".to_owned(),
        Some(minutes) if *minutes > 0 => format!("{minutes} min late"),
        Some(_) => "on time".to_owned(),
    };
    let time = show_time(*at);
    format!("{tail:<6}  {time}  {carrier} {flight:>4}  {origin} - {destination}  {distance:>4} miles  {delay}")
}
