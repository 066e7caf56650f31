//! A month of departures from New York, in a table with typed keys.
//!
//! ```text
//! cargo run -p rowkey-examples --bin flights [-- [--db PATH] [--csv PATH] [--hbase HOST:PORT] [--bigtable HOST:PORT]
//!     [--slatedb PATH]]
//! ```
//!
//! Loads 27,004 departures from a CSV file into a redb database, under a primary and a secondary key. Shows the primary
//! key and how its rows spread over regions, and then runs four queries. Each result is compared with a full scan of
//! the file. With `--db`, the program keeps the database, and the next run does not load it again.
//!
//! The program can repeat the same queries on other engines, whose results must be the same:
//!
//! | engine | cargo feature | option |
//! |---|---|---|
//! | HBase | `hbase` | `--hbase`, the address of a Thrift 2 gateway |
//! | Bigtable | `bigtable` | `--bigtable`, the address of the emulator |
//! | SlateDB | `slatedb` | `--slatedb`, a folder |
//!
//! Begin with the key [`Departure`], and with its queries in [`questions`].

mod answer;
#[cfg(feature = "bigtable")]
mod bigtable;
mod departure;
#[cfg(feature = "hbase")]
mod hbase;
mod load;
mod records;
mod report;
#[cfg(feature = "slatedb")]
mod slatedb;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use rowkey::RowKey;
use rowkey_store::{RedbStore, Table, region_report};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::error::Error;
use std::hash::Hash;
use std::path::PathBuf;
use std::process::ExitCode;

use answer::{Question, ask, plain_filter};
use common::section;
use departure::{ByCarrier, DAY, Departure, show_time};
use records::Records;

/// Queries with the primary key, and one query with the secondary key.
type Questions<'r> = ([Question<'r, Departure>; 3], Question<'r, ByCarrier>);

/// Returns three queries for the busiest plane and the busiest carrier of the month, and a fourth query that uses the
/// secondary key.
fn questions(records: &Records) -> Result<Questions<'_>, Box<dyn Error>> {
    let departures = || records.rows.iter().map(|record| &record.departure);
    let tail = busiest(departures().map(|departure| departure.tail.as_str()).filter(|&tail| tail != "NA"));
    let carrier = busiest(departures().map(|departure| departure.carrier.as_str()));
    let first = departures().map(|departure| departure.at).min().unwrap_or_default();
    let midnight = first - first.rem_euclid(DAY);
    let (week, day) = (midnight..midnight + 7 * DAY, midnight + DAY..midnight + 2 * DAY);

    // The query binds the plane, so it reads a single bucket. Rows are newest first, so the ten latest are the first
    // ten.
    let latest = Question {
        title: format!("The ten latest departures of {tail}"),
        plan: Departure::scan().tail(tail).limit(10).plan()?,
        wanted: plain_filter(records, |departure| departure.tail == tail).into_iter().take(10).collect(),
    };
    // A range of the next field narrows the range of keys. You write it in time order, even though the key is reversed.
    let week_of_plane = Question {
        title: format!("The week of {tail} from {}", show_time(week.start)),
        plan: Departure::scan().tail(tail).at(week.clone()).plan()?,
        wanted: plain_filter(records, |departure| departure.tail == tail && week.contains(&departure.at)),
    };
    // The query does not bind the plane, so it reads and filters every row of every bucket. The tables of this example
    // call `allow_full_scans()`, without which they refuse it. If you run such a query often, add a secondary key that
    // begins with the carrier.
    let day_of_carrier = Question {
        title: format!("The day of {carrier} from {}, all planes", show_time(day.start)),
        plan: Departure::scan().filter_at(day.clone()).filter_carrier(carrier).plan()?,
        wanted: plain_filter(records, |departure| departure.carrier == carrier && day.contains(&departure.at)),
    };
    // The secondary key works although the query does not bind the airport before the time: after the rows of the day,
    // the scan seeks to the next airport.
    let mut wanted = plain_filter(records, |departure| departure.carrier == carrier && day.contains(&departure.at));
    wanted.sort_by_key(|record| {
        let Departure { tail, at, flight, origin, .. } = &record.departure;
        (origin, Reverse(at), flight, tail)
    });
    let day_by_carrier = Question {
        title: format!("The day of {carrier} from {}, all airports, by the secondary key", show_time(day.start)),
        plan: ByCarrier::scan().carrier(carrier).filter_at(day).plan()?,
        wanted,
    };
    Ok(([latest, week_of_plane, day_of_carrier], day_by_carrier))
}

