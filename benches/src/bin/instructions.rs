//! Counts instructions and allocations of derived and hand-written code.
//!
//! Fails if derived code exceeds a limit, or if the table in the README has other counts. With `--write`, updates it.

use rowkey_benches::allocations::{self, Counted};
use rowkey_benches::callgrind::{Count, Counts};
use rowkey_benches::cases::{Borrowed, Case, Limit, RECORDS, Records};
use rowkey_benches::table::Shown;
use std::error::Error;
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// The argument that makes the program run the counted code.
const COUNTED: &str = "run-what-is-counted";

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let borrowed = Borrowed::default();
    let records = Records::new(&borrowed);
    let cases = records.cases();
    if std::env::args().nth(1).as_deref() == Some(COUNTED) {
        run_counted(&cases);
        return Ok(ExitCode::SUCCESS);
    }
    records.compare();
    let program = std::env::current_exe()?;
    let counts = Counts::of(&program, COUNTED, "instructions::run_counted", &program.with_extension("callgrind"))?;
    let head = format!(
        "| instructions per call, mean of {RECORDS} | derived | hand-written | ratio | limit | allocations, derived | \
         allocations, hand-written |\n\
         |---|---:|---:|---:|---:|---:|---:|\n"
    );
    let mut all = head;
    let mut wrong = Vec::new();
    for case in &cases {
        let (derived, hand) = count(&counts, case)?;
        let ratio = derived.each() / hand.each();
        let allocated = [&case.derived, &case.hand].map(|side| allocations::of(&side.run));
        // Rounded to thousandths. One more allocation in 512 calls still changes the number.
        let [derived_allocated, hand_allocated] =
            allocated.map(|count| (count as f64 / RECORDS as f64 * 1e3).round() / 1e3);
        let limit = case.most;
        let row = format!(
            "| {} | {:.1} | {:.1} | {ratio:.2} | {limit} | {derived_allocated} | {hand_allocated} |\n",
            case.name,
            derived.each(),
            hand.each(),
        );
        all.push_str(&row);
        wrong.extend(faults(case, derived.each(), ratio, allocated));
    }
    print!("{all}");
    let shown = Shown { file: concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"), command: "benches/instructions" };
    wrong.extend(shown.settle(&all, same)?);
    for fault in &wrong {
        eprintln!("{fault}");
    }
    Ok(if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the counted functions. Only calls from here count, not the creation of the records.
#[inline(never)]
fn run_counted(cases: &[Case<'_>]) {
    for case in cases {
        (case.derived.run)();
        (case.hand.run)();
    }
}

/// Returns the counts of both sides. If both compile to the same instructions, LLVM merges them into one function.
fn count(counts: &Counts, case: &Case<'_>) -> Result<(Count, Count), String> {
    let once = RECORDS as u64;
    match [&case.derived, &case.hand].map(|side| counts.get(side.path).filter(|count| count.calls > 0)) {
        [Some(derived), Some(hand)] if (derived.calls, hand.calls) == (once, once) => Ok((derived, hand)),
        [Some(both), None] | [None, Some(both)] if both.calls == 2 * once => Ok((both, both)),
        found => {
            Err(format!("expected {once} calls of each side of `{}`, found {found:?}: was one inlined?", case.name))
        }
    }
}

fn faults(case: &Case<'_>, derived: f64, ratio: f64, allocated: [u64; 2]) -> impl Iterator<Item = String> {
    let is_above = match case.most {
        Limit::Times(most) => ratio > most,
        Limit::Instructions(most) => derived > most,
    };
    let allocates = allocated[0] > allocated[1] + case.more_allocations * RECORDS as u64;
    [
        is_above.then(|| {
            format!(
                "{}: {derived} instructions, {ratio:.3} times hand-written code, above the limit of {}",
                case.name, case.most
            )
        }),
        allocates.then(|| format!("{}: allocates more often than allowed", case.name)),
    ]
    .into_iter()
    .flatten()
}

/// Returns `true` if the counts are within 2 % or one instruction of those shown, and limit and allocations are equal.
/// The ratio is not compared by itself.
fn same(shown: &[&str], found: &[&str]) -> bool {
    let near = |at: usize| match [shown[at], found[at]].map(str::parse::<f64>) {
        [Ok(shown), Ok(found)] => (shown - found).abs() <= (shown * 0.02).max(1.0),
        _ => shown[at] == found[at],
    };
    shown.len() == found.len() && shown[0] == found[0] && near(1) && near(2) && shown[4..] == found[4..]
}
