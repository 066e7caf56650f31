//! Tests of `splits`.

use super::{answer, error, file, run};
use rowkey_inspect::Status;
use serde_json::{Value, json};

/// 40 calls of 40 phones.
fn calls() -> (tempfile::TempDir, String) {
    let rows: Vec<String> = (0..40).map(|i| format!("1336266{:04},{i}", i * 7)).collect();
    file("calls.csv", &format!("phone,at\n{}\n", rows.join("\n")))
}

#[test]
fn those_of_the_type() {
    assert_eq!(
        answer(&["splits", "Call"]),
        "create 'call', 'd', SPLITS => ['\\x01', '\\x02', '\\x03', '\\x04', '\\x05']\n"
    );
    assert_eq!(answer(&["splits", "Call", "--form", "hex"]), "01\n02\n03\n04\n05\n");
}

#[test]
fn even_ones() {
    assert_eq!(answer(&["splits", "Call", "--regions", "3", "--form", "file"]), "\\x02\n\\x04\n");
    let found = error(&["splits", "Call", "--regions", "7"], Status::Failed);
    assert!(found.starts_with("error: expected 1 to 6 regions for `Call`"), "{found}");
}

#[test]
fn the_quantiles_of_a_sample() {
    let (_folder, file) = calls();
    let shown: Value =
        serde_json::from_str(&answer(&["splits", "Call", "--from", &file, "--regions", "4", "--json"])).unwrap();
    let keys: Vec<String> =
        shown["split_keys"].as_array().unwrap().iter().map(|key| key.as_str().unwrap().to_owned()).collect();
    assert_eq!((&shown["regions"], keys.len()), (&json!(4), 3));
    // Each region has 10 of the 40 rows.
    let hex: Vec<String> = (0..40)
        .map(|i| {
            let word = format!("phone=1336266{:04}", i * 7);
            let row: Value =
                serde_json::from_str(&answer(&["encode", "Call", &word, &format!("at={i}"), "--json"])).unwrap();
            row["hex"].as_str().unwrap().to_owned()
        })
        .collect();
    let mut rows = [0; 4];
    hex.iter().for_each(|key| rows[keys.iter().filter(|cut| *cut <= key).count()] += 1);
    assert_eq!(rows, [10; 4]);
    // No split key is longer than needed: without its last byte, it splits elsewhere.
    for split in keys {
        let below = |bound: &str| hex.iter().filter(|key| key.as_str() < bound).count();
        assert!(below(&split[..split.len() - 2]) < below(&split), "{split}");
    }
}

#[test]
fn a_sample_of_few_rows_cannot_be_cut_into_many_regions() {
    let (_folder, file) = calls();
    let found = error(&["splits", "Call", "--from", &file, "--regions", "42"], Status::Failed);
    assert_eq!(found, "error: expected a sample that can be split into 42 regions, found 40 rows for at most 41\n");
}

#[test]
fn rows_that_are_not_keys_can_be_passed() {
    let (_folder, file) = file("calls.csv", "phone,at\n1,1\n2,x\n3,3\n");
    let found = error(&["splits", "Call", "--from", &file, "--regions", "2"], Status::Failed);
    assert_eq!(found, format!("error: {file}: line 3: `at`: expected i64 or a date, found \"x\"\n"));
    let found = run(&["splits", "Call", "--from", &file, "--regions", "2", "--skip-wrong", "--form", "hex"]);
    let note = "note: 1 row is wrong, the first on line 3: `at`: expected i64 or a date, found \"x\"\n";
    assert_eq!((found.status, &*found.out, &*found.err), (Status::Done, "02\n", note));
}

#[test]
fn more_regions_than_a_table_should_have_are_refused() {
    for arguments in [&["--regions", "4000000000"][..], &["--regions", "4097", "--from", "calls.csv"]] {
        let found = error(&[&["splits", "Call"], arguments].concat(), Status::Usage);
        assert!(found.contains("is not in 1..=4096"), "{found}");
    }
}