fn run(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    // Draws nothing if stderr is not a terminal.
    let progress = ProgressBar::new(0)
        .with_style(ProgressStyle::with_template("{bar:50} {bytes} of {total_bytes}")?)
        .with_finish(ProgressFinish::AndClear);
    let records = records::read(&arguments.csv, &progress)?;
    drop(progress);
    if records.rows.is_empty() {
        return Err(format!("`{}` holds no departures", arguments.csv.display()).into());
    }

    let temporary = common::Scratch::new()?;
    let database = arguments.db.clone().unwrap_or_else(|| temporary.path().join("flights.redb"));
    let store = RedbStore::open(&database, "departures")?;
    let loaded = load::load(&store, &records)?;

    section("The key, byte by byte", Departure::LAYOUT);
    section("The split keys", report::split_keys());
    let Records { rows, rejected, .. } = &records;
    let what = if loaded { "loaded" } else { "already in the database" };
    println!("{} departures {what}, {rejected} lines rejected\n", rows.len());
    let regions = region_report(&store, Departure::LAYOUT, Departure::SPLIT_KEYS)?;
    section("Rows per region", common::regions(&regions));

    let by_carrier = Table::<ByCarrier, _>::new(store.with_table(load::BY_CARRIER)?);
    let table = Table::<Departure, _>::new(store).allow_full_scans();
    let (questions, question_by_carrier) = questions(&records)?;
    let mut right = true;
    let mut answers = Vec::new();
    for question in &questions {
        let answer = ask(&table, &question.plan)?;
        right &= answer.show(question);
        answers.push(answer);
    }
    let answer_by_carrier = ask(&by_carrier, &question_by_carrier.plan)?;
    right &= answer_by_carrier.show(&question_by_carrier);

    #[cfg(feature = "hbase")]
    if let Some(address) = &arguments.hbase {
        let asked = questions.iter().zip(&answers).collect::<Vec<_>>();
        right &= hbase::ask_too(address, &records, &asked, (&question_by_carrier, &answer_by_carrier))?;
    }
    #[cfg(feature = "slatedb")]
    if let Some(folder) = &arguments.slatedb {
        let asked = questions.iter().zip(&answers).collect::<Vec<_>>();
        right &= slatedb::ask_too(folder, &records, &asked, (&question_by_carrier, &answer_by_carrier))?;
    }
    #[cfg(feature = "bigtable")]
    if let Some(address) = &arguments.bigtable {
        let asked = questions.iter().zip(&answers).collect::<Vec<_>>();
        right &= bigtable::ask_too(address, &records, &asked, (&question_by_carrier, &answer_by_carrier))?;
    }
    Ok(right)
}

/// Returns the most frequent value. If several are equally frequent, returns the smallest of them.
fn busiest<T: Copy + Default + Ord + Hash>(all: impl Iterator<Item = T>) -> T {
    let mut counts = HashMap::new();
    for one in all {
        *counts.entry(one).or_insert(0) += 1;
    }
    let busiest = counts.into_iter().max_by_key(|&(one, count)| (count, Reverse(one)));
    busiest.map(|(one, _)| one).unwrap_or_default()
}

struct Arguments {
    db: Option<PathBuf>,
    csv: PathBuf,
    hbase: Option<String>,
    bigtable: Option<String>,
    slatedb: Option<PathBuf>,
}

/// Returns `None` for `--help`.
fn parse_arguments() -> Result<Option<Arguments>, lexopt::Error> {
    use lexopt::prelude::{Long, Short};

    let csv = concat!(env!("CARGO_MANIFEST_DIR"), "/data/flights-2013-01.csv").into();
    let mut arguments = Arguments { db: None, csv, hbase: None, bigtable: None, slatedb: None };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("db") => arguments.db = Some(parser.value()?.into()),
            Long("csv") => arguments.csv = parser.value()?.into(),
            Long("hbase") => arguments.hbase = Some(common::hbase_address(&mut parser)?),
            Long("slatedb") => arguments.slatedb = Some(common::slatedb_folder(&mut parser)?),
            Long("bigtable") => arguments.bigtable = Some(common::bigtable_address(&mut parser)?),
            Short('h') | Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(arguments))
}

const HELP: &str = "\
Loads a month of departures into a table with typed keys, and runs four queries

Usage: flights [--db PATH] [--csv PATH] [--hbase HOST:PORT] [--bigtable HOST:PORT] [--slatedb PATH]

  --db PATH             a redb database, created if it does not exist (default: a temporary one)
  --csv PATH            the departures (default: January 2013, in examples/data)
  --hbase HOST:PORT     a Thrift 2 gateway: also run the queries on HBase
  --bigtable HOST:PORT  a Bigtable emulator: also run the queries on Bigtable
  --slatedb PATH        a folder, created if it does not exist: also run the queries on SlateDB";

fn main() -> ExitCode {
    common::run(parse_arguments(), HELP, run)
}
