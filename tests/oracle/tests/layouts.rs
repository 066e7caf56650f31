//! Random layouts: rustc, the library, `SPEC.md` in Python and automata agree on each.

use oracle::judge::{Findings, judge};
use oracle::rules::Flaw;
use std::path::Path;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number: {text}")))
}

#[test]
fn layouts() {
    let (seed, count) = (number("ORACLE_SEED", 1), number("ORACLE_CASES", 300) as usize);
    let again = format!("ORACLE_SEED={seed} ORACLE_CASES={count} cargo test -p oracle --test layouts");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace");
    println!("{again}");
    let findings = judge(seed, count, Path::new(env!("CARGO_TARGET_TMPDIR")), root);
    let Findings { accepted, refused, kinds, skipped, unjudged, .. } = &findings;
    println!("{accepted} accepted, {refused:?}, kinds {kinds:?}, {skipped} skipped, {unjudged} refusals not judged");
    println!(
        "{} keys, {} pairs, {} decoded, {} enumerated, {} regions",
        findings.keys, findings.pairs, findings.decoded, findings.enumerated, findings.regions
    );
    let all = findings.disagreements.len();
    let shown: Vec<&str> = findings.disagreements.iter().take(20).map(String::as_str).collect();
    assert!(all == 0, "{all} disagreements, again by\n{again}\n{}", shown.join("\n"));
    assert!(accepted * 3 > count && skipped * 50 <= count, "most layouts are not judged: {again}");
    assert!(unjudged * 50 <= count, "{unjudged} refusals are not judged: {again}");
    if count >= 1_000 {
        is_not_idle(&findings, &again);
    }
}

/// All that can be refused is, and keys show why.
fn is_not_idle(findings: &Findings, again: &str) {
    for flaw in Flaw::ALL {
        assert!(findings.refused.get(&flaw).is_some_and(|(count, _)| *count > 0), "{flaw:?} does not occur: {again}");
    }
    assert!(findings.kinds.0 > 0, "no kinds are refused: {again}");
    // Split keys that do not fit are refused by their number, and opt-outs because nothing is wrong: no key shows that.
    let is_shown = |flaw: &Flaw| !matches!(flaw, Flaw::Split | Flaw::NotNeeded);
    let by_keys = findings.refused.iter().filter(|(flaw, _)| is_shown(flaw)).map(|(_, counts)| *counts);
    let (refused, shown) = by_keys.fold(findings.kinds, |(a, b), (count, shown)| (a + count, b + shown));
    assert!(shown * 100 >= refused * 85, "keys show only {shown} of {refused} refusals: {again}");
}
