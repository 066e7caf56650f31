//! Compares tables of rowkey with hand-written code on the same engines.
//!
//! Each variant is checked first, and then timed in turns with all others. Its time is the minimum. Fails if the tables
//! in the READMEs have other rows or columns. With `--write`, updates these tables.

mod by_hand;
mod tables;
mod tasks;
mod timing;
mod way;

use rowkey_benches::table::{Shown, WRITE, same_shape};
use std::process::ExitCode;
use tasks::Asked;
use timing::Timed;
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
    let (all, on_redb) = (all(&times), on_redb(&times));
    print!("{all}\n{on_redb}");
    let shown = |file| Shown { file, command: COMMAND };
    let mut differences = shown(concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md")).settle(&all, same_shape)?;
    differences.extend(shown(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).settle(&on_redb, same_shape)?);
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
    let head = "| task, time in ns | redb, hand-written | `Table` on redb | ratio | `BTreeMap`, hand-written | \
        `Table` in memory | ratio |\n\
        |---|---:|---:|---:|---:|---:|---:|\n";
    let row = |Timed { name, nanoseconds: [redb, over_redb, map, over_map], .. }: &Timed| {
        let (redb_ratio, map_ratio) = (over_redb / redb, over_map / map);
        format!(
            "| {name} | {redb:.1} | {over_redb:.1} | {redb_ratio:.2} | {map:.1} | {over_map:.1} | {map_ratio:.2} |\n"
        )
    };
    head.to_owned() + &times.iter().map(row).collect::<String>()
}

/// Returns the README's table: the redb columns in microseconds, without the plan, which reads no rows.
fn on_redb(times: &[Timed]) -> String {
    let head = "| Task | direct calls | with `Table` | ratio |\n|---|---:|---:|---:|\n";
    let row = |Timed { name, nanoseconds: [redb, over_redb, ..], .. }: &Timed| {
        let [direct, table] = [redb, over_redb].map(|nanoseconds| nanoseconds / 1e3);
        format!("| {name} | {direct:.2} µs | {table:.2} µs | {:.2} |\n", over_redb / redb)
    };
    head.to_owned() + &times.iter().filter(|task| !task.name.starts_with("plan")).map(row).collect::<String>()
}
