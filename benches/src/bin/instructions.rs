//! Counts instructions and allocations of derived code beside code written by hand, and fails where the derived
//! code is not within its limits.

use rowkey_benches::allocations::{self, Counted};
use rowkey_benches::callgrind::{Count, Counts};
use rowkey_benches::cases::{Case, RECORDS, Records, Side, Texts};
use std::error::Error;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// The argument with which the program runs what is counted.
const COUNTED: &str = "run-what-is-counted";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let texts = Texts::default();
    let records = Records::new(&texts);
    let cases = records.cases();
    if std::env::args().nth(1).as_deref() == Some(COUNTED) {
        run_counted(&cases);
        return Ok(ExitCode::SUCCESS);
    }
    records.compare();
    let program = std::env::current_exe()?;
    let counts = Counts::of(&program, COUNTED, "instructions::run_counted", &program.with_extension("callgrind"))?;
    println!("| per call, of {RECORDS} | derived | by hand | ratio | allocations | by hand |");
    println!("|---|---:|---:|---:|---:|---:|");
    let mut wrong = Vec::new();
    for case in &cases {
        let (derived, hand) = (count(&counts, &case.derived)?, count(&counts, &case.hand)?);
        let ratio = derived.each() / hand.each();
        let allocated = [&case.derived, &case.hand].map(|side| allocations::of(&side.run));
        let [derived_allocated, hand_allocated] = allocated.map(|count| count as f64 / RECORDS as f64);
        println!(
            "| {} | {:.1} | {:.1} | {ratio:.2} | {derived_allocated} | {hand_allocated} |",
            case.name,
            derived.each(),
            hand.each(),
        );
        wrong.extend(faults(case, ratio, allocated));
    }
    for fault in &wrong {
        eprintln!("{fault}");
    }
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What is called from here is counted, and nothing else: not what makes the records.
#[inline(never)]
fn run_counted(cases: &[Case<'_>]) {
    for case in cases {
        (case.derived.run)();
        (case.hand.run)();
    }
}

fn count(counts: &Counts, side: &Side<'_>) -> Result<Count, String> {
    match counts.get(side.path) {
        Some(count) if count.calls == RECORDS as u64 => Ok(count),
        _ => Err(format!("the {RECORDS} calls of `{}` were not counted: was it inlined?", side.path)),
    }
}

fn faults(case: &Case<'_>, ratio: f64, allocated: [u64; 2]) -> impl Iterator<Item = String> {
    let most = case.most.filter(|most| ratio > *most);
    let [derived, hand] = allocated;
    let allocates = case.most.is_some() && derived > if case.allocates { hand } else { 0 };
    [
        most.map(|most| format!("{}: {ratio:.3} times the instructions, the limit is {most}", case.name)),
        allocates.then(|| format!("{}: allocates more than it must", case.name)),
    ]
    .into_iter()
    .flatten()
}
