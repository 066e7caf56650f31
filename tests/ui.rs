//! What does not compile says why, and what is close to the line compiles.

/// One folder per kind of mistake.
const FAULTS: [&str; 14] = [
    "ambiguous",
    "order",
    "padding",
    "time",
    "salt",
    "table",
    "split",
    "dead-region",
    "code",
    "scan",
    "grammar",
    "shape",
    "types",
    "lock",
];

#[test]
fn every_refusal_says_what_to_write_instead() {
    let cases = trybuild::TestCases::new();
    for fault in FAULTS {
        cases.compile_fail(format!("tests/ui/{fault}/*.rs"));
    }
}

/// Apart from the refusals: beside a case that passes, each of them would be built, one by one.
#[test]
fn what_compiles() {
    trybuild::TestCases::new().pass("tests/ui/pass/*.rs");
}
