//! Runs the cases of the table under criterion: `cargo bench` in this folder.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rowkey_benches::cases::RECORDS;
use rowkey_peers::with_workloads;
use std::time::Duration;

fn peers(criterion: &mut Criterion) {
    with_workloads(|workloads| {
        for workload in workloads {
            let mut group = criterion.benchmark_group(workload.name);
            group.sample_size(20).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(600));
            group.throughput(Throughput::Elements(RECORDS as u64));
            for contender in &workload.contenders {
                for (name, run) in workload.runs.iter().zip(&contender.runs) {
                    let Some(run) = run else { continue };
                    group.bench_function(format!("{name}/{}", contender.name), |bench| bench.iter(run));
                }
            }
        }
    });
}

criterion_group!(benches, peers);
criterion_main!(benches);
