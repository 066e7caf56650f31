//! Compares tables of rowkey with hand-written code on the same engines.
//!
//! Each variant is checked first, and then timed in turns with all others. Its time is the minimum. Fails if the tables
//! in the READMEs have other rows or columns. With `--write`, updates these tables.

#[cfg(feature = "rocksdb")]
mod absent;
mod by_hand;
mod tables;
mod tasks;
mod timing;
mod way;

use rowkey_benches::table::{Shown, WRITE, same_shape};
use std::process::ExitCode;
use tasks::Asked;
use timing::{ENGINES, Timed};
use way::Outcome;

/// The command that writes the tables.
const COMMAND: &str = "benches/engines";

/// The default number of rows in the tables.
const ROWS: usize = 300_000;

/// The number of runs of each variant.
const ROUNDS: usize = 8;

fn main() -> Outcome<ExitCode> {
    let asked = Asked::new(rows_wanted()?);
    timing::compare(&asked)?;
    let times = timing::time(&asked, ROUNDS)?;
    let shown = |file| Shown { file, command: COMMAND };
    let tables = [
        (shown(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")), all(&times)),
        (shown(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")), on_redb(&times)),
        #[cfg(feature = "rocksdb")]
        (shown(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rowkey-rocksdb/README.md")), absent::table()?),
    ];
    let mut differences = Vec::new();
    for (shown, table) in tables {
        println!("{table}");
        differences.extend(shown.settle(&table, same_shape)?);
    }
    differences.iter().for_each(|difference| eprintln!("{difference}"));
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the number after `--rows`.
fn rows_wanted() -> Outcome<usize> {
    let mut arguments = std::env::args().skip(1);
    let mut rows = ROWS;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--rows" => rows = arguments.next().ok_or("expected a number after --rows")?.parse()?,
            WRITE => {}
            _ => return Err(format!("expected `{COMMAND} [--rows N] [{WRITE}]`, found `{argument}`").into()),
        }
    }
    Ok(rows)
}

/// Returns a row for each task: the times of all variants, and the ratios of tables to hand-written code.
fn all(times: &[Timed]) -> String {
    let head = ENGINES.iter().map(|engine| match *engine {
        "`BTreeMap`" => " `BTreeMap`, hand-written | `Table` in memory | ratio |".to_owned(),
        engine => format!(" {engine}, hand-written | `Table` on {engine} | ratio |"),
    });
    let head =
        format!("| task, time in ns |{}\n|---|{}\n", head.collect::<String>(), "---:|".repeat(3 * ENGINES.len()));
    let row = |Timed { name, nanoseconds }: &Timed| {
        let cells = nanoseconds.as_chunks::<2>().0.iter();
        let cells = cells.map(|[direct, table]| format!(" {direct:.1} | {table:.1} | {:.2} |", table / direct));
        format!("| {name} |{}\n", cells.collect::<String>())
    };
    head + &times.iter().map(row).collect::<String>()
}

/// Returns the README's table: the redb columns in microseconds, without the plan, which reads no rows.
fn on_redb(times: &[Timed]) -> String {
    let head = "| Task | direct calls | with `Table` | ratio |\n|---|---:|---:|---:|\n";
    let row = |Timed { name, nanoseconds: [redb, over_redb, ..] }: &Timed| {
        let [direct, table] = [redb, over_redb].map(|nanoseconds| nanoseconds / 1e3);
        format!("| {name} | {direct:.2} µs | {table:.2} µs | {:.2} |\n", over_redb / redb)
    };
    head.to_owned() + &times.iter().filter(|task| !task.name.starts_with("plan")).map(row).collect::<String>()
}
