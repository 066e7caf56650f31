//! Reads departures from a CSV file, line by line.

use csv::{ReaderBuilder, StringRecord};
use indicatif::ProgressBar;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use rowkey::RowKey;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::error::Error;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::str::FromStr;

use crate::departure::{Departure, Details};

/// A departure from the file, and its encoded key.
pub struct Record {
    pub departure: Departure,
    pub details: Details,
    pub key: Vec<u8>,
}

/// The contents of a file.
pub struct Records {
    pub rows: Vec<Record>,
    /// The number of rejected lines. Each is reported on stderr.
    pub rejected: usize,
    /// The size of the file in bytes.
    pub bytes: u64,
}

/// The columns that a file must have, in any order. It can have others as well.
const COLUMNS: [&str; 8] = ["scheduled", "carrier", "flight", "tailnum", "origin", "dest", "dep_delay", "distance"];

/// Reads a file. A line that is not a departure is reported with its number and skipped. If the file cannot be read, or
/// lacks a column, this is an error.
///
/// The file is split into lines before they are parsed as CSV, so that a stray quote affects one line and not the rest
/// of the file.
pub fn read(path: &Path, progress: &ProgressBar) -> Result<Records, Box<dyn Error>> {
    let name = path.display();
    let file = File::open(path).map_err(|error| format!("cannot open `{name}`: {error}"))?;
    let bytes = file.metadata()?.len();
    progress.set_length(bytes);
    let lines = BufReader::new(progress.wrap_read(file)).split(b'\n');
    let mut lines = lines.map(|line| line.map_err(|error| format!("cannot read `{name}`: {error}")));

    let header = lines.next().transpose()?.unwrap_or_default();
    let columns = find_columns(&header).map_err(|error| format!("`{name}` holds no departures: {error}"))?;

    let mut records = Records { rows: Vec::new(), rejected: 0, bytes };
    let mut seen = HashMap::new();
    for (number, line) in (2..).zip(lines) {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        match parse(&line, &columns).and_then(|record| first_of_its_key(record, number, &mut seen)) {
            Ok(record) => records.rows.push(record),
            Err(error) => {
                progress.suspend(|| eprintln!("{name}, line {number}: {error}"));
                records.rejected += 1;
            }
        }
    }
    Ok(records)
}

/// The position of each of [`COLUMNS`] in a line, and the number of fields per line.
struct Columns {
    places: [usize; 8],
    fields: usize,
}

fn find_columns(header: &[u8]) -> Result<Columns, Box<dyn Error>> {
    let header = fields(header)?;
    let mut places = [0; 8];
    for (place, column) in places.iter_mut().zip(COLUMNS) {
        let found = header.iter().position(|name| name == column);
        *place = found.ok_or_else(|| format!("expected a column `{column}`, found none"))?;
    }
    Ok(Columns { places, fields: header.len() })
}

fn fields(line: &[u8]) -> Result<StringRecord, Box<dyn Error>> {
    let line = std::str::from_utf8(line).map_err(|_| "not UTF-8")?;
    let mut fields = StringRecord::new();
    ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes()).read_record(&mut fields)?;
    Ok(fields)
}

fn parse(line: &[u8], columns: &Columns) -> Result<Record, Box<dyn Error>> {
    let line = fields(line)?;
    if line.len() != columns.fields {
        return Err(format!("{} fields, but the header has {}", line.len(), columns.fields).into());
    }
    let [scheduled, carrier, flight, tail, origin, dest, delay, distance] =
        columns.places.map(|place| line.get(place).unwrap_or_default());
    let departure = Departure {
        tail: tail.to_owned(),
        at: parse_time(scheduled).map_err(|error| format!("`scheduled` is `{scheduled}`: {error}"))?,
        carrier: carrier.to_owned(),
        flight: number("flight", flight)?,
        origin: origin.to_owned(),
    };
    let details = Details {
        destination: dest.to_owned(),
        distance: number("distance", distance)?,
        delay: if delay == "NA" { None } else { Some(number("dep_delay", delay)?) },
    };
    // Also rejects values that do not fit the layout, such as a tail number of seven bytes.
    let key = departure.encode()?.to_vec();
    Ok(Record { departure, details, key })
}

fn number<T: FromStr<Err: Display>>(column: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("`{column}` is `{text}`: {error}"))
}

/// Parses a local time as if it were UTC: only differences and the order matter here.
fn parse_time(text: &str) -> Result<i64, jiff::Error> {
    let time = DateTime::strptime("%Y-%m-%d %H:%M", text)?;
    Ok(time.to_zoned_datetime(TimeZone::UTC)?.timestamp().as_millisecond())
}

/// Rejects a departure with the key of an earlier line, because each key is one row.
fn first_of_its_key(record: Record, number: u64, seen: &mut HashMap<Departure, u64>) -> Result<Record, Box<dyn Error>> {
    match seen.entry(record.departure.clone()) {
        Entry::Occupied(first) => Err(format!("the same departure as in line {}", first.get()).into()),
        Entry::Vacant(new) => {
            new.insert(number);
            Ok(record)
        }
    }
}
