//! An oracle for layouts.
//!
//! It draws random layouts. It compares the compiler and the library with automata, and with a model in Python. Both
//! are written from the text of `SPEC.md` alone, and this crate does not depend on the library.
//!
//! - A layout is data (`layout.rs`, drawn by `random.rs`). `value.rs` draws its rows, and defines the order of their
//!   values.
//! - `tests/grammar.rs` compares the drawn layouts with the reference of all attributes.
//! - The keys of a layout are regular expressions (`regex.rs`), which `regex-automata` compiles (`automaton.rs`).
//! - `model.py` computes the bytes of rows, the labels of all salt versions, the split keys, and the shares of regions.
//! - `rules.rs` defines the flaws of a layout.
//! - `source.rs` writes a layout as a struct. `program.rs` compiles all of them at once, and runs those that rustc
//!   accepts.
//!
//! `judge.rs` compares the results:
//!
//! - A layout that rustc rejects (`refusals.rs`) must have the flaw, and keys that show it (`witness.rs`). These are a
//!   key that can be split in two ways, two keys that sort differently than their rows, or a region that no word of the
//!   automaton is in.
//! - A layout that rustc accepts must have only one way to split each key. Its program must agree (`answers.rs`) on:
//!   - the bytes of rows and their order,
//!   - the set of keys: strings near keys, and all short strings of a few bytes,
//!   - regions and their first keys,
//!   - labels, older salt versions and split keys.
//!
//!   The program also proves the layout once more at run time.
//! - `kinds.rs` does the same for enums and for `disjoint!`.
//!
//! The proofs may know less than `SPEC.md` defines: see `regex::Precision::Bytes` and `rules::is_loose`. A layout whose
//! automata would be too large is counted as skipped. A compile error is counted as not judged if no random row has a
//! key. Both counts must stay low.
//!
//! `ORACLE_SEED` and `ORACLE_CASES` select the layouts. A disagreement shows the number of its case, and the command
//! that draws it again. The run also has a quarter as many tables of several record types. For a long run:
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

/// Formats bytes as lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Parses hex digits.
pub fn unhex(text: &str) -> Vec<u8> {
    let digit =
        |at: usize| text.as_bytes().get(at).and_then(|digit| char::from(*digit).to_digit(16)).unwrap_or(0) as u8;
    (0..text.len() / 2).map(|i| digit(2 * i) * 16 + digit(2 * i + 1)).collect()
}
