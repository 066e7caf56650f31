//! The tables of engines in both READMEs have the same ratios, because one run writes both.

use std::fs;
use std::path::Path;

/// The cells of the table that `benches/engines` writes into a file.
fn table(file: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let (_, table) = text.split_once("<!-- written by benches/engines --write -->\n").unwrap();
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

#[test]
fn the_ratios_of_both_tables() {
    let (all, ratios) = (table("README.md"), table("../README.md"));
    let [_, _, redb, map] = &ratios[..] else { panic!("expected four lines, found {ratios:?}") };
    let columns = |at: usize| all[2..].iter().map(|row| row[at].clone()).collect::<Vec<_>>();
    assert_eq!((&redb[1..], &map[1..]), (&columns(3)[..], &columns(6)[..]));
    assert!(redb.len() > 1);
}
