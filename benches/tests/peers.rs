//! The table of peers in the README has the same workloads and contenders as the sources of `peers`. This test does not
//! build their many dependencies.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Returns the first text after each of these marks. A mark can end with the opening quote.
fn texts_behind<'s>(source: &'s str, marks: &[&str]) -> Vec<&'s str> {
    let rest = |mark: &&str| {
        let rests = source.match_indices(*mark).map(|(at, mark)| &source[at + mark.trim_end_matches('"').len()..]);
        rests.collect::<Vec<_>>()
    };
    marks.iter().flat_map(rest).filter_map(|rest| rest.split('"').nth(1)).collect()
}

#[test]
fn the_table_of_peers() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let (_, table) = readme
        .split_once(
            "<!-- written by cargo run --release --manifest-path benches/Cargo.toml -p rowkey-peers -- --write -->\n",
        )
        .unwrap();
    let mut rows = table.lines().take_while(|line| line.starts_with('|'));
    let head: Vec<&str> = rows.next().unwrap().split('`').skip(1).step_by(2).collect();
    let shown: BTreeSet<&str> = rows.skip(1).map(|row| row.split('|').nth(1).unwrap().trim()).collect();

    let source = |file: &str| fs::read_to_string(folder.join("peers/src").join(file)).unwrap();
    let workloads = source("lib.rs");
    assert_eq!(head, texts_behind(&workloads, &[" keys(\"", " of_ranges(\""]));

    let files = ["arrow", "call", "contender", "hashed", "numbers", "ranges", "texts"];
    let sources: String = files.map(|file| source(&format!("{file}.rs"))).concat();
    let marks = ["contender!(", "contender::<", "name: \"", "Contender::of_keys(\n        \""];
    let mut contenders: BTreeSet<&str> = texts_behind(&sources, &marks).into_iter().collect();
    // The label of its row also has the unit.
    assert!(contenders.remove("hand-written") && contenders.insert("hand-written, ns"));
    assert_eq!(shown, contenders);
}
