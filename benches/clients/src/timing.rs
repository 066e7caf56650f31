//! Times all variants in turns.

use crate::{Outcome, Question, Way};
use rowkey_benches::readings::{HOUR, MIDNIGHT, OF_A_DEVICE, Row, readings};
use rowkey_benches::table::{Shown, WRITE, same_shape};
use std::hint::black_box;
use std::process::ExitCode;

/// The default number of rows in the table.
const ROWS: u64 = 300_000;

/// The number of runs of each variant.
const ROUNDS: usize = 20;

/// The step between the rows that are read by single gets.
const GET_EVERY: usize = 700;

/// The number of variants: the client called directly, a store over it, and a table over that.
const WAYS: usize = 3;

/// The three variants for one table.
#[derive(Debug)]
pub struct Ways<H, S, T> {
    /// Hand-written code on the client.
    pub by_hand: H,
    /// A store.
    pub store: S,
    /// A table.
    pub table: T,
}

/// A benchmark of one client.
#[derive(Clone, Copy, Debug)]
pub struct Bench {
    /// The command that runs it.
    pub command: &'static str,
    /// The page that shows the table.
    pub file: &'static str,
    /// The names of the client and of the store.
    pub names: [&'static str; 2],
    /// The minimum throughput of a scan of the store, relative to hand-written code.
    pub least: f64,
    /// The clock, in nanoseconds.
    pub clock: fn() -> Outcome<u64>,
}

/// A task, and the minimum time of each variant per unit. A unit is a row or a query.
#[derive(Debug)]
pub struct Task {
    name: &'static str,
    work: Work,
    units: u64,
    nanoseconds: [f64; WAYS],
}

/// The calls of a task.
#[derive(Debug)]
enum Work {
    /// Queries.
    Scans(Vec<Question>),
    /// Single rows.
    Gets,
}

impl Bench {
    /// Returns the number of devices, from the argument `--rows`. Each device has 300 rows.
    ///
    /// # Errors
    /// If there are other arguments.
    pub fn devices(&self) -> Outcome<u64> {
        let mut arguments = std::env::args().skip(1);
        let mut rows = ROWS;
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--rows" => rows = arguments.next().ok_or("expected a number after --rows")?.parse()?,
                WRITE => {}
                // The address of a server, which the program itself parses.
                _ if argument.contains(':') => {}
                _ => return Err(format!("expected `{} [--rows N] [{WRITE}]`, found `{argument}`", self.command).into()),
            }
        }
        Ok(rows.div_ceil(OF_A_DEVICE).max(1))
    }

    /// Compares the variants, times them, and prints the table. Fails if a scan of the store is below the minimum
    /// throughput, or if the page shows other rows.
    ///
    /// # Errors
    /// If a variant fails, or if the variants find different rows.
    pub async fn run(&self, ways: Ways<impl Way, impl Way, impl Way>, devices: u64) -> Outcome<ExitCode> {
        let mut tasks = tasks(devices);
        for task in &tasks {
            let found = [task.rows(&ways.by_hand, devices).await?, task.rows(&ways.store, devices).await?];
            if found[0].is_empty() || found[0] != found[1] || found[0] != task.rows(&ways.table, devices).await? {
                return Err(format!("{}: expected the same rows from all variants, found others", task.name).into());
            }
        }
        for round in 0..ROUNDS {
            for task in &mut tasks {
                for way in (0..WAYS).map(|turn| (turn + round) % WAYS) {
                    let start = (self.clock)()?;
                    let take = &mut |row: Row| drop(black_box(row));
                    match way {
                        0 => task.run(&ways.by_hand, devices, take).await?,
                        1 => task.run(&ways.store, devices, take).await?,
                        _ => task.run(&ways.table, devices, take).await?,
                    }
                    let nanoseconds = ((self.clock)()? - start) as f64 / task.units as f64;
                    task.nanoseconds[way] = task.nanoseconds[way].min(nanoseconds);
                }
            }
        }
        self.show(&tasks)
    }

    fn show(&self, tasks: &[Task]) -> Outcome<ExitCode> {
        let [client, store] = self.names;
        let mut table = format!(
            "| task, time in ns | {client}, hand-written | `{store}` | relative throughput | `AsyncTable` | relative throughput |\n"
        );
        table.push_str("|---|---:|---:|---:|---:|---:|\n");
        table.extend(tasks.iter().map(Task::row));
        print!("{table}");
        let mut wrong = Shown { file: self.file, command: self.command }.settle(&table, same_shape)?;
        for task in tasks.iter().filter(|task| matches!(task.work, Work::Scans(_)) && task.throughput(1) < self.least) {
            wrong.push(format!(
                "{}: expected {} times the throughput of hand-written code, found {:.2}",
                task.name,
                self.least,
                task.throughput(1)
            ));
        }
        wrong.iter().for_each(|wrong| eprintln!("{wrong}"));
        Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn tasks(devices: u64) -> Vec<Task> {
    let rows = devices * OF_A_DEVICE;
    let hour = |device: u64| {
        let start = MIDNIGHT + device as i64 % 24 * HOUR;
        Question::Hour(device, start..start + HOUR)
    };
    let scans =
        |name, units, questions| Task { name, work: Work::Scans(questions), units, nanoseconds: [f64::MAX; WAYS] };
    vec![
        scans("all rows: per row", rows, vec![Question::All]),
        scans("all rows in reverse: per row", rows, vec![Question::Reversed]),
        scans("all rows in key order, 16 buckets merged: per row", rows, vec![Question::Merged]),
        scans("one device's day, 300 rows: per row", rows, (0..devices).map(Question::Day).collect()),
        scans("one device's hour: 12 rows", devices, (0..devices).map(hour).collect()),
        Task { work: Work::Gets, ..scans("get a row", rows.div_ceil(GET_EVERY as u64), Vec::new()) },
    ]
}

impl Task {
    async fn run(&self, way: &impl Way, devices: u64, take: &mut dyn FnMut(Row)) -> Outcome<()> {
        match &self.work {
            Work::Scans(questions) => {
                for question in questions {
                    way.scan(question, take).await?;
                }
            }
            Work::Gets => {
                for reading in readings(devices).iter().step_by(GET_EVERY) {
                    take((*reading, way.get(reading).await?.ok_or("expected the value of a row, found none")?));
                }
            }
        }
        Ok(())
    }

    async fn rows(&self, way: &impl Way, devices: u64) -> Outcome<Vec<Row>> {
        let mut rows = Vec::new();
        self.run(way, devices, &mut |row| rows.push(row)).await?;
        Ok(rows)
    }

    /// Returns the throughput of a variant, relative to hand-written code.
    fn throughput(&self, way: usize) -> f64 {
        self.nanoseconds[0] / self.nanoseconds[way]
    }

    fn row(&self) -> String {
        let [by_hand, store, table] = self.nanoseconds;
        let (of_store, of_table) = (self.throughput(1), self.throughput(2));
        format!("| {} | {by_hand:.1} | {store:.1} | {of_store:.2} | {table:.1} | {of_table:.2} |\n", self.name)
    }
}
