//! Prints a table for each workload, and finally the table of ratios in the README.
//!
//! Each contender is checked, and then timed in turns with all others. Its time is the minimum. Fails if the table in
//! the README has other rows, columns, or results of the checks. With `--write`, updates this table.

use rowkey_benches::allocations::{self, Counted};
use rowkey_benches::cases::RECORDS;
use rowkey_benches::table::{Shown, same_shape};
use rowkey_peers::{Workload, with_workloads};
use std::error::Error;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// The command that writes the table.
const COMMAND: &str = "cargo run --release --manifest-path benches/Cargo.toml -p rowkey-peers --";

/// The number of passes.
const PASSES: usize = 300;

/// The minimum time of each run of each contender.
type Times = Vec<Vec<Duration>>;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut ratios = String::new();
    with_workloads(|workloads| {
        let times: Vec<Times> = workloads.iter().map(times).collect();
        workloads.iter().zip(&times).for_each(|(workload, times)| print(workload, times));
        ratios = table_of_ratios(workloads, &times);
    });
    print!("\n{ratios}");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let differences = Shown { file, command: COMMAND }.settle(&ratios, same_shape)?;
    differences.iter().for_each(|difference| eprintln!("{difference}"));
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn nanoseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / RECORDS as f64
}

fn print(workload: &Workload<'_>, times: &Times) {
    let runs: String =
        workload.runs.iter().map(|run| format!(" {run}, ratio | ns per record | allocations per record |")).collect();
    println!("\n{}, {RECORDS} records per pass\n", workload.name);
    println!("| crate | {} |{runs} bytes per key |", workload.checks.join(" | "));
    println!("|---|{}{}---:|", "---|".repeat(workload.checks.len()), "---:|---:|---:|".repeat(workload.runs.len()));
    for (contender, least) in workload.contenders.iter().zip(times) {
        print!("| {} |", contender.name);
        contender.verdicts.iter().for_each(|good| print!(" {} |", if *good { "yes" } else { "NO" }));
        for (at, run) in contender.runs.iter().enumerate() {
            match run {
                Some(run) => {
                    let (time, by_hand) = (nanoseconds(least[at]), nanoseconds(times[0][at]));
                    let allocated = allocations::of(run) as f64 / RECORDS as f64;
                    print!(" {:.2} | {time:.1} | {allocated:.2} |", time / by_hand);
                }
                None => print!(" - | - | - |"),
            }
        }
        println!(" {:.1} |", contender.bytes as f64 / RECORDS as f64);
    }
}

/// Returns a table with a row for each contender and a column for each workload. A cell has the times relative to
/// hand-written code. Keys that do not sort have no times, because they cannot be row keys.
fn table_of_ratios(workloads: &[Workload<'_>], times: &[Times]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for contender in workloads.iter().flat_map(|workload| &workload.contenders) {
        if !names.contains(&contender.name) {
            names.push(contender.name);
        }
    }
    let columns = |of: &dyn Fn(&Workload<'_>, &Times) -> String| -> String {
        workloads.iter().zip(times).map(|(workload, times)| format!(" {} |", of(workload, times))).collect()
    };
    let heads = columns(&|workload, _| format!("`{}` {}", workload.name, workload.runs.join(" / ")));
    let by_hand = columns(&|_, times| {
        times[0].iter().map(|time| format!("{:.1}", nanoseconds(*time))).collect::<Vec<_>>().join(" / ")
    });
    let row = |name: &str| {
        let cell = |workload: &Workload<'_>, times: &Times| {
            let Some(at) = workload.contenders.iter().position(|contender| contender.name == name) else {
                return String::new();
            };
            let contender = &workload.contenders[at];
            if !contender.verdicts[0] {
                return "unsorted".to_owned();
            }
            let ratio = |run: usize| match &contender.runs[run] {
                Some(_) => format!("{:.2}", nanoseconds(times[at][run]) / nanoseconds(times[0][run])),
                None => "-".to_owned(),
            };
            (0..contender.runs.len()).map(ratio).collect::<Vec<_>>().join(" / ")
        };
        format!("| {name} |{}\n", columns(&cell))
    };
    let rows: String = names.iter().skip(1).map(|name| row(name)).collect();
    format!("| crate |{heads}\n|---|{}\n| hand-written, ns |{by_hand}\n{rows}", "---:|".repeat(workloads.len()))
}

/// Returns the minimum time of each run of each contender, all timed in turns.
fn times(workload: &Workload<'_>) -> Times {
    let mut least = vec![vec![Duration::MAX; workload.runs.len()]; workload.contenders.len()];
    for _ in 0..PASSES {
        for (contender, least) in workload.contenders.iter().zip(&mut least) {
            for (run, least) in contender.runs.iter().zip(least) {
                let Some(run) = run else { continue };
                let start = Instant::now();
                run();
                *least = start.elapsed().min(*least);
            }
        }
    }
    least
}
