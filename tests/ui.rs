//! What does not compile says why. Each file has the mistakes of one promise that rustc finds in one phase: words that the derive
//! refuses, proofs that fail when constants are evaluated, or errors of types. Each module is a mistake.
//!
//! What is close to the line, and compiles, is in `tests/consumers/strict`: beside a case that passes, `trybuild` would build every
//! dependency twice more, and each case alone.

/// One folder per kind of mistake.
const FAULTS: [&str; 23] = [
    "ambiguous",
    "order",
    "padding",
    "time",
    "salt",
    "element",
    "index",
    "split",
    "dead-region",
    "hot",
    "uneven",
    "held",
    "code",
    "scan",
    "grammar",
    "shape",
    "types",
    "encoding",
    "lock",
    "kinds",
    "opt-out",
    "answers",
    "suffix",
];

#[test]
fn every_refusal_says_what_to_write_instead() {
    let cases = trybuild::TestCases::new();
    for fault in FAULTS {
        cases.compile_fail(format!("tests/ui/{fault}/*.rs"));
    }
}
