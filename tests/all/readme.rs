//! What the README shows is what the code prints. Its Rust is compiled and run as a doc test, in `src/lib.rs`.

use rowkey::RowKey;

#[derive(RowKey)]
struct Call {
    #[salt(xor, buckets = 6)]
    #[pad(20)]
    phone: String,
    #[reverse_ts]
    at: i64,
}

/// The blocks of the README whose fence says `text`.
fn shown() -> Vec<&'static str> {
    let blocks = include_str!("../../README.md").split("```text\n").skip(1);
    blocks.map(|block| block.split_once("```").expect("the end of the block").0).collect()
}

#[track_caller]
fn shows(text: &str) {
    assert!(shown().iter().any(|block| block.trim_end() == text.trim_end()), "the README does not show\n{text}");
}

#[test]
fn the_bytes_and_the_scan() {
    let key = Call { phone: "13362666677".into(), at: 1_512_101_400_000 }.encode().unwrap();
    let plan = Call::scan().phone("13362666677").at_in(1_512_000_000_000..).limit(3).plan().unwrap();
    shows(&format!("{}\n\n{}", Call::explain(&key), plan.explain()));
}

#[test]
fn what_does_not_compile() {
    let message = include_str!("../ui/ambiguous/text_behind_alias.stderr");
    let (message, _) = message.split_once(" --> ").expect("the place");
    shows(message);
}
