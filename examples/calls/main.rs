//! A year of calls in two tables: one with the text keys of a legacy Java program, one with new binary keys.
//!
//! ```text
//! cargo run -p rowkey-examples --bin calls [-- [--rows N] [--seed N] [--hbase HOST:PORT] [--bigtable HOST:PORT]
//!     [--slatedb PATH]]
//! ```
//!
//! Generates calls and stores each of them in both tables of a redb database. Shows the size of the keys and how rows
//! spread over regions. Then runs the same query on both tables: three months of one subscriber. Each result is
//! compared with a full scan of the calls.
//!
//! The program can create both tables on other engines as well. Use `--hbase` with the address of a Thrift 2 gateway,
//! `--bigtable` with the address of the Bigtable emulator, or `--slatedb` with a folder.
//!
//! Begin with [`TextKey`] and [`BinaryKey`], two keys for the same call.

mod call;
mod generate;
mod tables;
#[cfg(any(feature = "bigtable", feature = "slatedb"))]
mod waited;

use jiff::civil::date;
use rowkey::RowKey;
use rowkey_store::RedbStore;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use call::{BinaryKey, Call, TextKey, number};
use common::section;
use generate::Calls;
use tables::{Question, answer, load};

fn run(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let directory = common::Scratch::new()?;
    let text = RedbStore::open(directory.path().join("calls.redb"), "calls_text")?;
    let binary = text.with_table("calls")?;

    let calls = make(arguments);
    let text = load::<TextKey, _>(text, "text keys", &calls)?;
    let binary = load::<BinaryKey, _>(binary, "binary keys", &calls)?;

    section("The old key", TextKey::LAYOUT);
    section("The new key", BinaryKey::LAYOUT);
    if let Some(call) = calls.first() {
        let (text, binary) = (TextKey::from(call).encode()?, BinaryKey::from(call).encode()?);
        section("One call, old key", TextKey::explain(&text));
        section("One call, new key", BinaryKey::explain(&binary));
    }
    let (old, new) = (text.bytes_per_key(), binary.bytes_per_key());
    section(
        "Bytes per key",
        format!("{old:5.1} old, as text\n{new:5.1} new, {:.0} % of the old key", 100.0 * new / old),
    );
    section("Rows per region, old key", text.regions()?);
    section("Rows per region, new key", binary.regions()?);

    let caller = busiest(&calls);
    let (from, to) = (date(2017, 11, 1).at(0, 0, 0, 0), date(2018, 2, 1).at(0, 0, 0, 0));
    let wanted = calls.iter().filter(|call| call.caller == caller && (from..to).contains(&call.at)).cloned().collect();
    let question = Question { title: format!("{}, November 2017 to January 2018", number(caller)), wanted };
    let old = TextKey::scan().caller(number(caller)).at(from..to).plan()?;
    let new = BinaryKey::scan().caller(caller).at(from..to).plan()?;
    let right = answer(&text, "old key", &old, &question)? & answer(&binary, "new key", &new, &question)?;

    #[cfg(feature = "hbase")]
    let right = if let Some(address) = &arguments.hbase {
        let hbase = rowkey_hbase::HBase::connect(address)?;
        // Other calls get other tables, so that the rows of earlier runs do not interfere.
        let table = |which| format!("rowkey_calls_{which}_{}_{}", arguments.rows, arguments.seed);
        let text = common::hbase::table::<TextKey>(&hbase, &table("text"))?;
        let binary = common::hbase::table::<BinaryKey>(&hbase, &table("binary"))?;
        let text = load::<TextKey, _>(text, "text keys", &calls)?;
        let binary = load::<BinaryKey, _>(binary, "binary keys", &calls)?;
        section("Rows per region in HBase, old key", text.regions()?);
        section("Rows per region in HBase, new key", binary.regions()?);
        let right = right & answer(&text, "old key, on HBase", &old, &question)?;
        right & answer(&binary, "new key, on HBase", &new, &question)?
    } else {
        right
    };
    #[cfg(any(feature = "bigtable", feature = "slatedb"))]
    let asked = waited::Asked { calls: &calls, question: &question, old: &old, new: &new };
    #[cfg(feature = "bigtable")]
    let right = match &arguments.bigtable {
        Some(address) => {
            let name = format!("rowkey_calls_{}_{}", arguments.rows, arguments.seed);
            right & asked.ask_bigtable(address, &name)?
        }
        None => right,
    };
    #[cfg(feature = "slatedb")]
    let right = match &arguments.slatedb {
        Some(folder) => right & asked.ask_slatedb(folder)?,
        None => right,
    };
    Ok(right)
}

/// Generates the requested number of different calls.
fn make(arguments: &Arguments) -> BTreeSet<Call> {
    let mut calls = BTreeSet::new();
    let made = Calls::new(arguments.seed, arguments.rows);
    // Two generated calls can be equal, so a few more than requested may be generated.
    for call in made {
        if calls.len() as u64 >= arguments.rows {
            break;
        }
        calls.insert(call);
    }
    calls
}

/// Returns the caller with the most calls.
fn busiest(calls: &BTreeSet<Call>) -> u64 {
    let mut counts = BTreeMap::new();
    for call in calls {
        *counts.entry(call.caller).or_insert(0) += 1;
    }
    counts.into_iter().max_by_key(|&(_, count)| count).map(|(caller, _)| caller).unwrap_or_default()
}

struct Arguments {
    rows: u64,
    seed: u64,
    hbase: Option<String>,
    bigtable: Option<String>,
    slatedb: Option<PathBuf>,
}

/// Returns `None` for `--help`.
fn parse_arguments() -> Result<Option<Arguments>, lexopt::Error> {
    use lexopt::prelude::{Long, Short, ValueExt};

    let mut arguments = Arguments { rows: 100_000, seed: 1, hbase: None, bigtable: None, slatedb: None };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("rows") => arguments.rows = parser.value()?.parse()?,
            Long("seed") => arguments.seed = parser.value()?.parse()?,
            Long("hbase") => arguments.hbase = Some(common::hbase_address(&mut parser)?),
            Long("bigtable") => arguments.bigtable = Some(common::bigtable_address(&mut parser)?),
            Long("slatedb") => arguments.slatedb = Some(common::slatedb_folder(&mut parser)?),
            Short('h') | Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(arguments))
}

const HELP: &str = "\
Stores a year of calls under old text keys and new binary keys, and runs the same query on both

Usage: calls [--rows N] [--seed N] [--hbase HOST:PORT] [--bigtable HOST:PORT] [--slatedb PATH]

  --rows N              number of calls (default: 100000)
  --seed N              seed of the generated calls (default: 1)
  --hbase HOST:PORT     a Thrift 2 gateway: also create both tables in HBase
  --bigtable HOST:PORT  a Bigtable emulator: also create both tables in Bigtable
  --slatedb PATH        a folder: also create both tables as SlateDB databases";

fn main() -> ExitCode {
    common::run(parse_arguments(), HELP, run)
}
