//! A year of calls in two tables: under the text keys of an old Java program, and under the keys one would make today.
//!
//! ```text
//! cargo run --release --example calls [-- [--rows N] [--seed N]]
//! ```
//!
//! Makes calls, stores each in both tables of one redb database, shows what a key costs and how the rows spread over
//! the regions of either, and asks both the same question: three months of one subscriber. Each answer is compared with
//! a plain filter over the calls.
//!
//! Begin with [`TextKey`] and [`BinaryKey`], the same call written in two ways.

mod call;
mod generate;
mod tables;

use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use jiff::civil::date;
use rowkey::RowKey;
use rowkey_store::RedbStore;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::process::ExitCode;

use call::{BinaryKey, Call, TextKey, number};
use generate::Calls;
use tables::{Question, answer, load, section};

fn run(arguments: &Arguments) -> Result<bool, Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let text = RedbStore::open(directory.path().join("calls.redb"), "calls_text")?;
    let binary = text.with_table("calls")?;

    let calls = make(arguments);
    let text = load::<TextKey>(text, &calls, bar(calls.len(), "text keys")?)?;
    let binary = load::<BinaryKey>(binary, &calls, bar(calls.len(), "binary keys")?)?;

    section("The old key", TextKey::LAYOUT);
    section("The new key", BinaryKey::LAYOUT);
    if let Some(call) = calls.first() {
        let (text, binary) = (TextKey::from(call).encode()?, BinaryKey::from(call).encode()?);
        section("One call, old", TextKey::explain(&text));
        section("One call, new", BinaryKey::explain(&binary));
    }
    let (old, new) = (text.bytes_per_key(), binary.bytes_per_key());
    section("Bytes per key", format!("{old:5.1} old, as text\n{new:5.1} new, {:.2} of it", new / old));
    section("Rows per region, old", text.regions()?);
    section("Rows per region, new", binary.regions()?);

    let caller = busiest(&calls);
    let (from, to) = (date(2017, 11, 1).at(0, 0, 0, 0), date(2018, 2, 1).at(0, 0, 0, 0));
    let wanted = calls.iter().filter(|call| call.caller == caller && (from..to).contains(&call.at)).cloned().collect();
    let question = Question { title: format!("{}, November 2017 to January 2018", number(caller)), wanted };
    let old = answer(&text, "old", TextKey::scan().caller(number(caller)).at_in(from..to).plan()?, &question)?;
    let new = answer(&binary, "new", BinaryKey::scan().caller(caller).at_in(from..to).plan()?, &question)?;
    Ok(old && new)
}

/// So many different calls.
fn make(arguments: &Arguments) -> BTreeSet<Call> {
    let mut calls = BTreeSet::new();
    let made = Calls::new(arguments.seed, arguments.rows);
    // Calls of one minute may be alike: a few more are made.
    for call in made {
        if calls.len() as u64 >= arguments.rows {
            break;
        }
        calls.insert(call);
    }
    calls
}

/// Draws nothing where stderr is no terminal.
fn bar(rows: usize, what: &'static str) -> Result<ProgressBar, Box<dyn Error>> {
    let style = ProgressStyle::with_template("{msg:12} {bar:50} {human_pos} of {human_len} rows")?;
    Ok(ProgressBar::new(rows as u64).with_style(style).with_message(what).with_finish(ProgressFinish::AndClear))
}

/// The caller of the most calls.
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
}

/// `None` where only the help is wanted.
fn parse_arguments() -> Result<Option<Arguments>, lexopt::Error> {
    use lexopt::prelude::{Long, Short, ValueExt};

    let mut arguments = Arguments { rows: 100_000, seed: 1 };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("rows") => arguments.rows = parser.value()?.parse()?,
            Long("seed") => arguments.seed = parser.value()?.parse()?,
            Short('h') | Long("help") => return Ok(None),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Some(arguments))
}

const HELP: &str = "\
Stores a year of calls under old text keys and under new binary ones, and asks both the same question

Usage: calls [--rows N] [--seed N]

  --rows N  how many calls (default: 100000)
  --seed N  other calls for another seed (default: 1)";

fn main() -> ExitCode {
    let ran = match parse_arguments() {
        Ok(Some(arguments)) => run(&arguments),
        Ok(None) => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(error) => Err(error.into()),
    };
    match ran {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("error: an answer differs from what a plain filter finds");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
