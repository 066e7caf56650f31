//! Prints what there is to see.

use rowkey::{KeyRange, RowKey};
use rowkey_store::{Direction, Store};
use std::fmt::Display;

use crate::departure::{Departure, Details, show_time};

/// Text of several lines, set in below its title.
pub fn section(title: &str, text: impl Display) {
    println!("{title}");
    for line in text.to_string().lines() {
        println!("{}", format!("    {line}").trim_end());
    }
    println!();
}

/// The split keys, in hex.
pub fn split_keys() -> String {
    let keys = Departure::SPLIT_KEYS.iter().map(|key| show_key(key));
    keys.collect::<Vec<_>>().join("  ")
}

/// One bar per region: how many of the store's rows it holds.
pub fn regions<S: Store>(store: &S) -> Result<String, S::Error> {
    let starts = [&b""[..]].into_iter().chain(Departure::SPLIT_KEYS.iter().copied());
    let stops = Departure::SPLIT_KEYS.iter().copied().map(Some).chain([None]);
    let mut regions = Vec::new();
    for (start, stop) in starts.zip(stops) {
        let range = KeyRange::new(start, stop.map(<[u8]>::to_vec));
        let mut rows = 0;
        for row in store.scan(range, Direction::Forward)? {
            row?;
            rows += 1;
        }
        regions.push((start, stop, rows));
    }
    let most = regions.iter().map(|region| region.2).max().unwrap_or_default().max(1);
    let line = |&(start, stop, rows): &(&[u8], Option<&[u8]>, usize)| {
        let stop = stop.map_or_else(|| "end".to_owned(), show_key);
        let bar = "█".repeat(rows * BAR_WIDTH / most);
        format!("{:>5} .. {stop:<5} {rows:>6} {bar}\n", show_key(start))
    };
    Ok(regions.iter().map(line).collect())
}

const BAR_WIDTH: usize = 50;

fn show_key(key: &[u8]) -> String {
    if key.is_empty() {
        return "start".to_owned();
    }
    key.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}

/// A row as a line.
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
