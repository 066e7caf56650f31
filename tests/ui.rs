//! What does not compile says why, and what is close to the line compiles.

/// One folder per kind of mistake.
const FAULTS: [&str; 13] = [
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
];

#[test]
fn every_refusal_says_what_to_write_instead() {
    let cases = trybuild::TestCases::new();
    // Code is made only beside a case that passes, and some errors show only where it is made.
    cases.pass("tests/ui/pass/*.rs");
    for fault in FAULTS {
        cases.compile_fail(format!("tests/ui/{fault}/*.rs"));
    }
}
