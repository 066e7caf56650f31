//! Prints the table: each way checked, then timed in turns with all others; the least time of each counts.

use rowkey_benches::allocations::{self, Counted};
use rowkey_benches::cases::RECORDS;
use rowkey_peers::{Workload, with_workloads};
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// How often each pass is made.
const PASSES: usize = 300;

fn main() {
    with_workloads(|workloads| workloads.iter().for_each(print));
}

fn print(workload: &Workload<'_>) {
    let runs: String = workload.runs.iter().map(|run| format!(" {run} | ns | allocations |")).collect();
    println!("\n{}, {RECORDS} records a pass\n", workload.name);
    println!("| | {} |{runs} bytes |", workload.checks.join(" | "));
    println!("|---|{}{}---:|", "---|".repeat(workload.checks.len()), "---:|---:|---:|".repeat(workload.runs.len()));
    let times = times(workload);
    let each = |time: Duration| time.as_nanos() as f64 / RECORDS as f64;
    for (contender, least) in workload.contenders.iter().zip(&times) {
        print!("| {} |", contender.name);
        contender.verdicts.iter().for_each(|good| print!(" {} |", if *good { "yes" } else { "NO" }));
        for (at, run) in contender.runs.iter().enumerate() {
            match run {
                Some(run) => {
                    let (time, by_hand) = (each(least[at]), each(times[0][at]));
                    let allocated = allocations::of(run) as f64 / RECORDS as f64;
                    print!(" {:.2} | {time:.1} | {allocated:.2} |", time / by_hand);
                }
                None => print!(" - | - | - |"),
            }
        }
        println!(" {:.1} |", contender.bytes as f64 / RECORDS as f64);
    }
}

/// The least time of each run of each way, all in turns.
fn times(workload: &Workload<'_>) -> Vec<Vec<Duration>> {
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
