//! A month of departures from New York, in a table whose key is a type.
//!
//! ```text
//! cargo run --release -p rowkey-examples --bin flights [-- [--db PATH] [--csv PATH] [--hbase HOST:PORT] [--bigtable HOST:PORT]
//!     [--slatedb PATH]]
//! ```
//!
//! Reads 27,004 departures from a CSV file into a redb database, under two keys, shows what the first looks like and how
//! it spreads over the regions, and then answers four questions. Every answer is compared with a plain filter over the
//! file. With `--db`, the database stays, and the next run answers without loading. Built with `--features hbase` and run
//! with `--hbase`, the address of a Thrift 2 gateway, HBase gets the same rows and questions, and must give the same answers; so does
//! Bigtable, with `--features bigtable` and `--bigtable`, the address of its emulator, and
//! SlateDB, with `--features slatedb` and `--slatedb`, a folder.
//!
//! Begin with [`Departure`], the key, and with [`questions`], what is asked of it.

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

/// Questions to the table of departures, and one to that by carrier.
type Questions<'r> = ([Question<'r, Departure>; 3], Question<'r, ByCarrier>);

/// Three questions to a month of departures, about its busiest plane and its busiest carrier; and a fourth, to the table
/// under the second key.
fn questions(records: &Records) -> Result<Questions<'_>, Box<dyn Error>> {
    let departures = || records.rows.iter().map(|record| &record.departure);
    let tail = busiest(departures().map(|departure| departure.tail.as_str()).filter(|&tail| tail != "NA"));
    let carrier = busiest(departures().map(|departure| departure.carrier.as_str()));
    let first = departures().map(|departure| departure.at).min().unwrap_or_default();
    let midnight = first - first.rem_euclid(DAY);
    let (week, day) = (midnight..midnight + 7 * DAY, midnight + DAY..midnight + 2 * DAY);

    // The plane is known, and so is its bucket. Its rows lie there newest first: the ten latest are the first ten.
    let latest = Question {
        title: format!("The ten latest departures of {tail}"),
        plan: Departure::scan().tail(tail).limit(10).plan()?,
        wanted: plain_filter(records, |departure| departure.tail == tail).into_iter().take(10).collect(),
    };
    // A range of the next field narrows the range of keys. It is given in the order of time, whatever the key's order.
    let week_of_plane = Question {
        title: format!("The week of {tail} from {}", show_time(week.start)),
        plan: Departure::scan().tail(tail).at(week.clone()).plan()?,
        wanted: plain_filter(records, |departure| departure.tail == tail && week.contains(&departure.at)),
    };
    // The plane is not known: this key cannot help, and every row of every bucket is read and checked. A table that is
    // asked this often has a second key, that begins with the carrier.
    let day_of_carrier = Question {
        title: format!("The day of {carrier} from {}, all planes", show_time(day.start)),
        plan: Departure::scan().filter_at(day.clone()).filter_carrier(carrier).plan()?,
        wanted: plain_filter(records, |departure| departure.carrier == carrier && day.contains(&departure.at)),
    };
    // Here the second key helps, though the airport before the time is not known: at the first row before the day, the
    // scan jumps to the next airport.
    let mut wanted = plain_filter(records, |departure| departure.carrier == carrier && day.contains(&departure.at));
    wanted.sort_by_key(|record| {
        let Departure { tail, at, flight, origin, .. } = &record.departure;
        (origin, Reverse(at), flight, tail)
    });
    let day_by_carrier = Question {
        title: format!("The day of {carrier} from {}, all airports, by the second key", show_time(day.start)),
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
    let what = if loaded { "loaded" } else { "were there already" };
    println!("{} departures {what}, {rejected} lines left out\n", rows.len());
    let regions = region_report(&store, Departure::LAYOUT, Departure::SPLIT_KEYS)?;
    section("Rows per region", common::regions(&regions));

    let by_carrier = Table::<ByCarrier, _>::new(store.with_table(load::BY_CARRIER)?);
    let table = Table::<Departure, _>::new(store);
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

/// The one that occurs most often; of several, the least.
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

/// `None` where only the help is wanted.
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
Loads a month of departures into a table with a typed key, and asks it four questions

Usage: flights [--db PATH] [--csv PATH] [--hbase HOST:PORT] [--bigtable HOST:PORT] [--slatedb PATH]

  --db PATH             the redb database, made where there is none (default: a temporary one)
  --csv PATH            the departures (default: those of January 2013, beside this example)
  --hbase HOST:PORT     a Thrift 2 gateway: HBase is asked, too
  --bigtable HOST:PORT  a Bigtable emulator: Bigtable is asked, too
  --slatedb PATH        a folder, made where there is none: SlateDB is asked there, too";

fn main() -> ExitCode {
    common::run(parse_arguments(), HELP, run)
}
