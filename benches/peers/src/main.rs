//! Prints the table: each way checked, then timed in turns with all others; the least time of each counts.

use rowkey_benches::allocations::{self, Counted};
use rowkey_benches::cases::RECORDS;
use rowkey_peers::with_workloads;
use std::time::{Duration, Instant};

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// How often each pass is made.
const PASSES: usize = 300;

fn main() {
    with_workloads(|workloads| {
        for workload in workloads {
            println!("\n{}, {RECORDS} records a pass\n", workload.name);
            println!("| | sorts | comes back | encode | ns | decode | ns | allocations | | bytes |");
            println!("|---|---|---|---:|---:|---:|---:|---:|---:|---:|");
            let mut least = vec![[Duration::MAX; 2]; workload.contenders.len()];
            for _ in 0..PASSES {
                for (contender, least) in workload.contenders.iter().zip(&mut least) {
                    let runs = [Some(&contender.encode), contender.round_trip.then_some(&contender.decode)];
                    for (run, least) in runs.into_iter().flatten().zip(least) {
                        let start = Instant::now();
                        run();
                        *least = start.elapsed().min(*least);
                    }
                }
            }
            let each = |time: Duration| time.as_nanos() as f64 / RECORDS as f64;
            let hand = least[0].map(each);
            for (contender, least) in workload.contenders.iter().zip(least) {
                let [encode, decode] = least.map(each);
                let allocated = |run: &dyn Fn()| allocations::of(run) as f64 / RECORDS as f64;
                let word = |good: bool| if good { "yes" } else { "NO" };
                // What does not come back is not read.
                let read = match contender.round_trip {
                    true => {
                        format!("{:.2} | {decode:.1} | {{}} | {:.2}", decode / hand[1], allocated(&contender.decode))
                    }
                    false => "- | - | {} | -".to_owned(),
                };
                println!(
                    "| {} | {} | {} | {:.2} | {encode:.1} | {} | {:.1} |",
                    contender.name,
                    word(contender.ordered),
                    word(contender.round_trip),
                    encode / hand[0],
                    read.replace("{}", &format!("{:.2}", allocated(&contender.encode))),
                    contender.bytes as f64 / RECORDS as f64,
                );
            }
        }
    });
}
