//! Random layouts: rustc, the library, `SPEC.md` in Python and automata agree on each.

use oracle::judge::judge;
use std::path::Path;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number: {text}")))
}

#[test]
fn layouts() {
    let (seed, count) = (number("ORACLE_SEED", 1), number("ORACLE_CASES", 300) as usize);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace");
    let findings = judge(seed, count, Path::new(env!("CARGO_TARGET_TMPDIR")), root);
    println!(
        "ORACLE_SEED={seed} ORACLE_CASES={count}: {} accepted, {:?}, kinds {:?}",
        findings.accepted, findings.refused, findings.kinds
    );
    println!(
        "{} keys, {} pairs, {} decoded, {} regions, {} skipped",
        findings.keys, findings.pairs, findings.decoded, findings.regions, findings.skipped
    );
    assert!(findings.accepted * 3 > count && findings.skipped * 50 <= count, "most layouts are not judged");
    let all = findings.disagreements.len();
    let shown: Vec<String> = findings.disagreements.into_iter().take(20).collect();
    assert!(all == 0, "{all} disagreements (ORACLE_SEED={seed} ORACLE_CASES={count}):\n{}", shown.join("\n"));
}
