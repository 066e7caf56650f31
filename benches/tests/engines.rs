//! The figures in the project's README equal those in `benches/README.md`. One run of `benches/engines` writes both
//! tables. This test computes the other figures from its tables.

use std::fs;
use std::path::Path;

fn read(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// Returns the cells of the table that a command writes into a file, without its two header lines.
fn table(file: &str, command: &str) -> Vec<Vec<String>> {
    let text = read(file);
    let (_, table) = text.split_once(&format!("<!-- written by {command} --write -->\n")).unwrap();
    let rows = table.lines().take_while(|line| line.starts_with('|')).skip(2);
    rows.map(|row| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()).collect()
}

fn number(cell: &str) -> f64 {
    cell.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn the_times_on_redb() {
    let (all, short) = (table("README.md", "benches/engines"), table("../README.md", "benches/engines"));
    let (plan, tasks) = all.split_last().unwrap();
    assert_eq!(tasks.len(), short.len());
    for (task, shown) in tasks.iter().zip(&short) {
        assert_eq!((&task[0], &task[3]), (&shown[0], &shown[3]));
        for column in [1, 2] {
            assert_eq!(shown[column], format!("{:.2} µs", number(&task[column]) / 1e3), "{}", task[0]);
        }
    }
    let plan = format!("A plan takes {:.2} µs", number(&plan[2]) / 1e3);
    assert!(read("../README.md").contains(&plan), "the README does not say: {plan}");
}

#[test]
fn the_times_of_other_crates() {
    let peers = table("README.md", "cargo run --release --manifest-path benches/Cargo.toml -p rowkey-peers --");
    let encode = |name: &str| {
        let row = peers.iter().find(|row| row[0] == name).unwrap();
        number(&row[1])
    };
    let hand = encode("hand-written, ns");
    let times = ["rowkey", "format!", "bincode 2", "storekey", "foundationdb-tuple"].map(|name| hand * encode(name));
    let [rowkey, format, bincode, storekey, tuple] = times;
    let row = format!("| {rowkey:.1} | {hand} | {format:.0} | {bincode:.0} | {storekey:.0} | {tuple:.0} |");
    let readme = read("../README.md");
    let shown = readme.lines().find(|line| line.starts_with("| Encoding a call record")).unwrap();
    assert!(shown.contains(&row), "expected {row}, found {shown}");

    let compare = read("../docs/COMPARE.md");
    for row in compare.lines().filter(|line| line.starts_with("| ") && line.matches('|').count() == 5) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let Some(peer) = peers.iter().find(|peer| peer[0] == cells[0].trim_matches('`')) else { continue };
        let (encode, decode) = peer[1].split_once(" / ").unwrap();
        assert_eq!((cells[1], cells[2]), (encode, if decode == "-" { "no result" } else { decode }), "{}", cells[0]);
    }
}
