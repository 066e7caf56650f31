//! An oracle for layouts: draws random ones, and compares the compiler and the library with automata and with a model in Python,
//! which are made from the words of `SPEC.md` alone.
//!
//! Nothing here knows the library. A layout is data (`layout.rs`, drawn by `random.rs`); `value.rs` draws rows of it, and has the
//! order of their values. `tests/grammar.rs` compares what is drawn with the reference of all attributes. The keys of a layout are
//! regular expressions (`regex.rs`), which `regex-automata` compiles (`automaton.rs`); the bytes of its rows, its labels by all
//! generations, its split keys and the shares of its regions come from `model.py`. `rules.rs` says which flaws it has. `source.rs`
//! writes it as a struct, and `program.rs` has rustc judge all of them at once, and runs those that pass.
//!
//! `judge.rs` compares. A layout that rustc refuses (`refusals.rs`) must have the flaw, and keys that show it (`witness.rs`): one
//! that can be cut in two ways, two that sort otherwise than their rows, a region in which no word of the automaton lies. A layout
//! that rustc accepts must be read in one way only, and its program must agree (`answers.rs`) about the bytes of rows and their
//! order, about which strings are keys (some near keys, and all short ones of a few bytes), about regions and their least keys,
//! labels, older generations and split keys; it proves the layout once more at run time. `kinds.rs` does the same for enums and for
//! `disjoint!`.
//!
//! The proofs may know less than `SPEC.md` says: `regex::Precision::Bytes` and `rules::is_loose` say where. A layout whose automata
//! would be too large is counted as skipped, and a refusal as not judged if no row that is drawn has a key; both must stay few.
//!
//! `ORACLE_SEED` and `ORACLE_CASES` name the layouts, and a disagreement shows the number of its case and the command that draws it
//! again. A fourth as many tables of several kinds follow. For a night:
//!
//! ```sh
//! for seed in $(seq 1000 1200); do ORACLE_SEED=$seed ORACLE_CASES=2000 cargo test -p oracle --test layouts || break; done
//! ```

pub mod answers;
pub mod automaton;
pub mod case;
pub mod judge;
pub mod kinds;
pub mod layout;
pub mod program;
pub mod random;
pub mod refusals;
pub mod regex;
pub mod rules;
pub mod source;
pub mod value;
pub mod witness;

/// Bytes in lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hex digits.
pub fn unhex(text: &str) -> Vec<u8> {
    let digit =
        |at: usize| text.as_bytes().get(at).and_then(|digit| char::from(*digit).to_digit(16)).unwrap_or(0) as u8;
    (0..text.len() / 2).map(|i| digit(2 * i) * 16 + digit(2 * i + 1)).collect()
}
